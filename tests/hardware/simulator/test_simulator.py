"""The simulated table: legal, conserved, repeatable, and really to be seen in its pictures."""

import json
import random
import time
from importlib.metadata import EntryPoint

import cv2
import numpy as np
import pytest

from engine.cards import ANTES, DECK, HONOURS, parse_card
from engine.errors import BadInput
from engine.events import Called, CardPlayed, HandShown, to_json
from engine.games import game
from engine.table import table_from_json
from hardware.cameras import open_camera
from hardware.simulator import BOARDS, LAYOUTS, Disturbances, SimulatedTable, disturbances
from hardware.simulator.cards.deck import Deck, deck_style
from hardware.simulator.disturbances import LIVED_IN, NAMES, UNRULY
from hardware.simulator.drawing.view import SIZE, place_camera
from hardware.simulator.filming.renderer import Renderer
from hardware.simulator.layout import BAND, lay_out
from hardware.simulator.people.arms import draw_arm
from hardware.simulator.surroundings import surfaces

VALUES = {"jeton": 1, "fiche": 5, "contrat": 10}


def remembered(function, key, told):
    """The function, which gives again what it has given for the same key; ``told``: where that is kept."""

    def again(*args):
        known = (function, key(*args))
        if known not in told:
            told[known] = function(*args)
        return told[known]

    return again


@pytest.fixture(autouse=True, scope="module")
def drawn_once():
    """Tables of one seed have arms, cards and a table top alike: drawn once for all tests but those that
    forget it (the dict)."""
    told = {}
    with pytest.MonkeyPatch.context() as patch:
        arm = remembered(draw_arm, lambda style, pose, light: (style, pose, light.tobytes()), told)
        patch.setattr("hardware.simulator.stage.furnishing.draw_arm", arm)
        patch.setattr(Deck, "_draw", remembered(Deck._draw, lambda deck, card: (deck.style, card), told))
        top = remembered(surfaces.surface, lambda die, *size: (die.getstate(), size), told)
        patch.setattr(surfaces, "surface", top)
        yield told


@pytest.fixture(scope="module")
def filmed():
    """A whole quick round, and those of its frames that show a card as it comes to lie, or just before."""
    table = SimulatedTable(11, players=4, layout="pile", fps=10, pace=3)
    played = [event for event in table.truth["events"] if event["type"] == "card_played"]
    wanted = {round(event["t"] * table.fps) - before for event in played for before in (0, 1)}
    frames = {}
    for number, frame in enumerate(table.frames()):
        assert frame.number == number and frame.image.shape == (720, 1280, 3)
        assert not frame.image.flags.writeable
        if number in wanted:
            frames[number] = frame.image
    assert frame.t == pytest.approx(table.duration, abs=0.1)
    return table, frames


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


@pytest.mark.parametrize(
    "house",
    [*({"options": {"must_continue": duty}} for duty in ("on", "runner")), {"rules": "avantcoureur"}],
)
def test_people_overlook_cards_that_they_had_to_lay_and_the_truth_says_which(house):
    table = SimulatedTable(3, players=3, overlooks=0.3, **house)
    evening = game.fold(table.events)
    noted = [(each["player"], each["card"]) for each in table.truth["events"] if each["type"] == "overlooked"]
    kept = [(evening.players[laid.player], laid.card.code) for laid in evening.round.overlooked]
    assert noted and noted == kept
    with_care = SimulatedTable(3, players=3, **house)
    assert not [each for each in with_care.truth["events"] if each["type"] == "overlooked"]
    with pytest.raises(BadInput):
        SimulatedTable(3, overlooks=2.0)


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


def test_same_seed_same_film_other_seed_other_film(drawn_once):
    def told_by(seed):
        drawn_once.clear()
        table = SimulatedTable(seed, pace=4, fps=5)
        return table.table, table.calls, table.truth, frames_at(table, (0, 1.6, 3.2, 4.8, 6.4))

    first, again, other = told_by(5), told_by(5), told_by(6)
    assert first[:3] == again[:3]
    assert all(np.array_equal(a, b) for a, b in zip(first[3], again[3], strict=True))
    assert first[2] != other[2]
    assert not np.array_equal(first[3][0], other[3][0])


def test_frames_are_a_camera_s(filmed):
    table, frames = filmed
    assert (table.size, table.fps, table.live) == (SIZE, 10, False)
    assert len(frames) > 15


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
        image = frames[round(event["t"] * table.fps)]
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
        before, free = (cv2.blur(frames[n], (5, 5)).astype(int) for n in (number - 1, number))
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
        {"rules": "nap", "players": 2},
        {"rules": "nap", "players": 9},
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


# --- disturbances --------------------------------------------------------------------------

