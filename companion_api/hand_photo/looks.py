"""Several looks at one photograph of a hand: as it is, then its cards alone, turned, then larger.

The reader errs otherwise in each: what it tells in all of them is so, what it tells in one is a doubt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from engine.boundaries import CardLook
from vision.cards.photograph import DetectedCard, cards_of_photo
from vision.cards.reader import Reader
from vision.geometry.quads import as_quad

MARGIN = 0.12
"""Round the cards of the first look, in shares of their longer side, for what it did not find there."""
OUTLIERS = 2.0
"""Percent of the corners at either end that may be an outline gone astray."""
LARGER = 1.5
"""How much larger the cards are in the third look."""
Look = tuple[DetectedCard, ...]
"""What one look tells; outlines in shares of the whole picture's width and height."""


def looks(image: np.ndarray, reader: Reader | None = None) -> Iterator[Look]:
    """Up to three looks at a photograph (uint8 BGR), each when asked for; one where nothing is found."""
    size = np.array(image.shape[1::-1], float)
    first = cards_of_photo(image, reader)
    yield _in_shares(first, np.eye(2), np.zeros(2), size)
    if not first:
        return
    x0, y0, x1, y1 = _round_cards(first, size)
    part = np.ascontiguousarray(image[y0:y1, x0:x1])
    # Counter-clockwise: a point (x, y) of the turned picture is (width − y, x) of the part.
    turned = cards_of_photo(np.ascontiguousarray(np.rot90(part)), reader)
    yield _in_shares(turned, np.array([[0.0, -1.0], [1.0, 0.0]]), np.array([x1, y0], float), size)
    large = cv2.resize(part, None, fx=LARGER, fy=LARGER, interpolation=cv2.INTER_CUBIC)
    yield _in_shares(
        cards_of_photo(np.asarray(large), reader), np.eye(2) / LARGER, np.array([x0, y0], float), size
    )


def _round_cards(seen: Sequence[DetectedCard], size: np.ndarray) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the part in which the cards are, pixels."""
    corners = np.concatenate([np.array(one.look.corners) for one in seen])
    low, high = np.percentile(corners, [OUTLIERS, 100 - OUTLIERS], axis=0)
    more = MARGIN * float((high - low).max())
    x0, y0 = np.clip(low - more, 0, size - 2).astype(int)
    x1, y1 = np.clip(high + more, (x0 + 2, y0 + 2), size).astype(int)
    return int(x0), int(y0), int(x1), int(y1)


def _in_shares(seen: Sequence[DetectedCard], way: np.ndarray, start: np.ndarray, size: np.ndarray) -> Look:
    """The cards, outlined in shares; *way* (2 × 2) and *start* take a look's pixels to the picture's."""
    return tuple(
        replace(
            one,
            look=CardLook(as_quad((np.array(one.look.corners) @ way.T + start) / size), one.look.faces),
        )
        for one in seen
    )
