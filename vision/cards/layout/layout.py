"""From what the finder found to the cards that lie there: proposals, one score, one search.

Of a hand little but indices is in sight: they are asked at once where several cards lie on one another. Then
everything is explained, and only where something stays unexplained (a face that is not read surely, an
outline without a card, paper that goes on beyond a card) other proposals are asked for that group of cards,
and all of them are explained once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.cards.finder import FoundCard
from vision.cards.layout.hypothesis import Hypothesis, Placed, Reading
from vision.cards.layout.layers import groups, paper_goes_on, touch
from vision.cards.layout.proposals.cut_short import cut_short
from vision.cards.layout.proposals.finder import by_finder
from vision.cards.layout.proposals.indices import by_indices
from vision.cards.layout.readings import Readings
from vision.cards.layout.score import Score
from vision.cards.layout.search import explain
from vision.cards.layout.settings import LAYOUT
from vision.cards.layout.sizes import CardSizes
from vision.cards.layout.visibility import Visibility
from vision.cards.reader import Reader
from vision.cards.settings import CARDS
from vision.geometry.quads import overlap, scaled, share_covered, share_of_smaller

SEARCH, PROPOSALS, FACES = LAYOUT.search, LAYOUT.proposals, CARDS.faces


@dataclass(frozen=True, slots=True)
class Layout:
    """What a picture is explained by.

    Attributes:
        cards: the cards that lie there, surest first.
        unexplained: what else was found, with its reading: a back, a joker, what is too hidden or unclear,
            and the place of each legible index that is no told card's.
    """

    cards: tuple[Placed, ...]
    unexplained: tuple[tuple[Hypothesis, Reading], ...]


def layout(
    image: np.ndarray, found: Sequence[FoundCard], reader: Reader, *, indices: bool, twins: bool
) -> Layout:
    """The cards of a picture.

    Args:
        image: uint8 BGR.
        found: what the finder found in it, surest first.
        reader: tells the faces.
        indices: indices are looked for where something is unexplained.
        twins: a second card of a face is unlikely, as in a photograph of one pack.
    """
    readings = Readings(image, reader)
    ways = by_finder(image, found)
    if not ways:
        return Layout((), ())
    pool = _Pool(image, list(ways))
    apart = _distinct(ways)
    near = [
        [ways[n] for n in group]
        for group in groups([np.array(scaled(one.quad, PROPOSALS.near)) for one in ways])
    ]
    typical = CardSizes([one.corners for one in apart])
    for group in near:
        if indices and _is_hand(group, typical):
            pool.ask_indices(group)
    sized = _surely_read([one for one in ways if one not in pool.searched], readings) or apart
    sizes = CardSizes([one.corners for one in sized])
    # A card by itself tells nothing of its own size.
    known = sizes if len(sized) > 1 else None
    cards = explain(pool.all, readings, Score(known, pool.visibility(), twins))
    if indices:
        before = len(pool.all)
        sure = [card.hypothesis for card in cards if card.reading.sure >= FACES.sure]
        for group in near:
            if group[0] in pool.searched:
                unexplained = group
            else:
                odd = _unexplained_in(image, group, cards, sizes)
                unexplained = [one for one in group if any(touch(one.quad, other.quad) for other in odd)]
                if unexplained:
                    pool.ask_indices(unexplained)
            pool.add(cut_short([one for one in unexplained if _is_left(one, sure)]))
        if len(pool.all) > before:
            cards = explain(pool.all, readings, Score(known, pool.visibility(), twins))
    rest = _unexplained(ways, cards, readings)
    return Layout(tuple(cards), (*rest, *_legible(pool.visibility(), cards, readings)))


class _Pool:
    """All hypotheses of one picture.

    Attributes:
        all: in the order in which they were proposed.
        searched: those about which indices were looked for, and those of the indices.
    """

    def __init__(self, image: np.ndarray, found: list[Hypothesis]) -> None:
        self._image = image
        self.all, self.searched = found, set[Hypothesis]()

    def ask_indices(self, group: Sequence[Hypothesis]) -> None:
        """Adds the cards that indices tell in and round a group."""
        self.searched.update(group)
        self.add(by_indices(self._image, group))

    def add(self, proposed: Sequence[Hypothesis]) -> None:
        """Adds hypotheses that lie where indices were looked for."""
        self.all += proposed
        self.searched.update(proposed)

    def visibility(self) -> Visibility:
        """Which of them lies upon which."""
        return Visibility([one for one in self.all if one.index is not None], self.searched)


def _is_hand(group: Sequence[Hypothesis], sizes: CardSizes) -> bool:
    """Whether so many outlines of a group lie on one another that they may be a hand with more cards."""
    likely = [one.corners for one in group if one.found >= SEARCH.faint and sizes.fits(one.corners)]
    return max(map(len, groups(likely)), default=0) >= PROPOSALS.hand_from


def _distinct(ways: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Of one card and its pieces the surest found."""
    apart: list[Hypothesis] = []
    for one in sorted(ways, key=lambda one: -one.found):
        if not _is_piece(one, apart):
            apart.append(one)
    return apart


