"""One table cannot hurt another: whatever it tells, the others' evenings are shown and a board begins."""

import json
from datetime import date

import pytest
from clubs import Club, Playing, evening
from scripted import wait_for
from test_board import Shown

from clubhouse.board import Board
from clubhouse.ledger import MOST_LINES
from clubhouse.standings import Played, counted

GOOD, BAD = ("Ana", "Bruno", "Chloé"), ("Dora", "Emil", "Fay")


def setup(players=BAD):
    return json.dumps({"players": [{"name": name} for name in players], "dealer": players[0]})


BEGUN = json.dumps(
    {"type": "game_started", "game": "nain-jaune", "rules": "lindor", "options": {}, "players": BAD}
)
ROUND = json.dumps({"type": "round_started", "dealer": "Dora"})
LINES = {
    "seq below one": [(0, setup()), (-5, BEGUN)],
    "a settlement without boxes": [
        (0, setup()), (1, BEGUN), (2, ROUND),
        (3, json.dumps({"type": "settlement", "round": 1, "dealer": "Dora", "net": {}})),
    ],
    "a dealer that is a list": [(0, setup()), (1, BEGUN), (2, ROUND.replace('"Dora"', '["Dora"]'))],
    "rules that are null": [(0, setup()), (1, BEGUN.replace('"lindor"', "null")), (2, ROUND)],
    "players that are numbers": [
        (0, '{"players": [1, 2, 3]}'), (1, BEGUN.replace(json.dumps(BAD), "[1, 2]")),
    ],
    "a setup that is a list": [(0, "[]")],
    "a setup that is no JSON": [(0, "{"), (1, BEGUN)],
    "a name as long as a book": [(0, setup(("x" * 50_000, "y", "z")))],
    "chips without end": [
        (0, setup()), (1, BEGUN), (2, ROUND),
        (3, json.dumps({"type": "settlement", "round": 1, "dealer": "Dora", "winner": "Dora", "boxes": {},
                        "net": {"Dora": 10**40, "Emil": -(10**40), "Fay": 0}})),
    ],
    "a line that is nested": [(0, setup()), (1, "[" * 100_000)],
    "a line that is no object": [(0, setup()), (1, "7")],
    "a line longer than a club takes": [(0, setup()), (1, json.dumps({"type": "alert", "x": "x" * 60_000}))],
    "half a character": [(0, setup()), (1, BEGUN.replace("Dora", "\\ud800"))],
    "a number of five thousand digits": [(0, setup()), (1, '{"type": "alert", "n": ' + "9" * 5_000 + "}")],
    "more lines than an evening has": [
        (0, setup()), *((seq, '{"type": "alert"}') for seq in range(1, MOST_LINES + 2)),
    ],
    "a line with NaN": [(0, setup()), (1, BEGUN), (2, ROUND.replace("}", ', "t": NaN}'))],
}  # fmt: skip


@pytest.fixture(scope="module")
def club(cluster, tmp_path_factory):
    club = Club(cluster, tmp_path_factory.mktemp("club"), 2)
    board = Shown(club)
    assert board.do(enter="\n".join([*GOOD, *BAD])).status_code == 200
    assert board.do(draw="next").status_code == 200
    club.rows("UPDATE club.seats SET player = player || '.'")
    for number, names in ((1, GOOD), (2, BAD)):
        for place, name in enumerate(names):
            sits = 'UPDATE club.seats SET player = %s WHERE "table" LIKE %s AND place = %s'
            club.rows(sits, None, name, f"%{number}", place)
    playing = Playing(tmp_path_factory.mktemp("t1"), club.url("table-1"))
    playing.begin(GOOD)
    lines = evening(GOOD, 1, 1)
    playing.add(lines)
    wait_for(lambda: settled(board, 1) == 1)
    yield club, board
    playing.close()
    board.close()


def table(board, number):
    return next((one for one in board.now["tables"] if one["number"] == number), {})


def settled(board, number):
    return table(board, number).get("settled")


