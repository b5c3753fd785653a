"""How people usually go on, before anything is seen of it.

Whoever is asked lays a card that goes on if he holds one, and those asked before him hold none. How many
cards each still holds, and how many nobody has laid, tell how likely that is; so does who was asked for a
card before and did not lay it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.cards import BIT, Card
from engine.games import game
from engine.games.game_rules import Evening
from engine.referee.settings import (
    HELD_BACK,
    OUT_OF_TURN,
    OVERLOOKED,
    PASSES,
    STANDS_IN,
    STOPS,
)
from engine.referee.tricks.in_turn import InTurn


def going_on(evening: Evening) -> tuple[Card, ...]:
    """The cards with which the sequence usually goes on; none on a start anew."""
    rounds = game.rules_of(evening).asked_round(evening)
    return rounds[0] if rounds else ()


def rarity(passed: int, due: int, bit: int) -> float:
    """How much rarer a card is in the hand of a player who passed, or was bound to lay it.

    Args:
        passed, due: cards that he was asked for in vain, and that he was bound to lay, as `cards.BIT`s.
        bit: of the card.
    """
    return OVERLOOKED if due & bit else HELD_BACK if passed & bit else 1.0


class PlayPrior(Protocol):
    """How people go on from one state of a round."""

    def of(self, place: int, card: Card) -> float:
        """How likely it is that this player lays this card next."""


def play_prior(evening: Evening, passed: Sequence[int]) -> PlayPrior:
    """How likely each legal play is; ``passed`` as for `SequencePrior`."""
    assert evening.round is not None
    return InTurn(evening) if evening.round.gathers else SequencePrior(evening, passed)


class SequencePrior:
    """How likely each legal play is, where cards are laid in sequence.

    Args:
        evening: a round in progress.
        passed: cards that each player was asked for in vain, as `cards.BIT`s.
    """

    __slots__ = ("_anew", "_due", "_evening", "_last", "_passed", "_rates", "_share")

    def __init__(self, evening: Evening, passed: Sequence[int]) -> None:
        rules, now = game.rules_of(evening), evening.round
        assert now is not None
        self._evening, self._passed, self._due = evening, passed, now.due
        self._rates: dict[Card, float] = {}
        self._share: dict[int, float] = {}
        self._last = now.laid[-1].player if now.laid else None
        pack = rules.pack(evening)
        self._anew = 1 / len(pack)
        wanted = going_on(evening)
        if self._last is None or not wanted:
            return
        suited = rules.suited(evening)
        for card in wanted:
            self._rates[card] = STANDS_IN if suited and card != wanted[0] else 1.0
        rest = [(BIT[card], rate) for card, rate in self._rates.items() if not now.table & BIT[card]]
        any_of_them = sum(bit for bit, _ in rest)
        fits = sum(rate for _, rate in rest)
        out = len(pack) - now.table.bit_count()
        reached = 1.0
        for player in rules.asked(evening):
            place = evening.players.index(player)
            fitting, due = fits, now.due[place]
            if (passed[place] | due) & any_of_them:
                fitting = sum(rate * self._rarity(place, bit) for bit, rate in rest)
            none = (1 - now.left[place] / out) ** fitting
            if fitting:
                self._share[place] = reached * (1 - none) * (1 - PASSES) / fitting
            reached *= none + (1 - none) * PASSES
        self._anew = max(reached, STOPS) / max(1, out - len(rest))

    def of(self, place: int, card: Card) -> float:
        """How likely it is that this player lays this card next (legal; on a free lead up to a factor)."""
        holds = self._rarity(place, BIT[card])
        rate = self._rates.get(card)
        if rate is not None:
            return self._share.get(place, self._anew) * rate * holds
        return self._anew * holds * (1.0 if self._last in (None, place) else OUT_OF_TURN)

    def _rarity(self, place: int, bit: int) -> float:
        return rarity(self._passed[place], self._due[place], bit)
