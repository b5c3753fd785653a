"""A second settlement of the 1760 game, written from the sources alone and as plainly as possible.

It reads the JSON lines of a log, keeps dictionaries and lists, and goes through each round once
the round is complete. `Laying` says which card may be laid next. No code of `engine` is used.
"""

from __future__ import annotations

import plain_lindor
from plain_lindor import BOXES, Till, boxes_with, is_call, unit_of, worth

RANKS = "A23456789TJQK"
DEALT = {3: 15, 5: 9}
PERMANENT = ("QS", "JC", "TD", "KC", "KD", "KH", "KS")
DWARF = "7D"

SETTLES_NOTHING = ("end", "leftover", "round_unit", "rounds")
"""Options that move no chips within a round and forbid no card."""


def settle(lines: list[dict]) -> tuple[list[dict], dict[str, int]]:
    """Settlements without transfers, and the balances, of a log that is legal."""
    return plain_lindor.evening(lines, settle_round)


def settle_round(
    lines: list[dict],
    players: list[str],
    options: dict,
    left_over: dict[str, int],
    purses: dict[str, int] | None = None,
) -> dict:
    """One round; ``purses``: what each has before it, where nobody can pay more than that."""
    dealer, unit = lines[0]["dealer"], unit_of(options)
    till = Till(players, boxes_with(lines[0], left_over, unit), purses)
    till.net[dealer] -= 15 * unit
    cards = [line for line in lines if line["type"] == "card_played"]
    left = {p: DEALT[len(players)] - sum(line["player"] == p for line in cards) for p in players}
    winner = next(p for p in players if left[p] == 0)
    hands = {line["player"]: line["cards"] for line in lines if line["type"] == "hand_shown"}
    takes, missed, payments = announcements_paid(lines, players, options, till)
    opera = all(line["player"] == winner for line in cards)
    for player in players:
        if player != winner:
            points = sum(worth(card) for card in hands[player])
            if DWARF in hands[player]:
                points *= 2
            if opera:
                points *= 2
            chips = till.pay(player, winner, points)
            payments.append({"from": player, "to": winner, "chips": chips, "reason": "points"})
    kept = plain_lindor.overlooked(lines, Laying(players, dealer, options))
    payments += plain_lindor.fines_for(kept, winner, players, options, till)
    betes = []
    for player in players:
        for card in BOXES:
            if card not in hands.get(player, []) or (card == DWARF and options.get("dwarf_bete") == "off"):
                continue
            chips = till.pay_into(player, card, till.boxes[card])
            betes.append({"player": player, "card": card, "chips": chips})
    return {
        "type": "settlement",
        "dealer": dealer,
        "winner": winner,
        "opera": opera,
        "takes": takes,
        "missed_calls": missed,
        "betes": [bete for bete in betes if bete["chips"]],
        "swept": {},
        "payments": [payment for payment in payments if payment["chips"]],
        "boxes": till.boxes,
        "net": till.net,
    } | ({"overlooked": kept} if kept else {})


def announcements_paid(
    lines: list[dict], players: list[str], options: dict, till: Till
) -> tuple[list[dict], list[dict], list[dict]]:
    """Boxes taken, honours not announced, and what hocs are paid."""
    happened: list[tuple[int, str, str, str]] = []
    missed = []
    cards = [(place, line) for place, line in enumerate(lines) if line["type"] == "card_played"]
    chance = accidental_hocs(lines[0]["dealer"], players, options, [line for _, line in cards])
    for number, (place, line) in enumerate(cards):
        player, card = line["player"], line["card"]
        said = announced(
            lines, place, options.get("call_window", "next_card"), before_too=number not in chance
        )
        by_chance = number in chance and options.get("accidental_hoc_pays") == "on"
        if by_chance and said is not None:
            happened.append((said, "hoc", player, card))
        if card in (*PERMANENT, DWARF) and said is not None:
            happened.append((said, "hoc", player, card))
        if card in BOXES:
            at = place if options.get("call_required") == "hoc_only" else said
            if at is None:
                missed.append({"player": player, "card": card, "chips": till.boxes[card]})
            else:
                happened.append((at, "box", player, card))
    takes, payments = [], []
    for _, what, player, card in sorted(happened, key=lambda each: each[0]):
        if what == "box":
            takes.append({"player": player, "card": card, "chips": till.boxes[card]})
            till.take(player, card)
            continue
        for other in players:
            if other != player:
                chips = till.pay(other, player, int(options.get("hoc_chip", 1)))
                payments.append({"from": other, "to": player, "chips": chips, "reason": "hoc"})
    return takes, missed, payments


