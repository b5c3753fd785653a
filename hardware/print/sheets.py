"""The other sheets: corner markers, chips to cut out, the check sheet, and how to place the camera."""

from __future__ import annotations

import math
from collections.abc import Mapping

from engine.printed_kit import BANK_CARD, CHECK, CHECK_SIZE, CHIPS, CORNER_PIECE, CORNERS
from hardware.print import marker
from hardware.print.figures import dwarf, suit
from hardware.print.paper import MARGIN
from hardware.print.pen import (
    BLUE,
    BOLD,
    GOLD,
    GREEN,
    GREY,
    INK,
    PALE_GOLD,
    PAPER,
    PLAIN,
    RED,
    TITLE,
    WHITE,
    Pen,
    star,
)

Texts = Mapping[str, str]
_GAP = 6.0
_RULER = 150
"""Millimetres of the printed ruler."""


def heading(pen: Pen, width: float, title: str, words: str) -> float:
    """The head of a sheet; the base line of what comes below."""
    with pen.at(MARGIN, MARGIN - 1, 0.17):
        dwarf(pen)
    pen.text(MARGIN + 20, MARGIN + 7, title, 7.0, TITLE, INK)
    y = pen.paragraph(MARGIN + 20, MARGIN + 13, width - 2 * MARGIN - 20, words, 3.5, PLAIN, INK)
    pen.line([(MARGIN, y), (width - MARGIN, y)], GOLD, 0.6)
    return y + 6


def corner_markers(pen: Pen, page: tuple[float, float], texts: Texts) -> None:
    """Four markers for the corners of a family's own board, and how they are laid."""
    width, height = page
    y = heading(pen, width, texts["corners_title"], texts["corners_how"])
    left = (width - 2 * CORNER_PIECE - 18) / 2
    for (spot, touch), (column, row) in zip(CORNERS, ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True):
        half = CORNER_PIECE / 2
        x0, y0 = left + column * (CORNER_PIECE + 18), y + row * (CORNER_PIECE + 18)
        with pen.at(x0 + half, y0 + half):
            pen.rect((-half, -half, CORNER_PIECE, CORNER_PIECE), WHITE, GREY, 0.25, dash=1.5)
            marker.draw(pen, spot)
            # The corner of the paper that touches the board, and which honour lies there.
            tx, ty = touch
            sx, sy = math.copysign(1, tx), math.copysign(1, ty)
            pen.shape(f"M {tx} {ty} L {tx - 6.4 * sx} {ty} L {tx} {ty - 6.4 * sy} Z", RED)
            rank, letter = texts["index_" + spot.name], spot.name[1]
            pen.text(
                -sx * 21.5 - 2.6, -sy * 28 + 2, rank, 6.0, TITLE, RED if letter in "DH" else INK, "middle"
            )
            suit(pen, letter, -sx * 21.5 + 3.6, -sy * 28, 5.5)
    _laid_corners(pen, width / 2, y + 2 * CORNER_PIECE + 18 + (height - y - 2 * CORNER_PIECE - 18) / 2, texts)


def _laid_corners(pen: Pen, x: float, y: float, texts: Texts) -> None:
    """A small picture of a board with a marker at each corner."""
    side, piece = 36.0, 12.0
    pen.rect((x - side / 2, y - side / 2, side, side), PAPER, INK, 0.5)
    for k in (1, 2):
        at = side * k / 3 - side / 2
        pen.line([(x + at, y - side / 2), (x + at, y + side / 2)], GREY, 0.25)
        pen.line([(x - side / 2, y + at), (x + side / 2, y + at)], GREY, 0.25)
    for spot, touch in CORNERS:
        sx, sy = math.copysign(1, touch[0]), math.copysign(1, touch[1])
        cx, cy = x - sx * (side + piece) / 2, y - sy * (side + piece) / 2
        pen.rect((cx - piece / 2, cy - piece / 2, piece, piece), WHITE, GREY, 0.25)
        pen.rect((cx - 4, cy - 4, 8, 8), INK)
        pen.shape(
            f"M {x - sx * side / 2} {y - sy * side / 2}"
            f" L {x - sx * (side / 2 + 2.6)} {y - sy * side / 2}"
            f" L {x - sx * side / 2} {y - sy * (side / 2 + 2.6)} Z",
            RED,
        )
        letter = spot.name[1]
        words = texts["index_" + spot.name]
        pen.text(x - sx * side / 3 - 1.4, y - sy * side / 3 + 1.6, words, 4.4, TITLE, INK, "middle")
        suit(pen, letter, x - sx * side / 3 + 3, y - sy * side / 3, 4)
    with pen.at(x - 6, y - 6, 0.12):
        dwarf(pen)
    pen.paragraph(MARGIN, y - 18, x - side / 2 - piece - MARGIN - 8, texts["corners_left"], 3.5)
    pen.paragraph(
        x + side / 2 + piece + 6, y - 18, x - side / 2 - piece - MARGIN - 8, texts["corners_right"], 3.5
    )


