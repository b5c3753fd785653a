"""`bench server`, small: killed ten times, watched by a crowd, sent rubbish."""

import json
import os

import pytest

from bench.tapped import server as bench_server

LONG = bool(os.environ.get("NAINJAUNE_LONG"))
pytestmark = pytest.mark.skipif(os.name == "nt", reason="processes are killed as POSIX does")


def test_a_server_that_is_killed_loses_nothing_that_it_has_told(tmp_path):
    told = bench_server.killed(tmp_path, bench_server.KILLS if LONG else 10)
    assert told["lost"] == 0 and told["pages_wrong"] == [] and told["stopped"] == 0, told
    assert told["events"] > told["kills"]


def test_loss_and_change_are_noticed(tmp_path):
    """The bench itself: an event that is not in the store, or not as it was, is counted."""
    table = bench_server._Table(None, evening=1, acknowledged=2)
    store = bench_server.Store(tmp_path)
    store.begin({})
    store.append(1, [{"type": "a"}])
    store.close()
    table.events = [{"type": "a", "seq": 1}, {"type": "b", "seq": 2}]
    assert bench_server._lost(tmp_path, table) == 2
    table.events, table.acknowledged = [{"type": "x", "seq": 1}], 1
    assert bench_server._lost(tmp_path, table) == 1

    class Line:
        def __init__(self, *messages):
            self.messages = list(messages)

        def recv(self, timeout):
            return json.dumps({"view": {}, "camera": {"state": "none"}, **self.messages.pop(0)})

    table.events = [{"type": "a", "seq": 1}]
    table.take(Line({"evening": 1, "seq": 3, "events": [{"type": "c", "seq": 3}]}), 3)
    assert any("left out" in one for one in table.wrong)
    table.take(Line({"evening": 1, "seq": 1, "events": [{"type": "other", "seq": 1}]}), 1)
    assert any("changed" in one for one in table.wrong)
    table.take(Line({"evening": 2, "seq": 0, "events": [], "camera": {"state": "failed"}}), 0)
    assert any("another evening" in one for one in table.wrong)
    assert any("nobody watches" in one for one in table.wrong)


def test_a_crowd_sees_everything_and_the_first_view_is_small(tmp_path):
    with bench_server._serving(tmp_path / "data") as server:
        first = bench_server.first_view(server)
        assert 20_000 < first["bytes"] <= 150_000 and first["files"] > 10
        seen = bench_server.crowd(server, 120 if LONG else 12)
        assert seen["everybody_got_everything"] and seen["events"] >= 12
        if LONG:  # other tests share the processor otherwise
            assert seen["ms_p95"] <= 150 and first["ms"] <= 1000
        after = bench_server.memory(server, 20_000 if LONG else 240)
        assert after["server_errors"] == 0 and after["still_answers"]
        if after["mb_grown"] is not None:
            assert after["mb_grown"] < 10


def test_a_server_that_cannot_start_is_told(tmp_path):
    (tmp_path / "nainjaune.db").mkdir()
    with pytest.raises(RuntimeError, match="status 2"), bench_server._serving(tmp_path):
        pass
