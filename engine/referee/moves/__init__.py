"""What may be otherwise than the likeliest explanation has it: one move a file.

Moves of the order (`permute`, `restore`, `shift`) propose other orders of the cards laid last; moves
of the path (`reread`, `recount`, `add_unseen`, `drop`) propose other explanations of a round that is over.
They propose only: `engine.referee.moves.search` keeps what `engine.referee.posterior` finds likelier.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from engine.games import game
from engine.referee.beam import Beam, History
from engine.referee.posterior import Paths, Posterior
from engine.referee.seen_cards import SeenCard


class Lying(NamedTuple):
    """The cards on the table, as moves of the order see them.

    Attributes:
        cards: in their order.
        fresh: those seen last.
        after: the explanations of the first so many.
    """

    cards: Sequence[SeenCard]
    fresh: Collection[SeenCard]
    after: Callable[[int], Beam]

    def over(self, place: int) -> bool:
        """Whether the round's last card lies before this place: the cards of hands have no order."""
        evening = self.after(place).best.evening
        return game.rules_of(evening).finished(evening)


class Closed(NamedTuple):
    """A round that is over, as moves of the path see it.

    Attributes:
        cards: its cards, in order.
        beam: the explanations so far, the likeliest first, closed.
        after: the explanations of the first so many cards.
        posterior: weighs others.
        paths: through this order.
    """

    cards: Sequence[SeenCard]
    beam: Beam
    after: Callable[[int], Beam]
    posterior: Posterior
    paths: Paths

    @property
    def best(self) -> History:
        """The likeliest explanation."""
        return self.beam.best
