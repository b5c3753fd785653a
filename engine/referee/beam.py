"""The likeliest legal histories of a round, given what the camera thinks that it saw.

Every card that comes to lie is a probability over faces and over players. The rules cut that
down: one deck, only the next rank or a fresh start by whoever laid last, so many cards in each
hand. A `Beam` keeps the likeliest explanations of all cards so far; `step` adds one card.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import or_
from typing import NamedTuple

from engine.cards import BIT, DECK, Card
from engine.events import CardPlayed
from engine.games import game
from engine.games.game_rules import Evening
from engine.referee.play_prior import PlayPrior, going_on, play_prior, rarity
from engine.referee.seen_cards import NO_NEW_CARD as NO_NEW_CARD
from engine.referee.seen_cards import Decision as Decision
from engine.referee.settings import (
    ALIKE,
    ANOTHERS,
    CLEAR,
    CONSIDERED,
    COVERED,
    CROWD,
    ILLEGAL,
    MISPLACED,
    SAME,
    STRANGE,
    TAIL,
    TALON,
    TALON_GOES_ON,
    TRIED,
    UNFINISHED,
    UNSEEN,
    UNSHOWN,
    WIDTH,
)
from engine.referee.witnesses.testimony import Evidence


class History(NamedTuple):
    """One explanation of everything so far.

    Attributes:
        score: natural logarithm of its weight.
        evening: the game's state (calls left out: they never make a card legal).
        path: one decision per card seen.
        shown: cards shown by each player at the end, as `cards.BIT`s.
        talon: cards of the talon that were turned up then, as such bits.
        passed: cards that each player was asked for in vain, as such bits.
    """

    score: float
    evening: Evening
    path: tuple[Decision, ...]
    shown: tuple[int, ...]
    talon: int = 0
    passed: tuple[int, ...] = ()

    @property
    def table(self) -> int:
        """Every card that has been laid or shown, as such bits."""
        assert self.evening.round is not None
        return self.evening.round.table | sum(self.shown) | self.talon

    @property
    def lying(self) -> int:
        """The same, without those that have been gathered."""
        now = self.evening.round
        assert now is not None
        return now.lying | sum(self.shown) | self.talon

    @property
    def face_down(self) -> int:
        """How many cards of the talon have not been turned up."""
        now = self.evening.round
        assert now is not None
        pack = game.rules_of(self.evening).pack(self.evening)
        return len(pack) - now.table.bit_count() - sum(now.left) - self.talon.bit_count()


class Beam:
    """The likeliest histories, best first; weights add up to 1.

    Args:
        histories: at least one, best first.
    """

    __slots__ = ("histories", "weights")

    def __init__(self, histories: Sequence[History]) -> None:
        self.histories = tuple(histories)
        best = self.histories[0].score
        raw = [math.exp(history.score - best) for history in self.histories]
        total = sum(raw)
        self.weights = tuple(weight / total for weight in raw)

    @staticmethod
    def start(evening: Evening) -> Beam:
        """Before the first card of a round."""
        none = (0,) * len(evening.players)
        return Beam([History(0.0, evening, (), none, passed=none)])

    @property
    def best(self) -> History:
        """The likeliest history."""
        return self.histories[0]

    @property
    def evidence(self) -> float:
        """Logarithm of the weight of all histories together."""
        return _together(history.score for history in self.histories)

    def step(self, seen: Evidence, wider: int = 1) -> Beam:
        """The beam after one more card.

        Args:
            wider: how many times as many histories are kept as usually (`WIDTH`).
        """
        grown = self._grown(seen, WIDTH * wider)
        return Beam([continued(self.histories[number], score, decision) for score, number, decision in grown])

    def tried(self, seen: Evidence, least: float, among: int = TRIED) -> tuple[float, Beam] | None:
        """One more card, tried with the likeliest histories: `evidence` then, and the likeliest again.

        Args:
            least: evidence below which nobody wants to know more.
            among: how many histories.

        Returns:
            None where it is certainly less.
        """
        few = Beam(self.histories[:among])
        grown = few._grown(seen, WIDTH, least)
        evidence = _together(score for score, _, _ in grown) if grown else -math.inf
        if evidence < least:
            return None
        after = [
            continued(few.histories[number], score, decision) for score, number, decision in grown[:among]
        ]
        return evidence, Beam(after)

    def _grown(
        self, seen: Evidence, width: int, least: float = -math.inf
    ) -> list[tuple[float, int, Decision]]:
        """The likeliest continuations by one card: score, number of the history, what the card is in it.

        Those in the `TAIL` of ``least`` are left out: a card only takes away from what speaks for a history.
        """
        looks = Looks(seen)
        after = [looks.after(history) for history in self.histories]
        grown = _Grown(self.histories, CONSIDERED * width, least - TAIL)
        if seen.pinned is not None:
            for number, history in enumerate(self.histories):
                grown.add(number, _leaning(_pinned(history, after[number], seen.pinned), seen.lean))
        else:
            laid = [
                grown.add(number, _explanations(history, look))
                for number, (history, look) in enumerate(zip(self.histories, after, strict=True))
            ]
            # A card may well have been laid and covered unseen; else that is only tried where nothing fits.
            called = seen.unseen > 0 and any(factor > 1 for factor in seen.unseen_cards.values())
            covered = called or seen.unseen > UNSEEN
            if covered:
                for number, (history, look) in enumerate(zip(self.histories[:COVERED], after, strict=False)):
                    laid[number] += grown.add(number, _unwatched(history, look, grown.least(number)))
            # Unlikely plays, for those histories that they can still bring among the best.
            for number, (history, look) in enumerate(zip(self.histories, after, strict=True)):
                if laid[number] < STRANGE and grown.least(number) < CLEAR:
                    unseen = number < COVERED and seen.unseen > 0 and not covered
                    grown.add(number, _strange(history, look, unseen, grown.least(number)))
        if not grown.found and least == -math.inf:
            # Only a pinned card that no history allows: keep them all and leave the card out.
            grown.found = [(h.score, number, NO_NEW_CARD) for number, h in enumerate(self.histories)]
        return _varied(self.histories, grown.best(), width)

    def share(self, place: int, decision: Decision) -> float:
        """Probability of this decision about the card number ``place``."""
        weighed = zip(self.weights, self.histories, strict=True)
        return sum(weight for weight, history in weighed if history.path[place] == decision)


def _together(scores: Iterable[float]) -> float:
    """Logarithm of what all these weigh together."""
    known = list(scores)
    best = max(known)
    return best + math.log(sum(math.exp(score - best) for score in known))


class _Grown:
    """The likeliest continuations of histories by one card.

    Args:
        histories: best first.
        width: continuations that are looked at closely.
        floor: score below which none is.

    Attributes:
        found: score, number of the history, and what the card is in it, in any order.
    """

    def __init__(self, histories: Sequence[History], width: int, floor: float) -> None:
        self.found: list[tuple[float, int, Decision]] = []
        self._histories = histories
        self._most = width
        self._floor = floor

    def add(self, number: int, options: Iterable[tuple[float, Decision]]) -> float:
        """Take in what the card may be in one history; how much of that weighs as laid."""
        laid, best = 0.0, -math.inf
        score, least = self._histories[number].score, self.least(number)
        for weight, decision in options:
            if decision.kind == "play":
                laid += weight
            if weight >= least:
                at = score + math.log(weight)
                self.found.append((at, number, decision))
                if at > best:
                    best = at
        self._floor = max(self._floor, best - TAIL)
        if len(self.found) >= 2 * self._most:
            self.found = self.best()[: self._most]
            self._floor = max(self._floor, self.found[-1][0])
        return laid

    def least(self, number: int) -> float:
        """What else a card is in one history must weigh to be among the likeliest."""
        return math.exp(self._floor - self._histories[number].score)

    def best(self) -> list[tuple[float, int, Decision]]:
        """Those found, best first, without those that only cost time."""
        found = [each for each in self.found if each[0] >= self._floor]
        return sorted(found, key=lambda each: (-each[0], each[1], each[2][:3]))


def weight_of(history: History, look: Look, seen: Evidence, decision: Decision) -> float:
    """What one decision about one card weighs; 0: it is impossible."""
    if seen.pinned is not None:
        return sum(weight for weight, each in _pinned(history, look, seen.pinned) if each == decision)
    options: Iterable[tuple[float, Decision]]
    now = history.evening.round
    assert now is not None
    if decision.kind == "play" and decision.unseen is None:
        if now.over or decision.card is None:
            return 0.0
        options = _with_prior(history, _plays(history.evening, [decision.card], look), look)
    elif decision.unseen is None:
        options = _explanations(history, look)
    else:
        rules, (place, unseen) = game.rules_of(history.evening), decision.unseen
        assert decision.card is not None
        if not seen.unseen or rules.rule_broken(history.evening, place, unseen) is not None:
            return 0.0
        first = _laid_unseen(place, unseen, _prior_of(history, look), look)
        ways = _after_one_unseen(history, place, unseen, [decision.card], look)
        options = [(first * weight, each._replace(unseen=decision.unseen)) for weight, each in ways]
    return sum(weight for weight, each in options if each == decision)


def _varied(
    histories: Sequence[History], grown: Sequence[tuple[float, int, Decision]], width: int
) -> list[tuple[float, int, Decision]]:
    """The likeliest continuations, few of each that differ in nothing but suits long laid."""
    chosen: list[tuple[float, int, Decision]] = []
    spare: list[tuple[float, int, Decision]] = []
    alike: dict[object, int] = {}
    same: dict[object, int] = {}
    crowds = {False: 0, True: 0}
    likenesses: dict[int, tuple[int, int, int, bool]] = {}
    numbers: dict[object, int] = {}
    honours: dict[int, tuple[int, ...]] = {}
    for each in grown:
        _, number, decision = each
        if len(chosen) == width:
            break
        if number not in likenesses:
            likenesses[number] = _likeness(histories[number], numbers, honours)
        after_play, after_other, details, over = likenesses[number]
        state = (after_play if decision.kind == "play" else after_other), decision
        alike[state] = alike.get(state, 0) + 1
        exact = state, details
        same[exact] = same.get(exact, 0) + 1
        if alike[state] <= ALIKE and same[exact] <= SAME:
            fits = crowds[over] < CROWD
            (chosen if fits else spare).append(each)
            crowds[over] += fits
    return sorted(chosen + spare[: width - len(chosen)], key=lambda each: -each[0])


def _likeness(
    history: History, numbers: dict[object, int], honours: dict[int, tuple[int, ...]]
) -> tuple[int, int, int, bool]:
    """On what it depends whether a history is like others, as numbers that are given out in turn.

    Args:
        numbers: those given out.
        honours: who laid the honours (where there are none: all cards), by the identity of all cards laid:
            many histories share those.

    Returns:
        The state of its game but for the last card, which one that is laid now hides; the same with it;
        all cards, and who laid the honours; whether the round is over.
    """
    now = history.evening.round
    assert now is not None
    state = now.score, history.shown
    last = (now.laid[-1].player, now.laid[-1].card) if now.laid else None
    laid = id(now.laid)
    if laid not in honours:
        board = game.rules_of(history.evening).BOARD
        honours[laid] = tuple([each.player for each in now.laid if not board or each.card in board])
    of_these = (state, None), (state, last), (now.table, honours[laid], history.talon)
    after_play, after_other, details = (numbers.setdefault(each, len(numbers)) for each in of_these)
    return after_play, after_other, details, now.over


_Plays = dict[object, list[tuple[float, Decision]]]
"""Plays by situation: many histories differ in nothing that matters for who may lay what."""


class Look(NamedTuple):
    """One card that came to lie, as all histories weigh it.

    Attributes:
        seen: 52 factors, with room for a misreading.
        faces: the same, times what else speaks for a card that is laid.
        likely, rare: cards by their factor (`CLEAR`).
        seats: factor per player.
        owners: the same for a hand laid open where it lies.
        nothing: the weight of its being no new card during play, and among the hands.
        again: per face, how often a card that lies there already is reported so.
        unseen, unseen_cards, claims, last, lost, lean: those of `Evidence`.
        of_hand, of_talon: factors for a card of a hand and of the talon, when the round is over.
        laid: per player and card, as far as asked for: what it weighs as laid by him.
        priors: how people usually go on, in each state of the game, as far as asked for.
        known: what it weighs as a card that lies there already, by all of these as bits, as far as asked for.
        hands: the faces that it may have in a hand, each with its bit, factor and `_as_shown`, by the same.
        plays, between, strange: the plays in each situation, as far as they were asked for: with a likely
            face, after a card that was never seen, with an unlikely face.
        ways, strange_ways: those with a likely and an unlikely face, weighed by how people usually go on.
    """

    seen: Sequence[float]
    faces: Sequence[float]
    likely: Sequence[Card]
    rare: Sequence[Card]
    seats: Sequence[float]
    owners: Sequence[float]
    nothing: tuple[float, float]
    again: Sequence[float]
    unseen: float
    unseen_cards: Mapping[Card, float]
    claims: Mapping[Card, Sequence[float]]
    last: Mapping[int, float]
    lost: Collection[Card]
    lean: Sequence[float]
    of_hand: float
    of_talon: float
    laid: dict[int, dict[Card, tuple[float, Decision]]]
    priors: dict[object, PlayPrior]
    known: dict[int, float]
    hands: dict[int, list[tuple[int, float, tuple[Decision, ...]]]]
    plays: _Plays
    between: _Plays
    strange: _Plays
    ways: _Plays
    strange_ways: _Plays


class Looks:
    """One card that came to lie, as histories weigh it that differ in whose hand its arm began to show."""

    def __init__(self, seen: Evidence) -> None:
        self._seen, self._any = seen, _look_of(seen)
        self._fellows: dict[int, Look] = {}

    def after(self, history: History) -> Look:
        """As one history weighs it."""
        back = self._seen.fellow
        now = history.evening.round
        assert now is not None
        if not 0 < back <= len(history.path):
            return self._any
        kind, fellow = history.path[-back].kind, history.path[-back].player
        if kind not in (("hand", "talon") if now.over else ("play",)):
            return self._any
        if fellow not in self._fellows:
            self._fellows[fellow] = self._by_same_arm(fellow)
        return self._fellows[fellow]

    def _by_same_arm(self, player: int) -> Look:
        """As one that came with another card of a player, or (-1) of the talon."""
        if player < 0:
            return self._any._replace(of_hand=ANOTHERS)
        players = [ANOTHERS * seat for seat in self._seen.players]
        players[player] += 1 - ANOTHERS
        return _look_of(replace(self._seen, players=players))._replace(of_talon=ANOTHERS)


def _look_of(seen: Evidence) -> Look:
    seats = [(1 - MISPLACED) * seat + MISPLACED / len(seen.players) for seat in seen.players]
    if seen.lean:
        seats = [seat * factor for seat, factor in zip(seats, seen.lean, strict=True)]
    return Look(
        seen.shown,
        seen.laid,
        [card for card in DECK if seen.laid[card.index] >= CLEAR],
        [card for card in DECK if seen.laid[card.index] < CLEAR],
        seats,
        [seat * near for seat, near in zip(seats, seen.shows, strict=True)],
        seen.nothing,
        seen.again,
        seen.unseen,
        seen.unseen_cards,
        seen.claims,
        seen.last,
        seen.lost,
        seen.lean,
        1.0,
        1.0,
        *({}, {}, {}, {}, {}, {}, {}, {}, {}),
    )


def _state(history: History) -> object:
    """All on which it depends, besides, how people usually go on, and who ends the round."""
    now = history.evening.round
    assert now is not None
    return now.situation, now.left, history.passed, now.due


def _explanations(history: History, look: Look) -> list[tuple[float, Decision]]:
    """What a card may be in one history, each with its weight (above 0); unlikely plays left out."""
    evening = history.evening
    now = evening.round
    assert now is not None
    over, known = now.over, history.lying
    if over:
        ways = _hands(history, look, history.passed)
    else:
        state, situation = _state(history), now.situation
        if situation not in look.plays:
            look.plays[situation] = [*_plays(evening, look.likely, look), *_illegal(evening, look)]
        if state not in look.ways:
            look.ways[state] = _with_prior(history, look.plays[situation], look)
        ways = look.ways[state].copy()
    if known not in look.known:
        look.known[known] = sum(often for place, often in enumerate(look.again) if known >> place & 1)
    ways.append((look.known[known] + look.nothing[over], NO_NEW_CARD))
    return ways


def _illegal(evening: Evening, look: Look) -> Iterator[tuple[float, Decision]]:
    """The card as laid against the rules by the player whose arm it most likely was."""
    now, rules = evening.round, game.rules_of(evening)
    assert now is not None
    place = max(range(len(look.seats)), key=lambda each: look.seats[each])
    for card in look.likely:
        if not now.table & BIT[card] and rules.rule_broken(evening, place, card):
            yield ILLEGAL * look.faces[card.index] * look.seats[place], Decision("illegal", place, card)


def _unwatched(history: History, look: Look, least: float) -> list[tuple[float, Decision]]:
    """The card as one after another that was laid and never seen.

    Of those that weigh less than ``least`` some are left out; later histories are to ask for no less.
    """
    now = history.evening.round
    assert now is not None
    if now.over:
        return []
    # Whoever lays his last card has ended the round: only hands can come after that one.
    state = _state(history)
    if state not in look.between:
        look.between[state] = list(_after_unseen(history, look, least))
    return look.between[state]


def _strange(history: History, look: Look, unseen: bool, least: float = 0.0) -> list[tuple[float, Decision]]:
    """Unlikely plays: a face that was hardly seen, or, with ``unseen``, a card between that nobody saw.

    ``least`` as for `_unwatched`.
    """
    now = history.evening.round
    assert now is not None
    if now.over:
        return []
    state, situation = _state(history), now.situation
    if situation not in look.strange:
        look.strange[situation] = _plays(history.evening, look.rare, look, least)
    if state not in look.strange_ways:
        # How people usually go on only makes them weigh less.
        plays = [each for each in look.strange[situation] if each[0] >= least]
        look.strange_ways[state] = _with_prior(history, plays, look)
    ways = look.strange_ways[state]
    return [*ways, *_unwatched(history, look, least)] if unseen else ways


def _plays(
    evening: Evening, cards: Sequence[Card], look: Look, least: float = 0.0
) -> list[tuple[float, Decision]]:
    """The legal ways to lay one of ``cards``, not yet weighed by how people usually go on.

    Those that weigh less than ``least`` are left out.
    """
    rules, now, ways = game.rules_of(evening), evening.round, []
    assert now is not None
    # What lies there already is most of what the rules would forbid, and quicker to tell.
    cards = [card for card in cards if not now.table & BIT[card]]
    last = now.laid[-1].player if now.laid and look.last else None
    for player in rules.may_go_on(evening):
        place = evening.players.index(player)
        laid = look.laid.setdefault(place, {})
        for card in cards:
            if card not in laid:
                laid[card] = _as_laid(look, place, card)
            weight, decision = laid[card]
            if place == last:
                weight *= look.last.get(card.rank, 1.0)
            if weight >= least and rules.rule_broken(evening, place, card) is None:
                ways.append((weight, decision))
    return ways


def _as_laid(look: Look, place: int, card: Card) -> tuple[float, Decision]:
    """The card as laid by a player, whether he may or not."""
    weight = look.faces[card.index] * look.seats[place] * _claimed(look, place, card)
    return weight, Decision("play", place, card)


def _prior_of(history: History, look: Look) -> PlayPrior:
    """How people usually go on from there."""
    state = _state(history)
    if state not in look.priors:
        look.priors[state] = play_prior(history.evening, history.passed)
    return look.priors[state]


def _with_prior(
    history: History, plays: Iterable[tuple[float, Decision]], look: Look
) -> list[tuple[float, Decision]]:
    """Those plays, weighed by how people usually go on."""
    likely_of = _prior_of(history, look).of
    return [
        (weight * likely_of(decision.player, decision.card), decision)
        if decision.kind == "play" and decision.card is not None
        else (weight, decision)
        for weight, decision in plays
    ]


def _claimed(look: Look, place: int, card: Card) -> float:
    """What calls and emptied boxes say of who laid a card."""
    return look.claims[card][place] if card in look.claims else 1.0


def _after_unseen(history: History, look: Look, least: float) -> Iterator[tuple[float, Decision]]:
    """The ways in which one unseen card makes a likely one legal; the last of all makes it one of a hand.

    Args:
        least: what they must weigh; of those that weigh less some are left out.
    """
    evening, cards = history.evening, look.likely
    rules, now = game.rules_of(evening), evening.round
    assert now is not None
    before_these = {card.rank - 1 for card in cards}
    prior = _prior_of(history, look)
    # What the card itself weighs at most, as laid and as one of a hand.
    laid = max(look.seats) * _most_claimed(look)
    shown = max((look.seen[card.index] for card in (*look.likely, *look.rare)), default=0.0)
    shown *= max(max(look.owners) * max(1.0, look.of_hand), look.of_talon)
    for player in rules.may_go_on(evening):
        place = evening.players.index(player)
        ends = now.left[place] == 1
        anew = (card for card in look.lost if ends or now.gathers or card.rank in before_these)
        for card in dict.fromkeys((*going_on(evening), *anew)):
            first = _laid_unseen(place, card, prior, look)
            if (ends and first * shown < least) or rules.rule_broken(evening, place, card) is not None:
                continue
            likely = [each for each in cards if first * laid * look.faces[each.index] >= least]
            if likely or ends:
                for weight, decision in _after_one_unseen(history, place, card, likely, look):
                    if first * weight >= least:
                        yield first * weight, decision._replace(unseen=(place, card))


def _laid_unseen(place: int, unseen: Card, prior: PlayPrior, look: Look) -> float:
    """What a card weighs that this player laid and nobody saw."""
    weight = look.unseen * prior.of(place, unseen)
    weight *= look.unseen_cards.get(unseen, 1.0) * _claimed(look, place, unseen)
    return weight * (look.lean[place] if look.lean else 1.0)


def _after_one_unseen(
    history: History, place: int, unseen: Card, cards: Sequence[Card], look: Look
) -> list[tuple[float, Decision]]:
    """The ways to lay one of ``cards``, or to show it, after this one that was legal and never seen.

    It still has to be said of them that they were laid after that one.
    """
    before = continued(history, 0.0, Decision("play", place, unseen))
    if game.rules_of(before.evening).finished(before.evening):
        return _hands(before, look, history.passed)
    return _with_prior(before, _plays(before.evening, [card for card in cards if card != unseen], look), look)


def _most_claimed(look: Look) -> float:
    """What `_claimed` is at most."""
    return max((1.0, *(factor for factors in look.claims.values() for factor in factors)))


def _hands(history: History, look: Look, passed: Sequence[int]) -> list[tuple[float, Decision]]:
    """The card as one of those that the losers show.

    Args:
        passed: cards that each player was asked for in vain, as `cards.BIT`s: he hardly shows one.
    """
    now = history.evening.round
    assert now is not None
    owners, known = look.owners, history.table
    if known not in look.hands:
        likely = [card for card in look.likely if not known & BIT[card]]
        open_ones = likely or [card for card in look.rare if not known & BIT[card]]
        look.hands[known] = [
            (BIT[card], look.seen[card.index], _as_shown(card, len(now.left))) for card in open_ones
        ]
    cards = look.hands[known]
    least = max(owners) * math.exp(-TAIL)
    out = len(game.rules_of(history.evening).pack(history.evening)) - known.bit_count()
    last, others = _in_turn(history)
    ways: list[tuple[float, Decision]] = []
    for place, left in enumerate(now.left):
        if history.shown[place].bit_count() < left and owners[place] > least:
            fits = owners[place] * (1.0 if last in (None, place) else others) * look.of_hand / out
            back, due = passed[place], now.due[place]
            ways += [(face * fits * rarity(back, due, bit), shown[place]) for bit, face, shown in cards]
    if history.face_down > 0:
        begun = bool(history.path) and history.path[-1].kind == "talon"
        turned = (TALON_GOES_ON if begun else TALON) * look.of_talon
        ways += [(face * turned / out, shown[-1]) for _, face, shown in cards]
    return ways


@functools.cache
def _as_shown(card: Card, players: int) -> tuple[Decision, ...]:
    """The card as one of each player's hand, and (last) of the talon: one object for all that think so."""
    hands = (Decision("hand", place, card) for place in range(players))
    return (*hands, Decision("talon", card=card))


