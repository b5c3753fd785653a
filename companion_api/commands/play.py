"""`nainjaune play`: the companion at a real table, with a phone page."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from companion_api.evening.no_camera import WORD as NO_CAMERA
from companion_api.evening.no_camera import NoCamera
from companion_api.files.calls_file import read_calls
from companion_api.files.table_file import table_json
from companion_api.hearing.ears import add_listening, add_speaking, add_spoken_language
from companion_api.learning import decks
from companion_api.store import Store
from companion_api.system.data_folder import data_folder
from companion_api.web.hosting.clubs import club as the_club
from companion_api.web.hosting.hosted import Plan
from companion_api.web.hosting.serving import host
from companion_api.web.hosting.sittings import add_server_options, checked_speed, going_on
from engine import reading
from engine.errors import BadInput
from engine.names import as_known
from engine.record.naming import players_of, renamed
from engine.table import table_from_json
from hardware.cameras import Camera, open_camera
from hardware.cameras.phone import WORD as PHONE
from hardware.cameras.phone import phone_feed


def add_to(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = subparsers.add_parser(
        "play",
        description=(
            "Watches the table through a camera and shows the game on a page for phones. "
            "Without --table and --players the evening is set up on a phone, or an "
            "interrupted one goes on."
        ),
    )
    command.add_argument(
        "--camera",
        default="0",
        metavar="SOURCE",
        help=f"number, webcam:NAME, URL, film, {PHONE} (a phone films) or {NO_CAMERA} (0)",
    )
    command.add_argument(
        "--camera-automatic",
        action="store_true",
        help="leave exposure, focus and white balance to the webcam",
    )
    who = command.add_mutually_exclusive_group()
    who.add_argument(
        "--table",
        metavar="T.json",
        help="table file: players, seats, board",
    )
    who.add_argument(
        "--players",
        metavar="NAMES",
        help="in playing order, the last one deals",
    )
    command.add_argument(
        "--calls",
        metavar="C.jsonl",
        help="calls made in a film, besides those tapped",
    )
    command.add_argument("--speed", type=float, default=1.0, help="how fast a film passes (1)")
    _add_evening(command)
    add_listening(command)
    add_speaking(command)
    add_spoken_language(command)
    add_server_options(command)
    command.set_defaults(run=run)


def _add_evening(command: argparse.ArgumentParser) -> None:
    """Which evening is played, and where it is kept."""
    command.add_argument(
        "--data",
        metavar="FOLDER",
        help="where evenings are kept, or a database's address",
    )
    command.add_argument("--club", metavar="FILE", help="a table of this club (`nainjaune club`)")
    command.add_argument("--deck", metavar="NAME", help="a deck that was learnt")
    command.add_argument(
        "--setup",
        action="store_true",
        help="set the evening up on the phone",
    )
    command.add_argument(
        "--new",
        action="store_true",
        help="do not go on with an interrupted evening",
    )
    command.add_argument("--once", action="store_true", help="end when the film has ended")


def run(args: argparse.Namespace) -> int:
    """Watch and show."""
    return host(planned(args))


def planned(args: argparse.Namespace, *, go_on: bool = False) -> Plan:
    """The evening that the command line asks for; ``go_on``: the one that people set up last.

    Raises:
        BadInput: the camera, the table or the store cannot be had.
    """
    speed = checked_speed(args.speed)
    club = None if args.club is None else the_club().read_address(args.club)
    place = args.data or str(data_folder())
    store = Store(place)
    camera = None
    try:
        if club is not None and store.shared:
            raise BadInput(
                "--club: expected evenings in a folder, so that the table plays on without the club"
            )
        if args.deck is not None:
            decks.load(args.deck, place)
        opened = _opener(args.camera, args.camera_automatic)
        camera = opened()
        setup, where = _setup(args, store, camera, go_on)
        places = setup or next(iter(store.setups(1)), None)
        if args.setup:
            setup = None
        if args.calls and setup is None:
            raise BadInput("--calls: expected with --table or --players")
        calls = read_calls(args.calls, table_from_json(setup, where)) if args.calls else []
    except BadInput:
        if camera is not None:
            camera.close()
        store.close()
        raise
    return Plan(
        args, store, camera, setup,
        where=where,
        # A film starts from its beginning, so only a live camera can go on with an evening.
        resume=camera.live and not args.new,
        calls=calls,
        speed=speed,
        data=place,
        once=args.once,
        deck=args.deck,
        places=places,
        reopen=opened if camera.live else None,
        club=club,
    )  # fmt: skip


def _opener(source: str, automatic: bool) -> Callable[[], Camera]:
    """What opens the camera, for the first evening and for each further one."""
    if source == NO_CAMERA:
        return NoCamera
    feed = phone_feed(source)
    return (lambda: open_camera(source, automatic=automatic)) if feed is None else feed.camera


def _setup(
    args: argparse.Namespace, store: Store, camera: Camera, go_on: bool
) -> tuple[dict[str, Any] | None, str]:
    """The table as JSON values, and what to call it in an error; None: people say it on a phone.

    Raises:
        BadInput: nobody says who plays in a film.
    """
    if args.table:
        return _as_known(table_json(args.table, store.presets()), store, args.table), args.table
    if args.players:
        names = [reading.one_spelling(name) for name in args.players.split(",")]
        if not all(names):
            raise BadInput(f"--players {args.players}: expected names with commas between them")
        setup = {"players": [{"name": name} for name in names], "dealer": names[-1]}
        return _as_known(setup, store, f"--players {args.players}"), f"--players {args.players}"
    if camera.live:
        last = None if args.new else going_on(store, set_up=go_on)
        return None if last is None else dict(last.setup), "the last evening's table"
    for setup in store.setups(1):
        return setup, "the last evening's table"
    raise BadInput("who plays? --players Ana,Bruno,Chloé (in playing order), or --table T.json")


def _as_known(setup: dict[str, Any], store: Store, where: str) -> dict[str, Any]:
    """A table whose players are called as they were on other evenings, whatever the capitals.

    Raises:
        BadInput: nobody can tell two of them apart, or one from somebody who has played before.
    """
    names = list(players_of(setup)) if isinstance(setup, dict) else []
    past = [name for one in store.setups() for name in players_of(one)]
    if len(set(names)) < len(names):
        return setup  # who sits there twice is said where tables are checked
    try:
        known = as_known(names, past)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None
    return renamed(setup, dict(zip(names, known, strict=True)))
