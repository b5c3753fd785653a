"""Looks → cards that came to lie and left: tracks with odds, associated with what is seen.

A track is a face at a place. It is told once its odds are clear, and taken back when what is seen later
explains it away: a face lies once, and where it is seen well later it was held before.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.boundaries import CardGone, CardLaid, CardLookedAgain, Quad
from vision.film import evidence
from vision.film.glance import Glance, Seen
from vision.film.settings import FILM
from vision.film.told import NeverLay, Told
from vision.film.track import Sight, Track
from vision.geometry.masks import share
from vision.geometry.quads import share_covered
from vision.motion.grid import Grid, Region
from vision.tracking.fitting import Plane

TRACKS = FILM.tracks


class Tracker:
    """Follows the cards of one table.

    Args:
        grid: the table's small pixels.
        plane: on which cards have one size; that size is learnt.
    """

    def __init__(self, grid: Grid, plane: Plane) -> None:
        self._grid = grid
        self._plane = plane
        self._tracks: list[Track] = []
        self._looked = False
        self._sizes: list[tuple[float, float]] = []
        self._card: tuple[float, float] | None = None  # short and long side on the plane

    @property
    def lying(self) -> list[Track]:
        """The tracks that are told, in the order in which they came to lie."""
        return sorted((one for one in self._tracks if one.laid is not None), key=lambda one: one.laid or 0.0)

    def doubtful(self, t: float) -> list[Track]:
        """The tracks seen lately that are not told: another look may decide."""
        return [
            one
            for one in self._tracks
            if one.laid is None and t - one.last < TRACKS.doubtful and len(one.sights) < TRACKS.looks
        ]

    def look(self, glance: Glance) -> list[Told]:
        """Take in one look; what it tells."""
        first, self._looked = not self._looked, True
        for seen in glance.seen:
            if seen.sure >= TRACKS.sure:
                self._measure(seen)
        if self._card is None:
            return []
        sighted = [self._associated(glance, seen) for seen in glance.seen if seen.sure >= TRACKS.read]
        if first:  # what is seen in the first look lay there before
            for track in sighted:
                track.laid, track.there = glance.t, True
            return []
        out: list[Told] = list(self._looked_again(glance, sighted))
        out += self._missed(glance, sighted)
        out += self._come(glance)
        self._forget(glance.t)
        return out

    def _measure(self, seen: Seen) -> None:
        """Learn how large cards are on the plane, be they square there, from one that is read surely."""
        self._plane.outlined(seen.look.face, seen.look.corners)
        one, other, skew = evidence.sides(self._plane, seen.look.corners)
        if skew < TRACKS.alike:
            self._sizes = [*self._sizes[-TRACKS.sizes :], (min(one, other), max(one, other))]
        if self._sizes:
            sizes = np.array(self._sizes)
            middle = np.median(sizes, axis=0)
            most = sizes[(np.abs(sizes / middle - 1) < TRACKS.alike).all(axis=1)]
            short, long = np.median(most, axis=0) if len(most) else middle
            self._card = (float(short), float(long))

    # -- association -----------------------------------------------------------------------

    def _associated(self, glance: Glance, seen: Seen) -> Track:
        """The track that a card seen belongs to: the nearest of its face; else a new one."""
        assert self._card is not None
        at = self._plane.flat(seen.look.corners).astype(np.float64).mean(0)
        sight = Sight(glance.t, seen, evidence.misfit(self._plane, seen.look.corners, self._card), at)
        same = [one for one in self._tracks if one.face == seen.look.face]
        track = min(same, key=lambda one: self._apart(one.at, at), default=None)
        away = np.inf if track is None else self._apart(track.at, at)
        # What lies may be pushed; a face that is only suspected elsewhere is another suspicion.
        if track is None or away > (TRACKS.near if track.laid is None else TRACKS.pushed):
            track = Track(seen.look.face, at)
            self._tracks.append(track)
        elif away > TRACKS.near:
            track.pushed(at)
        track.sighted(sight)
        return track

    def _apart(self, one: np.ndarray, other: np.ndarray) -> float:
        """How far two places are apart, in widths of a card."""
        assert self._card is not None
        return float(np.linalg.norm(one - other)) / self._card[0]

    # -- telling ---------------------------------------------------------------------------

    def _come(self, glance: Glance) -> Iterator[Told]:
        """What has come to lie: the likeliest first, each of which explains others away."""
        waiting = [one for one in self._tracks if one.laid is None and one.last == glance.t]
        while waiting:
            odds, track = max(((self._score(one), one) for one in waiting), key=lambda each: each[0])
            if odds < TRACKS.told:
                return
            waiting.remove(track)
            twin = next((one for one in self.lying if one.face == track.face), None)
            if twin is not None and not _two(track, twin):
                # A face lies once: where it is seen well later it was held before.
                if twin.last >= track.first.t or odds < TRACKS.moved:
                    continue
                yield from self._taken(glance, twin, NeverLay)
            yield self._laid(glance, track)

    def _score(self, track: Track) -> float:
        """Log odds that the track's card lies there."""
        sights = [sight for sight in track.sights if not self._explained(track, sight)]
        if not sights:
            return -np.inf
        told = [one for one in self._tracks if one.laid is not None and one.face != track.face]
        near = sum(self._apart(one.at, track.at) < TRACKS.beside for one in told)
        return evidence.score(sights, near, len(told))

    def _explained(self, track: Track, sight: Sight) -> bool:
        """Whether what a look showed is a card that is told to lie there, read otherwise."""
        return any(
            one.laid is not None
            and one.face != track.face
            and one.laid - TRACKS.same <= sight.t <= one.last
            and self._apart(one.at, sight.at) < TRACKS.near
            and all(other.t != sight.t for other in one.sights)
            for one in self._tracks
        )

    def _laid(self, glance: Glance, track: Track) -> CardLaid:
        """A card has come to lie; it is known by the second since which it rests, which no other has."""
        first = track.first.seen
        taken = {one.laid for one in self._tracks}
        track.laid = first.since
        while track.laid in taken:
            track.laid += 1e-3
        return CardLaid(track.laid, glance.frame, min(first.arrived, track.laid), track.look, first.seats)

    def _taken(
        self, glance: Glance, track: Track, by: type[CardGone] | type[NeverLay]
    ) -> Iterator[CardGone | NeverLay]:
        """A card lies there no more, or never did; of one that lay there from the start nothing is told."""
        assert track.laid is not None
        self._tracks.remove(track)
        if not track.there:
            yield by(glance.t, glance.frame, track.laid, track.look)

    def _looked_again(self, glance: Glance, sighted: list[Track]) -> Iterator[CardLookedAgain]:
        """Better looks at cards that were told in doubt."""
        for track in sighted:
            if track.laid is None or track.there or len(track.sights) > TRACKS.looks:
                continue
            if max(track.look.faces) < TRACKS.sure or track.first.seen.sure < TRACKS.sure:
                yield CardLookedAgain(glance.t, glance.frame, track.laid, track.look)

    def _missed(self, glance: Glance, sighted: list[Track]) -> Iterator[Told]:
        """Cards that should have been seen and were not, so often that they are gone."""
        outlines = [seen.look.corners for seen in glance.seen]
        for track in self.lying:
            corners = track.look.corners
            if track in sighted or not _inside(corners, glance.region):
                continue
            later = [one.look.corners for one in self.lying if _after(one, track)]
            hidden = share_covered(corners, [*outlines, *later]) > TRACKS.hidden
            if hidden or share(self._grid.outline(corners), glance.busy) > TRACKS.hidden:
                continue
            track.missed += 1
            if track.missed >= TRACKS.misses and glance.t - track.last >= TRACKS.away:
                yield from self._taken(glance, track, CardGone)

    def _forget(self, t: float) -> None:
        """Let go of what was seen and never told."""
        self._tracks = [one for one in self._tracks if one.laid is not None or t - one.last < TRACKS.forget]


def _after(one: Track, other: Track) -> bool:
    """Whether a card that lies came after another that does."""
    return one.laid is not None and other.laid is not None and one.laid > other.laid


def _two(one: Track, other: Track) -> bool:
    """Whether two equal cards lie there, as of two packs: one look showed both surely, more than once."""
    times = {sight.t for sight in other.sights if sight.seen.sure >= TRACKS.sure}
    return sum(sight.t in times for sight in one.sights if sight.seen.sure >= TRACKS.sure) >= TRACKS.twice


def _inside(corners: Quad, region: Region) -> bool:
    """Whether all of an outline lies in a part of the picture."""
    points = np.array(corners)
    return bool((points > region[:2]).all() and (points < region[2:]).all())
