"""A deck of cards by seed: one printer's letters, suit signs, courts and paper, and its 52 faces."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from engine.cards import Card
from hardware.simulator.cards.courts import Wardrobe, draw_court
from hardware.simulator.cards.letters import Lettering, mask
from hardware.simulator.cards.pips import PipShape, outlines, places
from hardware.simulator.drawing.painter import Colour, Painter, rounded

DENSITY = 4.0
"""Pixels per mm of a drawn face."""

INDEX_SETS = {
    "french": {1: "1", 11: "V", 12: "D", 13: "R"},
    "english": {1: "A", 11: "J", 12: "Q", 13: "K"},
    "german": {1: "A", 11: "B", 12: "D", 13: "K"},
}


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """Everything that is the same on all cards of one deck.

    Attributes:
        width, height: mm.
        corner: radius of the round corners, mm.
        indices: a key of `INDEX_SETS`.
        four_corners: indices in all four corners instead of two.
        index_height, index_margin: size of the rank letter and its distance from the edges, mm.
        lettering: how ranks are written.
        pip: shape of the suit signs.
        pip_height: of the signs in the middle, mm.
        index_pip: height of the sign below the rank, mm.
        spread_x, spread_y: half distance of the outer columns and rows, as a share of the card.
        red, black: inks. paper: colour of the card.
        court: dress of the court cards.
    """

    width: float
    height: float
    corner: float
    indices: str
    four_corners: bool
    index_height: float
    index_margin: float
    lettering: Lettering
    pip: PipShape
    pip_height: float
    index_pip: float
    spread_x: float
    spread_y: float
    red: Colour
    black: Colour
    paper: Colour
    court: Wardrobe


def deck_style(rng: random.Random) -> DeckStyle:
    """A printer's choice of everything."""
    width, height = rng.choice(
        [(63.0, 88.0), (63.0, 88.0), (58.0, 89.0), (57.0, 88.0), (56.0, 87.0), (59.0, 91.0)]
    )
    hand = rng.choice(["strokes", "strokes", "plain"])
    lettering = Lettering(
        hand=hand,
        weight=rng.uniform(0.13, 0.19),
        contrast=rng.uniform(0.4, 1.0),
        serif=rng.choice([0.0, 0.12, 0.15]),
        width=rng.uniform(0.56, 0.74),
    )
    index_height = rng.uniform(9.0, 12.0)
    index_pip = rng.uniform(6.0, 8.5)
    court = Wardrobe(
        seed=rng.randrange(1 << 30),
        colours=rng.choice(
            [
                ((40, 40, 200), (50, 200, 245), (170, 70, 30), (240, 240, 240)),
                ((50, 50, 190), (60, 190, 235), (60, 50, 45), (90, 130, 60)),
                ((60, 60, 215), (90, 210, 250), (190, 110, 40), (60, 60, 60)),
                ((35, 30, 160), (140, 190, 220), (120, 60, 30), (70, 130, 200)),
            ]
        ),
        framed=rng.random() < 0.75,
        slanted=rng.random() < 0.5,
        inset=width * rng.uniform(0.175, 0.21),
        pip=rng.uniform(8.0, 11.0),
    )
    return DeckStyle(
        width=width,
        height=height,
        corner=rng.uniform(2.5, 4.5),
        indices=rng.choice(list(INDEX_SETS)),
        four_corners=rng.random() < 0.4,
        index_height=index_height,
        index_margin=rng.uniform(2.2, 3.6),
        lettering=lettering,
        pip=PipShape(
            slim=rng.uniform(0.86, 1.0),
            hollow=rng.uniform(0.0, 0.05),
            lobe=rng.uniform(0.215, 0.25),
            foot=rng.uniform(0.14, 0.24),
            dip=rng.uniform(0.14, 0.24),
        ),
        pip_height=rng.uniform(13.0, 16.5),
        index_pip=index_pip,
        spread_x=rng.uniform(0.17, 0.2),
        spread_y=rng.uniform(0.3, 0.34),
        red=rng.choice([(30, 20, 200), (40, 30, 180), (50, 40, 215), (20, 20, 165)]),
        black=rng.choice([(25, 20, 20), (40, 34, 30), (15, 12, 12)]),
        paper=rng.choice([(250, 252, 252), (240, 246, 248), (228, 240, 246), (246, 246, 244)]),
        court=court,
    )


