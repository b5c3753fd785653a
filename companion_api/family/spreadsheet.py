"""Past evenings as spreadsheets have them: CSV with a line per round and player, out and in.

What we write reads back the same. What people keep themselves, or what a spreadsheet has made of
our file, is read as far as it can mean one thing only: commas, semicolons or tabs, days as
``24/12/2026``, whole numbers as ``1 234`` or ``12,00``.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from companion_api.family.past import Past, when
from companion_api.store import Foreign
from engine import reading
from engine.cards import parse_card
from engine.errors import BadInput
from engine.evening import history
from engine.events import (
    AnySettlement,
    EveningEnded,
    GameStarted,
    NapSettlement,
    Settlement,
    Take,
    to_json,
)
from engine.games.game import GAMES

COLUMNS = ("evening", "started", "game", "rules", "round", "dealer", "player", "won", "opera", "net",
           "chips", "boxes", "forgotten", "betes", "longest", "leftover")  # fmt: skip
"""``evening``: which lines belong together; ``boxes``, ``forgotten`` and ``betes`` read ``QS:12 KH:4``
(card:chips), ``leftover``: what a player got out of the boxes when the evening ended, on its last lines."""
NEEDED = ("started", "round", "player", "net")
LARGEST = 10**9
"""No number of chips is larger."""
MOST_ROUNDS = 10_000
FIRST, LAST = datetime(1700, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
"""Between these a Unix time holds microseconds exactly, so that a moment reads back as it was written."""
_FORMULA = re.compile(
    r"[\s\x00-\x1f\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212]|[\t\r\n]"
)
"""How a cell begins that some spreadsheet calculates: also after blanks, and in full width."""
_WHOLE = re.compile(r"([+-]?\d{1,12})(?:[.,]0{1,2})?")
_DAY = re.compile(r"(\d{1,2})([./])(\d{1,2})\2(\d{4})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?")


def to_csv(past: Iterable[Past]) -> str:
    """A line per evening, round and player, under `COLUMNS`."""
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\n")
    lines.writerow(COLUMNS)
    for number, one in enumerate(past, start=1):
        for row in _rows(one):
            lines.writerow((number, when(one.stored.started), *row))
    return written.getvalue()


def _rows(one: Past) -> Iterator[tuple[str | int, ...]]:
    played = one.played
    for each in played.rounds:
        ends = each is played.rounds[-1]
        for player in played.players:
            yield (
                shielded(played.game), shielded(played.rules), each.number, shielded(each.dealer),
                shielded(player), int(each.winner == player), int(each.opera and each.winner == player),
                each.net.get(player, 0), each.chips[player], _takes(each.takes, player),
                _takes(each.missed, player), _takes(each.betes, player), each.longest.get(player, 0),
                played.shares.get(player, 0) if ends else 0,
            )  # fmt: skip


def _takes(takes: Iterable[Take], player: str) -> str:
    return " ".join(f"{take.card.code}:{take.chips}" for take in takes if take.player == player)


def shielded(text: str) -> str:
    """A text that no spreadsheet takes for a formula: it gets an apostrophe, as one types it there."""
    return f"'{text}" if _calculated(text) else text


def unshielded(text: str) -> str:
    """What `shielded` made its text of."""
    return text[1:] if text.startswith("'") and _calculated(text[1:]) else text


def _calculated(text: str) -> bool:
    # What looks shielded already gets one more: otherwise it would lose its own.
    return _FORMULA.match(text.lstrip("'")) is not None


def from_csv(text: str, where: str) -> Iterator[Foreign]:
    """The evenings of a CSV file.

    Raises:
        BadInput: a column is missing, or a cell does not say what it must.
    """
    evenings: dict[str, list[_Line]] = {}
    for line in _lines(text, where):
        evenings.setdefault(line.cells.get("evening") or line.cells.get("started", ""), []).append(line)
    for lines in evenings.values():
        yield _evening(lines)


@dataclass(frozen=True, slots=True)
class _Line:
    """One line.

    Attributes:
        where: what to call it in an error.
        cells: those that are not empty, by column.
        day_first: it comes from a country where 2/1 is the second of January.
    """

    where: str
    cells: dict[str, str]
    day_first: bool

    def text(self, column: str, default: str) -> str:
        """A cell of text, as it was before it was shielded, in one spelling."""
        cell = unshielded(self.cells.get(column, default))
        return reading.name(cell, self.where, f"{column!r}")

    def whole(self, column: str, least: int = -LARGEST, largest: int = LARGEST) -> int:
        """A whole number; 0 where the cell is empty and need not be there."""
        if column not in self.cells:
            if column in NEEDED:
                raise BadInput(f"{self.where}: {column!r} is missing, expected a whole number")
            return 0
        cell = self.cells[column]
        found = _WHOLE.fullmatch(re.sub(r"\s", "", cell).replace("\u2212", "-"))
        if found is None:
            raise BadInput(f"{self.where}: {column!r} is {reading.shown(cell)}, expected a whole number")
        if not least <= int(found[1]) <= largest:
            raise BadInput(f"{self.where}: {column!r} is {found[1]}, expected {least} to {largest}")
        return int(found[1])

    def takes(self, column: str, player: str) -> Iterator[Take]:
        """Boxes and chips: ``QS:12 KH:4``."""
        for word in self.cells.get(column, "").split():
            code, _, chips = word.partition(":")
            try:
                if not re.fullmatch(r"\d{1,9}", chips):
                    raise BadInput("no number of chips")
                yield Take(player, parse_card(code), int(chips))
            except BadInput:
                shown = reading.shown(word)
                expected = "expected card:chips such as QS:12"
                raise BadInput(f"{self.where}: {column!r}: {shown}, {expected}") from None


def _lines(text: str, where: str) -> Iterator[_Line]:
    """The lines below the head, whatever separates their cells."""
    text = text.lstrip("\ufeff")
    if hint := re.match(r'"?sep=(.)"?[ ;,\t]*\n', text):  # spreadsheets understand that, and write it
        text = text[hint.end() :]
    head = text.split("\n", 1)[0]
    between = max(",;\t", key=lambda sign: len(set(_split(head, sign)) & set(COLUMNS)))
    columns = _split(head, between)
    for name in NEEDED:
        if name not in columns:
            raise BadInput(f"{where}: column {name!r} is missing, expected {', '.join(COLUMNS)}")
    cells = csv.reader(io.StringIO(text), delimiter=between)
    try:
        next(cells)
        for row in cells:
            here = f"{where} line {cells.line_num}"
            filled_in = [cell.strip() for cell in row]
            if any(filled_in[len(columns) :]):
                raise BadInput(f"{here}: {len(row)} cells, expected {len(columns)}")
            if filled := {name: cell for name, cell in zip(columns, filled_in, strict=False) if cell}:
                yield _Line(here, filled, day_first=between == ";")
    except csv.Error as error:
        raise BadInput(f"{where} line {cells.line_num + 1}: {error}, expected past evenings, CSV") from None


def _split(head: str, between: str) -> list[str]:
    try:
        return [name.strip().lower() for name in next(csv.reader([head], delimiter=between), [])]
    except csv.Error:
        return []


def _evening(lines: Sequence[_Line]) -> Foreign:
    first = lines[0]
    players = list(dict.fromkeys(line.text("player", "") for line in lines))
    rounds: dict[int, dict[str, _Line]] = {}
    for line in lines:
        number, player = line.whole("round", 1, MOST_ROUNDS), line.text("player", "")
        if player in rounds.setdefault(number, {}):
            raise BadInput(f"{line.where}: {player} is told twice in round {number}")
        rounds[number][player] = line
    game = first.text("game", "nain-jaune")
    settled = [_settlement(game, number, rounds[number], players) for number in sorted(rounds)]
    begun = GameStarted(
        game, first.text("rules", "lindor"), {}, tuple(players), _stock(rounds[min(rounds)], players),
        extra={history.IMPORTED: True},
    )  # fmt: skip
    events = [begun, *settled, *_ended(rounds.values())]
    started = moment(first.cells.get("started"), first.where, day_first=first.day_first)
    return Foreign(started, {}, [to_json(event) for event in events])


def _stock(lines: dict[str, _Line], players: Sequence[str]) -> dict[str, int] | None:
    """Chips before the first round, where they are told of everybody."""
    stock = {}
    for player, line in lines.items():
        if "chips" in line.cells:
            stock[player] = line.whole("chips") - line.whole("net")
            if stock[player] < 0:
                raise BadInput(f"{line.where}: 'chips' less 'net' is {stock[player]}, expected 0 or more")
    return stock if set(stock) == set(players) and any(stock.values()) else None


def _settlement(game: str, number: int, lines: dict[str, _Line], players: Sequence[str]) -> AnySettlement:
    first = next(iter(lines.values()))
    net = {player: line.whole("net") for player, line in lines.items()}
    winner = _winner(game, number, lines, net)
    dealer = first.text("dealer", players[-1])
    longest = {player: line.whole("longest", 0) for player, line in lines.items()}
    extra = {history.LONGEST: {player: cards for player, cards in longest.items() if cards}}

    def takes(column: str) -> tuple[Take, ...]:
        return tuple(take for player, line in lines.items() for take in line.takes(column, player))

    if winner is None:
        return NapSettlement(number, dealer, None, None, None, 0, None, (), 0, net, (), extra=extra)
    opera = any(line.whole("opera", 0, 1) for line in lines.values())
    return Settlement(
        number, dealer, winner, opera, takes("boxes"), takes("forgotten"), takes("betes"), {}, (), {}, net,
        (), extra=extra,
    )  # fmt: skip


def _winner(game: str, number: int, lines: dict[str, _Line], net: dict[str, int]) -> str | None:
    """Who won a round; where the column is empty, who won most chips; None: nobody, at Nap."""
    winners = [player for player, line in lines.items() if line.whole("won", 0, 1)]
    first = next(iter(lines.values()))
    if len(winners) > 1:
        raise BadInput(f"{first.where}: round {number} has {len(winners)} winners, expected one")
    if winners:
        return winners[0]
    if all("won" not in line.cells for line in lines.values()):
        return max(net, key=lambda player: net[player])
    if any(module.BOARD for (kind, _), module in GAMES.items() if kind == game):
        raise BadInput(f"{first.where}: round {number} has no winner, expected a 1 under 'won', or nothing")
    return None


def _ended(rounds: Iterable[dict[str, _Line]]) -> Iterator[EveningEnded]:
    """The end of an evening at which the boxes gave something out."""
    shares: dict[str, int] = {}
    for lines in rounds:
        for player, line in lines.items():
            if chips := line.whole("leftover", 0):
                shares[player] = shares.get(player, 0) + chips
    if shares:
        yield EveningEnded(extra={history.SHARES: shares})


def moment(value: object, where: str, *, day_first: bool = False) -> float:
    """A moment as Unix time: ``2026-12-24T20:15:00Z``, a day, or the days of French and German spreadsheets.

    Raises:
        BadInput: it is none, or before `FIRST` or after `LAST`.
    """
    try:
        written = str(value).strip()
        found = _local(written, day_first) or datetime.fromisoformat(written)
        found = found if found.tzinfo else found.replace(tzinfo=UTC)
        if FIRST <= found < LAST:
            return found.timestamp()
    except (ValueError, OverflowError):
        pass
    expected = f"2026-12-24T20:15:00Z, of the years {FIRST.year} to {LAST.year - 1}"
    raise BadInput(f"{where}: 'started' is {reading.shown(value)}, expected {expected}")


def _local(written: str, day_first: bool) -> datetime | None:
    """``24/12/2026 20:15``: the day comes first; refused where it might be the month."""
    found = _DAY.fullmatch(written)
    if found is None:
        return None
    day, sign, month, year, *hours = found.groups()
    if sign == "/" and not day_first and int(day) <= 12 and day != month:
        raise ValueError("day or month?")
    hour, minute, second = (int(part or 0) for part in hours)
    return datetime(int(year), int(month), int(day), hour, minute, second)
