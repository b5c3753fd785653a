"""Straightens a found card: from a turned box to the card's own four corners.

A slanted camera makes a card a trapezium, and its long side may look the shorter; a small
network (models/corners.md) looks at each box's surroundings and tells both.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from models import weights
from models.crops import crop, crop_frame


@functools.lru_cache(maxsize=1)
def _network() -> weights.Network:
    return weights.load(weights.path("corners"), rounded=True, apart=True)


def straighten(image: np.ndarray, boxes: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Corners of the cards in turned *boxes*.

    Args:
        image: uint8 BGR.
        boxes: n turned boxes, each float32 4 × 2 pixels, clockwise.

    Returns:
        Corners float32 n × 4 × 2, clockwise, and n probabilities that the first edge is the
        card's short side (else it is a long one).
    """
    if not len(boxes):
        return np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32)
    frames = [crop_frame(box) for box in boxes]
    batch = np.stack([crop(image, frame) for frame in frames])
    out = _network()(np.ascontiguousarray(batch[..., ::-1].transpose(0, 3, 1, 2), np.float32) / 255)[0]
    u, v = out[:, 0:8:2, None], out[:, 1:8:2, None]
    origin, right, down = (
        np.array([f[0] for f in frames])[:, None],
        np.array([f[1] - f[0] for f in frames])[:, None],
        np.array([f[3] - f[0] for f in frames])[:, None],
    )
    return (origin + u * right + v * down).astype(np.float32), 1 / (1 + np.exp(-out[:, 8]))


def short_edge_first(corners: np.ndarray, short_first: np.ndarray) -> np.ndarray:
    """Outlines (n × 4 × 2) that begin with what is likelier a short side, as `straighten` tells."""
    return np.where(short_first[:, None, None] > 0.5, corners, np.roll(corners, -1, axis=1))
