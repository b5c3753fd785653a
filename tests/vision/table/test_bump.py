"""A camera or a board that is pushed: noticed, found again, and no card is taken for another."""

import cv2
import numpy as np
import pytest
from bumped import CLOTH, ROW, SHAPE, SIZE, Bumped, kinds, known, lay, pushed, run
from drawn_table import BOARD, FPS, noisy
from observed import JACK, NINE, TEN

from engine.boundaries import CardGone, CardLaid, Frame, ViewBack, ViewLost
from engine.cards import DECK
from vision.geometry.plane_fit import project
from vision.geometry.quads import polygon_mask
from vision.table.bearings import Bearings
from vision.table.bump import BumpWatch
from vision.table.registration import Moved, find_move

ON_BOARD = polygon_mask(SHAPE, [BOARD])


def off(matrix, by):
    """How far a matrix puts the board's corners from where it was pushed: another matrix, or a shift."""
    there = project(by, BOARD) if isinstance(by, np.ndarray) else np.add(BOARD, by)
    return np.abs(project(matrix, BOARD) - there).max()


# --- with an observer ----------------------------------------------------------------------


@pytest.mark.parametrize("board, shift, turn", [(True, (-70, 40), -5.0), (False, (30, 18), 2.0)])
def test_a_pushed_camera_keeps_every_card_with_a_board_and_without(board, shift, turn):
    bearings, table = known(board=board, cards=2)
    table.camera = pushed(shift, turn)
    began = table.number / FPS
    told = run(bearings, table, 2.0)
    assert kinds(told, CardLaid) == [] and kinds(told, CardGone) == []
    [lost], [back] = kinds(told, ViewLost), kinds(told, ViewBack)
    assert lost.t - began < 0.35 and back.t - began < 1.5
    assert not board or np.abs(np.array(bearings.view.board) - project(table.camera, BOARD)).max() < 1.0
    [laid] = lay(bearings, table, JACK, 580, 200)
    assert np.abs(np.array(laid.look.corners).mean(0) - project(table.camera, [(580, 200)])).max() < 3


def test_a_pushed_board_is_found_with_its_boxes_in_a_row_and_cards_stay():
    bearings, table = known()
    table.push_board(17, 24)
    told = run(bearings, table, 2.0)
    assert kinds(told, CardLaid) == [] and kinds(told, CardGone) == []
    assert np.abs(np.array(bearings.view.board) - np.add(BOARD, (17, 24))).max() < 1.0
    for box, quad in ROW.items():
        assert np.abs(np.array(bearings.view.boxes[box]) - np.add(quad, (17, 24))).max() < 1.0
    assert len(lay(bearings, table, TEN, 560, 200)) == 1


def test_an_arm_over_the_board_is_no_bump_and_the_dark_loses_nothing():
    bearings, table = known()
    assert kinds(run(bearings, table, 0.3, ((0, 0), (140, 150))), ViewLost) == []
    table.dark = True
    told = run(bearings, table, 9.0)
    assert len(kinds(told, ViewLost)) == 1 and kinds(told, CardGone) == []
    table.dark = False
    told = run(bearings, table, 2.0)
    assert len(kinds(told, ViewBack)) == 1
    assert kinds(told, CardLaid) == [] and kinds(told, CardGone) == []


class Watched:
    """Stands in for the observer: remembers what it was told."""

    nothing_laid, lying = True, ()
    arms_over = np.zeros((1, 1), bool)

    def __init__(self):
        self.placed = []

    def look(self, frame):
        return []

    def evidence(self, sighting):
        return None

    def place(self, view, *, pushed=False):
        self.placed.append(view)

    def moved(self, matrix, boxes, board, frame):
        raise AssertionError("nothing was moved")


