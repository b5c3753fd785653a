"""The simulated table: a whole evening planned by the rules, filmed by a simulated camera."""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.boundaries import Frame, Heard
from engine.cards import Card, parse_card
from engine.errors import BadInput
from engine.events import Event, GameStarted, RoundStarted, from_json
from engine.games import game, lindor, nap
from engine.games.at_random import nap_play, play
from hardware.cameras import Source
from hardware.simulator.acting.director import Director, settlement_json
from hardware.simulator.acting.evenings import Habits, evening
from hardware.simulator.acting.mishaps import TIGHT
from hardware.simulator.acting.tricks import Tricks
from hardware.simulator.acting.troupe import troupe
from hardware.simulator.besides.leftovers import leftovers
from hardware.simulator.disturbances import NONE, Disturbances, without_board
from hardware.simulator.drawing.view import SIZE
from hardware.simulator.filming.begun import Before, Beginning, before_film, begin, split, standing
from hardware.simulator.filming.renderer import Renderer
from hardware.simulator.people.manners import manners, people
from hardware.simulator.stage.furnishing import furnish, lay_table
from hardware.simulator.stage.hands import dealt
from hardware.simulator.stage.script import Script
from hardware.simulator.stage.stage import Stage
from hardware.simulator.surroundings.weather import weather
from hardware.simulator.things.chips import VALUES


