"""Nap: the law of bidding and of play, what every bid and option comes to, decks and players."""

from __future__ import annotations

import json
from random import Random

import pytest
import random_logs
from hypothesis import given, settings
from hypothesis import strategies as st
from nap_deals import NAMES, begun, dealt, event_of, told, won

from engine import notation
from engine.errors import BadInput, IllegalEvent
from engine.events import CardPlayed, Claimed, GameStarted, from_json, to_json
from engine.explanation import explain
from engine.explanation.reason import gain
from engine.games import nap
from engine.record import log


def after(evening):
    """The last settlement."""
    return evening.settlements[-1]


def broken(evening, moves):
    """The rule that the last of these moves breaks."""
    *before, last = moves.split("|")
    evening = told(evening, "|".join(before))
    with pytest.raises(IllegalEvent) as error:
        told(evening, last)
    return error.value


# --- what bids are worth -----------------------------------------------------------------

PLAIN = {"two": (2, 2), "three": (3, 3), "mis": (3, 3), "four": (4, 4), "nap": (5, 5)}
WORTH = {
    "plain": ({"five_pay": "plain"}, PLAIN | {"wellington": (10, 10), "blucher": (20, 20)}),
    "double_won": (
        {"five_pay": "double_won"},
        PLAIN | {"nap": (10, 5), "wellington": (20, 10), "blucher": (40, 20)},
    ),
    "american": (
        {"five_pay": "american"},
        PLAIN | {"nap": (10, 5), "wellington": (10, 10), "blucher": (10, 20)},
    ),
    "barker": (
        {"seven": "barker"},
        {"three": (3, 3), "four": (4, 4), "five": (10, 5), "mis": (10, 5), "six": (18, 9), "seven": (24, 12)},
    ),
    "smoothed": (
        {"seven": "smoothed"},
        {"three": (3, 3), "four": (4, 4), "five": (10, 5), "mis": (14, 7), "six": (18, 9), "seven": (28, 14)},
    ),
}
NEEDED = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
UNDER = {"wellington": "B nap", "blucher": "B nap | C wellington"}


@pytest.mark.parametrize("table", WORTH)
def test_every_bid_made_and_lost(table):
    options, worth = WORTH[table]
    more = {} if "seven" in options else {"bid_two": "on", "bid_mis": "on", "bid_blucher": "on"}
    evening = begun(4, **more, **options)
    assert tuple(nap.contracts(evening.options)) == tuple(worth)
    for bid, (made, lost) in worth.items():
        for kept in (True, False):
            before = UNDER.get(bid, "")
            deal = told(evening, f"A deals | {before}")
            bidder = nap.turn(deal)
            deal = told(deal, f"{bidder} {bid}")
            while nap.bidding(deal):
                deal = told(deal, f"{nap.turn(deal)} pass")
            need = NEEDED.get(bid, 5)
            deal = won(deal, (0 if kept else 1) if bid == "mis" else need - (not kept))
            assert after(deal).made is kept
            assert after(deal).net[bidder] == (3 * made if kept else -3 * lost)
            assert len(after(deal).transfers) == 3


def test_more_tricks_than_bid_are_worth_no_more():
    assert after(dealt(begun(3), "A", "B", "three", 5)).net == {"A": -3, "B": 6, "C": -3}


@pytest.mark.parametrize(("bid", "value"), [("four", 2), ("nap", 5), ("bonaparte", 10), ("wellington", 20)])
@pytest.mark.parametrize("floater", "+-")
def test_floater_bids(bid, value, floater):
    trump = "" if bid == "wellington" else "| B trump S"
    evening = told(begun(3, floater="on"), f"A deals | B {bid}{floater} | C pass | A pass {trump}")
    kitty = 3 if bid != "four" else 0
    assert after(won(evening, 5)).net["B"] == 2 * value + kitty - 1
    assert after(won(evening, 5)).pool == 3 - kitty
    lost = after(won(evening, 3))
    assert lost.net == {"A": -1, "B": -1 - 3 * value, "C": -1} and lost.pool == 3 + 3 * value
    assert lost.payments == lost.transfers == () and lost.floater is (floater == "+")


