"""A round's log from its first card on, as the decisions taken about it tell it.

One place knows in which order things are told: cards, the calls between them, what the rules say
of both, the hands, the settlement.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import or_

from engine.cards import Card
from engine.certainty import DOUBTFUL, MARK, Inferred
from engine.errors import IllegalEvent
from engine.evening.reminding import HEARS_LATE
from engine.events import Alert, Called, CardPlayed, Event, HandShown
from engine.games import game
from engine.games.game_rules import Evening
from engine.referee.beam import Decision
from engine.referee.calls import Call, alert, judged, missed_their_moment, void
from engine.referee.gate import ASKED
from engine.referee.people.doubts import marked
from engine.referee.retelling import Line
from engine.referee.rounds.hands import Completion, Hand, completed, seen, turned_up
from engine.referee.seen_cards import Before, Entry, SeenCard
from engine.referee.settings import INFERRED, LAID_BEFORE


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a round besides its cards.

    Attributes:
        calls: all, by time.
        judge: seconds until which calls are judged: what lay still then has been seen.
        hands: whole hands that people told.
        held: (player, card) of single cards of hands that people told.
        t: now, in seconds.
        quiet: nobody shows any further card.
        listens: voices are heard, some time after they spoke: a missed call is told that much later.
        final: nothing more is to come.
        doubts: cards, and what lay unseen before some, that are less sure than what is committed otherwise.
        entries: what people told besides that no camera sees.
        since: when the last of the round's cards lay that only the log knows.
    """

    calls: Sequence[Call] = ()
    judge: float = float("inf")
    hands: Mapping[str, HandShown] = field(default_factory=dict)
    held: Sequence[tuple[str, Card]] = ()
    t: float = 0.0
    quiet: bool = False
    listens: bool = False
    final: bool = False
    doubts: Mapping[SeenCard | Before, Inferred] = field(default_factory=dict)
    entries: Sequence[Entry] = ()
    since: float = 0.0


@dataclass(frozen=True, slots=True)
class Account:
    """A round told.

    Attributes:
        lines: of its log.
        evening: after them.
        hands: those still to be shown when the last card lay; empty before.
        lacking: what the hands still lack, where that can be said.
        due: when there will be more to tell, unless a voice is heard by then; None: nothing waits.
    """

    lines: tuple[Line, ...]
    evening: Evening
    hands: tuple[Hand, ...] = ()
    lacking: Completion | None = None
    due: float | None = None


def account(base: Evening, cards: Sequence[tuple[SeenCard, Decision]], known: Known) -> Account:
    """Tell a round.

    Args:
        base: before its first card that is told here.
        cards: what lies on the table, and what each card is taken for.
        known: calls and hands.
    """
    teller = _Teller(base, known, _no_later(cards))
    shown_t: float | None = None
    for card, decision in cards:
        teller.doubt(card, decision)
        if decision.kind not in ("again", "talon"):
            if shown_t is None:
                teller.judge(teller.laid(card))
            teller.card(card, decision)
            if decision.kind == "hand" and shown_t is None:
                shown_t = card.t
        # People told it at its time, whatever the card before it turns out to have been.
        for entry in (entry for entry in known.entries if entry.after is card):
            teller.tell(entry.event, entry)
            teller.go_on()
    shown, lacking = _show(teller, cards, known, shown_t is None)
    if shown_t is not None:
        for call in teller.waiting:  # as one is judged that is made, or said again, when all is settled
            found = judged(teller.evening, call)
            teller.void(call, found if isinstance(found, Alert) else void(call, "late"))
    elif known.final:
        for call in teller.waiting:
            if judged(teller.evening, call) is None:
                teller.void(call, void(call, "not_laid"))
    evening = teller.evening
    if known.final and not game.rules_of(evening).finished(evening):
        left = game.rules_of(evening).cards_left(evening)
        teller.lines.append(Line(alert("uncertain", "unfinished", known.t, left=left)))
    if len(evening.settlements) > len(base.settlements):
        t = max((card.t for card, _ in cards), default=known.t)
        teller.lines.append(Line(replace(evening.settlements[-1], t=t)))
    return Account(tuple(teller.lines), evening, shown, lacking, min(teller.held, default=None))


