"""A store that a family can trust for years: damaged, emptied, deleted, moved, forgotten and still right."""

import contextlib
import json
import os
import random
import shutil
import sqlite3
import stat
import time
from pathlib import Path

import numpy as np
import pytest
from scripted import wait_for
from starlette.testclient import TestClient
from tapped import House

from companion_api.evening import watching
from companion_api.family.past import Chronicle
from companion_api.family.store_report import for_pages
from companion_api.hearing.chosen_microphone import Choice
from companion_api.learning import decks
from companion_api.store import Foreign, Store, StoreFailed, backups
from companion_api.store.mending import integrity
from companion_api.system.data_folder import VOICES
from companion_api.web.door.authority import papers_for
from companion_api.web.hosting.sittings import going_on
from engine.cards import DECK
from engine.errors import BadInput
from hardware.files.private import private_folder

OLD = Path(__file__).parent / "evenings" / "schema0.sqlite"


@pytest.fixture
def data(tmp_path):
    """A data folder with four evenings (the third one interrupted, the fourth brought in) and a preset."""
    folder = tmp_path / "data"
    private_folder(folder)
    shutil.copy(OLD, folder / "nainjaune.db")
    store = Store(folder)
    store.close()
    store.backups.forget()
    return folder


def change(folder, *statements):
    with contextlib.closing(sqlite3.connect(folder / "nainjaune.db")) as database, database:
        for statement, *values in statements:
            database.execute(statement, values)


def played(folder):
    store = Store(folder)
    told = Chronicle(store).overview()
    store.close()
    return {one["id"]: one for one in told["evenings"]}, told["unreadable"]


def test_the_evening_to_go_on_with_is_broken(data, nainjaune):
    change(data, ("UPDATE events SET body = '[]' WHERE evening = 3 AND seq = 2",))
    store = Store(data)
    assert going_on(store) is None and store.last().id == 3
    store.close()
    change(data, ("UPDATE evenings SET setup = '{\"players\": 3}' WHERE id = 3",))
    store = Store(data)
    assert going_on(store) is None
    store.close()


def test_a_preset_that_is_none(data, nainjaune):
    for body in ("{", "null", "[]", b"\xff", '{"name": 3}'):
        change(data, ("INSERT OR REPLACE INTO house_presets (name, body) VALUES ('Noël', ?)", body))
        store = Store(data)
        assert [preset.name for preset in store.presets()] == ["Chez mamie"]
        assert any("Noël" in said["fr"] for said in for_pages(store))
        store.close()


def test_a_name_that_is_broken_too_stays_in_its_sentence(data):
    change(data, ("UPDATE house_presets SET name = ?, body = '{'", "a\nb\x07\u2028" + "x" * 500))
    store = Store(data)
    (said,) = for_pages(store)
    assert "« a b x" in said["fr"] and len(said["fr"].splitlines()) == 1 and len(said["fr"]) < 120
    store.close()


