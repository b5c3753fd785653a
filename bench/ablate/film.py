"""The parts of a film's way: light and shivers, what changed, which cards that are, which lie there."""

from __future__ import annotations

from typing import Any

import numpy as np

from bench.ablate.parts import Ablation, Does, Gives, HandsThrough
from engine.boundaries import Quad
from vision.film.settings import FILM as NUMBERS

_TRACKER = "vision.film.tracker.Tracker"
_EYES = "vision.film.eyes.Eyes"
_CHANGES = "vision.motion.changes"


def _itself(corners: Quad, *, far: bool = False) -> list[Quad]:
    return [corners]


def _nowhere(self: Any, mask: np.ndarray) -> np.ndarray:
    return np.zeros_like(mask)


def _like_card(self: Any, colours: np.ndarray) -> np.ndarray:
    return np.ones(colours.shape[:-1], bool)


FILM: tuple[Ablation, ...] = (
    # Where a card may lie
    Ablation("fitted", "vision.film.fits.fits", Gives([]), "proposal"),
    Ablation("completions", "vision.table.plane.Plane.completions", Gives([]), "proposal"),
    Ablation("poses", "vision.cards.poses.poses", Does(_itself), "proposal"),
    Ablation("like-card", "vision.film.fitted_cards.FittedCards.like_card", Does(_like_card), "rule"),
    Ablation("is-known", f"{_EYES}._is_known", Gives(False), "rule"),
    # Whether it lies there
    Ablation("face-term", "vision.film.evidence.face", Gives(NUMBERS.evidence.most_look), "rule"),
    Ablation("place-term", "vision.film.evidence.place", Gives(0.0), "rule"),
    Ablation("company-term", "vision.film.evidence.company", Gives(0.0), "rule"),
    Ablation("explained", f"{_TRACKER}._explained", Gives(False), "rule"),
    Ablation("moved", f"{_TRACKER}._moved", Gives(0.0), "rule"),
    # Who brought it, light and shivers
    Ablation("only-shaded", "vision.observer.boxes.Boxes._only_shaded", Gives(False), "rule"),
    Ablation("visited", f"{_CHANGES}.Changes._visited", Gives(False), "witness"),
    Ablation("found-so", f"{_CHANGES}.Changes._found_so", Gives(False), "witness"),
    Ablation("with-hands", "vision.motion.arms._with_hands", HandsThrough("arms"), "rule"),
    Ablation("reaching", "vision.motion.arms._reaching", HandsThrough("arm"), "rule"),
    Ablation("shaded", f"{_CHANGES}.Changes.shaded", Does(_nowhere), "rule"),
    Ablation("not-alone", f"{_CHANGES}._not_alone", HandsThrough("mask"), "rule"),
    Ablation("without-lit", f"{_CHANGES}.Changes._without_lit", HandsThrough("idle"), "rule"),
    Ablation("held", f"{_CHANGES}.Changes._hold", Gives(None), "rule"),
    Ablation("relit", "vision.camera.light.relit", HandsThrough("small"), "rule"),
    Ablation("as-bright", "vision.camera.light.as_bright", HandsThrough("lit"), "rule"),
    Ablation("change-of-light", "vision.camera.light.change_of_light", Gives(None), "rule"),
    Ablation("lit-alike", "vision.camera.light.lit_alike", HandsThrough("image"), "rule"),
    Ablation("steadied", "vision.camera.steady.trembled", Gives(None), "rule"),
    Ablation("dropouts", "vision.camera.dropouts.Dropouts._nothing", Gives(False), "rule"),
    Ablation("bump-stayed", "vision.table.bump.BumpWatch._stayed", Gives(False), "rule"),
    Ablation("bump-rest-stayed", "vision.table.bump.BumpWatch._rest_stayed", Gives(False), "rule"),
    Ablation("bump-strays", "vision.table.bump.BumpWatch._leave_out_strays", Gives(None), "rule"),
    Ablation("bump-mostly-stayed", "vision.table.bump.BumpWatch._most_stayed", Gives(False), "rule"),
)
"""In the order in which a frame meets them, the last ones first."""
