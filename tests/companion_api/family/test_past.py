"""Past evenings: seen, taken away and brought in again, forgotten for good."""

import csv
import io
import json
from dataclasses import asdict

import pytest
from rich.cells import cell_len
from starlette.testclient import TestClient
from tapped import House

from companion_api.evening.setting_up import Arrange, Command
from companion_api.evening.who import Pass
from companion_api.family import exchange, spreadsheet
from companion_api.family.past import Chronicle
from companion_api.saying.words import own_language, words
from companion_api.store import Store
from companion_api.web import passes
from engine.errors import BadInput
from engine.evening import history

NAMES = ("Ana", "Bruno", "Chloé")
TABLE = {"players": list(NAMES), "dealer": "Chloé", "stock_chips": {"jeton": 40, "contrat": 3}}


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """Two evenings that were played through the server, as the JSON file tells them."""
    house = House(tmp_path_factory.mktemp("data"))
    for seeds in ((3, 4), (5,)):
        house.setup.arrange(Arrange(evening=house.live.evening.id, seq=0, table=TABLE))
        for place, seed in enumerate(seeds):
            if place:
                house.tap(tap="round")
            house.play_round(seed)
        house.tap(tap="end", leftover="split")
        house.setup.renew(Command(evening=house.live.evening.id, seq=house.live.seq))
    text = exchange.to_json_text(house.store)
    house.close()
    return text


@pytest.fixture
def store(tmp_path, told):
    store = Store(tmp_path)
    assert exchange.bring_in(store, exchange.read(told, "told")) == (2, 0)
    yield store
    store.close()


def totals(store):
    return history.totals(one.played for one in Chronicle(store).evenings())


def bytes_in(folder):
    return b"".join(file.read_bytes() for file in folder.iterdir() if file.is_file())


NAP = "started,game,rules,round,player,net\n" + "".join(
    f"2026-11-0{day},nap,nap,1,{player},{net}\n"
    for day in (1, 2)
    for player, net in (("Ana", 6), ("Bruno", -6))
)


def test_chips_of_nap_and_of_nain_jaune_are_not_added_up(store, tmp_path, nainjaune):
    before = {each["name"]: each["won"] for each in Chronicle(store).overview()["players"]}
    assert [each["game"] for each in Chronicle(store).overview()["games"]] == ["nain-jaune"]
    for _ in range(2):
        exchange.bring_in(store, exchange.read(NAP, "nap"))
    first, second = Chronicle(store).overview()["games"]
    assert len(first["dates"]) == len(second["dates"]) == 2
    games = {each["game"]: each for each in (first, second)}
    assert {each["name"]: each["won"] for each in games["nain-jaune"]["players"]} == before
    assert {each["name"]: each["won"] for each in games["nap"]["players"]} == {"Ana": 12, "Bruno": -12}
    assert games["nap"]["players"][0]["course"] == [0, 6, 12] and games["nap"]["seasons"][0]["evenings"] == 2
    store.close()
    lines = nainjaune("history", "--data", tmp_path).out.splitlines()
    heads = [words(own_language()).say(f"presets.{each['rules']}.name") for each in (first, second)]
    assert [lines.count(head) for head in heads] == [1, 1]
    ana = [line.split()[-1] for line in lines if line.startswith("Ana")]
    assert ana == ["12", str(before["Ana"])]


def test_players_have_the_colours_that_they_had_at_the_table(store):
    """Whoever chose none has that of his place, there and here."""
    told = {each["name"]: (each["colour"], each["seat"]) for each in Chronicle(store).overview()["players"]}
    assert told == {name: (None, place) for place, name in enumerate(NAMES)}


def test_everything_goes_out_and_comes_in_as_json(store, told):
    assert [len(one.played.rounds) for one in Chronicle(store).evenings()] == [2, 1]
    assert json.loads(exchange.to_json_text(store)) == json.loads(told)
    assert exchange.bring_in(store, exchange.read(told, "told")) == (0, 2)
    assert store.last() is None  # what was played elsewhere is never gone on with


