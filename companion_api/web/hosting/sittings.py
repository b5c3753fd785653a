"""The evenings that one process sees, one after the other, and what is told of the store that keeps them."""

from __future__ import annotations

import argparse
import contextlib
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion_api.evening.live import Live
from companion_api.evening.no_camera import NoCamera, SeesNothing
from companion_api.evening.taps import Desk
from companion_api.evening.watching import AS_EVER, Manner, Watching
from companion_api.family.store_report import for_pages, noticed, sentences
from companion_api.games.views import read
from companion_api.hearing.ears import OFF, Ears
from companion_api.learning import decks
from companion_api.replay.recorded import RecordedReferee
from companion_api.saying.words import own_language
from companion_api.store import BROUGHT_IN, Evening, Notice, Store, StoreFailed, Unreadable
from companion_api.web.door import entrance
from engine.errors import BadInput
from engine.evening.reckoning import stopped
from engine.games import game
from engine.record.keeper import Keeper
from engine.table import table_from_json
from hardware.cameras import Camera, CameraLost
from vision.observer.observer import watch_table

TONIGHT = 12 * 3600.0
"""Seconds since it began after which people are told that it is an earlier evening that goes on."""
RESUME_HOURS = 6.0
"""In a database that several tables share, an evening whose last event is older than this is over."""


def add_server_options(command: argparse.ArgumentParser) -> None:
    """Where phones come in (`companion_api.web.door.entrance`); ``--keep-pictures``, ``--webhook``."""
    entrance.add_address(command)
    entrance.add_papers(command)
    command.add_argument(
        "--keep-pictures",
        action="store_true",
        help="keep the pictures when the evening is over",
    )
    command.add_argument(
        "--webhook",
        action="append",
        default=[],
        metavar="URL",
        help="tell this address of every event (WEBHOOKS.md)",
    )
    command.add_argument(
        "--webhook-anywhere",
        action="store_true",
        help="outside the house too",
    )


def checked_speed(speed: float) -> float:
    """What ``--speed`` asks for, 0.1 to 100.

    Raises:
        BadInput: it is out of range.
    """
    if not 0.1 <= speed <= 100:
        raise BadInput(f"--speed {speed:g}: expected 0.1 to 100")
    return speed


def going_on(store: Store, *, set_up: bool = False) -> Evening | None:
    """The last evening, if people had set it up and nobody has ended it, however long ago that was.

    It need not have begun: a phone may have been told that it is set up just before the program ended.
    A clock may have been wrong when it began, or be wrong now: the date of an evening says nothing.
    Where several tables share a database, only what happened not long ago is this table's.

    Args:
        store: of the evenings.
        set_up: the last one that people have set up: one that was begun later and left does not count.
    """
    try:
        last = store.last()
        if set_up and last is not None and not last.setup:
            there = [each for each in store.evenings() if each.setup and each.token != BROUGHT_IN]
            last = max(there, key=lambda each: each.id, default=None)
        if last is None or not last.setup:
            return None
        written = store.last_written(last.id)
        written = last.started if written is None else written
        if store.shared and time.time() - written > RESUME_HOURS * 3600:
            return None
        table_from_json(last.setup, f"evening {last.id}")
        events = [event for _, event in game.in_force(store.log(last.id))]
    except BadInput:
        return None  # `report` says that it is set aside
    return None if stopped(events) is not None else last


def last_begun(store: Store) -> Evening | None:
    """The evening begun last, if it reads."""
    try:
        return store.last()
    except Unreadable:
        return None


def report(store: Store, live: Live) -> None:
    """Say what people should know of their store, now and as it is noticed: at the terminal, on the pages."""

    def tell(notice: Notice) -> None:
        sentence = noticed(notice)
        print(f"nainjaune: {sentence[own_language()]}", file=sys.stderr, flush=True)
        live.notice([sentence])

    for line in sentences(store, own_language()):
        print(f"nainjaune: {line}", file=sys.stderr, flush=True)
    live.notice(for_pages(store))
    store.when_noticed(tell)


def interrupted(store: Store, setup: Mapping[str, Any]) -> Evening | None:
    """The evening that goes on, if it was at this table: what they mean is compared, not how they say it."""
    last = going_on(store, set_up=True)
    return last if last is not None and _normalised(last.setup) == _normalised(setup) else None


def _normalised(setup: Mapping[str, Any]) -> tuple[object, ...]:
    """Who plays what at a table; what is left out has its usual value, places in the picture say nothing."""
    table = table_from_json(setup, "the table")
    module = game.find(table.game, table.rules, "the table")
    return table.game, table.rules, module.read_options(table.options, "the table"), table.names


