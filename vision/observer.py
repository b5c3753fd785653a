"""Frame → sightings: stillness, arms, changes, cards and boxes put together.

Nothing here knows the game: a card that now lies where none lay is a fact about the picture.
The board's printed honours were there from the start and never change, so they are no cards laid.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
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
from vision.alongside import alongside
from vision.bearings import Bearings, SeesCards
from vision.box_memory import BoxMemory
from vision.boxes import BoxCount
from vision.cards import SeenCard, find_cards
from vision.changes import LEAST_NEWS, Changes, News
from vision.corners import short_edge_first, straighten
from vision.covered import UNREAD, read_under, without_astride, without_hidden
from vision.fans import even_steps, heard_together, read_between
from vision.fitting import Plane
from vision.gathered import TAKEN_BACK, Place, gathered, place_of
from vision.geometry import TableView, area, as_quad, box_quads, center, overlap, polygon_mask, to_pixels
from vision.hands import LEAST_REACH, Arm, Hands, blobs
from vision.layers import TOUCHING
from vision.leafing import READ, leafed_through
from vision.light import lit_alike
from vision.masks import grown, without_specks
from vision.networks import warm
from vision.poses import best_of_poses, poses
from vision.reader import Reader, shipped
from vision.seats import SeatsLearner
from vision.stillness import Stillness, shrink_factor, unlike
from vision.strips import card_sized
from vision.underneath import underneath

Region = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the frame."""
CardFinder = Callable[[np.ndarray, Region], Sequence[CardLook]]
"""Cards in a part of a picture; corners in pixels of the whole picture."""


CardReader = Callable[[np.ndarray, Sequence[Quad], Sequence[Sequence[Quad]]], np.ndarray]
"""Face probabilities of outlined cards without what others, given for each of them, hide: n × 53, the last
column is "no face"."""
BoxCounter = Callable[[np.ndarray, Mapping[Card, Quad]], Mapping[Card, BoxCount]]
"""Counts the chips of some boxes in a picture."""

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
UNKNOWN = 128
"""Grey of a picture from before that there is none of."""
BOX_REST = 0.2
"""Seconds that a box lies still before its chips are counted."""
BOX_AGAIN = 0.5
"""Seconds until a box that something hides is looked at again."""
SURE = 0.97
"""A face of which a look is this sure needs no second one."""
FAINT = 0.1
"""An outline along which no face is likelier than this outlines no card."""
LOOKS = 3
"""Looks at a card whose face is not sure …"""
LOOKED_BACK = 16
"""… and that is one of the last so many: a hand laid open."""
LOOK_AGAIN = 0.2
"""Seconds between them."""
REFRESH = 1.0
"""Seconds between two renewals of the known table in full size."""
REFRESH_REST = 0.4
"""Seconds that a part must have lain still to be renewed."""
UNCLEAR = 0.3
"""News that new cards leave unexplained, in cards, from which on it is looked at again: mostly a hand."""
HIDDEN = 0.1
"""Share of a new card under a hand from which on it is looked for again when the hand has gone."""
MOST_AT_ONCE = 8
"""Cards looked for in one piece of news."""
MEASURES = 5
"""Cards lying alone from which the cards' size is learnt."""
READ_WELL = 0.6
"""A face this sure shows that what lies alone is a card and not a telephone."""
ONE_SIZE = 0.86
"""Overlap from which on the finder has outlined what lies alone as one card, too."""
BESIDE_ARM = 0.9
"""A face this sure is a card, though the news hangs on an arm: along a sleeve outlines fit that are none."""
READABLE = 0.7
"""What a readable face counts, against covering all of the news."""
MISFIT = 1.5
"""What an outline of e times a card's size loses against one that fits: two cards make one large one."""
MOST_ASTRAY = 2
"""Fitted outlines without a face, of one piece of news, round which a face is looked for farther off."""
MOST_UNREAD = 2
"""Cards of which no face is read that may come to lie upon others at once."""
BETWEEN_SURE = 0.6
"""How sure a face must be for a card between others."""
INSIDE = 0.8
"""Share of its outline that must have changed for a card between others."""
LET_GO = 0.85
"""Share of a piece of news that lies on a card, still read there, from which on its hand has let go of it."""
FANNED = 0.75
"""Two cards of a fan overlap less than this."""
UNDER_SURE = 0.8
"""How sure a face must be for a card of which another one, laid with it, leaves a strip in sight."""
AGREE, AGREED = 3, 0.55
"""So many outlines beside each other along which one face is read: then it need not be that sure."""
BESIDE = 0.2
"""Overlap with a new card from which on an outline peeps out from under it."""
BARE_CHANGED, SURE_BARE_CHANGED = 0.6, 0.4
"""Share of that strip that must have changed where it lies on bare table; and of a card read beyond doubt."""
STRIP_CHANGED, PRINT_CHANGED = 0.15, 0.05
"""Share of that strip that must have changed: white upon white, only what is printed has; and where several
outlines beside each other surely show one face."""
SAME_PLACE = 0.7
"""Overlap from which on what an arm's leaving brings to light is the card that it hid: those of a fan lie
farther apart."""
ONE_CARD = 0.5
"""Two new outlines that overlap more are one card."""
MOST = 0.5
"""Share of a piece of news that a card must cover to explain it."""
LEAST_SHOWN = 0.12
"""Share of its outline that must have changed for a further card to be new."""
UNREAD_CHANGED = 0.3
"""The same for a card of which no face is read: less is mostly the rest of one that its hand hid."""
LAID_WITH = 0.6
"""The same for a card read beyond doubt that lies across one laid with it."""
LEAST_TOLD = 0.05
"""The same for the first one, unless its face is read well: less is an edge of what lay there before."""
LEAST_LEFT = 0.05
"""Share of its outline that hands and other cards must leave in sight to tell that it has not changed."""
TOO_LARGE, TOO_SMALL = 1.6, 0.6
"""An outline this many times as large as the cards of this table is none of one card, nor one so much
smaller: what is read along a strip is mostly another face."""
SAME_OUTLINE = 0.75
"""Two outlines that overlap more are one card."""
STRAIGHTENED = 0.85
"""Overlap below which a card was straightened, if it left news where it lay."""
HIDES = 0.65
"""Overlap from which on a card upon another one hides too much of it for that to be read more surely."""
KNOWN_AGAIN = 0.6
"""How sure both faces must be for a card to be a known one that lies where it lay."""
LIFTED_WHOLLY, LIFTED = 0.9, 0.6
"""Share of its outline that has changed where a card was taken back and no face is seen there now, and share
that must look as before it."""
TOUCHED = 0.2
"""Share of its outline that has changed where a card was lifted off others."""
PUSHED_SURE = 0.9
"""How sure both faces must be for a card to be a known one that was pushed."""
BURIED = 0.7
"""Share of its outline under cards laid later from which on a card can neither go nor be pushed to light."""
HIDDEN_WHOLLY = 0.92
"""The same from which on nothing of it can be seen where it lies."""
LEFT = 0.1
"""Share of what a card that was pushed leaves behind that has changed at least: it may lie on white ones."""
TABLE_LOST = 0.6
"""Share of the picture that changes only when the camera or the table is moved."""
FIRST_SEEN = 0.3
"""Seconds after a spell without pictures until which what comes to rest had come during it."""
SAME_PICTURE = 0.005
"""Seconds between two pictures at least; times are kept in single precision, a millisecond after hours."""
TOGETHER = 0.5
"""Seconds within which cards found together were laid together."""
KEEP_ARMS = 10.0
"""Seconds that an arm is remembered after it left: what it brought may be found only later."""


