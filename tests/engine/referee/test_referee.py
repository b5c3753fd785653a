"""The referee on scripted sightings: random legal rounds seen through a bad camera."""

import json
from dataclasses import replace

import pytest
from seen_badly import play, round_with, settlement, table, watch

from engine.boundaries import BoxSeen, CardGone, CardLaid, CardLookedAgain, Heard
from engine.cards import ANTES, DECK, Card, parse_card
from engine.errors import IllegalEvent
from engine.events import Alert, Called, CardPlayed, Corrected, HandShown, Settlement, to_json
from engine.games import game, stops
from engine.record import log
from engine.referee.referee import Referee


def test_a_clear_round_is_told_exactly():
    board, true, told = play(1, players=4)
    referee = Referee(board)
    events = watch(referee, told)
    assert not [e for e in events if isinstance(e, Corrected)]
    moves = [replace(e, seq=None, t=None, extra={}) for e in events if isinstance(e, CardPlayed | Called)]
    moves = [replace(e, confidence=1.0) if isinstance(e, CardPlayed) else e for e in moves]
    assert moves == [e for e in true if isinstance(e, CardPlayed | Called)]
    assert settlement(events) == settlement(true)
    assert isinstance(events[-1], Settlement)
    assert [e.seq for e in events] == list(range(1, len(events) + 1))
    missed = [e for e in events if isinstance(e, Alert)]
    assert [(e.player, e.card) for e in missed] == [(m.player, m.card) for m in settlement(true).missed_calls]
    assert {e.kind for e in missed} <= {"missed_call"}
    assert referee.complete


def test_noisy_rounds_come_out_right():
    right = 0
    for seed in (1, 2):
        board, true, told = play(seed, players=3 + seed % 4, noise=0.1)
        referee = Referee(board)
        exact = replace(settlement(watch(referee, told)), extra={}) == settlement(true)
        assert exact or not referee.certain, "wrong, and nobody was told that it may be"
        right += exact
    assert right


WILD = {"dwarf_after": "continue", "dwarf_out_of_turn": "on", "accidental_hoc_pays": "on"}


def test_a_clear_round_of_1760_is_told_exactly():
    board, true, told = play(3, players=5, rules="avantcoureur", options=WILD)
    referee = Referee(board)
    events = watch(referee, told)
    assert not [e for e in events if isinstance(e, Corrected)]
    assert settlement(events) == settlement(true) and referee.complete
    alerts = [(e.kind, e.player, e.card) for e in events if isinstance(e, Alert)]
    assert alerts == [("missed_call", m.player, m.card) for m in settlement(true).missed_calls]


def test_noisy_rounds_of_1760_come_out_right():
    board, true, told = play(1, players=5, noise=0.05, rules="avantcoureur")
    assert settlement(watch(Referee(board), told)).net == settlement(true).net


def laid(told, players=3):
    """The cards that lie once the referee has watched this, by their codes."""
    referee = Referee(table(players))
    watch(referee, told)
    return [card.code for _, card in stops.cards_laid(referee.evening)]


def played(told):
    """The cards that it tells as it watches, right or wrong."""
    return [event.card.code for event in watch(Referee(table()), told) if isinstance(event, CardPlayed)]


def kinds(events):
    return [(e.kind, e.player, str(e.card)) for e in events if isinstance(e, Alert)]


def test_a_call_after_the_next_card_is_late():
    told = round_with(["A JC", "A QH", "A KC"])
    told.append((6.45, Heard(6.45, parse_card("JC"), "Ana", "tap")))
    events = watch(Referee(table()), told)
    assert ("missed_call", "Ana", "JC") in kinds(events)
    assert ("late_call", "Ana", "JC") in kinds(events)
    assert not [e for e in events if isinstance(e, Called)]


def test_a_call_as_the_next_card_comes_down_is_late_though_that_is_seen_to_lie_a_moment_later():
    told = round_with(["A JC", "A QH", "A KC"])
    told.append((6.35, Heard(6.35, parse_card("JC"), "Ana", "tap")))
    assert ("late_call", "Ana", "JC") in kinds(watch(Referee(table()), told))
    told[-1] = (6.25, Heard(6.25, parse_card("JC"), "Ana", "tap"))
    assert "late_call" not in [kind for kind, _, _ in kinds(watch(Referee(table()), told))]


