"""One card read along several outlines."""

import numpy as np
import pytest

from vision.cards.poses import poses
from vision.geometry.quads import overlap

OUTLINE = ((100.0, 100.0), (160.0, 100.0), (160.0, 190.0), (100.0, 190.0))


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
