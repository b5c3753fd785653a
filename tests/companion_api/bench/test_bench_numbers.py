"""`bench numbers` lists what the rooms' settings hold, each number with its source."""

from __future__ import annotations

import json

from companion_api import command
from companion_api.bench.pictures import numbers
from vision.chips.settings import CHIPS
from vision.settings import numbers as numbers_of


def test_every_number_of_a_room_is_listed_with_its_source(capsys) -> None:
    assert command.main(["bench", "numbers", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    chips = [row for row in listed if row["room"] == "chips"]
    assert [row["name"] for row in chips] == [number.name for number in numbers_of(CHIPS)]
    assert all(row["meaning"] and row["source"] and row["value"] is not None for row in listed)
    longer = next(row for row in chips if row["name"] == "footprints.longer")
    assert longer["kind"] == "measured" and "1,271, 2026-11-26" in longer["source"]


def test_the_table_counts_each_kind(capsys) -> None:
    assert command.main(["bench", "numbers"]) == 0
    *table, _, sums = capsys.readouterr().out.strip().splitlines()
    listed = numbers.rows()
    assert len(table) == len(listed) + 2 and sums.startswith(f"{len(listed)} numbers: ")
    assert all(line.count(" | ") == 4 for line in table[2:])
