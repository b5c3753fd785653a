"""What lies still, whose arm it is, and where a card was laid on others."""

import cv2
import numpy as np
import pytest
from drawn_table import BOARD, SEATS, SIZE, Drawn

from engine.cards import Card
from vision.changes import Changes
from vision.fitting import Plane
from vision.geometry import overlap
from vision.hands import Hands, blobs
from vision.stillness import Stillness, shrink_factor

FACTOR = shrink_factor(SIZE[0])
SMALL = (SIZE[1] // FACTOR, SIZE[0] // FACTOR)


def test_pixels_are_still_since_they_last_changed():
    table, still = Drawn(), Stillness()
    for number in range(6):
        seen = still.look(table.picture(), number / 15)
    table.lay(Card(5, "H"), 500, 250)
    for number in range(6, 10):
        seen = still.look(table.picture(), number / 15)
    y, x = 250 // FACTOR, 480 // FACTOR
    assert seen.since[y, x] == pytest.approx(6 / 15, abs=0.01)
    assert seen.since[5, 5] == 0


def test_a_slow_fade_is_movement():
    table, still = Drawn(noise=1.0), Stillness()
    before = table.picture()
    table.lay(Card(5, "H"), 500, 250)
    after = table.picture()
    for number in range(20):
        share = min(1.0, number / 15)
        seen = still.look(cv2.addWeighted(before, 1 - share, after, share, 0), number / 15)
    assert seen.since[250 // FACTOR, 480 // FACTOR] > 0.7


def test_a_noisy_camera_still_shows_faint_changes():
    table, still = Drawn(noise=20.0), Stillness()
    for number in range(30):
        seen = still.look(table.picture(), number / 15)
    assert np.mean(seen.t - seen.since < 1.0) < 0.002
    assert seen.step < 20
    cv2.rectangle(table.table, (500, 250), (560, 340), (85, 115, 145), -1)
    came = 2.0
    for number in range(30, 36):
        seen = still.look(table.picture(), number / 15)
    there = seen.since[255 // FACTOR : 335 // FACTOR, 505 // FACTOR : 555 // FACTOR]
    assert np.mean(there >= came) > 0.9


def test_edges_that_shiver_lie_still():
    still, rng = Stillness(), np.random.default_rng(1)
    table = cv2.resize(rng.integers(40, 220, (48, 80, 3), np.uint8), SIZE, interpolation=cv2.INTER_NEAREST)
    for number in range(45):
        by = rng.normal(0, 0.15, 2)
        image = cv2.warpAffine(table, np.float32([[1, 0, by[0]], [0, 1, by[1]]]), SIZE, borderMode=1)
        seen = still.look(image, number / 15)
    assert np.mean(seen.t - seen.since < 0.5) < 0.01


def test_a_camera_that_was_pushed_once_does_not_shiver():
    still, rng = Stillness(), np.random.default_rng(2)
    table = cv2.resize(rng.integers(40, 220, (48, 80, 3), np.uint8), SIZE, interpolation=cv2.INTER_NEAREST)
    pushed = cv2.warpAffine(table, np.float32([[1, 0, 3], [0, 1, 2]]), SIZE, borderMode=1)
    for number in range(45):
        seen = still.look(table if number < 30 else pushed, number / 15)
    assert seen.steps.max() == seen.step


def arm(start, end):
    mask = np.zeros(SMALL, np.uint8)
    cv2.line(mask, [v // FACTOR for v in start], [v // FACTOR for v in end], 1, 20)
    return mask.astype(bool)


@pytest.mark.parametrize(
    ("start", "end", "seat"),
    [
        ((420, 480), (500, 280), 0),
        ((380, 0), (480, 200), 1),
        ((800, 260), (560, 250), 2),
        ((350, 480), (150, 200), 0),
    ],
)
def test_arms_belong_to_the_seat_that_they_come_from(start, end, seat):
    hands = Hands([(x / FACTOR, y / FACTOR) for x, y in SEATS])
    seen = hands.look(blobs(arm(start, end)), 0.0)
    assert len(seen.entered) == 1 and seen.covered.any()
    seats = hands.arms[0].seats()
    assert max(range(3), key=lambda place: seats[place]) == seat
    assert sum(seats) == pytest.approx(1)
    assert hands.look([], 1.0).left == seen.entered


def test_a_shadow_that_stays_at_another_side_of_the_picture_does_not_tell_whose_the_arm_was():
    hands = Hands([(x / FACTOR, y / FACTOR) for x, y in SEATS])
    hands.look(blobs(arm((60, 480), (110, 380))), 0.0)
    seats = hands.arms[0].seats()
    hands.look(blobs(arm((0, 430), (120, 380))), 0.1)
    assert [arm.seats() for arm in hands.arms] == [seats]


def test_what_does_not_touch_the_border_is_no_arm():
    hands = Hands([(x / FACTOR, y / FACTOR) for x, y in SEATS])
    seen = hands.look(blobs(arm((300, 300), (500, 280))), 0.0)
    assert not seen.entered and not seen.covered.any()


def test_whoever_reaches_past_something_that_has_long_lain_at_the_border_is_seen_by_himself():
    hands = Hands([(x / FACTOR, y / FACTOR) for x, y in SEATS])
    sleeve, reaching = arm((380, 0), (480, 200)), arm((800, 260), (500, 220))
    hands.look(blobs(sleeve), 0.0)
    seen = hands.look(blobs(sleeve | reaching), 5.0, sleeve)
    assert len(seen.entered) == 1 and (seen.covered == sleeve | reaching).all()
    seats = seen.entered[0].seats()
    assert max(range(3), key=lambda place: seats[place]) == 2


@pytest.mark.parametrize("turn", [12, 75, 140])
def test_a_card_on_cards_is_fitted_to_what_it_changed(turn):
    table = Drawn(noise=1.0)
    plane = Plane(BOARD, SIZE)
    empty = table.picture()
    table.lay(Card(9, "C"), 520, 260, 30)
    first = table.picture()
    changed = cv2.absdiff(empty, first).max(axis=2) > 20
    rough = plane.single(changed[150:380, 400:650], (400, 150))
    assert rough is not None
    outline = plane.trimmed(empty, first, rough)
    assert overlap(outline, table.cards[0][1]) > 0.88
    plane.measure(outline)
    table.lay(Card(8, "H"), 528, 254, turn)
    fits = plane.fits(first, table.picture(), (430, 160, 620, 350), 15)
    assert max(overlap(fit.corners, table.cards[1][1]) for fit in fits) > 0.75


def test_without_a_known_size_nothing_is_fitted():
    table = Drawn()
    assert Plane(None, SIZE).fits(table.picture(), table.picture(), (0, 0, 100, 100), 12) == []


def test_what_is_found_after_a_bump_came_to_lie_no_earlier():
    table, still, changes = Drawn(noise=1.0), Stillness(), Changes(Hands([]))
    table.lay(Card(5, "H"), 500, 250)
    for number in range(15):
        changes.look(still.look(table.picture(), number / 15))
    aside = np.array([[1, 0, 12], [0, 1, 0], [0, 0, 1]], float)
    changes.moved(aside, still.look(table.picture(), 1.0))
    for number in range(16, 20):
        news, _ = changes.look(still.look(table.picture(), number / 15))
    assert news and min(piece.t for piece in news) >= 1.0
