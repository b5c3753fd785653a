"""A simulated table as a family uses it: runs under one hand, cards in hands, the deal."""

import random
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest

from engine.cards import DECK
from hardware.simulator import Disturbances, SimulatedTable
from hardware.simulator.acting.runs import INTERVALS, LONGEST
from hardware.simulator.drawing.view import SIZE, place_camera
from hardware.simulator.filming.renderer import Renderer
from hardware.simulator.layout import lay_out
from hardware.simulator.stage.script import LayCard, TakeAway


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
    dropped = [upset for upset in upsets(table, "held") if upset["what"] == "dropped"]
    for player in (each["name"] for each in table.table["players"]):
        laid = {event["card"]: event["t"] for event in played(table) if event["player"] == player}
        fallen = {card: upset["t"] for upset in dropped for card in upset["cards"]}
        seen = set()
        for before, after in pairwise(fans(table, player)):
            one, then = set(before["cards"]), set(after["cards"])
            assert len(one) == len(before["cards"])
            if not one or (not then and (len(one) > 1 or not one & laid.keys())):
                continue  # the whole hand is put down, shown, or taken up again
            for card in one - then:
                seen.add(card)
                lies = laid.get(card, np.inf)
                assert after["t"] < lies < after["t"] + 8 or abs(fallen.get(card, np.inf) - after["t"]) < 1
            if "runs" not in names and "two_cards" not in names:
                assert len(one - then) + len(then - one) <= 1
        # What he laid was in his fan before, card by card, but for a last one.
        assert len(set(laid) - seen) <= 1


@pytest.mark.parametrize("seed", [4, 6])
def test_hands_are_put_down_dropped_sorted_and_given_to_a_neighbour(seed):
    table = film("held", seed, layout="pile")
    known = {"dropped", "fumbled", "laid_down", "handed_over"}
    deeds = upsets(table, "held")
    assert {deed["what"] for deed in deeds} <= known and len({deed["what"] for deed in deeds}) >= 3
    for deed in deeds:
        lines = [line for line in fans(table, deed["player"]) if deed["t"] - 0.6 < line["t"]]
        away = [line for line in lines if line["t"] < deed["until"] - 1.3]
        if deed["what"] in ("laid_down", "handed_over"):
            assert away and not away[-1]["cards"]
            laid = [event["t"] for event in played(table) if event["player"] == deed["player"]]
            assert not [t for t in laid if deed["t"] + 1 < t < deed["until"]]
            (back, *_) = (line for line in lines if line["t"] > deed["until"] - 1.3 and line["cards"])
            assert set(back["cards"]) == set(deed["cards"])
        elif deed["what"] == "dropped":
            assert deed["cards"][0] not in away[-1]["cards"]


def test_nobody_s_fan_hides_the_board_or_what_is_laid():
    for seed in range(3, 6):
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


# --- where each card is --------------------------------------------------------------------

PLACES = {
    "pack": {"hand", "table", "talon"},
    "talon": {"pack"},
    "hand": {"pile", "table"},
    "table": {"hand", "pile", "pack"},
    "pile": {"pack"},
}
"""Where a card can go from where it is."""


def followed(table):
    """(time, place of each card, whose hand it is in) after each of the truth's moves."""
    where, whose = dict.fromkeys((card.code for card in DECK), "pack"), {}
    for move in table.truth["moves"]:
        for card in move["cards"]:
            assert where[card] == move["from"] and move["to"] in PLACES[move["from"]]
            where[card] = move["to"]
            whose[card] = move.get("player")
        yield move["t"], dict(where), dict(whose)


def lying_at(table, t):
    """The cards that the picture shows lying on the table at `t`."""
    cards = set()
    for change in table._script.changes:
        if change.t > t + 1e-3:
            break
        if isinstance(change, LayCard):
            assert change.card.code not in cards
            cards.add(change.card.code)
        elif isinstance(change, TakeAway):
            assert {card.code for card in change.cards} <= cards
            cards -= {card.code for card in change.cards}
    return cards


