"""What watching a film brought, compared with its truth: filmed rounds and simulated ones alike.

The truth (a file, `hardware.simulator.table`) is looked at when the film has been watched, never before.
"""

from __future__ import annotations

import itertools
import json
import math
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from bench.films.recorded import Seen
from bench.films.truthful import Truthful
from companion_api.evening.pipeline import Command, Inbox, Observer
from companion_api.evening.pipeline import run as walk
from companion_api.files.calls_file import Statement, moment
from engine.boundaries import BoxSeen, Frame, Proof, Sighting
from engine.cards import Card, parse_card
from engine.certainty import INCOMPLETE
from engine.events import Alert, AnySettlement, CardPlayed, Corrected, Event, RoundStarted, to_json
from engine.games.game import in_force
from engine.games.nap_rules import REVOKE
from engine.referee.people.questions import REASON
from engine.referee.referee import Referee
from engine.table import Table
from hardware.cameras import Camera
from vision.chips.boxes import BoxCount
from vision.observer.observer import watch_table

COMPARED = (
    *("dealer", "winner", "opera", "takes", "missed_calls", "betes", "payments", "boxes", "net"),
    *("bidder", "bid", "floater", "tricks", "made", "pool"),
)
"""What of a settlement must be exactly right, where its game has it."""
AFTER_ANTE = 0.6
"""Seconds after an ante at which the boxes are compared: the camera has looked, nobody else has placed."""
FEW_CHIPS = 8
"""Boxes with up to so many chips must be counted within one."""
EARLY = 1.5
"""Seconds before a card lies free of its arm in which it may be told already: some of it is seen by then."""
FLAT_CHIPS = 12
"""Boxes with up to so many chips, none upon another, must be counted exactly."""
BOXES = ("boxes", "empty_right", "few", "few_within_one", "flat", "flat_exact")
"""What is counted of the boxes."""
OF_PLAY = frozenset(("missed_call", "late_call", "void_call", "illegal_card", "overlooked"))
"""Alerts that tell what people did; all others tell that something was not seen for certain."""


@dataclass(frozen=True, slots=True)
class Told:
    """One event.

    Attributes:
        t: second of the film whose frame brought it.
        work: seconds that the frame in hand took until then.
    """

    t: float
    work: float
    event: Event


@dataclass(slots=True)
class Watched:
    """What watching one film brought.

    Attributes:
        told: every event, in order.
        boxes: every look at a box.
        frames, film_s: how many and how long.
        seconds: that it took; camera_s: how many of them the camera had.
        handed: when the frame in hand was handed over (`time.perf_counter`).
        seen: second of each frame, and what was seen in it.
    """

    told: list[Told] = field(default_factory=list)
    boxes: list[BoxSeen] = field(default_factory=list)
    frames: int = 0
    film_s: float = 0.0
    seconds: float = 0.0
    camera_s: float = 0.0
    handed: float = 0.0
    seen: Seen = field(default_factory=list)


def watch(
    camera: Camera,
    table: Table,
    calls: Sequence[Statement] | None,
    people: Truthful | None = None,
    restarts: Sequence[float] = (),
) -> Watched:
    """Walk the whole path over one film.

    Args:
        calls: made in it; None: the chips are the calls.
        people: answer what the referee asks; None: nobody does.
        restarts: seconds of the film at which the program starts anew: only the log is left of it.
    """
    return _walk(camera, lambda: watch_table(table, camera.size), table, calls, people, restarts)


def told_again(
    seen: Seen,
    table: Table,
    calls: Sequence[Statement] | None,
    people: Truthful | None = None,
    restarts: Sequence[float] = (),
) -> Watched:
    """A film's sightings once more, told to a referee of its own: no picture is looked at.

    Args:
        seen: second of each frame, and what was seen in it.
        table, calls, people, restarts: as `watch` has them.
    """
    nothing = np.empty((0, 0, 3), np.uint8)
    frames = [Frame(number, t, "seen before", nothing) for number, (t, _) in enumerate(seen)]
    return _walk(frames, lambda: _Again(seen), table, calls, people, restarts)


class _Ended(Exception):
    """The program ended before the film did, and had no time to say what it still held back."""


