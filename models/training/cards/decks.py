"""Packs of cards in endless variety: drawn from scratch, or Debian card art as printed or re-indexed.

    deck = random_deck(np.random.default_rng(7))
    picture = deck.face(parse_card("QS"))      # RGBA uint8, rounded corners transparent

One generator state gives one pack; nothing here keeps state between packs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from engine.cards import Card
from models.training.cards import art as debian
from models.training.cards.courts import Colour, CourtStyle, court_style, figure
from models.training.cards.jokers import drawn_joker, reprinted
from models.training.cards.lettering import LETTER_SETS, fonts, index_mask, stamp
from models.training.cards.pips import pip_set

Box = tuple[float, float, float, float]
"""(x0, y0, x1, y1) as fractions of the card's width and height."""

HEIGHT = 336
"""Pixels of a card's long side; the short side is 210 to 245."""
_SHAPES = ((0.714, 0.35), (0.64, 0.3), (0.66, 0.2), (0.69, 0.15))
"""Width ÷ height of poker, bridge and two continental sizes, with their shares."""


@dataclass
class Deck:
    """One pack.

    Attributes:
        name: what it was made from.
        size: (width, height) of every picture, pixels.
        index_boxes: where a rank index with its suit stands, upright or turned.
        index_tells: whether such an index shows the suit as well as the rank.
    """

    name: str
    size: tuple[int, int]
    index_boxes: tuple[Box, ...]
    index_tells: bool
    _draw: Callable[[Card], np.ndarray]
    _draw_back: Callable[[], np.ndarray]
    _draw_joker: Callable[[], np.ndarray]
    _finish: Callable[[np.ndarray], np.ndarray]
    _made: dict[object, np.ndarray] = field(default_factory=dict, repr=False)

    def face(self, card: Card) -> np.ndarray:
        """The card's face, RGBA uint8 (height, width, 4); not to be written to."""
        return self._once(card, lambda: self._draw(card))

    def back(self) -> np.ndarray:
        """The common back, RGBA uint8."""
        return self._once("back", self._draw_back)

    def joker(self) -> np.ndarray:
        """A joker of this pack, RGBA uint8."""
        return self._once("joker", self._draw_joker)

    def _once(self, key: object, draw: Callable[[], np.ndarray]) -> np.ndarray:
        if key not in self._made:
            self._made[key] = self._finish(draw())
        return self._made[key]


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


