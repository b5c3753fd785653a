"""«Revoir la manche»: a round that is over, step by step, now, after years, and on another computer."""

import json
from random import Random

import pytest
import random_logs
from tapped import House, Phone

from companion_api.games.views import read
from companion_api.replay.steps import steps
from engine.cards import DECK, parse_card
from engine.record.log import settle

NAMES = ["Ana", "Bruno", "Chloé"]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    house = House(tmp_path_factory.mktemp("data"))
    house.arrange(*NAMES)
    house.laid = house.play_round(3)
    house.tap(tap="round")
    house.play_round(7)
    house.tap(tap="round")
    yield house
    house.close()


def asked(phone, path):
    return phone.http.get(path, headers=phone.key)


def test_each_step_says_what_lay_where_and_who_held_what(house):
    told = house.live.steps(1)
    cards = [step for step in told["steps"] if step["type"] == "card_played"]
    assert [(step["player"], step["card"]) for step in cards] == [
        (step.player, step.card.code) for step in house.laid
    ]
    first, last = told["steps"][0], told["steps"][-1]
    assert first["type"] == "round_started" and first["boxes"] == {
        "TD": 3,
        "JC": 6,
        "QS": 9,
        "KH": 12,
        "7D": 15,
    }
    assert last["type"] == "settlement" and told["winner"] == house.laid[-1].player
    held = {name: set(cards) for name, cards in told["hands"].items()}
    for step in told["steps"]:
        laid = told["cards"][: step["laid"]]
        for name in NAMES:
            mine = {card["card"] for card in laid if card["player"] == name}
            assert mine <= held[name] and step["left"][name] == len(held[name] - mine)
        run = [parse_card(card["card"]).rank for card in laid[step["laid"] - step["run"] :]]
        assert run == list(range(run[0], run[0] + len(run))) if run else True
        assert step["wanted"] in (None, (run or [0])[-1] + 1)
    forgotten = {each["card"] for step in told["steps"] for each in step["missed"]}
    assert forgotten == {card["card"] for card in told["cards"]} & set(first["boxes"]), "nobody called"


def test_a_round_is_seen_again_as_it_is_told_now_and_only_once_it_is_settled(house):
    phone = Phone(house)
    assert asked(phone, "/api/rounds/1").json() == house.live.steps(1)
    assert {asked(phone, f"/api/rounds/{number}").status_code for number in (3, 4, 99)} == {404}
    hand = next(step for step in house.live.steps(1)["steps"] if step["type"] == "hand_shown")
    seen = {card for cards in house.live.steps(1)["hands"].values() for card in cards}
    other = next(card.code for card in DECK if card.code not in seen)
    before = house.live.steps(1)
    house.tap(tap="correct", target=hand["seq"], cards=[other, *hand["cards"][1:]])
    assert other in house.live.steps(1)["hands"][hand["player"]]
    house.tap(tap="undo", target=house.live.seq)
    assert house.live.steps(1) == before


def numbered(lines):
    return [{"seq": number, **line} for number, line in enumerate(lines, start=1)]


@pytest.mark.parametrize("game", [random_logs.lindor, random_logs.avantcoureur, random_logs.nap])
def test_whatever_the_rules_the_steps_come_to_what_the_round_is_settled_for(game):
    brought = 0
    for seed in range(12):
        lines = numbered(game(Random(seed), 3))
        events, log = read(lines), "".join(json.dumps(line) + "\n" for line in lines)
        for each in filter(lambda told: told.settlement, settle(log, "log")):
            settled, told = each.settlement, steps(events, each.settlement.round)
            assert told["net"] == dict(settled.net) and told["dealer"] == settled.dealer
            seqs = [step["seq"] for step in told["steps"][:-1]]
            assert seqs == sorted(seqs) and told["steps"][-1]["type"] == "settlement"
            assert all(min(step["left"].values()) >= 0 for step in told["steps"])
            takes = [take for step in told["steps"] for take in step["takes"]]
            brought += len(takes)
            assert sum(take["chips"] for take in takes) == sum(
                take.chips for take in getattr(settled, "takes", ())
            )
        assert steps(events, 99) is None
    assert brought > 20 or game is random_logs.nap


def test_a_past_evening_goes_to_another_computer_as_a_file_and_is_seen_again_there(house, tmp_path):
    phone, evening = Phone(house), house.live.evening.id
    before = asked(phone, "/api/rounds/2").json()
    assert asked(phone, f"/api/history/{evening}/rounds/2").json() == before
    file = asked(phone, f"/api/history/{evening}/file")
    assert file.headers["content-disposition"].endswith('.json"')
    other = House(tmp_path)
    there = Phone(other)
    for came in (1, 0):
        answer = there.http.post("/api/history", headers=there.key, content=file.content).json()
        assert (answer["came"], answer["there"]) == (came, 1 - came)
        past = there.http.get("/api/history", headers=there.key).json()["evenings"]
        assert [(one["id"], one["replays"]) for one in past] == [(answer["evening"], True)]
    assert asked(there, f"/api/history/{answer['evening']}/rounds/2").json() == before
    assert asked(there, f"/api/history/{answer['evening']}/rounds/3").status_code == 404
    assert asked(there, "/api/history/99/rounds/1").status_code == 404
    assert asked(there, "/api/history/99/file").status_code == 404
    other.close()


def test_what_came_from_a_spreadsheet_says_that_it_has_no_rounds_to_see(house, tmp_path):
    other = House(tmp_path)
    there = Phone(other)
    text = asked(Phone(house), "/api/history/csv").content
    answer = there.http.post("/api/history", headers=there.key, content=text).json()
    (past,) = there.http.get("/api/history", headers=there.key).json()["evenings"]
    assert answer["came"] == 1 and not past["replays"]
    assert asked(there, f"/api/history/{past['id']}/rounds/1").status_code == 404
    other.close()


def test_the_pictures_of_a_past_evening_are_there_as_long_as_they_are_kept(tmp_path):
    house = House(tmp_path)
    house.arrange(*NAMES)
    house.play_round(5)
    laid = next(event for event in house.live.events() if event["type"] == "card_played")
    house.store.keep_picture(house.live.evening.id, laid["seq"], b"picture")
    house.tap(tap="end", remove=True)
    evening = house.live.evening.id
    house.live.renew()
    phone = Phone(house)
    (first, *_) = asked(phone, f"/api/history/{evening}/rounds/1").json()["cards"]
    assert first["picture"] == laid["seq"]
    assert asked(phone, f"/api/history/{evening}/pictures/{first['picture']}").content == b"picture"
    house.live.store.forget_past_pictures()
    (first, *_) = asked(phone, f"/api/history/{evening}/rounds/1").json()["cards"]
    assert first["picture"] is None
    assert asked(phone, f"/api/history/{evening}/pictures/{laid['seq']}").status_code == 404
    house.close()


def test_televisions_are_shown_a_step_and_refuse_one_that_there_is_none_of(house):
    phone = Phone(house)
    many = len(house.live.steps(1)["steps"])
    assert phone.send("replay", round=1, step=many - 1).status_code == 200
    assert house.live.now()["replay"]["shown"] == {"round": 1, "step": many - 1, "number": 1}
    assert phone.send("replay", round=1, step=many).status_code == 404
    assert phone.send("replay", round=3).status_code == 404
    assert house.live.now()["replay"]["shown"]["number"] == 1
