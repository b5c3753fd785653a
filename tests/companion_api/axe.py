"""What is wrong with a page: texts cut off or one over another; for people who see badly axe-core's findings,
a dark room, large text."""

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
LOOK = """
const page = document.documentElement, sheet = document.querySelector('.sheet') || document.body;
const told = [], texts = [];
const short = (one) => one.textContent.trim().replace(/\\s+/g, ' ').slice(0, 40);
const known = new Map(); // what was found once above an element
const up = (one, holds) => {
  if (!one || one === page) return null;
  if (!known.has(holds)) known.set(holds, new Map());
  const there = known.get(holds);
  if (!there.has(one)) there.set(one, holds(one, getComputedStyle(one)) ? one : up(one.parentElement, holds));
  return there.get(one);
};
const hidden = (at, { visibility, display, opacity }) =>
  visibility === 'hidden' || display === 'none' || opacity < 0.05;
const tiny = (at) => at.getBoundingClientRect().width <= 1; // for who listens only
const scrolls = (at, style) => /auto|scroll/.test(style.overflowX) && at.scrollWidth > at.clientWidth;
const fixed = (at, style) => /fixed|sticky/.test(style.position);
const clips = (at, style) => /hidden|clip/.test(style.overflowX);
const cut = (rect, at) => {
  if (!at) return false;
  const box = at.getBoundingClientRect();
  return rect.right > box.right + 2 || rect.left < box.left - 2 ||
    rect.bottom > box.bottom + 3 || rect.top < box.top - 3 || cut(rect, up(at.parentElement, clips));
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
    if (cut(rect, up(one, clips))) told.push(['cut off', short(one)]);
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
"""What is wrong with the texts of a page, the first few, and all of them."""


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
