"""The table's plane, in which all cards are rectangles of one size: which size, and what lies on it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from engine.boundaries import Point, Quad
from vision.geometry.quads import as_quad
from vision.table.board import TableView, board_aspect, board_homography
from vision.table.settings import TABLE

PLANE = TABLE.plane


class Plane:
    """The table's plane, in which all cards have one size.

    Args:
        board: the board's corners in the picture; None: the camera is taken to look straight down.
        size: width and height of the picture.
        seen: the table as it was found, which tells more than the board's corners; None: only they do.
    """

    def __init__(self, board: Quad | None, size: tuple[int, int], seen: TableView | None = None) -> None:
        if seen is not None:
            self._to_pixels = seen.plane @ np.diag([1 / seen.scale, 1 / seen.scale, 1.0])
        elif board is None:
            self._to_pixels = np.eye(3)
        else:
            # One unit of the plane is about one pixel at the board.
            aspect = board_aspect(board, size)
            around = sum(math.dist(board[i], board[i - 1]) for i in range(4))
            high = around / (2 * (aspect + 1))
            self._to_pixels = board_homography(board) @ np.diag([1 / (aspect * high), 1 / high, 1.0])
        self.to_plane = np.linalg.inv(self._to_pixels)
        self.told = board is not None or seen is not None
        """Whether the table tells this plane; else cards that lie nearer are larger in it, too."""
        self._outlined: dict[int, tuple[float, float]] = {}

    @property
    def card(self) -> tuple[float, float] | None:
        """Short and long side of a card in the plane, None before one was seen.

        The one in the middle of all that were `outlined`, each once.
        """
        if not self._outlined:
            return None
        short, long = np.median(np.array(list(self._outlined.values())), axis=0).tolist()
        return (short, long)

    def moved(self, matrix: np.ndarray) -> None:
        """Go with the picture to a new place: *matrix* takes pixels before a bump to pixels after it."""
        self._to_pixels = matrix @ self._to_pixels
        self.to_plane = np.linalg.inv(self._to_pixels)

    def flat(self, points: Sequence[Point]) -> np.ndarray:
        """Points of the picture in the plane, float32 n × 2."""
        mapped = cv2.perspectiveTransform(np.array([points], np.float64), self.to_plane)[0]
        return np.asarray(mapped, np.float32)

    def seen(self, corners: np.ndarray) -> Quad:
        """Four corners of the plane in the picture."""
        return as_quad(cv2.perspectiveTransform(np.array([corners], np.float64), self._to_pixels)[0])

    def outlined(self, face: int, corners: Quad) -> None:
        """Learn the cards' size from one that the finder has outlined and that is read beyond doubt."""
        sides = self._sides(corners)
        if sides is not None:
            self._outlined[face] = sides

    def _sides(self, corners: Quad) -> tuple[float, float] | None:
        """Short and long side of an outline in the plane; None where it has not a card's shape."""
        flat = self.flat(corners)
        sides = [float(np.linalg.norm(flat[i] - flat[i - 1])) for i in range(4)]
        a, b = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
        short, long = min(a, b), max(a, b)
        return (short, long) if short > 0 and PLANE.squarest < long / short < PLANE.longest else None

    def off(self, corners: Quad) -> float:
        """How unlike an outline is to a card that lies on the plane: a chi-square of its sides and its angle.

        Held nearer to the camera it is larger in the plane, tilted it is longer and askew.
        """
        flat = self.flat(corners).astype(np.float64)
        edges = np.roll(flat, -1, axis=0) - flat
        sides = np.linalg.norm(edges, axis=1)
        if sides.min() <= 0:
            return math.inf
        short, long = sorted(((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2))
        cosines = (edges * np.roll(edges, -1, axis=0)).sum(1) / (sides * np.roll(sides, -1))
        askew = math.degrees(math.asin(min(1.0, float(np.abs(cosines).mean()))))
        off = (askew / PLANE.askew) ** 2
        if self.card is not None:
            off += (math.log(short / self.card[0]) / PLANE.off_short) ** 2
            off += (math.log(long / self.card[1]) / PLANE.off_long) ** 2
        elif not PLANE.squarest < long / short < PLANE.longest:
            return math.inf
        return off

    def completions(self, corners: Quad) -> list[Quad]:
        """Whole cards of which an outline may show a part, the rest being hidden (amodal completion).

        They are as large as cards are on this table, lie as the outline does, and share one of its corners,
        or its middle. Where the part is nearly square either side of it may be the short one.

        Returns:
            Outlines in pixels; empty while nobody knows how large cards are.
        """
        if self.card is None:
            return []
        flat = self.flat(corners).astype(np.float64)
        across, down = flat[1] - flat[0] + flat[2] - flat[3], flat[3] - flat[0] + flat[2] - flat[1]
        width, height = float(np.linalg.norm(across)) / 2, float(np.linalg.norm(down)) / 2
        if min(width, height) <= 0:
            return []
        # The longer side tells the direction better.
        turn = math.atan2(across[1], across[0])
        askew = math.remainder(math.atan2(down[1], down[0]) - math.pi / 2 - turn, math.pi)
        turn += askew * height / (width + height)
        right = np.array([math.cos(turn), math.sin(turn)])
        below = np.array([-right[1], right[0]]) * (1 if down @ (-right[1], right[0]) > 0 else -1)
        sizes = [self.card if width <= height else self.card[::-1]]
        if max(width, height) < PLANE.nearly_square * min(width, height):
            sizes.append(sizes[0][::-1])
        whole = []
        for wide, high in sizes:
            corner = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) @ np.array([wide * right, high * below])
            starts = [*(flat - corner), flat.mean(0) - corner.mean(0)]
            whole += [self.quad((start + corner).astype(np.float32)) for start in starts]
        return whole

    def quad(self, box: np.ndarray) -> Quad:
        """A rectangle of the plane as corners in the picture, clockwise, a short edge first."""
        if np.linalg.norm(box[1] - box[0]) > np.linalg.norm(box[2] - box[1]):
            box = np.roll(box, -1, axis=0)
        a, b, c, d = self.seen(box)
        clockwise = cv2.contourArea(np.array([a, b, c, d], np.float32), oriented=True) >= 0
        return (a, b, c, d) if clockwise else (b, a, d, c)
