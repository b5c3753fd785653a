"""How the faces of a drawn pack are printed: pips, aces, courts, a frame, and the indices upon them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from engine.cards import Card
from models.training.cards import art as debian
from models.training.cards.courts import Colour, CourtStyle, court_style, figure
from models.training.cards.indices import Box, IndexStyle, boxes_of, clear, index_style, print_indices
from models.training.cards.lettering import fonts, index_mask, stamp
from models.training.cards.paper import HEIGHT, colour_of
from models.training.cards.pips import pip_set

_SHAPES = ((0.714, 0.35), (0.64, 0.3), (0.66, 0.2), (0.69, 0.15))
"""Width ÷ height of poker, bridge and two continental sizes, with their shares."""


def _inks(rng: np.random.Generator) -> dict[str, Colour]:
    u = rng.integers
    red = (int(u(165, 245)), int(u(0, 60)), int(u(0, 60)))
    black = colour_of(u(0, 28) + u(0, 26, 3))
    if rng.random() < 0.05:
        green, blue = (
            (int(u(0, 60)), int(u(90, 150)), int(u(30, 90))),
            (int(u(10, 60)), int(u(60, 130)), int(u(150, 230))),
        )
        orange = (int(u(215, 245)), int(u(120, 175)), int(u(0, 50)))
        four = ((green, blue), (green, orange), (blue, orange))[u(3)]
        clubs, diamonds = four
        spades = blue if four == (green, orange) and rng.random() < 0.5 else black
        return {"C": clubs, "D": diamonds, "H": red, "S": spades}
    return {"C": black, "D": red, "H": red, "S": black}


@dataclass(frozen=True)
class PipStyle:
    """Where the large pips stand. Lengths are fractions of the card's height or width."""

    size: float
    spread: float
    top: float
    variant: tuple[bool, bool, bool]
    """Other customs: the 7's single pip below the middle, the 8 in four pairs, the 9's single pip high."""

    def places(self, rank: int) -> list[tuple[float, float]]:
        """(x, y) per pip, x from -1 (left column) to 1, y from 0 (top row) to 1."""
        columns: dict[int, tuple[float, ...]] = {
            4: (0, 1),
            5: (0, 1),
            6: (0, 0.5, 1),
            7: (0, 0.5, 1),
            8: (0, 0.5, 1),
        }
        rows = columns.get(rank, (0, 1 / 3, 2 / 3, 1) if rank >= 9 else ())
        single: dict[int, tuple[float, ...]] = {
            1: (0.5,), 2: (0, 1), 3: (0, 0.5, 1), 5: (0.5,), 7: (0.75,) if self.variant[0] else (0.25,),
            8: (0.25, 0.75), 9: (1 / 6,) if self.variant[2] else (0.5,), 10: (1 / 6, 5 / 6),
        }  # fmt: skip
        middle = single.get(rank, ())
        if rank == 8 and self.variant[1]:
            rows, middle = (0, 1 / 3, 2 / 3, 1), ()
        return [(x, y) for y in rows for x in (-1.0, 1.0)] + [(0.0, y) for y in middle]

    @staticmethod
    def choose(rng: np.random.Generator, aspect: float, reach: float, jumbo: bool) -> PipStyle:
        """The pips of a pack.

        Args:
            aspect: of the card, its width ÷ height.
            reach: how far its indices stand into the card, a fraction of its width.
            jumbo: they are large ones.
        """
        # Pips keep clear of the indices, as on any card that is printed to be played with.
        room = 0.5 - reach - 0.01
        # Large indices come with small pips: those cards are made to be read by their corners.
        wanted = rng.uniform(0.06, 0.115) if jumbo and rng.random() < 0.8 else rng.uniform(0.115, 0.195)
        size = max(0.06, min(wanted, (room - 0.1) * 2 * aspect))
        return PipStyle(
            size=size,
            spread=max(0.1, min(rng.uniform(0.1 if jumbo else 0.16, 0.27), room - size / 2 / aspect)),
            top=rng.uniform(0.16, 0.25) if jumbo else rng.uniform(0.14, 0.215),
            variant=(rng.random() < 0.06, rng.random() < 0.12, rng.random() < 0.1),
        )

    def print(self, picture: np.ndarray, rank: int, pip: np.ndarray, ink: Colour) -> None:
        """Print the pips of a card of this *rank*, 2 to 10, into its RGB picture."""
        h, w = picture.shape[:2]
        wide = self.size * h * min(1.05, pip.shape[1] / pip.shape[0])
        for x, y in self.places(rank):
            spot = (w / 2 + x * self.spread * w, h * (self.top + y * (1 - 2 * self.top)))
            stamp(picture, pip, spot, (wide, self.size * h), ink, turned=y > 0.51)