ALL = Disturbances.of("unruly")


def upsets(table, kind):
    return [upset for upset in table.truth["disturbances"] if upset["kind"] == kind]


def frames_at(table, times):
    """The pictures at these seconds, without those between them."""
    renderer = Renderer(table._room, table._script, table.fps)
    numbers = [round(t * table.fps) for t in times]
    found = {number: renderer.picture(number / table.fps) for number in sorted(set(numbers))}
    return [found[number].astype(int) for number in numbers]


def disturbed(names, seed=3, **how):
    """A film in which that happens and nothing else."""
    among = Disturbances.of(names)
    table = SimulatedTable(seed, disturbances=among, **{"fps": 10, "pace": 2, "players": 3, **how})
    assert {upset["kind"] for upset in table.truth["disturbances"]} <= set(among.names)
    return table


@pytest.mark.parametrize(("seed", "players"), [(1, 3), (2, 8), (8, 5)])
def test_disturbed_rounds_settle_to_the_same_settlement(seed, players):
    quiet = SimulatedTable(seed, players)
    table = SimulatedTable(seed, players, disturbances=ALL)
    settlement = to_json(game.fold(told(table)).settlements[0])
    assert {name: settlement[name] for name in table.truth["settlement"]} == table.truth["settlement"]
    # The cards and calls are those of the undisturbed evening.
    assert table.events == quiet.events
    kinds = {upset["kind"] for upset in table.truth["disturbances"]}
    assert kinds >= set(UNRULY) - {"square_up", "two_cards"} and quiet.truth["disturbances"] == []
    for upset in table.truth["disturbances"]:
        assert 0 <= upset["t"] <= upset["until"] <= table.duration + 10


def test_disturbances_are_switches():
    assert Disturbances.of("all").names == NAMES and Disturbances.of("none") == Disturbances()
    assert ALL.names == UNRULY and Disturbances.of("unruly,lived_in,begun").names == NAMES
    assert set(UNRULY) | set(LIVED_IN) == set(NAMES) - {"begun"} and not set(UNRULY) & set(LIVED_IN)
    assert (
        Disturbances.of("bump,glare")
        == Disturbances.of(["glare", "bump"])
        == Disturbances(bump=True, glare=True)
    )
    with pytest.raises(BadInput, match="earthquake"):
        Disturbances.of("bump,earthquake")


def test_the_same_disturbances_by_the_same_seed(drawn_once):
    def told_by(seed):
        drawn_once.clear()
        table = disturbed("unruly", seed, fps=5, pace=4)
        return table.table, table.calls, table.truth, frames_at(table, (0, 4, 8, 12, 16))

    first, again = told_by(5), told_by(5)
    assert first[:3] == again[:3]
    assert all(np.array_equal(a, b) for a, b in zip(first[3], again[3], strict=True))
    assert first[2] != disturbed("unruly", 6, fps=5, pace=4).truth


def flat(table, image, corners, height=160, width=112):
    upright = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), upright)
    return cv2.warpPerspective(np.asarray(image, np.uint8), matrix, (width, height))


def looks_like(table, image, corners, card):
    face = cv2.resize(Deck(table._room.deck.style).face(parse_card(card))[..., :3], (112, 160))
    return max(
        correlation(flat(table, image, turned), face) for turned in (corners, corners[2:] + corners[:2])
    )


def test_two_cards_come_at_once():
    table = disturbed("two_cards", 4, layout="pile")
    (upset, *_) = upsets(table, "two_cards")
    one, then = (
        next(e for e in table.truth["events"] if e["type"] == "card_played" and e["card"] == card)
        for card in upset["cards"]
    )
    assert then["t"] == pytest.approx(one["t"], abs=0.21) and one["player"] == then["player"]
    before, after = frames_at(table, (one["t"] - 1.2, then["t"]))
    assert looks_like(table, after, then["corners"], then["card"]) > 0.6
    # Of the lower one the side that the upper leaves free has come too.
    assert (
        np.abs(after - before)[
            cv2.fillConvexPoly(
                np.zeros((720, 1280), np.uint8), np.array(one["corners"]).round().astype(np.int32), 1
            )
            > 0
        ].mean()
        > 15
    )


def test_a_card_is_taken_back_and_is_nowhere_played_then():
    table = disturbed("take_back", 3, layout="rows")
    (upset, *_) = upsets(table, "take_back")
    lies, gone = frames_at(table, (upset["t"], upset["until"]))
    difference = np.abs(lies - gone).max(2) > 60
    assert difference.sum() > 800  # about a card
    played = {(e["card"], e["t"]) for e in table.truth["events"] if e["type"] == "card_played"}
    assert (upset["card"], upset["t"]) not in played


