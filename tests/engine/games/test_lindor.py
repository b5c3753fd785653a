"""Lindor rule by rule: what may be laid, what a call does, what a round costs."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from rounds import NAMES, after, begun, cards, golden, refused

from engine.cards import DECK, HONOURS, Card, parse_card
from engine.errors import BadInput, IllegalEvent
from engine.events import (
    Alert,
    Called,
    CardPlayed,
    Corrected,
    GameStarted,
    HandShown,
    RoundStarted,
    to_json,
)
from engine.games import game, lindor, stops
from engine.record import log


def settled(name, **options):
    return to_json(game.fold(golden(name, **options)).settlements[-1])


def test_after_a_round_the_next_player_deals_and_boxes_keep_what_nobody_took():
    state = game.fold(golden("L1"))
    assert stops.next_dealer(state) == "C"
    state = game.apply(state, RoundStarted("C"))
    assert stops.boxes_now(state) == dict(zip(HONOURS, (6, 6, 9, 36, 30), strict=True))
    assert lindor.may_go_on(state) == ("A",)


# --- laying cards ------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "each", "talon"), [(n, *lindor.DEAL[n]) for n in range(2, 9)])
def test_every_deal_uses_the_deck(players, each, talon):
    assert players * each + talon == 52
    state = begun(players)
    assert set(stops.cards_left(state).values()) == {each}
    assert stops.boxes_now(state) == {box: n * players for n, box in enumerate(HONOURS, start=1)}


def test_the_player_after_the_dealer_leads_any_card():
    assert lindor.may_go_on(begun()) == ("Bruno",) and lindor.wanted(begun()) is None
    assert refused(begun(), "Ana 9D") == "first_lead"
    assert stops.cards_laid(after(begun(), "Bruno 9D")) == (("Bruno", parse_card("9D")),)


def test_the_next_rank_goes_on_whatever_the_suit():
    state = after(begun(), "Bruno 9D | Ana TS")
    assert lindor.wanted(state) == 11 and lindor.may_go_on(state) == ("Ana", "Bruno", "Chloé")
    assert lindor.sequence(state) == (("Bruno", Card(9, "D")), ("Ana", Card(10, "S")))


def test_others_lay_only_the_wanted_rank():
    for move in ("Ana 9S", "Ana JS", "Ana 8C", "Ana AC"):
        assert refused(begun(), f"Bruno 9D | {move}") == "sequence"


def test_what_is_legal_from_an_unseen_deal_counted_by_hand():
    """First the leader's 52. Then, on a rank below the king, the same player's 51 and four cards of the next
    rank from each of two others; on a king the 51 alone. Then his 50, and what is left of the next rank."""

    def legal(state):
        moves = [(place, card) for place in range(3) for card in DECK]
        return [move for move in moves if lindor.rule_broken(state, *move) is None]

    def laid(state, place, card):
        return game.apply(state, CardPlayed(NAMES[place], card))

    first = legal(begun())
    assert len(first) == 52
    second = [
        (after_it, move) for after_it in (laid(begun(), *each) for each in first) for move in legal(after_it)
    ]
    assert len(second) == 48 * (51 + 2 * 4) + 4 * 51 == 3036
    for after_it, move in Random(3).sample(second, 20):
        third = laid(after_it, *move)
        (_, before), (player, top) = third.round.laid
        following = [card for card in DECK if card.rank == top.rank + 1 and card != before]
        assert len(legal(third)) == 50 + 2 * len(following)
        assert player in (move[0], third.round.laid[0].player)


def test_who_laid_the_last_card_starts_anew_once_all_have_passed():
    for card in ("9S", "TS", "KS", "AC"):
        assert not lindor.why_not(after(begun(), "Bruno 9D"), "Bruno", parse_card(card))


def test_after_a_king_only_its_player_lays():
    state = after(begun(), "Bruno KS")
    assert lindor.wanted(state) is None and lindor.may_go_on(state) == ("Bruno",)
    assert refused(state, "Ana AC") == "king"
    assert after(state, "Bruno AC")


def test_one_deck():
    assert refused(begun(), "Bruno 9D | Bruno TS | Bruno 9D") == "one_deck"


def test_the_round_ends_with_a_last_card_and_hands_fit():
    state = game.fold(golden("L2")[:-2])
    assert stops.finished(state) and stops.winner(state) == "B"
    assert stops.hands_missing(state) == ("A", "C")
    assert refused(state, "A AS") == "round"
    assert refused(state, "A shows AS") == "hand"
    assert refused(state, "A shows AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS 7D 8D 9D") == "one_deck"
    assert refused(state, "A shows AS AS 3S 4S 5S 6S 7S 8S 9S TS JS KS 7D 8D 9D") == "one_deck"
    state = after(state, "A shows AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS 7D 8D 9D")
    assert state.settlements == () and stops.hands_missing(state) == ("C",)
    assert refused(state, "C shows AS 2C 3C 4C 5C 6C 7C 8C QC AD 2D 3D 4D 5D 6D") == "one_deck"
    again = after(state, "A shows AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS 7D 8D 9D")
    assert again == state
    assert refused(state, "A shows 9C 2S 3S 4S 5S 6S 7S 8S 9S TS JS KS 7D 8D 9D") == "hand"


def test_events_out_of_place():
    assert refused(begun(), "Bruno 9D | Bruno shows AC") == "hand"
    assert refused(begun(), "Zoé 9D") == "players"
    started = GameStarted("nain-jaune", "lindor", {}, NAMES[:3])
    empty = game.fold([started])
    assert refused(empty, "Bruno 9D") == "round" and refused(empty, "Bruno shows 9D") == "round"
    for state, event, rule in (
        (None, RoundStarted("Ana"), "game"),
        (empty, started, "game"),
        (empty, RoundStarted("Zoé"), "players"),
        (begun(), RoundStarted("Ana"), "round"),
        (game.fold(golden("L2")[:-1]), RoundStarted("C"), "round"),
        (None, GameStarted("nain-jaune", "lindor", {}, NAMES[:1]), "deal"),
        (None, GameStarted("nain-jaune", "lindor", {}, (*NAMES, "Zoé")), "deal"),
        (None, GameStarted("nain-jaune", "lindor", {}, ("Ana", "Ana")), "players"),
    ):
        with pytest.raises(IllegalEvent) as error:
            game.apply(state, event)
        assert error.value.rule == rule
    assert game.apply(None, Alert("lost_table")) is None


# --- house rules on laying ---------------------------------------------------------------


def test_only_the_next_player_may_be_asked():
    state = after(begun(asked="next_only"), "Bruno 9D")
    assert lindor.may_go_on(state) == ("Bruno", "Chloé")
    assert refused(state, "Ana TS") == "asked" and after(state, "Chloé TS")


def test_a_missing_rank_may_be_skipped():
    state = after(begun(after_stop="skip"), "Bruno 9D")
    assert after(state, "Bruno JS | Ana QS") and after(state, "Ana JS")
    assert refused(state, "Ana 9S") == "sequence"


def test_the_lead_may_be_declined():
    assert after(begun(decline_lead="on"), "Bruno 9D | Ana 3C")
    assert refused(begun(decline_lead="on"), "Bruno KD | Ana 3C") == "king"


def test_the_first_lead_may_be_drawn():
    assert lindor.may_go_on(begun(first_lead="drawn")) == NAMES[:3]
    assert after(begun(first_lead="drawn"), "Ana 3C")


def kept(state) -> list[str]:
    """``"Chloé TC after 9D"`` of each card overlooked so far."""
    now = state.round
    told = [(laid, stops.wanted_after(now, laid)) for laid in now.overlooked]
    return [f"{NAMES[laid.player]} {laid.card.code} after {since and since.code}" for laid, since in told]


def test_who_must_go_on_and_did_not_is_told_and_play_goes_on():
    state = after(begun(must_continue="on"), "Bruno 9D | Ana TS | Ana 3C")
    for player in ("Ana", "Bruno", "Chloé"):
        assert kept(after(state, f"{player} 4S | {player} JC")) == [f"{player} JC after TS"]
    # Chloé was asked for a ten before Ana laid hers.
    late = after(state, "Chloé 4S | Chloé TC")
    assert kept(late) == ["Chloé TC after 9D"] and late.round.laid[-1].card == parse_card("TC")
    assert kept(after(state, "Ana 4S | Ana TC")) == []
    free = after(begun(), "Bruno 9D | Ana TS | Ana 3C | Ana 4S | Ana JC")
    assert lindor.wanted(free) == 12 and kept(free) == []
    skipping = after(begun(must_continue="on", after_stop="skip"), "Bruno 9D | Ana QS | Ana KC")
    assert kept(after(skipping, "Ana TS | Ana JS")) == ["Ana TS after 9D", "Ana JS after 9D"]


def test_only_whoever_runs_may_have_to_go_on():
    state = after(begun(must_continue="runner"), "Bruno 9D | Ana TS | Ana 3C")
    # Bruno laid the nine and kept a ten; Chloé, asked before Ana, might pass.
    assert kept(after(state, "Bruno 4S | Bruno TC")) == ["Bruno TC after 9D"]
    assert kept(after(state, "Chloé 4S | Chloé TC")) == []
    assert kept(after(state, "Ana 4S | Ana JC")) == ["Ana JC after TS"]
    skipping = after(begun(must_continue="runner", after_stop="skip"), "Bruno 9D | Bruno KD")
    assert kept(after(skipping, "Bruno JS | Bruno 2D | Bruno TS")) == ["Bruno TS after 9D"]
    assert lindor.may_pass(begun(must_continue="runner"), "Bruno", parse_card("2S")) is True
    running = after(begun(must_continue="runner"), "Bruno 9D")
    assert not lindor.may_pass(running, "Bruno", parse_card("TS"))
    assert lindor.may_pass(running, "Ana", parse_card("TS"))


def test_a_card_overlooked_shows_in_a_hand_and_may_be_fined():
    start, begins, *rest = golden("L1", must_continue="on", overlooked_fine=4)
    settled = game.fold([start, begins, *rest])
    found = [laid for laid in settled.round.overlooked if laid.player != settled.round.left.index(0)]
    last = settled.settlements[-1]
    fines = {each.giver: each.chips for each in last.payments if each.reason == "overlooked"}
    assert fines == {
        name: 4 * sum(settled.players[laid.player] == name for laid in found)
        for name in {settled.players[laid.player] for laid in found}
    }
    plain = game.fold(golden("L1")).settlements[-1]
    assert last.net != plain.net if fines else last.net == plain.net
    assert (last.takes, last.betes, last.boxes) == (plain.takes, plain.betes, plain.boxes)


@pytest.mark.parametrize(
    ("moves", "crosses"),
    [
        ("Bruno QD | Bruno KD", 0),
        ("Bruno QD | Bruno KD | Bruno 3C", 1),
        ("Bruno KD | Bruno 3C", 0),  # no run leads up to it
        ("Bruno QD | Ana KD | Ana 3C", 0),
        ("Bruno QD | Bruno KD | Bruno QC | Bruno KC | Bruno 3C", 2),
        ("Bruno QD | Bruno KD | Bruno QC | Bruno KC | Bruno 3C | Ana 4C", 0),
    ],
)
def test_a_run_through_a_king_is_a_back_cross(moves, crosses):
    assert lindor.back_crosses(after(begun(), moves)) == crosses


# --- house variants known elsewhere ------------------------------------------------------


@pytest.mark.parametrize(("direction", "leads"), [("clockwise", "Chloé"), ("anticlockwise", "Bruno")])
def test_the_player_to_the_dealers_right_may_lead(direction, leads):
    assert lindor.may_go_on(begun(first_lead="right_of_dealer", direction=direction)) == (leads,)


def test_runs_may_keep_to_one_suit():
    state = after(begun(suits="same"), "Bruno 9D")
    assert refused(state, "Ana TS") == "sequence" and lindor.wanted(state) == 10
    assert lindor.asked_round(state) == ((parse_card("TD"),),) and lindor.suited(state)
    state = after(state, "Ana TD | Ana JS | Bruno QS | Bruno KS")
    assert [card.code for _, card in lindor.sequence(state)] == ["JS", "QS", "KS"]
    skipping = after(begun(suits="same", after_stop="skip"), "Bruno 9D")
    assert after(skipping, "Ana QD") and refused(skipping, "Ana QS") == "sequence"
    strict = after(begun(suits="same", must_continue="on"), "Bruno 9D | Bruno 3C | Ana 4C | Ana 9S")
    assert kept(after(strict, "Ana TS | Ana 2H | Ana TD")) == ["Ana TD after 9D"]


def test_the_dwarf_may_have_to_lead():
    state = begun(dwarf_leads="on")
    assert lindor.may_go_on(state) == ("Bruno", "Chloé", "Ana")
    assert refused(state, "Ana 8D") == "first_lead"
    led = after(state, "Ana 7D")
    assert lindor.may_go_on(led)[0] == "Ana" and lindor.wanted(led) == 8
    # Bruno leads another card: 7♦ lies in the talon, or somebody has overlooked it.
    for player in ("Bruno", "Ana"):
        assert kept(after(state, f"Bruno 6C | {player} 7D")) == [f"{player} 7D after None"]
    over = game.fold(golden("L2", dwarf_leads="on"))
    assert [laid.card.code for laid in over.round.overlooked] == ["7D"] and over.round.settled


@pytest.mark.parametrize(
    ("moves", "ana", "bruno", "chloe"),
    [
        ("Bruno 9D | Bruno TD", -15, -15, -15),  # he goes on himself
        ("Bruno 9D | Chloé TD", -15, -15, -15),  # she is asked first
        ("Bruno 9D | Ana TD", -15, -15, -16),
        ("Bruno 9D | Bruno 3C", -16, -15, -16),  # nobody had a ten
        ("Bruno 9D | Ana TD | Ana 3C", -15, -16, -17),
        ("Bruno KD | Bruno 3C", -15, -15, -15),  # nobody is asked after a king
    ],
)
def test_passing_may_cost_a_jeton(moves, ana, bruno, chloe):
    state = after(begun(pass_penalty="on"), moves)
    assert stops.chips_now(state) == {"Ana": ana, "Bruno": bruno, "Chloé": chloe}
    held = sum(stops.chips_now(state).values()) + sum(stops.boxes_now(state).values())
    assert held == 0 and stops.boxes_now(state)[parse_card("7D")] == 15 - (ana + bruno + chloe + 45)


def test_passing_where_a_rank_is_skipped_or_one_player_is_asked():
    state = after(begun(pass_penalty="on", after_stop="skip"), "Bruno 9D | Ana JD")
    assert stops.chips_now(state) == {"Ana": -16, "Bruno": -15, "Chloé": -16}
    state = after(begun(pass_penalty="on", asked="next_only"), "Bruno 9D | Bruno 3C")
    assert stops.chips_now(state) == {"Ana": -15, "Bruno": -15, "Chloé": -16}


def test_a_settlement_says_what_passing_has_cost():
    line = settled("L1", pass_penalty="on")
    paid = {each["player"]: each["chips"] for each in line["fined"]}
    plain = settled("L1")
    assert line["net"] == {player: won - paid.get(player, 0) for player, won in plain["net"].items()}
    assert line["boxes"]["7D"] == plain["boxes"]["7D"] + sum(paid.values())
    assert "fined" not in plain


# --- calls -------------------------------------------------------------------------------


def taken(moves, **options):
    state = after(begun(**options), moves)
    return [(state.players[place], card.code, n) for place, card, n in state.round.takes]


@pytest.mark.parametrize(
    "moves",
    [
        "Bruno QS | Bruno calls QS | Bruno KC",
        "Bruno calls QS | Bruno QS | Bruno KC",
        "Bruno QS | Ana calls QS | Bruno calls QS",
        "Bruno calls KH | Bruno calls QS | Bruno QS",
        "Bruno calls QS | Bruno calls KH | Bruno QS",
        "Bruno QS | Bruno calls KH | Bruno calls QS",
        "Bruno QS | Bruno calls QS | Bruno calls QS",
    ],
)
def test_a_call_in_time_takes_the_box(moves):
    assert taken(moves) == [("Bruno", "QS", 9)]


@pytest.mark.parametrize(
    "moves",
    [
        "Bruno QS | Bruno KC | Bruno calls QS",
        "Bruno QS | Ana KC | Bruno calls QS",
        "Bruno calls QS | Bruno JS | Bruno QS | Bruno KC",
        "Bruno QS | Ana calls QS | Bruno KC",
        "Ana calls QS | Bruno QS | Bruno KC",
        "Bruno QD | Bruno calls QS | Bruno KC",
        "Bruno QD | Bruno calls QD | Bruno KC",
    ],
)
def test_early_late_and_foreign_calls_change_nothing(moves):
    assert taken(moves) == []


def test_an_honour_not_called_is_missed_when_the_next_card_lies():
    state = after(begun(), "Bruno QS")
    assert stops.call_open(state) == (("Bruno", parse_card("QS")),) and state.round.missed == ()
    state = after(state, "Ana KC")
    assert stops.call_open(state) == () and state.round.missed == ((1, parse_card("QS"), 9),)
    assert stops.boxes_now(state)[parse_card("QS")] == 9


def test_the_last_card_may_be_called_until_a_hand_is_shown():
    last = golden("L2")
    # Bruno's hand, the queen last: heart's run, then K♣, then Q♠.
    queen, king = last[-6:-2:2][-1], last[-3]
    assert isinstance(king, CardPlayed) and king.card.code == "KC" and queen.card.code == "QS"
    start, hands = last[:-5], last[-2:]
    lay = [CardPlayed("B", parse_card("KC")), CardPlayed("B", parse_card("QS"))]
    call = Called("B", parse_card("QS"), "tap")
    in_time = game.fold([*start, *lay, call, *hands]).settlements[0]
    assert [take.card.code for take in in_time.takes] == ["KH", "QS"]
    empty = HandShown("B", ())
    assert game.fold([*start, *lay, empty, call, *hands, empty]).settlements == (in_time,)
    late = game.fold([*start, *lay, hands[0], call, hands[1]]).settlements[0]
    assert [take.card.code for take in late.takes] == ["KH"]
    assert [(miss.card.code, miss.chips) for miss in late.missed_calls] == [("QS", 9)]
    assert late.swept[parse_card("QS")] == 9, "an opéra empties missed boxes too"


def test_call_windows():
    assert taken("Bruno QS | Bruno KC | Bruno AC | Bruno calls QS", call_window="round") == [
        ("Bruno", "QS", 9)
    ]
    state = after(begun(call_window="round"), "Bruno QS | Bruno KC | Bruno AC")
    assert state.round.missed == () and stops.call_open(state)
    assert taken("Bruno QS | Bruno calls QS", call_window="with_card") == [("Bruno", "QS", 9)]
    state = game.apply(begun(call_window="with_card"), CardPlayed("Bruno", parse_card("QS"), t=10.0))
    assert game.apply(state, Called("Bruno", parse_card("QS"), t=11.5)).round.takes
    assert not game.apply(state, Called("Bruno", parse_card("QS"), t=12.5)).round.takes


def test_where_no_call_is_needed_the_card_takes_the_box():
    assert taken("Bruno QS", call_required="off") == [("Bruno", "QS", 9)]


def told(moves):
    """Kinds, players and cards of all alerts that the moves give."""
    state, found = begun(), []
    for move in moves.split("|"):
        player, *what = move.split()
        event = (
            Called(player, parse_card(what[1]))
            if what[0] == "calls"
            else CardPlayed(player, parse_card(what[0]))
        )
        now = game.apply(state, event)
        found += [(a.kind, a.player, a.card.code) for a in stops.alerts(state, event, now)]
        state = now
    return found


def test_alerts_tell_of_calls_that_were_missed_or_empty():
    assert told("Bruno QS | Bruno calls QS | Bruno KC") == []
    assert told("Bruno calls QS | Bruno QS | Bruno KC") == []
    assert told("Bruno QS | Ana KC") == [("missed_call", "Bruno", "QS")]
    assert told("Bruno QS | Ana KC | Bruno calls QS")[1:] == [("late_call", "Bruno", "QS")]
    assert told("Bruno QS | Ana calls QS") == [("void_call", "Ana", "QS")]
    assert told("Bruno QD | Bruno calls QD") == [("void_call", "Bruno", "QD")]
    assert told("Bruno calls QS | Bruno JS") == [("void_call", "Bruno", "QS")]


# --- money -------------------------------------------------------------------------------


def test_points_of_cards_left():
    assert [stops.points(card) for card in cards("AS 2S 9S TS JS QS KS")] == [1, 2, 9, 10, 10, 10, 10]


def test_boxes_told_at_the_start_of_a_round_go_before_those_left():
    state = game.fold(golden("L1"))
    state = game.apply(state, RoundStarted("C", dict(zip(HONOURS, (0, 0, 7, 0, 0), strict=True))))
    assert list(stops.boxes_now(state).values()) == [3, 6, 16, 12, 15]


def test_antes_may_be_fiches():
    state = begun(3, stake_unit="fiche")
    assert list(stops.boxes_now(state).values()) == [15, 30, 45, 60, 75]
    state = begun(3, stake_unit="fiche", fiche="2")
    assert list(stops.boxes_now(state).values()) == [6, 12, 18, 24, 30]


def with_stock(name, chips_each, **options):
    first, *rest = golden(name, **options)
    stock = dict(zip(first.players, chips_each, strict=True))
    return game.fold([GameStarted(first.game, first.rules, first.options, first.players, stock), *rest])


def test_ruin_is_told_and_debts_are_owed():
    state = with_stock("L1", (50, 50, 48))
    assert state.balances == (14, 78, 14)
    assert stops.ruined(state) == ("A", "C") and stops.ended(state)
    assert with_stock("L1", (20, 50, 50)).balances == (-16, 78, 16)
    assert stops.ruined(game.fold(golden("L1"))) == (), "nobody told us what people have"
    assert not stops.ended(with_stock("L1", (50, 50, 48), end="rounds"))


def test_capped_debts_pay_the_winner_first_then_the_boxes():
    state = with_stock("L1", (33, 50, 20), debt="capped")
    settlement = state.settlements[0]
    # A: 33 − 15 + 6 = 24: 15 to B, 9 of the bête's 12. C: 20 − 15 = 5 of 19.
    assert [(p.giver, p.chips) for p in settlement.payments] == [("A", 15), ("C", 5)]
    assert [(b.player, b.chips) for b in settlement.betes] == [("A", 9)]
    assert state.balances == (0, 64, 0)
    assert sum(state.balances) + sum(state.boxes) == 33 + 50 + 20
    with pytest.raises(IllegalEvent) as error:
        game.apply(state, RoundStarted("C"))
    assert error.value.rule == "ruin"


def test_chips_in_the_middle_of_a_round():
    state = after(begun(), "Bruno QS | Bruno calls QS")
    assert stops.chips_now(state) == {"Ana": -15, "Bruno": -6, "Chloé": -15}


@pytest.mark.parametrize(("direction", "dealer"), [("clockwise", "Chloé"), ("anticlockwise", "Bruno")])
def test_next_dealer(direction, dealer):
    assert stops.next_dealer(begun(direction=direction)) == dealer


@pytest.mark.parametrize(
    "options",
    [
        {"oper": "one_go"},
        {"opera": "always"},
        {"bete": True},
        {"per_card": 0},
        {"per_card": "3"},
        {"fiche": 3},
    ],
)
def test_options_that_there_are_not(options):
    with pytest.raises(BadInput, match=next(iter(options))):
        game.apply(None, GameStarted("nain-jaune", "lindor", options, NAMES[:3]))


@pytest.mark.parametrize(("name", "rules"), [("nap", "lindor"), ("nain-jaune", "poker")])
def test_games_that_we_do_not_know(name, rules):
    with pytest.raises(BadInput, match="not known"):
        game.apply(None, GameStarted(name, rules, {}, NAMES[:3]))


# --- corrections -------------------------------------------------------------------------


def numbered(*events):
    return [replace(event, seq=seq) for seq, event in enumerate(events, start=1)]


def test_corrections_replace_undo_and_can_be_undone():
    start = [GameStarted("nain-jaune", "lindor", {}, NAMES[:3]), RoundStarted("Ana")]
    nine, ten = CardPlayed("Bruno", parse_card("9D")), CardPlayed("Ana", parse_card("TS"))
    other = CardPlayed("Chloé", parse_card("TC"))

    def laid(*events):
        return [(p, card.code) for p, card in stops.cards_laid(game.fold(numbered(*start, *events)))]

    assert laid(nine, ten, Corrected(4, other)) == [("Bruno", "9D"), ("Chloé", "TC")]
    assert laid(nine, ten, Corrected(4, None)) == [("Bruno", "9D")]
    assert laid(nine, ten, Corrected(4, None), Corrected(5, None)) == [("Bruno", "9D"), ("Ana", "TS")]
    assert laid(nine, ten, Corrected(4, None), Corrected(4, other)) == [("Bruno", "9D"), ("Chloé", "TC")]
    with pytest.raises(IllegalEvent) as error:
        laid(nine, Corrected(9, None))
    assert error.value.rule == "correction"
    in_force = game.in_force(numbered(*start, nine, ten, Corrected(4, other)))
    assert [place for place, _ in in_force] == [0, 1, 2, 3] and in_force[3][1].seq == 4


def test_a_correction_against_the_rules_is_refused_with_both_lines():
    start = [GameStarted("nain-jaune", "lindor", {}, NAMES[:3]), RoundStarted("Ana")]
    nine, wrong = CardPlayed("Bruno", parse_card("9D")), CardPlayed("Ana", parse_card("JS"))
    ten = CardPlayed("Ana", parse_card("TS"))

    def told(*events):
        lines = [json.dumps(to_json(event)) for event in numbered(*start, nine, ten, *events)]
        with pytest.raises(BadInput) as error:
            list(log.settle("\n".join(lines), "L"))
        return str(error.value)

    assert told(Corrected(4, wrong)).startswith("L line 4 (corrected in line 5): Ana lays JS on 9D")
    nested = told(Corrected(4, None), Corrected(5, Corrected(4, wrong)))
    assert nested.startswith("L line 4 (corrected in line 6): Ana lays JS on 9D")


def test_a_correction_can_settle_a_round_differently():
    events = numbered(*golden("L1"))
    call = next(e for e in events if isinstance(e, Called) and e.card.code == "JC")
    settlement = game.fold([*events, Corrected(call.seq, None, seq=len(events) + 1)]).settlements[0]
    assert [m.card.code for m in settlement.missed_calls] == ["TD", "JC"]
    assert settlement.net["A"] == -42
    shown = next(e for e in events if isinstance(e, HandShown))
    state = game.fold([*events, Corrected(shown.seq, None, seq=len(events) + 1)])
    assert state.settlements == () and stops.hands_missing(state) == ("A",)
