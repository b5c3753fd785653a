"""Pages at the size of a phone or a television, and doors to open them at."""

import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from chromium import Chromium, Page
from scripted import HANGS, wait_for
from starlette.responses import JSONResponse

import companion_api
from companion_api.system.ports import LOCAL, listen
from companion_api.web.door.serve import Server, address, configured
from companion_api.web.hosting.stage import Stage
from engine.errors import BadInput

PHONE = {"width": 390, "height": 844, "pixelRatio": 2}
SMALL_PHONE = {"width": 360, "height": 740, "pixelRatio": 2}
TELEVISION = {"width": 1920, "height": 1080, "pixelRatio": 1, "mobile": False, "touch": False}


UNKEPT = "ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('not in this test'))"
"""The page does without its service worker, as it does where there is none: to keep its hundred files anew
costs a third of all processor time of a browser that remembers nothing."""

HEARD = "window.tableHeard"
LISTENS = f"""
const askFor = window.fetch;
window.fetch = async (what, how) => {{
  const taps = String(what).endsWith("api/taps") ? 1 : 0;
  window.unanswered = (window.unanswered ?? 0) + taps;
  try {{ return await askFor(what, how); }} finally {{ window.unanswered -= taps; }}
}};
window.WebSocket = class extends WebSocket {{
  constructor(where) {{
    super(where);
    if (!where.endsWith("/api/live")) return;
    const here = (window.line = this);
    {HEARD} = "";
    this.addEventListener("message", ({{ data }}) => {{
      const {{ alive, evening, seq }} = JSON.parse(data);
      if (!alive && window.line === here) {HEARD} = [evening, seq];
    }});
    this.addEventListener("close", () => {{ if (window.line === here) {HEARD} = null; }});
  }}
}};
"""
"""Which of the table's states the page has heard of last: "" none yet, null (or nothing) no line stands; and
how many of its taps have had no answer yet."""

UNHURRIED = """
const callLater = window.setTimeout;
window.setTimeout = (call, ms = 0, ...rest) => callLater(call, ms < 5000 ? ms : 20 * ms, ...rest);
"""
"""What a page does after five seconds or more it does after minutes: nothing that it says for a while is over
before a test on a busy machine has come to look, and it waits as long for an answer."""

_all = []
"""The browser of all tests of this process, once there is one: to start one costs half a second."""
_resting = []
"""Pages of that browser that were left, and remember nothing: to open one costs as much as to load one."""
_phones = []
"""Every page that is in somebody's hands."""
_tables = {}
"""By port: the evening and the number of the last event of the table that is served there."""


