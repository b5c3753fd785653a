"""`nainjaune deck`: a family's own pack, shown once and read better from then on."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion_api.commands.seeing.frames import frames_of
from companion_api.learning import decks
from companion_api.learning.learning import Photographer
from companion_api.saying.phrases import complain
from companion_api.saying.words import words
from companion_api.web.door.entrance import add_address, lan_hosts
from companion_api.web.door.serve import qr_code
from companion_api.web.hosting.deck_page import LessonPage
from engine.cards import DECK, Card, parse_card
from engine.errors import BadInput
from hardware.cameras import open_camera
from hardware.files.photos import each_photo, folder_to_write, write_photo
from languages import LANGUAGES
from vision.cards.deck import Lesson, Shown


def add_to(commands: Any) -> None:
    """Declare the command and what it can do."""
    parser = commands.add_parser(
        "deck",
        description=(
            "Show the 52 cards once, face up, a dozen a photo, side by side or fanned with "
            "free indices; then `--deck NAME` reads with them (cards, watch, play)."
        ),
    )
    doing = parser.add_subparsers(dest="doing", required=True, metavar="learn|list|show|forget")
    learn = doing.add_parser("learn", help="show the 52 cards")
    learn.add_argument("images", nargs="*", metavar="IMAGE", help="photos, folders")
    learn.add_argument("--camera", metavar="SOURCE", help="instead: camera, URL or film")
    learn.add_argument("--name", default="maison", help="what the deck is called (maison)")
    learn.add_argument(
        "--cards", action="append", metavar='"AS KS …"',
        help="the cards of a photo, any order; once per photo",
    )  # fmt: skip
    learn.add_argument(
        "--is", action="append", dest="said", default=[], metavar="1.3=QS",
        help="answers what the command asks; 1.3=- is no card",
    )  # fmt: skip
    learn.add_argument("--new", action="store_true", help="forget what was known")
    learn.add_argument("--annotate", type=Path, metavar="FOLDER", help="numbered")
    add_address(learn)
    shown = doing.add_parser("show", help="what is missing")
    forget = doing.add_parser("forget", help="deletes a deck")
    listed = doing.add_parser("list", help="the decks there are")
    for one in (shown, forget):
        one.add_argument("name", metavar="NAME", help="what it is called")
    for one in (shown, forget, listed):
        one.add_argument("--json", action="store_true", help="JSON Lines")
    for one in (learn, shown, forget, listed):
        one.add_argument("--data", metavar="FOLDER", help="where decks are kept")
        one.add_argument("--lang", choices=LANGUAGES, default="fr", help="language (fr)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what was asked; 2 when a photo was bad (the good ones are learnt from all the same)."""
    if args.doing == "learn":
        return _learn(args)
    if args.doing == "forget":
        decks.forget(args.name, args.data)
    for name in decks.names(args.data) if args.doing == "list" else [args.name]:
        if args.doing == "forget":
            _say(args, {"deck": name, "forgotten": True}, name)
        else:
            _print_deck(args, name, decks.load(name, args.data))
    return 0


def _say(args: argparse.Namespace, line: dict[str, Any], text: str) -> None:
    print(json.dumps(line, ensure_ascii=False) if args.json else text, flush=True)


def _print_deck(
    args: argparse.Namespace, name: str, known: Collection[Card], asked: list[Shown] | None = None
) -> None:
    """What of a deck is known and what is missing."""
    missing = [card for card in DECK if card not in known]
    line: dict[str, Any] = {
        "deck": name, "learnt": len(known), "missing": [card.code for card in missing],
        "complete": not missing,
    }  # fmt: skip
    if asked is not None:
        line["asked"] = [{"id": one.id, **_as_json(one)} for one in asked]
    if args.json:
        print(json.dumps(line), flush=True)
        return
    say = words(args.lang)
    names = ", ".join(map(say.card, missing))
    lacking = "; " + say.say("terminal.cards_missing", names=names) if missing else " ✓"
    print(f"{name}: {len(known)}/52{lacking}", flush=True)
    for one in asked or ():
        guess = say.card(one.card) if one.card else "?"
        code = one.card.code if one.card else "…"
        print(f"  {one.id}: {guess} ({one.chance:.0%})? --is {one.id}={code}", flush=True)


def _as_json(one: Shown) -> dict[str, Any]:
    return {
        "card": one.card.code if one.card else None,
        "confidence": round(one.chance, 4),
        "state": one.state,
        "corners": [[round(x, 1), round(y, 1)] for x, y in one.corners],
    }


