"""What was looked at in a film, kept: the tracker on it in seconds, beside the truth.

A film of a minute takes a minute and more to be looked at; what is kept of it, a file of JSON compressed with
xz, is told to `vision.film.tracker` again in a second. Where the sightings of the same film are kept, too
(`bench.films.recorded`), a referee is told the tracker's cards instead of theirs, both ways side by side.
"""

from __future__ import annotations

import base64
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from bench.films import net
from bench.films.games import TRUTH, listed, papers_of
from bench.films.recorded import SUFFIX as SIGHTINGS
from bench.films.recorded import Papers, Recording, recording, save, saved
from engine import reading
from engine.boundaries import CardGone, CardLaid, CardLook, CardLookedAgain, Sighting
from engine.cards import DECK
from engine.errors import BadInput
from hardware.cameras import open_camera
from hardware.files.texts import read_json
from vision.film.cards import FilmCards
from vision.film.eyes import trained
from vision.film.glance import Glance, Seen
from vision.film.told import Told, believed
from vision.film.tracker import Tracker
from vision.geometry.quads import as_quad
from vision.motion.grid import Grid
from vision.table.board import box_quads
from vision.table.plane import Plane

FORMAT, VERSION = "nainjaune recorded looks", 1
SUFFIX = ".looks.json.xz"
EXPECTED = f"recorded looks, version {VERSION}"
FOLDER = Path("training-data/looks")
"""Where looks are kept unless somebody says where."""
HERE, EARLY = 0.5, 0.6
"""A card is told right within half its width of its place, at most so many seconds before it lies free."""


@dataclass(frozen=True, slots=True)
class Looks:
    """A film's papers with its truth, the frames' size, and what was looked at."""

    papers: Papers
    size: tuple[int, int]
    glances: tuple[Glance, ...]

    def save(self, file: Path) -> None:
        """Write it to a file, whose folder may be missing yet.

        Raises:
            BadInput: the file cannot be written.
        """
        told = {"format": FORMAT, "version": VERSION, "table": self.papers.table, "calls": self.papers.calls}
        told |= {"truth": self.papers.truth, "size": self.size}
        told |= {"glances": [_glance_json(one) for one in self.glances]}
        save(told, file)


def looks(file: Path) -> Looks:
    """What a file holds.

    Raises:
        BadInput: it cannot be read, is damaged, or of another version; one line.
    """
    told = saved(file, FORMAT, VERSION)
    try:
        width, height = told["size"]
        papers = Papers(told["table"], told["calls"], told["truth"])
        glances = tuple(_glance(one, Grid.over((width, height)).shape) for one in told["glances"])
    except (LookupError, TypeError, ValueError, zlib.error):
        raise BadInput(f"{file}: expected {EXPECTED}") from None
    return Looks(papers, (width, height), glances)


def run(folder: Path, kept: Path, sightings: Path, names: Sequence[str] = ()) -> dict[str, Any]:
    """The tracker's figures on every game of a folder.

    Args:
        folder: games, as `bench.films.games` has them.
        kept: where their looks are kept, or will be.
        sightings: where the sightings of the same films may be kept.
        names: which games; none: all.

    Returns:
        For each: cards laid and told in their place, told and not there, hands shown and told; and what a
        referee makes of them, beside what it makes of the sightings.

    Raises:
        BadInput: a file that cannot be read or written.
    """
    figures = {}
    for name, one in films(folder, kept, names):
        figures[name] = of_film(one, sightings / f"{name}{SIGHTINGS}")
        print(f"nainjaune: {name}: {figures[name]['right']} of {figures[name]['laid']}", file=sys.stderr)
    keys = ("right", "laid", "not_there", "shown_told", "shown")
    return {"films": figures, **{key: sum(film[key] for film in figures.values()) for key in keys}}


def films(folder: Path, kept: Path, names: Sequence[str] = ()) -> Iterator[tuple[str, Looks]]:
    """The games of a folder, each looked at where that is not kept yet; arguments as of `run`.

    Raises:
        BadInput: a file that cannot be read or written.
    """
    for name in listed(folder):
        if names and name not in names:
            continue
        file = kept / f"{name}{SUFFIX}"
        if not file.exists():
            record(folder, name).save(file)
        yield name, looks(file)


def lines(figures: Mapping[str, Any]) -> list[str]:
    """What `run` found, for people."""
    each = [
        f"{name}: {_in_words(film)}"
        + "".join(
            f"\n    {way.replace('_', ' ')}: {film[way]}" for way in ("referee", "as_now") if way in film
        )
        for name, film in figures["films"].items()
    ]
    return [*each, f"together: {_in_words(figures)}"]


def _in_words(film: Mapping[str, Any]) -> str:
    hands = f"{film['shown_told']} of {film['shown']} cards of hands shown"
    return f"{film['right']} of {film['laid']} laid cards told, {film['not_there']} not there, {hands}"


def record(folder: Path, name: str) -> Looks:
    """Look at a game's film; its truth is read last.

    Raises:
        BadInput: it cannot be read.
    """
    glances = []
    with open_camera(str(folder / f"{name}.mp4")) as film:
        papers = papers_of(folder, name, film.size)
        table = papers.seated(name)
        seats = [player.seat for player in table.players if player.seat is not None]
        seats = seats if len(seats) == len(table.players) else []
        boxes = list(box_quads(table, table.honours).values())
        cards = FilmCards(film.size, trained(), seats, table.board, boxes)
        for frame in film:
            cards.look(frame)
            if cards.glance is not None:
                glances.append(cards.glance)
        size = film.size
    truth = reading.mapping(read_json(folder / f"{name}{TRUTH}", "a truth file"), name, "the truth")
    return Looks(replace(papers, truth=truth), size, tuple(glances))