def test_csv_brings_the_same_figures_back(store, tmp_path):
    text = spreadsheet.to_csv(Chronicle(store).evenings())
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 9 and tuple(rows[0]) == spreadsheet.COLUMNS
    assert sum(int(row["won"]) for row in rows) == 3
    other = Store(tmp_path / "other")
    assert exchange.bring_in(other, exchange.read(text, "f.csv")) == (2, 0)
    assert exchange.bring_in(other, exchange.read(text, "f.csv")) == (0, 2)
    assert totals(other) == totals(store)
    assert exchange.bring_in(store, exchange.read(text, "f.csv")) == (0, 2)  # known by when they began
    assert spreadsheet.to_csv(Chronicle(other).evenings()) == text
    assert [one.played.score for one in Chronicle(other).evenings()] == [
        one.played.score for one in Chronicle(store).evenings()
    ]
    assert any(int(row["leftover"]) for row in rows), "the boxes were shared"
    other.close()


def test_a_spreadsheet_of_ones_own_comes_in(tmp_path):
    store = Store(tmp_path)
    text = "\ufeffstarted,round,player,net\n2019-12-24,1,=Ana,5\n2019-12-24,1,Bruno,-5\n"
    exchange.bring_in(store, exchange.read(text, "own.csv"))
    mine = totals(store)
    assert (mine["=Ana"].wins, mine["=Ana"].won, mine["Bruno"].won) == (1, 5, -5)
    again = spreadsheet.to_csv(Chronicle(store).evenings())
    assert "'=Ana" in again and exchange.bring_in(store, exchange.read(again, "own.csv")) == (0, 1)
    store.close()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "column 'started'"),
        ("started,round,player,net\n", "no evening"),
        ("started,round,player,net\nsoon,1,Ana,5\n", "'started' is 'soon'"),
        ("started,round,player,net\n2020-01-01,1,Ana,many\n", "line 2: 'net' is 'many'"),
        ("started,round,player,net\n2020-01-01,1,Ana,1\n2020-01-01,1,Ana,1\n", "line 3: Ana is told twice"),
        ("started,round,player,net\n2020-01-01,1,,1\n", "'player' is ''"),
        ("started,round,player,net,boxes\n2020-01-01,1,Ana,1,QQ:3\n", "expected card:chips"),
        ("started,round,player,net,won\n2020-01-01,1,A,1,1\n2020-01-01,1,B,1,1\n", "2 winners"),
        ("{", "not JSON"),
        ('{"format": "x"}', "no history"),
        ('{"format": "nainjaune-history", "evenings": [{"events": [{"type": 3}]}]}', "evening 1, event 1"),
        (
            '{"format": "nainjaune-history", "evenings": [{"events": [{"type": "evening_ended"}]}]}',
            "numbered",
        ),
        ('{"format": "nainjaune-history", "evenings": [7]}', "evening 1"),
    ],
)
def test_a_file_that_is_none_is_one_line(text, said):
    with pytest.raises(BadInput) as refused:
        exchange.read(text, "file")
    assert said in str(refused.value) and len(str(refused.value).splitlines()) == 1


def test_bg_stats_gets_a_play_per_evening(store):
    told = json.loads(exchange.to_bg_stats(Chronicle(store).evenings()))
    assert [game["name"] for game in told["games"]] == ["Nain Jaune"]
    names = {player["id"]: player["name"] for player in told["players"]}
    for play, one in zip(told["plays"], Chronicle(store).evenings(), strict=True):
        scores = {names[score["playerRefId"]]: int(score["score"]) for score in play["playerScores"]}
        assert scores == one.played.score.won and play["rounds"] == len(one.played.rounds)
        winners = {names[score["playerRefId"]] for score in play["playerScores"] if score["winner"]}
        assert winners == set(one.played.best)
        assert sorted(score["rank"] for score in play["playerScores"])[0] == 1
    assert told == json.loads(exchange.to_bg_stats(Chronicle(store).evenings()))  # the same names again
    assert len({play["uuid"] for play in told["plays"]}) == 2


