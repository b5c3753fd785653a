"""The referee keeps up with a whole evening: every round settles, an event costs little."""

import os

import pytest

from bench.tapped import evening as bench_evening


def test_an_evening_in_small():
    figures = bench_evening.run(hours=0.05, seed=3)
    assert figures["settled"] == figures["rounds"] >= 1
    assert figures["event_ms"]["median"] > 0
    assert figures["events"] > 60


@pytest.mark.skipif(not os.environ.get("NAINJAUNE_LONG"), reason="takes minutes")
def test_a_long_evening_does_not_grow():
    figures = bench_evening.run(hours=4.0)
    assert figures["settled"] == figures["rounds"]
    assert figures["last_hour_ms"] <= 1.5 * figures["first_hour_ms"]
    assert figures["grown_mb"] <= 60
