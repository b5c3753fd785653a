"""Films of unruly people and of tables at which people live: the round stays, the truth tells the rest."""

import random
from collections import Counter
from importlib.metadata import EntryPoint
from itertools import pairwise

import pytest

from engine.cards import DECK, HONOURS
from engine.errors import BadInput
from engine.events import RoundStarted, to_json
from engine.games import game
from hardware.simulator import Disturbances, SimulatedTable, disturbances
from hardware.simulator.disturbances import LIVED_IN, NAMES, UNRULY
from hardware.simulator.filming.begun import WHEN
from hardware.simulator.stage.script import LayCard, TakeAway

VALUES = {"jeton": 1, "fiche": 5, "contrat": 10}


def film(names, seed=3, players=4, **how):
    return SimulatedTable(seed, players, disturbances=Disturbances.of(names), **{"fps": 5, "pace": 2, **how})


def upsets(table, kind):
    return [upset for upset in table.truth["disturbances"] if upset["kind"] == kind]


def played(table):
    return [event for event in table.truth["events"] if event["type"] == "card_played"]


def worth(chips):
    return sum(VALUES[kind] * count for kind, count in chips.items())


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


# --- chips ---------------------------------------------------------------------------------


def added(*counts):
    """Chips by kind, all together; kinds of which there are none are left out."""
    together = Counter()
    for chips in counts:
        together.update(chips)
    return {kind: count for kind, count in together.items() if count}


@pytest.mark.parametrize("how", [{"rounds": 2}, {"rules": "avantcoureur", "players": 3, "rounds": 2}])
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


# --- where the film begins ----------------------------------------------------------------


@pytest.mark.parametrize("what", WHEN)
def test_a_late_film_is_the_rest_of_the_whole_one_and_the_truth_tells_what_was_before(what):
    seed = next(seed for seed in range(100) if random.Random(f"{seed}/begun").choice(WHEN) == what)
    late, whole = (film(names, seed, layout="pile") for names in ("begun", "none"))
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
