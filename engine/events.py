"""What happened at the table: frozen events, one per line of a log (CONTRACT.md).

Events say what was done, never what it means; the game module folds them into a state.
`from_json` reads one JSON object, `to_json` writes it back with the same fields. Fields that
we do not know are kept in ``extra`` and written again, so that others may add some.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine import reading
from engine.cards import HONOURS, Card
from engine.errors import BadInput

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """What every event may carry.

    Attributes:
        seq: its number in the log, from 1; None in a log written by hand.
        t: seconds of the recording (or since the evening began); None when not known.
        extra: further fields of the line, kept as they are.
    """

    seq: int | None = None
    t: float | None = None
    extra: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameStarted(Stamp):
    """People sat down to play.

    Attributes:
        game: ``"nain-jaune"`` (or ``"nap"``).
        rules: the preset, e.g. ``"lindor"``.
        options: house rules by the names of RULES.md; only those that differ need be there.
        players: names in playing order.
        stock: chips of each player (their value in jetons), None when not told.
    """

    game: str
    rules: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    stock: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class RoundStarted(Stamp):
    """A round begins: antes are due and the cards are dealt.

    Attributes:
        dealer: who deals.
        boxes: chips in the boxes before the antes, None: what the last round left.
    """

    dealer: str
    boxes: Mapping[Card, int] | None = None


@dataclass(frozen=True, slots=True)
class AntesSeen(Stamp):
    """The camera counted the boxes once the antes lay in them (evidence, it moves no money).

    Attributes:
        boxes: value counted in each box that was seen.
    """

    boxes: Mapping[Card, int]


@dataclass(frozen=True, slots=True)
class CardPlayed(Stamp):
    """A card was laid.

    Attributes:
        player: who laid it.
        card: its face.
        confidence: 0–1, that both are right.
    """

    player: str
    card: Card
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Called(Stamp):
    """Somebody called an honour («dame qui prend»), or announced a hoc in 1760.

    Attributes:
        player: who called.
        card: what was called.
        via: ``"voice"``, ``"tap"`` or ``"chips"``; None when not told.
    """

    player: str
    card: Card
    via: str | None = None


@dataclass(frozen=True, slots=True)
class BoxTaken(Stamp):
    """Chips were seen to leave a box (evidence, it moves no money)."""

    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class HandShown(Stamp):
    """A player laid open the cards he has left."""

    player: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Corrected(Stamp):
    """An earlier event was wrong.

    Attributes:
        target: its ``seq``.
        replacement: what happened instead, None: nothing.
    """

    target: int
    replacement: Event | None


@dataclass(frozen=True, slots=True)
class Alert(Stamp):
    """Something people should look at.

    Attributes:
        kind: ``missed_call``, ``late_call``, ``void_call``, ``illegal_card``, ``box_mismatch``,
            ``uncertain``, ``lost_table``, …
        player, card: whom and what it concerns, when that is known.
        detail: one line for people.
    """

    kind: str
    player: str | None = None
    card: Card | None = None
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class Take:
    """Chips that one player and one card's box exchanged (a take, a missed call, a bête)."""

    player: str
    card: Card
    chips: int


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips from one player to another.

    Attributes:
        giver, taker: ``from`` and ``to`` in JSON.
        chips: more than 0.
        reason: ``points``, ``cards``, ``hoc``, ``bid``…; None for a transfer.
    """

    giver: str
    taker: str
    chips: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Settlement(Stamp):
    """What a finished round comes to.

    Attributes:
        round: its number, from 1.
        dealer, winner: names.
        opera: the winner made a grand opéra.
        takes: boxes taken by call, in the order of the calls.
        missed_calls: honours laid and not called in time, with what lay in the box then.
        betes: chips paid into boxes after play.
        swept: what an opéra emptied, by box; nothing without one.
        payments: between players.
        boxes: chips in each box after all that, before the next antes.
        net: chips won or lost by each player in the round, antes included.
        transfers: the fewest hand-overs that settle the payments.
    """

    round: int
    dealer: str
    winner: str
    opera: bool
    takes: tuple[Take, ...]
    missed_calls: tuple[Take, ...]
    betes: tuple[Take, ...]
    swept: Mapping[Card, int]
    payments: tuple[Payment, ...]
    boxes: Mapping[Card, int]
    net: Mapping[str, int]
    transfers: tuple[Payment, ...]


Event = (
    GameStarted
    | RoundStarted
    | AntesSeen
    | CardPlayed
    | Called
    | BoxTaken
    | HandShown
    | Corrected
    | Alert
    | Settlement
)

_TYPES: dict[str, type[Event]] = {
    "game_started": GameStarted,
    "round_started": RoundStarted,
    "antes_seen": AntesSeen,
    "card_played": CardPlayed,
    "called": Called,
    "box_taken": BoxTaken,
    "hand_shown": HandShown,
    "corrected": Corrected,
    "alert": Alert,
    "settlement": Settlement,
}
_NAMES = {kind: name for name, kind in _TYPES.items()}
_WRITTEN = {kind: tuple(f.name for f in dataclasses.fields(kind)) for kind in _TYPES.values()}
_STAMP = frozenset(("seq", "t", "extra"))


def to_json(event: Event) -> Json:
    """The event as a JSON object: ``type``, ``seq`` and ``t`` when known, then its own fields."""
    kind = type(event)
    line: Json = {"type": _NAMES[kind]}
    if event.seq is not None:
        line["seq"] = event.seq
    if event.t is not None:
        line["t"] = event.t
    for name in _WRITTEN[kind]:
        if name not in _STAMP:
            value = getattr(event, name)
            if value is not None or (kind is Corrected and name == "replacement"):
                line[name] = _plain(value)
    for name, value in event.extra.items():
        line.setdefault(name, value)
    return line


def _plain(value: Any) -> Any:
    """A field's value as JSON values."""
    if isinstance(value, Card):
        return value.code
    if isinstance(value, Take):
        return {"player": value.player, "card": value.card.code, "chips": value.chips}
    if isinstance(value, Payment):
        line = {"from": value.giver, "to": value.taker, "chips": value.chips}
        return line if value.reason is None else {**line, "reason": value.reason}
    if isinstance(value, Stamp):
        return to_json(value)  # type: ignore[arg-type]
    if isinstance(value, Mapping):
        return {name.code if isinstance(name, Card) else name: _plain(v) for name, v in value.items()}
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return value


