"""What a camera's picture says about how it stands: the right camera, one whole board, cards large enough."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from companion_api.doctor import BAD, GOOD, POOR, Finding
from companion_api.doctor.around import around
from engine.boundaries import Point, Quad
from engine.cards import HONOURS
from hardware.mount.field_of_view import CARD
from vision.camera.quality import judge
from vision.cards.photograph import DetectedCard, cards_of_photo
from vision.table.bearings import as_dealt, mirrored
from vision.table.board import TableView, view_of_corners
from vision.table.honours import find_tableau, legible
from vision.table.markers import MarkerSearch, faults
from vision.table.search import find_board

UPSIDE_DOWN = 135.0
"""Degrees by which the board's own upright may be turned before the camera is called upside down."""
TWICE = 3
"""Honours seen at two places from which there are two boards: one or two may be cards that were laid."""


def look(image: np.ndarray, board: Quad | None = None, seats: Sequence[Point] = ()) -> list[Finding]:
    """Everything that one still of a table at rest tells.

    Args:
        image: uint8 H × W × 3, BGR.
        board: its outline where a table file tells it; None: it is looked for.
        seats: the table's edge in front of each player, where known.
    """
    return see(image, board, seats)[0]


def see(
    image: np.ndarray, board: Quad | None = None, seats: Sequence[Point] = ()
) -> tuple[list[Finding], TableView | None]:
    """`look`, and where the table lies in the still, as far as it was found."""
    first = judge(image)[0]
    if first.why in ("black", "covered"):
        return [Finding("light", first.verdict, first.why, {"brightness": first.value})], None
    seen = cards_of_photo(image)
    view = view_of_corners(board) if board is not None else _find(image, seen)
    if (view is None or not as_dealt(view)) and mirrored(image, cards_of_photo, seen):
        return [Finding("board", BAD, "mirrored"), *_print(image)], None
    outline = None if view is None else view.board
    side = _card_side(view, seen)
    found = [
        Finding(one.matter, one.verdict, one.why, {"value": round(one.value, None if one.value >= 10 else 3)})
        for one in judge(image, outline, seats, side)
    ]
    size = (image.shape[1], image.shape[0])
    where = _board(view, seen, board is not None)
    beside = around(outline, size, seats, seen)
    return [where, *_upright(outline), *found, *beside, *_print(image)], view


def _find(image: np.ndarray, seen: Sequence[DetectedCard]) -> TableView | None:
    return MarkerSearch().look(image) or find_board(image, seen) or find_tableau(seen)


def _board(view: TableView | None, seen: Sequence[DetectedCard], is_set: bool) -> Finding:
    """Whether one board is in sight; without one, whether this looks like a table at all."""
    if _twice(seen) >= TWICE:
        return Finding("board", BAD, "two_boards")
    if view is None:
        cards = sum(one.why_unread is None for one in seen)
        return Finding("board", BAD, "no_board" if cards else "wrong_camera", {"cards": cards})
    if is_set:
        return Finding("board", GOOD, "", {"source": "table"})
    return Finding("board", GOOD, "", {"source": view.source, "error_mm": round(view.error, 1)})


def _twice(seen: Sequence[DetectedCard]) -> int:
    """How many honours lie at two places."""
    read = [one.card for one in seen if legible(one) and one.why_unread is None]
    return sum(read.count(card) > 1 for card in HONOURS)


def _upright(board: Quad | None) -> list[Finding]:
    """Whether the board's own upper edge (K♥ to Q♠) is anywhere near the top of the picture."""
    if board is None:
        return []
    (x, y), (x2, y2) = board[0], board[1]
    turned = math.degrees(math.atan2(y2 - y, x2 - x))
    why = "upside_down" if abs(turned) > UPSIDE_DOWN else ""
    return [Finding("upright", POOR if why else GOOD, why, {"degrees": round(turned)})]


def _card_side(view: TableView | None, seen: Sequence[DetectedCard]) -> float | None:
    """A card's short side in pixels where cards are smallest: of those read, else by the board's scale."""
    sides = [_short_side(one.look.corners) for one in seen if one.why_unread is None]
    if sides:
        return float(np.median(sides))
    return None if view is None else CARD[0] * view.scale


def _short_side(quad: Quad) -> float:
    a, b, c, d = quad
    return min(math.dist(a, b) + math.dist(c, d), math.dist(b, c) + math.dist(d, a)) / 2


def _print(image: np.ndarray) -> list[Finding]:
    """What is wrong with a printed board or its markers, where there are any."""
    found = []
    for fault in faults(image):
        if fault.kind == "none":
            continue
        figures: dict[str, float | int | str] = {"names": ", ".join(fault.names)}
        if fault.share is not None:
            figures["percent"] = round(100 * fault.share, 1)
        verdict = POOR if fault.kind == "missing" else BAD
        found.append(Finding("print", verdict, fault.kind, figures))
    return found
