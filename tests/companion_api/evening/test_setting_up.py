"""An evening from set-up to its end, without a camera: the server's side of it."""

import json

import pytest
from tapped import NAMES, House, Phone

from companion_api.evening.live import Live
from companion_api.evening.setting_up import Arrange, SetUp
from engine.evening.presets import BUILT_IN
from engine.record import log

GRANDMOTHER = {"call_required": "off", "hand_payment": "per_card", "per_card": 3, "bete": "off"}


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    yield house
    house.close()


@pytest.fixture
def phone(house):
    return Phone(house)


def test_everything_there_is_can_be_chosen(phone):
    offer = phone.offer()
    built_in = {preset.name for preset in BUILT_IN}
    assert {preset["name"] for preset in offer["presets"]} == built_in
    assert offer["players"] == [] and offer["last"] is None
    assert sum(offer["chips"][kind] * count for kind, count in offer["stock"].items()) == 120
    for rules in offer["rules"]:
        assert rules["players"] and all(option["name"] for option in rules["options"])


PURSE = {"jeton": 20, "fiche": 10, "contrat": 5}


def settled(phone, house, steps, by_card):
    """The round is settled by the rules picked before it: by cards or by points, boxes by their rule."""
    honours = {step.card.code for step in steps if step.calls is not None}
    settlement = house.view["settlement"]
    assert settlement["payments"][0]["reason"] == ("cards" if by_card else "points")
    assert bool(settlement["missed_calls"]) == (bool(honours) and not by_card)
    assert {take["card"] for take in settlement["takes"]} == (honours if by_card else set())
    text = phone.http.get("/api/log", headers=phone.key).text
    told, *_ = log.settle(text, "log")
    assert told.settlement.net == settlement["net"]
    begun = json.loads(text.splitlines()[0])
    assert (begun["options"], begun["stock_chips"]) == (GRANDMOTHER if by_card else {}, PURSE)


def pieces_are_worth_what_is_held(evening):
    for line in evening["standings"]:
        purse = evening["purses"][line["name"]]
        pieces = purse["pieces"]
        worth = pieces.get("jeton", 0) + 5 * pieces.get("fiche", 0) + 10 * pieces.get("contrat", 0)
        assert worth + purse["noted"] == line["chips"]


def test_what_is_no_table_changes_nothing(phone, house):
    good = {"players": NAMES[:3], "dealer": "Ana"}
    for wrong, said in (
        ({"players": NAMES[:1]}, "1 players"),
        ({"dealer": "Zoé"}, "does not play"),
        ({"rules": "whist"}, "not known"),
        ({"options": {"bete": "maybe"}}, "expected on or off"),
        ({"players": ["A" * 25, "B", "C"], "dealer": "B"}, "longer than 24"),
        ({"board": [[0, 0], [9, 0], [9, 9], [0, 9]]}, "not to be told here"),
        ({"stock_chips": {"louis": 2}}, "expected one of"),
        ({"players": ["Ana", "Ana", "Bruno"]}, "twice"),
        ({"players": ["Ana", "An\u200ba", "Bruno"]}, "twice"),
        ({"players": ["Ana", "Аna", "Bruno"]}, "look alike"),
        ({"players": ["Ana", "ANA", "Bruno"]}, "look alike"),
    ):
        answer = phone.send("setup", table={**good, **wrong})
        assert answer.status_code == 422 and said in answer.json()["detail"], answer.text
    assert phone.send("setup", table="x").status_code == 422
    assert phone.send("setup").status_code == 422
    assert phone.send("presets", save={"name": "x", "pad": "y" * 5000}).status_code == 413
    assert phone.send("taps", tap="end").json()["error"] == "setup"
    assert house.live.table is None and house.view["phase"] == "setup" and house.live.events() == []


def test_who_has_played_before_is_known_by_any_capitals_and_a_look_alike_is_asked_about(phone, house):
    house.arrange(*NAMES[:3])
    house.live.renew()
    other = "А" + NAMES[0][1:]  # a Cyrillic one
    answer = phone.send("setup", table={"players": [other, *NAMES[1:3]], "dealer": other})
    assert answer.status_code == 422 and answer.json()["error"] == "alike", answer.text
    house.arrange(NAMES[0].upper(), *NAMES[1:3])
    assert house.live.table.names == tuple(NAMES[:3])


