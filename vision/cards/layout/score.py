"""How well a hypothesis explains what is seen, in log odds: its face, what found it, its size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2

from vision.cards.layout.hypothesis import Hypothesis, Reading
from vision.cards.layout.settings import LAYOUT
from vision.cards.layout.sizes import CardSizes
from vision.cards.layout.visibility import Visibility

SCORE = LAYOUT.score


def log_odds(probability: float) -> float:
    """The logarithm of the odds of a probability, 0–1, as far as the networks are to be believed."""
    if not 0 < probability < 1:
        return math.copysign(SCORE.at_best, probability - 0.5)
    return min(max(math.log(probability / (1 - probability)), -SCORE.at_best), SCORE.at_best)


@dataclass(frozen=True, slots=True)
class Score:
    """The terms of one picture.

    Attributes:
        sizes: how large its cards are; None where no card tells it.
        visibility: which of its cards lies upon which.
        twins: whether a second card of a face is unlikely wherever it lies, as in a photograph of one pack.
    """

    sizes: CardSizes | None
    visibility: Visibility
    twins: bool = True

    def prior(self, one: Hypothesis) -> float:
        """What speaks for a hypothesis before its face is read."""
        return SCORE.found * log_odds(one.found) + self._size(one)

    def _size(self, one: Hypothesis) -> float:
        # An index tells where its card lies too roughly for its size to count.
        if one.index is not None or self.sizes is None:
            return 0.0
        area = max(float(cv2.contourArea(one.corners)), 1.0)
        off = math.log(area / self.sizes.at(one.corners)) / SCORE.size
        return -0.5 * off**2

    def in_sight(self, one: Hypothesis, upper: Sequence[Hypothesis]) -> float:
        """What it counts that *upper* cards leave too little of one in sight to tell it by."""
        if self.visibility.index_in_sight(one, upper) is not False:
            return 0.0
        return 0.0 if self.visibility.share_in_sight(one, upper) > SCORE.in_sight else SCORE.no_index

    def twin(self, one: Hypothesis, alike: Sequence[Hypothesis]) -> float:
        """What it counts that other cards show the same face: beside one it is that one's index again."""
        again = any(self.twins or self.visibility.touch(one, other) for other in alike)
        return SCORE.twin if again else 0.0

    @staticmethod
    def lost(face: int, before: Reading, after: Reading) -> float:
        """What a card loses, at most 0, when another one is laid upon it: how surely its face is seen."""
        return min(0.0, log_odds(float(after.faces[face])) - log_odds(before.sure))
