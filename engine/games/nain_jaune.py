"""What both presets of the Nain Jaune share: its board, its honours, its deal.

Numbers are keys of `engine.games.sources`; "silent": no source says, the choice is ours. What it has
in common with the other stops games (calls, hands, chips) is `engine.games.stops`.

* **Board** five boxes: 10♦ 1, J♣ 2, Q♠ 3, K♥ 4, 7♦ 5, fifteen in all (all). An honour in the talon costs
  nobody (002 004).
* **Honours** who lays one and calls it in time takes its box (000 001).
* **The round ends** at once with a player's last card. What is left in hand counts court cards
  and tens 10, the others their face, aces 1 (000 001 004). The losers show their hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from engine.cards import ANTES, HONOURS, Card
from engine.games import stops
from engine.games.options import option

GAME = "nain-jaune"
DEAL: dict[int, tuple[int, int]] = {
    2: (22, 8),
    3: (15, 7),
    4: (12, 4),
    5: (9, 7),
    6: (8, 4),
    7: (7, 3),
    8: (6, 4),
}
"""Players → (cards each, talon)."""
KING = 13
DWARF = Card(7, "D")
"""The nain jaune itself, 7♦."""
BOX: Mapping[Card, int] = {card: place for place, card in enumerate(HONOURS)}
"""Honour → place of its box."""


@dataclass(frozen=True, slots=True)
class House(stops.House):
    """House rules that both presets have.

    Attributes:
        call_required: ``on``: an honour takes its box only when called; each preset names what
            else there is.
        call_window: until when a call counts (`stops.House.window`).
        stake_unit: antes in jetons or in fiches.
        fiche: what a fiche is worth.
    """

    BOX: ClassVar[Mapping[Card, int]] = BOX

    call_required: str = option("on", group="boxes", sources=("000 001",))
    call_window: str = option(
        "next_card",
        "with_card",
        "round",
        group="boxes",
        sources=("", "house", "house"),
        only_with=("call_required", "on", "hoc_only"),
    )
    stake_unit: str = option("jeton", "fiche", group="chips", sources=("000 001 002 004", "004q"))
    fiche: str = option("5", "2", group="chips", sources=("000", "002"))

    @property
    def box_called(self) -> bool:
        """Whether an honour takes its box only when it is called; else it does when it is laid."""
        return self.call_required == "on"

    @property
    def by_points(self) -> bool:
        """Whether who goes out is paid by the points of the cards left; else by their number."""
        return True

    @property
    def window(self) -> str:
        """Until when a call counts."""
        return self.call_window

    def is_called(self, card: Card) -> bool:
        """Whether people call this card out at all."""
        return card in BOX

    @property
    def dealer_step(self) -> int:
        """From a dealer to the next in playing order: he sits to his right."""
        return -1 if self.clockwise else 1

    @property
    def antes(self) -> tuple[int, ...]:
        """What one player puts into each box, in `HONOURS` order."""
        return _antes(int(self.fiche) if self.stake_unit == "fiche" else 1)


@lru_cache
def _antes(unit: int) -> tuple[int, ...]:
    return tuple(ANTES[card] * unit for card in HONOURS)
