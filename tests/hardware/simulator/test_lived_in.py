"""A simulated table at which people live: its chips are conserved, its truth tells what lies there."""

import random
from collections import Counter

import cv2
import numpy as np
import pytest

from engine.cards import HONOURS, parse_card
from engine.events import RoundStarted, to_json
from engine.games import game
from hardware.simulator import Disturbances, SimulatedTable
from hardware.simulator.besides.strays import second_pack
from hardware.simulator.cards.deck import Deck, deck_style
from hardware.simulator.disturbances import LIVED_IN
from hardware.simulator.filming.begun import WHEN
from hardware.simulator.filming.renderer import Renderer
from hardware.simulator.surroundings.cloths import CLOTHS, cloth

VALUES = {"jeton": 1, "fiche": 5, "contrat": 10}


def lived_in(names, seed=3, players=4, **how):
    return SimulatedTable(seed, players, disturbances=Disturbances.of(names), **{"fps": 5, "pace": 2, **how})


def upsets(table, kind):
    return [upset for upset in table.truth["disturbances"] if upset["kind"] == kind]


def worth(chips):
    return sum(VALUES[kind] * count for kind, count in chips.items())


@pytest.mark.parametrize("seed", range(2))
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


def pictures_at(table, times):
    """The pictures at these seconds of the film, which may come in any order."""
    renderer = Renderer(table._room, table._script, table.fps)
    numbers = [round(t * table.fps) for t in times]
    found = {number: renderer.picture(number / table.fps) for number in sorted(set(numbers))}
    return [found[number].astype(int) for number in numbers]


def inside(outline):
    """Which pixels lie within an outline."""
    mask = np.zeros((720, 1280), np.uint8)
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 1)
    return mask > 0


