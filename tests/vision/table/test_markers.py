"""The printed kit's markers, drawn by the very pages that are printed, under a camera."""

import cv2
import numpy as np
import pytest
from drawn_table import noisy

pytest.importorskip("reportlab")
pytest.importorskip("pypdfium2")

from bench.pictures.photographed import DOTS, Shot, page_picture, photograph, random_shot, with_bank_card
from companion_api.saying.words import words
from engine.printed_kit import BOARDS, CHECK, CORNERS
from hardware.print import kit
from vision.geometry.plane_fit import fit_equal_shapes, fit_plane, placed, project
from vision.table import markers
from vision.table.markers import MarkerSearch, faults, find_markers, print_scale, table_from


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages as pictures, by piece."""
    folder = tmp_path_factory.mktemp("kit")
    texts = words("fr").entry("print")
    return {
        name: page_picture(kit.write(piece, folder, texts, "a4", board)[-1])
        for name, piece, board in (
            ("a2", "board", "a2"),
            ("a3", "board", "a3"),
            ("corners", "markers", "a2"),
            ("check", "check", "a2"),
        )
    }


def kinds(image):
    return [fault.kind for fault in faults(image)]


def corners_of(board):
    return np.array([(0, 0), (board.side, 0), (board.side, board.side), (0, board.side)])


def covered(page, number):
    hidden = page.copy()
    corners = find_markers(page)[0][number].astype(int)
    (x0, y0), (x1, y1) = corners.min(0), corners.max(0)
    hidden[y0 : y1 + 1, x0 : x1 + 1] = 210
    return hidden


def off(view, seen, square):
    """How far a board's corners are from where they truly are, pixels and millimetres."""
    pixels = np.array(view.board) - project(seen.matrix, square)
    flat = project(np.linalg.inv(seen.matrix), np.array(view.board)) - square
    return np.linalg.norm(pixels, axis=1).max(), np.linalg.norm(flat, axis=1).max()


@pytest.mark.parametrize("name", ["a3", "a2"])
def test_a_board_is_found_from_afar_and_aslant(pages, name):
    rng = np.random.default_rng(4)
    for _ in range(2):
        seen = photograph(pages[name], random_shot(rng), rng)
        view = table_from(find_markers(seen.image)[0])
        assert view is not None and view.source == "markers" and view.measured and view.lost == ()
        pixels, millimetres = off(view, seen, corners_of(BOARDS[name]))
        assert pixels < 2.5 and millimetres < max(4.0, 1.5 * view.error)


def test_at_a_metre_and_a_half_it_is_exact(pages):
    rng = np.random.default_rng(2)
    side, search = BOARDS["a2"].side, MarkerSearch()
    seen = photograph(pages["a2"], Shot((1920, 1080), 35, 1500), rng)
    for _ in range(4):
        view = search.look(noisy(seen.image, 3, rng))
    assert off(view, seen, corners_of(BOARDS["a2"]))[0] < 1.0 and view.error < 3.0
    middle = project(seen.matrix, [(side / 2, side / 2), (side / 2 + 1, side / 2)])
    assert view.scale == pytest.approx(np.linalg.norm(middle[1] - middle[0]), rel=0.6)


def test_pictures_after_a_push_do_not_mix_with_those_before(pages):
    rng = np.random.default_rng(6)
    search = MarkerSearch()
    for _ in range(2):
        seen = photograph(pages["a2"], Shot((1280, 720), 25, 1000), rng)
        assert off(search.look(seen.image), seen, corners_of(BOARDS["a2"]))[0] < 1.5


def test_one_hidden_marker_is_named_and_the_board_still_found(pages):
    rng = np.random.default_rng(1)
    board = BOARDS["a2"]
    seen = photograph(covered(pages["a2"], board.markers[1].number), Shot((1280, 720), 30, 1000), rng)
    view = table_from(find_markers(seen.image)[0])
    assert view.lost == ("right",) and off(view, seen, corners_of(board))[0] < 3
    [fault] = faults(seen.image)
    assert (fault.kind, fault.names) == ("missing", ("right",))


