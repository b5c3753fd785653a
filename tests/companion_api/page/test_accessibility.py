"""No page and no sheet has a serious or critical finding of axe-core, by day and in a dark room, and
none needs to be pushed sideways on a small phone, with large text too."""

from types import SimpleNamespace

import pytest
from axe import Sheets, faults, findings, open_all
from browser import SMALL_PHONE, TELEVISION, Door, come_in, leave, phone
from pages import found, press
from scripted import Evening, wait_for
from started_page import LOOP, Started
from tapped import House

from companion_api.evening.setting_up import Arrange
from companion_api.evening.taps import Tap
from companion_api.hosting import deck_page, trust_page
from companion_api.hosting.app import create_app
from hardware.simulator import SimulatedTable

TABLE = {"players": ["Ana", "Bruno", "Chloé"], "dealer": "Chloé", "stock_chips": {"jeton": 40, "contrat": 3}}


@pytest.fixture(scope="module")
def browser():
    browser = phone(metrics=SMALL_PHONE)
    yield browser
    leave(browser)


def test_a_finding_is_found(browser):
    browser.get(
        "data:text/html,<html><meta name=viewport content=width=device-width><style>div { width: 20rem }"
        "@media (prefers-color-scheme: dark) { p { color: rgb(40,40,40); background: black } }</style>"
        "<body><main><img src=x><button></button><p>Nain</p><div>Jaune</div></main></body></html>"
    )
    rules = {rule for rule, _ in faults(browser)}
    assert {"image-alt", "button-name", "in the dark", "too wide with large text"} <= rules


def test_welcome_joining_set_up_settlement_end_and_past(browser, tmp_path):
    picture = next(iter(SimulatedTable(8, 3))).image
    house = House(tmp_path, lambda: picture, (picture.shape[1], picture.shape[0]))
    door = Door(house.app, house.token)
    seen = Sheets(browser)
    try:
        browser.get(door.address.split("#")[0])
        press(browser, "#enter-invitation")
        wait_for(lambda: found(browser, "#invited-wrong.told-alert"))
        seen.page("welcome, a wrong invitation")
        browser.get("about:blank")
        browser.get(door.address)
        wait_for(lambda: found(browser, ".names button"))
        seen.page("joining")
        come_in(browser, door.address)
        wait_for(lambda: found(browser, "#setup"))
        press(browser, "#check")
        wait_for(lambda: found(browser, "#findings"))
        press(browser, "#learn-chips")
        wait_for(lambda: found(browser, "#chips-again"))
        press(browser, "#learn-deck")
        press(browser, "#begin-deck")
        wait_for(lambda: found(browser, "#lesson"))
        seen.page("set-up")
        seen.sheet("menu before the evening", "#menu")
        house.setup.arrange(Arrange(evening=house.live.evening.id, seq=0, table=TABLE))
        house.play_round(3)
        wait_for(lambda: found(browser, "#settlement"))
        browser.execute_script("document.querySelectorAll('.line').forEach((one) => one.click())")
        seen.page("settlement")
        seen.sheet("past rounds", "#menu", "#open-rounds", shows=".past")
        house.tap(tap="end")
        wait_for(lambda: found(browser, "#evening-end"))
        seen.page("end of the evening")
        browser.get(door.address.split("#")[0] + "history/")
        wait_for(lambda: found(browser, ".past-player"))
        seen.page("past evenings")
        browser.get(door.address.split("#")[0] + "camera/")
        wait_for(lambda: browser.execute_script("return document.getElementById('title').textContent"))
        seen.page("phone camera")
        assert seen.faulty() == {}
    finally:
        door.stop()
        house.close()


def test_the_table_and_its_sheets(browser, tmp_path):
    evening = Evening(tmp_path, 9)
    evening.cards(3)
    door = Door(create_app(evening.live, evening.desk), evening.token)
    seen = Sheets(browser)
    try:
        come_in(browser, door.address)
        wait_for(lambda: found(browser, "#call"))
        seen.page("table")
        seen.sheet("menu", "#menu")
        seen.sheet("card", "[data-card]", shows=".sheet .proof")
        seen.sheet("undo", "#undo")
        seen.sheet("box", "#box-7D", shows=".sheet .proof")
        seen.sheet("rules", "#open-rules")
        seen.sheet("look again", "#menu", "#open-review", ".review .line", shows=".review .proof")
        seen.sheet("missed card", "#menu", "#add")
        seen.sheet("voice and listening", "#menu", "#open-voice", "#aloud", shows="#aloud-voice")
        evening.whole_round()
        wait_for(lambda: found(browser, "#settlement"))
        seen.page("settled")
        assert seen.faulty() == {}
    finally:
        door.stop()
        evening.close()


def test_a_question(browser, tmp_path):
    evening = Evening(tmp_path, 9)
    evening.observer.doubts[9] = 1  # another arm than the rules' own brought the dwarf
    evening.cards(3)
    evening.desk.take(Tap(seq=evening.live.seq, tap="call", card="7D"))
    evening.cards(5)
    evening.frames(evening.observer.number + 2)
    door = Door(create_app(evening.live, evening.desk), evening.token)
    seen = Sheets(browser)
    try:
        come_in(browser, door.address)
        wait_for(lambda: found(browser, "#asked .proof"))
        seen.page("question")
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
        seen.sheet("card by hand", "#enter-card", "[data-pick='7D']", shows="#call-here")
        assert seen.faulty() == {}
    finally:
        door.stop()
        house.close()


def test_the_television(tmp_path):
    browser = phone(metrics=TELEVISION)
    evening = Evening(tmp_path, 9)
    door = Door(create_app(evening.live, evening.desk), evening.token)
    wrong = {}
    try:
        come_in(browser, door.address, "television")
        evening.cards(3)
        wait_for(lambda: found(browser, "#call-waits"))
        wrong["round"] = findings(browser)
        evening.whole_round()
        wait_for(lambda: found(browser, "#settlement"))
        wrong["settlement"] = findings(browser)
        evening.desk.take(Tap(seq=evening.live.seq, tap="end"))
        wait_for(lambda: found(browser, "#evening-end"))
        wrong["end"] = findings(browser)
        assert not any(wrong.values()), wrong
    finally:
        door.stop()
        evening.close()
        leave(browser)


def test_the_page_of_a_pack_that_is_learnt(browser):
    page = deck_page.LessonPage(["127.0.0.1"], 0)
    try:
        browser.get(page.link)
        wait_for(lambda: len(browser.find_elements("css selector", "li, td, span, b")) > 20)
        assert faults(browser) == []
    finally:
        page.close()


def test_the_page_that_helps_to_trust(browser):
    papers = SimpleNamespace(authority=b"no certificate", fingerprint=":".join(["A7"] * 32))
    door = Door(trust_page.create_app(papers, "https://192.168.1.20:8765/"), "")
    try:
        browser.get(door.address.split("#")[0])
        wait_for(lambda: found(browser, "#fingerprint"))
        open_all(browser)
        assert faults(browser) == []
    finally:
        door.stop()


@pytest.mark.parametrize("page", ["trust/", "deck/"])
def test_a_page_that_has_nothing_to_show_says_what_it_is_for_and_where_to_go(browser, tmp_path, page):
    home = Started(tmp_path, lambda: [LOOP])
    try:
        browser.get(home.page + page)
        wait_for(lambda: found(browser, "#back"))
        assert len(found(browser, "p")) >= 2 and "{" not in browser.find_element("tag name", "body").text
        assert faults(browser) == []
        press(browser, "#back")
        wait_for(lambda: found(browser, "#not-here"))  # nobody has shown it the key yet
    finally:
        home.close()
