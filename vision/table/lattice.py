"""Proposes boards from the straight edges of a picture: two lines one way, two the other way, of a lattice.

A board of three by three cells shows as four lines each way. Any two of one way and two of the other tell
where all of it would lie; whether it does is for the score (`vision.table.score`).
"""

from __future__ import annotations

import itertools

import numpy as np

from vision.geometry.plane_fit import squares_to
from vision.table.settings import TABLE

LATTICE = TABLE.lattice
UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)
"""A board's corners at K♥, Q♠, J♣ and 10♦ in board coordinates."""
PAIRS = ((0, 3), (0, 2), (1, 3))
"""Which two of a way's four lines are taken to be seen: an arm may hide an outer one."""


def propose(lines: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Where a board might lie.

    Args:
        lines: n × 4 (`vision.table.lines.straight_edges`).
        size: the picture's width and height, pixels.

    Returns:
        m × 4 × 2: corners of squares seen in perspective, clockwise in the picture, those first of which most
        is seen. Nothing says yet which corner is K♥'s.
    """
    first, second = _opposite(lines, size[0])
    one, other = _crossing(lines, first, second)
    corners, share = _quads(lines, (first[one], second[one]), (first[other], second[other]))
    found = []
    for columns, rows in itertools.product(PAIRS, PAIRS):
        guessed = (columns, rows) != (PAIRS[0], PAIRS[0])
        enough = share > (LATTICE.seen_of_some if guessed else LATTICE.seen)
        boards, seen = _whole(corners[enough], columns, rows), share[enough]
        fits = np.isfinite(boards).all((1, 2))
        boards[~fits] = UNIT
        fits &= _plausible(boards, size)
        found.append((boards[fits], seen[fits], tilt(boards[fits], size)))
    boards, share, unlikely = (np.concatenate(each) for each in zip(*found, strict=True))
    fits = unlikely < LATTICE.unlikely
    boards, rank = boards[fits], share[fits] - LATTICE.tilt_counts * unlikely[fits]
    return _distinct(_clockwise(boards[np.argsort(-rank, kind="stable")]), size[0])[: LATTICE.kept]


def tilt(boards: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """How unlikely it is that a square before a usual lens shows so: half the sum of squared deviations.

    The two sides of a square are of one length and at right angles (Zhang, "A flexible new technique for
    camera calibration", 2000); of the lens only about how wide it is is known.

    Args:
        boards: n × 4 × 2 corners, pixels.
        size: the picture's width and height, pixels; the lens looks at its middle.
    """
    width, height = size
    centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]]) @ squares_to(boards)
    best = np.full(len(boards), np.inf)
    for lens in LATTICE.lenses:
        ray = np.array([1 / (lens * width), 1 / (lens * width), 1.0])
        across, down = centred[:, :, 0] * ray, centred[:, :, 1] * ray
        long, high = np.linalg.norm(across, axis=1), np.linalg.norm(down, axis=1)
        square = np.log(long / high) / LATTICE.crooked
        right = (across * down).sum(1) / (long * high) / LATTICE.crooked
        off_lens = np.log(lens / TABLE.board.usual_lens) / LATTICE.lens_spread
        best = np.minimum(best, (square**2 + right**2 + off_lens**2) / 2)
    return best


def _opposite(lines: np.ndarray, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of lines that may be opposite each other: about parallel, beside each other, well apart."""
    a, b = np.triu_indices(len(lines), 1)
    start, way, length = _rays(lines)
    turned = np.abs((_angles(lines)[a] - _angles(lines)[b] + np.pi / 2) % np.pi - np.pi / 2)
    middle = (lines[:, :2] + lines[:, 2:]) / 2
    apart = (_off(start[a], way[a], middle[b]) + _off(start[b], way[b], middle[a])) / 2
    at = np.stack([((ends[b] - start[a]) * way[a]).sum(1) for ends in (lines[:, :2], lines[:, 2:])], 1)
    beside = np.maximum(at.min(1) - length[a], -at.max(1)) < LATTICE.beside * apart
    near, far = LATTICE.apart
    fits = (turned < np.radians(LATTICE.parallel)) & (apart > near * width) & (apart < far * width) & beside
    fits &= np.maximum(length[a], length[b]) > LATTICE.long * apart
    return a[fits], b[fits]


def _crossing(lines: np.ndarray, first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of such pairs that cross each other."""
    angle = _angles(lines)
    way = angle[first] + ((angle[second] - angle[first] + np.pi / 2) % np.pi - np.pi / 2) / 2
    one, other = np.triu_indices(len(first), 1)
    crossing = np.abs((way[one] - way[other] + np.pi / 2) % np.pi - np.pi / 2)
    fits = crossing > np.radians(LATTICE.crossing)
    return one[fits], other[fits]


Pair = tuple[np.ndarray, np.ndarray]


def _quads(lines: np.ndarray, one: Pair, other: Pair) -> tuple[np.ndarray, np.ndarray]:
    """Where two pairs of lines cross (n × 4 × 2), and how much of the four sides is seen (0–4)."""
    ahead = np.ones((len(lines), 1))
    through = np.cross(np.hstack([lines[:, :2], ahead]), np.hstack([lines[:, 2:], ahead]))
    sides = (one[0], other[1], one[1], other[0])
    corners = []
    for before, after in zip((sides[3], *sides[:3]), sides, strict=True):
        at = np.cross(through[before], through[after])
        with np.errstate(divide="ignore", invalid="ignore"):
            corners.append(at[:, :2] / at[:, 2:])
    quads = np.stack(corners, 1)
    start, way, length = _rays(lines)
    share = np.zeros(len(quads))
    for number, side in enumerate(sides):
        ends = (quads[:, number], quads[:, (number + 1) % 4])
        at = np.stack([((end - start[side]) * way[side]).sum(1) for end in ends], 1)
        seen = np.minimum(at.max(1), length[side]) - np.maximum(at.min(1), 0)
        share += np.clip(seen / np.maximum(np.ptp(at, axis=1), 1e-6), 0, 1)
    fits = np.isfinite(quads).all((1, 2)) & (share > LATTICE.seen)
    fits[fits] &= _convex(quads[fits])
    return quads[fits], share[fits]


def _whole(corners: np.ndarray, columns: tuple[int, int], rows: tuple[int, int]) -> np.ndarray:
    """The whole board of which two *columns*' and two *rows*' lines (0 to 3) cross at *corners*."""
    (left, right), (top, bottom) = columns, rows
    outer = (UNIT * 3 - (left, top)) / (right - left, bottom - top)
    at = np.einsum("nij,kj->nki", squares_to(corners), np.hstack([outer, np.ones((4, 1))]))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(at[..., 2:] > 0, at[..., :2] / at[..., 2:], np.nan)


def _plausible(boards: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Whether quads are convex, their middle in the picture, and neither tiny, huge nor thin."""
    sides = np.linalg.norm(np.roll(boards, -1, 1) - boards, axis=2)
    middle = boards.mean(1)
    small, large = LATTICE.sides
    fits = _convex(boards) & (middle > 0).all(1) & (middle < size).all(1)
    fits &= (sides.min(1) > small * size[0]) & (sides.max(1) < large * size[0])
    return np.asarray(fits & (sides.max(1) < LATTICE.thin * sides.min(1)))


def _distinct(boards: np.ndarray, width: int) -> np.ndarray:
    """Of boards whose corners are nearly the same only the first."""
    rounded = np.round(boards.reshape(-1, 8) / (LATTICE.same * width)).astype(np.int64)
    # One number of eight small ones, to be compared at once.
    mixed = np.array([1009**power % (1 << 61) for power in range(8)])
    _, first = np.unique(rounded @ mixed, return_index=True)
    return np.asarray(boards[np.sort(first)])


def _turns(quads: np.ndarray) -> np.ndarray:
    """Twice the area of the triangle at each corner; positive where a quad goes clockwise in the picture."""
    edge = np.roll(quads, -1, 1) - quads
    after = np.roll(edge, -1, 1)
    return np.asarray(edge[..., 0] * after[..., 1] - edge[..., 1] * after[..., 0])


def _convex(quads: np.ndarray) -> np.ndarray:
    turns = _turns(quads)
    return np.asarray((turns > 0).all(1) | (turns < 0).all(1))


def _clockwise(boards: np.ndarray) -> np.ndarray:
    return np.where((_turns(boards).mean(1) < 0)[:, None, None], boards[:, [0, 3, 2, 1]], boards)


def _angles(lines: np.ndarray) -> np.ndarray:
    return np.asarray(np.arctan2(*(lines[:, 2:] - lines[:, :2]).T[::-1]))


def _rays(lines: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where lines start, which way they go (one pixel long), and how long they are."""
    way = lines[:, 2:] - lines[:, :2]
    length = np.linalg.norm(way, axis=1)
    return lines[:, :2], way / length[:, None], length


def _off(start: np.ndarray, way: np.ndarray, point: np.ndarray) -> np.ndarray:
    """How far points lie from lines, each from its own."""
    gap = point - start
    return np.asarray(np.abs(gap[:, 0] * way[:, 1] - gap[:, 1] * way[:, 0]))
