"""What the camera cannot see: the picture is not to be trusted, or nobody knows where the board lies."""

from __future__ import annotations

from engine.boundaries import BoardSeen, BoardUnseen, ViewBack, ViewLost
from engine.events import Alert, Event
from engine.games import game
from engine.referee.journal import Journal

BOARD_ALERTS = "board_unseen", "mirrored"
"""Kinds of the alerts that nobody knows where the board lies: it is not found, the picture is a mirror's."""
VIEW, BOARD = "view", "board"
"""What alerts that stand are about."""
OfView = ViewLost | ViewBack | BoardUnseen | BoardSeen


def follow(journal: Journal, seen: OfView) -> list[Event]:
    """Say what is out of sight from now on, or that it is seen again."""
    if isinstance(seen, ViewLost):
        lost = Alert("lost_table", detail=seen.why, t=seen.t, extra={"reason": "view"})
        return journal.stand(VIEW, lost)
    if isinstance(seen, ViewBack):
        return journal.stand(VIEW, None)
    found = board_found(journal)
    if isinstance(seen, BoardSeen):
        return found
    kind = BOARD_ALERTS[seen.mirrored]
    return found + journal.stand(BOARD, Alert(kind, t=seen.t, extra={"reason": kind}))


def board_found(journal: Journal) -> list[Event]:
    """Whatever said that nobody knows where the board lies is taken back."""
    return journal.stand(BOARD, None)


def resume(journal: Journal) -> None:
    """What a log of before a restart says of the board stands on."""
    for _, event in game.in_force(journal.events):
        if isinstance(event, Alert) and event.kind in BOARD_ALERTS and event.seq is not None:
            journal.standing[BOARD] = event.seq
