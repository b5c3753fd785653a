"""Films of unruly people and of tables at which people live: the round stays, the truth tells the rest."""

import random
from collections import Counter
from importlib.metadata import EntryPoint
from itertools import pairwise

import cv2
import numpy as np
import pytest

from engine.cards import DECK, HONOURS, parse_card
from engine.errors import BadInput
from engine.events import RoundStarted, to_json
from engine.games import game
from hardware.simulator import Disturbances, SimulatedTable, disturbances
from hardware.simulator.acting.runs import INTERVALS, LONGEST
from hardware.simulator.cards.deck import Deck, deck_style
from hardware.simulator.disturbances import LIVED_IN, NAMES, UNRULY
from hardware.simulator.drawing.view import SIZE, place_camera
from hardware.simulator.filming.begun import WHEN
from hardware.simulator.layout import lay_out
from hardware.simulator.stage.script import LayCard, TakeAway
from hardware.simulator.surroundings.cloths import CLOTHS, cloth
from hardware.simulator.surroundings.weather import weather

VALUES = {"jeton": 1, "fiche": 5, "contrat": 10}


def film(names, seed=3, players=4, **how):
    return SimulatedTable(seed, players, disturbances=Disturbances.of(names), **{"fps": 5, "pace": 2, **how})


def upsets(table, kind):
    return [upset for upset in table.truth["disturbances"] if upset["kind"] == kind]


def played(table):
    return [event for event in table.truth["events"] if event["type"] == "card_played"]


def worth(chips):
    return sum(VALUES[kind] * count for kind, count in chips.items())


def inside(*outlines):
    """Which pixels lie within one of the outlines."""
    mask = np.zeros((720, 1280), np.uint8)
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32) for outline in outlines], 1)
    return mask > 0


# --- switches ------------------------------------------------------------------------------


def test_disturbances_are_switches():
    both = Disturbances(bump=True, glare=True)
    assert Disturbances.of("all").names == NAMES and Disturbances.of("none") == Disturbances()
    assert Disturbances.of("unruly,lived_in,begun").names == NAMES
    assert set(UNRULY) | set(LIVED_IN) == set(NAMES) - {"begun"} and not set(UNRULY) & set(LIVED_IN)
    assert Disturbances.of("bump,glare") == Disturbances.of(["glare", "bump"]) == both
    with pytest.raises(BadInput, match="earthquake"):
        Disturbances.of("bump,earthquake")


def test_a_name_that_means_several_disturbances_is_refused_in_one_line(monkeypatch):
    both = tuple(EntryPoint("hail", f"weather_{n}:hail", disturbances.GROUP) for n in range(2))
    monkeypatch.setattr(disturbances, "entry_points", lambda **of: both)
    with pytest.raises(BadInput, match=r"--disturbances hail: several are named so .*weather_1"):
        disturbances.brought("hail")


# --- the round stays -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def quiet():
    return film("none", 1, 3)


@pytest.fixture(scope="module")
def lived_in():
    """A round at which all happens that may, but that the film begins later."""
    return film("unruly,lived_in", 1, 3)


def without_starts(table):
    return [event for event in table.events if not isinstance(event, RoundStarted)]


def test_whatever_happens_the_round_is_the_same_and_settles_as_it_was_played(quiet, lived_in):
    assert without_starts(lived_in) == without_starts(quiet) and quiet.truth["disturbances"] == []
    settled = [to_json(each) for each in game.fold(lived_in.events).settlements]
    truth = lived_in.truth["settlement"]
    assert [{name: one[name] for name in truth} for one in settled] == [truth]
    happened = {upset["kind"] for upset in lived_in.truth["disturbances"]}
    assert happened >= {*UNRULY, *LIVED_IN} - {
        "square_up",
        "two_cards",
        "runs",
        "boards",
        "fans",
        "board_bump",
    }
    for upset in lived_in.truth["disturbances"]:
        assert 0 <= upset["t"] <= upset["until"] <= lived_in.duration + 10


def test_boxes_may_begin_full_and_no_chip_is_lost(lived_in):
    (upset,) = upsets(lived_in, "leftovers")
    boxes = lived_in.table["boxes"]
    assert {code: worth(chips) for code, chips in upset["boxes"].items()} == boxes
    assert all(boxes.values()) and set(boxes) == {box.code for box in HONOURS}
    first = next(event for event in lived_in.events if isinstance(event, RoundStarted))
    assert boxes == {box.code: value for box, value in first.boxes.items()}
    settlements = game.fold(lived_in.events).settlements
    nets = sum(sum(each.net.values()) for each in settlements)
    assert sum(settlements[-1].boxes.values()) + nets == sum(boxes.values())


