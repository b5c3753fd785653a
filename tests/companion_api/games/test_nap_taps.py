"""Nap told by phones over the API: whatever they send, what is settled is what the log alone comes to.

Two tables here, every value of every option with ``NAINJAUNE_LONG=1``; that each settles right is tested in
tests/engine.
"""

import os
from random import Random

import plain_nap
import pytest
from nap_told import houses, random_deal, told
from scripted import wait_for
from starlette.testclient import TestClient
from tapped import House

from companion_api.evening.who import Pass
from companion_api.games.views import tell
from companion_api.web import passes
from engine.events import Bid, CardPlayed, Fined, HandShown, NapSettlement, RoundStarted, from_json, to_json
from engine.games import game, nap
from languages import LANGUAGES

FIRST, EVERY = (0, 1) if os.environ.get("NAINJAUNE_LONG") else (4, 12)  # one of them with a floating card
NAMES = ("Ana", "Bruno", "Chloé", "David", "Eva", "Fred", "Gil", "Hugo", "Ida", "Jo")


class Phones:
    """A table at which everybody has a phone."""

    def __init__(self, folder, players, options):
        self.house = House(folder)
        self.client = TestClient(self.house.app, base_url="http://127.0.0.1:8765")
        self.keys = {"host": self.house.token}
        table = {"game": "nap", "rules": "nap", "options": options, "players": list(NAMES[:players]),
                 "dealer": NAMES[players - 1], "stock_chips": {"jeton": 100}}  # fmt: skip
        assert self.post("host", "setup", table=table) == (200, None)
        for name in NAMES[:players]:
            self.keys[name] = passes.issue(self.house.token, Pass("player", name))
        wait_for(lambda: self.house.view["phase"] == "antes")

    def post(self, who, path, **what):
        """(status, why it was refused)"""
        seen = {"evening": self.house.live.evening.id, "seq": self.house.live.seq}
        key = {"Authorization": f"Bearer {self.keys[who]}"}
        answer = self.client.post(f"/api/{path}", headers=key, json={**seen, **what})
        assert answer.status_code < 500, answer.text
        return answer.status_code, answer.json().get("error")

    def tap(self, who, **what):
        return self.post(who, "taps", **what)

    def events(self):
        return tell(self.house.live.events())


@pytest.mark.parametrize(("seed", "players", "options"), houses()[FIRST::EVERY])
def test_whatever_phones_send(seed, players, options, tmp_path):
    rng, phones = Random(seed), Phones(tmp_path, players, options)
    house = phones.house
    try:
        for deal in range(2 if players < 7 else 1):
            if deal:
                assert phones.tap("host", tap="round") == (200, None)
            for event in random_deal(phones.events(), rng):
                if rng.random() < 0.2:
                    slip(phones, event, rng)
                who = rng.choice(("host", event.player))
                assert phones.tap(who, tap="tell", event=told(event)) == (200, None), (event, house.view)
                if rng.random() < 0.07:
                    take_back(phones, who, event)
            assert house.view["phase"] == "settled"
            for due in house.view["evening"]["dues"]:
                assert phones.tap(due["from"], tap="paid", player=due["from"], to=due["to"])[0] == 200
            assert all(due["still"] == 0 for due in house.view["evening"]["dues"])
        fine_afterwards(phones, rng)
        end(phones, rng)
        settled_as_the_log_alone(phones)
    finally:
        house.close()


def take_back(phones, who, event):
    """Undone by who told it, told again; a bid or card put right and that taken back."""
    undo = phones.house.view["undo"]
    assert undo["type"] == to_json(event)["type"] and undo["by"] == who
    assert phones.tap(who, tap="undo", target=undo["seq"]) == (200, None)
    assert phones.tap("host", tap="tell", event=told(event)) == (200, None)
    last = next(line for line in reversed(phones.house.live.events()) if line["type"] == told(event)["type"])
    before = phones.house.view
    wrong = {**told(event), "bid": "pass"} if isinstance(event, Bid) else told(event)
    status, why = phones.tap("host", tap="correct", target=last["seq"], event=wrong)
    if status == 200:
        undo = phones.house.view["undo"]
        assert undo["type"] == "corrected"
        assert phones.tap("host", tap="undo", target=undo["seq"]) == (200, None)
    else:
        assert why == "illegal"
    after = phones.house.view
    assert {**before["deal"], "bids": 0} == {**after["deal"], "bids": 0}
    assert [bid["bid"] for bid in before["deal"]["bids"]] == [bid["bid"] for bid in after["deal"]["bids"]]


