"""From what was seen and heard to what happened: the referee writes the log.

Sightings are uncertain, events are not. The referee keeps the likeliest legal histories
(`engine.referee.beam`) and tells a card as soon as they agree on everything that could change a payment,
or as soon as it was seen well enough (`engine.referee.deciding`). What it has told may still be overturned
by later evidence or by people; then the log says so (`Corrected`). Where explanations that pay
differently survive, it asks one question (`engine.referee.questions`).

The log of a round is always written as a whole, from the decisions taken so far
(`account`); what is new in it is emitted, what differs is corrected (`retelling`).
So there is one place that knows in which order things are told, and a correction far back mends
everything that hung on it.

Pure: no clock (time is what sightings and `tick` say), no file, no randomness.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Concatenate, ParamSpec, TypeVar

from engine.boundaries import (
    AlreadyThere,
    BoardSeen,
    BoardUnseen,
    BoxSeen,
    CardGone,
    CardLaid,
    CardLookedAgain,
    Heard,
    Sighting,
    Unseen,
    ViewBack,
    ViewLost,
)
from engine.cards import DECK, Card
from engine.certainty import INCOMPLETE, SURE, Inferred
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
from engine.record.overlooked import Wanted
from engine.referee import deciding, disagreement, hands, questions
from engine.referee.account import Account, Known, account
from engine.referee.beam import Beam, Decision
from engine.referee.calls import Call, alert
from engine.referee.doubts import doubts
from engine.referee.gate import Dropped, Gate, Laid
from engine.referee.pile import SHORTEST_PLAY, Pile, entered
from engine.referee.questions import ENOUGH, Alternative, Question, Way
from engine.referee.retelling import Line, changes
from engine.referee.rounds import antes, next_round
from engine.referee.rounds.antes import SURELY_COUNTED, SURELY_EMPTY
from engine.referee.rounds.late import LateStart, in_the_middle
from engine.referee.rounds.next_round import NextRound
from engine.referee.rounds.pause import Pause
from engine.referee.slots import SHOWS, Before, Slot
from engine.referee.transaction import Changing, transaction
from engine.referee.witnesses.call import EMPTIED, HEARD_FOR, SPOKEN_FOR, callers, takers
from engine.table import Table

GRACE = 0.8
"""Seconds until a call is judged: what lay still at its time has been seen by then."""
TAKEN_BACK = 3.0
"""A card that lay no longer than these seconds was only held there, or taken back."""
APART = 1e-3
"""Seconds between cards entered at one moment, and between a missed card and the one after it."""
BOX_SETTLES = 0.4
"""Seconds without news from any box after which the antes count as placed."""
QUIET = 4.0
"""Seconds without a further card, once the round is over, after which nobody shows any more."""
ASK_AFTER = 6.0
"""Seconds that a card in doubt waits for what follows before people are asked during play."""
ASK_UNTIL = 30.0
"""Seconds after which nobody remembers; what is then still in doubt is asked at the round's end."""
DOUBT = 0.75
"""Probability of what was told below which they are."""
SETTLED = 0.97
"""Probability of what was told at which a question has answered itself."""
WAYS = 24
"""Ways in which the round may have gone whose payments are compared."""
BOARD_ALERTS = "board_unseen", "mirrored"
"""Kinds of the alerts that nobody knows where the board lies: it is not found, the picture is a mirror's."""
CAME_LATE, IN_THE_MIDDLE = "came_late", "in_the_middle"
"""Kind of the alert that cards lay there before the camera first looked, and its reason where they are of a
round that goes on."""

E = TypeVar("E", bound=Event)
P = ParamSpec("P")
SET_FROM_OUTSIDE = ("listens",)
"""Attributes of a referee that no call of its own changes."""


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """A question that is open.

    Attributes:
        question: as it was asked.
        source: the card it is about, or that it was laid unseen before; None: a card of a hand.
        means: what each alternative makes of that card.
    """

    question: Question
    source: Slot | Before | None
    means: tuple[Decision, ...]

    @property
    def matter(self) -> object:
        """What people decide once: a card, or what a player holds."""
        return self.means[0].player if self.source is None else self.source


