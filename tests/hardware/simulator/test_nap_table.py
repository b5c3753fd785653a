"""The simulated table plays Nap: bids told, tricks laid and gathered and fined."""

from engine.events import Bid, Fined
from engine.games import game
from hardware.simulator import Disturbances, SimulatedTable
from hardware.simulator.disturbances import NAMES
from hardware.simulator.stage.script import LayCard, TakeAway


def table_of(seed, players=4, layout="pile", **more):
    return SimulatedTable(seed, players, layout, **{"rules": "nap", "pace": 2.0, "fps": 10, **more})


def lines(film, kind):
    return [line for line in film.truth["events"] if line["type"] == kind]


def test_every_trick_is_gathered_by_who_won_it_and_lies_face_down_before_him():
    players = 3
    film = table_of(1, players, "rows")
    laid, gathered = lines(film, "card_played"), lines(film, "trick_taken")
    assert len(laid) == 5 * players and len(gathered) == 5
    for number, trick in enumerate(gathered):
        own = laid[number * players : (number + 1) * players]
        assert sorted(trick["cards"]) == sorted(line["card"] for line in own)
        assert own[-1]["t"] < trick["t"]
        if number < 4:
            then = laid[(number + 1) * players]
            assert then["player"] == trick["player"] and trick["t"] < then["t"], "whoever won it leads"
    backs = [change for change in film._script.changes if isinstance(change, LayCard) and change.back]
    taken = [change for change in film._script.changes if isinstance(change, TakeAway)]
    assert len(backs) == 5 * players == sum(len(change.cards) for change in taken)


def test_what_people_say_is_in_the_calls_before_the_first_card_and_the_log_alone_settles_the_same():
    film = table_of(3, options={"pool": "on"}, revokes=1.0)
    bids = [said for said in film.heard if isinstance(said, Bid)]
    assert bids and max(bid.t for bid in bids) < lines(film, "card_played")[0]["t"]
    [fine] = [said for said in film.heard if isinstance(said, Fined)]
    [shown] = lines(film, "revoked")
    assert fine.player == shown["player"] and shown["t"] < fine.t
    assert game.fold(film.events).settlements[-1].net == film.truth["settlement"]["net"]


def test_several_deals_are_told_apart_by_their_start():
    film = table_of(4, rounds=3)
    assert len(lines(film, "round_started")) == 2 and len(film.truth["settlements"]) == 3
    starts = [said.dealer for said in film.heard if type(said).__name__ == "RoundStarted"]
    assert starts == [line["dealer"] for line in lines(film, "round_started")]


def test_all_that_disturbs_a_table_without_boxes_may_happen_at_it():
    film = table_of(5, disturbances=Disturbances.of(NAMES))
    kinds = {upset["kind"] for upset in film.truth["disturbances"]}
    assert {"bump", "deal", "shadows", "lean_in"} <= kinds
    assert not kinds & {"board_bump", "heaps", "two_cards", "runs", "stocks", "leftovers", "begun"}
    bump = next(upset for upset in film.truth["disturbances"] if upset["kind"] == "bump")
    assert "board" not in bump and bump["pixels"] > 1