def slip(phones, event, rng):
    """Something that nobody may send now: it is refused in one word and nothing of it stays."""
    house = phones.house
    before, others = house.live.now(), [name for name in house.view["evening"]["standings"]]
    other = rng.choice([line["name"] for line in others if line["name"] != event.player])
    wrong = [
        (other, {"tap": "tell", "event": told(event)}, (403, "role")),
        ("host", {"tap": "tell", "event": told(event), "seq": house.live.seq - 1}, (409, "stale")),
        ("host", {"tap": "tell", "event": {**told(event), "player": "Zoé"}}, (422, "player")),
        ("host", {"tap": "tell", "event": {**told(event), "by": other}}, (422, "input")),
        ("host", {"tap": "tell", "event": {**told(event), "seq": 1}}, (422, "input")),
        ("host", {"tap": "tell", "event": {"type": "bid", "player": other}}, (422, "input")),
        ("host", {"tap": "tell"}, (422, "incomplete")),
        ("host", {"tap": "tell", "event": told(HandShown(other, ()))}, (422, "illegal")),
        ("host", {"tap": "call", "card": "QS"}, (422, "illegal")),
        ("host", {"tap": "round"}, (422, "round")),
        ("host", {"tap": "end"}, (422, "round")),
        ("host", {"tap": "hand", "player": other, "cards": []}, (422, "illegal")),
    ]
    if isinstance(event, CardPlayed | Bid):
        wrong.append(("host", {"tap": "tell", "event": {**told(event), "player": other}}, (422, "illegal")))
        wrong.append(("host", {"tap": "card", "player": other, "card": "AS"}, (422, "illegal")))
    who, what, answer = rng.choice(wrong)
    assert phones.tap(who, **what) == answer, what
    now = house.live.now()
    assert (before["seq"], before["view"]) == (now["seq"], now["view"])


def fine_afterwards(phones, rng):
    """A fine that comes after the last trick: the settlement is told anew, and only the last one stands."""
    player = rng.choice(phones.house.view["players"])["name"]
    before = phones.house.view["settlement"]
    assert phones.tap("host", tap="tell", event=told(Fined(player, 5, "revoke"))) == (200, None)
    after = phones.house.view["settlement"]
    assert after["net"][player] == before["net"][player] - 5 and after["pool"] == before["pool"] + 5


def end(phones, rng):
    view, house = phones.house.view, phones.house
    choice = rng.choice(view["evening"]["choices"] or [{"leftover": None}])
    told = {} if choice["leftover"] is None else {"leftover": choice["leftover"]}
    assert phones.tap("host", tap="end", **told) == (200, None)
    evening, stock = house.view["evening"], 100 * len(house.view["players"])
    assert sum(line["chips"] for line in evening["standings"]) + evening["boxes"] == stock
    assert evening["boxes"] == choice.get("boxes", 0) or choice["leftover"] is None


def settled_as_the_log_alone(phones):
    house = phones.house
    key = {"Authorization": f"Bearer {house.token}"}
    told_log = phones.client.get("/api/log", headers=key).text.splitlines()
    lines = house.live.events()
    assert len(told_log) == len(lines)
    events = [from_json(line) for line in lines]
    state = game.fold(events)
    told_settlements = [event for _, event in game.in_force(events) if isinstance(event, NapSettlement)]
    nets = sorted((each.round, dict(each.net), each.pool) for each in told_settlements)
    assert nets == [(each.round, dict(each.net), each.pool) for each in state.settlements]
    standing = [event for _, event in game.in_force(events) if not isinstance(event, NapSettlement)]
    plain, _ = plain_nap.settle([to_json(event) for event in standing if type(event).__name__ != "Paid"])
    assert nets == [(each["round"], each["net"], each["pool"]) for each in plain]
    shown = house.view["settlement"]
    assert (shown["net"], shown["pool"]) == (nets[-1][1], nets[-1][2])
    gains = {name: sum(line["chips"] for line in lines) for name, lines in shown["accounts"].items()}
    assert gains == shown["net"]


