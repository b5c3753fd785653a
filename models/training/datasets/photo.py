"""A small made-up photograph: a piece of table, and what is laid on it round one card in perspective.

What of the card is hidden is tracked as things are laid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.cards import DECK
from models.training.cards.decks import Deck
from models.training.cards.telling import GRID
from models.training.datasets.shot import noise

UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
"""Corners of a card in its own plane."""


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
        picture = picture + noise(rng, w, h)[..., :1] * np.float32(rng.uniform(2, 14))
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


def beside(rng: np.random.Generator, aspect: float, *, above: bool) -> np.ndarray:
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


def points(matrix: np.ndarray, there: np.ndarray) -> np.ndarray:
    """Points (n × 2) in perspective."""
    return np.asarray(cv2.perspectiveTransform(there.astype(np.float64)[None], matrix)[0])


def _cover(
    picture: np.ndarray,
    seen: np.ndarray,
    shape: np.ndarray,
    matrix: np.ndarray,
    colour: np.ndarray,
    rng: np.random.Generator,
) -> None:
    """Draws an opaque shape given in the card plane onto the picture and takes it off what is seen."""
    pixels = np.round(points(matrix, shape) * 8).astype(np.int32)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [pixels], 255, cv2.LINE_AA, shift=3)
    w, h = picture.shape[1::-1]
    wave = rng.normal(0, 9, (3, 3, 1)).astype(np.float32)
    body = colour.astype(np.float32) + cv2.resize(wave, (w, h), interpolation=cv2.INTER_CUBIC)[..., None]
    a = mask[..., None].astype(np.float32) / 255
    picture[:] = np.clip(picture * (1 - a) + body * a, 0, 255).astype(np.uint8)
    hide(seen, shape)


def hide(seen: np.ndarray, shape: np.ndarray) -> None:
    """Take a shape of the card's plane (n × 2) off what is seen of it."""
    cv2.fillPoly(seen, [np.round(shape * GRID * 8).astype(np.int32)], 0, shift=3)


def finger(rng: np.random.Generator, aspect: float) -> np.ndarray:
    """A finger, hand edge or sleeve coming in over an edge, as a polygon in the card plane."""
    way = rng.uniform(0, 2 * np.pi)
    start = np.array([0.5, 0.5]) + 1.2 * np.array([np.cos(way), np.sin(way)])
    tip = np.array([0.5, 0.5]) + rng.uniform(-0.1, 0.62) * np.array([np.cos(way + 0.3), np.sin(way + 0.3)])
    thick = rng.choice([rng.uniform(0.1, 0.17), rng.uniform(0.2, 0.7)], p=[0.7, 0.3])
    along = (tip - start) / np.linalg.norm(tip - start)
    across = np.array([-along[1], along[0]]) * thick
    arc = [tip + across * np.cos(a) + along * thick * np.sin(a) for a in np.linspace(0, np.pi, 9)]
    return (np.array([start + across, *arc, start - across]) - 0.5) * (1 / aspect, 1) * aspect + 0.5


def chip(rng: np.random.Generator, aspect: float) -> np.ndarray:
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


def glare(rng: np.random.Generator, picture: np.ndarray, matrix: np.ndarray, seen: np.ndarray) -> None:
    """A lamp's reflection: whitens a patch; where it is strongest, nothing is read."""
    centre, reach = rng.uniform(0, 1, 2), rng.uniform(0.08, 0.35)
    px, py = points(matrix, centre[None])[0]
    edge = points(matrix, centre[None] + (reach, 0))[0]
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
        hide(seen, centre + np.stack([np.cos(a), np.sin(a)], axis=1) * reach * squash * 0.6)


@dataclass(frozen=True)
class Photo:
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
    def of_a_table(rng: np.random.Generator, decks: Sequence[Deck]) -> Photo:
        """A piece of a table on which nothing lies, seen by a slanted camera."""
        deck = decks[int(rng.integers(len(decks)))]
        w, h = deck.size
        short = float(np.exp(rng.uniform(np.log(34), np.log(190))))
        matrix, size = _place(rng, short, w / h)
        seen = np.full(GRID[::-1], 255, np.uint8)
        return Photo(rng, deck, decks, short, w / h, matrix, _table(rng, *size), seen)

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