def held_back(history: History) -> tuple[int, ...]:
    """How many cards each player must still hold and has not shown, once somebody has gone out; else none."""
    now = history.evening.round
    if now is None or not now.over:
        return (0,) * len(history.shown)
    return tuple(left - shown.bit_count() for left, shown in zip(now.left, history.shown, strict=True))


def straightened(history: History, lean: Sequence[float]) -> History:
    """A history found with `Evidence.lean`, weighed as if without."""
    owned = [decision.player for decision in history.path if decision.player >= 0]
    owned += [decision.unseen[0] for decision in history.path if decision.unseen is not None]
    return history._replace(score=history.score - sum(math.log(lean[place]) for place in owned))


def _leaning(
    options: Iterable[tuple[float, Decision]], lean: Sequence[float]
) -> Iterator[tuple[float, Decision]]:
    """What people said, as `straightened` will weigh it."""
    for weight, decision in options:
        owned = [decision.player] if decision.player >= 0 else []
        owned += [] if decision.unseen is None else [decision.unseen[0]]
        yield weight * math.prod(lean[place] for place in owned if lean), decision


def _in_turn(history: History) -> tuple[int | None, float]:
    """Who is showing his hand, and how likely another one shows a card now: one comes after the other."""
    last = showing(history)
    return last, 1.0 if last is None else float(UNSHOWN ** held_back(history)[last])


