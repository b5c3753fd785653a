"""Who sits at the table and with how many chips: the same in every game."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import IllegalEvent
from engine.events import GameStarted


def stocks(event: GameStarted) -> tuple[int, ...]:
    """The chips of each player at the start, in playing order; 0 where none were told.

    Raises:
        IllegalEvent: somebody sits twice.
    """
    for place, player in enumerate(event.players):
        if player in event.players[:place]:
            raise IllegalEvent("players", f"{player} is named twice among the players")
    stock = event.stock or {}
    return tuple(stock.get(player, 0) for player in event.players)


def place_among(players: Sequence[str], player: str) -> int:
    """The player's place in playing order.

    Raises:
        IllegalEvent: nobody of that name plays.
    """
    try:
        return players.index(player)
    except ValueError:
        raise IllegalEvent("players", f"{player} does not play") from None
