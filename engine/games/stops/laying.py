"""How a round begins, and what a card that is legal does to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import or_

from engine.cards import BIT, Card
from engine.errors import IllegalEvent
from engine.events import RoundStarted
from engine.games.stops.boxes import heed, missed, take
from engine.games.stops.house import AT_ONCE, House
from engine.games.stops.standing import cannot_place, unsettled
from engine.games.stops.state import E, Evening, Laid, Round, place_of, with_round


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
    poor = cannot_place(evening, dealer)
    if options.debt == "capped" and poor:
        asked = sum(due) * options.antes_put(evening.players.index(poor[0]), dealer)
        raise IllegalEvent("ruin", f"{poor[0]} cannot place {asked} chips and may not owe them")
    count = len(evening.players)
    put = [options.antes_put(place, dealer) for place in range(count)]
    before = evening.boxes if event.boxes is None else _chips_in_order(options, event.boxes)
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


def _chips_in_order(options: House, boxes: Mapping[Card, int]) -> tuple[int, ...]:
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
        now = missed(options, now)
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
        after = take(options, after, laid)
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
