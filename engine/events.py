"""What happened at the table: frozen events, one per line of a log.

Events say what was done, never what it means; the game module folds them into a state.
`from_json` reads one JSON object, `to_json` writes it back with the same fields. Fields that
we do not know are kept in ``extra`` and written again, so that others may add some.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from engine import reading
from engine.cards import Card
from engine.errors import BadInput

Json = dict[str, Any]
_WORDS = re.compile("[A-Z][a-z]+")
BIDS = ("pass", "two", "three", "mis", "four", "nap", "wellington", "blucher", "bonaparte",
        "five", "six", "seven")  # fmt: skip
"""What may be bid at Nap, under one rule or another."""
NOTES = ("ante", "leads", "guided")
"""What people may note of a round (`Noted`)."""
LEFTOVER = ("stay", "last_winner", "split")
"""What may become of the chips that lie in the boxes when an evening ends (`engine.money.leftover`)."""


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
        game: ``"nain-jaune"`` or ``"nap"``.
        rules: the preset, e.g. ``"lindor"``; a game with one preset has its name.
        options: house rules by name (`engine.games.options.Choice`); only those that differ need be there.
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
    """A player laid open the cards he has left, or told what they come to.

    Attributes:
        player: whose hand it is.
        cards: all of them; with ``points`` only the honours among them.
        points: of all his cards, where he counted them himself; None: all are told.
    """

    player: str
    cards: tuple[Card, ...]
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Bid(Stamp):
    """A player bid at Nap, or passed.

    Attributes:
        player: who bid.
        bid: one of `BIDS`.
        floater: with the floater (True) or without it; None where no floater is bid on.
    """

    player: str
    bid: str
    floater: bool | None = None


@dataclass(frozen=True, slots=True)
class FloaterSeen(Stamp):
    """A player paid to look at the floater."""

    player: str


@dataclass(frozen=True, slots=True)
class Exchanged(Stamp):
    """A player laid cards aside and drew as many.

    Attributes:
        player: who did.
        count: how many cards.
        cost: chips that he paid for them, None when not told.
    """

    player: str
    count: int
    cost: int | None = None


@dataclass(frozen=True, slots=True)
class Fined(Stamp):
    """A player pays for a fault.

    Attributes:
        player: who pays.
        chips: how many, at least 1.
        why: the fault, e.g. ``"revoke"`` or ``"out_of_turn"``; None when not told.
    """

    player: str
    chips: int
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Claimed(Stamp):
    """A player says that all tricks that are left are his, and the others agree; nobody plays on.

    Attributes:
        player: whose they are.
    """

    player: str


@dataclass(frozen=True, slots=True)
class TrumpNamed(Stamp):
    """The bidder named the trump suit.

    Attributes:
        player: who named it.
        suit: one letter of `engine.cards.SUITS`.
    """

    player: str
    suit: str


@dataclass(frozen=True, slots=True)
class Paid(Stamp):
    """Somebody handed over chips that a settlement asked for (it moves no money: that one does).

    Attributes:
        player: who paid.
        chips: how many, more than 0.
        to: the player who took them; None: they went into a box.
        card: whose box.
    """

    player: str
    chips: int
    to: str | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Noted(Stamp):
    """People note what no card tells; it moves nothing.

    Attributes:
        what: one of `NOTES`: a player has put his antes; he leads the round, where the rules leave that open;
            this round is guided, sentence by sentence.
        player: whom it is about; None: everybody (``guided``).
        holds: False: what was noted before is taken back.
    """

    what: str
    player: str | None = None
    holds: bool | None = None


@dataclass(frozen=True, slots=True)
class EveningEnded(Stamp):
    """People stopped playing; a round that starts later makes it go on.

    Attributes:
        leftover: what becomes of the chips in the boxes (`LEFTOVER`); None: people have not said it then.
    """

    leftover: str | None = None


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
            ``uncertain``, ``lost_table``, ``overlooked``, …
        player, card: whom and what it concerns, when that is known.
        detail: one line for people, where the log tells it; the engine gives ``extra`` a
            ``reason`` and its facts instead, in no language.
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
    """What a finished round of Nain Jaune comes to.

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


@dataclass(frozen=True, slots=True)
class NapSettlement(Stamp):
    """What a finished deal of Nap comes to.

    Attributes:
        round: its number, from 1.
        dealer: who dealt.
        bidder: who played against the others; None: thrown in.
        bid: his bid, None: thrown in.
        floater: he bid with the floater (True) or without it; None: no floater was bid on.
        tricks: how many he won; 0: thrown in.
        made: whether he kept his bid, None: thrown in.
        payments: between bidder and opponents.
        pool: chips in the pool (the kitty, where there is a floater) after all that.
        net: chips won or lost by each player in the deal, all that he put into the pool included.
        transfers: the fewest hand-overs that settle the payments.
    """

    round: int
    dealer: str
    bidder: str | None
    bid: str | None
    floater: bool | None
    tricks: int
    made: bool | None
    payments: tuple[Payment, ...]
    pool: int
    net: Mapping[str, int]
    transfers: tuple[Payment, ...]


