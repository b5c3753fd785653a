"""A simulated table as a family uses it: runs under one hand, cards in hands, the deal."""

from itertools import pairwise

import cv2
import numpy as np
import pytest

from hardware.simulator import Disturbances, SimulatedTable
from hardware.simulator.renderer import Renderer
from hardware.simulator.runs import INTERVALS, LONGEST


def film(names, seed=3, players=4, **how):
    return SimulatedTable(seed, players, **how, disturbances=Disturbances.of(names))


def upsets(table, kind):
    return [upset for upset in table.truth["disturbances"] if upset["kind"] == kind]


def pictures(table, times):
    renderer = Renderer(table._room, table._script, table.fps)
    return [renderer.picture(round(t * table.fps) / table.fps) for t in sorted(times)]


def played(table):
    return [event for event in table.truth["events"] if event["type"] == "card_played"]


# --- runs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["pile", "rows"])
@pytest.mark.parametrize("seed", (3, 5, 8))
def test_runs_are_of_one_player_and_keep_their_intervals(seed, layout):
    quiet, table = (film(names, seed, layout=layout) for names in ("none", "runs"))
    assert table.events == quiet.events and table.truth["settlement"] == quiet.truth["settlement"]
    order = [event["card"] for event in played(table)]
    assert order == [event["card"] for event in played(quiet)]
    runs = upsets(table, "runs")
    assert len(runs) > 4 and {run["how"] for run in runs} <= {"hand", "fan"}
    lies = {event["card"]: event for event in played(table)}
    for run in runs:
        first = order.index(run["cards"][0])
        assert order[first : first + len(run["cards"])] == run["cards"]
        assert 2 <= len(run["cards"]) <= LONGEST
        assert {lies[card]["player"] for card in run["cards"]} == {run["player"]}
        steps = [after - before for before, after in pairwise(run["down"])]
        if run["how"] == "hand":
            assert all(INTERVALS[0] - 2e-3 <= step <= INTERVALS[1] + 2e-3 for step in steps)
            for card, down in zip(run["cards"][:-1], run["down"], strict=False):
                assert 0 <= lies[card]["t"] - down < 1 / table.fps + 2e-3
        else:
            assert not any(steps)


def test_fingers_are_on_each_card_of_a_run_until_the_next_one_lies():
    table = film("runs", 3, layout="pile")
    run = max(upsets(table, "runs"), key=lambda run: len(run["cards"]))
    assert len(run["cards"]) > 3
    corners = {event["card"]: np.array(event["corners"], np.float32) for event in played(table)}
    *seen, last = pictures(table, [*(down + 0.05 for down in run["down"][:-1]), run["until"]])
    for card, there in zip(run["cards"], seen, strict=False):
        within = cv2.fillConvexPoly(
            np.zeros(there.shape[:2], np.uint8), corners[card].round().astype(np.int32), 1
        )
        assert (np.abs(there.astype(int) - last).max(2) > 40)[within > 0].mean() > 0.05


def test_the_same_seed_has_the_same_runs():
    first, again = (film("runs", 4) for _ in range(2))
    assert (first.truth, first.calls, first.table) == (again.truth, again.calls, again.table)
    assert first.truth != film("runs", 5).truth
