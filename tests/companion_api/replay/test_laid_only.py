"""The file of an evening that went wrong names no card that had not been laid by then, whatever was seen."""

import json

from companion_api.replay.given import read_sighting, sighting_json
from companion_api.replay.laid_only import laid_only
from engine.boundaries import AlreadyThere, CardGone, CardLaid, CardLook, CardLookedAgain
from engine.cards import DECK, parse_card
from engine.events import CardPlayed, Corrected, GameStarted, HandShown, RoundStarted

CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 2.0), (0.0, 2.0))
BEGUN = (GameStarted("nain-jaune", "lindor", {}, ("A", "B"), seq=1, t=0.0), RoundStarted("B", seq=2, t=0.0))


def look(code, sure=0.9, other=None, doubt=0.0):
    faces = [0.0001] * 52
    faces[parse_card(code).index] = sure
    if other:
        faces[parse_card(other).index] = doubt
    return CardLook(CORNERS, tuple(faces))


def saw(sighting):
    return json.dumps({"saw": sighting_json(sighting)})


def named(lines):
    """The cards that each look of these lines names, by its likeliest face and by any of a tenth or more."""
    out = []
    for line in lines:
        sighting = read_sighting(json.loads(line)["saw"], 2, "line")
        for one in getattr(sighting, "looks", None) or [sighting.look]:
            likely = {DECK[n].code for n, face in enumerate(one.faces) if face >= 0.05}
            out.append(likely | ({DECK[one.face].code} if max(one.faces) > 0.001 else set()))
    return out


def played(code, seq, t):
    return CardPlayed("A", parse_card(code), seq=seq, t=t)


def test_a_held_card_is_named_by_no_sighting_and_one_that_was_laid_is_as_it_was():
    seats = (0.5, 0.5)
    given = [
        saw(CardLaid(5.0, 5, 4.0, look("7H"), seats)),  # held, and never laid
        saw(CardLaid(6.0, 6, 5.0, look("QS", 0.6, "QC", 0.3), seats)),
        saw(CardLookedAgain(7.0, 7, 5.0, look("7H"))),
        saw(CardGone(8.0, 8, 5.0, look("7H"))),
        saw(AlreadyThere(1.0, 1, (look("2D"), look("QS")))),  # QS was held still then
    ]
    told = list(laid_only(given, [*BEGUN, played("QS", 3, 6.0)]))
    assert named(told) == [set(), {"QS"}, set(), set(), set(), set()]
    sure = saw(CardLaid(6.0, 6, 5.0, look("QS"), seats))
    assert list(laid_only([sure, '{"ticks": [1.0]}'], [*BEGUN, played("QS", 3, 6.0)])) == [
        sure,
        '{"ticks": [1.0]}',
    ]


def test_a_card_is_named_only_from_when_it_lies_and_no_more_when_it_was_told_wrongly():
    seen = [saw(CardLookedAgain(t, 1, t, look("7H"))) for t in (5.0, 9.0)]
    log = [*BEGUN, played("7H", 3, 8.0)]
    assert named(laid_only(seen, log)) == [set(), {"7H"}]
    assert named(laid_only(seen, [*log, Corrected(3, None, seq=4, t=9.5)])) == [set(), set()]


def test_hands_laid_open_are_named_from_the_round_s_last_card_on_and_not_in_the_next_round():
    seen = [saw(CardLookedAgain(t, 1, t, look("7H"))) for t in (5.0, 9.0, 21.0)]
    log = [*BEGUN, played("QS", 3, 8.0), HandShown("B", (parse_card("7H"),), seq=4, t=10.0)]
    assert named(laid_only(seen, [*log, RoundStarted("A", seq=5, t=20.0)])) == [set(), {"7H"}, set()]
