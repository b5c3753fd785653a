"""What the commands promise to other programs: what is printed, and what a log may say.

The rounds here were worked out by hand from the rules as `engine.games.sources` tell them; no figure comes
from the engine.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest

BOXES = ("TD", "JC", "QS", "KH", "7D")
EIGHT = tuple("ABCDEFGH")
HANDS = {
    "A": "AS 2S 3S 4S 5S 6S",  # 21
    "B": "7S 8S 9S TS KS",  # 44
    "C": "AH 2H 3H 4H 5H",  # 15
    "D": "6H 7H 8H 9H TH",  # 40
    "E": "JH QH AD 2D 3D",  # 26
    "G": "JC QC KC AC 6C 7C",  # 44
    "H": "8C TC 4D 5D 6D 8D",  # 41
}
PLAY = "B 9C; C TD; C! TD; D JS; E QS; F KH; F! KH; F! 7D; F 7D; F 2C; F 3C; F 4C; F 5C"
"""Eight players of six cards, A deals. E forgets the queen; F lays his whole hand in one turn."""


def events(play, hands=HANDS, *, players=EIGHT, dealer="A", game=True, **started):
    """A round as log lines: ``P card`` lays, ``P! card`` calls."""
    lines = [{"type": "game_started", "game": "nain-jaune", "rules": "lindor", "options": {}}] if game else []
    if game:
        lines[0] |= {"players": list(players)} | started
    lines.append({"type": "round_started", "dealer": dealer})
    for move in filter(None, (move.strip() for move in play.split(";"))):
        player, card = move.split()
        if player.endswith("!"):
            lines.append({"type": "called", "player": player[:-1], "card": card, "via": "tap"})
        else:
            lines.append({"type": "card_played", "player": player, "card": card})
    return lines + [{"type": "hand_shown", "player": p, "cards": c.split()} for p, c in hands.items()]


@pytest.fixture
def settled(nainjaune, tmp_path):
    """Settles log lines; gives what is printed."""

    def run(lines, status=0):
        log = tmp_path / "soirée.jsonl"
        log.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        ran = nainjaune("settle", log, "--json")
        assert ran.status == status, ran.err
        return ran

    return run


def chips(*lines):
    return [{"player": player, "card": card, "chips": count} for player, card, count in lines]


def boxes(*held):
    return dict(zip(BOXES, held, strict=True))


# --- settle: one settlement per round, then the balances -----------------------------------


def test_every_field_of_a_settlement(settled):
    settlement, balances, standings = settled(events(PLAY)).lines
    explained = settlement.pop("explanations")
    points = {"A": 21, "B": 44, "C": 15, "D": 40, "E": 26, "G": 44, "H": 41}
    payments = [{"from": p, "to": "F", "chips": n, "reason": "points"} for p, n in points.items()]
    transfers = [{"from": p, "to": "F", "chips": n} for p, n in points.items()]
    net = {"A": -36, "B": -59, "C": -22, "D": -55, "E": -41, "F": 344, "G": -75, "H": -56}
    assert settlement == {
        "type": "settlement",
        "round": 1,
        "dealer": "A",
        "winner": "F",
        "opera": True,
        "takes": chips(("C", "TD", 8), ("F", "KH", 32), ("F", "7D", 40)),
        "missed_calls": chips(("E", "QS", 24)),
        "betes": chips(("G", "JC", 16)),
        "swept": {"JC": 32, "QS": 24},
        "payments": payments,
        "boxes": boxes(0, 0, 0, 0, 0),
        "net": net,
        "transfers": transfers,
    }
    assert balances == {"type": "balances", "balances": net}
    assert standings == {
        "type": "standings",
        "standings": [
            {"player": player, "chips": net[player], "place": place}
            for place, player in enumerate("FCAEDHBG", start=1)
        ],
        "ruined": [],
        "leftover": boxes(0, 0, 0, 0, 0),
        "debts": [{"from": p, "to": "F", "chips": -net[p], "money": None} for p in "ABCDEGH"],
    }
    for player, chips_won in net.items():
        won = sum(line["chips"] for line in explained if line["player"] == player)
        assert won - sum(line["chips"] for line in explained if line.get("other") == player) == chips_won
    assert "Bête : le valet de trèfle est resté en main, la case contenait 16 ; G y verse 16" in [
        line["text"] for line in explained
    ]


@pytest.mark.parametrize(
    ("options", "net", "left"),
    [
        ({"opera": "no_card"}, {"F": 288, "G": -75}, (0, 32, 24, 0, 0)),
        ({"opera": "no_honour"}, {"F": 288, "G": -75}, (0, 32, 24, 0, 0)),
        ({"opera_order": "opera_first"}, {"F": 328, "G": -59}, (0, 0, 0, 0, 0)),
        ({"missed_call": "bete"}, {"E": -65, "F": 368, "G": -75}, (0, 0, 0, 0, 0)),
        ({"missed_call": "bete", "opera": "no_card"}, {"E": -65, "F": 288}, (0, 32, 48, 0, 0)),
        ({"call_required": "off"}, {"E": -17, "F": 320, "G": -75}, (0, 0, 0, 0, 0)),
        ({"bete": "off"}, {"F": 328, "G": -59}, (0, 0, 0, 0, 0)),
        ({"hand_payment": "per_card", "per_card": 2}, {"A": -27, "B": -25, "F": 189}, (0, 0, 0, 0, 0)),
        ({"stake_unit": "fiche"}, {"A": -96, "C": -50, "F": 796}, (0, 0, 0, 0, 0)),
    ],
)
def test_house_rules_change_what_they_say(settled, options, net, left):
    settlement = settled(events(PLAY, options=options)).lines[0]
    assert {player: settlement["net"][player] for player in net} == net
    assert settlement["boxes"] == boxes(*left)
    assert sum(settlement["net"].values()) == -sum(settlement["boxes"].values())


def test_betes_and_missed_calls_are_paid_together(settled):
    settlement = settled(events(PLAY, options={"missed_call": "bete"})).lines[0]
    assert settlement["missed_calls"] == chips(("E", "QS", 24))
    assert sorted(bete["card"] for bete in settlement["betes"]) == ["JC", "QS"]
    assert settlement["swept"] == {"JC": 32, "QS": 48}


def test_an_evening_carries_boxes_and_stock(settled):
    no_opera = events(PLAY, options={"opera": "no_card"}, stock=dict.fromkeys(EIGHT, 400))
    # H sits to the right of A: he deals, A leads. The same cards, everybody one seat on; the boxes
    # hold 0 32 24 0 0 from before, with antes 8 48 48 32 40.
    one_on = dict(zip("ABCDEFGH", "HABCDEFG", strict=True))
    play = "; ".join(f"{one_on[move.strip()[0]]}{move.strip()[1:]}" for move in PLAY.split(";"))
    hands = {one_on[player]: cards for player, cards in HANDS.items()}
    first, second, balances, _ = settled([*no_opera, *events(play, hands, dealer="H", game=False)]).lines
    assert (second["round"], second["dealer"], second["winner"], second["opera"]) == (2, "H", "E", False)
    assert second["takes"] == chips(("B", "TD", 8), ("E", "KH", 32), ("E", "7D", 40))
    assert second["missed_calls"] == chips(("D", "QS", 48)) and second["betes"] == chips(("F", "JC", 48))
    assert second["boxes"] == boxes(0, 96, 48, 0, 0)
    assert second["net"]["F"] == -15 - 44 - 48
    told = {player: 400 + first["net"][player] + second["net"][player] for player in EIGHT}
    assert balances["balances"] == told and sum(told.values()) + 96 + 48 == 8 * 400
    # Boxes told at the start of a round go before what the last one left.
    emptied = events(play, hands, dealer="H", game=False)
    emptied[0]["boxes"] = boxes(0, 0, 0, 0, 100)
    assert settled([*no_opera, *emptied]).lines[1]["takes"][2] == chips(("E", "7D", 140))[0]


SAME = {
    "other notations": lambda lines: [
        line
        | {
            "card": {"TD": "10♦", "QS": "D♠", "KH": "R♥", "JS": "v ♠", "9C": "9c"}.get(
                line["card"], line["card"]
            )
        }
        if "card" in line
        else line
        for line in lines
    ],
    "unknown types, evidence, blank fields": lambda lines: [
        {"type": "weather"},
        *lines[:4],
        {"type": "box_taken", "player": "C", "card": "TD"},
        {"type": "antes_seen", "boxes": {"TD": 8}},
        {"type": "alert", "kind": "uncertain", "player": None, "card": None},
        *(line | {"note": [1, {"x": None}]} for line in lines[4:]),
        {"type": "bid", "player": "Z", "bid": "nap"},
    ],
    "numbered and timed": lambda lines: [
        line | {"seq": place, "t": place / 2} for place, line in enumerate(lines, start=1)
    ],
    "hands in another order, the winner's too": lambda lines: [
        *lines[:-7],
        {"type": "hand_shown", "player": "F", "cards": []},
        *lines[:-8:-1],
        lines[-1],
    ],
    "calls early, late, foreign, repeated, of cards not laid, of no honour": lambda lines: [
        lines[0],
        call("F", "7D"),
        lines[1],
        call("C", "TD"),  # B's nine comes between: it does not count by itself
        lines[2],
        call("D", "QS"),
        *lines[3:5],
        call("C", "TD"),
        call("A", "JC"),
        *lines[5:7],
        call("D", "QS"),
        lines[7],
        call("E", "QS"),
        call("F", "5C"),
        *lines[8:-7],
        call("F", "KH"),
        lines[-7],
        call("E", "QS"),
        *lines[-6:],
        call("E", "QS"),
    ],
}


def call(player, card):
    return {"type": "called", "player": player, "card": card}


@pytest.mark.parametrize("how", SAME)
def test_a_log_may_be_told_in_other_ways(settled, how):
    lines = events(PLAY)
    assert settled(SAME[how](lines)).out == settled(lines).out


def test_a_call_just_before_its_card_counts_when_no_card_lies_between(settled):
    before = PLAY.replace("C TD; C! TD", "C! TD; C TD").replace("E QS", "E! QS; E QS")
    settlement = settled(events(before)).lines[0]
    assert settlement["takes"][:2] == chips(("C", "TD", 8), ("E", "QS", 24))
    between = PLAY.replace("D JS; E QS", "E! QS; D JS; E QS")
    assert settled(events(between)).lines[0]["missed_calls"] == chips(("E", "QS", 24))


def test_the_last_card_may_be_called_until_the_first_hand_is_shown(settled):
    last = "B 9C; C TD; C! TD; D JS; E QS; F KS; F AD; F 2D; F 3D; F 4D; F 7D"
    hands = {
        "A": "AS 2S 3S 4S 5S 6S", "B": "7S 8S 9S TS 5D", "C": "AH 2H 3H 4H 5H", "D": "6H 7H 8H 9H TH",
        "E": "JH QH 2C 3C 4C", "G": "JC QC KC AC 6C 7C", "H": "8C TC KH 5C 6D 8D",
    }  # fmt: skip
    lines = events(last, hands)
    shown = next(place for place, line in enumerate(lines) if line["type"] == "hand_shown")
    in_time = settled([*lines[:shown], call("F", "7D"), *lines[shown:]]).lines[0]
    late = settled([*lines[: shown + 1], call("F", "7D"), *lines[shown + 1 :]]).lines[0]
    assert in_time["takes"] == chips(("C", "TD", 8), ("F", "7D", 40))
    assert late["missed_calls"] == chips(("E", "QS", 24), ("F", "7D", 40))
    # An opéra either way (one turn, his first): what he did not call is swept with the rest.
    assert late["swept"] == in_time["swept"] | {"7D": 40} and late["net"] == in_time["net"]
    assert in_time["betes"] == chips(("G", "JC", 16), ("H", "KH", 32))


def test_an_opera_needs_the_first_turn_and_the_whole_hand(settled):
    # F lays 9S early on, so his long last turn is not his first.
    earlier = "B 8C; F 9S; C TD; D JS; E QS; F KH; F! KH; F 7D; F! 7D; F 2C; F 3C; F 4C"
    hands = HANDS | {"B": "7S 8S 9C TS KS", "H": "5C TC 4D 5D 6D 8D"}
    settlement = settled(events(earlier, hands)).lines[0]
    assert settlement["opera"] is False and settlement["swept"] == {}
    # Points of B 7 8 9 10 10, H 5 10 4 5 6 8.
    assert settlement["boxes"] == boxes(8, 32, 24, 0, 0)
    assert settlement["net"]["F"] == -15 + 32 + 40 + 21 + 44 + 15 + 40 + 26 + 44 + 38


def refusals():
    """What breaks a rule: name → (place of the wrong line, the line, what is said)."""
    lines = events(PLAY)
    ends = len(lines) - 7

    def lays(player, card):
        return {"type": "card_played", "player": player, "card": card}

    return {
        "the dealer leads": (2, lays("A", "9C"), "first_lead"),
        "a rank is left out": (3, lays("C", "JD"), "sequence"),
        "another starts anew after a stop": (3, lays("C", "AD"), "sequence"),
        "the same rank again": (3, lays("C", "9S"), "sequence"),
        "a card twice": (3, lays("B", "9C"), "one_deck"),
        "another goes on after a king": (10, lays("G", "AC"), "king"),
        "an ace follows a king": (10, lays("G", "AS"), "king"),
        "a card after the last": (ends, lays("A", "6C"), "round"),
        "one who does not play": (3, lays("Zoé", "TD"), "Zoé"),
        "a round in a round": (5, {"type": "round_started", "dealer": "B"}, "round"),
        "a round before the hands": (ends + 2, {"type": "round_started", "dealer": "B"}, "round"),
        "a dealer who does not play": (1, {"type": "round_started", "dealer": "Zoé"}, "Zoé"),
        "a game in a game": (4, lines[0], "game"),
        "a hand too early": (5, {"type": "hand_shown", "player": "B", "cards": []}, "hand"),
        "a hand too small": (ends, {"type": "hand_shown", "player": "A", "cards": ["AS"]}, "hand"),
        "a hand of the winner": (ends, {"type": "hand_shown", "player": "F", "cards": ["AS"]}, "hand"),
        "a hand with a card that lies": (
            ends,
            {"type": "hand_shown", "player": "A", "cards": ["9C", "2S", "3S", "4S", "5S", "6S"]},
            "9C",
        ),
        "a hand with a card of another": (
            ends + 1,
            {"type": "hand_shown", "player": "B", "cards": ["AS", "8S", "9S", "TS", "KS"]},
            "AS",
        ),
        "a hand shown twice, not the same": (
            ends + 1,
            {"type": "hand_shown", "player": "A", "cards": ["7S", "2S", "3S", "4S", "5S", "6S"]},
            "hand",
        ),
        "an undo of what was not": (4, {"type": "corrected", "target": 99, "replacement": None}, "99"),
    }


@pytest.mark.parametrize("what", refusals())
def test_what_breaks_a_rule_is_refused_at_its_line(settled, what):
    place, wrong, said = refusals()[what]
    lines = events(PLAY)
    ran = settled([*lines[:place], wrong, *lines[place:]], status=2)
    ran.refused(f"soirée.jsonl line {place + 1}: ", said)
    assert ran.out == ""


@pytest.mark.parametrize(("players", "each"), [(2, 22), (3, 15), (4, 12), (5, 9), (6, 8), (7, 7), (8, 6)])
def test_every_number_of_players_has_its_deal(settled, players, each):
    names = EIGHT[:players]
    deck = [rank + suit for suit in "SHCD" for rank in "A23456789TJQK"]
    # B lays his whole hand in one turn, no honour in it but those of his first cards.
    hands = {
        name: deck[place * each : (place + 1) * each]
        for place, name in enumerate(("B", *names[:1], *names[2:]))
    }
    play = "; ".join(f"B {card}" for card in hands["B"])
    rest = {name: " ".join(cards) for name, cards in hands.items() if name != "B"}
    settlement = settled(events(play, rest, players=names)).lines[0]
    worth = {name: sum(points(card) for card in cards.split()) for name, cards in rest.items()}
    assert settlement["winner"] == "B" and settlement["opera"] is True
    assert settlement["net"]["B"] == 15 * (players - 1) + sum(worth.values()) + sum(
        bete["chips"] for bete in settlement["betes"]
    )
    fined = {(bete["player"], bete["card"]) for bete in settlement["betes"]}
    assert fined == {(name, card) for name, cards in rest.items() for card in cards.split() if card in BOXES}
    one_short = events(play.rsplit(";", 1)[0], rest, players=names)
    settled(one_short, status=2).refused("last card")


def points(card):
    return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card[0]) or int(card[0])


# --- the eyes: one JSON line per photo -----------------------------------------------------

PHOTOS = Path(os.environ.get("NAINJAUNE_PHOTOS", Path(__file__).parents[4] / "shared" / "photos"))
CHIP_FIELDS = {"shape", "colour", "center", "confidence"}


@pytest.fixture
def photo(tmp_path):
    """A picture of a plain table, 320 × 240."""
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((240, 320, 3), (60, 90, 60), np.uint8))
    return path


def test_cards_prints_one_line_per_good_photo(nainjaune, tmp_path, photo):
    bad = tmp_path / "notes.jpg"
    bad.write_text("no photo")
    ran = nainjaune("cards", bad, photo, "--json").refused("notes.jpg")
    (line,) = ran.lines
    assert line.keys() >= {"image", "width", "height", "ms", "cards", "unread"}
    assert (line["image"], line["width"], line["height"]) == (str(photo), 320, 240)
    assert line["cards"] == [] and line["unread"] == [] and line["ms"] > 0


def test_chips_prints_one_line_per_good_photo(nainjaune, tmp_path, photo):
    ran = nainjaune("chips", photo, tmp_path / "missing.jpg", "--json").refused("missing.jpg")
    (line,) = ran.lines
    assert line.keys() >= {"image", "width", "height", "ms", "chips"}
    assert (line["image"], line["width"], line["height"]) == (str(photo), 320, 240)
    assert all(chip.keys() >= CHIP_FIELDS for chip in line["chips"])


@pytest.mark.parametrize("more", [{}, {"chips": {"jeton": {"colour": "red"}, "fiche": {}}}])
def test_boxes_prints_every_box(nainjaune, table_file, tmp_path, photo, more):
    table = table_file(tmp_path / "T.json", **more)
    ran = nainjaune("boxes", photo, "--table", table, "--json")
    assert ran.status == 0, ran.err
    (line,) = ran.lines
    assert line["image"] == str(photo) and set(line["boxes"]) == set(BOXES)
    for box in line["boxes"].values():
        assert box.keys() >= {"jeton", "fiche", "contrat", "value", "empty", "confidence"}
        assert box["value"] == box["jeton"] + 5 * box["fiche"] + 10 * box["contrat"]
        assert isinstance(box["empty"], bool) and 0 <= box["confidence"] <= 1


@pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"no photos in {PHOTOS} (NAINJAUNE_PHOTOS)")
def test_every_card_and_chip_has_its_fields(nainjaune):
    chips = next((PHOTOS / "oblique").glob("surface*.jpg"))
    ran = nainjaune("cards", chips, "--json")
    (line,) = ran.lines
    assert ran.status == 0 and line["cards"], "a photo with cards"
    for card in line["cards"]:
        rank, suit = card["card"]
        assert rank in "A23456789TJQK" and suit in "CDHS" and 0 < card["confidence"] <= 1
        assert np.shape(card["corners"]) == (4, 2)
        assert len(card["visible"]) >= 3 and np.shape(card["visible"])[1] == 2
    for unread in line["unread"]:
        assert np.shape(unread["corners"]) == (4, 2) and unread["why"]
    (line,) = nainjaune("chips", chips, "--json").lines
    for chip in line["chips"]:
        assert chip.keys() >= CHIP_FIELDS and chip["shape"] in ("round", "long", "wide")
        assert len(chip["colour"]) == 7 and int(chip["colour"][1:], 16) >= 0
        assert len(chip["center"]) == 2 and 0 < chip["confidence"] <= 1
