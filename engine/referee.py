"""From what was seen and heard to what happened: the referee writes the log.

Sightings are uncertain, events are not. The referee keeps the likeliest legal histories
(`engine.beam`) and commits a card once they agree on everything that could change a payment;
until then it waits for another look, the next card, a call. What it has committed may still be
overturned by later evidence or by people; then the log says so (`Corrected`).

The log of a round is always written as a whole, from the decisions taken so far (`_script`);
what is new in it is emitted, what differs is corrected. So there is one place that knows in which
order things are told, and a correction far back mends everything that hung on it.

Pure: no clock (time is what sightings and `tick` say), no file, no randomness.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine import game, nain_jaune
from engine.beam import Beam, Decision, Evidence
from engine.boundaries import (
    BoxSeen,
    CardGone,
    CardLaid,
    CardLook,
    CardLookedAgain,
    Heard,
    Quad,
    Sighting,
    ViewLost,
)
from engine.cards import ANTES, DECK, Card
from engine.errors import IllegalEvent
from engine.events import (
    Alert,
    AntesSeen,
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
from engine.nain_jaune import Evening
from engine.table import Table

SURE = 0.95
"""Probability of everything that could change a payment at which a card is committed."""
OVERTURN = 0.8
"""Probability at which another explanation replaces a committed one."""
SOON = 0.5
"""Seconds that a card waits for better looks before its likeliest explanation is told, if it was seen."""
LIKELY = 0.6
"""Probability from which it then is told."""
SEEN = 0.1
"""What the looks must give a face at least, all told, for a doubtful one to be told so soon."""
PATIENCE = 4.0
"""Seconds that a doubtful card waits for more evidence."""
PATIENCE_CARDS = 2
"""Later cards after which a doubtful one is committed all the same."""
GRACE = 0.8
"""Seconds until a call is judged: what lay still at its time has been seen by then."""
SAME_VISIT = 1.0
"""Seconds within which an arm that does not leave brings no second card on purpose."""
TOGETHER = 0.02
"""Cards that came to rest within these seconds were laid at once; the rules tell their order."""
SPOKEN_FOR = 30.0
"""How much likelier a call makes it that its card was laid."""
TAKEN_BACK = 3.0
"""A card that lay no longer than these seconds was only held there, or taken back."""
HAND_PLACE = 0.25
"""Share of the distance between neighbours by which a hand laid open misses its player's seat."""
FAR = 0.02
"""What is left of the chance that a hand lies in front of somebody else."""
BOX_SETTLES = 0.4
"""Seconds without news from any box after which the antes count as placed."""
SURELY_EMPTY = 0.7
"""Confidence of a box's emptiness from which it is evidence."""


@dataclass(slots=True, eq=False)
class _Slot:
    """One card that came to lie (or that a person entered)."""

    t: float
    arrived: float
    corners: Quad | None
    faces: tuple[float, ...]
    seats: tuple[float, ...]
    bonus: dict[Card, float] = field(default_factory=dict)
    pinned: Decision | None = None
    said: Decision | None = None
    """The decision committed, None while it is open."""
    confidence: float = 0.0
    gone: bool = False


@dataclass(slots=True, eq=False)
class _Call:
    """Something heard, until it is judged; cancelled ones count for nothing."""

    t: float
    card: Card
    player: str | None
    via: str
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of the round's log: what it says and what it hangs on."""

    event: Event
    source: _Slot | _Call | str | None = None

    @property
    def meaning(self) -> Event:
        """The event without what may change without changing anything."""
        reason = {name: self.event.extra[name] for name in ("reason",) if name in self.event.extra}
        event = replace(self.event, seq=None, t=None, extra=reason)
        return replace(event, confidence=1.0) if isinstance(event, CardPlayed) else event


