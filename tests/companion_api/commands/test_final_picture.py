"""The picture of the table at the end: what lies there can be told, what a hand holds cannot."""

import numpy as np
import pytest

from companion_api.commands.seeing.final_picture import PAPER, chips_seen, final_picture
from engine.boundaries import BoxSeen, CardLook
from engine.cards import DECK, parse_card
from engine.events import CardPlayed, Corrected, GameStarted, HandShown
from vision.redaction.redacted import Scene, redacted_picture
from vision.table.board import view_of_corners

SIZE = (720, 960)
BOARD = ((300.0, 200.0), (620.0, 200.0), (620.0, 520.0), (300.0, 520.0))
SHORT = 60
"""Pixels of a card's short side in these pictures."""


def look(code, x, y):
    corners = ((x, y), (x + SHORT, y), (x + SHORT, y + 88), (x, y + 88))
    return CardLook(corners, tuple(float(card.code == code) for card in DECK))


@pytest.fixture
def picture():
    return np.random.default_rng(3).integers(0, 255, (*SIZE, 3), np.uint8)


def test_nothing_is_left_to_read_but_what_the_log_knows(picture):
    looks = [look("QS", 40, 60), look("4H", 700, 500)]
    view = view_of_corners(BOARD, 320.0)
    shown = final_picture(picture, view, looks, [], {})
    drawn = np.zeros(SIZE, bool)
    for each in looks:
        (left, top), _, (right, bottom), _ = np.array(each.corners, int)
        drawn[top - 4 : bottom + 5, left - 4 : right + 5] = True
    drawn[195:526, 295:626] = True  # boxes and what is written there
    redacted = redacted_picture(Scene(picture, card=float(max(SHORT, 63 * view.scale))))
    assert np.array_equal(shown[~drawn], redacted[~drawn])


def test_cards_of_the_log_have_names_and_others_none(picture):
    looks = [look("QS", 40, 60), look("4H", 700, 500), look("7D", 40, 500), look("2C", 800, 60)]
    start = GameStarted("nain-jaune", "lindor", {}, ("Ana", "Bruno", "Chloé"), seq=1)
    log = [
        start,
        CardPlayed("Ana", parse_card("QS"), 1.0, seq=2),
        CardPlayed("Ana", parse_card("7D"), 1.0, seq=3),
        Corrected(3, None, seq=4),
        HandShown("Bruno", (parse_card("2C"),), seq=5),
    ]
    shown = final_picture(picture, None, looks, log, {})
    inked = []
    for each in looks:
        (left, top), _, (right, bottom), _ = np.array(each.corners, int)
        inside = shown[top + 6 : bottom - 6, left + 6 : right - 6]
        inked.append(bool((inside != PAPER).any()))
    assert inked == [True, False, False, True]


def test_without_board_and_cards_nothing_of_the_camera_is_left_to_read(picture):
    assert np.array_equal(final_picture(picture, None, [], [], {}), redacted_picture(Scene(picture)))


def test_boxes_have_what_was_seen_last():
    dwarf, queen = parse_card("7D"), parse_card("QS")
    seen = [
        BoxSeen(1.0, 1, dwarf, {"jeton": 3}, False, 1.0),
        BoxSeen(2.0, 2, queen, {}, True, 1.0),
        BoxSeen(3.0, 3, dwarf, {"jeton": 1, "contrat": 2}, False, 1.0),
    ]
    assert chips_seen(seen, {"jeton": 1, "contrat": 10}) == {dwarf: 21, queen: 0}