def _index_style(
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


def _colour(values: Iterable[float]) -> Colour:
    red, green, blue = (int(v) for v in values)
    return red, green, blue


def _inks(rng: np.random.Generator) -> dict[str, Colour]:
    u = rng.integers
    red = (int(u(165, 245)), int(u(0, 60)), int(u(0, 60)))
    black = _colour(u(0, 28) + u(0, 26, 3))
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


def _print_indices(
    picture: np.ndarray,
    card: Card,
    style: IndexStyle,
    pips: dict[str, np.ndarray],
    ink: Colour,
) -> None:
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


def _boxes(box: Box, corners: int) -> tuple[Box, ...]:
    x0, y0, x1, y1 = box
    both: tuple[Box, ...] = (box, (1 - x1, 1 - y1, 1 - x0, 1 - y0))
    if corners == 4:
        both += ((1 - x1, y0, 1 - x0, y1), (x0, 1 - y1, x1, 1 - y0))
    return both


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
    paper = _colour(picture[h // 2, 2])
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


def _paper_finish(
    rng: np.random.Generator, size: tuple[int, int], tone: float
) -> Callable[[np.ndarray], np.ndarray]:
    """Tint, age, wear and the rounded outline, the same way for every card of a pack."""
    w, h = size
    tint = 1 - np.abs(rng.normal(0, 1, 3)) * (0.01, 0.015, 0.035)
    age = float(rng.choice([0.0, rng.uniform(0.02, 0.16)], p=[0.6, 0.4]))
    own = np.random.default_rng(rng.integers(1 << 31))
    radius = round(rng.uniform(0.035, 0.07) * w)
    outline = np.zeros((h * 4, w * 4), np.uint8)
    r = radius * 4
    cv2.rectangle(outline, (r, 0), (w * 4 - r - 1, h * 4 - 1), 255, -1)
    cv2.rectangle(outline, (0, r), (w * 4 - 1, h * 4 - r - 1), 255, -1)
    for x in (r, w * 4 - r - 1):
        for y in (r, h * 4 - r - 1):
            cv2.circle(outline, (x, y), r, 255, -1)
    alpha = cv2.resize(outline, (w, h), interpolation=cv2.INTER_AREA)
    edge: np.ndarray = np.ones((h, w), np.float32)
    edge[2:-2, 2:-2] = 0
    edge = cv2.GaussianBlur(edge, (0, 0), 3)
    warm, hue = rng.uniform(0.85, 1.15, 3) ** tone, float(rng.normal(0, 3) * tone)

    def finish(picture: np.ndarray) -> np.ndarray:
        if tone:
            hsv = cv2.cvtColor(picture, cv2.COLOR_RGB2HSV).astype(np.float32)
            hsv[..., 0] = (hsv[..., 0] + hue) % 180
            hsv[..., 1] = np.clip(hsv[..., 1] * warm[0], 0, 255)
            picture = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2RGB)
        light = np.ones((h, w), np.float32)
        if age:
            stains = cv2.resize(own.random((6, 4), dtype=np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
            light -= age * (0.6 * np.clip(stains - 0.4, 0, 1) + edge)
            for _ in range(int(own.integers(0, 4))):
                a, b = ((int(own.integers(w)), int(own.integers(h))) for _ in range(2))
                cv2.line(light, a, b, 1 - age * 0.7, 1, cv2.LINE_AA)
        rgb = np.clip(picture * light[..., None] * tint, 0, 255).astype(np.uint8)
        return np.dstack([rgb, alpha])

    return finish


def _pattern_back(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    w, h = size
    paper = _colour(rng.integers(225, 256, 3))
    hue = int(rng.integers(180))
    hsv = np.array([[[hue, rng.integers(60, 255), rng.integers(40, 220)]]], np.uint8)
    ink = _colour(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0])
    if rng.random() < 0.2:
        paper, ink = ink, paper
    picture = np.full((h, w, 3), paper, np.uint8)
    m = round(rng.choice([0, rng.uniform(0.03, 0.09)]) * w)
    inner = picture[m : h - m, m : w - m]
    kind, step, thick = rng.integers(6), int(rng.integers(5, 26)), int(rng.integers(1, 4))
    ih, iw = inner.shape[:2]
    field_ = np.full((ih, iw, 3), paper, np.uint8)
    if kind <= 1:
        slope = rng.uniform(0.5, 2)
        for k in range(-ih * 2, iw + ih * 2, step):
            cv2.line(field_, (k, 0), (k + round(ih * slope), ih), ink, thick, cv2.LINE_AA)
            if kind == 0:
                cv2.line(field_, (k, 0), (k - round(ih * slope), ih), ink, thick, cv2.LINE_AA)
    elif kind == 2:
        for y in range(0, ih, step):
            for x in range((y // step % 2) * step // 2, iw, step):
                cv2.circle(field_, (x, y), max(1, step // 3), ink, -1 if thick > 1 else 1, cv2.LINE_AA)
    elif kind == 3:
        field_[:] = ink
        for r in range(step, max(ih, iw), step):
            cv2.ellipse(field_, (iw // 2, ih // 2), (r * 2 // 3, r), 0, 0, 360, paper, thick, cv2.LINE_AA)
    elif kind == 4:
        quarter = (rng.random((ih // 8 + 1, iw // 8 + 1)) < 0.45).astype(np.uint8) * 255
        whole = cv2.GaussianBlur(
            cv2.resize(quarter, (iw // 2 + 1, ih // 2 + 1), interpolation=cv2.INTER_NEAREST), (0, 0), 1.5
        )
        half = np.hstack([whole, whole[:, ::-1]])
        lace = np.vstack([half, half[::-1]])[:ih, :iw]
        field_ = np.where(lace[..., None] > 127, np.array(ink, np.uint8), np.array(paper, np.uint8))
    else:
        field_[:] = ink
        cv2.rectangle(field_, (iw // 12, iw // 12), (iw - iw // 12, ih - iw // 12), paper, thick)
        cv2.circle(field_, (iw // 2, ih // 2), iw // 4, paper, thick, cv2.LINE_AA)
    inner[:] = field_
    return picture


def _size(rng: np.random.Generator) -> tuple[int, int]:
    shares = np.array([share for _, share in _SHAPES])
    aspect = _SHAPES[rng.choice(len(_SHAPES), p=shares / shares.sum())][0] * rng.uniform(0.98, 1.02)
    return round(HEIGHT * aspect), HEIGHT


@dataclass(frozen=True)
class _Figures:
    """Which printed figure stands on which court.

    On some packs jack, queen and king trade their figures within the suit, or are mirrored:
    no two printers draw them alike, so the index must count, not the picture.
    """

    rank: dict[int, int]
    mirrored: bool

    @staticmethod
    def choose(rng: np.random.Generator, share: float) -> _Figures:
        if rng.random() >= share:
            return _Figures({11: 11, 12: 12, 13: 13}, False)
        traded = rng.permutation([11, 12, 13])
        return _Figures(
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
            ink=None if plain else _colour(rng.integers(0, 200, 3)),
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
    figures: _Figures

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
        return _Courts(lines, inset, look, bool(pip), smaller, flat, source, _Figures.choose(rng, 0.8))

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
class _Print:
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
    def choose(rng: np.random.Generator, courts_from: debian.Pack | None) -> _Print:
        """A random print; its courts may come from card art."""
        size = w, h = _size(rng)
        jumbo = bool(rng.random() < 0.4)
        style = _index_style(rng, jumbo=jumbo, german=0.5, suited=courts_from is not None)
        pips, inks = pip_set(rng), _inks(rng)
        small = pip_set(rng) if rng.random() < 0.15 else pips
        paper = _colour(rng.integers(238, 256) - rng.integers(0, 8, 3))
        reach = style.box(w / h)[2]
        return _Print(
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
        return _boxes(self.style.box(self.size[0] / self.size[1]), self.style.corners)

    def face(self, card: Card) -> np.ndarray:
        """A card's face, RGB."""
        w, h = self.size
        picture: np.ndarray = np.full((h, w, 3), self.paper, np.uint8)
        ink, pip = self.inks[card.suit], self.pips[card.suit]
        if self.frame:
            self.frame.print(picture, ink)
            if self.frame.interrupted:
                _clear(picture, self.boxes, self.paper)
        if card.rank == 1:
            self.aces.print(picture, np.random.default_rng([self.seed, card.index]), card.suit, pip, ink)
        elif card.rank <= 10:
            self.layout.print(picture, card.rank, pip, ink)
        else:
            picture = self._court(picture, card, pip, ink)
        _print_indices(picture, card, self.style, self.small, ink)
        return picture

    def _court(self, picture: np.ndarray, card: Card, pip: np.ndarray, ink: Colour) -> np.ndarray:
        if self.courts.source is None:
            self.courts.draw(picture, card, self.paper, pip, ink, self.layout.size)
        else:
            picture = self.courts.printed(card, self.courts.source, picture, self.paper)
        _clear(picture, self.boxes, self.paper)
        return picture


def drawn_deck(rng: np.random.Generator, courts_from: debian.Pack | None = None) -> Deck:
    """A pack drawn from scratch; its courts may come from card art, under new indices."""
    print_ = _Print.choose(rng, courts_from)
    name = f"drawn+{courts_from.name}" if courts_from else "drawn"
    back_rng, joker_rng = (np.random.default_rng(s) for s in rng.integers(1 << 31, size=2))
    return Deck(
        name, print_.size, print_.boxes, print_.style.pip > 0, print_.face,
        lambda: _pattern_back(back_rng, print_.size),
        lambda: drawn_joker(joker_rng, print_.size, print_.paper, print_.style.font),
        _paper_finish(rng, print_.size, 0.0),
    )  # fmt: skip


def _clear(picture: np.ndarray, boxes: tuple[Box, ...], paper: Colour) -> None:
    """Papers over where an index will stand, so that it is never printed on a figure."""
    h, w = picture.shape[:2]
    for x0, y0, x1, y1 in boxes:
        picture[
            max(0, round(y0 * h) - 2) : round(y1 * h) + 2, max(0, round(x0 * w) - 2) : round(x1 * w) + 2
        ] = paper


PRINTED = {"french": ((LETTER_SETS[0], LETTER_SETS[3]), 4), "english": ((LETTER_SETS[1],), 2)}
"""The letters of a country's indices and the number of corners that they stand in."""


@dataclass(frozen=True)
class _Reprint:
    """New indices on card art: their look, their pips, and where they stand."""

    style: IndexStyle
    pips: dict[str, np.ndarray]
    boxes: tuple[Box, ...]

    @staticmethod
    def choose(rng: np.random.Generator, old: Box, size: tuple[int, int], printed: str | None) -> _Reprint:
        """Indices no larger than the *old* place allows: pips of the art stay where they are."""
        aspect = size[0] / size[1]
        style, pips = _index_style(rng, french=0.6, suited=True), pip_set(rng)
        old_wide = (old[2] - old[0]) * aspect
        limit = max(0.075, min(0.11, (old[3] - old[1]) * 0.62))
        height = min(style.height, limit)
        style = replace(
            style, height=height, pip=min(style.pip, height * 0.85), beside=False,
            widen=min(style.widen, max(0.7, old_wide * 1.25 / (0.62 * height))),
        )  # fmt: skip
        if printed:
            letters, corners = PRINTED[printed]
            style = replace(style, letters=letters[int(rng.integers(len(letters)))], corners=corners)
        return _Reprint(style, pips, _boxes(style.box(aspect), style.corners))

    def print(self, clean: np.ndarray, card: Card, original: np.ndarray) -> None:
        """Print them onto a figure without its own, in the ink and on the paper of the *original*."""
        if card.rank > 10:
            _clear(clean, self.boxes, _colour(debian.paper_of(original)))
        _print_indices(clean, card, self.style, self.pips, _ink_of(original, card))


def art_deck(
    pack: debian.Pack,
    rng: np.random.Generator,
    *,
    reprint: bool = False,
    printed: str | None = None,
    measuring: bool = False,
) -> Deck:
    """A pack of card art in a random paper and tone.

    Args:
        reprint: paper over its indices and print new ones (letters, font, two or four corners).
        printed: with *reprint*, print them as in one of `PRINTED`; None: any.
        measuring: allow a held-out pack; never set in training.

    Raises:
        BadInput: the Debian package is missing.
        ValueError: the pack is held out and *measuring* is not set.
    """
    source = debian.faces(pack, measuring=measuring)
    first = next(iter(source.faces.values()))
    natural = first.shape[1] / first.shape[0]
    size = round(HEIGHT * float(np.clip(natural * rng.uniform(0.95, 1.05), 0.62, 0.74))), HEIGHT
    figures, new = _Figures.choose(rng, 0.7), None
    if reprint:
        new = _Reprint.choose(rng, source.corner, size, printed)
    back_rng = np.random.default_rng(rng.integers(1 << 31))

    def draw(card: Card) -> np.ndarray:
        if new is None:
            return cv2.resize(source.faces[card], size, interpolation=cv2.INTER_AREA)
        clean = cv2.resize(figures.of(card, source), size, interpolation=cv2.INTER_AREA)
        new.print(clean, card, source.faces[card])
        return clean

    def back() -> np.ndarray:
        if source.back is None or back_rng.random() < 0.5:
            return _pattern_back(back_rng, size)
        return cv2.resize(source.back, size, interpolation=cv2.INTER_AREA)

    def joker() -> np.ndarray:
        if not source.jokers:
            return drawn_joker(back_rng, size, (250, 250, 248), _index_style(back_rng).font)
        own = source.jokers[back_rng.integers(len(source.jokers))]
        if reprint and not measuring:
            own = reprinted(back_rng, own)
        return cv2.resize(own, size, interpolation=cv2.INTER_AREA)

    name = f"{pack.name}{'+indices' if reprint else ''}"
    boxes = new.boxes if new else _boxes(source.corner, 2)
    return Deck(name, size, boxes, True, draw, back, joker, _paper_finish(rng, size, 1.0))


def _ink_of(picture: np.ndarray, card: Card) -> Colour:
    """The colour in which this pack prints the card's suit, taken from its index."""
    h, w = picture.shape[:2]
    corner = picture[: h // 4, : w // 6].reshape(-1, 3).astype(np.int16)
    away = np.abs(corner - debian.paper_of(picture)).sum(axis=1)
    inked = corner[away > 0.6 * away.max()]
    middle = np.median(inked, axis=0)
    if card.suit in "DH" and middle[0] < middle[2] + 40:
        return (200, 25, 35)
    return (int(middle[0]), int(middle[1]), int(middle[2]))


def random_deck(rng: np.random.Generator) -> Deck:
    """A pack nobody has seen before: 35 % re-indexed art, 20 % art as printed, 45 % drawn.

    Without the Debian packages of card art every pack is drawn. Held-out packs never appear.
    """
    if not debian.available():
        return drawn_deck(rng)
    pack = debian.TRAINING[rng.integers(len(debian.TRAINING))]
    kind = rng.random()
    if kind < 0.2 and pack.letters:
        return art_deck(pack, rng)
    if kind < 0.55 and pack.reprint:
        return art_deck(pack, rng, reprint=True)
    return drawn_deck(rng, pack if rng.random() < 0.65 else None)
