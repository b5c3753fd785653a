"""How one round ends and the next begins, and what is kept until then."""

from __future__ import annotations

from dataclasses import replace

from engine.boundaries import AlreadyThere, BoxSeen, Heard, Sighting
from engine.evening.reckoning import stopped
from engine.events import Alert, EveningEnded, Event, RoundStarted
from engine.games import game
from engine.referee.calls import alert
from engine.referee.intake.following import UNTOLD, Following
from engine.referee.rounds.late import IN_THE_MIDDLE, LateStart, already_there
from engine.referee.rounds.pause import Pause
from engine.referee.settings import SURELY_COUNTED
from engine.referee.tricks.taken import may_be_over


class Rounds(Following):
    """How one round ends and the next begins, and what is kept until then."""

    def _keep_for_later(self, news: Sighting | Heard) -> bool:
        """Whether something is kept for later: people put things right, or the next round waits."""
        if self._pause is not None:
            self._pause = self._pause.keep(news)
        elif self._next.waits:
            self._next.keep(news)
        else:
            return False
        return True

    def _next_round(self, seen: Sighting) -> list[Event]:
        """The table was cleared and people go on: the next round, dealt by whoever's turn it is.

        What was still open of the last one is settled by what is likeliest. Where a hand must be told for
        that, the next round is kept until it has been.
        """
        out = self._settle()
        if not self.complete:
            self._next.keep(seen)
            return out
        return [*out, *self._open_next()]

    def _settle(self) -> list[Event]:
        """What is still open of the round is settled by what is likeliest."""
        if self.complete:
            return []
        self._end_round()
        return self._retell()

    def _open_next(self) -> list[Event]:
        """Open the next round with what was kept of it."""
        evening, waiting = self.evening, self._next.take()
        assert evening is not None
        dealer = self._rules.next_dealer(evening) or evening.players[0]
        out = [self._new_round(RoundStarted(dealer))]
        for each in waiting:
            out += self.hear(each) if isinstance(each, Heard) else self.observe(each)
        return out

    def _end_round(self) -> None:
        """Nothing more of this round is to come: what is open is decided by what is likeliest."""
        self._ended = True
        if may_be_over(self._pile):
            self._pile.end(self._now)
        self._decide()

    def _new_round(self, event: RoundStarted) -> Event:
        started = self._emit(replace(event, t=self._now))
        self._begin_round()
        self._pause = None
        return started

    def _already_there(self, seen: AlreadyThere) -> list[Event]:
        """Cards lie there that nobody was seen to lay."""
        started, event = already_there(seen, self._journal, self._rules, self._boxes.seen)
        if started is not None:
            self._late = started
            self._statements.calls.clear()
            self._gate.clear()
        return [] if event is None else [self._emit(event)]

    def _while_late(self, late: LateStart, seen: Sighting) -> list[Event]:
        """What is seen of a round that had begun before is not told; the next one is followed."""
        begins = late.next_begins(seen, self._boxes.seen)
        if isinstance(seen, BoxSeen) and not begins:
            self._boxes.look(seen)
        if not begins:
            return []
        evening = self.evening
        assert evening is not None
        if not late.goes_on:  # what lay there had been left: this is the round that people began
            self._late = None
            return self.observe(seen)
        dealer = self._rules.next_dealer(evening) or evening.players[0]
        left = self._boxes.seen if late.left is None else late.left
        out = self._after_late(late, RoundStarted(dealer, self._boxes.counted(self._now, left).boxes))
        if any(not each.empty and each.exact < SURELY_COUNTED for each in left.values()):
            out.append(self._emit(alert("uncertain", "boxes_counted", self._now)))
        return [*out, *self.observe(seen)]

    def _after_late(self, late: LateStart, event: RoundStarted) -> list[Event]:
        """Another round begins; the one that nobody knows, begun before the first look, is taken back."""
        self._late = None
        taken_back = self._journal.correct(self._journal.round_started + 1, None, reason=IN_THE_MIDDLE)
        return [taken_back, self._new_round(event)]

    def _follow_end(self) -> list[Event]:
        """What is seen and heard waits once people have stopped; it is told when they go on."""
        ends = any(isinstance(event, EveningEnded) for event in self._journal.events)
        if ends and stopped(event for _, event in game.in_force(self._journal.events)) is not None:
            self._pause = self._pause or Pause(self._now)
            return []
        pause, self._pause = self._pause, None
        out: list[Event] = []
        for each in () if pause is None else pause.waiting:
            out += self.hear(each) if isinstance(each, Heard) else self.observe(each)
        return out

    def _follow_untold(self) -> list[Event]:
        """Follow what was seen before people told what they have told now, once that is all."""
        evening = self.evening
        if not self._untold or evening is None or not self._rules.may_go_on(evening):
            return []
        out = self._journal.stand(UNTOLD, None)
        for each in self._untold.take():
            out += self.observe(each)
            self._pile.order()
        return out

    def _forgotten(self) -> list[Event]:
        """Say that cards lie of which people have not told what they must, such as the bids."""
        lying = self._untold.lying(self._now)
        if not lying or UNTOLD in self._journal.standing:
            return []
        return self._journal.stand(UNTOLD, Alert(UNTOLD, t=lying[0].t))
