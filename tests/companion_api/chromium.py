"""Chromium over its own protocol: one process for all tests, a page of its own for each phone.

A question to a page costs half a millisecond, a tenth of what WebDriver takes; names are WebDriver's.
"""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from scripted import HANGS, wait_for
from websockets.sync.client import connect

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-hang-monitor",
    "--disable-dev-shm-usage",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--password-store=basic",
    "--hide-scrollbars",
    "--lang=fr",
    "--accept-lang=fr",
    # It writes nothing down that it has fetched: that would cost a fifth of all.
    "--disk-cache-dir=/dev/null",
    # One process draws all pages of a phone: to start another for each costs as much.
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
    # What the address bar of each window would begin, and nobody sees, costs more than a page.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,Translate",
    "--remote-debugging-port=0",
)


class Failure(Exception):
    """Chromium refuses what it was asked."""


class Chromium:
    """A process of its own with its profile, asked through one line."""

    def __init__(self, *flags, prefs=None):
        program = Path("/usr/lib/chromium/chromium")  # without the script that Debian starts it by
        chromium = str(program) if program.exists() else shutil.which("chromium")
        if chromium is None:
            pytest.skip("Chromium is not installed (Debian: chromium)")
        self.profile = Path(tempfile.mkdtemp(prefix=""))
        if prefs:
            (self.profile / "Default").mkdir()
            (self.profile / "Default" / "Preferences").write_text(json.dumps(prefs))
        self.pages, self.number = {}, 0
        self.process = subprocess.Popen(
            [chromium, *FLAGS, *flags, f"--user-data-dir={self.profile}", "about:blank"],
            env={**os.environ, "TMPDIR": str(self.profile)},  # what it leaves lying about goes with it
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            self.line = self._line()
        except BaseException:
            self.end()
            raise

    def _line(self):
        """A line to it, once it has written down where it listens."""
        told = self.profile / "DevToolsActivePort"
        wait_for(lambda: told.exists() and len(told.read_text().split()) == 2)
        port, path = told.read_text().split()
        return connect(f"ws://127.0.0.1:{port}{path}", compression=None, max_size=None).__enter__()

    def ask(self, method, params=None, session=None):
        """What Chromium answers; what it tells besides goes to its pages."""
        self.number += 1
        told = {"id": self.number, "method": method, "params": params or {}}
        self.line.send(json.dumps(told | ({"sessionId": session} if session else {})))
        while (said := self.hear()).get("id") != self.number:
            pass
        if "error" in said:
            raise Failure(f"{method}: {said['error']['message']}")
        return said["result"]

    def hear(self):
        said = json.loads(self.line.recv(HANGS))
        if page := self.pages.get(said.get("sessionId")):
            page.told(said)
        return said

    def quit(self):
        """Quit it and what it kept."""
        try:
            self.ask("Browser.close")
            self.line.close()
            self.process.wait(HANGS)
        finally:
            self.end()

    def end(self):
        """Whatever it does now."""
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


AWAY = re.compile("context|navigated")
"""What is said of a question that came while one page left and the next had not come."""


class Page:
    """A window with one page, as WebDriver knows it.

    Args:
        context: whose storage it shares; None: the profile's own.
    """

    def __init__(self, chromium, context=None):
        self.chromium, self.context = chromium, context
        where = {"browserContextId": context} if context else {}
        opened = chromium.ask("Target.createTarget", {"url": "about:blank", "newWindow": True, **where})
        self.target = opened["targetId"]
        attached = chromium.ask("Target.attachToTarget", {"targetId": self.target, "flatten": True})
        self.session = attached["sessionId"]
        chromium.pages[self.session] = self
        self.wrong, self.loaded = [], True
        for domain in ("Page", "Runtime", "Log"):
            self.cdp(f"{domain}.enable")
        self.cdp("Emulation.setFocusEmulationEnabled", {"enabled": True})

    def close(self):
        self.chromium.ask("Target.closeTarget", {"targetId": self.target})
        del self.chromium.pages[self.session]

    def cdp(self, method, params=None):
        """A command of the protocol."""
        return self.chromium.ask(method, params, self.session)

    def told(self, event):
        """An event of this page."""
        what, params = event.get("method"), event.get("params", {})
        if what == "Page.loadEventFired":
            self.loaded = True
        elif what == "Log.entryAdded":
            one = params["entry"]
            self._keep(one["level"], one.get("url", ""), one["text"])
        elif what == "Runtime.exceptionThrown":
            one = params["exceptionDetails"]
            said = one.get("exception", {}).get("description", "")
            self._keep("error", one.get("url", ""), f"{one['text']} {said}")
        elif what == "Runtime.consoleAPICalled":
            said = " ".join(str(each.get("value", each.get("description"))) for each in params["args"])
            self._keep(params["type"], "console", said)

    def _keep(self, level, url, said):
        if level in ("error", "assert"):
            self.wrong.append(f"{url} {said}")

    def errors(self):
        """What went wrong on the page since it was asked last: where and what."""
        self.cdp("Runtime.evaluate", {"expression": "0"})
        wrong, self.wrong = self.wrong, []
        return wrong

    def get(self, address):
        """Open a page and wait until it is loaded."""
        self.loaded = False
        answer = self.cdp("Page.navigate", {"url": address})
        if "errorText" in answer:
            raise Failure(f"{address}: {answer['errorText']}")
        if "loaderId" in answer:
            self._wait_until_loaded()

    def refresh(self):
        self.loaded = False
        self.cdp("Page.reload")
        self._wait_until_loaded()

    def _wait_until_loaded(self):
        while not self.loaded:
            self.chromium.hear()

    @property
    def current_url(self):
        return self.execute_script("return location.href")

    @property
    def title(self):
        return self.execute_script("return document.title")

    def execute_script(self, script, *args):
        """What a function with this body returns; arguments and result are JSON."""
        return self._evaluate(f"(function () {{{script}}}).apply(null, {json.dumps(args)})")

    def execute_async_script(self, script, *args):
        """What it gives to its last argument, a function."""
        return self._evaluate(
            f"new Promise((done) => (function () {{{script}}}).apply(null, [...{json.dumps(args)}, done]))"
        )

    def _evaluate(self, expression, **how):
        how = {"returnByValue": True, "awaitPromise": True, **how}
        answer = None
        while answer is None:
            try:
                answer = self.cdp("Runtime.evaluate", {"expression": expression, **how})
            except Failure as failure:
                if not AWAY.search(str(failure)):
                    raise
        return _value(answer, how["returnByValue"])

    def find_elements(self, css):
        """What a selector finds now."""
        found = self._evaluate(f"document.querySelectorAll({json.dumps(css)})", returnByValue=False)
        return [Element(self, found["objectId"], at) for at in range(int(found["description"][9:-1]))]

    def find_element(self, css):
        found = self.find_elements(css)
        if not found:
            raise Failure(f"there is no {css}")
        return found[0]

    def type(self, words):
        """Write where the cursor stands."""
        self.cdp("Input.insertText", {"text": words})

    def key(self, name, code):
        """Press a key: its name and the number that Windows has for it."""
        for kind in ("keyDown", "keyUp"):
            told = {"type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code}
            self.cdp("Input.dispatchKeyEvent", told)

    def screenshot(self, **more):
        return base64.b64decode(self.cdp("Page.captureScreenshot", more)["data"])

    def save_screenshot(self, path):
        Path(path).write_bytes(self.screenshot())


def _value(answer, by_value=True):
    if "exceptionDetails" in answer:
        said = answer["exceptionDetails"]
        raise Failure(said.get("exception", {}).get("description", said["text"]))
    return answer["result"].get("value") if by_value else answer["result"]


BOX = """
one.scrollIntoView({ block: 'center' });
const { x, y, width, height } = one.getBoundingClientRect();
const there = document.elementFromPoint(x + width / 2, y + height / 2);
return { x, y, width, height, free: one.contains(there) || there?.control === one };
"""


class Element:
    """One of those that a page found."""

    def __init__(self, page, found, at):
        self.page, self.found, self.at = page, found, at

    def does(self, body, *args, by_value=True):
        """What a function with this body returns; the element is `one`."""
        asked = {
            "objectId": self.found,
            "functionDeclaration": f"function (at, ...told) {{ const one = this[at]; {body} }}",
            "arguments": [{"value": each} for each in (self.at, *args)],
            "returnByValue": by_value,
            "awaitPromise": True,
        }
        return _value(self.page.cdp("Runtime.callFunctionOn", asked), by_value)

    @property
    def text(self):
        return self.does("return one.checkVisibility() ? one.innerText.trim() : ''")

    @property
    def rect(self):
        return self.does("const { x, y, width, height } = one.getBoundingClientRect();"
                         "return { x, y, width, height }")  # fmt: skip

    def get_attribute(self, name):
        return self.does("return one.getAttribute(told[0])", name)

    def get_property(self, name):
        return self.does("return one[told[0]]", name)

    def is_displayed(self):
        return self.does("return one.checkVisibility()")

    def is_selected(self):
        return self.does("return one.checked")

    def find_elements(self, css):
        inside = self.does("return one.querySelectorAll(told[0])", css, by_value=False)
        count = int(inside["description"][9:-1])
        return [Element(self.page, inside["objectId"], at) for at in range(count)]

    def press(self):
        """Tap it, wherever it lies."""
        self.does("one.click()")

    def click(self):
        """Touch what lies there."""
        box = self.does(BOX)
        if not box["free"]:
            raise Failure("something lies over it")
        middle = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            told = {"type": kind, "button": "none" if kind == "mouseMoved" else "left", "clickCount": 1}
            self.page.cdp("Input.dispatchMouseEvent", told | middle)

    def send_keys(self, words):
        """Write there; into a field for files, the path of one."""
        if self.get_property("type") == "file":
            one = self.does("return one", by_value=False)["objectId"]
            self.page.cdp("DOM.setFileInputFiles", {"files": [str(words)], "objectId": one})
        else:
            self.does("one.focus()")
            self.page.type(words)

    @property
    def screenshot_as_png(self):
        box = self.does(
            BOX.replace("x, y, width, height, free", "x: x + scrollX, y: y + scrollY, width, height, free")
        )
        clip = {side: box[side] for side in ("x", "y", "width", "height")} | {"scale": 1}
        return self.page.screenshot(clip=clip)
