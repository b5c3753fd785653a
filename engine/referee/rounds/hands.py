"""The losers' hands: what has been seen of each, what is missing, and what it can only be."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine.cards import BIT, DECK, Card
from engine.certainty import SURE, UNSEEN, Inferred
from engine.errors import IllegalEvent
from engine.events import HandShown, Settlement
from engine.games import game
from engine.games.game_rules import Evening
from engine.referee.beam import Decision
from engine.referee.play_prior import rarity
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import GUESSED, LEAST_REST


@dataclass(frozen=True, slots=True)
class Hand:
    """One loser's hand, as far as it has been seen.

    Attributes:
        player: whose.
        cards: seen, or told by a person.
        left: how many he must still hold.
        t: when it was told, or the last of them lay open; None: nobody knows.
        points: of all of them, where the player has counted them; then only honours are among the cards.
    """

    player: str
    cards: tuple[Card, ...]
    left: int
    t: float | None
    points: int | None = None

    @property
    def missing(self) -> int:
        """How many cards have not been seen; below 0: too many have; 0 of a hand that was counted."""
        if self.points is not None:
            return 0
        return self.left - len(self.cards)


def seen(
    evening: Evening,
    cards: Sequence[tuple[SeenCard, Decision]],
    whole_hands: Mapping[str, HandShown],
    also: Sequence[tuple[str, Card]] = (),
) -> list[Hand]:
    """What has been seen of each hand that is still to be shown, in the order in which they were.

    Args:
        evening: after the round's last card.
        cards: what lies on the table, and what each card is taken for.
        whole_hands: whole hands that people told.
        also: single cards that people told.
    """
    hands = []
    rules = game.rules_of(evening)
    for player in rules.hands_missing(evening):
        own = [
            (seen_card.t, decision.card)
            for seen_card, decision in cards
            if decision.kind == "hand"
            and decision.card is not None
            and evening.players[decision.player] == player
        ]
        named = [card for who, card in also if who == player]
        whole = whole_hands.get(player)
        found = tuple(card for _, card in own) + tuple(named) if whole is None else whole.cards
        left = rules.cards_left(evening)[player]
        t = max((t for t, _ in own), default=None) if whole is None or whole.t is None else whole.t
        hands.append(Hand(player, found, left, t, None if whole is None else whole.points))
    return sorted(hands, key=lambda hand: float("inf") if hand.t is None else hand.t)


def turned_up(cards: Sequence[tuple[SeenCard, Decision]]) -> list[Card]:
    """The cards of the talon among what lies on the table."""
    return [decision.card for _, decision in cards if decision.kind == "talon" and decision.card is not None]


def unseen(evening: Evening, hands: Sequence[Hand], talon: Collection[Card] = ()) -> tuple[Card, ...]:
    """The cards that nobody has laid or shown: what lies face down of the talon, and what the hands lack.

    Args:
        evening: after the round's last card.
        hands: as far as they have been seen.
        talon: cards of it that were turned up.
    """
    known = {card for _, card in game.rules_of(evening).cards_laid(evening)} | set(talon)
    known |= {card for hand in hands for card in hand.cards}
    if evening.round is not None:
        known |= {card for hand in evening.round.hands for card in hand or ()}
    return tuple(card for card in game.rules_of(evening).pack(evening) if card not in known)


@dataclass(frozen=True, slots=True)
class Completion:
    """What the cards that were not seen may be.

    Attributes:
        cards: player → cards that complete his hand, of the likeliest settlement.
        share: how likely it is that that is what is paid, 0–1.
        single: (card, share, net by player) of each candidate, where just one card is missing.
    """

    cards: Mapping[str, tuple[Card, ...]]
    share: float
    single: tuple[tuple[Card, float, Mapping[str, int]], ...] = ()


def completed(
    evening: Evening, hands: Sequence[Hand], talon: Collection[Card] = (), passed: Sequence[int] = ()
) -> Completion | None:
    """What is missing from the hands, as every card not seen is as likely there as in the talon.

    Those that a player was asked for before and did not lay are rarer (`play_prior.rarity`).

    Args:
        evening, hands, talon: as for `unseen`.
        passed: cards that each player was asked for in vain, as `cards.BIT`s; empty: unknown.

    Returns:
        None: nothing is missing, or too much to say anything.
    """
    lacking = [hand for hand in hands if hand.missing > 0]
    missing = sum(hand.missing for hand in lacking)
    free = unseen(evening, hands, talon)
    if not 0 < missing <= min(GUESSED, len(free)) or any(hand.missing < 0 for hand in hands):
        return None
    ways = [
        dict(zip((hand.player for hand in lacking), way, strict=True))
        for way in _distributions([hand.missing for hand in lacking], free)
    ]
    now = evening.round
    assert now is not None
    asked_for = dict(zip(evening.players, passed or (0,) * len(now.due), strict=True))
    due = dict(zip(evening.players, now.due, strict=True))
    paid: dict[object, list[tuple[float, dict[str, tuple[Card, ...]]]]] = {}
    single = []
    for way in ways:
        settlement = _settled(evening, hands, way)
        if settlement is None:
            continue
        rare = math.prod(
            rarity(asked_for[who], due[who], BIT[card]) for who, cards in way.items() for card in cards
        )
        key = (tuple(settlement.net.items()), tuple(settlement.boxes.items()))
        paid.setdefault(key, []).append((rare, way))
        if missing == 1:
            single.append((way[lacking[0].player][0], rare, settlement.net))
    if not paid:
        return None
    weights = {key: sum(weight for weight, _ in ways) for key, ways in paid.items()}
    likeliest = paid[max(weights, key=lambda key: weights[key])]
    _, best = max(likeliest, key=lambda way: way[0])
    whole = sum(weight for _, weight, _ in single)
    weighed = tuple((card, weight / whole, net) for card, weight, net in single)
    return Completion(best, max(weights.values()) / sum(weights.values()), weighed)


def so_far(evening: Evening, hands: Sequence[Hand]) -> Settlement | None:
    """What a round comes to whose last card lies, with no more than what has been seen of the hands.

    Returns:
        Its field ``incomplete`` says of whose hands cards are missing. None where nothing is.
    """
    missing = [Inferred("hand", hand.player, None, UNSEEN) for hand in hands if hand.missing]
    if not missing:
        return None
    rules = game.rules_of(evening)
    evening = rules.resting_on(evening, missing)
    now = rules.with_known(evening, {hand.player: hand.cards for hand in hands})
    settlement: Settlement = rules.settled(evening, now).settlements[-1]
    return settlement


def hardly_read(card: SeenCard, decision: Decision) -> bool:
    """Whether a card of a hand was read less than surely, and no person has said what it is."""
    if decision.kind != "hand" or decision.card is None or card.pinned is not None:
        return False
    # Nothing that follows speaks for it.
    return card.faces[decision.card.index] < SURE


def instead(seen_card: SeenCard, decision: Decision, free: Collection[Card]) -> list[tuple[float, Decision]]:
    """What a card of a hand may be, each with how likely that is, first what it is taken for.

    A face that is told with 0.92 is wrong in 8 of 100 cases, whichever other faces the looks then
    name: so what is left, but for cards that lie elsewhere, goes to those that it can still be, as the
    looks favour them.

    Args:
        decision: what it is taken for.
        free: the cards that nobody has laid or shown.
    """
    assert decision.card is not None
    others = [card for card in free if card != decision.card]
    rest = max(LEAST_REST, 1 - sum(seen_card.faces)) / len(DECK)
    seen = {card: seen_card.faces[card.index] + rest for card in (decision.card, *others)}
    elsewhere = sum(seen_card.faces[card.index] for card in DECK if card not in seen)
    doubt = max(0.0, 1 - elsewhere - seen[decision.card])
    whole = sum(seen[card] for card in others)
    ways = [(doubt * seen[card] / whole, decision._replace(card=card)) for card in others]
    return [(seen[decision.card], decision), *sorted(ways, key=lambda way: -way[0])]


def _distributions(counts: Sequence[int], free: Sequence[Card]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """The ways to give each hand so many of the free cards."""
    if not counts:
        yield ()
        return
    for own in combinations(free, counts[0]):
        rest = [card for card in free if card not in own]
        for others in _distributions(counts[1:], rest):
            yield own, *others


def _settled(evening: Any, hands: Sequence[Hand], also: Mapping[str, tuple[Card, ...]]) -> Any:
    """The `Settlement` if these hands, completed, are shown; None: the rules forbid it."""
    try:
        for hand in hands:
            shown = HandShown(hand.player, hand.cards + also.get(hand.player, ()), hand.points)
            evening = game.apply(evening, shown)
    except IllegalEvent:
        return None
    return evening.settlements[-1] if evening.round is not None and evening.round.settled else None
