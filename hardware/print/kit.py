"""Writes the kit: which files there are, and their pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BadInput
from engine.printed_kit import BOARDS
from hardware.print import sheets
from hardware.print.board import draw_board, draw_tile
from hardware.print.camera_guide import camera_guide
from hardware.print.paper import PAPERS, Tile, Tiling, tiling
from hardware.print.pen import POINTS, Pen
from hardware.print.svg import SvgPen

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

Texts = Mapping[str, str]
Page = tuple[float, float]
SHEETS: Mapping[str, Callable[[Pen, Page, Texts], None]] = {
    "markers": sheets.corner_markers,
    "chips": sheets.chips,
    "check": sheets.check_sheet,
    "camera": camera_guide,
}
"""Sheets of one page each, by name."""
PIECES = ("board", *SHEETS)
"""What can be printed."""


def write(piece: str, folder: Path, texts: Texts, paper: str = "a4", board: str = "a2") -> list[Path]:
    """Write one piece of the kit as PDF.

    Args:
        piece: one of `PIECES`.
        folder: made where it is missing.
        texts: what is written on it, by name.
        paper: one of `PAPERS`.
        board: one of `BOARDS`.

    Returns:
        The files: of the board two, in tiles and in one piece (for a copy shop).

    Raises:
        BadInput: the folder cannot be written, or reportlab is not installed.
    """
    if piece == "board":
        plan = tiling(BOARDS[board].side, paper)
        tiles = [(plan.page, _of_tile(board, plan, tile, texts)) for tile in plan.tiles]
        side = BOARDS[board].side
        whole = [((side, side), lambda pen: draw_board(pen, BOARDS[board], texts))]
        return [
            _save(folder / f"board-{board}-{paper}.pdf", tiles),
            _save(folder / f"board-{board}-whole.pdf", whole),
        ]
    page = PAPERS[paper]
    return [_save(folder / f"{piece}-{paper}.pdf", [(page, lambda pen: SHEETS[piece](pen, page, texts))])]


def pictures(piece: str, texts: Texts, paper: str = "a4", board: str = "a2") -> list[str]:
    """The sheets of one piece as SVG, each as large as its paper, for a browser to print; as `write`."""
    if piece == "board":
        plan = tiling(BOARDS[board].side, paper)
        return [_picture(plan.page, _of_tile(board, plan, tile, texts)) for tile in plan.tiles]
    page = PAPERS[paper]
    return [_picture(page, lambda pen: SHEETS[piece](pen, page, texts))]


def _picture(page: Page, draw: Callable[[Pen], None]) -> str:
    pen = SvgPen(*page)
    draw(pen)
    return pen.picture


def _of_tile(board: str, plan: Tiling, tile: Tile, texts: Texts) -> Callable[[Pen], None]:
    return lambda pen: draw_tile(pen, BOARDS[board], plan, tile, texts)


def _save(path: Path, pages: list[tuple[Page, Callable[[Pen], None]]]) -> Path:
    canvas = _canvas(path)
    for (width, height), draw in pages:
        canvas.setPageSize((width * POINTS, height * POINTS))
        pen = Pen(canvas, height)
        draw(pen)
        pen.done()
        canvas.showPage()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        canvas.save()
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror})") from None
    return path


def _canvas(path: Path) -> Canvas:
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ModuleNotFoundError:
        raise BadInput("print: needs reportlab (pip install 'nainjaune[print]')") from None
    # Invariant: no date and no random name in the file, so that the same kit is the same file.
    canvas = Canvas(str(path), invariant=1, initialFontName="Helvetica")
    canvas.setTitle(f"Nain Jaune · {path.stem}")
    canvas.setCreator("nainjaune")
    # Readers are asked not to scale the page to the printer's margins.
    canvas.setViewerPreference("PrintScaling", "None")
    return canvas