def test_a_wellington_leads_a_card_that_is_no_trump():
    evening = told(begun(3, floater="on"), "A deals | B wellington- | C pass | A pass | B trump D")
    lead = told(evening, "B TS | C JD")
    # Spades TJQKA: he leads the lowest, but is trumped at once.
    assert nap.turn(told(lead, "A TC")) == "C"
    # A trump is never his lead, not even when he named the suit of all five.
    shown = broken(evening, "B TD")
    assert shown.rule == "lead" and shown.since is None and shown.event is None
    assert broken(evening, "B KH | C TH | A JH | B QH").rule == "lead"
    assert told(evening, "B KH | C TH | A JH | B AH | C TC | A JC | B TD")


def test_a_bonaparte_leads_his_lowest_trump():
    start = told(begun(3, floater="on"), "A deals | B bonaparte- | C pass | A pass")
    named = told(start, "B trump H")
    assert broken(named, "B AS").rule == "lead"
    shown = broken(named, "B AH | C KH | A QH | B JH")
    assert shown.rule == "lead" and shown.since.card.code == "AH"
    assert broken(start, "B AH | C KH | A QH | B JH").rule == "lead"  # not named: the suit led
    assert told(named, "B QH | C JH | A TH | B AH")


ALONE = [
    ({"floater": "on"}, "deck", "stripped"),
    ({"floater": "on"}, "bid_two", "on"),
    ({"floater": "on"}, "bid_mis", "on"),
    ({"seven": "barker"}, "five_pay", "american"),
    *(({"seven": "smoothed"}, f"bid_{bid}", "on") for bid in ("two", "mis", "blucher")),
]


@pytest.mark.parametrize(("game", "name", "value"), ALONE)
def test_options_that_cannot_have_effect_together_are_refused(game, name, value):
    with pytest.raises(BadInput, match="can have no effect"):
        begun(4, **game, **{name: value})
    usual = getattr(nap.Options(), name)
    assert begun(4, **game, **{name: usual}) == begun(4, **game)


FLOATERS = {
    "aylesbury": {"four": 3, "nap": 6, "bonaparte": 12},
    "dorset": {"three": 1, "four": 2, "nap": 5},
    "teesside": {"two": 1, "three": 2, "mis": 3, "four": 4, "nap": 5, "bonaparte": 10, "wellington": 20},
}


@pytest.mark.parametrize("bids", FLOATERS)
def test_other_tables_bid_otherwise_with_the_floater_and_name_the_values(bids):
    values = FLOATERS[bids]
    with pytest.raises(BadInput, match="floater_values"):
        begun(4, floater="on", floater_bids=bids)
    with pytest.raises(BadInput, match="floater_values"):
        begun(4, floater="on", floater_bids=bids, floater_values=[1])
    written = (values, list(values.values()), " ".join(map(str, values.values())))
    for told_so in written:
        evening = begun(4, floater="on", floater_bids=bids, floater_values=told_so)
        found = {bid: contract.won for bid, contract in nap.contracts(evening.options).items()}
        assert found == values and list(found) == list(values)
    assert nap.contracts(begun(4, floater="on", floater_values="1 2 3 4").options)["wellington"].won == 4


def test_values_that_the_house_names_go_through_notation():
    values = list(FLOATERS["aylesbury"].values())
    options = {"floater": "on", "floater_bids": "aylesbury", "floater_values": values}
    events = [GameStarted("nap", "nap", options, ("A", "B", "C"))]
    written = notation.write(events)
    assert notation.looks_like(written) and [event for _, event in notation.read(written, "text")] == events


def test_a_mis_with_the_floater_has_no_trump():
    evening = begun(3, floater="on", floater_bids="teesside", floater_values="1 2 3 4 5 6 7")
    assert broken(evening, "A deals | B mis+ | C pass | A pass | B trump S").rule == "trump"


def test_cards_cost_what_was_agreed_and_make_a_pool_alone():
    flat = told(begun(4, purchase="flat", purchase_price=3), "A deals | B buys 2")
    assert flat.round.pool == 3 and flat.options.pool == "off"
    assert told(begun(4, purchase="per_card", purchase_price=3), "A deals | B buys 2").round.pool == 6
    assert told(begun(4, pool="on", pool_ante=7, dealer_extra=5), "A deals").round.pool == 33


# --- the pool ----------------------------------------------------------------------------


