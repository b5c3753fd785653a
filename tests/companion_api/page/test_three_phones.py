"""A whole evening on three phones and a television at once: Chromium over the real server, no camera.

The host sets up and enters, two players hold their own phones: each sees his own money first, calls
and pays for himself, and finds his place again after the phone slept.
"""

from random import Random

import pytest
from browser import SMALL_PHONE, TELEVISION, Door, come_in, leave, open_as_new, phone
from pages import found, keep, press, text, write
from scripted import wait_for

from companion_api.games.views import tell
from engine.games.at_random import play
from engine.games.at_random.play import Habits

NAMES = ("Ana", "Bruno", "Chloé")


@pytest.fixture(scope="module")
def screens(house):
    """The host's phone, Ana's, which keeps the page's files as it sleeps, Bruno's, and the television; the
    others come in by the host's code."""
    door = Door(house.app, house.token)
    browsers = {name: phone(metrics=SMALL_PHONE, keeps=name == "Ana") for name in ("host", "Ana", "Bruno")}
    browsers["tv"] = phone(metrics=TELEVISION)
    yield browsers, door
    for browser in browsers.values():
        leave(browser)
    door.stop()


def money(house, name):
    return next(line["chips"] for line in house.view["evening"]["standings"] if line["name"] == name)


def the_host_begins(house, host):
    for name in NAMES:
        write(host, "#new-player", name)
        press(host, "#add-player")
        wait_for(lambda name=name: name in text(host, "#seats"))
    press(host, "[data-preset=lindor]")  # whose honours are called
    press(host, "[data-dealer=Ana]")
    press(host, "#begin")
    wait_for(lambda: house.view["phase"] == "antes")


def bruno_calls_by_a_tap(house, browsers):
    """Only his phone offers the call; at a strict table nobody else's shows that it waits. The box is his."""
    bruno, others = browsers["Bruno"], [browsers[name] for name in ("Ana", "tv", "host")]
    played = play_until_an_honour_of(house, "Bruno")
    wait_for(lambda: found(bruno, "#call"))
    assert not any(found(other, "#call, .call, .live") for other in others)
    keep(bruno, "evening-call")
    chips = house.view["call"]["chips"]
    press(bruno, "#call")
    wait_for(lambda: house.view["boxes"][played[-1]] == 0)
    assert house.live.events()[-1]["player"] == "Bruno" and house.live.events()[-1]["via"] == "tap"
    assert next(p["balance"] for p in house.view["players"] if p["name"] == "Bruno") == 120 - 15 + chips


def reads_his_own_dues(browser, name, dues):
    mine = [due for due in dues if name in (due["from"], due["to"])]
    assert len(found(browser, "#own li")) == len(mine)
    for due in mine:
        said = "Versez" if due["card"] else ("Donnez à" if due["from"] == name else "vous donne")
        assert said in text(browser, "#own") and f" {due['chips']}" in text(browser, "#own")


def the_evening_ends_in_its_second_round(house, browsers):
    host, tv = browsers["host"], browsers["tv"]
    press(host, "#next-round")
    wait_for(lambda: house.view["round"] == 2 and found(tv, "#wanted"))
    press(host, "#menu")
    press(host, "#end-now")
    press(host, "#end-now.remove")
    for browser in browsers.values():
        wait_for(lambda browser=browser: found(browser, "#evening-end"))
    keep(tv, "evening-tv-end")
    keep(host, "evening-end")


