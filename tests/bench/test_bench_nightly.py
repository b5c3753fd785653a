"""`nainjaune bench nightly`: jobs with fixed seeds, gone on with, and a table that says what became worse."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench import nightly, nightly_table
from bench.nightly import KINDS, Job, Line, jobs, read, run
from bench.nightly_table import rows, text
from engine.errors import BadInput
from hardware.simulator import Disturbances

LOOKED_AT = {*range(2578, 2590), 1303, *range(301, 361), *range(5001, 5201)}
"""Seeds on which the program was developed or measured."""


@pytest.fixture
def material(tmp_path: Path) -> tuple[Path, Path]:
    """A folder of photographs and one of films: their names are enough to plan with."""
    photos, games = tmp_path / "photos", tmp_path / "games"
    for folder in (photos / "felt", games):
        folder.mkdir(parents=True)
    (photos / "labels.csv").write_text("image,cards\nfelt/a.png,\nb.png,7D\nfelt/c.png,\n")
    for name in ("a", "c"):
        cv2.imwrite(str(photos / "felt" / f"{name}.png"), np.full((240, 320, 3), 90, np.uint8))
    for name in ("dark-3", "light-4"):
        (games / f"{name}.truth.json").write_text("{}")
    return photos, games


def line(job: Job | str, **changed) -> Line:
    name = job if isinstance(job, str) else job.name
    exact = Line(name, name.split()[0], "exact", True, 30, 30, 30, 0, 1, 60.0, 90.0)
    return replace(exact, **changed)


def test_the_jobs_are_fixed(material):
    photos, games = material
    listed = jobs(photos, games)
    counted = {kind: sum(job.kind == kind for job in listed) for kind in KINDS}
    assert counted == {"lived-in": 24, "unruly": 24, "nap": 12, "lenses": 10, "photographs": 2}
    assert len({job.name for job in listed}) == len(listed)
    plans = {kind: [job.plan for job in listed if job.kind == kind and job.plan] for kind in KINDS}
    seeds = [plan.seed for each in plans.values() for plan in each]
    assert len(set(seeds)) == 60 and not LOOKED_AT & set(seeds)
    assert {plan.disturbances for plan in plans["lived-in"]} == {Disturbances.of("lived_in").names}
    assert {plan.disturbances for plan in plans["unruly"]} == {Disturbances.of("unruly").names}
    assert {plan.rules for plan in plans["nap"]} == {"nap"} and len({p.players for p in plans["nap"]}) == 5
    assert [job.name for job in listed[-2:]] == ["photographs .", "photographs felt"]
    assert {job.kind for job in jobs(photos, games, ["nap", "lenses"])} == {"nap", "lenses"}
    # What is not asked for need not be there.
    assert len(jobs(photos / "none", games / "none", ["unruly"])) == 24
    for kinds, missing in ((["poker"], "--only"), (["lenses"], "no game"), (["photographs"], "labels.csv")):
        with pytest.raises(BadInput, match=missing):
            jobs(photos / "none", games / "none", kinds)


def test_jobs_that_are_in_the_file_are_not_played_again(material, tmp_path, capsys):
    wanted, out, played = jobs(*material, ["nap"])[:4], tmp_path / "nightly.jsonl", []

    def play(job: Job) -> Line:
        played.append(job.name)
        if len(played) == 3:
            raise KeyboardInterrupt
        return line(job, cards_right=29)

    with pytest.raises(KeyboardInterrupt):
        run(wanted, out, "abc", 1, play)
    told = run(wanted, out, "abc", 1, play)
    assert played == [wanted[place].name for place in (0, 1, 2, 2, 3)]
    assert told == [line(job, cards_right=29) for job in wanted] == [*read(out).values()]
    assert "2/2 nap 72004: exact, 29 of 30 cards" in capsys.readouterr().err
    before = out.read_text()
    with pytest.raises(BadInput, match="line 1: abc played it, this is def"):
        run(wanted, out, "def", 1, play)
    assert out.read_text() == before and len(played) == 5
    for spoilt in (
        '{"commit": "abc"}',
        "[]",
        before.replace("true", "3"),
        before.replace("30,", '"x",'),
        "{",
    ):
        out.write_text(spoilt)
        with pytest.raises(BadInput, match="line 1"):
            run(wanted, out, "abc", 1, play)
    with pytest.raises(BadInput, match="cannot be written"):
        run(wanted, tmp_path / "none" / "a.jsonl", "abc", 1, line)


WORST_FIRST = [
    line("nap 1", outcome="wrong"),
    line("nap 2", outcome="wrong", certain=False),
    line("nap 3", outcome="unsettled", certain=False),
    line("nap 4", certain=False),
    line("lenses a dim", cards_right=28),
    line("nap 5", players_right=29),
    line("photographs felt", outcome="read", certain=False, players_right=0, too_many=2, film_s=0.0),
    line("photographs single", outcome="read", certain=False, players_right=0, film_s=0.0),
    line("nap 6", corrections=9, cpu_s=900.0),
]


def test_the_worst_stand_first():
    listed = rows(reversed(WORST_FIRST), {})
    assert [row.now.job for row in listed[:7]] == [each.job for each in WORST_FIRST[:7]]
    assert {row.now.job for row in listed[7:]} == {"photographs single", "nap 6"}
    told = text(listed, compared=False).splitlines()
    assert told[1].split() == ["nap", "1", "wrong", "yes", "30/30", "30/30", "0", "1", "1.50"]
    assert told[7].split() == ["photographs", "felt", "read", "–", "30/30", "–", "2", "–", "90", "s"]
    assert "4 exact, 1 unsettled, 2 wrong of 7 rounds and films." in told
    assert nightly_table.COMMITTED in told[-1]


def test_what_became_worse_stands_before_what_became_better():
    before = {each.job: each for each in WORST_FIRST}
    now = [
        line("nap 1", outcome="unsettled", certain=False, too_many=3),
        line("nap 6", cards_right=29),
        *WORST_FIRST[1:8],
        line("nap 7", outcome="wrong"),
    ]
    listed = rows(now, before)
    assert [(row.now.job, row.since) for row in listed[:4]] == [
        ("nap 6", "worse"),
        ("nap 1", "better"),
        ("nap 7", "new"),
        ("nap 2", "same"),
    ]
    told = text(listed, compared=True).splitlines()
    assert "30/30 → 29/30" in told[1] and "wrong → unsettled" in told[2] and "→" not in told[3]
    assert told[-1] == "1 worse, 1 better, 7 same, 1 new."
    # Corrections, and the time on another machine, make none worse.
    [same] = rows([line("nap 6", corrections=99, cpu_s=1.0)], before)
    assert same.since == "same" and rows(WORST_FIRST, before)[0].since == "same"


def test_the_command_ends_with_1_where_a_row_got_worse(material, tmp_path, nainjaune):
    photos, games = material
    if not (Path(__file__).parents[2] / ".git").exists():
        pytest.skip("no checkout of git")
    (photos / "labels.csv").write_text("image,cards\nfelt/a.png,\nfelt/c.png,7D\n")
    out, committed = tmp_path / "now.jsonl", tmp_path / "committed.jsonl"
    asked = ("bench", "nightly", "--photos", photos, "--games", games, "--only", "photographs", "--out", out)
    told = nainjaune(*asked)
    assert told.status == 0 and "photographs felt  read     –        0/1" in told.out
    [kept] = [json.loads(each) for each in out.read_text().splitlines()]
    assert kept["commit"] == nightly.commit() and kept["cards"] == 1 and not kept["cards_right"]
    for right, status, since in ((0, 0, "same"), (1, 1, "worse")):
        committed.write_text(json.dumps({**kept, "commit": "another", "cards_right": right}))
        told = nainjaune(*asked, "--against", committed)
        assert told.status == status and f"1 {since}" in told.out
    [row] = nainjaune(*asked, "--against", committed, "--json").lines[0]
    assert row["since"] == "worse" and row["before"] == {
        **asdict(read(out)["photographs felt"]),
        "cards_right": 1,
    }
    nainjaune(*asked, "--against", tmp_path / "none").refused("none", "no such file")
    out.write_text(json.dumps({**kept, "commit": "another"}))
    nainjaune(*asked).refused("another played it")
