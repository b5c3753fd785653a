"""Frame → sightings: stillness, arms, changes, cards and boxes put together.

Nothing here knows the game: a card that now lies where none lay is a fact about the picture.
The board's printed honours were there from the start and never change, so they are no cards laid.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.boundaries import (
    BoxSeen,
    CardGone,
    CardLaid,
    CardLook,
    CardLookedAgain,
    Frame,
    Point,
    Proof,
    Quad,
    Sighting,
)
from engine.cards import DECK, Card
from engine.table import Table
from vision.cards.covered import beyond_doubt, read_under
from vision.cards.layout.layers import touch
from vision.cards.photograph import SeenCard, find_cards, outline_cards
from vision.cards.reader import Reader, shipped
from vision.chips.box_memory import BoxMemory
from vision.geometry.masks import amount, grown, share, without_specks
from vision.geometry.quads import center, overlap, to_pixels
from vision.motion.arms import Arm, blobs
from vision.motion.changes import News, is_speck
from vision.motion.grid import Region
from vision.motion.watch import Watch
from vision.networks import warm
from vision.observer.arriving import ArrivingCards
from vision.observer.beneath import Beneath
from vision.observer.boxes import BoxCounter, Boxes
from vision.observer.certain import CertainCards
from vision.observer.proofs import Proofs, with_lying
from vision.observer.settings import OBSERVER
from vision.observer.view import View
from vision.redaction.redacted import Scene
from vision.table.bearings import Bearings, SeesCards
from vision.table.board import TableView, box_quads
from vision.tracking.fitting import Plane
from vision.tracking.gathered import Place, place_of
from vision.tracking.glimpses import Glimpses
from vision.tracking.looks import (
    at_one_card,
    explains,
    known_again,
    laid_apart,
    likely_shown,
    same_face,
    shows_a_face,
    surely,
    two_faces,
)
from vision.tracking.lying_cards import Known, LyingCards
from vision.tracking.new_cards import CardFinder, CardOutliner, CardReader, Found, NewCards
from vision.tracking.tracks import Tracks

NEWS, ARRIVING, BOXES = OBSERVER.news, OBSERVER.arriving, OBSERVER.boxes
LOOKS, TABLE = OBSERVER.looks, OBSERVER.table


@dataclass(slots=True, eq=False)
class _Pending:
    """News that is not explained yet."""

    mask: np.ndarray
    t: float
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Detectors:
    """What looks at the pictures for an observer.

    Attributes:
        find: finds and reads cards.
        read: reads the cards that quads outline, None: only `find` is asked.
        count: counts chips in boxes, None: boxes are not looked at.
        outline: outlines cards without reading them, None: they are found and read.
    """

    find: CardFinder
    read: CardReader | None = None
    count: BoxCounter | None = None
    outline: CardOutliner | None = None


class Observer:
    """Watches one table through one camera.

    Args:
        size: width and height of the frames in pixels.
        seats: the table's edge in front of each player, in pixels, in playing order; empty when
            nobody knows (then every arm may be anybody's).
        players: how many play.
        boxes: the quads of the honours' boxes; empty without a board in sight.
        board: the board's outline, None without one.
        detectors: what looks at the pictures.
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
        detectors: Detectors,
        leader: int | None = None,
    ) -> None:
        self._watch = Watch(size, seats, players, leader, keep_arms=TABLE.keep_arms)
        self._grid, self._changes, self._full = self._watch.grid, self._watch.changes, self._watch.full
        self._lying = LyingCards(self._grid, self._changes)
        plane = Plane(board, size)
        self._new_cards = NewCards(self._grid, self._changes, self._lying, plane, detectors)
        self._tracks = Tracks(self._grid, self._changes, self._lying, self._new_cards.read_along)
        self._glimpses = Glimpses(self._grid.shape)
        self._arriving = ArrivingCards(self._grid, self._changes, self._lying, self._new_cards, self._tracks)
        self._beneath = Beneath(self._grid, self._changes, self._lying, self._new_cards)
        self._boxes = None if detectors.count is None else Boxes(self._grid, self._changes, detectors.count)
        self._outline_board(boxes, board)
        self._find = detectors.find
        self._read = detectors.read
        self._certain = CertainCards(self._grid, self._changes, self._lying, self._look_at)
        self._pending: list[_Pending] = []
        self._proofs = Proofs(detectors.find)
        self._view = View(self._changes)

    def _outline_board(self, boxes: Mapping[Card, Quad], board: Quad | None) -> None:
        if self._boxes is not None:
            self._boxes.outlined(boxes)
        outlines = [*boxes.values(), *([board] if board is not None else [])]
        self._new_cards.board = grown(self._grid.covered(outlines), 2)

    # -- where things lie (vision.table.bearings) ------------------------------------------------

    @property
    def nothing_laid(self) -> bool:
        """Whether no card is known to lie on the table."""
        return not self._lying.cards

    @property
    def lying(self) -> tuple[CardLook, ...]:
        """The cards that lie on the table, in the order in which they came to lie."""
        return tuple(known.look for known in self._lying.cards)

    @property
    def arms_over(self) -> np.ndarray:
        """Where arms were over the table in the last picture, boolean, small pixels."""
        return self._changes.covered

    def place(self, view: TableView, *, pushed: bool = False) -> None:
        """Take in where the board lies: known only now, or (*pushed*) moved over a table known before."""
        before = self._new_cards.board
        self._outline_board(view.boxes, view.board)
        if self._boxes is not None:
            self._boxes.forget()
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
        assert self._watch.first is not None
        there = []
        for look in looks:
            outline = self._grid.outline(look.corners)
            busy = self._changes.changed | self._changes.covered | self._new_cards.board
            if share(outline, busy) > LOOKS.lying_still or self._known_at(look) is not None:
                continue
            place = place_of(outline, self._changes.known, self._changes.small)
            self._lying.cards.append(Known(self._watch.first, look, LOOKS.most, t, place, self._watch.first))
            there.append(look)
        if there:
            self._watch.begun()
        return there

    def _known_at(self, look: CardLook) -> Known | None:
        """The known card that lies where a look was taken."""
        known = (each for each in self._lying.cards if at_one_card(each.look.corners, look.corners))
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
        self._arriving.clear()
        self._watch.moved(matrix, frame)
        self._certain.moved(small)
        self._proofs.before = None
        self._view.lost = False

    def unrecognised(self, looks: Sequence[CardLook], frame: Frame) -> None:
        """Go on after a move of which nobody knows how far it went, on a table without a board.

        Args:
            looks: every card that is read now. Those that are known lie there now; others are news.
            frame: the picture now, at rest.
        """
        self.moved(np.eye(3), {}, None, frame)
        lying = {known.look.face: known for known in self._lying.cards}
        there = np.ones(self._grid.shape, bool)
        for look in looks:
            outline = self._grid.outline(look.corners)
            known = lying.get(look.face)
            if known is None:
                there &= ~outline
                continue
            known.look = look
            known.place = place_of(outline, self._changes.known, self._changes.small)
        self._changes.settle(there & ~self._changes.covered)

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
        still, news = watched.still, watched.news
        out: list[Sighting] = [*self._watch.arms_seen(watched), *self._view.look(watched)]
        if self._view.lost:
            return out
        out += self._boxes_seen(frame, still.t - still.since >= BOXES.rest)
        out += self._cards_seen(frame, news)
        out += self._glimpsed(frame)
        out += self._laid_beneath(frame)
        out += self._look_again(frame)
        self._prove(frame)
        busy = self._changes.changed | self._changes.covered | ~(still.t - still.since >= TABLE.refresh_rest)
        self._full.refresh(frame.image, frame.t, busy)
        if not news and not self._changes.covered.any():
            self._proofs.before = self._scene(frame.image)
        return out

    def interrupted(self, seconds: float) -> None:
        """Nothing was seen for so long just before the next frame: whose arms there were is less sure."""
        self._watch.interrupted(seconds)

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
        over, card = self._certain.over, self._new_cards.plane.card
        over = over if own is None else over & ~own
        return Scene(image, over=over, card=None if card is None else card[0])

    def _prove(self, frame: Frame) -> None:
        """Take in which cards are certain now, with the pictures that prove them."""
        for known in self._certain.look(frame.image, frame.t, self._new_cards.plane):
            over = self._certain.over | self._grid.covered(
                [up.look.corners for up in self._certain.upon(known)]
            )
            shown = replace(self._scene(frame.image), over=over)
            self._proofs.certain(known, shown)

    # -- boxes -----------------------------------------------------------------------------

    def _boxes_seen(self, frame: Frame, resting: np.ndarray) -> list[Sighting]:
        """What is told of the boxes: how many chips lie there, and who changed that."""
        if self._boxes is None:
            if (self._new_cards.board & self._changes.changed).any():
                self._changes.settle(self._new_cards.board & resting & ~self._changes.covered)
            return []
        out: list[Sighting] = []
        for box, count, where in self._boxes.look(
            frame.image, frame.t, resting, nothing_laid=self.nothing_laid
        ):
            seats = () if where is None else self._watch.whose(self._watch.brought(where, frame.t))
            counted = (dict(count.chips), count.empty, count.confidence, seats, count.exact, count.about)
            seen = BoxSeen(frame.t, frame.number, box, *counted)
            shown = self._scene(frame.image, self._boxes.masks[box] & ~self._changes.covered)
            self._proofs.counted(seen, shown, box, self._boxes.quads[box])
            out.append(seen)
        return out

    # -- cards -----------------------------------------------------------------------------

    def _cards_seen(self, frame: Frame, news: Sequence[News]) -> list[Sighting]:
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
            rested = frame.t - piece.t
            if not piece.at_border and self._lying.shows_hand(piece.mask):
                self._changes.by_hands |= piece.mask
                continue
            if piece.at_border:
                if rested > NEWS.arm_rests:
                    settled |= piece.mask
                    self._certain.settled(piece.mask)
                continue
            same = (p for p in self._pending if abs(p.t - piece.t) < 0.05 and (p.mask & piece.mask).any())
            waiting = next(same, None) or _Pending(piece.mask, piece.t)
            waiting.mask = piece.mask
            pending.append(waiting)
            if not waiting.tries and not without_specks(piece.mask).any():
                waiting.tries = len(NEWS.tries) - 1  # edges alone, that shiver: once is enough
            if waiting.tries < len(NEWS.tries) and rested >= NEWS.tries[waiting.tries]:
                waiting.tries += 1
                due.append(waiting)
        self._pending = pending
        out: list[Sighting] = []
        if due:
            found, explained = self._search(frame, due)
            out += found
            settled |= explained
        if settled.any():
            self._changes.settle(settled)
            self._full.renew(frame.image, frame.t, grown(settled, 2) & ~self._changes.covered)
        return out

    def _search(self, frame: Frame, due: list[_Pending]) -> tuple[list[Sighting], np.ndarray]:
        """Cards in pieces of news: the sightings, and what of the picture is thereby explained."""
        out: list[Sighting] = []
        explained = np.zeros(self._grid.shape, bool)
        for group, news in self._grouped(due):
            if is_speck(amount(news)):
                explained |= news
                continue
            t = max(piece.t for piece in group)
            mask, gone = self._lying.without_gone(news)
            if gone and is_speck(amount(mask)):
                out += [CardGone(t, frame.number, known.t, known.look) for known in gone]
                explained |= news
                continue
            last = all(piece.tries >= len(NEWS.tries) for piece in group)
            first = all(piece.tries < len(NEWS.tries) for piece in group)
            found = self._found(frame.image, mask, first)
            if found is None:
                explained |= news & ~mask
                continue
            found.laid[:] = self._lying.without_squared(found.laid)
            uncovered = not (gone or found.moved)
            own = self._let_go(frame.image, mask, t, found) if uncovered else None
            if own is not None:
                out.append(self._seen_again(frame, *own))
                explained |= news
                continue
            gone = self._without_moved(gone, found)
            out += [CardGone(t, frame.number, known.t, known.look) for known in gone]
            if not last and (not (found.laid or found.moved) or self._unclear(found, news)):
                explained |= news & ~mask
                continue
            laid = self._without_hands(frame, found.laid)
            blank = not any(shows_a_face(look) for look in laid) and not found.moved
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
            laid = self._without_strays(laid)
            for known, look in found.moved:
                known.look = replace(known.look, corners=look.corners)
            if not (laid or found.moved or gone or self._changes.opened(mask)):
                self._certain.settled(news)
            out += self._come_to_lie(frame, laid, mask, t)
            explained |= news
        return out, explained

    def _without_hands(self, frame: Frame, laid: Sequence[CardLook]) -> list[CardLook]:
        """New cards, but for what is hardly read beside one told just now: a hand, or its shadow."""
        just = [known.look for known in self._lying.cards if frame.t - known.t < ARRIVING.moved_on]
        just += [look for look in laid if likely_shown(look)]
        return [
            look
            for look in laid
            if likely_shown(look) or not any(touch(look.corners, each.corners) for each in just)
        ]

    def _without_strays(self, laid: Sequence[CardLook]) -> list[CardLook]:
        """New cards, but for what shows no face where no cards are laid: packets, the talon, paper."""
        return [look for look in laid if shows_a_face(look) or self._where_laid(look)]

    def _found(self, image: np.ndarray, mask: np.ndarray, first: bool) -> Found | None:
        """What explains a piece of news: cards by looks alone, else by all that can be tried."""
        table, paper = self._full.image, self._lying.paper()
        if paper is not None and not (grown(mask, 1) & paper).any():
            return Found([], [], mask, [])
        glimpse = None
        if table is not None:
            glimpse = self._by_looks(mask, self._new_cards.glimpse(image, mask, by_hand=False))
        if first or glimpse is not None:
            return glimpse
        return self._new_cards.explain(image, table, mask, self._new_cards.looks(image, mask))

    def _by_looks(self, mask: np.ndarray, looks: list[CardLook]) -> Found | None:
        """What explains a piece of news, if looks alone say it: cards that lay there, and new ones."""
        seen, plane = self._new_cards.off_board(looks), self._new_cards.plane
        told = self._tracks.associate(seen, self._full, mask, plane, by_hand=False)
        free = [known for known in told.again if known.touched]
        if len(told.laid) > 1:  # cards over one another are told each beside the others
            return None
        if not (told.laid or free) or not self._lying.too_little(told.rest):
            return None
        for known in free:
            known.touched = False
        self._new_cards.learn_size(told.laid)
        return Found(told.laid, [], told.rest, looks)

    def _glimpsed(self, frame: Frame) -> list[Sighting]:
        """Cards that have come to lie while hands are still there."""
        if self._full.image is None:
            return []
        self._uncovered(frame)
        rests = self._changes.by_hands & ~self._new_cards.board
        if not rests.any():
            return self._arrived(frame)
        paper = self._lying.paper()
        cards = rests if paper is None else rests & grown(paper, 2)
        area, laid = self._lying.card_area(), self._last_laid()
        often = laid is not None or bool(self._arriving)
        since = self._changes.since
        part, tried = self._glimpses.due(frame.t, since, cards, area, laid, often=often), 0
        if part is not None:
            tried = self._glimpses.tries - 1
        elif laid is not None:
            part = self._glimpses.elsewhere(frame.t, since, cards, area)
        if part is not None:
            looks = self._new_cards.glimpse(frame.image, part, by_hand=True, tried=tried)
            plane, arriving = self._new_cards.plane, self._arriving.faces
            told = self._tracks.associate(looks, self._full, rests, plane, by_hand=True, arriving=arriving)
            if told.laid:
                self._glimpses.found(waits=told.waits)
            for look in told.laid:
                self._arriving.seen(frame, look, part, self._watch.arms)
        return self._arrived(frame)

    def _uncovered(self, frame: Frame) -> None:
        """Know the table as it was before, where what lay there, and was no card, is gone beside a hand."""
        back = self._changes.as_before() & ~self._new_cards.board
        if not back.any():
            return
        back &= ~self._grid.grown([known.look.corners for known in self._lying.cards], 1)
        if back.any():
            self._changes.settle(back)
            self._changes.by_hands &= ~back
            self._full.renew(frame.image, frame.t, back)

    def _last_laid(self) -> Point | None:
        """The middle of the last card laid, small pixels."""
        last = self._lying.last_shown()
        if last is None:
            return None
        x, y = center(last.look.corners)
        return (x * self._grid.scale, y * self._grid.scale)

    def _arrived(self, frame: Frame) -> list[Sighting]:
        """What is told of the cards that hands were laying and that lie now."""
        out: list[Sighting] = []
        for one in self._arriving.rested(frame):
            self._new_cards.learn_size([one.look])
            # Who came and left meanwhile tells more of whose hand it was.
            arms = self._watch.brought(one.where, one.t) or one.arms
            out += self._lies(one.frame, one.look, one.t, arms, one.place, touched=True)
            rests = self._grid.outline(one.look.corners) & self._changes.by_hands
            # As it looked when it was seen: by now the next card of a run may lie upon it.
            self._changes.settle(rests, one.small)
            self._full.renew(one.frame.image, one.frame.t, rests)
            laid = self._last_laid()
            if laid is not None:
                self._glimpses.again(laid, self._lying.card_area())
        return out

    def _come_to_lie(
        self, frame: Frame, laid: Sequence[CardLook], mask: np.ndarray, t: float
    ) -> Iterator[Sighting]:
        """New cards in one piece of news, each when it came: what is told of them."""
        last_before = self._lying.cards[-1] if self._lying.cards else None
        for look, came, where in self._one_by_one(laid, mask, t):
            arms = self._watch.brought(where, came)
            if last_before is not None and self._rest_of(last_before, look, arms):
                yield self._seen_again(frame, last_before, look)
                continue
            if not arms and self._lying.no_new_card(look):
                continue
            arms = arms or self._watch.on_their_way(came, TABLE.first_seen)
            yield from self._lies_free(frame, look, came, arms)

    def _lies_free(
        self, frame: Frame, look: CardLook, came: float, arms: Sequence[tuple[float, Arm]]
    ) -> Iterator[Sighting]:
        """What is told of a new card as this frame shows it (`_lies`)."""
        outline = self._grid.outline(look.corners)
        place = place_of(outline, self._changes.known, self._changes.small)
        yield from self._lies(frame, look, came, arms, place)

    def _lies(
        self,
        frame: Frame,
        look: CardLook,
        came: float,
        arms: Sequence[tuple[float, Arm]],
        place: Place | None,
        *,
        touched: bool = False,
    ) -> Iterator[Sighting]:
        """A new card lies on the table: it is known from now on, and told if somebody has laid it.

        Args:
            frame: the one that proves it.
            came: since when it lies there.
            arms: that may have brought it, weighed.
            place: how the table looked there before it.
            touched: a hand is still there.
        """
        assert self._watch.first is not None
        if not touched:
            yield from self._held_till_now(frame, look)
        arm = arms[0][1] if arms else None
        arrived = arm.entered if arm is not None else came
        again = self._lay_there(frame, look, came, arrived)
        if again is not None:
            yield from again
            return
        if arm is not None and self._opens_round(look):
            self._watch.opened(arm)
        known = Known(came, look, 0, frame.t, place, arrived, touched)
        known.looked_at(frame.t)
        self._lying.cards.append(known)
        if arm is None and came <= self._watch.first + TABLE.first_seen:
            # Nobody was seen to lay it: light, say, has shown what lay there all the time.
            return
        card = CardLaid(came, frame.number, arrived, look, self._watch.whose(arms))
        if arm is not None:
            arm.brought = frame.t
        self._certain.told(known)
        now = self._scene(frame.image)
        self._proofs.told(known, now)
        self._proofs.seen(card, now, look.corners)
        yield card

    def _held_till_now(self, frame: Frame, look: CardLook) -> Iterator[CardGone]:
        """Those told under a hand out of which the first card that lies free was drawn: they were held.

        A card drawn over another one in a fan looks like the second card of a run.
        """
        cards, plane = self._lying.cards, self._new_cards.plane
        if not all(known.touched for known in cards):
            return
        away = (known for known in cards if not self._tracks.is_near(look, known.look.corners, plane))
        drawn = next((known.look for known in away if same_face(known.look, look)), None)
        if drawn is None:
            return
        for known in [each for each in cards if self._tracks.is_near(drawn, each.look.corners, plane)]:
            cards.remove(known)
            yield CardGone(frame.t, frame.number, known.t, known.look)

    def _opens_round(self, look: CardLook) -> bool:
        """Whether a new card is the first of a round: none was laid before it, and none lay there already."""
        strays = all(known.t == self._watch.first for known in self._lying.cards)
        return strays and not self._where_laid(look)

    def _lay_there(self, frame: Frame, look: CardLook, came: float, arrived: float) -> list[Sighting] | None:
        """What is told of a look at a card that is known: it lies or was moved here; None: it is another.

        A pack has one card of each face: where it was it must be seen no more.
        """
        for known in reversed(self._lying.cards):
            here = overlap(known.look.corners, look.corners) >= NEWS.same_place
            alike = same_face(look, known.look)
            # Outlines of buried cards shift; one hand does not lay two cards of a face.
            one_hand = known.arrived == arrived and touch(known.look.corners, look.corners)
            at_once = abs(came - known.t) < ARRIVING.same_rest and not two_faces(look, known.look)
            if (alike and (here or one_hand)) or (here and at_once):
                return [self._seen_again(frame, known, look)]
            if not alike or frame.t - known.t > ARRIVING.moved_on:
                continue
            there = self._new_cards.read_along(frame.image, [known.look.corners])
            if there and not known_again(there[0].faces[look.face]):
                known.look = replace(known.look, corners=look.corners)
                return []
        return None

    def _unclear(self, found: Found, news: np.ndarray) -> bool:
        """Whether the new cards leave much unexplained, or a hand beside the news hides too much of one."""
        outlines = [
            self._grid.outline(look.corners) for look in (*found.laid, *(look for _, look in found.moved))
        ]
        if amount(found.rest) > NEWS.unclear * (self._lying.card_area() or amount(outlines[0])):
            return True
        hands = self._changes.covered & ~news
        return any(share(each, hands) > NEWS.hidden for each in outlines)

    def _let_go(
        self, image: np.ndarray, mask: np.ndarray, t: float, found: Found
    ) -> tuple[Known, CardLook] | None:
        """The known card of which news shows the part that its own hand hid until then, and a look at it.

        A card laid upon it would change more of it, or show another face.

        Args:
            mask, t: the news, small pixels, and since when it lies so.
            found: what else would explain it; a new card beyond doubt does.
        """
        if self._read is None or any(surely(look) for look in found.laid):
            return None
        came = {arm.entered for _, arm in self._watch.brought(mask, t)}
        for known in reversed(self._lying.cards):
            corners, face = known.look.corners, known.look.face
            if known.arrived not in came or share(mask, self._grid.grown([corners], 3)) < NEWS.let_go:
                continue
            there = [look for look in found.looks if at_one_card(look.corners, corners)]
            look = max(
                [*there, *self._new_cards.looks_at(image, [corners])], key=lambda look: look.faces[face]
            )
            seen = known_again(min(look.faces[face], max(known.look.faces)))
            if seen and not explains(share(self._grid.outline(corners), mask)):
                return known, look
        return None

    def _rest_of(self, known: Known, look: CardLook, arms: list[tuple[float, Arm]]) -> bool:
        """Whether a look shows the rest of a known card, which the arm that brought it hid till now."""
        if not arms or known.arrived != arms[0][1].entered:
            return False
        two = surely(known.look) and surely(look) and known.look.face != look.face
        return not two and overlap(known.look.corners, look.corners) >= NEWS.same_place

    def _seen_again(self, frame: Frame, known: Known, look: CardLook) -> Sighting:
        """One more look at a known card."""
        known.looked_at(frame.t)
        known.look = CardLook(look.corners, _together(known.look.faces, look.faces, known.looks))
        seen = CardLookedAgain(frame.t, frame.number, known.t, known.look)
        self._proofs.seen(seen, self._scene(frame.image), look.corners)
        return seen

    def _where_laid(self, look: CardLook) -> bool:
        """Whether a look is where this table lays its cards."""
        return self._tracks.where_laid(look, self._new_cards.plane)

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
        last = max((known.t for known in self._lying.cards), default=-math.inf) + ARRIVING.same_rest
        for number, own in enumerate(visible):
            upper = np.logical_or.reduce([np.zeros_like(mask), *visible[:number]])
            alone = own & ~upper
            told = not is_speck(amount(alone)) and shows_a_face(laid[number])
            # White upon white comes to rest unseen: what has since the last card was laid tells when.
            since = alone & (self._changes.since > last)
            alone = since if amount(since) > NEWS.since_last * amount(alone) else alone
            rested = self._changes.rested(alone) if told else t
            # White upon white comes to rest unseen: somebody must have been there by then.
            apart = laid_apart(abs(rested - t)) and abs(rested - t) < TABLE.keep_arms
            there = apart and (self._watch.brought(own, rested) or not self._watch.brought(own, t))
            times.append(rested if there else t)
        order = sorted(range(len(laid)), key=times.__getitem__)
        where = [mask if is_speck(amount(own)) else own for own in visible]
        return [(laid[n], times[n], where[n]) for n in order]

    def _without_moved(self, gone: Sequence[Known], found: Found) -> list[Known]:
        """Those that are gone indeed: what has left its place and lies in the same news was moved there."""
        away = []
        for known in gone:
            face = known.look.face
            sure = surely(known.look, face)
            there = next((look for look in found.laid if sure and surely(look, face)), None)
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

    def _laid_beneath(self, frame: Frame) -> list[Sighting]:
        """What is told of cards that were put down at once with one told before, as a fan."""
        return [
            told
            for look, upper in self._beneath.look(frame.image, frame.t)
            for told in self._laid_with(frame, look, upper)
        ]

    def _laid_with(self, frame: Frame, look: CardLook, upper: Known) -> Iterator[Sighting]:
        """What is told of a card that was laid with *upper*, and by the same hand."""
        with_it = [arm for arm in self._watch.arms if arm.entered == upper.arrived]
        arms = [(1 / len(with_it), arm) for arm in with_it]
        yield from self._lies_free(frame, look, upper.t, arms)

    def _look_again(self, frame: Frame) -> list[Sighting]:
        """Another look at cards whose face is in doubt, while nothing lies over them."""
        out: list[Sighting] = []
        busy = self._changes.covered | self._changes.changed
        for known in self._lying.cards[-LOOKS.looked_back :]:
            if known.looks >= LOOKS.most or frame.t < known.next_look or beyond_doubt(max(known.look.faces)):
                continue
            outline = self._grid.outline(known.look.corners)
            if (outline & busy).any():
                continue
            best = self._look_at(frame.image, known)
            if best is None:
                known.looked_at(frame.t)
            else:
                out.append(self._seen_again(frame, known, best))
        return out

    def _look_at(self, image: np.ndarray, known: Known) -> CardLook | None:
        """A look at a known card, None where nothing is seen there."""
        if self._read is not None:
            return self._looked_at(image, known)
        found = self._find(image, self._new_cards.region(self._grid.outline(known.look.corners)))
        same = [look for look in found if overlap(look.corners, known.look.corners) > 0.6]
        return max(same, key=lambda look: overlap(look.corners, known.look.corners), default=None)

    def _looked_at(self, image: np.ndarray, known: Known) -> CardLook:
        """A look at a known card, without what those hide of it that came with it or later."""
        assert self._read is not None
        with_it = [each.look for each in self._lying.cards if each is not known and each.t >= known.t]
        on_it = [look for look in with_it if touch(look.corners, known.look.corners)]
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
    outline: CardOutliner | None = None
    if find is None:
        faces = reader or shipped()
        warm()

        def cards(image: np.ndarray) -> list[SeenCard]:
            return find_cards(image, reader=faces)

        def find(image: np.ndarray, region: Region) -> list[CardLook]:
            seen = find_cards(image, region=region, reader=faces, indices=True)
            return [card.look for card in seen if not card.back]

        outline = outline_cards

        def read(image: np.ndarray, quads: Sequence[Quad], upper: Sequence[Sequence[Quad]]) -> np.ndarray:
            return faces.read(image, quads, upper).faces

    seats = [player.seat for player in table.players if player.seat is not None]
    boxes = box_quads(table, table.honours)
    observer = Observer(
        size,
        seats,
        len(table.players),
        boxes,
        table.board,
        Detectors(find, read, BoxMemory(table.chips, table.boxes).count, outline),
        leader=(table.names.index(table.dealer) + 1) % len(table.players),
    )
    return Bearings(observer, size, table.board, boxes, cards, table.honours)


def _through(matrix: np.ndarray, quad: Quad) -> Quad:
    a, b, c, d = to_pixels(matrix, quad)
    return (a, b, c, d)


def _together(before: Sequence[float], now: Sequence[float], looks: int) -> tuple[float, ...]:
    """All looks at one face: looks of one camera err alike, so they are averaged, not multiplied."""
    return tuple((b * (looks - 1) + n) / looks for b, n in zip(before, now, strict=True))
