"""How likely each card is where tricks are won, before anything is seen of it."""

from __future__ import annotations

from engine.cards import BIT, Card
from engine.games import game
from engine.games.game_rules import Evening
from engine.referee.settings import REVOKED, REVOKES


class InTurn:
    """How likely each card is where tricks are won: one of the suit led by whoever holds one, else any.

    A card is as likely in a hand as any other that has not been laid; one of a suit that its player did not
    follow is hardly (`REVOKED`).

    Args:
        evening: a round in progress.
    """

    __slots__ = ("_due", "_held", "_led", "_left", "_unlaid")

    def __init__(self, evening: Evening) -> None:
        rules, now = game.rules_of(evening), evening.round
        assert now is not None
        self._due, self._left = now.due, now.left
        self._unlaid = sum(BIT[card] for card in rules.pack(evening)) & ~now.table
        self._led = (
            sum(BIT[card] for cards in rules.asked_round(evening)[:1] for card in cards) & self._unlaid
        )
        self._held: dict[int, tuple[float, float]] = {}

    def of(self, place: int, card: Card) -> float:
        """How likely it is that this player lays this card next."""
        if place not in self._held:
            self._held[place] = self._rates(place)
        follows, other = self._held[place]
        return (follows if BIT[card] & self._led else other) * self._rarity(place, BIT[card])

    def _rates(self, place: int) -> tuple[float, float]:
        """For each card of the suit led, and for each other one: how likely it comes, held like any other."""
        led, others = self._weight(place, self._led), self._weight(place, self._unlaid & ~self._led)
        if not led or not others:
            return 1 / max(led, 1.0), 1 / max(others, 1.0)
        none = (others / (led + others)) ** self._left[place]
        revokes = (1 - none) * REVOKES
        return (1 - none - revokes) / led, (none + revokes) / others

    def _weight(self, place: int, cards: int) -> float:
        """How many cards these are worth, each by how likely he may still hold it."""
        hardly = (cards & self._due[place]).bit_count()
        return cards.bit_count() - (1 - REVOKED) * hardly

    def _rarity(self, place: int, bit: int) -> float:
        return REVOKED if self._due[place] & bit else 1.0
