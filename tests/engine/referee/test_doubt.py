"""The referee in doubt: it tells early, asks seldom, corrects little, and says when it is lost."""

import os
from dataclasses import replace

import pytest
from seen_badly import (
    FORGETFUL,
    HANDS,
    OUTLINE,
    STEPS,
    hardly,
    lived,
    play,
    round_with,
    settlement,
    sight,
    table,
    torn,
    watch,
    whole_round,
    without,
)

from engine.boundaries import CardLaid, CardLook, CardLookedAgain, Heard, Unseen, ViewBack, ViewLost
from engine.cards import ANTES, DECK, Card, parse_card
from engine.certainty import SURE, UNSEEN, rests_on
from engine.errors import IllegalEvent
from engine.events import Alert, Called, CardPlayed, Corrected, HandShown, RoundStarted
from engine.games import game, stops
from engine.referee.people.questions import Alternative, Question, asked
from engine.referee.referee import Referee
from engine.referee.settings import BELATED

ROUNDS = max(1, int(os.environ.get("NAINJAUNE_ROUNDS", "100")) // 100)
"""Rounds by chance that are told whole."""


def open_questions(events):
    told = [event for _, event in game.in_force(events)]
    return [event for event in told if isinstance(event, Alert) and asked(event)]


def test_cards_are_told_within_seven_tenths_of_a_second():
    board, _, told = play(1, players=3, noise=0.05)
    laid = {round(seen.t, 3) for _, seen in told if isinstance(seen, CardLaid)}
    events = lived(Referee(board), told)
    late = sorted(t - event.t for t, event in events if isinstance(event, CardPlayed) and event.t in laid)
    assert late[int(0.9 * len(late))] <= 0.7
    assert late[len(late) // 2] <= 0.2


def test_an_honour_in_doubt_is_asked_once_and_the_answer_stands():
    told = round_with(["A JC", "A QS", "A KC", "A 2C", "A 3C", "A 4C", "A 5D", "A 6D"])
    torn(told, 1, "QS", "QH")
    told.append((6.6, Heard(6.6, parse_card("QS"), "Ana", "tap")))
    torn(told, 1, "QH", "QS", "QD", "QC")
    referee = Referee(table())
    before = [event for _, event in lived(referee, told)]
    standing = open_questions(before)
    assert len(standing) <= 1
    if standing:
        question = asked(standing[0])
        choice = next(n for n, each in enumerate(question.alternatives) if each.card == parse_card("QS"))
        told_now = referee.answer(standing[0].seq, choice)
        assert isinstance(told_now[0], Corrected) and told_now[0].extra == {"answer": choice}
    assert ("Ana", parse_card("QS")) in stops.cards_laid(referee.evening)
    assert open_questions(referee.log) == []
    assert game.fold(referee.log) == referee.evening


def test_a_question_may_be_answered_after_a_restart():
    referee = Referee(table())
    lived(referee, round_with(["A 5C", "A 6C", "B 7C"]))
    number = next(e.seq for e in referee.log if isinstance(e, CardPlayed) and e.card == parse_card("7C"))
    ways = [Alternative("play", name, parse_card("7C"), 0.5) for name in ("Bruno", "Chloe")]
    [told] = referee.enter(Question(8.0, number, (*ways, Alternative("again", None, None, 0.0)), 3).alert())
    for choice, cards in ((0, "5C 6C 7C"), (1, "5C 6C 7C"), (2, "5C 6C"), (None, "5C 6C 7C")):
        restarted = Referee(table(), log=referee.log)
        restarted.answer(told.seq, choice)
        laid = stops.cards_laid(restarted.evening)
        assert " ".join(card.code for _, card in laid) == cards
        assert laid[-1][0] == {1: "Chloe", 2: "Ana"}.get(choice, "Bruno")
        assert open_questions(restarted.log) == []
        with pytest.raises(IllegalEvent):
            restarted.answer(told.seq, choice)


def test_after_pictures_are_missing_a_card_may_have_been_laid_that_nobody_saw():
    told = round_with(["A 5C", "A 6C", "A 8C", "A 9C"])
    [gap] = [t - 0.5 for t, seen in told if seen.look.faces[parse_card("8C").index] > 0.5]
    shares = []
    for gaps in ([], [(gap, Unseen(gap, 0, 0.4))], [(gap, Unseen(gap, 0, 3.0))]):
        referee = Referee(table())
        lived(referee, [*told, *gaps])
        beam = referee.histories
        shares.append(sum(beam.weights[n] for n, h in enumerate(beam.histories) if h.path[2].unseen))
    nothing, a_glimpse, seconds = shares
    assert a_glimpse == nothing < 0.05 and seconds > 0.5


def covered(caller, seats=(1 / 3, 1 / 3, 1 / 3)):
    """Somebody lays and calls the knave of clubs while no picture comes; then the queen lies on it."""
    told = round_with(["A 9C", "A TC", "B QS", "B KC"])
    gap = told[2][0] - 0.3
    told[2] = (told[2][0], replace(told[2][1], seats=seats))
    heard = Heard(gap, parse_card("JC"), caller, "tap")
    return [*told, (gap, Unseen(gap, 0, 1.5)), (gap, heard)]


def test_a_card_that_was_called_and_covered_before_it_was_seen_was_laid_by_who_called_it():
    for caller in ("Bruno", "Chloe"):
        referee = Referee(table())
        lived(referee, covered(caller, (0.1, 0.8, 0.1)))
        laid = [card.code for _, card in stops.cards_laid(referee.evening)]
        assert laid == ["9C", "TC", "JC", "QS", "KC"]
        place = referee.evening.players.index(caller)
        assert [take[:2] for take in referee.evening.round.takes] == [(place, parse_card("JC"))]


def test_who_taps_his_call_has_laid_the_card_though_another_arm_is_likelier():
    told = round_with(["A 9C", "A TC", "B JC", "B QH"])
    t, jack = told[2]
    told[2] = (t, replace(jack, seats=(0.85, 0.1, 0.05)))
    for caller, owner in ((None, "Ana"), ("Bruno", "Bruno")):
        referee = Referee(table())
        watch(referee, [*told, (t + 0.4, Heard(t + 0.4, parse_card("JC"), caller, "tap"))])
        assert (owner, parse_card("JC")) in stops.cards_laid(referee.evening)
        events = [event for _, event in game.in_force(referee.log)]
        assert [event.player for event in events if isinstance(event, Called)] == [owner]


def test_a_call_that_comes_after_the_next_card_still_tells_who_laid_it():
    told = round_with(["A 9C", "A TC", "B JC", "C QH"])
    t, jack = told[2]
    told[2] = (t, replace(jack, seats=(0.85, 0.1, 0.05)))
    late = told[3][0] + 0.2
    for seconds, owner in ((0.0, "Bruno"), (BELATED, "Ana")):
        referee = Referee(table())
        watch(referee, [*told, (late + seconds, Heard(late + seconds, parse_card("JC"), "Bruno", "tap"))])
        assert (owner, parse_card("JC")) in stops.cards_laid(referee.evening)


def test_who_laid_a_card_that_nobody_saw_is_asked_where_it_is_paid():
    for layer in ("Ana", "Bruno", "Chloe"):
        referee = Referee(table())
        events = [event for _, event in lived(referee, covered(None))]
        [(number, question)] = referee.questions.items()
        [alert] = open_questions(events)
        assert question.unseen and asked(alert).unseen
        said = [(each.player, each.card) for each in question.alternatives]
        referee.answer(number, said.index((layer, parse_card("JC"))))
        assert (layer, parse_card("JC")) in stops.cards_laid(referee.evening)
        assert [referee.evening.players[place] for place, _, _ in referee.evening.round.takes] == [layer]
        assert not referee.questions


def test_a_card_that_nobody_saw_can_be_corrected():
    for right in (CardPlayed("Chloe", parse_card("JC")), None):
        referee = Referee(table())
        lived(referee, covered("Bruno"))
        told = [event for _, event in game.in_force(referee.log)]
        [number] = [e.seq for e in told if isinstance(e, CardPlayed) and e.card == parse_card("JC")]
        referee.correct(number, right)
        laid = stops.cards_laid(referee.evening)
        assert [each for each in laid if each[1] == parse_card("JC")] == (
            [] if right is None else [(right.player, right.card)]
        )
        with pytest.raises(IllegalEvent):
            referee.correct(number + 1000, right)


def test_nobody_is_asked_where_both_pay_alike():
    told = round_with(["A 5C", "A 6C", "A 7C", "A 8C", "A 9C", "A TC", "A 2H"])
    torn(told, 1, "6C", "6H", "6D", "6S")
    assert open_questions([event for _, event in lived(Referee(table()), told)]) == []


def missing_card(seed):
    """A clear round of which the last hand's last card is not seen: (board, truth, told, player, card)."""
    board, true, told = play(seed, players=4)
    _, seen = told.pop()
    card = DECK[max(range(52), key=lambda place: seen.look.faces[place])]
    return board, true, told, true[-1].player, card


@pytest.fixture(scope="module")
def lacking():
    """The table of such a round, its truth, whose card is missing, which it is, and the referee."""
    board, true, told, player, card = missing_card(1)
    referee = Referee(board)
    lived(referee, told)
    return board, true, player, card, referee


def test_a_card_missing_from_a_hand_is_asked_and_without_an_answer_the_likeliest_settles(lacking):
    board, true, player, card, silent = lacking
    [alert] = open_questions(silent.log)
    assert alert.player == player and silent.complete and not silent.certain
    [doubt] = rests_on(silent.evening.settlements[-1])
    assert (doubt.what, doubt.player, doubt.why) == ("hand", player, UNSEEN) and doubt.share < SURE
    ((number, question),) = silent.questions.items()
    choice = next(n for n, each in enumerate(question.alternatives) if each.card == card)
    for other, answer in ((number, 99), (number + 1000, choice)):
        with pytest.raises(IllegalEvent):
            silent.answer(other, answer)
    nobody_knows, answered = (Referee(board, log=silent.log) for _ in range(2))
    assert len(nobody_knows.answer(number, None)) == 1 and not nobody_knows.questions
    assert nobody_knows.evening == silent.evening
    answered.answer(number, choice)
    assert settlement(answered.log) == settlement(true) and answered.certain
    with pytest.raises(IllegalEvent):
        answered.answer(number, choice)


def test_the_talon_turned_up_tells_what_a_hand_lacks():
    board, true, told, player, _ = missing_card(0)
    turns = next(place for place, each in enumerate(board.names) if each != player)
    arm = tuple(0.97 if place == turns else 0.01 for place in range(4))
    known = {event.card for event in true if isinstance(event, CardPlayed)}
    known |= {card for event in true if isinstance(event, HandShown) for card in event.cards}
    t = max(seen[0] for seen in told) + 1.0
    for number, card in enumerate(each for each in DECK if each not in known):
        corners = tuple((50.0 + 10 * number + x, 30.0 + y) for x, y in OUTLINE)
        seen = sight(t, card, arm)
        told.append((t, replace(seen, look=replace(seen.look, corners=corners))))
    events = [event for _, event in lived(Referee(board), told)]
    assert "lost_table" not in [event.kind for event in events if isinstance(event, Alert)]
    assert settlement(events) == settlement(true) and not open_questions(events)


def truthfully(true, told):
    """Answers every question as people would who know."""
    cards = [event for event in true if isinstance(event, CardPlayed)]
    laid = dict(zip([seen.t for _, seen in told if isinstance(seen, CardLaid)], cards, strict=False))
    hands = {event.player: event.cards for event in true if isinstance(event, HandShown)}

    def alike(a, b):
        return a == b or (a is not None and a.rank == b.rank and a not in ANTES and b not in ANTES)

    def answer(referee):
        while referee.questions:
            number, question = next(iter(referee.questions.items()))
            was = next((event for t, event in laid.items() if abs(t - question.t) < 1e-3), None)
            right = None
            for n, each in enumerate(question.alternatives):
                if each.kind == "play" and was and each.player == was.player and alike(each.card, was.card):
                    right = n
                if each.kind == "hand" and each.card in hands.get(each.player, ()):
                    right = n
                if each.kind == "again" and each.player and right is None:
                    right = n
            referee.answer(number, right)

    return answer


@pytest.mark.parametrize("seed", range(1, ROUNDS + 1))
def test_chips_are_conserved_replay_equals_live_and_true_answers_never_make_it_worse(seed):
    board, true, told = play(seed, players=3, noise=0.05, habits=FORGETFUL)
    silent, answered = Referee(board), Referee(board)
    lived(silent, told)
    lived(answered, told, truthfully(true, told))
    for referee in (silent, answered):
        evening = referee.evening
        assert game.fold(referee.log) == evening
        assert [event.seq for event in referee.log] == list(range(1, len(referee.log) + 1))
        assert sum(stops.chips_now(evening).values()) + sum(stops.boxes_now(evening).values()) == 0
    right = settlement(true)
    assert settlement(silent.log) != right or settlement(answered.log) == right


def test_a_card_that_turns_out_to_be_none_is_taken_back_alone():
    told = round_with(["A 5C", "A 6C", "A 7C", "A 8C", "A 9C"])
    referee = Referee(table())
    watch(referee, told)
    cards = [event for event in referee.log if isinstance(event, CardPlayed)]
    events = referee.correct(cards[-1].seq, None)
    assert all(isinstance(event, Corrected) and event.replacement is None for event in events)
    assert len(stops.cards_laid(referee.evening)) == 4


def test_a_missed_card_is_put_in_its_place():
    told = round_with(["A 5C", "A 7C", "A 8C"])
    referee = Referee(table())
    watch(referee, told)
    seven = next(event for event in referee.log if isinstance(event, CardPlayed) and event.card.rank == 7)
    referee.enter(CardPlayed("Bruno", parse_card("6H")), before=seven.seq)
    ranks = [card.rank for _, card in stops.cards_laid(referee.evening)]
    assert ranks[:2] == [5, 6]
    assert game.fold(referee.log) == referee.evening
    with pytest.raises(IllegalEvent):
        referee.enter(CardPlayed("Bruno", parse_card("KH")), before=9999)


def test_a_card_may_be_corrected_to_one_against_the_rules():
    told = round_with(["A 5C", "A 6C", "A 7C"])
    referee = Referee(table())
    watch(referee, told)
    six = next(event for event in referee.log if isinstance(event, CardPlayed) and event.card.rank == 6)
    referee.correct(six.seq, Alert("illegal_card", "Bruno", parse_card("9H")))
    standing = [event for _, event in game.in_force(referee.log)]
    assert [event.card.code for event in standing if isinstance(event, Alert)] == ["9H"]
    assert [card.rank for _, card in stops.cards_laid(referee.evening)] == [5, 7]
    with pytest.raises(IllegalEvent):
        referee.correct(six.seq, RoundStarted("Ana"))


def test_the_table_is_lost_and_found():
    told = round_with(["A 5C", "B 9H", "C QD", "B 2S", "C JH", "B 3D"])
    referee = Referee(table())
    lost = [
        event
        for _, event in lived(referee, told)
        if isinstance(event, Alert) and event.extra.get("reason") == "disagreement"
    ]
    assert len(lost) == 1 and lost[0].extra["show"] in ("cards", "hands")
    assert set(lost[0].extra["left"]) == {"Ana", "Bruno", "Chloe"}


def test_a_bumped_camera_is_an_alert_until_it_sees_again():
    referee = Referee(table())
    referee.start()
    (lost,) = referee.observe(ViewLost(3.0, 0, "the whole picture has changed"))
    assert (lost.kind, lost.extra["reason"]) == ("lost_table", "view")
    (found,) = referee.observe(ViewBack(4.0, 0))
    assert isinstance(found, Corrected) and (found.target, found.replacement) == (lost.seq, None)
    assert referee.observe(ViewBack(5.0, 0)) == []


def test_a_shadow_after_a_card_is_no_card():
    told = round_with(["A 5C", "A 6C", "A 7C"])
    t, six = told[1]
    blank = CardLook(six.look.corners, (0.0,) * 52)
    told.insert(2, (t + 0.27, CardLaid(t + 0.27, 0, six.arrived, blank, six.seats)))
    events = watch(Referee(table()), told)
    assert [e.card.code for _, e in game.in_force(events) if isinstance(e, CardPlayed)] == ["5C", "6C", "7C"]


def test_what_spoke_for_a_card_is_told():
    told = round_with(["A JC", "A QS", "A KC"])
    torn(told, 1, "QS", "QH")
    told.append((6.6, Heard(6.6, Card(12, "S"), "Ana", "tap")))
    events = watch(Referee(table()), told)
    queen = [e for _, e in game.in_force(events) if isinstance(e, CardPlayed)][1]
    assert queen.card.code == "QS"
    assert queen.extra["why"] | {"arm": 1.0} == {
        "face": 0.48, "arm": 1.0, "wanted": 12, "then": 13, "call": True,
    } | {key: queen.extra["why"][key] for key in ("after",) if key in queen.extra["why"]}  # fmt: skip
    assert queen.extra["alternatives"] == ["QH"]


@pytest.mark.parametrize("later", [1, 3])
def test_a_card_that_was_hidden_while_others_were_laid_takes_its_place(later):
    codes = ["A 5C", "A 6C", "A 2D", "B 3D", "C 4D", "A 5D", "B 6D"]
    told = round_with(codes)
    at = next(n for n, (_, seen) in enumerate(told) if seen.look.faces[parse_card("2D").index] > 0.5)
    t = told[at + later][0] + 0.3
    told[at] = (t, replace(told[at][1], t=t, frame=0))
    referee = Referee(table())
    lived(referee, told)
    laid = stops.cards_laid(referee.evening)
    assert [f"{player[0]} {card.code}" for player, card in laid] == codes


def test_what_no_arm_brought_and_goes_against_the_play_is_a_known_card_seen_anew():
    told = round_with(["A 5C", "A 6C", "A 7C"])
    t, six = told[1]
    faces = [0.0] * 52
    faces[parse_card("KD").index] = 0.54
    nobody = CardLaid(t + 0.3, 0, t + 0.3, CardLook(six.look.corners, tuple(faces)), (1 / 3,) * 3)
    told.insert(2, (t + 0.3, nobody))
    events = watch(Referee(table()), told)
    assert [e.card.code for _, e in game.in_force(events) if isinstance(e, CardPlayed)] == ["5C", "6C", "7C"]


def unbrought(t, **chances):
    """A card on the pile, found although no arm was there."""
    faces = [0.0] * 52
    for code, chance in chances.items():
        faces[parse_card(code).index] = chance
    return (t, CardLaid(t, 0, t, CardLook(OUTLINE, tuple(faces)), (1 / 3,) * 3))


def test_a_sure_face_that_is_not_known_yet_is_a_card_though_no_arm_was_seen():
    told = round_with(["A 5C", "A 6C"])
    told.append(unbrought(told[1][0] + 2.0, **{"2D": 0.999}))
    events = watch(Referee(table()), told)
    assert [e.card.code for _, e in game.in_force(events) if isinstance(e, CardPlayed)] == ["5C", "6C", "2D"]


def test_a_round_whose_hands_were_not_all_shown_is_paid_as_far_as_they_were():
    whole, early = Referee(table()), Referee(table())
    lived(whole, whole_round(STEPS, HANDS))
    assert whole.complete and not whole.questions
    assert [f"{who[0]} {card}" for who, card in stops.cards_laid(whole.evening)] == STEPS
    paid = whole.evening.settlements[-1]
    lived(early, without(whole_round(STEPS, HANDS), "4H", "8D", "2S"))
    so_far = early.so_far
    hand = {"what": "hand", "player": "Bruno", "card": None, "why": "unseen"}
    assert so_far.extra == {"incomplete": [hand]} and not early.complete
    assert (so_far.winner, so_far.takes, so_far.missed_calls) == (paid.winner, paid.takes, paid.missed_calls)
    by = {payment.giver: payment.chips for payment in paid.payments}
    assert {payment.giver: payment.chips for payment in so_far.payments} == {**by, "Bruno": by["Bruno"] - 14}
    assert sum(so_far.net.values()) + sum(so_far.boxes.values()) == 0
    assert whole.so_far is None, "nothing is missing"
    going_on = Referee(table())
    lived(going_on, round_with(STEPS[:9]))
    assert going_on.so_far is None, "nobody has laid his last card"


def test_who_must_have_led_with_a_card_that_nobody_saw_holds_one_less():
    referee = Referee(table())
    lived(referee, without(whole_round(STEPS, HANDS), "QH"))
    assert referee.complete
    laid = [f"{who[0]} {card}" for who, card in stops.cards_laid(referee.evening)]
    assert [each[:3] for each in laid] == [each[:3] for each in STEPS]  # of which suit, nobody knows
    assert sum(a != b for a, b in zip(laid, STEPS, strict=True)) <= 1


def test_the_winners_last_card_may_be_the_one_that_nobody_saw():
    told = without(whole_round(STEPS, HANDS), "AS")
    referee = Referee(table())
    lived(referee, told)
    assert stops.winner(referee.evening) == "Chloe"
    told = [event for _, event in game.in_force(referee.log)]
    assert [len(each.cards) for each in told if isinstance(each, HandShown)] == [6, 7]


def test_two_cards_laid_at_once_lie_the_other_way_round_if_the_next_says_so():
    told = round_with(["A JC", "A QC", "A KC", "A 4H", "B 5S"])
    (t, lower), (_, upper) = told[2], told[3]
    told[2] = (t, replace(upper, t=t, arrived=lower.arrived))  # 4♥ is found first …
    told[3] = (t, lower)  # … and K♣ goes on with Q♣ as well, if nothing else follows
    events = [event for _, event in lived(Referee(table()), told)]
    laid = stops.cards_laid(game.fold(events))
    assert [card.code for _, card in laid] == ["JC", "QC", "KC", "4H", "5S"]


def held_by(log, player):
    """The hand that a player has shown, as the log tells it in the end."""
    [hand] = [e for _, e in game.in_force(log) if isinstance(e, HandShown) and e.player == player]
    return " ".join(sorted(card.code for card in hand.cards))


def test_nobody_is_asked_whether_a_card_of_a_hand_is_one_that_has_been_laid_or_is_paid_alike():
    told = whole_round(STEPS, HANDS)
    hardly(told, "7D", "AS")
    hardly(told, "4H", "4S")
    assert open_questions([event for _, event in lived(Referee(table()), told)]) == []


def test_a_card_of_a_hand_that_is_hardly_read_is_asked_where_another_is_paid_otherwise():
    told = whole_round(STEPS, HANDS)
    hardly(told, "7D", "5S")
    referee = Referee(table())
    told_first = settlement([event for _, event in lived(referee, told)])
    ((number, question),) = referee.questions.items()
    assert [each.card.code for each in question.alternatives] == ["7D", "5S"]
    assert question.alternatives[0].share == pytest.approx(0.92, abs=0.01) and question.chips > 0
    before = referee.log
    for choice, holds in ((0, "7D"), (1, "5S"), (None, "7D")):
        answered = Referee(table(), log=before) if choice != 0 else referee
        answered.answer(number, choice)
        assert open_questions(answered.log) == [] and game.fold(answered.log) == answered.evening
        assert held_by(answered.log, "Ana") == " ".join(sorted(["AC", "AD", "AH", "2D", "2H", holds]))
        assert (settlement(answered.log).net == told_first.net) == (holds == "7D")


def test_a_card_that_was_inferred_stays_when_another_one_of_its_hand_is_told_after_a_restart(lacking):
    board, _, player, _, referee = lacking
    hands = [e for _, e in game.in_force(referee.log) if isinstance(e, HandShown)]
    [shown] = [hand for hand in hands if hand.player == player]
    [inferred] = shown.extra["inferred"]
    held = [card.code for card in shown.cards]
    known = next(code for code in held if code != inferred)
    seen = {card for hand in hands for card in hand.cards}
    seen |= {card for _, card in stops.cards_laid(referee.evening)}
    other = next(card.code for card in DECK if card not in seen and card not in ANTES)
    ways = [Alternative("hand", player, parse_card(code), 0.5) for code in (known, other)]
    [told] = Referee(board, log=referee.log).enter(Question(8.0, None, tuple(ways), 3).alert())
    restarted = Referee(board, log=[*referee.log, told])
    restarted.answer(told.seq, 1)
    assert held_by(restarted.log, player) == " ".join(
        sorted(other if code == known else code for code in held)
    )


def test_a_better_look_answers_what_a_card_of_a_hand_is():
    told = whole_round(STEPS, HANDS)
    _, seen = hardly(told, "7D", "5S")
    later = max(t for t, _ in told) + 5.0
    look = replace(seen.look, faces=tuple(0.99 * (card.code == "7D") for card in DECK))
    told.append((later, CardLookedAgain(later, seen.frame, seen.t, look)))
    referee = Referee(table())
    events = [event for _, event in lived(referee, told)]
    assert [alert.player for alert in events if isinstance(alert, Alert) and asked(alert)] == ["Ana"]
    assert not referee.questions and referee.complete
