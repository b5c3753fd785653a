"""Learning the chips of a table: one of each is shown to the camera and tapped on the still."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence

import numpy as np

from engine.boundaries import Point
from engine.errors import BadInput
from engine.money.ledger import ChipKind
from vision.chips.discs import Chip, find_chips
from vision.chips.likeness import colour_gap
from vision.chips.settings import CHIPS

KINDS = CHIPS.kinds


def learn_kinds(
    image: np.ndarray, taps: Mapping[str, Point], values: Mapping[str, int]
) -> tuple[ChipKind, ...]:
    """The kinds of chips shown in a still, each by its shape and colour.

    Args:
        image: uint8 BGR, one chip of each kind in it, not covered.
        taps: where each kind's chip was tapped, pixels, by the kind's name.
        values: what each kind is worth, in jetons, by the same names.

    Raises:
        BadInput: no chip where one was tapped, one chip tapped twice, a kind without a value, or
            two kinds that nobody could tell apart.
    """
    seen = find_chips(image)
    chosen: dict[str, Chip] = {}
    for name, point in taps.items():
        if name not in values:
            raise BadInput(f"chips: {name!r} has no value")
        chip = _tapped(seen, point)
        if chip is None:
            raise BadInput(
                f"chips: no {name} is seen at {point[0]:.0f}, {point[1]:.0f}: expected a chip there"
            )
        same = next((other for other, its in chosen.items() if its is chip), None)
        if same is not None:
            raise BadInput(f"chips: {same} and {name} were shown by the same chip: expected one of each")
        chosen[name] = chip
    kinds = tuple(ChipKind(name, values[name], chip.colour, chip.shape) for name, chip in chosen.items())
    for one, other in itertools.combinations(kinds, 2):
        gap = colour_gap(one.colour, other.colour)
        if one.shape == other.shape and gap is not None and gap < KINDS.apart:
            raise BadInput(f"chips: {one.name} and {other.name} look alike: expected another shape or colour")
    return kinds


def _tapped(seen: Sequence[Chip], point: Point) -> Chip | None:
    """The chip nearest to a tap, if it is within reach."""
    near = [chip for chip in seen if math.dist(chip.center, point) <= KINDS.reach * chip.size]
    return min(near, key=lambda chip: math.dist(chip.center, point), default=None)
