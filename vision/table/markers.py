"""Finds the markers of the printed kit and tells the table's plane in millimetres from them.

Markers are found by OpenCV's `aruco.ArucoDetector`. Their corners are fitted together, over several
pictures where there are several, so that one blurred corner does little harm.
"""

from __future__ import annotations

import functools
import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.printed_kit import BANK_CARD, BOARDS, CHECK, CHECK_SIZE, CORNERS, DICTIONARY, Marker, PrintedBoard
from vision.geometry.plane_fit import PlaneFit, fit_equal_shapes, fit_plane, placed, project
from vision.geometry.quads import as_quad
from vision.table.board import TableView, cell_quads
from vision.table.settings import TABLE

MARKER = TABLE.markers

Corners = Mapping[int, np.ndarray]
"""Marker number → its corners in the picture, float64 4 × 2: top left, top right, bottom right, bottom left
as the marker itself lies."""

MARKERS = {
    marker.number: marker
    for marker in (
        *(marker for board in BOARDS.values() for marker in board.markers),
        *(marker for marker, _ in CORNERS),
        *CHECK,
    )
}
"""All markers of the kit by number."""


@functools.lru_cache(maxsize=8)
def _detector(longest: int) -> cv2.aruco.ArucoDetector:
    """For pictures whose longer side has so many pixels."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # A marker two metres away and aslant is ten pixels high.
    settings.minMarkerPerimeterRate = max(0.01, MARKER.smallest / longest)
    settings.adaptiveThreshWinSizeMax = 53
    settings.adaptiveThreshWinSizeStep = 10
    settings.cornerRefinementWinSize = 5
    settings.relativeCornerRefinmentWinSize = 0.4
    settings.minDistanceToBorder = 1
    kinds = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    return cv2.aruco.ArucoDetector(kinds, settings)


def find_markers(image: np.ndarray) -> tuple[Corners, frozenset[int]]:
    """The kit's markers in a picture, and the numbers of those that are there twice.

    Args:
        image: uint8 BGR or grey.
    """
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    found, twice = _detect(grey)
    if _whole(found):
        return found, twice
    large = cv2.resize(grey, None, fx=MARKER.enlarged, fy=MARKER.enlarged, interpolation=cv2.INTER_CUBIC)
    closer, also_twice = _detect(large)
    # Pixel centres: what lies at 0 in the small picture lies at half a pixel in the large one.
    more = {n: (corners + 0.5) / MARKER.enlarged - 0.5 for n, corners in closer.items() if n not in found}
    return {**found, **more}, twice | also_twice


def _detect(grey: np.ndarray) -> tuple[dict[int, np.ndarray], frozenset[int]]:
    quads, numbers, _ = _detector(max(grey.shape)).detectMarkers(grey)
    found: dict[int, np.ndarray] = {}
    twice = set()
    for quad, number in zip(quads, [] if numbers is None else numbers.ravel(), strict=True):
        if int(number) not in MARKERS:
            continue
        corners = quad.reshape(4, 2).astype(np.float64)
        if cv2.contourArea(corners.astype(np.float32), oriented=True) <= 0:
            continue  # seen from behind: a marker that cannot be
        if int(number) in found:
            twice.add(int(number))
            if _size(found[int(number)]) >= _size(corners):
                continue
        found[int(number)] = corners
    return found, frozenset(twice)


def _size(corners: np.ndarray) -> float:
    return float(cv2.contourArea(corners.astype(np.float32)))


def _whole(found: Corners) -> bool:
    """Whether all markers of some piece of the kit are found."""
    return any(all(number in found for number in piece) for piece in PIECES.values())


PIECES: dict[str, tuple[int, ...]] = {
    **{name: tuple(marker.number for marker in board.markers) for name, board in BOARDS.items()},
    "corners": tuple(marker.number for marker, _ in CORNERS),
    "check": tuple(marker.number for marker in CHECK),
}
"""Numbers of the markers on each piece of the kit."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with the print or with how it lies, for people.

    Attributes:
        kind: ``none``, ``mirrored``, ``missing``, ``scale``, ``crooked``, ``twice``.
        names: of the markers it is about, see `engine.printed_kit.Marker`.
        share: of ``scale``: the print's size over the size it should have, else None.
    """

    kind: str
    names: tuple[str, ...] = ()
    share: float | None = None


class MarkerSearch:
    """Finds the table by its markers, the better the more pictures it has seen; one per camera."""

    def __init__(self) -> None:
        self._seen: deque[Corners] = deque(maxlen=MARKER.remembered)

    def look(self, image: np.ndarray) -> TableView | None:
        """Take in a picture (uint8 BGR) of the table at rest; the table as all pictures so far tell it.

        Returns:
            None while too few markers have been seen.
        """
        found, _ = find_markers(image)
        if self._seen and any(
            np.abs(found[number] - self._seen[-1][number]).max() > MARKER.still
            for number in found.keys() & self._seen[-1].keys()
        ):
            self._seen.clear()  # something was pushed: what was seen before holds no more
        self._seen.append(found)
        return table_from(together(self._seen))


def together(seen: Sequence[Corners]) -> Corners:
    """Markers of several pictures of one table at rest: the middle of what each picture says."""
    numbers = sorted({number for corners in seen for number in corners})
    return {
        number: np.median([corners[number] for corners in seen if number in corners], axis=0)
        for number in numbers
    }


def table_from(found: Corners) -> TableView | None:
    """The table's view that markers give: of a printed board, else of markers laid at a board's corners.

    Returns:
        None where two markers of one board, or three at the corners of one's own, are not in sight.
    """
    for board in BOARDS.values():
        view = _of_board(board, found)
        if view is not None:
            return view
    return _of_corners(found)


def _fit(markers: Sequence[Marker], found: Corners) -> PlaneFit | None:
    """The plane that markers of one sheet tell, the ones that do not fit left out."""
    there = [marker for marker in markers if marker.number in found]
    while len(there) >= 2:
        flat = np.array([marker.corners for marker in there]).reshape(-1, 2)
        pixels = np.array([found[marker.number] for marker in there]).reshape(-1, 2)
        try:
            fit = fit_plane(flat, pixels)
        except ValueError:
            return None
        off = np.linalg.norm(project(np.linalg.inv(fit.matrix), pixels) - flat, axis=1).reshape(-1, 4).max(1)
        if off.max() <= max(MARKER.stray, 0.08 * there[0].side) or len(there) < 3:
            return fit if off.max() <= 0.25 * there[0].side else None
        there.pop(int(np.argmax(off)))
    return None


def _of_board(board: PrintedBoard, found: Corners) -> TableView | None:
    fit = _fit(board.markers, found)
    if fit is None:
        return None
    side = board.side
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)])
    error = float(fit.error(square).max())
    if error > MARKER.far_off:
        return None
    outline = as_quad(project(fit.matrix, square))
    lost = tuple(marker.name for marker in board.markers if marker.number not in found)
    return TableView(outline, cell_quads(outline), fit.matrix, error, "markers", True, lost)


def _of_corners(found: Corners) -> TableView | None:
    """A family's own board between the four corner markers; the fourth corner where three are seen."""
    there = [(marker, corner) for marker, corner in CORNERS if marker.number in found]
    if len(there) < 3:
        return None
    shape = np.array(there[0][0].corners)
    pixels = np.array([found[marker.number] for marker, _ in there])
    try:
        fit = fit_equal_shapes(np.array([shape] * len(there)), pixels, MARKER.alike)
    except ValueError:
        return None
    spots = {
        marker.name: placed(np.array([corner]), place, turn)[0]
        for (marker, corner), place, turn in zip(there, fit.places, fit.turns, strict=True)
    }
    names = [marker.name for marker, _ in CORNERS]
    lost = tuple(name for name in names if name not in spots)
    for name in lost:  # a board is a rectangle
        k = names.index(name)
        spots[name] = spots[names[k - 1]] + spots[names[(k + 1) % 4]] - spots[names[k - 2]]
    corners = np.array([spots[name] for name in names])
    error = float(fit.spots_error(np.array([corner for _, corner in there])).max())
    if lost:  # the errors of three corners meet in the fourth
        error *= math.sqrt(3)
    if error > MARKER.far_off:
        return None
    outline = as_quad(project(fit.matrix, corners))
    # The plane as the board lies: its first edge along x.
    edge = corners[1] - corners[0]
    turn = float(np.arctan2(edge[1], edge[0]))
    c, s = np.cos(turn), np.sin(turn)
    lay = np.array([[c, -s, corners[0, 0]], [s, c, corners[0, 1]], [0, 0, 1]])
    return TableView(outline, cell_quads(outline), fit.matrix @ lay, error, "markers", True, lost)


