"""A film's cards without any game: which came to lie, which left, and what was told wrongly."""

from __future__ import annotations

from collections.abc import Sequence

from engine.boundaries import Frame, Point, Quad
from vision.film.eyes import Detectors, Eyes
from vision.film.glance import Glance
from vision.film.told import Told
from vision.film.tracker import Tracker
from vision.motion.watch import Watch, Watched
from vision.table.plane import Plane


class FilmCards:
    """Follows the cards on one table; nothing need be known of it.

    Args:
        size: width and height of the frames in pixels.
        detectors: what looks at the pictures.
        seats: as for `vision.motion.watch.Watch`.
        board: its outline in pixels, which tells the table's plane; None: the camera looks straight down.
        boxes: outlines of its boxes.
    """

    def __init__(
        self,
        size: tuple[int, int],
        detectors: Detectors,
        seats: Sequence[Point] = (),
        board: Quad | None = None,
        boxes: Sequence[Quad] = (),
    ) -> None:
        plane = Plane(board, size)
        outlines = [*boxes, *([board] if board is not None else [])]
        self._watch = Watch(size, seats, len(seats))
        self._eyes = Eyes(self._watch, plane, detectors, outlines)
        self._tracker = Tracker(self._eyes.grid, plane)
        self.glance: Glance | None = None
        """The last frame's look; None: it was not looked at closely."""

    def look(self, frame: Frame) -> list[Told]:
        """Take in the next frame; what it tells."""
        watched = self._watch.look(frame)
        self._watch.refresh(watched)
        self.glance = look_through(self._eyes, self._tracker, watched)
        return [] if self.glance is None else self._tracker.look(self.glance)


def look_through(eyes: Eyes, tracker: Tracker, watched: Watched) -> Glance | None:
    """The look at a frame that is due by what is known of the cards there; None: none is."""
    lying = [track.look for track in tracker.lying]
    doubtful = [track.look.corners for track in tracker.doubtful(watched.frame.t)]
    return eyes.look(watched, lying, doubtful)
