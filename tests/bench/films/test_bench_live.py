"""What `bench live` measures."""

import os

import pytest

from bench.films import live as bench_live
from engine.errors import BadInput


def test_memory_that_grows_is_a_slope_and_noise_is_none():
    grows = [(float(t), 300 + 12 * t / 3600) for t in range(0, 1200, 10)]
    assert bench_live._slope(grows) == pytest.approx(12.0, abs=0.1)
    assert bench_live._slope([(float(t), 300 + t % 2) for t in range(1200)]) == pytest.approx(0, abs=0.1)
    assert bench_live._slope([(0.0, 300.0)]) is None


def test_no_time_is_bad_input():
    with pytest.raises(BadInput, match="--minutes 0"):
        bench_live.run(0)


@pytest.mark.skipif(not os.environ.get("NAINJAUNE_LONG"), reason="half a minute of full processor")
def test_watching_at_full_size_keeps_within_two_cores():
    figures = bench_live.run(0.3)
    assert figures["cpu_s_per_film_s"] < 1.2
    parts = [figures[f"{part}_cpu_s_per_film_s"] for part in ("unpacking", "vision", "referee")]
    assert sum(parts) == pytest.approx(figures["cpu_s_per_film_s"], abs=0.01)
