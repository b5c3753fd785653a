"""Samples for the reader: a flattened card as a finder with small errors would cut it out.

One sample is one small photograph, made up: a table, cards below and above, a card in
perspective, shadow, lamp, lens, sensor, JPEG; then its outline, a little wrong, is flattened.
What is hidden is tracked, so that a card of which nothing tells its face is labelled so.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.cards import DECK, Card
from models.flattening import NO_FACE, SIZE, flatten
from models.training.cards.decks import Deck
from models.training.cards.telling import GRID, told
from models.training.scenes.photographing import BRIGHTEST

SIDEWAYS = 0.07
"""Share of outlines whose first edge is a long one: no face, so that a caller who cannot tell
the short edge may read both ways and keep the surer."""
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
ASTRAY = 0.06
"""Share of outlines that are a finder's blunder: a piece of a card, or half beside it. No face."""
UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
"""Corners of a card in its own plane."""
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


@functools.cache
def _grain() -> np.ndarray:
    """Sensor noise to cut pieces from: drawing normal numbers anew is what would cost most."""
    return np.random.default_rng(0).standard_normal((900, 900, 3), dtype=np.float32)


def _noise(rng: np.random.Generator, w: int, h: int) -> np.ndarray:
    grain = _grain()
    if w > 900 or h > 900:
        return cv2.resize(grain, (w, h), interpolation=cv2.INTER_NEAREST)
    y, x = rng.integers(0, 901 - h), rng.integers(0, 901 - w)
    return grain[y : y + h, x : x + w] * np.float32(rng.choice([-1, 1]))


