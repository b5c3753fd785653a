"""What evenings come to over the years: a pure fold over their events, round by round.

An evening's rounds are settled anew from its events, so that a correction made later counts here
too. Of an evening that was brought in from elsewhere (``game_started`` says ``imported``) nothing
but the settlements is known, and what the boxes gave out at its end; they are taken as told. What an
evening comes to is `engine.evening.reckoning`'s to say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from engine import reading
from engine.errors import BadInput, IllegalEvent
from engine.evening.reckoning import Score, reckon, score, stopped
from engine.evening.terms import Money, read_terms
from engine.events import (
    AnySettlement,
    CardPlayed,
    Event,
    GameStarted,
    NapSettlement,
    RoundStarted,
    Settlement,
    Take,
)
from engine.games import game

IMPORTED = "imported"
"""Field of ``game_started``: this evening was not watched."""
LONGEST = "longest"
"""Field of an imported settlement: {player: most cards in a row}."""
SHARES = "shares"
"""Field of an imported ``evening_ended``: {player: chips that the boxes gave out at the end}."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One settled round.

    Attributes:
        number: from 1.
        dealer: who dealt.
        winner: who laid his last card first (at Nap: the bidder who kept his bid, else None).
        opera: the winner made a grand opéra.
        net: chips won or lost by each player, all payments together.
        chips: of each player after it: the stock, where it was told, and all nets.
        takes, missed, betes: boxes taken, calls forgotten, bêtes paid.
        longest: most cards that each player laid in a row, nobody else between.
    """

    number: int
    dealer: str
    winner: str | None
    opera: bool
    net: Mapping[str, int]
    chips: Mapping[str, int]
    takes: tuple[Take, ...] = ()
    missed: tuple[Take, ...] = ()
    betes: tuple[Take, ...] = ()
    longest: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayedEvening:
    """What was played in one evening.

    Attributes:
        game, rules: the preset.
        players: in playing order.
        stock: chips of each at the start; None: not told.
        rounds: those that were settled.
        shares: chips that each player got out of the boxes when it ended.
        score: what it came to.
        ended: people have stopped.
        money: what a jeton was worth; None: nobody played for money.
    """

    game: str
    rules: str
    players: tuple[str, ...]
    stock: Mapping[str, int] | None
    rounds: tuple[PlayedRound, ...]
    shares: Mapping[str, int]
    score: Score
    ended: bool = False
    money: Money | None = None

    @property
    def best(self) -> tuple[str, ...]:
        """Who won it; several share it, nobody does where no round was settled."""
        return self.score.winners if self.rounds else ()

    @property
    def course(self) -> Mapping[str, tuple[int, ...]]:
        """Chips of each player at the start and after each round, of the boxes too after the last."""
        before = {player: (self.stock or {}).get(player, 0) for player in self.players}
        after = [one.chips for one in self.rounds[:-1]] + [self.score.chips] * bool(self.rounds)
        return {player: (before[player], *(chips[player] for chips in after)) for player in self.players}


@dataclass(frozen=True, slots=True)
class Totals:
    """One player over many evenings.

    Attributes:
        evenings, rounds: played.
        evenings_won, wins: evenings in which he won most, rounds won.
        operas: grands opéras made.
        boxes, box_chips: taken by call, and the chips in them.
        forgotten, forgotten_chips: calls forgotten, and the chips that lay there.
        betes, bete_chips: paid into boxes.
        longest: most cards laid in a row.
        won: chips won less chips lost.
    """

    evenings: int = 0
    rounds: int = 0
    evenings_won: int = 0
    wins: int = 0
    operas: int = 0
    boxes: int = 0
    box_chips: int = 0
    forgotten: int = 0
    forgotten_chips: int = 0
    betes: int = 0
    bete_chips: int = 0
    longest: int = 0
    won: int = 0


def evening(events: Sequence[Event]) -> PlayedEvening | None:
    """What an evening's events come to; None when no game began in it.

    Events that the rules refuse are left out, as the companion does while it watches.

    Raises:
        BadInput: an imported settlement whose ``longest`` is wrong.
    """
    in_force = [event for _, event in game.in_force(events)]
    begun = next((event for event in in_force if isinstance(event, GameStarted)), None)
    if begun is None:
        return None
    settled: list[tuple[AnySettlement, Mapping[str, int]]]
    if begun.extra.get(IMPORTED):
        settled = [
            (event, _longest_told(event))
            for event in in_force
            if isinstance(event, Settlement | NapSettlement) and _named(event) <= set(begun.players)
        ]
        shares: Mapping[str, int] = _shares_told(in_force, begun.players)
    else:
        settled, shares = _settled_anew(in_force)
    chips = dict(begun.stock) if begun.stock is not None else dict.fromkeys(begun.players, 0)
    rounds = []
    for number, (settlement, longest) in enumerate(settled, start=1):
        for player, net in settlement.net.items():
            chips[player] += net
        rounds.append(_played(number, settlement, dict(chips), longest))
    end = score({player: held + shares.get(player, 0) for player, held in chips.items()}, begun.stock)
    return PlayedEvening(
        begun.game, begun.rules, begun.players, begun.stock, tuple(rounds), shares, end,
        ended=stopped(in_force) is not None,
        money=read_terms(begun.extra, "game_started").money,
    )  # fmt: skip


def _named(settlement: AnySettlement) -> set[str]:
    """Everybody that it tells of."""
    if isinstance(settlement, NapSettlement):
        return {*settlement.net, *([settlement.bidder] if settlement.bidder else [])}
    takes = (*settlement.takes, *settlement.missed_calls, *settlement.betes)
    return {settlement.winner, *settlement.net, *(take.player for take in takes)}


def courses(evenings: Iterable[PlayedEvening]) -> dict[str, tuple[int, ...]]:
    """What each player had won before the first of these evenings (0) and after each of them."""
    played_evenings = list(evenings)
    names = dict.fromkeys(player for played in played_evenings for player in played.players)
    steps = {name: [0, *(played.score.won.get(name, 0) for played in played_evenings)] for name in names}
    return {name: tuple(accumulate(won)) for name, won in steps.items()}


def totals(evenings: Iterable[PlayedEvening]) -> dict[str, Totals]:
    """Every player over all these evenings, by name; evenings without a settled round do not count."""
    counted: dict[str, Counter[str]] = {}
    longest: Counter[str] = Counter()
    for played in evenings:
        if not played.rounds:
            continue
        for player in played.players:
            mine = counted.setdefault(player, Counter())
            mine.update(evenings=1, rounds=len(played.rounds), evenings_won=int(player in played.best))
            mine["won"] += played.score.won[player]
        for one in played.rounds:
            _count(counted, one)
            longest |= Counter(one.longest)
    return {player: Totals(**mine, longest=longest[player]) for player, mine in counted.items()}


def _count(counted: Mapping[str, Counter[str]], one: PlayedRound) -> None:
    if one.winner is not None:
        counted[one.winner].update(wins=1, operas=int(one.opera))
    for name, chips_name, takes in (
        ("boxes", "box_chips", one.takes),
        ("forgotten", "forgotten_chips", one.missed),
        ("betes", "bete_chips", one.betes),
    ):
        for take in takes:
            counted[take.player].update({name: 1, chips_name: take.chips})


def _settled_anew(
    events: Sequence[Event],
) -> tuple[list[tuple[AnySettlement, Mapping[str, int]]], Mapping[str, int]]:
    """Each round's settlement and longest run of each player; what the boxes gave out at the end."""
    state: Any = None
    allowed: list[Event] = []
    laid: list[str] = []
    runs: list[Mapping[str, int]] = []
    for event in events:
        try:
            after = game.apply(state, event)
        except (IllegalEvent, BadInput):
            continue
        allowed.append(event)
        if isinstance(event, RoundStarted):
            laid = []
        elif isinstance(event, CardPlayed):
            laid.append(event.player)
        if after is not None and len(after.settlements) > len(runs):
            runs.append(_runs(laid))
        state = after
    # What is shown after the settlement may still change it: the state has it as it stands last.
    if state is None:
        return [], {}
    return list(zip(state.settlements, runs, strict=True)), reckon(allowed, state).leftover.shares


