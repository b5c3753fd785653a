"""A night's results, to take away."""

from __future__ import annotations

import csv
import io
from datetime import date
from typing import Any

from clubhouse.ledger import Ledger
from clubhouse.standings import to_json
from companion_api.family.spreadsheet import shielded


def of_night(ledger: Ledger, night: date) -> dict[str, Any] | None:
    """A night's results as JSON values; None: there was none.

    Returns:
        ``night``, ``ranking [{place, name, won, rounds [chips or null], first}]``, ``rounds [{round, tables
        [{table, players [{name, won}], settled}]}]``.
    """
    rounds = ledger.of_night(night)
    if not rounds:
        return None
    played = ledger.played(night)
    tables = [
        [
            {
                "table": ledger.tables.get(table, 0),
                "players": [{"name": name, "won": one.won.get(name, 0)} for name in one.players],
                "settled": one.settled,
            }
            for table, one in sorted(at.items(), key=lambda each: ledger.tables.get(each[0], 0))
        ]
        for at in played
    ]
    return {
        "night": night.isoformat(),
        "ranking": [to_json(one) for one in ledger.ranking(night)],
        "rounds": [
            {"round": one.number, "tables": at_tables} for one, at_tables in zip(rounds, tables, strict=True)
        ],
    }


def to_csv(made: dict[str, Any]) -> str:
    """A night's ranking as a spreadsheet reads it: place, player, chips won, then those of each round."""
    text = io.StringIO()
    lines = csv.writer(text)
    lines.writerow(["place", "player", "net", "first", *(f"round {one['round']}" for one in made["rounds"])])
    for one in made["ranking"]:
        rounds = ["" if chips is None else chips for chips in one["rounds"]]
        lines.writerow([one["place"], shielded(one["name"]), one["won"], one["first"], *rounds])
    return text.getvalue()
