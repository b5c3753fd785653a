"""`nainjaune watch SOURCE --table T.json`: a film or a camera in, the log out, settled at the end."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion_api.calls_file import read_calls
from companion_api.commands.settle import settlement_lines
from companion_api.pipeline import run as walk
from companion_api.table_file import read_table
from engine.boundaries import Frame
from engine.cards import LANGUAGES, card_name
from engine.errors import BadInput
from engine.events import (
    Alert,
    BoxTaken,
    Called,
    CardPlayed,
    Corrected,
    Event,
    HandShown,
    RoundStarted,
    Settlement,
    to_json,
)
from engine.ledger import values
from engine.referee import Referee
from engine.table import Table
from hardware.cameras import Camera, CameraLost, open_camera
from vision.observer import watch_table

INCOMPLETE = 3
"""Exit status when the pictures ended before the round could be settled."""
PROGRESS = 5.0
"""Seconds between two lines of progress on standard error."""

_WORDS = {
    "fr": {
        "round": "{dealer} donne",
        "played": "{player} pose {card}",
        "called": "{player} annonce {card}",
        "taken": "{player} vide la case {card}",
        "shown": "{player} montre {cards}",
        "corrected": "correction de l'événement {target}",
        "alert": "attention ({kind}) : {detail}",
    },
    "en": {
        "round": "{dealer} deals",
        "played": "{player} lays {card}",
        "called": "{player} calls {card}",
        "taken": "{player} empties the box {card}",
        "shown": "{player} shows {cards}",
        "corrected": "event {target} is corrected",
        "alert": "alert ({kind}): {detail}",
    },
    "de": {
        "round": "{dealer} gibt",
        "played": "{player} legt {card}",
        "called": "{player} ruft {card}",
        "taken": "{player} leert den Kasten {card}",
        "shown": "{player} zeigt {cards}",
        "corrected": "Ereignis {target} wird berichtigt",
        "alert": "Achtung ({kind}): {detail}",
    },
}


def add_to(commands: Any) -> None:
    """Declare the command's options."""
    parser = commands.add_parser("watch", help="suit une partie filmée / follows a filmed game")
    parser.add_argument("source", metavar="SOURCE", help="film, camera number or URL")
    parser.add_argument("--table", required=True, metavar="T.json", help="table file: seats and board")
    parser.add_argument(
        "--calls", metavar="C.jsonl", help="calls made; without it chips leaving a box are its call"
    )
    parser.add_argument("--json", action="store_true", help="JSON Lines, one event each")
    parser.add_argument("--lang", choices=LANGUAGES, default="fr", help="language of the words")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print every event once it is certain; 0 settled, 3 the pictures ended too early.

    Raises:
        BadInput: a file that cannot be used; of a film that breaks off, after what was seen.
    """
    with open_camera(args.source) as camera:
        table = read_table(args.table, camera.size)
        calls = read_calls(args.calls, table) if args.calls is not None else None
        tell = _as_json if args.json else _for_people(table, args.lang)
        referee = Referee(table, calls_by_chips=calls is None)
        observer = watch_table(table, camera.size)
        try:
            for output in walk(_frames(camera), observer, referee, calls=calls or ()):
                _print(output.events, tell)
        except BadInput:
            # The film breaks off: what was recorded stays, what was held back is told.
            _print(referee.finish(), tell)
            raise
    return 0 if referee.complete else INCOMPLETE


def _frames(camera: Camera) -> Iterator[Frame]:
    """The camera's frames; waits for one that was lost, and says how far it is."""
    began = told = time.monotonic()
    while True:
        try:
            frame = next(camera)
        except StopIteration:
            return
        except CameraLost as lost:
            print(f"nainjaune: {lost}", file=sys.stderr)
            continue
        now = time.monotonic()
        if now - told >= PROGRESS:
            told = now
            print(f"nainjaune: {frame.t:.0f} s ({frame.t / (now - began):.1f}×)", file=sys.stderr)
        yield frame


def _print(events: Sequence[Event], tell: Callable[[Event], Iterator[str]]) -> None:
    for event in events:
        for line in tell(event):
            print(line, flush=True)


def _as_json(event: Event) -> Iterator[str]:
    yield json.dumps(to_json(event), ensure_ascii=False)


def _for_people(table: Table, language: str) -> Callable[[Event], Iterator[str]]:
    """How an event is told in words."""
    words = _WORDS[language]
    chips = values(table.chips)

    def tell(event: Event) -> Iterator[str]:
        if isinstance(event, Settlement):
            yield from settlement_lines(event, language, chips)
            return
        text = _told(event, words, language)
        if text:
            yield f"{event.t or 0.0:7.1f} s  {text}"

    return tell


def _told(event: Event, words: dict[str, str], language: str) -> str | None:
    """One event in words; None for those that say nothing to people."""
    if isinstance(event, RoundStarted):
        return words["round"].format(dealer=event.dealer)
    if isinstance(event, CardPlayed | Called | BoxTaken):
        key = {CardPlayed: "played", Called: "called", BoxTaken: "taken"}[type(event)]
        return words[key].format(player=event.player, card=card_name(event.card, language, article=True))
    if isinstance(event, HandShown):
        cards = ", ".join(card_name(card, language) for card in event.cards)
        return words["shown"].format(player=event.player, cards=cards or "—")
    if isinstance(event, Corrected):
        instead = _told(event.replacement, words, language) if event.replacement is not None else None
        return words["corrected"].format(target=event.target) + (f" : {instead}" if instead else "")
    if isinstance(event, Alert):
        detail = event.detail or " ".join(str(part) for part in (event.player, event.card) if part)
        return words["alert"].format(kind=event.kind, detail=detail)
    return None
