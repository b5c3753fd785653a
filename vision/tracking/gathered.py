"""Cards taken away again: the table shows what lay there before them.

Each card laid keeps the small picture of its place from just before. When that comes back, the
card is gone, and with it whatever lay upon it: so a whole pile gathered for the next deal is told
card by card, also those of which nothing had been in sight for long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np

from vision.motion.stillness import can_move, strongest, unlike
from vision.tracking.settings import TRACKING

GATHERED, OVERLAPS = TRACKING.gathered, TRACKING.overlaps


Known = TypeVar("Known")


@dataclass(frozen=True, slots=True)
class Place:
    """What lay where a card came to lie.

    Attributes:
        outline: boolean, the card's outline within the patch.
        before: uint8, h × w × 3, the small picture before it.
        laid: the same once it lay there.
        left, top: where the patch lies in the small picture.
    """

    outline: np.ndarray
    before: np.ndarray
    laid: np.ndarray
    left: int
    top: int

    def part(self, picture: np.ndarray) -> np.ndarray:
        """The patch's part of a small picture or mask."""
        height, width = self.outline.shape
        return picture[self.top : self.top + height, self.left : self.left + width]

    def share(self, mask: np.ndarray) -> float:
        """Share of the outline that a small mask covers, 0–1."""
        return float(np.count_nonzero(self.part(mask) & self.outline) / np.count_nonzero(self.outline))

    def back(self, now: np.ndarray, step: float, soft: float = 0.0) -> float:
        """Share of the outline that looks as before the card, 0–1; 0 while most looks as with the card.

        Args:
            now: the small picture.
            step: levels of difference that are a change …
            soft: … once smoothed over so many small pixels.
        """
        off = self._off(now, self.before, step, soft)
        # In unsteady light nearly everything is alike; then what the card had changed tells.
        changed = self.outline & can_move(unlike(_levels(self.before), _levels(self.laid), soft))
        nearer = changed & (off < self._off(now, self.laid, step, soft))
        if np.count_nonzero(nearer) <= np.count_nonzero(changed) / 2:
            return 0.0
        alike = off <= GATHERED.alike * step
        return float(np.count_nonzero(alike & self.outline) / np.count_nonzero(self.outline))

    def moved(self, matrix: np.ndarray, shape: tuple[int, int]) -> Place | None:
        """The same after the picture has moved; None when it has left it.

        Args:
            matrix: 3 × 3, from small pixels before to small pixels now.
            shape: height and width of the small picture.
        """
        height, width = shape
        there = matrix @ np.array([[1, 0, self.left], [0, 1, self.top], [0, 0, 1]], np.float64)
        inside = self.outline.astype(np.uint8)
        outline, before, laid = (
            cv2.warpPerspective(each, there, (width, height), borderMode=mode)
            for each, mode in (
                (inside, cv2.BORDER_CONSTANT),
                (self.before, cv2.BORDER_REPLICATE),
                (self.laid, cv2.BORDER_REPLICATE),
            )
        )
        return place_of(outline > 0, before, laid)

    def _off(self, now: np.ndarray, then: np.ndarray, step: float, soft: float) -> np.ndarray:
        """By how much each pixel differs from the patch that was kept."""
        difference = _levels(self.part(now)) - then
        if soft:
            difference = cv2.GaussianBlur(difference, (0, 0), soft)
        # A lamp that is a little brighter now is the same for the whole place.
        difference -= np.median(difference[self.outline], axis=0).clip(-step, step)
        return strongest(np.abs(difference))


def _levels(picture: np.ndarray) -> np.ndarray:
    return picture.astype(np.float32)


def place_of(outline: np.ndarray, before: np.ndarray, laid: np.ndarray) -> Place | None:
    """Remember what a card covers where it comes to lie; None when it is out of sight.

    Args:
        outline: the card in the small picture.
        before: the small picture before it.
        laid: the small picture with it.
    """
    ys, xs = np.nonzero(outline)
    if not len(ys):
        return None
    top, bottom, left, right = ys.min(), ys.max() + 1, xs.min(), xs.max() + 1
    hidden, shown = (each[top:bottom, left:right].clip(0, 255).astype(np.uint8) for each in (before, laid))
    return Place(outline[top:bottom, left:right].copy(), hidden, shown, int(left), int(top))


def gathered(
    cards: Sequence[Known],
    place: Callable[[Known], Place | None],
    changed: np.ndarray,
    now: np.ndarray,
    step: float,
    soft: float = 0.0,
) -> list[Known]:
    """The cards that were taken off the table where it has changed.

    Args:
        cards: that lay there, in the order in which they were laid.
        place: what lay where each came to lie; None: not remembered.
        changed: where the small picture has changed, boolean.
        now: the small picture.
        step: levels of difference that are a change …
        soft: … once smoothed over so many small pixels.
    """
    seen = [(card, where) for card in cards if (where := place(card)) is not None]
    gone: list[int] = []
    bare = np.zeros(changed.shape, bool)
    for number, (_, where) in enumerate(seen):
        share = where.share(changed)
        under = where.share(bare)
        upon = under >= (GATHERED.least_upon if share >= GATHERED.least_upon else OVERLAPS.covered)
        again = GATHERED.shown_again if share >= GATHERED.changed else GATHERED.wholly
        if upon or (share >= GATHERED.partly and where.back(now, step, soft) >= again):
            gone.append(number)
            where.part(bare)[where.outline] = True
    return [seen[number][0] for number in gone]
