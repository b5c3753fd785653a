"""How a round and an evening stand: whose cards, whose chips, who deals and what he must place."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import DECK, Card
from engine.games.stops.state import Evening, Round


def finished(evening: Evening) -> bool:
    """Whether the round's last card lies (hands may still have to be shown)."""
    return evening.round is not None and 0 in evening.round.left


def winner(evening: Evening) -> str | None:
    """Who went out, None while nobody has."""
    now = evening.round
    return evening.players[now.left.index(0)] if now is not None and 0 in now.left else None


def hands_missing(evening: Evening) -> tuple[str, ...]:
    """The losers whose hands are still to be shown before the round can be settled."""
    now = evening.round
    if now is None or now.settled or 0 not in now.left:
        return ()
    return tuple(
        player
        for player, hand, left in zip(evening.players, now.hands, now.left, strict=True)
        if hand is None and left
    )


def unsettled(evening: Evening) -> str | None:
    """What the round in progress still lacks, None when no round waits to be settled."""
    now = evening.round
    if now is None or now.settled:
        return None
    if 0 not in now.left:
        return f"round {now.number} is not over: nobody has laid his last card"
    missing = " and ".join(hands_missing(evening))
    return f"round {now.number} is not settled: the hand of {missing} has not been shown"


def cards_left(evening: Evening) -> dict[str, int]:
    """Number of cards in each hand now (before the first round: none)."""
    if evening.round is None:
        return dict.fromkeys(evening.players, 0)
    return dict(zip(evening.players, evening.round.left, strict=True))


def cards_laid(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """(player, card) of the round so far."""
    if evening.round is None:
        return ()
    return tuple((evening.players[laid.player], laid.card) for laid in evening.round.laid)


def boxes_now(evening: Evening) -> dict[Card, int]:
    """Chips that each box must hold now."""
    now = evening.round
    held = evening.boxes if now is None or now.settled else now.boxes
    return dict(zip(evening.options.BOX, held, strict=True))


def chips_now(evening: Evening) -> dict[str, int]:
    """Chips of each player now: what the round in progress has brought and cost included."""
    now = evening.round
    chips = evening.balances if now is None or now.settled else purse(evening, now)
    return dict(zip(evening.players, chips, strict=True))


def purse(evening: Evening, now: Round) -> tuple[int, ...]:
    """Chips of each player in the middle of a round."""
    return tuple(held + won for held, won in zip(evening.balances, now.won, strict=True))


def antes(evening: Evening, dealer: str) -> dict[str, dict[Card, int]]:
    """What each player puts into each box before a round that *dealer* deals."""
    at, due = evening.players.index(dealer), evening.options.antes
    return {
        player: {box: ante * times for box, ante in zip(evening.options.BOX, due, strict=True) if times}
        for place, player in enumerate(evening.players)
        for times in [evening.options.antes_put(place, at)]
    }


def next_dealer(evening: Evening) -> str | None:
    """Who deals the next round; None before the first (by lot)."""
    if evening.round is None:
        return None
    step = evening.options.dealer_step
    return evening.players[(evening.round.dealer + step) % len(evening.players)]


def ruined(evening: Evening) -> tuple[str, ...]:
    """Who cannot place the antes of the next round; nobody when the stock was not told."""
    dealer = next_dealer(evening)
    return cannot_place(evening, 0 if dealer is None else evening.players.index(dealer))


def next_antes(evening: Evening) -> dict[str, int]:
    """What each player who puts antes next puts into all boxes together."""
    after = next_dealer(evening)
    dealer = 0 if after is None else evening.players.index(after)
    due, put = sum(evening.options.antes), evening.options.antes_put
    asked = {player: due * put(place, dealer) for place, player in enumerate(evening.players)}
    return {player: chips for player, chips in asked.items() if chips}


def cannot_place(evening: Evening, dealer: int) -> tuple[str, ...]:
    due, put = sum(evening.options.antes), evening.options.antes_put
    return tuple(
        player
        for place, (player, chips) in enumerate(zip(evening.players, evening.balances, strict=True))
        if evening.stock_told and (asked := due * put(place, dealer)) and chips < asked
    )


def ended(evening: Evening) -> bool:
    """Whether the evening is over, as far as the rules can say (time is the table's to say)."""
    if evening.round is not None and not evening.round.settled:
        return False
    if evening.options.end == "ruin":
        return bool(ruined(evening))
    agreed = evening.options.agreed_rounds(len(evening.players))
    return evening.options.end == "rounds" and agreed is not None and len(evening.settlements) >= agreed


def left(evening: Evening) -> dict[str, int]:
    """Chips in each box, by its code: what the last settled round left, or what was told since."""
    return {box.code: chips for box, chips in zip(evening.options.BOX, evening.boxes, strict=True)}


def held_now(evening: Evening) -> tuple[dict[str, int], dict[str, int]]:
    """Chips of each player and in each box now."""
    return chips_now(evening), {box.code: chips for box, chips in boxes_now(evening).items()}


def pack(evening: Evening) -> Sequence[Card]:
    """The cards that are played with: all 52, unless a game says otherwise."""
    return DECK


def starts(evening: Evening, hand: Sequence[Card]) -> Sequence[Card]:
    """Of a hand, the cards with which its player may start anew: any, unless a game says otherwise."""
    return hand


def back_crosses(evening: Evening) -> int:
    """How often this turn has run through a king: no matter but at Lindor's game."""
    return 0
