"""A drawn table seen by a camera that can be pushed, or whose board can, and who keeps its bearings."""

from copy import deepcopy
from functools import cache

import cv2
import numpy as np
from drawn_table import BOARD, FPS, Drawn
from observed import JACK, NINE, TEN, Eyes

from engine.boundaries import CardLaid, ViewLost
from engine.cards import HONOURS
from vision.geometry.plane_fit import project
from vision.motion.watch import Watch
from vision.observer.observer import Observer
from vision.table.bearings import Bearings

SIZE = (640, 400)
SHAPE = SIZE[::-1]
SEATS = ((320.0, 420.0), (320.0, -20.0), (660.0, 200.0))
BELOW = ((360, 400), (440, 290))
CLOTH = (60, 90, 120)
ROW = {
    box: tuple((float(x), float(y)) for x, y in ((left, 40), (left + 40, 40), (left + 40, 240), (left, 240)))
    for box, left in zip(HONOURS, range(40, 240, 40), strict=True)
}
"""Boxes side by side on the board."""


def pushed(shift, turn=0.0, zoom=0.99):
    """What a push of the camera does to the picture."""
    matrix = np.vstack([cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn, zoom), [0, 0, 1]])
    matrix[:2, 2] += shift
    return matrix


class Bumped(Drawn):
    """A drawn table with prints on its board, seen by a camera that can be pushed, or whose board can."""

    def __init__(self, noise=2.0):
        super().__init__(0, noise, SIZE)
        self.camera, self.dark = np.eye(3), False
        rng = np.random.default_rng(5)
        for _ in range(70):
            x, y = rng.uniform(50, 230, 2)
            colour = tuple(int(value) for value in rng.integers(0, 255, 3))
            cv2.circle(self.table, (int(x), int(y)), int(rng.integers(3, 9)), colour, -1)
        for x, y in rng.uniform((260, 20), (620, 380), (45, 2)):
            cv2.circle(self.table, (int(x), int(y)), 4, (40, 60, 80), -1)
        self.bare = self.table.copy()

    def beside_the_board(self, cloth=CLOTH):
        """Lays another cloth, nothing on it, right of the board."""
        self.bare[:, 260:] = cloth
        self.table = self.bare.copy()
        return self

    def push_board(self, right, down):
        x0, y0, x1, y1 = 34, 34, 246, 246
        self.table = self.bare.copy()
        self.table[y0:y1, x0:x1] = CLOTH
        self.table[y0 + down : y1 + down, x0 + right : x1 + right] = self.bare[y0:y1, x0:x1]

    def picture(self, arm=None, gain=1.0):
        image = super().picture(arm, gain)
        if self.dark:
            return (image * 0.02).astype(np.uint8)
        if (self.camera == np.eye(3)).all():
            return image
        return cv2.warpPerspective(image, self.camera, SIZE, borderMode=cv2.BORDER_REPLICATE)

    def find(self, image, region):
        x0, y0, x1, y1 = region
        looks = [
            type(look)(tuple(map(tuple, project(self.camera, look.corners))), look.faces)
            for look in super().find(image, (0, 0, *SIZE))
        ]
        middles = [np.mean(look.corners, axis=0) for look in looks]
        return [look for look, (x, y) in zip(looks, middles, strict=True) if x0 <= x <= x1 and y0 <= y <= y1]


def run(bearings, table, seconds, arm=None):
    told = []
    for _ in range(round(seconds * FPS)):
        told += bearings.look(table.frame(arm))
    return told


def kinds(told, kind):
    return [sighting for sighting in told if isinstance(sighting, kind)]


def lay(bearings, table, card, x, y):
    """What is told of a card laid by the player below; of his arm nothing is a bump."""
    told = run(bearings, table, 0.4, BELOW)
    table.lay(card, x, y, 15)
    told += run(bearings, table, 0.2, BELOW) + run(bearings, table, 0.8)
    assert kinds(told, ViewLost) == []
    return kinds(told, CardLaid)


def unknown(table, honours=HONOURS, cards=None):
    """Who does not know yet where the board of a table lies, or that it has none."""
    observer = Observer(Watch(SIZE, SEATS, 3), {}, None, Eyes(table).detectors)
    return Bearings(observer, SIZE, None, {}, cards, honours)


@cache
def _begun(board, cards):
    table = Bumped()
    if board:
        observer = Observer(Watch(SIZE, SEATS, 3), ROW, BOARD, Eyes(table).detectors)
        bearings = Bearings(observer, SIZE, BOARD, ROW, None)
    else:
        bearings = unknown(table, ())
    run(bearings, table, 0.8)
    for place, card in enumerate((NINE, TEN, JACK)[:cards]):
        assert len(lay(bearings, table, card, 400 + 90 * place, 240)) == 1
    return bearings, table


def known(*, board=True, cards=1):
    """Who knows a table with boxes in a row on its board, or with none, and that table: watched once."""
    return deepcopy(_begun(board, cards))
