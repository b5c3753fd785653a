"""Takes changes of the light out of a picture, so that what is left are changes of the table.

Light changes all three colours alike, and softly from place to place: the shadow of a head fades out
towards its edge, bands of a trembling lamp are wide. Things have sharp edges. Where the picture is darker
or lighter than the table was, and softly so all round, it is only lit otherwise.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.camera.settings import CAMERA

LIGHT = CAMERA.light


def evened(small: np.ndarray, level: np.ndarray) -> np.ndarray:
    """The picture as it would look by the light of another one.

    Args:
        small: float32, height × width × 3.
        level: the same table a little earlier, of the same size.
    """
    return as_bright(relit(small, level), small, level)


def relit(small: np.ndarray, level: np.ndarray) -> np.ndarray:
    """The same of what no light burns: the rest is at least as bright as this says."""
    whole = _as_a_whole(small, level)
    light = change_of_light(whole, level, small)
    if light is None:
        return whole
    full = cv2.resize(np.exp(-light), small.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(whole, cv2.merge([full] * 3)))


def tells_light(brightest: np.ndarray, colours_apart: np.ndarray) -> np.ndarray:
    """Where a change may be one of the light alone: nothing is burnt, all three colours changed alike.

    Args:
        brightest: the brightest level (0–255) of each pixel, now or then.
        colours_apart: by how much its colours' changes differ (natural logarithm of the ratio).
    """
    return np.asarray((brightest < LIGHT.burnt) & (colours_apart < LIGHT.neutral))


def within_reach(change: np.ndarray) -> np.ndarray:
    """A change of light (natural logarithm of the ratio), but no more than light can do."""
    return np.asarray(np.clip(change, *LIGHT.reach))


def as_bright(lit: np.ndarray, small: np.ndarray, level: np.ndarray) -> np.ndarray:
    """A picture of which what is burnt is as bright as it was, if that may be.

    Args:
        lit: by the light of ``level`` (`relit`).
        small: as the camera gave it.
        level: as it was.
    """
    burnt = cv2.threshold(small, LIGHT.burnt, 1.0, cv2.THRESH_BINARY)[1]
    return np.asarray(cv2.threshold(cv2.max(lit, burnt * level), LIGHT.white, 0, cv2.THRESH_TRUNC)[1])


def lit_alike(image: np.ndarray, level: np.ndarray, calm: np.ndarray) -> np.ndarray:
    """A picture in full size as it would look by the light of another one: as a whole, each colour by itself.

    Args:
        image, level: uint8 BGR, of one size.
        calm: boolean, of a size smaller by a whole factor: where both show the same things.
    """
    step = image.shape[1] // calm.shape[1]
    rows, columns = calm.shape
    now, then = (each[::step, ::step][:rows, :columns].astype(np.float32) for each in (image, level))
    usable = calm & (np.maximum(now, then).max(axis=2) < LIGHT.burnt)
    if np.count_nonzero(usable) < LIGHT.least_told * usable.size:
        return image
    gain = np.median((then[usable] + 1) / (now[usable] + 1), axis=0)
    if np.abs(gain - 1).max() < LIGHT.same:
        return image
    levels = (np.arange(256)[:, None] * gain.clip(0.5, 2.0)).clip(0, 255).astype(np.uint8)
    return cv2.LUT(image, levels[None])


def _as_a_whole(small: np.ndarray, level: np.ndarray) -> np.ndarray:
    """The picture with each colour's overall gain taken to that of ``level``.

    The middle of the ratios is right as long as less than half of the picture is covered.
    """
    now, then = small[::6, ::6].reshape(-1, 3), level[::6, ::6].reshape(-1, 3)
    seen = (then.min(axis=1) > 16) & (now.min(axis=1) > 4) & (np.maximum(now, then).max(axis=1) < 250)
    if np.count_nonzero(seen) < 50:
        return small
    gain = np.median(then[seen] / now[seen], axis=0).astype(np.float32)
    taken: np.ndarray = small * np.clip(gain, 0.5, 2.0)
    return taken


def change_of_light(
    whole: np.ndarray, level: np.ndarray, small: np.ndarray | None = None
) -> np.ndarray | None:
    """How the light differs between two pictures (as `evened` takes them) of one overall brightness.

    Args:
        whole, level: the picture now, and then.
        small: the picture now as the camera gave it, which tells what is burnt; None: ``whole``.

    Returns:
        float32, `LIGHT.shrink` times smaller: natural logarithm of now / then; None when it is the same.
    """
    size = (max(1, whole.shape[1] // LIGHT.shrink), max(1, whole.shape[0] // LIGHT.shrink))
    now, then = (cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (whole, level))
    given = now if small is None else cv2.resize(small, size, interpolation=cv2.INTER_AREA)
    change, colour, usable = _unburnt(now, then, cv2.max(given, then))
    square = np.ones((3, 3), np.uint8)
    steep = cv2.dilate(change, square) - cv2.erode(change, square)
    darkest, lightest = LIGHT.reach
    gentle = (
        usable & (colour < LIGHT.neutral) & (steep < LIGHT.soft) & (change > darkest) & (change < lightest)
    )
    lit = gentle & (np.abs(change) > LIGHT.least)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(lit.astype(np.uint8), connectivity=4)
    least = LIGHT.least_area * lit.size
    light = np.zeros(lit.shape, bool)
    for label in np.flatnonzero(stats[:, cv2.CC_STAT_AREA] >= least):
        if not label:  # the rest of the picture
            continue
        x, y, width, height = (int(value) for value in stats[label, :4])
        rows, columns = slice(max(0, y - 1), y + height + 1), slice(max(0, x - 1), x + width + 1)
        part = labels[rows, columns] == label
        rim = (cv2.dilate(part.astype(np.uint8), square) > 0) & ~part
        if np.count_nonzero(rim & gentle[rows, columns]) >= LIGHT.fades * np.count_nonzero(rim):
            light[rows, columns] |= part
    if not light.any():
        return None
    weight = (light | (gentle & ~lit)).astype(np.float32)
    known = change * weight
    # Where nothing tells the light, what is left and right of it does so first: a lamp trembles in rows.
    near, beside, far = (
        (
            cv2.GaussianBlur(known, (0, 0), across, None, down),
            cv2.GaussianBlur(weight, (0, 0), across, None, down),
        )
        for across, down in ((LIGHT.near, LIGHT.near), (LIGHT.far, LIGHT.near), (LIGHT.far, LIGHT.far))
    )
    spread = far[0] / np.maximum(far[1], 0.02)
    for part in (beside, near):
        spread = np.where(part[1] > LIGHT.told, part[0] / np.maximum(part[1], LIGHT.told), spread)
    return np.asarray(spread, np.float32)


def _unburnt(
    now: np.ndarray, then: np.ndarray, brightest: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What the colours that are neither black nor burnt tell of each pixel.

    Returns:
        Their mean change (logarithm), by how much they differ from each other, and whether there are any.
    """
    ratio = cv2.log((now + 3.0) / (then + 3.0))
    good = ((cv2.min(now, then) > LIGHT.black) & (brightest < LIGHT.burnt)).astype(np.float32)
    colours = cv2.transform(good, np.ones((1, 3)))
    change = cv2.transform(cv2.multiply(ratio, good), np.ones((1, 3))) / np.maximum(colours, 1.0)
    none = (1.0 - good) * LIGHT.far_off
    highest, lowest = cv2.split(ratio - none), cv2.split(ratio + none)
    colour = cv2.max(cv2.max(*highest[:2]), highest[2]) - cv2.min(cv2.min(*lowest[:2]), lowest[2])
    return change, colour, colours > 0
