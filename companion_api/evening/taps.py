"""What phones ask: to call, to undo, to correct, to enter what the camera missed.

Every tap carries the number of the last event its phone had seen; when the table has moved on
it is refused (`StaleCommand`) and the phone shows the new state first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from companion_api.evening.live import Live
from companion_api.evening.watching import Outcome, Watching
from companion_api.evening.who import HOST, Asked, Pass
from companion_api.store import StaleCommand
from engine import reading
from engine.boundaries import Heard
from engine.cards import Card, parse_card
from engine.errors import BadInput
from engine.events import (
    NOTES,
    Alert,
    Called,
    CardPlayed,
    Corrected,
    EveningEnded,
    Event,
    HandShown,
    NapSettlement,
    Noted,
    Paid,
    RoundStarted,
    Settlement,
    from_json,
    to_json,
)
from engine.games import game
from engine.record.keeper import ALWAYS
from engine.referee import gate
from hardware.hearing.announcements import of_text
from languages import FIRST, LANGUAGES

Name = Annotated[
    str, Field(min_length=1, max_length=reading.LONGEST_NAME), AfterValidator(reading.one_spelling)
]
"""A player's name as a phone sends it; read in the spelling that the table has."""
Code = Annotated[str, Field(pattern="^[A2-9TJQK][CDHS]$")]
LARGEST_HAND = 26
MOST_FIELDS = 8
"""Fields of an event that people tell."""
TELLS = {"card": "card_played", "hand": "hand_shown"}
"""What becomes of taps that tell something new, by their name; of ``tell``, what its event says."""
LONGEST_SAID = 200
"""Characters of what a phone's recogniser heard in one go."""


class Tap(Asked):
    """One thing a phone asks.

    Attributes:
        tap: ``call`` (card, perhaps player; with target, an alert about a call: it was made in
            time), ``correct`` (target, of any round; card or player, a hand's cards, or remove),
            ``undo`` (target), ``answer`` (target, a question; choice among its alternatives, or
            none: nobody knows), ``card`` (player, card: one that the camera missed; with target:
            before that card), ``hand`` (player, cards; with points, of them all, only the honours among
            them), ``round`` (the next one; player: who deals,
            if not whose turn it is), ``tell`` (event: of a game of which people tell more than that, as its
            log has it), ``note`` (what of `NOTES`, perhaps player; with remove: no longer), ``paid`` (player;
            to whom, or the card whose box) or ``end`` (of the evening; with remove in the middle of a round,
            which then does not count; leftover: what becomes of the chips in the boxes, which may also be
            told once it has ended).
            With event, ``correct`` puts any event of such a game right.
        text, language, confidence, ago: with ``said``: what a phone's recogniser heard, how surely
            (0–1), and how many seconds ago that was begun; it counts as a voice does.
        seq: the last event that the phone had seen.
        evening: the evening it was seen in, if the phone says so.
    """

    tap: Literal[
        "call", "correct", "undo", "answer", "card", "hand", "round", "tell", "paid", "note", "end", "said"
    ]
    seq: Annotated[int, Field(ge=0)]
    evening: int | None = None
    target: Annotated[int, Field(ge=1)] | None = None
    card: Code | None = None
    cards: Annotated[list[Code], Field(max_length=LARGEST_HAND)] | None = None
    points: Annotated[int, Field(ge=1, le=10 * LARGEST_HAND)] | None = None
    player: Name | None = None
    to: Name | None = None
    choice: Annotated[int, Field(ge=0)] | None = None
    what: Literal[NOTES] | None = None  # type: ignore[valid-type]
    event: Annotated[dict[str, Any], Field(max_length=MOST_FIELDS)] | None = None
    remove: bool = False
    leftover: Literal["stay", "last_winner", "split"] | None = None
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_SAID)] | None = None
    language: Literal[LANGUAGES] = FIRST  # type: ignore[valid-type]
    confidence: Annotated[float, Field(gt=0, le=1)] = 1.0
    ago: Annotated[float, Field(ge=0, le=20)] = 0.0


class Refused(Exception):
    """A tap that cannot be done here and now.

    Attributes:
        why: ``pipeline`` (nobody watches any more), ``nothing`` (to undo or correct there),
            ``incomplete`` (a field is missing), ``player`` (does not play), ``setup`` (the evening
            is still to be set up, or no longer), ``round`` (one is still being played), ``role``
            (not for whoever asks), ``said`` (nothing announced in it).
    """

    def __init__(self, why: str, detail: str) -> None:
        super().__init__(detail)
        self.why = why


