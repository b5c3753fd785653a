"""The search for a likelier explanation: what the moves propose, and the posterior prefers, is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.referee.beam import Beam, History
from engine.referee.moves import Closed, Lying
from engine.referee.moves.add_unseen import add_unseen
from engine.referee.moves.drop import drop
from engine.referee.moves.permute import permute
from engine.referee.moves.recount import recount
from engine.referee.moves.reread import reread
from engine.referee.moves.restore import restore
from engine.referee.moves.shift import shift
from engine.referee.posterior import Orders, Posterior, unlikely
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import BETTER, UNNOTICED_AT_MOST, WIDTH


def likelier(now: Callable[[], Lying], posterior: Posterior) -> Iterator[list[SeenCard]]:
    """Ever likelier orders of the cards on the table: the best that each kind of move finds, if any.

    Args:
        now: the cards as they lie; whoever draws another order must have put them so before the next.
    """
    for move in (permute, restore, shift):
        lying = now()
        order = list(lying.cards)
        # Where a card that was seen late lies in its place, none is missing before those after it.
        known = Orders(posterior, order, lying.after, bound=move is shift)
        best = _likeliest(order, move(lying), known)
        if best != order:
            yield best


def _likeliest(ours: list[SeenCard], orders: Iterable[list[SeenCard]], known: Orders) -> list[SeenCard]:
    """The likeliest of these orders, and of the one there is."""
    others = [order for order in orders if order != ours]
    if not others:
        return ours
    best, enough = ours, known.weigh(ours) + BETTER
    for order in others:
        fits = known.weigh(order, enough)
        if fits > enough:
            best, enough = order, fits + BETTER
    return best


def explained(closed: Closed) -> Beam:
    """The explanations of a round that is over, with those that the moves of the path find, closed.

    Where the likeliest lets somebody hold cards that he has not shown, that finds what had been given up
    while nothing yet spoke for it.
    """
    for move in (reread, recount, *(add_unseen,) * UNNOTICED_AT_MOST, drop):
        found = list(move(closed))
        closed = closed._replace(beam=joined(closed.beam, found, closed.posterior))
    return closed.beam


def joined(closed: Beam, others: Sequence[History], posterior: Posterior) -> Beam:
    """The closed beam with other histories of all cards."""
    if not others:
        return closed
    found = {history.path: history for history in closed.histories}
    for history in posterior.closed(others).histories:
        found.setdefault(history.path, history)
    return Beam(sorted(found.values(), key=unlikely)[:WIDTH])
