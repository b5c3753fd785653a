"""What is forgotten at a club stands nowhere in its database, and boards show it no longer."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from itertools import pairwise

import pytest
from clubs import Club, Playing, evening
from scripted import wait_for

from clubhouse import calling, forgetting, founding
from clubhouse.board import Board
from clubhouse.forgetting import forget_player
from companion_api.family.past import Chronicle

PLAYERS = ["Ana", "Bruno", "Zoé"]
END = {"type": "evening_ended"}
TABLES = ("tables", "streams", "evenings", "events", "closed", "players", "rounds", "seats")


def drawn(club, night, number):
    """All of them are drawn for table 1."""
    club.rows(f"INSERT INTO club.rounds (night, round) VALUES ('{night}', {number})", "host")
    for place, name in enumerate(PLAYERS):
        seat = f"'{night}', {number}, current_database() || '_table_1', {place}, '{name}'"
        club.rows(f"INSERT INTO club.seats VALUES ({seat})", "host")


@pytest.fixture
def club(cluster, tmp_path):
    """Two nights of a club: yesterday's and today's, each with one evening at table 1."""
    club = Club(cluster, tmp_path / "club", 1)
    table = Playing(tmp_path / "t1", club.url("table-1"))
    club.rows("INSERT INTO club.players (name) VALUES ('Ana'), ('Bruno'), ('Zoé')", "host")
    for night, seed in (("2026-01-01", 1), ("2026-01-02", 2)):
        drawn(club, night, 1)
        table.begin(PLAYERS)
        lines = [*evening(PLAYERS, 1, seed), END]
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


def test_evenings_in_which_he_does_not_play_stay_as_they_are(club, tmp_path, nainjaune):
    table = Playing(tmp_path / "t2", club.url("table-1"))
    for players, says in ((["Al", "Dora"], "Al and Alice"), (["Alice", "Dora"], "Alice lays it")):
        table.begin(players)
        table.add([{"type": "game_started", "players": players}, {"type": "alert", "text": says}, END])
        last = table.store.last_message()
        wait_for(lambda last=last: (last,) in club.rows("SELECT last FROM club.streams"))
    table.close()
    assert nainjaune("club", "forget", club.folder / "host.club", "--player", "Al").status == 0
    assert holds(club, "Alice lays it") and not holds(club, "Al and Alice")
    assert len(club.rows("SELECT 1 FROM club.closed")) == 1


@pytest.mark.parametrize("away", [False, True])
def test_whom_a_table_forgets_later_is_forgotten_at_the_club_too(club, tmp_path, nainjaune, away):
    forget = "club", "forget", club.folder / "host.club", "--player", "Zoé"
    board = Board(club.url("board"))
    board.start()
    table = Playing(tmp_path / "t1", club.url("table-1"))
    before = _ranking(board)
    assert set(before) == set(PLAYERS)
    if away:  # its lines are told when the evenings are closed already, by a thread that starts only then
        table.delivery.close()
        assert Chronicle(table.store).forget_player("Bruno") == "Anonyme 1"
        assert nainjaune(*forget).status == 0
        table.close()
        table = Playing(tmp_path / "t1", club.url("table-1"))
    else:
        assert nainjaune(*forget).status == 0
        assert Chronicle(table.store).forget_player("Bruno") == "Anonyme 1"
    new = {"Ana": "Ana", "Bruno": "Anonyme 2", "Zoé": "Anonyme 1"}
    wait_for(lambda: _ranking(board) == {new[name]: won for name, won in before.items()})
    assert "Zoé" in {one["name"] for one in table.store.evenings()[0].setup["players"]}  # at home she is
    for each in (board, table):
        each.close()
    for texts in ("SELECT setup FROM club.evenings", "SELECT body FROM club.events"):
        rows = repr(club.rows(texts))
        assert "Ana" in rows and "Bruno" not in rows and "Zo" not in rows


def test_a_name_that_is_spelt_otherwise_is_not_forgotten():
    assert forgetting._gone({"Zoe\u0301", "Ana", "Bruno", "Anonyme 1"}, {"Zo\u00e9", "Ana "}) == {"Bruno"}


def test_a_night_is_gone_and_no_other(club, nainjaune):
    ran = nainjaune("club", "forget", club.folder / "host.club", "--night", "2026-01-01")
    assert ran.status == 0 and "2026-01-01" in ran.out
    assert club.rows("SELECT DISTINCT night FROM club.seats") == [(date(2026, 1, 2),)]
    assert len(club.rows("SELECT 1 FROM club.evenings")) == 1
    left = club.told(1)
    assert len(left) == 1 and len(next(iter(left.values()))) == len(evening(PLAYERS, 1, 2)) + 1


class GoingOn:
    """A second round of the last night, which has begun at table 1, and a board that shows it.

    Attributes:
        deals: lines of each of its deals, to be told.
    """

    def __init__(self, club, folder):
        self.club, self.board = club, Board(club.url("board"))
        self.table = Playing(folder, club.url("table-1"))
        drawn(club, "2026-01-02", 2)
        self.table.begin(PLAYERS)
        lines = evening(PLAYERS, 3, 3)
        ends = [place for place, line in enumerate(lines, 1) if line["type"] == "settlement"]
        self.deals = [lines[start:end] for start, end in pairwise([0, *ends])]
        self.board.start()

    def told(self, lines):
        """Play on, until the club has been told."""
        self.table.add(lines)
        last = self.table.store.last_message()
        wait_for(lambda: (last,) in self.club.rows("SELECT last FROM club.streams"))

    def shown(self):
        """The board's ranking, and that of one which is started now."""
        again = Board(self.club.url("board"))
        again.start()
        wait_for(lambda: again.text())
        wait_for(lambda: _ranking(again) == _ranking(self.board))
        again.close()
        return _ranking(again)

    def close(self):
        self.board.close()
        self.table.close()


