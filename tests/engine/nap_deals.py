"""Deals of Nap for tests: short ways to tell them, and evenings at random."""

from __future__ import annotations

from random import Random

import random_logs

from engine.cards import parse_card
from engine.events import (
    Bid,
    CardPlayed,
    Claimed,
    Event,
    Exchanged,
    Fined,
    FloaterSeen,
    GameStarted,
    RoundStarted,
)  # fmt: skip
from engine.events import TrumpNamed as Trump
from engine.games import nap
from engine.games.nap import Evening

NAMES = ("A", "B", "C", "D", "E", "F", "G", "H", "I", "J")


def begun(players: int, **options: object) -> Evening:
    """A table of A, B, C…, nobody has dealt."""
    return nap.start(GameStarted(nap.GAME, nap.PRESET, options, NAMES[:players]))


def told(evening: Evening, moves: str) -> Evening:
    """The state after moves such as ``"A deals | B three | C pass | A pass | B 9S | C fined 5"``.

    ``B nap+`` and ``B nap-`` bid with and without the floater; ``looks``, ``buys 3``, ``widow``
    ``claims`` and ``trump H`` are what they say.
    """
    for move in filter(None, (move.strip() for move in moves.split("|"))):
        evening = nap.apply(evening, event_of(move))
    return evening


def event_of(move: str) -> Event:
    player, what, *rest = move.split()
    if what == "deals":
        return RoundStarted(player)
    if what == "looks":
        return FloaterSeen(player)
    if what == "buys":
        return Exchanged(player, int(rest[0]), int(rest[1]) if rest[1:] else None)
    if what == "widow":
        return Exchanged(player, nap.WIDOW, 0)
    if what == "fined":
        return Fined(player, int(rest[0]), "revoke")
    if what == "claims":
        return Claimed(player)
    if what == "trump":
        return Trump(player, rest[0])
    if what[0].islower():
        floater = {"+": True, "-": False}.get(what[-1])
        return Bid(player, what.rstrip("+-"), floater)
    return CardPlayed(player, parse_card(what))


def won(evening: Evening, tricks: int) -> Evening:
    """The whole play of a deal in which the bidder wins the first ``tricks`` tricks and no other.

    He holds the top spades, led from the lowest, then leads a low club; the player after him the
    top clubs; nobody else spades, and nobody else clubs when these are led.
    """
    bidder, size = evening.players.index(nap.turn(evening) or ""), nap.hand_size(evening.options)
    count, lost = len(evening.players), size - tricks
    cards = sorted(nap.deck(evening.options, count), key=nap.height)
    clubs, diamonds, hearts, spades = ([card for card in cards if card.suit == suit] for suit in "CDHS")
    hands = [spades[len(spades) - tricks :] + (clubs[:1] + diamonds)[:lost]]
    hands.append(hearts[:tricks] + clubs[len(clubs) - lost :][::-1])
    rest = diamonds[max(lost - 1, 0) :] + hearts[tricks:]
    early = clubs[min(lost, 1) : len(clubs) - lost] + rest[lost * (count - 2) :]
    for place in range(count - 2):
        late = rest[lost * place : lost * (place + 1)]
        hands.append(early[tricks * place : tricks * (place + 1)] + late)
    leader = 0
    for trick in range(size):
        for step in range(count):
            place = (leader + step) % count
            player = evening.players[(bidder + place) % count]
            evening = nap.apply(evening, CardPlayed(player, hands[place][trick]))
        leader = 0 if trick < tricks else 1
    return evening


def dealt(evening: Evening, dealer: str, bidder: str, bid: str, tricks: int) -> Evening:
    """A whole deal: one player bids, the others pass, and he wins so many tricks."""
    evening = nap.apply(evening, RoundStarted(dealer))
    while nap.bidding(evening):
        player = nap.turn(evening)
        evening = told(evening, f"{player} {bid if player == bidder else 'pass'}")
    return won(evening, tricks)


def house(rng: Random, players: int) -> dict[str, object]:
    """Options at random with which this many players can be dealt to; often none at all."""
    if rng.random() < 0.2:
        return {}
    options = {name: rng.choice(values) for name, values in random_logs.NAP.items()}
    if options["floater"] == "on" and rng.random() < 0.9:
        options |= {"seven": "off", "widow": "off"}
    try:
        begun(players, **options)
    except ValueError:
        return house(rng, players)
    return options