def _learn(args: argparse.Namespace) -> int:
    named, labels = _labels(args)
    folder = decks.folder_of(args.name, args.data)
    known = decks.load(args.name, args.data) if (folder / "deck.json").exists() and not args.new else {}
    if args.annotate:
        folder_to_write(args.annotate)
    lesson = Lesson(known)
    number, bad = _shown(args, lesson, named)
    if len(named) > number:
        raise BadInput(f"deck learn: --cards was given {len(named)} times for {number} photos")
    lesson.say(labels)
    learnt = lesson.learnt
    if not learnt:
        raise BadInput("deck learn: no card was told in what was shown, nothing is kept")
    if args.new and (folder / "deck.json").exists():
        decks.forget(args.name, args.data)
    decks.save(args.name, learnt, args.data)
    if args.json:
        for one in lesson.shown:
            print(json.dumps({"photo": one.photo, "id": one.id, **_as_json(one)}), flush=True)
    _print_deck(args, args.name, learnt, [one for one in lesson.shown if one.state == "asked"])
    return 2 if bad else 0


def _labels(args: argparse.Namespace) -> tuple[list[list[Card]], dict[str, Card | None]]:
    """What people say of their photos: the cards of each, and what single places show.

    Raises:
        BadInput: it contradicts itself.
    """
    if bool(args.images) == bool(args.camera):
        raise BadInput("deck learn: expected photos, or --camera SOURCE")
    if args.camera and (args.cards or args.said):
        raise BadInput("deck learn: --cards and --is go with photos, not with --camera")
    named = [_named(text) for text in args.cards or ()]
    labels = dict(_label(text) for text in args.said)
    if len(labels) < len(args.said):
        raise BadInput("deck learn: --is says two things of one card")
    for id_, card in labels.items():
        of_photo = dict(enumerate(named, 1)).get(int(id_.split(".")[0]))
        if card is not None and of_photo is not None and card not in of_photo:
            raise BadInput(f"deck learn: --is {id_}={card}, but --cards of that photo does not name {card}")
    return named, labels


def _shown(args: argparse.Namespace, lesson: Lesson, named: Sequence[list[Card]]) -> tuple[int, bool]:
    """Show the lesson all photos; how many there were, and whether one was bad."""
    page = _page(args) if args.camera else None
    number, bad = 0, False
    try:
        for _, image in _from_camera(args.camera) if args.camera else each_photo(args.images):
            if isinstance(image, BadInput):
                complain(str(image))
                bad = True
                continue
            cards = named[number] if number < len(named) else None
            shown = lesson.show(image, cards, goes_on=bool(args.camera))
            number += 1
            if page is not None:
                page.show(lesson)
                _print_deck(args, args.name, lesson.learnt)
            if args.annotate:
                write_photo(args.annotate / f"{number}.jpg", _annotated(image, shown))
            if not lesson.missing and args.camera:
                break
    except KeyboardInterrupt:
        print(file=sys.stderr)
    finally:
        if page is not None:
            page.close()
    return number, bad


def _page(args: argparse.Namespace) -> LessonPage:
    """The page that shows phones what is missing, its address told."""
    page = LessonPage(lan_hosts() if args.lan else [args.host], args.port)
    if args.json:
        print(json.dumps({"address": page.link}), flush=True)
    else:
        print(qr_code(page.link) + "\n" + page.link, flush=True)
    return page


def _named(text: str) -> list[Card]:
    cards = [_card(code, "--cards") for code in text.replace(",", " ").split()]
    twice = [card for card in cards if cards.count(card) > 1]
    if twice or not cards:
        wrong = f"{twice[0]} twice" if twice else "no card"
        raise BadInput(f"deck learn: --cards names {wrong}, but a pack has each card once")
    return cards


def _label(text: str) -> tuple[str, Card | None]:
    id_, _, code = text.partition("=")
    if not re.fullmatch(r"[0-9]{1,4}\.[0-9]{1,4}", id_.strip()) or not code:
        raise BadInput(f"deck learn: --is {text}: expected PHOTO.NUMBER=CARD such as 1.3=QS, or 1.3=-")
    return id_.strip(), None if code.strip() == "-" else _card(code, f"--is {id_}")


def _card(code: str, where: str) -> Card:
    try:
        return parse_card(code)
    except BadInput as wrong:
        raise BadInput(f"deck learn: {where}: {wrong}") from None


def _from_camera(source: str) -> Iterator[tuple[str, np.ndarray]]:
    """A photo each time that the whole picture has come to rest and is another than the last one."""
    with open_camera(source) as camera:
        photographer = Photographer()
        for frame in frames_of(camera):
            if photographer.takes(frame.image, frame.t):
                yield f"{frame.t:.1f} s", frame.image


def _annotated(image: np.ndarray, shown: list[Shown]) -> np.ndarray:
    """A copy of the photo with each card's number and what it is taken for."""
    picture = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 600))
    colours = {"learnt": (60, 200, 60), "asked": (0, 120, 255)}
    for one in shown:
        colour = colours.get(one.state, (150, 150, 150))
        outline = np.array(one.corners).round().astype(np.int32)
        cv2.polylines(picture, [outline], True, colour, thick, cv2.LINE_AA)
        text = f"{one.id} {one.card.code if one.card else one.state}"
        x, y = outline[:, 0].min(), max(int(outline[:, 1].min()) - 4, 12)
        cv2.putText(
            picture, text, (int(x), y), cv2.FONT_HERSHEY_SIMPLEX, 0.35 * thick, colour, thick, cv2.LINE_AA
        )
    return picture
