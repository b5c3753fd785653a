"""What learning a pack is worth: packs nobody trained on, shown once, then read without and with it.

`python -m models.training.datasets.deck_scenes` writes the folder: per pack ``show`` and ``test``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.counting import progress
from engine.cards import DECK, Card
from engine.errors import BadInput
from hardware.files.photos import read_photo
from vision.cards.deck import Lesson, PackReader
from vision.cards.finder import find_boxes
from vision.cards.photograph import DetectedCard, read_cards
from vision.cards.reader import Reader
from vision.geometry.quads import overlap

SMALLEST = 40.0
"""Short side in pixels from which a card counts: what the companion promises to read."""


def run(folder: Path) -> dict[str, Any]:
    """Cards learnt and asked for while a pack is shown; cards read right before and after.

    Raises:
        BadInput: *folder* holds no packs.
    """
    packs = sorted(place.parent for place in folder.glob("*/show"))
    if not packs:
        writes = "python -m models.training.datasets.deck_scenes"
        raise BadInput(f"{folder}: expected packs as `{writes}` writes them")
    showing: Counter[str] = Counter()
    read: dict[str, Counter[str]] = {"before": Counter(), "after": Counter()}
    by_pack: dict[str, dict[str, Any]] = {}
    for pack in progress(packs, "decks"):
        lesson, told = _shown(pack / "show")
        showing.update(told)
        readers: dict[str, Reader | None] = {"before": None, "after": PackReader(lesson.learnt)}
        figures = _read(pack / "test", readers)
        for when, counts in figures.items():
            read[when].update(counts)
        by_pack[pack.name] = dict(told) | {when: dict(counts) for when, counts in figures.items()}
    return {
        "packs": len(packs),
        "showing": dict(showing),
        **{when: dict(counts) | _shares(counts) for when, counts in read.items()},
        "by_pack": by_pack,
    }


def _shares(counts: Counter[str]) -> dict[str, float]:
    return {
        "share_right": round(counts["right"] / max(counts["cards"], 1), 4),
        "share_courts_right": round(counts["courts_right"] / max(counts["courts"], 1), 4),
        "share_not_there": round(counts["not_there"] / max(counts["cards"], 1), 4),
    }


def _shown(folder: Path) -> tuple[Lesson, Counter[str]]:
    """The lesson of one showing, and how right it is; then people answer what was asked."""
    lesson, counts = Lesson(), Counter[str]()
    for number, file in enumerate(sorted((folder / "corners").glob("*.npz")), 1):
        lesson.show(read_photo(folder / "images" / f"{file.stem}.jpg"))
        truth = np.load(file)
        counts["shown"] += len(truth["cards"])
        for one in lesson.shown:
            if one.photo == number:
                counts["found"] += _card_at(np.array(one.corners), truth) >= 0
    truths = [np.load(file) for file in sorted((folder / "corners").glob("*.npz"))]
    answers: dict[str, Card | None] = {}
    for one in lesson.shown:
        there = _card_at(np.array(one.corners), truths[one.photo - 1])
        if one.state in ("learnt", "asked"):
            right = one.card is not None and one.card.index == there
            counts[f"{one.state}_{'right' if right else 'wrong'}"] += 1
        if one.state == "asked":
            card = DECK[there] if there >= 0 else None
            answers[one.id] = None if card in answers.values() else card
    lesson.say(answers)
    counts["learnt_in_all"] = len(lesson.learnt)
    return lesson, counts


def _card_at(corners: np.ndarray, truth: Any) -> int:
    """Position in `DECK` of the labelled card under an outline, -1 for none."""
    shares = [overlap(corners, quad) for quad in truth["quads"]]
    best = int(np.argmax(shares)) if shares else -1
    return int(truth["cards"][best]) if best >= 0 and shares[best] >= 0.5 else -1


def _read(folder: Path, readers: Mapping[str, Reader | None]) -> dict[str, Counter[str]]:
    """What each of several readers gets right in the same scenes, whose cards are found once for all."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in readers}
    for file in sorted((folder / "corners").glob("*.npz")):
        truth = np.load(file)
        image = read_photo(folder / "images" / f"{file.stem}.jpg")
        found = find_boxes(image)
        for name, reader in readers.items():
            counts[name].update(_right(read_cards(image, found, reader), truth))
    return counts


def _right(seen: Sequence[DetectedCard], truth: Any) -> Counter[str]:
    """Readable faces of `SMALLEST` and more, those found and those read right, and what was not there."""
    counts: Counter[str] = Counter()
    outlines = [np.array(card.look.corners) for card in seen]
    matched: set[int] = set()
    for quad, kind, index, told in zip(
        truth["quads"], truth["kinds"], truth["cards"], truth["told"], strict=True
    ):
        there = [n for n, outline in enumerate(outlines) if overlap(outline, quad) >= 0.5]
        right = [n for n in there if _reads(seen[n], int(index))]
        matched.update(right)
        if kind or index < 0 or told < 0.5 or _short(quad) < SMALLEST:
            continue
        court = DECK[index].rank > 10
        counts.update(cards=1, found=bool(there), right=bool(right))
        counts.update(courts=court, courts_right=court and bool(right))
    counts["not_there"] += sum(
        card.why_unread is None and n not in matched and _short(outlines[n]) >= SMALLEST
        for n, card in enumerate(seen)
    )
    return counts


def _reads(card: DetectedCard, index: int) -> bool:
    return card.why_unread is None and card.card.index == index


def _short(quad: np.ndarray) -> float:
    edges = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return float(min((edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2))
