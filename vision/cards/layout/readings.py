"""The only caller of the reader: what hypotheses show, but for what others hide; nothing is read twice."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.cards.layout.hypothesis import Hypothesis, Reading
from vision.cards.reader import Reader
from vision.cards.settings import CARDS
from vision.geometry.quads import as_quad

FACES = CARDS.faces
_Key = tuple[Hypothesis, frozenset[Hypothesis]]


class Readings:
    """Readings of one picture.

    Args:
        image: uint8 BGR.
        reader: tells the faces.
    """

    def __init__(self, image: np.ndarray, reader: Reader) -> None:
        self._image, self._reader = image, reader
        self._known: dict[_Key, Reading] = {}
        self._twice: set[_Key] = set()

    def of(
        self, hypotheses: Sequence[Hypothesis], upper: Sequence[Sequence[Hypothesis]] | None = None
    ) -> list[Reading]:
        """What *hypotheses* show where none of those *upper* ones hides them, by one look each."""
        on_them = upper or [()] * len(hypotheses)
        asked = [(one, frozenset(on_it)) for one, on_it in zip(hypotheses, on_them, strict=True)]
        new = list(dict.fromkeys(key for key in asked if key not in self._known))
        self._known.update(zip(new, self._read_batch(new, upside_down=False), strict=True))
        return [self._known[key] for key in asked]

    def surer(self, one: Hypothesis, upper: Sequence[Hypothesis]) -> Reading:
        """What a hypothesis shows by two looks, where one leaves it in doubt: the other one upside down."""
        key = (one, frozenset(upper))
        first = self.of([one], [upper])[0]
        if key not in self._twice:
            self._twice.add(key)
            no_face = 1 - float(first.faces.sum())
            if first.sure < FACES.sure and no_face < FACES.believed:
                other = self._read_batch([key], upside_down=True)[0]
                self._known[key] = Reading(
                    (first.faces + other.faces) / 2,
                    (first.turned + 1 - other.turned) / 2,
                    (first.joker + other.joker) / 2,
                )
        return self._known[key]

    def _read_batch(self, keys: Sequence[_Key], *, upside_down: bool) -> list[Reading]:
        if not keys:
            return []
        ways = [np.roll(one.corners, 2 if upside_down else 0, axis=0) for one, _ in keys]
        hidden = [[each.quad for each in on_it] for _, on_it in keys]
        answer = self._reader.read(self._image, [as_quad(way) for way in ways], hidden, again=False)
        rows = zip(answer.faces, answer.turned, answer.jokers, strict=True)
        return [Reading(np.asarray(faces[:52], np.float64), float(t), float(j)) for faces, t, j in rows]
