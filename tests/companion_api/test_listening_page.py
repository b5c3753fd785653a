"""Push-to-talk on the phone page: nothing until its owner asks, then held to speak."""

import os
from pathlib import Path

import pytest
from browser import Door, come_in, leave, phone
from scripted import wait_for
from tapped import House

RECOGNISER = """
window.SpeechRecognition = window.webkitSpeechRecognition = class {
  start() { window.heard = this; }
  stop() {
    this.onresult({ results: [[{ transcript: window.saying, confidence: 0.9 }]] });
    this.onend();
  }
};
"""


@pytest.fixture
def house(tmp_path):
    home = House(tmp_path)
    home.arrange("Ana", "Bruno", "Chloé")
    wait_for(lambda: home.view["phase"] == "antes")
    home.tap(tap="card", player="Ana", card="QS")
    yield home
    home.close()


@pytest.fixture
def page(house):
    browser = phone()
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": RECOGNISER})
    door = Door(house.app, house.token)
    come_in(browser, door.address)
    yield browser
    leave(browser)
    door.stop()


def keep(page, name):
    folder = os.environ.get("NAINJAUNE_SCREENSHOTS")
    if folder:
        page.save_screenshot(str(Path(folder, f"{name}.png")))


def one(page, css):
    wait_for(lambda: page.find_elements("css selector", css))
    return page.find_element("css selector", css)


def hold(page, saying):
    page.execute_script("window.saying = arguments[0]", saying)
    for moment in ("pointerdown", "pointerup"):
        page.execute_script(
            "document.querySelector('#talk').dispatchEvent(new Event(arguments[0], {bubbles: true}))", moment
        )


def test_the_button_comes_when_it_is_asked_for_and_what_is_said_counts(house, page):
    one(page, "footer")
    assert not page.find_elements("css selector", "#talk")
    one(page, "#menu").click()
    one(page, "#open-voice").click()
    wait_for(lambda: "en ligne" in one(page, "#listening").text)  # the sheet fades in
    assert not one(page, "#listening-on").is_selected()
    page.execute_script("document.querySelector('#listening-on').click()")
    keep(page, "listening-choice")
    page.refresh()
    one(page, "#talk")
    keep(page, "listening-table")
    hold(page, "Passe-moi le sel")
    wait_for(lambda: "Pas d’annonce" in page.find_element("css selector", "body").text)
    hold(page, "Dame qui prend !")
    wait_for(lambda: any(line["type"] == "called" for line in house.live.events()))
    called = next(line for line in house.live.events() if line["type"] == "called")
    assert (called["player"], called["card"], called["via"]) == ("Ana", "QS", "voice")
    keep(page, "listening-heard")


def test_before_the_evening_the_page_says_how_the_microphone_hears(tmp_path):
    home = House(tmp_path)
    heard = {"state": "ok", "room": -58.0, "voices": -22.0, "verdict": "good"}
    home.setup.microphone = lambda: heard
    browser, door = phone(), Door(home.app, home.token)
    try:
        come_in(browser, door.address)
        one(browser, "#microphone [data-verdict=good]")
        browser.execute_script("document.querySelector('#microphone').scrollIntoView({block: 'center'})")
        keep(browser, "listening-level")
        heard["verdict"] = "faint"
        assert "Rapprochez le micro" in one(browser, "#microphone [data-verdict=faint]").text
        heard["state"] = "lost"
        assert "ne répond plus" in one(browser, "#microphone .told-alert").text
    finally:
        leave(browser)
        door.stop()
        home.close()
