"""What people are asked: one question at a time, about what is paid and nobody but they can know."""

from __future__ import annotations

from dataclasses import dataclass

from engine.certainty import SURE
from engine.referee import deciding
from engine.referee.account import Account
from engine.referee.beam import Beam
from engine.referee.people import questions
from engine.referee.people.doubts import Source
from engine.referee.people.questions import Alternative, Question
from engine.referee.people.ways import Standing
from engine.referee.rounds import hands
from engine.referee.seen_cards import Before, Decision, SeenCard
from engine.referee.settings import ASK_AFTER, ASK_UNTIL, DOUBT, ENOUGH, SETTLED
from engine.referee.transaction import Changing


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A question that is open.

    Attributes:
        question: as it was asked.
        source: the card it is about, or that it was laid unseen before; None: a card of a hand.
        means: what each alternative makes of that card.
    """

    question: Question
    source: Source | None
    means: tuple[Decision, ...]

    @property
    def matter(self) -> object:
        """What people decide once: a card, or what a player holds."""
        return self.means[0].player if self.source is None else self.source


class Asking(Changing):
    """The questions of one round.

    Attributes:
        open: by the number of the event that asks.
    """

    def __init__(self) -> None:
        self.open: dict[int, Asked] = {}
        self._declined: set[object] = set()

    def close(self, number: int) -> None:
        """A question has been answered, by people or by itself; its matter is asked about no more."""
        self._declined.add(self.open.pop(number).matter)

    def settled(self, round_: Standing, now: Account) -> list[int]:
        """The questions that have answered themselves."""
        return [number for number, asked in self.open.items() if _settled(asked, round_, now)]

    def urgent(self, round_: Standing, now: Account) -> Asked | None:
        """What is worth asking now, before all else is looked at again."""
        asked = self._missing_card(round_, now) if round_.over else None
        if asked is None and (round_.over or self._long_in_doubt(round_)):
            asked = self._doubtful_card(round_, ENOUGH)
        return asked

    def last(self, round_: Standing, now: Account) -> Asked | None:
        """What is asked last, once a round is over."""
        return self._hardly_read(round_, now) or self._doubtful_card(round_, SURE)

    def _long_in_doubt(self, round_: Standing) -> bool:
        """Whether a card is in doubt although what came after it has been waited for."""
        beam = round_.beam
        return any(
            source not in self._declined and _share(round_, beam, source) < DOUBT
            for seen, _ in round_.pile.decided()
            if ASK_AFTER <= round_.known.t - seen.t <= ASK_UNTIL
            for source in (seen, Before(seen))
        )

    def _missing_card(self, round_: Standing, now: Account) -> Asked | None:
        """The question which card it is that nobody has seen of a hand."""
        lacking = now.lacking
        if lacking is None or lacking.share >= 1 or not lacking.single:
            return None
        hand = next(hand for hand in now.hands if hand.missing == 1)
        place = round_.names.index(hand.player)
        if place in self._declined:
            return None
        first = lacking.cards[hand.player][0]
        single = sorted(lacking.single, key=lambda each: each[0] != first)
        alternatives = [Alternative("hand", hand.player, card, share) for card, share, _ in single]
        means = [Decision("hand", place, card) for card, _, _ in single]
        # He may have laid one more than was seen.
        alternatives.append(Alternative("again", hand.player, None, 0.0))
        means.append(Decision("again", place))
        chips = questions.stake_in_chips([net for _, _, net in single])
        t = round_.known.t if hand.t is None else hand.t
        return Asked(Question(t, None, tuple(alternatives), chips), None, tuple(means))

    def _doubtful_card(self, round_: Standing, enough: float) -> Asked | None:
        """The question about the card whose answer leaves least doubt about what is paid."""
        ways = list(round_.ways(round_.beam, enough))
        place = questions.sharpest(ways, enough) if ways else None
        if place is None:
            return None
        laid = [seen for seen, _ in round_.pile.decided()]
        seen, unseen = laid[place % len(laid)], place >= len(laid)
        source = Before(seen) if unseen else seen
        if source in self._declined or (seen.pinned is not None and not unseen):
            return None
        number = round_.numbers.get(source)
        question, means = questions.about(ways, place, seen.t, number, round_.names, unseen)
        return Asked(question, source, means)

    def _hardly_read(self, round_: Standing, now: Account) -> Asked | None:
        """The question about a card of a hand that was read less than surely, where it changes a payment."""
        for place, ways in round_.readings(now):
            seen = round_.pile.cards[place]
            ways = [way for way in ways if way is ways[0] or way.paid != ways[0].paid]
            question, means = questions.about(ways, place, seen.t, None, round_.names, unseen=False)
            if len(means) > 1 and seen not in self._declined:
                return Asked(question, seen, means)
        return None


def _settled(asked: Asked, round_: Standing, now: Account) -> bool:
    """Whether a question has answered itself."""
    if asked.source is None:
        names = [hand.player for hand in now.hands if hand.missing == 1]
        return round_.names[asked.means[0].player] not in names
    seen, _ = _card_of(asked.source)
    if seen.decision is None or seen not in round_.pile.cards:
        return True
    return not hands.hardly_read(seen, seen.decision) and _share(round_, round_.beam, asked.source) >= SETTLED


def _share(round_: Standing, beam: Beam, source: Source) -> float:
    """Probability of what a card was told as, cards that pay alike taken together."""
    seen, unseen = _card_of(source)
    assert seen.decision is not None
    if seen.pinned is not None and not unseen:
        return 1.0
    ours = deciding.stake(seen.decision, round_.pays, unseen)
    weighed = zip(beam.weights, beam.histories, strict=True)
    place = round_.pile.cards.index(seen)
    return deciding.shares(weighed, place, round_.pays, unseen).get(ours, 0.0)


def _card_of(source: Source) -> tuple[SeenCard, bool]:
    """The card that something is about, and whether it is about what lay unseen just before it."""
    return (source.card, True) if isinstance(source, Before) else (source, False)
