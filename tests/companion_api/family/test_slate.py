"""Debts that last («ardoise»): off by default, reckoned from the evenings, settled by one tap, never lost."""

import pytest
from starlette.testclient import TestClient
from tapped import House

from companion_api.family import slate
from companion_api.family.past import Chronicle
from companion_api.family.slate import Slate
from companion_api.store import Store
from engine.evening.slate import Owed, owed

NAMES = ("Ana", "Bruno", "Chloé")
MONEY = {"cents": 5, "currency": "EUR"}


def played(house, seed, **table):
    """An evening of one round; what it left people owing each other."""
    house.arrange(*NAMES, stock_chips={"jeton": 90}, rules="lindor", **table)
    house.play_round(seed)
    house.tap(tap="end", leftover="split")
    debts = house.view["evening"]["debts"]
    return {
        (debt["from"], debt["to"]): (debt["money"] or {"cents": debt["chips"]})["cents"] for debt in debts
    }


def again(house):
    house.sittings.leave()
    house.live.renew()


def asks(house, store=None, **what):
    store = house.store if store is None else store
    return slate.do(store, Chronicle(store), Slate.model_validate(what))


def nets(debts):
    net = dict.fromkeys(NAMES, 0)
    for each in debts:
        net[each["from"]] -= each["amount"]
        net[each["to"]] += each["amount"]
    return net


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    yield house
    house.close()


def test_debts_last_from_when_people_keep_them_and_are_settled_once(house, tmp_path):
    played(house, 3, money=MONEY)  # before anybody keeps them
    assert slate.overview(house.store, Chronicle(house.store).evenings()) == {"kept": False, "debts": []}
    assert asks(house, keep=True) == {"kept": True, "debts": []}, "an evening that was over is paid"
    again(house)
    first = played(house, 4, money=MONEY)
    again(house)
    second = played(house, 5, money=MONEY)
    told = slate.overview(house.store, Chronicle(house.store).evenings())
    both = [{"from": a, "to": b, "amount": n} for left in (first, second) for (a, b), n in left.items()]
    assert nets(told["debts"]) == nets(both) and {each["unit"] for each in told["debts"]} == {"EUR"}
    one = told["debts"][0]
    rest = asks(house, settle=one)["debts"]
    assert rest == told["debts"][1:]
    with pytest.raises(slate.Refused):
        asks(house, settle=one)  # two phones tap: it is handed over once
    other = Store(tmp_path)  # as after a `kill -9`: what was answered is on the disk
    assert slate.overview(other, Chronicle(other).evenings())["debts"] == rest
    other.close()
    asks(house, keep=False)
    again(house)
    played(house, 6, money=MONEY)
    assert slate.overview(house.store, Chronicle(house.store).evenings()) == {"kept": False, "debts": rest}


def test_an_evening_counts_once_it_has_ended_and_as_it_stands(house):
    asks(house, keep=True)
    house.arrange(*NAMES, stock_chips={"jeton": 90}, rules="lindor")
    house.play_round(3)

    def debts():
        return slate.overview(house.store, Chronicle(house.store).evenings())["debts"]

    assert debts() == []
    house.tap(tap="end", leftover="split")
    ended = debts()
    assert ended and {each["unit"] for each in ended} == {"chips"}
    house.tap(tap="undo", target=house.view["evening"]["ended"])
    assert debts() == [], "people play on"
    house.tap(tap="end", leftover="split")
    assert debts() == ended
    again(house)
    Chronicle(house.store).forget_player("Ana")
    assert "Ana" not in str(debts())


def test_who_may_settle(house):
    phone = TestClient(house.app, base_url="http://127.0.0.1:8765")
    key = {"Authorization": f"Bearer {house.token}"}
    assert phone.get("/api/history", headers=key).json()["slate"] == {"kept": False, "debts": []}
    assert phone.post("/api/history/slate", headers=key, json={"keep": True}).json()["kept"]
    for wrong in (
        {},
        {"settle": {"from": "Ana", "to": "Bruno", "amount": 5, "unit": "EUR"}},
        {"keep": "yes"},
    ):
        assert phone.post("/api/history/slate", headers=key, json=wrong).status_code == 422
    assert phone.post("/api/history/slate", json={"keep": False}).status_code == 401


def test_what_is_owed_is_few_hand_overs():
    left = [Owed("A", "B", 5, "EUR"), Owed("B", "C", 5, "EUR"), Owed("C", "A", 2, "chips")]
    assert owed(left, []) == (Owed("A", "C", 5, "EUR"), Owed("C", "A", 2, "chips"))
    assert owed(left, [Owed("A", "C", 5, "EUR"), Owed("C", "A", 2, "chips")]) == ()
