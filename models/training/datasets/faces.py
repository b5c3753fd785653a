"""Samples for the reader: a flattened card as a finder with small errors would cut it out.

One sample is one small photograph, made up: a table, cards below and above, a card in
perspective, shadow, lamp, lens, sensor, JPEG; then its outline, a little wrong, is flattened.
What is hidden is tracked, so that a card of which nothing tells its face is labelled so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.cards import DECK, Card
from models.flattening import NO_FACE, SIZE, flatten
from models.training.cards.decks import Deck
from models.training.cards.telling import told
from models.training.datasets.outlines import outline, seen_from
from models.training.datasets.photo import UNIT, Photo, beside, chip, finger, glare, hide, points
from models.training.datasets.shot import lens_and_sensor, light_of

COURTS = 0.4
"""Share of courts among the faces: the hardest to tell, being drawn anew on every pack."""


@dataclass(frozen=True)
class Shares:
    """How often a sample shows what is hard to tell.

    Attributes:
        aces: share of aces: where a strip shows only the index, a 1 must be told from a 3.
        covered: share of cards with another card on them, which mostly leaves a strip.
        left_out: share of these that are shown without what the others hide (`models.flattening.flatten`).
        jokers: share of jokers among all.
    """

    aces: float
    covered: float
    left_out: float = 0.0
    jokers: float = 0.025


USUAL = Shares(aces=0.06, covered=0.34)
"""What the reader is calibrated and measured on."""
HARD = Shares(aces=0.14, covered=0.48, left_out=0.6)
"""What it learns from."""
HALF = 0.5
"""A joker of which less than this share is hidden can be told."""
_SUITS = "CDHS"


@dataclass(frozen=True)
class Sample:
    """One flattened card.

    Attributes:
        crop: BGR uint8, `SIZE`.
        face: index in `engine.cards.DECK`, or 52.
        told: how far the visible part tells the face, 0–1.
        turned: 1 if the crop is upside down, 0 if not, -1 where the print does not show it.
        short: pixels of the card's short side in the made-up photograph.
        hidden: share of the card that something covers.
        light: factor of brightness, 1 = well lit.
        joker: 1 for a joker, 0 for none, -1 where too little of one is seen or it is outlined wrongly.
    """

    crop: np.ndarray
    face: int
    told: float
    turned: int
    short: float
    hidden: float
    light: float
    joker: int


def _shows_up(card: Card) -> bool:
    """Whether the print differs from itself turned by 180° on nearly every pack."""
    return card.rank == 7 or (card.suit != "D" and card.rank in (1, 3, 5, 9))


def cards_of_scene(
    rng: np.random.Generator, picture: Path, most: int = 6, smallest: float = 32
) -> Iterator[Sample]:
    """Samples cut out of a scene that `models.training.datasets.scene_files` wrote.

    Args:
        picture: ``images/N.jpg``; its truth is ``corners/N.npz`` beside.
        most: cards taken of one scene.
        smallest: pixels of the short side below which a card is left out.
    """
    truth = np.load(picture.parent.parent / "corners" / f"{picture.stem}.npz")
    shot = cv2.imread(str(picture))
    quads, kinds, cards = truth["quads"], truth["kinds"], truth["cards"]
    for k in rng.permutation(len(quads))[:most]:
        quad = quads[k].astype(np.float64)
        short = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
        if short < smallest:
            continue
        jittered, outlined = outline(rng, seen_from(quad, rng), quad)
        readable = kinds[k] == 0 and cards[k] >= 0 and outlined
        face = int(cards[k]) if readable else NO_FACE
        turned = int(rng.random() < 0.5)
        if turned:
            jittered = np.roll(jittered, 2, axis=0)
        crop = flatten(shot, tuple((float(x), float(y)) for x, y in jittered), SIZE)  # type: ignore[arg-type]
        hidden = 1 - float(truth["visible"][k])
        shows = readable and hidden < 0.25 and _shows_up(DECK[face])
        tells = float(truth["told"][k]) if readable else 1.0
        joker = _joker(kinds[k] == 0 and cards[k] < 0, outlined, hidden)
        yield Sample(crop, face, tells, turned if shows else -1, short, hidden, 1.0, joker)


def _rank(rng: np.random.Generator, aces: float) -> int:
    kind = rng.random()
    if kind < COURTS:
        return int(rng.integers(11, 14))
    return 1 if kind < COURTS + aces else int(rng.integers(2, 11))


def _what_lies(kind: float, jokers: float) -> str:
    """What there is to read: a face, at times the back, a joker, two half cards or nothing at all."""
    rare = (
        (0.04, "back"),
        (0.04 + jokers, "joker"),
        (0.06 + jokers, "halves"),
        (0.075 + jokers, "nothing"),
    )
    return next((what for below, what in rare if kind < below), "face")


def _lay_what(photo: Photo, what: str, card: Card) -> None:
    if what == "face":
        photo.lay(photo.deck.face(card))
    elif what == "back":
        photo.lay(photo.deck.back())
    elif what == "joker":
        photo.lay(photo.deck.joker())
    elif what == "halves":
        # Two half cards and the gap between: a finder's mistake.
        face = photo.deck.face(card)
        photo.lay(face, np.array([[1, 0, photo.rng.choice([-0.6, 0.6])], [0, 1, 0], [0, 0, 1]]))


def _lay_above(photo: Photo, shares: Shares) -> list[np.ndarray]:
    """Cards, fingers and chips over the card; the cards' outlines as a finder gives them, pixels."""
    rng, aspect = photo.rng, photo.aspect
    upper: list[np.ndarray] = []
    above = rng.random()
    if above < shares.covered:
        for _ in range(int(rng.choice([1, 2], p=[0.75, 0.25]))):
            there = beside(rng, aspect, above=True)
            photo.lay(photo.another(), there)
            hide(photo.seen, points(there, UNIT))
            upper.append(seen_from(points(photo.matrix @ there, UNIT), rng))
    if shares.covered - 0.06 < above < shares.covered + 0.08:
        skin = np.array([rng.uniform(60, 170), rng.uniform(80, 190), rng.uniform(110, 235)])
        colour = skin if rng.random() < 0.75 else rng.uniform(10, 230, 3)
        photo.cover(finger(rng, aspect), colour)
    if shares.covered + 0.06 < above < shares.covered + 0.16:
        for _ in range(int(rng.integers(1, 4))):
            photo.cover(chip(rng, aspect), rng.uniform(20, 240, 3))
    return upper


