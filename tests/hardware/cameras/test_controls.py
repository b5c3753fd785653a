"""A webcam whose automatics are held: on a camera that behaves, one that lies, and one that has none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.cameras import controls
from hardware.cameras.controls import AUTOMATICS, MAINS, Steady, WebcamDriver, flicker
from hardware.cameras.webcam import Connection

BEST = {"exposure": 150.0, "white_balance": 4200.0, "focus": 60.0}


class Room:
    """A webcam (`cv2.VideoCapture`) in a room with a lamp; its automatics find `BEST` for a light of 1."""

    def __init__(self, *, lies: str = "", has: tuple[str, ...] = tuple(BEST)) -> None:
        self.light = 1.0
        self.lies = lies
        self.has = has
        self.auto = dict.fromkeys(BEST, True)
        self.values = dict(BEST)
        self.mains = 60.0
        self.shown = 0
        noise = np.random.default_rng(2).integers(0, 120, (90, 160, 1), np.uint8)
        self.scene = np.repeat(noise, 3, axis=2).astype(np.float32)

    def _named(self, prop: int) -> tuple[str, bool]:
        return next((name, prop == entry[0]) for name, entry in AUTOMATICS.items() if prop in entry[:2])

    def get(self, prop: int) -> float:
        name, automatic = self._named(prop)
        if name not in self.has:
            return -1.0
        return float(AUTOMATICS[name][3]) if automatic else self.values[name]

    def set(self, prop: int, value: float) -> bool:
        name, automatic = self._named(prop)
        if automatic:
            self.auto[name] = value == AUTOMATICS[name][3]
        else:
            self.values[name] = value / 3 if self.lies == name else value
        return name in self.has

    def read(self) -> tuple[bool, np.ndarray]:
        self.shown += 1
        if self.auto["exposure"]:
            self.values["exposure"] = BEST["exposure"] / self.light
        for name in ("white_balance", "focus"):
            if self.auto[name]:
                self.values[name] = BEST[name]
        lit = self.scene * self.light * self.values["exposure"] / BEST["exposure"]
        if self.mains == 60.0:  # the lamp is on 50 Hz
            rows = np.sin(np.arange(90) / 9 + self.shown * 2.1)
            lit = lit * (1 + 0.1 * rows[:, None, None])
        blur = abs(self.values["focus"] - BEST["focus"]) / 20
        if blur > 0.1:
            lit = cv2.GaussianBlur(lit, (0, 0), blur)
        return True, np.clip(lit, 0, 255).astype(np.uint8)

    def release(self) -> None:
        pass


class Filter:
    """The mains filter of a `Room` as Video4Linux shows it."""

    def __init__(self, room: Room) -> None:
        self._room = room

    @property
    def value(self) -> int:
        return MAINS[self._room.mains]

    @value.setter
    def value(self, number: int) -> None:
        self._room.mains = {there: hertz for hertz, there in MAINS.items()}[number]


def steady(room: Room) -> Steady:
    return Steady(room, WebcamDriver(room, Filter(room)))


def why(room: Room) -> dict[str, str]:
    return {one.name: one.why for one in steady(room).settings}


def test_what_the_automatics_found_is_held() -> None:
    room = Room()
    settings = {one.name: one for one in steady(room).settings}
    assert not any(room.auto.values())
    assert {name: settings[name].held for name in BEST} == BEST
    assert settings["mains"].held == 50.0 and settings["mains"].after < settings["mains"].before


@pytest.mark.parametrize(("name", "reason"), [("exposure", "darker"), ("focus", "duller")])
def test_a_camera_that_lies_keeps_its_automatic(name: str, reason: str) -> None:
    room = Room(lies=name)
    assert why(room)[name] == reason
    assert room.auto[name]


def test_a_camera_without_them_is_left_alone() -> None:
    room = Room(has=())
    assert why(room) == {"mains": "flicker", "exposure": "none", "white_balance": "none", "focus": "none"}
    assert all(room.auto.values())


def test_a_passing_shadow_changes_nothing_and_the_sunset_does(monkeypatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(controls.time, "monotonic", lambda: clock[0])
    room = Room()
    camera = steady(room)

    def pass_seconds(seconds: float) -> None:
        for _ in range(round(seconds)):
            clock[0] += 1.0
            camera.read()

    pass_seconds(5)
    room.light = 0.5
    pass_seconds(10)
    room.light = 1.0
    pass_seconds(30)
    assert room.values["exposure"] == BEST["exposure"]
    room.light = 0.5
    pass_seconds(30)
    assert room.values["exposure"] == pytest.approx(2 * BEST["exposure"])
    assert not room.auto["exposure"]


def test_a_webcam_plugged_in_again_has_the_settings_it_had(monkeypatch) -> None:
    first, again = Room(), Room()
    rooms = [first, again]
    monkeypatch.setattr("hardware.cameras.webcam._open", lambda number: rooms.pop(0))
    monkeypatch.setattr(
        "hardware.cameras.webcam.driver_for", lambda number, room: WebcamDriver(room, Filter(room))
    )
    connection = Connection(lambda: 0)
    connection()
    again.light = 0.2  # an arm is over the table just then
    shown = again.shown
    connection()
    assert again.values["exposure"] == BEST["exposure"] and again.shown == shown


def test_flicker_is_what_changes_from_picture_to_picture() -> None:
    still = np.full((40, 40, 3), 90, np.uint8)
    assert flicker([still, still, still]) == 0.0
    assert flicker([still, still + 20, still]) > 5
