"""The simulated table: legal, conserved, repeatable, and really to be seen in its pictures."""

import json
import random
import time

import cv2
import numpy as np
import pytest

from engine.cards import ANTES, DECK, HONOURS, parse_card
from engine.errors import BadInput
from engine.events import Called, CardPlayed, HandShown, to_json
from engine.games import game
from engine.table import table_from_json
from hardware.cameras import open_camera
from hardware.simulator import BOARDS, LAYOUTS, Disturbances, SimulatedTable
from hardware.simulator.drawing.view import SIZE, place_camera
from hardware.simulator.layout import BAND, lay_out

VALUES = {"jeton": 1, "fiche": 5, "contrat": 10}


def played(table):
    return [event for event in table.truth["events"] if event["type"] == "card_played"]


def of_type(table, kind):
    return [event for event in table.truth["events"] if event["type"] == kind]


# --- what is told of a film ----------------------------------------------------------------


def told(table):
    """The engine's events, put together from what lies beside the film: truth and calls, by time."""
    place = table_from_json(table.table, "table", table.size)
    lines = [*table.truth["events"], *({"type": "called", **call} for call in table.calls)]
    events = [place.game_started(), place.round_started()]
    for line in sorted(lines, key=lambda line: line["t"]):
        if line["type"] == "card_played":
            events.append(CardPlayed(line["player"], parse_card(line["card"])))
        elif line["type"] == "called":
            events.append(Called(line["player"], parse_card(line["card"])))
        elif line["type"] == "hand_shown":
            events.append(HandShown(line["player"], tuple(parse_card(card) for card in line["cards"])))
    return events


def settles(table, events):
    """The settlements that events come to are those of the truth."""
    settled = [to_json(each) for each in game.fold(events).settlements]
    true = table.truth.get("settlements") or [table.truth["settlement"]]
    assert [{name: one[name] for name in two} for one, two in zip(settled, true, strict=True)] == true
    return true


def test_truth_and_calls_settle_to_the_same_settlement():
    table = SimulatedTable(0)
    assert 45 < table.duration < 130
    (true,) = settles(table, told(table))
    before = sum(table.table["boxes"].values())
    assert sum(true["boxes"].values()) - before == -sum(true["net"].values())
    assert len(of_type(table, "box_taken")) == len(true["takes"])
    assert len(of_type(table, "missed_call")) == len(true["missed_calls"])
    held = dict(table.table["boxes"])
    antes = of_type(table, "ante")
    assert len(antes) == len(table.table["players"])
    for event in antes:
        held = {box.code: held[box.code] + ANTES[box] for box in HONOURS}
        assert {box: worth(chips) for box, chips in event["chips"].items()} == held


def worth(chips):
    return sum(VALUES[kind] * count for kind, count in chips.items())


def test_the_game_of_1760_is_filmed_too():
    table = SimulatedTable(1, rules="avantcoureur", options={"accidental_hoc_pays": "on"}, rounds=2)
    assert table.table["rules"] == "avantcoureur" and len(table.table["players"]) in (3, 5)
    settled = settles(table, table.events)
    assert [event["player"] for event in of_type(table, "ante")] == [line["dealer"] for line in settled]
    seats = np.array([player["seat"] for player in table.table["players"]])
    assert turns(seats[::-1] - seats.mean(0)) == pytest.approx(2 * np.pi), "anticlockwise, once round"


def turns(places):
    """By how much one turns clockwise, as the camera sees it, from one place to the next and to the first."""
    angles = np.arctan2(places[:, 1], places[:, 0])
    return ((np.roll(angles, -1) - angles) % (2 * np.pi)).sum()


@pytest.mark.parametrize("house", [{"options": {"must_continue": "runner"}}, {"rules": "avantcoureur"}])
def test_people_overlook_cards_that_they_had_to_lay_and_the_truth_says_which(house):
    table = SimulatedTable(3, players=3, overlooks=0.3, **house)
    evening = game.fold(table.events)
    noted = [(each["player"], each["card"]) for each in of_type(table, "overlooked")]
    kept = [(evening.players[laid.player], laid.card.code) for laid in evening.round.overlooked]
    assert noted and noted == kept
    assert not of_type(SimulatedTable(3, players=3, **house), "overlooked")


def test_what_cannot_be_simulated_is_refused():
    for wrong in (
        {"players": 9},
        {"players": 1},
        {"layout": "heap"},
        {"fps": 0},
        {"pace": 9},
        {"rounds": 0},
        {"overlooks": 2.0},
        {"rules": "nap", "players": 2},
        {"rules": "nap", "players": 9},
        {"rules": "avantcoureur", "players": 4},
        {"options": {"opera": "never"}},
    ):
        with pytest.raises(BadInput):
            SimulatedTable(1, **wrong)
            raise AssertionError(wrong)


def test_everybody_has_room():
    for kind in LAYOUTS:
        for players in range(2, 9):
            for seed in range(3):
                rng = random.Random(seed)
                plan = lay_out(rng, players, kind)
                view = place_camera(rng, plan.width, plan.depth)
                x, y = plan.width / 2, plan.depth / 2
                seen = view.project(np.array([(-x, -y), (x, -y), (x, y), (-x, y)]))
                assert (seen > -1).all() and (seen < np.array(SIZE) + 1).all()
                assert (np.abs(plan.board) <= np.array([x, y]) - BAND + 1).all()
                assert turns(np.array([seat.edge for seat in plan.seats])) == pytest.approx(2 * np.pi)
    for board in BOARDS:
        for seed in range(10):
            plan = lay_out(random.Random(seed), form=board)
            assert (np.abs(plan.board) <= np.array([plan.width / 2, plan.depth / 2]) - 60).all()
            if plan.kind == "pile":
                assert cv2.pointPolygonTest(plan.board.astype(np.float32), plan.pile.tolist(), True) < -40


