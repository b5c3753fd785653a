"""The camera check, before an evening and in it: what is judged on the still, places tapped on it."""

import base64
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from browser import SMALL_PHONE, Door, come_in, leave, phone
from pages import found, keep_whole, press, text
from scripted import wait_for
from starlette.testclient import TestClient
from tapped import House

from companion_api.evening.live import Live
from companion_api.evening.setting_up import SetUp
from companion_api.evening.taps import Desk
from companion_api.store import Store
from companion_api.web.app import Extras, create_app
from companion_api.web.hosting.sittings import Sittings
from hardware.simulator import SimulatedTable
from languages import LANGUAGES

CLICK = """
const still = document.querySelector("#still");
const frame = still.getBoundingClientRect(), all = still.viewBox.baseVal;
const clientX = frame.left + (arguments[0] / all.width) * frame.width;
const clientY = frame.top + (arguments[1] / all.height) * frame.height;
still.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY }));
"""


@pytest.fixture(scope="module")
def table():
    return SimulatedTable(8, 3)


@pytest.fixture(scope="module")
def picture(table):
    return next(iter(table)).image


@pytest.fixture
def house(tmp_path, picture):
    shown = {"image": picture}
    house = House(tmp_path, lambda: shown["image"], (picture.shape[1], picture.shape[0]))
    house.shown = shown
    yield house
    house.close()


class Host:
    def __init__(self, house):
        self.house = house
        self.http = TestClient(house.app, base_url="http://127.0.0.1:8765")
        self.key = {"Authorization": f"Bearer {house.token}"}

    def check(self):
        return self.http.get("/api/check", headers=self.key)

    def place(self, **told):
        seen = {"evening": self.house.live.evening.id, "seq": self.house.live.seq}
        return self.http.post("/api/places", headers=self.key, json={**seen, **told})


def places(table):
    seats = {each["name"]: list(each["seat"]) for each in table.table["players"]}
    board = [list(corner) for corner in table.table["board"]]
    return {"size": table.table["size"], "board": board, "seats": seats}


def test_the_still_comes_with_board_boxes_seats_and_judgements(house, table, picture):
    host = Host(house)
    assert host.place(**places(table)).status_code == 200
    told = host.check().json()
    still = cv2.imdecode(np.frombuffer(base64.b64decode(told["jpeg"]), np.uint8), cv2.IMREAD_COLOR)
    assert told["size"] == [picture.shape[1], picture.shape[0]] and still.shape[1] <= 1280
    assert np.allclose(told["board"], table.table["board"], atol=1)
    assert set(told["boxes"]) == {"TD", "JC", "QS", "KH", "7D"}
    assert set(told["seats"]) == {each["name"] for each in table.table["players"]}
    verdicts = {each["check"]: each["verdict"] for each in told["findings"]}
    assert verdicts["light"] == verdicts["sharpness"] == verdicts["board"] == "good"
    assert all(set(each["text"]) == set(LANGUAGES) for each in told["findings"])


