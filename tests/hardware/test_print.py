"""The printed kit: exact millimetres, nothing cut off, every language, markers where they belong."""

import json

import cv2
import numpy as np
import pytest

pytest.importorskip("reportlab")
pytest.importorskip("pypdfium2")

import pypdfium2

from bench.pictures.photographed import DOTS, Shot, page_picture, photograph
from companion_api.command import main
from companion_api.saying.words import words
from engine.money.ledger import DEFAULT_CHIPS
from engine.printed_kit import BOARDS, CELLS, CHECK, CHIPS, CORNERS
from hardware.print import kit, marker
from hardware.print.paper import MARGIN, OVERLAP, PAPERS, tiling
from hardware.print.pen import POINTS, steps
from languages import LANGUAGES
from vision.chips.boxes import count_boxes
from vision.table.markers import find_markers, table_from


def sizes(path):
    """Width and height of every page, mm."""
    document = pypdfium2.PdfDocument(path)
    told = [tuple(length / POINTS for length in document[k].get_size()) for k in range(len(document))]
    document.close()
    return told


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("piece", kit.SHEETS)
def test_sheets_have_the_papers_size_and_keep_its_margins(tmp_path, piece, paper):
    for language in LANGUAGES if paper == "a4" else ("de",):  # German words are the longest
        [path] = kit.write(piece, tmp_path / language, words(language).entry("print"), paper)
        assert sizes(path) == [pytest.approx(PAPERS[paper], abs=0.01)]
        picture = page_picture(path)
        inked = (picture < 250).any(axis=2)
        rows, columns = np.flatnonzero(inked.any(1)), np.flatnonzero(inked.any(0))
        assert len(rows) > 200
        least = (MARGIN - 3) * DOTS
        assert min(rows[0], columns[0]) > least, "print runs into the margin"
        assert max(rows[-1] - picture.shape[0], columns[-1] - picture.shape[1]) < -least


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", BOARDS)
def test_tiles_cover_the_board_and_overlap(name, paper):
    side = BOARDS[name].side
    plan = tiling(side, paper)
    width, height = plan.page
    for tile in plan.tiles:
        assert tile.right - tile.left <= width - 2 * MARGIN and tile.bottom - tile.top <= height - 2 * MARGIN
        for other in plan.tiles:
            if other.row == tile.row and other.column == tile.column + 1:
                assert tile.right - other.left == pytest.approx(OVERLAP)
            if other.column == tile.column and other.row == tile.row + 1:
                assert tile.bottom - other.top == pytest.approx(OVERLAP)
    assert min(tile.left for tile in plan.tiles) == min(tile.top for tile in plan.tiles) == 0
    assert max(tile.right for tile in plan.tiles) == max(tile.bottom for tile in plan.tiles) == side
    assert len(plan.tiles) == {"a3": 2, "a2": 4}[name]


def test_glued_tiles_are_the_board(tmp_path):
    texts = words("fr").entry("print")
    tiles, whole = kit.write("board", tmp_path, texts, "a4", "a3")
    board = BOARDS["a3"]
    plan = tiling(board.side, "a4")
    assert sizes(whole) == [pytest.approx((board.side, board.side), abs=0.01)]
    expected = page_picture(whole)
    glued = np.full_like(expected, 255)
    for number, tile in enumerate(plan.tiles):
        page = page_picture(tiles, number)
        wide, tall = tile.right - tile.left, tile.bottom - tile.top
        x0, y0 = (plan.page[0] - wide) / 2, (plan.page[1] - tall) / 2
        part = page[
            round(y0 * DOTS) : round((y0 + tall) * DOTS), round(x0 * DOTS) : round((x0 + wide) * DOTS)
        ]
        left, top = round(tile.left * DOTS), round(tile.top * DOTS)
        glued[top : top + part.shape[0], left : left + part.shape[1]] = part
    # Later tiles lie on the hatched strips of earlier ones: nothing of the hatching is left to see.
    soft = [cv2.GaussianBlur(picture, (0, 0), 2.0).astype(int) for picture in (glued, expected)]
    assert (np.abs(soft[0] - soft[1]).max(axis=2) > 50).mean() < 0.002


