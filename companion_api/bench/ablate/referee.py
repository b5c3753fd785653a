"""The parts of the referee: what speaks for an explanation of a round, and what looks for a better one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion_api.bench.ablate.parts import Ablation, Does, Gives, HandsThrough
from engine.boundaries import Quad
from engine.referee.beam import Evidence
from engine.referee.slots import Slot

_PILE = "engine.referee.pile.Pile"
_BEAM = "engine.referee.beam"


def _by_arm(self: Any, slot: Slot) -> tuple[float, ...]:
    return slot.seats


def _everywhere(self: Any, corners: Quad | None) -> tuple[float, ...]:
    return (1.0,) * self._players


def _as_read(seen: Evidence) -> list[float]:
    rest = max(0.0, 1.0 - sum(seen.faces))
    return [face + rest / 52 for face in seen.faces]


def _best(histories: Any, grown: Sequence[Any], width: int) -> list[Any]:
    return list(grown[:width])


REFEREE: tuple[Ablation, ...] = (
    # What speaks for an explanation
    Ablation("row-owners", f"{_PILE}._owners", Does(_by_arm), "witness"),
    Ablation("nearness", f"{_PILE}._nearness", Does(_everywhere), "witness"),
    Ablation("calls-and-boxes", "engine.referee.slots.Slot.bonus", Gives({}), "witness"),
    Ablation("claims", f"{_PILE}._claims", Gives({}), "witness"),
    Ablation("called-before", f"{_PILE}._called_before", Gives({}), "witness"),
    Ablation("regained", f"{_PILE}._regained", Gives(()), "witness"),
    Ablation("gaps", f"{_PILE}._first_since_a_gap", Gives(False), "witness"),
    Ablation("sans", f"{_PILE}._said_before", Gives({}), "witness"),
    Ablation("follows", f"{_PILE}._follows", Gives(False), "witness"),
    Ablation("fellow", f"{_PILE}._fellow", Gives(0), "witness"),
    Ablation("unbrought", "engine.referee.slots.Slot.unbrought", Gives(False), "witness"),
    Ablation("like-none", "engine.referee.pile._like_none", Gives([]), "witness"),
    Ablation("to-and-fro", "engine.referee.pile._to_and_fro", Gives(0.0), "witness"),
    Ablation("sans-and-taken-back", f"{_BEAM}._weighed", HandsThrough("options"), "witness"),
    Ablation("usual", f"{_BEAM}._usually", HandsThrough("plays"), "witness"),
    Ablation("passed-before", "engine.referee.usual.kept", Gives(1.0), "witness"),
    Ablation("in-turn", f"{_BEAM}._in_turn", Gives((None, 1.0)), "witness"),
    Ablation("unshown", f"{_BEAM}._unshown", Gives(0.0), "witness"),
    Ablation("misread", f"{_BEAM}._softened", Does(_as_read), "witness"),
    Ablation("against-rules", f"{_BEAM}._illegal", Gives(()), "proposal"),
    Ablation("laid-unseen", f"{_BEAM}._unwatched", Gives(()), "proposal"),
    Ablation("strange", f"{_BEAM}._strange", Gives([]), "proposal"),
    Ablation("varied", f"{_BEAM}._varied", Does(_best), "rule"),
    # What looks for a better one
    Ablation("reconsidered", f"{_PILE}._reconsidered", HandsThrough("closed"), "repair"),
    Ablation("another-unseen", f"{_PILE}._with_another_unseen", HandsThrough("closed"), "repair"),
    Ablation("recounted", f"{_PILE}._recounted", HandsThrough("closed"), "repair"),
    Ablation("with-unseen", f"{_PILE}._with_unseen", HandsThrough("closed"), "repair"),
    Ablation("order-together", f"{_PILE}._order_together", Gives(None), "repair", changes="slots"),
    Ablation("turn-over", f"{_PILE}._turn_over", Gives(None), "repair", changes="slots"),
    Ablation("back-in-time", f"{_PILE}._back_in_time", Gives(None), "repair", changes="slots"),
    Ablation("order-late", f"{_PILE}._order_late", Gives(None), "repair", changes="slots"),
    Ablation("look-wider", f"{_PILE}.look_wider", Gives(True), "repair"),
    Ablation("beside-in-row", f"{_PILE}._beside", Gives(set()), "repair"),
)
"""Witnesses, proposals and repairs in the order in which `pile` and `beam` of `engine.referee` ask them."""
