"""What holds for a family's file holds for a club's server: damage, refusals, forgetting, a sudden end."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from kept import Served
from scripted import wait_for
from starlette.testclient import TestClient
from tapped import House

from companion_api.family import exchange
from companion_api.family.past import Chronicle
from companion_api.family.store_report import for_pages
from companion_api.store import StaleCommand, Store, StoreFailed
from languages import LANGUAGES


@pytest.fixture
def played(kept):
    """A place with four evenings (the third one interrupted, the fourth brought in) and a preset."""
    kept.load("schema2")
    return kept


def told(kept):
    store = Store(kept.place)
    chronicle = Chronicle(store).overview()
    store.close()
    return {one["id"]: one for one in chronicle["evenings"]}, chronicle["unreadable"]


DAMAGE = [
    *(
        (f"UPDATE events SET body = '{body}' WHERE evening = 1 AND seq = 4", "broken")
        for body in ("[]", "null", "{", "3", "", "[" * 10_000, '{"seq": 4}', '{"type": 3, "seq": 4}')
    ),
    ("UPDATE events SET body = x'fffe' WHERE evening = 1 AND seq = 4", "broken"),
    ("UPDATE events SET body = 7 WHERE evening = 1 AND seq = 4", "broken"),
    ("DELETE FROM events WHERE evening = 1 AND seq = 7", "missing"),
    ("UPDATE events SET seq = 'x' WHERE evening = 1 AND seq = 7", "missing"),
    ("UPDATE events SET at = 'soon' WHERE evening = 1 AND seq = 7", "broken"),
    ("UPDATE events SET version = 99 WHERE evening = 1 AND seq = 7", "event"),
    # A flipped bit that still reads: another card, another figure.
    ("UPDATE events SET body = replace(body, '5', '7') WHERE evening = 1 AND body LIKE '%5%'", "broken"),
    ("UPDATE evenings SET setup = '{' WHERE id = 1", "setup"),
    ("UPDATE evenings SET setup = 'null' WHERE id = 1", "setup"),
    ("UPDATE evenings SET setup = '{\"players\": 3}' WHERE id = 1", "setup"),
    ("UPDATE evenings SET setup = '{\"players\": [3]}' WHERE id = 1", "setup"),
    ("UPDATE evenings SET started = 'soon' WHERE id = 1", "row"),
    ("UPDATE evenings SET started = 9e99 WHERE id = 1", "row"),
    ("UPDATE evenings SET token = x'ff' WHERE id = 1", "row"),
]
WRONG_TYPE = {"x'fffe'", "seq = 'x'", "at = 'soon'", "started = 'soon'", "x'ff'"}
"""What SQLite keeps where it does not belong, and a server never takes in."""


def test_a_damaged_row_sets_its_evening_aside_and_no_other(played, nainjaune):
    before, _ = told(played)
    for statement, why in DAMAGE:
        played.load("schema2")
        if not played.change(statement):
            assert any(each in statement for each in WRONG_TYPE), statement
            assert told(played)[0] == before
            continue
        after, unreadable = told(played)
        if played.kind == "postgresql" and any(each in statement for each in WRONG_TYPE):
            assert {1: before[1], **after} == before, statement  # it made a text of it, which is none of ours
            continue
        assert after == {number: one for number, one in before.items() if number != 1}, statement
        assert [(one["id"], one["why"]) for one in unreadable] == [(1, why)], statement
        store = Store(played.place)
        assert [set(said) for said in for_pages(store)] == [set(LANGUAGES)], statement
        assert len(json.loads(exchange.to_json_text(store))["evenings"]) == 3, statement
        store.close()
    played.load("schema2")
    told(played)  # in today's form from here on
    played.change(DAMAGE[0][0])
    ran = nainjaune("history", "--data", played.place)
    assert ran.status == 0 and len(ran.err.splitlines()) == 1 and "Traceback" not in ran.err


def test_the_end_of_an_evening_that_is_lost_is_told_and_it_goes_on(played, nainjaune):
    store = Store(played.place)
    last = len(store.events(3))
    assert store.shortened() == [] and last > 8
    store.close()
    played.change(f"DELETE FROM pictures WHERE evening = 3 AND seq > {last - 2}")
    played.change(f"DELETE FROM events WHERE evening = 3 AND seq > {last - 2}")
    ran = nainjaune("history", "--data", played.place)
    assert ran.status == 0 and len(ran.err.splitlines()) == 1
    store = Store(played.place)
    said = for_pages(store)
    assert len(said) == 1 and len(set(said[0].values())) == len(LANGUAGES)
    assert "evening 3" in said[0]["en"] and "2 events" in said[0]["en"]
    assert store.unreadable() == [] and len(store.events(3)) == last - 2
    # It goes on, and what is lost stays lost.
    assert store.append(3, [{"type": "a"}], expected=last - 2)[0]["seq"] == last - 1
    assert [(one.id, lost) for one, lost in store.shortened()] == [(3, 2)]
    played.change("DELETE FROM pictures WHERE evening = 1")
    played.change("DELETE FROM events WHERE evening = 1")
    assert [one.id for one, _ in store.shortened()] == [1, 3]
    assert store.forget_evening(1) and [one.id for one, _ in store.shortened()] == [3]
    store.close()


def test_a_note_holds_what_people_can_read(kept):
    store = Store(kept.place)
    number = store.begin({}).id
    store.write_note(number, "Mamie\x00 gagne\u202e !\r\n\r\nOpéra\x1b[31m")
    assert store.notes()[number].text == "Mamie gagne !\n\nOpéra[31m"
    store.close()


def test_a_refused_tap_leaves_nothing(kept):
    house = House(kept.place)
    house.arrange("Ana", "Bruno", "Chloé")
    wait_for(lambda: house.view["phase"] == "antes")
    phone = TestClient(house.app, base_url="http://127.0.0.1:8765")
    key = {"Authorization": f"Bearer {house.token}"}

    def tap(seq, **what):
        return phone.post("/api/taps", headers=key, json={"seq": seq, **what}).status_code

    assert tap(house.live.seq, tap="card", player="Ana", card="9D") == 200
    before, seq = house.store.events(house.live.evening.id), house.live.seq
    assert tap(seq, tap="card", player="Nobody", card="8D") == 422
    assert tap(seq - 1, tap="card", player="Bruno", card="8D") == 409
    assert tap(seq, tap="undo", target=seq + 7) == 422
    assert house.store.events(house.live.evening.id) == before == house.live.events()
    assert tap(seq, tap="undo", target=seq) == 200
    assert len(house.store.events(house.live.evening.id)) == seq + 1
    house.close()
    again = House(kept.place)
    assert again.live.seq == seq + 1
    again.close()


def test_what_is_forgotten_stands_nowhere(played, nainjaune):
    store = Store(played.place)
    assert "Bruno" in store.players() and played.holds(b"Bruno")
    assert store.forget_evening(1) and not store.forget_evening(1)
    store.close()
    assert nainjaune("history", "--data", played.place, "--forget-player", "Bruno").status == 0
    assert not played.holds(b"Bruno")
    after, unreadable = told(played)
    assert 1 not in after and len(after) == 3 and unreadable == []
    assert any("Anonyme 1" in one["players"] for one in after.values())


def test_two_who_write_at_once_never_write_the_same_number(cluster):
    """A folder is held by one host alone (`Database.hold`); a server's database by nobody."""
    address = cluster.database()
    stores = [Store(address) for _ in range(3)]
    evening = stores[0].begin({}).id
    late, done = [], []

    def write(store):
        for _ in range(25):
            seq = len(store.events(evening))
            try:
                done.extend(store.append(evening, [{"type": "a"}], expected=seq))
            except StaleCommand as error:
                late.append(error)

    writing = [threading.Thread(target=write, args=(store,)) for store in stores]
    for each in writing:
        each.start()
    for each in writing:
        each.join()
    there = stores[0].events(evening)
    assert len(done) + len(late) == 75
    assert sorted(one["seq"] for one in done) == [one["seq"] for one in there] == [*range(1, len(done) + 1)]
    for store in stores:
        store.close()


