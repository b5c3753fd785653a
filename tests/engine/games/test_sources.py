"""Whoever is cited for a rule stands in `engine.games.sources`, with what helps to find him, and is cited."""

import json
import re
from pathlib import Path

import pytest
from rounds import GOLDEN

from engine.games.sources import SOURCES

ROOT = Path(__file__).parents[3]
KEY = re.compile(r"(?<![\d.,])00\d[a-z]?\b(?![.,]\d)")
CITING = [
    *(ROOT / "engine" / "games").glob("*.py"),
    *(ROOT / "engine" / "explanation").glob("*.py"),
    *(ROOT / "engine" / "evening").glob("*.py"),
    *(ROOT / "engine" / "money").glob("*.py"),
    ROOT / "engine" / "cards.py",
    ROOT / "engine" / "printed_kit.py",
]


def test_every_key_that_is_cited_is_a_source_and_every_source_is_cited():
    cited = {}
    for file in CITING:
        if file.name != "sources.py":
            for key in KEY.findall(file.read_text(encoding="utf-8")):
                cited.setdefault(key, file.relative_to(ROOT).as_posix())
    lost = {f"{file} cites {key}" for key, file in cited.items() if key not in SOURCES}
    assert not lost, f"engine/games/sources.py: SOURCES lacks what is cited: {sorted(lost)}"
    idle = SOURCES.keys() - cited.keys()
    assert not idle, f"engine/games/sources.py: nobody cites {sorted(idle)}"


@pytest.mark.parametrize("key", SOURCES)
def test_a_source_can_be_followed(key):
    source = SOURCES[key]
    assert source.title and source.author and source.tells, f"engine/games/sources.py: {key}"
    assert source.year is None or 1700 < source.year < 2100
    assert not source.link or source.link.startswith("https://")


@pytest.mark.parametrize("golden", sorted(GOLDEN.glob("*.json")), ids=lambda file: file.stem)
def test_a_worked_example_names_its_sources(golden):
    told = json.loads(golden.read_text(encoding="utf-8"))["sources"].split()
    assert told and set(told) <= SOURCES.keys(), f"{golden.name}: sources: keys of engine/games/sources.py"
