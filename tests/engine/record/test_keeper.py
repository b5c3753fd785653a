"""The log of a table that no camera follows: what people tell, put right and take back."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from nap_deals import event_of, house
from plain_nap import settle

from engine.cards import parse_card
from engine.errors import IllegalEvent
from engine.events import (
    Bid,
    CardPlayed,
    Corrected,
    Fined,
    HandShown,
    NapSettlement,
    RoundStarted,
    from_json,
    to_json,
)
from engine.games import game, nap, nap_deal
from engine.games.at_random import nap_play
from engine.record.keeper import Keeper
from engine.table import table_from_json

NAMES = ("Ana", "Bruno", "Chloé", "David", "Eva", "Fred", "Gil", "Hugo", "Ida", "Jo")


def keeper(players: int, **options: object) -> Keeper:
    names = NAMES[:players]
    table = {"game": "nap", "rules": "nap", "options": options, "players": list(names), "dealer": names[-1]}
    kept = Keeper(table_from_json(table, "table"))
    kept.start()
    return kept


def moves(kept: Keeper, text: str) -> None:
    for move in filter(None, (each.strip() for each in text.split("|"))):
        kept.enter(event_of(move))


def by_round(settlement: NapSettlement) -> int:
    return settlement.round


def alone(kept: Keeper) -> None:
    """What is settled and told is what the log alone comes to, after a restart too."""
    folded = game.fold(kept.log)
    assert folded == kept.evening
    told = [event for _, event in game.in_force(kept.log) if isinstance(event, NapSettlement)]
    assert sorted((replace(each, seq=None, t=None) for each in told), key=by_round) == list(
        folded.settlements
    )
    lines = [json.loads(json.dumps(to_json(event))) for event in kept.log]
    again = Keeper(kept._table, log=[from_json(line) for line in lines])
    assert again.evening == folded and again._settled_anew() == []


@pytest.mark.parametrize("seed", range(30))
def test_random_evenings_with_slips_are_settled_as_the_log_alone_is(seed: int) -> None:
    rng = Random(seed)
    players = rng.randint(3, 10)
    kept = keeper(players, **house(rng, players))
    for deal in range(3):
        dealer = NAMES[players - 1] if deal == 0 else nap.next_dealer(kept.evening)
        begin, *rest = nap_play.random_deal(_before(kept, deal), dealer, rng)
        if deal:
            kept.enter(begin)
        for event in rest:
            last = len(kept.log)
            if rng.random() < 0.1:
                _slip(kept, rng, event)
            assert kept.evening.round is not None and len(kept.log) >= last
            kept.enter(event)
            if rng.random() < 0.05:  # taken back, and told again
                number = next(each.seq for each in reversed(kept.log) if _same(each, event))
                kept.correct(number, None)
                kept.enter(event)
        assert kept.complete
    alone(kept)
    lines = [to_json(event) for _, event in game.in_force(kept.log) if not isinstance(event, NapSettlement)]
    settlements, _ = settle(lines)
    assert [each["net"] for each in settlements] == [dict(each.net) for each in kept.evening.settlements]
    assert [each["pool"] for each in settlements] == [each.pool for each in kept.evening.settlements]


def _before(kept: Keeper, deal: int) -> nap.Evening:
    return kept.evening if deal else nap.start(kept.log[0])


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and _bare(one) == _bare(other)


def _bare(event: object) -> dict:
    return {name: value for name, value in to_json(event).items() if name not in ("seq", "t")}


def _slip(kept: Keeper, rng: Random, event: object) -> None:
    """Something that nobody may tell: it is refused and nothing of it stays."""
    before = kept.log, kept.evening
    wrong = rng.choice(kept.evening.players)
    slips = [
        lambda: kept.enter(HandShown(wrong, ())),
        lambda: kept.enter(RoundStarted(wrong)),
        lambda: kept.correct(1, None),
        lambda: kept.correct(len(kept.log) + 1, None),
        lambda: kept.answer(1, 0),
        lambda: kept.enter(Bid(nap.turn(kept.evening) or wrong, "bonaparte", True), 3),
    ]
    if isinstance(event, CardPlayed):
        others = [name for name in kept.evening.players if name != event.player]
        slips.append(lambda: kept.enter(CardPlayed(others[0], event.card)))
    with pytest.raises(IllegalEvent):
        rng.choice(slips)()
    assert (kept.log, kept.evening) == before


def test_a_settled_deal_is_settled_anew_when_people_put_it_right() -> None:
    kept = keeper(3, pool="on")
    moves(kept, "Ana nap | Bruno pass | Chloé pass")
    for trick in ("AS KS QS", "AH KH QH", "AD KD QD", "AC KC QC", "JS TS 9S"):
        for player, code in zip(("Ana", "Bruno", "Chloé"), trick.split(), strict=True):
            moves(kept, f"{player} {code}")
    (settled,) = (event for event in kept.log if isinstance(event, NapSettlement))
    assert settled.made and settled.net == {"Ana": 12, "Bruno": -6, "Chloé": -6}
    last = next(event.seq for event in reversed(kept.log) if isinstance(event, CardPlayed))
    out = kept.correct(last, CardPlayed("Chloé", parse_card("8S")))
    kinds = [type(event) for event in out]
    assert kinds == [Corrected]  # another loser's card: nothing is paid otherwise
    (taken_back, gone) = kept.correct(last, None)
    assert isinstance(taken_back, Corrected) and gone == Corrected(settled.seq, None, seq=gone.seq, t=0.0)
    assert not kept.complete
    (_, anew) = kept.enter(CardPlayed("Chloé", kept.log[last - 1].card))
    assert isinstance(anew, NapSettlement) and anew.net == settled.net
    (_, gone, anew) = kept.enter(Fined("Bruno", 5, "revoke"))
    assert anew.net["Bruno"] == -11 and anew.pool == 5 and gone.target
    alone(kept)


def test_what_follows_must_still_be_legal() -> None:
    kept = keeper(3)
    moves(kept, "Ana three | Bruno pass | Chloé pass | Ana AS | Bruno KS | Chloé QS | Ana 2H")
    before = kept.log
    first = next(event for event in before if isinstance(event, CardPlayed))
    with pytest.raises(IllegalEvent, match="for Bruno to play"):
        kept.correct(first.seq, CardPlayed("Ana", parse_card("2S")))
    assert kept.log == before


def test_who_cuts_or_shuffles() -> None:
    kept = keeper(3)
    deal = nap_deal.look(kept.evening)
    assert deal.cutter is None  # at the start
    moves(kept, "Ana pass | Bruno pass | Chloé pass | Ana deals")
    assert nap_deal.look(kept.evening).cutter == "Chloé"
    moves(kept, "Bruno nap | Chloé pass | Ana pass")
    for trick in ("AS KS QS", "AH KH QH", "AD KD QD", "AC KC QC", "JS TS 9S"):
        for player, code in zip(("Bruno", "Chloé", "Ana"), trick.split(), strict=True):
            moves(kept, f"{player} {code}")
    moves(kept, "Bruno deals")
    assert nap_deal.look(kept.evening).cutter is None
