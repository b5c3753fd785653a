"""People at a table whose truth is known, who answer what they are asked as it was.

For measuring: what the camera and the rules leave open is asked, and then every answer is right.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engine.cards import Card, parse_card
from engine.errors import IllegalEvent
from engine.events import Alert, CardPlayed, Event, HandShown, RoundStarted
from engine.games import game
from engine.referee.people.questions import Alternative, Question
from engine.referee.referee import Referee

ANSWERS_AFTER = 3.0
"""Seconds of the film between a question and its answer."""
UNSEEN, UNFINISHED, ASKED_FOR = "card_unseen", "unfinished", "hand_unseen"
"""Reasons of the alerts that a card was laid and nobody saw it, that cards are left in hands, that a hand is
to be shown."""
OUT_OF_SIGHT = "view"
"""Reason of the alert that the camera sees the table no more; it is lifted when it does again."""
UNEXPLAINED = "disagreement"
"""Reason of the alert that nothing explains what is seen since a card: what was laid is to be shown."""
SAME_TIME = 3.0
"""Seconds that a card in question may have come to lie before or after the true one."""


@dataclass(frozen=True, slots=True)
class _Known:
    """Something that really happened to a card: ``kind`` as `people.questions.Alternative` has it."""

    kind: str
    player: str
    card: Card
    t: float


class Truthful:
    """Answers a referee's questions from a truth file.

    Args:
        truth: as `hardware.simulator.table.SimulatedTable.truth` has it.
        film: the truth's second that goes with one of the referee's, where its camera has a time of its own.

    Attributes:
        answered: how many questions were answered, hands told that were asked for among them.
    """

    def __init__(self, truth: Mapping[str, Any], film: Callable[[float], float] = lambda t: t) -> None:
        self.answered = 0
        self._film = film
        self._known = list(_known(truth))
        self._heard: dict[int, float] = {}

    def says(self, referee: Referee, t: float) -> list[tuple[int, int | None]]:
        """(number of the question, which alternative) of all that people answer at `t` seconds."""
        due = []
        for number, question in referee.questions.items():
            if t - self._heard.setdefault(number, t) >= ANSWERS_AFTER:
                due.append((number, self._choice(referee, question)))
        return due

    def answer(self, referee: Referee, number: int, choice: int | None) -> list[Event]:
        """Tell the referee, unless the question has answered itself meanwhile."""
        if number not in referee.questions:
            return []
        self.answered += 1
        return referee.answer(number, choice)

    def afterwards(self, referee: Referee) -> list[Event]:
        """What people still say when the pictures have ended: open questions, and hands asked for."""
        told: list[Event] = []
        while referee.questions:
            number, question = next(iter(referee.questions.items()))
            told += self.answer(referee, number, self._choice(referee, question))
        told += self._shown(referee)
        told += self._missed(referee)
        return told + self._unseen_told(referee) + self._hands_asked_for(referee)

    def _shown(self, referee: Referee) -> list[Event]:
        """Each card laid since the one from which on, says the log, nothing explains what is seen."""
        earlier, now = _rounds(referee)
        lost = _told_at(now, UNEXPLAINED)
        told: list[Event] = []
        for place, true in enumerate(self._laid_after(earlier)) if lost else ():
            plays = [event for event in _rounds(referee)[1] if isinstance(event, CardPlayed)]
            event = CardPlayed(true.player, true.card)
            ours = plays[place] if place < len(plays) else None
            if ours is not None and (
                (ours.player, ours.card) == (true.player, true.card) or (ours.t or 0) < lost[0]
            ):
                continue
            self.answered += 1
            with suppress(IllegalEvent):  # an earlier card is taken for another one
                told += referee.enter(event) if ours is None else referee.correct(ours.seq or 0, event)
        return told + referee.finish() if told else told

    def _missed(self, referee: Referee) -> list[Event]:
        """The cards laid last in a round that the log says is unfinished.

        As many as are left, and no more than people still know: a trick, or all since the log said that the
        table is out of sight.
        """
        earlier, now = _rounds(referee)
        unfinished = _alerts(now, UNFINISHED)
        left = unfinished[-1].extra["left"] if unfinished else {}
        lost = _told_at(now, OUT_OF_SIGHT)
        count = sum(left.values())
        if not count or (count > len(left) and not lost):
            return []
        known = {(event.player, event.card) for event in now if isinstance(event, CardPlayed)}
        missed = [each for each in self._laid_after(earlier) if (each.player, each.card) not in known][:count]
        if count > len(left) and missed and missed[0].t < self._film(lost[0]):
            return []
        told: list[Event] = []
        for each in missed:
            self.answered += 1
            with suppress(IllegalEvent):  # an earlier card is taken for another one
                told += referee.enter(CardPlayed(each.player, each.card))
        return told + referee.finish() if told else told

    def _laid_after(self, earlier: Sequence[Event]) -> list[_Known]:
        """The cards that were really laid after those of earlier rounds."""
        before = sum(isinstance(event, CardPlayed) for event in earlier)
        return [each for each in self._known if each.kind == "play"][before:]

    def _unseen_told(self, referee: Referee) -> list[Event]:
        """Each card of which the log says that nobody saw it, and which was another one."""
        told: list[Event] = []
        tried: set[int] = set()
        while (wrong := next(self._wrongly_unseen(referee, tried), None)) is not None:
            number, card = wrong
            tried.add(number)
            self.answered += 1
            with suppress(IllegalEvent):  # what else the log holds may not allow the truth yet
                told += referee.correct(number, card)
        return told + referee.finish() if told else told

    def _wrongly_unseen(self, referee: Referee, tried: Container[int]) -> Iterator[tuple[int, CardPlayed]]:
        """(number in the log, what was laid) of such cards: each player's cards come in the truth's order."""
        earlier, now = _rounds(referee)
        unseen = {(alert.player, alert.card) for alert in _alerts(now, UNSEEN)}
        for player in dict.fromkeys(player for player, _ in unseen):
            ours = [event for event in now if isinstance(event, CardPlayed) and event.player == player]
            before = sum(isinstance(event, CardPlayed) and event.player == player for event in earlier)
            laid = [known.card for known in self._known if (known.kind, known.player) == ("play", player)]
            for event, card in zip(ours, laid[before:], strict=False):
                number = event.seq or 0
                if event.card != card and (player, event.card) in unseen and number not in tried:
                    yield number, CardPlayed(event.player, card)

    def _hands_asked_for(self, referee: Referee) -> list[Event]:
        """Each hand that people were asked to show and that is not told as it was: guessed, or not at all."""
        told: list[Event] = []
        for player in dict.fromkeys(alert.player for alert in _alerts(referee.log, ASKED_FOR)):
            cards = tuple(each.card for each in self._known if (each.kind, each.player) == ("hand", player))
            if player is None or not cards:
                continue
            shown = _hand_told(referee, player)
            if shown is not None and set(shown.cards) == set(cards):
                continue
            hand = HandShown(player, cards)
            self.answered += 1
            with suppress(IllegalEvent):  # it may have laid one of them by what it takes for the truth
                if shown is None or shown.seq is None:
                    told += referee.enter(hand)
                else:
                    told += referee.correct(shown.seq, hand)
        return told + referee.finish() if told else told

    def _choice(self, referee: Referee, question: Question) -> int | None:
        """The alternative that is true; None: none of them is."""
        # What the log already has right is not the card in question: no other one stands for it.
        told = {(e.player, e.card) for e in _this_round(referee) if isinstance(e, CardPlayed)}
        untold = [known for known in self._known if (known.player, known.card) not in told]
        for fits, there in ((_is, self._known), (_pays_as, untold)):
            for place, said in enumerate(question.alternatives):
                if any(self._near(known, question) and fits(said, known) for known in there):
                    return place
        nothing = [place for place, said in enumerate(question.alternatives) if said.kind == "again"]
        t = self._film(question.t)
        laid = any(known.kind == "play" and abs(known.t - t) < 0.5 for known in self._known)
        return nothing[0] if nothing and not laid else None

    def _near(self, known: _Known, question: Question) -> bool:
        return known.kind == "hand" or question.unseen or abs(known.t - self._film(question.t)) < SAME_TIME


def _this_round(referee: Referee) -> Iterator[Event]:
    """What holds in the log since this round began, the latest first."""
    return reversed(_rounds(referee)[1])


def _rounds(referee: Referee) -> tuple[list[Event], list[Event]]:
    """What holds in the log of the rounds before this one, and of this one."""
    events = [event for _, event in game.in_force(referee.log)]
    began = max((place for place, event in enumerate(events) if isinstance(event, RoundStarted)), default=-1)
    return events[:began], events[began + 1 :]


def _alerts(events: Iterable[Event], reason: str) -> list[Alert]:
    """Those of this reason."""
    return [event for event in events if isinstance(event, Alert) and event.extra.get("reason") == reason]


def _told_at(events: Iterable[Event], reason: str) -> list[float]:
    """Seconds at which alerts of this reason were told."""
    return [alert.t or 0.0 for alert in _alerts(events, reason)]


def _hand_told(referee: Referee, player: str) -> HandShown | None:
    """A player's hand as the log has it in this round; None where it has none."""
    hands = (event for event in _this_round(referee) if isinstance(event, HandShown))
    return next((hand for hand in hands if hand.player == player), None)


def _is(said: Alternative, known: _Known) -> bool:
    return (said.kind, said.player, said.card) == (known.kind, known.player, known.card)


def _pays_as(said: Alternative, known: _Known) -> bool:
    """Where suits mean nothing, a card laid stands for all of its rank; in a hand people see which it is."""
    if said.card is None or said.card.rank != known.card.rank or said.kind == "hand":
        return False
    return (said.kind, said.player) == (known.kind, known.player)


def _known(truth: Mapping[str, Any]) -> Iterator[_Known]:
    events: Sequence[Mapping[str, Any]] = truth["events"]
    for event in events:
        if event["type"] == "card_played":
            yield _Known("play", event["player"], parse_card(event["card"]), event["t"])
        elif event["type"] == "hand_shown":
            for card in event["cards"]:
                yield _Known("hand", event["player"], parse_card(card), event["t"])
    for upset in truth.get("disturbances", ()):
        if upset["kind"] == "take_back":
            # Whether the rules allowed it or not, in the end it was not laid.
            yield _Known("illegal", upset["player"], parse_card(upset["card"]), upset["t"])
