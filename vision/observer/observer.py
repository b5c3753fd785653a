"""Frame → sightings: what one camera sees of a table, with the pictures that prove it.

Nothing is decided here: the table as it rests and whose arms there are is watched (`vision.motion.watch`),
the part of a frame that is due is looked at and told by tracks with odds (`vision.film`), boxes are counted.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from engine.boundaries import (
    BoxSeen,
    CardLaid,
    CardLook,
    CardLookedAgain,
    Frame,
    Proof,
    Quad,
    Sighting,
)
from engine.cards import DECK, Card
from engine.table import Table
from vision.cards.photograph import DetectedCard, find_cards
from vision.cards.reader import Reader, shipped
from vision.chips.box_memory import BoxMemory
from vision.film.cards import look_through
from vision.film.eyes import Detectors, Eyes, trained
from vision.film.told import Told
from vision.film.tracker import Tracker
from vision.geometry.masks import share
from vision.motion.watch import Watch, Watched
from vision.networks import warm
from vision.observer.boxes import BoxCounter, Boxes
from vision.observer.certain import CertainCards
from vision.observer.proofs import Proofs, with_lying
from vision.observer.settings import OBSERVER
from vision.observer.view import View
from vision.redaction.redacted import Scene
from vision.table.bearings import Bearings
from vision.table.board import TableView, box_quads
from vision.table.plane import Plane

BOXES, TABLE = OBSERVER.boxes, OBSERVER.table


class Observer:
    """Watches one table through one camera.

    Args:
        watch: the table as it rests, and whose arms there are.
        boxes: the quads of the honours' boxes; empty without a board in sight.
        board: the board's outline, None without one.
        detectors: what looks at the pictures.
        count: counts chips in boxes, None: boxes are not looked at.
    """

    def __init__(
        self,
        watch: Watch,
        boxes: Mapping[Card, Quad],
        board: Quad | None,
        detectors: Detectors,
        count: BoxCounter | None = None,
    ) -> None:
        self._watch = watch
        self._grid, self._changes = watch.grid, watch.changes
        plane = Plane(board, watch.grid.size)
        self._eyes = Eyes(self._watch, plane, detectors)
        self._tracker = Tracker(self._grid, plane)
        self._boxes = None if count is None else Boxes(self._grid, self._changes, count)
        self._outline_board(boxes, board)
        self._certain = CertainCards(self._grid, self._changes, self._tracker, detectors.read)
        self._proofs = Proofs(detectors)
        self._view = View(self._changes)

    def _outline_board(self, boxes: Mapping[Card, Quad], board: Quad | None) -> None:
        if self._boxes is not None:
            self._boxes.outlined(boxes)
        self._eyes.outline_board([*boxes.values(), *([board] if board is not None else [])])

    # -- where things lie (vision.table.bearings) ------------------------------------------------

    @property
    def nothing_laid(self) -> bool:
        """Whether no card is known to lie on the table."""
        return not self._tracker.lying

    @property
    def lying(self) -> tuple[CardLook, ...]:
        """The cards that lie on the table, in the order in which they came to lie."""
        return tuple(track.look for track in self._tracker.lying)

    @property
    def arms_over(self) -> np.ndarray:
        """Where arms were over the table in the last picture, boolean, small pixels."""
        return self._changes.covered

    def place(self, view: TableView, *, pushed: bool = False) -> None:
        """Take in where the board lies: known only now, or (*pushed*) moved over a table known before."""
        before = self._eyes.board
        self._outline_board(view.boxes, view.board)
        if self._boxes is not None:
            self._boxes.forget()
        if not pushed:
            self._eyes.plane = Plane(view.board, self._grid.size, view)
            self._tracker.seen_anew(self._eyes.plane)
        if self._watch.full.image is not None:
            self._changes.settle((before | self._eyes.board) & ~self._changes.covered)

    def already_there(self, looks: Sequence[CardLook], t: float) -> list[CardLook]:
        """Take in cards that lay on the table before the first picture; those of *looks* that did.

        Args:
            looks: what is read now, once the table has been watched for a moment.
            t: now. What moved since, or lies under an arm or on the board, was not lying there.
        """
        assert self._watch.first is not None
        busy = self._changes.changed | self._changes.covered | self._eyes.board
        still = [look for look in looks if share(self._grid.outline(look.corners), busy) <= TABLE.lying_still]
        there = [look for look in still if self._tracker.there(look, self._watch.first)]
        if there:
            self._watch.begun()
        return there

    def moved(self, matrix: np.ndarray, boxes: Mapping[Card, Quad], board: Quad | None, frame: Frame) -> None:
        """Go on after a bump of the camera: every card keeps its identity at its new place.

        Args:
            matrix: 3 × 3, from pixels before to pixels now.
            boxes, board: where they lie now.
            frame: the picture now, at rest.
        """
        self._eyes.plane.moved(matrix)
        self._tracker.seen_anew(self._eyes.plane, matrix)
        self._outline_board(boxes, board)
        self._watch.moved(matrix, frame)
        self._eyes.moved()
        self._certain.moved()
        self._proofs.before = None
        self._view.lost = False

    def unrecognised(self, looks: Sequence[CardLook], frame: Frame) -> None:
        """Go on after a move of which nobody knows how far it went, on a table without a board.

        Args:
            looks: every card that is read now. Those that are known lie there now; others are news.
            frame: the picture now, at rest.
        """
        self.moved(np.eye(3), {}, None, frame)
        new = self._tracker.lie_elsewhere(looks, frame.t)
        there = ~self._grid.covered([look.corners for look in new])
        self._changes.settle(there & ~self._changes.covered)
        self._eyes.moved()

    # -- one frame -------------------------------------------------------------------------

    def look(self, frame: Frame) -> list[Sighting]:
        """Take in the next frame; what it shows that was not told before.

        Raises:
            ValueError: the frame has another size than was said.
        """
        if (frame.image.shape[1], frame.image.shape[0]) != self._grid.size:
            raise ValueError(
                f"frame of {frame.image.shape[1]}×{frame.image.shape[0]}, expected {self._grid.size}"
            )
        self._proofs.clear()
        watched = self._watch.look(frame)
        out: list[Sighting] = [*self._watch.arms_seen(watched), *self._view.look(watched)]
        if self._view.lost:
            return out
        out += self._boxes_seen(watched)
        self._watch.refresh(watched)
        out += self._cards_seen(watched)
        self._prove(frame)
        if not watched.news and not self._changes.covered.any():
            self._proofs.before = self._scene(frame.image)
        return out

    def interrupted(self, seconds: float) -> None:
        """Nothing was seen for so long just before the next frame: whose arms there were is less sure."""
        self._watch.interrupted(seconds)

    def _boxes_seen(self, watched: Watched) -> list[Sighting]:
        """What is told of the boxes: how many chips lie there, and who changed that."""
        frame, still = watched.frame, watched.still
        resting = still.t - still.since >= BOXES.rest
        if self._boxes is None:
            if (self._eyes.board & self._changes.changed).any():
                self._changes.settle(self._eyes.board & resting & ~self._changes.covered)
            return []
        out: list[Sighting] = []
        counted = self._boxes.look(frame.image, frame.t, resting, nothing_laid=self.nothing_laid)
        for box, count, where in counted:
            seats = () if where is None else self._watch.whose(self._watch.brought(where, frame.t))
            counts = (dict(count.chips), count.empty, count.confidence, seats, count.exact, count.about)
            seen = BoxSeen(frame.t, frame.number, box, *counts)
            shown = self._scene(frame.image, self._boxes.masks[box] & ~self._changes.covered)
            self._proofs.counted(seen, shown, box, self._boxes.quads[box])
            out.append(seen)
        return out

    def _cards_seen(self, watched: Watched) -> list[Told]:
        """What is told of the cards, with its pictures."""
        opens = self.nothing_laid
        glance = look_through(self._eyes, self._tracker, watched)
        told = [] if glance is None else self._tracker.look(glance)
        if not told:
            return []
        now = self._scene(watched.frame.image)
        for one in told:
            if isinstance(one, CardLaid | CardLookedAgain):
                self._proofs.seen(one, now, one.look.corners)
            if isinstance(one, CardLaid):
                self._laid(watched.frame.t, one, opens)
                self._proofs.told(one, now)
                opens = False
        return told

    def _laid(self, t: float, card: CardLaid, opens: bool) -> None:
        """Take in who laid a card that is told at second *t*; *opens*: it is the first of its round."""
        arm = next((arm for arm in self._watch.arms if arm.entered == card.arrived), None)
        if arm is None:
            return
        arm.brought = t
        if opens:
            self._watch.opened(arm)

    # -- what people may see -----------------------------------------------------------------

    def evidence(self, sighting: Sighting) -> bytes | None:
        """JPEG of a sighting that `look` has just returned: left half before it, right half after it."""
        return self._proofs.of(sighting)

    def proved(self) -> Sequence[Proof]:
        """The pictures of the cards that are certain since `look` last returned."""
        return tuple(self._proofs.proved)

    def scene(self, image: np.ndarray, told: Collection[Card]) -> Scene:
        """The picture just looked at, and what of it people may see: the boxes, and the cards they know of.

        Args:
            image: as it was handed to `look`.
            told: the cards that the log says were laid or shown. Of these only what is certain is shown: one
                may be held and taken for laid.
        """
        now = self._scene(image)
        if self._view.lost:
            return now
        cards = [(DECK[face], outline) for face, outline in self._certain.shown() if DECK[face] in told]
        return with_lying(now, () if self._boxes is None else self._boxes.quads.values(), cards)

    def _scene(self, image: np.ndarray, own: np.ndarray | None = None) -> Scene:
        """A picture of which nothing is shown yet, and where in it something may be over the table.

        Args:
            own: what has just been explained by what lies there, small pixels.
        """
        over, card = self._certain.over, self._eyes.plane.card
        over = over if own is None else over & ~own
        return Scene(image, over=over, card=None if card is None else card[0])

    def _prove(self, frame: Frame) -> None:
        """Take in which cards are certain now, with the pictures that prove them."""
        for track in self._certain.look(frame.image, frame.t, self._eyes.plane):
            upon = self._grid.covered([up.look.corners for up in self._certain.upon(track)])
            shown = replace(self._scene(frame.image), over=self._certain.over | upon)
            self._proofs.certain(track, shown)


def watch_table(table: Table, size: tuple[int, int], reader: Reader | None = None) -> Bearings:
    """The observer of a table, with the trained networks; it finds the board where the table tells none.

    Args:
        table: its places and chips.
        size: width and height of the frames in pixels.
        reader: tells the faces (a pack that was learnt, say); None: the shipped one.
    """
    faces = reader or shipped()
    warm()

    def cards(image: np.ndarray) -> list[DetectedCard]:
        return find_cards(image, reader=faces)

    seats = [player.seat for player in table.players if player.seat is not None]
    boxes = box_quads(table, table.honours)
    leader = (table.names.index(table.dealer) + 1) % len(table.players)
    watch = Watch(size, seats, len(table.players), leader)
    count = BoxMemory(table.chips, table.boxes).count
    observer = Observer(watch, boxes, table.board, trained(faces), count)
    return Bearings(observer, size, table.board, boxes, cards, table.honours)
