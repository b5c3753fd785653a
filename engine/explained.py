"""Why a settlement of any game says what it says: each game's own explanation, found by its state."""

from __future__ import annotations

from engine import nain_jaune, nain_jaune_explained, nap, nap_explained
from engine.explanation import Reason
from engine.game import State


def explain(state: State) -> tuple[Reason, ...]:
    """The lines of the round just settled, none while no round is.

    Raises:
        TypeError: the state of no game.
    """
    if isinstance(state, nain_jaune.Evening):
        return nain_jaune_explained.explain(state)
    if isinstance(state, nap.Evening):
        return nap_explained.explain(state)
    raise TypeError(f"{type(state).__name__} is the state of no game that we explain")
