"""From `nainjaune` to the first card told, as somebody who reads nothing of the terminal goes about it."""

from contextlib import suppress
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from axe import Sheets, findings, room
from browser import SMALL_PHONE, TELEVISION, leave, open_as_new, phone, resize, touch
from chromium import Failure
from pages import found, keep_whole, press, text
from scripted import wait_for
from started_page import LOOP, WIFI, Started, pretend_wifi

from companion_api.commands import play
from companion_api.web import passes
from companion_api.web.hosting.thumbnails import Thumbnails
from hardware.simulator import SimulatedTable

MOST_TAPS, MOST_TAPS_WEBCAM, MOST_TAPS_PHONE = 5, 16, 7
"""From the start page to the first card told, three players: without a camera; with a webcam; with a phone as
the camera, both together, until the computer's page says that it films."""


@pytest.fixture
def home(tmp_path):
    home = Started(tmp_path, lambda: [LOOP])
    yield home
    home.close()


@pytest.fixture(scope="module")
def browser():
    browser = phone(metrics=SMALL_PHONE)
    yield browser
    leave(browser)


def come(browser, home):
    """What the program opens."""
    open_as_new(browser, home.link)
    wait_for(lambda: found(browser, "#start"))


class Taps:
    """Taps that are counted; a word that is typed is one (its field) as well."""

    def __init__(self, browser):
        self.browser = browser
        self.count = 0

    def tap(self, selector):
        touch(self.browser, selector)
        self.count += 1


def test_from_the_start_to_the_first_card_without_a_camera(browser, home):
    come(browser, home)
    taps = Taps(browser)
    taps.tap("#start-none")
    taps.tap("#new-player")
    browser.type("Ana, Bruno, Chloé")
    wait_for(lambda: found(browser, "#begin:not(:disabled)"))
    taps.tap("#begin")
    taps.tap("#enter-card")
    taps.tap("[data-pick='7D']")
    evening = home.companion.now
    wait_for(lambda: any(event["type"] == "card_played" for event in evening.live.events()))
    assert taps.count <= MOST_TAPS


class Unhurried(SimulatedTable):
    """A webcam to whoever asks, whose pictures wait until they are looked at, however busy the machine is."""

    def frames(self):
        return SimulatedTable(8, 3, pace=self.pace, fps=self.fps).frames()


def test_from_the_start_to_the_first_card_with_a_webcam(browser, home, monkeypatch):
    names = [SimpleNamespace(number=0, name="Caméra du salon")]
    home.companion.thumbnails = Thumbnails(lambda source, automatic: SimulatedTable(8, 3), lambda: names)
    webcam = Unhurried(8, 3, live=True, pace=2, fps=5)
    monkeypatch.setattr(play, "open_camera", lambda source, automatic=False: webcam)
    come(browser, home)
    taps = Taps(browser)
    taps.tap("#start-webcam")
    wait_for(lambda: found(browser, "#cameras img"))
    taps.tap("[data-camera='0']")
    taps.tap("#new-player")
    for name in ("Ana", "Bruno", "Chloe"):
        browser.type(name)
        taps.tap("#add-player")
        wait_for(lambda name=name: name in text(browser, "#seats"))
    taps.tap("[data-dealer=Bruno]")  # who deals in that film
    taps.tap("#begin")
    evening = home.companion.now
    wait_for(lambda: any(event["type"] == "card_played" for event in evening.live.events()))
    assert taps.count <= MOST_TAPS_WEBCAM


@pytest.fixture
def filming(tmp_path):
    """A phone whose camera shows a grey table, and that has never heard of this computer."""
    film = tmp_path / "table.mjpeg"
    shades = [np.full((240, 320, 3), shade, np.uint8) for shade in range(60, 120)]
    film.write_bytes(b"".join(cv2.imencode(".jpg", shade)[1].tobytes() for shade in shades))
    other = phone(
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    )
    yield other
    leave(other)


def past_the_warning(there):
    """What the browser's warning asks of whoever goes on: two taps, as the pictures show them."""
    for tapped in ("#details-button", "#proceed-link"):
        there.count += 1
        wait_for(lambda tapped=tapped: there.browser.find_elements(tapped))
        there.browser.execute_script(f"document.querySelector('{tapped}').click()")


