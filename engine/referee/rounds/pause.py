"""What is seen and heard once people have stopped: it counts for nothing, unless they go on after all."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.boundaries import Heard, Sighting
from engine.referee.settings import GOES_ON


@dataclass(frozen=True, slots=True)
class Pause:
    """The time since people have stopped.

    Attributes:
        since: seconds at which they did.
        waiting: what was seen and heard since, in order; nothing once `GOES_ON` has passed.
    """

    since: float
    waiting: tuple[Sighting | Heard, ...] = ()

    def keep(self, news: Sighting | Heard) -> Pause:
        """The same with one more."""
        late = news.t > self.since + GOES_ON
        return replace(self, waiting=() if late else (*self.waiting, news))
