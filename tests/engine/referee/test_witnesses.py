"""What each witness says of a card, and that all of it is multiplied."""

import math

import pytest

from engine.cards import DECK, parse_card
from engine.referee.seen_cards import Decision, SeenCard
from engine.referee.witnesses import (
    WITNESSES,
    Context,
    evidence,
    face,
    gap,
    lies,
    place,
    row,
    sans,
    taken_back,
    testimony,
    together,
    visit,
)
from engine.referee.witnesses import call as calls

Says = testimony.Testimony
NINE, TEN, JACK, QUEEN, SEVEN = map(parse_card, ("9C", "TC", "JC", "QS", "7D"))
SEATS = ((0.0, 0.0), (100.0, 0.0), (50.0, 100.0))


def lying(card, t=2.0, x=0.0, sure=0.97, seats=(0.9, 0.05, 0.05), arrived=None, **more):
    corners = ((x, 0.0), (x + 10, 0.0), (x + 10, 15.0), (x, 15.0))
    faces = tuple(sure * (each == card) for each in DECK)
    return SeenCard(t, t - 0.6 if arrived is None else arrived, t, corners, faces, seats, **more)


def test_what_witnesses_say_is_multiplied_and_the_commonest_cause_of_a_false_report_counts():
    one = Says(players=(0.5, 0.5), laid={NINE: 3.0}, claims={NINE: (1.0, 0.5)}, nothing=(0.1, 0.2), again=0.1)
    other = Says(players=(0.2, 0.8), laid={NINE: 2.0}, claims={NINE: (0.5, 1.0)}, nothing=(0.3, 0.1))
    both = together(
        [
            one,
            other,
            Says(unseen=0.2),
            Says(last={9: 0.5}),
            Says(last={9: 0.5}),
        ],
        2,
    )
    assert both.players == pytest.approx((0.2, 0.8)) and both.claims[NINE] == (0.5, 0.5)
    assert (
        both.laid[NINE.index] == 6
        and both.shown[NINE.index] == 1
        and both.again[NINE.index] == pytest.approx(0.6)
    )
    assert both.nothing == (0.3, 0.2) and both.last == {9: 0.25} and both.unseen == 0.2
    assert together([Says(unseen=0.3), Says(unseen=0.0)], 2).unseen == 0  # people say so


def test_who_knows_nothing_of_a_card_says_nothing_of_it():
    entered = SeenCard(2.0, 2.0, 2.0, None, (1 / 52,) * 52, (1 / 3,) * 3)
    whole = evidence(entered, Context((), 3))
    assert whole.players == pytest.approx((1 / 3,) * 3) and whole.shows == (1, 1, 1) and whole.pinned is None
    assert max(whole.laid) == pytest.approx(min(whole.laid)) and not whole.last and not whole.claims
    for witness in WITNESSES:
        assert witness.testify(entered, Context((), 3)).pinned is None


def test_a_face_leaves_room_for_a_misreading_and_more_where_it_is_unsure():
    sure, unsure = (face.softened(lying(NINE, sure=each)) for each in (1.0, 0.4))
    assert sum(sure) == pytest.approx(1) == sum(unsure)
    assert sure[TEN.index] == pytest.approx(face.MISREAD / 52) and sure[TEN.index] < unsure[TEN.index]
    context = Context((), 3)
    assert (
        face.Face().testify(lying(NINE, sure=0.0), context).nothing[0]
        > 1e4 * face.Face().testify(lying(NINE), context).nothing[0]
    )


def test_what_surely_lies_there_is_not_doubted_and_the_less_surely_the_likelier_it_is_none():
    seen = [lying(NINE, lies=sure) for sure in (1.0, 0.9, 0.5, 0.1, 0.0)]
    doubts = [lies.Lies().testify(card, Context((), 3)).nothing for card in seen]
    assert doubts[0] == (0.0, 0.0) and doubts == sorted(doubts) and math.isfinite(doubts[-1][0])
    assert doubts[2] == pytest.approx((1 / 52, 1 / 52)), "as likely held as laid: any of the faces"


def test_a_row_is_one_players_and_one_pile_says_nothing():
    theirs = [lying(NINE, seats=(0.98, 0.01, 0.01)), lying(TEN, x=200.0, seats=(0.01, 0.98, 0.01))]
    context = Context(theirs, 3, SEATS)
    first, second, _ = row.Row().testify(lying(JACK, x=14.0), context).players
    assert first > 0.5 and second == row.ELSEWHERE
    pile = [lying(NINE, seats=(0.98, 0.01, 0.01)), lying(TEN, seats=(0.01, 0.98, 0.01))]
    on_it = row.Row().testify(lying(JACK), Context(pile, 3, SEATS)).players
    assert on_it[0] == pytest.approx(on_it[1], rel=0.01)
    decided = lying(NINE, seats=(0.4, 0.3, 0.3), decision=Decision("play", 2, NINE))
    *others, theirs = row.Row().testify(lying(JACK, x=14.0), Context([decided], 3)).players
    assert theirs > row.DECIDED * math.exp(-0.4) and theirs > 1.1 * max(others)


