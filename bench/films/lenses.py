"""Other cameras and other light: what a film would look like through them, and where the table lies then.

Filmed rounds are few; seen through a dim, noisy, shivering or small camera each is another film, and
everything must still be settled. What a lens adds by chance it adds the same way every time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from engine.boundaries import Frame, Point
from engine.errors import BadInput
from hardware.cameras import Camera, Source

Size = tuple[int, int]
Look = Callable[[np.ndarray, int], np.ndarray]
"""The picture (uint8 BGR) of that number, as the other camera shows it."""


@dataclass(frozen=True, slots=True)
class Lens:
    """One other camera.

    Attributes:
        size: width and height of its pictures.
        look: makes them.
        place: where a point of the film lies in them.
    """

    size: Size
    look: Look
    place: Callable[[Point], Point] = lambda point: point


class Through(Source):
    """A camera seen through a lens."""

    def __init__(self, camera: Camera, lens: Lens) -> None:
        self._camera, self._lens = camera, lens
        self.name, self.fps, self.size = camera.name, camera.fps, lens.size

    def __next__(self) -> Frame:
        seen = next(self._camera)
        return self.frame(seen.number, seen.t, self._lens.look(seen.image, seen.number), seen.gap)

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()


WHOLE, EVERY, LOST = 6.0, 8.0, 1.2
"""Seconds at a film's beginning of which nothing is lost; of each so many later ones, so many are."""
GAPS = range(round(EVERY))
"""Seconds by which what is lost comes earlier: each is another film."""


class Gaps(Source):
    """A camera of which pictures are lost, again and again, while the table goes on.

    Args:
        camera: a film.
        earlier: one of `GAPS`.
    """

    def __init__(self, camera: Camera, earlier: int) -> None:
        self._camera, self._earlier, self._number = camera, earlier, -1
        self.name, self.fps, self.size = camera.name, camera.fps, camera.size

    def __next__(self) -> Frame:
        seen = next(self._camera)
        while seen.t >= WHOLE and (seen.t + self._earlier) % EVERY <= LOST:
            seen = next(self._camera)
        self._number += 1
        return replace(seen, number=self._number)

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()


def lens(name: str, size: Size) -> Lens:
    """The lens of that name, for films of that size.

    Raises:
        BadInput: there is none.
    """
    if name not in LENSES:
        raise BadInput(f"--through {name!r}: expected all, or some of {', '.join(LENSES)}")
    return LENSES[name](size)


def placed(table: Mapping[str, Any], seen: Lens) -> dict[str, Any]:
    """A table file's content, its places taken to where they lie in the lens' pictures."""

    def there(point: Any) -> list[float]:
        return list(seen.place((float(point[0]), float(point[1]))))

    told = {**table, "size": list(seen.size)}
    if "board" in table:
        told["board"] = [there(point) for point in table["board"]]
    if "box_quads" in table:
        told["box_quads"] = {box: [there(one) for one in quad] for box, quad in table["box_quads"].items()}
    told["players"] = [
        {**player, "seat": there(player["seat"])} if isinstance(player, dict) and "seat" in player else player
        for player in table["players"]
    ]
    return told


def _levels(blue: float, green: float, red: float) -> Look:
    """Each colour's levels times a number."""
    table = np.stack([np.arange(256) * share for share in (blue, green, red)], axis=-1)
    table = table.clip(0, 255).astype(np.uint8)[None]
    return lambda image, _: cv2.LUT(image, table)


def _field(share: Callable[[np.ndarray, np.ndarray], np.ndarray], size: Size) -> Look:
    """Light that falls unevenly: *share* of it at x and y from −1 to 1."""
    x, y = np.meshgrid(np.linspace(-1, 1, size[0]), np.linspace(-1, 1, size[1]))
    light = share(x, y).astype(np.float32)[..., None]
    return lambda image, _: cv2.convertScaleAbs(image * light)


def _gain(share: Callable[[int], float]) -> Look:
    """Light that changes from picture to picture."""
    return lambda image, number: cv2.convertScaleAbs(image, alpha=share(number))


def _noise(spread: float, size: Size) -> Look:
    """Noise of so many levels, another one in each picture."""
    spare = 64
    shape = (size[1] + spare, size[0] + spare, 3)
    grain = np.random.default_rng(5).normal(0, spread, shape).astype(np.float32)

    def look(image: np.ndarray, number: int) -> np.ndarray:
        down, right = np.random.default_rng(number).integers(0, spare, 2)
        part = grain[down : down + image.shape[0], right : right + image.shape[1]]
        return np.asarray((image + part).clip(0, 255).astype(np.uint8))

    return look


def _shivering(spread: float) -> Look:
    """A camera on a table that people touch: off by so many pixels."""

    def look(image: np.ndarray, number: int) -> np.ndarray:
        right, down = np.random.default_rng(number).normal(0, spread, 2)
        by = np.array([[1, 0, right], [0, 1, down]], np.float32)
        return cv2.warpAffine(image, by, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)

    return look


def _coarse(quality: int) -> Look:
    """Packed as webcams do, and unpacked."""

    def look(image: np.ndarray, _: int) -> np.ndarray:
        packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))

    return look