def test_a_call_counts_though_the_next_card_was_laid_at_once_with_its_card():
    told = round_with(["A JC", "A QH", "A KC"])
    found_together(told, 0, 0.0)
    told.append((told[0][0] + 0.3, Heard(told[0][0] + 0.3, parse_card("JC"), "Ana", "tap")))
    events = watch(Referee(table()), told)
    assert [(e.player, e.card.code) for e in events if isinstance(e, Called)] == [("Ana", "JC")]
    assert not {"missed_call", "late_call"} & {kind for kind, _, _ in kinds(events)}


def test_a_call_while_the_arm_brings_the_card_counts():
    told = round_with(["A TC", "A JC", "A QH"])
    told.append((6.0, Heard(6.0, parse_card("JC"), None, "tap")))
    events = watch(Referee(table()), told)
    assert [(e.player, e.card.code, e.t) for e in events if isinstance(e, Called)] == [("Ana", "JC", 6.0)]


def jack_called_before_the_ten_lies(before, *, of_one_arm):
    """The jack called so many seconds before the ten lies still; when that is, and what happened."""
    told = round_with(["A TC", "A JC", "A QH"])
    t = told[0][0]
    if of_one_arm:
        told[1] = (t + 0.2, replace(told[1][1], t=t + 0.2, arrived=t - 0.6))
    told.append((t - before, Heard(t - before, parse_card("JC"), "Ana", "tap")))
    return t, watch(Referee(table()), told)


def test_a_call_while_the_arm_brings_two_cards_at_once_counts_for_the_second():
    t, events = jack_called_before_the_ten_lies(0.3, of_one_arm=True)
    assert [(e.player, e.card.code, e.t) for e in events if isinstance(e, Called)] == [("Ana", "JC", t - 0.3)]
    assert not [kind for kind, _, _ in kinds(events) if kind == "void_call"]


def test_a_call_for_a_card_that_only_a_later_arm_brings_is_void():
    _, events = jack_called_before_the_ten_lies(0.3, of_one_arm=False)
    assert not [e for e in events if isinstance(e, Called)]
    void = [e for e in events if isinstance(e, Alert) and e.kind == "void_call"]
    assert [(e.card.code, e.extra["reason"]) for e in void] == [("JC", "early")]


def test_a_call_from_before_the_arm_that_brings_another_card_first_is_void_though_it_brings_both():
    _, events = jack_called_before_the_ten_lies(0.9, of_one_arm=True)
    assert not [e for e in events if isinstance(e, Called)]
    assert ("void_call", "Ana", "JC") in kinds(events)


def test_foreign_and_void_calls_change_nothing():
    told = round_with(["A TC", "A JC", "A QH"])
    told.append((6.8, Heard(6.8, parse_card("JC"), "Bruno", "tap")))
    told.append((6.9, Heard(6.9, parse_card("QS"), "Ana", "tap")))
    events = watch(Referee(table()), told)
    assert not [e for e in events if isinstance(e, Called)]
    assert ("void_call", "Bruno", "JC") in kinds(events)
    assert ("void_call", "Ana", "QS") in kinds(events)


def test_the_rules_tell_an_unclear_rank():
    told = round_with(["A 5C", "A 6C", "A 7C"])
    t, middle = told[1]
    told[1] = (t, replace(middle, look=replace(middle.look, faces=(0.0,) * 52)))
    events = watch(Referee(table()), told)
    cards = [e.card for e in events if isinstance(e, CardPlayed)]
    assert [card.rank for card in cards] == [5, 6, 7]


def test_a_call_tells_which_queen_it_was():
    told = round_with(["A JC", "A QS", "A KC"])
    t, queen = told[1]
    torn = [0.0] * 52
    torn[Card(12, "S").index], torn[Card(12, "H").index] = 0.5, 0.5
    told[1] = (t, replace(queen, look=replace(queen.look, faces=tuple(torn))))
    told.append((t + 0.3, Heard(t + 0.3, Card(12, "S"), None, "voice")))
    events = watch(Referee(table()), told)
    assert [e.card.code for e in events if isinstance(e, CardPlayed)] == ["JC", "QS", "KC"]
    assert [e.card.code for e in events if isinstance(e, Called)] == ["QS"]


