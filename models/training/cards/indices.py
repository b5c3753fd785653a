"""The corner indices of a pack: letters, pips, where they stand, and how they are printed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.cards import Card
from models.training.cards.courts import Colour
from models.training.cards.lettering import LETTER_SETS, fonts, index_mask, stamp

Box = tuple[float, float, float, float]
"""(x0, y0, x1, y1) as fractions of the card's width and height."""


@dataclass(frozen=True)
class IndexStyle:
    """How the corner indices of a pack look. Lengths are fractions of the card's height."""

    letters: dict[int, str]
    font: str
    bold: int
    height: float
    widen: float
    left: float
    top: float
    pip: float
    gap: float
    beside: bool
    corners: int

    @property
    def text_width(self) -> float:
        """The widest a text may get."""
        return self.height * 0.62 * self.widen

    def box(self, aspect: float) -> Box:
        """The top left index as fractions of the card (*aspect*: its width ÷ height)."""
        wide = max(self.text_width, self.pip)
        down = self.top + self.height
        if self.beside:
            wide = self.text_width + self.gap + self.pip
        elif self.pip:
            down += self.gap + self.pip
        return (self.left / aspect, self.top, (self.left + wide) / aspect, down)


def index_style(
    rng: np.random.Generator,
    french: float = 0.45,
    jumbo: bool = False,
    german: float = 0.4,
    *,
    suited: bool = False,
) -> IndexStyle:
    """Indices of a pack; *suited*: always with the suit, without which no printed figure tells it."""
    u = rng.uniform
    other = 1 - french
    # The 1 of a French ace and the German B stand on fewer packs than A and J, and must be known as well.
    shares = [french * 0.7, other * (1 - german), other * german, french * 0.3]
    letters = LETTER_SETS[rng.choice(4, p=shares)]
    height = float(u(0.12, 0.22) if jumbo else rng.choice([u(0.07, 0.1), u(0.085, 0.115)]))
    no_pip = rng.random() < 0.04 and not suited
    return IndexStyle(
        letters=letters,
        font=fonts()[rng.integers(len(fonts()))],
        bold=int(rng.choice([0, 5, 9], p=[0.75, 0.15, 0.1])),
        height=height,
        widen=u(0.65, 1.15),
        left=u(0.008, 0.04),
        top=u(0.018, 0.05),
        pip=0.0 if no_pip else height * u(0.5, 0.95),
        gap=u(0.0, 0.022),
        beside=rng.random() < 0.05,
        corners=4 if rng.random() < french + 0.05 else 2,
    )


def print_indices(
    picture: np.ndarray,
    card: Card,
    style: IndexStyle,
    pips: dict[str, np.ndarray],
    ink: Colour,
) -> None:
    """Print a card's indices into its RGB picture, those below turned about."""
    h, w = picture.shape[:2]
    text = index_mask(style.font, style.letters[card.rank], bold=style.bold)
    pip = pips[card.suit]
    natural = style.height * text.shape[1] / text.shape[0] * style.widen
    text_w = min(natural, style.text_width * (1.15 if card.rank == 10 else 1.0))
    pip_w = min(style.pip * pip.shape[1] / pip.shape[0], style.pip * 1.05)
    column = style.left + max(style.text_width, 0 if style.beside else style.pip) / 2
    places = [(column, style.top + style.height / 2, text, text_w, style.height)]
    if style.pip and style.beside:
        x = style.left + style.text_width + style.gap + style.pip / 2
        places.append((x, style.top + style.height / 2, pip, pip_w, style.pip))
    elif style.pip:
        places.append((column, style.top + style.height + style.gap + style.pip / 2, pip, pip_w, style.pip))
    for x, y, mask, wide, high in places:
        size = (wide * h, high * h)
        stamp(picture, mask, (x * h, y * h), size, ink)
        stamp(picture, mask, (w - x * h, h - y * h), size, ink, turned=True)
        if style.corners == 4:
            stamp(picture, mask, (w - x * h, y * h), size, ink)
            stamp(picture, mask, (x * h, h - y * h), size, ink, turned=True)


def boxes_of(box: Box, corners: int) -> tuple[Box, ...]:
    """Where all indices stand, of two *corners* or four, when the top left one stands in this box."""
    x0, y0, x1, y1 = box
    both: tuple[Box, ...] = (box, (1 - x1, 1 - y1, 1 - x0, 1 - y0))
    if corners == 4:
        both += ((1 - x1, y0, 1 - x0, y1), (x0, 1 - y1, x1, 1 - y0))
    return both


def clear(picture: np.ndarray, boxes: tuple[Box, ...], paper: Colour) -> None:
    """Papers over where an index will stand, so that it is never printed on a figure."""
    h, w = picture.shape[:2]
    for x0, y0, x1, y1 in boxes:
        picture[
            max(0, round(y0 * h) - 2) : round(y1 * h) + 2, max(0, round(x0 * w) - 2) : round(x1 * w) + 2
        ] = paper