def _ace(
    rng: np.random.Generator,
    picture: np.ndarray,
    pip: np.ndarray,
    ink: Colour,
    big: float,
    ornate: bool,
) -> None:
    h, w = picture.shape[:2]
    high = big * h
    wide = high * pip.shape[1] / pip.shape[0]
    centre = (w / 2, h / 2)
    if ornate and rng.random() < 0.4:
        for r in np.arange(0.62, 0.62 + 0.09 * rng.integers(1, 4), 0.09):
            cv2.circle(
                picture, (w // 2, h // 2), round(r * max(high, wide)), ink, max(1, w // 150), cv2.LINE_AA
            )
    stamp(picture, pip, centre, (wide, high), ink)
    if not ornate:
        return
    paper = colour_of(picture[h // 2, 2])
    for inner in (0.72, 0.62, 0.5):
        colour = paper if inner != 0.62 else ink
        if rng.random() < 0.7:
            stamp(picture, pip, centre, (wide * inner, high * inner), colour)
    for _ in range(int(rng.integers(0, 30))):
        x, y = rng.normal(0, 0.12, 2)
        spot = (round(w / 2 + x * wide), round(h / 2 + y * high))
        cv2.ellipse(picture, spot, (w // 40, w // 90), rng.uniform(0, 180), 0, 360, ink, 1, cv2.LINE_AA)
    if rng.random() < 0.6:
        text = index_mask(fonts()[rng.integers(len(fonts()))], "Nº 52 · CARTES"[: rng.integers(5, 14)])
        stamp(picture, text, (w / 2, h / 2 + high * 0.62), (w * rng.uniform(0.2, 0.4), h * 0.02), ink)


def _size(rng: np.random.Generator) -> tuple[int, int]:
    shares = np.array([share for _, share in _SHAPES])
    aspect = _SHAPES[rng.choice(len(_SHAPES), p=shares / shares.sum())][0] * rng.uniform(0.98, 1.02)
    return round(HEIGHT * aspect), HEIGHT


@dataclass(frozen=True)
class Figures:
    """Which printed figure stands on which court.

    On some packs jack, queen and king trade their figures within the suit, or are mirrored:
    no two printers draw them alike, so the index must count, not the picture.
    """

    rank: dict[int, int]
    mirrored: bool

    @staticmethod
    def choose(rng: np.random.Generator, share: float) -> Figures:
        if rng.random() >= share:
            return Figures({11: 11, 12: 12, 13: 13}, False)
        traded = rng.permutation([11, 12, 13])
        return Figures(
            dict(zip((11, 12, 13), (int(r) for r in traded), strict=True)), bool(rng.random() < 0.5)
        )

    def of(self, card: Card, source: debian.Art) -> np.ndarray:
        """The figure for *card*, RGB, without its index."""
        drawn = Card(self.rank[card.rank], card.suit) if card.rank > 10 else card
        clean = debian.without_index(drawn, source)
        return clean[:, ::-1] if self.mirrored and card.rank > 10 else clean


@dataclass(frozen=True)
class _Frame:
    """Lines round every face of a pack, well inside its edge, which they must not be taken for.

    Lengths are fractions of the card's width.
    """

    beside: float
    above: float
    lines: int
    apart: float
    thick: int
    ink: Colour | None
    """None: each suit's own."""
    interrupted: bool
    """The indices stand in gaps of the frame."""
    scrolls: float
    """Radius of the curls in its corners; 0: none."""

    @staticmethod
    def choose(rng: np.random.Generator) -> _Frame | None:
        """The frame of a pack in five; the others have none."""
        if rng.random() >= 0.2:
            return None
        beside = rng.uniform(0.05, 0.24)
        plain = rng.random() < 0.6
        return _Frame(
            beside=beside,
            above=beside * rng.uniform(0.6, 1.3),
            lines=1 if plain else int(rng.integers(1, 4)),
            apart=rng.uniform(0.012, 0.03),
            thick=1 if plain else int(rng.integers(1, 4)),
            ink=None if plain else colour_of(rng.integers(0, 200, 3)),
            interrupted=bool(rng.random() < 0.5),
            scrolls=0.0 if plain else float(rng.choice([0.0, rng.uniform(0.02, 0.06)])),
        )

    def print(self, picture: np.ndarray, suit: Colour) -> None:
        """Draw it onto an RGB picture whose suit is printed in this colour."""
        h, w = picture.shape[:2]
        ink = self.ink or suit
        for k in range(self.lines):
            x, y = (round((inset + k * self.apart) * w) for inset in (self.beside, self.above))
            cv2.rectangle(picture, (x, y), (w - x, h - y), ink, self.thick, cv2.LINE_AA)
        x, y, r = round(self.beside * w), round(self.above * w), round(self.scrolls * w)
        for spot in ((x, y), (w - x, y), (x, h - y), (w - x, h - y)) if r else ():
            cv2.circle(picture, spot, r, ink, self.thick, cv2.LINE_AA)


@dataclass(frozen=True)
class _Aces:
    """How a pack prints its aces; sizes are fractions of the card's height.

    Attributes:
        big, spade: of the pip, and of the ace of spades'.
        ornate, ornate_spade: all have ornaments; that of spades has.
    """

    big: float
    ornate: bool
    spade: float
    ornate_spade: bool

    @staticmethod
    def choose(rng: np.random.Generator) -> _Aces:
        big, ornate = rng.uniform(0.13, 0.4), rng.random() < 0.15
        return _Aces(big, bool(ornate), rng.uniform(big, 0.5), bool(rng.random() < 0.5))

    def print(
        self, picture: np.ndarray, rng: np.random.Generator, suit: str, pip: np.ndarray, ink: Colour
    ) -> None:
        if suit == "S":
            _ace(rng, picture, pip, ink, self.spade, self.ornate or self.ornate_spade)
        else:
            _ace(rng, picture, pip, ink, self.big, self.ornate)


@dataclass(frozen=True)
class _Courts:
    """How a pack prints its courts; lengths are fractions of the card's width or height.

    Attributes:
        lines: round a figure that is drawn.
        inset: of a drawn figure from the card's edges.
        look: of drawn figures.
        pip: a drawn figure has its suit beside it.
        smaller, flat: how far a printed figure stands from the sides, and that above, as a share of it.
        source: the card art of printed figures; None: they are drawn.
        figures: which printed figure stands on which court.
    """

    lines: int
    inset: float
    look: CourtStyle
    pip: bool
    smaller: float
    flat: float
    source: debian.Art | None
    figures: Figures

    @staticmethod
    def choose(
        rng: np.random.Generator, style: IndexStyle, reach: float, jumbo: bool, pack: debian.Pack | None
    ) -> _Courts:
        """*reach*: how far the indices stand into the card; *jumbo*: they are large ones."""
        lines, inset = int(rng.choice(3, p=[0.35, 0.5, 0.15])), rng.uniform(0.12, 0.2)
        look, pip = court_style(rng), rng.random() < 0.8 or not style.pip
        smaller = rng.uniform(0.08, max(0.12, reach)) if jumbo or rng.random() < 0.3 else 0.0
        flat = rng.uniform(0.5, 1.0)
        source = debian.faces(pack) if pack else None
        return _Courts(lines, inset, look, bool(pip), smaller, flat, source, Figures.choose(rng, 0.8))

    def printed(self, card: Card, source: debian.Art, blank: np.ndarray, paper: Colour) -> np.ndarray:
        """A court with the figure of card art, RGB, on a card that is *blank* but for its frame."""
        h, w = blank.shape[:2]
        clean = self.figures.of(card, source)
        own_paper = np.maximum(debian.paper_of(clean), 1)
        clean = np.clip(clean * (np.array(paper) / own_paper), 0, 255).astype(np.uint8)
        if not self.smaller:
            return cv2.resize(clean, (w, h), interpolation=cv2.INTER_AREA)
        x, y = round(self.smaller * w), round(self.smaller * self.flat * w)
        inner = (w - 2 * x, h - 2 * y)
        blank[y : h - y, x : w - x] = cv2.resize(clean, inner, interpolation=cv2.INTER_AREA)
        return blank

    def draw(
        self, picture: np.ndarray, card: Card, paper: Colour, pip: np.ndarray, ink: Colour, size: float
    ) -> None:
        """A drawn figure; *size*: of the pips beside it, a fraction of the card's height."""
        h, w = picture.shape[:2]
        x, y = round(self.inset * w), round(self.inset * 0.62 * h)
        inner = (w - 2 * x, h - 2 * y)
        picture[y : h - y, x : w - x] = figure(card.rank, card.suit, inner, paper, self.look)
        for k in range(0, 3 * self.lines, 3):
            cv2.rectangle(picture, (x - k, y - k), (w - x + k, h - y + k), self.look.line, 1)
        if self.pip:
            high = min(0.115, size * 1.1) * h
            spot = (x + 0.07 * h, y + 0.08 * h)
            wide = high * min(1.05, pip.shape[1] / pip.shape[0])
            stamp(picture, pip, spot, (wide, high), ink)
            stamp(picture, pip, (w - spot[0], h - spot[1]), (wide, high), ink, turned=True)


@dataclass(frozen=True)
class Print:
    """How all faces of a drawn pack are printed.

    Attributes:
        size: (width, height) of a card, pixels.
        paper: its colour.
        style: of the indices, whose *small* pips may be other ones than those of the face.
        frame: lines round a face, if any.
        seed: of what differs from card to card.
    """

    size: tuple[int, int]
    paper: Colour
    style: IndexStyle
    small: dict[str, np.ndarray]
    pips: dict[str, np.ndarray]
    inks: dict[str, Colour]
    layout: PipStyle
    aces: _Aces
    frame: _Frame | None
    courts: _Courts
    seed: int

    @staticmethod
    def choose(rng: np.random.Generator, courts_from: debian.Pack | None) -> Print:
        """A random print; its courts may come from card art."""
        size = w, h = _size(rng)
        jumbo = bool(rng.random() < 0.4)
        style = index_style(rng, jumbo=jumbo, german=0.5, suited=courts_from is not None)
        pips, inks = pip_set(rng), _inks(rng)
        small = pip_set(rng) if rng.random() < 0.15 else pips
        paper = colour_of(rng.integers(238, 256) - rng.integers(0, 8, 3))
        reach = style.box(w / h)[2]
        return Print(
            size=size,
            paper=paper,
            style=style,
            small=small,
            pips=pips,
            inks=inks,
            layout=PipStyle.choose(rng, w / h, reach, jumbo),
            aces=_Aces.choose(rng),
            frame=_Frame.choose(rng),
            courts=_Courts.choose(rng, style, reach, jumbo, courts_from),
            seed=int(rng.integers(1 << 31)),
        )

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Where the indices stand."""
        return boxes_of(self.style.box(self.size[0] / self.size[1]), self.style.corners)

    def face(self, card: Card) -> np.ndarray:
        """A card's face, RGB."""
        w, h = self.size
        picture: np.ndarray = np.full((h, w, 3), self.paper, np.uint8)
        ink, pip = self.inks[card.suit], self.pips[card.suit]
        if self.frame:
            self.frame.print(picture, ink)
            if self.frame.interrupted:
                clear(picture, self.boxes, self.paper)
        if card.rank == 1:
            self.aces.print(picture, np.random.default_rng([self.seed, card.index]), card.suit, pip, ink)
        elif card.rank <= 10:
            self.layout.print(picture, card.rank, pip, ink)
        else:
            picture = self._court(picture, card, pip, ink)
        print_indices(picture, card, self.style, self.small, ink)
        return picture

    def _court(self, picture: np.ndarray, card: Card, pip: np.ndarray, ink: Colour) -> np.ndarray:
        if self.courts.source is None:
            self.courts.draw(picture, card, self.paper, pip, ink, self.layout.size)
        else:
            picture = self.courts.printed(card, self.courts.source, picture, self.paper)
        clear(picture, self.boxes, self.paper)
        return picture