def _walk(
    camera: Iterable[Frame],
    new_observer: Callable[[], Observer],
    table: Table,
    calls: Sequence[Statement] | None,
    people: Truthful | None,
    restarts: Sequence[float],
) -> Watched:
    watched = Watched()
    referee = Referee(table, calls_by_chips=calls is None)
    inbox: Inbox[Command] = Inbox()
    ends = list(restarts)
    pictures = iter(camera)
    waiting: list[Frame] = []

    def frames() -> Iterator[Frame]:
        waits = time.perf_counter()
        for frame in itertools.chain([*waiting], pictures):
            waiting.clear()
            if ends and frame.t >= ends[0]:
                waiting.append(frame)
                raise _Ended
            watched.frames += 1
            watched.film_s = frame.t
            watched.handed = time.perf_counter()
            watched.camera_s += watched.handed - waits
            for number, choice in people.says(referee, frame.t) if people is not None else ():
                inbox.put(partial(_answer, people, number, choice))
            yield frame
            waits = time.perf_counter()

    began = time.perf_counter()
    since = 0.0
    while True:
        heard = [call for call in calls or () if moment(call) >= since]
        try:
            for output in walk(frames(), _Keeping(new_observer(), watched), referee, inbox, calls=heard):
                work = time.perf_counter() - watched.handed
                watched.told += [Told(output.t, work, event) for event in output.events]
                watched.boxes += [sighting for sighting in output.sightings if isinstance(sighting, BoxSeen)]
            break
        except _Ended:
            since = ends.pop(0)
            referee = Referee(table, calls_by_chips=calls is None, log=referee.log)
            inbox = Inbox()
    if people is not None:
        watched.told += [Told(watched.film_s, 0.0, event) for event in people.afterwards(referee)]
    watched.seconds = time.perf_counter() - began
    return watched


@dataclass(frozen=True, slots=True)
class _Keeping:
    """An observer whose sightings are kept."""

    observer: Observer
    watched: Watched

    def look(self, frame: Frame) -> list[Sighting]:
        seen = self.observer.look(frame)
        self.watched.seen.append((frame.t, seen))
        return seen

    def evidence(self, sighting: Sighting) -> bytes | None:
        return self.observer.evidence(sighting)

    def proved(self) -> Sequence[Proof]:
        return self.observer.proved()


@dataclass(frozen=True, slots=True)
class _Again:
    """Sees in each frame what was seen in the one of its number."""

    seen: Seen

    def look(self, frame: Frame) -> list[Sighting]:
        return self.seen[frame.number][1]

    def evidence(self, sighting: Sighting) -> bytes | None:
        return None

    def proved(self) -> Sequence[Proof]:
        return ()


def _answer(people: Truthful | None, number: int, choice: int | None, referee: Referee) -> list[Event]:
    assert people is not None
    return people.answer(referee, number, choice)