def test_a_printed_board_is_found_while_the_frames_come_and_the_better_the_more(tmp_path):
    pytest.importorskip("reportlab")
    pytest.importorskip("pypdfium2")
    from bench.pictures.photographed import Shot, page_picture, photograph
    from companion_api.saying.words import words
    from hardware.print import kit

    page = page_picture(kit.write("board", tmp_path, words("fr").entry("print"), "a4", "a3")[-1])
    rng = np.random.default_rng(5)
    seen = photograph(page, Shot((1280, 720), 55, 1900, noise=4), rng)
    watched = Watched()
    bearings = Bearings(watched, (1280, 720), None, {}, None)
    bearings.look(Frame(0, 0.0, "drawn", np.full((720, 1280, 3), 90, np.uint8)))
    assert bearings.view is None and watched.placed == []
    for number in range(1, 20):
        bearings.look(Frame(number, number / 5, "drawn", noisy(seen.image, 4, rng)))
    assert bearings.view.source == "markers" and len(watched.placed) >= 1
    errors = [view.error for view in watched.placed]
    assert errors == sorted(errors, reverse=True)
    side = 246.0
    true = project(seen.matrix, [(0, 0), (side, 0), (side, side), (0, side)])
    assert np.linalg.norm(np.array(bearings.view.board) - true, axis=1).max() < 2.5


# --- what was pushed, and how far ----------------------------------------------------------


