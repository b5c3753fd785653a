"""Cards on one another are looked for again: where, and that one that was missed is found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn_cards import drawn_cards

from engine.boundaries import CardLook
from models.training.decks import Deck, drawn_deck
from vision.cards import photograph as cards
from vision.cards.corners import straighten
from vision.cards.layout.layers import Outline, groups, outlines_about, paper_goes_on
from vision.cards.layout.underneath import MOST, underneath
from vision.geometry.quads import as_quad, overlap


def square(x: float, y: float, side: float = 10) -> np.ndarray:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]], np.float32)


def test_what_touches_is_a_group_through_others_too() -> None:
    assert groups([square(0, 0), square(30, 0), square(12, 0), square(6, 0)]) == [[0, 2, 3], [1]]
    assert groups([]) == []


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(np.random.default_rng(20))


def pair(deck: Deck, shift: tuple[float, float], turn: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A dark table with two cards on one another: the picture, the lower outline, the upper one."""
    image, (lower, upper) = drawn_cards(deck, [(0.0, 0.0, 0.0), (*shift, turn)])
    return image, lower, upper


def test_paper_goes_on_beside_an_upper_card_only_where_no_known_one_lies(deck: Deck) -> None:
    image, lower, upper = pair(deck, (0.45, 0.1), 0.1)
    assert paper_goes_on(image, upper, [])
    assert not paper_goes_on(image, upper, [lower])
    assert not paper_goes_on(image, lower, [upper])


@pytest.mark.parametrize(("shift", "turn"), [((0.5, 0.1), 0.1), ((0.1, 0.5), 0.05), ((-0.55, 0.0), 0.3)])
def test_the_lower_card_is_found_from_the_upper_one(
    deck: Deck, shift: tuple[float, float], turn: float
) -> None:
    image, lower, upper = pair(deck, shift, turn)
    about = outlines_about(image, [upper])
    assert all(0.5 < outline.found <= 1 for outline in about)
    for quad in (lower, upper):
        best = max((outline.corners for outline in about), key=lambda corners: overlap(corners, quad))
        assert overlap(best, quad) > 0.85
        first, second = np.linalg.norm(np.diff(best[:3], axis=0), axis=1)
        assert first < second


@pytest.mark.parametrize(
    ("shift", "turn"), [((0.5, 0.1), 0.1), ((0.1, 0.5), 0.05), ((-0.55, 0.0), 0.3), ((0.6, -0.4), -0.7)]
)
def test_of_a_card_half_underneath_the_edges_tell_where_it_lies(
    deck: Deck, shift: tuple[float, float], turn: float
) -> None:
    image, lower, upper = pair(deck, shift, turn)
    found = underneath(image, upper)
    assert 0 < len(found) <= MOST
    assert all(0.02 < overlap(outline, upper) < 0.8 for outline in found)
    straight, _ = straighten(image, found)
    assert max(overlap(outline, lower) for outline in straight) > 0.85


