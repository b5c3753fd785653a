"""What was said to be missing: "sans six"."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import DECK
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import AFTER_SANS, BEFORE_SANS, MIDST
from engine.referee.witnesses.testimony import Context, Testimony


class Sans:
    """A rank missing after it, or after the card before it."""

    def testify(self, seen: SeenCard, context: Context) -> Testimony:
        laid = {
            card: BEFORE_SANS**sure
            for rank, sure in seen.sans.items()
            for card in DECK
            if card.rank == rank - 1
        }
        missing = context.last.sans if context.last is not None else {}
        return Testimony(laid=laid, last={rank: AFTER_SANS**sure for rank, sure in missing.items()})


def stopped(cards: Sequence[SeenCard], t: float, rank: int, sure: float) -> SeenCard | None:
    """At second ``t`` somebody said that ``rank`` is missing: who laid the card before it stops.

    Args:
        cards: cards laid in turn, and those that are still open.
        t: when it was said.
        rank: 2–13.
        sure: how surely it was heard, 0–1.

    Returns:
        The card after which it is missing; None: the last one laid by then is of another rank.
    """
    lying = [seen for seen in cards if seen.t <= t + MIDST]
    if not lying:
        return None
    last = lying[-1]
    if last.decision is not None and (last.decision.card is None or last.decision.card.rank != rank - 1):
        return None
    last.sans[rank] = max(sure, last.sans.get(rank, 0.0))
    return last
