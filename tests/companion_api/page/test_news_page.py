"""What came of a tap is said by what it was, and taken back by one tap; alerts stand above every sheet."""

import pytest
from browser import host_page
from pages import clear, found, keep, press, press_if, text
from scripted import wait_for
from tapped import House

PLAYERS = ("Ana", "Bruno", "Chloé")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    house = House(tmp_path_factory.mktemp("data"))
    house.arrange(*PLAYERS, rules="lindor", options={"end": "rounds"}, rounds=1, stock_chips={"jeton": 90})
    yield house
    house.close()


@pytest.fixture(scope="module")
def page(house):
    with host_page(house) as page:
        yield page


def laid(house):
    return [card["card"] for card in house.view["cards"]]


def pick(page, house, card):
    press(page, f"[data-pick='{card}']")
    wait_for(lambda: card in laid(house))


def choose(page, player):
    names = "[...document.querySelectorAll('.sheet .names button')]"
    page.execute_script(f"{names}.find((one) => one.textContent === arguments[0]).click()", player)


def test_a_card_says_what_it_was_and_one_tap_takes_it_back(page, house):
    press(page, "#enter-card")
    leader = house.view["leader"]
    pick(page, house, "3H")
    wait_for(lambda: f"3♥ {leader}" in text(page, ".toast"))
    assert "corrigé" not in text(page, ".toast")
    keep(page, "taken-back")
    press(page, "#take-back")
    wait_for(lambda: laid(house) == [])
    wait_for(lambda: text(page, ".toast") == "Annulé")
    assert found(page, ".sheet"), "the next card is entered where this one was"
    press_if(page, ".toast")


def test_what_is_refused_says_what_is_to_be_done(page, house):
    leader = house.view["leader"]
    other = next(name for name in PLAYERS if name != leader)
    choose(page, other)
    press(page, "[data-pick='3H']")
    wait_for(lambda: f"C’est à {leader} de commencer." in text(page, ".toast"))
    press_if(page, ".toast")
    choose(page, leader)


def test_an_alert_stands_in_the_sheet_that_is_open(page, house):
    leader = house.view["leader"]
    pick(page, house, "7D")
    assert not found(page, "#news")
    pick(page, house, "8C")
    wait_for(
        lambda: "7 de carreau" in text(page, ".sheet #news-alert") and leader in text(page, "#news-alert")
    )
    inside = (
        "const one = document.querySelector('#news-alert').getBoundingClientRect();"
        "return document.querySelector('#news-alert')"
        ".contains(document.elementFromPoint(one.x + one.width / 2, one.y + one.height / 2))"
    )
    press_if(page, ".toast")
    wait_for(lambda: page.execute_script(inside))
    keep(page, "alert-inside")
    press(page, "#news-alert")
    wait_for(lambda: found(page, "#claim"))
    press(page, ".close")
    wait_for(lambda: len(found(page, ".sheet .pick")) >= 4 and not found(page, "#claim"))
    clear(page)


def in_history(page):
    """Whether a sheet that is open has its place in the browser's history, so that Back closes it."""
    return page.execute_script("return Boolean(history.state?.sheet)")


def test_a_sheet_closes_by_back(page):
    """What lies over the page goes first, one after the other; the page stays where it was."""
    at = page.current_url
    wait_for(lambda: not in_history(page))  # the one before has left it
    press(page, "#enter-card")
    press(page, ".sheet .names button[aria-pressed=true]")
    wait_for(lambda: in_history(page))
    page.execute_script("history.back()")
    wait_for(lambda: not found(page, ".sheet"))
    press(page, ".alert")
    wait_for(lambda: found(page, "#claim"))
    press(page, "#alert-card")  # another sheet in its place
    wait_for(lambda: found(page, "#remove") and in_history(page))
    page.execute_script("history.back()")
    wait_for(lambda: not found(page, ".sheet"))
    press(page, "#menu")
    press(page, ".close")
    wait_for(lambda: not in_history(page))
    press(page, "#menu")
    wait_for(lambda: found(page, ".sheet") and in_history(page))
    page.execute_script("history.back()")
    wait_for(lambda: not found(page, ".sheet"))
    assert page.current_url == at and found(page, "#wanted")


INSIDE = """
const outside = (card) => {
  const whole = card.getBoundingClientRect(), rank = card.querySelector('.index').getBoundingClientRect();
  return rank.left < whole.left - 1 || rank.top < whole.top - 1 || rank.right > whole.right + 1;
};
const cards = [...document.querySelectorAll('.card')].filter((one) => one.querySelector('.index'));
return cards.filter(outside).length;
"""


def test_a_rank_stands_on_its_card(page):
    wait_for(lambda: len(found(page, ".fallen")) == 2)
    assert page.execute_script(INSIDE) == 0


def test_rules_are_called_as_they_were_chosen(page):
    press(page, "#open-rules")
    wait_for(lambda: "Avec l’opéra" in text(page, ".sheet") and "Lindor" not in text(page, ".sheet"))
    assert "règle" not in text(page, ".sheet h3:last-of-type").split(":")[-1], "nobody has changed one"
    clear(page)


def test_the_main_button_is_what_comes_next(page, house):
    for seq in [card["seq"] for card in reversed(house.view["cards"])]:
        house.tap(tap="undo", target=seq)
    house.play_round(3)
    wait_for(lambda: found(page, ".bottom #finish") and found(page, "#between #next-round"))
    assert found(page, ".bottom #flip.link"), "the table, which was before, is a link"
    keep(page, "agreed-rounds-are-over")
    press(page, "#next-round")
    wait_for(lambda: house.view["round"] == 2)
    wait_for(lambda: found(page, ".bottom #flip.link"))
    keep(page, "round-two")
