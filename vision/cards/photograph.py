"""Every card in a picture: what the finder finds, explained by the cards that lie there.

No game knowledge: two equal cards of two decks are two cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.boundaries import CardLook, Point, Quad
from engine.cards import DECK, Card
from vision.cards.finder import FoundCard, find_boxes, find_in_part
from vision.cards.layout.hypothesis import Hypothesis, Reading
from vision.cards.layout.layout import layout
from vision.cards.layout.proposals.finder import by_finder
from vision.cards.layout.stacking import visible_parts
from vision.cards.reader import Reader, shipped
from vision.cards.settings import CARDS
from vision.geometry.quads import as_quad

PHOTOGRAPH = CARDS.photograph

UNCLEAR, JOKER, BACK, INDEX = "too hidden or unclear", "joker", "back", "an index whose card is not told"
"""Why a face is not reported."""


@dataclass(frozen=True, slots=True)
class DetectedCard:
    """One physical card in a picture.

    Attributes:
        look: its outline and the probabilities of the 52 faces.
        found: the finder's confidence that a card lies there, 0–1.
        back: its back lies up.
        joker: probability that it is a joker, if it shows no face, 0–1.
        index: only a legible index of a card that is not told; the outline is where that card may lie.
    """

    look: CardLook
    found: float
    back: bool
    joker: float = 0.0
    index: bool = False

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
        """Why no face is reported (`BACK`, `JOKER`, `UNCLEAR`, `INDEX`), or None for a card that is read."""
        if self.back:
            return BACK
        if self.index:
            return INDEX
        if self.confidence >= PHOTOGRAPH.read_from:
            return None
        return JOKER if self.joker >= PHOTOGRAPH.joker_from else UNCLEAR


def find_cards(
    image: np.ndarray,
    *,
    region: tuple[int, int, int, int] | None = None,
    reader: Reader | None = None,
    indices: bool = False,
) -> list[DetectedCard]:
    """Every card in *image*, or in a *region* of it, surest first.

    Args:
        image: uint8 BGR.
        region: x0, y0, x1, y1 in pixels, to look at a part only: what has changed, with a margin of
            about a card's length round it. Cards that its edges cut through are left out.
        reader: tells the faces (a pack that was learnt, say); None: the shipped one.
        indices: indices are looked for, too, where cards lie on one another.
    """
    found = find_boxes(image) if region is None else find_in_region(image, region)
    seen = _seen(image, found, reader, indices=indices, twins=False)
    return [one for one in seen if not one.index]


def outline_cards(image: np.ndarray, region: tuple[int, int, int, int]) -> list[Quad]:
    """Where the finder sees cards in a part of a picture, unread: straightened, and as it found them.

    Several outlines may be one card's. Where a hand hides half of it, straightening may go astray.

    Args:
        image: uint8 BGR.
        region: as for `find_cards`.
    """
    return outlines(image, find_in_region(image, region))


def outlines(image: np.ndarray, found: Sequence[FoundCard]) -> list[Quad]:
    """See `outline_cards`: of what the finder *found* in *image*."""
    cards = [card for card in found if not card.back]
    ways = by_finder(image, cards)
    return [*(one.quad for one in ways), *(as_quad(card.box) for card in cards)]


def read_cards(
    image: np.ndarray, found: Sequence[FoundCard], reader: Reader | None = None, *, indices: bool = False
) -> list[DetectedCard]:
    """The cards among what the finder *found* in *image* (uint8 BGR), each once; see `find_cards`."""
    return _seen(image, found, reader, indices=indices, twins=False)


def cards_of_photo(image: np.ndarray, reader: Reader | None = None) -> list[DetectedCard]:
    """Every card in a single photograph, surest first: indices are looked for where cards lie on one another.

    A legible index that is no told card's stands among them, unread.

    A film shows how they were laid, and its looks are weighed against the whole game instead
    (`engine.referee.referee`). Here a face that is seen already is the less likely seen again.
    """
    return with_rare_twins(_seen(image, find_boxes(image), reader, indices=True, twins=True))


def in_sight(image: np.ndarray, seen: Sequence[DetectedCard]) -> list[list[Point]]:
    """What of each card no other one hides: the outline of its largest piece.

    Of those whose face is not told only jokers, and backs that were found surely, hide something.
    """
    lying = [
        n
        for n, one in enumerate(seen)
        if one.why_unread in (None, JOKER) or (one.back and one.found >= PHOTOGRAPH.sure_back)
    ]
    parts: list[list[Point]] = [list(card.look.corners) for card in seen]
    for n, part in zip(lying, visible_parts(image, [seen[n].look.corners for n in lying]), strict=True):
        parts[n] = part
    return parts


def with_rare_twins(seen: Sequence[DetectedCard]) -> list[DetectedCard]:
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
            rarity[int(np.argmax(faces))] *= PHOTOGRAPH.second_pack
        weighed.append(card)
    return sorted(weighed, key=_sureness, reverse=True)


def _seen(
    image: np.ndarray, found: Sequence[FoundCard], reader: Reader | None, *, indices: bool, twins: bool
) -> list[DetectedCard]:
    explained = layout(image, found, reader or shipped(), indices=indices, twins=twins)
    cards = [_card(placed.hypothesis, placed.reading) for placed in explained.cards]
    rest = [
        replace(_card(hypothesis, reading), index=hypothesis.index is not None)
        for hypothesis, reading in explained.unexplained
    ]
    return sorted([*cards, *rest], key=_sureness, reverse=True)


def _card(one: Hypothesis, reading: Reading) -> DetectedCard:
    corners = np.roll(one.corners, 2, axis=0) if reading.turned > 0.5 else one.corners
    look = CardLook(as_quad(corners), tuple(float(p) for p in reading.faces))
    return DetectedCard(look, one.found, one.back and reading.sure < 0.9, reading.joker)


def _sureness(card: DetectedCard) -> float:
    return card.confidence * card.found


def find_in_region(image: np.ndarray, region: tuple[int, int, int, int]) -> list[FoundCard]:
    """What the finder finds in a part of a picture, but for what its edges cut through; see `find_cards`."""
    x0, y0, x1, y1 = region
    shift = np.array([x0, y0], np.float32)
    found = find_in_part(np.ascontiguousarray(image[y0:y1, x0:x1]))
    moved = [FoundCard(card.box + shift, card.back, card.confidence) for card in found]
    return [card for card in moved if not _cut(card.box, region, image.shape)]


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
