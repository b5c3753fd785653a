"""Chips, cards and boxes drawn with a few strokes, for tests."""

from __future__ import annotations

import cv2
import numpy as np

RED, BLUE, YELLOW = (40, 40, 205), (190, 80, 30), (40, 200, 235)
"""Blue, green, red."""


def cloth(width: int, height: int, colour: tuple[int, int, int] = (60, 95, 40)) -> np.ndarray:
    """An evenly lit cloth with a little noise."""
    noise = np.random.default_rng(3).normal(0, 4, (height, width, 1))
    return np.clip(np.array(colour) + noise, 0, 255).astype(np.uint8)


def jeton(image: np.ndarray, x: int, y: int, diameter: int, colour: tuple[int, int, int]) -> None:
    """A disc with an edge and a shadow."""
    radius = diameter // 2
    shadow = image.copy()
    cv2.circle(shadow, (x + 3, y + 4), radius, (20, 25, 20), -1, cv2.LINE_AA)
    image[:] = cv2.addWeighted(image, 0.5, shadow, 0.5, 0)
    cv2.circle(image, (x, y + 2), radius, tuple(0.6 * v for v in colour), -1, cv2.LINE_AA)
    cv2.circle(image, (x, y), radius, colour, -1, cv2.LINE_AA)


def fiche(
    image: np.ndarray, x: int, y: int, length: int, degrees: float, colour: tuple[int, int, int]
) -> None:
    """A bar four times as long as wide."""
    for dx, dy, tone in ((3, 4, (25, 30, 25)), (0, 2, tuple(int(0.6 * v) for v in colour)), (0, 0, colour)):
        corners = cv2.boxPoints(((x + dx, y + dy), (length, length / 4), degrees))
        cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), tone, cv2.LINE_AA, 4)


def card(image: np.ndarray, x: int, y: int, width: int) -> None:
    """A white card with five red diamonds, middle at (x, y)."""
    height = round(width * 1.45)
    cv2.rectangle(
        image, (x - width // 2, y - height // 2), (x + width // 2, y + height // 2), (240, 245, 245), -1
    )
    for dx, dy in ((-0.25, -0.3), (0.25, -0.3), (0, 0), (-0.25, 0.3), (0.25, 0.3)):
        px, py, r = x + dx * width, y + dy * height, 0.11 * width
        pip = np.array([[px, py - 1.25 * r], [px + r, py], [px, py + 1.25 * r], [px - r, py]])
        cv2.fillPoly(image, [np.round(pip * 16).astype(np.int32)], (40, 40, 200), cv2.LINE_AA, 4)


def box(image: np.ndarray, x: int, y: int, side: int) -> tuple[tuple[float, float], ...]:
    """A wooden tray with an honour printed on its bottom; top left corner at (x, y). Its quad."""
    cv2.rectangle(image, (x, y), (x + side, y + side), (60, 95, 140), -1)
    wall = side // 14
    cv2.rectangle(image, (x + wall, y + wall), (x + side - wall, y + side - wall), (35, 60, 95), -1)
    cv2.rectangle(image, (x + wall, y + 2 * wall), (x + side - wall, y + side - wall), (100, 150, 190), -1)
    card(image, x + side // 2, y + side // 2, round(side * 0.45))
    far = float(side)
    return ((x, y), (x + far, y), (x + far, y + far), (x, y + far))
