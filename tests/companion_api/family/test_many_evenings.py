"""Years of evenings: what each came to is kept, and phones get fifty at a time."""

from types import SimpleNamespace

import pytest
from browser import Door, leave, open_as_new, phone
from fastapi import Depends, FastAPI
from pages import found, keep, press_if, text
from scripted import wait_for
from starlette.testclient import TestClient
from tapped import House

from companion_api.family import past
from companion_api.family.past import PAGE, Chronicle
from companion_api.store import Store
from companion_api.store.evenings import Foreign
from companion_api.web.app import create_app
from companion_api.web.routes import past as api

NAMES = ("Ana", "Bruno", "Chloé")
MANY = 2 * PAGE + 7
DAY = 86_400.0


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A round that was tapped, as the log of so many evenings."""
    there = tmp_path_factory.mktemp("many")
    house = House(there)
    house.arrange(*NAMES)
    house.play_round(3)
    setup, events = house.live.evening.setup, house.live.events()
    told = [{name: value for name, value in line.items() if name != "seq"} for line in events]
    house.store.bring_in(Foreign(DAY * (20_000 + day), setup, told) for day in range(MANY - 1))
    house.close()
    return there


@pytest.fixture
def store(folder):
    store = Store(folder)
    yield store
    store.close()


def test_what_evenings_came_to_is_worked_out_once(store, folder, monkeypatch):
    told = Chronicle(store).overview()
    store.close()
    again = Store(folder)

    def nothing(*_):
        raise AssertionError("folded or read again")

    with monkeypatch.context() as patched:
        patched.setattr(past, "fold", nothing)
        patched.setattr(again, "events", nothing)
        chronicle = Chronicle(again)
        assert chronicle.overview() == told and chronicle.unreadable() == []
    last = again.evenings()[-1].id
    again.append(last, [{"type": "evening_ended"}])
    folded = []
    monkeypatch.setattr(past, "fold", lambda events, fold=past.fold: folded.append(1) or fold(events))
    Chronicle(again).overview()
    assert len(folded) == 1, "only the evening that has grown"
    again.rename_player("Ana", "Anonyme 1")
    assert again.accounts() == {}, "a name that is forgotten stands nowhere"
    again.rename_player("Anonyme 1", "Ana")
    monkeypatch.setattr(past, "_RECKONED", "another version ")
    Chronicle(again).overview()
    assert len(folded) == 1 + MANY, "by other rules they are worked out anew"
    again.close()


def test_phones_get_a_page_and_all_totals(store):
    app = FastAPI()
    nobody = SimpleNamespace(store=store, evening=SimpleNamespace(id=0), table=None)
    app.include_router(api.router(nobody), dependencies=[Depends(lambda: None)])
    http = TestClient(app)
    pages = [http.get("/api/history", params={"page": page}).json() for page in range(4)]
    assert pages[0]["pages"] == 3 and pages[0]["evenings"] == http.get("/api/history").json()["evenings"]
    assert [len(each["evenings"]) for each in pages] == [PAGE, PAGE, 7, 0]
    ids = [one["id"] for each in reversed(pages) for one in each["evenings"]]
    assert ids == [int(number) for number in pages[0]["dates"]] and len(ids) == MANY
    assert all(each["players"] == pages[0]["players"] for each in pages)
    assert {each["evenings"] for each in pages[0]["players"]} == {MANY}
    assert http.get("/api/history", params={"page": -1}).status_code == 422


def test_the_page_gets_more_as_one_scrolls_or_taps(folder):
    house = House(folder)
    door = Door(create_app(house.live, house.desk), house.token)
    browser = phone()
    try:
        open_as_new(browser, door.address.replace("/#", "/history/#"))
        wait_for(lambda: len(found(browser, "[data-evening]")) == PAGE)
        assert "Soirées plus anciennes" in text(browser, "#older")
        keep(browser, "history-many")
        browser.execute_script("document.getElementById('older').scrollIntoView({block: 'center'})")
        wait_for(lambda: len(found(browser, "[data-evening]")) >= 2 * PAGE)
        press_if(browser, "#older")
        wait_for(lambda: len(found(browser, "[data-evening]")) == MANY and not found(browser, "#older"))
    finally:
        leave(browser)
        door.stop()
        house.close()
