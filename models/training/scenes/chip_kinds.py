"""How chips look: discs, bars and plaques of any colour, face and size, and those of one household."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.scenes.backgrounds import colour

SHAPES = ("round", "long", "wide")
"""Order of the heatmaps: discs; bars at least 2.6 times as long as wide; plaques up to 2 times."""
SMALLEST, LARGEST = 12.0, 54.0
"""Chips whose `Kind.size` lies between these are to be found, pixels of the picture."""
USUAL, OF_A_GAME = (0.6, 0.24, 0.16), (0.42, 0.42, 0.16)
"""Shares of the `SHAPES` of chips: on any table; in the boxes of Nain Jaune, where bars count five."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How the chips of one kind look; lengths in pixels of the picture.

    Attributes:
        shape: index into `SHAPES`.
        outline: float32 n × 2, around the middle.
        size: a disc's diameter; of bars and plaques 0.6 of the length.
        thick: height of its edge.
        face: upper side, uint8 BGR square that spans the outline's longer side.
        edge: colours along the edge, in turn.
        clear: 0 opaque … 1 glass.
    """

    shape: int
    outline: np.ndarray
    size: float
    thick: float
    face: np.ndarray
    edge: tuple[np.ndarray, ...]
    clear: float

    @property
    def radius(self) -> float:
        """Of a disc that covers about as much."""
        reach = np.abs(self.outline).max(0)
        return float(np.sqrt(reach[0] * reach[1]))


def chip_colour(rng: np.random.Generator) -> np.ndarray:
    """A chip's own colour, BGR: mostly saturated; white, black, grey and wood too."""
    pick = rng.random()
    if pick < 0.3:  # what most chips are: red, yellow, green, blue
        hue = float(rng.choice([0, 2, 26, 60, 110]))
        return colour(rng, (hue - 5, hue + 6), (130, 255), (90, 255))
    if pick < 0.72:
        return colour(rng, (0, 180), (110, 255), (70, 255))
    if pick < 0.84:
        return colour(rng, (0, 180), (0, 40), (190, 255))
    if pick < 0.91:
        return colour(rng, (0, 180), (0, 60), (15, 80))
    if pick < 0.96:
        return colour(rng, (8, 25), (60, 160), (90, 220))
    return colour(rng, (0, 180), (0, 60), (80, 190))


def _rounded(half_length: float, half_width: float, radius: float) -> np.ndarray:
    """A rectangle with rounded corners around the origin, float32 n × 2."""
    turn = np.linspace(0, np.pi / 2, 6)
    arc = np.stack([np.cos(turn), np.sin(turn)], 1) * radius
    points = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        middle = np.array([sx * (half_length - radius), sy * (half_width - radius)])
        turned = arc @ np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), quarter)
        points.append(middle + turned)
    return np.concatenate(points).astype(np.float32)


def _outline(rng: np.random.Generator, shape: int, size: float) -> np.ndarray:
    if shape == 0:
        corners = 36 if rng.random() < 0.95 else int(rng.choice([8, 10, 12]))
        turn = np.arange(corners) * (2 * np.pi / corners)
        return (np.stack([np.cos(turn), np.sin(turn)], 1) * size / 2).astype(np.float32)
    length = size / 0.6
    aspect = rng.uniform(2.6, 6.0) if shape == 1 else rng.uniform(1.1, 2.0)
    if shape == 1 and rng.random() < 0.1:  # the old fish-like and boat-like fiches
        turn = np.arange(30) * (2 * np.pi / 30)
        return (np.stack([np.cos(turn), np.sin(turn) / min(aspect, 3.6)], 1) * length / 2).astype(np.float32)
    half = np.array([length / 2, length / 2 / aspect])
    return _rounded(
        half[0],
        half[1],
        half[1]
        * float(
            rng.choice([0.02, rng.uniform(0.05, 0.5), 0.999])
            if shape == 1
            else rng.choice([0.02, rng.uniform(0.05, 0.5)])
        ),
    )


PRINT = 96
"""Pixels of a face before it is laid into the picture."""