class Referee:
    """Referees one table; every method returns the events that it brings, numbered.

    Args:
        table: players, rules, dealer and boxes.
        calls_by_chips: nobody taps or speaks: chips seen leaving an honour's box are its call.
        log: an evening to go on with, as it was emitted; empty: a new one.

    Raises:
        IllegalEvent, BadInput: the log cannot be folded, or no camera can referee this game.
    """

    def __init__(self, table: Table, *, calls_by_chips: bool = False, log: Sequence[Event] = ()) -> None:
        self._table = table
        self._law = game.refereed(table.game, table.rules, "the table")
        self._by_chips = calls_by_chips
        self._values = {kind.name: kind.value for kind in table.chips}
        self._log: list[Event] = list(log)
        self._base: Evening | None = game.fold(self._log)
        self._now = max((event.t for event in self._log if event.t is not None), default=0.0)
        self._boxes: dict[Card, BoxSeen] = {}
        self._begin_script()

    def _begin_script(self) -> None:
        """Forget the last round's cards: what `_base` says stands."""
        self._slots: list[_Slot] = []
        self._calls: list[_Call] = []
        self._hands: dict[str, tuple[Card, ...]] = {}
        self._lines: list[tuple[_Line, int]] = []
        self._fresh = 0
        self._box_news: float | None = None
        self._reported: set[tuple[str, Card]] = set()
        self._shown_t: float | None = None
        self._beams: list[Beam] = []
        self._judged: Beam | None = None
        if self._base is not None and self._base.round is not None:
            self._beams = [Beam.start(self._base)]

    # -- what others may know --------------------------------------------------------------

    @property
    def log(self) -> tuple[Event, ...]:
        """Every event so far."""
        return tuple(self._log)

    @property
    def evening(self) -> Evening | None:
        """The game as the log tells it; None before the start."""
        state: Evening | None = game.fold(self._log)
        return state

    @property
    def complete(self) -> bool:
        """Whether the round in progress is settled."""
        evening = self.evening
        return evening is not None and evening.round is not None and evening.round.settled

    @property
    def histories(self) -> Beam | None:
        """The explanations that are still held, for people who want to know why."""
        return self._beams[-1] if self._beams else None

    # -- what comes in ---------------------------------------------------------------------

    def start(self) -> list[Event]:
        """Open the evening and its first round; nothing when a log was handed in."""
        if self._log:
            return []
        out = [self._emit(replace(self._table.game_started(), t=self._now))]
        out.append(self._emit(replace(self._table.round_started(), t=self._now)))
        self._base = game.fold(self._log)
        self._begin_script()
        return out

    def observe(self, sighting: Sighting) -> list[Event]:
        """Take in what the camera saw. Cards are judged by the next `tick`."""
        self._now = max(self._now, sighting.t)
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
                return [self._emit(Alert("lost_table", detail=sighting.why, t=sighting.t))]
        return []

    def hear(self, heard: Heard) -> list[Event]:
        """Take in a call by tap or voice; it is judged once its time has been seen (`GRACE`)."""
        if heard.call is None:
            return []
        call = _Call(heard.t, heard.call, heard.player, heard.via)
        self._calls.append(call)
        self._calls.sort(key=lambda each: each.t)
        self._speak_for(call)
        self._commit()
        return self._tell()

    def tick(self, t: float) -> list[Event]:
        """Time has come to ``t``: judge the cards that have been seen, close windows."""
        self._now = max(self._now, t)
        open_slots = any(slot.said is None for slot in self._slots)
        if not open_slots and not self._fresh and not self._waiting_calls() and self._box_news is None:
            return []
        out = self._antes()
        if self._fresh:
            self._order_fresh()
        if self._commit() or self._waiting_calls():
            out += self._tell()
        return out

    def finish(self) -> list[Event]:
        """The pictures have ended: decide what is still open, say what is missing."""
        out = self.tick(self._now + BOX_SETTLES)
        self._now += GRACE + 1e-3
        self._commit(final=True)
        out += self._tell(final=True)
        evening = self.evening
        if evening is None or evening.round is None:
            return out
        if not nain_jaune.finished(evening):
            left = nain_jaune.cards_left(evening)
            out.append(self._emit(_alert("uncertain", "unfinished", self._now, left=left)))
        for player in nain_jaune.hands_missing(evening):
            cards = self._seen_of(player)
            count = nain_jaune.cards_left(evening)[player]
            alert = _alert("uncertain", "hand_unseen", self._now, player, seen=len(cards), of=count)
            out.append(self._emit(alert))
        return out

    # -- people -------------------------------------------------------------------------------

    def correct(self, seq: int, replacement: Event | None) -> list[Event]:
        """A person says that event ``seq`` was something else, or nothing (None).

        Raises:
            IllegalEvent: there is no such event, or what is said breaks a rule.
        """
        for line, number in self._lines:
            if number == seq:
                return self._revise(line, replacement)
        if not any(event.seq == seq for event in self._log):
            raise IllegalEvent("correction", f"there is no event {seq} to correct")
        # From before this round (or before a restart): only the log knows it.
        told = Corrected(seq, replacement, t=self._now, seq=len(self._log) + 1)
        game.fold([*self._log, told])
        out = [self._emit(told)]
        self._base = game.fold([event for event in self._log if event.seq not in self._numbers()])
        self._rerun(0)
        self._commit()
        return out + self._tell()

    def undo(self) -> list[Event]:
        """Take the last thing back that moved the game.

        Raises:
            IllegalEvent: there is nothing to take back.
        """
        for line, number in reversed(self._lines):
            if not isinstance(line.event, Alert | Settlement):
                return self.correct(number, None)
        raise IllegalEvent("correction", "there is nothing to take back")

    def enter(self, event: Event) -> list[Event]:
        """A person tells what the camera missed or cannot know.

        That is a card, a call, a hand, a new round, chips paid, the end of the evening, or an alert
        that others raise.

        Raises:
            IllegalEvent: it breaks a rule.
        """
        evening = self.evening
        if evening is None:
            raise IllegalEvent("game", "the game has not started")
        game.apply(evening, event)
        if isinstance(event, Called):
            self._calls.append(_Call(self._now, event.card, event.player, event.via or "tap"))
            self._now += GRACE
            return self._tell()
        if isinstance(event, HandShown):
            self._hands[event.player] = event.cards
            return self._tell()
        if isinstance(event, RoundStarted):
            return [self._new_round(event)]
        if isinstance(event, CardPlayed):
            return self._enter_card(event, evening)
        if isinstance(event, Paid | EveningEnded | Alert):
            return [self._emit(replace(event, t=self._now))]
        raise IllegalEvent("event", f"{type(event).__name__} cannot be entered")

    def _enter_card(self, event: CardPlayed, evening: Evening) -> list[Event]:
        """A card that a person saw: a slot that is already decided."""
        place = evening.players.index(event.player)
        faces = tuple(float(card == event.card) for card in DECK)
        seats = tuple(float(each == place) for each in range(len(evening.players)))
        slot = _Slot(self._now, self._now, None, faces, seats)
        slot.pinned = Decision("play", place, event.card)
        self._slots.append(slot)
        self._rerun(len(self._slots) - 1)
        self._commit()
        return self._tell()

    def _revise(self, line: _Line, replacement: Event | None) -> list[Event]:
        """Carry out a correction of a line of this round."""
        evening = self.evening
        assert evening is not None
        if isinstance(line.source, _Call):
            line.source.cancelled = True
            if isinstance(replacement, Called):
                call = _Call(line.source.t, replacement.card, replacement.player, line.source.via)
                self._calls.append(call)
            return self._tell()
        if isinstance(line.event, HandShown):
            if isinstance(replacement, HandShown):
                self._hands[replacement.player] = replacement.cards
            else:
                self._hands.pop(line.event.player, None)
                for slot in self._slots:
                    if _hand_of(slot, evening, line.event.player):
                        slot.pinned = Decision("again")
                self._rerun(0)
                self._commit()
            return self._tell()
        if not isinstance(line.source, _Slot):
            raise IllegalEvent("correction", "this event follows from others: correct those")
        slot = line.source
        was = slot.pinned
        slot.pinned = Decision("again")
        if isinstance(replacement, CardPlayed):
            if replacement.player not in evening.players:
                raise IllegalEvent("players", f"{replacement.player} does not play")
            slot.pinned = Decision("play", evening.players.index(replacement.player), replacement.card)
        elif replacement is not None:
            raise IllegalEvent("correction", "a card can be corrected to a card, or to nothing")
        place = self._slots.index(slot)
        self._rerun(place)
        if self._beams[-1].best.path[place] != slot.pinned:
            slot.pinned = was
            self._rerun(place)
            card = replacement.card if isinstance(replacement, CardPlayed) else None
            raise IllegalEvent("sequence", f"{card} cannot have been laid there")
        self._commit()
        return self._tell()

    # -- cards ---------------------------------------------------------------------------------

    def _card_laid(self, seen: CardLaid) -> list[Event]:
        if not self._beams:
            return []
        out: list[Event] = []
        if self.complete and self._slots and all(slot.gone for slot in self._slots):
            out.append(self._new_round())
        slot = _Slot(seen.t, seen.arrived, seen.look.corners, seen.look.faces, seen.seats)
        self._slots.append(slot)
        for call in self._calls:
            if seen.arrived <= call.t:
                slot.bonus[call.card] = SPOKEN_FOR
        self._fresh += 1
        self._beams.append(self._beams[-1].step(self._evidence(slot)))
        return out

    def _looked_again(self, seen: CardLookedAgain) -> None:
        slot = self._slot_of(seen.laid, seen.look)
        if slot is not None and slot.faces != seen.look.faces:
            slot.faces = seen.look.faces
            self._rerun(self._slots.index(slot))

    def _card_gone(self, seen: CardGone) -> list[Event]:
        """A card was taken away: taken back when it was the last one, else the table is cleared."""
        for slot in self._slots:
            if abs(slot.t - seen.laid) < 1e-6 and not slot.gone:
                slot.gone = True
                break
        else:
            return []
        evening = self.evening
        last = self._slots[-1]
        hasty = seen.t - slot.t < TAKEN_BACK
        if evening is None or nain_jaune.finished(evening) or slot.pinned is not None:
            return []
        if slot is not last and not hasty:
            return []
        slot.pinned = Decision("again")
        self._rerun(self._slots.index(slot))
        self._commit()
        return self._tell()

    def _slot_of(self, t: float, look: CardLook) -> _Slot | None:
        """The slot of a card laid at ``t``, the nearest of those laid at once."""
        same = [slot for slot in self._slots if abs(slot.t - t) < 1e-6 and slot.corners is not None]

        def away(slot: _Slot) -> float:
            assert slot.corners is not None
            return sum(
                abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in zip(slot.corners, look.corners, strict=True)
            )

        return min(same, key=away, default=None)

    def _evidence(self, slot: _Slot) -> Evidence:
        near = self._nearness(slot.corners)
        return Evidence(slot.faces, slot.seats, slot.bonus, near, self._follows(slot), slot.pinned)

    def _follows(self, slot: _Slot) -> bool:
        """Whether the arm that brought this card had brought another one in the same visit."""
        return any(
            other.arrived == slot.arrived and TOGETHER < slot.t - other.t < SAME_VISIT
            for other in self._slots[-8:]
        )

    def _nearness(self, corners: Quad | None) -> tuple[float, ...]:
        """How well a place suits a hand laid open in front of each player; 1 where nobody knows."""
        seats = [player.seat for player in self._table.players if player.seat is not None]
        if corners is None or len(seats) < len(self._table.players) or len(seats) < 2:
            return (1.0,) * len(self._table.players)
        middle = (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
        away = [math.dist(middle, seat) for seat in seats]
        apart = sum(min(math.dist(a, b) for b in seats if b is not a) for a in seats) / len(seats)
        scale = HAND_PLACE * max(apart, 1.0)
        return tuple(max(FAR, math.exp((min(away) - each) / scale)) for each in away)

    def _rerun(self, place: int) -> None:
        """Follow the cards from number ``place`` on again."""
        if not self._beams:
            return
        if place == 0 and self._base is not None:
            self._beams = [Beam.start(self._base)]
        del self._beams[place + 1 :]
        for slot in self._slots[place:]:
            self._beams.append(self._beams[-1].step(self._evidence(slot)))

    def _order_fresh(self) -> None:
        """Put cards that came to rest together in the order that the rules explain best."""
        count = 1
        while count < len(self._slots) and count < 4:
            before, after = self._slots[-count - 1], self._slots[-count]
            if abs(after.t - before.t) > TOGETHER or before.said is not None:
                break
            count += 1
        self._fresh = 0
        first = self._beams[-count - 1]
        if count < 2 or nain_jaune.finished(first.best.evening):
            return
        group = self._slots[-count:]
        best = max(
            itertools.permutations(group),
            key=lambda order: round(self._follow(first, order).evidence, 6),
        )
        if list(best) != group:
            self._slots[-count:] = best
            self._rerun(len(self._slots) - count)

    def _follow(self, start: Beam, slots: Iterable[_Slot]) -> Beam:
        for slot in slots:
            start = start.step(self._evidence(slot))
        return start

    # -- deciding ------------------------------------------------------------------------------

    def _commit(self, final: bool = False) -> bool:
        """Decide what can be decided; overturn what later evidence has made untenable.

        All decisions always come from one history, so that together they are a legal round.

        Returns:
            Whether anything has been decided anew.
        """
        if not self._beams:
            return False
        last = self._beams[-1]
        overdue = any(slot.said is None and self._now - slot.t >= SOON for slot in self._slots)
        if last is self._judged and not overdue and not final:
            return False
        self._judged = last
        if final:
            last = last.closed()
        agreeing = list(zip(last.weights, last.histories, strict=True))
        decided: list[_Slot] = []
        for place, slot in enumerate(self._slots):
            shares: dict[tuple[object, ...], float] = {}
            for weight, history in agreeing:
                stake = self._stake(history.path[place])
                shares[stake] = shares.get(stake, 0.0) + weight
            best = max(shares, key=lambda each: shares[each])
            whole = sum(shares.values())
            if slot.said is None:
                sure = shares[best] >= (LIKELY if self._shown(slot, best) else SURE) * whole
                if not sure and not self._waited(place) and not final:
                    break
            elif shares[best] < (0.5 if final else OVERTURN) * whole:
                told = self._stake(slot.said)
                best = told if told in shares else best
            agreeing = [each for each in agreeing if self._stake(each[1].path[place]) == best]
            decided.append(slot)
        # Of the histories that pay alike, one that says what has been told already, if it is any good.
        before = tuple(slot.said for slot in decided)
        same = [
            (weight, history)
            for weight, history in agreeing
            if all(said in (None, path) for said, path in zip(before, history.path, strict=False))
        ]
        if sum(weight for weight, _ in same) > (1 - OVERTURN) * sum(weight for weight, _ in agreeing):
            agreeing = same
        path = agreeing[0][1].path[: len(decided)]
        if before == path:
            return False
        for place, slot in enumerate(decided):
            slot.said = path[place]
            slot.confidence = round(min(1.0, last.marginal(place).get(path[place], 0.0)), 4)
        return True

    def _stake(self, said: Decision) -> tuple[object, ...]:
        """What of a decision can change a payment.

        Where sequences ignore suits, two cards of one rank that have no box are alike.
        """
        if said.card is None:
            return (said.kind,)
        matters = said.card in ANTES or self._base is None or self._law.suited(self._base)
        return said.kind, said.player, said.card if matters else said.card.rank

    def _shown(self, slot: _Slot, stake: tuple[object, ...]) -> bool:
        """Whether the looks by themselves show a card so, and no better look is to be expected."""
        seen = sum(
            slot.faces[card.index] for card in DECK if self._stake(Decision("play", 0, card))[2:] == stake[2:]
        )
        return seen >= SEEN and self._now - slot.t >= SOON

    def _waited(self, place: int) -> bool:
        """Whether a doubtful card has had its time."""
        late = self._now - self._slots[place].t >= PATIENCE
        return late or len(self._slots) - place > PATIENCE_CARDS

    def _speak_for(self, call: _Call) -> None:
        """Let a call count as evidence for the card that its arm was bringing."""
        for place in reversed(range(len(self._slots))):
            slot = self._slots[place]
            if slot.arrived <= call.t:
                slot.bonus[call.card] = SPOKEN_FOR
                self._rerun(place)
                return

    # -- telling -------------------------------------------------------------------------------

    def _emit(self, event: Event) -> Event:
        numbered = replace(_in_milliseconds(event), seq=len(self._log) + 1)
        self._log.append(numbered)
        return numbered

    def _numbers(self) -> set[int]:
        """Numbers of the lines that the script may still change."""
        return {number for _, number in self._lines}

    def _waiting_calls(self) -> bool:
        told = {id(line.source) for line, _ in self._lines}
        return any(not call.cancelled and id(call) not in told for call in self._calls)

    def _tell(self, final: bool = False) -> list[Event]:
        """Write the round anew; emit what is new in it, correct what has changed."""
        if self._base is None:
            return []
        script = self._script(final)
        told = [line for line, _ in self._lines]
        same = 0
        while same < min(len(script), len(told)) and script[same].meaning == told[same].meaning:
            same += 1
        out: list[Event] = []
        kinds = [type(line.event) for line in told[same:]]
        if same < len(told) and [type(line.event) for line in script[same : len(told)]] == kinds:
            # The same things happened to other cards or players.
            for place in range(same, len(told)):
                line, number = script[place], self._lines[place][1]
                if line.meaning != told[place].meaning:
                    out.append(
                        self._emit(
                            Corrected(number, replace(_in_milliseconds(line.event), seq=None), t=self._now)
                        )
                    )
                self._lines[place] = (line, number)
            same = len(told)
        elif same < len(told):
            for _, number in reversed(self._lines[same:]):
                out.append(self._emit(Corrected(number, None, t=self._now)))
            del self._lines[same:]
        for line in script[same:]:
            event = self._emit(line.event)
            self._lines.append((line, event.seq or 0))
            out.append(event)
        return out

    def _script(self, final: bool) -> list[_Line]:
        """The round's log from its first card on, as the decisions so far tell it."""
        evening = self._base
        assert evening is not None
        lines: list[_Line] = []
        waiting = [call for call in self._calls if not call.cancelled]
        shown_t: float | None = None
        decided = list(itertools.takewhile(lambda slot: slot.said is not None, self._slots))

        def tell(event: Event, source: _Slot | _Call | str | None) -> bool:
            nonlocal evening
            assert evening is not None
            try:
                after = game.apply(evening, event)
            except IllegalEvent as error:
                card = event.card if isinstance(event, CardPlayed) else None
                player = event.player if isinstance(event, CardPlayed | HandShown) else None
                alert = _alert("uncertain", "broken", event.t, player, card, rule=error.rule)
                lines.append(_Line(alert, source))
                return False
            lines.append(_Line(event, source))
            lines.extend(_Line(alert, None) for alert in nain_jaune.alerts(evening, event, after))
            evening = after
            return True

        def judge(until: float) -> None:
            """Tell the calls made before ``until``, as things stand."""
            for call in [call for call in waiting if call.t < until]:
                line = _judged(evening, call)
                if line is None:
                    continue
                waiting.remove(call)
                if isinstance(line, Called):
                    tell(line, call)
                else:
                    lines.append(_Line(line, call))

        for slot in decided:
            said = slot.said
            assert said is not None and evening is not None
            if said.kind == "again":
                continue
            if shown_t is None:
                judge(slot.t)
            if said.kind == "hand" and shown_t is None:
                shown_t = slot.t
            if said.kind == "illegal" and said.card is not None:
                player = evening.players[said.player]
                refusal = self._law.why_not(evening, player, said.card)
                facts = {} if refusal is None else {"rule": refusal.rule}
                alert = _alert("illegal_card", "broken", slot.t, player, said.card, **facts)
                lines.append(_Line(alert, slot))
            if said.kind == "play" and said.card is not None:
                if said.unseen is not None:
                    place, card = said.unseen
                    tell(CardPlayed(evening.players[place], card, 0.5, t=slot.t), None)
                    alert = _alert("uncertain", "card_unseen", slot.t, evening.players[place], card)
                    lines.append(_Line(alert))
                # A call from before its card that another card has come between is void now.
                waiting = self._drop_early(waiting, slot, said.card, lines)
                extra = {"why": _why(evening, slot, said)}
                player = evening.players[said.player]
                tell(CardPlayed(player, said.card, slot.confidence, t=slot.t, extra=extra), slot)
        assert evening is not None
        if shown_t is None:
            later = [slot.t for slot in self._slots[len(decided) :]]
            judge(float("inf") if final else min([self._now - GRACE, *later]))
        if nain_jaune.finished(evening):
            self._tell_hands(evening, decided, tell)
        if shown_t is not None:
            lines += [_Line(_void(call, "late"), call) for call in waiting]
            waiting = []
        if final:
            for call in waiting:
                if _judged(evening, call) is None:
                    lines.append(_Line(_void(call, "not_laid"), call))
        if evening.round is not None and evening.round.settled:
            base = self._base
            assert base is not None
            if len(evening.settlements) > len(base.settlements):
                t = max((slot.t for slot in decided), default=self._now)
                lines.append(_Line(replace(evening.settlements[-1], t=t), None))
        return lines

    def _drop_early(self, waiting: list[_Call], slot: _Slot, card: Card, lines: list[_Line]) -> list[_Call]:
        """Early calls for other cards than the one that comes now have missed their moment."""
        kept = []
        for call in waiting:
            if call.t < slot.t and call.card != card:
                lines.append(_Line(_void(call, "early"), call))
            else:
                kept.append(call)
        return kept

    def _tell_hands(self, evening: Evening, decided: Sequence[_Slot], tell: object) -> None:
        """Tell each loser's hand once all its cards are known."""
        assert callable(tell)
        shown: list[tuple[float, HandShown]] = []
        for player in nain_jaune.hands_missing(evening):
            cards, t = self._seen_of(player), self._now
            times = [slot.t for slot in decided if _hand_of(slot, evening, player)]
            if times:
                t = max(times)
            if player in self._hands:
                cards = self._hands[player]
            if len(cards) == nain_jaune.cards_left(evening)[player]:
                shown.append((t, HandShown(player, cards, t=t)))
        for _, event in sorted(shown, key=lambda each: each[0]):
            tell(event, "hand")

    def _seen_of(self, player: str) -> tuple[Card, ...]:
        """The cards seen in a loser's hand."""
        assert self._base is not None
        return tuple(
            slot.said.card
            for slot in self._slots
            if slot.said is not None and slot.said.card is not None and _hand_of(slot, self._base, player)
        )

    # -- boxes ---------------------------------------------------------------------------------

    def _box_seen(self, seen: BoxSeen) -> list[Event]:
        before = self._boxes.get(seen.box)
        self._boxes[seen.box] = seen
        evening = self.evening
        if evening is None or evening.round is None:
            return []
        out: list[Event] = []
        filled = before is not None and before.empty and not seen.empty
        if evening.round.settled and filled and self._slots and all(slot.gone for slot in self._slots):
            out.append(self._new_round())
        if not self._slots:
            self._box_news = seen.t
            return out
        emptied = before is not None and not before.empty and seen.empty
        if emptied and seen.confidence >= SURELY_EMPTY:
            out += self._box_emptied(seen, evening)
        return out

    def _box_emptied(self, seen: BoxSeen, evening: Evening) -> list[Event]:
        """Chips left a box: whose they are, and whether somebody called."""
        layer = next((player for player, card in nain_jaune.cards_laid(evening) if card == seen.box), None)
        out: list[Event] = []
        if layer is not None:
            out.append(self._emit(BoxTaken(layer, seen.box, t=seen.t)))
        if self._by_chips:
            call = _Call(seen.t - BOX_SETTLES / 2, seen.box, None, "chips")
            self._calls.append(call)
            self._speak_for(call)
            self._commit()
            return out + self._tell()
        if layer is None and seen.seats:
            layer = evening.players[max(range(len(seen.seats)), key=lambda place: seen.seats[place])]
        now = evening.round
        taken = now is not None and any(card == seen.box for _, card, _ in now.takes)
        waits = any(call.card == seen.box and not call.cancelled for call in self._calls)
        if not taken and not waits:
            out.append(self._emit(_alert("box_mismatch", "box_emptied", seen.t, layer, seen.box)))
        return out

    def _antes(self) -> list[Event]:
        """Tell what the boxes hold, once nobody has touched them for a moment."""
        if self._box_news is None:
            return []
        if self._now - self._box_news < BOX_SETTLES and not self._slots:
            return []
        t, self._box_news = self._box_news, None
        worth = {box: self._value(seen) for box, seen in self._boxes.items()}
        counts = {box.code: dict(seen.chips) for box, seen in self._boxes.items()}
        extra = {"counts": counts}
        out = [self._emit(AntesSeen({box: worth[box] for box in ANTES if box in worth}, t=t, extra=extra))]
        if self._slots:
            out += self._check_antes(t)
        return out

    def _check_antes(self, t: float) -> list[Event]:
        """Alert where a box that must hold chips is empty as the first card falls."""
        evening = self.evening
        if evening is None:
            return []
        out = []
        for box, due in nain_jaune.boxes_now(evening).items():
            seen = self._boxes.get(box)
            if seen is not None and seen.confidence >= SURELY_EMPTY and seen.empty and due:
                out.append(self._emit(_alert("box_mismatch", "box_empty", t, None, box, due=due)))
        return out

    def _value(self, seen: BoxSeen) -> int:
        return sum(self._values.get(kind, 1) * count for kind, count in seen.chips.items())

    # -- rounds --------------------------------------------------------------------------------

    def _new_round(self, event: RoundStarted | None = None) -> Event:
        """The table was cleared: the next round, dealt by whoever's turn it is."""
        evening = self.evening
        assert evening is not None
        if event is None:
            event = RoundStarted(nain_jaune.next_dealer(evening) or evening.players[0], t=self._now)
        told = self._emit(replace(event, t=self._now))
        self._base = game.fold(self._log)
        self._begin_script()
        return told


def _hand_of(slot: _Slot, evening: Evening, player: str) -> bool:
    said = slot.said
    return said is not None and said.kind == "hand" and evening.players[said.player] == player


def _judged(evening: Evening | None, call: _Call) -> Called | Alert | None:
    """What a call comes to as things stand; None: its card may still come."""
    assert evening is not None
    laid = {card: player for player, card in nain_jaune.cards_laid(evening)}
    layer = laid.get(call.card)
    if layer is None:
        may_come = evening.options.is_called(call.card) and not nain_jaune.finished(evening)
        return None if may_come else _void(call, "no_honour")
    player = call.player or layer
    fault = nain_jaune.call_fault(evening, player, call.card)
    if fault is None:
        return Called(player, call.card, call.via, t=call.t)
    return _void(replace_player(call, player), fault)


def replace_player(call: _Call, player: str) -> _Call:
    """The call with the player that it must have come from."""
    return _Call(call.t, call.card, player, call.via)


def _void(call: _Call, fault: str) -> Alert:
    """The alert about a call that changes nothing."""
    return _alert("late_call" if fault == "late" else "void_call", fault, call.t, call.player, call.card)


def _alert(
    kind: str,
    reason: str,
    t: float | None,
    player: str | None = None,
    card: Card | None = None,
    **facts: Any,
) -> Alert:
    """An alert whose reason is a name with what belongs to it; words are for those who tell people."""
    return Alert(kind, player, card, t=t, extra={"reason": reason, **facts})


def _why(evening: Evening, slot: _Slot, said: Decision) -> dict[str, float | None]:
    """What spoke for a decision: how sure face and arm were, 0–1, and the rank that was wanted."""
    assert said.card is not None
    return {
        "face": round(slot.faces[said.card.index], 2),
        "arm": round(slot.seats[said.player], 2),
        "wanted": game.law_of(evening).wanted(evening),
    }


def _in_milliseconds(event: Event) -> Event:
    return event if event.t is None else replace(event, t=round(event.t, 3))