def showing(history: History) -> int | None:
    """Who has shown a card last, None while nobody has."""
    return next((decision.player for decision in reversed(history.path) if decision.kind == "hand"), None)


def _pinned(history: History, look: Look, decision: Decision) -> Iterator[tuple[float, Decision]]:
    """What a person said, if this history allows it."""
    evening = history.evening
    now = evening.round
    assert now is not None
    if decision.kind == "end":
        yield from _at_the_end(history, look, decision)
    elif decision.card is None or decision.kind in ("illegal", "talon"):
        yield 1.0, decision
    elif decision.kind == "play":
        rules = game.rules_of(evening)
        if decision.unseen is not None:
            # Who laid the card is what people know; that another lay before it was only our explanation.
            place, card = decision.unseen
            if rules.rule_broken(evening, place, card) is None:
                before = continued(history, 0.0, Decision("play", place, card))
                if rules.rule_broken(before.evening, decision.player, decision.card) is None:
                    yield (
                        play_prior(before.evening, before.passed).of(decision.player, decision.card),
                        decision,
                    )
                    return
        if rules.rule_broken(evening, decision.player, decision.card) is None:
            direct = decision._replace(unseen=None)
            yield play_prior(evening, history.passed).of(decision.player, decision.card), direct
    elif held_back(history)[decision.player] > 0 and not history.table & BIT[decision.card]:
        last, others = _in_turn(history)
        yield (1.0 if last in (None, decision.player) else others) / len(DECK), decision


