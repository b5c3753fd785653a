"""A club's board: what its pages see, what its host does, and who may."""

import csv
import io
import json
import time
from datetime import date

import pytest
from clubs import Club, Playing, Wire, evening
from scripted import wait_for
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from clubhouse.app import create_app
from clubhouse.board import Board
from clubhouse.delivery import Seats
from companion_api.web import passes
from companion_api.web.door.gate import WRONG_TOKEN

TOKEN = "t" * 22
NAMES = [f"Joueur {number}" for number in range(1, 14)]


@pytest.fixture
def club(cluster, tmp_path):
    return Club(cluster, tmp_path / "club", 4)


class Shown:
    """A board with its application, asked as a page asks it."""

    def __init__(self, club, name="host", wire=None):
        self.board = Board(club.url(name, wire))
        self.board.start()
        self.client = TestClient(create_app(self.board, TOKEN), base_url="http://127.0.0.1:8765")

    @property
    def now(self):
        return json.loads(self.board.text() + "}")

    def do(self, token=TOKEN, **what):
        return self.client.post("/api/club", headers={"Authorization": f"Bearer {token}"}, json=what)

    def close(self):
        self.board.close()


@pytest.fixture
def shown(club):
    shown = Shown(club)
    yield shown
    shown.close()


def results_are_told(shown, ranking, tables):
    """The night's results, in both formats: a round of so many tables, one begun, and this ranking."""
    headers = {"Authorization": f"Bearer {passes.invite(TOKEN)}"}
    told = shown.client.get(f"/api/club/results/{date.today()}.json", headers=headers).json()
    assert [line["name"] for line in told["ranking"]] == [line["name"] for line in ranking]
    assert [len(one["tables"]) for one in told["rounds"]] == [tables, 0]
    text = shown.client.get(f"/api/club/results/{date.today()}.csv", headers=headers).text
    rows = list(csv.DictReader(io.StringIO(text)))
    written = [(row["player"], int(row["net"])) for row in rows]
    assert written == [(line["name"], line["won"]) for line in ranking]
    assert shown.client.get("/api/club/results/2020-01-01.csv", headers=headers).status_code == 404