def test_a_revoke_is_told_with_its_fine_and_the_play_waits_for_it(tmp_path):
    phones = Phones(tmp_path, 3, {"pool": "on"})
    host = lambda **event: phones.tap("host", tap="tell", event=event)  # noqa: E731
    for player, bid in (("Ana", "three"), ("Bruno", "pass"), ("Chloé", "pass")):
        assert host(type="bid", player=player, bid=bid) == (200, None)
    for player, card in (("Ana", "AH"), ("Bruno", "7C"), ("Chloé", "2H"), ("Ana", "KH"), ("Bruno", "4H")):
        assert host(type="card_played", player=player, card=card) == (200, None)
    deal, (alert,) = phones.house.view["deal"], phones.house.view["alerts"]
    assert (alert["kind"], alert["player"], alert["card"]) == ("revoke", "Bruno", "7C")
    assert deal["revoke"] == {
        "player": "Bruno",
        "card": "7C",
        "about": alert["about"],
        "shown": "4H",
        "chips": 5,
    }
    assert host(type="card_played", player="Chloé", card="3H") == (422, "illegal")
    assert phones.tap("Bruno", tap="tell", event={"type": "fined", "player": "Bruno", "chips": 5}) == (
        200,
        None,
    )
    assert phones.house.view["deal"]["revoke"] is None and not phones.house.view["alerts"]
    assert host(type="card_played", player="Chloé", card="3H") == (200, None)
    assert phones.house.view["boxes"] == {"pool": 3 + 5}
    phones.house.close()


def test_without_a_pool_a_revoke_is_refused_with_the_card_that_did_not_follow(tmp_path):
    phones = Phones(tmp_path, 3, {})
    for player, bid in (("Ana", "three"), ("Bruno", "pass"), ("Chloé", "pass")):
        phones.tap("host", tap="tell", event={"type": "bid", "player": player, "bid": bid})
    for player, card in (("Ana", "AH"), ("Bruno", "7C"), ("Chloé", "2H"), ("Ana", "KH")):
        phones.tap("host", tap="tell", event={"type": "card_played", "player": player, "card": card})
    seen = {"evening": phones.house.live.evening.id, "seq": phones.house.live.seq}
    event = {"type": "card_played", "player": "Bruno", "card": "4H"}
    key = {"Authorization": f"Bearer {phones.house.token}"}
    answer = phones.client.post("/api/taps", headers=key, json={**seen, "tap": "tell", "event": event})
    first = next(card["seq"] for card in phones.house.view["cards"] if card["card"] == "7C")
    assert (answer.status_code, answer.json()["rule"], answer.json()["since"]) == (422, "revoke", first)
    assert phones.tap("host", tap="correct", target=first, card="6H") == (200, None)
    assert phones.tap("host", tap="tell", event=event) == (200, None)
    assert phones.tap("host", tap="undo", target=phones.house.view["undo"]["seq"]) == (200, None)
    assert phones.house.view["undo"]["type"] == "corrected"
    phones.house.close()


def test_rounds_payments_and_the_end_are_told_by_their_own_taps_alone(tmp_path):
    phones = Phones(tmp_path, 3, {})
    paid = {"type": "paid", "player": "Ana", "to": "Bruno", "chips": 999}
    before = phones.house.live.events()
    for event in (paid, {"type": "round_started", "dealer": "Ana"}, {"type": "evening_ended"}):
        assert phones.tap("host", tap="tell", event=event) == (422, "incomplete")
    assert phones.tap("Ana", tap="tell", event=paid) == (422, "incomplete")
    assert phones.house.live.events() == before
    assert phones.tap("Ana", tap="tell", event={"type": "bid", "player": "Ana", "bid": "nap"}) == (200, None)
    bid = phones.house.view["undo"]["seq"]
    before = phones.house.live.events()
    assert phones.tap("host", tap="correct", target=bid, event=paid) == (422, "incomplete")
    assert phones.house.live.events() == before
    phones.house.close()


