"""The plain second settlements give the worked examples of RULES.md, checked by hand there."""

from __future__ import annotations

import plain_avantcoureur
import plain_lindor
import plain_nap
import pytest
from rounds import golden

from engine.events import to_json

BOXES = ("TD", "JC", "QS", "KH", "7D")


def boxes(text: str) -> dict[str, int]:
    return dict(zip(BOXES, map(int, text.split()), strict=True))


def nets(settlement: dict) -> list[int]:
    assert all(payment["chips"] > 0 for payment in settlement["payments"])
    return list(settlement["net"].values())


# --- lindor -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "net", "left"),
    [
        ("L1", {}, [-36, 28, -34], "3 0 0 24 15"),
        ("L1", {"missed_call": "bete"}, [-36, 28, -37], "6 0 0 24 15"),
        ("L1", {"hand_payment": "per_card", "per_card": 3}, [-30, 9, -21], "3 0 0 24 15"),
        ("L2", {}, [-129, 211, -82], "0 0 0 0 0"),
        ("L2", {"opera_order": "opera_first"}, [-114, 196, -82], "0 0 0 0 0"),
        ("L3", {}, [-44, -23, 74], "0 0 0 0 0"),
        ("L3", {"opera": "no_card"}, [-44, -23, 19], "6 0 0 34 15"),
        ("L3", {"opera": "no_honour"}, [-44, -23, 19], "6 0 0 34 15"),
        ("L4", {}, [-21, -27, -18, 90, -24], "0 0 0 0 0"),
    ],
)
def test_lindor(name: str, options: dict, net: list[int], left: str) -> None:
    (settlement,), _ = plain_lindor.settle([to_json(event) for event in golden(name, **options)])
    assert nets(settlement) == net and settlement["boxes"] == boxes(left)


# --- avantcoureur ---------------------------------------------------------------------------


def moves(text: str) -> list[dict]:
    """``"B QS!"``: B lays and announces it; ``"A: 9H 2C"``: A shows these."""
    lines: list[dict] = []
    for move in text.split(" | "):
        player, cards = move.split(" ", 1)
        if player.endswith(":"):
            lines.append({"type": "hand_shown", "player": player[:-1], "cards": cards.split()})
            continue
        for card in cards.split():
            lines.append({"type": "card_played", "player": player, "card": card[:2]})
            if card.endswith("!"):
                lines.append({"type": "called", "player": player, "card": card[:2]})
    return lines


def v1(text: str = "B JC! KH! | C KS! | A QS | C 9D JD", **options: object) -> dict:
    """V1's honours in an order of our making, then as many cards that pay nothing as it takes."""
    filler = (rank + suit for rank in "A3456" for suit in "CDH")
    lines = moves(text)
    for player, count in (("A", 12), ("B", 11), ("C", 12)):
        rest = [next(filler, "8S") for _ in range(count)]
        lines += [{"type": "card_played", "player": player, "card": card} for card in rest]
    lines += moves("A: 9H 2C | B: 7D 3S")
    return plain_avantcoureur.settle_round(
        [{"type": "round_started", "dealer": "A"}, *lines], ["A", "B", "C"], options, dict.fromkeys(BOXES, 0)
    )


def test_v1() -> None:
    settlement = v1()
    assert nets(settlement) == [-29, -16, 31] and settlement["boxes"] == boxes("1 0 3 0 10")
    assert settlement["betes"] == [{"player": "B", "card": "7D", "chips": 5}]
    assert settlement["missed_calls"] == [{"player": "A", "card": "QS", "chips": 3}]
    without = v1(dwarf_bete="off")
    assert without["net"]["B"] == -11 and without["boxes"]["7D"] == 5
    announced = "B JC! KH! | C KS! | A QS | C 9D! JD"
    assert nets(v1(announced)) == [-29, -16, 31]
    assert nets(v1(announced, accidental_hoc_pays="on")) == [-30, -17, 33]


