"""The cards of one round in the order in which they came to lie, and what explains them.

The beam after each card is kept, so that better looks, calls and people's corrections at one card
only follow the cards from there on again; that is done once, when somebody asks.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.boundaries import CardLook, Point, Quad
from engine.cards import DECK, Card
from engine.games import game
from engine.games.law import Evening
from engine.referee.beam import (
    NO_NEW_CARD,
    WIDTH,
    Beam,
    Decision,
    History,
    Trace,
    held_back,
    straightened,
)
from engine.referee.slots import SHOWS, TOGETHER, Slot, apart
from engine.referee.transaction import Changing
from engine.referee.witnesses import evidence
from engine.referee.witnesses.call import favour
from engine.referee.witnesses.sans import stopped
from engine.referee.witnesses.testimony import Context, Evidence

SHORTEST_PLAY = 0.6
"""Seconds in which a hand lays a card and the next one covers it, at least: in less none is missed."""
MISTIMED = 0.05
"""How often of two cards found together the one that came to rest earlier is the upper one."""
DETOUR = 2.0
"""What an order loses (logarithm) by each width of a card that it goes to and fro: a row grows at its end."""
ROW = 1.0
"""Widths of a card that cards reach over at least to be a row, and no pile."""
EARLIER = 4
"""Places earlier in which a card is tried that was seen late."""
NEIGHBOURS = 2
"""Cards of its row beside which one is tried that no arm seems to have brought, however late it is seen."""
HIDDEN = 12.0
"""Seconds for which an arm may hide one at most."""
UNNOTICED = 0.01
"""How often others are laid, and seen, meanwhile."""
JOLT = 7.5
"""What the evidence (logarithm) loses at least by a card that does not go on as it should."""
MOST_TOGETHER = 4
"""Cards laid at once whose order is tried out."""
MENDED = 8
"""Explanations that let somebody hold too many which are tried with one more card that he laid unseen …"""
UNNOTICED_AT_MOST = 2
"""… and how many such cards."""
SEEN_SURELY, HARDLY_SEEN = 0.9, 0.8
"""How surely a card is seen in one place, and at most in another, for it to lie in the first, maybe."""
HARDLY_ANY = 0.1
"""A card that shows less of what it is taken for may be none."""
RECONSIDERED = 8
"""Explanations that are then weighed with all others."""
WIDER = 4
"""How many times as many explanations are kept where people would be asked about a round that is over."""
BETTER = 1e-6
"""By how much more one order must explain than another to be better (natural logarithm)."""
LEANS = (8.0, 60.0, 400.0)
"""How much more whoever holds cards back is taken for having laid them, in looking for explanations."""


class Pile(Changing):
    """The cards of one round.

    Args:
        base: the state before its first card; None: no round is on, and no card is taken in.
        seats: the table's edge in front of each player, in pixels; empty when nobody knows.
    """

    def __init__(self, base: Evening | None, seats: Sequence[Point]) -> None:
        self.slots: list[Slot] = []
        self._seats = seats
        self._players = 0 if base is None else len(base.players)
        self._honours = () if base is None else game.law_of(base).BOARD
        self._beams = [Beam.start(base)] if base is not None and base.round is not None else []
        self._followed = 0
        self._fresh: set[Slot] = set()
        self._late: Slot | None = None
        self._closed: tuple[tuple[Beam, frozenset[int], bool], Beam] | None = None
        self._gaps: list[tuple[float, float]] = []
        self.complete: frozenset[int] = frozenset()
        """Players of whom people say that they have shown all their cards."""
        self._wide: Beam | None = None

    @property
    def open(self) -> bool:
        """Whether a round is on."""
        return bool(self._beams)

    @property
    def beams(self) -> Sequence[Beam]:
        """Before the first card, and after each."""
        self._after(len(self.slots))
        return self._beams

    def _after(self, count: int) -> Beam:
        """The explanations of the first so many cards; of later ones nothing is worked out yet."""
        del self._beams[self._followed + 1 :]
        for slot in self.slots[self._followed : count]:
            self._beams.append(self._beams[-1].step(self._evidence(slot)))
        self._followed = max(self._followed, count)
        return self._beams[count]

    @property
    def beam(self) -> Beam:
        """The explanations of all cards."""
        return self.beams[-1]

    @property
    def closed(self) -> Beam:
        """The explanations of all cards if nobody shows any further one.

        Where the likeliest takes a card that hardly shows its face for one that is seen surely elsewhere,
        all cards are followed again without that. Where it lets somebody hold cards that he has not
        shown, they are, leaning towards his having laid them, and he is tried with cards that nobody
        saw; so is whoever is thought to have laid one that shows nothing of it. That finds what had been
        given up while nothing yet spoke for it; all is weighed alike.
        """
        beam = self.beam
        known = beam, self.complete, self.looked_wider
        if self._closed is None or self._closed[0] != known:
            closed = self._reconsidered(beam.closed(self.complete))
            if any(held_back(closed.best)):
                closed = self._recounted(closed)
            closed = self._with_another_unseen(closed)
            if self._wide is not None and self.looked_wider:
                closed = self._joined(closed, self._wide.histories)
            self._closed = known, closed
        return self._closed[1]

    @property
    def looks_wider(self) -> bool:
        """Whether `look_wider` has begun, and has cards to go."""
        return self._wide is not None and not self.looked_wider

    @property
    def looked_wider(self) -> bool:
        """Whether all cards have been followed with more explanations; `closed` then has those, too."""
        return self._wide is not None and len(self._wide.best.path) == len(self.slots)

    def look_wider(self, *, at_once: bool) -> bool:
        """Follow the cards again, one more each time, with `WIDER` times as many explanations.

        Args:
            at_once: all of them: nobody waits for the next picture.

        Returns:
            Whether that is done.
        """
        self._wide = self._beams[0] if self._wide is None else self._wide
        for slot in self.slots[len(self._wide.best.path) :]:
            self._wide = self._wide.step(self._evidence(slot), WIDER)
            if not at_once:
                break
        return self.looked_wider

    def _reconsidered(self, closed: Beam) -> Beam:
        """The closed beam with what is found where no card is taken for one that is seen surely elsewhere."""
        belied = self._belied(closed.best)
        if not belied:
            return closed
        seen = [self._evidence(slot) for slot in self.slots]
        first = min(belied)
        beam = self.beams[first]
        known = {history.path: history for history in beam.histories}
        for place, each in enumerate(seen[first:], first):
            if place in belied:
                slot = self.slots[place]
                left = 1.0 - slot.faces[belied[place]]
                shows = [p * (n != belied[place]) / left for n, p in enumerate(slot.faces)]
                each = self._evidence(slot, shows)
            beam = beam.step(each)
        trace = Trace(self._beams[0].best, seen)
        likeliest = [history.path for history in beam.histories[:RECONSIDERED]]
        others = [trace.weighed(path, known[path[:first]]) for path in likeliest]
        return self._joined(closed, [history for history in others if history is not None])

    def _with_another_unseen(self, closed: Beam) -> Beam:
        """The closed beam with what is found where a card that shows nothing of what it is taken for is none.

        Its player has then laid another one that nobody saw, at any time.
        """
        best = closed.best
        blank = [
            place
            for place, (slot, said) in enumerate(zip(self.slots, best.path, strict=True))
            if said.kind == "play"
            and said.card is not None
            and slot.pinned is None
            and slot.faces[said.card.index] < HARDLY_ANY
        ]
        if not blank:
            return closed
        trace = Trace(self._beams[0].best, [self._evidence(slot) for slot in self.slots])
        more: list[History] = []
        for place in blank:
            path = (*best.path[:place], NO_NEW_CARD, *best.path[place + 1 :])
            more += trace.with_one_more(best._replace(path=path), best.path[place].player)
        return self._joined(closed, more)

    def _belied(self, history: History) -> dict[int, int]:
        """Places of cards that hardly show what they are taken for, with its index; it is seen elsewhere."""
        faces = [slot.faces.index(max(slot.faces)) for slot in self.slots]
        surely = {
            face
            for slot, face, said in zip(self.slots, faces, history.path, strict=True)
            if slot.faces[face] >= SEEN_SURELY and (said.card is None or said.card.index != face)
        }
        return {
            place: said.card.index
            for place, (slot, said) in enumerate(zip(self.slots, history.path, strict=True))
            if said.card is not None
            and slot.pinned is None
            and said.card.index in surely
            and slot.faces[said.card.index] < HARDLY_SEEN
        }

    def _recounted(self, closed: Beam) -> Beam:
        """The closed beam with what is found by leaning towards those who hold cards back."""
        seen = [self._evidence(slot) for slot in self.slots]
        denied = held_back(self.beam.closed().best)
        for strength in LEANS:
            if not any(held_back(closed.best)):
                break
            lean = [
                strength if lacking > 0 or (place in self.complete and denied[place] > 0) else 1.0
                for place, lacking in enumerate(held_back(closed.best))
            ]
            beam = self._beams[0]
            for each in seen:
                beam = beam.step(replace(each, lean=lean))
            closed = self._joined(closed, [straightened(each, lean) for each in beam.histories])
        return self._with_unseen(closed, Trace(self._beams[0].best, seen))

    def _joined(self, closed: Beam, others: Sequence[History]) -> Beam:
        """The closed beam with other histories of all cards."""
        if not others:
            return closed
        found = {history.path: history for history in closed.histories}
        for history in Beam(sorted(others, key=_unlikely)).closed(self.complete).histories:
            found.setdefault(history.path, history)
        return Beam(sorted(found.values(), key=_unlikely)[:WIDTH])

    def _with_unseen(self, closed: Beam, trace: Trace) -> Beam:
        """The closed beam with what is found by one more card, or two, that nobody saw to be laid.

        Args:
            closed: as it is.
            trace: through all cards.
        """
        for _ in range(UNNOTICED_AT_MOST):
            likeliest: dict[object, History] = {}
            for history in closed.histories:
                likeliest.setdefault((held_back(history), history.shown), history)
            more = [
                longer
                for history in list(likeliest.values())[:MENDED]
                for place, lacking in enumerate(held_back(history))
                if lacking > 0
                for longer in trace.with_one_more(history, place)
            ]
            if not more:
                break
            closed = self._joined(closed, more)
        return closed

    def said(self) -> list[tuple[Slot, Decision]]:
        """The cards of which something has been told, with what."""
        decided = itertools.takewhile(lambda slot: slot.said is not None, self.slots)
        return [(slot, slot.said) for slot in decided if slot.said is not None]

    # -- what changes it -----------------------------------------------------------------------

    def begin(self, base: Evening) -> None:
        """The round began otherwise than was thought."""
        self._beams = [Beam.start(base)]
        self._followed = 0
        self._wide = None

    def lay(self, slot: Slot, before: Slot | None = None) -> None:
        """One more card, just before another one, or at the place that its time gives it."""
        place = len(self.slots) if before is None else self.slots.index(before)
        while before is None and place and self.slots[place - 1].t > slot.t:
            place -= 1
        self.slots.insert(place, slot)
        self.touch(place)
        self._fresh.add(slot)

    def touch(self, place: int) -> None:
        """Something new is known of card number ``place``."""
        self._followed = min(self._followed, place)
        self._wide = None

    def pin(self, slot: Slot, said: Decision | None) -> bool:
        """Take a card for what a person says (None: what it looks like); whether any round allows it."""
        was, slot.pinned = slot.pinned, said
        place = self.slots.index(slot)
        self.touch(place)
        if said is None or self.beam.best.path[place]._replace(unseen=None) == said._replace(unseen=None):
            return True
        slot.pinned = was
        self.touch(place)
        return False

    def meant(self, slot: Slot, said: Decision) -> Slot:
        """Which card people mean who say this of one: of those that its arm brought the likest to it.

        People know what was laid, and not in which of several outlines the camera saw it.
        """
        card = said.card
        if card is None or said.kind != "play":
            return slot
        brought = (each for each in self.slots if each.arrived == slot.arrived and each.pinned is None)
        likest = max(brought, key=lambda each: each.faces[card.index], default=slot)
        return likest if likest.faces[card.index] > max(SHOWS, slot.faces[card.index]) else slot

    def remove(self, slot: Slot) -> None:
        """As if it had never lain there."""
        place = self.slots.index(slot)
        del self.slots[place]
        self.touch(place)

    def stays_under(self, corners: Quad) -> None:
        """Cards that seemed to be taken away lie there still if one is laid upon them: a pile squared up."""
        gone = [slot for slot in self.slots if slot.gone and not slot.taken_back and slot.corners is not None]
        if any(apart(corners, slot.corners) < ROW for slot in gone if slot.corners is not None):
            for slot in gone:
                slot.gone = False

    def find(self, t: float, look: CardLook) -> Slot | None:
        """The card laid at ``t`` that lies there still, the nearest of those laid at once."""
        lying = (slot for slot in self.slots if not slot.gone and slot.corners is not None)
        same = [slot for slot in lying if abs(slot.t - t) < 1e-6]
        return min(same, key=lambda slot: _away(slot.corners, look.corners), default=None)

    def favour(
        self, t: float, card: Card, factor: float, witness: str = "call", by: Sequence[float] = ()
    ) -> None:
        """A call or a box spoke for a card (`call.favour`)."""
        for slot in favour(self.slots, t, card, factor, witness, by):
            self.touch(self.slots.index(slot))

    def stopped(self, t: float, rank: int, sure: float) -> bool:
        """Somebody said that a rank is missing (`sans.stopped`); whether that may be so."""
        slot = stopped(self.laid(), t, rank, sure)
        if slot is not None:
            self.touch(self.slots.index(slot))
        return slot is not None

    def unwatched(self, since: float, until: float) -> None:
        """Between these seconds nothing was seen: the first card seen after it may not be the first laid."""
        self._gaps.append((since, until))

    def laid(self) -> list[Slot]:
        """The cards laid in turn, and those that are still open."""
        return [slot for slot in self.slots if slot.said is None or slot.said.kind == "play"]

    def order(self) -> None:
        """Put the cards seen last in the order that the rules explain best.

        Those that came to rest together may lie in any, and when those found together came is told roughly;
        one may have been hidden while others were laid.
        """
        if not self._fresh:
            return
        self._order_together()
        self._turn_over()
        self._back_in_time()
        self._order_late()
        self._fresh.clear()

    def _back_in_time(self) -> None:
        """Put a card that was taken for one laid earlier back, if with what came since that explains more."""
        late, seen = self._late, list(self.slots)
        if late is None or late not in seen or seen[-1].t - late.t > HIDDEN:
            self._late = None
            return
        first, beams = seen.index(late), list(self.beams)
        best, order = beams[-1].evidence + math.log(UNNOTICED), seen
        others = [slot for slot in seen if slot is not late]
        since = next((n for n, slot in enumerate(others) if slot.t > late.t), len(others))
        ways = [([*others[:since], late, *others[since:]], 0.0)]
        if late.arrived == others[-1].arrived:
            # Of two that one arm laid at once the lower one may be seen last.
            ways.append(([*others, late], math.log(MISTIMED)))
        for way, rare in ways:
            self.slots = way
            evidence = self._fits(beams[first], way[first:], best - rare) + rare
            if evidence > best:
                best, order, self._late = evidence, way, None
        self.slots = order
        if order is not seen:
            self.touch(first)

    def _order_late(self) -> None:
        """Take cards just seen for ones laid earlier, if that explains much better what followed."""
        for late in [slot for slot in self.slots if slot in self._fresh]:
            if late.said is None and late.pinned is None and max(late.faces) >= SHOWS:
                self._order_earlier(late)

    def _order_earlier(self, late: Slot) -> None:
        """Put a card that was seen late where it explains what followed; its arm's others lie beside it."""
        seen, beams = list(self.slots), list(self.beams)
        number = seen.index(late)
        since = next(n for n, slot in enumerate(seen) if late.t - slot.t <= HIDDEN)
        places = set(range(max(since, number - EARLIER), number))
        for other in range(since, number):
            if seen[other].arrived == late.arrived:
                places |= {other, other + 1}
        beside = self._beside(late, number) if late.unbrought else set()
        places |= beside
        places.discard(number)
        # The cards of hands have no order; but one that no arm has brought may lie in a row since long.
        if not places or (not beside and _over(beams[number])):
            return
        steps = itertools.pairwise(beams[max(0, min(places) - 1) :])
        if not beside and all(before.evidence - after.evidence < JOLT for before, after in steps):
            return
        best, order, moved = beams[-1].evidence - math.log(UNNOTICED), seen, len(seen)
        others = [*seen[:number], *seen[number + 1 :]]
        for place in sorted(places, reverse=True):
            self.slots = [*others[:place], late, *others[place:]]
            beam = beams[place]
            for slot in self.slots[place:]:
                # Where this is its place, no card is missing before it.
                tried = beam.tried(replace(self._evidence(slot), unseen=0.0), best)
                if tried is None:
                    break
                evidence, beam = tried
            else:
                best, order, moved = evidence, self.slots, place
        if order is not seen:
            self._late = late
        self.slots = order
        self.touch(moved)

    def _beside(self, late: Slot, number: int) -> set[int]:
        """Places just before and after the earlier cards that lie nearest: rows grow at their ends."""
        assert late.corners is not None
        lying = [
            (apart(late.corners, slot.corners), place)
            for place, slot in enumerate(self.slots[:number])
            if slot.corners is not None
        ]
        nearest = [place for away, place in sorted(lying)[:NEIGHBOURS] if away < ROW]
        return {place for other in nearest for place in (other, other + 1)}

    def _order_together(self) -> None:
        """Put cards that came to rest together in the order that the rules explain best."""
        count = 1
        while count < min(len(self.slots), MOST_TOGETHER):
            lower, upper = self.slots[-count - 1], self.slots[-count]
            apart = abs(upper.t - lower.t) > TOGETHER
            # Of two that one arm laid at once the upper one may have been told already.
            at_once = upper.arrived == lower.arrived and abs(upper.t - lower.t) < SHORTEST_PLAY
            found_late = at_once and upper in self._fresh
            told = lower.pinned is not None or (lower.said is not None and not found_late)
            if told or (apart and not found_late and not {lower, upper} <= self._fresh):
                break
            count += 1
        if count < 2:
            return
        before = self._after(len(self.slots) - count)
        if _over(before):
            return
        group = self.slots[-count:]
        followed: dict[tuple[Slot, ...], tuple[float, Beam] | None] = {(): (before.evidence, before)}

        def follow(order: tuple[Slot, ...], least: float) -> tuple[float, Beam] | None:
            if order not in followed:
                earlier = follow(order[:-1], least)
                followed[order] = earlier and earlier[1].tried(self._evidence(order[-1]), least)
            return followed[order]

        best, most = tuple(group), -math.inf
        for order in itertools.permutations(group):
            self.slots[-count:] = order  # a card is weighed by those before it
            tried = follow(order, most)
            if tried is None:
                continue
            turned = sum(a.t - b.t > TOGETHER for a, b in itertools.combinations(order, 2))
            fits = tried[0] + turned * math.log(MISTIMED) - DETOUR * _to_and_fro(order)
            if fits > most + BETTER:
                best, most = order, fits
        self.slots[-count:] = best
        if list(best) != group:
            self.touch(len(self.slots) - count)

    def _turn_over(self) -> None:
        """Put two cards of one arm the other way round if with the card after them that explains more."""
        if len(self.slots) < 3 or self.slots[-1] not in self._fresh:
            return
        *_, one, other, last = self.slots
        if one.arrived != other.arrived or one.pinned is not None or other.pinned is not None:
            return
        before = self.beams[-4]
        if _over(before):
            return
        rare = math.log(MISTIMED) if other.t - one.t > TOGETHER else 0.0
        least = self.beam.evidence + BETTER - rare
        self.slots[-3:] = other, one, last
        if self._fits(before, self.slots[-3:], least) > least:
            self.touch(len(self.slots) - 3)
        else:
            self.slots[-3:] = one, other, last

    # -- evidence ------------------------------------------------------------------------------

    def _fits(self, beam: Beam, slots: Iterable[Slot], least: float) -> float:
        """`Beam.evidence` after these cards; minus infinity where that is less than ``least``."""
        for slot in slots:
            tried = beam.tried(self._evidence(slot), least, WIDTH)
            if tried is None:
                return -math.inf
            _, beam = tried
        return beam.evidence

    def _evidence(self, slot: Slot, shows: Sequence[float] = ()) -> Evidence:
        """What witnesses say of a card; ``shows``: if its looks gave it these faces."""
        before = self.slots[: self.slots.index(slot)]
        context = Context(before, self._players, self._seats, self._gaps, self._honours)
        return evidence(replace(slot, faces=tuple(shows)) if shows else slot, context)


