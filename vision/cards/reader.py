"""Which of the 52 faces a card shows, read from its outline at the camera's own resolution.

The finder sees the whole picture small; the reader takes the card's pixels from the large
one, flattens them and names the face. A card has no up: every picture may be upside down.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.boundaries import Quad
from engine.errors import BadInput
from models import weights
from models.flattening import NO_FACE, SIZE, flatten
from vision.cards.settings import CARDS

FACES = CARDS.faces

__all__ = ["NO_FACE", "SIZE", "Reader", "Readings", "flatten", "shipped"]

SURE = FACES.sure
"""A card whose likeliest face is less probable is read a second time, upside down: two looks err less."""


@dataclass(frozen=True)
class Readings:
    """What the reader says about several cards.

    Attributes:
        faces: calibrated probabilities, float array (n, 53), rows sum to 1; columns in `DECK` order, the
            last is `NO_FACE` (a back, a joker, too hidden, no card at all).
        turned: float array (n,), probability that the quad's first corner is the bottom right
            one of the card as printed; near a half where the print looks the same both ways.
        jokers: float array (n,), probability that what shows no face is a joker; zeros where the network
            does not tell.
    """

    faces: np.ndarray
    turned: np.ndarray
    jokers: np.ndarray


class Reader:
    """The trained network, opened once.

    Args:
        file: an ONNX file as `models.training.networks.reader` exports it; default the shipped one.
        threads: processor cores to use (default: two at most).

    Raises:
        BadInput: there is no such file.
    """

    def __init__(self, file: Path | None = None, threads: int | None = None) -> None:
        file = file or weights.path("reader")
        if not file.exists():
            raise BadInput(f"{file}: the reader's weights are missing, expected an ONNX file")
        self._network = weights.load(file, threads, rounded=True, apart=True)

    def read(
        self,
        image: np.ndarray,
        quads: Sequence[Quad],
        upper: Sequence[Sequence[Quad]] | None = None,
        *,
        again: bool = True,
        worth: float = 0.0,
    ) -> Readings:
        """Reads every card that *quads* outline in one BGR picture, but for what *upper* ones hide of each.

        See `flatten`.

        Args:
            again: doubtful ones are read upside down as well.
            worth: if some face has at least this probability so far; the mean of both counts.
        """
        on_them = upper or [()] * len(quads)
        return self.read_flat(
            [flatten(image, quad, upper=on_it) for quad, on_it in zip(quads, on_them, strict=True)],
            again=again,
            worth=worth,
        )

    def read_flat(self, crops: Sequence[np.ndarray], *, again: bool = True, worth: float = 0.0) -> Readings:
        """Reads cards already flattened to `SIZE` (BGR uint8); see `read`."""
        faces, turned, jokers = self._run(crops)
        if not again:
            return Readings(faces, turned, jokers)
        face = faces[:, :NO_FACE].max(1)
        doubtful = np.flatnonzero((face < SURE) & (face >= worth) & (faces[:, NO_FACE] < FACES.believed))
        faces_again, turned_again, jokers_again = self._run([crops[int(n)][::-1, ::-1] for n in doubtful])
        faces[doubtful] = (faces[doubtful] + faces_again) / 2
        turned[doubtful] = (turned[doubtful] + 1 - turned_again) / 2
        jokers[doubtful] = (jokers[doubtful] + jokers_again) / 2
        return Readings(faces, turned, jokers)

    def _run(self, crops: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        if not crops:
            return np.zeros((0, 53), np.float32), np.zeros(0, np.float32), np.zeros(0, np.float32)
        faces, turned, *more = self._network(np.stack(crops))
        jokers = more[0].reshape(-1) if more else np.zeros(len(crops), np.float32)
        return faces, turned.reshape(-1), jokers


@functools.cache
def shipped() -> Reader:
    """The reader with the weights that come with the distribution, opened once."""
    return Reader()
