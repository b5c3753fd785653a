"""What is said aloud of an evening, once, in three languages."""

import re

import pytest
from test_views import L2, L2_HANDS, called, laid, numbered, start

from companion_api.games.announcing import announcements
from companion_api.games.views import tell
from companion_api.saying.announcement import KINDS, Announcement, to_json
from companion_api.saying.words import words
from companion_api.web.pages.applications import PAGE
from engine.cards import parse_card
from engine.events import Alert
from languages import LANGUAGES


def said(before, *fresh):
    """What is said once the fresh events have come after those before."""
    lines = numbered(*before, *fresh)
    return announcements(tell(lines[: len(before)]), tell(lines))


def brief(announced):
    return [(each.kind, each.player, each.card.code if each.card else None) for each in announced]


def with_options(**options):
    begun, dealt = start()
    return ({**begun, "options": options}, dealt)


def test_a_round_begins_and_the_wanted_rank_is_said():
    assert brief(said((), *start())) == [("turn", "B", None)]
    told = said(start(), *laid("B", "4H"))
    assert brief(told) == [("wanted", None, None)] and told[0].rank == 5
    assert brief(said((*start(), *laid("B", "QH")), *laid("B", "KH"))) == [("restart", "B", None)]
    assert said(start()) == ()


def test_a_call_takes_the_box_and_a_forgotten_one_is_said_once():
    honour = (*start(), *laid("B", "JH", "QS"))
    taken = said(honour, *called("B", "QS"))
    assert brief(taken) == [("taken", "B", "QS")] and taken[0].chips == 9
    missed = said(honour, *laid("C", "KC"))
    assert brief(missed)[0] == ("missed_call", "B", "QS")
    alert = {"type": "alert", "kind": "missed_call", "player": "B", "card": "QS"}
    assert said((*honour, *laid("C", "KC")), alert) == ()
    assert brief(said((*honour, *laid("C", "KC"), alert), *laid("C", "2C"))) == [("wanted", None, None)]
    strict = with_options(missed_call="bete")
    assert brief(said((*strict, *laid("B", "JH", "QS")), *laid("C", "KC")))[0] == ("missed_bete", "B", "QS")


def test_who_was_reminded_is_not_told_off_as_well():
    reminder = {"type": "alert", "kind": "reminder", "player": "B", "card": "QS"}
    honour = (*start(), *laid("B", "JH", "QS"))
    assert brief(said(honour, reminder)) == [("reminder", "B", "QS")]
    assert brief(said((*honour, reminder), *laid("C", "KC"))) == [("restart", "C", None)]


def test_a_correction_is_said_with_the_new_total_and_nothing_else():
    events = (*start(), *laid("B", "JH", "QS"))
    was = {"player": "B", "card": "QS"}
    put_right = {
        "type": "corrected",
        "target": 4,
        "replacement": {"type": "card_played", "player": "B", "card": "QH"},
        "was": was,
        "by": "host",
    }
    call_gone = {"type": "corrected", "target": 5, "replacement": None}
    told = said((*events, *called("B", "QS")), call_gone, put_right)
    assert brief(told) == [("corrected", "B", "QH")] and told[0].chips == -15
    gone = said(events, {"type": "corrected", "target": 4, "replacement": None, "by": "host"})
    assert brief(gone) == [("removed", "B", "QS")]
    paid = {"type": "paid", "player": "A", "to": "B", "chips": 3, "by": "A"}
    back = {"type": "corrected", "target": len(L2) + len(L2_HANDS) + 1, "replacement": None, "by": "A"}
    assert said((*L2, *L2_HANDS), paid) == () and said((*L2, *L2_HANDS, paid), back) == ()


def test_what_the_log_only_tells_anew_is_not_said_again():
    events = (*start(), *laid("B", "4H", "5C"), *laid("C", "6S"))
    gone = [{"type": "corrected", "target": target, "replacement": None} for target in (5, 4)]
    assert said(events, *gone, *laid("B", "5C"), *laid("C", "6S")) == ()


def test_the_last_card_the_end_and_the_opera():
    assert brief(said(L2[:-3], L2[-3])) == [
        ("last_card", "B", None),
        ("back_cross", "B", None),
        ("wanted", None, None),
    ]
    assert brief(said(L2[:-1], L2[-1])) == [("out", "B", None)]
    assert brief(said((*L2, L2_HANDS[0]), L2_HANDS[1])) == [("opera", "B", None), ("settled", "B", None)]


def test_questions_and_other_alerts():
    question = {"type": "alert", "kind": "uncertain", "reason": "question", "alternatives": [], "chips": 3}
    assert brief(said(start(), question)) == [("question", None, None)]
    lost = {"type": "alert", "kind": "lost_table"}
    told = said(start(), lost)
    assert words("fr").announcement(told[0]) == "La caméra ne voit plus bien la table"
    assert said((*start(), lost), lost) == (), "the same alert is said once a round"
    assert said(start(), {"type": "alert", "kind": "void_call", "player": "B", "card": "QS"}) == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_said_with_names_and_without(language):
    spoken = words(language)
    for kind in KINDS:
        alert = Alert("illegal_card", "Ana", parse_card("QS")) if kind == "alert" else None
        each = Announcement(kind, "Ana", parse_card("QS"), chips=1, rank=8, alert=alert)
        told = spoken.announcement(each)
        assert told and "{" not in told, kind
        if kind != "alert":
            assert "Ana" not in spoken.announcement(each, names=False)
            assert to_json(each) == {"kind": kind, "player": "Ana", "card": "QS", "chips": 1, "rank": 8}
    forgotten = Announcement("missed_call", "Ana", parse_card("QS"), chips=9)
    assert words("fr").announcement(forgotten) == "Ana n’a pas annoncé la dame de pique. La case reste."


def test_the_page_can_turn_each_of_them_off():
    script = (PAGE / "voice" / "voice.js").read_text(encoding="utf-8")
    groups = script.partition("GROUPS = {")[2].partition("};")[0]
    assert sorted(re.findall(r'"(\w+)"', groups)) == sorted(KINDS)
