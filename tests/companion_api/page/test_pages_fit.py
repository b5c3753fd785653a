"""On every page, at the size of a phone, a small phone and a television, in three languages: no text is cut
off, none lies over another, none sticks out, no word is missing and none is of another language."""

import base64
import os
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from axe import faults, open_all, room
from browser import PHONE, Door, come_in, leave, phone
from pages import found, press, text
from scripted import wait_for
from started_page import LOOP, Started
from tapped import House
from test_words import WORDS, leaves

from companion_api.saying import how_to
from companion_api.start.thumbnails import Thumbnails
from hardware.simulator import SimulatedTable
from languages import LANGUAGES, SOURCE

SIZES = {"phone": (390, 844), "small": (320, 640), "television": (1920, 1080)}
KEYS = re.compile(rf"\b(?:{'|'.join(WORDS['fr'])})\.[a-z_]\w*(?:\.\w+)*\b|\{{\w+(?::\w+)?\}}")
"""A path of the word table, or a place that nobody filled, where a word should stand."""
FIRST_VIEW = 150_000
"""Bytes at most that a page takes the first time."""
LOOKED_AT = tuple(language for language in LANGUAGES if language != SOURCE)
"""Nothing is shorter than English: what holds the others holds it."""
FAMILIAR = ("french_page", "lindor", "avantcoureur")
LONG = 12
"""Characters from which on a text is told from one of another language that happens to be alike."""

LOOK = """
const page = document.documentElement, sheet = document.querySelector('.sheet') || document.body;
const told = [], texts = [];
const short = (one) => one.textContent.trim().replace(/\\s+/g, ' ').slice(0, 40);
const up = (one, holds) => {
  for (let at = one; at && at !== page; at = at.parentElement) if (holds(at, getComputedStyle(at))) return at;
  return null;
};
const hidden = (at, { visibility, display, opacity }) =>
  visibility === 'hidden' || display === 'none' || opacity < 0.05;
const tiny = (at) => at.getBoundingClientRect().width <= 1; // for who listens only
const scrolls = (at, style) => /auto|scroll/.test(style.overflowX) && at.scrollWidth > at.clientWidth;
const fixed = (at, style) => /fixed|sticky/.test(style.position);
const cuts = (rect) => (at, style) => {
  const box = at.getBoundingClientRect(), clips = /hidden|clip/.test(style.overflowX);
  return clips && (rect.right > box.right + 2 || rect.left < box.left - 2 ||
    rect.bottom > box.bottom + 3 || rect.top < box.top - 3);
};
const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const one = node.parentElement, drawn = 'svg, script, style, noscript, .card, [aria-hidden=true]';
  if (!node.textContent.trim() || one.closest(drawn) || up(one, hidden) || up(one, tiny)) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  for (const rect of range.getClientRects()) {
    if (rect.width < 2 || rect.height < 2) continue;
    texts.push({ one, rect, over: up(one, fixed) });
    const out = rect.right > page.clientWidth + 1 || rect.left < -1;
    if (out && !up(one, scrolls)) told.push(['sticks out', short(one)]);
    if (up(one, cuts(rect))) told.push(['cut off', short(one)]);
  }
}
texts.forEach((first, i) => texts.slice(i + 1).forEach((second) => {
  if (first.one === second.one || first.over !== second.over) return;
  const a = first.rect, b = second.rect;
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (across > 3 && down > Math.min(a.height, b.height) / 3) {
    told.push(['overlap', short(first.one), short(second.one)]);
  }
}));
if (page.scrollWidth > page.clientWidth + 1) told.push(['the page is too wide', String(page.scrollWidth)]);
return [told.slice(0, 8), document.body.innerText];
"""


@pytest.fixture(scope="module")
def browser():
    browser = phone(metrics=PHONE)
    yield browser
    leave(browser)


class Fit:
    """Looks at page after page."""

    def __init__(self, browser):
        self.browser = browser
        self.wrong = {}
        self.looked = 0

    def speak(self, language):
        self.browser.execute_script(f"localStorage.setItem('language', '{language}')")
        self.browser.refresh()

    def page(self, name, language):
        """The page as it is shown, at every size, by day and in the dark."""
        open_all(self.browser)
        for size, (width, height) in SIZES.items():
            metrics = {
                "width": width,
                "height": height,
                "deviceScaleFactor": 1,
                "mobile": size != "television",
            }
            self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            told, shown = self.browser.execute_script(LOOK)
            told += [("no word", key) for key in KEYS.findall(shown)]
            told += [
                ("of another language", each) for each in foreign(shown.replace("\u00a0", " "), language)
            ]
            if told:
                self.wrong[name, language, size] = told
            self.looked += 1
            self.keep(f"{name}-{size}-{language}")

    def keep(self, name):
        if folder := os.environ.get("NAINJAUNE_SCREENSHOTS"):
            for scheme in ("light", "dark"):
                room(self.browser, scheme)
                whole = {"format": "png", "captureBeyondViewport": True}
                shot = self.browser.execute_cdp_cmd("Page.captureScreenshot", whole)
                Path(folder, f"{name}-{scheme}.png").write_bytes(base64.b64decode(shot["data"]))
            room(self.browser, "light")


def cold(browser, address, shows):
    """Bytes that a browser takes which has nothing of a page yet, until it shows what it is for."""
    browser.get("about:blank")
    browser.execute_cdp_cmd("Network.clearBrowserCache", {})
    browser.get(address)
    wait_for(lambda: found(browser, shows))
    sizes = "performance.getEntries().reduce((sum, each) => sum + (each.transferSize || 0), 0)"
    return browser.execute_script(f"return {sizes}")


