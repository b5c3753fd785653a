"""How many whole rounds a second one core replays: every event checked against the rules and settled."""

from __future__ import annotations

import random
import time
from typing import Any

from engine.events import Event, GameStarted, RoundStarted
from engine.games import game
from engine.games.at_random import nap_play, play

NAMES = ("Ana", "Bruno", "Chloé", "David", "Eve", "Fanny", "Gil", "Hugo")
FEWEST = 3


def seats(kind: str, rules: str) -> list[int]:
    """The numbers of players that are measured of a preset; as many rounds of each."""
    deals = game.find(kind, rules, "the bench").DEAL
    return [players for players in sorted(deals) if FEWEST <= players <= len(NAMES)]


def random_log(kind: str, rules: str, seed: int, players: int) -> list[Event]:
    """The events of one random round by the rules, the losers' hands included."""
    dice = random.Random(seed)
    names = NAMES[:players]
    events: list[Event] = [GameStarted(kind, rules, {}, names)]
    if game.told_besides(kind, rules):
        return events + list(nap_play.random_deal(game.fold(events), names[0], dice))
    events.append(RoundStarted(names[0]))
    dealt = play.deal(players, dice, game.refereed(kind, rules, "the bench").DEAL)
    steps = list(play.random_round(game.fold(events), dealt.hands, dice))
    for step in steps:
        events += step.events()
    return events + list(play.left_in_hand(names, dealt.hands, steps))


def run(rounds: int = 400) -> dict[str, Any]:
    """Rounds and events replayed per second on one core: of lindor, and of each preset under ``presets``."""
    presets = {rules: _measured(kind, rules, rounds) for kind, rules in game.GAMES}
    return {"rules": "lindor", **presets["lindor"], "presets": presets}


def _measured(kind: str, rules: str, rounds: int) -> dict[str, Any]:
    many = seats(kind, rules)
    logs = [random_log(kind, rules, seed, many[seed % len(many)]) for seed in range(rounds)]
    began = time.process_time()
    for log in logs:
        game.fold(log)
    seconds = time.process_time() - began
    return {
        "players": [min(many), max(many)],
        "rounds": rounds,
        "rounds_per_second": round(rounds / seconds),
        "events_per_second": round(sum(map(len, logs)) / seconds),
    }
