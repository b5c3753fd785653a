"""«Revoir la manche»: a round that is over, step by step, from its events alone.

What a round looked like at each of its moments is what its rules make of the events up to there, so that a
round of years ago, or of another computer, is seen again as one of a minute ago is. Who held what is told as
far as it came out: what he laid, and what he showed at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion_api.games import views
from companion_api.games.views import Story
from engine.cards import Card
from engine.events import (
    AnySettlement,
    Bid,
    CardPlayed,
    Event,
    Exchanged,
    Fined,
    HandShown,
    RoundStarted,
    Settlement,
    TrumpNamed,
    to_json,
)
from engine.games import game, nap
from engine.table import COLOURS

Json = dict[str, Any]
MOMENTS = (RoundStarted, CardPlayed, HandShown, Bid, Exchanged, Fined, TrumpNamed)
"""Events that are a step whatever they change; others are one where a box was taken or a call forgotten."""
SAYS = ("player", "card", "cards", "points", "bid", "floater", "count", "chips", "suit")
"""What a step says of its event."""


@dataclass(slots=True)
class _Round:
    """A round as it is gathered.

    Attributes:
        steps: so far.
        cards: that were laid.
        hands: that were shown.
        known: how many boxes were taken, and calls forgotten, up to the last step.
    """

    steps: list[Json] = field(default_factory=list)
    cards: list[CardPlayed] = field(default_factory=list)
    hands: list[HandShown] = field(default_factory=list)
    known: tuple[int, int] = (0, 0)


def steps(
    events: Sequence[Event],
    number: int,
    colours: Mapping[str, int] | None = None,
    pictured: frozenset[int] = frozenset(),
) -> Json | None:
    """A round by its steps; None where there is no such round, or it is not settled.

    Args:
        events: the evening's, in order.
        number: the round's, from 1.
        colours: those that players have; None: by their place.
        pictured: numbers of the events that have a picture.

    Returns:
        ``round, dealer, winner`` (None: nobody), ``opera, net {player: chips}, players [{name, colour}],
        cards [{seq, player, card, picture}]`` (all that were laid), ``hands {player: [card]}`` (what came out
        that he held at the start), ``steps [{seq, type, …}]``: each with what its event says (`SAYS`), how
        it stood then: ``laid`` (how many cards), ``run`` (how many of them, the last ones, lie in one row),
        ``wanted`` (rank or None), ``boxes {card: chips}``, ``left {player: cards}``, and what it brought:
        ``takes, missed [{player, card, chips}]``. The last step is of the type ``settlement``.
    """
    story, course = Story(events), _Round()
    for _, event in game.in_force(events):
        if views.follow(story, event):
            _gather(course, story, event, number)
    evening = story.state
    settled = next((each for each in getattr(evening, "settlements", ()) if each.round == number), None)
    if evening is None or settled is None or not course.steps:
        return None
    by_time = views.pictures_by_time(events, pictured)
    return {
        "round": number,
        "dealer": settled.dealer,
        "winner": _winner(settled),
        "opera": isinstance(settled, Settlement) and settled.opera,
        "net": dict(settled.net),
        "players": [
            {"name": name, "colour": (colours or {}).get(name, place % COLOURS)}
            for place, name in enumerate(evening.players)
        ],
        "cards": [
            {
                "seq": event.seq,
                "player": event.player,
                "card": event.card.code,
                "picture": views.picture_of(event, pictured, by_time),
            }
            for event in course.cards
        ],
        "hands": _hands(evening.players, course),
        "steps": [*course.steps, _end(course.steps[-1], settled)],
    }


def _gather(course: _Round, story: Story, event: Event, number: int) -> None:
    """Gather what an event has brought to the round of this number, once it is folded."""
    evening = story.state
    now = None if evening is None else evening.round
    if evening is None or now is None or now.number != number:
        return
    if isinstance(event, CardPlayed):
        course.cards.append(event)
    elif isinstance(event, HandShown):
        course.hands.append(event)
    takes, missed = now.takes, getattr(now, "missed", ())
    fresh = takes[course.known[0] :], missed[course.known[1] :]
    course.known = len(takes), len(missed)
    if not (isinstance(event, MOMENTS) or any(fresh)):
        return
    rules, says = game.rules_of(evening), to_json(event)
    if isinstance(event, Bid) and isinstance(evening.options, nap.Options):
        says["bid"] = nap.called(evening.options, event.bid)
    course.steps.append(
        {
            "seq": event.seq,
            "type": says["type"],
            **{name: says[name] for name in SAYS if says.get(name) is not None},
            "laid": len(course.cards),
            "run": len(rules.sequence(evening)),
            "wanted": views.wanted(evening),
            "boxes": {card.code: chips for card, chips in rules.boxes_now(evening).items()},
            "left": rules.cards_left(evening),
            "takes": views.by_card(evening.players, fresh[0]),
            "missed": views.by_card(evening.players, fresh[1]),
        }
    )


def _hands(names: Sequence[str], course: _Round) -> dict[str, list[str]]:
    """What came out of everybody's hand: laid, then shown."""
    held: dict[str, list[Card]] = {name: [] for name in names}
    for laid in course.cards:
        held[laid.player].append(laid.card)
    for hand in course.hands:
        held[hand.player] += [card for card in hand.cards if card not in held[hand.player]]
    return {name: [card.code for card in sorted(cards)] for name, cards in held.items()}


def _winner(settled: AnySettlement) -> str | None:
    if isinstance(settled, Settlement):
        return settled.winner
    return settled.bidder if settled.made else None


def _end(last: Json, settled: AnySettlement) -> Json:
    """What the round came to, as its last step."""
    boxes = settled.boxes if isinstance(settled, Settlement) else {}
    return {
        "seq": None,
        "type": "settlement",
        **{name: last[name] for name in ("laid", "run", "left")},
        "wanted": None,
        "boxes": {card.code: chips for card, chips in boxes.items()},
        "takes": [],
        "missed": [],
    }
