"""Table files: what they say, and one clear line for what is wrong in them."""

from __future__ import annotations

import copy

import pytest

from engine.cards import parse_card
from engine.errors import BadInput
from engine.evening.terms import read_terms
from engine.events import from_json, to_json
from engine.money.ledger import DEFAULT_CHIPS
from engine.table import table_from_json

GOOD = {
    "game": "nain-jaune",
    "rules": "lindor",
    "options": {},
    "dealer": "David",
    "players": [
        {"name": "Ana", "seat": [141.2, 507.9]},
        {"name": "Bruno", "seat": [489.7, -83.7]},
        {"name": "David", "seat": [923.4, 710.6]},
    ],
    "board": [[144.7, 186.4], [538.0, 165.1], [554.8, 502.6], [102.3, 530.7]],
    "size": [1280, 720],
    "boxes": {"TD": 0, "JC": 2, "QS": 0, "KH": 0, "7D": 10},
}


def test_a_good_table():
    table = table_from_json(GOOD, "T.json", (1280, 720))
    assert table.names == ("Ana", "Bruno", "David") and table.dealer == "David"
    assert table.players[1].seat == (489.7, -83.7) and table.board[2] == (554.8, 502.6)
    assert table.boxes[parse_card("7D")] == 10 and table.chips == DEFAULT_CHIPS
    assert table.game_started().players == table.names
    assert table.round_started().boxes == table.boxes


def test_markers_and_learning_may_give_the_rest():
    told = {"dealer": "Ana", "players": ["Ana", {"name": "Bruno"}]}
    table = table_from_json(told, "T.json", (640, 480))
    assert table.board is None and table.size is None and table.players[0].seat is None
    assert set(table.boxes.values()) == {0} and table.rules == "lindor"


def test_chips_and_box_quads():
    quad = [[0, 0], [50, 0], [50, 50], [0, 50]]
    told = GOOD | {
        "options": {"fiche": "2"},
        "chips": {"fiche": {"colour": "#0000ff", "shape": "long"}, "jeton": {"value": 1, "colour": "red"}},
        "box_quads": {name: quad for name in ("10♦", "JC", "QS", "KH", "7D")},
    }
    table = table_from_json(told, "T.json")
    assert [(kind.name, kind.value) for kind in table.chips] == [("jeton", 1), ("fiche", 2)]
    assert table.box_quads[parse_card("TD")][2] == (50.0, 50.0)


def test_boxes_that_are_not_told_lie_on_the_board_if_that_is_told():
    told = GOOD | {"box_quads": {"TD": [[0, 0], [50, 0], [50, 50], [0, 50]]}}
    assert list(table_from_json(told, "T.json").box_quads) == [parse_card("TD")]
    del told["board"]
    with pytest.raises(BadInput, match="JC, QS, KH, 7D missing, expected every box, or 'board'"):
        table_from_json(told, "T.json")


def test_terms_go_into_the_log_and_make_the_stock():
    told = GOOD | {
        "options": {"fiche": "2"},
        "stock_chips": {"jeton": 20, "fiche": 10, "contrat": 5},
        "rounds": 8,
        "minutes": 90,
        "money": {"cents": 5, "currency": "EUR"},
    }
    table = table_from_json(told, "T.json")
    assert table.stock == dict.fromkeys(table.names, 90)
    line = to_json(table.game_started())
    assert read_terms(from_json(line).extra, "log") == table.terms
    assert {name: line[name] for name in ("stock_chips", "rounds", "minutes", "money")} == {
        name: told[name] for name in ("stock_chips", "rounds", "minutes", "money")
    }
    for wrong, said in (
        ({"stock_chips": {"louis": 3}}, "expected one of contrat, fiche, jeton"),
        ({"stock_chips": {"jeton": -1}}, "at least 0"),
        ({"stock": 120, "stock_chips": {"jeton": 20}}, "worth 20"),
        ({"rounds": 0}, "at least 1"),
        ({"minutes": "long"}, "'minutes'"),
        ({"money": {"cents": 5}}, "'currency' is missing"),
        ({"money": {"cents": 5, "currency": "€"}}, "three capital letters"),
        ({"money": {"cents": 0, "currency": "EUR"}}, "at least 1"),
    ):
        with pytest.raises(BadInput, match=said):
            table_from_json(GOOD | wrong, "T.json")


