"""A whole round, watched as anybody would watch it: five players, 25 cards, a forgotten call."""

from __future__ import annotations

import json
from pathlib import Path

from bench.films.film_figures import COMPARED

ROUND = Path(__file__).parent / "whole"


def test_a_whole_round_is_watched_and_settled_exactly(nainjaune) -> None:
    table, calls = ROUND / "round.table.json", ROUND / "round.calls.jsonl"
    ran = nainjaune("watch", ROUND / "round.mp4", "--table", table, "--calls", calls, "--json")
    assert ran.status == 0, ran.err
    truth = json.loads((ROUND / "round.truth.json").read_text(encoding="utf-8"))
    played, missed = (
        [(e["player"], e["card"]) for e in truth["events"] if e["type"] == kind]
        for kind in ("card_played", "missed_call")
    )
    told = ran.lines
    assert [(e["player"], e["card"]) for e in told if e["type"] == "card_played"] == played
    alerts = [e for e in told if e["type"] == "alert"]
    assert [(e["player"], e["card"]) for e in alerts if e["kind"] == "missed_call"] == missed
    assert len(alerts) == len(missed) and sum(e["type"] == "corrected" for e in told) <= 2
    (settlement,) = (e for e in told if e["type"] == "settlement")
    ours, theirs = (
        {name: plain(e[name]) for name in COMPARED if name in e} for e in (settlement, truth["settlement"])
    )
    assert ours == theirs and "incomplete" not in settlement


def plain(value: object) -> object:
    """Lists of payments without regard to their order."""
    return sorted(map(json.dumps, value)) if isinstance(value, list) else value
