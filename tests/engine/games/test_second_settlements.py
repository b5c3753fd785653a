"""The engine against the plain second settlements: random legal logs, and logs made illegal.

100 rounds of each preset in the suite; NAINJAUNE_ROUNDS says how many otherwise, and NAINJAUNE_LONG=1 that
it is 100,000 and how far they are. Each log is made from its own seed, so that one which differs can be made
again, and a long run goes on where it was stopped: NAINJAUNE_SEED says with which.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from random import Random

import plain_avantcoureur
import plain_lindor
import plain_nap
import pytest
import random_logs

from engine.errors import BadInput
from engine.evening import presets
from engine.events import to_json
from engine.games import game
from engine.record.log import Outcome, settle

ALL = {"lindor": plain_lindor, "avantcoureur": plain_avantcoureur, "nap": plain_nap}
PLAIN = {rules: ALL[rules] for _, rules in game.GAMES}
LONG = "NAINJAUNE_LONG" in os.environ
ROUNDS = int(os.environ.get("NAINJAUNE_ROUNDS", 100_000 if LONG else 100))
FIRST_SEED = int(os.environ.get("NAINJAUNE_SEED", "0"))
EACH = 3
"""Rounds of one evening."""


def text_of(log: list[dict]) -> str:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in log)


def normal(settlement: dict) -> dict:
    """What must be equal: payments summed per pair and reason, lists whose order says nothing sorted."""
    told = {name: value for name, value in settlement.items() if name not in ("transfers", "payments")}
    paid: Counter[tuple[str, str, str]] = Counter()
    for payment in settlement["payments"]:
        paid[payment["from"], payment["to"], payment["reason"]] += payment["chips"]
    told["payments"] = {key: chips for key, chips in paid.items() if chips}
    for name in ("takes", "missed_calls", "betes", "fined"):
        told[name] = sorted((each["player"], each["card"], each["chips"]) for each in told.get(name, ()))
    return told


def kept(outcome: Outcome) -> list[tuple[str, str, int]]:
    """(who, which card, wanted after which event) of each card overlooked."""
    told = [to_json(alert) for alert in outcome.alerts]
    return sorted((alert["player"], alert["card"], alert["wanted"]) for alert in told)


def won(payments: list[dict]) -> dict[str, int]:
    chips: Counter[str] = Counter()
    for payment in payments:
        chips[payment["from"]] -= payment["chips"]
        chips[payment["to"]] += payment["chips"]
    return {player: net for player, net in chips.items() if net}


def compare(rules: str, log: list[dict]) -> int:
    """Settle the log both ways; how many rounds it has."""
    expected, balances = ALL[rules].settle(log)
    *rounds, end = settle(text_of(log), "log")
    told = [to_json(outcome.settlement) for outcome in rounds]
    assert len(told) == len(expected)
    for outcome, theirs in zip(rounds, expected, strict=True):
        assert kept(outcome) == sorted(
            (each["player"], each["card"], each["wanted"]) for each in theirs.pop("overlooked", ())
        )
    for ours, theirs in zip(told, expected, strict=True):
        ours.setdefault("floater", None) if rules == "nap" else None
        assert normal(ours) == normal(theirs)
        assert won(ours["transfers"]) == won(ours["payments"])
    assert dict(end.balances) == balances
    return len(told)


@pytest.mark.parametrize("rules", PLAIN)
def test_random_rounds(rules: str) -> None:
    rounds, seed, began = 0, FIRST_SEED, time.monotonic()
    while rounds < ROUNDS:
        log = getattr(random_logs, rules)(Random(seed), EACH)
        try:
            rounds += compare(rules, log)
        except (AssertionError, BadInput) as error:
            raise AssertionError(f"{rules}, seed {seed}, {log[0]['options']}: {error}") from error
        seed += 1
        if LONG and seed % 1000 == 0:
            print(f"{rules}: {rounds} rounds, seed {seed}, {time.monotonic() - began:.0f} s", file=sys.stderr)


def borrowed(card: str, whose: str | None, player: str) -> bool:
    """A queen or seven that would follow another player's card, which a house may forbid."""
    return whose not in (None, player) and card[0] in "Q7"


