"""Straight edges of a picture: what a board's outline, its walls and its printed lines show as.

Found by the line segment detector (von Gioi and others, "LSD: a fast line segment detector with a false
detection control", 2010) and joined where hands, chips or cards cut one edge into pieces.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.table.settings import TABLE

LINES = TABLE.lines


def straight_edges(image: np.ndarray, before: np.ndarray | None = None) -> np.ndarray:
    """The longest straight edges of a picture.

    Args:
        image: uint8 BGR.
        before: n × 4, edges of earlier pictures of the same table with nothing moved since: what an arm hides
            now may have been seen then.

    Returns:
        n × 4: x and y of both ends, pixels of *image*; the edges of which most is seen first.
    """
    factor = LINES.width / image.shape[1]
    size = (LINES.width, max(1, round(image.shape[0] * factor)))
    grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(grey)[0]
    pieces = np.zeros((0, 4)) if found is None else np.asarray(found, float).reshape(-1, 4) / factor
    if before is not None:
        pieces = np.vstack([pieces, before])
    long = _lengths(pieces) > LINES.shortest * image.shape[1]
    return _joined(pieces[long], image.shape[1])[: LINES.kept]


def _lengths(lines: np.ndarray) -> np.ndarray:
    return np.asarray(np.linalg.norm(lines[:, 2:] - lines[:, :2], axis=1))


def _joined(pieces: np.ndarray, width: int) -> np.ndarray:
    """Pieces of one straight line with small gaps between them made one, that of most length first."""
    length = _lengths(pieces)
    along = np.arctan2(*(pieces[:, 2:] - pieces[:, :2]).T[::-1])
    ends = pieces.reshape(-1, 2, 2)
    free = np.ones(len(pieces), bool)
    joined: list[np.ndarray] = []
    seen: list[float] = []
    for longest in np.argsort(-length):
        if not free[longest]:
            continue
        start = ends[longest, 0]
        way = (ends[longest, 1] - start) / length[longest]
        at = (ends - start) @ way
        off = np.abs((ends - start) @ np.array([-way[1], way[0]])).max(1)
        turned = np.abs((along - along[longest] + np.pi / 2) % np.pi - np.pi / 2)
        on_it = (off < LINES.off * width) & (turned < np.radians(LINES.turned))
        first, last = at[longest].min(), at[longest].max()
        mine = np.zeros(len(pieces), bool)
        mine[longest] = True
        while True:
            near = (at.max(1) > first - LINES.gap * width) & (at.min(1) < last + LINES.gap * width)
            more = free & on_it & near & ~mine
            if not more.any():
                break
            mine |= more
            first, last = min(first, at[more].min()), max(last, at[more].max())
        free &= ~mine
        joined.append(np.concatenate([start + first * way, start + last * way]))
        seen.append(float(length[mine].sum()))
    order = np.argsort(-np.array(seen), kind="stable")
    return np.array(joined).reshape(-1, 4)[order]
