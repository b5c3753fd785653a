"""A full disk, a held database, a clock set back, two hosts: said plainly, and nothing is lost."""

import json
import sqlite3
import subprocess
import sys
import threading
import time

import pytest
import sqlalchemy as sa
from scripted import HANGS, Evening, wait_for
from starlette.testclient import TestClient
from tapped import House

from companion_api.evening import watching
from companion_api.evening.no_camera import NoCamera
from companion_api.evening.setting_up import Arrange, SetUp
from companion_api.store import Store, StoreFailed
from companion_api.store.errors import failure
from companion_api.web.app import create_app
from companion_api.web.hosting.sittings import Custom, Sittings, going_on
from engine.errors import BadInput

SETUP = {"players": [{"name": "Ana"}, {"name": "Bruno"}, {"name": "Chloé"}], "dealer": "Chloé"}


class Trouble:
    """Lets every write of a store fail, as SQLite itself fails, until it is over."""

    def __init__(self, store, *pragmas):
        self.pragmas = pragmas
        self.on = False
        sa.event.listen(store._engine, "begin", self._begin)

    def _begin(self, connection):
        for pragma, off in self.pragmas:
            connection.exec_driver_sql(f"PRAGMA {pragma if self.on else off}")


def full(store):
    return Trouble(store, ("max_page_count=1", "max_page_count=1073741823"))


def unwritable(store):
    return Trouble(store, ("query_only=ON", "query_only=OFF"))


@pytest.mark.parametrize(
    ("trouble", "why", "told"), [(full, "full", "room"), (unwritable, "readonly", "allow")]
)
def test_a_write_that_fails_says_why_and_changes_nothing(tmp_path, trouble, why, told):
    store = Store(tmp_path)
    evening = store.begin(SETUP).id
    store.append(evening, [{"type": "a"}])
    fault = trouble(store)
    fault.on = True
    with pytest.raises(StoreFailed, match=told) as failed:
        store.append(evening, [{"type": "b"}, {"type": "c", "much": "x" * 20_000}])
    assert failed.value.why == why and len(str(failed.value).splitlines()) == 1
    fault.on = False
    assert store.append(evening, [{"type": "d"}])[0]["seq"] == 2
    assert [event["type"] for event in store.events(evening)] == ["a", "d"]
    store.close()


