"""Cards that came to lie during a round, each with what is known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.beam import Decision
from engine.boundaries import Quad
from engine.cards import DECK, Card


@dataclass(slots=True, eq=False)
class Slot:
    """One card that came to lie (or that a person entered).

    Attributes:
        t: seconds at which it lay still.
        arrived: when the arm that brought it came in.
        corners: where it lies, None when a person entered it.
        faces: 52 probabilities in `DECK` order, of all looks together.
        seats: probability per player that he brought it.
        bonus: factors for some faces from elsewhere: a call heard, a box emptied.
        sans: ranks said to be missing after it, each with how surely that was heard, 0–1.
        pinned: what a person said that it is.
        said: what the log says that it is, None while that is open.
        confidence: 0–1, that this is right.
        told: time at which it was first decided.
        gone: it was taken away again.
    """

    t: float
    arrived: float
    corners: Quad | None
    faces: tuple[float, ...]
    seats: tuple[float, ...]
    bonus: dict[Card, float] = field(default_factory=dict)
    sans: dict[int, float] = field(default_factory=dict)
    pinned: Decision | None = None
    said: Decision | None = None
    confidence: float = 0.0
    told: float | None = None
    gone: bool = False

    def why(self, said: Decision, wanted: int | None) -> Mapping[str, float | str | None]:
        """What spoke for a decision, as the log keeps it.

        Returns:
            ``face`` and ``arm``: how sure the looks at the face and at the arm were, 0–1;
            ``wanted``: the rank that went on then, None: any card began anew; where it applies
            ``person`` (a person said so), ``call`` (it was called), ``after`` (the seconds
            until it was clear).
        """
        assert said.card is not None
        told: dict[str, float | str | None] = {
            "face": round(self.faces[said.card.index], 2),
            "arm": round(self.seats[said.player], 2),
            "wanted": wanted,
        }
        if self.pinned is not None:
            told["person"] = 1
        if said.card in self.bonus:
            told["call"] = 1
        if self.told is not None and self.told - self.t >= LATE:
            told["after"] = round(self.told - self.t, 1)
        return told

    def others(self, card: Card) -> list[str]:
        """Codes of the other cards that it looks like, the likeliest first."""
        likely = sorted(DECK, key=lambda each: -self.faces[each.index])[: MOST_OTHERS + 1]
        return [each.code for each in likely if each != card and self.faces[each.index] >= FAINT][
            :MOST_OTHERS
        ]


FAINT = 0.005
"""What the looks must give another face at least for it to be named."""
MOST_OTHERS = 4
"""Other faces named."""
LATE = 1.0
"""Seconds after which a card was only clear from what followed."""
