"""Chips in boxes that nobody saw empty: what is printed there has not the colours of the chips in use."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from engine.cards import parse_card
from engine.money.ledger import DEFAULT_CHIPS
from vision.chips.boxes import count_boxes
from vision.chips.discs import Peak
from vision.chips.unprinted import some_chip, unprinted

SEVEN = parse_card("7D")
BLUE, RED = "#1e5abe", "#cd282d"
ROUND_BLUE = [replace(DEFAULT_CHIPS[0], colour=BLUE)]


def painted(colour: str) -> np.ndarray:
    """A white box with one disc, 24 pixels wide, in its middle."""
    picture = np.full((144, 144, 3), 235, np.uint8)
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    cv2.circle(picture, (72, 72), 12, (blue, green, red), -1)
    return picture


def marked(height: float, shape: str = "round") -> tuple[np.ndarray, list[Peak]]:
    chip_map = np.zeros((72, 72), np.float32)
    cv2.circle(chip_map, (36, 36), 6, 1.0, -1)
    return chip_map, [Peak(shape, 72.0, 72.0, 24.0, height)]


def lowered(colour: str, height: float = 0.5, shape: str = "round", kinds=ROUND_BLUE) -> float:
    [peak] = unprinted(painted(colour), *marked(height, shape), kinds)
    return peak.height


def test_a_middle_in_a_chips_colour_counts_more_than_one_in_another():
    assert lowered(BLUE) > 0.45 > 0.2 > lowered(RED)
    assert lowered(BLUE, shape="long") < lowered(BLUE)


def test_some_chip_is_the_surer_the_higher_and_the_plainer():
    faint, plain = np.full((60, 60), 0.3, np.float32), np.full((60, 60), 0.95, np.float32)
    heights = [0.1, 0.2, 0.4, 0.8]
    for chip_map in (faint, plain):
        told = [some_chip([Peak("round", 30.0, 30.0, 24.0, height)], chip_map) for height in heights]
        assert told == sorted(told)
    one = [Peak("round", 30.0, 30.0, 24.0, 0.25)]
    assert some_chip(one, faint) < some_chip(one, plain)


def test_bars_on_a_printed_honour_are_seen_by_their_colour():
    """A heap of the simulated table (seed 411) whose box was once taken for empty."""
    picture = cv2.imread(str(Path(__file__).parent / "recorded" / "bars_on_a_printed_seven.png"))
    colours = ("#ebbe28", BLUE, "#e6e4e1")
    kinds = [replace(kind, colour=colour) for kind, colour in zip(DEFAULT_CHIPS, colours, strict=True)]
    quad = ((6.0, 6.0), (138.0, 6.0), (138.0, 138.0), (6.0, 138.0))
    seen = count_boxes(picture, {SEVEN: quad}, kinds)[SEVEN]
    assert not seen.empty and seen.confidence > 0.8
    assert seen.chips["fiche"] >= 2


def bowls(places: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray, list[Peak]]:
    """A white box with a round letter, half blue and half black, at each of *places*, all of them marked."""
    picture, chip_map = np.full((144, 144, 3), 235, np.uint8), np.zeros((72, 72), np.float32)
    for x, y in places:
        cv2.circle(picture, (x, y), 9, (190, 90, 30), -1)
        cv2.ellipse(picture, (x, y), (9, 9), 0 if y < 72 else 180, 0, 180, (20, 20, 20), -1)
        cv2.circle(chip_map, (x // 2, y // 2), 5, 1.0, -1)
    return picture, chip_map, [Peak("round", float(x), float(y), 18.0, 0.6) for x, y in places]


def test_what_is_printed_twice_is_no_chip():
    """The letters of a queen, in two corners or four, in round type (seeds 2324, 2537)."""
    assert unprinted(*bowls([(30, 24), (113, 119)]), ROUND_BLUE) == []
    assert unprinted(*bowls([(30, 24), (113, 119), (113, 24), (30, 119)]), ROUND_BLUE) == []
    # Nor on a card that lies a little beside the middle of the box.
    assert unprinted(*bowls([(34, 28), (117, 123)]), ROUND_BLUE) == []
    # A chip upon one of them covers what is printed there.
    for places in ([(30, 24)], [(30, 24), (113, 24)]):
        assert len(unprinted(*bowls(places), ROUND_BLUE)) == len(places)
