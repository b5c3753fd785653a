"""Why a settlement of any game says what it says: each game's own explanation, found by its state."""

from __future__ import annotations

from engine.explanation.nain_jaune import explain as explain_nain_jaune
from engine.explanation.nap import explain as explain_nap
from engine.explanation.reason import Counted, Fact, Ground, Reason, gain, grounds, reason_json
from engine.games.game import State
from engine.games.nain_jaune import Evening as NainJaune
from engine.games.nap import Evening as Nap

__all__ = ["Counted", "Fact", "Ground", "Reason", "explain", "gain", "grounds", "reason_json"]


def explain(state: State) -> tuple[Reason, ...]:
    """The lines of the round just settled, none while no round is.

    Raises:
        TypeError: the state of no game.
    """
    if isinstance(state, NainJaune):
        return explain_nain_jaune(state)
    if isinstance(state, Nap):
        return explain_nap(state)
    raise TypeError(f"{type(state).__name__} is the state of no game that we explain")
