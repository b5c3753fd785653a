"""Light that changes while the film runs: trembling lamps, a camera that adjusts itself, shadows of heads."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from hardware.simulator.disturbances import Disturbances, Over, brought
from hardware.simulator.drawing.compose import darken
from hardware.simulator.drawing.view import SIZE

_SMALL = 16
"""Shadows of heads are drawn this many times smaller: they are soft."""


@dataclass(frozen=True, slots=True, eq=False)
class HeadShadow:
    """A soft shadow that comes in from `since`, stays, and goes until `until`.

    Attributes:
        outside, inside: pixels (2) where its middle is at first and last, and in between.
        radius: pixels. keeps: light that is left in its middle, 0–1.
    """

    since: float
    until: float
    outside: np.ndarray
    inside: np.ndarray
    radius: float
    keeps: float

    def light(self, t: float) -> np.ndarray:
        """uint8 mask of the whole picture at `t`, `_SMALL` times smaller; 255 where it casts nothing."""
        way = min(t - self.since, self.until - t) / 0.9
        share = min(max(way, 0.0), 1.0)
        share = share * share * (3 - 2 * share)
        middle = (self.outside * (1 - share) + self.inside * share) / _SMALL
        columns, rows = np.meshgrid(np.arange(SIZE[0] // _SMALL), np.arange(SIZE[1] // _SMALL))
        away = np.hypot(columns - middle[0], rows - middle[1]) * _SMALL / self.radius
        dark = 1 / (1 + np.exp((away - 1) * 6))
        return np.asarray((255 * (1 - (1 - self.keeps) * dark)).astype(np.uint8))


@dataclass(frozen=True, slots=True, eq=False)
class Weather:
    """What lamp and camera do to the picture as time goes on.

    Attributes:
        bands: uint8, rows of trembling light, taller than the picture by `period`; 128 changes nothing.
            None: the light is steady.
        period: rows from band to band. speed: rows a second that they wander.
        times, exposures: knots between which the exposure drifts; none: it stays.
        heads: shadows.
        besides: what packages bring, in turn.
    """

    bands: np.ndarray | None = None
    period: int = 1
    speed: float = 0.0
    times: Sequence[float] = ()
    exposures: Sequence[float] = ()
    heads: Sequence[HeadShadow] = ()
    besides: Sequence[Over] = ()

    def over(self, frame: np.ndarray, t: float) -> np.ndarray:
        """The frame (uint8 BGR, may be changed) as the camera gives it at `t` seconds."""
        frame = self._lit(frame, t)
        for each in self.besides:
            frame = each(frame, t)
        return frame

    def _lit(self, frame: np.ndarray, t: float) -> np.ndarray:
        for head in self.heads:
            if head.since <= t <= head.until:
                darken(frame, cv2.resize(head.light(t), SIZE, interpolation=cv2.INTER_LINEAR), 0, 0)
        exposure = float(np.interp(t, self.times, self.exposures)) if self.times else 1.0
        if self.bands is not None:
            first = int(t * self.speed) % self.period
            return cv2.multiply(frame, self.bands[first : first + SIZE[1]], scale=exposure / 128)
        return frame if exposure == 1.0 else cv2.convertScaleAbs(frame, alpha=exposure)


CLEAR = Weather()


def weather(
    seed: object, among: Disturbances, duration: float, seats: np.ndarray
) -> tuple[Weather, list[dict[str, Any]]]:
    """The weather of a film, and what the truth says about it.

    Args:
        seats: pixels (n × 2) of the table's edge in front of each player.
    """
    upsets: list[dict[str, Any]] = []

    def tell(kind: str, since: float, until: float, **more: Any) -> None:
        upsets.append({"kind": kind, "t": round(since, 3), "until": round(until, 3), **more})

    bands, period, speed = None, 1, 0.0
    if among.flicker:
        die = random.Random(f"{seed}/flicker")
        period, speed, depth = die.randint(160, 420), die.uniform(60, 900), die.uniform(0.03, 0.09)
        rows = 128 * (1 + depth * np.sin(2 * np.pi * np.arange(SIZE[1] + period) / period))
        whole = np.repeat(rows.round().astype(np.uint8)[:, None], SIZE[0], axis=1)
        bands = cv2.merge([whole] * 3)
        tell("flicker", 0.0, duration, depth=round(depth, 3))
    times: list[float] = []
    exposures: list[float] = []
    if among.exposure:
        die = random.Random(f"{seed}/exposure")
        t, level = 0.0, 1.0
        while t < duration:
            times.append(t)
            exposures.append(level)
            t += die.uniform(4, 12)
            drifted = min(max(level + die.gauss(0, 0.06), 0.78), 1.2)
            times.append(t)
            exposures.append(drifted)
            level = drifted
            if die.random() < 0.5:
                level = die.uniform(0.78, 1.18)
                tell("exposure", t, t + 0.4, factor=round(level / drifted, 3))
                t += 0.4
    heads = []
    if among.shadows:
        die = random.Random(f"{seed}/shadows")
        t = die.uniform(3, 8)
        middle = np.array(SIZE) / 2
        while t < duration:
            until = t + die.uniform(2.0, 5.0)
            seat = seats[die.randrange(len(seats))]
            away = (seat - middle) / np.linalg.norm(seat - middle)
            radius = die.uniform(110, 190)
            inside = seat - away * die.uniform(20, 160)
            heads.append(HeadShadow(t, until, seat + away * 420, inside, radius, die.uniform(0.55, 0.8)))
            tell("shadows", t, until)
            t = until + die.uniform(5, 15)
    besides = []
    for name in among.brought:
        over, happens = brought(name)(random.Random(f"{seed}/{name}"), duration)
        besides.append(over)
        for each in happens:
            tell(name, **each)
    return Weather(bands, period, speed, times, exposures, heads, besides), upsets
