"""A game's module says what is its own: what a card does, which rule forbids one, how a round is paid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import or_

from engine.cards import BIT, DECK, Card
from engine.errors import IllegalEvent
from engine.events import Called, CardPlayed, Event, GameStarted, HandShown, RoundStarted
from engine.games.stops.calls import called as call_counts
from engine.games.stops.hands import show_hand
from engine.games.stops.laying import begin_round
from engine.games.stops.standing import winner
from engine.games.stops.state import E, Evening, Laid, Round, place_of, with_round


def apply(
    evening: E,
    event: Event,
    *,
    deal: Mapping[int, tuple[int, int]],
    lay: Callable[[E, CardPlayed], E],
    settled: Callable[[E, Round], E],
    called: Callable[[E, Called], E] = call_counts,
) -> E:
    """The state after one more event; what moves nothing (evidence, alerts) changes nothing.

    Args:
        evening, event: what was, and what comes.
        deal: players → (cards each, talon).
        lay: what a card does; it raises `IllegalEvent` where a rule forbids it.
        settled: the evening with a round in which a hand was shown, paid once all are.
        called: what a call does.

    Raises:
        IllegalEvent: the event breaks a rule; the state before it still stands.
    """
    if isinstance(event, CardPlayed):
        return lay(evening, event)
    if isinstance(event, Called):
        return called(evening, event)
    if isinstance(event, HandShown):
        shown = show_hand(evening, event)
        return evening if shown is None else settled(evening, shown)
    if isinstance(event, RoundStarted):
        return begin_round(evening, event, deal[len(evening.players)][0], evening.options.leader_step)
    if isinstance(event, GameStarted):
        raise IllegalEvent("game", "the game has already started")
    return evening


def allowed(
    evening: E, event: CardPlayed, why_not: Callable[[E, str, Card], IllegalEvent | None]
) -> tuple[Round, Laid]:
    """The round, and the card that may be laid in it.

    Raises:
        IllegalEvent: a rule forbids it (``why_not``), or no round has started.
    """
    refusal, now = why_not(evening, event.player, event.card), evening.round
    if refusal is not None or now is None:
        raise refusal or IllegalEvent("round", "no round has started")
    return now, Laid(place_of(evening, event.player), event.card)


def refused(evening: Evening, player: str, card: Card, rule: str, why: str | None = None) -> IllegalEvent:
    """A card that breaks a rule, in words for people.

    Args:
        evening, player, card: who lays what, and when.
        rule: its name.
        why: what the game says of it; None: what all such games say, or just the rule's name.
    """
    now, lays = evening.round, f"{player} lays {card}"
    if now is None:
        return IllegalEvent(rule, f"{lays} before any round has started")
    if why is None and rule == "first_lead" and now.leader is not None:
        why = f"but {evening.players[now.leader]} leads"
    elif why is None and rule == "round":
        why = f"after {winner(evening)} has ended the round"
    elif why is None:
        why = "which already lies on the table" if rule == "one_deck" else f"against {rule}"
    return IllegalEvent(rule, f"{lays} {why}" if rule in ("sequence", "round") else f"{lays}, {why}")


def able(
    evening: E, asked: tuple[int, ...], rule_broken: Callable[[E, int, Card], str | None]
) -> tuple[int, ...]:
    """Of cards that players were asked for or bound to lay, those that no rule forbade them.

    So a rule that forbids is told in ``rule_broken`` alone: who may not lay a card has not kept it.

    Args:
        evening: before the card that came instead.
        asked: cards of each player, as `cards.BIT`s.
        rule_broken: the rules of laying cards.
    """
    now = evening.round
    assert now is not None
    left = list(asked)
    for place, cards in enumerate(asked):
        for card in _cards(cards & ~now.table) if cards else ():
            if rule_broken(evening, place, card) is not None:
                left[place] -= BIT[card]
    return tuple(left)


def excused(before: E, after: E, rule_broken: Callable[[E, int, Card], str | None]) -> E:
    """The state after a card, where nobody was bound to lay instead what a further rule forbade him.

    Args:
        before, after: that card.
        rule_broken: the rules of laying cards with the further rule.
    """
    was, now = before.round, after.round
    assert was is not None and now is not None
    bound = able(before, now.bound[-1], rule_broken)
    if bound == now.bound[-1]:
        return after
    due = tuple(map(or_, was.due, bound))
    return with_round(after, now._replace(due=due, bound=(*now.bound[:-1], bound)))


@lru_cache(maxsize=4096)
def _cards(bits: int) -> tuple[Card, ...]:
    return tuple(card for card in DECK if BIT[card] & bits)
