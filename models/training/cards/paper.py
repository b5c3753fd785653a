"""What cards are made of: their height in pixels, paper with its wear and round corners, patterned backs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import cv2
import numpy as np

from models.training.cards.courts import Colour

HEIGHT = 336
"""Pixels of a card's long side; the short side is 210 to 245."""


def colour_of(values: Iterable[float]) -> Colour:
    """Red, green and blue, 0–255, as whole numbers."""
    red, green, blue = (int(v) for v in values)
    return red, green, blue


def paper_finish(
    rng: np.random.Generator, size: tuple[int, int], tone: float
) -> Callable[[np.ndarray], np.ndarray]:
    """Tint, age, wear and the rounded outline, the same way for every card of a pack."""
    w, h = size
    tint = 1 - np.abs(rng.normal(0, 1, 3)) * (0.01, 0.015, 0.035)
    age = float(rng.choice([0.0, rng.uniform(0.02, 0.16)], p=[0.6, 0.4]))
    own = np.random.default_rng(rng.integers(1 << 31))
    radius = round(rng.uniform(0.035, 0.07) * w)
    outline = np.zeros((h * 4, w * 4), np.uint8)
    r = radius * 4
    cv2.rectangle(outline, (r, 0), (w * 4 - r - 1, h * 4 - 1), 255, -1)
    cv2.rectangle(outline, (0, r), (w * 4 - 1, h * 4 - r - 1), 255, -1)
    for x in (r, w * 4 - r - 1):
        for y in (r, h * 4 - r - 1):
            cv2.circle(outline, (x, y), r, 255, -1)
    alpha = cv2.resize(outline, (w, h), interpolation=cv2.INTER_AREA)
    edge: np.ndarray = np.ones((h, w), np.float32)
    edge[2:-2, 2:-2] = 0
    edge = cv2.GaussianBlur(edge, (0, 0), 3)
    warm, hue = rng.uniform(0.85, 1.15, 3) ** tone, float(rng.normal(0, 3) * tone)

    def finish(picture: np.ndarray) -> np.ndarray:
        if tone:
            hsv = cv2.cvtColor(picture, cv2.COLOR_RGB2HSV).astype(np.float32)
            hsv[..., 0] = (hsv[..., 0] + hue) % 180
            hsv[..., 1] = np.clip(hsv[..., 1] * warm[0], 0, 255)
            picture = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2RGB)
        light = np.ones((h, w), np.float32)
        if age:
            stains = cv2.resize(own.random((6, 4), dtype=np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
            light -= age * (0.6 * np.clip(stains - 0.4, 0, 1) + edge)
            for _ in range(int(own.integers(0, 4))):
                a, b = ((int(own.integers(w)), int(own.integers(h))) for _ in range(2))
                cv2.line(light, a, b, 1 - age * 0.7, 1, cv2.LINE_AA)
        rgb = np.clip(picture * light[..., None] * tint, 0, 255).astype(np.uint8)
        return np.dstack([rgb, alpha])

    return finish


def pattern_back(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """A random back, RGB, of this (width, height) in pixels."""
    w, h = size
    paper = colour_of(rng.integers(225, 256, 3))
    hue = int(rng.integers(180))
    hsv = np.array([[[hue, rng.integers(60, 255), rng.integers(40, 220)]]], np.uint8)
    ink = colour_of(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0])
    if rng.random() < 0.2:
        paper, ink = ink, paper
    picture = np.full((h, w, 3), paper, np.uint8)
    m = round(rng.choice([0, rng.uniform(0.03, 0.09)]) * w)
    inner = picture[m : h - m, m : w - m]
    kind, step, thick = rng.integers(6), int(rng.integers(5, 26)), int(rng.integers(1, 4))
    ih, iw = inner.shape[:2]
    field_ = np.full((ih, iw, 3), paper, np.uint8)
    if kind <= 1:
        slope = rng.uniform(0.5, 2)
        for k in range(-ih * 2, iw + ih * 2, step):
            cv2.line(field_, (k, 0), (k + round(ih * slope), ih), ink, thick, cv2.LINE_AA)
            if kind == 0:
                cv2.line(field_, (k, 0), (k - round(ih * slope), ih), ink, thick, cv2.LINE_AA)
    elif kind == 2:
        for y in range(0, ih, step):
            for x in range((y // step % 2) * step // 2, iw, step):
                cv2.circle(field_, (x, y), max(1, step // 3), ink, -1 if thick > 1 else 1, cv2.LINE_AA)
    elif kind == 3:
        field_[:] = ink
        for r in range(step, max(ih, iw), step):
            cv2.ellipse(field_, (iw // 2, ih // 2), (r * 2 // 3, r), 0, 0, 360, paper, thick, cv2.LINE_AA)
    elif kind == 4:
        quarter = (rng.random((ih // 8 + 1, iw // 8 + 1)) < 0.45).astype(np.uint8) * 255
        whole = cv2.GaussianBlur(
            cv2.resize(quarter, (iw // 2 + 1, ih // 2 + 1), interpolation=cv2.INTER_NEAREST), (0, 0), 1.5
        )
        half = np.hstack([whole, whole[:, ::-1]])
        lace = np.vstack([half, half[::-1]])[:ih, :iw]
        field_ = np.where(lace[..., None] > 127, np.array(ink, np.uint8), np.array(paper, np.uint8))
    else:
        field_[:] = ink
        cv2.rectangle(field_, (iw // 12, iw // 12), (iw - iw // 12, ih - iw // 12), paper, thick)
        cv2.circle(field_, (iw // 2, ih // 2), iw // 4, paper, thick, cv2.LINE_AA)
    inner[:] = field_
    return picture