def announced(lines: list[dict], place: int, window: str, before_too: bool) -> int | None:
    """When the card of that line was announced by its player, None: not in time.

    An announcement just before the card counts from the card on.
    """
    player, card = lines[place]["player"], lines[place]["card"]
    at = place - 1
    while before_too and at >= 0 and lines[at]["type"] not in ("card_played", "round_started"):
        if is_call(lines[at], player, card):
            return place
        at -= 1
    for at in range(place + 1, len(lines)):
        if lines[at]["type"] == "hand_shown" and lines[at]["cards"]:
            return None
        if lines[at]["type"] == "card_played" and window != "round":
            return None
        if is_call(lines[at], player, card):
            return at
    return None


def accidental_hocs(dealer: str, players: list[str], options: dict, cards: list[dict]) -> set[int]:
    """Which cards of the round nobody went on from, by their number from 0."""
    laying = Laying(players, dealer, options)
    found = set()
    for number, line in enumerate(cards):
        wanted = laying.wanted
        # Where somebody else lays, or the player himself goes on, the wanted card was supplied.
        if wanted is not None and line["card"] not in (wanted, DWARF):
            found.add(number - 1)
        laying.lay(line["player"], line["card"])
    return {number for number in found if cards[number]["card"] != DWARF}


class Laying:
    """A round as it is laid: who may lay what, and what people say by it that they do not hold."""

    def __init__(self, players: list[str], dealer: str, options: dict) -> None:
        self.players = players
        self.options = options
        self.leader = players[(players.index(dealer) + 1) % len(players)]
        self.wanted: str | None = None
        self.laid: set[str] = set()
        self.left = {player: DEALT[len(players)] for player in players}
        self.shown: dict[str, list[str]] = {}

    def over(self) -> bool:
        return 0 in self.left.values()

    def may(self, player: str, card: str) -> bool:
        if self.over() or player not in self.players or card in self.laid:
            return False
        if card == DWARF and self.options.get("dwarf_out_of_turn") == "on":
            return True
        if self.wanted is not None and card in (self.wanted, DWARF):
            return True
        return player == self.leader

    def asked_for(self) -> list[list[str]]:
        """The card that goes on."""
        return [] if self.wanted is None else [[self.wanted]]

    def lay(self, player: str, card: str) -> None:
        stands_for = card
        if card == DWARF and self.wanted is not None:
            stands_for = self.wanted
        stops = card in PERMANENT or stands_for[0] == "K"
        if card == DWARF and self.options.get("dwarf_after") != "continue":
            stops = True
        self.wanted = None if stops else RANKS[RANKS.index(stands_for[0]) + 1] + stands_for[1]
        self.leader = player
        self.laid.add(card)
        self.left[player] -= 1

    def denials(self, player: str, card: str) -> list[tuple[str, str]]:
        """What is shown not to be in whose hand: what he had to lay instead and might have laid."""
        asked = self.duties(player, card)
        return [(other, each) for other, each in asked if each in self.laid or self.may(other, each)]

    def duties(self, player: str, card: str) -> list[tuple[str, str]]:
        """Where the wanted card must be supplied: who was asked in vain, and for which card."""
        wanted = self.wanted
        if self.options.get("must_continue") == "off" or wanted in (None, card, DWARF):
            return []
        if card != DWARF:
            return [(other, wanted) for other in self.players]
        if self.options.get("dwarf_out_of_turn") == "on":
            return []
        at = self.players.index(self.leader)
        asked = []
        while self.players[at] != player:
            asked.append((self.players[at], wanted))
            at = (at + 1) % len(self.players)
        return asked

    def may_show(self, player: str, cards: list[str]) -> bool:
        if not self.over() or player not in self.players or len(cards) != self.left[player]:
            return False
        if sorted(self.shown.get(player, cards)) != sorted(cards):
            return False  # he has shown another one
        others = [card for other, hand in self.shown.items() if other != player for card in hand]
        return len(set(cards)) == len(cards) and not any(
            card in self.laid or card in others for card in cards
        )


def refused(lines: list[dict], whole: bool = True) -> int | None:
    """The line (from 0) with which the log breaks a rule or, told whole, ends too early; else None."""
    return plain_lindor.refused(lines, whole, Laying)
