"""`nainjaune print`: the printed kit as PDF files; `--check` looks at a photo of it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from companion_api.saying.words import Words, words
from engine.errors import BadInput
from engine.printed_kit import BOARDS
from hardware.files.photos import read_photo
from hardware.print import kit
from hardware.print.paper import PAPERS
from languages import LANGUAGES
from vision.table.markers import Fault, faults, find_markers, table_from


def add_to(commands: Any) -> None:
    """Declare the command's options."""
    parser = commands.add_parser(
        "print",
        description=("Writes PDF files in exact millimetres: print at 100 %, not fitted to the page."),
    )
    parser.add_argument(
        "pieces",
        nargs="*",
        metavar="PIECE",
        help=f"some of {', '.join(kit.PIECES)} (all)",
    )
    parser.add_argument("--paper", choices=sorted(PAPERS), default="a4", help="paper (a4)")
    parser.add_argument(
        "--board",
        choices=sorted(BOARDS),
        default="a2",
        help="the board's size (a2)",
    )
    parser.add_argument("--out", type=Path, default=Path("print"), metavar="FOLDER", help="folder (print)")
    parser.add_argument(
        "--check",
        metavar="PHOTO",
        help="judge a photo of the print: scale, mirror, missing markers",
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="fr", help="language (fr)")
    parser.add_argument("--json", action="store_true", help="JSON Lines")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the pieces asked for, or judge a photo.

    Raises:
        BadInput: a piece that there is not, a folder or photo that cannot be used.
    """
    unknown = [piece for piece in args.pieces if piece not in kit.PIECES]
    if unknown:
        raise BadInput(f"print: unknown piece {unknown[0]!r} (expected {', '.join(kit.PIECES)})")
    say = words(args.lang)
    if args.check is not None:
        return _check(args.check, say, args.json)
    for piece in args.pieces or kit.PIECES:
        for path in kit.write(piece, args.out, say.entry("print"), args.paper, args.board):
            print(json.dumps({"file": str(path), "piece": piece}) if args.json else path, flush=True)
    return 0


def _check(photo: str, say: Words, as_json: bool) -> int:
    image = read_photo(photo)
    wrong = faults(image)
    found, _ = find_markers(image)
    view = table_from(found)
    error = None if view is None else round(view.error, 1)
    if as_json:
        wrong_ones = [{"kind": fault.kind, "names": fault.names, "share": fault.share} for fault in wrong]
        print(json.dumps({"image": photo, "markers": sorted(found), "error_mm": error, "faults": wrong_ones}))
        return 0
    for fault in wrong:
        print(plain(fault, say))
    if not wrong:
        print(say.say("markers.good", mm="1" if error is None else f"{error:g}"))
    return 0


def plain(fault: Fault, say: Words) -> str:
    """A fault in plain words."""
    places = ", ".join(str(say.entry(f"markers.places.{name}")) for name in fault.names)
    percent = "" if fault.share is None else f"{fault.share * 100:.0f}"
    return say.say(f"markers.{fault.kind}", places=places, percent=percent)
