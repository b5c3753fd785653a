"""The game of 1760 rule by rule: what may be laid, what a hoc brings, what a round costs."""

from __future__ import annotations

from random import Random

import pytest
from rounds import NAMES, after, begun, cards, golden, refused

from engine.cards import parse_card
from engine.errors import BadInput, IllegalEvent
from engine.events import Called, CardPlayed, GameStarted, RoundStarted, to_json
from engine.games import avantcoureur, game, stops
from engine.games.at_random import play


def started(**options):
    """Ana deals to Bruno, who leads, and Chloé."""
    return begun(3, "Ana", "avantcoureur", **options)


def settled(name, **options):
    """A golden round's settlement."""
    return to_json(game.fold(golden(name, **options)).settlements[-1])


def lines(reason, *payments):
    return [{"from": a, "to": b, "chips": chips, "reason": reason} for a, b, chips in payments]


def chips(*told):
    return [{"player": player, "card": card, "chips": n} for player, card, n in told]


def test_boxes_without_a_call_and_no_hocs_in_a_whole_round():
    line = settled("V1", call_required="hoc_only")
    assert line["takes"] == chips(("A", "QS", 3), ("B", "JC", 2), ("B", "KH", 4))
    assert line["missed_calls"] == [] and line["boxes"]["QS"] == 0
    assert line["net"] == {"A": -26, "B": -16, "C": 31}
    line = settled("V1", hoc_chip=0)
    assert line["net"] == {"A": -26, "B": -19, "C": 31}
    assert line["takes"] == chips(("B", "JC", 2), ("B", "KH", 4))


# --- laying cards ------------------------------------------------------------------------


def test_the_deal_is_for_three_or_five():
    for count, each in ((3, 15), (5, 9)):
        state = begun(count, "Ana", "avantcoureur")
        assert set(stops.cards_left(state).values()) == {each}
    for count in (2, 4, 6):
        with pytest.raises(IllegalEvent, match="expected 3 or 5") as error:
            begun(count, "Ana", "avantcoureur")
        assert error.value.rule == "deal"


def test_only_the_dealer_pays_and_the_next_one_deals_next():
    state = started()
    assert stops.chips_now(state) == {"Ana": -15, "Bruno": 0, "Chloé": 0}
    assert list(stops.boxes_now(state).values()) == [1, 2, 3, 4, 5]
    assert stops.next_dealer(state) == "Bruno" and avantcoureur.may_go_on(state) == ("Bruno",)
    fiches = started(stake_unit="fiche", fiche="2")
    assert list(stops.boxes_now(fiches).values()) == [2, 4, 6, 8, 10]


def test_one_suit_upward():
    state = after(started(), "Bruno 9S")
    assert avantcoureur.wanted(state) == 10 and avantcoureur.wanted_card(state) == parse_card("TS")
    assert avantcoureur.may_go_on(state) == ("Bruno", "Chloé", "Ana")
    for move in ("Ana TH", "Ana JS", "Ana 8S"):
        assert refused(state, move) == "sequence"
    assert refused(started(), "Ana 9S") == "first_lead" and refused(started(), "Ana 7D") == "first_lead"
    state = after(state, "Ana TS | Ana JS")
    assert avantcoureur.sequence(state) == tuple(zip(("Bruno", "Ana", "Ana"), cards("9S TS JS"), strict=True))


@pytest.mark.parametrize("hoc", ["QS", "JC", "TD", "KS", "KH", "7D"])
def test_after_a_hoc_its_player_starts_anew(hoc):
    state = after(started(), f"Bruno {hoc}")
    assert avantcoureur.wanted(state) is None and avantcoureur.may_go_on(state) == ("Bruno",)
    for move in ("Ana KD", "Ana QC", "Chloé JD", "Chloé 8D"):
        assert refused(state, move) == "hoc"
    assert after(state, "Bruno 2C | Ana 3C")


def test_the_dwarf_stands_for_any_wanted_card():
    state = after(started(), "Bruno 9S | Ana 7D")
    assert avantcoureur.may_go_on(state) == ("Ana",) and refused(state, "Chloé JS") == "hoc"
    state = after(started(dwarf_after="continue"), "Bruno 9S | Ana 7D")
    assert avantcoureur.wanted_card(state) == parse_card("JS")
    assert avantcoureur.sequence(after(state, "Chloé JS"))[0] == ("Bruno", parse_card("9S"))


@pytest.mark.parametrize(
    ("moves", "goes_on"),
    [
        ("Bruno 7D", "8D"),
        ("Bruno 6D | Ana 7D", "8D"),
        ("Bruno JS | Ana 7D", "KS"),  # in the place of the queen
        ("Bruno QD | Ana 7D", None),
        ("Bruno QS | Bruno 7D", "8D"),
        ("Bruno 9S | Bruno 7D", "JS"),
    ],
)
def test_where_the_dwarf_lets_the_sequence_go_on(moves, goes_on):
    state = after(started(dwarf_after="continue"), moves)
    card = avantcoureur.wanted_card(state)
    assert (card and card.code) == goes_on