# -- what is wrong with a print --------------------------------------------------------------------


def faults(image: np.ndarray) -> tuple[Fault, ...]:
    """What is wrong with the printed kit in a picture; empty when nothing is.

    The scale is judged on the check sheet with a bank card laid in its middle: those are all of one size.
    """
    found, twice = find_markers(image)
    if not found:
        mirror, _ = find_markers(np.ascontiguousarray(image[:, ::-1]))
        return (Fault("mirrored"),) if mirror else (Fault("none"),)
    found_faults: list[Fault] = []
    if twice:
        found_faults.append(Fault("twice", tuple(MARKERS[number].name for number in sorted(twice))))
    for name, numbers in PIECES.items():
        there = [number for number in numbers if number in found]
        if len(there) * 2 < len(numbers):
            continue
        missing = tuple(MARKERS[number].name for number in numbers if number not in found)
        if missing:
            found_faults.append(Fault("missing", missing))
        if name != "corners":
            found_faults += _bent([MARKERS[number] for number in numbers], found)
    share = print_scale(image, found)
    if share is not None and abs(share - 1) > MARKER.scale_off:
        found_faults.append(Fault("scale", share=share))
    return tuple(found_faults)


def _bent(markers: Sequence[Marker], found: Corners) -> list[Fault]:
    """A fault where the sheet's markers do not lie on one plane as they were drawn."""
    fit = _fit(markers, found)
    if fit is None:
        return [Fault("crooked", tuple(marker.name for marker in markers))]
    there = [marker for marker in markers if marker.number in found]
    flat = np.array([marker.corners for marker in there]).reshape(-1, 2)
    pixels = np.array([found[marker.number] for marker in there]).reshape(-1, 2)
    off = np.linalg.norm(project(np.linalg.inv(fit.matrix), pixels) - flat, axis=1).reshape(-1, 4).mean(1)
    names = tuple(marker.name for marker, far in zip(there, off, strict=True) if far > MARKER.crooked)
    return [Fault("crooked", names)] if names else []


