"""`nainjaune cards IMAGE...`: every card in the photos, read without knowing any game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion_api import decks
from companion_api.photo_by_photo import add_photos, photo_by_photo
from engine.boundaries import Point
from engine.cards import card_name
from vision.cards import SeenCard, cards_of_photo, in_sight
from vision.photos import folder_to_write


def add_to(commands: Any) -> None:
    """Declare the command's options."""
    parser = commands.add_parser("cards", help="lit les cartes d'une photo / reads the cards in photos")
    add_photos(parser)
    parser.add_argument(
        "--annotate",
        type=Path,
        metavar="FOLDER",
        help="écrire aussi chaque photo avec ce qui y est lu / also write each photo, annotated",
    )
    parser.add_argument("--deck", metavar="NAME", help="jeu appris / a deck that was learnt")
    parser.add_argument("--data", metavar="FOLDER", help="où sont les jeux / where decks are kept")
    parser.set_defaults(run=run)


def as_json(path: str, image: np.ndarray, milliseconds: float, seen: Sequence[SeenCard]) -> dict[str, Any]:
    """One photo's result in the contract's form; ``visible`` outlines what no other card hides."""

    def rounded(outline: Sequence[Point]) -> list[list[float]]:
        return [[round(x, 1), round(y, 1)] for x, y in outline]

    return {
        "image": path,
        "width": image.shape[1],
        "height": image.shape[0],
        "ms": round(milliseconds, 1),
        "cards": [
            {
                "card": card.card.code,
                "confidence": round(card.confidence, 4),
                "corners": rounded(card.look.corners),
                "visible": rounded(part),
            }
            for card, part in zip(seen, in_sight(image, seen), strict=True)
            if card.why_unread is None
        ],
        "unread": [
            {"corners": rounded(card.look.corners), "why": card.why_unread}
            for card in seen
            if card.why_unread
        ],
    }


def annotated(image: np.ndarray, seen: Sequence[SeenCard]) -> np.ndarray:
    """A copy of *image* with every outline, thin where the card is hidden, and what was read."""
    picture = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 500))

    def draw(outline: Sequence[Point], colour: tuple[int, int, int], width: int) -> None:
        corners = np.array(outline).round().astype(np.int32)
        cv2.polylines(picture, [corners], True, colour, width, cv2.LINE_AA)

    for card, part in zip(seen, in_sight(image, seen), strict=True):
        read = card.why_unread is None
        draw(card.look.corners, (60, 200, 60) if read else (150, 150, 150), max(1, thick // 3))
        draw(part, (60, 200, 60) if read else (150, 150, 150), thick)
        if read:
            text, size = card.card.code, thick * 0.3
            (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
            # Above what is seen of the card, so that the face itself stays to be seen.
            places = np.array(part)
            x, y = int(places[:, 0].mean() - width / 2), int(max(places[:, 1].min() - 5, height + 4))
            cv2.rectangle(picture, (x - 3, y - height - 3), (x + width + 3, y + 4), (30, 30, 30), -1)
            cv2.putText(
                picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), thick, cv2.LINE_AA
            )
    return picture


def run(args: argparse.Namespace) -> int:
    """Print what is read; 2 when a photo was bad (the good ones are printed all the same)."""
    status = 0
    if args.annotate:
        folder_to_write(args.annotate)
    reader = decks.reader_for(args.deck, args.data)
    for photo in photo_by_photo(args.images, lambda image: cards_of_photo(image, reader)):
        if photo is None:
            status = 2
            continue
        path, image, seen = photo.path, photo.image, photo.found
        if args.json:
            print(json.dumps(as_json(path, image, photo.ms, seen)), flush=True)
        else:
            names = [card_name(card.card, args.lang) for card in seen if card.why_unread is None]
            unread = sum(card.why_unread is not None for card in seen)
            print(f"{path}: {', '.join(names) or '—'}" + (f" (+ {unread} ?)" if unread else ""), flush=True)
        if args.annotate:
            cv2.imwrite(str(args.annotate / f"{Path(path).stem}.cards.jpg"), annotated(image, seen))
    return status
