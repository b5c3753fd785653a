"""One evening and everything behind its page: store, pipeline, ears, and the application that shows it."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from companion_api.evening.live import Live
from companion_api.evening.no_camera import NoCamera
from companion_api.evening.setting_up import SetUp, check_begins
from companion_api.evening.taps import Desk
from companion_api.evening.watching import Manner
from companion_api.family.own_sounds import FOLDER, OwnSounds
from companion_api.family.past import Chronicle
from companion_api.family.store_report import noticed
from companion_api.files.calls_file import Statement
from companion_api.hearing.ears import Ears
from companion_api.learning.learning import Learning
from companion_api.saying.phrases import complain
from companion_api.saying.telling import headline
from companion_api.saying.words import words as in_language
from companion_api.store import Evening, Notice, Store, StoreFailed
from companion_api.system.addresses import Reaches
from companion_api.system.data_folder import data_folder, folder_of
from companion_api.web.app import Extras, create_app
from companion_api.web.door.serve import words
from companion_api.web.hosting.clubs import Delivery, club
from companion_api.web.hosting.sittings import TONIGHT, Custom, Sittings, interrupted, last_begun, report
from companion_api.web.hosting.webhooks import Webhooks
from engine.events import Alert, CardPlayed, Event, NapSettlement, Settlement, to_json
from engine.referee.rounds.late import CAME_LATE
from engine.referee.view import BOARD_ALERTS
from engine.table import table_from_json
from hardware.cameras import Camera
from hardware.cameras.phone import PhoneCamera

OPENING = 2.5
"""How many times faster a demo passes until its first card lies: what it is about begins there."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What an evening is to be.

    Attributes:
        args: with what `sittings.add_server_options` and `ears` added.
        store: where events go; closed with the evening.
        camera: opened; closed with the evening.
        setup: the table, as JSON values; None: it is set up on a phone.
        where: what to call the table in an error.
        resume: go on with an interrupted evening at this table.
        calls: made in a film or by simulated players.
        speed: of a film; see `Watching`.
        data: the folder to name as the place where everything is kept; None: nothing is kept.
        once: end when the pictures have ended.
        again: the command that plays the same evening again, told once this one begins.
        places: an earlier table, for what is set up on a phone.
        reopen: opens the camera for another evening.
        deck: the pack in use, of those that were learnt; None: as the table says.
        waits: the pictures begin once the first page is there.
        demo: the seed and the number of players of a simulated evening; None: it is a real one.
        club: the table's address at its club, which hears of the evening; None: it has none.
        done: called when all is closed.
    """

    args: argparse.Namespace
    store: Store
    camera: Camera
    setup: Mapping[str, Any] | None
    where: str = "the table"
    resume: bool = False
    calls: Sequence[Statement] = ()
    speed: float | None = 1.0
    data: str | None = None
    once: bool = False
    again: str | None = None
    places: Mapping[str, Any] | None = None
    reopen: Callable[[], Camera] | None = None
    deck: str | None = None
    waits: bool = False
    demo: tuple[int, int] | None = None
    club: sa.URL | None = None
    done: Callable[[], None] = lambda: None

    @property
    def folder(self) -> str:
        """Where evenings that are begun from its pages are kept."""
        return self.data or str(data_folder())

    def check(self) -> None:
        """Whether the table, where it is known, fits the camera.

        Raises:
            BadInput: it does not.
        """
        if self.setup is not None:
            table = table_from_json(self.setup, self.where, self.camera.size)
            check_begins(table, self.where)

    def drop(self) -> None:
        """Let go of everything: it will not be."""
        self.camera.close()
        self.store.close()
        self.done()


class Hosted:
    """An evening that pages can see.

    Args:
        plan: what it is to be; taken over, also when this raises.
        reach: by which names and addresses its page is reached.
        stop: ends the server, where the evening ends with its pictures.

    Attributes:
        live: its events.
        before: the interrupted evening that goes on; None: it is a new one.
        feed: where a phone that is the camera sends its pictures; None: another camera films.
        app: what pages see.

    Raises:
        BadInput: the table does not fit the camera, or another process shows evenings from the same folder.
    """

    def __init__(self, plan: Plan, reach: Reaches, stop: Callable[[], None] = lambda: None) -> None:
        self.plan = plan
        self._stop = stop
        self._ears: Ears | None = None
        self._club: Delivery | None = None
        self._reckoning = threading.Thread(target=self._reckon, name="reckoning", daemon=True)
        try:
            self._open(plan)
        except BaseException:
            if self._club is not None:
                self._club.close(0)
            if self._ears is not None:
                self._ears.close()
            plan.drop()
            raise
        camera = plan.camera
        still = None if isinstance(camera, NoCamera) else self.sittings.still
        arranged = SetUp(
            self.live, self.sittings.begin, None if plan.reopen is None else self.sittings.leave,
            camera.size, plan.places or plan.setup, still, lambda: self.sittings.watching,
        )  # fmt: skip
        arranged.drawn = self._drawn
        learning = None if still is None else Learning(still, plan.data)
        self.feed = camera.feed if isinstance(camera, PhoneCamera) else None
        sounds = OwnSounds(folder_of(plan.data) / FOLDER)
        extras = Extras(arranged, self.feed, reach, learning, self._ears, sounds)
        self.app = create_app(self.live, self._desk, extras)

    def _open(self, plan: Plan) -> None:
        args = plan.args
        plan.store.hold()
        secret = os.environ.get("NAINJAUNE_WEBHOOK_SECRET")
        self._hooks = Webhooks(args.webhook, secret, args.webhook_anywhere)
        plan.check()
        self._ears = Ears(args, in_language(args.lang), chooses=plan.reopen is not None)
        calls = [*plan.calls, *self._ears.recorded()]
        plan.store.back_up()
        self.before = _before(plan)
        self.live = Live(plan.store, self.before or plan.store.begin(plan.setup or {}))
        if plan.data is not None and "://" not in plan.data:
            self.live.replay.folder = Path(plan.data)
        if plan.club is not None:
            plan.store.enrol(self.live.evening.id)
            self._club = club().Delivery(plan.store, plan.club, _of_the_club)
        self._begun_at = self.live.seq
        report(plan.store, self.live)
        if self.before is not None and self.before.setup and abs(time.time() - self.before.started) > TONIGHT:
            since = datetime.fromtimestamp(self.before.started)
            self.live.notice([noticed(Notice("resumed", {"date": since}))])
        self.live.when_said(self._ears.say)
        self._desk = Desk()
        ended = self._stop if plan.once else (lambda: None)
        manner = Manner(calls, plan.speed, self._announce, ended=ended)
        custom = Custom(plan.deck, plan.data, args.keep_pictures, self._ears, manner)
        self.sittings = Sittings(self.live, self._desk, plan.camera, plan.reopen, custom)
        self._ears.tell(self.sittings.microphone)
        if plan.setup is not None:
            self.sittings.prepare()

    def _reckon(self) -> None:
        """Have what past evenings came to at hand before the first phone looks back."""
        with contextlib.suppress(StoreFailed):
            Chronicle(self.plan.store).evenings()

    def _drawn(self) -> tuple[str, ...] | None:
        """Who is to sit here by the club's draw."""
        seats = None if self._club is None else self._club.seats
        return None if seats is None else tuple(seats.players)

    @property
    def speed(self) -> float | None:
        """How many of its seconds pass in one, once its first card lies; None: nobody watches."""
        watching = self.sittings.watching
        if watching is None:
            return None
        return self.plan.speed if watching.speed == self._hurried else watching.speed

    @property
    def _hurried(self) -> float | None:
        """How fast a demo that people look at passes until its first card lies."""
        plan = self.plan
        return None if plan.demo is None or not plan.waits or plan.speed is None else plan.speed * OPENING

    def _announce(self, event: Event) -> None:
        watching = self.sittings.watching
        if isinstance(event, CardPlayed) and watching is not None and watching.speed == self._hurried:
            watching.hurry(self.plan.speed or 1.0)  # nobody has chosen another speed meanwhile
        _at_terminal(event, self.plan.args, words())
        self._hooks.tell(self.live.evening.id, event)
        if self._ears is not None:
            self._ears.take_note(event)

    def start(self) -> None:
        """Begin to watch, where the table is known; else people set it up."""
        self._reckoning.start()
        if self._club is not None:
            self._club.start()
        if self.plan.setup is None:
            return
        watching = self.sittings.watching
        if self.plan.waits and watching is not None:
            watching.pause(True)
            watching.hurry(self._hurried or watching.speed or 1.0)
            self.live.when_looked_at(lambda: watching.pause(False))
        self.sittings.start()

    def close(self) -> None:
        """Stop watching and let go of everything."""
        self.sittings.close()
        self._hooks.close()
        if self._reckoning.is_alive():
            self._reckoning.join()
        if self._ears is not None:
            self._ears.close()
        if self._club is not None:
            self._club.close()
        if self.live.seq > self._begun_at:
            self.plan.store.back_up(anew=True)
        self.plan.store.close()
        self.plan.done()