class Phone(Page):
    """A page that nobody looks at or taps before it has heard what its table says.

    Attributes:
        calm: media features that it has besides those of `emulate`.
        scripts: what every document runs first.
        origins: where it has been.
    """

    def __init__(self, chromium, context=None):
        super().__init__(chromium, context)
        self.calm, self.scripts, self.origins = [], [], set()
        self.port = None

    def get(self, address):
        where = urlsplit(address)
        self.port = where.port
        if where.port:
            self.origins.add(f"{where.scheme}://{where.netloc}")
        super().get(address)

    def find_elements(self, css):
        self.catch_up()
        return super().find_elements(css)

    def catch_up(self):
        """Wait until it shows what the table knows: a tap on a state that has passed is refused."""
        if self.port in _tables:
            wait_for(self._has_heard)

    def _has_heard(self):
        heard = self.execute_script(f"return window.unanswered ? '' : {HEARD} ?? null")
        now = _tables.get(self.port, lambda: None)()
        return now is None or heard is None or tuple(heard) == now

    def forget(self):
        """As a page that has never been anywhere."""
        leave_page(self)
        for script in self.scripts:
            self.cdp("Page.removeScriptToEvaluateOnNewDocument", script)
        for origin in self.origins:
            self.cdp("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        self.scripts, self.origins = [], set()
        self.errors()


def phone(*flags, metrics=PHONE, prefs=None, moves=False, keeps=False):
    """A page that remembers nothing, or a skip that says what is missing. `leave` it.

    flags, prefs: of a browser of its own, for one test.
    moves: pages move as they do for people; else what slides in is where it will be at once.
    keeps: the page may keep its files for when nobody answers (`page/sw.js`), as it does for people.
    """
    page = Phone(Chromium(*flags, prefs=prefs)) if flags or prefs else _shared()
    _phones.append(page)
    page.calm = [] if moves else [{"name": "prefers-reduced-motion", "value": "reduce"}]
    emulate(page)
    resize(page, **metrics)
    page.cdp("Emulation.setTouchEmulationEnabled", {"enabled": metrics.get("touch", True)})
    kept = "" if keeps else f"if (window.ServiceWorkerContainer) {UNKEPT}"
    before_each(page, f"{{ {LISTENS} {UNHURRIED} {kept} }}")
    page.errors()  # of who had it before
    return page


def serves(port, live):
    """From now on pages of this port hear of the evening that ``live`` gives; None: of none."""
    _tables[port] = lambda: (now.evening.id, now.seq) if (now := live()) else None


def serves_no_more(port):
    _tables.pop(port, None)


def _shared():
    """A page of the browser of all tests."""
    if _resting:
        return _resting.pop()
    if not _all:
        _all.append(Chromium())
    return Phone(_all[0], _all[0].ask("Target.createBrowserContext")["browserContextId"])


def resize(page, width, height, pixelRatio=1, mobile=True, **_):
    size = {"width": width, "height": height, "deviceScaleFactor": pixelRatio, "mobile": mobile}
    page.cdp("Emulation.setDeviceMetricsOverride", size)


def emulate(page, **features):
    """Media features besides motion, such as `prefers_color_scheme="dark"`."""
    told = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
    page.cdp("Emulation.setEmulatedMedia", {"features": [*page.calm, *told]})


def before_each(page, script):
    """Every document that is opened runs this first; what takes it back."""
    told = page.cdp("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    page.scripts.append(told)
    return told


def no_more(page, before):
    page.scripts.remove(before)
    page.cdp("Page.removeScriptToEvaluateOnNewDocument", before)


AS_NEW = """
window.name = "";
try { localStorage.clear(); sessionStorage.clear(); localStorage.setItem("language", "fr"); } catch {}
"""


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
requestAnimationFrame(() => requestAnimationFrame(() => {
  const still = before !== null && before === where();
  if (still) {
    const feel = (event) => { window.touched ||= Boolean(event.target.closest(arguments[0])); };
    window.touched = false;
    document.removeEventListener("pointerdown", window.feel, true);
    document.addEventListener("pointerdown", (window.feel = feel), true);
  }
  done(still);
}));
"""


def touch(browser, css):
    """Touch what is there once it has come and the page lies still under the finger.

    What moves away at that very moment is touched again, as people do; a page that has gone had been touched.
    """
    for _ in range(MOST_MISSES):
        browser.catch_up()
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
    """Let go of the page, which forgets all and waits for the next one who asks for one."""
    _phones.remove(page)
    if page.context is None:
        page.chromium.quit()
    else:
        page.forget()
        _resting.append(page)


def quit_all():
    """Quit the browser of this process."""
    _resting.clear()
    while _all:
        _all.pop().quit()


async def nothing_to_start(scope, receive, send):
    """What a page hears that asks the start page, where there is none."""
    await JSONResponse({})(scope, receive, send)


PAGE = Path(companion_api.__file__).parent / "page"


class Kept:
    """An application whose files a browser need not ask for anew while tests run, as it does for people: to
    fetch ninety of them costs as much as to run them."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        async def told(message):
            if message["type"] == "http.response.start" and message["status"] == 200:
                headers = [each for each in message["headers"] if each[0].lower() != b"cache-control"]
                message = {**message, "headers": [*headers, (b"cache-control", b"max-age=9999")]}
            await send(message)

        path = scope.get("path", "/").strip("/")
        await self.app(scope, receive, told if path and (PAGE / path).is_file() else send)


_ports = []
"""Where doors of this process were: what a browser keeps of a page, it keeps by its address."""


def _listening():
    """A socket where a door was before, if it can be had."""
    for port in _ports:
        with suppress(BadInput):
            return listen(LOCAL, port)
    door = listen(LOCAL, 0)
    _ports.append(door.getsockname()[1])
    return door


class Door:
    """A server in its own thread, its app on a stage; `stop` and `start` again at the same address.

    ``evening``: the app shows one, and no page of it is touched that has not heard what is known there.
    """

    def __init__(self, app, token, *, evening=True):
        self.live = app.state.live if evening else None
        self.app = Stage(nothing_to_start)
        self.app.show(Kept(app))
        self.socket = _listening()
        self.port = self.socket.getsockname()[1]
        for page in _phones:
            if page.port == self.port:  # of a table that was there before, and is missed
                leave_page(page)
                page.errors()
        self._serve()
        self.address = address(self.socket, token)

    def start(self):
        self.socket = listen(LOCAL, self.port)
        self._serve()

    def _serve(self):
        self.server = Server(configured(self.app))
        run = {"sockets": [self.socket]}
        self.thread = threading.Thread(target=self.server.run, kwargs=run, daemon=True)
        self.thread.start()
        wait_for(lambda: self.server.started)
        serves(self.port, lambda: self.live)

    def stop(self):
        serves_no_more(self.port)
        self.server.stop()
        self.thread.join(HANGS)
        assert not self.thread.is_alive(), "who asks at this address is answered by what was there before"


@contextmanager
def host_page(house):
    """A host's page of a house (`tapped.House`), in French, at a door of its own."""
    door, page = Door(house.app, house.token), phone()
    come_in(page, door.address)
    yield page
    leave(page)
    door.stop()
