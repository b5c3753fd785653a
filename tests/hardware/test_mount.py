"""The camera's arm: what is seen from where, and parts that a printer can print."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadInput
from hardware.mount.build import PARTS, build
from hardware.mount.field_of_view import best_height, coverage

LONG = pytest.mark.skipif("NAINJAUNE_LONG" not in os.environ, reason="NAINJAUNE_LONG=1 makes all parts")


def test_straight_down_the_picture_is_a_rectangle_of_the_table() -> None:
    seen = coverage(1000, 0, 90, (1000, 500))
    assert seen.near == pytest.approx(2000) and seen.far == pytest.approx(2000)
    assert seen.depth == pytest.approx(1000)
    assert seen.card_near == pytest.approx(57 / 2)


@given(
    height=st.floats(300, 2000),
    slant=st.floats(0, 35),
    angle=st.floats(40, 80),
    place=st.floats(-0.5, 0.5),
)
def test_coverage_is_what_a_pinhole_camera_sees(height, slant, angle, place) -> None:
    """A camera matrix, written out, projects the four corners of the seen part into the picture's corners."""
    size = (1920, 1080)
    seen = coverage(height, slant, angle, size)
    focal = size[0] / 2 / np.tan(np.radians(angle / 2))
    tilt = np.radians(slant)
    down, up = np.array([0, np.sin(tilt), -np.cos(tilt)]), np.array([0, np.cos(tilt), np.sin(tilt)])

    def pixel(x: float, y: float) -> tuple[float, float]:
        ray = np.array([x, y, -height])
        return focal * ray[0] / (ray @ down) + size[0] / 2, size[1] / 2 - focal * (ray @ up) / (ray @ down)

    start = height * np.tan(tilt - np.arctan(size[1] / 2 / focal))
    assert pixel(seen.near * place, start) == pytest.approx(((place + 0.5) * size[0], size[1]), abs=0.01)
    assert pixel(seen.far * place, start + seen.depth) == pytest.approx(
        ((place + 0.5) * size[0], 0), abs=0.01
    )
    # A card's short side lying along the view, at the far edge, where it is foreshortened most.
    far = start + seen.depth
    length = abs(pixel(0, far - 0.01)[1] - pixel(0, far + 0.01)[1]) / 0.02 * 57
    assert seen.card_far == pytest.approx(length, rel=0.01)


def test_the_lowest_height_covers_and_one_below_does_not() -> None:
    height = best_height(900, 700, 10)
    assert height is not None
    assert coverage(height, 10).holds(900, 700)
    assert not coverage(height - 10, 10).holds(900, 700)
    assert best_height(9000, 7000) is None


def test_numbers_out_of_range_are_one_line() -> None:
    with pytest.raises(BadInput, match="height"):
        coverage(50)
    with pytest.raises(BadInput, match="far edge"):
        coverage(900, 60, 100)
    with pytest.raises(BadInput, match="no such measure"):
        build(Path("."), {"weight": 3})
    with pytest.raises(BadInput, match="tube=90"):
        build(Path("."), {"tube": 90})


def solid(stl: Path) -> tuple[np.ndarray, bool]:
    """Size in mm, and whether every edge belongs to two triangles: then the part is closed."""
    points = re.findall(r"vertex (\S+) (\S+) (\S+)", stl.read_text())
    triangles = [points[n : n + 3] for n in range(0, len(points), 3)]
    edges = Counter(frozenset((t[a], t[b])) for t in triangles for a, b in ((0, 1), (1, 2), (2, 0)))
    corners = np.array(points, float)
    return np.ptp(corners, axis=0), bool(edges) and all(n % 2 == 0 for n in edges.values())


@pytest.mark.skipif(shutil.which("openscad") is None, reason="OpenSCAD is not installed (Debian: openscad)")
@pytest.mark.parametrize("parts", [("tilt",), pytest.param(PARTS, marks=LONG)])
def test_every_part_is_closed_and_fits_a_small_printer(parts: tuple[str, ...], tmp_path: Path) -> None:
    made = build(tmp_path, {"tube": 25, "phone_width": 90}, parts)
    assert [path.stem for path in made] == list(parts)
    for path in made:
        size, closed = solid(path)
        assert closed, path.stem
        assert np.all(np.sort(size) <= (120, 180, 200)) and np.all(size > 5), (path.stem, size)