# --- what is seen in it --------------------------------------------------------------------


@pytest.fixture(scope="module")
def filmed():
    """A quick round that loses frames: when there was which, and every third card as it lies and before."""
    table = SimulatedTable(
        22, 3, "pile", fps=5, pace=4, disturbances=Disturbances.of("dropouts"), board="row"
    )
    wanted = {event["t"]: event for event in played(table)[::3]}
    frames, before, seen = [], [], []
    for frame in table.frames():
        assert frame.number == len(frames) and frame.image.shape == (720, 1280, 3)
        assert not frame.image.flags.writeable
        frames.append((frame.t, frame.image.any()))
        due = [t for t in wanted if t <= frame.t + 1e-3]
        seen += [(wanted.pop(t), frame, before[0]) for t in due]
        before = [*before[-1:], frame]
    assert frame.t == pytest.approx(table.duration, abs=0.2) and not wanted
    return table, frames, seen


def correlation(a, b):
    """Of two pictures, blurred as a lens would, −1…1."""
    a, b = (cv2.resize(cv2.blur(p, (5, 5)), (63, 88)).astype(float).ravel() for p in (a, b))
    return float(np.corrcoef(a, b)[0, 1])


def test_every_card_is_really_seen_at_its_corners_when_it_lies_free_and_not_before(filmed):
    table, _, seen = filmed
    assert (table.size, table.fps, table.live) == (SIZE, 5, False) and len(seen) > 8
    own = table._room.deck
    width, height = own.face(DECK[0]).shape[1::-1]
    upright = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    for event, frame, before in seen:
        corners = np.array(event["corners"], np.float32)
        assert (corners >= 0).all() and (corners <= SIZE).all()
        matrix = cv2.getPerspectiveTransform(corners, upright)
        card = parse_card(event["card"])
        lies = cv2.warpPerspective(frame.image, matrix, (width, height))
        others = [other for other in DECK if other.rank == card.rank]
        likeness = {other: correlation(lies, own.face(other)[..., :3]) for other in others}
        assert likeness[card] == max(likeness.values()) > 0.6
        earlier = cv2.warpPerspective(before.image, matrix, (width, height))
        assert np.abs(cv2.blur(lies, (5, 5)).astype(int) - cv2.blur(earlier, (5, 5))).max() > 25


def test_frames_are_lost_and_black_ones_come_but_none_that_a_card_needs(filmed):
    table, frames, _ = filmed
    missing = round(table.duration * table.fps) - len(frames)
    assert 0.005 < missing / len(frames) < 0.3
    upsets = table.truth["disturbances"]
    assert {upset["what"] for upset in upsets} == {"gone", "black"}
    for upset in upsets:
        within = [bright for t, bright in frames if upset["t"] + 0.2 < t < upset["until"] - 0.2]
        assert not any(within) and not (within and upset["what"] == "gone")
    lit = {round(t * table.fps) for t, bright in frames if bright}
    assert {round(event["t"] * table.fps) for event in played(table)} <= lit


def test_five_cards_for_a_board_are_where_the_table_file_says():
    table = SimulatedTable(3, 3, board="cards", fps=5, pace=4)
    quads = table_from_json(table.table, "table", table.size).box_quads.values()
    empty, full = (image.astype(int) for image in table.pictures([0.3, of_type(table, "ante")[-1]["t"]]))
    changed = np.abs(full - empty).max(2) > 25
    within = np.zeros(changed.shape, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(within, np.array(quad).round().astype(np.int32), 1)
    around = cv2.dilate(within, np.ones((9, 9))) > 0
    assert len(quads) == 5 and changed[within > 0].mean() > max(0.05, 5 * changed[~around].mean())


def test_a_film_is_not_written_where_opencv_would_end_the_process(tmp_path):
    with pytest.raises(BadInput, match="cannot be written"):
        SimulatedTable(3).write(tmp_path, "soir\udce9e")


def test_a_written_film_is_what_watch_reads(tmp_path):
    table = SimulatedTable(2, players=3, fps=0.5, pace=4)
    film = table.write(tmp_path, "short")
    names = ("short.calls.jsonl", "short.mp4", "short.table.json", "short.truth.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    calls, _, beside, truth = ((tmp_path / name) for name in names)
    with open_camera(str(film)) as camera:
        times = [frame.t for frame in camera]
    assert (camera.size, camera.fps) == (table.size, 0.5) and abs(times[-1] - table.duration) < 2.5
    assert json.loads(beside.read_text()) == json.loads(json.dumps(table.table))
    assert [json.loads(line) for line in calls.read_text().splitlines()] == table.calls
    assert json.loads(truth.read_text()) == table.truth


def test_a_live_table_leaves_out_what_nobody_fetched():
    table = SimulatedTable(3, fps=30, live=True)
    first = next(table)
    time.sleep(0.4)
    assert table.live and next(table).number - first.number >= 8
