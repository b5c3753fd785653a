"""What the camera does not see is said large: the board, cards from before, what a settlement rests on."""

import cv2
import numpy as np
import pytest
from browser import TELEVISION, Door, come_in, leave, leave_page, phone
from pages import found, keep, press, text
from scripted import Evening, look, wait_for

from companion_api.evening.watching import Told
from companion_api.hosting.app import create_app
from engine.boundaries import AlreadyThere, BoardSeen, BoardUnseen
from engine.cards import parse_card
from languages import LANGUAGES

STILL = cv2.imencode(".jpg", np.full((270, 480, 3), (60, 90, 70), np.uint8))[1].tobytes()


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path, 9)
    yield evening
    evening.close()


@pytest.fixture(scope="module")
def opened():
    """A phone and a television."""
    browsers = {"phone": phone(), "television": phone(metrics=TELEVISION)}
    yield browsers
    for browser in browsers.values():
        leave(browser)


@pytest.fixture
def come(evening, opened):
    """Brings both to the table."""
    door = Door(create_app(evening.live, evening.desk), evening.token)

    def both():
        come_in(opened["phone"], door.address)
        come_in(opened["television"], door.address, "television")
        return opened

    yield both
    for browser in opened.values():
        leave_page(browser)
    door.stop()


def seen(evening, sighting):
    def do():
        events = evening.referee.observe(sighting)
        return Told(events, {"pictures": dict.fromkeys(range(len(events)), STILL)})

    evening.watching.ask(do)


def test_that_there_is_no_board_or_a_mirror_is_said_large_until_it_is_found(evening, come):
    screens = come()
    evening.frames(1)
    for mirrored, words in ((False, "ne voit pas le plateau"), (True, "L’image est inversée")):
        seen(evening, BoardUnseen(1.0, 1, mirrored))
        for name, page in screens.items():
            wait_for(lambda page=page, words=words: words in text(page, "#unsighted"))
            wait_for(lambda page=page: found(page, "#unsighted img"))
            assert len(found(page, "[role=alert]")) == 1, "said once"
            keep(page, f"{name}-{'mirrored' if mirrored else 'no-board'}")
    seen(evening, BoardSeen(2.0, 2))
    for page in screens.values():
        wait_for(lambda page=page: not found(page, "#unsighted"))


def test_cards_from_before_the_first_look_are_named_and_can_be_entered(evening, come):
    screens = come()
    evening.frames(1)
    seen(evening, AlreadyThere(1.0, 1, tuple(look(parse_card(code)) for code in ("4D", "KC"))))
    for name, page in screens.items():
        wait_for(
            lambda page=page: (
                "4 de carreau, roi de trèfle" in text(page, "#unsighted").replace("\n", " ")
                or "roi de trèfle, 4 de carreau" in text(page, "#unsighted")
            )
        )
        keep(page, f"{name}-came-late")
    press(screens["phone"], "#unsighted-enter")
    wait_for(lambda: found(screens["phone"], ".sheet"))


def test_a_settlement_that_rests_on_a_card_nobody_saw_says_so(evening, come):
    del evening.observer.plan[max(evening.observer.plan)]
    evening.whole_round()
    evening.camera.close()  # nobody shows any more
    wait_for(evening.watching.ended.is_set)
    [item] = evening.live.now()["view"]["settlement"]["incomplete"]
    assert item["what"] == "hand" and item["why"] == "unseen" and item["share"] < 0.95
    assert set(item["text"]) == set(item["show"]) == set(LANGUAGES)
    for name, page in come().items():
        wait_for(lambda page=page: "Règlement provisoire" in text(page, "#provisional"))
        assert item["text"]["fr"].replace("\u00a0", " ") in text(page, "#provisional")
        keep(page, f"{name}-provisional")