def test_what_is_wrong_is_said_with_what_to_do(house, table, picture):
    host = Host(house)
    host.place(**places(table))
    blurred = cv2.GaussianBlur(picture, (0, 0), 4)
    for image, check in ((blurred, "sharpness"), (picture // 8, "light"), (np.zeros_like(picture), "light")):
        house.shown["image"] = image
        told = {each["check"]: each for each in host.check().json()["findings"]}
        assert told[check]["verdict"] == "bad", check
    house.shown["image"] = None
    answer = host.check()
    assert (answer.status_code, answer.json()["error"]) == (422, "picture")


def test_tapped_places_are_kept_for_the_evening_and_nonsense_is_not(house, table):
    host = Host(house)
    good = places(table)
    for wrong in (
        {"board": [[0, 0]] * 4},
        {"size": [10, 10]},
        {"board": good["board"][:3]},
        {"seats": {"Ana": [1, 2], "Bruno": [1, 2]}},
    ):
        assert host.place(**{**good, **wrong}).status_code == 422, wrong
    assert host.place(**good).status_code == 200
    again = SetUp(Live(house.store, house.store.last()), lambda: None)  # by a program started after a kill
    assert again._places["board"] == good["board"] and again._seats(True) == good["seats"]
    names = list(good["seats"])
    told = {"players": names, "dealer": names[0]}
    seen = {"evening": house.live.evening.id, "seq": 0}
    assert host.http.post("/api/setup", headers=host.key, json={**seen, "table": told}).status_code == 200
    assert np.allclose(house.live.table.board, good["board"])
    assert {each.name: list(each.seat) for each in house.live.table.players} == good["seats"]
    assert host.place(**good).json()["error"] == "setup", "the evening has begun"


def test_only_a_host_sees_the_room(house):
    host = Host(house)
    address = host.http.get("/api/invitation", headers=host.key).json()["address"]
    invitation = address.partition("#t=")[2].partition("&")[0]
    bearer = {"Authorization": f"Bearer {invitation}"}
    guest = host.http.post("/api/join", headers=bearer, json={"role": "guest"}).json()["pass"]
    assert host.http.get("/api/check", headers={"Authorization": f"Bearer {guest}"}).status_code == 403


def test_on_the_phone(house, table):
    browser = phone(metrics=SMALL_PHONE)
    door = Door(house.app, house.token)
    try:
        come_in(browser, door.address)
        press(browser, "#check")
        wait_for(lambda: found(browser, "#findings li"))
        keep_whole(browser, "check")
        press(browser, "#place-board")
        for place, (x, y) in enumerate(table.table["board"]):
            assert "coin du plateau" in text(browser, "#check-step")
            browser.execute_script(CLICK, x, y)
            if place < 3:
                wait_for(lambda place=place: len(found(browser, "#still .tap")) == place + 1)
        wait_for(lambda: found(browser, "#findings .good[data-check=board]"))
        wait_for(lambda: found(browser, "#still .board") and len(found(browser, "#still .box")) == 5)
        keep_whole(browser, "check-placed")
        assert browser.execute_script("return document.documentElement.scrollWidth") == 360
    finally:
        leave(browser)
        door.stop()


@pytest.fixture
def evening(tmp_path, table):
    """An evening that is watched, its places unknown but to the table file."""
    store = Store(tmp_path)
    live, desk = Live(store, store.begin(table.table)), Desk()
    camera = SimulatedTable(8, 3, live=True, fps=1.0)
    sittings = Sittings(live, desk, camera)
    still, watching = sittings.still, lambda: sittings.watching
    setup = SetUp(live, sittings.begin, None, camera.size, table.table, still, watching=watching)
    sittings.begin()
    yield SimpleNamespace(live=live, app=create_app(live, desk, Extras(setup)), sittings=sittings)
    sittings.close()
    store.close()


def test_in_the_middle_of_an_evening(evening, table):
    """The board that the companion follows is shown; people may say that it lies elsewhere."""
    wait_for(lambda: evening.live.now()["camera"]["state"] == "ok")
    browser = phone(metrics=SMALL_PHONE)
    door = Door(evening.app, evening.live.evening.token)
    try:
        come_in(browser, door.address)
        wait_for(lambda: found(browser, "#menu"))
        press(browser, "#menu")
        press(browser, "#open-check")
        wait_for(lambda: found(browser, "#findings .good[data-check=board]"))
        wait_for(lambda: len(found(browser, "#still .box")) == 5)
        keep_whole(browser, "check-playing")
        press(browser, "#place-board")
        press(browser, "[data-moved=board]")
        aside = [[x + 12, y + 8] for x, y in table.table["board"]]
        for place, (x, y) in enumerate(aside):
            browser.execute_script(CLICK, x, y)
            if place < 3:
                wait_for(lambda place=place: len(found(browser, "#still .tap")) == place + 1)
        wait_for(lambda: np.allclose(evening.sittings.watching.view.board, aside, atol=4))
        wait_for(lambda: found(browser, "#findings"))
        keep_whole(browser, "check-playing-placed")
        assert browser.execute_script("return document.documentElement.scrollWidth") == 360
    finally:
        leave(browser)
        door.stop()


def test_in_the_middle_of_an_evening_only_the_board_is_told_and_what_was_moved(evening, table):
    http = TestClient(evening.app, base_url="http://127.0.0.1:8765")
    key = {"Authorization": f"Bearer {evening.live.evening.token}"}
    wait_for(lambda: evening.sittings.watching.frame is not None)
    seen = {"evening": evening.live.evening.id}
    for told, status in (({"board": table.table["board"]}, 422), ({"moved": "camera"}, 422)):
        told = {**seen, "seq": evening.live.seq, "size": table.table["size"], **told}
        assert http.post("/api/places", headers=key, json=told).status_code == status
    aside = [[x + 12, y + 8] for x, y in table.table["board"]]
    told = {**seen, "seq": evening.live.seq, "size": table.table["size"], "board": aside, "moved": "board"}
    assert http.post("/api/places", headers=key, json=told).status_code == 200
    killed = evening.live.store.last().setup  # what a program finds that is started after another was killed
    assert killed["board"] == aside and killed["players"] == table.table["players"]
    evening.sittings.watching.stop()
    assert http.get("/api/check", headers=key).json()["error"] == "picture"
