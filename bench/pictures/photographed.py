"""Photographs of printed sheets that nobody took: a PDF page under a camera, a lamp, blur and noise.

For measuring whether the printed kit is found again, by the same page that goes to the printer.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.errors import BadInput
from engine.printed_kit import BANK_CARD, CHECK_SIZE
from hardware.print.pen import POINTS

DOTS = 6.0
"""Dots per millimetre in which a page is drawn before it is photographed (about 150 dpi)."""


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """A picture, and where the page truly is in it.

    Attributes:
        image: uint8 BGR.
        matrix: 3 × 3, from the page (mm of the table, not of a print that was scaled) to pixels.
    """

    image: np.ndarray
    matrix: np.ndarray


@dataclass(frozen=True, slots=True)
class Shot:
    """How a photograph is taken.

    Attributes:
        size: of the picture, pixels.
        slant: degrees off the vertical.
        distance: from the page's middle, mm.
        width: of the camera's view, degrees across the picture.
        blur: spread, pixels. smear: length of a motion's smear, pixels. noise: levels of 255.
    """

    size: tuple[int, int]
    slant: float
    distance: float
    width: float = 65.0
    blur: float = 0.7
    smear: float = 0.0
    noise: float = 3.0


def page_picture(path: Path, page: int = 0) -> np.ndarray:
    """A page of a PDF as uint8 BGR, `DOTS` dots to the millimetre.

    Raises:
        BadInput: pypdfium2 is not installed.
    """
    try:
        import pypdfium2
    except ModuleNotFoundError:
        raise BadInput("pictures of pages: need pypdfium2 (pip install 'nainjaune[print]')") from None
    document = pypdfium2.PdfDocument(path)
    try:
        picture = document[page].render(scale=DOTS / POINTS).to_numpy()
    finally:
        document.close()
    return np.ascontiguousarray(picture[..., :3])


def random_shot(rng: np.random.Generator) -> Shot:
    """A shot from somewhere: 720p to 1080p, 20–60° aslant, 0.8–2 m away, blurred and noisy."""
    return Shot(
        size=((1280, 720), (1600, 900), (1920, 1080))[int(rng.integers(3))],
        slant=float(rng.uniform(20, 60)),
        distance=float(rng.uniform(800, 2000)),
        width=float(rng.uniform(56, 72)),
        blur=float(rng.uniform(0.4, 1.1)),
        smear=float(rng.uniform(0, 2.5)) if rng.random() < 0.4 else 0.0,
        noise=float(rng.uniform(1.5, 7)),
    )


def photograph(page: np.ndarray, shot: Shot, rng: np.random.Generator, scale: float = 1.0) -> Photograph:
    """Photograph a page that lies on a table, turned and placed by chance, all of it in sight.

    Args:
        page: of `page_picture`.
        scale: by which the printer has changed its size.
    """
    wide, tall = (length / DOTS * scale for length in (page.shape[1], page.shape[0]))
    matrix = _place(shot, rng, wide, tall)
    # Pixel centres lie at whole numbers: half a dot is taken out.
    dots = np.array([[1 / DOTS, 0, 0.5 / DOTS], [0, 1 / DOTS, 0.5 / DOTS], [0, 0, 1]])
    warp = matrix @ np.diag([scale, scale, 1.0]) @ dots
    flat, shrunk = _shrunk_for(page, warp)
    paper = cv2.warpPerspective(flat, warp @ shrunk, shot.size, flags=cv2.INTER_LINEAR)
    there = cv2.warpPerspective(np.ones(flat.shape[:2], np.float32), warp @ shrunk, shot.size)[..., None]
    scene: np.ndarray = paper * there + _table(rng, shot.size) * (1 - there)
    scene *= _light(rng, shot.size)
    scene = cv2.GaussianBlur(scene, (0, 0), shot.blur)
    if shot.smear > 0.3:
        scene = cv2.filter2D(scene, -1, _smear(shot.smear, float(rng.uniform(0, np.pi))))
    scene = scene + shot.noise * rng.standard_normal(scene.shape, np.float32)
    image = np.clip(scene, 0, 255).astype(np.uint8)
    _, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 96))])
    return Photograph(np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR)), matrix)


def with_bank_card(
    page: np.ndarray, rng: np.random.Generator, corner: tuple[float, float], scale: float
) -> np.ndarray:
    """The check sheet's picture with a bank card lying on it.

    Args:
        corner: of the check field on the page, mm.
        scale: by which the printer has changed the page: the card stays as it is.
    """
    laid = page.copy()
    middle = (np.array(corner) + np.array(CHECK_SIZE) / 2) * DOTS + rng.uniform(-2, 2, 2) * DOTS
    size = [length * DOTS / scale for length in BANK_CARD]
    turn = float(rng.uniform(-6, 6))
    rect = cv2.boxPoints(((float(middle[0]), float(middle[1])), (size[0], size[1]), turn))
    colour = [int(value) for value in rng.integers(10, 170, 3)]
    fine = np.round(rect * 16).astype(np.int32)
    cv2.fillConvexPoly(laid, fine, colour, cv2.LINE_AA, 4)
    stripe = cv2.boxPoints(((float(middle[0]), float(middle[1])), (size[0] * 0.7, size[1] * 0.16), turn))
    lighter = [min(255, value + 60) for value in colour]
    cv2.fillConvexPoly(laid, np.round(stripe * 16).astype(np.int32), lighter, cv2.LINE_AA, 4)
    return laid


def _place(shot: Shot, rng: np.random.Generator, wide: float, tall: float) -> np.ndarray:
    """From the page's mm to pixels, the page turned by chance and wholly in sight."""
    focal = shot.size[0] / 2 / np.tan(np.radians(shot.width) / 2)
    lens = np.array([[focal, 0, (shot.size[0] - 1) / 2], [0, focal, (shot.size[1] - 1) / 2], [0, 0, 1]])
    corners = np.array([(0, 0, 1), (wide, 0, 1), (wide, tall, 1), (0, tall, 1)], float).T
    slant = np.radians(shot.slant)
    for tries in range(200):
        turn, roll = rng.uniform(0, 2 * np.pi), rng.uniform(-0.15, 0.15)
        away = np.array([0, np.sin(slant), np.cos(slant)]) * shot.distance
        forward = -away / np.linalg.norm(away)
        right = np.array([1.0, 0, 0])
        down = np.cross(right, forward)
        c, s = np.cos(roll), np.sin(roll)
        axes = np.stack([c * right + s * down, c * down - s * right, forward])
        # On the table: x right, y towards the viewer, the page turned about its middle.
        c, s = np.cos(turn), np.sin(turn)
        lay = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ np.array(
            [[1, 0, -wide / 2], [0, 1, -tall / 2], [0, 0, 1.0]]
        )
        plane = np.column_stack([axes[:, 0], axes[:, 1], axes @ -away])
        reach = 0.35 * max(0.0, 1 - tries / 150)
        shift = rng.uniform(-reach, reach, 2) * np.array(shot.size)
        aim = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1.0]])
        matrix = aim @ lens @ plane @ lay
        there = matrix @ corners
        pixels = there[:2] / there[2]
        inside = (pixels > 6).all() and (np.array(shot.size) - 6 > pixels.T).all()
        if (there[2] > 0).all() and inside:
            return np.asarray(matrix / matrix[2, 2])
    raise ValueError("the page does not fit the picture")