def _runs(laid: Iterable[str]) -> dict[str, int]:
    longest: dict[str, int] = {}
    last, run = "", 0
    for player in laid:
        run = run + 1 if player == last else 1
        last = player
        longest[player] = max(run, longest.get(player, 0))
    return longest


def _shares_told(events: Iterable[Event], players: Sequence[str]) -> dict[str, int]:
    ending = stopped(events)
    shares = {} if ending is None else ending.extra.get(SHARES, {})
    named = reading.mapping(shares, "evening_ended", f"'{SHARES}'")
    return {
        player: reading.whole(chips, "evening_ended", f"'{SHARES}'")
        for player, chips in named.items()
        if player in players
    }


def _longest_told(settlement: AnySettlement) -> dict[str, int]:
    where = f"settlement of round {settlement.round}"
    longest = reading.mapping(settlement.extra.get(LONGEST, {}), where, f"'{LONGEST}'")
    return {player: reading.whole(cards, where, f"'{LONGEST}'", least=0) for player, cards in longest.items()}


def _played(
    number: int, settlement: AnySettlement, chips: Mapping[str, int], longest: Mapping[str, int]
) -> PlayedRound:
    if isinstance(settlement, Settlement):
        return PlayedRound(
            number,
            settlement.dealer,
            settlement.winner,
            settlement.opera,
            settlement.net,
            chips,
            settlement.takes,
            settlement.missed_calls,
            settlement.betes,
            longest,
        )
    winner = settlement.bidder if settlement.made else None
    return PlayedRound(number, settlement.dealer, winner, False, settlement.net, chips, longest=longest)