def test_the_same_seed_has_the_same_film_and_each_disturbance_dice_of_its_own(lived_in):
    again = film("unruly,lived_in", 1, 3)
    assert (again.truth, again.table, again.calls) == (lived_in.truth, lived_in.table, lived_in.calls)
    one, other = (next(table.pictures([0.3])) for table in (lived_in, again))
    assert np.array_equal(one, other)
    alone = film("cloths", 1, 3)
    assert upsets(alone, "cloths")[0]["cloth"] == upsets(lived_in, "cloths")[0]["cloth"]


# --- chips ---------------------------------------------------------------------------------


def added(*counts):
    """Chips by kind, all together; kinds of which there are none are left out."""
    together = Counter()
    for chips in counts:
        together.update(chips)
    return {kind: count for kind, count in together.items() if count}


@pytest.mark.parametrize("how", [{"rounds": 3}, {"rules": "avantcoureur", "players": 3, "rounds": 2}])
def test_chips_only_change_hands(how):
    table = film("stocks", 4, **how)
    moves = upsets(table, "stocks")
    held = {each["player"]: each["chips"] for each in moves if each["what"] == "start"}
    began = {player: worth(chips) for player, chips in held.items()}
    at_once = Counter()
    for each in moves:
        player, other = each["player"], each.get("other")
        if each["what"] == "start":
            continue
        if each["what"] in ("ante", "payment", "change"):
            assert worth(each["paid"]) >= worth(each["back"])
        if other in held:
            held[other] = added(held[other], each["paid"], {k: -n for k, n in each["back"].items()})
            assert min(held[other].values()) > 0
        held[player] = added(held[player], each["back"], {k: -n for k, n in each["paid"].items()})
        at_once[player, each["t"]] += 1
        if each["what"] != "ante" or at_once[player, each["t"]] == 5:
            # What the truth says he has is what he had and what came and went.
            assert held[player] == added(each["chips"]) and min(held[player].values()) > 0
    settlements = table.truth["settlements"]
    owed = settlements[-1]
    for player, chips in held.items():
        # What the last round brings into boxes, and an opéra out of them, is left to the next one.
        late = sum(bete["chips"] for bete in owed["betes"] if bete["player"] == player)
        late -= sum(owed["swept"].values()) if owed["winner"] == player else 0
        assert worth(chips) - began[player] == sum(each["net"][player] for each in settlements) + late


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
        if change.t <= t + 1e-3 and isinstance(change, LayCard):
            assert change.card.code not in cards
            cards.add(change.card.code)
        elif change.t <= t + 1e-3 and isinstance(change, TakeAway):
            assert {card.code for card in change.cards} <= cards
            cards -= {card.code for card in change.cards}
    return cards


@pytest.mark.parametrize(
    ("names", "how"),
    [
        ("held,deal,take_back,face_down,straighten,square_up", {"players": 3, "rounds": 2}),
        ("held,runs", {}),
    ],
)
def test_every_card_is_in_one_place_at_any_moment(names, how):
    table = film(names, 4, **how)
    places = list(followed(table))
    shown = {"pile", "table", "talon"} if "deal" in names else {"pile", "table"}
    for (t, where, whose), after in pairwise([*places, (table.duration, {}, {})]):
        if after[0] - t < 2e-3:
            continue
        assert lying_at(table, t) == {card for card, place in where.items() if place in shown}
        fans = {line["player"]: line for line in table.truth["hands"] if line["t"] <= t + 1e-3}
        for player, line in fans.items():
            theirs = {c for c, place in where.items() if place == "hand" and whose[c] == player}
            assert set(line["cards"]) <= theirs, "what is not in the fan is between two fingers"
    ended = places[-1][1]
    laid = {event["card"] for event in played(table)[-sum(place == "pile" for place in ended.values()) :]}
    assert laid == {card for card, place in ended.items() if place == "pile"}
    assert not [card for card, place in ended.items() if place in ("hand", "pack")]


def fans(table, player):
    """What a player holds in the picture, whenever it changes."""
    return [line for line in table.truth["hands"] if line["player"] == player]


@pytest.fixture(scope="module")
def held():
    return film("held", 4, layout="pile", pace=1, fps=15)


