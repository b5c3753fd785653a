"""What a club's tables have told comes to: who leads where, and who over all of them. Pure.

An evening at a table is one round of the club's. Rules are the engine's to know (`engine.evening.history`):
here chips won are added up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from companion_api.family.past import fold
from companion_api.games.views import read
from engine.errors import BadInput, IllegalEvent
from engine.evening.reckoning import stopped
from engine.events import CardPlayed, Event, NapSettlement, RoundStarted, Settlement
from engine.games import game

CARDS = frozenset({"card_played", "alert", "called", "box_taken", "antes_seen"})
"""Events after which nothing but the number of cards changes on a board."""


@dataclass(frozen=True, slots=True)
class Played:
    """One evening at one table, as far as it has come.

    Attributes:
        players: in playing order.
        won: chips that each has won less those lost, over the settled rounds.
        settled: rounds that are.
        cards: laid since the last of them.
        ended: people have ended it.
    """

    players: tuple[str, ...] = ()
    won: Mapping[str, int] = field(default_factory=dict)
    settled: int = 0
    cards: int = 0
    ended: bool = False

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who has won most; nobody before a round is settled."""
        highest = max(self.won.values(), default=0)
        return tuple(name for name in self.players if self.won.get(name) == highest) if self.settled else ()


class Folding:
    """One evening of one table, folded as it comes.

    Args:
        players: by its setup, as long as no event says so.
    """

    def __init__(self, players: Sequence[str]) -> None:
        self._events: dict[int, Event] = {}
        self._last = 0
        self.played = Played(tuple(players))

    @property
    def begun(self) -> bool:
        """Whether anything has happened in it."""
        return self._last > 0

    def take(self, lines: Iterable[Mapping[str, Any]]) -> None:
        """Further events, or ones that were told anew, each with its ``seq``."""
        further = list(lines)
        plain = all(line["seq"] > self._last and line.get("type") in CARDS for line in further)
        for line in further:
            self._last = max(self._last, line["seq"])
            for event in read([line]):
                self._events[line["seq"]] = event
        if plain:
            laid = sum(line["type"] == "card_played" for line in further)
            self.played = replace(self.played, cards=self.played.cards + laid)
        else:
            self._fold()

    def _fold(self) -> None:
        events = [event for _, event in sorted(self._events.items())]
        try:
            done = fold(events)
            ended = stopped([event for _, event in game.in_force(events)]) is not None
        except (BadInput, IllegalEvent):
            return  # of a later version: what was known stays
        if done is not None:
            laid = _since_last(events)
            self.played = Played(done.players, dict(done.score.won), len(done.rounds), laid, ended)


def _since_last(events: Sequence[Event]) -> int:
    """Cards laid since a round began or was settled."""
    count = 0
    for event in events:
        if isinstance(event, RoundStarted | Settlement | NapSettlement):
            count = 0
        count += isinstance(event, CardPlayed)
    return count


@dataclass(frozen=True, slots=True)
class Line:
    """One player in a ranking.

    Attributes:
        place: from 1; equal ones share it.
        name: who.
        won: chips won over all rounds.
        rounds: chips won in each round of the club, in order; None: he did not play in it.
        first: tables at which he won most.
    """

    place: int
    name: str
    won: int
    rounds: tuple[int | None, ...]
    first: int


def counted(seats: Mapping[str, Sequence[str]], at: Mapping[str, Played]) -> list[Played]:
    """What counts of a round of the club: each player once, at the table at which he was drawn if he plays
    there; what another table tells of him counts for nobody.

    Args:
        seats: players drawn, by table.
        at: what was played, by table.
    """
    home = {name: table for table, drawn in seats.items() if table in at for name in drawn}
    home = {name: table for name, table in home.items() if name in at[table].players}
    found: list[Played] = []
    for table, one in sorted(at.items()):
        theirs = tuple(name for name in one.players if home.setdefault(name, table) == table)
        found.append(replace(one, players=theirs))
    return found


def ranking(rounds: Sequence[Iterable[Played]]) -> list[Line]:
    """Everybody who played in these rounds: by chips won, then by tables at which he led.

    Args:
        rounds: the evenings at the tables, by round of the club.
    """
    won: Counter[str] = Counter()
    first: Counter[str] = Counter()
    chips: dict[str, list[int | None]] = {}
    for number, played in enumerate(rounds):
        for one in played:
            for name in one.players:
                mine = chips.setdefault(name, [None] * len(rounds))
                mine[number] = (mine[number] or 0) + one.won.get(name, 0)
                won[name] += one.won.get(name, 0)
                first[name] += name in one.leaders
    order = sorted(chips, key=lambda name: (-won[name], -first[name], name))
    lines: list[Line] = []
    for number, name in enumerate(order, start=1):
        before = lines[-1] if lines else None
        equal = before is not None and (before.won, before.first) == (won[name], first[name])
        place = before.place if equal and before is not None else number
        lines.append(Line(place, name, won[name], tuple(chips[name]), first[name]))
    return lines


def to_json(line: Line) -> dict[str, Any]:
    """A line as JSON values, its fields."""
    return {**asdict(line), "rounds": list(line.rounds)}


def by_round(
    seats: Sequence[Mapping[str, Sequence[str]]], evenings: Mapping[str, Sequence[Played]]
) -> list[dict[str, Played]]:
    """Which evening at a table is which round of the club: the one at which those drawn sit there.

    Args:
        seats: players by table, of each round in order.
        evenings: at each table, in order.

    Returns:
        Of each round, by table; a table that has not begun is missing. Evenings of others than those
        drawn belong to the round after the last one that was found before them.
    """
    found: list[dict[str, Played]] = [{} for _ in seats]
    for table, played in evenings.items():
        number = 0
        for one in played:
            fits = [
                place
                for place, drawn in enumerate(seats)
                if place >= number and set(drawn.get(table, ())) == set(one.players)
            ]
            place = fits[0] if fits else number
            if place < len(seats):
                found[place][table] = one
                number = place + 1
    return found
