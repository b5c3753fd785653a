"""The game of 1760 on the phone: kings are announced by a tap, in the dark, with large letters."""

import pytest
from axe import findings
from browser import SMALL_PHONE, Door, come_in, emulate, leave, phone
from pages import found, keep, press, text
from scripted import wait_for
from tapped import House

from companion_api.evening.setting_up import Arrange


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    table = {"players": ["Ana", "Bruno", "Chloé"], "dealer": "Ana", "rules": "avantcoureur"}
    table |= {"reminder": 5}  # or no screen but Bruno's own would show his call
    house.setup.arrange(Arrange(evening=house.live.evening.id, seq=0, table=table))
    wait_for(lambda: house.view["phase"] == "antes")
    yield house
    house.close()


@pytest.fixture
def page(house):
    browser = phone(metrics=SMALL_PHONE)
    emulate(browser, prefers_color_scheme="dark")
    door = Door(house.app, house.token)
    come_in(browser, door.address)
    yield browser
    leave(browser)
    door.stop()


def test_a_king_is_announced_and_the_others_pay(house, page):
    for card in ("QS", "KC"):
        house.tap(tap="card", player="Bruno", card=card)
    wait_for(lambda: "Hoc ! roi de trèfle" in text(page, "#call"))
    keep(page, "dark-1760")
    paper = page.execute_script("return getComputedStyle(document.documentElement).backgroundColor")
    assert max(int(part) for part in paper[4:-1].split(",")) < 60, "nothing glares in a dark room"
    assert findings(page) == []
    for opens in ("#menu", "#open-rules", ".fallen"):
        press(page, opens)
        wait_for(lambda: found(page, ".sheet"))
        assert findings(page) == [], opens
        press(page, ".close")
        wait_for(lambda: not found(page, ".sheet"))
    before = {player["name"]: player["balance"] for player in house.view["players"]}
    press(page, "#call")
    wait_for(lambda: house.view["call"] is None)
    after = {player["name"]: player["balance"] for player in house.view["players"]}
    assert {name: after[name] - before[name] for name in after} == {"Ana": -1, "Bruno": 2, "Chloé": -1}


def test_large_letters_leave_nothing_outside(house, page):
    page.execute_script("document.documentElement.style.fontSize = '24px'")
    house.tap(tap="card", player="Bruno", card="4C")
    wait_for(lambda: len(found(page, ".fallen")) == 1)
    keep(page, "dark-large")
    assert page.execute_script("return document.documentElement.scrollWidth") == 360
    press(page, "#menu")
    wait_for(lambda: found(page, "#invitation img"))
    keep(page, "dark-menu-large")
    fits = "const sheet = document.querySelector('.sheet'); return sheet.scrollWidth <= sheet.clientWidth"
    assert page.execute_script(fits)