def test_where_things_lie_is_kept_while_camera_and_players_are_the_same(house):
    board = [[100, 100], [500, 100], [500, 400], [100, 400]]
    seats = [{"name": name, "seat": [90 * place, 470]} for place, name in enumerate(NAMES[:3])]
    places = {"players": seats, "dealer": "Ana", "board": board, "size": [640, 480]}

    def begun(names, size):
        live = Live(house.store, house.store.begin({}))
        told = {"players": names, "dealer": names[0]}
        setup = SetUp(live, lambda: None, None, size, places)
        setup.arrange(Arrange(evening=live.evening.id, seq=0, table=told))
        return live.table

    same = begun(["Bruno", "Chloé", "Ana"], (640, 480))
    assert same.board is not None
    assert [player.seat for player in same.players] == [(90, 470), (180, 470), (0, 470)]
    for others in (["Bruno", "Ana", "Chloé"], NAMES[1:4]):
        moved = begun(others, (640, 480))
        assert moved.board is not None and [player.seat for player in moved.players] == [None] * 3
    assert begun(NAMES[:3], (1280, 720)).board is None


def test_only_who_has_the_token_sets_up_and_only_what_he_saw(phone, house):
    for method, path in (("GET", "setup"), ("POST", "setup"), ("POST", "presets"), ("POST", "evenings")):
        assert phone.http.request(method, f"/api/{path}").status_code == 401
    seen = {"evening": house.live.evening.id, "seq": house.live.seq}
    phone.begin()
    late = phone.http.post("/api/setup", headers=phone.key, json={**seen, "table": {"players": NAMES[:2]}})
    assert late.status_code in (409, 422) and house.live.table.names == tuple(NAMES)
    other = phone.send("taps", tap="round", evening=99)
    assert other.status_code == 409
    assert phone.send("evenings").json()["error"] == "setup"
    assert phone.send("taps", tap="paid", player="Ana", to="Bruno").json()["error"] == "nothing"


def test_house_presets_are_kept_across_restarts(tmp_path):
    house = House(tmp_path)
    phone = Phone(house)
    mamie = {"name": "Chez mamie", "rules": "lindor", "options": GRANDMOTHER}
    assert phone.send("presets", save=mamie).status_code == 200
    assert phone.send("presets", save={**mamie, "name": "lindor"}).json()["error"] == "name"
    assert phone.send("presets", save={**mamie, "options": {"x": "y"}}).json()["error"] == "input"
    house.close()
    again = House(tmp_path)
    phone = Phone(again)
    own = [preset for preset in phone.offer()["presets"] if not preset["built_in"]]
    assert own == [{**mamie, "game": "nain-jaune", "built_in": False}]
    assert phone.send("presets", forget="Chez mamie").status_code == 200
    assert phone.send("presets", forget="Chez mamie").json()["error"] == "nothing"
    again.close()


def test_a_round_is_settled_and_payments_are_noted_and_taken_back(phone, house):
    phone.begin(stock_chips=PURSE)
    settled(phone, house, house.play_round(4), by_card=False)
    dues = house.view["evening"]["dues"]
    due = dues[0]
    whom = {"to": due["to"]} if due["to"] else {"card": due["card"]}
    assert due["paid"] == 0
    assert phone.send("taps", tap="paid", player=due["from"], **whom).status_code == 200
    due = house.view["evening"]["dues"][0]
    assert due["paid"] == due["chips"]
    assert phone.send("taps", tap="paid", player=due["from"], **whom).json()["error"] == "nothing"
    assert phone.send("taps", tap="undo", target=due["seq"]).status_code == 200
    assert house.view["evening"]["dues"][0]["paid"] == 0 and house.view["phase"] == "settled"
    values = {"jeton": 1, "fiche": 5, "contrat": 10}
    for due in dues:
        handed = sum(values[kind] * n for kind, n in due["gives"].items())
        back = sum(values[kind] * n for kind, n in due["back"].items())
        assert handed - back + due["noted"] == due["chips"]


def test_everybodys_pieces_are_worth_what_he_has_where_rules_are_others(phone, house):
    phone.begin(players=NAMES[:3], rules="avantcoureur", stock_chips=PURSE)
    house.play_round(1)
    pieces_are_worth_what_is_held(house.view["evening"])


