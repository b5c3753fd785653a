"""Why a round of Nain Jaune was settled as it was: the lines of both presets, `lindor` and `avantcoureur`.

Everything is read from the settled state; nothing is reckoned anew but what a player would have
owed where the debt is capped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.cards import HONOURS, Card
from engine.events import Settlement
from engine.explanation import Counted, Fact, Ground, Reason, grounds
from engine.lindor import Evening, Options
from engine.nain_jaune import Round, antes, points

Facts = Mapping[str, Fact]
TALON = Ground(None, None, ("002", "004"))


def explain(evening: Evening) -> tuple[Reason, ...]:
    """The lines of the round just settled; none while no round is.

    The antes first, then what happened in the order in which it was paid.
    """
    now = evening.round
    if now is None or not now.settled:
        return ()
    settlement = evening.settlements[-1]
    return (
        *_antes(evening),
        *_calls(evening, now),
        *_hands(evening, now, settlement),
        *_boxes(evening, now, settlement),
        *_asleep(evening, now, settlement),
    )


def _antes(evening: Evening) -> Iterator[Reason]:
    boxes = tuple(Counted(card, ante) for card, ante in antes(evening).items())
    chips = sum(box.chips for box in boxes)
    for player in evening.players:
        yield Reason("ante", player, -chips, None, {"boxes": boxes}, grounds(evening.options, "stake_unit"))


def _calls(evening: Evening, now: Round) -> Iterator[Reason]:
    """Honours laid: their boxes taken, or not called in time."""
    options = evening.options
    rule = "take" if options.call_required == "on" else "take_silent"
    for place, card, chips in now.takes:
        yield Reason(
            rule, evening.players[place], chips, None, {"card": card}, grounds(options, "call_required")
        )
    for place, card, chips in now.missed:
        yield Reason(
            "missed_call",
            evening.players[place],
            facts={"card": card, "box": chips},
            grounds=grounds(options, "missed_call", "call_window"),
        )


def _hands(evening: Evening, now: Round, settlement: Settlement) -> Iterator[Reason]:
    """What the losers pay the winner for the cards they have left."""
    options = evening.options
    paid = {payment.giver: payment.chips for payment in settlement.payments}
    for player, hand in zip(evening.players, now.hands, strict=True):
        if not hand:
            continue
        cards = tuple(sorted(hand, key=lambda card: (-points(card), -card.rank)))
        if options.hand_payment == "points":
            worth = tuple(Counted(card, points(card)) for card in cards)
            owed = sum(each.chips for each in worth)
            facts: Facts = {"cards": worth, "owed": owed}
            why = grounds(options, "hand_payment")
            rule = "points"
        else:
            owed = len(cards) * options.per_card
            facts = {"count": len(cards), "each": options.per_card, "owed": owed}
            why = grounds(options, "hand_payment", "per_card")
            rule = "cards"
        chips = paid.get(player, 0)
        yield Reason(rule, player, -chips, settlement.winner, facts, why + _capped(options, owed, chips))


def _boxes(evening: Evening, now: Round, settlement: Settlement) -> Iterator[Reason]:
    """Bêtes paid into the boxes, and boxes that an opéra empties."""
    sweep = _sweep(evening, settlement)
    if evening.options.opera_order == "opera_first":
        yield from sweep
        yield from _betes(evening, now, settlement)
    else:
        yield from _betes(evening, now, settlement)
        yield from sweep


def _betes(evening: Evening, now: Round, settlement: Settlement) -> Iterator[Reason]:
    options = evening.options
    paid = {bete.card: bete.chips for bete in settlement.betes}
    held = dict(zip(HONOURS, now.boxes, strict=True))
    emptied = settlement.opera and options.opera_order == "opera_first"

    def bete(rule: str, option: str, place: int, card: Card) -> Reason:
        player, why = evening.players[place], grounds(options, option)
        if emptied:
            facts: Facts = {"card": card}
            return Reason("bete_empty", player, 0, None, facts, why + grounds(options, "opera_order"))
        chips = paid.get(card, 0)
        facts = {"card": card, "owed": held[card]}
        return Reason(rule, player, -chips, None, facts, why + _capped(options, held[card], chips))

    for place, hand in enumerate(now.hands):
        if options.missed_call == "bete":
            for by, card, _ in now.missed:
                if by == place:
                    yield bete("bete_missed", "missed_call", place, card)
        if options.bete == "on":
            for card in HONOURS:
                if card in (hand or ()):
                    yield bete("bete", "bete", place, card)


def _sweep(evening: Evening, settlement: Settlement) -> Iterator[Reason]:
    if settlement.opera:
        boxes = tuple(Counted(card, chips) for card, chips in settlement.swept.items() if chips)
        yield Reason(
            f"opera_{evening.options.opera}",
            settlement.winner,
            sum(settlement.swept.values()),
            None,
            {"boxes": boxes},
            grounds(evening.options, "opera", *(["opera_order"] if settlement.betes else [])),
        )


def _asleep(evening: Evening, now: Round, settlement: Settlement) -> Iterator[Reason]:
    """Boxes that nobody could touch: their honour lies in the talon."""
    seen = {laid.card for laid in now.laid} | {card for hand in now.hands for card in hand or ()}
    for card in HONOURS:
        if card not in seen and settlement.boxes[card]:
            facts: Facts = {"card": card, "box": settlement.boxes[card]}
            yield Reason("asleep", None, facts=facts, grounds=(TALON,))


def _capped(options: Options, owed: int, paid: int) -> tuple[Ground, ...]:
    """Why less was paid than owed."""
    return grounds(options, "debt") if paid < owed else ()
