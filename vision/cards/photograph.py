"""Finds and reads every card in a picture: finder, corners, reader, then one entry per card.

No game knowledge: two equal cards of two decks are two cards.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from shapely import Polygon
from shapely.ops import unary_union

from engine.boundaries import CardLook, Point, Quad
from engine.cards import DECK, Card
from vision.cards.corners import short_edge_first, straighten
from vision.cards.covered import ReadsUnder, read_under
from vision.cards.finder import ONE_CARD, FoundCard, find_boxes, find_in_part, without_doubles
from vision.cards.layout.borrowed_faces import without_borrowed
from vision.cards.layout.cut_short import completed
from vision.cards.layout.index_led import cards_by_index, explains
from vision.cards.layout.layers import groups, outlines_about, paper_goes_on
from vision.cards.layout.one_as_two import one_of_pieces
from vision.cards.layout.stacking import visible_parts
from vision.cards.layout.two_as_one import TOO_LARGE, card_area, cards_within
from vision.cards.layout.underneath import underneath
from vision.cards.reader import SURE, Reader, shipped
from vision.geometry.quads import as_quad, overlap, scaled, share_covered

READ_FROM = 0.5
"""A face below this probability is reported as unread."""
UNCLEAR, JOKER, BACK = "too hidden or unclear", "joker", "back"
"""Why a face is not reported."""
JOKER_FROM = 0.8
"""Probability from which what shows no face is reported as a joker."""
EDGE_OPEN = 0.05
"""Chance that a card's long edge is the short one, from which both are tried."""
SAME_PLACE = 0.5
"""An outline without a face that overlaps a surer card by more than this is that card again."""
SAME_CARD = 0.3
"""Two readings of one face that overlap more than this are one card."""
MUCH_SURER = 0.35
"""At the same place, another face whose sureness is less than this share of the surer one's is none."""
SAME_SIZE = 1.3
"""Cards that lie on one another differ in area by no more than this: what does is two as one, or a piece."""
NOTHING_OF_ITS_OWN = 0.8
"""An outline that has no other face and more than this share of it on cards that are read is made of them."""
NOTHING_BESIDE = 0.94
"""An outline that only edges speak for shows no card of its own where more of it lies on surer ones (of 1,088
in made-up photographs none that was right did, four of 21 that were wrong)."""
FAINT = 0.4
"""Of several outlines on one another, one without a face and found less surely says nothing of a card."""
PIECE, PIECE_OF_RANK = 0.45, 0.6
"""What is smaller than this share of the cards that are read is no card that lay on others; nor, up to the
second, is what lies in such a card and shows its rank."""
AREAS = (0.6, 1.7)
"""Least and greatest area of a card looked for again, as shares of one that is read surely on or under it."""
ONE_PLACE = 0.6
"""Outlines that were looked for again and overlap more than this are one card: only one of them counts."""
BOTH_READ = 0.9
"""A face this sure is a card, where another one lies half upon it."""
IN_TWO = 0.95
"""A face this sure is a card, though its outline holds a part of another one as well."""
AS_ONE = 0.5
"""What is left of the sureness of an outline that is large enough for two cards."""
ONE_OF_TWO = 0.9
"""Greatest area of one of the cards in such an outline, as a share of it."""
SURE_BACK = 0.5
"""How surely a back must be found to hide what lies under it: backs lie there, carpets look like some."""
IN_PART = 0.88
"""Greatest area of an outline that shows a part of a card, as a share of the cards there."""
UNDER = 0.9
"""How far an outline is borne out by edges that a card of that size would have there."""
NEAR = 1.5
"""Outlines that touch when they are so many times as large may be the ends of one hand."""
SECOND_PACK = 0.05
"""How much rarer than any other card a card is that lies there already: it takes a second pack."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One physical card in a picture.

    Attributes:
        look: its outline and the probabilities of the 52 faces.
        found: the finder's confidence that a card lies there, 0–1.
        back: its back lies up.
        joker: probability that it is a joker, if it shows no face, 0–1.
        index: the middle of an index of its own that is in sight, pixels, where one told it.
    """

    look: CardLook
    found: float
    back: bool
    joker: float = 0.0
    index: Point | None = None

    @property
    def card(self) -> Card:
        """The likeliest face."""
        return DECK[self.look.face]

    @property
    def confidence(self) -> float:
        """Probability of the likeliest face, 0–1."""
        return float(max(self.look.faces))

    @property
    def why_unread(self) -> str | None:
        """Why no face is reported (`BACK`, `JOKER`, `UNCLEAR`), or None for a card that is read."""
        if self.back:
            return BACK
        if self.confidence >= READ_FROM:
            return None
        return JOKER if self.joker >= JOKER_FROM else UNCLEAR


