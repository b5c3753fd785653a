"""The simulated table: legal, conserved, repeatable, and really to be seen in its pictures."""

import itertools
import json
import random
import time

import cv2
import numpy as np
import pytest

from engine import game
from engine.cards import ANTES, DECK, HONOURS, parse_card
from engine.errors import BadInput
from engine.events import Called, CardPlayed, HandShown, to_json
from engine.table import table_from_json
from hardware.cameras import open_camera
from hardware.simulator import LAYOUTS, SimulatedTable
from hardware.simulator.deck import Deck, deck_style
from hardware.simulator.layout import BAND, lay_out
from hardware.simulator.view import SIZE, place_camera

VALUES = {"jeton": 1, "fiche": 5, "contrat": 10}


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)


@pytest.fixture(scope="module")
def filmed():
    """A whole quick round and its frames."""
    table = SimulatedTable(11, players=4, layout="pile", fps=10, pace=3)
    return table, list(table.frames())


def told(table):
    """The engine's events, put together from what lies beside the film: truth and calls, by time."""
    place = table_from_json(table.table, "table", table.size)
    lines = [(event["t"], event) for event in table.truth["events"]]
    lines += [(call["t"], {"type": "called", **call}) for call in table.calls]
    events = [place.game_started(), place.round_started()]
    for _, line in sorted(lines, key=lambda pair: pair[0]):
        if line["type"] == "card_played":
            events.append(CardPlayed(line["player"], parse_card(line["card"])))
        elif line["type"] == "called":
            events.append(Called(line["player"], parse_card(line["card"])))
        elif line["type"] == "hand_shown":
            events.append(HandShown(line["player"], tuple(parse_card(card) for card in line["cards"])))
    return events


@pytest.mark.parametrize("seed", range(6))
def test_truth_and_calls_settle_to_the_same_settlement(seed):
    table = SimulatedTable(seed)
    assert 45 < table.duration < 130
    evening = game.fold(told(table))
    settlement = to_json(evening.settlements[0])
    assert {name: settlement[name] for name in table.truth["settlement"]} == table.truth["settlement"]
    before, after = table.table["boxes"], table.truth["settlement"]["boxes"]
    assert sum(after.values()) - sum(before.values()) == -sum(table.truth["settlement"]["net"].values())
    kinds = [event["type"] for event in table.truth["events"]]
    assert kinds.count("box_taken") == len(table.truth["settlement"]["takes"])
    assert kinds.count("missed_call") == len(table.truth["settlement"]["missed_calls"])
    assert kinds.count("ante") == len(table.table["players"])


@pytest.mark.parametrize("seed", range(3))
def test_the_game_of_1760_is_filmed_too(seed):
    table = SimulatedTable(seed, rules="avantcoureur", options={"accidental_hoc_pays": "on"}, rounds=2)
    assert table.table["rules"] == "avantcoureur" and len(table.table["players"]) in (3, 5)
    settlements = [to_json(each) for each in game.fold(table.events).settlements]
    for settlement, true in zip(settlements, table.truth["settlements"], strict=True):
        assert {name: settlement[name] for name in true} == true
    antes = [event["player"] for event in table.truth["events"] if event["type"] == "ante"]
    assert antes == [settlement["dealer"] for settlement in settlements]
    # Anticlockwise as the camera sees them, once round.
    middle = np.mean([player["seat"] for player in table.table["players"]], axis=0)
    seats = np.array([player["seat"] for player in table.table["players"]]) - middle
    angles = np.arctan2(seats[:, 1], seats[:, 0])
    assert ((angles - np.roll(angles, -1)) % (2 * np.pi)).sum() == pytest.approx(2 * np.pi)


def test_antes_put_the_right_chips_into_each_box():
    for seed in range(3):
        table = SimulatedTable(seed, players=5)
        held = dict(table.table["boxes"])
        for event in (event for event in table.truth["events"] if event["type"] == "ante"):
            held = {box.code: held[box.code] + ANTES[box] for box in HONOURS}
            counted = {
                box: sum(VALUES[kind] * count for kind, count in chips.items())
                for box, chips in event["chips"].items()
            }
            assert counted == held


def test_same_seed_same_film_other_seed_other_film():
    def told_by(seed):
        table = SimulatedTable(seed, pace=4, fps=5)
        few = itertools.islice(table.frames(), 0, 40, 8)
        return table.table, table.calls, table.truth, [frame.image for frame in few]

    first, again, other = told_by(5), told_by(5), told_by(6)
    assert first[:3] == again[:3]
    assert all(np.array_equal(a, b) for a, b in zip(first[3], again[3], strict=True))
    assert first[2] != other[2]
    assert not np.array_equal(first[3][0], other[3][0])


def test_frames_are_a_camera_s(filmed):
    table, frames = filmed
    assert (table.size, table.fps, table.live) == (SIZE, 10, False)
    assert [frame.number for frame in frames] == list(range(len(frames)))
    assert frames[-1].t == pytest.approx(table.duration, abs=0.1)
    assert all(frame.image.shape == (720, 1280, 3) and not frame.image.flags.writeable for frame in frames)


