"""Where a card lies under one that was laid with it, told by what changed beside that one."""

import cv2
import numpy as np
import pytest

from vision.cards.layout.settings import LAYOUT
from vision.geometry.quads import overlap
from vision.tracking.alongside import alongside

CARD = (60.0, 84.0)
SCALE = 0.5
SHAPE = (240, 400)
"""Height and width of the small picture."""


def turned(x, y, degrees):
    """A card's corners round a middle, the first edge a short one."""
    turn = np.radians(degrees)
    spin = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * CARD
    return (corners @ spin + (x, y)).astype(np.float32)


def covered(corners):
    mask = np.zeros(SHAPE, np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners * SCALE).astype(np.int32), 1)
    return mask > 0


UPPER = turned(400, 240, 25)


@pytest.mark.parametrize("turn", [-12, 0, 9])
@pytest.mark.parametrize("right, down", [(22, 3), (-15, 8), (6, -30), (-20, -20), (2, 38)])
def test_a_card_that_peeps_out_beside_the_upper_one_is_outlined(right, down, turn):
    lower = turned(400 + right, 240 + down, 25 + turn)
    strip = covered(lower) & ~covered(UPPER)
    told = alongside(UPPER, strip, SCALE)
    assert max(overlap(outline, lower) for outline in told) > 0.7
    assert overlap(told[0], lower) > 0.5
    assert len(told) <= LAYOUT.underneath.most


def test_what_is_printed_on_the_strip_tells_the_card_though_its_paper_changed_nothing():
    lower = turned(426, 246, 33)
    printed = np.zeros(SHAPE, bool)
    printed[::4, ::4] = True
    strip = covered(lower) & ~covered(UPPER)
    told = alongside(UPPER, strip & cv2.dilate(printed.astype(np.uint8), np.ones((3, 3))).astype(bool), SCALE)
    assert max(overlap(outline, lower) for outline in told) > 0.7


def test_without_news_beside_the_upper_card_nothing_is_outlined():
    nothing = np.zeros(SHAPE, bool)
    assert alongside(UPPER, nothing, SCALE) == []
    assert alongside(UPPER, covered(turned(400, 240, 25) * 0.8 + 0.2 * np.array((400, 240))), SCALE) == []
    far_off = nothing.copy()
    far_off[5:30, 5:30] = True
    assert alongside(UPPER, far_off, SCALE) == []