def test_a_player_is_forgotten_everywhere(store, tmp_path):
    before = totals(store)
    assert b"Bruno" in bytes_in(tmp_path)
    chronicle = Chronicle(store)
    assert chronicle.forget_player("Bruno") == "Anonyme 1"
    assert b"Bruno" not in bytes_in(tmp_path)
    after = totals(store)
    assert after["Anonyme 1"] == before["Bruno"] and after["Ana"] == before["Ana"]
    assert chronicle.forget_player("Ana") == "Anonyme 2"
    with pytest.raises(BadInput, match="nobody called"):
        chronicle.forget_player("Bruno")


def test_an_evening_is_forgotten(store, tmp_path):
    chronicle = Chronicle(store)
    first, second = chronicle.evenings()
    chronicle.forget_evening(first.stored.id)
    assert [one.stored.id for one in chronicle.evenings()] == [second.stored.id]
    assert store.events(first.stored.id) == []
    with pytest.raises(BadInput, match="no evening"):
        chronicle.forget_evening(first.stored.id)


@pytest.fixture
def house(tmp_path, told):
    house = House(tmp_path)
    exchange.bring_in(house.store, exchange.read(told, "told"))
    yield house
    house.close()


def test_who_may_see_and_who_may_forget(house, told):
    phone = TestClient(house.app, base_url="http://127.0.0.1:8765")
    host = {"Authorization": f"Bearer {house.token}"}

    def key(role):
        held = passes.issue(house.token, Pass(role, "Ana" if role == "player" else None))
        return {"Authorization": f"Bearer {held}"}

    assert phone.get("/api/history").status_code == 401
    assert phone.get("/api/history", headers=key("guest")).status_code == 403
    shown = phone.get("/api/history", headers=key("player")).json()
    assert [len(one["rounds"]) for one in shown["evenings"]] == [2, 1]
    assert {one["name"]: one["won"] for one in shown["players"]} == {
        name: mine.won for name, mine in totals(house.store).items()
    }
    assert shown["now"] == house.live.evening.id
    assert phone.get("/api/history/xls", headers=host).status_code == 404
    assert json.loads(phone.get("/api/history/json", headers=host).content) == json.loads(told)
    assert phone.get("/api/history/csv", headers=host).text.startswith("evening,started,")
    assert phone.get("/api/history/csv", headers=key("player")).status_code == 403
    assert "plays" in phone.get("/api/history/bgstats", headers=host).json()
    number = shown["evenings"][0]["id"]
    forget = {"evening": number}
    assert phone.post("/api/history/forget", headers=key("player"), json=forget).status_code == 403
    assert phone.post("/api/history/forget", headers=host, json={}).status_code == 422
    assert phone.post("/api/history/forget", headers=host, json={"evening": shown["now"]}).status_code == 422
    assert phone.post("/api/history/forget", headers=host, json=forget).status_code == 200
    assert phone.post("/api/history/forget", headers=host, json=forget).status_code == 422
    came = phone.post("/api/history", headers=host, content=told.encode()).json()
    assert (came["came"], came["there"]) == (1, 1)
    assert phone.post("/api/history", headers=host, content=b"\xff").status_code == 422
    assert phone.post("/api/history", headers=host, content=b"x" * 16_000_001).status_code == 413
    answer = phone.post("/api/history/forget", headers=host, json={"player": "Bruno"})
    assert answer.json()["instead"] == "Anonyme 1" and answer.json()["kept_until"]
    assert phone.get("/api/history", headers=host).json()["copies"] == 1
    assert phone.post("/api/history/forget", headers=host, json={"copies": True}).json() == {"copies": 1}
    assert phone.post("/api/history/forget", headers=key("player"), json={"copies": True}).status_code == 403


