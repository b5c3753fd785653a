"""`nainjaune bench clips`: what is seen in short clips, one for each thing that happens on a table.

A folder holds ``NAME.mp4`` and ``clips.json``, which tells of each clip what happens (``what``), the
simulated round that it is cut from (``plan``, ``since``, ``until``, ``over``, ``margin``), its ``table``,
what really happens in it (``true``) and what is seen today (``seen``), right or wrong. A clip is looked at
through the networks and the observer that a game is followed with. Clips that are missing are cut anew, which
needs PyAV.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np

from bench.films.lenses import Lens, placed
from bench.films.simulated import Plan, simulated_table
from engine.boundaries import (
    BoxSeen,
    CardGone,
    CardLaid,
    CardLook,
    CardLookedAgain,
    Point,
    Sighting,
    ViewBack,
    ViewLost,
)
from engine.cards import DECK
from engine.errors import BadInput
from engine.table import Table, table_from_json
from hardware.cameras import open_camera
from hardware.files.texts import read_json
from hardware.simulator import SimulatedTable
from vision.observer.observer import watch_table

FOLDER = Path("tests/films/clips")
"""Of a checkout."""
TABLE = "clips.json"
MARGIN = 70
"""Pixels around board and cards that a clip shows where it tells no others: arms come through them."""
LAID = 8
"""So many cards that were laid last are in the part that a clip shows."""
QUALITY = {"crf": "24", "preset": "slow", "threads": "1"}
"""Of H.264: a clip takes some 60 kB, and cards are read as in the film that it is cut from."""
Clip = Mapping[str, Any]
"""One clip, as ``clips.json`` tells it."""


def seen(folder: Path, name: str, clip: Clip) -> list[str]:
    """What is seen in a clip: ``"laid 7D Ana"``, ``"gone 8C"``, ``"QS empty"``, ``"KH chips"``, ``"lost"``…

    A card counts with the face and the player that are likeliest when the clip ends; of a box the last look.

    Raises:
        BadInput: the film cannot be read.
    """
    table = table_from_json(clip["table"], name)
    with open_camera(str(folder / f"{name}.mp4")) as film:
        observer = watch_table(table, film.size)
        return summary([sighting for frame in film for sighting in observer.look(frame)], table)


def summary(sightings: Iterable[Sighting], table: Table) -> list[str]:
    """Sightings in a line each, as `seen` tells them: cards and views as they come, then boxes."""
    looks: dict[float, CardLook] = {}
    lines: list[tuple[str, CardLaid | CardGone | None]] = []
    boxes: dict[str, str] = {}
    for one in sightings:
        match one:
            case CardLaid():
                looks[one.t] = one.look
                player = table.names[int(np.argmax(one.seats))]
                lines.append((f"laid {{}} {player}", one))
            case CardLookedAgain():
                looks[one.laid] = one.look
            case CardGone():
                lines.append(("gone {}", one))
            case BoxSeen():
                boxes[one.box.code] = "empty" if one.empty else "chips"
            case ViewLost() | ViewBack():
                lines.append(("lost" if isinstance(one, ViewLost) else "back", None))
    told = [text.format(_card(one, looks)) for text, one in lines]
    return told + [f"{box} {count}" for box, count in sorted(boxes.items())]


def _card(one: CardLaid | CardGone | None, looks: Mapping[float, CardLook]) -> str:
    """The likeliest face of what was laid, as it was read last."""
    if one is None:
        return ""
    return DECK[looks.get(one.laid if isinstance(one, CardGone) else one.t, one.look).face].code


def differences(clip: Clip, now: Sequence[str]) -> list[str]:
    """A line for each thing that is seen otherwise than the table says; ``worse`` where that is less true."""
    true, before = clip.get("true", ()), clip.get("seen", [])
    lines = []
    for line in dict.fromkeys([*before, *now]):
        change = now.count(line) - before.count(line)
        if change:
            right = _is_true(line, true)
            verdict = "other" if right is None else "better" if (change > 0) == right else "worse"
            lines.append(f"{verdict}: {line!r} {'is' if change > 0 else 'no longer'} seen")
    return sorted(lines, reverse=True)


def _is_true(line: str, true: Sequence[str]) -> bool | None:
    """Whether a line is among what really happens; None: the truth does not tell (boxes, views)."""
    return line in true if line.startswith(("laid", "gone")) else None


def compared(folder: Path, anew: bool) -> tuple[dict[str, Clip], list[str]]:
    """Each clip of a folder with what is seen in it today, and a line for each change, what got worse first.

    Args:
        anew: clips whose film is missing are cut.

    Raises:
        BadInput: the folder has no table of clips, or a film cannot be read or cut.
    """
    now: dict[str, Clip] = {}
    changes: list[str] = []
    for name, clip in read_json(folder / TABLE, "a table of clips").items():
        if anew and not (folder / f"{name}.mp4").exists():
            clip = cut(folder, name, clip)
        now[name] = {**clip, "seen": seen(folder, name, clip)}
        changes += [line.replace(": ", f": {name}: ", 1) for line in differences(clip, now[name]["seen"])]
        print(f"nainjaune: {name}", file=sys.stderr, flush=True)
    return now, sorted(changes, key=lambda line: not line.startswith("worse"))


def cut(folder: Path, name: str, clip: Clip) -> dict[str, Any]:
    """Film a clip anew.

    Returns:
        the clip with its ``table`` and ``true``.

    Raises:
        BadInput: PyAV is missing, or the file cannot be written.
    """
    film = simulated_table(Plan.of(clip))
    since, until = clip["since"], clip["until"]
    part, over = _part(film, until, clip.get("margin", MARGIN)), _OVER[clip["over"]]
    pictures = (part.look(frame.image, frame.number) for frame in film.frames(since, until))
    lie = _laid(film.truth, until) or _laid(film.truth)[:1]
    place = part.place(tuple(np.mean(lie[-1]["corners"], axis=0)))
    shown = (
        over(picture.copy(), n / film.fps / (until - since), place) for n, picture in enumerate(pictures)
    )
    _write(folder / f"{name}.mp4", shown, part.size, film.fps)
    return {**clip, "table": placed(film.table, part), "true": list(_true(film.truth, since, until))}


def _laid(truth: Mapping[str, Any], until: float = math.inf) -> list[Mapping[str, Any]]:
    """The cards that are laid until a second of the film, in order, as its truth tells them."""
    return [each for each in truth["events"] if each["type"] == "card_played" and each["t"] <= until]


def _true(truth: Mapping[str, Any], since: float, until: float) -> Iterator[str]:
    """What really happens to cards between two seconds of a film."""
    happened = [(event["t"], f"laid {event['card']} {event['player']}") for event in _laid(truth)]
    for upset in truth["disturbances"]:
        if upset["kind"] == "take_back":
            happened.append((upset["t"], f"laid {upset['card']} {upset['player']}"))
            happened.append((upset["until"], f"gone {upset['card']}"))
    yield from (line for t, line in sorted(happened) if since < t <= until)


def _part(film: SimulatedTable, until: float, margin: int) -> Lens:
    """What a clip shows of the picture: the board and the cards that were laid last by then, and a margin."""
    lie = [event["corners"] for event in _laid(film.truth, until)[-LAID:]]
    points = np.array([*film.table.get("board", []), *(point for card in lie for point in card)])
    if not len(points):
        points = np.array([(0, 0), film.size])
    left, top = (int(each) for each in np.maximum(points.min(axis=0) - margin, 0) // 2 * 2)
    right, bottom = (int(each) for each in np.minimum(points.max(axis=0) + margin, film.size) // 2 * 2)
    return Lens(
        (right - left, bottom - top),
        lambda image, _: image[top:bottom, left:right],
        lambda point: (point[0] - left, point[1] - top),
    )


def _write(file: Path, pictures: Iterable[np.ndarray], size: tuple[int, int], fps: float) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with av.open(str(file), "w") as container:
            stream = container.add_stream("libx264", rate=round(fps), options=QUALITY)
            stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
            for picture in pictures:
                container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
            container.mux(stream.encode())
    except OSError as error:
        raise BadInput(f"{file}: cannot be written ({error.strerror})") from None


def _caption(image: np.ndarray, at: float, place: Point) -> np.ndarray:
    """A line of text with a bar behind it, as films have it, for the middle third."""
    if 1 / 3 < at < 2 / 3:
        height, width = image.shape[:2]
        cv2.rectangle(image, (0, height * 3 // 4), (width, height * 7 // 8), (30, 30, 30), -1)
        where = (width // 8, height * 13 // 16)
        cv2.putText(image, "Nain Jaune, 2e manche", where, cv2.FONT_HERSHEY_SIMPLEX, 1.0, (255, 255, 255), 2)
    return image


def _sheet(image: np.ndarray, at: float, place: Point) -> np.ndarray:
    """A white sheet is carried over everything, for the middle third."""
    if 1 / 3 < at < 2 / 3:
        image[:, : int(image.shape[1] * min(1.0, (at - 1 / 3) * 12))] = (238, 240, 242)
    return image


def _chip(image: np.ndarray, at: float, place: Point) -> np.ndarray:
    """From the middle on a chip lies on the card that was laid last: people throw them there."""
    if at >= 1 / 2:
        cv2.circle(image, (round(place[0]), round(place[1])), 11, (40, 40, 190), -1, cv2.LINE_AA)
    return image


_OVER: Mapping[str, Callable[[np.ndarray, float, Point], np.ndarray]] = {
    "": lambda image, _, __: image,
    "caption": _caption,
    "sheet": _sheet,
    "chip": _chip,
}
"""What comes over a clip's pictures, given how much of it has passed (0–1) and where the last card lies."""
