"""The printed kit read back: how often it is found, how exactly, and whether faults are named.

Everything is measured on photographs drawn by `bench.pictures.photographed` from the PDF files themselves.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bench.pictures.photographed import DOTS, Shot, page_picture, photograph, random_shot, with_bank_card
from companion_api.saying.words import words
from engine.printed_kit import BOARDS, CHECK
from hardware.print import kit
from vision.geometry.plane_fit import project
from vision.table.markers import MarkerSearch, faults, find_markers, table_from

FRAMES = 200
"""Photographs of each board."""
TOGETHER = 5
"""Pictures of one view that are fitted together."""
JUDGED = 30
"""Photographs of each fault."""


def run(frames: int = FRAMES, judged: int = JUDGED) -> dict[str, Any]:
    """Per board ``found`` (share), corner errors and milliseconds; per fault how often it is named."""
    with tempfile.TemporaryDirectory() as folder:
        return {
            **{name: _board(name, Path(folder), frames) for name in BOARDS},
            "faults": _faults(Path(folder), judged),
        }


def _drawn(piece: str, folder: Path, board: str = "a2") -> np.ndarray:
    files = kit.write(piece, folder, words("fr").entry("print"), "a4", board)
    return page_picture(files[-1])


def _board(name: str, folder: Path, frames: int) -> dict[str, Any]:
    page = _drawn("board", folder, name)
    side = BOARDS[name].side
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)])
    rng = np.random.default_rng(20261121)
    pixels: list[float] = []
    mm: list[float] = []
    several: list[float] = []
    kept: list[bool] = []
    times: list[float] = []
    for number in range(frames):
        shot = random_shot(rng)
        seen = photograph(page, shot, rng)
        began = time.process_time()
        view = table_from(find_markers(seen.image)[0])
        times.append((time.process_time() - began) * 1000)
        if view is None or view.board is None:
            continue
        there = np.array(view.board)
        pixels += list(np.linalg.norm(there - project(seen.matrix, square), axis=1))
        off = np.linalg.norm(project(np.linalg.inv(seen.matrix), there) - square, axis=1)
        mm += list(off)
        kept.append(bool(off.max() <= view.error))
        if number % 10 == 0:
            several += _several(seen.image, seen.matrix, square, shot, rng)
    return {
        "frames": frames,
        "found": round(len(kept) / frames, 4),
        "corner_px_p95": _p95(pixels),
        "corner_mm_p95": _p95(mm),
        f"corner_mm_p95_of_{TOGETHER}_frames": _p95(several),
        "within_the_error_told": round(float(np.mean(kept)), 3) if kept else None,
        "ms_median": round(float(np.median(times)), 1),
    }


def _several(
    image: np.ndarray, matrix: np.ndarray, square: np.ndarray, shot: Shot, rng: np.random.Generator
) -> list[float]:
    """Errors (mm) of a view fitted from several pictures that differ in their noise."""
    search = MarkerSearch()
    view = None
    for _ in range(TOGETHER):
        noisy = np.clip(image + rng.normal(0, shot.noise, image.shape), 0, 255).astype(np.uint8)
        view = search.look(noisy)
    if view is None or view.board is None:
        return []
    off = project(np.linalg.inv(matrix), np.array(view.board)) - square
    return [float(each) for each in np.linalg.norm(off, axis=1)]


def _faults(folder: Path, judged: int) -> dict[str, Any]:
    board = _drawn("board", folder)
    pieces = _drawn("markers", folder)
    sheet = _drawn("check", folder)
    rng = np.random.default_rng(7)
    corner = _field(sheet)

    def near() -> Shot:
        return Shot((1920, 1080), float(rng.uniform(5, 40)), float(rng.uniform(600, 1100)))

    def hidden(page: np.ndarray, number: int) -> np.ndarray:
        covered = page.copy()
        found, _ = find_markers(page)
        x0, y0 = found[number].min(0).astype(int)
        x1, y1 = found[number].max(0).astype(int)
        covered[y0 : y1 + 1, x0 : x1 + 1] = 200
        return covered

    def kinds(image: np.ndarray) -> set[str]:
        return {fault.kind for fault in faults(image)}

    def share_of(kind: str, picture: Callable[[], np.ndarray]) -> float:
        return sum(kind in kinds(picture()) for _ in range(judged)) / judged

    def on_sheet(scale: float) -> np.ndarray:
        laid = with_bank_card(sheet, rng, corner, scale)
        return photograph(laid, near(), rng, scale).image

    one_missing = hidden(pieces, 2)
    false = [kinds(photograph(page, near(), rng).image) for page in (board, pieces) for _ in range(judged)]
    false += [kinds(on_sheet(1.0)) for _ in range(judged)]
    return {
        "photographs_each": judged,
        "scale_97_named": share_of("scale", lambda: on_sheet(0.97)),
        "mirrored_named": share_of(
            "mirrored", lambda: photograph(board[:, ::-1], random_shot(rng), rng).image
        ),
        "missing_corner_named": share_of("missing", lambda: photograph(one_missing, near(), rng).image),
        "false_alarms": sum(bool(each) for each in false),
        "of": len(false),
    }


def _field(sheet: np.ndarray) -> tuple[float, float]:
    """Where the check field begins on its page, mm: where the first of its markers was drawn."""
    found, _ = find_markers(sheet)
    x, y = found[CHECK[0].number][0] / DOTS
    return float(x), float(y)


def _p95(values: list[float]) -> float | None:
    return round(float(np.quantile(values, 0.95)), 3) if values else None