def _table(rng: np.random.Generator, w: int, h: int) -> np.ndarray:
    """A piece of table: felt, cloth, wood, white, printed board."""
    kind = rng.random()
    if kind < 0.3:
        base = np.array([rng.uniform(10, 80), rng.uniform(50, 140), rng.uniform(5, 70)])
    elif kind < 0.55:
        base = np.array([rng.uniform(30, 140), rng.uniform(60, 180), rng.uniform(90, 220)])
    elif kind < 0.75:
        base = rng.uniform(0, 255, 3)
    elif kind < 0.9:
        base = rng.uniform(170, 250) - rng.uniform(0, 30, 3)
    else:
        base = rng.uniform(5, 60) + rng.uniform(0, 15, 3)
    coarse = rng.normal(0, rng.uniform(0, 18), (4, 4, 1)).astype(np.float32)
    soft = cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC)
    picture: np.ndarray = base.astype(np.float32) + soft[..., None]
    if rng.random() < 0.35:
        grain = rng.normal(0, rng.uniform(3, 25), (1, max(2, w // int(rng.integers(2, 9))))).astype(
            np.float32
        )
        stripes = cv2.resize(np.repeat(grain, 2, 0), (w, h), interpolation=cv2.INTER_LINEAR)
        picture = picture + (stripes if rng.random() < 0.5 else cv2.resize(stripes.T, (w, h)))[..., None]
    if rng.random() < 0.4:
        picture = picture + _noise(rng, w, h)[..., :1] * np.float32(rng.uniform(2, 14))
    picture = np.ascontiguousarray(np.clip(picture, 0, 255).astype(np.uint8))
    if rng.random() < 0.15:
        for _ in range(int(rng.integers(1, 7))):
            a, b = ((int(rng.integers(w)), int(rng.integers(h))) for _ in range(2))
            colour = tuple(int(v) for v in rng.integers(0, 256, 3))
            if rng.random() < 0.5:
                cv2.line(picture, a, b, colour, int(rng.integers(1, 12)), cv2.LINE_AA)
            else:
                cv2.circle(
                    picture, a, int(rng.integers(3, 40)), colour, int(rng.choice([-1, 2])), cv2.LINE_AA
                )
    return picture


def _place(rng: np.random.Generator, short: float, aspect: float) -> tuple[np.ndarray, tuple[int, int]]:
    """Card plane (card = unit square) → pixels, and the size of the photograph."""
    turn = rng.uniform(0, 2 * np.pi)
    card = (UNIT - 0.5) * (short, short / aspect)
    c, s = np.cos(turn), np.sin(turn)
    card = card @ np.array([[c, s], [-s, c]])
    # A slanted camera: shorter from near to far, nearer is larger. The short side stays as asked.
    if rng.random() < 0.75:
        card[:, 1] *= rng.uniform(0.5, 1.0)
        card *= 1 + rng.uniform(0, 0.16) * card[:, 1:] / (np.abs(card).max() + 1e-6)
        edges = np.linalg.norm(np.roll(card, -1, axis=0) - card, axis=1)
        card *= short / max(1.0, (edges[0] + edges[2]) / 2) * rng.uniform(0.85, 1)
    low = card.min(axis=0)
    pad = 0.22 * short + 3
    size = np.ceil(card.max(axis=0) - low + 2 * pad).astype(int)
    corners = (card - low + pad).astype(np.float32)
    return cv2.getPerspectiveTransform(UNIT.astype(np.float32), corners), (int(size[0]), int(size[1]))


def _shade(picture: np.ndarray, alpha: np.ndarray, rng: np.random.Generator, short: float) -> None:
    reach = max(0.6, short * rng.uniform(0.005, 0.04))
    dx, dy = rng.normal(0, 0.02 * short, 2)
    shift = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    soft = cv2.warpAffine(cv2.GaussianBlur(alpha, (0, 0), reach), shift, alpha.shape[1::-1])
    dark = 1 - soft.astype(np.float32) / 255 * rng.uniform(0.1, 0.6)
    picture[:] = (picture * dark[..., None]).astype(np.uint8)


def _lay(
    picture: np.ndarray, face: np.ndarray, matrix: np.ndarray, rng: np.random.Generator, short: float
) -> None:
    """Draws an RGBA card onto the BGR picture; *matrix*: unit square → pixels."""
    h, w = face.shape[:2]
    shrink = w / max(8.0, short)
    if shrink > 1.5:
        face = cv2.resize(
            face, (max(8, round(w / shrink)), max(8, round(h / shrink))), interpolation=cv2.INTER_AREA
        )
        h, w = face.shape[:2]
    # Premultiplied, else the warp's black border would shine through as a dark seam.
    face = face.copy()
    face[..., :3] = cv2.multiply(face[..., :3], cv2.merge([face[..., 3]] * 3), scale=1 / 255)
    to_unit = np.array([[1 / w, 0, 0.5 / w], [0, 1 / h, 0.5 / h], [0, 0, 1]])
    laid = cv2.warpPerspective(face, matrix @ to_unit, picture.shape[1::-1], flags=cv2.INTER_LINEAR)
    alpha = laid[..., 3]
    if rng.random() < 0.7:
        _shade(picture, alpha, rng, short)
    a = alpha[..., None].astype(np.float32) / 255
    picture[:] = np.minimum(picture * (1 - a) + laid[..., 2::-1], 255).astype(np.uint8)


def _beside(rng: np.random.Generator, aspect: float, *, above: bool) -> np.ndarray:
    """Where another card lies: its unit square → the card plane of ours (3 × 3)."""
    kind = rng.random()
    if above and kind < 0.65:
        # Fans, rows and piles: one strip of ours stays, often with just an index in it.
        strip = rng.choice([rng.uniform(0.1, 0.3), rng.uniform(0.3, 0.8)], p=[0.7, 0.3])
        side = rng.random()
        if side < 0.45:
            shift = np.array([strip, rng.normal(0, 0.08)])
        elif side < 0.6:
            shift = np.array([-strip, rng.normal(0, 0.08)])
        elif side < 0.8:
            shift = np.array([rng.normal(0, 0.06), strip * rng.uniform(0.7, 1.2)])
        elif side < 0.9:
            shift = np.array([rng.normal(0, 0.06), -strip * rng.uniform(0.7, 1.2)])
        else:
            shift = np.array([strip, strip * rng.uniform(0.4, 1.2)]) * rng.choice([-1, 1], 2)
        angle = rng.choice([rng.normal(0, 0.03), rng.uniform(-0.5, 0.5)])
    else:
        far = rng.uniform(0.35, 1.1) if above else rng.uniform(0, 1.05)
        way = rng.uniform(0, 2 * np.pi)
        shift = far * np.array([np.cos(way), np.sin(way)])
        angle = rng.choice([rng.uniform(0, 2 * np.pi), np.pi / 2 * rng.integers(4) + rng.normal(0, 0.05)])
    c, s = np.cos(angle), np.sin(angle)
    stretch = np.diag([aspect, 1.0, 1.0])
    centre = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    back = np.array([[1, 0, 0.5 + shift[0]], [0, 1, 0.5 + shift[1]], [0, 0, 1]])
    there: np.ndarray = back @ np.linalg.inv(stretch) @ turn @ stretch @ centre
    return there


def _points(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    return np.asarray(cv2.perspectiveTransform(points.astype(np.float64)[None], matrix)[0])


def _cover(
    picture: np.ndarray,
    seen: np.ndarray,
    shape: np.ndarray,
    matrix: np.ndarray,
    colour: np.ndarray,
    rng: np.random.Generator,
) -> None:
    """Draws an opaque shape given in the card plane onto the picture and takes it off what is seen."""
    pixels = np.round(_points(matrix, shape) * 8).astype(np.int32)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [pixels], 255, cv2.LINE_AA, shift=3)
    w, h = picture.shape[1::-1]
    wave = rng.normal(0, 9, (3, 3, 1)).astype(np.float32)
    body = colour.astype(np.float32) + cv2.resize(wave, (w, h), interpolation=cv2.INTER_CUBIC)[..., None]
    a = mask[..., None].astype(np.float32) / 255
    picture[:] = np.clip(picture * (1 - a) + body * a, 0, 255).astype(np.uint8)
    _hide(seen, shape)


def _hide(seen: np.ndarray, shape: np.ndarray) -> None:
    cv2.fillPoly(seen, [np.round(shape * GRID * 8).astype(np.int32)], 0, shift=3)


def _finger(rng: np.random.Generator, aspect: float) -> np.ndarray:
    """A finger, hand edge or sleeve coming in over an edge, as a polygon in the card plane."""
    way = rng.uniform(0, 2 * np.pi)
    start = np.array([0.5, 0.5]) + 1.2 * np.array([np.cos(way), np.sin(way)])
    tip = np.array([0.5, 0.5]) + rng.uniform(-0.1, 0.62) * np.array([np.cos(way + 0.3), np.sin(way + 0.3)])
    thick = rng.choice([rng.uniform(0.1, 0.17), rng.uniform(0.2, 0.7)], p=[0.7, 0.3])
    along = (tip - start) / np.linalg.norm(tip - start)
    across = np.array([-along[1], along[0]]) * thick
    arc = [tip + across * np.cos(a) + along * thick * np.sin(a) for a in np.linspace(0, np.pi, 9)]
    return (np.array([start + across, *arc, start - across]) - 0.5) * (1 / aspect, 1) * aspect + 0.5


def _chip(rng: np.random.Generator, aspect: float) -> np.ndarray:
    """A chip on the card: round or long, as a polygon in the card plane."""
    a = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    r = rng.uniform(0.09, 0.3)
    long = 1.0 if rng.random() < 0.5 else rng.uniform(0.2, 0.5)
    shape = np.stack([np.cos(a), np.sin(a) * long], axis=1) * r
    if long < 1:
        shape = np.sign(shape) * (r, r * long) * np.minimum(1, np.abs(shape) / (r, r * long) * 1.4)
    t = rng.uniform(0, np.pi)
    shape = shape @ np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]])
    return np.asarray(shape * (1, aspect) + rng.uniform(-0.05, 1.05, 2))


