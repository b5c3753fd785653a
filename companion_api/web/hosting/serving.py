"""The server from its first line on the terminal to Ctrl-C."""

from __future__ import annotations

import argparse
import json
import os
import sys
import webbrowser
from typing import Any

from companion_api.family.store_report import day
from companion_api.saying.words import own_language
from companion_api.system.watchdog import Watchdog
from companion_api.web import passes
from companion_api.web.door.entrance import Entrance
from companion_api.web.door.following import Following
from companion_api.web.door.serve import Server, words
from companion_api.web.hosting.companion import Companion
from companion_api.web.hosting.hosted import Hosted, Plan
from companion_api.web.hosting.remembered import Running
from companion_api.web.hosting.start_page import opened
from engine.redaction import redacted


def host(plan: Plan) -> int:
    """Show an evening on phones until Ctrl-C.

    Returns:
        0.

    Raises:
        BadInput: the table does not fit the camera, the port cannot be had, or another process
            shows evenings from the same folder.
    """
    try:
        plan.store.hold()
        plan.check()
        door = Entrance(plan.args, plan.data)
    except BaseException:
        plan.drop()
        raise
    companion = opened(door, plan.folder, plan.args.planned, lambda: served.stop())
    hosted = companion.sit(plan)
    served = Served(plan.args, door, companion)
    if plan.again is not None:
        print(plan.again, file=sys.stderr, flush=True)
    return served.run(hosted)


def open_page(args: argparse.Namespace, door: Entrance, data: str) -> int:
    """Show the start page, in this computer's browser where there is one, until Ctrl-C; 0."""
    companion = opened(door, data, args.planned, lambda: served.stop())
    if companion.remembered.choices().get("phones"):
        companion.phones.open()
    served = Served(args, door, companion)
    link = f"{door.here()}start/#k={companion.key}"
    running = Running(companion.remembered.folder)
    running.note(link)
    try:
        if args.json:
            print(json.dumps({"type": "address", "address": link}), flush=True)
        else:
            say = words()
            print(say("start_here", address=link))
            print(say("stop", folder=redacted(data)), flush=True)
        if not args.no_browser:
            show(link)
        return served.run()
    finally:
        running.forget()


def show(link: str) -> bool:
    """Open a page in this computer's browser; False: it has none that can show it."""
    seen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    try:
        return seen and webbrowser.open(link)
    except (webbrowser.Error, OSError):
        return False


class Served:
    """A server with what it shows.

    Args:
        args: with what `entrance.add_address` added.
        door: where pages come in.
        companion: what they see.
    """

    def __init__(self, args: argparse.Namespace, door: Entrance, companion: Companion) -> None:
        self._args = args
        self._door = door
        self._companion = companion
        self._server = Server(door.configured(companion.stage))

    def stop(self) -> None:
        """End it; from any thread."""
        self._server.stop()

    def run(self, hosted: Hosted | None = None) -> int:
        """Serve until somebody stops it; 0."""
        self._server.stop_on_signals()
        try:
            if hosted is not None:
                self._print_address(hosted)
                hosted.start()
            with (
                Watchdog(lambda: self._companion.well),
                self._door.open() as sockets,
                Following(lambda: self._follow(hosted)),
            ):
                self._server.run(sockets=sockets)
        finally:
            self._companion.close()
        return 0

    def _follow(self, hosted: Hosted | None) -> None:
        """Go where this computer is now, and say so on the terminal that said where it was."""
        self._companion.phones.follow()
        if not self._door.follow(self._companion.stage) or hosted is None:
            return
        say, token = words(), self._companion.token or hosted.live.evening.token
        if self._args.json:
            self._tell_address(self._door.link(token))
            return
        print(say("moved"))
        typed = passes.code(token, "host")
        for line in (*self._door.shown(say, self._door.link(token), typed), *self._door.besides(say)):
            print(line, flush=True)

    def _tell_address(self, link: str) -> None:
        first: dict[str, Any] = {"type": "address", "address": link, "others": self._door.others}
        print(json.dumps(first | self._door.trusted), flush=True)

    def _print_address(self, hosted: Hosted) -> None:
        """What the terminal says first of an evening."""
        say, door, live, plan = words(), self._door, hosted.live, hosted.plan
        link = door.link(live.evening.token)
        if self._args.json:
            self._tell_address(link)
            return
        typed = passes.code(live.evening.token, "host")
        for line in (*door.shown(say, link, typed), *door.besides(say)):
            print(line)
        if plan.waits:
            show(link)
        if hosted.feed is not None:
            print(say("open_camera", address=link.replace("/#", "/camera/#")))
        if plan.setup is None:
            print(say("set_up"))
        elif hosted.before is not None:
            print(say("resumed", seq=live.seq, date=day(live.evening.started, own_language())))
        elif plan.waits:
            print(say("demo_waits"))
        print(say("stop", folder=redacted(plan.data)) if plan.data else say("stop_demo"), flush=True)
