"""No page has a serious or critical finding of axe-core, at the size of a phone."""

import pytest
from browser import Door, come_in, leave, phone
from scripted import Evening, wait_for
from tapped import House
from test_page import found, press

from companion_api import deck_page
from companion_api.app import create_app
from companion_api.setting_up import Arrange

axe_core = pytest.importorskip("axe_core_python.selenium", reason="not installed (extra [test])")
TABLE = {"players": ["Ana", "Bruno", "Chloé"], "dealer": "Chloé", "stock_chips": {"jeton": 40, "contrat": 3}}


@pytest.fixture(scope="module")
def browser():
    browser = phone()
    yield browser
    leave(browser)


def findings(browser):
    """What axe-core holds for serious or worse: (rule, elements)."""
    browser.execute_script(
        "document.getAnimations().forEach((a) => a.effect.getTiming().iterations < 99 && a.finish())"
    )
    told = axe_core.Axe().run(browser)
    assert told["passes"], "nothing was looked at"
    return [
        (one["id"], [node["html"][:160] for node in one["nodes"]])
        for one in told["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def test_a_finding_is_found(browser):
    browser.get("data:text/html,<html><body><main><img src=x><button></button></main></body></html>")
    assert {"image-alt", "button-name"} <= {rule for rule, _ in findings(browser)}


def test_welcome_joining_set_up_settlement_end_and_past(browser, tmp_path):
    house = House(tmp_path)
    door = Door(house.app, house.token)
    try:
        seen = {}
        browser.get(door.address.split("#")[0])
        wait_for(lambda: found(browser, "h1"))
        seen["welcome"] = findings(browser)
        browser.get("about:blank")
        browser.get(door.address)
        wait_for(lambda: found(browser, ".names button"))
        seen["joining"] = findings(browser)
        come_in(browser, door.address)
        wait_for(lambda: found(browser, "#setup"))
        browser.execute_script("document.querySelectorAll('details').forEach((d) => { d.open = true })")
        seen["set-up"] = findings(browser)
        house.setup.arrange(Arrange(evening=house.live.evening.id, seq=0, table=TABLE))
        house.play_round(3)
        wait_for(lambda: found(browser, "#settlement"))
        seen["settlement"] = findings(browser)
        house.tap(tap="end")
        wait_for(lambda: found(browser, "#evening-end"))
        seen["end of the evening"] = findings(browser)
        browser.get(door.address.split("#")[0] + "history/")
        wait_for(lambda: found(browser, ".past-player"))
        browser.execute_script("document.querySelectorAll('details').forEach((d) => { d.open = true })")
        seen["past evenings"] = findings(browser)
        browser.get(door.address.split("#")[0] + "camera/")
        wait_for(lambda: browser.execute_script("return document.getElementById('title').textContent"))
        seen["phone camera"] = findings(browser)
        assert {page: told for page, told in seen.items() if told} == {}
    finally:
        door.stop()
        house.close()


def test_the_table_and_its_sheets(browser, tmp_path):
    evening = Evening(tmp_path, 9)
    evening.cards(3)
    door = Door(create_app(evening.live, evening.desk), evening.token)
    try:
        seen = {}
        come_in(browser, door.address)
        wait_for(lambda: found(browser, "#call"))
        seen["table"] = findings(browser)
        for name, tapped in (
            ("menu", "#menu"),
            ("card", ".fallen [data-card], [data-card]"),
            ("undo", "#undo"),
            ("box", "#box-KH"),
        ):
            press(browser, tapped)
            wait_for(lambda: found(browser, ".sheet"))
            seen[name] = findings(browser)
            press(browser, ".close")
            wait_for(lambda: not found(browser, ".sheet"))
        assert {page: told for page, told in seen.items() if told} == {}
    finally:
        door.stop()
        evening.close()


def test_the_page_of_a_pack_that_is_learnt(browser):
    page = deck_page.LessonPage("127.0.0.1", 0)
    try:
        browser.get(page.link)
        wait_for(lambda: len(browser.find_elements("css selector", "li, td, span, b")) > 20)
        assert findings(browser) == []
    finally:
        page.close()
