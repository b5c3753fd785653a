"""The cards that lie on the table: which of them a look shows again, which were pushed, which are gone.

A card keeps its identity while it lies: slid, straightened, half covered. What lies there and is seen
again explains no news.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.boundaries import CardLook
from vision.cards.covered import beyond_doubt, is_told
from vision.cards.layout.layers import touch
from vision.geometry.masks import amount, grown, share, without_specks
from vision.geometry.quads import area, center, overlap
from vision.motion.changes import Changes, is_speck
from vision.motion.grid import Grid
from vision.tracking.gathered import Place, gathered
from vision.tracking.looks import same_face, shows_a_face
from vision.tracking.settings import TRACKING

LYING, FACES, OVERLAPS, NEWS, GATHERED = (
    TRACKING.lying,
    TRACKING.faces,
    TRACKING.overlaps,
    TRACKING.news,
    TRACKING.gathered,
)


@dataclass(slots=True, eq=False)
class Known:
    """A card that lies on the table.

    Attributes:
        t: second at which it came to lie.
        look: where it lies, and the faces of all looks together.
        looks: how many there were.
        next_look: second from which on another one may be taken.
        place: how the table looked there before it and with it.
    """

    t: float
    look: CardLook
    looks: int
    next_look: float
    place: Place | None = None
    arrived: float = 0.0
    """When the arm came that brought it; its ``t`` where none was seen."""
    touched: bool = False
    """A hand lay on it when it was last seen: what that hid of it will be news."""

    beneath: bool = False
    """It was looked at what may have been laid with it and lies under it."""

    def looked_at(self, t: float) -> None:
        """One more look was taken at second ``t``."""
        self.looks += 1
        self.next_look = t + LYING.look_again


class LyingCards:
    """The known cards of one table.

    Args:
        grid: small pixels.
        changes: what of the table is different since it was last known.

    Attributes:
        cards: the first laid first.
    """

    def __init__(self, grid: Grid, changes: Changes) -> None:
        self._grid = grid
        self._changes = changes
        self.cards: list[Known] = []

    def card_area(self) -> float | None:
        """Small pixels that a card covers on this table, None before the first."""
        areas = [area(known.look.corners) for known in self.cards[-15:]]
        return float(np.median(areas)) * self._grid.scale**2 if areas else None

    def last_shown(self) -> Known | None:
        """The card laid last that shows a face: there cards are laid."""
        return next((known for known in reversed(self.cards) if shows_a_face(known.look)), None)

    def paper(self) -> np.ndarray | None:
        """Where the picture has the colour of the last cards' paper, small pixels; None before the first.

        Their paper is the lighter half of what is seen of them; a hand and most sleeves have another colour.
        """
        shown = [known for known in self.cards if shows_a_face(known.look)][-LYING.paper_of :]
        if not shown:
            return None
        pixels = np.concatenate([self._as_laid(known) for known in shown]) + 1.0
        light = pixels.sum(axis=1)
        paper = np.median(pixels[light >= np.median(light)], axis=0)
        blue, green, red = cv2.split((self._changes.small + 1.0) / paper.astype(np.float32))
        lightest, darkest = cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red)
        tint = lightest / np.maximum(darkest, 1e-3)
        return np.asarray((tint < LYING.paper_tint) & (lightest > LYING.paper_dark))

    def _as_laid(self, known: Known) -> np.ndarray:
        """A card's small pixels (n × 3) as it came to lie: the known table may not show it."""
        if known.place is not None:
            return np.asarray(known.place.laid[known.place.outline], np.float32)
        return np.asarray(self._changes.known[self._grid.outline(known.look.corners)])

    def shows_hand(self, news: np.ndarray) -> bool:
        """Whether a piece of news where cards lie holds something solid of another colour than their paper.

        The print of a card is never far from its paper. What shows the table that a card hid is no hand.
        """
        last = self.last_shown()
        if last is None or not (self._grid.grown([last.look.corners], 3) & news).any():
            return False
        touched = self._last_touched(news)
        if touched is not None and self._back_as_before(touched[1]) >= LYING.lifted:
            return False
        paper = self.paper()
        assert paper is not None
        solid = amount(news & ~grown(paper, LYING.print_apart))
        return solid > LYING.hand * (self.card_area() or 0.0) and not self._changes.opened(news)

    def too_little(self, rest: np.ndarray) -> bool:
        """Whether what is not explained (small pixels) is too little for a card."""
        return amount(rest) <= LYING.too_little * (self.card_area() or 0.0)

    def read_faces(self) -> set[int]:
        """The faces of known cards that were read well: seen again a little beside, they are no new cards."""
        return {each.look.face for each in self.cards if max(each.look.faces) >= FACES.fair}

    def surest(self, face: int) -> float:
        """How surely a known card shows a face, 0–1; 0 where none does."""
        return max((each.look.faces[face] for each in self.cards if each.look.face == face), default=0.0)

    def in_place(self, look: CardLook, changed: float = 1.0) -> bool:
        """A known card seen again where it lies: it explains no news.

        Args:
            changed: share of its outline that the news covers. Where that is not most of it, a face that the
                known card was read as in doubt is believed, too: a new card would have changed more.
        """
        face = look.face

        def least(known: Known) -> float:
            """Overlap from which *look* is that card."""
            if changed < NEWS.explains and known.look.faces[face] > FACES.faint:
                return OVERLAPS.same_place
            if changed < LYING.least_shown:
                return math.inf
            if not same_face(look, known.look):
                return math.inf
            # Of one that lay under others nothing else can have changed than what lifting those uncovers.
            uncovered = changed > NEWS.explains and self._share_shown(known) < 1 - OVERLAPS.covered
            return OVERLAPS.same_place if uncovered else OVERLAPS.one_card

        may_be = ((known, least(known)) for known in self.cards)
        there = (
            known for known, most in may_be if most < 1 and overlap(known.look.corners, look.corners) > most
        )
        return any(self._share_shown(known) > 1 - LYING.hidden_wholly for known in there)

    def lies_there(self, look: CardLook) -> bool:
        """Whether a known card lies just where a look sees one, whatever face is made out."""
        return any(overlap(known.look.corners, look.corners) > OVERLAPS.same_place for known in self.cards)

    def known_again(self, look: CardLook, changed: float = 1.0) -> bool:
        """Whether a look explains no news: a card in place (`in_place`), not the last one seen in full."""
        return not self._just_laid(look) and self.in_place(look, changed)

    def explains(self, look: CardLook, changed: float, looks: Sequence[CardLook]) -> bool:
        """Whether a look may explain news: a card that was not known, or has moved."""
        return not self.known_again(look, changed) or self._straightened(look, changed, looks)

    def _straightened(self, look: CardLook, changed: float, looks: Sequence[CardLook]) -> bool:
        """Whether a card lies a little beside where it lay, and has left that place.

        A new one laid across it hides much of it, and its outline is not seen so well then.

        Args:
            changed: share of its outline that the news covers.
            looks: all at the news.
        """
        faces = [known.look.face for known in self.cards]
        if any(max(one.faces) >= FACES.sure and one.face not in faces for one in looks):
            return False
        known = self.pushed(look) if changed > NEWS.explains else None
        if known is None or overlap(known.look.corners, look.corners) > LYING.straightened:
            return False
        left = self._grid.outline(known.look.corners) & ~self._grid.grown([look.corners], 1)
        return not is_speck(amount(left)) and share(left, self._changes.changed) > LYING.left

    def shows_another(self, look: CardLook, looks: Sequence[CardLook]) -> bool:
        """Whether *looks* still show a known card, more surely, where this one would hide it."""
        sure = max(look.faces)
        least = OVERLAPS.one_card if sure < FACES.faint else LYING.hides
        surer = (one for one in looks if max(one.faces) > max(sure, FACES.fair))
        return any(overlap(look.corners, one.corners) > least and self.in_place(one) for one in surer)

    def lies_beneath(self, look: CardLook, looks: Sequence[CardLook]) -> bool:
        """Whether *looks* show the known card of this face in its place, upon which this one would lie.

        Where a shadow comes and goes, outlines fit across cards that lie side by side, and such a one may be
        read as any of them; a pack has one of each.
        """
        face = look.face
        if look.faces[face] < FACES.fair:
            return False
        sure = [one for one in looks if one.face == face and one.faces[face] >= FACES.sure]
        return any(
            known.look.face == face
            and known.look.faces[face] >= FACES.sure
            and touch(known.look.corners, look.corners)
            and overlap(known.look.corners, look.corners) < OVERLAPS.same_place
            and any(overlap(one.corners, known.look.corners) > OVERLAPS.same_place for one in sure)
            and self._share_shown(known) > 1 - OVERLAPS.covered
            for known in self.cards
        )

    def unchanged(self, look: CardLook, laid: Sequence[CardLook], looks: Sequence[CardLook]) -> bool:
        """Whether a look shows what known cards show: what arms and the other new cards leave in sight
        has not changed. Of a card half under an arm only a strip is read, and maybe read wrong.

        What hangs on the border may be the card's own print, though: a new face that other *looks* there
        show beyond doubt, too, is not misread.
        """
        if self._agreed(look, looks):
            return False
        there = (
            known for known in self.cards if overlap(known.look.corners, look.corners) > OVERLAPS.one_card
        )
        lowest = next(there, None)
        if lowest is None:
            return False
        others = [other.corners for other in laid if other is not look]
        others += [known.look.corners for known in self.cards if known is not lowest and known.t >= lowest.t]
        outline = self._grid.outline(look.corners)
        strip = outline & ~self._grid.grown(others, 1) & ~grown(self._changes.covered, 1)
        told = not is_speck(amount(strip)) and amount(strip) >= LYING.least_left * amount(outline)
        return told and share(strip, self._changes.changed) <= NEWS.least_changed

    def _agreed(self, look: CardLook, looks: Sequence[CardLook]) -> bool:
        """Whether several *looks*, along other outlines, surely show its face, and no known card has that."""
        face = look.face
        alike = (one for one in looks if beyond_doubt(one.faces[face]))
        there = sum(overlap(one.corners, look.corners) > OVERLAPS.one_card for one in alike)
        return there >= LYING.several and face not in self.read_faces()

    def no_new_card(self, look: CardLook) -> bool:
        """Whether what no arm has brought is no new card: it shows no face, or lies where a known one does.

        After a bump, and in changing light, what has long lain differs a little from how it is remembered.
        """
        face = look.face
        if look.faces[face] < FACES.faint:
            return True
        new = all(known.look.face != face for known in self.cards)
        if new and look.faces[face] >= FACES.sure:
            return False
        return any(overlap(known.look.corners, look.corners) > OVERLAPS.one_card for known in self.cards)

    def upon(self, look: CardLook, news: np.ndarray) -> np.ndarray:
        """Where cards lie on the known one that a look shows, small pixels: it explains nothing new there.

        Nowhere, if most of its place is new: it was taken up, then, and laid again.
        """
        for known in self.cards:
            here = overlap(known.look.corners, look.corners) > OVERLAPS.one_card
            there = here and same_face(look, known.look)
            if there and share(self._grid.outline(look.corners), news) <= NEWS.explains:
                return self._under_later(known)
        return np.zeros(self._grid.shape, bool)

    def pushed(self, look: CardLook) -> Known | None:
        """The known card that was pushed a little to where ``look`` sees it, if that is beyond doubt."""
        if self._just_laid(look):
            return self.cards[-1]
        face = look.face
        if look.faces[face] < FACES.sure:
            return None
        reach = math.sqrt(area(look.corners))
        for known in reversed(self.cards):
            same = known.look.face == face and known.look.faces[face] >= FACES.sure
            near = math.dist(center(known.look.corners), center(look.corners)) < reach
            if same and near and self._may_have_left(known, look):
                return known
        return None

    def _just_laid(self, look: CardLook) -> bool:
        """Whether ``look`` is the last known card in full: its hand left it in two steps, and what
        the first one showed was outlined a little beside."""
        if not self.cards:
            return False
        last = self.cards[-1]
        sure = min(look.faces[look.face], last.look.faces[look.face]) > FACES.fair
        if not sure or overlap(last.look.corners, look.corners) < OVERLAPS.one_card:
            return False
        news = self._grid.outline(look.corners) & self._changes.changed
        return bool(news.any()) and self._changes.rested(news) - last.t < LYING.together

    def _may_have_left(self, known: Known, look: CardLook) -> bool:
        """Whether a card may have gone to where ``look`` sees its like: it was in sight, and is no more."""
        if self._share_shown(known) < 1 - OVERLAPS.covered:
            return False
        behind = self._shown(known) & ~self._grid.grown([look.corners], 1)
        changed = amount(behind & self._changes.changed)
        return is_speck(amount(behind)) or changed > LYING.left * amount(behind)

    def _shown(self, known: Known) -> np.ndarray:
        """Where no card that came later lies on a known one, small pixels."""
        return np.asarray(self._grid.outline(known.look.corners) & ~self._under_later(known))

    def _under_later(self, known: Known) -> np.ndarray:
        """Where cards lie that came later than a known one, small pixels."""
        later = self.cards[self.cards.index(known) + 1 :]
        return self._grid.covered([other.look.corners for other in later])

    def _share_shown(self, known: Known) -> float:
        """Share of a known card that is in sight, as far as those go that came later."""
        return amount(self._shown(known)) / max(1, amount(self._grid.outline(known.look.corners)))

    def without_squared(self, laid: Sequence[CardLook]) -> list[CardLook]:
        """New cards, but for many unread ones on known ones: when a pile is squared up all its edges move."""
        known = [each.look.corners for each in self.cards]
        unread = [
            look
            for look in laid
            if not is_told(max(look.faces)) and any(touch(look.corners, each) for each in known)
        ]
        return [look for look in laid if len(unread) <= LYING.most_unread or look not in unread]

    def without_gone(self, news: np.ndarray) -> tuple[np.ndarray, list[Known]]:
        """What remains of a piece of news without the places of cards that were taken away, and these."""
        around = grown(news, 1)
        now, step, soft = self._changes.small, self._changes.step, self._changes.soft
        gone = gathered(self.cards, lambda known: known.place, around, now, step, soft)
        if not gone:
            return news, gone
        places = np.logical_or.reduce([self._grid.outline(known.look.corners) for known in gone])
        self.cards = [known for known in self.cards if known not in gone]
        return without_specks(news & ~grown(places, 3)), gone

    def uncovered(self, mask: np.ndarray, looks: list[CardLook]) -> list[Known]:
        """Known cards that the news has taken away: their whole outline changed and no card is seen there."""
        around = grown(mask, 1)
        gone: list[Known] = []
        upon = np.zeros(self._grid.shape, bool)
        for known in reversed(self.cards):
            outline = self._grid.outline(known.look.corners)
            changed = share(outline, around)
            seen = any(overlap(look.corners, known.look.corners) > 0.5 for look in looks)
            if changed > 0.8 and not seen and share(outline, upon) < OVERLAPS.covered:
                gone.append(known)
            else:
                upon |= outline
        return gone

    def lifted(self, mask: np.ndarray, looks: list[CardLook]) -> list[Known]:
        """The last card that the news covers wholly, if no face is seen any more where it showed its own.

        A card upon it would show another: it was taken back, even where the light has changed meanwhile.
        """
        around = grown(mask, 1)
        touched = self._last_touched(around)
        if touched is None:
            return []
        known, place = touched
        sure = max(known.look.faces) >= FACES.sure and place.share(around) > LYING.lifted_wholly
        others = (one for one in looks if max(one.faces) > FACES.fair and not self.in_place(one))
        seen = any(overlap(one.corners, known.look.corners) > OVERLAPS.one_card for one in others)
        return [known] if sure and not seen and self._back_as_before(place) >= LYING.lifted else []

    def _last_touched(self, around: np.ndarray) -> tuple[Known, Place] | None:
        """The last of the cards that the news (a little grown) touches, and its place."""
        for known in reversed(self.cards):
            if known.place is not None and known.place.share(around) > LYING.touched:
                return known, known.place
        return None

    def _back_as_before(self, place: Place) -> float:
        """Share of a card's place that looks now as before it (`Place.back`)."""
        return place.back(self._changes.small, self._changes.step, self._changes.soft)
