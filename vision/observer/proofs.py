"""Small pictures that prove what was seen: a place as it was before, and as it is.

What is told at once is proved coarsely: a card that seems to come to lie may be held. Once it is certain
(`vision.observer.certain`) it is proved by the picture of that moment, in which its own outline is as it was;
no picture from before shows more afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.boundaries import CardLaid, Proof, Quad, Sighting
from engine.cards import DECK, Card
from vision.film.eyes import Detectors
from vision.film.track import Track
from vision.observer.settings import OBSERVER
from vision.redaction.redacted import Region, Scene, encoded, redacted_picture

PROOFS = OBSERVER.proofs


def with_lying(now: Scene, quads: Iterable[Quad], cards: Iterable[tuple[Card, Quad]] = ()) -> Scene:
    """A scene of which these outlines may be shown as they are: what surely lies there."""
    return replace(now, lying=tuple(quads), cards=tuple(cards))


@dataclass(frozen=True, slots=True, eq=False)
class _Before:
    """How the place of a card looked before it came.

    Attributes:
        part: what is shown of a picture.
        shown: with its outline as it was, as far as nothing was over it.
        coarse: with nothing as it was.
    """

    part: Region
    shown: np.ndarray
    coarse: np.ndarray


class Proofs:
    """The pictures of the sightings of one frame, and of the cards that are certain since then.

    Args:
        detectors: tell what can be read in a picture that is to be given out.

    Attributes:
        before: the last frame on which all lay still and free; None: there is none.
        proved: of the cards that are certain since the last frame.
    """

    def __init__(self, detectors: Detectors) -> None:
        self._detectors = detectors
        self._shown: dict[int, Callable[[], bytes]] = {}  # few are asked for
        self._before: dict[float, _Before] = {}  # by the second that a card is known by
        self.before: Scene | None = None
        self.proved: list[Proof] = []

    def clear(self) -> None:
        """Forget the pictures of the last frame."""
        self._shown.clear()
        self.proved.clear()

    def of(self, sighting: Sighting) -> bytes | None:
        """JPEG: left half before (grey: not known), right half now; None where there is none."""
        shown = self._shown.get(id(sighting))
        return None if shown is None else shown()

    def seen(self, sighting: Sighting, now: Scene, quad: Quad) -> None:
        """Keep the picture of what seems to lie at a place (*quad*), in which nothing can be read."""
        part = _round(quad, now.image)
        if part is not None:
            before = self._scene_before(now)
            self._shown[id(sighting)] = lambda: _both_coarse(before, now, part)

    def counted(self, sighting: Sighting, now: Scene, box: Card, quad: Quad) -> None:
        """Keep the picture of a box: as it is where nothing is over it and no card but its own is read."""
        part = _round(quad, now.image)
        if part is None:
            return
        before = self._scene_before(now)

        def shown() -> bytes:
            whole = _beside(*(redacted_picture(with_lying(each, [quad]), part) for each in (before, now)))
            return whole if self._named(whole) <= {box} else _both_coarse(before, now, part)

        self._shown[id(sighting)] = shown

    def told(self, card: CardLaid, now: Scene) -> None:
        """A card is told now: keep how its place looked before."""
        quad = card.look.corners
        part = _round(quad, now.image)
        if part is None:
            return
        before = self._scene_before(now)
        shown = redacted_picture(with_lying(before, [quad]), part)
        self._before[card.t] = _Before(part, shown, _coarse(before, part))
        while len(self._before) > PROOFS.waiting:
            del self._before[next(iter(self._before))]

    def certain(self, track: Track, now: Scene) -> None:
        """A card that was told is certain now: prove it, with its outline as it is."""
        quad, card = track.look.corners, DECK[track.face]
        before, part = self._before.pop(track.laid or 0.0, None), _round(quad, now.image)
        if before is None or part is None:
            return
        if not _within(quad, before.part):  # pushed since
            half = _coarse(Scene(np.full_like(now.image, PROOFS.unknown)), part)
            before = _Before(part, half, half)
        shown = redacted_picture(with_lying(now, [quad]), before.part)
        for half in (before.shown, before.coarse):
            told = _beside(half, shown)
            if self._named(told) <= {card}:
                self.proved.append(Proof(track.laid or 0.0, card, told))
                return

    def _scene_before(self, now: Scene) -> Scene:
        return self.before or Scene(np.full_like(now.image, PROOFS.unknown))

    def _named(self, told: bytes) -> set[Card]:
        """What our own reader names in a picture that is to be given out."""
        image = np.asarray(cv2.imdecode(np.frombuffer(told, np.uint8), cv2.IMREAD_COLOR))
        found = self._detectors.find(image, (0, 0, image.shape[1], image.shape[0]))
        cards = self._detectors.cards(image, found, False)
        return {DECK[one.look.face] for one in cards if max(one.look.faces) >= PROOFS.named}


def _round(quad: Quad, image: np.ndarray) -> Region | None:
    """A place, and so much round it that people know where; None: it is not in the picture."""
    points = np.array(quad, np.float64)
    low, high = points.min(axis=0), points.max(axis=0)
    margin = PROOFS.margin * float(max(high - low))
    height, width = image.shape[:2]
    x0, y0 = (int(max(0, value)) for value in low - margin)
    x1, y1 = int(min(width, high[0] + margin)), int(min(height, high[1] + margin))
    return None if x1 <= x0 or y1 <= y0 else (x0, y0, x1, y1)


def _within(quad: Quad, part: Region) -> bool:
    return all(part[0] <= x <= part[2] and part[1] <= y <= part[3] for x, y in quad)


def _coarse(scene: Scene, part: Region) -> np.ndarray:
    return redacted_picture(replace(scene, lying=()), part)


def _both_coarse(before: Scene, now: Scene, part: Region) -> bytes:
    return _beside(_coarse(before, part), _coarse(now, part))


def _beside(*halves: np.ndarray) -> bytes:
    return encoded(np.hstack(halves))
