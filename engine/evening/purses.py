"""The chips that everybody should hold, piece by piece, over an evening.

The ledger of values (`balances`) says how much; this one says in which pieces, when everybody
pays as we say: with the fewest pieces, the payee giving change; where these two cannot make the
amount, the payer first changes at the bank (the chips that nobody was given). Who has not enough
hands over all he has, and the rest is noted.

Pure: the same settlements give the same pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.cards import HONOURS, Card, parse_card
from engine.events import Settlement
from engine.games import game
from engine.money import ledger

DWARF = Card(7, "D")
_TOGETHER = ""
"""Holds what is given out of the boxes; no player has an empty name."""
DEFAULT_STOCK: Mapping[str, int] = {"jeton": 20, "fiche": 10, "contrat": 5}
"""Pieces of each player at the start: worth 120 (000 001)."""


@dataclass(frozen=True, slots=True)
class Purse:
    """What a player or a box holds.

    Attributes:
        pieces: count of each kind, zeros left out.
        noted: jetons that others still owe it, below 0 what it owes: paid for want of chips.
    """

    pieces: Mapping[str, int] = field(default_factory=dict)
    noted: int = 0


@dataclass(frozen=True, slots=True)
class Handover:
    """One payment in pieces.

    Attributes:
        giver, taker: a player's name, or a box.
        chips: its value in jetons.
        paid: what the giver hands over; back: the change he gets.
        swapped: what the giver first changes at the bank, for `paid` and what is left of it.
        noted: what he has not got.
    """

    giver: str | Card
    taker: str | Card
    chips: int
    paid: Mapping[str, int]
    back: Mapping[str, int] = field(default_factory=dict)
    swapped: Mapping[str, int] = field(default_factory=dict)
    noted: int = 0


@dataclass(frozen=True, slots=True)
class Purses:
    """Everybody's purse after some rounds.

    Attributes:
        value: of each kind in jetons; a jeton is worth 1.
        held: by player's name, and by box.
        bank: pieces that the bank has given out beyond those taken in, by kind (below 0: taken in).
        last: the hand-overs of the last round, in the order in which they are made.
    """

    value: Mapping[str, int]
    held: Mapping[str | Card, Purse]
    bank: Mapping[str, int] = field(default_factory=dict)
    last: tuple[Handover, ...] = ()


def countable(stock: Mapping[str, int], value: Mapping[str, int]) -> bool:
    """Whether every piece has a value, and every amount can be paid: some kind is worth one jeton."""
    return stock.keys() <= value.keys() and 1 in value.values()


def sit_down(
    players: Iterable[str],
    stock: Mapping[str, int],
    value: Mapping[str, int],
    board: Iterable[Card] = HONOURS,
) -> Purses:
    """Everybody with the same pieces, the boxes empty.

    Args:
        stock: pieces of each player by kind.
        value: of each kind.
        board: the cards that have a box.

    Raises:
        ValueError: no kind is worth one jeton, so not every amount can be paid.
    """
    if 1 not in value.values():
        raise ValueError("no kind of chip is worth 1")
    pieces = {kind: count for kind, count in stock.items() if count}
    return Purses(value, {**dict.fromkeys(board, Purse()), **{player: Purse(pieces) for player in players}})


def worth(purse: Purse, value: Mapping[str, int]) -> int:
    """The value of a purse, what is owed to it included."""
    return ledger.worth(purse.pieces, value) + purse.noted


def after_rounds(state: Any, stock: Mapping[str, int], value: Mapping[str, int]) -> Purses | None:
    """The purses after all settled rounds of an evening; None where they cannot be counted (`countable`).

    Args:
        state: the evening's.
        stock: pieces of each player at the start, by kind.
        value: of each kind.
    """
    if not countable(stock, value):
        return None
    rules = game.rules_of(state)
    counted = sit_down(state.players, stock, value, rules.BOARD)
    for settlement in state.settlements:
        counted = after_round(counted, settlement, rules.antes(state, settlement.dealer))
    table = _Table(counted)
    for box, chips in zip(rules.BOARD, state.boxes, strict=True):
        table.holds(box, chips)
    return Purses(value, table.held, counted.bank, counted.last)


def after_round(purses: Purses, settlement: Settlement, antes: Mapping[str, Mapping[Card, int]]) -> Purses:
    """The purses once a round is paid: antes, boxes taken, transfers, bêtes, the sweep.

    Args:
        settlement: of the round.
        antes: what each player places into each box; what fines bring it stands in the settlement, or
            else is taken to lie in the box of 7♦, where there is one.
    """
    table = _Table(purses)
    fines = _fines(settlement, antes)
    for box in settlement.boxes:
        before = settlement.boxes[box] + settlement.swept.get(box, 0)
        before -= sum(each.get(box, 0) for each in antes.values()) + sum(fines[box].values())
        before += sum(take.chips for take in settlement.takes if take.card == box)
        before -= sum(bete.chips for bete in settlement.betes if bete.card == box)
        table.holds(box, before)
    for player, placed in antes.items():
        for box, ante in placed.items():
            table.pay(player, box, ante)
    for take in settlement.takes:
        table.fine(take.card, fines[take.card], take.chips - worth(table.held[take.card], table.value))
        table.empty(take.card, take.player)
    for box, owed in fines.items():
        table.fine(box, owed, sum(owed.values()))
    for payment in settlement.transfers:
        table.pay(payment.giver, payment.taker, payment.chips)
    for bete in settlement.betes:
        table.pay(bete.player, bete.card, bete.chips)
    for box in settlement.swept:
        table.empty(box, settlement.winner)
    return Purses(table.value, table.held, table.bank, tuple(table.handed))


def closed(purses: Purses, shares: Mapping[str, int], stays: Mapping[Card, int]) -> Purses:
    """The purses once the evening has ended and the boxes have been given out.

    All that lies in boxes is put together; each player gets his share of it, then what stays goes back.

    Args:
        shares: chips that each player gets.
        stays: chips that remain in each box.
    """
    table = _Table(purses)
    table.held[_TOGETHER] = Purse()
    for box in [held for held in purses.held if isinstance(held, Card)]:
        table.empty(box, _TOGETHER)
    for player, chips in shares.items():
        table.pay(_TOGETHER, player, chips)
    for box, chips in stays.items():
        table.pay(_TOGETHER, box, chips)
    del table.held[_TOGETHER]
    return Purses(table.value, table.held, table.bank, purses.last)


def _fines(settlement: Settlement, antes: Mapping[str, Mapping[Card, int]]) -> dict[Card, dict[str, int]]:
    """What each player put into each box besides his ante and his bêtes."""
    fines: dict[Card, dict[str, int]] = {box: {} for box in settlement.boxes}
    for each in settlement.extra.get("fined", ()):
        box = fines[parse_card(each["card"])]
        box[each["player"]] = box.get(each["player"], 0) + each["chips"]
    if DWARF in fines:
        for player, placed in _placed(settlement).items():
            rest = placed - sum(antes[player].values()) - sum(box.get(player, 0) for box in fines.values())
            if rest:
                fines[DWARF][player] = fines[DWARF].get(player, 0) + rest
    return fines


def _placed(settlement: Settlement) -> dict[str, int]:
    """What each player put into boxes before the end: whatever of his net the other lines do not tell."""
    paid = {player: -net for player, net in settlement.net.items()}
    for take in settlement.takes:
        paid[take.player] += take.chips
    for payment in settlement.payments:
        paid[payment.giver] -= payment.chips
        paid[payment.taker] += payment.chips
    for bete in settlement.betes:
        paid[bete.player] -= bete.chips
    paid[settlement.winner] += sum(settlement.swept.values())
    return paid


class _Table:
    """The purses while a round is paid."""

    def __init__(self, purses: Purses) -> None:
        self.value = purses.value
        self.held = dict(purses.held)
        self.bank = dict(purses.bank)
        self.handed: list[Handover] = []
        dearest = max(self.value.values())
        self._plenty = dict.fromkeys(self.value, dearest)

    def holds(self, box: Card, chips: int) -> None:
        """So many chips lie in a box: those of an earlier evening, or as somebody counted."""
        if worth(self.held[box], self.value) != chips:
            self.held[box] = Purse(ledger.in_chips(chips, self.value))

    def empty(self, box: Card, player: str) -> None:
        """All that a box holds goes to a player."""
        purse = self.held[box]
        self._add(player, purse.pieces, purse.noted)
        self.held[box] = Purse()
        if purse != Purse():
            chips = worth(purse, self.value)
            self.handed.append(Handover(box, player, chips, purse.pieces, noted=purse.noted))

    def fine(self, box: Card, fines: dict[str, int], chips: int) -> None:
        """So many chips of the fines go into a box."""
        for player, owed in fines.items():
            paid = min(owed, chips)
            self.pay(player, box, paid)
            fines[player] -= paid
            chips -= paid

    def pay(self, giver: str, taker: str | Card, chips: int) -> None:
        """An amount goes over in the fewest pieces."""
        if chips <= 0:
            return
        mine, other = self.held[giver].pieces, self.held[taker].pieces
        swapped: Mapping[str, int] = {}
        noted = 0
        change = ledger.change(chips, mine, other, self.value)
        if change is None and ledger.worth(mine, self.value) >= chips:
            swapped = self._swap(giver, chips)
            change = ledger.Change(ledger.in_chips(chips, self.value), {})
        elif change is None:
            change = ledger.Change(mine, {})
            noted = chips - ledger.worth(mine, self.value)
        self._add(giver, _less(change.back, change.paid), -noted)
        self._add(taker, _less(change.paid, change.back), noted)
        self.handed.append(Handover(giver, taker, chips, change.paid, change.back, swapped, noted))

    def _swap(self, giver: str, chips: int) -> Mapping[str, int]:
        """Change at the bank, so that the giver holds the fewest pieces for an amount."""
        change = ledger.change(chips, self.held[giver].pieces, self._plenty, self.value)
        assert change is not None, "a bank with jetons can change anything"
        given: dict[str, int] = dict(change.back)
        for kind, count in ledger.in_chips(chips, self.value).items():
            given[kind] = given.get(kind, 0) + count
        moved = _less(given, change.paid)
        self._add(giver, moved, 0)
        for kind, count in moved.items():
            self.bank[kind] = self.bank.get(kind, 0) + count
        return {kind: -count for kind, count in moved.items() if count < 0}

    def _add(self, who: str | Card, pieces: Mapping[str, int], noted: int) -> None:
        purse = self.held[who]
        counts = {
            kind: count for kind in self.value if (count := purse.pieces.get(kind, 0) + pieces.get(kind, 0))
        }
        self.held[who] = Purse(counts, purse.noted + noted)


def _less(more: Mapping[str, int], less: Mapping[str, int]) -> dict[str, int]:
    """What some pieces are more than others, kind by kind."""
    return {kind: more.get(kind, 0) - less.get(kind, 0) for kind in {**more, **less}}
