"""Makes a picture of a table fit to be seen by everybody at it: no card that somebody holds can be read.

Nothing held is looked for, since what is not found would be shown. The whole picture is sampled in cells
too large to read a card by, and drawn smoothly from them: board, arms and fans are recognised, and an edge
as long as the board's is where it was. Only what is known to lie there is shown as it is: the outline of a
card, a box whose chips are counted, and of these nothing that an arm, or what nobody has explained, is over.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.boundaries import Quad
from engine.cards import Card
from vision.geometry.quads import as_quad, polygon_mask, scaled
from vision.redaction.settings import REDACTION

Region = tuple[int, int, int, int]
"""Left, top, right, bottom, pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture of a table, and what of it may be shown as it is: nothing, unless somebody says so.

    Attributes:
        image: uint8 H × W × 3, BGR; it stays as it is.
        lying: outlines of what lies on the table, pixels.
        over: boolean picture of any size, True where something may be over the table: there nothing is
            shown; None: nothing is.
        card: how wide a card on the table is, pixels; None: nobody knows.
        cards: which cards surely lie on the table, and their outlines, pixels: these may be shown, too.
    """

    image: np.ndarray
    lying: tuple[Quad, ...] = ()
    over: np.ndarray | None = None
    card: float | None = None
    cards: tuple[tuple[Card, Quad], ...] = ()

    @property
    def shown(self) -> tuple[Quad, ...]:
        """All outlines that may be shown."""
        return (*self.lying, *(quad for _, quad in self.cards))


def redacted_picture(scene: Scene, part: Region | None = None) -> np.ndarray:
    """The picture with nothing left to read but what may be shown.

    Args:
        part: only so much of it is given; what is given of two parts agrees where they overlap. None: all.

    Returns:
        uint8, BGR, as large as the part.
    """
    left, top, right, bottom = part or _whole(scene.image)
    height, width = scene.image.shape[:2]
    side = max(height / REDACTION.rows, (scene.card or 0.0) / REDACTION.cells)
    # The cells lie alike in all pictures of a camera: many pictures of one hand tell little more than one.
    cells = (max(1, math.floor(width / side)), max(1, math.floor(height / side)))
    coarse = cv2.resize(scene.image, cells, interpolation=cv2.INTER_AREA)
    out = _enlarged(coarse, scene.image, (left, top, right, bottom), cv2.INTER_LINEAR)
    if scene.shown:
        shown = shown_as_it_is(scene, (left, top, right, bottom))
        cv2.copyTo(scene.image[top:bottom, left:right], shown.view(np.uint8), out)
    return out


def shown_as_it_is(scene: Scene, part: Region | None = None) -> np.ndarray:
    """Which pixels of a scene, or of a part of it, `redacted_picture` leaves as they are, boolean."""
    left, top, right, bottom = part or _whole(scene.image)
    outlines = (np.array(scaled(quad, 1 + REDACTION.margin)) - (left, top) for quad in scene.shown)
    lying = polygon_mask((bottom - top, right - left), outlines)
    if scene.over is not None:
        over = scene.over.view(np.uint8)
        lying &= _enlarged(over, scene.image, (left, top, right, bottom), cv2.INTER_NEAREST) == 0
    return lying


def reduced(scene: Scene, width: int) -> Scene:
    """The same scene in fewer pixels: what is then made of it takes less time. As it is where it is no wider.

    Args:
        scene: of any size.
        width: of its picture then, pixels, at most.
    """
    factor = width / scene.image.shape[1]
    if factor >= 1:
        return scene
    size = (width, max(1, round(scene.image.shape[0] * factor)))
    down = np.array(size) / (scene.image.shape[1], scene.image.shape[0])
    return Scene(
        cv2.resize(scene.image, size, interpolation=cv2.INTER_AREA),
        tuple(as_quad(np.array(quad) * down) for quad in scene.lying),
        scene.over,
        None if scene.card is None else scene.card * factor,
        tuple((card, as_quad(np.array(quad) * down)) for card, quad in scene.cards),
    )


def _whole(image: np.ndarray) -> Region:
    return (0, 0, image.shape[1], image.shape[0])


def _enlarged(small: np.ndarray, image: np.ndarray, part: Region, how: int) -> np.ndarray:
    """What a smaller picture of all of *image* shows of a part, as large as it is there."""
    left, top, right, bottom = part
    x, y = small.shape[1] / image.shape[1], small.shape[0] / image.shape[0]
    to_small = np.array([[x, 0, (left + 0.5) * x - 0.5], [0, y, (top + 0.5) * y - 0.5]])
    size = (right - left, bottom - top)
    flags = how | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(small, to_small, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def jpeg(scenes: Sequence[Scene], *, part: Region | None = None, width: int | None = None) -> bytes:
    """What phones, televisions and the store get of a camera: `redacted_picture`, beside each other, encoded.

    Args:
        scenes: at least one; all of one size.
        part: only so much of each is given, at least a pixel.
        width: of what is given, in pixels, at most; None: as it is.
    """
    seen = np.hstack([redacted_picture(scene, part) for scene in scenes])
    if width is not None and width < seen.shape[1]:
        size = (width, max(1, round(seen.shape[0] * width / seen.shape[1])))
        seen = cv2.resize(seen, size, interpolation=cv2.INTER_AREA)
    return encoded(seen)


def encoded(redacted: np.ndarray) -> bytes:
    """JPEG of what `redacted_picture` gave, of any size."""
    return bytes(cv2.imencode(".jpg", redacted, [cv2.IMWRITE_JPEG_QUALITY, REDACTION.quality])[1])