def _show(
    teller: _Teller, cards: Sequence[tuple[SeenCard, Decision]], known: Known, calls: bool
) -> tuple[tuple[Hand, ...], Completion | None]:
    """Tell each loser's hand once all its cards are known; with ``calls`` also those made meanwhile."""
    if calls:
        teller.judge(min((known.judge, *(hand.t for hand in known.hands.values() if hand.t is not None))))
    shown = seen(teller.evening, cards, known.hands, known.held)
    talon = turned_up(cards)
    over = known.quiet or known.final
    lacking = completed(teller.evening, shown, talon, teller.passed) if over else None
    # One card is settled by what is likeliest when nobody answers; more must be shown where it matters.
    infer = lacking is not None and (lacking.share >= 1 or (known.final and bool(lacking.single)))
    for hand in shown:
        t = known.t if hand.t is None else hand.t
        also = lacking.cards.get(hand.player, ()) if lacking is not None and infer else ()
        if hand.missing == len(also):
            if calls:
                teller.judge(min(known.judge, t))
            extra = _inferred_of(hand, also, lacking, cards, known)
            of_hand = HandShown(hand.player, hand.cards + also, hand.points, t=t, extra=extra)
            teller.tell(of_hand, f"hand of {hand.player}")
        # Where just one card is missing, a question asks for it.
        if over and hand.missing and (lacking is None or not lacking.single):
            facts = {"seen": len(hand.cards), "of": hand.left}
            teller.lines.append(
                Line(Alert("uncertain", hand.player, t=t, extra={"reason": "hand_unseen", **facts}))
            )
    if calls:
        teller.judge(known.judge)
    return tuple(shown), lacking


def _inferred_of(
    hand: Hand,
    also: Sequence[Card],
    lacking: Completion | None,
    cards: Sequence[tuple[SeenCard, Decision]],
    known: Known,
) -> dict[str, object]:
    """What of a hand was inferred: cards that nobody saw, and those seen badly; how surely."""
    badly = [
        (decision.card.code, known.doubts[seen_card].share or 0.0)
        for seen_card, decision in cards
        if decision.kind == "hand" and decision.card in hand.cards and seen_card in known.doubts
    ]
    shares = [share for _, share in badly] + ([lacking.share] if also and lacking is not None else [])
    marks: dict[str, object] = {MARK: [card.code for card in also]} if also else {}
    marks |= {DOUBTFUL: [code for code, _ in badly]} if badly else {}
    return {**marks, "share": round(min(shares), 2)} if shares else marks


def _no_later(cards: Sequence[tuple[SeenCard, Decision]]) -> Mapping[SeenCard, float]:
    """When each card lay at the latest: one that was seen late lay before the next one did."""
    latest, lay = math.inf, {}
    for card, decision in reversed(cards):
        lay[card] = min(latest, card.t)
        latest = lay[card] if decision.kind == "play" else latest
    return lay


