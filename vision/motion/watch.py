"""The table of one camera as it rests: light, stillness, arms and whose they are, and how it is known.

The picture of the table that arms are told by is only where things have rested: nothing is kept of a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.boundaries import ArmSeen, Frame, Point
from vision.motion.arms import Arm, Hands, HandsSeen, whose
from vision.motion.changes import Changes, News
from vision.motion.full_table import FullTable
from vision.motion.grid import Grid
from vision.motion.seats import SeatsLearner
from vision.motion.settings import MOTION
from vision.motion.stillness import Still, Stillness

WATCH = MOTION.watch


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """What one frame shows of the table before it is looked at closely.

    Attributes:
        frame: the frame.
        still: its small picture, and since when each pixel of it rests.
        news: what has changed and rests, free of arms.
        hands: arms that came and left with it.
    """

    frame: Frame
    still: Still
    news: Sequence[News]
    hands: HandsSeen


class Watch:
    """Watches one table.

    Args:
        size: width and height of the frames in pixels.
        seats: the table's edge in front of each player, in pixels, in playing order; empty: not known.
        players: how many play; 0: nobody asks whose an arm is.
        leader: place in playing order of who lays the first card; with it seats that are not known are
            learned from the arms. None: they are not.

    Attributes:
        grid: its small pixels.
        changes: what is different from the table as it is known.
        full: the table as it is known, in full size.
        arms: those seen lately.
    """

    def __init__(
        self,
        size: tuple[int, int],
        seats: Sequence[Point] = (),
        players: int = 0,
        leader: int | None = None,
    ) -> None:
        self.grid = Grid.over(size)
        self._players = players
        self._known_seats = bool(seats) and len(seats) == players
        scale = self.grid.scale
        scaled = [(x * scale, y * scale) for x, y in seats] if self._known_seats else []
        self._learner: SeatsLearner | None = None
        if leader is not None and not self._known_seats:
            self._learner = SeatsLearner(players, leader, self.grid.shape[::-1])
        self.stillness = Stillness()
        self.changes = Changes(Hands(scaled))
        self.full = FullTable(self.grid)
        self.arms: list[Arm] = []
        self._on_their_way: list[Arm] = []
        self._small: np.ndarray | None = None
        self._back: float | None = None
        self.first: float | None = None
        """Second of the first frame."""

    def look(self, frame: Frame) -> Watched:
        """Take in the next frame."""
        self.first = frame.t if self.first is None else self.first
        self._back = frame.t if self._back is None else self._back
        still = self.stillness.look(frame.image, frame.t, self.changes.lying)
        news, hands = self.changes.look(still)
        self.arms = [arm for arm in self.arms if frame.t - arm.seen < WATCH.keep_arms] + list(hands.entered)
        small = self.changes.small.astype(np.uint8)
        for arm in self.arms:
            arm.passed(small, self.changes.changed, small if self._small is None else self._small)
        self._small = small
        if self._learner is not None:
            for arm in hands.left:
                if arm.points:
                    self._learner.arm(arm.came)
            self._learn_seats()
        return Watched(frame, still, news, hands)

    def refresh(self, watched: Watched) -> None:
        """Know the table in full size as it rests now."""
        still = watched.still
        calm = ~self.changes.changed & (still.t - still.since > WATCH.settled)
        self.full.refresh(watched.frame.image, still.t, ~calm)

    def settle(self, watched: Watched, mask: np.ndarray) -> None:
        """Know a part of the table (small pixels) as it is now."""
        if mask.any():
            self.changes.settle(mask)
            self.full.renew(watched.frame.image, mask)

    # -- whose arms --------------------------------------------------------------------------

    def arms_seen(self, watched: Watched) -> list[ArmSeen]:
        """What is told of the arms that came and left with a frame."""
        frame, hands = watched.frame, watched.hands
        came = [ArmSeen(frame.t, frame.number, True, self.whose([(1.0, arm)])) for arm in hands.entered]
        return [
            *came,
            *(ArmSeen(arm.seen, frame.number, False, self.whose([(1.0, arm)])) for arm in hands.left),
        ]

    def brought(self, mask: np.ndarray, since: float) -> list[tuple[float, Arm]]:
        """The arms that may have brought what is at *mask* since then, weighed (`Changes.bringers`).

        What rests since the camera shows the table again may be brought by those on their way before.
        """
        seen = self.changes.bringers(mask, since, self.arms)
        assert self._back is not None
        if seen or since >= self._back + WATCH.first_seen:
            return seen
        return [(1 / len(self._on_their_way), arm) for arm in self._on_their_way]

    def whose(self, arms: Sequence[tuple[float, Arm]]) -> tuple[float, ...]:
        """Probability per player that one of these arms, weighed, is his; empty where nobody asks."""
        return whose(arms if self._known_seats else (), self._players)

    def opened(self, arm: Arm) -> None:
        """This arm laid a round's first card."""
        if self._learner is not None:
            self._learner.first_card(arm.came)

    def begun(self) -> None:
        """Cards lay there before anybody watched: who began is not seen."""
        if self._learner is not None:
            self._learner.begun()

    def _learn_seats(self) -> None:
        """Judge arms by their seats from now on, once the arms so far tell the seats."""
        seats = None if self._learner is None else self._learner.seats()
        if seats is None:
            return
        self.changes.seats_learned(seats)
        for arm in self.arms:
            arm.votes, arm.weight = np.zeros(self._players), 0.0
        self._known_seats, self._learner = True, None

    # -- bumps and gaps ------------------------------------------------------------------------

    def interrupted(self, seconds: float) -> None:
        """Nothing was seen for so long just before the next frame: whose arms there were is less sure."""
        self._on_their_way = self.changes.interrupted()
        self._back = None
        for arm in self.arms:
            arm.unseen(seconds)

    def moved(self, matrix: np.ndarray, frame: Frame) -> None:
        """Go on after a bump of the camera.

        Args:
            matrix: 3 × 3, from pixels before to pixels now.
            frame: the picture now, at rest.
        """
        scale = np.diag([self.grid.scale, self.grid.scale, 1.0])
        small = scale @ matrix @ np.linalg.inv(scale)
        for arm in self.arms:  # what it brought just before the bump is still his
            arm.moved(small)
        self.changes.moved(small, self.stillness.look(frame.image, frame.t))
        self.full.moved(matrix, frame.image, self.changes.changed)
        self._small = None
