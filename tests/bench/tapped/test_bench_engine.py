"""`nainjaune bench engine`: every preset's rounds are replayed and timed."""

from __future__ import annotations

from bench.tapped import engine as bench_engine
from engine.games import game


def test_every_preset_is_measured():
    figures = bench_engine.run(12)
    assert set(figures["presets"]) == {rules for _, rules in game.GAMES}
    assert figures["rules"] == "lindor" and figures["rounds"] == 12
    assert all(each["rounds_per_second"] > 0 for each in figures["presets"].values())


def test_a_random_log_is_a_whole_round():
    for kind, rules in game.GAMES:
        for players in bench_engine.seats(kind, rules):
            assert len(game.fold(bench_engine.random_log(kind, rules, 7, players)).settlements) == 1