def test_a_fan_shrinks_by_each_card_that_its_player_lays(held):
    fallen = {
        card: deed["t"]
        for deed in upsets(held, "held")
        if deed["what"] == "dropped"
        for card in deed["cards"]
    }
    for player in (each["name"] for each in held.table["players"]):
        laid = {event["card"]: event["t"] for event in played(held) if event["player"] == player}
        seen = set()
        for before, after in pairwise(fans(held, player)):
            one, then = set(before["cards"]), set(after["cards"])
            if not one or (not then and (len(one) > 1 or not one & laid.keys())):
                continue  # the whole hand is put down, shown, or taken up again
            for card in one - then:
                seen.add(card)
                lies = laid.get(card, np.inf)
                assert after["t"] < lies < after["t"] + 8 or abs(fallen.get(card, np.inf) - after["t"]) < 1
            assert len(one - then) + len(then - one) <= 1
        # What he laid was in his fan before, card by card, but for a last one.
        assert len(set(laid) - seen) <= 1


def test_hands_are_put_down_dropped_and_given_to_a_neighbour(held):
    deeds = upsets(held, "held")
    known = {"dropped", "fumbled", "laid_down", "handed_over"}
    assert {deed["what"] for deed in deeds} <= known and len({deed["what"] for deed in deeds}) >= 3
    for deed in deeds:
        lines = [line for line in fans(held, deed["player"]) if deed["t"] - 0.6 < line["t"]]
        away = [line for line in lines if line["t"] < deed["until"] - 1.3]
        if deed["what"] in ("laid_down", "handed_over"):
            assert away and not away[-1]["cards"]
            laid = [event["t"] for event in played(held) if event["player"] == deed["player"]]
            assert not [t for t in laid if deed["t"] + 1 < t < deed["until"]]
            (back, *_) = (line for line in lines if line["t"] > deed["until"] - 1.3 and line["cards"])
            assert set(back["cards"]) == set(deed["cards"])
        elif deed["what"] == "dropped":
            assert deed["cards"][0] not in away[-1]["cards"]


def test_runs_are_of_one_player_and_keep_their_intervals():
    table = film("runs", layout="pile", pace=1, fps=15)
    order = [event["card"] for event in played(table)]
    lies = {event["card"]: event for event in played(table)}
    runs = upsets(table, "runs")
    assert len(runs) > 4 and {run["how"] for run in runs} <= {"hand", "fan"}
    for run in runs:
        first = order.index(run["cards"][0])
        assert order[first : first + len(run["cards"])] == run["cards"] and 2 <= len(run["cards"]) <= LONGEST
        assert {lies[card]["player"] for card in run["cards"]} == {run["player"]}
        steps = [after - before for before, after in pairwise(run["down"])]
        if run["how"] == "fan":
            assert not any(steps)
            continue
        assert all(INTERVALS[0] - 2e-3 <= step <= INTERVALS[1] + 2e-3 for step in steps)
        for card, down in zip(run["cards"][:-1], run["down"], strict=False):
            assert 0 <= lies[card]["t"] - down < 1 / table.fps + 2e-3


def test_of_hands_shown_tightly_a_fifth_of_each_card_is_in_sight():
    table = film("tight_hands", layout="pile")
    lying = {change.card.code: change for change in table._script.changes if hasattr(change, "card")}
    hands = [event["cards"] for event in table.truth["events"] if event["type"] == "hand_shown"]
    for one, then in (pair for cards in hands for pair in pairwise(cards)):
        step = np.linalg.norm(lying[one].corners[0] - lying[then].corners[0]) / table._room.deck.style.width
        assert 0.14 < step < 0.27


# --- where the film begins, where the camera stands ---------------------------------------


@pytest.mark.parametrize("what", WHEN)
def test_a_late_film_is_the_rest_of_the_whole_one_and_the_truth_tells_what_was_before(what):
    seed = next(seed for seed in range(100) if random.Random(f"{seed}/begun").choice(WHEN) == what)
    fps = 2 if what == "restart" else 5
    late, whole = (film(names, seed, layout="pile", fps=fps) for names in ("begun", "none"))
    (upset,), before = upsets(late, "begun"), late.truth["before"]
    assert upset["what"] == before["what"] == what and late.truth["settlement"] == whole.truth["settlement"]
    since = late._first / late.fps
    everything = [*before["events"], *late.truth["events"]]
    assert [{**event, "t": pytest.approx(event["t"] + since, abs=0.002)} for event in everything] == (
        whole.truth["events"]
    )
    assert all(event["t"] < 0 for event in before["events"]) and late.truth["events"][0]["t"] >= 0
    assert len(before["calls"]) + len(late.calls) == len(whole.calls)
    laid = [event for event in before["events"] if event["type"] == "card_played"]
    assert bool(laid) == (what == "mid_round")
    assert [each["card"] for each in before["lying"]] == [event["card"] for event in laid]
    for player, count in before["hands"].items():
        own = [event for event in late.truth["events"] if event.get("player") == player]
        cards = sum(
            len(event.get("cards", [0])) for event in own if event["type"] in ("card_played", "hand_shown")
        )
        assert count == cards
    if what == "restart":
        times = [frame.t for frame in late.frames()]
        assert times[0] == 0 and not [t for t in times if upset["t"] + 0.2 < t < upset["until"] - 0.2]
        assert upset["t"] + 2 < upset["until"] and upset["t"] < times[-1]
    else:
        first, (same,) = next(late.frames()), whole.pictures([since])
        assert (first.number, first.t) == (0, 0)
        away = [cv2.blur(image, (9, 9)).astype(int) for image in (first.image, same)]
        assert np.abs(away[0] - away[1]).mean() < 2