def laid_corners(pages, rng, without=None):
    """The four corner markers cut out and laid, not quite straight, round a board of 300 by 300 mm."""
    page = pages["corners"]
    found, _ = find_markers(page)
    table = np.full((round(520 * DOTS), round(520 * DOTS), 3), (70, 110, 140), np.uint8)
    board = np.array([(110, 110), (410, 110), (410, 410), (110, 410)], float)
    cv2.fillConvexPoly(table, (board * DOTS).astype(np.int32), (60, 80, 60))
    for (marker, touch), spot in zip(CORNERS, board, strict=True):
        if marker.name == without:
            continue
        turn = float(rng.uniform(-0.05, 0.05))
        half = np.abs(touch).max()
        piece = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        lies = placed(piece - touch, spot, turn) * DOTS
        middle = found[marker.number].mean(0)
        matrix = cv2.getPerspectiveTransform(
            (piece * DOTS + middle).astype(np.float32), lies.astype(np.float32)
        )
        size = (table.shape[1], table.shape[0])
        inside = np.zeros(page.shape[:2], np.uint8)
        cv2.fillConvexPoly(inside, (piece * DOTS + middle).astype(np.int32), 255)
        mask = cv2.warpPerspective(inside, matrix, size) > 127
        table[mask] = cv2.warpPerspective(page, matrix, size, borderValue=(255, 255, 255))[mask]
    return table, board


def test_a_familys_own_board_between_corner_markers(pages):
    rng = np.random.default_rng(8)
    table, board = laid_corners(pages, rng)
    seen = photograph(table, Shot((1920, 1080), 25, 900), rng)
    view = table_from(find_markers(seen.image)[0])
    assert view is not None and view.measured and off(view, seen, board)[1] < 3.0
    flat = project(np.linalg.inv(view.plane), np.array(view.board))
    sides, measured = (
        [np.linalg.norm(a - b) for a, b in zip(each, np.roll(each, 1, 0), strict=True)]
        for each in (board, flat)
    )
    assert measured == pytest.approx(sides, rel=0.02)


def test_the_fourth_corner_is_found_and_named_missing(pages):
    rng = np.random.default_rng(9)
    table, board = laid_corners(pages, rng, without="JC")
    seen = photograph(table, Shot((1920, 1080), 20, 900), rng)
    view = table_from(find_markers(seen.image)[0])
    assert view.lost == ("JC",) and off(view, seen, board)[1] < 6.0
    assert "missing" in kinds(seen.image)


def test_mirror_and_nothing_are_named(pages):
    rng = np.random.default_rng(3)
    for name in ("a2", "corners"):
        mirrored = photograph(pages[name][:, ::-1], Shot((1280, 720), 30, 900), rng)
        assert kinds(mirrored.image) == ["mirrored"], name
    assert kinds(np.full((720, 1280, 3), 90, np.uint8)) == ["none"]


@pytest.mark.parametrize("scale", [0.97, 1.0])
def test_a_bank_card_tells_the_prints_scale(pages, scale):
    rng = np.random.default_rng(round(scale * 100))
    found, _ = find_markers(pages["check"])
    corner = tuple(found[CHECK[0].number][0] / DOTS)
    laid = with_bank_card(pages["check"], rng, corner, scale)
    seen = photograph(laid, Shot((1920, 1080), float(rng.uniform(5, 35)), 800), rng, scale)
    assert print_scale(seen.image, find_markers(seen.image)[0]) == pytest.approx(scale, abs=0.008)
    assert kinds(seen.image) == ([] if scale == 1.0 else ["scale"])


def test_a_crookedly_glued_board_is_named(pages):
    rng = np.random.default_rng(12)
    page = pages["a2"].copy()
    half = page.shape[1] // 2
    page[:, half:] = np.roll(page[:, half:], round(7 * DOTS), axis=0)
    seen = photograph(page, Shot((1280, 720), 20, 900), rng)
    assert "crooked" in kinds(seen.image)


