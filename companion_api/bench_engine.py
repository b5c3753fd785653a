"""How many whole rounds a second one core replays: every event checked against the rules and settled."""

from __future__ import annotations

import random
import time
from typing import Any

from engine import game, play
from engine.events import Event, GameStarted, RoundStarted

NAMES = ("Ana", "Bruno", "Chloé", "David", "Eve", "Fanny", "Gil", "Hugo")


def random_log(seed: int, players: int) -> list[Event]:
    """The events of one random round by the rules, the losers' hands included."""
    dice = random.Random(seed)
    names = NAMES[:players]
    events: list[Event] = [GameStarted("nain-jaune", "lindor", {}, names), RoundStarted(names[0])]
    dealt = play.deal(players, dice)
    steps = list(play.random_round(game.fold(events), dealt.hands, dice))
    for step in steps:
        events += step.events()
    return events + list(play.left_in_hand(names, dealt.hands, steps))


def run(rounds: int = 400) -> dict[str, Any]:
    """Rounds and events replayed per second, 3 to 8 players mixed."""
    logs = [random_log(seed, 3 + seed % 6) for seed in range(rounds)]
    began = time.process_time()
    for log in logs:
        game.fold(log)
    seconds = time.process_time() - began
    return {
        "rules": "lindor",
        "rounds": rounds,
        "rounds_per_second": round(rounds / seconds),
        "events_per_second": round(sum(map(len, logs)) / seconds),
    }
