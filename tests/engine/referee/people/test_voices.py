"""What the referee makes of voices: taken, asked about, dropped; a missed call waits for the recogniser."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.boundaries import CardLaid, CardLook, Heard
from engine.cards import DECK, parse_card
from engine.events import Alert, Called, CardPlayed
from engine.games import game
from engine.referee.referee import Referee
from engine.referee.witnesses.call import strength
from engine.table import table_from_json

TABLE = table_from_json({"players": [{"name": n} for n in ("Ana", "Bruno", "Chloé")], "dealer": "Chloé"}, "T")
CORNERS = ((0.0, 0.0), (40.0, 0.0), (40.0, 60.0), (0.0, 60.0))


def laid(t, code, player, sure=0.97, arm=0.97):
    """A card seen to lie; ``code`` may be two faces that look alike."""
    cards = [parse_card(each) for each in code.split("/")]
    faces = tuple(sure / len(cards) if card in cards else (1 - sure) / 60 for card in DECK)
    seats = tuple(arm if place == player else (1 - arm) / 2 for place in range(3))
    return CardLaid(t, int(15 * t), t - 0.8, CardLook(CORNERS, faces), seats)


def voice(t, call=None, confidence=0.95, **what):
    return Heard(
        t, parse_card(call) if call else None, None, "voice", confidence=confidence, seconds=0.6, **what
    )


def evening(*news, until, listens=True):
    """The referee after cards and voices; a voice is told 0.8 s after it was spoken."""
    referee = Referee(TABLE, listens=listens)
    referee.start()
    due = sorted((n.t + 1.4 if isinstance(n, Heard) else n.t, place, n) for place, n in enumerate(news))
    now = 0.0
    for t, _, each in [*due, (until, len(due), None)]:
        while now < t:
            referee.tick(now)
            now += 0.1
        if isinstance(each, Heard):
            referee.hear(each)
        elif each is not None:
            referee.observe(each)
    return referee


def standing(referee, kind):
    """Events of a type, or alerts of a kind, that are in force."""
    events = [event for _, event in game.in_force(referee.log)]
    if isinstance(kind, str):
        return [event for event in events if isinstance(event, Alert) and event.kind == kind]
    return [event for event in events if isinstance(event, kind)]


def test_a_voice_calls_for_whoever_laid_the_card():
    referee = evening(laid(5, "QS", 0), voice(4.8, "QS", text="dame qui prend"), until=9)
    called = standing(referee, Called)[0]
    assert (called.player, called.card.code, called.via, called.t) == ("Ana", "QS", "voice", 4.8)
    assert called.extra == {"heard": "dame qui prend", "confidence": 0.95}


def test_a_doubtful_voice_asks_and_one_tap_decides():
    referee = evening(laid(5, "QS", 0), voice(5.2, "QS", 0.55, text="dame qui prend"), until=9)
    asked = standing(referee, "doubtful_call")
    assert standing(referee, Called) == [] and len(asked) == 1
    assert asked[0].player == "Ana" and asked[0].extra["confidence"] == 0.55
    referee.hear(Heard(asked[0].t, asked[0].card, None, "tap"))
    assert [event.via for event in standing(referee, Called)] == ["tap"]
    assert standing(referee, "doubtful_call") == []


def test_no_to_a_doubtful_voice_ends_the_question():
    referee = evening(laid(5, "QS", 0), voice(5.2, "QS", 0.55), until=9)
    referee.correct(standing(referee, "doubtful_call")[0].seq, None)
    referee.tick(15.0)
    assert standing(referee, "doubtful_call") == [] == standing(referee, Called)


@pytest.mark.parametrize("denied", [False, True])
def test_a_call_speaks_for_a_card_seen_later_as_it_was_heard_and_no_more_once_it_is_denied(denied):
    referee = evening(laid(5, "QS", 0), voice(5.2, "QS", 0.55), until=9)
    if denied:
        referee.correct(standing(referee, "doubtful_call")[0].seq, None)
    late = replace(laid(9.5, "KS", 0), arrived=5.0)
    referee.observe(late)
    seen = referee._pile.cards[-1]
    assert seen.t == late.t
    heard = {} if denied else {(parse_card("QS"), "call"): strength("voice", 0.55)}
    assert seen.witnesses == heard


def test_a_sure_voice_answers_a_doubtful_one():
    referee = evening(laid(5, "QS", 0), voice(5.0, "QS", 0.5), voice(6.0, "QS", 0.95), until=9)
    assert len(standing(referee, Called)) == 1 and standing(referee, "doubtful_call") == []


@pytest.mark.parametrize(
    ("heard", "why"),
    [
        (voice(5.2, "KH"), "not_laid"),
        (voice(2.0, "QS"), "early"),
        (voice(8.5, "QS"), "late"),
    ],
)
def test_what_cannot_be_is_dropped_without_a_word(heard, why):
    referee = evening(laid(5, "QS", 0), laid(8, "KS", 0), heard, until=16)
    assert standing(referee, Called) == []
    assert [each.why for each in referee.dropped] == [why]
    assert {event.kind for event in standing(referee, Alert)} == {"missed_call"}


def test_a_missed_call_waits_for_the_recogniser_and_is_told_once():
    cards = laid(5, "QS", 0), laid(7, "KS", 0)
    assert standing(evening(*cards, until=7.7), "missed_call") == []
    assert len(standing(evening(*cards, until=9.0), "missed_call")) == 1
    assert len(standing(evening(*cards, until=7.7, listens=False), "missed_call")) == 1
    # Said in time, told by the recogniser after the next card: nobody ever hears of a missed call.
    referee = evening(*cards, voice(6.3, "QS"), until=12)
    assert len(standing(referee, Called)) == 1
    assert not [event for event in referee.log if isinstance(event, Alert)]


def marginal(beam, place):
    """Probability of each decision about the card number ``place``."""
    return {said: beam.share(place, said) for said in {history.path[place] for history in beam.histories}}


def test_a_voice_speaks_for_an_unclear_honour():
    def share(*voices):
        referee = evening(laid(5, "QS/QC", 0), *voices, until=5.05 if not voices else 6.7)
        best = marginal(referee.histories, 0)
        return sum(weight for said, weight in best.items() if said.card == parse_card("QS"))

    assert share() < 0.6 and share(voice(5.2, "QS")) > 0.85


def test_sans_six_supports_who_laid_what():
    cards = laid(5, "5S", 0), laid(8, "6D", 1, arm=0.45)
    told = voice(5.4, sans=6)

    def bruno(*news):
        referee = evening(*news, until=9)
        return sum(w for said, w in marginal(referee.histories, 1).items() if said.player == 1)

    assert bruno(*cards, told) > bruno(*cards)
    fives = laid(5, "5S/9S", 0)
    alone, heard = evening(fives, until=7), evening(fives, told, until=7)

    def five(referee):
        return sum(w for said, w in marginal(referee.histories, 0).items() if said.card == parse_card("5S"))

    assert five(heard) > five(alone)
    referee = evening(laid(5, "9S", 0), told, until=7)
    assert [each.why for each in referee.dropped] == ["no_sequence"]
    assert len(standing(referee, CardPlayed)) == 1