def entered(t: float, said: Decision, players: int) -> Slot:
    """A card that a person saw: it is decided already."""
    faces = tuple(float(card == said.card) for card in DECK)
    seats = tuple(float(place == said.player) for place in range(players))
    return Slot(t, t, t, None, faces, seats, pinned=said)


def _unlikely(history: History) -> float:
    return -history.score


def _to_and_fro(order: Sequence[Slot]) -> float:
    """Widths of a card by which the way from one to the next is longer than a row reaches; 0 for no row."""
    lying = [slot.corners for slot in order if slot.corners is not None and max(slot.faces) >= SHOWS]
    reach = max((apart(a, b) for a, b in itertools.combinations(lying, 2)), default=0.0)
    return sum(apart(a, b) for a, b in itertools.pairwise(lying)) - reach if reach > ROW else 0.0


def _away(a: Quad | None, b: Quad) -> float:
    """How far apart two outlines are, whichever corner each begins at: a second look may turn it round."""
    assert a is not None
    turned = (b[n:] + b[:n] for n in range(4))
    return min(sum(math.dist(p, q) for p, q in zip(a, quad, strict=True)) for quad in turned)


def _over(beam: Beam) -> bool:
    """Whether the round's last card lies, for the likeliest history: hands have no order."""
    return game.law_of(beam.best.evening).finished(beam.best.evening)