def _surely_read(ways: Sequence[Hypothesis], readings: Readings) -> list[Hypothesis]:
    """Of each card one outline that is read surely; where the surest found is not, the next ones are read."""
    sure: list[Hypothesis] = []
    rest = list(ways)
    while rest:
        asked = _distinct(rest)
        rows = readings.of(asked)
        sure += [one for one, row in zip(asked, rows, strict=True) if row.sure >= FACES.sure]
        rest = [one for one in rest if one not in asked and not _is_piece(one, sure)]
    return sure


def _is_piece(one: Hypothesis, others: Sequence[Hypothesis]) -> bool:
    return any(share_of_smaller(one.quad, other.quad) >= SEARCH.made_of_others for other in others)


def _unexplained(
    ways: Sequence[Hypothesis], cards: Sequence[Placed], readings: Readings
) -> list[tuple[Hypothesis, Reading]]:
    """What was found and is no part of *cards*, each with what it shows beside them."""
    rest: list[tuple[Hypothesis, Reading]] = []
    lying = [card.hypothesis for card in cards]
    for one in ways:
        if not _is_left(one, [*lying, *(other for other, _ in rest)]):
            continue
        upper = [other for other in lying if touch(one.quad, other.quad)]
        reading = readings.surer(one, upper)
        with_face = [card.hypothesis for card in cards if card.reading.face == reading.face]
        if not any(_same_card(one, other) for other in with_face):
            rest.append((one, reading))
    return rest


def _legible(
    sight: Visibility, cards: Sequence[Placed], readings: Readings
) -> list[tuple[Hypothesis, Reading]]:
    """The indices that are read and are no told card's, each with what it shows."""
    read = [card for card in cards if card.reading.sure >= FACES.unread]
    own = {index for card in read for index in sight.own(card.hypothesis)}
    legible: list[tuple[Hypothesis, Reading]] = []
    for index in sight.indices:
        if index in own:
            continue
        reading = readings.surer(index, sight.told_upon(index))
        # Cards have up to four indices, and some are found twice.
        again = any(
            other.face == reading.face and (sight.stands_within(index, card) or _same_card(index, card))
            for card, other in [*((each.hypothesis, each.reading) for each in read), *legible]
        )
        if reading.sure >= FACES.unread and not again:
            legible.append((index, reading))
    return legible


def _same_card(one: Hypothesis, other: Hypothesis) -> bool:
    return share_of_smaller(one.quad, other.quad) > SEARCH.same_card


def _unexplained_in(
    image: np.ndarray, group: Sequence[Hypothesis], cards: Sequence[Placed], sizes: CardSizes
) -> list[Hypothesis]:
    """What of a group that the finder found is not explained by *cards*, and cards that explain it ill."""
    placed = [card for card in cards if any(overlap(card.hypothesis.quad, one.quad) > 0 for one in group)]
    lying = [card.hypothesis for card in placed]
    unexplained = [card.hypothesis for card in placed if card.reading.sure < FACES.sure]
    unexplained += [
        one for one in group if not one.back and one.found >= SEARCH.faint and _is_left(one, lying)
    ]
    outlines = [one.corners for one in lying]
    return unexplained + [
        one
        for n, one in enumerate(lying)
        if paper_goes_on(image, outlines[n], [*outlines[:n], *outlines[n + 1 :]])
    ]


def _is_left(one: Hypothesis, others: Sequence[Hypothesis]) -> bool:
    """Whether what was found is none of *others*, nor made of them."""
    if any(overlap(one.quad, other.quad) > SEARCH.same_place for other in others):
        return False
    return share_covered(one.quad, [other.quad for other in others]) < SEARCH.made_of_others
