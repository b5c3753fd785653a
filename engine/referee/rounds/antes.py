"""The boxes at the start of a round: what the camera counts, and what must lie in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.boundaries import BoxSeen
from engine.cards import Card
from engine.events import Alert, AntesSeen, Event
from engine.games import game
from engine.games.game_rules import Evening
from engine.money import ledger
from engine.money.ledger import ChipKind
from engine.referee.calls import alert
from engine.referee.settings import BOX_SETTLES, SURELY_COUNTED, SURELY_EMPTY
from engine.referee.transaction import Changing


class Boxes(Changing):
    """The boxes of one table as the camera sees them.

    Args:
        kinds: of chips.

    Attributes:
        seen: the last look at each.
    """

    def __init__(self, kinds: Iterable[ChipKind]) -> None:
        self._worth = {kind.name: kind.value for kind in kinds}
        self.seen: dict[Card, BoxSeen] = {}
        self._news: float | None = None

    def begin_round(self) -> None:
        """What they held before is told."""
        self._news = None

    def look(self, seen: BoxSeen) -> BoxSeen | None:
        """One more look at a box; the one before it."""
        before = self.seen.get(seen.box)
        self.seen[seen.box] = seen
        return before

    def changed(self, t: float) -> None:
        """Antes may have gone in at second *t*."""
        self._news = t

    def counted(self, t: float, boxes: Mapping[Card, BoxSeen] | None = None) -> AntesSeen:
        """What they hold (or other looks at them tell), at second *t*."""
        return counted(self.seen if boxes is None else boxes, self._worth, t)

    def settled(self, now: float, evening: Evening | None, begun: bool) -> list[Event]:
        """What they hold, and what is missing, once nobody has touched them for a moment; else nothing.

        Args:
            now: seconds.
            evening: as the log tells it.
            begun: cards lie there already: the antes are in.
        """
        if self._news is None or (now - self._news < BOX_SETTLES and not begun):
            return []
        t, self._news = self._news, None
        short = lacking(evening, self.seen, self._worth, t) if begun and evening is not None else ()
        return [self.counted(t), *short]


def counted(boxes: Mapping[Card, BoxSeen], worth: Mapping[str, int], t: float) -> AntesSeen:
    """What the camera counts in the boxes; ``about``: how many chips heaps may hold that hide some.

    Args:
        boxes: the last look at each.
        worth: of each kind of chip.
        t: when the last of them was seen.
    """
    return AntesSeen(
        {box: _in_chips(seen, worth) for box, seen in boxes.items()},
        t=t,
        extra={
            "counts": {box.code: dict(seen.chips) for box, seen in boxes.items()},
            "about": {
                box.code: seen.about for box, seen in boxes.items() if seen.about > sum(seen.chips.values())
            },
        },
    )


def lacking(
    evening: Evening, boxes: Mapping[Card, BoxSeen], worth: Mapping[str, int], t: float
) -> Iterator[Alert]:
    """Boxes that must hold chips and are surely empty, or in which some are surely missing.

    Args:
        boxes, worth, t: as in `counted`.
    """
    for box, due in game.rules_of(evening).boxes_now(evening).items():
        seen = boxes.get(box)
        if seen is None or seen.confidence < SURELY_EMPTY:
            continue
        if seen.empty and due:
            yield alert("box_mismatch", "box_empty", t, None, box, due=due)
        there = _in_chips(seen, worth)
        if not seen.empty and seen.exact >= SURELY_COUNTED and there < due:
            yield alert("box_mismatch", "box_short", t, None, box, due=due, missing=due - there)


def _in_chips(seen: BoxSeen, worth: Mapping[str, int]) -> int:
    """What lies in a box; a kind that the table does not name is worth one."""
    return ledger.worth(seen.chips, {kind: worth.get(kind, 1) for kind in seen.chips})
