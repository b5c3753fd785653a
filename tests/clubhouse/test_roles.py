"""Who may do what in a club's database: held by the server itself."""

import stat

import pytest
from clubs import Club

from clubhouse import calling
from clubhouse.founding import found
from engine.errors import BadInput

psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed (pip install -e '.[test-all]')")


@pytest.fixture(scope="module")
def club(cluster, tmp_path_factory):
    club = Club(cluster, tmp_path_factory.mktemp("club"), 2)
    for table in (1, 2):
        club.deliver(table, "s", ("e", 0, "{}"), ("e", 1, f'{{"of": {table}}}'))
    club.rows("INSERT INTO club.players (name) VALUES ('Ana'), ('Bruno')", "host")
    club.rows("INSERT INTO club.rounds (night, round) VALUES ('2026-01-01', 1)", "host")
    club.rows("INSERT INTO club.closed SELECT \"table\", 'old' FROM club.tables", "host")
    query = "INSERT INTO club.seats SELECT '2026-01-01', 1, \"table\", 0, 'P' || number FROM club.tables"
    club.rows(query, "host")
    return club


TABLES = (
    "tables",
    "streams",
    "evenings",
    "events",
    "closed",
    "calls",
    "written",
    "players",
    "rounds",
    "seats",
)
ATTEMPTS = [
    *(f"SELECT 1 FROM club.{table}" for table in TABLES),
    *(f"DELETE FROM club.{table}" for table in TABLES),
    *(f"LOCK TABLE club.{table} IN ACCESS SHARE MODE" for table in TABLES),
    # Not its own rows either: when its words arrived, and which there are, is said by what delivers them.
    "UPDATE club.evenings SET arrived = 'infinity'",
    "UPDATE club.events SET seq = -5",
    "INSERT INTO club.evenings (evening, stream, number, started, setup) VALUES ('n', 's', 9, 1, '{}')",
    "INSERT INTO club.closed (evening) VALUES ('e')",
    "INSERT INTO club.seats VALUES ('2026-01-01', 1, current_user, 1, 'Me')",
    "TRUNCATE club.events",
    # Whatever the one function is made of it may not call by itself, as another table, say.
    "SELECT club.take_lines(current_database() || '_table_2', '{}')",
    "SELECT club.count_told(current_database() || '_table_2', 1000000000, 1)",
    "SELECT club.seated(current_database() || '_table_2')",
    "SELECT club.closed_lines(current_database() || '_table_2')",
    "SELECT club.say_anew(current_database() || '_table_2', '[]')",
    "SELECT club.end_long()",
    "SELECT club.table('everything')",
    'SELECT club.table(\'lines\', \'{"lines": [[3, "e", 1, 0, "{}"]]}\')',
    'SELECT club.table(\'lines\', \'{"stream": "s", "lines": 7}\')',
    'SELECT club.table(\'lines\', \'{"stream": "s", "lines": [[null, "e", 1, 0, "{}"]]}\')',
    'SELECT club.table(\'lines\', \'{"stream": "s", "lines": [[3, "e", "x", 0, "{}"]]}\')',
    "SELECT club.table('lines', jsonb_build_object('stream', 's', 'lines', "
    "(SELECT jsonb_agg(jsonb_build_array(n, 'e', n, 0, '{}')) FROM generate_series(3, 3000) n)))",
    "SELECT club.table('lines', jsonb_build_object('stream', repeat('x', 1000)))",
    "SELECT club.table('anew', to_jsonb(repeat('x', 30000000)))",
    # What PostgreSQL lets everybody do, and by which one takes locks, disk or time from all.
    "SELECT pg_advisory_lock(n) FROM generate_series(1, 1000000) n",
    "SELECT pg_try_advisory_xact_lock_shared(1, n) FROM generate_series(1, 1000000) n",
    "SELECT lo_from_bytea(0, '\\x00')",
    "SELECT lo_creat(-1)",
    "SELECT pg_logical_emit_message(false, 'x', repeat('x', 1000000))",
    "SELECT pg_notify('club_table', 'x')",
    "DO $$ BEGIN LOOP END LOOP; END $$",
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename <> current_user",
    "SET ROLE admin",
    "ALTER TABLE club.events DISABLE ROW LEVEL SECURITY",
    "CREATE TABLE public.mine (x int)",
    "CREATE TABLE club.mine (x int)",
    "CREATE TEMP TABLE mine (x int)",
    "CREATE OR REPLACE FUNCTION club.table(text, jsonb) RETURNS jsonb LANGUAGE sql AS 'SELECT 1'",
    "DROP FUNCTION club.table",
    "DROP SCHEMA club CASCADE",
    "CREATE ROLE mine",
    "ALTER ROLE CURRENT_USER CONNECTION LIMIT -1",
    "ALTER SYSTEM SET max_connections = 5",
    "COPY (SELECT 1) TO PROGRAM 'true'",
]