def test_antes():
    for options, pool in (({}, 0), ({"pool": "on"}, 3), ({"pool": "on", "pool_ante": 2}, 6)):
        assert told(begun(3, **options), "A deals").round.pool == pool
    assert told(begun(3, pool="off", pool_ante=2, dealer_extra=2), "A deals").round.pool == 0
    assert told(begun(3, floater="on", pool="on", pool_ante=2), "A deals").round.pool == 9


@pytest.mark.parametrize("bid", ["nap", "wellington", "blucher"])
@pytest.mark.parametrize("made", [True, False])
def test_every_bid_of_five_tricks_takes_the_pool_or_pays_it_in(bid, made):
    evening = told(begun(4, pool="on", bid_blucher="on"), f"A deals | {UNDER.get(bid, '')}")
    bidder = nap.turn(evening)
    evening = told(evening, f"{bidder} {bid}")
    while nap.bidding(evening):
        evening = told(evening, f"{nap.turn(evening)} pass")
    deal = after(won(evening, 5 if made else 4))
    value = {"nap": 5, "wellington": 10, "blucher": 20}[bid]
    assert deal.net[bidder] == (3 * value + 3 if made else -3 * value - 4 - 1)
    assert deal.pool == (0 if made else 8)


@pytest.mark.parametrize("bid", ["five", "six", "seven"])
def test_with_seven_cards_the_pool_goes_to_five_and_more(bid):
    assert after(dealt(begun(3, seven="barker", pool="on"), "A", "B", bid, 7)).pool == 0
    assert after(dealt(begun(3, seven="barker", pool="on"), "A", "B", bid, 4)).pool == 6
    assert after(dealt(begun(3, seven="barker", pool="on"), "A", "B", "mis", 0)).pool == 3


def test_thrown_in():
    evening = told(begun(3, pool="on", dealer_extra=2), "B deals | C pass | A pass | B pass")
    deal = after(evening)
    assert (deal.bidder, deal.bid, deal.made, deal.tricks, deal.payments) == (None, None, None, 0, ())
    assert deal.net == {"A": -1, "B": -3, "C": -1} and deal.pool == 5 and nap.next_dealer(evening) == "C"
    assert told(evening, "C deals").round.pool == 5 + 5
    line = to_json(deal)
    assert (line["bidder"], line["bid"], line["made"]) == (None, None, None) and "floater" not in line
    kitty = told(begun(3, floater="on"), "A deals | B looks | B pass | C pass | A pass")
    assert after(kitty).pool == 4 and told(kitty, "B deals").round.pool == 7


def test_fines_go_into_the_pool_whenever_they_come():
    start = told(begun(3, pool="on"), "A deals | B fined 2 | B nap | C pass | A fined 5 | A pass")
    evening = won(start, 5)
    assert after(evening).net == {"A": -1 - 5 - 5, "B": -1 - 2 + 10 + 10, "C": -6}
    assert after(evening).pool == 0
    late = told(evening, "C fined 5")
    assert after(late).net["C"] == -11 and after(late).pool == late.pool == 5
    assert late.balances == tuple(after(late).net.values()) and len(late.settlements) == 1
    assert told(late, "B deals").round.pool == 8
    assert broken(begun(3), "A fined 5").rule == "round"


@pytest.mark.parametrize(("way", "cost"), [("flat", 1), ("per_card", 3)])
def test_bought_cards_are_paid_into_the_pool(way, cost):
    evening = told(begun(3, purchase=way, pool="on"), f"A deals | B buys 3 {cost} | A buys 3")
    deal = after(won(told(evening, "B nap | C pass | A pass"), 5))
    assert deal.net == {"A": -6 - cost, "B": 10 + 2 + cost, "C": -6}
    lost = after(won(told(evening, "B nap | C pass | A pass"), 4))
    assert lost.pool == 2 * (3 + 2 * cost) and lost.net["B"] == -10 - 1 - cost - (3 + 2 * cost)


