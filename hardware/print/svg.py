"""A pen that draws on an SVG picture instead, which any browser shows and prints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from xml.sax.saxutils import escape

from hardware.print.pen import BOLD, INK, ITALIC, PLAIN, TITLE, Box, Pen

FACES = {
    PLAIN: "Helvetica, Arial, sans-serif",
    BOLD: "Helvetica, Arial, sans-serif",
    ITALIC: "Times, 'Times New Roman', serif",
    TITLE: "Times, 'Times New Roman', serif",
}
LETTER = 0.56
"""Width of a letter as a share of its height, on average: a line is broken rather early than late."""


class SvgPen(Pen):
    """Draws on one page of *width* by *height* mm; `picture` is what came of it."""

    def __init__(self, width: float, height: float) -> None:
        self._size = width, height
        self._drawn: list[str] = []
        self._clips = 0

    @property
    def picture(self) -> str:
        """The page as an SVG element, as large on paper as it is said to be."""
        width, height = self._size
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        return f'{head} viewBox="0 0 {width} {height}">{"".join(self._drawn)}</svg>'

    def done(self) -> None:
        """Nothing was changed."""

    @contextmanager
    def at(self, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> Iterator[None]:
        """As `Pen.at`."""
        with self._group(f'transform="translate({x} {y}) rotate({turn}) scale({scale})"'):
            yield

    @contextmanager
    def mirrored(self, x: float) -> Iterator[None]:
        """As `Pen.mirrored`."""
        with self._group(f'transform="translate({2 * x} 0) scale(-1 1)"'):
            yield

    @contextmanager
    def within(self, box: Box) -> Iterator[None]:
        """As `Pen.within`."""
        self._clips += 1
        name, (x, y, width, height) = f"clip{id(self)}-{self._clips}", box
        rect = f'<rect x="{x}" y="{y}" width="{width}" height="{height}"/>'
        self._drawn.append(f'<clipPath id="{name}">{rect}</clipPath>')
        with self._group(f'clip-path="url(#{name})"'):
            yield

    @contextmanager
    def _group(self, how: str) -> Iterator[None]:
        self._drawn.append(f"<g {how}>")
        yield
        self._drawn.append("</g>")

    def shape(
        self,
        path: str,
        fill: str | None = None,
        line: str | None = None,
        width: float = 0.5,
        dash: float = 0.0,
    ) -> None:
        """As `Pen.shape`."""
        self._drawn.append(f'<path d="{path}" {_looks(fill, line, width, dash)}/>')

    def rect(
        self,
        box: Box,
        fill: str | None = None,
        line: str | None = None,
        thick: float = 0.3,
        round_by: float = 0.0,
        dash: float = 0.0,
    ) -> None:
        """As `Pen.rect`."""
        x, y, width, height = box
        place = f'x="{x}" y="{y}" width="{width}" height="{height}" rx="{round_by}"'
        self._drawn.append(f"<rect {place} {_looks(fill, line, thick, dash)}/>")

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        fill: str | None = None,
        line: str | None = None,
        thick: float = 0.3,
    ) -> None:
        """As `Pen.disc`."""
        self._drawn.append(f'<circle cx="{x}" cy="{y}" r="{radius}" {_looks(fill, line, thick, 0.0)}/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 4.0,
        font: str = PLAIN,
        colour: str = INK,
        align: str = "left",
    ) -> None:
        """As `Pen.text`."""
        anchor = {"left": "start", "middle": "middle", "right": "end"}[align]
        heavy = "bold" if font in (BOLD, TITLE) else "normal"
        slant = "italic" if font == ITALIC else "normal"
        how = f'font-family="{FACES[font]}" font-weight="{heavy}" font-style="{slant}" font-size="{size}"'
        place = f'x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}"'
        self._drawn.append(f"<text {place} {how}>{escape(words)}</text>")

    def width(self, words: str, size: float, font: str = PLAIN) -> float:
        """About as long as a line of words will be, mm: a browser's own letters are a little different."""
        return LETTER * size * len(words)


def _looks(fill: str | None, line: str | None, thick: float, dash: float) -> str:
    style = f'fill="{fill or "none"}"'
    if line is None:
        return style
    ends = f'stroke-dasharray="{dash} {dash}"' if dash else 'stroke-linecap="round"'
    return f'{style} stroke="{line}" stroke-width="{thick}" stroke-linejoin="round" {ends}'
