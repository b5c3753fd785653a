"""What the boxes lack at the start of a round, and when the camera may say so."""

from dataclasses import replace

from engine.boundaries import BoxSeen
from engine.cards import parse_card
from engine.events import GameStarted, RoundStarted
from engine.games import game
from engine.referee.rounds import antes

QUEEN = parse_card("QS")
WORTH = {"jeton": 1, "fiche": 5}


def evening(names=("Ana", "Bruno", "Chloé")):
    state = game.apply(None, GameStarted("nain-jaune", "lindor", {}, names))
    return game.apply(state, RoundStarted("Ana", {}))


def seen(exact, **chips):
    return BoxSeen(4.0, 60, QUEEN, chips, not any(chips.values()), 0.99, (), exact, sum(chips.values()))


def said(look):
    return [(each.card, each.extra) for each in antes.lacking(evening(), {QUEEN: look}, WORTH, 4.0)]


def test_two_chips_that_are_missing_are_named():
    due = 3 * 3
    [(box, told)] = said(seen(0.97, jeton=2, fiche=1))
    assert box == QUEEN and told == {"reason": "box_short", "due": due, "missing": 2}


def test_a_count_that_may_be_too_small_accuses_nobody():
    assert said(seen(0.9, jeton=2, fiche=1)) == []
    assert said(seen(0.97, jeton=4, fiche=1)) == [] and said(seen(0.97, jeton=9, fiche=1)) == []


def test_an_empty_box_is_told_as_such():
    look = seen(0.99, jeton=0)
    assert [told["reason"] for _, told in said(look)] == ["box_empty"]
    assert said(replace(look, confidence=0.5)) == []


def test_what_heaps_may_hide_is_told_beside_what_is_seen_of_them():
    heap, flat = replace(seen(0.2, jeton=8), about=12), seen(0.97, jeton=3)
    told = antes.counted({QUEEN: heap, parse_card("KH"): flat}, WORTH, 4.0)
    assert told.boxes[QUEEN] == 8 and told.extra["about"] == {"QS": 12}
