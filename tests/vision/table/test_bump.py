"""A camera or a board that is pushed: noticed, found again, and no card is taken for another."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from bumped import BELOW, CLOTH, ROW, SHAPE, SIZE, Bumped, kinds, known, lay, pushed, run, unknown
from drawn_table import BOARD, FPS, Drawn, noisy
from observed import JACK, NINE, TEN

from engine.boundaries import CardGone, CardLaid, Frame, ViewBack, ViewLost
from engine.cards import DECK, Card
from vision.cards.photograph import SeenCard
from vision.geometry.plane_fit import project
from vision.geometry.quads import polygon_mask
from vision.table import registration
from vision.table.bearings import Bearings
from vision.table.bump import BumpWatch
from vision.table.registration import Moved, find_move

ON_BOARD = polygon_mask(SHAPE, [BOARD])


def off(matrix, by):
    """How far a matrix puts the board's corners from where it was pushed: another matrix, or a shift."""
    there = project(by, BOARD) if isinstance(by, np.ndarray) else np.add(BOARD, by)
    return np.abs(project(matrix, BOARD) - there).max()


# --- with an observer ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "board, shift, turn", [(True, (5, -3), 0.0), (True, (-70, 40), -5.0), (False, (30, 18), 2.0)]
)
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
    from companion_api.saying.words import words
    from hardware.print import kit
    from hardware.print.photographed import Shot, page_picture, photograph

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


@pytest.mark.parametrize(
    "squashed", [np.diag([1.0, 0.0, 1.0]), np.diag([1.0, 1e-9, 1.0]), np.diag([-1.0, 1.0, 1.0])]
)
def test_points_that_match_by_chance_squash_nothing(squashed, monkeypatch):
    monkeypatch.setattr(registration, "_rough_move", lambda *_: squashed)
    monkeypatch.setattr(
        registration, "_refined", lambda *_: pytest.fail("what squashes the picture has no way back")
    )
    picture = Drawn(size=SIZE).picture()
    assert find_move(picture, picture).matrix == pytest.approx(np.eye(3), abs=0.01)


def bumped(table, what):
    """A watch that saw a table before it, or its board, was pushed, and the picture after that."""
    watch = BumpWatch(ON_BOARD)
    watch.look(table.picture(), 0.0)
    if what is Moved.BOARD:
        table.push_board(20, 10)
    else:
        table.camera = pushed((20, 10), 1.0)
    after = table.picture()
    watch.look(after, 0.2)
    assert watch.moving
    return watch, after


def board_only(old, new, where=None, kind=Moved.CAMERA):
    """Of the table alone nothing is found."""
    return find_move(old, new, where, kind) if kind is Moved.BOARD else None


def misled(old, new, where=None, kind=Moved.CAMERA):
    """Of the table alone something wrong is found."""
    move = find_move(old, new, where, kind)
    if where is None or kind is Moved.BOARD:
        return move
    return replace(move, matrix=pushed((-60, -40), 4.0, 1.1))


@pytest.mark.parametrize("finds", [find_move, board_only, misled])
@pytest.mark.parametrize("what", list(Moved))
def test_what_was_pushed_is_told_apart_however_little_the_table_shows(what, finds, monkeypatch):
    table = Bumped()
    if finds is board_only:
        table.beside_the_board().lay(Card(2, "C"), 480, 260)
    watch, after = bumped(table, what)
    monkeypatch.setattr("vision.table.bump.find_move", finds)
    moves = watch.moves(after)
    assert moves[-1].what is what
    assert off(moves[-1].matrix, (20, 10) if what is Moved.BOARD else table.camera) < 1.0
    # What is found wrongly of the table does not tear it from its board.
    assert len(moves) == 1 or (finds is misled and what is Moved.BOARD)


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


def watching(table, looks, watch=None, start=0, pace=8, arms=None):
    """A watch over the board that has looked so many times, and at which of them it saw a bump."""
    watch = watch or BumpWatch(ON_BOARD)
    moving = []
    for look in range(start, start + looks):
        watch.look(table.picture(), look / pace, arms)
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


