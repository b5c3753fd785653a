"""What an evening comes to: every figure that any screen, command or export shows.

Television and phones, the end of an evening, `nainjaune settle`, past evenings and what is
exported of them ask here and reckon nothing themselves. Two moments are told apart: what people
hold *now*, antes and boxes of the round in progress included, and what the evening *comes to*,
by its settled rounds. Once people have stopped both are the same: a round in progress does not
count, and the boxes have been given out (`engine.money.leftover`).

Pure. What is handed over in which pieces stands in `engine.evening.purses`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.evening.terms import Terms, read_terms
from engine.events import AnySettlement, EveningEnded, Event, GameStarted, Payment, RoundStarted, Settlement
from engine.games import game
from engine.money import ledger, leftover
from engine.money.leftover import Leftover


@dataclass(frozen=True, slots=True)
class Score:
    """How players stand.

    Attributes:
        chips: of each player.
        won: since the evening began, below 0: lost.
        standings: (place, player, chips), most chips first; equal chips share a place.
        debts: few hand-overs, from player to player, that pay everybody what he has won where nothing
            but chips has changed hands (for money, say).
        aside: what players have lost to boxes that nobody was given: first who has lost least, so
            that few must hand anything over. They owe it to nobody: it lies there for the next evening,
            its money beside it. Below 0: won of what an earlier evening had left there.
    """

    chips: Mapping[str, int]
    won: Mapping[str, int]
    standings: tuple[tuple[int, str, int], ...]
    debts: tuple[Payment, ...]
    aside: Mapping[str, int]

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has most chips: several are joint winners."""
        return tuple(player for place, player, _ in self.standings if place == 1)


@dataclass(frozen=True, slots=True)
class Reckoning:
    """An evening reckoned up.

    Attributes:
        terms: what people agreed on besides the rules.
        value: of each kind of chip, in jetons.
        counted: the stock was told, so that chips are what people really hold.
        rounds: settled so far.
        ending: by which people stopped; None: they have not.
        chips, boxes: what each player holds and what lies in each box (at Nap: in the pool) now.
        score: what the evening comes to.
        leftover: what becomes of the chips in the boxes; until people have stopped they stay.
        choices: what people have still to choose from for them, each with what it comes to; none:
            somebody has named it, or none lie there.
        short: who cannot place what the next round asks of him, and how many chips he lacks.
        winners: who has won; nobody yet where that hangs on what people choose.
    """

    terms: Terms
    value: Mapping[str, int]
    counted: bool
    rounds: int
    ending: EveningEnded | None
    chips: Mapping[str, int]
    boxes: Mapping[str, int]
    score: Score
    leftover: Leftover
    choices: tuple[Leftover, ...]
    short: Mapping[str, int]
    winners: tuple[str, ...]


def reckon(
    events: Sequence[Event], state: Any, *, closed: bool = False, value: Mapping[str, int] | None = None
) -> Reckoning:
    """Reckon an evening up.

    Args:
        events: its events in force that the rules allow, `GameStarted` among them.
        state: the game's after them.
        closed: the evening is over, whether or not somebody has said so.
        value: of each kind of chip; None: what the events tell.

    Raises:
        BadInput: terms or chips told at the start that are none.
    """
    begun = next(event for event in events if isinstance(event, GameStarted))
    module, ending = game.module_of(state), stopped(events)
    over = closed or ending is not None
    ways = _leftovers(state)
    rule, named = _rule(begun, ending)
    given = next(each for each in ways if each.rule == (rule if over else "stay"))
    settled = dict(zip(state.players, state.balances, strict=True))
    chips = {player: held + given.shares[player] for player, held in settled.items()}
    choices = () if named else _choices(ways)
    now, boxes = (chips, given.stays) if over else module.held_now(state)
    between = over or module.unsettled(state) is None
    return Reckoning(
        terms=read_terms(begun.extra, "game_started"),
        value=value or chip_values(begun),
        counted=begun.stock is not None,
        rounds=len(state.settlements),
        ending=ending,
        chips=now,
        boxes=boxes,
        score=score(chips, begun.stock),
        leftover=given,
        choices=choices,
        short=lacking(settled, module.next_antes(state)) if between and begun.stock is not None else {},
        winners=_winners(settled, choices or (given,)),
    )


def chip_values(begun: GameStarted) -> dict[str, int]:
    """What each kind of chip is worth in an evening.

    Raises:
        BadInput: its start tells chips that are none.
    """
    kinds = begun.extra.get("chips")
    return ledger.values(ledger.read_kinds(kinds, "game_started", begun.options.get("fiche")))


