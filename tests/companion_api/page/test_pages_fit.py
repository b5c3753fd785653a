"""On every page, at the size of a phone, a small phone and a television, in three languages: no text is cut
off, none lies over another, none sticks out, no word is missing and none is of another language. And nothing
is seriously wrong with it for people who see badly: by day, in a dark room, with large text."""

import base64
import os
import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from axe import LOOK, faults, open_all, room
from browser import PHONE, Door, come_in, leave, leave_page, open_as_new, phone, resize
from pages import found, press, text
from scripted import wait_for
from started_page import LOOP, Started
from tapped import House
from test_words import WORDS, leaves

from companion_api.web.hosting.thumbnails import Thumbnails
from companion_api.web.pages import how_to
from hardware.simulator import SimulatedTable
from languages import LANGUAGES, SOURCE

SIZES = {"phone": (390, 844), "small": (320, 640), "television": (1920, 1080)}
KEYS = re.compile(rf"\b(?:{'|'.join(WORDS['fr'])})\.[a-z_]\w*(?:\.\w+)*\b|\{{\w+(?::\w+)?\}}")
"""A path of the word table, or a place that nobody filled, where a word should stand."""
FIRST_VIEW = 150_000
"""Bytes at most that a page takes the first time."""
LOOKED_AT = tuple(sorted(language for language in LANGUAGES if language != SOURCE))
"""German, whose words are longest, first; nothing is shorter than English: what holds the others holds it."""
FAMILIAR = ("french_page", "lindor", "avantcoureur")
STOCK = {"stock_chips": {"jeton": 40, "contrat": 3}}
LONG = 12
"""Characters from which on a text is told from one of another language that happens to be alike."""

LONG_NAME = "Maximilienne-Charlotte"
RENAME = """
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), [from, to] = arguments;
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  if (node.data.includes(from)) node.data = node.data.replaceAll(from, to);
}
"""


@pytest.fixture(scope="module")
def browser():
    browser = phone(metrics=PHONE)
    yield browser
    leave(browser)


class Fit:
    """Looks at page after page; for people who see badly at the size ``small``."""

    def __init__(self, browser, small=(360, 740), languages=LOOKED_AT):
        self.browser, self.small, self.languages = browser, small, languages
        self.wrong = {}
        self.looked = set()
        self.language = ""

    def in_every_language(self, *shown):
        """All these, each (name, what it shows, taps that open it); a sheet that opens is closed again."""
        for language in self.languages:
            self.language = language
            self.speak()
            for name, shows, *taps in shown:
                for each in taps:
                    press(self.browser, each)
                wait_for(lambda shows=shows: found(self.browser, shows))
                self.page(name)
                if found(self.browser, ".sheet"):
                    self.close()

    def speak(self):
        """The page says everything in this language, by its own choice of them."""
        choice = f"[data-language={self.language}]"
        inside = not found(self.browser, choice)
        if inside:
            press(self.browser, "#menu")
        press(self.browser, choice)
        spoken = "return document.documentElement.lang"
        wait_for(lambda: self.browser.execute_script(spoken) == self.language)
        wait_for(lambda: found(self.browser, f"{choice}.chosen"))
        if inside:
            self.close()

    def close(self):
        press(self.browser, ".close")
        wait_for(lambda: not found(self.browser, ".sheet"))

    def page(self, name, language=None, *, bad_eyes=True):
        """The page as it is shown, at every size, in the languages that come after at the smallest; in French
        for people who see badly, too."""
        language = language or self.language
        open_all(self.browser)
        for size in ("small",) if name in self.looked else SIZES:
            width, height = SIZES[size]
            resize(self.browser, width, height, mobile=size != "television")
            told, shown = self.browser.execute_script(LOOK)
            told += [("no word", key) for key in KEYS.findall(shown)]
            told += [("of another language", each) for each in foreign(shown, language)]
            if told:
                self.wrong[name, language, size] = told
            self.keep(f"{name}-{size}-{language}")
        self.looked.add(name)
        if bad_eyes and language == "fr":
            self.for_bad_eyes(name)

    def for_bad_eyes(self, name):
        """What is wrong with it on a small phone for people who see badly; names are as long as most."""
        resize(self.browser, *self.small)
        open_all(self.browser)
        self.browser.execute_script(RENAME, LONG_NAME, "Chloé")
        if told := faults(self.browser, ".sheet" if found(self.browser, ".sheet") else "html"):
            self.wrong[name, "seen badly"] = told
        self.browser.execute_script(RENAME, "Chloé", LONG_NAME)

    def keep(self, name):
        if folder := os.environ.get("NAINJAUNE_SCREENSHOTS"):
            for scheme in ("light", "dark"):
                room(self.browser, scheme)
                shot = self.browser.screenshot(captureBeyondViewport=True)
                Path(folder, f"{name}-{scheme}.png").write_bytes(shot)
            room(self.browser, "light")