def print_scale(image: np.ndarray, found: Corners) -> float | None:
    """The check sheet's real size over the size it should have, by the bank card that lies on it.

    Args:
        image: uint8 BGR.
        found: its markers.

    Returns:
        None where the sheet or a card on it is not in sight.
    """
    fit = _fit(CHECK, found)
    if fit is None:
        return None
    size = (round(CHECK_SIZE[0] * MARKER.sheet_scale), round(CHECK_SIZE[1] * MARKER.sheet_scale))
    flat = cv2.warpPerspective(
        image,
        np.diag([MARKER.sheet_scale, MARKER.sheet_scale, 1.0]) @ np.linalg.inv(fit.matrix),
        size,
        flags=cv2.INTER_CUBIC,
    )
    card = _bank_card(flat)
    if card is None:
        return None
    shares = [true / (seen / MARKER.sheet_scale) for true, seen in zip(BANK_CARD, card, strict=True)]
    if not 0.93 < shares[0] / shares[1] < 1.07:
        return None
    # The longer side tells it better.
    return float(np.average(shares, weights=[BANK_CARD[0], BANK_CARD[1]]))


def _bank_card(flat: np.ndarray) -> tuple[float, float] | None:
    """Width and height, in pixels, of the card on the check sheet seen from straight above."""
    lab = cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).astype(np.float32)
    height, width = flat.shape[:2]
    edge = round(MARKERS[CHECK[0].number].side * MARKER.sheet_scale)
    # Between the markers nothing is printed: the paper's colour, under the lamp that is there.
    strips = np.concatenate(
        [
            lab[: edge // 2, edge + 20 : -edge - 20].reshape(-1, 3),
            lab[-edge // 2 :, edge + 20 : -edge - 20].reshape(-1, 3),
        ]
    )
    far = np.linalg.norm(lab - np.median(strips, axis=0), axis=2)
    middle = np.zeros((height, width), np.uint8)
    cv2.rectangle(middle, (edge // 2, edge // 4), (width - edge // 2, height - edge // 4), 1, -1)
    for x in (0, width - edge - 12):
        for y in (0, height - edge - 12):
            middle[y : y + edge + 12, x : x + edge + 12] = 0
    # A lamp shades the paper: half of the way to the card's colour is still paper.
    levels = np.clip(far[middle > 0], 0, 255).astype(np.uint8)
    halfway, _ = cv2.threshold(levels, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    card = ((far > max(halfway, MARKER.card_shows)) & (middle > 0)).astype(np.uint8)
    card = cv2.morphologyEx(card, cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8))
    card = cv2.morphologyEx(card, cv2.MORPH_OPEN, np.ones((25, 25), np.uint8))
    outlines, _ = cv2.findContours(card, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return None
    outline = max(outlines, key=cv2.contourArea)
    (x, y), (a, b), turn = cv2.minAreaRect(outline)
    if a < b:
        a, b, turn = b, a, turn + 90
    expected = [side * MARKER.sheet_scale for side in BANK_CARD]
    if not (0.85 < a / expected[0] < 1.15 and 0.85 < b / expected[1] < 1.15):
        return None
    spin = cv2.getRotationMatrix2D((x, y), turn, 1.0)
    spin[:, 2] += width / 2 - x, height / 2 - y
    level = cv2.warpAffine(far, spin, (width, height), borderMode=cv2.BORDER_REPLICATE)
    sides = [
        _edge_at(level, along_x, sign, (a if along_x else b) / 2, (b if along_x else a) / 2)
        for along_x in (True, False)
        for sign in (-1, 1)
    ]
    if any(side is None for side in sides):
        return None
    left, right, top, bottom = (float(side) for side in sides if side is not None)
    return left + right, top + bottom


def _edge_at(level: np.ndarray, along_x: bool, sign: int, reach: float, across: float) -> float | None:
    """How far from the picture's middle the edge lies, pixels: the median over many lines across it."""
    picture = level if along_x else level.T
    middle_y, middle_x = (side / 2 for side in picture.shape)
    found = []
    for offset in np.linspace(-0.75 * across, 0.75 * across, 41):
        row = picture[round(middle_y + offset)]
        places = reach + np.arange(-MARKER.look, MARKER.look + 1.0)
        line = np.interp(middle_x + sign * places, np.arange(len(row)), row)
        inside, outside = (
            float(np.median(line[: MARKER.look // 2])),
            float(np.median(line[-MARKER.look // 2 :])),
        )
        if inside - outside < MARKER.card_shows:
            continue
        half = (inside + outside) / 2
        steps = np.flatnonzero((line[:-1] >= half) & (line[1:] < half))
        if len(steps):
            k = int(steps[np.argmin(np.abs(steps - MARKER.look))])
            found.append(float(places[k] + (line[k] - half) / (line[k] - line[k + 1])))
    return float(np.median(found)) if len(found) > 12 else None
