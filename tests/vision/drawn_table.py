"""A table drawn in a few lines: cards, arms and chips where a test wants them."""

from functools import cache

import cv2
import numpy as np

from engine.boundaries import CardLook, Frame
from engine.cards import DECK

SIZE = (800, 480)
FPS = 10
"""As many as a phone on a busy network sends: what is watched at ten pictures is cheaper than at fifteen."""
CARD = (60.0, 90.0)
BOARD = ((40.0, 40.0), (240.0, 40.0), (240.0, 240.0), (40.0, 240.0))
BACK = None
"""Lies like a card and shows no face."""
SEATS = ((400.0, 500.0), (400.0, -20.0), (820.0, 240.0))
"""Below, above and to the right of the picture."""


def quad(x, y, turn=0.0):
    """A card's corners, clockwise from a short edge."""
    points = cv2.boxPoints(((x, y), CARD, turn))
    if np.linalg.norm(points[1] - points[0]) > np.linalg.norm(points[2] - points[1]):
        points = np.roll(points, -1, axis=0)
    return tuple((float(px), float(py)) for px, py in points)


def seen_at(card, sure, x, y, turn=0.0):
    """A look that shows this card, so surely, at a place."""
    return CardLook(quad(x, y, turn), tuple(sure * (card == each) for each in DECK))


def noisy(image, spread, rng):
    """The picture with a camera's normal noise of this spread, as bytes.

    OpenCV draws it: NumPy takes six times as long for it.
    """
    cv2.setRNGSeed(int(rng.integers(2**31)))
    noise = np.empty((image.shape[0], image[0].size), np.int16)
    cv2.randn(noise, 0, spread)
    return cv2.add(image, noise.reshape(image.shape), dtype=cv2.CV_8U)


STEP, STEPS = 40, 12
"""Pixels between two places of a sheet of noise, and how many there are each way: nearer to each other, two
pictures would look as if what is in them had moved."""


@cache
def sheet(spread):
    """Noise of this spread, larger than a picture: drawn for each it would be most of what a frame costs."""
    width, height = (side + STEP * STEPS for side in SIZE)
    noise = np.empty((height, 3 * width), np.int16)
    cv2.setRNGSeed(1)
    cv2.randn(noise, 0, spread)
    return noise.reshape(height, width, 3)


class Drawn:
    """Draws frames; what lies stays until it is taken."""

    def __init__(self, seed=0, noise=2.0, size=SIZE):
        self.rng = np.random.default_rng(seed)
        self.noise, self.size = noise, size
        grain = self.rng.normal(0, 6, (size[1], size[0], 1))
        self.table = np.clip(np.array([60, 90, 120]) + grain, 0, 255).astype(np.uint8)
        cv2.fillConvexPoly(self.table, np.int32(BOARD), (70, 110, 150))
        self.cards = []
        self.chips = []
        self.number = 0

    def lay(self, card, x, y, turn=0.0):
        self.cards.append((card, quad(x, y, turn)))

    def picture(self, arm=None, gain=1.0):
        """The table with an arm over it, or with a list of them."""
        image = self.table.copy()
        for x, y in self.chips:
            cv2.circle(image, (x, y), 9, (40, 40, 210), -1)
        for card, corners in self.cards:
            cv2.fillConvexPoly(image, np.int32(corners), (240, 245, 245), cv2.LINE_AA)
            cv2.polylines(image, [np.int32(corners)], True, (150, 150, 150), 1, cv2.LINE_AA)
            middle = np.mean(corners, axis=0)
            if card is BACK:
                continue
            rng = np.random.default_rng(DECK.index(card))
            for dx, dy in rng.uniform(-20, 20, (card.rank + 2, 2)):
                colour = (30, 30, 200) if card.suit in "DH" else (30, 30, 30)
                cv2.circle(image, (int(middle[0] + dx), int(middle[1] + dy)), 4, colour, -1, cv2.LINE_AA)
        for start, end in [arm] if isinstance(arm, tuple) else arm or []:
            cv2.line(image, start, end, (140, 60, 40), 46)
            cv2.circle(image, end, 30, (120, 150, 200), -1)
        bright = image if gain == 1.0 else image * np.float32(gain)
        right, down = STEP * self.rng.integers(STEPS, size=2)
        noise = sheet(self.noise)[down : down + self.size[1], right : right + self.size[0]]
        return cv2.add(bright, noise, dtype=cv2.CV_8U)

    def frame(self, arm=None, gain=1.0):
        frame = Frame(self.number, self.number / FPS, "drawn", self.picture(arm, gain))
        self.number += 1
        return frame

    def find(self, image, region):
        """The cards whose middle lies in the region, read perfectly: stands in for the networks."""
        x0, y0, x1, y1 = region
        looks = []
        for card, corners in self.cards:
            x, y = np.mean(corners, axis=0)
            if x0 <= x <= x1 and y0 <= y <= y1:
                looks.append(CardLook(corners, tuple(0.99 * (face == card) for face in DECK)))
        return looks
