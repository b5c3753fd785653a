"""`nainjaune demo` with the trained networks: a simulated table, the real path, a real kill."""

import json
import os
import urllib.request

import pytest
from browser import come_in, leave, phone
from scripted import HANGS, wait_for

from companion_api.commands.demo import FIRST_EVENING
from companion_api.store import Store
from hardware.simulator import SimulatedTable
from models import weights

NETWORKS = ("finder", "corners", "reader", "chips")
pytestmark = pytest.mark.skipif(
    not all(weights.path(name).exists() for name in NETWORKS), reason="the trained networks are not here"
)
SETTLES = ("winner", "takes", "missed_calls", "betes", "swept", "boxes", "net")


def test_a_card_comes_and_a_kill_loses_nothing(tmp_path, started):
    """Of an evening whose first card comes early."""
    options = ("--seed", 20, "--players", 2, "--port", 0, "--speed", 100, "--json", "--data", "data")
    process = started("demo", *options, cwd=tmp_path)
    told = []
    for line in process.stdout:
        told.append(json.loads(line))
        if told[-1]["type"] == "card_played":
            break
    assert told and told[-1]["type"] == "card_played", process.stderr.read()
    page, token = told[0]["address"].split("#t=")
    request = urllib.request.Request(f"{page}api/log", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=HANGS) as answer:
        shown = [json.loads(line) for line in answer.read().decode().splitlines()]
    process.kill()
    told += [json.loads(line) for line in process.stdout if line.endswith("\n")]
    process.communicate()
    store = Store(tmp_path / "data")
    evening = store.last()
    kept = store.events(evening.id)
    assert evening.token == token
    assert kept[: len(told) - 1] == told[1:] and kept[: len(shown)] == shown
    card = next(event for event in kept if event["type"] == "card_played")
    assert store.picture(evening.id, card["seq"])[:2] == b"\xff\xd8"
    store.close()


@pytest.mark.skipif(
    "NAINJAUNE_LONG" not in os.environ, reason="a whole round takes a minute or two: set NAINJAUNE_LONG=1"
)
def test_a_full_round_settles_on_the_page_as_it_was_played(tmp_path, started):
    truth = SimulatedTable(*FIRST_EVENING).truth["settlement"]
    browser = phone()
    options = ("--port", 0, "--speed", 100, "--json")
    process = started("demo", *options, cwd=tmp_path)
    try:
        come_in(browser, json.loads(process.stdout.readline())["address"])
        for line in process.stdout:
            event = json.loads(line)
            if event["type"] == "settlement":
                break
        assert {key: event[key] for key in SETTLES} == {key: truth[key] for key in SETTLES}
        wait_for(lambda: browser.find_elements("#settlement"))
        shown = browser.find_element("#settlement").text
        for player, chips in truth["net"].items():
            assert player in shown and str(abs(chips)) in shown
    finally:
        leave(browser)
