"""What will hurt though the board is in sight: too slanting a look, a hand of cards, a pile at a seat."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from companion_api.doctor import BAD, GOOD, POOR, Finding
from engine.boundaries import Point, Quad
from vision.cards.photograph import DetectedCard
from vision.geometry.quads import center, overlap, polygon_mask
from vision.table.board import slant

SLANT = (62.0, 72.0)
"""Degrees from straight above from which a camera's look is poor, bad: of a card's length less than half,
then less than a third is left, and cards lie before each other."""
FAN = 4
"""Cards, each on the next, from which there is a hand, or a pile."""
ON = 0.08
"""Overlap from which one card lies on another."""
IN_ORDER = 0.9
"""How closely the cards of a hand turn as they go from side to side (correlation); a pile's lie anyhow."""
SPREAD = 15.0
"""Degrees by which the outer cards of a hand are turned against each other at least."""
AT_SEAT = 0.4
"""Sides of the board from a seat within which a pile lies where that player's hand and arm are."""


def around(
    board: Quad | None, size: tuple[int, int], seats: Sequence[Point], seen: Sequence[DetectedCard]
) -> list[Finding]:
    """What is wrong beside the board, and what to move.

    Args:
        board: its outline, None where it is not seen.
        size: the picture's width and height, pixels.
        seats: the table's edge in front of each player, where known.
        seen: every card in the picture.
    """
    found = [] if board is None else [_slant(board, size)]
    for cards in _together(_off_board(board, size, seen)):
        if _as_a_hand(cards):
            found.append(Finding("hand", POOR, "readable", {"cards": len(cards)}))
        elif board is not None and _at_a_seat(board, seats, cards):
            found.append(Finding("pile", POOR, "at_seat", {"cards": len(cards)}))
    return found


def _slant(board: Quad, size: tuple[int, int]) -> Finding:
    degrees = slant(board, size)
    verdict = GOOD if degrees < SLANT[0] else POOR if degrees < SLANT[1] else BAD
    return Finding("slant", verdict, "" if verdict == GOOD else "oblique", {"degrees": round(degrees)})


def _off_board(board: Quad | None, size: tuple[int, int], seen: Sequence[DetectedCard]) -> list[Quad]:
    """The outlines of the cards that show their faces and do not lie on the board."""
    faces = [one.look.corners for one in seen if not one.back]
    if board is None:
        return faces
    on = polygon_mask((size[1], size[0]), [board])

    def lies_on(quad: Quad) -> bool:
        x, y = (int(each) for each in center(quad))
        return 0 <= x < size[0] and 0 <= y < size[1] and bool(on[y, x])

    return [quad for quad in faces if not lies_on(quad)]


def _together(quads: Sequence[Quad]) -> list[list[Quad]]:
    """Groups of at least `FAN` cards of which each lies on another one of it."""
    groups: list[list[Quad]] = []
    for quad in quads:
        touching = [group for group in groups if any(overlap(quad, other) > ON for other in group)]
        groups = [group for group in groups if group not in touching]
        groups.append([quad, *(other for group in touching for other in group)])
    return [group for group in groups if len(group) >= FAN]


def _as_a_hand(cards: Sequence[Quad]) -> bool:
    """Whether cards are fanned: from one side to the other each is turned a little further."""
    corners = np.array(cards, float)
    up = corners[:, :2].mean(1) - corners[:, 2:].mean(1)
    up *= np.where(up @ up.mean(0) < 0, -1, 1)[:, None]
    turned = np.degrees(np.arctan2(up[:, 1], up[:, 0]) - math.atan2(*up.mean(0)[::-1]))
    turned = (turned + 180) % 360 - 180
    way = np.array([-up.mean(0)[1], up.mean(0)[0]])
    aside = corners.mean(1) @ way
    if np.ptp(turned) < SPREAD or np.ptp(aside) == 0:
        return False
    return abs(float(np.corrcoef(turned, aside)[0, 1])) > IN_ORDER


def _at_a_seat(board: Quad, seats: Sequence[Point], cards: Sequence[Quad]) -> bool:
    side = float(np.linalg.norm(np.subtract(board, np.roll(board, 1, 0)), axis=1).mean())
    middle = np.mean([center(quad) for quad in cards], axis=0)
    return any(math.dist(middle, seat) < AT_SEAT * side for seat in seats)
