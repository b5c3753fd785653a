"""A hand told by its points and its honours settles a round as the same hand laid open does."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
import random_logs
from rounds import cards, golden

from engine import notation
from engine.cards import DECK, HONOURS
from engine.errors import IllegalEvent
from engine.events import CardPlayed, HandShown, from_json, to_json
from engine.explanation import explain, gain
from engine.games import game
from engine.games.stops import points

LOGS = 60


def counted(hand):
    honours = tuple(card for card in hand.cards if card in HONOURS)
    return HandShown(hand.player, honours, sum(map(points, hand.cards)), t=hand.t)


@pytest.mark.parametrize("preset", ["lindor", "avantcoureur"])
def test_a_counted_hand_pays_what_the_same_hand_shown_pays(preset):
    tried = Counter()
    for seed in range(LOGS):
        shown = told = None
        for event in filter(None, map(from_json, getattr(random_logs, preset)(Random(seed), 2))):
            shown = game.apply(shown, event)
            if isinstance(event, HandShown) and event.cards and seed % 2 == tried["hands"] % 2:
                tried["hands"] += 1
                try:
                    told = game.apply(told, counted(event))
                    continue
                except IllegalEvent as error:
                    # What a kept card costs depends on which it is.
                    assert error.rule == "counted" and shown.options.overlooked_fine
                    tried["refused"] += 1
            elif isinstance(event, HandShown):
                tried["hands"] += 1
            told = game.apply(told, event)
        assert [(s.net, s.boxes, s.betes, s.opera) for s in told.settlements] == [
            (s.net, s.boxes, s.betes, s.opera) for s in shown.settlements
        ], seed
        reasons = explain(told)
        for player, net in told.settlements[-1].net.items():
            assert gain(reasons, player) == net, (seed, player)
    assert tried["hands"] > 4 * tried["refused"]


def over():
    """``golden/L1.round`` before hands are shown: A has K♥ 4♠ A♦ left."""
    state = None
    for event in golden("L1"):
        if isinstance(event, HandShown):
            break
        state = game.apply(state, event)
    return state


@pytest.mark.parametrize(
    ("told", "points"),
    [("KH", 100), ("KH", 11), ("KH 4S", 15), ("KH TD 7D", 27), ("KH KH", 15)],
)
def test_what_cannot_be_is_refused_and_changes_nothing(told, points):
    evening = over()
    loser = next(p for p, left in zip(evening.players, evening.round.left, strict=True) if left == 3)
    assert cards("KH")[0] not in {laid.card for laid in evening.round.laid}
    with pytest.raises(IllegalEvent) as refused:
        game.apply(evening, HandShown(loser, tuple(cards(told)), points))
    assert refused.value.rule in ("counted", "one_deck")
    assert game.apply(evening, HandShown(loser, tuple(cards("KH")), 15)).round.counted


def test_a_counted_hand_is_written_and_read_as_it_is():
    hand = HandShown("Ana", (HONOURS[0],), 87, seq=4, t=2.5)
    assert from_json(to_json(hand)) == hand
    laid = CardPlayed("Bruno", DECK[3], seq=5)
    lines = [
        {
            "type": "game_started",
            "game": "nain-jaune",
            "rules": "lindor",
            "options": {},
            "players": list("ABC"),
        },
        {"type": "round_started", "dealer": "A"},
        to_json(HandShown("A", (HONOURS[1],), 12)),
        {**to_json(laid), "player": "B", "seq": 1},
    ]
    events = [from_json({k: v for k, v in line.items() if k != "seq"}) for line in lines]
    assert [event for _, event in notation.read(notation.write(events), "soirée.nj")] == events
