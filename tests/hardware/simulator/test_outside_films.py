"""A game from elsewhere before the camera: simulated, seen, refereed, settled through the same pipeline."""

import os

import pytest
from installed_game import installed

from companion_api.bench.films.film_figures import figures, watch
from engine.errors import BadInput
from engine.table import table_from_json
from hardware.simulator import Disturbances, SimulatedTable
from hardware.simulator.disturbances import NAMES
from vision.table.board import box_quads

FILMS = [(3, "rows", 3.0, 8), *([(2, "pile", 2.0, 10)] if os.environ.get("NAINJAUNE_LONG") else [])]
"""Seed, layout, pace and frames a second."""
BOARD = ("AH", "KC", "QD", "JS")


@pytest.fixture(scope="module", autouse=True)
def michigan(tmp_path_factory):
    with installed(tmp_path_factory.mktemp("site")):
        yield


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "layout", "pace", "fps"), FILMS)
def test_a_filmed_round_settles_exactly(seed, layout, pace, fps):
    film = SimulatedTable(seed, 3, layout, pace=pace, fps=fps, rules="boodle")
    table = table_from_json(film.table, film.name, film.size)
    watched = watch(film, table, film.heard)
    assert film.heard == [], "nothing is called"
    assert figures(watched, film.truth)["settlement_exact"]
    taken = {event["card"] for event in film.truth["events"] if event["type"] == "box_taken"}
    assert {take["card"] for take in film.truth["settlement"]["takes"]} == taken


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
