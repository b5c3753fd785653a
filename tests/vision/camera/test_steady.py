"""A trembling camera's pictures, taken back to where the table lay."""

import cv2
import numpy as np
import pytest
from drawn_table import SIZE, Drawn

from engine.cards import Card
from vision.camera.steady import steadied, trembled
from vision.motion.stillness import Stillness

FACTOR = 3


def laid():
    table = Drawn(noise=0.0)
    for number in range(8):
        table.lay(Card(number + 1, "S"), 330 + 45 * number, 150 + 25 * number, 20 * number)
    return table.picture()


def off(image, x, y):
    return cv2.warpAffine(image, np.float32([[1, 0, x], [0, 1, y]]), SIZE, borderMode=cv2.BORDER_REPLICATE)


def small(image):
    size = (SIZE[0] // FACTOR, SIZE[1] // FACTOR)
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32)


@pytest.mark.parametrize("by", [(0.5, 0.0), (-0.4, 0.7), (0.9, -0.6)])
def test_a_tremor_is_told_and_taken_back(by):
    table = laid()
    seen = off(table, *by)
    # An arm over a third of the picture must not lead it astray.
    cv2.line(seen, (800, 480), (600, 300), (140, 60, 40), 120)
    shift = trembled(small(seen), small(table))
    assert shift is not None
    x, y = (FACTOR * part for part in shift)
    assert np.hypot(x - by[0], y - by[1]) < 0.3
    lies = (slice(20, 140), slice(100, 170))
    before, after = (
        np.abs(small(each) - small(table))[lies].max() for each in (seen, steadied(seen, (x, y)))
    )
    assert after < 0.6 * before


def test_still_pictures_and_bumps_are_left_alone():
    table = laid()
    assert trembled(small(table), small(table)) is None
    assert trembled(small(off(table, 4, 0)), small(table)) is None
    empty = np.full_like(small(table), 90)
    assert trembled(empty + 3, empty) is None


def test_on_a_shaking_table_cards_lie_still():
    table, still, rng = laid(), Stillness(), np.random.default_rng(5)
    for number in range(30):
        seen = still.look(off(table, *rng.normal(0, 0.3, 2)), number / 15)
    assert np.mean(seen.t - seen.since < 0.5) < 0.002
    assert seen.steps.max() < 4 * seen.step