@dataclass(slots=True, eq=False)
class _Known:
    """A card that lies on the table."""

    t: float
    look: CardLook
    looks: int
    next_look: float
    place: Place | None = None
    arrived: float = 0.0
    """When the arm came that brought it; its ``t`` where none was seen."""

    def looked_at(self, t: float) -> None:
        """One more look was taken at second ``t``."""
        self.looks += 1
        self.next_look = t + LOOK_AGAIN


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
        elif self.at_border and self.hung is not None and _share(self.hung, piece.mask) > WHOLE:
            self.at_border, self.tries = False, 0

    @property
    def times(self) -> tuple[float, ...]:
        """Seconds after coming to rest at which it is searched."""
        return BORDER_TRIES if self.at_border else TRIES


@dataclass(frozen=True, slots=True)
class _Found:
    """What explains a piece of news.

    Attributes:
        laid: new cards.
        moved: known cards that were pushed, with where they are now.
        rest: what neither explains, small pixels.
        looks: every card seen there.
    """

    laid: list[CardLook]
    moved: list[tuple[_Known, CardLook]]
    rest: np.ndarray
    looks: list[CardLook]


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
    ) -> None:
        self._size = size
        factor = shrink_factor(size[0])
        self._scale = 1 / factor
        self._shape = (max(1, size[1] // factor), max(1, size[0] // factor))
        self._players = players
        self._known_seats = len(seats) == players
        scaled = [(x * self._scale, y * self._scale) for x, y in seats] if self._known_seats else []
        self._learner: SeatsLearner | None = None
        if leader is not None and not self._known_seats:
            self._learner = SeatsLearner(players, leader, self._shape[::-1])
        self._stillness = Stillness()
        self._changes = Changes(Hands(scaled))
        self._outline_board(boxes, board)
        self._find = find
        self._read = read
        self._plane = Plane(board, size)
        self._full: np.ndarray | None = None
        self._refreshed = -math.inf
        self._count = count
        self._counted: set[Card] = set()
        self._count_after: dict[Card, float] = {}
        self._cards: list[_Known] = []
        self._pending: list[_Pending] = []
        self._arms: list[Arm] = []
        self._on_their_way: list[Arm] = []
        self._back: float | None = None
        self._proofs: dict[int, bytes] = {}
        self._before: np.ndarray | None = None
        self._small: np.ndarray | None = None
        self._lost = False

    def _outline_board(self, boxes: Mapping[Card, Quad], board: Quad | None) -> None:
        self._boxes = dict(boxes)
        self._box_masks = {box: polygon_mask(self._shape, [quad], self._scale) for box, quad in boxes.items()}
        outlines = [*boxes.values(), *([board] if board is not None else [])]
        self._board = grown(polygon_mask(self._shape, outlines, self._scale), 2)

    # -- where things lie (vision.bearings) ------------------------------------------------

    @property
    def nothing_laid(self) -> bool:
        """Whether no card is known to lie on the table."""
        return not self._cards

    @property
    def arms_over(self) -> np.ndarray:
        """Where arms were over the table in the last picture, boolean, small pixels."""
        return self._changes.covered

    def place(self, view: TableView, *, pushed: bool = False) -> None:
        """Take in where the board lies: known only now, or (*pushed*) moved over a table known before."""
        before = self._board
        self._outline_board(view.boxes, view.board)
        self._counted.clear()
        if not pushed:
            self._plane = Plane(view.board, self._size, view)
        if self._full is not None:
            self._changes.settle((before | self._board) & ~self._changes.covered)

    def moved(self, matrix: np.ndarray, boxes: Mapping[Card, Quad], board: Quad | None, frame: Frame) -> None:
        """Go on after a bump of the camera: every card keeps its identity at its new place.

        Args:
            matrix: 3 × 3, from pixels before to pixels now.
            boxes, board: where they lie now.
            frame: the picture now, at rest.
        """
        scale = np.diag([self._scale, self._scale, 1.0])
        small = scale @ matrix @ np.linalg.inv(scale)
        for known in self._cards:
            known.look = replace(known.look, corners=_through(matrix, known.look.corners))
            known.place = known.place and known.place.moved(small, self._shape)
        self._plane.moved(matrix)
        self._outline_board(boxes, board)
        self._pending.clear()
        for arm in self._arms:  # what it brought just before the bump is still his
            arm.moved(small)
        self._changes.moved(small, self._stillness.look(frame.image, frame.t))
        if self._full is not None:
            there = cv2.warpPerspective(self._full, matrix, self._size)
            news = grown(self._changes.changed, 1).view(np.uint8)
            self._full = frame.image.copy()
            cv2.copyTo(there, cv2.resize(news, self._size, interpolation=cv2.INTER_NEAREST), self._full)
        self._before = self._small = None
        self._lost = False

    # -- one frame -------------------------------------------------------------------------

    def look(self, frame: Frame) -> list[Sighting]:
        """Take in the next frame; what it shows that was not told before.

        Raises:
            ValueError: the frame has another size than was said.
        """
        if (frame.image.shape[1], frame.image.shape[0]) != self._size:
            raise ValueError(f"frame of {frame.image.shape[1]}×{frame.image.shape[0]}, expected {self._size}")
        self._proofs.clear()
        self._back = frame.t if self._back is None else self._back
        still = self._stillness.look(frame.image, frame.t, self._changes.lying)
        news, hands = self._changes.look(still)
        self._arms = [arm for arm in self._arms if frame.t - arm.seen < KEEP_ARMS] + list(hands.entered)
        small = self._changes.small.astype(np.uint8)
        for arm in self._arms:
            arm.passed(small, self._changes.changed, small if self._small is None else self._small)
        self._small = small
        if self._learner is not None:
            for arm in hands.left:
                if arm.reach > LEAST_REACH:
                    self._learner.arm(arm.came)
            self._learn_seats()
        out: list[Sighting] = []
        out += [ArmSeen(frame.t, frame.number, True, self._seats(arm)) for arm in hands.entered]
        out += [ArmSeen(arm.seen, frame.number, False, self._seats(arm)) for arm in hands.left]
        out += self._table_moved(frame, news)
        if self._lost:
            return out
        out += self._boxes_seen(frame, still.t - still.since >= BOX_REST, news)
        out += self._cards_seen(frame, news)
        out += self._look_again(frame)
        self._refresh(frame, still.t - still.since >= REFRESH_REST)
        if not news and not self._changes.covered.any():
            self._before = frame.image
        return out

    def interrupted(self, seconds: float) -> None:
        """Nothing was seen for so long just before the next frame: whose arms there were is less sure."""
        self._on_their_way = self._changes.interrupted()
        self._back = None
        for arm in self._arms:
            arm.unseen(seconds)

    def evidence(self, sighting: Sighting) -> bytes | None:
        """JPEG of a sighting that `look` has just returned: left half before it, right half after it."""
        return self._proofs.get(id(sighting))

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
        changed = sum(_amount(piece.mask) for piece in news)
        total = self._shape[0] * self._shape[1]
        everything = float(np.mean(self._changes.changed))
        if not self._lost and everything > TABLE_LOST:
            self._lost = True
            return [ViewLost(frame.t, frame.number, "the whole picture has changed")]
        if self._lost and (everything <= TABLE_LOST or changed > TABLE_LOST * total):
            # Either it is back as it was, or it has come to rest in a new place.
            self._lost = False
            if everything > TABLE_LOST:
                self._changes.settle(np.ones(self._shape, bool))
            return [ViewBack(frame.t, frame.number)]
        return []

    # -- boxes -----------------------------------------------------------------------------

    def _boxes_seen(self, frame: Frame, resting: np.ndarray, news: list[News]) -> list[Sighting]:
        if self._count is None:
            if (self._board & self._changes.changed).any():
                self._changes.settle(self._board & resting & ~self._changes.covered)
            return []
        ready: dict[Card, Quad] = {}
        moving, changes = (without_specks(each) for each in (~resting, self._changes.changed))
        for box, mask in self._box_masks.items():
            if (mask & self._changes.covered).any() or frame.t < self._count_after.get(box, 0.0):
                continue
            changed = _amount(mask & changes)
            if box in self._counted and changed < LEAST_NEWS // 2:
                continue
            if _amount(mask & moving) <= 0.02 * _amount(mask):
                ready[box] = self._boxes[box]
        if not ready:
            return []
        counts = self._count(frame.image, ready)
        out: list[Sighting] = []
        for box, count in counts.items():
            if count.hidden:
                self._count_after[box] = frame.t + BOX_AGAIN
                continue
            mask = self._box_masks[box]
            seats: tuple[float, ...] = ()
            if box in self._counted:
                seats = self._whose(self._changes.bringers(mask & self._changes.changed, frame.t, self._arms))
            self._counted.add(box)
            self._changes.settle(mask)
            chips = dict(count.chips)
            told = (chips, count.empty, count.confidence, seats, count.exact, count.about)
            seen = BoxSeen(frame.t, frame.number, box, *told)
            out.append(seen)
            self._prove(seen, frame.image, [self._boxes[box]])
        return out

    # -- cards -----------------------------------------------------------------------------

    def _cards_seen(self, frame: Frame, news: list[News]) -> list[Sighting]:
        """Search the news for cards, as often as each piece is due."""
        pieces = [replace(piece, mask=piece.mask & ~self._board) for piece in news]
        pending = []
        due: list[_Pending] = []
        settled = np.zeros(self._shape, bool)
        for piece in pieces:
            if _amount(piece.mask) < LEAST_NEWS:
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
            self._renew(frame.image, grown(settled, 2) & ~self._changes.covered)
        return out

    def _search(self, frame: Frame, due: list[_Pending]) -> tuple[list[Sighting], np.ndarray]:
        """Cards in pieces of news: the sightings, and what of the picture is thereby explained."""
        out: list[Sighting] = []
        explained = np.zeros(self._shape, bool)
        for group, news in self._grouped(due):
            beside_arm = any(piece.at_border for piece in group)
            if _amount(news) < LEAST_NEWS:
                if not beside_arm:
                    explained |= news
                continue
            t = max(piece.t for piece in group)
            mask, gone = self._without_gone(news)
            if gone and _amount(mask) < LEAST_NEWS:
                out += [CardGone(t, frame.number, known.t, known.look) for known in gone]
                explained |= news
                continue
            last = all(piece.tries >= len(piece.times) for piece in group)
            found = self._cards_in(frame.image, mask)
            found.laid[:] = self._without_squared(found.laid)
            uncovered = not (beside_arm or gone or found.moved)
            own = self._let_go(frame.image, mask, t, found) if uncovered else None
            if own is not None:
                out.append(self._seen_again(frame, *own))
                explained |= news
                continue
            gone = self._without_moved(gone, found)
            out += [CardGone(t, frame.number, known.t, known.look) for known in gone]
            if beside_arm:
                laid = _surely_cards(found.laid)
                found.laid[:] = [look for look in laid if not self._unchanged(look, laid)]
                last = last and bool(found.laid)
            if not last and (not (found.laid or found.moved) or self._unclear(found, news)):
                explained |= news & ~mask
                continue
            laid = found.laid
            blank = all(max(look.faces) < FAINT for look in laid) and not found.moved
            lifted = self._lifted(mask, found.looks) if blank else []
            if lifted:
                laid = []
            if not laid and not found.moved:
                look = None if lifted or self._changes.opened(mask) else self._blank(found.rest)
                if look is not None and not self._shows_another(look, found.looks):
                    laid = [look]
                else:
                    for known in lifted or self._uncovered(mask, found.looks):
                        self._cards.remove(known)
                        out.append(CardGone(t, frame.number, known.t, known.look))
            for known, look in found.moved:
                known.look = replace(known.look, corners=look.corners)
            last_before = self._cards[-1] if self._cards else None
            for look, came, where in self._one_by_one(laid, mask, t):
                outline = self._outline(look.corners)
                arms = self._brought(where, came)
                if last_before is not None and self._rest_of(last_before, look, arms):
                    out.append(self._seen_again(frame, last_before, look))
                    continue
                if not arms and self._no_card(look):
                    continue
                arms = arms or self._brought_unseen(came)
                arm = arms[0][1] if arms else None
                if arm is not None and self._learner is not None:
                    self._learner.first_card(arm.came)
                place = place_of(outline, self._changes.known, self._changes.small)
                arrived = arm.entered if arm is not None else came
                self._cards.append(_Known(came, look, 1, frame.t + LOOK_AGAIN, place, arrived))
                card = CardLaid(came, frame.number, arrived, look, self._whose(arms))
                out.append(card)
                if arm is not None:
                    arm.brought = frame.t
                self._prove(card, frame.image, [look.corners])
            # An arm that rests is no part of the table: it will go.
            explained |= news & self._grown([look.corners for look in laid], 2) if beside_arm else news
        return out, explained

    def _unclear(self, found: _Found, news: np.ndarray) -> bool:
        """Whether the new cards leave much unexplained, or a hand beside the news hides too much of one."""
        outlines = [self._outline(look.corners) for look in (*found.laid, *(look for _, look in found.moved))]
        if _amount(found.rest) > UNCLEAR * (self._card_area() or _amount(outlines[0])):
            return True
        hands = self._changes.covered & ~news
        return any(_share(each, hands) > HIDDEN for each in outlines)

    def _let_go(
        self, image: np.ndarray, mask: np.ndarray, t: float, found: _Found
    ) -> tuple[_Known, CardLook] | None:
        """The known card of which news shows the part that its own hand hid until then, and a look at it.

        A card laid upon it would change more of it, or show another face.

        Args:
            mask, t: the news, small pixels, and since when it lies so.
            found: what else would explain it; a new card beyond doubt does.
        """
        if self._read is None or any(max(look.faces) >= BESIDE_ARM for look in found.laid):
            return None
        came = {arm.entered for _, arm in self._brought(mask, t)}
        for known in reversed(self._cards):
            corners, face = known.look.corners, known.look.face
            if known.arrived not in came or _share(mask, self._grown([corners], 3)) < LET_GO:
                continue
            there = [look for look in found.looks if overlap(look.corners, corners) > ONE_CARD]
            look = max([*there, *self._looks_at(image, [corners])], key=lambda look: look.faces[face])
            seen = min(look.faces[face], max(known.look.faces)) > KNOWN_AGAIN
            if seen and _share(self._outline(corners), mask) <= MOST:
                return known, look
        return None

    def _rest_of(self, known: _Known, look: CardLook, arms: list[tuple[float, Arm]]) -> bool:
        """Whether a look shows the rest of a known card, which the arm that brought it hid till now."""
        if not arms or known.arrived != arms[0][1].entered:
            return False
        two = min(max(known.look.faces), max(look.faces)) >= BESIDE_ARM and known.look.face != look.face
        return not two and overlap(known.look.corners, look.corners) >= SAME_PLACE

    def _seen_again(self, frame: Frame, known: _Known, look: CardLook) -> Sighting:
        """One more look at a known card."""
        known.looked_at(frame.t)
        known.look = CardLook(look.corners, _together(known.look.faces, look.faces, known.looks))
        seen = CardLookedAgain(frame.t, frame.number, known.t, known.look)
        self._prove(seen, frame.image, [look.corners])
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
        visible = [self._outline(look.corners) & mask for look in laid]
        times = []
        for number, own in enumerate(visible):
            upper = np.logical_or.reduce([np.zeros_like(mask), *visible[:number]])
            alone = own & ~upper
            told = _amount(alone) >= LEAST_NEWS and max(laid[number].faces) >= FAINT
            rested = self._changes.rested(alone) if told else t
            # White upon white comes to rest unseen: somebody must have been there by then.
            apart = TOGETHER < abs(rested - t) < KEEP_ARMS
            times.append(rested if apart and (self._brought(own, rested) or not self._brought(own, t)) else t)
        order = sorted(range(len(laid)), key=times.__getitem__)
        where = [own if _amount(own) >= LEAST_NEWS else mask for own in visible]
        return [(laid[n], times[n], where[n]) for n in order]

    def _brought(self, mask: np.ndarray, t: float) -> list[tuple[float, Arm]]:
        """The arms that may have brought what lies at ``mask`` since ``t`` (`Changes.bringers`)."""
        return self._changes.bringers(mask, t + SAME_PICTURE, self._arms)

    def _brought_unseen(self, t: float) -> list[tuple[float, Arm]]:
        """Arms that were on their way when the camera showed nothing more, for what lay there after that."""
        assert self._back is not None
        arms = self._on_their_way if t < self._back + FIRST_SEEN else []
        return [(1 / len(arms), arm) for arm in arms]

    def _no_card(self, look: CardLook) -> bool:
        """Whether what no arm has brought is no new card: it shows no face, or lies where a known one does.

        After a bump, and in changing light, what has long lain differs a little from how it is remembered.
        """
        face = look.face
        if look.faces[face] < FAINT:
            return True
        new = all(known.look.face != face for known in self._cards)
        if new and look.faces[face] >= PUSHED_SURE:
            return False
        return any(overlap(known.look.corners, look.corners) > ONE_CARD for known in self._cards)

    def _without_gone(self, news: np.ndarray) -> tuple[np.ndarray, list[_Known]]:
        """What remains of a piece of news without the places of cards that were taken away, and these."""
        around = grown(news, 1)
        now, step, soft = self._changes.small, self._changes.step, self._changes.soft
        gone = gathered(self._cards, lambda known: known.place, around, now, step, soft)
        if not gone:
            return news, gone
        places = np.logical_or.reduce([self._outline(known.look.corners) for known in gone])
        self._cards = [known for known in self._cards if known not in gone]
        return without_specks(news & ~grown(places, 3)), gone

    def _without_moved(self, gone: Sequence[_Known], found: _Found) -> list[_Known]:
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
            self._cards.append(known)
        return away

    def _without_squared(self, laid: Sequence[CardLook]) -> list[CardLook]:
        """New cards, but for many unread ones on known ones: when a pile is squared up all its edges move."""
        known = [each.look.corners for each in self._cards]
        unread = [
            look
            for look in laid
            if max(look.faces) < UNREAD and any(overlap(look.corners, each) > TOUCHING for each in known)
        ]
        return [look for look in laid if len(unread) <= MOST_UNREAD or look not in unread]

    def _cards_in(self, image: np.ndarray, mask: np.ndarray) -> _Found:
        """Which cards explain a piece of news: by what changed, then by the finder.

        What changed tells the place of a card exactly where the finder sees only white on white;
        the finder knows cards where the change is not a card's (two at once, a hand still there).
        """
        looks: list[CardLook] = []
        found = _Found([], [], mask, looks)
        region = self._region(mask)
        seen = list(self._find(image, region))
        few = _amount(mask) <= MOST_AT_ONCE * (self._card_area() or math.inf)
        if self._read is not None and self._full is not None and few:
            calm = ~(self._changes.changed | self._changes.covered)
            lit = lit_alike(image, self._full, calm)
            self._measure(lit, mask, seen)
            near = self._around(mask, 0.7 * math.sqrt(self._card_area() or 0.0))
            for _ in range(MOST_AT_ONCE):
                done = [look.corners for look in found.laid]
                soft = self._changes.soft / self._scale
                fitted = self._plane.fits(self._full, lit, near, self._changes.step, done, soft, news=mask)
                if not fitted:
                    break
                looks += self._looks_at(image, [fit.corners for fit in fitted])
                before = len(found.laid)
                found = self._match(looks, mask)
                if len(found.laid) <= before or self._little(found.rest):
                    break
            astray = [look.corners for look in found.laid if max(look.faces) < FAINT][:MOST_ASTRAY]
            if astray:
                around = (poses(corners, far=True) for corners in astray)
                farther = [best_of_poses(self._read_along(image, quads)) for quads in around]
                looks += [look for look in farther if look.face not in self._read_faces()]
                found = self._match(looks, mask)
        looks += seen
        if self._plane.card is None and self._read is not None:
            # Honours are printed in any size.
            sure = _surely_outlined(looks)
            for corners in sure:
                if not self._on_board(corners) and not _larger(corners, sure):
                    self._plane.measure(corners)
        found = self._match(looks, mask)
        # What the last card's hand hid may be another one under it.
        last = [look for known, look in found.moved if known is self._cards[-1]]
        found.laid.extend(self._under(image, [*last, *found.laid], seen, mask))
        peeping_out = self._peeping_out(image, [*last, *found.laid], mask)
        found.laid.extend(self._under(image, [*last, *found.laid], peeping_out, mask))
        if len(found.laid) > 1:
            found.laid.extend(self._between(found.laid, looks, mask))
            found.laid[:] = even_steps(found.laid, self._plane.flat)
        if self._read is not None:
            heard = [heard_together(look, looks, found.laid) for look in found.laid]
            read = functools.partial(self._read, image)
            row = read_between(card_sized(heard, self._plane, read), self._plane.flat, read)
            row = [look for look in row if not self._on_board(look.corners)]
            # Between others, and read along all its outlines, it may be a card that was known before.
            under = read_under(row, read, beside=SURE)
            new = [look for look in without_hidden(under) if not self._known_again(look)]
            leafed = leafed_through(new, heard, read, functools.partial(self._strip_changed, mask))
            placed = [look for look in leafed if look not in new and max(look.faces) >= READ]
            found.laid[:] = without_astride(leafed, [known.look for known in self._cards], placed)
        return found

    def _strip_changed(self, mask: np.ndarray, corners: Quad, upper: Sequence[Quad]) -> bool:
        """Whether most of what a card shows under others is news, if it shows anything."""
        strip = self._outline(corners) & ~self._grown(upper, 0)
        return _amount(strip) < LEAST_NEWS or _share(strip, mask) > MOST

    def _between(self, laid: list[CardLook], seen: list[CardLook], mask: np.ndarray) -> list[CardLook]:
        """Cards of a fan of which the neighbours' outlines leave nothing to explain, but which are seen."""
        around = grown(mask, 2)
        faces = {look.face for look in laid}
        more: list[CardLook] = []
        for look in sorted(seen, key=lambda look: -max(look.faces)):
            face = look.face
            if look.faces[face] < BETWEEN_SURE or face in faces or self._in_place(look):
                continue
            if not self._card_sized(look) or self._beside_itself(look, laid, mask):
                continue
            outline = self._outline(look.corners)
            inside = _share(outline, around)
            beside = all(overlap(look.corners, other.corners) < FANNED for other in laid + more)
            if inside > INSIDE and beside:
                faces.add(face)
                more.append(look)
        return more

    def _under(
        self, image: np.ndarray, laid: list[CardLook], seen: list[CardLook], mask: np.ndarray
    ) -> list[CardLook]:
        """Cards that were laid together with another one upon them, which leaves a strip of them in sight."""
        faces = {look.face for look in laid}
        faces |= self._read_faces()
        upper = [look.corners for look in laid]
        more: list[CardLook] = []
        for look in sorted(seen, key=lambda look: -max(look.faces)):
            face = look.face
            alike = sum(other.face == face and other.faces[face] >= AGREED / 2 for other in seen)
            sure = look.faces[face] >= (AGREED if alike >= AGREE else UNDER_SURE)
            if not sure or face in faces or self._on_board(look.corners):
                continue
            shared = max((overlap(look.corners, corners) for corners in upper), default=0.0)
            if not 0.0 < shared < FANNED or self._in_place(look) or self._pushed(look) is not None:
                continue
            if not self._card_sized(look) or self._beside_itself(look, laid, mask):
                continue
            if look.faces[face] < BESIDE_ARM and self._lies_there(look):
                continue
            strip = self._outline(look.corners) & ~self._grown(upper, 1)
            changed = _amount(strip & mask)
            surely = alike >= AGREE and look.faces[face] >= SURE
            least = PRINT_CHANGED if surely else STRIP_CHANGED
            if changed < LEAST_NEWS / 2 or changed <= least * _amount(strip):
                continue
            if self._shows_beside(image, look, laid):
                faces.add(face)
                more.append(look)
        return more

    def _shows_beside(self, image: np.ndarray, look: CardLook, laid: Sequence[CardLook]) -> bool:
        """Whether an outline still shows its face without what one of the new cards hides of it.

        Else it is that card's own print which is read along it.
        """
        over = [other.corners for other in laid if overlap(look.corners, other.corners) > TOUCHING]
        if self._read is None or not over:
            return True
        rows = self._read(image, [look.corners] * len(over), [[each] for each in over])
        return bool(np.asarray(rows)[:, look.face].max() >= UNREAD)

    def _peeping_out(self, image: np.ndarray, laid: list[CardLook], mask: np.ndarray) -> list[CardLook]:
        """What is read half under the new cards, where there is news beside them that they do not explain."""
        if self._read is None:
            return []
        rest = blobs(mask & ~self._grown([look.corners for look in laid], 2), 0)
        outlines: list[np.ndarray] = []
        for look in laid:
            around = self._grown([look.corners], 4)
            beside = [part for part in rest if (part & around).any()]
            touching = sum(_amount(part & around) for part in beside)
            if touching >= LEAST_NEWS and max(look.faces) >= SURE:
                upper = np.array(look.corners, np.float32)
                outlines += underneath(image, upper)
                outlines += alongside(upper, np.logical_or.reduce(beside), self._scale)
        if not outlines:
            return []
        straight = short_edge_first(*straighten(image, outlines))
        looks = self._read_along(image, [as_quad(outline) for outline in straight])
        known = self._read_faces() | {look.face for look in laid}
        new = [look for look in looks if look.face not in known]
        best = max(new, key=lambda look: max(look.faces), default=None)
        if best is not None and FAINT <= max(best.faces) < SURE:
            looks.insert(0, best_of_poses(self._read_along(image, poses(best.corners, far=True))))
        return looks

    def _read_faces(self) -> set[int]:
        """The faces of known cards that were read well: seen again a little beside, they are no new cards."""
        return {each.look.face for each in self._cards if max(each.look.faces) >= READ_WELL}

    def _grown(self, quads: Sequence[Quad], by: int) -> np.ndarray:
        """What outlines cover in the small picture, and so many pixels round them."""
        return grown(polygon_mask(self._shape, list(quads), self._scale), by)

    def _little(self, rest: np.ndarray) -> bool:
        """Whether what is not explained is too little for a card."""
        return _amount(rest) <= 0.12 * (self._card_area() or 0.0)

    def _measure(self, image: np.ndarray, mask: np.ndarray, seen: Sequence[CardLook]) -> None:
        """Learn the cards' size from one that lies alone, and that the finder has *seen* no smaller."""
        if self._full is None or self._plane.measured >= MEASURES:
            return
        left, top, right, bottom = self._around(mask, 3)
        before, after = (each[top:bottom, left:right].astype(np.float32) for each in (self._full, image))
        changed = unlike(before, after, self._changes.soft / self._scale) > self._changes.step
        rough = self._plane.single(changed, (left, top))
        if rough is None:
            return
        trimmed = self._plane.trimmed(self._full, image, rough)
        if _larger(trimmed, _surely_outlined(seen)):
            return
        if max(self._looks_at(image, [trimmed])[0].faces) >= READ_WELL:
            self._plane.measure(trimmed)

    def _looks_at(self, image: np.ndarray, quads: Sequence[Quad]) -> list[CardLook]:
        """Read outlined cards; where a face is in doubt, along outlines beside the given one too."""
        looks = []
        for look in self._read_along(image, quads):
            if FAINT <= max(look.faces) < SURE:
                look = best_of_poses(self._read_along(image, poses(look.corners)))
            looks.append(look)
        return looks

    def _read_along(self, image: np.ndarray, quads: Sequence[Quad]) -> list[CardLook]:
        """Read outlined cards, once each."""
        assert self._read is not None
        rows = np.asarray(self._read(image, quads, [()] * len(quads)), np.float64)
        return [
            CardLook(quad, tuple(float(p) for p in row[:52])) for quad, row in zip(quads, rows, strict=True)
        ]

    def _refresh(self, frame: Frame, resting: np.ndarray) -> None:
        """Keep the known table in full size: all of it that has lain still for a while."""
        if self._full is None:
            self._full = frame.image.copy()
        elif frame.t - self._refreshed >= REFRESH:
            busy = self._changes.changed | self._changes.covered | ~resting
            self._renew(frame.image, ~grown(busy, 2))
            self._refreshed = frame.t

    def _renew(self, image: np.ndarray, mask: np.ndarray) -> None:
        """Take a part of a picture into the known table in full size."""
        if self._full is None:
            return
        large = cv2.resize(mask.astype(np.uint8), self._size, interpolation=cv2.INTER_NEAREST)
        cv2.copyTo(image, large, self._full)

    def _grouped(self, due: list[_Pending]) -> list[tuple[list[_Pending], np.ndarray]]:
        """Pieces that may belong to one card, nearer to each other than half a card, and where that news is.

        The board may cut a piece in two: cards on both sides of it are searched for apart.
        """
        card = self._card_area()
        gap = 4 if card is None else max(4, round(0.35 * math.sqrt(card)))
        together = np.logical_or.reduce([piece.mask for piece in due])
        groups = []
        for part in blobs(together, gap):
            members = [piece for piece in due if (piece.mask & part).any()]
            groups.append((members, part))
        return groups

    def _region(self, mask: np.ndarray) -> Region:
        """The part of the frame to search: the news with a card's length around it."""
        card = self._card_area()
        return self._around(mask, 1.3 * math.sqrt(card) if card is not None else 0.08 * self._shape[1])

    def _around(self, mask: np.ndarray, margin: float) -> Region:
        """The part of the frame that holds a small mask, with a margin in small pixels."""
        ys, xs = np.nonzero(mask)
        left, right = xs.min() - margin, xs.max() + 1 + margin
        top, bottom = ys.min() - margin, ys.max() + 1 + margin
        width, height = self._size
        return (
            max(0, int(left / self._scale)),
            max(0, int(top / self._scale)),
            min(width, math.ceil(right / self._scale)),
            min(height, math.ceil(bottom / self._scale)),
        )

    def _card_area(self) -> float | None:
        """Small pixels that a card covers on this table, None before the first."""
        areas = [area(known.look.corners) for known in self._cards[-15:]]
        return float(np.median(areas)) * self._scale**2 if areas else None

    def _match(self, looks: list[CardLook], mask: np.ndarray) -> _Found:
        """Which looks explain the news: those that cover it and can be read."""
        outlines = {id(look): self._outline(look.corners) for look in looks}
        candidates = [
            look
            for look in looks
            if not self._on_board(look.corners)
            and self._in_sight(look)
            and self._card_sized(look)
            and not self._shows_another(look, looks)
            and self._explains(look, _share(outlines[id(look)], mask), looks)
        ]
        laid: list[CardLook] = []
        moved: list[tuple[_Known, CardLook]] = []
        rest = mask
        while candidates:
            whole = max(1, _amount(rest))
            gains = {id(look): _amount(outlines[id(look)] & rest) for look in candidates}
            areas = {id(look): max(1, _amount(outlines[id(look)])) for look in candidates}

            def worth(look: CardLook) -> float:
                most = min(whole, areas[id(look)])  # noqa: B023
                seen = gains[id(look)] / most + READABLE * max(look.faces)  # noqa: B023
                return seen - MISFIT * self._misfit(look)

            best = max(candidates, key=worth)
            candidates.remove(best)
            outline, gained = outlines[id(best)], gains[id(best)]
            # White on white changes little: a card that explains most of the news is enough, if it is one.
            seen = gained > LEAST_TOLD * areas[id(best)] or max(best.faces) >= READ_WELL
            most = not laid and gained > MOST * whole and seen
            enough = gained >= LEAST_NEWS and (most or gained > LEAST_SHOWN * areas[id(best)])
            if not enough and not self._laid_with(best, outline, laid, mask):
                continue
            if max(best.faces) < UNREAD and _share(outline, mask) < UNREAD_CHANGED:
                continue
            if any(_one_card(best, other) for other in laid) or self._beside_itself(best, laid, mask):
                continue
            known = self._pushed(best)
            if known is not None:
                moved.append((known, best))
            else:
                laid.append(best)
            rest = without_specks(rest & ~grown(outline, 2))
        return _Found(laid, moved, rest & ~self._changes.shaded(rest), looks)

    def _unchanged(self, look: CardLook, laid: Sequence[CardLook]) -> bool:
        """Whether a look shows what known cards show: what arms and the other new cards leave in sight
        has not changed. Of a card half under an arm only a strip is read, and maybe read wrong.
        """
        there = (known for known in self._cards if overlap(known.look.corners, look.corners) > ONE_CARD)
        lowest = next(there, None)
        if lowest is None:
            return False
        others = [other.corners for other in laid if other is not look]
        others += [known.look.corners for known in self._cards if known is not lowest and known.t >= lowest.t]
        outline = self._outline(look.corners)
        strip = outline & ~self._grown(others, 1) & ~grown(self._changes.covered, 1)
        told = _amount(strip) >= max(LEAST_NEWS, LEAST_LEFT * _amount(outline))
        return told and _share(strip, self._changes.changed) <= PRINT_CHANGED

    def _laid_with(self, look: CardLook, outline: np.ndarray, laid: list[CardLook], mask: np.ndarray) -> bool:
        """Whether a look at another card beyond doubt was laid with one: white on white adds no news.

        What just such a place of a known card shows beside the new one has changed then, too.
        """
        sure = look.faces[look.face] >= BESIDE_ARM and _share(outline, mask) > LAID_WITH
        if not sure or not laid or any(other.face == look.face for other in laid):
            return False
        strip = outline & ~self._grown([other.corners for other in laid], 1)
        return not self._lies_there(look) or _share(strip, mask) > STRIP_CHANGED

    def _beside_itself(self, look: CardLook, laid: list[CardLook], mask: np.ndarray) -> bool:
        """Whether an outline peeps out from under a new card onto table that has not changed."""
        if not any(overlap(look.corners, other.corners) > BESIDE for other in laid):
            return False
        lying = [known.look.corners for known in self._cards]
        bare = self._outline(look.corners) & ~self._grown([*(other.corners for other in laid), *lying], 1)
        least = BARE_CHANGED if max(look.faces) < BESIDE_ARM else SURE_BARE_CHANGED
        return _amount(bare) >= LEAST_NEWS and _share(bare, mask) < least

    def _outline(self, corners: Quad) -> np.ndarray:
        return polygon_mask(self._shape, [corners], self._scale)

    def _in_sight(self, look: CardLook) -> bool:
        """Whether an outline lies mostly in the picture, or shows its face all the same."""
        x, y = center(look.corners)
        width, height = self._size
        return max(look.faces) >= BESIDE_ARM or (0 <= x < width and 0 <= y < height)

    def _on_board(self, corners: Quad) -> bool:
        x, y = (round(value * self._scale) for value in center(corners))
        height, width = self._shape
        return 0 <= x < width and 0 <= y < height and bool(self._board[y, x])

    def _size_of(self, look: CardLook) -> float | None:
        """An outline's area on the table, in cards of this table; None where that is not known."""
        card = self._plane.card
        if card is None or not self._plane.told:
            return None
        return float(cv2.contourArea(self._plane.flat(look.corners))) / (card[0] * card[1])

    def _misfit(self, look: CardLook) -> float:
        """By how much an outline is larger or smaller than a card (natural logarithm of the ratio)."""
        return abs(math.log(max(self._size_of(look) or 1.0, 1e-6)))

    def _card_sized(self, look: CardLook) -> bool:
        """Whether an outline is about as large as a card of this table.

        A larger one is two cards, or one and its shadow; a smaller one is a strip of one, unless the picture
        ends there.
        """
        share = self._size_of(look)
        if share is None:
            return True
        width, height = self._size
        inside = all(0 < x < width - 1 and 0 < y < height - 1 for x, y in look.corners)
        return (TOO_SMALL if inside else 0.0) < share < TOO_LARGE

    def _in_place(self, look: CardLook, changed: float = 1.0) -> bool:
        """A known card seen again where it lies: it explains no news.

        Args:
            changed: share of its outline that the news covers. Where that is not most of it, a face that the
                known card was read as in doubt is believed, too: a new card would have changed more.
        """
        face = look.face

        def least(known: _Known) -> float:
            """Overlap from which *look* is that card."""
            if changed < MOST and known.look.faces[face] > FAINT:
                return SAME_OUTLINE
            if changed < LEAST_SHOWN:
                return math.inf
            sure = min(look.faces[face], known.look.faces[face]) > KNOWN_AGAIN
            if not sure or known.look.face != face:
                return math.inf
            # Of one that lay under others nothing else can have changed than what lifting those uncovers.
            uncovered = changed > MOST and self._share_shown(known) < 1 - BURIED
            return SAME_OUTLINE if uncovered else ONE_CARD

        may_be = ((known, least(known)) for known in self._cards)
        there = (
            known for known, most in may_be if most < 1 and overlap(known.look.corners, look.corners) > most
        )
        return any(self._share_shown(known) > 1 - HIDDEN_WHOLLY for known in there)

    def _lies_there(self, look: CardLook) -> bool:
        """Whether a known card lies just where a look sees one, whatever face is made out."""
        return any(overlap(known.look.corners, look.corners) > SAME_OUTLINE for known in self._cards)

    def _known_again(self, look: CardLook, changed: float = 1.0) -> bool:
        """Whether a look explains no news: a card in place (`_in_place`), not the last one seen in full."""
        return not self._just_laid(look) and self._in_place(look, changed)

    def _explains(self, look: CardLook, changed: float, looks: Sequence[CardLook]) -> bool:
        """Whether a look may explain news: a card that was not known, or has moved."""
        return not self._known_again(look, changed) or self._straightened(look, changed, looks)

    def _straightened(self, look: CardLook, changed: float, looks: Sequence[CardLook]) -> bool:
        """Whether a card lies a little beside where it lay, and has left that place.

        A new one laid across it hides much of it, and its outline is not seen so well then.

        Args:
            changed: share of its outline that the news covers.
            looks: all at the news.
        """
        faces = [known.look.face for known in self._cards]
        if any(max(one.faces) >= BESIDE_ARM and one.face not in faces for one in looks):
            return False
        known = self._pushed(look) if changed > MOST else None
        if known is None or overlap(known.look.corners, look.corners) > STRAIGHTENED:
            return False
        left = self._outline(known.look.corners) & ~self._grown([look.corners], 1)
        return _amount(left) >= LEAST_NEWS and _share(left, self._changes.changed) > LEFT

    def _shows_another(self, look: CardLook, looks: Sequence[CardLook]) -> bool:
        """Whether *looks* still show a known card, more surely, where this one would hide it."""
        sure = max(look.faces)
        least = ONE_CARD if sure < FAINT else HIDES
        surer = (one for one in looks if max(one.faces) > max(sure, KNOWN_AGAIN))
        return any(overlap(look.corners, one.corners) > least and self._in_place(one) for one in surer)

    def _pushed(self, look: CardLook) -> _Known | None:
        """The known card that was pushed a little to where ``look`` sees it, if that is beyond doubt."""
        if self._just_laid(look):
            return self._cards[-1]
        face = look.face
        if look.faces[face] < PUSHED_SURE:
            return None
        reach = math.sqrt(area(look.corners))
        for known in reversed(self._cards):
            same = known.look.face == face and known.look.faces[face] >= PUSHED_SURE
            near = math.dist(center(known.look.corners), center(look.corners)) < reach
            if same and near and self._may_have_left(known, look):
                return known
        return None

    def _just_laid(self, look: CardLook) -> bool:
        """Whether ``look`` is the last known card in full: its hand left it in two steps, and what
        the first one showed was outlined a little beside."""
        if not self._cards:
            return False
        last = self._cards[-1]
        sure = min(look.faces[look.face], last.look.faces[look.face]) > KNOWN_AGAIN
        if not sure or overlap(last.look.corners, look.corners) < ONE_CARD:
            return False
        news = self._outline(look.corners) & self._changes.changed
        return bool(news.any()) and self._changes.rested(news) - last.t < TOGETHER

    def _may_have_left(self, known: _Known, look: CardLook) -> bool:
        """Whether a card may have gone to where ``look`` sees its like: it was in sight, and is no more."""
        if self._share_shown(known) < 1 - BURIED:
            return False
        behind = self._shown(known) & ~self._grown([look.corners], 1)
        changed = _amount(behind & self._changes.changed)
        return _amount(behind) < LEAST_NEWS or changed > LEFT * _amount(behind)

    def _shown(self, known: _Known) -> np.ndarray:
        """Where no card that came later lies on a known one, small pixels."""
        later = [other.look.corners for other in self._cards[self._cards.index(known) + 1 :]]
        return self._outline(known.look.corners) & ~polygon_mask(self._shape, later, self._scale)

    def _share_shown(self, known: _Known) -> float:
        """Share of a known card that is in sight, as far as those go that came later."""
        return _amount(self._shown(known)) / max(1, _amount(self._outline(known.look.corners)))

    def _blank(self, rest: np.ndarray) -> CardLook | None:
        """A card without a face where the finder found none, if the news has a card's size."""
        card = self._card_area()
        if card is None or not 0.5 * card < _amount(rest):
            return None
        ys, xs = np.nonzero(rest)
        rect = cv2.minAreaRect(np.stack([xs, ys], axis=1).astype(np.float32))
        (width, height) = rect[1]
        if not 0.6 * card < width * height < 1.8 * card:
            return None
        corners = cv2.boxPoints(rect) / self._scale
        quad: Any = tuple((float(x), float(y)) for x, y in corners)
        return CardLook(quad, (0.0,) * 52)

    def _uncovered(self, mask: np.ndarray, looks: list[CardLook]) -> list[_Known]:
        """Known cards that the news has taken away: their whole outline changed and no card is seen there."""
        around = grown(mask, 1)
        gone: list[_Known] = []
        upon = np.zeros(self._shape, bool)
        for known in reversed(self._cards):
            outline = self._outline(known.look.corners)
            changed = _share(outline, around)
            seen = any(overlap(look.corners, known.look.corners) > 0.5 for look in looks)
            if changed > 0.8 and not seen and _share(outline, upon) < BURIED:
                gone.append(known)
            else:
                upon |= outline
        return gone or self._taken_back(around)

    def _lifted(self, mask: np.ndarray, looks: list[CardLook]) -> list[_Known]:
        """The last card that the news covers wholly, if no face is seen any more where it showed its own.

        A card upon it would show another: it was taken back, even where the light has changed meanwhile.
        """
        around = grown(mask, 1)
        touched = self._last_touched(around)
        if touched is None:
            return []
        known, place = touched
        sure = max(known.look.faces) >= BESIDE_ARM and place.share(around) > LIFTED_WHOLLY
        others = (one for one in looks if max(one.faces) > KNOWN_AGAIN and not self._in_place(one))
        seen = any(overlap(one.corners, known.look.corners) > ONE_CARD for one in others)
        return [known] if sure and not seen and self._back_as_before(place) >= LIFTED else []

    def _taken_back(self, around: np.ndarray) -> list[_Known]:
        """The last of the cards that the news (a little grown) touches, if its place looks as before it."""
        touched = self._last_touched(around)
        return [touched[0]] if touched is not None and self._back_as_before(touched[1]) >= TAKEN_BACK else []

    def _last_touched(self, around: np.ndarray) -> tuple[_Known, Place] | None:
        """The last of the cards that the news (a little grown) touches, and its place."""
        for known in reversed(self._cards):
            if known.place is not None and known.place.share(around) > TOUCHED:
                return known, known.place
        return None

    def _back_as_before(self, place: Place) -> float:
        """Share of a card's place that looks now as before it (`Place.back`)."""
        return place.back(self._changes.small, self._changes.step, self._changes.soft)

    def _look_again(self, frame: Frame) -> list[Sighting]:
        """Another look at cards whose face is in doubt, while nothing lies over them."""
        out: list[Sighting] = []
        busy = self._changes.covered | self._changes.changed
        for known in self._cards[-LOOKED_BACK:]:
            if known.looks >= LOOKS or frame.t < known.next_look or max(known.look.faces) >= SURE:
                continue
            outline = self._outline(known.look.corners)
            if (outline & busy).any():
                continue
            if self._read is not None:
                best = self._looked_at(frame.image, known)
            else:
                found = self._find(frame.image, self._region(outline))
                same = [look for look in found if overlap(look.corners, known.look.corners) > 0.6]
                if not same:
                    known.looked_at(frame.t)
                    continue
                best = max(same, key=lambda look: overlap(look.corners, known.look.corners))
            out.append(self._seen_again(frame, known, best))
        return out

    def _looked_at(self, image: np.ndarray, known: _Known) -> CardLook:
        """A look at a known card, without what those hide of it that came with it or later."""
        assert self._read is not None
        with_it = [each.look for each in self._cards if each is not known and each.t >= known.t]
        on_it = [look for look in with_it if overlap(look.corners, known.look.corners) > TOUCHING]
        if on_it:
            return read_under([known.look, *on_it], functools.partial(self._read, image))[0]
        return self._looks_at(image, [known.look.corners])[0]

    # -- evidence --------------------------------------------------------------------------

    def _prove(self, sighting: Sighting, image: np.ndarray, quads: Sequence[Quad]) -> None:
        """Keep a small picture of the place: left half as it was (grey: not known), right as it is."""
        points = np.array(list(itertools.chain.from_iterable(quads)), np.float64)
        low, high = points.min(axis=0), points.max(axis=0)
        margin = 0.6 * float(max(high - low))
        width, height = self._size
        x0, y0 = (int(max(0, value)) for value in low - margin)
        x1, y1 = int(min(width, high[0] + margin)), int(min(height, high[1] + margin))
        if x1 <= x0 or y1 <= y0:
            return
        now = image[y0:y1, x0:x1]
        before = np.full_like(now, UNKNOWN) if self._before is None else self._before[y0:y1, x0:x1]
        ok, jpeg = cv2.imencode(".jpg", np.hstack([before, now]), [cv2.IMWRITE_JPEG_QUALITY, 85])
        if ok:
            self._proofs[id(sighting)] = jpeg.tobytes()


def _amount(mask: np.ndarray) -> int:
    """How many pixels are set."""
    return int(np.count_nonzero(mask))


def _share(outline: np.ndarray, mask: np.ndarray) -> float:
    """Which share of an outline a mask covers."""
    return _amount(outline & mask) / max(1, _amount(outline))


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
    if find is None:
        faces = reader or shipped()
        warm()

        def cards(image: np.ndarray) -> list[SeenCard]:
            return find_cards(image, reader=faces)

        def find(image: np.ndarray, region: Region) -> list[CardLook]:
            return [seen.look for seen in find_cards(image, region=region, reader=faces) if not seen.back]

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
        BoxMemory(table.chips, [box for box, left in table.boxes.items() if not left]).count,
        leader=(table.names.index(table.dealer) + 1) % len(table.players),
    )
    return Bearings(observer, size, table.board, boxes, cards)


def _surely_cards(looks: Sequence[CardLook]) -> list[CardLook]:
    """Of what was found along an arm, what is read surely, and what lies beside that: a fan.

    It must be read well, or lie between two: a sleeve does not.
    """
    sure = [look for look in looks if max(look.faces) >= BESIDE_ARM]

    def fanned(look: CardLook) -> bool:
        beside = sum(overlap(look.corners, other.corners) > BESIDE for other in sure)
        return beside >= (1 if max(look.faces) >= BETWEEN_SURE else 2)

    return sure + [one for one in looks if UNREAD <= max(one.faces) < BESIDE_ARM and fanned(one)]


def _one_card(one: CardLook, other: CardLook) -> bool:
    """Whether two looks are at one card: of two laid at once the upper one hides most of the lower."""
    sure = min(max(one.faces), max(other.faces)) > KNOWN_AGAIN
    two = sure and one.face != other.face
    return overlap(one.corners, other.corners) > (FANNED if two else ONE_CARD)


def _surely_outlined(looks: Sequence[CardLook]) -> list[Quad]:
    """The outlines along which a face is read beyond doubt."""
    return [look.corners for look in looks if max(look.faces) >= PUSHED_SURE]


def _larger(outline: Quad, others: Sequence[Quad]) -> bool:
    """Whether one of the others outlines most of this one: a card laid upon another, of which a strip is in
    sight, looks like one larger card together with it.
    """
    smaller = (other for other in others if area(other) < area(outline))
    return any(ONE_CARD < overlap(outline, other) < ONE_SIZE for other in smaller)


def _through(matrix: np.ndarray, quad: Quad) -> Quad:
    a, b, c, d = to_pixels(matrix, quad)
    return (a, b, c, d)


def _together(before: Sequence[float], now: Sequence[float], looks: int) -> tuple[float, ...]:
    """All looks at one face: looks of one camera err alike, so they are averaged, not multiplied."""
    return tuple((b * (looks - 1) + n) / looks for b, n in zip(before, now, strict=True))