def test_markers_lie_to_a_tenth_of_a_millimetre(tmp_path):
    texts = words("de").entry("print")
    for name, board in BOARDS.items():
        page = page_picture(kit.write("board", tmp_path, texts, "letter", name)[-1])
        found, twice = find_markers(page)
        assert sorted(found) == sorted(spot.number for spot in board.markers) and not twice
        for spot in board.markers:
            assert np.abs((found[spot.number] + 0.5) / DOTS - spot.corners).max() < 0.15
    sheet = page_picture(kit.write("check", tmp_path, texts, "letter")[0])
    found, _ = find_markers(sheet)
    start = (found[CHECK[0].number][0] + 0.5) / DOTS
    for spot in CHECK:
        assert np.abs((found[spot.number] + 0.5) / DOTS - start - spot.corners).max() < 0.15
    pieces, _ = find_markers(page_picture(kit.write("markers", tmp_path, texts, "letter")[0]))
    assert sorted(pieces) == [spot.number for spot, _ in CORNERS]


def test_no_marker_of_the_kit_looks_like_another_in_a_mirror():
    patterns = {
        spot.number: np.array(marker.modules(spot.number))
        for spot in (*BOARDS["a2"].markers, *BOARDS["a3"].markers, *(spot for spot, _ in CORNERS), *CHECK)
    }
    assert len(patterns) == 16
    for pattern in patterns.values():
        mirrored = pattern[:, ::-1]
        least = min((np.rot90(mirrored, k) != other).sum() for other in patterns.values() for k in range(4))
        assert least >= 3


@pytest.mark.parametrize("name", BOARDS)
def test_the_empty_boxes_of_the_board_are_seen_empty(tmp_path, name):
    page = page_picture(kit.write("board", tmp_path, words("fr").entry("print"), "a4", name)[-1])
    seen = photograph(page, Shot((1280, 720), 25.0, 800), np.random.default_rng(11))
    counts = count_boxes(seen.image, table_from(find_markers(seen.image)[0]).boxes, DEFAULT_CHIPS)
    assert set(counts) == set(CELLS) and all(count.empty for count in counts.values())


def test_chips_have_the_size_that_is_told(tmp_path):
    page = page_picture(kit.write("chips", tmp_path, words("fr").entry("print"))[0])
    inked = (page < 200).any(axis=2)
    count, _, stats, _ = cv2.connectedComponentsWithStats(inked.astype(np.uint8))
    pieces = [tuple(stats[k][2:4] / DOTS) for k in range(1, count)]
    for kind, size in CHIPS.items():
        # The line round a chip adds a quarter of a millimetre.
        alike = [piece for piece in pieces if np.abs(np.subtract(piece, size)).max() < 0.6]
        assert len(alike) >= 6, kind


def test_the_same_kit_is_the_same_file(tmp_path):
    texts = words("fr").entry("print")
    [one], [other] = (kit.write("camera", tmp_path / name, texts) for name in "ab")
    assert one.read_bytes() == other.read_bytes()


def test_paths_are_read_as_written():
    assert list(steps("M 1 -2 L .5 3e-1 Z")) == [("M", (1, -2)), ("L", (0.5, 0.3)), ("Z", ())]


def test_the_command_writes_and_judges(tmp_path, capsys):
    assert main(["print", "markers", "camera", "--out", str(tmp_path), "--json"]) == 0
    files = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["piece"] for line in files] == ["markers", "camera"]
    photo = tmp_path / "photo.png"
    cv2.imwrite(str(photo), page_picture(files[0]["file"]))
    assert main(["print", "--check", str(photo), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["markers"] == [spot.number for spot, _ in CORNERS] and told["faults"] == []
    cv2.imwrite(str(photo), page_picture(files[1]["file"]))
    for language, told in (("fr", "Aucun repère"), ("en", "No marker"), ("de", "Keine Marke")):
        assert main(["print", "--check", str(photo), "--lang", language]) == 0
        assert told in capsys.readouterr().out


def test_bad_input_is_one_line(tmp_path, capsys):
    assert main(["print", "tablecloth"]) == 2
    assert "tablecloth" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert main(["print", "camera", "--out", str(tmp_path / "file")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "cannot be written" in error
