"""Questions that only people can answer, and how a log tells them.

A question is an `Alert` of kind ``uncertain`` whose ``reason`` is ``question``: what could
have happened, the likeliest first, which is what the log says until somebody answers. It is open
as long as no `Corrected` takes it out of force: an answer does (with ``extra`` ``answer``: which
alternative it was), and so does evidence that settles the matter (``answer`` null).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import reading
from engine.cards import Card
from engine.errors import BadInput
from engine.events import Alert

REASON = "question"
KINDS = ("play", "hand", "illegal", "again")
"""What an alternative may be; see `engine.beam.Decision`."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One of the things that may have happened.

    Attributes:
        kind: ``play`` (that player laid that card), ``hand`` (that card is in his hand at the end),
            ``illegal`` (laid against the rules, so taken back) or ``again`` (nothing new was laid).
        player: None for ``again``.
        card: None for ``again``.
        share: how likely it is, 0–1.
    """

    kind: str
    player: str | None
    card: Card | None
    share: float


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to ask people.

    Attributes:
        t: when the card in question came to lie; the picture of that time shows it.
        about: number of the event that tells the first alternative; None: none does.
        alternatives: at least two, the likeliest first.
        chips: how many chips change hands otherwise, at most, by which alternative it was.
    """

    t: float
    about: int | None
    alternatives: tuple[Alternative, ...]
    chips: int

    def alert(self) -> Alert:
        """The event that asks; who and what are named where all alternatives agree."""
        players = {each.player for each in self.alternatives}
        cards = {each.card for each in self.alternatives}
        told = {
            "reason": REASON,
            "about": self.about,
            "chips": self.chips,
            "alternatives": [
                {
                    "kind": each.kind,
                    "player": each.player,
                    "card": None if each.card is None else each.card.code,
                    "share": round(each.share, 3),
                }
                for each in self.alternatives
            ],
        }
        player = players.pop() if len(players) == 1 else None
        card = cards.pop() if len(cards) == 1 else None
        return Alert("uncertain", player, card, t=self.t, extra=told)


def asked(alert: Alert) -> Question | None:
    """The question that an alert asks, None when it asks none.

    Raises:
        BadInput: it says that it does, but not what.
    """
    if alert.extra.get("reason") != REASON:
        return None
    where = "alert" if alert.seq is None else f"alert {alert.seq}"
    told: Sequence[Any] = reading.array(alert.extra.get("alternatives"), where, "'alternatives'")
    about = alert.extra.get("about")
    return Question(
        alert.t or 0.0,
        None if about is None else reading.whole(about, where, "'about'", least=1),
        tuple(_alternative(reading.mapping(each, where, "an alternative"), where) for each in told),
        reading.whole(alert.extra.get("chips"), where, "'chips'"),
    )


def _alternative(told: Mapping[str, Any], where: str) -> Alternative:
    return Alternative(
        _kind(told, where),
        reading.text(told, "player", where, None),
        None if told.get("card") is None else reading.card(told["card"], where),
        reading.number(told.get("share", 0), where, "'share'"),
    )


def _kind(told: Mapping[str, Any], where: str) -> str:
    kind = reading.text(told, "kind", where)
    if kind not in KINDS:
        raise BadInput(f"{where}: 'kind' is {reading.shown(kind)}, expected one of {', '.join(KINDS)}")
    return kind
