"""A simulated table at which people live: its chips are conserved, its truth tells what lies there."""

import pytest

from engine import game
from engine.cards import HONOURS
from engine.events import RoundStarted
from hardware.simulator import Disturbances, SimulatedTable

VALUES = {"jeton": 1, "fiche": 5, "contrat": 10}


def lived_in(names, seed=3, players=4, **how):
    return SimulatedTable(seed, players, disturbances=Disturbances.of(names), **{"fps": 5, "pace": 2, **how})


def upsets(table, kind):
    return [upset for upset in table.truth["disturbances"] if upset["kind"] == kind]


def worth(chips):
    return sum(VALUES[kind] * count for kind, count in chips.items())


@pytest.mark.parametrize("seed", range(4))
def test_boxes_begin_full_and_the_cards_stay_the_same(seed):
    table, bare = lived_in("leftovers", seed), lived_in("none", seed)
    (upset,) = upsets(table, "leftovers")
    assert {code: worth(chips) for code, chips in upset["boxes"].items()} == table.table["boxes"]
    assert all(table.table["boxes"].values()) and set(table.table["boxes"]) == {box.code for box in HONOURS}
    first, *_ = (event for event in table.events if isinstance(event, RoundStarted))
    assert table.table["boxes"] == {box.code: value for box, value in first.boxes.items()}
    others = [[e for e in film.events if not isinstance(e, RoundStarted)] for film in (table, bare)]
    assert others[0] == others[1]
    settled = game.fold(table.events).settlements[0]
    assert sum(settled.boxes.values()) + sum(settled.net.values()) == sum(table.table["boxes"].values())
