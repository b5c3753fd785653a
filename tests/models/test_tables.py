"""Whole made-up photographs: each condition shows what its name says."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from models.training.cards.decks import Deck, drawn_deck
from models.training.datasets.tables import CONDITIONS, HANDS, HEIGHT, PALE, WIDTH, picture
from models.training.scenes.card_painter import Scene


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(np.random.default_rng(3))


@pytest.fixture(scope="module")
def two(deck: Deck) -> Callable[[str], list[Scene]]:
    """Two photographs of a condition, made once for all tests."""

    @cache
    def made(condition: str) -> list[Scene]:
        return [picture(np.random.default_rng([seed, 7]), deck, CONDITIONS[condition]) for seed in (1, 2)]

    return made


def _sides(quad: np.ndarray) -> np.ndarray:
    return np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_every_condition_has_cards_that_can_be_told(two, condition: str) -> None:
    scenes = two(condition)
    assert all(scene.image.shape == (HEIGHT, WIDTH, 3) for scene in scenes)
    assert sum(label.told >= 0.5 for scene in scenes for label in scene.labels) >= 3


@pytest.mark.parametrize("condition", ["aslant", "far"])
def test_no_card_is_smaller_than_the_condition_allows(two, condition: str) -> None:
    sides = [_sides(label.quad).min() for scene in two(condition) for label in scene.labels]
    # Measured at a card's middle, so its far edge may be a little shorter.
    assert min(sides) > 0.8 * CONDITIONS[condition].least
    assert np.median(sides) < 110


def test_backs_and_jokers_lie_between_faces(two) -> None:
    labels = [label for scene in two("backs and jokers") for label in scene.labels]
    kinds = {(label.back, label.card is None) for label in labels}
    assert kinds == {(True, True), (False, True), (False, False)}


def test_hands_lie_in_layers_and_show_an_index_of_nearly_every_card(two) -> None:
    labels = [label for scene in two("fans") for label in scene.labels]
    assert np.median([label.visible for label in labels]) < 0.6
    assert np.mean([label.told >= 0.5 for label in labels]) > 0.9


def test_a_white_cloth_is_white_and_arms_hide(two) -> None:
    for scene in two("white cloth"):
        assert np.percentile(scene.image, 75) > 0.6 * PALE
    hidden = [label.visible < 0.95 for scene in two("arms") for label in scene.labels]
    assert any(hidden)


@pytest.mark.parametrize("condition", HANDS)
def test_every_card_of_a_photographed_hand_shows_its_index(deck: Deck, condition: str) -> None:
    for seed in (1, 2, 3):
        scene = picture(np.random.default_rng([seed, 7]), deck, HANDS[condition])
        assert 3 <= len(scene.labels) <= 14
        for label in scene.labels:
            assert max(index.visible for index in label.indices) > 0.9, label.card