def test_a_card_is_reported_once_though_another_groups_look_finds_it_again(
    deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seen(x: float, likeliest: float, face: int) -> cards.SeenCard:
        faces = [0.0] * 52
        faces[face] = likeliest
        corners = ((x, 0.0), (x + 10, 0.0), (x + 10, 14.0), (x, 14.0))
        return cards.SeenCard(CardLook(corners, tuple(faces)), 0.9, back=False)

    left, right = seen(0, 0.99, 3), seen(30, 0.98, 4)
    monkeypatch.setattr(cards, "paper_goes_on", lambda image, corners, others: corners[0][0] == 0)
    monkeypatch.setattr(cards, "_looked_again", lambda image, here, *_: [*here, seen(31, 0.9, 4)])
    image = np.zeros((20, 50, 3), np.uint8)
    assert cards._with_layers(image, [left, right], cards.shipped()) == [left, right]


@pytest.mark.parametrize(
    ("face", "share", "kept"),
    [(24, 0.5, 1), (37, 0.5, 1), (24, 0.65, 2), (23, 0.5, 2), (23, 0.4, 1)],
    ids=["same rank", "same rank, other colour", "too large", "other rank", "small"],
)
def test_a_piece_of_a_card_that_shows_its_rank_is_none(face: int, share: float, kept: int) -> None:
    def seen(high: float, face: int, found: float) -> cards.SeenCard:
        corners = ((0.0, 0.0), (10.0, 0.0), (10.0, high), (0.0, high))
        return cards.SeenCard(
            CardLook(corners, tuple(float(n == face) for n in range(52))), found, back=False
        )

    whole, piece = seen(14.0, 11, 1.0), seen(14.0 * share, face, 0.5)
    assert len(cards.each_once([whole, piece])) == kept
    surely_the_piece = cards.each_once([replace(whole, found=0.4), piece])
    assert len(surely_the_piece) == (1 if share < 0.45 else 2), "the card itself is not lost for it"


def test_what_is_large_enough_for_two_cards_is_looked_at_again_from_boxes_within_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def seen(x: float, wide: float, face: int) -> cards.SeenCard:
        corners = ((x, 0.0), (x + wide, 0.0), (x + wide, 14.0), (x, 14.0))
        return cards.SeenCard(CardLook(corners, tuple(float(n == face) for n in range(52))), 0.9, back=False)

    asked: list[tuple[list[cards.SeenCard], list[np.ndarray], float]] = []

    def again(image: np.ndarray, here: list, also: list, most: float, reader: object) -> list:
        asked.append((here, also, most))
        return here

    monkeypatch.setattr(cards, "paper_goes_on", lambda image, corners, others: False)
    monkeypatch.setattr(cards, "_looked_again", again)
    alone = [seen(30 * n, 10, n) for n in range(6)]
    image = np.zeros((20, 300, 3), np.uint8)
    told = cards._with_layers(image, [*alone, seen(200, 14, 9)], cards.shipped())
    [([large], boxes, most)] = asked
    assert 10 * 14 < most < 14 * 14, "it is not taken again, however many outlines come to it"
    assert large.card.index == 9 and large.found < 0.9, "what is read of one card along it counts more"
    assert len(boxes) >= 4 and len(told) == 7
    asked.clear()
    cards._with_layers(image, [*alone, seen(200, 11, 9)], cards.shipped())
    assert not asked


def test_what_is_found_again_and_large_enough_for_two_cards_is_neither_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Most boxes about a pair come to the outline of both (an ace under a jack, made-up photographs)."""

    def outline(x: float, wide: float) -> np.ndarray:
        return np.array([(x, 0), (x + wide, 0), (x + wide, 140), (x, 140)], np.float32)

    def read(image: np.ndarray, found: list, outlines: np.ndarray, reader: object) -> list[cards.SeenCard]:
        at = {0: 3, 40: 4}
        faces = [
            tuple(float(n == at[round(float(corners[0, 0]))]) for n in range(52)) for corners in outlines
        ]
        return [
            cards.SeenCard(CardLook(as_quad(corners), face), box.confidence, back=False)
            for corners, face, box in zip(outlines, faces, found, strict=True)
        ]

    about = [Outline(outline(0, 140), 1.0), Outline(outline(0, 100), 0.6), Outline(outline(40, 100), 0.6)]
    monkeypatch.setattr(cards, "outlines_about", lambda *_: about)
    monkeypatch.setattr(cards, "_read_along", read)
    monkeypatch.setattr(cards, "_under", lambda *_: [])
    [both] = read(
        np.zeros(0), [cards.FoundCard(outline(0, 140), False, 0.4)], np.array([outline(0, 140)]), None
    )
    image = np.zeros((140, 140, 3), np.uint8)
    told = cards._looked_again(image, [both], [], 120 * 140, cards.shipped())
    assert sorted((card.card.index, card.look.corners[0][0]) for card in told) == [(3, 0), (4, 40)]
    assert all(card.found == 0.6 for card in told)


@pytest.mark.parametrize("sure", [0.97, 0.9])
def test_a_card_that_was_read_surely_is_not_lost_by_looking_again(
    sure: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    faces = tuple(sure * (n == 3) for n in range(52))
    card = cards.SeenCard(CardLook(((0, 0), (10, 0), (10, 14), (0, 14)), faces), 0.9, back=False)
    monkeypatch.setattr(cards, "paper_goes_on", lambda *_: True)
    monkeypatch.setattr(cards, "_looked_again", lambda *_: [])
    image = np.zeros((20, 20, 3), np.uint8)
    assert cards._with_layers(image, [card], cards.shipped()) == ([card] if sure > 0.95 else [])


def test_a_faint_piece_on_a_sure_card_is_no_reason_to_look_again() -> None:
    def seen(likeliest: float, found: float) -> cards.SeenCard:
        faces = (likeliest, *[(1 - likeliest) / 51] * 51)
        return cards.SeenCard(CardLook(((0, 0), (1, 0), (1, 1), (0, 1)), faces), found, back=False)

    sure = seen(0.99, 0.9)
    assert not cards._in_doubt([sure, seen(0.02, 0.3)])
    assert cards._in_doubt([sure, seen(0.02, 0.6)])
    assert cards._in_doubt([sure, seen(0.7, 0.3)])
    assert cards._in_doubt([seen(0.02, 0.3)])
    assert cards._in_doubt([seen(0.85, 0.9)]), "it may be two that were outlined as one"
    assert not cards._in_doubt([seen(0.95, 0.9)])


def test_what_only_edges_speak_for_is_no_card_where_surer_ones_show_all_of_it() -> None:
    def seen(x: float, face: int) -> cards.SeenCard:
        corners = ((x, 0.0), (x + 10, 0.0), (x + 10, 14.0), (x, 14.0))
        return cards.SeenCard(CardLook(corners, tuple(0.9 * (n == face) for n in range(52))), 0.6, back=False)

    surer = [seen(0, 3), seen(10, 4)]
    assert cards._told_already(seen(-8, 3), surer), "the first one's index at its edge, once more"
    assert cards._told_already(seen(5, 7), surer), "half of the one and half of the other"
    assert not cards._told_already(seen(-5, 7), surer), "half under the first"


def test_what_shows_no_face_and_lies_on_cards_that_are_read_is_made_of_them() -> None:
    def seen(x: float, wide: float, likeliest: float, back: bool = False) -> cards.SeenCard:
        corners = ((x, 0.0), (x + wide, 0.0), (x + wide, 14.0), (x, 14.0))
        faces = (likeliest, *[(1 - likeliest) / 51] * 51)
        return cards.SeenCard(CardLook(corners, faces), 0.7, back)

    left, right = seen(0, 10, 0.99), seen(10, 10, 0.98)
    piece, both, beside = seen(1, 5, 0.02), seen(5, 10, 0.02), seen(17, 10, 0.02)
    assert cards.each_once([left, right, piece, both, beside]) == [left, right, beside]
    assert len(cards.each_once([left, seen(1, 5, 0.02, back=True)])) == 2, "a back may lie on a face"
