"""Rounds that are over can be put right: their cards and hands, with the chips that follow."""

import pytest
from starlette.testclient import TestClient
from tapped import House

from engine.cards import DECK, HONOURS, parse_card

NAMES = ["Ana", "Bruno", "Chloé"]


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    phone = TestClient(house.app, base_url="http://127.0.0.1:8765")
    house.key = {"Authorization": f"Bearer {house.token}"}
    seen = {"evening": house.live.evening.id, "seq": house.live.seq}
    told = {**seen, "table": {"players": NAMES, "dealer": "Ana"}}
    assert phone.post("/api/setup", headers=house.key, json=told).status_code == 200
    house.play_round(1)
    house.tap(tap="round")
    house.play_round(2)
    house.phone = phone
    yield house
    house.close()


def rounds(house):
    return house.phone.get("/api/rounds", headers=house.key).json()


def unseen(told):
    """Cards that slept in the talon: worth another number of points each."""
    seen = {card["card"] for card in told["cards"]}
    seen |= {code for hand in told["hands"] for code in hand["cards"]}
    return [card for card in DECK if card.code not in seen and card not in HONOURS]


def points(code):
    return min("A23456789TJQK".index(code[0]) + 1, 10)


def test_every_round_is_told_card_by_card(house):
    second, first = rounds(house)
    assert (second["round"], first["round"]) == (2, 1)
    assert first["winner"] not in {hand["player"] for hand in first["hands"]}
    assert sum(first["net"].values()) != 0, "what lies in the boxes is nobody's"
    laid = [event["card"] for event in house.live.events() if event["type"] == "card_played"]
    assert [card["card"] for card in first["cards"]] + [card["card"] for card in second["cards"]] == laid


def test_a_hand_of_an_earlier_round_is_corrected_and_everything_after_it_follows(house):
    second, first = rounds(house)
    hand = next(hand for hand in first["hands"] if hand["cards"])
    old = next(code for code in hand["cards"] if parse_card(code) not in HONOURS)
    new = next(card.code for card in unseen(first) if points(card.code) != points(old))
    cards = [new if code == old else code for code in hand["cards"]]
    before = {line["name"]: line["chips"] for line in house.view["evening"]["standings"]}
    house.tap(tap="correct", target=hand["seq"], cards=cards)
    again, put_right = rounds(house)
    more = points(new) - points(old)
    assert put_right["net"][hand["player"]] == first["net"][hand["player"]] - more
    assert put_right["net"][first["winner"]] == first["net"][first["winner"]] + more
    assert again["net"] == second["net"]
    after = {line["name"]: line["chips"] for line in house.view["evening"]["standings"]}
    assert after[first["winner"]] - before[first["winner"]] == more
    undo = house.view["undo"]
    assert undo["type"] == "corrected" and undo["by"] == "host"
    house.tap(tap="undo", target=undo["seq"])
    assert rounds(house)[1]["net"] == first["net"]


def test_a_card_of_an_earlier_round_is_corrected(house):
    _, first = rounds(house)
    free = {card.code for card in unseen(first)}
    card, other = next(
        (card, code)
        for card in first["cards"]
        for code in card["likely"]
        if parse_card(card["card"]) not in HONOURS and code in free
    )
    house.tap(tap="correct", target=card["seq"], card=other)
    put_right = rounds(house)[1]
    now = next(each for each in put_right["cards"] if each["seq"] == card["seq"])
    assert (now["card"], now["corrected"]) == (other, True)
    house.tap(tap="undo", target=house.view["undo"]["seq"])
    assert rounds(house)[1]["cards"] == first["cards"]
