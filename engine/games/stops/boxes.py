"""Chips that move during play: into boxes, out of them, from player to player."""

from __future__ import annotations

from engine.cards import Card
from engine.games.stops.house import House
from engine.games.stops.standing import purse
from engine.games.stops.state import Evening, Laid, Round


def hand_over(evening: Evening, now: Round, giver: int, taker: int, chips: int) -> Round:
    """Chips go from player to player during play; no more than he has where debts are capped."""
    chips = int(min(chips, may_spend(evening, purse(evening, now)[giver])))
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
    chips = int(min(chips, may_spend(evening, purse(evening, now)[place])))
    box = evening.options.BOX[card]
    return now._replace(
        boxes=(*now.boxes[:box], now.boxes[box] + chips, *now.boxes[box + 1 :]),
        won=(*now.won[:place], now.won[place] - chips, *now.won[place + 1 :]),
        fined=(*now.fined, (place, card, chips, option)),
    )


def may_spend(evening: Evening, chips: int) -> float:
    """How much somebody who has ``chips`` can be made to pay."""
    capped = evening.options.debt == "capped" and evening.stock_told
    return max(chips, 0) if capped else float("inf")


def take(options: House, now: Round, laid: Laid) -> Round:
    """Empty the box of the card laid into its player's purse."""
    place, card = laid
    box = options.BOX[card]
    chips = now.boxes[box]
    return now._replace(
        boxes=(*now.boxes[:box], 0, *now.boxes[box + 1 :]),
        won=(*now.won[:place], now.won[place] + chips, *now.won[place + 1 :]),
        takes=(*now.takes, (place, card, chips)),
    )


def missed(options: House, now: Round) -> Round:
    """The calls that are still open have run out; honours that kept their boxes are missed."""
    late = tuple(
        (laid.player, laid.card, now.boxes[options.BOX[laid.card]])
        for laid in now.open
        if laid.card in options.BOX and options.box_called
    )
    return now._replace(missed=now.missed + late, open=())


def heed(evening: Evening, now: Round, laid: Laid) -> Round:
    """A call counts: its player takes the box, and what the others owe him for it."""
    if laid.card in evening.options.BOX and evening.options.box_called:
        now = take(evening.options, now, laid)
    chips = evening.options.call_pays(laid.card)
    for giver in range(len(evening.players)) if chips else ():
        if giver != laid.player:
            now = hand_over(evening, now, giver, laid.player, chips)
    return now._replace(open=tuple(other for other in now.open if other != laid), called=(*now.called, laid))
