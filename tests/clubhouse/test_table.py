"""`nainjaune play --club`: a table tells its club, and plays without it just as well."""

import json
import urllib.request

from clubs import Club
from scripted import wait_for

TABLE = {"players": [{"name": name} for name in ("Ana", "Bruno", "Chloé")], "dealer": "Ana"}


def playing(started, tmp_path, club, *more):
    process = started(
        "play", "--camera", "none", "--players", "Ana,Bruno,Chloé", "--data", tmp_path / "data", "--port", 0,
        "--json", "--club", club.folder / "table-2.club", *more, cwd=tmp_path,
    )  # fmt: skip
    address = json.loads(process.stdout.readline())["address"]
    page, token = address.split("#t=")
    return process, page, token


def ask(page, token, path, body=None):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(page + path, data, headers), timeout=10) as answer:
        return json.load(answer)


def _tapped(page, token, seq):
    try:
        ask(page, token, "api/taps", {"seq": seq, "tap": "card", "player": "Ana", "card": "9D"})
    except OSError:
        return False
    return True


def test_a_table_begins_without_its_club_and_tells_it_later(started, tmp_path, cluster):
    club = Club(cluster, tmp_path / "club", 2)
    with cluster.gone():
        process, page, token = playing(started, tmp_path, club)
        lines = process.stderr.readline() + process.stderr.readline()
        assert "le club ne répond pas" in lines and club.url("table-2").password not in lines
    wait_for(lambda: club.rows("SELECT 1 FROM club.evenings"), 15)
    assert "le club répond" in process.stderr.readline()
    assert any(_tapped(page, token, seq) for seq in range(9))
    wait_for(lambda: any('"9D"' in body for lines in club.told(2).values() for _, body in lines))


def test_the_next_players_stand_in_the_form(started, tmp_path, cluster):
    club = Club(cluster, tmp_path / "club", 2)
    club.rows("INSERT INTO club.rounds (night, round) VALUES ('2026-01-01', 1)")
    for place, name in enumerate(("Zoé", "Ana", "Carl")):
        seat = f"'2026-01-01', 1, current_database() || '_table_2', {place}, '{name}'"
        club.rows(f"INSERT INTO club.seats VALUES ({seat})")
    _, page, token = playing(started, tmp_path, club, "--setup")

    def offered():
        return ask(page, token, "api/setup")["last"]

    wait_for(lambda: (offered() or {}).get("dealer") == "Zoé")
    assert [player["name"] for player in offered()["players"]] == ["Zoé", "Ana", "Carl"]
    club.rows("UPDATE club.seats SET player = 'Dora' WHERE player = 'Carl'")
    wait_for(lambda: "Dora" in json.dumps(offered()))


def test_a_club_needs_a_folder_of_the_table_s_own(tmp_path, cluster, nainjaune):
    club = Club(cluster, tmp_path / "club", 1)
    nainjaune("play", "--club", club.folder / "nothing.club").refused("nothing.club")
    args = ("--club", club.folder / "table-1.club", "--data", cluster.database())
    nainjaune("play", "--camera", "none", *args).refused("--club", "folder")