def test_who_is_playing_is_not_forgotten(house):
    phone = TestClient(house.app, base_url="http://127.0.0.1:8765")
    host = {"Authorization": f"Bearer {house.token}"}
    house.setup.arrange(Arrange(evening=house.live.evening.id, seq=0, table=TABLE))
    answer = phone.post("/api/history/forget", headers=host, json={"player": "Ana"})
    assert (answer.status_code, answer.json()["detail"]) == (422, "Ana is playing")


def test_the_command(tmp_path, told, nainjaune):
    file, data = tmp_path / "in.json", ("--data", tmp_path / "data")
    file.write_text(told, encoding="utf-8")
    assert nainjaune("history", *data, "--json").lines == []
    lines = nainjaune("history", *data, "--in", file, "--json").lines
    assert [line["type"] for line in lines] == ["brought_in", "evening", "evening", *["player"] * 3]
    store = Store(tmp_path / "data")
    for line in lines[3:]:
        mine = asdict(totals(store)[line["name"]])
        assert {key: line[key] for key in mine} == mine
    for suffix in ("csv", "json", "bgsplay"):
        assert nainjaune("history", *data, "--out", tmp_path / f"o.{suffix}").status == 0
    assert (tmp_path / "o.csv").read_text() == spreadsheet.to_csv(Chronicle(store).evenings())
    assert json.loads((tmp_path / "o.json").read_text()) == json.loads(told)
    store.close()
    assert "Bruno" in nainjaune("history", *data).out
    assert "Bruno" not in nainjaune("history", *data, "--forget-player", "Bruno").out
    nainjaune("history", *data, "--forget-player", "Bruno").refused("nobody called")
    nainjaune("history", *data, "--forget-evening", 77).refused("no evening 77")
    nainjaune("history", *data, "--out", tmp_path / "o.xls").refused("--out", ".bgsplay")
    nainjaune("history", *data, "--in", tmp_path / "none.csv").refused("none.csv")
    holding = Store(tmp_path / "data")
    holding.hold()
    nainjaune("history", *data, "--in", file).refused("another nainjaune")
    assert "Anonyme 1" in nainjaune("history", *data).out  # looking is always allowed
    holding.close()


def rows_of(*names):
    return "started,round,player,net\n" + "".join(f"2019-12-24,1,{name},0\n" for name in names)


def test_names_of_a_file_are_those_that_people_see(tmp_path, nainjaune):
    """Other capitals are the same player, a look-alike is asked about, and nothing of that file is kept."""
    store, file = Store(tmp_path / "data"), tmp_path / "own.csv"
    exchange.bring_in(store, exchange.read(rows_of("Ana", "Bruno"), "own.csv"))
    exchange.bring_in(store, exchange.read(rows_of("ana", "BRUNO ", "Zoé").replace("24", "25"), "own.csv"))
    assert set(totals(store)) == {"Ana", "Bruno", "Zoé"}
    file.write_text(rows_of("Аna", "Bruno").replace("24", "26"), encoding="utf-8")
    nainjaune("history", "--data", tmp_path / "data", "--in", file).refused("look alike")
    assert set(totals(store)) == {"Ana", "Bruno", "Zoé"}
    assert nainjaune("history", "--data", tmp_path / "data", "--forget-player", "zoé").status == 0
    assert set(totals(store)) == {"Ana", "Bruno", "Anonyme 1"}
    store.close()


def test_figures_stand_in_columns_whatever_the_names(tmp_path, nainjaune):
    store = Store(tmp_path / "data")
    names = ("Ana", "李雷", "Zoe\u0301", "👩\u200d🌾", "נועה")
    exchange.bring_in(store, exchange.read(rows_of(*names), "own.csv"))
    store.close()
    shown = nainjaune("history", "--data", tmp_path / "data").out.splitlines()
    assert len({cell_len(line) for line in shown[-len(names) :]}) == 1
    assert "\u2068נועה\u2069 +0" in shown[0] and any(line.startswith("\u2068נועה\u2069 ") for line in shown)


def test_the_language_is_the_users():
    assert [own_language({"LANG": asked}) for asked in ("de_DE.UTF-8", "it_IT", "")] == ["de", "fr", "fr"]
