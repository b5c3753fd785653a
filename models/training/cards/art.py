"""Card art of Debian packages, rasterised once into a cache outside the repository.

`gnome-cards-data` (/usr/share/aisleriot/cards) and `kdegames-card-data-kf5`
(/usr/share/carddecks) hold whole packs on one SVG page each, a grid of cards. They feed
training only; nothing of them is stored in the repository or in the weights' package.

`HELD_OUT` names the packs that measure: `faces()` refuses them unless the caller says
that it is measuring. Packs with the same art under another name are not listed at all.
"""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from engine.cards import Card
from engine.errors import BadInput

GNOME = Path("/usr/share/aisleriot/cards")
KDE = Path("/usr/share/carddecks")
HEIGHT = 400
"""Height in pixels of one cell of the rasterised page."""
_UP = tuple(range(1, 14))
_DOWN = (1, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)


Box = tuple[float, float, float, float]
"""(x0, y0, x1, y1) as fractions of a card's width and height."""


@dataclass(frozen=True)
class Pack:
    """Where the cards of one pack lie on its page.

    Attributes:
        name: unique, also the name in the cache.
        file: the SVG page.
        cell: width ÷ height of one card.
        suits: suits of the first four rows.
        ranks: ranks of the columns.
        rows: rows of the page; a fifth row holds two jokers and the back.
        letters: whether the printed indices are ones a French, English or German player knows.
        reprint: whether the indices can be papered over without harm to the rest.
        index: box of the top left index (`Art.corner`), where no small pieces of ink tell it.
    """

    name: str
    file: Path
    cell: float
    suits: str = "CDHS"
    ranks: tuple[int, ...] = _UP
    rows: int = 5
    letters: bool = True
    reprint: bool = True
    index: Box | None = None


def _gnome(
    name: str, cell: float, *, letters: bool = True, reprint: bool = True, index: Box | None = None
) -> Pack:
    return Pack(name, GNOME / f"{name}.svgz", cell, letters=letters, reprint=reprint, index=index)


TRAINING = (
    _gnome("ancient_french", 0.709),
    _gnome("anglo", 0.643),
    _gnome("anglo_bitmap", 0.643),
    _gnome("anglo_modern", 0.668),
    _gnome("anglo_modern_4_color", 0.668),
    _gnome("anglo_poker", 0.715),
    _gnome("atlasnye", 0.668),
    _gnome("atlasnye_skat", 0.668),
    _gnome("bellot", 0.689),
    _gnome("berlin", 0.667),
    _gnome("gnomangelo_bitmap", 0.643),
    _gnome("guyenne-classic", 0.642),
    _gnome("lattmann", 0.667),
    _gnome("neoclassical", 0.671),
    _gnome("neoclassical_4_color", 0.671),
    _gnome("paris", 0.642),
    _gnome("plastic", 0.716),
    _gnome("rheinland", 0.667),
    _gnome("simplistic", 0.645),
    _gnome("slavic_costumes", 0.656, letters=False),
    _gnome("tango", 0.743, reprint=False),
    _gnome("tarocco", 0.6, letters=False),
    _gnome("Атласные", 0.668, letters=False),
    Pack("kde_standard", KDE / "svg-standard/standard.svgz", 0.75, "SHCD", _DOWN, 4),
    Pack("kde_xskat_french", KDE / "svg-xskat-french/french.svgz", 0.643, "CSHD", _DOWN, 5),
)
"""Packs with French suits that may teach."""
HELD_OUT = (
    _gnome("tigullio", 0.653),
    _gnome("dondorf", 0.642),
    _gnome("orell", 0.6),
    _gnome("ornamental", 0.735, index=(0.01, 0.02, 0.275, 0.455)),
)
"""Packs that measure and never teach."""


def cache() -> Path:
    """The folder of rasterised pages (``training-data/art``, or env ``NAINJAUNE_TRAINING``)."""
    return Path(os.environ.get("NAINJAUNE_TRAINING", "training-data")) / "art"


