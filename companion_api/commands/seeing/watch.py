"""`nainjaune watch SOURCE --table T.json`: a film or a camera in, the log out, settled at the end."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion_api.commands.seeing.final_picture import chips_seen, final_picture
from companion_api.commands.seeing.frames import PROGRESS, frames_of
from companion_api.commands.settle import add_why
from companion_api.evening.pipeline import Command, Inbox
from companion_api.evening.pipeline import run as walk
from companion_api.files.calls_file import moment, read_calls
from companion_api.files.table_file import read_table
from companion_api.hearing.ears import add_listening, all_heard, dropped_line, ear_of, tell_microphone
from companion_api.hearing.listening import Listening, TableTime
from companion_api.learning import decks
from companion_api.replay.failed import is_failed, other_event, read_failed
from companion_api.saying.telling import PROVISIONAL, event_json, event_line, settlement_lines
from companion_api.saying.words import Words, words
from engine.boundaries import Frame, Sighting
from engine.cards import Card
from engine.errors import BadInput
from engine.evening.dues import handovers
from engine.events import AnySettlement, Event
from engine.explanation import explain
from engine.games import game
from engine.money.ledger import values
from engine.referee.referee import Referee
from engine.table import Table
from hardware.cameras import Camera, Film, open_camera
from hardware.files.photos import SUFFIXES, write_photo
from hardware.hearing.clips import Clips
from languages import LANGUAGES
from vision.observer.observer import watch_table
from vision.table.bearings import Bearings


def add_to(commands: Any) -> None:
    """Declare the command's options."""
    parser = commands.add_parser("watch")
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help="film, camera, URL, or a kept evening",
    )
    parser.add_argument(
        "--table",
        metavar="T.json",
        help="table file: seats and board",
    )
    parser.add_argument(
        "--calls",
        metavar="C.jsonl",
        help="calls made; else emptied boxes call",
    )
    add_listening(parser)
    parser.add_argument(
        "--picture",
        type=Path,
        metavar="FILE",
        help="the table at the end, hands illegible",
    )
    add_why(parser)
    parser.add_argument("--deck", metavar="NAME", help="a deck that was learnt")
    parser.add_argument("--data", metavar="FOLDER", help="where decks are kept")
    parser.add_argument("--json", action="store_true", help="JSON Lines, one event each")
    parser.add_argument("--lang", choices=LANGUAGES, default="fr", help="language (fr)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print every event once it is certain; 0 settled, 3 the pictures ended too early or showed too little.

    Raises:
        BadInput: a file that cannot be used; of a film that breaks off, after what was seen.
    """
    if is_failed(args.source):
        return _again(args)
    if args.table is None:
        raise BadInput("the following arguments are required: --table")
    with open_camera(args.source) as camera:
        table = read_table(args.table, camera.size)
        calls = read_calls(args.calls, table) if args.calls is not None else None
        say = words(args.lang)
        tell = _teller(table, say, args.json, why=args.why)
        reader = decks.reader_for(args.deck or table.deck, args.data)
        observer = watch_table(table, camera.size, reader=reader)
        clips = None if args.keep_clips is None else Clips(args.keep_clips)
        ear = None if args.listen is None else ear_of(args, lambda state: tell_microphone(state, say))
        referee = Referee(table, calls_by_chips=calls is None and ear is None, listens=ear is not None)
        calls = calls or []
        inbox: Inbox[Command] = Inbox()
        clock = TableTime()
        end = _End(args.picture, table)
        listening = None
        if ear is not None and ear.live:
            if not camera.live:
                raise BadInput(f"--listen {args.listen}: expected a recording or a script beside a film")
            listening = Listening(
                ear,
                args.lang,
                lambda heard: inbox.put(lambda replayer: replayer.hear(heard)),
                clock.now,
                clips,
            )
            listening.start()
        elif ear is not None:
            with ear:
                calls = sorted([*calls, *all_heard(ear, args.lang, clips)], key=moment)
        try:
            for output in walk(end.shown(_seen(camera, clock)), observer, referee, inbox, calls=calls):
                _print(output.events, tell)
                end.saw(output.sightings)
            _print(_so_far(referee), tell)
            end.write(observer, referee)
        except BadInput:
            # The film breaks off: what was recorded stays, what was held back is told.
            _print([*referee.finish(), *_so_far(referee)], tell)
            raise
        finally:
            if listening is not None:
                listening.stop()
            for dropped in referee.dropped:
                print(f"nainjaune: {dropped_line(dropped, say)}", file=sys.stderr)
    return 0 if referee.complete and referee.certain else PROVISIONAL


def _again(args: argparse.Namespace) -> int:
    """Play an evening again that «Ça n'a pas marché ?» has kept (`companion_api.replay.failed`)."""
    failed = read_failed(args.source)
    referee = failed.referee
    tell = _teller(failed.table, words(args.lang), args.json, why=args.why)
    _print(referee.log, tell)
    began = last = time.monotonic()
    for events in failed.replayed(referee):
        _print(events, tell)
        if (now := time.monotonic()) - last >= PROGRESS:
            last = now
            t = max((event.t for event in referee.log[-50:] if event.t is not None), default=0.0)
            print(f"nainjaune: {t:.0f} s ({t / (now - began):.1f}×)", file=sys.stderr)
    if failed.given:
        other, say = other_event(referee.log, failed.log), words(args.lang).say
        line = say("replay.same") if other is None else say("replay.other", n=other)
        print(f"nainjaune: {line}", file=sys.stderr)
    else:
        _print(failed.log[len(referee.log) :], tell)
    return 0 if referee.complete and referee.certain else PROVISIONAL


class _End:
    """The picture of the table at the end.

    Args:
        path: where to write it; None: nowhere.
        table: whose chips are counted.

    Raises:
        BadInput: no picture can be called so.
    """

    def __init__(self, path: Path | None, table: Table) -> None:
        if path is not None and path.suffix.lower() not in SUFFIXES:
            raise BadInput(f"--picture {path}: expected a name ending in {', '.join(SUFFIXES)}")
        self._path = path
        self._value = values(table.chips)
        self._boxes: dict[Card, int] = {}
        self._last: Frame | None = None

    def shown(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        """The frames; the last one is kept."""
        for frame in frames:
            self._last = frame
            yield frame

    def saw(self, sightings: Iterable[Sighting]) -> None:
        """Something was seen: what lies in the boxes is kept."""
        self._boxes.update(chips_seen(sightings, self._value))

    def write(self, observer: Bearings, referee: Referee) -> None:
        """Write the picture.

        Raises:
            BadInput: it cannot be written.
        """
        if self._path is None or self._last is None:
            return
        picture = final_picture(self._last.image, observer.view, observer.lying, referee.log, self._boxes)
        write_photo(self._path, picture)


def _so_far(referee: Referee) -> list[Event]:
    """What the last round comes to with the hands that were shown, where not all were."""
    settlement = referee.so_far
    return [] if settlement is None else [settlement]


def _seen(camera: Camera, clock: TableTime) -> Iterator[Frame]:
    """The camera's frames; says how far it is."""
    looked_at = sys.stderr.isatty() and isinstance(camera, Film) and camera.frames_promised
    for frame in (_followed if looked_at else _with_progress)(camera):
        clock.seen(frame.t)
        yield frame


def _followed(camera: Camera) -> Iterator[Frame]:
    """The film's frames, with a bar where somebody looks at the terminal."""
    from companion_api.commands.seeing.progress import followed

    assert isinstance(camera, Film)
    return followed(frames_of(camera), camera.frames_promised / camera.fps)


def _with_progress(camera: Camera) -> Iterator[Frame]:
    """The camera's frames, with a line now and then."""
    began = last = time.monotonic()
    for frame in frames_of(camera):
        now = time.monotonic()
        if now - last >= PROGRESS:
            last = now
            print(f"nainjaune: {frame.t:.0f} s ({frame.t / (now - began):.1f}×)", file=sys.stderr)
        yield frame


def _print(events: Sequence[Event], tell: Callable[[Event], Iterator[str]]) -> None:
    for event in events:
        for line in tell(event):
            print(line, flush=True)


def _teller(
    table: Table, words: Words, as_json: bool, *, why: bool = False
) -> Callable[[Event], Iterator[str]]:
    """How an event is told, once all before it have been; ``why``: with the rules' sources."""
    chips = values(table.chips)
    log: list[Event] = []

    def tell(event: Event) -> Iterator[str]:
        state = game.fold(log) if isinstance(event, AnySettlement) else None
        settled = state is not None and state.round is not None and state.round.settled
        reasons = explain(state) if state is not None and settled else ()
        log.append(event)
        if as_json:
            yield json.dumps(event_json(event, reasons, words), ensure_ascii=False)
        elif isinstance(event, AnySettlement):
            yield from settlement_lines(event, reasons, words, handovers(event, None, chips), why=why)
        elif text := event_line(event, words):
            yield f"{event.t or 0.0:7.1f} s  {text}"

    return tell
