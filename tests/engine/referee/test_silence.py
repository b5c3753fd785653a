"""What a silence tells is told once: nobody's phone flickers while nothing new is seen."""

import json
from pathlib import Path

from engine.boundaries import CardLaid, CardLook, CardLookedAgain
from engine.cards import DECK
from engine.referee.referee import Referee
from engine.table import table_from_json

RECORDED = Path(__file__).parent / "recorded" / "silence.jsonl"
"""The sightings of a simulated round of five (hardware/simulator, seed 953: held cards, runs, stocks) until a
moment when one seems to have finished; its arms are partly taken for others'."""
SEATS = {"Ana": [479, 630], "Bruno": [209, 313], "Chloe": [666, 68], "David": [1100, 352], "Emma": [808, 644]}
ROUND = {
    "game": "nain-jaune",
    "rules": "lindor",
    "dealer": "Bruno",
    "players": [{"name": name, "seat": seat} for name, seat in SEATS.items()],
    "boxes": {"TD": 7, "JC": 13, "QS": 20, "KH": 40, "7D": 37},
    "chips": {"jeton": {"value": 1, "colour": "#e6783c"}},
}


def sightings():
    """(when, sighting) as recorded."""
    for line in RECORDED.read_text().splitlines():
        told = json.loads(line)
        faces = tuple(told["faces"].get(card.code, 0.0) for card in DECK)
        look = CardLook(tuple(map(tuple, told["corners"])), faces)
        if "laid" in told:
            yield told["at"], CardLookedAgain(told["at"], 0, told["laid"], look)
        else:
            seats = tuple(told["seats"])
            yield told["at"], CardLaid(told["t"], 0, told["arrived"], look, seats)


def test_while_nothing_new_is_seen_what_a_silence_tells_is_told_once():
    referee = Referee(table_from_json(ROUND, "silence.jsonl", (1280, 720)))
    referee.start()
    queue = list(sightings())
    last, until = queue[-1][0], queue[-1][0] + 8.0
    since = []
    for tick in range(round(until * 15)):
        now = tick / 15
        while queue and queue[0][0] <= now:
            referee.observe(queue.pop(0)[1])
        events = referee.tick(now)
        if now > last:
            since.append(len(events))
    told = [index for index, count in enumerate(since) if count]
    assert told, "a silence after a last card tells something"
    assert len(told) <= 2, f"events came in {len(told)} of {len(since)} ticks"
