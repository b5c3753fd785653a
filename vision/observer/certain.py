"""Which cards surely lie on the table, so that people may be shown them as they are.

That a card was told, or stands in the log, is no reason to show it: the decision may be wrong, and then the
picture would give away what somebody holds. A card is certain once, after it was told,

- its place, and a little round it, has been free of arms and of all that has changed for a moment,
- it has the shape and size of one card on the table's plane,
- its face is read there still, where the hand that brought it is no more.

A hand that holds cards stays with them. What it showed before it left is never shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.boundaries import Quad
from vision.cards.layout.layers import touch
from vision.film.eyes import ReadFaces
from vision.film.track import Track
from vision.film.tracker import Tracker
from vision.geometry.masks import grown
from vision.geometry.quads import overlap
from vision.motion.changes import Changes
from vision.motion.grid import Grid
from vision.observer.settings import OBSERVER
from vision.table.plane import Plane

CERTAIN = OBSERVER.certain


@dataclass(slots=True)
class _Place:
    """What is known of the place of one card.

    Attributes:
        track: the card.
        free: since when its place has been free; None: it is not.
        next_look: second from which on it may be looked at.
        looks: how many there were.
        certain: its outline, once it is certain.
    """

    track: Track
    free: float | None = None
    next_look: float = 0.0
    looks: int = 0
    certain: Quad | None = None

    @property
    def is_certain(self) -> bool:
        """Whether it is certain, and lies still where it was then."""
        return self.certain is not None and overlap(self.certain, self.track.look.corners) > CERTAIN.one_card


class CertainCards:
    """Follows the cards of one table until each is certain, or has been looked at often enough.

    Args:
        grid: small pixels.
        changes: what of the table is different since it was last known.
        tracker: the cards that are taken to lie there.
        read: tells the faces that outlines show.
    """

    def __init__(self, grid: Grid, changes: Changes, tracker: Tracker, read: ReadFaces) -> None:
        self._grid = grid
        self._changes = changes
        self._tracker = tracker
        self._read = read
        self._places: dict[int, _Place] = {}  # by the track

    def moved(self) -> None:
        """The camera was moved: what is certain has to be seen anew at its new place."""
        self._places.clear()

    @property
    def over(self) -> np.ndarray:
        """Where something may be over the table, small pixels: there nothing is shown as it is."""
        return grown(self._changes.covered | self._changes.changed, CERTAIN.beside)

    def shown(self) -> list[tuple[int, Quad]]:
        """Face (place in `DECK`) and outline of each card that is certain and has no other upon it."""
        there = [self._places[id(track)] for track in self._tracker.lying if id(track) in self._places]
        certain = [place for place in there if place.is_certain and not self.upon(place.track)]
        return [(each.track.face, each.certain) for each in certain if each.certain]

    def upon(self, track: Track) -> Sequence[Track]:
        """The cards that came after one and hide some of it."""
        lying = self._tracker.lying
        later = lying[lying.index(track) + 1 :]
        return [other for other in later if touch(other.look.corners, track.look.corners)]

    def look(self, image: np.ndarray, t: float, plane: Plane) -> list[Track]:
        """Take in the next picture (uint8 BGR, at second *t*): the cards that are certain from now on."""
        told = [track for track in self._tracker.lying if not track.there]
        self._places = {id(track): self._places.get(id(track)) or _Place(track) for track in told}
        places = self._places.values()
        waiting = [place for place in places if place.looks < CERTAIN.looks and not place.is_certain]
        if not waiting:
            return []
        over = self.over
        out = []
        for place in waiting:
            corners = place.track.look.corners
            if (self._grid.outline(corners) & over).any():
                place.free = None
                continue
            place.free = t if place.free is None else place.free
            if t - place.free < CERTAIN.free or t < place.next_look:
                continue
            place.looks += 1
            place.next_look = t + CERTAIN.again
            if self._is_certain(image, place.track, corners, plane):
                place.certain = corners
                out.append(place.track)
        return out

    def _is_certain(self, image: np.ndarray, track: Track, corners: Quad, plane: Plane) -> bool:
        """Whether a card whose place is free is one card on the table, and shows its face there."""
        if not self._grid.inside(corners) or plane.off(corners) > CERTAIN.off_plane:
            return False
        upon = [other.look.corners for other in self.upon(track)]
        faces = self._read(image, [corners], [upon])[0]
        return int(faces.argmax()) == track.face and float(faces.max()) > CERTAIN.read
