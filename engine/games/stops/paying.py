"""The settlement: the winner first, then the boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.cards import Card
from engine.events import Payment, Settlement, Take
from engine.games.stops.boxes import may_spend
from engine.games.stops.hands import rests_on
from engine.games.stops.standing import purse
from engine.games.stops.state import E, Evening, Round
from engine.money import ledger


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
        extra={**({"fined": _fined(players, now)} if now.fined else {}), **rests_on(now)},
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
        self.purse = list(purse(evening, now))
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
        paid = int(min(chips, may_spend(self._evening, self.purse[place])))
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
