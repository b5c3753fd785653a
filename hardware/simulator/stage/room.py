"""What looks different from one seed to the next, before anybody plays: table, camera, light, pack, arms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hardware.simulator.cards.deck import Deck
from hardware.simulator.drawing.view import Light, View
from hardware.simulator.layout import Layout
from hardware.simulator.people.arms import HEIGHT, ArmPicture, ArmStyle
from hardware.simulator.surroundings.weather import CLEAR, Weather
from hardware.simulator.things.board import BoardStyle
from hardware.simulator.things.chips import ChipKind

SHOULDER = 520.0
"""How far behind the table's edge a player's shoulder is, mm."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """The simulated camera's faults.

    Attributes:
        noise: standard deviation of a pixel, grey levels.
        softness: blur of the lens, pixels; 0 for none.
        exposure: seconds that a frame is exposed: how far moving things are smeared.
    """

    noise: float
    softness: float
    exposure: float


@dataclass(frozen=True, slots=True)
class Room:
    """Everything that looks different from one seed to the next.

    Attributes:
        layout, view, light: at first.
        board: how it is made.
        deck: the cards that are played with.
        board_deck: whose honours the board shows.
        chips: their kinds, by name.
        arms: pictures by pose, of each player.
        styles: what tells one player's arm from another's.
        sensor: the camera's faults.
        seed: of the table top, the floor and the camera's noise.
        weather: light that changes while the film runs.
        pattern, cloth: what a cloth shows, and its picture; None: the table is bare.
        edge: the table's edge (n × 2, mm) where what lies beyond is seen; None: nothing of it is.
        shoulders: how far behind the table's edge a player's shoulder is, mm.
        hangs: how high above what its fingertips touch the picture of an arm is, mm.
    """

    layout: Layout
    view: View
    light: Light
    board: BoardStyle
    deck: Deck
    board_deck: Deck
    chips: dict[str, ChipKind]
    arms: Sequence[Mapping[str, ArmPicture]]
    styles: Sequence[ArmStyle]
    sensor: Sensor
    seed: int
    weather: Weather = CLEAR
    pattern: str | None = None
    cloth: np.ndarray | None = None
    edge: np.ndarray | None = None
    shoulders: float = SHOULDER
    hangs: float = HEIGHT

    @property
    def card_size(self) -> tuple[float, float]:
        """Width and height of a card, mm."""
        return self.deck.style.width, self.deck.style.height

    @property
    def box_inset(self) -> float:
        """How far inside the edge of a box chips may lie, mm."""
        return self.board.rim + 1.0
