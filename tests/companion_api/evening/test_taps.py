"""People tap whatever a phone can send: what is refused changes nothing, a restart finds all the rest.

``NAINJAUNE_LONG=1`` taps a hundred times as much, `nainjaune bench taps` for hours.
"""

import os
from dataclasses import replace
from itertools import cycle
from random import Random

from bench.tapped import taps
from bench.tapped.hand_fed import HandFed
from bench.tapped.tapper import Tapper
from companion_api.evening.who import HOST

TAPS = 3_000 if os.environ.get("NAINJAUNE_LONG") else 30


def at_a_table(folder):
    people = taps.Taps(HandFed(folder))
    people.another_evening(Random(2))
    return people


def test_every_kind_of_tap_with_something_else_after_it_leaves_nothing_behind(tmp_path):
    people, rng = at_a_table(tmp_path), Random(5)
    for _ in range(9):
        people.tap("next", rng)
    single = [what for what in taps.MEANWHILE if not what.endswith("_on")]
    for kind, what in zip(Tapper.KINDS, cycle(single), strict=False):
        people.tap(kind, rng)
        people.meanwhile(what, rng)
        assert people.differences == []
    assert people.answers[200] >= 8 and people.answers[422] >= 3
    people.table.close()


def test_the_bench_itself_notices_what_differs(tmp_path):
    people = at_a_table(tmp_path)
    table = people.table
    refused = {"tap": "undo", "target": 99, "seq": table.live.seq}
    assert people.ask("/api/taps", refused, HOST) == 422 and people.differences == []
    post = table.post

    def meddling(path, body, held):
        table.watching.referee._statements.held.append(("Ana", None))
        return post(path, body, held)

    table.post = meddling
    people.ask("/api/taps", refused, HOST)
    assert [each.rpartition(": ")[2] for each in people.differences] == ["referee is not as it was"]
    table.store.append(table.live.evening.id, [{"type": "evening_ended"}])
    assert any("after a restart" in each for each in taps.restarted(table))
    table.close()


def test_an_undo_that_is_undone_too_late_is_refused_and_everybody_goes_on(tmp_path):
    people = at_a_table(tmp_path)
    table, (first, *_) = people.table, people.table.names

    def tap(**what):
        return people.ask("/api/taps", {**what, "seq": table.live.seq}, HOST)

    def lay(code):
        leader = table.view["leader"] or first
        return tap(tap="card", player=leader, card=code)

    assert tap(tap="undo", target=2) == 200 and table.view["phase"] == "waiting"  # nobody had laid a card
    assert tap(tap="round") == 200 and lay("2C") == 200 and lay("3C") == 200
    card = table.view["cards"][-1]["seq"]
    assert tap(tap="undo", target=card) == 200
    undone = table.live.seq
    assert lay("3C") == 200
    assert tap(tap="undo", target=undone) == 422  # it lies there already
    begun = next(line["seq"] for line in table.events[::-1] if line["type"] == "round_started")
    assert tap(tap="undo", target=begun) == 422 and tap(tap="undo", target=1) == 422
    assert lay("4C") == 200 and table.view["phase"] == "playing"
    table.frame(2)
    assert not table.watching.ended.is_set() and people.differences == []
    table.close()


def test_a_reminder_on_a_full_disk_waits_like_all_else(tmp_path):
    table = HandFed(tmp_path)
    setup = {"players": ["Ana", "Bruno", "Chloé"], "dealer": "Chloé", "reminder": 2}
    now = {"evening": table.live.evening.id, "seq": 0}
    assert table.post("/api/setup", {**now, "table": setup}, HOST)[0] == 200
    lay = {"tap": "card", "player": "Ana", "card": "QS", "seq": table.live.seq}
    assert table.post("/api/taps", lay, HOST)[0] == 200
    table.room(False)
    for _ in range(3):
        table.frame(3)
    assert table.live.now()["camera"]["state"] == "storage"
    table.room(True)
    table.frame(1)
    told = [event["kind"] for event in table.events if event["type"] == "alert"]
    assert told == ["reminder"] and taps.restarted(table) == [] and not table.watching.ended.is_set()
    table.close()


def test_who_cannot_hear_of_an_event_stops_no_evening(tmp_path):
    def deaf(event):
        raise BrokenPipeError

    people = at_a_table(tmp_path)
    watching = people.table.watching
    watching._manner = replace(watching._manner, told=deaf)
    assert people.tap("next", Random(1)) == 200
    people.meanwhile("sighting", Random(1))
    assert people.differences == []
    people.table.close()


def test_taps_are_counted_and_told(capsys):
    told = taps.run(TAPS, seed=7)
    assert told["taps"] >= TAPS and told["accepted"] and told["refused"] and told["differences"] == []
    assert told["accepted"] == sum(told["done"].values())
    assert "0 differences" in capsys.readouterr().err
