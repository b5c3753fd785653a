"""What people have said of one round besides what they were asked: calls, hands, fines and the like."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace

from engine.boundaries import Heard
from engine.cards import Card
from engine.events import Called, Event, HandShown
from engine.referee.account import Known
from engine.referee.calls import Call
from engine.referee.pile import Pile
from engine.referee.seen_cards import NO_NEW_CARD, Entry, SeenCard
from engine.referee.transaction import Changing


class Statements(Changing):
    """What people have said of one round.

    Attributes:
        calls: all, by time; those of recognisers and boxes among them.
        hands: whole hands, by player.
        held: (player, card) of single cards of hands.
        entries: what no camera sees, each after the card that was told last.
    """

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.hands: dict[str, HandShown] = {}
        self.held: list[tuple[str, Card]] = []
        self.entries: list[Entry] = []

    def known(self, judge: float, t: float, *, quiet: bool, listens: bool, final: bool) -> Known:
        """What is known of the round besides its cards; the arguments are those of `Known`."""
        return Known(
            self.calls,
            judge,
            self.hands,
            self.held,
            t,
            quiet=quiet,
            listens=listens,
            final=final,
            entries=self.entries,
        )

    def call(self, call: Call) -> None:
        """One more call."""
        self.calls.append(call)
        self.calls.sort(key=lambda each: each.t)

    def waiting(self, reported: Container[int]) -> bool:
        """Whether a call has still to be told; ``reported``: identities of those that have been."""
        return any(not call.cancelled and not call.silent and id(call) not in reported for call in self.calls)

    def pending(self, reported: Container[int], shown: Container[str]) -> Iterator[Heard | Event]:
        """What has still to be told, as it was said.

        Args:
            reported: as for `waiting`.
            shown: players whose hands have been told.
        """
        for call in self.calls:
            if not call.cancelled and not call.silent and id(call) not in reported and call.via != "chips":
                yield call.heard or Heard(call.t, call.card, call.player, call.via)
        yield from (hand for hand in self.hands.values() if hand.player not in shown)
        yield from (entry.event for entry in self.entries if id(entry) not in reported)

    def waits_for(self, box: Card) -> bool:
        """Whether somebody called this card."""
        return any(call.card == box and not call.cancelled for call in self.calls)

    def enter(self, after: SeenCard, event: Event, t: float) -> None:
        """What no camera sees was told at second *t*, after a card."""
        self.entries.append(Entry(after, replace(event, t=t)))

    def correct_call(self, was: Call, replacement: Event | None) -> None:
        """A call was another one, or was none."""
        was.cancelled = True
        if isinstance(replacement, Called):
            self.call(Call(was.t, replacement.card, replacement.player, was.via))

    def correct_entry(self, was: Entry, replacement: Event | None) -> None:
        """What was told is something else, or nothing."""
        instead = [] if replacement is None else [Entry(was.after, replace(replacement, t=was.event.t))]
        self.entries = [each for each in self.entries if each is not was] + instead

    def correct_hand(self, was: HandShown, replacement: Event | None, pile: Pile, place: int) -> None:
        """The hand of the player at a *place* was another one; or it was not shown, and what the camera saw
        of it counts no more."""
        if isinstance(replacement, HandShown):
            self.hands[replacement.player] = replacement
            return
        self.hands.pop(was.player, None)
        for seen, decision in pile.decided():
            if decision.kind == "hand" and decision.player == place:
                pile.pin(seen, NO_NEW_CARD)
