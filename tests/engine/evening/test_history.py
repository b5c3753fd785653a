"""What evenings come to: the same as their settlements, whatever was corrected in between."""

from dataclasses import replace
from random import Random

import pytest

from engine.errors import BadInput
from engine.evening import history
from engine.events import Called, Corrected, EveningEnded, GameStarted, RoundStarted, Settlement, from_json
from engine.games import game
from engine.games.at_random import play
from engine.games.at_random.play import Habits

NAMES = ("Ana", "Bruno", "Chloé")


def log(seed, rounds=3, rules="lindor", stock=None):
    rng = Random(seed)
    events = [GameStarted("nain-jaune", rules, {}, NAMES, stock)]
    for number in range(rounds):
        events.append(RoundStarted(NAMES[number % 3]))
        state = game.fold(events)
        dealt = play.deal(3, rng)
        steps = list(play.random_round(state, dealt.hands, rng, Habits(forgets=0.4)))
        for step in steps:
            events += step.events()
        events += play.left_in_hand(NAMES, dealt.hands, steps)
    return [replace(event, seq=seq) for seq, event in enumerate(events, start=1)]


@pytest.mark.parametrize("seed", range(2))
def test_totals_are_those_of_the_settlements(seed):
    events = log(seed, stock=dict.fromkeys(NAMES, 100))
    played = history.evening(events)
    settled = game.fold(events).settlements
    assert [one.net for one in played.rounds] == [one.net for one in settled]
    balances = dict(zip(NAMES, game.fold(events).balances, strict=True))
    assert played.rounds[-1].chips == balances
    totals = history.totals([played, played])
    for name in NAMES:
        mine = totals[name]
        assert (mine.evenings, mine.rounds) == (2, 6)
        assert mine.won == 2 * sum(one.net[name] for one in settled) == 2 * played.score.won[name]
        assert mine.wins == 2 * sum(one.winner == name for one in settled)
        assert mine.boxes == 2 * sum(take.player == name for one in settled for take in one.takes)
        assert mine.box_chips == 2 * sum(t.chips for one in settled for t in one.takes if t.player == name)
        assert mine.forgotten == 2 * sum(t.player == name for one in settled for t in one.missed_calls)
        assert mine.bete_chips == 2 * sum(t.chips for one in settled for t in one.betes if t.player == name)
    assert sum(mine.wins for mine in totals.values()) == 6
    assert {name for name in NAMES if totals[name].evenings_won} == set(played.best)


def test_longest_runs_are_cards_that_nobody_interrupts():
    assert history._runs("aabaaabb") == {"a": 3, "b": 2}
    assert history._runs("") == {}


def test_a_correction_made_later_counts():
    events = log(0)
    call = next(event for event in events if isinstance(event, Called))
    never = Corrected(call.seq, None, seq=len(events) + 1)
    before, after = history.evening(events), history.evening([*events, never])
    assert before.rounds != after.rounds
    settled = game.fold([event for _, event in game.in_force([*events, never])]).settlements
    assert [one.net for one in after.rounds] == [one.net for one in settled]


@pytest.mark.parametrize("rule", ["stay", "last_winner", "split"])
def test_what_the_boxes_give_out_at_the_end_counts(rule):
    events = log(3, stock=dict.fromkeys(NAMES, 100))
    played = history.evening([*events, EveningEnded(rule, seq=len(events) + 1)])
    left = sum(game.fold(events).boxes)
    held = sum(played.score.chips.values())
    assert left and held + (left if rule == "stay" else left % 3 if rule == "split" else 0) == 300
    assert {name: chips[-1] for name, chips in played.course.items()} == played.score.chips
    assert {name: chips[0] for name, chips in played.course.items()} == dict.fromkeys(NAMES, 100)
    assert {name: mine.won for name, mine in history.totals([played]).items()} == played.score.won
    assert {name: won[-1] for name, won in history.courses([played, played]).items()} == {
        name: 2 * won for name, won in played.score.won.items()
    }


def test_rounds_still_played_and_evenings_without_any_do_not_count():
    events = log(2, rounds=1)
    assert history.evening([]) is None
    begun = history.evening(events[:6])
    assert begun.rounds == () and begun.best == () and history.totals([begun]) == {}


def test_an_imported_evening_is_taken_as_told():
    events = log(5)
    settled = game.fold(events).settlements
    runs = [one.longest for one in history.evening(events).rounds]
    imported = [
        GameStarted("nain-jaune", "lindor", {}, NAMES, extra={"imported": True}),
        *(replace(one, extra={"longest": run}) for one, run in zip(settled, runs, strict=True)),
    ]
    assert history.totals([history.evening(imported)]) == history.totals([history.evening(events)])
    assert isinstance(imported[1], Settlement)
    wrong = replace(imported[1], extra={"longest": {"Ana": "many"}})
    with pytest.raises(BadInput, match="longest"):
        history.evening([imported[0], wrong])


def test_nap_is_counted_by_its_nets():
    settlement = {
        "type": "settlement", "round": 1, "dealer": "Ana", "bidder": "Bruno", "bid": "three", "floater": None,
        "tricks": 3, "made": True, "payments": [], "pool": 0, "net": {"Ana": -3, "Bruno": 3}, "transfers": [],
    }  # fmt: skip
    played = history._played(1, from_json(settlement), {"Ana": -3, "Bruno": 3}, {})
    assert (played.winner, played.opera, played.net) == ("Bruno", False, {"Ana": -3, "Bruno": 3})