def test_several_tables_change_an_old_database_at_once(cluster):
    served = Served(cluster.database())
    served.load("schema2")
    served.change("DELETE FROM schema_version")
    with ThreadPoolExecutor(4) as several:
        stores = list(several.map(lambda _: Store(served.place), range(4)))
    begun = {store.begin({}).id for store in stores}
    assert begun == {5, 6, 7, 8} and all(not store.unreadable() for store in stores)
    for store in stores:
        store.close()


# --- a server that goes -------------------------------------------------------------------


def test_a_server_that_is_killed_keeps_what_it_has_taken_in(cluster):
    store = Store(cluster.database())
    evening = store.begin({}).id
    for number in range(3):
        store.append(evening, [{"type": "a", "n": number}])
        with cluster.gone(), pytest.raises(StoreFailed, match="does not answer") as failed:
            store.append(evening, [{"type": "lost"}])
        assert failed.value.why == "away" and len(str(failed.value).splitlines()) == 1
    assert [event["n"] for event in store.events(evening)] == [0, 1, 2]
    assert store.append(evening, [{"type": "b"}], expected=3)[0]["seq"] == 4
    store.close()


def test_an_event_is_written_once_though_the_answer_to_it_was_lost(cluster):
    address = cluster.database()
    store = Store(address)
    evening = store.begin({}).id
    store.append(evening, [{"type": "a"}])
    events = [{"type": "b", "at": (1, 2)}, {"type": "c"}]
    with pytest.raises(StaleCommand):  # no answer was lost: somebody else wrote that
        store.append(evening, [{"type": "a"}], expected=0)
    with pytest.raises(StoreFailed):
        store._write(_cut_off)
    other = Store(address)
    other.append(evening, events, expected=1)  # what the server had taken in before it went
    other.close()
    assert [each["seq"] for each in store.append(evening, events, expected=1)] == [2, 3]
    with pytest.raises(StaleCommand):
        store.append(evening, [{"type": "other"}], expected=1)
    assert [event["type"] for event in store.events(evening)] == ["a", "b", "c"]
    store.close()


def _cut_off(connection):
    connection.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")


def test_a_page_goes_on_when_its_server_comes_back(cluster):
    house = House(cluster.database())
    house.arrange("Ana", "Bruno", "Chloé")
    wait_for(lambda: house.view["phase"] == "antes")
    phone = TestClient(house.app, base_url="http://127.0.0.1:8765")
    key = {"Authorization": f"Bearer {house.token}"}
    seq = house.live.seq
    tap = {"seq": seq, "tap": "card", "player": "Ana", "card": "9D"}
    with cluster.gone():
        answer = phone.post("/api/taps", headers=key, json=tap)
    assert (answer.status_code, answer.json()["error"]) == (503, "storage")
    wait_for(lambda: house.live.seq == seq + 1)  # what was decided waited, and is written
    assert house.store.events(house.live.evening.id) == house.live.events()
    house.close()


def test_no_secret_in_what_is_said_of_a_server(cluster, nainjaune):
    address = cluster.address("nowhere", "admin", "s3cr3t")
    said = nainjaune("history", "--data", address).refused("--data", "nowhere").err
    assert "s3cr3t" not in said
