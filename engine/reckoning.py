"""What an evening comes to: who is short before the next antes, when it is over, who owes whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine import ledger
from engine.events import Payment

BOXES = ""
"""Stands for the boxes among givers and takers; no player has an empty name."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The end of an evening.

    Attributes:
        chips: of each player, what the boxes gave out at the end included.
        boxes: chips that stay in the boxes.
        won: by each player since the evening began, below 0: lost.
        standings: (place, player, chips), most chips first; equal chips share a place.
        debts: the fewest hand-overs that settle the evening where nothing but chips has changed
            hands (for money, say); `BOXES` gives or takes what lay in the boxes before or stays there.
    """

    chips: Mapping[str, int]
    boxes: int
    won: Mapping[str, int]
    standings: tuple[tuple[int, str, int], ...]
    debts: tuple[Payment, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has most chips: several are joint winners."""
        return tuple(player for place, player, _ in self.standings if place == 1)


def reckon(chips: Mapping[str, int], boxes: int, stock: Mapping[str, int] | None = None) -> Reckoning:
    """Reckon an evening up.

    Args:
        chips: of each player once the boxes were given out as agreed (the game's ``closing``).
        boxes: chips of players and boxes are all there is: what is left in the boxes then.
        stock: chips of each player at the start, none where it was not told.
    """
    won = {player: held - (stock or {}).get(player, 0) for player, held in chips.items()}
    return Reckoning(
        chips=dict(chips),
        boxes=boxes,
        won=won,
        standings=ledger.standings(chips),
        debts=ledger.transfers({**won, BOXES: -sum(won.values())}),
    )


def short(chips: Mapping[str, int], due: Mapping[str, int]) -> dict[str, int]:
    """Who cannot place what is due of him, and how many chips he lacks.

    Args:
        chips: what each player holds.
        due: what each must place next; who places nothing may be left out.
    """
    return {player: asked - chips[player] for player, asked in due.items() if chips[player] < asked}


def over(
    end: str,
    *,
    short: Iterable[str],
    rounds: int,
    agreed_rounds: int | None,
    minutes: float,
    agreed_minutes: float | None,
) -> str | None:
    """Whether the evening is over after a round, and why: ``ruin``, ``rounds`` or ``time``.

    People may stop whenever they like, and go on when it is: nobody is forced.

    Args:
        end: the option of that name.
        short: who cannot place his next antes.
        rounds: settled so far.
        agreed_rounds, agreed_minutes: what the table agreed on, None: nothing.
        minutes: since the evening began.
    """
    if end == "ruin" and any(True for _ in short):
        return "ruin"
    if end == "rounds" and agreed_rounds is not None and rounds >= agreed_rounds:
        return "rounds"
    if end == "time" and agreed_minutes is not None and minutes >= agreed_minutes:
        return "time"
    return None
