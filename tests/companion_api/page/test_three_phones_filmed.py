"""A whole evening in Chromium on three phones at once, before the simulated table's camera.

The host sets up by hand and has the camera checked; what the camera sees is told by nobody. The honour
that the simulated family calls is called by a tap on its player's phone, the forgotten one is said on
all of them, and everybody is told what he pays. `NAINJAUNE_LONG=1`: the demo's evening besides, at the
camera's usual speed.
"""

import os
import time
from dataclasses import replace

import pytest
from browser import SMALL_PHONE, Door, come_in, leave, phone
from pages import found, keep, press, press_if, text, write
from scripted import wait_for
from test_three_phones import house_invitation

from companion_api.evening.live import Live
from companion_api.evening.setting_up import SetUp
from companion_api.evening.taps import Desk
from companion_api.evening.watching import Manner
from companion_api.hosting.app import Extras, create_app
from companion_api.hosting.hosting import Custom, Sittings
from companion_api.learning.learning import Learning
from companion_api.store import Store
from hardware.simulator import SimulatedTable

LONG = bool(os.environ.get("NAINJAUNE_LONG"))
PATIENCE = 1800.0 if LONG else 600.0
"""Seconds that the round may take on a busy computer."""
EVENINGS = [pytest.param(96, {"fps": 8.0, "pace": 2.0}, id="quick")]
if LONG:
    EVENINGS += [pytest.param(8, {}, id="demo")]


class Halting:
    """A simulated table whose people wait, motionless, while `halted`; the camera goes on filming."""

    live = True

    def __init__(self, table):
        self.table = table
        self.halted = False
        self.last, self.number, self.waited = None, 0, 0.0
        self.name, self.size, self.fps = table.name, table.size, table.fps

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.table.close()

    def __iter__(self):
        return self

    def __next__(self):
        if self.halted:
            time.sleep(0.05)
            self.waited += 1 / self.fps
        else:
            self.last = next(self.table)
        self.number += 1
        return replace(self.last, number=self.number, t=self.last.t + self.waited)


class Home:
    """Everything behind the pages, from set-up to the end."""

    def __init__(self, folder, table):
        self.table, self.camera = table, Halting(table)
        self.store = Store(folder)
        self.live = Live(self.store, self.store.begin({}))
        self.desk = Desk()
        custom = Custom(kept=str(folder), manner=Manner(speed=None))
        self.sittings = Sittings(self.live, self.desk, self.camera, None, custom)
        self.setup = SetUp(
            self.live,
            self.sittings.begin,
            None,
            table.size,
            table.table,
            self.sittings.still,
            lambda: self.sittings.watching,
        )
        learning = Learning(self.sittings.still, str(folder))
        self.app = create_app(self.live, self.desk, Extras(self.setup, learning=learning))
        self.halted_for = None
        self.recorded = self.live.record
        self.live.record = self.record

    def record(self, events, *args, **named):
        """People wait when an honour has been laid that its player calls."""
        stored = self.recorded(events, *args, **named)
        waiting = self.view["call"]
        if waiting and self.halted_for is None and self.is_called(waiting):
            self.halted_for, self.camera.halted = waiting, True
        return stored

    def is_called(self, waiting):
        """Whether the simulated player calls this honour in time."""
        return (waiting["player"], waiting["card"]) in takes(self.table)

    @property
    def view(self):
        return self.live.now()["view"]

    def go_on(self):
        self.halted_for, self.camera.halted = None, False

    def close(self):
        self.camera.halted = False
        self.sittings.close()
        self.store.close()


