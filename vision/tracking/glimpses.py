"""When and where to look while hands are over the table: as soon as something new rests.

Runs are laid without lifting the hand: each card rests for half a second with fingers on it, then the next
one covers it. What has come to rest where cards are laid, since it was last looked at there, is due;
elsewhere hands may hold and stir cards as they like: only what has lain still for long is looked at.
"""

from __future__ import annotations

import math

import numpy as np

from engine.boundaries import Point
from vision.geometry.masks import amount, without_specks
from vision.motion.arms import blobs
from vision.tracking.settings import TRACKING

GLIMPSES = TRACKING.glimpses


class Glimpses:
    """Plans the looks at one table.

    Args:
        shape: height and width in small pixels.
    """

    def __init__(self, shape: tuple[int, int]) -> None:
        self._looked = np.full(shape, -np.inf, np.float32)
        self._next = self._next_elsewhere = -np.inf
        self._again: np.ndarray | None = None
        self.tries = 0
        """Looks at what is due now."""

    def due(
        self,
        t: float,
        since: np.ndarray,
        rests: np.ndarray,
        card: float | None,
        laid: Point | None,
        *,
        often: bool = True,
    ) -> np.ndarray | None:
        """What is to be looked at now, small pixels; None: nothing.

        Args:
            t: now, seconds.
            since: when each small pixel came to rest.
            rests: what differs from the known table, rests, is not free of hands, and may be a card.
            card: small pixels that a card covers, None: not known.
            laid: where the last card was laid, small pixels; None: nowhere yet.
            often: a card is expected.
        """
        if t < self._next:
            return None
        there = rests if laid is None else rests & _window(rests.shape, laid, _reach(card))
        new = without_specks(there & (since > self._looked + GLIMPSES.same))
        if self.may_be_card(new, card):
            self._again, self.tries = new, 0
        elif self._again is None or self.tries >= GLIMPSES.tries or not (self._again & there).any():
            return None
        part: np.ndarray = self._again & there
        self._looked[part] = since[part]
        self._next = t + (GLIMPSES.apart if often else GLIMPSES.first)
        self.tries += 1
        return part

    def elsewhere(
        self, t: float, since: np.ndarray, rests: np.ndarray, card: float | None
    ) -> np.ndarray | None:
        """What lies still where no card was laid last, and was not looked at: the part that came last; None.

        A hand that holds cards may lie beside the row of its player all the time: what hangs together with it
        and rests as no hand does is worth a look.

        Args:
            t, since, rests, card: as for `due`.
        """
        if t < self._next_elsewhere:
            return None
        new = without_specks(rests & (since > self._looked + GLIMPSES.same) & (t - since >= GLIMPSES.lies))
        parts = [part for part in blobs(new, 0) if self.may_be_card(part, card)]
        if not parts:
            return None
        part = max(parts, key=lambda each: float(np.median(since[each])))
        self._looked[part] = since[part]
        self._next_elsewhere = t + GLIMPSES.apart_elsewhere
        return part

    @staticmethod
    def may_be_card(mask: np.ndarray, card: float | None) -> bool:
        """Whether so much has come to rest that a card may lie there (*card*: what one covers)."""
        return amount(mask) >= GLIMPSES.least * (card or GLIMPSES.card)

    def again(self, laid: Point, card: float | None) -> None:
        """Look once more at what is left unexplained round a card that was told: it may be one of several.

        Args:
            laid, card: as for `due`.
        """
        self._looked[_window(self._looked.shape, laid, _reach(card))] = -np.inf

    def found(self, *, waits: bool) -> None:
        """The last look has shown a new card: what it was for, unless another one there *waits*."""
        self.tries = 0
        if not waits:
            self._again = None


def _reach(card: float | None) -> float:
    """How far from a card's middle others are laid with it, small pixels; `card`: that one covers."""
    return GLIMPSES.window * math.sqrt(card or GLIMPSES.card)


def _window(shape: tuple[int, ...], place: Point, reach: float) -> np.ndarray:
    """The square round a place, small pixels."""
    x, y = place
    inside = np.zeros(shape, bool)
    inside[max(0, int(y - reach)) : int(y + reach) + 1, max(0, int(x - reach)) : int(x + reach) + 1] = True
    return inside
