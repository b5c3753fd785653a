"""A trick is taken: its cards go together, and none of them is taken back; the last one may lack cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.referee.pile import Pile
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import LEADS, TRICK_TAKEN
from engine.referee.transaction import Changing


class Taken(Changing):
    """The cards that have just gone from one table."""

    def __init__(self) -> None:
        self._going: list[tuple[SeenCard, float]] = []

    def with_others(self, seen: SeenCard, t: float, pile: Pile) -> bool:
        """Whether it goes with others of its trick: that takes none back."""
        self._going = [(each, when) for each, when in self._going if t - when < TRICK_TAKEN] + [(seen, t)]
        if len(self._going) < 2:
            return False
        for each, _ in self._going:
            if not each.swept:
                each.taken_back, each.swept = False, True
                pile.touch(pile.cards.index(each))
        return True

    def ends(self, pile: Pile, last: float, t: float) -> bool:
        """Whether a deal is over at second *t* though some cards of its last trick have not been seen.

        Most of them have been: one card that is none, laid after the last but one trick, ends no deal.

        Args:
            last: when a card last came or went.
        """
        trick = last_trick(pile) if t - last >= LEADS else None
        return trick is not None and trick.gone and trick.mostly_seen


@dataclass(frozen=True, slots=True)
class LastTrick:
    """The last trick of a deal, some of whose cards have not been seen.

    Attributes:
        missing: how many, at least 1; not all of them.
        of: how many cards a trick has.
        gone: those that were seen have been gathered.
    """

    missing: int
    of: int
    gone: bool

    @property
    def mostly_seen(self) -> bool:
        """Whether more of its cards were seen than not."""
        return 2 * self.missing < self.of


def last_trick(pile: Pile) -> LastTrick | None:
    """The last trick of a deal if it has begun and some of its cards have not been seen."""
    if not pile.open or not pile.cards:
        return None
    best = pile.beam.best
    now = best.evening.round
    if now is None or not now.gathers or not 0 < sum(now.left) < len(now.left):
        return None
    played = [seen for seen, decision in zip(pile.cards, best.path, strict=True) if decision.kind == "play"]
    return LastTrick(sum(now.left), len(now.left), _all_gone(played[now.gathered - len(now.laid) :]))


def may_be_over(pile: Pile) -> bool:
    """Whether a deal may be over of which some cards have not been seen: where the next one is bid, or the
    pictures end, it is, whether or not anybody was seen to gather its last trick."""
    trick = last_trick(pile)
    return trick is not None and (trick.gone or trick.mostly_seen)


def _all_gone(cards: Sequence[SeenCard]) -> bool:
    return all(seen.gone or seen.swept or seen.corners is None for seen in cards)


def of_one_won(seen: SeenCard, pile: Pile) -> bool:
    """Whether a card belongs to a trick that is won: whoever gathers that takes nothing back."""
    best = pile.beam.best
    until = best.path[: pile.cards.index(seen) + 1]
    laid = sum((decision.kind == "play") + (decision.unseen is not None) for decision in until)
    return best.evening.round is not None and laid <= best.evening.round.gathered
