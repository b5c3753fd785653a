"""A family's own pack, learnt at the table: shown once, then read better than any unknown pack.

The reader has never seen this family's courts. But each of the 52 cards is in the pack once, so
what it half knows of each, taken together, tells nearly all of them (`told_apart`, `Lesson`).
Afterwards every card is also compared with the pictures kept (`PackReader`): what looks like this
family's king of clubs is likelier to be it. The network stays as it is; nothing is trained.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from engine.boundaries import Quad
from engine.cards import DECK, Card
from engine.errors import BadInput
from models.flattening import NO_FACE, SIZE, flatten
from vision.cards.photograph import DetectedCard, find_cards
from vision.cards.reader import Reader, Readings, shipped
from vision.cards.settings import CARDS
from vision.geometry.quads import center, overlap

PACK = CARDS.deck


def told_apart(faces: np.ndarray) -> np.ndarray:
    """What each of several pictures of one pack shows, given that each card is in the pack once.

    Every way of giving the pictures different cards counts with its likelihood; a picture may also
    show no card at all, or (seldom) one that another picture shows. The shares are found by
    belief propagation between pictures and cards.

    Args:
        faces: float array (n, 53), as the reader gives them: 52 faces in `DECK` order, then none;
            a row may be of any length (sum), longer ones insist more.

    Returns:
        float array (n, 54): probability of being the picture of each card; of no card; of a card
        that another picture shows better. Rows sum to 1.
    """
    cards, none = faces[:, :NO_FACE].astype(np.float64) + 1e-9, faces[:, NO_FACE:].astype(np.float64)
    aside = none + PACK.again
    to_picture = np.ones_like(cards)
    for _ in range(PACK.rounds):
        support = cards * to_picture
        to_card = cards / (aside + support.sum(1, keepdims=True) - support)
        to_picture = 1 / (1 + to_card.sum(0, keepdims=True) - to_card)
    shares = np.hstack([cards * to_picture, none, np.full_like(none, PACK.again)])
    return np.asarray(shares / shares.sum(1, keepdims=True))


@dataclass(frozen=True, slots=True)
class Shown:
    """One outline in one of the photos in which a family shows its pack.

    Attributes:
        photo, number: both from 1; numbers go row by row, from left to right.
        corners: in the photo, from the card's own top left.
        crop: flattened, upright, uint8 BGR.
        faces: what the reader says of the cards that it may be, 53 numbers; their sum is its weight.
        card: what it is taken for; None: for none.
        chance: how likely that is, all pictures taken together, 0–1; 1 when people said so.
        state: ``learnt``, ``asked`` (someone must say), ``again`` (shown before) or ``none`` (no face).
    """

    photo: int
    number: int
    corners: Quad
    crop: np.ndarray
    faces: np.ndarray
    card: Card | None = None
    chance: float = 0.0
    state: str = "asked"

    @property
    def id(self) -> str:
        """What people call it: ``"2.5"`` is the fifth card of the second photo."""
        return f"{self.photo}.{self.number}"


class Lesson:
    """Photos of one pack, and what each card in them is; a doubtful one is asked for, never guessed.

    Args:
        known: pictures of the cards learnt before.
        reader: the network (default the shipped one).
    """

    def __init__(self, known: Mapping[Card, np.ndarray] | None = None, reader: Reader | None = None) -> None:
        self._known = dict(known or {})
        self._reader = reader or shipped()
        self._labels: dict[str, Card | None] = {}
        self._photos = 0
        self.shown: list[Shown] = []

    def show(
        self, image: np.ndarray, named: Collection[Card] | None = None, *, goes_on: bool = False
    ) -> list[Shown]:
        """Take in a photo (uint8 BGR).

        Args:
            named: the cards that lie in it, in any order; None: nobody said.
            goes_on: taken by the camera that took the last ones: what lies where it lay is no news.

        Returns:
            What is seen in it, with what it is now taken for.
        """
        photo = self._photos = self._photos + 1
        seen = [card for card in find_cards(image, reader=self._reader) if not card.back]
        crops = [flatten(image, card.look.corners) for card in seen]
        before = list(self.shown) if goes_on else []
        # Who names a photo's cards vouches that its outlines are these, and none is shown twice.
        allowed = np.array([named is None or card in named for card in DECK] + [True])
        insists = 1.0 if named is None else PACK.named_insists
        for number, n in enumerate(_in_rows(seen), 1):
            if any(_still_there(seen[n].look.corners, crops[n], one) for one in before):
                continue
            faces = np.array([*seen[n].look.faces, 1 - sum(seen[n].look.faces)])
            self.shown.append(Shown(photo, number, seen[n].look.corners, crops[n], faces * allowed * insists))
        self._conclude()
        return [one for one in self.shown if one.photo == photo]

    def say(self, new: Mapping[str, Card | None]) -> None:
        """People say what some of the pictures show (by `Shown.id`), None: no card.

        Raises:
            BadInput: there is no such picture, or one photo would show a card twice.
        """
        ids = {one.id for one in self.shown}
        for id_ in new:
            if id_ not in ids:
                raise BadInput(f"{id_}: no such card, expected PHOTO.NUMBER such as 1.3 ({len(ids)} found)")
        labels = {**self._labels, **new}
        where: dict[tuple[str, Card], str] = {}
        for id_, card in labels.items():
            if card is not None:
                other = where.setdefault((id_.split(".")[0], card), id_)
                if other != id_:
                    raise BadInput(f"{other} and {id_} are both said to be {card}, of which a pack has one")
        self._labels = labels
        self._conclude()

    def _conclude(self) -> None:
        """What every picture is, all of them and what is known taken together."""
        certain = PACK.insistent * np.eye(NO_FACE + 1)
        known = {*self._known, *(card for card in self._labels.values() if card is not None)}
        rows = [one.faces for one in self.shown]
        for n, one in enumerate(self.shown):
            if one.id in self._labels:
                card = self._labels[one.id]
                rows[n] = certain[NO_FACE if card is None else card.index]
        rows += [certain[card.index] for card in known if card not in self._labels.values()]
        if not self.shown:
            return
        for n, share in enumerate(told_apart(np.stack(rows))[: len(self.shown)]):
            one = self.shown[n]
            if one.id in self._labels:
                card = self._labels[one.id]
                state, chance = ("none" if card is None else "learnt"), 1.0
            else:
                state, card, chance = _taken_for(share, one.faces)
            self.shown[n] = replace(one, card=card, chance=chance, state=state)

    @property
    def learnt(self) -> dict[Card, np.ndarray]:
        """The picture of each card that is known now: what people said before what was concluded."""
        taken = sorted((one for one in self.shown if one.state == "learnt"), key=lambda one: one.chance)
        return self._known | {one.card: one.crop for one in taken if one.card is not None}

    @property
    def missing(self) -> list[Card]:
        """The cards that are still to be shown, in `DECK` order."""
        known = self.learnt
        return [card for card in DECK if card not in known]


def _still_there(corners: Quad, crop: np.ndarray, one: Shown) -> bool:
    """Whether an outline is a card seen before, lying where it lay."""
    if overlap(corners, one.corners) < CARDS.places.same:
        return False
    # Which corner came first may have changed.
    ways = (crop, np.ascontiguousarray(crop[::-1, ::-1]))
    before = _cells(one.crop)
    before /= np.linalg.norm(before)
    now = [_cells(way) for way in ways]
    return max(float((cells * before).sum() / np.linalg.norm(cells)) for cells in now) > PACK.same_look


def _taken_for(share: np.ndarray, faces: np.ndarray) -> tuple[str, Card | None, float]:
    """State, card and chance of one picture (see `Shown`) from a row of `told_apart`."""
    best, (none, again) = int(share[:NO_FACE].argmax()), share[NO_FACE:]
    if share[best] >= PACK.sure:
        return "learnt", DECK[best], float(share[best])
    if none > 0.5:
        return "none", None, float(none)
    if again > 0.5:
        return "again", None, float(again)
    # Two pictures that claim one card share it; to whoever looks at one, that card is the guess.
    own = faces[:NO_FACE] / max(float(faces.sum()), 1e-9)
    guess = int((share[:NO_FACE] + again * own).argmax())
    return "asked", DECK[guess], float(share[guess])


def _in_rows(seen: Sequence[DetectedCard]) -> list[int]:
    """Positions in the order in which people read: row by row, from left to right."""
    if not seen:
        return []
    middles = np.array([center(card.look.corners) for card in seen])
    heights = [np.ptp(np.array(card.look.corners)[:, 1]) for card in seen]
    row, reach, order = 0, -np.inf, []
    for n in np.argsort(middles[:, 1]):
        if middles[n, 1] > reach:
            row, reach = row + 1, middles[n, 1] + 0.6 * float(np.median(heights))
        order.append((row, middles[n, 0], int(n)))
    return [n for _, _, n in sorted(order)]


def _cells(crop: np.ndarray) -> np.ndarray:
    """What each cell of a flattened card shows: float32 (cells, k), of length 1 or, where faint, less.

    Lines by direction, and colour against the paper's; neither changes with the lamp's strength.
    """
    half = cv2.resize(crop, (SIZE[0] // 2, SIZE[1] // 2), interpolation=cv2.INTER_AREA)
    plain = cv2.cvtColor(half, cv2.COLOR_BGR2GRAY)
    dark, light = np.percentile(plain, (5, 95))
    grey = (plain / max(light - dark, 8.0)).astype(np.float32)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    strength, angle = cv2.cartToPolar(across, down)
    place = angle % np.float32(np.pi) * np.float32(PACK.orientations / np.pi)
    first = place.astype(np.int32) % PACK.orientations
    share = place - np.floor(place)
    height, width = grey.shape
    lines = np.zeros((height, width, PACK.orientations), np.float32)
    y, x = np.indices(grey.shape)
    lines[y, x, first] = strength * (1 - share)
    lines[y, x, (first + 1) % PACK.orientations] += strength * share
    tint = cv2.cvtColor(half, cv2.COLOR_BGR2LAB).astype(np.float32)[..., 1:]
    tint = np.asarray((tint - np.median(tint.reshape(-1, 2), axis=0)) / 25, np.float32)
    both = np.concatenate([lines, tint], axis=2)
    side = PACK.cell
    pooled = both.reshape(height // side, side, width // side, side, -1).mean((1, 3))
    cells = pooled.reshape(-1, pooled.shape[-1])
    return np.asarray(cells / (np.linalg.norm(cells, axis=1, keepdims=True) + PACK.faint), np.float32)


class PackReader(Reader):
    """A reader that knows one pack: the network's opinion, and which of the pack's pictures a card is like.

    A cell that looks more like one card's picture than like the others' speaks for that card, and
    against there being no face that can be told.

    Args:
        pictures: of each card learnt, flattened and upright.
        reader: the network (default the shipped one).
    """

    def __init__(self, pictures: Mapping[Card, np.ndarray], reader: Reader | None = None) -> None:
        self._reader = reader or shipped()
        self._faces = np.array([card.index for card in pictures], int)
        cells = [_cells(picture) for picture in pictures.values()]
        self._pictures = np.stack(cells, axis=2) if cells else np.zeros((0, 0, 0), np.float32)

    def read_flat(self, crops: Sequence[np.ndarray], *, again: bool = True, worth: float = 0.0) -> Readings:
        """As `Reader.read_flat`, of this pack."""
        readings = self._reader.read_flat(crops, again=again, worth=worth)
        if not len(crops) or not len(self._faces):
            return readings
        like = np.stack([self._likeness(*pair) for pair in zip(crops, readings.turned, strict=True)])
        logits = np.log(np.maximum(readings.faces.astype(np.float64), 1e-9))
        # Likeness is counted from the pictures' mean, which is what a card never shown gets, and no face.
        logits[:, self._faces] += PACK.weight * like
        raised = np.exp(logits - logits.max(1, keepdims=True))
        faces = raised / raised.sum(1, keepdims=True)
        return replace(readings, faces=faces.astype(np.float32))

    def _likeness(self, crop: np.ndarray, turned: float) -> np.ndarray:
        """How much more each picture is like *crop* than the pictures on the whole, float (pictures,)."""
        ways = [] if turned > 0.9 else [crop]
        if turned > 0.1:
            ways.append(np.ascontiguousarray(crop[::-1, ::-1]))
        best: np.ndarray = np.max([self._compared(way) for way in ways], axis=0)
        return best

    def _compared(self, crop: np.ndarray) -> np.ndarray:
        like = np.matmul(_cells(crop)[:, None], self._pictures)[:, 0]
        news = like - like.mean(1, keepdims=True)
        return np.asarray(np.clip(news, -PACK.most_like, PACK.most_like).sum(0))
