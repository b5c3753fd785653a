"""The parts of the referee: what speaks for an explanation of a round, and what looks for a better one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bench.ablate.parts import Ablation, Does, Gives, HandsThrough
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import UNSEEN
from engine.referee.witnesses.testimony import Testimony

_PILE = "engine.referee.pile.Pile"
_BEAM = "engine.referee.beam"
_POSTERIOR = "engine.referee.posterior"
_MOVES = "engine.referee.moves"
_WITNESSES = "engine.referee.witnesses"


def _as_read(seen: SeenCard) -> list[float]:
    rest = max(0.0, 1.0 - sum(seen.faces))
    return [face + rest / 52 for face in seen.faces]


def _best(histories: Any, grown: Sequence[Any], width: int) -> list[Any]:
    return list(grown[:width])


REFEREE: tuple[Ablation, ...] = (
    # What speaks for an explanation
    Ablation("misread", f"{_WITNESSES}.face.softened", Does(_as_read), "witness"),
    Ablation("arm", f"{_WITNESSES}.arm.Arm.testify", Gives(Testimony()), "witness"),
    Ablation("row", f"{_WITNESSES}.row.Row.testify", Gives(Testimony()), "witness"),
    Ablation("place", f"{_WITNESSES}.place.Place.testify", Gives(Testimony()), "witness"),
    Ablation("call", f"{_WITNESSES}.call.Call.testify", Gives(Testimony()), "witness"),
    Ablation("sans", f"{_WITNESSES}.sans.Sans.testify", Gives(Testimony()), "witness"),
    Ablation("visit", f"{_WITNESSES}.visit.Visit.testify", Gives(Testimony()), "witness"),
    Ablation("gap", f"{_WITNESSES}.gap.Gap.testify", Gives(Testimony(unseen=UNSEEN)), "witness"),
    Ablation("taken-back", f"{_WITNESSES}.taken_back.TakenBack.testify", Gives(Testimony()), "witness"),
    Ablation("regained", f"{_WITNESSES}.taken_back.Regained.testify", Gives(Testimony()), "witness"),
    Ablation("unbrought", "engine.referee.seen_cards.SeenCard.unbrought", Gives(False), "witness"),
    Ablation("like-none", f"{_WITNESSES}._like_none", Gives([]), "proposal"),
    Ablation("to-and-fro", f"{_POSTERIOR}._to_and_fro", Gives(0.0), "witness"),
    Ablation("play-prior", f"{_BEAM}._with_prior", HandsThrough("plays"), "witness"),
    Ablation("passed-before", "engine.referee.play_prior.rarity", Gives(1.0), "witness"),
    Ablation("in-turn", f"{_BEAM}._in_turn", Gives((None, 1.0)), "witness"),
    Ablation("closing", f"{_POSTERIOR}.closing", Gives(0.0), "witness"),
    Ablation("order-prior", f"{_POSTERIOR}.prior", Gives(0.0), "witness"),
    Ablation("against-rules", f"{_BEAM}._illegal", Gives(()), "proposal"),
    Ablation("laid-unseen", f"{_BEAM}._unwatched", Gives([]), "proposal"),
    Ablation("strange", f"{_BEAM}._strange", Gives([]), "proposal"),
    Ablation("varied", f"{_BEAM}._varied", Does(_best), "rule"),
    # What looks for a better one
    Ablation("permute", f"{_MOVES}.permute.permute", Gives(()), "repair"),
    Ablation("restore", f"{_MOVES}.restore.restore", Gives(()), "repair"),
    Ablation("shift", f"{_MOVES}.shift.shift", Gives(()), "repair"),
    Ablation("reread", f"{_MOVES}.reread.reread", Gives(()), "repair"),
    Ablation("recount", f"{_MOVES}.recount.recount", Gives(()), "repair"),
    Ablation("add-unseen", f"{_MOVES}.add_unseen.add_unseen", Gives(()), "repair"),
    Ablation("drop", f"{_MOVES}.drop.drop", Gives(()), "repair"),
    Ablation("look-wider", f"{_PILE}.look_wider", Gives(True), "repair"),
    Ablation("beside-in-row", f"{_MOVES}.shift._row_ends", Gives(set()), "repair"),
)
"""Witnesses, proposals and repairs in the order in which `beam` and `search` of `engine.referee` ask them."""