def test_a_card_lies_face_down_first():
    table = disturbed("face_down", 3, layout="pile")
    (upset,) = upsets(table, "face_down")
    event = next(e for e in table.truth["events"] if e.get("card") == upset["card"])
    down, up = frames_at(table, (upset["t"] + 0.6, event["t"]))
    assert looks_like(table, up, event["corners"], event["card"]) > 0.6
    assert looks_like(table, down, event["corners"], event["card"]) < 0.5


def test_a_card_that_lies_is_straightened():
    table = disturbed("straighten", 3, layout="pile")
    upset = upsets(table, "straighten")[0]
    was = next(e for e in table.truth["events"] if e.get("card") == upset["card"] and "corners" in e)
    turned = np.array(upset["corners"]) - np.array(was["corners"])
    assert np.abs(turned).max() > 4
    (after,) = frames_at(table, (upset["until"],))
    assert looks_like(table, after, upset["corners"], upset["card"]) > 0.6


def test_a_pile_is_squared_up():
    table = disturbed("square_up", 3, layout="pile")
    upset = upsets(table, "square_up")[0]
    before, after = frames_at(table, (upset["t"] - 0.7, upset["until"]))
    background, *_ = frames_at(table, (0.3,))

    def extent(image):
        seen = np.abs(image - background).max(2) > 40
        board = np.array(table.table["board"]).round().astype(np.int32)
        grown = cv2.fillConvexPoly(np.zeros(seen.shape, np.uint8), board, 1)
        seen[cv2.dilate(grown, np.ones((25, 25))) > 0] = False
        return seen.sum()

    assert extent(after) < 0.8 * extent(before)


def test_somebody_leans_in():
    table = disturbed("lean_in", 3)
    for upset in upsets(table, "lean_in"):
        away, there = frames_at(table, (upset["t"], (upset["t"] + upset["until"]) / 2))
        assert (np.abs(there - away).max(2) > 30).mean() > 0.01
    assert {upset["what"] for upset in upsets(disturbed("lean_in", 4), "lean_in")} <= {"arm", "head"}


def test_children_s_hands_are_small_and_sleeves_wide():
    def girths(names):
        table = disturbed(names, pace=4, players=4)
        return table, [np.ptp(arm["hold"].outline[:, 1]) for arm in table._room.arms]

    _, grown = girths("none")
    table, small = girths("children")
    (upset,) = upsets(table, "children")
    for player, child, adult in zip(table.table["players"], small, grown, strict=True):
        assert (child < 0.8 * adult) == (player["name"] in upset["players"])
    _, wide = girths("sleeves")
    assert max(np.array(wide) / grown) > 1.2


def test_sloppy_people_scatter_their_cards_and_slow_ones_take_their_time():
    def spread(table):
        corners = [np.mean(e["corners"], 0) for e in table.truth["events"] if e["type"] == "card_played"]
        return np.std(corners, axis=0).sum()

    seeds = range(1, 4)
    neat = [disturbed("none", seed, layout="pile") for seed in seeds]
    sloppy = sum(spread(disturbed("sloppy", seed, layout="pile")) for seed in seeds)
    assert sloppy > 1.15 * sum(map(spread, neat))
    slow = sum(disturbed("tempo", seed, layout="pile").duration for seed in seeds)
    assert slow > 1.05 * sum(table.duration for table in neat)


def test_chips_heap():
    def heaped(names):
        antes = (e for e in disturbed(names, 3, players=6).truth["events"] if e["type"] == "ante")
        return [len(ante["heaped"]) for ante in antes]

    assert heaped("heaps")[1] >= 2 and heaped("heaps")[1] > heaped("none")[1]


def test_a_lamp_is_mirrored_and_a_window_casts_its_shadow():
    quiet, shiny, dark = (disturbed(names, 3) for names in ("none", "glare", "shadows"))
    (at,) = (upset["at"] for upset in upsets(shiny, "glare"))
    x, y = (int(np.clip(v, 30, most - 30)) for v, most in zip(at, SIZE, strict=True))
    (plain,), (wet,), (barred,) = (frames_at(each, (0.3,)) for each in (quiet, shiny, dark))

    # The lamp hangs elsewhere, so only what is brighter there than nearby counts.
    def stands_out(image):
        return image[y - 30 : y + 30, x - 30 : x + 30].mean() - image.mean()

    assert stands_out(wet) > stands_out(plain) + 10
    assert (barred < plain - 20).mean() > 0.02
    head = next(upset for upset in upsets(dark, "shadows") if "what" not in upset)
    off, on = frames_at(dark, (head["t"], (head["t"] + head["until"]) / 2))
    assert ((off - on).mean(2) > 12).mean() > 0.004


