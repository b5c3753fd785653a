"""What happens on a table, a clip for each thing: seen through the networks as the committed table says.

`nainjaune bench clips --write` writes the table anew and shows what got worse; CONTRIBUTING tells when.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.films import clips, net
from engine.boundaries import (
    ArmSeen,
    BoxSeen,
    CardGone,
    CardLaid,
    CardLook,
    CardLookedAgain,
    ViewBack,
    ViewLost,
)
from engine.cards import DECK, parse_card
from engine.table import table_from_json

FOLDER = Path(__file__).parent / "clips"
CLIPS = net.table(FOLDER / clips.TABLE)


def test_the_table_is_of_these_clips() -> None:
    assert sorted(CLIPS) == sorted(file.stem for file in FOLDER.glob("*.mp4")) and len(CLIPS) >= 60
    assert sum(file.stat().st_size for file in FOLDER.glob("*.mp4")) < 7_000_000


@pytest.mark.parametrize("name", CLIPS)
def test_a_clip_is_seen_as_before(name: str) -> None:
    changes = clips.differences(CLIPS[name], clips.seen(FOLDER, name, CLIPS[name]))
    assert not changes, "\n".join([CLIPS[name]["what"], *changes])


def look(code: str) -> CardLook:
    faces = [0.0] * len(DECK)
    faces[DECK.index(parse_card(code))] = 0.9
    return CardLook(((0, 0), (1, 0), (1, 1), (0, 1)), tuple(faces))


def test_a_clip_is_summed_up_by_what_stands_at_its_end() -> None:
    table = table_from_json({"dealer": "Ana", "players": [{"name": "Ana"}, {"name": "Bruno"}]}, "the test")
    queen = parse_card("QS")
    sightings = [
        ArmSeen(0.5, 5, True, (0.1, 0.9)),
        CardLaid(1.0, 10, 0.5, look("7D"), (0.2, 0.8)),
        BoxSeen(1.0, 10, queen, {"jeton": 3}, False, 0.9),
        ViewLost(1.5, 15, "covered"),
        ViewBack(2.0, 20),
        CardLookedAgain(2.1, 21, 1.0, look("7H")),
        CardGone(3.0, 30, 1.0, look("7D")),
        BoxSeen(3.0, 30, queen, {}, True, 0.9),
    ]
    assert clips.summary(sightings, table) == ["laid 7H Bruno", "lost", "back", "gone 7H", "QS empty"]


def test_what_is_seen_otherwise_is_told_for_better_or_worse() -> None:
    clip = {"true": ["laid 7D Ana", "laid 8C Ana"], "seen": ["laid 7D Ana", "laid 9C Ana", "QS 3"]}
    now = ["laid 8C Ana", "laid 9C Ana", "laid 9C Ana", "QS 4"]
    verdicts = {line.split(": ")[1]: line.split(":")[0] for line in clips.differences(clip, now)}
    assert verdicts == {
        "'laid 7D Ana' no longer seen": "worse",
        "'laid 8C Ana' is seen": "better",
        "'laid 9C Ana' is seen": "worse",
        "'QS 3' no longer seen": "other",
        "'QS 4' is seen": "other",
    }
    assert not clips.differences(clip, clip["seen"])