def test_rules_that_cannot_be_played_are_refused_in_one_sentence(tmp_path):
    house = House(tmp_path)
    phone = TestClient(house.app, base_url="http://127.0.0.1:8765")
    key = {"Authorization": f"Bearer {house.token}"}
    seen = {"evening": house.live.evening.id, "seq": house.live.seq}
    for players, options, why in (
        (8, {"floater": "on"}, "8 joueurs : le nap à la carte flottante se joue de 3 à 7"),
        (10, {"seven": "barker"}, "10 joueurs : ces règles distribuent 70 cartes, le jeu en a 52"),
        (4, {"floater": "on", "bid_two": "on"}, "n’a pas d’effet où 'floater' vaut 'on'"),
        (4, {"floater": "on", "floater_bids": "dorset"}, "'floater_values'"),
        (4, {"seven": "smoothed", "five_pay": "american"}, "n’a pas d’effet où 'seven' vaut 'smoothed'"),
    ):
        table = {"game": "nap", "rules": "nap", "options": options, "dealer": "Ana"}
        table["players"] = list(NAMES[:players])
        answer = phone.post("/api/setup", headers=key, json={**seen, "table": table})
        assert answer.status_code == 422 and answer.json()["error"] == "input", options
        said = answer.json()["said"]
        assert set(said) == set(LANGUAGES) and why in said["fr"] and "\n" not in said["fr"], said
        assert house.view["phase"] == "setup"
    house.close()


def test_an_evening_goes_on_after_the_program_was_stopped(tmp_path):
    phones = Phones(tmp_path, 4, {"pool": "on"})
    rng = Random(8)
    events = random_deal(phones.events(), rng)
    for event in events[: len(events) // 2]:
        assert phones.tap("host", tap="tell", event=told(event)) == (200, None)
    view = phones.house.view
    phones.house.close()
    again = House(tmp_path)
    assert again.view == view
    for event in events[len(events) // 2 :]:
        again.tap(tap="tell", event=told(event))
    assert again.view["phase"] == "settled" and isinstance(again.view["settlement"]["pool"], int)
    again.tap(tap="round")
    assert again.view["dealer"] == "Ana" and again.view["round"] == 2
    begun = [line for line in again.live.events() if from_json(line).__class__ is RoundStarted]
    assert len(begun) == 2 and nap.next_dealer(again.live.story.state) == "Bruno"
    again.close()


def test_at_aylesbury_the_bonaparte_is_called_napoleon(tmp_path):
    phones = Phones(tmp_path, 3, {"floater": "on", "floater_bids": "aylesbury", "floater_values": [2, 5, 10]})
    for player, bid in (("Ana", {"bid": "bonaparte", "floater": False}), ("Bruno", {"bid": "pass"})):
        assert phones.tap("host", tap="tell", event={"type": "bid", "player": player, **bid}) == (200, None)
    assert phones.house.live.now()["said"][-1]["bid"] == "napoleon"
    assert phones.tap("host", tap="undo", target=phones.house.view["undo"]["seq"]) == (200, None)
    assert phones.house.view["undo"]["bid"] == "napoleon"
    assert phones.tap("host", tap="tell", event={"type": "bid", "player": "Bruno", "bid": "pass"}) == (
        200,
        None,
    )
    assert phones.tap("host", tap="tell", event={"type": "bid", "player": "Chloé", "bid": "pass"})[0] == 200
    for trick in ("TS QS JS", "AS KS JH", "AH KH QH", "AD KD QD", "AC KC QC"):
        for card in trick.split():
            event = {"type": "card_played", "player": phones.house.view["leader"], "card": card}
            assert phones.tap("host", tap="tell", event=event) == (200, None)
    told = [line["text"]["fr"] for line in phones.house.view["settlement"]["explanations"]]
    assert any("Napoléon" in line for line in told) and not any("Bonaparte" in line for line in told)
    phones.house.close()
