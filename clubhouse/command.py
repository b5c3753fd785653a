"""`nainjaune club`: many tables, one server, one board."""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import secrets
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from clubhouse import calling
from clubhouse.app import create_app
from clubhouse.board import Board
from clubhouse.forgetting import forget_night, forget_player
from clubhouse.founding import found
from companion_api.saying.phrases import complain, translated
from companion_api.saying.words import own_language
from companion_api.saying.words import words as own_words
from companion_api.web import passes
from companion_api.web.door.authority import AUTHORITY_DAYS, papers_for
from companion_api.web.door.entrance import Entrance, add_address, add_papers
from companion_api.web.door.following import Following
from companion_api.web.door.serve import Server, words

OTHERWISE = "have one made elsewhere, and name who vouches for it to `nainjaune club setup --authority`"
"""What to do where our own authority cannot vouch for the club's server."""


def add_to(commands: Any) -> None:
    """Declare the command and what it can do."""
    parser = commands.add_parser(
        "club",
        description=(
            "A club's tables play each on its own (`play --club FILE`) and tell one PostgreSQL of it, "
            "from which a board shows them all."
        ),
    )
    doing = parser.add_subparsers(dest="doing", required=True, metavar="setup|board|certificate|forget")
    setup = doing.add_parser("setup", help="sets a database up: tables, roles, address files")
    setup.add_argument(
        "address",
        metavar="ADDRESS",
        help="postgresql://ROLE@HOST/DATABASE, empty; the role may make roles (PGPASSWORD: its password)",
    )
    setup.add_argument("--tables", type=int, default=8, metavar="N", help="how many tables (8)")
    setup.add_argument("--out", type=Path, default=Path("club"), metavar="DIR", help="for the files (club)")
    setup.add_argument(
        "--authority", type=Path, metavar="FILE", help="certificate (PEM) of who vouches for the server"
    )
    setup.add_argument("--json", action="store_true", help="as JSON Lines")
    setup.set_defaults(run=set_up)
    papers = doing.add_parser("certificate", help="makes the server a certificate, and an authority for it")
    papers.add_argument(
        "hosts", nargs="+", metavar="HOST", help="the addresses and names by which tables call the server"
    )
    papers.add_argument("--out", type=Path, default=Path("club"), metavar="DIR", help="for the files (club)")
    papers.set_defaults(run=certify)
    gone = doing.add_parser("forget", help="takes a player, or an evening of the club, out of its server")
    gone.add_argument("file", metavar="FILE", help="the host's: host.club")
    whom = gone.add_mutually_exclusive_group(required=True)
    whom.add_argument("--player", metavar="NAME", help="make a player nameless everywhere")
    whom.add_argument(
        "--night", type=_day, metavar="DAY", help="delete the club's evening of a day: 2026-12-24"
    )
    gone.add_argument("--json", action="store_true", help="as JSON Lines")
    gone.set_defaults(run=forget)
    board = doing.add_parser("board", help="shows a club's board on a television and on phones")
    board.add_argument("file", metavar="FILE", help="host.club, who draws, or board.club, which only shows")
    add_address(board)
    add_papers(board)
    board.set_defaults(run=show)


def set_up(args: argparse.Namespace) -> int:
    """Set a club's database up."""
    done = found(calling.address_of(args.address, "ADDRESS"), args.tables, args.out, args.authority)
    if args.json:
        files = [str(file) for file in done.files]
        print(json.dumps({"type": "club", "tables": done.tables, "files": files}, ensure_ascii=False))
        return 0
    print(translated(f"a club of {done.tables} tables; each address file opens its table to whoever has it:"))
    for file in done.files:
        print(f"  {file}")
    return 0


def certify(args: argparse.Namespace) -> int:
    """Make a certificate for the club's PostgreSQL."""
    papers = papers_for(args.out, args.hosts, AUTHORITY_DAYS, OTHERWISE)
    print(translated("for the server (ssl_cert_file and ssl_key_file, with ssl = on):"))
    print(f"  {papers.certificate}\n  {papers.key}")
    print(translated("for `nainjaune club setup ADDRESS --authority`; its key stays with you:"))
    print(f"  {args.out / 'authority.crt'}")
    return 0


def _day(text: str) -> date:
    """A day as the command line tells it."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a day: 2026-12-24") from None


def forget(args: argparse.Namespace) -> int:
    """Forget a player or an evening at the club's server."""
    with calling.closing(calling.connect(calling.read_address(args.file))) as connection:
        if args.player is not None:
            instead = forget_player(connection, args.player)
            outcome = {"type": "forgotten", "instead": instead}
            line = own_words(own_language()).say("history.forgotten_player", name=instead)
        else:
            forget_night(connection, args.night)
            outcome = {"type": "forgotten", "night": args.night.isoformat()}
            line = translated(f"the club's evening of {args.night.isoformat()} is forgotten")
    if args.json:
        print(json.dumps(outcome, ensure_ascii=False))
        return 0
    print(line)
    print(
        translated(
            "what a table keeps in its own file stays there until it is forgotten there: `nainjaune history`"
        )
    )
    return 0


def show(args: argparse.Namespace) -> int:
    """Show a club's board until Ctrl-C."""
    url = calling.read_address(args.file)
    door = Entrance(args, None)
    board = Board(url, _named(args))
    token = _token(url)
    app = create_app(board, token, door)
    server = Server(door.configured(app))
    server.stop_on_signals()
    _print_address(args, door, token)

    def follow() -> None:
        if door.follow(app):
            _print_address(args, door, token)

    board.start()
    try:
        with door.open() as sockets, Following(follow):
            server.run(sockets=sockets)
    finally:
        board.close()
    return 0


def _print_address(args: argparse.Namespace, door: Entrance, token: str) -> None:
    """Where the board is found."""
    link = door.link(token).replace("/#", "/club/#")
    if args.json:
        print(json.dumps({"type": "address", "address": link, **door.trusted}), flush=True)
        return
    say = words()
    for line in (*door.shown(say, link, passes.code(token, "host")), *door.besides(say)):
        print(line, flush=True)


def _named(args: argparse.Namespace) -> Callable[[tuple[int, ...]], None]:
    """Say at the terminal which tables are silent."""

    def named(silent: tuple[int, ...]) -> None:
        if args.json:
            print(json.dumps({"type": "silent", "tables": silent}), flush=True)
        elif silent:
            complain(
                f"nothing is heard of table {', '.join(map(str, silent))}; its program or network is away"
            )
        else:
            complain("all tables are heard")

    return named


def _token(url: sa.URL) -> str:
    """What opens the board's pages: the same at every start, made from what only the address file knows."""
    if not url.password:
        return secrets.token_urlsafe(16)
    seal = hashlib.sha256(f"nainjaune club {url.database} {url.password}".encode())
    return base64.urlsafe_b64encode(seal.digest()[:16]).decode().rstrip("=")
