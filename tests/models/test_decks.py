"""The deck generator: 52 different faces, a seed gives one pack, held-out art never teaches."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.cards import DECK, Card
from models.training.cards import art, lettering, printing
from models.training.cards.courts import court_style, figure
from models.training.cards.decks import HEIGHT, art_deck, drawn_deck, random_deck
from models.training.cards.pips import pip_set


def _same(a: np.ndarray, b: np.ndarray) -> bool:
    return a.shape == b.shape and bool((a == b).all())


def test_a_seed_gives_one_pack() -> None:
    first, again, other = (drawn_deck(np.random.default_rng(seed)) for seed in (5, 5, 6))
    card = Card(12, "S")
    assert _same(first.face(card), again.face(card))
    assert not _same(first.face(card), other.face(card))


def test_all_faces_differ() -> None:
    deck = drawn_deck(np.random.default_rng(1))
    pictures = [deck.face(card) for card in DECK]
    assert len({picture.tobytes() for picture in pictures}) == 52
    for picture in (*pictures, deck.back(), deck.joker()):
        assert picture.dtype == np.uint8
        assert picture.shape == (HEIGHT, deck.size[0], 4)
        assert picture[0, 0, 3] == 0, "the corners are round"
        assert picture[HEIGHT // 2, deck.size[0] // 2, 3] == 255


def test_indices_stand_where_the_deck_says() -> None:
    deck = drawn_deck(np.random.default_rng(3))
    picture = deck.face(Card(7, "S"))[..., :3].astype(int)
    height, width = picture.shape[:2]
    for x0, y0, x1, y1 in deck.index_boxes:
        corner = picture[int(y0 * height) : int(y1 * height), int(x0 * width) : int(x1 * width)]
        assert corner.min() < 110, "ink in every index box"


def test_a_frame_lies_well_inside_and_no_index_is_printed_on_one_that_gives_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame = printing._Frame(0.12, 0.1, 2, 0.02, 2, (20, 140, 20), interrupted=True, scrolls=0.0)
    monkeypatch.setattr(printing._Frame, "choose", lambda rng: frame)
    deck = drawn_deck(np.random.default_rng(3))
    picture = deck.face(Card(5, "H"))[..., :3].astype(int)
    green = (picture[..., 1] > picture[..., 0] + 60) & (picture[..., 1] > picture[..., 2] + 60)
    height, width = green.shape
    rows, columns = np.nonzero(green)
    assert columns.min() >= round(0.1 * width) and columns.max() <= width - round(0.1 * width)
    assert rows.min() >= round(0.08 * width) and rows.max() <= height - round(0.08 * width)
    for x0, y0, x1, y1 in deck.index_boxes:
        assert not green[int(y0 * height) : int(y1 * height), int(x0 * width) : int(x1 * width)].any()


def test_some_packs_have_frames_and_some_figures_are_single() -> None:
    rng = np.random.default_rng(4)
    frames = [printing._Frame.choose(rng) for _ in range(400)]
    assert 50 < sum(frame is not None for frame in frames) < 120
    style = replace(court_style(rng), single=False)
    double, alone = (
        figure(12, "S", (120, 200), (255, 255, 255), replace(style, single=s)) for s in (False, True)
    )
    assert np.abs(double.astype(int) - double[::-1, ::-1]).mean() < 12
    assert np.abs(alone.astype(int) - alone[::-1, ::-1]).mean() > 30


def test_held_out_art_is_refused() -> None:
    for pack in art.HELD_OUT:
        with pytest.raises(ValueError, match="held out"):
            art_deck(pack, np.random.default_rng(0))
    assert not {pack.name for pack in art.HELD_OUT} & {pack.name for pack in art.TRAINING}


@pytest.mark.skipif(not art.available(), reason="the Debian packages of card art are not installed")
def test_random_decks_use_art_and_drawing() -> None:
    names = {random_deck(np.random.default_rng(seed)).name for seed in range(24)}
    assert any(name.endswith("+indices") for name in names)
    assert any(name.startswith("drawn") for name in names)


@pytest.mark.skipif(not art.available(), reason="the Debian packages of card art are not installed")
def test_printed_figures_have_their_suit_beside_them() -> None:
    """Without the index that they were printed with, nothing else tells it."""
    decks = [drawn_deck(np.random.default_rng(seed), art.TRAINING[0]) for seed in range(80)]
    decks += [art_deck(art.TRAINING[0], np.random.default_rng(seed), reprint=True) for seed in range(80)]
    assert all(deck.index_tells for deck in decks)
    assert not all(drawn_deck(np.random.default_rng(seed)).index_tells for seed in range(80))


def test_pips_are_filled_and_of_one_piece() -> None:
    for seed in range(6):
        pips = pip_set(np.random.default_rng(seed))
        for suit, mask in pips.items():
            ink = (mask > 127).astype(np.uint8)
            largest = cv2.connectedComponentsWithStats(ink)[2][1:].max(axis=0)
            assert largest[cv2.CC_STAT_AREA] > 0.98 * ink.sum(), (seed, suit)
            assert largest[cv2.CC_STAT_HEIGHT] > 0.97 * len(mask), (seed, suit)
        # A club's upper leaf is round and full: without it, as once, it is nearly a spade.
        club = pips["C"]
        assert (club[len(club) // 5] > 127).mean() > 0.25, seed


def test_a_font_that_draws_clubs_for_spades_gives_no_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    font, glyph = lettering.symbol_fonts()[0], lettering.glyph

    def swapped(file: str, text: str) -> np.ndarray | None:
        return glyph(font, {"♣": "♠", "♠": "♣"}.get(text, text) if file == "swapped" else text)

    monkeypatch.setattr(lettering, "glyph", swapped)
    monkeypatch.setattr(lettering, "fonts", lambda: ("right", "swapped"))
    assert lettering.symbol_fonts.__wrapped__() == ("right",)
