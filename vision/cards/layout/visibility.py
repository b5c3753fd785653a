"""Occlusion: which of two cards lies upon the other, and what of a card is in sight.

An index that stands in sight within another card's outline says that its card lies upon that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
import shapely
from shapely import Polygon

from vision.cards.layout.hypothesis import Hypothesis
from vision.cards.layout.settings import LAYOUT
from vision.geometry.quads import overlap

OCCLUSION = LAYOUT.occlusion
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


class Visibility:
    """What lies upon what among the hypotheses of one picture.

    Attributes:
        indices: hypotheses of the indices that were found.

    Args:
        indices: hypotheses of the indices that were found.
        searched: other hypotheses about which indices were looked for.
    """

    def __init__(self, indices: Sequence[Hypothesis] = (), searched: Iterable[Hypothesis] = ()) -> None:
        self.indices = list(indices)
        self._searched = {*indices, *searched}
        self._order: dict[tuple[Hypothesis, Hypothesis], bool | None] = {}
        self._own: dict[Hypothesis, list[Hypothesis]] = {}
        self._overlaps: dict[tuple[Hypothesis, Hypothesis], float] = {}
        self._outlines: dict[Hypothesis, Polygon] = {}

    def touch(self, one: Hypothesis, other: Hypothesis) -> bool:
        """Whether two cards lie on one another."""
        return self.overlap(one, other) > LAYOUT.paper.touching

    def overlap(self, one: Hypothesis, other: Hypothesis) -> float:
        """Intersection over union of two hypotheses, 0–1; worked out once."""
        if (one, other) not in self._overlaps:
            self._overlaps[one, other] = self._overlaps[other, one] = overlap(one.quad, other.quad)
        return self._overlaps[one, other]

    def upon(self, one: Hypothesis, other: Hypothesis) -> bool:
        """Whether *one* is seen to lie upon *other*; False also where nothing tells it."""
        if (one, other) not in self._order:
            order = self._by_indices(one, other)
            self._order[one, other] = order
            self._order[other, one] = None if order is None else not order
        return self._order[one, other] is True

    def own(self, one: Hypothesis) -> list[Hypothesis]:
        """The indices that are a card's own: in either corner the one that stands where its own would."""
        if one not in self._own:
            own = [one] if one.index is not None else []
            others = [each for each in self.indices if each is not one] if one in self._searched else []
            for turned in (2,) if own else (0, 2):
                near = _lying_alike(others, one, turned)
                apart = [_offset(each, one, turned) for each in near]
                if apart and min(apart) < OCCLUSION.own_index:
                    own.append(near[int(np.argmin(apart))])
            self._own[one] = own
        return self._own[one]

    def told_upon(self, one: Hypothesis) -> list[Hypothesis]:
        """Of an index's card, those of other indices that stand within it and so lie upon it."""
        if one.index is None:
            return []
        return [
            other
            for other in self.indices
            if other not in self.own(one) and _within(other, one) > 0 and not _hides(other, one)
        ]

    def stands_within(self, index: Hypothesis, card: Hypothesis) -> bool:
        """Whether an index stands within a card's outline, or on its edge."""
        return _hides(card, index)

    def would_hide(self, upper: Hypothesis, one: Hypothesis) -> bool:
        """Whether a card would hide all indices of another that are in sight: then it is not upon that."""
        own = self.own(one)
        return bool(own) and all(_hides(upper, one, each) for each in own)

    def index_in_sight(self, one: Hypothesis, upper: Sequence[Hypothesis]) -> bool | None:
        """Whether an index of its own is in sight beside all *upper* cards; None: none was looked for."""
        if one not in self._searched:
            return None
        return any(not any(_hides(other, one, each) for other in upper) for each in self.own(one))

    def share_in_sight(self, one: Hypothesis, upper: Sequence[Hypothesis]) -> float:
        """The share of a card that *upper* ones do not hide, 0–1."""
        mine = self._outline(one)
        hidden = shapely.union_all([self._outline(other) for other in upper])
        return float(mine.difference(hidden).area / mine.area) if mine.area else 0.0

    def _outline(self, one: Hypothesis) -> Polygon:
        if one not in self._outlines:
            self._outlines[one] = shapely.convex_hull(shapely.MultiPoint(one.quad))
        return self._outlines[one]

    def _by_indices(self, one: Hypothesis, other: Hypothesis) -> bool | None:
        mine, its = self._stands_in(one, other), self._stands_in(other, one)
        return None if mine == its else mine

    def _stands_in(self, one: Hypothesis, other: Hypothesis) -> bool:
        """Whether an index of one card stands within the other one, and is none of that one's own."""
        return any(
            _within(each, other) > 0 and each is not other and each not in self.own(other)
            for each in self.own(one)
        )


def _lying_alike(indices: Sequence[Hypothesis], card: Hypothesis, turned: int) -> list[Hypothesis]:
    """Those indices whose cards lie about as a card turned so many corners does."""
    if not indices:
        return []
    corners = np.roll(card.corners, turned, axis=0)
    off = np.array([each.quad for each in indices], np.float32) - corners
    reach = OCCLUSION.turned * float(np.linalg.norm(corners[1] - corners[0]))
    return [indices[n] for n in np.flatnonzero((np.linalg.norm(off, axis=2) <= reach).all(1)).tolist()]


def _offset(index: Hypothesis, card: Hypothesis, turned: int) -> float:
    """How far an index stands from where it would on a card turned so many corners, in card widths.

    Where an index stands on its card, its own hypothesis tells.
    """
    corners = np.roll(card.corners, turned, axis=0)
    off = np.subtract(_place(index, index.corners), _place(index, corners))
    return float(np.hypot(off[0], off[1] * LAYOUT.proposals.aspect))


def _place(index: Hypothesis, corners: np.ndarray) -> np.ndarray:
    """Where an index stands on a card, as shares of its sides."""
    to_card = cv2.getPerspectiveTransform(corners, UNIT)
    return np.asarray(cv2.perspectiveTransform(np.array([[index.index]], np.float32), to_card)[0, 0])


def _within(index: Hypothesis, card: Hypothesis) -> float:
    """How deep an index stands within a card's outline, pixels; less than 0 beside it."""
    assert index.index is not None
    return float(cv2.pointPolygonTest(card.corners, index.index, True))


def _hides(upper: Hypothesis, card: Hypothesis, index: Hypothesis | None = None) -> bool:
    """Whether an upper card would hide an index (the card's own, if it is one) of a card."""
    width = float(np.linalg.norm(card.corners[1] - card.corners[0]))
    return _within(index or card, upper) > -OCCLUSION.index * width
