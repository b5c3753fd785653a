"""What the camera does not see is said large: the board, cards from before, what a settlement rests on."""

import cv2
import numpy as np
import pytest
from browser import TELEVISION, Door, come_in, leave, phone
from pages import found, keep, press, text
from scripted import Evening, look, wait_for
from tapped import House

from companion_api.evening.watching import Outcome
from companion_api.web.app import create_app
from engine.boundaries import AlreadyThere, BoardSeen, BoardUnseen
from engine.cards import parse_card
from engine.certainty import MARK
from languages import LANGUAGES

STILL = cv2.imencode(".jpg", np.full((270, 480, 3), (60, 90, 70), np.uint8))[1].tobytes()


@pytest.fixture(scope="module")
def opened():
    """A phone and a television."""
    browsers = {"phone": phone(), "television": phone(metrics=TELEVISION)}
    yield browsers
    for browser in browsers.values():
        leave(browser)


def both(opened, door):
    """Both, at the table."""
    come_in(opened["phone"], door.address)
    come_in(opened["television"], door.address, "television")
    return opened


def seen(evening, sighting):
    def do():
        events = evening.referee.observe(sighting)
        return Outcome(events, {"pictures": dict.fromkeys(range(len(events)), STILL)})

    evening.watching.ask(do)


def test_no_board_a_mirror_and_cards_from_before_are_said_large(opened, tmp_path):
    evening = Evening(tmp_path, 9)
    door = Door(create_app(evening.live, evening.desk), evening.token)
    try:
        is_said_large(evening, both(opened, door))
    finally:
        door.stop()
        evening.close()


def is_said_large(evening, screens):
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
    # Cards from before the first look are named and can be entered.
    seen(evening, AlreadyThere(3.0, 1, tuple(look(parse_card(code)) for code in ("4D", "KC"))))
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


def shown_without_their_last_card(live):
    """Of every hand that is told from now on nobody saw the last card, as a camera's referee says it."""
    record = live.record

    def unseen(event):
        hand = event["type"] == "hand_shown"
        return {**event, MARK: event["cards"][-1:], "share": 0.4} if hand else event

    live.record = lambda events, *more, **named: record([*map(unseen, events)], *more, **named)


def test_a_settlement_that_rests_on_a_card_nobody_saw_says_so(opened, tmp_path):
    house = House(tmp_path)
    door = Door(house.app, house.token)
    try:
        house.arrange("Ana", "Bruno", "Chloé")
        shown_without_their_last_card(house.live)
        house.play_round(3)
        item = house.view["settlement"]["incomplete"][0]
        assert item["what"] == "hand" and item["why"] == "unseen"
        assert set(item["text"]) == set(item["show"]) == set(LANGUAGES)
        for name, page in both(opened, door).items():
            wait_for(lambda page=page: "Règlement provisoire" in text(page, "#provisional"))
            assert item["text"]["fr"].replace("\u00a0", " ") in text(page, "#provisional")
            keep(page, f"{name}-provisional")
    finally:
        door.stop()
        house.close()
