"""What it means that a card goes from the table: its trick is gathered, the round is, or it is taken back."""

from __future__ import annotations

import math
from enum import Enum

from engine.games.game_rules import Round
from engine.referee.pile import Pile
from engine.referee.rounds.next_round import NextRound
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import SHOWS, TAKEN_BACK
from engine.referee.transaction import Changing
from engine.referee.tricks import taken


class Goes(Enum):
    """What was done with a card that has gone."""

    WITH_ITS_TRICK = "with its trick"
    TAKEN_BACK = "taken back"
    GATHERED = "gathered"


class Gathering(Changing):
    """What the cards that go from one table tell."""

    def __init__(self) -> None:
        self._tricks = taken.Taken()
        self._last = -math.inf

    def goes(self, seen: SeenCard, t: float, pile: Pile, now: Round | None, following: NextRound) -> Goes:
        """A card goes at second *t*; that it goes with its trick, or is taken back, is noted in it.

        Args:
            seen: the card.
            pile: the round's cards.
            now: the round as the log tells it, None before the first.
            following: what tells that the next one begins.
        """
        seen.gone, self._last = True, t
        if now is not None and now.gathers and self._tricks.with_others(seen, t, pile):
            return Goes.WITH_ITS_TRICK
        # Whether the round is over may be told wrongly yet; that it is settled is not.
        if (now is not None and now.settled) or seen.pinned is not None:
            return Goes.GATHERED
        uppermost, soon = _is_uppermost(seen, pile), t - seen.t < TAKEN_BACK
        # Of a trick that is won its last card may be taken back; where others go with it, it was not.
        if taken.of_one_won(seen, pile) and not (uppermost and soon):
            return Goes.GATHERED
        shown = seen.decision is not None and seen.decision.kind == "hand"
        if (shown or not uppermost) and not soon:
            following.gathered(t)
            return Goes.GATHERED
        # Whoever takes what had long lain takes nothing back, but gathers the cards for the next deal.
        if following.gathering(t, shown):
            return Goes.GATHERED
        seen.taken_back = True
        pile.touch(pile.cards.index(seen))
        return Goes.TAKEN_BACK

    def ends(self, pile: Pile, t: float) -> bool:
        """Whether a deal of tricks is over at second *t* (`tricks.taken.Taken.ends`)."""
        return self._tricks.ends(pile, max(self._last, _newest(pile)), t)


def _newest(pile: Pile) -> float:
    """When the newest card came to lie."""
    return max((seen.t for seen in pile.cards), default=-math.inf)


def _is_uppermost(seen: SeenCard, pile: Pile) -> bool:
    """Whether nothing was laid since.

    What showed no face since (a sleeve, a shadow), or lay there already, was laid upon nothing.
    """
    cards, path = pile.cards, pile.beam.best.path
    later = range(cards.index(seen) + 1, len(cards))
    return all(max(cards[place].faces) < SHOWS or path[place].card is None for place in later)
