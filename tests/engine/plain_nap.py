"""A second settlement of Nap, written from the sources alone and as plainly as possible.

It reads the JSON lines of a log, keeps dictionaries and lists, and goes through each deal once
the deal is complete. `Deal` says what may come next. No code of `engine` is used.
"""

from __future__ import annotations

RANKS = "23456789TJQKA"
LOWEST_WITH_FLOATER = {3: "T", 4: "9", 5: "8", 6: "7", 7: "6"}
LOWEST_STRIPPED = {3: "9", 4: "7", 5: "7"}
TRICKS = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "nap": 5,
    "wellington": 5,
    "blucher": 5,
    "bonaparte": 5,
    "six": 6,
    "seven": 7,
    "mis": 0,
}
MADE = {"two": 2, "three": 3, "mis": 3, "four": 4, "nap": 5, "wellington": 10, "blucher": 20}
FIVES = {
    "plain": {"nap": (5, 5), "wellington": (10, 10), "blucher": (20, 20)},
    "double_won": {"nap": (10, 5), "wellington": (20, 10), "blucher": (40, 20)},
    "american": {"nap": (10, 5), "wellington": (10, 10), "blucher": (10, 20)},
}
SEVEN = {
    "barker": {
        "three": (3, 3),
        "four": (4, 4),
        "five": (10, 5),
        "mis": (10, 5),
        "six": (18, 9),
        "seven": (24, 12),
    },
    "smoothed": {
        "three": (3, 3),
        "four": (4, 4),
        "five": (10, 5),
        "mis": (14, 7),
        "six": (18, 9),
        "seven": (28, 14),
    },
}
FLOATER = {"four": 2, "nap": 5, "bonaparte": 10, "wellington": 20}
FLOATER_BIDS = {
    "aylesbury": ("four", "nap", "bonaparte"),
    "dorset": ("three", "four", "nap"),
    "teesside": ("two", "three", "mis", "four", "nap", "bonaparte", "wellington"),
}


def on(options: dict, name: str) -> bool:
    return options.get(name, "off") != "off"


def floater_values(options: dict) -> dict[str, int]:
    """What each bid with or without the floater is worth: Hastings' bids, or the house's own."""
    bids = FLOATER_BIDS.get(options.get("floater_bids", "hastings"), tuple(FLOATER))
    return dict(zip(bids, options["floater_values"], strict=True)) if "floater_values" in options else FLOATER


def settle(lines: list[dict]) -> tuple[list[dict], dict[str, int]]:
    """Settlements without transfers, and the balances, of a log that is legal."""
    started = lines[0]
    players = started["players"]
    balances = {player: (started.get("stock") or {}).get(player, 0) for player in players}
    pool = 0
    settlements = []
    rounds: list[list[dict]] = []
    for line in lines[1:]:
        if line["type"] == "round_started":
            rounds.append([])
        rounds[-1].append(line)
    for number, lines_of_deal in enumerate(rounds, start=1):
        settlement = settle_deal(lines_of_deal, players, started["options"], pool)
        settlement["round"] = number
        settlements.append(settlement)
        pool = settlement["pool"]
        for player in players:
            balances[player] += settlement["net"][player]
    return settlements, balances


class Till:
    """What everybody has won and lost in a deal, and what lies in the pool."""

    def __init__(self, players: list[str], pool: int) -> None:
        self.net = dict.fromkeys(players, 0)
        self.pool = pool

    def pays_in(self, player: str, chips: int) -> None:
        self.net[player] -= chips
        self.pool += chips

    def pay(self, giver: str, taker: str, chips: int) -> None:
        self.net[giver] -= chips
        self.net[taker] += chips


def settle_deal(lines: list[dict], players: list[str], options: dict, pool: int) -> dict:
    dealer, till = lines[0]["dealer"], Till(players, pool)
    for player in players:
        if on(options, "floater"):
            till.pays_in(player, 1)
        if on(options, "pool"):
            till.pays_in(player, options.get("pool_ante", 1))
    if on(options, "pool"):
        till.pays_in(dealer, options.get("dealer_extra", 0))
    played = [place for place, line in enumerate(lines) if line["type"] in ("card_played", "claimed")]
    last_card = max(played, default=len(lines))
    before_play(lines[:last_card], options, till)
    bids = [line for line in lines[:last_card] if line["type"] == "bid" and line["bid"] != "pass"]
    bidder, bid, floater = None, None, None
    if bids:
        bidder, bid, floater = bids[-1]["player"], bids[-1]["bid"], bids[-1].get("floater")
    settlement = {
        "type": "settlement",
        "dealer": dealer,
        "bidder": bidder,
        "bid": bid,
        "floater": floater if on(options, "floater") else None,
        "tricks": 0,
        "made": None,
        "payments": [],
        "net": till.net,
    }
    if bids:
        tricks = tricks_of(bidder, lines, players, options)
        made = tricks == 0 if bid == "mis" else tricks >= TRICKS[bid]
        settlement |= {"tricks": tricks, "made": made}
        settlement["payments"] = bid_paid(bids[-1], made, players, options, till)
    for line in lines[last_card:]:
        if line["type"] == "fined":  # the bid was paid before
            till.pays_in(line["player"], line["chips"])
    settlement["pool"] = till.pool
    return settlement


