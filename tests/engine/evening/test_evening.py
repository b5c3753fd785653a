"""An evening's chips, piece by piece, and what it comes to."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
import random_logs
from hypothesis import given, settings
from hypothesis import strategies as st
from rounds import NAMES, golden

from engine.cards import ANTES, HONOURS, Card, parse_card
from engine.evening.purses import (
    DEFAULT_STOCK,
    Handover,
    Purse,
    after_round,
    after_rounds,
    closed,
    sit_down,
    worth,
)
from engine.evening.reckoning import chip_values, lacking, over, reckon, score
from engine.events import CardPlayed, EveningEnded, GameStarted, Payment, RoundStarted, Settlement, from_json
from engine.games import game
from engine.money import ledger, leftover

VALUES = {"jeton": 1, "fiche": 5, "contrat": 10}
BOTH = dict.fromkeys(NAMES[:2], ANTES)
NO_ANTES = {name: {} for name in NAMES[:2]}
NOTHING = dict.fromkeys(HONOURS, 0)
KH, TD = parse_card("KH"), parse_card("TD")


def random_evening(rng, players, rounds, options):
    """The events of an evening by chance in which nobody says what lies in the boxes."""
    for line in random_logs.nain_jaune(rng, "lindor", players, options, rounds):
        yield from_json({name: value for name, value in line.items() if name != "boxes"})


@settings(max_examples=10, deadline=None)
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


def test_chips_that_a_package_s_settlement_takes_without_a_word_lie_in_the_middle_box():
    boxes = {box: 2 * ante + 3 * (box == Card(7, "D")) for box, ante in ANTES.items()}
    paid = settled(net={"Ana": -18, "Bruno": -15}, boxes=boxes)
    purses = after_round(sit_down(["Ana", "Bruno"], DEFAULT_STOCK, VALUES), paid, BOTH)
    assert [worth(purses.held[name], VALUES) for name in ("Ana", "Bruno")] == [102, 105]
    assert {box: worth(purses.held[box], VALUES) for box in HONOURS} == boxes


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
    end = score({"Ana": 130, "Bruno": 95, "Chloé": 130}, dict.fromkeys(("Ana", "Bruno", "Chloé"), 120))
    assert end.winners == ("Ana", "Chloé") and end.standings[2] == (3, "Bruno", 95)
    assert end.won == {"Ana": 10, "Bruno": -25, "Chloé": 10}
    assert end.debts == (Payment("Bruno", "Ana", 10), Payment("Bruno", "Chloé", 10))
    assert end.aside == {"Bruno": 5}, "it lies in the boxes, and is owed to nobody"
    assert score({"Ana": 7, "Bruno": -7}).debts == (Payment("Bruno", "Ana", 7),)
    left_by_an_earlier_evening = score({"Ana": 3, "Bruno": 0})
    assert left_by_an_earlier_evening.debts == () and left_by_an_earlier_evening.aside == {"Ana": -3}


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-200, 400), min_size=2, max_size=8), st.integers(0, 150))
def test_debts_and_what_lies_aside_pay_everybody_what_he_won(chips, stock):
    names = NAMES[: len(chips)]
    held = dict(zip(names, chips, strict=True))
    end = score(held, dict.fromkeys(names, stock))
    moved = ledger.nets(end.debts)
    assert {name: moved.get(name, 0) - end.aside.get(name, 0) for name in names} == end.won
    assert len(end.debts) <= len(chips) and all(debt.chips > 0 for debt in end.debts)
    assert {debt.giver for debt in end.debts} | {debt.taker for debt in end.debts} <= set(names)
    assert len({count > 0 for count in end.aside.values()}) <= 1
    assert all(held[player] == max(chips) for player in end.winners)


@settings(max_examples=100, deadline=None)
@given(
    st.fixed_dictionaries({box.code: st.integers(0, 60) for box in HONOURS}),
    st.integers(2, 8),
    st.sampled_from(leftover.ASKED),
)
def test_boxes_are_given_out_without_losing_a_chip(lie, players, rule):
    names = NAMES[:players]
    given = leftover.give_out(lie, names, rule, names[1])
    assert sum(given.shares.values()) + sum(given.stays.values()) == sum(lie.values())
    assert list(given.stays) == list(lie) and all(0 <= given.stays[box] <= lie[box] for box in lie)
    if rule == "stay":
        assert given.stays == lie
    elif rule == "last_winner":
        assert given.shares[names[1]] == sum(lie.values())
        assert leftover.give_out(lie, names, rule, None).stays == lie, "nobody has won yet"
    else:
        assert len(set(given.shares.values())) == 1 and sum(given.stays.values()) < players


def ended(name, rule=None, **changes):
    """A golden round with stock after which people stop; ``rule``: what they say of the boxes."""
    begun, *rest = golden(name)
    begun = replace(begun, stock=dict.fromkeys(begun.players, 100), **changes)
    told = [begun, *rest, EveningEnded(rule)]
    return reckon(told, game.fold(told))


def test_what_lies_in_the_boxes_is_asked_about_once():
    asked = ended("L1")
    assert [each.rule for each in asked.choices] == ["split", "last_winner", "stay"]
    assert asked.leftover.rule == "stay" and asked.boxes == {"TD": 3, "JC": 0, "QS": 0, "KH": 24, "7D": 15}
    assert asked.chips == {"A": 64, "B": 128, "C": 66} == asked.score.chips
    assert asked.winners == ("B",), "whatever they choose"
    split = ended("L1", "split")
    assert split.choices == () and split.chips == {"A": 78, "B": 142, "C": 80}
    assert sum(split.boxes.values()) == 0 and split.score.aside == {}
    assert ended("L1", "last_winner").chips["B"] == 128 + 42
    stay = ended("L1", "stay")
    assert stay.choices == () and stay.score.aside and not ended("L2").choices, "nothing lies there"
    for named in ("stay", "last_winner", "split"):
        beforehand = ended("L1", options={"leftover": named})
        assert beforehand.choices == () and beforehand.chips == ended("L1", named).chips


def test_nobody_has_won_while_that_hangs_on_the_boxes():
    begun, *rest = golden("L1")
    begun = replace(begun, stock={"A": 200, "B": 100, "C": 100})
    told = [begun, *rest, EveningEnded()]
    assert reckon(told, game.fold(told)).winners == (), "A has 164, B 128 and perhaps 42 more"
    told[-1] = EveningEnded("last_winner")
    assert reckon(told, game.fold(told)).winners == ("B",)
    told[-1] = EveningEnded("split")
    assert reckon(told, game.fold(told)).winners == ("A",)


def test_chips_are_worth_what_the_start_tells():
    def worth_of(options, **told):
        return chip_values(GameStarted("nain-jaune", "lindor", options, NAMES[:3], extra=told))

    assert worth_of({}) == VALUES and worth_of({"fiche": "2"}) == {**VALUES, "fiche": 2}
    assert worth_of({"fiche": "2"}, chips={"fiche": {}, "jeton": {"value": 3}}) == {"fiche": 2, "jeton": 3}


def test_nothing_is_given_out_before_people_stop():
    begun, *rest = golden("L1")
    told = [replace(begun, options={"leftover": "split"}), *rest]
    assert reckon(told, game.fold(told)).chips == {"A": -36, "B": 28, "C": -34}
    assert reckon(told, game.fold(told), closed=True).chips == {"A": -22, "B": 42, "C": -20}


def test_a_round_that_people_break_off_does_not_count():
    begun, *rest = golden("L1")
    told = [begun, *rest, RoundStarted("C"), CardPlayed("A", parse_card("2C"))]
    running = reckon(told, game.fold(told))
    assert running.chips == {"A": -51, "B": 13, "C": -49} and running.boxes["KH"] == 24 + 12, "with antes"
    assert running.score.chips == {"A": -36, "B": 28, "C": -34}
    told.append(EveningEnded())
    stopped = reckon(told, game.fold(told))
    assert stopped.chips == stopped.score.chips == running.score.chips
    assert sum(stopped.boxes.values()) == 42 == sum(stopped.leftover.stays.values())
    going_on = [begun, *rest, EveningEnded(), RoundStarted("C")]
    assert reckon(going_on, game.fold(going_on)).ending is None


def test_chips_of_an_earlier_evening_are_not_lost_when_the_first_round_is_broken_off():
    told = [
        GameStarted("nain-jaune", "lindor", {}, NAMES[:3]),
        RoundStarted("Ana", {TD: 2}),
        EveningEnded("split"),
    ]
    end = reckon(told, game.fold(told))
    assert end.boxes == {"TD": 2, "JC": 0, "QS": 0, "KH": 0, "7D": 0}, "two cannot be shared by three"
    assert set(end.chips.values()) == {0} and end.score.debts == ()


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 8), st.sampled_from(leftover.ASKED), st.booleans())
def test_pieces_are_given_out_of_the_boxes_as_the_chips_are(seed, players, rule, broken_off):
    told = list(random_evening(Random(seed), players, 2, {}))
    told[0] = replace(told[0], stock=dict.fromkeys(told[0].players, 120))
    told += [RoundStarted(told[0].players[0], {KH: 7, TD: 3})] if broken_off else []
    told.append(EveningEnded(rule))
    state = game.fold(told)
    end = reckon(told, state)
    counted = after_rounds(state, DEFAULT_STOCK, VALUES)
    held = closed(counted, end.leftover.shares, {parse_card(box): n for box, n in end.boxes.items()}).held
    assert {name: worth(held[name], VALUES) for name in state.players} == end.chips
    assert {box.code: worth(held[box], VALUES) for box in HONOURS} == end.boxes
    assert all(count >= 0 for purse in held.values() for count in purse.pieces.values())


def test_who_is_short_before_the_next_antes_and_when_it_is_over():
    poor = lacking({"Ana": 14, "Bruno": 15, "Chloé": -2}, {"Ana": 15, "Bruno": 15, "Chloé": 15})
    assert poor == {"Ana": 1, "Chloé": 17}
    assert lacking({"Ana": 3, "Bruno": 90}, {"Bruno": 15}) == {}
    agreed = dict(rounds=5, agreed_rounds=5, minutes=61.0, agreed_minutes=60)
    assert over("ruin", short=poor, **agreed) == "ruin" and over("ruin", short=[], **agreed) is None
    assert over("rounds", short=poor, **agreed) == "rounds"
    assert over("rounds", short=[], **{**agreed, "rounds": 4}) is None
    assert over("time", short=[], **agreed) == "time"
    assert over("time", short=[], **{**agreed, "agreed_minutes": None}) is None


def test_the_boxes_of_a_second_evening_start_from_what_was_told():
    state = game.fold([GameStarted("nain-jaune", "lindor", {}, NAMES[:3]), RoundStarted("Ana", {TD: 2})])
    assert state.round.boxes[HONOURS.index(TD)] == 5
