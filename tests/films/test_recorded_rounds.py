"""Recorded rounds, told to the referee, end as the committed table says: right, or wrong and in doubt.

`nainjaune bench net --write` writes the table anew and shows what got worse; CONTRIBUTING tells when.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bench.films import net

FILMS = Path(__file__).parent
NAMES = net.names(FILMS)
EXPECTED = net.table(FILMS / net.TABLE)
LONG = {"lived-in-1303", "living-tigullio-3", "runs-4", "runs-tigullio-3", "unruly-2585"}
"""Rounds in which the referee searches longest, eight seconds and more: told with NAINJAUNE_LONG, and by the
command. What is hard in them others have too (runs-held-3, living-dots-5, unruly-2579)."""
TOLD = [name for name in NAMES if name not in LONG or os.environ.get("NAINJAUNE_LONG")]


def test_the_table_is_of_these_rounds() -> None:
    assert sorted(EXPECTED) == NAMES and len(TOLD) >= 30


@pytest.mark.parametrize("name", TOLD)
def test_a_recorded_round_ends_as_before(name: str) -> None:
    changes = net.report({name: EXPECTED[name]}, {name: net.told(FILMS, name)})
    assert not changes, "\n".join(changes)


ROW = {"expected": "wrong, in doubt", "wrong": ["net"], "cards_right": 40, "doubts": 2}


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        ({"expected": "wrong, told as certain"}, "worse"),
        ({"expected": "unsettled"}, "better"),
        ({"expected": "exact, in doubt"}, "better"),
        ({"wrong": ["net", "takes"]}, "worse"),
        ({"wrong": []}, "better"),
        ({"cards_right": 39}, "worse"),
        ({"cards_right": 41}, "better"),
        ({"doubts": 3}, "worse"),
        ({"doubts": 1}, "better"),
        ({"alerts": {"uncertain": 1}}, "other"),
    ],
)
def test_what_changes_is_told_for_better_or_worse(change: dict[str, object], verdict: str) -> None:
    (line,) = net.report({"a": ROW}, {"a": {**ROW, **change}})
    assert line.startswith(f"{verdict}: a: {next(iter(change))} ")
    assert not net.report({"a": ROW}, {"a": dict(ROW)})


def test_what_got_worse_stands_first_and_no_round_is_lost() -> None:
    now = {"b": {**ROW, "cards_right": 41}, "c": {**ROW, "cards_right": 0}, "d": ROW}
    lines = net.report({"a": ROW, "b": ROW, "c": ROW}, now)
    assert [line.split(":")[0] for line in lines] == ["worse", "other", "other", "better"]
    assert "a: not there any more" in lines[1] and "d: new" in lines[2]


def test_the_command_compares_and_writes_the_table(nainjaune, tmp_path) -> None:
    quickest = min(NAMES, key=lambda name: (FILMS / f"{name}{net.SUFFIX}").stat().st_size)
    (tmp_path / f"{quickest}{net.SUFFIX}").write_bytes((FILMS / f"{quickest}{net.SUFFIX}").read_bytes())
    first = nainjaune("bench", "net", "--kept", tmp_path)
    assert first.status == 1 and f"{quickest}: new" in first.out and not (tmp_path / net.TABLE).exists()
    assert nainjaune("bench", "net", "--kept", tmp_path, "--write").status == 0
    assert net.table(tmp_path / net.TABLE) == {quickest: EXPECTED[quickest]}
    again = nainjaune("bench", "net", "--kept", tmp_path)
    assert (again.status, again.out.strip()) == (0, "nothing changed")


def test_a_folder_without_recordings_is_one_line(nainjaune, tmp_path) -> None:
    nainjaune("bench", "net", "--kept", tmp_path).refused("no recorded round", ".json.xz")
