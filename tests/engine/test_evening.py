"""An evening's chips, piece by piece, and what it comes to."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rounds import NAMES, random_evening

from engine import game, ledger
from engine.cards import ANTES, HONOURS, parse_card
from engine.events import GameStarted, Payment, RoundStarted, Settlement
from engine.purses import DEFAULT_STOCK, Handover, Purse, after_round, sit_down, worth
from engine.reckoning import BOXES, over, reckon, short

VALUES = {"jeton": 1, "fiche": 5, "contrat": 10}
BOTH = dict.fromkeys(NAMES[:2], ANTES)
NO_ANTES = {name: {} for name in NAMES[:2]}
NOTHING = dict.fromkeys(HONOURS, 0)
KH, TD = parse_card("KH"), parse_card("TD")


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10_000),
    st.integers(2, 8),
    st.sampled_from([{}, {"fiche": "2"}, {"pass_penalty": "on"}, {"pass_penalty": "on", "opera": "no_card"}]),
    st.fixed_dictionaries({kind: st.integers(0, 25) for kind in VALUES}),
)
def test_pieces_make_the_balances_and_none_is_lost(seed, players, options, stock):
    value = {**VALUES, "fiche": int(options.get("fiche", 5))}
    told, *events = random_evening(Random(seed), players, 4, options)
    names = told.players
    each = ledger.worth(stock, value)
    begun = GameStarted(told.game, told.rules, told.options, names, dict.fromkeys(names, each))
    state = game.apply(None, begun)
    purses = sit_down(names, stock, value)
    rounds = 0
    for event in events:
        state = game.apply(state, event)
        if len(state.settlements) == rounds:
            continue
        rounds += 1
        purses = after_round(purses, state.settlements[-1], dict.fromkeys(names, ANTES))
        held = {who: worth(purse, value) for who, purse in purses.held.items()}
        assert [held[name] for name in names] == list(state.balances)
        assert [held[box] for box in HONOURS] == list(state.boxes)
        assert sum(purse.noted for purse in purses.held.values()) == 0
        for kind in value:
            counts = [purse.pieces.get(kind, 0) for purse in purses.held.values()]
            assert min(counts) >= 0
            assert sum(counts) == players * stock[kind] + purses.bank.get(kind, 0)
        assert ledger.worth(purses.bank, value) == 0
        for handed in purses.last:
            change = ledger.worth(handed.back, value)
            assert worth(Purse(handed.paid, handed.noted), value) - change == handed.chips


def settled(**changes):
    """A round in which nothing but the antes moved."""
    names = NAMES[:2]
    quiet = dict(round=1, dealer="Ana", winner="Ana", opera=False, takes=(), missed_calls=(), betes=())
    quiet |= dict(swept={}, payments=(), net=dict.fromkeys(names, -15), transfers=())
    quiet["boxes"] = {box: 2 * ante for box, ante in ANTES.items()}
    return Settlement(**(quiet | changes))


def test_change_is_given_by_the_payee_then_by_the_bank():
    purses = after_round(sit_down(["Ana", "Bruno"], DEFAULT_STOCK, VALUES), settled(), BOTH)
    assert worth(purses.held["Ana"], VALUES) == 105
    assert sum(worth(purses.held[box], VALUES) for box in HONOURS) == 30
    pays = (Payment("Ana", "Bruno", 9),)
    paid = after_round(
        sit_down(["Ana", "Bruno"], {"jeton": 3, "contrat": 2}, VALUES),
        settled(net={"Ana": -9, "Bruno": 9}, payments=pays, transfers=pays, boxes=NOTHING),
        NO_ANTES,
    )
    assert paid.last == (Handover("Ana", "Bruno", 9, {"contrat": 1}, {"jeton": 1}),)
    swapped = after_round(
        sit_down(["Ana", "Bruno"], {"contrat": 2}, {**VALUES, "jeton": 1}),
        settled(net={"Ana": -9, "Bruno": 9}, payments=pays, transfers=pays, boxes=NOTHING),
        NO_ANTES,
    )
    assert swapped.last[0].swapped == {"contrat": 1} and swapped.last[0].paid == {"jeton": 4, "fiche": 1}
    assert swapped.held["Ana"].pieces == {"jeton": 1, "contrat": 1}
    poor = after_round(
        sit_down(["Ana", "Bruno"], {"jeton": 4}, VALUES),
        settled(net={"Ana": -9, "Bruno": 9}, payments=pays, transfers=pays, boxes=NOTHING),
        NO_ANTES,
    )
    assert poor.last == (Handover("Ana", "Bruno", 9, {"jeton": 4}, noted=5),)
    assert poor.held["Ana"] == Purse({}, -5) and poor.held["Bruno"] == Purse({"jeton": 8}, 5)


def test_what_lay_in_a_box_from_before_is_counted():
    purses = sit_down(["Ana", "Bruno"], DEFAULT_STOCK, VALUES)
    boxes = settled().boxes | {KH: 13 + 8}
    purses = after_round(purses, settled(boxes=boxes), BOTH)
    assert {box: worth(purses.held[box], VALUES) for box in HONOURS} == boxes
    with pytest.raises(ValueError, match="worth 1"):
        sit_down(["Ana"], {"fiche": 3}, {"fiche": 5})


def test_thirty_rounds_are_counted_quickly():
    *_, last = (state for state in _states(Random(2), 8, 3))
    purses = sit_down(last.players, DEFAULT_STOCK, VALUES)
    for settlement in last.settlements * 10:
        purses = after_round(purses, settlement, dict.fromkeys(last.players, ANTES))
    assert all(count >= 0 for purse in purses.held.values() for count in purse.pieces.values())


def _states(rng, players, rounds):
    state = None
    for event in random_evening(rng, players, rounds, {}):
        state = game.apply(state, event)
        yield state


def test_the_end_of_an_evening_with_joint_winners():
    end = reckon({"Ana": 130, "Bruno": 95, "Chloé": 130}, 5, dict.fromkeys(("Ana", "Bruno", "Chloé"), 120))
    assert end.winners == ("Ana", "Chloé") and end.standings[2] == (3, "Bruno", 95)
    assert end.won == {"Ana": 10, "Bruno": -25, "Chloé": 10}
    assert end.debts == (
        Payment("Bruno", "Ana", 10),
        Payment("Bruno", "Chloé", 10),
        Payment("Bruno", BOXES, 5),
    )
    assert reckon({"Ana": 7, "Bruno": -7}, 0).debts == (Payment("Bruno", "Ana", 7),)
    left_by_an_earlier_evening = reckon({"Ana": 3, "Bruno": 0}, 0)
    assert left_by_an_earlier_evening.debts == (Payment(BOXES, "Ana", 3),)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-200, 400), min_size=2, max_size=8), st.integers(0, 150))
def test_debts_pay_everybody_what_he_won(chips, stock):
    names = NAMES[: len(chips)]
    held = dict(zip(names, chips, strict=True))
    end = reckon(held, 0, dict.fromkeys(names, stock))
    moved = ledger.nets(end.debts)
    assert {name: moved.get(name, 0) for name in names} == end.won
    assert len(end.debts) <= len(chips) and all(debt.chips > 0 for debt in end.debts)
    assert all(held[player] == max(chips) for player in end.winners)


def test_who_is_short_before_the_next_antes_and_when_it_is_over():
    lacking = short({"Ana": 14, "Bruno": 15, "Chloé": -2}, {"Ana": 15, "Bruno": 15, "Chloé": 15})
    assert lacking == {"Ana": 1, "Chloé": 17}
    assert short({"Ana": 3, "Bruno": 90}, {"Bruno": 15}) == {}
    agreed = dict(rounds=5, agreed_rounds=5, minutes=61.0, agreed_minutes=60)
    assert over("ruin", short=lacking, **agreed) == "ruin" and over("ruin", short=[], **agreed) is None
    assert over("rounds", short=lacking, **agreed) == "rounds"
    assert over("rounds", short=[], **{**agreed, "rounds": 4}) is None
    assert over("time", short=[], **agreed) == "time"
    assert over("time", short=[], **{**agreed, "agreed_minutes": None}) is None


def test_the_boxes_of_a_second_evening_start_from_what_was_told():
    state = game.fold([GameStarted("nain-jaune", "lindor", {}, NAMES[:3]), RoundStarted("Ana", {TD: 2})])
    assert state.round.boxes[HONOURS.index(TD)] == 5
