"""In which ways a round may have gone, and what each of them pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.certainty import SURE, Inferred
from engine.games.game_rules import Evening, GameRules
from engine.referee import deciding
from engine.referee.account import Account, Known, account
from engine.referee.beam import Beam
from engine.referee.people.doubts import Source, doubts
from engine.referee.people.questions import Way
from engine.referee.pile import Pile
from engine.referee.rounds import hands
from engine.referee.seen_cards import Decision
from engine.referee.settings import OFFERED, WAYS


@dataclass(frozen=True, slots=True)
class Standing:
    """How a round stands.

    Attributes:
        base: before its first card.
        rules: of its game.
        names: players in playing order.
        pile: its cards.
        known: what is known besides.
        over: nothing more is awaited.
        numbers: of the events that tell of a card, or of one that lay unseen before it.
    """

    base: Evening
    rules: GameRules
    names: Sequence[str]
    pile: Pile
    known: Known
    over: bool
    numbers: Mapping[object, int]

    @property
    def pays(self) -> deciding.Pays:
        """What of a face can change a payment."""
        return deciding.Pays.of(self.rules, self.base)

    @property
    def beam(self) -> Beam:
        """The explanations that count now."""
        return self.pile.closed if self.over else self.pile.beam

    def ways(self, beam: Beam, enough: float) -> Iterator[Way]:
        """The likeliest ways in which the round may have gone; first what the log says.

        Their stakes are those of each card, then of the cards that were laid unseen before each. There are
        no more once it is plain that people need not be asked: what most ways pay is sure ``enough``.
        """
        cards = [seen for seen, _ in self.pile.decided()]
        found: dict[tuple[deciding.Stake, ...], float] = {}
        path: dict[tuple[deciding.Stake, ...], tuple[Decision, ...]] = {}
        stakes_of = deciding.Stakes(self.pays)
        for weight, history in zip(beam.weights, beam.histories, strict=True):
            decisions = history.path[: len(cards)]
            stakes = stakes_of(decisions)
            found[stakes] = found.get(stakes, 0.0) + weight
            path.setdefault(stakes, decisions)
        ours = stakes_of([decisions for _, decisions in self.pile.decided()])
        if found.get(ours, 0.0) >= enough:
            return
        likeliest = sorted(found, key=lambda each: (each != ours, -found[each]))[:WAYS]
        clear = enough * sum(found[stakes] for stakes in likeliest)
        alike: dict[object, float] = {}
        for stakes in likeliest:
            way = self._way(found[stakes], stakes, path[stakes], self.over)
            yield way
            alike[way.paid] = alike.get(way.paid, 0.0) + found[stakes]
            if alike[way.paid] >= clear:
                return

    def _way(self, weight: float, stakes: tuple[object, ...], path: Sequence[Decision], final: bool) -> Way:
        """One way in which the round may have gone, and what it comes to."""
        cards = [(seen, decision) for (seen, _), decision in zip(self.pile.decided(), path, strict=True)]
        found = account(self.base, cards, replace(self.known, quiet=True, final=final))
        evening, lacking = found.evening, found.lacking
        over = evening.round is not None and evening.round.settled
        net = evening.settlements[-1].net if over else self.rules.held_now(evening)[0]
        whole = (*path, *map(deciding.before, path))
        surely = 1.0 if lacking is None else lacking.share
        return Way(weight, stakes, whole, (over, tuple(net.items())), net, surely)

    def readings(self, now: Account) -> Iterator[tuple[int, list[Way]]]:
        """Cards of hands that were read less than surely: place, and what each reading comes to."""
        cards = self.pile.decided()
        path = tuple(decision for _, decision in cards)
        doubtful = [
            place for place, (seen, decision) in enumerate(cards) if hands.hardly_read(seen, decision)
        ]
        if not doubtful or now.evening.round is None or not now.evening.round.settled:
            return
        free = hands.unseen(now.evening, now.hands, hands.turned_up(cards))
        for place in sorted(doubtful, key=lambda place: max(cards[place][0].faces)):
            seen, decision = cards[place]
            if self.names[decision.player] in self.known.hands:
                continue
            ways: list[Way] = []
            for share, each in hands.instead(seen, decision, free):
                if ways and share < OFFERED:
                    break
                other = (*path[:place], each, *path[place + 1 :])
                ways.append(self._way(share, other, other, True))
            yield place, ways

    def doubts(self, now: Account) -> dict[Source, Inferred]:
        """What a settlement rests on that is less sure than what is committed otherwise."""
        cards = self.pile.decided()
        seen_cards, path = [seen for seen, _ in cards], [decision for _, decision in cards]
        ours = self._way(0.0, deciding.Stakes(self.pays)(path), path, self.over)
        # A settlement says that all cards have been shown.
        ways = list(self.ways(self.pile.closed, SURE)) or [replace(ours, weight=1.0)]
        ways = ways if ways[0].stakes == ours.stakes else [ours, *ways]
        found = doubts(ways, seen_cards, self.names)
        for _, read in self.readings(now):
            found |= doubts(read, seen_cards, self.names)
        return found
