"""The arrows between the rooms: what a camera hands to vision, and vision to the referee.

hardware ── Frame ──▶ vision ── Sighting ──▶ engine.referee.referee ── Event ──▶ the game module

They live here because every room may import `engine` and no other room is common to all.
Every sighting is a frozen fact about the picture ("a card now lies here, it looks like
this"), never a conclusion about the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import Card

Point = tuple[float, float]
"""x to the right, y down, in pixels of the frame as stored."""
Quad = tuple[Point, Point, Point, Point]
"""Four corners, clockwise in the picture. Of a card: from its own top left index."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture from a camera, a film or the simulated table.

    Attributes:
        number: counts from 0 within its source.
        t: seconds since the source began; a live camera's time stands still while it shows nothing.
        source: what a person would call the camera, e.g. ``"webcam 0"``.
        image: uint8 array, height × width × 3, BGR (OpenCV's order). Not to be written to.
        gap: seconds just before in which a live camera showed nothing, though people may have gone on.
    """

    number: int
    t: float
    source: str
    image: Any
    gap: float = 0.0


@dataclass(frozen=True, slots=True)
class CardLook:
    """What one or several looks at one card say.

    Attributes:
        corners: the card's whole outline, hidden parts inferred.
        faces: 52 probabilities in `engine.cards.DECK` order; they sum to at most 1, the
            rest is the probability that it is no readable face (a back, a joker, hidden).
    """

    corners: Quad
    faces: tuple[float, ...]

    @property
    def face(self) -> int:
        """The likeliest face's place in `engine.cards.DECK`."""
        return max(range(len(self.faces)), key=self.faces.__getitem__)


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A card that was not there before lies still, free of any arm, outside the board.

    Attributes:
        t: first moment at which it was seen lying free.
        frame: number of the frame that proves it.
        arrived: when the arm that brought it entered the picture (``t`` if none was seen).
        look: place and face.
        seats: probability per player, in playing order, that his arm brought it; sums to 1.
        lies: probability that a card lies there at all, by what is seen alone, 0–1: it may be held, or none.
    """

    t: float
    frame: int
    arrived: float
    look: CardLook
    seats: tuple[float, ...]
    lies: float = 1.0


@dataclass(frozen=True, slots=True)
class CardLookedAgain:
    """A better look at a card that was laid earlier (found by its place and time).

    Attributes:
        t, frame: when this look was taken.
        laid: the ``t`` of the `CardLaid` that it improves.
        look: place and face, all looks so far taken together.
        lies: as of a `CardLaid`, by all that has been seen since.
    """

    t: float
    frame: int
    laid: float
    look: CardLook
    lies: float = 1.0


@dataclass(frozen=True, slots=True)
class CardGone:
    """A card that lay in the open was taken away (taken back, or the table is cleared).

    Attributes:
        t, frame: when.
        laid: the ``t`` of its `CardLaid`.
        look: place and face when it was last seen.
        lies: as of a `CardLaid`: that it lay there until then.
    """

    t: float
    frame: int
    laid: float
    look: CardLook
    lies: float = 1.0


@dataclass(frozen=True, slots=True)
class BoxSeen:
    """The chips in one box, once they lie still and nothing covers the box.

    Attributes:
        t, frame: when.
        box: the honour whose box it is.
        chips: count per kind of chip (``jeton``, ``fiche``, ``contrat``).
        empty: nothing but the bottom of the box is seen.
        confidence: probability that `empty` is right, 0–1.
        seats: probability per player that his arm was there before; sums to 1, or is
            empty when no arm was seen at the box since the last look.
        exact: probability that `chips` is right to the chip, 0–1. Chips hide chips: where it is low, `chips`
            is what is seen, and so the least that lies there.
        about: how many chips lie there, an estimate that includes hidden ones.
    """

    t: float
    frame: int
    box: Card
    chips: Mapping[str, int]
    empty: bool
    confidence: float
    seats: tuple[float, ...] = ()
    exact: float = 0.0
    about: int = 0


@dataclass(frozen=True, slots=True)
class ArmSeen:
    """An arm came into the picture, or left it.

    Attributes:
        t, frame: when.
        entered: True when it came in, False when it left.
        seats: probability per player that it is his; sums to 1.
    """

    t: float
    frame: int
    entered: bool
    seats: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ViewLost:
    """The picture cannot be trusted (camera gone, covered, bumped) until a later `ViewBack`."""

    t: float
    frame: int
    why: str


@dataclass(frozen=True, slots=True)
class ViewBack:
    """The picture can be trusted again."""

    t: float
    frame: int


@dataclass(frozen=True, slots=True)
class Unseen:
    """Nothing was seen of the table for a while, though people may have gone on playing."""

    t: float
    """When it is seen again."""
    frame: int
    seconds: float


@dataclass(frozen=True, slots=True)
class AlreadyThere:
    """Cards lie on the table that lay there before the camera first looked: nobody was seen to lay them.

    Attributes:
        t, frame: when they were read.
        looks: one at each, at least one.
    """

    t: float
    frame: int
    looks: tuple[CardLook, ...]


@dataclass(frozen=True, slots=True)
class BoardUnseen:
    """Nobody knows where the board lies, so nothing else is told of the picture until `BoardSeen`.

    Attributes:
        t, frame: when it has been looked for long enough.
        mirrored: because the picture is a mirror's.
    """

    t: float
    frame: int
    mirrored: bool = False


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """It is known where the board lies."""

    t: float
    frame: int


Sighting = (
    CardLaid
    | CardLookedAgain
    | CardGone
    | BoxSeen
    | ArmSeen
    | ViewLost
    | ViewBack
    | Unseen
    | AlreadyThere
    | BoardUnseen
    | BoardSeen
)


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """The picture of a card that surely lies on the table: its place before it came, and now.

    Attributes:
        t: the ``t`` of the `CardLaid` that told it.
        card: what is read there, and nothing else is.
        jpeg: the picture.
    """

    t: float
    card: Card
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class Expected:
    """What may be said at the table now: nothing else need be listened for.

    Attributes:
        since: when that began, seconds of the recording.
        calls: cards whose call may count.
        sans: ranks that may be said to be missing, 2–13.
    """

    since: float = 0.0
    calls: frozenset[Card] = frozenset()
    sans: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Heard:
    """Something said or tapped at the table.

    Attributes:
        t: when, seconds of the recording.
        call: the honour (or announced card) called, or None.
        player: who, when known (a tap on one's own phone), else None.
        via: ``"tap"`` or ``"voice"``.
        sans: the rank said to be missing ("sans 6"), 1–13, or None.
        confidence: 0–1; a tap is 1.
        hoc: "hoc" was said (1760), of the card that was just laid.
        seconds: how long it took to say.
        text: the words, as they were heard.
    """

    t: float
    call: Card | None
    player: str | None
    via: str
    sans: int | None = None
    confidence: float = 1.0
    hoc: bool = False
    seconds: float = 0.0
    text: str = ""
