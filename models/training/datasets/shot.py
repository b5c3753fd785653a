"""What a camera makes of a small made-up photograph: light, lens, sensor, JPEG."""

from __future__ import annotations

import functools

import cv2
import numpy as np

from models.training.scenes.photographing import BRIGHTEST


@functools.cache
def _grain() -> np.ndarray:
    """Sensor noise to cut pieces from: drawing normal numbers anew is what would cost most."""
    return np.random.default_rng(0).standard_normal((900, 900, 3), dtype=np.float32)


def noise(rng: np.random.Generator, w: int, h: int) -> np.ndarray:
    """Normal noise, h × w × 3."""
    grain = _grain()
    if w > 900 or h > 900:
        return cv2.resize(grain, (w, h), interpolation=cv2.INTER_NEAREST)
    y, x = rng.integers(0, 901 - h), rng.integers(0, 901 - w)
    return grain[y : y + h, x : x + w] * np.float32(rng.choice([-1, 1]))


def light_of(rng: np.random.Generator) -> float:
    """How bright a photograph is: a factor, 1 = well lit."""
    dim, dark, bright = rng.uniform(0.6, 1.0), rng.uniform(0.28, 0.6), rng.uniform(1.0, BRIGHTEST)
    return float(rng.choice([1.0, dim, dark, bright], p=[0.36, 0.24, 0.2, 0.2]))


def lens_and_sensor(rng: np.random.Generator, picture: np.ndarray, short: float, light: float) -> np.ndarray:
    """The photograph (BGR uint8) of what lies there; ``short``: pixels of the card's short side."""
    h, w = picture.shape[:2]
    image: np.ndarray = picture.astype(np.float32)
    if rng.random() < 0.5:
        ramp = cv2.resize(rng.uniform(0.55, 1.15, (2, 2)).astype(np.float32), (w, h))
        image *= ramp[..., None]
    if rng.random() < 0.25:
        a, b = rng.uniform(0, 1, 2)
        line = (np.arange(w)[None] / w - a) * np.cos(b * 6.28) + (np.arange(h)[:, None] / h - a) * np.sin(
            b * 6.28
        )
        image *= (1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-line * rng.uniform(8, 120))))[..., None].astype(
            np.float32
        )
    cast = np.exp(rng.normal(0, rng.choice([0.04, 0.12], p=[0.65, 0.35]), 3))
    image *= (light * cast / cast.max()).astype(np.float32)
    blur = rng.random()
    if blur < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 0.55) + rng.uniform(0, 0.016) * short)
    elif blur < 0.65:
        length = max(2, round(rng.uniform(0.01, 0.035) * short))
        kernel: np.ndarray = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        t = rng.uniform(0, np.pi)
        end = (length + round(length * np.cos(t)), length + round(length * np.sin(t)))
        cv2.line(kernel, (2 * length - end[0], 2 * length - end[1]), end, 1.0, 1)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    if rng.random() < 0.7:
        sigma = rng.uniform(0.5, 7) * (1.4 if light < 0.6 else 1)
        image += noise(rng, w, h) * np.float32(sigma)
    if rng.random() < 0.3:
        gamma = rng.uniform(0.7, 1.5)
        image = 255 * (np.clip(image, 0, 255) / 255) ** np.float32(gamma)
    shot: np.ndarray = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.12 and short > 60:
        soft = cv2.GaussianBlur(shot, (0, 0), 1.5)
        shot = cv2.addWeighted(shot, 1.8, soft, -0.8, 0)
    if rng.random() < 0.6:
        quality = int(rng.integers(25, 96))
        coded = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        shot = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))
    return shot