def _shows_up(card: Card) -> bool:
    """Whether the print differs from itself turned by 180° on nearly every pack."""
    return card.rank == 7 or (card.suit != "D" and card.rank in (1, 3, 5, 9))


def _lens_and_sensor(rng: np.random.Generator, picture: np.ndarray, short: float, light: float) -> np.ndarray:
    h, w = picture.shape[:2]
    image: np.ndarray = picture.astype(np.float32)
    if rng.random() < 0.5:
        ramp = cv2.resize(rng.uniform(0.55, 1.15, (2, 2)).astype(np.float32), (w, h))
        image *= ramp[..., None]
    if rng.random() < 0.25:
        a, b = rng.uniform(0, 1, 2)
        line = (np.arange(w)[None] / w - a) * np.cos(b * 6.28) + (np.arange(h)[:, None] / h - a) * np.sin(
            b * 6.28
        )
        image *= (1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-line * rng.uniform(8, 120))))[..., None].astype(
            np.float32
        )
    cast = np.exp(rng.normal(0, rng.choice([0.04, 0.12], p=[0.65, 0.35]), 3))
    image *= (light * cast / cast.max()).astype(np.float32)
    blur = rng.random()
    if blur < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 0.55) + rng.uniform(0, 0.016) * short)
    elif blur < 0.65:
        length = max(2, round(rng.uniform(0.01, 0.035) * short))
        kernel: np.ndarray = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        t = rng.uniform(0, np.pi)
        end = (length + round(length * np.cos(t)), length + round(length * np.sin(t)))
        cv2.line(kernel, (2 * length - end[0], 2 * length - end[1]), end, 1.0, 1)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    if rng.random() < 0.7:
        sigma = rng.uniform(0.5, 7) * (1.4 if light < 0.6 else 1)
        image += _noise(rng, w, h) * np.float32(sigma)
    if rng.random() < 0.3:
        gamma = rng.uniform(0.7, 1.5)
        image = 255 * (np.clip(image, 0, 255) / 255) ** np.float32(gamma)
    shot: np.ndarray = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.12 and short > 60:
        soft = cv2.GaussianBlur(shot, (0, 0), 1.5)
        shot = cv2.addWeighted(shot, 1.8, soft, -0.8, 0)
    if rng.random() < 0.6:
        quality = int(rng.integers(25, 96))
        coded = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        shot = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))
    return shot


