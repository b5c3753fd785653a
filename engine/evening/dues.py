"""What the round just settled asks people to hand over, in which pieces, and what of it is paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import Card
from engine.evening.purses import Handover, Purses
from engine.events import AnySettlement, Event, Paid, RoundStarted, Settlement
from engine.games.game_rules import Evening
from engine.money import ledger


@dataclass(frozen=True, slots=True)
class Due:
    """One amount that a player owes another, or a box (a bête).

    Attributes:
        handed: from whom to whom, how much, and in which pieces: those that people hold where that
            is known, else the fewest.
        paid: chips of it that somebody has noted as paid.
        seq: the number of the last event that noted some, None: nobody has.
    """

    handed: Handover
    paid: int
    seq: int | None

    @property
    def still(self) -> int:
        """Chips that are still to be paid."""
        return max(0, self.handed.chips - self.paid)


def dues(
    events: Sequence[Event], state: Evening, counted: Purses | None, value: Mapping[str, int]
) -> tuple[Due, ...]:
    """What the round just settled asks for; nothing while a round is in progress.

    Args:
        events: the evening's events in force.
        state: after them.
        counted: what everybody holds after that round, None where nobody knows.
        value: of each kind of chip.
    """
    if state.round is None or not state.round.settled:
        return ()
    begun = max(place for place, event in enumerate(events) if isinstance(event, RoundStarted))
    paid = [event for event in events[begun:] if isinstance(event, Paid)]
    found = []
    for asked in handovers(state.settlements[-1], counted, value):
        mine = [each for each in paid if (each.player, each.to or each.card) == (asked.giver, asked.taker)]
        found.append(Due(asked, sum(each.chips for each in mine), mine[-1].seq if mine else None))
    return tuple(found)


def handovers(
    settled: AnySettlement, counted: Purses | None, value: Mapping[str, int]
) -> tuple[Handover, ...]:
    """What a round asks people to hand over: to each other, then bêtes into boxes.

    Args:
        settled: the round.
        counted, value: as in `dues`.
    """
    held = {(each.giver, each.taker): each for each in counted.last} if counted is not None else {}
    asked: list[tuple[str, str | Card, int]] = [(p.giver, p.taker, p.chips) for p in settled.transfers]
    if isinstance(settled, Settlement):
        asked += [(bete.player, bete.card, bete.chips) for bete in settled.betes]
    found = []
    for giver, taker, chips in asked:
        known = held.get((giver, taker))
        if known is None or known.chips != chips:
            known = Handover(giver, taker, chips, ledger.pieces(chips, value))
        found.append(known)
    return tuple(found)


def to_json(handed: Handover) -> dict[str, Any]:
    """``gives, back, swapped`` {kind: pieces}, ``noted`` (chips that no piece can pay)."""
    return {
        "gives": dict(handed.paid),
        "back": dict(handed.back),
        "swapped": dict(handed.swapped),
        "noted": handed.noted,
    }
