"""Packs of cards in endless variety: drawn from scratch, or Debian card art as printed or re-indexed.

    deck = random_deck(np.random.default_rng(7))
    picture = deck.face(parse_card("QS"))      # RGBA uint8, rounded corners transparent

One generator state gives one pack; nothing here keeps state between packs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from engine.cards import Card
from models.training.cards import art as debian
from models.training.cards.courts import Colour
from models.training.cards.indices import Box, IndexStyle, boxes_of, clear, index_style, print_indices
from models.training.cards.jokers import drawn_joker, reprinted
from models.training.cards.lettering import LETTER_SETS
from models.training.cards.paper import HEIGHT, colour_of, paper_finish, pattern_back
from models.training.cards.pips import pip_set
from models.training.cards.printing import Figures, Print


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


def drawn_deck(rng: np.random.Generator, courts_from: debian.Pack | None = None) -> Deck:
    """A pack drawn from scratch; its courts may come from card art, under new indices."""
    print_ = Print.choose(rng, courts_from)
    name = f"drawn+{courts_from.name}" if courts_from else "drawn"
    back_rng, joker_rng = (np.random.default_rng(s) for s in rng.integers(1 << 31, size=2))
    return Deck(
        name, print_.size, print_.boxes, print_.style.pip > 0, print_.face,
        lambda: pattern_back(back_rng, print_.size),
        lambda: drawn_joker(joker_rng, print_.size, print_.paper, print_.style.font),
        paper_finish(rng, print_.size, 0.0),
    )  # fmt: skip


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
        style, pips = index_style(rng, french=0.6, suited=True), pip_set(rng)
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
        return _Reprint(style, pips, boxes_of(style.box(aspect), style.corners))

    def print(self, clean: np.ndarray, card: Card, original: np.ndarray) -> None:
        """Print them onto a figure without its own, in the ink and on the paper of the *original*."""
        if card.rank > 10:
            clear(clean, self.boxes, colour_of(debian.paper_of(original)))
        print_indices(clean, card, self.style, self.pips, _ink_of(original, card))


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
    figures, new = Figures.choose(rng, 0.7), None
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
            return pattern_back(back_rng, size)
        return cv2.resize(source.back, size, interpolation=cv2.INTER_AREA)

    def joker() -> np.ndarray:
        if not source.jokers:
            return drawn_joker(back_rng, size, (250, 250, 248), index_style(back_rng).font)
        own = source.jokers[back_rng.integers(len(source.jokers))]
        if reprint and not measuring:
            own = reprinted(back_rng, own)
        return cv2.resize(own, size, interpolation=cv2.INTER_AREA)

    name = f"{pack.name}{'+indices' if reprint else ''}"
    boxes = new.boxes if new else boxes_of(source.corner, 2)
    return Deck(name, size, boxes, True, draw, back, joker, paper_finish(rng, size, 1.0))


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