def _at_the_end(history: History, look: Look, decision: Decision) -> Iterator[tuple[float, Decision]]:
    """The cards have been gathered: the next one was laid by whose turn it is, and seen by nobody."""
    rules, evening = game.rules_of(history.evening), history.evening
    if rules.finished(evening):
        yield 1.0, decision
        return
    yield UNFINISHED, decision
    prior = _prior_of(history, look)
    for player in rules.may_go_on(evening):
        place = evening.players.index(player)
        for card in look.lost:
            if rules.rule_broken(evening, place, card) is None:
                yield _laid_unseen(place, card, prior, look), decision._replace(unseen=(place, card))


def continued(history: History, score: float, decision: Decision) -> History:
    """A history with one more decision carried out."""
    evening, shown, talon, passed = history.evening, history.shown, history.talon, history.passed
    laid = [] if decision.unseen is None else [decision.unseen]
    if decision.kind == "play" and decision.card is not None:
        laid.append((decision.player, decision.card))
    for place, card in laid:
        rules = game.rules_of(evening)
        passed = tuple(map(or_, passed, rules.passed(evening, place, card)))
        evening = rules.apply(evening, CardPlayed(evening.players[place], card))
    if decision.kind == "hand" and decision.card is not None:
        bits = shown[decision.player] | BIT[decision.card]
        shown = (*shown[: decision.player], bits, *shown[decision.player + 1 :])
    elif decision.kind == "talon" and decision.card is not None:
        talon |= BIT[decision.card]
    return History(score, evening, (*history.path, decision), shown, talon, passed)
