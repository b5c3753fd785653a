"""House rules of Nap: its options, the bids that they allow and what these are worth, the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.cards import BIT, DECK, SUITS, Card
from engine.errors import BadInput
from engine.games.options import asked_for, numbers_option, option, options_from, whole_option

SUIT = {suit: sum(BIT[card] for card in DECK if card.suit == suit) for suit in SUITS}
"""The cards of each suit, as `cards.BIT`s."""
DEAL: dict[int, tuple[int, int]] = {players: (5, 52 - 5 * players) for players in range(3, 11)}
"""Players → (cards each, cards left over), with the options' defaults."""
WIDOW = 5
"""Cards in the widow (003)."""
FIVE = 5
"""A bid of so many tricks or more wins the pool."""
_STRIPPED = {3: 9, 4: 7, 5: 7}
FLOATER = {3: 10, 4: 9, 5: 8, 6: 7, 7: 6}
"""Players → the lowest rank in the deck."""
FLOATER_BIDS = {
    "hastings": ("four", "nap", "bonaparte", "wellington"),
    "aylesbury": ("four", "nap", "bonaparte"),
    "dorset": ("three", "four", "nap"),
    "teesside": ("two", "three", "mis", "four", "nap", "bonaparte", "wellington"),
}
"""What may be bid with and without the floater, from low to high (003)."""
ALONE = {
    "floater": ("deck", "bid_two", "bid_mis"),
    "seven": ("five_pay", "bid_two", "bid_mis", "bid_blucher"),
}
"""Games of their own, and the options of the plain one that they leave no room for."""
_HASTINGS = "2 5 10 20"
_TRICKS = {"two": 2, "three": 3, "mis": 0, "four": 4, "nap": 5, "bonaparte": 5, "wellington": 5}


@dataclass(frozen=True, slots=True)
class Options:
    """House rules; the head of the module tells what they change.

    Attributes:
        seven: seven cards each, with one of two tables of values.
        deck: all 52 cards, or the low ones taken out.
        bid_two, bid_mis, bid_blucher: bids that may be made besides.
        five_pay: what bids of five tricks are worth.
        pool: everybody pays antes into a pool.
        pool_ante: chips of each.
        dealer_extra: chips of the dealer besides.
        purchase: cards may be bought before the bids.
        purchase_price: what they cost.
        widow: five cards that a bidder may take.
        floater: the game with the floater.
        floater_bids: whose bids that game has.
        floater_values: what they are worth, from the lowest to the highest; none: Hastings' own.
        floater_count: who is counted when a floater bid is lost.
    """

    seven: str = option("off", "barker", "smoothed", group="bids", sources="003")
    deck: str = option("52", "stripped", group="deal", sources="003")
    bid_two: str = option("off", "on", group="bids", sources="003")
    bid_mis: str = option("off", "on", group="bids", sources="003")
    bid_blucher: str = option("off", "on", group="bids", sources="003")
    five_pay: str = option("plain", "double_won", "american", group="bids", sources="003")
    pool: str = option("off", "on", group="pool", sources="003")
    pool_ante: int = whole_option(
        1, least=0, text=True, group="pool", sources="003", only_with=("pool", "on")
    )
    dealer_extra: int = whole_option(
        0, least=0, text=True, group="pool", sources="003", only_with=("pool", "on")
    )
    purchase: str = option("off", "flat", "per_card", group="pool", sources="003")
    purchase_price: int = whole_option(
        1, least=1, group="pool", sources="003", only_with=("purchase", "flat", "per_card")
    )
    widow: str = option("off", "on", group="bids", sources="003")
    floater: str = option("off", "on", group="floater", sources="003")
    floater_bids: str = option(
        "hastings",
        "aylesbury",
        "dorset",
        "teesside",
        group="floater",
        sources="003",
        only_with=("floater", "on"),
    )
    floater_values: str = numbers_option(
        "floater_bids", FLOATER_BIDS, group="floater", sources="", only_with=("floater", "on")
    )
    floater_count: str = option(
        "players", "opponents", group="floater", sources="003", only_with=("floater", "on")
    )


