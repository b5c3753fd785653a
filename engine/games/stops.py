"""What all refereed *stops* games share: cards laid in sequence, a board of boxes, calls, hands and chips.

A stops game (Nain Jaune, Michigan, Newmarket, Pope Joan) is a module of its own with its rules at its head:
its deal, its law of laying cards, its settlement. It hands in a `House`, the options by which
people play, with the board; what the code here must know of a game it asks that object.

* **Board** one box for each of some cards (`House.BOX`). What a round leaves in a box stays there. The
  talon is never seen; an honour in it costs nobody.
* **Honours** who lays one and, where it must be called, calls it in time takes its box: `House.call_window`.
* **The round ends** at once with a player's last card. The losers show their hands.
* **Nobody logs a pass**: whoever is skipped has passed.
* **Overlooked** who kept a card that a rule bound him to lay has broken no rule that anybody saw; it
  shows when that card is laid or shown. Play goes on, the round settles as it was played, and people
  are told (`alerts`); a house may fine it: `House.overlooked_fine`, to the winner.

The state is frozen; every function is pure.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import or_
from typing import Any, ClassVar, NamedTuple, TypeVar

from engine import reading
from engine.cards import BIT, DECK, Card
from engine.certainty import Inferred, incomplete, marked
from engine.errors import IllegalEvent
from engine.events import (
    LEFTOVER,
    Alert,
    Called,
    CardPlayed,
    Event,
    GameStarted,
    HandShown,
    Payment,
    RoundStarted,
    Settlement,
    Take,
)
from engine.games.options import option, whole_option
from engine.games.seats import place_among, stocks
from engine.money import ledger

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


# --- what an evening tells ---------------------------------------------------------------


def place_of(evening: Evening, player: str) -> int:
    """The player's place in playing order.

    Raises:
        IllegalEvent: nobody of that name plays.
    """
    return place_among(evening.players, player)


def finished(evening: Evening) -> bool:
    """Whether the round's last card lies (hands may still have to be shown)."""
    return evening.round is not None and 0 in evening.round.left


def winner(evening: Evening) -> str | None:
    """Who went out, None while nobody has."""
    now = evening.round
    return evening.players[now.left.index(0)] if now is not None and 0 in now.left else None


def hands_missing(evening: Evening) -> tuple[str, ...]:
    """The losers whose hands are still to be shown before the round can be settled."""
    now = evening.round
    if now is None or now.settled or 0 not in now.left:
        return ()
    return tuple(
        player
        for player, hand, left in zip(evening.players, now.hands, now.left, strict=True)
        if hand is None and left
    )


def unsettled(evening: Evening) -> str | None:
    """What the round in progress still lacks, None when no round waits to be settled."""
    now = evening.round
    if now is None or now.settled:
        return None
    if 0 not in now.left:
        return f"round {now.number} is not over: nobody has laid his last card"
    missing = " and ".join(hands_missing(evening))
    return f"round {now.number} is not settled: the hand of {missing} has not been shown"


def cards_left(evening: Evening) -> dict[str, int]:
    """Number of cards in each hand now (before the first round: none)."""
    if evening.round is None:
        return dict.fromkeys(evening.players, 0)
    return dict(zip(evening.players, evening.round.left, strict=True))


