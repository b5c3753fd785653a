"""What is different on the table since it was last known, once it lies still.

Keeps a picture of the table as it is known (without arms). Differences that hang on the border
are arms; the others, once at rest, are news: a card laid, a card gone, chips. Whoever looks at a
piece of news either settles it (it becomes part of the known table) or leaves it for later.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.boundaries import Point
from vision.camera.light import evened
from vision.geometry.masks import amount
from vision.motion.arms import Arm, Hands, HandsSeen, blobs
from vision.motion.settings import MOTION
from vision.motion.stillness import Still, strongest, unlike

CHANGED, WATCH = MOTION.changes, MOTION.watch


@dataclass(frozen=True, slots=True)
class News:
    """A piece of the table that has changed and lies still, free of arms.

    Attributes:
        mask: where, small pixels.
        t: since when it lies so.
        at_border: it hangs on the picture's border (an arm that rests, or cards partly out of sight).
    """

    mask: np.ndarray
    t: float
    at_border: bool = False


def is_speck(pixels: float) -> bool:
    """Whether so many small pixels that have changed are no more than noise."""
    return pixels < CHANGED.least_news


class Changes:
    """Follows the known table of one camera.

    Args:
        hands: follows the arms.
    """

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._known: np.ndarray | None = None
        self._still: Still | None = None
        self._first = self._from = self._asked = -math.inf
        self._established: np.ndarray | None = None  # where it rested once; None: everywhere
        self._come: np.ndarray = np.zeros((1, 1), bool)  # where it was known anew since
        self._held: np.ndarray = np.zeros((1, 1, 3), np.float32)
        self._held_at: np.ndarray = np.full((1, 1), -np.inf, np.float32)
        self.changed: np.ndarray = np.zeros((1, 1), bool)
        """Where the picture now differs from the known table, small pixels."""
        self.covered: np.ndarray = np.zeros((1, 1), bool)
        """Where arms are now, small pixels."""

    def look(self, still: Still) -> tuple[list[News], HandsSeen]:
        """Compare the next picture with the known table."""
        self._still = still
        if self._known is None:
            self._first = still.t
            self._known = still.small.copy()
            self._held = still.small.copy()
            self._held_at = np.full(still.small.shape[:2], -np.inf, np.float32)
            self._established = np.zeros(still.small.shape[:2], bool)
            self._come = np.zeros(still.small.shape[:2], bool)
        self._establish(still)
        self.changed = _not_alone(unlike(still.small, self._known, still.soft) > still.steps)
        idle = self._without_lit(self.changed & (still.t - still.since > CHANGED.idle))
        parts = blobs(self.changed)
        resting = still.t - still.since >= CHANGED.rest
        seen = self._hands.look(parts, still.t, idle if idle.any() else None, ~resting)
        covered = seen.covered if seen.covered.shape == self.changed.shape else np.zeros_like(self.changed)
        self.covered = covered
        self._hold(self.changed & resting)
        news = []
        for mask in parts:
            at_rest = np.count_nonzero(mask & ~resting) <= CHANGED.restless * np.count_nonzero(mask)
            if not at_rest:
                continue
            if is_speck(amount(mask)):
                self._known[mask] = still.small[mask]
                continue
            since = float(np.quantile(still.since[mask], 1 - CHANGED.restless, method="higher"))
            news.append(News(mask, max(since, self._from), bool((mask & covered).any())))
        calm = resting & ~self.changed
        cv2.accumulateWeighted(still.small, self._known, CHANGED.drift, calm.view(np.uint8))
        return news, seen

    def _establish(self, still: Still) -> None:
        """Know the table, where hands were in the first picture, once they have left.

        What they hid would seem to have come only when they go, and would hang together with the next hand.
        """
        if self._established is None:
            return
        assert self._known is not None
        rests = ~self._established & (still.t - still.since >= CHANGED.established)
        cv2.copyTo(still.small, rests.view(np.uint8), self._known)
        if still.t >= self._first + WATCH.first_seen:
            self._come |= rests  # a hand that was there from the first picture may have brought it
        self._established |= rests
        if self._established.all():
            self._established = None

    def seats_learned(self, seats: Sequence[Point]) -> None:
        """Take in the seats, small pixels: from now on arms are judged by them."""
        self._hands.learned(seats)

    def interrupted(self) -> list[Arm]:
        """Nothing was seen for a while; see `Hands.interrupted`."""
        return self._hands.interrupted()

    @property
    def known(self) -> np.ndarray:
        """The table as it is known, small float picture."""
        assert self._known is not None
        return self._known

    @property
    def lying(self) -> np.ndarray | None:
        """The table as it is known, and what has come since; None before the first picture.

        Arms only where they have just rested, for cards at the border may be taken for one.
        """
        if self._known is None or self._still is None:
            return None
        there = self._known.copy()
        cv2.copyTo(self._still.small, (self.changed & ~self.covered).view(np.uint8), there)
        held = self.changed & (self._still.t - self._held_at < CHANGED.held)
        cv2.copyTo(self._held, held.view(np.uint8), there)
        return there

    def _without_lit(self, idle: np.ndarray) -> np.ndarray:
        """What of ``idle`` differs from the known table by more than light; the rest has not changed.

        Light is told from how the table lies (`lying`): a shadow once taken for something that lies there,
        mostly where an arm left while the light changed, would do so for ever.
        """
        assert self._known is not None and self._still is not None
        still = self._still
        if still.t < self._asked + CHANGED.idle / 2 or is_speck(amount(idle)):
            return idle
        self._asked = still.t
        lit = evened(still.given, self._known)
        same = _not_alone(idle & (unlike(lit, self._known, still.soft) <= still.steps))
        self.changed = _not_alone(self.changed & ~same)
        self._held_at[same] = -np.inf
        return np.asarray(idle & ~same)

    def _hold(self, rests: np.ndarray) -> None:
        """Remember what is new as it looked when it came to rest: a light that drifts is told from that."""
        assert self._still is not None
        still = self._still
        others = unlike(still.small, self._held, still.soft) > still.steps
        anew = rests & (others | (still.t - self._held_at >= CHANGED.held))
        cv2.copyTo(still.small, anew.view(np.uint8), self._held)
        self._held_at[rests] = still.t

    @property
    def small(self) -> np.ndarray:
        """The present small float picture."""
        assert self._still is not None
        return self._still.small

    @property
    def since(self) -> np.ndarray:
        """When each small pixel came to rest, seconds."""
        assert self._still is not None
        return self._still.since

    def settle(self, mask: np.ndarray) -> None:
        """Take a piece of the present picture into the known table."""
        assert self._known is not None and self._still is not None
        self._come |= mask & self.changed
        cv2.copyTo(self._still.small, np.ascontiguousarray(mask).view(np.uint8), self._known)

    def as_at_first(self, mask: np.ndarray) -> bool:
        """Whether what is at ``mask`` looks as it did when the table was first known there."""
        as_then = mask & ~(self._come | self.changed | self.covered)
        return amount(as_then) > CHANGED.as_at_first * amount(mask)

    def moved(self, matrix: np.ndarray, still: Still) -> None:
        """Take the known table to a new place in the picture.

        Args:
            matrix: 3 × 3, from small pixels before to small pixels now.
            still: the present picture; what comes into sight only now is known from it.
        """
        # What is seen of the table only now, or elsewhere, came to lie no earlier.
        self._from = still.t
        assert self._known is not None
        size = (self._known.shape[1], self._known.shape[0])
        there = cv2.warpPerspective(np.ones(self._known.shape[:2], np.uint8), matrix, size) == 0
        self._known = cv2.warpPerspective(self._known, matrix, size)
        self._come = cv2.warpPerspective(self._come.view(np.uint8), matrix, size) > 0
        # Half a pixel off at an edge is a change too: what differs by no more than that has not changed.
        near = strongest(cv2.absdiff(still.small, self._known)) <= _slack(still.small)
        self._still = still
        # Light does not go along with the table: what has another shade is the same table.
        same = there | near | self.shaded(~there)
        self._known[same] = still.small[same]
        self._held_at[:] = -np.inf
        self.changed = unlike(still.small, self._known, still.soft) > still.steps
        self._hands.moved(matrix)

    def shaded(self, mask: np.ndarray) -> np.ndarray:
        """The part of ``mask`` that only came into a shadow or out of one: same colour, darker or lighter."""
        assert self._known is not None and self._still is not None
        now, then = self._still.small[mask] + 4.0, self._known[mask] + 4.0
        ratio = now / then
        spread = ratio.max(axis=1) / ratio.min(axis=1)
        middle = ratio.mean(axis=1)
        found = np.zeros_like(mask)
        found[mask] = (spread < 1.12) & (middle > 0.45) & (middle < 2.2)
        return found

    def bringers(self, mask: np.ndarray, t: float, arms: Sequence[Arm]) -> list[tuple[float, Arm]]:
        """The arms that may have made the change at ``mask`` up to time ``t``, the likeliest first.

        That is the last one that was there, unless the place looked so already before it came, or it still
        stays where something has come to rest; and others that had not left it when that one came. Where one
        lingers over the table, whose hand is whose is guessed: who came to it, left again and has brought
        nothing else was there too.

        Returns:
            Each with its weight; they sum to 1. Empty: none was seen there.
        """
        least = CHANGED.at_it * np.count_nonzero(mask)
        t += CHANGED.same_picture  # one that came with the same picture was there
        were = [arm for arm in arms if np.count_nonzero(arm.reached[mask] < t) > least]
        there = [arm for arm in were if not self._found_so(arm, mask)]
        if not there:
            return []
        over = {id(arm): float(arm.over[mask].max()) for arm in there}
        last = max(
            there, key=lambda arm: (over[id(arm)] < t + MOTION.arms.forget, min(t, over[id(arm)]), arm.seen)
        )
        came = float(last.reached[mask].min()) - MOTION.arms.forget
        others = [arm for arm in there if arm is not last and over[id(arm)] >= came]
        # What one hand holds still another that is there seems to have found.
        holding = [arm for arm in were if arm not in there and arm.entered < last.seen and arm.seen > t]
        visitors = [arm for arm in arms if arm not in there and self._visited(arm, last, mask, t)]

        def beside(arm: Arm) -> float:
            return CHANGED.other * (CHANGED.done if arm.done else 1.0)

        weights = [(beside(last) if visitors else 1.0, last), *((beside(arm), arm) for arm in others)]
        weights += [(CHANGED.other if arm is not visitors[-1] else 1.0, arm) for arm in visitors]
        weights += [(CHANGED.held_it, arm) for arm in holding if not arm.done and arm not in visitors]
        weights.sort(key=lambda each: -each[0])
        whole = sum(weight for weight, _ in weights)
        return [(weight / whole, arm) for weight, arm in weights]

    def _visited(self, arm: Arm, lingering: Arm, mask: np.ndarray, t: float) -> bool:
        """Whether an arm came to one that lingers and left before it, with its hand perhaps at ``mask``."""
        assert self._still is not None
        stays = lingering.entered < arm.entered and lingering.seen > arm.seen
        if arm.brought < self._still.t or not stays:
            return False
        return bool(np.count_nonzero(arm.met[mask] < t) > CHANGED.at_it * np.count_nonzero(mask))

    def _found_so(self, arm: Arm, mask: np.ndarray) -> bool:
        """Whether ``mask`` looked as now already when this arm came there."""
        assert self._still is not None
        if arm.before is None:
            return False
        here = mask & np.isfinite(arm.reached)
        off = unlike(arm.before.astype(np.float32), self._still.small, self._still.soft) > self._still.steps
        return bool(np.mean(off[here]) < 1 - CHANGED.already)


def _not_alone(mask: np.ndarray) -> np.ndarray:
    """A small mask without single pixels and pairs: noise, which strewn widely would link all there is."""
    near = cv2.filter2D(mask.astype(np.uint8), -1, np.ones((3, 3)), borderType=cv2.BORDER_CONSTANT)
    return np.asarray(mask & (near >= CHANGED.together))


def _slack(picture: np.ndarray) -> np.ndarray:
    """By how much each pixel may differ where two pictures lie about a pixel off each other."""
    spread = cv2.dilate(picture, np.ones((3, 3), np.uint8)) - cv2.erode(picture, np.ones((3, 3), np.uint8))
    return np.asarray(strongest(spread))