@dataclass(eq=False, repr=False)
class SimulatedTable(Source):
    """A camera over a table at which people play whole rounds of Nain Jaune, forgotten calls included.

    The same arguments give the same frames. The round is planned ahead: `table`, `calls` and
    `truth` can be read before the first frame.

    Args:
        seed: decides the round and everything that is seen.
        players: 2–8, or 3 or 5 by the rules of 1760; None: by chance, 3–6.
        layout: ``"pile"`` (all cards on one pile), ``"rows"`` or ``"fans"`` (each lays his own); None:
            pile or rows by chance.
        fps: frames a second.
        pace: 1 people take their time, 2 they are twice as fast.
        rounds: how many rounds, the table being cleared in between.
        rules: the preset.
        options: house rules that differ from it.
        disturbances: what makes it hard to follow.
        overlooks: probability that somebody bound to go on does not see that he could, 0–1.
        revokes: at a game of tricks, that somebody who could follow suit does not, once in a deal.
        board: ``"square"`` (four boxes round one), ``"row"`` (five side by side) or ``"cards"`` (five
            honour cards instead of a board); None: square, or by chance when `Disturbances.boards` is on.
        live: frames come when their time has come, as from a webcam, and those that nobody
            fetched in time are left out; else each is there at once.

    Attributes:
        table: the table file before the first round.
        calls: lines of the calls file: t, player, card.
        truth: the truth file; with several rounds `settlement` is the last one and `settlements`
            holds them all; `disturbances` tells what happened of those: kind, t, until and more.
        duration: seconds.
        events: the evening as the engine's events.

    Raises:
        BadInput: a number of players, layout, speed, preset or option that there is not.
    """

    seed: int
    players: int | None = None
    layout: str | None = None
    _: KW_ONLY
    fps: float = 15.0
    pace: float = 1.0
    rounds: int = 1
    live: bool = False
    rules: str = lindor.PRESET
    options: Mapping[str, Any] | None = None
    disturbances: Disturbances = NONE
    overlooks: float = 0.0
    revokes: float = 0.0
    board: str | None = None

    def __post_init__(self) -> None:
        self._check()
        self.name = f"simulated table {self.seed}"
        self.size = SIZE
        self._options = dict(self.options or {})
        rules = self._rules = game.refereed(game.game_of(self.rules), self.rules, "the simulated table")
        house = rules.read_options(self._options, "the simulated table")
        tricks = rules.GAME == nap.GAME
        if tricks:
            self.disturbances = without_board(self.disturbances)
        # One die for each matter, so that a change in one leaves the others as they were.
        looks, folk, cards = (
            random.Random(f"{self.seed}/{matter}") for matter in ("looks", "people", "cards")
        )
        wanted = (self.players, self.layout, self.board)
        plan = lay_table(self.seed, looks, rules, self.disturbances, *wanted)
        if not tricks and not house.clockwise:
            plan = replace(plan, seats=plan.seats[::-1])
        style = manners(folk, self.pace)
        family = people(self.seed, len(plan.seats), self.disturbances)
        self._room = furnish(self.seed, looks, plan, family, self.disturbances, style.exposure)
        left = {}
        if self.disturbances.leftovers:
            left = leftovers(self.seed, dict(zip(rules.BOARD, house.antes, strict=True)))
        self.events = self._evening(cards, left)
        stage = Stage(folk, self._room, style, family, self.fps, heaped=self._heaped())
        acting = troupe(self.seed, self.disturbances, stage, self.events, left)
        script = (Tricks if tricks else Director)(stage, acting).perform(self.events)
        self._film(script, [*_standing(self.disturbances, stage, script.duration)])

    def _check(self) -> None:
        """Refuse numbers that no film can be made by."""
        if not 0 < self.fps <= 120:
            raise BadInput(f"{self.fps:g} frames a second: expected more than 0, at most 120")
        if not 0.25 <= self.pace <= 4:
            raise BadInput(f"pace {self.pace:g}: expected 0.25 to 4")
        if self.rounds < 1:
            raise BadInput(f"{self.rounds} rounds: expected at least 1")
        for name, probability in (("overlooks", self.overlooks), ("revokes", self.revokes)):
            if not 0 <= probability <= 1:
                raise BadInput(f"{name} {probability:g}: expected 0 to 1")

    def _evening(self, cards: random.Random, left: Mapping[Card, Mapping[str, int]]) -> list[Event]:
        """What happens: `cards` are its dice, `left` the chips that lie in the boxes at first."""
        names = tuple(seat.name for seat in self._room.layout.seats)
        started = GameStarted(self._rules.GAME, self.rules, self._options, names)
        sequences = play.Habits(forgets=0.3, overlooks=self.overlooks)
        habits = Habits(sequences, replace(nap_play.USUAL, revokes=self.revokes))
        return evening(cards, started, self.rounds, habits, left)

    def _heaped(self) -> frozenset[Card]:
        """The boxes in whose middle chips heap."""
        if not self.disturbances.heaps:
            return frozenset()
        die, boxes = random.Random(f"{self.seed}/heaps"), self._rules.BOARD
        return frozenset(die.sample(boxes, die.randint(2, min(4, len(boxes)))))

    def _film(self, script: Script, standing_upsets: Sequence[dict[str, Any]]) -> None:
        """Say where the film begins, what light it has, and what lies beside it."""
        view, plan = self._room.view, self._room.layout
        beginning = Beginning("")
        if self.disturbances.begun:
            beginning = begin(self.seed, script, self.fps)
        self._script = beginning.on(script, self.fps)
        self._first = beginning.frame
        seats = view.project(np.array([seat.edge for seat in plan.seats]))
        sky, changes = weather(self.seed, self.disturbances, self._script.duration, seats)
        self._room = replace(self._room, weather=sky)
        moments = sorted([*self._script.upsets, *changes], key=lambda upset: upset["t"])
        self._upsets = [*standing_upsets, *moments]
        since = self._first / self.fps
        self.duration = self._script.duration - since
        now = standing(self._script.changes, since, plan, view)
        self.table = self._table_file(now)
        earlier, self.calls = split(self._script.calls, since)
        self.truth = self._truth_file(beginning, now, earlier)
        self._frames: Iterator[Frame] | None = None

    def __next__(self) -> Frame:
        if self._frames is None:
            self._frames = self.frames()
        return next(self._frames)

    def frames(self, since: float = 0.0, until: float = math.inf) -> Iterator[Frame]:
        """The film from its beginning, or what it shows between two of its seconds."""
        renderer = Renderer(self._room, self._script, self.fps)
        began = time.monotonic()
        number, lost = math.ceil(since * self.fps), 0
        while number / self.fps <= min(self.duration, until):
            if self.live:
                due = began + number / self.fps
                now = time.monotonic()
                if now < due:
                    time.sleep(due - now)
                else:
                    number = max(number, int((now - began) * self.fps))
            planned = self._first + number
            if planned in self._script.lost:
                lost += 1  # no picture comes: the camera does not count it
            else:
                yield self.frame(number - lost, number / self.fps, renderer.picture(planned / self.fps))
            number += 1

    def pictures(self, times: Iterable[float]) -> Iterator[np.ndarray]:
        """The pictures at these seconds of the film, in order, without those between them."""
        renderer = Renderer(self._room, self._script, self.fps)
        for t in times:
            yield renderer.picture((self._first + round(t * self.fps)) / self.fps)

    def write(self, folder: Path, name: str) -> Path:
        """Save film, table, calls and truth.

        Returns:
            ``folder/NAME.mp4``; beside it NAME.table.json, NAME.calls.jsonl and NAME.truth.json.

        Raises:
            BadInput: the film cannot be written there.
        """
        folder = Path(folder)
        film = folder / f"{name}.mp4"
        if not str(film).isprintable():  # OpenCV ends the process at a name that is no UTF-8
            raise BadInput(f"{film}: cannot be written")
        writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"mp4v"), self.fps, self.size)
        if not writer.isOpened():
            raise BadInput(f"{film}: cannot be written")
        for frame in self.frames():
            writer.write(frame.image)
        writer.release()
        (folder / f"{name}.table.json").write_text(json.dumps(self.table, indent=1))
        (folder / f"{name}.calls.jsonl").write_text("".join(json.dumps(call) + "\n" for call in self.calls))
        (folder / f"{name}.truth.json").write_text(json.dumps(self.truth, indent=1))
        return film

    @property
    def heard(self) -> list[Heard | Event]:
        """The calls, and what else people tell of the game (bids, trumps, fines), by time."""
        return [_tapped(line) for line in self.calls]

    def _table_file(self, now: Before) -> dict[str, Any]:
        """The table file; `now`: how things stand in the first frame."""
        room, started = self._room, self.events[1]
        assert isinstance(started, RoundStarted)
        project, layout = now.view.project, now.layout
        seats = project(np.array([seat.edge for seat in layout.seats]))
        boxes = started.boxes or {}
        quads = {
            box.code: np.round(project(layout.box(box), room.board.base), 1) for box in self._rules.BOARD
        }
        where: dict[str, Any] = {}
        if not layout.boardless:
            where["board"] = np.round(project(layout.board, room.board.base), 1).tolist()
        if not layout.boardless and layout.form != "square":
            where["box_quads"] = {code: quad.tolist() for code, quad in quads.items()}
        return {
            "game": self._rules.GAME,
            "rules": self.rules,
            "options": self._options,
            "dealer": started.dealer,
            "players": [
                {"name": seat.name, "seat": np.round(place, 1).tolist()}
                for seat, place in zip(layout.seats, seats, strict=True)
            ],
            **where,
            "size": list(SIZE),
            "boxes": {honour.code: boxes.get(honour, 0) for honour in self._rules.BOARD},
            "chips": {
                name: {
                    "value": VALUES[name],
                    "colour": "#{2:02x}{1:02x}{0:02x}".format(*kind.colour),
                    "shape": kind.shape,
                }
                for name, kind in room.chips.items()
            },
        }

    def _truth_file(
        self, beginning: Beginning, now: Before, calls: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any]:
        """The truth file.

        Args:
            beginning: how much of the plan is in the film.
            now: how things stand in the first frame.
            calls: made before it.
        """
        settled = [settlement_json(settlement) for settlement in self._script.settlements]
        since = self._first / self.fps
        earlier, events = split(self._script.truth, since)
        upset_before, upsets = split(self._upsets, since)
        hands_before, hands = split(self._script.hands, since)
        moves_before, moves = split(self._script.moves, since)
        late: dict[str, Any] = {}
        if beginning.what:
            t, until = beginning.away or (0.0, 0.0)
            facts = {"kind": "begun", "t": round(t, 3), "until": round(until, 3), "what": beginning.what}
            upsets = sorted([*upsets, facts], key=lambda upset: upset["t"])
            counts = {name: len(cards) for name, cards in dealt(self.events, 1).items()}
            late = {"before": before_film(beginning, now, (earlier, events), counts, calls)}
            late["before"]["disturbances"] = upset_before
        truth = {
            "events": events,
            "disturbances": upsets,
            **late,
            "settlement": settled[-1],
            "size": list(SIZE),
            "fps": self.fps,
            **({"hands": [*hands_before, *hands]} if self.disturbances.held else {}),
            **({"moves": [*moves_before, *moves]} if self.disturbances.follows_cards else {}),
        }
        return truth if len(settled) == 1 else {**truth, "settlements": settled}


