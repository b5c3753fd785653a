"""Which cards lie on the table and which are held over it, told from looks at one picture and the last ones.

A look is associated with the lying card whose face and place agree with it; what is left is a new card
only where it lies on the table's plane, at a place that showed no such card in the table as it was known.
What does not is held in a hand. That is enough to tell most cards, also those that a hand still touches;
only what stays unexplained is searched for further (`vision.tracking.new_cards`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np

from engine.boundaries import CardLook, Quad
from vision.cards.layout.layers import touch
from vision.cards.poses import best_of_poses
from vision.geometry.masks import amount, share, without_specks
from vision.geometry.quads import area, center, overlap, share_of_smaller
from vision.motion.arms import blobs, border_contact
from vision.motion.changes import Changes, is_speck
from vision.motion.full_table import FullTable
from vision.motion.grid import Grid
from vision.tracking.fitting import Plane
from vision.tracking.looks import at_one_card, known_again, laid_apart, read_well, same_face, surely
from vision.tracking.lying_cards import Known, LyingCards
from vision.tracking.settings import TRACKING

TRACKS, OVERLAPS, GLIMPSES = TRACKING.tracks, TRACKING.overlaps, TRACKING.glimpses

ReadsOutlines = Callable[[np.ndarray, Sequence[Quad]], Sequence[CardLook]]
"""Reads outlined cards of a picture (uint8 BGR), once each."""


@dataclass(frozen=True, slots=True)
class Associated:
    """What the looks at one piece of news say.

    Attributes:
        laid: new cards that lie on the table, the surest first.
        again: cards that lay there and are seen again.
        held: what is in somebody's hand: its face is nobody's business.
        rest: what of the news no lying card explains, small pixels.
        waits: another card seemed new, too: that is worth one more look.
    """

    laid: list[CardLook]
    again: list[Known]
    held: list[CardLook]
    rest: np.ndarray
    waits: bool = False


class Tracks:
    """Associates looks with the cards of one table.

    Args:
        grid: small pixels.
        changes: what of the table is different since it was last known.
        lying: the cards that lie there.
        read: reads outlined cards.
    """

    def __init__(self, grid: Grid, changes: Changes, lying: LyingCards, read: ReadsOutlines) -> None:
        self._grid = grid
        self._changes = changes
        self._lying = lying
        self._read = read

    def associate(
        self,
        looks: Sequence[CardLook],
        table: FullTable,
        news: np.ndarray,
        plane: Plane,
        *,
        by_hand: bool,
        arriving: Collection[int] = (),
    ) -> Associated:
        """Explain news by cards that lie there already and by new ones that are seen surely.

        Args:
            looks: at the cards in and round the news, but for those on the board.
            table: as it was known, in full size.
            news: what has changed and lies still, small pixels.
            plane: the table's plane, and how large its cards are.
            by_hand: a hand is still there: what is read may be held in it.
            arriving: the faces of cards that were seen to be laid by themselves a moment ago.
        """
        again: list[tuple[Known, CardLook]] = []
        new: list[CardLook] = []
        held: list[CardLook] = []
        seen: list[CardLook] = []
        for look in sorted(looks, key=lambda one: -max(one.faces)):
            if self._suppressed(look, seen):
                continue
            known = self._known(look, news)
            if known is not None:
                again.append((known, look))
                if at_one_card(known.look.corners, look.corners):
                    seen.append(look)
            elif self._surely(look, looks):
                look = _fitting_best(look, looks, plane)
                (new if self._lies(look, plane, news, by_hand) else held).append(look)
                seen.append(look)
        if by_hand:
            held += [one for one in new if self._moved_with(one, [*new, *held], news, plane, arriving)]
            new = [one for one in new if one not in held]
        laid = [_together(look, looks) for look in new if self._has_come(look, table, news, new)]
        others = [look for look in laid if look.face not in arriving]
        waits = by_hand and len(others) > 1
        if waits:
            # A hand lays one card at a time: what shows beside it may be a strip of another that it hid.
            laid = [max(others, key=lambda look: share(self._grid.outline(look.corners), news))]
        # Of a card that lay there only what its own hand hid can be news, and then its face is seen.
        seen_again = [known for known, look in again if known_again(look.faces[known.look.face])]
        explained = [look.corners for look in laid]
        explained += [known.look.corners for known in seen_again if known.touched]
        rest = without_specks(news & ~self._grid.grown(explained, TRACKS.edge))
        return Associated(laid, seen_again, held, rest, waits)

    def where_laid(self, look: CardLook, plane: Plane) -> bool:
        """Whether a look is at a place where cards are laid: by one that lies there and shows its face."""
        return any(self.is_near(look, each, plane) for each in self._read_outlines())

    @staticmethod
    def is_near(look: CardLook, other: Quad, plane: Plane) -> bool:
        """Whether a look is so near another outline that it is of a card laid with it."""
        return plane.apart(look.corners, other) < TRACKS.where_laid

    def _read_outlines(self) -> list[Quad]:
        """Where cards lie whose face is read well."""
        return [each.look.corners for each in self._lying.cards if known_again(max(each.look.faces))]

    def _lies(self, look: CardLook, plane: Plane, news: np.ndarray, by_hand: bool) -> bool:
        """Whether a card lies on the table: it has the shape and size of one on its plane.

        Upon cards its edges are hidden or hardly seen, and its outline is less sure.
        """
        if by_hand and self._held(look, plane, news):
            return False
        if not self._grid.inside(look.corners):
            return True  # how much of it lies beyond the picture nobody knows
        upon = any(touch(look.corners, each) for each in self._read_outlines())
        return plane.off(look.corners) < (TRACKS.off_among_cards if upon else TRACKS.off_plane)

    def _held(self, look: CardLook, plane: Plane, news: np.ndarray) -> bool:
        """Whether a hand that is there holds a card.

        What it touches where no cards are laid is held in it unless it has lain still for long, and so is
        what stirred there for longer than a hand takes to lay a card: a fan that its player sorts.
        """
        there = self._grid.outline(look.corners) & news
        still = self._changes.rests_for(there) >= GLIMPSES.lies
        if still and self._by_itself(look):
            return False
        elsewhere = bool(self._lying.read_faces()) and not self.where_laid(look, plane)
        if elsewhere and not (still and self._grid.inside(look.corners)):
            return True
        return self._changes.stirred(there) > TRACKS.laid_within

    def _by_itself(self, look: CardLook) -> bool:
        """Whether nothing but a card hangs there on the picture's border: no hand holds it."""
        card = self._grid.outline(look.corners)
        if not (self._grid.middle_inside(look.corners) and len(border_contact(card))):
            return False
        hanging = next(part for part in blobs(self._changes.changed | card, 0) if (part & card).any())
        return amount(hanging & ~self._grid.grown([look.corners], TRACKS.edge)) <= TRACKS.hand * amount(card)

    def _moved_with(
        self,
        look: CardLook,
        others: Sequence[CardLook],
        news: np.ndarray,
        plane: Plane,
        arriving: Collection[int],
    ) -> bool:
        """Whether a card came with others over one another to where none are laid: a fan in a hand.

        Before the first card of a round nobody knows where that is: of several none was laid by itself.
        """
        over = [each for each in others if each is not look and touch(look.corners, each.corners)]
        if not self._lying.read_faces():
            return bool(over) and not arriving
        if self.where_laid(look, plane):
            return False
        came = self._changes.rested(self._grid.outline(look.corners) & news)
        then = [self._changes.rested(self._grid.outline(each.corners) & news) for each in over]
        return any(not laid_apart(abs(came - t)) for t in then)

    def _known(self, look: CardLook, news: np.ndarray) -> Known | None:
        """The lying card that a look shows again: its face near its place, or the place of a doubtful one.

        Where much of what it shows is new it is another card, of which the known one was misread.
        """
        reach = TRACKS.same_near * math.sqrt(area(look.corners))
        new = share(self._grid.outline(look.corners), news) > TRACKS.another
        for known in reversed(self._lying.cards):
            shared = overlap(known.look.corners, look.corners)
            alike = same_face(look, known.look)
            near = math.dist(center(known.look.corners), center(look.corners)) < reach
            if alike and near and not (new and shared < OVERLAPS.one_card):
                return known
            doubtful = not (known_again(max(look.faces)) and surely(known.look))
            if doubtful and shared > OVERLAPS.same_place:
                return known
        return None

    def _suppressed(self, look: CardLook, seen: Sequence[CardLook]) -> bool:
        """Whether a surer look shows the same card (non-maximum suppression)."""
        return any(
            one.face == look.face or share_of_smaller(one.corners, look.corners) > TRACKS.same_card
            for one in seen
            if surely(one)
        )

    def _surely(self, look: CardLook, looks: Sequence[CardLook]) -> bool:
        """Whether a look shows a face surely, or well and others along outlines of their own agree."""
        if surely(look):
            return True
        alike = [one for one in looks if one.face == look.face and known_again(max(one.faces))]
        return read_well(look) and len(alike) >= TRACKS.agree

    def _has_come(self, look: CardLook, table: FullTable, news: np.ndarray, new: Sequence[CardLook]) -> bool:
        """Whether a card is new where it is seen: its place has changed, and showed another face before."""
        others = [one.corners for one in new if one is not look]
        own = self._grid.outline(look.corners) & ~self._grid.grown(others, 0)
        own = own if not is_speck(amount(own)) else self._grid.outline(look.corners)
        if share(own, news) < TRACKS.least_changed:
            return False
        if share(own, table.taken >= self._changes.rested(own & news)) > TRACKS.least_changed:
            return True  # the table was taken in when the card lay there, with one told under it
        assert table.image is not None
        before = self._read(table.image, [look.corners])
        return not any(known_again(one.faces[look.face]) for one in before)


def _fitting_best(look: CardLook, looks: Sequence[CardLook], plane: Plane) -> CardLook:
    """Of all looks that surely show one card, the one whose outline is most like a card's on the plane.

    Fingers cut some short, and as surely as they are read nobody can tell which by the face alone.
    """
    alike = [one for one in looks if one.face == look.face and surely(one)]
    alike = [one for one in alike if touch(one.corners, look.corners)]
    return min([look, *alike], key=lambda one: plane.off(one.corners))


def _together(look: CardLook, looks: Sequence[CardLook]) -> CardLook:
    """What all looks along nearly the same outline say of a card."""
    alike = [one for one in looks if overlap(one.corners, look.corners) > OVERLAPS.same_place]
    return CardLook(look.corners, best_of_poses([look, *alike]).faces)
