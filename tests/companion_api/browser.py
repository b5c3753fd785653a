"""Pages at the size of a phone or a television, and doors to open them at."""

import threading

from chromium import Chromium, Page
from scripted import wait_for
from starlette.responses import JSONResponse

from companion_api.server.serve import LOCAL, Server, address, configured, listen
from companion_api.start.stage import Stage

PHONE = {"width": 390, "height": 844, "pixelRatio": 2}
SMALL_PHONE = {"width": 360, "height": 740, "pixelRatio": 2}
TELEVISION = {"width": 1920, "height": 1080, "pixelRatio": 1, "mobile": False, "touch": False}


UNKEPT = "ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('not in this test'))"
"""The page does without its service worker, as it does where there is none: to keep its hundred files anew
costs a third of all processor time of a browser that remembers nothing."""

_all = []
"""The browser of all tests of this process, once there is one: to start one costs half a second."""
_resting = []
"""Contexts of that browser, which remember nothing: to end one costs as much as a browser."""


def phone(*flags, metrics=PHONE, prefs=None, moves=False, keeps=False):
    """A page that remembers nothing, or a skip that says what is missing. `leave` it.

    flags, prefs: of a browser of its own, for one test.
    moves: pages move as they do for people; else what slides in is where it will be at once.
    keeps: the page may keep its files for when nobody answers (`page/sw.js`), as it does for people.
    """
    if flags or prefs:
        page = Page(Chromium(*flags, prefs=prefs))
    else:
        if not _all:
            _all.append(Chromium())
        context = (
            _resting.pop() if _resting else _all[0].ask("Target.createBrowserContext")["browserContextId"]
        )
        page = Page(_all[0], context)
    page.calm = [] if moves else [{"name": "prefers-reduced-motion", "value": "reduce"}]
    emulate(page)
    resize(page, **metrics)
    page.cdp("Emulation.setTouchEmulationEnabled", {"enabled": metrics.get("touch", True)})
    if not keeps:
        before_each(page, f"if (window.ServiceWorkerContainer) {UNKEPT}")
    return page


def resize(page, width, height, pixelRatio=1, mobile=True, **_):
    size = {"width": width, "height": height, "deviceScaleFactor": pixelRatio, "mobile": mobile}
    page.cdp("Emulation.setDeviceMetricsOverride", size)


def emulate(page, **features):
    """Media features besides motion, such as `prefers_color_scheme="dark"`."""
    told = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
    page.cdp("Emulation.setEmulatedMedia", {"features": [*page.calm, *told]})


def before_each(page, script):
    """Every document that is opened runs this first; what takes it back."""
    return page.cdp("Page.addScriptToEvaluateOnNewDocument", {"source": script})


def no_more(page, before):
    page.cdp("Page.removeScriptToEvaluateOnNewDocument", before)


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
    script = before_each(browser, AS_NEW)
    browser.get(address)
    no_more(browser, script)


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
        browser.find_element(css).click()
        if browser.execute_script("return window.touched") is not False:
            return
    raise AssertionError(f"{css} moves away from under the finger")


def come_in(browser, address, role="host", player=None):
    """Join at the table's door, in French; whatever this browser was before is forgotten."""
    open_as_new(browser, address)
    for choice in (f"[data-role={role}].choice", player and f"[data-player='{player}'].choice"):
        if choice:
            touch(browser, choice)


def leave(page):
    """Let go of the page, whose context forgets all."""
    if page.context is None:
        page.chromium.quit()
        return
    page.cdp("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
    page.close()
    _resting.append(page.context)


def quit_all():
    """Quit the browser of this process."""
    _resting.clear()
    while _all:
        _all.pop().quit()


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
