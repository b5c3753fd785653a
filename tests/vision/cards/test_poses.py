"""One card read along several outlines."""

import numpy as np
import pytest

from engine.boundaries import CardLook
from engine.cards import DECK, Card
from vision.cards.poses import best_of_poses, poses
from vision.geometry.quads import overlap

OUTLINE = ((100.0, 100.0), (160.0, 100.0), (160.0, 190.0), (100.0, 190.0))
SIX, EIGHT = Card(6, "S"), Card(8, "S")


def look(card, sure, quad=OUTLINE):
    return CardLook(quad, tuple(sure * (card == each) for each in DECK))


def test_the_outlines_tried_lie_about_the_given_one():
    tried = poses(OUTLINE)
    assert len(set(tried)) == 9
    assert all(overlap(OUTLINE, quad) > 0.75 for quad in tried)
    assert np.mean([np.mean(quad, axis=0) for quad in tried], axis=0) == pytest.approx((130, 145))


def test_farther_off_every_outline_near_the_given_one_is_close_to_one_that_is_tried():
    tried = poses(OUTLINE, far=True)
    rng = np.random.default_rng(1)
    for right, down in rng.uniform(-0.15, 0.15, (50, 2)) * 60:
        true = tuple((x + right, y + down) for x, y in OUTLINE)
        assert max(overlap(true, quad) for quad in tried) > 0.85


def test_a_turned_card_is_read_along_its_true_outline():
    beside = poses(OUTLINE)
    said = best_of_poses([look(EIGHT, 0.4), look(SIX, 0.96, beside[3]), look(EIGHT, 0.3)])
    assert said.corners == beside[3]
    assert said.faces[SIX.index] > 0.9


def test_readings_that_contradict_each_other_stay_doubtful():
    said = best_of_poses([look(EIGHT, 0.8), look(SIX, 0.82)])
    assert max(said.faces) < 0.6