def figures(watched: Watched, truth: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of one film: settlements, cards, players, calls, chips, doubts, delay and speed."""
    final = [event for _, event in in_force([told.event for told in watched.told])]
    settled = [to_json(event) for event in final if isinstance(event, AnySettlement)]
    wrong = {}
    for place, theirs in enumerate(truth.get("settlements") or [truth["settlement"]]):
        ours = settled[place] if place < len(settled) else {}
        for name in COMPARED:
            if _plain(ours.get(name)) != _plain(theirs.get(name)):
                key = name if "settlements" not in truth else f"{place + 1}.{name}"
                wrong[key] = {"ours": ours.get(name), "truth": theirs.get(name)}
    return {
        "settlement_exact": not wrong,
        "settled": len(settled),
        "certain": bool(settled) and not any(INCOMPLETE in each for each in settled),
        "wrong": wrong,
        **_cards(watched, final, truth),
        "cards_false": len(false := _false_cards(watched, truth)),
        "false": false,
        **_of_play(final, truth, "missed_call", "missed"),
        **_of_play(final, truth, "overlooked", "overlooked"),
        **_of_play(final, truth, "revoked", "revoked", _tells_revoke),
        "doubts": dict(
            Counter(
                each.kind
                for each in final
                if isinstance(each, Alert) and each.kind not in OF_PLAY and not _asks(each)
            )
        ),
        "questions": sum(_asks(told.event) for told in watched.told),
        "antes": _antes(watched.boxes, truth),
        "frames_per_second": round(watched.frames / watched.seconds, 1),
        "times_film_speed": round(watched.film_s / watched.seconds, 2),
    }


def _asks(event: Event) -> bool:
    return isinstance(event, Alert) and event.extra.get("reason") == REASON


def _plain(value: Any) -> Any:
    """Lists of takes and payments without regard to their order."""
    if isinstance(value, list):
        return sorted(json.dumps(each, sort_keys=True) for each in value)
    return value


def _cards(watched: Watched, final: Sequence[Event], truth: Mapping[str, Any]) -> dict[str, Any]:
    """How many cards and their players stand right at the end, and how long each took to be told."""
    first: dict[tuple[int, str, str], Told] = {}
    for number, told, card in _stated(watched):
        first.setdefault((number, card.player, card.card.code), told)
    stands: dict[tuple[int, str], str] = {}
    begun = 0
    for event in final:
        begun += isinstance(event, RoundStarted)
        if isinstance(event, CardPlayed):
            stands[begun, event.card.code] = event.player
    played = _played(truth)
    late = [
        (first[number, player, code].t - t, first[number, player, code].work)
        for (number, code), (player, t) in played.items()
        if (number, player, code) in first
    ]
    # Late by the film's own time, and by what the frame in hand took to work out.
    delays = [film + work for film, work in late]
    return {
        "cards": len(played),
        "cards_right": len(played.keys() & stands.keys()),
        "cards_too_many": len(stands.keys() - played.keys()),
        "players_right": sum(stands.get(key) == player for key, (player, _) in played.items()),
        "corrections": sum(isinstance(told.event, Corrected) for told in watched.told),
        "delay_s_median": round(statistics.median(delays), 2) if delays else None,
        "delay_s_most": round(max(delays), 2) if delays else None,
        "delays": [round(delay, 2) for delay in delays],
        "delays_in_film": [round(film, 2) for film, _ in late],
    }


def _stated(watched: Watched) -> Iterator[tuple[int, Told, CardPlayed]]:
    """Every card that was told as played, also by a correction, with the number of its round."""
    begun = 0
    for told in watched.told:
        begun += isinstance(told.event, RoundStarted)
        card = told.event.replacement if isinstance(told.event, Corrected) else told.event
        if isinstance(card, CardPlayed):
            yield begun, told, card


def _played(truth: Mapping[str, Any]) -> dict[tuple[int, str], tuple[str, float]]:
    """Who really played each card of each round, and when it lay free."""
    played: dict[tuple[int, str], tuple[str, float]] = {}
    begun = 1
    for line in truth["events"]:
        begun += line["type"] == "round_started"
        if line["type"] == "card_played":
            played[begun, line["card"]] = line["player"], line["t"]
    return played


def _false_cards(watched: Watched, truth: Mapping[str, Any]) -> list[list[Any]]:
    """Second, player and card of each card that was told as played when it had not been: a card that nobody
    played in that round, or one that lay only later; whether it was put right afterwards or not."""
    played, nobody = _played(truth), ("", math.inf)
    return [
        [round(told.t, 2), card.player, card.card.code]
        for number, told, card in _stated(watched)
        if told.t < played.get((number, card.card.code), nobody)[1] - EARLY
    ]


def _tells_revoke(alert: Alert) -> bool:
    return alert.extra.get("rule") == REVOKE


def _of_play(
    final: Sequence[Event],
    truth: Mapping[str, Any],
    kind: str,
    name: str,
    tells: Callable[[Alert], bool] | None = None,
) -> dict[str, int]:
    """Alerts about what people did: how many had reason, were told, and were told without.

    Args:
        kind: of the truth's events.
        name: under which they are counted.
        tells: whether an alert tells it; None: those of that kind do.
    """
    there = Counter((line["player"], line["card"]) for line in truth["events"] if line["type"] == kind)
    told = Counter(
        (event.player, event.card.code if event.card else None)
        for event in final
        if isinstance(event, Alert) and (event.kind == kind if tells is None else tells(event))
    )
    return {
        name: there.total(),
        f"{name}_found": (there & told).total(),
        f"{name}_false": (told - there).total(),
    }


def _antes(boxes: Sequence[BoxSeen], truth: Mapping[str, Any]) -> dict[str, int]:
    """Boxes after each ante, see `count_box`."""
    counted = dict.fromkeys(BOXES, 0)
    for ante in (event for event in truth["events"] if event["type"] == "ante"):
        now: dict[Card, BoxSeen] = {seen.box: seen for seen in boxes if seen.t <= ante["t"] + AFTER_ANTE}
        for name in ante["chips"]:
            count_box(counted, ante, name, now.get(parse_card(name)))
    return counted


def count_box(
    counted: MutableMapping[str, int], ante: Mapping[str, Any], name: str, seen: BoxSeen | BoxCount | None
) -> None:
    """Add one box after one ante to what is counted of `BOXES`: empty or not, few within one, flat exactly.

    Args:
        ante: the event of a truth file; where it does not tell which boxes are heaped, none counts as flat.
        name: the box, such as ``"7D"``.
        seen: as it was counted; None: it was not.
    """
    chips, heaped = ante["chips"][name], ante.get("heaped")
    count = sum(chips.values())
    counted["boxes"] += 1
    counted["empty_right"] += seen is not None and seen.empty == (count == 0)
    if count <= FEW_CHIPS:
        counted["few"] += 1
        counted["few_within_one"] += seen is not None and abs(sum(seen.chips.values()) - count) <= 1
    if heaped is not None and count <= FLAT_CHIPS and name not in heaped:
        counted["flat"] += 1
        counted["flat_exact"] += seen is not None and same_chips(seen.chips, chips)


def same_chips(one: Mapping[str, int], other: Mapping[str, int]) -> bool:
    """Whether there are as many chips of each kind; a kind that is not named is not there."""
    return all(one.get(kind, 0) == other.get(kind, 0) for kind in one.keys() | other.keys())
