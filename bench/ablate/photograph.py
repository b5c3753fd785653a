"""The parts of a photograph's way: what proposes cards, the terms of their score, and what lies upon what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bench.ablate.parts import Ablation, Does, Gives, HandsThrough
from vision.cards.layout.hypothesis import Hypothesis, Reading

_LAYOUT = "vision.cards.layout"
_SCORE = f"{_LAYOUT}.score.Score"
_SIGHT = f"{_LAYOUT}.visibility.Visibility"


def _read_once(self: Any, one: Hypothesis, upper: Sequence[Hypothesis]) -> Reading:
    reading: Reading = self.of([one], [upper])[0]
    return reading


PHOTOGRAPH: tuple[Ablation, ...] = (
    # Where a card may lie
    Ablation("by-indices", f"{_LAYOUT}.proposals.indices.by_indices", Gives([]), "proposal"),
    Ablation("cut-short", f"{_LAYOUT}.proposals.cut_short.cut_short", Gives([]), "proposal"),
    Ablation("paper-goes-on", f"{_LAYOUT}.layers.paper_goes_on", Gives(False), "proposal"),
    Ablation("where-unexplained", f"{_LAYOUT}.layout._unexplained_in", HandsThrough("group"), "rule"),
    # What counts for a card
    Ablation("size-term", f"{_SCORE}._size", Gives(0.0), "rule"),
    Ablation("in-sight-term", f"{_SCORE}.in_sight", Gives(0.0), "rule"),
    Ablation("twin-term", f"{_SCORE}.twin", Gives(0.0), "rule"),
    Ablation("lost-term", f"{_SCORE}.lost", Gives(0.0), "rule"),
    Ablation("told-again", f"{_LAYOUT}.search._is_again", Gives(False), "rule"),
    Ablation("read-beside", f"{_LAYOUT}.search._read_beside", Gives(True), "rule"),
    Ablation("surer-reading", f"{_LAYOUT}.readings.Readings.surer", Does(_read_once), "rule"),
    Ablation("rare-twins", "vision.cards.photograph.with_rare_twins", HandsThrough("seen"), "rule"),
    # What lies upon what
    Ablation("order-by-indices", f"{_SIGHT}._by_indices", Gives(None), "witness"),
    Ablation("told-upon", f"{_SIGHT}.told_upon", Gives([]), "witness"),
    Ablation("would-hide", f"{_SIGHT}.would_hide", Gives(False), "rule"),
)
"""In the order in which a picture meets them."""
