"""Events survive: numbered, never changed, there after a kill at any moment."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys

import pytest

from companion_api.store import StaleCommand, Store
from companion_api.store.backups import Backups
from companion_api.store.mending.repair import repair
from engine.errors import BadInput
from engine.evening.presets import HousePreset

WRITER = """
import sys
from companion_api.store import Store
store = Store(sys.argv[1])
evening = store.begin({})
print(evening.id, flush=True)
n = 0
while True:
    n += 1
    done = store.append(evening.id, [{"type": "card_played", "n": n}], {0: b"picture %d" % n})
    print(done[0]["seq"], flush=True)
"""


def test_a_killed_process_loses_no_event_it_reported(kept):
    for round_ in range(3):
        writing = [sys.executable, "-c", WRITER, kept.place]
        with subprocess.Popen(writing, stdout=subprocess.PIPE) as process:
            evening = int(process.stdout.readline())
            reported = 0
            for _ in range(5 + 23 * round_):
                reported = int(process.stdout.readline())
            os.kill(process.pid, signal.SIGKILL)
            for line in process.stdout.read().split():  # what it had said before the kill
                reported = int(line)
        store = Store(kept.place)
        events = store.events(evening)
        assert len(events) >= reported
        assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
        assert [event["n"] for event in events] == list(range(1, len(events) + 1))
        assert store.pictured(evening) == set(range(1, len(events) + 1))
        assert store.picture(evening, reported) == b"picture %d" % reported
        # and the evening goes on where it stopped
        assert store.append(evening, [{"type": "alert"}])[0]["seq"] == len(events) + 1
        store.close()


FULL = 2
"""As SQLite tells ``synchronous``."""
DURABLE = """
import sqlite3, sys
from companion_api.store.place import durable
connection = sqlite3.connect(sys.argv[1])
durable(connection)
for name in ("synchronous", "journal_mode"):
    print(*connection.execute(f"PRAGMA {name}").fetchone())
"""


def test_a_commit_waits_for_the_disk_where_no_test_holds_it(tmp_path):
    asked = [sys.executable, "-c", DURABLE, tmp_path / "any.sqlite"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
    assert told == [str(FULL), "wal"]


def test_numbers_and_what_was_missed(kept):
    store = Store(kept.place)
    evening = store.begin({"players": ["Ana"]})
    store.append(evening.id, [{"type": "a"}, {"type": "b"}])
    store.append(evening.id, [{"type": "c", "name": "Chloé"}], {0: b"jpeg"})
    assert [(e["seq"], e["type"]) for e in store.events(evening.id, after=1)] == [(2, "b"), (3, "c")]
    assert store.events(evening.id, after=3) == []
    assert store.picture(evening.id, 3) == b"jpeg" and store.picture(evening.id, 1) is None
    assert store.last_written(evening.id) > evening.started - 1
    assert json.loads(json.dumps(store.last().setup)) == {"players": ["Ana"]}
    assert store.last().token == evening.token and len(evening.token) >= 20
    store.close()


def test_a_stale_command_adds_nothing(kept):
    store = Store(kept.place)
    evening = store.begin({}).id
    store.append(evening, [{"type": "a"}], expected=0)
    with pytest.raises(StaleCommand) as refused:
        store.append(evening, [{"type": "b"}, {"type": "c"}], expected=0)
    assert refused.value.seq == 1
    assert len(store.events(evening)) == 1
    store.close()


def test_pictures_can_be_forgotten_and_events_stay(kept):
    store = Store(kept.place)
    evening = store.begin({}).id
    store.append(evening, [{"type": "a"}, {"type": "b"}], {0: b"a jpeg of Chloe", 1: b"two"})
    assert kept.holds(b"a jpeg of Chloe")
    assert store.forget_pictures(evening) == 2
    assert store.pictured(evening) == set() and len(store.events(evening)) == 2
    assert not kept.holds(b"a jpeg of Chloe")
    store.close()


def test_house_presets_survive_a_restart(kept):
    store = Store(kept.place)
    store.save_preset(HousePreset("Chez mamie", "lindor", {"opera": "no_card"}))
    store.save_preset(HousePreset("À Noël", "lindor"))
    store.save_preset(HousePreset("Chez mamie", "lindor", {"bete": "off", "opera": "no_honour"}))
    store.close()
    again = Store(kept.place)
    there = {preset.name: preset for preset in again.presets()}
    assert there["Chez mamie"] == HousePreset("Chez mamie", "lindor", {"bete": "off", "opera": "no_honour"})
    assert again.forget_preset("À Noël") and not again.forget_preset("À Noël")
    assert [preset.name for preset in again.presets()] == ["Chez mamie"]
    again.close()


def test_a_place_that_cannot_hold_events_is_one_line(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadInput, match="--data"):
        Store(tmp_path / "file")
    (tmp_path / "folder" / "nainjaune.db").mkdir(parents=True)
    with pytest.raises(BadInput, match="cannot be stored"):
        Store(tmp_path / "folder")


def test_what_came_after_the_copy_stays_known_to_be_lost(tmp_path):
    store = Store(tmp_path)
    evening = store.begin({}).id
    store.append(evening, [{"type": "a"}] * 3)
    store.back_up()
    store.append(evening, [{"type": "a"}] * 2)
    store.close()
    file = tmp_path / "nainjaune.db"
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM events WHERE seq > 2")
    assert repair(file, Backups(file)).restored == 1
    store = Store(tmp_path)
    assert len(store.events(evening)) == 3
    assert [(one.id, lost) for one, lost in store.shortened()] == [(evening, 2)]
    store.close()
