"""Push-to-talk on the phone page: nothing until its owner asks, then held to speak."""

import pytest
from browser import SMALL_PHONE, Door, before_each, come_in, leave, phone, touch
from pages import found, keep, text
from scripted import wait_for
from tapped import House

from companion_api.web.app import Extras, create_app
from engine.errors import BadInput

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
    before_each(browser, RECOGNISER)
    door = Door(house.app, house.token)
    come_in(browser, door.address)
    yield browser
    leave(browser)
    door.stop()


def one(page, css):
    wait_for(lambda: found(page, css))
    return page.find_element(css)


def hold(page, saying):
    page.execute_script("window.saying = arguments[0]", saying)
    for moment in ("pointerdown", "pointerup"):
        page.execute_script(
            "document.querySelector('#talk').dispatchEvent(new Event(arguments[0], {bubbles: true}))", moment
        )


def test_the_button_comes_when_it_is_asked_for_and_what_is_said_counts(house, page):
    one(page, "footer")
    assert not found(page, "#talk")
    touch(page, "#menu")
    one(page, "#invitation")  # it stands above, and comes late
    touch(page, "#open-voice")
    wait_for(lambda: "en ligne" in one(page, "#listening").text)  # the sheet fades in
    assert not one(page, "#listening-on").is_selected()
    page.execute_script("document.querySelector('#listening-on').click()")
    keep(page, "listening-choice")
    page.refresh()
    one(page, "#talk")
    keep(page, "listening-table")
    hold(page, "Passe-moi le sel")
    wait_for(lambda: "Pas d’annonce" in text(page))
    hold(page, "Dame qui prend !")
    wait_for(lambda: any(line["type"] == "called" for line in house.live.events()))
    called = next(line for line in house.live.events() if line["type"] == "called")
    assert (called["player"], called["card"], called["via"]) == ("Ana", "QS", "voice")
    keep(page, "listening-heard")


class Hearing:
    """What the page asks of the ears, as the test has it."""

    def __init__(self, live):
        self.live = live
        self.told = {
            "state": "off",
            "chosen": None,
            "lacks": "",
            "devices": [
                {"name": "HDA Intel PCH: ALC257 Analog", "standard": True},
                {"name": "Yeti Stereo Microphone: USB Audio", "standard": False},
            ],
        }
        self.dropped = []

    def check(self):
        return self.told

    def choose(self, name):
        if name == "":
            raise BadInput("microphone: another program is using it")
        self.told = {**{key: self.told[key] for key in ("lacks", "devices")}, "state": "off", "chosen": name}
        if name:
            self.told |= {"state": "ok", "room": -58.0, "voices": -22.0, "verdict": "good"}

    def without_effect(self):
        return self.dropped


@pytest.fixture
def hearing(tmp_path):
    home = House(tmp_path)
    ears = Hearing(home.live)
    browser = phone(metrics=SMALL_PHONE)
    door = Door(create_app(home.live, home.desk, Extras(home.setup, ears=ears)), home.token)
    come_in(browser, door.address)
    yield home, ears, browser
    leave(browser)
    door.stop()
    home.close()


def test_the_microphone_is_chosen_on_the_page_which_says_how_it_hears(hearing):
    _, ears, page = hearing
    one(page, "[data-microphone=null].chosen")
    page.execute_script("document.querySelector('#microphone').scrollIntoView({block: 'center'})")
    keep(page, "microphone-choice")
    touch(page, "[data-microphone^=Yeti]")
    one(page, "#microphone [data-verdict=good]")
    assert one(page, ".values .chosen[data-microphone]").text.startswith("Yeti")
    keep(page, "microphone-level")
    ears.told["verdict"] = "faint"
    assert "Rapprochez le micro" in one(page, "#microphone [data-verdict=faint]").text
    ears.told = {**ears.told, "state": "lost"}
    assert "ne répond plus" in one(page, "#microphone .told-alert").text
    touch(page, "[data-microphone='']")
    wait_for(lambda: "another program" in one(page, ".toast").get_property("textContent"))
    ears.told = {**ears.told, "state": "off", "lacks": "model"}
    assert "nainjaune voice install" in one(page, "#microphone-lacks").text
    keep(page, "microphone-lacks")


def test_during_play_a_lost_microphone_is_told_until_it_is_back(hearing):
    home, _, page = hearing
    home.arrange("Ana", "Bruno", "Chloé")
    one(page, "#wanted")
    assert not found(page, "#microphone-lost")
    home.live.microphone("lost")
    assert "ne répond plus" in one(page, "#microphone-lost").text
    keep(page, "microphone-lost")
    home.live.microphone("ok")
    wait_for(lambda: not found(page, "#microphone-lost"))


def test_the_host_can_read_what_was_heard_without_effect(hearing):
    home, ears, page = hearing
    home.arrange("Ana", "Bruno", "Chloé")
    ears.choose("Yeti Stereo Microphone: USB Audio")
    ears.dropped = [
        {"at": 1760000000.0, "text": "dame qui prend", "confidence": 0.91, "why": "not_laid"},
        {"at": 1759999940.0, "text": "le nain jaune", "confidence": 0.6, "why": "late"},
    ]
    touch(page, "#menu")
    one(page, "#invitation")  # it stands above, and comes late
    touch(page, "#open-voice")
    wait_for(lambda: "aucune carte de ce nom" in one(page, "#without-effect").text)
    page.execute_script("document.querySelector('#without-effect').scrollIntoView({block: 'end'})")
    assert "trop tard" in one(page, "#without-effect").text
    keep(page, "without-effect")
