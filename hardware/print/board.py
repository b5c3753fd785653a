"""The board: five boxes with their honours, markers in the four cells between, in one piece or in tiles."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import Card
from engine.printed_kit import CELLS, PrintedBoard
from hardware.print import marker
from hardware.print.figures import FIGURES, suit
from hardware.print.paper import OVERLAP, Tile, Tiling
from hardware.print.pen import BOLD, GOLD, GREY, INK, PALE_GOLD, PAPER, PLAIN, RED, TITLE, Pen

GROUNDS = {"KH": "#f6ddd2", "QS": "#d9e4ea", "JC": "#dde8d6", "TD": "#f5e4c9", "7D": "#fbeeb5"}
"""Colour of each box's ground: pale, so that chips stand out."""
Texts = Mapping[str, str]
"""What is written on the sheets, by name, in one language."""


def draw_board(pen: Pen, board: PrintedBoard, texts: Texts) -> None:
    """Draw the whole board, its top left at 0, 0."""
    side, cell = board.side, board.cell
    pen.rect((0, 0, side, side), PAPER)
    for card, (column, row) in CELLS.items():
        with pen.at(column * cell, row * cell, cell / 100):
            _box(pen, card, texts)
    for spot in board.markers:
        column, row = (int(place // cell) for place in spot.middle)
        with pen.at(column * cell, row * cell, cell / 100):
            _corners(pen)
        marker.draw(pen, spot)
    thick = side / 300
    for k in (1, 2):
        pen.line([(k * cell, 0), (k * cell, side)], INK, thick)
        pen.line([(0, k * cell), (side, k * cell)], INK, thick)
    pen.rect((thick / 2, thick / 2, side - thick, side - thick), None, INK, thick)


def _box(pen: Pen, card: Card, texts: Texts) -> None:
    """One box in a square of 100 by 100."""
    code = card.code
    pen.rect((0, 0, 100, 100), GROUNDS[code])
    pen.rect((4, 4, 92, 92), None, GOLD, 1.1, 4)
    pen.rect((5.8, 5.8, 88.4, 88.4), None, INK, 0.4, 3)
    with pen.at(17, 11, 0.66):
        FIGURES[code](pen)
    ink = RED if card.suit in "DH" else INK
    pen.text(14, 18, texts["index_" + code], 12, TITLE, ink, "middle")
    suit(pen, card.suit, 14, 25.5, 9, ink)
    _ribbon(pen, texts["name_" + code])


def _ribbon(pen: Pen, words: str) -> None:
    pen.both("M 16 80 L 8 80 L 11.5 85 L 8 90 L 20 90 L 20 80 Z", 50, GOLD, INK, 0.4)
    pen.shape("M 15 78.5 Q 50 76 85 78.5 L 85 89.5 Q 50 87 15 89.5 Z", PALE_GOLD, INK, 0.5)
    size = 7.0
    while pen.width(words, size, TITLE) > 62:
        size -= 0.2
    pen.text(50, 85.4, words, size, TITLE, INK, "middle")


def _corners(pen: Pen) -> None:
    """Small ornaments round a marker, outside its white border."""
    for turn in range(0, 360, 90):
        with pen.at(50, 50, turn=turn):
            pen.shape("M -46 -36 L -46 -46 L -36 -46", line=GOLD, width=1.1)
            pen.shape("M -44.4 -37 L -44.4 -44.4 L -37 -44.4", line=INK, width=0.4)
            suit(pen, "D", -41.6, -41.6, 3.4, RED)


def draw_tile(pen: Pen, board: PrintedBoard, plan: Tiling, tile: Tile, texts: Texts) -> None:
    """Draw one sheet of a board: its part, where to cut, and the strips that neighbours are glued on."""
    width, height = plan.page
    wide, tall = tile.right - tile.left, tile.bottom - tile.top
    x, y = (width - wide) / 2, (height - tall) / 2
    with pen.within((x, y, wide, tall)), pen.at(x - tile.left, y - tile.top):
        draw_board(pen, board, texts)
    for at in (x, x + wide):
        for end, away in ((y, -1), (y + tall, 1)):
            pen.line([(at, end + 1 * away), (at, end + 6 * away)], INK, 0.2)
    for at in (y, y + tall):
        for end, away in ((x, -1), (x + wide, 1)):
            pen.line([(end + 1 * away, at), (end + 6 * away, at)], INK, 0.2)
    if tile.column + 1 < plan.columns:
        _glue_strip(pen, x + wide - OVERLAP, y, OVERLAP, tall)
    if tile.row + 1 < plan.rows:
        _glue_strip(pen, x, y + tall - OVERLAP, wide, OVERLAP)
    number = tile.row * plan.columns + tile.column + 1
    words = f"{texts['board_title']} {board.name.upper()} · {number}/{len(plan.tiles)}"
    low = y + tall + 5
    pen.text(x + 8, low, words, 2.9, BOLD, GREY)
    pen.text(x + wide - 9 - 4 * plan.columns, low, texts["tile_hint"], 2.6, PLAIN, GREY, "right")
    for each in plan.tiles:
        at_x, at_y = x + wide - 8 - 4 * (plan.columns - each.column), low - 2.6 + 3 * (each.row - 0.4)
        pen.rect((at_x, at_y, 3.6, 2.6), GREY if each == tile else None, GREY, 0.2)


def _glue_strip(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    """Hatch what a neighbour will cover."""
    with pen.within((x, y, width, height)):
        at = -height
        while at < width:
            pen.line([(x + at, y + height), (x + at + height, y)], GREY, 0.15)
            at += 4.0
    pen.rect((x, y, width, height), None, GREY, 0.2, dash=1.2)
