"""Accuracy on folders of labelled photographs: cards, ranks and chips, and the time they take.

A folder holds ``labels.csv`` (image, cards: unordered codes), and, if it likes,
``ranks.csv`` (a rank and a box per card) and ``chips.csv`` (chips per colour).
"""

from __future__ import annotations

import csv
import io
import statistics
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.counting import progress
from bench.films.lenses import Lens, lens
from bench.pictures.failure_sheet import Failure, failures
from engine import reading
from engine.boundaries import Point
from engine.cards import RANKS
from engine.errors import BadInput
from hardware.files.photos import read_photo
from hardware.files.texts import read_text
from vision.cards.photograph import cards_of_photo, in_sight
from vision.cards.reader import Reader
from vision.chips.discs import find_chips


def rows(file: Path, columns: tuple[str, ...]) -> list[dict[str, str]]:
    """The lines of a CSV file, which has at least these columns.

    Raises:
        BadInput: it cannot be read, or a line is not of that form; the line is named.
    """
    try:
        text = read_text(file, f"lines with the columns {', '.join(columns)}")
        lines = list(csv.DictReader(io.StringIO(text)))
    except csv.Error as error:
        raise BadInput(f"{file}: cannot be read ({error})") from None
    if not lines:
        raise BadInput(f"{file}: no line in it, expected the columns {', '.join(columns)} and lines of them")
    for number, line in enumerate(lines, start=2):
        if None in line or None in line.values() or not line.keys() >= set(columns):
            raise BadInput(f"{file} line {number}: expected one value in each column ({', '.join(columns)})")
    return lines


def _number(file: Path, row: dict[str, str], column: str) -> float:
    try:
        return float(row[column])
    except ValueError:
        raise BadInput(f"{file}: {column} of {row['image']} is {row[column]!r}, expected a number") from None


def cards(
    folder: Path,
    failed: list[Failure] | None = None,
    reader: Reader | None = None,
    through: Sequence[str] = (),
    within: str | None = None,
) -> dict[str, Any]:
    """Cards right, missed and reported but not there, per subfolder and together.

    Args:
        failed: receives every card that went wrong.
        reader: tells the faces (a pack that was learnt, say); None: the shipped one.
        through: lenses (`bench.lenses`) through which each photo is seen, instead of as it was taken: the
            figures of all together for each of them.
        within: only the photographs that lie in this subfolder; None: all.

    Raises:
        BadInput: no such lens, or a file that cannot be read.
    """
    wanted = [row for row in labelled(folder) if within in (None, folder_of(row))]
    if through:
        return {name: _cards(folder, wanted, failed, reader, name)["all"] for name in through}
    return _cards(folder, wanted, failed, reader, None)


def folder_of(row: dict[str, str]) -> str:
    """The subfolder in which a labelled photograph lies, "" for the folder itself."""
    return row["image"].rpartition("/")[0]


def labelled(folder: Path) -> list[dict[str, str]]:
    """Every photograph of a folder whose cards are told, and these.

    Raises:
        BadInput: the file that tells them cannot be read.
    """
    return rows(folder / "labels.csv", ("image", "cards"))


def _cards(
    folder: Path,
    wanted: list[dict[str, str]],
    failed: list[Failure] | None,
    reader: Reader | None,
    through: str | None,
) -> dict[str, Any]:
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    times = []
    labels = folder / "labels.csv"
    for row in progress(wanted, through or "cards"):
        image, _ = _seen(read_photo(folder / row["image"]), row["image"], through)
        there = Counter(
            reading.card(code, f"{labels}: {row['image']}", "'cards'") for code in row["cards"].split()
        )
        began = time.perf_counter()
        seen = cards_of_photo(image, reader)
        times.append((time.perf_counter() - began) * 1000)
        reported = Counter(card.card for card in seen if card.why_unread is None)
        right = (there & reported).total()
        figures = totals[row["image"].split("/")[0]]
        figures.update(cards=there.total(), right=right, not_there=reported.total() - right, photos=1)
        figures["photos_all_right"] += there == reported
        if failed is not None and there != reported:
            name = row["image"] if through is None else f"{row['image']} {through}"
            failed += failures(name, image, there, seen)
    every: Counter[str] = Counter()
    for figures in totals.values():
        every.update(figures)
    result: dict[str, Any] = {name: dict(figures) for name, figures in totals.items()}
    result["all"] = dict(every) | {
        "share_right": round(every["right"] / max(every["cards"], 1), 4),
        "share_not_there": round(every["not_there"] / max(every["cards"], 1), 4),
        "ms_median": round(statistics.median(times), 1),
    }
    return result


def _seen(image: np.ndarray, name: str, through: str | None) -> tuple[np.ndarray, Lens]:
    """The photo of that name, as through a lens where one is named, and that lens."""
    size = (image.shape[1], image.shape[0])
    if through is None:
        return image, Lens(size, lambda picture, _: picture)
    # The chance that a lens adds is another one in each photo.
    other = lens(through, size)
    return other.look(image, zlib.crc32(Path(name).name.encode())), other


