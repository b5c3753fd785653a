"""`nainjaune chips IMAGE...`: every chip in the photos, by shape and colour."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from companion_api.commands.seeing.photo_by_photo import add_photos, photo_by_photo
from companion_api.saying.words import words
from vision.chips.discs import Chip, find_chips


def add_to(commands: Any) -> None:
    """Declare the command's options."""
    parser = commands.add_parser("chips")
    add_photos(parser)
    parser.set_defaults(run=run)


def as_json(path: str, image: np.ndarray, milliseconds: float, chips: Sequence[Chip]) -> dict[str, Any]:
    """One photo's result in the contract's form."""
    return {
        "image": path,
        "width": image.shape[1],
        "height": image.shape[0],
        "ms": round(milliseconds, 1),
        "chips": [
            {
                "shape": chip.shape,
                "colour": chip.colour,
                "center": [round(chip.center[0], 1), round(chip.center[1], 1)],
                "confidence": round(chip.confidence, 4),
            }
            for chip in chips
        ],
    }


def run(args: argparse.Namespace) -> int:
    """Print what is found; 2 when a photo was bad (the good ones are printed all the same)."""
    status, say = 0, words(args.lang)
    for photo in photo_by_photo(args.images, find_chips):
        if photo is None:
            status = 2
            continue
        path, chips = photo.path, photo.found
        if args.json:
            print(json.dumps(as_json(path, photo.image, photo.ms, chips)), flush=True)
            continue
        shapes = Counter(chip.shape for chip in chips)
        kinds = ", ".join(say.count(f"shapes.{shape}", count) for shape, count in shapes.items())
        print(f"{path}: {len(chips)}" + (f" ({kinds})" if kinds else ""), flush=True)
        for chip in chips:
            x, y = chip.center
            shape = say.say(f"shapes.{chip.shape}.one")
            print(f"  {shape:5} {chip.colour} ({x:.0f}, {y:.0f}) {chip.confidence:.0%}", flush=True)
    return status
