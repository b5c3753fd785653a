"""Cards under hands: runs laid without lifting it, cards held over the table, glimpses and what they cost."""

import math
from copy import copy
from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_table import BACK, quad
from hypothesis import given, settings
from hypothesis import strategies as st
from observed import BELOW, JACK, NINE, TEN, cards, face, faces, run, watched

from engine.boundaries import CardGone
from engine.cards import DECK
from vision.geometry.quads import as_quad, overlap
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


def test_a_card_held_upright_is_askew_or_long_on_the_table(plane):
    upright = ((480.0, 430.0), (540.0, 430.0), (540.0, 530.0), (480.0, 530.0))
    assert plane.off(upright) > TRACKING.tracks.off_plane


@settings(deadline=None, max_examples=40)
@given(st.floats(300, 900), st.floats(250, 600), st.floats(0, 180), st.floats(0.62, 0.95), st.booleans())
def test_a_card_of_which_fingers_hide_an_end_is_completed(plane, x, y, turn, seen, far_end):
    whole = on_the_table(plane, x, y, turn)
    a, b, c, d = np.array(whole)
    part = (a, b, b + seen * (c - b), a + seen * (d - a)) if far_end else (
        d + seen * (a - d), c + seen * (b - c), c, d
    )  # fmt: skip
    completed = plane.completions(as_quad(np.array(part)))
    assert max(overlap(each, whole) for each in completed) > 0.93


def test_nothing_is_completed_while_nobody_knows_how_large_cards_are():
    assert Plane(SLANTED, (1280, 720)).completions(quad(500, 400)) == []


def asked(plan, t, since, rests, laid=(60.0, 60.0)):
    part = plan.due(t, since, rests, 300.0, laid)
    return None if part is None else int(part.sum())


def test_what_comes_to_rest_where_cards_are_laid_is_looked_at_and_a_few_times_only():
    plan, since = Glimpses((120, 200)), np.zeros((120, 200), np.float32)
    rests = np.zeros((120, 200), bool)
    rests[50:70, 50:70] = True
    since[rests] = 1.0
    times = [1.2 + n / 15 for n in range(60)]
    looks = [t for t in times if asked(plan, t, since, rests)]
    assert len(looks) == GLIMPSES.tries
    assert min(np.diff(looks)) >= GLIMPSES.apart - 1e-9
    since[55:70, 50:70] = 6.0  # the next card
    assert asked(plan, 6.2, since, rests) == 300
    plan.found(waits=False)
    assert asked(plan, 6.4, since, rests) is None


def test_hands_that_stir_cards_elsewhere_cost_no_look():
    plan, rests = Glimpses((120, 200)), np.zeros((120, 200), bool)
    rests[80:118, 150:198] = True
    for n in range(60):
        since = np.full((120, 200), n / 15, np.float32)
        assert asked(plan, n / 15 + 0.12, since, rests) is None


def test_what_lies_still_elsewhere_is_looked_at_once_part_by_part():
    plan, since = Glimpses((120, 200)), np.zeros((120, 200), np.float32)
    rests = np.zeros((120, 200), bool)
    rests[5:25, 5:25] = rests[80:100, 150:170] = rests[60:64, 100:104] = True
    since[5:25, 5:25], since[80:100, 150:170] = 1.0, 2.0
    times = [2.1 + n / 15 for n in range(60)]
    parts = [(t, plan.elsewhere(t, since, rests, 300.0)) for t in times]
    looks = [(t, np.argwhere(part).min(axis=0).tolist()) for t, part in parts if part is not None]
    assert [where for _, where in looks] == [[5, 5], [80, 150]]  # the second has not lain for long at first
    assert looks[1][0] - looks[0][0] >= GLIMPSES.apart_elsewhere - 1e-9
    assert all(t - 2.0 >= GLIMPSES.lies for t, where in looks if where == [80, 150])


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


def test_a_card_that_waits_in_the_air_is_told_where_it_comes_to_lie():
    watcher, table = watched()
    told = run(watcher, table, 0.3, ((400, 480), (440, 420)))
    table.lay(NINE, 440, 370)
    told += run(watcher, table, 0.3, ((400, 480), (440, 420)))
    table.cards[-1] = (NINE, quad(520, 240))
    told += run(watcher, table, 1.2, BELOW) + run(watcher, table, 1.0)
    [laid] = cards(told)
    assert overlap(laid.look.corners, quad(520, 240)) > 0.9


FAR = (NINE, 420, 110)
"""A card that lies where no hand rests."""


def test_a_card_laid_beside_the_hand_that_holds_the_others_is_told_while_that_hand_stays():
    """In rows before the players each hand holds its cards beside its own row all the time."""
    watcher, table = watched(FAR)
    run(watcher, table, 1.0, HOLDING)
    for laid in ((TEN, 640, 380), (JACK, 620, 385)):
        table.lay(*laid)
        assert faces(run(watcher, table, 4.0, HOLDING)) == [laid[0]]
    assert cards(run(watcher, table, 1.0)) == []


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


def test_a_run_laid_under_a_hand_that_stays_is_no_fan_though_the_next_card_lies_free_elsewhere():
    """In rows before the players the hand that holds the others stays beside the row that it began."""
    watcher, table, told = two_under_a_hand()
    table.lay(JACK, 420, 110)
    told += run(watcher, table, 0.9, HOLDING)
    assert faces(told) == [NINE, TEN, JACK]
    assert not [each for _, each in told if isinstance(each, CardGone)]


def test_what_shows_no_face_counts_only_where_cards_are_laid():
    """Packets that are dealt, backs, a sheet of paper: before the first card and elsewhere they are none."""
    watcher, table = watched()

    def laid(card, x, y):
        told = run(watcher, table, 0.4, ((400, 480), (x, y)))
        table.lay(card, x, y)
        return cards(told + run(watcher, table, 1.5))

    told = laid(BACK, 640, 380) + laid(*FAR) + laid(BACK, 240, 330)
    assert [face(each) for each in told] == [NINE]
    assert [max(each.look.faces) for each in laid(BACK, 490, 115)] == [0.0]


def test_of_two_arms_that_came_at_once_either_may_have_laid_a_fan():
    watcher, table = watched()
    run(watcher, table, 0.4, ((640, 700), (640, 380)))
    table.lay(NINE, 640, 380)
    run(watcher, table, 1.0)
    upper = watcher._lying.cards[-1]
    (arm,) = [arm for arm in watcher._arms if arm.entered == upper.arrived]
    watcher._arms.append(copy(arm))
    beside = replace(upper.look, corners=quad(700, 380), faces=tuple(float(card == TEN) for card in DECK))
    (laid,) = watcher._laid_with(table.frame(), beside, upper)
    assert face(laid) == TEN and sum(laid.seats) == pytest.approx(1)


def test_the_same_card_where_it_lay_long_before_is_no_new_one():
    watcher, table = watched((NINE, 520, 240))
    for n in range(6):
        assert cards(run(watcher, table, 0.5, ((400, 480), (500 + 10 * n, 330)))) == []
    assert cards(run(watcher, table, 1.0)) == []