def test_a_database_that_another_program_holds(tmp_path):
    store = Store(tmp_path)
    evening = store.begin(SETUP).id
    Trouble(store, ("busy_timeout=50", "busy_timeout=50"))
    other = sqlite3.connect(tmp_path / "nainjaune.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreFailed, match="another program") as failed:
        store.append(evening, [{"type": "a"}])
    assert failed.value.why == "locked" and store.events(evening) == []
    other.close()
    assert store.append(evening, [{"type": "a"}])[0]["seq"] == 1
    store.close()


def test_a_clock_set_back_keeps_the_order_and_the_evening(tmp_path, monkeypatch):
    store = Store(tmp_path)
    evening = store.begin(SETUP)
    store.append(evening.id, [{"type": "game_started", **SETUP, "game": "nain-jaune", "rules": "lindor"}])
    before = store.last_written(evening.id)
    monkeypatch.setattr(time, "time", lambda: before - 40 * 86400)
    store.append(evening.id, [{"type": "alert", "kind": "uncertain"}])
    assert store.last_written(evening.id) == before
    assert going_on(store).id == evening.id
    store.close()


def test_a_full_disk_during_a_round_is_told_and_all_is_written_later(tmp_path, monkeypatch):
    monkeypatch.setattr(watching, "RETRY_SECONDS", 0.02)
    evening = Evening(tmp_path, 9)
    phone = TestClient(create_app(evening.live, evening.desk), base_url="http://127.0.0.1:8765")
    key = {"Authorization": f"Bearer {evening.token}"}
    evening.cards(1)
    evening.frames(5)
    before = evening.live.events()
    states = []
    told = evening.live.camera
    evening.live.camera = lambda state, detail="": [states.append((state, detail)), told(state, detail)]
    fault = full(evening.store)
    fault.on = True
    for _ in range(6):
        evening.camera.allowed.release()
    wait_for(lambda: "storage" in [state for state, _ in states])
    assert any("room" in detail for state, detail in states if state == "storage")
    assert evening.live.events() == before == evening.store.events(evening.live.evening.id)
    answer = phone.post(
        "/api/taps", headers=key, json={"tap": "undo", "target": before[-1]["seq"], "seq": len(before)}
    )
    assert (answer.status_code, answer.json()["error"]) == (503, "storage")
    assert "room" in answer.json()["detail"] and answer.headers["retry-after"]
    fault.on = False
    evening.whole_round()
    cards = [event["card"] for event in evening.live.events() if event["type"] == "card_played"]
    assert cards == [step.card.code for step in evening.steps]
    assert [event["seq"] for event in evening.live.events()] == list(range(1, evening.live.seq + 1))
    assert evening.store.events(evening.live.evening.id) == evening.live.events()
    assert phone.get("/api/log", headers=key).status_code == 200
    evening.close()


def test_a_tap_that_could_not_be_written_is_written_when_there_is_room(tmp_path, monkeypatch):
    house = House(tmp_path)
    phone = TestClient(house.app, base_url="http://127.0.0.1:8765")
    key = {"Authorization": f"Bearer {house.token}"}
    table = {"players": ["Ana", "Bruno", "Chloé"], "dealer": "Chloé"}
    asked = {"evening": house.live.evening.id, "seq": 0, "table": table}
    fault = unwritable(house.store)
    fault.on = True
    refused = phone.post("/api/setup", headers=key, json=asked)
    assert (refused.status_code, refused.json().get("error")) == (503, "storage"), refused.text
    assert house.live.table is None
    fault.on = False
    assert phone.post("/api/setup", headers=key, json=asked).status_code == 200
    wait_for(lambda: house.view["phase"] == "antes")
    fault.on = True
    seq = house.live.seq
    tap = {"tap": "card", "player": "Ana", "card": "9D", "seq": seq}
    for _ in range(2):  # asking again does not lay it twice
        assert phone.post("/api/taps", headers=key, json=tap).status_code == 503
    assert house.live.seq == seq
    fault.on = False
    wait_for(lambda: house.live.seq == seq + 1)
    assert phone.post("/api/taps", headers=key, json=tap).status_code == 409
    assert [card["card"] for card in house.view["cards"]] == ["9D"]
    house.close()


def test_two_hosts_on_one_folder(tmp_path, nainjaune):
    store = Store(tmp_path)
    store.hold()
    ran = nainjaune("play", "--camera", "none", "--data", tmp_path, "--port", 0)
    ran.refused("--data", "another nainjaune")
    code = "import sys; from companion_api.store import Store; Store(sys.argv[1]).hold(); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stderr=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    ) as other:
        assert "another nainjaune" in other.communicate(timeout=HANGS)[1].splitlines()[-1]
    store.close()
    again = Store(tmp_path)
    again.hold()  # what a host that ended, however it ended, no longer holds
    again.close()


def test_another_computer_that_writes_the_evening_is_told(tmp_path):
    evening = Evening(tmp_path, 9)
    evening.cards(1)
    evening.frames(5)
    evening.store.append(evening.live.evening.id, [{"type": "alert", "kind": "uncertain"}])
    for _ in range(12):
        evening.camera.allowed.release()
    wait_for(evening.watching.ended.is_set)
    assert evening.live.now()["camera"]["state"] == "elsewhere"
    evening.close()


def test_a_table_that_is_too_busy_says_so_and_forgets_the_tap(tmp_path, monkeypatch):
    evening = Evening(tmp_path, 9)
    evening.cards(1)
    evening.frames(5)
    seq, looking, going_on_with = evening.live.seq, threading.Event(), threading.Event()
    looked = evening.observer.look
    evening.observer.look = lambda frame: [looking.set(), going_on_with.wait(HANGS), looked(frame)][2]
    evening.camera.allowed.release()
    phone = TestClient(create_app(evening.live, evening.desk), base_url="http://127.0.0.1:8765")
    key = {"Authorization": f"Bearer {evening.token}"}
    assert looking.wait(HANGS)
    with monkeypatch.context() as patch:
        patch.setattr(watching, "ANSWER_SECONDS", 0.1)
        answer = phone.post("/api/taps", headers=key, json={"tap": "undo", "target": seq, "seq": seq})
    assert (answer.status_code, answer.json()["error"]) == (503, "busy")
    going_on_with.set()
    evening.frames(evening.observer.number + 1)
    # The tap that was refused is not done later.
    assert "corrected" not in [event["type"] for event in evening.live.events()]
    evening.close()


def test_taps_after_the_pictures_have_ended_are_all_answered(tmp_path):
    """Several at once: none is left in the queue by another that was just done."""
    evening = Evening(tmp_path, 9)
    evening.cards(1)
    evening.camera.close()
    assert evening.watching.ended.wait(HANGS)
    done = []
    phones = [
        threading.Thread(
            target=lambda: done.extend(evening.watching.ask(watching.Outcome) for _ in range(50))
        )
        for _ in range(8)
    ]
    for each in phones:
        each.start()
    for each in phones:
        each.join(HANGS)
    assert len(done) == 400
    evening.close()


def test_pictures_last_for_the_evening_only_unless_kept(tmp_path):
    store = Store(tmp_path)
    first, second, third = (store.begin(SETUP).id for _ in range(3))
    for evening in (first, second, third):
        store.append(evening, [{"type": "a"}], {0: b"jpeg"})
    store.keep_pictures(second)
    store.keep_pictures(second)
    assert store.forget_past_pictures(but=third) == 1
    assert [len(store.pictured(evening)) for evening in (first, second, third)] == [0, 1, 1]
    assert store.forget_past_pictures() == 1 and len(store.pictured(second)) == 1
    assert store.forget_pictures(second) == 1  # by hand, whenever asked
    store.close()


@pytest.mark.parametrize("kept", [False, True])
def test_pictures_go_when_people_have_ended_the_evening(tmp_path, kept):
    house = House(tmp_path)
    if kept:
        house.sittings = Sittings(house.live, house.desk, NoCamera(), NoCamera, Custom(keep=True))
        house.setup = SetUp(house.live, house.sittings.begin, house.sittings.leave)
    house.setup.arrange(Arrange(evening=house.live.evening.id, seq=0, table=SETUP))
    wait_for(lambda: house.view["phase"] == "antes")
    house.live.record([{"type": "alert", "kind": "uncertain"}], {0: b"jpeg"})
    evening = house.live.evening.id
    house.sittings.close()
    assert house.store.pictured(evening)  # it was interrupted and may go on
    house.live.record([{"type": "evening_ended"}])
    house.sittings.close()
    assert bool(house.store.pictured(evening)) == kept
    house.close()


def test_a_camera_that_is_gone_between_two_evenings_shows_no_picture(tmp_path):
    def gone():
        raise BadInput("webcam 0: not there")

    house = House(tmp_path)
    house.sittings = Sittings(house.live, house.desk, NoCamera(), gone)
    house.setup = SetUp(house.live, house.sittings.begin, house.sittings.leave)
    house.setup.arrange(Arrange(evening=house.live.evening.id, seq=0, table=SETUP))
    house.sittings.leave()
    assert house.sittings.still() is None
    house.close()


def test_an_unreadable_disk_at_the_start_is_one_line(tmp_path, nainjaune):
    (tmp_path / "nainjaune.db").mkdir()
    nainjaune("play", "--camera", "none", "--data", tmp_path).refused("cannot be stored")


def test_failures_of_the_database_that_we_do_not_know_are_told_too():
    error = sa.exc.OperationalError("insert", {}, sqlite3.OperationalError("odd"))
    assert failure(error).why == "failed" and isinstance(failure(error), BadInput)
    assert json.dumps(str(failure(error)))
