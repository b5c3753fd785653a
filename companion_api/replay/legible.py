"""The last look before pictures leave the memory: our own reader may name no card but those that lie there.

What is shown in them was certain when they were taken. Where the reader names another card all the same, be
it a held one or one misread, the place is given as coarsely as the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion_api.replay.ring import Ring, Still
from engine.boundaries import Quad
from engine.cards import HONOURS, Card
from vision.cards.photograph import cards_of_photo
from vision.cards.reader import Reader
from vision.geometry.quads import as_quad, polygon_mask, scaled
from vision.redaction.redacted import encoded

NAMED = 0.2
"""How surely a card is read that counts as named: in other pictures of its place it may be read at a half."""
STEP, STIRRED = 25, 0.002
"""Pictures of a place are alike where no larger share of it differs by more grey levels: one is read."""
GROWN = 1.3
"""So much larger than a card's outline is what is hidden of it."""
TRIES = 2
"""How often a picture is read once more after something in it was hidden, before all of it is."""


Named = tuple[Card | None, Quad]
"""A card that is read where it may not be, and what is hidden for it; None: too many are to say which."""


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """What was read last: how what is shown looked, which cards may be named, and which others were."""

    places: tuple[np.ndarray, ...]
    allowed: frozenset[Card]
    named: tuple[Named, ...]

    def holds_for(self, places: tuple[np.ndarray, ...], allowed: frozenset[Card]) -> bool:
        """Whether the same would be read in another picture with these places."""
        if self.allowed != allowed or [each.shape for each in self.places] != [each.shape for each in places]:
            return False
        pairs = zip(self.places, places, strict=True)
        return all((cv2.absdiff(*pair).max(axis=2) > STEP).mean() < STIRRED for pair in pairs)

    def still_hidden(self, allowed: frozenset[Card]) -> list[Named]:
        """What stays hidden in the next picture: what was named once, until its card may be named."""
        return [(card, quad) for card, quad in self.named if card is not None and card not in allowed]


def legible(stills: Iterable[Still], ring: Ring, reader: Reader | None = None) -> list[Still]:
    """Pictures as they may be given out; in the ring they are the same from now on.

    Each is read as a whole, as people get it: a part of it by itself may be read otherwise.

    Args:
        stills: in order of time.
        ring: where they come from.
        reader: of the pack that is played with; None: the shipped one.
    """
    out = []
    last = _Read((), frozenset(), ())
    for still in stills:
        if still.where:
            image, coarse = _decoded(still.jpeg), _decoded(still.coarse)
            allowed = still.shown | frozenset(HONOURS)
            places = tuple(image[top:bottom, left:right] for left, top, right, bottom in still.where)
            if not last.holds_for(places, allowed):
                before = last.still_hidden(allowed)
                last = _Read(places, allowed, _named(image, coarse, before, allowed, reader))
            if last.named:
                other = replace(still, jpeg=encoded(_with_coarse(image, coarse, last.named)))
                ring.replace(still, other)
                still = other
        out.append(still)
    return out


def _named(
    image: np.ndarray,
    coarse: np.ndarray,
    before: Iterable[Named],
    allowed: frozenset[Card],
    reader: Reader | None,
) -> tuple[Named, ...]:
    """What of a picture may not be given out as it is, what is hidden *before* among it."""
    hidden = list(before)
    for _ in range(1 + TRIES):
        seen = cards_of_photo(np.ascontiguousarray(_with_coarse(image, coarse, hidden)), reader)
        named = [one for one in seen if not one.back and one.confidence >= NAMED and one.card not in allowed]
        if not named:
            return tuple(hidden)
        hidden += [(one.card, as_quad(np.array(scaled(one.look.corners, GROWN)))) for one in named]
    height, width = image.shape[:2]
    whole = ((0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height)))
    return (*hidden, (None, whole))


def _with_coarse(image: np.ndarray, coarse: np.ndarray, hidden: Iterable[Named]) -> np.ndarray:
    mask = polygon_mask(image.shape[:2], [np.array(quad) for _, quad in hidden])
    return np.where(mask[..., None], coarse, image)


def _decoded(jpeg: bytes) -> np.ndarray:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
