"""The page of past evenings in Chromium, at the size of a phone."""

import pytest
from browser import Door, leave, phone
from pages import found, keep, text
from PIL import Image
from scripted import wait_for
from tapped import House

from companion_api.evening.setting_up import Arrange, Command
from companion_api.family.past import Chronicle
from companion_api.store.notes import Note

TABLE = {"players": ["Ana", "Bruno", "Chloé"], "dealer": "Chloé", "stock_chips": {"jeton": 40, "contrat": 3}}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    house = House(tmp_path_factory.mktemp("data"))
    for seed in (3, 5):
        house.setup.arrange(Arrange(evening=house.live.evening.id, seq=0, table=TABLE))
        house.play_round(seed)
        house.tap(tap="end")
        house.setup.renew(Command(evening=house.live.evening.id, seq=house.live.seq))
    yield house
    house.close()


@pytest.fixture(scope="module")
def browser(house):
    browser = phone()
    door = Door(house.app, house.token)
    browser.get(door.address)
    browser.execute_script("localStorage.setItem('language', arguments[0])", "fr")
    wait_for(lambda: browser.execute_script("return localStorage.getItem('invitation')"))
    browser.get(door.address.split("#")[0] + "history/")
    wait_for(lambda: found(browser, ".past-player"))
    yield browser
    leave(browser)
    door.stop()


def test_totals_evenings_and_plots(browser, house):
    told = Chronicle(house.store).overview()
    lines = found(browser, "#past [data-game] > .plot polyline")
    assert len(lines) == 3
    points = lines[0].get_attribute("points").split()
    assert len(points) == 1 + len(told["evenings"])
    said = browser.find_element("#past [data-game] > .plot svg").get_attribute("aria-label")
    for one in told["players"]:
        assert one["name"] in text(browser, "#past")
        assert f"{one['name']} : {one['won']:+d}".replace("-", "−") in said.replace("\u00a0", " ")
    assert len(found(browser, ".past-evening")) == 2
    assert browser.execute_script("return [document.documentElement.scrollWidth, innerWidth]") == [390, 390]
    keep(browser, "history")
    assert browser.errors() == []


def test_the_season_and_what_is_kept_of_an_evening(browser, house, tmp_path):
    season = Chronicle(house.store).overview()["seasons"][0]
    shown = text(browser, f".season[data-season='{season['first']}']")
    assert all(name in text(browser, ".season-leads") for name in season["leaders"])
    assert season["longest"]["names"][0] in text(browser, "[data-fact=longest]")
    assert str(season["longest"]["count"]) in text(browser, "[data-fact=longest]")
    assert all(line["name"] in shown for line in season["table"])
    assert bool(season["rivals"]) == bool(text(browser, "[data-fact=rivals]"))

    browser.execute_script("document.querySelector('.past-evening').open = true")
    wait_for(lambda: found(browser, ".kept-note textarea"))
    photo = tmp_path / "photo.jpg"
    Image.effect_noise((2400, 1800), 40).convert("RGB").save(photo)
    browser.find_element(".kept-buttons input").send_keys(str(photo))
    wait_for(
        lambda: browser.execute_script("return document.querySelector('.kept-photo')?.naturalWidth") == 1600
    )
    browser.find_element(".kept-note textarea").send_keys("La revanche en mai")
    browser.execute_script("document.querySelector('.keep-note').click()")
    last = Chronicle(house.store).evenings()[-1].stored.id
    wait_for(lambda: house.store.notes().get(last) == Note("La revanche en mai", True))
    wait_for(lambda: not found(browser, ".keep-note"))
    browser.execute_script(
        "const old = URL.createObjectURL;"
        "URL.createObjectURL = (blob) => {"
        "  if (blob.type === 'image/png') window.shared = blob.size;"
        "  return old(blob);"
        "};"
        "document.querySelector('.share-evening').click()"
    )
    wait_for(lambda: browser.execute_script("return window.shared || 0") > 50_000)
    browser.execute_script("document.querySelector('.drop-photo').click()")
    wait_for(lambda: house.store.notes()[last].pictured is False)
    browser.execute_script("document.querySelector('.past-evening').open = false")
    assert browser.errors() == []


def test_zz_an_evening_and_a_player_are_forgotten(browser, house):
    def press(css):
        browser.execute_script("document.querySelector(arguments[0]).click()", css)

    press(".past-evening summary")
    press(".past-evening[open] .forget")
    assert len(Chronicle(house.store).evenings()) == 2  # asked once more first
    press(".past-evening[open] .forget")
    wait_for(lambda: len(found(browser, ".past-evening")) == 1)
    assert len(Chronicle(house.store).evenings()) == 1
    name = text(browser, ".past-player b")
    press(".past-player summary")
    press(".past-player[open] .forget")
    assert name in text(browser, ".past-player[open] .forget")
    press(".past-player[open] .forget")
    wait_for(lambda: "Anonyme 1" in text(browser, "#past"))
    assert name not in text(browser, "#past")


def test_what_is_set_aside_and_the_copies(browser, house):
    house.store.backups.make("daily")
    evening = house.store.evenings()[0].id
    with house.store._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE events SET body = '[]' WHERE evening = ? AND seq = 4", (evening,))
    house.store._checked.clear()
    house.store.unreadable()  # looked at whenever a program starts
    browser.refresh()
    wait_for(lambda: "événement 4 est abîmé" in text(browser, "#past"))
    for _ in range(2):  # asked once more first
        wait_for(lambda: found(browser, "#past > .forget"))
        browser.execute_script("document.querySelector('#past > .forget').click()")
    wait_for(lambda: "effacée" in text(browser, ".toast"))
    assert house.store.backups.all() == []
