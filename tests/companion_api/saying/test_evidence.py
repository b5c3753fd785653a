"""What spoke for an event, in one line of each language."""

import pytest

from companion_api.saying.evidence import sentence
from companion_api.saying.words import words
from engine.cards import parse_card
from engine.events import Alert, BoxTaken, Called, CardPlayed, Corrected, HandShown
from languages import LANGUAGES

DWARF = parse_card("7D")


def laid(**why):
    told = {"face": 0.93, "arm": 0.99, "wanted": 7, "then": 8, **why}
    return CardPlayed("Chloé", DWARF, 0.97, extra={"why": told})


@pytest.mark.parametrize(
    ("event", "french"),
    [
        (laid(), "7♦ : lu à 0,93, bras venu du côté de Chloé, 7 attendu, 8 attendu ensuite"),
        (
            laid(face=0.02, arm=0.5, wanted=None, then=None, after=3.42),
            "7♦ : peu lisible (0,02), déduit des règles, bras plutôt du côté de Chloé (0,50), "
            "nouveau départ ensuite, clair après 3,4 s",
        ),
        (
            laid(arm=0.01, call=True, box=True),
            "7♦ : lu à 0,93, bras peu sûr, joueur déduit des règles, annoncé, sa case s’est vidée, "
            "7 attendu, 8 attendu ensuite",
        ),
        (
            laid(wanted=3),
            "7♦ : lu à 0,93, bras venu du côté de Chloé, nouveau départ (3 attendu), 8 attendu ensuite",
        ),
        (laid(person=True), "7♦ : dit par une personne, 7 attendu, 8 attendu ensuite"),
        (Called("Chloé", DWARF, "tap"), "7♦ : annonce touchée sur un téléphone"),
        (Called("Chloé", DWARF, "chips"), "7♦ : des jetons ont quitté la case"),
        (BoxTaken("Chloé", DWARF), "7♦ : la case s’est vidée sous les yeux de la caméra"),
        (
            HandShown("Chloé", (DWARF,), extra={"inferred": ["7D"]}),
            "étalées devant Chloé, sauf 7 de carreau, déduites de ce qui manque",
        ),
        (CardPlayed("Chloé", DWARF), None),
        (Alert("uncertain"), None),
    ],
)
def test_what_spoke_for_an_event(event, french):
    assert sentence(event, words("fr")) == french
    assert sentence(Corrected(3, event), words("fr")) == french
    others = {sentence(event, words(language)) for language in LANGUAGES}
    assert len(others) == (1 if french is None else len(LANGUAGES))


@pytest.mark.parametrize(("player", "side"), [("Ana", "d’Ana"), ("Élise", "d’Élise"), ("David", "de David")])
def test_french_elides_before_a_name(player, side):
    told = CardPlayed(player, DWARF, extra=laid().extra)
    assert f"du côté {side}," in sentence(told, words("fr"))


def test_nothing_stood_there():
    assert sentence(Corrected(3, None), words("fr")) is None
