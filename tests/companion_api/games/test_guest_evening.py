"""An evening of a game from elsewhere over the companion's API: set up, tapped, settled, told, ended."""

import json

import pytest
from installed_game import installed
from scripted import wait_for
from tapped import House, Phone

from engine.record import log
from languages import LANGUAGES

NAMES = ["Ana", "Bruno", "Chloé", "David"]
TABLE = {"game": "michigan", "rules": "boodle", "players": NAMES, "dealer": "David"}
BOARD = ["AH", "KC", "QD", "JS"]


@pytest.fixture
def house(tmp_path):
    (tmp_path / "site").mkdir()
    with installed(tmp_path / "site"):
        house = House(tmp_path / "data")
        yield house
        house.close()


@pytest.fixture
def phone(house):
    return Phone(house)


def test_it_is_offered_with_its_options_its_board_and_its_words(phone):
    offer = phone.offer()
    rules = next(each for each in offer["rules"] if each["rules"] == "boodle")
    assert rules["game"] == "michigan" and rules["guest"] and rules["board"] == BOARD
    assert rules["players"] == [*range(3, 9)] and "new_suit" in [
        option["name"] for option in rules["options"]
    ]
    assert not any(each["guest"] for each in offer["rules"] if each["rules"] != "boodle")
    assert {"boodle", "lindor"} <= {preset["name"] for preset in offer["presets"] if preset["built_in"]}
    for language in LANGUAGES:
        said = phone.http.get(f"/words/{language}/guests.json").json()
        assert said["options"]["new_suit"]["values"].keys() == {"on", "off"}
    assert phone.http.get("/words/it/guests.json").status_code == 404


def test_its_page_part_is_served_and_nothing_else_of_its_package(phone):
    part = phone.http.get("/guests/boodle/part.js")
    assert part.status_code == 200 and "export function Part" in part.text
    assert "javascript" in part.headers["content-type"]
    for elsewhere in (
        "boodle/../rules.py", "boodle/%2e%2e/rules.py", "boodle/", "boodle/%00", f"boodle/{'a' * 5000}",
        "lindor/part.js",
    ):  # fmt: skip
        assert phone.http.get(f"/guests/{elsewhere}").status_code == 404, elsewhere
    assert phone.http.get("/guests/beside.js").status_code == 200, "ours is still there"


@pytest.mark.parametrize("options", [{}, {"new_suit": "on", "debt": "capped"}])
def test_rounds_tapped_settle_as_their_log_does(phone, house, options):
    told = {"stock_chips": {"jeton": 20, "fiche": 10, "contrat": 5}, "guided": True}
    phone.begin(**TABLE, options=options, **told)
    wait_for(lambda: house.view["phase"] == "antes")
    said = [line["text"] for line in house.view["guide"]["lines"]]
    assert len(said) >= 4 and all("{" not in text for texts in said for text in texts.values())
    assert "commencer" in said[2]["fr"] and house.view["stakes"][0]["boxes"].keys() == set(BOARD)
    for seed, after in ((0, "Ana"), (1, "Bruno")):
        if seed:
            house.tap(tap="round")
        steps = house.play_round(seed)
        view = house.view
        settlement = view["settlement"]
        text = phone.http.get("/api/log", headers=phone.key).text
        told = [each.settlement for each in log.settle(text, "log") if each.settlement is not None]
        assert dict(told[-1].net) == settlement["net"] and list(view["boxes"]) == BOARD
        taken = {step.card.code for step in steps} & set(BOARD)
        assert {take["card"] for take in settlement["takes"]} == taken and not settlement["missed_calls"]
        assert {each["reason"] for each in settlement["payments"]} == {"cards"}
        for player in NAMES:
            assert sum(line["chips"] for line in settlement["accounts"][player]) == settlement["net"][player]
        for line in settlement["explanations"]:
            assert all(line["text"][language] for language in LANGUAGES) and "pagat" in json.dumps(line)
        assert view["rules"]["beside"] == "guests/boodle/part.js" and not view["rules"]["by_points"]
        assert settlement["next_dealer"] == after, "the deal goes to the left"
    house.tap(tap="end")
    assert sum(line["chips"] for line in house.view["evening"]["standings"]) + sum(
        house.view["boxes"].values()
    ) == 120 * len(NAMES)


def test_what_lies_in_boxes_is_not_carried_to_another_board(phone, house):
    phone.begin(**TABLE, options={})
    house.play_round(1)
    house.tap(tap="end")
    assert phone.send("evenings").status_code == 200
    offer = phone.offer()
    boxes = offer["left"]["boxes"]
    assert set(boxes) <= set(BOARD)
    answer = phone.send("setup", table={"players": NAMES, "dealer": "Ana", "boxes": boxes})
    assert answer.status_code == 422 and "has no box" in answer.json()["detail"]
    assert offer["last"]["rules"] == "boodle"


def test_a_card_against_its_rules_is_refused_by_its_rule_s_name(phone, house):
    phone.begin(**TABLE, options={"new_suit": "on"})
    house.tap(tap="card", player="Ana", card="3C")
    answer = phone.send("taps", tap="card", player="Bruno", card="9C")
    assert answer.status_code == 422 and answer.json()["rule"] == "new_suit"


def test_its_past_is_told_and_exported(phone, house):
    phone.begin(**TABLE, options={})
    house.play_round(3)
    house.tap(tap="end")
    for kind in ("csv", "bgstats", "json"):
        answer = phone.http.get(f"/api/history/{kind}", headers=phone.key)
        assert answer.status_code == 200 and "ichigan" in answer.text, kind
    past = phone.http.get("/api/history", headers=phone.key).json()
    assert "michigan" in json.dumps(past)