def _smeared(share: float) -> Look:
    """A camera that takes its noise away by mixing each picture with those before."""
    kept: list[np.ndarray] = []

    def look(image: np.ndarray, _: int) -> np.ndarray:
        now = image.astype(np.float32)
        kept[:] = [share * now + (1 - share) * kept[0] if kept else now]
        return np.asarray(kept[0].astype(np.uint8))

    return look


def _blurred(pixels: float) -> Look:
    return lambda image, _: cv2.GaussianBlur(image, (0, 0), pixels)


def _sharpened(share: float) -> Look:
    return lambda image, _: cv2.addWeighted(image, 1 + share, cv2.GaussianBlur(image, (0, 0), 1.2), -share, 0)


def _after_each_other(*looks: Look) -> Look:
    def look(image: np.ndarray, number: int) -> np.ndarray:
        for each in looks:
            image = each(image, number)
        return image

    return look


def _zoomed(size: Size, width: int) -> Lens:
    """The same picture so many pixels wide."""
    share = width / size[0]
    there = (width, round(size[1] * share))
    how = cv2.INTER_AREA if share < 1 else cv2.INTER_LINEAR

    def look(image: np.ndarray, _: int) -> np.ndarray:
        return cv2.resize(image, there, interpolation=how)

    return Lens(there, look, lambda point: (point[0] * share, point[1] * share))


def _turned(size: Size, degrees: float) -> Lens:
    """A camera that hangs askew, a little nearer."""
    matrix = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), degrees, 1.04)

    def look(image: np.ndarray, _: int) -> np.ndarray:
        return cv2.warpAffine(image, matrix, size, borderMode=cv2.BORDER_REPLICATE)

    def place(point: Point) -> Point:
        x, y = matrix @ (*point, 1.0)
        return (float(x), float(y))

    return Lens(size, look, place)


def _bent(size: Size, strength: float) -> Lens:
    """A wide lens, under which straight edges bow outwards (one radial term)."""
    middle, unit = np.array(size) / 2, size[0] / 2
    x, y = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
    across, down = (x - middle[0]) / unit, (y - middle[1]) / unit
    grown = 1 + strength * (across**2 + down**2)
    xs = (across * grown * unit + middle[0]).astype(np.float32)
    ys = (down * grown * unit + middle[1]).astype(np.float32)

    def look(image: np.ndarray, _: int) -> np.ndarray:
        return cv2.remap(image, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def place(point: Point) -> Point:
        far = (np.array(point) - middle) / unit
        near = far
        for _ in range(30):  # no formula takes the radial term back; this settles in a few steps
            near = far / (1 + strength * float(near @ near))
        x, y = near * unit + middle
        return (float(x), float(y))

    return Lens(size, look, place)


def _seen(look: Callable[[Size], Look]) -> Callable[[Size], Lens]:
    """A lens that leaves everything where it is."""
    return lambda size: Lens(size, look(size))


LENSES: Mapping[str, Callable[[Size], Lens]] = {
    "dim": _seen(lambda size: _levels(0.6, 0.6, 0.6)),
    "dark": _seen(lambda size: _after_each_other(_levels(0.35, 0.35, 0.35), _noise(2.5, size))),
    "bright": _seen(lambda size: _levels(1.35, 1.35, 1.35)),
    "burnt": _seen(lambda size: _levels(1.8, 1.8, 1.8)),
    "warm": _seen(lambda size: _levels(0.65, 0.95, 1.15)),
    "cold": _seen(lambda size: _levels(1.15, 0.95, 0.75)),
    "lamp": _seen(lambda size: _field(lambda x, y: 0.95 + 0.4 * x, size)),
    "vignette": _seen(lambda size: _field(lambda x, y: 1 - 0.28 * (x**2 + y**2), size)),
    "flicker": _seen(lambda size: _gain(lambda number: 0.93 + 0.07 * math.sin(1.7 * number))),
    "drift": _seen(lambda size: _gain(lambda number: 1 + 0.25 * math.sin(number / 48))),
    "noisy": _seen(lambda size: _noise(10, size)),
    "soft": _seen(lambda size: _blurred(1.3)),
    "sharp": _seen(lambda size: _sharpened(1.0)),
    "smeared": _seen(lambda size: _smeared(0.35)),
    "coarse": _seen(lambda size: _coarse(30)),
    "shivering": _seen(lambda size: _shivering(0.25)),
    "tiny": lambda size: _zoomed(size, 640),
    "small": lambda size: _zoomed(size, 960),
    "large": lambda size: _zoomed(size, 1920),
    "turned": lambda size: _turned(size, 5.0),
    "bent": lambda size: _bent(size, 0.1),
    "webcam": _seen(
        lambda size: _after_each_other(
            _field(lambda x, y: 1 - 0.18 * (x**2 + y**2), size),
            _noise(6, size),
            _smeared(0.5),
            _sharpened(0.8),
            _coarse(55),
        )
    ),
}
"""Each lens for films of one size. ``webcam``: vignette, noise, smear, sharpening and JPEG at once."""
