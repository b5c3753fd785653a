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

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from engine.boundaries import (
    AlreadyThere,
    BoxSeen,
    CardGone,
    CardLaid,
    CardLookedAgain,
    Expected,
    Heard,
    Sighting,
    Unseen,
    ViewBack,
    ViewLost,
)
from engine.certainty import INCOMPLETE
from engine.errors import IllegalEvent
from engine.evening.reckoning import stopped
from engine.events import (
    Alert,
    BoxTaken,
    Called,
    CardPlayed,
    Corrected,
    EveningEnded,
    Event,
    HandShown,
    Paid,
    RoundStarted,
    Settlement,
)
from engine.games import game
from engine.games.law import Evening
from engine.games.seats import place_among
from engine.referee import deciding, view
from engine.referee.account import Account, Known, account
from engine.referee.beam import Beam, Decision
from engine.referee.calls import Call, alert, awaited, lying, only_logged, spoken
from engine.referee.gate import Dropped, Gate, Laid
from engine.referee.journal import Journal
from engine.referee.people.asking import Asking
from engine.referee.people.correcting import (
    chosen,
    correction_of_old,
    lay,
    meant,
    pin,
    taken_for,
    told_card,
    unseen,
)
from engine.referee.people.questions import Question
from engine.referee.people.statements import Statements
from engine.referee.people.ways import Standing
from engine.referee.pile import Pile
from engine.referee.retelling import Line
from engine.referee.rounds import disagreement, hands, next_round
from engine.referee.rounds.antes import Boxes
from engine.referee.rounds.gathering import Gathering, Goes, may_be_over
from engine.referee.rounds.late import IN_THE_MIDDLE, LateStart, already_there
from engine.referee.rounds.next_round import NextRound
from engine.referee.rounds.pause import Pause
from engine.referee.rounds.untold import Untold, refused
from engine.referee.settings import (
    APART,
    BOX_SETTLES,
    EMPTIED,
    GRACE,
    MOMENT,
    QUIET,
    SHORTEST,
    SURELY_COUNTED,
    SURELY_EMPTY,
)
from engine.referee.slots import Before, Entry, Slot, entered
from engine.referee.transaction import Changing, all_or_nothing, transaction
from engine.referee.witnesses.call import callers, strength, takers
from engine.table import Table

EXPLAINED, UNTOLD = "explained", "untold"
"""What alerts that stand are about."""
SET_FROM_OUTSIDE = ("listens",)
"""Attributes of a referee that no call of its own changes."""