def test_a_low_camera_stands_low_and_sees_the_whole_table():
    (upset,) = upsets(film("oblique", 4, pace=4), "oblique")
    assert 35 <= upset["degrees"] <= 60
    for seed in range(14):
        plan = lay_out(random.Random(seed), 2 + seed % 7)
        x, y = plan.width / 2 + 60, plan.depth / 2 + 60
        view = place_camera(random.Random(seed), plan.width, plan.depth, low=random.Random(seed), around=60)
        seen = view.project(np.array([(-x, -y), (x, -y), (x, y), (-x, y)]))
        assert (seen > -1).all() and (seen < np.array(SIZE) + 1).all()
        assert 34.9 <= np.degrees(np.arccos(-view.axes[2, 2])) <= 61


# --- what is seen --------------------------------------------------------------------------


def looks_like(table, image, corners, card):
    """How like a card a place in the picture is, −1…1."""
    face = cv2.resize(table._room.deck.face(parse_card(card))[..., :3], (56, 80))
    upright = np.array([(0, 0), (56, 0), (56, 80), (0, 80)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), upright)
    flat = cv2.warpPerspective(image, matrix, (56, 80))
    likeness = [np.corrcoef(cv2.blur(flat, (5, 5)).ravel(), cv2.blur(each, (5, 5)).ravel())[0, 1]
                for each in (face, face[::-1, ::-1])]  # fmt: skip
    return max(likeness)


def test_mishaps_with_cards_are_seen():
    """A card lies face down, is taken back, is turned; two come at once."""
    kinds = ("face_down", "take_back", "two_cards", "straighten")
    table = film(",".join(kinds), 4, 3, layout="pile", fps=10)
    down, back, two, turned = (upsets(table, kind)[0] for kind in kinds)
    lies = {event["card"]: event for event in played(table)}
    one, upper = (lies[card] for card in two["cards"])
    moments = {
        "down": down["t"] + 0.6, "up": lies[down["card"]]["t"],
        "there": back["t"], "gone": back["until"],
        "before": one["t"] - 1.2, "both": upper["t"],
        "straight": turned["until"],
    }  # fmt: skip
    order = sorted(moments, key=moments.get)
    seen = dict(zip(order, table.pictures(moments[name] for name in order), strict=True))
    turned_up = lies[down["card"]]
    assert looks_like(table, seen["up"], turned_up["corners"], down["card"]) > 0.6
    assert looks_like(table, seen["down"], turned_up["corners"], down["card"]) < 0.5
    assert (back["card"], back["t"]) not in {(event["card"], event["t"]) for event in played(table)}
    assert (away(seen["there"], seen["gone"]).max(2) > 60).sum() > 800, "about a card"
    assert one["player"] == upper["player"] and upper["t"] - one["t"] < 0.21
    assert looks_like(table, seen["both"], upper["corners"], upper["card"]) > 0.6
    assert away(seen["before"], seen["both"])[inside(one["corners"])].mean() > 15
    corners = np.array(turned["corners"])
    assert np.abs(corners - lies[turned["card"]]["corners"]).max() > 4
    assert looks_like(table, seen["straight"], turned["corners"], turned["card"]) > 0.6


def away(one, other):
    return np.abs(one.astype(int) - other)


def test_a_camera_that_is_knocked_stays_so():
    table = film("bump", 3)
    (bump,) = upsets(table, "bump")
    before, after = table.pictures([bump["t"] - 0.2, bump["until"] + 0.2])
    was = table.table["board"]
    assert 2 < np.linalg.norm(np.array(bump["board"]) - was, axis=1).mean() < 60
    matrix = cv2.getPerspectiveTransform(*(np.array(each, np.float32) for each in (was, bump["board"])))
    carried, board = cv2.warpPerspective(before, matrix, SIZE), inside(bump["board"])
    assert away(carried, after)[board].mean() < 0.6 * away(before, after)[board].mean()