def _printed(rng: np.random.Generator, ink: np.ndarray, face: np.ndarray, reach: float) -> None:
    """Text, a pip or a rosette in the middle of a face; *reach* is the free radius in `PRINT` pixels."""
    middle = PRINT // 2
    kind = rng.random()
    if kind < 0.5:
        text = str(
            rng.choice(["1", "5", "10", "20", "25", "50", "100", "500", "A", "R", "NJ", "POKER", "*", "$1"])
        )
        scale = reach / (9.0 + 7.0 * len(text))
        (width, height), _ = cv2.getTextSize(text, int(rng.integers(0, 8)), scale, 2)
        cv2.putText(
            face,
            text,
            (middle - width // 2, middle + height // 2),
            int(rng.integers(0, 8)),
            scale,
            ink.tolist(),
            int(rng.integers(1, 4)),
            cv2.LINE_AA,
        )
    elif kind < 0.8:
        turn = np.linspace(0, 2 * np.pi, 25)
        petals = int(rng.integers(2, 7))
        radius = reach * (0.55 + 0.3 * np.cos(petals * turn))
        points = middle + np.stack([np.cos(turn), np.sin(turn)], 1) * radius[:, None]
        cv2.fillPoly(face, [points.astype(np.int32)], ink.tolist(), cv2.LINE_AA)
    else:
        for angle in np.arange(0, 2 * np.pi, 2 * np.pi / int(rng.integers(5, 16))):
            spot = middle + np.array([np.cos(angle), np.sin(angle)]) * reach * 0.7
            cv2.circle(
                face, (int(spot[0]), int(spot[1])), max(1, int(reach * 0.12)), ink.tolist(), -1, cv2.LINE_AA
            )


def _disc_face(
    rng: np.random.Generator, own: np.ndarray, other: np.ndarray
) -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
    """Upper side of a disc and the colours of its edge: plain, rimmed, or striped like a poker chip."""
    face = np.empty((PRINT, PRINT, 3), np.uint8)
    face[:] = own
    middle = PRINT // 2
    style = rng.random()
    edge: tuple[np.ndarray, ...] = (own,)
    if style < 0.5:  # a plain jeton, at most a rim or a groove
        if rng.random() < 0.5:
            tone = np.clip(own * rng.uniform(0.6, 1.4), 0, 255)
            cv2.circle(
                face,
                (middle, middle),
                int(rng.uniform(0.28, 0.47) * PRINT),
                tone.tolist(),
                int(rng.integers(1, 7)),
                cv2.LINE_AA,
            )
        if rng.random() < 0.2:
            _printed(rng, np.clip(own * rng.uniform(0.4, 1.6), 0, 255), face, PRINT * 0.3)
    else:
        stripes = int(rng.integers(3, 13))
        width = rng.uniform(0.25, 0.6) * 360 / stripes
        for k in range(stripes):
            start = k * 360 / stripes
            cv2.ellipse(
                face, (middle, middle), (PRINT, PRINT), start, 0, width, other.tolist(), -1, cv2.LINE_AA
            )
        edge = tuple(own if step % 2 else other for step in range(2 * stripes))
        ring = rng.uniform(0.22, 0.42) * PRINT
        inner = other if rng.random() < 0.4 else own if rng.random() < 0.5 else chip_colour(rng)
        cv2.circle(face, (middle, middle), int(ring), inner.tolist(), -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            line = chip_colour(rng) if rng.random() < 0.5 else own
            cv2.circle(face, (middle, middle), int(ring), line.tolist(), int(rng.integers(1, 5)), cv2.LINE_AA)
        if rng.random() < 0.4:
            second = chip_colour(rng) if rng.random() < 0.5 else own
            cv2.circle(
                face, (middle, middle), int(ring * rng.uniform(0.4, 0.8)), second.tolist(), -1, cv2.LINE_AA
            )
        if rng.random() < 0.75:
            _printed(rng, chip_colour(rng), face, ring * 0.9)
    return face, edge


def _bar_face(rng: np.random.Generator, own: np.ndarray, aspect: float) -> np.ndarray:
    face = np.empty((PRINT, PRINT, 3), np.uint8)
    face[:] = own
    half = PRINT / 2 / aspect
    if rng.random() < 0.4:
        tone = np.clip(own * rng.uniform(0.55, 1.5), 0, 255) if rng.random() < 0.7 else chip_colour(rng)
        inset = rng.uniform(0.06, 0.25) * 2 * half
        corner = (int(inset), int(PRINT / 2 - half + inset))
        cv2.rectangle(
            face,
            corner,
            (PRINT - corner[0], PRINT - corner[1]),
            tone.tolist(),
            int(rng.choice([-1, 1, 2, 3])),
            cv2.LINE_AA,
        )
    if rng.random() < 0.35:
        _printed(rng, chip_colour(rng), face, half * 0.9)
    return face


def random_kind(
    rng: np.random.Generator,
    size: float,
    shape: int | None = None,
    shares: tuple[float, float, float] = USUAL,
) -> Kind:
    """One kind of chip about *size* px, of one shape or of any in these *shares*."""
    if shape is None:
        shape = int(rng.choice(3, p=shares))
    own, other = chip_colour(rng), chip_colour(rng)
    if rng.random() < 0.6:
        other = colour(rng, (0, 180), (0, 30), (200, 255))
    outline = _outline(rng, shape, size)
    thick = size * float(rng.choice([rng.uniform(0.03, 0.1), rng.uniform(0.08, 0.22)]))
    edge: tuple[np.ndarray, ...] = (own,)
    if shape == 0:
        face, edge = _disc_face(rng, own, other)
    else:
        extent = outline.max(0)
        face = _bar_face(rng, own, float(extent[0] / extent[1]))
    if rng.random() < 0.15:  # turned wood and marbled plastic
        grain = cv2.resize(rng.normal(1, 0.12, (PRINT // 2, 6)).astype(np.float32), (PRINT, PRINT))
        face = np.clip(face * grain[..., None], 0, 255).astype(np.uint8)
    clear = float(rng.uniform(0.1, 0.45)) if rng.random() < 0.06 else 0.0
    return Kind(shape, outline, size, thick, face, edge, clear)


def household(rng: np.random.Generator, shares: tuple[float, float, float] = USUAL) -> list[Kind]:
    """The chips of one household: one to four kinds of about one size."""
    size = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST - 4))))
    count = int(rng.choice([1, 2, 3, 4], p=[0.35, 0.35, 0.2, 0.1]))
    kinds = [random_kind(rng, size * rng.uniform(0.85, 1.15), shares=shares) for _ in range(count)]
    if count > 1 and rng.random() < 0.4:  # one mould in several colours
        first = kinds[0]
        kinds = [first] + [random_kind(rng, first.size, first.shape) for _ in range(count - 1)]
    return kinds
