"""People say where the board lies, when a push was not recognised or the board was never found."""

import numpy as np
import pytest
from bumped import Bumped, kinds, known, lay, pushed, run, unknown
from drawn_table import BOARD
from observed import NINE, TEN

from engine.boundaries import CardGone, CardLaid, ViewBack
from engine.cards import DECK
from vision.geometry.plane_fit import project
from vision.table.bearings import Bearings
from vision.table.registration import Moved


def test_after_a_push_of_the_camera_cards_keep_their_identity(monkeypatch):
    bearings, table = known()
    monkeypatch.setattr("vision.table.bump.find_move", lambda *_: None)  # nobody recognises the push
    table.camera = pushed((-60, 30), 4.0)
    run(bearings, table, 2.0)
    there = tuple(map(tuple, project(table.camera, BOARD)))
    back = bearings.told(there, Moved.CAMERA, table.frame())
    told = run(bearings, table, 2.0)
    assert len(kinds(back, ViewBack)) == 1
    assert np.abs(np.array(bearings.view.board) - there).max() < 0.1
    assert kinds(told, CardLaid) == [] and kinds(told, CardGone) == []
    assert len(lay(bearings, table, TEN, 560, 240)) == 1


def test_a_board_that_was_never_found():
    table = Bumped()
    bearings = unknown(table)
    run(bearings, table, 0.8)
    assert bearings.view is None
    assert bearings.told(BOARD, Moved.BOARD, table.frame()) == []
    assert np.allclose(bearings.view.board, BOARD) and len(bearings.view.boxes) == 5
    assert len(lay(bearings, table, NINE, 420, 260)) == 1


@pytest.mark.parametrize("known", [False, True])
def test_the_boxes_are_those_of_the_game_that_is_played(known):
    table, honours = Bumped(), tuple(DECK[:4])
    bearings = unknown(table, honours)
    if known:
        bearings = Bearings(bearings._observer, (640, 400), BOARD, {}, None, honours)
    else:
        bearings.told(BOARD, Moved.BOARD, table.frame())
    assert tuple(bearings.view.boxes) == honours
