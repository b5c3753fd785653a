"""What a phone shows, folded from events."""

import pytest

from companion_api.games.views import view
from engine.errors import BadInput
from engine.table import table_from_json

TABLE = table_from_json({"players": ["A", "B", "C"], "dealer": "A"}, "test")


def numbered(*events):
    return [{**event, "seq": seq} for seq, event in enumerate(events, start=1)]


def game_of(rules):
    named = {"game": "nain-jaune", "rules": rules, "options": {}, "players": ["A", "B", "C"]}
    return {"type": "game_started", **named}


def start(**boxes):
    return (
        game_of("lindor"),
        {"type": "round_started", "dealer": "A", "boxes": boxes},
    )


def laid(player, *cards):
    return tuple({"type": "card_played", "player": player, "card": card, "confidence": 0.9} for card in cards)


def shown(events, pictured=()):
    return view(numbered(*events), TABLE, frozenset(pictured))


def called(player, card):
    return ({"type": "called", "player": player, "card": card, "via": "tap"},)


RANK = "A23456789TJQK"
L2 = (  # golden L2: B goes out in one go
    *start(),
    *laid("B", *(rank + "H" for rank in RANK)),
    *called("B", "KH"),
    *laid("B", "QS"),
    *called("B", "QS"),
    *laid("B", "KC"),
)
L2_HANDS = (
    {"type": "hand_shown", "player": "A", "cards": [r + "S" for r in RANK if r != "Q"] + ["7D", "8D", "9D"]},
    {
        "type": "hand_shown",
        "player": "C",
        "cards": [r + "C" for r in "A2345678Q"] + [r + "D" for r in "A23456"],
    },
)


def test_before_anything_happened():
    now = view([], TABLE, frozenset())
    assert (now["phase"], now["round"], now["settlement"]) == ("waiting", 0, None)
    assert [player["name"] for player in now["players"]] == ["A", "B", "C"]


def test_the_wanted_rank_and_who_may_start():
    now = shown(start())
    assert (now["phase"], now["leader"], now["wanted"]) == ("antes", "B", None)
    assert now["boxes"] == {"TD": 3, "JC": 6, "QS": 9, "KH": 12, "7D": 15}
    now = shown((*start(), *laid("B", "4H", "5C"), *laid("C", "6S")), pictured=(4,))
    assert (now["phase"], now["leader"], now["wanted"]) == ("playing", "C", 7)
    assert now["sequence"] == [3, 4, 5]
    assert [card["picture"] for card in now["cards"]] == [None, 4, None]
    assert [player["cards_left"] for player in now["players"]] == [15, 13, 14]
    now = shown((*start(), *laid("B", "4H", "5C"), *laid("C", "6S", "KH", "2C")))
    assert now["sequence"] == [7] and now["wanted"] == 3


def test_an_honour_waits_for_its_call_then_is_missed_or_taken():
    honour = (*start(), *laid("B", "JH", "QS"))
    now = shown(honour)
    assert now["call"] == {"seq": 4, "card": "QS", "player": "B", "kind": "honour", "chips": 9}
    assert "QS" in now["can_call"] and "KH" in now["can_call"]
    taken = shown((*honour, *called("B", "QS")))
    assert taken["call"] is None and taken["boxes"]["QS"] == 0 and taken["cards"][-1]["call"] == "called"
    assert taken["players"][1]["balance"] == -15 + 9
    alert = {"type": "alert", "kind": "missed_call", "player": "B", "card": "QS", "detail": "…"}
    missed = shown((*honour, *laid("C", "KC"), alert))
    assert missed["cards"][1]["call"] == "missed" and "QS" not in missed["can_call"]
    assert [(a["kind"], a["player"], a["card"], a["about"]) for a in missed["alerts"]] == [
        ("missed_call", "B", "QS", 4)
    ]
    put_right = shown(
        (*honour, *laid("C", "KC"), alert, {"type": "corrected", "target": 5, "replacement": None})
    )
    assert put_right["alerts"] == [] and put_right["call"]["card"] == "QS"


def test_boxes_taken_and_kept_are_told_as_they_stand():
    forgotten = (*start(), *laid("B", "JH", "QS"), *laid("C", "KS"))
    assert shown(forgotten)["missed"] == [{"player": "B", "card": "QS", "chips": 9}]
    assert shown((*start(), *laid("B", "JH", "QS"), *called("B", "QS")))["takes"] == [
        {"player": "B", "card": "QS", "chips": 9}
    ]
    removed = (*forgotten, {"type": "corrected", "target": 4, "replacement": None})
    assert shown(removed)["missed"] == [], "the card was none: no box was kept"
    assert shown((*forgotten, {"type": "corrected", "target": 5, "replacement": None}))["missed"] == [], (
        "it may still be called"
    )