# --- the law of bidding ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "moves", "rule"),
    [
        ({}, "A deals | C three", "turn"),
        ({}, "A deals | B three | B four", "turn"),
        ({}, "A deals | B three | C three", "bid"),
        ({}, "A deals | B four | C three", "bid"),
        ({}, "A deals | B two", "bid"),
        ({}, "A deals | B mis", "bid"),
        ({}, "A deals | B wellington", "bid"),
        ({}, "A deals | B four | C wellington", "bid"),
        ({}, "A deals | B nap | C wellington | A blucher", "bid"),
        ({"bid_blucher": "on"}, "A deals | B nap | C blucher", "bid"),
        ({"bid_blucher": "on"}, "A deals | B blucher", "bid"),
        ({"bid_mis": "on"}, "A deals | B four | C mis", "bid"),
        ({"bid_two": "on"}, "A deals | B three | C two", "bid"),
        ({}, "A deals | B bonaparte", "bid"),
        ({}, "A deals | B five", "bid"),
        ({}, "A deals | B three+", "floater"),
        ({}, "A deals | B pass | C pass | A pass | B three", "round"),
        ({}, "A deals | B three | C pass | A pass | B four", "bid"),
        ({}, "A deals | Z three", "players"),
        ({}, "B three", "round"),
        ({"seven": "barker"}, "A deals | B nap", "bid"),
        ({"seven": "barker"}, "A deals | B mis | C five", "bid"),
        ({"seven": "barker"}, "A deals | B two", "bid"),
        ({"floater": "on"}, "A deals | B four", "floater"),
        ({"floater": "on"}, "A deals | B three+", "bid"),
        ({"floater": "on", "bid_blucher": "on"}, "A deals | B wellington+ | C blucher-", "bid"),
        ({"floater": "on"}, "A deals | B four- | C four+", "bid"),
        ({"floater": "on"}, "A deals | B nap+ | C four-", "bid"),
        ({"floater": "on"}, "A deals | B four+ | C four+", "bid"),
        ({"widow": "on"}, "A deals | B widow | B four", "bid"),
        ({"widow": "on"}, "A deals | B widow | B pass", "bid"),
        ({"widow": "on"}, "A deals | B widow | B nap | C widow", "exchange"),
        ({"widow": "on"}, "A deals | C widow", "exchange"),
        ({"widow": "on"}, "A deals | B nap | C wellington | A widow", "exchange"),
        ({}, "A deals | B widow", "exchange"),
        ({}, "A deals | B buys 3 1", "exchange"),
        ({"purchase": "flat"}, "A deals | B buys 3 3", "exchange"),
        ({"purchase": "per_card"}, "A deals | B buys 3 1", "exchange"),
        ({"purchase": "per_card"}, "A deals | B buys 6 6", "exchange"),
        ({"purchase": "per_card"}, "A deals | B buys 3 | B buys 1", "exchange"),
        ({"purchase": "per_card"}, "A deals | C buys 3 | B buys 1", "exchange"),
        ({"purchase": "per_card"}, "A deals | B pass | C buys 3", "exchange"),
        ({"purchase": "flat", "deck": "stripped"}, "A deals | B buys 5 | C buys 5", "exchange"),
        ({}, "A deals | B looks", "floater"),
        ({"floater": "on"}, "A deals | B looks | B looks", "floater"),
        ({"floater": "on"}, "A deals | B pass | B looks", "floater"),
        ({"floater": "on"}, "A deals | B four+ | C pass | A pass | B looks", "floater"),
        ({"floater": "on"}, "A deals | B trump S", "trump"),
        ({"floater": "on"}, "A deals | B four+ | C pass | A pass | C trump S", "trump"),
        ({"floater": "on"}, "A deals | B four+ | C pass | A pass | B trump S | B trump H", "trump"),
        ({"floater": "on"}, "A deals | B four+ | C pass | A pass | B TS | B trump S", "trump"),
        ({}, "A deals | B four | C pass | A pass | B trump S", "trump"),
        ({}, "A deals | B deals", "round"),
        ({}, "Z deals", "players"),
    ],
)
def test_against_the_law_of_bidding(options, moves, rule):
    assert broken(begun(3, **options), moves).rule == rule


@pytest.mark.parametrize(
    ("options", "moves"),
    [
        ({}, "B three | C four | A nap"),
        ({}, "B nap | C pass | A wellington"),
        ({"bid_blucher": "on"}, "B nap | C wellington | A blucher"),
        ({"bid_two": "on", "bid_mis": "on"}, "B two | C three | A mis"),
        ({"bid_mis": "on"}, "B mis | C four | A pass"),
        ({"seven": "smoothed"}, "B five | C mis | A six"),
        ({"floater": "on"}, "B four+ | C four- | A nap+"),
        ({"floater": "on"}, "C looks | B nap- | C bonaparte+ | A looks | A wellington+"),
        ({"floater": "on"}, "B four+ | C pass | A pass | B buys 1 0 | B trump H"),
        ({"floater": "on", "purchase": "flat"}, "C buys 4 | B four+"),
        ({"widow": "on"}, "B four | C widow | C nap | A pass"),
        ({"widow": "on", "purchase": "flat"}, "B buys 5 1 | C buys 5 | B pass | C widow | C nap"),
        ({"seven": "barker", "widow": "on"}, "B widow | B mis"),
        ({"purchase": "per_card"}, "C buys 5 5 | A buys 5 | B three"),
    ],
)
def test_within_the_law_of_bidding(options, moves):
    assert told(begun(3, **options), f"A deals | {moves}")


