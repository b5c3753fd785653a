"""The start page's requests: only this computer's own browser may ask, phones come in by a switch."""

import base64
import json
import re
import signal
import urllib.error
import urllib.request

import cv2
import numpy as np
import pytest
from scripted import HANGS, wait_for
from starlette.testclient import TestClient
from started_page import LOOP, WIFI, Started, pretend_wifi

from companion_api.command import parser
from companion_api.evening.who import HOST
from companion_api.replay.ring import Still
from companion_api.store import Store
from companion_api.web import passes
from companion_api.web.door.phones import Phones
from companion_api.web.hosting.choices import Choice
from companion_api.web.hosting.hosted import OPENING
from companion_api.web.hosting.remembered import Remembered, Running
from companion_api.web.hosting.thumbnails import Thumbnails
from engine.cards import parse_card
from engine.errors import BadInput
from engine.events import CardPlayed, to_json
from hardware.simulator import SimulatedTable

TABLE = {"players": [{"name": "Ana"}, {"name": "Bruno"}, {"name": "Chloé"}], "dealer": "Chloé"}


@pytest.fixture
def home(tmp_path):
    home = Started(tmp_path)
    yield home
    home.close()


def ask(home, path="", told=None, key=None, page=None, **headers):
    """Status and answer of a request below ``/api/start``."""
    request = urllib.request.Request(
        f"{page or home.page}api/start{path}",
        None if told is None else json.dumps(told).encode(),
        {"Authorization": f"Bearer {home.companion.key if key is None else key}", **headers},
    )
    try:
        with urllib.request.urlopen(request, timeout=HANGS) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"{}")


@pytest.fixture
def from_wifi(monkeypatch):
    pretend_wifi(monkeypatch)


def test_nobody_but_this_computers_browser_with_the_key_may_ask(home):
    assert ask(home)[0] == 200
    assert ask(home, key="")[0] == 401 and ask(home, key="guessed")[0] == 401
    assert ask(home, Host="evil.example")[0] == 421
    assert ask(home, "/phones", {"on": True}, Origin="http://evil.example")[0] == 403
    assert ask(home, Host="192.168.1.20:8765")[0] == 403  # a name that a phone would use
    assert ask(home, "/begin", {"what": "demo", "more": 1})[0] == 422
    elsewhere = TestClient(home.companion.stage.start, "http://127.0.0.1", client=("192.168.1.9", 40000))
    key = {"Authorization": f"Bearer {home.companion.key}"}
    assert elsewhere.get("/api/start", headers=key).status_code == 403  # whatever name it uses
    assert home.companion.now is None and home.companion.phones.why == "off"


def test_a_phone_that_comes_in_has_none_of_the_start_pages_powers(home, from_wifi):
    home.companion.phones._there = lambda: [LOOP, WIFI]
    assert ask(home, "/phones", {"on": True})[1]["on"]
    page = home.companion.phones.address
    assert page.startswith("http://127.0.0.2:")
    ask(home, "/begin", {"what": "new", "source": "none"})
    host = passes.issue(home.companion.token, HOST)
    with urllib.request.urlopen(page, timeout=HANGS) as answer:
        assert b"Nain Jaune" in answer.read()
    for key in (host, home.companion.key):
        assert ask(home, key=key, page=page)[0] == 403
        assert ask(home, "/leave", {}, key=key, page=page)[0] == 403
    assert ask(home, key=host)[0] == 200  # the host on this computer itself


def test_the_switch_opens_and_closes_the_door_and_is_remembered(home, from_wifi, tmp_path):
    home.companion.phones._there = lambda: [LOOP, WIFI]
    _, state = ask(home, "/phones", {"on": True})
    assert state["on"] and Remembered(str(tmp_path)).choices()["phones"] is True
    page = state["address"]
    urllib.request.urlopen(page, timeout=HANGS).close()
    _, state = ask(home, "/phones", {"on": False})
    assert not state["on"] and state["why"] == "off"
    assert Remembered(str(tmp_path)).choices()["phones"] is False
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(page, timeout=HANGS)


