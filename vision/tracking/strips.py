"""Strips: of a card under others one long edge is seen, and the finder can only guess where the other one is.

An outline guessed too wide has its middle where the next card's is, and leaves no gap for one that was not
found between the two. All cards of a table have one size: measured from the edge in sight it is right. Which
edge that is depends on how the row was laid, and the readings tell that (see `vision.cards.covered`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from engine.boundaries import CardLook, Quad
from vision.cards.covered import ReadsUnder, upon, well_read
from vision.cards.layout.layers import groups
from vision.geometry.quads import along_line
from vision.tracking.fitting import Plane
from vision.tracking.settings import TRACKING

STRIPS, FACES = TRACKING.strips, TRACKING.faces


def card_sized(laid: Sequence[CardLook], plane: Plane, read: ReadsUnder) -> list[CardLook]:
    """Cards of one picture, in their order; those in rows that are outlined too wide or too narrow, sized.

    Args:
        laid: the cards found.
        plane: knows how large the table's cards are; where it does not, nothing is changed.
        read: reads outlined cards, in the picture's pixels, without what those hide that lie on them.
    """
    told = list(laid)
    card = plane.card
    if card is None or not plane.told:
        return told
    for group in groups([np.array(look.corners) for look in laid]):
        if len(group) < 2:
            continue
        row = [laid[n] for n in group]
        seen = {look.face for look in row}
        flat = [plane.flat(look.corners).astype(np.float64) for look in row]
        middles = np.array([corners.mean(axis=0) for corners in flat])
        place = along_line(middles)
        along = middles[place.argmax()] - middles[place.argmin()]
        off = [abs(_across(corners, along, card)[1] - 1) > STRIPS.off for corners in flat]
        if not any(off):
            continue
        ways = []
        for shown in (along, -along):
            quads = [
                plane.seen(_about_edge(corners, shown, card)) if wrong else look.corners
                for look, corners, wrong in zip(row, flat, off, strict=True)
            ]
            rows = np.asarray(read(quads, upon(quads, -middles @ shown)), np.float64)[:, :52]
            ways.append((well_read(rows), quads, rows))
        _, quads, rows = max(ways, key=lambda way: way[0])
        for n, look, quad, faces, wrong in zip(group, row, quads, rows, off, strict=True):
            if wrong and faces[look.face] >= FACES.likely:
                told[n] = _surer(look, quad, faces)
            elif wrong and faces.max() >= FACES.sure and faces.argmax() not in seen:
                told[n] = CardLook(quad, tuple(float(p) for p in faces))
    return told


def _surer(look: CardLook, quad: Quad, faces: np.ndarray) -> CardLook:
    return CardLook(quad, tuple(float(p) for p in faces) if faces.max() > max(look.faces) else look.faces)


def _across(corners: np.ndarray, along: np.ndarray, card: tuple[float, float]) -> tuple[int, float]:
    """The corner from which an outline's edges lead along a line, and their length in cards."""
    edges = np.roll(corners, -1, axis=0) - corners
    sides = [(edges[n] - edges[n + 2]) / 2 for n in (0, 1)]
    lengths = [float(np.linalg.norm(side)) for side in sides]
    start = int(abs(sides[1] @ along) / lengths[1] > abs(sides[0] @ along) / lengths[0])
    # The edges across are seen from end to end: they tell which side of the card this is.
    short = lengths[1 - start] > math.sqrt(card[0] * card[1])
    return start, lengths[start] / card[0 if short else 1]


def _about_edge(corners: np.ndarray, shown: np.ndarray, card: tuple[float, float]) -> np.ndarray:
    """An outline as long along *shown* as a card is, the edge that lies farthest there kept."""
    start, length = _across(corners, shown, card)
    sized = corners.copy()
    for a, b in ((start, (start + 1) % 4), ((start + 3) % 4, (start + 2) % 4)):
        kept, moved = (a, b) if (corners[a] - corners[b]) @ shown > 0 else (b, a)
        sized[moved] = corners[kept] + (corners[moved] - corners[kept]) / length
    return sized
