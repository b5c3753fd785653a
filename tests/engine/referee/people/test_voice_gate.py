"""The game gates the ear: which voices count, which are asked about, which are dropped."""

from __future__ import annotations

import pytest

from engine.boundaries import Expected, Heard
from engine.cards import HONOURS, parse_card
from engine.errors import IllegalEvent
from engine.events import Alert, CardPlayed, Corrected, GameStarted, RoundStarted
from engine.referee.gate import Gate, Laid, claimed_at, expected
from engine.referee.settings import EARLY, STOPPED, WAITS

QUEEN, KING, FOUR = parse_card("QS"), parse_card("KH"), parse_card("4C")
LAID = [Laid(10.0, 9.0, FOUR), Laid(12.0, 11.0, QUEEN), Laid(15.0, 14.0, KING)]


def said(t, card=QUEEN, seconds=0.8, confidence=1.0, hoc=False):
    return Heard(t, card, None, "voice", confidence=confidence, seconds=seconds, hoc=hoc)


def judged(heard, laid=LAID, now=20.0, called=(), has_call=lambda card: True, until_next=True):
    """What becomes of one voice: the time at which it counts, why it was dropped, or None: it waits."""
    gate = Gate()
    gate.take(heard)
    passed = gate.judge(
        now, laid, has_call=has_call, called=lambda card: card in called, until_next=until_next
    )
    if gate.waiting:
        return None
    return passed[0] if passed else gate.dropped[0].why


@pytest.mark.parametrize(
    ("t", "what"),
    [
        (9.7, "early"),  # said while the four was coming
        (10.2, 10.2),  # its arm comes while it is said
        (11.5, 11.5),
        (12.0, 12.0),
        (14.9, 14.9),
        (15.0, "late"),  # the king lies
        (18.0, "late"),
    ],
)
def test_a_voice_counts_from_the_arm_until_the_next_card(t, what):
    found = judged(said(t))
    assert (found if isinstance(found, str) else found.heard.t) == what


def test_a_call_begun_before_the_last_card_lay_counts_from_then_on():
    laid = [Laid(10.0, 9.0, FOUR), Laid(10.8, 10.1, QUEEN)]
    assert judged(said(9.8), laid).heard.t == pytest.approx(10.001)


def test_where_the_round_is_the_limit_a_later_card_ends_nothing():
    assert judged(said(18.0), until_next=False).heard.t == 18.0


def test_a_call_for_another_card_is_dropped():
    assert judged(said(13.0, parse_card("JC"))) == "not_laid"
    assert judged(said(13.0), called=[QUEEN]) == "again"
    assert judged(said(13.0), has_call=lambda card: card != QUEEN) == "no_call"


def test_a_call_waits_for_its_card_to_lie_still():
    before = LAID[:1]
    assert judged(said(11.5), before, now=13.0) is None
    assert judged(said(11.5), [*before, Laid(13.0, 11.4, None)], now=30.0) is None  # a card not yet told
    assert judged(said(11.5), [*before, Laid(13.0, 11.4, QUEEN)], now=14.0).heard.t == 11.5
    assert judged(said(11.5), [*before, Laid(13.0, 11.4, FOUR)], now=14.0) == "not_laid"
    assert judged(said(11.5), before, now=17.0) == "not_laid"


def test_a_doubtful_call_is_neither_taken_nor_dropped():
    assert judged(said(12.5, confidence=0.55)).doubtful
    assert not judged(said(12.5, confidence=0.9)).doubtful


def test_hoc_is_said_of_the_card_just_laid():
    assert judged(said(12.5, None, hoc=True)).heard.call == QUEEN


def test_a_new_round_forgets_what_waited():
    gate = Gate()
    gate.take(said(1.0))
    gate.clear()
    assert gate.waiting == () and [each.why for each in gate.dropped] == ["not_laid"]


LOG = [
    GameStarted("nain-jaune", "lindor", {}, ("Ana", "Bruno", "Chloé"), None, seq=1),
    RoundStarted("Ana", seq=2),
    CardPlayed("Bruno", QUEEN, seq=3, t=7.0),
    Alert("doubtful_call", "Bruno", QUEEN, seq=4, t=7.4),
    Alert("missed_call", "Bruno", QUEEN, seq=5, t=9.0),
    Alert("late_call", "Bruno", QUEEN, seq=6, t=9.5),
]


def test_a_claim_counts_from_when_it_was_heard_or_else_from_its_card():
    assert claimed_at(LOG, 4) == (QUEEN, 7.4)
    assert claimed_at(LOG, 5) == (QUEEN, 7.0)


@pytest.mark.parametrize(
    "log", [LOG, [*LOG, Corrected(5, None, seq=7)], [*LOG, RoundStarted("Bruno", seq=7)]]
)
def test_only_an_open_alert_of_this_round_can_be_claimed(log):
    with pytest.raises(IllegalEvent):
        claimed_at(log, 6)
    if len(log) > len(LOG):
        with pytest.raises(IllegalEvent):
            claimed_at(log, 5)


def waited_for(now, laid, called=(), until_next=True):
    return expected(
        now, laid, has_call=HONOURS.__contains__, called=lambda card: card in called, until_next=until_next
    )


def test_only_the_call_of_the_honour_that_lies_is_waited_for():
    assert waited_for(1.0, []) == Expected()
    assert waited_for(10.5, LAID[:1]) == Expected(), "a four has no call, and somebody may go on"
    assert waited_for(12.5, LAID[:2]) == Expected(11.0 - EARLY, frozenset({QUEEN}))
    assert waited_for(12.5, LAID[:2], called={QUEEN}) == Expected()
    assert waited_for(15.5, LAID).calls == {QUEEN, KING}, "it may be told late that it was called in time"
    assert waited_for(15.0 + WAITS, LAID).calls == {KING}
    assert waited_for(15.0 + WAITS, LAID, until_next=False).calls == {QUEEN, KING}


def test_a_card_that_cannot_be_told_may_be_any_honour():
    unread = [LAID[0], Laid(12.0, 11.0, None)]
    assert waited_for(12.5, unread) == Expected(), "most are told within a moment"
    assert waited_for(12.0 + STOPPED, unread) == Expected(11.0 - EARLY, frozenset(HONOURS))


def test_where_nobody_goes_on_the_next_rank_may_be_said_to_be_missing():
    assert waited_for(10.0 + STOPPED, LAID[:1]) == Expected(9.0 - EARLY, frozenset(), frozenset({5}))
    assert waited_for(30.0, LAID).sans == frozenset(), "nothing follows a king"
