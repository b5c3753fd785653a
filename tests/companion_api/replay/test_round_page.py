"""«Revoir la manche» in Chromium: on a phone, over a television that follows it, and from the history."""

import pytest
from axe import LOOK, faults
from browser import TELEVISION, Door, come_in, leave, phone, resize
from pages import found, keep, keep_whole, press, text
from scripted import wait_for
from tapped import House

from companion_api.evening.setting_up import Command

NAMES = ["Ana", "Bruno", "Maximilienne"]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    house = House(tmp_path_factory.mktemp("data"))
    house.arrange(*NAMES)
    house.play_round(3)
    yield house
    house.close()


@pytest.fixture(scope="module")
def door(house):
    door = Door(house.app, house.token)
    yield door
    door.stop()


def at(browser):
    return text(browser, "#step-number")


def go(browser, step):
    """Drag the bar there."""
    browser.execute_script(
        "const bar = document.querySelector('.step-bar input'); bar.value = arguments[0];"
        "bar.dispatchEvent(new Event('input', {bubbles: true}))",
        step - 1,
    )
    wait_for(lambda: at(browser).startswith(f"Étape {step} "))


def shown(browser):
    """The cards in sight, in the row and in each hand."""
    return browser.execute_script(
        "const cards = (css) => [...document.querySelectorAll(`${css} .card`)].map((one) => one.ariaLabel);"
        "return [cards('.moment .sequence').length, ...arguments[0].map((name) =>"
        " cards(`.step-hands [data-player='${name}']`).length)]",
        NAMES,
    )


def steps_on_a_phone(browser, told):
    """Forward, back, to the end: cards go from the hands to the row, and boxes are as they were."""
    many = len(told["steps"])
    press(browser, "#see-round")
    wait_for(lambda: found(browser, ".step-bar"))
    assert at(browser) == f"Étape 1 sur {many}" and "mises" in text(browser, "#step-says")
    full = shown(browser)
    assert full == [0, *(len(told["hands"][name]) for name in NAMES)]
    press(browser, "#step-on")
    wait_for(lambda: at(browser).startswith("Étape 2"))
    first = told["cards"][0]
    assert first["player"] in text(browser, "#step-says")
    assert sum(shown(browser)[1:]) == sum(full[1:]) - 1 and shown(browser)[0] == 1
    press(browser, "#step-back")
    wait_for(lambda: shown(browser) == full)
    forgotten = next(place for place, step in enumerate(told["steps"], start=1) if step["missed"])
    go(browser, forgotten)
    wait_for(lambda: "n’a pas annoncé" in text(browser, ".step-forgot"))
    keep(browser, "round-phone")
    assert faults(browser, ".sheet") == []
    resize(browser, 320, 640)
    assert browser.execute_script(LOOK)[0] == []
    resize(browser, 390, 844)
    go(browser, many)
    wait_for(lambda: told["winner"] in text(browser, "#step-says"))
    press(browser, "#step-play")  # from the beginning again, and on by itself
    wait_for(lambda: at(browser).startswith(("Étape 2 ", "Étape 3 ")))
    press(browser, "#step-play")


def a_television_follows(host, screen, told):
    go(host, 5)
    press(host, "#step-television")
    wait_for(lambda: found(screen, "#round-stage .step-bar") and at(screen).startswith("Étape 5 "))
    press(host, "#step-on")
    wait_for(lambda: at(screen).startswith("Étape 6 "))
    for width, height in ((1280, 720), (1920, 1080)):
        resize(screen, width, height, mobile=False)
        assert screen.execute_script(LOOK)[0] == []
        keep(screen, f"round-television-{width}")
    press(screen, "#step-back")  # by its own buttons too
    wait_for(lambda: at(screen).startswith("Étape 5 "))
    assert faults(screen, "#round-stage") == []
    press(screen, "#stage-close")
    wait_for(lambda: not found(screen, "#round-stage"))
    press(screen, "#see-round")  # nobody's phone is needed
    wait_for(lambda: found(screen, "#round-stage .step-bar") and at(screen).startswith("Étape 1 "))
    press(screen, "#stage-close")


def test_a_round_is_seen_again_on_a_phone_and_a_television_follows(house, door):
    host, screen = phone(), phone(metrics=TELEVISION)
    told = house.live.steps(1)
    try:
        come_in(screen, door.address, "television")
        come_in(host, door.address)
        steps_on_a_phone(host, told)
        a_television_follows(host, screen, told)
        press(host, ".close")
        press(host, "#menu")
        press(host, "#open-rounds")
        press(host, "[data-again='1']")
        wait_for(lambda: found(host, ".step-bar"))
        press(host, ".close")
        wait_for(lambda: found(host, ".past") and not found(host, ".step-bar"))
        assert host.errors() == screen.errors() == []
    finally:
        leave(host)
        leave(screen)


def test_a_round_of_a_past_evening_is_seen_again_and_the_evening_taken_along(house, door, tmp_path):
    told, evening = house.live.steps(1), house.live.evening.id
    house.tap(tap="end", remove=True)
    house.setup.renew(Command(evening=evening, seq=house.live.seq))
    file, other = tmp_path / "evening.json", House(tmp_path / "other")
    browser, there = phone(), Door(other.app, other.token)
    try:
        come_in(browser, door.address)
        browser.get(door.address.split("#")[0] + "history/")
        wait_for(lambda: found(browser, ".past-evening"))
        browser.execute_script("document.querySelector('.past-evening').open = true")
        press(browser, f"[data-again='{evening} 1']")
        wait_for(lambda: found(browser, ".past-evening .step-bar"))
        go(browser, len(told["steps"]) - 3)
        keep_whole(browser, "round-history")
        assert faults(browser) == []
        saved = browser.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "URL.createObjectURL = (blob) => (blob.text().then(done), 'data:,');"
            f"document.querySelector('[data-take=\"{evening}\"]').click()"
        )
        file.write_text(saved, encoding="utf-8")
        come_in(browser, there.address)
        browser.get(there.address.split("#")[0] + "history/")
        wait_for(lambda: found(browser, ".bring input"))
        browser.find_element(".bring input").send_keys(str(file))
        wait_for(lambda: found(browser, ".past-evening[open] [data-again]"))
        press(browser, "[data-again]")
        wait_for(lambda: found(browser, ".step-bar"))
        go(browser, len(told["steps"]))
        assert told["winner"] in text(browser, "#step-says")
    finally:
        leave(browser)
        there.stop()
        other.close()