@pytest.mark.parametrize(
    ("seed", "players", "names", "how"),
    [
        (3, 4, "held,deal,runs", {}),
        (4, 3, "held,deal,take_back,face_down,straighten,square_up", {"rounds": 2, "pace": 2}),
        (5, 8, "deal,two_cards", {}),
        (6, 2, "held", {}),
    ],
)
def test_every_card_is_in_one_place_at_any_moment(seed, players, names, how):
    quiet, table = (film(one, seed, players, **how) for one in ("none", names))
    assert table.events == quiet.events
    dealt = "deal" in names
    places = list(followed(table))
    for (t, where, whose), after in pairwise([*places, (table.duration, {}, {})]):
        if after[0] - t < 2e-3:
            continue
        shown = {"pile", "table", "talon"} if dealt else {"pile", "table"}
        assert lying_at(table, t) == {card for card, place in where.items() if place in shown}
        for line in latest(table.truth.get("hands", []), t):
            theirs = {c for c, place in where.items() if place == "hand" and whose[c] == line["player"]}
            # What is not in the fan is between two fingers.
            assert set(line["cards"]) <= theirs
    ended = places[-1][1]
    laid = {event["card"] for event in played(table)[-sum(place == "pile" for place in ended.values()) :]}
    assert laid == {card for card, place in ended.items() if place == "pile"}
    assert not [card for card, place in ended.items() if place in ("hand", "pack")]


def latest(lines, t):
    """Of each player the last line not after `t`."""
    return {line["player"]: line for line in lines if line["t"] <= t + 1e-3}.values()


@pytest.mark.parametrize("seed", [3])
def test_the_talon_stays_face_down_and_packets_are_picked_up(seed):
    table = film("deal", seed, layout="pile", fps=10, pace=2)
    deal, *pushes = upsets(table, "deal")
    talon = {c for m in table.truth["moves"] if m["to"] == "talon" for c in m["cards"]}
    assert len(talon) == 4 and not talon & {event["card"] for event in played(table)}
    assert set(deal["packets"]) == {each["name"] for each in table.table["players"]}
    back = table._room.deck.back[..., :3]
    middle = deal["until"] - 0.1
    before, after, end = pictures(table, [deal["t"], middle, table.duration])
    for corners in [deal["talon"], *(push["talon"] for push in pushes[-1:])]:
        there = end if pushes and corners == pushes[-1]["talon"] else after
        height, width = back.shape[:2]
        upright = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), upright)
        seen = cv2.warpPerspective(there, matrix, (width, height))
        small = [cv2.resize(cv2.blur(p, (9, 9)), (32, 44)).astype(float).ravel() for p in (seen, back)]
        assert np.corrcoef(*small)[0, 1] > 0.5
    for corners in deal["packets"].values():
        within = cv2.fillConvexPoly(
            np.zeros((720, 1280), np.uint8), np.array(corners).round().astype(np.int32), 1
        )
        assert (np.abs(after.astype(int) - before).max(2) > 40)[within > 0].mean() < 0.3


# --- people at the table -------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "names"), [(3, "heads"), (5, "heads,oblique")])
def test_people_sit_at_the_table_and_hide_nothing_that_is_needed(seed, names):
    quiet, table = (film(one, seed, pace=2) for one in ("none", names))
    assert table.events == quiet.events
    told = upsets(table, "heads")
    sitting = [upset for upset in told if "outline" in upset]
    assert sitting and len({upset["player"] for upset in sitting}) == len(sitting)
    covered, kept = np.zeros((2, 720, 1280), np.uint8)
    for upset in sitting:
        cv2.fillPoly(covered, [np.array(upset["outline"]).round().astype(np.int32)], 1)
    outlines = [table.table["board"], *(event["corners"] for event in played(table))]
    cv2.fillPoly(kept, [np.array(outline).round().astype(np.int32) for outline in outlines], 1)
    assert covered.sum() > 1500 and (covered & kept).sum() < 100
    room = table._room
    with_people, bare = (
        Renderer(room, replace(table._script, changes=changes), table.fps).picture(0.2).astype(int)
        for changes in (table._script.changes, ())
    )
    changed = np.abs(with_people - bare).max(2) > 40
    assert changed[covered > 0].mean() > 0.4 and changed[kept > 0].mean() < 0.02


def test_the_table_ends_where_people_hold_cards_over_its_edge():
    bare, ended = (film(names, 3, layout="pile") for names in ("none", "held"))
    assert bare._room.edge is None
    (image,) = pictures(ended, [0.2])
    outline = ended._room.view.project(ended._room.edge).round().astype(np.int32)
    table = cv2.fillPoly(np.zeros((720, 1280), np.uint8), [outline], 1)
    assert image[table == 0].mean() < 0.7 * image[table > 0].mean()
