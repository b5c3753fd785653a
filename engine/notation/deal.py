"""A deal in one line: who holds what before the first card, as FEN tells a chess position.

    lindor 1 0,2,0,5,0 A2345678Q.A23456../…/… 9TJ.TJQK..

Five fields, separated by blanks: the rules; the dealer's place in playing order, from 1; the
chips in the boxes 10♦ J♣ Q♠ K♥ 7♦ before the antes (``-``: not told); the hands in playing
order; the talon (in Nap the stock). In Nap a sixth may follow: the widow or the floater. A hand is
its clubs, diamonds, hearts and spades, each from the ace up, with dots between.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine import reading
from engine.cards import DECK, HONOURS, RANKS, SUITS, Card, parse_card
from engine.errors import BadInput
from engine.games import game

_RANK = re.compile("10|.")
_NAP = "nap"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal. All cards are in the order of `DECK`.

    Attributes:
        rules: the preset, e.g. ``"lindor"``.
        dealer: place in playing order, from 0.
        boxes: chips in the five boxes before the antes, None when not told (always in Nap).
        hands: in playing order.
        talon: what is left of the deck.
        apart: Nap's widow (5 cards) or floater (1); else empty.
    """

    rules: str
    dealer: int
    boxes: Mapping[Card, int] | None
    hands: tuple[tuple[Card, ...], ...]
    talon: tuple[Card, ...]
    apart: tuple[Card, ...] = ()

    @property
    def to_draw(self) -> tuple[Card, ...]:
        """Cards that may still come into any hand: none in the Nain Jaune, whose talon stays."""
        return self.talon + self.apart if self.rules == _NAP else ()


def print_deal(dealt: Dealt) -> str:
    """The deal in one line; `parse_deal` reads it back the same."""
    boxes = dealt.boxes
    fields = [
        dealt.rules,
        str(dealt.dealer + 1),
        "-" if boxes is None else ",".join(str(boxes.get(box, 0)) for box in HONOURS),
        "/".join(map(_print_hand, dealt.hands)),
        _print_hand(dealt.talon),
    ]
    return " ".join([*fields, _print_hand(dealt.apart)] if dealt.apart else fields)


def parse_deal(line: str, where: str = "deal") -> Dealt:
    """The deal that a line tells.

    Args:
        line: as `print_deal` writes it; ``10`` and French and German letters are read as well.
        where: what to call it in an error.

    Raises:
        BadInput: a field is missing or wrong, a card is dealt twice or missing, or the hands
            are not those of the rules.
    """
    fields = line.split()
    if not 5 <= len(fields) <= 6:
        raise BadInput(
            f"{where}: {len(fields)} fields, expected 5: rules, dealer, boxes, hands, talon (6 in nap)"
        )
    rules, seat, chips, hands, talon, *apart = fields
    dealt = Dealt(
        rules=rules,
        dealer=_whole(seat, where, "the dealer's place", 1) - 1,
        boxes=_boxes(chips, where),
        hands=tuple(_hand(hand, where, f"hand {i}") for i, hand in enumerate(hands.split("/"), start=1)),
        talon=_hand(talon, where, "the talon"),
        apart=_hand(apart[0], where, "the sixth field") if apart else (),
    )
    _check(dealt, where)
    return dealt


def _check(dealt: Dealt, where: str) -> None:
    """Refuse what cannot have been dealt by these rules."""
    count = len(dealt.hands)
    if dealt.dealer >= count:
        raise BadInput(f"{where}: dealer {dealt.dealer + 1} of {count} players, expected 1 to {count}")
    seen: set[Card] = set()
    for card in [card for pile in (*dealt.hands, dealt.talon, dealt.apart) for card in pile]:
        if card in seen:
            raise BadInput(f"{where}: {card} is dealt twice, expected each card once")
        seen.add(card)
    if dealt.rules == _NAP:
        _check_nap(dealt, where)
        return
    deals = {module.PRESET: module.DEAL for module in game.GAMES.values() if module.PRESET != _NAP}
    if dealt.rules not in deals:
        known = " or ".join((*deals, _NAP))
        raise BadInput(f"{where}: rules {dealt.rules!r} are not known, expected {known}")
    deal = deals[dealt.rules]
    if count not in deal:
        raise BadInput(f"{where}: {count} hands, expected {min(deal)} to {max(deal)}")
    each, left = deal[count]
    for place, hand in enumerate(dealt.hands, start=1):
        if len(hand) != each:
            raise BadInput(f"{where}: hand {place} has {len(hand)} cards, expected {each}")
    if len(dealt.talon) != left or dealt.apart:
        raise BadInput(f"{where}: the talon has {len(dealt.talon)} cards, expected {left}, nothing after it")


def _check_nap(dealt: Dealt, where: str) -> None:
    """Nap is dealt from decks of several sizes: the stock may hold any number of cards."""
    sizes = {len(hand) for hand in dealt.hands}
    if not 3 <= len(dealt.hands) <= 10 or sizes not in ({5}, {7}):
        raise BadInput(f"{where}: {len(dealt.hands)} hands, expected 3 to 10 of 5 cards each, or of 7")
    if len(dealt.apart) not in (0, 1, 5):
        raise BadInput(f"{where}: {len(dealt.apart)} cards apart, expected a floater (1) or a widow (5)")
    if dealt.boxes is not None:
        raise BadInput(f"{where}: boxes are told, expected - in nap")


def _print_hand(cards: Iterable[Card]) -> str:
    ranks: dict[str, list[int]] = {suit: [] for suit in SUITS}
    for card in cards:
        ranks[card.suit].append(card.rank)
    return ".".join("".join(RANKS[rank - 1] for rank in sorted(held)) for held in ranks.values())


def _hand(text: str, where: str, what: str) -> tuple[Card, ...]:
    suits = text.split(".")
    if len(suits) != len(SUITS):
        raise BadInput(
            f"{where}: {what} {reading.shown(text)} has {len(suits)} suits, "
            "expected clubs.diamonds.hearts.spades"
        )
    found: list[Card] = []
    for suit, ranks in zip(SUITS, suits, strict=True):
        for rank in _RANK.findall(ranks):
            try:
                found.append(parse_card(rank + suit))
            except BadInput:
                raise BadInput(f"{where}: {what}: {rank!r} is no rank, expected some of {RANKS}") from None
    return tuple(sorted(found, key=DECK.index))


def _boxes(text: str, where: str) -> dict[Card, int] | None:
    if text == "-":
        return None
    chips = text.split(",")
    if len(chips) != len(HONOURS):
        raise BadInput(f"{where}: boxes {reading.shown(text)}, expected five numbers such as 0,2,0,5,0, or -")
    return {box: _whole(held, where, f"the box {box}", 0) for box, held in zip(HONOURS, chips, strict=True)}


def _whole(text: str, where: str, what: str, least: int) -> int:
    number = int(text) if re.fullmatch("[0-9]{1,16}", text) else text
    return reading.whole(number, where, what, least)
