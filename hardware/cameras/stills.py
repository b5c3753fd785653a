"""Photographs as a camera, one a second."""

from __future__ import annotations

from engine.boundaries import Frame
from engine.errors import BadInput
from hardware.cameras.source import Source
from hardware.files.photos import read_photo


class Stills(Source):
    """Photographs of one size in the order given, one a second.

    Raises:
        BadInput: when one cannot be read or has another size than the first.
    """

    fps = 1.0

    def __init__(self, paths: list[str], name: str) -> None:
        self.name = name
        self._paths = paths
        self._number = 0
        first = read_photo(paths[0])
        self.size = (first.shape[1], first.shape[0])

    def __next__(self) -> Frame:
        if self._number >= len(self._paths):
            raise StopIteration
        path = self._paths[self._number]
        image = read_photo(path)
        if (image.shape[1], image.shape[0]) != self.size:
            raise BadInput(
                f"{path}: {image.shape[1]}×{image.shape[0]} pixels, expected {self.size[0]}×{self.size[1]}"
                " like the first of its folder"
            )
        frame = self.frame(self._number, self._number / self.fps, image)
        self._number += 1
        return frame