def test_who_does_not_go_on_is_told_and_who_does_in_his_place():
    now = shown((*start(), *laid("B", "4H", "5C"), *laid("C", "6S", "KH", "2C", "3C"), *laid("A", "4D")))
    assert now["stops"] == [
        {"player": "B", "rank": 6, "by": "C"},
        {"player": "C", "rank": 7, "by": None},
        {"player": "C", "rank": 4, "by": "A"},
    ], "after a king nobody stops: its player begins anew"
    dwarf = (game_of("avantcoureur"), {"type": "round_started", "dealer": "A", "boxes": {}})
    now = shown((*dwarf, *laid("B", "4H"), *laid("C", "7D", "2C")))
    assert now["stops"] == [{"player": "B", "rank": 5, "by": "C"}], "7♦ stands for the 5, and is a hoc"


def test_a_call_that_came_to_nothing_is_told_until_the_next_card():
    void = {"type": "alert", "kind": "void_call", "player": "C", "card": "QS", "reason": "not_laid"}
    told = (*start(), *laid("B", "JH"), void)
    assert [alert["kind"] for alert in shown(told)["alerts"]] == ["void_call"]
    assert shown((*told, *laid("B", "QH")))["alerts"] == []


def test_corrections_show_and_can_be_undone():
    events = (*start(), *laid("B", "4H", "5C"))
    other = {"type": "card_played", "player": "C", "card": "5S"}
    back = {"type": "card_played", "player": "B", "card": "5C"}
    change = {
        "type": "corrected",
        "target": 4,
        "replacement": other,
        "was": {"player": "B", "card": "5C"},
    }
    now = shown((*events, change))
    assert [(c["seq"], c["card"], c["player"], c["corrected"]) for c in now["cards"]] == [
        (3, "4H", "B", False),
        (4, "5S", "C", True),
    ]
    assert now["undo"] == {"seq": 5, "type": "corrected", "player": None, "card": None, "by": None}
    undone = shown((*events, change, {"type": "corrected", "target": 4, "replacement": back, "restores": 5}))
    assert [(card["card"], card["corrected"]) for card in undone["cards"]] == [("4H", False), ("5C", False)]
    assert undone["undo"] == {"seq": 4, "type": "card_played", "player": "B", "card": "5C", "by": None}
    removed = shown((*events, {"type": "corrected", "target": 4, "replacement": None}))
    assert removed["undo"] == {"seq": 3, "type": "card_played", "player": "B", "card": "4H", "by": None}
    assert shown(start())["undo"] is None


def test_what_is_told_anew_after_a_correction_keeps_its_picture_and_is_not_undone_first():
    def at(t, event):
        return {**event, "t": t}

    cards = laid("B", "4H", "5C", "6S")
    events = (*start(), *(at(t, card) for t, card in enumerate(cards)))
    gone = [{"type": "corrected", "target": target, "replacement": None} for target in (5, 4)]
    anew = [
        at(1, {**laid("C", "5C")[0], "was": {"player": "B", "card": "5C"}}),
        at(2, {**laid("C", "6S")[0], "again": True}),
    ]
    now = shown((*events, *gone, *anew), pictured=(3, 4, 5))
    assert [(c["seq"], c["card"], c["picture"]) for c in now["cards"]] == [
        (3, "4H", 3),
        (8, "5C", 4),
        (9, "6S", 5),
    ]
    assert [card["corrected"] for card in now["cards"]] == [False, True, False]
    assert now["undo"]["seq"] == 8


def test_a_card_against_the_rules_is_an_alert_and_nothing_else_breaks():
    now = shown((*start(), *laid("B", "4H"), *laid("C", "9C"), *laid("B", "5H")))
    assert [card["card"] for card in now["cards"]] == ["4H", "5H"]
    assert [(a["kind"], a["player"], a["card"]) for a in now["alerts"]] == [("illegal_card", "C", "9C")]


def test_likely_alternatives_are_free_cards():
    now = shown((*start(), *laid("B", "4H", "5C", "6S", "4C")))
    assert now["cards"][0]["likely"] == ["4D", "4S"]
    read = {"type": "card_played", "player": "B", "card": "6H", "alternatives": ["6D", "4H", "8H"]}
    now = shown((*start(), *laid("B", "4H"), *laid("B", "5H"), read))
    assert now["cards"][2]["likely"] == ["6D", "8H", "6C", "6S"], "then the other cards of its rank"


