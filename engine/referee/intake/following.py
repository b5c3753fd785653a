"""A round as it is followed: what is decided of its cards, what the log says of it, what people are asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from engine.boundaries import Heard, Sighting
from engine.events import Event, RoundStarted
from engine.games import game
from engine.games.game_rules import Evening
from engine.referee import deciding, view
from engine.referee.account import Account, Known, account
from engine.referee.beam import Beam
from engine.referee.calls import only_logged
from engine.referee.gate import Gate, Laid
from engine.referee.journal import Journal
from engine.referee.people.asking import Asking
from engine.referee.people.statements import Statements
from engine.referee.people.ways import Standing
from engine.referee.pile import Pile
from engine.referee.rounds import disagreement
from engine.referee.rounds.antes import Boxes
from engine.referee.rounds.gathering import Gathering
from engine.referee.rounds.late import LateStart
from engine.referee.rounds.next_round import NextRound
from engine.referee.rounds.pause import Pause
from engine.referee.rounds.taken_up import taken_up
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import GRACE, MOMENT, QUIET
from engine.referee.transaction import Changing, Snapshot, transaction
from engine.referee.tricks.untold import Untold
from engine.table import Table

EXPLAINED, UNTOLD = "explained", "untold"
"""What alerts that stand are about."""
SET_FROM_OUTSIDE = ("listens",)
"""Attributes of a referee that no call of its own changes."""


class Following(Changing, ABC):
    """The state of a round that is followed, and what is decided, told and asked of it."""

    def __init__(
        self,
        table: Table,
        *,
        calls_by_chips: bool = False,
        listens: bool = False,
        log: Sequence[Event] = (),
    ) -> None:
        self._table = table
        self._rules = game.refereed(table.game, table.rules, "the table")
        self._by_chips = calls_by_chips
        self.listens = listens
        self._gate = Gate()
        self._seats = [player.seat for player in table.players if player.seat is not None]
        self._journal = Journal(log)
        self._emit = self._journal.emit
        self._boxes = Boxes(table.chips)
        self._before: tuple[Laid, ...]
        view.resume(self._journal)
        self._begin_round()
        self._take_up()
        self._untold = Untold()
        self._pause: Pause | None = None
        self._late: LateStart | None = None
        self._follow_end()

    def _begin_round(self) -> None:
        """Forget the last round's cards: what the log says stands."""
        self._journal.begin_round()
        self._base = self.evening
        self._before = ()
        self._pile = Pile(self._base, self._seats)
        self._statements = Statements()
        self._gate.clear()
        self._due: float | None = None
        self._gathering = Gathering()
        self._boxes.begin_round()
        self._judged: tuple[Beam, bool, frozenset[int], bool] | None = None
        self._asking = Asking()
        self._journal.standing.pop(EXPLAINED, None)
        self._ended = False
        self._next = NextRound()

    def _take_up(self) -> None:
        """Go on with the round that the log tells, as if nobody had stopped following it (`taken_up`)."""
        self._before = self._only_logged()
        logged = taken_up(self._journal.events)
        if logged is None:
            return
        fresh = Snapshot(self, SET_FROM_OUTSIDE)
        self._base, self._statements, self._before = logged.base, logged.statements, ()
        self._pile = Pile(logged.base, self._seats)
        for seen in logged.cards:
            self._pile.lay(seen)
        self._pile.order()
        self._journal.passes(logged.judged + GRACE + MOMENT)
        self._decide()
        lines = logged.lines(self._account(logged.base).lines)
        if lines is None:
            fresh.restore()
        else:
            self._journal.lines = lines

    @property
    def evening(self) -> Evening | None:
        """The game as the log tells it; None before the start."""
        return self._journal.evening

    @property
    def complete(self) -> bool:
        """Whether the round in progress is settled."""
        evening = self.evening
        return evening is not None and evening.round is not None and evening.round.settled

    def transaction(self) -> AbstractContextManager[None]:
        """Whatever a block has this referee do is undone when the block raises."""
        return transaction(self, SET_FROM_OUTSIDE)

    @property
    def _now(self) -> float:
        """Seconds, of whatever came last."""
        return self._journal.now

    def _finished(self) -> bool:
        """Whether somebody has laid his last card."""
        evening = self.evening
        return evening is not None and self._rules.finished(evening)

    def _known_cards(self) -> list[SeenCard]:
        """The cards of this round that can be seen to go, what turned out to be none left out."""
        return [
            seen for seen, decision in self._pile.decided() if decision.card is not None and not seen.logged
        ]

    def _only_logged(self) -> tuple[Laid, ...]:
        """The cards of the round in progress that only the log knows: they were told before a restart."""
        ours = {number for _, number in self._journal.lines}
        in_force = [event for _, event in game.in_force(self._journal.events) if event.seq not in ours]
        begun = max((n for n, event in enumerate(in_force) if isinstance(event, RoundStarted)), default=0)
        return only_logged(in_force[begun:])

    def _quiet(self) -> bool:
        """Whether the round's last card lies, hands were shown, and nobody shows any more.

        Before the first hand is shown, cards that are not shown say nothing: people take their time.
        What that silence tells (that the round goes on, that what was shown was laid) it tells until there is
        something new.
        """
        if self._pile.open and self._judged is not None:
            beam, over, *_ = self._judged
            if over and self._pile.beam is beam:
                return True
        if not self._finished():
            return False
        assert self.evening is not None and self.evening.round is not None
        shown = any(seen.decision is not None and seen.decision.kind == "hand" for seen in self._pile.cards)
        if any(self.evening.round.left) and not shown:
            return False
        return self._now - max((seen.t for seen in self._pile.cards), default=0.0) >= QUIET

    def _over(self) -> bool:
        """Whether nothing more is awaited: the pictures have ended, or the round lies quiet."""
        return self._ended or self._quiet()

    def _decide(self) -> bool:
        """Decide what can be decided; overturn what later evidence has made untenable.

        Returns:
            Whether there may be something new to tell.
        """
        if self._base is None or not self._pile.open:
            return False
        over = self._over()
        judged = (self._pile.beam, over, self._pile.complete, self._pile.looked_wider)
        if judged == self._judged and not deciding.due(self._pile.cards, self._now):
            return False
        beam = self._pile.closed if over else self._pile.beam
        cards = self._pile.cards
        path = deciding.decide(beam, cards, self._now, deciding.Pays.of(self._rules, self._base), over)
        changed = path != tuple(decision for _, decision in self._pile.decided())
        for place, (seen, decision) in enumerate(zip(cards, path, strict=False)):
            seen.decision = decision
            seen.decided_at = self._now if seen.decided_at is None else seen.decided_at
            seen.confidence = round(min(1.0, beam.share(place, decision)), 4)
        news = changed or judged != self._judged
        self._judged = judged
        return news

    def _account(self, base: Evening) -> Account:
        """The round as decided so far; where it is settled, what of it is in doubt is marked."""
        retold = account(base, self._pile.decided(), self._known())
        now = retold.evening.round
        if now is None or not now.settled or not self._pile.open:
            return retold
        found = self._standing(base).doubts(retold)
        return account(base, self._pile.decided(), replace(self._known(), doubts=found)) if found else retold

    def _known(self) -> Known:
        """What is known besides the cards."""
        final = self._ended
        decided = len(self._pile.decided())
        later = [seen.t for seen in self._pile.cards[decided:]]
        judge = float("inf") if final else min([self._now - GRACE, *later])
        quiet = self._quiet()
        known = self._statements.known(judge, self._now, quiet=quiet, listens=self.listens, final=final)
        return replace(known, since=self._before[-1].t) if self._before else known

    def _retell(self) -> list[Event]:
        """Write the round anew; emit what is new in it, correct what has changed, ask what is in doubt."""
        if self._base is None:
            return []
        now = self._account(self._base)
        self._due = now.due
        out = list(self._journal.retell(now.lines))
        if self._next.waits and self.complete:
            return out + self._open_next()
        if self._pile.open:
            out += self._ask(now, self._base)
            out += self._agreement()
        return out

    def _standing(self, base: Evening) -> Standing:
        """How the round stands, for those who ask people."""
        numbers = {line.source: number for line, number in reversed(self._journal.lines)}
        over, names = self._over(), self._table.names
        return Standing(base, self._rules, names, self._pile, self._known(), over, numbers)

    def _ask(self, now: Account, base: Evening) -> list[Event]:
        """Take back what has answered itself; ask what is worth asking."""
        stands, asking = self._standing(base), self._asking
        out = [self._close(number, reason="settled") for number in asking.settled(stands, now)]
        if asking.open:
            return out
        asked = asking.urgent(stands, now)
        if asked is not None and stands.over and not self._pile.looked_wider:
            if self._pile.look_wider(at_once=self._ended) and self._decide():
                out += self._retell()
            return out
        if asked is None and stands.over:
            asked = asking.last(stands, now)
        if asked is not None:
            out.append(self._emit(asked.question.alert()))
            asking.open[len(self._journal.events)] = asked
        return out

    def _close(self, number: int, **answer: object) -> Event:
        """A question is no longer open."""
        self._asking.close(number)
        return self._journal.correct(number, None, **answer)

    def _agreement(self) -> list[Event]:
        """Say when nothing explains any more what is seen, and when it does again."""
        lost = EXPLAINED in self._journal.standing
        since = disagreement.lost_since(disagreement.strained(self._pile.beams), lost)
        if (since is not None) == lost:
            return []
        return self._journal.stand(
            EXPLAINED, None if since is None else disagreement.lost_table(since, self._pile)
        )

    # -- given by those that build on it -------------------------------------------------------

    @abstractmethod
    def observe(self, sighting: Sighting) -> list[Event]:
        """Take in what the camera saw."""

    @abstractmethod
    def hear(self, heard: Heard) -> list[Event]:
        """Take in a call."""

    @abstractmethod
    def _open_next(self) -> list[Event]:
        """Open the next round with what was kept of it."""

    @abstractmethod
    def _follow_end(self) -> list[Event]:
        """What comes waits once people have stopped."""
