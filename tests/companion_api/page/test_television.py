"""The table on a television: large, and nothing to touch but the way out."""

import pytest
from axe import LOOK, findings
from browser import TELEVISION, Door, come_in, emulate, leave, phone, resize
from pages import found, keep, press, text
from scripted import Evening, wait_for
from tapped import House

from companion_api.evening.setting_up import Arrange
from companion_api.web import passes
from companion_api.web.app import create_app

SEED = 9


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    evening = Evening(tmp_path_factory.mktemp("data"), SEED)
    evening.cards(3)
    yield evening
    evening.close()


@pytest.fixture(scope="module")
def screen(evening):
    browser = phone(metrics=TELEVISION)
    door = Door(create_app(evening.live, evening.desk), evening.token)
    come_in(browser, door.address, "television")
    yield browser
    leave(browser)
    door.stop()


def fits(screen):
    """Nothing is cut off and nothing scrolls."""
    return screen.execute_script(
        "const page = document.documentElement, tv = document.querySelector('.tv-main');"
        "return page.scrollWidth <= page.clientWidth && page.scrollHeight <= page.clientHeight"
        "  && tv.scrollHeight <= tv.clientHeight"
    )


def test_a_round_from_afar(screen, evening):
    wait_for(lambda: "On attend" in text(screen, "#wanted"))
    assert evening.live.now()["view"]["call"] and not found(screen, "#call-waits"), "the table is strict"
    for player in evening.live.now()["view"]["players"]:
        assert player["name"] in text(screen, ".tv-people")
    assert [each.get_attribute("id") for each in found(screen, "button")] == ["open-voice", "change-role"]
    assert findings(screen) == []
    large = "return parseFloat(getComputedStyle(document.querySelector('#wanted')).fontSize)"
    keep(screen, "tv-play")
    press(screen, "#open-voice")
    press(screen, "#aloud")
    wait_for(lambda: found(screen, "[data-amount=normal].chosen"))
    keep(screen, "tv-voice")
    press(screen, "[data-amount=little]")
    press(screen, ".close")
    screen.execute_script("window.heard = []; speechSynthesis.speak = (it) => heard.push([it.text, it.lang])")
    assert screen.execute_script(large) >= 72 and fits(screen)
    evening.cards(4)
    evening.frames(evening.observer.number + 2)
    wait_for(lambda: "n’a pas annoncé" in text(screen, ".alert"))
    name = evening.steps[2].player
    said = f"{name} n’a pas annoncé le 7 de carreau. La case reste."
    assert screen.execute_script("return heard") == [[said, "fr-FR"]], "said once, and no more than was asked"
    keep(screen, "tv-alert")


def test_what_comes_later_by_itself_has_its_room(screen):
    """As the code to join does, which is asked for."""
    smaller = "return parseFloat(document.querySelector('.tv-side').style.zoom) < 1"
    assert not screen.execute_script(smaller)
    screen.execute_script(
        "document.querySelector('.tv-side').insertAdjacentHTML('beforeend', '<p id=late>?</p>');"
        "document.querySelector('#late').style = 'flex: none; height: 60vh'"
    )
    wait_for(lambda: screen.execute_script(smaller))
    screen.execute_script("document.querySelector('#late').remove()")
    wait_for(lambda: not screen.execute_script(smaller))


def test_a_screen_that_was_opened_anew_asks_for_the_touch_that_lets_it_speak(screen):
    screen.refresh()
    wait_for(lambda: "pour entendre cet appareil" in text(screen, "#wake-voice"))
    keep(screen, "tv-wake")
    screen.find_element("#wake-voice").click()
    wait_for(lambda: not found(screen, "#wake-voice"))


def test_the_settlement_from_afar(screen, evening):
    evening.whole_round()
    wait_for(lambda: found(screen, "#settlement"))
    shown = text(screen, "#television")
    for due in evening.live.now()["view"]["evening"]["dues"]:
        assert due["from"] in shown and str(due["chips"]) in shown
    keep(screen, "tv-settled")
    assert findings(screen) == []
    assert fits(screen)


