"""Cards of which little more than an index is in sight: told by their indices, not by their outlines.

In a hand spread tightly a finder's outlines are of several cards each. Where cards lie on one another,
every index is looked for (`vision.cards.indices`), and each is read along the outline of the card that it
says is there, but for what cards hide that have their own index upon it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.boundaries import CardLook, Point
from vision.cards.covered import ReadsUnder
from vision.cards.indices import FoundIndex, find_indices
from vision.cards.poses import poses
from vision.geometry.quads import as_quad

AROUND = 0.6
"""Margin round a group in which indices are looked for, in card widths."""
CORNER = 0.34
"""How far into its card an index reaches along either side, as a share of the card."""
OWN_SPOT = 0.12
"""How far an index measures across, in card widths: what lies nearer to it lies upon it."""
SURE = 0.97
"""A face this sure is not read along outlines beside."""
SHARPNESS = 2
"""Power of its sureness with which a reading along one of several outlines counts, and the probability
from which a face is then told (263 indices of hands of packs held out, November 2026: 97.0 % told right and
one wrong; along the one outline alone 95.1 % and five, at `vision.cards.poses.SHARPNESS` 97.0 % and four)."""
TOLD_FROM = 0.5


@dataclass(frozen=True, slots=True)
class IndexedCard:
    """A card told by its index.

    Attributes:
        look: its outline, as its index has it, and the probabilities of the 52 faces.
        index: the middle of that index, pixels.
        found: how surely an index stands there, 0–1.
    """

    look: CardLook
    index: Point
    found: float


def cards_by_index(image: np.ndarray, outlines: Sequence[np.ndarray], read: ReadsUnder) -> list[IndexedCard]:
    """What indices tell of the cards of one group, surest first, a face once.

    Args:
        image: uint8 BGR.
        outlines: of the cards that were found in the group, each 4 × 2 pixels, first edge a short side.
        read: reads cards along outlines without what upper ones hide.
    """
    short = float(np.median([np.linalg.norm(outline[1] - outline[0]) for outline in outlines]))
    corners = np.concatenate(outlines)
    low = np.maximum(np.floor(corners.min(0) - AROUND * short), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(0) + AROUND * short), image.shape[1::-1]).astype(int)
    if (high - low < 8).any():
        return []
    part = np.ascontiguousarray(image[low[1] : high[1], low[0] : high[0]])
    found = [
        FoundIndex(
            (each.middle[0] + low[0], each.middle[1] + low[1]),
            each.card + low.astype(np.float32),
            each.confidence,
        )
        for each in find_indices(part, short)
    ]
    found = [each for each in found if _is_card(each, short)]
    if not found:
        return []
    told: list[IndexedCard] = []
    looks = zip(_read_each(found, read), found, strict=True)
    for look, index in sorted(looks, key=lambda pair: -max(pair[0].faces)):
        same = [other for other in told if other.look.face == look.face]
        seen = any(explains(other.look, index.middle) for other in same)
        if max(look.faces) >= TOLD_FROM and not seen:
            told.append(IndexedCard(look, index.middle, index.confidence))
    return told


def _read_each(found: Sequence[FoundIndex], read: ReadsUnder) -> list[CardLook]:
    """What each index's card reads as; what is not sure is read along outlines beside, too."""
    quads = [as_quad(each.card) for each in found]
    upper = [[quads[k] for k in _upon(found, n)] for n in range(len(found))]
    faces = np.asarray(read(quads, upper), np.float64)[:, :52]
    beside = {n: poses(quads[n]) for n in np.flatnonzero(faces.max(1) < SURE)}
    if not beside:
        return [CardLook(quad, tuple(float(p) for p in row)) for quad, row in zip(quads, faces, strict=True)]
    along = [quad for quads_of_one in beside.values() for quad in quads_of_one]
    hidden = [upper[n] for n, quads_of_one in beside.items() for _ in quads_of_one]
    again = np.asarray(read(along, hidden), np.float64)[:, :52].reshape(len(beside), -1, 52)
    for n, rows in zip(beside, again, strict=True):
        rows = np.vstack([faces[n : n + 1], rows])
        weights = rows.max(1) ** SHARPNESS
        faces[n] = weights @ rows / weights.sum()
    return [CardLook(quad, tuple(float(p) for p in row)) for quad, row in zip(quads, faces, strict=True)]


def _is_card(index: FoundIndex, short: float) -> bool:
    """Whether the outline told is a card's, of about the right size, with the index in its corner."""
    edges = np.linalg.norm(np.roll(index.card, -1, axis=0) - index.card, axis=1)
    sized = bool(0.5 * short < min(edges[0], edges[2]) and max(edges[0], edges[2]) < 2 * short)
    return sized and cv2.isContourConvex(index.card.reshape(-1, 1, 2))


def _upon(found: Sequence[FoundIndex], n: int) -> list[int]:
    """Which cards lie upon card *n*: those whose own index, in sight, stands within its outline.

    Not its other index: that says of the same card; nor what would hide the index of card *n* itself.
    """
    card = found[n].card
    width = float(np.linalg.norm(card[1] - card[0]))
    upon = []
    for k, other in enumerate(found):
        inside = cv2.pointPolygonTest(card, other.middle, True) > 0
        itself = np.abs(np.roll(other.card, 2, axis=0) - card).max() < CORNER * width
        hides = cv2.pointPolygonTest(other.card, found[n].middle, True) > -OWN_SPOT / 2 * width
        if k != n and inside and not itself and not hides:
            upon.append(k)
    return upon


def explains(card: CardLook, index: Point) -> bool:
    """Whether an index stands in a corner of a card's outline."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_card = cv2.getPerspectiveTransform(np.asarray(card.corners, np.float32), unit)
    x, y = cv2.perspectiveTransform(np.array([[index]], np.float32), to_card)[0, 0]
    return bool(-0.05 < x < 1.05 and -0.05 < y < 1.05 and min(x, 1 - x) < CORNER and min(y, 1 - y) < CORNER)
