"""A round that goes on after a restart, taken up from its log: as if nobody had stopped following it.

What people say next may be of an earlier moment: a call that was overlooked, a card put right, a voice that
comes late. So a referee that is given a log holds what was laid, called and shown as one does that was told
it. Where telling that anew would say anything else than the log does (cards that were inferred, or a camera
had more to go by), the log stands as it is and the round is told from its end on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.boundaries import Heard
from engine.certainty import inferred
from engine.errors import IllegalEvent
from engine.events import Alert, AnySettlement, Called, CardPlayed, Event, HandShown, RoundStarted
from engine.games import game
from engine.games.game_rules import Evening
from engine.games.seats import place_among
from engine.referee.calls import VOID, Call, only_logged
from engine.referee.gate import ASKED
from engine.referee.people.statements import Statements
from engine.referee.retelling import Line
from engine.referee.seen_cards import Decision, SeenCard, entered


@dataclass(slots=True)
class TakenUp:
    """A round as its log tells it.

    Attributes:
        base: before its first card.
        cards: its cards, in order.
        statements: calls and hands.
        log: what of the log tells of them, in order, corrections done.
    """

    base: Evening
    cards: list[SeenCard] = field(default_factory=list)
    statements: Statements = field(default_factory=Statements)
    log: list[Event] = field(default_factory=list)

    @property
    def judged(self) -> float:
        """Until when all that was called has been judged."""
        return max((call.t for call in self.statements.calls), default=0.0)

    def lines(self, script: Sequence[Line]) -> list[tuple[Line, int]] | None:
        """The round's lines as they would be told now, each with its number in the log.

        Alerts that the log does not have are left out: they wait to be told, or were taken back.

        Returns:
            None: the log tells the round otherwise.
        """
        rest, moves, found = list(self.log), [line for line in script if line.moves], []
        if [_plain(line.event) for line in moves] != [_plain(event) for event in rest if _moves(event)]:
            return None
        for line in script:
            event = next((each for each in rest if _says(each, line.event)), None)
            if event is not None:
                rest.remove(event)
                found.append((line, event.seq or 0))
            elif not isinstance(line.event, Alert):
                return None
        return None if any(isinstance(event, AnySettlement) for event in rest) else found


def taken_up(events: Sequence[Event]) -> TakenUp | None:
    """The round in progress of a numbered log.

    Returns:
        None: nothing has been laid in it, or not all of it can be told anew.
    """
    in_force = [event for _, event in game.in_force(events)]
    begun = max((n for n, event in enumerate(in_force) if isinstance(event, RoundStarted)), default=None)
    if begun is None:
        return None
    first = next((n for n in range(begun, len(in_force)) if isinstance(in_force[n], CardPlayed)), None)
    if first is None:
        return None
    base = game.fold(in_force[:first])
    rules, of_round = game.rules_of(base), in_force[first:]
    if base.round.gathers or any(map(inferred, of_round)):
        return None
    if any(isinstance(event, rules.TOLD) and not _moves(event) for event in of_round):
        return None
    found = TakenUp(base, log=of_round)
    try:
        found.cards = list(_seen_cards(base, in_force[begun:]))
    except IllegalEvent:
        return None
    for event in of_round:
        call = _call(event)
        if call is not None:
            found.statements.call(call)
        elif isinstance(event, HandShown):
            found.statements.hands[event.player] = event
    return found


def _seen_cards(base: Evening, events: Sequence[Event]) -> Iterator[SeenCard]:
    """The cards laid, as of people who told them."""
    laid = [event for event in events if isinstance(event, CardPlayed)]
    for event, known in zip(laid, only_logged(laid), strict=True):
        place = place_among(base.players, event.player)
        seen = entered(known.t, Decision("play", place, event.card), len(base.players))
        seen.arrived, seen.decided_at, seen.logged = known.arrived, known.t, True
        yield seen


def _call(event: Event) -> Call | None:
    """The call that an event tells of, if it does: one that counts, is void, or was heard badly."""
    if isinstance(event, Called):
        via, t = event.via or "tap", event.t
    elif isinstance(event, Alert) and event.card is not None and (event.kind in VOID or event.kind == ASKED):
        via, t = "voice" if event.kind == ASKED else "tap", event.t
    else:
        return None
    if t is None or event.card is None:
        return None
    text, sure = event.extra.get("heard"), event.extra.get("confidence")
    heard = None
    if isinstance(text, str) and isinstance(sure, int | float):
        heard = Heard(t, event.card, event.player, via, confidence=sure, text=text)
    return Call(
        t, event.card, event.player, via, heard, doubtful=isinstance(event, Alert) and heard is not None
    )


def _moves(event: Event) -> bool:
    return Line(event).moves


def _plain(event: Event) -> object:
    """What an event that moves the game says; who tapped it, and when, says nothing of it."""
    match event:
        case CardPlayed():
            return event.player, event.card
        case Called():
            return event.player, event.card, event.via
        case HandShown():
            return event.player, event.cards, event.points
    return event


def _says(logged: Event, event: Event) -> bool:
    """Whether an event of the log is this one; what else stands beside it there says nothing of it."""
    if type(logged) is not type(event):
        return False
    if _moves(event):
        return _plain(logged) == _plain(event)
    if isinstance(event, Alert) and isinstance(logged, Alert):
        same = (logged.kind, logged.player, logged.card) == (event.kind, event.player, event.card)
        return same and all(logged.extra.get(name) == value for name, value in event.extra.items())
    return Line(logged).meaning == Line(event).meaning
