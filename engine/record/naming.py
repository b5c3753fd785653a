"""Where a line of a log, or a table, names its players: to forget one, and to spell them alike.

Lines are JSON values here, not events: also those of earlier and later versions, whose further
fields are kept as they are. A box may be called like a player (``JC``), so only fields that hold a
player count, and only the whole name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

PLAYER = frozenset(("player", "other", "dealer", "winner", "bidder", "from", "to", "by"))
"""Fields that hold one player's name."""
PLAYERS = frozenset(("players", "incomplete", "ruined"))
"""Fields that hold a list of names, or of objects: those of ``players`` have a ``name``."""
BY_PLAYER = frozenset(("stock", "net", "longest", "balances", "shares"))
"""Fields that hold an object with a player's name for each key."""
SENTENCES = frozenset(("detail", "text", "because"))
"""Fields that hold a sentence for people, made of the other fields whenever it is told."""
NO_PLAYER = "host"
"""What stands in ``by`` where it was no player's phone."""


def players_of(line: Mapping[str, Any]) -> Iterator[str]:
    """Who sits at a table, or at that of a ``game_started``; nobody for other lines."""
    players = line.get("players")
    for each in players if isinstance(players, list) else ():
        name = each.get("name") if isinstance(each, Mapping) else each
        if isinstance(name, str):
            yield name


def renamed(line: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A line, or a table, in which every player that ``names`` has is called as it says there.

    Args:
        line: JSON values; one that is corrected within (``replacement``, ``was``) is renamed too.
        names: new names by the old ones.
    """
    fields = {key: _renamed(key, value, names) for key, value in line.items()}
    if isinstance(fields.get("players"), list):
        fields["players"] = [_seated(each, names) for each in fields["players"]]
    return fields


def unsaid(value: Any, name: str) -> Any:
    """A line, or part of one, without the sentences in which a name stands: they are told anew."""
    if isinstance(value, Mapping):
        return {
            key: unsaid(held, name)
            for key, held in value.items()
            if not (key in SENTENCES and isinstance(held, str) and name in held)
        }
    return [unsaid(each, name) for each in value] if isinstance(value, list) else value


def _renamed(key: str, value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        holds = key in PLAYER and not (key == "by" and value == NO_PLAYER)
        return names.get(value, value) if holds else value
    if isinstance(value, Mapping):
        if key in BY_PLAYER:
            return {names.get(name, name): held for name, held in value.items()}
        return renamed(value, names)
    if isinstance(value, list):
        if key in PLAYERS:
            value = [names.get(each, each) if isinstance(each, str) else each for each in value]
        return [renamed(each, names) if isinstance(each, Mapping) else each for each in value]
    return value


def _seated(player: Any, names: Mapping[str, str]) -> Any:
    if isinstance(player, Mapping) and isinstance(player.get("name"), str):
        return {**player, "name": names.get(player["name"], player["name"])}
    return player