COMES_IN = """
const moves = [...document.querySelectorAll('#podium li')].map((one) => getComputedStyle(one).animationName);
return moves.filter((name) => name !== 'none').length;
"""
"""How many steps of the podium come in, as they do before the eyes of whoever was there."""
TABLE = {
    "players": ["Ana", "Papa", "Chloé", "David", "Eve", "Fanny", "Gil", "Hugo"],
    "dealer": "Hugo",
    "stock_chips": {"jeton": 10, "fiche": 8, "contrat": 7},
    "money": {"cents": 5, "currency": "EUR"},
}


@pytest.fixture
def house(tmp_path):
    """A round of eight has been played."""
    house = House(tmp_path)
    house.setup.arrange(Arrange(evening=house.live.evening.id, seq=0, table=TABLE))
    house.play_round(3)
    yield house
    house.close()


@pytest.fixture
def both(house):
    """A television and the host's phone at one table."""
    door = Door(house.app, house.token)
    browsers = phone(metrics=TELEVISION, moves=True), phone(moves=True)
    for browser, role in zip(browsers, ("television", "host"), strict=True):
        come_in(browser, door.address, role)
    yield browsers
    for browser in browsers:
        leave(browser)
    door.stop()


def lines(browser, css, *parts):
    """What stands in these parts of each line, blanks at which no line may end told as any other."""
    told = browser.execute_script(
        "return [...document.querySelectorAll(arguments[0])].map((line) =>"
        "  arguments[1].map((part) => line.querySelector(part)?.innerText.trim() ?? ''))",
        css,
        parts,
    )
    return [[part.replace("\u00a0", " ") for part in line] for line in told]


def test_television_and_phone_show_the_same_figures(both, house):
    large, small = both
    for browser in both:
        wait_for(lambda browser=browser: found(browser, "#settlement"))
    dues = house.view["evening"]["dues"]
    assert any(due["back"] for due in dues) and len(dues) > 6, "change is given, and there is much to pay"
    change = lines(large, "#settlement .pays li", ".change")
    assert [bool(line[0]) for line in change] == [bool(due["back"] or due["noted"]) for due in dues]
    assert change == lines(small, "#settlement .pays li", ".change")
    sums = lines(large, "#settlement .pays li", ".sum")
    assert sums == lines(small, "#settlement .pays li", ".sum") and all("€" in line[0] for line in sums)
    keep(large, "tv-many")
    assert fits(large)
    house.tap(tap="round")
    house.tap(tap="card", player=house.view["leader"], card="2C")
    house.tap(tap="end", remove=True)
    for browser in both:
        wait_for(lambda browser=browser: found(browser, "#evening-end"))
    standing = {line["name"]: str(line["chips"]) for line in house.view["evening"]["standings"]}
    assert dict(lines(small, "#standings li", ".name", ".net")) == {
        f"{line['place']}. {line['name']}": f"{line['chips']} jetons"
        for line in house.view["evening"]["standings"]
    }
    seen = lines(large, ".tv-people li", ".name", ".balance")
    assert {name.split(". ")[1]: chips for name, chips in seen} == standing
    assert "Que faire des jetons" in text(large, "#asks") and not found(large, ".pays li")
    press(small, "[data-leftover=split]")
    for browser in both:
        wait_for(lambda browser=browser: found(browser, "#evening-end .pays li"))
    account = house.view["evening"]
    parts = (".who", ".sum", ".how")  # one and the same on both
    assert lines(large, "#evening-end .pays li", *parts) == lines(small, "#debts li", *parts)
    for browser in both:
        each = next(iter(account["shares"].values()))
        assert f"partagé : {each} jetons pour chacun" in text(browser, "#evening-end")
        for debt in account["debts"]:
            assert f"{debt['money']['cents'] / 100:.2f} €".replace(".", ",") in text(browser, "#evening-end")
        assert "les cases →" not in text(browser) and "→ les cases" not in text(browser)
    best = [line["name"] for line in account["standings"][:3]]
    for browser in both:
        assert [name for (name,) in lines(browser, "#podium li", ".name")] == best
    assert large.execute_script(COMES_IN) > 0
    keep(large, "tv-end")
    assert findings(large) == []
    assert fits(large)
    large.refresh()
    wait_for(lambda: found(large, "#podium li"))
    assert large.execute_script(COMES_IN) == 0, "it stands there already"