def test_a_better_look_decides():
    told = round_with(["A JC", "A QS"])
    t, queen = told[1]
    torn = [0.0] * 52
    torn[Card(12, "S").index], torn[Card(12, "H").index] = 0.5, 0.5
    told[1] = (t, replace(queen, look=replace(queen.look, faces=tuple(torn))))
    told.append((t + 0.5, CardLookedAgain(t + 0.5, 0, t, queen.look)))
    events = watch(Referee(table()), told)
    played = [e for e in events if isinstance(e, CardPlayed)]
    assert [e.card.code for e in played] == ["JC", "QS"]
    assert played[1].confidence > 0.9


def seen_to_lie(told, place, lies):
    """As surely as that the card number *place* is seen to lie there."""
    t, seen = told[place]
    told[place] = t, replace(seen, lies=lies)
    return told


def test_a_card_that_may_be_held_is_laid_where_the_sequence_asks_for_it():
    goes_on = round_with(["A 9C", "A TC", "B JC"])
    assert laid(seen_to_lie(goes_on, 1, 0.3)) == ["9C", "TC", "JC"]
    held = round_with(["A 9C", "A 2D", "B TC"])  # nobody asks for a two
    assert laid(seen_to_lie(held, 1, 0.3)) == ["9C", "TC"]


def test_a_later_look_at_whether_a_card_lies_there_changes_what_is_told():
    told = seen_to_lie(round_with(["A 9C", "A 2D", "B TC"]), 1, 0.9)
    t, held = told[1]
    told.append((t + 0.1, CardLookedAgain(t + 0.1, held.frame, held.t, held.look, lies=0.01)))
    assert laid(sorted(told, key=lambda each: each[0])) == ["9C", "TC"]


def test_two_cards_laid_at_once_are_put_in_order():
    told = round_with(["A 5C", "A 7C", "A 6C", "A 8D"])
    t = told[1][0]
    told[2] = (t, replace(told[2][1], t=t))
    events = watch(Referee(table()), told)
    assert [e.card.rank for e in events if isinstance(e, CardPlayed)] == [5, 6, 7, 8]


def found_together(told, place, apart):
    """The card at a place and the next one, of one arm and told at once: the next one lay still later."""
    t, first = told[place]
    told[place] = (t + apart, first)
    told[place + 1] = (t + apart, replace(told[place + 1][1], t=t + apart, arrived=first.arrived))


def test_a_face_in_doubt_does_not_turn_round_two_cards_found_together():
    told = round_with(["A 5C", "A 9H", "A 2D"])
    found_together(told, 1, 0.1)
    t, two = told[2]
    torn = [0.0] * 52
    torn[parse_card("2D").index], torn[parse_card("6C").index] = 0.97, 0.02
    told[2] = (t, replace(two, look=replace(two.look, faces=tuple(torn))))
    assert played(told) == ["5C", "9H", "2D"]


def in_a_row(told, first, places):
    """The cards from a place on, found together where their row grows by half a card each."""
    t = told[first + len(places) - 1][0]
    for number, (x, rested) in enumerate(places, first):
        laid = told[number][1]
        corners = tuple((px + x, py) for px, py in laid.look.corners)
        look = replace(laid.look, corners=corners)
        told[number] = (t, replace(laid, t=rested, arrived=told[first][1].arrived, look=look))


@pytest.mark.parametrize(
    ("row", "order"),
    [((0.0, 0.5, 1.0, 1.5), ["QC", "9H", "TS", "5C"]), ((0.0, 1.0, 1.5, 0.5), ["QC", "5C", "9H", "TS"])],
)
def test_cards_of_a_row_found_together_came_in_the_order_of_the_row(row, order):
    """As once in a simulated round: a hand lay on the ten longer than on the five upon it."""
    told = round_with(["B JC", "A QC", "A 9H", "A TS", "A 5C"])
    rested = (told[1][0], told[2][0], told[4][0] + 0.2, told[4][0])
    in_a_row(told, 1, list(zip(row, rested, strict=True)))
    assert laid(told) == ["JC", *order]


