"""Who is in, on the pages: scanned and tapped; a second phone is asked for, the host sends one away."""

import pytest
from browser import PHONE, Door, come_in, leave, open_as_new, phone
from pages import found, keep, keep_whole, press, text
from scripted import wait_for
from tapped import House

from companion_api.web import passes

NAMES = ("Ana", "Bruno", "Chloé")


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    house.arrange(*NAMES)
    yield house
    house.close()


def scan(browser, door, house, role):
    """What a phone opens that has scanned this role's code."""
    renewed = house.live.holders.renewed
    open_as_new(
        browser, f"{door.address.partition('#')[0]}#t={passes.invite(house.token, role, renewed)}&as={role}"
    )


def fits(browser):
    return browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")


def test_who_comes_in_and_who_goes(house):
    door = Door(house.app, house.token)
    host, first, second = (phone(metrics=PHONE) for _ in range(3))
    try:
        come_in(host, door.address)
        scan(first, door, house, "player")
        press(first, "[data-player=Ana].choice")  # scanned, tapped one's own name: that is all
        wait_for(lambda: "Ana" in text(first, "#place"))
        scan(second, door, house, "player")
        press(second, "[data-player=Ana].choice")
        wait_for(lambda: "Ana a déjà un téléphone ici" in text(second, "#wanting"))
        keep(second, "devices-wanting")
        for page in (host, first):
            wait_for(lambda page=page: "Un autre téléphone veut être Ana" in text(page, "[data-asked=Ana]"))
            assert fits(page)
        keep(first, "devices-asked")
        press(first, "[data-asked=Ana] [data-answer=yes]")
        wait_for(lambda: "Ana" in text(second, "#place") and not found(second, "#wanting"))
        wait_for(lambda: not found(host, "[data-asked]"))
        press(host, "#menu")
        press(host, "#open-devices")
        wait_for(lambda: len(found(host, "#devices li")) == 3)
        assert "depuis" in text(host, "#devices li[data-player=Ana]") and fits(host)
        assert not found(host, "#devices li[data-role=host] button"), "nobody sends himself away"
        keep_whole(host, "devices")
        press(host, "#devices li[data-player=Ana]:last-child button")
        press(host, "#devices li[data-player=Ana]:last-child button.remove")
        wait_for(lambda: "L’hôte a retiré cet appareil" in text(second))
        keep(second, "devices-sent-away")
        wait_for(lambda: len(found(host, "#devices li")) == 2 and "Ana" in text(first, "#place"))
        press(host, "#renew-codes")
        press(host, "#renew-codes.remove")
        wait_for(lambda: house.live.holders.renewed == 1)
        open_as_new(second, f"{door.address.partition('#')[0]}#t={passes.invite(house.token, 'player')}")
        wait_for(lambda: "n’est pas valable" in text(second))
        scan(second, door, house, "player")
        wait_for(lambda: found(second, "[data-player=Bruno].choice"))
    finally:
        for page in (host, first, second):
            leave(page)
        door.stop()
