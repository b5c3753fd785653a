"""The doctor names what hurts beside the board: a slanting look, a hand of cards, a pile at a seat, glare."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion_api.doctor import BAD, GOOD, POOR
from companion_api.doctor.around import SLANT, around
from companion_api.saying.words import words
from engine.boundaries import CardLook
from engine.cards import DECK
from languages import LANGUAGES
from vision.camera.quality import judge
from vision.cards.photograph import DetectedCard
from vision.geometry.quads import as_quad
from vision.table.board import slant

SIZE = (1280, 720)
BOARD = ((200.0, 200.0), (500.0, 200.0), (500.0, 500.0), (200.0, 500.0))


def card(x: float, y: float, turn: float) -> DetectedCard:
    """A card of 50 × 80 pixels, turned by degrees."""
    a = math.radians(turn)
    outline = np.array([(-25, -40), (25, -40), (25, 40), (-25, 40)]) @ [
        [math.cos(a), math.sin(a)],
        [-math.sin(a), math.cos(a)],
    ]
    return DetectedCard(
        CardLook(as_quad(outline + np.array([x, y])), (1 / len(DECK),) * len(DECK)), 0.9, False
    )


def hand(x: float, y: float, count: int = 6, whole: float = 60.0) -> list[DetectedCard]:
    """A fan of cards about a wrist at x, y."""
    turns = np.linspace(-whole / 2, whole / 2, count)
    return [card(x + 110 * math.sin(math.radians(t)), y - 110 * math.cos(math.radians(t)), t) for t in turns]


def pile(x: float, y: float, seed: int, count: int = 8) -> list[DetectedCard]:
    rng = np.random.default_rng(seed)
    return [card(x + rng.normal(0, 10), y + rng.normal(0, 10), rng.uniform(-40, 40)) for _ in range(count)]


def seen_from(degrees: float) -> np.ndarray:
    """A square board as a usual lens sees it that looks down so many degrees off the vertical."""
    tilt = math.radians(degrees)
    flat = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    depth = 4 - flat[:, 1] * math.sin(tilt)
    seen = 0.8 * SIZE[0] * np.column_stack([flat[:, 0], flat[:, 1] * math.cos(tilt)]) / depth[:, None]
    return seen + np.array(SIZE) / 2


def named(*args) -> set[tuple[str, str]]:
    return {(one.check, one.why) for one in around(*args) if one.verdict != GOOD}


@pytest.mark.parametrize("degrees", [0, 20, 45, 60, 75])
def test_how_much_aslant_the_camera_looks(degrees: int) -> None:
    board = as_quad(seen_from(degrees))
    assert slant(board, SIZE) == pytest.approx(degrees, abs=1.5)
    (found,) = around(board, SIZE, (), ())
    assert found.verdict == (GOOD if degrees < SLANT[0] else POOR if degrees < SLANT[1] else BAD)


@pytest.mark.parametrize("count", [4, 7, 12])
def test_a_hand_of_cards_before_the_camera(count: int) -> None:
    assert named(BOARD, SIZE, (), hand(900, 600, count, 10.0 * count)) == {("hand", "readable")}
    assert named(None, SIZE, (), hand(900, 600, count, 10.0 * count)) == {("hand", "readable")}


@pytest.mark.parametrize("seed", range(10))
def test_a_pile_is_no_hand_and_lies_well_unless_it_is_at_a_seat(seed: int) -> None:
    assert named(BOARD, SIZE, [(900.0, 60.0)], pile(850, 400, seed)) == set()
    assert named(BOARD, SIZE, [(900.0, 60.0)], pile(880, 100, seed)) == {("pile", "at_seat")}


def test_single_cards_and_what_lies_on_the_board_are_nothing() -> None:
    assert (
        named(BOARD, SIZE, [(900.0, 60.0)], [*hand(350, 450), card(900, 100, 0), card(1100, 600, 9)]) == set()
    )


def test_a_lamp_that_dazzles_beside_the_board() -> None:
    rng = np.random.default_rng(0)
    image = rng.integers(80, 160, (SIZE[1], SIZE[0], 3), np.uint8)
    assert not [one for one in judge(image, BOARD) if one.matter == "glare" and one.why]
    image[300:420, 640:760] = 255
    (glare,) = [one for one in judge(image, BOARD) if one.matter == "glare"]
    assert (glare.verdict, glare.why) == (POOR, "burnt_beside")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_is_said_with_what_to_move(language: str) -> None:
    for path, figures in (
        ("slant.oblique", {"degrees": 70}),
        ("slant.good", {"degrees": 30}),
        ("hand.readable", {"cards": 7}),
        ("pile.at_seat", {"cards": 7}),
        ("glare.burnt_beside", {"value": 0.01}),
    ):
        text = words(language).say(f"doctor.{path}", **figures)
        assert text and "doctor." not in text and "{" not in text