def broken_files(raw):
    yield "a page zeroed", raw[:8192] + bytes(4096) + raw[12288:]
    yield "the first page zeroed", bytes(4096) + raw[4096:]
    yield "cut", raw[: len(raw) // 2 + 100]
    yield "no database", b"no database" * 500
    yield "emptied", b""
    yield "a bit of the header", raw[:20] + bytes([raw[20] ^ 8]) + raw[21:]


def test_a_broken_file_is_set_aside_and_play_goes_on(data):
    before, _ = played(data)
    raw = (data / "nainjaune.db").read_bytes()
    for name, content in broken_files(raw):
        for copied in (False, True):
            if copied:
                store = Store(data)
                store.back_up()
                store.close()
            folder = data.parent / f"{name} {copied}"
            shutil.copytree(data, folder)
            (folder / "nainjaune.db").write_bytes(content)
            store = Store(folder)
            assert store.notices[0].kind == ("emptied" if not content else "repaired"), name
            evening = store.begin({})
            store.append(evening.id, [{"type": "alert", "kind": "uncertain"}])
            store.close()
            aside = store.backups.set_aside()
            assert len(aside) == 1 and stat.S_IMODE(aside[0].stat().st_mode) == 0o600
            after, _ = played(folder)
            assert set(after) <= set(before) and all(after[number] == before[number] for number in after)
            if copied:  # what could not be saved comes from the copy
                assert after == before, name


@pytest.mark.parametrize("version", [0, 2, 3])
def test_evenings_saved_from_a_file_of_an_earlier_version_know_their_events(tmp_path, version):
    folder = tmp_path / "data"
    private_folder(folder)
    raw = OLD.with_name(f"schema{version}.sqlite").read_bytes()
    (folder / "nainjaune.db").write_bytes(raw[:-4096] + bytes(4096))
    store = Store(folder)
    assert store.notices[0].kind == "repaired"
    lengths = store.lengths()
    assert lengths and all(one.events == lengths.get(one.id, 0) for one in store.evenings())
    evening = store.last().id
    store.append(evening, [{"type": "alert", "kind": "uncertain"}])
    store.close()
    change(folder, (f"DELETE FROM events WHERE evening = {evening} AND seq > {lengths[evening]}",))
    store = Store(folder)
    assert [(one.id, lost) for one, lost in store.shortened()] == [(evening, 1)]
    store.close()


@pytest.mark.parametrize("counter", ["'many'", "x'ff00'", "1.5"])
def test_a_counter_that_does_not_read_costs_no_evening(data, counter):
    before, _ = played(data)
    change(data, (f"UPDATE evenings SET events = {counter} WHERE id = 1",))
    after, unreadable = played(data)
    assert after == before and unreadable == []
    store = Store(data)
    store.append(3, [{"type": "alert", "kind": "uncertain"}])
    assert store.shortened() == []
    store.close()
    content = (data / "nainjaune.db").read_bytes()
    (data / "nainjaune.db").write_bytes(content[:20] + bytes([content[20] ^ 8]) + content[21:])
    store = Store(data)
    assert store.notices[0].kind == "repaired"
    lengths = store.lengths()
    assert {one.id: one.events for one in store.evenings()} == {one: lengths.get(one, 0) for one in before}
    store.close()


@pytest.mark.parametrize(
    "lost", ["DROP TABLE events", "DELETE FROM events WHERE seq > 9", "DELETE FROM events WHERE evening = 1"]
)
def test_events_that_were_lost_come_from_the_copy_where_their_evening_was_not(data, lost):
    before, _ = played(data)
    store = Store(data)
    store.back_up()
    store.close()
    change(data, (lost,), ("DROP TABLE pictures",))
    after, unreadable = played(data)
    assert after == before and unreadable == []


def test_no_broken_file_stops_anything(data):
    """Bits flipped, bytes lost, pages exchanged: what is left is right, nothing raises, play goes on."""
    before, _ = played(data)
    raw = (data / "nainjaune.db").read_bytes()
    pages = len(raw) // 4096
    rng = random.Random(46)
    for number in range(9):
        content = bytearray(raw)
        for _ in range(rng.choice([1, 3, 20])):
            content[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        if number % 3 == 1:
            content = content[: rng.randrange(len(raw))]
        if number % 3 == 2:
            here, there = rng.randrange(pages) * 4096, rng.randrange(pages) * 4096
            content[here : here + 4096] = raw[there : there + 4096]
        folder = data.parent / str(number)
        private_folder(folder)
        (folder / "nainjaune.db").write_bytes(content)
        after, _ = played(folder)
        store = Store(folder)
        for_pages(store)
        evening = going_on(store) or store.begin({})
        store.append(evening.id, [{"type": "alert", "kind": "uncertain"}])
        store.close()
        for one, told in after.items():
            # Where an evening's last rows are lost and there is no copy, nothing says that there were more.
            rounds = before.get(one, told)["rounds"]
            assert told["rounds"] == rounds[: len(told["rounds"])], number


def test_a_host_holds_a_broken_folder(data, nainjaune):
    holding = Store(data)
    holding.hold()
    raw = (data / "nainjaune.db").read_bytes()
    (data / "nainjaune.db").write_bytes(b"x" * len(raw))
    nainjaune("history", "--data", data).refused("another nainjaune")
    assert not holding.backups.set_aside()
    (data / "nainjaune.db").write_bytes(raw)
    holding.close()


# --- a file that goes ---------------------------------------------------------------------


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path / "data")
    house.arrange("Ana", "Bruno", "Chloé")
    wait_for(lambda: house.view["phase"] == "antes")
    yield house
    house.close()


def tap(house, phone, **what):
    key = {"Authorization": f"Bearer {house.token}"}
    return phone.post("/api/taps", headers=key, json={"seq": house.live.seq, **what})


@pytest.mark.parametrize("how", ["deleted", "moved", "folder"])
def test_a_file_deleted_during_an_evening_is_noticed_and_nothing_is_lost(house, tmp_path, how):
    phone = TestClient(house.app, base_url="http://127.0.0.1:8765")
    file = tmp_path / "data" / "nainjaune.db"
    noticed = []
    house.store.when_noticed(noticed.append)
    if how == "deleted":
        file.unlink()
    elif how == "moved":
        file.rename(tmp_path / "elsewhere.db")
    else:
        shutil.rmtree(file.parent)
    seq = house.live.seq
    answer = tap(house, phone, tap="card", player="Ana", card="9D")
    assert (answer.status_code, answer.json()["error"]) == (503, "storage")
    assert "deleted or moved" in answer.json()["detail"] and [each.kind for each in noticed] == ["gone"]
    wait_for(lambda: house.live.seq == seq + 1)  # what was decided waited, and is written
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert tap(house, phone, tap="undo", target=seq + 1).status_code == 200
    with contextlib.closing(sqlite3.connect(file)) as there:
        assert there.execute("SELECT COUNT(*) FROM events").fetchone() == (seq + 2,)
        assert there.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert house.store.events(house.live.evening.id) == house.live.events()


def test_another_file_in_its_place_is_not_written_over(house, tmp_path):
    phone = TestClient(house.app, base_url="http://127.0.0.1:8765")
    file = tmp_path / "data" / "nainjaune.db"
    file.rename(tmp_path / "mine.db")
    file.write_bytes(b"theirs")
    seq = house.live.seq
    for _ in range(2):
        answer = tap(house, phone, tap="card", player="Ana", card="9D")
        assert answer.status_code == 503 and "another file" in answer.json()["detail"]
    assert file.read_bytes() == b"theirs" and house.live.seq == seq
    file.unlink()
    (tmp_path / "mine.db").rename(file)  # put back
    wait_for(lambda: house.live.seq == seq + 1)
    file.rename(tmp_path / "mine.db")
    file.write_bytes(b"theirs")
    house.close()
    assert file.read_bytes() == b"theirs" and house.store.notices[-1].kind == "rescued"
    rescued = next(file.parent.glob("nainjaune-rescued-*.db"))
    with contextlib.closing(sqlite3.connect(rescued)) as there:
        assert there.execute("SELECT COUNT(*) FROM events").fetchone() == (seq + 1,)


def test_a_file_that_is_cut_during_an_evening_is_said(house, tmp_path):
    phone = TestClient(house.app, base_url="http://127.0.0.1:8765")
    house.store.look_after()
    os.truncate(tmp_path / "data" / "nainjaune.db", 0)
    answer = tap(house, phone, tap="card", player="Ana", card="9D")
    assert answer.status_code == 503 and "start it again" in answer.json()["detail"]


def test_who_holds_a_folder_that_was_deleted_holds_the_new_one(tmp_path):
    store = Store(tmp_path / "data")
    store.hold()
    store.begin({})
    shutil.rmtree(tmp_path / "data")
    with pytest.raises(StoreFailed, match="written anew"):
        store.begin({})
    other = Store(tmp_path / "data")
    with pytest.raises(BadInput, match="another nainjaune"):
        other.hold()
    assert len(other.evenings()) == 1
    other.close()
    store.close()


def test_a_file_that_goes_while_nobody_taps_is_noticed_too(house, tmp_path, monkeypatch):
    monkeypatch.setattr(watching, "LOOK_SECONDS", 0.05)
    (tmp_path / "data" / "nainjaune.db").unlink()
    wait_for(lambda: [notice.kind for notice in house.store.notices] == ["gone"])
    assert (tmp_path / "data" / "nainjaune.db").exists()


def test_a_file_that_goes_at_the_end_is_written_anew(tmp_path):
    store = Store(tmp_path)
    evening = store.begin({}).id
    store.append(evening, [{"type": "a"}])
    (tmp_path / "nainjaune.db").unlink()
    store.close()
    again = Store(tmp_path)
    assert [event["type"] for event in again.events(evening)] == ["a"]
    again.close()


def test_looking_makes_no_file(tmp_path):
    store = Store(tmp_path)
    store.begin({})
    (tmp_path / "nainjaune.db").unlink()
    with contextlib.suppress(StoreFailed):
        store.evenings()
        store.look_after()
    store.close()


# --- an evening that nobody ended ---------------------------------------------------------


@pytest.mark.parametrize("days", [-40, 40, 4000])
def test_an_evening_that_nobody_ended_goes_on_whatever_the_clock_said(tmp_path, monkeypatch, days):
    now = time.time()
    with monkeypatch.context() as wrong:
        wrong.setattr(time, "time", lambda: now + days * 86400)
        house = House(tmp_path)
        house.arrange("Ana", "Bruno", "Chloé")
        wait_for(lambda: house.view["phase"] == "antes")
        number = house.live.evening.id
        house.close()
    store = Store(tmp_path)
    assert going_on(store).id == number
    seq = len(store.events(number))
    store.append(number, [{"type": "evening_ended"}], expected=seq)
    assert going_on(store) is None
    store.close()


# --- forgotten ----------------------------------------------------------------------------


def test_a_player_called_like_a_box_is_forgotten_where_he_plays(tmp_path, nainjaune):
    """`JC` is a box as well; every evening but those in which he plays stays as it is, to the byte."""
    played_with_all = [
        {"type": "game_started", "game": "nain-jaune", "rules": "lindor", "options": {}, "players": names}
        for names in (["JC", "TD", "Ana"], ["Jean", "Jean-Paul", "QS"], ["Ana", "Bruno", "Zoé"])
    ]
    rounds = {"type": "round_started", "boxes": {"TD": 0, "JC": 0, "QS": 0, "KH": 0, "7D": 0}}
    store = Store(tmp_path)
    store.bring_in(
        Foreign(1.6e9 + n, {}, [
            begun, {**rounds, "dealer": begun["players"][0]},
            {"type": "alert", "kind": "uncertain", "player": "JC", "card": "JC", "detail": "JC: Jean-Paul?"},
        ]) for n, begun in enumerate(played_with_all)
    )  # fmt: skip
    store.close()
    for name, evening in (("JC", 1), ("TD", 1), ("Jean", 2), ("QS", 2)):
        before = nainjaune("history", "--data", tmp_path, "--out", tmp_path / "before.json")
        assert before.status == 0
        assert nainjaune("history", "--data", tmp_path, "--forget-player", name).status == 0
        assert nainjaune("history", "--data", tmp_path, "--out", tmp_path / "after.json").status == 0
        was, now = (
            json.loads((tmp_path / f"{at}.json").read_text())["evenings"] for at in ("before", "after")
        )
        for number, (one, other) in enumerate(zip(was, now, strict=True), start=1):
            assert (one == other) == (number != evening), (name, number)
        assert name not in now[evening - 1]["events"][0]["players"]
        assert name not in now[evening - 1]["events"][2].get("detail", "")
        assert now[evening - 1]["events"][1]["boxes"] == rounds["boxes"]
    players = now[1]["events"][0]["players"]
    assert "Jean-Paul" in players and sum(each.startswith("Anonyme") for each in players) == 2


def test_a_running_evening_goes_on_after_a_player_was_forgotten(tmp_path, nainjaune):
    house = House(tmp_path)
    house.arrange("JC", "Bruno", "Chloé")
    wait_for(lambda: house.view["phase"] == "antes")
    house.tap(tap="card", player="JC", card="QS")
    house.store.hold()
    nainjaune("history", "--data", tmp_path, "--forget-player", "JC").refused("another nainjaune")
    before = house.view
    house.close()
    assert nainjaune("history", "--data", tmp_path, "--forget-player", "JC").status == 0
    again = House(tmp_path)
    assert going_on(again.store).id == again.live.evening.id
    assert again.live.table.names == ("Anonyme 1", "Bruno", "Chloé")
    now = again.view
    assert now["boxes"] == before["boxes"] and now["cards"][0]["player"] == "Anonyme 1"
    again.tap(tap="undo", target=now["undo"]["seq"])
    again.close()


def test_what_was_forgotten_is_kept_briefly_and_goes_when_asked(data, nainjaune, monkeypatch):
    store = Store(data)
    store.back_up()
    store.close()
    ran = nainjaune("history", "--data", data, "--forget-player", "Bruno")
    assert "--forget-backups" in ran.err
    assert [each.why for each in store.backups.all()] == [backups.FORGETTING]  # others held him too, and went
    assert b"Bruno" not in (data / "nainjaune.db").read_bytes()
    assert b"Bruno" in store.backups.all()[0].file.read_bytes()
    with monkeypatch.context() as later:
        later.setattr(backups, "REGRET", -backups.REGRET)
        store.backups.prune()
    assert store.backups.all() == []
    nainjaune("history", "--data", data, "--forget-evening", "1")
    assert len(store.backups.all()) == 1
    assert nainjaune("history", "--data", data, "--forget-backups", "--json").lines[0] == {
        "type": "backups_forgotten", "count": 1,
    }  # fmt: skip
    assert not any((data / "backups").iterdir())


def test_what_was_forgotten_does_not_come_back_by_a_repair(data, nainjaune):
    nainjaune("history", "--data", data, "--forget-evening", "1")
    (data / "nainjaune.db").write_bytes(b"")
    after, _ = played(data)
    assert 1 not in after


def test_copies_are_few_and_without_pictures(tmp_path, monkeypatch):
    store = Store(tmp_path)
    evening = store.begin({}).id
    store.append(evening, [{"type": "a"}], {0: b"a picture"})
    for _ in range(3):
        store.back_up()
    assert len(store.backups.all()) == 1
    store.back_up(anew=True)  # in the place of today's
    assert [each.why for each in store.backups.all()] == [backups.DAILY]
    (store.backups.folder / "left by a power cut.part").write_bytes(b"a picture")
    for _ in range(backups.KEPT + 3):
        store.backups.make(backups.MIGRATION)
    there = store.backups.all()
    assert len(there) == backups.KEPT == len(os.listdir(store.backups.folder))
    assert not any(b"a picture" in each.file.read_bytes() for each in there)
    assert {stat.S_IMODE(each.file.stat().st_mode) for each in there} == {0o600}
    assert integrity.fault(there[0].file) is None
    for each in there:  # the clock is set back a thousand years
        each.file.rename(each.file.with_name(each.file.name.replace("-2", "-3", 1)))
    assert store.backups.make(backups.MIGRATION).file.exists()
    store.close()


# --- places -------------------------------------------------------------------------------


NAMES = [
    "q?mode=ro", "p%41", "a#b", "a;b", "été 日本", "a b", "%", "?", "file:x", "a&b=c", "~", "'", '"',
]  # fmt: skip


def test_a_folder_of_any_name_is_that_folder(tmp_path, monkeypatch, nainjaune):
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        assert nainjaune("history", "--data", name, "--json").status == 0, name
        assert os.listdir(tmp_path) == [name] and (tmp_path / name / "nainjaune.db").is_file()
        shutil.rmtree(tmp_path / name)


ADDRESSES = [
    "sqlite+pysqlite://", "sqlite://", "sqlite:///:memory:", "sqlite:///x.db?mode=ro&uri=true",
    "sqlite+aiosqlite:///x.db", "sqlite://host/x.db", "nodatabase://x", "://", "postgresql+asyncpg://x/y",
    "postgresql://admin:secret@[bad", "mysql://admin:secret@localhost/x", "sqlite:///file:x.db", "a\0b",
    "postgresql+psycopg://admin:secret@127.0.0.1:1/x",
]  # fmt: skip


def test_an_address_that_holds_no_evenings_is_one_line(tmp_path, monkeypatch, nainjaune):
    monkeypatch.chdir(tmp_path)
    for address in ADDRESSES:
        ran = nainjaune("history", "--data", address).refused("--data")
        assert "secret" not in ran.err and os.listdir(tmp_path) == [], address


def test_an_address_of_a_file(tmp_path, nainjaune):
    assert nainjaune("history", "--data", f"sqlite:///{tmp_path}/x y.db", "--json").status == 0
    assert stat.S_IMODE((tmp_path / "x y.db").stat().st_mode) == 0o600


FIRST = {
    "store": lambda folder: None,
    "deck": lambda folder: decks.save("maison", {DECK[0]: np.zeros((160, 112, 3), np.uint8)}, folder),
    "microphone": lambda folder: Choice(folder / VOICES).keep("USB"),
    "papers": lambda folder: papers_for(folder / "https", ["192.168.1.20"]),
}
"""What may make the folder."""


def test_folder_and_files_are_for_their_owner_whatever_the_umask(tmp_path):
    for what, umask in (("store", 0o777), *((each, 0o000) for each in FIRST), ("store", 0o022)):
        top = tmp_path / f"{what} {umask}"
        before = os.umask(umask)
        try:
            FIRST[what](top / "data")
            store = Store(top / "data")
            store.hold()
            store.append(store.begin({}).id, [{"type": "a"}])
            store.back_up()
            for place, folders, files in os.walk(top):
                modes = [(name, 0o700) for name in folders] + [(name, 0o600) for name in files]
                for name, mode in modes:
                    assert stat.S_IMODE((Path(place) / name).stat().st_mode) == mode, (what, umask, name)
            store.close()
        finally:
            os.umask(before)
        assert stat.S_IMODE((top / "data").stat().st_mode) == 0o700, (what, umask)


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path):
    Store(tmp_path).close()
    (tmp_path / "nainjaune.db").chmod(0o644)
    Store(tmp_path).close()
    assert stat.S_IMODE((tmp_path / "nainjaune.db").stat().st_mode) == 0o600


def test_nothing_can_be_forgotten_without_a_copy_first(data, monkeypatch):
    store = Store(data)

    def full(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, "copy", full)
    with pytest.raises(BadInput, match="copy"):
        store.forget_evening(1)
    assert 1 in {one.id for one in store.evenings()}
    store.close()


def test_a_complaint_that_is_no_text_is_damage_like_any_other(tmp_path):
    Store(tmp_path).close()
    with contextlib.closing(sqlite3.connect(tmp_path / "nainjaune.db")) as connection:
        connection.execute("PRAGMA writable_schema=ON")
        broken = "UPDATE sqlite_master SET sql = CAST(x'43524541544520979797' AS TEXT) WHERE name = 'events'"
        connection.execute(broken)
        connection.commit()
    Store(tmp_path).close()  # set aside, and a fresh one made
    assert len(list(tmp_path.glob("*nainjaune*.db*"))) > 1