LETTERS = ("Maximilienne", "Bartholomeus", "Chrysostome!", "Desdemonaïde", "Wilhelmine-M", "Montgomery-W",
           "Hippolytemmw", "Guillaumette")  # fmt: skip
ROOMS = {"720": (1280, 720), "1080": (1920, 1080)}


def test_nobody_stands_on_a_podium_for_nothing_and_who_comes_in_is_named(wall, home):
    home.arrange("Ana", "Bruno", rules="lindor")
    wait_for(lambda: home.view["phase"] == "antes" and found(wall, "#corner-code"))
    code = passes.code(home.token)
    assert code in text(wall, "#corner")
    other = phone()
    try:
        come_in(other, f"http://127.0.0.1:{wall.port}/#t={home.token}", "player", "Ana")
        wait_for(lambda: "Ana : à la table" in text(wall, "#corner"))
        keep(wall, "tv-came")
    finally:
        leave(other)
    home.tap(tap="end", remove=True)
    wait_for(lambda: found(wall, "#evening-end"))
    assert not found(wall, "#podium") and "gagne" not in text(wall, "#evening-end h1")
    home.sittings.leave()
    home.live.renew()


def out_of_sight(screen, name):
    """Of what the television shows: texts cut off, over one another, or beside the screen, at both sizes."""
    wrong = {}
    for size, (width, height) in ROOMS.items():
        resize(screen, width, height, mobile=False)
        screen.execute_script("dispatchEvent(new Event('resize'))")  # it may be told of it later
        told, _ = screen.execute_script(LOOK)
        if told or not fits(screen):
            wrong[name, size] = told or "more than the screen holds"
        keep(screen, f"tv-{name}-{size}")
    return wrong


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    home = House(tmp_path_factory.mktemp("home"))
    yield home
    home.close()


@pytest.fixture(scope="module")
def wall(home):
    """A television in an empty house."""
    browser = phone(metrics=TELEVISION)
    door = Door(home.app, home.token)
    come_in(browser, door.address, "television")
    yield browser
    leave(browser)
    door.stop()


@pytest.mark.parametrize("count", range(2, 9))
def test_everything_is_in_sight_for_so_many(wall, home, count):
    names = LETTERS[:count]
    told = {"stock_chips": {"jeton": 40, "fiche": 10, "contrat": 10}, "money": TABLE["money"]}
    home.arrange(*names, rules="lindor", guided=True, reminder=5, **told)
    wait_for(lambda: home.view["phase"] == "antes" and found(wall, "#wanted"))
    wrong = out_of_sight(wall, f"{count}-antes")
    home.play_round(count)
    wait_for(lambda: found(wall, "#settlement"))
    wrong |= out_of_sight(wall, f"{count}-settled")
    home.tap(tap="round")
    wait_for(lambda: found(wall, "#wanted"))
    for card in ("9C", "TC", "JH", "QS"):
        home.tap(tap="card", player=home.view["leader"], card=card)
    wait_for(lambda: found(wall, "#call-waits"))
    wrong |= out_of_sight(wall, f"{count}-play")
    home.tap(tap="end", remove=True)
    wait_for(lambda: found(wall, "#evening-end"))
    home.tap(tap="end", leftover="stay")
    debts = home.view["evening"]["debts"]
    wait_for(lambda: len(found(wall, "#evening-end .pays li, .tv-side .pays li")) == len(debts))
    wrong |= out_of_sight(wall, f"{count}-end")
    if count == len(LETTERS):
        emulate(wall, prefers_color_scheme="dark")
        wrong["dark"] = findings(wall)
        keep(wall, "tv-end-dark")
        emulate(wall)
    home.sittings.leave()
    home.live.renew()
    assert {name: told for name, told in wrong.items() if told} == {}