def from_json(data: object, where: str = "event") -> Event | None:
    """The event that a JSON object tells.

    Args:
        data: one line of a log, parsed.
        where: what to call it in an error, e.g. ``"soirée.jsonl line 7"``.

    Returns:
        The event; None for a type that we do not know (it is to be ignored).

    Raises:
        BadInput: no object, no ``type``, or a known type with a field missing or wrong.
    """
    if not isinstance(data, dict):
        raise BadInput(f"{where}: {reading.shown(data)} is no event, expected an object with a 'type'")
    name = data.get("type")
    if not isinstance(name, str):
        raise BadInput(f"{where}: 'type' is {reading.shown(name)}, expected a text such as \"card_played\"")
    read = _READERS.get(name)
    if read is None:
        return None
    seq, t = data.get("seq"), data.get("t")
    return read(
        data,
        where,
        {
            "seq": None if seq is None else reading.whole(seq, where, "'seq'", least=1),
            "t": None if t is None else reading.number(t, where, "'t'"),
            "extra": {key: value for key, value in data.items() if key not in _KNOWN[name]},
        },
    )


def _game_started(data: Json, where: str, stamp: Json) -> GameStarted:
    seated = reading.array(reading.field(data, "players", where), where, "'players'")
    # Players written as in a table file (objects with a name) are read as well.
    players = tuple(
        reading.text(player if isinstance(player, dict) else {"name": player}, "name", where)
        for player in seated
    )
    return GameStarted(
        game=reading.text(data, "game", where, "nain-jaune"),
        rules=reading.text(data, "rules", where, "lindor"),
        options=dict(reading.mapping(data.get("options") or {}, where, "'options'")),
        players=players,
        stock=reading.stock(data.get("stock"), players, where),
        **stamp,
    )


def _round_started(data: Json, where: str, stamp: Json) -> RoundStarted:
    boxes = data.get("boxes")
    return RoundStarted(
        dealer=reading.text(data, "dealer", where),
        boxes=None if boxes is None else reading.boxes(boxes, where),
        **stamp,
    )


def _antes_seen(data: Json, where: str, stamp: Json) -> AntesSeen:
    counted = reading.mapping(reading.field(data, "boxes", where), where, "'boxes'")
    held = reading.boxes(counted, where)
    named = {reading.card(name, where, "'boxes'") for name in counted}
    return AntesSeen(boxes={box: held[box] for box in HONOURS if box in named}, **stamp)