def ranks(folder: Path, through: Sequence[str] = ()) -> dict[str, Any]:
    """Ranks right, by how their places agree with the labels.

    The labels outline what is seen of a card, `vision.cards.photograph` the whole card with its hidden
    part. So a card read right under another one may have little in common with its label:

    - ``right``: overlap of the card's upright box and the labelled one (their intersection ÷ union) at
      least a half;
    - ``right_in_sight``: the same of what is in sight of the card (`vision.cards.photograph.in_sight`);
    - ``right_on_label``: at least half of the labelled box lies in the upright box of a card of that rank;
    - ``right_in_photo``, ``not_there_in_photo``: each photo's ranks wherever they lie.

    Args:
        through: as in `cards`.

    Raises:
        BadInput: no such lens, or a file that cannot be read.
    """
    if through:
        return {name: _ranks(folder, name) for name in through}
    return _ranks(folder, None)


def _ranks(folder: Path, through: str | None) -> dict[str, Any]:
    by_image: dict[str, list[dict[str, str]]] = defaultdict(list)
    labels = folder / "ranks.csv"
    sides = ("xmin", "ymin", "xmax", "ymax")
    for row in rows(labels, ("image", "rank", *sides, "width", "height")):
        if row["rank"].replace("10", "T") not in tuple(RANKS):
            raise BadInput(
                f"{labels}: the rank of {row['image']} is {row['rank']!r}, expected A, 2 … 10, J, Q, K"
            )
        by_image[row["image"]].append(row)
    totals = Counter[str]()
    for name in progress(list(by_image), f"ranks {through}" if through else "ranks"):
        taken = read_photo(folder / name)
        image, other = _seen(taken, name, through)
        seen = [card for card in cards_of_photo(image) if card.why_unread is None]
        there = []
        for row in by_image[name]:
            labelled = [_number(labels, row, side) for side in ("width", "height")]
            scale = np.array([taken.shape[1] / labelled[0], taken.shape[0] / labelled[1]] * 2)
            x0, y0, x1, y1 = np.array([_number(labels, row, side) for side in sides]) * scale
            if x0 >= x1 or y0 >= y1:
                raise BadInput(
                    f"{labels}: a box of {row['image']} has no area, expected xmin < xmax, ymin < ymax"
                )
            box = _upright([other.place(corner) for corner in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))])
            there.append((RANKS.index(row["rank"].replace("10", "T")) + 1, box))
        boxes = [_upright(card.look.corners) for card in seen]
        reported = [card.card.rank for card in seen]
        found, right = _ranks_by_overlap(there, reported, boxes)
        by_sight = _ranks_by_overlap(there, reported, [_upright(part) for part in in_sight(image, seen)])[1]
        in_photo, told = Counter(rank for rank, _ in there), Counter(reported)
        totals.update(
            cards=len(there), found=found, right=right, not_labelled=len(seen) - found,
            right_in_sight=by_sight, right_on_label=_ranks_on_labels(there, reported, boxes),
            right_in_photo=(in_photo & told).total(), not_there_in_photo=(told - in_photo).total(),
        )  # fmt: skip
    return dict(totals) | {"share_right": round(totals["right"] / totals["cards"], 4)}


def _upright(outline: Sequence[Point]) -> np.ndarray:
    """The upright box of an outline: left, top, right, bottom."""
    return np.concatenate([np.min(outline, 0), np.max(outline, 0)])


def _ranks_by_overlap(
    there: Sequence[tuple[int, np.ndarray]], ranks: Sequence[int], boxes: Sequence[np.ndarray]
) -> tuple[int, int]:
    """How many labelled cards (rank and upright box) are found among *boxes*, and how many read right."""
    free = list(range(len(boxes)))
    found = right = 0
    for rank, box in there:
        best = max(free, key=lambda n: _upright_overlap(boxes[n], box), default=None)
        if best is not None and _upright_overlap(boxes[best], box) >= 0.5:
            free.remove(best)
            found += 1
            right += ranks[best] == rank
    return found, right


def _ranks_on_labels(
    there: Sequence[tuple[int, np.ndarray]], ranks: Sequence[int], boxes: Sequence[np.ndarray]
) -> int:
    """Labelled cards of whose box at least half lies in that of a card of their rank, each in another one."""
    free = list(range(len(boxes)))
    right = 0
    for rank, box in there:
        shares = {n: _common(boxes[n], box) / _common(box, box) for n in free if ranks[n] == rank}
        best = max(shares, key=lambda n: shares[n], default=None)
        if best is not None and shares[best] >= 0.5:
            free.remove(best)
            right += 1
    return right


def _common(a: np.ndarray, b: np.ndarray) -> float:
    """The area that two upright boxes have in common."""
    return float(np.prod(np.clip(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0, None)))


def _upright_overlap(a: np.ndarray, b: np.ndarray) -> float:
    common = _common(a, b)
    return common / (_common(a, a) + _common(b, b) - common)


def chips(folder: Path) -> dict[str, Any]:
    """Photos on which exactly the labelled number of chips is found."""
    per_photo = {}
    labels = folder / "chips.csv"
    for row in progress(rows(labels, ("image",)), "chips"):
        there = int(sum(_number(labels, row, colour) for colour in row if colour != "image"))
        per_photo[row["image"]] = {
            "there": there,
            "found": len(find_chips(read_photo(folder / row["image"]))),
        }
    exact = sum(figures["there"] == figures["found"] for figures in per_photo.values())
    return {"photos": len(per_photo), "exact": exact, "per_photo": per_photo}