def _glare(rng: np.random.Generator, picture: np.ndarray, matrix: np.ndarray, seen: np.ndarray) -> None:
    """A lamp's reflection: whitens a patch; where it is strongest, nothing is read."""
    centre, reach = rng.uniform(0, 1, 2), rng.uniform(0.08, 0.35)
    px, py = _points(matrix, centre[None])[0]
    edge = _points(matrix, centre[None] + (reach, 0))[0]
    r = max(2.0, float(np.hypot(edge[0] - px, edge[1] - py)))
    h, w = picture.shape[:2]
    squash, t = rng.uniform(0.4, 1), rng.uniform(0, np.pi)
    x, y = np.arange(w)[None] - px, np.arange(h)[:, None] - py
    u, v = x * np.cos(t) + y * np.sin(t), (y * np.cos(t) - x * np.sin(t)) / squash
    strength = rng.uniform(0.3, 1.3)
    veil = strength * np.exp(-(((u**2 + v**2) / r**2) ** rng.uniform(0.8, 2)))
    picture[:] = np.clip(picture + veil[..., None] * 255, 0, 255).astype(np.uint8)
    if strength > 0.9:
        a = np.linspace(0, 2 * np.pi, 16, endpoint=False)
        _hide(seen, centre + np.stack([np.cos(a), np.sin(a)], axis=1) * reach * squash * 0.6)