def cards_laid(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """(player, card) of the round so far."""
    if evening.round is None:
        return ()
    return tuple((evening.players[laid.player], laid.card) for laid in evening.round.laid)


def boxes_now(evening: Evening) -> dict[Card, int]:
    """Chips that each box must hold now."""
    now = evening.round
    held = evening.boxes if now is None or now.settled else now.boxes
    return dict(zip(evening.options.BOX, held, strict=True))


def chips_now(evening: Evening) -> dict[str, int]:
    """Chips of each player now: what the round in progress has brought and cost included."""
    now = evening.round
    chips = evening.balances if now is None or now.settled else _purse(evening, now)
    return dict(zip(evening.players, chips, strict=True))


def call_open(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """(player, card) of each card laid whose call would still count."""
    if evening.round is None:
        return ()
    return tuple((evening.players[laid.player], laid.card) for laid in evening.round.open)


def call_brings(evening: Evening, card: Card) -> int:
    """Chips that a call of this card brings now: what lies in its box, and what each other player pays."""
    others = len(evening.players) - 1
    return boxes_now(evening).get(card, 0) + evening.options.call_pays(card) * others


def antes(evening: Evening, dealer: str) -> dict[str, dict[Card, int]]:
    """What each player puts into each box before a round that *dealer* deals."""
    at, due = evening.players.index(dealer), evening.options.antes
    return {
        player: {box: ante * times for box, ante in zip(evening.options.BOX, due, strict=True) if times}
        for place, player in enumerate(evening.players)
        for times in [evening.options.antes_put(place, at)]
    }


def points(card: Card) -> int:
    """What a card left in hand costs: court cards and tens 10, the others their face, aces 1."""
    return min(card.rank, 10)


def next_dealer(evening: Evening) -> str | None:
    """Who deals the next round; None before the first (by lot)."""
    if evening.round is None:
        return None
    step = evening.options.dealer_step
    return evening.players[(evening.round.dealer + step) % len(evening.players)]


def ruined(evening: Evening) -> tuple[str, ...]:
    """Who cannot place the antes of the next round; nobody when the stock was not told."""
    dealer = next_dealer(evening)
    return _cannot_place(evening, 0 if dealer is None else evening.players.index(dealer))


def next_antes(evening: Evening) -> dict[str, int]:
    """What each player who puts antes next puts into all boxes together."""
    after = next_dealer(evening)
    dealer = 0 if after is None else evening.players.index(after)
    due, put = sum(evening.options.antes), evening.options.antes_put
    asked = {player: due * put(place, dealer) for place, player in enumerate(evening.players)}
    return {player: chips for player, chips in asked.items() if chips}


def _cannot_place(evening: Evening, dealer: int) -> tuple[str, ...]:
    due, put = sum(evening.options.antes), evening.options.antes_put
    return tuple(
        player
        for place, (player, chips) in enumerate(zip(evening.players, evening.balances, strict=True))
        if evening.stock_told and (asked := due * put(place, dealer)) and chips < asked
    )


def ended(evening: Evening) -> bool:
    """Whether the evening is over, as far as the rules can say (time is the table's to say)."""
    if evening.round is not None and not evening.round.settled:
        return False
    if evening.options.end == "ruin":
        return bool(ruined(evening))
    agreed = evening.options.agreed_rounds(len(evening.players))
    return evening.options.end == "rounds" and agreed is not None and len(evening.settlements) >= agreed


def left(evening: Evening) -> dict[str, int]:
    """Chips in each box, by its code: what the last settled round left, or what was told since."""
    return {box.code: chips for box, chips in zip(evening.options.BOX, evening.boxes, strict=True)}


def held_now(evening: Evening) -> tuple[dict[str, int], dict[str, int]]:
    """Chips of each player and in each box now."""
    return chips_now(evening), {box.code: chips for box, chips in boxes_now(evening).items()}


def is_called(evening: Evening, card: Card) -> bool:
    """Whether people call this card out at all."""
    return evening.options.is_called(card)


def call_until_next(evening: Evening) -> bool:
    """Whether the next card ends the time for a call; else only the round does."""
    return evening.options.window != "round"


def calls_taken(evening: Evening) -> frozenset[Card]:
    """The cards of this round whose call has counted."""
    now = evening.round
    return frozenset() if now is None else frozenset(laid.card for laid in now.called)


def calls_reminded(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """(player, card) of each card laid of whose open call people may be reminded."""
    return tuple(each for each in call_open(evening) if evening.options.is_reminded(each[1]))


def call_fault(evening: Evening, player: str, card: Card, t: float | None = None) -> str | None:
    """Why a call made now (at second ``t``) changes nothing.

    ``late``, ``foreign`` (another player laid it), ``repeated`` or ``no_honour``.

    None: it counts, or it comes before its card and may still count (`early`), or the rules
    ask for no call of this card.
    """
    now = evening.round
    if not evening.options.is_called(card):
        return "no_honour"
    if now is None or now.settled:
        return "late"
    place = place_of(evening, player)
    for laid in now.laid:
        if laid.card == card:
            if laid.player != place:
                return "foreign"
            if laid in now.open:
                return "late" if _lags(evening, now, t) else None
            if not evening.options.awaits_call(card):
                return None
            return "repeated" if laid in now.called else "late"
    return "late" if 0 in now.left else None


def wanted_after(now: Round, overlooked: Laid) -> Card | None:
    """The card after which an overlooked one was first wanted; None: before the first."""
    place, card = overlooked
    first = next(number for number, bound in enumerate(now.bound) if bound[place] & BIT[card])
    return now.laid[first - 1].card if first else None


def alerts(before: Evening, event: Event, after: Evening) -> tuple[Alert, ...]:
    """What people should be told about an event that was applied: missed and empty calls, cards overlooked.

    Args:
        before, event, after: ``after == apply(before, event)``.
    """
    told = []
    was, now = before.round, after.round
    if isinstance(event, Called) and any(map(before.options.awaits_call, before.options.BOX)):
        fault = call_fault(before, event.player, event.card, event.t)
        if fault is not None and fault != "repeated":
            told.append(_void(event.player, event.card, fault, event.t))
    if was is not None and now is not None and was.number == now.number:
        if not now.early:
            for early in was.early:
                if early not in now.laid[-2:]:
                    told.append(_void(after.players[early.player], early.card, "early", event.t))
        for place, card, chips in now.missed[len(was.missed) :]:
            told.append(Alert("missed_call", after.players[place], card, t=event.t, extra={"chips": chips}))
        for laid in now.overlooked[len(was.overlooked) :]:
            since = wanted_after(now, laid)
            facts = {"reason": "first_card"} if since is None else {"reason": "after", "after": since.code}
            told.append(Alert("overlooked", after.players[laid.player], laid.card, t=event.t, extra=facts))
    return tuple(told)


def _void(player: str, card: Card, fault: str, t: float | None) -> Alert:
    kind = "late_call" if fault == "late" else "void_call"
    return Alert(kind, player, card, t=t, extra={"reason": fault})


# --- how an evening goes on --------------------------------------------------------------


def pack(evening: Evening) -> Sequence[Card]:
    """The cards that are played with: all 52, unless a game says otherwise."""
    return DECK


def starts(evening: Evening, hand: Sequence[Card]) -> Sequence[Card]:
    """Of a hand, the cards with which its player may start anew: any, unless a game says otherwise."""
    return hand


def back_crosses(evening: Evening) -> int:
    """How often this turn has run through a king: no matter but at Lindor's game."""
    return 0


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


def begin_round(evening: E, event: RoundStarted, each: int, leader: int | None) -> E:
    """The antes lie in the boxes and everybody holds ``each`` cards.

    Args:
        evening: between two rounds.
        event: who deals, and the boxes before the antes, where that is told.
        each: cards dealt to each player.
        leader: steps from the dealer to who must lay the first card; None: anyone may.

    Raises:
        IllegalEvent: the last round is not settled, or somebody who may owe nothing cannot place
            his antes.
    """
    dealer = place_of(evening, event.dealer)
    lacking = unsettled(evening)
    if lacking is not None:
        raise IllegalEvent("round", lacking)
    options = evening.options
    due = options.antes
    poor = _cannot_place(evening, dealer)
    if options.debt == "capped" and poor:
        asked = sum(due) * options.antes_put(evening.players.index(poor[0]), dealer)
        raise IllegalEvent("ruin", f"{poor[0]} cannot place {asked} chips and may not owe them")
    count = len(evening.players)
    put = [options.antes_put(place, dealer) for place in range(count)]
    before = evening.boxes if event.boxes is None else _told(options, event.boxes)
    return with_round(
        replace(evening, boxes=before),
        Round(
            number=1 if evening.round is None else evening.round.number + 1,
            dealer=dealer,
            leader=None if leader is None else (dealer + leader) % count,
            boxes=tuple(held + ante * sum(put) for held, ante in zip(before, due, strict=True)),
            won=tuple(-sum(due) * times for times in put),
            left=(each,) * count,
            hands=(None,) * count,
            due=(0,) * count,
        ),
    )


def _told(options: House, boxes: Mapping[Card, int]) -> tuple[int, ...]:
    """Chips told of boxes, in the board's order.

    Raises:
        IllegalEvent: there is no such box on this board.
    """
    strange = next((card for card, chips in boxes.items() if chips and card not in options.BOX), None)
    if strange is not None:
        expected = ", ".join(card.code for card in options.BOX)
        raise IllegalEvent("round", f"{strange} has no box, expected {expected}")
    return tuple(boxes.get(box, 0) for box in options.BOX)


def lay(
    evening: Evening, now: Round, laid: Laid, t: float | None, top: Card | None, bound: tuple[int, ...]
) -> Round:
    """The round with one more card, which is legal; calls run out of cards that were not laid with it.

    Args:
        evening: whose house rules and chips go.
        now: its round.
        laid: who lays what.
        t: seconds at which it lies, None when not told.
        top: the round's, as it will be.
        bound: cards that each player was bound to lay instead, as `cards.BIT`s.
    """
    options = evening.options
    place, card = laid
    if now.open and options.window != "round" and not _at_once(now, place, t):
        now = _missed(options, now)
    after = Round(
        now.number,
        now.dealer,
        now.leader,
        now.boxes,
        now.won,
        (*now.left[:place], now.left[place] - 1, *now.left[place + 1 :]),
        (*now.laid, laid),
        top,
        now.table | BIT[card],
        now.turn + 1 if now.laid and now.laid[-1].player == place else 1,
        (),
        now.open,
        now.called,
        t,
        now.takes,
        now.missed,
        now.paid,
        now.fined,
        now.hands,
        tuple(map(or_, now.due, bound)) if any(bound) else now.due,
        (*now.bound, bound),
        (*now.overlooked, laid) if now.due[place] & BIT[card] else now.overlooked,
        now.settled,
        now.inferred,
    )
    if card in options.BOX and not options.box_called:
        after = _take(options, after, laid)
    if options.awaits_call(card):
        after = after._replace(open=(*after.open, laid))
        if laid in now.early:
            after = heed(evening, after, laid)
    return after


def _at_once(now: Round, place: int, t: float | None) -> bool:
    """Whether a card is laid together with the last one, so that its call may still come."""
    if t is None or now.laid_at is None or now.laid[-1].player != place:
        return False
    return abs(t - now.laid_at) <= AT_ONCE


def heed(evening: Evening, now: Round, laid: Laid) -> Round:
    """A call counts: its player takes the box, and what the others owe him for it."""
    if laid.card in evening.options.BOX and evening.options.box_called:
        now = _take(evening.options, now, laid)
    chips = evening.options.call_pays(laid.card)
    for giver in range(len(evening.players)) if chips else ():
        if giver != laid.player:
            now = hand_over(evening, now, giver, laid.player, chips)
    return now._replace(open=tuple(other for other in now.open if other != laid), called=(*now.called, laid))


def hand_over(evening: Evening, now: Round, giver: int, taker: int, chips: int) -> Round:
    """Chips go from player to player during play; no more than he has where debts are capped."""
    chips = int(min(chips, _may_spend(evening, _purse(evening, now)[giver])))
    if not chips:
        return now
    won = list(now.won)
    won[giver] -= chips
    won[taker] += chips
    return now._replace(won=tuple(won), paid=(*now.paid, (giver, taker, chips)))


def fine(
    evening: Evening, now: Round, place: int, card: Card, chips: int, option: str = "pass_penalty"
) -> Round:
    """A player puts chips into a box, as ``option`` has it; no more than he has where debts are capped.

    The line ``why.OPTION`` of the words explains it.
    """
    chips = int(min(chips, _may_spend(evening, _purse(evening, now)[place])))
    box = evening.options.BOX[card]
    return now._replace(
        boxes=(*now.boxes[:box], now.boxes[box] + chips, *now.boxes[box + 1 :]),
        won=(*now.won[:place], now.won[place] - chips, *now.won[place + 1 :]),
        fined=(*now.fined, (place, card, chips, option)),
    )


def _may_spend(evening: Evening, chips: int) -> float:
    """How much somebody who has ``chips`` can be made to pay."""
    capped = evening.options.debt == "capped" and evening.stock_told
    return max(chips, 0) if capped else float("inf")


def called(evening: E, event: Called) -> E:
    """Somebody called a card: it counts, waits for its card, or changes nothing."""
    laid = Laid(place_of(evening, event.player), event.card)
    now = evening.round
    if now is None or now.settled or not evening.options.awaits_call(event.card):
        return evening
    if in_time(evening, now, laid, event.t):
        return with_round(evening, heed(evening, now, laid))
    if 0 not in now.left and not now.table & BIT[event.card]:
        return with_round(evening, now._replace(early=(*now.early, laid)))
    return evening


def in_time(evening: Evening, now: Round, laid: Laid, t: float | None) -> bool:
    """Whether a call at second ``t`` of a card that lies comes in time."""
    return laid in now.open and not _lags(evening, now, t)


def _lags(evening: Evening, now: Round, t: float | None) -> bool:
    """Whether a call comes too long after its card to be "with" it, where it must be."""
    if evening.options.window != "with_card" or t is None or now.laid_at is None:
        return False
    return t - now.laid_at > WITH_CARD


def show_hand(evening: Evening, event: HandShown) -> Round | None:
    """The round with one more hand laid open; None when that says nothing new.

    Raises:
        IllegalEvent: nobody has gone out, or these cannot be that player's cards.
    """
    player, cards = event.player, event.cards
    place = place_of(evening, player)
    now = evening.round
    if now is None:
        raise IllegalEvent("round", f"{player} shows cards before any round has started")
    if 0 not in now.left:
        raise IllegalEvent("hand", f"{player} shows cards before anyone has laid the last card")
    if not cards and now.left[place] == 0:
        return None  # the winner's empty hand says nothing new and ends nobody's call
    shown = now.hands[place]
    if shown is not None:
        if set(shown) == set(cards) and dict(now.counted).get(place) == event.points:
            return None
        raise IllegalEvent("hand", f"{player} has already shown {_listed(shown)}")
    if event.points is not None:
        now = _count(evening, now, place, event)
    elif len(cards) != now.left[place]:
        raise IllegalEvent("hand", f"{player} shows {len(cards)} cards, but has {now.left[place]} left")
    table = now.table
    for hand in now.hands:
        for card in hand or ():
            table |= BIT[card]
    for card in cards:
        if table & BIT[card]:
            raise IllegalEvent("one_deck", f"{player} shows {card}, which has been laid or shown before")
        table |= BIT[card]
    return _missed(evening.options, now)._replace(
        hands=(*now.hands[:place], cards, *now.hands[place + 1 :]),
        early=(),
        overlooked=now.overlooked + _kept(now, place, cards),
    )


def _count(evening: Evening, now: Round, place: int, event: HandShown) -> Round:
    """The round in which a player has counted his hand himself, and told its honours.

    Raises:
        IllegalEvent: so many cards cannot come to so many points, others than honours are named, or what
            he pays depends on his other cards, too.
    """
    player, told, count = event.player, event.points or 0, now.left[place]
    box = evening.options.BOX
    if any(card not in box for card in event.cards) or len(set(event.cards)) > count:
        raise IllegalEvent("counted", f"{player} counts his hand: its honours are told, and no other card")
    if evening.options.overlooked_fine and now.due[place]:
        raise IllegalEvent("counted", f"{player} may have kept a card that costs a fine: all are to be shown")
    away = now.table
    for hand in now.hands:
        for card in hand or ():
            away |= BIT[card]
    rest = sorted(points(card) for card in DECK if card not in box and not away & BIT[card])
    honours, others = sum(map(points, event.cards)), count - len(event.cards)
    fewest, most = honours + sum(rest[:others]), honours + sum(rest[len(rest) - others :])
    if not fewest <= told <= most:
        raise IllegalEvent(
            "counted", f"{player} has {count} cards: {told} points, expected {fewest} to {most}"
        )
    return now._replace(counted=(*now.counted, (place, told)))


def hand_points(now: Round, place: int) -> int:
    """What a player's hand comes to, shown or counted; 0 while it is neither."""
    counted = dict(now.counted).get(place)
    return sum(map(points, now.hands[place] or ())) if counted is None else counted


def _kept(now: Round, place: int, cards: Iterable[Card]) -> tuple[Laid, ...]:
    """Those of a player's cards that he was bound to lay."""
    return tuple(Laid(place, card) for card in cards if now.due[place] & BIT[card])


def with_known(evening: Evening, known: Mapping[str, tuple[Card, ...]]) -> Round:
    """The round, whose last card lies, as if the losers held no more than is *known* of their hands."""
    now = evening.round
    assert now is not None
    seen = zip(evening.players, now.hands, strict=True)
    hands = tuple(known.get(player, ()) if hand is None else hand for player, hand in seen)
    for place, hand in enumerate(now.hands):
        if hand is None:
            now = now._replace(overlooked=now.overlooked + _kept(now, place, hands[place]))
    return _missed(evening.options, now)._replace(hands=hands)


def resting_on(evening: E, inferred: Sequence[Inferred]) -> E:
    """The evening in whose round something was inferred; its settlement says so, if it has one already."""
    now = evening.round
    if now is None:
        return evening
    now = now._replace(inferred=(*now.inferred, *inferred))
    if not now.settled:
        return with_round(evening, now)
    return replace(evening, round=now, settlements=marked(evening.settlements, _rests_on(now)))


def _rests_on(now: Round) -> dict[str, list[dict[str, Any]]]:
    """The field of a settlement that says what was inferred, the least sure first.

    A call that was told all the same was not inferred.
    """
    taken = {card for _, card, _ in now.takes} | {laid.card for laid in now.called}
    return incomplete(each for each in now.inferred if each.what != "call" or each.card not in taken)


def all_shown(now: Round) -> bool:
    """Whether every loser has shown his hand."""
    return all(hand is not None or not left for hand, left in zip(now.hands, now.left, strict=True))


def held_honours(options: House, now: Round) -> list[tuple[int, Card]]:
    """(player, honour) of every honour left in a hand shown."""
    box = options.BOX
    return [(place, card) for place, hand in enumerate(now.hands) for card in hand or () if card in box]


def settle(
    evening: E,
    now: Round,
    *,
    owed: Sequence[int],
    reason: str,
    betes: Iterable[tuple[int, Card]],
    opera: bool,
    sweeps: str = "",
) -> E:
    """Pay a round that is over: the winner first, then the boxes.

    Args:
        evening, now: every loser has shown his hand.
        owed: what each player owes the winner for the cards he has left.
        reason: of these payments.
        betes: (player, honour) of each bête, in any order.
        opera: what the settlement says.
        sweeps: when the winner empties all boxes: ``betes_first`` or ``opera_first``; never.
    """
    till = _Till(evening, now)
    for place, chips in enumerate(owed):
        till.pay_winner(place, chips, reason)
    for place in range(len(evening.players)):
        overlooked = sum(laid.player == place for laid in now.overlooked)
        till.pay_winner(place, evening.options.overlooked_fine * overlooked, "overlooked")
    if sweeps == "opera_first":
        till.sweep()
    fined = till.fill_again(betes)
    if sweeps == "betes_first":
        till.sweep()
    players, purse = evening.players, till.purse
    settlement = Settlement(
        round=now.number,
        dealer=players[now.dealer],
        winner=players[till.winner],
        opera=opera,
        takes=tuple(Take(players[place], card, chips) for place, card, chips in now.takes),
        missed_calls=tuple(Take(players[place], card, chips) for place, card, chips in now.missed),
        betes=fined,
        swept=till.swept,
        payments=tuple(till.payments),
        boxes=dict(zip(evening.options.BOX, till.boxes, strict=True)),
        net={p: held - was for p, held, was in zip(players, purse, evening.balances, strict=True)},
        transfers=ledger.transfers(ledger.nets(till.payments)),
        extra={**({"fined": _fined(players, now)} if now.fined else {}), **_rests_on(now)},
    )
    return replace(
        evening,
        balances=tuple(purse),
        boxes=tuple(till.boxes),
        round=now._replace(settled=True),
        settlements=(*evening.settlements, settlement),
    )


class _Till:
    """Purses and boxes while a round that is over is paid.

    Attributes:
        winner: place of who went out.
        purse: chips of each player.
        boxes: chips in each box, in the board's order.
        payments: from player to player, those during play first.
        swept: what the winner took out of each box that held any.
    """

    def __init__(self, evening: Evening, now: Round) -> None:
        self._evening = evening
        self.winner = now.left.index(0)
        self.purse = list(_purse(evening, now))
        self.boxes = list(now.boxes)
        during: dict[tuple[int, int], int] = {}
        for giver, taker, chips in now.paid:
            during[giver, taker] = during.get((giver, taker), 0) + chips
        names = evening.players
        self.payments = [
            Payment(names[a], names[b], chips, "hoc") for (a, b), chips in sorted(during.items())
        ]
        self.swept: dict[Card, int] = {}

    def _pay(self, place: int, chips: int) -> int:
        """What a player can pay of this leaves his purse."""
        paid = int(min(chips, _may_spend(self._evening, self.purse[place])))
        self.purse[place] -= paid
        return paid

    def pay_winner(self, place: int, chips: int, reason: str) -> None:
        """A player pays the winner what he owes him; the winner owes himself nothing."""
        paid = self._pay(place, chips) if place != self.winner else 0
        self.purse[self.winner] += paid
        if paid:
            names = self._evening.players
            self.payments.append(Payment(names[place], names[self.winner], paid, reason))

    def fill_again(self, betes: Iterable[tuple[int, Card]]) -> tuple[Take, ...]:
        """Who kept an honour puts into its box what that holds: (player, honour) of each, in any order."""
        box, fined = self._evening.options.BOX, []
        for place, card in sorted(betes, key=lambda bete: (bete[0], box[bete[1]])):
            paid = self._pay(place, self.boxes[box[card]])
            self.boxes[box[card]] += paid
            if paid:
                fined.append(Take(self._evening.players[place], card, paid))
        return tuple(fined)

    def sweep(self) -> None:
        """The winner empties all boxes."""
        for card, place in self._evening.options.BOX.items():
            if self.boxes[place]:
                self.swept[card] = self.boxes[place]
                self.purse[self.winner] += self.boxes[place]
                self.boxes[place] = 0


def _fined(players: Sequence[str], now: Round) -> list[dict[str, str | int]]:
    """What each player put into a box during play, as JSON values."""
    total: dict[tuple[int, Card], int] = {}
    for place, card, chips, _ in now.fined:
        total[place, card] = total.get((place, card), 0) + chips
    return [
        {"player": players[place], "card": card.code, "chips": chips}
        for (place, card), chips in sorted(total.items())
    ]


def _purse(evening: Evening, now: Round) -> tuple[int, ...]:
    """Chips of each player in the middle of a round."""
    return tuple(held + won for held, won in zip(evening.balances, now.won, strict=True))


def _take(options: House, now: Round, laid: Laid) -> Round:
    """Empty the box of the card laid into its player's purse."""
    place, card = laid
    box = options.BOX[card]
    chips = now.boxes[box]
    return now._replace(
        boxes=(*now.boxes[:box], 0, *now.boxes[box + 1 :]),
        won=(*now.won[:place], now.won[place] + chips, *now.won[place + 1 :]),
        takes=(*now.takes, (place, card, chips)),
    )


def _missed(options: House, now: Round) -> Round:
    """The calls that are still open have run out; honours that kept their boxes are missed."""
    late = tuple(
        (laid.player, laid.card, now.boxes[options.BOX[laid.card]])
        for laid in now.open
        if laid.card in options.BOX and options.box_called
    )
    return now._replace(missed=now.missed + late, open=())


def _listed(cards: tuple[Card, ...]) -> str:
    return " ".join(card.code for card in cards) or "no card"