AnySettlement = Settlement | NapSettlement
"""Of a round of whichever game; both are lines of the type ``settlement``."""
Event = (
    GameStarted
    | RoundStarted
    | AntesSeen
    | CardPlayed
    | Called
    | BoxTaken
    | HandShown
    | Bid
    | FloaterSeen
    | Exchanged
    | Fined
    | Claimed
    | TrumpNamed
    | Paid
    | Noted
    | EveningEnded
    | Corrected
    | Alert
    | Settlement
    | NapSettlement
)


_NAMES: dict[type[Event], str] = {
    kind: "settlement" if kind is NapSettlement else "_".join(_WORDS.findall(kind.__name__)).lower()
    for kind in get_args(Event)
}
"""The ``type`` of each kind's lines: ``card_played`` of `CardPlayed`."""
_STAMP = frozenset(("seq", "t", "extra"))
_NULL = {Corrected: {"replacement"}, NapSettlement: {"bidder", "bid", "made"}}
"""Fields in which None says something and is written; all others are left out."""


def type_name(event: Event | type[Event]) -> str:
    """The ``type`` of an event's line in a log; of a kind of events, too."""
    return _NAMES[event if isinstance(event, type) else type(event)]


def to_json(event: Event) -> Json:
    """The event as a JSON object: ``type``, ``seq`` and ``t`` when known, then its own fields."""
    kind = type(event)
    line: Json = {"type": _NAMES[kind]}
    if event.seq is not None:
        line["seq"] = event.seq
    if event.t is not None:
        line["t"] = event.t
    for name in _FIELDS[kind]:
        value = getattr(event, name)
        if value is not None or name in _NULL.get(kind, ()):
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
    kind: Any = _kind(name, data)
    if kind is None:
        return None
    seq, t, (known, readers) = data.get("seq"), data.get("t"), _READERS[kind]
    seq = None if seq is None else reading.whole(seq, where, "'seq'", least=1)
    t = None if t is None else reading.number(t, where, "'t'")
    extra = {key: value for key, value in data.items() if key not in known}
    event: Event = kind(*[read(data, where, key) for key, read in readers], seq=seq, t=t, extra=extra)
    return event


def _kind(name: str, data: Json) -> type[Event] | None:
    """What a line of this type tells; a settlement with a bidder (even none) is one of Nap."""
    if name == "settlement":
        return NapSettlement if "bidder" in data else Settlement
    return _KINDS.get(name)


Line = Mapping[str, Any]
Reader = Callable[[Line, str, str], Any]
"""Reads a field: of a line, at a place as errors call it, by its name."""


def _or_none(read: Reader) -> Reader:
    """The same where the field is there and not null, else None."""
    return lambda data, where, field: None if data.get(field) is None else read(data, where, field)


def _whole(least: int = 0) -> Reader:
    return lambda data, where, field: reading.whole(
        reading.field(data, field, where), where, f"{field!r}", least=least
    )


def _whole_or_0(data: Line, where: str, field: str) -> int:
    return reading.whole(data.get(field, 0), where, f"{field!r}")


def _one_of(values: Sequence[str], expected: str) -> Reader:
    def read(data: Line, where: str, field: str) -> str:
        text = reading.text(data, field, where)
        if text not in values:
            raise BadInput(f"{where}: {field!r} is {reading.shown(text)}, expected {expected}")
        return text

    return read


def _text(data: Line, where: str, field: str) -> str:
    return reading.text(data, field, where)


def _player(data: Line, where: str, field: str) -> str:
    return reading.name(reading.field(data, field, where), where, f"{field!r}")


def _card(data: Line, where: str, field: str) -> Card:
    return reading.card(reading.field(data, field, where), where)


def _suit(data: Line, where: str, field: str) -> str:
    return reading.suit(reading.field(data, field, where), where)


def _cards(data: Line, where: str, field: str) -> tuple[Card, ...]:
    cards = reading.array(reading.field(data, field, where), where, f"{field!r}")
    return tuple(reading.card(card, where, f"{field!r}") for card in cards)


def _truth(data: Line, where: str, field: str) -> bool:
    if not isinstance(data[field], bool):
        raise BadInput(f"{where}: {field!r} is {reading.shown(data[field])}, expected true or false")
    return bool(data[field])


def _confidence(data: Line, where: str, field: str) -> float:
    confidence = reading.number(data.get(field, 1.0), where, "'confidence'")
    if not 0 <= confidence <= 1:
        raise BadInput(f"{where}: 'confidence' is {confidence:g}, expected 0 to 1")
    return confidence


def _boxes(data: Line, where: str, field: str) -> dict[Card, int]:
    return reading.boxes(reading.field(data, field, where), where, f"{field!r}")


def _counted(data: Line, where: str, field: str) -> dict[Card, int]:
    """Chips in those boxes alone that are named."""
    held = _boxes(data, where, field)
    named = {reading.card(box, where, f"{field!r}") for box in data[field]}
    return {box: chips for box, chips in held.items() if box in named}