def test_an_evening(screens, house):
    browsers, door = screens
    host, ana, bruno, tv = browsers["host"], browsers["Ana"], browsers["Bruno"], browsers["tv"]

    come_in(host, door.address)
    wait_for(lambda: found(host, "#setup"))
    press(host, "#menu")
    wait_for(lambda: found(host, "#invitation small"))
    press(host, ".close")
    invited = house_invitation(host)
    open_as_new(tv, invited["television"]["address"])
    wait_for(lambda: found(tv, "#invitation img"))
    keep(tv, "evening-tv-waits")
    open_as_new(ana, invited["player"]["address"])  # before it is known who plays
    wait_for(lambda: "L’hôte prépare la soirée" in text(ana))

    the_host_begins(house, host)
    press(ana, "#who [data-player=Ana]")
    wait_for(lambda: "Ana" in text(ana, "#mine"))
    open_as_new(bruno, invited["player"]["address"])
    press(bruno, "[data-player=Bruno].choice")
    wait_for(lambda: "Bruno" in text(bruno, "#mine"))
    assert not found(ana, "[data-role=host]") and not found(ana, "#enter-hand")

    bruno_calls_by_a_tap(house, browsers)
    ana.execute_script("window.stop()")
    ana.refresh()  # the phone slept; it comes back to its place by itself
    wait_for(lambda: "Ana" in text(ana, "#mine"))

    finish(house)
    for browser in (host, ana, bruno, tv):
        wait_for(lambda browser=browser: found(browser, "#settlement"))
    dues = house.view["evening"]["dues"]
    for name in ("Ana", "Bruno"):
        reads_his_own_dues(browsers[name], name, dues)
    keep(bruno, "evening-own")
    payer = next(due for due in dues if due["from"] in ("Ana", "Bruno") and due["to"])
    wallet = browsers[payer["from"]]
    press(wallet, f"#own [data-paid='{payer['from']} {payer['to']}']")
    wait_for(lambda: house.view["evening"]["dues"][dues.index(payer)]["paid"] == payer["chips"])
    wait_for(lambda: "✓" in text(tv, ".pays .done"))
    keep(tv, "evening-tv-settled")
    keep(host, "evening-host-settled")
    assert not found(ana, "#next-round") and not found(ana, "#finish")

    the_evening_ends_in_its_second_round(house, browsers)
    best = house.view["evening"]["standings"][0]["name"]
    wait_for(lambda: best in text(tv, "#evening-end"))
    assert not found(ana, "#new-evening")
    press(host, "#new-evening")
    wait_for(lambda: "L’hôte prépare la soirée" in text(ana) and found(tv, "#invitation img"))
    assert not found(tv, ".tv-people") and "jeton" not in text(tv), "nothing of the last evening stays"
    assert "Ana" in text(tv, "#came-in"), "but for who is here"
    for browser in (host, ana, bruno, tv):
        assert browser.errors() == []


def house_invitation(host):
    """What the codes on the host's phone say, by role."""
    return host.execute_async_script(
        "const done = arguments[0], held = localStorage.getItem('pass');"
        "fetch('api/invitation', {headers: {Authorization: `Bearer ${held}`}})"
        ".then((answer) => answer.json()).then((told) => done(told.roles))"
    )


def deal(house):
    """Steps of a short round from here, in which Bruno lays an honour, and the hands they leave."""
    evening = tell(house.live.events()).state
    rounds = []
    for seed in range(50):
        rng = Random(seed)
        dealt = play.deal(len(evening.players), rng)
        steps = list(play.random_round(evening, dealt.hands, rng, Habits(forgets=1.0)))
        if any(step.player == "Bruno" and step.card.code in house.view["boxes"] for step in steps[:-1]):
            rounds.append((steps, play.left_in_hand(evening.players, dealt.hands, steps)))
    return min(rounds, key=lambda each: len(each[0]))


def play_until_an_honour_of(house, name):
    """Tap cards until this player has laid an honour; their codes."""
    house.steps, house.left = deal(house)
    done = []
    while not done or done[-1].player != name or done[-1].card.code not in house.view["boxes"]:
        done.append(house.steps.pop(0))
        house.tap(tap="card", player=done[-1].player, card=done[-1].card.code)
    return [step.card.code for step in done]


def finish(house):
    """Tap the rest of the round and all hands."""
    for step in house.steps:
        house.tap(tap="card", player=step.player, card=step.card.code)
    for hand in house.left:
        house.tap(tap="hand", player=hand.player, cards=[card.code for card in hand.cards])
    wait_for(lambda: house.view["phase"] == "settled")
