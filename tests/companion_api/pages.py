"""What is done on a page that a browser shows: found, read, tapped, written, kept as a picture."""

import base64
import os
from pathlib import Path

from scripted import wait_for


def found(browser, css):
    return browser.find_elements(css)


def text(browser, css="body"):
    """What stands there, blanks at which no line may end told as any other."""
    browser.catch_up()
    shown = browser.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", css)
    return shown.replace("\u00a0", " ")


def press(browser, css):
    """Tap the first element once it is there, wherever it is scrolled to."""
    wait_for(lambda: _tapped(browser, css))


TAP = """
const one = document.querySelector(arguments[0]);
if (one) { one.scrollIntoView({block: 'center'}); one.focus(); one.click(); }
return Boolean(one);
"""


def _tapped(browser, css):
    browser.catch_up()
    return browser.execute_script(TAP, css)


def press_if(browser, css):
    """Tap it where it is."""
    browser.catch_up()
    browser.execute_script("document.querySelector(arguments[0])?.click()", css)


def clear(browser):
    """Tap away whatever lies over the page; what is said of a tap comes after the tap was answered."""

    def tapped_away():
        for over in (".toast", ".close"):
            press_if(browser, over)
        return not found(browser, ".toast, .sheet")

    wait_for(tapped_away)


def keep(browser, name):
    """A picture of the page in the folder NAINJAUNE_SCREENSHOTS, when there is one."""
    folder = os.environ.get("NAINJAUNE_SCREENSHOTS")
    if folder:
        browser.execute_script(
            "document.getAnimations().filter((a) => a.effect.getTiming().iterations < 99)"
            ".forEach((a) => a.finish()); window.scrollTo(0, 0)"
        )
        browser.save_screenshot(str(Path(folder, f"{name}.png")))


def write(page, css, words):
    page.execute_script(
        "const e = document.querySelector(arguments[0]); e.value = arguments[1];"
        "e.dispatchEvent(new Event('input', {bubbles: true}))",
        css,
        words,
    )


def keep_whole(page, name):
    """The whole page, however long, in the folder NAINJAUNE_SCREENSHOTS, when there is one."""
    folder = os.environ.get("NAINJAUNE_SCREENSHOTS")
    if folder:
        size = page.cdp("Page.getLayoutMetrics", {})["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        shot = page.cdp("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
        Path(folder, f"{name}.png").write_bytes(base64.b64decode(shot["data"]))