@pytest.mark.parametrize(("seed", "film"), EVENINGS)
def test_an_evening_before_the_camera(seed, film, tmp_path):
    table = SimulatedTable(seed, 3, **film)
    names = [player["name"] for player in table.table["players"]]
    home = Home(tmp_path, table)
    door = Door(home.app, home.live.evening.token)
    phones = {name: phone(metrics=SMALL_PHONE) for name in names}
    host = phones[names[0]]
    try:
        set_up(host, door, names, table.table["dealer"])
        invited = house_invitation(host)
        press(host, "#begin")
        wait_for(lambda: home.view["phase"] == "antes", 60)
        press(host, "#menu")
        press(host, f".sheet > .names button:nth-child({2 + names.index(names[0])})")
        wait_for(lambda: names[0] in text(host, "#mine"))
        for name in names[1:]:
            come_in(phones[name], invited, "player", name)
            wait_for(lambda name=name: name in text(phones[name], "#mine"))

        called, missed = [], set()
        until = time.monotonic() + PATIENCE
        while home.view["phase"] != "settled":
            assert time.monotonic() < until, "the evening does not end"
            assert not home.view["questions"], home.view["questions"]
            if home.halted_for:
                called.append(call(home, phones, keep if not called else None))
            for alert in home.view["alerts"]:
                if alert["kind"] == "missed_call" and alert["card"] not in missed:
                    missed.add(alert["card"])
                    for browser in phones.values():
                        wait_for(lambda browser=browser: found(browser, ".alert"))
            time.sleep(0.05)

        assert called == takes(table) and called, "every call was made by a tap"
        truth, settled = table.truth["settlement"], home.view["settlement"]
        assert settled["net"] == truth["net"] and settled["takes"] == truth["takes"]
        assert missed >= {each["card"] for each in truth["missed_calls"]}
        for name, browser in phones.items():
            wait_for(lambda browser=browser: found(browser, "#settlement"))
            mine = [due for due in home.view["evening"]["dues"] if name in (due["from"], due["to"])]
            assert len(found(browser, "#own li")) == len(mine)
        keep(phones[names[1]], "filmed-own")
        pay(home, phones)
        end(home, host)
        for browser in phones.values():
            wait_for(lambda browser=browser: found(browser, "#evening-end"))
            # A tap that the camera was faster than is refused, and tapped again.
            assert [line for line in browser.errors() if "409 (Conflict)" not in line] == []
    finally:
        for browser in phones.values():
            leave(browser)
        door.stop()
        home.close()


def takes(table):
    """The calls that are made in time: who takes which box."""
    return [(take["player"], take["card"]) for take in table.truth["settlement"]["takes"]]


def set_up(host, door, names, dealer):
    """The evening by hand on the host's phone, the camera checked."""
    come_in(host, door.address)
    wait_for(lambda: found(host, "#setup"))
    for name in names:
        if found(host, f"#remembered [data-name='{name}']"):
            press(host, f"#remembered [data-name='{name}']")
        else:
            write(host, "#new-player", name)
            press(host, "#add-player")
        wait_for(lambda name=name: name in text(host, "#seats"))
    press(host, "[data-preset=lindor]")  # whose honours are called
    press(host, f"[data-dealer='{dealer}']")
    press(host, "#uncounted")
    press(host, "#check")
    wait_for(lambda: found(host, "#findings .good[data-check=board]"), 60)


def call(home, phones, keep):
    """The honour that waits is called on its player's phone; nobody else has the button."""
    waiting = home.halted_for
    mine = phones[waiting["player"]]
    wait_for(lambda: found(mine, "#call"))
    for name, browser in phones.items():
        if browser is not mine and name != home.view["players"][0]["name"]:  # the host may call for anybody
            wait_for(lambda browser=browser: found(browser, "#call-waits"))
            assert not found(browser, "#call")
    if keep:
        keep(mine, "filmed-call")
    press(mine, "#call")
    wait_for(lambda: any(line.get("via") == "tap" for line in home.live.events()[-3:]))
    home.go_on()
    return waiting["player"], waiting["card"]


def end(home, host):
    """The host ends the evening; a tap that the camera was faster than is refused, and tapped again."""
    while home.view["evening"]["ended"] is None:
        press_if(host, ".toast")
        press(host, "#finish")
        press(host, "#finish.remove")
        wait_for(lambda: home.view["evening"]["ended"] is not None or found(host, ".toast"))


def pay(home, phones):
    """Whoever owes taps «payé»; all are told."""

    def owed():
        return [due for due in home.view["evening"]["dues"] if due["paid"] < due["chips"]]

    while owed():
        # What is owed is read anew each time: the camera goes on, and may still put a round right.
        due, left = owed()[0], len(owed())
        payer = phones[due["from"]]
        press_if(payer, ".toast")
        press(payer, f"#own [data-paid='{due['from']} {due['card'] or due['to']}']")
        # A tap that comes while the camera has news is refused, and on a busy machine it may have no answer.
        wait_for(lambda left=left, payer=payer: len(owed()) < left or found(payer, ".toast, #unsent"))
        press_if(payer, "#unsent-drop")
