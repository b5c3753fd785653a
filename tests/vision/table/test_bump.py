"""A camera or a board that is pushed: noticed, found again, and no card is taken for another."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_table import BOARD, SEATS, SIZE, Drawn, noisy

from engine.boundaries import CardGone, CardLaid, Frame, ViewBack, ViewLost
from engine.cards import DECK, HONOURS, Card
from vision.cards.photograph import SeenCard
from vision.geometry.plane_fit import project
from vision.geometry.quads import polygon_mask
from vision.observer.observer import Detectors, Observer
from vision.table import registration
from vision.table.bearings import Bearings
from vision.table.board import cell_quads
from vision.table.bump import BumpWatch
from vision.table.registration import Moved, find_move

NINE, TEN, JACK = Card(9, "C"), Card(10, "S"), Card(11, "H")
BELOW = ((400, 480), (520, 300))


def pushed(shift, turn=0.0, zoom=0.99):
    """What a push of the camera does to the picture."""
    matrix = np.vstack([cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn, zoom), [0, 0, 1]])
    matrix[:2, 2] += shift
    return matrix


class Bumped(Drawn):
    """A drawn table with prints on its board, seen by a camera that can be pushed, or whose board can."""

    def __init__(self, seed=0):
        super().__init__(seed)
        self.camera = np.eye(3)
        self.dark = False
        self.board_by = (0, 0)
        rng = np.random.default_rng(5)
        for _ in range(70):
            x, y = rng.uniform(50, 230, 2)
            colour = tuple(int(value) for value in rng.integers(0, 255, 3))
            cv2.circle(self.table, (int(x), int(y)), int(rng.integers(3, 9)), colour, -1)
        for _ in range(60):
            x, y = rng.uniform((260, 20), (780, 460))
            cv2.circle(self.table, (int(x), int(y)), 4, (40, 60, 80), -1)
        self.bare = self.table.copy()

    def push_board(self, right, down):
        x0, y0, x1, y1 = 34, 34, 246, 246
        self.table = self.bare.copy()
        self.table[y0:y1, x0:x1] = (60, 90, 120)
        self.table[y0 + down : y1 + down, x0 + right : x1 + right] = self.bare[y0:y1, x0:x1]

    def picture(self, arm=None, gain=1.0):
        image = super().picture(arm, gain)
        if self.dark:
            return (image * 0.02).astype(np.uint8)
        return cv2.warpPerspective(image, self.camera, SIZE, borderMode=cv2.BORDER_REPLICATE)

    def find(self, image, region):
        everywhere = super().find(image, (0, 0, *SIZE))
        moved = [
            type(look)(tuple(map(tuple, project(self.camera, look.corners))), look.faces)
            for look in everywhere
        ]
        x0, y0, x1, y1 = region
        middles = [np.mean(look.corners, axis=0) for look in moved]
        return [look for look, (x, y) in zip(moved, middles, strict=True) if x0 <= x <= x1 and y0 <= y <= y1]


def watcher(table, boxes=None):
    boxes = boxes or cell_quads(BOARD)
    observer = Observer(SIZE, SEATS, 3, boxes, BOARD, Detectors(table.find))
    return Bearings(observer, SIZE, BOARD, boxes, None)


def run(bearings, table, seconds, arm=None):
    told = []
    for _ in range(round(seconds * 15)):
        told += bearings.look(table.frame(arm))
    return told


def kinds(told, kind):
    return [sighting for sighting in told if isinstance(sighting, kind)]


def lay(bearings, table, card, x, y):
    told = run(bearings, table, 0.4, BELOW)
    table.lay(card, x, y, 15)
    told += run(bearings, table, 0.2, BELOW)
    return kinds(told + run(bearings, table, 1.0), CardLaid)


@pytest.mark.parametrize("shift, turn", [((5, -3), 0.0), ((-90, 40), -5.0)])
def test_a_pushed_camera_keeps_every_card(shift, turn):
    table = Bumped()
    bearings = watcher(table)
    run(bearings, table, 0.8)
    assert len(lay(bearings, table, NINE, 420, 260)) == 1
    assert len(lay(bearings, table, TEN, 560, 240)) == 1
    table.camera = pushed(shift, turn)
    began = table.number / 15
    told = run(bearings, table, 2.5)
    assert kinds(told, CardLaid) == [] and kinds(told, CardGone) == []
    [lost], [back] = kinds(told, ViewLost), kinds(told, ViewBack)
    assert lost.t - began < 0.35 and back.t - began < 1.5
    there = project(table.camera, BOARD)
    assert np.abs(np.array(bearings.view.board) - there).max() < 1.0
    [laid] = lay(bearings, table, JACK, 640, 200)
    assert np.abs(np.array(laid.look.corners).mean(0) - project(table.camera, [(640, 200)])).max() < 3


def test_a_pushed_board_is_found_and_cards_stay():
    table = Bumped()
    bearings = watcher(table)
    run(bearings, table, 0.8)
    assert len(lay(bearings, table, NINE, 480, 260)) == 1
    table.push_board(17, 24)
    told = run(bearings, table, 2.5)
    assert kinds(told, CardLaid) == [] and kinds(told, CardGone) == []
    assert np.abs(np.array(bearings.view.board) - np.add(BOARD, (17, 24))).max() < 1.0
    assert len(lay(bearings, table, TEN, 620, 200)) == 1


@pytest.mark.parametrize("pushed_alone, what", [(True, Moved.BOARD), (False, Moved.CAMERA)])
def test_faint_stripes_of_a_cloth_tell_that_the_board_alone_was_pushed_whatever_the_pile_shows(
    pushed_alone, what
):
    table = Bumped()
    on_board = np.zeros(SIZE[::-1], bool)
    on_board[34:246, 34:246] = True
    cloth = np.full_like(table.table, (60, 90, 120))
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
    assert move.what is what
    assert np.abs(project(move.matrix, BOARD) - np.add(BOARD, (17, 24))).max() < 1.0


def test_boxes_in_a_row_are_still_in_a_row_after_a_push():
    (x0, y0), _, (x1, y1), _ = BOARD
    step = (x1 - x0) / 5
    edges = [(x0 + step * place, x0 + step * (place + 1)) for place in range(5)]
    row = {
        box: ((left, y0), (right, y0), (right, y1), (left, y1))
        for box, (left, right) in zip(HONOURS, edges, strict=True)
    }
    table = Bumped()
    bearings = watcher(table, row)
    run(bearings, table, 0.8)
    table.push_board(17, 24)
    run(bearings, table, 2.5)
    for box, quad in row.items():
        assert np.abs(np.array(bearings.view.boxes[box]) - np.add(quad, (17, 24))).max() < 1.0


def test_arms_and_cards_are_no_bump():
    table = Bumped()
    bearings = watcher(table)
    told = run(bearings, table, 0.8)
    for number, card in enumerate([NINE, TEN, JACK]):
        told += run(bearings, table, 0.3, ((0, 0), (140, 150)))
        told += lay(bearings, table, card, 380 + 100 * number, 250)
    assert kinds(told, ViewLost) == []
    assert len(kinds(told, CardLaid)) == 3


def test_the_dark_loses_nothing():
    table = Bumped()
    bearings = watcher(table)
    run(bearings, table, 0.8)
    assert len(lay(bearings, table, NINE, 420, 260)) == 1
    table.dark = True
    told = run(bearings, table, 9.0)
    assert len(kinds(told, ViewLost)) == 1 and kinds(told, CardGone) == []
    table.dark = False
    told = run(bearings, table, 2.5)
    assert len(kinds(told, ViewBack)) == 1
    assert kinds(told, CardLaid) == [] and kinds(told, CardGone) == []


def test_another_picture_is_no_move():
    one, other = Bumped(), np.random.default_rng(3).integers(0, 255, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
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
    picture = Drawn().picture()
    assert find_move(picture, picture).matrix == pytest.approx(np.eye(3), abs=0.01)


def test_what_was_pushed_is_told_apart():
    table = Bumped()
    board = polygon_mask((SIZE[1], SIZE[0]), [BOARD])
    watch = BumpWatch(board)
    watch.look(table.picture(), 0.0)
    table.push_board(20, 10)
    watch.look(table.picture(), 0.2)
    assert watch.moving
    [move] = watch.moves(table.picture())
    assert move.what is Moved.BOARD
    assert np.abs(project(move.matrix, BOARD) - np.add(BOARD, (20, 10))).max() < 1.0


def test_cards_that_are_gathered_are_no_bump_and_the_next_bump_is_noticed():
    table = Bumped()
    table.bare[:, 260:] = (60, 90, 120)
    table.table = table.bare.copy()
    for number, card in enumerate(DECK[:28]):
        table.lay(card, 310 + 70 * (number % 7), 60 + 110 * (number // 7))
    watch = BumpWatch(polygon_mask((SIZE[1], SIZE[0]), [BOARD]))
    watch.look(table.picture(), 0.0)
    table.cards.clear()
    for tenth in range(1, 80):
        watch.look(table.picture(), tenth / 10)
        assert not watch.moving
    table.camera = pushed((20, 10), 1.0)
    watch.look(table.picture(), 8.1)
    assert watch.moving


def test_a_bump_is_noticed_although_cards_came_to_lie_over_most_of_what_was_followed_from_the_start():
    table, sleeve = Bumped(), ((640, 470), (680, 200))
    watch = BumpWatch(polygon_mask((SIZE[1], SIZE[0]), [BOARD]))
    watch.look(table.picture(), 0.0)
    for number, card in enumerate(DECK[:28]):
        table.lay(card, 70 + 68 * (number // 4), 60 + 110 * (number % 4))
    for half in range(1, 17):
        watch.look(table.picture(sleeve if half > 11 else None), half / 2)
        assert not watch.moving
    table.camera = pushed((6, 4), 0.3)
    watch.look(table.picture(sleeve), 8.5)
    assert watch.moving


def bumped(table, what):
    """A watch that saw a table before it, or its board, was pushed, and the picture after that."""
    watch = BumpWatch(polygon_mask((SIZE[1], SIZE[0]), [BOARD]))
    watch.look(table.picture(), 0.0)
    if what is Moved.BOARD:
        table.push_board(20, 10)
    else:
        table.camera = pushed((20, 10), 1.0)
    after = table.picture()
    watch.begin(0.2)
    return watch, after


@pytest.mark.parametrize("what", list(Moved))
def test_on_a_table_with_little_on_it_too(what, monkeypatch):
    table = Bumped()
    table.bare[:, 260:] = (60, 90, 120)
    table.table = table.bare.copy()
    table.lay(Card(2, "C"), 480, 260)
    watch, after = bumped(table, what)

    def finds_the_board_only(old, new, where=None, kind=Moved.CAMERA):
        return find_move(old, new, where, kind) if kind is Moved.BOARD else None

    monkeypatch.setattr("vision.table.bump.find_move", finds_the_board_only)
    [move] = watch.moves(after)
    assert move.what is what


@pytest.mark.parametrize("what", list(Moved))
def test_what_is_found_wrongly_of_the_table_alone_does_not_tear_it_from_its_board(what, monkeypatch):
    table = Bumped()
    watch, after = bumped(table, what)

    def misled(old, new, where=None, kind=Moved.CAMERA):
        move = find_move(old, new, where, kind)
        if where is None or kind is Moved.BOARD:
            return move
        return replace(move, matrix=pushed((-60, -40), 4.0, 1.1))

    monkeypatch.setattr("vision.table.bump.find_move", misled)
    moves = watch.moves(after)
    if what is Moved.CAMERA:
        [move] = moves
        assert move.what is what
        assert np.abs(project(move.matrix, BOARD) - project(table.camera, BOARD)).max() < 1.0
    else:
        assert moves[-1].what is what
        assert np.abs(project(moves[-1].matrix, BOARD) - np.add(BOARD, (20, 10))).max() < 1.0


class Trembling(Bumped):
    """The same by a lamp that trembles in bands, through a noisy camera."""

    def __init__(self, noise, strength):
        super().__init__()
        self.noise, self.grain, self.strength = 0.0, noise, strength

    def picture(self, arm=None, gain=1.0):
        still = super().picture(arm, gain)
        down = np.arange(SIZE[1]) / SIZE[1]
        self.number += 1
        bands = 1 - self.strength * (0.5 + 0.5 * np.sin(3 * np.pi * down + 1.7 * self.number))
        return noisy(still * bands[:, None, None].astype(np.float32), self.grain, self.rng)


def watching(table, looks, watch=None, start=0):
    """A watch over the board that has looked so many times, and at which of them it saw a bump."""
    watch = watch or BumpWatch(polygon_mask((SIZE[1], SIZE[0]), [BOARD]))
    moving = []
    for look in range(start, start + looks):
        watch.look(table.picture(), look / 8)
        moving.append(watch.moving)
    return watch, moving


@pytest.mark.parametrize("noise, strength, degrees", [(4, 0.1, 0.25), (20, 0.15, 0.32)])
def test_a_camera_turned_round_a_point_near_the_board_is_a_bump_in_noise_and_trembling_light_too(
    noise, strength, degrees
):
    table = Trembling(noise, strength)
    watch, moving = watching(table, 12)
    assert not any(moving)
    table.camera[:2] = cv2.getRotationMatrix2D((250, 250), degrees, 1.0)
    _, moving = watching(table, 1, watch, 12)
    assert moving == [True]


def test_a_camera_that_is_turned_slowly_is_a_bump_too():
    table = Bumped()
    watch, moving = watching(table, 1)
    for step in range(1, 13):
        table.camera[:2] = cv2.getRotationMatrix2D((250, 250), min(step, 8) * 0.06, 1.0)
        _, moving = watching(table, 1, watch, step)
        if moving[-1]:
            break
    assert moving[-1]


def test_a_bump_is_over_when_all_rests_though_the_picture_is_noisy():
    table = Trembling(20, 0.15)
    watch, _ = watching(table, 12)
    table.camera[:2] = cv2.getRotationMatrix2D((250, 250), 0.5, 1.0)
    _, moving = watching(table, 7, watch, 12)
    assert moving[-1] and watch.at_rest


def test_points_that_stray_by_themselves_are_followed_no_more():
    table = Trembling(20, 0.1)
    table.table[:, 450:] = (60, 90, 120)  # nothing stands out there but noise
    watch, moving = watching(table, 1)
    assert np.mean(watch._points[:, 0] > 450) > 0.1
    watch, moving = watching(table, 8, watch, 1)
    assert np.mean(watch._points[:, 0] > 450) < 0.02 and not any(moving)


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


def test_noise_and_trembling_light_alone_are_no_bump():
    for board in (polygon_mask((SIZE[1], SIZE[0]), [BOARD]), None):
        table = Trembling(40, 0.25)
        table.table[:, 260:] = (60, 90, 120)
        _, moving = watching(table, 15, BumpWatch(board))
        assert not any(moving)


def test_the_points_are_chosen_afresh_although_the_light_trembles():
    table = Trembling(4, 0.2)
    table.table[:, 260:] = (60, 90, 120)
    watch, _ = watching(table, 12)
    table.lay(NINE, 600, 300)
    watch, moving = watching(table, 24, watch, 12)
    assert not any(moving)
    assert (np.abs(watch._points - (600, 300)).max(axis=1) < 50).any()


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
    for number in range(1, 60):
        bearings.look(Frame(number, number / 15, "drawn", noisy(seen.image, 4, rng)))
    assert bearings.view.source == "markers" and len(watched.placed) >= 1
    errors = [view.error for view in watched.placed]
    assert errors == sorted(errors, reverse=True)
    side = 246.0
    true = project(seen.matrix, [(0, 0), (side, 0), (side, side), (0, side)])
    assert np.linalg.norm(np.array(bearings.view.board) - true, axis=1).max() < 2.5


@pytest.mark.parametrize("right, below", [(540, 310), (750, 450)])
def test_what_an_arm_shows_is_not_followed(right, below):
    table = Bumped()
    table.table[:, 260:] = (60, 90, 120)
    watch, _ = watching(table, 1)
    sleeve = np.zeros((SIZE[1], SIZE[0]), bool)
    sleeve[250:below, 450:right] = True
    checked = table.table[250:below, 450:right]
    checked[::16] = checked[:, ::16] = 255
    for look in range(1, 60):
        watch.look(table.picture(), look / 8, sleeve)
    # Where an arm hides much, the points are not chosen afresh.
    assert not watch.moving and (watch._renewed > 0) == (sleeve.mean() < 0.02)
    assert not ((watch._points > (450, 250)) & (watch._points < (right, below))).all(axis=1).any()


@pytest.mark.parametrize("by, stayed", [((0, 0), True), ((6, 4), False)])
def test_a_board_whose_edge_is_where_it_was_has_stayed_whatever_lies_on_it(by, stayed):
    table = Bumped()
    table.bare[:, 250:] = table.bare[250:] = (60, 90, 120)
    table.push_board(0, 0)
    watch = BumpWatch(polygon_mask((SIZE[1], SIZE[0]), [BOARD]))
    watch.settle(table.picture(), 0.0, polygon_mask((SIZE[1], SIZE[0]), [BOARD]))
    chips = table.rng.integers(0, 255, (150, 150, 1), np.uint8)
    table.bare[65:215, 65:215] = cv2.resize(cv2.resize(chips, (18, 18)), (150, 150))[..., None]
    table.push_board(*by)
    moves = watch.moves(table.picture())
    assert [(move.what, move.matrix.tolist()) for move in moves] == (
        [(Moved.BOARD, np.eye(3).tolist())] if stayed else []
    )


def test_all_rests_on_a_striped_table_too_though_the_picture_is_noisy():
    table = Trembling(30, 0.1)
    stripes = np.arange(SIZE[0]) // 6 % 2 > 0
    table.bare[250:, stripes] += 15
    table.bare[:250, 250:] = table.bare[250:251, 250:]
    table.push_board(0, 0)
    watch, _ = watching(table, 12)
    watch.begin(1.5)
    _, moving = watching(table, 7, watch, 12)
    assert moving[-1] and watch.at_rest


# --- a game without a board ----------------------------------------------------------------


def boardless(table):
    observer = Observer(SIZE, SEATS, 3, {}, None, Detectors(table.find))
    return Bearings(observer, SIZE, None, {}, None, honours=())


def bare_table(stripes):
    """A table on which nothing lies, plain or faintly striped."""
    table = Bumped()
    table.table[:] = (60, 90, 120)
    table.table[:, np.arange(SIZE[0]) // 24 % 2 > 0] += np.uint8(stripes)
    table.bare = table.table.copy()
    return table


@pytest.mark.parametrize("stripes", [0, 7])
def test_a_trick_that_is_gathered_where_nothing_else_stands_out_is_no_bump(stripes):
    table = bare_table(stripes)
    bearings = boardless(table)
    run(bearings, table, 0.8)
    for trick in ((NINE, TEN, JACK), (Card(2, "C"), Card(3, "C"), Card(4, "C"))):
        for number, card in enumerate(trick):
            assert len(lay(bearings, table, card, 420 + 90 * number, 240)) == 1
        run(bearings, table, 4.5)
        told = run(bearings, table, 0.4, BELOW)
        table.cards.clear()
        table.table = table.bare.copy()
        told += run(bearings, table, 4.0)
        assert len(kinds(told, CardGone)) == 3 and kinds(told, ViewLost) == []


def test_a_pushed_camera_keeps_every_card_without_a_board_too():
    table = Bumped()
    bearings = boardless(table)
    run(bearings, table, 0.8)
    assert len(lay(bearings, table, NINE, 420, 260)) == 1
    table.camera = pushed((30, 18), 2.0)
    told = run(bearings, table, 2.5)
    assert kinds(told, CardLaid) == [] and kinds(told, CardGone) == []
    assert len(kinds(told, ViewLost)) == len(kinds(told, ViewBack)) == 1
    assert len(lay(bearings, table, JACK, 640, 200)) == 1


def test_noise_is_all_that_stands_out_on_a_bare_table_and_is_followed_no_more():
    watch, rng = BumpWatch(None), np.random.default_rng(1)
    for look in range(80):
        image = noisy(np.full((SIZE[1], SIZE[0], 3), 120, np.uint8), 6, rng)
        # Between two pictures the camera may be gone for long: in that time nothing was looked for.
        watch.look(image, 0.12 * look + 5.0 * (look > 40))
        assert not watch.moving


def test_a_pattern_that_repeats_fits_where_it_repeats_and_is_no_bump():
    rng = np.random.default_rng(3)
    tile = np.repeat(np.repeat(rng.integers(60, 200, (10, 10, 3), np.uint8), 8, 0), 8, 1)
    cloth = np.tile(tile, (SIZE[1] // 80 + 1, SIZE[0] // 80 + 1, 1))[: SIZE[1], : SIZE[0]]
    watch = BumpWatch(None)
    watch.settle(cloth, 0.0, None)
    by_a_tile, by_half = (np.array([[1, 0, shift], [0, 1, 0], [0, 0, 1.0]]) for shift in (80, 40))
    assert watch._all_stayed(cloth, by_a_tile)
    assert not watch._all_stayed(np.roll(cloth, 40, axis=1), by_half)


class Planks(Bumped):
    """Bare wood, over which the bar of a window throws its shadow: light stays where it is."""

    def __init__(self, seed=0):
        super().__init__(seed)
        rng = np.random.default_rng(seed)
        grain = cv2.blur(rng.normal(0, 60, (SIZE[1], SIZE[0])).astype(np.float32), (61, 1))
        grain[60::110] -= 18
        self.table = np.clip(np.array([60, 90, 120]) + grain[..., None], 0, 255).astype(np.uint8)
        self.light = np.ones((SIZE[1], SIZE[0], 1), np.float32)
        self.light[:, 380:440] = 0.62
        self.light = cv2.GaussianBlur(self.light, (0, 0), 6)[..., None]

    def picture(self, arm=None, gain=1.0):
        return (super().picture(arm, gain) * self.light).astype(np.uint8)


@pytest.mark.parametrize("shift", [(26, -14), (-34, 18)])
def test_a_pushed_camera_finds_bare_wood_again_although_light_stays_where_it_is(shift):
    table = Planks()
    before = table.picture()
    table.camera = pushed(shift, 0.6)
    move = find_move(before, table.picture())
    spots = np.array([(x, y) for x in (100, 400, 700) for y in (80, 240, 400)], float)
    off = np.linalg.norm(project(move.matrix, spots) - project(table.camera, spots), axis=1)
    assert off.max() < 3


def test_a_shadow_that_stays_where_it_was_hides_no_card_after_a_bump():
    table = Planks()
    bearings = boardless(table)
    run(bearings, table, 0.8)
    table.camera = pushed((26, -14), 0.6)
    assert len(kinds(run(bearings, table, 4.0), ViewBack)) == 1
    assert len(lay(bearings, table, NINE, 425, 240)) == 1


def test_a_table_that_is_not_found_again_is_followed_by_its_cards(monkeypatch):
    table = Bumped()
    bearings = boardless(table)
    bearings._cards = lambda image: [SeenCard(look, 0.99, False) for look in table.find(image, (0, 0, *SIZE))]
    run(bearings, table, 1.2)
    assert len(lay(bearings, table, NINE, 420, 260)) == len(lay(bearings, table, TEN, 560, 240)) == 1
    table.camera = pushed((30, 18), 2.0)
    monkeypatch.setattr("vision.table.bump.find_move", lambda *_: None)
    bearings._watch.begin(table.number / 15)
    told = run(bearings, table, 2.0)
    table.lay(JACK, 640, 200)
    told += run(bearings, table, 8.0)
    assert len(kinds(told, ViewLost)) == len(kinds(told, ViewBack)) == 1
    assert [laid.look.face for laid in kinds(told, CardLaid)] == [DECK.index(JACK)]
    table.cards = table.cards[2:]
    gone = kinds(run(bearings, table, 3.0), CardGone)
    assert {each.look.face for each in gone} == {DECK.index(NINE), DECK.index(TEN)}
