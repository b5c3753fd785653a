"""From `nainjaune` to the first card told, as somebody who reads nothing of the terminal goes about it."""

import pytest
from browser import SMALL_PHONE, TELEVISION, leave, phone
from scripted import wait_for
from started_page import Started
from test_accessibility import Sheets, findings, room
from test_page import found, text

from companion_api.addresses import Interface
from companion_api.start.looks import Looks
from hardware.simulator import SimulatedTable

MOST_TAPS = 12
"""From the start page to the first card told, without a camera, three players."""


@pytest.fixture
def home(tmp_path):
    home = Started(tmp_path, lambda: [Interface("lo", ("127.0.0.1",))])
    yield home
    home.close()


@pytest.fixture(scope="module")
def browser():
    browser = phone(metrics=SMALL_PHONE)
    yield browser
    leave(browser)


def come(browser, home):
    """What the program opens."""
    browser.get("about:blank")
    browser.get(home.page + "icon.svg")
    browser.execute_script("localStorage.clear(); localStorage.setItem('language', 'fr')")
    browser.get(home.link)
    wait_for(lambda: found(browser, "#start"))


class Taps:
    """Taps that are counted; a word that is typed is one (its field) as well."""

    def __init__(self, browser):
        self.browser = browser
        self.count = 0

    def tap(self, selector):
        wait_for(lambda: found(self.browser, selector))
        [element, *_] = found(self.browser, selector)
        self.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()
        self.count += 1


def test_from_the_start_to_the_first_card_without_a_camera(browser, home):
    come(browser, home)
    taps = Taps(browser)
    taps.tap("#start-none")
    taps.tap("#new-player")
    for name in ("Ana", "Bruno", "Chloé"):
        browser.switch_to.active_element.send_keys(name)
        taps.tap("#add-player")
        wait_for(lambda name=name: name in text(browser, "#seats"))
    taps.tap("#begin")
    taps.tap("#enter-card")
    taps.tap("[data-pick='7D']")
    evening = home.companion.now
    wait_for(lambda: any(event["type"] == "card_played" for event in evening.live.events()))
    assert taps.count <= MOST_TAPS


def test_a_phone_at_the_start_page_learns_why_not_and_a_lost_key_too(browser, home):
    browser.get("about:blank")
    browser.get(home.page + "icon.svg")
    browser.execute_script("localStorage.clear(); localStorage.setItem('language', 'fr')")
    browser.get(home.page + "start/#k=of-yesterday")
    wait_for(lambda: found(browser, "#not-here"))
    assert "nainjaune" in text(browser, "#not-here")


def test_the_start_page_has_no_serious_finding_in_any_of_its_states(browser, home):
    table = SimulatedTable(8, 3)
    names = [type("Webcam", (), {"number": 0, "name": "Caméra du salon"})]
    home.companion.looks = Looks(lambda source, automatic: table, lambda: names)
    come(browser, home)
    seen = Sheets(browser)
    seen.page("start")
    Taps(browser).tap("#start-webcam")
    wait_for(lambda: found(browser, "#cameras img"))
    seen.page("webcams")
    Taps(browser).tap("#start-phone")
    wait_for(lambda: found(browser, "#stream"))
    Taps(browser).tap("#phones-on")
    wait_for(lambda: found(browser, "#phones-why.told-alert"))
    assert "Wi-Fi" in text(browser, "#phones-why")
    seen.page("a phone as camera, no network")
    assert seen.faulty() == {}


def test_the_demo_has_its_bar_and_ends_with_an_invitation_to_play(browser, home):
    come(browser, home)
    taps = Taps(browser)
    taps.tap("#start-demo")
    wait_for(lambda: found(browser, "#demo"))
    first = home.companion.now
    wait_for(lambda: first.sittings.watching.frame is not None)
    taps.tap("#demo-pause")
    wait_for(lambda: first.live.now()["paused"])
    seen = Sheets(browser)
    seen.page("demo")
    taps.tap("#demo-other")
    wait_for(lambda: home.companion.now not in (None, first))
    wait_for(lambda: found(browser, "#demo-again"))
    second = home.companion.now
    assert second.plan.demo[0] != first.plan.demo[0]
    taps.tap("#demo-again")
    wait_for(lambda: home.companion.now not in (None, second))
    assert home.companion.now.plan.demo[0] == second.plan.demo[0]
    assert seen.faulty() == {}


def test_the_start_page_on_a_large_screen(home):
    browser = phone(metrics=TELEVISION)
    try:
        come(browser, home)
        assert findings(browser) == []
        room(browser, "dark")
        assert findings(browser, runOnly=["color-contrast"]) == []
    finally:
        leave(browser)