@pytest.mark.parametrize("hands", [0, 1])
def test_hands_are_asked_for(hands):
    now = shown((*L2, *L2_HANDS[:hands]))
    assert (now["phase"], now["winner"], now["settlement"]) == ("hands", "B", None)
    assert now["missing"] == ["A", "C"][hands:]


def test_the_settlement_in_chips():
    now = shown((*L2, *L2_HANDS))
    assert now["phase"] == "settled"
    last = now["settlement"]
    assert last["winner"] == "B" and last["opera"] and last["next_dealer"] == "C"
    assert last["net"] == {"A": -129, "B": 211, "C": -82}
    assert last["points"] == {"A": 99, "C": 67}
    assert [(t["from"], t["to"], t["chips"], t["gives"]) for t in last["transfers"]] == [
        ("A", "B", 99, {"jeton": 4, "fiche": 1, "contrat": 9}),
        ("C", "B", 67, {"jeton": 2, "fiche": 1, "contrat": 6}),
    ]
    assert [(b["card"], b["chips"], b["gives"]) for b in last["betes"]] == [
        ("7D", 15, {"fiche": 1, "contrat": 1})
    ]
    assert [hand["player"] for hand in last["hands"]] == ["A", "C"]
    again = shown((*L2, *L2_HANDS, {"type": "round_started", "dealer": "C"}))
    assert (again["phase"], again["round"], again["leader"]) == ("antes", 2, "A")
    assert again["settlement"]["round"] == 1 and again["cards"] == [] and again["undo"] is None
    assert [player["balance"] for player in again["players"]] == [-144, 196, -97]


def test_kings_and_accidental_hocs_of_1760_wait_for_their_call_too():
    table = table_from_json({"players": ["A", "B", "C"], "dealer": "A", "rules": "avantcoureur"}, "test")

    def look(*events, **options):
        begun, dealt = start()
        begun = {**begun, "rules": "avantcoureur", "options": options}
        return view(numbered(begun, dealt, *events), table, frozenset())

    king = look(*laid("B", "QS", "KS"))
    assert king["call"] == {"seq": 4, "card": "KS", "player": "B", "kind": "king", "chips": 2}
    assert king["can_call"] == ["TD", "JC", "KH", "7D", "KS"]
    queen = look(*laid("B", "QS"))
    assert queen["call"]["chips"] == queen["boxes"]["QS"] + 2 == 5
    called_king = look(*laid("B", "QS", "KS"), *called("B", "KS"))
    assert called_king["call"] is None and called_king["players"][1]["balance"] == 2
    nobody_follows = look(*laid("B", "9D"), accidental_hoc_pays="on")
    assert nobody_follows["call"]["kind"] == "hoc" and nobody_follows["can_call"][-1] == "9D"
    assert look(*laid("B", "9D"))["call"] is None


def test_boxes_that_hold_something_else_than_they_must_are_named_before_the_first_card():
    counts = {"TD": {"jeton": 3}, "JC": {"jeton": 6}, "QS": {"jeton": 7}, "KH": {"jeton": 10}}
    seen = {"type": "antes_seen", "boxes": {"TD": 3, "JC": 6, "QS": 7, "KH": 10}, "counts": counts}
    seen["about"] = {"KH": 13}
    now = shown((*start(), seen))
    assert now["antes"] == [
        {"card": "QS", "due": 9, "seen": 7, "about": None, "sure": True},
        {"card": "KH", "due": 12, "seen": 10, "about": 13, "sure": False},
    ]
    right = {**seen, "boxes": {"TD": 3, "JC": 6, "QS": 9, "KH": 12, "7D": 15}}
    assert shown((*start(), seen, right))["antes"] == []
    assert shown((*start(), seen, right))["antes_right"] and not shown((*start(), seen))["antes_right"]
    assert not shown((*start(), right, *laid("B", "4H")))["antes_right"], "only before the first card"
    assert shown((*start(), seen, *laid("B", "4H")))["antes"] == []


def test_players_have_their_colours_and_the_rules_in_force_are_told():
    players = [{"name": "A", "colour": 5}, "B", {"name": "C"}]
    table = table_from_json({"players": players, "dealer": "A"}, "test")
    now = view(numbered(*start()), table, frozenset())
    assert [player["colour"] for player in now["players"]] == [5, 1, 2]
    assert now["rules"]["preset"] == "lindor" and now["rules"]["options"]["missed_call"] == "lost"
    with pytest.raises(BadInput, match="expected 0 to 7"):
        table_from_json({"players": [{"name": "A", "colour": 8}, "B"], "dealer": "A"}, "test")