def test_the_dwarf_may_come_out_of_turn():
    assert refused(started(), "Bruno QS | Ana 7D") == "hoc"
    wild = started(dwarf_out_of_turn="on")
    state = after(wild, "Bruno QS | Ana 7D")
    assert avantcoureur.may_go_on(state) == ("Ana",)
    assert (
        avantcoureur.may_go_on(after(wild, "Ana 7D")) == ("Ana",) and refused(wild, "Ana 8D") == "first_lead"
    )
    assert avantcoureur.may_go_on(wild) == ("Bruno", "Chloé", "Ana")


def test_who_must_go_on_and_did_not_is_told_and_play_goes_on():
    def kept(state, moves):
        return [(NAMES[laid.player], laid.card.code) for laid in after(state, moves).round.overlooked]

    state = after(started(), "Bruno 9S | Ana TS | Ana 3C")
    assert refused(state, "Bruno JS") == "sequence"
    assert kept(state, "Ana 4H | Ana JS") == [("Ana", "JS")]
    assert kept(after(started(must_continue="off"), "Bruno 9S | Ana TS | Ana 3C"), "Ana JS") == []
    # Bruno and Chloé were asked before Ana let 7♦ stand in; she may hold the ten.
    state = after(started(), "Bruno 9S | Ana 7D | Ana 9C")
    assert kept(state, "Bruno TC | Bruno TS") == [("Bruno", "TS")]
    assert kept(state, "Chloé TC | Chloé TS") == [("Chloé", "TS")]
    assert kept(state, "Ana TC | Ana TS") == []
    wild = after(started(dwarf_out_of_turn="on"), "Bruno 9S | Ana 7D")
    assert wild.round.due == (0, 0, 0)
    # Nobody need lay 7♦, wanted or not.
    assert kept(started(), "Bruno 6D | Bruno 2C | Chloé 3C | Chloé 7D") == []


def test_a_card_already_laid_is_wanted_in_vain():
    state = after(started(must_continue="off"), "Bruno TS | Bruno 9S")
    assert refused(state, "Bruno TS") == "one_deck" and refused(state, "Chloé JS") == "sequence"
    assert after(state, "Chloé 7D")


# --- hocs --------------------------------------------------------------------------------


def won(moves, **options):
    return stops.chips_now(after(started(**options), moves))


@pytest.mark.parametrize(
    ("moves", "ana", "bruno"),
    [
        ("Bruno KS | Bruno calls KS", -16, 2),
        ("Bruno calls KS | Bruno KS", -16, 2),
        ("Bruno KH | Bruno calls KH", -16, 6),
        ("Bruno 7D | Bruno calls 7D", -16, 7),
        ("Bruno KS | Bruno calls KS | Bruno calls KS", -16, 2),
        ("Bruno KS", -15, 0),
        ("Bruno KS | Ana calls KS", -15, 0),
        ("Bruno KS | Bruno 2C | Bruno calls KS", -15, 0),
        ("Bruno 6S | Bruno calls 6S | Bruno 2C", -15, 0),
    ],
)
def test_what_an_announcement_brings(moves, ana, bruno):
    told = won(moves)
    assert (told["Ana"], told["Bruno"]) == (ana, bruno)


def test_hocs_without_boxes_and_boxes_without_hocs():
    assert won("Bruno QS", call_required="hoc_only")["Bruno"] == 3
    assert won("Bruno QS | Bruno calls QS", call_required="hoc_only")["Bruno"] == 5
    assert won("Bruno QS | Bruno calls QS", hoc_chip=0)["Bruno"] == 3
    assert won("Bruno KS | Bruno calls KS", hoc_chip=0)["Bruno"] == 0
    state = after(started(), "Bruno QS | Bruno 2C")
    assert state.round.missed == ((1, parse_card("QS"), 3),)
    assert after(started(), "Bruno KS | Bruno 2C").round.missed == ()
    assert won("Bruno QS | Bruno 2C | Bruno calls QS", call_window="round")["Bruno"] == 5


@pytest.mark.parametrize(
    ("moves", "bruno"),
    [
        ("Bruno 6S | Bruno calls 6S", 0),  # nobody knows yet
        ("Bruno 6S | Bruno calls 6S | Bruno 2C", 2),
        ("Bruno 6S | Bruno calls 6S | Bruno calls 6S | Bruno 2C", 2),
        ("Bruno 6S | Bruno calls 6S | Bruno 7S", 0),
        ("Bruno 6S | Bruno calls 6S | Bruno 7D", 0),
        ("Bruno 6S | Bruno calls 6S | Ana 7S", 0),
        ("Bruno 6S | Bruno calls 6S | Ana 7D", 0),
        ("Bruno calls 6S | Bruno 6S | Bruno 2C", 0),
        ("Bruno 6S | Bruno 2C | Bruno calls 6S", 0),
        ("Bruno 6S | Ana calls 6S | Bruno 2C", 0),
    ],
)
def test_an_accidental_hoc_pays_where_people_play_so(moves, bruno):
    assert won(moves, accidental_hoc_pays="on")["Bruno"] == bruno
    assert won(moves)["Bruno"] == 0


