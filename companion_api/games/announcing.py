"""What is said aloud: the difference between two moments of an evening, said once.

A pure function of the evening before and after some events. What the log only tells anew says
nothing, as it leaves no difference; what people correct is said as the correction and the new
total, and nothing else. Which of it a device speaks, and with which voice, its owner chooses
there; the words are in the one catalogue (``aloud``).

A forgotten call is said once: on a strict table when its window has closed (`missed_call`), on a
kind one (`engine.evening.terms.Terms.reminder`) while the box may still be claimed (``reminder`` in the
log), and then never again when it was lost all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion_api.games.views import Story, wanted
from companion_api.saying.announcement import Announcement
from engine.events import Called, CardPlayed, Corrected, Event, HandShown
from engine.games import game, stops
from engine.referee import gate
from engine.referee.people import questions

QUIET = ("missed_call", "reminder", "void_call")
"""Alerts that are said as what they mean, or that only their player needs to read."""


def announcements(before: Story, after: Story) -> tuple[Announcement, ...]:
    """What is to be said of the events that ``after`` has and ``before`` had not.

    Args:
        before, after: of the same evening.
    """
    state = after.state
    if state is None or state.round is None:
        return ()
    put_right = corrections(before, after)
    if put_right:
        return put_right
    return (
        *_alerts(before, after),
        *_lead(before, after),
        *_round(before.state, state, after),
        *_end(before.state, state),
    )


def corrections(before: Story, after: Story) -> tuple[Announcement, ...]:
    """What is to be said of what people have put right; nothing else is said then."""
    return tuple(_put_right(after.events[len(before.events) :], before, after))


def _put_right(fresh: Sequence[Event], before: Story, after: Story) -> Iterator[Announcement]:
    """A person's correction: how it is now, and what the player has."""
    for event in fresh:
        if "was" not in event.extra and "restores" not in event.extra and not _taken_back(event):
            continue
        chips = after.reckoning().chips
        now = event.replacement if isinstance(event, Corrected) else event
        if isinstance(now, CardPlayed):
            yield Announcement("corrected", now.player, now.card, chips=chips.get(now.player))
            return
        if isinstance(now, HandShown):
            yield Announcement("corrected_hand", now.player, chips=chips.get(now.player))
            return
        was = _was(before, event)
        if was is not None:
            yield Announcement("removed", was.player, was.card, chips=chips.get(was.player))
            return


def _taken_back(event: Event) -> bool:
    """Whether somebody took something back (`by`), other than answering a question."""
    return isinstance(event, Corrected) and "by" in event.extra and "answer" not in event.extra


def _was(before: Story, event: Event) -> CardPlayed | Called | None:
    target = event.target if isinstance(event, Corrected) else None
    cards = (old for old in before.events if isinstance(old, CardPlayed | Called))
    return next((old for old in cards if old.seq == target), None)


def _alerts(before: Story, after: Story) -> Iterator[Announcement]:
    """Alerts of this round that were not there before."""
    known = {(alert.kind, alert.player, alert.card) for alert in before.alerts}
    same = before.state is not None and after.state is not None and _number(before) == _number(after)
    for alert in after.alerts:
        if same and (alert.kind, alert.player, alert.card) in known:
            continue
        if alert.kind == gate.ASKED or alert.extra.get("reason") == questions.REASON:
            yield Announcement("question", alert.player, alert.card)
        elif alert.kind == "reminder":
            yield Announcement("reminder", alert.player, alert.card)
        elif alert.kind not in QUIET:
            yield Announcement("alert", alert.player, alert.card, alert=alert)


def _lead(before: Story, after: Story) -> Iterator[Announcement]:
    """Who leads, once people have said it where the rules leave it open."""
    if after.leads is not None and after.leads != before.leads:
        yield Announcement("turn", after.leads)


def _number(story: Story) -> int:
    return story.state.round.number if story.state is not None and story.state.round is not None else 0


def _round(was: stops.Evening | None, state: stops.Evening, after: Story) -> Iterator[Announcement]:
    """What the cards have brought: boxes taken and kept, last cards, whose turn, what is wanted."""
    now = state.round
    assert now is not None
    old = was.round if was is not None and was.round is not None and was.round.number == now.number else None
    players = state.players
    reminded = {(alert.player, alert.card) for alert in after.alerts if alert.kind == "reminder"}
    for place, card, chips in now.missed:
        gone = old is not None and any(card == each for _, each, _ in old.missed)
        if not gone and (players[place], card) not in reminded:
            bete = getattr(state.options, "missed_call", "lost") == "bete"
            yield Announcement("missed_bete" if bete else "missed_call", players[place], card, chips)
    for place, card, chips in now.takes:
        if old is None or all(card != each for _, each, _ in old.takes):
            yield Announcement("taken" if chips else "taken_empty", players[place], card, chips)
    laid = len(old.laid) if old is not None else 0
    if old is None and not now.laid and now.leader is not None:
        yield Announcement("turn", players[now.leader])
    if len(now.laid) <= laid:
        return
    for place, player in enumerate(players):
        had = old.left[place] if old is not None else None
        if now.left[place] in (0, 1) and had is not None and had > now.left[place]:
            yield Announcement("last_card" if now.left[place] else "out", player)
    rules = game.rules_of(state)
    same_turn = old is not None and now.turn > len(now.laid) - laid
    crossed = rules.back_crosses(was) if same_turn else 0
    if (count := rules.back_crosses(state)) > crossed:
        kind = "back_cross" if count == 1 else "double_back_cross"
        yield Announcement(kind, players[now.laid[-1].player])
    if stops.finished(state):
        return
    rank = wanted(state)
    if rank is None:
        yield Announcement("restart", players[now.laid[-1].player])
    else:
        yield Announcement("wanted", rank=rank)


def _end(was: stops.Evening | None, state: stops.Evening) -> Iterator[Announcement]:
    """A round that has been settled."""
    if len(state.settlements) <= (len(was.settlements) if was is not None else 0):
        return
    last = state.settlements[-1]
    if last.opera:
        main_pleine = getattr(state.options, "opera", None) == "no_honour"  # 002's word for it
        yield Announcement("main_pleine" if main_pleine else "opera", last.winner)
    yield Announcement("settled", last.winner)