class Desk:
    """Takes taps to the referee.

    Args:
        watching: the evening's, None until it has begun (`sit`).
    """

    def __init__(self, watching: Watching | None = None) -> None:
        self._sitting = watching
        self._by = HOST.name

    def sit(self, watching: Watching | None) -> None:
        """Another evening begins, or, with None, one is to be set up."""
        self._sitting = watching

    @property
    def _watching(self) -> Watching:
        if self._sitting is None:
            raise Refused("setup", "the evening is still to be set up")
        return self._sitting

    @property
    def _live(self) -> Live:
        return self._watching.live

    def take(self, tap: Tap, held: Pass = HOST) -> dict[str, Any]:
        """Do what a phone asks and record it, with who asked (``by``).

        Args:
            tap: what is asked.
            held: by whom: hosts may ask everything; a player calls, pays, is paid, lays and shows
                for himself and takes back what he tapped; others only watch.

        Returns:
            ``undo``: the event that a card, a hand or what is told besides has become, for one tap that takes
            it back; nothing for other taps.

        Raises:
            StaleCommand: the phone had not seen the last event.
            Refused: it cannot be done.
            IllegalEvent: it breaks a rule.
        """
        tap = self._permitted(tap, held)
        table = self._live.table
        for name in (tap.player, tap.to):
            if name is not None and (table is None or name not in table.names):
                raise Refused("player", f"{name} does not play")
        t = self._watching.t

        def do() -> Outcome:
            if self._over(tap):
                raise Refused("setup", "the evening has ended")
            if tap.tap == "said":  # of what was laid when it was said, whatever the phone shows by now
                self._by = held.name
                return self._hear(tap, t - tap.ago)
            if tap.seq != self._live.seq or tap.evening not in (None, self._live.evening.id):
                raise StaleCommand(self._live.seq)
            self._by = held.name
            return self._perform(tap, t)

        stored = self._watching.ask(do)
        kind = TELLS.get(tap.tap) or (tap.tap == "tell" and (tap.event or {}).get("type"))
        new = (
            line["seq"] for line in stored if line["type"] == kind and "by" in line and "again" not in line
        )
        return {"undo": seq} if (seq := next(new, None)) else {}

    def _perform(self, tap: Tap, t: float) -> Outcome:
        """What comes of a tap that was made at `t` seconds."""
        referee = self._watching.referee
        match tap.tap:
            case "call":
                return self._call(_needed(tap.card, "card"), tap.player, tap.target, t)
            case "undo":
                return self._undo(_needed(tap.target, "target"))
            case "correct":
                return self._correct(_needed(tap.target, "target"), tap)
            case "answer":
                answered = referee.answer(_needed(tap.target, "target"), tap.choice)
                return self._with_authors(answered, again=_only_again(answered, Corrected))
            case "card":
                event = CardPlayed(_needed(tap.player, "player"), parse_card(_needed(tap.card, "card")))
                missed = replace(event, t=None if tap.target else t)
                entered = referee.enter(missed, tap.target)
                return self._with_authors(entered, again=_only_again(entered, CardPlayed, missed.card))
            case "hand":
                cards = tuple(parse_card(code) for code in _needed(tap.cards, "cards"))
                hand = HandShown(_needed(tap.player, "player"), cards, tap.points, t=t)
                return self._with_authors(referee.enter(hand))
            case "tell":
                return self._with_authors(referee.enter(self._event(tap)))
            case "round":
                return self._with_authors(referee.enter(self._next_round(tap.player)))
            case "note":
                noted = Noted(_needed(tap.what, "what"), tap.player, False if tap.remove else None)
                return self._with_authors(referee.enter(noted))
            case "paid":
                return self._with_authors(referee.enter(self._payment(tap)))
            case _:  # "end"
                return self._end(tap)

    def _over(self, tap: Tap) -> bool:
        """Whether this tells something new of a table at which people have stopped."""
        new = tap.tap in ("card", "hand", "said", "tell", "note") or (
            tap.tap == "call" and tap.target is None
        )
        evening = self._live.now()["view"]["evening"] if new else None
        return evening is not None and evening["ended"] is not None

    def _permitted(self, tap: Tap, held: Pass) -> Tap:
        """The tap as this person may make it.

        Raises:
            Refused: he may not.
        """
        if held.role == "host":
            return tap
        if held.role == "player" and held.player is not None:
            if tap.tap in ("call", "said") and tap.player in (None, held.player):
                return tap.model_copy(update={"player": held.player})
            if tap.tap in ("card", "hand") and tap.player == held.player:
                return tap
            if tap.tap == "tell" and tap.event is not None and tap.event.get("player") == held.player:
                return tap
            if tap.tap == "paid" and held.player in (tap.player, tap.to):
                return tap
            if tap.tap == "note" and (
                tap.what == "leads" or (tap.what == "ante" and tap.player == held.player)
            ):
                return tap
            if tap.tap == "undo" and self._tapped_by(tap.target) == held.player:
                return tap
            if tap.tap in ("answer", "undo") and self._asked_player(tap.target) == held.player:
                return tap
        raise Refused("role", f"not for {held.name} to tap")

    def _asked_player(self, seq: int | None) -> str | None:
        """Whom alone an open question is about."""
        asked = self._live.now()["view"]["questions"]
        return next((each["player"] for each in asked if each["seq"] == seq), None)

    def _tapped_by(self, seq: int | None) -> str | None:
        """Whose tap an event came from."""
        line = next((line for line in self._live.events() if line["seq"] == seq), {})
        return line.get("by") or (line.get("player") if line.get("via") == "tap" else None)

    def _with_authors(self, events: Sequence[Event], **marks: Any) -> Outcome:
        authors = {
            place: self._by
            for place, event in enumerate(events)
            if not isinstance(event, Alert | Settlement | NapSettlement)
            and place not in marks.get("again", ())
        }
        return Outcome(events, {"by": authors, **marks})

    def _call(self, code: str, player: str | None, target: int | None, t: float) -> Outcome:
        """A call made now or, answering an alert, one that was made then."""
        card = parse_card(code)
        if target is not None:
            asked, t = gate.claimed_at(self._watching.referee.log, target)
            if asked != card:
                raise Refused("nothing", f"event {target} is about {asked}, not {card}")
        elif self._watching.ended.is_set():
            raise Refused("pipeline", "nobody watches the table any more")
        events = self._watching.referee.hear(Heard(t=t, call=card, player=player, via="tap"))
        return self._with_authors(events, again=_only_again(events, Called))

    def _hear(self, tap: Tap, t: float) -> Outcome:
        """What a phone's recogniser heard: every announcement in it is a voice."""
        found = of_text(_needed(tap.text, "text"), tap.language)
        if not found:
            raise Refused("said", f"no announcement in {tap.text!r}")
        events: list[Event] = []
        for each in found:
            sure = each.confidence * tap.confidence
            heard = replace(each.heard(), t=t, seconds=tap.ago, player=tap.player, confidence=sure)
            events += self._watching.referee.hear(heard)
        return self._with_authors(events)

    def _correct(self, target: int, tap: Tap) -> Outcome:
        was = self._standing(target)
        if was is None:
            raise Refused("nothing", f"event {target} is no card that lies and no hand")
        if tap.remove:
            return self._with_authors(self._watching.referee.correct(target, None))
        if tap.event is not None or not isinstance(was, CardPlayed | HandShown):
            now = self._event(tap)
            events = self._watching.referee.correct(target, now)
            return self._with_authors(events, was={0: _mark(was)})
        if isinstance(was, HandShown):
            cards = tuple(parse_card(code) for code in _needed(tap.cards, "cards"))
            hand = HandShown(was.player, cards, tap.points, t=was.t)
            events = self._watching.referee.correct(target, hand)
            before = {place: _mark(was) for place, event in enumerate(events) if _tells(event, target, hand)}
            return self._with_authors(events, was=before)
        if tap.card is None and tap.player is None:
            raise Refused("incomplete", "a correction names a card, a player, or removes")
        now = CardPlayed(tap.player or was.player, parse_card(tap.card) if tap.card else was.card, t=was.t)
        events = self._watching.referee.correct(target, now)
        # How it was, at the event that says how it is; what is only told anew after it says so.
        changed = {place: _mark(was) for place, event in enumerate(events) if _tells(event, target, now)}
        again = {place: True for place in _only_again(events, Corrected) if place not in changed}
        return self._with_authors(events, was=changed, again=again)

    def _undo(self, target: int) -> Outcome:
        line = next((line for line in self._live.events() if line["seq"] == target), None)
        if line is None:
            raise Refused("nothing", f"there is no event {target}")
        was = line.get("was")
        if was is None:
            return self._with_authors(self._watching.referee.correct(target, None))
        number = line["target"] if line["type"] == "corrected" else target
        t = line.get("t")
        before: Event
        if "type" in was:
            before = _read(was)
        elif "cards" in was:
            shown = tuple(parse_card(code) for code in was["cards"])
            before = HandShown(was["player"], shown, was.get("points"), t=t)
        else:
            before = CardPlayed(was["player"], parse_card(was["card"]), t=t)
        events = self._watching.referee.correct(number, before)
        restored = {place: target for place, event in enumerate(events) if _tells(event, number, before)}
        return self._with_authors(events, restores=restored)

    def _end(self, tap: Tap) -> Outcome:
        """The evening ends, or people say once it has what becomes of the chips in the boxes."""
        view, referee = self._live.now()["view"], self._watching.referee
        evening, now = view["evening"], EveningEnded(tap.leftover)
        if evening is None:
            raise Refused("round", "no round has been played")
        if evening["ended"] is not None:
            if tap.leftover is None or not evening["choices"]:
                raise Refused("setup", "the evening has ended")
            return self._with_authors(referee.correct(evening["ended"], now))
        if not (tap.remove or view["phase"] in ("waiting", "settled")):
            raise Refused("round", "a round is still being played")
        return self._with_authors(referee.enter(now))

    def _next_round(self, dealer: str | None) -> RoundStarted:
        view = self._live.now()["view"]
        evening = view["evening"]
        # Whose turn it is; where the first round has not begun any more, who was to deal it.
        due = (evening and evening["next_dealer"]) or (view["phase"] == "waiting" and view["dealer"])
        if not (dealer or due):
            raise Refused("round", "a round is still being played")
        return RoundStarted(dealer or due)

    def _payment(self, tap: Tap) -> Paid:
        """What is still to be paid of a due of the round just settled."""
        evening = self._live.now()["view"]["evening"]
        for due in () if evening is None else evening["dues"]:
            if (due["from"], due["to"], due["card"]) == (tap.player, tap.to, tap.card):
                if not due["still"]:
                    break
                box = parse_card(tap.card) if tap.card else None
                return Paid(due["from"], due["still"], tap.to, box)
        raise Refused("nothing", "there is nothing to pay there")

    def _standing(self, target: int) -> Event | None:
        """What people can put right of this number, as it stands after all corrections."""
        story = self._live.story
        tellable = () if story.state is None else game.module_of(story.state).TOLD
        tellable_events = (
            event for event in story.in_force if isinstance(event, tellable) and not isinstance(event, Called)
        )
        return next((event for event in tellable_events if event.seq == target), None)

    def _event(self, tap: Tap) -> Event:
        """What is told of a game of which people tell more than cards, calls and hands.

        Raises:
            BadInput: it is no event, or says more than people may.
            Refused: it has a tap of its own, as all has in other games, or no player did it.
        """
        table = self._live.table
        if table is None or not game.told_besides(table.game, table.rules):
            raise Refused("incomplete", "this game has a tap of its own for each thing")
        event = _read(_needed(tap.event, "event"))
        if isinstance(event, ALWAYS):  # e.g. a payment: that tap alone knows what is owed
            raise Refused("incomplete", "rounds, payments and the end have taps of their own")
        player = getattr(event, "player", None)
        if player not in table.names:
            raise Refused("player", f"{player} does not play")
        return event


