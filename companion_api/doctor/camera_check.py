"""The camera check on the phone: one still, where board, boxes and seats lie in it, what to change.

What is judged, and the words for it, are `nainjaune doctor`'s.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from companion_api.doctor import Finding
from companion_api.doctor.picture import see
from companion_api.saying.words import words
from engine.boards import Board
from engine.boundaries import Point, Quad
from engine.cards import HONOURS
from languages import LANGUAGES
from vision.redaction.redacted import Scene, jpeg

STILL_WIDTH = 1280
"""Pixels of the still that phones get: enough to aim at a corner of the board."""


def check(
    image: np.ndarray, board: Quad | None, seats: Mapping[str, Point], honours: Board = HONOURS
) -> dict[str, Any]:
    """What a phone shows of a still.

    Args:
        image: uint8 H × W × 3, BGR.
        board: its outline, where people have told it; None: it is looked for.
        seats: the table's edge in front of each player, where known.
        honours: the cards that have a box.

    Returns:
        ``size`` [width, height] that all places refer to, ``jpeg`` (base64), ``findings [{check,
        verdict, why, text {language: line}}]``, ``board`` (four corners or None), ``boxes {card: four
        corners}``, ``seats {name: place}``.
    """
    findings, seen = see(image, board, tuple(seats.values()))
    view = None if seen is None else seen.of(honours)
    return {
        **still(image),
        "findings": [_as_json(finding) for finding in findings],
        "board": None if view is None or view.board is None else rounded(view.board),
        "boxes": {} if view is None else {box.code: rounded(quad) for box, quad in view.boxes.items()},
        "seats": {name: [round(x, 1), round(y, 1)] for name, (x, y) in seats.items()},
    }


def still(image: np.ndarray, shown: Sequence[Quad] = ()) -> dict[str, Any]:
    """A picture as phones get it: ``size`` [width, height] that all places refer to, ``jpeg`` (base64).

    Args:
        shown: outlines of what may be read, before an evening; else one picture does not tell what is held
            over the board, and nothing may.
    """
    height, width = image.shape[:2]
    return {"size": [width, height], "jpeg": as_text(Scene(image, tuple(shown)), STILL_WIDTH)}


def as_text(scene: Scene, width: int | None = None) -> str:
    """`vision.redaction.redacted.jpeg` of one picture, base64."""
    return base64.b64encode(jpeg([scene], width=width)).decode()


def _as_json(finding: Finding) -> dict[str, Any]:
    path = f"doctor.{finding.check}.{finding.why or 'good'}"
    text = {language: words(language).say(path, **finding.figures) for language in LANGUAGES}
    return {"check": finding.check, "verdict": finding.verdict, "why": finding.why, "text": text}


def rounded(quad: Quad) -> list[list[float]]:
    """Four places as phones get them."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in quad]
