"""Frame → glance: one look at the part of the picture that is due.

Nothing is decided here, and nothing is kept of a card. What is seen goes to the tracker.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.boundaries import CardLook, Frame, Quad
from vision.cards.finder import FoundCard
from vision.cards.photograph import DetectedCard, find_in_region, outlines, read_cards
from vision.cards.poses import poses
from vision.cards.reader import Reader, shipped
from vision.film.attention import Attention
from vision.film.completions import best, proposals
from vision.film.fitted_cards import FittedCards
from vision.film.glance import Glance, Seen
from vision.film.settings import FILM
from vision.geometry.masks import amount, grown, share
from vision.geometry.quads import center
from vision.motion.grid import Region
from vision.motion.stillness import Still
from vision.motion.watch import Watch, Watched
from vision.table.plane import Plane

EYES = FILM.eyes
WORTH = 2 * FILM.completions.told - 1
"""Less surely read at first, a face is not told whatever a second reading says: the mean of both counts."""
Find = Callable[[np.ndarray, Region], Sequence[FoundCard]]
"""Where the finder sees cards in a region of a picture."""
Cards = Callable[[np.ndarray, Sequence[FoundCard], bool], Sequence[DetectedCard]]
"""The cards among what it found, read; True: indices are looked for, too, where cards lie on one another."""
Outline = Callable[[np.ndarray, Sequence[FoundCard]], Sequence[Quad]]
"""Where cards may lie by what it found, unread."""
ReadFaces = Callable[..., np.ndarray]
"""The faces that outlines (picture, n quads) show, without what others (a sequence of quads for each) hide of
them: n × 52 probabilities. A doubtful one is read twice if a face has at least the probability ``worth``."""


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

    def cards(image: np.ndarray, found: Sequence[FoundCard], indices: bool) -> list[DetectedCard]:
        seen = read_cards(image, found, faces, indices=indices)
        return [one for one in seen if not (one.back or one.index)]

    def read(
        image: np.ndarray, quads: Sequence[Quad], upper: Sequence[Sequence[Quad]] = (), worth: float = 0.0
    ) -> np.ndarray:
        return np.asarray(faces.read(image, quads, upper, worth=worth).faces[:, :52])

    return Detectors(find_in_region, cards, outlines, read)


class Eyes:
    """Looks at the film of one camera.

    Args:
        watch: the table as it rests.
        plane: on which cards have one size.
        detectors: what looks at the pictures.
        board: what is never looked at, outlines in pixels: a board and its boxes.
    """

    def __init__(self, watch: Watch, plane: Plane, detectors: Detectors, board: Sequence[Quad] = ()) -> None:
        self.grid, self._watch = watch.grid, watch
        self._changes = watch.changes
        self.plane, self._detectors = plane, detectors
        self._attention = Attention(self.grid)
        self.outline_board(board)
        self._fitted = FittedCards(self.grid, watch.full)
        self._lengths: list[float] = []
        self._lying: dict[int, Quad] = {}  # by their faces
        self._there = np.zeros(self.grid.shape, bool)  # where they lie
        self._looked = False

    def outline_board(self, outlines: Sequence[Quad]) -> None:
        """Take in what is never looked at: a board and its boxes, in pixels."""
        self.board = grown(self.grid.covered(outlines), 2)

    def moved(self) -> None:
        """Go on after a bump: what differs from the known table is to be looked at."""
        self._attention.moved(self._changes.known)

    def look(self, watched: Watched, lying: Sequence[CardLook], doubtful: Sequence[Quad]) -> Glance | None:
        """Look at the part of a frame that is due; None: nothing of it is.

        Args:
            lying: the cards that are known to lie there.
            doubtful: what may be a card and is not told: one more look may decide.
        """
        self._there = self.grid.covered([look.corners for look in lying])
        self._lying = {look.face: look.corners for look in lying}
        glance = self._glance(watched, doubtful)
        self._settle(watched)
        return glance

    def _glance(self, watched: Watched, doubtful: Sequence[Quad]) -> Glance | None:
        """The look that is due; the first one is at the whole picture: what lies there from the start."""
        still = watched.still
        assert self._watch.first is not None
        if not self._looked:
            if still.t < self._watch.first + EYES.first_look:
                return None
            self._looked = True
            whole, nothing = (0, 0, *self.grid.size), np.zeros(self.grid.shape, bool)
            self._attention.looked_at(still, whole)
            return self._seen(watched, whole, nothing)
        near = grown(self._there, round(EYES.beside * self._length)) | self.grid.covered(doubtful)
        due = self._attention.due(still, ~self.board, near, self._changes.covered, self._length)
        return None if due is None else self._seen(watched, *due, near)

    def _seen(
        self, watched: Watched, region: Region, new: np.ndarray, near: np.ndarray | None = None
    ) -> Glance:
        """What a look at a region shows.

        Args:
            new: what of it is due, small pixels.
            near: where cards are laid: there what hides under fingers is searched for, too.
        """
        frame, still = watched.frame, watched.still
        boxes = self._detectors.find(frame.image, region)
        found = list(self._detectors.cards(frame.image, boxes, False))
        read = [one for one in found if one.confidence >= EYES.read and one.look.face not in self._lying]
        laid = near is not None and bool((new & near).any())
        rest = new & ~self.grid.covered([one.look.corners for one in read])
        if laid and self._loose(rest) and not (new & self._changes.covered).any():
            found = list(self._detectors.cards(frame.image, boxes, True))  # a fan that was put down, say
        if laid and self.plane.card is not None:  # a card that the finder outlines askew may be read wrongly
            seen_there = self._detectors.outline(frame.image, boxes)
            whole = proposals(seen_there, read, new, self.plane, self.grid)
            calm = ~(self._changes.changed | self._changes.covered)
            fitted = self._fitted.fits(frame, still, new, calm, self._length, self.plane)
            found += self._read_whole(frame, [*fitted, *whole], len(fitted))
        busy = self._changes.covered | (still.t - still.since < EYES.rest)
        seen = tuple(each for each in (self._one(one, still) for one in found) if each is not None)
        return Glance(frame.t, frame.number, region, seen, busy)

    def _loose(self, rest: np.ndarray) -> bool:
        """Whether a strip of what no new card explains lies on no card that is known."""
        return amount(rest & self._changes.changed & ~self._there) >= EYES.strip * self._length**2

    def _read_whole(self, frame: Frame, whole: Sequence[Quad], fitted: int) -> list[DetectedCard]:
        """The new cards among these; outlines beside the likeliest *fitted* one are read, too."""
        if not whole:
            return []
        faces = self._detectors.read(frame.image, whole, worth=WORTH)
        seen = best(whole, faces)
        sure = faces[:fitted].max(axis=1) if fitted else np.zeros(0)
        if not seen and fitted and sure.max() >= EYES.faint:
            beside = poses(whole[int(sure.argmax())], far=True)
            seen = best(beside, self._detectors.read(frame.image, beside, worth=WORTH))
        return [one for one in seen if not self._is_known(one)]

    def _is_known(self, one: DetectedCard) -> bool:
        """Whether a whole card that was proposed shows print of a card that is known to lie right there."""
        there = self._lying.get(one.look.face)
        if there is None:
            return False
        away = math.dist(center(there), center(one.look.corners)) * self.grid.scale
        return away < EYES.beside * self._length

    def _one(self, found: DetectedCard, still: Still) -> Seen | None:
        """One card that was found, with what the film says of its place; None: it lies on the board."""
        corners = found.look.corners
        outline = self.grid.outline(corners)
        if not outline.any() or share(outline, self.board) > EYES.on_board:
            return None
        if found.confidence >= EYES.sure:
            edges = np.roll(np.array(corners), 1, axis=0) - np.array(corners)
            self._lengths = [*self._lengths[-EYES.lengths :], float(np.linalg.norm(edges, axis=1).max())]
            self._fitted.card_read(still, outline)
        since = float(np.quantile(still.since[outline], EYES.rested))
        if self._changes.as_at_first(outline) and self._watch.first is not None:
            since = self._watch.first
        arms = self._watch.brought(outline & self._changes.changed, since)
        arrived = min(arms[0][1].entered, since) if arms else since
        return Seen(found.look, found.found, since, arrived, self._watch.whose(arms))

    @property
    def _length(self) -> float:
        """How long a card is in the picture, small pixels."""
        if not self._lengths:
            return EYES.length * self.grid.shape[1]
        return float(np.median(self._lengths)) * self.grid.scale

    def _settle(self, watched: Watched) -> None:
        """Know the table as it rests now, where nothing hangs together with an arm or a known card lies."""
        still = watched.still
        settled = grown(self._there, 1) & self._changes.changed & (still.t - still.since > EYES.settled_card)
        under = settled & self._changes.covered
        settled[under] = self._fitted.like_card(still.small[under])
        for piece in watched.news:
            if not piece.at_border and still.t - piece.t > EYES.settled:
                settled |= piece.mask
        self._watch.settle(watched, settled & ~self.board)
