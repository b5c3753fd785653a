"""Films by seed stay what they were: whatever is added has dice and a switch of its own.

`same_films.png` holds small pictures of five frames (a column each) of four films (a row each), as they were
on 2026-11-27, before people lived at the simulated table; of one film two are looked at.
"""

import hashlib
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.simulator import Disturbances, SimulatedTable
from hardware.simulator.disturbances import UNRULY

FILMS = [(3, 4, "none", "89f8"), (8, 3, "none", "12eb"), (5, 5, "unruly", "f555"), (7, 8, "unruly", "ad02")]
"""Seed, players, disturbances, and the first digits of what the truth tells (see `digest`)."""
FRAMES = {0: 2, 1: 60}
"""Numbers of frames, at 5 a second and twice the pace, by their columns."""
LOOKED_AT = (2,)
"""The film whose pictures are drawn, one at which much happens; of the others the truth is enough."""
SMALL = (48, 27)
"""Pixels of a small picture, width and height: the camera's noise is averaged away."""
KEPT = Path(__file__).with_name("same_films.png")


def digest(table):
    """Of who did what and when; places in the picture are left to the pictures."""
    told = [*table.truth["events"], table.truth["settlement"]]
    truth = [{name: each for name, each in event.items() if name != "corners"} for event in told]
    return hashlib.sha256(json.dumps([truth, table.calls], sort_keys=True).encode()).hexdigest()[:4]


@pytest.mark.parametrize(("row", "film"), list(enumerate(FILMS)))
def test_films_of_old_stay_the_same(row, film):
    seed, players, names, was = film
    assert len(UNRULY) == 20
    table = SimulatedTable(seed, players, disturbances=Disturbances.of(names), fps=5, pace=2)
    assert digest(table) == was
    if row not in LOOKED_AT:
        return
    width, height = SMALL
    kept = cv2.imread(str(KEPT))[row * height : (row + 1) * height]
    seen = table.pictures(number / table.fps for number in FRAMES.values())
    for column, image in zip(FRAMES, seen, strict=True):
        was = kept[:, column * width : (column + 1) * width]
        away = np.abs(was.astype(int) - cv2.resize(image, SMALL, interpolation=cv2.INTER_AREA))
        # Another processor rounds a pixel here and there otherwise; a thing that comes or goes is seen.
        assert away.max() <= 6 and away.mean() < 0.2