def cold(browser, address, shows):
    """Bytes that a browser takes which has nothing of a page yet, until it shows what it is for."""
    browser.cdp("Network.enable")
    browser.cdp("Network.setCacheDisabled", {"cacheDisabled": True})
    browser.get(address)
    wait_for(lambda: found(browser, shows))
    browser.cdp("Network.disable")
    sizes = "performance.getEntries().reduce((sum, each) => sum + (each.transferSize || 0), 0)"
    return browser.execute_script(f"return {sizes}")


@cache
def of_others(language):
    """Whole texts of other languages that this one lacks."""
    own = {value for _, value in leaves(WORDS[language]) if isinstance(value, str)}
    others = {value for name in LANGUAGES if name != language for _, value in leaves(WORDS[name])}
    return {value for value in others - own if len(value) >= LONG}


def foreign(text, language):
    """Whole texts of another language that stand there."""
    return sorted(of_others(language) & {line.strip() for line in text.replace("\u00a0", " ").splitlines()})


def test_a_fault_is_found(browser):
    fit = Fit(browser)
    browser.get(
        "data:text/html,<html><meta name=viewport content=width=device-width><style>"
        "@media (prefers-color-scheme: dark) { p { color: rgb(40,40,40); background: black } }</style><body>"
        "<p style='position:absolute;top:0'>start.choices.demo.name</p>"
        "<p style='position:absolute;top:4px'>Jaune {n}</p>"
        "<div style='width:60px;overflow:hidden;white-space:nowrap;margin-top:80px'><b>un nain trop long</b>"
        "</div>"
        "<div style='width:2000px;margin-top:9px;text-align:right'>loin</div>"
        "<h1>Play without a camera</h1><img src=x><button></button>"
    )
    fit.page("faults", "fr")
    told = {each[0] for each in fit.wrong["faults", "fr", "phone"]}
    assert told >= {
        "overlap",
        "cut off",
        "sticks out",
        "the page is too wide",
        "no word",
        "of another language",
    }
    told = {each[0] for each in fit.wrong["faults", "seen badly"]}
    assert told >= {"image-alt", "button-name", "in the dark", "too wide with large text"}


