"""A pen that draws in millimetres, x to the right and y down, on a PDF page."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

POINTS = 72 / 25.4
"""Points (the PDF's unit) per millimetre."""
Place = tuple[float, float]
Box = tuple[float, float, float, float]
"""A rectangle: x and y of its top left corner, width, height, mm."""

INK = "#2a2118"
PAPER = "#fbf4e2"
WHITE = "#ffffff"
RED = "#b3322c"
GOLD = "#d9a02a"
PALE_GOLD = "#f3d98b"
BLUE = "#2d587c"
GREEN = "#47704c"
SKIN = "#f2cfa9"
GREY = "#8d857a"

PLAIN, BOLD, ITALIC = "Helvetica", "Helvetica-Bold", "Times-Italic"
TITLE = "Times-Bold"


class Pen:
    """Draws on one page.

    Args:
        canvas: of reportlab; its page is *height* mm high.
        height: of the page, mm.
    """

    def __init__(self, canvas: Canvas, height: float) -> None:
        self._canvas = canvas
        canvas.saveState()
        canvas.transform(POINTS, 0, 0, -POINTS, 0, height * POINTS)

    def done(self) -> None:
        """Leave the page as it was found."""
        self._canvas.restoreState()

    @contextmanager
    def at(self, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> Iterator[None]:
        """Within: the origin lies at x, y, lengths count *scale* times, *turn* degrees clockwise."""
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.rotate(turn)
        self._canvas.scale(scale, scale)
        yield
        self._canvas.restoreState()

    @contextmanager
    def mirrored(self, x: float) -> Iterator[None]:
        """Within: left and right are changed over about the upright line at x."""
        self._canvas.saveState()
        self._canvas.translate(2 * x, 0)
        self._canvas.scale(-1, 1)
        yield
        self._canvas.restoreState()

    @contextmanager
    def within(self, box: Box) -> Iterator[None]:
        """Within: nothing is drawn outside the rectangle."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(*box)
        self._canvas.clipPath(path, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    def shape(
        self,
        path: str,
        fill: str | None = None,
        line: str | None = None,
        width: float = 0.5,
        dash: float = 0.0,
    ) -> None:
        """Draw a path written as in SVG: absolute ``M L C Q Z`` with numbers between."""
        self._style(fill, line, width, dash)
        drawn = self._canvas.beginPath()
        here = (0.0, 0.0)
        for letter, numbers in steps(path):
            if letter == "M":
                drawn.moveTo(*numbers)
            elif letter == "L":
                drawn.lineTo(*numbers)
            elif letter == "C":
                drawn.curveTo(*numbers)
            elif letter == "Q":
                a, b, c, d = numbers
                first = (here[0] + (a - here[0]) * 2 / 3, here[1] + (b - here[1]) * 2 / 3)
                second = (c + (a - c) * 2 / 3, d + (b - d) * 2 / 3)
                drawn.curveTo(*first, *second, c, d)
            else:
                drawn.close()
            if numbers:
                here = (numbers[-2], numbers[-1])
        # Non-zero winding: pieces of one path may overlap.
        style = {"stroke": int(line is not None), "fill": int(fill is not None), "fillMode": 1}
        self._canvas.drawPath(drawn, **style)

    def both(
        self, path: str, x: float, fill: str | None = None, line: str | None = None, width: float = 0.5
    ) -> None:
        """A path, and the same mirrored about the upright line at x."""
        self.shape(path, fill, line, width)
        with self.mirrored(x):
            self.shape(path, fill, line, width)

    def rect(
        self,
        box: Box,
        fill: str | None = None,
        line: str | None = None,
        thick: float = 0.3,
        round_by: float = 0.0,
        dash: float = 0.0,
    ) -> None:
        """A rectangle; its corners are rounded by *round_by* mm."""
        self._style(fill, line, thick, dash)
        style = {"stroke": int(line is not None), "fill": int(fill is not None)}
        if round_by:
            self._canvas.roundRect(*box, round_by, **style)
        else:
            self._canvas.rect(*box, **style)

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        fill: str | None = None,
        line: str | None = None,
        thick: float = 0.3,
    ) -> None:
        """A circle."""
        self._style(fill, line, thick, 0.0)
        self._canvas.circle(x, y, radius, stroke=int(line is not None), fill=int(fill is not None))

    def line(self, points: Sequence[Place], colour: str = INK, thick: float = 0.3, dash: float = 0.0) -> None:
        """Straight lines from point to point."""
        first, *rest = points
        path = f"M {first[0]} {first[1]}" + "".join(f" L {x} {y}" for x, y in rest)
        self.shape(path, None, colour, thick, dash)

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
        """One line of words; y is its base line, *size* the height of its letters' em, both in mm."""
        shift = {"left": 0.0, "middle": 0.5, "right": 1.0}[align] * self.width(words, size, font)
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.scale(1, -1)
        self._canvas.setFillColor(_colour(colour))
        self._canvas.setFont(font, size)
        self._canvas.drawString(-shift, 0, words)
        self._canvas.restoreState()

    def paragraph(
        self,
        x: float,
        y: float,
        width: float,
        words: str,
        size: float = 4.0,
        font: str = PLAIN,
        colour: str = INK,
    ) -> float:
        """Words in lines no longer than *width*; the base line below the last one."""
        line = ""
        for word in words.split():
            longer = f"{line} {word}".strip()
            if line and self.width(longer, size, font) > width:
                self.text(x, y, line, size, font, colour)
                y, line = y + 1.32 * size, word
            else:
                line = longer
        self.text(x, y, line, size, font, colour)
        return y + 1.32 * size

    def width(self, words: str, size: float, font: str = PLAIN) -> float:
        """Length of a line of words, mm."""
        return float(self._canvas.stringWidth(words, font, size))

    def _style(self, fill: str | None, line: str | None, thick: float, dash: float) -> None:
        canvas: Any = self._canvas
        if fill is not None:
            canvas.setFillColor(_colour(fill))
        if line is not None:
            canvas.setStrokeColor(_colour(line))
            canvas.setLineWidth(thick)
            canvas.setLineJoin(1)
            canvas.setLineCap(0 if dash else 1)
            canvas.setDash([dash, dash] if dash else [])


def steps(path: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """The single steps of a path written as in SVG."""
    many = {"M": 2, "L": 2, "C": 6, "Q": 4, "Z": 0}
    letter = ""
    waiting: list[float] = []
    for token in re.findall(r"[MLCQZ]|-?[0-9.]+(?:e-?[0-9]+)?", path):
        if token in many:
            letter = token
            if letter == "Z":
                yield "Z", ()
            continue
        waiting.append(float(token))
        if len(waiting) == many[letter]:
            yield letter, tuple(waiting)
            waiting = []


def polygon(points: Sequence[Place]) -> str:
    """A closed path through points."""
    return "M " + " L ".join(f"{x:.3f} {y:.3f}" for x, y in points) + " Z"


def star(x: float, y: float, outer: float, inner: float, rays: int) -> str:
    """A star's path, one ray upwards."""
    points = []
    for k in range(2 * rays):
        radius = outer if k % 2 == 0 else inner
        turn = math.pi * k / rays - math.pi / 2
        points.append((x + radius * math.cos(turn), y + radius * math.sin(turn)))
    return polygon(points)


def _colour(code: str) -> Any:
    from reportlab.lib.colors import HexColor

    return HexColor(code)