def test_bids_that_are_open():
    evening = told(begun(3), "A deals")
    assert [bid for bid, _ in nap.bids_open(evening)] == ["three", "four", "nap", "pass"]
    evening = told(evening, "B nap")
    assert nap.bids_open(evening) == (("wellington", None), ("pass", None))
    floater = told(begun(3, floater="on"), "A deals | B bonaparte+")
    assert nap.bids_open(floater) == (
        ("bonaparte", False), ("wellington", True), ("wellington", False), ("pass", None)
    )  # fmt: skip
    assert nap.bids_open(told(evening, "C pass | A pass")) == ()


# --- the law of play ---------------------------------------------------------------------

BID = "A deals | B three | C pass | A pass | "


@pytest.mark.parametrize(
    ("options", "moves", "rule"),
    [
        ({}, "A deals | B AS", "bid"),
        ({}, "A deals | B three | C pass | B AS", "bid"),
        ({}, BID + "C AS", "turn"),
        ({}, BID + "B AS | A KS", "turn"),
        ({}, BID + "B AS | B KS", "turn"),
        ({}, BID + "B 2S | C AS | A KS | B 3S", "turn"),
        ({}, BID + "B AS | C AS", "one_deck"),
        ({"deck": "stripped"}, BID + "B AS | C 8S", "deck"),
        ({"floater": "on"}, "A deals | B four+ | C pass | A pass | B 9S", "deck"),
        ({}, BID + "B AS | C 2H | A 3S | B 4C | C 2S", "revoke"),
        ({}, BID + "Z AS", "players"),
        ({}, "B AS", "round"),
    ],
)
def test_against_the_law_of_play(options, moves, rule):
    assert broken(begun(3, **options), moves).rule == rule


def test_a_deal_ends_with_its_last_trick():
    evening = dealt(begun(3), "A", "B", "three", 3)
    assert nap.turn(evening) is None and nap.unsettled(evening) is None
    for moves in ("B AH", "B four", "B looks"):
        assert "after round 1 has ended" in str(broken(evening, moves))
    part = told(begun(3), BID + "B AS")
    assert nap.unsettled(part) == "round 1 is not over: C has still to play"
    assert nap.unsettled(told(begun(3), "A deals")) == "round 1 is not over: B has still to bid"


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("2S 3S 4S", "A"),
        ("AS KS 2H", "B"),  # the suit led first is trump, so 2H is nothing
        ("TS JS AS", "A"),
        ("2S AC AD", "B"),
    ],
)
def test_first_trick(trick, winner):
    b, c, a = trick.split()
    assert nap.turn(told(begun(3), f"{BID}B {b} | C {c} | A {a}")) == winner


def test_trumps_beat_the_suit_led_and_not_at_mis():
    played = "B 2S | C 3S | A 4H | C AD | A 2C | B 5S"
    assert nap.turn(told(begun(3), BID + played)) == "B"
    mis = told(begun(3, bid_mis="on"), BID.replace("three", "mis") + played)
    assert nap.turn(mis) == "C" and nap.trump(mis) is None
    named = told(begun(3, floater="on"), "A deals | B four- | C pass | A pass | B trump H")
    assert nap.trump(named) == "H" and nap.turn(told(named, "B AS | C TH | A KS")) == "C"


def test_a_revoke_with_a_pool_is_fined():
    start = told(begun(3, pool="on"), BID + "B AS | C 2H | A 3S | B 4C | C 2S")
    for goes_on in ("A 5C", "B deals"):
        shown = broken(start, goes_on)
        assert str(shown) == "C plays 2S, but did not follow S with 2H before, and is not fined for it"
        assert (shown.rule, shown.since.card.code, shown.event.card.code) == ("revoke", "2H", "2S")
    paid = told(start, "C fined 5 | A 5C")
    assert paid.round.paid == (1, 1, 6)
    # Fined before it shows: he has paid.
    early = told(begun(3), BID + "B AS | C 2H | C fined 5 | A 3S | B 4C | C 2S | A 5C")
    assert early.round.pool == 5


