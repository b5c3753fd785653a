"""In the middle of an evening somebody comes or goes: the game goes on, and nothing that was won is lost."""

import pytest
from browser import host_page
from pages import clear, found, keep, keep_whole, press, text, write
from scripted import wait_for

from engine.events import EveningEnded

FOUR = ("Ana", "Bruno", "Chloé", "David")
MONEY = {"cents": 5, "currency": "EUR"}
CHIPS = {"jeton": 40, "fiche": 4, "contrat": 4}
SHARE = 100


@pytest.fixture(scope="module")
def page(house):
    with host_page(house) as page:
        yield page


def held(house):
    return {line["name"]: line["chips"] for line in house.view["evening"]["standings"]}


def changed(page, house, button):
    """Tap through to the form; what people held and what lay in the boxes when the evening was left."""
    press(page, button)
    wait_for(lambda: found(page, "#changing"))
    before = held(house), house.view["evening"]["boxes"], house.live.evening.id
    said = text(page, ".sheet")
    press(page, "#change-go")
    wait_for(lambda: found(page, "#setup #seats") and not found(page, ".sheet"))
    assert house.live.evening.id > before[2]
    return *before, said


def test_a_fifth_player_comes_after_a_round_and_everybody_keeps_his_chips(page, house):
    house.arrange(*FOUR, rules="lindor", stock_chips=CHIPS, rounds=8, options={"end": "rounds"}, money=MONEY)
    house.play_round(5)
    deals = house.view["evening"]["next_dealer"]
    wait_for(lambda: found(page, "#change-players"))
    press(page, "#change-players")
    wait_for(lambda: found(page, "#changing #debts"))
    keep(page, "changing")
    press(page, ".close")
    chips, boxes, evening, said = changed(page, house, "#change-players")
    assert f"y reste, pour la suite : {boxes} jetons" in said and "Chacun garde les jetons" in said
    assert all(name in text(page, "#seats") for name in FOUR)
    assert found(page, f"[data-dealer={deals}].chosen") and "7 manches" in text(page, "#rounds")
    assert found(page, "#carried:checked") and found(page, "#held:checked")
    write(page, "#new-player", "Eve")
    wait_for(lambda: f"Eve {SHARE}" in text(page, "#held-each"))
    assert all(f"{name} {chips[name]}" in text(page, "#held-each") for name in FOUR)
    keep_whole(page, "changing-form")
    press(page, "#begin")
    wait_for(lambda: house.view["phase"] == "antes")
    table = house.live.table
    assert table.stock == {**chips, "Eve": SHARE} and sum(table.boxes.values()) == boxes
    assert table.dealer == deals and table.terms.money is not None
    assert held(house) == {**chips, "Eve": SHARE}
    assert isinstance(house.store.log(evening)[-1], EveningEnded)


def test_somebody_goes_in_the_middle_of_a_round_which_then_does_not_count(page, house):
    wait_for(lambda: found(page, "#enter-card"))
    clear(page)
    before = held(house)
    leads = house.view["leader"]
    house.tap(tap="card", player=leads, card="9D")
    press(page, "#menu")
    chips, boxes, _, said = changed(page, house, "#change-players-now")
    assert "La manche en cours ne compte pas" in said and chips == before
    press(page, "#seats li:last-child [aria-label='Retirer Eve']")
    wait_for(lambda: "Eve" not in text(page, "#seats"))
    press(page, "#begin")
    wait_for(lambda: house.view["phase"] == "antes" and len(house.view["players"]) == len(FOUR))
    assert house.live.table.stock == {name: chips[name] for name in FOUR}
    assert sum(house.live.table.boxes.values()) == boxes


def test_the_evening_after_is_one_like_any_other(page, house):
    house.play_round(6)
    house.tap(tap="end", leftover="split")
    press(page, "#new-evening")
    wait_for(lambda: found(page, "#setup #seats"))
    assert not found(page, "#held") and f"Chacun reçoit {SHARE} jetons" in text(page, "#stock-each")


def test_where_winnings_are_counted_from_zero_they_begin_anew(page, house):
    press(page, "#uncounted")
    press(page, "#begin")
    wait_for(lambda: house.view["phase"] == "antes")
    house.play_round(7)
    clear(page)
    *_, said = changed(page, house, "#change-players")
    assert "Les gains repartent de zéro" in said and not found(page, "#held")
    press(page, "#begin")
    wait_for(lambda: house.view["phase"] == "antes")
    assert house.live.table.stock is None and set(held(house).values()) == {0}
    assert page.errors() == []
