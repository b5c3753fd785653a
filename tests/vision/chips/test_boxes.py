"""Boxes counted in drawn pictures and, where they are at hand, at the antes of the measuring films."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn_chips import BLUE, RED, YELLOW, box, cloth, fiche, jeton

from engine.cards import HONOURS, parse_card
from engine.money.ledger import DEFAULT_CHIPS, ChipKind
from engine.table import table_from_json
from vision.chips.boxes import count_boxes, flattened
from vision.chips.likeness import kind_of
from vision.chips.settings import CHIPS
from vision.table.board import box_quads

GAMES = Path(os.environ.get("NAINJAUNE_GAMES", "../shared/games"))
TEN = parse_card("TD")
SEVEN = parse_card("7D")


def count(image, quad, kinds=DEFAULT_CHIPS):
    return count_boxes(image, {TEN: quad}, kinds)[TEN]


def test_an_empty_box_is_empty_though_an_honour_is_printed_in_it():
    image = cloth(300, 300, (110, 140, 160))
    seen = count(image, box(image, 70, 80, 150))
    assert seen.empty and seen.value == 0 and seen.confidence > 0.7
    assert set(seen.chips) == {"jeton", "fiche", "contrat"} and not any(seen.chips.values())


def test_jetons_and_a_fiche_are_counted_and_priced():
    image = cloth(400, 300, (110, 140, 160))
    left = box(image, 20, 60, 160)
    right = box(image, 210, 60, 160)
    for x, y in ((60, 110), (130, 115), (100, 165)):
        jeton(image, x, y, 30, RED)
    jeton(image, 250, 120, 30, YELLOW)
    fiche(image, 310, 160, 58, 20, BLUE)
    seen = count_boxes(image, {TEN: left, SEVEN: right}, DEFAULT_CHIPS)
    assert seen[TEN].chips == {"jeton": 3, "fiche": 0, "contrat": 0} and seen[TEN].value == 3
    assert seen[SEVEN].chips == {"jeton": 1, "fiche": 1, "contrat": 0} and seen[SEVEN].value == 6
    assert not seen[TEN].empty and seen[TEN].confidence > 0.8


RIM = CHIPS.boxes.rim
FLATTENED = ((RIM, RIM), (144 - RIM, RIM), (144 - RIM, 144 - RIM), (RIM, 144 - RIM))
"""The corners of a box that was kept as it is counted."""
TOUCHING = ((102.5, 92.3), (14.5, 100.6), (20.7, 22.9), (105.5, 14.7))
IN_DIM_LIGHT = ((14.7, 15.0), (114.8, 23.8), (119.6, 117.6), (16.1, 108.6))
RECORDED = {
    "touching_bars": (("#cd282d", "#ebbe28", "#328c46"), TOUCHING, (0, 4, 0)),
    "plaque_in_dim_light": (("#783c96", "#e6783c", "#328c46"), IN_DIM_LIGHT, (3, 1, 1)),
    "bar_like_a_plaque": (("#d2af78", "#783c96", "#1e5abe"), FLATTENED, (0, 3, 0)),
    "discs_close_together": (("#e6e4e1", "#d2af78", "#1e5abe"), FLATTENED, (8, 0, 0)),
    "white_bars_on_white": (("#cd282d", "#e6e4e1", "#783c96"), FLATTENED, (0, 3, 0)),
    "bars_end_to_end": (("#328c46", "#ebbe28", "#783c96"), FLATTENED, (0, 2, 0)),
}
"""Boxes of the simulated table that were miscounted once: the kinds' colours, the box, how many of each.
Each picture shows the box before the chips were laid (left; of the plaque only after) and with them."""


def recorded(name):
    """A box without its chips, and with them."""
    return np.split(cv2.imread(str(Path(__file__).parent / "recorded" / f"{name}.png")), 2, axis=1)


@pytest.mark.parametrize("name", RECORDED)
def test_boxes_that_were_miscounted_once(name):
    colours, quad, truth = RECORDED[name]
    before, now = recorded(name)
    kinds = [replace(kind, colour=colour) for kind, colour in zip(DEFAULT_CHIPS, colours, strict=True)]
    bare = {SEVEN: flattened(before, quad)[0]} if name != "plaque_in_dim_light" else None
    counted = count_boxes(now, {SEVEN: quad}, kinds, bare)[SEVEN].chips
    assert tuple(counted[kind] for kind in ("jeton", "fiche", "contrat")) == truth


def test_where_further_chips_are_marked_faintly_the_count_is_not_told_as_sure():
    """Of five discs and seven bars that lie upon each other (seed 527) only the topmost are seen."""
    before, now = recorded("bars_upon_each_other")
    seen = count_boxes(now, {SEVEN: FLATTENED}, DEFAULT_CHIPS, {SEVEN: flattened(before, FLATTENED)[0]})[
        SEVEN
    ]
    assert 5 <= sum(seen.chips.values()) < 12 and seen.exact < 0.9 and not seen.empty


def test_under_a_sleeve_there_is_no_count():
    image = cloth(300, 300, (110, 140, 160))
    quad = box(image, 70, 80, 150)
    jeton(image, 120, 130, 30, RED)
    corners = np.array([[-10, 120], [310, 100], [310, 210], [-10, 220]], np.int32)
    cv2.fillPoly(image, [corners], (150, 90, 60), cv2.LINE_AA)
    seen = count(image, quad)
    assert seen.hidden and not seen.empty and seen.confidence == 0 and seen.value == 0


def test_a_box_outside_the_picture_is_hidden():
    image = cloth(200, 200)
    seen = count(image, ((150.0, 50.0), (350.0, 50.0), (350.0, 250.0), (150.0, 250.0)))
    assert seen.covered > 0.7 and seen.hidden
    far = count(image, ((950.0, 50.0), (1350.0, 50.0), (1350.0, 450.0), (950.0, 450.0)))
    assert far.hidden


def test_no_boxes_no_answers():
    assert count_boxes(cloth(64, 64), {}, DEFAULT_CHIPS) == {}


def test_kinds_go_by_shape_then_by_colour():
    jeton_kind, fiche_kind, contrat_kind = DEFAULT_CHIPS
    assert kind_of("long", "#ff0000", DEFAULT_CHIPS) is fiche_kind
    assert kind_of("wide", "#ff0000", DEFAULT_CHIPS) is contrat_kind
    poker = [
        ChipKind("jeton", 1, "white", "round"),
        ChipKind("fiche", 5, "#c02020", "round"),
        ChipKind("contrat", 10, "bleu", "round"),
    ]
    assert kind_of("round", "#d8d0c8", poker).name == "jeton"
    assert kind_of("round", "#a83028", poker).name == "fiche"
    assert kind_of("round", "#405890", poker).name == "contrat"
    assert kind_of("wide", "#405890", poker).name == "contrat"
    assert kind_of("round", "#405890", [jeton_kind]) is jeton_kind


def _frames(film: Path, numbers: set[int]) -> dict[int, np.ndarray]:
    capture = cv2.VideoCapture(str(film))
    found = {}
    for number in range(max(numbers) + 1):
        if not capture.grab():
            break
        if number in numbers:
            found[number] = capture.retrieve()[1]
    return found


@pytest.mark.skipif(not GAMES.exists(), reason="no measuring films (NAINJAUNE_GAMES)")
def test_boxes_at_the_antes_of_the_films():
    few = within = 0
    for name in ("dark-wood-3", "light-wood-4"):
        truth = json.loads((GAMES / f"{name}.truth.json").read_text())
        quads = box_quads(table_from_json(json.loads((GAMES / f"{name}.table.json").read_text()), name))
        antes = [event for event in truth["events"] if event["type"] == "ante"]
        frames = _frames(GAMES / f"{name}.mp4", {0, *(round(event["t"] * truth["fps"]) for event in antes)})
        nothing = {card.code: {"jeton": 0} for card in HONOURS}
        for number, lying in [(0, nothing), *((round(e["t"] * truth["fps"]), e["chips"]) for e in antes)]:
            seen = count_boxes(frames[number], quads, DEFAULT_CHIPS)
            for card in HONOURS:
                wanted = sum(lying[card.code].values())
                assert seen[card].empty == (wanted == 0), (name, number, card)
                if 0 < wanted <= 8:
                    few += 1
                    within += abs(sum(seen[card].chips.values()) - wanted) <= 1
    assert within >= 0.9 * few


def test_a_box_told_far_larger_than_the_picture_is_looked_at_all_the_same():
    image = np.full((108, 192, 3), 90, np.uint8)
    far = ((-3e7, -3e7), (4e7, -3e7), (4e7, 4e7), (-3e7, 4e7))
    picture, _ = flattened(image, far)
    assert picture.shape[0] == picture.shape[1]
