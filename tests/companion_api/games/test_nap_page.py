"""Nap on three phones and a television: set up by the form, bid, played, fined, settled and ended by taps."""

from random import Random

import pytest
from axe import room
from browser import TELEVISION, come_in, leave, phone
from nap_phones import Family
from pages import found, keep, press, text
from scripted import wait_for

from engine.games.at_random.nap_play import Habits

POOLED = {"pool": "on", "pool_ante": 2, "purchase": "per_card", "widow": "on", "bid_mis": "on"}
FLOATED = {"floater": "on", "floater_bids": "dorset", "floater_values": [1, 3, 6]}


@pytest.fixture(scope="module")
def family(tmp_path_factory):
    family = Family(tmp_path_factory.mktemp("data"), tapped=4)
    yield family
    family.close()


@pytest.fixture(scope="module")
def television(family):
    page = phone(metrics=TELEVISION)
    come_in(page, family.door.address, "television")
    yield page
    leave(page)


def dark(page, on):
    room(page, "dark" if on else "light")


def both(page, name):
    """A picture by day and one in the dark."""
    for night in (False, True):
        dark(page, night)
        keep(page, f"nap-{name}{'-dark' if night else ''}")
    dark(page, False)


def test_rules_that_do_not_go_together_are_refused_in_a_sentence(family):
    host = family.pages["host"]
    press(host, "[data-preset=nap]")
    press(host, "#every-rule summary")
    for option in ("floater", "bid_mis"):
        press(host, f"[data-option={option}] [data-value=on]")
    wait_for(lambda: "« Carte flottante » ne va pas avec : Misère" in text(host, "#conflict"))
    assert host.execute_script("return document.querySelector('#begin').disabled")
    press(host, "[data-option=bid_mis] [data-value=off]")
    press(host, "[data-option=floater_bids] [data-value=dorset]")
    wait_for(lambda: "Dites ce que vaut chaque enchère" in text(host, "#conflict"))
    both(host, "setup")
    press(host, "#every-rule summary")


def test_two_deals_are_settled_as_the_log_alone_is(family, television):
    host, ana = family.pages["host"], family.pages["Ana"]
    family.set_up(4, POOLED)
    wait_for(lambda: "Les cartes sont mélangées ; David donne." in text(host, "#dealt"))
    assert "À vous d’acheter" in text(ana, "#mine") and found(ana, "#buying") and not found(ana, "#bidding")
    both(ana, "buying")
    family.deal(Random(11), Habits(passes=0.2, lucky=1.0))
    view = family.house.view
    wait_for(lambda: found(television, "#settlement"))
    both(television, "tv-settled")
    both(host, "settlement")
    press(host, "#settlement .nets li:first-child .line")
    wait_for(lambda: "met 2 dans la poule" in text(host, "#settlement .why"))
    who = "coupe, Ana donne" if view["settlement"]["cutter"] else "mélangées ; Ana donne"
    assert who in text(host, "#next-deal")
    family.next_deal()
    family.deal(Random(3), Habits(passes=0.3, lucky=0.3, faults=0.3), by_taps=False)
    assert family.settled_as_the_log_alone()


def test_bids_in_turn_tricks_and_a_revoke_with_its_fine(family, television):
    host, ana, bruno = family.pages["host"], family.pages["Ana"], family.pages["Bruno"]
    family.next_deal()  # Bruno deals
    wait_for(lambda: found(host, "#to-bids"))
    press(host, "#to-bids")
    wait_for(lambda: found(host, "#bidding"))
    assert not found(ana, "#bidding")
    both(host, "bids")
    wait_for(lambda: "Chloé peut acheter" in text(television, "#wanted"))
    family._tap(host, "[data-bid=three]")
    wait_for(lambda: "À David d’annoncer" in text(television, "#wanted"))
    family._tap(host, "[data-bid=mis]")
    press(host, "[data-said=David]")
    family._tap(host, "[data-instead=pass]")
    wait_for(lambda: "Il faut plus que trois (Chloé)" in text(ana, "#more"))
    wait_for(lambda: not found(host, "[data-instead]"))  # else the next tap only closes what stands open
    press(host, "[data-said=David]")
    family._tap(host, "[data-instead=mis]")
    wait_for(lambda: found(ana, "#bidding") and "Il faut plus que misère (David)" in text(ana, "#more"))
    assert [each.get_attribute("data-bid") for each in found(ana, "[data-bid]")] == ["pass", "four", "nap"]
    both(television, "tv-bids")
    family._tap(ana, "[data-bid=nap]")
    family._tap(bruno, "[data-bid=pass]")
    wait_for(lambda: "À vous d’entamer" in text(ana, "#mine"))
    for name, card in (("Ana", "AH"), ("Bruno", "7C"), ("host", "2H"), ("host", "3H"), ("Ana", "KH")):
        family._tap(family.pages[name], f"[data-pick='{card}']")
    wait_for(lambda: "On demande ♥ cœur" in text(bruno, "#more"))
    both(bruno, "trick")
    both(television, "tv-trick")
    family._tap(bruno, "[data-pick='4H']")
    wait_for(lambda: found(bruno, "#revoke-pay") and found(host, "#revoke-pay"))
    assert not found(ana, "#revoke-pay")
    both(host, "revoke")
    assert "n’a pas suivi avec le 7 de trèfle, et avait le 4 de cœur" in text(host, "#more")
    pool = family.house.view["boxes"]["pool"]
    family._tap(bruno, "#revoke-pay")
    assert family.house.view["boxes"]["pool"] == pool + 5


