"""Small deals played out in every way: engine and plain implementation count what is kept as data."""

from __future__ import annotations

import os

import counting
import pytest

LONG = "NAINJAUNE_LONG" in os.environ


def small(nodes: int) -> list:
    """The deals with so many positions at most; with NAINJAUNE_LONG=1 all."""
    return [
        pytest.param(rules, case, id=f"{rules}-{number}")
        for rules in counting.PLAIN
        for number, case in enumerate(counting.cases(rules), start=1)
        if LONG or sum(case["figures"]["nodes"]) <= nodes
    ]


@pytest.mark.parametrize(("rules", "case"), small(2_500))
def test_the_engine_counts_the_same(rules: str, case: dict) -> None:
    assert counting.counted(rules, case, counting.ByEngine) == case["figures"]


@pytest.mark.parametrize(("rules", "case"), small(1_100))
def test_the_plain_implementation_counts_the_same(rules: str, case: dict) -> None:
    assert counting.counted(rules, case, counting.ByPlain) == case["figures"]


def test_the_first_cards_of_a_deal_counted_by_hand() -> None:
    """lindor, 2 × 2 cards: A leads one of two; then he or, on the next rank, B goes on; and so on."""
    case = {"hands": {"A": "8C 9D", "B": "9H TH"}, "options": {}, "calls": ""}
    # 8C: A 9D (over), or B 9H, then B TH (over). 9D: A 8C (over), or B TH, then B 9H (over).
    expected = [1, 2, 4, 2]
    for by in (counting.ByEngine, counting.ByPlain):
        figures = counting.counted("lindor", case, by)
        assert figures["nodes"] == expected and figures["rounds"] == 4
