"""No sheet over a table that a camera watches has a serious or critical finding of axe-core, by day and in a
dark room, and none needs to be pushed sideways on a small phone, with large text too. Whole pages, and sheets
without a camera: `test_pages_fit.py`; what the television shows: `test_television.py`."""

import pytest
from axe import Sheets, faults
from browser import SMALL_PHONE, Door, come_in, leave, phone
from pages import found
from scripted import KIND, Evening, wait_for
from tapped import House

from companion_api.web.app import create_app
from companion_api.web.hosting import deck_page


@pytest.fixture(scope="module")
def browser():
    browser = phone(metrics=SMALL_PHONE)
    yield browser
    leave(browser)


def test_the_table_and_its_sheets(browser, tmp_path):
    evening = Evening(tmp_path, 9, KIND)
    evening.cards(3)
    door = Door(create_app(evening.live, evening.desk), evening.token)
    seen = Sheets(browser)
    try:
        come_in(browser, door.address)
        wait_for(lambda: found(browser, "#call"))
        seen.page("table")
        seen.sheet("card", "[data-card]", shows=".sheet .proof")
        seen.sheet("undo", "#undo")
        seen.sheet("box", "#box-7D", shows=".sheet .proof")
        seen.sheet("look again", "#menu", "#open-review", ".review .line", shows=".review .proof")
        seen.sheet("missed card", "#menu", "#add")
        seen.sheet("voice and listening", "#menu", "#open-voice", "#aloud", shows="#aloud-voice")
        assert seen.faulty() == {}
    finally:
        door.stop()
        evening.close()


def test_an_alert(browser, tmp_path):
    house = House(tmp_path)
    door = Door(house.app, house.token)
    seen = Sheets(browser)
    try:
        house.arrange("Ana", "Bruno", "Chloé")
        wait_for(lambda: house.view["phase"] == "antes")
        come_in(browser, door.address)
        for player, card in (("Ana", "QS"), ("Ana", "KC")):
            house.tap(tap="card", player=player, card=card)
        wait_for(lambda: found(browser, ".alert"))
        seen.page("table without a camera")
        seen.sheet("alert", ".alert", shows="#claim")
        seen.sheet("card by hand", "#enter-card", "[data-pick='7D']", shows="#call-any")
        assert seen.faulty() == {}
    finally:
        door.stop()
        house.close()


def test_the_page_of_a_pack_that_is_learnt(browser):
    page = deck_page.LessonPage(["127.0.0.1"], 0)
    try:
        browser.get(page.link)
        wait_for(lambda: len(browser.find_elements("li, td, span, b")) > 20)
        assert faults(browser) == []
    finally:
        page.close()
