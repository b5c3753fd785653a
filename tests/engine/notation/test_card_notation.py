"""Cards in every notation that people write or say."""

from __future__ import annotations

import pytest

from engine import cards
from engine.cards import ANTES, DECK, call_also, parse_card
from engine.errors import BadInput


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("QS", "QS"), ("qs", "QS"), ("7D", "7D"), ("10D", "TD"), ("10♦", "TD"), ("10♦\ufe0f", "TD"),
        ("TD", "TD"), ("1♦", "AD"), ("1S", "AS"), ("D♠", "QS"), ("V♣", "JC"), ("R♥", "KH"),
        ("B♣", "JC"), ("K♥", "KH"), ("DD", "QD"), ("10 ♦", "TD"), ("7♢", "7D"),
        ("dame de pique", "QS"), ("As de Cœur", "AH"), ("dix de carreau", "TD"), ("10 de carreau", "TD"),
        ("valet de trefle", "JC"), ("queen of spades", "QS"), ("Ten of diamonds", "TD"),
        ("Pik-Dame", "QS"), ("Herz König", "KH"), ("Karo-10", "TD"), ("Kreuz Bube", "JC"),
        ("nain jaune", "7D"),
    ],
)  # fmt: skip
def test_read(text, code):
    assert parse_card(text).code == code


@pytest.mark.parametrize(
    "text", ["", "D", "♠", "10", "XX", "1Z", "QSS", "0D", "11D", "QS7D", None, 7, ["QS"]]
)
def test_refused(text):
    with pytest.raises(BadInput, match="expected two characters"):
        parse_card(text)


def test_every_card_is_found_by_its_code():
    assert [card.index for card in DECK] == list(range(52))
    for card in DECK:
        assert parse_card(card.code) is not None and parse_card(str(card)) == card


def test_what_cards_are_called_is_given():
    with pytest.raises(BadInput):
        parse_card("ventitré di picche")
    call_also({"Ventitré di Picche": parse_card("QS")})
    assert parse_card("ventitre  di picche") == parse_card("QS")
    del cards._NAMES[cards.plain("ventitré di picche")]


def test_antes():
    assert [(card.code, ante) for card, ante in ANTES.items()] == [
        ("TD", 1), ("JC", 2), ("QS", 3), ("KH", 4), ("7D", 5),
    ]  # fmt: skip