def _tapped(line: Mapping[str, Any]) -> Heard | Event:
    """A line of a calls file."""
    if "type" not in line:
        return Heard(line["t"], parse_card(line["card"]), line["player"], "tap")
    event = from_json(line)
    assert event is not None
    return event


def _standing(among: Disturbances, stage: Stage, duration: float) -> Iterator[dict[str, Any]]:
    """What the truth says of disturbances that last as long as the film."""
    room, plan, family = stage.room, stage.room.layout, stage.people
    view, mirrored = room.view, room.light.mirrored
    facts: dict[str, Any] = {}
    if room.pattern is not None:
        facts["cloths"] = {"cloth": room.pattern}
    if among.tempo:
        facts["tempo"] = {"pace": {stage.name(n): who.pace for n, who in enumerate(family)}}
    if among.sloppy:
        facts["sloppy"] = {"scatter": {stage.name(n): round(who.scatter, 2) for n, who in enumerate(family)}}
    if among.children:
        facts["children"] = {"players": [stage.name(n) for n, who in enumerate(family) if who.child]}
    if among.sleeves:
        facts["sleeves"] = {}
    if among.heaps:
        facts["heaps"] = {"boxes": [box.code for box in stage.boxes if box in stage.heaped]}
    if mirrored is not None:
        facts["glare"] = {"at": np.round(view.project(mirrored[None])[0], 1).tolist()}
    if among.shadows:
        facts["shadows"] = {"what": "window"}
    if among.fans:
        facts["fans"] = {"layout": plan.kind}
    if among.tight_hands:
        facts["tight_hands"] = {"share": list(TIGHT)}
    if among.oblique:
        facts["oblique"] = {"degrees": round(float(np.degrees(np.arccos(-view.axes[2, 2]))), 1)}
    if among.boards:
        facts["boards"] = {"board": plan.form}
    for kind, more in facts.items():
        yield {"kind": kind, "t": 0.0, "until": round(duration, 3), **more}
