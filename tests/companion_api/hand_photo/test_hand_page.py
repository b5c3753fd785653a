"""A hand told on the phone: by a photograph, by two numbers; and a card by the four suits of its rank."""

import os
from pathlib import Path

import pytest
from browser import Door, come_in, emulate, leave, phone, touch
from pages import found, text
from scripted import wait_for
from shown_hands import HANDS, NAMES, POINTS, ROUND, arranged, photograph
from tapped import House

from engine.cards import HONOURS


class Thumb:
    """Taps that are counted; a photograph's own shutter belongs to the phone, and is not."""

    def __init__(self, browser):
        self.browser, self.taps = browser, 0

    def __call__(self, css):
        touch(self.browser, f"{css}:not(:disabled)")
        self.taps += 1

    def photograph(self, css, file):
        wait_for(lambda: found(self.browser, f"{css} input"))
        self.browser.find_element(f"{css} input").send_keys(str(file))
        self.taps += 1


def keep(browser, name):
    """The screen in the folder NAINJAUNE_SCREENSHOTS, when there is one, by day and in a dark room."""
    if folder := os.environ.get("NAINJAUNE_SCREENSHOTS"):
        for scheme in ("dark", "light"):
            emulate(browser, prefers_color_scheme=scheme)
            browser.save_screenshot(str(Path(folder) / f"hand-{name}-{scheme}.png"))


@pytest.fixture(scope="module")
def browser():
    browser = phone()
    yield browser
    leave(browser)


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    house.door = Door(house.app, house.token)
    yield house
    house.door.stop()
    house.close()


def hands(house):
    return {hand["player"]: hand for hand in house.live.rounds()[0]["hands"]}


def test_two_hands_by_photographs_take_six_taps_at_most_and_by_numbers_twelve(browser, house, tmp_path):
    arranged(house)
    come_in(browser, house.door.address)
    files = {}
    for name, cards in HANDS.items():
        files[name] = tmp_path / f"{name}.jpg"
        files[name].write_bytes(photograph(" ".join(cards)))
    thumb = Thumb(browser)
    wait_for(lambda: found(browser, "#photo-now"))
    keep(browser, "table")
    thumb.photograph("#photo-now", files["Ana"])
    wait_for(lambda: "14 sur 14" in text(browser, "#witness"))
    assert found(browser, ".hand-picture polygon") and len(found(browser, "[data-read]")) == 14
    keep(browser, "read")
    thumb("#confirm-hand")
    wait_for(lambda: found(browser, "#hand-photo"))
    thumb.photograph("#hand-photo", files["Chloé"])
    thumb("#confirm-hand")
    wait_for(lambda: house.view["phase"] == "settled")
    by_photo = thumb.taps
    shown = house.view["settlement"]
    assert {name: sorted(hand["cards"]) for name, hand in hands(house).items()} == {
        name: sorted(cards) for name, cards in HANDS.items()
    }
    for _ in HANDS:
        house.tap(tap="undo", target=house.view["undo"]["seq"])
    wait_for(lambda: house.view["phase"] == "hands" and found(browser, "#enter-points"))
    thumb.taps = 0
    thumb("#enter-points")
    for name in ("Ana", "Chloé"):
        wait_for(lambda name=name: text(browser, ".sheet .names .chosen") == name)
        for card in HONOURS:
            if card.code in HANDS[name]:
                thumb(f"[data-held='{card.code}']")
        for digit in str(POINTS[name]):
            thumb(f"[data-key='{digit}']")
        keep(browser, f"numbers-{name}")
        thumb("#save-points")
    wait_for(lambda: house.view["phase"] == "settled")
    counted = house.view["settlement"]
    assert (counted["net"], counted["boxes"]) == (shown["net"], shown["boxes"])
    assert hands(house)["Ana"]["points"] == POINTS["Ana"]
    assert by_photo <= 6 and thumb.taps <= 12, (by_photo, thumb.taps)


def test_what_a_photograph_lacks_is_said_and_mended_by_hand(browser, house, tmp_path):
    arranged(house)
    come_in(browser, house.door.address, "player", "Ana")
    thumb = Thumb(browser)
    file = tmp_path / "hand.jpg"
    file.write_bytes(photograph(" ".join([*HANDS["Ana"][:12], "4H"])))  # a heart that lies in the pile
    thumb.photograph("#photo-now", file)
    wait_for(lambda: "12 lues sur 14 ; il en manque 2" in text(browser, "#witness"))
    assert "4 de cœur" in text(browser, ".sheet")
    assert found(browser, "#confirm-hand:disabled")
    keep(browser, "lacking")
    for card in HANDS["Ana"][12:]:
        thumb("#add-read")
        thumb(f"[data-pick='{card}']")
    thumb("[data-read='AS']")
    keep(browser, "mend")
    thumb("#mend-remove")
    assert found(browser, "#confirm-hand:disabled")
    thumb("#add-read")
    thumb("[data-pick='AS']")
    thumb("#confirm-hand")
    wait_for(lambda: house.view["missing"] == ["Chloé"])
    assert sorted(hands(house)["Ana"]["cards"]) == sorted(HANDS["Ana"])
    wait_for(lambda: not found(browser, "#photo-now"))  # nobody's but his own hand is asked of him
    said = browser.errors()
    assert not [line for line in said if f":{house.door.port}/" in line], said


def test_a_card_is_entered_by_the_four_suits_of_its_rank(browser, house):
    house.arrange(*NAMES, dealer="Ana")
    wait_for(lambda: house.view["phase"] == "antes")
    come_in(browser, house.door.address)
    thumb = Thumb(browser)
    thumb("#enter-card")
    wait_for(lambda: len(found(browser, ".pick")) == 52)
    thumb(f"[data-pick='{ROUND[0][1]}']")
    wait_for(lambda: found(browser, "#of-rank"))
    offered = [each.get_attribute("data-pick") for each in found(browser, "#of-rank .pick")]
    assert offered == ["2S", "2H", "2C", "2D"]
    keep(browser, "of-rank")
    thumb("#of-rank [data-pick='2H']")
    wait_for(lambda: [card["card"] for card in house.view["cards"]] == ["AH", "2H"])
    wait_for(lambda: found(browser, "#of-rank [data-pick='3S']"))
    thumb("#other-cards summary")
    thumb("#other-cards [data-pick='9D']")
    wait_for(lambda: "9D" in [card["card"] for card in house.view["cards"]])
