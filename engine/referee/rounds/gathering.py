"""What it means that a card goes from the table: its trick is gathered, the round is, or it is taken back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.games.law import Round
from engine.referee.pile import Pile
from engine.referee.rounds.next_round import NextRound
from engine.referee.settings import LEADS, SHOWS, TAKEN_BACK, TRICK_TAKEN
from engine.referee.slots import Slot
from engine.referee.transaction import Changing


class Goes(Enum):
    """What was done with a card that has gone."""

    WITH_ITS_TRICK = "with its trick"
    TAKEN_BACK = "taken back"
    GATHERED = "gathered"


class Gathering(Changing):
    """The cards that have just gone from one table."""

    def __init__(self) -> None:
        self._going: list[tuple[Slot, float]] = []
        self._last = -math.inf

    def goes(self, slot: Slot, t: float, pile: Pile, now: Round | None, following: NextRound) -> Goes:
        """A card goes at second *t*; that it goes with its trick, or is taken back, is noted in its slot.

        Args:
            slot: the card.
            pile: the round's cards.
            now: the round as the log tells it, None before the first.
            following: what tells that the next one begins.
        """
        slot.gone, self._last = True, t
        if now is not None and now.gathers and self._with_others(slot, t, pile):
            return Goes.WITH_ITS_TRICK
        # Whether the round is over may be told wrongly yet; that it is settled is not.
        if (now is not None and now.settled) or slot.pinned is not None:
            return Goes.GATHERED
        uppermost, soon = _is_uppermost(slot, pile), t - slot.t < TAKEN_BACK
        # Of a trick that is won its last card may be taken back; where others go with it, it was not.
        if _of_a_trick(slot, pile) and not (uppermost and soon):
            return Goes.GATHERED
        shown = slot.said is not None and slot.said.kind == "hand"
        if (shown or not uppermost) and not soon:
            following.gathered(t)
            return Goes.GATHERED
        # Whoever takes what had long lain takes nothing back, but gathers the cards for the next deal.
        if following.gathering(t, shown):
            return Goes.GATHERED
        slot.taken_back = True
        pile.touch(pile.slots.index(slot))
        return Goes.TAKEN_BACK

    def ends(self, pile: Pile, t: float) -> bool:
        """Whether a deal is over at second *t* though some cards of its last trick have not been seen.

        Most of them have been: one card that is none, laid after the last but one trick, ends no deal.
        """
        last = max(self._last, max((slot.t for slot in pile.slots), default=-math.inf))
        trick = last_trick(pile) if t - last >= LEADS else None
        return trick is not None and trick.gone and trick.mostly_seen

    def _with_others(self, slot: Slot, t: float, pile: Pile) -> bool:
        """Whether it goes with others of its trick: that takes none back."""
        self._going = [(each, when) for each, when in self._going if t - when < TRICK_TAKEN] + [(slot, t)]
        if len(self._going) < 2:
            return False
        for each, _ in self._going:
            if not each.swept:
                each.taken_back, each.swept = False, True
                pile.touch(pile.slots.index(each))
        return True


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
    if not pile.open or not pile.slots:
        return None
    best = pile.beam.best
    now = best.evening.round
    if now is None or not now.gathers or not 0 < sum(now.left) < len(now.left):
        return None
    played = [slot for slot, said in zip(pile.slots, best.path, strict=True) if said.kind == "play"]
    return LastTrick(sum(now.left), len(now.left), _all_gone(played[now.gathered - len(now.laid) :]))


def may_be_over(pile: Pile) -> bool:
    """Whether a deal may be over of which some cards have not been seen: where the next one is bid, or the
    pictures end, it is, whether or not anybody was seen to gather its last trick."""
    trick = last_trick(pile)
    return trick is not None and (trick.gone or trick.mostly_seen)


def _all_gone(cards: Sequence[Slot]) -> bool:
    return all(slot.gone or slot.swept or slot.corners is None for slot in cards)


def _is_uppermost(slot: Slot, pile: Pile) -> bool:
    """Whether nothing was laid since.

    What showed no face since (a sleeve, a shadow), or lay there already, was laid upon nothing.
    """
    slots, path = pile.slots, pile.beam.best.path
    later = range(slots.index(slot) + 1, len(slots))
    return all(max(slots[place].faces) < SHOWS or path[place].card is None for place in later)


def _of_a_trick(slot: Slot, pile: Pile) -> bool:
    """Whether a card belongs to a trick that is won: whoever gathers that takes nothing back."""
    best = pile.beam.best
    until = best.path[: pile.slots.index(slot) + 1]
    laid = sum((said.kind == "play") + (said.unseen is not None) for said in until)
    return best.evening.round is not None and laid <= best.evening.round.gathered
