"""What lamp, lens and sensor make of a drawn picture."""

from __future__ import annotations

import cv2
import numpy as np

BRIGHTEST = 2.4
"""Times brighter than well exposed: a camera that adjusts to a dark table shows paper burnt white."""


def photographed(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Lamp, shadow, glare, white balance, exposure, lens, sensor and JPEG over *image* (uint8 BGR)."""
    side = image.shape[0]
    out = image.astype(np.float32)
    ramp = cv2.resize(
        rng.uniform(0.55, 1.15, (3, 3)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC
    )
    out *= 1 + (ramp[..., None] - 1) * rng.choice([0.3, 1.0])
    if rng.random() < 0.3:
        mask = np.zeros((side, side), np.float32)
        cv2.fillPoly(
            mask, [rng.uniform(-0.3 * side, 1.3 * side, (int(rng.integers(3, 6)), 2)).astype(np.int32)], 1.0
        )
        blur = int(rng.integers(1, 40)) * 2 + 1
        out *= 1 - cv2.GaussianBlur(mask, (blur, blur), 0)[..., None] * rng.uniform(0.2, 0.6)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.6, 0.3, 0.1]))):
        glare = np.zeros((side, side), np.float32)
        axes = (rng.uniform(0.03, 0.25, 2) * side).astype(int) + 1
        cv2.ellipse(
            glare,
            tuple(int(v) for v in rng.uniform(0, side, 2)),
            tuple(int(v) for v in axes),
            rng.uniform(0, 180),
            0,
            360,
            1.0,
            -1,
        )
        blur = int(rng.uniform(0.03, 0.15) * side) * 2 + 1
        out += cv2.GaussianBlur(glare, (blur, blur), 0)[..., None] * rng.uniform(40, 260)
    out *= np.exp(rng.normal(0, [0.13, 0.05, 0.13])).astype(np.float32)
    dim = rng.random()
    if dim < 0.25:
        out *= rng.uniform(0.25, 0.75)
    elif dim < 0.4:
        out *= rng.uniform(1.0, BRIGHTEST)
    out = np.clip(out, 0, 255)
    if rng.random() < 0.5:
        out = 255 * (out / 255) ** rng.uniform(0.7, 1.4)
    if rng.random() < 0.3:
        grey = out.mean(2, keepdims=True)
        out = grey + (out - grey) * rng.uniform(0.2, 1.3)
    kind = rng.random()
    if kind < 0.3:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.6))
    elif kind < 0.4:
        length = int(rng.integers(2, 7))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0)
        out = cv2.filter2D(out, -1, kernel / kernel.sum())
    out += rng.normal(0, rng.choice([1.0, 4.0, 10.0], p=[0.5, 0.35, 0.15]), out.shape).astype(np.float32)
    out8 = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        _, coded = cv2.imencode(".jpg", out8, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))])
        out8 = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return out8
