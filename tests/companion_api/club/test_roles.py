"""Who may do what in a club's database: held by the server itself."""

import stat

import pytest
from clubs import Club

from companion_api.club import calling
from companion_api.club.founding import found
from engine.errors import BadInput

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed (pip install -e '.[test-all]')")


@pytest.fixture(scope="module")
def club(cluster, tmp_path_factory):
    club = Club(cluster, tmp_path_factory.mktemp("club"), 2)
    for table in (1, 2):
        call = "SELECT club.deliver('s', %s, %s, %s, %s, %s)"
        club.rows(
            call, f"table-{table}", [1, 2], ["e", "e"], [0, 1], [1.0, 1.0], ["{}", f'{{"of": {table}}}']
        )
    club.rows("INSERT INTO club.players (name) VALUES ('Ana'), ('Bruno')", "host")
    club.rows("INSERT INTO club.rounds (night, round) VALUES ('2026-01-01', 1)", "host")
    club.rows("INSERT INTO club.closed SELECT \"table\", 'old' FROM club.tables", "host")
    query = "INSERT INTO club.seats SELECT '2026-01-01', 1, \"table\", 0, 'P' || number FROM club.tables"
    club.rows(query, "host")
    return club


OTHER = "(SELECT current_database() || '_table_2')::name"
ATTEMPTS = [
    f'SELECT * FROM club.events WHERE "table" = {OTHER}',
    f'SELECT * FROM club.evenings WHERE "table" = {OTHER}',
    f'SELECT * FROM club.streams WHERE "table" = {OTHER}',
    f'SELECT * FROM club.seats WHERE "table" = {OTHER}',
    f'SELECT * FROM club.closed WHERE "table" = {OTHER}',
    "SELECT * FROM club.tables",
    "SELECT * FROM club.players",
    "SELECT body FROM club.events WHERE body LIKE '%2%'",
    f"UPDATE club.events SET body = 'x' WHERE \"table\" = {OTHER} RETURNING 1",
    "UPDATE club.events SET body = 'x' WHERE body LIKE '%2%' RETURNING 1",
    # Not its own rows either: when its words arrived, and which there are, is said by what delivers them.
    "UPDATE club.evenings SET arrived = 'infinity' RETURNING 1",
    "UPDATE club.events SET seq = -5 RETURNING 1",
    "INSERT INTO club.evenings (evening, stream, number, started, setup) VALUES ('n', 's', 9, 1, '{}')",
    "DELETE FROM club.streams RETURNING 1",
    "LOCK TABLE club.events IN ROW EXCLUSIVE MODE",
    "SELECT club.deliver('s', ARRAY[3], ARRAY['e'], ARRAY[2], ARRAY[1.0], ARRAY[repeat('x', 300000)])",
    "SELECT club.say_anew(ARRAY['events'], ARRAY['(0,1)'], ARRAY['{\"of\": 2}'], ARRAY['x'])",
    f"UPDATE club.evenings SET setup = 'x' WHERE \"table\" = {OTHER} RETURNING 1",
    f'UPDATE club.streams SET last = 0 WHERE "table" = {OTHER} RETURNING 1',
    f'DELETE FROM club.events WHERE "table" = {OTHER} RETURNING 1',
    f'DELETE FROM club.evenings WHERE "table" = {OTHER} RETURNING 1',
    f"INSERT INTO club.events VALUES ({OTHER}, 'e', 9, 's', 9, 1, 'x') RETURNING 1",
    f"INSERT INTO club.streams VALUES ({OTHER}, 't', 9) RETURNING 1",
    f"INSERT INTO club.evenings VALUES ({OTHER}, 'f', 's', 9, 1, 'x') RETURNING 1",
    f'UPDATE club.events SET "table" = {OTHER} RETURNING 1',
    "INSERT INTO club.closed (evening) VALUES ('e') RETURNING 1",
    f"INSERT INTO club.closed VALUES ({OTHER}, 'e') RETURNING 1",
    "UPDATE club.closed SET evening = 'e' RETURNING 1",
    "DELETE FROM club.closed RETURNING 1",
    "INSERT INTO club.seats VALUES ('2026-01-01', 1, current_user, 1, 'Me') RETURNING 1",
    "UPDATE club.rounds SET ends = now() RETURNING 1",
    "SET ROLE admin",
    "ALTER TABLE club.events DISABLE ROW LEVEL SECURITY",
    "CREATE TABLE public.mine (x int)",
    "CREATE TABLE club.mine (x int)",
    "CREATE TEMP TABLE mine (x int)",
    "DROP FUNCTION club.deliver",
    "CREATE ROLE mine",
]


