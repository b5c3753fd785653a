"""Films by seed stay what they were: whatever is added has dice and a switch of its own.

`same_films.png` holds one small picture for each of `FRAMES` (a column) of each of `FILMS` (a row), as
they were on 2026-11-27, before people lived at the simulated table.
"""

import hashlib
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.simulator import Disturbances, SimulatedTable
from hardware.simulator.disturbances import UNRULY
from hardware.simulator.filming.renderer import Renderer

FILMS = [(3, 4, "none", "89f8"), (8, 3, "none", "12eb"), (5, 5, "unruly", "f555"), (7, 8, "unruly", "ad02")]
"""Seed, players, disturbances, and the first digits of what the truth tells (see `digest`)."""
FRAMES = (2, 60, 140, 220, 300)
"""Numbers of frames, at 5 a second and twice the pace."""
SMALL = (48, 27)
"""Pixels of a small picture, width and height: the camera's noise is averaged away."""
KEPT = Path(__file__).with_name("same_films.png")


def filmed(seed, players, names):
    assert len(UNRULY) == 20
    return SimulatedTable(seed, players, disturbances=Disturbances.of(names), fps=5, pace=2)


def digest(table):
    """Of who did what and when; places in the picture are left to the pictures."""
    truth = [{name: each for name, each in event.items() if name != "corners"} for event in told(table)]
    return hashlib.sha256(json.dumps([truth, table.calls], sort_keys=True).encode()).hexdigest()[:4]


def told(table):
    return [*table.truth["events"], table.truth["settlement"]]


def pictures(table):
    """Small pictures of `FRAMES` side by side."""
    renderer = Renderer(table._room, table._script, table.fps)
    seen = [renderer.picture(number / table.fps) for number in FRAMES]
    return np.hstack([cv2.resize(image, SMALL, interpolation=cv2.INTER_AREA) for image in seen])


@pytest.mark.parametrize(("row", "film"), list(enumerate(FILMS)))
def test_films_of_old_stay_the_same(row, film):
    seed, players, names, was = film
    table = filmed(seed, players, names)
    assert digest(table) == was
    kept = cv2.imread(str(KEPT))[row * SMALL[1] : (row + 1) * SMALL[1]]
    away = np.abs(kept.astype(int) - pictures(table))
    # Another processor rounds a pixel here and there otherwise; a thing that comes or goes is seen.
    assert away.max() <= 6 and away.mean() < 0.2
