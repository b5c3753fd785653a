"""Pictures from which the finder of chips learns: a box with chips, and the same box empty."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.scenes import chip_scenes, chip_stage
from models.training.scenes.chip_scenes import box_scene, laid_scene
from models.training.scenes.chip_stage import NOTHING, SIDE


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """A card pack and some tables suffice."""
    few_cards, few_grounds = chip_stage.card_art(1, 3), chip_stage.grounds(4)
    monkeypatch.setattr(chip_stage, "card_art", lambda: few_cards)
    for module in (chip_stage, chip_scenes):
        monkeypatch.setattr(module, "grounds", lambda: few_grounds)


def test_chips_laid_beside_each_other_hide_each_other_less_than_thrown_ones():
    def hidden(draw):
        scenes = [draw(np.random.default_rng([4, number])) for number in range(24)]
        assert draw is box_scene or all(scene.bare is not None for scene in scenes)
        few = [scene.chips for scene in scenes if 2 <= len(scene.chips) <= 8]
        return np.mean([chip.visible < 0.8 for chips in few for chip in chips])

    assert hidden(laid_scene) < 0.7 * hidden(box_scene)


def test_a_box_differs_from_the_empty_one_where_chips_lie():
    scenes = [box_scene(np.random.default_rng([3, number])) for number in range(24)]
    seen = [scene for scene in scenes if scene.bare is not None]
    assert 12 <= len(seen) < 24
    differs = []
    for scene in seen:
        assert scene.bare.shape == scene.image.shape == (SIDE, SIDE, 3)
        apart = np.abs(scene.image.astype(int) - scene.bare).max(axis=2)
        chips, rest = scene.owner >= 0, scene.owner == NOTHING
        if min(chips.sum(), rest.sum()) > 500:
            differs.append(apart[chips].mean() > 1.3 * apart[rest].mean())
    assert len(differs) >= 8 and np.mean(differs) > 0.7
