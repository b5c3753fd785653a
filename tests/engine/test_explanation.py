"""Every line of a settlement has its reason, and a player's reasons add up to his net."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from rounds import GOLDEN, after, begun, cards, random_evening

from engine import game, log, play
from engine.cards import HONOURS, parse_card
from engine.events import HandShown
from engine.explanation import Counted, Ground, Reason, gain, reason_json
from engine.nain_jaune_explained import explain

HOUSES = (
    {},
    {"missed_call": "bete", "opera_order": "opera_first", "opera": "no_honour"},
    {"hand_payment": "per_card", "per_card": 3, "opera": "no_card", "call_required": "off"},
    {"bete": "off", "call_window": "round", "stake_unit": "fiche", "opera": "no_honour"},
    {"debt": "capped", "missed_call": "bete"},
)


def explained(events):
    """(settlement, its reasons) of every round."""
    state, settled = None, 0
    for event in events:
        state = game.apply(state, event)
        if isinstance(event, HandShown) and len(state.settlements) > settled:
            settled += 1
            yield state.settlements[-1], explain(state)


def of_rule(begins, reasons):
    return [reason for reason in reasons if reason.rule.startswith(begins)]


def moved(reasons, sign):
    """(player, card, chips) of the reasons that move chips."""
    return Counter((r.player, r.facts["card"], sign * r.chips) for r in reasons if r.chips)


def listed(takes):
    return Counter((take.player, take.card, take.chips) for take in takes)


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_reasons_add_up_on_random_rounds(options):
    rng = Random(1760)
    capped = "debt" in options
    for _ in range(25):
        players = rng.randint(2, 6)
        first, *events = random_evening(rng, players, 1 if capped else 2, options, play.Habits(forgets=0.4))
        if capped:
            first = replace(first, stock=dict.fromkeys(first.players, rng.randint(15, 60)))
        for settlement, reasons in explained([first, *events]):
            for player, net in settlement.net.items():
                assert gain(reasons, player) == net
            assert moved(of_rule("take", reasons), 1) == listed(settlement.takes)
            assert moved(of_rule("bete", reasons), -1) == listed(settlement.betes)
            assert len(of_rule("missed_call", reasons)) == len(settlement.missed_calls)
            assert sum(r.chips for r in of_rule("opera", reasons)) == sum(settlement.swept.values())
            assert Counter((r.player, r.other, -r.chips) for r in reasons if r.other and r.chips) == Counter(
                (payment.giver, payment.taker, payment.chips) for payment in settlement.payments
            )
            for reason in reasons:
                assert reason.grounds, reason.rule
                for name, fact in reason.facts.items():
                    if name == "cards":
                        assert sum(each.chips for each in fact) == reason.facts["owed"] >= -reason.chips
                    if name == "boxes":
                        assert sum(each.chips for each in fact) == abs(reason.chips)


def test_the_golden_round_line_by_line():
    events = [event for _, event in log.read_events((GOLDEN / "L1.jsonl").read_bytes(), "L1")]
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
