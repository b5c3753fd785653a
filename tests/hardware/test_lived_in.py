"""A simulated table at which people live: its chips are conserved, its truth tells what lies there."""

import cv2
import numpy as np
import pytest

from engine import game
from engine.cards import HONOURS, parse_card
from engine.events import RoundStarted
from hardware.simulator import Disturbances, SimulatedTable
from hardware.simulator.renderer import Renderer

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


def looks_like(table, image, event):
    """How like the card that is played its place in the picture is, −1…1, whichever way round."""
    face = cv2.resize(table._room.deck.face(parse_card(event["card"]))[..., :3], (56, 80))
    upright = np.array([(0, 0), (56, 0), (56, 80), (0, 80)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(event["corners"], np.float32), upright)
    flat = cv2.warpPerspective(image.astype(np.uint8), matrix, (56, 80))
    return np.corrcoef(cv2.blur(flat, (5, 5)).ravel(), cv2.blur(face, (5, 5)).ravel())[0, 1]


@pytest.mark.parametrize("switch", ["clutter"])
@pytest.mark.parametrize(("seed", "layout"), [(3, "pile"), (6, "rows")])
def test_whatever_lies_about_hides_no_card_and_changes_no_round(switch, seed, layout):
    table = lived_in(switch, seed, layout=layout)
    assert table.events == lived_in("none", seed, layout=layout).events
    played = [event for event in table.truth["events"] if event["type"] == "card_played"]
    for event, image in zip(played, pictures_at(table, [each["t"] for each in played]), strict=True):
        assert looks_like(table, image, event) > 0.55
    again = lived_in(switch, seed, layout=layout)
    assert (again.truth, again.table, again.calls) == (table.truth, table.table, table.calls)
    one, then = (pictures_at(each, [0.2, 9.0]) for each in (table, again))
    assert np.array_equal(one, then)


def test_glasses_are_lifted_and_phones_light_up():
    drunk = lit = 0
    for seed in (3, 5):
        table = lived_in("clutter", seed)
        told = upsets(table, "clutter")
        stood = {each["what"] for each in told if each["t"] == 0}
        assert "phone" in stood and len(stood) >= 4
        for each in told:
            if each["what"] == "phone lit":
                phone = next(o for o in told if o["what"] == "phone" and o["t"] == each["t"])
                dark, bright = pictures_at(table, [each["t"] - 0.3, each["t"] + 0.3])
                grew = (bright - dark)[inside(phone["outline"])].mean()
                lit += 1
                assert grew > 25
            elif each["what"] in ("glass", "tumbler", "mug") and each["until"] < table.duration:
                # As long as it is away, another looks through its place.
                later = [o["t"] for o in told if o["what"] == each["what"] and o["t"] >= each["until"]]
                back = min(later, default=table.duration)
                before, away = pictures_at(table, [each["t"], (each["until"] + back) / 2])
                drunk += 1
                assert np.abs(before - away)[inside(each["outline"])].mean() > 6
    assert drunk >= 1 and lit >= 2


def test_nothing_that_stands_about_hides_board_or_pile():
    for seed in range(4):
        table = lived_in("clutter", seed)
        board = inside(table.table["board"])
        for each in upsets(table, "clutter"):
            if "outline" in each:
                assert not (inside(each["outline"]) & board).any()
