"""A simulated table as a family uses it: runs under one hand, cards in hands, the deal."""

import random
from itertools import pairwise

import cv2
import numpy as np
import pytest

from hardware.simulator import Disturbances, SimulatedTable
from hardware.simulator.layout import lay_out
from hardware.simulator.renderer import Renderer
from hardware.simulator.runs import INTERVALS, LONGEST
from hardware.simulator.view import SIZE, place_camera


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


# --- cards in hands ------------------------------------------------------------------------


def fans(table, player):
    """What a player holds in the picture, whenever it changes."""
    return [line for line in table.truth["hands"] if line["player"] == player]


@pytest.mark.parametrize("names", ["held", "held,runs,oblique", "held,two_cards,face_down,tempo,sloppy"])
@pytest.mark.parametrize("seed", [3, 4])
def test_a_fan_shrinks_by_each_card_that_its_player_lays(seed, names):
    quiet, table = (film(one, seed) for one in ("none", names))
    assert table.events == quiet.events and table.truth["settlement"] == quiet.truth["settlement"]
    for player in (each["name"] for each in table.table["players"]):
        laid = {event["card"]: event["t"] for event in played(table) if event["player"] == player}
        lines = fans(table, player)
        gone = []
        for before, after in pairwise(lines):
            (*less,) = set(before["cards"]) - set(after["cards"])
            if after["cards"] or len(laid) == len(lines[0]["cards"]):
                # The hand that is shown in the end leaves the picture at once.
                assert [card for card in before["cards"] if card not in less] == after["cards"]
                assert len(less) == 1 or "two_cards" in names or "runs" in names
                gone += less
                for card in less:
                    assert laid[card] - 8 < after["t"] < laid[card]
        assert sorted(gone) == sorted(laid)


def test_nobody_s_fan_hides_the_board_or_what_is_laid():
    for seed in range(3, 9):
        table = film("held", seed, layout="pile", pace=3)
        covered = np.zeros((720, 1280), np.uint8)
        for line in table.truth["hands"]:
            if line["cards"]:
                cv2.fillPoly(covered, [np.array(line["outline"]).round().astype(np.int32)], 1)
        outlines = [table.table["board"], *(event["corners"] for event in played(table))]
        kept = np.zeros_like(covered)
        cv2.fillPoly(kept, [np.array(outline).round().astype(np.int32) for outline in outlines], 1)
        assert (covered & kept).sum() < 400


def test_faces_and_backs_are_seen_where_the_truth_says_so():
    table = film("held,oblique", 3, layout="pile")
    first = {line["player"]: line for line in table.truth["hands"]}
    lines = [line for line in table.truth["hands"] if line["cards"]][:4]
    assert {line["faces"] for line in lines} == {True, False} and len(first) == 4
    bare, there = pictures(table, [lines[0]["t"] - 0.5, max(line["t"] for line in lines) + 1.0])
    for line in lines:
        within = np.zeros(there.shape[:2], np.uint8)
        cv2.fillPoly(within, [np.array(line["outline"]).round().astype(np.int32)], 1)
        assert (np.abs(there.astype(int) - bare).max(2) > 25)[within > 0].mean() > 0.6


def test_a_low_camera_stands_low_and_sees_the_whole_table():
    (upset,) = upsets(film("oblique", 4, pace=4), "oblique")
    assert 35 <= upset["degrees"] <= 60
    for seed in range(60):
        plan = lay_out(random.Random(seed), 2 + seed % 7)
        x, y = plan.width / 2 + 60, plan.depth / 2 + 60
        view = place_camera(random.Random(seed), plan.width, plan.depth, low=random.Random(seed), around=60)
        seen = view.project(np.array([(-x, -y), (x, -y), (x, y), (-x, y)]))
        assert (seen > -1).all() and (seen < np.array(SIZE) + 1).all()
        slant = np.degrees(np.arccos(-view.axes[2, 2]))
        assert 34.9 <= slant <= 61 and view.axes[0, 2] == pytest.approx(0, abs=0.08)


def test_of_hands_shown_tightly_a_fifth_of_each_card_is_in_sight():
    for layout in ("pile", "rows"):
        usual, tight = (film(names, 3, layout=layout) for names in ("none", "tight_hands"))
        assert tight.truth["settlement"] == usual.truth["settlement"]
        changes = {}
        for table in (usual, tight):
            lying = {change.card.code: change for change in table._script.changes if hasattr(change, "card")}
            width = table._room.deck.style.width
            hands = [e["cards"] for e in table.truth["events"] if e["type"] == "hand_shown"]
            steps = [
                np.linalg.norm(lying[one].corners[0] - lying[then].corners[0]) / width
                for cards in hands
                for one, then in pairwise(cards)
            ]
            changes[table] = steps
        assert changes[tight] and all(0.14 < step < 0.27 for step in changes[tight])
        assert np.mean(changes[usual]) > 0.4
