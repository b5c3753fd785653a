"""Notices that the camera or the board was pushed, and tells where everything lies now.

Points that stand out on the known table are looked for again several times a second. Hands cover some of
them and cards others, but only a bump moves most of them together. Once all is at rest, the table as it
was and the table as it is are laid upon each other (`registration`).
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from engine.boundaries import Quad
from vision.geometry.plane_fit import project
from vision.geometry.quads import polygon_mask
from vision.table.registration import (
    Move,
    Moved,
    find_move,
    follow,
    likeness,
    small_grey,
    small_mask,
    unlikeness,
)
from vision.table.settings import TABLE

BUMP = TABLE.bump


def shows_little(image: np.ndarray) -> bool:
    """Whether next to nothing stands out in a picture (uint8 BGR): the camera is covered, or in the dark."""
    grey, _ = small_grey(image)
    if float(grey.std()) < 6:
        return True
    return len(_corners(grey, 2 * BUMP.fewest)) < BUMP.fewest


def _corners(
    grey: np.ndarray, limit: int, where: np.ndarray | None = None, least: float = BUMP.faint
) -> np.ndarray:
    """Points that stand out, float32 n × 2; where: only inside this mask; least: against the clearest."""
    points = cv2.goodFeaturesToTrack(grey, limit, least, 10, mask=where)
    none: np.ndarray = np.zeros((0, 2), np.float32)
    return none if points is None else points.reshape(-1, 2)


def _things(grey: np.ndarray) -> np.ndarray:
    """What of a grey picture is neither noise nor wide as light is: lamps tremble while all rests."""
    return np.asarray(cv2.blur(grey, BUMP.grain).astype(np.float32) - cv2.blur(grey, BUMP.wide))


def _median_shift(one: np.ndarray, other: np.ndarray, spots: np.ndarray) -> float:
    """How far apart two matrices put most of *spots* (n × 2): the median, in pixels."""
    return float(np.median(np.linalg.norm(project(one, spots) - project(other, spots), axis=1)))


def _together(start: np.ndarray, end: np.ndarray, points: np.ndarray, off: float) -> np.ndarray | None:
    """How far *points* went (n) with what moved as one thing; each by itself strays in noise.

    Args:
        start, end: what was followed, and where it is now.
        off: pixels by which it may miss where the others went.

    Returns:
        None where most of it did not move as one.
    """
    matrix, alike = cv2.estimateAffinePartial2D(start, end, ransacReprojThreshold=off)
    if matrix is None or float(np.mean(alike)) <= BUMP.together:
        return None
    return np.asarray(np.linalg.norm(points @ matrix[:, :2].T + matrix[:, 2] - points, axis=1))


class BumpWatch:
    """Follows one camera; tells a bump within `BUMP.every` seconds, and a new place once all is at rest.

    Args:
        board: boolean, of the frames' size: where the board lies; None where none is known.
    """

    def __init__(self, board: np.ndarray | None = None) -> None:
        self._board = board
        self._arms: np.ndarray | None = None
        self._cards: Sequence[Quad] = ()
        self._known: np.ndarray | None = None
        self._grey = np.zeros((1, 1), np.uint8)
        self._points: np.ndarray = np.zeros((0, 2), np.float32)
        self._drift: np.ndarray = np.zeros(2)
        self._renewed = self._looked = -1e9
        self._last: np.ndarray | None = None
        self._calm_since = self._in_sight = 0.0
        self._puzzled = 0
        self._scale = 1.0
        self.moving = False
        """Something was pushed, and its new place is not known yet."""

    def look(
        self, image: np.ndarray, t: float, arms: np.ndarray | None = None, cards: Sequence[Quad] = ()
    ) -> None:
        """Take in a picture (uint8 BGR) of time *t*; afterwards `moving` is true while a bump lasts.

        Args:
            arms: boolean, of any size: where arms are over the table; what shows there will go its own way.
            cards: outlines of what lies on the table and will be taken away, in pixels.
        """
        unseen = t - self._looked
        if unseen < BUMP.every:
            return
        if unseen > BUMP.lost_for:
            self._in_sight += unseen  # nobody looked: that is no time for which nothing was found
        self._looked, self._arms, self._cards = t, arms, cards
        grey, self._scale = small_grey(image)
        if self._known is None:
            self._learn(image, grey, t)
        elif self.moving:
            self._await_rest(grey, t)
        else:
            self._compare(image, grey, t)
        self._last = grey

    def begin(self, t: float) -> None:
        """A bump has begun; also said by whoever sees that the whole picture has changed."""
        self.moving = True
        self._calm_since = t

    @property
    def at_rest(self) -> bool:
        """Whether, after a bump, all has come to rest."""
        return self.moving and self._looked - self._calm_since >= BUMP.rest

    def moves(self, image: np.ndarray) -> list[Move]:
        """After a bump, at rest: the camera's move, or the board's, or the table's and then the board's.

        Empty when the new place cannot be told; where nothing has moved after all, one move of the board by
        nothing. The camera's move comes first; the board's matrix goes from the picture before the bump too.
        """
        assert self._known is not None
        if self._board is None or not self._board.any():
            move = self._whole_move(image)
            return [] if move is None else [move]
        if self._stayed(image):
            return [Move(Moved.BOARD, np.eye(3), 0)]
        around = cv2.dilate(self._board.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
        table = find_move(self._known, image, ~around)
        board = find_move(self._known, image, self._board, Moved.BOARD)
        if table is None:
            if board is None or self._rest_stayed(image, board.matrix, ~around):
                return [] if board is None else [board]
            # A bare table shows nothing that stands out: what the board did, the camera did.
            return [Move(Moved.CAMERA, board.matrix, board.matches)]
        whole = find_move(self._known, image) or table
        if board is None or self._same_place(table.matrix, board.matrix):
            return [whole]
        # Where little of the table stands out, what is found of it alone may be found wrongly.
        parts = ((table, ~around), (board, self._board))
        if all(self._fits(image, whole.matrix, part.matrix, where) for part, where in parts):
            return [whole]
        still = self._same_place(table.matrix, np.eye(3))
        return [board] if still else [table, board]

    def settle(self, image: np.ndarray, t: float, board: np.ndarray | None) -> None:
        """Take a picture for the table as it now is: after a bump, or once the board is found."""
        self._board = board
        self._arms, self._cards = None, ()  # what seemed to be some while everything moved
        self.moving = False
        self._drift = np.zeros(2)
        grey, self._scale = small_grey(image)
        self._learn(image, grey, t)
        self._last = grey

    def _stayed(self, image: np.ndarray) -> bool:
        """Whether the board's edge is seen where it was: arms, shadows and chips may look like a push."""
        assert self._known is not None and self._board is not None
        board, around = self._board.astype(np.uint8), np.ones((BUMP.edge, BUMP.edge), np.uint8)
        old, _ = small_grey(self._known, BUMP.match_width)
        new, _ = small_grey(image, BUMP.match_width)
        edge = small_mask((cv2.dilate(board, around) > 0) & (cv2.erode(board, around) == 0), old.shape)

        def like(right: float, down: float) -> float:
            return likeness(old, new, np.array([[1, 0, right], [0, 1, down], [0, 0, 1.0]]), edge)

        here = like(0, 0)
        return here >= BUMP.same_edge and all(
            here > like(*step) for step in ((2, 0), (-2, 0), (0, 2), (0, -2))
        )

    def _rest_stayed(self, image: np.ndarray, matrix: np.ndarray, rest: np.ndarray) -> bool:
        """Whether the table beside the board looks more as if it had stayed than as if it went along."""
        # Stripes of a cloth stand out little, cards much, and those may have come since.
        stayed, went = self._misses(image, rest, np.eye(3), matrix)
        return stayed < BUMP.stays * went

    def _whole_move(self, image: np.ndarray) -> Move | None:
        """Where the whole picture went, None: it is not found; by nothing, where it looks more as if it had
        stayed: a pattern fits where it repeats, too."""
        assert self._known is not None
        move = find_move(self._known, image)
        if move is not None and self._all_stayed(image, move.matrix):
            return Move(Moved.CAMERA, np.eye(3), 0)
        return move

    def _all_stayed(self, image: np.ndarray, matrix: np.ndarray) -> bool:
        """Whether the picture looks more as if nothing had moved."""
        return self._rest_stayed(image, matrix, np.ones(image.shape[:2], bool))

    def _fits(self, image: np.ndarray, whole: np.ndarray, alone: np.ndarray, where: np.ndarray) -> bool:
        """Whether a part is found as well where the *whole* table went as where it went *alone*."""
        with_all, by_itself = self._misses(image, where, whole, alone)
        return with_all <= BUMP.fits * by_itself

    def _misses(self, image: np.ndarray, where: np.ndarray, *matrices: np.ndarray) -> list[float]:
        """By how much the known picture misses this one if a part of it went so, for each matrix.

        Args:
            where: boolean, of the frames' size: which part; compared where it lay before and after each move.
        """
        assert self._known is not None
        old, scale = small_grey(self._known, BUMP.match_width)
        new, _ = small_grey(image, BUMP.match_width)
        zoom = np.diag([scale, scale, 1.0])
        mask = small_mask(where, old.shape)
        there, size = mask > 0, (mask.shape[1], mask.shape[0])
        along = [zoom @ each @ np.linalg.inv(zoom) for each in matrices]
        for each in along:
            there &= cv2.warpPerspective(mask, each, size) > 0
        return [unlikeness(old, new, each, there) for each in along]

    def _same_place(self, one: np.ndarray, other: np.ndarray) -> bool:
        """Whether two matrices put the board at nearly the same place."""
        assert self._board is not None
        ys, xs = np.nonzero(self._board[::8, ::8])
        spots = np.column_stack([xs, ys]) * 8.0
        return _median_shift(one, other, spots) < 2.5 * BUMP.step / self._scale

    def _learn(self, image: np.ndarray, grey: np.ndarray, t: float) -> None:
        free = np.full(grey.shape, 255, np.uint8)
        if self._arms is not None:
            arms = cv2.dilate(small_mask(self._arms, grey.shape), np.ones((9, 9), np.uint8))
            free -= arms.astype(np.uint8)
        if self._board is None:
            # Nothing is known that stays: a trick that is gathered would take all points with it.
            free[polygon_mask(grey.shape, self._cards, self._scale)] = 0
            self._points = _corners(grey, BUMP.points, free)
        else:
            # Cards stand out more than a board does, and go.
            board = small_mask(self._board, grey.shape)
            on = _corners(grey, BUMP.points // 4, board & free)
            self._points = np.vstack([on, _corners(grey, BUMP.points - len(on), ~board & free)])
        self._known, self._grey, self._renewed = image, grey, t
        self._in_sight, self._puzzled = t, 0

    def _compare(self, image: np.ndarray, grey: np.ndarray, t: float) -> None:
        if len(self._points) < BUMP.fewest:
            self._learn(image, grey, t)
            return
        there, found = follow(self._grey, grey, self._points)
        count = int(np.count_nonzero(found))
        gathered = self._board_stayed(there, found)
        if count >= BUMP.lost * len(self._points) or gathered:
            self._in_sight = t
        elif t - self._in_sight > BUMP.lost_for:
            self._suspect(image, grey, t)
            return
        went = there[found] - self._points[found]
        if self._pushed(self._points[found], went) or self._board_pushed(self._points[found], went):
            self._suspect(image, grey, t)
        elif t - self._renewed < BUMP.strays_for:
            self._leave_out_strays(grey)
        elif self._board is None and not self._most_stayed(went):
            self._suspect(image, grey, t)
        elif t - self._renewed <= BUMP.renew or not self._in_full_sight():
            return
        elif self._last is not None and (gathered or self._most_stayed(went)):
            rests = float(np.mean(cv2.absdiff(_things(grey), _things(self._last)) > 12)) < 0.002
            if rests:
                self._drift = np.asarray(self._drift + np.median(went, axis=0), np.float64)
                self._learn(image, grey, t)

    def _suspect(self, image: np.ndarray, grey: np.ndarray, t: float) -> None:
        """What was followed has moved or is lost: a bump, unless no board is known and all lies where it lay.

        Without a board, cards, hands and shadows may be all that stands out. Then the table must be found
        elsewhere; where it is not found at all, in the blur of a bump or because it shows too little, that is
        tried again for a while.
        """
        if self._board is not None:
            self.begin(t)
            return
        move = self._whole_move(image)
        if move is not None and self._far(move.matrix):
            self.begin(t)
        elif move is not None:
            self._learn(image, grey, t)
        else:
            self._puzzled += 1
            if self._puzzled * BUMP.every > BUMP.lost_for:
                self._learn(image, grey, t)

    def _far(self, matrix: np.ndarray) -> bool:
        """Whether a matrix (of the frames' pixels) moves the picture by a step."""
        height, width = (side / self._scale for side in self._grey.shape)
        spots = np.array([(x, y) for x in np.linspace(0, width, 5) for y in np.linspace(0, height, 5)])
        return _median_shift(matrix, np.eye(3), spots) > BUMP.step / self._scale

    def _in_full_sight(self) -> bool:
        """Whether no arm hides what could be followed."""
        return self._arms is None or float(np.mean(self._arms)) < BUMP.hidden

    def _leave_out_strays(self, grey: np.ndarray) -> None:
        """Follow points no more that jump about from one look to the next, as long as enough are left.

        What is pushed slowly goes no step from look to look. Where no board is known and too few are left,
        none is followed: on a bare table noise is all that stands out.
        """
        assert self._last is not None
        there, found = follow(self._last, grey, self._points)
        strays = found & (np.linalg.norm(there - self._points, axis=1) > BUMP.step)
        if np.count_nonzero(~strays) >= BUMP.fewest:
            self._points = self._points[~strays]
        elif self._board is None:
            self._points = self._points[:0]

    def _pushed(self, points: np.ndarray, went: np.ndarray) -> bool:
        """Whether most of the points moved as one thing: shifted, turned, nearer or farther."""
        way = went + self._drift
        far = np.linalg.norm(way, axis=1)
        if len(way) < BUMP.fewest or np.mean(far > BUMP.step) <= BUMP.turned:
            return False
        went_together = _together(points, points + way, points, max(BUMP.off, 0.1 * float(np.median(far))))
        # What is turned stays near its middle.
        return went_together is not None and float(np.mean(went_together > BUMP.step)) > BUMP.turned

    def _board_pushed(self, points: np.ndarray, went: np.ndarray) -> bool:
        on = self._on_board(points)
        return self._pushed(points[on], went[on])

    def _most_stayed(self, went: np.ndarray) -> bool:
        """Whether what is found is mostly where it was: the rest lies under cards, chips, or a shadow."""
        stayed = np.linalg.norm(went + self._drift, axis=1) <= BUMP.step
        return bool(np.count_nonzero(stayed) >= max(BUMP.fewest_stayed, BUMP.together * len(stayed)))

    def _board_stayed(self, there: np.ndarray, found: np.ndarray) -> bool:
        """Whether the board is seen where it was, whatever became of the cards."""
        on = self._on_board(self._points)
        stayed = found & (np.linalg.norm(there - self._points + self._drift, axis=1) <= BUMP.step)
        return bool(
            np.count_nonzero(on & stayed) >= max(BUMP.fewest_stayed, BUMP.stayed * np.count_nonzero(on))
        )

    def _on_board(self, points: np.ndarray) -> np.ndarray:
        """Which points lie on the board; none where no board is known."""
        if self._board is None:
            return np.zeros(len(points), bool)
        spots = np.round(points / self._scale).astype(int)
        height, width = self._board.shape
        on: np.ndarray = self._board[spots[:, 1].clip(0, height - 1), spots[:, 0].clip(0, width - 1)]
        return on

    def _await_rest(self, grey: np.ndarray, t: float) -> None:
        """Wait until two pictures in a row show the same."""
        if not self._shows_the_same(grey):
            self._calm_since = t

    def _shows_the_same(self, grey: np.ndarray) -> bool:
        """Whether nothing moved since the last picture, as far as noise lets it be seen."""
        assert self._last is not None
        last, now = cv2.blur(self._last, BUMP.grain), cv2.blur(grey, BUMP.grain)
        points = _corners(last, 60, least=BUMP.clear)
        if len(points) < 2 * BUMP.fewest:
            points = _corners(last, 60)
        if len(points) < BUMP.fewest:
            return False
        there, found = follow(last, now, points)
        if np.count_nonzero(found) < 0.6 * len(points):
            return False
        went = _together(points[found], there[found], points, BUMP.off)
        return went is not None and float(np.quantile(went, 0.7)) <= BUMP.calm
