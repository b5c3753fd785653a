"""Looks → cards that came to lie and left: tracks with odds, associated with what is seen.

A track is a face at a place. It is told once its odds are clear, and taken back when what is seen later
explains it away: a face lies once, and where it is seen well later it was held before.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from engine.boundaries import CardGone, CardLaid, CardLook, CardLookedAgain, Quad
from vision.film import evidence
from vision.film.glance import Glance, Seen
from vision.film.settings import FILM
from vision.film.told import Told
from vision.film.track import Sight, Track
from vision.geometry.masks import share
from vision.geometry.quads import as_quad, share_covered, to_pixels
from vision.motion.grid import Grid, Region
from vision.table.plane import Plane

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
        self._begun: float | None = None  # second of the first look
        self._sizes: list[tuple[float, float]] = []
        self._card: tuple[float, float] | None = None  # short and long side on the plane

    @property
    def lying(self) -> list[Track]:
        """The tracks that are told, in the order in which they came to lie."""
        return sorted((one for one in self._tracks if one.laid is not None), key=lambda one: one.laid or 0.0)

    def sighted(self, t: float) -> list[Track]:
        """The tracks that the look at second *t* showed, those that lay there from the start left out."""
        return [one for one in self._tracks if one.last == t and not one.there]

    def doubtful(self, t: float) -> list[Track]:
        """The tracks seen lately that are not told: another look may decide."""
        return [
            one
            for one in self._tracks
            if one.laid is None and t - one.last < TRACKS.doubtful and len(one.sights) < TRACKS.looks
        ]

    def there(self, look: CardLook, t: float) -> bool:
        """Take in a card that was read surely and lay on the table before second *t*.

        Returns:
            Whether it lay there: not where its face was told to have come.
        """
        same = [one for one in self._tracks if one.face == look.face and one.laid is not None]
        if not same:
            seen = Seen(look, 1.0, t, t, ())
            self._measure(seen)
            sight = self._sight(t, seen)
            track = Track(look.face, sight.at, laid=t, there=True, lies=1.0, free=True)
            track.sighted(sight)
            self._tracks.append(track)
        return all(one.there for one in same)

    def seen_anew(self, plane: Plane, matrix: np.ndarray | None = None) -> None:
        """Go on where the table lies otherwise: its plane is known only now, or the camera was moved.

        Args:
            plane: on which cards have one size.
            matrix: 3 × 3, from pixels before to pixels now; None: nothing has moved in the picture.
        """
        self._plane, self._sizes = plane, []
        moved = {id(track): [_through(sight, matrix) for sight in track.sights] for track in self._tracks}
        for seen in [seen for track in self._tracks for seen in moved[id(track)]]:
            if seen.sure >= TRACKS.sure:
                self._measure(seen)
        for track in self._tracks:
            sights = zip(track.sights, moved[id(track)], strict=True)
            track.seen_anew([self._sight(sight.t, seen) for sight, seen in sights])

    def lie_elsewhere(self, looks: Sequence[CardLook], t: float) -> list[CardLook]:
        """Take in where cards lie after a move of which nobody knows how far it went.

        Returns:
            Those of *looks* (all cards that are read at second *t*) that are not told.
        """
        lying = {track.face: track for track in self.lying}
        for look in looks:
            if look.face in lying:
                sight = self._sight(t, Seen(look, 1.0, t, t, ()))
                lying[look.face].pushed(sight.at)
                lying[look.face].sighted(sight)
        return [look for look in looks if look.face not in lying]

    def look(self, glance: Glance) -> list[Told]:
        """Take in one look; what it tells."""
        first = self._begun is None
        self._begun = glance.t if self._begun is None else self._begun
        for seen in glance.seen:
            if seen.sure >= TRACKS.sure:
                self._measure(seen)
        if self._card is None:
            return []
        found = (self._associated(glance, each) for each in glance.seen if each.sure >= TRACKS.read)
        sighted = [track for track in found if track is not None]
        if first:  # what is seen free in the first look lay there before
            for track in sighted:
                if track.free:
                    track.laid, track.there, track.lies = glance.t, True, 1.0
            return []
        out: list[Told] = list(self._judged(glance, sighted))
        out += self._missed(glance, sighted)
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

    def _associated(self, glance: Glance, seen: Seen) -> Track | None:
        """The track that a card seen belongs to: the nearest of its face, or a new one if it is read well."""
        sight = self._sight(glance.t, seen, self._free(glance, seen))
        at = sight.at
        same = [one for one in self._tracks if one.face == seen.look.face]
        track = min(same, key=lambda one: self._apart(one.at, at), default=None)
        away = np.inf if track is None else self._apart(track.at, at)
        # What lies may be pushed; a face that is only suspected elsewhere is another suspicion.
        if track is None or away > self._reach(track):
            if seen.sure < TRACKS.fair:
                return None
            track = Track(seen.look.face, at)
            self._tracks.append(track)
        elif away > TRACKS.near:
            track.pushed(at)
        track.sighted(sight)
        return track

    def _reach(self, track: Track) -> float:
        """How far from where it lay a card may be seen and be the same: what others hide is not pushed."""
        if track.laid is None:
            return TRACKS.near
        later = [one.look.corners for one in self.lying if _after(one, track)]
        return TRACKS.near if share_covered(track.look.corners, later) > TRACKS.buried else TRACKS.pushed

    def _sight(self, t: float, seen: Seen, free: bool = False) -> Sight:
        """What a look at second *t* says of a track, by the plane and the cards' size as they are known."""
        assert self._card is not None
        at = self._plane.flat(seen.look.corners).astype(np.float64).mean(0)
        return Sight(t, seen, evidence.misfit(self._plane, seen.look.corners, self._card), at, free)

    def _free(self, glance: Glance, seen: Seen) -> bool:
        """Whether nothing is over a card that is read surely, nor moves there."""
        outline = self._grid.outline(seen.look.corners)
        return seen.sure >= TRACKS.sure and not (outline & glance.busy).any()

    def _apart(self, one: np.ndarray, other: np.ndarray) -> float:
        """How far two places are apart, in widths of a card."""
        assert self._card is not None
        return float(np.linalg.norm(one - other)) / self._card[0]

    # -- telling ---------------------------------------------------------------------------

    def _judged(self, glance: Glance, sighted: list[Track]) -> Iterator[Told]:
        """What has come to lie, and what is known better: the likeliest first, each explains others away."""
        faces = {track.face for track in sighted}
        elsewhere = (one for one in self.doubtful(glance.t) if not _inside(one.look.corners, glance.region))
        beside = [one for one in elsewhere if one.free]  # what is told now may be company to it
        waiting = [one for one in self._tracks if (one.face in faces or one in beside) and not one.there]
        while waiting:
            lies, track = max(((self._probability(one), one) for one in waiting), key=lambda each: each[0])
            waiting.remove(track)
            if track.laid is None:
                left = list(self._left(glance, track))
                yield from left
                lies = self._probability(track) if left else lies
                if lies >= TRACKS.told and (track.last == glance.t or track in beside):
                    track.lies = lies
                    yield from self._laid(glance, track)
                continue
            better = (
                len(track.sights) <= TRACKS.looks
                and track in sighted
                and (max(track.look.faces) < TRACKS.sure or track.first.seen.sure < TRACKS.sure)
            )
            turned = (lies >= TRACKS.believed) != (track.lies >= TRACKS.believed)
            if better or turned or abs(_logit(lies) - _logit(track.lies)) > TRACKS.news:
                track.lies = lies
                yield CardLookedAgain(glance.t, glance.frame, track.laid, track.look, lies)

    def _probability(self, track: Track) -> float:
        """Probability that the track's card lies there: a face lies once."""
        same = [one for one in self._tracks if one.face == track.face and one is not track]
        odds = math.exp(self._score(track) - self._moved(track, same))
        others = sum(
            math.exp(self._score(one) - self._moved(one, [track])) for one in same if not _two(one, track)
        )
        return odds / (1 + odds + others)

    @staticmethod
    def _moved(track: Track, others: list[Track]) -> float:
        """What a card that lies is rarely: seen elsewhere later. Where it is, it was held before.

        But what lay free was not held: the later place is where a hand carries it, until it is free there.
        """
        if track.free or not track.sights:
            return 0.0
        seen = [one for one in others if one.sights]
        later = any(one.first.t > track.last and len(one.sights) > 1 for one in seen)
        carried = any(one.free and track.first.t > one.last for one in seen)
        return TRACKS.moved if later or carried else 0.0

    def _score(self, track: Track) -> float:
        """Log odds that the track's card lies there."""
        found = self.terms(track)
        return -TRACKS.no_odds if found is None else evidence.score(found)

    def terms(self, track: Track) -> tuple[float, float, float] | None:
        """What speaks for a track (`evidence.terms`); None: other cards explain all that showed it."""
        sights = self._own(track)
        if not sights:
            return None
        told = [one for one in self._tracks if one.laid is not None and one.face != track.face]
        near = sum(one.lies for one in told if self._apart(one.at, track.at) < TRACKS.beside)
        return evidence.terms(sights, near, sum(one.lies for one in told), track.earlier)

    def _own(self, track: Track) -> list[Sight]:
        """The looks that show it and are not explained by another card."""
        return [sight for sight in track.sights if not self._explained(track, sight)]

    def _explained(self, track: Track, sight: Sight) -> bool:
        """Whether what a look showed is a card that is told to lie there, read otherwise."""
        return any(
            one.laid is not None
            and one.face != track.face
            and one.lies >= TRACKS.likely
            and one.laid - TRACKS.same <= sight.t <= one.last
            and self._apart(one.at, sight.at) < TRACKS.near
            and all(other.t != sight.t for other in one.sights)
            for one in self._tracks
        )

    def _laid(self, glance: Glance, track: Track) -> Iterator[CardLaid]:
        """A card has come to lie; it is known by the second since which it rests, which no other has.

        What rests since before the first look lay there before, if it is free: a hand rests, too.
        """
        assert self._begun is not None
        first = self._own(track)[0].seen
        before = first.since < self._begun
        if before and not track.free:
            return
        taken = {one.laid for one in self._tracks}
        track.laid = first.since
        while track.laid in taken:
            track.laid += 1e-3
        track.there = before
        if not before:
            arrived = min(first.arrived, track.laid)
            yield CardLaid(track.laid, glance.frame, arrived, track.look, first.seats, track.lies)

    def _left(self, glance: Glance, track: Track) -> Iterator[CardGone]:
        """A card that lay free and lies free elsewhere now has left its first place."""
        if not track.free or len(track.sights) < TRACKS.twice:
            return
        for one in self.lying:
            if one.face == track.face and one.free and track.first.t > one.last:
                yield from self._taken(glance, one)

    def _taken(self, glance: Glance, track: Track) -> Iterator[CardGone]:
        """A card lies there no more; of one that lay there from the start nothing is told."""
        assert track.laid is not None
        self._tracks.remove(track)
        if not track.there:
            yield CardGone(glance.t, glance.frame, track.laid, track.look, track.lies)

    def _missed(self, glance: Glance, sighted: list[Track]) -> Iterator[Told]:
        """Cards that should have been seen and were not, so often that they are gone: a pile goes at once."""
        outlines = [seen.look.corners for seen in glance.seen]
        absent: list[Track] = []
        for track in reversed(self.lying):
            corners = track.look.corners
            if track in sighted or not _inside(corners, glance.region):
                continue
            later = [one.look.corners for one in self.lying if _after(one, track) and one not in absent]
            hidden = share_covered(corners, [*outlines, *later]) > TRACKS.hidden
            if hidden or share(self._grid.outline(corners), glance.busy) > TRACKS.hidden:
                continue
            absent.append(track)
            track.missed += 1
            if track.missed >= TRACKS.misses and glance.t - track.last >= TRACKS.away:
                yield from self._taken(glance, track)

    def _forget(self, t: float) -> None:
        """Let go of what was seen and never told."""
        self._tracks = [one for one in self._tracks if one.laid is not None or t - one.last < TRACKS.forget]


def _logit(p: float) -> float:
    """Log odds, bounded."""
    p = min(max(p, TRACKS.bounded), 1 - TRACKS.bounded)
    return math.log(p / (1 - p))


def _after(one: Track, other: Track) -> bool:
    """Whether a card that lies came after another that does."""
    return one.laid is not None and other.laid is not None and one.laid > other.laid


def _two(one: Track, other: Track) -> bool:
    """Whether two equal cards lie there, as of two packs: one look showed both surely, more than once."""
    times = {sight.t for sight in other.sights if sight.seen.sure >= TRACKS.sure}
    return sum(sight.t in times for sight in one.sights if sight.seen.sure >= TRACKS.sure) >= TRACKS.twice


def _through(sight: Sight, matrix: np.ndarray | None) -> Seen:
    """A card as it is seen after the camera was moved."""
    if matrix is None:
        return sight.seen
    look = sight.seen.look
    corners = as_quad(np.array(to_pixels(matrix, look.corners)))
    return replace(sight.seen, look=replace(look, corners=corners))


def _inside(corners: Quad, region: Region) -> bool:
    """Whether all of an outline lies in a part of the picture."""
    points = np.array(corners)
    return bool((points > region[:2]).all() and (points < region[2:]).all())