class Deck:
    """The faces of one style, drawn when first asked for.

    Attributes:
        style: what it was made from.
    """

    def __init__(self, style: DeckStyle) -> None:
        self.style = style
        self._faces: dict[Card, np.ndarray] = {}
        self._back: np.ndarray | None = None

    def face(self, card: Card) -> np.ndarray:
        """The face upright: uint8 BGRA, colours multiplied by alpha, `DENSITY` pixels per mm."""
        if card not in self._faces:
            self._faces[card] = self._draw(card)
        return self._faces[card]

    @property
    def back(self) -> np.ndarray:
        """The back that all its cards share, as `face`."""
        if self._back is None:
            self._back = self.cut(self._draw_back())
        return self._back

    def rank_text(self, card: Card) -> str:
        """What is printed in the corner, e.g. ``"D"`` for a French queen."""
        return INDEX_SETS[self.style.indices].get(card.rank, str(card.rank))

    def _draw(self, card: Card) -> np.ndarray:
        style = self.style
        sheet = Painter(style.width, style.height, DENSITY, style.paper)
        ink = style.red if card.suit in "DH" else style.black
        if card.rank > 10:
            draw_court(sheet, card, style.court, style.pip, ink)
        else:
            self._pips(sheet, card, ink)
        for _ in range(2):
            self._index(sheet, card, ink)
            sheet.turn()
        return self.cut(sheet)

    def cut(self, sheet: Painter) -> np.ndarray:
        """A printed sheet with its edge drawn and its corners cut off."""
        style = self.style
        edge = rounded(style.width, style.height, style.corner)
        sheet.line(edge, (185, 190, 190), 0.35, closed=True)
        picture = sheet.finished()
        outline = Painter(style.width, style.height, DENSITY, (0, 0, 0))
        outline.fill(edge, (255, 255, 255))
        alpha = outline.finished()
        cut = (picture.astype(np.uint16) * alpha // 255).astype(np.uint8)
        return np.dstack([cut, alpha[..., 0]])

    def _draw_back(self) -> Painter:
        """A lattice of one ink within a white border."""
        style = self.style
        rng = random.Random(style.court.seed)
        sheet = Painter(style.width, style.height, DENSITY, style.paper)
        ink = rng.choice([(150, 70, 30), (45, 35, 170), (80, 110, 40), (70, 60, 60)])
        border = rng.uniform(2.5, 5.0)
        inner = rounded(style.width - 2 * border, style.height - 2 * border, 1.5) + border
        sheet.fill(inner, ink)
        step = rng.uniform(3.5, 7.0)
        blue, green, red = (min(255, channel + 110) for channel in ink)
        light = (blue, green, red)
        thin = rng.choice([0.35, 0.6])
        for x in np.arange(-style.height, style.width + style.height, step):
            for lean in (style.height, -style.height):
                start = x if lean > 0 else x + style.height
                sheet.line([(start, 0.0), (start + lean, style.height)], light, thin)
        frame = np.array([(0, 0), (style.width, 0), (style.width, style.height), (0, style.height)])
        for place in range(4):
            # The border is paper again: what the lattice covered of it is printed over.
            one, then = frame[place], frame[(place + 1) % 4]
            inward = np.array([-(then - one)[1], (then - one)[0]]) / np.linalg.norm(then - one) * border
            sheet.fill([one, then, then + inward, one + inward], style.paper)
        return sheet

    def _pips(self, sheet: Painter, card: Card, ink: Colour) -> None:
        style = self.style
        size = style.pip_height
        if card.rank == 1:
            size *= 2.4 if card.suit == "S" else 1.5
        for x, y in places(card.rank):
            centre = (style.width * (0.5 + x * style.spread_x), style.height * (0.5 + y * style.spread_y))
            for part in outlines(card.suit, style.pip):
                sheet.fill(part * (size if y <= 0 else -size) + centre, ink)

    def _index(self, sheet: Painter, card: Card, ink: Colour) -> None:
        """The upper corner or corners; the sheet is turned for the lower ones."""
        style = self.style
        letter = mask(self.rank_text(card), style.lettering)
        height = style.index_height
        width = min(height * letter.shape[1] / letter.shape[0], height * 0.85)
        middle = style.index_margin + max(width, style.index_pip * 0.8) / 2
        for x in (middle, style.width - middle) if style.four_corners else (middle,):
            sheet.stamp(letter, x - width / 2, style.index_margin, width, height, ink)
            centre = (x, style.index_margin + height + 1.0 + style.index_pip / 2)
            for part in outlines(card.suit, style.pip):
                sheet.fill(part * style.index_pip + centre, ink)
