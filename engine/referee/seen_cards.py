"""Cards that came to lie during a round, each with what is known of it."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.boundaries import Point, Quad
from engine.cards import DECK, Card
from engine.referee.settings import FAINT, LATE, MOST_OTHERS, SAME_WIDTH
from engine.referee.transaction import Changing


class Decision(NamedTuple):
    """What one card on the table is taken for.

    Attributes:
        kind: ``play``, ``hand`` (shown at the end), ``talon`` (turned up then), ``again`` (known already,
            or no card), ``illegal`` (laid against the rules) or ``end`` (no card: all have been gathered).
        player: place in playing order, -1 for ``talon``, ``again`` and ``end``.
        card: its face, None for ``again`` and ``end``.
        unseen: a card that must have been laid just before and was never seen.
    """

    kind: str
    player: int = -1
    card: Card | None = None
    unseen: tuple[int, Card] | None = None


NO_NEW_CARD = Decision("again")
END = Decision("end")


@dataclass(slots=True, eq=False)
class SeenCard(Changing):
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
        decision: what the log says that it is, None while that is open.
        confidence: 0–1, that this is right.
        decided_at: time at which it was first decided.
        gone: it was taken away.
        taken_back: it was seen to be taken away so soon that it was hardly meant.
        swept: it was taken away together with others.
        logged: it was laid before a restart: no camera follows it.
        none_before: people say that no card was laid unseen just before it.
        look: number of the look at the table that found it, with others maybe.
        lies: probability that a card lies there at all, by what is seen alone, 0–1.
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
    decision: Decision | None = None
    confidence: float = 0.0
    decided_at: float | None = None
    gone: bool = False
    taken_back: bool = False
    swept: bool = False
    logged: bool = False
    none_before: bool = False
    look: int = 0
    lies: float = 1.0

    @property
    def unbrought(self) -> bool:
        """Whether the camera saw it, and no arm that brought it."""
        return self.corners is not None and self.arrived >= self.t

    def why(self, decision: Decision, wanted: int | None, then: int | None) -> Mapping[str, Any]:
        """What spoke for a decision, as the log keeps it.

        Args:
            decision: what it was taken for.
            wanted: the rank that went on before it, None: any card began anew.
            then: the rank that goes on after it, None: any card begins anew.

        Returns:
            ``face`` and ``arm``: how sure the looks at the face and at the arm were, 0–1; ``wanted``
            and ``then``; where it applies ``person`` (true: a person said so), ``call`` and ``box``
            (true: it was called, its box was emptied), ``after`` (seconds until it was clear).
        """
        assert decision.card is not None
        spoke: dict[str, Any] = {
            "face": round(self.faces[decision.card.index], 2),
            "arm": round(self.seats[decision.player], 2),
            "wanted": wanted,
            "then": then,
        }
        if self.pinned is not None:
            spoke["person"] = True
        spoke |= {witness: True for card, witness in self.witnesses if card == decision.card}
        if self.decided_at is not None and self.decided_at - self.t >= LATE:
            spoke["after"] = round(self.decided_at - self.t, 1)
        return spoke

    def others(self, card: Card) -> list[str]:
        """Codes of the other cards that it looks like, the likeliest first."""
        like = [(-face, place) for place, face in enumerate(self.faces) if face >= FAINT]
        return [DECK[place].code for _, place in sorted(like) if DECK[place] != card][:MOST_OTHERS]


@dataclass(frozen=True, slots=True)
class Before:
    """The card that must have been laid just before another one, and was never seen."""

    card: SeenCard


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """What people told after a card that no camera sees: a fine, say.

    Attributes:
        after: the card.
        event: what they told, with its time.
    """

    after: SeenCard
    event: Any


def apart(one: Quad, other: Quad) -> float:
    """How far the middles of two cards lie apart, in widths of a card."""
    width = min(math.dist(one[0], one[1]), math.dist(one[1], one[2]))
    return math.dist(middle(one), middle(other)) / max(width, SAME_WIDTH)


@functools.lru_cache(maxsize=256)
def middle(quad: Quad) -> Point:
    """The middle of an outline."""
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def away(a: Quad | None, b: Quad) -> float:
    """How far apart two outlines are, whichever corner each begins at: a second look may turn it round."""
    assert a is not None
    turned = (b[n:] + b[:n] for n in range(4))
    return min(sum(math.dist(p, q) for p, q in zip(a, quad, strict=True)) for quad in turned)


def entered(t: float, decision: Decision, players: int) -> SeenCard:
    """A card that a person saw: it is decided already."""
    faces = tuple(float(card == decision.card) for card in DECK)
    seats = tuple(float(place == decision.player) for place in range(players))
    return SeenCard(t, t, t, None, faces, seats, pinned=decision)
