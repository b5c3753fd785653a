"""The layout that explains a picture best: hypotheses are accepted one by one, each explaining others away.

A face counts only in the part of its card that no accepted card hides. What is accepted later and lies upon
others takes from them what they showed there; so an outline across two cards, half beside one, or made of
pieces loses what made it likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.cards import DECK
from vision.cards.layout.hypothesis import Hypothesis, Placed, Reading
from vision.cards.layout.readings import Readings
from vision.cards.layout.score import Score, log_odds
from vision.cards.layout.settings import LAYOUT
from vision.cards.settings import CARDS
from vision.geometry.quads import share_of_smaller

SEARCH, FACES = LAYOUT.search, CARDS.faces
UNREAD = Reading(np.zeros(len(DECK)), 0.0, 0.0)
"""Of a candidate that may be explained away before it is read."""


@dataclass(slots=True, eq=False)
class _Candidate:
    """A hypothesis while it is weighed.

    Attributes:
        hypothesis: where it lies.
        upper: the cards that lie upon it as it was read.
        prior: log odds of all but its face.
        no_index: it has no index of its own though indices were looked for.
        reading: `UNREAD` before the reader was asked.
    """

    hypothesis: Hypothesis
    upper: tuple[Hypothesis, ...]
    prior: float
    no_index: bool
    reading: Reading = UNREAD

    @property
    def gain(self) -> float:
        """Log odds; of what is not read yet, at best."""
        return self.prior + log_odds(1.0 if self.reading is UNREAD else self.reading.sure)


def explain(pool: Sequence[Hypothesis], readings: Readings, score: Score) -> list[Placed]:
    """The cards that explain a picture best together, surest first.

    Args:
        pool: all hypotheses, in any order.
        readings: of the picture.
        score: its terms.
    """
    sight = score.visibility
    rest = [
        _Candidate(one, tuple(sight.told_upon(one)), score.prior(one), sight.index_in_sight(one, ()) is False)
        for one in pool
    ]
    accepted: list[_Candidate] = []
    while rest:
        # An outline across cards is made of them: what shows no index where all were found comes last.
        rest = sorted((one for one in rest if one.gain > 0), key=lambda one: (one.no_index, -one.gain))
        one = next((one for one in rest if not _waits(one, rest, score)), None)
        if one is None:
            break
        rest.remove(one)
        if _is_explained(one, accepted, score):
            continue
        if one.reading is UNREAD:
            _read_first([one, *rest], accepted, readings, score)
            rest.append(one)
        elif _read_beside(one, accepted, readings, score):
            _accept(one, accepted, readings, score)
        else:
            rest.append(one)
    once: list[_Candidate] = []
    # What lies upon a card may have left it another face: one that is told already.
    for one in sorted(accepted, key=lambda one: -one.gain):
        if not any(_is_again(one, other, score) for other in once):
            once.append(one)
    return [Placed(one.hypothesis, one.reading, one.upper) for one in once]


def _is_explained(one: _Candidate, accepted: Sequence[_Candidate], score: Score) -> bool:
    """Whether accepted cards show already what a candidate would be there for."""
    if one.no_index and one.reading is UNREAD:
        touching = [
            other.hypothesis for other in accepted if score.visibility.touch(one.hypothesis, other.hypothesis)
        ]
        if score.in_sight(one.hypothesis, touching) < 0:
            return True
    return any(_is_again(one, other, score) for other in accepted)


def _is_again(one: _Candidate, other: _Candidate, score: Score) -> bool:
    """Whether an accepted card shows already what a candidate would be there for: its index, or its face.

    What is not read yet is there for no face where a card is read surely.
    """
    theirs = score.visibility.own(other.hypothesis)
    own = score.visibility.own(one.hypothesis)
    if own and all(index in theirs for index in own):
        return True
    if one.reading is UNREAD:
        return not own and other.reading.sure >= FACES.sure and _at_one_place(one, other, score)
    if one.reading.face != other.reading.face:
        return False
    if any(index in theirs for index in own):
        return True
    return share_of_smaller(one.hypothesis.quad, other.hypothesis.quad) > SEARCH.same_card


def _read_first(
    candidates: Sequence[_Candidate], accepted: Sequence[_Candidate], readings: Readings, score: Score
) -> None:
    """Reads the likeliest candidates that are not read yet, of rivals only the first."""
    batch: list[_Candidate] = []
    for one in candidates:
        if one.reading is not UNREAD or _waits(one, candidates, score) or _is_explained(one, accepted, score):
            continue
        if one.no_index and batch and not batch[0].no_index:
            break
        if not any(_rivals(one, other, score) for other in batch):
            batch.append(one)
    read = readings.of([one.hypothesis for one in batch], [one.upper for one in batch])
    for one, reading in zip(batch, read, strict=True):
        one.reading = reading


def _waits(one: _Candidate, rest: Sequence[_Candidate], score: Score) -> bool:
    """Whether a candidate is not read before a rival, whose face is read surely, is accepted or not."""
    if one.reading is not UNREAD:
        return False
    return any(
        other.reading.sure >= FACES.sure and other.gain > 0 and _rivals(one, other, score) for other in rest
    )


def _rivals(one: _Candidate, other: _Candidate, score: Score) -> bool:
    """Whether two candidates may be there for one card: by their indices, else by their place."""
    mine, its = score.visibility.own(one.hypothesis), score.visibility.own(other.hypothesis)
    if mine and its:
        return any(index in its for index in mine)
    return _at_one_place(one, other, score)


def _at_one_place(one: _Candidate, other: _Candidate, score: Score) -> bool:
    return score.visibility.overlap(one.hypothesis, other.hypothesis) > SEARCH.same_place


def _read_beside(one: _Candidate, accepted: Sequence[_Candidate], readings: Readings, score: Score) -> bool:
    """Whether a candidate is read where no accepted card hides it; if it was not, it is now."""
    card, sight = one.hypothesis, score.visibility
    upper = [
        other.hypothesis
        for other in accepted
        if sight.touch(card, other.hypothesis) and not sight.upon(card, other.hypothesis)
    ]
    placed = {index for other in accepted for index in sight.own(other.hypothesis)}
    upper += [index for index in sight.told_upon(card) if index not in placed]
    upper = [other for other in upper if not sight.would_hide(other, card)]
    known = set(upper) == set(one.upper)
    known = known or (one.reading.sure >= FACES.sure and bool(sight.index_in_sight(card, upper)))
    if not known:
        one.upper = tuple(upper)
    before = one.reading
    one.reading = readings.surer(card, one.upper)
    return known and one.reading is before


def _accept(one: _Candidate, accepted: list[_Candidate], readings: Readings, score: Score) -> None:
    """Accepts a candidate if the picture is explained better with it than without."""
    card, sight = one.hypothesis, score.visibility
    below = [
        other
        for other in accepted
        if sight.touch(card, other.hypothesis)
        and sight.upon(card, other.hypothesis)
        and not sight.index_in_sight(other.hypothesis, [card])
    ]
    upper = [(*other.upper, card) for other in below]
    anew = [readings.surer(other.hypothesis, on_it) for other, on_it in zip(below, upper, strict=True)]
    change = one.gain + score.in_sight(card, one.upper)
    change += score.twin(
        card, [other.hypothesis for other in accepted if other.reading.face == one.reading.face]
    )
    change += sum(
        score.lost(other.reading.face, other.reading, reading)
        for other, reading in zip(below, anew, strict=True)
    )
    if change <= 0:
        return
    for other, reading, on_it in zip(below, anew, upper, strict=True):
        other.reading, other.upper = reading, on_it
    accepted.append(one)
