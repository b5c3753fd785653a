"""An evening from the first frame to Ctrl-C: store, pipeline and server put together."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion_api.app import create_app
from companion_api.live import Live
from companion_api.serve import LOCAL, PORT, Server, address, configured, home_address, listen, qr_code, words
from companion_api.store import Evening, Store
from companion_api.taps import Desk
from companion_api.views import read
from companion_api.watching import Watching
from engine.boundaries import Heard
from engine.errors import BadInput
from engine.events import Event, Settlement, to_json
from engine.referee import Referee
from engine.table import table_from_json
from hardware.cameras import Camera
from vision.observer import watch_table

RESUME_HOURS = 6.0
"""An evening whose last event is older than this is over."""


def add_server_options(command: argparse.ArgumentParser) -> None:
    """``--lan``, ``--host``, ``--port``, ``--json``."""
    where = command.add_mutually_exclusive_group()
    where.add_argument(
        "--lan",
        action="store_true",
        help="ouvrir la page au réseau de la maison / open the page to the home network, for phones",
    )
    where.add_argument(
        "--host", default=LOCAL, help=f"n'écouter que cette adresse / listen on this address only ({LOCAL})"
    )
    command.add_argument(
        "--port", type=int, default=PORT, help=f"port ({PORT}) ; 0 : un libre / any free one"
    )
    command.add_argument(
        "--json",
        action="store_true",
        help="adresse et événements en JSON Lines / print the address and events as JSON Lines",
    )


def checked_speed(speed: float) -> float:
    """What ``--speed`` asks for, 0.1 to 100.

    Raises:
        BadInput: it is out of range.
    """
    if not 0.1 <= speed <= 100:
        raise BadInput(f"--speed {speed:g}: expected 0.1 to 100")
    return speed


def data_folder() -> Path:
    """Where evenings are kept unless ``--data`` says otherwise."""
    if os.name == "nt":
        base = os.environ.get("LOCALAPPDATA") or Path.home()
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "nainjaune"


def interrupted(store: Store, setup: Mapping[str, Any]) -> Evening | None:
    """The last evening, if it was at this table and not long ago."""
    last = store.last()
    if last is None:
        return None
    written = store.last_written(last.id)
    if written is None or time.time() - written > RESUME_HOURS * 3600:
        return None
    same = all(last.setup.get(name) == setup.get(name) for name in ("game", "rules", "options", "players"))
    return last if same else None


def host(
    args: argparse.Namespace,
    store: Store,
    camera: Camera,
    setup: Mapping[str, Any],
    *,
    where: str = "the table",
    resume: bool = False,
    calls: Sequence[Heard] = (),
    speed: float | None = 1.0,
    kept: str | None = None,
    once: bool = False,
    again: str | None = None,
) -> int:
    """Show an evening on phones until Ctrl-C.

    Args:
        args: with what `add_server_options` added.
        store: where events go; closed at the end.
        camera: opened; closed at the end.
        setup: the table, as JSON values.
        where: what to call the table in an error.
        resume: go on with an interrupted evening at this table.
        calls: made in a film or by simulated players.
        speed: of a film; see `Watching`.
        kept: the folder to name as the place where everything is kept.
        once: end when the pictures have ended.
        again: the command that plays the same evening again, told once this one begins.

    Returns:
        0.

    Raises:
        BadInput: the table does not fit the camera, or the port cannot be had.
    """
    say = words()
    try:
        table = table_from_json(setup, where, camera.size)
        door = listen(home_address() if args.lan else args.host, args.port)
        observer = watch_table(table, camera.size)
        evening = interrupted(store, setup) if resume else None
        going_on = evening is not None
        live = Live(store, evening or store.begin(setup))
        referee = Referee(table, log=read(live.events()))
    except BaseException:
        camera.close()
        store.close()
        raise

    def told(event: Event) -> None:
        if args.json:
            print(json.dumps(to_json(event), ensure_ascii=False), flush=True)
        elif isinstance(event, Settlement):
            print(say("settled", n=event.round, name=event.winner), flush=True)

    watching = Watching(live, camera, observer, referee, calls=calls, speed=speed, told=told)
    server = Server(configured(create_app(live, Desk(watching))))
    link = address(door, live.evening.token)
    if again is not None:
        print(again, file=sys.stderr, flush=True)
    if once:
        watching.when_ended(server.stop)
    server.stop_on_signals()
    try:
        if args.json:
            print(json.dumps({"type": "address", "address": link}), flush=True)
        else:
            local = link.startswith(f"http://{LOCAL}")
            print(qr_code(link))
            print(say("open_here" if local else "open_phone", address=link))
            if local:
                print(say("only_here"))
            if going_on:
                print(say("resumed", seq=live.seq))
            print(say("stop", folder=kept) if kept else say("stop_demo"), flush=True)
        watching.start()
        server.run(sockets=[door])
    finally:
        watching.stop()
        store.close()
    return 0
