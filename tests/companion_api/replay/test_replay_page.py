"""«Revoir» in Chromium: a scene on a phone, and over the whole of a television."""

import numpy as np
import pytest
from browser import TELEVISION, Door, come_in, leave, phone, touch
from page_time import CLOCK, injected, pass_time
from pages import found, keep, text
from scripted import Evening, wait_for

from companion_api.replay.filming import still_of
from companion_api.replay.ring import Still
from companion_api.web.app import create_app
from vision.redaction.redacted import Scene, jpeg


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    evening = Evening(tmp_path_factory.mktemp("data"), seed=4)
    evening.cards(4)
    laid = evening.live.story.cards[-1]
    for step in range(4):
        image = np.full((540, 960, 3), 60 * step, np.uint8)
        evening.live.replay.ring.keep(Still(laid.t + step / 4 - 0.5, jpeg([Scene(image)])))
    door = Door(create_app(evening.live, evening.desk), evening.token)
    yield evening, door, laid
    door.stop()
    evening.close()


def width_shown(browser, css):
    return browser.execute_script(f"return document.querySelector('{css} img')?.naturalWidth || 0")


def the_table_as_it_is_now(host, screen, evening, laid):
    """On demand: the newest picture, coarse, and on it the outline of each card that surely lies there."""
    image = np.full((540, 960, 3), 90, np.uint8)
    scene = Scene(image, cards=((laid.card, ((400, 200), (460, 200), (460, 290), (400, 290))),))
    evening.live.replay.ring.keep(still_of(laid.t + 2, scene))
    told = evening.live.replay.now()["cards"]
    assert [each["card"] for each in told] == [laid.card.code]
    assert np.allclose(told[0]["corners"][2], (460 / 960, 290 / 540))
    evening.live.show_again(seq=0)
    wait_for(lambda: found(screen, "#table-now polygon"))
    assert "illisibles" in text(screen, "#table-now")
    corner = "(({ x, y }) => [x, y])(document.querySelector('#table-now polygon').points[2])"
    # Once the picture is there.
    wait_for(lambda: np.allclose(screen.execute_script(f"return {corner}"), (460, 290)))
    keep(screen, "tv-table-now")
    evening.live.replay.ring.withdraw({laid.card})
    assert evening.live.replay.now()["cards"] == [], "what was never laid is outlined no more"
    wait_for(lambda: pass_time(screen, 5) or not found(screen, "#table-now"))


def test_a_card_s_scene_is_seen_on_the_phone_and_sent_to_the_television(table):
    evening, door, laid = table
    host, screen = phone(), phone(metrics=TELEVISION)
    try:
        with injected(screen, CLOCK):  # a scene stays until its time is let go by
            come_in(screen, door.address, "television")
        come_in(host, door.address)
        wait_for(lambda: found(screen, "#television"))
        touch(host, f".fallen[data-card='{laid.card.code}']")
        touch(host, ".see-again")
        wait_for(lambda: width_shown(host, ".scene-frame") == 960)
        # The last picture stays.
        wait_for(
            lambda: host.execute_script(
                "const p = document.querySelector('.scene progress'); return p.value === p.max"
            )
        )
        assert not found(screen, "#scene-stage")
        touch(host, "[data-replay=television]")
        wait_for(lambda: width_shown(screen, "#scene-stage") == 960)
        assert laid.player in text(screen, "#scene-stage")
        keep(host, "replay-phone")
        keep(screen, "replay-television")
        wait_for(lambda: pass_time(screen, 1) or not found(screen, "#scene-stage"))  # by itself, seen twice
        the_table_as_it_is_now(host, screen, evening, laid)
        host.refresh()
        evening.live.replay.ring.clear()
        touch(host, f".fallen[data-card='{laid.card.code}']")
        wait_for(lambda: found(host, ".shown"))
        assert not found(host, ".see-again"), "nothing is in memory"
        for browser in (host, screen):
            assert [line for line in browser.errors() if "404" not in line] == []
    finally:
        leave(host)
        leave(screen)
