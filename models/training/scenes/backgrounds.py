"""Table tops and rooms to lay synthetic cards on.

Procedural wood, felt, cloth, tiles and carpet in endless variety; where Debian's wallpaper
packages are installed at training time their photographs join in as clutter (their
licences stand in the model cards; nothing of them is stored).
"""

from __future__ import annotations

import functools
from pathlib import Path

import cv2
import numpy as np

WALLPAPERS = ("/usr/share/wallpapers", "/usr/share/backgrounds")
"""Folders of the Debian packages plasma-workspace-wallpapers, mate-backgrounds, gnome-backgrounds."""
SIDE = 768
"""Height and width of one background, pixels."""


def cloud(rng: np.random.Generator, octaves: int = 5, stretch: float = 1.0) -> np.ndarray:
    """Smooth noise, float32 `SIDE` × `SIDE`, about 0–1; *stretch* > 1 draws it out along x."""
    total = np.zeros((SIDE, SIDE), np.float32)
    for octave in range(octaves):
        rows = 2 ** (octave + 2)
        columns = max(2, round(rows / stretch))
        layer = rng.random((rows, columns), dtype=np.float32)
        total += cv2.resize(layer, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC) / 1.7**octave
    return cv2.normalize(total, None, 0, 1, cv2.NORM_MINMAX)  # type: ignore[call-overload,no-any-return]