class Referee(Changing):
    """Referees one table; every method returns the events that it brings, numbered, or changes nothing.

    Args:
        table: players, rules, dealer and boxes.
        calls_by_chips: nobody taps or speaks: chips seen leaving an honour's box are its call.
        listens: voices are heard, some time after they spoke; may change while it runs.
        log: an evening to go on with, as it was emitted; empty: a new one.

    Raises:
        IllegalEvent, BadInput: the log cannot be folded, or no camera can referee this game.
    """

    def __init__(
        self,
        table: Table,
        *,
        calls_by_chips: bool = False,
        listens: bool = False,
        log: Sequence[Event] = (),
    ) -> None:
        self._table = table
        self._law = game.refereed(table.game, table.rules, "the table")
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
        self._before = self._only_logged()
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
        self._said = Statements()
        self._gate.clear()
        self._due: float | None = None
        self._gathering = Gathering()
        self._boxes.begin_round()
        self._judged: tuple[Beam, bool, frozenset[int], bool] | None = None
        self._asking = Asking()
        self._journal.standing.pop(EXPLAINED, None)
        self._ended = False
        self._next = NextRound()

    # -- what others may know --------------------------------------------------------------

    @property
    def log(self) -> tuple[Event, ...]:
        """Every event so far."""
        return self._journal.events

    @property
    def evening(self) -> Evening | None:
        """The game as the log tells it; None before the start."""
        return self._journal.evening

    @property
    def complete(self) -> bool:
        """Whether the round in progress is settled."""
        evening = self.evening
        return evening is not None and evening.round is not None and evening.round.settled

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
        told = account(self._base, self._pile.said(), self._known())
        settlement = hands.so_far(told.evening, told.hands)
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
        told = {id(line.source) for line, _ in self._journal.lines}
        shown = {line.event.player for line, _ in self._journal.lines if isinstance(line.event, HandShown)}
        names = self._table.names
        # A card that was told once stands in the log, also where it has been taken back since.
        cards = [slot for slot in self._pile.entered() if id(slot) not in told and slot.told is None]
        later = (*(() if self._pause is None else self._pause.kept), *self._next.kept)
        said = (
            *(each for slot in cards for each in told_card(slot, names)),
            *self._said.pending(told, shown),
            *self._gate.waiting,
            *(each for each in later if isinstance(each, Heard)),
        )
        return tuple(sorted(said, key=lambda each: each.t or 0.0))

    def transaction(self) -> AbstractContextManager[None]:
        """Whatever a block has this referee do is undone when the block raises."""
        return transaction(self, SET_FROM_OUTSIDE)

    @property
    def _now(self) -> float:
        """Seconds, of whatever came last."""
        return self._journal.now

    # -- what comes in ---------------------------------------------------------------------

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
    def observe(self, sighting: Sighting) -> list[Event]:
        """Take in what the camera saw. Cards are judged by the next `tick`."""
        self._journal.passes(sighting.t)
        if not isinstance(sighting, ViewLost | ViewBack) and self._kept(sighting):
            return []
        self._ended = False
        if isinstance(sighting, view.OfView):
            return view.follow(self._journal, sighting)
        known = view.board_found(self._journal) if isinstance(sighting, CardLaid | BoxSeen) else []
        if self._late is not None and isinstance(sighting, CardLaid | CardLookedAgain | CardGone | BoxSeen):
            return known + self._while_late(self._late, sighting)
        if self._untold.awaits(sighting, self.evening, self._known_cards):
            self._untold.keep(sighting)
            return known
        return known + self._take_in(sighting)

    def _kept(self, news: Sighting | Heard) -> bool:
        """Whether something is kept for later: people put things right, or the next round waits."""
        if self._pause is not None:
            self._pause = self._pause.keep(news)
        elif self._next.waits:
            self._next.keep(news)
        else:
            return False
        return True

    def _take_in(self, sighting: Sighting) -> list[Event]:
        """What is seen of cards and boxes of a round that is followed."""
        match sighting:
            case CardLaid():
                return self._card_laid(sighting)
            case CardLookedAgain():
                self._looked_again(sighting)
            case CardGone():
                return self._card_gone(sighting)
            case BoxSeen():
                return self._box_seen(sighting)
            case AlreadyThere():
                return self._already_there(sighting)
            case Unseen():
                if sighting.seconds >= SHORTEST:
                    self._pile.unwatched(sighting.t - sighting.seconds, sighting.t)
        return []

    @all_or_nothing
    def hear(self, heard: Heard) -> list[Event]:
        """Take in a call by tap or voice; it is judged once its time has been seen (`GRACE`)."""
        if self._kept(heard) or self._late is not None:
            return []
        if heard.via == "voice":
            return self._hear_voice(heard)
        if heard.call is None:
            return []
        call = Call(heard.t, heard.call, heard.player, heard.via)
        self._said.call(call)
        self._speaks(call)
        self._decide()
        return self._tell()

    def _speaks(self, call: Call) -> None:
        """A call speaks for its card, and for who laid it."""
        sure = 1.0 if call.heard is None else call.heard.confidence
        by = callers(call.player, self._table.names)
        self._pile.favour(call.t, call.card, strength(call.via, sure), by=by)

    def _hear_voice(self, heard: Heard) -> list[Event]:
        """Take in what a recogniser tells: evidence for cards, and a call for the gate to judge."""
        if heard.sans is not None:
            if not self._pile.stopped(heard.t, heard.sans, heard.confidence):
                self._gate.drop(heard, "no_sequence")
        else:
            if heard.call is not None:
                strong = strength(heard.via, heard.confidence)
                self._pile.favour(heard.t + heard.seconds, heard.call, strong)
            self._gate.take(heard)
        news = self._decide()
        return self._listen() or (self._tell() if news else [])

    def _listen(self) -> list[Event]:
        """Let voices count, ask about them or drop them, as far as their moment has been seen."""
        evening = self.evening
        if evening is None or evening.round is None:
            return []
        laid = lying(self._before, self._pile.laid())
        passed = spoken(self._gate, self._now - GRACE, laid, evening)
        for call in passed:
            self._said.call(call)
        return self._tell() if passed else []

    @all_or_nothing
    def tick(self, t: float) -> list[Event]:
        """Time has come to ``t``: judge the cards that have been seen, close windows."""
        self._journal.passes(t)
        if self._pause is not None:
            return []
        antes = self._boxes.settled(self._now, self.evening, bool(self._pile.slots))
        out = [self._emit(each) for each in antes] + self._forgotten()
        if not self._pile.open:
            return out
        self._pile.order()
        written = {id(line.source) for line, _ in self._journal.lines}
        ends = self._gathering.ends(self._pile, self._now)
        if ends:
            self._end_round()
        due = self._due is not None and self._now >= self._due
        if self._decide() or ends or due or self._pile.looks_wider or self._said.waiting(written):
            out += self._tell()
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
        out += self._listen() + self._tell()
        self._gate.clear()
        return out

    # -- people -------------------------------------------------------------------------------

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
        said = asked.means[choice]
        if isinstance(asked.source, Slot):
            pin(self._pile, meant(self._pile.slots, asked.source, said), said)
        elif isinstance(asked.source, Before):
            unseen(self._pile, asked.source.slot, said, len(self._table.names))
        elif said.card is not None:
            self._said.held.append((self._table.players[said.player].name, said.card))
        else:
            self._pile.complete |= {said.player}
        out = [self._close(number, answer=choice)]
        self._decide()
        return out + self._tell()

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
        told = Corrected(seq, replacement, t=self._now)
        self._base = self._journal.without_round(told)
        if self._base is None:
            raise IllegalEvent("game", "that the evening has begun cannot be taken back")
        out = [self._emit(told)]
        if self._base.round is None or not self._pile.open:
            self._pile = Pile(self._base, self._seats)
        else:
            self._pile.begin(self._base)
        self._before = self._only_logged()
        self._judged = None
        self._decide()
        return out + self._tell() + self._follow_end()

    def _follow_end(self) -> list[Event]:
        """What is seen and heard waits once people have stopped; it is told when they go on."""
        ends = any(isinstance(event, EveningEnded) for event in self._journal.events)
        if ends and stopped(event for _, event in game.in_force(self._journal.events)) is not None:
            self._pause = self._pause or Pause(self._now)
            return []
        pause, self._pause = self._pause, None
        out: list[Event] = []
        for each in () if pause is None else pause.kept:
            out += self.hear(each) if isinstance(each, Heard) else self.observe(each)
        return out

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
    def say_again(self, said: Heard | Event) -> list[Event]:
        """Take in what people had said before a restart and the log does not tell (`pending`).

        A hand that waits for what people will put right goes on waiting; what else no round allows becomes an
        alert.
        """
        if isinstance(said, Heard):
            return self.hear(said)
        if isinstance(said, HandShown):
            self._said.hands[said.player] = said
            return self._tell()
        try:
            return self.enter(replace(said, seq=None))
        except IllegalEvent as error:
            return self.enter(refused(said, error))

    def _enter(self, event: Event) -> list[Event]:
        """What people tell besides cards, where nothing is left to be told before it."""
        game.apply(self.evening, event)
        if isinstance(event, Called):
            self._said.call(Call(self._now, event.card, event.player, event.via or "tap"))
            self._journal.now += GRACE + MOMENT  # what is answered is told, and so logged, at once
            return self._tell()
        if isinstance(event, HandShown):
            self._said.hands[event.player] = event
            return self._tell()
        if isinstance(event, RoundStarted):
            return [self._new_round(event), *self._follow_untold()]
        if isinstance(event, Paid | EveningEnded | Alert):
            return [self._emit(replace(event, t=self._now)), *self._follow_end()]
        if isinstance(event, self._law.TOLD):
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
        if isinstance(last, Slot):
            self._said.enter(last, event, self._now)
            return self._tell()
        assert self._base is not None
        out, before = [self._emit(replace(event, t=self._now))], len(self._base.settlements)
        self._base = self.evening
        assert self._base is not None
        out += [self._emit(replace(each, t=self._now)) for each in self._base.settlements[before:]]
        self._pile.begin(self._base)
        self._judged = None
        self._decide()
        return out + self._tell()

    def _enter_card(self, event: CardPlayed, evening: Evening, before: int | None) -> list[Event]:
        """A card that a person saw."""
        # Two cards entered within one frame are apart all the same: calls are told apart by their time.
        t = self._journal.now = max([self._now, *(slot.t + APART for slot in self._pile.slots[-1:])])
        said = Decision("play", place_among(evening.players, event.player), event.card)
        if before is None:
            game.apply(evening, event)
            lay(self._pile, entered(t, said, len(evening.players)))
        else:
            source = next((line.source for line, number in self._journal.lines if number == before), None)
            if not isinstance(source, Slot):
                raise IllegalEvent("correction", f"event {before} is no card of this round")
            unseen(self._pile, source, said, len(evening.players))
        self._decide()
        return self._tell()

    def _revise(self, line: Line, replacement: Event | None) -> list[Event]:
        """Carry out a correction of a line of this round."""
        names = self._table.names
        if isinstance(line.source, Call):
            self._said.correct_call(line.source, replacement)
        elif isinstance(line.event, HandShown):
            self._said.correct_hand(line.event, replacement, self._pile, names.index(line.event.player))
        elif isinstance(line.source, Entry):
            self._said.correct_entry(line.source, replacement)
        elif isinstance(line.source, Slot):
            pin(self._pile, line.source, taken_for(replacement, names))
        elif isinstance(line.source, Before):
            unseen(self._pile, line.source.slot, taken_for(replacement, names), len(names))
        else:
            raise IllegalEvent("correction", "this event follows from others: correct those")
        self._decide()
        return self._tell()

    def _follow_untold(self) -> list[Event]:
        """Follow what was seen before people told what they have told now, once that is all."""
        evening = self.evening
        if not self._untold or evening is None or not self._law.may_go_on(evening):
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

    # -- cards ---------------------------------------------------------------------------------

    def _card_laid(self, seen: CardLaid) -> list[Event]:
        out: list[Event] = []
        if self._next.squared_up(seen.t):
            self._pile.stays_under(seen.look.corners)
        if self._finished():
            cards = self._known_cards()
            if next_round.cleared(cards) and next_round.is_new(seen.look, cards):
                out += self._next_round(seen)
        if self._pile.open and not self._next.waits:
            self._pile.goes_on()
            slot = Slot(seen.t, seen.arrived, self._now, seen.look.corners, seen.look.faces, seen.seats)
            slot.lies = seen.lies
            self._pile.lay(slot)
            for call in self._said.calls:
                if seen.arrived <= call.t and not call.cancelled:
                    self._speaks(call)
        return out

    def _only_logged(self) -> tuple[Laid, ...]:
        """The cards of the round in progress that only the log knows: they were told before a restart."""
        ours = {number for _, number in self._journal.lines}
        told = [event for _, event in game.in_force(self._journal.events) if event.seq not in ours]
        begun = max((n for n, event in enumerate(told) if isinstance(event, RoundStarted)), default=0)
        return only_logged(told[begun:])

    def _finished(self) -> bool:
        """Whether somebody has laid his last card."""
        evening = self.evening
        return evening is not None and self._law.finished(evening)

    def _known_cards(self) -> list[Slot]:
        """The cards of this round, what turned out to be none left out."""
        return [slot for slot, said in self._pile.said() if said.card is not None]

    def _looked_again(self, seen: CardLookedAgain) -> None:
        slot = self._pile.find(seen.laid, seen.look)
        if slot is None:
            return
        self._doubted(slot, seen.lies)
        if slot.faces != seen.look.faces:
            slot.faces = seen.look.faces
            self._pile.touch(self._pile.slots.index(slot))

    def _doubted(self, slot: Slot, lies: float) -> None:
        """How surely a card lies there is known better."""
        if slot.lies != lies:
            slot.lies = lies
            self._pile.touch(self._pile.slots.index(slot))

    def _card_gone(self, seen: CardGone) -> list[Event]:
        """A card was taken away: taken back when it was the last one, else the table is cleared."""
        slot = self._pile.find(seen.laid, seen.look)
        if slot is None:
            return []
        self._doubted(slot, seen.lies)
        now = None if self.evening is None else self.evening.round
        if self._gathering.goes(slot, seen.t, self._pile, now, self._next) is Goes.GATHERED:
            return []
        self._decide()
        return self._tell()

    # -- deciding ------------------------------------------------------------------------------

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
        shown = any(slot.said is not None and slot.said.kind == "hand" for slot in self._pile.slots)
        if any(self.evening.round.left) and not shown:
            return False
        return self._now - max((slot.t for slot in self._pile.slots), default=0.0) >= QUIET

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
        if judged == self._judged and not deciding.due(self._pile.slots, self._now):
            return False
        beam = self._pile.closed if over else self._pile.beam
        slots = self._pile.slots
        path = deciding.decide(beam, slots, self._now, deciding.Pays.of(self._law, self._base), over)
        changed = path != tuple(said for _, said in self._pile.said())
        for place, (slot, said) in enumerate(zip(slots, path, strict=False)):
            slot.said = said
            slot.told = self._now if slot.told is None else slot.told
            slot.confidence = round(min(1.0, beam.share(place, said)), 4)
        news = changed or judged != self._judged
        self._judged = judged
        return news

    # -- telling -------------------------------------------------------------------------------

    def _account(self, base: Evening) -> Account:
        """The round as decided so far; where it is settled, what of it is in doubt is marked."""
        told = account(base, self._pile.said(), self._known())
        now = told.evening.round
        if now is None or not now.settled or not self._pile.open:
            return told
        found = self._standing(base).doubts(told)
        return account(base, self._pile.said(), replace(self._known(), doubts=found)) if found else told

    def _known(self) -> Known:
        """What is known besides the cards."""
        final = self._ended
        said = len(self._pile.said())
        later = [slot.t for slot in self._pile.slots[said:]]
        judge = float("inf") if final else min([self._now - GRACE, *later])
        quiet = self._quiet()
        known = self._said.known(judge, self._now, quiet=quiet, listens=self.listens, final=final)
        return replace(known, since=self._before[-1].t) if self._before else known

    def _tell(self) -> list[Event]:
        """Write the round anew; emit what is new in it, correct what has changed, ask what is in doubt."""
        if self._base is None:
            return []
        told = self._account(self._base)
        self._due = told.due
        out = list(self._journal.retell(told.lines))
        if self._next.waits and self.complete:
            return out + self._open_next()
        if self._pile.open:
            out += self._ask(told, self._base)
            out += self._agreement()
        return out

    # -- asking people, and saying that the table is lost ------------------------------------

    def _standing(self, base: Evening) -> Standing:
        """How the round stands, for those who ask people."""
        numbers = {line.source: number for line, number in reversed(self._journal.lines)}
        over, names = self._over(), self._table.names
        return Standing(base, self._law, names, self._pile, self._known(), over, numbers)

    def _ask(self, told: Account, base: Evening) -> list[Event]:
        """Take back what has answered itself; ask what is worth asking."""
        stands, asking = self._standing(base), self._asking
        out = [self._close(number, reason="settled") for number in asking.settled(stands, told)]
        if asking.open:
            return out
        asked = asking.urgent(stands, told)
        if asked is not None and stands.over and not self._pile.looked_wider:
            if self._pile.look_wider(at_once=self._ended) and self._decide():
                out += self._tell()
            return out
        if asked is None and stands.over:
            asked = asking.last(stands, told)
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
        return self._journal.stand(EXPLAINED, None if since is None else disagreement.told(since, self._pile))

    def _already_there(self, seen: AlreadyThere) -> list[Event]:
        """Cards lie there that nobody was seen to lay."""
        started, event = already_there(seen, self._journal, self._law, self._boxes.seen)
        if started is not None:
            self._late = started
            self._said.calls.clear()
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
        dealer = self._law.next_dealer(evening) or evening.players[0]
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

    # -- boxes ---------------------------------------------------------------------------------

    def _box_seen(self, seen: BoxSeen) -> list[Event]:
        before = self._boxes.look(seen)
        evening = self.evening
        if evening is None or evening.round is None:
            return []
        out: list[Event] = []
        if before is not None and self._finished():
            cards, settled = self._known_cards(), self.complete
            if self._next.antes_go_in(before, seen, next_round.cleared(cards), settled):
                out += self._next_round(seen)
        if not self._pile.slots:
            self._boxes.changed(seen.t)
            return out
        emptied = before is not None and not before.empty and seen.empty
        if emptied and seen.confidence >= SURELY_EMPTY:
            out += self._box_emptied(seen, evening)
        return out

    def _box_emptied(self, seen: BoxSeen, evening: Evening) -> list[Event]:
        """Chips left a box: whose they are, and whether somebody called."""
        layer = next((player for player, card in self._law.cards_laid(evening) if card == seen.box), None)
        out: list[Event] = []
        if layer is not None:
            out.append(self._emit(BoxTaken(layer, seen.box, t=seen.t)))
        t = seen.t - BOX_SETTLES / 2
        if self._by_chips:
            self._said.call(Call(t, seen.box, None, "chips"))
        self._pile.favour(t, seen.box, EMPTIED, "box", takers(seen.seats))
        self._decide()
        out += self._tell()
        if self._by_chips:
            return out
        if layer is None and seen.seats:
            layer = evening.players[max(range(len(seen.seats)), key=lambda place: seen.seats[place])]
        now = evening.round
        taken = now is not None and any(card == seen.box for _, card, _ in now.takes)
        if not taken and not self._said.waits_for(seen.box):
            out.append(self._emit(alert("box_mismatch", "box_emptied", seen.t, layer, seen.box)))
        return out

    # -- rounds --------------------------------------------------------------------------------

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
        return self._tell()

    def _open_next(self) -> list[Event]:
        """Open the next round with what was kept of it."""
        evening, kept = self.evening, self._next.take()
        assert evening is not None
        dealer = self._law.next_dealer(evening) or evening.players[0]
        out = [self._new_round(RoundStarted(dealer))]
        for each in kept:
            out += self.hear(each) if isinstance(each, Heard) else self.observe(each)
        return out

    def _end_round(self) -> None:
        """Nothing more of this round is to come: what is open is decided by what is likeliest."""
        self._ended = True
        if may_be_over(self._pile):
            self._pile.end(self._now)
        self._decide()

    def _new_round(self, event: RoundStarted) -> Event:
        told = self._emit(replace(event, t=self._now))
        self._begin_round()
        self._pause = None
        return told
