"""Finding and reading on synthetic scenes, by condition.

``models.training.datasets.scene_files`` writes scenes; those of the validation seed are seen by no training;
they tell where the networks are weak, the photographs tell how well they do. The module
``models.training.datasets.tables`` writes whole photographs of other tables and packs, a folder per
condition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.counting import progress
from engine.cards import DECK
from engine.errors import BadInput
from hardware.files.photos import read_photo
from vision.cards.photograph import BACK, JOKER, DetectedCard, cards_of_photo, find_cards
from vision.geometry.quads import overlap


def _conditions(quad: np.ndarray, visible: float) -> tuple[str, str]:
    edges = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    short = min((edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2)
    size = (
        "under 20 px"
        if short < 20
        else "20–40 px"
        if short < 40
        else "40–80 px"
        if short < 80
        else "over 80 px"
    )
    seen = (
        "seen whole"
        if visible > 0.95
        else "seen by half or more"
        if visible > 0.5
        else "seen by less than half"
    )
    return size, seen


def run(folder: Path) -> dict[str, Any]:
    """Cards whose face can be told: how many are found (overlap ≥ 0.5) and read right, per condition.

    Raises:
        BadInput: *folder* holds no scenes.
    """
    files = sorted((folder / "corners").glob("*.npz"))
    if not files:
        writes = "python -m models.training.networks.finder"
        raise BadInput(f"{folder}: expected scenes as `{writes}` writes them")
    totals: dict[str, Counter[str]] = {}
    reported = wrong = 0
    for file in progress(files, "scenes"):
        image = read_photo(folder / "images" / f"{file.stem}.jpg")
        labels = np.load(file)
        seen = find_cards(image)
        outlines = [np.array(card.look.corners) for card in seen]
        claimed: set[int] = set()
        for quad, kind, card, visible, told in zip(
            labels["quads"], labels["kinds"], labels["cards"], labels["visible"], labels["told"], strict=True
        ):
            shares = [overlap(outline, quad) for outline in outlines]
            matches = [n for n, share in enumerate(shares) if share >= 0.5]
            right = [n for n in matches if seen[n].why_unread is None and seen[n].card.index == card]
            claimed.update(right)
            if kind == 0 and told >= 0.5 and card >= 0:
                for name in ("all", *_conditions(quad, float(visible))):
                    totals.setdefault(name, Counter()).update(
                        cards=1, found=bool(matches), read_right=bool(right)
                    )
        reported += sum(card.why_unread is None for card in seen)
        wrong += sum(card.why_unread is None and n not in claimed for n, card in enumerate(seen))
    figures: dict[str, Any] = {}
    for name, counts in totals.items():
        figures[name] = dict(counts) | {
            "share_found": round(counts["found"] / counts["cards"], 4),
            "share_right": round(counts["read_right"] / counts["cards"], 4),
        }
    return {"scenes": len(files), "reported": reported, "reported_wrong": wrong, "by": figures}


def tables(folder: Path) -> dict[str, Any]:
    """Whole photographs, a subfolder per condition: cards right, and reported but not there, by their codes.

    A card counts when its face can be told and its code is reported, wherever; what is reported and does
    not lie there counts against it (as `bench.pictures.photos.cards` counts photographs). Backs and
    jokers count where they are reported as such at their place (overlap ≥ 0.5).

    Raises:
        BadInput: *folder* holds no such subfolders.
    """
    places = sorted(place for place in folder.iterdir() if place.is_dir()) if folder.is_dir() else []
    figures: dict[str, Any] = {}
    for place in places:
        totals = of_condition(place)
        if totals:
            figures[place.name] = dict(totals) | {
                "share_right": round(totals["right"] / max(totals["cards"], 1), 4),
                "share_not_there": round(totals["not_there"] / max(totals["cards"], 1), 4),
            }
    if not figures:
        writes = "python -m models.training.datasets.tables"
        raise BadInput(f"{folder}: expected photographs as `{writes}` writes them")
    return figures


def of_condition(place: Path) -> Counter[str]:
    """Counts of the photographs of one condition; see `tables`."""
    totals: Counter[str] = Counter()
    for file in progress(sorted((place / "corners").glob("*.npz")), place.name):
        labels = np.load(file)
        numbered = zip(labels["cards"], labels["told"], strict=True)
        faces = [(DECK[int(number)], told) for number, told in numbered if number >= 0]
        there = Counter(card for card, _ in faces)
        wanted = Counter(card for card, told in faces if told >= 0.5)
        seen = cards_of_photo(read_photo(place / "images" / f"{file.stem}.jpg"))
        reported = Counter(c.card for c in seen if c.why_unread is None)
        missed = (wanted - reported).total()
        totals.update(
            photos=1, cards=wanted.total(), right=wanted.total() - missed,
            not_there=(reported - there).total(), photos_all_right=not missed and reported <= there,
        )  # fmt: skip
        back = labels["kinds"] == 1
        totals.update(_faceless(BACK, labels["quads"][back], seen))
        totals.update(_faceless(JOKER, labels["quads"][~back & (labels["cards"] < 0)], seen))
    return totals


def _faceless(why: str, there: np.ndarray, seen: Sequence[DetectedCard]) -> dict[str, int]:
    """Backs or jokers (*why*) that lie *there* (n × 4 × 2), those told as such, what was taken for one."""
    told = [np.array(card.look.corners) for card in seen if card.why_unread == why]
    matched = [[overlap(outline, quad) >= 0.5 for outline in told] for quad in there]
    right = sum(any(row) for row in matched)
    wrong = sum(not any(column) for column in zip(*matched, strict=True)) if matched else len(told)
    return {f"{why}s": len(there), f"{why}s_told": right, f"taken_for_{why}s": wrong}
