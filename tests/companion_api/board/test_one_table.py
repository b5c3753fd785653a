"""One table cannot hurt another: whatever it tells, the others' evenings are shown and a board begins."""

import json

import pytest
from clubs import Club, Playing, evening
from scripted import wait_for
from test_board import Shown

GOOD, BAD = ("Ana", "Bruno", "Chloé"), ("Dora", "Emil", "Fay")
TOLD = "SELECT club.deliver('hostile', %s::bigint[], %s::text[], %s::int[], %s::float8[], %s::text[])"


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
    "a line with NaN": [(0, setup()), (1, BEGUN), (2, ROUND.replace("}", ', "t": NaN}'))],
}  # fmt: skip


@pytest.fixture(scope="module")
def club(cluster, tmp_path_factory):
    club = Club(cluster, tmp_path_factory.mktemp("club"), 2)
    board = Shown(club)
    assert board.do(enter="\n".join([*GOOD, *BAD])).status_code == 200
    assert board.do(draw="next").status_code == 200
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
    numbers = list(range(1, len(told) + 1))
    rows = [[kind] * len(told), [seq for seq, _ in told], [1.0] * len(told), [body for _, body in told]]
    club.rows(TOLD.replace("'hostile'", "%s"), "table-2", stream, numbers, *rows)
    wait_for(lambda: table(board, 2).get("aside"))
    assert not board.now["away"] and settled(board, 1) == 1 and not table(board, 1)["aside"]
    assert {line["name"] for line in board.now["ranking"]} == set(GOOD)
    again = Shown(club, "board")  # a new one begins
    try:
        assert settled(again, 1) == 1 and table(again, 2)["aside"] and not again.now["away"]
    finally:
        again.close()
    # Told anew as it should be, the table is shown again.
    gone = ([len(told) + 1], [kind], [0], [1.0], [None])
    club.rows(TOLD.replace("'hostile'", "%s"), "table-2", stream, *gone)
    wait_for(lambda: not table(board, 2).get("aside"))
