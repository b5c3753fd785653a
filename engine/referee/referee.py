"""From what was seen and heard to what happened: the referee writes the log.

Sightings are uncertain, events are not. The referee keeps the likeliest legal histories
(`engine.referee.beam`) and tells a card as soon as they agree on everything that could change a payment,
or as soon as it was seen well enough (`engine.referee.deciding`). What it has told may still be overturned
by later evidence or by people; then the log says so (`Corrected`). Where explanations that pay
differently survive, it asks one question (`engine.referee.people.questions`).

The log of a round is always written as a whole, from the decisions taken so far
(`account`); what is new in it is emitted, what differs is corrected (`retelling`).
So there is one place that knows in which order things are told, and a correction far back mends
everything that hung on it.

Pure: no clock (time is what sightings and `tick` say), no file, no randomness.
"""

from __future__ import annotations

from dataclasses import replace

from engine.boundaries import Expected, Heard
from engine.certainty import INCOMPLETE
from engine.events import Event, HandShown, Settlement
from engine.referee.account import account
from engine.referee.beam import Beam
from engine.referee.calls import awaited, lying
from engine.referee.gate import Dropped
from engine.referee.intake.people import People
from engine.referee.people.correcting import told_card
from engine.referee.people.questions import Question
from engine.referee.rounds import hands
from engine.referee.settings import BOX_SETTLES, GRACE, MOMENT
from engine.referee.transaction import all_or_nothing


class Referee(People):
    """Referees one table; every method returns the events that it brings, numbered, or changes nothing.

    Args:
        table: players, rules, dealer and boxes.
        calls_by_chips: nobody taps or speaks: chips seen leaving an honour's box are its call.
        listens: voices are heard, some time after they spoke; may change while it runs.
        log: an evening to go on with, as it was emitted; empty: a new one.

    Raises:
        IllegalEvent, BadInput: the log cannot be folded, or no camera can referee this game.
    """

    @property
    def log(self) -> tuple[Event, ...]:
        """Every event so far."""
        return self._journal.events

    @property
    def certain(self) -> bool:
        """Whether no settlement of this evening rests on what was inferred (`engine.certainty`)."""
        evening = self.evening
        return evening is None or all(INCOMPLETE not in each.extra for each in evening.settlements)

    @property
    def so_far(self) -> Settlement | None:
        """What a round whose last card lies comes to without the cards that nobody has shown.

        None: no hand is missing, or the round goes on. It is no event: the log has none for such a round.
        """
        if self._base is None or self.complete or not self._finished():
            return None
        now = account(self._base, self._pile.decided(), self._known())
        settlement = hands.so_far(now.evening, now.hands)
        return settlement and self._journal.numbered(replace(settlement, t=self._journal.now))

    @property
    def histories(self) -> Beam | None:
        """The explanations that are still held, for people who want to know why."""
        return self._pile.beam if self._pile.open else None

    @property
    def questions(self) -> dict[int, Question]:
        """What people are asked now, by the number of the event that asks."""
        return {number: asked.question for number, asked in self._asking.open.items()}

    @property
    def dropped(self) -> tuple[Dropped, ...]:
        """What was heard and could not be, for people who want to know why."""
        return tuple(self._gate.dropped)

    @property
    def expected(self) -> Expected:
        """What may be said now, so that nothing else need be listened for."""
        evening = self.evening
        if evening is None or evening.round is None:
            return Expected()
        return awaited(self._now, lying(self._before, self._pile.laid()), evening)

    @property
    def pending(self) -> tuple[Heard | Event, ...]:
        """What people have said that the log does not tell yet, in the order in which it is to be said again.

        Whoever keeps the log keeps it too, so that another referee with that log can be told it.
        """
        reported = {id(line.source) for line, _ in self._journal.lines}
        shown = {line.event.player for line, _ in self._journal.lines if isinstance(line.event, HandShown)}
        names = self._table.names
        # A card that was told once stands in the log, also where it has been taken back since.
        cards = [
            seen for seen in self._pile.entered() if id(seen) not in reported and seen.decided_at is None
        ]
        later = (*(() if self._pause is None else self._pause.waiting), *self._next.waiting)
        statements = (
            *(each for seen in cards for each in told_card(seen, names)),
            *self._statements.pending(reported, shown),
            *self._gate.waiting,
            *(each for each in later if isinstance(each, Heard)),
        )
        return tuple(sorted(statements, key=lambda each: each.t or 0.0))

    @all_or_nothing
    def start(self) -> list[Event]:
        """Open the evening and its first round; nothing when a log was handed in."""
        if self._journal.events:
            return []
        out = [self._emit(replace(self._table.game_started(), t=self._now))]
        out.append(self._emit(replace(self._table.round_started(), t=self._now)))
        self._begin_round()
        return out

    @all_or_nothing
    def tick(self, t: float) -> list[Event]:
        """Time has come to ``t``: judge the cards that have been seen, close windows."""
        self._journal.passes(t)
        if self._pause is not None:
            return []
        antes = self._boxes.settled(self._now, self.evening, bool(self._pile.cards))
        out = [self._emit(each) for each in antes] + self._forgotten()
        if not self._pile.open:
            return out
        self._pile.order()
        written = {id(line.source) for line, _ in self._journal.lines}
        ends = self._gathering.ends(self._pile, self._now)
        if ends:
            self._end_round()
        due = self._due is not None and self._now >= self._due
        if self._decide() or ends or due or self._pile.looks_wider or self._statements.waiting(written):
            out += self._retell()
        return out + self._listen() if self._gate.waiting else out

    @all_or_nothing
    def finish(self) -> list[Event]:
        """The pictures have ended: decide what is still open, say what is missing.

        A round whose last questions nobody has answered is settled by what is likeliest.
        """
        out = self.tick(self._now + BOX_SETTLES)
        if self._pause is not None or self._late is not None:
            return out
        self._journal.now += GRACE + MOMENT
        self._end_round()
        out += self._listen() + self._retell()
        self._gate.clear()
        return out