def everything(club):
    return [
        club.rows(f"SELECT * FROM club.{table} ORDER BY 1, 2")
        for table in ("events", "evenings", "streams", "closed", "seats", "rounds", "players", "tables")
    ]


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_table_sees_and_writes_itself_alone(club, attempt):
    before = everything(club)
    try:
        got = club.rows(attempt, "table-1")
    except psycopg.Error:
        got = []
    assert got in ([], [("",)]) and everything(club) == before


def test_a_table_does_see_itself(club):
    assert club.rows("SELECT body FROM club.events", "table-1") == [('{"of": 1}',)]
    assert club.rows("SELECT player FROM club.seats", "table-2") == [("P2",)]
    assert club.rows("SELECT round FROM club.rounds", "table-2") == [(1,)]
    assert club.rows("SELECT evening FROM club.closed", "table-2") == [("old",)]


@pytest.mark.parametrize(
    "attempt",
    [
        "UPDATE club.events SET body = 'x'", "DELETE FROM club.events",
        "INSERT INTO club.players VALUES ('Z')",
        "DELETE FROM club.players", "UPDATE club.rounds SET round = 2", "DELETE FROM club.seats",
        "INSERT INTO club.closed VALUES ('t', 'e')", "DELETE FROM club.closed",
        "SELECT club.deliver('s', NULL, NULL, NULL, NULL, NULL)", "SET ROLE admin",
    ],
)  # fmt: skip
def test_the_board_reads(club, attempt):
    assert len(club.rows("SELECT * FROM club.events", "board")) == 2
    assert len(club.rows("SELECT * FROM club.players", "board")) == 2
    before = everything(club)
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        club.rows(attempt, "board")
    assert everything(club) == before


def test_the_host_draws_and_does_not_play(club):
    club.rows("INSERT INTO club.players (name) VALUES ('Carl')", "host")
    club.rows("DELETE FROM club.players WHERE name = 'Carl'", "host")
    columns = "evening, seq, stream, number, at, body"
    before = everything(club)
    for attempt in (
        "UPDATE club.closed SET evening = 'e'",  # what is forgotten stays so
        "DELETE FROM club.closed",
        f"INSERT INTO club.events ({columns}) VALUES ('e', 9, 's', 9, 1, 'x')",
        "SELECT club.deliver('s', NULL, NULL, NULL, NULL, NULL)",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            club.rows(attempt, "host")
    assert everything(club) == before


def test_whoever_has_no_role_here_stays_outside(club, cluster):
    other = Club(cluster, club.folder.parent / "other", 1)
    for name in ("table-1", "board", "host"):
        with pytest.raises(BadInput, match="does not let us in") as refused:
            calling.connect(other.url(name).set(database=club.admin.database))
        assert other.url(name).password not in str(refused.value)


def test_a_role_is_what_the_club_says_again_once_it_is_set_up_again(club):
    name = club.url("table-1").username
    for power in ("SUPERUSER", "CREATEROLE CREATEDB", "BYPASSRLS CONNECTION LIMIT -1"):
        club.rows(f'ALTER ROLE "{name}" {power}')
    club.rows(f'ALTER ROLE "{name}" SET search_path = public')
    found(club.admin, 2, club.folder)
    powers = "rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls"
    query = f"SELECT {powers}, rolconnlimit, rolconfig FROM pg_roles WHERE rolname = %s"
    ((powers, most, config),) = club.rows(query, None, name)
    assert not powers and 1 < most < 20 and not any("search_path" in line for line in config)
    assert any("statement_timeout" in line for line in config)


def test_a_club_is_set_up_by_a_command_and_grows(cluster, tmp_path, nainjaune):
    address, folder = cluster.database(), tmp_path / "club"
    ran = nainjaune("club", "setup", address, "--tables", 2, "--out", folder)
    assert ran.status == 0, ran.err
    names = {"host.club", "board.club", "table-1.club", "table-2.club"}
    assert {file.name for file in folder.iterdir()} == names
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in folder.iterdir())
    before = {file.name: file.read_text() for file in folder.iterdir()}
    for file in folder.iterdir():
        assert calling.read_address(file).password not in ran.out + ran.err
        calling.connect(calling.read_address(file)).close()
    (folder / "table-2.club").unlink()  # lost: it gets another one
    assert nainjaune("club", "setup", address, "--tables", 3, "--out", folder).status == 0
    assert {file.name for file in folder.iterdir()} == names | {"table-3.club"}
    for name, text in before.items():
        assert ((folder / name).read_text() == text) == (name != "table-2.club")
    calling.connect(calling.read_address(folder / "table-2.club")).close()