@pytest.mark.parametrize("kind", LINES)
def test_what_does_not_read_sets_that_one_evening_aside_and_names_its_table(club, kind):
    club, board = club
    stream = f"hostile {kind}"
    told = LINES[kind]
    for at in range(0, len(told), 2000):
        club.deliver(2, stream, *((kind, seq, body) for seq, body in told[at : at + 2000]), first=at + 1)
    wait_for(lambda: table(board, 2).get("aside"))
    assert not board.now["away"] and settled(board, 1) == 1 and not table(board, 1)["aside"]
    assert {line["name"] for line in board.now["ranking"]} == set(GOOD)
    again = Shown(club, "board")  # a new one begins
    try:
        assert settled(again, 1) == 1 and table(again, 2)["aside"] and not again.now["away"]
    finally:
        again.close()
    # Told anew as it should be, the table is shown again.
    club.deliver(2, stream, (kind, 0, None), first=len(told) + 1)
    wait_for(lambda: not table(board, 2).get("aside"))


def test_who_plays_at_a_table_counts_there_whatever_another_tells_of_him(club):
    club, board = club
    before = {line["name"]: line["won"] for line in board.now["ranking"]}
    lines = [{**line, "seq": seq} for seq, line in enumerate(evening(GOOD, 1, 7), 1)]
    told = [("theirs", 0, setup(GOOD)), *(("theirs", line["seq"], json.dumps(line)) for line in lines)]
    club.deliver(2, "of others", *told)
    wait_for(lambda: settled(board, 2) == 1)
    assert {line["name"]: line["won"] for line in board.now["ranking"]} == before
    club.deliver(2, "of others", ("theirs", 0, None), first=len(told) + 1)
    wait_for(lambda: not table(board, 2).get("settled"))


def test_a_player_counts_once_a_round():
    seats = {"a": ("Ana", "Bruno"), "b": ("Carl", "Dora")}
    told = {"a": Played(("Ana", "Bruno"), {"Ana": 3}), "b": Played(("Ana", "Carl"), {"Ana": 99, "Carl": 1})}
    assert [one.players for one in counted(seats, told)] == [("Ana", "Bruno"), ("Carl",)]
    # Who sits elsewhere than he was drawn counts there, as long as his own table does not tell of him.
    del told["a"]
    assert [one.players for one in counted(seats, told)] == [("Ana", "Carl")]


@pytest.mark.slow
def test_a_table_that_says_nothing_is_named_until_it_is_heard(cluster, tmp_path):
    club = Club(cluster, tmp_path / "club", 2)
    said = []
    board = Board(club.url("host"), said.append)
    board.start()
    for do in ("enter", "draw"):
        board.write(lambda ledger, connection, do=do: WRITES[do](ledger, connection))
    wait_for(lambda: said[-1:] == [(1, 2)])  # nobody plays at either
    drawn = {one["number"]: [who["name"] for who in one["players"]] for one in now(board)["tables"]}
    first = Playing(tmp_path / "t1", club.url("table-1"))
    wait_for(lambda: said[-1:] == [(2,)])
    second = Playing(tmp_path / "t2", club.url("table-2"))
    wait_for(lambda: said[-1:] == [()])
    second.begin(drawn[2])
    second.add(evening(drawn[2], 1, 2)[:-1])
    second.close()  # its program ends in the middle of a round, a while ago
    club.rows("UPDATE club.calls SET heard = heard - interval '8 s' WHERE \"table\" LIKE %s", None, "%2")
    wait_for(lambda: said[-1:] == [(2,)])
    assert [one["silent"] for one in now(board)["tables"]] == [False, True]
    first.begin(drawn[1])
    first.add([*evening(drawn[1], 1, 1), {"type": "evening_ended"}])
    wait_for(lambda: [one["ended"] for one in now(board)["tables"]] == [True, False])
    first.close()  # nothing more is to come of it
    club.rows("UPDATE club.calls SET heard = heard - interval '1 hour'")
    wait_for(lambda: board._ledger._silent == set(board._ledger.tables))
    assert said == [(1, 2), (2,), (), (2,)]
    board.close()


WRITES = {
    "enter": lambda ledger, connection: ledger.enter(connection, [*GOOD, *BAD]),
    "draw": lambda ledger, connection: ledger.draw(connection, date(2026, 1, 1), anew=False, usual=3, seed=1),
}


def now(board):
    return json.loads(board.text() + "}")
