"""Other cameras: the table file follows what they show, and what they add is the same every time."""

import cv2
import numpy as np
import pytest

from bench.films.lenses import EVERY, GAPS, LENSES, LOST, WHOLE, Gaps, lens, placed
from engine.boundaries import Frame
from engine.errors import BadInput
from engine.table import table_from_json

SIZE = (640, 360)
SPOTS = [(120.0, 90.0), (520.0, 110.0), (500.0, 290.0), (140.0, 300.0)]
TABLE = {
    "players": [{"name": "A", "seat": [320, 355]}, {"name": "B", "seat": [320, 5]}, {"name": "C"}],
    "dealer": "A",
    "board": SPOTS,
    "size": list(SIZE),
}


def picture():
    image = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    for x, y in SPOTS:
        cv2.circle(image, (int(x), int(y)), 9, (215, 215, 215), -1, cv2.LINE_AA)
    return image


@pytest.mark.parametrize("name", LENSES)
def test_places_follow_what_the_lens_shows(name):
    seen = lens(name, SIZE)
    image = seen.look(picture(), 3)
    assert image.dtype == np.uint8 and image.shape == (seen.size[1], seen.size[0], 3)
    table = placed(TABLE, seen)
    board = table_from_json(table, "the test", seen.size).board
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 3 * seen.size[0] / SIZE[0])
    reach = round(18 * seen.size[0] / SIZE[0])
    for x, y in board:
        left, top = round(x) - reach, round(y) - reach
        part = grey[top : top + 2 * reach, left : left + 2 * reach]
        *_, (across, down) = cv2.minMaxLoc(part)
        assert np.hypot(left + across - x, top + down - y) < 0.25 * reach
    assert "seat" not in table["players"][2]


@pytest.mark.parametrize("name", LENSES)
def test_a_lens_shows_the_same_every_time(name):
    first, second = (lens(name, SIZE).look(picture(), 7) for _ in range(2))
    assert np.array_equal(first, second)


def test_an_unknown_lens_is_named():
    with pytest.raises(BadInput, match="expected all, or some of dim"):
        lens("cracked", SIZE)


class Film:
    """Twenty-four seconds at ten pictures a second."""

    name, fps, size = "film", 10.0, SIZE

    def __init__(self):
        self.frames = iter([Frame(n, n / 10, "film", None) for n in range(240)])

    def __next__(self):
        return next(self.frames)


@pytest.mark.parametrize("earlier", GAPS)
def test_of_every_eight_seconds_some_are_lost_and_time_runs_on(earlier):
    frames = list(Gaps(Film(), earlier))
    assert [frame.number for frame in frames] == list(range(len(frames)))
    shown = {round(frame.t, 1) for frame in frames}
    for n in range(240):
        t = n / 10
        phase = round((t + earlier) % EVERY, 6)
        assert (t in shown) == (t < WHOLE or phase > LOST) or phase == LOST, t
