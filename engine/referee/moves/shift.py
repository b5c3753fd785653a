"""A card that was seen late, laid earlier: an arm may have hidden it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from engine.referee.moves import Lying
from engine.referee.seen_cards import SeenCard, apart
from engine.referee.settings import EARLIER, HIDDEN, JOLT, NEIGHBOURS, ROW, SHOWS


def shift(lying: Lying) -> Iterator[list[SeenCard]]:
    """Each card just seen, before those seen just before it, or beside those of its arm or of its row."""
    for number, late in enumerate(lying.cards):
        if late in lying.fresh and late.decision is None and late.pinned is None and max(late.faces) >= SHOWS:
            others = [*lying.cards[:number], *lying.cards[number + 1 :]]
            for place in _places(lying, late, number):
                yield [*others[:place], late, *others[place:]]


def _places(lying: Lying, late: SeenCard, number: int) -> list[int]:
    """Earlier places of a card that explain, maybe, why what followed did not go on as it should."""
    cards = lying.cards
    since = next(n for n, seen in enumerate(cards) if late.t - seen.t <= HIDDEN)
    places = set(range(max(since, number - EARLIER), number))
    for other in range(since, number):
        if cards[other].arrived == late.arrived:
            places |= {other, other + 1}
    beside = _row_ends(lying, late, number) if late.unbrought else set()
    places = (places | beside) - {number}
    # The cards of hands have no order; but one that no arm has brought may lie in a row since long.
    if not places or (not beside and lying.over(number)):
        return []
    weights = [lying.after(n).evidence for n in range(max(0, min(places) - 1), len(cards) + 1)]
    goes_on = all(before - after < JOLT for before, after in itertools.pairwise(weights))
    return [] if goes_on and not beside else sorted(places, reverse=True)


def _row_ends(lying: Lying, late: SeenCard, number: int) -> set[int]:
    """Places just before and after the earlier cards that lie nearest: rows grow at their ends."""
    assert late.corners is not None
    away = [
        (apart(late.corners, seen.corners), place)
        for place, seen in enumerate(lying.cards[:number])
        if seen.corners is not None
    ]
    nearest = [place for widths, place in sorted(away)[:NEIGHBOURS] if widths < ROW]
    return {place for other in nearest for place in (other, other + 1)}
