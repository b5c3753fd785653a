"""Whole made-up photographs: each condition shows what its name says."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.cards.decks import Deck, drawn_deck
from models.training.datasets import tables
from models.training.datasets.tables import CONDITIONS, DARK, HANDS, HEIGHT, PALE, WIDTH, picture
from models.training.scenes.backgrounds import background
from models.training.scenes.card_painter import Scene

SURFACE = background(np.random.default_rng(2))


@pytest.fixture(autouse=True)
def one_surface(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing tables until one is dark enough would be most of what a photograph costs."""
    monkeypatch.setattr(tables, "background", lambda rng: SURFACE)


@pytest.fixture(scope="module")
def deck() -> Deck:
    return drawn_deck(np.random.default_rng(3))


def photograph(deck: Deck, of: str, seed: int = 1) -> Scene:
    scene = picture(np.random.default_rng([seed, 7]), deck, (CONDITIONS | HANDS)[of])
    assert scene.image.shape == (HEIGHT, WIDTH, 3)
    assert sum(label.told >= 0.5 for label in scene.labels) >= 3
    return scene


def test_on_a_dark_table_in_dim_light_it_is_dark(deck: Deck) -> None:
    assert np.median(photograph(deck, "four-index dim").image) < DARK


def test_no_card_is_smaller_than_the_condition_allows(deck: Deck) -> None:
    labels = photograph(deck, "aslant").labels
    sides = [np.linalg.norm(np.roll(label.quad, -1, axis=0) - label.quad, axis=1).min() for label in labels]
    # Measured at a card's middle, so its far edge may be a little shorter.
    assert min(sides) > 0.8 * CONDITIONS["aslant"].least and np.median(sides) < 110


def test_backs_and_jokers_lie_between_faces(deck: Deck) -> None:
    kinds = {(label.back, label.card is None) for label in photograph(deck, "backs and jokers", 3).labels}
    assert kinds == {(True, True), (False, True), (False, False)}


@pytest.mark.parametrize("condition", ["fans", "tight hands"])
def test_hands_lie_in_layers_and_show_an_index_of_nearly_every_card(deck: Deck, condition: str) -> None:
    labels = photograph(deck, condition).labels
    assert np.median([label.visible for label in labels]) < 0.6
    assert np.mean([label.told >= 0.5 for label in labels]) > 0.9


def test_a_white_cloth_is_white_and_arms_hide(deck: Deck) -> None:
    assert np.percentile(photograph(deck, "white cloth").image, 75) > 0.6 * PALE
    assert any(label.visible < 0.95 for label in photograph(deck, "arms").labels)


@pytest.mark.parametrize("condition", ["laid, english", "held, french"])
def test_every_card_of_a_photographed_hand_shows_its_index(deck: Deck, condition: str) -> None:
    labels = photograph(deck, condition).labels
    assert 3 <= len(labels) <= 14
    for label in labels:
        assert max(index.visible for index in label.indices) > 0.9, label.card
