"""Why a settlement of any game says what it says: each game's own explanation, found by its state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.explanation import nain_jaune
from engine.explanation.nap import explain as explain_nap
from engine.explanation.reason import Counted, Fact, Ground, Reason, gain, grounds, reason_json
from engine.games import avantcoureur, lindor, nap
from engine.games.game_rules import State

__all__ = ["Counted", "Fact", "Ground", "Reason", "explain", "gain", "grounds", "reason_json", "register"]

Explain = Callable[[Any], tuple[Reason, ...]]
_OF: dict[type[Any], Explain] = {
    lindor.Evening: nain_jaune.explain,
    avantcoureur.Evening: nain_jaune.explain,
    nap.Evening: explain_nap,
}


def register(kind: type[Any], explained: Explain) -> None:
    """Take in how a game from elsewhere explains its settlements.

    Args:
        kind: the type of its state.
        explained: what `explain` does for it.
    """
    _OF[kind] = explained


def explain(state: State) -> tuple[Reason, ...]:
    """The lines of the round just settled, none while no round is.

    Raises:
        TypeError: the state of no game.
    """
    if type(state) not in _OF:
        raise TypeError(f"{type(state).__name__} is the state of no game that we explain")
    return _OF[type(state)](state)
