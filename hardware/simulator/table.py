"""The simulated table: a whole evening planned by the rules, filmed by a simulated camera."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.boundaries import Frame, Heard
from engine.cards import DECK, HONOURS, Card, parse_card
from engine.errors import BadInput
from engine.events import CardPlayed, Event, GameStarted, HandShown, RoundStarted, from_json
from engine.games import game, lindor, nap, nap_play, play
from hardware.cameras import Source
from hardware.simulator.acting.deal import Deal
from hardware.simulator.acting.director import Besides, Director, settlement_json
from hardware.simulator.acting.evenings import Habits, evening
from hardware.simulator.acting.fumbles import Fumbles
from hardware.simulator.acting.mishaps import TIGHT, Mishaps
from hardware.simulator.acting.runs import Runs
from hardware.simulator.acting.tricks import Tricks
from hardware.simulator.besides.bodies import Bodies
from hardware.simulator.besides.clutter import Clutter
from hardware.simulator.besides.leftovers import leftovers
from hardware.simulator.besides.stocks import Stocks
from hardware.simulator.besides.strays import Strays, second_pack
from hardware.simulator.cards.deck import Deck, deck_style
from hardware.simulator.disturbances import NONE, Disturbances, without_board
from hardware.simulator.drawing.view import SIZE, View, behind_window, hang_lamp, place_camera
from hardware.simulator.filming.begun import Before, Beginning, before_film, begin, split, standing
from hardware.simulator.filming.renderer import BACKDROP, Renderer, Room, Sensor
from hardware.simulator.filming.weather import weather
from hardware.simulator.layout import BOARDS, LAYOUTS, Layout, lay_out
from hardware.simulator.people.arms import (
    HEIGHT,
    LOW,
    arm_styles,
    draw_arm,
    draw_head,
    dressed_up,
    endless,
    of_child,
)
from hardware.simulator.people.manners import Person, manners, people
from hardware.simulator.stage.hands import Hands, dealt
from hardware.simulator.stage.spots import Spots, roomier
from hardware.simulator.stage.stage import FAR, SHOULDER, THICKNESS, Stage
from hardware.simulator.surroundings import cloths, surfaces
from hardware.simulator.things import household
from hardware.simulator.things.board import board_style
from hardware.simulator.things.chips import VALUES, chip_kinds

AROUND = 60.0
"""Of the room beyond the table's edge, mm: what is seen there too where people hold cards over it."""