def test_a_hand_lies_before_its_player_and_nobody_knows_without_seats():
    here = place.Place().testify(lying(NINE, x=90.0), Context((), 3, SEATS)).shows
    assert max(here) == here[1] == 1 and min(here) >= place.FAR
    assert place.Place().testify(lying(NINE), Context((), 3)).shows == (1, 1, 1)


def test_a_call_speaks_for_the_card_that_lies_or_for_one_that_was_covered_before_the_next():
    cards = [lying(NINE), lying(TEN, t=4.0)]
    touched = calls.favour(cards, 4.5, TEN, 30.0, "call", calls.callers("Bruno", ("Ana", "Bruno", "Eve")))
    assert touched == [cards[1]] * 2
    said = calls.Call().testify(cards[1], Context(cards[:1], 3))
    assert said.laid == {TEN: 30.0} and said.claims == {TEN: (calls.FOREIGN, 1.0, calls.FOREIGN)}
    after, context = lying(JACK, t=6.0), Context(cards, 3, honours=(QUEEN, SEVEN))
    assert calls.Call().testify(after, context).unseen_cards == dict.fromkeys((QUEEN, SEVEN), calls.UNCALLED)
    calls.favour(cards, 4.6, QUEEN, 30.0, "call", ())
    unseen = calls.Call().testify(after, context).unseen_cards
    assert unseen[QUEEN] == calls.MEANT * 30 and unseen[SEVEN] == calls.UNCALLED
    assert calls.favour(cards, 0.5, TEN, 30.0, "call", ()) == []  # nothing had come by then


def test_a_call_speaks_as_surely_as_it_was_heard_and_a_tap_more_than_a_voice():
    assert calls.strength("tap", 1.0) == calls.SPOKEN_FOR > calls.strength("voice", 1.0) == calls.HEARD_FOR
    assert calls.strength("voice", 0.5) == pytest.approx(calls.HEARD_FOR**0.5)
    assert calls.strength("voice", 0.0) == 1


def test_chips_that_leave_a_box_are_mostly_taken_by_whose_they_are():
    by = calls.takers((1.0, 0.0, 0.0))
    assert sum(by) == pytest.approx(1) and by[1] == pytest.approx(calls.FETCHED / 3)


def test_sans_speaks_for_the_rank_before_and_against_the_next_from_the_same_player():
    cards = [lying(NINE), lying(TEN, t=4.0)]
    assert sans.stopped(cards, 4.2, 11, 0.8) is cards[1] and sans.stopped(cards, 0.5, 11, 0.8) is None
    cards[1].decision = Decision("play", 0, TEN)
    assert sans.stopped(cards, 4.4, 13, 0.8) is None and sans.stopped(cards, 4.4, 11, 0.5) is cards[1]
    said = sans.Sans().testify(cards[1], Context(cards[:1], 3))
    assert {card.rank for card in said.laid} == {10} and said.laid[TEN] == pytest.approx(
        sans.BEFORE_SANS**0.8
    )
    assert sans.Sans().testify(lying(JACK, t=6.0), Context(cards, 3)).last == {
        11: pytest.approx(sans.AFTER_SANS**0.8)
    }


def test_what_one_arm_brings_with_a_card_is_its_players_and_a_shade_after_it_is_none():
    first = lying(NINE, t=2.0, arrived=1.5)
    with_it = visit.Visit().testify(lying(TEN, t=2.1, arrived=1.5), Context([first], 3))
    assert with_it.fellow == 1
    shade = visit.Visit().testify(lying(TEN, t=2.6, arrived=1.5, sure=0.0), Context([first], 3))
    assert shade.nothing[0] == visit.REMNANT and shade.fellow == 0
    nobodys = lying(NINE, t=4.0, arrived=4.0)
    assert visit.Visit().testify(nobodys, Context([first], 3)).again == visit.UNBROUGHT
    assert visit.Visit().testify(nobodys, Context([first], 3, (), [(3.0, 3.9)])).again == 0


def test_after_a_gap_a_card_may_have_come_and_been_covered_unless_it_ended_before_the_last_one():
    first, second = lying(NINE), lying(TEN, t=6.0)
    for gaps, often in (([(3.0, 5.0)], gap.UNWATCHED), ([(0.5, 1.5)], gap.UNSEEN), ([], gap.UNSEEN)):
        assert gap.Gap().testify(second, Context([first], 3, (), gaps)).unseen == often
    none = lying(TEN, t=6.0, none_before=True)
    assert evidence(none, Context([first], 3, (), [(3.0, 5.0)])).unseen == 0


def test_what_was_taken_back_is_mostly_none_and_what_lay_there_may_lie_there_again():
    nothing = taken_back.TakenBack().testify(lying(NINE, taken_back=True), Context((), 3)).nothing
    assert nothing[0] > 1 and taken_back.TakenBack().testify(lying(NINE), Context((), 3)) == Says()
    gone = lying(NINE, gone=True)
    regained = taken_back.Regained().testify(lying(NINE, t=9.0, x=1.0), Context([gone], 3)).again
    assert regained[NINE.index] == pytest.approx(0.97 * taken_back.REGAINED) and regained[TEN.index] == 0
    assert not taken_back.Regained().testify(lying(NINE, t=9.0, x=5.0), Context([gone], 3)).again
