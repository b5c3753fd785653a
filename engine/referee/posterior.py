"""How likely an order of a round's cards is, and a path through it: what each of them is taken for.

    posterior(order, path) = prior(order) · Π emission(seen | it) · transition(it | before it) · closing

Emission is what the witnesses say (`engine.referee.witnesses`), transition the rules of the game and how
people usually go on (`engine.referee.beam`, `play_prior`), closing what a round that is over makes of cards
that nobody has shown. Whatever compares orders or paths asks here.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from engine.referee.beam import Beam, History, Looks, continued, held_back, showing, weight_of
from engine.referee.seen_cards import Decision, SeenCard, apart
from engine.referee.settings import (
    ASTRAY,
    AT_ONCE,
    DENIED,
    DETOUR,
    MISTIMED,
    ROW,
    SHOWS,
    TOGETHER,
    UNNOTICED,
    UNSHOWN,
)
from engine.referee.witnesses import evidence
from engine.referee.witnesses.testimony import Context, Evidence

# -- the prior of an order ---------------------------------------------------------------------


def at_once(one: SeenCard, other: SeenCard) -> bool:
    """Whether two cards may have been laid in any order: found together, or brought by one arm."""
    if abs(one.t - other.t) <= TOGETHER or one.look == other.look:
        return True
    return by_one_arm(one, other)


def by_one_arm(one: SeenCard, other: SeenCard) -> bool:
    """Whether one arm laid two cards at once."""
    return one.arrived == other.arrived and abs(one.t - other.t) < AT_ONCE


def prior(order: Sequence[SeenCard]) -> float:
    """How likely (logarithm) cards that came to rest when they did had been laid in this order."""
    total, first_later = 0.0, math.inf
    for place in range(len(order) - 1, -1, -1):
        seen = order[place]
        if seen.t - first_later > TOGETHER:
            since = [other for other in order[place + 1 :] if seen.t - other.t > TOGETHER]
            found_together = sum(at_once(seen, other) for other in since)
            total += found_together * math.log(MISTIMED)
            total += (len(since) > found_together) * math.log(UNNOTICED)
        first_later = min(first_later, seen.t)
    return total + sum(max(-DETOUR * _to_and_fro(run), math.log(ASTRAY)) for run in _runs(order))


def _runs(order: Sequence[SeenCard]) -> list[list[SeenCard]]:
    """The cards that were laid at once, each time in this order, whatever lies between."""
    runs: list[list[SeenCard]] = []
    for seen in order:
        run = next((run for run in reversed(runs) if any(at_once(seen, other) for other in run)), None)
        if run is None:
            runs.append([seen])
        else:
            run.append(seen)
    return runs


def _to_and_fro(run: Sequence[SeenCard]) -> float:
    """Widths of a card by which the way from one to the next is longer than a row reaches; 0 for no row."""
    lying = [seen.corners for seen in run if seen.corners is not None and max(seen.faces) >= SHOWS]
    reach = max((apart(a, b) for a, b in itertools.combinations(lying, 2)), default=0.0)
    return sum(apart(a, b) for a, b in itertools.pairwise(lying)) - reach if reach > ROW else 0.0


# -- the closing -------------------------------------------------------------------------------


def closing(history: History, complete: Collection[int]) -> float:
    """How likely (logarithm) just the cards that a history still lacks escaped the camera.

    Hands that others have followed have been weighed already. Those that nobody has begun to show are one
    thing: people stopped there. Who turns up the talon turns up all of it.

    Args:
        complete: places of players of whom people say that they have shown all their cards.
    """
    now = history.evening.round
    assert now is not None
    if not now.over:
        return 0.0
    last, lacking = showing(history), held_back(history)
    unseen = 0 if last is None else lacking[last]
    unseen += any(left and not shown for left, shown in zip(lacking, history.shown, strict=True))
    unseen += history.face_down if history.talon else 0
    return math.log(UNSHOWN) * unseen + math.log(DENIED) * sum(lacking[place] for place in complete)


def closed(histories: Sequence[History], complete: Collection[int]) -> Beam:
    """These histories of all cards, if nobody shows any further one; ``complete`` as for `closing`."""
    known = [each._replace(score=each.score + closing(each, complete)) for each in histories]
    return Beam(sorted(known, key=unlikely))


def unlikely(history: History) -> float:
    """Sorts the likeliest first."""
    return -history.score


# -- orders and paths --------------------------------------------------------------------------


class Posterior:
    """Weighs orders of a round's cards, and paths through them.

    Args:
        start: before the first card.
        context: of all cards, without those before one.
        complete: as for `closing`.
    """

    def __init__(self, start: Beam, context: Context, complete: Collection[int] = ()) -> None:
        self.start = start.best
        self.complete = complete
        self._context = context

    def evidence(self, order: Sequence[SeenCard], place: int, shows: Sequence[float] = ()) -> Evidence:
        """What witnesses say of one card; ``shows``: if its looks gave it these faces."""
        seen = replace(order[place], faces=tuple(shows)) if shows else order[place]
        return evidence(seen, self._context._replace(before=order[:place]))

    def closed(self, histories: Sequence[History]) -> Beam:
        """These histories of all cards, if nobody shows any further one."""
        return closed(histories, self.complete)

    def paths(self, order: Sequence[SeenCard]) -> Paths:
        """Weighs paths through this order."""
        return Paths(self, order)


class Orders:
    """Weighs other orders of the same cards; what several of them begin with is followed once.

    Args:
        posterior: weighs.
        ours: the order there is.
        after: the explanations of its first so many cards.
        bound: others must explain the cards without any that nobody saw; what they weigh is then less than
            their posterior, never more, and sooner known.
    """

    def __init__(
        self,
        posterior: Posterior,
        ours: Sequence[SeenCard],
        after: Callable[[int], Beam],
        bound: bool = False,
    ) -> None:
        self._posterior = posterior
        self._bound = bound
        self._ours = tuple(ours)
        self._after = after
        self._followed: dict[tuple[SeenCard, ...], tuple[float, Beam]] = {}
        self._too_little: dict[tuple[SeenCard, ...], float] = {}

    def weigh(self, order: Sequence[SeenCard], floor: float = -math.inf) -> float:
        """Logarithm of an order's posterior, of all paths; minus infinity where it is less than ``floor``."""
        known = prior(order)
        followed = self._follow(tuple(order), floor - known)
        return -math.inf if followed is None else followed[0] + known

    def _follow(self, cards: tuple[SeenCard, ...], floor: float) -> tuple[float, Beam] | None:
        """Evidence and likeliest histories of an order's first cards; None: less than ``floor``."""
        if cards == self._ours[: len(cards)]:
            beam = self._after(len(cards))
            return beam.evidence, beam
        if cards in self._followed or floor >= self._too_little.get(cards, math.inf):
            return self._followed.get(cards)
        earlier = self._follow(cards[:-1], floor)
        if earlier is not None:
            seen = self._posterior.evidence(cards, len(cards) - 1)
            found = earlier[1].tried(replace(seen, unseen=0.0) if self._bound else seen, floor)
            if found is not None:
                self._followed[cards] = found
                return found
        self._too_little[cards] = floor
        return None


class Paths:
    """Weighs whole paths, one after the other, through the same cards."""

    def __init__(self, posterior: Posterior, order: Sequence[SeenCard]) -> None:
        self.start = posterior.start
        self.seen = [posterior.evidence(order, place) for place in range(len(order))]
        self._looks = [Looks(each) for each in self.seen]

    def along(self, path: Sequence[Decision], history: History) -> Iterator[History]:
        """The histories on a path after one on it, to its end or to where it is impossible."""
        for place in range(len(history.path), len(path)):
            decision = path[place]
            often = weight_of(history, self._looks[place].after(history), self.seen[place], decision)
            if often <= 0:
                return
            history = continued(history, history.score + math.log(often), decision)
            yield history

    def weighed(self, path: Sequence[Decision], start: History) -> History | None:
        """The history on a path, from one that is on it; None where it is impossible."""
        *_, last = start, *self.along(path, start)
        return last if len(last.path) == len(path) else None
