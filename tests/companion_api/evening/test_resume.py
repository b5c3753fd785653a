"""An evening that was interrupted goes on where it stopped."""

from scripted import Evening

from companion_api.evening.taps import Tap

SEED = 9  # cards 1, 2 and 4 are no honours, the third is one


def laid(evening):
    return [(card["player"], card["card"]) for card in evening.live.now()["view"]["cards"]]


def test_the_state_stands_again_and_the_round_is_played_out(tmp_path):
    first = Evening(tmp_path, SEED)
    first.cards(6)
    first.frames(first.observer.number + 2)
    before = first.live.now()
    assert len(laid(first)) == 6
    first.close()

    again = Evening(tmp_path, SEED, resume=True, skip=6)
    after = again.live.now()
    assert (after["evening"], after["seq"], after["view"]) == (
        before["evening"],
        before["seq"],
        before["view"],
    )
    assert again.token == first.token
    again.whole_round()
    view = again.live.now()["view"]
    assert view["phase"] == "settled"
    assert laid(again) == [(step.player, step.card.code) for step in again.steps]
    times = [event["t"] for event in again.live.events() if event["type"] == "card_played"]
    assert times == sorted(times)  # the evening's time goes on, the camera's began anew
    again.close()


def test_cards_from_before_can_be_corrected_and_undone(tmp_path):
    first = Evening(tmp_path, SEED)
    first.cards(2)
    first.frames(first.observer.number + 2)
    first.close()
    again = Evening(tmp_path, SEED, resume=True, skip=2)
    card = again.live.now()["view"]["cards"][0]
    other = card["likely"][0]

    def tap(**what):
        again.desk.take(Tap(seq=again.live.seq, **what))
        return again.live.now()["view"]

    view = tap(tap="correct", target=card["seq"], card=other)
    assert view["cards"][0]["card"] == other and view["cards"][0]["corrected"]
    view = tap(tap="undo", target=view["undo"]["seq"])
    assert view["cards"][0]["card"] == card["card"]
    again.cards(2)
    again.frames(again.observer.number + 2)
    assert laid(again) == [(step.player, step.card.code) for step in again.steps[:4]]
    view = tap(tap="undo", target=again.live.now()["view"]["undo"]["seq"])
    assert len(view["cards"]) == 3
    again.close()
