"""The table at the end of a film as a picture that gives nobody's hand away.

Nothing of the camera's own picture stays legible: it goes through `vision.redaction`. On it stands
what the log knows: the outline and the name of each card that lies there, the boxes and their chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np

from engine.boundaries import BoxSeen, CardLook, Quad, Sighting
from engine.cards import DECK, Card
from engine.events import CardPlayed, Event, HandShown
from engine.games import game
from engine.money.ledger import worth
from vision.geometry.quads import area
from vision.redaction.redacted import Scene, redacted_picture
from vision.table.board import TableView

SHORT_SIDE = 63.0
"""Millimetres of a card's short side (poker and bridge size are 63 and 57)."""
PAPER, INK, EDGE, BOX = (245, 250, 252), (40, 35, 30), (60, 160, 60), (30, 190, 240)


def final_picture(
    image: np.ndarray,
    view: TableView | None,
    looks: Sequence[CardLook],
    events: Sequence[Event],
    boxes: Mapping[Card, int],
) -> np.ndarray:
    """A copy of a picture (height × width × 3, uint8, BGR) of which only what lies on the table can be told.

    Args:
        image: the last one.
        view: where the board lies, if that is known.
        looks: of the cards that lie on the table, in the order in which they came to lie.
        events: the log; a card that was played or shown in it gets its name, any other none.
        boxes: chips' worth seen in each box.
    """
    picture = redacted_picture(Scene(image, card=_card(view, looks)))
    names = _names(looks, events)
    thick = max(1, round(max(image.shape[:2]) / 500))
    for look, name in zip(looks, names, strict=True):
        corners = np.array(look.corners).round().astype(np.int32)
        cv2.fillPoly(picture, [corners], PAPER)
        cv2.polylines(picture, [corners], True, EDGE, thick, cv2.LINE_AA)
        _write(picture, name, look.corners, thick)
    for card, quad in ({} if view is None else view.boxes).items():
        corners = np.array(quad).round().astype(np.int32)
        cv2.polylines(picture, [corners], True, BOX, thick, cv2.LINE_AA)
        _write(picture, f"{card.code} {boxes[card]}" if card in boxes else card.code, quad, thick, BOX)
    return picture


def _card(view: TableView | None, looks: Sequence[CardLook]) -> float | None:
    """Pixels of the short side of the largest card on the table; None: nothing tells it."""
    sizes = [float(np.sqrt(area(look.corners) / 1.4)) for look in looks]
    if view is not None:
        sizes.append(SHORT_SIDE * view.scale)
    return max(sizes, default=None)


def _names(looks: Sequence[CardLook], events: Sequence[Event]) -> list[str]:
    """What the log calls each card that lies there; nothing for a card of which it says nothing."""
    logged: set[Card] = set()
    for _, event in game.in_force(events):
        if isinstance(event, CardPlayed):
            logged.add(event.card)
        elif isinstance(event, HandShown):
            logged.update(event.cards)
    cards = [DECK[look.face] for look in looks]
    return [card.code if card in logged else "" for card in cards]


def chips_seen(sightings: Iterable[Sighting], value: Mapping[str, int]) -> dict[Card, int]:
    """What is seen in each box, in jetons; ``value``: of each kind of chip."""
    return {seen.box: worth(seen.chips, value) for seen in sightings if isinstance(seen, BoxSeen)}


def _write(
    picture: np.ndarray, text: str, quad: Quad, thick: int, colour: tuple[int, int, int] = INK
) -> None:
    """Write in the middle of a quad, as large as fits into two thirds of its width."""
    corners = np.array(quad)
    room = float(np.ptp(corners[:, 0])) * 2 / 3
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 1.0, thick)
    size = min(room / max(width, 1), 0.45 * thick + 0.35)
    x, y = corners.mean(0)
    at = (int(x - width * size / 2), int(y + height * size / 2))
    if colour != INK:
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, INK, thick + 2, cv2.LINE_AA)
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, thick, cv2.LINE_AA)
