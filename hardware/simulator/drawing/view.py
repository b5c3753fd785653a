"""Where the simulated camera stands: a pinhole camera above the table, and the light that it sees by.

Table coordinates are mm: x right, y down as the camera sees the table, z up from the table's top.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import cv2
import numpy as np

SIZE = (1280, 720)
"""Pixels of the simulated picture, width and height."""

_NEAREST = 60.0
"""What is nearer to the camera than this, mm, is far outside its picture."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A pinhole camera.

    Attributes:
        place: position, mm (3).
        axes: rows right, down, forward (3 × 3).
        focal: focal length in pixels.
    """

    place: np.ndarray
    axes: np.ndarray
    focal: float

    def plane(self, z: float = 0.0) -> np.ndarray:
        """Homography (3 × 3) from x, y on the level `z` mm above the table to pixels."""
        lens = np.array([[self.focal, 0, SIZE[0] / 2], [0, self.focal, SIZE[1] / 2], [0, 0, 1]])
        columns = np.array([[1, 0, 0], [0, 1, 0], [0, 0, z]], float).T
        columns[:, 2] -= self.place
        return np.asarray(lens @ self.axes @ columns)

    def project(self, points: np.ndarray, z: float = 0.0) -> np.ndarray:
        """Pixels (n × 2) of `points` (n × 2, mm) at height `z`."""
        flat = np.asarray(points, np.float64).reshape(1, -1, 2)
        return np.asarray(cv2.perspectiveTransform(flat, self.plane(z))[0])

    def see(self, points: np.ndarray) -> np.ndarray:
        """Pixels (n × 2) of `points` (n × 3, mm) before the camera."""
        seen = (np.asarray(points, np.float64) - self.place) @ self.axes.T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal + np.array(SIZE) / 2)

    def project_near(self, outline: np.ndarray, z: float = 0.0) -> np.ndarray:
        """As `project`, without the points behind the camera: a sleeve may come from there."""
        points = np.column_stack([outline, np.full(len(outline), z)])
        before = outline[(points - self.place) @ self.axes[2] > _NEAREST]
        return self.project(before, z) if len(before) else np.zeros((0, 2))

    def towards(self, other: View, share: float) -> View:
        """The camera `share` of the way to where it is in `other`; beyond 1 it swings past."""
        axes = np.linalg.svd(self.axes * (1 - share) + other.axes * share)
        place = self.place * (1 - share) + other.place * share
        return View(place, axes.U @ axes.Vh, self.focal * (1 - share) + other.focal * share)


def knocked(rng: random.Random, view: View) -> View:
    """The camera after somebody knocked it: a few pixels and up to 1.5° elsewhere."""
    pixels = rng.uniform(4.0, 28.0)
    towards = rng.uniform(0, 2 * np.pi)
    yaw, pitch = (pixels / view.focal * turn for turn in (np.cos(towards), np.sin(towards)))
    roll = np.radians(rng.uniform(-1.5, 1.5))
    turn, _ = cv2.Rodrigues(np.array([pitch, yaw, roll]))
    place = view.place + [rng.gauss(0, 3) for _ in range(3)]
    return View(place, turn @ view.axes, view.focal)


def _aimed(place: np.ndarray, aim: np.ndarray, roll: float, focal: float, level: bool) -> View:
    """`level`: before it is rolled its horizon is level, as on a tripod; else depth points down."""
    forward = (aim - place) / np.linalg.norm(aim - place)
    down = np.array([0.0, 1.0, 0.0])
    down -= down @ forward * forward
    down /= np.linalg.norm(down)
    right = np.array([1.0, 0.0, 0.0])
    right -= right @ forward * forward + right @ down * down
    right /= np.linalg.norm(right)
    if level:
        horizon = np.array([-forward[1], forward[0], 0.0])
        roll += float(np.arctan2(horizon @ down, horizon @ right))
    c, s = np.cos(roll), np.sin(roll)
    return View(place, np.stack([c * right + s * down, c * down - s * right, forward]), focal)


def place_camera(
    rng: random.Random, width: float, depth: float, *, low: random.Random | None = None, around: float = 0.0
) -> View:
    """A camera, up to 32° off the vertical, near enough that `width` × `depth` mm just fill its picture.

    Args:
        low: the dice of a camera on a shelf or a tripod, 35 to 60° off the vertical; None: it hangs higher.
        around: mm that it sees besides on each side.
    """
    slant = np.radians(rng.uniform(0.0, 32.0))
    azimuth = np.radians(rng.gauss(90.0, 25.0))
    roll = np.radians(rng.uniform(-4.0, 4.0))
    focal = SIZE[0] / 2 / np.tan(np.radians(rng.uniform(54.0, 74.0)) / 2)
    if low is not None:
        slant = np.radians(low.uniform(35.0, 60.0))
        azimuth = np.radians(np.clip(low.gauss(90.0, 14.0), 65.0, 115.0))
        focal = SIZE[0] / 2 / np.tan(np.radians(low.uniform(58.0, 72.0)) / 2)
    direction = np.array([np.sin(slant) * np.cos(azimuth), np.sin(slant) * np.sin(azimuth), np.cos(slant)])
    x, y = width / 2 + around, depth / 2 + around
    corners = np.array([(-x, -y), (x, -y), (x, y), (-x, y)])
    aim = np.zeros(3)
    near, far = 200.0, 4000.0
    view = _aimed(aim + direction * far, aim, roll, focal, low is not None)
    for _ in range(26):
        distance = (near + far) / 2
        view = _aimed(aim + direction * distance, aim, roll, focal, low is not None)
        pixels = view.project(corners)
        # The slant shows the near edge larger: aim where the rectangle's picture is centred.
        offset = (pixels.min(0) + pixels.max(0)) / 2 - np.array(SIZE) / 2
        aim[:2] += offset * distance / focal * 0.5
        extent = pixels.max(0) - pixels.min(0)
        if (extent < np.array(SIZE) * 0.985).all():
            far = distance
        else:
            near = distance
    return view


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """One lamp over the table, and what the room adds.

    Attributes:
        lamp: position of the lamp, mm (3).
        gain: uint8 height × width × 3; a surface shows as its colour × gain / 128.
        shadow: how much light a shadow keeps, 0–1.
        softness: blur of shadows, mm per mm of height.
        mirrored: where on the table (2, mm) the camera sees the lamp mirrored; None: nothing is glossy.
        gloss: how much of what a card shows the mirrored lamp washes out, 0–1.
    """

    lamp: np.ndarray
    gain: np.ndarray
    shadow: float
    softness: float
    mirrored: np.ndarray | None = None
    gloss: float = 0.0

    def cast(self, points: np.ndarray, z: float) -> np.ndarray:
        """Where the shadow of `points` (n × 2, mm) at height `z` falls on the table (n × 2, mm)."""
        stretch = self.lamp[2] / (self.lamp[2] - z)
        return np.asarray(self.lamp[:2] + (np.asarray(points, float) - self.lamp[:2]) * stretch)


def hang_lamp(
    rng: random.Random, view: View, mirrored: np.ndarray | None = None, gloss: float = 0.0
) -> Light:
    """A lamp at a random place, its colour, and the fall-off of lamp and lens over the picture.

    Args:
        mirrored: where on the table (2, mm) it is to be seen mirrored; None: nowhere.
        gloss: as in `Light`.
    """
    lamp = np.array([rng.uniform(-700, 700), rng.uniform(-600, 500), rng.uniform(900, 1800)])
    if mirrored is not None:
        # From the camera the mirrored lamp is as far below the table as the lamp is above it.
        lamp[:2] = view.place[:2] + (mirrored - view.place[:2]) * (1 + lamp[2] / view.place[2])
    ambient = rng.uniform(0.35, 0.75)
    columns, rows = np.meshgrid(np.arange(0, SIZE[0], 16), np.arange(0, SIZE[1], 16))
    pixels = np.stack([columns, rows], -1).reshape(1, -1, 2).astype(np.float64)
    ground = cv2.perspectiveTransform(pixels, np.linalg.inv(view.plane()))[0]
    away = ((ground - lamp[:2]) ** 2).sum(1) + lamp[2] ** 2
    fall = (lamp[2] ** 2 / away) ** 1.5
    fall /= np.median(fall)
    radius = np.hypot(pixels[0, :, 0] - SIZE[0] / 2, pixels[0, :, 1] - SIZE[1] / 2) / (SIZE[0] / 2)
    lens = 1 - rng.uniform(0.0, 0.22) * radius**2
    level = (ambient + (1 - ambient) * fall) * lens * rng.uniform(0.82, 1.02)
    warmth = rng.uniform(-0.08, 0.12)
    tint = np.array([1 - warmth, 1.0, 1 + warmth * 0.7])
    small = (level.reshape(rows.shape)[..., None] * tint * 128).clip(0, 255).astype(np.float32)
    gain = cv2.resize(small, SIZE, interpolation=cv2.INTER_CUBIC).clip(0, 255).astype(np.uint8)
    return Light(lamp, gain, 0.25 + 0.6 * ambient, rng.uniform(0.08, 0.3), mirrored, gloss)


def behind_window(rng: random.Random, view: View, light: Light) -> Light:
    """The same light with the shadow of a window frame: soft dark bars across the table."""
    columns, rows = np.meshgrid(np.arange(0, SIZE[0], 8), np.arange(0, SIZE[1], 8))
    pixels = np.stack([columns, rows], -1).reshape(1, -1, 2).astype(np.float64)
    ground = cv2.perspectiveTransform(pixels, np.linalg.inv(view.plane()))[0]
    keeps, soft = rng.uniform(0.5, 0.75), rng.uniform(6, 25)
    turn = rng.uniform(0, np.pi)
    level = np.ones(len(ground))
    for angle, count in ((turn, rng.randint(1, 2)), (turn + np.pi / 2, rng.randint(0, 2))):
        across = ground @ (np.cos(angle), np.sin(angle))
        for _ in range(count):
            away = np.abs(across - rng.uniform(-330, 330)) - rng.uniform(15, 45)
            level *= keeps + (1 - keeps) / (1 + np.exp(-away / soft))
    small = level.reshape(rows.shape).astype(np.float32)
    full = cv2.resize(small, SIZE, interpolation=cv2.INTER_CUBIC)
    gain = (light.gain * full[..., None]).clip(0, 255).astype(np.uint8)
    return replace(light, gain=gain)
