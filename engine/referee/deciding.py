"""When a card is told, as what, and when another explanation replaces the one told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from engine.cards import DECK, Card
from engine.certainty import SURE
from engine.games.game_rules import Evening, GameRules
from engine.referee.beam import Beam, Decision, History
from engine.referee.seen_cards import END, SeenCard
from engine.referee.settings import (
    AT_LAST,
    GIVEN_UP,
    LIKELY,
    OVERTURN,
    PATIENCE,
    PATIENCE_CARDS,
    SEEN,
    SOON,
    TOLD_STAYS,
)

Stake = tuple[object, ...]
"""What of a decision can change a payment."""


class Pays(NamedTuple):
    """What of a card's face can change a payment.

    Attributes:
        suited: a sequence keeps to one suit, or tricks are won: then every face can.
        board: the cards that have a box.
    """

    suited: bool
    board: Collection[Card]

    @staticmethod
    def of(rules: GameRules, evening: Evening) -> Pays:
        """What can under these rules: every face where there is no board; cards are worth what they beat."""
        return Pays(rules.suited(evening) or not rules.BOARD, rules.BOARD)


def stake(decision: Decision, pays: Pays, unseen: bool = False) -> Stake:
    """What of a decision can change a payment.

    Where sequences ignore suits, two cards of one rank that have no box are alike.
    ``unseen``: of what it says was laid just before its card and seen by nobody; of such a card it pays
    nothing which it was, but for an honour.
    """
    if unseen:
        decision = before(decision)
    if decision.card is None or decision.kind == "talon":
        return ("again",)
    if unseen and pays.board and decision.card not in pays.board:
        return decision.kind, decision.player
    return (
        decision.kind,
        decision.player,
        decision.card if pays.suited or decision.card in pays.board else decision.card.rank,
    )


class Stakes:
    """The stakes of whole paths: of each card, then of the cards that were laid unseen before each.

    Paths that grew from one share its decisions, which live as long as this: each is worked out once.
    """

    def __init__(self, pays: Pays) -> None:
        self._pays = pays
        self._known: dict[int, tuple[Stake, Stake]] = {}

    def __call__(self, path: Sequence[Decision]) -> tuple[Stake, ...]:
        pairs = [self._known.get(id(decision)) or self._both(decision) for decision in path]
        return (*(own for own, _ in pairs), *(unseen for _, unseen in pairs))

    def _both(self, decision: Decision) -> tuple[Stake, Stake]:
        both = stake(decision, self._pays), stake(decision, self._pays, unseen=True)
        self._known[id(decision)] = both
        return both


def before(decision: Decision) -> Decision:
    """What a decision says was laid just before its card and seen by nobody: a card, or nothing."""
    return Decision("again") if decision.unseen is None else Decision("play", *decision.unseen)


def shares(
    histories: Iterable[tuple[float, History]], place: int, pays: Pays, unseen: bool = False
) -> dict[Stake, float]:
    """The weight of each stake about the card number ``place``, or (``unseen``) what lay just before it."""
    # Histories that grew from one share its decisions: what each is worth is worked out once.
    decisions: dict[int, Decision] = {}
    weights: dict[int, float] = {}
    for weight, history in histories:
        decision = history.path[place]
        number = id(decision)
        decisions[number] = decision
        weights[number] = weights.get(number, 0.0) + weight
    found: dict[Stake, float] = {}
    for number, decision in decisions.items():
        key = stake(decision, pays, unseen)
        found[key] = found.get(key, 0.0) + weights[number]
    return found


def due(cards: Sequence[SeenCard], now: float) -> bool:
    """Whether time alone may decide about a card."""
    return any(seen.decision is None and now - seen.t >= SOON for seen in cards)


def decide(
    beam: Beam, cards: Sequence[SeenCard], now: float, pays: Pays, final: bool
) -> tuple[Decision, ...]:
    """What is to be told of the cards so far: of the first ones, all that can be decided.

    All decisions come from one history, so that together they are a legal round. Whoever reads them
    card by card sees each told as what it most likely is, given those before it; what was told
    stays unless something else is much likelier.

    Args:
        beam: of all cards.
        cards: the cards, in order.
        now: seconds.
        pays: what of a face can change a payment.
        final: nothing more is to come.
    """
    agreeing = list(zip(beam.weights, beam.histories, strict=True))
    if cards and cards[-1].pinned == END:
        agreeing = _likeliest_outcome(agreeing)
    decided = 0
    enough_to_change = AT_LAST if final else OVERTURN
    for place, seen in enumerate(cards):
        best, share = _likeliest(agreeing, place, seen, pays, enough_to_change)
        if seen.decision is None:
            enough = LIKELY if _shown(seen, best, now, pays) else SURE
            waited = now - seen.t >= PATIENCE or len(cards) - place > PATIENCE_CARDS
            if share < enough and not waited and not final:
                break
        agreeing = [each for each in agreeing if stake(each[1].path[place], pays) == best]
        unseen, _ = _likeliest(agreeing, place, seen, pays, enough_to_change, unseen=True)
        agreeing = [each for each in agreeing if stake(each[1].path[place], pays, unseen=True) == unseen]
        decided += 1
    # Of the histories that pay alike, one that says what has been told already, if it is any good.
    told_before = [seen.decision for seen in cards[:decided]]
    same = [
        (weight, history)
        for weight, history in agreeing
        if all(decision in (None, path) for decision, path in zip(told_before, history.path, strict=False))
    ]
    if sum(weight for weight, _ in same) > TOLD_STAYS * sum(weight for weight, _ in agreeing):
        agreeing = same
    return agreeing[0][1].path[:decided]


def _likeliest_outcome(histories: Sequence[tuple[float, History]]) -> list[tuple[float, History]]:
    """The histories of what has most likely come about: a card that nobody saw may be any of many, and
    none of them is likely by itself."""
    weights: dict[object, float] = {}
    scores = [history.evening.round and history.evening.round.score for _, history in histories]
    for (weight, _), score in zip(histories, scores, strict=True):
        weights[score] = weights.get(score, 0.0) + weight
    best = max(weights, key=lambda score: weights[score])
    return [each for each, score in zip(histories, scores, strict=True) if score == best]


def _likeliest(
    histories: Sequence[tuple[float, History]],
    place: int,
    seen: SeenCard,
    pays: Pays,
    enough: float,
    unseen: bool = False,
) -> tuple[Stake, float]:
    """What a card most likely is, or what lay unseen before it, and how likely that is.

    Args:
        enough: how likely another explanation must be than the one told, which stays otherwise.
    """
    weights = shares(histories, place, pays, unseen)
    best = max(weights, key=lambda each: weights[each])
    whole = sum(weights.values())
    if seen.decision is not None and weights[best] < enough * whole:
        reported = stake(seen.decision, pays, unseen)
        best = reported if weights.get(reported, 0.0) > GIVEN_UP * whole else best
    return best, weights[best] / whole


def _shown(seen: SeenCard, best: Stake, now: float, pays: Pays) -> bool:
    """Whether the looks by themselves show a card so, and no better look is to be expected."""
    if now - seen.t < SOON or len(best) == 1:
        return False
    alike = (card for card in DECK if stake(Decision("play", 0, card), pays)[2] == best[2])
    return sum(seen.faces[card.index] for card in alike) >= SEEN