def foreign(text, language):
    """Whole texts of another language that stand there."""
    own = {value for _, value in leaves(WORDS[language]) if isinstance(value, str)}
    lines = {line.strip() for line in text.replace("\u00a0", " ").splitlines()}
    others = (value for name in LANGUAGES if name != language for _, value in leaves(WORDS[name]))
    return sorted(value for value in set(others) - own if len(value) >= LONG and value in lines)


def test_a_fault_is_found(browser):
    fit = Fit(browser)
    browser.get(
        "data:text/html,<html><meta name=viewport content=width=device-width><body>"
        "<p style='position:absolute;top:0'>start.choices.demo.name</p>"
        "<p style='position:absolute;top:4px'>Jaune {n}</p>"
        "<div style='width:60px;overflow:hidden;white-space:nowrap;margin-top:80px'><b>un nain trop long</b>"
        "</div>"
        "<div style='width:2000px;margin-top:9px;text-align:right'>loin</div>"
        "<h1>Play without a camera</h1>"
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


def test_the_start_page_and_what_stands_beside_it(browser, tmp_path):
    home = Started(tmp_path, lambda: [LOOP])
    names = [SimpleNamespace(number=0, name="Caméra du salon")]
    home.companion.thumbnails = Thumbnails(lambda source, automatic: SimulatedTable(8, 3), lambda: names)
    fit = Fit(browser)
    try:
        browser.get(home.page + "icon.svg")
        browser.get(home.link)
        wait_for(lambda: found(browser, "#start"))
        for address, shows in (("start/", "#start"), ("how/", "#how-end"), ("history/", "h1")):
            assert 10_000 < cold(browser, home.page + address, shows) <= FIRST_VIEW, address
        browser.get(home.link)
        for language in LOOKED_AT:
            fit.speak(language)
            wait_for(lambda: found(browser, "#start-phone"))
            press(browser, "#start-phone")
            wait_for(lambda: found(browser, "#stream"))
            fit.page("start", language)
        pages = {"camera": "#start", "history": "h1", "deck": "#back"}
        for page, shows in pages.items():
            browser.get(f"{home.page}{page}/")
            for language in LOOKED_AT:
                fit.speak(language)
                wait_for(lambda shows=shows: found(browser, shows) and text(browser).strip())
                fit.page(page, language)
        for preset in how_to.told():
            browser.get("about:blank")
            browser.get(f"{home.page}how/#{preset}")
            for language in LOOKED_AT if preset in FAMILIAR else ["fr"]:
                fit.speak(language)
                wait_for(lambda: found(browser, "#how-end"))
                fit.page(f"how-{preset}", language)
                if language == "fr":
                    assert faults(browser) == []
                paper = browser.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
                pages = len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(paper["data"])))
                assert pages == 1, (preset, language)
        browser.get(home.page + "trust/")  # in the browser's own language
        wait_for(lambda: found(browser, "#back"))
        fit.page("trust", "fr")
        assert fit.wrong == {} and fit.looked >= 4 * 9
    finally:
        home.close()


def test_an_evening_from_the_door_to_its_end(browser, tmp_path):
    picture = next(iter(SimulatedTable(8, 3))).image
    house = House(tmp_path, lambda: picture, (picture.shape[1], picture.shape[0]))
    door = Door(house.app, house.token)
    fit = Fit(browser)

    def everywhere(name, shows, *taps):
        for language in LOOKED_AT:
            fit.speak(language)
            for each in taps:
                press(browser, each)
            wait_for(lambda: found(browser, shows))
            fit.page(name, language)

    try:
        assert 10_000 < cold(browser, door.address, "[data-role=host]") <= FIRST_VIEW
        everywhere("door", "[data-role=host]")
        press(browser, "[data-role=host].choice")
        wait_for(lambda: found(browser, "#begin"))
        everywhere("setup", "#begin")
        assert found(browser, "[data-preset=french_page].chosen")  # the first one shown is the one chosen
        house.arrange("Ana", "Bruno", "Maximilienne-Charlotte")
        everywhere("table", "#open-rules")
        everywhere("menu", ".sheet", "#menu")
        everywhere("rules", "#in-force", "#open-rules")
        everywhere("card", ".sheet", "#enter-card")
        house.play_round(3)
        everywhere("settlement", "#settlement")
        house.tap(tap="end")
        everywhere("end", "#evening-end")
        assert fit.wrong == {} and fit.looked >= 8 * 9
    finally:
        door.stop()
        house.close()


def test_nap_from_its_form_to_its_settlement(browser, tmp_path):
    house = House(tmp_path)
    door = Door(house.app, house.token)
    fit = Fit(browser)
    players = ("Ana", "Bruno", "Maximilienne-Charlotte")
    rules = {"pool": "on", "purchase": "flat", "widow": "on", "bid_mis": "on", "bid_blucher": "on"}

    def everywhere(name, shows, *taps):
        for language in LOOKED_AT:
            fit.speak(language)
            for each in taps:
                press(browser, each)
            wait_for(lambda: found(browser, shows))
            fit.page(f"nap-{name}", language)

    def told(*events):
        for kind, player, what, value in events:
            house.tap(tap="tell", event={"type": kind, "player": player, what: value})

    try:
        come_in(browser, door.address)
        wait_for(lambda: found(browser, "#begin"))
        everywhere("setup", "[data-option=bid_mis]", "[data-preset=nap]")
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
        everywhere("trick", "#laying")
        everywhere("rules", "#in-force", "#open-rules")
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
        assert fit.wrong == {} and fit.looked >= 8 * 9
    finally:
        door.stop()
        house.close()
