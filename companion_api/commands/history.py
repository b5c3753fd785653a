"""`nainjaune history`: past evenings, in and out of files, and how to forget them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.cells import cell_len

from companion_api.family import exchange, spreadsheet
from companion_api.family.past import Chronicle
from companion_api.family.store_report import after_forgetting, sentences
from companion_api.saying.words import own_language, words
from companion_api.store import Store
from companion_api.system.data_folder import data_folder
from engine.errors import BadInput
from engine.names import isolated
from hardware.files.texts import read_text

SUFFIXES = (".csv", ".json", ".bgsplay")


def add_to(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = subparsers.add_parser(
        "history",
        description=(
            "Shows who won what over the evenings; takes them away in a file, brings them in, forgets them."
        ),
    )
    command.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write .csv, .json (everything) or .bgsplay (BG Stats)",
    )
    command.add_argument("--in", dest="file", type=Path, metavar="FILE", help="bring in a .csv or .json")
    command.add_argument("--forget-player", metavar="NAME", help="make a player nameless everywhere")
    command.add_argument("--forget-evening", type=int, metavar="N", help="delete an evening")
    command.add_argument(
        "--forget-backups",
        action="store_true",
        help="delete copies and damaged files set aside",
    )
    command.add_argument("--data", metavar="FOLDER", help="where evenings are kept")
    command.add_argument("--json", action="store_true", help="as JSON Lines")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what is asked for, then show what there is."""
    if args.out is not None and args.out.suffix not in SUFFIXES:
        raise BadInput(f"--out {args.out}: expected a name ending in {', '.join(SUFFIXES)}")
    store = Store(args.data or str(data_folder()))
    try:
        store.unreadable()  # what evenings came to is kept: that they still read is looked at here
        chronicle = Chronicle(store)
        _change(args, store, chronicle)
        for line in sentences(store, own_language(), chronicle):
            print(f"nainjaune: {line}", file=sys.stderr)
        if args.out is not None:
            _write(args.out, chronicle, store)
        else:
            _show(args, chronicle)
    finally:
        store.close()
    return 0


def _change(args: argparse.Namespace, store: Store, chronicle: Chronicle) -> None:
    """Bring in and forget what is asked for."""
    forgets = args.forget_player is not None or args.forget_evening is not None
    if args.file is not None or forgets or args.forget_backups:
        store.hold()  # a host keeps its evening in mind
    if args.file is not None:
        text = read_text(args.file, exchange.EXPECTED, exchange.OTHERWISE)
        came, there = exchange.bring_in(store, exchange.read(text, str(args.file)))
        came_in: dict[str, object] = {"type": "brought_in", "came": came, "there": there}
        _say(args, came_in, "history.came", came=came, there=there)
    if args.forget_evening is not None:
        chronicle.forget_evening(args.forget_evening)
    if args.forget_player is not None:
        instead = chronicle.forget_player(args.forget_player)
        _say(args, {"type": "forgotten", "instead": instead}, "history.forgotten_player", name=instead)
    if args.forget_backups and store.backups is not None:
        count = store.backups.forget_everything()
        sentence = words(own_language()).count("store.backups_forgotten", count)
        print(json.dumps({"type": "backups_forgotten", "count": count}) if args.json else sentence)
    elif forgets:
        for line in after_forgetting(store, own_language()):
            print(f"nainjaune: {line}", file=sys.stderr)


def _write(file: Path, chronicle: Chronicle, store: Store) -> None:
    if file.suffix == ".json":
        text = exchange.to_json_text(store)
    else:
        text = (spreadsheet.to_csv if file.suffix == ".csv" else exchange.to_bg_stats)(chronicle.evenings())
    try:
        file.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise BadInput(f"--out {file}: cannot be written ({error.strerror})") from None


def _say(args: argparse.Namespace, line: dict[str, object], key: str, **places: object) -> None:
    print(json.dumps(line, ensure_ascii=False) if args.json else words(own_language()).say(key, **places))


def _show(args: argparse.Namespace, chronicle: Chronicle) -> None:
    past = chronicle.overview()
    if args.json:
        for one in past["evenings"]:
            print(json.dumps({"type": "evening", **one}, ensure_ascii=False))
        for one in past["players"]:
            print(json.dumps({"type": "player", **one}, ensure_ascii=False))
        return
    say = words(own_language()).say
    for one in past["evenings"]:
        won = " · ".join(f"{isolated(name)} {chips:+d}" for name, chips in one["won"].items())
        print(f"{one['id']:>4}  {one['started'][:10]}  {len(one['rounds']):>2} × {one['rules']}  {won}")
    columns = ("evenings", "rounds", "wins", "operas", "boxes", "forgotten", "betes", "longest", "won")
    heads = [say(f"history.{column}") for column in columns]
    widest = max((cell_len(one["name"]) for one in past["players"]), default=0)
    if not past["players"]:
        print(say("history.none"))
        return
    for each in past["games"]:  # chips of one game are not those of another
        name = say(f"presets.{each['rules']}.name") if len(past["games"]) > 1 else ""
        print(f"\n{name}" if name else "")
        _totals(each["players"], columns, heads, widest)


def _totals(
    players: Sequence[Mapping[str, Any]], columns: Sequence[str], heads: Sequence[str], widest: int
) -> None:
    """A line for each player."""
    print(" " * widest, *heads, sep="  ")
    for one in players:
        cells = (f"{one[column]:>{len(head)}}" for column, head in zip(columns, heads, strict=True))
        name = isolated(one["name"]) + " " * (widest - cell_len(one["name"]))
        print(name, *cells, sep="  ")
