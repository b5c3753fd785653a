"""Regenerates every network from a seed: ``python -m models.training --seed 1``.

Each step resumes from its own checkpoint under ``training-data/`` when it is run again.
Needs the extra ``[train]`` and, for the card art and photographs named in the model cards, the
Debian packages gnome-cards-data, kdegames-card-data-kf5, librsvg2-bin,
plasma-workspace-wallpapers, mate-backgrounds and gnome-backgrounds.
"""

from __future__ import annotations

import argparse
import importlib
import sys

STEPS = ("finder", "corners", "reader", "joker_head", "chips")
"""In this order: the corner network learns from the scenes that the finder's step writes, and what tells
jokers is put upon the reader."""
CLOSE = {
    "finder": (
        "--model training-data/runs/finder/weights/last.pt --run finder-on "
        "--scenes 1500 --close 3600 --rate 0.0012 --hours 1",
    ),
    "corners": (
        "--start training-data/runs/corners.pt --scenes 1500 --close 3600 --rate 0.0008 "
        "--passes 3 --keep 0.15",
    ),
    "reader": (
        "--resume --scenes training-data/close training-data/train --rate 0.001 --minutes 130",
        "--resume --scenes training-data/close training-data/train --rate 0.0008 --minutes 70 --blend",
    ),
    "chips": (
        "--start models/chips.onnx --scenes laid --steps 12000 --peak 0.002 "
        "--checkpoint runs/boxes.pt --out models/boxes.onnx",
    ),
}
"""What each learns afterwards: cards on one another, seen from near; chips in boxes that were seen empty."""


def main() -> int:
    """Run the steps asked for, one after the other; the exit status of the first that fails, else 0."""
    options = argparse.ArgumentParser(prog="python -m models.training", description=__doc__)
    options.add_argument("steps", nargs="*", metavar="STEP", help=f"of {', '.join(STEPS)}; all without one")
    options.add_argument("--seed", type=int, default=1)
    args = options.parse_args()
    for step in args.steps or STEPS:
        if step not in STEPS:
            options.error(f"unknown step {step!r} (expected {', '.join(STEPS)})")
    for step in args.steps or STEPS:
        train = importlib.import_module(f"models.training.networks.{step}").main
        for further in ("", *CLOSE.get(step, ())):
            if status := train(["--seed", str(args.seed), *further.split()]):
                return int(status)
    return 0


if __name__ == "__main__":
    sys.exit(main())
