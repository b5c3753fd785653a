"""Contact sheets of every card that went wrong in a bench: its picture, the truth, the top three, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.cards import DECK, Card
from hardware.files.photos import folder_to_write, write_photo
from vision.cards.photograph import DetectedCard
from vision.cards.reader import flatten

NOT_FOUND, UNREAD, MISREAD, NOT_THERE = "not found", "unread", "misread", "not there"
HINT = 0.02
"""An outline that is not read is taken for a missed card if it has at least this of it."""
COLUMNS, ROWS = 6, 4
TILE = (230, 300)
"""Width and height of one card's tile on a sheet, pixels."""


@dataclass(frozen=True)
class Failure:
    """One card that went wrong.

    Attributes:
        image: the photo, as the labels name it.
        why: ``not found`` (no outline that could be it), ``unread`` (an outline, but no face reported),
            ``misread`` (another face reported), ``not there`` (a face reported too many).
        truth: the card that lies there; None for what is not there.
        seen: the outline; None where nothing was found.
        picture: the card flattened, or the whole photo small where nothing was found.
    """

    image: str
    why: str
    truth: Card | None
    seen: DetectedCard | None
    picture: np.ndarray


def failures(
    name: str, image: np.ndarray, there: Counter[Card], seen: Sequence[DetectedCard]
) -> list[Failure]:
    """What went wrong in one photo, whose labels tell its cards but not their places.

    A missed card is laid to the wrongly reported or unread outline that has most of it.
    """
    left = Counter(there)
    suspects = []
    for card in sorted(seen, key=lambda card: -card.confidence):
        if card.back:
            continue
        if card.why_unread is None and left[card.card]:
            left[card.card] -= 1
        else:
            suspects.append(card)
    found: list[Failure] = []
    missed = sorted(left.elements())
    pairs = sorted(
        ((n, truth) for n in range(len(suspects)) for truth in set(missed)),
        key=lambda pair: -suspects[pair[0]].look.faces[pair[1].index],
    )
    used: set[int] = set()
    for n, truth in pairs:
        card = suspects[n]
        if n in used or truth not in missed:
            continue
        if card.why_unread is None or card.look.faces[truth.index] >= HINT:
            why = UNREAD if card.why_unread else MISREAD
            found.append(Failure(name, why, truth, card, flatten(image, card.look.corners)))
            used.add(n)
            missed.remove(truth)
    small = _within(image, (TILE[0] - 10, 190))
    found += [Failure(name, NOT_FOUND, truth, None, small) for truth in missed]
    for n, card in enumerate(suspects):
        if n not in used and card.why_unread is None:
            found.append(Failure(name, NOT_THERE, None, card, flatten(image, card.look.corners)))
    return found


def write(folder: Path, found: Sequence[Failure]) -> list[Path]:
    """Write all *found* as ``sheet-1.png``, ``sheet-2.png``, … into *folder*.

    Raises:
        BadInput: the folder cannot be made.
    """
    folder_to_write(folder)
    files = []
    order = (MISREAD, NOT_THERE, UNREAD, NOT_FOUND)
    tiles = [_tile(one) for one in sorted(found, key=lambda one: order.index(one.why))]
    for number, start in enumerate(range(0, len(tiles), COLUMNS * ROWS), 1):
        page = tiles[start : start + COLUMNS * ROWS]
        page += [np.full((TILE[1], TILE[0], 3), 255, np.uint8)] * (-len(page) % COLUMNS)
        rows = [np.hstack(page[k : k + COLUMNS]) for k in range(0, len(page), COLUMNS)]
        files.append(folder / f"sheet-{number}.png")
        write_photo(files[-1], np.vstack(rows))
    return files


def _tile(one: Failure) -> np.ndarray:
    tile = np.full((TILE[1], TILE[0], 3), 255, np.uint8)
    picture = _within(one.picture, (TILE[0] - 10, 190))
    x = (TILE[0] - picture.shape[1]) // 2
    tile[5 : 5 + picture.shape[0], x : x + picture.shape[1]] = picture
    lines = [(f"{one.why}: {one.truth or '-'}", (0, 0, 200))]
    if one.seen is not None:
        top = np.argsort(-np.array(one.seen.look.faces))[:3]
        told = "  ".join(f"{DECK[n]} {one.seen.look.faces[n]:.0%}" for n in top)
        lines.append((told, (0, 0, 0)))
        corners = np.array(one.seen.look.corners)
        edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        lines.append((f"{edges.min():.0f} px, outline {one.seen.found:.0%}", (90, 90, 90)))
    lines.append((one.image[-30:], (90, 90, 90)))
    for k, (text, colour) in enumerate(lines):
        cv2.putText(tile, text, (6, 216 + 22 * k), cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, 1, cv2.LINE_AA)
    return cv2.copyMakeBorder(tile[1:-1, 1:-1], 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(200, 200, 200))


def _within(picture: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    scale = min(size[0] / picture.shape[1], size[1] / picture.shape[0])
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
