"""What was called, and which box was emptied: they speak for a card and for who laid it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cards import Card
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import (
    BELATED,
    FETCHED,
    FOREIGN,
    HEARD_FOR,
    MEANT,
    SHOWS,
    SPOKEN_FOR,
    UNCALLED,
    UNLIKE,
)
from engine.referee.witnesses.testimony import Context, Testimony, multiplied


def strength(via: str, sure: float) -> float:
    """How much likelier a call makes it that its card was laid.

    Args:
        via: ``tap``, ``voice`` or ``chips``.
        sure: how surely it was heard, 0–1.
    """
    return float((HEARD_FOR if via == "voice" else SPOKEN_FOR) ** sure)


class Call:
    """A call made, or a box emptied, while it was the last card or just after the one before it."""

    def testify(self, seen: SeenCard, context: Context) -> Testimony:
        laid: dict[Card, float] = {}
        for (card, _), factor in seen.witnesses.items():
            laid[card] = laid.get(card, 1.0) * factor
        claims: dict[Card, tuple[float, ...]] = {}
        for (card, _), by in {**(context.last.claims if context.last else {}), **seen.claims}.items():
            claims[card] = multiplied([claims.get(card, ()), by], context.players)
        return Testimony(laid=laid, claims=claims, unseen_cards=_unseen(seen, context))


def _unseen(seen: SeenCard, context: Context) -> Mapping[Card, float]:
    """Of the honours, and of cards called since the card before that neither looks like: laid unseen."""
    unseen, before = dict.fromkeys(context.honours, UNCALLED), context.last
    if before is None:
        return unseen
    for (card, witness), factor in before.witnesses.items():
        if witness == "call" and max(before.faces[card.index], seen.faces[card.index]) < UNLIKE:
            unseen[card] = MEANT * factor
    return unseen


def favour(
    cards: Sequence[SeenCard], t: float, card: Card, factor: float, witness: str, by: Sequence[float]
) -> Sequence[SeenCard]:
    """A call or a box spoke for the card whose arm had come last.

    Args:
        cards: all cards, in order.
        t: when, seconds.
        card: the one it spoke for.
        factor: how much likelier that makes it.
        witness: ``call`` or ``box``.
        by: factor per player for his having laid it; empty: nobody knows whose witness it was.

    Returns:
        The cards of which that says something.
    """
    there = [seen for seen in cards if seen.arrived <= t]
    # What was laid last by then, and all before it.
    there = [*cards[: cards.index(there[-1]) + 1]] if there else []
    if not there:
        return []
    there[-1].witnesses[card, witness] = factor
    if not by:
        return there[-1:]
    # A call that comes late, a box that is emptied late, still say whose card it was.
    shown = (seen for seen in reversed(there) if seen.faces[card.index] >= SHOWS)
    whose = next((seen for seen in shown if t - seen.t < BELATED), there[-1])
    whose.claims[card, witness] = tuple(by)
    return [there[-1], whose]


def callers(player: str | None, names: Sequence[str]) -> tuple[float, ...]:
    """What a player's call says of who laid the card: factor per player; nothing of nobody's."""
    return tuple(1.0 if name == player else FOREIGN for name in names) if player in names else ()


def takers(seats: Sequence[float]) -> tuple[float, ...]:
    """What the arms at a box that is emptied say of who laid its card: factor per player."""
    return tuple((1 - FETCHED) * seat + FETCHED / len(seats) for seat in seats)
