"""Whether a tap that is refused changes anything, and whether a restart finds what runs.

People tap at random (`tapper`) at a table whose time passes only in between (`hand_fed`). After each tap
that is refused, everything is as it was before, in the referee's inmost parts, too; after each that is
taken, another program that reads the store knows the same. So it stays while the disk is full, when two
phones tap at once, and after the program has been started again.
"""

from __future__ import annotations

import io
import pickle
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from bench.counting import at_once
from bench.tapped.hand_fed import HandFed
from bench.tapped.tapper import Tapper, table
from companion_api.evening.live import Live
from companion_api.evening.who import HOST, Pass
from companion_api.games.views import read
from companion_api.replay.given import said_json
from engine.events import to_json
from engine.record.keeper import Keeper
from engine.referee.beam import Beam
from engine.referee.referee import Referee

TAPS = 20_000
PIECE = 500
"""Taps in one folder, as one process does them."""
LONGEST = 250
"""Taps after which people end an evening and begin another."""
GO_ON = 0.2
"""How often people begin another evening, once they have ended one, before they tap anything else."""
OFTEN = {"next": 60, "hand": 8, "call": 8, "undo": 7, "correct": 7, "said": 6, "answer": 6}
"""How often kinds of taps come (`often`)."""
MEANWHILE = {
    "nothing": 40,
    "frame": 30,
    "sighting": 25,
    "at_once": 4,
    "play_on": 3,
    "watch_on": 3,
    "full": 2,
    "restart": 2,
    "pictures_end": 0.3,
}
"""How often something else happens between two taps."""
LATER = (0.1, 0.5, 1.2, 5.0)
"""Seconds to the next frame."""
TRIES = 50
"""Requests after which another evening must have begun."""
REFUSES = (403, 409, 422)
STATES = ("starting", "none", "storage", "ended")
"""What may be said of a camera that is fed by hand."""


def often(kind: str) -> int:
    """How often a kind of taps comes, compared with others."""
    return OFTEN.get(kind, 4)