def before_play(lines: list[dict], options: dict, till: Till) -> None:
    """What goes into the pool before the last card: the floater seen, fines, cards bought."""
    for line in lines:
        if line["type"] == "floater_seen":
            till.pays_in(line["player"], 1)
        if line["type"] == "fined":
            till.pays_in(line["player"], line["chips"])
        bought = line["type"] == "exchanged" and line.get("cost") != 0  # the widow costs nothing
        if bought and line["count"] and on(options, "purchase"):
            cards = 1 if options["purchase"] == "flat" else line["count"]
            till.pays_in(line["player"], cards * options.get("purchase_price", 1))


def bid_paid(line: dict, made: bool, players: list[str], options: dict, till: Till) -> list[dict]:
    """The bid is paid, to its bidder or by him; what goes from player to player."""
    bidder, bid = line["player"], line["bid"]
    others = [player for player in players if player != bidder]
    payments = []
    if made or not on(options, "floater"):
        value = values(bid, options)[0 if made else 1]
        for other in others:
            giver, taker = (other, bidder) if made else (bidder, other)
            till.pay(giver, taker, value)
            payments.append({"from": giver, "to": taker, "chips": value, "reason": "bid"})
    else:
        count = len(others) if options.get("floater_count") == "opponents" else len(players)
        till.pays_in(bidder, floater_values(options)[bid] * count)
    for_the_pool = TRICKS[bid] >= 5  # with seven cards six and seven are taken to be meant too
    if for_the_pool and made:
        till.pays_in(bidder, -till.pool)
    elif for_the_pool and not on(options, "floater"):
        till.pays_in(bidder, till.pool)
    return payments


def values(bid: str, options: dict) -> tuple[int, int]:
    """(made, lost)"""
    if on(options, "floater"):
        return floater_values(options)[bid], floater_values(options)[bid]
    if on(options, "seven"):
        return SEVEN[options["seven"]][bid]
    if bid in FIVES["plain"]:
        return FIVES[options.get("five_pay", "plain")][bid]
    return MADE[bid], MADE[bid]


def tricks_of(bidder: str, lines: list[dict], players: list[str], options: dict) -> int:
    cards = [(line["player"], line["card"]) for line in lines if line["type"] == "card_played"]
    named = [line["suit"] for line in lines if line["type"] == "trump_named"]
    bid = next(line["bid"] for line in lines if line["type"] == "bid" and line["player"] == bidder)
    trump = None if bid == "mis" else named[0] if named else cards[0][1][1]
    whole = range(0, len(cards) - len(players) + 1, len(players))
    won = sum(winner_of(cards[first : first + len(players)], trump) == bidder for first in whole)
    if any(line["type"] == "claimed" and line["player"] == bidder for line in lines):
        won += hand_size(options) - len(whole)
    return won


def winner_of(trick: list[tuple[str, str]], trump: str | None) -> str:
    suit = trump if any(card[1] == trump for _, card in trick) else trick[0][1][1]
    return max((RANKS.index(card[0]), player) for player, card in trick if card[1] == suit)[1]


def hand_size(options: dict) -> int:
    return 7 if on(options, "seven") else 5


def deck_of(players: int, options: dict) -> list[str]:
    lowest = "2"
    if on(options, "floater"):
        lowest = LOWEST_WITH_FLOATER[players]
    elif options.get("deck") == "stripped":
        lowest = LOWEST_STRIPPED.get(players, "2")
    return [rank + suit for suit in "CDHS" for rank in RANKS[RANKS.index(lowest) :]]


def ladder(options: dict) -> list[tuple[str, bool | None]]:
    """Every bid from the lowest to the highest; with the floater each first with, then without it."""
    if on(options, "floater"):
        return [(bid, floater) for bid in floater_values(options) for floater in (True, False)]
    if on(options, "seven"):
        return [(bid, None) for bid in ("three", "four", "five", "mis", "six", "seven")]
    bids = ["three", "four", "nap", "wellington"]
    if on(options, "bid_two"):
        bids.insert(0, "two")
    if on(options, "bid_mis"):
        bids.insert(bids.index("four"), "mis")
    if on(options, "bid_blucher"):
        bids.append("blucher")
    return [(bid, None) for bid in bids]


