"""What lies still, whose arm it is, and where a card was laid on others."""

import cv2
import numpy as np
import pytest
from drawn_table import SEATS, SIZE, Drawn

from engine.cards import Card
from vision.motion.arms import Hands, blobs
from vision.motion.settings import MOTION
from vision.motion.stillness import Stillness, shrink_factor

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
    for number in range(30):
        by = rng.normal(0, 0.15, 2)
        image = cv2.warpAffine(table, np.float32([[1, 0, by[0]], [0, 1, by[1]]]), SIZE, borderMode=1)
        seen = still.look(image, number / 15)
    assert np.mean(seen.t - seen.since < 0.5) < 0.01


def hands_of(seats):
    return Hands([(x / FACTOR, y / FACTOR) for x, y in seats])


def likeliest(chances):
    return max(range(len(chances)), key=lambda seat: chances[seat])


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
    hands = hands_of(SEATS)
    seen = hands.look(blobs(arm(start, end)), 0.0)
    assert len(seen.entered) == 1 and seen.covered.any()
    seats = hands.arms[0].seats()
    assert likeliest(seats) == seat
    assert sum(seats) == pytest.approx(1)
    assert hands.look([], 1.0).left == seen.entered


def test_a_hand_that_only_just_reaches_in_is_told_by_where_it_does():
    hands = hands_of(SEATS)
    for number in range(8):  # as it goes on, for what rests tells nothing new
        hands.look(blobs(arm((330 - number, 0), (330 + 3 * number, 20))), number / 15)
    assert hands.arms[0].reach < MOTION.arms.least_reach
    assert hands.arms[0].seats()[1] > 0.9


def test_an_arm_of_which_only_the_hand_moves_comes_in_where_its_sleeve_rests():
    hands = hands_of(SEATS)
    sleeve = arm((420, 480), (480, 280))
    hands.look(blobs(sleeve), 0.0, None, sleeve & (np.arange(SMALL[1]) > 460 // FACTOR))
    assert hands.arms[0].seats()[0] > 0.9


def test_what_does_not_touch_the_border_is_no_arm():
    seen = hands_of(SEATS).look(blobs(arm((300, 300), (500, 280))), 0.0)
    assert not seen.entered and not seen.covered.any()


def test_whoever_reaches_past_something_that_has_long_lain_at_the_border_is_seen_by_himself():
    hands = hands_of(SEATS)
    sleeve, reaching = arm((380, 0), (480, 200)), arm((800, 260), (500, 220))
    hands.look(blobs(sleeve), 0.0)
    seen = hands.look(blobs(sleeve | reaching), 5.0, sleeve)
    assert len(seen.entered) == 1 and (seen.covered == sleeve | reaching).all()
    assert likeliest(seen.entered[0].seats()) == 2


def test_a_hand_cut_off_from_its_sleeve_goes_with_its_arm_while_it_moves():
    hands = hands_of(SEATS)
    sleeve, hand = arm((420, 480), (440, 400)), arm((480, 290), (500, 260))
    seen = hands.look(blobs(sleeve | hand), 0.0, None, sleeve | hand)
    assert len(seen.entered) == 1 and (seen.covered == sleeve | hand).all()
    assert (seen.entered[0].reached[hand] == 0.0).all()
    speck = np.zeros(SMALL, bool)
    speck[130:136, 245:251] = True
    for elsewhere in (arm((120, 100), (140, 90)), speck):
        seen = hands.look(blobs(sleeve | elsewhere), 0.1, None, sleeve | elsewhere)
        assert (seen.covered == sleeve).all(), "too far off, or too small"
    seen = hands.look(blobs(sleeve | hand), 0.2, None, sleeve)
    assert (seen.covered == sleeve).all(), "a card that rests is left on the table"


def eight_at_a_table():
    """Each player's place at the edge, in small pixels, and his right shoulder: three, one, three and one."""
    seats, shoulders = [], []
    for out, away, places in (
        ((0, 1), 290, (264, 0, -264)),
        ((-1, 0), 500, (0,)),
        ((0, -1), 290, (-264, 0, 264)),
        ((1, 0), 500, (0,)),
    ):
        right = np.array([out[1], -out[0]])
        for place in places:
            edge = np.multiply(out, away) + place * right
            seats.append(tuple(on_small(edge)))
            shoulders.append(edge + np.multiply(out, 520) + 130 * right)
    return seats, shoulders


def on_small(millimetres):
    return np.asarray(millimetres) * 0.36 + (SMALL[1] / 2, SMALL[0] / 2)


def test_of_eight_at_a_table_slanted_arms_belong_to_the_shoulder_that_they_come_from():
    seats, shoulders = eight_at_a_table()
    for place, shoulder in enumerate(shoulders):
        for target in ((0, 0), (-120, 0), (120, 0), (60, -80), (-60, 80), (0, 120)):
            start, end = (FACTOR * on_small(each) for each in (shoulder, target))
            hands = Hands(seats)
            hands.look(blobs(arm(start.astype(int), end.astype(int))), 0.0)
            assert likeliest(hands.arms[0].seats()) == place, (place, target)
