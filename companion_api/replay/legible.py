"""The last look before pictures leave the memory: our own reader may name no card but those that lie there.

What is shown in them was certain when they were taken. Where the reader names another card all the same, be
it a held one or one misread, the picture is given without any.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from companion_api.replay.ring import Ring, Still
from engine.cards import Card
from vision.cards.photograph import find_cards
from vision.cards.reader import Reader

NAMED = 0.4
"""How surely a card is read that counts as named: below the half from which on it is told."""
SAME = 3.0
"""Grey levels, on average, up to which two pictures of the same cards are the same: one is read for both."""


def legible(stills: Iterable[Still], ring: Ring, reader: Reader | None = None) -> list[Still]:
    """Pictures as they may be given out; in the ring they are the same from now on.

    Args:
        stills: in order of time.
        ring: where they come from.
        reader: of the pack that is played with; None: the shipped one.
    """
    out = []
    last: tuple[frozenset[Card], np.ndarray, bool] | None = None
    for still in stills:
        if still.where is None:
            out.append(still)
            continue
        left, top, right, bottom = still.where
        whole = np.asarray(cv2.imdecode(np.frombuffer(still.jpeg, np.uint8), cv2.IMREAD_COLOR))
        image = whole[top:bottom, left:right]
        if last is None or last[0] != still.shown or not _alike(last[1], image):
            last = (still.shown, image, _named(image, reader) <= still.shown)
        other = still if last[2] else still.withdrawn()
        if other is not still:
            ring.replace(still, other)
        out.append(other)
    return out


def _named(image: np.ndarray, reader: Reader | None) -> set[Card]:
    seen = find_cards(np.ascontiguousarray(image), reader=reader)
    return {one.card for one in seen if not one.back and one.confidence >= NAMED}


def _alike(one: np.ndarray, other: np.ndarray) -> bool:
    return one.shape == other.shape and float(cv2.absdiff(one, other).mean()) < SAME
