"""A player's own phone in Chromium: what concerns him stands first, it nudges, and may become the host's."""

from random import Random

import pytest
from browser import Door, come_in, leave, phone
from pages import found, keep, press
from scripted import wait_for
from tapped import House

from companion_api.games.views import tell
from engine.games.at_random import play
from engine.games.at_random.play import Habits


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    house.arrange("Ana", "Bruno", "Chloé", stock_chips={"jeton": 40, "contrat": 3})
    yield house
    house.close()


def told(browser):
    """What the first line of the panel says, and of which matter; "" where there is none."""
    return browser.execute_script(
        "const what = document.querySelector('#mine .mine-what');"
        "return what ? what.dataset.matter + ': ' + what.innerText : ''"
    )


def test_a_player_s_phone_tells_him_first_what_the_table_waits_for_and_may_become_the_host_s(house):
    door = Door(house.app, house.token)
    ana, host = phone(), phone()
    try:
        come_in(ana, door.address, "player", "Ana")
        come_in(host, door.address)
        wait_for(lambda: found(ana, "#mine"))
        ana.execute_script(
            "window.buzz = 0; Object.defineProperty(navigator, 'vibrate', {value: () => ++window.buzz})"
        )
        main = ana.execute_script("return document.querySelector('main').firstElementChild.id")
        assert main == "mine", "it stands first"
        wait_for(lambda: house.view["phase"] == "antes")
        rng = Random(3)
        evening = tell(house.live.events()).state
        dealt = play.deal(3, rng)
        steps = list(play.random_round(evening, dealt.hands, rng, Habits(forgets=1.0)))
        kinds = set()
        for step in steps:
            house.tap(tap="card", player=step.player, card=step.card.code)
            view = house.view
            if view["phase"] != "playing":
                continue
            last, awaited = view["cards"][-1]["player"], view["wanted"] is None and view["leader"] == "Ana"
            kind = "turn" if awaited else "perhaps" if view["wanted"] and last in ("Ana", "Chloé") else ""
            wait_for(lambda kind=kind: told(ana).partition(":")[0] == kind)
            kinds.add(kind)
        assert kinds == {"turn", "perhaps", ""}
        wait_for(lambda: told(ana).startswith("hand: "))
        assert not ana.title.startswith("●")
        wait_for(lambda: found(ana, "#mine.nudged"))
        assert ana.execute_script("return window.buzz") >= 1
        assert ana.title.startswith("●")
        hands = play.left_in_hand(evening.players, dealt.hands, steps)
        for hand in hands:
            house.tap(tap="hand", player=hand.player, cards=[card.code for card in hand.cards])
        wait_for(lambda: found(ana, "#settlement"))
        wait_for(lambda: not found(ana, "#mine.nudged") and not ana.title.startswith("●"))
        due = sum(due["still"] for due in house.view["evening"]["dues"] if due["from"] == "Ana")
        assert due and str(due) in told(ana) and told(ana).startswith("pay: ")
        keep(ana, "mine-settled")

        assert not found(ana, "#next-round")
        press(host, "#menu")
        press(host, "[data-pass=Ana]")
        assert house.live.holders.here == ["Ana"] and found(host, "#next-round"), "one tap passes nothing on"
        press(host, "[data-pass=Ana].remove")
        wait_for(lambda: found(ana, "#next-round") and not found(host, "#next-round"))
        ana.refresh()
        wait_for(lambda: found(ana, "#next-round"))
        for browser in (ana, host):
            assert browser.errors() == []
    finally:
        leave(ana)
        leave(host)
        door.stop()