def chips(pen: Pen, page: tuple[float, float], texts: Texts) -> None:
    """One sheet of jetons, fiches and contrats to cut out."""
    width, height = page
    y = heading(pen, width, texts["chips_title"], texts["chips_how"])
    for kind, share, draw in (("jeton", 0.45, _jeton), ("fiche", 0.55, _fiche), ("contrat", 1.0, _contrat)):
        wide, tall = CHIPS[kind]
        until = y + (height - MARGIN - y) * share
        columns = int((width - 2 * MARGIN + 3) // (wide + 3))
        left = (width - columns * (wide + 3) + 3) / 2
        while y + tall <= until:
            for column in range(columns):
                with pen.at(left + column * (wide + 3) + wide / 2, y + tall / 2):
                    draw(pen, wide, tall, texts)
            y += tall + 3
        y += 2


def _jeton(pen: Pen, wide: float, tall: float, texts: Texts) -> None:
    pen.disc(0, 0, wide / 2, RED, INK, 0.25)
    pen.disc(0, 0, wide / 2 - 1.6, None, PALE_GOLD, 0.5)
    pen.shape(star(0, 0, 7.2, 5.4, 16), PALE_GOLD)
    pen.text(0, 2.5, "1", 7.0, TITLE, RED, "middle")


def _fiche(pen: Pen, wide: float, tall: float, texts: Texts) -> None:
    pen.rect((-wide / 2, -tall / 2, wide, tall), BLUE, INK, 0.25, tall / 2)
    pen.rect((-wide / 2 + 1.5, -tall / 2 + 1.5, wide - 3, tall - 3), None, PALE_GOLD, 0.5, tall / 2 - 1.5)
    for x in (-15, 15):
        suit(pen, "D", x, 0, 6.5, PALE_GOLD)
    pen.text(0, 2.3, "5", 6.5, TITLE, PALE_GOLD, "middle")


def _contrat(pen: Pen, wide: float, tall: float, texts: Texts) -> None:
    pen.rect((-wide / 2, -tall / 2, wide, tall), GREEN, INK, 0.25, 2)
    pen.rect((-wide / 2 + 1.8, -tall / 2 + 1.8, wide - 3.6, tall - 3.6), None, PALE_GOLD, 0.5, 1)
    pen.shape(star(0, 0, 10, 8, 20), PALE_GOLD)
    pen.text(0, 3, "10", 8.5, TITLE, GREEN, "middle")
    for x in (-16, 16):
        suit(pen, "D", x, 0, 7, PALE_GOLD)


def check_sheet(pen: Pen, page: tuple[float, float], texts: Texts) -> None:
    """A ruler, and a field on which a bank card shows the camera the print's scale."""
    width, _ = page
    y = heading(pen, width, texts["check_title"], texts["check_how"])
    left = (width - _RULER) / 2
    y = pen.paragraph(left, y + 2, _RULER, texts["check_ruler"], 3.5, BOLD) + 3
    for mm in range(_RULER + 1):
        long = 8.0 if mm % 10 == 0 else 5.5 if mm % 5 == 0 else 3.5
        pen.line([(left + mm, y), (left + mm, y + long)], INK, 0.25 if mm % 10 == 0 else 0.15)
        if mm % 10 == 0:
            pen.text(left + mm, y + 12, str(mm // 10), 3.4, PLAIN, INK, "middle")
    pen.line([(left, y), (left + _RULER, y)], INK, 0.3)
    y += 22
    y = pen.paragraph(left, y, _RULER, texts["check_card"], 3.5, BOLD) + 4
    field = CHECK_SIZE
    x0 = (width - field[0]) / 2
    with pen.at(x0, y):
        for spot in CHECK:
            marker.draw(pen, spot)
        wide, tall = BANK_CARD
        # Pale and smaller than the card: whatever is printed here must not be taken for its edge.
        inset = 8
        pen.rect(
            (
                (field[0] - wide) / 2 + inset,
                (field[1] - tall) / 2 + inset,
                wide - 2 * inset,
                tall - 2 * inset,
            ),
            "#f3f0e6",
            None,
            0.2,
            2,
        )
        pen.text(field[0] / 2, field[1] / 2 + 1.5, texts["check_here"], 4.0, PLAIN, GREY, "middle")
    y += field[1] + 10
    pen.paragraph(left, y, _RULER, texts["check_then"], 3.5)
