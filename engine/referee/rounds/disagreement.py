"""When the table is lost: no legal round explains what is seen, and what to show to come back."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from engine.events import Alert
from engine.games import game
from engine.referee.beam import Beam
from engine.referee.calls import alert
from engine.referee.pile import Pile
from engine.referee.settings import FOUND, LOST, RECENT, STRAINED


def strained(beams: Sequence[Beam]) -> list[bool]:
    """For each card whether no explanation is any good.

    Args:
        beams: before the first card, and after each.
    """
    weights = [beam.evidence for beam in beams]
    return [after - before < STRAINED for before, after in itertools.pairwise(weights)]


def lost_since(strain: Sequence[bool], lost: bool) -> int | None:
    """The first card since which the table is lost; None: it is not.

    Args:
        strain: of `strained`.
        lost: it was lost before the last card.
    """
    recent = strain[-RECENT:]
    first = len(strain) - len(recent)
    if not any(recent):
        return None
    since = first + recent.index(True)
    if lost:
        return None if len(recent) >= FOUND and not any(recent[-FOUND:]) else since
    return since if sum(recent) >= LOST else None


def lost_table(since: int, pile: Pile) -> Alert:
    """That nothing explains what is seen since a card, and what to show to come back."""
    return alert("lost_table", "disagreement", pile.cards[since].t, **to_show(pile.beam))


def to_show(beam: Beam) -> dict[str, Any]:
    """What people must show or tell so that the table is found again.

    Returns:
        ``show``: ``cards`` (those laid since the last one that is agreed upon) or ``hands``
        (what each player holds: the round seems over); ``left``: how many cards each player
        should hold.
    """
    evening = beam.best.evening
    rules = game.rules_of(evening)
    what = "hands" if rules.finished(evening) else "cards"
    return {"show": what, "left": rules.cards_left(evening)}
