"""A game from elsewhere on a phone: chosen, played with its own part beside the table, settled."""

from random import Random

import pytest
import test_recipes
from axe import findings
from browser import Door, come_in, leave, phone
from installed_game import installed
from pages import found, keep, press, text, write
from scripted import wait_for
from tapped import House

from companion_api.games import loader
from companion_api.games.views import tell
from engine.games import game
from engine.games.at_random import play

NAMES = ("Ana", "Bruno", "Chloé")


@pytest.fixture(scope="module")
def browser():
    browser = phone()
    yield browser
    leave(browser)


def test_a_part_that_fails_takes_only_itself_away(browser, tmp_path, monkeypatch):
    (tmp_path / "page").mkdir()
    failing = "export function Part({ view }) { window.came = (window.came || 0) + 1; return view.no.such; }"
    (tmp_path / "page" / "part.js").write_text(failing)
    (tmp_path / "site").mkdir()
    with installed(tmp_path / "site"):
        monkeypatch.setattr(loader, "parts", lambda: iter([("boodle", tmp_path / "page")]))
        house = House(tmp_path / "data")
        house.arrange(*NAMES, game="michigan", rules="boodle")
        door = Door(house.app, house.token)
        try:
            come_in(browser, door.address)
            wait_for(lambda: browser.execute_script("return window.came"))
            wait_for(lambda: found(browser, "#box-KC"))
            house.tap(tap="card", player="Ana", card="3C")
            wait_for(lambda: len(found(browser, ".fallen")) == 1)
            assert not found(browser, "#michigan")
        finally:
            door.stop()
            house.close()


def test_a_page_from_elsewhere_stands_in_the_menu(browser, tmp_path):
    (tmp_path / "site").mkdir()
    with test_recipes.installed("A page", tmp_path / "site"):
        house = House(tmp_path / "data")
        house.arrange(*NAMES, rules="lindor")
        door = Door(house.app, house.token)
        try:
            come_in(browser, door.address)
            press(browser, "#menu")
            wait_for(lambda: text(browser, "[data-page=clock]") == "Depuis quand on joue")
            press(browser, "[data-page=clock]")
            wait_for(lambda: text(browser, "#rounds") == "1 manches")
        finally:
            door.stop()
            house.close()


@pytest.fixture
def house(tmp_path):
    (tmp_path / "site").mkdir()
    with installed(tmp_path / "site"):
        house = House(tmp_path / "data")
        yield house
        house.close()


@pytest.fixture
def page(house, browser):
    door = Door(house.app, house.token)
    come_in(browser, door.address)
    browser.errors()
    yield browser
    door.stop()


def test_a_round_is_set_up_played_and_settled(house, page):
    wait_for(lambda: found(page, "#setup"))
    for name in NAMES:
        write(page, "#new-player", name)
        press(page, "#add-player")
        wait_for(lambda name=name: name in text(page, "#seats"))
    press(page, "[data-preset=boodle]")
    assert "Quatre cartes payantes" in text(page, "[data-preset=boodle]") and not found(page, "#how")
    press(page, "#every-rule summary")
    wait_for(lambda: "Après un arrêt" in text(page, "[data-option=new_suit]"))
    assert "pagat" in text(page, "[data-option=new_suit]") and not found(page, "[data-option=bete]")
    keep(page, "guest-setup")
    press(page, "[data-dealer=Ana]")
    press(page, "#begin")
    wait_for(lambda: house.view["phase"] == "antes" and found(page, "#michigan"))
    assert [box.get_attribute("id") for box in found(page, ".boxes button.box")] == [
        "box-AH", "box-KC", "box-QD", "box-JS",
    ]  # fmt: skip
    evening = tell(house.live.events()).state
    rng = Random(2)
    dealt = play.deal(3, rng, game.rules_of(evening).DEAL)
    steps = list(play.random_round(evening, dealt.hands, rng, play.Habits(bursts=0)))
    for step in steps[:6]:
        house.tap(tap="card", player=step.player, card=step.card.code)
    wait_for(lambda: len(found(page, ".fallen")) == 6)
    assert text(page, "#michigan").startswith("Les couleurs") and "undefined" not in text(page)
    assert findings(page) == []
    keep(page, "guest-table")
    press(page, "#box-KC")
    wait_for(lambda: "Roi de trèfle".casefold() in text(page, ".sheet").casefold())
    press(page, ".close")
    press(page, "#open-rules")
    wait_for(lambda: "Michigan" in text(page, ".sheet"))
    assert "7 de carreau" not in text(page, ".sheet") and "de la même couleur" in text(page, ".sheet")
    assert "rules_now." not in text(page, ".sheet") and "options." not in text(page, ".sheet")
    keep(page, "guest-rules")
    press(page, ".close")
    for step in steps[6:]:
        house.tap(tap="card", player=step.player, card=step.card.code)
    wait_for(lambda: found(page, "#enter-hand"))
    assert not found(page, "#enter-points"), "hands are paid by the card"
    for hand in play.left_in_hand(NAMES, dealt.hands, steps):
        house.tap(tap="hand", player=hand.player, cards=[card.code for card in hand.cards])
    wait_for(lambda: found(page, "#settlement"))
    winner = house.view["settlement"]["winner"]
    assert winner in text(page, "#settlement") and "why." not in text(page, "#settlement")
    keep(page, "guest-settlement")
    assert findings(page) == []
    assert page.errors() == []