def test_the_lower_of_two_cards_laid_at_once_came_first_though_it_was_seen_a_second_later():
    """As once in a simulated round: the hand stayed upon the king when the nine was free."""
    told = round_with(["A KH", "A 9H", "B TS", "C JS", "C QD", "A 9S", "A KD", "B TH", "B JH"], 4)
    told[6] = (told[6][0], replace(told[6][1], arrived=told[5][1].arrived))
    referee = Referee(table(4))
    watch(referee, told)
    laid = [f"{name[0]} {card.code}" for name, card in stops.cards_laid(referee.evening)]
    assert laid == ["A KH", "A 9H", "B TS", "C JS", "C QD", "A KD", "A 9S", "B TH", "B JH"]


def test_cards_that_one_arm_shows_together_are_of_one_hand():
    """All of the last hand seems to come from the arm of who showed his before.

    One card that he laid may have been the other's, too: the hands alone would not tell.
    """
    board, true, told = play(1, players=4)
    before, last = [event for event in true if isinstance(event, HandShown)][-2:]
    one, other = (board.names.index(event.player) for event in (before, last))
    played = 0
    for number, (t, seen) in enumerate(told):
        if isinstance(seen, CardLaid) and DECK[seen.look.face] in last.cards:
            arm = tuple(0.7 * (place == one) + 0.3 * (place == other) for place in range(4))
            told[number] = (t, replace(seen, seats=arm))
        elif (
            isinstance(seen, CardLaid) and seen.seats[one] > 0.9 and DECK[seen.look.face] not in before.cards
        ):
            played = number
    t, seen = told[played]
    told[played] = (t, replace(seen, seats=tuple(0.5 * (place in (one, other)) for place in range(4))))
    assert settlement(watch(Referee(board), told)) == settlement(true)


def test_a_card_against_the_rules_is_an_alert_and_not_played():
    told = round_with(["A 5C", "B 9H", "A 6C", "A 7C", "A 8C"])
    events = watch(Referee(table()), told)
    assert [e.card.code for e in events if isinstance(e, CardPlayed)] == ["5C", "6C", "7C", "8C"]
    assert ("illegal_card", "Bruno", "9H") in kinds(events)


def test_a_card_taken_back_is_corrected():
    told = round_with(["A 5C", "A 6C"])
    told.append((7.5, CardGone(7.5, 0, told[1][0], told[1][1].look)))
    referee = Referee(table())
    events = watch(referee, told)
    assert [type(e).__name__ for e in events if isinstance(e, CardPlayed | Corrected)] == [
        "CardPlayed",
        "CardPlayed",
        "Corrected",
    ]
    assert [card.code for _, card in stops.cards_laid(referee.evening)] == ["5C"]


def test_of_cards_laid_at_once_the_one_that_is_gone_is_the_one_that_lay_there():
    told = round_with(["A 5C", "A 6C"])
    t, last = told[-1]
    shade = replace(last.look, corners=tuple((x + 60, y) for x, y in last.look.corners), faces=(0.0,) * 52)
    told += [(t, replace(last, look=shade)), (t + 0.5, CardGone(t + 0.5, 0, t, shade))]
    referee = Referee(table())
    assert not [event for event in watch(referee, told) if isinstance(event, Corrected)]
    assert [card.code for _, card in stops.cards_laid(referee.evening)] == ["5C", "6C"]


@pytest.mark.parametrize("apart", [0.0, 0.4])
def test_of_two_cards_laid_at_once_the_lower_one_may_be_found_after_the_upper_one_was_told(apart):
    told = round_with(["A 2D", "A 4C", "A 3H", "C 5D"])
    t, upper = told[1]
    told[2] = (t + 0.4, replace(told[2][1], t=t + apart, arrived=upper.arrived))
    assert laid(told) == ["2D", "3H", "4C", "5D"]


def test_a_card_lost_from_sight_that_the_next_one_goes_on_from_was_not_taken_back():
    told = round_with(["A 5C", "A 6C", "B 7C", "A 6C"])
    told.append((told[1][0] + 0.9, CardGone(told[1][0] + 0.9, 0, told[1][0], told[1][1].look)))
    assert laid(told) == ["5C", "6C", "7C"]


def test_where_each_lays_a_row_a_card_whose_arm_nobody_saw_is_its_rows():
    told = round_with(["A 5C", "A 6C", "B 7C", "C 8C", "A 9C", "B TC"])
    rows = {"A": (0.0, 0.0), "B": (0.0, 50.0), "C": (50.0, 0.0)}
    seen = []
    for number, ((t, laid), owner) in enumerate(zip(told, "AABCAB", strict=True)):
        x, y = rows[owner]
        corners = tuple((px + x + 0.5 * number, py + y) for px, py in laid.look.corners)
        arm = laid.seats if number < 4 else (1 / 3,) * 3
        seen.append((t, replace(laid, look=replace(laid.look, corners=corners), seats=arm)))
    referee = Referee(table())
    watch(referee, seen)
    assert "".join(name[0] for name, _ in stops.cards_laid(referee.evening)) == "AABCAB"


