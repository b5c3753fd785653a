"""The worked examples of RULES.md as whole legal rounds: each settles as was found by hand.

A round is ``golden/NAME.round`` in notation; beside it ``NAME.json`` has what must come out under
its own options and under those that RULES.md tells as well.
"""

from __future__ import annotations

import json
from collections import Counter

import pytest
from rounds import GOLDEN, golden

from engine import game, notation
from engine.events import to_json

CASES = [
    (file.stem, case["options"], case["settlements"])
    for file in sorted(GOLDEN.glob("*.json"))
    for case in json.loads(file.read_text(encoding="utf-8"))["expected"]
]


def summed(payments):
    """Chips by giver, taker and reason: 1760 hocs may be paid one by one or together."""
    paid = Counter()
    for line in payments:
        paid[line["from"], line["to"], line.get("reason")] += line["chips"]
    return paid


@pytest.mark.parametrize(("name", "options", "expected"), CASES, ids=lambda value: str(value)[:40])
def test_golden(name, options, expected):
    settled = [to_json(settlement) for settlement in game.fold(golden(name, **options)).settlements]
    assert len(settled) == len(expected)
    for line, right in zip(settled, expected, strict=True):
        for among in ("payments", "transfers"):
            assert summed(line.pop(among)) == summed(right[among])
        assert line == {field: value for field, value in right.items() if field in line}
        assert line.keys() == right.keys() - {"payments", "transfers"}


@pytest.mark.parametrize("name", sorted({name for name, *_ in CASES}))
def test_golden_rounds_are_written_and_read_back_the_same(name):
    assert (GOLDEN / f"{name}.round").exists()
    text = notation.write(golden(name))
    assert [event for _, event in notation.read(text, name)] == golden(name)


def test_all_worked_examples_are_there():
    assert {name[:2] for name, *_ in CASES} == {"L1", "L2", "L3", "L4", "V1", "V2", "N1", "N2", "N3", "N4"}
