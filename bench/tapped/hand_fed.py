"""A table whose time passes only when it is told to: the real server without sockets, its camera fed by hand.

Store, live channel, taps, pipeline and referee are those of `nainjaune play`; requests reach the
application as a server would hand them over. Between two frames nothing happens but what is asked,
so that what a tap changes can be seen.
"""

from __future__ import annotations

import asyncio
import functools
import json
import queue
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from fastapi import FastAPI

from companion_api.evening.live import Live
from companion_api.evening.no_camera import NoCamera, SeesNothing
from companion_api.evening.setting_up import SetUp
from companion_api.evening.taps import Desk
from companion_api.evening.watching import Outcome, Watching
from companion_api.evening.who import Pass
from companion_api.games.views import Story, read
from companion_api.store import Store, StoreFailed
from companion_api.web.app import Extras, create_app
from companion_api.web.passes import issue
from engine.boundaries import Frame, Sighting
from engine.referee.referee import Referee

PATIENCE = 60.0
"""Seconds that a frame may take on a busy computer."""
LOOKS = 0.001
"""Seconds after which the table's thread looks whether there is a frame; what is asked it does at once."""
PROOF = b"\xff\xd8 a picture"
"""What proves a sighting here."""


class ByHand(NoCamera):
    """Frames without a picture, each when it is given."""

    def __init__(self) -> None:
        super().__init__()
        self._given: queue.SimpleQueue[tuple[Frame, threading.Event] | None] = queue.SimpleQueue()
        self._done: threading.Event | None = None

    def give(self, t: float) -> threading.Event:
        """One frame, ``t`` seconds after the camera began; says when it has been looked at."""
        done = threading.Event()
        self._number += 1
        self._given.put((self.frame(self._number, t, np.zeros((1, 1, 3), np.uint8)), done))
        return done

    def end(self) -> None:
        """There will be no more."""
        self._given.put(None)

    def __next__(self) -> Frame:
        if self._done is not None:
            self._done.set()
            self._done = None
        while True:
            try:
                given = self._given.get_nowait()
            except queue.Empty:
                self.wait(LOOKS)
                continue
            if given is None:
                raise StopIteration
            frame, self._done = given
            return frame


class Planned(SeesNothing):
    """Sees what it is told to."""

    def __init__(self) -> None:
        self.sightings: Sequence[Sighting] = ()

    def look(self, frame: Frame) -> list[Sighting]:
        """What was planned for this frame."""
        seen, self.sightings = list(self.sightings), ()
        return seen

    def evidence(self, sighting: Sighting) -> bytes | None:
        """Something."""
        return PROOF


class StandingStill(Watching):
    """Between two frames no time passes."""

    def stop(self) -> None:
        """`Watching.stop`, which waits for the frame in hand: that is one more here."""
        self._stop.set()
        assert isinstance(self._camera, ByHand)
        self._camera.give(0.0)
        super().stop()

    @property
    def t(self) -> float:
        """That of the last frame."""
        return self._seen[0]


class Full(Store):
    """A store whose disk may be full."""

    full = False

    def append(self, *args: Any, **kwargs: Any) -> list[dict[str, Any]]:
        """`Store.append`, where there is room."""
        if self.full:
            raise StoreFailed("full", "the disk is full: make room, then go on (so it was planned)")
        return super().append(*args, **kwargs)