def _read(line: dict[str, Any]) -> Event:
    """An event without number and time, as a phone tells it.

    Raises:
        BadInput: it is none that we know, or has fields that are not its own.
    """
    event = from_json(line, "event")
    if event is None or event.extra or event.seq is not None or event.t is not None:
        raise BadInput("event: expected one of this game's, with its own fields alone")
    return event


def _mark(was: Event) -> dict[str, Any]:
    """How it was, as an event says it that puts it right."""
    if not isinstance(was, CardPlayed | HandShown):
        fields = to_json(replace(was, extra={}))
        return {name: value for name, value in fields.items() if name not in ("seq", "t")}
    if isinstance(was, HandShown):
        cards = [card.code for card in was.cards]
        counted = {} if was.points is None else {"points": was.points}
        return {"player": was.player, "cards": cards, **counted}
    return {"player": was.player, "card": was.card.code}


def _tells(event: Event, target: int, now: Event) -> bool:
    """Whether this is the event by which the card or hand at ``target`` became ``now``."""
    if isinstance(event, Corrected):
        return event.target == target and event.replacement is not None
    if isinstance(event, HandShown) and isinstance(now, HandShown):
        return event.player == now.player
    return isinstance(event, CardPlayed) and isinstance(now, CardPlayed) and event.card == now.card


def _only_again(events: Sequence[Event], new: type[Event], card: Card | None = None) -> dict[int, bool]:
    """Places of what the log only tells anew after something ``new`` (of that card)."""
    return {
        place: True
        for place, event in enumerate(events)
        if not isinstance(event, new) or card not in (None, getattr(event, "card", None))
    }


def _needed(value: Any, name: str) -> Any:
    if value is None:
        raise Refused("incomplete", f"{name} is missing")
    return value
