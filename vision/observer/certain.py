"""Which cards surely lie on the table, so that people may be shown them as they are.

That a card was told, or stands in the log, is no reason to show it: the decision may be wrong, and then the
picture would give away what somebody holds. A card is certain once, after it was told,

- its place, and a little round it, has been free of arms and of all that nobody has explained for a moment,
- it has the shape and size of one card on the table's plane,
- its face is read there still, where the hand that brought it is no more.

A hand that holds cards stays with them. What it showed before it left is never shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from engine.boundaries import CardLook, Quad
from vision.cards.layout.layers import touch
from vision.geometry.masks import grown
from vision.motion.changes import Changes
from vision.motion.grid import Grid
from vision.observer.settings import OBSERVER
from vision.tracking.fitting import Plane
from vision.tracking.looks import at_one_card, known_again
from vision.tracking.lying_cards import Known, LyingCards

CERTAIN = OBSERVER.certain

LooksAt = Callable[[np.ndarray, Known], CardLook | None]
"""A look at a known card in a picture (uint8 BGR), without what hides it; None: nothing is seen there."""


@dataclass(slots=True)
class _Place:
    """What is known of the place of one card.

    Attributes:
        known: the card.
        free: since when its place has been free; None: it is not.
        next_look: second from which on it may be looked at.
        looks: how many there were.
        certain: its outline, once it is certain.
    """

    known: Known
    free: float | None = None
    next_look: float = 0.0
    looks: int = 0
    certain: Quad | None = None

    @property
    def is_certain(self) -> bool:
        """Whether it is certain, and lies still where it was then."""
        return self.certain is not None and at_one_card(self.certain, self.known.look.corners)


class CertainCards:
    """Follows the cards of one table until each is certain, or has been looked at often enough.

    Args:
        grid: small pixels.
        changes: what of the table is different since it was last known.
        lying: the cards that are taken to lie there.
        looks_at: see `LooksAt`.
    """

    def __init__(self, grid: Grid, changes: Changes, lying: LyingCards, looks_at: LooksAt) -> None:
        self._grid = grid
        self._changes = changes
        self._lying = lying
        self._looks_at = looks_at
        self._places: list[_Place] = []
        self._unexplained = np.zeros(grid.shape, bool)

    def told(self, known: Known) -> None:
        """A card was told as laid: from now on it is waited for until it is certain."""
        self._places.append(_Place(known))

    def settled(self, mask: np.ndarray) -> None:
        """What lies there has become part of the known table, and nobody knows what it is: a hand, say."""
        self._unexplained |= mask

    def moved(self, matrix: np.ndarray) -> None:
        """The camera was moved: what is certain has to be seen anew at its new place.

        Args:
            matrix: 3 × 3, from small pixels before to small pixels now.
        """
        size = self._unexplained.shape[::-1]
        there = cv2.warpPerspective(self._unexplained.view(np.uint8), matrix, size, flags=cv2.INTER_NEAREST)
        self._unexplained = there > 0
        for place in self._places:
            place.free, place.certain, place.looks = None, None, 0

    @property
    def over(self) -> np.ndarray:
        """Where something may be over the table, small pixels: there nothing is shown as it is."""
        away = self._changes.covered | self._changes.changed | self._unexplained
        return grown(away, CERTAIN.beside)

    def shown(self) -> list[tuple[int, Quad]]:
        """Face (place in `DECK`) and outline of each card that is certain and has no other upon it."""
        there = [place for place in self._places if place.is_certain and place.known in self._lying.cards]
        return [
            (each.known.look.face, each.certain)
            for each in there
            if each.certain and not self.upon(each.known)
        ]

    def upon(self, known: Known) -> list[Known]:
        """The cards that came after one and hide some of it."""
        cards = self._lying.cards
        later = cards[cards.index(known) + 1 :]
        return [other for other in later if touch(other.look.corners, known.look.corners)]

    def look(self, image: np.ndarray, t: float, plane: Plane) -> list[Known]:
        """Take in the next picture (uint8 BGR, at second *t*): the cards that are certain from now on."""
        self._unexplained &= ~self._changes.changed
        self._places = [place for place in self._places if place.known in self._lying.cards]
        waiting = [place for place in self._places if place.looks < CERTAIN.looks and not place.is_certain]
        if not waiting:
            return []
        over = self.over
        out = []
        for place in waiting:
            outline = self._grid.outline(place.known.look.corners)
            if (outline & over).any():
                place.free = None
                continue
            place.free = t if place.free is None else place.free
            if t - place.free < CERTAIN.free or t < place.next_look:
                continue
            place.looks += 1
            place.next_look = t + CERTAIN.again
            if self._lies(image, place.known, plane):
                place.certain = place.known.look.corners
                out.append(place.known)
        return out

    def _lies(self, image: np.ndarray, known: Known, plane: Plane) -> bool:
        """Whether a known card whose place is free is one card on the table, and shows its face there."""
        corners = known.look.corners
        if not self._grid.inside(corners) or plane.off(corners) > CERTAIN.off_plane:
            return False
        look = self._looks_at(image, known)
        return look is not None and look.face == known.look.face and known_again(max(look.faces))
