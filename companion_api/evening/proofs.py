"""The pictures of an evening's events as they are given out: of a card only what is certain and in the log.

An event is recorded with a picture in which no card can be read. The picture of a card that surely lies on
the table (`engine.boundaries.Proof`) takes its place once the log tells that card as laid, and not before;
it goes, and is deleted, when the log tells it no more.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from companion_api.store import Store, StoreFailed
from engine.boundaries import Proof
from engine.cards import Card
from engine.events import Alert, CardPlayed, Corrected, Event, HandShown, RoundStarted
from engine.games.game import in_force


class Proofs:
    """What there are pictures of in one evening. Not for several threads at once.

    Args:
        store: where they are kept.
        evening: its number.

    Attributes:
        pictured: numbers of the events that have a picture.
        proved: of those, the cards of this round whose picture shows them as they lie.
    """

    def __init__(self, store: Store, evening: int) -> None:
        self._store = store
        self._evening = evening
        self._began = 0
        self._certain: dict[Card, Proof] = {}
        self._told: frozenset[Card] = frozenset()
        self._going: set[int] = set()
        self._coarse: dict[int, bytes] = {}
        self.pictured: set[int] = set(store.pictured(evening))
        self.proved: set[int] = set()

    def picture(self, seq: int) -> bytes | None:
        """The JPEG of an event, None where there is none (any more)."""
        return self._store.picture(self._evening, seq) if seq in self.pictured else None

    def forget(self) -> int:
        """Delete all pictures; says how many there were."""
        forgotten = self._store.forget_pictures(self._evening)
        self._certain.clear()
        self._coarse.clear()
        self.pictured, self.proved = set(), set()
        return forgotten

    def certain(self, proof: Proof, events: Sequence[Event]) -> bool:
        """A card is certain now; whether that has changed a picture.

        Args:
            events: all of the evening.
        """
        before = len(self.proved)
        self._certain[proof.card] = proof
        self._prove(events, [event for _, event in in_force(events)])
        return len(self.proved) > before

    def follow(self, events: Sequence[Event], new: Mapping[int, bytes] | None = None) -> frozenset[Card]:
        """Go with the log.

        Args:
            events: all of the evening.
            new: the pictures that came with events just now, by their numbers: no card can be read in them.

        Returns:
            The cards of this round that were told as laid or shown, and are not any more.
        """
        standing = [event for _, event in in_force(events)]
        self.pictured |= set(new or ())
        self._coarse |= new or {}
        shown = {_shown(event) for event in standing}
        goes = {_seq(event) for event in events if _outdated(event, shown)}
        self._going |= goes & self.pictured
        self._withdraw()
        self._bring_back(goes)
        began = max((_seq(event) for event in standing if isinstance(event, RoundStarted)), default=0)
        if began != self._began:
            self._began, self.proved, self._told = began, set(), frozenset()
            self._certain.clear()
            self._coarse = dict(new or {})
        self._prove(events, standing)
        before, self._told = self._told, frozenset(self._cards(standing))
        return before - self._told

    def _withdraw(self) -> None:
        """Delete what is to go; what cannot be deleted now is given out no more, and goes later."""
        self.pictured -= self._going
        self.proved -= self._going
        if self._going:
            with contextlib.suppress(StoreFailed):
                self._store.drop_pictures(self._evening, self._going)
                self._going = set()

    def _bring_back(self, goes: Set[int]) -> None:
        """What was put right by mistake, and undone, has its picture again."""
        for seq in self._coarse.keys() - self.pictured - goes:
            with contextlib.suppress(StoreFailed):
                self._store.keep_picture(self._evening, seq, self._coarse[seq])
                self.pictured.add(seq)
                self._going.discard(seq)

    def _prove(self, events: Sequence[Event], standing: Sequence[Event]) -> None:
        """Put the pictures of certain cards where the log tells these."""
        for event in standing:
            if not isinstance(event, CardPlayed) or _seq(event) < self._began:
                continue
            proof = self._certain.get(event.card)
            if proof is None:
                continue
            alike = {_seq(one) for one in events if one.t == event.t and _is_of(one, event.card)}
            for seq in ({_seq(event)} | alike & self.pictured) - self.proved:
                with contextlib.suppress(StoreFailed):  # tried again with the next event
                    self._store.keep_picture(self._evening, seq, proof.jpeg)
                    self.pictured.add(seq)
                    self.proved.add(seq)

    def _cards(self, standing: Iterable[Event]) -> Iterator[Card]:
        """The cards that this round tells as laid or shown."""
        for event in standing:
            if _seq(event) >= self._began:
                match event:
                    case CardPlayed():
                        yield event.card
                    case HandShown():
                        yield from event.cards


def _seq(event: Event) -> int:
    assert event.seq is not None, "what is stored is numbered"
    return event.seq


def _shown(event: Event) -> tuple[object, ...]:
    """What a picture of an event shows: the player may be told otherwise, the rest may not."""
    return (type(event), getattr(event, "card", None), event.t)


def _outdated(event: Event, shown: Set[tuple[object, ...]]) -> bool:
    """Whether an event's picture shows what the log tells no more."""
    return not isinstance(event, Corrected | Alert) and _shown(event) not in shown


def _is_of(event: Event, card: Card) -> bool:
    """Whether the picture of an event that came with a card may be that card's."""
    return isinstance(event, Alert) or (isinstance(event, CardPlayed) and event.card == card)