@pytest.mark.parametrize("pushed_alone, what", [(True, Moved.BOARD), (False, Moved.CAMERA)])
def test_faint_stripes_of_a_cloth_tell_that_the_board_alone_was_pushed_whatever_the_pile_shows(
    pushed_alone, what
):
    table = Bumped()
    on_board = np.zeros(SHAPE, bool)
    on_board[34:246, 34:246] = True
    cloth = np.full_like(table.table, CLOTH)
    cloth[:, np.arange(SIZE[0]) // 24 % 2 > 0] += 7
    table.table = table.bare = np.where(on_board[..., None], table.table, cloth)
    table.lay(NINE, 480, 260, 15)
    watch = BumpWatch(on_board)
    watch.settle(table.picture(), 0.0, on_board)
    # Squared up, and another one laid: no card is where one was.
    table.cards.clear()
    table.lay(JACK, 530, 200, 70)
    if pushed_alone:
        board = table.bare[34:246, 34:246].copy()
        table.table = cloth.copy()
        table.table[58:270, 51:263] = board
    else:
        table.camera = pushed((17, 24), zoom=1.0)
    [move] = watch.moves(table.picture())
    assert move.what is what and off(move.matrix, (17, 24)) < 1.0


def test_another_picture_is_no_move():
    one, other = Bumped(), np.random.default_rng(3).integers(0, 255, (*SHAPE, 3)).astype(np.uint8)
    assert find_move(one.picture(), cv2.GaussianBlur(other, (0, 0), 3)) is None
    assert find_move(one.picture(), np.zeros_like(other)) is None


@pytest.mark.parametrize("by, stayed", [((0, 0), True), ((6, 4), False)])
def test_a_board_whose_edge_is_where_it_was_has_stayed_whatever_lies_on_it(by, stayed):
    table = Bumped()
    table.bare[:, 250:] = table.bare[250:] = CLOTH
    table.push_board(0, 0)
    watch = BumpWatch(ON_BOARD)
    watch.settle(table.picture(), 0.0, ON_BOARD)
    chips = table.rng.integers(0, 255, (150, 150, 1), np.uint8)
    table.bare[65:215, 65:215] = cv2.resize(cv2.resize(chips, (18, 18)), (150, 150))[..., None]
    table.push_board(*by)
    moves = [(move.what, move.matrix.tolist()) for move in watch.moves(table.picture())]
    assert moves == ([(Moved.BOARD, np.eye(3).tolist())] if stayed else [])


# --- what is a bump ------------------------------------------------------------------------


def watching(table, looks, watch=None, start=0, pace=8):
    """A watch over the board that has looked so many times, and at which of them it saw a bump."""
    watch = watch or BumpWatch(ON_BOARD)
    moving = []
    for look in range(start, start + looks):
        watch.look(table.picture(), look / pace)
        moving.append(watch.moving)
    return watch, moving


def test_cards_that_are_gathered_are_no_bump_and_the_next_bump_is_noticed():
    table = Bumped().beside_the_board()
    for number, card in enumerate(DECK[:15]):
        table.lay(card, 310 + 70 * (number % 5), 60 + 110 * (number // 5))
    watch, _ = watching(table, 1)
    table.cards.clear()
    _, moving = watching(table, 24, watch, 1, pace=3)
    assert not any(moving)
    table.camera = pushed((20, 10), 1.0)
    assert watching(table, 1, watch, 25, pace=3)[1] == [True]


class Trembling(Bumped):
    """The same by a lamp that trembles in bands, through a noisy camera."""

    def __init__(self, noise, strength):
        super().__init__(noise=0.0)
        self.grain, self.strength = noise, strength

    def picture(self, arm=None, gain=1.0):
        still = super().picture(arm, gain)
        down = np.arange(SIZE[1]) / SIZE[1]
        self.number += 1
        bands = 1 - self.strength * (0.5 + 0.5 * np.sin(3 * np.pi * down + 1.7 * self.number))
        return noisy(still * bands[:, None, None].astype(np.float32), self.grain, self.rng)


def turned(degrees):
    """A camera turned round a point near the board."""
    return np.vstack([cv2.getRotationMatrix2D((250, 250), degrees, 1.0), [0, 0, 1]])


def test_a_camera_turned_round_a_point_near_the_board_is_a_bump_in_noise_and_trembling_light_too():
    table = Trembling(20, 0.15)
    watch, moving = watching(table, 12)
    assert not any(moving)
    table.camera = turned(0.32)
    assert watching(table, 1, watch, 12)[1] == [True]
    # It is over when all rests.
    watching(table, 6, watch, 13)
    assert watch.moving and watch.at_rest


def test_a_camera_that_is_turned_slowly_is_a_bump_too():
    table = Bumped()
    watch, moving = watching(table, 1)
    for step in range(1, 13):
        table.camera = turned(min(step, 8) * 0.06)
        moving += watching(table, 1, watch, step)[1]
    assert any(moving)


def test_noise_and_trembling_light_alone_are_no_bump():
    table = Trembling(40, 0.25).beside_the_board()
    assert not any(watching(table, 15)[1])


# --- a game without a board ----------------------------------------------------------------


def test_noise_is_all_that_stands_out_on_a_bare_table_and_is_followed_no_more():
    watch, rng = BumpWatch(None), np.random.default_rng(1)
    for look in range(40):
        image = noisy(np.full((240, 320, 3), 120, np.uint8), 6, rng)
        # Between two pictures the camera may be gone for long: in that time nothing was looked for.
        watch.look(image, 0.12 * look + 5.0 * (look > 20))
        assert not watch.moving


class Planks(Bumped):
    """Bare wood, over which the bar of a window throws its shadow: light stays where it is."""

    def __init__(self):
        super().__init__()
        rng = np.random.default_rng(0)
        grain = cv2.blur(rng.normal(0, 60, SHAPE).astype(np.float32), (61, 1))
        grain[60::110] -= 18
        self.table = np.clip(np.array(CLOTH) + grain[..., None], 0, 255).astype(np.uint8)
        self.light = np.ones((*SHAPE, 1), np.float32)
        self.light[:, 300:360] = 0.62
        self.light = cv2.GaussianBlur(self.light, (0, 0), 6)[..., None]

    def picture(self, arm=None, gain=1.0):
        return (super().picture(arm, gain) * self.light).astype(np.uint8)


@pytest.mark.parametrize("shift", [(26, -14), (-34, 18)])
def test_a_pushed_camera_finds_bare_wood_again_although_light_stays_where_it_is(shift):
    table = Planks()
    before = table.picture()
    table.camera = pushed(shift, 0.6)
    move = find_move(before, table.picture())
    spots = np.array([(x, y) for x in (80, 320, 560) for y in (70, 200, 330)], float)
    missed = np.linalg.norm(project(move.matrix, spots) - project(table.camera, spots), axis=1)
    assert missed.max() < 3
