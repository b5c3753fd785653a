"""Keeps the bearings of a table: finds it, notices when it is moved, and finds it again.

Stands before the observer. While nothing says where the board lies, pictures are searched for markers,
then for the board's own honours. After a bump every card keeps its identity at its new place.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from engine.boards import Board
from engine.boundaries import (
    AlreadyThere,
    BoardSeen,
    BoardUnseen,
    BoxSeen,
    CardGone,
    CardLaid,
    CardLook,
    CardLookedAgain,
    Frame,
    Proof,
    Quad,
    Sighting,
    Unseen,
    ViewBack,
    ViewLost,
)
from engine.cards import HONOURS, Card
from engine.printed_kit import CELLS
from vision.camera.dropouts import Dropouts
from vision.cards.photograph import DetectedCard
from vision.geometry.quads import center, polygon_mask
from vision.redaction.redacted import Scene, jpeg
from vision.table.board import TableView, view_of_corners
from vision.table.bump import BumpWatch, shows_little
from vision.table.honours import find_by_honours, find_tableau, legible
from vision.table.markers import MarkerSearch, find_markers, table_from
from vision.table.registration import Move, Moved
from vision.table.search import BoardSearch, find_board
from vision.table.settings import TABLE

BEARINGS = TABLE.bearings


log = logging.getLogger(__name__)
SeesCards = Callable[[np.ndarray], Sequence[DetectedCard]]
"""Every card in a picture, printed honours too."""


class Observer(Protocol):
    """What takes the frames (`vision.observer.observer.Observer`)."""

    @property
    def nothing_laid(self) -> bool: ...
    @property
    def lying(self) -> tuple[CardLook, ...]: ...
    @property
    def arms_over(self) -> np.ndarray: ...
    def look(self, frame: Frame) -> list[Sighting]: ...
    def evidence(self, sighting: Sighting) -> bytes | None: ...
    def proved(self) -> Sequence[Proof]: ...
    def scene(self, image: np.ndarray, told: Collection[Card]) -> Scene: ...
    def already_there(self, looks: Sequence[CardLook], t: float) -> list[CardLook]: ...
    def interrupted(self, seconds: float) -> None: ...
    def place(self, view: TableView, *, pushed: bool = False) -> None: ...
    def moved(
        self, matrix: np.ndarray, boxes: Mapping[Card, Quad], board: Quad | None, frame: Frame
    ) -> None: ...
    def unrecognised(self, looks: Sequence[CardLook], frame: Frame) -> None: ...


_OfCards = CardLaid | CardLookedAgain | CardGone
_OfTable = _OfCards | BoxSeen
"""What is told of a table only where its board is known: its own pictures are no cards laid."""


def find_table(image: np.ndarray, cards: SeesCards) -> TableView | None:
    """Where the table lies in one picture: by its markers, else by the honours and the edges of its board.

    Args:
        image: uint8 BGR.
        cards: sees every card in it.
    """
    found, _ = find_markers(image)
    view = table_from(found)
    if view is not None:
        return view
    seen = cards(image)
    return find_board(image, seen) or find_tableau(seen)


def mirrored(image: np.ndarray, cards: SeesCards | None, seen: Sequence[DetectedCard] = ()) -> bool:
    """Whether a picture of the table is a mirror's: turned over it shows the board, and shows it better.

    Args:
        image: uint8 BGR, in which the board is not found as it should lie.
        cards: sees every card in a picture; None: only markers are looked at.
        seen: what it sees in this one.
    """
    other = np.ascontiguousarray(image[:, ::-1])
    if table_from(find_markers(other)[0]) is not None:
        return table_from(find_markers(image)[0]) is None
    if cards is None:
        return False
    turned = list(cards(other))
    board = find_board(other, turned)
    if board is None or not as_dealt(board):
        return False
    the_other_way = find_by_honours(seen) is not None
    return _legible(turned) > _legible(seen) + (0.0 if the_other_way else BEARINGS.clearer_read)


def _legible(seen: Sequence[DetectedCard]) -> float:
    """How much of the five honours is read, each once."""
    read = {one.card: one.confidence for one in sorted(seen, key=lambda one: one.confidence) if not one.back}
    return sum(sure for card, sure in read.items() if card in HONOURS)


def _on(board: np.ndarray | None, look: CardLook) -> bool:
    """Whether a card lies on the board: its own picture, or a card among chips."""
    x, y = center(look.corners)
    if board is None or not (0 <= x < board.shape[1] and 0 <= y < board.shape[0]):
        return False
    return bool(board[int(y), int(x)])


def as_dealt(view: TableView) -> bool:
    """Whether K♥, Q♠, J♣ and 10♦ lie clockwise, as on every board but a few: in a mirror they do not."""
    corners = np.array([center(view.boxes[card]) for card in CELLS if CELLS[card] != (1, 1)])
    x, y = corners[:, 0], corners[:, 1]
    return bool(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)) > TABLE.board.least_area)


@dataclass(slots=True)
class _Search:
    """When to look for the board next, and what was seen so far."""

    due: float = 0.0
    wait: float = BEARINGS.first_wait


class Bearings:
    """An observer of a table that may be moved, and that need not be outlined.

    Args:
        observer: takes the frames; without a board as long as none is known.
        size: width and height of the frames.
        board, boxes: as the table file says; None and empty: to be found.
        cards: sees every card in a picture; None: only markers are looked for.
        honours: the cards that have a box; none: there is no board to be found.
    """

    def __init__(
        self,
        observer: Observer,
        size: tuple[int, int],
        board: Quad | None,
        boxes: dict[Card, Quad],
        cards: SeesCards | None,
        honours: Board = HONOURS,
    ) -> None:
        self._observer = observer
        self._honours = honours
        self._size = size
        self._board = board
        self._boxes = dict(boxes)
        self._cards = cards
        self._markers = MarkerSearch()
        self._search = _Search()
        self._boards = BoardSearch()
        self._watch = BumpWatch(self._board_mask())
        self._dropouts = Dropouts()
        self._dark = False
        self._told_lost = False
        self._rested: float | None = None
        self._next_try = 0.0
        self._began: float | None = None
        self._looked_first = cards is None
        self._untold: list[_OfCards] = []
        self._image: np.ndarray | None = None
        self._mirrored = False
        self._unseen: BoardUnseen | None = None
        self.view: TableView | None = None
        """Where the table lies, None while that is unknown."""
        if board is not None:
            # Boxes may lie otherwise than a square board's; after a bump they are where the view has them.
            there = view_of_corners(board).of(honours)
            self.view = replace(there, boxes=boxes or there.boxes)

    @property
    def lying(self) -> tuple[CardLook, ...]:
        """The cards that lie on the table; see `Observer.lying`."""
        return self._observer.lying

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
        return [*out, *self._sightings(frame)]

    def _in_the_dark(self, frame: Frame) -> list[Sighting]:
        """Nothing is seen: nothing is concluded, and people are told if it lasts."""
        since = self._dropouts.since
        if self._dark or self._told_lost or since is None or frame.t - since < BEARINGS.patience:
            return []
        self._dark = True
        return [ViewLost(frame.t, frame.number, "nothing is seen")]

    def _sightings(self, frame: Frame) -> list[Sighting]:
        self._began = frame.t if self._began is None else self._began
        self._image = frame.image
        seen = self._seen(frame)
        cards = [one for one in seen if isinstance(one, _OfCards)]
        others: list[Sighting] = [one for one in seen if not isinstance(one, _OfTable)]
        if not self._known:
            self._untold += cards
            return [*others, *self._not_found(frame)]
        others = [*self._found_at_last(frame), *(one for one in seen if not isinstance(one, _OfCards))]
        self._untold += cards
        return [*others, *self._in_turn(self._first_look(frame))]

    @property
    def _known(self) -> bool:
        """Whether it is known where the board lies, or there is none."""
        return not self._honours or self._outlined

    @property
    def _outlined(self) -> bool:
        """Whether something is known that stays where it is: a board, or boxes."""
        return bool(self._boxes) or self._board is not None

    def _not_found(self, frame: Frame) -> list[Sighting]:
        """Say, once it was looked for long enough, that the board is not found; of a mirror's at once."""
        assert self._began is not None
        reported = self._unseen is not None and self._unseen.mirrored == self._mirrored
        if reported or (not self._mirrored and frame.t - self._began < BEARINGS.patience):
            return []
        self._unseen = BoardUnseen(frame.t, frame.number, self._mirrored)
        return [self._unseen]

    def _found_at_last(self, frame: Frame) -> list[Sighting]:
        """That the board is seen, where people were told that it is not; its own pictures are no cards."""
        out: list[Sighting] = [BoardSeen(frame.t, frame.number)] if self._unseen is not None else []
        self._unseen = None
        board = self._board_mask() if self._untold else None
        self._untold = [one for one in self._untold if not _on(board, one.look)]
        return out

    def _in_turn(self, first: Sequence[Sighting]) -> list[Sighting]:
        """What lay there before the first look, and then what was laid since: that waits for it."""
        if not self._looked_first:
            return []
        untold, self._untold = self._untold, []
        return [*first, *untold]

    def _first_look(self, frame: Frame) -> list[Sighting]:
        """Cards that lay there before the first picture, once the table has been watched for a moment."""
        assert self._began is not None
        early = frame.t - self._began < BEARINGS.first_look or self._watch.moving
        if self._looked_first or self._cards is None or early:
            return []
        self._looked_first = True
        read = [one.look for one in self._cards(frame.image) if not one.back and legible(one)]
        there = self._observer.already_there(read, frame.t)
        return [AlreadyThere(frame.t, frame.number, tuple(there))] if there else []

    def _seen(self, frame: Frame) -> list[Sighting]:
        lying = () if self._outlined else [look.corners for look in self._observer.lying]
        self._watch.look(frame.image, frame.t, self._observer.arms_over, lying)
        if self._watch.moving:
            return self._while_moved(frame)
        if frame.t >= self._search.due:
            if not self._known:
                self._find(frame)
            elif self._could_be_better():
                self._look_closer(frame)
        seen = self._observer.look(frame)
        if any(isinstance(one, ViewLost) for one in seen):
            self._told_lost = True
            self._watch.begin(frame.t)
        return seen

    def evidence(self, sighting: Sighting) -> bytes | None:
        """See `Observer.evidence`; of what concerns the whole table a still in which no card is read."""
        if isinstance(sighting, AlreadyThere | BoardUnseen) and self._image is not None:
            return jpeg([Scene(self._image)], width=BEARINGS.still_width)
        return self._observer.evidence(sighting)

    def proved(self) -> Sequence[Proof]:
        """See `Observer.proved`."""
        return self._observer.proved()

    def scene(self, image: np.ndarray, told: Collection[Card]) -> Scene:
        """See `Observer.scene`; while nobody knows where things lie, nothing may be shown as it is."""
        if self._dark or self._told_lost or self._watch.moving or not self._known or image is not self._image:
            return Scene(image)
        return self._observer.scene(image, told)

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
            self._found_at(view_of_corners(board))
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
        self._mirrored = self._mirrored and view is None
        self._search.due = frame.t + self._search.wait
        self._search.wait = min(2 * self._search.wait, BEARINGS.longest_wait)
        if view is None:
            return
        self._found_at(view)
        self._watch.settle(frame.image, frame.t, self._board_mask())
        log.info("the board is found by its %s, to %.0f mm", view.source, view.error)

    def _could_be_better(self) -> bool:
        """Whether more pictures of the markers are worth their while: no card lies, and the view is rough."""
        view = self.view
        return (
            view is not None
            and view.source == "markers"
            and view.error > BEARINGS.exact
            and self._observer.nothing_laid
        )

    def _look_closer(self, frame: Frame) -> None:
        """Fit the markers of one more picture together with those before."""
        self._search.due = frame.t + BEARINGS.first_wait
        view = self._markers.look(frame.image)
        if view is not None and self.view is not None and view.error < BEARINGS.clearer * self.view.error:
            self._found_at(view)

    def _found_at(self, view: TableView) -> None:
        """The board lies there; its boxes are those of this game."""
        self.view = view.of(self._honours)
        self._board, self._boxes = self.view.board, dict(self.view.boxes)
        self._observer.place(self.view)

    def _found(self, frame: Frame) -> TableView | None:
        view = self._markers.look(frame.image)
        if view is None and self._cards is None:
            self._mirrored = mirrored(frame.image, None)
        if view is not None or self._cards is None:
            return view
        seen = list(self._cards(frame.image))
        board = self._boards.look(frame.image, seen)
        if board is None and self._observer.nothing_laid:
            board = find_tableau(seen)
        if board is not None and as_dealt(board):
            return board
        self._mirrored = self._mirrored or mirrored(frame.image, self._cards, seen)
        # A board that lies the other way round is rare: one picture must show all of it, and be no mirror's.
        whole = find_by_honours(seen) or find_tableau(seen)
        return None if self._mirrored or whole is None else board

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
        self._next_try = frame.t + BEARINGS.try_again
        moves = self._watch.moves(frame.image) or self._by_markers(frame)
        if not moves and (frame.t - self._rested < BEARINGS.give_up or shows_little(frame.image)):
            return out
        before = self.view or TableView(None, self._boxes, np.eye(3), 0.0, "tapped", False)
        for move in moves:
            self._follow(move, before, frame)
        if not moves:
            self._look_for_it_again(frame)
        self._boards.forget()
        self._watch.settle(frame.image, frame.t, self._board_mask())
        self._told_lost, self._rested = False, None
        if not moves and self._honours:
            return [*out, *self._observer.look(frame)]
        return [*out, *self._observer.look(frame), ViewBack(frame.t, frame.number)]

    def _look_for_it_again(self, frame: Frame) -> None:
        """The table was moved and is not recognised: nobody knows where its board lies now.

        Where there is none, its cards tell enough: what is read tells where they lie.
        """
        log.warning("the table was moved and is not recognised")
        self._markers = MarkerSearch()
        if not self._honours and self._cards is not None:
            read = [one.look for one in self._cards(frame.image) if not one.back and legible(one)]
            self._observer.unrecognised(read, frame)
        if self._board is None or self._cards is None:
            return
        self._boards = BoardSearch(last=self._board)
        self.view, self._board, self._boxes = None, None, {}
        self._search, self._began = _Search(due=frame.t), frame.t

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
