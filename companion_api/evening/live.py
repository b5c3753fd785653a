"""The evening as it stands: events come in from the pipeline and the phones, everyone is told.

The pipeline's thread and the server's requests both record here; what was recorded is on the
disk before anybody hears of it. Every open page waits on its own `Ear`.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from companion_api.evening import evening_view, eyes
from companion_api.evening.proofs import Proofs
from companion_api.games import registry, views
from companion_api.games.guide import guided
from companion_api.replay.replay import Replay
from companion_api.replay.steps import steps
from companion_api.saying import announcement, evidence
from companion_api.saying.announcement import Announcement
from companion_api.saying.words import words
from companion_api.store import Evening, Event, Store
from engine.boundaries import Proof
from engine.evening.presets import HousePreset, built_in, called
from engine.events import AntesSeen, BoxTaken, CardPlayed, HandShown, to_json
from engine.games import game
from engine.table import Table, one_spelling, table_from_json
from languages import LANGUAGES

if TYPE_CHECKING:
    from vision.cards.reader import Reader

REVIEWED = ("type", "player", "card")
"""Fields of an event that say what its picture shows."""
PLACES = "places"
"""What is kept of an evening that nobody has set up yet: a line of this type."""
SAID_KEPT = 40
"""Announcements that a page may still catch up with; older ones nobody wants to hear."""


@dataclass(frozen=True, slots=True)
class Camera:
    """How the picture is doing; not part of the game, so not an event.

    Attributes:
        state: ``"starting"``, ``"ok"``, ``"none"`` (everything is tapped), ``"lost"`` (tried again
            by itself), ``"ended"`` (a film or the simulated evening is over) or ``"failed"``.
        detail: what a person would want to know, in plain words, may be empty.
    """

    state: str = "starting"
    detail: str = ""


class Here(Protocol):
    """Whose phones are joined (`companion_api.web.register`)."""

    @property
    def here(self) -> list[str]: ...


def _called(table: Table, saved: Iterable[HousePreset]) -> dict[str, Any]:
    """``called`` (the set of rules by whose name people know theirs), ``own`` (whether the family kept it
    itself), ``changed`` (how many rules they have changed in it)."""
    preset, changed = called(table, saved)
    return {"called": preset.name, "own": preset not in built_in(), "changed": changed}


class Ear:
    """Wakes one waiting page when something changed. Belongs to one event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        self._changed.set()  # the first look is due at once

    def tell(self) -> None:
        """From any thread: something changed."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._changed.set)

    async def change(self) -> None:
        """Wait until something changed since the last time."""
        await self._changed.wait()
        self._changed.clear()


class Live:
    """One evening: its events in the store, its view, and who is listening.

    Attributes:
        evening: as it is stored.
        table: what it is played with; None until people have set it up.
        version: another one after every change.
        replay: the last minutes' pictures.
        holders: whose phones are joined; None before there is an application.
        reader: tells the faces of the pack that is played with; None: the shipped one.
    """

    def __init__(self, store: Store, evening: Evening) -> None:
        self.store = store
        self._lock = threading.Lock()
        self._camera = Camera()
        self._microphone = "off"
        self._paused = False
        self._looked_at: list[Callable[[], None]] = []
        self._ears: set[Ear] = set()
        self.version = 0
        self.replay = Replay()
        self.holders: Here | None = None
        self.reader: Reader | None = None
        self._notices: tuple[Mapping[str, str], ...] = ()
        self._hearing: list[Callable[[Announcement], None]] = []
        self._sit_down(evening)

    def _sit_down(self, evening: Evening) -> None:
        self.replay.clear()
        self.evening = evening
        self.table = table_from_json(evening.setup, f"evening {evening.id}") if evening.setup else None
        self._events = self.store.events(evening.id)
        self._story = views.tell(self._events)
        self._proofs = Proofs(self.store, evening.id)
        self._proofs.follow(self._story.events)
        self._announcements: list[tuple[int, Announcement]] = []
        self._view: tuple[tuple[int, frozenset[int]], dict[str, Any]] | None = None
        self._strict = eyes.is_strict(self.table)
        self._called = {} if self.table is None else _called(self.table, self.store.presets())

    @property
    def story(self) -> views.Story:
        """The evening's events, folded."""
        with self._lock:
            return self._story

    def when_said(self, do: Callable[[Announcement], None]) -> None:
        """Call ``do`` with everything that is to be said aloud, from the thread that recorded it."""
        self._hearing.append(do)

    def arrange(self, setup: Mapping[str, Any]) -> None:
        """The evening is set up (empty: no longer); it is stored, then every page is told.

        Raises:
            BadInput: it is no table.
        """
        setup = one_spelling(setup)
        if setup:
            table_from_json(setup, "the table")
        with self._lock:
            self.store.arrange(self.evening.id, setup)
            self._sit_down(replace(self.evening, setup=setup))
        self._notify()

    @property
    def places(self) -> dict[str, Any] | None:
        """Where people have said that things lie, for an evening still to be set up; None: nowhere."""
        statements = [] if self.table is not None else self.store.unsettled(self.evening.id)
        places = next((line for line in statements if line.get("type") == PLACES), None)
        return None if places is None else {name: value for name, value in places.items() if name != "type"}

    def move(self, places: Mapping[str, Any]) -> None:
        """People have said where things lie in the picture; it is stored: a restart finds them there.

        Args:
            places: ``board``, ``size``, ``players [{name, seat}]``, as of a table that can be read.
        """
        with self._lock:
            if self.table is None:
                self.store.append(self.evening.id, (), statements=[{"type": PLACES, **places}])
                return
            seats = {each["name"]: each for each in places["players"]}
            players = [
                {"name": each.name, **({} if each.colour is None else {"colour": each.colour})}
                | seats.get(each.name, {})
                for each in self.table.players
            ]
            setup = {**self.evening.setup, **places, "players": players}
            table = table_from_json(setup, f"evening {self.evening.id}")
            self.store.arrange(self.evening.id, setup)
            self.evening, self.table = replace(self.evening, setup=setup), table

    def renew(self) -> None:
        """Another evening, still to be set up; phones keep their token."""
        with self._lock:
            self._sit_down(self.store.begin({}, self.evening.token))
            self._camera = Camera()
        self._notify()

    @property
    def seq(self) -> int:
        """The number of the last event, 0 before the first."""
        with self._lock:
            return len(self._events)

    def events(self, after: int = 0) -> list[dict[str, Any]]:
        """The events numbered above ``after``; all of them when ``after`` is from elsewhere."""
        with self._lock:
            return self._events[after if 0 <= after <= len(self._events) else 0 :]

    def record(
        self,
        events: Sequence[Event],
        pictures: Mapping[int, bytes] | None = None,
        expected: int | None = None,
        unsettled: Sequence[Mapping[str, Any]] | None = None,
    ) -> list[dict[str, Any]]:
        """Store events and what is ``unsettled`` (`Store.append`); every page is told of the events."""
        if not events:
            if unsettled is not None:
                self.store.append(self.evening.id, (), statements=unsettled)
            return []
        with self._lock:
            stored = self.store.append(self.evening.id, events, pictures, expected, unsettled)
            self._events = [*self._events, *stored]
            before, self._story = self._story, views.tell(self._events)
            self._story.counted = before.counted  # counting pieces takes long, and they rarely change
            new = {stored[position]["seq"]: jpeg for position, jpeg in (pictures or {}).items()}
            self.replay.ring.withdraw(self._proofs.follow(self._story.events, new))
            announcements = (
                () if self.table is None else registry.part_of(self.table).announcements(before, self._story)
            )
            self._announcements = [
                *self._announcements,
                *((len(self._events), each) for each in announcements),
            ][-SAID_KEPT:]
        self._notify()
        for each in announcements:
            for do in self._hearing:
                do(each)
        return stored

    def prove(self, proof: Proof) -> None:
        """A card surely lies on the table: its picture is given out once the log tells it."""
        with self._lock:
            changed = self._proofs.certain(proof, self._story.events)
        if changed:
            self._notify()

    def picture(self, seq: int) -> bytes | None:
        """The JPEG of an event of this evening, None where there is none."""
        with self._lock:
            return self._proofs.picture(seq)

    def camera(self, state: str, detail: str = "") -> None:
        """The picture came, went or ended: tell every page."""
        if Camera(state, detail) != self._camera:
            self._camera = Camera(state, detail)
            self._notify()

    def notice(self, sentences: Sequence[Mapping[str, str]]) -> None:
        """What people should know of their store, each by language; from any thread."""
        if sentences:
            self._notices = (*self._notices, *sentences)
            self._notify()

    def pause(self, paused: bool) -> None:
        """A film or a simulated table stands still, or goes on: tell every page; from any thread."""
        if paused != self._paused:
            self._paused = paused
            self._notify()

    def changed(self) -> None:
        """Something besides the events has changed: tell every page; from any thread."""
        self._notify()

    def show_again(self, **what: int) -> None:
        """Let televisions show a scene, or a step of a round (`Replay.show`); from any thread."""
        self.replay.show(**what)
        self._notify()

    def when_looked_at(self, do: Callable[[], None]) -> None:
        """Call ``do`` once, when the next page is there."""
        self._looked_at.append(do)

    def microphone(self, state: str) -> None:
        """What hears calls: ``off`` (nothing), ``ok`` or ``lost``; from any thread."""
        if state != self._microphone:
            self._microphone = state
            self._notify()

    def forget_pictures(self) -> int:
        """Delete the evening's pictures, those in memory too; says how many there were in the store."""
        self.replay.ring.clear()
        with self._lock:
            forgotten = self._proofs.forget()
            self._view = None
        self._notify()
        return forgotten

    def now(self, after: int = 0) -> dict[str, Any]:
        """What a page needs that has seen the events up to ``after``."""
        with self._lock:
            events, pictured = self._events, frozenset(self._proofs.pictured)
            proved = sorted(self._proofs.proved)
            if self._view is None or self._view[0] != (len(events), pictured):
                self._view = ((len(events), pictured), self._whole_view(pictured))
            view = self._view[1]
            spoken = [
                {"seq": seq, **announcement.to_json(each)} for seq, each in self._announcements if seq > after
            ]
        return {
            "evening": self.evening.id,
            "seq": len(events),
            "events": events[after if 0 <= after <= len(events) else 0 :],
            "said": spoken,
            "view": view,
            "camera": asdict(self._camera),
            "microphone": self._microphone,
            "paused": self._paused,
            "notices": list(self._notices),
            "phones": [] if self.holders is None else self.holders.here,
            "replay": self.replay.message(),
            "proved": proved,
        }

    def shown_to(self, player: str | None, after: int = 0) -> dict[str, Any]:
        """`now` as the device of this player may see it, None: of nobody who plays (`eyes`)."""
        now = self.now(after)
        strict = now["view"]["strict"]
        return {**now, "view": eyes.seen_by(now["view"], player)} if strict else now

    def rounds(self, player: str | None = None) -> list[dict[str, Any]]:
        """Every round so far, the last one first (`views.rounds`), as this player's device may see them."""
        with self._lock:
            pictured, table = frozenset(self._proofs.pictured), self.table
            rounds = [] if table is None else registry.part_of(table).rounds(self._story, pictured)
        return eyes.rounds_seen_by(rounds, player) if self._strict else rounds

    def steps(self, number: int) -> dict[str, Any] | None:
        """A round that is over, step by step (`companion_api.replay.steps`); None: there is none."""
        with self._lock:
            events, table = self._story.events, self.table
            pictured = frozenset(self._proofs.pictured)
        return None if table is None else steps(events, number, views.colours_of(table), pictured)

    def review(self) -> list[dict[str, Any]]:
        """What there are pictures of as it stands, the last first: ``[{picture, type, player, card}]``."""
        with self._lock:
            events, pictured = self._story.events, frozenset(self._proofs.pictured)
        by_time = views.pictures_by_time(events, pictured)
        recent = []
        for _, event in game.in_force(events):
            picture = views.picture_of(event, pictured, by_time)
            if picture and isinstance(event, CardPlayed | BoxTaken | HandShown | AntesSeen):
                fields = to_json(event)
                recent.append({"picture": picture} | {name: fields.get(name) for name in REVIEWED})
        return recent[::-1]

    def why(self, seq: int) -> dict[str, str] | None:
        """What spoke for an event as it stands, in every language; None where there is nothing to say."""
        standing = (event for _, event in game.in_force(self.story.events))
        event = next((event for event in standing if event.seq == seq), None)
        lines = {} if event is None else {each: evidence.sentence(event, words(each)) for each in LANGUAGES}
        return {language: line for language, line in lines.items() if line} or None

    def _whole_view(self, pictured: frozenset[int]) -> dict[str, Any]:
        if self.table is None:
            return evening_view.setting_up()
        part = registry.part_of(self.table)
        shown = part.show(self._story, self.table, pictured)
        if shown["rules"] is not None:
            shown["rules"] |= self._called
        return {
            **shown,
            "strict": self._strict,
            "part": registry.name_of(self.table),
            "evening": evening_view.accounts(self._story, self.table),
            "guide": part.guide(self._story) if guided(self._story, self.table) else None,
        }

    def listen(self) -> Ear:
        """An ear that hears of every change until `stop_listening`."""
        ear = Ear()
        self._ears.add(ear)
        waiting, self._looked_at = self._looked_at, []
        for do in waiting:
            do()
        return ear

    def stop_listening(self, ear: Ear) -> None:
        """The page behind this ear has gone."""
        self._ears.discard(ear)

    def _notify(self) -> None:
        self.version += 1
        for ear in tuple(self._ears):
            ear.tell()
