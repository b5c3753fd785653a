"""A game from elsewhere before the camera: simulated, seen, refereed, settled through the same pipeline."""

import os
from dataclasses import replace

import pytest
from installed_game import installed
from seen_badly import OUTLINE, sight

from bench.films.film_figures import figures, told_again, watch
from engine.boundaries import BoxSeen
from engine.cards import parse_card
from engine.errors import BadInput
from engine.table import table_from_json
from hardware.simulator import Disturbances, SimulatedTable
from hardware.simulator.disturbances import NAMES
from vision.observer.observer import watch_table
from vision.table.board import box_quads

LONG = bool(os.environ.get("NAINJAUNE_LONG"))
BOARD = ("AH", "KC", "QD", "JS")


@pytest.fixture(scope="module", autouse=True)
def michigan(tmp_path_factory):
    with installed(tmp_path_factory.mktemp("site")):
        yield


def seen_clearly(film):
    """What a camera would tell that sees each card surely: the film's own truth, as sightings by frame."""
    told, names = [], [player["name"] for player in film.table["players"]]
    for event in film.truth["events"]:
        seat = tuple(0.99 * (name == event.get("player")) + 0.005 for name in names)
        codes = [event["card"]] if event["type"] == "card_played" else []
        codes = event["cards"] if event["type"] == "hand_shown" else codes
        for number, code in enumerate(codes):
            seen = sight(event["t"], parse_card(code), seat)
            corners = tuple((x + 10 * number, y + 10 * names.index(event["player"])) for x, y in OUTLINE)
            shown = replace(seen.look, corners=corners) if len(codes) > 1 else seen.look
            told.append((event["t"], replace(seen, look=shown)))
    ticks = [number / 10 for number in range(int(10 * film.duration) + 20)]
    return [(t, [seen for at, seen in told if t - 0.1 < at <= t]) for t in ticks]


def test_a_round_that_is_seen_settles_exactly():
    film = SimulatedTable(3, 3, "rows", pace=3.0, fps=8, rules="boodle")
    table = table_from_json(film.table, film.name, film.size)
    assert film.heard == [], "nothing is called"
    watched = watch(film, table, film.heard) if LONG else told_again(seen_clearly(film), table, film.heard)
    assert figures(watched, film.truth)["settlement_exact"]
    taken = {event["card"] for event in film.truth["events"] if event["type"] == "box_taken"}
    assert {take["card"] for take in film.truth["settlement"]["takes"]} == taken


def test_the_chips_in_its_boxes_are_counted():
    film = SimulatedTable(3, 3, "rows", pace=3.0, fps=8, rules="boodle")
    [*_, last] = (event for event in film.truth["events"] if event["type"] == "ante")
    eyes, counted = watch_table(table_from_json(film.table, film.name, film.size), film.size), {}
    for frame in film.frames():
        if frame.t > last["t"] + 1.0:
            break
        seen = [each for each in eyes.look(frame) if isinstance(each, BoxSeen)]
        counted |= {each.box.code: {kind: n for kind, n in each.chips.items() if n} for each in seen}
    assert counted == {box: {k: n for k, n in chips.items() if n} for box, chips in last["chips"].items()}


def test_its_board_has_its_own_boxes():
    film = SimulatedTable(4, 3, rules="boodle")
    assert tuple(film.table["boxes"]) == BOARD
    table = table_from_json(film.table, film.name, film.size)
    quads = box_quads(table, table.honours)
    assert tuple(card.code for card in quads) == BOARD
    # Its first box lies where Nain Jaune's has its first.
    first = box_quads(table)[table_from_json({**film.table, "game": "nain-jaune", "rules": "lindor",
                                              "boxes": {}}, "ours").honours[0]]  # fmt: skip
    assert quads[table.honours[0]] == first
    lived_in = SimulatedTable(4, 4, rules="boodle", disturbances=Disturbances.of(NAMES))
    assert set(lived_in.table["boxes"]) == set(BOARD) and lived_in.truth["settlement"]["net"]
    with pytest.raises(BadInput, match="square"):
        SimulatedTable(4, 3, rules="boodle", board="row")
