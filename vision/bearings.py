"""Keeps the bearings of a table: finds it, notices when it is moved, and finds it again.

Stands before the observer. While nothing says where the board lies, pictures are searched for markers,
then for the board's own honours. After a bump every card keeps its identity at its new place.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from engine.boundaries import Frame, Quad, Sighting, Unseen, ViewBack, ViewLost
from engine.cards import Card
from vision.bump import BumpWatch, Move, Moved, shows_little
from vision.cards import SeenCard
from vision.dropouts import Dropouts
from vision.geometry import TableView, polygon_mask, view_of_corners
from vision.honours import find_by_honours, find_tableau, honours_seen
from vision.markers import MarkerSearch, find_markers, table_from

FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
"""Seconds between two searches for the board: each wait is twice the one before."""
EXACT = 1.5
"""Millimetres of error below which one picture of the markers is enough."""
CLEARER = 0.7
"""A view that is this much surer than the one before takes its place."""
GIVE_UP = 6.0
"""Seconds at rest after a bump until the table is taken as it is, its new place unknown."""
PATIENCE = 2.0
"""Seconds without anything to be seen after which people are told."""
TRY_AGAIN = 0.7
"""Seconds between two tries to find the new place."""

log = logging.getLogger(__name__)
SeesCards = Callable[[np.ndarray], Sequence[SeenCard]]
"""Every card in a picture, printed honours too."""


class Observer(Protocol):
    """What takes the frames (`vision.observer.Observer`)."""

    @property
    def nothing_laid(self) -> bool: ...
    @property
    def arms_over(self) -> np.ndarray: ...
    def look(self, frame: Frame) -> list[Sighting]: ...
    def evidence(self, sighting: Sighting) -> bytes | None: ...
    def interrupted(self, seconds: float) -> None: ...
    def place(self, view: TableView, *, pushed: bool = False) -> None: ...
    def moved(
        self, matrix: np.ndarray, boxes: Mapping[Card, Quad], board: Quad | None, frame: Frame
    ) -> None: ...


def find_table(image: np.ndarray, cards: SeesCards) -> TableView | None:
    """Where the table lies in one picture, by its markers, else by the honours on its board.

    Args:
        image: uint8 BGR.
        cards: sees every card in it.
    """
    found, _ = find_markers(image)
    view = table_from(found)
    if view is not None:
        return view
    seen = cards(image)
    return find_by_honours(seen) or find_tableau(seen)


@dataclass(slots=True)
class _Search:
    """When to look for the board next, and what was seen so far."""

    due: float = 0.0
    wait: float = FIRST_WAIT


class Bearings:
    """An observer of a table that may be moved, and that need not be outlined.

    Args:
        observer: takes the frames; without a board as long as none is known.
        size: width and height of the frames.
        board, boxes: as the table file says; None and empty: to be found.
        cards: sees every card in a picture; None: only markers are looked for.
    """

    def __init__(
        self,
        observer: Observer,
        size: tuple[int, int],
        board: Quad | None,
        boxes: dict[Card, Quad],
        cards: SeesCards | None,
    ) -> None:
        self._observer = observer
        self._size = size
        self._board = board
        self._boxes = dict(boxes)
        self._cards = cards
        self._markers = MarkerSearch()
        self._search = _Search()
        self._honours: list[SeenCard] = []
        self._watch = BumpWatch(self._board_mask())
        self._dropouts = Dropouts()
        self._dark = False
        self._told_lost = False
        self._rested: float | None = None
        self._next_try = 0.0
        self.view: TableView | None = None
        """Where the table lies, None while that is unknown."""
        if board is not None:
            # Boxes may lie otherwise than a square board's; after a bump they are where the view has them.
            there = view_of_corners(board)
            self.view = replace(there, boxes=boxes or there.boxes)

    def look(self, frame: Frame) -> list[Sighting]:
        """Take in the next frame; see `Observer.look`."""
        seconds = self._dropouts.unseen(frame)
        if seconds is None:
            return self._in_the_dark(frame)
        out: list[Sighting] = []
        if self._dark:
            self._dark = False
            out.append(ViewBack(frame.t, frame.number))
        if seconds:
            self._observer.interrupted(seconds)
            out.append(Unseen(frame.t, frame.number, seconds))
        return [*out, *self._look(frame)]

    def _in_the_dark(self, frame: Frame) -> list[Sighting]:
        """Nothing is seen: nothing is concluded, and people are told if it lasts."""
        since = self._dropouts.since
        if self._dark or self._told_lost or since is None or frame.t - since < PATIENCE:
            return []
        self._dark = True
        return [ViewLost(frame.t, frame.number, "nothing is seen")]

    def _look(self, frame: Frame) -> list[Sighting]:
        self._watch.look(frame.image, frame.t, self._observer.arms_over)
        if self._watch.moving:
            return self._while_moved(frame)
        if frame.t >= self._search.due:
            if not self._boxes:
                self._find(frame)
            elif self._could_be_better():
                self._look_closer(frame)
        seen = self._observer.look(frame)
        if any(isinstance(one, ViewLost) for one in seen):
            self._told_lost = True
            self._watch.begin(frame.t)
        return seen

    def evidence(self, sighting: Sighting) -> bytes | None:
        """See `Observer.evidence`."""
        return self._observer.evidence(sighting)

    def told(self, board: Quad, moved: Moved, frame: Frame) -> list[Sighting]:
        """People say where the board lies now, after a move that was not recognised.

        Args:
            board: its outer corners at K♥, Q♠, J♣, 10♦, in pixels.
            moved: what they moved; before the board is known it does not matter.
            frame: the last one that was looked at.

        Returns:
            That the table is seen again, where it was told lost.
        """
        if self._board is None:
            there = view_of_corners(board)
            self.view, self._board, self._boxes = there, there.board, dict(there.boxes)
            self._observer.place(there)
        else:
            here = np.array(self._board, np.float32)
            matrix = cv2.getPerspectiveTransform(here, np.array(board, np.float32))
            before = self.view or TableView(self._board, self._boxes, np.eye(3), 0.0, "tapped", False)
            self._follow(Move(moved, matrix, 0), before, frame)
        self._watch.settle(frame.image, frame.t, self._board_mask())
        lost, self._told_lost, self._rested = self._told_lost, False, None
        return [ViewBack(frame.t, frame.number)] if lost else []

    # -- finding the board -----------------------------------------------------------------

    def _find(self, frame: Frame) -> None:
        view = self._found(frame)
        self._search.due = frame.t + self._search.wait
        self._search.wait = min(2 * self._search.wait, LONGEST_WAIT)
        if view is None:
            return
        self.view, self._board, self._boxes = view, view.board, dict(view.boxes)
        self._observer.place(view)
        self._watch.settle(frame.image, frame.t, self._board_mask())
        log.info("the board is found by its %s, to %.0f mm", view.source, view.error)

    def _could_be_better(self) -> bool:
        """Whether more pictures of the markers are worth their while: no card lies, and the view is rough."""
        view = self.view
        return (
            view is not None
            and view.source == "markers"
            and view.error > EXACT
            and self._observer.nothing_laid
        )

    def _look_closer(self, frame: Frame) -> None:
        """Fit the markers of one more picture together with those before."""
        self._search.due = frame.t + FIRST_WAIT
        view = self._markers.look(frame.image)
        if view is not None and self.view is not None and view.error < CLEARER * self.view.error:
            self.view, self._board, self._boxes = view, view.board, dict(view.boxes)
            self._observer.place(view)

    def _found(self, frame: Frame) -> TableView | None:
        view = self._markers.look(frame.image)
        if view is not None or self._cards is None:
            return view
        seen = list(self._cards(frame.image))
        known = honours_seen(seen)
        # An arm may hide one honour now and another one later.
        self._honours = [*(one for one in self._honours if one.card not in known), *seen]
        board = find_by_honours(self._honours)
        if board is not None:
            return board
        return find_tableau(seen) if self._observer.nothing_laid else None

    def _board_mask(self) -> np.ndarray | None:
        outlines = [*self._boxes.values(), *([self._board] if self._board is not None else [])]
        return polygon_mask((self._size[1], self._size[0]), outlines) if outlines else None

    # -- after a bump ----------------------------------------------------------------------

    def _while_moved(self, frame: Frame) -> list[Sighting]:
        out: list[Sighting] = []
        if not self._told_lost:
            self._told_lost = True
            out.append(ViewLost(frame.t, frame.number, "moved"))
        if not self._watch.at_rest:
            self._rested = None
            return out
        if self._rested is None:
            self._rested = self._next_try = frame.t
        if frame.t < self._next_try:
            return out
        self._next_try = frame.t + TRY_AGAIN
        moves = self._watch.moves(frame.image) or self._by_markers(frame)
        if not moves and (frame.t - self._rested < GIVE_UP or shows_little(frame.image)):
            return out
        before = self.view or TableView(None, self._boxes, np.eye(3), 0.0, "tapped", False)
        for move in moves:
            self._follow(move, before, frame)
        self._watch.settle(frame.image, frame.t, self._board_mask())
        self._told_lost, self._rested = False, None
        if not moves:
            self._markers = MarkerSearch()
            log.warning("the table was moved and is not recognised")
            return [*out, *self._observer.look(frame)]
        return [*out, *self._observer.look(frame), ViewBack(frame.t, frame.number)]

    def _by_markers(self, frame: Frame) -> list[Move]:
        """The camera's move as the markers tell it, if they did so before."""
        if self.view is None or self.view.source != "markers":
            return []
        now = MarkerSearch().look(frame.image)
        if now is None:
            return []
        return [Move(Moved.CAMERA, now.plane @ np.linalg.inv(self.view.plane), 0)]

    def _follow(self, move: Move, before: TableView, frame: Frame) -> None:
        there = before.moved(move.matrix)
        if move.what is Moved.CAMERA:
            self._observer.moved(move.matrix, there.boxes, there.board, frame)
        else:
            self._observer.place(there, pushed=True)
        self._board, self._boxes = there.board, dict(there.boxes)
        self.view = None if self.view is None else there