def _all_or_nothing(
    method: Callable[Concatenate[Referee, P], list[Event]],
) -> Callable[Concatenate[Referee, P], list[Event]]:
    """What changes the referee leaves it as it was when it raises, or when no game could have that log."""

    @functools.wraps(method)
    def whole(self: Referee, /, *args: P.args, **kwargs: P.kwargs) -> list[Event]:
        with self.transaction():
            events = method(self, *args, **kwargs)
            self.evening  # noqa: B018 (folds the log: a correction that breaks a rule raises)
            return events

    return whole


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
        self._values = {kind.name: kind.value for kind in table.chips}
        self._seats = [player.seat for player in table.players if player.seat is not None]
        self._log = tuple(log)
        self._now = max((event.t for event in self._log if event.t is not None), default=0.0)
        self._boxes: dict[Card, BoxSeen] = {}
        self._view_lost: int | None = None
        told = (event for _, event in game.in_force(self._log) if isinstance(event, Alert))
        self._board_unseen = next((event.seq for event in told if event.kind in BOARD_ALERTS), None)
        self._state: Evening | None = game.fold(self._log)
        self._stale = False
        self._begin_round()
        self._pause: Pause | None = None
        self._late: LateStart | None = None
        self._follow_end()

    def _begin_round(self) -> None:
        """Forget the last round's cards: what the log says stands."""
        self._base = self._begun = self.evening
        self._from = len(self._log)
        self._pile = Pile(self._base, self._seats)
        self._calls: list[Call] = []
        self._gate.clear()
        self._due: float | None = None
        self._hands: dict[str, HandShown] = {}
        self._held: list[tuple[str, Card]] = []
        self._lines: list[tuple[Line, int]] = []
        self._box_news: float | None = None
        self._judged: tuple[Beam, bool, frozenset[int], bool] | None = None
        self._goes_on: Beam | None = None
        self._questions: dict[int, _Asked] = {}
        self._declined: set[object] = set()
        self._lost: int | None = None
        self._ended = False
        self._next = NextRound()

    # -- what others may know --------------------------------------------------------------

    @property
    def log(self) -> tuple[Event, ...]:
        """Every event so far."""
        return self._log

    @property
    def evening(self) -> Evening | None:
        """The game as the log tells it; None before the start."""
        if self._stale:
            self._state = self._folded()
            self._stale = False
        return self._state

    def _folded(self) -> Evening | None:
        """The log folded, from this round on where it has not been corrected further back."""
        recent = self._log[self._from :]
        further_back = any(isinstance(event, Corrected) and event.target <= self._from for event in recent)
        state: Evening | None = game.fold(self._log) if further_back else game.fold(recent, self._begun)
        return state

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
        return settlement and self._numbered(replace(settlement, t=self._now))

    @property
    def histories(self) -> Beam | None:
        """The explanations that are still held, for people who want to know why."""
        return self._pile.beam if self._pile.open else None

    @property
    def questions(self) -> dict[int, Question]:
        """What people are asked now, by the number of the event that asks."""
        return {number: asked.question for number, asked in self._questions.items()}

    @property
    def dropped(self) -> tuple[Dropped, ...]:
        """What was heard and could not be, for people who want to know why."""
        return tuple(self._gate.dropped)

    def transaction(self) -> AbstractContextManager[None]:
        """Whatever a block has this referee do is undone when the block raises."""
        return transaction(self, SET_FROM_OUTSIDE)

    # -- what comes in ---------------------------------------------------------------------

    @_all_or_nothing
    def start(self) -> list[Event]:
        """Open the evening and its first round; nothing when a log was handed in."""
        if self._log:
            return []
        out = [self._emit(replace(self._table.game_started(), t=self._now))]
        out.append(self._emit(replace(self._table.round_started(), t=self._now)))
        self._begin_round()
        return out

    @_all_or_nothing
    def observe(self, sighting: Sighting) -> list[Event]:
        """Take in what the camera saw. Cards are judged by the next `tick`."""
        self._now = max(self._now, sighting.t)
        if self._pause is not None and not isinstance(sighting, ViewLost | ViewBack):
            self._pause = self._pause.keep(sighting)
            return []
        if self._next.waits and not isinstance(sighting, ViewLost | ViewBack):
            self._next.keep(sighting)
            return []
        self._ended = False
        if self._board_unseen is not None and isinstance(sighting, CardLaid | BoxSeen):
            return self._board(None) + self.observe(sighting)  # it was told before a restart, say
        if self._late is not None and isinstance(sighting, CardLaid | CardLookedAgain | CardGone | BoxSeen):
            return self._while_late(self._late, sighting)
        match sighting:
            case CardLaid():
                return self._card_laid(sighting)
            case CardLookedAgain():
                self._looked_again(sighting)
            case CardGone():
                return self._card_gone(sighting)
            case BoxSeen():
                return self._box_seen(sighting)
            case ViewLost():
                return self._view(sighting)
            case ViewBack():
                return self._view(None)
            case AlreadyThere():
                return self._already_there(sighting)
            case BoardUnseen():
                return self._board(sighting)
            case BoardSeen():
                return self._board(None)
            case Unseen():
                if sighting.seconds >= SHORTEST_PLAY:
                    self._pile.unwatched(sighting.t - sighting.seconds, sighting.t)
        return []

    @_all_or_nothing
    def hear(self, heard: Heard) -> list[Event]:
        """Take in a call by tap or voice; it is judged once its time has been seen (`GRACE`)."""
        if self._pause is not None:
            self._pause = self._pause.keep(heard)
            return []
        if self._next.waits:
            self._next.keep(heard)
            return []
        if self._late is not None:
            return []
        if heard.via == "voice":
            return self._hear_voice(heard)
        if heard.call is None:
            return []
        self._calls.append(Call(heard.t, heard.call, heard.player, heard.via))
        self._calls.sort(key=lambda each: each.t)
        self._pile.favour(
            heard.t, heard.call, SPOKEN_FOR**heard.confidence, by=callers(heard.player, self._table.names)
        )
        self._decide()
        return self._tell()

    def _hear_voice(self, heard: Heard) -> list[Event]:
        """Take in what a recogniser tells: evidence for cards, and a call for the gate to judge."""
        if heard.sans is not None:
            if not self._pile.stopped(heard.t, heard.sans, heard.confidence):
                self._gate.drop(heard, "no_sequence")
        else:
            if heard.call is not None:
                self._pile.favour(heard.t + heard.seconds, heard.call, HEARD_FOR**heard.confidence)
            self._gate.take(heard)
        news = self._decide()
        return self._listen() or (self._tell() if news else [])

    def _listen(self) -> list[Event]:
        """Let voices count, ask about them or drop them, as far as their moment has been seen."""
        evening = self.evening
        if evening is None or evening.round is None:
            return []
        law, taken = self._law, self._law.calls_taken(evening)
        passed = self._gate.judge(
            self._now - GRACE,
            [Laid(slot.t, slot.arrived, slot.said and slot.said.card) for slot in self._pile.laid()],
            has_call=lambda card: law.is_called(evening, card),
            called=taken.__contains__,
            until_next=law.call_until_next(evening),
        )
        for each in passed:
            heard = each.heard
            assert heard.call is not None
            self._calls.append(Call(heard.t, heard.call, heard.player, "voice", heard, each.doubtful))
        self._calls.sort(key=lambda each: each.t)
        return self._tell() if passed else []

    @_all_or_nothing
    def tick(self, t: float) -> list[Event]:
        """Time has come to ``t``: judge the cards that have been seen, close windows."""
        self._now = max(self._now, t)
        if self._pause is not None:
            return []
        out = self._antes()
        if not self._pile.open:
            return out
        self._pile.order()
        due = self._due is not None and self._now >= self._due
        if self._decide() or self._waiting_calls() or due or self._pile.looks_wider:
            out += self._tell()
        return out + self._listen() if self._gate.waiting else out

    @_all_or_nothing
    def finish(self) -> list[Event]:
        """The pictures have ended: decide what is still open, say what is missing.

        A round whose last questions nobody has answered is settled by what is likeliest.
        """
        out = self.tick(self._now + BOX_SETTLES)
        if self._pause is not None or self._late is not None:
            return out
        self._now += GRACE + 1e-3
        self._ended = True
        self._decide()
        out += self._listen() + self._tell()
        self._gate.clear()
        return out

    # -- people -------------------------------------------------------------------------------

    @_all_or_nothing
    def answer(self, number: int, choice: int | None) -> list[Event]:
        """People answer a question.

        Args:
            number: of the event that asked.
            choice: place among its alternatives; None: nobody knows, or none of them; then what the log
                says stands.

        Raises:
            IllegalEvent: that question is not open, has no such alternative, or no round allows it.
        """
        asked = self._questions.get(number)
        if asked is None:
            return self._answer_of_old(number, choice)
        if choice is not None and not 0 <= choice < len(asked.means):
            raise IllegalEvent("question", f"question {number} has {len(asked.means)} alternatives")
        if choice is None:
            return [self._close(number, answer=None)]
        said = asked.means[choice]
        if isinstance(asked.source, Slot):
            self._pin(self._pile.meant(asked.source, said), said)
        elif isinstance(asked.source, Before):
            self._unseen(asked.source.slot, said)
        elif said.card is not None:
            self._held.append((self._table.players[said.player].name, said.card))
        else:
            self._pile.complete |= {said.player}
        out = [self._close(number, answer=choice)]
        self._decide()
        return out + self._tell()

    def _answer_of_old(self, number: int, choice: int | None) -> list[Event]:
        """People answer a question of an earlier round, or from before a restart: only the log knows it."""
        alerts = (event for _, event in game.in_force(self._log) if isinstance(event, Alert))
        question = next((questions.asked(event) for event in alerts if event.seq == number), None)
        if question is None:
            raise IllegalEvent("question", f"event {number} asks nothing any more")
        if choice is not None and not 0 <= choice < len(question.alternatives):
            raise IllegalEvent("question", f"question {number} has {len(question.alternatives)} alternatives")
        out: list[Event] = []
        if choice is not None and question.about is None:
            out = self._told_of_hand(number, question.alternatives[0], question.alternatives[choice])
        elif choice:  # the first alternative is what the log says
            assert question.about is not None
            out = self.correct(question.about, question.alternatives[choice].event())
        return [*out, self._emit(Corrected(number, None, t=self._now, extra={"answer": choice}))]

    def _told_of_hand(self, number: int, asked: Alternative, said: Alternative) -> list[Event]:
        """People say which card of a hand it was that was read less than surely, or not seen at all."""
        rounds = [event.seq or 0 for event in self._log if isinstance(event, RoundStarted)]
        began = max((seq for seq in rounds if seq < number), default=0)
        over = min((seq for seq in rounds if seq > number), default=len(self._log) + 1)
        told = [hand for _, hand in game.in_force(self._log) if isinstance(hand, HandShown)]
        hand = next((h for h in told if h.player == said.player and began < (h.seq or 0) < over), None)
        if hand is not None and hand.seq is not None and said.card is not None:
            inferred = hand.extra.get("inferred", [])
            if said == asked and not inferred:
                return []
            # What was inferred in the end may be another card than was likeliest when it was asked for.
            doubted = [asked.card.code] if asked.card in hand.cards else inferred
            kept = tuple(card for card in hand.cards if card.code not in doubted)
            if len(kept) == len(hand.cards) - 1:
                return self.correct(hand.seq, HandShown(hand.player, (*kept, said.card)))
        raise IllegalEvent("question", f"question {number} is about a hand: it must be shown again")

    @_all_or_nothing
    def correct(self, seq: int, replacement: Event | None) -> list[Event]:
        """A person says that event ``seq`` was something else, or nothing (None).

        A card may have been another card or another player's (`CardPlayed`), shown at the end
        (`HandShown` with that card alone), or laid against the rules (`Alert` ``illegal_card``); what
        follows from it is told anew. So is what hangs on the start of the round or on an earlier one.

        Raises:
            IllegalEvent: there is no such event, or what is said breaks a rule.
        """
        if seq in self._questions and replacement is None:
            return self.answer(seq, None)
        self._ended = False
        for line, number in self._lines:
            if number == seq:
                return self._revise(line, replacement)
        if not any(event.seq == seq for event in self._log):
            raise IllegalEvent("correction", f"there is no event {seq} to correct")
        # From before this round's first card (or before a restart): only the log knows it.
        told = Corrected(seq, replacement, t=self._now, seq=len(self._log) + 1)
        ours = {number for _, number in self._lines}
        kept = [
            event
            for event in (*self._log, told)
            if event.seq not in ours and not (isinstance(event, Corrected) and event.target in ours)
        ]
        self._base = game.fold(kept)
        if self._base is None:
            raise IllegalEvent("game", "that the evening has begun cannot be taken back")
        out = [self._emit(told)]
        if self._base.round is None or not self._pile.open:
            self._pile = Pile(self._base, self._seats)
        else:
            self._pile.begin(self._base)
        self._judged = None
        self._decide()
        return out + self._tell() + self._follow_end()

    def _follow_end(self) -> list[Event]:
        """What is seen and heard waits once people have stopped; it is told when they go on."""
        ends = any(isinstance(event, EveningEnded) for event in self._log)
        if ends and stopped(event for _, event in game.in_force(self._log)) is not None:
            self._pause = self._pause or Pause(self._now)
            return []
        pause, self._pause = self._pause, None
        out: list[Event] = []
        for each in () if pause is None else pause.kept:
            out += self.hear(each) if isinstance(each, Heard) else self.observe(each)
        return out

    @_all_or_nothing
    def undo(self) -> list[Event]:
        """Take the last thing back that moved the game.

        Raises:
            IllegalEvent: there is nothing to take back.
        """
        for line, number in reversed(self._lines):
            if line.moves:
                return self.correct(number, None)
        raise IllegalEvent("correction", "there is nothing to take back")

    @_all_or_nothing
    def enter(self, event: Event, before: int | None = None) -> list[Event]:
        """A person tells what the camera missed or cannot know.

        That is a card, a call, a hand, a new round, chips paid, the end of the evening, or an alert that
        others raise.

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
        game.apply(evening, event)
        if isinstance(event, Called):
            self._calls.append(Call(self._now, event.card, event.player, event.via or "tap"))
            self._now += GRACE
            return self._tell()
        if isinstance(event, HandShown):
            self._hands[event.player] = event
            return self._tell()
        if isinstance(event, RoundStarted):
            return [self._new_round(event)]
        if isinstance(event, Paid | EveningEnded | Alert):
            return [self._emit(replace(event, t=self._now)), *self._follow_end()]
        raise IllegalEvent("event", f"{type(event).__name__} cannot be entered")

    def _enter_card(self, event: CardPlayed, evening: Evening, before: int | None) -> list[Event]:
        """A card that a person saw."""
        # Two cards entered within one frame are apart all the same: calls are told apart by their time.
        t = self._now = max([self._now, *(slot.t + APART for slot in self._pile.slots[-1:])])
        said = Decision("play", place_among(evening.players, event.player), event.card)
        if before is None:
            game.apply(evening, event)
            self._lay(entered(t, said, len(evening.players)))
        else:
            source = next((line.source for line, number in self._lines if number == before), None)
            if not isinstance(source, Slot):
                raise IllegalEvent("correction", f"event {before} is no card of this round")
            self._unseen(source, said)
        self._decide()
        return self._tell()

    def _unseen(self, slot: Slot, said: Decision) -> None:
        """People say which card was laid just before another one, and not seen; ``again``: none was."""
        if said.kind in ("hand", "illegal"):
            raise IllegalEvent("correction", "a card that nobody saw can only have been laid, or not")
        if said.kind == "play":
            self._lay(entered(slot.t - APART, said, len(self._table.names)), slot)
        else:
            slot.none_before = True
            self._pile.touch(self._pile.slots.index(slot))

    def _lay(self, slot: Slot, before: Slot | None = None) -> None:
        """Take in a card that a person tells, if it can have been laid there."""
        self._pile.lay(slot, before)
        if self._pile.beam.best.path[self._pile.slots.index(slot)] != slot.pinned:
            self._pile.remove(slot)
            assert slot.pinned is not None
            raise IllegalEvent("sequence", f"{slot.pinned.card} cannot have been laid there")

    def _revise(self, line: Line, replacement: Event | None) -> list[Event]:
        """Carry out a correction of a line of this round."""
        if isinstance(line.source, Call):
            line.source.cancelled = True
            if isinstance(replacement, Called):
                call = Call(line.source.t, replacement.card, replacement.player, line.source.via)
                self._calls.append(call)
        elif isinstance(line.event, HandShown):
            self._revise_hand(line.event, replacement)
        elif isinstance(line.source, Slot):
            self._pin(line.source, self._taken_for(replacement))
        elif isinstance(line.source, Before):
            self._unseen(line.source.slot, self._taken_for(replacement))
        else:
            raise IllegalEvent("correction", "this event follows from others: correct those")
        self._decide()
        return self._tell()

    def _revise_hand(self, was: HandShown, replacement: Event | None) -> None:
        """A hand was another one, or was not shown."""
        if isinstance(replacement, HandShown):
            self._hands[replacement.player] = replacement
            return
        self._hands.pop(was.player, None)
        place = self._table.names.index(was.player)
        for slot, said in self._pile.said():
            if said.kind == "hand" and said.player == place:
                self._pile.pin(slot, Decision("again"))

    def _taken_for(self, replacement: Event | None) -> Decision:
        """What a person's correction makes of a card."""
        if replacement is None:
            return Decision("again")
        names = self._table.names
        player = getattr(replacement, "player", None)
        if player is not None and player not in names:
            raise IllegalEvent("players", f"{player} does not play")
        match replacement:
            case CardPlayed():
                return Decision("play", names.index(replacement.player), replacement.card)
            case HandShown(cards=(card,)):
                return Decision("hand", names.index(replacement.player), card)
            case Alert(kind="illegal_card", player=str(name), card=Card() as card):
                return Decision("illegal", names.index(name), card)
        raise IllegalEvent(
            "correction", "a card can be corrected to a card, laid, shown or illegal, or to nothing"
        )

    def _pin(self, slot: Slot, said: Decision) -> None:
        """A card is what a person says."""
        if not self._pile.pin(slot, said):
            raise IllegalEvent("sequence", f"{said.card} cannot have been laid there")

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
            slot = Slot(seen.t, seen.arrived, self._now, seen.look.corners, seen.look.faces, seen.seats)
            self._pile.lay(slot)
            for call in self._calls:
                if seen.arrived <= call.t:
                    self._pile.favour(
                        call.t, call.card, SPOKEN_FOR, by=callers(call.player, self._table.names)
                    )
        return out

    def _finished(self) -> bool:
        """Whether somebody has laid his last card."""
        evening = self.evening
        return evening is not None and self._law.finished(evening)

    def _known_cards(self) -> list[Slot]:
        """The cards of this round, what turned out to be none left out."""
        return [slot for slot, said in self._pile.said() if said.card is not None]

    def _looked_again(self, seen: CardLookedAgain) -> None:
        slot = self._pile.find(seen.laid, seen.look)
        if slot is not None and slot.faces != seen.look.faces:
            slot.faces = seen.look.faces
            self._pile.touch(self._pile.slots.index(slot))

    def _card_gone(self, seen: CardGone) -> list[Event]:
        """A card was taken away: taken back when it was the last one, else the table is cleared."""
        slots = self._pile.slots
        slot = self._pile.find(seen.laid, seen.look)
        if slot is None:
            return []
        slot.gone = True
        # Whether the round is over may be told wrongly yet; that it is settled is not.
        if self.complete or slot.pinned is not None:
            return []
        shown = slot.said is not None and slot.said.kind == "hand"
        # What showed no face since (a sleeve, a shadow), or lay there already, was laid upon nothing.
        last = all(
            max(slots[later].faces) < SHOWS or self._pile.beam.best.path[later].card is None
            for later in range(slots.index(slot) + 1, len(slots))
        )
        if (shown or not last) and seen.t - slot.t >= TAKEN_BACK:
            self._next.gathered(seen.t)
            return []
        # Whoever takes what had long lain takes nothing back, but gathers the cards for the next deal.
        if self._next.gathering(seen.t, shown):
            return []
        slot.taken_back = True
        self._pile.touch(slots.index(slot))
        self._decide()
        return self._tell()

    # -- deciding ------------------------------------------------------------------------------

    @property
    def _pays(self) -> deciding.Pays:
        suited = self._base is not None and self._law.suited(self._base)
        return deciding.Pays(suited, self._law.BOARD)

    def _quiet(self) -> bool:
        """Whether the round's last card lies, hands were shown, and nobody shows any more.

        Before the first hand is shown, cards that are not shown say nothing: people take their time.
        Where that very silence tells that the round goes on, it tells so until there is something new.
        """
        if self._pile.open and self._pile.beam is self._goes_on:
            return True
        if not self._finished():
            return False
        if not any(slot.said is not None and slot.said.kind == "hand" for slot in self._pile.slots):
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
        if not self._pile.open:
            return False
        over = self._over()
        judged = (self._pile.beam, over, self._pile.complete, self._pile.looked_wider)
        if judged == self._judged and not deciding.due(self._pile.slots, self._now):
            return False
        beam = self._pile.closed if over else self._pile.beam
        slots = self._pile.slots
        path = deciding.decide(beam, slots, self._now, self._pays, over)
        changed = path != tuple(said for _, said in self._pile.said())
        for place, (slot, said) in enumerate(zip(slots, path, strict=False)):
            slot.said = said
            slot.told = self._now if slot.told is None else slot.told
            slot.confidence = round(min(1.0, beam.share(place, said)), 4)
        news = changed or judged != self._judged
        self._judged = judged
        return news

    # -- telling -------------------------------------------------------------------------------

    def _numbered(self, event: E) -> E:
        """An event as the log's next."""
        return replace(_in_milliseconds(event), seq=len(self._log) + 1)

    def _emit(self, event: Event) -> Event:
        numbered = self._numbered(event)
        self._log += (numbered,)
        if self._stale or isinstance(event, Corrected):
            self._stale = True
        else:
            self._state = game.apply(self._state, numbered)
        return numbered

    def _account(self, base: Evening) -> Account:
        """The round as decided so far; where it is settled, what of it is in doubt is marked."""
        told = account(base, self._pile.said(), self._known())
        now = told.evening.round
        if now is None or not now.settled or not self._pile.open:
            return told
        found = self._doubts(told)
        return account(base, self._pile.said(), replace(self._known(), doubts=found)) if found else told

    def _doubts(self, told: Account) -> dict[Slot | Before, Inferred]:
        """What a settlement rests on that is less sure than what is committed otherwise."""
        beam = self._pile.closed  # a settlement says that all cards have been shown
        cards = self._pile.said()
        slots, path = [slot for slot, _ in cards], [said for _, said in cards]
        known = replace(self._known(), quiet=True, final=self._over())
        ours = self._way(0.0, deciding.Stakes(self._pays)(path), path, known)
        ways = list(self._ways(beam, SURE)) or [replace(ours, weight=1.0)]
        ways = ways if ways[0].stakes == ours.stakes else [ours, *ways]
        found = doubts(ways, slots, self._table.names)
        for _, read in self._readings(told):
            found |= doubts(read, slots, self._table.names)
        return found

    def _waiting_calls(self) -> bool:
        told = {id(line.source) for line, _ in self._lines}
        return any(not call.cancelled and not call.silent and id(call) not in told for call in self._calls)

    def _known(self) -> Known:
        """What is known besides the cards."""
        final = self._ended
        said = len(self._pile.said())
        later = [slot.t for slot in self._pile.slots[said:]]
        judge = float("inf") if final else min([self._now - GRACE, *later])
        return Known(
            self._calls,
            judge,
            self._hands,
            self._held,
            self._now,
            quiet=self._quiet(),
            listens=self.listens,
            final=final,
        )

    def _tell(self) -> list[Event]:
        """Write the round anew; emit what is new in it, correct what has changed, ask what is in doubt."""
        if self._base is None:
            return []
        told = self._account(self._base)
        self._due = told.due
        if self._judged is not None and self._judged[1] and not self._law.finished(told.evening):
            self._goes_on = self._judged[0]
        todo = changes(self._lines, told.lines)
        out: list[Event] = []
        for number, instead in todo.instead:
            event = None if instead is None else replace(_in_milliseconds(instead), seq=None)
            out.append(self._emit(Corrected(number, event, t=self._now)))
        before, self._lines = {number: line.event for line, number in self._lines}, []
        wanted = Wanted(self._log)
        for line, stays in zip(told.lines, todo.stays, strict=True):
            event = wanted.told(line.event)
            if stays is None:
                out.append(self._emit(event))
            elif event is not line.event and event.extra != before[stays].extra:
                out.append(self._emit(Corrected(stays, _in_milliseconds(event), t=self._now)))
            number = len(self._log) if stays is None else stays
            wanted.take(event, number)
            self._lines.append((replace(line, event=event), number))
        if self._next.waits and self.complete:
            return out + self._open_next()
        if self._pile.open:
            out += self._ask(told)
            out += self._agreement()
        return out

    # -- asking --------------------------------------------------------------------------------

    def _ask(self, told: Account) -> list[Event]:
        """Take back what has answered itself; ask what is worth asking."""
        over = self._over()
        beam = self._pile.closed if over else self._pile.beam
        settled = [number for number, asked in self._questions.items() if self._settled(asked, beam, told)]
        out: list[Event] = [self._close(number, reason="settled") for number in settled]
        if self._questions:
            return out
        asked = self._missing_card(told) if over else None
        if asked is None and (over or self._long_in_doubt(beam)):
            asked = self._doubtful_card(beam)
        if asked is not None and over and not self._pile.looked_wider:
            if self._pile.look_wider(at_once=self._ended) and self._decide():
                out += self._tell()
            return out
        if asked is None and over:
            asked = self._hardly_read(told) or self._doubtful_card(beam, SURE)
        if asked is not None:
            event = self._emit(asked.question.alert())
            self._questions[len(self._log)] = asked
            out.append(event)
        return out

    def _close(self, number: int, **answer: object) -> Event:
        """A question is no longer open."""
        asked = self._questions.pop(number)
        self._declined.add(asked.matter)
        return self._emit(Corrected(number, None, t=self._now, extra=answer))

    def _settled(self, asked: _Asked, beam: Beam, told: Account) -> bool:
        """Whether a question has answered itself."""
        if asked.source is None:
            names = [hand.player for hand in told.hands if hand.missing == 1]
            return self._table.names[asked.means[0].player] not in names
        slot, _ = _card_of(asked.source)
        if slot.said is None or slot not in self._pile.slots:
            return True
        if hands.hardly_read(slot, slot.said):
            return False
        return self._share(beam, asked.source) >= SETTLED

    def _share(self, beam: Beam, source: Slot | Before) -> float:
        """Probability of what a card was told as, cards that pay alike taken together."""
        slot, unseen = _card_of(source)
        assert slot.said is not None
        if slot.pinned is not None and not unseen:
            return 1.0
        ours = deciding.stake(slot.said, self._pays, unseen)
        weighed = zip(beam.weights, beam.histories, strict=True)
        place = self._pile.slots.index(slot)
        return deciding.shares(weighed, place, self._pays, unseen).get(ours, 0.0)

    def _long_in_doubt(self, beam: Beam) -> bool:
        """Whether a card is in doubt although what came after it has been waited for."""
        return any(
            source not in self._declined and self._share(beam, source) < DOUBT
            for slot, _ in self._pile.said()
            if ASK_AFTER <= self._now - slot.t <= ASK_UNTIL
            for source in (slot, Before(slot))
        )

    def _missing_card(self, told: Account) -> _Asked | None:
        """The question which card it is that nobody has seen of a hand."""
        lacking = told.lacking
        if lacking is None or lacking.share >= 1 or not lacking.single:
            return None
        hand = next(hand for hand in told.hands if hand.missing == 1)
        place = self._table.names.index(hand.player)
        if place in self._declined:
            return None
        first = lacking.cards[hand.player][0]
        single = sorted(lacking.single, key=lambda each: each[0] != first)
        alternatives = [Alternative("hand", hand.player, card, share) for card, share, _ in single]
        means = [Decision("hand", place, card) for card, _, _ in single]
        # He may have laid one more than was seen.
        alternatives.append(Alternative("again", hand.player, None, 0.0))
        means.append(Decision("again", place))
        chips = questions.stake_in_chips([net for _, _, net in single])
        asked = Question(self._now if hand.t is None else hand.t, None, tuple(alternatives), chips)
        return _Asked(asked, None, tuple(means))

    def _doubtful_card(self, beam: Beam, enough: float = ENOUGH) -> _Asked | None:
        """The question about the card whose answer leaves least doubt about what is paid."""
        ways = list(self._ways(beam, enough))
        if not ways:
            return None
        place = questions.sharpest(ways, enough)
        if place is None:
            return None
        laid = [slot for slot, _ in self._pile.said()]
        slot, unseen = laid[place % len(laid)], place >= len(laid)
        source = Before(slot) if unseen else slot
        if source in self._declined or (slot.pinned is not None and not unseen):
            return None
        number = next((number for line, number in self._lines if line.source == source), None)
        question, means = questions.about(ways, place, slot.t, number, self._table.names, unseen)
        return _Asked(question, source, means)

    def _ways(self, beam: Beam, enough: float) -> Iterator[Way]:
        """The likeliest ways in which the round may have gone; first what the log says.

        Their stakes are those of each card, then of the cards that were laid unseen before each. There are
        no more once it is plain that people need not be asked: what most ways pay is sure ``enough``.
        """
        base = self._base
        assert base is not None
        slots = [slot for slot, _ in self._pile.said()]
        found: dict[tuple[deciding.Stake, ...], float] = {}
        path: dict[tuple[deciding.Stake, ...], tuple[Decision, ...]] = {}
        stakes_of = deciding.Stakes(self._pays)
        for weight, history in zip(beam.weights, beam.histories, strict=True):
            said = history.path[: len(slots)]
            stakes = stakes_of(said)
            found[stakes] = found.get(stakes, 0.0) + weight
            path.setdefault(stakes, said)
        ours = stakes_of([said for _, said in self._pile.said()])
        if found.get(ours, 0.0) >= enough:
            return
        likeliest = sorted(found, key=lambda each: (each != ours, -found[each]))[:WAYS]
        clear = enough * sum(found[stakes] for stakes in likeliest)
        known = replace(self._known(), quiet=True, final=self._over())
        alike: dict[object, float] = {}
        for stakes in likeliest:
            way = self._way(found[stakes], stakes, path[stakes], known)
            yield way
            alike[way.paid] = alike.get(way.paid, 0.0) + found[stakes]
            if alike[way.paid] >= clear:
                return

    def _way(self, weight: float, stakes: tuple[object, ...], path: Sequence[Decision], known: Known) -> Way:
        """One way in which the round may have gone, and what it comes to."""
        assert self._base is not None
        cards = [(slot, said) for (slot, _), said in zip(self._pile.said(), path, strict=True)]
        told = account(self._base, cards, known)
        evening, lacking = told.evening, told.lacking
        over = evening.round is not None and evening.round.settled
        net = evening.settlements[-1].net if over else self._law.held_now(evening)[0]
        whole = (*path, *map(deciding.before, path))
        surely = 1.0 if lacking is None else lacking.share
        return Way(weight, stakes, whole, (over, tuple(net.items())), net, surely)

    def _hardly_read(self, told: Account) -> _Asked | None:
        """The question about a card of a hand that was read less than surely, where it changes a payment."""
        for place, ways in self._readings(told):
            slot = self._pile.slots[place]
            ways = [way for way in ways if way is ways[0] or way.paid != ways[0].paid]
            question, means = questions.about(ways, place, slot.t, None, self._table.names, unseen=False)
            if len(means) > 1 and slot not in self._declined:
                return _Asked(question, slot, means)
        return None

    def _readings(self, told: Account) -> Iterator[tuple[int, list[Way]]]:
        """Cards of hands that were read less than surely: place, and what each reading comes to."""
        cards = self._pile.said()
        path = tuple(said for _, said in cards)
        doubtful = [place for place, (slot, said) in enumerate(cards) if hands.hardly_read(slot, said)]
        if not doubtful or told.evening.round is None or not told.evening.round.settled:
            return
        free = hands.unseen(told.evening, told.hands, hands.turned_up(cards))
        known = replace(self._known(), quiet=True, final=True)
        for place in sorted(doubtful, key=lambda place: max(cards[place][0].faces)):
            slot, said = cards[place]
            if self._table.names[said.player] in self._hands:
                continue
            ways: list[Way] = []
            for share, each in hands.instead(slot, said, free):
                if ways and share < questions.FAINT:
                    break
                other = (*path[:place], each, *path[place + 1 :])
                ways.append(self._way(share, other, other, known))
            yield place, ways

    # -- losing the table ------------------------------------------------------------------------

    def _agreement(self) -> list[Event]:
        """Say when nothing explains any more what is seen, and when it does again."""
        strain = disagreement.strained(self._pile.beams)
        since = disagreement.lost_since(strain, self._lost is not None)
        if since is not None and self._lost is None:
            told = disagreement.to_show(self._pile.beam)
            slot = self._pile.slots[since]
            event = self._emit(alert("lost_table", "disagreement", slot.t, **told))
            self._lost = len(self._log)
            return [event]
        if since is None and self._lost is not None:
            number, self._lost = self._lost, None
            return [self._emit(Corrected(number, None, t=self._now, extra={"reason": "found"}))]
        return []

    def _view(self, lost: ViewLost | None) -> list[Event]:
        """The picture cannot be trusted any more, or can again (None)."""
        if lost is not None:
            extra = {"reason": "view"}
            event = self._emit(Alert("lost_table", detail=lost.why, t=lost.t, extra=extra))
            self._view_lost = len(self._log)
            return [event]
        if self._view_lost is None:
            return []
        number, self._view_lost = self._view_lost, None
        return [self._emit(Corrected(number, None, t=self._now, extra={"reason": "found"}))]

    def _board(self, unseen: BoardUnseen | None) -> list[Event]:
        """Nobody knows where the board lies, or it is known (None)."""
        out: list[Event] = []
        if self._board_unseen is not None:
            out = [self._emit(Corrected(self._board_unseen, None, t=self._now, extra={"reason": "found"}))]
            self._board_unseen = None
        if unseen is not None:
            kind = BOARD_ALERTS[unseen.mirrored]
            out.append(self._emit(Alert(kind, t=unseen.t, extra={"reason": kind})))
            self._board_unseen = len(self._log)
        return out

    def _already_there(self, seen: AlreadyThere) -> list[Event]:
        """Cards lie there that nobody was seen to lay: what the log does not know of them is said, once.

        An evening that goes on knows the cards of its round; those that are left over from one that is
        settled are gathered for the next deal.
        """
        evening = self.evening
        began = max(
            (place for place, event in enumerate(self._log) if isinstance(event, RoundStarted)), default=0
        )
        if evening is None or evening.round is None or evening.round.settled:
            return []
        known = {card for _, card in self._law.cards_laid(evening)}
        known |= {card for hand in evening.round.hands for card in hand or ()}
        read = [(DECK[look.face], look.faces[look.face]) for look in seen.looks]
        cards = [card.code for card, sure in read if card not in known and (sure >= SURE or not known)]
        if not known and in_the_middle(self._boxes):
            self._late = LateStart(len(seen.looks))
            self._calls.clear()
            self._gate.clear()
        said = any(isinstance(event, Alert) and event.kind == CAME_LATE for event in self._log[began:])
        if said or not cards:
            return []
        reason = CAME_LATE if self._late is None else IN_THE_MIDDLE
        return [self._emit(Alert(CAME_LATE, t=seen.t, extra={"reason": reason, "cards": cards}))]

    def _while_late(self, late: LateStart, seen: Sighting) -> list[Event]:
        """What is seen of a round that had begun before is not told; the next one is followed."""
        begins = late.next_begins(seen, self._boxes)
        if isinstance(seen, BoxSeen) and not begins:
            self._boxes[seen.box] = seen
        if not begins:
            return []
        evening = self.evening
        assert evening is not None
        if not late.goes_on:  # what lay there had been left: this is the round that people began
            self._late = None
            return self.observe(seen)
        dealer = self._law.next_dealer(evening) or evening.players[0]
        left = self._boxes if late.left is None else late.left
        before = antes.counted(left, self._values, self._now).boxes
        out = self._after_late(late, RoundStarted(dealer, before))
        if any(not each.empty and each.exact < SURELY_COUNTED for each in left.values()):
            out.append(self._emit(alert("uncertain", "boxes_counted", self._now)))
        return [*out, *self.observe(seen)]

    def _after_late(self, late: LateStart, event: RoundStarted) -> list[Event]:
        """Another round begins; the one that nobody knows, begun before the first look, is taken back."""
        began = max(place for place, told in enumerate(self._log) if isinstance(told, RoundStarted))
        self._late = None
        taken_back = self._emit(Corrected(began + 1, None, t=self._now, extra={"reason": IN_THE_MIDDLE}))
        return [taken_back, self._new_round(event)]

    # -- boxes ---------------------------------------------------------------------------------

    def _box_seen(self, seen: BoxSeen) -> list[Event]:
        before = self._boxes.get(seen.box)
        self._boxes[seen.box] = seen
        evening = self.evening
        if evening is None or evening.round is None:
            return []
        out: list[Event] = []
        if before is not None and self._finished():
            cards, settled = self._known_cards(), self.complete
            if self._next.antes_go_in(before, seen, next_round.cleared(cards), settled):
                out += self._next_round(seen)
        if not self._pile.slots:
            self._box_news = seen.t
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
            self._calls.append(Call(t, seen.box, None, "chips"))
        self._pile.favour(t, seen.box, EMPTIED, "box", takers(seen.seats))
        self._decide()
        out += self._tell()
        if self._by_chips:
            return out
        if layer is None and seen.seats:
            layer = evening.players[max(range(len(seen.seats)), key=lambda place: seen.seats[place])]
        now = evening.round
        taken = now is not None and any(card == seen.box for _, card, _ in now.takes)
        waits = any(call.card == seen.box and not call.cancelled for call in self._calls)
        if not taken and not waits:
            out.append(self._emit(alert("box_mismatch", "box_emptied", seen.t, layer, seen.box)))
        return out

    def _antes(self) -> list[Event]:
        """Tell what the boxes hold, once nobody has touched them for a moment."""
        if self._box_news is None or (self._now - self._box_news < BOX_SETTLES and not self._pile.slots):
            return []
        t, self._box_news = self._box_news, None
        out = [self._emit(antes.counted(self._boxes, self._values, t))]
        evening = self.evening
        if self._pile.slots and evening is not None:
            out += [self._emit(each) for each in antes.lacking(evening, self._boxes, self._values, t)]
        return out

    # -- rounds --------------------------------------------------------------------------------

    def _next_round(self, seen: Sighting) -> list[Event]:
        """The table was cleared and people go on: the next round, dealt by whoever's turn it is.

        What was still open of the last one is settled by what is likeliest. Where a hand must be told for
        that, the next round is kept until it has been.
        """
        out: list[Event] = []
        if not self.complete:
            self._ended = True
            self._decide()
            out += self._tell()
        if not self.complete:
            self._next.keep(seen)
            return out
        return [*out, *self._open_next()]

    def _open_next(self) -> list[Event]:
        """Open the next round with what was kept of it."""
        evening, kept = self.evening, self._next.take()
        assert evening is not None
        dealer = self._law.next_dealer(evening) or evening.players[0]
        out = [self._new_round(RoundStarted(dealer))]
        for each in kept:
            out += self.hear(each) if isinstance(each, Heard) else self.observe(each)
        return out

    def _new_round(self, event: RoundStarted) -> Event:
        told = self._emit(replace(event, t=self._now))
        self._begin_round()
        self._pause = None
        return told


def _card_of(source: Slot | Before) -> tuple[Slot, bool]:
    """The card that something is about, and whether it is about what lay unseen just before it."""
    return (source.slot, True) if isinstance(source, Before) else (source, False)


def _in_milliseconds(event: E) -> E:
    return event if event.t is None else replace(event, t=round(event.t, 3))
