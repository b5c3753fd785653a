"""The parts of a film's way: light and shivers, what changed, which cards that are, which lie there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bench.ablate.parts import Ablation, Does, Gives, HandsThrough
from engine.boundaries import CardLook, Quad

_TRACKING = "vision.tracking"
_NEW = f"{_TRACKING}.new_cards.NewCards"
_TRACKS = f"{_TRACKING}.tracks.Tracks"
_LYING = f"{_TRACKING}.lying_cards.LyingCards"
_OBSERVER = "vision.observer.observer.Observer"
_CHANGES = "vision.motion.changes"


def _itself(corners: Quad, *, far: bool = False) -> list[Quad]:
    return [corners]


def _as_news(self: Any, news: np.ndarray) -> tuple[np.ndarray, list[Any]]:
    return news, []


def _nowhere(self: Any, mask: np.ndarray) -> np.ndarray:
    return np.zeros_like(mask)


def _no_mask(self: Any) -> np.ndarray:
    return np.zeros_like(self.changed)


def _nowhere_upon(self: Any, look: CardLook, news: np.ndarray) -> np.ndarray:
    return np.zeros_like(news)


def _all_at_once(
    self: Any, laid: Sequence[CardLook], mask: np.ndarray, t: float
) -> list[tuple[CardLook, float, np.ndarray]]:
    return [(look, t, mask) for look in laid]


FILM: tuple[Ablation, ...] = (
    # Where a card may lie
    Ablation("fitted", f"{_TRACKING}.fitting.Plane.fits", Gives([]), "proposal"),
    Ablation("poses", "vision.cards.poses.poses", Does(_itself), "proposal"),
    Ablation("under", f"{_NEW}._under", Gives([]), "proposal"),
    Ablation("peeping-out", f"{_NEW}._peeping_out", Gives([]), "proposal"),
    Ablation("alongside", f"{_TRACKING}.alongside.alongside", Gives([]), "proposal"),
    Ablation("between", f"{_NEW}._between", Gives([]), "proposal"),
    Ablation("read-between", f"{_TRACKING}.fans.read_between", HandsThrough("laid"), "proposal"),
    Ablation("surely-between", f"{_TRACKING}.fans._surely_between", HandsThrough("laid"), "rule"),
    Ablation("strips", f"{_TRACKING}.strips.card_sized", HandsThrough("laid"), "proposal"),
    Ablation("leafing", f"{_TRACKING}.leafing.leafed_through", HandsThrough("looks"), "proposal"),
    Ablation("blank", f"{_NEW}.blank", Gives(None), "proposal"),
    Ablation("completions", f"{_TRACKING}.fitting.Plane.completions", Gives([]), "proposal"),
    # Which of them are new cards
    Ablation("off-plane", f"{_TRACKING}.fitting.Plane.off", Gives(0.0), "rule"),
    Ablation("has-come", f"{_TRACKS}._has_come", Gives(True), "rule"),
    Ablation("where-laid", f"{_TRACKS}.where_laid", Gives(True), "rule"),
    Ablation("moved-with", f"{_TRACKS}._moved_with", Gives(False), "rule"),
    Ablation("fitting-best", f"{_TRACKING}.tracks._fitting_best", HandsThrough("look"), "rule"),
    Ablation("suppressed", f"{_TRACKS}._suppressed", Gives(False), "rule"),
    Ablation("heard-together", f"{_TRACKING}.fans.heard_together", HandsThrough("look"), "rule"),
    Ablation("read-under", "vision.cards.covered.read_under", HandsThrough("looks"), "rule"),
    Ablation("without-hidden", "vision.cards.covered.without_hidden", HandsThrough("looks"), "rule"),
    Ablation("without-astride", "vision.cards.covered.without_astride", HandsThrough("looks"), "rule"),
    Ablation("shows-beside", f"{_NEW}._shows_beside", Gives(True), "rule"),
    Ablation("strip-changed", f"{_NEW}._strip_changed", Gives(True), "rule"),
    Ablation("laid-with", f"{_NEW}._laid_with", Gives(False), "rule"),
    Ablation("beside-itself", f"{_NEW}._beside_itself", Gives(False), "rule"),
    Ablation("card-size", f"{_NEW}._card_sized", Gives(True), "rule"),
    Ablation("misfit", f"{_NEW}._misfit", Gives(0.0), "rule"),
    Ablation("in-sight", f"{_NEW}._in_sight", Gives(True), "rule"),
    Ablation("off-board", f"{_NEW}._on_board", Gives(False), "rule"),
    Ablation("larger", f"{_TRACKING}.new_cards._larger", Gives(False), "rule"),
    Ablation("trimmed", f"{_TRACKING}.fitting.Plane.trimmed", HandsThrough("rough"), "rule"),
    # What is known of the cards that lie there
    Ablation("in-place", f"{_LYING}.in_place", Gives(False), "rule"),
    Ablation("lies-there", f"{_LYING}.lies_there", Gives(False), "rule"),
    Ablation("just-laid", f"{_LYING}._just_laid", Gives(False), "rule"),
    Ablation("straightened", f"{_LYING}._straightened", Gives(False), "rule"),
    Ablation("shows-another", f"{_LYING}.shows_another", Gives(False), "rule"),
    Ablation("lies-beneath", f"{_LYING}.lies_beneath", Gives(False), "rule"),
    Ablation("unchanged", f"{_LYING}.unchanged", Gives(False), "rule"),
    Ablation("agreed", f"{_LYING}._agreed", Gives(False), "rule"),
    Ablation("no-new-card", f"{_LYING}.no_new_card", Gives(False), "rule"),
    Ablation("upon", f"{_LYING}.upon", Does(_nowhere_upon), "rule"),
    Ablation("pushed", f"{_LYING}.pushed", Gives(None), "rule"),
    Ablation("may-have-left", f"{_LYING}._may_have_left", Gives(True), "rule"),
    Ablation("without-squared", f"{_LYING}.without_squared", HandsThrough("laid"), "rule"),
    Ablation("gathered", f"{_LYING}.without_gone", Does(_as_news), "rule"),
    Ablation("uncovered", f"{_LYING}.uncovered", Gives([]), "rule"),
    Ablation("lifted", f"{_LYING}.lifted", Gives([]), "rule"),
    # When something is searched, and who brought it
    Ablation("unclear", f"{_OBSERVER}._unclear", Gives(False), "rule"),
    Ablation("let-go", f"{_OBSERVER}._let_go", Gives(None), "rule"),
    Ablation("by-looks", f"{_OBSERVER}._by_looks", Gives(None), "rule"),
    Ablation("glimpsed", f"{_OBSERVER}._glimpsed", Gives([]), "proposal"),
    Ablation("without-hands", f"{_OBSERVER}._without_hands", HandsThrough("laid"), "rule"),
    Ablation("elsewhere", f"{_TRACKING}.glimpses.Glimpses.elsewhere", Gives(None), "proposal"),
    Ablation("beneath", f"{_OBSERVER}._laid_beneath", Gives([]), "proposal"),
    Ablation("without-strays", f"{_OBSERVER}._without_strays", HandsThrough("laid"), "rule"),
    Ablation("held-till-now", f"{_OBSERVER}._held_till_now", Gives([]), "rule"),
    Ablation("shows-hand", f"{_LYING}.shows_hand", Gives(False), "rule"),
    Ablation("paper", f"{_LYING}.paper", Gives(None), "rule"),
    Ablation("rest-of", f"{_OBSERVER}._rest_of", Gives(False), "rule"),
    Ablation("one-by-one", f"{_OBSERVER}._one_by_one", Does(_all_at_once), "rule"),
    Ablation("brought-unseen", "vision.motion.watch.Watch.on_their_way", Gives([]), "witness"),
    Ablation("moved-not-gone", f"{_OBSERVER}._without_moved", HandsThrough("gone"), "rule"),
    Ablation("look-again", f"{_OBSERVER}._look_again", Gives([]), "witness"),
    Ablation("only-shaded", "vision.observer.boxes.Boxes._only_shaded", Gives(False), "rule"),
    Ablation("visited", f"{_CHANGES}.Changes._visited", Gives(False), "witness"),
    Ablation("found-so", f"{_CHANGES}.Changes._found_so", Gives(False), "witness"),
    Ablation("as-before", f"{_CHANGES}.Changes.as_before", Does(_no_mask), "rule"),
    Ablation("with-hands", "vision.motion.arms._with_hands", HandsThrough("arms"), "rule"),
    Ablation("reaching", "vision.motion.arms._reaching", HandsThrough("arm"), "rule"),
    # Light, shivers, noise
    Ablation("opened", f"{_CHANGES}.Changes.opened", Gives(False), "rule"),
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