class _Teller:
    """Writes lines and follows the state.

    Args:
        evening: before the first card.
        known: calls and hands.
        lay: when each card lay at the latest.
    """

    def __init__(self, evening: Evening, known: Known, lay: Mapping[SeenCard, float]) -> None:
        self.evening = evening
        self._lay = lay
        self.waiting = [call for call in known.calls if not call.cancelled]
        self.lines: list[Line] = []
        self.held: list[float] = []
        self._known = known
        self._last: SeenCard | None = None
        self._stopped: list[tuple[SeenCard, Decision]] = []  # cards since one that shows an earlier fault
        self.passed = (0,) * len(evening.players)

    def tell(self, event: Event, source: object) -> IllegalEvent | None:
        """One event, and what people should be told about it; why it cannot be told, where it cannot."""
        try:
            after: Evening = game.apply(self.evening, event)
        except IllegalEvent as error:
            if error.event is not None:  # an earlier card broke a rule, as was told: people say what follows
                return error
            card = event.card if isinstance(event, CardPlayed) else None
            player = event.player if isinstance(event, CardPlayed | HandShown) else None
            kind = "uncertain" if error.since is None else "illegal_card"
            line = Line(alert(kind, "broken", event.t, player, card, rule=error.rule), source)
            self.lines += [line] if line not in self.lines else []
            return error
        self.lines.append(Line(event, source))
        if isinstance(event, CardPlayed):
            place = self.evening.players.index(event.player)
            in_vain = game.rules_of(self.evening).passed(self.evening, place, event.card)
            self.passed = tuple(map(or_, self.passed, in_vain))
        self.lines += [
            Line(each) for each in game.alerts(self.evening, event, after) if not self._held_back(each)
        ]
        self.evening = after
        return None

    def _held_back(self, each: Alert) -> bool:
        """Whether a call that seems missed may still be told by a recogniser."""
        known = self._known
        if not known.listens or known.final or each.kind != "missed_call" or each.t is None:
            return False
        due = each.t + HEARS_LATE
        if due <= known.t:
            return False
        self.held.append(due)
        return True

    def laid(self, card: SeenCard) -> float:
        """When a card was laid that was seen to lie at its time; after the one before it, however fast.

        One that a person entered was laid then.
        """
        t = self._lay[card]
        if card.corners is None and card.arrived >= card.t:
            return t
        since = t if self._last is None else t - self._lay[self._last]
        return t - min(LAID_BEFORE, max(0.0, since) / 2)

    def judge(self, until: float) -> None:
        """Tell the calls made before ``until``, as things stand."""
        for call in [call for call in self.waiting if call.t < until]:
            found = judged(self.evening, call)
            if found is None:
                continue
            self.waiting.remove(call)
            if isinstance(found, Called):
                call.silent = False
                self.tell(found, call)
            else:
                self.void(call, found)

    def void(self, call: Call, why: Alert) -> None:
        """A call that changes nothing; of a voice only what people must decide is told."""
        asks = call.doubtful and why.kind == ASKED and not self._called(call.card)
        call.silent = call.via == "voice" and not asks
        if not call.silent:
            self.lines.append(Line(why, call))

    def _called(self, card: Card) -> bool:
        """Whether a card's call counts, or one that was plain may still; a void one says nothing."""
        plain = any(call.card == card and not call.doubtful for call in self.waiting)
        return plain or card in game.rules_of(self.evening).calls_taken(self.evening)

    def doubt(self, card: SeenCard, decision: Decision) -> None:
        """What is in doubt of a card and has no event of its own: that there may have been one."""
        has_events = decision.kind in ("play", "hand"), decision.unseen is not None
        sources: tuple[SeenCard | Before, ...] = card, Before(card)
        for source, has_event in zip(sources, has_events, strict=True):
            doubt = self._known.doubts.get(source)
            if doubt is not None and not has_event:
                facts = {MARK: marked(doubt)}
                self.tell(alert("uncertain", MARK, card.t, doubt.player, doubt.card, **facts), None)

    def card(self, card: SeenCard, decision: Decision) -> None:
        """What one card that came to lie is taken for, unless people must first answer for an earlier one."""
        if self._stopped:
            self._stopped.append((card, decision))
            return
        if decision.unseen is not None:
            self.lay_unseen(card, *decision.unseen)
        if decision.kind == "illegal":
            self.refuse(card, decision)
        if decision.kind == "play":
            self.lay(card, decision)

    def go_on(self) -> None:
        """Tell the cards since a fault for which people may have paid now."""
        stopped, self._stopped = self._stopped, []
        for card, decision in stopped:
            self.card(card, decision)

    def refuse(self, card: SeenCard, decision: Decision) -> None:
        """A card laid against the rules."""
        assert decision.card is not None
        player = self.evening.players[decision.player]
        refusal = game.rules_of(self.evening).why_not(self.evening, player, decision.card)
        facts = {} if refusal is None else {"rule": refusal.rule}
        self.lines.append(Line(alert("illegal_card", "broken", card.t, player, decision.card, **facts), card))

    def lay_unseen(self, seen_card: SeenCard, place: int, card: Card) -> None:
        """A card that nobody saw, which must have been laid just before another."""
        player = self.evening.players[place]
        extra = self._mark(Before(seen_card))
        self.tell(CardPlayed(player, card, INFERRED, t=seen_card.t, extra=extra), Before(seen_card))
        self.lines.append(Line(alert("uncertain", "card_unseen", seen_card.t, player, card)))
        self.judge(seen_card.t)  # whoever called it then was not too early

    def _mark(self, source: SeenCard | Before) -> dict[str, object]:
        """The mark of a card that is in doubt."""
        doubt = self._known.doubts.get(source)
        return {} if doubt is None else {MARK: marked(doubt)}

    def lay(self, card: SeenCard, decision: Decision) -> None:
        """A card laid."""
        assert decision.card is not None
        players = self.evening.players
        # A call from before its card that another card has come between is void now.
        since = self._known.since
        for call in tuple(
            missed_their_moment(self.waiting, card, decision.card, self._last, self._lay, since)
        ):
            self.waiting.remove(call)
            self.void(call, void(call, "early"))
        self._last = card
        rules, before = game.rules_of(self.evening), self.evening
        played = CardPlayed(players[decision.player], decision.card, card.confidence, t=card.t)
        place = len(self.lines)
        refused = self.tell(played, card)
        if refused is not None and refused.since is not None and refused.event is None:
            self._stopped.append((card, decision._replace(unseen=None)))
        if self.evening is not before:
            why = card.why(decision, rules.wanted(before), rules.wanted(self.evening))
            extra = {"why": why, "alternatives": card.others(decision.card), **self._mark(card)}
            self.lines[place] = Line(replace(played, extra=extra), card)