@dataclass
class Taps:
    """People tap at one table, and everything is looked at after each tap.

    Attributes:
        taps: how many.
        answers: how often each status came.
        accepted: how often each kind of request was done.
        rules: how often each rule or reason refused.
        differences: what must not be, one line each.
    """

    table: HandFed
    people: Tapper = field(init=False)
    taps: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    accepted: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.people = Tapper(self.table)

    def tap(self, kind: str, rng: Random) -> int:
        """One tap of this kind; its status."""
        body = self.people.body(kind, rng)
        return self.ask("/api/taps", body, self.people.holder(body, rng))

    def ask(self, path: str, body: Mapping[str, Any], held: Pass) -> int:
        """One request of a phone; its status."""
        before, waited = everything(self.table), _waits(self.table)
        status, answer = self.table.post(path, body, held)
        self._count(body, status, answer)
        if status == 200:
            self._note(body, status, restarted(self.table))
        elif status == 503 and self.table.store.full:
            # What was decided waits for room, once; nothing new is taken until then.
            later = everything(self.table)
            self._note(
                body, status, _apart(before, later) if waited else _apart(_outside(before), _outside(later))
            )
        elif status in REFUSES or _busy(answer):
            self._note(body, status, _apart(before, everything(self.table)))
        else:
            self._note(body, status, [f"answered {answer!r:.200}"])
        return status

    def at_once(self, kinds: tuple[str, str], rng: Random) -> None:
        """Two phones that have seen the same tap at the same moment."""
        bodies = [self.people.body(kind, rng) for kind in kinds]
        asked = [(body, self.people.holder(body, rng)) for body in bodies]
        for (body, _), (status, answer) in zip(
            asked, self.table.post_at_once("/api/taps", asked), strict=True
        ):
            self._count(body, status, answer)
            if status != 200 and status not in REFUSES and not _busy(answer):
                self._note(body, status, [f"answered {answer!r:.200}"])
        self._note({"at_once": bodies}, 0, restarted(self.table))

    def meanwhile(self, what: str, rng: Random) -> None:
        """Something else than a tap."""
        table = self.table
        if what == "frame":
            table.frame(rng.choice(LATER))
        elif what == "sighting":
            table.frame(rng.choice(LATER), self.people.sightings(rng))
        elif what == "restart":
            table.restart()
        elif what == "pictures_end":
            table.pictures_end()
        elif what == "play_on":
            for _ in range(rng.randrange(2, 40)):
                self.tap("next", rng)
        elif what == "watch_on":
            for _ in range(rng.randrange(2, 40)):
                table.frame(rng.choice(LATER), self.people.sightings(rng))
        elif what == "full":
            table.room(False)
            for _ in range(rng.randrange(1, 4)):
                self.tap(rng.choice(("next", "undo", "call", "correct")), rng)
            table.frame(rng.choice(LATER))
            table.room(True)
        elif what == "at_once":
            self.at_once((rng.choice(("next", "undo", "correct")), rng.choice(("next", "call", "undo"))), rng)
        camera = table.live.now()["camera"]
        if camera["state"] not in STATES:
            self.differences.append(f"after {what}: nobody watches any more: {camera}")
        self._note({"meanwhile": what}, 0, restarted(table))

    @property
    def ended(self) -> bool:
        """Whether people have ended the evening."""
        evening = self.table.live.now()["view"]["evening"]
        return evening is not None and evening["ended"] is not None

    def another_evening(self, rng: Random) -> None:
        """End this evening, if there is one, and set another one up."""
        for _ in range(TRIES):
            live = self.table.live
            now: dict[str, Any] = {"evening": live.evening.id, "seq": live.seq}
            if live.table is None:
                if self.ask("/api/setup", {**now, "table": table(rng)}, HOST) == 200:
                    return
            elif self.ended:
                for kind in rng.choices(("end", "undo_beginning", "next"), k=rng.randrange(3)):
                    self.tap(kind, rng)
                now["seq"] = live.seq
                self.ask("/api/evenings", now, HOST)
            else:
                self.ask("/api/taps", {**now, "tap": "end", "remove": True}, HOST)
        self.differences.append(f"no other evening can be begun: {self.table.live.now()['view']['phase']}")

    def _count(self, body: Mapping[str, Any], status: int, answer: Any) -> None:
        self.taps += 1
        self.answers[status] += 1
        if status == 200:
            self.accepted[body.get("tap", "another evening")] += 1
        if isinstance(answer, dict) and "error" in answer:
            self.rules[answer["rule"] if "rule" in answer else answer["error"]] += 1

    def _note(self, body: Mapping[str, Any], status: int, differences: list[str]) -> None:
        live = self.table.live
        where = f"evening {live.evening.id}, {live.seq} events"
        self.differences += [f"{where}: {dict(body)} → {status}: {each}" for each in differences]


# --- what there is ------------------------------------------------------------------------


def everything(table: HandFed) -> dict[str, Any]:
    """All that a request could change, outside and inside (``referee``, ``waits``)."""
    live, watching = table.live, table.watching
    return {
        "evening": live.evening,
        "shown": live.now(),
        "rounds": live.rounds(),
        "stored": table.store.events(live.evening.id),
        "written": table.store.written(live.evening.id),
        "evenings": table.store.evenings(),
        "log": None if watching is None else watching.referee.log,
        "referee": None if watching is None else _inside(watching.referee),
        "waits": _waits(table),
    }


def _busy(answer: Any) -> bool:
    """Whether the table had no time: then nothing has happened."""
    return isinstance(answer, dict) and answer.get("error") == "busy"


def _waits(table: HandFed) -> int:
    """How much waits to be written."""
    return 0 if table.watching is None else table.watching.unsaved


def _outside(told: Mapping[str, Any]) -> dict[str, Any]:
    """What phones and the store have of it; that the disk is full may be said."""
    shown = {**told["shown"], "camera": None}
    return {name: told[name] for name in ("evening", "rounds", "stored", "written", "evenings")} | {
        "shown": shown
    }