def _swept(data: Line, where: str, field: str) -> dict[Card, int]:
    boxes = reading.boxes(data.get(field) or {}, where, f"{field!r}")
    return {box: chips for box, chips in boxes.items() if chips}


def _lines(data: Line, where: str, field: str) -> Iterator[Line]:
    for line in reading.array(data.get(field, []), where, f"{field!r}"):
        yield reading.mapping(line, where, f"{field!r}")


def _chips(line: Line, where: str) -> int:
    return reading.whole(line.get("chips"), where, "'chips'")


def _takes(data: Line, where: str, field: str) -> tuple[Take, ...]:
    return tuple(
        Take(_player(line, where, "player"), _card(line, where, "card"), _chips(line, where))
        for line in _lines(data, where, field)
    )


def _payments(data: Line, where: str, field: str) -> tuple[Payment, ...]:
    return tuple(
        Payment(
            _player(line, where, "from"),
            _player(line, where, "to"),
            _chips(line, where),
            reading.text(line, "reason", where, None),
        )
        for line in _lines(data, where, field)
    )


def _net(data: Line, where: str, field: str) -> dict[str, int]:
    net = reading.by_name(reading.field(data, field, where), where, f"{field!r}")
    return {name: int(reading.number(chips, where, f"{field!r}")) for name, chips in net.items()}


def _players(data: Line, where: str, field: str) -> tuple[str, ...]:
    seated = reading.array(reading.field(data, field, where), where, f"{field!r}")
    # Players written as in a table file (objects with a name) are read as well.
    return tuple(
        reading.name(player.get("name") if isinstance(player, dict) else player, where) for player in seated
    )


def _game(data: Line, where: str, field: str) -> str:
    return reading.text(data, field, where, "nain-jaune")


def _rules(data: Line, where: str, field: str) -> str:
    game = _game(data, where, "game")
    return reading.text(data, field, where, "lindor" if game == "nain-jaune" else game)


def _replacement(data: Line, where: str, field: str) -> Event | None:
    line = reading.field(data, field, where)
    event = None if line is None else from_json(line, f"{where}: {field!r}")
    if line is not None and event is None:
        raise BadInput(f"{where}: {field!r}: {reading.shown(line.get('type'))} is no event that we know")
    return event


_READ: dict[str, Reader] = {
    "bid": _one_of(BIDS, f"one of {', '.join(BIDS)}"),
    "bidder": _player,
    "boxes": _boxes,
    "card": _card,
    "cards": _cards,
    "chips": _whole(1),
    "confidence": _confidence,
    "cost": _whole(),
    "count": _whole(),
    "dealer": _player,
    "detail": _text,
    "floater": _truth,
    "game": _game,
    "holds": _truth,
    "kind": _text,
    "leftover": _one_of(LEFTOVER, " or ".join(LEFTOVER)),
    "made": _truth,
    "net": _net,
    "opera": lambda data, where, field: data.get(field) is True,
    "options": lambda data, where, field: dict(reading.mapping(data.get(field) or {}, where, f"{field!r}")),
    "player": _player,
    "players": _players,
    "points": _whole(1),
    "pool": _whole_or_0,
    "round": _whole(1),
    "rules": _rules,
    "stock": lambda data, where, field: reading.stock(data[field], _players(data, where, "players"), where),
    "suit": _suit,
    "swept": _swept,
    "target": _whole(1),
    "to": _player,
    "tricks": _whole_or_0,
    "via": _text,
    "what": _one_of(NOTES, " or ".join(NOTES)),
    "why": _text,
    "winner": _player,
    **dict.fromkeys(("takes", "missed_calls", "betes"), _takes),
    **dict.fromkeys(("payments", "transfers"), _payments),
}
"""By its name how a field is read; one that may be None need not be there."""
_OTHERWISE: dict[tuple[type[Event], str], Reader] = {
    (AntesSeen, "boxes"): _counted,
    (Corrected, "replacement"): _replacement,
    (NapSettlement, "bid"): _or_none(_one_of(BIDS[1:], f"one of {', '.join(BIDS[1:])}")),
}
"""Where an event's field is read in a way of its own."""


def _reader(kind: type[Event], field: dataclasses.Field[Any]) -> Reader:
    own = _OTHERWISE.get((kind, field.name))
    if own is not None:
        return own
    read = _READ[field.name]
    return _or_none(read) if "None" in str(field.type) else read


_FIELDS = {
    kind: {field.name: _reader(kind, field) for field in dataclasses.fields(kind) if field.name not in _STAMP}
    for kind in _NAMES
}
_READERS = {kind: ({"type", "seq", "t", *own}, tuple(own.items())) for kind, own in _FIELDS.items()}
"""Of each kind the keys that it knows, and what reads its own, in their order."""
_KINDS = {name: kind for kind, name in _NAMES.items()} | {"announced_hoc": Called}