def _shrunk_for(page: np.ndarray, warp: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The page as small as it will be seen, so that no line is lost between two pixels; and the way back."""
    height, width = page.shape[:2]
    corners = np.array([[(0, 0), (width, 0), (width, height), (0, height)]], float)
    there = cv2.perspectiveTransform(corners, warp)[0]
    sides = [np.linalg.norm(there[k] - there[k - 1]) for k in range(4)]
    factor = max(sides[1] / width, sides[3] / width, sides[0] / height, sides[2] / height)
    if factor > 0.7:
        return page, np.eye(3)
    small = cv2.resize(page, None, fx=factor * 1.2, fy=factor * 1.2, interpolation=cv2.INTER_AREA)
    sx, sy = width / small.shape[1], height / small.shape[0]
    return small, np.array([[sx, 0, (sx - 1) / 2], [0, sy, (sy - 1) / 2], [0, 0, 1]])


def _table(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """A table top: a colour with some grain along it."""
    colour = rng.uniform(40, 170, 3)
    rough = rng.normal(0, 1, (size[1] // 4, size[0] // 32))
    grain = cv2.resize(rough, size, interpolation=cv2.INTER_CUBIC)[..., None]
    return np.asarray(np.clip(colour + grain * rng.uniform(2, 12), 0, 255), np.float32)


def _light(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """A lamp's light over the picture, sometimes with a spot of glare."""
    xs, ys = np.meshgrid(np.linspace(-1, 1, 64), np.linspace(-1, 1, 36))
    x, y = rng.uniform(-1.2, 1.2, 2)
    fall = 1 / (1 + rng.uniform(0.1, 0.5) * ((xs - x) ** 2 + (ys - y) ** 2))
    level = fall / fall.mean() * rng.uniform(0.55, 1.05)
    if rng.random() < 0.3:
        gx, gy = rng.uniform(-0.8, 0.8, 2)
        level = level + rng.uniform(0.2, 0.6) * np.exp(-((xs - gx) ** 2 + (ys - gy) ** 2) / 0.03)
    tint = 1 + rng.uniform(-0.08, 0.08, 3)
    large = cv2.resize(level.astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    return np.asarray(large[..., None] * tint, np.float32)


def _smear(length: float, way: float) -> np.ndarray:
    kernel = np.zeros((9, 9), np.float32)
    for at in np.linspace(-length / 2, length / 2, 25):
        x, y = 4 + at * np.cos(way), 4 + at * np.sin(way)
        x0, y0 = int(x), int(y)
        fx, fy = x - x0, y - y0
        kernel[y0 : y0 + 2, x0 : x0 + 2] += np.outer([1 - fy, fy], [1 - fx, fx]).astype(np.float32)
    return np.asarray(kernel / kernel.sum())
