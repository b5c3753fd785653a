"""A card's pixels as if seen from straight above: the same for training and for playing."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from engine.errors import BadInput
from models.reducing import reduced_around

SIZE = (112, 160)
"""Width and height of a flattened card, pixels: what the reader's network takes."""
NO_FACE = 52
"""Column of "no face that can be told" beside the 52 faces in `engine.cards.DECK` order."""


def flatten(
    image: np.ndarray,
    quad: Sequence[tuple[float, float]] | np.ndarray,
    size: tuple[int, int] = SIZE,
    upper: Sequence[Sequence[tuple[float, float]] | np.ndarray] = (),
) -> np.ndarray:
    """The card's pixels as if seen from straight above.

    Args:
        image: BGR uint8, any size.
        quad: its four corners, clockwise, the first edge a short side; parts outside the picture are allowed.
        size: (width, height) of the result.
        upper: corners of the cards that lie on it, each like *quad*.

    Returns:
        BGR uint8 array (height, width, 3); what lies outside the picture repeats its edge, what *upper* cards
        hide is of one colour, the mean of the rest: their own indices tell nothing of this card.

    Raises:
        BadInput: the picture is empty.
    """
    if image.ndim != 3 or image.size == 0:
        raise BadInput("flatten: the picture is empty, expected height × width × 3")
    corners = outline = np.asarray(quad, np.float32)
    edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    width, height = size
    shrink = float(min((edges[0] + edges[2]) / 2 / width, (edges[1] + edges[3]) / 2 / height))
    if shrink > 1.4:
        # Sampling a large card at four neighbours per pixel would skip most of it: average first.
        image, corners = reduced_around(image, corners, shrink)
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    turn = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    flat = cv2.warpPerspective(image, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if len(upper):
        hidden = np.zeros(flat.shape[:2], np.uint8)
        to_flat = cv2.getPerspectiveTransform(outline, target)
        for other in upper:
            there = cv2.perspectiveTransform(np.asarray(other, np.float32)[None], to_flat)[0]
            cv2.fillConvexPoly(
                hidden, np.round(np.clip(there, -9999, 9999) * 16).astype(np.int32), 1, shift=4
            )
        flat[hidden > 0] = cv2.mean(flat, 1 - hidden)[:3]
    return flat