def test_a_revoke_shown_by_the_last_trick_is_fined_before_the_deal_is_settled():
    played = "B AS | C 3S | A 2H | B KS | C 4S | A 3H | B QS | C 5S | A 4H | B JS | C 6S | A 5H"
    start = told(begun(3, pool="on"), f"{BID}{played} | B TS | C 7S | A 2S")
    assert not start.settlements and "is not fined for it" in str(nap.unsettled(start))
    assert broken(start, "B deals").event.card.code == "2S"
    deal = after(told(start, "A fined 5"))
    assert deal.net == {"A": -9, "B": 5, "C": -4} and deal.pool == 8 and deal.tricks == 5


@given(st.integers(0, 10**6), st.integers(0, 30), st.integers(0, 9))
@settings(max_examples=60)
def test_a_claim_gives_its_player_every_trick_that_is_not_complete(seed, cards, place):
    events = [from_json(line) for line in random_logs.nap(Random(seed), 1)]
    evening = nap.start(events[0])
    for event in events[1:]:
        if isinstance(event, CardPlayed) and not cards:
            break
        cards -= isinstance(event, CardPlayed)
        evening = nap.apply(evening, event)
    now, claimant = evening.round, evening.players[place % len(evening.players)]
    if now.settled or nap.bidding(evening) or now.revoke is not None:
        with pytest.raises(IllegalEvent):
            nap.apply(evening, Claimed(claimant))
        return
    claimed = nap.apply(evening, Claimed(claimant))
    rest = nap.hand_size(evening.options) - sum(now.tricks)
    own = rest * (now.high.player == claimant)
    assert after(claimed).tricks == now.tricks[evening.players.index(now.high.player)] + own
    assert claimed.round.settled and claimed.round.over and claimed.round.laid == now.laid
    assert nap.turn(claimed) is None
    told_again = explain(claimed)
    assert [each.player for each in told_again if each.rule == "nap_claimed"] == [claimant]
    assert {player: gain(told_again, player) for player in evening.players} == after(claimed).net


def test_a_claim_settles_as_the_tricks_played_out_do():
    start = told(begun(3), BID + "B AS | C 2S | A 3S")
    claimed = after(told(start, "B claims"))
    played = "B KS | C 4S | A 5S | B QS | C 6S | A 7S | B JS | C 8S | A 9S | B TS | C 2H | A 3H"
    assert claimed == after(told(start, played))
    assert after(told(start, "C claims")).made is False
    assert broken(begun(3), "B claims").rule == "round"
    assert broken(begun(3), "A deals | B three | C claims").rule == "bid"
    assert broken(start, "B claims | C claims").rule == "round"
    assert broken(begun(3, pool="on"), BID + "B AS | C 2H | A 3S | B 4C | C 2S | B claims").rule == "revoke"


# --- a log -------------------------------------------------------------------------------


def log_of(*lines):
    """A log of three players A, B, C, where A deals."""
    first = {"type": "game_started", "game": "nap", "rules": "nap", "options": {}, "players": ["A", "B", "C"]}
    told_lines = [first, {"type": "round_started", "dealer": "A"}]
    for move in lines:
        told_lines += [to_json(event_of(each)) for each in filter(None, map(str.strip, move.split("|")))]
    return told_lines


def settled(lines, **options):
    if options:
        lines[0]["options"] = options
    return list(log.settle("".join(json.dumps(line) + "\n" for line in lines), "L"))


REVOKE = "B three | C pass | A pass | B AS | C 2H | A 3S | B 4C | C 2S"


def test_a_log_names_the_lines_of_a_revoke():
    for more, options in (("", {}), ("A 5C", {"pool": "on"}), ("A deals", {"pool": "on"})):
        with pytest.raises(BadInput) as error:
            settled(log_of(REVOKE, more), **options)
        assert str(error.value) == (
            "L line 10: C plays 2S, but did not follow S with 2H before"
            + (", and is not fined for it" if more else "")
            + " (rule: revoke, line 7)"
        )
    with pytest.raises(BadInput, match="line 10: the log ends here, but round 1 is not settled: C plays 2S"):
        settled(log_of(REVOKE), pool="on")


