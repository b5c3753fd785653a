"""Worked examples as whole legal rounds: each settles as was found by hand.

A round is ``golden/NAME.round`` in notation; beside it ``NAME.json`` has what must come out under
its own options and under some others, by the rules of its ``sources``. The plain second settlements are held
to the same.
"""

from __future__ import annotations

import json
from collections import Counter

import plain_avantcoureur
import plain_lindor
import plain_nap
import pytest
from rounds import GOLDEN, golden

from engine import notation
from engine.events import to_json
from engine.games import game

CASES = [
    (file.stem, case["options"], case["settlements"])
    for file in sorted(GOLDEN.glob("*.json"))
    for case in json.loads(file.read_text(encoding="utf-8"))["expected"]
]
PLAIN = {"lindor": plain_lindor, "avantcoureur": plain_avantcoureur, "nap": plain_nap}
each_case = pytest.mark.parametrize(("name", "options", "expected"), CASES, ids=lambda value: str(value)[:40])


def summed(payments):
    """Chips by giver, taker and reason: 1760 hocs may be paid one by one or together."""
    paid = Counter()
    for line in payments:
        paid[line["from"], line["to"], line.get("reason")] += line["chips"]
    return paid


def compared(settlement, among):
    """A settlement in a form that can be compared; no floater told is no floater."""
    told = {name: value for name, value in settlement.items() if (name, value) != ("floater", None)}
    return {name: summed(value) if name in among else value for name, value in told.items()}


@each_case
def test_golden(name, options, expected):
    settled = game.fold(golden(name, **options)).settlements
    among = ("payments", "transfers")
    assert [compared(to_json(each), among) for each in settled] == [
        compared(each, among) for each in expected
    ]


@each_case
def test_the_plain_settlement_agrees(name, options, expected):
    lines = [to_json(event) for event in golden(name, **options)]
    settled, balances = PLAIN[lines[0]["rules"]].settle(lines)
    for line, right in zip(settled, expected, strict=True):
        right = {field: value for field, value in right.items() if field != "transfers"}
        assert compared(line, ["payments"]) == compared(right, ["payments"])
    assert balances == {player: sum(each["net"][player] for each in expected) for player in balances}


@pytest.mark.parametrize("name", sorted({name for name, *_ in CASES}))
def test_golden_rounds_are_written_and_read_back_the_same(name):
    assert (GOLDEN / f"{name}.round").exists()
    text = notation.write(golden(name))
    assert [event for _, event in notation.read(text, name)] == golden(name)


def test_all_worked_examples_are_there():
    assert {name[:2] for name, *_ in CASES} == {"L1", "L2", "L3", "L4", "V1", "V2", "N1", "N2", "N3", "N4"}