def test_light_trembles_and_exposure_jumps():
    table = disturbed("flicker", 3)
    images = frames_at(table, np.arange(0.2, 0.6, 0.1))
    rows = np.array([image.mean((1, 2)) for image in images])
    assert np.ptp(rows, axis=0).mean() > 0.02 * rows.mean()
    table = disturbed("exposure", 3)
    jump = upsets(table, "exposure")[0]
    before, after = frames_at(table, (jump["t"], jump["until"]))
    dull = before.max(2) < 180
    assert np.median(after[dull].sum(1) / np.maximum(before[dull].sum(1), 1)) == pytest.approx(
        jump["factor"], abs=0.05
    )


def test_camera_and_board_are_knocked_and_stay_so():
    table = disturbed("bump", 3)
    (upset,) = upsets(table, "bump")
    before, after = frames_at(table, (upset["t"] - 0.1, upset["until"] + 0.2))
    moved = np.array(upset["board"]) - np.array(table.table["board"])
    assert 2 < np.linalg.norm(moved, axis=1).mean() < 60
    matrix = cv2.getPerspectiveTransform(
        np.array(table.table["board"], np.float32), np.array(upset["board"], np.float32)
    )
    carried = cv2.warpPerspective(before.astype(np.uint8), matrix, SIZE)
    board = cv2.fillConvexPoly(np.zeros((720, 1280), np.uint8), np.int32(np.round(upset["board"])), 1) > 0
    assert np.abs(carried.astype(int) - after)[board].mean() < 0.6 * np.abs(before - after)[board].mean()
    table = disturbed("board_bump", 3)
    (upset,) = upsets(table, "board_bump")
    before, after = frames_at(table, (upset["t"] - 0.8, upset["until"]))
    board = cv2.fillConvexPoly(np.zeros((720, 1280), np.uint8), np.int32(np.round(upset["board"])), 1) > 0
    assert np.abs(before - after)[board].mean() > 3 > np.abs(before - after)[:60].mean()


def test_frames_are_lost_and_black_ones_come():
    table = disturbed("dropouts", 3, fps=15, pace=4)
    frames = list(table.frames())
    assert [frame.number for frame in frames] == list(range(len(frames)))
    missing = round(table.duration * 15) - len(frames)
    assert 0.005 < missing / len(frames) < 0.3
    kinds = {
        upset["what"] for seed in range(1, 6) for upset in upsets(disturbed("dropouts", seed), "dropouts")
    }
    assert kinds == {"gone", "black"}
    for upset in upsets(table, "dropouts"):
        within = [f for f in frames if upset["t"] + 0.07 < f.t < upset["until"] - 0.07]
        assert not within if upset["what"] == "gone" else within and not any(f.image.any() for f in within)
    for event in table.truth["events"]:
        if event["type"] == "card_played":
            seen = next(frame for frame in frames if round(frame.t * 15) == round(event["t"] * 15))
            assert seen.image.any()


@pytest.mark.parametrize("board", BOARDS)
def test_boards_of_every_form_have_their_boxes_where_the_table_file_says(board):
    table = disturbed("none", 3, board=board, players=4)
    told = table_from_json(table.table, "table", table.size)
    assert bool(told.box_quads) == (board != "square")
    antes = [event["t"] for event in table.truth["events"] if event["type"] == "ante"]
    empty, full = frames_at(table, (0.3, antes[-1]))
    changed = np.abs(full - empty).max(2) > 25
    if board == "square":
        return
    within = np.zeros(changed.shape, np.uint8)
    for quad in told.box_quads.values():
        cv2.fillConvexPoly(within, np.array(quad).round().astype(np.int32), 1)
    grown = cv2.dilate(within, np.ones((9, 9))) > 0
    assert changed[within > 0].mean() > max(0.05, 5 * changed[~grown].mean())


@pytest.mark.parametrize("board", BOARDS)
def test_pile_and_board_keep_apart(board):
    for seed in range(40):
        plan = lay_out(random.Random(seed), form=board)
        x, y = plan.width / 2, plan.depth / 2
        assert (np.abs(plan.board) <= np.array([x, y]) - 60).all()
        if plan.kind == "pile":
            assert cv2.pointPolygonTest(plan.board.astype(np.float32), plan.pile.tolist(), True) < -40


def test_a_name_that_means_several_disturbances_is_refused_in_one_line(monkeypatch):
    both = tuple(EntryPoint("hail", f"weather_{n}:hail", disturbances.GROUP) for n in range(2))
    monkeypatch.setattr(disturbances, "entry_points", lambda **of: both)
    with pytest.raises(BadInput, match=r"--disturbances hail: several are named so .*weather_1"):
        disturbances.brought("hail")