def test_an_evening_of_the_club_from_the_first_draw_to_the_results(club, shown, tmp_path):
    assert shown.now["tables"] == [] and shown.now["round"] is None
    assert shown.do(enter="\n".join(NAMES)).status_code == 200
    assert [player["name"] for player in shown.now["players"]] == NAMES
    assert shown.do(draw="next").status_code == 200
    drawn = {table["number"]: [one["name"] for one in table["players"]] for table in shown.now["tables"]}
    assert sorted(name for names in drawn.values() for name in names) == sorted(NAMES)
    assert shown.now["round"] == 1 and not any(table["begun"] for table in shown.now["tables"])

    tables = {}
    for number, players in drawn.items():
        tables[number] = Playing(tmp_path / f"t{number}", club.url(f"table-{number}"))
        # The table itself hears who sits at it.
        hears = Seats(1, tuple(players))
        wait_for(lambda number=number, hears=hears: tables[number].delivery.seats == hears)
        tables[number].begin(players)
    logs = {number: evening(players, 2, number) for number, players in drawn.items()}
    for number, lines in logs.items():
        tables[number].add(lines[: len(lines) // 2])
    wait_for(lambda: all(table["begun"] and table["cards"] for table in shown.now["tables"]))
    assert shown.do(draw="again").status_code == 422
    for number, lines in logs.items():
        tables[number].add(lines[len(lines) // 2 :])
    wait_for(lambda: all(table["settled"] == 2 for table in shown.now["tables"]))

    ranking = shown.now["ranking"]
    assert [line["won"] for line in ranking] == sorted((line["won"] for line in ranking), reverse=True)
    for table in shown.now["tables"]:
        settled = [line for line in logs[table["number"]] if line["type"] == "settlement"]
        net = {name: sum(one["net"][name] for one in settled) for name in drawn[table["number"]]}
        assert {player["name"]: player["won"] for player in table["players"]} == net
        assert net.items() <= {line["name"]: line["won"] for line in ranking}.items()

    # Somebody leaves, two come late; nobody meets those whom he has met where that can be.
    assert shown.do(leave=NAMES[0]).status_code == 200 == shown.do(enter="Zoé, Ysé").status_code
    assert shown.do(draw="next").status_code == 200
    second = [name for table in shown.now["tables"] for name in (one["name"] for one in table["players"])]
    assert sorted(second) == sorted([*NAMES[1:], "Zoé", "Ysé"]) and shown.now["round"] == 2
    assert not any(table["begun"] for table in shown.now["tables"])
    assert shown.now["ranking"] == [{**line, "rounds": [*line["rounds"], None]} for line in ranking]
    assert shown.do(minutes=45).status_code == 200
    assert 44 * 60 < shown.now["ends"] - time.time() < 46 * 60
    assert shown.do(minutes=0).status_code == 200 and shown.now["ends"] is None
    assert shown.do(draw="night").status_code == 422  # this one goes on

    results_are_told(shown, ranking, len(drawn))
    # A board that is started again shows the same.
    again = Shown(club, "board")
    before, after = shown.now, again.now
    assert {**after, "clock": 0} == {**before, "clock": 0}
    again.close()
    for table in tables.values():
        table.close()


def test_who_may_do_what(club, shown):
    guest = passes.invite(TOKEN)
    assert shown.do(guest, enter="Ana").status_code == 403
    assert shown.do("x" * 22, enter="Ana").status_code == 401
    assert shown.client.get("/api/join").status_code == 401
    assert shown.now["players"] == []
    reads = Shown(club, "board")
    assert reads.do(enter="Ana").status_code == 403  # by an address that only reads nobody draws
    reads.close()


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({"draw": "next"}, "0 players"), ({"enter": "x" * 30}, "characters"), ({"minutes": 5}, "minutes"),
        ({"draw": "again"}, "there is none"), ({}, "expected"), ({"draw": "sideways"}, "expected"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_and_nothing_is_changed(shown, what, said):
    before = shown.now
    answer = shown.do(**what)
    assert answer.status_code == 422 and said in answer.json()["detail"]
    assert {**shown.now, "clock": 0} == {**before, "clock": 0}
    assert shown.do(usual=99, draw="next").status_code == 422


def test_pages_hear_of_it_live(club, shown, tmp_path):
    with shown.client.websocket_connect("/api/club/live") as page:
        page.send_text(json.dumps({"token": passes.invite(TOKEN)}))
        first = page.receive_json()
        assert first["you"] == {"role": "guest", "draws": False} and first["players"] == []
        shown.do(enter="Ana, Bruno, Chloé")
        while not (now := page.receive_json())["players"]:
            pass
        assert [player["name"] for player in now["players"]] == ["Ana", "Bruno", "Chloé"]
        page.send_text('{"alive": true}')
        while "alive" not in page.receive_json():
            pass
    with shown.client.websocket_connect("/api/club/live") as page:
        page.send_text(json.dumps({"token": "wrong"}))
        with pytest.raises(WebSocketDisconnect) as refused:
            page.receive_json()
        assert refused.value.code == WRONG_TOKEN


def test_a_board_whose_server_goes_shows_what_it_knows_and_comes_back(club, cluster):
    wire = Wire(cluster.port)
    shown = Shown(club, wire=wire)
    shown.do(enter="Ana, Bruno, Chloé")
    wire.cut()
    wait_for(lambda: shown.now["away"])
    assert len(shown.now["players"]) == 3
    assert shown.do(enter="Dora").status_code == 422
    club.rows("INSERT INTO club.players (name) VALUES ('Eve')", "host")
    wire.mend()
    wait_for(lambda: not shown.now["away"] and len(shown.now["players"]) == 4)
    shown.close()
    wire.close()
