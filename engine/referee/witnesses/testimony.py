"""What one witness says of one card that came to lie, and what all say together.

A testimony gives factors: how much likelier what was seen is if the card is this one, if this player laid
it, if it is none at all. `together` multiplies them, and is the only place that does.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.boundaries import Point
from engine.cards import DECK, Card
from engine.referee.seen_cards import Decision, SeenCard


class Context(NamedTuple):
    """What a witness may look at besides its card.

    Attributes:
        before: the cards before it, in the order in which they are taken to have been laid.
        players: how many play.
        seats: the table's edge in front of each, in pixels; empty when nobody knows.
        gaps: seconds from and until which nothing was seen.
        honours: cards that are called when they are laid.
    """

    before: Sequence[SeenCard]
    players: int
    seats: Sequence[Point] = ()
    gaps: Sequence[tuple[float, float]] = ()
    honours: Collection[Card] = ()

    @property
    def last(self) -> SeenCard | None:
        """The card just before, None before the first."""
        return self.before[-1] if self.before else None


@dataclass(frozen=True, slots=True)
class Testimony:
    """What one witness says; what it leaves out it knows nothing of.

    Attributes:
        faces: factor per face in `DECK` order, laid or shown.
        laid: factors for some faces of a card that is laid.
        players: factor per player for its being his, laid or shown.
        shows: factor per player for his showing it where it lies.
        claims: factors per player for his having laid it, by card.
        last: factors for whoever laid last laying one of a rank.
        nothing: how often what is no new card is reported so, during play and once it is over;
            above 1: how much likelier that is than a card.
        again: how often a card that lies there already is reported so, per face; or one number for all.
        unseen: how often another card was laid just before it and seen by nobody; 0: none was.
        unseen_cards: factors for some cards having been laid so.
        fellow: how many cards before it the same arm brought one in the same visit; 0: it did not.
        pinned: what a person said that it is; then nothing else is considered.
    """

    faces: Sequence[float] = ()
    laid: Mapping[Card, float] = field(default_factory=dict)
    players: Sequence[float] = ()
    shows: Sequence[float] = ()
    claims: Mapping[Card, Sequence[float]] = field(default_factory=dict)
    last: Mapping[int, float] = field(default_factory=dict)
    nothing: tuple[float, float] = (0.0, 0.0)
    again: Sequence[float] | float = 0.0
    unseen: float | None = None
    unseen_cards: Mapping[Card, float] = field(default_factory=dict)
    fellow: int = 0
    pinned: Decision | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What all witnesses together say of one card that came to lie: the fields of `Testimony`, for every face
    and player, and

    Attributes:
        shown: factor per face of a card of a hand, or of the talon.
        laid: the same of a card that is laid.
        players: sums to 1.
        again: per face, that of the face included.
        lost: cards like which none has been seen: one of them may have been laid unseen.
        lean: factor per player by which his cards are favoured in looking for explanations.
    """

    shown: Sequence[float]
    laid: Sequence[float]
    players: Sequence[float]
    shows: Sequence[float]
    nothing: tuple[float, float]
    again: Sequence[float]
    unseen: float
    claims: Mapping[Card, Sequence[float]] = field(default_factory=dict)
    last: Mapping[int, float] = field(default_factory=dict)
    unseen_cards: Mapping[Card, float] = field(default_factory=dict)
    fellow: int = 0
    pinned: Decision | None = None
    lost: Sequence[Card] = ()
    lean: Sequence[float] = ()


def together(testimonies: Iterable[Testimony], players: int, lost: Sequence[Card] = ()) -> Evidence:
    """What these say, multiplied; of several causes of a report that is no new card the commonest counts.

    Args:
        players: how many play.
        lost: as in `Evidence`.
    """
    known = list(testimonies)
    shown = multiplied([each.faces for each in known], len(DECK))
    laid = list(shown)
    claims: dict[Card, tuple[float, ...]] = {}
    last: dict[int, float] = {}
    unseen_cards: dict[Card, float] = {}
    for each in known:
        for card, factor in each.laid.items():
            laid[card.index] *= factor
        for card, by in each.claims.items():
            claims[card] = multiplied([claims.get(card, ()), by], players)
        for rank, factor in each.last.items():
            last[rank] = last.get(rank, 1.0) * factor
        for card, factor in each.unseen_cards.items():
            unseen_cards[card] = unseen_cards.get(card, 1.0) * factor
    owners = multiplied([each.players for each in known], players)
    again = [each.again if isinstance(each.again, float) else 0.0 for each in known]
    rates = [each.again for each in known if not isinstance(each.again, float) and each.again]
    often = (
        [max(max(again), *per_face) for per_face in zip(*rates, strict=True)]
        if rates
        else [max(again)] * len(DECK)
    )
    unseen = [each.unseen for each in known if each.unseen is not None]
    return Evidence(
        shown,
        laid,
        tuple(owner / sum(owners) for owner in owners),
        multiplied([each.shows for each in known], players),
        (max(each.nothing[0] for each in known), max(each.nothing[1] for each in known)),
        [rate * face for rate, face in zip(often, laid, strict=True)],
        0.0 if 0.0 in unseen else max(unseen, default=0.0),
        claims,
        last,
        unseen_cards,
        max(each.fellow for each in known),
        next((each.pinned for each in known if each.pinned is not None), None),
        lost,
    )


def multiplied(factors: Iterable[Sequence[float]], count: int) -> tuple[float, ...]:
    """Those that are not empty multiplied, one by one; none: 1 each."""
    given = [each for each in factors if each]
    if len(given) == 1:
        return tuple(given[0])
    return tuple(map(math.prod, zip(*given, strict=True))) if given else (1.0,) * count
