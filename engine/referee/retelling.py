"""How a log that may only grow says a round anew: fewest corrections, nothing said twice.

Each line of the round hangs on something that happened (its source). What still stands keeps its
line; what has changed is corrected in its place; what is gone is taken back. A line that belongs
between two that stand cannot be put there: from there on everything that moves the game is told
again. Alerts and settlements move nothing, so their place does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.certainty import MARK
from engine.events import Alert, Called, CardPlayed, Claimed, Event, Fined, HandShown
from engine.record.overlooked import WANTED


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the round's log: what it says and what it hangs on.

    Attributes:
        event: unnumbered.
        source: the card, the call or the hand that it tells of; None: it follows from others.
    """

    event: Event
    source: object = None

    @property
    def meaning(self) -> Event:
        """The event without what may change without changing anything."""
        event = replace(self.event, seq=None, t=None)
        if isinstance(event, Alert):
            return replace(event, extra={key: value for key, value in event.extra.items() if key != WANTED})
        if not isinstance(event, CardPlayed):
            return event
        mark = {MARK: event.extra[MARK]} if MARK in event.extra else {}
        return replace(event, confidence=1.0, extra=mark)

    @property
    def moves(self) -> bool:
        """Whether the state of the game hangs on it."""
        return isinstance(self.event, CardPlayed | Called | HandShown | Fined | Claimed)


@dataclass(frozen=True, slots=True)
class Changes:
    """What to write so that a log says another script.

    Attributes:
        instead: (number of a line, what it says now), in order; None: nothing.
        stays: for each line of the script its number, None for those that are new.
    """

    instead: tuple[tuple[int, Event | None], ...]
    stays: tuple[int | None, ...]


def changes(reported: Sequence[tuple[Line, int]], script: Sequence[Line]) -> Changes:
    """Fewest corrections from what was told to what the script says.

    Args:
        reported: the round's lines that stand, each with its number.
        script: the round as it should be told.
    """
    instead: list[tuple[int, Event | None]] = []
    stays: list[int | None] = [None] * len(script)
    old = [(line, number) for line, number in reported if line.moves]
    place = 0
    new = [position for position, line in enumerate(script) if line.moves]
    for count, position in enumerate(new):
        line = script[position]
        match = next((at for at in range(place, len(old)) if _same_thing(old[at][0], line)), None)
        if match is None:
            later = [script[each] for each in new[count + 1 :]]
            if any(_same_thing(was, will) for was, _ in old[place:] for will in later):
                break
            continue
        instead += [(number, None) for _, number in old[place:match]]
        was, number = old[match]
        if was.meaning != line.meaning:
            instead.append((number, line.event))
        stays[position] = number
        place = match + 1
    gone = [number for _, number in old[place:]]
    spare = Counter[int]()
    for position, line in enumerate(script):
        if line.moves:
            continue
        for at, (was, number) in enumerate(reported):
            if not was.moves and not spare[at] and was.meaning == line.meaning:
                spare[at] = 1
                stays[position] = number
                break
    gone += [number for at, (was, number) in enumerate(reported) if not was.moves and not spare[at]]
    return Changes((*((number, None) for number in sorted(gone, reverse=True)), *instead), tuple(stays))


def _same_thing(was: Line, now: Line) -> bool:
    """Whether two lines tell of the same thing that happened."""
    if was.source is None or now.source is None:
        return was.source is now.source and was.meaning == now.meaning
    return was.source == now.source and type(was.event) is type(now.event)