def everything(club):
    return [
        club.rows(f"SELECT * FROM club.{table} ORDER BY 1, 2")
        for table in ("events", "evenings", "streams", "closed", "seats", "rounds", "players", "tables")
    ]


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_table_does_nothing_but_by_the_one_function(club, attempt):
    before = everything(club)
    with pytest.raises(psycopg.Error):
        club.rows(attempt, "table-1")
    assert everything(club) == before


def test_a_table_has_a_right_on_one_function_and_on_no_table(club):
    role = club.url("table-1").username
    told = (
        "SELECT relname FROM pg_class c WHERE relnamespace = 'club'::regnamespace AND relkind IN ('r', 'S') "
    )
    rights = "SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER"
    assert (
        club.rows(f"{told} AND has_table_privilege(%s, oid, '{rights}') AND relkind = 'r'", None, role) == []
    )
    columns = "SELECT, INSERT, UPDATE, REFERENCES"
    assert club.rows(f"{told} AND has_any_column_privilege(%s, oid, '{columns}')", None, role) == []
    may = "SELECT proname FROM pg_proc WHERE pronamespace = 'club'::regnamespace AND has_function_privilege"
    assert club.rows(f"{may}(%s, oid, 'EXECUTE')", None, role) == [("table",)]
    assert club.rows("SELECT prosecdef FROM pg_proc WHERE proname = 'table'") == [(True,)]


def test_a_table_is_told_of_itself(club):
    assert club.rows("SELECT club.table('here')", "table-2") == [({"round": 1, "players": ["P2"]},)]
    assert club.rows("SELECT club.table('closed')", "table-2") == [([],)]
    club.deliver(2, "s", ("old", 0, "{}"), first=3)  # of a closed evening nothing is taken
    assert club.rows("SELECT club.table('closed')", "table-2") == [([],)]
    again = 'SELECT club.table(\'anew\', \'[["e", 1, "{\\"of\\": 2}", "x"]]\')'
    assert club.rows(again, "table-2") == [(None,)]  # it is not closed
    assert club.told(2) == {"e": [(1, '{"of": 2}')]}


def test_what_a_table_does_for_too_long_is_ended_whatever_it_has_set(club, cluster):
    """In an open transaction, and in another database of the server."""
    own = club.url("table-1")
    long = [calling.connect(own), calling.connect(own.set(database="postgres"))]
    long[0].execute("SET idle_in_transaction_session_timeout = 0")
    long[0].execute("BEGIN; LISTEN club_table")
    quick = calling.connect(own)
    function = "SELECT prosrc FROM pg_proc WHERE proname = 'end_long'"
    assert "interval '20 s'" in club.rows(function)[0][0]
    redefined = club.rows("SELECT pg_get_functiondef('club.end_long'::regproc)")[0][0]
    club.rows(redefined.replace("'20 s'", "'0 s'"))  # nobody waits in a test
    try:
        assert club.rows("SELECT club.end_long()", "board") == [(2,)]
        for each in long:
            with pytest.raises(psycopg.OperationalError):
                each.execute("SELECT 1")
        assert quick.execute("SELECT 1").fetchone() == (1,)
    finally:
        club.rows(redefined)
        for each in (*long, quick):
            each.close()


def test_a_table_has_few_connections(club):
    own, there = club.url("table-1"), []
    try:
        with pytest.raises(BadInput, match="does not let us in"):
            for _ in range(8):
                there.append(calling.connect(own))
        assert len(there) == 4
        calling.connect(club.url("table-2")).close()
    finally:
        for each in there:
            each.close()


@pytest.mark.parametrize(
    "attempt",
    [
        "UPDATE club.events SET body = 'x'", "DELETE FROM club.events",
        "INSERT INTO club.players VALUES ('Z')",
        "DELETE FROM club.players", "UPDATE club.rounds SET round = 2", "DELETE FROM club.seats",
        "INSERT INTO club.closed VALUES ('t', 'e')", "DELETE FROM club.closed",
        "SELECT club.table('here')", "UPDATE club.calls SET anew = 9", "SET ROLE admin",
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
        "SELECT club.table('here')",
        "UPDATE club.calls SET heard = clock_timestamp()",
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
    club.rows(f'ALTER ROLE "{name}" IN DATABASE {club.admin.database} SET statement_timeout = 0')
    club.rows(f'GRANT pg_write_all_data TO "{name}"')
    club.rows(f'GRANT ALL ON ALL TABLES IN SCHEMA club TO "{name}"')
    club.rows("GRANT SELECT ON club.events TO PUBLIC")
    found(club.admin, 2, club.folder)
    powers = "rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls"
    query = f"SELECT {powers}, rolconnlimit, rolconfig FROM pg_roles WHERE rolname = %s"
    ((powers, most, config),) = club.rows(query, None, name)
    assert not powers and 1 < most < 20 and not any("search_path" in line for line in config)
    assert any("statement_timeout" in line for line in config)
    for attempt in ("DELETE FROM club.events", "SELECT * FROM club.events"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            club.rows(attempt, "table-1")
    assert ("15s",) in club.rows("SHOW statement_timeout", "table-1")


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
