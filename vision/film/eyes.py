"""Frame → glance: light, stillness and arms, then one look at the part of the picture that is due.

Nothing is decided here, and nothing is kept of a card: the picture of the table that arms are told by is only
where things have rested. What is seen goes to the tracker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.boundaries import CardLook, Frame, Point, Quad
from vision.cards.finder import FoundCard
from vision.cards.photograph import SeenCard, find_in_region, outlines, read_cards
from vision.cards.poses import poses
from vision.cards.reader import Reader, shipped
from vision.film.attention import Attention
from vision.film.completions import best, proposals
from vision.film.fitted_cards import FittedCards
from vision.film.glance import Glance, Seen
from vision.film.settings import FILM
from vision.geometry.masks import grown, share
from vision.motion.arms import Arm, Hands, whose
from vision.motion.changes import Changes, News
from vision.motion.full_table import FullTable
from vision.motion.grid import Grid, Region
from vision.motion.stillness import Still, Stillness
from vision.tracking.fitting import Plane

EYES = FILM.eyes
Find = Callable[[np.ndarray, Region], Sequence[FoundCard]]
"""Where the finder sees cards in a region of a picture."""
Cards = Callable[[np.ndarray, Sequence[FoundCard]], Sequence[SeenCard]]
"""The cards among what it found, read."""
Outline = Callable[[np.ndarray, Sequence[FoundCard]], Sequence[Quad]]
"""Where cards may lie by what it found, unread."""
ReadFaces = Callable[[np.ndarray, Sequence[Quad]], np.ndarray]
"""The faces that outlines show: n × 52 probabilities."""


@dataclass(frozen=True, slots=True)
class Detectors:
    """What looks at the pictures; the finder, which costs most, once a look."""

    find: Find
    cards: Cards
    outline: Outline
    read: ReadFaces


def trained(reader: Reader | None = None) -> Detectors:
    """The trained networks.

    Args:
        reader: tells the faces (a pack that was learnt, say); None: the shipped one.
    """
    faces = reader or shipped()

    def cards(image: np.ndarray, found: Sequence[FoundCard]) -> list[SeenCard]:
        return [one for one in read_cards(image, found, faces) if not (one.back or one.index)]

    def read(image: np.ndarray, quads: Sequence[Quad]) -> np.ndarray:
        return np.asarray(faces.read(image, quads).faces[:, :52])

    return Detectors(find_in_region, cards, outlines, read)


class Eyes:
    """Looks at the film of one camera.

    Args:
        size: width and height of the frames in pixels.
        plane: on which cards have one size.
        detectors: what looks at the pictures.
        seats: the table's edge in front of each player, in pixels, in playing order; empty: not known.
        board: what is never looked at, outlines in pixels: a board and its boxes.
    """

    def __init__(
        self,
        size: tuple[int, int],
        plane: Plane,
        detectors: Detectors,
        seats: Sequence[Point] = (),
        board: Sequence[Quad] = (),
    ) -> None:
        self.grid = Grid.over(size)
        self._plane, self._detectors = plane, detectors
        self._seats = len(seats)
        scale = self.grid.scale
        self._stillness = Stillness()
        self._changes = Changes(Hands([(x * scale, y * scale) for x, y in seats]))
        self._attention = Attention(self.grid)
        self._board = grown(self.grid.covered(board), 2)
        self._arms: list[Arm] = []
        self._small: np.ndarray | None = None
        self._full = FullTable(self.grid)
        self._fitted = FittedCards(self.grid, plane, self._full)
        self._lengths: list[float] = []
        self._faces: set[int] = set()  # of the cards that lie there
        self._first: float | None = None
        self._looked = False

    def look(self, frame: Frame, lying: Sequence[CardLook], doubtful: Sequence[Quad]) -> Glance | None:
        """Take in the next frame; None: nothing of it was looked at closely.

        Args:
            lying: the cards that are known to lie there.
            doubtful: what may be a card and is not told: one more look may decide.
        """
        self._first = frame.t if self._first is None else self._first
        still = self._stillness.look(frame.image, frame.t, self._changes.lying)
        news, hands = self._changes.look(still)
        self._arms = [arm for arm in self._arms if frame.t - arm.seen < EYES.keep_arms] + list(hands.entered)
        small = self._changes.small.astype(np.uint8)
        for arm in self._arms:
            arm.passed(small, self._changes.changed, small if self._small is None else self._small)
        self._small = small
        calm = ~self._changes.changed & (still.t - still.since > EYES.settled)
        self._full.refresh(frame.image, frame.t, ~calm, beside=0)
        there = self.grid.covered([look.corners for look in lying])
        self._faces = {look.face for look in lying}
        glance = self._glance(frame, still, there, doubtful)
        self._settle(frame, still, news, there)
        return glance

    def _glance(
        self, frame: Frame, still: Still, there: np.ndarray, doubtful: Sequence[Quad]
    ) -> Glance | None:
        """The look that is due; the first one is at the whole picture: what lies there from the start."""
        assert self._first is not None
        if not self._looked:
            if frame.t < self._first + EYES.first_look:
                return None
            self._looked = True
            whole, nothing = (0, 0, *self.grid.size), np.zeros(self.grid.shape, bool)
            self._attention.looked_at(still, whole)
            return self._seen(frame, still, whole, nothing)
        near = grown(there, round(EYES.beside * self._length)) | self.grid.covered(doubtful)
        due = self._attention.due(still, ~self._board, near, self._changes.covered, self._length)
        return None if due is None else self._seen(frame, still, *due, near)

    def _seen(
        self, frame: Frame, still: Still, region: Region, new: np.ndarray, near: np.ndarray | None = None
    ) -> Glance:
        """What a look at a region shows.

        Args:
            new: what of it is due, small pixels.
            near: where cards are laid: there what hides under fingers is searched for, too.
        """
        boxes = self._detectors.find(frame.image, region)
        found = list(self._detectors.cards(frame.image, boxes))
        read = [one for one in found if one.confidence >= EYES.read and one.look.face not in self._faces]
        unexplained = share(new, self.grid.covered([one.look.corners for one in read])) < EYES.explained
        if near is not None and unexplained and self._plane.card is not None and (new & near).any():
            seen_there = self._detectors.outline(frame.image, boxes)
            whole = proposals(seen_there, read, new, self._plane, self.grid)
            calm = ~(self._changes.changed | self._changes.covered)
            known = [one.look.corners for one in read]
            fitted = self._fitted.fits(frame, still, new, calm, known, self._length)
            found += self._read_whole(frame, [*fitted, *whole], len(fitted))
        busy = self._changes.covered | (still.t - still.since < EYES.rest)
        seen = tuple(each for each in (self._one(one, still) for one in found) if each is not None)
        return Glance(frame.t, frame.number, region, seen, busy)

    def _read_whole(self, frame: Frame, whole: Sequence[Quad], fitted: int) -> list[SeenCard]:
        """The cards among these outlines; beside the likeliest of the first, *fitted* ones is read, too."""
        if not whole:
            return []
        faces = self._detectors.read(frame.image, whole)
        seen = best(whole, faces)
        sure = faces[:fitted].max(axis=1) if fitted else np.zeros(0)
        if seen or not fitted or sure.max() < EYES.faint:
            return seen
        beside = poses(whole[int(sure.argmax())], far=True)
        return best(beside, self._detectors.read(frame.image, beside))

    def _one(self, found: SeenCard, still: Still) -> Seen | None:
        """One card that was found, with what the film says of its place; None: it lies on the board."""
        corners = found.look.corners
        outline = self.grid.outline(corners)
        if not outline.any() or share(outline, self._board) > EYES.on_board:
            return None
        if found.confidence >= EYES.sure:
            edges = np.roll(np.array(corners), 1, axis=0) - np.array(corners)
            self._lengths = [*self._lengths[-EYES.lengths :], float(np.linalg.norm(edges, axis=1).max())]
            self._fitted.card_read(still, outline)
        since = float(np.quantile(still.since[outline], EYES.rested))
        arms = self._changes.bringers(outline & self._changes.changed, since, self._arms)
        arrived = min(arms[0][1].entered, since) if arms else since
        return Seen(found.look, found.found, since, arrived, whose(arms if self._seats else (), self._seats))

    @property
    def _length(self) -> float:
        """How long a card is in the picture, small pixels."""
        if not self._lengths:
            return EYES.length * self.grid.shape[1]
        return float(np.median(self._lengths)) * self.grid.scale

    def _settle(self, frame: Frame, still: Still, news: Sequence[News], there: np.ndarray) -> None:
        """Know the table as it rests now, where nothing hangs together with an arm or a known card lies."""
        settled = there & self._changes.changed & (still.t - still.since > EYES.settled_card)
        settled &= self._fitted.like_card(still) | ~self._changes.covered
        for piece in news:
            if not piece.at_border and still.t - piece.t > EYES.settled:
                settled |= piece.mask
        settled &= ~self._board
        if settled.any():
            self._changes.settle(settled)
            self._full.renew(frame.image, frame.t, settled)
