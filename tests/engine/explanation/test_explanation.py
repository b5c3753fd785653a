"""Every line of a settlement has its reason, and a player's reasons add up to his net."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
import random_logs
from rounds import GOLDEN, after, begun, cards

from engine.cards import HONOURS, parse_card
from engine.events import RoundStarted, from_json
from engine.explanation import Counted, Ground, Reason, explain, gain, reason_json
from engine.games import game
from engine.record import log

LOGS = 60


def explained(lines):
    """(settlement, its reasons) of every round of a log."""
    state = None
    for event in filter(None, map(from_json, lines)):
        if isinstance(event, RoundStarted) and state.settlements:
            yield state.settlements[-1], explain(state)
        state = game.apply(state, event)
    yield state.settlements[-1], explain(state)


def of_rule(begins, reasons):
    return [reason for reason in reasons if reason.rule.startswith(begins)]


def moved(reasons, sign):
    """(player, card, chips) of the reasons that move chips."""
    return Counter((r.player, r.facts["card"], sign * r.chips) for r in reasons if r.chips)


def listed(takes):
    return Counter((take.player, take.card, take.chips) for take in takes)


def paid(payments):
    """Chips by (giver, taker)."""
    told = Counter()
    for giver, taker, chips in payments:
        told[giver, taker] += chips
    return +told


@pytest.mark.parametrize("preset", ["lindor", "avantcoureur"])
def test_reasons_add_up_on_random_rounds(preset):
    for seed in range(LOGS):
        for settlement, reasons in explained(getattr(random_logs, preset)(Random(seed), 2)):
            for player, net in settlement.net.items():
                assert gain(reasons, player) == net, (seed, player)
            assert moved(of_rule("take", reasons), 1) == listed(settlement.takes)
            assert moved(of_rule("bete", reasons), -1) == listed(settlement.betes)
            assert len(of_rule("missed_call", reasons)) == len(settlement.missed_calls)
            assert sum(r.chips for r in of_rule("opera", reasons)) == sum(settlement.swept.values())
            assert bool(of_rule("opera", reasons)) == settlement.opera
            assert paid((r.player, r.other, -r.chips) for r in reasons if r.other) == paid(
                (payment.giver, payment.taker, payment.chips) for payment in settlement.payments
            )
            for reason in reasons:
                assert reason.grounds, reason.rule
                assert reason.facts.get("owed", 0) >= 0
                if "owed" in reason.facts:
                    assert reason.facts["owed"] >= -reason.chips >= 0
                if "boxes" in reason.facts:
                    assert sum(each.chips for each in reason.facts["boxes"]) == abs(reason.chips)
                if reason.rule == "points":
                    assert sum(each.chips for each in reason.facts["cards"]) == reason.facts["owed"]
                elif "base" in reason.facts:
                    times = reason.facts["owed"] / sum(each.chips for each in reason.facts["cards"])
                    assert times == {"points_dwarf_opera": 4}.get(reason.rule, 2)


@pytest.mark.parametrize("preset", ["lindor", "avantcoureur"])
def test_reasons_add_up_where_people_cannot_pay(preset):
    short = Counter()
    for seed in range(LOGS):
        first, *lines = getattr(random_logs, preset)(Random(seed), 1)
        options = {**first["options"], "debt": "capped", "stake_unit": "jeton"}
        stock = dict.fromkeys(first["players"], 15 + seed % 10)
        for settlement, reasons in explained([{**first, "options": options, "stock": stock}, *lines]):
            for player, net in settlement.net.items():
                assert gain(reasons, player) == net >= -stock[player], (seed, player)
            for reason in reasons:
                if reason.facts.get("owed", 0) > abs(reason.chips):
                    short[reason.rule] += 1
                    assert "debt" in [ground.option for ground in reason.grounds]
    assert short["points"] and short["bete"]


def test_what_passing_costs_is_told():
    fined = 0
    for seed in range(LOGS // 2):
        first, *lines = random_logs.lindor(Random(seed), 1)
        options = {**first["options"], "pass_penalty": "on"}
        for settlement, reasons in explained([{**first, "options": options}, *lines]):
            assert all(gain(reasons, player) == net for player, net in settlement.net.items()), seed
            fined += len(of_rule("pass_penalty", reasons))
    assert fined


def test_reasons_add_up_on_random_deals_of_nap():
    rules = Counter()
    for seed in range(2 * LOGS):
        for settlement, reasons in explained(random_logs.nap(Random(seed), 3)):
            for player, net in settlement.net.items():
                assert gain(reasons, player) == net, (seed, player)
            assert paid((r.player, r.other, -r.chips) for r in reasons if r.other and r.chips < 0) + paid(
                (r.other, r.player, r.chips) for r in reasons if r.other and r.chips > 0
            ) == paid((payment.giver, payment.taker, payment.chips) for payment in settlement.payments)
            rules.update({reason.rule for reason in reasons})
            assert all(reason.grounds for reason in reasons)
    for rule in ("nap_lost_half", "nap_lost_to_kitty", "nap_pool_doubled", "nap_kitty_won", "nap_thrown_in"):
        assert rules[rule], rule


def test_the_golden_round_line_by_line():
    events = [event for _, event in log.read_events((GOLDEN / "L1.round").read_bytes(), "L1")]
    reasons = explain(game.fold(events))
    told = [(r.rule, r.player, r.chips, r.other) for r in reasons]
    assert told == [
        ("ante", "A", -15, None),
        ("ante", "B", -15, None),
        ("ante", "C", -15, None),
        ("take", "A", 6, None),
        ("take", "B", 9, None),
        ("missed_call", "C", 0, None),
        ("points", "A", -15, "B"),
        ("points", "C", -19, "B"),
        ("bete", "A", -12, None),
        ("asleep", None, 0, None),
    ]
    points = reasons[6]
    assert points.facts["cards"] == tuple(
        Counted(card, chips) for card, chips in zip(cards("KH 4S AD"), (10, 4, 1), strict=True)
    )
    assert points.grounds == (Ground("hand_payment", "points", ("000", "001", "004")),)
    assert reasons[8].facts == {"card": parse_card("KH"), "owed": 12}


def test_a_round_of_1760_line_by_line():
    events = [event for _, event in log.read_events((GOLDEN / "V2.round").read_bytes(), "V2")]
    reasons = explain(game.fold(events))
    told = Counter((r.rule, r.player, r.chips, r.other) for r in reasons if r.chips)
    assert told == Counter(
        {
            ("ante_dealer", "A", -15, None): 1,
            ("take", "B", 9, None): 1,
            ("take", "B", 4, None): 1,
            ("hoc_permanent", "A", -1, "B"): 1,
            ("hoc_permanent", "C", -1, "B"): 1,
            ("hoc_king", "A", -1, "B"): 2,
            ("hoc_king", "C", -1, "B"): 2,
            ("points_dwarf_opera", "A", -396, "B"): 1,
            ("points_opera", "C", -134, "B"): 1,
            ("bete", "A", -5, None): 1,
        }
    )


def test_nothing_to_explain_before_the_round_is_settled():
    assert explain(begun()) == ()
    assert explain(after(begun(), "Bruno 9D")) == ()


def test_as_json():
    reason = Reason(
        "points",
        "Ana",
        -14,
        "Bruno",
        {"cards": (Counted(parse_card("KH"), 10), Counted(parse_card("4S"), 4)), "owed": 14},
        (Ground("hand_payment", "points", ("000",)),),
    )
    assert reason_json(reason) == {
        "rule": "points",
        "player": "Ana",
        "chips": -14,
        "other": "Bruno",
        "cards": [{"card": "KH", "chips": 10}, {"card": "4S", "chips": 4}],
        "owed": 14,
        "because": [{"option": "hand_payment", "value": "points", "sources": ["000"]}],
    }
    assert reason_json(Reason("take", "Ana", 6, facts={"card": HONOURS[0]}))["card"] == "TD"
