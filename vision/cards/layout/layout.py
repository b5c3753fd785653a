"""From what the finder found to the cards that lie there: proposals, one score, one search.

The finder's outlines are explained first. Only where something then stays unexplained (a face that is not
read surely, an outline without a card, paper that goes on beyond a card) other proposals are asked for that
group of cards, and all of them are explained once more.
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
from vision.geometry.quads import overlap, scaled, share_covered, share_of_smaller

SEARCH, PROPOSALS = LAYOUT.search, LAYOUT.proposals


@dataclass(frozen=True, slots=True)
class Layout:
    """What a picture is explained by.

    Attributes:
        cards: the cards that lie there, surest first.
        unexplained: what else was found, with its reading: a back, a joker, what is too hidden or unclear.
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
    ways, others = by_finder(image, found)
    if not ways:
        return Layout((), ())
    rows = readings.of(ways)
    pool = [*ways, *(way for way, row in zip(others, rows, strict=True) if way and row.sure < SEARCH.sure)]
    sized = _sized([one for one, row in zip(ways, rows, strict=True) if row.sure >= SEARCH.sure] or ways)
    sizes = CardSizes(sized)
    # A card by itself tells nothing of its own size.
    known = sizes if len(sized) > 1 else None
    cards = explain(pool, readings, Score(known, Visibility(image), twins))
    if indices:
        searched: list[Hypothesis] = []
        for group in groups([np.array(scaled(one.quad, PROPOSALS.near)) for one in ways]):
            together = [ways[n] for n in group]
            if _unexplained_in(image, together, cards, sizes):
                doubtful = [one for one in together if readings.of([one])[0].sure < SEARCH.sure]
                proposed = [*by_indices(image, together), *cut_short(doubtful)]
                pool += proposed
                searched += [*together, *proposed]
        if searched:
            by_index = [one for one in searched if one.index is not None]
            sight = Visibility(image, by_index, searched)
            cards = explain(pool, readings, Score(known, sight, twins))
    return Layout(tuple(cards), tuple(_rest(ways, cards, readings)))


def _sized(ways: Sequence[Hypothesis]) -> list[np.ndarray]:
    """Outlines that tell how large cards are: of one card and its pieces, the surest found."""
    sized: list[np.ndarray] = []
    for one in sorted(ways, key=lambda one: -one.found):
        if all(share_of_smaller(one.quad, other) < SEARCH.made_of_others for other in sized):
            sized.append(one.corners)
    return sized


def _rest(
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
        told = [card.hypothesis for card in cards if card.reading.face == reading.face]
        if not any(share_of_smaller(one.quad, other.quad) > SEARCH.same_card for other in told):
            rest.append((one, reading))
    return rest


def _unexplained_in(
    image: np.ndarray, group: Sequence[Hypothesis], cards: Sequence[Placed], sizes: CardSizes
) -> bool:
    """Whether something of a group that the finder found is not explained by *cards*."""
    placed = [card for card in cards if any(overlap(card.hypothesis.quad, one.quad) > 0 for one in group)]
    if any(card.reading.sure < SEARCH.sure for card in placed):
        return True
    lying = [card.hypothesis for card in placed]
    if any(not one.back and one.found >= SEARCH.faint and _is_left(one, lying) for one in group):
        return True
    outlines = [one.corners for one in lying]
    likely = [one.corners for one in group if one.found >= SEARCH.faint and sizes.fits(one.corners)]
    if max(map(len, groups(likely)), default=0) >= PROPOSALS.hand_from:
        return True
    return any(
        paper_goes_on(image, outline, [*outlines[:n], *outlines[n + 1 :]])
        for n, outline in enumerate(outlines)
    )


def _is_left(one: Hypothesis, others: Sequence[Hypothesis]) -> bool:
    """Whether what was found is none of *others*, nor made of them."""
    if any(overlap(one.quad, other.quad) > SEARCH.same_place for other in others):
        return False
    return share_covered(one.quad, [other.quad for other in others]) < SEARCH.made_of_others
