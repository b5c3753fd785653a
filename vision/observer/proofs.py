"""Small pictures that prove what was seen: a place as it was before, and as it is."""

from __future__ import annotations

import cv2
import numpy as np

from engine.boundaries import Quad, Sighting
from vision.observer.settings import OBSERVER

PROOFS = OBSERVER.proofs


class Proofs:
    """The pictures of the sightings of one frame.

    Attributes:
        before: the last frame on which all lay still and free, uint8 BGR; None: there is none.
    """

    def __init__(self) -> None:
        self._kept: dict[int, bytes] = {}
        self.before: np.ndarray | None = None

    def clear(self) -> None:
        """Forget the pictures of the last frame."""
        self._kept.clear()

    def of(self, sighting: Sighting) -> bytes | None:
        """JPEG: left half before (grey: not known), right half now; None where there is none."""
        return self._kept.get(id(sighting))

    def keep(self, sighting: Sighting, image: np.ndarray, quad: Quad) -> None:
        """Keep the picture of a place in the frame *image*."""
        points = np.array(quad, np.float64)
        low, high = points.min(axis=0), points.max(axis=0)
        margin = PROOFS.margin * float(max(high - low))
        height, width = image.shape[:2]
        x0, y0 = (int(max(0, value)) for value in low - margin)
        x1, y1 = int(min(width, high[0] + margin)), int(min(height, high[1] + margin))
        if x1 <= x0 or y1 <= y0:
            return
        now = image[y0:y1, x0:x1]
        before = np.full_like(now, PROOFS.unknown) if self.before is None else self.before[y0:y1, x0:x1]
        ok, jpeg = cv2.imencode(".jpg", np.hstack([before, now]), [cv2.IMWRITE_JPEG_QUALITY, PROOFS.quality])
        if ok:
            self._kept[id(sighting)] = jpeg.tobytes()
