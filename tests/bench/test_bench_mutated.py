"""Mutated files: a fixed few through every command, and that what must not be is noticed."""

from __future__ import annotations

import json
import os
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import mutated
from bench.mutated import material, mutations, running

FIRST = {running.kind_of(seed): seed for seed in range(60, 0, -1)}
SEEDS = sorted({*FIRST.values(), *range(1, 9)})
"""One of each kind of file at least."""
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda values: st.lists(values) | st.dictionaries(st.text(), values),
).map(lambda value: json.dumps(value).encode())


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("good")
    return material.make(folder)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(running, "MOST_MB", 1 << 20)  # of this process, which has run other tests


def test_mutated_files_come_to_one_line_or_are_read(files, tmp_path):
    came = [running.run_one(seed, files, tmp_path / "case") for seed in SEEDS]
    faults = [running.told(each) for each in came if each.fault and each.fault != "hang"]
    assert not faults, "\n".join(faults)
    assert {each.kind for each in came} == set(material.KINDS)
    assert {each.status for each in came} >= {0, 2}


def test_a_good_file_of_each_kind_is_read(files, tmp_path, monkeypatch):
    monkeypatch.setattr(running, "mutated", lambda data, rng, text, others: data)
    monkeypatch.setattr(running, "mutate_database", lambda file, rng: None)
    seen = {}
    for seed in range(1, 400):
        kind = running.kind_of(seed)
        if kind not in seen and kind != "image":
            seen[kind] = running.run_one(seed, files, tmp_path / "case")
    assert {kind for kind, came in seen.items() if came.fault or came.status == 2} <= {"table"}, seen


@given(st.integers(), st.booleans(), st.lists(st.binary() | JSON | st.text().map(str.encode), min_size=1))
def test_whatever_the_file_a_seed_makes_the_same_one_again(seed, text, files):
    one, again = (mutations.mutated(files[0], Random(seed), text, files) for _ in "12")
    assert one == again and isinstance(one, bytes)


def test_what_must_not_be_is_noticed(monkeypatch):
    for does, fault in (
        (lambda args: 1 / 0, "traceback"),
        (lambda args: 1, "line"),
        (lambda args: 2, "line"),
        (lambda args: os.write(2, b"libfoo: oh\n") and 2, "line"),
        (lambda args: print("not JSON") or 0, "json"),
        (lambda args: os.write(2, b"nainjaune: " + b"x" * 5000) and 2, "line"),
        (lambda args: os.write(2, b"nainjaune: no such file\n") and 2, None),
        (lambda args: 0, None),
    ):
        monkeypatch.setattr(running, "main", does)
        _, found = running._checked(["settle", "x", "--json"])
        assert (None if found is None else found[0]) == fault


def test_processes_that_die_or_hang_are_told_and_followed_by_others(monkeypatch):
    done = [
        mutated.Came(3, "log", 2, 0.5, 90.0),
        mutated.Came(4, "film", -1, 0.0, 0.0, "hang", "more than 20 s"),
        mutated.Came(5, "log", 0, 1.5, 120.0),
        mutated.Came(6, "log", 1, 1.0, 100.0, "line", "status 1"),
    ]
    told = mutated.summary(done)
    assert told["kinds"]["log"] == {"cases": 3, "read": 1, "refused": 1, "most_seconds": 1.5}
    assert (told["cases"], told["hangs"], told["other"], told["tracebacks"]) == (4, 1, 1, 0)
    assert [each["seed"] for each in told["failures"]] == [4, 6]
    assert "nainjaune bench mutated --seed 4 --count 1" in running.told(done[1])