def looks_like(table, image, event, deck=None):
    """How like the card of an event its place in the picture is, −1…1."""
    face = cv2.resize((deck or table._room.deck).face(parse_card(event["card"]))[..., :3], (56, 80))
    upright = np.array([(0, 0), (56, 0), (56, 80), (0, 80)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(event["corners"], np.float32), upright)
    flat = cv2.warpPerspective(image.astype(np.uint8), matrix, (56, 80))
    return np.corrcoef(cv2.blur(flat, (5, 5)).ravel(), cv2.blur(face, (5, 5)).ravel())[0, 1]


@pytest.mark.parametrize(
    ("switch", "seed", "layout"), [("clutter", 3, "pile"), ("stocks", 6, "rows"), ("strays", 5, "pile")]
)
def test_whatever_lies_about_hides_no_card_and_changes_no_round(switch, seed, layout):
    table, bare = (lived_in(names, seed, layout=layout) for names in (switch, "none"))
    assert table.events == bare.events
    played = [event for event in table.truth["events"] if event["type"] == "card_played"][::5]
    for event, image in zip(played, pictures_at(table, [each["t"] for each in played]), strict=True):
        assert looks_like(table, image, event) > 0.55
    again = lived_in(switch, seed, layout=layout)
    assert (again.truth, again.table, again.calls) == (table.truth, table.table, table.calls)
    one, then = (pictures_at(each, [9.0]) for each in (table, again))
    assert np.array_equal(one, then)


def test_glasses_are_lifted_and_phones_light_up():
    drunk = lit = 0
    for seed in [3]:
        table = lived_in("clutter", seed)
        notes = upsets(table, "clutter")
        stood = {each["what"] for each in notes if each["t"] == 0}
        assert "phone" in stood and len(stood) >= 4
        for each in notes:
            if each["what"] == "phone lit":
                phone = next(o for o in notes if o["what"] == "phone" and o["t"] == each["t"])
                dark, bright = pictures_at(table, [each["t"] - 0.3, each["t"] + 0.3])
                grew = (bright - dark)[inside(phone["outline"])].mean()
                lit += 1
                assert grew > 25
            elif each["what"] in ("glass", "tumbler", "mug") and each["until"] < table.duration:
                # As long as it is away, another looks through its place.
                later = [o["t"] for o in notes if o["what"] == each["what"] and o["t"] >= each["until"]]
                back = min(later, default=table.duration)
                before, away = pictures_at(table, [each["t"], (each["until"] + back) / 2])
                drunk += 1
                assert np.abs(before - away)[inside(each["outline"])].mean() > 6
    assert drunk and lit


def test_nothing_that_stands_about_hides_board_or_pile():
    for seed in (4, 5):
        table = lived_in("clutter", seed)
        board = inside(table.table["board"])
        for each in upsets(table, "clutter"):
            if "outline" in each:
                assert not (inside(each["outline"]) & board).any()


def added(*counts):
    """Chips by kind, all together; kinds of which there are none are left out."""
    together = Counter()
    for chips in counts:
        together.update(chips)
    return {kind: count for kind, count in together.items() if count}


@pytest.mark.parametrize(
    ("seed", "how"),
    [
        (3, {}),
        (4, {"rounds": 3}),
        (5, {"players": 8}),
        (2, {"rules": "avantcoureur", "players": 3, "rounds": 2}),
    ],
)
def test_chips_only_change_hands(seed, how):
    table = lived_in("stocks", seed, **how)
    held = {each["player"]: each["chips"] for each in upsets(table, "stocks") if each["what"] == "start"}
    began = {player: worth(chips) for player, chips in held.items()}
    at_once = {}
    for each in upsets(table, "stocks"):
        player, other = each["player"], each.get("other")
        if each["what"] == "start":
            continue
        if each["what"] in ("ante", "payment", "change"):
            assert worth(each["paid"]) >= worth(each["back"])
        if other in held:
            held[other] = added(held[other], each["paid"], {k: -n for k, n in each["back"].items()})
            assert min(held[other].values()) > 0
        held[player] = added(held[player], each["back"], {k: -n for k, n in each["paid"].items()})
        at_once.setdefault((player, each["t"]), []).append(each)
        last = at_once[player, each["t"]]
        if each["what"] != "ante" or len(last) == 5:
            # What the truth says he has is what he had and what came and went.
            assert held[player] == added(each["chips"]) and min(held[player].values()) > 0
    settlements = table.truth.get("settlements") or [table.truth["settlement"]]
    owed = settlements[-1]
    for player, chips in held.items():
        # What the last round brings into boxes, and an opéra out of them, is left to the next one.
        late = sum(bete["chips"] for bete in owed["betes"] if bete["player"] == player)
        late -= sum(owed["swept"].values()) if owed["winner"] == player else 0
        assert worth(chips) - began[player] == sum(each["net"][player] for each in settlements) + late


def test_stocks_are_seen_to_shrink_and_change_is_made():
    table = lived_in("stocks", 3)
    first = next(each for each in upsets(table, "stocks") if each["what"] == "ante")
    name = f"stock {[p['name'] for p in table.table['players']].index(first['player'])}"
    puts = [each for each in table._script.changes if getattr(each, "name", "") == name]
    assert puts[0].t == 0 and puts[1].t == pytest.approx(first["t"], abs=0.001)
    lying = [len(put.thing.parts[0].chips) for put in puts]
    assert lying[0] - lying[1] == sum(
        sum(e["paid"].values()) for e in upsets(table, "stocks") if e["t"] == first["t"]
    )
    before, after = pictures_at(
        table, [0.2, next(e["t"] for e in table.truth["events"] if e["type"] == "ante")]
    )
    place = inside(table._room.view.project(puts[0].thing.footprint))
    assert np.abs(before - after)[place].max() > 60
    changes = [each for seed in (3, 4) for each in upsets(lived_in("stocks", seed), "stocks")]
    assert any(each.get("back") and each.get("paid") for each in changes)


@pytest.mark.parametrize("pattern", list(CLOTHS))
def test_each_cloth_covers_the_table_with_its_pattern(pattern):
    seed = next(
        seed for seed in range(100) if random.Random(f"{seed}/cloths").choice(list(CLOTHS)) == pattern
    )
    bare = np.full((700, 900, 3), (60, 90, 120), np.uint8)
    deck = Deck(deck_style(random.Random(seed)))
    name, there = cloth(seed, bare, deck)
    assert name == pattern and there.shape == bare.shape and there.dtype == np.uint8
    assert np.array_equal(there, cloth(seed, bare, deck)[1])
    # It is no plain cloth: brightness varies by more than the weave does.
    assert there.std((0, 1)).max() > 12
    through = (np.abs(there.astype(int) - bare).max(2) < 25).mean()
    assert (0.05 < through < 0.9) == (pattern == "lace")


def test_a_cloth_changes_nothing_but_the_table_top():
    table, bare = lived_in("cloths", 13), lived_in("none", 13)
    (notes,) = upsets(table, "cloths")
    assert notes["cloth"] in CLOTHS and notes["until"] == pytest.approx(table.duration, abs=0.01)
    assert (table.calls, table.table, table.truth["events"]) == (bare.calls, bare.table, bare.truth["events"])
    (here,), (there,) = pictures_at(table, [0.2]), pictures_at(bare, [0.2])
    board = inside(table.table["board"])
    off = np.abs(here - there).mean(2)
    assert off[cv2.erode(board.astype(np.uint8), np.ones((25, 25))) > 0].mean() < 4 < off[~board].mean()


def test_strays_lie_where_the_truth_says_and_nobody_plays_them():
    seen = set()
    for seed in (3, 5):
        table = lived_in("strays", seed)
        notes = upsets(table, "strays")
        seen |= {each["what"] for each in notes}
        held = {card for event in table.truth["events"] for card in event.get("cards", [event.get("card")])}
        (image,) = pictures_at(table, [0.2])
        for each in notes:
            assert 0 <= each["t"] <= each["until"] and len(each["corners"]) == 4
            if each["what"] != "card":
                continue
            own = each["pack"] == "own"
            assert not own or each["card"] not in held
            if each["t"] == 0:
                deck = table._room.deck if own else second_pack(seed, table._room.deck)
                assert looks_like(table, image, each, deck) > 0.6
    assert {"card", "joker", "leaflet"} <= seen


def seed_of(what):
    """The first seed whose film begins so."""
    return next(seed for seed in range(100) if random.Random(f"{seed}/begun").choice(WHEN) == what)


@pytest.mark.parametrize("what", WHEN)
def test_a_late_film_is_the_rest_of_the_whole_one_and_the_truth_tells_what_was_before(what):
    seed = seed_of(what)
    late, whole = (lived_in(names, seed, layout="pile") for names in ("begun", "none"))
    (upset,), before = upsets(late, "begun"), late.truth["before"]
    assert upset["what"] == before["what"] == what and late.truth["settlement"] == whole.truth["settlement"]
    since = late._first / late.fps
    everything = [*before["events"], *late.truth["events"]]
    again = [{**event, "t": pytest.approx(event["t"] + since, abs=0.002)} for event in everything]
    assert again == whole.truth["events"]
    assert all(event["t"] < 0 for event in before["events"]) and all(
        e["t"] >= 0 for e in late.truth["events"]
    )
    assert len(before["calls"]) + len(late.calls) == len(whole.calls)
    played = [event for event in before["events"] if event["type"] == "card_played"]
    assert [event["type"] for event in before["events"]].count("ante") == (0 if what == "restart" else 4)
    assert bool(played) == (what == "mid_round")
    assert [each["card"] for each in before["lying"]] == [event["card"] for event in played]
    for player, count in before["hands"].items():
        own = [event for event in late.truth["events"] if event.get("player") == player]
        laid = sum(event["type"] == "card_played" for event in own)
        assert count == laid + sum(len(event["cards"]) for event in own if event["type"] == "hand_shown")
    if what == "restart":
        frames = [frame.t for frame in late.frames()]
        assert not [t for t in frames if upset["t"] + 0.2 < t < upset["until"] - 0.2]
        assert frames[0] == 0 and upset["t"] < frames[-1] and upset["until"] > upset["t"] + 2
        return
    ante = [event for event in before["events"] if event["type"] == "ante"][-1]
    taken = {event["card"] for event in before["events"] if event["type"] == "box_taken"}
    for code, chips in before["boxes"].items():
        if code not in taken:
            assert added(chips) == added(ante["chips"][code])
    first = next(late.frames())
    (same,) = pictures_at(whole, [since])
    assert first.number == 0 and first.t == 0
    assert (
        np.abs(cv2.blur(first.image, (9, 9)).astype(int) - cv2.blur(same.astype(np.uint8), (9, 9))).mean() < 2
    )


@pytest.mark.parametrize(("seed", "players", "rounds"), [(1, 3, 2), (6, 8, 1)])
def test_everything_at_once_is_told_and_settles_as_it_was_played(seed, players, rounds):
    table = lived_in("lived_in", seed, players, rounds=rounds)
    assert {upset["kind"] for upset in table.truth["disturbances"]} >= {*LIVED_IN} - {"runs", "held", "deal"}
    settled = [to_json(each) for each in game.fold(table.events).settlements]
    truth = table.truth.get("settlements") or [table.truth["settlement"]]
    assert [{name: one[name] for name in other} for one, other in zip(settled, truth, strict=True)] == truth
    for upset in table.truth["disturbances"]:
        assert 0 <= upset["t"] <= upset["until"] <= table.duration + 10
    # A seed of its own for each matter: without one of them the others stay as they are.
    fewer = lived_in(",".join(name for name in LIVED_IN if name != "strays"), seed, players, rounds=rounds)
    assert fewer.events == table.events and not upsets(fewer, "strays")
    assert upsets(fewer, "cloths")[0]["cloth"] == upsets(table, "cloths")[0]["cloth"]
