"""The simulated table: a whole evening planned by the rules, filmed by a simulated camera."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine import game, lindor, nain_jaune, play
from engine.boundaries import Frame, Heard
from engine.cards import HONOURS, parse_card
from engine.errors import BadInput
from engine.events import Called, Event, GameStarted, RoundStarted
from hardware.cameras import Source
from hardware.simulator.arms import arm_styles, draw_arm
from hardware.simulator.board import board_style
from hardware.simulator.chips import VALUES, chip_kinds
from hardware.simulator.deck import Deck, deck_style
from hardware.simulator.layout import lay_out
from hardware.simulator.renderer import Renderer, Room, Sensor
from hardware.simulator.script import Director, manners, settlement_json
from hardware.simulator.view import SIZE, hang_lamp, place_camera


class SimulatedTable(Source):
    """A camera over a table at which people play whole rounds of Nain Jaune, forgotten calls included.

    The same arguments give the same frames. The round is planned ahead: `table`, `calls` and
    `truth` (as in CONTRACT.md) can be read before the first frame.

    Args:
        seed: decides the round and everything that is seen.
        players: 2–8, or 3 or 5 by the rules of 1760; None: by chance, 3–6.
        layout: ``"pile"`` (all cards on one pile) or ``"rows"`` (each lays his own row); None: by chance.
        fps: frames a second.
        pace: 1 people take their time, 2 they are twice as fast.
        rounds: how many rounds, the table being cleared in between.
        rules: the preset.
        options: house rules that differ from it.
        live: frames come when their time has come, as from a webcam, and those that nobody
            fetched in time are left out; else each is there at once.

    Attributes:
        table: the table file before the first round.
        calls: lines of the calls file: t, player, card.
        truth: the truth file; with several rounds `settlement` is the last one and `settlements`
            holds them all.
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
    ) -> None:
        if not 0 < fps <= 120:
            raise BadInput(f"{fps:g} frames a second: expected more than 0, at most 120")
        if not 0.25 <= pace <= 4:
            raise BadInput(f"pace {pace:g}: expected 0.25 to 4")
        if rounds < 1:
            raise BadInput(f"{rounds} rounds: expected at least 1")
        self._rules = rules
        self._options = dict(options or {})
        law = game.refereed(nain_jaune.GAME, rules, "the simulated table")
        house = law.read_options(self._options, "the simulated table")
        self.name = f"simulated table {seed}"
        self.size = SIZE
        self.fps = fps
        self.live = live
        # One die for each matter, so that a change in one leaves the others as they were.
        looks, people, cards = (random.Random(f"{seed}/{matter}") for matter in ("looks", "people", "cards"))
        plan = lay_out(looks, players, layout, among=law.DEAL)
        if not house.clockwise:
            plan = replace(plan, seats=plan.seats[::-1])
        view = place_camera(looks, plan.width, plan.depth)
        light = hang_lamp(looks, view)
        deck, board = Deck(deck_style(looks)), board_style(looks)
        kinds = chip_kinds(looks, board.bottom)
        pictures = []
        for arm, seat in zip(arm_styles(looks, len(plan.seats)), plan.seats, strict=True):
            forward = -seat.outward
            lamp = light.lamp - np.append(seat.edge / 2, 0.0)
            lamp = lamp / np.linalg.norm(lamp)
            across = np.array([-forward[1], forward[0]])
            from_lamp = np.array([lamp[:2] @ forward, lamp[:2] @ across, lamp[2]])
            pictures.append({pose: draw_arm(arm, pose, from_lamp) for pose in ("hold", "open")})
        style = manners(people, pace)
        started = GameStarted(law.GAME, rules, self._options, tuple(seat.name for seat in plan.seats))
        self.events = _evening(cards, started, rounds)
        card_size = (deck.style.width, deck.style.height)
        director = Director(
            people, plan, view, pictures, kinds, card_size, board.rim + 1.0, board.base, style, fps
        )
        self._script = director.perform(self.events)
        self._room = Room(
            layout=plan,
            view=view,
            light=light,
            board=board,
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
        )
        self.duration = self._script.duration
        self.table = self._table_file()
        self.calls = list(self._script.calls)
        self.truth = self._truth_file()
        self._frames: Iterator[Frame] | None = None
        self._began: float | None = None

    def __next__(self) -> Frame:
        if self._frames is None:
            self._frames = self.frames()
        return next(self._frames)

    def frames(self) -> Iterator[Frame]:
        """The film from its beginning."""
        renderer = Renderer(self._room, self._script)
        began = time.monotonic()
        number = 0
        while number / self.fps <= self.duration:
            if self.live:
                due = began + number / self.fps
                now = time.monotonic()
                if now < due:
                    time.sleep(due - now)
                else:
                    number = max(number, int((now - began) * self.fps))
            t = number / self.fps
            yield self.frame(number, t, renderer.picture(t))
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
    def heard(self) -> list[Heard]:
        """The calls as they are tapped, by time."""
        return [Heard(line["t"], parse_card(line["card"]), line["player"], "tap") for line in self.calls]

    def _table_file(self) -> dict[str, Any]:
        room, started = self._room, self.events[1]
        assert isinstance(started, RoundStarted)
        seats = room.view.project(np.array([seat.edge for seat in room.layout.seats]))
        boxes = started.boxes or {}
        return {
            "game": "nain-jaune",
            "rules": self._rules,
            "options": self._options,
            "dealer": started.dealer,
            "players": [
                {"name": seat.name, "seat": np.round(place, 1).tolist()}
                for seat, place in zip(room.layout.seats, seats, strict=True)
            ],
            "board": np.round(room.view.project(room.layout.board, room.board.base), 1).tolist(),
            "size": list(SIZE),
            "boxes": {honour.code: boxes.get(honour, 0) for honour in HONOURS},
            "chips": {
                name: {
                    "value": VALUES[name],
                    "colour": "#{2:02x}{1:02x}{0:02x}".format(*kind.colour),
                    "shape": kind.shape,
                }
                for name, kind in room.chips.items()
            },
        }

    def _truth_file(self) -> dict[str, Any]:
        settled = [settlement_json(settlement) for settlement in self._script.settlements]
        truth = {
            "events": list(self._script.truth),
            "settlement": settled[-1],
            "size": list(SIZE),
            "fps": self.fps,
        }
        return truth if len(settled) == 1 else {**truth, "settlements": settled}