def test_a_card_of_a_row_that_is_seen_late_was_laid_where_it_lies():
    cards = ["A 4H", "A 6S", "A 7C", "B 8H", "B 9C", "B TD", "C JH", "C QH", "B KC", "B 5C", "B 2H", "B 3H"]
    told = round_with(cards, players=5)
    rows = {"A": [0, 1.0, 1.5], "B": [20, 20.5, 21, 21.5, 0.5, 22, 22.5], "C": [40, 40.5]}
    seen = []
    for (t, laid), owner in zip(told, "AAABBBCCBBBB", strict=True):
        x = rows[owner].pop(0)
        corners = tuple((px + x, py) for px, py in laid.look.corners)
        late = laid.look.faces[parse_card("5C").index] > 0.5
        more = {"t": t + 1.0, "arrived": t + 1.0, "seats": (0.2,) * 5} if late else {}
        seen.append((t + 1.0 if late else t, replace(laid, look=replace(laid.look, corners=corners), **more)))
    called = told[5][0]
    seen.append((called, Heard(called, parse_card("TD"), "Bruno", "tap")))
    referee = Referee(table(5))
    events = watch(referee, seen)
    laid = [(name[0], card.code) for name, card in stops.cards_laid(referee.evening)]
    assert laid[:4] == [("A", "4H"), ("A", "5C"), ("A", "6S"), ("A", "7C")]
    assert laid[-2:] == [("B", "2H"), ("B", "3H")]
    assert "void_call" not in [e.kind for _, e in game.in_force(events) if isinstance(e, Alert)]
    assert [e.card.code for _, e in game.in_force(events) if isinstance(e, Called)] == ["TD"]


def test_who_begins_a_row_does_so_in_front_of_himself():
    seats = {"A": (200.0, 900.0), "B": (0.0, 200.0), "C": (900.0, 500.0), "D": (900.0, 200.0)}
    told = round_with(["A 5C", "B 6C", "C 7C", "C 8C"])
    seen = []
    for (t, laid), owner in zip(told, "ABCC", strict=True):
        x, y = seats[owner]
        corners = tuple((px + 0.8 * x, py + 0.8 * y) for px, py in laid.look.corners)
        # Nobody saw whose arm laid the seven; those before are told by their arms, though not surely.
        arm = (1 / 3,) * 3 if owner == "C" else tuple(0.3 + 0.1 * share for share in laid.seats)
        seen.append((t, replace(laid, look=replace(laid.look, corners=corners), seats=arm)))
    here = table()
    places = [replace(player, seat=seats[player.name[0]]) for player in here.players]
    referee = Referee(replace(here, players=tuple(places)))
    watch(referee, seen)
    assert "".join(name[0] for name, _ in stops.cards_laid(referee.evening)) == "ABCC"


def test_the_same_card_reported_twice_counts_once():
    told = round_with(["A 5C", "A 6C", "B 5C", "A 7C"])
    assert played(told) == ["5C", "6C", "7C"]


def box(t, name, count, empty, conf=0.99):
    return (t, BoxSeen(t, 0, parse_card(name), {"jeton": count, "fiche": 0}, empty, conf))


def test_chips_that_leave_a_box_are_its_call_where_nobody_taps():
    antes = [box(3.0, card.code, 3 * ante, False) for card, ante in ANTES.items()]
    told = [*antes, *round_with(["A JC", "A QH", "A KC"]), box(5.9, "JC", 0, True)]
    events = watch(Referee(table(), calls_by_chips=True), told)
    called = [(e.player, e.card.code, e.via) for e in events if isinstance(e, Called)]
    assert called == [("Ana", "JC", "chips")]
    events = watch(Referee(table()), told)
    assert not [e for e in events if isinstance(e, Called)]
    assert ("box_mismatch", "Ana", "JC") in kinds(events)