def read_cards(image: np.ndarray, found: Sequence[FoundCard], reader: Reader | None = None) -> list[SeenCard]:
    """Straighten and read the *found* cards; a card that is found twice is given once.

    Args:
        image: uint8 BGR, the picture at the camera's own resolution.
        reader: tells the faces (a pack that was learnt, say); None: the shipped one.
    """
    if not found:
        return []
    reader = reader or shipped()
    corners, short_first = straighten(image, [card.box for card in found])
    # Boxes of one card come to lie on one another once straightened; those of a pair in layers do not.
    kept = without_doubles(corners, np.array([card.confidence for card in found]))
    found, corners, short_first = [found[n] for n in kept], corners[kept], short_first[kept]
    likelier = short_edge_first(corners, short_first)
    seen = _read_along(image, found, likelier, reader)
    # Where the shape leaves open which edge is the card's short one, the other way is read as well.
    doubt = np.minimum(short_first, 1 - short_first) > EDGE_OPEN
    again = [n for n, card in enumerate(seen) if doubt[n] and card.confidence < SURE]
    other = np.roll(likelier[again], 1, axis=1)
    for n, card in zip(again, _read_along(image, [found[n] for n in again], other, reader), strict=True):
        surer = max(seen[n], card, key=lambda one: one.confidence)
        seen[n] = replace(surer, joker=max(seen[n].joker, card.joker))
    return _read_under_one_another(image, each_once(seen), reader)


def _read_along(
    image: np.ndarray, found: Sequence[FoundCard], outlines: np.ndarray, reader: Reader
) -> list[SeenCard]:
    """What the reader says of the *found* cards along *outlines* (n × 4 × 2, first edge a short side)."""
    readings = reader.read(image, [as_quad(outline) for outline in outlines])
    seen = []
    told = zip(readings.faces, readings.turned, readings.jokers, strict=True)
    for card, outline, (row, turned, joker) in zip(found, outlines, told, strict=True):
        faces = tuple(float(p) for p in row[:52])
        look = CardLook(as_quad(np.roll(outline, 2, axis=0) if turned > 0.5 else outline), faces)
        seen.append(SeenCard(look, card.confidence, card.back and max(faces) < 0.9, float(joker)))
    return seen


def _reading(image: np.ndarray, reader: Reader) -> ReadsUnder:
    def read(quads: Sequence[Quad], upper: Sequence[Sequence[Quad]]) -> np.ndarray:
        return reader.read(image, quads, upper).faces

    return read


def _read_under_one_another(image: np.ndarray, seen: Sequence[SeenCard], reader: Reader) -> list[SeenCard]:
    """Cards, those in doubt also read without what others hide of them: the surer reading counts."""
    anew = read_under([card.look for card in seen], _reading(image, reader), SURE)
    both = ((card, replace(card, look=look)) for card, look in zip(seen, anew, strict=True))
    return [max(pair, key=lambda one: one.confidence) for pair in both]


def each_once(seen: Sequence[SeenCard]) -> list[SeenCard]:
    """Of readings of the same face (or of no face) at the same place, the surest.

    What lies within a surer card is a piece of it, what has a surer card within it is a board, and what
    lies on cards that are read and shows no face, or one of theirs, is made of them.
    """
    kept: list[tuple[SeenCard, Polygon]] = []
    for card in sorted(seen, key=_sureness, reverse=True):
        outline = Polygon(card.look.corners)
        if not any(_covers(other, its, card, outline) for other, its in kept if outline.intersects(its)):
            kept.append((card, outline))
    read = [one for one in kept if one[0].why_unread is None and one[1].is_valid]
    return [one[0] for one in kept if not _made_of(one, read)]


def _made_of(one: tuple[SeenCard, Polygon], read: Sequence[tuple[SeenCard, Polygon]]) -> bool:
    """Whether an outline is made of other cards that are *read*: a piece of one, or of several."""
    card, outline = one
    if card.back or not outline.is_valid:
        return False
    others = [each for each in read if each[0] is not card and each[1].intersects(outline)]
    surer = [each.card for each, _ in others if _sureness(each) >= _sureness(card)]
    if card.why_unread is None and card.card not in surer:
        return False
    on_them = outline.intersection(unary_union([its for _, its in others])).area
    return bool(on_them > NOTHING_OF_ITS_OWN * outline.area)


