"""A club is measured: what its tables referee reaches the club whole and in order, and its pages."""

import asyncio
from types import SimpleNamespace

import pytest

from bench.tapped import club
from engine.errors import BadInput

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed (pip install -e '.[test-all]')")


def test_a_club_in_small(cluster):
    address = cluster.database()
    with psycopg.connect(address) as connection:
        (database,) = connection.execute("SELECT current_database()").fetchone()
        connection.execute(f"CREATE ROLE {database}_two_table_1")  # of the club in another database
    figures = club.run(address, minutes=0.1, sizes=(2,), pages=3)["2"]
    assert figures["events"] > 4
    assert not figures["lost"] and not figures["doubled_or_changed"] and not figures["out_of_order"]
    assert figures["seconds_to_the_slowest_page"]["p95"] > 0 and figures["not_shown"] == 0
    assert figures["ms_of_processor_per_event"]["board"] > 0
    with psycopg.connect(address) as connection:  # nothing of it is left
        assert connection.execute("SELECT 1 FROM pg_namespace WHERE nspname = 'club'").fetchone() is None
        like = "SELECT rolname FROM pg_roles WHERE rolname LIKE current_database() || '\\_%'"
        assert connection.execute(like).fetchall() == [(f"{database}_two_table_1",)]
        connection.execute("CREATE SCHEMA club")
    with pytest.raises(BadInput, match="an empty database"):
        club.run(address, 1)


def test_a_commit_waits_for_every_page():
    watch, one, other = club._Watch(2), {}, {}

    def shows(page, cards):
        watch.shown(page, [{"number": 7, "settled": 0, "cards": cards}])

    for page in (one, other):
        shows(page, 0)
    for cards in (1, 2):
        watch.sent(SimpleNamespace(number=7, settled=0, cards=cards))
    for cards in (1, 2, 1, 2):  # a card was taken back and laid again: this page has shown it once
        shows(one, cards)
    assert watch.not_shown() == 2 and watch.waits == []
    shows(other, 2)
    assert watch.not_shown() == 0 and len(watch.waits) == 2


def test_a_page_that_cannot_open_is_one_line(cluster, monkeypatch, nainjaune):
    def refused(*args, **options):
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr(club, "connect_later", refused)
    ran = nainjaune("bench", "club", "--club", cluster.database(), "--minutes", "0.1")
    ran.refused("--club: 0 of 60 pages of the board open (Connection refused)")


class CutOff:
    """A page's line to the board, cut after the board's first words."""

    def __init__(self, *args, **options):
        self.words = iter(['{"tables": []}'])

    async def __aenter__(self):
        return self

    async def __aexit__(self, *why):
        pass

    async def send(self, text):
        pass

    async def recv(self):
        for text in self.words:
            return text
        await asyncio.sleep(0.5)
        raise ConnectionResetError(104, "Connection reset by peer")


def test_a_page_that_is_cut_off_is_one_line_and_no_figure(cluster, monkeypatch, nainjaune):
    monkeypatch.setattr(club, "connect_later", CutOff)
    ran = nainjaune("bench", "club", "--club", cluster.database(), "--minutes", "0.1")
    ran.refused("--club: a page of the board was cut off (Connection reset by peer)")


def test_a_server_elsewhere_is_not_measured(nainjaune):
    nainjaune("bench", "club", "--club", "postgresql://me@h/x").refused("of this computer")
    nainjaune("bench", "club").refused("--club")
