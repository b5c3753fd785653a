"""`nainjaune boxes IMAGE --table T.json`: the chips in each box of the board."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

from companion_api.files.table_file import read_table
from companion_api.saying.words import words
from engine.cards import Card
from engine.errors import BadInput
from engine.money.ledger import DEFAULT_CHIPS
from hardware.files.photos import read_photo
from languages import LANGUAGES
from vision.cards.photograph import find_cards
from vision.chips.boxes import BoxCount, count_boxes
from vision.table.bearings import find_table
from vision.table.board import box_quads


def add_to(commands: Any) -> None:
    """Declare the command's options."""
    parser = commands.add_parser("boxes")
    parser.add_argument("image", metavar="IMAGE", help="a photo with the board")
    parser.add_argument(
        "--table",
        required=True,
        metavar="T.json",
        help="table file: where the board lies",
    )
    parser.add_argument("--json", action="store_true", help="one JSON line")
    parser.add_argument("--lang", choices=LANGUAGES, default="fr", help="language (fr)")
    parser.set_defaults(run=run)


def as_json(path: str, boxes: Mapping[Card, BoxCount]) -> dict[str, Any]:
    """The result in the contract's form, which names the usual kinds of chips also where none is in use."""
    none = {kind.name: 0 for kind in DEFAULT_CHIPS}
    return {
        "image": path,
        "boxes": {
            card.code: {
                **none,
                **count.chips,
                "value": count.value,
                "empty": count.empty,
                "confidence": round(count.confidence, 4),
                "covered": round(count.covered, 3),
            }
            for card, count in boxes.items()
        },
    }


def run(args: argparse.Namespace) -> int:
    """Print each box's chips."""
    image = read_photo(args.image)
    table = read_table(args.table, (image.shape[1], image.shape[0]))
    quads = box_quads(table, table.honours)
    if not quads:
        view = find_table(image, find_cards)
        if view is None:
            raise BadInput(
                f"{args.table}: says nowhere where the boxes lie, and neither markers nor the board's "
                f"honours are seen in {args.image} (expected 'board' or 'box_quads')"
            )
        quads = dict(view.boxes)
    boxes = count_boxes(image, quads, table.chips)
    if args.json:
        print(json.dumps(as_json(args.image, boxes)))
        return 0
    say = words(args.lang)
    for card, count in boxes.items():
        if count.hidden:
            content = say.say("box.hidden")
        elif count.empty:
            content = f"{say.say('box.empty')} ({count.confidence:.0%})"
        else:
            content = say.say("box.holds", pieces=dict(count.chips), value=count.value)
            content = f"{content} ({count.confidence:.0%})"
        print(say.say("box.line", card=card, told=content))
    return 0