def test_a_card_is_taken_back_and_one_put_right(family):
    host = family.pages["host"]
    family._tap(host, "[data-pick='5H']")
    press(host, "#undo")
    wait_for(lambda: "Chloé : annuler le 5 de cœur ?" in text(host, ".sheet"))
    press(host, "#undo-yes")
    wait_for(lambda: len(family.house.view["cards"]) == 6)
    wait_for(lambda: not found(host, ".sheet"))
    press(host, "#trick .lay")
    wait_for(lambda: found(host, ".sheet .deck"))
    assert not found(host, "#missed-one")
    press(host, ".sheet [data-pick='QH']")
    wait_for(lambda: family.house.view["cards"][4]["card"] == "QH")
    wait_for(lambda: not found(host, ".sheet"))
    press(host, "#menu")
    wait_for(lambda: found(host, "#open-rounds") and not found(host, "#add"))
    press(host, "#end-now")
    press(host, "#end-now.remove")
    wait_for(lambda: family.house.view["evening"]["ended"] is not None)
    wait_for(lambda: "dans la poule" in text(host, "#leftover"))
    both(host, "leftover")
    press(host, "[data-leftover=split]")
    wait_for(lambda: not family.house.view["evening"]["choices"])
    assert family.house.view["evening"]["rounds"] == 2  # the deal in progress does not count


def test_an_evening_with_the_floater_and_a_house_s_own_values(family):
    family.again()
    family.set_up(3, FLOATED)
    assert family.house.view["rules"]["options"]["floater_values"] == "1 3 6"
    wait_for(lambda: found(family.pages["host"], "#bidding") or found(family.pages["Ana"], "#bidding"))
    both(family.pages["Ana"], "floater")
    family.deal(Random(5), Habits(passes=0.1, looks=1.0))
    family.end(Random(5))
    both(family.pages["host"], "end")
    assert family.settled_as_the_log_alone()
    no_console_errors(family)


def test_a_fine_paid_on_another_phone_is_not_asked_for_again(family):
    if family.house.view["phase"] != "setup":
        family.again()
    family.set_up(3, {"floater": "off"})
    host, house = family.pages["host"], family.house
    for player, bid in (("Ana", "three"), ("Bruno", "pass"), ("Chloé", "pass")):
        house.tap(tap="tell", event={"type": "bid", "player": player, "bid": bid})
    for player, card in (("Ana", "AH"), ("Bruno", "7C"), ("Chloé", "2H"), ("Ana", "KH")):
        house.tap(tap="tell", event={"type": "card_played", "player": player, "card": card})
    wait_for(lambda: found(host, "#tricks") and "À Bruno de jouer" in text(host, "#wanted"))
    press(host, "[data-pick='4H']")  # he has hearts
    wait_for(lambda: found(host, "#revoke-pay"))
    house.tap(tap="tell", event={"type": "fined", "player": "Bruno", "chips": 5, "why": "revoke"})
    wait_for(lambda: not found(host, "#revoke-pay"))
    family._tap(host, "[data-pick='4H']")
    press(host, "#claim-rest summary")
    press(host, "[data-claim=Ana]")
    wait_for(lambda: house.view["settlement"] is not None)
    assert house.view["settlement"]["tricks"] == 5 and family.settled_as_the_log_alone()
    no_console_errors(family)


def no_console_errors(family):
    for page in family.pages.values():
        assert [error for error in page.errors() if "Failed to load resource" not in error] == []
