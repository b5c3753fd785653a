"""What is wrong with a page for people who see badly: axe-core's findings, a dark room, large text."""

import pytest
from pages import found, press
from scripted import wait_for

axe_core = pytest.importorskip("axe_core_python.selenium", reason="not installed (extra [test])")
LARGE = "22px"
"""Text as people set it who see badly; usual: 16 px."""


def findings(browser, **options):
    """What axe-core holds for serious or worse: (rule, elements)."""
    browser.execute_script(
        "document.getAnimations().forEach((a) => a.effect.getTiming().iterations < 99 && a.finish())"
    )
    there = browser.execute_script("return 'axe' in window")  # half a megabyte, once for each page
    axe = axe_core.Axe("") if there else axe_core.Axe()
    told = axe.run(browser, options={"resultTypes": ["violations"], **options})
    assert told["passes"] or options, "nothing was looked at"
    return [
        (one["id"], [node["html"][:160] for node in one["nodes"]])
        for one in told["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def room(browser, scheme):
    """A room that is light or dark."""
    feature = {"name": "prefers-color-scheme", "value": scheme}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})


def faults(browser):
    """Whatever is wrong with the page as it is shown now."""
    told = findings(browser)
    room(browser, "dark")
    told += [("in the dark", each) for each in findings(browser, runOnly=["color-contrast"])]
    room(browser, "light")
    browser.execute_script(f"document.documentElement.style.fontSize = '{LARGE}'")
    page, seen = "document.documentElement", "!one.closest('.sequence, svg, .proof, .unseen')"
    wide = f"(one) => one.getBoundingClientRect().right > {page}.clientWidth + 1 && {seen}"
    if browser.execute_script(f"return {page}.scrollWidth > {page}.clientWidth"):
        told.append(
            (
                "too wide with large text",
                browser.execute_script(
                    f"return [{page}.scrollWidth, ...[...document.querySelectorAll('body *')].filter({wide})"
                    ".slice(0, 4).map((one) => one.outerHTML.slice(0, 160))]"
                ),
            )
        )
    browser.execute_script("document.documentElement.style.fontSize = ''")
    return told


def open_all(browser):
    browser.execute_script("document.querySelectorAll('details').forEach((one) => { one.open = true })")


class Sheets:
    """Opens sheet after sheet and keeps what is wrong with each."""

    def __init__(self, browser):
        self.browser = browser
        self.wrong = {}

    def page(self, name):
        open_all(self.browser)
        self.wrong[name] = faults(self.browser)

    def sheet(self, name, *taps, shows=".sheet"):
        for tapped in taps:
            press(self.browser, tapped)
        wait_for(lambda: found(self.browser, shows))
        self.page(name)
        press(self.browser, ".close")
        wait_for(lambda: not found(self.browser, ".sheet"))

    def faulty(self):
        return {name: told for name, told in self.wrong.items() if told}
