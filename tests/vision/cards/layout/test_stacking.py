"""Which card lies upon which, and what of each is in sight."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_cards import SHORT, drawn_cards
from shapely import Polygon

from models.training.cards.decks import drawn_deck
from vision.cards.layout import stacking
from vision.cards.layout.stacking import border_in_sight, lying_upon, visible_parts
from vision.geometry.quads import as_quad, scaled

PLACES = [
    [(0.0, 0.0, 0.0), (0.5, 0.1, 0.1)],
    [(0.0, 0.0, 0.0), (0.1, 0.5, 0.05)],
    [(0.0, 0.0, 0.0), (-0.55, 0.0, 0.3)],
    [(0.0, 0.0, 0.0), (0.6, -0.4, -0.7)],
]


@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize("seed", [3, 20])
def test_the_border_of_the_upper_card_is_seen(places: list[tuple[float, float, float]], seed: int) -> None:
    rng = np.random.default_rng(seed)
    image, quads = drawn_cards(drawn_deck(rng), places)
    lower, upper = (quad + rng.normal(0, 1.5, (4, 2)).astype(np.float32) for quad in quads)
    assert border_in_sight(image, upper, lower) > max(0.6, 0.2 + border_in_sight(image, lower, upper))
    assert lying_upon(image, [as_quad(lower), as_quad(upper)]) == [[1], []]
    assert lying_upon(image, [as_quad(upper), as_quad(lower)]) == [[], [0]]


def test_of_cards_apart_none_lies_upon_the_other() -> None:
    image, quads = drawn_cards(drawn_deck(np.random.default_rng(3)), [(0, 0, 0.0), (1.5, 0.2, 0.2)])
    assert lying_upon(image, [as_quad(quad) for quad in quads]) == [[], []]
    assert border_in_sight(image, *quads) == 0
    assert lying_upon(image, []) == [] == visible_parts(image, [])


def test_what_is_in_sight_of_a_row_of_three() -> None:
    places = [(0.0, 0.0, 0.0), (0.4, 0.05, 0.05), (0.8, 0.0, -0.03)]
    image, quads = drawn_cards(drawn_deck(np.random.default_rng(20)), places)
    outlines = [as_quad(quad) for quad in quads]
    parts = [Polygon(part) for part in visible_parts(image, outlines)]
    last = Polygon(outlines[2])
    wanted = [
        Polygon(outlines[0]) - Polygon(outlines[1]) - last,
        Polygon(outlines[1]) - last,
        last,
    ]
    for part, there in zip(parts, wanted, strict=True):
        assert part.symmetric_difference(there).area < 0.02 * last.area
    assert parts[2].equals(last)


def test_what_an_outline_a_little_too_large_leaves_beside_the_upper_card_is_not_in_sight() -> None:
    image, (lower, upper) = drawn_cards(
        drawn_deck(np.random.default_rng(20)), [(0.0, 0.0, 0.0), (0.4, 0.0, 0.0)]
    )
    part, _ = visible_parts(image, [scaled(as_quad(lower), 1.03), as_quad(upper)])
    assert np.ptp(part, 0)[0] == pytest.approx(0.4 * SHORT, abs=0.03 * SHORT)


def test_of_a_card_of_which_others_leave_nothing_the_whole_outline_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small, large = (
        ((1.0, 1.0), (9.0, 1.0), (9.0, 13.0), (1.0, 13.0)),
        ((0.0, 0.0), (10.0, 0.0), (10.0, 14.0), (0.0, 14.0)),
    )
    monkeypatch.setattr(stacking, "lying_upon", lambda *_: [[1], []])
    assert visible_parts(np.zeros((20, 20, 3), np.uint8), [small, large]) == [list(small), list(large)]


def test_a_quad_that_crosses_itself_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    crossed, large = (
        ((0.0, 0.0), (9.0, 9.0), (9.0, 0.0), (0.0, 9.0)),
        ((0.0, 0.0), (10.0, 0.0), (10.0, 14.0), (0.0, 14.0)),
    )
    monkeypatch.setattr(stacking, "lying_upon", lambda *_: [[], [0]])
    assert visible_parts(np.zeros((20, 20, 3), np.uint8), [crossed, large])[0] == list(crossed)