def _seen_from(quad: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The outline as a finder gives it: typically 2 % wrong, sometimes 8 %."""
    u, v = quad[1] - quad[0], quad[3] - quad[0]
    sigma = float(rng.choice([0.006, 0.016, 0.036], p=[0.3, 0.5, 0.2]))
    offsets = rng.normal(0, sigma, (4, 2)) + rng.normal(0, sigma * 0.7, (1, 2))
    grow = rng.normal(0, sigma * 0.8)
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * grow
    return np.asarray(quad + (offsets + signs) @ np.stack([u, v]))


def _blunder(quad: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An outline round a piece of the card, or far beside it."""
    u, v = quad[1] - quad[0], quad[3] - quad[0]
    centre = quad.mean(axis=0)
    if rng.random() < 0.7:
        size = rng.uniform(0.25, 0.72)
        shift = rng.uniform(-0.5, 0.5, 2)
    else:
        size = rng.uniform(0.8, 1.2)
        shift = rng.uniform(0.4, 0.7) * rng.choice([-1, 1]) * np.eye(2)[rng.integers(2)] + rng.normal(
            0, 0.1, 2
        )
    turn = rng.choice([0.0, rng.normal(0, 0.4)])
    c, s = np.cos(turn), np.sin(turn)
    rotated = (quad - centre) @ np.array([[c, s], [-s, c]]) * size
    return np.asarray(centre + rotated + shift[0] * u + shift[1] * v)


def _outline(rng: np.random.Generator, seen: np.ndarray, card: np.ndarray) -> tuple[np.ndarray, bool]:
    """What a finder makes of an outline, and whether that is the card's with its short edge first.

    Args:
        seen: 4 × 2 pixels, a little wrong already (`_seen_from`).
        card: what a blunder is a piece of.
    """
    if rng.random() < SIDEWAYS:
        return np.roll(seen, 1, axis=0), False
    if rng.random() < ASTRAY:
        return _blunder(card, rng), False
    return seen, True


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
        jittered, outlined = _outline(rng, _seen_from(quad, rng), quad)
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


@dataclass(frozen=True)
class _Photo:
    """A made-up photograph while things are laid into it, and its card.

    Attributes:
        rng: its chances.
        deck: the card's pack.
        decks: where a card beside it may come from.
        short: pixels of the card's short side.
        aspect: of the card, its width ÷ height.
        matrix: the card's unit square → pixels, 3 × 3.
        picture: BGR uint8, drawn into.
        seen: what of the card is seen, 0–255 on its `GRID`.
    """

    rng: np.random.Generator
    deck: Deck
    decks: Sequence[Deck]
    short: float
    aspect: float
    matrix: np.ndarray
    picture: np.ndarray
    seen: np.ndarray

    @staticmethod
    def of_a_table(rng: np.random.Generator, decks: Sequence[Deck]) -> _Photo:
        """A piece of a table on which nothing lies, seen by a slanted camera."""
        deck = decks[int(rng.integers(len(decks)))]
        w, h = deck.size
        short = float(np.exp(rng.uniform(np.log(34), np.log(190))))
        matrix, size = _place(rng, short, w / h)
        seen = np.full(GRID[::-1], 255, np.uint8)
        return _Photo(rng, deck, decks, short, w / h, matrix, _table(rng, *size), seen)

    def another(self) -> np.ndarray:
        """A card that lies beside, most often of the same pack and with its face up."""
        other = self.deck if self.rng.random() < 0.8 else self.decks[int(self.rng.integers(len(self.decks)))]
        return other.back() if self.rng.random() < 0.12 else other.face(DECK[self.rng.integers(52)])

    def lay(self, face: np.ndarray, where: np.ndarray | None = None) -> None:
        """Lay an RGBA card; *where*: its unit square → the card's plane, None: as the card itself lies."""
        _lay(self.picture, face, self.matrix if where is None else self.matrix @ where, self.rng, self.short)

    def cover(self, shape: np.ndarray, colour: np.ndarray) -> None:
        """Hide what of the card lies below a shape of its plane."""
        _cover(self.picture, self.seen, shape, self.matrix, colour, self.rng)


def _what_lies(kind: float, jokers: float) -> str:
    """What there is to read: a face, at times the back, a joker, two half cards or nothing at all."""
    rare = (
        (0.04, "back"),
        (0.04 + jokers, "joker"),
        (0.06 + jokers, "halves"),
        (0.075 + jokers, "nothing"),
    )
    return next((what for below, what in rare if kind < below), "face")


def _lay_what(photo: _Photo, what: str, card: Card) -> None:
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


def _lay_above(photo: _Photo, shares: Shares) -> list[np.ndarray]:
    """Cards, fingers and chips over the card; the cards' outlines as a finder gives them, pixels."""
    rng, aspect = photo.rng, photo.aspect
    upper: list[np.ndarray] = []
    above = rng.random()
    if above < shares.covered:
        for _ in range(int(rng.choice([1, 2], p=[0.75, 0.25]))):
            there = _beside(rng, aspect, above=True)
            photo.lay(photo.another(), there)
            _hide(photo.seen, _points(there, UNIT))
            upper.append(_seen_from(_points(photo.matrix @ there, UNIT), rng))
    if shares.covered - 0.06 < above < shares.covered + 0.08:
        skin = np.array([rng.uniform(60, 170), rng.uniform(80, 190), rng.uniform(110, 235)])
        colour = skin if rng.random() < 0.75 else rng.uniform(10, 230, 3)
        photo.cover(_finger(rng, aspect), colour)
    if shares.covered + 0.06 < above < shares.covered + 0.16:
        for _ in range(int(rng.integers(1, 4))):
            photo.cover(_chip(rng, aspect), rng.uniform(20, 240, 3))
    return upper


def _light(rng: np.random.Generator) -> float:
    dim, dark, bright = rng.uniform(0.6, 1.0), rng.uniform(0.28, 0.6), rng.uniform(1.0, BRIGHTEST)
    return float(rng.choice([1.0, dim, dark, bright], p=[0.36, 0.24, 0.2, 0.2]))


def sample(rng: np.random.Generator, decks: Sequence[Deck], shares: Shares = USUAL) -> Sample:
    """Makes one sample from a pool of packs."""
    photo = _Photo.of_a_table(rng, decks)
    what = _what_lies(rng.random(), shares.jokers)
    card = Card(_rank(rng, shares.aces), _SUITS[rng.integers(4)])
    for _ in range(int(rng.choice([0, 1, 2], p=[0.65, 0.2, 0.15]))):
        photo.lay(photo.another(), _beside(rng, photo.aspect, above=False))
    _lay_what(photo, what, card)
    upper = _lay_above(photo, shares)
    if rng.random() < 0.12:
        _glare(rng, photo.picture, photo.matrix, photo.seen)
    light = _light(rng)
    shot = _lens_and_sensor(rng, photo.picture, photo.short, light)
    seen_at = _seen_from(_points(photo.matrix, UNIT), rng)
    quad, outlined = _outline(rng, seen_at, seen_at)
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
