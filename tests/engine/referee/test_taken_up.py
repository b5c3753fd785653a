"""What was said before a restart and what is said after it come to the same as if there had been none."""

from dataclasses import replace
from random import Random

import pytest
from rounds import golden

from engine.boundaries import Heard
from engine.errors import IllegalEvent
from engine.events import Alert, Called, CardPlayed, HandShown, Settlement
from engine.games import game
from engine.referee.referee import Referee
from engine.table import table_from_json


def seat(events):
    began, opened = events[:2]
    referee = Referee(
        table_from_json({"game": "nain-jaune", "rules": "lindor", "dealer": opened.dealer,
                         "players": [{"name": name} for name in began.players]}, "table")
    )  # fmt: skip
    referee.start()
    return referee


def restarted(referee):
    """Another referee that knows what is on the disk, and nothing else."""
    again = Referee(referee._table, log=referee.log)
    for each in referee.pending:
        again.say_again(each)
    return again


def said(referee):
    """What the log says now, without when that was known."""
    told = [replace(event, t=None) for _, event in game.in_force(referee.log)]
    told = [replace(event, extra={}) if isinstance(event, CardPlayed) else event for event in told]
    return told, replace(referee.evening, round=referee.evening.round._replace(laid_at=None))


def messages(rng, events):
    """A round as phones may send it: (seconds, what); calls come in time, late, or long after their card."""
    t, later = 1.0, []
    for event in events[2:]:
        if isinstance(event, Called):
            way = rng.choice(("tap", "tap", "voice"))
            heard = Heard(t - 0.2, event.card, rng.choice((None, event.player)), way, confidence=1.0)
            later.append((t + rng.choice((0.0, 0.0, 0.5, 3.0, 12.0)), heard))
            continue
        t += rng.choice((0.3, 1.0, 3.0))
        while later and min(later, key=lambda each: each[0])[0] <= t:
            later.remove(soonest := min(later, key=lambda each: each[0]))
            yield soonest
        if isinstance(event, CardPlayed | HandShown):
            yield t, replace(event, t=t)
    yield from sorted(later, key=lambda each: each[0])


def tell(referee, t, message):
    referee.tick(t)
    try:
        if isinstance(message, Heard):
            return referee.hear(message)
        return referee.enter(message)
    except IllegalEvent as error:
        return error.rule


@pytest.mark.parametrize("name", ["L1", "L2", "L3"])
@pytest.mark.parametrize("seed", range(2))
def test_restarted_after_any_message_it_comes_to_the_same(name, seed):
    rng, events = Random(f"{name} {seed}"), golden(name)
    running = seat(events)
    killed = restarted(running)
    for t, message in [*messages(rng, events), (190.0, None), (200.0, None)]:
        if message is not None:
            tell(running, t, message), tell(killed, t, message)
        running.tick(t + 0.1), killed.tick(t + 0.1)
        if rng.random() < 0.3:
            laid = [event for _, event in game.in_force(running.log) if isinstance(event, CardPlayed)]
            if laid and rng.random() < 0.3:  # somebody puts a card right, and takes that back
                for each in (running, killed):
                    was = [event for _, event in game.in_force(each.log) if isinstance(event, CardPlayed)][-1]
                    each.correct(was.seq, None)
                    each.enter(CardPlayed(was.player, was.card))
            killed = restarted(killed)
        assert said(killed) == said(running)
    assert any(isinstance(event, Settlement) for event in running.log)


def called(referee):
    return [event.card.code for _, event in game.in_force(referee.log) if isinstance(event, Called)]


@pytest.mark.parametrize("kill", [None, "before it", "after it"])
@pytest.mark.parametrize(("ago", "counts"), [(0.0, False), (4.0, True)])
def test_a_call_said_after_the_hands_were_told_is_late_and_one_said_before_counts(ago, counts, kill):
    """However late it comes, and whether the program was started again before it or after it."""
    began, opened, *told = [event for event in golden("L2") if not isinstance(event, Called)]
    told = [*told[13:15], *told[:13], *told[15:]]  # the king of hearts lies last
    referee = seat([began, opened])
    for n, event in enumerate(told):
        tell(referee, float(n), event)
    (king,) = (event for event in told if isinstance(event, CardPlayed) and event.card.code == "KH")
    assert referee.complete
    referee = restarted(referee) if kill == "before it" else referee
    referee.hear(Heard(len(told) - ago, king.card, king.player, "tap"))
    referee = restarted(referee) if kill == "after it" else referee
    referee.tick(len(told) + 3.0)
    alerts = [event.kind for _, event in game.in_force(referee.log) if isinstance(event, Alert)]
    assert called(referee) == (["KH"] if counts else [])
    assert alerts == (["missed_call"] if counts else ["missed_call", "missed_call", "late_call"])


@pytest.mark.parametrize("kill", [False, True])
def test_a_card_called_though_nobody_heard_counts_after_a_restart_too(kill):
    """Whoever answers a missed call with «it was called» means a moment long ago."""
    began, opened, *told = [event for event in golden("L1") if not isinstance(event, Called)]
    referee = seat([began, opened])
    for n, event in enumerate(told[:20]):
        tell(referee, float(n), event)
    jack = next(event for event in referee.log if isinstance(event, CardPlayed) and event.card.code == "JC")
    referee = restarted(referee) if kill else referee
    referee.hear(Heard(jack.t, jack.card, jack.player, "tap"))
    assert called(restarted(referee)) == called(referee) == ["JC"]
