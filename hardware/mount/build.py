"""Makes the printable parts from `mount.scad`: ``python -m hardware.mount.build FOLDER [tube=25 …]``."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.errors import BadInput

SOURCE = Path(__file__).with_name("mount.scad")
PARTS = ("clamp", "elbow", "tilt", "webcam", "phone")
"""Each is printed once; of the last two the one that fits the camera."""
MEASURES = {
    "tube": (10, 40),
    "table": (10, 80),
    "height": (300, 2000),
    "reach": (150, 1500),
    "slant": (0, 60),
    "phone_width": (50, 120),
    "phone_depth": (5, 25),
}
"""What may be chosen, with its range in mm (slant: degrees)."""


def build(
    folder: Path, measures: Mapping[str, float] | None = None, parts: Sequence[str] = PARTS
) -> list[Path]:
    """Write ``PART.stl`` of these parts.

    Raises:
        BadInput: OpenSCAD is not installed or fails, or a measure is unknown or out of range.
    """
    chosen = dict(measures or {})
    for name, value in chosen.items():
        if name not in MEASURES:
            raise BadInput(f"{name}: no such measure, expected one of {', '.join(MEASURES)}")
        low, high = MEASURES[name]
        if not low <= value <= high:
            raise BadInput(f"{name}={value:g}: expected {low} to {high}")
    openscad = shutil.which("openscad")
    if openscad is None:
        raise BadInput("OpenSCAD is not installed (Debian: apt install openscad)")
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for part in parts:
        path = folder / f"{part}.stl"
        given = [f'part="{part}"', *(f"{name}={value}" for name, value in chosen.items())]
        options = [text for setting in given for text in ("-D", setting)]
        ran = subprocess.run(
            [openscad, "-q", *options, "-o", str(path), str(SOURCE)], capture_output=True, text=True
        )
        if ran.returncode != 0:
            lines = ran.stderr.strip().splitlines() or ["no reason told"]
            raise BadInput(f"{SOURCE.name}: {part}: {lines[-1]}")
        made.append(path)
    return made


def main() -> int:
    """The command line; 2 when something is wrong, in one line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("measures", nargs="*", metavar="NAME=VALUE", help=", ".join(MEASURES))
    args = parser.parse_args()
    try:
        for path in build(args.folder, dict(map(_measure, args.measures))):
            print(path)
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _measure(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    try:
        return name, float(value)
    except ValueError:
        raise BadInput(f"{text}: expected NAME=VALUE such as tube=25") from None


if __name__ == "__main__":
    sys.exit(main())