def told(kept: Looks) -> list[tuple[Glance, Told]]:
    """What the tracker tells of a film's looks, each with the look that made it do so."""
    tracker = Tracker(Grid.over(kept.size), Plane(kept.papers.seated("looks").board, kept.size))
    return [(glance, one) for glance in kept.glances for one in tracker.look(glance)]


def of_film(kept: Looks, sightings: Path) -> dict[str, Any]:
    """The figures of one film; see `run`."""
    laid, shown = _laid(kept), _shown(kept)
    is_there = lies_there(kept)
    ours = told(kept)
    there: dict[float, bool] = {}  # of each card that is believed to lie anywhere: whether it does
    right: set[str] = set()
    hands: set[str] = set()
    for glance, one in ours:
        if isinstance(one, CardGone) or not believed(one):
            continue
        card, since = DECK[one.look.face].code, one.t if isinstance(one, CardLaid) else one.laid
        lies = is_there(glance, one.look)
        there[since] = there.get(since, False) or lies
        if lies:
            (right if card in laid else hands).add(card)
    wrong = sum(not each for each in there.values())
    figures: dict[str, Any] = {"laid": len(laid), "right": len(right), "not_there": wrong}
    figures |= {"shown": len(shown), "shown_told": len(hands)}
    if sightings.exists():
        theirs = recording(sightings)
        figures |= {"referee": _short(net.row(_instead(theirs, ours), str(sightings)))}
        figures |= {"as_now": _short(net.row(theirs, str(sightings)))}
    return figures


def lies_there(kept: Looks) -> Callable[[Glance, CardLook], bool]:
    """Whether, when this was looked at, that card lay there: laid where it is seen, or shown at the end."""
    plane = Plane(kept.papers.seated("looks").board, kept.size)
    laid, shown = _laid(kept), _shown(kept)

    def there(glance: Glance, look: CardLook) -> bool:
        card = DECK[look.face].code
        if card in laid:
            return glance.t >= laid[card]["t"] - EARLY and _here(plane, look, laid[card])
        return card in shown and glance.t >= shown[card] - EARLY

    return there


def _laid(kept: Looks) -> dict[str, Mapping[str, Any]]:
    """The cards laid, by the truth."""
    events = (kept.papers.truth or {})["events"]
    return {one["card"]: one for one in events if one["type"] == "card_played"}


def _shown(kept: Looks) -> dict[str, float]:
    """When each card of a hand was shown, by the truth."""
    events = (kept.papers.truth or {})["events"]
    return {card: one["t"] for one in events if one["type"] == "hand_shown" for card in one["cards"]}


def _here(plane: Plane, look: CardLook, laid: Mapping[str, Any]) -> bool:
    """Whether a card is told where it lies, within half its width on the plane."""
    there = plane.flat(laid["corners"])
    sides = np.linalg.norm(there - np.roll(there, 1, axis=0), axis=1)
    return bool(np.linalg.norm(plane.flat(look.corners).mean(0) - there.mean(0)) < HERE * sides.min())


def _instead(theirs: Recording, ours: Sequence[tuple[Glance, Told]]) -> Recording:
    """A recording in which the cards are those that the tracker tells."""
    cards: dict[int, list[Sighting]] = {}
    for glance, one in ours:
        cards.setdefault(glance.frame, []).append(one)
    seen = [
        (
            t,
            [one for one in saw if not isinstance(one, CardLaid | CardLookedAgain | CardGone)]
            + cards.get(n, []),
        )
        for n, (t, saw) in enumerate(theirs.seen)
    ]
    return Recording(theirs.papers, seen)


def _short(row: Mapping[str, Any]) -> dict[str, Any]:
    names = ("expected", "cards", "cards_right", "players_right", "cards_too_many", "corrections")
    return {name: row[name] for name in names if name in row}


def _glance_json(one: Glance) -> dict[str, Any]:
    busy = base64.b64encode(zlib.compress(np.packbits(one.busy).tobytes())).decode()
    seen = [
        {
            "corners": [[float(x), float(y)] for x, y in each.look.corners],
            "faces": {str(n): p for n, p in enumerate(each.look.faces) if p >= 1e-4},
            **{name: getattr(each, name) for name in ("found", "since", "arrived", "seats")},
        }
        for each in one.seen
    ]
    return {"t": one.t, "frame": one.frame, "region": one.region, "seen": seen, "busy": busy}


def _glance(told: Mapping[str, Any], shape: tuple[int, int]) -> Glance:
    packed = np.frombuffer(zlib.decompress(base64.b64decode(told["busy"])), np.uint8)
    busy = np.unpackbits(packed, count=shape[0] * shape[1]).astype(bool).reshape(shape)
    left, top, right, bottom = told["region"]
    seen = tuple(_seen(one) for one in told["seen"])
    return Glance(float(told["t"]), int(told["frame"]), (left, top, right, bottom), seen, busy)


def _seen(told: Mapping[str, Any]) -> Seen:
    faces = [0.0] * len(DECK)
    for face, p in told["faces"].items():
        faces[int(face)] = float(p)
    look = CardLook(as_quad(np.array(told["corners"], float)), tuple(faces))
    seats = tuple(float(p) for p in told["seats"])
    return Seen(look, float(told["found"]), float(told["since"]), float(told["arrived"]), seats)
