"""People stop in the middle of a round while the camera goes on watching."""

import pytest
from scripted import Evening

from companion_api.evening.taps import Refused, Tap
from engine.boundaries import Heard
from engine.referee.rounds.pause import Pause
from engine.referee.settings import GOES_ON

SEED = 9


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path, SEED)
    yield evening
    evening.close()


def tap(evening, **what):
    evening.desk.take(Tap(seq=evening.live.seq, **what))


def figures(evening):
    view = evening.live.now()["view"]
    return [player["balance"] for player in view["players"]], view["boxes"], view["evening"]["standings"]


def test_what_is_seen_and_tapped_once_people_have_stopped_changes_nothing(evening):
    evening.cards(5)
    tap(evening, tap="end", remove=True)
    before, seq = figures(evening), evening.live.seq
    assert before[0] == [0, 0, 0, 0] and before[1]["KH"] == 8, "what lay there before the round's antes"
    evening.whole_round()
    assert figures(evening) == before and evening.live.seq == seq
    step, hand = evening.steps[5], evening.hands[0]
    for what in (
        {"tap": "card", "player": step.player, "card": step.card.code},
        {"tap": "hand", "player": hand.player, "cards": [card.code for card in hand.cards]},
        {"tap": "call", "card": "7D"},
        {"tap": "said", "text": "nain jaune qui prend"},
        {"tap": "end"},
    ):
        with pytest.raises(Refused) as refused:
            tap(evening, **what)
        assert refused.value.why == "setup"
    assert figures(evening) == before and evening.live.seq == seq


def test_who_goes_on_at_once_has_missed_nothing(evening):
    evening.cards(5)
    tap(evening, tap="end", remove=True)
    ended = evening.live.seq
    evening.cards(8)
    assert evening.live.seq == ended
    tap(evening, tap="undo", target=ended)
    evening.frames(evening.observer.number + 2)
    assert len(evening.live.now()["view"]["cards"]) == 8
    evening.whole_round()
    view = evening.live.now()["view"]
    told = [(card["player"], card["card"]) for card in view["cards"]]
    assert told == [(step.player, step.card.code) for step in evening.steps]
    called = {step.card.code for step in evening.steps if step.calls}
    assert called and {take["card"] for take in view["settlement"]["takes"]} == called


def test_what_was_kept_is_forgotten_after_a_while():
    heard = [Heard(t, None, None, "voice") for t in (12.0, 30.0, 10.1 + GOES_ON)]
    pause = Pause(10.0).keep(heard[0]).keep(heard[1])
    assert pause.waiting == tuple(heard[:2])
    assert pause.keep(heard[2]).waiting == ()
