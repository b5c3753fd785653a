"""What happened at the table: frozen events, one per line of a log.

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
from engine.cards import Card
from engine.errors import BadInput

Json = dict[str, Any]
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
    GameStarted: "game_started",
    RoundStarted: "round_started",
    AntesSeen: "antes_seen",
    CardPlayed: "card_played",
    Called: "called",
    BoxTaken: "box_taken",
    HandShown: "hand_shown",
    Bid: "bid",
    FloaterSeen: "floater_seen",
    Exchanged: "exchanged",
    Fined: "fined",
    Claimed: "claimed",
    TrumpNamed: "trump_named",
    Paid: "paid",
    Noted: "noted",
    EveningEnded: "evening_ended",
    Corrected: "corrected",
    Alert: "alert",
    Settlement: "settlement",
    NapSettlement: "settlement",
}
_STAMP = frozenset(("seq", "t", "extra"))
_WRITTEN = {kind: tuple(f.name for f in dataclasses.fields(kind) if f.name not in _STAMP) for kind in _NAMES}
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
    for name in _WRITTEN[kind]:
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
    kind = _kind(name, data)
    if kind is None:
        return None
    known = _WRITTEN[kind]
    seq, t = data.get("seq"), data.get("t")
    return _READERS[kind](
        data,
        where,
        {
            "seq": None if seq is None else reading.whole(seq, where, "'seq'", least=1),
            "t": None if t is None else reading.number(t, where, "'t'"),
            "extra": {key: value for key, value in data.items() if key not in known and key not in _OF_ALL},
        },
    )


def _kind(name: str, data: Json) -> type[Event] | None:
    """What a line of this type tells; a settlement with a bidder (even none) is one of Nap."""
    if name == "settlement":
        return NapSettlement if "bidder" in data else Settlement
    return _KINDS.get(name)


def _game_started(data: Json, where: str, stamp: Json) -> GameStarted:
    seated = reading.array(reading.field(data, "players", where), where, "'players'")
    # Players written as in a table file (objects with a name) are read as well.
    players = tuple(
        reading.name(player.get("name") if isinstance(player, dict) else player, where) for player in seated
    )
    game = reading.text(data, "game", where, "nain-jaune")
    return GameStarted(
        game=game,
        rules=reading.text(data, "rules", where, "lindor" if game == "nain-jaune" else game),
        options=dict(reading.mapping(data.get("options") or {}, where, "'options'")),
        players=players,
        stock=reading.stock(data.get("stock"), players, where),
        **stamp,
    )


def _round_started(data: Json, where: str, stamp: Json) -> RoundStarted:
    boxes = data.get("boxes")
    return RoundStarted(
        dealer=_player(data, where, "dealer"),
        boxes=None if boxes is None else reading.boxes(boxes, where),
        **stamp,
    )


def _antes_seen(data: Json, where: str, stamp: Json) -> AntesSeen:
    counted = reading.mapping(reading.field(data, "boxes", where), where, "'boxes'")
    held = reading.boxes(counted, where)
    named = {reading.card(name, where, "'boxes'") for name in counted}
    return AntesSeen(boxes={box: chips for box, chips in held.items() if box in named}, **stamp)


def _player_and_card(data: Mapping[str, Any], where: str) -> tuple[str, Card]:
    return _player(data, where), reading.card(reading.field(data, "card", where), where)


def _player(data: Mapping[str, Any], where: str, name: str = "player") -> str:
    return reading.name(reading.field(data, name, where), where, f"{name!r}")


def _player_or_none(data: Mapping[str, Any], where: str, name: str = "player") -> str | None:
    return None if data.get(name) is None else _player(data, where, name)


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
    points = data.get("points")
    return HandShown(
        _player(data, where),
        tuple(reading.card(card, where, "'cards'") for card in cards),
        None if points is None else reading.whole(points, where, "'points'", least=1),
        **stamp,
    )


def _corrected(data: Json, where: str, stamp: Json) -> Corrected:
    target = reading.whole(reading.field(data, "target", where), where, "'target'", least=1)
    line = reading.field(data, "replacement", where)
    replacement = None if line is None else from_json(line, f"{where}: 'replacement'")
    if line is not None and replacement is None:
        raise BadInput(f"{where}: 'replacement': {reading.shown(line.get('type'))} is no event that we know")
    return Corrected(target, replacement, **stamp)


def _paid(data: Json, where: str, stamp: Json) -> Paid:
    card = data.get("card")
    return Paid(
        player=_player(data, where),
        chips=reading.whole(reading.field(data, "chips", where), where, "'chips'", least=1),
        to=_player_or_none(data, where, "to"),
        card=None if card is None else reading.card(card, where),
        **stamp,
    )


def _noted(data: Json, where: str, stamp: Json) -> Noted:
    what = reading.text(data, "what", where)
    if what not in NOTES:
        raise BadInput(f"{where}: 'what' is {reading.shown(what)}, expected {' or '.join(NOTES)}")
    return Noted(what, _player_or_none(data, where), _truth(data, "holds", where), **stamp)


def _evening_ended(data: Json, where: str, stamp: Json) -> EveningEnded:
    leftover = reading.text(data, "leftover", where, None)
    if leftover is not None and leftover not in LEFTOVER:
        raise BadInput(f"{where}: 'leftover' is {reading.shown(leftover)}, expected {' or '.join(LEFTOVER)}")
    return EveningEnded(leftover, **stamp)


def _alert(data: Json, where: str, stamp: Json) -> Alert:
    card = data.get("card")
    return Alert(
        kind=reading.text(data, "kind", where),
        player=_player_or_none(data, where),
        card=None if card is None else reading.card(card, where),
        detail=reading.text(data, "detail", where, None),
        **stamp,
    )


def _bid_of(data: Json, where: str, names: tuple[str, ...]) -> str:
    bid = reading.text(data, "bid", where)
    if bid not in names:
        raise BadInput(f"{where}: 'bid' is {reading.shown(bid)}, expected one of {', '.join(names)}")
    return bid


def _bid(data: Json, where: str, stamp: Json) -> Bid:
    return Bid(
        _player(data, where),
        _bid_of(data, where, BIDS),
        _truth(data, "floater", where),
        **stamp,
    )


def _truth(data: Json, name: str, where: str) -> bool | None:
    value = data.get(name)
    if value is not None and not isinstance(value, bool):
        raise BadInput(f"{where}: {name!r} is {reading.shown(value)}, expected true or false")
    return value


def _floater_seen(data: Json, where: str, stamp: Json) -> FloaterSeen:
    return FloaterSeen(_player(data, where), **stamp)


def _exchanged(data: Json, where: str, stamp: Json) -> Exchanged:
    cost = data.get("cost")
    return Exchanged(
        _player(data, where),
        reading.whole(reading.field(data, "count", where), where, "'count'"),
        None if cost is None else reading.whole(cost, where, "'cost'"),
        **stamp,
    )


def _fined(data: Json, where: str, stamp: Json) -> Fined:
    return Fined(
        _player(data, where),
        reading.whole(reading.field(data, "chips", where), where, "'chips'", least=1),
        reading.text(data, "why", where, None),
        **stamp,
    )


def _claimed(data: Json, where: str, stamp: Json) -> Claimed:
    return Claimed(_player(data, where), **stamp)


def _trump_named(data: Json, where: str, stamp: Json) -> TrumpNamed:
    suit = reading.suit(reading.field(data, "suit", where), where)
    return TrumpNamed(_player(data, where), suit, **stamp)


def _payments(data: Json, name: str, where: str) -> tuple[Payment, ...]:
    lines = reading.array(data.get(name, []), where, f"{name!r}")
    return tuple(
        Payment(
            _player(line, where, "from"),
            _player(line, where, "to"),
            reading.whole(line.get("chips"), where, "'chips'"),
            reading.text(line, "reason", where, None),
        )
        for line in (reading.mapping(line, where, f"{name!r}") for line in lines)
    )


def _net(data: Json, where: str) -> dict[str, int]:
    net = reading.by_name(reading.field(data, "net", where), where, "'net'")
    return {name: int(reading.number(chips, where, "'net'")) for name, chips in net.items()}


def _settlement(data: Json, where: str, stamp: Json) -> Settlement:
    def takes(name: str) -> tuple[Take, ...]:
        lines = reading.array(data.get(name, []), where, f"{name!r}")
        return tuple(
            Take(*_player_and_card(line, where), chips=reading.whole(line.get("chips"), where, "'chips'"))
            for line in (reading.mapping(line, where, f"{name!r}") for line in lines)
        )

    swept = reading.mapping(data.get("swept") or {}, where, "'swept'")
    return Settlement(
        round=reading.whole(reading.field(data, "round", where), where, "'round'", least=1),
        dealer=_player(data, where, "dealer"),
        winner=_player(data, where, "winner"),
        opera=data.get("opera") is True,
        takes=takes("takes"),
        missed_calls=takes("missed_calls"),
        betes=takes("betes"),
        swept={box: chips for box, chips in reading.boxes(swept, where, "'swept'").items() if chips},
        payments=_payments(data, "payments", where),
        boxes=reading.boxes(reading.field(data, "boxes", where), where),
        net=_net(data, where),
        transfers=_payments(data, "transfers", where),
        **stamp,
    )


def _nap_settlement(data: Json, where: str, stamp: Json) -> NapSettlement:
    return NapSettlement(
        round=reading.whole(reading.field(data, "round", where), where, "'round'", least=1),
        dealer=_player(data, where, "dealer"),
        bidder=_player_or_none(data, where, "bidder"),
        bid=None if data.get("bid") is None else _bid_of(data, where, BIDS[1:]),
        floater=_truth(data, "floater", where),
        tricks=reading.whole(data.get("tricks", 0), where, "'tricks'"),
        made=_truth(data, "made", where),
        payments=_payments(data, "payments", where),
        pool=reading.whole(data.get("pool", 0), where, "'pool'"),
        net=_net(data, where),
        transfers=_payments(data, "transfers", where),
        **stamp,
    )


_READERS: dict[type[Event], Callable[[Json, str, Json], Event]] = {
    GameStarted: _game_started,
    RoundStarted: _round_started,
    AntesSeen: _antes_seen,
    CardPlayed: _card_played,
    Called: _called,
    BoxTaken: _box_taken,
    HandShown: _hand_shown,
    Bid: _bid,
    FloaterSeen: _floater_seen,
    Exchanged: _exchanged,
    Fined: _fined,
    Claimed: _claimed,
    TrumpNamed: _trump_named,
    Paid: _paid,
    Noted: _noted,
    EveningEnded: _evening_ended,
    Corrected: _corrected,
    Alert: _alert,
    Settlement: _settlement,
    NapSettlement: _nap_settlement,
}
_KINDS = {name: kind for kind, name in _NAMES.items()} | {"announced_hoc": Called}
_OF_ALL = frozenset(("type", "seq", "t"))
