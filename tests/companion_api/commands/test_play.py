"""The commands `play` and `demo` from their command lines."""

import argparse
import json
import re
import signal
import urllib.request

import cv2
import numpy as np
import pytest
from scripted import HANGS

from companion_api.store import Store
from companion_api.system.ports import listen
from companion_api.web.door.serve import address, qr_code
from companion_api.web.hosting.sittings import interrupted
from engine.errors import BadInput

TABLE = {"players": ["Ana", "Bruno", "Chloé"], "dealer": "Chloé"}


@pytest.fixture
def film(tmp_path):
    """A second of an empty table."""
    path = tmp_path / "film.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10, (320, 240))
    for _ in range(10):
        writer.write(np.full((240, 320, 3), (60, 90, 70), np.uint8))
    writer.release()
    return path


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "T.json"
    path.write_text(json.dumps(TABLE))
    return path


def test_a_film_without_anybody_to_play_is_one_line(nainjaune, tmp_path, film):
    """Other bad input: `test_bad_input.py`."""
    nainjaune("play", "--camera", film, "--data", tmp_path / "fresh").refused("who plays")


def test_a_door_that_cannot_be_is_one_line():
    with pytest.raises(BadInput, match="--port 70000"):
        listen("127.0.0.1", 70000)
    with pytest.raises(BadInput, match="--host"):
        listen("192.0.2.77", 0)


def test_nothing_listens_wider_than_asked():
    with listen("127.0.0.1", 0) as door:
        assert door.getsockname()[0] == "127.0.0.1"
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#t=secret", address(door, "secret"))


def test_the_qr_code_can_be_read():
    text = "http://192.168.1.20:8765/#t=AbCdEfGhIjKlMnOpQrStUv"
    upper = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
    rows = []
    for line in qr_code(text).splitlines():
        halves = [upper[block] for block in line]
        rows += [[top for top, _ in halves], [bottom for _, bottom in halves]]
    picture = np.kron(np.array(rows, np.uint8) * 255, np.ones((6, 6), np.uint8))
    assert cv2.QRCodeDetector().detectAndDecode(np.pad(picture, 24, constant_values=255))[0] == text


def test_an_interrupted_evening_goes_on(tmp_path):
    store = Store(tmp_path)
    evening = store.begin(TABLE)
    assert interrupted(store, TABLE).id == evening.id  # set up, and killed before it began
    store.append(evening.id, [{"type": "alert", "kind": "uncertain"}])
    again = interrupted(store, TABLE)
    assert (again.id, again.token) == (evening.id, evening.token)
    for other in ({"players": ["Ana", "Chloé"]}, {"options": {"bete": "off"}}, {"rules": "avantcoureur"},
                  {"players": ["Bruno", "Ana", "Chloé"]}):  # fmt: skip
        assert interrupted(store, {**TABLE, **other}) is None
    store.close()


@pytest.mark.parametrize(
    "said",
    [
        {"game": "nain-jaune", "rules": "lindor", "options": {}},
        {"options": {"missed_call": "lost", "call_window": "next_card"}},  # as they are anyway
        {
            "players": [
                {"name": name, "seat": [100.0 * place, 5.0]} for place, name in enumerate(TABLE["players"])
            ]
        },
        {"players": [{"name": name, "colour": 3} for name in ("Ana", "Bruno", "Chloe\u0301")]},
        {"dealer": "Ana", "board": [[100, 100], [500, 100], [500, 500], [100, 500]], "size": [640, 640]},
    ],
)
def test_an_evening_set_up_on_a_phone_goes_on_at_the_table_that_means_the_same(tmp_path, said):
    store = Store(tmp_path)
    store.append(store.begin(TABLE).id, [{"type": "evening_ended"}])
    second = store.begin({**TABLE, **said})  # POST /api/setup tells what differs
    store.append(second.id, [{"type": "alert", "kind": "uncertain"}])
    assert interrupted(store, {"game": "nain-jaune", **TABLE}).id == second.id
    store.close()


def test_play_shows_its_address_and_ends_with_its_film(nainjaune, tmp_path, film, table):
    data = ("--data", tmp_path / "data", "--port", 0)
    ran = nainjaune("play", "--camera", film, "--table", table, *data, "--once")
    assert (ran.status, ran.err) == (0, "")
    assert re.search(r"http://127\.0\.0\.1:\d+/#t=[\w-]{20,}", ran.out) and "--lan" in ran.out
    assert "█" not in ran.out and "Ctrl-C" in ran.out  # no code that no phone can use
    store = Store(tmp_path / "data")
    events = store.events(store.last().id)
    assert [event["type"] for event in events[:2]] == ["game_started", "round_started"]
    store.close()


def test_the_options_are_explained():
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    for name in ("play", "demo"):
        __import__(f"companion_api.commands.{name}", fromlist=["add_to"]).add_to(commands)
    for command in commands.choices.values():
        assert all(action.help for action in command._actions if action.option_strings)


def test_an_evening_is_set_up_on_the_phone_and_survives_a_kill(tmp_path, started):
    command = ("play", "--camera", "none", "--data", "data", "--port", 0, "--json")
    process = started(*command, cwd=tmp_path)
    page, token = json.loads(process.stdout.readline())["address"].split("#t=")

    def ask(path, told=None):
        request = urllib.request.Request(
            f"{page}api/{path}",
            None if told is None else json.dumps(told).encode(),
            {"Authorization": f"Bearer {token}"},
        )
        with urllib.request.urlopen(request, timeout=HANGS) as answer:
            return json.loads(answer.read())

    assert ask("setup")["last"] is None
    table = {"players": ["Ana", "Bruno", "Chloé"], "dealer": "Chloé", "stock_chips": {"jeton": 40}}
    ask("presets", {"evening": 1, "seq": 0, "save": {"name": "mamie", "options": {"bete": "off"}}})
    ask("setup", {"evening": 1, "seq": 0, "table": table})
    assert [json.loads(process.stdout.readline())["type"] for _ in range(2)] == [
        "game_started",
        "round_started",
    ]
    ask("taps", {"evening": 1, "seq": 2, "tap": "card", "player": "Ana", "card": "QS"})
    ask("taps", {"evening": 1, "seq": 3, "tap": "call", "player": "Ana", "card": "QS"})
    process.kill()
    process.communicate()
    process = started(*command, cwd=tmp_path)
    page, again = json.loads(process.stdout.readline())["address"].split("#t=")
    assert again == token
    assert "mamie" in [preset["name"] for preset in ask("setup")["presets"]]
    assert json.loads(process.stdout.readline())["type"] == "called"  # judged by the program that goes on
    ask("taps", {"evening": 1, "seq": 4, "tap": "card", "player": "Bruno", "card": "KC"})
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=HANGS)
    assert (process.returncode, errors) == (0, "")
    store = Store(tmp_path / "data")
    events = store.events(store.last().id)
    assert [event["card"] for event in events if event["type"] == "card_played"] == ["QS", "KC"]
    store.close()
