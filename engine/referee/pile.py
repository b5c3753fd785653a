"""The cards of one round in the order in which they came to lie, and what explains them.

The beam after each card is kept, so that better looks, calls and people's corrections at one card
only follow the cards from there on again; that is done once, when somebody asks.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from engine.boundaries import CardLook, Point, Quad
from engine.cards import Card
from engine.games import game
from engine.games.game_rules import Evening
from engine.referee.beam import Beam
from engine.referee.moves import Closed, Lying
from engine.referee.moves.search import explained, joined, likelier
from engine.referee.posterior import Posterior
from engine.referee.seen_cards import END, Decision, SeenCard, apart, away
from engine.referee.settings import ROW, SAME_MOMENT, WIDER
from engine.referee.transaction import Changing
from engine.referee.tricks.last import end
from engine.referee.witnesses.call import favour
from engine.referee.witnesses.sans import stopped
from engine.referee.witnesses.testimony import Context


class Pile(Changing):
    """The cards of one round.

    Args:
        base: the state before its first card; None: no round is on, and no card is taken in.
        seats: the table's edge in front of each player, in pixels; empty when nobody knows.
    """

    def __init__(self, base: Evening | None, seats: Sequence[Point]) -> None:
        self.cards: list[SeenCard] = []
        self._seats = seats
        self._players = 0 if base is None else len(base.players)
        self._honours = () if base is None else game.rules_of(base).BOARD
        self._beams = [Beam.start(base)] if base is not None and base.round is not None else []
        self._followed = 0
        self._fresh: set[SeenCard] = set()
        self._looks = 0
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
        self.after(len(self.cards))
        return self._beams

    def after(self, count: int) -> Beam:
        """The explanations of the first so many cards; of later ones nothing is worked out yet."""
        del self._beams[self._followed + 1 :]
        for place in range(self._followed, count):
            self._beams.append(self._beams[-1].step(self.posterior.evidence(self.cards, place)))
        self._followed = max(self._followed, count)
        return self._beams[count]

    @property
    def beam(self) -> Beam:
        """The explanations of all cards."""
        return self.beams[-1]

    @property
    def closed(self) -> Beam:
        """The explanations of all cards if nobody shows any further one.

        The moves of the path have been tried (`engine.referee.moves`): they find what had been given up
        while nothing yet spoke for it.
        """
        known = self.beam, self.complete, self.looked_wider
        if self._closed is None or self._closed[0] != known:
            posterior = self.posterior
            beam = posterior.closed(self.beam.histories)
            beam = explained(Closed(self.cards, beam, self.after, posterior, posterior.paths(self.cards)))
            if self._wide is not None and self.looked_wider:
                beam = joined(beam, self._wide.histories, posterior)
            self._closed = known, beam
        return self._closed[1]

    @property
    def looks_wider(self) -> bool:
        """Whether `look_wider` has begun, and has cards to go."""
        return self._wide is not None and not self.looked_wider

    @property
    def looked_wider(self) -> bool:
        """Whether all cards have been followed with more explanations; `closed` then has those, too."""
        return self._wide is not None and len(self._wide.best.path) == len(self.cards)

    def look_wider(self, *, at_once: bool) -> bool:
        """Follow the cards again, one more each time, with `WIDER` times as many explanations.

        Args:
            at_once: all of them: nobody waits for the next picture.

        Returns:
            Whether that is done.
        """
        self._wide = self._beams[0] if self._wide is None else self._wide
        for place in range(len(self._wide.best.path), len(self.cards)):
            self._wide = self._wide.step(self.posterior.evidence(self.cards, place), WIDER)
            if not at_once:
                break
        return self.looked_wider

    def decided(self) -> list[tuple[SeenCard, Decision]]:
        """The cards of which something has been told, with what."""
        decided = itertools.takewhile(lambda seen: seen.decision is not None, self.cards)
        return [(seen, seen.decision) for seen in decided if seen.decision is not None]

    # -- what changes it -----------------------------------------------------------------------

    def begin(self, base: Evening) -> None:
        """The round began otherwise than was thought."""
        self._beams = [Beam.start(base)]
        self._followed = 0
        self._wide = None

    def lay(self, seen: SeenCard, before: SeenCard | None = None) -> None:
        """One more card, just before another one, or at the place that its time gives it."""
        place = len(self.cards) if before is None else self.cards.index(before)
        while before is None and place and self.cards[place - 1].t > seen.t:
            place -= 1
        self.cards.insert(place, seen)
        self.touch(place)
        self._fresh.add(seen)
        seen.look = self._looks

    def end(self, t: float) -> None:
        """What nobody saw of a deal of tricks whose cards have been gathered was laid before second *t*."""
        for _ in range(self._players):
            now = self.beam.best.evening.round
            if now is None or not any(now.left):
                return
            self.cards.append(end(t, self._players))
            self.touch(len(self.cards) - 1)

    def goes_on(self) -> None:
        """The deal goes on: its cards have not been gathered yet."""
        for seen in [seen for seen in self.cards if seen.pinned == END]:
            self.remove(seen)

    def touch(self, place: int) -> None:
        """Something new is known of card number ``place``."""
        self._followed = min(self._followed, place)
        self._wide = None

    def pin(self, seen: SeenCard, decision: Decision | None) -> bool:
        """Take a card for what a person says (None: what it looks like); whether any round allows it."""
        was, seen.pinned = seen.pinned, decision
        place = self.cards.index(seen)
        self.touch(place)
        if decision is None or self.beam.best.path[place]._replace(unseen=None) == decision._replace(
            unseen=None
        ):
            return True
        seen.pinned = was
        self.touch(place)
        return False

    def remove(self, seen: SeenCard) -> None:
        """As if it had never lain there."""
        place = self.cards.index(seen)
        del self.cards[place]
        self.touch(place)

    def stays_under(self, corners: Quad) -> None:
        """Cards that seemed to be taken away lie there still if one is laid upon them: a pile squared up."""
        gone = [seen for seen in self.cards if seen.gone and not seen.taken_back and seen.corners is not None]
        if any(apart(corners, seen.corners) < ROW for seen in gone if seen.corners is not None):
            for seen in gone:
                seen.gone = False

    def find(self, t: float, look: CardLook) -> SeenCard | None:
        """The card laid at ``t`` that lies there still, the nearest of those laid at once."""
        lying = (seen for seen in self.cards if not seen.gone and seen.corners is not None)
        same = [seen for seen in lying if abs(seen.t - t) < SAME_MOMENT]
        return min(same, key=lambda seen: away(seen.corners, look.corners), default=None)

    def favour(
        self, t: float, card: Card, factor: float, witness: str = "call", by: Sequence[float] = ()
    ) -> None:
        """A call or a box spoke for a card (`call.favour`)."""
        for seen in favour(self.cards, t, card, factor, witness, by):
            self.touch(self.cards.index(seen))

    def stopped(self, t: float, rank: int, sure: float) -> bool:
        """Somebody said that a rank is missing (`sans.stopped`); whether that may be so."""
        seen = stopped(self.laid(), t, rank, sure)
        if seen is not None:
            self.touch(self.cards.index(seen))
        return seen is not None

    def unwatched(self, since: float, until: float) -> None:
        """Between these seconds nothing was seen: the first card seen after it may not be the first laid."""
        self._gaps.append((since, until))

    def entered(self) -> list[SeenCard]:
        """The cards that no camera saw: people have told them."""
        return [seen for seen in self.cards if seen.corners is None and seen.pinned not in (None, END)]

    def laid(self) -> list[SeenCard]:
        """The cards laid in turn, and those that are still open."""
        return [seen for seen in self.cards if seen.decision is None or seen.decision.kind == "play"]

    def order(self) -> None:
        """Put the cards seen last in the order that explains best what was seen (`engine.referee.moves`).

        Those that came to rest together may lie in any, and when those found together came is told roughly;
        one may have been hidden while others were laid.
        """
        if not self._fresh:
            return
        for order in likelier(lambda: Lying(self.cards, self._fresh, self.after), self.posterior):
            self.touch(next(n for n, seen in enumerate(order) if seen is not self.cards[n]))
            self.cards = order
        self._fresh.clear()
        self._looks += 1

    @property
    def posterior(self) -> Posterior:
        """What weighs orders of the cards, and paths through them."""
        context = Context((), self._players, self._seats, self._gaps, self._honours)
        return Posterior(self._beams[0], context, self.complete)
