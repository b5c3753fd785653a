"""Finding and reading on synthetic scenes (``models.training.dataset`` writes them), by condition.

The scenes of the validation seed are seen by no training; they tell where the networks are
weak, the photographs tell how well they do.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from companion_api.bench.photos import progress
from engine.errors import BadInput
from vision.cards import find_cards
from vision.geometry import overlap
from vision.photos import read_photo


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
        raise BadInput(f"{folder}: expected scenes as `python -m models.training.finder` writes them")
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
