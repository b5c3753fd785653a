"""Where the browser keeps nothing, the page works for this visit all the same, in all its folders."""

import pytest
from browser import Door, leave, phone
from page_time import injected
from pages import found, press, text
from scripted import Evening, wait_for

from companion_api.web.app import create_app

SEED = 9
THROWS = "{ get() { throw new DOMException('denied', 'SecurityError'); }, configurable: true }"
FULL = "throw new DOMException('full', 'QuotaExceededError')"
KEPT_FROM = {
    "denied": "; ".join(
        f"Object.defineProperty({where}, '{name}', {THROWS})"
        for where, names in {
            "window": ("localStorage", "sessionStorage", "caches", "indexedDB", "Notification"),
            "Navigator.prototype": ("serviceWorker",),
        }.items()
        for name in names
    ),
    "null": "Object.defineProperty(window, 'localStorage', { get: () => null })",
    "full": f"Storage.prototype.setItem = () => {{ {FULL} }}",
    "forgetful": "Storage.prototype.setItem = () => {}",
    "broken": "for (const name of ['voice', 'language']) localStorage[name] = localStorage[name] || '{'",
}
"""What browsers do that keep nothing: refuse, have no storage (WebView), no room (private), forget at once;
and one that kept what cannot be read."""
FAR = ("broken",)
"""What goes through all folders, as Chromium's own refusal does; the others, which the page meets in the same
places, go as far as the first thing that is kept."""
BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}
"""Chromium's own setting: no site may keep anything."""


@pytest.fixture(scope="module")
def door(tmp_path_factory):
    evening = Evening(tmp_path_factory.mktemp("data"), SEED)
    evening.cards(3)
    door = Door(create_app(evening.live, evening.desk), evening.token)
    yield door
    door.stop()
    evening.close()


@pytest.fixture(scope="module")
def browser():
    browser = phone()
    yield browser
    leave(browser)


def plays(browser, door, *, only_joins=False):
    """Joins, changes language and voice, opens it anew, looks at past evenings and comes back."""
    browser.get("about:blank")
    origin = door.address.split("/#")[0]
    browser.cdp("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    browser.get(door.address)
    press(browser, "[data-role=player].choice")
    press(browser, "[data-player=Bruno].choice")
    wait_for(lambda: "Bruno" in text(browser, "#mine"))
    press(browser, "#menu")
    press(browser, "[data-language=en]")
    wait_for(lambda: text(browser, "#wanted").startswith("Waiting for"))
    if only_joins:
        browser.refresh()
        wait_for(lambda: "Bruno" in text(browser, "#mine"))
        assert text(browser, "#wanted").startswith("Waiting for")
        return
    press(browser, "#open-voice")
    press(browser, "#aloud")
    wait_for(lambda: found(browser, "[data-amount]"))
    browser.refresh()
    wait_for(lambda: "Bruno" in text(browser, "#mine"))
    assert text(browser, "#wanted").startswith("Waiting for")
    press(browser, "#menu")
    press(browser, ".lines a[href='history/']")
    wait_for(lambda: found(browser, "#past .hint, #past .past-player"))
    assert not found(browser, ".told-alert")
    press(browser, ".top .back")
    wait_for(lambda: "Bruno" in text(browser, "#mine"))
    press(browser, "#menu")
    press(browser, "#change-role")
    wait_for(lambda: found(browser, "[data-role=guest].choice"))
    press(browser, "[data-role=guest].choice")
    wait_for(lambda: found(browser, "#wanted") and not found(browser, "#mine"))
    browser.refresh()
    wait_for(lambda: found(browser, "#wanted") and not found(browser, "#mine"))


@pytest.mark.parametrize("kind", KEPT_FROM)
def test_a_visit_without_storage(browser, door, kind):
    with injected(browser, KEPT_FROM[kind]):
        plays(browser, door, only_joins=kind not in FAR)
    wrong = [line for line in browser.errors() if "Uncaught" in line]
    assert [line for line in wrong if not line.startswith("about:blank")] == []


def test_a_visit_while_the_browser_blocks_site_data(door):
    browser = phone(prefs=BLOCKED, keeps=True)
    try:
        plays(browser, door)
        refused = "try { localStorage.length; return '' } catch (error) { return error.name }"
        assert browser.execute_script(refused) == "SecurityError"
    finally:
        leave(browser)


def test_a_tab_that_has_nothing_to_keep_for_itself_keeps_nothing(browser, door):
    """Where the browser remembers, the pass does not ride in the tab's name besides."""
    other = phone()
    try:
        plays(other, door, only_joins=True)
        assert other.execute_script("return window.name") == ""
    finally:
        leave(other)
