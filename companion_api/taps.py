"""What phones ask: to call, to undo, to correct, to enter what the camera missed.

Every tap carries the number of the last event its phone had seen; when the table has moved on
it is refused (`StaleCommand`) and the phone shows the new state first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from companion_api import views
from companion_api.store import StaleCommand
from companion_api.watching import Watching
from engine.boundaries import Heard
from engine.cards import parse_card
from engine.events import CardPlayed, Corrected, Event, HandShown

Name = Annotated[str, Field(min_length=1, max_length=80)]
Code = Annotated[str, Field(pattern="^[A2-9TJQK][CDHS]$")]
LARGEST_HAND = 26


class Tap(BaseModel):
    """One thing a phone asks.

    Attributes:
        tap: ``call`` (card, perhaps player), ``correct`` (target; card or player or remove),
            ``undo`` (target), ``card`` (player, card: one that the camera missed) or ``hand``
            (player, cards).
        seq: the last event that the phone had seen.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    tap: Literal["call", "correct", "undo", "card", "hand"]
    seq: Annotated[int, Field(ge=0)]
    target: Annotated[int, Field(ge=1)] | None = None
    card: Code | None = None
    cards: Annotated[list[Code], Field(max_length=LARGEST_HAND)] | None = None
    player: Name | None = None
    remove: bool = False


class Refused(Exception):
    """A tap that cannot be done here and now.

    Attributes:
        why: ``pipeline`` (nobody watches any more), ``nothing`` (to undo or correct there),
            ``incomplete`` (a field is missing), ``player`` (does not play).
    """

    def __init__(self, why: str, detail: str) -> None:
        super().__init__(detail)
        self.why = why


class Desk:
    """Takes taps to the referee."""

    def __init__(self, watching: Watching) -> None:
        self._watching = watching
        self._live = watching.live

    def take(self, tap: Tap) -> None:
        """Do what a phone asks and record it.

        Raises:
            StaleCommand: the phone had not seen the last event.
            Refused: it cannot be done.
            IllegalEvent: it breaks a rule.
        """
        if tap.player is not None and tap.player not in self._live.table.names:
            raise Refused("player", f"{tap.player} does not play")
        t = self._watching.t

        def do() -> list[dict[str, Any]]:
            if tap.seq != self._live.seq:
                raise StaleCommand(self._live.seq)
            match tap.tap:
                case "call":
                    return self._call(_needed(tap.card, "card"), tap.player, t)
                case "undo":
                    return self._undo(_needed(tap.target, "target"))
                case "correct":
                    return self._correct(_needed(tap.target, "target"), tap)
                case "card":
                    event = CardPlayed(_needed(tap.player, "player"), parse_card(_needed(tap.card, "card")))
                    return self._record(self._watching.referee.enter(replace(event, t=t)))
                case "hand":
                    cards = tuple(parse_card(code) for code in _needed(tap.cards, "cards"))
                    hand = HandShown(_needed(tap.player, "player"), cards, t=t)
                    return self._record(self._watching.referee.enter(hand))

        self._watching.ask(do)

    def _record(self, events: Sequence[Event], **marks: Any) -> list[dict[str, Any]]:
        return self._watching.record(events, **marks)

    def _call(self, code: str, player: str | None, t: float) -> list[dict[str, Any]]:
        if self._watching.ended.is_set():
            raise Refused("pipeline", "nobody watches the table any more")
        heard = Heard(t=t, call=parse_card(code), player=player, via="tap")
        return self._record(self._watching.referee.hear(heard))

    def _correct(self, target: int, tap: Tap) -> list[dict[str, Any]]:
        was = self._standing(target)
        if not isinstance(was, CardPlayed):
            raise Refused("nothing", f"event {target} is no card that lies")
        if tap.remove:
            return self._record(self._watching.referee.correct(target, None))
        if tap.card is None and tap.player is None:
            raise Refused("incomplete", "a correction names a card, a player, or removes")
        now = CardPlayed(tap.player or was.player, parse_card(tap.card) if tap.card else was.card, t=was.t)
        events = self._watching.referee.correct(target, now)
        # How it was, at the event that says how it is; what is only told anew after it says so.
        mark = {"player": was.player, "card": was.card.code}
        changed = {place: mark for place, event in enumerate(events) if _tells(event, target, now)}
        again = {
            place: True
            for place, event in enumerate(events)
            if place not in changed and not isinstance(event, Corrected)
        }
        return self._record(events, was=changed, again=again)

    def _undo(self, target: int) -> list[dict[str, Any]]:
        line = next((line for line in self._live.events() if line["seq"] == target), None)
        if line is None:
            raise Refused("nothing", f"there is no event {target}")
        was = line.get("was")
        if was is None:
            return self._record(self._watching.referee.correct(target, None))
        number = line["target"] if line["type"] == "corrected" else target
        before = CardPlayed(was["player"], parse_card(was["card"]), t=line.get("t"))
        events = self._watching.referee.correct(number, before)
        restored = {place: target for place, event in enumerate(events) if _tells(event, number, before)}
        return self._record(events, restores=restored)

    def _standing(self, target: int) -> Event | None:
        """The event with this number as it stands after all corrections."""
        return next((event for event in views.tell(self._live.events()).cards if event.seq == target), None)


def _tells(event: Event, target: int, now: CardPlayed) -> bool:
    """Whether this is the event by which the card at ``target`` became ``now``."""
    if isinstance(event, Corrected):
        return event.target == target and event.replacement is not None
    return isinstance(event, CardPlayed) and event.card == now.card


def _needed(value: Any, name: str) -> Any:
    if value is None:
        raise Refused("incomplete", f"{name} is missing")
    return value
