"""Debts that last («ardoise»): what evenings left people owing each other, less what was settled. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.evening.history import PlayedEvening

CHIPS = "chips"
"""The unit of debts where nobody played for money; else its currency, and amounts are in cents."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What one player owes another.

    Attributes:
        giver, taker: who owes it, to whom.
        amount: at least 1, in `unit`.
        unit: `CHIPS`, or a currency, whose cents are counted.
    """

    giver: str
    taker: str
    amount: int
    unit: str


def left_by(played: PlayedEvening) -> tuple[Owed, ...]:
    """What an evening left people owing each other; nothing as long as it has not ended."""
    if not played.ended or not played.rounds:
        return ()
    cents, unit = (1, CHIPS) if played.money is None else (played.money.cents, played.money.currency)
    return tuple(Owed(debt.giver, debt.taker, debt.chips * cents, unit) for debt in played.score.debts)


def owed(left: Iterable[Owed], settled: Iterable[Owed]) -> tuple[Owed, ...]:
    """Who owes whom by now, in few hand-overs, the largest first.

    Args:
        left: by evenings (`left_by`).
        settled: handed over since.
    """
    nets: dict[str, Counter[str]] = {}
    for sign, each in [*((1, each) for each in left), *((-1, each) for each in settled)]:
        net = nets.setdefault(each.unit, Counter())
        net[each.taker] += sign * each.amount
        net[each.giver] -= sign * each.amount
    return tuple(each for unit in sorted(nets) for each in _hand_overs(nets[unit], unit))


def _hand_overs(net: Counter[str], unit: str) -> Iterable[Owed]:
    """Whoever owes most pays whoever is owed most, until nobody owes anything."""
    rest = {name: amount for name, amount in net.items() if amount}
    while rest:
        giver = min(rest, key=lambda name: (rest[name], name))
        taker = min(rest, key=lambda name: (-rest[name], name))
        amount = min(-rest[giver], rest[taker])
        yield Owed(giver, taker, amount, unit)
        rest[giver] += amount
        rest[taker] -= amount
        rest = {name: left for name, left in rest.items() if left}