def test_v2() -> None:
    lines = moves(
        "B QS! KC! AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH!"
        " | A: AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS 7D 8D 9D"
        " | C: AC 2C 3C 4C 5C 6C 7C 8C QC AD 2D 3D 4D 5D 6D"
    )
    start = {"type": "round_started", "dealer": "A", "boxes": {"QS": 6}}
    settlement = plain_avantcoureur.settle_round(
        [start, *lines], ["A", "B", "C"], {}, dict.fromkeys(BOXES, 9)
    )
    assert nets(settlement) == [-419, 549, -137] and settlement["boxes"] == boxes("1 2 0 0 10")
    points = {p["from"]: p["chips"] for p in settlement["payments"] if p["reason"] == "points"}
    assert points == {"A": 396, "C": 134} and settlement["opera"] is True
    assert [take["chips"] for take in settlement["takes"]] == [9, 4]


# --- nap --------------------------------------------------------------------------------------


def deal(
    players: str, bid: str, tricks: int, options: dict, floater: bool | None = None, peeks: str = ""
) -> list[dict]:
    """A deal of A, in which B bids and wins that many tricks, trumps of his first."""
    count = 7 if "seven" in options else 5
    lines: list[dict] = [{"type": "round_started", "dealer": "A"}]
    lines += [{"type": "floater_seen", "player": player} for player in peeks]
    lines.append({"type": "bid", "player": "B", "bid": bid, "floater": floater})
    order = players[1:] + players[0]
    for trick in range(count):
        rank = "AKQJT98"[trick]
        lines += [
            {"type": "card_played", "player": player, "card": rank + ("H" if player == "B" else "C")}
            if trick < tricks
            else {"type": "card_played", "player": player, "card": ("2" if player == "B" else rank) + "S"}
            for player in order
        ]
    return lines


def nap(players: str, *deals: tuple, **options: object) -> list[dict]:
    lines: list[dict] = [{"type": "game_started", "players": list(players), "options": options}]
    for bid, tricks, *rest in deals:
        lines += deal(players, bid, tricks, options, *rest)
    return plain_nap.settle(lines)[0]


def test_n1() -> None:
    assert nets(nap("ABCDE", ("three", 3))[0]) == [-3, 12, -3, -3, -3]
    assert nets(nap("ABCDE", ("nap", 4))[0]) == [5, -20, 5, 5, 5]
    assert nap("ABCDE", ("wellington", 5))[0]["net"]["B"] == 40
    assert nap("ABCDE", ("wellington", 5), five_pay="double_won")[0]["net"]["B"] == 80


def test_n2() -> None:
    told = nap("ABCD", ("four", 4), ("nap", 0), ("nap", 5), pool="on", pool_ante=2, dealer_extra=2)
    assert [settlement["pool"] for settlement in told] == [10, 40, 0]
    # Nets tell the antes too: 2 of each player, 2 more of the dealer.
    assert [settlement["net"]["B"] for settlement in told] == [12 - 2, -15 - 20 - 2, 50 + 15 - 2]
    assert told[1]["net"]["A"] == 5 - 4


def test_n3() -> None:
    made = nap("ABCD", ("bonaparte", 5, True, "BC"), floater="on")[0]
    assert nets(made) == [-11, 34, -12, -11] and made["pool"] == 0
    lost = nap("ABCD", ("bonaparte", 3, True, "BC"), floater="on")[0]
    assert nets(lost) == [-1, -42, -2, -1] and lost["pool"] == 46
    assert nap("ABCD", ("bonaparte", 3, True, "BC"), floater="on", floater_count="opponents")[0]["pool"] == 36


@pytest.mark.parametrize(
    ("table", "bid", "tricks", "net"),
    [
        ("barker", "seven", 7, 72),
        ("barker", "six", 5, -27),
        ("barker", "mis", 1, -15),
        ("smoothed", "seven", 7, 84),
        ("smoothed", "mis", 2, -21),
    ],
)
def test_n4(table: str, bid: str, tricks: int, net: int) -> None:
    assert nap("ABCD", (bid, tricks), seven=table)[0]["net"]["B"] == net
