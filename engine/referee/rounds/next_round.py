"""When the next round begins: the cards have been gathered, and antes go in or a new card comes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.boundaries import BoxSeen, CardLook, Heard, Sighting
from engine.cards import DECK, Card
from engine.errors import IllegalEvent
from engine.events import Event, RoundStarted
from engine.games import game
from engine.games.game_rules import Evening
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import DEALING, FED, FED_EARLY, GATHERED, SHOWS, SWEEP
from engine.referee.transaction import Changing


def cleared(cards: Sequence[SeenCard]) -> bool:
    """Whether the *cards* of a round that is over have been gathered."""
    return bool(cards) and sum(seen.gone for seen in cards) >= GATHERED * len(cards)


def is_new(look: CardLook, cards: Sequence[SeenCard]) -> bool:
    """Whether a card that is seen on a cleared table is none of those *cards* that were left there."""
    left = {seen.decision.card for seen in cards if seen.decision is not None and not seen.gone}
    return look.faces[look.face] >= SHOWS and DECK[look.face] not in left


def is_told_of_it(event: Event, evening: Evening, besides: Sequence[type[Event]]) -> bool:
    """Whether what people tell cannot be of this round: it opens the next one, or belongs to it.

    Args:
        event: what they tell.
        evening: as the log tells it.
        besides: the kinds of events that people tell of a round and no camera sees.
    """
    if evening.round is None or not isinstance(event, (RoundStarted, *besides)):
        return False
    try:
        game.apply(evening, event)
    except IllegalEvent:
        return True
    return False


class NextRound(Changing):
    """What of one round's end tells that the next one begins, and what is kept of that one until it may."""

    def __init__(self) -> None:
        self._fed: dict[Card, BoxSeen] = {}  # how each box looked before it gained chips
        self._swept = -math.inf
        self._waiting: list[Sighting | Heard] | None = None

    @property
    def waits(self) -> bool:
        """Whether the next round has begun while this one cannot be settled."""
        return self._waiting is not None

    @property
    def fed(self) -> int:
        """How many boxes hold more chips than they held."""
        return len(self._fed)

    @property
    def waiting(self) -> Sequence[Sighting | Heard]:
        """What is kept of it."""
        return self._waiting or ()

    def keep(self, news: Sighting | Heard) -> None:
        """Keep what was seen or heard of the next round; with the first of it that round waits."""
        if self._waiting is None:
            self._waiting = []
        self._waiting.append(news)

    def take(self) -> list[Sighting | Heard]:
        """What was kept, in the order in which it was told; it waits no more."""
        waiting, self._waiting = self._waiting or [], None
        return waiting

    def gathered(self, t: float) -> None:
        """A card that had long lain was taken away at *t*."""
        self._swept = t

    def squared_up(self, t: float) -> bool:
        """Whether what was taken away just before *t* lies there still, where a card is laid then."""
        return t < self._swept + DEALING

    def gathering(self, t: float, shown: bool) -> bool:
        """Whether somebody gathers the cards at *t*.

        Args:
            shown: the card taken away then is one of a hand that was shown.
        """
        return t <= self._swept + (SWEEP if shown else 0.0)

    def antes_go_in(self, before: BoxSeen, seen: BoxSeen, gathered: bool, settled: bool) -> bool:
        """Whether the next round's antes go in: into a box that was taken no bête is ever paid.

        What has gained chips and holds them no more counts no more.

        Args:
            before, seen: the last two looks at a box, the last card of the round having been laid.
            gathered: whether the round's cards have been gathered.
            settled: whether the round is.
        """
        least = self._fed.get(seen.box, before)
        if _number(seen) > _number(least) or (least.empty and not seen.empty):
            self._fed[seen.box] = least
        else:  # it never gained any, or has no more than it had: a passing light was taken for chips
            self._fed.pop(seen.box, None)
        if gathered:
            return (before.empty and not seen.empty) or len(self._fed) >= FED
        filled = any(each.empty for each in self._fed.values())
        return settled and filled and len(self._fed) >= FED_EARLY


def _number(seen: BoxSeen) -> int:
    """How many chips are seen in a box."""
    return sum(seen.chips.values())
