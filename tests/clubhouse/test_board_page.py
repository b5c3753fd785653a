"""A club's evening on its pages: the host's phone, a player's, and the television on the wall."""

import csv
import io
import json
from datetime import date

import pytest
from axe import faults, findings, open_all
from browser import SMALL_PHONE, TELEVISION, Door, leave, open_as_new, phone, resize, touch
from clubs import Club, Playing, evening
from pages import found, keep, keep_whole, press, text, write
from scripted import wait_for

from clubhouse.app import create_app
from clubhouse.board import Board
from companion_api.web import passes
from languages import LANGUAGES

TOKEN = "t" * 22
NAMES = [
    "Ana", "Bruno", "Chloé", "Maximilienne-Charlotte", "David", "Eve", "Fanny", "Gil", "Hugo", "Inès",
    "Jules", "Karim", "Léa",
]  # fmt: skip
SAVED = """
const done = arguments[0];
const made = URL.createObjectURL;
URL.createObjectURL = (blob) => { URL.drawn = blob; return made(blob); };
HTMLAnchorElement.prototype.click = function () {
  URL.drawn.text().then((told) => done([this.download, told]));
};
document.querySelector('.results li button').click();
"""


@pytest.fixture(scope="module")
def browsers():
    both = phone(metrics=SMALL_PHONE), phone(metrics=TELEVISION)
    yield both
    for browser in both:
        leave(browser)


class Night:
    """A club with its board at a door, and its tables."""

    def __init__(self, cluster, folder, tables):
        self.folder = folder
        self.club = Club(cluster, folder / "club", tables)
        self.board = Board(self.club.url("host"))
        self.board.start()
        self.door = Door(create_app(self.board, TOKEN), TOKEN, evening=False)
        self.tables = {}

    @property
    def now(self):
        return json.loads(self.board.text() + "}")

    def page(self, token=TOKEN):
        return f"{self.door.address.split('#')[0]}club/#t={token}"

    def plays(self, number, deals, until=None):
        """A table plays so many deals; all but the last lines that ``until`` leaves."""
        (seats,) = (table for table in self.now["tables"] if table["number"] == number)
        players = [player["name"] for player in seats["players"]]
        if number not in self.tables:
            self.tables[number] = Playing(self.folder / f"t{number}", self.club.url(f"table-{number}"))
        self.tables[number].begin(players)
        self.tables[number].add(evening(players, deals, number)[:until])

    def close(self):
        for table in self.tables.values():
            table.close()
        self.board.close()
        self.door.stop()


@pytest.fixture
def night(cluster, tmp_path):
    night = Night(cluster, tmp_path, 4)
    yield night
    night.close()


def at_tables(browser):
    """Everybody whom a page shows at a table."""
    return sorted(name for names in seated(browser).values() for name in names)


def seated(browser):
    """Names by table, as a page shows them."""
    script = (
        "const text = (name) => name.firstChild.textContent;"
        "const names = (one) => [...one.querySelectorAll('li span')].map(text);"
        "const tables = [...document.querySelectorAll('.club-table')];"
        "return Object.fromEntries(tables.map((one) => [one.dataset.table, names(one)]))"
    )
    return browser.execute_script(script)


def choose(browser, css, value):
    browser.execute_script(
        "const e = document.querySelector(arguments[0]); e.value = arguments[1];"
        "e.dispatchEvent(new Event('change', {bubbles: true}))",
        css,
        value,
    )


def looked_at_in_every_language(small):
    """What sticks out, by language and screen; no word is missing."""
    wrong = {}
    for language in LANGUAGES:
        small.execute_script(f"localStorage.setItem('language', '{language}')")
        small.refresh()
        wait_for(lambda: found(small, "#host"))
        open_all(small)
        assert "club." not in text(small) and "{" not in text(small), language
        wrong[language, "phone"] = fits(small)
    return wrong


def finds_himself(small, night, name):
    """A player of table 1 among the tables and in the ranking."""
    choose(small, "#mine select", name)
    wait_for(lambda: found(small, ".club-table.mine"))
    line = next(one for one in night.now["ranking"] if one["name"] == name)
    assert f"N° {line['place']} au classement" in text(small, "#mine")
    assert "Vous jouez à la table 1" in text(small, "#mine")


def the_ranking_is_saved(small, night):
    name, told = small.execute_async_script(SAVED)
    rows = list(csv.DictReader(io.StringIO(told)))
    assert name.endswith(".csv") and [row["player"] for row in rows] == [
        one["name"] for one in night.now["ranking"]
    ]


