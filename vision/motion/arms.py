"""Arms over the table, and whose they are.

An arm is what the picture has gained that hangs together with its border, whatever its sleeve
looks like. A track follows one arm from its entry to its exit; its seat is judged from where it
crosses the border and from whose shoulder it points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from engine.boundaries import Point
from vision.geometry.masks import grown, without_specks
from vision.motion.seats import came_from
from vision.motion.settings import MOTION

ARMS = MOTION.arms


@dataclass(slots=True, eq=False)
class Arm:
    """One arm from its entry on.

    Attributes:
        entered, seen: first and last time.
        mask: where it was last, small pixels.
        reached: float32, when it came over each place; infinite where it has not been, and where the table
            has been seen since as it was before.
        over: float32, when it was last over each place; minus infinite where it has not been.
        met: float32, when it and others that it hung together with first were there, whosever hand it was;
            infinite as for ``reached``.
        votes: sum over its pictures of the seats' log likelihoods.
        weight: how much the votes weigh together.
        reach: how far it reached in at its farthest, share of the diagonal.
        came: then, the place beyond the border that it pointed back to.
        sides: of the picture's border, across which it came in (see `_sides`); not judged yet: none.
        brought: when a card that it laid was told, infinite before.
        trust: how likely what is found where it was is its owner's, 0–1: less after a spell without pictures.
        before: uint8, the small picture, as each place looked before it came over it.
    """

    entered: float
    seen: float
    mask: np.ndarray
    reached: np.ndarray
    over: np.ndarray
    met: np.ndarray
    votes: np.ndarray
    weight: float = 0.0
    reach: float = 0.0
    came: Point = (0.0, 0.0)
    sides: np.ndarray | None = None
    brought: float = np.inf
    trust: float = 1.0
    before: np.ndarray | None = None

    @staticmethod
    def enters(t: float, mask: np.ndarray, players: int) -> Arm:
        """An arm that was not there before."""
        never = np.full(mask.shape, np.inf, np.float32)
        return Arm(t, t, mask, never, -never, never.copy(), np.zeros(players))

    def is_at(self, t: float, mask: np.ndarray, reach: np.ndarray, together: np.ndarray) -> None:
        """Follow it to where it is, and to where it may reach, at second ``t``.

        Args:
            together: all that hangs together with it.
        """
        self.seen, self.mask = t, mask
        self.reached[reach] = np.minimum(self.reached[reach], t)
        self.over[reach] = t
        self.met[together] = np.minimum(self.met[together], t)

    def passed(self, small: np.ndarray, changed: np.ndarray, last: np.ndarray) -> None:
        """Take in what lies where it is not, or is no more.

        Args:
            small: uint8, the small picture now.
            changed: where that differs from the table as it was known.
            last: the picture before.
        """
        self.reached[~changed] = np.inf
        self.met[~changed] = np.inf
        if self.before is None:
            self.before = last.copy()
        cv2.copyTo(small, np.isinf(self.reached).view(np.uint8), self.before)

    def moved(self, matrix: np.ndarray) -> None:
        """Take where it has been to its new place after a bump (3 × 3, small pixels before to now)."""
        size = (self.mask.shape[1], self.mask.shape[0])
        for name, empty in (("reached", np.inf), ("over", -np.inf), ("met", np.inf)):
            there = cv2.warpPerspective(
                getattr(self, name), matrix, size, flags=cv2.INTER_NEAREST, borderValue=empty
            )
            setattr(self, name, there)
        self.before = None

    def crosses(self, part: np.ndarray) -> np.ndarray:
        """Where a part of it crosses the border (x, y), on the sides on which it came in (judged by then).

        A shadow that comes to lie beside it may hang on another side, and stay when the arm has left.
        """
        contact = border_contact(part)
        return np.asarray(contact[_sides(contact, part.shape)[:, self.sides].any(axis=1)])

    @property
    def points(self) -> bool:
        """Whether it has reached in so far that its direction tells anything."""
        return self.reach > ARMS.least_reach

    @property
    def done(self) -> bool:
        """Whether a card that it laid was told."""
        return self.brought < np.inf

    def seats(self) -> tuple[float, ...]:
        """Probability per player that the arm is his; sums to 1."""
        mean = self.votes / max(1.0, self.weight)
        likely = np.exp(ARMS.surer * (mean - mean.max())) + ARMS.stranger
        fair = self.trust * likely / likely.sum() + (1 - self.trust) / len(likely)
        return tuple(float(p) for p in fair)

    def unseen(self, seconds: float) -> None:
        """Nothing was seen for so long: somebody else may have been there, surely if this arm was done."""
        self.trust = 0.0 if self.done else self.trust * 0.5 ** (seconds / ARMS.half_trust)


def whose(arms: Sequence[tuple[float, Arm]], players: int) -> tuple[float, ...]:
    """Probability per player that one of these arms, weighed, is his; of no arm each is as likely."""
    if not arms:
        return tuple([1.0 / players] * players) if players else ()
    return tuple(float(p) for p in np.sum([weight * np.array(arm.seats()) for weight, arm in arms], axis=0))


def blobs(mask: np.ndarray, gap: int = ARMS.gap) -> list[np.ndarray]:
    """The parts of a boolean picture that lie more than ``2 × gap`` pixels from each other."""
    if not mask.any():
        return []
    count, labels = cv2.connectedComponents(grown(mask, gap).view(np.uint8), connectivity=8)
    labels[~mask] = 0
    return [labels == label for label in range(1, count)]


def border_contact(mask: np.ndarray) -> np.ndarray:
    """The points (x, y) of the picture's border that a mask covers."""
    height, width = mask.shape
    points: list[tuple[Any, Any]] = [(x, 0) for x in np.nonzero(mask[0])[0]]
    points += [(x, height - 1) for x in np.nonzero(mask[-1])[0]]
    points += [(0, y) for y in np.nonzero(mask[:, 0])[0]]
    points += [(width - 1, y) for y in np.nonzero(mask[:, -1])[0]]
    return np.array(points, np.float64).reshape(-1, 2)