def test_a_fine_after_the_last_trick_belongs_to_the_deal():
    lines = log_of("B pass | C pass | A pass", "C fined 2", "B deals | C pass | A pass | B pass", "A fined 5")
    first, second, end = settled(lines, pool="on")
    assert first.settlement.net == {"A": -1, "B": -1, "C": -3} and first.settlement.pool == 5
    assert second.settlement.net == {"A": -6, "B": -1, "C": -1} and second.settlement.pool == 13
    assert end.balances == {"A": -7, "B": -2, "C": -4}


def test_a_deal_is_settled_before_what_is_against_the_rules_after_it():
    lines = log_of("B pass | C pass | A pass | B nap")
    outcomes = log.settle("".join(json.dumps(line) + "\n" for line in lines), "L")
    assert next(outcomes).settlement.bidder is None
    with pytest.raises(BadInput, match="L line 6: B bids nap after round 1 has ended"):
        next(outcomes)


WRONG = [None, True, 0, -1, 10**30, "", "x", "QS", "pass", [], {}, [[]], {"a": 1}, 1.5, ["A", ["B"]]]


def test_whatever_is_in_a_log_only_bad_input_is_raised():
    rng = Random(4)
    refused = 0
    for _ in range(30):
        lines = random_logs.nap(rng, 2)
        for line in rng.sample(lines, 2):
            line[rng.choice([*line, "boxes", "stock", "floater", "cost"])] = rng.choice(WRONG)
        try:
            for outcome in settled(lines):
                assert sum(outcome.balances.values()) <= 5000
        except BadInput as error:
            refused += 1
            assert str(error).startswith("L line ")
    assert refused > 10


# --- decks and players -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "players", "size", "lowest"),
    [
        ({}, 3, 52, 2),
        ({"deck": "stripped"}, 3, 24, 9),
        ({"deck": "stripped"}, 4, 32, 7),
        ({"deck": "stripped"}, 5, 32, 7),
        ({"deck": "stripped"}, 6, 52, 2),
        ({"deck": "stripped", "seven": "barker"}, 5, 36, 6),
        ({"deck": "stripped", "seven": "barker"}, 3, 24, 9),
        *[({"floater": "on"}, players, 8 + 4 * players, 13 - players) for players in range(3, 8)],
    ],
)
def test_decks(options, players, size, lowest):
    deck = nap.deck(begun(players, **options).options, players)
    assert len(deck) == size and min(map(nap.height, deck)) == lowest


@pytest.mark.parametrize(
    ("options", "fewest", "most"),
    [
        ({}, 3, 10),
        ({"widow": "on"}, 3, 9),
        ({"seven": "barker"}, 3, 7),
        ({"seven": "barker", "widow": "on"}, 3, 6),
        ({"floater": "on"}, 3, 7),
        ({"floater": "on", "seven": "barker"}, 3, 2),
        ({"floater": "on", "widow": "on"}, 3, 2),
    ],
)
def test_numbers_of_players(options, fewest, most):
    for players in range(1, 11):
        if fewest <= players <= most:
            assert begun(players, **options)
        else:
            with pytest.raises(IllegalEvent) as error:
                begun(players, **options)
            assert error.value.rule == "deal"
    with pytest.raises(IllegalEvent):
        nap.start(GameStarted("nap", "nap", {}, (*NAMES, "K")))
    with pytest.raises(IllegalEvent):
        nap.start(GameStarted("nap", "nap", {}, ("A", "B", "A")))


@pytest.mark.parametrize(
    "options",
    [{"pool": "yes"}, {"pool_ante": -1}, {"pool_ante": True}, {"dealer_extra": 1.5}, {"bid_three": "on"},
     {"deck": "32"}, {"seven": "on"}, {"five_pay": None}],
)  # fmt: skip
def test_options_that_there_are_not(options):
    with pytest.raises(BadInput):
        nap.read_options(options, "T.json")


def test_options_are_texts_and_numbers():
    options = nap.read_options({"deck": 52, "pool_ante": 2, "dealer_extra": "2"}, "T.json")
    assert (options.deck, options.pool_ante, options.dealer_extra) == ("52", 2, 2)
