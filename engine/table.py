"""The table that people sit at, as a table file (``T.json``) tells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import hypot
from typing import Any

from engine import reading
from engine.boards import Board
from engine.boundaries import Point, Quad
from engine.cards import HONOURS, Card
from engine.errors import BadInput
from engine.evening import terms
from engine.evening.terms import Terms
from engine.events import GameStarted, RoundStarted
from engine.games import game
from engine.money import ledger
from engine.money.ledger import ChipKind

_SAME_PLACE = 1.0
"""Two seats nearer than this (pixels) are one."""
_SMALLEST_QUAD = 16.0
"""Area (square pixels) below which four corners are no board and no box."""
COLOURS = 8
"""How many colours players can have."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits where.

    Attributes:
        name: as people say it; unique at the table.
        seat: the table's edge in front of the player, in pixels of the film; it may lie
            outside the picture. None when it is still to be learned.
        colour: 0 to 7, in which phones show him; None: by his place.
    """

    name: str
    seat: Point | None = None
    colour: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it stands before a round.

    Attributes:
        game, rules: e.g. ``"nain-jaune"`` and ``"lindor"``.
        options: the house rules asked for, checked.
        dealer: who deals this round.
        players: in playing order.
        board: outer corners at K♥, Q♠, J♣, 10♦, in that order, in pixels; None: to be found.
        box_quads: four corners of each box where they do not lie at the board's corners and
            middle; empty otherwise.
        size: width and height of the film that all places refer to, None when not told.
        boxes: chips in each box before this round's antes.
        chips: the kinds of chips in use, by rising value.
        stock: chips of each player when the evening began, None when not told.
        deck: name of the pack in use, if it was learnt (`nainjaune deck learn`).
        terms: what else people agreed on.
        guided: the first round is told sentence by sentence, for people who have never played.
    """

    game: str
    rules: str
    options: Mapping[str, Any]
    dealer: str
    players: tuple[Player, ...]
    board: Quad | None
    box_quads: Mapping[Card, Quad]
    size: tuple[int, int] | None
    boxes: Mapping[Card, int]
    chips: tuple[ChipKind, ...]
    stock: Mapping[str, int] | None = None
    deck: str | None = None
    terms: Terms = field(default_factory=Terms)
    guided: bool = False

    @property
    def honours(self) -> Board:
        """The cards that have a box, in the order of `GameRules.BOARD`."""
        return game.find(self.game, self.rules, "the table").BOARD

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in playing order."""
        return tuple(player.name for player in self.players)

    def game_started(self) -> GameStarted:
        """The event that begins an evening at this table; it tells chips that are not the usual ones."""
        agreed = terms.to_json(self.terms)
        value = ledger.values(self.chips)
        if value != ledger.values(ledger.read_kinds(None, "", self.options.get("fiche"))):
            agreed["chips"] = {kind: {"value": each} for kind, each in value.items()}
        return GameStarted(self.game, self.rules, self.options, self.names, self.stock, extra=agreed)

    def round_started(self) -> RoundStarted:
        """The event that begins this round; it tells the boxes where the game has some."""
        return RoundStarted(self.dealer, self.boxes if self.honours else None)


def table_from_json(data: object, where: str, size: tuple[int, int] | None = None) -> Table:
    """Read and check a table.

    Args:
        data: the parsed JSON of a table file.
        where: what to call it in an error, e.g. ``"T.json"``.
        size: width and height of the film it is used with; None: not checked.

    Raises:
        BadInput: something is missing, wrong or contradictory; one line that says what.
    """
    fields = reading.mapping(data, where, "the table")
    name = reading.text(fields, "game", where, "nain-jaune")
    rules = reading.text(fields, "rules", where, "lindor")
    module = game.find(name, rules, where)
    options = dict(reading.mapping(fields.get("options") or {}, where, "'options'"))
    module.read_options(options, f"{where}: 'options'")
    players = _players(reading.field(fields, "players", where), where)
    names = tuple(player.name for player in players)
    if len(players) not in module.DEAL:
        expected = reading.counts(module.DEAL)
        raise BadInput(f"{where}: {len(players)} players, expected {expected} for {name} / {rules}")
    dealer = reading.name(reading.field(fields, "dealer", where), where, "'dealer'")
    if dealer not in names:
        raise BadInput(f"{where}: the dealer {dealer!r} does not play, expected one of {', '.join(names)}")
    board, honours = fields.get("board"), module.BOARD or HONOURS
    chips = ledger.read_kinds(fields.get("chips"), where, options.get("fiche"))
    agreed = terms.read_terms(fields, where, chips)
    return Table(
        game=name,
        rules=rules,
        options=options,
        dealer=dealer,
        players=players,
        board=None if board is None else _quad(board, where, "'board'"),
        box_quads=_box_quads(fields.get("box_quads"), where, honours, on_board=board is not None),
        size=_size(fields.get("size"), where, size),
        boxes=reading.boxes(fields.get("boxes") or {}, where, board=honours),
        chips=chips,
        deck=reading.text(fields, "deck", where, None),
        stock=_stock(fields.get("stock"), names, where, agreed.stock(ledger.values(chips))),
        terms=agreed,
        guided=_truth(fields.get("guided"), where),
    )


def _truth(value: object, where: str) -> bool:
    if value is not None and not isinstance(value, bool):
        raise BadInput(f"{where}: 'guided' is {reading.shown(value)}, expected true or false")
    return bool(value)


def one_spelling(data: Mapping[str, Any]) -> dict[str, Any]:
    """A table as JSON values with its players' names as `reading.one_spelling` has them.

    For tables that are kept or handed on as they were told; anything wrong is left for `table_from_json`.
    """
    fields = dict(data)
    if isinstance(fields.get("players"), list):
        fields["players"] = [_spelt(player) for player in fields["players"]]
    for field_ in ("dealer", "rules", "deck"):
        if isinstance(fields.get(field_), str):
            fields[field_] = reading.one_spelling(fields[field_])
    return fields


def _spelt(player: Any) -> Any:
    if isinstance(player, Mapping) and isinstance(player.get("name"), str):
        return {**player, "name": reading.one_spelling(player["name"])}
    return reading.one_spelling(player) if isinstance(player, str) else player


def _stock(value: object, names: tuple[str, ...], where: str, worth: int | None) -> Mapping[str, int] | None:
    """Chips of each player; where the pieces were told, they say the same."""
    stock = reading.stock(value, names, where)
    if worth is None:
        return stock
    if stock is not None and any(chips != worth for chips in stock.values()):
        raise BadInput(f"{where}: 'stock' is {reading.shown(value)}, but 'stock_chips' are worth {worth}")
    return dict.fromkeys(names, worth)


def _players(value: object, where: str) -> tuple[Player, ...]:
    players: list[Player] = []
    for line in reading.array(value, where, "'players'"):
        fields = {"name": line} if isinstance(line, str) else reading.mapping(line, where, "a player")
        name = reading.name(reading.field(fields, "name", where), where)
        seat = fields.get("seat")
        place = None if seat is None else _point(seat, where, f"the seat of {name}")
        for other in players:
            if other.name == name:
                raise BadInput(f"{where}: {name} sits twice at the table, expected each player once")
            if (
                place
                and other.seat
                and hypot(place[0] - other.seat[0], place[1] - other.seat[1]) < _SAME_PLACE
            ):
                raise BadInput(
                    f"{where}: {other.name} and {name} have the same seat "
                    f"({place[0]:g}, {place[1]:g}), expected two places"
                )
        colour = fields.get("colour")
        if colour is not None:
            colour = reading.whole(colour, where, f"the colour of {name}")
            if colour >= COLOURS:
                raise BadInput(f"{where}: the colour of {name} is {colour}, expected 0 to {COLOURS - 1}")
        players.append(Player(name, place, colour))
    return tuple(players)


def _point(value: object, where: str, what: str) -> Point:
    pair = reading.array(value, where, what)
    if len(pair) != 2:
        raise BadInput(f"{where}: {what} is {reading.shown(value)}, expected [x, y]")
    return reading.number(pair[0], where, what), reading.number(pair[1], where, what)


def _quad(value: object, where: str, what: str) -> Quad:
    corners = reading.array(value, where, what)
    if len(corners) != 4:
        raise BadInput(f"{where}: {what} has {len(corners)} corners, expected four")
    a, b, c, d = (_point(corner, where, what) for corner in corners)
    turns = [_turn(a, b, c), _turn(b, c, d), _turn(c, d, a), _turn(d, a, b)]
    if not (all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)):
        raise BadInput(
            f"{where}: {what}: the corners cross or lie on a line, expected them in order round it"
        )
    if abs(turns[0] + turns[2]) / 2 < _SMALLEST_QUAD:
        raise BadInput(f"{where}: {what}: the corners lie too close together")
    return a, b, c, d


def _turn(a: Point, b: Point, c: Point) -> float:
    """Twice the signed area of a triangle."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _box_quads(value: object, where: str, honours: Board, *, on_board: bool) -> dict[Card, Quad]:
    """The boxes' places; where the board's is told it tells those of the boxes left out."""
    if value is None:
        return {}
    quads: dict[Card, Quad] = {}
    for name, corners in reading.mapping(value, where, "'box_quads'").items():
        box = reading.card(name, where, "'box_quads'")
        if box not in honours or box in quads:
            raise BadInput(
                f"{where}: 'box_quads': {name!r}, expected each of {', '.join(c.code for c in honours)} once"
            )
        quads[box] = _quad(corners, where, f"'box_quads': {name}")
    missing = [box.code for box in honours if box not in quads]
    if missing and not on_board:
        lacking = ", ".join(missing)
        raise BadInput(f"{where}: 'box_quads': {lacking} missing, expected every box, or 'board' too")
    return quads


def _size(value: object, where: str, film: tuple[int, int] | None) -> tuple[int, int] | None:
    if value is None:
        return None
    pair = reading.array(value, where, "'size'")
    if len(pair) != 2:
        raise BadInput(f"{where}: 'size' is {reading.shown(value)}, expected [width, height]")
    width, height = (reading.whole(each, where, "'size'", least=1) for each in pair)
    if film is not None and (width, height) != tuple(film):
        raise BadInput(f"{where}: 'size' is {width}×{height}, but the picture is {film[0]}×{film[1]}")
    return width, height