def _sureness(card: SeenCard) -> float:
    return card.confidence * card.found


def _covers(surer: SeenCard, its: Polygon, card: SeenCard, outline: Polygon) -> bool:
    """Whether *card* is nothing more than the *surer* one seen again, in a piece, or together with others."""
    if surer.index and card.index and surer.card != card.card:
        return False  # each has an index of its own in sight
    # Of a piece with one index the suit may be mistaken, surely; the rank hardly.
    shows_its_rank = card.why_unread is None and card.card.rank == surer.card.rank
    most = PIECE_OF_RANK if shows_its_rank and outline.area < its.area else PIECE
    if surer.why_unread is None and _within(outline, its, most):
        return True
    share = overlap(np.array(card.look.corners), np.array(surer.look.corners))
    if card.why_unread is not None:
        return share > SAME_PLACE
    if card.card == surer.card:
        return share > SAME_CARD
    if share <= SAME_PLACE:
        return False
    unlike = max(outline.area, its.area) > SAME_SIZE * min(outline.area, its.area)
    as_one = unlike and card.confidence < IN_TWO
    return share > ONE_CARD or as_one or _sureness(card) < MUCH_SURER * _sureness(surer)


def _within(a: Polygon, b: Polygon, most: float) -> bool:
    """Whether the smaller of two outlines lies in the other and is smaller than so much (*most*) of it."""
    small, large = sorted((a, b), key=lambda outline: outline.area)
    return bool(small.area < most * large.area and small.intersection(large).area > 0.8 * small.area)


def find_cards(
    image: np.ndarray,
    *,
    region: tuple[int, int, int, int] | None = None,
    reader: Reader | None = None,
    layers: bool = False,
) -> list[SeenCard]:
    """Every card in *image*, or in a *region* of it, surest first.

    Args:
        image: uint8 BGR.
        region: x0, y0, x1, y1 in pixels, to look at a part only: what has changed, with a margin of
            about a card's length round it. Cards that its edges cut through are left out.
        reader: see `read_cards`.
        layers: cards on one another are looked for again, which takes some tenths of a second more.
    """
    if layers:
        return _with_layers(image, find_cards(image, region=region, reader=reader), reader or shipped())
    if region is None:
        return read_cards(image, find_boxes(image), reader)
    x0, y0, x1, y1 = region
    shift = np.array([x0, y0], np.float32)
    found = find_in_part(np.ascontiguousarray(image[y0:y1, x0:x1]))
    moved = [FoundCard(card.box + shift, card.back, card.confidence) for card in found]
    return read_cards(image, [card for card in moved if not _cut(card.box, region, image.shape)], reader)


def _cut(box: np.ndarray, region: tuple[int, int, int, int], shape: tuple[int, ...]) -> bool:
    """Whether an edge of *region* that is no edge of the picture (*shape*) cuts through a box."""
    x0, y0, x1, y1 = region
    (left, top), (right, bottom) = box.min(0), box.max(0)
    return bool(
        (x0 > 0 and left < x0)
        or (y0 > 0 and top < y0)
        or (x1 < shape[1] and right > x1)
        or (y1 < shape[0] and bottom > y1)
    )


def cards_of_photo(image: np.ndarray, reader: Reader | None = None) -> list[SeenCard]:
    """Every card in a single photograph, surest first: `find_cards`, weighed by what lies there already.

    Cards on one another are looked for again. A film shows how they were laid, and its looks are weighed
    against the whole game instead (`engine.referee`).
    """
    return with_rare_twins(find_cards(image, reader=reader, layers=True))


def in_sight(image: np.ndarray, seen: Sequence[SeenCard]) -> list[list[Point]]:
    """What of each card no other one hides: the outline of its largest piece.

    Of those whose face is not told only jokers, and backs that were found surely, hide something.
    """
    lying = [
        n
        for n, one in enumerate(seen)
        if one.why_unread in (None, JOKER) or (one.back and one.found >= SURE_BACK)
    ]
    parts: list[list[Point]] = [list(card.look.corners) for card in seen]
    for n, part in zip(lying, visible_parts(image, [seen[n].look.corners for n in lying]), strict=True):
        parts[n] = part
    return parts