def changed(path, value):
    told = copy.deepcopy(GOOD)
    place = told
    for step in path[:-1]:
        place = place[step]
    if value is KeyError:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return told


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (["players", 1, "name"], "Ana", "Ana sits twice"),
        (["players", 1, "seat"], [141.5, 507.9], "same seat"),
        (["players", 1, "seat"], [1], "seat of Bruno"),
        (["players", 1, "seat"], ["a", 2], "seat of Bruno"),
        (["players", 1, "seat"], [float("nan"), 2], "seat of Bruno"),
        (["players", 1, "seat"], [10**400, 2], "seat of Bruno"),
        (["players", 1, "name"], "", "'name'"),
        (["players", 1, "name"], "Bru\nno", "'name'"),
        (["players", 1], 7, "a player"),
        (["players"], [{"name": "David"}], "1 players, expected 2 to 8"),
        (["players"], "Ana", "'players'"),
        (["players"], KeyError, "'players' is missing"),
        (["dealer"], "Zoé", "'Zoé' does not play"),
        (["dealer"], KeyError, "'dealer' is missing"),
        (["size"], [1920, 1080], "1920×1080, but the picture is 1280×720"),
        (["size"], [0, 720], "'size'"),
        (["size"], 1280, "'size'"),
        (["rules"], "poker", "'poker' is not known"),
        (["options"], {"bete": "maybe"}, "'bete' is 'maybe', expected on or off"),
        (["options"], {"beete": "on"}, "'beete' is no option"),
        (["options"], [], None),
        (["options"], 3, "'options'"),
        (["board"], [[0, 0], [100, 0], [100, 100]], "3 corners"),
        (["board"], [[0, 0], [100, 100], [100, 0], [0, 100]], "cross"),
        (["board"], [[0, 0], [100, 0], [200, 0], [300, 0]], "cross or lie on a line"),
        (["board"], [[0, 0], [1, 0], [1, 1], [0, 1]], "too close"),
        (["boxes", "TD"], -1, "'boxes': TD is -1"),
        (["boxes", "TD"], 1.5, "'boxes': TD"),
        (["boxes", "10♦"], 1, "TD is named twice"),
        (["boxes", "AS"], 1, "'AS' has no box"),
        (["boxes"], [], None),
        (["box_quads"], {"5C": [[0, 0], [9, 0], [9, 9], [0, 9]]}, "'5C'"),
        (["chips"], {"jeton": {"value": 0}}, "'value'"),
        (["chips"], {"sou": {"colour": "red"}}, "no 'value'"),
        (["chips"], {"jeton": {"shape": "cube"}}, "'shape'"),
        (["chips"], {}, "no kind"),
        (["stock"], {"Zoé": 3}, "'Zoé' does not play"),
        (["stock"], -1, "'stock'"),
    ],
)
def test_what_is_wrong_gets_one_line(path, value, said):
    told = changed(path, value)
    if said is None:  # an empty list stands for nothing told
        assert table_from_json(told, "T.json", (1280, 720))
        return
    with pytest.raises(BadInput) as error:
        table_from_json(told, "T.json", (1280, 720))
    line = str(error.value)
    assert said in line and line.startswith("T.json: ") and "\n" not in line


@pytest.mark.parametrize("told", [None, [], "table", 3])
def test_no_table_at_all(told):
    with pytest.raises(BadInput, match=r"T\.json: the table"):
        table_from_json(told, "T.json")
