"""What people say of a round's cards: that one was another, was none, or was laid and nobody saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.cards import Card
from engine.errors import IllegalEvent
from engine.events import Alert, CardPlayed, Event, HandShown, RoundStarted
from engine.games import game
from engine.referee.people import questions
from engine.referee.people.questions import Alternative, Question
from engine.referee.pile import Pile
from engine.referee.seen_cards import Decision, SeenCard, entered
from engine.referee.settings import APART, SHOWS


def meant(cards: Sequence[SeenCard], seen: SeenCard, decision: Decision) -> SeenCard:
    """Which card people mean who say this of one: of those that its arm brought the likest to it.

    People know what was laid, and not in which of several outlines the camera saw it.
    """
    card = decision.card
    if card is None or decision.kind != "play":
        return seen
    brought = (each for each in cards if each.arrived == seen.arrived and each.pinned is None)
    likest = max(brought, key=lambda each: each.faces[card.index], default=seen)
    return likest if likest.faces[card.index] > max(SHOWS, seen.faces[card.index]) else seen


def pin(pile: Pile, seen: SeenCard, decision: Decision) -> None:
    """A card is what a person says.

    Raises:
        IllegalEvent: no round allows it; then nothing has changed.
    """
    if not pile.pin(seen, decision):
        raise IllegalEvent("sequence", f"{decision.card} cannot have been laid there")


def lay(pile: Pile, seen: SeenCard, before: SeenCard | None = None) -> None:
    """Take in a card that a person tells, just before another one or last.

    Raises:
        IllegalEvent: it cannot have been laid there; then nothing has changed.
    """
    pile.lay(seen, before)
    if pile.beam.best.path[pile.cards.index(seen)] != seen.pinned:
        pile.remove(seen)
        assert seen.pinned is not None
        raise IllegalEvent("sequence", f"{seen.pinned.card} cannot have been laid there")


def unseen(pile: Pile, seen: SeenCard, decision: Decision, players: int) -> None:
    """People say which card was laid just before another one, and not seen; ``again``: none was.

    Raises:
        IllegalEvent: it cannot have been laid there.
    """
    if decision.kind in ("hand", "illegal"):
        raise IllegalEvent("correction", "a card that nobody saw can only have been laid, or not")
    if decision.kind == "play":
        lay(pile, entered(seen.t - APART, decision, players), seen)
    else:
        seen.none_before = True
        pile.touch(pile.cards.index(seen))


def taken_for(replacement: Event | None, names: Sequence[str]) -> Decision:
    """What a person's correction makes of a card.

    Args:
        replacement: what it was, None: nothing.
        names: players in playing order.

    Raises:
        IllegalEvent: no card can be that.
    """
    if replacement is None:
        return Decision("again")
    player = getattr(replacement, "player", None)
    if player is not None and player not in names:
        raise IllegalEvent("players", f"{player} does not play")
    match replacement:
        case CardPlayed():
            return Decision("play", names.index(replacement.player), replacement.card)
        case HandShown(cards=(card,)):
            return Decision("hand", names.index(replacement.player), card)
        case Alert(kind="illegal_card", player=str(name), card=Card() as card):
            return Decision("illegal", names.index(name), card)
    raise IllegalEvent(
        "correction", "a card can be corrected to a card, laid, shown or illegal, or to nothing"
    )


def told_card(seen: SeenCard, names: Sequence[str]) -> Iterator[CardPlayed]:
    """The card that a person told, as the event that tells it; nothing where it is none.

    Args:
        seen: the card.
        names: players in playing order.
    """
    decision = seen.pinned
    if decision is not None and decision.kind == "play" and decision.card is not None:
        yield CardPlayed(names[decision.player], decision.card, t=seen.t)


def chosen(number: int, alternatives: Sequence[object], choice: int | None) -> None:
    """Refuse a choice that a question does not offer.

    Raises:
        IllegalEvent: it has no such alternative.
    """
    if choice is not None and not 0 <= choice < len(alternatives):
        raise IllegalEvent("question", f"question {number} has {len(alternatives)} alternatives")


def asked_before(log: Sequence[Event], number: int, choice: int | None) -> Question:
    """A question of an earlier round, or from before a restart: only the log knows it.

    Raises:
        IllegalEvent: that event asks nothing any more, or has no such alternative.
    """
    alerts = (event for _, event in game.in_force(log) if isinstance(event, Alert))
    question = next((questions.asked(event) for event in alerts if event.seq == number), None)
    if question is None:
        raise IllegalEvent("question", f"event {number} asks nothing any more")
    chosen(number, question.alternatives, choice)
    return question


def correction_of_old(
    log: Sequence[Event], number: int, choice: int | None
) -> tuple[int, Event | None] | None:
    """What the answer to a question of an earlier round, or from before a restart, corrects in the log.

    Returns:
        Number of an event, and what it was; None: the log is right as it is.

    Raises:
        IllegalEvent: that event asks nothing any more, has no such alternative, or is about a hand that must
            be shown again.
    """
    question = asked_before(log, number, choice)
    if choice is not None and question.about is None:
        return told_of_hand(log, number, question.alternatives[0], question.alternatives[choice])
    if not choice or question.about is None:  # the first alternative is what the log says
        return None
    return question.about, question.alternatives[choice].event()


def told_of_hand(
    log: Sequence[Event], number: int, asked: Alternative, answer: Alternative
) -> tuple[int, HandShown] | None:
    """People say which card of a hand it was that was read less than surely, or not seen at all.

    Args:
        number: of the event that asked.
        asked: its first alternative.
        answer: the one that people chose.

    Returns:
        Number of the event that told the hand, and the hand; None: it was told so.

    Raises:
        IllegalEvent: it must be shown again.
    """
    rounds = [event.seq or 0 for event in log if isinstance(event, RoundStarted)]
    began = max((seq for seq in rounds if seq < number), default=0)
    over = min((seq for seq in rounds if seq > number), default=len(log) + 1)
    hands = [hand for _, hand in game.in_force(log) if isinstance(hand, HandShown)]
    hand = next((h for h in hands if h.player == answer.player and began < (h.seq or 0) < over), None)
    if hand is not None and hand.seq is not None and answer.card is not None:
        inferred = hand.extra.get("inferred", [])
        if answer == asked and not inferred:
            return None
        # What was inferred in the end may be another card than was likeliest when it was asked for.
        doubted = [asked.card.code] if asked.card in hand.cards else inferred
        cards = tuple(card for card in hand.cards if card.code not in doubted)
        if len(cards) == len(hand.cards) - 1:
            return hand.seq, HandShown(hand.player, (*cards, answer.card))
    raise IllegalEvent("question", f"question {number} is about a hand: it must be shown again")