def read_options(given: Mapping[str, object], where: str) -> Options:
    """The house rules that differ from the defaults.

    Raises:
        BadInput: an option or a value that there is not, options that cannot have effect together, or
            bids with the floater whose values nobody tells.
    """
    values = given.get("floater_values")
    if isinstance(values, Mapping):  # by bid
        bids = FLOATER_BIDS.get(str(given.get("floater_bids", "hastings")), ())
        if set(values) != set(bids):
            raise BadInput(f"{where}: 'floater_values' must name the bids {', '.join(bids)}")
        given = {**given, "floater_values": [values[bid] for bid in bids]}
    options = options_from(Options, given, where)
    _go_together(options, where)
    return options


def _go_together(options: Options, where: str) -> None:
    """Refuse what cannot have effect together (003 tells them as games of their own)."""
    asked = asked_for(options)
    for game in asked.keys() & ALONE.keys():
        for name in (each for each in ALONE[game] if each in asked):
            raise BadInput(
                f"{where}: {name!r} is {asked[name]!r}, but can have no effect where {game!r} is "
                f"{asked[game]!r}; expected {getattr(Options(), name)!r}"
            )
    bids, values = FLOATER_BIDS[options.floater_bids], options.floater_values.split()
    handed_down = "floater_bids" not in asked
    if options.floater == "on" and len(values) != len(bids) and (values or not handed_down):
        raise BadInput(
            f"{where}: 'floater_values' has {len(values)} numbers, expected {len(bids)}: what "
            f"{', '.join(bids)} are worth with 'floater_bids' {options.floater_bids!r}"
        )


class Contract(NamedTuple):
    """What a bid undertakes, and what it is worth.

    Attributes:
        tricks: to be won at least; 0: not one.
        won: chips from each opponent when made.
        lost: chips to each when not; with the floater, times the number of players to the kitty.
    """

    tricks: int
    won: int
    lost: int


@lru_cache(maxsize=64)
def contracts(options: Options) -> dict[str, Contract]:
    """The bids of a game, from the lowest to the highest."""
    if options.floater == "on":
        worth = map(int, (options.floater_values or _HASTINGS).split())
        floated = zip(FLOATER_BIDS[options.floater_bids], worth, strict=True)
        return {bid: Contract(_TRICKS[bid], value, value) for bid, value in floated}
    if options.seven != "off":
        barker = options.seven == "barker"
        return {
            "three": Contract(3, 3, 3),
            "four": Contract(4, 4, 4),
            "five": Contract(5, 10, 5),
            "mis": Contract(0, 10, 5) if barker else Contract(0, 14, 7),
            "six": Contract(6, 18, 9),
            "seven": Contract(7, 24, 12) if barker else Contract(7, 28, 14),
        }
    won = {"plain": (5, 10, 20), "double_won": (10, 20, 40), "american": (10, 10, 10)}[options.five_pay]
    bids = {
        "two": Contract(2, 2, 2),
        "three": Contract(3, 3, 3),
        "mis": Contract(0, 3, 3),
        "four": Contract(4, 4, 4),
        "nap": Contract(5, won[0], 5),
        "wellington": Contract(5, won[1], 10),
        "blucher": Contract(5, won[2], 20),
    }
    asked = {"two": options.bid_two, "mis": options.bid_mis, "blucher": options.bid_blucher}
    return {bid: contract for bid, contract in bids.items() if asked.get(bid, "on") == "on"}


def called(options: Options, bid: str) -> str:
    """By which name people call a bid: at Aylesbury the bonaparte is ``napoleon`` (003)."""
    napoleon = options.floater == "on" and options.floater_bids == "aylesbury"
    return "napoleon" if napoleon and bid == "bonaparte" else bid


def hand_size(options: Options) -> int:
    """Cards dealt to each player."""
    return 5 if options.seven == "off" else 7


@lru_cache(maxsize=64)
def deck(options: Options, players: int) -> frozenset[Card]:
    """The cards that are played with."""
    if options.floater == "on":
        lowest = FLOATER.get(players, 2)
    elif options.deck == "stripped":
        lowest = _STRIPPED.get(players, 2)
        while lowest > 2 and (15 - lowest) * 4 < cards_dealt(options, players):
            lowest -= 1
    else:
        lowest = 2
    return frozenset(card for card in DECK if height(card) >= lowest)


def cards_dealt(options: Options, players: int) -> int:
    """Cards that are no stock: hands, widow, floater."""
    aside = WIDOW * (options.widow == "on") + (options.floater == "on")
    return hand_size(options) * players + aside


def height(card: Card) -> int:
    """A card's rank in tricks: 2 to 10, 11 jack, 12 queen, 13 king, 14 ace."""
    return 14 if card.rank == 1 else card.rank
