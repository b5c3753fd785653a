"""Small pictures that prove what was seen: a place as it was before, and as it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from engine.boundaries import Quad, Sighting
from vision.geometry.masks import grown
from vision.motion.changes import Changes
from vision.observer.settings import OBSERVER
from vision.redaction.redacted import Scene, jpeg
from vision.tracking.fitting import Plane

PROOFS = OBSERVER.proofs


def scene(image: np.ndarray, changes: Changes, plane: Plane, own: np.ndarray | None = None) -> Scene:
    """The picture now, and where in it something may be over the table.

    Args:
        image: uint8 BGR.
        changes: what of the table is different since it was last known.
        plane: how large cards are on it.
        own: what has just been explained by what lies there, small pixels.
    """
    over = grown(changes.covered | changes.changed, PROOFS.beside)
    card = plane.card
    return Scene(image, (), over if own is None else over & ~own, None if card is None else card[0])


def with_lying(now: Scene, quads: Iterable[Quad]) -> Scene:
    """A scene of which these outlines may be shown as they are: what people know to lie there."""
    return replace(now, lying=tuple(quads))


class Proofs:
    """The pictures of the sightings of one frame.

    Attributes:
        before: the last frame on which all lay still and free; None: there is none.
    """

    def __init__(self) -> None:
        self._kept: dict[int, bytes] = {}
        self.before: Scene | None = None

    def clear(self) -> None:
        """Forget the pictures of the last frame."""
        self._kept.clear()

    def of(self, sighting: Sighting) -> bytes | None:
        """JPEG: left half before (grey: not known), right half now; None where there is none."""
        return self._kept.get(id(sighting))

    def keep(self, sighting: Sighting, now: Scene, quad: Quad, *, lies: bool = True) -> None:
        """Keep the picture of what lies at a place (*quad*), and so much round it that people know where.

        Args:
            lies: it surely lies on the table; else it may be held there, and nothing of it can be read.
        """
        points = np.array(quad, np.float64)
        low, high = points.min(axis=0), points.max(axis=0)
        margin = PROOFS.margin * float(max(high - low))
        height, width = now.image.shape[:2]
        x0, y0 = (int(max(0, value)) for value in low - margin)
        x1, y1 = int(min(width, high[0] + margin)), int(min(height, high[1] + margin))
        if x1 <= x0 or y1 <= y0:
            return
        before = self.before or Scene(np.full_like(now.image, PROOFS.unknown))
        # Of the cards beside it one may be held and taken for laid: each is shown where it is told itself.
        both = [replace(scene, lying=(quad,) if lies else ()) for scene in (before, now)]
        self._kept[id(sighting)] = jpeg(both, part=(x0, y0, x1, y1))
