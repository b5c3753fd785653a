"""One face at one place, and all looks that showed it there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from engine.boundaries import CardLook
from vision.film.glance import Seen
from vision.film.settings import FILM

TRACKS = FILM.tracks


@dataclass(frozen=True, slots=True)
class Sight:
    """What one look says of a track.

    Attributes:
        t: when, seconds.
        seen: the card.
        misfit: how unlike it is to a card on the table's plane (`vision.film.evidence.misfit`).
        at: its middle on the plane.
        free: no arm was over it, nor anything that moves.
    """

    t: float
    seen: Seen
    misfit: float
    at: np.ndarray
    free: bool = False


@dataclass(slots=True, eq=False)
class Track:
    """A face at a place: a hypothesis that this card lies there.

    Attributes:
        face: place in `engine.cards.DECK`.
        at: middle, units of the plane.
        sights: the looks that showed it, oldest first; the first, and the last `TRACKS.sights`.
        laid: the second since which it is told to lie, None: it is not told.
        last: when it was last seen.
        missed: looks, one after another, that should have shown it and did not.
        there: it lay there before anybody looked: nothing is told of it.
        lies: probability that it lies there, as it was told last.
        earlier: the looks that showed it where it lay before it was pushed.
        free: it was seen free of arms there: it lay, for what is held is never free.
    """

    face: int
    at: np.ndarray
    sights: list[Sight] = field(default_factory=list)
    laid: float | None = None
    last: float = 0.0
    missed: int = 0
    there: bool = False
    lies: float = 0.0
    earlier: list[Sight] = field(default_factory=list)
    free: bool = False
    _look: CardLook | None = None

    def sighted(self, sight: Sight) -> None:
        """Take in one more look, of two at once the better; the place is the mean of the last ones."""
        self._look = None
        if self.sights and self.sights[-1].t == sight.t:
            if _fit(sight) < _fit(self.sights[-1]):
                self.sights[-1] = sight
            return
        self.sights.append(sight)
        self.free |= sight.free
        del self.sights[1 : -TRACKS.sights]
        self.at = self.at + (sight.at - self.at) / min(len(self.sights), TRACKS.together)
        self.last, self.missed = sight.t, 0

    def pushed(self, at: np.ndarray) -> None:
        """It lies elsewhere now: what showed it where it lay tells its face, and nothing of the place."""
        self.earlier = self.sights[-TRACKS.looks :]
        self.sights = []
        self.at = at

    def seen_anew(self, sights: Sequence[Sight]) -> None:
        """The same looks, by another plane."""
        self.sights, self._look = list(sights), None
        self.at = np.mean([sight.at for sight in self.sights[-TRACKS.together :]], axis=0)

    @property
    def first(self) -> Sight:
        """The look that showed it first."""
        return self.sights[0]

    @property
    def look(self) -> CardLook:
        """Where it lies by the look that fits best, and the faces of its best looks together.

        Looks of one camera err alike, so they are averaged, not multiplied.
        """
        if self._look is None:
            best = min(self.sights, key=_fit)
            faces = np.mean([sight.seen.look.faces for sight in self.sights[-TRACKS.together :]], axis=0)
            self._look = CardLook(best.seen.look.corners, tuple(float(p) for p in faces))
        return self._look


def _fit(sight: Sight) -> float:
    """The less, the better a look fits one card that is read surely."""
    return sight.misfit - sight.seen.sure
