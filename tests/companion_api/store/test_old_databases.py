"""Databases that earlier versions wrote always open, settle the same and go on.

``evenings/schemaN.sqlite`` was written by the version whose tables were N (0: before there were
versions), ``schemaN.postgresql.sql`` by the same on a server, ``schemaN.json`` is what that version
said of both. A new version of the tables adds three.
"""

import json
import shutil
import sqlite3
import unicodedata
from pathlib import Path

import pytest

from companion_api.family import exchange
from companion_api.family.past import Chronicle
from companion_api.store import Store, schema, upcasting
from companion_api.web.hosting.sittings import going_on
from engine.record import naming

EVENINGS = Path(__file__).parent / "evenings"
WRITTEN = sorted(file.stem for file in EVENINGS.glob("*.json"))
VERSIONS = {name: int(name.removeprefix("schema")) for name in WRITTEN}


def composed(told):
    """JSON values with every «é» as one character."""
    return json.loads(unicodedata.normalize("NFC", json.dumps(told, ensure_ascii=False)))


def as_then(now, then):
    """What is told now, without fields that were not told then."""
    if isinstance(then, dict):
        return {key: as_then(value, then[key]) for key, value in now.items() if key in then}
    if isinstance(then, list) and len(now) == len(then):
        return [as_then(one, other) for one, other in zip(now, then, strict=True)]
    return now


@pytest.mark.parametrize("name", WRITTEN)
def test_an_old_database_opens_and_settles_the_same(kept, name):
    if not kept.wrote(name):
        pytest.skip("no version wrote such a one on a server")
    kept.load(name)
    before = composed(json.loads((EVENINGS / f"{name}.json").read_text(encoding="utf-8")))
    older = VERSIONS[name] < schema.VERSION
    for first in (True, False):
        store = Store(kept.place)
        copied = older and first and store.backups is not None
        assert [notice.kind for notice in store.notices] == ["migrated"] * copied
        chronicle = Chronicle(store)
        told = chronicle.overview()
        assert told.pop("unreadable") == []
        assert as_then(told, before["history"]) == before["history"]
        assert as_then(json.loads(exchange.to_json_text(store)), before["export"]) == before["export"]
        assert [preset.name for preset in store.presets()] == ["Chez mamie"]
        # The evening that nobody ended goes on, whatever the date is today.
        last = store.last()
        assert last.id == 3 and (store.shared or going_on(store).id == 3)
        assert store.pictured(last.id) and not store.unreadable()
        store.close()


def test_before_an_old_file_is_changed_a_copy_is_made(tmp_path):
    shutil.copy(EVENINGS / "schema0.sqlite", tmp_path / "nainjaune.db")
    Store(tmp_path).close()
    backup = Store(tmp_path).backups.all()
    assert [each.why for each in backup] == ["before-migration"]
    with sqlite3.connect(backup[0].file) as copied:
        assert copied.execute("PRAGMA user_version").fetchone() == (0,)
        assert copied.execute("SELECT COUNT(*) FROM pictures").fetchone() == (0,)
        assert copied.execute("SELECT COUNT(*) FROM events").fetchone()[0] > 100


def test_an_evening_of_the_old_version_is_added_to_in_the_new_form(tmp_path):
    shutil.copy(EVENINGS / "schema0.sqlite", tmp_path / "nainjaune.db")
    store = Store(tmp_path)
    last = store.last().id
    seq = len(store.events(last))
    store.append(last, [{"type": "alert", "kind": "uncertain", "player": "Ana"}], expected=seq)
    with store._reading() as connection:
        query = schema.events.select().where(schema.events.c.evening == last).order_by(schema.events.c.seq)
        rows = connection.execute(query).all()
    assert {row.version for row in rows[:-1]} == {1} and rows[-1].version == upcasting.VERSION
    assert all(row.checksum == schema.checksum(row.body) for row in rows)
    assert [event["seq"] for event in store.events(last)] == list(range(1, seq + 2))
    store.close()