@pytest.mark.parametrize("taker, layer", [((), "Ana"), ((0.01, 0.98, 0.01), "Bruno")])
def test_whoever_empties_a_box_has_most_likely_laid_its_card(taker, layer):
    told = [box(3.0, "JC", 9, False), *round_with(["A TC", "A JC"])]
    t, jack = told[2]
    told[2] = (t, replace(jack, seats=(0.6, 0.39, 0.01)))
    t, emptied = box(t + 0.9, "JC", 0, True)
    events = watch(Referee(table()), [*told, (t, replace(emptied, seats=taker))])
    played = [e for _, e in game.in_force(events) if isinstance(e, CardPlayed)]
    assert [(e.player, e.card.code) for e in played] == [("Ana", "TC"), (layer, "JC")]


def test_people_correct_a_card_and_take_it_back():
    board, _, told = play(3)
    referee = Referee(board)
    events = watch(referee, told)
    before = settlement(events)
    last = [e for e in events if isinstance(e, CardPlayed)][-1]
    known = {card for _, card in stops.cards_laid(referee.evening)}
    known |= {card for e in events if isinstance(e, HandShown) for card in e.cards}
    free = next(card for card in DECK if card not in known and card not in ANTES)
    changed = referee.correct(last.seq, CardPlayed(last.player, free))
    assert any(isinstance(e, Corrected) for e in changed)
    assert stops.cards_laid(referee.evening)[-1] == (last.player, free)
    referee.correct(last.seq, CardPlayed(last.player, last.card))
    assert settlement(referee.log) == before
    with pytest.raises(IllegalEvent):
        referee.correct(9999, None)


def test_undo_takes_the_last_card_back_and_a_person_may_enter_it():
    told = round_with(["A 5C", "A 6C"])
    referee = Referee(table())
    watch(referee, told)
    referee.undo()
    assert [card.code for _, card in stops.cards_laid(referee.evening)] == ["5C"]
    referee.enter(CardPlayed("Bruno", parse_card("6H")))
    assert [card.code for _, card in stops.cards_laid(referee.evening)] == ["5C", "6H"]
    with pytest.raises(IllegalEvent):
        referee.enter(CardPlayed("Ana", parse_card("2H")))


def test_an_evening_goes_on_from_its_log():
    board, true, told = play(5)
    whole = Referee(board)
    watch(whole, told)
    half = Referee(board)
    first = watch(half, [each for each in told[:20]])
    first = [e for e in first if not isinstance(e, Alert)]
    again = Referee(board, log=[replace(e, seq=n) for n, e in enumerate(first, start=1)])
    rest = watch(again, told[20:])
    assert settlement(again.log) == settlement(true)
    assert rest


def test_a_log_with_corrections_settles_as_it_was_told():
    board, true, told = play(3, players=6, noise=0.1)
    events = watch(Referee(board), told)
    text = "\n".join(json.dumps(to_json(event)) for event in events)
    outcomes = list(log.settle(text, "log"))
    assert outcomes[0].settlement == settlement(true)


def test_a_call_tapped_just_before_the_next_card_is_tapped_counts():
    for called_at, laid_at in ((10.05, 10.1), (10.1, 10.19), (10.19, 10.2)):
        referee = Referee(table())
        referee.start()
        referee.tick(8.0)
        referee.enter(CardPlayed("Ana", parse_card("JC"), t=8.1))
        referee.tick(10.0)  # the last frame before both taps
        referee.hear(Heard(called_at, parse_card("JC"), "Ana", "tap"))
        referee.enter(CardPlayed("Ana", parse_card("QH"), t=laid_at))
        for t in (10.2, 11.0, 12.0):
            referee.tick(t)
        assert [e.card.code for e in referee.log if isinstance(e, Called)] == ["JC"]
        assert not {"missed_call", "late_call"} & {kind for kind, _, _ in kinds(referee.log)}


def test_a_call_that_people_enter_is_in_the_log_when_it_is_answered():
    told = round_with(["A TD"])
    last = max(t for t, _ in told)
    for hundredths in range(10, 80, 7):
        referee = Referee(table())
        referee.start()
        for t, item in told:
            referee.observe(item)
            referee.tick(t)
        referee.tick(last + hundredths / 100)
        referee.enter(Called("Ana", parse_card("TD")))
        assert [e.card.code for e in referee.log if isinstance(e, Called)] == ["TD"]