def test_without_a_network_the_page_says_why_and_nothing_is_invited(home):
    home.companion.phones._there = lambda: [LOOP]
    _, state = ask(home, "/phones", {"on": True})
    assert (state["on"], state["why"], state["address"]) == (False, "network", None)
    assert home.companion.phones.invites("127.0.0.1", home.page) is None


def test_an_evening_is_begun_left_and_gone_on_with(home, tmp_path):
    status, begun = ask(home, "/begin", {"what": "go_on"})
    assert (status, begun["error"]) == (422, "nothing")
    assert ask(home, "/begin", {"what": "new", "source": "none"})[0] == 200
    evening = home.companion.now
    request = urllib.request.Request(
        f"{home.page}api/setup",
        json.dumps({"evening": evening.live.evening.id, "seq": 0, "table": TABLE}).encode(),
        {"Authorization": f"Bearer {passes.issue(home.companion.token, HOST)}"},
    )
    urllib.request.urlopen(request, timeout=HANGS).close()
    wait_for(lambda: evening.live.seq > 1)
    first, token = evening.live.evening.id, home.companion.token
    ask(home, "/begin", {"what": "new", "source": "none"})  # begun, and left without being set up
    assert home.companion.now.live.evening.id != first
    ask(home, "/leave", {})
    _, state = ask(home)
    assert state["on"] is None and state["interrupted"]["players"] == ["Ana", "Bruno", "Chloé"]
    assert ask(home, "/begin", {"what": "go_on", "source": "none"})[0] == 200
    assert (home.companion.now.live.evening.id, home.companion.token) == (first, token)


def test_what_another_companion_holds_is_refused_in_a_word(home, tmp_path):
    other = Store(tmp_path)
    other.hold()
    status, told = ask(home, "/begin", {"what": "new", "source": "none"})
    assert (status, told["error"]) == (422, "held")
    other.close()
    status, told = ask(home, "/begin", {"what": "new", "source": "9999"})
    assert (status, told["error"]) == (422, "camera") and home.companion.now is None


def test_past_evenings_are_shown_without_an_evening(home):
    assert ask(home, "/begin", {"what": "past"})[1]["page"] == "history/"
    host = passes.issue(home.companion.token, HOST)
    key = {"Authorization": f"Bearer {host}"}
    request = urllib.request.Request(f"{home.page}api/history", headers=key)
    with urllib.request.urlopen(request, timeout=HANGS) as answer:
        assert json.loads(answer.read())["evenings"] == []
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(f"{home.page}api/history", timeout=HANGS)


def test_a_second_start_finds_the_first(home, tmp_path):
    running = Running(tmp_path)
    assert running.link() is None
    running.note(home.link)
    assert running.link() == home.link
    running.note("http://evil.example/start/#k=x")
    assert running.link() is None
    running.forget()
    assert running.link() is None


def test_the_demo_waits_for_a_page_and_stands_still_when_asked(home):
    ask(home, "/begin", {"what": "demo", "seed": 8})
    evening = home.companion.now
    assert evening.live.now()["paused"] and evening.sittings.watching.frame is None
    evening.live._looked_at[0]()  # what the first page that listens does
    wait_for(lambda: evening.sittings.watching.frame is not None)
    assert not evening.live.now()["paused"]
    ask(home, "/pause", {"on": True})
    assert evening.live.now()["paused"]
    watching, laid = evening.sittings.watching, CardPlayed("Ana", parse_card("TD"))
    assert ask(home, "")[1]["on"]["demo"]["speed"] == 1 and watching.speed == OPENING
    evening._announce(laid)  # what it is about begins
    assert ask(home, "")[1]["on"]["demo"]["speed"] == 1 == watching.speed
    ask(home, "/speed", {"speed": 4})
    evening._announce(laid)
    assert ask(home, "")[1]["on"]["demo"]["speed"] == 4 and ask(home, "/speed", {"speed": 0})[0] == 422


