"""Who sits where, learned from the sides that arms come from, when nobody has said it.

Arms of one player enter at one place. Once as many places as players stand clearly apart, they are the
players in playing order, clockwise as the camera sees the table (002: the deal and the play go round to
the left); and the first card is laid by the player after the dealer (001), which tells whose place is whose.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from engine.boundaries import Point
from vision.motion.settings import MOTION

SEATS = MOTION.seats


class SeatsLearner:
    """Learns one table's seats.

    Args:
        players: how many play.
        leader: place in playing order of who lays the first card.
        size: width and height of the picture in which arms are told.
    """

    def __init__(self, players: int, leader: int, size: tuple[int, int]) -> None:
        self._players = players
        self._leader = leader
        self._size = size
        self._came: list[Point] = []
        self._first: Point | None = None

    def begun(self) -> None:
        """Cards lay there already: a round is on, and the next one is begun by the next player (001)."""
        self._leader = (self._leader + 1) % self._players

    def arm(self, came: Point) -> None:
        """An arm has been here; *came* is the place on the border (or beyond it) that it came from."""
        self._came = [*self._came[-SEATS.most_arms + 1 :], came]

    def first_card(self, came: Point) -> None:
        """The arm that laid the round's first card; later ones are ignored."""
        if self._first is None:
            self._first = came

    def seats(self) -> tuple[Point, ...] | None:
        """Every player's place, in playing order; None while they do not stand clearly apart."""
        if self._first is None or len(self._came) < self._players:
            return None
        angles = np.array([self._angle(came) for came in self._came])
        order = np.argsort(angles)
        steps = np.diff(np.append(angles[order], angles[order[0]] + 2 * math.pi))
        cuts = np.sort(np.argsort(-steps)[: self._players])
        within = np.delete(steps, cuts)
        if steps[cuts].min() < max(
            SEATS.least_gap * 2 * math.pi / self._players, SEATS.apart * float(within.max(initial=0.0))
        ):
            return None
        places: list[Point] = []
        groups = [
            order[(begin + 1 + np.arange((end - begin) % len(order) or len(order))) % len(order)]
            for begin, end in itertools.pairwise([*cuts, cuts[0]])
        ]
        for group in groups:
            x, y = np.median([self._came[k] for k in group], axis=0)
            places.append((float(x), float(y)))
        mine = int(np.argmin([math.dist(place, self._first) for place in places]))
        # Clockwise in the picture, for y runs down: the same way round as the angles.
        turned = [places[(mine + n) % self._players] for n in range(self._players)]
        return tuple(turned[(n - self._leader) % self._players] for n in range(self._players))

    def _angle(self, came: Point) -> float:
        width, height = self._size
        return math.atan2((came[1] - height / 2) / height, (came[0] - width / 2) / width)


def came_from(root: np.ndarray, tip: np.ndarray) -> Point:
    """The place at the table's edge that an arm comes from: beyond the border, the way it points back.

    Args:
        root: the middle of where it crosses the picture's border.
        tip: its far end.
    """
    x, y = np.asarray(root, float) + 0.35 * (np.asarray(root, float) - np.asarray(tip, float))
    return float(x), float(y)
