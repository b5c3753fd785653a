"""Questions as events: what is asked is read back as it was."""

import pytest

from engine.cards import parse_card
from engine.errors import BadInput
from engine.events import Alert, from_json, to_json
from engine.referee.people.questions import Alternative, Question, asked

QUESTION = Question(
    12.5,
    7,
    (
        Alternative("play", "Ana", parse_card("QS"), 0.6),
        Alternative("play", "Ana", parse_card("QH"), 0.3),
        Alternative("again", None, None, 0.1),
    ),
    9,
)


def test_a_question_is_read_back_from_the_log_as_it_was_asked():
    assert asked(from_json(to_json(QUESTION.alert()), "log")) == QUESTION
    assert asked(Alert("uncertain", extra={"reason": "unfinished"})) is None


def test_the_alert_names_what_all_alternatives_agree_on():
    who = Question(
        1.0,
        None,
        (
            Alternative("play", "Ana", parse_card("QS"), 0.5),
            Alternative("play", "Bob", parse_card("QS"), 0.5),
        ),
        3,
    )
    assert (who.alert().player, who.alert().card) == (None, parse_card("QS"))
    assert (QUESTION.alert().player, QUESTION.alert().card) == (None, None)


@pytest.mark.parametrize(
    "broken", [{"alternatives": None}, {"alternatives": [{"kind": "maybe"}]}, {"chips": -1}, {"about": "x"}]
)
def test_a_question_that_cannot_be_read_is_one_clear_line(broken):
    told = QUESTION.alert()
    with pytest.raises(BadInput, match="alert"):
        asked(Alert("uncertain", extra={**told.extra, **broken}))