def _evening(rng: random.Random, first: GameStarted, rounds: int) -> list[Event]:
    """A game by chance: who deals first, what lies in the boxes, what people lay, call and forget."""
    names = first.players
    left = {honour: 0 for honour in HONOURS}
    if rng.random() < 0.3:
        left = {honour: rng.choice([0, 0, rng.randint(1, 18)]) for honour in HONOURS}
    begun = RoundStarted(rng.choice(names), left)
    habits = play.Habits(forgets=0.3)
    events: list[Event] = [first]
    evening = game.apply(None, first)
    for _ in range(rounds):
        events.append(begun)
        evening = game.apply(evening, begun)
        dealt = play.deal(len(names), rng)
        steps = list(play.random_round(evening, dealt.hands, rng, habits))
        told: list[Event] = []
        forgotten: Called | None = None
        for step in steps:
            told += step.events()
            if forgotten is not None:
                # Somebody remembers when it is too late; that changes nothing.
                told.append(forgotten)
            late = step.calls is False and rng.random() < 0.25
            forgotten = Called(step.player, step.card, "tap") if late else None
        told += play.left_in_hand(names, dealt.hands, steps)
        for event in told:
            evening = game.apply(evening, event)
        events += told
        dealer = nain_jaune.next_dealer(evening)
        assert dealer is not None
        begun = RoundStarted(dealer)
    return events