def _of_the_club(why: str | None) -> None:
    """Say that the club is not reached (None: it is again); the table plays on."""
    with contextlib.suppress(OSError):
        if why is None:
            complain("the club is reached, and knows everything")
        else:
            complain("the club is not reached; the table plays on and tells it later")
            complain(why)


def _before(plan: Plan) -> Evening | None:
    """The evening that goes on; None: another begins."""
    if plan.setup is not None:
        return interrupted(plan.store, plan.setup) if plan.resume else None
    last = last_begun(plan.store)
    # Nobody has set it up yet: phones keep their token.
    return last if last is not None and not last.setup else None


def _at_terminal(event: Event, args: argparse.Namespace, say: Callable[..., str]) -> None:
    """Print what the terminal tells of an event.

    The thread that watches tells it: where nobody reads it, or the disk is full, the evening goes on.
    """
    with contextlib.suppress(OSError):
        if args.json:
            print(json.dumps(to_json(event), ensure_ascii=False), flush=True)
        elif isinstance(event, Settlement):
            print(say("settled", n=event.round, name=event.winner), flush=True)
        elif isinstance(event, NapSettlement):
            print(headline(event, in_language(args.lang)), flush=True)
        elif isinstance(event, Alert) and event.kind in (*BOARD_ALERTS, CAME_LATE):
            line = in_language(args.lang).alert_in_full(event)
            print(f"nainjaune: {line}", file=sys.stderr, flush=True)
