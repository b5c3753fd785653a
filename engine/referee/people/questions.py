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
from engine.errors import BadInput, IllegalEvent
from engine.events import Alert, CardPlayed, Event
from engine.referee.beam import Decision
from engine.referee.settings import ENOUGH, MOST_OFFERED, OFFERED

REASON = "question"
KINDS = ("play", "hand", "illegal", "again")
"""What an alternative may be; see `engine.referee.beam.Decision`."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One of the things that may have happened.

    Attributes:
        kind: ``play`` (that player laid that card), ``hand`` (that card is in his hand at the end),
            ``illegal`` (laid against the rules, so taken back) or ``again`` (nothing new was laid; of a
            player: he holds no further card).
        player: None where nothing new was laid.
        card: None for ``again``.
        share: how likely it is, 0–1.
    """

    kind: str
    player: str | None
    card: Card | None
    share: float

    def event(self) -> Event | None:
        """What the log says if it is this one; None: nothing.

        Raises:
            IllegalEvent: one card of a hand is no event.
        """
        if self.player is None or self.card is None:
            return None
        if self.kind == "hand":
            raise IllegalEvent("question", "a hand must be shown as a whole")
        if self.kind == "illegal":
            return Alert("illegal_card", self.player, self.card)
        return CardPlayed(self.player, self.card)


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to ask people.

    Attributes:
        t: when the card in question came to lie; the picture of that time shows it.
        about: number of the event that tells the first alternative; None: none does.
        alternatives: at least two, the likeliest first.
        chips: how many chips change hands otherwise, at most, by which alternative it was.
        unseen: it is about a card that was laid before then, and never seen.
    """

    t: float
    about: int | None
    alternatives: tuple[Alternative, ...]
    chips: int
    unseen: bool = False

    def alert(self) -> Alert:
        """The event that asks; who and what are named where all alternatives agree."""
        players = {each.player for each in self.alternatives}
        cards = {each.card for each in self.alternatives}
        facts = {
            "reason": REASON,
            "about": self.about,
            "chips": self.chips,
            **({"unseen": True} if self.unseen else {}),
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
        return Alert("uncertain", player, card, t=self.t, extra=facts)


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a round may have gone.

    Attributes:
        weight: how likely, more than 0.
        stakes: what of each card can change a payment (`engine.referee.deciding.stake`).
        path: what each card was, one for each of the stakes.
        paid: what it comes to; ways that pay alike have equal ones.
        net: chips of each player, or how they stand so far.
        surely: how likely it is that it comes to that, 0–1: cards of hands that nobody saw are the likeliest.
    """

    weight: float
    stakes: tuple[object, ...]
    path: tuple[Decision, ...]
    paid: object
    net: Mapping[str, int]
    surely: float = 1.0


def sharpest(ways: Sequence[Way], enough: float = ENOUGH) -> int | None:
    """The card to ask about: the one whose answer leaves least doubt about what is paid.

    Args:
        ways: of one round, all about the same cards; the first is what the log says.
        enough: probability of what is paid from which nobody need be asked.

    Returns:
        Its place; None: what is paid is clear enough, or no answer would help.
    """
    whole = sum(way.weight for way in ways)
    clear = _clear(ways)
    if clear >= enough * whole:
        return None
    gains = []
    for place in range(len(ways[0].stakes)):
        split: dict[object, list[Way]] = {}
        for way in ways:
            split.setdefault(way.stakes[place], []).append(way)
        gains.append((round(sum(_clear(part) for part in split.values()), 6), place))
    gain, place = max(gains, default=(0.0, 0))
    return place if gain > clear + (1 - enough) / 2 * whole else None


def _clear(ways: Sequence[Way]) -> float:
    """The weight of the likeliest payment."""
    paid: dict[object, float] = {}
    for way in ways:
        paid[way.paid] = paid.get(way.paid, 0.0) + way.weight
    return max(paid.values())


def about(
    ways: Sequence[Way], place: int, t: float, number: int | None, players: Sequence[str], unseen: bool
) -> tuple[Question, tuple[Decision, ...]]:
    """The question about one card, and what each alternative makes of it.

    Args:
        ways: as for `sharpest`.
        place: of the card.
        t: when it came to lie.
        number: of the event that tells it, None: none does.
        players: names in playing order.
        unseen: whether that card was never seen.
    """
    whole = sum(way.weight for way in ways)
    weights: dict[object, float] = {}
    likeliest: dict[object, Way] = {}
    for way in ways:
        key = way.stakes[place]
        weights[key] = weights.get(key, 0.0) + way.weight
        if key not in likeliest or way.weight > likeliest[key].weight:
            likeliest[key] = way
    reported = ways[0].stakes[place]
    order = sorted(weights, key=lambda key: (key != reported, -weights[key]))
    chosen = [key for key in order if key == reported or weights[key] >= OFFERED * whole][:MOST_OFFERED]
    offered = [likeliest[key] for key in chosen]
    alternatives = []
    for key, way in zip(chosen, offered, strict=True):
        decision = way.path[place]
        share = weights[key] / whole
        if decision.player < 0:  # nothing new, or a card of the talon, which is nobody's
            alternatives.append(Alternative("again", None, None, share))
        else:
            alternatives.append(Alternative(decision.kind, players[decision.player], decision.card, share))
    question = Question(t, number, tuple(alternatives), stake_in_chips([way.net for way in offered]), unseen)
    return question, tuple(way.path[place] for way in offered)


def stake_in_chips(nets: Sequence[Mapping[str, int]]) -> int:
    """How many chips change hands otherwise, at most, between two outcomes."""
    return max(
        (sum(abs(a[player] - b.get(player, 0)) for player in a) // 2 for a in nets for b in nets), default=0
    )


def asked(alert: Alert) -> Question | None:
    """The question that an alert asks, None when it asks none.

    Raises:
        BadInput: it says that it does, but not what.
    """
    if alert.extra.get("reason") != REASON:
        return None
    where = "alert" if alert.seq is None else f"alert {alert.seq}"
    alternatives: Sequence[Any] = reading.array(alert.extra.get("alternatives"), where, "'alternatives'")
    about = alert.extra.get("about")
    return Question(
        alert.t or 0.0,
        None if about is None else reading.whole(about, where, "'about'", least=1),
        tuple(_alternative(reading.mapping(each, where, "an alternative"), where) for each in alternatives),
        reading.whole(alert.extra.get("chips"), where, "'chips'"),
        alert.extra.get("unseen") is True,
    )


def _alternative(fields: Mapping[str, Any], where: str) -> Alternative:
    return Alternative(
        _kind(fields, where),
        reading.text(fields, "player", where, None),
        None if fields.get("card") is None else reading.card(fields["card"], where),
        reading.number(fields.get("share", 0), where, "'share'"),
    )


def _kind(fields: Mapping[str, Any], where: str) -> str:
    kind = reading.text(fields, "kind", where)
    if kind not in KINDS:
        raise BadInput(f"{where}: 'kind' is {reading.shown(kind)}, expected one of {', '.join(KINDS)}")
    return kind
