"""Which new cards explain a piece of news on the table.

What changed tells the place of a card exactly where the finder sees only white on white; the finder knows
cards where the change is not a card's. What lies under a new card, beside it in a fan, or shows no face is
told here, too.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np

from engine.boundaries import CardLook, Quad
from vision.camera.light import lit_alike
from vision.cards.corners import short_edge_first, straighten
from vision.cards.covered import (
    ReadsUnder,
    beyond_doubt,
    is_told,
    read_under,
    without_astride,
    without_hidden,
)
from vision.cards.layout.layers import touch
from vision.cards.layout.underneath import underneath
from vision.cards.poses import best_of_poses, poses
from vision.geometry.masks import amount, grown, share, without_specks
from vision.geometry.quads import area, as_quad, center, overlap
from vision.motion.arms import blobs
from vision.motion.changes import Changes, is_speck
from vision.motion.grid import Grid, Region
from vision.motion.stillness import unlike
from vision.tracking.alongside import alongside
from vision.tracking.fans import heard_together, read_between
from vision.tracking.fitting import Plane
from vision.tracking.leafing import leafed_through
from vision.tracking.looks import read_well, surely
from vision.tracking.lying_cards import Known, LyingCards
from vision.tracking.settings import TRACKING
from vision.tracking.strips import card_sized

NEW, FACES, OVERLAPS, NEWS, LYING = (
    TRACKING.new,
    TRACKING.faces,
    TRACKING.overlaps,
    TRACKING.news,
    TRACKING.lying,
)
TRACKS = TRACKING.tracks

CardFinder = Callable[[np.ndarray, Region], Sequence[CardLook]]
"""Cards in a part of a picture; corners in pixels of the whole picture."""
CardOutliner = Callable[[np.ndarray, Region], Sequence[Quad]]
"""Where cards are seen in a part of a picture; in pixels of the whole picture, the first edge a short one."""
CardReader = Callable[[np.ndarray, Sequence[Quad], Sequence[Sequence[Quad]]], np.ndarray]
"""Face probabilities of outlined cards without what others, given for each of them, hide: n × 53, the last
column is "no face"."""


class CardDetectors(Protocol):
    """What looks at pictures for cards (`vision.observer.observer.Detectors`)."""

    @property
    def find(self) -> CardFinder:
        """Finds and reads them."""

    @property
    def read(self) -> CardReader | None:
        """Reads the cards that quads outline, None: only `find` is asked."""

    @property
    def outline(self) -> CardOutliner | None:
        """Outlines them without reading them, None: they are found and read."""


@dataclass(frozen=True, slots=True)
class Found:
    """What explains a piece of news.

    Attributes:
        laid: new cards.
        moved: known cards that were pushed, with where they are now.
        rest: what neither explains, small pixels.
        looks: every card seen there.
    """

    laid: list[CardLook]
    moved: list[tuple[Known, CardLook]]
    rest: np.ndarray
    looks: list[CardLook]


class NewCards:
    """Finds and reads what was laid on one table.

    Args:
        grid: small pixels.
        changes: what of the table is different since it was last known.
        lying: the cards that lie there already.
        plane: the table's plane, and how large its cards are.
        sees: what looks at the pictures.

    Attributes:
        plane: may be another one, once more is known.
        board: where the board lies, small pixels: what is printed there is no card laid.
    """

    def __init__(
        self,
        grid: Grid,
        changes: Changes,
        lying: LyingCards,
        plane: Plane,
        sees: CardDetectors,
    ) -> None:
        self._grid = grid
        self._changes = changes
        self._lying = lying
        self._find = sees.find
        self._outline = sees.outline
        self._read = sees.read
        self.plane = plane
        self.board = np.zeros(grid.shape, bool)

    @property
    def reads(self) -> bool:
        """Whether outlined cards can be read."""
        return self._read is not None

    def looks(self, image: np.ndarray, mask: np.ndarray) -> list[CardLook]:
        """What the finder sees in and round a piece of news (small pixels) of a frame (uint8 BGR)."""
        return list(self._find(image, self.region(mask)))

    def glimpse(
        self, image: np.ndarray, news: np.ndarray, *, by_hand: bool, tried: int = 0
    ) -> list[CardLook]:
        """Looks at what has come to lie: only what has changed is read.

        Of what is not read surely, fingers or other cards hide a part: that is read along whole outlines.

        Args:
            image: uint8 BGR, the frame.
            news: what has come to rest, small pixels.
            by_hand: a hand is there, and may hide a part.
            tried: how often that was looked at before; each time a little more or less round it is shown.
        """
        if self._outline is None or self._read is None:
            return self.off_board(self.looks(image, news))
        outlines = self._outline(image, self.region(news, TRACKS.margins[tried % len(TRACKS.margins)]))
        shares = {quad: share(self._grid.outline(quad), news) for quad in outlines}
        changed = sorted(outlines, key=lambda quad: -shares[quad])[: TRACKS.read]
        changed = [quad for quad in changed if shares[quad] >= TRACKS.strip]
        looks = self.off_board(self.read_along(image, changed))
        if by_hand and not self._shows_new(looks):
            hopeful = self._unknown(looks)[: TRACKS.completed]
            looks += self._beside(image, hopeful, self.plane.completions)
        if by_hand and not self._shows_new(looks):
            hopeful = sorted(self._unknown(looks), key=lambda look: -max(look.faces))[:1]
            hopeful = [look for look in hopeful if max(look.faces) >= FACES.faint]
            looks += self._beside(image, hopeful, functools.partial(poses, far=True))
        return looks

    def _beside(
        self, image: np.ndarray, looks: Sequence[CardLook], ways: Callable[[Quad], list[Quad]]
    ) -> list[CardLook]:
        """Looks along other outlines than those of *looks*, for each of them."""
        return self.read_along(image, [quad for look in looks for quad in ways(look.corners)])

    def _unknown(self, looks: Sequence[CardLook]) -> list[CardLook]:
        """The looks that show no face of a card that lies there."""
        known = self._lying.read_faces()
        return [look for look in looks if look.face not in known]

    def _shows_new(self, looks: Sequence[CardLook]) -> bool:
        """Whether looks surely show a face that no card has that lies there, of a card that does."""
        sure = (look for look in self._unknown(looks) if surely(look))
        return any(self.plane.off(look.corners) < TRACKS.off_among_cards for look in sure)

    def off_board(self, looks: Sequence[CardLook]) -> list[CardLook]:
        """Looks at cards that lie beside the board and in sight."""
        return [look for look in looks if not self._on_board(look.corners) and self._in_sight(look)]

    def explain(
        self, image: np.ndarray, table: np.ndarray | None, mask: np.ndarray, seen: list[CardLook]
    ) -> Found:
        """Which cards explain a piece of news: by what changed, then by the finder.

        What changed tells the place of a card exactly where the finder sees only white on white;
        the finder knows cards where the change is not a card's (two at once, a hand still there).

        Args:
            image: uint8 BGR, the frame.
            table: the same size: the table as it was known; None: nobody knows it yet.
            mask: the news, small pixels.
            seen: the finder's looks (`looks`).
        """
        self.learn_size(seen)
        few = amount(mask) <= NEW.most_at_once * (self._lying.card_area() or math.inf)
        fitted = self._read is not None and table is not None and few
        looks = self._fitted(image, table, mask, seen) if fitted and table is not None else []
        looks += seen
        found = self.match(looks, mask)
        # What the last card's hand hid may be another one under it.
        last = [look for known, look in found.moved if known is self._lying.cards[-1]]
        found.laid.extend(self._under(image, [*last, *found.laid], seen, mask))
        peeping_out = self._peeping_out(image, [*last, *found.laid], mask)
        found.laid.extend(self._under(image, [*last, *found.laid], peeping_out, mask))
        if len(found.laid) > 1:
            found.laid.extend(self._between(found.laid, looks, mask))
            found.laid.sort(key=lambda look: -max(look.faces))
        if self._read is not None:
            found.laid[:] = self._in_rows(functools.partial(self._read, image), looks, found.laid, mask)
        return found

    def _fitted(
        self, image: np.ndarray, table: np.ndarray, mask: np.ndarray, seen: Sequence[CardLook]
    ) -> list[CardLook]:
        """Looks along the outlines that fit what has changed, one card after another."""
        looks: list[CardLook] = []
        found = Found([], [], mask, looks)
        calm = ~(self._changes.changed | self._changes.covered)
        lit = lit_alike(image, table, calm)
        self._measure(lit, table, mask, seen)
        near = self._grid.around(mask, 0.7 * math.sqrt(self._lying.card_area() or 0.0))
        for _ in range(NEW.most_at_once):
            done = [look.corners for look in found.laid]
            soft = self._changes.soft / self._grid.scale
            fitted = self.plane.fits(table, lit, near, self._changes.step, done, soft, news=mask)
            if not fitted:
                break
            looks += self.looks_at(image, [fit.corners for fit in fitted])
            before = len(found.laid)
            found = self.match(looks, mask)
            if len(found.laid) <= before or self._lying.too_little(found.rest):
                break
        faceless = [look.corners for look in found.laid if max(look.faces) < FACES.faint]
        around = (poses(corners, far=True) for corners in faceless[: LYING.most_unread])
        farther = [best_of_poses(self.read_along(image, quads)) for quads in around]
        return looks + [look for look in farther if look.face not in self._lying.read_faces()]

    def _in_rows(
        self, read: ReadsUnder, looks: Sequence[CardLook], laid: Sequence[CardLook], mask: np.ndarray
    ) -> list[CardLook]:
        """New cards that lie in rows as the rows tell them: cards that were missed, none that is none."""
        heard = [heard_together(look, looks, laid) for look in laid]
        row = read_between(card_sized(heard, self.plane, read), self.plane.flat, read)
        row = [look for look in row if not self._on_board(look.corners)]
        # Between others, and read along all its outlines, it may be a card that was known before.
        under = read_under(row, read, beside=True)
        new = [look for look in without_hidden(under) if not self._lying.known_again(look)]
        leafed = leafed_through(new, heard, read, functools.partial(self._strip_changed, mask))
        if any(self._lying.known_again(look) for look in leafed):
            leafed = new  # that is a row which lay there before, in other light
        placed = [look for look in leafed if look not in new and read_well(look)]
        return without_astride(leafed, [known.look for known in self._lying.cards], placed)

    def match(self, looks: list[CardLook], mask: np.ndarray) -> Found:
        """Which looks explain the news: those that cover it and can be read."""
        outlines = {id(look): self._grid.outline(look.corners) for look in looks}
        own = {id(look): outlines[id(look)] & ~self._lying.upon(look, mask) for look in looks}
        candidates = [
            look
            for look in looks
            if not self._on_board(look.corners)
            and self._in_sight(look)
            and self._card_sized(look)
            and not self._lying.shows_another(look, looks)
            and not self._lying.lies_beneath(look, looks)
            and self._lying.explains(look, share(outlines[id(look)], mask), looks)
        ]
        laid: list[CardLook] = []
        moved: list[tuple[Known, CardLook]] = []
        rest = mask
        while candidates:
            whole = max(1, amount(rest))
            gains = {id(look): amount(own[id(look)] & rest) for look in candidates}
            areas = {id(look): max(1, amount(outlines[id(look)])) for look in candidates}

            def worth(look: CardLook) -> float:
                most = min(whole, areas[id(look)])  # noqa: B023
                seen = gains[id(look)] / most + NEW.readable * max(look.faces)  # noqa: B023
                return seen - NEW.misfit * self._misfit(look)

            best = max(candidates, key=worth)
            candidates.remove(best)
            outline, gained = outlines[id(best)], gains[id(best)]
            # White on white changes little: a card that explains most of the news is enough, if it is one.
            seen = gained > NEWS.least_changed * areas[id(best)] or max(best.faces) >= FACES.fair
            most = not laid and gained > NEWS.explains * whole and seen
            enough = not is_speck(gained) and (most or gained > LYING.least_shown * areas[id(best)])
            if not enough and not self._laid_with(best, outline, laid, mask):
                continue
            if not is_told(max(best.faces)) and share(outline, mask) < NEW.unread_changed:
                continue
            if any(_one_card(best, other) for other in laid) or self._beside_itself(best, laid, mask):
                continue
            known = self._lying.pushed(best)
            if known is not None:
                moved.append((known, best))
            else:
                laid.append(best)
            rest = without_specks(rest & ~grown(outline, 2))
        return Found(laid, moved, rest & ~self._changes.shaded(rest), looks)

    def blank(self, rest: np.ndarray) -> CardLook | None:
        """A card without a face where the finder found none, if the news has a card's size."""
        card = self._lying.card_area()
        if card is None or not 0.5 * card < amount(rest):
            return None
        ys, xs = np.nonzero(rest)
        rect = cv2.minAreaRect(np.stack([xs, ys], axis=1).astype(np.float32))
        (width, height) = rect[1]
        if not 0.6 * card < width * height < 1.8 * card:
            return None
        corners = cv2.boxPoints(rect) / self._grid.scale
        quad: Any = tuple((float(x), float(y)) for x, y in corners)
        return CardLook(quad, (0.0,) * 52)

    def _between(self, laid: list[CardLook], seen: list[CardLook], mask: np.ndarray) -> list[CardLook]:
        """Cards of a fan of which the neighbours' outlines leave nothing to explain, but which are seen."""
        around = grown(mask, 2)
        faces = {look.face for look in laid}
        more: list[CardLook] = []
        for look in sorted(seen, key=lambda look: -max(look.faces)):
            face = look.face
            if look.faces[face] < FACES.fair or face in faces or self._lying.in_place(look):
                continue
            if not self._card_sized(look) or self._beside_itself(look, laid, mask):
                continue
            outline = self._grid.outline(look.corners)
            inside = share(outline, around)
            beside = all(overlap(look.corners, other.corners) < OVERLAPS.same_place for other in laid + more)
            if inside > NEW.inside and beside:
                faces.add(face)
                more.append(look)
        return more

    def _under(
        self, image: np.ndarray, laid: list[CardLook], seen: list[CardLook], mask: np.ndarray
    ) -> list[CardLook]:
        """Cards that were laid together with another one upon them, which leaves a strip of them in sight."""
        faces = {look.face for look in laid}
        faces |= self._lying.read_faces()
        upper = [look.corners for look in laid]
        more: list[CardLook] = []
        for look in sorted(seen, key=lambda look: -max(look.faces)):
            face = look.face
            alike = sum(other.face == face and other.faces[face] >= NEW.agreed / 2 for other in seen)
            sure = look.faces[face] >= (NEW.agreed if alike >= NEW.agree else FACES.well)
            if not sure or face in faces or self._on_board(look.corners):
                continue
            shared = max((overlap(look.corners, corners) for corners in upper), default=0.0)
            if (
                not 0.0 < shared < OVERLAPS.same_place
                or self._lying.in_place(look)
                or self._lying.pushed(look) is not None
            ):
                continue
            if not self._card_sized(look) or self._beside_itself(look, laid, mask):
                continue
            if look.faces[face] < FACES.sure and self._lying.lies_there(look):
                continue
            strip = self._grid.outline(look.corners) & ~self._grid.grown(upper, 1)
            changed = amount(strip & mask)
            surely = alike >= NEW.agree and beyond_doubt(look.faces[face])
            least = NEWS.least_changed if surely else LYING.strip_changed
            if is_speck(2 * changed) or changed <= least * amount(strip):
                continue
            if self._shows_beside(image, look, laid):
                faces.add(face)
                more.append(look)
        return more

    def _shows_beside(self, image: np.ndarray, look: CardLook, laid: Sequence[CardLook]) -> bool:
        """Whether an outline still shows its face without what one of the new cards hides of it.

        Else it is that card's own print which is read along it.
        """
        over = [other.corners for other in laid if touch(look.corners, other.corners)]
        if self._read is None or not over:
            return True
        rows = self._read(image, [look.corners] * len(over), [[each] for each in over])
        return bool(is_told(np.asarray(rows)[:, look.face].max()))

    def _peeping_out(self, image: np.ndarray, laid: list[CardLook], mask: np.ndarray) -> list[CardLook]:
        """What is read half under the new cards, where there is news beside them that they do not explain."""
        if self._read is None:
            return []
        rest = blobs(mask & ~self._grid.grown([look.corners for look in laid], 2), 0)
        outlines: list[np.ndarray] = []
        for look in laid:
            around = self._grid.grown([look.corners], 4)
            beside = [part for part in rest if (part & around).any()]
            touching = sum(amount(part & around) for part in beside)
            if not is_speck(touching) and beyond_doubt(max(look.faces)):
                upper = np.array(look.corners, np.float32)
                outlines += underneath(image, upper)
                outlines += alongside(upper, np.logical_or.reduce(beside), self._grid.scale)
        if not outlines:
            return []
        straight = short_edge_first(*straighten(image, outlines))
        looks = self.read_along(image, [as_quad(outline) for outline in straight])
        known = self._lying.read_faces() | {look.face for look in laid}
        new = [look for look in looks if look.face not in known]
        best = max(new, key=lambda look: max(look.faces), default=None)
        if best is not None and max(best.faces) >= FACES.faint and not beyond_doubt(max(best.faces)):
            looks.insert(0, best_of_poses(self.read_along(image, poses(best.corners, far=True))))
        return looks

    def _strip_changed(self, mask: np.ndarray, corners: Quad, upper: Sequence[Quad]) -> bool:
        """Whether most of what a card shows under others is news, if it shows anything."""
        strip = self._grid.outline(corners) & ~self._grid.grown(upper, 0)
        return is_speck(amount(strip)) or share(strip, mask) > NEWS.explains

    def _laid_with(self, look: CardLook, outline: np.ndarray, laid: list[CardLook], mask: np.ndarray) -> bool:
        """Whether a look at another card beyond doubt was laid with one: white on white adds no news.

        What just such a place of a known card shows beside the new one has changed then, too.
        """
        sure = look.faces[look.face] >= FACES.sure and share(outline, mask) > NEWS.mostly_changed
        if not sure or not laid or any(other.face == look.face for other in laid):
            return False
        strip = outline & ~self._grid.grown([other.corners for other in laid], 1)
        return not self._lying.lies_there(look) or share(strip, mask) > LYING.strip_changed

    def _beside_itself(self, look: CardLook, laid: list[CardLook], mask: np.ndarray) -> bool:
        """Whether an outline peeps out from under a new card onto table that has not changed."""
        if not any(overlap(look.corners, other.corners) > NEW.beside for other in laid):
            return False
        lying = [known.look.corners for known in self._lying.cards]
        bare = self._grid.outline(look.corners) & ~self._grid.grown(
            [*(other.corners for other in laid), *lying], 1
        )
        least = NEWS.mostly_changed if max(look.faces) < FACES.sure else NEW.sure_bare_changed
        return not is_speck(amount(bare)) and share(bare, mask) < least

    def learn_size(self, seen: Sequence[CardLook]) -> None:
        """Learn the cards' size from what the finder has outlined, but for honours, printed in any size."""
        sure = [look for look in seen if beyond_doubt(max(look.faces))]
        outlines = [look.corners for look in sure]
        for look in sure:
            if not self._on_board(look.corners) and not _larger(look.corners, outlines):
                self.plane.outlined(look.face, look.corners)

    def _measure(
        self, image: np.ndarray, table: np.ndarray, mask: np.ndarray, seen: Sequence[CardLook]
    ) -> None:
        """Learn the cards' size from one that lies alone, and that the finder has *seen* no smaller."""
        if self.plane.measured >= NEW.measures:
            return
        left, top, right, bottom = self._grid.around(mask, 3)
        before, after = (each[top:bottom, left:right].astype(np.float32) for each in (table, image))
        changed = unlike(before, after, self._changes.soft / self._grid.scale) > self._changes.step
        rough = self.plane.single(changed, (left, top))
        if rough is None:
            return
        trimmed = self.plane.trimmed(table, image, rough)
        if _larger(trimmed, _surely_outlined(seen)):
            return
        if max(self.looks_at(image, [trimmed])[0].faces) >= FACES.fair:
            self.plane.measure(trimmed)

    def looks_at(self, image: np.ndarray, quads: Sequence[Quad]) -> list[CardLook]:
        """Read outlined cards; where a face is in doubt, along outlines beside the given one too."""
        looks = []
        for look in self.read_along(image, quads):
            if max(look.faces) >= FACES.faint and not beyond_doubt(max(look.faces)):
                look = best_of_poses(self.read_along(image, poses(look.corners)))
            looks.append(look)
        return looks

    def read_along(self, image: np.ndarray, quads: Sequence[Quad]) -> list[CardLook]:
        """Read outlined cards, once each."""
        if self._read is None or not quads:
            return []
        rows = np.asarray(self._read(image, quads, [()] * len(quads)), np.float64)
        return [
            CardLook(quad, tuple(float(p) for p in row[:52])) for quad, row in zip(quads, rows, strict=True)
        ]

    def region(self, mask: np.ndarray, margin: float = TRACKS.margins[0]) -> Region:
        """The part of the frame to search: the news with a *margin* around it, in sides of a card."""
        card = self._lying.card_area()
        return self._grid.around(
            mask, margin * math.sqrt(card) if card is not None else 0.08 * self._grid.shape[1]
        )

    def _in_sight(self, look: CardLook) -> bool:
        """Whether an outline lies mostly in the picture, or shows its face all the same."""
        return max(look.faces) >= FACES.sure or self._grid.middle_inside(look.corners)

    def _on_board(self, corners: Quad) -> bool:
        x, y = (round(value * self._grid.scale) for value in center(corners))
        height, width = self._grid.shape
        return 0 <= x < width and 0 <= y < height and bool(self.board[y, x])

    def _size_of(self, look: CardLook) -> float | None:
        """An outline's area on the table, in cards of this table; None where that is not known."""
        card = self.plane.card
        if card is None or not self.plane.told:
            return None
        return float(cv2.contourArea(self.plane.flat(look.corners))) / (card[0] * card[1])

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
        return (NEW.areas[0] if self._grid.inside(look.corners) else 0.0) < share < NEW.areas[1]


def _one_card(one: CardLook, other: CardLook) -> bool:
    """Whether two looks are at one card: of two laid at once the upper one hides most of the lower."""
    sure = min(max(one.faces), max(other.faces)) > FACES.fair
    two = sure and one.face != other.face
    return overlap(one.corners, other.corners) > (OVERLAPS.same_place if two else OVERLAPS.one_card)


def _surely_outlined(looks: Sequence[CardLook]) -> list[Quad]:
    """The outlines along which a face is read beyond doubt."""
    return [look.corners for look in looks if max(look.faces) >= FACES.sure]


def _larger(outline: Quad, others: Sequence[Quad]) -> bool:
    """Whether one of the others outlines most of this one: a card laid upon another, of which a strip is in
    sight, looks like one larger card together with it.
    """
    smaller = (other for other in others if area(other) < area(outline))
    return any(OVERLAPS.one_card < overlap(outline, other) < NEW.one_size for other in smaller)