def _sides(contact: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """On which sides of the border points lie: boolean, n × (left, top, right, bottom); two at a corner."""
    last = np.array([shape[1] - 1, shape[0] - 1])
    return np.hstack([contact == 0, contact == last])


def _hangs_on_border(mask: np.ndarray) -> bool:
    """Whether a part is large enough, and crosses enough of the picture's border, for an arm."""
    if np.count_nonzero(mask) < ARMS.least_area * mask.size:
        return False
    return len(border_contact(mask)) >= ARMS.least_contact


def _with_hands(
    arms: Sequence[np.ndarray], others: Sequence[np.ndarray], moves: np.ndarray
) -> list[np.ndarray]:
    """Arms together with what moves off the border by itself, each such part with the nearest of them.

    A forearm that looks like the table cuts its hand off from its sleeve.

    Args:
        arms, others: masks of what hangs on the border, at least one, and of what does not.
        moves: what does not rest.
    """
    whole = [arm.copy() for arm in arms]
    for part in others:
        size = np.count_nonzero(part)
        if size < ARMS.least_area * part.size or np.count_nonzero(part & moves) < ARMS.moving * size:
            continue
        near = [_away(part, arm) for arm in arms]
        nearest = near.index(min(near))
        if near[nearest] <= ARMS.forearm * np.hypot(*part.shape):
            whole[nearest] |= part
    return whole


def _reaching(arm: np.ndarray, moves: np.ndarray | None) -> np.ndarray:
    """The part of an arm that moves: cards that it has laid lie still. All of it where nothing moves."""
    if moves is None:
        return arm
    part = without_specks(arm & moves)
    return part if np.count_nonzero(part) >= ARMS.least_area * arm.size else arm


def _away(part: np.ndarray, other: np.ndarray) -> float:
    """How far apart two masks are, small pixels."""
    return float(cv2.distanceTransform((~other).view(np.uint8), cv2.DIST_L2, 3)[part].min())


def _root_moved(before: np.ndarray, now: np.ndarray) -> float:
    """How far an arm crosses the border now from where it did, small pixels."""
    was, here = border_contact(before), border_contact(now)
    if not len(was) or not len(here):
        return np.inf
    return float(np.hypot(*(here[:, None] - was[None]).transpose(2, 0, 1)).min())


def _nearest(seeds: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Which seed (uint8, 0: none) is nearest to each pixel on the way through a mask, small gaps included."""
    size = (mask.shape[1], mask.shape[0])
    owners = seeds[::2, ::2].copy()
    for y, x in ((0, 1), (1, 0), (1, 1)):
        part = seeds[y::2, x::2]
        owners[: part.shape[0], : part.shape[1]] = np.maximum(owners[: part.shape[0], : part.shape[1]], part)
    free = grown(mask, ARMS.gap)[::2, ::2] & (owners == 0)
    while free.any():
        spread = cv2.dilate(owners, np.ones((5, 5), np.uint8))
        taken = free & (spread > 0)
        if not taken.any():
            break
        owners[taken] = spread[taken]
        free &= ~taken
    return cv2.resize(owners, size, interpolation=cv2.INTER_NEAREST)


@dataclass(frozen=True, slots=True)
class HandsSeen:
    """What one picture says about arms.

    Attributes:
        covered: where arms are, small pixels.
        entered, left: arms that came in now, and that were found to have left now.
    """

    covered: np.ndarray
    entered: tuple[Arm, ...]
    left: tuple[Arm, ...]


def _shoulders(seats: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Where arms come from (n × 2): behind each seat, away from the side of the picture next to it."""
    size = np.array([shape[1], shape[0]], np.float64)
    next_to = np.hstack([seats, size - seats]).argmin(axis=1)
    out = np.array([(-1, 0), (0, -1), (1, 0), (0, 1)], np.float64)[next_to]
    # Facing the table, y runs down.
    right = np.column_stack([out[:, 1], -out[:, 0]])
    behind, aside = ARMS.shoulder
    return np.asarray(seats + np.hypot(*size) * (behind * out + aside * right))


class Hands:
    """Follows the arms of one table.

    Args:
        seats: the table's edge in front of each player, in small pixels, in playing order; it
            may lie outside the picture.
    """

    def __init__(self, seats: Sequence[Point]) -> None:
        self._seats = np.array(seats, np.float64).reshape(-1, 2)
        self._learned = False
        self.arms: list[Arm] = []

    def learned(self, seats: Sequence[Point]) -> None:
        """Take in the places from which arms come (small pixels); arms in sight are judged anew."""
        self._seats, self._learned = np.array(seats, np.float64).reshape(-1, 2), True
        for arm in self.arms:
            arm.votes, arm.weight = np.zeros(len(self._seats)), 0.0

    def moved(self, matrix: np.ndarray) -> None:
        """Take the seats to their new places after a bump; arms in sight then are forgotten.

        Args:
            matrix: 3 × 3, from small pixels before to small pixels now.
        """
        if len(self._seats):
            self._seats = cv2.perspectiveTransform(self._seats[None], matrix)[0]
        self.arms.clear()

    def interrupted(self) -> list[Arm]:
        """Nothing was seen for a while: an arm that is there now may be another one.

        Returns:
            The arms that were in sight until then, and on their way to lay something.
        """
        for arm in self.arms:
            arm.mask = np.zeros_like(arm.mask)
        return [arm for arm in self.arms if not arm.done]

    def look(
        self,
        parts: Sequence[np.ndarray],
        t: float,
        idle: np.ndarray | None = None,
        moves: np.ndarray | None = None,
    ) -> HandsSeen:
        """Find the arms in a picture.

        Args:
            parts: where the picture differs from the table as it was, part by part (`blobs`); not empty
                pictures all of one size.
            idle: boolean, what has long lain still: it covers the table, and is no arm.
            moves: boolean, what does not rest.
        """
        entered: list[Arm] = []
        hanging = [part for part in parts if _hangs_on_border(part)]
        covered = np.logical_or.reduce(hanging) if hanging else None
        arms = hanging if idle is None else [part for whole in hanging for part in blobs(whole & ~idle)]
        arms = [part for part in arms if _hangs_on_border(part)]
        if moves is not None and arms:
            arms = _with_hands(arms, [part for part in parts if not _hangs_on_border(part)], moves)
            covered = np.logical_or.reduce([*hanging, *arms])
        for mask in arms:
            shares = self._parted(mask)
            for arm, part in shares:
                if arm is None:
                    arm = Arm.enters(t, np.zeros_like(part), len(self._seats))
                    self.arms.append(arm)
                    entered.append(arm)
                # At rest it tells nothing new, and what lies at the border when it has gone is no arm.
                goes_on = np.count_nonzero(part & ~arm.mask) > ARMS.goes_on * np.count_nonzero(part)
                arm.is_at(t, part, part if len(shares) == 1 else grown(part, ARMS.hand) & mask, mask)
                if goes_on or not arm.weight:
                    self._judge(arm, part, _reaching(part, moves))
        left = tuple(arm for arm in self.arms if t - arm.seen > ARMS.forget)
        self.arms = [arm for arm in self.arms if t - arm.seen <= ARMS.forget]
        if covered is None:
            covered = np.zeros((1, 1), bool) if not parts else np.zeros_like(parts[0])
        return HandsSeen(covered, tuple(entered), left)

    def _parted(self, mask: np.ndarray) -> list[tuple[Arm | None, np.ndarray]]:
        """Whose arm covers what of a part; None: an arm that has just come in.

        Where arms meet, each has what is nearest to where it comes in, on the way through all of them.
        """
        there = {arm: _root_moved(arm.mask, mask) for arm in self.arms if (arm.mask & mask).any()}
        rooted = [arm for arm, away in there.items() if away <= 2 * ARMS.gap]
        if len(rooted) < 2:
            same = [arm for arm, away in there.items() if away <= ARMS.root_moves * np.hypot(*mask.shape)]
            most = max(same, key=lambda arm: np.count_nonzero(arm.mask & mask), default=None)
            return [(most, mask)]
        seeds = np.zeros(mask.shape, np.uint8)
        for number, arm in enumerate(rooted, start=1):
            for x, y in border_contact(arm.mask & mask).astype(int):
                seeds[y, x] = number
        owners = _nearest(seeds, mask)
        parts = [(arm, mask & (owners == number)) for number, arm in enumerate(rooted, start=1)]
        return [(arm, part) for arm, part in parts if _hangs_on_border(part)]

    def _judge(self, arm: Arm, mask: np.ndarray, reaching: np.ndarray) -> None:
        """Add one picture's evidence: where the arm crosses the border, and which way it points.

        Args:
            mask: all of it.
            reaching: the part of it that goes on.
        """
        if arm.sides is None:
            arm.sides = _sides(border_contact(mask), mask.shape).sum(axis=0) >= ARMS.least_contact
        # Cards that it has laid may lie on the border beside it; a sleeve of one colour seems to rest.
        contacts = (arm.crosses(part) for part in (reaching, mask))
        contact = next((points for points in contacts if len(points) >= ARMS.least_contact), None)
        if contact is None:
            return
        root = contact.mean(axis=0)
        ys, xs = np.nonzero(reaching)
        away = np.hypot(xs - root[0], ys - root[1])
        far = away >= np.quantile(away, 0.97)
        tip = np.array([xs[far].mean(), ys[far].mean()])
        diagonal = float(np.hypot(*mask.shape))
        if arm.weight and np.ptp(contact, axis=0).max() > ARMS.widest * diagonal:
            return  # a light that has changed along the border
        reach = float(np.hypot(*(root - tip))) / diagonal
        if reach > arm.reach:
            arm.reach, arm.came = reach, came_from(root, tip)
        if not len(self._seats):
            return
        off = np.hypot(*(self._seats - root).T) / diagonal
        near, farther = ARMS.place_spread
        score = -0.5 * (off / (near + farther * reach)) ** 2
        if reach > ARMS.least_reach:
            back = np.arctan2(root[1] - tip[1], root[0] - tip[0])
            shoulders = self._seats if self._learned else _shoulders(self._seats, mask.shape)
            theirs = np.arctan2(shoulders[:, 1] - tip[1], shoulders[:, 0] - tip[0])
            miss = np.angle(np.exp(1j * (theirs - back)))
            score += np.log(np.exp(-0.5 * (miss / ARMS.angle_spread) ** 2) + ARMS.astray)
        # The first picture of a hand tells less than the whole arm.
        arm.votes += (ARMS.entering + reach) * score
        arm.weight += ARMS.entering + reach
