"""What a planned film holds: arms and what they do to cards, chips, board and camera, and when.

Times are seconds from the first frame, places mm on the table (see `view`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.cards import Card
from engine.events import Settlement
from hardware.simulator.drawing.view import View
from hardware.simulator.layout import Layout
from hardware.simulator.people.held import Hand
from hardware.simulator.things.chips import Chip
from hardware.simulator.things.thing import Thing

TURNING = 0.3
"""Seconds that turning a card over takes."""


@dataclass(frozen=True, slots=True, eq=False)
class Key:
    """The fingertips are at `place` (2), `z` mm above the table, at time `t`."""

    t: float
    place: np.ndarray
    z: float


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """A card between the fingers, from `since` until `until`.

    Attributes:
        card: its face.
        top, top_then: direction (2) in which its top points at first and at last.
        aside: mm (2) from the middle of all that is held.
        aside_first: where it is at first, if not there: a card that the thumb pushes forward.
        back: its back is up (until it is `turned`, if it is).
        turned: when it stands on its edge while it is turned over, None: it is not.
    """

    card: Card
    top: np.ndarray
    since: float
    until: float
    top_then: np.ndarray | None = None
    aside: np.ndarray = field(default_factory=lambda: np.zeros(2))
    aside_first: np.ndarray | None = None
    back: bool = False
    turned: float | None = None

    def direction(self, t: float) -> np.ndarray:
        """Where its top points at `t`, unit vector (2)."""
        if self.top_then is None:
            return self.top
        share = min(max((t - self.since) / max(self.until - self.since, 1e-6), 0.0), 1.0)
        mixed = self.top * (1 - share) + self.top_then * share
        return np.asarray(mixed / np.linalg.norm(mixed))

    def offset(self, t: float) -> np.ndarray:
        """How far from the middle of all that is held it is at `t`, mm (2)."""
        if self.aside_first is None:
            return self.aside
        share = min(max((t - self.since) / max(self.until - self.since, 1e-6), 0.0), 1.0)
        return np.asarray(self.aside_first * (1 - share) ** 2 + self.aside * (1 - (1 - share) ** 2))

    def shown(self, t: float) -> tuple[bool, float]:
        """Whether its back is seen at `t`, and how much of its width (0–1)."""
        if self.turned is None:
            return self.back, 1.0
        phase = min(max((t - self.turned) / TURNING, -0.5), 0.5)
        return self.back == (phase < 0), abs(float(np.sin(np.pi * phase)))


@dataclass(frozen=True, slots=True, eq=False)
class Carried:
    """A thing in a hand, from `since` until `until`, its middle `ahead` mm beyond the fingertips."""

    thing: Thing
    ahead: float
    since: float
    until: float

    def during(self, t: float) -> bool:
        """Whether it is in the hand at `t`."""
        return self.since <= t < self.until


@dataclass(frozen=True, slots=True, eq=False)
class Swept:
    """Chips under a hand, that go with the arm from `since` until `until`.

    Attributes:
        chips: placed relative to the fingertips in the arm's frame.
    """

    chips: tuple[Chip, ...] = ()
    since: float = 0.0
    until: float = np.inf

    def during(self, t: float) -> bool:
        """Whether there are any at `t`."""
        return bool(self.chips) and self.since <= t < self.until


NO_CHIPS = Swept()


@dataclass(frozen=True, slots=True, eq=False)
class Gesture:
    """One visit of an arm.

    Attributes:
        player: place in playing order.
        pose: a key of the player's `arms.ArmPicture`s: ``"hold"``, ``"open"`` or ``"head"``.
        keys: where the fingertips go; they rest at each key and glide in between.
        shoulder: where the arm comes from (2).
        held: the cards in the fingers, lowest first.
        chips: under the hand.
        carried: a thing in the hand.
    """

    player: int
    pose: str
    keys: tuple[Key, ...]
    shoulder: np.ndarray
    held: tuple[Held, ...] = ()
    chips: Swept = NO_CHIPS
    carried: Carried | None = None

    def tip(self, t: float) -> tuple[np.ndarray, float]:
        """Place (2) and height of the fingertips at `t`, within the times of the keys."""
        for before, after in zip(self.keys, self.keys[1:], strict=False):
            if t <= after.t:
                share = min(max((t - before.t) / max(after.t - before.t, 1e-6), 0.0), 1.0)
                # Hands speed up and slow down: the smoothest path between two rests.
                s = share**3 * (10 - 15 * share + 6 * share**2)
                return before.place + (after.place - before.place) * s, before.z + (after.z - before.z) * s
        return self.keys[-1].place, self.keys[-1].z

    def frame(self, t: float) -> tuple[np.ndarray, float]:
        """Matrix (2 × 3) from the arm's frame to the table at `t`, and the height of the fingertips."""
        tip, z = self.tip(t)
        forward = tip - self.shoulder
        forward = forward / np.linalg.norm(forward)
        return np.array([[forward[0], -forward[1], tip[0]], [forward[1], forward[0], tip[1]]]), z


@dataclass(frozen=True, slots=True, eq=False)
class LayCard:
    """From `t` on a card lies at `corners` (4 × 2, from its own top left index), `z` mm high."""

    t: float
    card: Card
    corners: np.ndarray
    z: float
    back: bool = False


@dataclass(frozen=True, slots=True)
class FillBox:
    """From `t` on exactly `chips` lie in the box of `honour`."""

    t: float
    honour: Card
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class TakeAway:
    """At `t` the cards with these faces are picked up."""

    t: float
    cards: frozenset[Card]


@dataclass(frozen=True, slots=True, eq=False)
class MoveCards:
    """From `t` on cards that lie already lie so."""

    t: float
    cards: tuple[LayCard, ...]


@dataclass(frozen=True, slots=True, eq=False)
class MoveBoard:
    """From `t` on the board lies as `layout` says, with these chips in its boxes."""

    t: float
    layout: Layout
    chips: Mapping[Card, tuple[Chip, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class MoveView:
    """From `t` on the camera looks from elsewhere."""

    t: float
    view: View


@dataclass(frozen=True, slots=True, eq=False)
class PutThing:
    """From `t` on the thing of that name is there as it is; None: it is not there."""

    t: float
    name: str
    thing: Thing | None


@dataclass(frozen=True, slots=True, eq=False)
class HoldCards:
    """From `t` on a player holds these cards in the picture; None: none."""

    t: float
    player: int
    hand: Hand | None


Change = HoldCards | PutThing | LayCard | FillBox | TakeAway | MoveCards | MoveBoard | MoveView


@dataclass(frozen=True, slots=True)
class Script:
    """A planned film.

    Attributes:
        gestures, changes: by time.
        truth: the events of the truth file, by time.
        upsets: what people, camera and light did to make it hard, by time.
        lost: numbers of the frames that the camera does not give.
        black: numbers of those that are black.
        calls: lines of the calls file.
        hands: what each player's hand holds in the picture, whenever it changes, by time.
        moves: which cards went from where to where, by time.
        settlements: one per round.
        duration: seconds.
    """

    gestures: tuple[Gesture, ...]
    changes: tuple[Change, ...]
    truth: tuple[dict[str, Any], ...]
    upsets: tuple[dict[str, Any], ...]
    lost: frozenset[int]
    black: frozenset[int]
    calls: tuple[dict[str, Any], ...]
    settlements: tuple[Settlement, ...]
    duration: float
    hands: tuple[dict[str, Any], ...] = ()
    moves: tuple[dict[str, Any], ...] = ()
