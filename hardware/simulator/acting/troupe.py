"""Those who act besides the director: each has dice of his own, and is there where he is wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.cards import DECK, Card
from engine.events import CardPlayed, Event, HandShown, RoundStarted
from engine.games import game
from hardware.simulator.acting.deal import Deal
from hardware.simulator.acting.fumbles import Fumbles
from hardware.simulator.acting.mishaps import Mishaps
from hardware.simulator.acting.runs import Runs
from hardware.simulator.besides.bodies import Bodies
from hardware.simulator.besides.clutter import Clutter
from hardware.simulator.besides.stocks import Stocks
from hardware.simulator.besides.strays import Strays, second_pack
from hardware.simulator.disturbances import Disturbances
from hardware.simulator.stage.hands import Hands
from hardware.simulator.stage.spots import Spots
from hardware.simulator.stage.stage import Stage


class Besides(Protocol):
    """What people do with things that are not the game's."""

    def plan(self, cards: Sequence[int]) -> None:
        """A round begins, whose cards are at these numbers among the events."""
        ...

    def before(self, number: int, acting: int) -> None:
        """`acting` is about to lay the card at that number."""
        ...

    def end(self, t: float) -> None:
        """The film ends."""
        ...


@dataclass(frozen=True, slots=True)
class Troupe:
    """Who acts on a stage.

    Attributes:
        hands: who holds which cards.
        mishaps: what else happens.
        runs: which cards are laid in one go.
        deal: how people come to their cards.
        left: the chips in the boxes at first, by kind; a box that is not named: the fewest that will do.
        besides: what is done with other things than the game's.
        stocks: the chips before the players; None: they are not in the picture.
    """

    hands: Hands
    mishaps: Mishaps
    runs: Runs
    deal: Deal
    left: Mapping[Card, Mapping[str, int]]
    besides: Sequence[Besides]
    stocks: Stocks | None


def troupe(
    seed: int,
    among: Disturbances,
    stage: Stage,
    events: Sequence[Event],
    left: Mapping[Card, Mapping[str, int]],
) -> Troupe:
    """Those whom an evening of `events` needs; who has things puts them on the stage, one after the other.

    Args:
        left: as in `Troupe`.
    """
    hands = Hands(seed, among, stage)
    mishaps, runs = Mishaps(seed, among, stage, hands), Runs(seed, among, stage, hands)
    spots = Spots(stage, events)
    deal = Deal(seed, among, stage, spots, hands)
    stocks = Stocks(seed, stage, spots, game.fold(events).settlements) if among.stocks else None
    besides: list[Besides] = [deal]
    if among.held:
        besides.append(Fumbles(seed, stage, spots, hands))
    if among.heads:
        besides.append(Bodies(seed, stage, hands))
    if among.strays:
        # Where people deal, nobody's cards are the talon.
        unplayed = [] if among.deal else _unplayed(events)
        deck = stage.room.deck
        besides.append(Strays(seed, stage, spots, (deck, second_pack(seed, deck)), unplayed))
    if among.clutter:
        besides.append(Clutter(seed, stage, spots))
    return Troupe(hands, mishaps, runs, deal, left, besides, stocks)


def _unplayed(events: Sequence[Event]) -> list[Card]:
    """Cards of the pack that nobody holds in any round; none where there are several rounds."""
    if sum(isinstance(event, RoundStarted) for event in events) > 1:
        return []
    held: set[Card] = set()
    for event in events:
        if isinstance(event, CardPlayed):
            held.add(event.card)
        elif isinstance(event, HandShown):
            held.update(event.cards)
    return [card for card in DECK if card not in held]
