"""Spells in which a film shows nothing: noticed, skipped, and remembered where they matter."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from engine.boundaries import Frame, Unseen, ViewBack, ViewLost
from vision.camera.dropouts import Dropouts
from vision.motion.arms import Arm
from vision.table.bearings import Bearings

SHAPE = (72, 128, 3)


def film(seconds: float, fps: float = 15.0, seed: int = 1) -> Iterator[Frame]:
    """A table at rest, a camera's noise upon it, a bright thing moving across."""
    rng = np.random.default_rng(seed)
    for number in range(round(seconds * fps)):
        image = rng.normal(110, 2, SHAPE).astype(np.uint8)
        image[20:44, 3 * number % 100 : 3 * number % 100 + 24] = 220
        yield Frame(number, number / fps, "film", image)


def test_all_is_seen_in_a_film_without_gaps():
    dropouts = Dropouts()
    assert [dropouts.unseen(frame) for frame in film(2)] == [0.0] * 30


def test_black_pictures_show_nothing_and_their_time_is_told_afterwards():
    dropouts = Dropouts()
    told = []
    for frame in film(2):
        if 10 <= frame.number < 20:
            frame = Frame(frame.number, frame.t, "film", np.full(SHAPE, 3, np.uint8))
        told.append(dropouts.unseen(frame))
    assert told[10:20] == [None] * 10
    assert told[20] == pytest.approx(11 / 15) and told[:10] == [0.0] * 10 and told[21:] == [0.0] * 9


def test_a_picture_that_stops_dead_while_something_moves_shows_nothing_new():
    dropouts, frames = Dropouts(), list(film(2))
    stuck = [Frame(n, n / 15, "film", frames[9].image) if 10 <= n < 22 else frames[n] for n in range(30)]
    told = [dropouts.unseen(frame) for frame in stuck]
    assert told[10:22] == [None] * 12 and told[22] == pytest.approx(13 / 15)


def test_the_same_picture_of_a_table_at_rest_is_a_picture():
    dropouts, image = Dropouts(), np.full(SHAPE, 110, np.uint8)
    assert [dropouts.unseen(Frame(n, n / 15, "film", image)) for n in range(30)] == [0.0] * 30


def test_pictures_that_never_came_are_told():
    dropouts = Dropouts()
    came = [frame for frame in film(4) if not 20 <= frame.number < 50]
    told = [dropouts.unseen(replace(frame, number=n)) for n, frame in enumerate(came)]
    assert [seconds for seconds in told if seconds] == [pytest.approx(31 / 15)]


def test_pictures_that_a_busy_computer_passed_over_are_no_gap():
    dropouts = Dropouts()
    told = [dropouts.unseen(frame) for frame in film(4) if not 20 <= frame.number < 50]
    assert not any(told)


def test_a_camera_that_becomes_slower_is_soon_known_as_it_is():
    dropouts = Dropouts()
    times = [*(n / 30 for n in range(60)), *(2 + n / 2 for n in range(1, 40))]
    frames = zip(range(99), times, film(7), strict=False)
    told = [dropouts.unseen(replace(frame, number=n, t=t)) for n, t, frame in frames]
    assert sum(map(bool, told)) <= 8 and not any(told[-25:])


def test_black_pictures_at_the_start_of_an_evening_that_goes_on_have_only_just_begun():
    dropouts = Dropouts()
    assert dropouts.unseen(Frame(0, 3600.0, "film", np.zeros(SHAPE, np.uint8))) is None
    assert dropouts.since == 3600.0


class Watching:
    """An observer that only remembers."""

    arms_over, lying = np.zeros((1, 1), bool), ()

    def __init__(self):
        self.seen, self.gaps = [], []

    def look(self, frame):
        self.seen.append(frame.number)
        return []

    def interrupted(self, seconds):
        self.gaps.append(seconds)


def watched(observer):
    box = {"QS": ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0))}
    return Bearings(observer, SHAPE[1::-1], None, box, None)


def test_what_a_live_camera_did_not_show_for_a_while_is_told_once():
    bearings, image = watched(Watching()), np.full(SHAPE, 90, np.uint8)
    frames = [Frame(n, n / 10, "camera", image, gap) for n, gap in enumerate((0.0, 0.0, 7.5, 0.0))]
    assert [one for frame in frames for one in bearings.look(frame)] == [Unseen(0.2, 2, 7.5)]


def test_nobody_looks_at_black_pictures_and_people_are_told_when_they_last():
    observer = Watching()
    bearings, told = watched(observer), []
    for frame in film(6):
        if 30 <= frame.number < 75:
            frame = Frame(frame.number, frame.t, "film", np.zeros(SHAPE, np.uint8))
        told += bearings.look(frame)
    assert [type(one) for one in told] == [ViewLost, ViewBack, Unseen]
    assert observer.seen == [*range(30), *range(75, 90)] and observer.gaps == [pytest.approx(46 / 15)]


def test_an_arm_is_trusted_less_after_a_gap_and_not_at_all_when_it_was_done():
    mask = np.zeros((4, 4), bool)
    arm = Arm.enters(0.0, mask, 2)
    arm.votes, arm.weight = np.array([0.0, -9.0]), 1.0
    sure = arm.seats()[0]
    arm.unseen(1.0)
    assert 0.8 < arm.seats()[0] < sure
    arm.brought = 1.0
    arm.unseen(1.0)
    assert arm.seats() == pytest.approx((0.5, 0.5))