class HandFed:
    """Everything behind the page.

    Args:
        folder: where the events are; an evening that nobody has ended goes on.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._requests = asyncio.Runner()
        self._open()

    def _open(self) -> None:
        self.store = Full(self._folder)
        last = self.store.last()
        self.live = Live(self.store, last or self.store.begin({}))
        self.desk = Desk()
        self._watching: Watching | None = None
        self.__dict__.pop("_app", None)
        if self.live.table is not None:
            self._begin()

    @functools.cached_property
    def _app(self) -> FastAPI:
        """What phones ask; made when the first one does, which takes longer than all else."""
        return create_app(self.live, self.desk, Extras(SetUp(self.live, self._begin, self._leave)))

    def _begin(self) -> None:
        table = self.live.table
        assert table is not None
        self.camera, self.observer, self._now = ByHand(), Planned(), 0.0
        referee = Referee(table, log=read(self.live.events()))
        self._watching = StandingStill(self.live, self.camera, self.observer, referee)
        self.desk.sit(self._watching)
        self._watching.start()
        self.frame(0.1)

    def _leave(self) -> None:
        self.desk.sit(None)
        if self._watching is not None:
            self._watching.stop()
        self._watching = None

    @property
    def evening(self) -> int:
        """Which evening it is."""
        return self.live.evening.id

    @property
    def events(self) -> Sequence[Mapping[str, Any]]:
        """Its events so far."""
        return self.live.events()

    @property
    def story(self) -> Story:
        """The same, folded."""
        return self.live.story

    @property
    def view(self) -> Mapping[str, Any]:
        """What phones show."""
        view: Mapping[str, Any] = self.live.now()["view"]
        return view

    @property
    def names(self) -> Sequence[str]:
        """Who plays; nobody before that is set up."""
        return () if self.live.table is None else self.live.table.names

    @property
    def t(self) -> float:
        """The table's time."""
        return 0.0 if self._watching is None else self._watching.t

    @property
    def watching(self) -> Watching | None:
        """What watches the evening; None before it has begun."""
        return self._watching

    def frame(self, seconds: float, sightings: Sequence[Sighting] = ()) -> None:
        """Let time pass to the next frame, and be done with it; nothing where the pictures have ended."""
        watching = self._watching
        if watching is None or watching.ended.is_set():
            return
        self._now += seconds
        self.observer.sightings = sightings
        done = self.camera.give(self._now)
        while not done.wait(0.5):
            if watching.ended.is_set():
                return

    def pictures_end(self) -> None:
        """The camera gives no more."""
        if self._watching is not None:
            self.camera.end()
            self._watching.ended.wait(PATIENCE)

    def room(self, there_is: bool) -> None:
        """Whether there is room on the disk; with it what has waited is written."""
        self.store.full = not there_is
        if there_is and self._watching is not None:
            self._watching.ask(Outcome)

    def restart(self) -> None:
        """The program ends and starts again."""
        self._leave()
        self.store.close()
        self._open()

    def post(self, path: str, body: Mapping[str, Any], held: Pass) -> tuple[int, Any]:
        """What one phone asks, and what it is answered: status and body."""
        return self.post_at_once(path, [(body, held)])[0]

    def post_at_once(
        self, path: str, asked: Sequence[tuple[Mapping[str, Any], Pass]]
    ) -> list[tuple[int, Any]]:
        """What several phones ask in the same moment."""

        async def all_of_them() -> list[tuple[int, Any]]:
            token = self.live.evening.token
            posts = (_post(self._app, path, body, issue(token, held)) for body, held in asked)
            return list(await asyncio.gather(*posts))

        return self._requests.run(all_of_them())

    def close(self) -> None:
        """Nobody plays any more."""
        self._leave()
        self.store.close()
        self._requests.close()


async def _post(app: Any, path: str, body: Mapping[str, Any], shown: str) -> tuple[int, Any]:
    """One request, as a server hands it to an application (ASGI)."""
    headers = [(b"host", b"127.0.0.1"), (b"authorization", f"Bearer {shown}".encode())]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": b"", "headers": headers,
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
    }  # fmt: skip
    told = [{"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}]
    status, answer, answered = 0, b"", asyncio.Event()

    async def receive() -> dict[str, Any]:
        if told:
            return told.pop()
        await answered.wait()
        return {"type": "http.disconnect"}

    async def send(message: Mapping[str, Any]) -> None:
        nonlocal status, answer
        status = message.get("status", status)
        answer += message.get("body", b"")
        if message["type"] == "http.response.body" and not message.get("more_body"):
            answered.set()

    try:
        await app(scope, receive, send)
    except Exception as error:  # a server answers 500 and goes on
        return 500, f"{type(error).__name__}: {error}"
    try:
        return status, json.loads(answer)
    except ValueError:
        return status, answer.decode("utf-8", "replace")
