"""The boards that are known: which cards have a box, before it is known which game is played.

Lines of a log name boxes; a game from elsewhere hands its board in (`engine.games.game.register`).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import HONOURS, Card

Board = tuple[Card, ...]
_KNOWN: list[Board] = [HONOURS]


def register(board: Board) -> None:
    """Take in a board; one that is known or has no box changes nothing."""
    if board and board not in _KNOWN:
        _KNOWN.append(board)


def board_of(boxes: Iterable[Card]) -> Board:
    """The first board that has all these boxes; where none has, the first of all."""
    named = set(boxes)
    return next((board for board in _KNOWN if named <= set(board)), _KNOWN[0])