class SimulatedTable(Source):
    """A camera over a table at which people play whole rounds of Nain Jaune, forgotten calls included.

    The same arguments give the same frames. The round is planned ahead: `table`, `calls` and
    `truth` (as in CONTRACT.md) can be read before the first frame.

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

    def __init__(
        self,
        seed: int,
        players: int | None = None,
        layout: str | None = None,
        *,
        fps: float = 15.0,
        pace: float = 1.0,
        rounds: int = 1,
        live: bool = False,
        rules: str = lindor.PRESET,
        options: Mapping[str, Any] | None = None,
        disturbances: Disturbances = NONE,
        overlooks: float = 0.0,
        revokes: float = 0.0,
        board: str | None = None,
    ) -> None:
        if not 0 < fps <= 120:
            raise BadInput(f"{fps:g} frames a second: expected more than 0, at most 120")
        if not 0.25 <= pace <= 4:
            raise BadInput(f"pace {pace:g}: expected 0.25 to 4")
        if rounds < 1:
            raise BadInput(f"{rounds} rounds: expected at least 1")
        for name, probability in (("overlooks", overlooks), ("revokes", revokes)):
            if not 0 <= probability <= 1:
                raise BadInput(f"{name} {probability:g}: expected 0 to 1")
        self._rules = rules
        self._options = dict(options or {})
        law = self._law = game.refereed(game.game_of(rules), rules, "the simulated table")
        house = law.read_options(self._options, "the simulated table")
        self.name = f"simulated table {seed}"
        self.size = SIZE
        self.fps = fps
        self.live = live
        # One die for each matter, so that a change in one leaves the others as they were.
        looks, folk, cards = (random.Random(f"{seed}/{matter}") for matter in ("looks", "people", "cards"))
        tricks = law.GAME == nap.GAME
        among = self.disturbances = without_board(disturbances) if tricks else disturbances
        if among.fans and layout is None:
            layout = random.Random(f"{seed}/fans").choice([*LAYOUTS, None])
        if among.boards and board is None and law.BOARD == HONOURS:
            board = random.Random(f"{seed}/boards").choice(BOARDS)
        plan = lay_out(looks, players, layout, law.DEAL, board or "square", law.BOARD)
        if not tricks and not house.clockwise:
            plan = replace(plan, seats=plan.seats[::-1])
        if among.clutter or among.stocks or among.strays:
            plan = roomier(random.Random(f"{seed}/room"), plan)
        count = len(plan.seats)
        low = random.Random(f"{seed}/oblique") if among.oblique else None
        # Seen from the side, fingers would float beside what they touch.
        hangs = LOW if among.oblique else HEIGHT
        around = AROUND if among.held or among.oblique or among.heads else 0.0
        view = place_camera(looks, plan.width, plan.depth, low=low, around=around)
        light = hang_lamp(looks, view, *(_mirrored(seed, plan) if among.glare else ()))
        if among.shadows:
            light = behind_window(random.Random(f"{seed}/window"), view, light)
        deck, board_made = Deck(deck_style(looks)), board_style(looks)
        if plan.form == "cards":
            board_made = replace(board_made, base=THICKNESS, wall=0.0, rim=3.0)
        kinds = chip_kinds(looks, board_made.bottom)
        family = people(seed, count, among)
        styles = arm_styles(looks, count)
        if among.sleeves:
            styles = dressed_up(random.Random(f"{seed}/sleeves"), styles)
        styles = [of_child(arm) if who.child else arm for arm, who in zip(styles, family, strict=True)]
        pictures = []
        for arm, seat in zip(styles, plan.seats, strict=True):
            forward = -seat.outward
            lamp = light.lamp - np.append(seat.edge / 2, 0.0)
            lamp = lamp / np.linalg.norm(lamp)
            across = np.array([-forward[1], forward[0]])
            from_lamp = np.array([lamp[:2] @ forward, lamp[:2] @ across, lamp[2]])
            poses = {pose: draw_arm(arm, pose, from_lamp) for pose in ("hold", "open")}
            if among.lean_in:
                poses["head"] = draw_head(arm, from_lamp)
            if among.clutter:
                poses["paw"] = household.paw(random.Random(f"{seed}/paw"), from_lamp)
            if among.held:
                # The other hand holds the cards.
                poses["fist"] = draw_arm(replace(arm, left=not arm.left), "fist", from_lamp)
            pictures.append({pose: endless(each) for pose, each in poses.items()} if among.oblique else poses)
        style = manners(folk, pace)
        started = GameStarted(law.GAME, rules, self._options, tuple(seat.name for seat in plan.seats))
        left = leftovers(seed, dict(zip(law.BOARD, house.antes, strict=True))) if among.leftovers else {}
        habits = Habits(
            play.Habits(forgets=0.3, overlooks=overlooks), replace(nap_play.USUAL, revokes=revokes)
        )
        self.events = evening(cards, started, rounds, habits, left)
        heaping = random.Random(f"{seed}/heaps")
        heaped = heaping.sample(law.BOARD, heaping.randint(2, min(4, len(law.BOARD)))) if among.heaps else []
        stage = Stage(
            folk,
            plan,
            view,
            pictures,
            kinds,
            (deck.style.width, deck.style.height),
            board_made.rim + 1.0,
            board_made.base,
            style,
            family,
            fps,
            heaped=frozenset(heaped),
            shoulders=FAR if among.oblique else SHOULDER,
            hangs=hangs,
        )
        hands = Hands(seed, among, stage)
        mishaps, runs = Mishaps(seed, among, stage, hands), Runs(seed, among, stage, hands)
        spots = Spots(plan, view, stage.card_size, style, family, self.events)
        deal = Deal(seed, among, stage, spots, hands)
        stocks = None
        if among.stocks:
            stocks = Stocks(seed, stage, spots, kinds, game.fold(self.events).settlements)
        besides: list[Besides] = [deal]
        if among.held:
            besides.append(Fumbles(seed, stage, spots, hands))
        if among.heads:
            besides.append(Bodies(seed, stage, hands, styles))
        if among.strays:
            # Where people deal, nobody's cards are the talon.
            unplayed = [] if among.deal else _unplayed(self.events)
            besides.append(Strays(seed, stage, spots, (deck, second_pack(seed, deck)), unplayed))
        if among.clutter:
            besides.append(Clutter(seed, stage, spots, deck))
        direct = Tricks if tricks else Director
        director = direct(stage, mishaps, runs, hands, deal, left, besides, stocks)
        self._script = director.perform(self.events)
        beginning = begin(seed, self._script, fps) if among.begun else Beginning("")
        self._script = beginning.on(self._script, fps)
        self._first = beginning.frame
        seats = view.project(np.array([seat.edge for seat in plan.seats]))
        sky, changes = weather(seed, among, self._script.duration, seats)
        self._upsets = [*_standing(plan, among, family, stage, light.mirrored, view, self._script.duration)]
        self._upsets += sorted([*self._script.upsets, *changes], key=lambda upset: upset["t"])
        self._room = Room(
            layout=plan,
            view=view,
            light=light,
            board=board_made,
            deck=deck,
            board_deck=deck if looks.random() < 0.6 else Deck(deck_style(looks)),
            chips=kinds,
            arms=pictures,
            sensor=Sensor(
                noise=looks.uniform(0.8, 3.2),
                softness=looks.choice([0.0, 0.45, 0.6]),
                exposure=style.exposure,
            ),
            seed=looks.randrange(1 << 30),
            weather=sky,
            styles=styles,
            edge=plan.outline if around else None,
            hangs=hangs,
        )
        if among.cloths:
            bare = surfaces.surface(random.Random(self._room.seed), *BACKDROP)
            pattern, cloth = cloths.cloth(seed, bare, Deck(deck_style(random.Random(f"{seed}/print"))))
            self._room = replace(self._room, cloth=cloth)
            whole = {"kind": "cloths", "t": 0.0, "until": round(self._script.duration, 3)}
            self._upsets.insert(0, {**whole, "cloth": pattern})
        since = self._first / fps
        self.duration = self._script.duration - since
        now = standing(self._script.changes, since, plan, view)
        self.table = self._table_file(now)
        earlier, self.calls = split(self._script.calls, since)
        self.truth = self._truth_file(beginning, now, earlier)
        self._frames: Iterator[Frame] | None = None
        self._began: float | None = None

    def __next__(self) -> Frame:
        if self._frames is None:
            self._frames = self.frames()
        return next(self._frames)

    def frames(self) -> Iterator[Frame]:
        """The film from its beginning."""
        renderer = Renderer(self._room, self._script, self.fps)
        began = time.monotonic()
        number = lost = 0
        while number / self.fps <= self.duration:
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

    def write(self, folder: Path, name: str) -> Path:
        """Save film, table, calls and truth as CONTRACT.md names them.

        Returns:
            ``folder/NAME.mp4``; beside it NAME.table.json, NAME.calls.jsonl and NAME.truth.json.

        Raises:
            BadInput: the film cannot be written there.
        """
        folder = Path(folder)
        film = folder / f"{name}.mp4"
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
        quads = {box.code: np.round(project(layout.box(box), room.board.base), 1) for box in self._law.BOARD}
        where: dict[str, Any] = {}
        if not layout.boardless:
            where["board"] = np.round(project(layout.board, room.board.base), 1).tolist()
        if not layout.boardless and layout.form != "square":
            where["box_quads"] = {code: quad.tolist() for code, quad in quads.items()}
        return {
            "game": self._law.GAME,
            "rules": self._rules,
            "options": self._options,
            "dealer": started.dealer,
            "players": [
                {"name": seat.name, "seat": np.round(place, 1).tolist()}
                for seat, place in zip(layout.seats, seats, strict=True)
            ],
            **where,
            "size": list(SIZE),
            "boxes": {honour.code: boxes.get(honour, 0) for honour in self._law.BOARD},
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


def _unplayed(events: Sequence[Event]) -> list[Card]:
    """Cards of the pack that nobody holds in any round; none where there are several rounds."""
    if sum(isinstance(event, RoundStarted) for event in events) > 1:
        return []
    held: set[Card] = set()
    for event in events:
        if isinstance(event, CardPlayed):
            held.add(event.card)
        elif isinstance(event, HandShown):
            held.update(event.cards)
    return [card for card in DECK if card not in held]


def _mirrored(seed: object, plan: Layout) -> tuple[np.ndarray, float]:
    """Where on the table the lamp is seen mirrored, and how glossy cards are."""
    die = random.Random(f"{seed}/glare")
    near = plan.pile if plan.kind == "pile" else die.choice(plan.seats).edge * 0.7
    where = near + [die.gauss(0, 60) for _ in "xy"]
    return np.asarray(where), die.uniform(0.45, 0.85)


def _standing(
    plan: Layout,
    among: Disturbances,
    family: Sequence[Person],
    stage: Stage,
    mirrored: np.ndarray | None,
    view: View,
    duration: float,
) -> Iterator[dict[str, Any]]:
    """What the truth says of disturbances that last as long as the film."""
    facts: dict[str, Any] = {}
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
