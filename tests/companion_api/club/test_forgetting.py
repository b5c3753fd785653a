"""What is forgotten at a club stands nowhere in its database, and boards show it no longer."""

import json
from datetime import date

import pytest
from clubs import Club, Playing, evening
from scripted import wait_for

from companion_api.board.board import Board

PLAYERS = ["Ana", "Bruno", "Zoé"]
TABLES = ("tables", "streams", "evenings", "events", "players", "rounds", "seats")


@pytest.fixture
def club(cluster, tmp_path):
    """Two nights of a club: yesterday's and today's, each with one evening at table 1."""
    club = Club(cluster, tmp_path / "club", 1)
    table = Playing(tmp_path / "t1", club.url("table-1"))
    club.rows("INSERT INTO club.players (name) VALUES ('Ana'), ('Bruno'), ('Zoé')", "host")
    for night, seed in (("2026-01-01", 1), ("2026-01-02", 2)):
        club.rows(f"INSERT INTO club.rounds (night, round) VALUES ('{night}', 1)", "host")
        for place, name in enumerate(PLAYERS):
            seat = f"'{night}', 1, current_database() || '_table_1', {place}, '{name}'"
            club.rows(f"INSERT INTO club.seats VALUES ({seat})", "host")
        table.begin(PLAYERS)
        lines = evening(PLAYERS, 1, seed)
        table.add(lines)
        wait_for(lambda lines=lines: len(lines) in map(len, club.told(1).values()))
    table.close()
    return club


def holds(club, name):
    """Whether a name stands in any row, written out or as JSON writes it."""
    rows = repr([club.rows(f"SELECT * FROM club.{table}") for table in TABLES])
    return name in rows or json.dumps(name)[1:-1].replace("\\", "\\\\") in rows


def test_a_player_is_nameless_everywhere_and_what_he_won_stays(club, nainjaune):
    board = Board(club.url("board"))
    board.start()

    def ranked():
        return {one["name"]: one["won"] for one in json.loads(board.text() + "}")["ranking"]}

    before = ranked()
    assert holds(club, "Zoé") and set(before) == set(PLAYERS)
    ran = nainjaune("club", "forget", club.folder / "host.club", "--player", "Zoé", "--json")
    assert ran.lines == [{"type": "forgotten", "instead": "Anonyme 1"}]
    assert not holds(club, "Zoé")
    renamed = {"Anonyme 1": before["Zoé"], "Ana": before["Ana"], "Bruno": before["Bruno"]}
    wait_for(lambda: ranked() == renamed)
    again = Board(club.url("board"))
    assert json.loads(again.text() + "}")["ranking"] == json.loads(board.text() + "}")["ranking"]
    for each in (board, again):
        each.close()


def test_a_night_is_gone_and_no_other(club, nainjaune):
    ran = nainjaune("club", "forget", club.folder / "host.club", "--night", "2026-01-01")
    assert ran.status == 0 and "2026-01-01" in ran.out
    assert club.rows("SELECT DISTINCT night FROM club.seats") == [(date(2026, 1, 2),)]
    assert len(club.rows("SELECT 1 FROM club.evenings")) == 1
    left = club.told(1)
    assert len(left) == 1 and len(next(iter(left.values()))) == len(evening(PLAYERS, 1, 2))


@pytest.mark.parametrize(
    ("file", "what", "said"),
    [
        ("host", ("--player", "Nobody"), "Nobody"),
        ("host", ("--night", "2020-01-01"), "2026-01-01, 2026-01-02"),
        ("board", ("--player", "Ana"), "only the host"),
        ("table-1", ("--night", "2026-01-01"), "only the host"),
    ],
)
def test_what_cannot_be_forgotten_is_one_line(club, nainjaune, file, what, said):
    nainjaune("club", "forget", club.folder / f"{file}.club", *what).refused(said)
    assert holds(club, "Ana") and len(club.rows("SELECT 1 FROM club.rounds")) == 2


def test_no_day_is_one_line(nainjaune):
    nainjaune("club", "forget", "host.club", "--night", "soon").refused("expected a day")
