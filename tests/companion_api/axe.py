"""What is wrong with a page for people who see badly: axe-core's findings, a dark room, large text."""

import pytest
from browser import emulate
from pages import found, press
from scripted import wait_for

axe_core = pytest.importorskip("axe_core_python.base", reason="not installed (extra [test])")
LARGE = "22px"
"""Text as people set it who see badly; usual: 16 px."""
RUN = """
document.getAnimations().forEach((a) => a.effect.getTiming().iterations < 99 && a.finish());
const [options, part] = arguments, here = document.querySelector(part) ?? document;
return axe.run(here, { resultTypes: ['violations'], ...options }).then(({ passes, violations }) => [
  passes.length,
  violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))]),
]);
"""


def findings(browser, part="html", **options):
    """What axe-core holds for serious or worse in a part of the page: (rule, elements)."""
    if not browser.execute_script("return 'axe' in window"):  # half a megabyte, once for each page
        browser.execute_script(axe_core.AXE_SCRIPT)
    passed, wrong = browser.execute_script(RUN, options, part)
    assert passed or options, "nothing was looked at"
    return [tuple(each) for each in wrong]


def room(browser, scheme):
    """A room that is light or dark."""
    emulate(browser, prefers_color_scheme=scheme)


def faults(browser, part="html"):
    """Whatever is wrong with the page, or a part of it, as it is shown now."""
    told = findings(browser, part)
    room(browser, "dark")
    told += [("in the dark", each) for each in findings(browser, part, runOnly=["color-contrast"])]
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

    def page(self, name, part="html"):
        open_all(self.browser)
        self.wrong[name] = faults(self.browser, part)

    def sheet(self, name, *taps, shows=".sheet"):
        for tapped in taps:
            press(self.browser, tapped)
        wait_for(lambda: found(self.browser, shows))
        self.page(name, ".sheet")
        press(self.browser, ".close")
        wait_for(lambda: not found(self.browser, ".sheet"))

    def faulty(self):
        return {name: told for name, told in self.wrong.items() if told}
