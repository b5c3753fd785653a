"""What one look at a part of a picture has seen: the arrow between a film's eyes and its tracker."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.boundaries import CardLook
from vision.motion.grid import Region


@dataclass(frozen=True, slots=True)
class Seen:
    """One card as a look shows it.

    Attributes:
        look: its outline and the probabilities of the 52 faces.
        found: the finder's confidence that a card lies there, 0–1.
        since: second since which what is seen there rests.
        arrived: second at which the arm entered that may have brought it; *since* where none was there.
        seats: probability per player, in playing order, that his arm brought it, summing to 1; empty where
            nobody knows the seats.
    """

    look: CardLook
    found: float
    since: float
    arrived: float
    seats: tuple[float, ...]

    @property
    def sure(self) -> float:
        """Probability of its likeliest face, 0–1."""
        return max(self.look.faces)


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """One look at a part of a picture.

    Attributes:
        t, frame: when, seconds, and the number of the frame.
        region: the part that was looked at.
        seen: the cards that were found there, backs left out.
        busy: boolean, small pixels (`vision.motion.grid.Grid`) of the whole frame: what is no resting table
            (arms, and what has not come to rest). Of a card under it nothing is known.
    """

    t: float
    frame: int
    region: Region
    seen: tuple[Seen, ...]
    busy: np.ndarray
