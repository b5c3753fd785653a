"""Photographs as a camera, one a second."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np

from engine.boundaries import Frame
from engine.errors import BadInput
from hardware.cameras.source import Source

STILLS = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
"""File name endings that are taken for a photograph."""


class Stills(Source):
    """Photographs of one size, in the natural order of their names, one a second.

    Raises:
        BadInput: when one cannot be read or has another size than the first.
    """

    fps = 1.0

    def __init__(self, paths: list[Path], name: str) -> None:
        self.name = name
        self._paths = paths
        self._number = 0
        first = self._read(paths[0])
        self.size = (first.shape[1], first.shape[0])

    @staticmethod
    def _read(path: Path) -> np.ndarray:
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is None:
            raise BadInput(f"{path}: not a photograph that can be read")
        return image

    def __next__(self) -> Frame:
        if self._number >= len(self._paths):
            raise StopIteration
        path = self._paths[self._number]
        image = self._read(path)
        if (image.shape[1], image.shape[0]) != self.size:
            raise BadInput(
                f"{path}: {image.shape[1]}×{image.shape[0]} pixels, expected {self.size[0]}×{self.size[1]}"
                " like the first of its folder"
            )
        frame = self.frame(self._number, self._number / self.fps, image)
        self._number += 1
        return frame


def stills_in(folder: Path) -> list[Path]:
    """The photographs of a folder, ``IMG_9`` before ``IMG_10``.

    Raises:
        BadInput: there is none.
    """
    stills = sorted((path for path in folder.iterdir() if path.suffix.lower() in STILLS), key=_natural)
    if not stills:
        raise BadInput(f"{folder}: the folder holds no photograph ({', '.join(STILLS)})")
    return stills


def _natural(path: Path) -> list[tuple[int, str]]:
    parts = re.split(r"(\d+)", path.name.lower())
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]
