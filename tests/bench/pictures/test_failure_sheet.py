"""Why a card went wrong: what a contact sheet says of a photo whose labels tell cards but no places."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from bench.pictures.failure_sheet import COLUMNS, ROWS, TILE, failures, write
from engine.boundaries import CardLook
from engine.cards import Card, parse_card
from vision.cards.photograph import DetectedCard

PHOTO = np.full((300, 400, 3), 90, np.uint8)


def _seen(back: bool = False, **chances: float) -> DetectedCard:
    faces = [0.0] * 52
    for code, chance in chances.items():
        faces[parse_card(code).index] = chance
    return DetectedCard(CardLook(((10, 10), (60, 10), (60, 85), (10, 85)), tuple(faces)), 0.9, back)


def _why(there: str, *seen: DetectedCard) -> list[tuple[str, Card | None]]:
    labels = Counter(parse_card(code) for code in there.split())
    return [(one.why, one.truth) for one in failures("x.jpg", PHOTO, labels, seen)]


def test_each_kind_of_failure_is_named() -> None:
    queen, king = parse_card("QS"), parse_card("KS")
    assert _why("QS", _seen(QS=0.9)) == []
    assert _why("QS", _seen(KS=0.9, QS=0.05)) == [("misread", queen)]
    assert _why("QS", _seen(QS=0.4)) == [("unread", queen)]
    assert _why("QS") == [("not found", queen)]
    assert _why("QS", _seen(QS=0.9), _seen(KS=0.8)) == [("not there", None)]
    assert _why("QS", _seen(AD=0.4)) == [("not found", queen)], "an outline without a hint"
    assert _why("QS KS", _seen(KS=0.95), _seen(KS=0.6, QS=0.3)) == [("misread", queen)]
    assert _why("QS KS", _seen(QS=0.4), _seen(KS=0.3, QS=0.1)) == [("unread", queen), ("unread", king)]
    assert _why("", _seen(back=True)) == []


def test_sheets_hold_every_failure(tmp_path: Path) -> None:
    labels = Counter({parse_card("QS"): COLUMNS * ROWS + 1})
    files = write(tmp_path / "sheets", failures("x.jpg", PHOTO, labels, [_seen(KS=0.9)]))
    assert [file.name for file in files] == ["sheet-1.png", "sheet-2.png"]
    assert cv2.imread(str(files[0])).shape == (ROWS * TILE[1], COLUMNS * TILE[0], 3)