def test_light_trembles_exposure_jumps_and_heads_cast_shadows():
    grey = np.full((720, 1280, 3), 120, np.uint8)
    seats = np.array([[640.0, 700.0], [640.0, 20.0]])

    def sky(name):
        return weather(3, Disturbances.of(name), 60.0, seats)

    trembles, _ = sky("flicker")
    rows = np.array([trembles.over(grey.copy(), t).mean((1, 2)) for t in np.arange(0.2, 0.6, 0.1)])
    assert np.ptp(rows, axis=0).mean() > 0.02 * rows.mean()
    jumps, (jump, *_) = sky("exposure")
    before, after = (jumps.over(grey.copy(), jump[when]).mean() for when in ("t", "until"))
    assert after / before == pytest.approx(jump["factor"], abs=0.02)
    shady, (head, *_) = sky("shadows")
    off, on = (shady.over(grey.copy(), t) for t in (head["t"], (head["t"] + head["until"]) / 2))
    assert ((off.astype(int) - on).mean(2) > 12).mean() > 0.004


def test_people_and_their_fans_are_seen_where_the_truth_says_and_hide_nothing_that_is_needed():
    table = film("heads,held", layout="pile")
    needed = inside(table.table["board"], *(event["corners"] for event in played(table)))
    held = [line for line in table.truth["hands"] if line["cards"]]
    assert (inside(*(line["outline"] for line in held)) & needed).sum() < 400
    sitting = [upset for upset in upsets(table, "heads") if "outline" in upset]
    assert sitting and len({upset["player"] for upset in sitting}) == len(sitting)
    people = inside(*(upset["outline"] for upset in sitting))
    assert people.sum() > 1500 and (people & needed).sum() < 100
    first = held[:4]
    bare, there = table.pictures([first[0]["t"] - 0.5, max(line["t"] for line in first) + 1.0])
    for line in first:
        assert (away(there, bare).max(2) > 25)[inside(line["outline"])].mean() > 0.6


def test_what_lies_about_hides_no_card_and_strays_lie_where_the_truth_says():
    table, bare = film("clutter,stocks,strays,cloths", 5, layout="pile"), film("none", 5, layout="pile")
    assert table.events == bare.events
    board = inside(table.table["board"])
    for each in upsets(table, "clutter"):
        assert "outline" not in each or not (inside(each["outline"]) & board).any()
    laid = played(table)[::9]
    times = [0.2, *(event["t"] for event in laid)]
    images = list(table.pictures(times))
    for event, image in zip(laid, images[1:], strict=True):
        assert looks_like(table, image, event["corners"], event["card"]) > 0.55
    notes = upsets(table, "strays")
    everyones = {card for event in table.truth["events"] for card in event.get("cards", [event.get("card")])}
    for each in notes:
        own = each["what"] == "card" and each["pack"] == "own"
        assert 0 <= each["t"] <= each["until"] and len(each["corners"]) == 4
        assert not own or each["card"] not in everyones, "nobody plays it"
        if own and each["t"] == 0:
            assert looks_like(table, images[0], each["corners"], each["card"]) > 0.6
    (cloths,) = upsets(table, "cloths")
    off = away(images[0], next(bare.pictures([0.2]))).mean(2)
    assert cloths["cloth"] in CLOTHS
    assert off[cv2.erode(board.astype(np.uint8), np.ones((25, 25))) > 0].mean() < off[~board].mean()


def test_each_cloth_covers_the_table_with_its_pattern():
    bare = np.full((350, 450, 3), (60, 90, 120), np.uint8)
    seen = {}
    for seed in range(30):
        pattern = random.Random(f"{seed}/cloths").choice(list(CLOTHS))
        if pattern not in seen:
            name, seen[pattern] = cloth(seed, bare, Deck(deck_style(random.Random(seed))))
            there = seen[pattern]
            assert name == pattern and there.shape == bare.shape and there.dtype == np.uint8
            # It is no plain cloth: brightness varies by more than the weave does.
            assert there.std((0, 1)).max() > 12, pattern
            through = (np.abs(there.astype(int) - bare).max(2) < 25).mean()
            assert (0.05 < through < 0.9) == (pattern == "lace"), pattern
    assert set(seen) == set(CLOTHS)
