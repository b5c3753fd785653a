"""What a settlement rests on: marks in a log make it provisional, corrections and answers make it plain."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seen_badly import (
    HANDS,
    STEPS,
    hardly,
    lived,
    play,
    round_with,
    settlement,
    table,
    torn,
    whole_round,
)

from engine.boundaries import AlreadyThere, BoardSeen, BoardUnseen, CardLook
from engine.cards import DECK, parse_card
from engine.certainty import INCOMPLETE, SURE, Inferred, inferred, rests_on
from engine.events import Alert, CardPlayed, Corrected, HandShown, from_json, to_json
from engine.games import game
from engine.referee.beam import Decision
from engine.referee.people.doubts import doubts
from engine.referee.people.questions import Way
from engine.referee.referee import Referee
from engine.referee.seen_cards import SeenCard


def items(log):
    """What the last settlement of a log rests on."""
    return rests_on(game.fold(log).settlements[-1])


@pytest.fixture(scope="module")
def settled():
    """The log of a clear round."""
    _, true, _ = play(2, players=3)
    return [replace(event, seq=number) for number, event in enumerate(true, start=1)]


MARKS = [
    (CardPlayed, {"inferred": {"what": "card", "why": "unseen", "share": 0.4}}, ("card", "unseen")),
    (CardPlayed, {"inferred": {"what": "player", "why": "doubtful"}}, ("player", "doubtful")),
    (HandShown, {"inferred": "first"}, ("hand", "unseen")),
    (HandShown, {"doubtful": "first", "share": 0.7}, ("hand", "doubtful")),
]


def marked(log, kind, extra):
    """The log with a mark on its last event of a kind, and that event."""
    place = max(n for n, event in enumerate(log) if isinstance(event, kind) and getattr(event, "cards", True))
    event = log[place]
    extra = {name: [event.cards[0].code] if told == "first" else told for name, told in extra.items()}
    return [*log[:place], replace(event, extra=extra), *log[place + 1 :]], event


@pytest.mark.parametrize("kind, extra, means", MARKS)
def test_what_a_log_marks_makes_its_settlement_provisional_until_it_is_corrected(settled, kind, extra, means):
    log, event = marked(settled, kind, extra)
    [item] = items(log)
    assert (item.what, item.why) == means and (item.player, item.about) == (event.player, event.seq)
    assert item.card in (getattr(event, "cards", None) or [event.card])
    again = [from_json(to_json(each)) for each in log]
    assert items(again) == (item,)
    right = Corrected(event.seq, replace(event, seq=None, extra={}))
    assert items([*log, right]) == ()


@pytest.mark.parametrize("share, plain", [(SURE, True), (1, True), (SURE - 0.01, False), (None, False)])
def test_one_number_divides_what_is_sure_from_what_is_not(settled, share, plain):
    log, _ = marked(settled, HandShown, {"inferred": "first", "share": share})
    assert (items(log) == ()) == plain


@pytest.mark.parametrize("called", [False, True])
def test_a_call_heard_badly_leaves_the_box_open_unless_it_was_called(settled, called):
    card = next(
        e for e in settled if isinstance(e, CardPlayed) and e.card.code in ("TD", "JC", "QS", "KH", "7D")
    )
    taken = {take.card for take in game.fold(settled).settlements[-1].takes}
    log = [*settled, Alert("doubtful_call", card.player, card.card, seq=len(settled) + 1)]
    assert [item.what for item in items(log)] == ([] if card.card in taken else ["call"])


@given(
    st.dictionaries(
        st.sampled_from(["inferred", "doubtful", "share", "why"]),
        st.none()
        | st.integers()
        | st.text()
        | st.lists(st.text() | st.none())
        | st.dictionaries(st.text(), st.integers()),
    )
)
@settings(max_examples=60, deadline=None)
def test_marks_that_nobody_understands_hurt_nothing(extra):
    for event in (CardPlayed("Ana", DECK[0], extra=extra), HandShown("Ana", (DECK[0],), extra=extra)):
        assert all(isinstance(item, Inferred) for item in inferred(event))


@pytest.fixture(scope="module")
def clear():
    """The log of a clear round as the referee told it."""
    referee = Referee(table())
    lived(referee, whole_round(STEPS, HANDS))
    assert referee.complete and referee.certain
    assert INCOMPLETE not in referee.evening.settlements[-1].extra
    return referee.log


def test_a_card_of_a_hand_read_badly_is_said_and_its_answer_makes_it_plain():
    told = whole_round(STEPS, HANDS)
    hardly(told, "7D", "5S")
    referee = Referee(table())
    lived(referee, told)
    assert [(item.what, item.card.code, item.why) for item in items(referee.log)] == [
        ("hand", "7D", "doubtful")
    ]
    ((number, _),) = referee.questions.items()
    referee.answer(number, 0)
    assert referee.certain and items(referee.log) == ()


def test_an_honour_that_may_be_another_card_is_said_and_nobody_knowing_leaves_it_so():
    board, _, told = play(0, players=3)
    honour = next(
        n
        for n, (_, seen) in enumerate(told)
        if max(seen.look.faces) and seen.look.face == parse_card("TD").index
    )
    torn(told, honour, "TD", "TH")
    referee = Referee(board)
    lived(referee, told)
    assert referee.certain == (not referee.questions)
    for number in list(referee.questions):
        referee.answer(number, None)
        assert not referee.certain


def ways(*told):
    """Ways of one card: (weight, player, card, paid)."""
    return [
        Way(weight, (("play", player, card),), (Decision("play", player, parse_card(card)),), paid, {})
        for weight, player, card, paid in told
    ]


def slot():
    return SeenCard(1.0, 1.0, 1.0, None, (0.0,) * 52, (0.5, 0.5))


def test_doubt_is_what_pays_otherwise_and_nothing_else():
    card = slot()
    assert doubts(ways((0.5, 0, "4C", 1), (0.5, 0, "4D", 1)), [card], "AB") == {}
    assert doubts(ways((0.96, 0, "TD", 1), (0.04, 1, "TD", 2)), [card], "AB") == {}
    [doubt] = doubts(ways((0.9, 0, "TD", 1), (0.1, 1, "TD", 2)), [card], "AB").values()
    assert (doubt.what, doubt.player, doubt.share) == ("player", "A", 0.9)
    [doubt] = doubts(ways((0.9, 0, "TD", 1), (0.1, 0, "TH", 2)), [card], "AB").values()
    assert (doubt.what, doubt.card.code, doubt.why) == ("card", "TD", "doubtful")


# -- before the board, and before the first look ---------------------------------------------------


def lying(*codes):
    """Cards that lie there, read surely."""
    square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    looks = (tuple(0.99 * (card.code == code) for card in DECK) for code in codes)
    return AlreadyThere(1.0, 15, tuple(CardLook(square, faces) for faces in looks))


def test_what_lay_there_before_the_first_look_is_one_alert_and_no_play():
    referee = Referee(table())
    referee.start()
    [alert] = referee.observe(lying("4D", "9C"))
    assert alert.kind == "came_late" and alert.extra["cards"] == ["4D", "9C"]
    assert referee.observe(lying("2S")) == [] and referee.tick(9.0) == []
    assert referee.evening.round.laid == ()
    leader = referee.evening.players[referee.evening.round.leader]
    [played] = referee.enter(CardPlayed(leader, parse_card("4D")))
    assert isinstance(played, CardPlayed), "people may say what it was"


def test_an_evening_that_goes_on_knows_the_cards_of_its_round():
    first = Referee(table())
    lived(first, round_with(STEPS[:5]))
    codes = [step[-2:] for step in STEPS[:5]]
    log = first.log
    assert Referee(table(), log=log).observe(lying(*codes)) == []
    [alert] = Referee(table(), log=log).observe(lying(*codes, "KC"))
    assert alert.extra["cards"] == ["KC"], "laid while nobody watched"


@pytest.mark.parametrize("mirrored, kind", [(False, "board_unseen"), (True, "mirrored")])
def test_a_board_that_is_not_known_is_said_until_it_is(mirrored, kind):
    referee = Referee(table())
    referee.start()
    [alert] = referee.observe(BoardUnseen(2.0, 30, mirrored))
    assert alert.kind == kind
    again = Referee(table(), log=referee.log)
    [found] = again.observe(BoardSeen(3.0, 45))
    assert found.target == alert.seq and found.replacement is None


def test_none_of_it_moves_a_chip(clear):
    alerted = Referee(table())
    before = [(0.5, BoardUnseen(0.5, 1)), (0.6, BoardSeen(0.6, 2)), (0.7, lying("KC"))]
    lived(alerted, [*before, *whole_round(STEPS, HANDS)])
    assert settlement(alerted.log) == settlement(clear)
