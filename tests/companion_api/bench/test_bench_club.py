"""A club is measured: what its tables referee reaches the club whole and in order, and its pages."""

import math

import psycopg
import pytest

from companion_api.bench.tapped import club
from engine.errors import BadInput


def test_a_club_in_small(cluster):
    address = cluster.database()
    with psycopg.connect(address) as connection:
        (database,) = connection.execute("SELECT current_database()").fetchone()
        connection.execute(f"CREATE ROLE {database}_two_table_1")  # of the club in another database
    figures = club.run(address, minutes=0.1, sizes=(2,), pages=3)["2"]
    assert figures["events"] > 4
    assert not figures["lost"] and not figures["doubled_or_changed"] and not figures["out_of_order"]
    assert not math.isnan(figures["seconds_to_the_slowest_page"]["p95"])
    assert figures["ms_of_processor_per_event"]["board"] > 0
    with psycopg.connect(address) as connection:  # nothing of it is left
        assert connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'club'").fetchone() is None
        like = "SELECT rolname FROM pg_roles WHERE rolname LIKE current_database() || '\\_%'"
        assert connection.execute(like).fetchall() == [(f"{database}_two_table_1",)]
        connection.execute("CREATE SCHEMA club")
    with pytest.raises(BadInput, match="an empty database"):
        club.run(address, 1)


def test_a_server_elsewhere_is_not_measured(nainjaune):
    nainjaune("bench", "club", "--club", "postgresql://me@h/x").refused("of this computer")
    nainjaune("bench", "club").refused("--club")
