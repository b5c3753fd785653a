"""Chips change hands as seldom as possible, and exactly."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadInput
from engine.events import Payment
from engine.money.ledger import change, in_chips, nets, standings, transfers, worth

VALUES = {"jeton": 1, "fiche": 5, "contrat": 10}


def fewest(net: list[int]) -> int:
    """Fewest hand-overs by trying every split into groups, one player after the other."""
    best = [len(net)]

    def place(player: int, groups: list[int]) -> None:
        if player == len(net):
            if not any(groups):
                best[0] = min(best[0], len(net) - len(groups))
            return
        for group in range(len(groups)):
            groups[group] += net[player]
            place(player + 1, groups)
            groups[group] -= net[player]
        place(player + 1, [*groups, net[player]])

    place(0, [])
    return best[0]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6))
def test_transfers_settle_in_the_fewest_hand_overs(chips):
    net = [*chips, -sum(chips)]
    names = "ABCDEFG"[: len(net)]
    handed = transfers(dict(zip(names, net, strict=True)))
    assert {name: nets(handed).get(name, 0) for name in names} == dict(zip(names, net, strict=True))
    assert all(payment.chips > 0 for payment in handed)
    assert len(handed) == fewest([each for each in net if each])


def test_transfers_by_hand():
    assert transfers({"A": -10, "B": 10, "C": -7, "D": 7}) == (Payment("A", "B", 10), Payment("C", "D", 7))
    assert transfers({"A": -5, "B": 15, "C": -10}) == (Payment("A", "B", 5), Payment("C", "B", 10))
    assert len(transfers({"A": -4, "B": -3, "C": -2, "D": -1, "E": 5, "F": 5, "G": 9, "H": -9})) == 5
    assert transfers({"A": 0, "B": 0}) == () and transfers({}) == ()
    with pytest.raises(ValueError, match="zero"):
        transfers({"A": 1})


def test_transfers_at_the_largest_table_are_quick():
    rng = Random(1)
    for _ in range(5):
        net = {str(place): rng.randint(-40, 40) for place in range(9)}
        net["9"] = -sum(net.values())
        assert nets(transfers(net)) == {name: chips for name, chips in net.items() if chips}


def test_in_chips():
    assert in_chips(0, VALUES) == {}
    assert in_chips(28, VALUES) == {"jeton": 3, "fiche": 1, "contrat": 2}
    assert in_chips(6, {"small": 1, "mid": 3, "big": 4}) == {"mid": 2}, "not the largest first"
    with pytest.raises(BadInput, match="3 cannot be made"):
        in_chips(3, {"fiche": 2, "contrat": 10})


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 40), *[st.fixed_dictionaries({k: st.integers(0, 3) for k in VALUES})] * 2)
def test_change_is_exact_and_fewest(amount, payer, payee):
    found = change(amount, payer, payee, VALUES)
    ways = [
        (sum(paid) + sum(back))
        for paid in product(*(range(payer[k] + 1) for k in VALUES))
        for back in product(*(range(payee[k] + 1) for k in VALUES))
        if sum((p - b) * v for p, b, v in zip(paid, back, VALUES.values(), strict=True)) == amount
    ]
    if found is None:
        assert not ways
    else:
        assert worth(found.paid, VALUES) - worth(found.back, VALUES) == amount
        assert all(count <= payer[kind] for kind, count in found.paid.items())
        assert all(count <= payee[kind] for kind, count in found.back.items())
        assert sum(found.paid.values()) + sum(found.back.values()) == min(ways)


def test_standings_share_places():
    assert standings({"A": 3, "B": 9, "C": 9, "D": 1}) == ((1, "B", 9), (1, "C", 9), (3, "A", 3), (4, "D", 1))