def _with_layers(image: np.ndarray, seen: Sequence[SeenCard], reader: Reader) -> list[SeenCard]:
    """*seen*, with what else is read where cards lie on one another or are not read surely."""
    outlines = [np.array(card.look.corners) for card in seen]
    sizes = [Polygon(outline).area for outline in outlines]
    within = _within_large(seen, outlines, sizes)
    typical = np.median([size for card, size in zip(seen, sizes, strict=True) if not card.why_unread] or [0])
    cards: list[SeenCard] = []
    for group in groups(outlines):
        here = [replace(seen[n], found=AS_ONE * seen[n].found) if n in within else seen[n] for n in group]
        if any(sizes[n] > PIECE * typical for n in group) and (
            _in_doubt(here)
            or any(n in within for n in group)
            or any(paper_goes_on(image, outlines[n], [outlines[k] for k in group if k != n]) for n in group)
        ):
            also = [box for n in group for box in within.get(n, ())]
            most = min((ONE_OF_TWO * sizes[n] for n in group if n in within), default=math.inf)
            again = _read_under_one_another(image, _looked_again(image, here, also, most, reader), reader)
            # A card that was read surely lies there, though its outline is not found again.
            told = {card.card for card in again if card.why_unread is None}
            here = again + [card for card in here if card.confidence >= IN_TWO and card.card not in told]
        cards += here
    # Beside one group's cards another one's may have been found again.
    cards = each_once(_completed(image, _joined(image, cards, reader), reader))
    own = without_borrowed(image, [card.look for card in cards], _reading(image, reader))
    cards = each_once([replace(card, look=look) for card, look in zip(cards, own, strict=True)])
    return each_once(_indexed(image, cards, reader))


def _indexed(image: np.ndarray, seen: Sequence[SeenCard], reader: Reader) -> list[SeenCard]:
    """*seen*, with cards of which little more than an index is in sight, each with the index that told it."""
    cards: list[SeenCard] = []
    for near in groups([np.array(scaled(card.look.corners, NEAR)) for card in seen]):
        here = [seen[n] for n in near]
        outlines = [np.array(card.look.corners) for card in here]
        if _more_than_found(image, here, outlines):
            for told in cards_by_index(image, outlines, _reading(image, reader)):
                same = [n for n, card in enumerate(here) if card.look.face == told.look.face]
                known = [n for n in same if explains(here[n].look, told.index)]
                if known:
                    here[known[0]] = replace(here[known[0]], index=told.index)
                else:
                    here.append(SeenCard(told.look, told.found, back=False, index=told.index))
        cards += here
    return cards


def _more_than_found(image: np.ndarray, here: Sequence[SeenCard], outlines: Sequence[np.ndarray]) -> bool:
    """Whether cards near one another may hide others that were not found: they touch, or are not all told."""
    return (
        len(groups(outlines)) < len(outlines)
        or any(card.why_unread == UNCLEAR for card in here)
        or any(
            paper_goes_on(image, outline, [*outlines[:n], *outlines[n + 1 :]])
            for n, outline in enumerate(outlines)
        )
    )


def _joined(image: np.ndarray, seen: Sequence[SeenCard], reader: Reader) -> list[SeenCard]:
    """*seen*, one card where two outlines are pieces of it."""
    cards = list(seen)
    for one, other in itertools.combinations([card for card in seen if card.why_unread is None], 2):
        if one.card != other.card or one not in cards or other not in cards:
            continue
        whole = one_of_pieces(image, one.look, other.look, _reading(image, reader))
        if whole is not None:
            cards = [card for card in cards if card not in (one, other)]
            cards.append(replace(max(one, other, key=_sureness), look=whole))
    return cards


def _completed(image: np.ndarray, seen: Sequence[SeenCard], reader: Reader) -> list[SeenCard]:
    """*seen*, those whole that are half under something that is no card, or half out of the picture."""
    outlines = [np.array(card.look.corners) for card in seen]
    sure = [card.confidence >= SURE for card in seen]
    cards = []
    for n, card in enumerate(seen):
        doubtful = not sure[n] and not card.back and card.found >= FAINT
        whole = completed(outlines[n]) if doubtful else []
        # Seen aslant, whole cards have any shape: there their size tells.
        area = card_area(outlines, sure, n) if whole else None
        if area is not None and Polygon(outlines[n]).area > IN_PART * area:
            whole = []
        boxes = [FoundCard(outline, False, card.found) for outline in whole]
        read = _read_along(image, boxes, np.array(whole), reader) if whole else []
        read = [one for one in read if one.confidence >= BOTH_READ]
        cards.append(max([card, *read], key=lambda one: one.confidence))
    return cards


