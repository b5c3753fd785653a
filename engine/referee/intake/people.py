"""What people tell, answer and put right."""

from __future__ import annotations

from dataclasses import replace

from engine.boundaries import Heard
from engine.errors import IllegalEvent
from engine.events import (
    Alert,
    Called,
    CardPlayed,
    Corrected,
    EveningEnded,
    Event,
    HandShown,
    Noted,
    Paid,
    RoundStarted,
)
from engine.games import game
from engine.games.game_rules import Evening
from engine.games.seats import place_among
from engine.referee.beam import Decision
from engine.referee.calls import Call
from engine.referee.intake.sightings import Sightings
from engine.referee.people.correcting import chosen, correction_of_old, lay, meant, pin, taken_for, unseen
from engine.referee.pile import Pile
from engine.referee.retelling import Line
from engine.referee.rounds import next_round
from engine.referee.seen_cards import Before, Entry, SeenCard, entered
from engine.referee.settings import APART, GRACE, MOMENT
from engine.referee.transaction import all_or_nothing
from engine.referee.tricks.taken import may_be_over
from engine.referee.tricks.untold import refused


class People(Sightings):
    """What people tell, answer and put right."""

    @all_or_nothing
    def answer(self, number: int, choice: int | None) -> list[Event]:
        """People answer a question.

        Args:
            number: of the event that asked.
            choice: place among its alternatives; None: nobody knows, or none of them; then what the log
                says stands.

        Raises:
            IllegalEvent: that question is not open, has no such alternative, or no round allows it.
        """
        asked = self._asking.open.get(number)
        if asked is None:
            return self._answer_of_old(number, choice)
        chosen(number, asked.means, choice)
        if choice is None:
            return [self._close(number, answer=None)]
        decision = asked.means[choice]
        if isinstance(asked.source, SeenCard):
            pin(self._pile, meant(self._pile.cards, asked.source, decision), decision)
        elif isinstance(asked.source, Before):
            unseen(self._pile, asked.source.card, decision, len(self._table.names))
        elif decision.card is not None:
            self._statements.held.append((self._table.players[decision.player].name, decision.card))
        else:
            self._pile.complete |= {decision.player}
        out = [self._close(number, answer=choice)]
        self._decide()
        return out + self._retell()

    def _answer_of_old(self, number: int, choice: int | None) -> list[Event]:
        """People answer a question of an earlier round, or from before a restart: only the log knows it."""
        correction = correction_of_old(self._journal.events, number, choice)
        out = [] if correction is None else self.correct(*correction)
        return [*out, self._journal.correct(number, None, answer=choice)]

    @all_or_nothing
    def correct(self, seq: int, replacement: Event | None) -> list[Event]:
        """A person says that event ``seq`` was something else, or nothing (None).

        A card may have been another card or another player's (`CardPlayed`), shown at the end
        (`HandShown` with that card alone), or laid against the rules (`Alert` ``illegal_card``); what
        follows from it is told anew. So is what hangs on the start of the round or on an earlier one.

        Raises:
            IllegalEvent: there is no such event, or what is said breaks a rule.
        """
        if seq in self._asking.open and replacement is None:
            return self.answer(seq, None)
        self._ended = False
        for line, number in self._journal.lines:
            if number == seq:
                return self._revise(line, replacement)
        if not any(event.seq == seq for event in self._journal.events):
            raise IllegalEvent("correction", f"there is no event {seq} to correct")
        # From before this round's first card (or before a restart): only the log knows it.
        correction = Corrected(seq, replacement, t=self._now)
        self._base = self._journal.without_round(correction)
        if self._base is None:
            raise IllegalEvent("game", "that the evening has begun cannot be taken back")
        out = [self._emit(correction)]
        if self._base.round is None or not self._pile.open:
            self._pile = Pile(self._base, self._seats)
        else:
            self._pile.begin(self._base)
        self._before = self._only_logged()
        self._judged = None
        self._decide()
        return out + self._retell() + self._follow_end()

    @all_or_nothing
    def undo(self) -> list[Event]:
        """Take the last thing back that moved the game.

        Raises:
            IllegalEvent: there is nothing to take back.
        """
        for line, number in reversed(self._journal.lines):
            if line.moves:
                return self.correct(number, None)
        raise IllegalEvent("correction", "there is nothing to take back")

    @all_or_nothing
    def enter(self, event: Event, before: int | None = None) -> list[Event]:
        """A person tells what the camera missed or cannot know.

        That is a card, a call, a hand, what else people tell of the game (`Game.TOLD`), a new round, chips
        paid, the end of the evening, or an alert that others raise.

        Args:
            event: what happened.
            before: number of the card of this round before which a card was laid that was missed then.

        Raises:
            IllegalEvent: it breaks a rule.
        """
        evening = self.evening
        if evening is None:
            raise IllegalEvent("game", "the game has not started")
        self._ended = False
        if isinstance(event, RoundStarted) and self._late is not None:
            return self._after_late(self._late, event)
        if isinstance(event, CardPlayed):
            self._late = None  # people say what was laid: from here on the round is followed
            return self._enter_card(event, evening, before)
        return [*self._before_told(event), *self._enter(event)]

    @all_or_nothing
    def say_again(self, statement: Heard | Event) -> list[Event]:
        """Take in what people had said before a restart and the log does not tell (`pending`).

        A hand that waits for what people will put right goes on waiting; what else no round allows becomes an
        alert.
        """
        if isinstance(statement, Heard):
            return self.hear(statement)
        if isinstance(statement, HandShown):
            self._statements.hands[statement.player] = statement
            self._journal.take_up(statement.player)
            return self._retell()
        try:
            return self.enter(replace(statement, seq=None))
        except IllegalEvent as error:
            return self.enter(refused(statement, error))

    def _enter(self, event: Event) -> list[Event]:
        """What people tell besides cards, where nothing is left to be told before it."""
        game.apply(self.evening, event)
        if isinstance(event, Called):
            self._statements.call(Call(self._now, event.card, event.player, event.via or "tap"))
            self._journal.now += GRACE + MOMENT  # what is answered is told, and so logged, at once
            return self._retell()
        if isinstance(event, HandShown):
            self._statements.hands[event.player] = replace(event, t=self._now if event.t is None else event.t)
            return self._retell()
        if isinstance(event, RoundStarted):
            return [self._new_round(event), *self._follow_untold()]
        if isinstance(event, Paid | Noted | EveningEnded | Alert):
            return [self._emit(replace(event, t=self._now)), *self._follow_end()]
        if isinstance(event, self._rules.TOLD):
            return [*self._enter_told(event), *self._follow_untold()]
        raise IllegalEvent("event", f"{type(event).__name__} cannot be entered")

    def _before_told(self, event: Event) -> list[Event]:
        """What must have happened where people tell what opens a deal, or belongs to the next one.

        A deal whose last trick lies is settled by what is likeliest; what belongs to no settled deal, such as
        a bid, opens the next one.
        """
        evening, besides = self.evening, game.told_besides(self._table.game, self._table.rules)
        if evening is None or not next_round.is_told_of_it(event, evening, besides):
            return []
        if not self._finished() and not may_be_over(self._pile):
            return []
        out = self._settle()
        return out + self._open_next() if self.complete and not isinstance(event, RoundStarted) else out

    def _enter_told(self, event: Event) -> list[Event]:
        """What people tell of a round and no camera sees: it belongs after the last card that is told."""
        lines = reversed(self._journal.lines)
        last = next((line.source for line, _ in lines if isinstance(line.event, CardPlayed)), None)
        if isinstance(last, SeenCard):
            self._statements.enter(last, event, self._now)
            return self._retell()
        assert self._base is not None
        out, before = [self._emit(replace(event, t=self._now))], len(self._base.settlements)
        self._base = self.evening
        assert self._base is not None
        out += [self._emit(replace(each, t=self._now)) for each in self._base.settlements[before:]]
        self._pile.begin(self._base)
        self._judged = None
        self._decide()
        return out + self._retell()

    def _enter_card(self, event: CardPlayed, evening: Evening, before: int | None) -> list[Event]:
        """A card that a person saw."""
        # It came when people told it, not at the last frame: else a call made between the two comes after it.
        # Two cards entered within one frame are apart all the same: calls are told apart by their time.
        told_at = [] if event.t is None or before is not None else [event.t]
        after_last = [seen.t + APART for seen in self._pile.cards[-1:]]
        t = self._journal.now = max([self._now, *told_at, *after_last])
        decision = Decision("play", place_among(evening.players, event.player), event.card)
        if before is None:
            game.apply(evening, event)
            lay(self._pile, entered(t, decision, len(evening.players)))
        else:
            source = next((line.source for line, number in self._journal.lines if number == before), None)
            if not isinstance(source, SeenCard):
                raise IllegalEvent("correction", f"event {before} is no card of this round")
            unseen(self._pile, source, decision, len(evening.players))
        self._decide()
        return self._retell()

    def _revise(self, line: Line, replacement: Event | None) -> list[Event]:
        """Carry out a correction of a line of this round."""
        names = self._table.names
        if isinstance(line.source, Call):
            self._statements.correct_call(line.source, replacement)
        elif isinstance(line.event, HandShown):
            self._statements.correct_hand(line.event, replacement, self._pile, names.index(line.event.player))
        elif isinstance(line.source, Entry):
            self._statements.correct_entry(line.source, replacement)
        elif isinstance(line.source, SeenCard):
            pin(self._pile, line.source, taken_for(replacement, names))
        elif isinstance(line.source, Before):
            unseen(self._pile, line.source.card, taken_for(replacement, names), len(names))
        else:
            raise IllegalEvent("correction", "this event follows from others: correct those")
        self._decide()
        return self._retell()