def _apart(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    return [f"{name} is not as it was" for name in before if before[name] != after[name]]


def restarted(table: HandFed) -> list[str]:
    """What a program that reads the store now would know otherwise."""
    live, watching = table.live, table.watching
    last = table.store.last()
    assert last is not None
    again = Live(table.store, last)
    apart = [
        f"{name} is another one after a restart"
        for name in ("evening", "seq", "events", "view")
        if live.now()[name] != again.now()[name]
    ]
    if again.story.refused:
        apart.append(f"the log tells what the rules refuse: {again.story.refused}")
    if watching is None or again.table is None:
        return apart
    stored = read(again.events())
    if [_bare(to_json(event)) for event in stored] != [
        _bare(to_json(event)) for event in watching.referee.log
    ]:
        apart.append("the referee's log is another one than the stored one")
    try:
        referee = Referee(again.table, log=stored)
    except Exception as error:
        return [*apart, f"the evening could not go on: {type(error).__name__}: {error}"]
    if referee.evening != watching.referee.evening or referee.complete != watching.referee.complete:
        apart.append("the game stands otherwise after a restart")
    if table.store.unsettled(last.id) != [said_json(each) for each in watching.referee.pending]:
        apart.append("what was said and is not told yet is lost by a restart")
    return apart


def _bare(line: dict[str, Any]) -> dict[str, Any]:
    """A line of the log without what phones add to it."""
    return {name: value for name, value in line.items() if name not in ("by", "again", "was", "restores")}


class _Inside(pickle.Pickler):
    """Writes an object down with all that it holds; what can never change by its identity."""

    def persistent_id(self, thing: Any) -> Any:
        """What stands for a thing; None: all of it."""
        if isinstance(thing, Beam | ModuleType):
            return id(thing)
        return sorted(map(id, thing)) if isinstance(thing, set) else None


def _inside(referee: Referee | Keeper) -> bytes:
    written = io.BytesIO()
    _Inside(written).dump(vars(referee))
    return written.getvalue()


# --- many of them -------------------------------------------------------------------------


def run(taps: int = TAPS, seed: int = 1, processes: int = 1) -> dict[str, Any]:
    """Tap at random.

    Args:
        taps: how many.
        seed: of the dice.
        processes: tables at the same time.

    Returns:
        ``taps, accepted, refused`` (by status), ``done`` (the accepted by kind), ``rules`` (how often
        each refused), ``differences`` (none, if all is well) and ``seed``.
    """
    pieces = [(f"{seed} {number}", min(PIECE, taps - number * PIECE)) for number in range(-(-taps // PIECE))]
    counted: dict[str, Counter[Any]] = {"accepted": Counter(), "answers": Counter(), "rules": Counter()}
    differences, done = list[str](), 0
    for piece in at_once(some, pieces, processes):
        done += piece["taps"]
        for name, counter in counted.items():
            counter.update(piece[name])
        differences += piece["differences"]
        print(
            f"nainjaune: {done} of {taps} taps, {len(differences)} differences", file=sys.stderr, flush=True
        )
    answers = counted["answers"]
    return {
        "taps": done,
        "accepted": answers[200],
        "refused": {str(status): count for status, count in sorted(answers.items()) if status != 200},
        "done": dict(counted["accepted"].most_common()),
        "rules": dict(counted["rules"].most_common()),
        "differences": differences,
        "seed": seed,
    }


def some(piece: tuple[str, int]) -> dict[str, Any]:
    """So many taps (or a few more) at a table of their own, from this seed."""
    seed, taps = piece
    rng = Random(seed)
    kinds = {kind: often(kind) for kind in Tapper.KINDS}
    with tempfile.TemporaryDirectory(prefix="nainjaune-bench-") as folder:
        table = HandFed(Path(folder))
        people = Taps(table)
        try:
            ends = 0
            while people.taps < taps and len(people.differences) < 5:
                if people.taps >= ends or (people.ended and rng.random() < GO_ON):
                    people.another_evening(rng)
                    ends = people.taps + LONGEST
                people.tap(rng.choices([*kinds], [*kinds.values()])[0], rng)
                people.meanwhile(rng.choices([*MEANWHILE], [*MEANWHILE.values()])[0], rng)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            people.differences.append(f"{type(error).__name__}: {error} ({where.name}, line {where.lineno})")
        finally:
            table.close()
    return {
        "taps": people.taps,
        "answers": people.answers,
        "accepted": people.accepted,
        "rules": people.rules,
        "differences": [f"seed {seed!r}: {each}" for each in people.differences],
    }
