"""`LIVE.md` names every field that the live channel sends, with its kind, and no other."""

import json
import re
from pathlib import Path

import pytest
from nap_told import deal_told
from scripted import Evening, wait_for
from starlette.testclient import TestClient
from tapped import House

from companion_api.evening.setting_up import Arrange
from companion_api.evening.who import Pass
from companion_api.web import app, passes, sockets
from companion_api.web.app import create_app
from companion_api.web.door import gate
from engine.cards import HONOURS
from languages import LANGUAGES

TEXT = (Path(app.__file__).parents[1] / "LIVE.md").read_text(encoding="utf-8")
TABLE = {"players": ["Ana", "Bruno", "Chloé"], "dealer": "Chloé", "stock_chips": {"jeton": 40, "contrat": 3},
         "money": {"cents": 5, "currency": "EUR"}}  # fmt: skip
NAMES = {"Ana", "Bruno", "Chloé", "David"}
KEYED = ((NAMES, "PLAYER"), ({"TD", "JC", "QS", "KH", "7D", "pool", "kitty"}, "BOX"),
         (set(LANGUAGES), "LANGUAGE"), ({"jeton", "fiche", "contrat"}, "CHIP"))  # fmt: skip
KINDS = {bool: "true/false", int: "number", float: "number", str: "text", list: "list", dict: "object",
         type(None): "null"}  # fmt: skip
ELSEWHERE = ("events[]", "view.settlement", "view.rules.options", "view.antes[]", "view.questions[]",
             "view.deal.against")  # fmt: skip
"""Described where they come from (engine/events.py, views.py): their insides are not told again."""


def documented():
    """Path → kinds, from the tables: ``| `view.round` | number | … |``."""
    lines = re.findall(r"^\| `([a-z][^`]*)` \| ([^|]+) \|", TEXT, re.MULTILINE)
    return {path: set(kinds.strip().split(" or ")) for path, kinds in lines}


def sent(value, path="", found=None):
    """Path → kinds, of a message."""
    found = {} if found is None else found
    if path:
        found.setdefault(path, set()).add(KINDS[type(value)])
    if path in ELSEWHERE:
        return found
    if isinstance(value, dict):
        for key, each in value.items():
            name = next((shown for keys, shown in KEYED if key in keys), key)
            sent(each, f"{path}.{name}" if path else name, found)
    elif isinstance(value, list):
        for each in value:
            sent(each, f"{path}[]", found)
    return found


def gather(messages):
    found = {}
    for message in messages:
        for path, kinds in sent(message).items():
            found.setdefault(path, set()).update(kinds)
    return found


def naps(folder):
    """Of a deal of Nap after each thing that is told."""
    table = {**TABLE, "game": "nap", "rules": "nap"}
    got = []
    for options in (
        {"pool": "on", "purchase": "flat", "widow": "on"},
        {"floater": "on", "pool": "on"},
    ):
        house = House(folder / options.get("floater", "off"))
        arranged = {**table, "options": options}
        house.setup.arrange(Arrange(evening=house.live.evening.id, seq=0, table=arranged))
        wait_for(lambda house=house: house.view["phase"] == "antes")
        for step in deal_told(house, 4, fines=True):
            got.append({"view": house.view, "said": house.live.now()["said"]})
            assert step
        got.append({"view": house.view})
        house.close()
    return got


@pytest.fixture(scope="module")
def messages(tmp_path_factory):
    """What the channel sends in an evening that is tapped and in one that a camera sees."""
    got = []

    def look(at, token):
        with TestClient(at).websocket_connect("/api/live") as live:
            live.send_json({"token": token, "evening": 0, "seq": 0})
            got.append(live.receive_json())

    house = House(tmp_path_factory.mktemp("tapped"))
    look(house.app, house.token)
    told = {**TABLE, "guided": True}
    house.setup.arrange(Arrange(evening=house.live.evening.id, seq=0, table=told))
    for seed in (3, 5):
        if house.view["phase"] == "settled":
            house.tap(tap="round")
        house.play_round(seed)
        look(house.app, passes.issue(house.token, Pass("player", "Ana")))
    house.tap(tap="end")
    look(house.app, house.token)
    house.close()
    got += naps(tmp_path_factory.mktemp("nap"))
    evening = Evening(tmp_path_factory.mktemp("seen"), 9)
    served = create_app(evening.live, evening.desk)
    last = len(evening.steps)
    for count, step in enumerate(evening.steps, start=1):
        if count % 4 == 1 or step.card in HONOURS or count > last - 3:
            evening.cards(count)
            look(served, evening.token)
    evening.whole_round()
    look(served, evening.token)
    evening.close()
    return got


def test_every_field_that_is_sent_is_documented(messages):
    told = documented()
    for path, kinds in gather(messages).items():
        assert path in told, f"{path} ({' or '.join(sorted(kinds))}) is missing in LIVE.md"
        assert kinds <= told[path], f"{path}: LIVE.md says {told[path]}, sent is {kinds}"


def test_every_field_that_is_documented_is_sent(messages):
    found = gather(messages)
    notes = re.findall(r"^\| `([^`]+)` \|[^|]+\| (.*)\|$", TEXT, re.MULTILINE)
    rare = {path for path, note in notes if "*rare*" in note}
    assert {path for path in documented() if path not in found} - rare == set()


def test_the_example_and_the_close_codes_are_right(messages):
    example = json.loads(re.search(r"```json\n(\{\"token\".*?\})\n```", TEXT, re.DOTALL)[1])
    assert set(example) == {"token", "evening", "seq"}
    for code in (gate.WRONG_TOKEN, gate.TOO_OFTEN, 1008, 1013):
        assert f"`{code}`" in TEXT
    assert f"{sockets.HELLO_SECONDS:g} s" in TEXT
    assert f"{gate.MOST_MESSAGES} messages in {gate.PER_SECONDS:g} s" in TEXT