def test_the_start_page_and_what_stands_beside_it(browser, tmp_path):
    home = Started(tmp_path, lambda: [LOOP])
    names = [SimpleNamespace(number=0, name="Caméra du salon")]
    home.companion.thumbnails = Thumbnails(lambda source, automatic: SimulatedTable(8, 3), lambda: names)
    fit = Fit(browser)
    try:
        assert 10_000 < cold(browser, home.link, "#start") <= FIRST_VIEW
        fit.page("start", "fr")
        press(browser, "#start-webcam")
        wait_for(lambda: found(browser, "#cameras img"))
        fit.page("webcams", "fr")
        press(browser, "#start-phone")
        wait_for(lambda: found(browser, "#stream"))
        fit.in_every_language(("start, a phone films", "#stream"))
        press(browser, "#phones-on")
        wait_for(lambda: found(browser, "#phones-why.told-alert"))
        assert "Wi-Fi" in text(browser, "#phones-why")
        fit.page("a phone as camera, no network", "fr")
        for page, shows in {"history": "h1", "camera": "#start", "deck": "#back"}.items():
            for language in LOOKED_AT:
                browser.execute_script("localStorage.setItem('language', arguments[0])", language)
                if page == "history" and language == "fr":
                    assert 10_000 < cold(browser, f"{home.page}{page}/", shows) <= FIRST_VIEW
                else:
                    browser.get(f"{home.page}{page}/")
                wait_for(lambda shows=shows: found(browser, shows) and text(browser).strip())
                fit.page(page, language)
        says_where_to_go(browser)
        for piece, language in (("board", "fr"), ("chips", "de")):
            browser.get(f"{home.page}kit/{piece}.html?lang={language}")
            wait_for(lambda: found(browser, "#print"))
            fit.page(f"kit, {piece}", language)
        browser.get(home.page + "trust/")  # in the browser's own language
        wait_for(lambda: found(browser, "#back"))
        fit.page("trust", "fr")
        says_where_to_go(browser)
        assert fit.wrong == {} and len(fit.looked) == 10
    finally:
        home.close()


def says_where_to_go(browser):
    """A page that has nothing to show says what it is for, and leads back."""
    assert len(found(browser, "p")) >= 2
    press(browser, "#back")
    wait_for(lambda: found(browser, "#start"))


def test_how_to_play_stands_on_one_page_of_paper(browser, tmp_path):
    home = Started(tmp_path, lambda: [LOOP])
    fit = Fit(browser, SIZES["phone"])  # a table of eight players is wider than a smaller one
    try:
        open_as_new(browser, home.page + "icon.svg")
        assert 10_000 < cold(browser, home.page + "how/", "#how-end") <= FIRST_VIEW
        for preset in how_to.presets_shown():
            leave_page(browser)
            browser.get(f"{home.page}how/#{preset}")
            wait_for(lambda: found(browser, "#how-end"))
            for fit.language in LOOKED_AT if preset in FAMILIAR else ["fr"]:
                fit.speak()
                fit.page(f"how-{preset}", bad_eyes=preset == FAMILIAR[0])
                paper = browser.cdp("Page.printToPDF", {"preferCSSPageSize": True})
                pages = len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(paper["data"])))
                assert pages == 1, (preset, fit.language)
        assert fit.wrong == {}
    finally:
        home.close()


def test_an_evening_from_the_door_to_its_end(browser, tmp_path):
    picture = next(iter(SimulatedTable(8, 3))).image
    house = House(tmp_path, lambda: picture, (picture.shape[1], picture.shape[0]))
    door = Door(house.app, house.token)
    fit = Fit(browser)
    try:
        leave_page(browser)
        browser.get(door.address.split("#")[0])
        press(browser, "#enter-invitation")
        wait_for(lambda: found(browser, "#invited-wrong.told-alert"))
        fit.page("welcome, a wrong invitation", "fr")
        leave_page(browser)
        assert 10_000 < cold(browser, door.address, "[data-role=host]") <= FIRST_VIEW
        fit.in_every_language(("door", "[data-role=host]"))
        press(browser, "[data-role=host].choice")
        wait_for(lambda: found(browser, "#begin"))
        assert found(browser, "[data-preset=french_page].chosen")  # the first one shown is the one chosen
        fit.in_every_language(("setup", "#begin"), ("menu before", ".sheet", "#menu"))
        looks_at_the_camera(browser)
        fit.page("setup with the camera", "fr")
        house.arrange("Ana", "Bruno", LONG_NAME, guided=True, **STOCK)
        fit.in_every_language(
            ("table", "#open-rules"),
            ("menu", ".sheet", "#menu"),
            ("rules", "#in-force", "#open-rules"),
            ("card", ".sheet", "#enter-card"),
        )
        house.play_round(3)
        wait_for(lambda: found(browser, "#settlement"))
        fit.in_every_language(("settlement", "#settlement"))
        browser.execute_script("document.querySelectorAll('.line').forEach((one) => one.click())")
        fit.for_bad_eyes("settlement, every reason")
        press(browser, "#flip")
        wait_for(lambda: found(browser, ".fallen"))
        fit.page("all cards of a round", "fr", bad_eyes=False)
        press(browser, "#flip")
        press(browser, "#menu")
        press(browser, "#open-rounds")
        wait_for(lambda: found(browser, ".past"))
        fit.for_bad_eyes("past rounds")
        fit.close()
        house.tap(tap="end")
        wait_for(lambda: found(browser, "#evening-end"))
        fit.in_every_language(("end", "#evening-end"))
        press(browser, "#new-evening")
        wait_for(lambda: LONG_NAME in text(browser, "#seats"))
        fit.page("setup again", "fr")
        for page, shows in (("history", ".past-player"), ("camera", "#title:not(:empty)")):
            browser.get(f"{door.address.split('#')[0]}{page}/")
            wait_for(lambda shows=shows: found(browser, shows))
            fit.page(f"{page} of an evening", "fr")
        assert fit.wrong == {} and len(fit.looked) == 15
    finally:
        door.stop()
        house.close()


