"""`nainjaune cards IMAGE...`: every card in the photos, or laid in films, read without knowing any game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion_api.commands.seeing import film_cards
from companion_api.commands.seeing.photo_by_photo import add_photos, photo_by_photo
from companion_api.learning import decks
from companion_api.saying.phrases import complain
from companion_api.saying.words import words
from engine.boundaries import Point
from engine.errors import BadInput
from hardware.files.photos import folder_to_write, write_photo
from vision.cards.photograph import JOKER, DetectedCard, cards_of_photo, in_sight
from vision.cards.reader import Reader, shipped


def add_to(commands: Any) -> None:
    """Declare the command's options."""
    parser = commands.add_parser("cards")
    add_photos(parser)
    parser.add_argument(
        "--annotate",
        type=Path,
        metavar="FOLDER",
        help="also write each photo, annotated",
    )
    parser.add_argument("--deck", metavar="NAME", help="a deck that was learnt")
    parser.add_argument("--data", metavar="FOLDER", help="where decks are kept")
    parser.set_defaults(run=run)


def as_json(
    path: str, image: np.ndarray, milliseconds: float, seen: Sequence[DetectedCard]
) -> dict[str, Any]:
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


def in_words(seen: Sequence[DetectedCard], lang: str) -> str:
    """One photo's result for people: the cards' names, the jokers, then how many more are not read."""
    say = words(lang)
    names = [say.card(card.card) for card in seen if card.why_unread is None]
    names += [say.say("terminal.joker") for card in seen if card.why_unread == JOKER]
    unread = len(seen) - len(names)
    return (", ".join(names) or "—") + (f" (+ {unread} ?)" if unread else "")


def annotated(image: np.ndarray, seen: Sequence[DetectedCard]) -> np.ndarray:
    """A copy of *image* with every outline, thin where the card is hidden, and what was read."""
    picture = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 500))
    parts = in_sight(image, seen)

    def draw(outline: Sequence[Point], colour: tuple[int, int, int], width: int) -> None:
        corners = np.array(outline).round().astype(np.int32)
        cv2.polylines(picture, [corners], True, colour, width, cv2.LINE_AA)

    for card, part in zip(seen, parts, strict=True):
        colour = (60, 200, 60) if card.why_unread is None else (150, 150, 150)
        draw(card.look.corners, colour, max(1, thick // 3))
        draw(part, colour, thick)
    written: list[tuple[int, int, int, int]] = []
    for card, part in zip(seen, parts, strict=True):
        if card.why_unread in (None, JOKER):
            _write(picture, card.why_unread or card.card.code, np.array(part), thick, written)
    return picture


def _write(
    picture: np.ndarray, text: str, part: np.ndarray, thick: int, written: list[tuple[int, int, int, int]]
) -> None:
    """Write a card's name beside what is seen of it (n × 2), off those *written* (left, top, right, base)."""
    size = thick * 0.3
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    (left, top), (right, bottom), (x, y) = part.min(0), part.max(0), part.mean(0)
    # Above the card if there is room, so that the face itself stays to be seen.
    places = [
        (x - width / 2, max(top - 5, height + 4)),
        (x - width / 2, bottom + height + 5),
        (left - width - 6, y + height / 2),
        (right + 6, y + height / 2),
    ]
    boxes = [(int(a) - 3, int(b) - height - 3, int(a) + width + 3, int(b) + 4) for a, b in places]
    free = [box for box in boxes if not any(_meet(box, other) for other in written)]
    box = (free or boxes)[0]
    written.append(box)
    cv2.rectangle(picture, box[:2], box[2:], (30, 30, 30), -1)
    at = (box[0] + 3, box[3] - 4)
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), thick, cv2.LINE_AA)


def _meet(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def run(args: argparse.Namespace) -> int:
    """Print what is read; 2 when a photo or a film was bad (the good ones are printed all the same)."""
    status = 0
    if args.annotate:
        folder_to_write(args.annotate)
    reader = decks.reader_for(args.deck, args.data)
    for film in filter(film_cards.is_film, args.images):
        status = max(status, _film(film, reader or shipped(), args))
    photos = [name for name in args.images if not film_cards.is_film(name)]
    for photo in photo_by_photo(photos, lambda image: cards_of_photo(image, reader)):
        if photo is None:
            status = 2
            continue
        path, image, seen = photo.path, photo.image, photo.found
        if args.json:
            print(json.dumps(as_json(path, image, photo.ms, seen)), flush=True)
        else:
            print(f"{path}: {in_words(seen, args.lang)}", flush=True)
        if args.annotate:
            write_photo(args.annotate / f"{Path(path).stem}.cards.jpg", annotated(image, seen))
    return status


def _film(film: str, reader: Reader, args: argparse.Namespace) -> int:
    """Print what came to lie in a film and what left; 2: it cannot be read, or breaks off."""
    say = words(args.lang)
    try:
        for line in film_cards.lines_of(film, reader):
            text = json.dumps(line) if args.json else f"{film}: {film_cards.in_words(line, say)}"
            print(text, flush=True)
    except BadInput as error:
        complain(str(error))
        return 2
    return 0