def test_rounds_go_on_until_the_evening_ends_and_another_begins(phone, house):
    phone.begin(options={"end": "rounds"}, rounds=2, stock_chips={"jeton": 5, "fiche": 10, "contrat": 5})
    house.play_round(1)
    evening = house.view["evening"]
    assert (evening["rounds"], evening["over"], evening["next_dealer"]) == (1, None, "Hugo")
    assert phone.send("taps", tap="round").status_code == 200
    assert house.view["round"] == 2 and house.view["dealer"] == "Hugo"
    assert phone.send("taps", tap="end").json()["error"] == "round"
    assert phone.send("taps", tap="round").json()["error"] in ("round", "illegal")
    house.play_round(2)
    evening = house.view["evening"]
    assert evening["over"] == "rounds" and evening["ended"] is None
    pieces_are_worth_what_is_held(evening)
    assert phone.send("taps", tap="end").status_code == 200
    evening = house.view["evening"]
    assert evening["ended"] == house.live.seq
    held = sum(line["chips"] for line in evening["standings"])
    assert held + evening["boxes"] == 8 * 105
    assert sum(line["won"] for line in evening["standings"]) == -evening["boxes"]
    text = phone.http.get("/api/log", headers=phone.key).text
    *_, end = log.settle(text, "log")
    assert {line["name"]: line["chips"] for line in evening["standings"]} == dict(end.balances)
    assert phone.send("evenings").status_code == 200
    assert house.view["phase"] == "setup" and phone.offer()["players"] == NAMES
    assert phone.offer()["last"]["rounds"] == 2
    phone.begin(players=NAMES[:3])
    assert house.view["evening"]["rounds"] == 0 and house.token in phone.key["Authorization"]


def test_the_next_evening_begins_with_what_was_left_in_the_boxes(phone, house):
    phone.begin(players=NAMES[:4], stock_chips=PURSE)
    assert phone.offer()["left"] is None
    house.play_round(1)
    lay = house.view["boxes"]
    assert phone.send("taps", tap="end").status_code == 200
    account = house.view["evening"]
    assert account["asked"] == sum(lay.values()) == account["boxes"] and account["stays"] == lay
    assert [choice["leftover"] for choice in account["choices"]] == ["split", "last_winner", "stay"]
    left_over(phone, house, "last_winner")
    assert house.view["evening"]["boxes"] == 0
    assert phone.send("taps", tap="undo", target=house.live.seq).status_code == 200
    left_over(phone, house, "stay")
    stays = house.view["evening"]["stays"]
    assert phone.send("evenings").status_code == 200
    left = phone.offer()["left"]
    assert left == {"chips": account["boxes"], "boxes": stays} and stays == lay
    phone.begin(players=NAMES[:3], boxes=left["boxes"])
    antes = {"TD": 3, "JC": 6, "QS": 9, "KH": 12, "7D": 15}
    assert house.view["boxes"] == {box: held + antes[box] for box, held in stays.items()}
    assert phone.send("taps", tap="end", remove=True, leftover="last_winner").status_code == 200
    assert house.view["boxes"] == stays, "nobody has won a round yet: they stay"
    assert phone.send("evenings").status_code == 200
    phone.begin(players=NAMES[:3], boxes=phone.offer()["left"]["boxes"])
    house.play_round(2)
    assert phone.send("taps", tap="end").status_code == 200
    left_over(phone, house, "split")
    rest = house.view["evening"]["boxes"]
    assert rest < 3, "what cannot be split"
    assert phone.send("evenings").status_code == 200
    assert (phone.offer()["left"] or {"chips": 0})["chips"] == rest


def left_over(phone, house, choice):
    """What lies in the boxes of the evening that has ended goes where people say, once."""
    told = next(one for one in house.view["evening"]["choices"] if one["leftover"] == choice)
    assert phone.send("taps", tap="end", leftover=choice).status_code == 200
    account = house.view["evening"]
    assert (account["boxes"], account["shares"]) == (told["boxes"], told["shares"])
    assert account["choices"] == [] and house.view["boxes"] == account["stays"]
    assert phone.send("taps", tap="end", leftover="stay").json()["error"] == "setup", "asked once"


def test_an_evening_can_end_in_the_middle_of_a_round_which_then_does_not_count(phone, house):
    phone.begin(players=NAMES[:3], stock_chips=PURSE)
    house.play_round(1)
    before = {line["name"]: line["chips"] for line in house.view["evening"]["standings"]}
    left = house.view["evening"]["boxes"]
    phone.send("taps", tap="round")
    leader = house.view["leader"]
    house.tap(tap="card", player=leader, card="2C")
    assert phone.send("taps", tap="end").json()["error"] == "round"
    assert phone.send("taps", tap="end", remove=True).status_code == 200
    evening = house.view["evening"]
    assert evening["ended"] and evening["rounds"] == 1
    assert {line["name"]: line["chips"] for line in evening["standings"]} == before
    assert evening["boxes"] == left
    *_, end = log.settle(phone.http.get("/api/log", headers=phone.key).text, "log")
    assert dict(end.balances) == before
    assert phone.send("taps", tap="undo", target=evening["ended"]).status_code == 200
    assert house.view["phase"] == "playing" and house.view["evening"]["ended"] is None