@dataclass(frozen=True, slots=True)
class Custom:
    """What all evenings of one process have in common.

    Attributes:
        deck: the pack in use, of those that were learnt; None: as the table says.
        data: the data folder, where they are; None: the usual one.
        keep: pictures outlast the evening; else those of past evenings go when one begins.
        ears: what an evening hears and speaks with, told of what was heard in vain; None: nothing.
        manner: how tables are watched.
    """

    deck: str | None = None
    data: str | None = None
    keep: bool = False
    ears: Ears | None = None
    manner: Manner = AS_EVER


AS_USUAL = Custom()


class Sittings:
    """The evenings that one process sees, one after the other, each with a camera of its own.

    Args:
        live: the evening.
        desk: where phones' taps go.
        camera: opened, for the first evening.
        reopen: opens it again for another; None: there can be no other.
        custom: what they have in common.

    Attributes:
        sees: there is a camera whose picture can be checked before an evening.
    """

    def __init__(
        self,
        live: Live,
        desk: Desk,
        camera: Camera,
        reopen: Callable[[], Camera] | None = None,
        custom: Custom = AS_USUAL,
    ) -> None:
        self._live = live
        self._desk = desk
        self._camera: Camera | None = camera
        self._reopen = reopen
        self._custom = custom
        self._ears = ears = custom.ears
        self._manner = (
            custom.manner
            if ears is None
            else replace(custom.manner, ignored=ears.ignored, expects=ears.expect)
        )
        self._watching: Watching | None = None
        self._looking = threading.Lock()
        self.sees = camera.live and not isinstance(camera, NoCamera)

    @property
    def watching(self) -> Watching | None:
        """What watches the evening, None before it begins."""
        return self._watching

    def still(self) -> Any:
        """The camera's picture now, H × W × 3, BGR; None where there is none."""
        with self._looking:
            if self._watching is not None:
                return None if self._watching.frame is None else self._watching.frame.image
            # Between two evenings a camera may be gone: that is no picture, like one that is lost.
            with contextlib.suppress(BadInput, CameraLost, StopIteration):
                if self._camera is None and self._reopen is not None:
                    self._camera = self._reopen()
                if self._camera is not None and self.sees:
                    return next(self._camera).image
            return None

    def microphone(self, state: str) -> None:
        """What hears calls has come, gone or been lost (`Ears.tell`); from any thread."""
        self._live.microphone(state)
        if self._watching is not None:
            self._watching.referee.listens = state != OFF

    def prepare(self) -> None:
        """All that an evening needs, nothing started yet.

        Raises:
            BadInput: there is no camera, or the log cannot be folded.
        """
        with self._looking:
            self._prepare()

    def _prepare(self) -> None:
        table = self._live.table
        assert table is not None, "people have set the evening up"
        camera = self._opened()
        blind = isinstance(camera, NoCamera)
        reader = decks.reader_for(self._custom.deck or table.deck, self._custom.data)
        self._live.reader = self._live.replay.reader = reader
        observer = SeesNothing() if blind else watch_table(table, camera.size, reader=reader)
        listens = self._ears is not None and self._ears.listens
        referee: RecordedReferee | Keeper
        if blind and game.told_besides(table.game, table.rules):
            referee = Keeper(table, log=read(self._live.events()))
        else:
            referee = RecordedReferee(table, listens=listens, log=read(self._live.events()))
            self._live.replay.given = referee.given
        self._watching = Watching(self._live, camera, observer, referee, self._manner)
        self._camera = None
        store, evening = self._live.store, self._live.evening.id
        if self._custom.keep:
            store.keep_pictures(evening)
        store.forget_past_pictures(but=evening)

    def _opened(self) -> Camera:
        """The camera for an evening that it follows.

        Raises:
            BadInput: there is none.
        """
        if self._camera is None and self._reopen is not None:
            self._camera = self._reopen()
        if self._camera is None:
            raise BadInput("there is no camera for another evening")
        return self._camera

    def start(self) -> None:
        """Begin to watch."""
        assert self._watching is not None
        watching = self._watching
        self._desk.sit(watching)
        watching.start()
        if self._ears is not None:
            self._ears.listen(watching.hear, lambda: watching.t)

    def begin(self) -> None:
        """`prepare` and `start`."""
        self.prepare()
        self.start()

    @property
    def well(self) -> bool:
        """Whether nothing hangs; between evenings nothing can."""
        return self._watching is None or self._watching.well

    def leave(self) -> None:
        """Stop watching and let go of the camera."""
        self._desk.sit(None)
        if self._ears is not None:
            self._ears.leave()
        if self._watching is not None:
            self._watching.stop()
        elif self._camera is not None:
            self._camera.close()
        self._watching = None

    def close(self) -> None:
        """`leave`; the pictures of an evening that people have ended go."""
        self.leave()
        over = stopped(event for _, event in game.in_force(read(self._live.events()))) is not None
        with contextlib.suppress(StoreFailed):  # else when the next evening begins
            self._live.store.forget_past_pictures(but=None if over else self._live.evening.id)
