"""An evening of a stops game and its round in progress: frozen, a fold over events."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from engine import reading
from engine.cards import Card
from engine.certainty import Inferred
from engine.errors import IllegalEvent
from engine.events import GameStarted, Settlement
from engine.games.seats import place_among, stocks
from engine.games.stops.house import House


class Laid(NamedTuple):
    """A card on the table: the player's place in playing order, and its face."""

    player: int
    card: Card


class Round(NamedTuple):
    """One round in progress. Players are places in playing order, boxes in the order of `House.BOX`.

    Attributes:
        number: from 1.
        dealer: who dealt.
        leader: who must lay the first card; None when anyone may.
        boxes: chips in each box now.
        won: chips that each player has won (below 0: lost) so far: antes, boxes, calls.
        left: cards left in each hand.
        laid: every card, in order.
        top: the card on which the next one follows (what the last one stands for); None where
            any card starts anew.
        table: the laid cards as `cards.BIT`s.
        turn: how many of the last cards their player laid without a break.
        early: calls made since the last card that the next card will judge.
        open: cards laid whose call would still count.
        called: cards whose call has counted.
        laid_at: seconds at which the last card was laid, None when not told.
        takes: (player, honour, chips) by call.
        missed: (player, honour, chips) not called in time.
        paid: (giver, taker, chips) from player to player during play.
        fined: (player, box, chips, the option that asks for them) put into boxes besides.
        hands: cards shown by each, None until shown; of a hand that was only counted, its honours.
        due: cards that each player was bound to lay and did not, as `cards.BIT`s: if he holds one, he
            overlooked it.
        bound: by how much `due` grew with each card laid, in order.
        overlooked: the cards that turned up so, with who had kept them.
        settled: the round is paid.
        inferred: what was inferred less surely than what is committed otherwise (`engine.certainty`).
        counted: (player, points) of the hands that were only counted.
    """

    number: int
    dealer: int
    leader: int | None
    boxes: tuple[int, ...]
    won: tuple[int, ...]
    left: tuple[int, ...]
    laid: tuple[Laid, ...] = ()
    top: Card | None = None
    table: int = 0
    turn: int = 0
    early: tuple[Laid, ...] = ()
    open: tuple[Laid, ...] = ()
    called: tuple[Laid, ...] = ()
    laid_at: float | None = None
    takes: tuple[tuple[int, Card, int], ...] = ()
    missed: tuple[tuple[int, Card, int], ...] = ()
    paid: tuple[tuple[int, int, int], ...] = ()
    fined: tuple[tuple[int, Card, int, str], ...] = ()
    hands: tuple[tuple[Card, ...] | None, ...] = ()
    due: tuple[int, ...] = ()
    bound: tuple[tuple[int, ...], ...] = ()
    overlooked: tuple[Laid, ...] = ()
    settled: bool = False
    inferred: tuple[Inferred, ...] = ()
    counted: tuple[tuple[int, int], ...] = ()

    @property
    def over(self) -> bool:
        """Whether somebody has laid his last card."""
        return 0 in self.left

    @property
    def gathers(self) -> bool:
        """The cards lie until the round is over."""
        return False

    @property
    def gathered(self) -> int:
        """None."""
        return 0

    @property
    def lying(self) -> int:
        """All do."""
        return self.table

    @property
    def score(self) -> Hashable:
        """How many cards each has left."""
        return self.left

    @property
    def situation(self) -> Hashable:
        """Who may lay which card hangs on what lies, what goes on and who laid last."""
        return self.table, self.top, self.laid[-1].player if self.laid else None


@dataclass(frozen=True, slots=True)
class Evening:
    """The whole state: a fold over the events of one evening. Each preset has its own kind.

    Attributes:
        options: the house rules.
        players: names in playing order.
        stock_told: the stock was told, so that balances are what people really hold.
        balances: chips of each player, all settled rounds included.
        boxes: chips left by the last settled round (before the antes of one in progress), in the order of
            `House.BOX`.
        round: the round in progress or just settled, None before the first.
        settlements: of all finished rounds.
    """

    options: House
    players: tuple[str, ...]
    stock_told: bool
    balances: tuple[int, ...]
    boxes: tuple[int, ...]
    round: Round | None = None
    settlements: tuple[Settlement, ...] = ()


E = TypeVar("E", bound=Evening)


def place_of(evening: Evening, player: str) -> int:
    """The player's place in playing order.

    Raises:
        IllegalEvent: nobody of that name plays.
    """
    return place_among(evening.players, player)


def with_round(evening: E, now: Round) -> E:
    """The evening with another round: `dataclasses.replace`, but fast (once per card)."""
    return type(evening)(
        evening.options,
        evening.players,
        evening.stock_told,
        evening.balances,
        evening.boxes,
        now,
        evening.settlements,
    )


def sit_down(kind: type[E], options: House, event: GameStarted, seats: Collection[int]) -> E:
    """The state before the first round.

    Args:
        kind: the preset's state.
        options: the house rules.
        event: who plays, with which stock.
        seats: the numbers of players for which there is a deal.

    Raises:
        IllegalEvent: another number of players, or one who sits twice.
    """
    if len(event.players) not in seats:
        raise IllegalEvent("deal", f"{len(event.players)} players: expected {reading.counts(seats)}")
    return kind(
        options=options,
        players=event.players,
        stock_told=event.stock is not None,
        balances=stocks(event),
        boxes=(0,) * len(options.BOX),
    )