def test_an_evening_on_the_host_s_phone_and_on_the_television(night, browsers):
    small, large = browsers
    wrong = {}

    def looked(name):
        for browser, size in ((small, "phone"), (large, "television")):
            wrong[name, size] = faults(browser) if browser is small else findings(browser)
            wrong[name, size] += fits(browser, whole=browser is large)
        keep_whole(small, f"club-phone-{name}")
        keep(large, f"club-television-{name}")

    for browser, token in ((small, TOKEN), (large, passes.invite(TOKEN))):
        open_as_new(browser, night.page(token))
        wait_for(lambda browser=browser: found(browser, "#club"))
    looked("nobody")
    write(small, "#names", ", ".join(NAMES))
    touch(small, "#do-enter")
    wait_for(lambda: "13 joueurs présents" in text(small, "#host"))
    touch(small, "#do-first")
    for browser in browsers:
        wait_for(lambda browser=browser: len(at_tables(browser)) == len(NAMES))
    assert at_tables(large) == sorted(NAMES) and seated(large) == seated(small)
    wait_for(lambda: found(large, ".club-invite svg"))
    looked("drawn")

    # Tables play: settled, in the middle of a deal, not begun.
    first = seated(large)
    night.plays(1, 2)
    night.plays(2, 2, -20)
    wait_for(lambda: len(found(large, ".ranking tbody tr")) == len(first["1"]) + len(first["2"]))
    finds_himself(small, night, first["1"][0])
    for ranked, shown in zip(night.now["ranking"], found(large, ".ranking tbody tr"), strict=True):
        assert ranked["name"] in shown.text and str(abs(ranked["won"])) in shown.text
    minutes = [one for one in found(small, "#host .do") if one.text == "45 min"]
    minutes[0].press()
    for browser in browsers:
        wait_for(lambda browser=browser: text(browser, "#timer").startswith(("45:00", "44:5")))
    open_all(small)
    looked("played")

    # Somebody leaves, somebody comes late; the next tables are drawn only when asked for twice.
    gone = found(small, ".club-people li span")[0].text
    press(small, ".club-people li button")
    wait_for(lambda: "Partis" in text(small, "#host"))
    write(small, "#names", "Zoé")
    touch(small, "#do-enter")
    wait_for(lambda: "Zoé" in text(small, ".club-people"))
    touch(small, "#do-next")
    assert "Vraiment ?" in text(small, "#do-next") and night.now["round"] == 1
    touch(small, "#do-next")
    wait_for(lambda: "Ronde 2" in text(large, ".head"))
    assert at_tables(large) == sorted({*NAMES, "Zoé"} - {gone}) and len(found(large, "thead th.round")) == 2
    looked("second")
    the_ranking_is_saved(small, night)
    wrong |= looked_at_in_every_language(small)
    assert not any(wrong.values()), {name: told for name, told in wrong.items() if told}


def test_thirty_tables_of_eight_and_their_ranking_are_seen_at_one_look(cluster, browsers, tmp_path):
    small, large = browsers
    night = Night(cluster, tmp_path, 30)
    try:
        names = [f"{NAMES[n % 13][:20]} {n}" for n in range(240)]
        night.board.write(lambda ledger, connection: ledger.enter(connection, names))
        night.board.write(
            lambda ledger, connection: ledger.draw(connection, date.today(), anew=False, usual=8, seed=1)
        )
        for number in range(1, 31, 3):
            night.plays(number, 1)
        wait_for(lambda: len(night.now["ranking"]) == 80)
        open_as_new(large, night.page(passes.invite(TOKEN)))
        wait_for(lambda: len(found(large, ".club-table")) == 30 and found(large, ".club-invite svg"))
        for width, height in SCREENS:
            resize(large, width, height, mobile=False)
            keep(large, f"club-television-thirty-{height}")
            wait_for(lambda: fits(large, whole=True) == [])
            if (width, height) == SCREENS[0]:  # letters are smallest there
                for part in (".club-table", ".ranking tbody tr", ".head"):  # as all that are like it
                    assert findings(large, part) == []
        one_s_own_table_before_the_others(small, night)
        night.door.stop()
        for width, height in SCREENS[1:]:
            resize(large, width, height, mobile=False)
            wait_for(lambda: found(large, "#away") and fits(large, whole=True) == [])
    finally:
        night.close()


SCREENS = ((1280, 720), (1600, 900), (1920, 1080))


def one_s_own_table_before_the_others(small, night):
    """On a phone that knows whose it is, the other twenty-nine are shown when asked for."""
    open_as_new(small, night.page(passes.invite(TOKEN)))
    shown = "return [...document.querySelectorAll('.club-table')].filter((one) => one.offsetHeight).length"
    wait_for(lambda: small.execute_script(shown) == 30)
    choose(small, "#mine select", seated(small)["17"][3])
    wait_for(lambda: small.execute_script(shown) == 1)
    assert "Table 17" in text(small, ".club-table.mine")
    touch(small, "#tables .more")
    wait_for(lambda: small.execute_script(shown) == 30)
    assert fits(small) == []


def fits(browser, whole=False):
    """What sticks out at the side or is cut off; with ``whole`` also what lies below the screen."""
    script = """
    const page = document.documentElement, told = [];
    for (const one of document.querySelectorAll('main *')) {
      const box = one.getBoundingClientRect();
      if (!box.width || one.closest('svg')) continue;
      if (box.right > page.clientWidth + 1) told.push(['sticks out', one.outerHTML.slice(0, 120)]);
      const below = box.bottom > innerHeight + 1 && arguments[0] && one.closest('.tables, .side');
      if (below) told.push(['below', one.outerHTML.slice(0, 120)]);
    }
    return told.slice(0, 5);
    """
    return browser.execute_script(script, whole)
