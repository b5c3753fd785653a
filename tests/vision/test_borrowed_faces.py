"""A face that an outline shows only where another card lies upon it is that card's."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from drawn_cards import drawn_cards

from engine.boundaries import CardLook, Quad
from models.training.decks import drawn_deck
from vision.cards.layout import borrowed_faces
from vision.cards.layout.borrowed_faces import CERTAIN, without_borrowed
from vision.cards.reader import Reader
from vision.geometry.quads import as_quad, scaled


def faces(**likely: float) -> tuple[float, ...]:
    row = [0.0] * 52
    for face, probability in likely.items():
        row[int(face[1:])] = probability
    return tuple(row)


@pytest.fixture(scope="module")
def pair() -> tuple[np.ndarray, Quad, Quad]:
    image, quads = drawn_cards(drawn_deck(np.random.default_rng(20)), [(0, 0, 0.0), (0.5, 0.1, 0.1)])
    lower, upper = map(as_quad, quads)
    return image, lower, upper


@pytest.mark.parametrize(("left", "kept"), [(0.9, True), (0.3, True), (0.02, False)])
def test_a_lower_card_must_show_its_face_beside_the_upper_one(
    pair: tuple[np.ndarray, Quad, Quad], left: float, kept: bool
) -> None:
    image, lower, upper = pair
    asked = []

    def read(quads: Sequence[Quad], others: Sequence[Sequence[Quad]]) -> np.ndarray:
        asked.append((list(quads), [list(each) for each in others]))
        return np.array([faces(f5=left)])

    looks = [CardLook(upper, faces(f4=0.99)), CardLook(lower, faces(f5=0.95, f6=0.03))]
    told = without_borrowed(image, looks, read)
    assert asked == [([lower], [[scaled(upper, CERTAIN)]])]
    assert told[0] == looks[0]
    assert (told[1] == looks[1]) == kept
    assert kept or max(told[1].faces) <= left


def test_what_shows_no_face_hides_nothing(pair: tuple[np.ndarray, Quad, Quad]) -> None:
    image, lower, upper = pair
    looks = [CardLook(upper, faces(f4=0.1)), CardLook(lower, faces(f5=0.95))]
    assert without_borrowed(image, looks, lambda *_: pytest.fail("nothing lies upon it")) == looks
    assert without_borrowed(image, [], lambda *_: pytest.fail("nothing lies there")) == []


def test_what_turns_out_to_be_no_card_hides_nothing_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two cards a third was made up; the lower one's index lies in its outline too."""
    places: list[Quad] = [((x, 0.0), (x + 9, 0.0), (x + 9, 14.0), (x, 14.0)) for x in (0.0, 4.0, 8.0)]
    upper, made_up, lower = places

    def upon(image: np.ndarray, quads: Sequence[Quad]) -> list[list[int]]:
        hidden_by = {upper: [], made_up: [upper], lower: [made_up, upper]}
        return [[quads.index(other) for other in hidden_by[quad] if other in quads] for quad in quads]

    def read(quads: Sequence[Quad], others: Sequence[Sequence[Quad]]) -> np.ndarray:
        shown = {made_up: faces(), lower: faces(f6=0.9)}
        return np.array(
            [
                faces() if scaled(made_up, CERTAIN) in upper else shown[quad]
                for quad, upper in zip(quads, others, strict=True)
            ]
        )

    monkeypatch.setattr(borrowed_faces, "lying_upon", upon)
    rows = faces(f4=0.99), faces(f5=0.91), faces(f6=0.96)
    looks = [CardLook(quad, row) for quad, row in zip(places, rows, strict=True)]
    told = without_borrowed(np.zeros((20, 20, 3), np.uint8), looks, read)
    assert [told[0], told[2]] == [looks[0], looks[2]]
    assert max(told[1].faces) == 0


def test_an_outline_put_across_a_card_does_not_tell_that_card_again() -> None:
    """An outline half beside an ace of hearts held its lower index, and told a second ace (a photograph)."""
    image, [quad] = drawn_cards(drawn_deck(np.random.default_rng(3)), [(0, 0, 0.0)], [26])
    beside = quad + np.array([80, 5], np.float32)
    looks = [CardLook(as_quad(quad), faces(f26=0.99)), CardLook(as_quad(beside), faces(f26=0.82))]
    reader = Reader(threads=1)
    told = without_borrowed(image, looks, lambda quads, upper: reader.read(image, quads, upper).faces)
    assert told[0] == looks[0]
    assert max(told[1].faces) < 0.1
