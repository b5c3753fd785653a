"""House rules that all stops games have, and what a game answers about itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card
from engine.events import LEFTOVER, Called, CardPlayed, Event, HandShown
from engine.games.options import option, whole_option

PART = "stops"
"""The part of the page that shows such a game."""
TOLD: tuple[type[Event], ...] = (CardPlayed, Called, HandShown)
"""What people tell of a round."""
WITH_CARD = 2.0
"""Seconds after its card within which a call is "with" it (`House.call_window`; the house)."""
AT_ONCE = 5e-4
"""Seconds within which one player's cards come to lie that he lays at once: one picture shows them, and
nobody can call between them. Cards that people enter lie further apart."""


@dataclass(frozen=True, slots=True)
class House(ABC):
    """House rules that all stops games have, and what a game answers about itself.

    Attributes:
        BOX: card → place of its box on the board: the boxes' order wherever chips are listed.
        end: what ends the evening.
        debt: ``capped``: nobody pays more than he has, the winner first, then the boxes (only
            when the stock was told).
        leftover: whose the boxes are when the evening ends (`engine.money.leftover`).
        overlooked_fine: chips to the winner for each card that was overlooked.
    """

    BOX: ClassVar[Mapping[Card, int]] = {}

    end: str = option("ruin", "rounds", "time", group="length", sources=("001", "000 001 004", "001"))
    overlooked_fine: int = whole_option(0, least=0, group="play", sources="")
    debt: str = option("owed", "capped", group="chips", sources="")
    leftover: str = option(*LEFTOVER, group="chips", sources="")

    @property
    def box_called(self) -> bool:
        """Whether an honour takes its box only when it is called; else it does when it is laid."""
        return False

    @property
    def by_points(self) -> bool:
        """Whether who goes out is paid by the points of the cards left; else by their number."""
        return False

    @property
    def window(self) -> str:
        """Until when a call counts.

        ``next_card``: until anyone's next card that is not laid at once with it, for the round's last card
        until a hand is shown (silent); just before its card counts too, when no card lies between.
        ``with_card``: so too, but, where the log tells times, no later than `WITH_CARD` after its card;
        ``round``: until a hand is shown.
        """
        return "next_card"

    @property
    @abstractmethod
    def clockwise(self) -> bool:
        """Whether cards are dealt to the left and play goes so."""

    @property
    @abstractmethod
    def dealer_step(self) -> int:
        """From a dealer to the next in playing order."""

    @property
    def leader_step(self) -> int | None:
        """From the dealer to who must lay the first card; None: anyone may."""
        return 1

    @property
    @abstractmethod
    def antes(self) -> tuple[int, ...]:
        """What one player puts into each box, in the order of `BOX`."""

    @abstractmethod
    def antes_put(self, place: int, dealer: int) -> int:
        """How many times `antes` the player at ``place`` puts when ``dealer`` deals."""

    def call_pays(self, card: Card) -> int:
        """Chips that a call of this card brings from each other player."""
        return 0

    def agreed_rounds(self, players: int) -> int | None:
        """Deals after which ``end=rounds`` ends the evening; None: the table's to say."""
        return None

    def is_called(self, card: Card) -> bool:
        """Whether people call this card out at all."""
        return self.awaits_call(card)

    def is_reminded(self, card: Card) -> bool:
        """Whether somebody who has laid this card and not called it may be reminded."""
        return card in self.BOX

    def awaits_call(self, card: Card) -> bool:
        """Whether a call of this card can change anything."""
        return (self.box_called and card in self.BOX) or self.call_pays(card) > 0