def looks_at_the_camera(browser):
    """The camera is checked, chips are looked for, a pack is about to be learnt."""
    press(browser, "#check")
    wait_for(lambda: found(browser, "#findings"))
    press(browser, "#learn-chips")
    wait_for(lambda: found(browser, "#chips-again"))
    press(browser, "#learn-deck")
    press(browser, "#begin-deck")
    wait_for(lambda: found(browser, "#lesson"))


def test_nap_from_its_form_to_its_settlement(browser, tmp_path):
    house = House(tmp_path)
    door = Door(house.app, house.token)
    fit = Fit(browser, languages=("de", "fr"))  # what it says besides, the other pages say in the third
    players = ("Ana", "Bruno", LONG_NAME)
    rules = {"pool": "on", "purchase": "flat", "widow": "on", "bid_mis": "on", "bid_blucher": "on"}

    def everywhere(name, shows, *taps):
        wait_for(lambda: found(browser, ", ".join([shows, *taps])))
        fit.in_every_language((f"nap-{name}", shows, *taps))

    def told(*events):
        for kind, player, what, value in events:
            house.tap(tap="tell", event={"type": kind, "player": player, what: value})

    try:
        come_in(browser, door.address)
        press(browser, "[data-preset=nap]")
        everywhere("setup", "[data-option=bid_mis]")
        house.arrange(*players, game="nap", rules="nap", options=rules)
        everywhere("buying", "#buying")
        everywhere("bids", "#bidding", "#to-bids")
        told(
            *(
                ("bid", name, "bid", bid)
                for name, bid in zip(players, ("three", "nap", "wellington"), strict=True)
            )
        )
        order = (players[2], *players[:2])
        tricks = ("AS KC QS", "AH KH QH", "AD KD QD", "JS TS 9S")
        cards = [
            ("card_played", name, "card", card)
            for trick in tricks
            for name, card in zip(order, trick.split(), strict=True)
        ]
        told(*cards[:7])
        fit.in_every_language(("nap-trick", "#laying"), ("nap-rules", "#in-force", "#open-rules"))
        told(*cards[7:11])
        everywhere("revoke", "#revoke-pay")
        told(("fined", order[1], "chips", 5), cards[11])
        told(
            *(
                ("card_played", name, "card", card)
                for name, card in zip(order, ("2C", "KS", "2H"), strict=True)
            )
        )
        everywhere("settlement", "#settlement")
        house.tap(tap="end")
        everywhere("end", "#evening-end")
        assert fit.wrong == {} and len(fit.looked) == 8
    finally:
        door.stop()
        house.close()
