"""What may make a simulated table hard to follow: one switch each; packages bring more (`GROUP`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from importlib.metadata import entry_points
from random import Random
from typing import Any

import numpy as np

from engine.errors import BadInput
from hardware.packages import refuse_several

GROUP = "nainjaune.disturbances"
"""Entry points by which packages bring disturbances: ``NAME = "package:function"``, a `Disturb`."""
Over = Callable[[np.ndarray, float], np.ndarray]
"""A frame (uint8 BGR, may be changed) as the camera gives it at so many seconds."""
Disturb = Callable[[Random, float], tuple[Over, Sequence[Mapping[str, Any]]]]
"""Given dice of its own and the film's seconds: what comes over each frame, and what the truth tells of it,
``{"since", "until", …}`` in seconds."""


@dataclass(frozen=True, slots=True)
class Disturbances:
    """Which disturbances there are. What happens of them, and when, the truth tells under `disturbances`.

    Attributes:
        tempo: slow and fast players, who think before a card or leave the hand on it.
        sloppy: some lay cards far from where they belong and askew.
        two_cards: two cards that follow each other are laid at once.
        take_back: a card is laid and taken back, and another laid.
        straighten: a card that lies is turned and pushed into place.
        square_up: the pile is squared up.
        face_down: a card is laid face down by mistake, then turned.
        lean_in: arms, and a child's head, come over the table without laying.
        children: some players have a child's hands and hold them low.
        sleeves: wide, white or patterned sleeves, and bare arms.
        heaps: chips heap in the middle of a box.
        glare: the lamp is mirrored on cards and table.
        flicker: the light trembles, in bands down the picture.
        exposure: the camera's exposure drifts, and jumps now and then.
        shadows: the shadow of a window frame lies over the table, and heads cast theirs.
        bump: the camera is knocked and stays turned.
        board_bump: somebody pushes the board.
        dropouts: frames are lost, the camera is gone for 1 to 5 seconds, pictures are black.
        fans: tables at which each player lays his cards in a fan are among those by chance.
        boards: so are boards whose boxes lie in a row, and five honour cards without a board.
        oblique: the camera stands low and sees more, on a shelf or a tripod, 35 to 60° off the vertical.
        deal: packets are dealt round, face down, and picked up; the talon stays, and is pushed.
        held: each player holds his cards in the picture, as a fan that shrinks.
        runs: cards that follow each other are laid without taking the hand away, or as one fan.
        heads: people sit at the table: hair and shoulders over its edge, that lean in and back.
        tight_hands: of the hands shown at the end only a fifth of each card is in sight.
        stocks: each player's chips lie before him, shrink and grow, and change is made.
        clutter: glasses, plates, sweets, a phone, a pad, the lid of the box; a cat's paw.
        strays: cards that nobody plays with, a joker, a leaflet with cards printed on it.
        cloths: a patterned cloth, lace, or one with suits or playing cards printed on it.
        begun: the film begins when play has begun, or the companion is started anew in mid-round.
        leftovers: every box begins with chips of earlier rounds in it.
        brought: the names of those that packages bring.
    """

    tempo: bool = False
    sloppy: bool = False
    two_cards: bool = False
    take_back: bool = False
    straighten: bool = False
    square_up: bool = False
    face_down: bool = False
    lean_in: bool = False
    children: bool = False
    sleeves: bool = False
    heaps: bool = False
    glare: bool = False
    flicker: bool = False
    exposure: bool = False
    shadows: bool = False
    bump: bool = False
    board_bump: bool = False
    dropouts: bool = False
    fans: bool = False
    boards: bool = False
    oblique: bool = False
    deal: bool = False
    held: bool = False
    runs: bool = False
    heads: bool = False
    tight_hands: bool = False
    stocks: bool = False
    clutter: bool = False
    strays: bool = False
    cloths: bool = False
    begun: bool = False
    leftovers: bool = False
    brought: tuple[str, ...] = ()

    @classmethod
    def of(cls, names: str | Iterable[str]) -> Disturbances:
        """As people name them: names and groups of `GROUPS`, also in one string with commas.

        Raises:
            BadInput: there is no such disturbance.
        """
        listed = names.split(",") if isinstance(names, str) else list(names)
        for name in listed:
            if name not in known():
                raise BadInput(f"disturbance {name!r}: expected some of {', '.join(known())}")
        switched = {each for name in listed for each in GROUPS.get(name, (name,))}
        brought = tuple(sorted(switched.difference(NAMES)))
        return cls(**dict.fromkeys(switched.intersection(NAMES), True), brought=brought)

    @property
    def follows_cards(self) -> bool:
        """Whether the truth tells where each card is."""
        return self.held or self.deal

    @property
    def names(self) -> tuple[str, ...]:
        """Those that there are."""
        return (*(name for name in NAMES if getattr(self, name)), *self.brought)


NAMES = tuple(each.name for each in fields(Disturbances) if each.name != "brought")
UNRULY = NAMES[: NAMES.index("boards") + 1]
"""Unruly people, light and camera at a table on which nothing else lies."""
LIVED_IN = tuple(name for name in NAMES if name not in UNRULY and name != "begun")
"""What a table shows that people live at; `begun` is apart: not all of the evening is in the film."""
GROUPS = {"all": NAMES, "none": (), "unruly": UNRULY, "lived_in": LIVED_IN}
NONE = Disturbances()


def known() -> tuple[str, ...]:
    """Every name that people may give: groups, ours, and those of packages that are installed."""
    return (*GROUPS, *NAMES, *sorted(entry_points(group=GROUP).names.difference(NAMES, GROUPS)))


def brought(name: str) -> Disturb:
    """A package's disturbance, one of `known`.

    Raises:
        BadInput: several packages name theirs so.
    """
    entries = tuple(entry_points(group=GROUP, name=name))
    refuse_several("--disturbances", name, entries)
    disturb: Disturb = entries[0].load()
    return disturb


_OF_BOARD_OR_SEQUENCE = (
    *("two_cards", "square_up", "heaps", "board_bump", "boards"),
    *("runs", "tight_hands", "stocks", "begun", "leftovers"),
)


def without_board(among: Disturbances) -> Disturbances:
    """Those that a game of tricks without boxes can have: no sequences, chips, piles or hands shown."""
    off: dict[str, Any] = dict.fromkeys(_OF_BOARD_OR_SEQUENCE, False)
    return replace(among, **off)