def score(chips: Mapping[str, int], stock: Mapping[str, int] | None = None) -> Score:
    """How players stand who hold so many chips.

    Args:
        chips: of each player.
        stock: of each at the start, None where it was not told: what he holds is what he has won.
    """
    won = {player: held - (stock or {}).get(player, 0) for player, held in chips.items()}
    aside = _aside(won)
    owed = {player: count + aside.get(player, 0) for player, count in won.items()}
    return Score(
        chips=dict(chips),
        won=won,
        standings=ledger.standings(chips),
        debts=ledger.transfers(owed),
        aside={player: aside[player] for player in chips if player in aside},
    )


def _aside(won: Mapping[str, int]) -> dict[str, int]:
    """Who has lost what lies in the boxes (below 0: won what is gone), the smallest amounts first."""
    rest = sum(won.values())
    aside: dict[str, int] = {}
    for player in sorted(won, key=lambda player: abs(won[player])):
        if rest and won[player] * rest > 0:
            part = max(won[player], rest) if rest < 0 else min(won[player], rest)
            aside[player] = -part
            rest -= part
    return aside


def stopped(events: Iterable[Event]) -> EveningEnded | None:
    """By which event people stopped; a round that began after it makes the evening go on.

    Args:
        events: events in force.
    """
    ending = None
    for event in events:
        if isinstance(event, RoundStarted):
            ending = None
        elif isinstance(event, EveningEnded):
            ending = event
    return ending


def _rule(begun: GameStarted, ending: EveningEnded | None) -> tuple[str, bool]:
    """What becomes of the chips in the boxes, and whether anybody named it: at the end, or beforehand."""
    if ending is not None and ending.leftover is not None:
        return ending.leftover, True
    return str(begun.options.get("leftover", "stay")), "leftover" in begun.options


def _choices(ways: Iterable[Leftover]) -> tuple[Leftover, ...]:
    """What people can choose from: what makes a difference."""
    choices = tuple(each for each in ways if each.rule == "stay" or any(each.shares.values()))
    return choices if len(choices) > 1 else ()


def _winners(chips: Mapping[str, int], ways: Iterable[Leftover]) -> tuple[str, ...]:
    """Who has most chips whichever way the boxes go; nobody where that differs."""
    held = [{player: count + way.shares[player] for player, count in chips.items()} for way in ways]
    first = {tuple(player for place, player, _ in ledger.standings(each) if place == 1) for each in held}
    return first.pop() if len(first) == 1 else ()


def _leftovers(state: Any) -> tuple[Leftover, ...]:
    """What every rule for the chips in the boxes comes to."""
    lie = game.module_of(state).left(state)
    last = next((name for each in reversed(state.settlements) if (name := winner(each))), None)
    return tuple(leftover.give_out(lie, state.players, rule, last) for rule in leftover.ASKED)


def winner(settlement: AnySettlement) -> str | None:
    """Who won a round: at Nap the bidder who kept his bid, None where nobody did."""
    if isinstance(settlement, Settlement):
        return settlement.winner
    return settlement.bidder if settlement.made else None


def lacking(chips: Mapping[str, int], due: Mapping[str, int]) -> dict[str, int]:
    """Who cannot place what is due of him, and how many chips he lacks.

    Args:
        chips: what each player holds.
        due: what each must place next; who places nothing may be left out.
    """
    return {player: asked - chips[player] for player, asked in due.items() if chips[player] < asked}


def ends_by(state: Any, terms: Terms) -> str:
    """What ends an evening: the game's option ``end``; where it has none, what people agreed on.

    Returns:
        ``ruin``, ``rounds`` or ``time``; empty: nothing but people.
    """
    agreed = "rounds" if terms.rounds else "time" if terms.minutes else ""
    return str(getattr(state.options, "end", agreed))


def agreed_rounds(state: Any, terms: Terms) -> int | None:
    """After how many rounds an evening ends; None: nobody agreed on any."""
    named = getattr(state.options, "agreed_rounds", None)
    return terms.rounds or (named(len(state.players)) if named is not None else None)


def over(
    end: str,
    *,
    short: Iterable[str],
    rounds: int,
    agreed_rounds: int | None,
    minutes: float,
    agreed_minutes: float | None,
) -> str | None:
    """Whether the evening is over after a round, and why: ``ruin``, ``rounds`` or ``time``.

    People may stop whenever they like, and go on when it is: nobody is forced.

    Args:
        end: the option of that name.
        short: who cannot place his next antes.
        rounds: settled so far.
        agreed_rounds, agreed_minutes: what the table agreed on, None: nothing.
        minutes: since the evening began.
    """
    if end == "ruin" and any(True for _ in short):
        return "ruin"
    if end == "rounds" and agreed_rounds is not None and rounds >= agreed_rounds:
        return "rounds"
    if end == "time" and agreed_minutes is not None and minutes >= agreed_minutes:
        return "time"
    return None