def test_two_boards_are_named(pages):
    rng = np.random.default_rng(12)
    seen = photograph(pages["a3"], Shot((1280, 720), 20, 900), rng).image
    assert "twice" in kinds(np.hstack([seen, seen]))


def test_the_error_of_a_fit_is_told_truly():
    rng = np.random.default_rng(0)
    matrix = np.array([[2.0, 0.3, 300], [-0.1, 1.4, 200], [1e-4, 6e-4, 1]])
    flat = rng.uniform(0, 200, (16, 2))
    corner = np.array([(250.0, 250.0)])
    inside = 0
    for _ in range(200):
        fit = fit_plane(flat, project(matrix, flat) + rng.normal(0, 0.4, flat.shape))
        off = project(np.linalg.inv(matrix), project(fit.matrix, corner)) - corner
        inside += float(np.linalg.norm(off)) <= fit.error(corner)[0]
    assert 0.88 <= inside / 200 <= 1.0


def test_points_on_a_line_tell_no_plane():
    line = np.column_stack([np.arange(6.0), np.zeros(6)])
    with pytest.raises(ValueError):
        fit_plane(line, line)
    with pytest.raises(ValueError):
        fit_plane(line[:3], line[:3])


def test_equal_shapes_tell_a_plane_and_their_places():
    matrix = np.array([[2.0, 0.3, 300], [-0.1, 1.4, 200], [1e-4, 6e-4, 1]])
    shape = np.array([(-30, -44), (30, -44), (30, 44), (-30, 44)], float)
    places = [(0, 0, 0.0), (150, 20, 0.4), (90, 140, -1.0)]
    pixels = np.array([project(matrix, placed(shape, np.array(p[:2]), p[2])) for p in places])
    fit = fit_equal_shapes(np.array([shape] * 3), pixels)
    spots, turns = fit.places, fit.turns
    assert np.abs(spots - np.array(places)[:, :2]).max() < 0.01
    assert turns == pytest.approx([p[2] for p in places], abs=1e-4)
    assert fit.left_over.max() < 0.01


def test_the_error_of_pieces_laid_anywhere_is_what_it_says():
    rng = np.random.default_rng(3)
    shape = np.array([(-20, -20), (20, -20), (20, 20), (-20, 20)], float)
    matrix = np.array([[2.0, 0.3, 300.0], [-0.2, 1.7, 250.0], [1e-4, 4e-4, 1.0]])
    corner = np.array([[26.0, 26.0]])
    within = []
    for _ in range(40):
        poses = [
            (0.0, 0.0, 0.0),
            *((x, y, rng.uniform(-3, 3)) for x, y in ((240, 10), (230, 250), (-5, 245))),
        ]
        there = np.array([project(matrix, placed(shape, np.array(pose[:2]), pose[2])) for pose in poses])
        fit = fit_equal_shapes(np.array([shape] * 4), there + rng.normal(0, 0.4, there.shape))
        told = fit.spots_error(np.repeat(corner, 4, axis=0))
        for pose, place, turn, error in zip(poses, fit.places, fit.turns, told, strict=True):
            seen = project(fit.matrix, placed(corner, place, turn))
            off = project(np.linalg.inv(matrix), seen) - placed(corner, np.array(pose[:2]), pose[2])
            within.append(float(np.linalg.norm(off)) <= error)
    assert 0.88 < np.mean(within) < 0.99


def test_in_a_picture_of_dots_not_every_speck_is_a_candidate():
    dots = np.random.default_rng(1).integers(0, 2, (108, 192), np.uint8) * 255
    settings = [markers._detector(longest).getDetectorParameters() for longest in (192, 576, 4000)]
    seen = [each.minMarkerPerimeterRate * n for each, n in zip(settings, (192, 576, 4000), strict=True)]
    assert seen == pytest.approx([20, 20, 40])
    assert find_markers(dots) == ({}, frozenset())