def test_files_of_other_people_s_stay_as_they_are(cluster, tmp_path):
    address, folder = calling.address_of(cluster.database(), "a test"), tmp_path / "club"
    found(address, 1, folder)
    strange = {".club": b"", "notes.club": b"\xff\nline\nline", "table-9.club": b"postgresql://a:b@c/d\n"}
    for name, text in strange.items():
        (folder / name).write_bytes(text)
    (folder / "old.club").mkdir()
    before = {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert len(found(address, 2, folder).files) == 1
    assert {name: (folder / name).stat().st_mtime_ns for name in before} == before
    assert {name: (folder / name).read_bytes() for name in strange} == strange
    (folder / "table-1.club").write_bytes(b"")
    with pytest.raises(BadInput, match=r"table-1\.club: expected one line"):
        found(address, 3, folder)
    assert not (folder / "table-3.club").exists()


def test_two_clubs_do_not_share_a_folder(cluster, tmp_path, nainjaune):
    first, second = Club(cluster, tmp_path / "first", 1), cluster.database()
    before = {file.name: file.read_text() for file in first.folder.iterdir()}
    setup = "club", "setup", second, "--out"
    line = nainjaune(*setup, first.folder).refused("host.club: another club's").err
    assert first.url("host").password not in line and "--out" in line
    assert {file.name: file.read_text() for file in first.folder.iterdir()} == before
    # Nothing has come of it: neither roles without a file, nor a club.
    name = calling.address_of(second, "a test").database
    assert not first.rows("SELECT 1 FROM pg_roles WHERE starts_with(rolname, %s)", None, f"{name}_")
    # A table of the other club that was not asked for is one too.
    assert nainjaune(*setup, tmp_path / "second", "--tables", 2).status == 0
    (tmp_path / "second" / "table-2.club").write_text(before["table-1.club"])
    nainjaune(*setup, tmp_path / "second", "--tables", 1).refused("table-2.club: another club's")
    assert (tmp_path / "second" / "table-2.club").read_text() == before["table-1.club"]


def test_a_password_never_reaches_the_server_s_log(cluster, tmp_path):
    address = calling.address_of(cluster.database(), "a test")
    with calling.closing(calling.connect(address)) as connection:
        connection.execute("ALTER SYSTEM SET log_statement = 'all'")
        connection.execute("SELECT pg_reload_conf()")
    found(address, 1, tmp_path / "club")
    with calling.closing(calling.connect(address)) as connection:
        connection.execute("ALTER SYSTEM RESET log_statement")
        connection.execute("SELECT pg_reload_conf()")
    log = cluster.log()
    assert "ALTER ROLE" in log
    for file in (tmp_path / "club").iterdir():
        assert calling.read_address(file).password not in log


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["sqlite:///x.db"], "postgresql://"),
        (["postgresql://me:s3cret@127.0.0.1:1/x"], "does not let us in"),
        (["postgresql://me:s3cret@127.0.0.1:1/x", "--tables", "0"], "--tables 0"),
        (["postgresql://me:s3cret@h/x?sslmode=allow"], "sslmode"),
    ],
)
def test_a_club_that_cannot_be_set_up_is_one_line(tmp_path, nainjaune, args, said):
    ran = nainjaune("club", "setup", *args, "--out", tmp_path / "club").refused(said)
    assert "s3cret" not in ran.err