def colour(
    rng: np.random.Generator,
    hue: tuple[float, float],
    saturation: tuple[float, float],
    value: tuple[float, float],
) -> np.ndarray:
    """One random BGR colour, float32 of length 3, 0–255, from ranges of hue (0–180) and 0–255."""
    hsv = np.array([[[rng.uniform(*hue) % 180, rng.uniform(*saturation), rng.uniform(*value)]]])
    return cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def _mix(mask: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    return low + (high - low) * mask[..., None]


def wood(rng: np.random.Generator) -> np.ndarray:
    """Planks with grain; pale, red or dark."""
    grain = cloud(rng, 6, rng.uniform(4, 20))
    rings = np.sin(grain * rng.uniform(10, 60) + cloud(rng, 3) * 4) * 0.5 + 0.5
    mask = np.clip(0.55 * grain + rng.uniform(0.1, 0.45) * rings, 0, 1)
    dark = colour(rng, (5, 18), (60, 190), (20, 140))
    image = _mix(mask, dark, np.clip(dark * rng.uniform(1.15, 1.9) + rng.uniform(0, 30), 0, 255))
    if rng.random() < 0.5:
        step = int(rng.integers(60, 260))
        for y in range(int(rng.integers(step)), SIDE, step):
            image[y : y + int(rng.integers(1, 4))] *= rng.uniform(0.3, 0.8)
            image[y : y + step] *= rng.uniform(0.85, 1.15)
    return image


def felt(rng: np.random.Generator) -> np.ndarray:
    """A card table's cloth: green mostly, blue or red, finely speckled."""
    hue = rng.choice([rng.uniform(45, 85), rng.uniform(0, 180)], p=[0.6, 0.4])
    base = colour(rng, (hue, hue + 1), (80, 255), (25, 170))
    speckle = rng.normal(0, rng.uniform(2, 14), (SIDE, SIDE, 1)).astype(np.float32)
    return _mix(cloud(rng), base * rng.uniform(0.75, 0.95), base) + speckle


def cloth(rng: np.random.Generator) -> np.ndarray:
    """Tablecloths: plain white or coloured with a weave, checks, stripes, dots."""
    white = rng.random() < 0.45
    base = colour(rng, (0, 180), (0, 25) if white else (30, 200), (170, 255) if white else (60, 230))
    image = _mix(cloud(rng, 4), base * rng.uniform(0.8, 0.95), base)
    period = int(rng.integers(6, 90))
    x = np.arange(SIDE)
    stripe = ((x // period) % 2).astype(np.float32)
    other = colour(rng, (0, 180), (60, 220), (60, 230))
    kind = rng.random()
    if kind < 0.25:
        image = _mix((stripe[None] + stripe[:, None]) / 2, image, other)
    elif kind < 0.4:
        image = _mix(np.repeat(stripe[None], SIDE, 0), image, other)
    elif kind < 0.55:
        dots = np.zeros((SIDE, SIDE), np.float32)
        for y in range(0, SIDE, 2 * period):
            for column in range((y // period) % 4 * period // 2, SIDE, 2 * period):
                cv2.circle(dots, (column, y), max(2, period // 3), 1.0, -1, cv2.LINE_AA)
        image = _mix(dots, image, other)
    weave = np.sin(x * rng.uniform(0.8, 2.5))[None] + np.sin(x * rng.uniform(0.8, 2.5))[:, None]
    return image + (weave * rng.uniform(0, 8)).astype(np.float32)[..., None]


def tiles(rng: np.random.Generator) -> np.ndarray:
    """Kitchen tiles with joints."""
    base = colour(rng, (8, 30), (5, 80), (110, 240))
    image = _mix(cloud(rng), base * 0.8, base)
    step = int(rng.integers(80, 400))
    joint = colour(rng, (0, 180), (0, 40), (60, 220))
    for p in range(int(rng.integers(step)), SIDE, step):
        width = int(rng.integers(2, 9))
        image[p : p + width] = joint
        image[:, p : p + width] = joint
    return image


def carpet(rng: np.random.Generator) -> np.ndarray:
    """Coarse grains: carpet, terrazzo, stone, leather."""
    base = colour(rng, (0, 180), (5, 90), (50, 220))
    grain = rng.normal(0, rng.uniform(12, 50), (SIDE // 2, SIDE // 2, 1)).astype(np.float32)
    size = int(rng.integers(1, 4)) * 2 + 1
    grain = cv2.resize(cv2.GaussianBlur(grain, (size, size), 0), (SIDE, SIDE)) * rng.uniform(1, 2.5)
    return _mix(cloud(rng), base * 0.85, base) + grain[..., None]


def plain(rng: np.random.Generator) -> np.ndarray:
    """A single-coloured table, black and white included, a little uneven."""
    base = colour(rng, (0, 180), (0, 120), (5, 255))
    return _mix(cloud(rng, 3), base * rng.uniform(0.7, 1.0), base)


@functools.lru_cache(maxsize=1)
def _wallpaper_files() -> tuple[Path, ...]:
    seen: dict[str, Path] = {}
    for folder in WALLPAPERS:
        for file in sorted(Path(folder).rglob("*")):
            if (
                file.suffix.lower() in {".jpg", ".png", ".webp"}
                and file.is_file()
                and file.stat().st_size > 60_000
            ):
                theme = str(file.resolve()).split("/contents/")[0]
                seen.setdefault(theme, file)
    return tuple(seen.values())


@functools.lru_cache(maxsize=128)
def _wallpaper(file: Path) -> np.ndarray | None:
    image = cv2.imread(str(file), cv2.IMREAD_REDUCED_COLOR_2)
    if image is None:
        return None
    scale = max(SIDE / min(image.shape[:2]), min(1.0, 1600 / max(image.shape[:2])))
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def photograph(rng: np.random.Generator) -> np.ndarray:
    """A piece of a wallpaper photograph; carpet where no such package is installed."""
    files = _wallpaper_files()
    image = _wallpaper(files[int(rng.integers(len(files)))]) if files else None
    if image is None:
        return carpet(rng)
    height, width = image.shape[:2]
    side = int(rng.uniform(0.35, 1.0) * min(height, width))
    y, x = int(rng.integers(height - side + 1)), int(rng.integers(width - side + 1))
    return cv2.resize(image[y : y + side, x : x + side], (SIDE, SIDE)).astype(np.float32)


KINDS = (
    (wood, 0.27),
    (felt, 0.2),
    (cloth, 0.2),
    (photograph, 0.13),
    (carpet, 0.08),
    (plain, 0.07),
    (tiles, 0.05),
)


def background(rng: np.random.Generator) -> np.ndarray:
    """One random surface, uint8 BGR, `SIDE` × `SIDE`."""
    kinds, weights = zip(*KINDS, strict=True)
    image = kinds[rng.choice(len(kinds), p=np.array(weights) / sum(weights))](rng)
    return np.clip(image, 0, 255).astype(np.uint8)