def _within_large(
    seen: Sequence[SeenCard], outlines: Sequence[np.ndarray], sizes: Sequence[float]
) -> dict[int, list[np.ndarray]]:
    """Places of those *outlines* that are large enough for two cards, with where single ones may lie."""
    sure = [card.confidence >= SURE for card in seen]
    found = {}
    for n, (outline, size) in enumerate(zip(outlines, sizes, strict=True)):
        area = card_area(outlines, sure, n)
        if area is not None and size > TOO_LARGE * area:
            found[n] = cards_within(outline, area)
    return found


def _in_doubt(here: Sequence[SeenCard]) -> bool:
    """Whether a card is not read surely: another one may lie on it or under it.

    A card that seems to lie alone may be two that were outlined as one; then it is read less surely still.
    """
    alone = len(here) == 1
    return any(
        card.confidence < (BOTH_READ if alone else SURE)
        and not card.back
        and (alone or card.found >= FAINT or card.why_unread is None)
        for card in here
    )


def _looked_again(
    image: np.ndarray, here: Sequence[SeenCard], also: Sequence[np.ndarray], most: float, reader: Reader
) -> list[SeenCard]:
    """The cards of one group, with what is read along other outlines about them, and about boxes (*also*).

    Args:
        most: area of an outline from which on it would be two cards again.
    """
    surest = [np.array(card.look.corners) for card in sorted(here, key=_sureness, reverse=True)]
    others = outlines_about(image, surest, also)
    least = 0.0
    if sure := [Polygon(card.look.corners).area for card in here if card.confidence >= SURE]:
        least, greatest = (float(np.median(sure)) * share for share in AREAS)
        most = min(most, greatest)
    others = [other for other in others if least < Polygon(other.corners).area < most]
    boxes = [FoundCard(other.corners, False, other.found) for other in others]
    read = _read_along(image, boxes, np.array([other.corners for other in others]), reader)
    read += _under(image, here, reader)
    # Nobody but its edges said that a card lies there.
    read = [card for card in read if _sureness(card) >= READ_FROM]
    kept: list[SeenCard] = []
    for card in sorted([*here, *read], key=_sureness, reverse=True):
        told = card not in here and _told_already(card, kept)
        if not told and all(_apart(card, other) for other in kept):
            kept.append(card)
    return each_once(kept)


def _told_already(card: SeenCard, surer: Sequence[SeenCard]) -> bool:
    """Whether an outline that only edges speak for shows what *surer* ones show: a face, or nothing but them.

    What lies under others shows something beside them, what lies on them the finder sees; so it must see
    both of two equal cards on one another, of which there are far fewer than of indices read once more.
    """
    told = [other for other in surer if other.why_unread is None]
    if any(card.card == other.card for other in told):
        return True
    return share_covered(card.look.corners, [other.look.corners for other in told]) > NOTHING_BESIDE


def _apart(card: SeenCard, surer: SeenCard) -> bool:
    """Whether two outlines may be of two cards: of equal ones half under one another, both must be read."""
    both = card.card != surer.card and min(card.confidence, surer.confidence) >= BOTH_READ
    most = ONE_CARD if both else ONE_PLACE
    return overlap(np.array(card.look.corners), np.array(surer.look.corners)) <= most


def _under(image: np.ndarray, here: Sequence[SeenCard], reader: Reader) -> list[SeenCard]:
    """What is read half under the cards of a group, but for the faces that these show themselves."""
    upper = {card.card: np.array(card.look.corners) for card in here if card.why_unread is None}
    found: list[np.ndarray] = []
    for card, outline in upper.items():
        if paper_goes_on(image, outline, [other for face, other in upper.items() if face != card]):
            found += underneath(image, outline)
    if not found:
        return []
    likelier = short_edge_first(*straighten(image, found))
    boxes = [FoundCard(outline, False, UNDER) for outline in likelier]
    return [card for card in _read_along(image, boxes, likelier, reader) if card.card not in upper]


def with_rare_twins(seen: Sequence[SeenCard]) -> list[SeenCard]:
    """The same cards, a face the less likely the surer it has been read on another one.

    Two equal cards that are both read surely stay; a doubtful second one gives way to its next face.
    """
    rarity = np.ones(len(DECK))
    weighed = []
    for card in sorted(seen, key=lambda card: -card.confidence):
        faces = np.array(card.look.faces)
        faces = faces * rarity / (1 - float(faces @ (1 - rarity)))
        card = replace(card, look=replace(card.look, faces=tuple(float(p) for p in faces)))
        if card.why_unread is None:
            rarity[int(np.argmax(faces))] *= SECOND_PACK
        weighed.append(card)
    return sorted(weighed, key=_sureness, reverse=True)
