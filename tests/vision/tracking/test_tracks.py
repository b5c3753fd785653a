"""Cards under hands: runs laid without lifting it, cards held over the table, glimpses and what they cost."""

import math

import cv2
import numpy as np
import pytest
from drawn_table import quad
from hypothesis import given, settings
from hypothesis import strategies as st
from observed import BELOW, JACK, NINE, TEN, cards, face, faces, run, watched

from engine.boundaries import CardGone
from engine.cards import DECK
from vision.geometry.quads import overlap
from vision.tracking.fitting import Plane
from vision.tracking.glimpses import Glimpses
from vision.tracking.settings import TRACKING

SLANTED = ((300.0, 120.0), (520.0, 130.0), (560.0, 320.0), (240.0, 300.0))
"""A square board seen from a shelf."""
GLIMPSES = TRACKING.glimpses
HOLDING = ((799, 400), (690, 390))
"""A hand that holds cards before the player at the right."""


def on_the_table(plane, x, y, turn, size=(40.0, 58.0)):
    """The outline of a card of that size that lies on the plane, its middle at the pixel x, y."""
    middle = plane.flat([(x, y)])[0]
    flat = cv2.boxPoints(((float(middle[0]), float(middle[1])), size, turn))
    begins = int(np.linalg.norm(flat[1] - flat[0]) > np.linalg.norm(flat[2] - flat[1]))
    return plane.seen(np.roll(flat, -begins, axis=0))


@pytest.fixture(scope="module")
def plane():
    """A table of which the cards' size is known."""
    known = Plane(SLANTED, (1280, 720))
    for turn in (0.0, 30.0, 80.0):
        known.measure(on_the_table(known, 700, 300, turn))
    return known


@settings(deadline=None, max_examples=40)
@given(st.floats(150, 1100), st.floats(200, 650), st.floats(0, 180), st.floats(1.25, 1.6))
def test_what_lies_on_the_table_fits_its_plane_wherever_it_lies_and_what_is_held_nearer_does_not(
    plane, x, y, turn, nearer
):
    assert plane.off(on_the_table(plane, x, y, turn)) < 1
    held = on_the_table(plane, x, y, turn, (40.0 * nearer, 58.0 * nearer))
    assert plane.off(held) > TRACKING.tracks.off_plane


def asked(plan, t, since, rests, laid=(60.0, 60.0)):
    part = plan.due(t, since, rests, 300.0, laid)
    return None if part is None else int(part.sum())


@settings(deadline=None, max_examples=8)
@given(st.integers(0, 2**32 - 1))
def test_however_hands_move_looks_are_bounded_per_second(seed):
    rng = np.random.default_rng(seed)
    plan, seconds, looks = Glimpses((120, 200)), 6, 0
    since = np.zeros((120, 200), np.float32)
    for n in range(15 * seconds):
        x, y = rng.integers(20, 100, 2)
        since[y : y + 20, x : x + 20] = n / 15
        looks += asked(plan, n / 15 + 0.12, since, np.ones((120, 200), bool)) is not None
    assert looks <= math.ceil(seconds / GLIMPSES.apart)


def nobody(image, quads, upper):
    return np.zeros((len(quads), len(DECK)))


def reads(table):
    """Reads an outline: the face of the card that lies just there, if the picture shows it."""

    def read(image, quads, _):
        now = table.picture()
        rows = nobody(image, quads, _)
        for row, outline in zip(rows, quads, strict=True):
            x, y = np.mean(outline, axis=0).astype(int)
            there = slice(y - 25, y + 25), slice(x - 20, x + 20)
            alike = np.abs(image[there].astype(float) - now[there]).mean() < 25
            lying = [card for card, corners in table.cards if overlap(corners, outline) > 0.7]
            row[[DECK.index(card) for card in lying[-1:]]] = 0.99 * alike
        return rows

    return read


def test_a_run_laid_without_lifting_the_hand_is_told_card_by_card_while_it_stays():
    watcher, table = watched(read=nobody)
    table.eyes.read = reads(table)
    told = run(watcher, table, 0.6, BELOW)
    places = {NINE: (520, 240), TEN: (550, 215), JACK: (500, 205)}
    for card, place in places.items():
        table.lay(card, *place)
        hand = ((400, 480), (place[0], place[1] + 60))
        told += run(watcher, table, 0.4, hand)
    told += run(watcher, table, 0.9, ((400, 480), (500, 265)))
    assert faces(told) == [NINE, TEN, JACK]
    assert all(laid.seats[0] == max(laid.seats) for laid in cards(told))
    assert cards(run(watcher, table, 1.0)) == []


FAR = (NINE, 420, 110)
"""A card that lies where no hand rests."""


def test_cards_held_beside_the_pile_are_never_told_though_the_hand_rests():
    watcher, table = watched(FAR)
    told = run(watcher, table, 0.3, HOLDING)
    table.lay(TEN, 640, 380)
    table.lay(JACK, 655, 372, 12)
    assert cards(told + run(watcher, table, 5.0, HOLDING)) == []


def two_under_a_hand():
    """A card, and another over it, under a hand that stays: a run, or one drawn over others in a fan."""
    watcher, table = watched()
    table.lay(NINE, 640, 380)
    told = run(watcher, table, 0.5, HOLDING)
    table.lay(TEN, 655, 372, 12)
    return watcher, table, told + run(watcher, table, 0.9, HOLDING)


def test_a_card_drawn_out_of_a_hand_tells_that_what_was_told_under_that_hand_was_held():
    watcher, table, told = two_under_a_hand()
    assert faces(told)[0] == NINE  # nothing tells yet that these are no run
    table.cards[-1] = (TEN, quad(420, 110))
    told += run(watcher, table, 0.9, HOLDING)
    gone = [face(each) for _, each in told if isinstance(each, CardGone)]
    assert NINE in gone and faces(told)[-1] == TEN
    assert [DECK[look.face] for look in watcher.lying] == [TEN]
