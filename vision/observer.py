"""Frame → sightings: stillness, arms, changes, cards and boxes put together.

Nothing here knows the game: a card that now lies where none lay is a fact about the picture.
The board's printed honours were there from the start and never change, so they are no cards laid.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.boundaries import (
    ArmSeen,
    BoxSeen,
    CardGone,
    CardLaid,
    CardLook,
    CardLookedAgain,
    Frame,
    Point,
    Quad,
    Sighting,
    ViewBack,
    ViewLost,
)
from engine.cards import Card
from engine.table import Table
from vision.cards.covered import read_under
from vision.cards.layout.layers import TOUCHING
from vision.cards.photograph import SeenCard, find_cards
from vision.cards.reader import Reader, shipped
from vision.chips.box_memory import BoxMemory
from vision.chips.boxes import BoxCount
from vision.geometry.masks import amount, grown, share, without_specks
from vision.geometry.quads import overlap, to_pixels
from vision.motion.arms import Arm, Hands, blobs
from vision.motion.changes import Changes, News, is_speck
from vision.motion.full_table import FullTable
from vision.motion.grid import Grid, Region
from vision.motion.seats import SeatsLearner
from vision.motion.stillness import Stillness
from vision.networks import warm
from vision.proofs import Proofs
from vision.table.bearings import Bearings, SeesCards
from vision.table.board import TableView, box_quads
from vision.tracking.fitting import Plane
from vision.tracking.gathered import place_of
from vision.tracking.lying_cards import (
    BESIDE_ARM,
    FAINT,
    KNOWN_AGAIN,
    LOOK_AGAIN,
    MOST,
    ONE_CARD,
    PUSHED_SURE,
    TOGETHER,
    Known,
    LyingCards,
)
from vision.tracking.new_cards import SURE, CardFinder, CardReader, Found, NewCards, surely_cards

BoxCounter = Callable[[np.ndarray, Mapping[Card, Quad], Collection[Card]], Mapping[Card, BoxCount]]
"""Counts the chips of some boxes in a picture, as `vision.chips.box_memory.BoxMemory.count` does."""

TRIES = (0.0, 0.2, 0.45)
"""Seconds after coming to rest at which a piece of news is searched for cards."""
BORDER_TRIES = (0.25, 0.7, 1.5, 3.0)
"""The same for news that hangs on the border: mostly an arm, sometimes a card half out of sight."""
WHOLE = 0.9
"""Share of what hung on the border that hangs there no more, from which on it is searched as what lies free:
an arm of which a part is explained is one still."""
ARM_RESTS = 20.0
"""Seconds after which something at the border that is no card counts as part of the table."""
UNCOVERED_RESTS = 1.6
"""Seconds after which what an arm or a card hid, and hides no more, is part of the known table."""
BOX_REST = 0.2
"""Seconds that a box lies still before its chips are counted."""
LEAST_EDGE = 12
"""Small pixels of a thin change in a box, one piece, from which on it is counted again: of a white chip on a
white card its edge is seen, and its shadow."""
BOX_AGAIN = 0.5
"""Seconds until a box that something hides is looked at again."""
SHADED, STIRS = 0.5, 0.05
"""Share of what seems to be an arm over a box that must have changed its light alone for it to be a shadow
maybe, and share of it that may move."""
LOOKS = 3
"""Looks at a card whose face is not sure …"""
LOOKED_BACK = 16
"""… and that is one of the last so many: a hand laid open."""
REFRESH_REST = 0.4
"""Seconds that a part must have lain still to be renewed."""
UNCLEAR = 0.3
"""News that new cards leave unexplained, in cards, from which on it is looked at again: mostly a hand."""
HIDDEN = 0.1
"""Share of a new card under a hand from which on it is looked for again when the hand has gone."""
LET_GO = 0.85
"""Share of a piece of news that lies on a card, still read there, from which on its hand has let go of it."""
SAME_PLACE = 0.7
"""Overlap from which on what an arm's leaving brings to light is the card that it hid: those of a fan lie
farther apart."""
TABLE_LOST = 0.6
"""Share of the picture that changes only when the camera or the table is moved."""
FIRST_SEEN = 0.3
"""Seconds after a spell without pictures until which what comes to rest had come during it."""
SAME_PICTURE = 0.005
"""Seconds between two pictures at least; times are kept in single precision, a millisecond after hours."""
LYING_STILL = 0.15
"""Share of a card that may have changed since the first picture, or be hidden, if it lay there then."""
KEEP_ARMS = 10.0
"""Seconds that an arm is remembered after it left: what it brought may be found only later."""


@dataclass(slots=True, eq=False)
class _Pending:
    """News that is not explained yet."""

    mask: np.ndarray
    t: float
    at_border: bool
    tries: int = 0
    hung: np.ndarray | None = None
    """Its mask when it was last seen to hang on the border."""

    def seen(self, piece: News) -> None:
        """Take in how it is seen now; where a hand has let go of it, all searching begins anew."""
        self.mask = piece.mask
        if piece.at_border:
            self.hung = piece.mask
        elif self.at_border and self.hung is not None and share(self.hung, piece.mask) > WHOLE:
            self.at_border, self.tries = False, 0

    @property
    def times(self) -> tuple[float, ...]:
        """Seconds after coming to rest at which it is searched."""
        return BORDER_TRIES if self.at_border else TRIES


class Observer:
    """Watches one table through one camera.

    Args:
        size: width and height of the frames in pixels.
        seats: the table's edge in front of each player, in pixels, in playing order; empty when
            nobody knows (then every arm may be anybody's).
        players: how many play.
        boxes: the quads of the honours' boxes; empty without a board in sight.
        board: the board's outline, None without one.
        find: finds and reads cards.
        read: reads the cards that quads outline, None: only `find` is asked.
        count: counts chips in boxes, None: boxes are not looked at.
        leader: place in playing order of who lays the first card; with it seats that are not known are
            learned from the arms. None: they are not.
        find_first: finds and reads cards while nobody knows how large they are, None: as later.
    """

    def __init__(
        self,
        size: tuple[int, int],
        seats: Sequence[Point],
        players: int,
        boxes: Mapping[Card, Quad],
        board: Quad | None,
        find: CardFinder,
        read: CardReader | None,
        count: BoxCounter | None,
        leader: int | None = None,
        find_first: CardFinder | None = None,
    ) -> None:
        self._grid = Grid.over(size)
        self._players = players
        self._known_seats = len(seats) == players
        scaled = [(x * self._grid.scale, y * self._grid.scale) for x, y in seats] if self._known_seats else []
        self._learner: SeatsLearner | None = None
        if leader is not None and not self._known_seats:
            self._learner = SeatsLearner(players, leader, self._grid.shape[::-1])
        self._stillness = Stillness()
        self._changes = Changes(Hands(scaled))
        self._lying = LyingCards(self._grid, self._changes)
        self._new_cards = NewCards(
            self._grid, self._changes, self._lying, Plane(board, size), find, read, find_first
        )
        self._outline_board(boxes, board)
        self._full = FullTable(self._grid)
        self._find = find
        self._read = read
        self._count = count
        self._counted: dict[Card, int] = {}  # what lay in it then, in jetons
        self._visited: set[Card] = set()  # by an arm that may have laid chips, since they were counted last
        self._count_after: dict[Card, float] = {}
        self._pending: list[_Pending] = []
        self._arms: list[Arm] = []
        self._on_their_way: list[Arm] = []
        self._back: float | None = None
        self._first: float | None = None
        self._proofs = Proofs()
        self._small: np.ndarray | None = None
        self._lost = False

    def _outline_board(self, boxes: Mapping[Card, Quad], board: Quad | None) -> None:
        self._boxes = dict(boxes)
        self._box_masks = {box: self._grid.outline(quad) for box, quad in boxes.items()}
        outlines = [*boxes.values(), *([board] if board is not None else [])]
        self._new_cards.board = grown(self._grid.covered(outlines), 2)

    # -- where things lie (vision.table.bearings) ------------------------------------------------

    @property
    def nothing_laid(self) -> bool:
        """Whether no card is known to lie on the table."""
        return not self._lying.cards

    @property
    def arms_over(self) -> np.ndarray:
        """Where arms were over the table in the last picture, boolean, small pixels."""
        return self._changes.covered

    def place(self, view: TableView, *, pushed: bool = False) -> None:
        """Take in where the board lies: known only now, or (*pushed*) moved over a table known before."""
        before = self._new_cards.board
        self._outline_board(view.boxes, view.board)
        self._counted.clear()
        if not pushed:
            self._new_cards.plane = Plane(view.board, self._grid.size, view)
        if self._full.image is not None:
            self._changes.settle((before | self._new_cards.board) & ~self._changes.covered)

    def already_there(self, looks: Sequence[CardLook], t: float) -> list[CardLook]:
        """Take in cards that lay on the table before the first picture; those of *looks* that did.

        Args:
            looks: what is read now, once the table has been watched for a moment.
            t: now. What moved since, or lies under an arm or on the board, was not lying there.
        """
        assert self._first is not None
        there = []
        for look in looks:
            outline = self._grid.outline(look.corners)
            busy = self._changes.changed | self._changes.covered | self._new_cards.board
            if share(outline, busy) > LYING_STILL or self._known_at(look) is not None:
                continue
            place = place_of(outline, self._changes.known, self._changes.small)
            self._lying.cards.append(Known(self._first, look, LOOKS, t, place, self._first))
            there.append(look)
        return there

    def _known_at(self, look: CardLook) -> Known | None:
        """The known card that lies where a look was taken."""
        known = (each for each in self._lying.cards if overlap(each.look.corners, look.corners) > ONE_CARD)
        return next(known, None)

    def moved(self, matrix: np.ndarray, boxes: Mapping[Card, Quad], board: Quad | None, frame: Frame) -> None:
        """Go on after a bump of the camera: every card keeps its identity at its new place.

        Args:
            matrix: 3 × 3, from pixels before to pixels now.
            boxes, board: where they lie now.
            frame: the picture now, at rest.
        """
        scale = np.diag([self._grid.scale, self._grid.scale, 1.0])
        small = scale @ matrix @ np.linalg.inv(scale)
        for known in self._lying.cards:
            known.look = replace(known.look, corners=_through(matrix, known.look.corners))
            known.place = known.place and known.place.moved(small, self._grid.shape)
        self._new_cards.plane.moved(matrix)
        self._outline_board(boxes, board)
        self._pending.clear()
        for arm in self._arms:  # what it brought just before the bump is still his
            arm.moved(small)
        self._changes.moved(small, self._stillness.look(frame.image, frame.t))
        self._full.moved(matrix, frame.image, self._changes.changed)
        self._proofs.before = self._small = None
        self._lost = False

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
        self._back = frame.t if self._back is None else self._back
        self._first = frame.t if self._first is None else self._first
        still = self._stillness.look(frame.image, frame.t, self._changes.lying)
        news, hands = self._changes.look(still)
        self._arms = [arm for arm in self._arms if frame.t - arm.seen < KEEP_ARMS] + list(hands.entered)
        small = self._changes.small.astype(np.uint8)
        for arm in self._arms:
            arm.passed(small, self._changes.changed, small if self._small is None else self._small)
        self._small = small
        if self._learner is not None:
            for arm in hands.left:
                if arm.points:
                    self._learner.arm(arm.came)
            self._learn_seats()
        out: list[Sighting] = []
        out += [ArmSeen(frame.t, frame.number, True, self._seats(arm)) for arm in hands.entered]
        out += [ArmSeen(arm.seen, frame.number, False, self._seats(arm)) for arm in hands.left]
        out += self._table_moved(frame, news)
        if self._lost:
            return out
        out += self._boxes_seen(frame, still.t - still.since >= BOX_REST)
        out += self._cards_seen(frame, news)
        out += self._look_again(frame)
        busy = self._changes.changed | self._changes.covered | ~(still.t - still.since >= REFRESH_REST)
        self._full.refresh(frame.image, frame.t, busy)
        if not news and not self._changes.covered.any():
            self._proofs.before = frame.image
        return out

    def interrupted(self, seconds: float) -> None:
        """Nothing was seen for so long just before the next frame: whose arms there were is less sure."""
        self._on_their_way = self._changes.interrupted()
        self._back = None
        for arm in self._arms:
            arm.unseen(seconds)

    def evidence(self, sighting: Sighting) -> bytes | None:
        """JPEG of a sighting that `look` has just returned: left half before it, right half after it."""
        return self._proofs.of(sighting)

    def _learn_seats(self) -> None:
        """Judge arms by their seats from now on, once the arms so far tell the seats."""
        seats = None if self._learner is None else self._learner.seats()
        if seats is None:
            return
        self._changes.seats_learned(seats)
        for arm in self._arms:
            arm.votes, arm.weight = np.zeros(self._players), 0.0
        self._known_seats, self._learner = True, None

    def _seats(self, arm: Arm) -> tuple[float, ...]:
        return self._whose([(1.0, arm)])

    def _whose(self, arms: Sequence[tuple[float, Arm]]) -> tuple[float, ...]:
        """Probability per player that one of these arms, weighed, is his."""
        if not arms or not self._known_seats:
            return tuple([1.0 / self._players] * self._players)
        seats = np.sum([weight * np.array(arm.seats()) for weight, arm in arms], axis=0)
        return tuple(float(p) for p in seats)

    # -- the whole table -------------------------------------------------------------------

    def _table_moved(self, frame: Frame, news: list[News]) -> list[Sighting]:
        """Everything has changed at once: the camera was bumped or covered."""
        changed = sum(amount(piece.mask) for piece in news)
        total = self._grid.shape[0] * self._grid.shape[1]
        everything = float(np.mean(self._changes.changed))
        if not self._lost and everything > TABLE_LOST:
            self._lost = True
            return [ViewLost(frame.t, frame.number, "the whole picture has changed")]
        if self._lost and (everything <= TABLE_LOST or changed > TABLE_LOST * total):
            # Either it is back as it was, or it has come to rest in a new place.
            self._lost = False
            if everything > TABLE_LOST:
                self._changes.settle(np.ones(self._grid.shape, bool))
            return [ViewBack(frame.t, frame.number)]
        return []

    # -- boxes -----------------------------------------------------------------------------

    def _boxes_seen(self, frame: Frame, resting: np.ndarray) -> list[Sighting]:
        if self._count is None:
            if (self._new_cards.board & self._changes.changed).any():
                self._changes.settle(self._new_cards.board & resting & ~self._changes.covered)
            return []
        ready: dict[Card, Quad] = {}
        shaded: set[Card] = set()
        moving, changes = (without_specks(each) for each in (~resting, self._changes.changed))
        for box, mask in self._box_masks.items():
            covered = bool((mask & self._changes.covered).any())
            if covered and (self.nothing_laid or not self._counted.get(box)):
                self._visited.add(box)
            if frame.t < self._count_after.get(box, 0.0):
                continue
            if covered and not (self.nothing_laid and self._only_shaded(mask, moving)):
                continue
            if covered:
                shaded.add(box)
            # Of white chips on a white card small pixels show nothing: who was there may have laid them.
            other_chips = box in self._visited or self._other_chips(mask, changes)
            if box in self._counted and not other_chips:
                continue
            if amount(mask & moving) <= 0.02 * amount(mask):
                ready[box] = self._boxes[box]
        if not ready:
            return []
        counts = self._count(frame.image, ready, self._visited)
        out: list[Sighting] = []
        for box, count in counts.items():
            if count.hidden or box in shaded:
                self._count_after[box] = frame.t + BOX_AGAIN
            if count.hidden:
                continue
            mask = self._box_masks[box]
            changed = mask & self._changes.changed
            visited = box in self._visited
            if box not in shaded:
                self._visited.discard(box)
            again = box in self._counted
            no_more = again and count.value <= self._counted[box]
            if no_more and visited and not self._other_chips(mask, changes):
                continue
            seats: tuple[float, ...] = ()
            if again:
                where = changed if changed.any() else mask
                seats = self._whose(self._changes.bringers(where, frame.t, self._arms))
            self._counted[box] = count.value
            self._changes.settle(mask)
            chips = dict(count.chips)
            told = (chips, count.empty, count.confidence, seats, count.exact, count.about)
            seen = BoxSeen(frame.t, frame.number, box, *told)
            out.append(seen)
            self._proofs.keep(seen, frame.image, self._boxes[box])
        return out

    def _only_shaded(self, box: np.ndarray, moving: np.ndarray) -> bool:
        """Whether what seems to be an arm over a box rests there, and has mostly changed its light alone.

        Somebody's shadow is as long as an arm; whoever counts the chips sees whether it is one.

        Args:
            box: its mask, small pixels.
            moving: what does not rest.
        """
        over = box & self._changes.covered
        rests = amount(over & moving) <= STIRS * amount(over)
        return rests and amount(self._changes.shaded(over)) > SHADED * amount(over)

    def _other_chips(self, box: np.ndarray, changes: np.ndarray) -> bool:
        """Whether something in a box has changed that may be a chip.

        Args:
            box: its mask, small pixels.
            changes: what has changed, without what is thin.
        """
        if not is_speck(2 * amount(box & changes)):
            return True
        edges = box & self._changes.changed
        return amount(edges) >= LEAST_EDGE and any(amount(piece) >= LEAST_EDGE for piece in blobs(edges, 0))

    # -- cards -----------------------------------------------------------------------------

    def _cards_seen(self, frame: Frame, news: list[News]) -> list[Sighting]:
        """Search the news for cards, as often as each piece is due."""
        pieces = [replace(piece, mask=piece.mask & ~self._new_cards.board) for piece in news]
        pending = []
        due: list[_Pending] = []
        settled = np.zeros(self._grid.shape, bool)
        for piece in pieces:
            if is_speck(amount(piece.mask)):
                if not piece.at_border:
                    settled |= piece.mask
                continue
            same = (p for p in self._pending if abs(p.t - piece.t) < 0.05 and (p.mask & piece.mask).any())
            waiting = next(same, None) or _Pending(piece.mask, piece.t, piece.at_border)
            waiting.seen(piece)
            pending.append(waiting)
            rested = frame.t - piece.t
            if waiting.tries < len(waiting.times) and rested >= waiting.times[waiting.tries]:
                waiting.tries += 1
                due.append(waiting)
            # What an arm that was there from the first picture on hid is no arm itself.
            uncovered = rested > UNCOVERED_RESTS and self._changes.opened(piece.mask)
            if piece.at_border and (rested > ARM_RESTS or uncovered):
                settled |= piece.mask
        self._pending = pending
        out: list[Sighting] = []
        if due:
            found, explained = self._search(frame, due)
            out += found
            settled |= explained
        if settled.any():
            self._changes.settle(settled)
            self._full.renew(frame.image, grown(settled, 2) & ~self._changes.covered)
        return out

    def _search(self, frame: Frame, due: list[_Pending]) -> tuple[list[Sighting], np.ndarray]:
        """Cards in pieces of news: the sightings, and what of the picture is thereby explained."""
        out: list[Sighting] = []
        explained = np.zeros(self._grid.shape, bool)
        for group, news in self._grouped(due):
            beside_arm = any(piece.at_border for piece in group)
            if is_speck(amount(news)):
                if not beside_arm:
                    explained |= news
                continue
            t = max(piece.t for piece in group)
            mask, gone = self._lying.without_gone(news)
            if gone and is_speck(amount(mask)):
                out += [CardGone(t, frame.number, known.t, known.look) for known in gone]
                explained |= news
                continue
            last = all(piece.tries >= len(piece.times) for piece in group)
            found = self._new_cards.explain(frame.image, self._full.image, mask)
            found.laid[:] = self._lying.without_squared(found.laid)
            uncovered = not (beside_arm or gone or found.moved)
            own = self._let_go(frame.image, mask, t, found) if uncovered else None
            if own is not None:
                out.append(self._seen_again(frame, *own))
                explained |= news
                continue
            gone = self._without_moved(gone, found)
            out += [CardGone(t, frame.number, known.t, known.look) for known in gone]
            if beside_arm:
                laid = surely_cards(found.laid)
                found.laid[:] = [look for look in laid if not self._lying.unchanged(look, laid, found.looks)]
                last = last and bool(found.laid)
            if not last and (not (found.laid or found.moved) or self._unclear(found, news)):
                explained |= news & ~mask
                continue
            laid = found.laid
            blank = all(max(look.faces) < FAINT for look in laid) and not found.moved
            lifted = self._lying.lifted(mask, found.looks) if blank else []
            if lifted:
                laid = []
            if not laid and not found.moved:
                look = None if lifted or self._changes.opened(mask) else self._new_cards.blank(found.rest)
                if look is not None and not self._lying.shows_another(look, found.looks):
                    laid = [look]
                else:
                    for known in lifted or self._lying.uncovered(mask, found.looks):
                        self._lying.cards.remove(known)
                        out.append(CardGone(t, frame.number, known.t, known.look))
            for known, look in found.moved:
                known.look = replace(known.look, corners=look.corners)
            out += self._come_to_lie(frame, laid, mask, t)
            # An arm that rests is no part of the table: it will go.
            explained |= news & self._grid.grown([look.corners for look in laid], 2) if beside_arm else news
        return out, explained

    def _come_to_lie(
        self, frame: Frame, laid: Sequence[CardLook], mask: np.ndarray, t: float
    ) -> Iterator[Sighting]:
        """New cards in one piece of news, each when it came: what is told of them."""
        assert self._first is not None
        last_before = self._lying.cards[-1] if self._lying.cards else None
        for look, came, where in self._one_by_one(laid, mask, t):
            outline = self._grid.outline(look.corners)
            arms = self._brought(where, came)
            if last_before is not None and self._rest_of(last_before, look, arms):
                yield self._seen_again(frame, last_before, look)
                continue
            if not arms and self._lying.no_new_card(look):
                continue
            arms = arms or self._brought_unseen(came)
            arm = arms[0][1] if arms else None
            before = arm is None and came <= self._first + FIRST_SEEN
            if arm is not None and self._learner is not None:
                self._learner.first_card(arm.came)
            place = place_of(outline, self._changes.known, self._changes.small)
            arrived = arm.entered if arm is not None else came
            self._lying.cards.append(Known(came, look, 1, frame.t + LOOK_AGAIN, place, arrived))
            if before:
                # Nobody was seen to lay it: light, say, has shown what lay there all the time.
                continue
            card = CardLaid(came, frame.number, arrived, look, self._whose(arms))
            if arm is not None:
                arm.brought = frame.t
            self._proofs.keep(card, frame.image, look.corners)
            yield card

    def _unclear(self, found: Found, news: np.ndarray) -> bool:
        """Whether the new cards leave much unexplained, or a hand beside the news hides too much of one."""
        outlines = [
            self._grid.outline(look.corners) for look in (*found.laid, *(look for _, look in found.moved))
        ]
        if amount(found.rest) > UNCLEAR * (self._lying.card_area() or amount(outlines[0])):
            return True
        hands = self._changes.covered & ~news
        return any(share(each, hands) > HIDDEN for each in outlines)

    def _let_go(
        self, image: np.ndarray, mask: np.ndarray, t: float, found: Found
    ) -> tuple[Known, CardLook] | None:
        """The known card of which news shows the part that its own hand hid until then, and a look at it.

        A card laid upon it would change more of it, or show another face.

        Args:
            mask, t: the news, small pixels, and since when it lies so.
            found: what else would explain it; a new card beyond doubt does.
        """
        if self._read is None or any(max(look.faces) >= BESIDE_ARM for look in found.laid):
            return None
        came = {arm.entered for _, arm in self._brought(mask, t)}
        for known in reversed(self._lying.cards):
            corners, face = known.look.corners, known.look.face
            if known.arrived not in came or share(mask, self._grid.grown([corners], 3)) < LET_GO:
                continue
            there = [look for look in found.looks if overlap(look.corners, corners) > ONE_CARD]
            look = max(
                [*there, *self._new_cards.looks_at(image, [corners])], key=lambda look: look.faces[face]
            )
            seen = min(look.faces[face], max(known.look.faces)) > KNOWN_AGAIN
            if seen and share(self._grid.outline(corners), mask) <= MOST:
                return known, look
        return None

    def _rest_of(self, known: Known, look: CardLook, arms: list[tuple[float, Arm]]) -> bool:
        """Whether a look shows the rest of a known card, which the arm that brought it hid till now."""
        if not arms or known.arrived != arms[0][1].entered:
            return False
        two = min(max(known.look.faces), max(look.faces)) >= BESIDE_ARM and known.look.face != look.face
        return not two and overlap(known.look.corners, look.corners) >= SAME_PLACE

    def _seen_again(self, frame: Frame, known: Known, look: CardLook) -> Sighting:
        """One more look at a known card."""
        known.looked_at(frame.t)
        known.look = CardLook(look.corners, _together(known.look.faces, look.faces, known.looks))
        seen = CardLookedAgain(frame.t, frame.number, known.t, known.look)
        self._proofs.keep(seen, frame.image, look.corners)
        return seen

    def _one_by_one(
        self, laid: Sequence[CardLook], mask: np.ndarray, t: float
    ) -> list[tuple[CardLook, float, np.ndarray]]:
        """Cards found together, the first laid first: when each came to lie, and where that is seen.

        Args:
            laid: the cards, the upper ones first as far as that is known.
            mask: the piece of news that they explain, small pixels; it may hold a resting arm, too.
            t: since when it lies so.
        """
        visible = [self._grid.outline(look.corners) & mask for look in laid]
        times = []
        for number, own in enumerate(visible):
            upper = np.logical_or.reduce([np.zeros_like(mask), *visible[:number]])
            alone = own & ~upper
            told = not is_speck(amount(alone)) and max(laid[number].faces) >= FAINT
            rested = self._changes.rested(alone) if told else t
            # White upon white comes to rest unseen: somebody must have been there by then.
            apart = TOGETHER < abs(rested - t) < KEEP_ARMS
            times.append(rested if apart and (self._brought(own, rested) or not self._brought(own, t)) else t)
        order = sorted(range(len(laid)), key=times.__getitem__)
        where = [mask if is_speck(amount(own)) else own for own in visible]
        return [(laid[n], times[n], where[n]) for n in order]

    def _brought(self, mask: np.ndarray, t: float) -> list[tuple[float, Arm]]:
        """The arms that may have brought what lies at ``mask`` since ``t`` (`Changes.bringers`)."""
        return self._changes.bringers(mask, t + SAME_PICTURE, self._arms)

    def _brought_unseen(self, t: float) -> list[tuple[float, Arm]]:
        """Arms that were on their way when the camera showed nothing more, for what lay there after that."""
        assert self._back is not None
        arms = self._on_their_way if t < self._back + FIRST_SEEN else []
        return [(1 / len(arms), arm) for arm in arms]

    def _without_moved(self, gone: Sequence[Known], found: Found) -> list[Known]:
        """Those that are gone indeed: what has left its place and lies in the same news was moved there."""
        away = []
        for known in gone:
            face = known.look.face
            sure = known.look.faces[face] >= PUSHED_SURE
            there = next((look for look in found.laid if sure and look.faces[face] >= PUSHED_SURE), None)
            if there is None:
                away.append(known)
                continue
            found.laid.remove(there)
            found.moved.append((known, there))
            self._lying.cards.append(known)
        return away

    def _grouped(self, due: list[_Pending]) -> list[tuple[list[_Pending], np.ndarray]]:
        """Pieces that may belong to one card, nearer to each other than half a card, and where that news is.

        The board may cut a piece in two: cards on both sides of it are searched for apart.
        """
        card = self._lying.card_area()
        gap = 4 if card is None else max(4, round(0.35 * math.sqrt(card)))
        together = np.logical_or.reduce([piece.mask for piece in due])
        groups = []
        for part in blobs(together, gap):
            members = [piece for piece in due if (piece.mask & part).any()]
            groups.append((members, part))
        return groups

    def _look_again(self, frame: Frame) -> list[Sighting]:
        """Another look at cards whose face is in doubt, while nothing lies over them."""
        out: list[Sighting] = []
        busy = self._changes.covered | self._changes.changed
        for known in self._lying.cards[-LOOKED_BACK:]:
            if known.looks >= LOOKS or frame.t < known.next_look or max(known.look.faces) >= SURE:
                continue
            outline = self._grid.outline(known.look.corners)
            if (outline & busy).any():
                continue
            if self._read is not None:
                best = self._looked_at(frame.image, known)
            else:
                found = self._find(frame.image, self._new_cards.region(outline))
                same = [look for look in found if overlap(look.corners, known.look.corners) > 0.6]
                if not same:
                    known.looked_at(frame.t)
                    continue
                best = max(same, key=lambda look: overlap(look.corners, known.look.corners))
            out.append(self._seen_again(frame, known, best))
        return out

    def _looked_at(self, image: np.ndarray, known: Known) -> CardLook:
        """A look at a known card, without what those hide of it that came with it or later."""
        assert self._read is not None
        with_it = [each.look for each in self._lying.cards if each is not known and each.t >= known.t]
        on_it = [look for look in with_it if overlap(look.corners, known.look.corners) > TOUCHING]
        if on_it:
            return read_under([known.look, *on_it], functools.partial(self._read, image))[0]
        return self._new_cards.looks_at(image, [known.look.corners])[0]


def watch_table(
    table: Table, size: tuple[int, int], find: CardFinder | None = None, reader: Reader | None = None
) -> Bearings:
    """The observer of a table, with the trained networks; it finds the board where the table tells none.

    Args:
        table: its places and chips.
        size: width and height of the frames in pixels.
        find: finds and reads cards instead of the networks.
        reader: tells the faces (a pack that was learnt, say); None: the shipped one.
    """
    read: CardReader | None = None
    cards: SeesCards | None = None
    find_first: CardFinder | None = None
    if find is None:
        faces = reader or shipped()
        warm()

        def cards(image: np.ndarray) -> list[SeenCard]:
            return find_cards(image, reader=faces)

        def find(image: np.ndarray, region: Region, layers: bool = False) -> list[CardLook]:
            seen = find_cards(image, region=region, reader=faces, layers=layers)
            return [card.look for card in seen if not card.back]

        find_first = functools.partial(find, layers=True)

        def read(image: np.ndarray, quads: Sequence[Quad], upper: Sequence[Sequence[Quad]]) -> np.ndarray:
            return faces.read(image, quads, upper).faces

    seats = [player.seat for player in table.players if player.seat is not None]
    boxes = box_quads(table)
    observer = Observer(
        size,
        seats,
        len(table.players),
        boxes,
        table.board,
        find,
        read,
        BoxMemory(table.chips, table.boxes).count,
        leader=(table.names.index(table.dealer) + 1) % len(table.players),
        find_first=find_first,
    )
    return Bearings(observer, size, table.board, boxes, cards)


def _through(matrix: np.ndarray, quad: Quad) -> Quad:
    a, b, c, d = to_pixels(matrix, quad)
    return (a, b, c, d)


def _together(before: Sequence[float], now: Sequence[float], looks: int) -> tuple[float, ...]:
    """All looks at one face: looks of one camera err alike, so they are averaged, not multiplied."""
    return tuple((b * (looks - 1) + n) / looks for b, n in zip(before, now, strict=True))