def _page(pack: Pack) -> np.ndarray:
    file = cache() / f"{pack.name}.png"
    if not file.exists():
        if not pack.file.exists():
            raise BadInput(
                f"{pack.file}: card art not found; expected from the Debian packages "
                "gnome-cards-data and kdegames-card-data-kf5"
            )
        print(f"card art: {pack.name}", file=sys.stderr, flush=True)
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{os.getpid()}.part")
        width, height = round(HEIGHT * pack.cell) * 13, HEIGHT * pack.rows
        subprocess.run(
            ["rsvg-convert", "-w", str(width), "-h", str(height), "-o", str(part), str(pack.file)],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        part.replace(file)
    page = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
    if page is None:
        raise BadInput(f"{file}: not a picture; delete it and start again")
    return page


def _cut(page: np.ndarray, pack: Pack, row: int, column: int) -> np.ndarray | None:
    """One card, RGB on white, its printed outline trimmed; None where the cell is empty."""
    height, width = page.shape[:2]
    y0, y1 = (round(height * r / pack.rows) for r in (row, row + 1))
    x0, x1 = (round(width * c / 13) for c in (column, column + 1))
    cell = page[y0:y1, x0:x1]
    x, y, w, h = cv2.boundingRect((cell[..., 3] > 128).astype(np.uint8))
    if w < 0.5 * (x1 - x0) or h < 0.5 * (y1 - y0):
        return None
    trim = max(2, round(0.012 * w))
    card = cell[y + trim : y + h - trim, x + trim : x + w - trim]
    alpha = card[..., 3:].astype(np.float32) / 255
    return (card[..., 2::-1] * alpha + 255 * (1 - alpha)).astype(np.uint8)


@dataclass(frozen=True)
class Art:
    """A pack cut into cards; every picture RGB uint8, sizes differ slightly.

    Attributes:
        corner: box (x0, y0, x1, y1) of the top left index over all pip cards, as fractions of
            the card; the bottom right one is its mirror image through the centre.
        patched: pip cards too have an index that only a patch of that size covers.
    """

    faces: dict[Card, np.ndarray]
    jokers: tuple[np.ndarray, ...]
    back: np.ndarray | None
    corner: Box
    patched: bool = False


@functools.cache
def faces(pack: Pack, *, measuring: bool = False) -> Art:
    """Cuts a pack into its cards.

    Raises:
        BadInput: the Debian package is not installed.
        ValueError: a held-out pack was asked for without ``measuring``.
    """
    if pack not in TRAINING and not measuring:
        raise ValueError(f"{pack.name} is held out of training")
    page = _page(pack)
    cards: dict[Card, np.ndarray] = {}
    for row, suit in enumerate(pack.suits):
        for column, rank in enumerate(pack.ranks):
            cut = _cut(page, pack, row, column)
            if cut is None:
                raise BadInput(f"{pack.file}: no card in row {row + 1}, column {column + 1}")
            cards[Card(rank, suit)] = cut
    extra = [_cut(page, pack, 4, column) for column in range(3)] if pack.rows > 4 else []
    if pack.name == "kde_xskat_french":
        return Art(cards, (), extra[0], _corner_box(cards))
    jokers = tuple(card for card in extra[:2] if card is not None)
    corner = pack.index or _corner_box(cards)
    return Art(cards, jokers, extra[2] if len(extra) > 2 else None, corner, pack.index is not None)


def available() -> bool:
    """Whether both Debian packages of card art are installed."""
    return all(pack.file.exists() or (cache() / f"{pack.name}.png").exists() for pack in TRAINING)


def paper_of(card: np.ndarray) -> np.ndarray:
    """The paper's colour: the median of a ring just inside the edge (3 floats, RGB)."""
    h, w = card.shape[:2]
    m = max(2, round(0.02 * w))
    ring = [card[m : 2 * m, w // 4 : -w // 4], card[-2 * m : -m, w // 4 : -w // 4]]
    ring += [card[h // 2 - h // 10 : h // 2 + h // 10, m : 2 * m]]
    middle: np.ndarray = np.median(np.concatenate([part.reshape(-1, 3) for part in ring]), axis=0)
    return middle


def _index_parts(card: np.ndarray) -> list[tuple[int, int, int, int]]:
    """Boxes (x, y, w, h) of the small ink pieces that stand in the four corners."""
    h, w = card.shape[:2]
    ink = (np.abs(card.astype(np.int16) - paper_of(card)).max(axis=2) > 45).astype(np.uint8)
    count, _, stats, centres = cv2.connectedComponentsWithStats(ink)
    parts = []
    for k in range(1, count):
        cx, cy = centres[k][0] / w, centres[k][1] / h
        wide, high = stats[k][2] / w, stats[k][3] / h
        if min(cx, 1 - cx) < 0.17 and min(cy, 1 - cy) < 0.30 and wide < 0.22 and high < 0.2:
            x, y, a, b = (int(v) for v in stats[k][:4])
            parts.append((x, y, a, b))
    return parts


def _corner_box(faces: dict[Card, np.ndarray]) -> Box:
    boxes = []
    for card, picture in faces.items():
        h, w = picture.shape[:2]
        if not 2 <= card.rank <= 10:
            continue
        mine = [(x / w, y / h, (x + a) / w, (y + b) / h) for x, y, a, b in _index_parts(picture)]
        mine = [box for box in mine if box[2] < 0.3 and box[3] < 0.4]
        if mine:
            x0, y0 = min(b[0] for b in mine), min(b[1] for b in mine)
            boxes.append((x0, y0, max(b[2] for b in mine), max(b[3] for b in mine)))
    if not boxes:
        return (0.02, 0.02, 0.16, 0.24)
    low = np.percentile(np.array(boxes), 15, axis=0)
    high = np.percentile(np.array(boxes), 90, axis=0)
    return (float(low[0]), float(low[1]), float(high[2]), float(high[3]))


def without_index(card: Card, source: Art) -> np.ndarray:
    """The card's picture with its corner indices papered over (a new one will be printed there).

    Pip cards lose the small pieces in their corners; courts a patch of `Art.corner` size.
    """
    picture, box = source.faces[card], source.corner
    clean = picture.copy()
    h, w = picture.shape[:2]
    paper = paper_of(picture).astype(np.uint8)
    for x, y, a, b in _index_parts(picture):
        clean[max(0, y - 1) : y + b + 1, max(0, x - 1) : x + a + 1] = paper
    if card.rank > 10 or source.patched:
        x1, y1 = round((box[2] + 0.008) * w), round((box[3] + 0.008) * h)
        x0, y0 = round(max(0.0, box[0] - 0.01) * w), round(max(0.0, box[1] - 0.01) * h)
        clean[y0:y1, x0:x1] = paper
        clean[h - y1 : h - y0, w - x1 : w - x0] = paper
    return clean