@pytest.mark.parametrize("rules", ["lindor", "avantcoureur"])
def test_a_rule_that_forbids_is_told_once_on_either_side(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In `rule_broken` and in the plain `may`: both keep to it, in duties and in what is overlooked, too."""
    game_rules, laying = game.GAMES["nain-jaune", rules], ALL[rules].Laying
    theirs, ours = laying.may, game_rules.rule_broken

    def rule_broken(evening, place, card):
        now = evening.round
        last = evening.players[now.laid[-1].player] if now is not None and now.laid else None
        forbidden = borrowed(card.code, last, evening.players[place])
        return ours(evening, place, card) or ("borrowed" if forbidden else None)

    def may(self, player, card):
        last = self.leader if self.laid else None
        return theirs(self, player, card) and not borrowed(card, last, player)

    monkeypatch.setattr(game_rules, "rule_broken", rule_broken)
    monkeypatch.setattr(laying, "may", may)
    for seed in range(20):
        log = getattr(random_logs, rules)(Random(seed), EACH)
        compare(rules, log)
        compare(rules, random_logs.overlooking(Random(seed), rules, {"must_continue": "on"}))


# --- cards overlooked ---------------------------------------------------------------------------


def is_bound(preset: presets.HousePreset) -> bool:
    options = game.find(preset.game, preset.rules, "preset").read_options(preset.options, "preset")
    return getattr(options, "must_continue", "off") != "off"


BOUND = [preset for preset in presets.BUILT_IN if is_bound(preset)]
"""The presets whose players must go on."""
OVERLOOKED = int(os.environ.get("NAINJAUNE_ROUNDS", 500 if LONG else 6))
"""Rounds of each preset and fine in which something is overlooked."""
ILLEGAL = int(os.environ.get("NAINJAUNE_ROUNDS", 10_000 if LONG else 100))
"""Logs of each preset that are spoilt."""


@pytest.mark.parametrize("preset", BOUND, ids=lambda preset: preset.name)
@pytest.mark.parametrize("fine", [0, 3])
def test_rounds_with_overlooked_cards(preset: presets.HousePreset, fine: int) -> None:
    rounds, seed = 0, FIRST_SEED
    while rounds < OVERLOOKED:
        log = random_logs.overlooking(Random(seed), preset.rules, {**preset.options, "overlooked_fine": fine})
        seed += 1
        if any(outcome.alerts for outcome in settle(text_of(log), "log")):
            rounds += compare(preset.rules, log)


# --- illegal logs -------------------------------------------------------------------------------


def spoilt(rng: Random, log: list[dict]) -> list[dict]:
    """The log with one thing in it changed that may make it illegal."""
    lines = [dict(line) for line in log]
    of_type: dict[str, list[int]] = {}
    for place, line in enumerate(lines):
        of_type.setdefault(line["type"], []).append(place)
    players = lines[0]["players"]
    place = rng.choice(of_type[rng.choice(sorted(set(of_type) - {"game_started"}))])
    line = lines[place]
    what = rng.choice(("change", "change", "change", "repeat", "drop", "move", "stranger"))
    if what == "repeat":
        lines.insert(rng.randint(place + 1, len(lines)), dict(line))
    elif what == "drop":
        del lines[place]
    elif what == "move":
        del lines[place]
        lines.insert(max(1, place + rng.choice((-5, -2, -1, 1, 2, 5))), line)
    elif what == "stranger":
        line["dealer" if line["type"] == "round_started" else "player"] = "Zoé"
    else:
        change(rng, line, players)
    return lines


def change(rng: Random, line: dict, players: list[str]) -> None:
    """Another player, card, hand, bid or count in one line."""
    card = rng.choice(random_logs.DECK)
    if line["type"] == "hand_shown" and rng.random() < 0.8:
        cards = list(line["cards"])
        line["cards"] = rng.choice((cards[1:], [*cards, card], [*cards[1:], card], [*cards[1:], cards[-1]]))
    elif "card" in line and rng.random() < 0.6:
        line["card"] = card
    elif line["type"] == "bid" and rng.random() < 0.7:
        line["bid"] = rng.choice(("pass", *plain_nap.TRICKS))
    elif line["type"] == "exchanged" and rng.random() < 0.7:
        line["count"] = rng.randint(1, 8)
    elif line["type"] == "trump_named" and rng.random() < 0.7:
        line["suit"] = rng.choice("CDHS")
    elif line["type"] != "round_started":
        line["player"] = rng.choice(players)


def line_refused(log: list[dict]) -> int | None:
    """The line (from 0) that the engine refuses, None: it settles the log."""
    try:
        for _ in settle(text_of(log), "log"):
            pass
    except BadInput as error:
        return int(str(error).split("log line ")[1].split(":")[0]) - 1
    return None


@pytest.mark.parametrize("rules", PLAIN)
def test_illegal_logs_are_refused_at_the_same_line(rules: str) -> None:
    refused = 0
    for seed in range(FIRST_SEED, FIRST_SEED + ILLEGAL):
        rng = Random(seed)
        log = spoilt(rng, getattr(random_logs, rules)(rng, 2))
        expected = ALL[rules].refused(log)
        assert line_refused(log) == expected, f"{rules}, seed {seed}"
        refused += expected is not None
        if expected is None:
            compare(rules, log)
    assert refused > ILLEGAL / 2
