"""A page that does not start says so: what the browser lacks, or that not everything arrived."""

import re
from pathlib import Path

import pytest
from browser import Door, leave, phone
from pages import found, keep, text
from scripted import Evening, wait_for
from starlette.testclient import TestClient

from companion_api.web.app import create_app
from companion_api.web.pages.files import Files

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "companion_api" / "page"
FOLDERS = (PAGE, ROOT / "clubhouse" / "page")


def files(ending):
    return sorted(file for folder in FOLDERS for file in folder.rglob(f"*{ending}"))


PAGES = files("index.html")
STARTING = (PAGE / "starting.js").read_text(encoding="utf-8")
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


class Broken:
    """An application of which some files do not arrive, or are none that a browser knows."""

    def __init__(self, app):
        self.app, self.missing, self.strange = app, "", ""

    def __getattr__(self, name):
        return getattr(self.app, name)

    async def __call__(self, scope, receive, send):
        path = scope.get("path", "")
        if self.missing and path.endswith(self.missing):
            await send({"type": "http.response.start", "status": 404, "headers": []})
            await send({"type": "http.response.body", "body": b""})
        elif self.strange and path.endswith(self.strange):
            headers = [(b"content-type", b"text/javascript")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": b"class A { static { await 1 } } = ;"})
        else:
            await self.app(scope, receive, send)


@pytest.fixture(scope="module")
def door(tmp_path_factory):
    evening = Evening(tmp_path_factory.mktemp("data"), seed=4)
    broken = Broken(create_app(evening.live, evening.desk))
    door = Door(broken, evening.token)
    browser = phone("--incognito")  # of its own: no other test gets from its cache what is broken here
    browser.cdp("Network.enable")
    browser.cdp("Network.setCacheDisabled", {"cacheDisabled": True})
    yield door, broken, browser
    leave(browser)
    door.stop()
    evening.close()


def opened(browser, address):
    browser.get(re.sub("#.*", "", address))


MODULES = ["/table/evening.js", "/words.js", "/vendor/preact-htm.module.js", "/app.js"]


@pytest.mark.parametrize("module", MODULES)
def test_a_module_that_does_not_arrive_is_told_and_asked_for_again(door, module):
    door, broken, browser = door
    broken.missing = module
    opened(browser, door.address)
    wait_for(lambda: found(browser, "#not-started button"))
    said = text(browser, "#not-started")
    assert "Tout n’est pas arrivé" in said and "Not everything arrived" in said and "89" not in said
    keep(browser, "not-arrived")
    broken.missing = ""
    browser.execute_script("document.querySelector('#not-started button').click()")
    wait_for(lambda: browser.execute_script("return 'started' in (document.documentElement?.dataset ?? {})"))
    wait_for(lambda: not found(browser, "#not-started"))


@pytest.mark.parametrize("module", ["/app.js", "/table/evening.js"])
def test_a_browser_that_does_not_know_the_page_s_language_is_told_which_does(door, module):
    door, broken, browser = door
    broken.strange = module
    opened(browser, door.address)
    wait_for(lambda: found(browser, "#not-started"))
    said = text(browser, "#not-started")
    assert "Safari 15" in said and "trop ancien" in said and "zu alt" in said
    keep(browser, "too-old")
    broken.strange = ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_every_page_has_the_script_and_tells_it_when_it_has_started(page):
    told = TestClient(Files(directory=page.parent, html=True)).get("/").text
    assert SCRIPT.findall(told) == [STARTING] and "<noscript>" in told
    entry = page.parent / re.search(r'<script type="module" src="([^"]+)">', told)[1]
    last = entry.read_text(encoding="utf-8").rstrip().splitlines()[-1]
    assert last.startswith("document.documentElement.dataset.started"), entry


OLD = re.compile(r"=>|\b(let|const|class|async|await)\b|`|\?\.|\?\?|\.\.\.")


def test_the_script_itself_is_known_to_every_browser():
    code = re.sub(r"//.*", "", re.sub(r'"[^"]*"', '""', STARTING))
    assert not OLD.search(code)


NEWER = {
    "class static block": r"\bstatic\s*\{",
    "private method or field test (Firefox 90)": r"(?<![\w\"'`/(\s=:,])\s*#[A-Za-z_]\w*\s*(\(|in\b)",
    "lookbehind (Safari 16.4)": r"\(\?<[=!]",
    "at, findLast (Safari 15.4), toSorted …": r"\.(at|findLast\w*|toSorted|toReversed|toSpliced|groupBy)\(",
    "hasOwn, structuredClone, withResolvers": r"\b(Object\.hasOwn|structuredClone|withResolvers|fromAsync)\b",
    "randomUUID (Safari 15.4)": r"\brandomUUID\b",
    "AbortSignal.timeout, any (Safari 16)": r"AbortSignal\.(timeout|any)\b",
    "BroadcastChannel, locks (Safari 15.4)": r"\bBroadcastChannel\b|navigator\.locks",
    "requestIdleCallback, OffscreenCanvas": r"\brequestIdleCallback\b|\bOffscreenCanvas\b",
    "dialogs and popovers": r"\.showModal\(|\.showPopover\(",
    "import attributes": r"\bimport\b[^;\n]*\bwith\s*\{\s*type",
}
"""What Safari 15.0, Chrome 89 or Firefox 89 lacks."""


@pytest.mark.parametrize("module", files(".js"), ids=lambda file: str(file.relative_to(ROOT)))
def test_no_module_is_written_in_what_safari_15_chrome_89_and_firefox_89_lack(module):
    code = re.sub(r"/\*.*?\*/|(?<![:\"'`])//.*", "", module.read_text(encoding="utf-8"), flags=re.DOTALL)
    code = "\n".join(line for line in code.splitlines() if line.strip())
    found = {what: match[0] for what, pattern in NEWER.items() if (match := re.search(pattern, code))}
    assert not found


@pytest.mark.parametrize("style", files(".css"), ids=lambda file: str(file.relative_to(ROOT)))
def test_no_style_needs_what_they_lack(style):
    code = re.sub(r"/\*.*?\*/", "", style.read_text(encoding="utf-8"), flags=re.DOTALL)
    for name in re.findall(r"@(layer|container|property|scope|starting-style)\b", code):
        pytest.fail(f"@{name}")
    assert not re.search(r"@media[^{]*\([^)]*[<>]", code), "ranges of widths"
    assert not re.search(r"\{[^{}]*&[^{}]*\{", code), "nesting"
    assert not re.search(r"\b(color-mix|oklch|oklab|lab|lch)\(", code)
    for name, value in re.findall(r"([\w-]+): ([^;{}]*\d[dsl]v[hw][^;{}]*)", code):
        plain = re.sub(r"(\d)[dsl]v([hw])", r"\1v\2", value)
        assert f"{name}: {plain}; {name}: {value}" in code, f"{name}: {value} without a fallback before it"
    for selectors in re.findall(r"([^{}]*)\{", code):
        # A selector that is not known takes its whole rule with it.
        has = [":has(" in one for one in re.split(r",(?![^(]*\))", selectors)]
        assert all(has) or not any(has), selectors
