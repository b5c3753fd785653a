"""How sure is sure, and what a settlement rests on that is less so.

A log marks what was inferred less surely than what is committed otherwise: a card, its player or a card of
a hand in its own event, a call or what has no event of its own in an alert. The marks live in the events,
so that a correction takes its mark away with it. The state gathers them, and every settlement that rests
on some says so in its field ``incomplete``: it is provisional.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from engine.cards import Card, parse_card
from engine.errors import BadInput
from engine.events import Alert, AnySettlement, CardPlayed, Event, HandShown

S = TypeVar("S", bound=AnySettlement)

SURE = 0.95
"""Probability of all that can change a payment from which a card is told at once and a settlement is
plain; below it people are asked."""
INCOMPLETE = "incomplete"
"""Field of a settlement: what it rests on, a list of `Inferred` in JSON; none where all is sure."""
MARK = "inferred"
"""Field of an event: what of it was inferred. Of a card or an alert an object with ``what``, ``why`` and
``share`` as in `Inferred`; of a hand the cards that nobody saw (``doubtful``: those seen badly), and beside
them ``share``."""
DOUBTFUL_CALL = "doubtful_call"
"""Kind of the alert about a call that was heard too badly to count."""
WHAT = ("card", "player", "hand", "call")
"""What may be inferred: which card was laid (or that one was), by whom, what a player holds, a call."""
WHY = UNSEEN, DOUBTFUL, MAYBE, UNHEARD = "unseen", "doubtful", "maybe", "unheard"
"""Why: nobody saw it; it was seen, but not clearly; the log does not have it, and it may have been; it was
heard, but not clearly."""


@dataclass(frozen=True, slots=True)
class Inferred:
    """One thing that a settlement rests on and that was inferred.

    Attributes:
        what: one of `WHAT`.
        player, card: whom and what it concerns, None where that is not known.
        why: one of `WHY`.
        share: how surely what is paid depends on it no further, 0–1; None: nobody knows.
        about: number of the event that says it; None: none does.
    """

    what: str
    player: str | None
    card: Card | None
    why: str
    share: float | None = None
    about: int | None = None

    @property
    def sure(self) -> bool:
        """Whether it is as sure as what is committed otherwise."""
        return self.share is not None and self.share >= SURE

    @property
    def json(self) -> dict[str, Any]:
        """As a settlement has it; ``share`` and ``about`` only where they are known."""
        fields: dict[str, Any] = {
            "what": self.what,
            "player": self.player,
            "card": None if self.card is None else self.card.code,
            "why": self.why,
        }
        fields |= {} if self.share is None else {"share": self.share}
        return fields if self.about is None else {**fields, "about": self.about}


def rests_on(settlement: AnySettlement) -> tuple[Inferred, ...]:
    """What a settlement rests on that was inferred; nothing where all is sure."""
    listed = settlement.extra.get(INCOMPLETE)
    items = [each for each in listed if isinstance(each, Mapping)] if isinstance(listed, list | tuple) else []
    return tuple(
        Inferred(
            _one_of(WHAT, each.get("what")),
            each["player"] if isinstance(each.get("player"), str) else None,
            _card(each.get("card")),
            _one_of(WHY, each.get("why")),
            _share(each),
            each["about"] if isinstance(each.get("about"), int) else None,
        )
        for each in items
    )


def incomplete(inferred: Iterable[Inferred]) -> dict[str, list[dict[str, Any]]]:
    """The field of a settlement that says what it rests on (`rests_on`), the least sure first."""
    listed = sorted(inferred, key=lambda each: each.share or 0.0)
    return {INCOMPLETE: [each.json for each in listed]} if listed else {}


def marked(settlements: tuple[S, ...], field: Mapping[str, object]) -> tuple[S, ...]:
    """Settlements of which the last says in *field* (`incomplete`) what it rests on."""
    *earlier, last = settlements
    return (*earlier, replace(last, extra={**last.extra, **field}))


def inferred(event: Event) -> tuple[Inferred, ...]:
    """What an event says of itself that it was inferred, less surely than what is committed otherwise."""
    return tuple(each for each in _marks(event) if not each.sure)


def _marks(event: Event) -> Iterator[Inferred]:
    mark = event.extra.get(MARK)
    if isinstance(event, HandShown):
        share = _share(event.extra)
        for why, codes in ((UNSEEN, mark), (DOUBTFUL, event.extra.get(DOUBTFUL))):
            for card in map(_card, codes if isinstance(codes, list | tuple) else ()):
                yield Inferred("hand", event.player, card, why, share, event.seq)
    elif isinstance(event, Alert) and event.kind == DOUBTFUL_CALL:
        yield Inferred("call", event.player, event.card, UNHEARD, None, event.seq)
    elif isinstance(event, CardPlayed | Alert) and isinstance(mark, Mapping):
        what, why = _one_of(WHAT, mark.get("what")), _one_of(WHY, mark.get("why"))
        yield Inferred(what, event.player, event.card, why, _share(mark), event.seq)


def _card(code: object) -> Card | None:
    try:
        return parse_card(code)
    except BadInput:
        return None


def _share(extra: Mapping[str, Any]) -> float | None:
    share = extra.get("share")
    return float(share) if isinstance(share, int | float) and 0 <= share <= 1 else None


def _one_of(names: Sequence[str], name: object) -> str:
    """The name, if it is one; others may write what we do not know, which then is the first."""
    return str(name) if name in names else names[0]
