"""`nainjaune notate FILE`: a log as a text that people can read and write, and such a text as a log."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from engine import notation
from engine.errors import BadInput
from engine.events import to_json
from engine.games import game
from engine.record import log
from hardware.files.texts import read_text


def add_to(commands: Any) -> None:
    """Declare the command's options."""
    parser = commands.add_parser("notate")
    parser.add_argument("file", type=Path, metavar="FILE", help="a log or a notation")
    parser.add_argument("--json", action="store_true", help="the log, JSON Lines")
    parser.add_argument(
        "--brief",
        action="store_true",
        help="only what counts, corrections carried out",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the evening in notation, or as JSON Lines; which of them it was, its content tells."""
    text = read_text(args.file, "a log or a notation")
    lines = log.read_events(text, str(args.file))
    events = [event for _, event in lines]
    if args.brief:
        try:
            events = notation.brief(events)
        except game.IllegalCorrection as error:
            raise BadInput(f"{args.file} {lines[error.position][0]}: {error} (rule: {error.rule})") from None
    if args.json:
        for event in events:
            print(json.dumps(to_json(event), ensure_ascii=False))
    else:
        print(notation.write(events), end="")
    return 0
