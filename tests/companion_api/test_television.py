"""The table on a television: large, and nothing to touch but the way out."""

import pytest
from browser import TELEVISION, Door, come_in, leave, phone
from scripted import Evening, wait_for
from test_page import found, keep, press, text

from companion_api.app import create_app

SEED = 9


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    evening = Evening(tmp_path_factory.mktemp("data"), SEED)
    evening.cards(3)
    yield evening
    evening.close()


@pytest.fixture(scope="module")
def screen(evening):
    browser = phone(metrics=TELEVISION)
    door = Door(create_app(evening.live, evening.desk), evening.token)
    come_in(browser, door.address, "television")
    yield browser
    leave(browser)
    door.stop()


def fits(screen):
    """Nothing is cut off and nothing scrolls."""
    return screen.execute_script(
        "const page = document.documentElement, tv = document.querySelector('.tv-main');"
        "return page.scrollWidth <= page.clientWidth && page.scrollHeight <= page.clientHeight"
        "  && tv.scrollHeight <= tv.clientHeight"
    )


def test_a_round_from_afar(screen, evening):
    wait_for(lambda: "On attend" in text(screen, "#wanted"))
    assert "Nain jaune" in text(screen, "#call-waits")
    for player in evening.live.now()["view"]["players"]:
        assert player["name"] in text(screen, ".tv-people")
    assert [each.get_attribute("id") for each in found(screen, "button")] == ["open-voice", "change-role"]
    large = "return parseFloat(getComputedStyle(document.querySelector('#wanted')).fontSize)"
    keep(screen, "tv-play")
    press(screen, "#open-voice")
    press(screen, "#aloud")
    wait_for(lambda: found(screen, "[data-amount=normal].chosen"))
    keep(screen, "tv-voice")
    press(screen, "[data-amount=little]")
    press(screen, ".close")
    screen.execute_script("window.heard = []; speechSynthesis.speak = (it) => heard.push([it.text, it.lang])")
    assert screen.execute_script(large) >= 72 and fits(screen)
    evening.cards(4)
    evening.frames(evening.observer.number + 2)
    wait_for(lambda: "sans annoncer" in text(screen, ".alert"))
    name = evening.steps[2].player
    said = f"{name} n’a pas annoncé le 7 de carreau. La case reste."
    assert screen.execute_script("return heard") == [[said, "fr-FR"]], "said once, and no more than was asked"
    keep(screen, "tv-alert")


def test_a_screen_that_was_opened_anew_asks_for_the_touch_that_lets_it_speak(screen):
    screen.refresh()
    wait_for(lambda: "pour que cet appareil parle" in text(screen, "#wake-voice"))
    keep(screen, "tv-wake")
    screen.find_element("css selector", "#wake-voice").click()
    wait_for(lambda: not found(screen, "#wake-voice"))


def test_the_settlement_from_afar(screen, evening):
    evening.whole_round()
    wait_for(lambda: found(screen, "#settlement"))
    shown = text(screen, "#television")
    for due in evening.live.now()["view"]["evening"]["dues"]:
        assert due["from"] in shown and str(due["chips"]) in shown
    keep(screen, "tv-settled")
    assert fits(screen)