def _player_and_card(data: Mapping[str, Any], where: str) -> tuple[str, Card]:
    return reading.text(data, "player", where), reading.card(reading.field(data, "card", where), where)


def _card_played(data: Json, where: str, stamp: Json) -> CardPlayed:
    player, card = _player_and_card(data, where)
    confidence = reading.number(data.get("confidence", 1.0), where, "'confidence'")
    if not 0 <= confidence <= 1:
        raise BadInput(f"{where}: 'confidence' is {confidence:g}, expected 0 to 1")
    return CardPlayed(player, card, confidence, **stamp)


def _called(data: Json, where: str, stamp: Json) -> Called:
    return Called(*_player_and_card(data, where), via=reading.text(data, "via", where, None), **stamp)


def _box_taken(data: Json, where: str, stamp: Json) -> BoxTaken:
    return BoxTaken(*_player_and_card(data, where), **stamp)


def _hand_shown(data: Json, where: str, stamp: Json) -> HandShown:
    cards = reading.array(reading.field(data, "cards", where), where, "'cards'")
    return HandShown(
        reading.text(data, "player", where),
        tuple(reading.card(card, where, "'cards'") for card in cards),
        **stamp,
    )


def _corrected(data: Json, where: str, stamp: Json) -> Corrected:
    target = reading.whole(reading.field(data, "target", where), where, "'target'", least=1)
    told = reading.field(data, "replacement", where)
    replacement = None if told is None else from_json(told, f"{where}: 'replacement'")
    if told is not None and replacement is None:
        raise BadInput(f"{where}: 'replacement': {reading.shown(told.get('type'))} is no event that we know")
    return Corrected(target, replacement, **stamp)


def _alert(data: Json, where: str, stamp: Json) -> Alert:
    card = data.get("card")
    return Alert(
        kind=reading.text(data, "kind", where),
        player=reading.text(data, "player", where, None),
        card=None if card is None else reading.card(card, where),
        detail=reading.text(data, "detail", where, None),
        **stamp,
    )


def _settlement(data: Json, where: str, stamp: Json) -> Settlement:
    def takes(name: str) -> tuple[Take, ...]:
        lines = reading.array(data.get(name, []), where, f"{name!r}")
        return tuple(
            Take(*_player_and_card(line, where), chips=reading.whole(line.get("chips"), where, "'chips'"))
            for line in (reading.mapping(line, where, f"{name!r}") for line in lines)
        )

    def payments(name: str) -> tuple[Payment, ...]:
        lines = reading.array(data.get(name, []), where, f"{name!r}")
        return tuple(
            Payment(
                reading.text(line, "from", where),
                reading.text(line, "to", where),
                reading.whole(line.get("chips"), where, "'chips'"),
                reading.text(line, "reason", where, None),
            )
            for line in (reading.mapping(line, where, f"{name!r}") for line in lines)
        )

    swept = reading.mapping(data.get("swept") or {}, where, "'swept'")
    net = reading.mapping(reading.field(data, "net", where), where, "'net'")
    return Settlement(
        round=reading.whole(reading.field(data, "round", where), where, "'round'", least=1),
        dealer=reading.text(data, "dealer", where),
        winner=reading.text(data, "winner", where),
        opera=data.get("opera") is True,
        takes=takes("takes"),
        missed_calls=takes("missed_calls"),
        betes=takes("betes"),
        swept={box: chips for box, chips in reading.boxes(swept, where, "'swept'").items() if chips},
        payments=payments("payments"),
        boxes=reading.boxes(reading.field(data, "boxes", where), where),
        net={name: int(reading.number(chips, where, "'net'")) for name, chips in net.items()},
        transfers=payments("transfers"),
        **stamp,
    )


_READERS: dict[str, Callable[[Json, str, Json], Event]] = {
    "game_started": _game_started,
    "round_started": _round_started,
    "antes_seen": _antes_seen,
    "card_played": _card_played,
    "called": _called,
    "announced_hoc": _called,
    "box_taken": _box_taken,
    "hand_shown": _hand_shown,
    "corrected": _corrected,
    "alert": _alert,
    "settlement": _settlement,
}
_ALIASES = {"announced_hoc": "called"}
_KNOWN = {
    name: frozenset(_WRITTEN[_TYPES[_ALIASES.get(name, name)]]) | {"type", "seq", "t"} for name in _READERS
}
