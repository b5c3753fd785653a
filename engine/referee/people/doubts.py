"""Which of the decisions behind a settlement are less sure than what is committed otherwise.

A round is settled by the likeliest way in which it may have gone. Where all ways that pay like it are
together less likely than `certainty.SURE`, what the others say otherwise is in doubt, card by card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.certainty import DOUBTFUL, MAYBE, SURE, UNSEEN, Inferred
from engine.referee.beam import Decision
from engine.referee.people.questions import Way
from engine.referee.seen_cards import Before, SeenCard

Source = SeenCard | Before
"""The card that a decision is about, or what lay unseen just before it."""


def doubts(ways: Sequence[Way], laid: Sequence[SeenCard], players: Sequence[str]) -> dict[Source, Inferred]:
    """What of the cards is in doubt; nothing where what is paid is sure.

    Args:
        ways: in which the round may have gone; the first is what the log says.
        laid: the cards, as many as have stakes in the ways.
        players: names in playing order.
    """
    likeliest, whole = ways[0], sum(way.weight for way in ways)
    others = [way for way in ways if way.paid != likeliest.paid]
    sure = sum(way.weight * way.surely for way in ways if way.paid == likeliest.paid) / whole
    if sure >= SURE:
        return {}
    shares = {}
    for place, stake in enumerate(likeliest.stakes):
        otherwise = sum(way.weight for way in others if way.stakes[place] != stake)
        shares[place] = 1 - otherwise / whole
    unsure = [place for place, share in shares.items() if share < SURE]
    if not unsure and others:  # many small doubts, together one
        unsure = [min(shares, key=lambda place: shares[place])]
        shares[unsure[0]] = sure
    sources: list[Source] = [*laid, *map(Before, laid)]
    return {
        sources[place]: _doubt(place, ways, shares[place], players, place >= len(laid)) for place in unsure
    }


def _doubt(place: int, ways: Sequence[Way], share: float, players: Sequence[str], unseen: bool) -> Inferred:
    """What is in doubt about one card, `MAYBE` where the log has none and one may have been laid."""
    decision, stake = ways[0].path[place], ways[0].stakes[place]
    others = [way for way in ways if way.paid != ways[0].paid and way.stakes[place] != stake]
    other = max(others, key=lambda way: way.weight).path[place]
    why = UNSEEN if unseen else DOUBTFUL
    if decision.player < 0:
        decision, why = other, MAYBE
    what = "hand" if decision.kind == "hand" else "card"
    if (
        why != MAYBE
        and decision.card is not None
        and other.card == decision.card
        and other.kind == decision.kind
    ):
        what = "player"
    return Inferred(what, _name(decision, players), decision.card, why, round(share, 2))


def _name(decision: Decision, players: Sequence[str]) -> str | None:
    return players[decision.player] if decision.player >= 0 else None


def marked(doubt: Inferred) -> Mapping[str, object]:
    """The mark of a doubt, as an event has it in its field `certainty.MARK`."""
    return {"what": doubt.what, "why": doubt.why, "share": doubt.share}