def test_the_simulated_table_is_shown_with_its_boxes_and_the_card_that_lies_last(home):
    assert ask(home, "/table")[1] is None, "nothing is on"
    ask(home, "/begin", {"what": "demo", "seed": 8})
    evening = home.companion.now
    evening.live._looked_at[0]()
    wait_for(lambda: (ask(home, "/table")[1] or {}).get("boxes"))
    ask(home, "/pause", {"on": True})
    seen = ask(home, "/table")[1]
    image = cv2.imdecode(np.frombuffer(base64.b64decode(seen["jpeg"]), np.uint8), cv2.IMREAD_COLOR)
    assert image.shape[1] == 960 and seen["last"] is None
    assert {box["card"] for box in seen["boxes"]} == {card.code for card in evening.live.table.honours}
    assert all(0 < x < 1 and 0 < y < 1 for box in seen["boxes"] for x, y in box["corners"])
    lying = Still(
        999.0, b"", outlines=((parse_card("2C"), ((0.5, 0.5), (0.6, 0.5), (0.6, 0.6), (0.5, 0.6))),)
    )
    evening.live.replay.ring.keep(lying)
    assert ask(home, "/table")[1]["last"] is None, "it is not the card laid last"
    evening.live.record([to_json(CardPlayed(evening.live.now()["view"]["leader"], parse_card("2C")))])
    assert ask(home, "/table")[1]["last"] == {
        "card": "2C",
        "corners": [[0.5, 0.5], [0.6, 0.5], [0.6, 0.6], [0.5, 0.6]],
    }


def test_only_webcams_and_network_cameras_are_looked_at(tmp_path):
    table = SimulatedTable(8, 3)
    thumbnails = Thumbnails(lambda source, automatic: table, lambda: [])
    assert thumbnails.picture("0")["size"] == list(table.size)
    for wrong in ("/etc/passwd", "file:///etc/passwd", "phone", "concat:a|b", str(tmp_path)):
        with pytest.raises(BadInput, match="expected a webcam"):
            thumbnails.picture(wrong)
    thumbnails.close()


def test_choices_are_the_command_lines_own():
    chosen = Choice(what="new", source="-x", speak=True, listen=True, keep_pictures=True, webhook="http://a/")
    told = chosen.of_play("/data")
    assert told[:3] == ["--camera=-x", "--data=/data", "--lang=fr"] and "--new" in told
    assert {"--speak", "--listen=mic", "--keep-pictures", "--webhook=http://a/"} <= set(told)
    assert Choice(what="demo", chance=True).of_demo() == ["--lang=fr", "--chance"]
    assert "--new" not in Choice(what="go_on").of_play("/data")


def test_what_only_the_command_line_had_can_be_chosen_for_a_film():
    told = Choice(
        what="new", source="f.mp4", players="A,B", table="T.json", calls="C.jsonl", speed=2, clips="voix"
    )
    args = parser(["play"]).parse_args(["play", *told.of_play("/data")])
    assert (args.table, args.calls, args.speed, args.players, args.clips) == (
        "T.json",
        "C.jsonl",
        2.0,
        None,
        None,
    )
    spoken = told.model_copy(update={"speak": True, "table": ""}).of_play("/data")
    args = parser(["play"]).parse_args(["play", *spoken])
    assert (args.speak, str(args.clips), args.table, args.players) == (True, "voix", None, "A,B")


def test_a_door_of_the_command_line_is_no_switch(home):
    phones = home.companion.phones
    assert isinstance(phones, Phones) and not phones.fixed
    phones.fixed = True
    phones.open()
    assert phones.address is None


def test_nainjaune_alone_shows_its_page_and_ends_on_ctrl_c(tmp_path, started, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    process = started(cwd=tmp_path)
    link = process.stdout.readline().split()[-1]
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/start/#k=[\w-]{22}", link)
    assert "Ctrl-C" in process.stdout.readline()
    page, _, key = link.partition("start/#k=")
    request = urllib.request.Request(f"{page}api/start", headers={"Authorization": f"Bearer {key}"})
    wait_for(lambda: Running(tmp_path / "nainjaune").link() == link)
    with urllib.request.urlopen(request, timeout=HANGS) as answer:
        assert json.loads(answer.read())["on"] is None
    kept = tmp_path / "nainjaune" / "running.json"
    assert kept.stat().st_mode & 0o077 == 0
    second = started(cwd=tmp_path)
    out, _ = second.communicate(timeout=HANGS)
    assert second.returncode == 0 and link in out
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=HANGS)
    assert (process.returncode, errors) == (0, "") and not kept.exists()
