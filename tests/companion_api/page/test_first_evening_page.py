"""A family that has never played: what is put where, who begins and, sentence by sentence, what to do."""

import pytest
from browser import Door, come_in, leave, open_as_new, phone, resize
from pages import clear, found, keep, keep_whole, press, text, write
from scripted import wait_for

from companion_api.web import passes

PLAYERS = ("Ana", "Bruno", "Chloé")


@pytest.fixture(scope="module")
def door(house):
    door = Door(house.app, house.token)
    yield door
    door.stop()


@pytest.fixture(scope="module")
def page(house, door):
    browser = phone()
    come_in(browser, door.address)
    yield browser
    leave(browser)


def guide(page):
    return text(page, "#guide").replace("\n", " ")


def test_the_first_round_is_guided_where_nobody_has_played_before(page, house):
    wait_for(lambda: found(page, "#setup"))
    for name in PLAYERS:
        write(page, "#new-player", name)
        wait_for(lambda: found(page, "#add-player"))
        press(page, "#add-player")
        wait_for(lambda name=name: name in text(page, "#seats"))
    wait_for(lambda: found(page, "#guided:checked") and found(page, "[data-preset=french_page].chosen"))
    press(page, "#begin")
    wait_for(lambda: house.view["phase"] == "antes" and house.view["guide"])
    wait_for(lambda: "D’abord les mises" in text(page, ".guide-now"))
    for said in ("en donne 15 à chacun", "tirez au sort", "qui pose cette carte prend", "Le but"):
        assert said in guide(page)


def test_the_others_are_asked_in_until_their_phones_are_there_and_guests_at_any_time(page, house, door):
    wait_for(lambda: "Sans téléphone ici : Ana, Bruno et Chloé" in text(page, "#inviting"))
    keep(page, "inviting")
    press(page, "#inviting-yes")
    wait_for(lambda: found(page, ".sheet #invite-as [data-as=guest]"))
    press(page, ".close")
    other = phone()
    try:
        come_in(other, door.address, "player", "Ana")
        wait_for(lambda: "ici : Bruno et Chloé" in text(page, "#inviting"))
        assert found(other, "#guide") and not found(other, "#inviting")
        code = passes.invite(house.token, "player")
        open_as_new(other, f"{door.address.split('#')[0]}#t={code}&as=player")
        wait_for(lambda: found(other, "[data-player=Bruno]"))
        keep(other, "who")
        press(other, "[data-role=guest]")
        wait_for(lambda: "regarde" in text(other, "#place"))
    finally:
        leave(other)
    assert "Ana" not in text(page, "#inviting"), "who was here is not asked for again"
    press(page, "#inviting-no")
    wait_for(lambda: not found(page, "#inviting"))


def test_what_is_put_stands_in_one_line_with_a_tick_for_who_has(page, house):
    line = "Chacun met 1 au 10, 2 au valet, 3 à la dame, 4 au roi, 5 au nain"
    assert line in text(page, "#stakes")
    keep(page, "guide-antes")
    keep_whole(page, "guide-antes-whole")
    for name in PLAYERS:
        press(page, f"[data-put='{name}']")
        wait_for(
            lambda name=name: name in house.view["placed"] and found(page, f"[data-put='{name}'].chosen")
        )
    press(page, "[data-put=Bruno]")
    wait_for(lambda: house.view["placed"] == ["Ana", "Chloé"] and "✓ Bruno" not in text(page, "#ticks"))
    press(page, "[data-put=Bruno]")
    wait_for(lambda: "bat les cartes et en donne 15" in text(page, ".guide-now"))
    assert "D’abord les mises" not in guide(page) and "tirez au sort" in guide(page)


def test_who_begins_is_drawn_where_the_rules_leave_it_open(page, house):
    assert text(page, "#wanted") == "Qui commence ?" and house.view["leader"] is None
    press(page, "#draw-lead")
    wait_for(lambda: house.view["leader"] in PLAYERS)
    clear(page)
    wait_for(lambda: text(page, "#wanted") == f"{house.view['leader']} commence")
    press(page, "[data-leads=Bruno]")  # the table says otherwise
    wait_for(lambda: house.view["leader"] == "Bruno" and "C’est à Bruno" in text(page, ".guide-now"))
    clear(page)
    keep(page, "guide-leads")


def test_each_moment_has_its_sentence_and_the_cards_that_go_on_are_lit(page, house):
    house.tap(tap="card", player="Bruno", card="6D")
    wait_for(lambda: "il faut un 7" in text(page, ".guide-now"))
    assert "c’est un arrêt" in guide(page) and "repart avec la carte de son choix" in guide(page)
    assert len(found(page, "#lit-cards .card")) == 4
    keep(page, "guide-wanted")
    resize(page, 320, 640)
    keep(page, "guide-wanted-small")
    resize(page, 390, 844)
    press(page, "#enter-card")
    wait_for(lambda: len(found(page, "#of-rank .pick.lit")) == 4)
    keep(page, "guide-lit")
    press(page, "#of-rank [data-pick='7D']")
    wait_for(lambda: house.view["takes"])
    press(page, ".close")
    wait_for(lambda: "Bruno prend 15 jetons" in guide(page))
    assert "est une belle carte" in guide(page)
    keep(page, "guide-taken")


def test_it_is_taken_away_and_back_by_one_tap_each(page, house):
    press(page, "#guide-off")
    wait_for(lambda: not found(page, "#guide") and house.view["guide"] is None)
    press(page, "#menu")
    press(page, "#guide-flip")
    wait_for(lambda: found(page, "#guide") and not found(page, ".sheet"))


def test_it_ends_with_the_round_and_comes_no_more(page, house):
    deck = [rank + suit for suit in "SHCD" for rank in "A23456789TJQK"]
    laid = {card["card"] for card in house.view["cards"]}
    for card in [each for each in deck if each not in laid][:13]:
        house.tap(tap="card", player="Bruno", card=card)
    wait_for(lambda: house.view["phase"] == "hands")
    wait_for(lambda: "n’a plus de carte" in text(page, ".guide-now"))
    laid = {card["card"] for card in house.view["cards"]}
    left = [each for each in deck if each not in laid]
    for player, cards in (("Ana", left[:15]), ("Chloé", left[15:30])):
        house.tap(tap="hand", player=player, cards=cards)
    wait_for(lambda: "Vous savez jouer" in guide(page))
    assert not found(page, "#guide-off"), "what is over is not to be stopped"
    keep(page, "guide-done")
    house.tap(tap="round")
    wait_for(lambda: house.view["round"] == 2 and not found(page, "#guide"))
    assert house.view["leader"] is None and house.view["placed"] == []
    assert page.errors() == []


def test_who_has_chips_before_him_owes_none_at_the_end(page, house):
    """Where no money is played for, the chips have changed hands round by round."""
    house.tap(tap="end", remove=True, leftover="stay")
    wait_for(lambda: "chacun a devant lui ce qu’il a gagné" in text(page, "#evening-end"))
    assert house.view["evening"]["debts"] and not found(page, "#debts")
    assert all(
        f"{line['chips']} jeton" in text(page, "#standings") for line in house.view["evening"]["standings"]
    )
