"""Cards that came to lie during a round, each with what is known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.boundaries import Quad
from engine.cards import DECK, Card
from engine.referee.beam import Decision
from engine.referee.transaction import Changing


@dataclass(slots=True, eq=False)
class Slot(Changing):
    """One card that came to lie (or that a person entered).

    Attributes:
        t: seconds at which it lay still.
        arrived: when the arm that brought it came in.
        seen: up to when the table had been watched when it was first reported.
        corners: where it lies, None when a person entered it.
        faces: 52 probabilities in `DECK` order, of all looks together.
        seats: probability per player that he brought it.
        witnesses: factors for some faces from elsewhere: (card, ``call`` or ``box``) → how much
            likelier a call heard, or chips leaving its box, make it.
        claims: what calls and emptied boxes after it had come say of who laid a card: (card, ``call`` or
            ``box``) → factor per player.
        sans: ranks said to be missing after it, each with how surely that was heard, 0–1.
        pinned: what a person said that it is.
        said: what the log says that it is, None while that is open.
        confidence: 0–1, that this is right.
        told: time at which it was first decided.
        gone: it was taken away.
        taken_back: it was seen to be taken away so soon that it was hardly meant.
        none_before: people say that no card was laid unseen just before it.
    """

    t: float
    arrived: float
    seen: float
    corners: Quad | None
    faces: tuple[float, ...]
    seats: tuple[float, ...]
    witnesses: dict[tuple[Card, str], float] = field(default_factory=dict)
    claims: dict[tuple[Card, str], tuple[float, ...]] = field(default_factory=dict)
    sans: dict[int, float] = field(default_factory=dict)
    pinned: Decision | None = None
    said: Decision | None = None
    confidence: float = 0.0
    told: float | None = None
    gone: bool = False
    taken_back: bool = False
    none_before: bool = False

    @property
    def unbrought(self) -> bool:
        """Whether the camera saw it, and no arm that brought it."""
        return self.corners is not None and self.arrived >= self.t

    def bonus(self) -> dict[Card, float]:
        """Factors for some faces, all witnesses together."""
        together: dict[Card, float] = {}
        for (card, _), factor in self.witnesses.items():
            together[card] = together.get(card, 1.0) * factor
        return together

    def why(self, said: Decision, wanted: int | None, then: int | None) -> Mapping[str, Any]:
        """What spoke for a decision, as the log keeps it.

        Args:
            said: what it was taken for.
            wanted: the rank that went on before it, None: any card began anew.
            then: the rank that goes on after it, None: any card begins anew.

        Returns:
            ``face`` and ``arm``: how sure the looks at the face and at the arm were, 0–1; ``wanted``
            and ``then``; where it applies ``person`` (true: a person said so), ``call`` and ``box``
            (true: it was called, its box was emptied), ``after`` (seconds until it was clear).
        """
        assert said.card is not None
        told: dict[str, Any] = {
            "face": round(self.faces[said.card.index], 2),
            "arm": round(self.seats[said.player], 2),
            "wanted": wanted,
            "then": then,
        }
        if self.pinned is not None:
            told["person"] = True
        told |= {witness: True for card, witness in self.witnesses if card == said.card}
        if self.told is not None and self.told - self.t >= LATE:
            told["after"] = round(self.told - self.t, 1)
        return told

    def others(self, card: Card) -> list[str]:
        """Codes of the other cards that it looks like, the likeliest first."""
        like = [(-face, place) for place, face in enumerate(self.faces) if face >= FAINT]
        return [DECK[place].code for _, place in sorted(like) if DECK[place] != card][:MOST_OTHERS]


@dataclass(frozen=True, slots=True)
class Before:
    """The card that must have been laid just before another one, and was never seen."""

    slot: Slot


FAINT = 0.005
"""What the looks must give another face at least for it to be named."""
MOST_OTHERS = 4
"""Other faces named."""
LATE = 1.0
"""Seconds after which a card was only clear from what followed."""
