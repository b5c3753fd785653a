"""Cards half under fingers: whole cards of which an outline may show a part (amodal completion).

While a hand rests on a card the finder outlines what is in sight of it, or part of it and of the one below.
Each such outline stands for some whole cards (`Plane.completions`); the reader says which of them one is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.boundaries import CardLook, Quad
from vision.cards.photograph import DetectedCard
from vision.film.settings import FILM
from vision.geometry.masks import share
from vision.geometry.quads import overlap
from vision.motion.grid import Grid
from vision.table.plane import Plane

COMPLETE = FILM.completions


def proposals(
    outlines: Sequence[Quad], read: Sequence[DetectedCard], due: np.ndarray, plane: Plane, grid: Grid
) -> list[Quad]:
    """Whole cards that outlines may be parts of, each once.

    Args:
        outlines: as the finder sees them, straightened or not.
        read: the cards that are read there: an outline that is nearly one of them stands for it alone.
        due: small pixels of what is new: of the others the faces are known.
        plane: on which cards have one size.
        grid: the small pixels.
    """
    known = [np.array(one.look.corners) for one in read]
    found: list[Quad] = []
    corners = np.zeros((0, 4, 2))
    for outline in outlines:
        if any(overlap(np.array(outline), one) > COMPLETE.same for one in known):
            continue
        if share(grid.outline(outline), due) < COMPLETE.new:
            continue
        for whole in plane.completions(outline):
            if (np.abs(corners - np.array(whole)).max(axis=(1, 2)) >= COMPLETE.apart).all():
                found.append(whole)
                corners = np.array(found)
        if len(found) >= COMPLETE.most:
            break
    return found[: COMPLETE.most]


def best(quads: Sequence[Quad], faces: np.ndarray) -> list[DetectedCard]:
    """Of each face that is read surely the card that shows it best.

    Args:
        quads: whole cards.
        faces: n × 52 probabilities, what each shows.
    """
    found: dict[int, int] = {}
    for n, row in enumerate(faces):
        face = int(row.argmax())
        if row[face] >= COMPLETE.told and (face not in found or row[face] > faces[found[face]][face]):
            found[face] = n
    return [
        DetectedCard(CardLook(quads[n], tuple(float(p) for p in faces[n])), float(faces[n][face]), back=False)
        for face, n in found.items()
    ]
