"""The letters of card indices, drawn from strokes, so that no deck depends on what fonts a computer has."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

HEIGHT = 240
"""Pixels of a letter's height in the masks; printing scales them down."""

# Strokes in a box one wide and one high. L: line x0 y0 x1 y1; E: ellipse cx cy rx ry from° to°
# (0° right, 90° down); S: serif at x y; F: a full disc cx cy r. Pen: T thick, t thin, m between.
_STROKES = {
    "A": "Lt.10 1 .48 0|LT.52 0 .88 1|Lt.24 .66 .74 .66|S.10 1|S.88 1",
    "B": "LT.24 0 .24 1|Em.42 .26 .34 .25 -90 90|Em.45 .75 .42 .25 -90 90|Lt.24 .02 .45 .02|Lt.24 .5 .45 .5"
    "|Lt.24 .98 .45 .98|S.24 0|S.24 1",
    "D": "LT.22 0 .22 1|EM.34 .5 .5 .49 -90 90|Lt.22 .02 .38 .02|Lt.22 .98 .38 .98|S.22 0|S.22 1",
    "J": "LT.62 0 .62 .76|Em.36 .74 .27 .25 0 150|S.62 0|F.14 .78 .07",
    "K": "LT.22 0 .22 1|Lt.86 0 .24 .62|LT.44 .44 .88 1|S.22 0|S.22 1|S.86 0|S.88 1",
    "Q": "EM.5 .47 .38 .46 0 360|LT.5 .7 .92 1",
    "R": "LT.22 0 .22 1|Em.42 .27 .38 .25 -90 90|Lt.22 .02 .45 .02|Lt.22 .52 .45 .52|LT.48 .52 .88 1"
    "|S.22 0|S.22 1|S.88 1",
    "V": "LT.12 0 .5 1|Lt.5 1 .88 0|S.12 0|S.88 0",
    "0": "EM.5 .5 .37 .48 0 360",
    "1": "LT.54 0 .54 1|Lm.54 .02 .26 .2|S.54 1",
    "2": "EM.48 .28 .33 .26 190 390|Lm.77 .4 .16 .95|LT.14 .95 .88 .95",
    "3": "EM.45 .26 .33 .25 195 440|EM.45 .74 .38 .25 280 525",
    "4": "Lm.64 0 .08 .7|Lm.08 .7 .95 .7|LT.66 0 .66 1|S.66 1",
    "5": "LT.24 .04 .84 .04|Lm.26 .04 .22 .46|EM.44 .68 .4 .3 220 510",
    "6": "EM.5 .69 .36 .3 0 360|EM.66 .6 .52 .59 176 278",
    "7": "LT.12 .05 .88 .05|Lm.86 .05 .4 1|Lt.12 .02 .12 .2",
    "8": "EM.5 .25 .29 .24 0 360|EM.5 .74 .36 .25 0 360",
    "9": "EM.5 .31 .36 .3 0 360|EM.34 .4 .52 .59 -4 98",
}


@dataclass(frozen=True, slots=True)
class Lettering:
    """One printer's way of writing ranks.

    Attributes:
        hand: ``"strokes"`` (drawn here) or ``"plain"`` (Pillow's own scalable face).
        weight: thickness of the thick strokes, 0.1–0.22 of the height.
        contrast: thin against thick strokes, 0.35–1.
        serif: half length of serifs, 0 (none) to 0.16 of the width.
        width: width of one letter against its height, 0.5–0.8.
    """

    hand: str
    weight: float
    contrast: float
    serif: float
    width: float


def _stroke_letter(letter: str, style: Lettering) -> np.ndarray:
    box = HEIGHT * style.width
    margin = HEIGHT // 5
    mask = np.zeros((HEIGHT + 2 * margin, round(box) + 2 * margin), np.uint8)
    thick = max(2, round(style.weight * HEIGHT))
    thin = max(2, round(thick * style.contrast))
    pens = {"T": thick, "M": round(thick * 0.92), "m": (thick + thin) // 2, "t": thin}
    inset = thick / 2

    def place(x: float, y: float) -> tuple[int, int]:
        return (
            round(margin + inset + x * (box - thick)),
            round(margin + inset + y * (HEIGHT - thick)),
        )

    for stroke in _STROKES[letter].split("|"):
        kind = stroke[0]
        if kind in "LE":
            pen, numbers = pens[stroke[1]], [float(n) for n in stroke[2:].split()]
        else:
            pen, numbers = thin, [float(n) for n in stroke[1:].split()]
        if kind == "L":
            x0, y0, x1, y1 = numbers
            cv2.line(mask, place(x0, y0), place(x1, y1), 255, pen, cv2.LINE_AA)
        elif kind == "E":
            x, y, rx, ry, start, end = numbers
            axes = (round(rx * (box - thick)), round(ry * (HEIGHT - thick)))
            cv2.ellipse(mask, place(x, y), axes, 0, start, end, 255, pen, cv2.LINE_AA)
        elif kind == "F":
            cv2.circle(mask, place(*numbers[:2]), round(numbers[2] * HEIGHT), 255, -1, cv2.LINE_AA)
        elif style.serif > 0:
            x, y = numbers
            left, right = place(x - style.serif, y), place(x + style.serif, y)
            cv2.line(mask, left, right, 255, max(2, round(thin * 0.9)), cv2.LINE_AA)
    return mask


def _plain_letter(letter: str, style: Lettering) -> np.ndarray:
    font = ImageFont.load_default(HEIGHT)
    extra = max(0, round((style.weight - 0.1) * HEIGHT * 0.5))
    sheet = Image.new("L", (HEIGHT * 2, HEIGHT * 2))
    ImageDraw.Draw(sheet).text(
        (HEIGHT // 2, HEIGHT // 3), letter, fill=255, font=font, stroke_width=extra, stroke_fill=255
    )
    return np.array(sheet)


def _trimmed(mask: np.ndarray) -> np.ndarray:
    ys, xs = np.nonzero(mask > 40)
    return mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


@lru_cache(maxsize=256)
def mask(text: str, style: Lettering) -> np.ndarray:
    """Ink of `text` (``"10"`` too) as a uint8 mask, trimmed to the ink; 255 is full ink."""
    draw = _stroke_letter if style.hand == "strokes" else _plain_letter
    letters = [_trimmed(draw(letter, style)) for letter in text]
    height = max(m.shape[0] for m in letters)
    gap = np.zeros((height, round(0.06 * HEIGHT)), np.uint8)
    row: list[np.ndarray] = []
    for letter in letters:
        squeezed = letter.shape[1] if len(letters) == 1 else round(letter.shape[1] * 0.72)
        row += [cv2.resize(letter, (squeezed, height), interpolation=cv2.INTER_AREA), gap]
    return np.hstack(row[:-1])
