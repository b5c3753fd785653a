"""Which of the 52 faces a card shows, read from its outline at the camera's own resolution.

The finder sees the whole picture small; the reader takes the card's pixels from the large
one, flattens them and names the face. A card has no up: every picture may be upside down.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.boundaries import Quad
from engine.errors import BadInput
from models import weights

SIZE = (112, 160)
"""Width and height of a flattened card, pixels: what the network was trained on."""
NO_FACE = 52
"""Column of "no face that can be told" beside the 52 faces in `engine.cards.DECK` order."""


def flatten(image: np.ndarray, quad: Quad, size: tuple[int, int] = SIZE) -> np.ndarray:
    """The card's pixels as if seen from straight above.

    Args:
        image: BGR uint8, any size.
        quad: clockwise, the first edge a short side; parts outside the picture are allowed.
        size: (width, height) of the result.

    Returns:
        BGR uint8 array (height, width, 3); what lies outside the picture repeats its edge.

    Raises:
        BadInput: the picture is empty.
    """
    if image.ndim != 3 or image.size == 0:
        raise BadInput("flatten: the picture is empty, expected height × width × 3")
    corners = np.asarray(quad, np.float32)
    edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    width, height = size
    shrink = float(min((edges[0] + edges[2]) / 2 / width, (edges[1] + edges[3]) / 2 / height))
    if shrink > 1.4:
        # Sampling a large card at four neighbours per pixel would skip most of it: average first.
        low = np.floor(corners.min(axis=0)).astype(int) - 2
        high = np.ceil(corners.max(axis=0)).astype(int) + 3
        x0, y0 = (int(np.clip(v, 0, limit - 1)) for v, limit in zip(low, image.shape[1::-1], strict=True))
        x1, y1 = (int(np.clip(v, 1, limit)) for v, limit in zip(high, image.shape[1::-1], strict=True))
        part = image[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)]
        reduced = (max(1, round(part.shape[1] / shrink)), max(1, round(part.shape[0] / shrink)))
        scale = np.array([reduced[0] / part.shape[1], reduced[1] / part.shape[0]], np.float32)
        image = cv2.resize(part, reduced, interpolation=cv2.INTER_AREA)
        corners = (corners - (x0, y0) + 0.5) * scale - 0.5
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    turn = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return cv2.warpPerspective(image, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


@dataclass(frozen=True)
class Readings:
    """What the reader says about several cards.

    Attributes:
        faces: float array (n, 53), rows sum to 1; columns in `engine.cards.DECK` order, the
            last is `NO_FACE` (a back, a joker, too hidden, no card at all).
        turned: float array (n,), probability that the quad's first corner is the bottom right
            one of the card as printed; near a half where the print looks the same both ways.
    """

    faces: np.ndarray
    turned: np.ndarray


class Reader:
    """The trained network, opened once.

    Args:
        file: an ONNX file as `models.training.reader` exports it; default the shipped one.
        threads: processor cores to use (default: two at most).

    Raises:
        BadInput: there is no such file.
    """

    BATCH = 32
    """Cards per pass: more costs memory and gains nothing."""

    def __init__(self, file: Path | None = None, threads: int | None = None) -> None:
        file = file or weights.path("reader")
        if not file.exists():
            raise BadInput(f"{file}: the reader's weights are missing, expected an ONNX file")
        self._network = weights.load(file, threads)

    def read(self, image: np.ndarray, quads: Sequence[Quad]) -> Readings:
        """Reads every card that *quads* outline in one BGR picture (see `flatten`)."""
        return self.read_flat([flatten(image, quad) for quad in quads])

    def read_flat(self, crops: Sequence[np.ndarray]) -> Readings:
        """Reads cards already flattened to `SIZE` (BGR uint8)."""
        faces, turned = [np.zeros((0, 53), np.float32)], [np.zeros(0, np.float32)]
        for start in range(0, len(crops), self.BATCH):
            batch = np.stack(crops[start : start + self.BATCH]).astype(np.float32)
            some_faces, some_turned = self._network(batch)
            faces.append(some_faces)
            turned.append(some_turned.reshape(-1))
        return Readings(np.concatenate(faces), np.concatenate(turned))


@functools.cache
def _shipped() -> Reader:
    return Reader()


def read_faces(image: np.ndarray, quads: Sequence[Quad]) -> np.ndarray:
    """Calibrated face probabilities of the cards that *quads* outline, by the shipped network.

    Returns:
        float array (n, 53): 52 faces in `engine.cards.DECK` order, then `NO_FACE`; rows sum to 1.
    """
    return _shipped().read(image, quads).faces