def _ranking(board):
    return {one["name"]: one["won"] for one in json.loads(board.text() + "}")["ranking"]}


@pytest.fixture
def going_on(club, tmp_path):
    going_on = GoingOn(club, tmp_path / "t2")
    yield going_on
    going_on.close()


def everything(club):
    return {table: club.rows(f"SELECT * FROM club.{table}") for table in TABLES}


@pytest.mark.parametrize(("what", "of"), [("--player", "Zoé"), ("--night", "2026-01-02")])
def test_an_evening_that_goes_on_ends_before_anything_of_it_is_forgotten(club, going_on, nainjaune, what, of):
    forget = "club", "forget", club.folder / "host.club", what, of
    first, second, third = going_on.deals
    going_on.told(first)
    before = everything(club)
    nainjaune(*forget).refused("an evening goes on at table 1 (20")
    assert everything(club) == before
    going_on.told([*second, END])
    before = going_on.shown()
    assert set(before) == set(PLAYERS)
    assert nainjaune(*forget).status == 0
    renamed = {("Anonyme 1" if name == "Zoé" else name): won for name, won in before.items()}
    left = renamed if what == "--player" else going_on.shown()
    rows = club.rows("SELECT body FROM club.events")
    # At the table somebody lets that evening go on all the same, and mends who sits there.
    going_on.told(third)
    going_on.table.store.arrange(going_on.table.evening, {"players": [{"name": "Zoé"}]})
    going_on.told([END])
    assert club.rows("SELECT body FROM club.events") == rows
    assert going_on.shown() == left
    assert what == "--night" or not holds(club, "Zoé")
    # Another one counts.
    going_on.table.begin(["Ana", "Bruno", "Dora"])
    going_on.told(evening(["Ana", "Bruno", "Dora"], 1, 4))
    assert len(club.rows("SELECT body FROM club.events")) > len(rows)


def test_an_evening_that_nobody_ended_is_over_when_its_table_has_been_silent_for_a_day(
    club, going_on, nainjaune
):
    forget = "club", "forget", club.folder / "host.club", "--player", "Zoé"
    first, second, _ = going_on.deals
    going_on.told(first)

    def earlier(hours):
        for table in ("evenings", "events"):
            club.rows(f"UPDATE club.{table} SET arrived = arrived - interval '{hours} hours'")

    earlier(23)
    nainjaune(*forget).refused("an evening goes on at table 1")
    earlier(2)
    newest = "(SELECT evening FROM club.evenings ORDER BY arrived DESC LIMIT 1)"
    club.rows(f"UPDATE club.events SET arrived = now() WHERE evening = {newest} AND seq = 2")
    nainjaune(*forget).refused("an evening goes on at table 1")  # which began long ago
    earlier(25)
    assert nainjaune(*forget).status == 0 and not holds(club, "Zoé")
    rows = club.rows("SELECT body FROM club.events")
    going_on.told(second)  # its table is switched on again
    assert club.rows("SELECT body FROM club.events") == rows and not holds(club, "Zoé")


def test_whoever_tells_something_waits_for_what_is_being_forgotten(club):
    ((key,),) = club.rows("SELECT evening FROM club.evenings ORDER BY arrived DESC LIMIT 1")
    with calling.closing(calling.connect(club.url("host"))) as host, ThreadPoolExecutor(1) as thread:
        host.execute("BEGIN")
        host.execute("LOCK club.evenings, club.events IN SHARE ROW EXCLUSIVE MODE")
        telling = thread.submit(club.deliver, 1, "s", (key, 999, "Zoé"))
        wait_for(lambda: club.rows("SELECT 1 FROM pg_locks WHERE NOT granted"))
        forget_player(host, "Zoé")
        host.execute("COMMIT")
        assert telling.result(30) == 1
    assert not holds(club, "Zoé")


def test_events_whose_evening_is_gone_go_with_the_next_night(club, nainjaune):
    columns = '"table", evening, seq, stream, number, at, body'
    row = "(current_database() || '_table_1', 'gone', 1, 's', 1, 1, 'Zoé')"
    club.rows(f"INSERT INTO club.events ({columns}) VALUES {row}")
    assert nainjaune("club", "forget", club.folder / "host.club", "--night", "2026-01-01").status == 0
    assert club.rows("SELECT 1 FROM club.events WHERE evening = 'gone'") == []


def test_a_club_of_an_older_version_is_set_up_again_first(club, nainjaune):
    forget = "club", "forget", club.folder / "host.club", "--player", "Zoé"
    club.rows("DROP TABLE club.calls; DROP TABLE club.closed")
    nainjaune(*forget).refused("`nainjaune club setup`")
    founding.found(club.admin, 1, club.folder)
    assert nainjaune(*forget).status == 0


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
