"""How good a camera's picture of the table is, in numbers and in verdicts.

Judged before an evening (the phone's camera check, `nainjaune doctor`) on a still of the table, so
that people hear what to change while it costs nothing. Words are for those who tell people: here
a verdict is a name.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.boundaries import Point, Quad
from vision.camera.settings import CAMERA
from vision.geometry.quads import polygon_mask, scaled

QUALITY = CAMERA.quality

GOOD, POOR, BAD = "good", "poor", "bad"
"""Verdicts: nothing to do, better to change it, cannot be played with."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One matter: what was measured and what it means.

    Attributes:
        matter: ``light``, ``glare``, ``sharpness``, ``noise``, ``coverage`` or ``card_size``.
        verdict: `GOOD`, `POOR` or `BAD`.
        value: the figure, in the unit of this module's thresholds; coverage: the share of board and
            seats that is in the picture.
        why: what exactly is wrong, as a name (``dark``, ``night``, ``black``, ``covered``, ``bright``,
            ``burnt``, ``burnt_beside``, ``blurred``, ``noisy``, ``board_cut``, ``seats_outside``,
            ``small``), ``""`` when nothing is.
    """

    matter: str
    verdict: str
    value: float
    why: str = ""


def judge(
    image: np.ndarray,
    board: Quad | None = None,
    seats: Sequence[Point] = (),
    card_side: float | None = None,
) -> tuple[Judgement, ...]:
    """What is to be said of a still.

    Args:
        image: uint8 H × W × 3, BGR.
        board: its outline in pixels; None: the whole picture is judged.
        seats: the table's edge in front of each player, in pixels; a little outside the picture is fine.
        card_side: short side of a card in pixels, where one was seen or the board's scale tells it.

    Returns:
        One judgement per matter that can be judged.
    """
    factor = min(1.0, QUALITY.work_width / image.shape[1])
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    area = np.ones(grey.shape, bool)
    if board is not None:
        area = polygon_mask(grey.shape, [scaled(board, 1.3)], factor)
    found = [_light(grey, area), _glare(grey, area)]
    if found[0].why in ("", "dark") and (colour := _colour(small)) < QUALITY.colour:
        found[0] = Judgement("light", BAD, colour, "night")
    if board is not None and found[1].verdict == GOOD:
        beside = polygon_mask(grey.shape, [scaled(board, QUALITY.table)], factor) & ~area
        glare = _glare(grey, beside)
        if glare.verdict != GOOD:  # there the cards are laid, and they can be laid elsewhere
            found[1] = Judgement("glare", POOR, glare.value, "burnt_beside")
    if not found[0].why or found[0].why == "bright":
        found += [_sharpness(grey, area), _noise(image)]
    elif found[0].why in ("dark", "night"):
        found.append(_noise(image))
    if board is not None:
        found.append(_coverage(image.shape[1], image.shape[0], board, seats))
    if card_side is not None:
        found.append(_graded("card_size", card_side, QUALITY.card, "small", falling=True))
    return tuple(found)


def _graded(
    matter: str, value: float, steps: tuple[float, float], why: str, *, falling: bool = False
) -> Judgement:
    """The verdict of a figure with a step to poor and one to bad; ``falling``: small figures are worse."""
    sign = -1.0 if falling else 1.0
    verdict = GOOD
    if sign * value >= sign * steps[0]:
        verdict = BAD if sign * value >= sign * steps[1] else POOR
    return Judgement(matter, verdict, round(float(value), 4), "" if verdict == GOOD else why)


def _light(grey: np.ndarray, area: np.ndarray) -> Judgement:
    # The lighter half: a dark cloth is no dark room, white cards and the board must be light.
    value = float(np.percentile(grey[area], 75))
    if np.percentile(grey, 99) < QUALITY.black:
        return Judgement("light", BAD, round(value, 1), "black")
    if np.percentile(grey[area], 25) >= QUALITY.burnt:
        return Judgement("light", BAD, round(value, 1), "bright")
    if grey.std() < QUALITY.flat:
        return Judgement("light", BAD, round(value, 1), "covered")
    return _graded("light", value, QUALITY.dark, "dark", falling=True)


def _colour(image: np.ndarray) -> float:
    """How far the colours of a picture's most colourful places lie apart, 0–255."""
    apart = image.max(axis=2) - image.min(axis=2)
    return round(float(np.percentile(apart, 99.9)), 1)


def _glare(grey: np.ndarray, area: np.ndarray) -> Judgement:
    """What a lamp's reflection hides: burnt-out patches so large that something should be seen in them."""
    burnt = (grey >= QUALITY.burnt).astype(np.uint8)
    deep = (cv2.distanceTransform(burnt, cv2.DIST_L2, 3) >= QUALITY.empty).astype(np.uint8)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * QUALITY.empty + 1, 2 * QUALITY.empty + 1))
    lost = cv2.dilate(deep, disc).astype(bool) & area
    return _graded("glare", float(lost.sum()) / max(1, int(area.sum())), QUALITY.glare, "burnt")


def _sharpness(grey: np.ndarray, area: np.ndarray) -> Judgement:
    """How little a further blur takes away (Crété-Roffet and others, "The blur effect", 2007), 0 sharp – 1.

    Only where something is to be seen: a table top without a pattern is neither sharp nor blurred.
    """
    values = grey.astype(np.float32)
    edges = cv2.morphologyEx(cv2.GaussianBlur(grey, (0, 0), 2), cv2.MORPH_GRADIENT, np.ones((9, 9), np.uint8))
    where = area & (edges > max(25.0, float(np.percentile(edges[area], 90)) / 2))
    if where.sum() < 200:
        return Judgement("sharpness", POOR, 1.0, "blurred")
    worst = 0.0
    for axis, kernel in ((1, (9, 1)), (0, (1, 9))):
        step = np.abs(np.diff(values, axis=axis))
        again = np.abs(np.diff(cv2.blur(values, kernel), axis=axis))
        inside = where[:, 1:] if axis else where[1:]
        lost = np.clip(step - again, 0, None)[inside].sum()
        total = float(step[inside].sum())
        worst = max(worst, (total - float(lost)) / max(total, 1e-6))
    return _graded("sharpness", worst, QUALITY.blur, "blurred")


def _noise(image: np.ndarray) -> Judgement:
    """The noise's standard deviation on the flat parts (Immerkær, "Fast noise variance estimation", 1996)."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    rough = np.abs(cv2.filter2D(grey.astype(np.float32), -1, kernel))
    smooth = cv2.blur(cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((5, 5), np.uint8)), (9, 9))
    flat = smooth <= np.percentile(smooth, 40)
    value = float(rough[flat].mean()) * math.sqrt(math.pi / 2) / 6
    return _graded("noise", value, QUALITY.noise, "noisy")


def _coverage(width: int, height: int, board: Quad, seats: Sequence[Point]) -> Judgement:
    """Whether the board is in the picture, and the places where hands are laid open are nearly."""
    edge = QUALITY.edge * width
    inside = sum(edge <= x <= width - edge and edge <= y <= height - edge for x, y in board)
    room = 0.15 * width
    near = sum(-room <= x <= width + room and -room <= y <= height + room for x, y in seats)
    value = (inside + near) / (4 + len(seats))
    if inside < 4:
        return Judgement("coverage", BAD, round(value, 2), "board_cut")
    if near < len(seats):
        return Judgement("coverage", POOR, round(value, 2), "seats_outside")
    return Judgement("coverage", GOOD, 1.0)
