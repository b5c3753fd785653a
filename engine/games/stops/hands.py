"""What the losers show at the end, and what was inferred of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.cards import BIT, DECK, Card
from engine.certainty import Inferred, incomplete, marked
from engine.errors import IllegalEvent
from engine.events import HandShown
from engine.games.stops.boxes import missed
from engine.games.stops.house import House
from engine.games.stops.state import E, Evening, Laid, Round, place_of, with_round


def points(card: Card) -> int:
    """What a card left in hand costs: court cards and tens 10, the others their face, aces 1."""
    return min(card.rank, 10)


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
    return missed(evening.options, now)._replace(
        hands=(*now.hands[:place], cards, *now.hands[place + 1 :]),
        early=(),
        overlooked=now.overlooked + _withheld(now, place, cards),
    )


def _count(evening: Evening, now: Round, place: int, event: HandShown) -> Round:
    """The round in which a player has counted his hand himself, and told its honours.

    Raises:
        IllegalEvent: so many cards cannot come to so many points, others than honours are named, or what
            he pays depends on his other cards, too.
    """
    player, claimed, count = event.player, event.points or 0, now.left[place]
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
    lower, upper = honours + sum(rest[:others]), honours + sum(rest[len(rest) - others :])
    if not lower <= claimed <= upper:
        raise IllegalEvent(
            "counted", f"{player} has {count} cards: {claimed} points, expected {lower} to {upper}"
        )
    return now._replace(counted=(*now.counted, (place, claimed)))


def hand_points(now: Round, place: int) -> int:
    """What a player's hand comes to, shown or counted; 0 while it is neither."""
    counted = dict(now.counted).get(place)
    return sum(map(points, now.hands[place] or ())) if counted is None else counted


def _withheld(now: Round, place: int, cards: Iterable[Card]) -> tuple[Laid, ...]:
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
            now = now._replace(overlooked=now.overlooked + _withheld(now, place, hands[place]))
    return missed(evening.options, now)._replace(hands=hands)


def all_shown(now: Round) -> bool:
    """Whether every loser has shown his hand."""
    return all(hand is not None or not left for hand, left in zip(now.hands, now.left, strict=True))


def held_honours(options: House, now: Round) -> list[tuple[int, Card]]:
    """(player, honour) of every honour left in a hand shown."""
    box = options.BOX
    return [(place, card) for place, hand in enumerate(now.hands) for card in hand or () if card in box]


def resting_on(evening: E, inferred: Sequence[Inferred]) -> E:
    """The evening in whose round something was inferred; its settlement says so, if it has one already."""
    now = evening.round
    if now is None:
        return evening
    now = now._replace(inferred=(*now.inferred, *inferred))
    if not now.settled:
        return with_round(evening, now)
    return replace(evening, round=now, settlements=marked(evening.settlements, rests_on(now)))


def rests_on(now: Round) -> dict[str, list[dict[str, Any]]]:
    """The field of a settlement that says what was inferred, the least sure first.

    A call that was told all the same was not inferred.
    """
    taken = {card for _, card, _ in now.takes} | {laid.card for laid in now.called}
    return incomplete(each for each in now.inferred if each.what != "call" or each.card not in taken)


def _listed(cards: tuple[Card, ...]) -> str:
    return " ".join(card.code for card in cards) or "no card"
