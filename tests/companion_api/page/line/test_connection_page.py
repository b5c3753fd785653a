"""What the page says and does while nobody answers it, and that nothing is done twice."""

import pytest
from axe import faults
from browser import Door, come_in, leave, phone
from page_time import CLOCK, injected, pass_time
from pages import clear, found, keep, press, text
from scripted import KIND, Evening, wait_for
from wire import Wire

from companion_api.web.app import create_app

SEED = 9
NOTICED, UNSENT = 10, 8
"""Seconds within which people must be told that nobody answers, and that a tap was not sent."""
WAYS = {"stopped": {}, "nothing comes": {"up": False}, "nothing leaves": {"down": False}}
"""How a line dies: the computer is stopped, or only one direction is gone."""

HEARD = """
window.heard = 0;
window.WebSocket = class extends WebSocket {
  constructor(...where) {
    super(...where);
    this.addEventListener("message", () => { window.heard += 1; });
  }
};
"""
"""Counts what the page hears."""
PICTURES = "return [...document.images].every((one) => one.complete)"
"""All have come: while six wait in vain, a browser sends nothing else."""


@pytest.fixture(scope="module")
def browser():
    browser = phone()
    with injected(browser, CLOCK), injected(browser, HEARD):
        yield browser
    leave(browser)


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    evening = Evening(tmp_path_factory.mktemp("data"), SEED, KIND)
    evening.cards(3)
    yield evening
    evening.close()


@pytest.fixture(scope="module")
def wire(evening):
    door = Door(create_app(evening.live, evening.desk), evening.token)
    wire = Wire(door)
    yield wire
    wire.close()
    door.stop()


@pytest.fixture(scope="module")
def joined(browser, wire):
    come_in(browser, wire.address)
    return browser


@pytest.fixture
def page(joined, wire):
    """The table, an honour that waits for its call, and nothing over it."""
    wait_for(lambda: found(joined, "#call"))
    wait_for(lambda: joined.execute_script(PICTURES))
    yield joined
    comes_back(joined, wire)
    clear(joined)


def away(page):
    return "Pas de connexion" in text(page, "#trouble")


def comes_back(page, wire):
    """Nobody touches anything: the page finds back by itself."""
    wire.thaw()

    def back():
        pass_time(page, 1)
        return not away(page)

    wait_for(back)


@pytest.mark.parametrize("way", WAYS)
def test_a_line_that_is_dead_is_noticed_and_the_page_comes_back_by_itself(page, wire, evening, way):
    for _ in range(5):  # while somebody answers, nothing is said however quiet it is
        before = page.execute_script("return window.heard")
        pass_time(page, 4)
        wait_for(lambda before=before: page.execute_script("return window.heard") > before)
        assert not away(page)
    wire.freeze(**WAYS[way])
    pass_time(page, NOTICED)
    assert away(page)
    keep(page, "no-connection")
    evening.live.camera("lost", "webcam 0")  # what happens meanwhile is there afterwards
    pass_time(page, 40)
    assert away(page), "new lines that nobody answers are none"
    wire.thaw()
    wait_for(lambda: pass_time(page, 1) or "Image perdue" in text(page, "#trouble"))
    evening.live.camera("ok")


def test_what_is_not_wanted_any_more_is_left(page, wire, evening):
    before = evening.live.seq
    wire.freeze()
    press(page, "#call")
    pass_time(page, UNSENT)
    wait_for(lambda: found(page, "#unsent"))
    assert faults(page) == []
    press(page, "#unsent-drop")
    assert not found(page, "#unsent")
    comes_back(page, wire)
    assert evening.live.seq == before


def test_a_tap_that_was_done_though_its_answer_was_lost_is_not_done_twice(page, wire, evening):
    card = evening.live.now()["view"]["cards"][0]
    before = evening.live.seq
    press(page, f"[data-card='{card['card']}']")
    wait_for(lambda: found(page, "[data-likely]") and page.execute_script(PICTURES))
    wire.freeze(up=False)
    press(page, f"[data-likely='{card['likely'][0]}']")
    wait_for(lambda: evening.live.seq > before)
    done = evening.live.seq
    pass_time(page, UNSENT)
    wait_for(lambda: found(page, "#unsent") and found(page, ".sheet"))
    comes_back(page, wire)
    press(page, "#unsent-again")
    wait_for(lambda: not found(page, "#unsent"))
    wait_for(lambda: "La table avait avancé" in text(page, ".toast"))
    assert evening.live.seq == done


def test_a_tap_that_nobody_answers_is_said_and_can_be_sent_again_once(page, wire, evening):
    before = evening.live.seq
    wire.freeze()
    press(page, "#call")
    pass_time(page, UNSENT)
    wait_for(lambda: "Pas envoyé" in text(page, "#unsent"))
    keep(page, "unsent")
    press(page, "#unsent-again")  # in vain too
    pass_time(page, UNSENT)
    wait_for(lambda: "Pas envoyé" in text(page, "#unsent"))
    comes_back(page, wire)
    evening.frames(evening.observer.number + 1)
    assert evening.live.seq == before, "what was said not to be sent is not done when the computer wakes up"
    press(page, "#unsent-again")
    wait_for(lambda: "Annonce entendue" in text(page) and not found(page, "#unsent"))
    evening.frames(evening.observer.number + 2)
    told = [line["type"] for line in evening.live.events()[before:]]
    assert told.count("called") == 1


def test_the_page_that_was_kept_is_shown_when_the_computer_is_gone(evening):
    door = Door(create_app(evening.live, evening.desk), evening.token)
    browser = phone(keeps=True)
    try:
        come_in(browser, door.address)
        wait_for(lambda: found(browser, "#wanted"))
        browser.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")
        door.stop()
        browser.refresh()
        wait_for(lambda: "Pas de connexion" in text(browser))
    finally:
        leave(browser)
        door.stop()