class Deal:
    """A deal as it goes: who comes next, and what he may bid, draw or lay."""

    def __init__(self, players: list[str], dealer: str, options: dict) -> None:
        self.players = players
        self.options = options
        self.deck = deck_of(len(players), options)
        first = players.index(dealer) + 1
        self.bidding = [players[(first + step) % len(players)] for step in range(len(players))]
        self.stock = len(self.deck) - hand_size(options) * len(players)
        self.drew: list[str] = []
        self.peeked: list[str] = []
        self.widow_by: str | None = None
        self.highest: tuple[str, bool | None] | None = None
        self.bidder: str | None = None
        self.trump: str | None = None
        self.trump_named = False
        self.laid: list[tuple[str, str]] = []
        self.to_lay: str | None = None
        self.lacks: dict[str, set[str]] = {player: set() for player in players}

    def over(self) -> bool:
        if self.bidding:
            return False
        return self.bidder is None or len(self.laid) == hand_size(self.options) * len(self.players)

    def may_exchange(self, player: str, count: int) -> bool:
        if not self.bidding or player not in self.players:
            return False
        if on(self.options, "widow") and player == self.bidding[0] and count == 5:
            return self.widow_by is None
        untouched = len(self.bidding) == len(self.players)
        if not (on(self.options, "purchase") and untouched and 1 <= count <= hand_size(self.options)):
            return False
        # From the dealer's left: nobody draws after somebody who sits behind him.
        done = [self.bidding.index(other) for other in self.drew]
        return count <= self.stock and self.bidding.index(player) > max(done, default=-1)

    def exchange(self, player: str, count: int) -> None:
        if on(self.options, "widow") and player == self.bidding[0] and count == 5:
            self.widow_by = player
        else:
            self.drew.append(player)
            self.stock -= count

    def may_peek(self, player: str) -> bool:
        return on(self.options, "floater") and player in self.bidding and player not in self.peeked

    def may_bid(self, player: str, bid: str, floater: bool | None) -> bool:
        if not self.bidding or player != self.bidding[0]:
            return False
        if bid == "pass":
            return self.widow_by != player
        steps = ladder(self.options)
        if (bid, floater) not in steps:
            return False
        above = steps.index((bid, floater)) > (-1 if self.highest is None else steps.index(self.highest))
        if not on(self.options, "floater"):
            over = {"wellington": "nap", "blucher": "wellington"}.get(bid)
            if over is not None and self.highest != (over, None):
                return False
        if self.widow_by == player and steps.index((bid, floater)) < steps.index(("nap", None)):
            return False
        return above

    def bid(self, player: str, bid: str, floater: bool | None) -> None:
        self.bidding.pop(0)
        if bid != "pass":
            self.highest, self.bidder = (bid, floater), player
        if not self.bidding:
            self.to_lay = self.bidder

    def may_name(self, player: str) -> bool:
        ready = not self.bidding and not self.laid and self.trump is None
        has_trump = self.highest is not None and self.highest[0] != "mis"
        return on(self.options, "floater") and ready and has_trump and player == self.bidder

    def may_lay(self, player: str, card: str) -> bool:
        if self.bidding or self.over() or player != self.to_lay or card not in self.deck:
            return False
        if card in [other for _, other in self.laid] or card[1] in self.lacks[player]:
            return False
        # The bidder led his lowest: no lower one may come later.
        if on(self.options, "floater") and self.highest is not None and player == self.bidder:
            trump = self.trump or (self.laid[0][1] if self.laid else card)[1]
            first = self.laid[0][1] if self.laid else card
            lower = RANKS.index(card[0]) < RANKS.index(first[0])
            if self.highest[0] == "bonaparte":
                return first[1] == trump and not (card[1] == trump and lower)
            # Where nobody named the trump it is the suit he led.
            if self.highest[0] == "wellington" and self.trump_named:
                return first[1] != trump and (card[1] == trump or not lower)
        return True

    def lay(self, player: str, card: str) -> None:
        count = len(self.players)
        if self.trump is None and not self.laid and self.highest[0] != "mis":
            self.trump = card[1]
        trick = self.laid[len(self.laid) // count * count :]
        if trick and card[1] != trick[0][1][1]:
            self.lacks[player].add(trick[0][1][1])
        self.laid.append((player, card))
        trick = [*trick, (player, card)]
        if len(trick) == count:
            self.to_lay = winner_of(trick, self.trump)
        else:
            self.to_lay = self.players[(self.players.index(player) + 1) % count]


def refused(lines: list[dict], whole: bool = True) -> int | None:
    """The line (from 0) with which the log breaks a rule or, told whole, ends too early; else None."""
    players, options = lines[0]["players"], lines[0]["options"]
    deal: Deal | None = None
    for number, line in enumerate(lines[1:], start=1):
        what, player = line["type"], line.get("player")
        if what == "round_started":
            if (deal is not None and not deal.over()) or line["dealer"] not in players:
                return number
            deal = Deal(players, line["dealer"], options)
            continue
        if deal is None or player not in players:
            return number
        if what == "bid":
            if not deal.may_bid(player, line["bid"], line.get("floater")):
                return number
            deal.bid(player, line["bid"], line.get("floater"))
        elif what == "exchanged":
            if not deal.may_exchange(player, line["count"]):
                return number
            deal.exchange(player, line["count"])
        elif what == "floater_seen":
            if not deal.may_peek(player):
                return number
            deal.peeked.append(player)
        elif what == "trump_named":
            if not deal.may_name(player):
                return number
            deal.trump, deal.trump_named = line["suit"], True
        elif what == "card_played":
            if not deal.may_lay(player, line["card"]):
                return number
            deal.lay(player, line["card"])
    return len(lines) - 1 if whole and deal is not None and not deal.over() else None