def test_every_card_is_really_seen_at_its_corners_when_it_lies_free(filmed):
    table, frames = filmed
    drawn = Deck(table._room.deck.style)
    played = [event for event in table.truth["events"] if event["type"] == "card_played"]
    assert len(played) > 15
    for event in played:
        corners = np.array(event["corners"], np.float32)
        assert (corners >= 0).all() and (corners <= SIZE).all()
        own = parse_card(event["card"])
        height, width = drawn.face(own).shape[:2]
        upright = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        image = frames[round(event["t"] * table.fps)].image
        flat = cv2.warpPerspective(image, cv2.getPerspectiveTransform(corners, upright), (width, height))
        likeness = {card: correlation(flat, drawn.face(card)[..., :3]) for card in DECK}
        assert likeness[own] > 0.6
        assert max(likeness, key=likeness.get) == own


def correlation(a, b):
    """Of two pictures, blurred as a lens would, −1…1."""
    a, b = (cv2.resize(cv2.blur(p, (5, 5)), (63, 88)).astype(float).ravel() for p in (a, b))
    return float(np.corrcoef(a, b)[0, 1])


def test_card_is_covered_or_absent_in_the_frame_before_it_lies_free(filmed):
    table, frames = filmed
    for event in (event for event in table.truth["events"] if event["type"] == "card_played"):
        number = round(event["t"] * table.fps)
        mask = np.zeros((720, 1280), np.uint8)
        cv2.fillConvexPoly(mask, np.array(event["corners"], np.float32).round().astype(np.int32), 1)
        before, free = (cv2.blur(frames[n].image, (5, 5)).astype(int) for n in (number - 1, number))
        assert np.abs(before - free)[mask > 0].max() > 25


@pytest.mark.parametrize("kind", LAYOUTS)
@pytest.mark.parametrize("players", range(2, 9))
def test_everybody_has_room(players, kind):
    for seed in range(12):
        rng = random.Random(seed)
        plan = lay_out(rng, players, kind)
        view = place_camera(rng, plan.width, plan.depth)
        x, y = plan.width / 2, plan.depth / 2
        seen = view.project(np.array([(-x, -y), (x, -y), (x, y), (-x, y)]))
        assert (seen > -1).all() and (seen < np.array(SIZE) + 1).all()
        assert (np.abs(plan.board) <= np.array([x, y]) - BAND + 1).all()
        seats = np.array([seat.edge for seat in plan.seats])
        # Clockwise as the camera sees them, once round.
        angles = np.arctan2(seats[:, 1], seats[:, 0])
        steps = (np.roll(angles, -1) - angles) % (2 * np.pi)
        assert steps.sum() == pytest.approx(2 * np.pi)


def test_evening_carries_boxes_over_and_moves_the_dealer():
    table = SimulatedTable(4, players=3, rounds=3, pace=4)
    settled = table.truth["settlements"]
    assert [line["round"] for line in settled] == [1, 2, 3]
    assert len({line["dealer"] for line in settled}) == 3
    antes = [event for event in table.truth["events"] if event["type"] == "ante"]
    assert len(antes) == 9
    for number in (1, 2):
        for box, chips in antes[3 * number]["chips"].items():
            value = sum(VALUES[kind] * count for kind, count in chips.items())
            assert value == settled[number - 1]["boxes"][box] + ANTES[parse_card(box)]


def test_written_film_is_what_watch_reads(tmp_path):
    table = SimulatedTable(2, players=3, fps=4, pace=4)
    film = table.write(tmp_path, "short")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "short.calls.jsonl",
        "short.mp4",
        "short.table.json",
        "short.truth.json",
    ]
    with open_camera(str(film)) as camera:
        frames = list(camera)
    assert camera.size == table.size and camera.fps == 4
    assert frames[-1].t == pytest.approx(table.duration, abs=0.5)
    table_from_json(json.loads((tmp_path / "short.table.json").read_text()), "short", camera.size)
    calls = [json.loads(line) for line in (tmp_path / "short.calls.jsonl").read_text().splitlines()]
    assert calls == table.calls
    assert json.loads((tmp_path / "short.truth.json").read_text()) == table.truth


def test_live_table_leaves_out_what_nobody_fetched():
    table = SimulatedTable(3, fps=30, live=True)
    first = next(table)
    time.sleep(0.4)
    second = next(table)
    assert table.live and second.number - first.number >= 8


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 9},
        {"players": 1},
        {"layout": "heap"},
        {"fps": 0},
        {"pace": 9},
        {"rounds": 0},
        {"rules": "nap"},
        {"rules": "avantcoureur", "players": 4},
        {"options": {"opera": "never"}},
    ],
)
def test_what_cannot_be_simulated_is_refused(wrong):
    with pytest.raises(BadInput):
        SimulatedTable(1, **wrong)


def test_decks_differ_and_their_faces_are_told_apart():
    styles = [deck_style(random.Random(seed)) for seed in range(12)]
    assert {style.indices for style in styles} == {"french", "english", "german"}
    assert {style.four_corners for style in styles} == {True, False}
    deck = Deck(styles[0])
    faces = [cv2.resize(deck.face(card)[..., :3], (63, 88)).astype(float).ravel() for card in DECK]
    likeness = np.corrcoef(faces) - np.eye(len(DECK))
    assert likeness.max() < 0.985