def test_players_keep_their_colours(phone, house):
    phone.begin(players=[{"name": "Ana", "colour": 6}, {"name": "Bruno", "colour": 2}], dealer="Ana")
    assert [player["colour"] for player in house.view["players"]] == [6, 2]
    assert phone.offer()["colours"] == {"Ana": 6, "Bruno": 2}


def test_ruin_is_told_before_the_next_antes_and_an_option_answers_for_the_boxes(phone, house):
    phone.begin(stock_chips={"jeton": 16}, options={"leftover": "stay"})
    house.play_round(1)
    evening = house.view["evening"]
    held = {line["name"]: line["chips"] for line in evening["standings"]}
    assert evening["short"] == {name: 15 - chips for name, chips in held.items() if chips < 15}
    assert evening["over"] == "ruin" and evening["short"]
    assert phone.send("taps", tap="end").status_code == 200
    evening = house.view["evening"]
    assert evening["boxes"] and evening["choices"] == []
    assert phone.send("taps", tap="undo", target=evening["ended"]).status_code == 200
    assert phone.send("taps", tap="round").status_code == 200  # people may go on: debts are noted
    assert house.view["evening"]["short"] == {}


def test_an_evening_that_was_interrupted_goes_on(tmp_path):
    house = House(tmp_path)
    phone = Phone(house)
    phone.begin(options=GRANDMOTHER, stock_chips=PURSE)
    settled(phone, house, house.play_round(4), by_card=True)
    house.tap(tap="round", player="Eve")
    before = house.view
    house.close()
    again = House(tmp_path)
    assert again.view == before and again.view["dealer"] == "Eve"
    again.play_round(2)
    assert again.view["evening"]["rounds"] == 2
    again.close()


def test_a_name_is_one_name_in_whatever_spelling_a_phone_sends_it(phone, house):
    spelt = ["Ana ", "Zoe\u0301", "Bruno\u00a0"]
    phone.begin(players=spelt, dealer="Zo\u00e9")
    assert house.live.table.names == ("Ana", "Zo\u00e9", "Bruno") and house.live.table.dealer == "Zo\u00e9"
    assert phone.offer()["players"] == ["Ana", "Zo\u00e9", "Bruno"]
    assert phone.send("taps", tap="card", player="Bruno ", card="3D").status_code == 200
    assert [line["player"] for line in house.live.events() if line["type"] == "card_played"] == ["Bruno"]
    joined = phone.http.post("/api/join", headers=phone.key, json={"role": "player", "player": "Zoe\u0301"})
    assert joined.status_code == 200 and joined.json()["player"] == "Zo\u00e9", joined.text


def test_a_player_twice_in_another_spelling_is_refused(phone, house):
    for again in ("Zoe\u0301", " Zo\u00e9", "Zo\u00e9\u00a0"):
        answer = phone.send("setup", table={"players": ["Ana", "Zo\u00e9", again], "dealer": "Ana"})
        assert answer.status_code == 422 and "twice" in answer.text, again
    assert house.live.table is None


def test_who_goes_on_with_others_keeps_what_he_holds_and_the_next_evening_begins_as_usual(phone, house):
    phone.begin(players=NAMES[:7], stock_chips=PURSE)
    house.play_round(4)
    held = {line["name"]: line["chips"] for line in house.view["evening"]["standings"]}
    house.tap(tap="end", leftover="stay")
    assert phone.send("evenings").status_code == 200
    phone.begin(stock={**held, "Hugo": 120}, boxes=phone.offer()["left"]["boxes"])
    assert held == {name: house.live.table.stock[name] for name in held}
    assert house.view["evening"]["stock"] and house.view["evening"]["purses"] is None
    assert phone.offer()["last"]["stock_chips"] == PURSE
    told = [json.loads(line) for line in phone.http.get("/api/log", headers=phone.key).text.splitlines()]
    assert told[0]["stock"] == house.live.table.stock