def test_a_later_version_is_not_touched(tmp_path, nainjaune):
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / "nainjaune.db") as later:
        later.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    later.close()
    before = (tmp_path / "nainjaune.db").read_bytes()
    nainjaune("history", "--data", tmp_path).refused("later nainjaune", str(schema.VERSION + 1))
    assert (tmp_path / "nainjaune.db").read_bytes() == before


DECOMPOSED = unicodedata.normalize("NFD", "Zoé")


def test_names_get_one_spelling():
    lines = [
        {"type": "game_started", "players": [DECOMPOSED, "Ana "], "stock": {DECOMPOSED: 5}, "seq": 1},
        {"type": "card_played", "player": DECOMPOSED, "card": "QS", "seq": 2},
    ]
    now = upcasting.upcast(lines, [1, 1])
    assert now[0]["players"] == ["Zoé", "Ana"] and now[0]["stock"] == {"Zoé": 5}
    assert now[1]["player"] == "Zoé" and lines[1]["player"] == DECOMPOSED
    assert upcasting.upcast(now, [upcasting.VERSION] * 2) == now
    two = [{"type": "game_started", "players": [DECOMPOSED, "Zoé"], "seq": 1}]
    assert upcasting.upcast(two, [1]) == two  # people who only differ in that stay two


def test_only_fields_that_hold_a_player_are_renamed():
    line = {
        "type": "settlement", "seq": 9, "dealer": "JC", "winner": "TD",
        "takes": [{"player": "JC", "card": "JC"}],
        "boxes": {"JC": 3, "TD": 1}, "net": {"JC": 5, "TD": -5}, "longest": {"JC": 2},
        "payments": [{"from": "TD", "to": "JC", "chips": 3, "reason": "JC"}], "detail": "JC has it",
    }  # fmt: skip
    assert naming.renamed(line, {"JC": "X"}) == {
        "type": "settlement", "seq": 9, "dealer": "X", "winner": "TD",
        "takes": [{"player": "X", "card": "JC"}],
        "boxes": {"JC": 3, "TD": 1}, "net": {"X": 5, "TD": -5}, "longest": {"X": 2},
        "payments": [{"from": "TD", "to": "X", "chips": 3, "reason": "JC"}], "detail": "JC has it",
    }  # fmt: skip
    corrected = {"type": "corrected", "target": 3, "by": "host", "was": {"player": "JC", "card": "JC"},
                 "replacement": {"type": "card_played", "player": "JC", "card": "TD"}}  # fmt: skip
    assert naming.renamed(corrected, {"JC": "X", "host": "Y"}) == {
        "type": "corrected", "target": 3, "by": "host", "was": {"player": "X", "card": "JC"},
        "replacement": {"type": "card_played", "player": "X", "card": "TD"},
    }  # fmt: skip
    seated = {"players": [{"name": "Jean", "seat": [1, 2]}, {"name": "Jean-Paul"}], "dealer": "Jean-Paul"}
    assert naming.renamed(seated, {"Jean": "X"}) == {
        "players": [{"name": "X", "seat": [1, 2]}, {"name": "Jean-Paul"}], "dealer": "Jean-Paul"
    }  # fmt: skip


def test_sentences_that_name_somebody_go_and_the_others_stay():
    line = {
        "type": "settlement", "because": "Jean-Paul lays it",
        "explanations": [
            {"rule": "points", "player": "TD", "other": "Jean", "because": [], "text": "TD pays Jean"},
            {"rule": "asleep", "player": None, "text": "QS sleeps"},
        ],
    }  # fmt: skip
    assert naming.renamed(naming.unsaid(line, "Jean"), {"Jean": "X"}) == {
        "type": "settlement",
        "explanations": [
            {"rule": "points", "player": "TD", "other": "X", "because": []},
            {"rule": "asleep", "player": None, "text": "QS sleeps"},
        ],
    }
