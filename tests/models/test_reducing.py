"""Smaller pictures: every pixel is the mean of those it stands for, and places stay where they were."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from models.reducing import reduced, reduced_around


@pytest.mark.parametrize("shape", [(512, 768), (301, 455), (1024, 96)])
def test_a_reduced_picture_keeps_its_mean_and_fine_lines_become_grey(shape: tuple[int, int]) -> None:
    lines = np.zeros((*shape, 3), np.uint8)
    lines[::2] = 255
    size = (shape[1] // 4, shape[0] // 4)
    small = reduced(lines, size)
    assert small.shape == (size[1], size[0], 3)
    assert np.abs(small[1:-1].astype(float) - 127.5).max() < 30


def test_a_picture_of_the_wanted_size_is_left_as_it_is() -> None:
    image = np.arange(300, dtype=np.uint8).reshape(10, 10, 3)
    assert reduced(image, (10, 10)) is image


def test_a_place_is_found_again_in_the_part_around_it() -> None:
    x, y = np.meshgrid(np.arange(500), np.arange(400))
    image = np.stack([x // 2, y // 2, x * 0], axis=2).astype(np.uint8)
    for shrink, corner in itertools.product((1.0, 1.5, 3.3, 8.0), ((40, 60), (-30, 150), (420, 250))):
        quad = np.array([(0, 0), (120, 10), (110, 170), (-5, 160)], float) + corner
        part, moved = reduced_around(image, quad, shrink)
        assert part.shape[0] <= 190 / shrink + 2 and part.shape[1] <= 150 / shrink + 2
        inside = np.round(moved).astype(int)
        seen = (inside >= 0).all(1) & (inside < part.shape[1::-1]).all(1)
        assert seen.any(), (shrink, corner)
        for (u, v), place in zip(inside[seen], quad[seen], strict=True):
            assert np.abs(part[v, u, :2] - place / 2).max() <= shrink / 2 + 1, (shrink, corner)
