"""Cards that a hand is laying: each rests where it was seen, and may be moved on still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.boundaries import CardLook, Frame
from vision.motion.arms import Arm
from vision.motion.changes import Changes
from vision.motion.grid import Grid
from vision.observer.settings import OBSERVER
from vision.tracking.gathered import Place, place_of
from vision.tracking.looks import at_one_card, known_again
from vision.tracking.lying_cards import LyingCards
from vision.tracking.new_cards import NewCards
from vision.tracking.tracks import Tracks

ARRIVING = OBSERVER.arriving


@dataclass(frozen=True, slots=True, eq=False)
class Arriving:
    """A card that a hand is laying.

    Attributes:
        look: place and face.
        t: second at which it came to rest there.
        frame: the one that showed it there first …
        small: … and the same, small and in the light of the known table.
        where: what was seen of it, small pixels.
        arms: that may have brought it, weighed.
        place: how the table looked there before it.
    """

    look: CardLook
    t: float
    frame: Frame
    small: np.ndarray
    where: np.ndarray
    arms: Sequence[tuple[float, Arm]]
    place: Place | None


class ArrivingCards:
    """The cards that hands are laying on one table.

    Args:
        grid: small pixels.
        changes: what of the table is different since it was last known.
        lying: the cards that lie there.
        new_cards: reads them.
        tracks: knows where cards are laid.
    """

    def __init__(
        self, grid: Grid, changes: Changes, lying: LyingCards, new_cards: NewCards, tracks: Tracks
    ) -> None:
        self._grid = grid
        self._changes = changes
        self._lying = lying
        self._new_cards = new_cards
        self._tracks = tracks
        self._cards: list[Arriving] = []

    def __len__(self) -> int:
        return len(self._cards)

    @property
    def faces(self) -> frozenset[int]:
        """What they show, places in `engine.cards.DECK`."""
        return frozenset(one.look.face for one in self._cards)

    def clear(self) -> None:
        """Forget them: the camera was moved."""
        self._cards.clear()

    def seen(self, frame: Frame, look: CardLook, part: np.ndarray, arms: Sequence[Arm]) -> None:
        """Take in a card that a hand is laying, has moved on, or that shows another face at a second look.

        Args:
            frame: the one that shows it.
            look: place and face.
            part: what was looked at, small pixels.
            arms: that were seen.
        """
        outline = self._grid.outline(look.corners)
        where = outline & part
        t = float(self._changes.rested(where if where.any() else outline))
        for before in list(self._cards):
            here = at_one_card(before.look.corners, look.corners)
            if before.look.face == look.face and here:
                return
            again = here and t < before.t + ARRIVING.same_rest
            if again and max(look.faces) <= max(before.look.faces):
                return
            if before.look.face == look.face or again:
                self._cards.remove(before)
        place = place_of(outline, self._changes.known, self._changes.small)
        brought = self._changes.bringers(where, t, arms)
        self._cards.append(Arriving(look, t, frame, self._changes.small, where, brought, place))

    def rested(self, frame: Frame) -> Iterator[Arriving]:
        """Those that lie on the table now: they have rested, or the next card hides them."""
        for one in list(self._cards):
            since = frame.t - one.frame.t
            if since < ARRIVING.rests:
                continue
            known = self._tracks.where_laid(one.look, self._new_cards.plane)
            if not known and not self._is_laid_upon(one):
                if since <= ARRIVING.first_waits:
                    continue
                stays = self._changes.rested(one.where) <= one.t + ARRIVING.same_rest
                if not (stays and self._lying.read_faces()):
                    self._cards.remove(one)
                    continue
            there = self._new_cards.read_along(frame.image, [one.look.corners])
            shown = any(known_again(look.faces[one.look.face]) for look in there)
            if not shown and since < ARRIVING.hidden:
                continue
            self._cards.remove(one)
            if self._lying.surest(one.look.face) < max(one.look.faces):
                yield one

    def _is_laid_upon(self, one: Arriving) -> bool:
        """Whether another card was laid later where one came to rest: there cards are laid."""
        plane = self._new_cards.plane
        later = (other.look for other in self._cards if other.t > one.t and other.look.face != one.look.face)
        return any(self._tracks.is_near(look, one.look.corners, plane) for look in later)