def sample(rng: np.random.Generator, decks: Sequence[Deck], shares: Shares = USUAL) -> Sample:
    """Makes one sample from a pool of packs."""
    photo = Photo.of_a_table(rng, decks)
    what = _what_lies(rng.random(), shares.jokers)
    card = Card(_rank(rng, shares.aces), _SUITS[rng.integers(4)])
    for _ in range(int(rng.choice([0, 1, 2], p=[0.65, 0.2, 0.15]))):
        photo.lay(photo.another(), beside(rng, photo.aspect, above=False))
    _lay_what(photo, what, card)
    upper = _lay_above(photo, shares)
    if rng.random() < 0.12:
        glare(rng, photo.picture, photo.matrix, photo.seen)
    light = light_of(rng)
    shot = lens_and_sensor(rng, photo.picture, photo.short, light)
    seen_at = seen_from(points(photo.matrix, UNIT), rng)
    quad, outlined = outline(rng, seen_at, seen_at)
    face = card.index if what == "face" and outlined else NO_FACE
    turned = int(rng.random() < 0.5)
    if turned:
        quad = np.roll(quad, 2, axis=0)
    left_out = upper if rng.random() < shares.left_out else ()
    hidden = 1 - float(photo.seen.mean()) / 255
    return Sample(
        crop=flatten(shot, quad, SIZE, left_out),
        face=face,
        told=1.0 if face == NO_FACE else told(photo.deck, card, photo.seen),
        turned=turned if face != NO_FACE and _shows_up(card) and hidden < 0.25 else -1,
        short=photo.short,
        hidden=hidden,
        light=light,
        joker=_joker(what == "joker", outlined, hidden),
    )


def _joker(there: bool, outlined: bool, hidden: float) -> int:
    return 0 if not there else 1 if outlined and hidden < HALF else -1
