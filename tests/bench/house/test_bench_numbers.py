"""`bench numbers` lists what the rooms' settings and the referee hold, each number with its source."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.house import numbers
from bench.house.checkout import checkout

ROOT = Path(__file__).parents[3]
PARTS = (numbers.SEES, numbers.JUDGES)


def test_every_number_is_listed_and_each_kind_is_counted(nainjaune) -> None:
    listed = nainjaune("bench", "numbers", "--json").lines[0]
    assert {tuple(row) for row in listed} == {("room", "name", "value", "meaning", "kind", "source")}
    chips = {row["name"]: row for row in listed if row["room"] == "chips"}
    assert chips["footprints.longer"]["kind"] == "counted"
    assert "1,271" in chips["footprints.longer"]["source"]
    referee = {row["name"]: row for row in listed if row["room"].startswith("referee")}
    assert (
        referee["play_prior.PASSES"]["value"] == 0.06 and "67 cards" in referee["play_prior.PASSES"]["source"]
    )
    assert not [row for row in listed if row["kind"] == numbers.NOT_NOTED]
    assert all(row["value"] is not None and (row["meaning"] or row["kind"] == "not noted") for row in listed)
    *_, sums = nainjaune("bench", "numbers").out.strip().splitlines()
    counts = {kind: sum(row["kind"] == kind for row in listed) for kind in numbers.KINDS}
    assert all(f" {count} {kind}" in sums for kind, count in counts.items())
    assert sums.startswith(f"{len(listed)} numbers: ") and sum(counts.values()) == len(listed)


def test_the_comment_beside_a_number_tells_what_it_is_and_where_it_comes_from() -> None:
    for comment, told in (
        ("", ("", "not noted", "")),
        ("# s that a hand needs", ("s that a hand needs", "not noted", "")),
        ("# nobody calls; counted on 97 rounds: 7", ("nobody calls", "counted", "97 rounds: 7")),
        ("# nobody calls; guess: less, all do", ("nobody calls", "guess", "less, all do")),
        ("# cards of a pack; fixed: the rules", ("cards of a pack", "fixed", "the rules")),
        ("# fixed: the rules", ("", "fixed", "the rules")),
    ):
        assert numbers.noted_as(comment) == told


REFEREE = '''
"""A referee of 99 lines."""
import math

# -- people/asking
DOUBT = 0.75  # asked about below; guess: higher, people are asked all evening
FETCHED = -7  # another arm; counted on 97 simulated ones: 7
NAMES = ("ana", "bruno")
BARE = 3.5
# -- Read by several
PACK = 4 * 13  # cards; fixed: the pack

# -- Widths of searches: speed, not truth
WIDTH = 150  # histories kept
LEANS = (8.0, 60.0)  # tried; counted on 12 rounds
'''
CODE = '''
HIDDEN = 40

def weigh(cards, least=6, most=2):
    """Weigh 8 cards."""
    return cards[5] * 0.75 + (cards[-1] if cards[3:4] else -1) * WIDTH if True else 52
'''
VISION = '''
from dataclasses import dataclass

@dataclass(frozen=True, slots=True)
class Marks:
    """Marks of 3 sizes."""
    faint: float = 0.12  # faint; guess: less, print is chips
    long: float = 1 / 0.5  # long; fixed: a ruler
    sides: tuple[int, int] = (144, 80)
    # -- Widths of searches: speed, not truth
    turns: int = 12  # directions tried

@dataclass(frozen=True, slots=True)
class Settings:
    """All."""
    marks: Marks = Marks()
    rows: int = 20  # rows; counted on 208 cards
    bare: int = 7

    def area(self):
        return 9 * self.rows

ALL = Settings()
'''


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    files = {
        "engine/referee/settings.py": REFEREE,
        "engine/referee/people/asking.py": CODE,
        "engine/games.py": "OF_ANOTHER_ROOM = 7\n",
        "vision/chips/settings.py": VISION,
        "vision/chips/discs.py": "def near(x):\n    return x < 0.4\n",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def test_no_number_escapes(tree: Path) -> None:
    house = checkout(tree, PARTS)
    referee = [(row.name, row.value, row.kind) for row in numbers.of_the_referee(house)]
    assert referee == [
        ("asking.DOUBT", 0.75, "guess"),
        ("asking.FETCHED", -7, "counted"),
        ("asking.BARE", 3.5, "not noted"),
        ("settings.PACK", 52, "fixed"),
        ("settings.WIDTH", 150, "speed"),
        ("settings.LEANS", (8.0, 60.0), "counted"),
        ("asking.py:2", 40, "in the code"),
        ("asking.py:4", 6, "in the code"),
        ("asking.py:6", 0.75, "in the code"),
        ("asking.py:6", 52, "in the code"),
    ]
    rooms = [row.room for row in numbers.of_the_referee(house)]
    assert rooms == ["referee.people"] * 3 + ["referee"] * 3 + ["referee.people"] * 4
    assert [(row.room, row.name, row.value, row.kind) for row in numbers.of_vision(house)] == [
        ("chips", "marks.faint", 0.12, "guess"),
        ("chips", "marks.long", 2.0, "fixed"),
        ("chips", "marks.sides", (144, 80), "not noted"),
        ("chips", "marks.turns", 12, "speed"),
        ("chips", "rows", 20, "counted"),
        ("chips", "bare", 7, "not noted"),
        ("chips", "discs.py:2", 0.4, "in the code"),
        ("chips", "settings.py:21", 9, "in the code"),
    ]
