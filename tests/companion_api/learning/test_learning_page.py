"""A pack and chips that a family shows to its camera on the phone, and an evening played with them."""

import cv2
import numpy as np
import pytest
from browser import SMALL_PHONE, Door, come_in, leave, phone
from pages import found, keep_whole, press, text
from scripted import wait_for
from starlette.testclient import TestClient
from tapped import House

from companion_api.learning import decks, learning
from engine.cards import DECK
from models.training.cards.decks import drawn_deck

SIZE = (1280, 720)
ROW = 8
"""Cards side by side on the table."""


def table(*, cards=(), chips=()):
    """A picture of a cloth with these cards on it, and chips: (shape, colour, x, y)."""
    deck = table.deck
    image = np.full((SIZE[1], SIZE[0], 3), (60, 110, 40), np.uint8)
    for place, card in enumerate(cards):
        x, y = 20 + 156 * (place % ROW), 20 + 232 * (place // ROW)
        face = cv2.resize(deck.face(card)[..., 2::-1], (140, 200), interpolation=cv2.INTER_AREA)
        image[y : y + 200, x : x + 140] = face
    for shape, colour, x, y in chips:
        if shape == "round":
            for shift, tone in ((3, 0.4), (0, 1.0)):
                colour_here = tuple(tone * value for value in colour)
                cv2.circle(image, (x + shift, y + shift), 20, colour_here, -1, cv2.LINE_AA)
        else:
            for shift, tone in ((3, 0.4), (0, 1.0)):
                corners = cv2.boxPoints(((x + shift, y + shift), (64, 16), 20))
                colour_here = tuple(tone * value for value in colour)
                cv2.fillConvexPoly(image, corners.astype(np.int32), colour_here, cv2.LINE_AA)
    return np.clip(image + np.random.default_rng(1).normal(0, 2, image.shape), 0, 255).astype(np.uint8)


table.deck = drawn_deck(np.random.default_rng(20))
RED, BLUE = (40, 40, 205), (190, 80, 30)


@pytest.fixture
def house(tmp_path):
    shown = {"image": table()}
    house = House(tmp_path, lambda: shown["image"], SIZE)
    house.shown, house.folder = shown, tmp_path
    yield house
    house.close()


@pytest.fixture
def browser(house):
    """A phone that has come in."""
    browser = phone(metrics=SMALL_PHONE)
    door = Door(house.app, house.token)
    come_in(browser, door.address)
    yield browser
    leave(browser)
    door.stop()


def test_on_the_phone(house, browser):
    press(browser, "#learn-deck")
    press(browser, "#begin-deck")
    wait_for(lambda: "0 cartes apprises sur 52" in text(browser, "#lesson-count"))
    house.shown["image"] = table(cards=DECK[:16])
    wait_for(lambda: len(found(browser, ".pack .learnt")) > 8, 60)
    keep_whole(browser, "lesson")
    before = len(found(browser, ".pack .learnt"))
    house.shown["image"] = table(cards=DECK[16:32])
    wait_for(lambda: len(found(browser, ".pack .learnt")) > before + 8, 60)
    while found(browser, ".doubt"):
        answer(browser, house)
    keep_whole(browser, "lesson-later")
    press(browser, "#keep-deck")
    wait_for(lambda: found(browser, "[data-deck=maison].chosen"))
    right = decks.load("maison", house.folder)
    assert len(right) > before + 8 and set(right) <= set(DECK[:32])

    house.shown["image"] = table(chips=(("round", RED, 400, 360), ("long", BLUE, 700, 360)))
    press(browser, "#learn-chips")
    wait_for(lambda: len(found(browser, "#found-chips button")) >= 2)
    keep_whole(browser, "chips")
    press(browser, "#found-chips [data-shape=round]")
    press(browser, "#found-chips [data-shape=long]")
    press(browser, "#no-kind")
    wait_for(lambda: len(found(browser, "#kinds li")) == 2)
    assert not found(browser, "#stock-contrat") and found(browser, "#stock-fiche")
    keep_whole(browser, "chips-learnt")
    for name in ("Ana", "Bruno", "Chloé"):
        browser.find_element("#new-player").send_keys(name)
        press(browser, "#add-player")
    press(browser, "#begin")
    wait_for(lambda: house.view["phase"] == "antes")
    agreed = house.live.table
    assert agreed.deck == "maison"
    assert [(kind.name, kind.value, kind.shape) for kind in agreed.chips] == [
        ("jeton", 1, "round"),
        ("fiche", 5, "long"),
    ]
    red, green, blue = (int(agreed.chips[0].colour[at : at + 2], 16) for at in (1, 3, 5))
    assert red > 2 * max(green, blue)
    assert browser.execute_script("return document.documentElement.scrollWidth") == 360
    assert [line for line in browser.errors() if "Failed to load resource" not in line] == []


def answer(browser, house):
    """Say of the first doubtful picture what it is guessed to be, or that it is no card."""
    one = found(browser, ".doubt")[0]
    id_ = one.get_attribute("data-doubt")
    way = (one.find_elements(".sure") or one.find_elements(".quiet"))[0]
    way.press()
    wait_for(lambda: not found(browser, f".doubt[data-doubt='{id_}']"))


def test_a_lesson_can_be_left_when_no_picture_comes(house, browser):
    house.shown["image"] = None
    press(browser, "#learn-deck")
    press(browser, "#begin-deck")
    press(browser, "#leave-deck")
    wait_for(lambda: found(browser, "#learn-deck"))


def test_a_camera_that_looks_on_for_hours_fills_no_memory(house, monkeypatch):
    monkeypatch.setattr(learning, "REST", 0.0)
    house.shown["image"] = table(cards=DECK[:3])
    lesson = learning.Learning(lambda: house.shown["image"], str(house.folder))
    lesson.begin("maison")
    assert lesson.look()["learnt"] == [card.code for card in DECK[:3]]
    monkeypatch.setattr(learning, "MOST_SHOWN", 3)
    house.shown["image"] = table(cards=DECK[3:6])
    assert set(lesson.look()["learnt"] + lesson.look()["asked"]) <= set(card.code for card in DECK[:3])


def test_what_is_asked_out_of_turn(house):
    http = TestClient(house.app, base_url="http://127.0.0.1:8765")
    key = {"Authorization": f"Bearer {house.token}"}

    def post(path, **told):
        seen = {"evening": house.live.evening.id, "seq": house.live.seq}
        return http.post(f"/api/{path}", headers=key, json={**seen, **told})

    assert http.get("/api/lesson", headers=key).json()["error"] == "nothing"
    assert post("lesson", learn="keep").json()["error"] == "nothing"
    assert post("lesson", learn="begin").json()["error"] == "incomplete"
    assert post("lesson", learn="begin", name="../..").json()["error"] == "input"
    assert post("lesson", learn="forget", name="nobody").json()["error"] == "input"
    assert post("lesson", learn="begin", name="maison").status_code == 200
    assert post("lesson", learn="say", picture="1.1", card="QS").json()["error"] == "input"
    assert post("chips", taps={"jeton": [1, 1]}).json()["error"] == "nothing"
    same = (("round", RED, 400, 360), ("round", RED, 700, 360))
    house.shown["image"] = table(chips=same)
    chips = http.get("/api/chips", headers=key).json()["chips"]
    taps = {kind: chip["center"] for kind, chip in zip(("jeton", "fiche"), chips, strict=False)}
    assert post("chips", taps=taps).json()["error"] == "chips", "they look alike"
    house.shown["image"] = None
    assert http.get("/api/lesson", headers=key).json()["error"] == "picture"
    house.arrange("Ana", "Bruno", "Chloé")
    assert post("lesson", learn="leave").json()["error"] == "setup"
    assert http.get("/api/chips", headers=key).json()["error"] == "setup"
    assert http.get("/api/decks").status_code == 401