def test_a_phone_films_after_seven_taps(browser, home, filming, monkeypatch):
    pretend_wifi(monkeypatch)
    home.companion.phones._there = lambda: [LOOP, WIFI]
    come(browser, home)
    here, there = Taps(browser), Taps(filming)
    here.tap("#start-phone")
    here.tap("#film-by-page")
    wait_for(lambda: found(browser, "#film-code") and "Aucun téléphone" in text(browser, "#why-no-film"))
    evening = home.companion.now
    seen = Sheets(browser)
    seen.page("a phone is to film")
    keep_whole(browser, "films")
    for name, taps in (("safari", 3), ("samsung", 2), ("firefox", 2), ("chrome", 2)):
        press(browser, f"[data-browser={name}]")
        wait_for(lambda taps=taps: len(found(browser, "#warned svg")) == taps)
    lends = home.companion.phones.lends
    with suppress(Failure):  # scanning the code opens the warning
        there.count += 1
        filming.get(passes.filming(lends, home.companion.token)["address"])
    past_the_warning(there)
    there.count += 1  # the browser's own question, which this one answers by itself
    wait_for(lambda: found(browser, "#films-ok") and found(browser, "#filmed"))
    assert here.count + there.count <= MOST_TAPS_PHONE
    assert "le téléphone filme" in text(browser, "#films-ok").lower()
    keep_whole(browser, "films-ok")
    assert "ne plus être averti" in text(browser, "#trust")
    assert evening.sittings.still() is not None
    here.tap("#new-player")
    for name in ("Ana", "Bruno", "Chloé"):
        browser.type(name)
        here.tap("#add-player")
        wait_for(lambda name=name: name in text(browser, "#seats"))
    here.tap("#begin")
    wait_for(lambda: evening.sittings.watching is not None and evening.sittings.watching.frame is not None)
    assert seen.faulty() == {}


def test_a_phone_at_the_start_page_learns_why_not_and_a_lost_key_too(browser, home):
    open_as_new(browser, home.page + "start/#k=of-yesterday")
    wait_for(lambda: found(browser, "#not-here"))
    assert "nainjaune" in text(browser, "#not-here")


def test_the_demo_has_its_bar_and_ends_with_an_invitation_to_play(browser, home):
    come(browser, home)
    taps = Taps(browser)
    taps.tap("#start-demo")
    wait_for(lambda: found(browser, "#demo"))
    first = home.companion.now
    wait_for(lambda: first.sittings.watching.frame is not None)
    taps.tap("[data-speed='4']")
    wait_for(lambda: first.sittings.watching.speed == 4 and found(browser, "[data-speed='4'].chosen"))
    wait_for(lambda: len(found(browser, "#demo-table .box polygon")) == 5)
    taps.tap("#demo-pause")
    wait_for(lambda: first.live.now()["paused"])
    seen = Sheets(browser)
    seen.page("demo")
    resize(browser, 1366, 768, mobile=False)
    left = "return document.querySelector(arguments[0]).getBoundingClientRect().left"
    columns = [browser.execute_script(left, css) for css in ("#page", ".bottom", "#demo-table")]
    assert columns[0] == columns[1] > columns[2], "what is tapped stands beside the table, not over it"
    resize(browser, **SMALL_PHONE)
    taps.tap("#demo-other")
    wait_for(lambda: home.companion.now not in (None, first))
    second = home.companion.now
    # The first one stands still: until the page shows the second, its button would let that one go on.
    wait_for(lambda: found(browser, "#demo-pause[aria-pressed=false]"))
    assert second.plan.demo[0] != first.plan.demo[0]
    taps.tap("#demo-pause")
    wait_for(lambda: second.live.now()["paused"])
    assert not found(browser, "#for-real")
    second.live.camera("ended")  # the film is over, its round was not read to its end
    wait_for(lambda: found(browser, "#for-real"))
    seen.page("demo's end")
    taps.tap("#demo-again")
    wait_for(lambda: home.companion.now not in (None, second))
    assert home.companion.now.plan.demo[0] == second.plan.demo[0]
    assert seen.faulty() == {}


def test_the_start_page_on_a_large_screen(browser, home):
    resize(browser, **TELEVISION)
    come(browser, home)
    assert findings(browser) == []
    room(browser, "dark")
    assert findings(browser, runOnly=["color-contrast"]) == []
    room(browser, "light")
    resize(browser, **SMALL_PHONE)
