"""Where on the table there is room for one more thing."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

import cv2
import numpy as np

from engine.events import Event, HandShown
from hardware.simulator.drawing.view import SIZE, View
from hardware.simulator.layout import BAND, Seat
from hardware.simulator.stage.stage import Stage
from hardware.simulator.things.thing import Thing

_TRIES = 60
_STEP = 70.0
"""Between two shown cards, mm."""


class Spots:
    """Finds free places, and remembers what was put there.

    What the game needs stays in sight: board, pile, rows and the hands shown at the end.

    Args:
        stage: the table.
        events: of the evening: whose hands will be shown.
    """

    def __init__(self, stage: Stage, events: Iterable[Event]) -> None:
        self._plan = plan = stage.layout
        self._view = view = stage.view
        self._game = [] if plan.boardless else [np.asarray(_grown(plan.board, 22.0))]
        if plan.kind == "pile":
            scatter = stage.style.scatter * max(person.scatter for person in stage.people)
            reach = float(np.hypot(*stage.card_size)) / 2 + 2.1 * scatter
            self._game.append(disc(plan.pile, reach))
        shown = _most_shown(events)
        for seat in plan.seats:
            count = shown.get(seat.name, 0)
            wide = seat.width if plan.kind != "pile" else min(seat.width - 16, count * _STEP)
            if wide > 0:
                self._game.append(_before(seat, wide))
        self._in_sight = [_pixels(view, each) for each in self._game]
        self._taken: dict[str, Thing] = {}

    def free(
        self, rng: random.Random, name: str, made: Thing, near: np.ndarray | None = None, within: float = 0.0
    ) -> Thing | None:
        """The thing at a free place, which is taken from then on; None: there is none.

        Args:
            near: about where (2, mm); None: anywhere.
            within: mm from there, at most.
        """
        x, y = self._plan.width / 2, self._plan.depth / 2
        for _ in range(_TRIES):
            if near is None:
                place = np.array([rng.uniform(-x, x), rng.uniform(-y, y)])
            else:
                place = near + np.array([rng.uniform(-within, within) for _ in "xy"])
            there = made.at(place, rng.uniform(0, 2 * np.pi) if near is None else made.pose.turn)
            if self.fits(there):
                self._taken[name] = there
                return there
        return None

    def take(self, name: str, there: Thing) -> None:
        """It is there, whatever else is."""
        self._taken[name] = there

    def give_up(self, name: str) -> None:
        """It is there no more."""
        self._taken.pop(name, None)

    def fits(self, there: Thing, but: str = "") -> bool:
        """Whether it touches and hides nothing; `but`: what is moved, and does not count."""
        foot = there.covers
        seen = _pixels(self._view, foot)
        middle = seen.mean(0)
        if (middle < 0).any() or (middle > SIZE).any():
            return False
        others = [other for name, other in self._taken.items() if name != but]
        if any(_cover(foot, each) for each in [*self._game, *(other.covers for other in others)]):
            return False
        hidden = there.silhouette(self._view) if there.tall else seen
        hides = any(_cover(hidden, game) for game in self._in_sight)
        return not hides and not any(
            _cover(one.silhouette(self._view), _pixels(self._view, other.covers))
            for one, other in [(there, other) for other in others] + [(other, there) for other in others]
            if one.tall
        )


def _most_shown(events: Iterable[Event]) -> Mapping[str, int]:
    """The most cards that each player shows at the end of a round."""
    shown: dict[str, int] = {}
    for event in events:
        if isinstance(event, HandShown):
            shown[event.player] = max(shown.get(event.player, 0), len(event.cards))
    return shown


def _before(seat: Seat, wide: float) -> np.ndarray:
    """The strip before a player, `wide` mm of it."""
    half, depth = seat.along * wide / 2, -seat.outward * (BAND + 4.0)
    corners = [seat.edge - half, seat.edge + half, seat.edge + half + depth, seat.edge - half + depth]
    return np.array(corners)


def disc(middle: np.ndarray, radius: float) -> np.ndarray:
    """Outline (n × 2) of a disc."""
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.asarray(middle + radius * np.stack([np.cos(angles), np.sin(angles)], 1))


def _grown(outline: np.ndarray, by: float) -> np.ndarray:
    away = outline - outline.mean(0)
    return np.asarray(outline + away / np.linalg.norm(away, axis=1, keepdims=True) * by * np.sqrt(2))


def _pixels(view: View, outline: np.ndarray) -> np.ndarray:
    return view.project(outline).astype(np.float64)


def _cover(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two convex outlines (n × 2) overlap by more than 4 square pixels, or mm."""
    mine, its = (cv2.convexHull(each.astype(np.float32)) for each in (one, other))
    return bool(cv2.intersectConvexConvex(mine, its)[0] > 4.0)
