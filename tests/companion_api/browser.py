"""Debian's Chromium at the size of a phone."""

import os
import shutil
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from scripted import wait_for
from starlette.responses import JSONResponse

from companion_api.server.serve import LOCAL, Server, address, configured, listen
from companion_api.start.stage import Stage

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--lang=fr",
    # It writes nothing down that it has fetched: that would cost a fifth of all.
    "--disk-cache-dir=/dev/null",
    # One process draws all pages: to start another for each costs as much.
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
)


PHONE = {"width": 390, "height": 844, "pixelRatio": 2}
SMALL_PHONE = {"width": 360, "height": 740, "pixelRatio": 2}
TELEVISION = {"width": 1920, "height": 1080, "pixelRatio": 1, "mobile": False, "touch": False}


STILL = "--force-prefers-reduced-motion"
"""What slides in is where it will be at once: a click while it moves would land beside it."""


MOST_RESTING = 3
_resting = {}
"""Browsers that rest between two tests, by kind: one costs a second of processor time to start."""


UNKEPT = "ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('not in this test'))"
"""The page does without its service worker, as it does where there is none: to keep its hundred files anew
costs a third of all processor time of a browser that remembers nothing."""


def phone(*flags, metrics=PHONE, prefs=None, moves=False, keeps=False):
    """A browser that remembers nothing, or a skip that says what is missing. `leave` it.

    flags, prefs: of its own; such a one serves one test.
    moves: pages move as they do for people; else everything is at once where it belongs.
    keeps: the page may keep its files for when nobody answers (`page/sw.js`), as it does for people.
    """
    kind = None if flags or prefs else (metrics["width"], moves)
    resting = _resting.get(kind)
    browser = resting.pop() if resting else _started(flags, metrics, prefs, moves)
    browser.kind = kind
    if not keeps:
        source = f"if (window.ServiceWorkerContainer) {UNKEPT}"
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
    return browser


def _started(flags, metrics, prefs, moves):
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("Chromium and its driver are not installed (Debian: chromium chromium-driver)")
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    profile = tempfile.mkdtemp(prefix="")
    calm = () if moves else (STILL,)
    for flag in (*FLAGS, *calm, *flags, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
    options.add_experimental_option("prefs", {"intl.accept_languages": "fr", **(prefs or {})})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    inside = {**os.environ, "TMPDIR": profile}  # what it leaves lying about goes with its profile
    try:
        browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver, env=inside))
    except BaseException:
        shutil.rmtree(profile, ignore_errors=True)
        raise
    browser.profile = profile
    return browser


AS_NEW = (
    "try { localStorage.clear(); sessionStorage.clear(); localStorage.setItem('language', 'fr') } catch {}"
)


def leave_page(browser):
    """Show nothing: what is opened next is loaded, also where its address differs by the token alone."""
    if browser.current_url != "about:blank":
        browser.get("about:blank")


def open_as_new(browser, address):
    """Open a page as a browser that has never been there, in French; loaded once, which is what costs."""
    leave_page(browser)
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": AS_NEW})
    browser.get(address)
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


MOST_MISSES = 3
AT_REST = """
const done = arguments[arguments.length - 1];
const where = () => {
  const one = document.querySelector(arguments[0]);
  if (!one) return null;
  one.scrollIntoView({block: 'center'});
  const {x, y, width, height} = one.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return one.contains(there) ? [x, y, width, height].join() : null;
};
const before = where();
setTimeout(() => {
  const still = before !== null && before === where();
  if (still) {
    const feel = (event) => { window.touched ||= Boolean(event.target.closest(arguments[0])); };
    window.touched = false;
    document.removeEventListener("pointerdown", window.feel, true);
    document.addEventListener("pointerdown", (window.feel = feel), true);
  }
  done(still);
}, 100);
"""


def touch(browser, css):
    """Touch what is there once it has come and the page lies still under the finger.

    What moves away at that very moment is touched again, as people do; a page that has gone had been touched.
    """
    for _ in range(MOST_MISSES):
        wait_for(lambda: browser.execute_async_script(AT_REST, css))
        browser.find_element("css selector", css).click()
        if browser.execute_script("return window.touched") is not False:
            return
    raise AssertionError(f"{css} moves away from under the finger")


def come_in(browser, address, role="host", player=None):
    """Join at the table's door, in French; whatever this browser was before is forgotten."""
    open_as_new(browser, address)
    for choice in (f"[data-role={role}].choice", player and f"[data-player='{player}'].choice"):
        if choice:
            touch(browser, choice)


def leave(browser):
    """Let go of the browser, which forgets all."""
    resting = _resting.setdefault(browser.kind, [])
    if browser.kind is not None and len(resting) < MOST_RESTING and _forgets(browser):
        resting.append(browser)
    else:
        quit_browser(browser)


def _forgets(browser):
    """Whether the browser shows an empty page and remembers nothing of those before."""
    failure = pytest.importorskip("selenium.common.exceptions").WebDriverException
    try:
        before = browser.window_handles
        browser.switch_to.new_window("tab")  # scripts, media and a page's name go with the old one
        empty = browser.current_window_handle
        for handle in before:
            browser.switch_to.window(handle)
            browser.close()
        browser.switch_to.window(empty)
        browser.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
        browser.get_log("browser")
    except failure:
        return False
    return True


def quit_browser(browser):
    """Quit the browser and what it kept."""
    try:
        browser.quit()
    finally:
        shutil.rmtree(browser.profile, ignore_errors=True)


def quit_all():
    """Quit those that rest, all at once: each takes its time."""
    resting = [each for browsers in _resting.values() for each in browsers]
    _resting.clear()
    with ThreadPoolExecutor(max(1, len(resting))) as pool:
        list(pool.map(quit_browser, resting))


async def nothing_to_start(scope, receive, send):
    """What a page hears that asks the start page, where there is none."""
    await JSONResponse({})(scope, receive, send)


class Door:
    """A server in its own thread, its app on a stage; `stop` and `start` again at the same address."""

    def __init__(self, app, token):
        self.app = Stage(nothing_to_start)
        self.app.show(app)
        self.port = 0
        self.start()
        self.address = address(self.socket, token)

    def start(self):
        self.socket = listen(LOCAL, self.port)
        self.port = self.socket.getsockname()[1]
        self.server = Server(configured(self.app))
        run = {"sockets": [self.socket]}
        self.thread = threading.Thread(target=self.server.run, kwargs=run, daemon=True)
        self.thread.start()
        wait_for(lambda: self.server.started)

    def stop(self):
        self.server.stop()
        self.thread.join(10)