def test_a_bump_is_noticed_although_cards_came_to_lie_over_most_of_what_was_followed_from_the_start():
    table, sleeve = Bumped(), ((560, 390), (600, 160))
    watch, _ = watching(table, 1)
    for number, card in enumerate(DECK[:18]):
        table.lay(card, 70 + 68 * (number // 3), 60 + 110 * (number % 3))
    for half in range(1, 17):
        watch.look(table.picture(sleeve if half > 11 else None), half / 2)
        assert not watch.moving
    table.camera = pushed((6, 4), 0.3)
    watch.look(table.picture(sleeve), 8.5)
    assert watch.moving


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


@pytest.mark.parametrize("noise, strength, degrees", [(4, 0.1, 0.25), (20, 0.15, 0.32)])
def test_a_camera_turned_round_a_point_near_the_board_is_a_bump_in_noise_and_trembling_light_too(
    noise, strength, degrees
):
    table = Trembling(noise, strength)
    watch, moving = watching(table, 12)
    assert not any(moving)
    table.camera = turned(degrees)
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


def test_points_that_stray_by_themselves_are_followed_no_more():
    table = Trembling(20, 0.1).beside_the_board()  # nothing stands out there but noise
    watch, _ = watching(table, 1)
    assert np.mean(watch._points[:, 0] > 260) > 0.1
    watch, moving = watching(table, 8, watch, 1)
    assert np.mean(watch._points[:, 0] > 260) < 0.02 and not any(moving)


def test_the_middle_level_is_numpys_median_of_even_and_odd_counts_too():
    rng = np.random.default_rng(6)
    for _ in range(200):
        grey = rng.integers(0, rng.integers(1, 257), rng.integers(1, 30, 2)).astype(np.uint8)
        assert registration._middle(grey) == np.median(grey)


def test_points_that_each_stray_another_way_are_no_bump():
    rng = np.random.default_rng(2)
    points = rng.uniform(0, 600, (60, 2)).astype(np.float32)
    ways = rng.uniform(0, 2 * np.pi, 60)
    strayed = (1.2 * np.column_stack([np.cos(ways), np.sin(ways)])).astype(np.float32)
    assert not BumpWatch()._pushed(points, strayed)
    assert BumpWatch()._pushed(points, strayed + np.float32([3, 1]))


@pytest.mark.parametrize("board", [ON_BOARD, None])
def test_noise_and_trembling_light_alone_are_no_bump(board):
    table = Trembling(40, 0.25).beside_the_board()
    assert not any(watching(table, 15, BumpWatch(board))[1])


def test_the_points_are_chosen_afresh_although_the_light_trembles():
    table = Trembling(4, 0.2).beside_the_board()
    watch, _ = watching(table, 6, pace=4)
    table.lay(NINE, 560, 300)
    watch, moving = watching(table, 14, watch, 6, pace=4)
    assert not any(moving)
    assert (np.abs(watch._points - (560, 300)).max(axis=1) < 50).any()


@pytest.mark.parametrize("right, below", [(500, 285), (620, 390)])
def test_what_an_arm_shows_is_not_followed(right, below):
    table = Bumped().beside_the_board()
    watch, _ = watching(table, 1)
    sleeve = np.zeros(SHAPE, bool)
    sleeve[250:below, 450:right] = True
    checked = table.table[250:below, 450:right]
    checked[::16] = checked[:, ::16] = 255
    watching(table, 15, watch, 1, pace=2, arms=sleeve)
    # Where an arm hides much, the points are not chosen afresh.
    assert not watch.moving and (watch._renewed > 0) == (sleeve.mean() < 0.02)
    assert not ((watch._points > (450, 250)) & (watch._points < (right, below))).all(axis=1).any()


def test_all_rests_on_a_striped_table_too_though_the_picture_is_noisy():
    table = Trembling(30, 0.1)
    table.bare[250:, np.arange(SIZE[0]) // 6 % 2 > 0] += 15
    table.bare[:250, 250:] = table.bare[250:251, 250:]
    table.push_board(0, 0)
    watch, _ = watching(table, 12)
    watch.begin(1.5)
    _, moving = watching(table, 7, watch, 12)
    assert moving[-1] and watch.at_rest


# --- a game without a board ----------------------------------------------------------------


def test_a_trick_that_is_gathered_where_nothing_else_stands_out_is_no_bump():
    """On a cloth with faint stripes; films of Nap show the same."""
    table = Bumped()
    table.bare[:] = CLOTH
    table.bare[:, np.arange(SIZE[0]) // 24 % 2 > 0] += np.uint8(7)
    table.table = table.bare.copy()
    bearings = unknown(table, ())
    run(bearings, table, 0.8)
    for number, card in enumerate((NINE, TEN, JACK)):
        assert len(lay(bearings, table, card, 400 + 90 * number, 240)) == 1
    run(bearings, table, 4.5)
    told = run(bearings, table, 0.4, BELOW)
    table.cards.clear()
    told += run(bearings, table, 4.0)
    assert len(kinds(told, CardGone)) == 3 and kinds(told, ViewLost) == []


def test_noise_is_all_that_stands_out_on_a_bare_table_and_is_followed_no_more():
    watch, rng = BumpWatch(None), np.random.default_rng(1)
    for look in range(40):
        image = noisy(np.full((240, 320, 3), 120, np.uint8), 6, rng)
        # Between two pictures the camera may be gone for long: in that time nothing was looked for.
        watch.look(image, 0.12 * look + 5.0 * (look > 20))
        assert not watch.moving


def test_a_pattern_that_repeats_fits_where_it_repeats_and_is_no_bump():
    rng = np.random.default_rng(3)
    tile = np.repeat(np.repeat(rng.integers(60, 200, (10, 10, 3), np.uint8), 8, 0), 8, 1)
    cloth = np.tile(tile, (5, 8, 1))
    watch = BumpWatch(None)
    watch.settle(cloth, 0.0, None)
    by_a_tile, by_half = (np.array([[1, 0, shift], [0, 1, 0], [0, 0, 1.0]]) for shift in (80, 40))
    assert watch._all_stayed(cloth, by_a_tile)
    assert not watch._all_stayed(np.roll(cloth, 40, axis=1), by_half)


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


def test_a_shadow_that_stays_where_it_was_hides_no_card_after_a_bump():
    table = Planks()
    bearings = unknown(table, ())
    run(bearings, table, 0.8)
    table.camera = pushed((26, -14), 0.6)
    assert len(kinds(run(bearings, table, 3.0), ViewBack)) == 1
    assert len(lay(bearings, table, NINE, 345, 240)) == 1


def test_a_table_that_is_not_found_again_is_followed_by_its_cards(monkeypatch):
    table = Bumped()
    bearings = unknown(
        table,
        (),
        cards=lambda image: [SeenCard(look, 0.99, False) for look in table.find(image, (0, 0, *SIZE))],
    )
    run(bearings, table, 1.2)
    assert len(lay(bearings, table, NINE, 400, 260)) == len(lay(bearings, table, TEN, 490, 240)) == 1
    monkeypatch.setattr("vision.table.bump.find_move", lambda *_: None)
    table.camera = pushed((30, 18), 2.0)
    bearings._watch.begin(table.number / FPS)
    told = run(bearings, table, 2.0)
    table.lay(JACK, 580, 200)
    told += run(bearings, table, 6.0)
    assert len(kinds(told, ViewLost)) == len(kinds(told, ViewBack)) == 1
    assert [laid.look.face for laid in kinds(told, CardLaid)] == [DECK.index(JACK)]
    table.cards = table.cards[2:]
    gone = kinds(run(bearings, table, 2.5), CardGone)
    assert {each.look.face for each in gone} == {DECK.index(NINE), DECK.index(TEN)}
