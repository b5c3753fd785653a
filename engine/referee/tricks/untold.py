"""What is seen of a deal of which people have not told all that they must (bids); what is told in vain."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.boundaries import CardGone, CardLaid, CardLookedAgain, Sighting
from engine.errors import IllegalEvent
from engine.events import Alert, Event, type_name
from engine.games import game
from engine.games.game_rules import Evening
from engine.referee.rounds.next_round import cleared, is_new
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import FORGOTTEN, SAME_MOMENT
from engine.referee.transaction import Changing


class Untold(Changing):
    """Cards seen before the rules let anybody lay one: kept, in order, until people have told the rest.

    Dealing, a widow taken or a hand that somebody drops shows cards, too: what is taken away again counts for
    nothing.
    """

    def __init__(self) -> None:
        self._waiting: list[Sighting] = []

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def awaits(
        self, seen: Sighting, evening: Evening | None, cards: Callable[[], Sequence[SeenCard]]
    ) -> bool:
        """Whether this is about a card that nobody may lay yet: of a deal of which people have not told all.

        Args:
            seen: what is seen now.
            evening: as the log tells it.
            cards: gives those of the round.
        """
        if evening is None or evening.round is None or not evening.round.gathers:
            return False
        if isinstance(seen, CardLookedAgain | CardGone):
            return self.holds(seen)
        if not isinstance(seen, CardLaid):
            return False
        rules = game.rules_of(evening)
        if rules.finished(evening):
            lying = cards()
            return cleared(lying) and is_new(seen.look, lying)
        return not rules.may_go_on(evening)

    def keep(self, seen: Sighting) -> None:
        """One more sighting."""
        self._waiting.append(seen)

    def holds(self, seen: CardLookedAgain | CardGone) -> bool:
        """Whether a sighting is about a card that is kept."""
        return any(
            isinstance(each, CardLaid) and abs(each.t - seen.laid) < SAME_MOMENT for each in self._waiting
        )

    def take(self) -> list[Sighting]:
        """What was kept, which is kept no longer."""
        waiting, self._waiting = self._waiting, []
        return waiting

    def lying(self, now: float) -> list[CardLaid]:
        """The cards kept that were laid: they lay for `FORGOTTEN` seconds, by ``now``."""
        gone = {each.laid: each.t for each in self._waiting if isinstance(each, CardGone)}
        laid = (each for each in self._waiting if isinstance(each, CardLaid))
        return [each for each in laid if gone.get(each.t, now) - each.t >= FORGOTTEN]


def refused(event: Event, error: IllegalEvent) -> Alert:
    """That what people told beside a film could not be then: nobody is there who could be asked."""
    facts = {"reason": "broken", "rule": error.rule, "event": type_name(event)}
    return Alert("refused", getattr(event, "player", None), extra=facts)