def test_an_accidental_hoc_announced_late_where_there_is_time():
    on = {"accidental_hoc_pays": "on", "call_window": "round"}
    assert won("Bruno 6S | Bruno 2C | Ana 3C | Bruno calls 6S", **on)["Bruno"] == 2
    assert won("Bruno 6S | Bruno 2C | Bruno calls 6S | Bruno calls 6S", **on)["Bruno"] == 2
    assert won("Bruno 6S | Ana 7S | Bruno calls 6S", **on)["Bruno"] == 0


def test_the_last_card_is_never_accidental():
    events = golden("V1", accidental_hoc_pays="on")
    last = max(n for n, event in enumerate(events) if isinstance(event, CardPlayed))
    call = Called("C", events[last].card)
    assert (
        game.fold([*events[: last + 1], call, *events[last + 1 :]]).settlements
        == game.fold(events).settlements
    )


def test_calling_any_card_is_no_fault():
    before = after(started(), "Bruno 6S")
    event = Called("Bruno", parse_card("6S"))
    assert stops.alerts(before, event, game.apply(before, event)) == ()
    late = after(started(), "Bruno QS | Bruno 2C")
    event = Called("Bruno", parse_card("QS"))
    assert [alert.kind for alert in stops.alerts(late, event, late)] == ["late_call"]


# --- money and the evening ---------------------------------------------------------------


def test_capped_debts_go_in_the_order_of_play():
    first, *rest = golden("V1", debt="capped")
    stock = {"A": 16, "B": 30, "C": 0}
    state = game.fold([GameStarted(first.game, first.rules, first.options, first.players, stock), *rest])
    line = to_json(state.settlements[0])
    # A has 1 chip after the antes: it goes to B's first hoc. C pays none, having none.
    assert line["payments"] == lines("hoc", ("A", "B", 1), ("B", "C", 1)) + lines("points", ("B", "C", 20))
    assert sum(state.balances) + sum(state.boxes) == 46 and min(state.balances) >= 0


def test_a_dealer_who_may_owe_nothing_must_have_his_antes():
    names = NAMES[:3]
    first = GameStarted(
        "nain-jaune", "avantcoureur", {"debt": "capped", "end": "ruin"}, names, dict.fromkeys(names, 14)
    )
    state = game.fold([first])
    assert stops.ruined(state) == ("Ana",)
    with pytest.raises(IllegalEvent) as error:
        game.apply(state, RoundStarted("Bruno"))
    assert error.value.rule == "ruin"


@pytest.mark.parametrize(
    ("players", "options", "deals"),
    [
        (5, {}, 10),
        (3, {}, 12),
        (3, {"round_unit": "cycle"}, 36),
        (3, {"rounds": "10"}, 10),
        (5, {"rounds": "12", "round_unit": "cycle"}, 60),
    ],
)
def test_an_evening_has_its_number_of_rounds(players, options, deals):
    state = begun(players, "Ana", "avantcoureur", **options)
    assert state.options.agreed_rounds(players) == deals and not stops.ended(state)


def test_the_evening_ends_after_the_agreed_rounds():
    names, rng = NAMES[:5], Random(5)
    state = game.fold([GameStarted("nain-jaune", "avantcoureur", {}, names)])
    for deals in range(10):
        assert len(state.settlements) == deals and not stops.ended(state)
        state = play_round(state, names[deals % 5], rng)
    assert stops.ended(state)
    assert sum(state.balances) + sum(state.boxes) == 0


def play_round(state, dealer, rng):
    """One round by chance, settled."""
    state = game.apply(state, RoundStarted(dealer))
    dealt = play.deal(len(state.players), rng)
    steps = list(play.random_round(state, dealt.hands, rng))
    for event in (event for step in steps for event in step.events()):
        state = game.apply(state, event)
    for event in play.left_in_hand(state.players, dealt.hands, steps):
        state = game.apply(state, event)
    assert state.round.settled
    return state


@pytest.mark.parametrize(
    "options",
    [{"opera": "no_card"}, {"hoc_chip": 2}, {"hoc_chip": True}, {"dwarf_after": "go"}, {"bete": "on"}],
)
def test_options_that_there_are_not(options):
    with pytest.raises(BadInput, match=next(iter(options))):
        started(**options)
