"""Names are compared by what people see of them."""

import pytest

from engine.errors import BadInput
from engine.names import alike, as_known, drawn, isolated
from engine.reading import one_spelling


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("An\u200ba", "Ana"),
        ("\u202eAna\u202c", "Ana"),
        ("\ufeffAna\u2060", "Ana"),
        ("A\u00adna", "Ana"),
        ("Ana\u00a0\u2003 Li", "Ana Li"),
        ("A\u200dna", "Ana"),
        ("E\u200b\u0301va", "Éva"),
        ("👩\u200d🌾", "👩\u200d🌾"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_what_shows_on_no_screen_makes_no_other_name(told, kept):
    assert one_spelling(told) == kept == one_spelling(kept)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "Аna"), ("POMA", "РОМА"), ("Nina", "Νina"), ("ana", "ANA"), ("Oto", "Оtо"), ("Ida", "Іda")],
)
def test_names_that_look_alike_are_found(one, other):
    assert alike([one, "Zoé", other]) == (one, other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "Anna"), ("Eva", "Éva"), ("Нина", "Nina"), ("Ana", "Ana Li")]
)
def test_names_that_people_can_tell_apart_are_two(one, other):
    assert alike([one, other]) is None and drawn(one) != drawn(other)


def test_who_is_known_keeps_his_capitals_and_a_look_alike_is_asked_about():
    assert as_known(["ana", "Bruno"], ["Ana", "Chloé"]) == ["Ana", "Bruno"]
    assert as_known(["Аna", "Bruno"], ["Ana", "Аna"]) == ["Аna", "Bruno"]
    for names, known in ((["Аna", "Bruno"], ["Ana"]), (["Ana", "Аna"], [])):
        with pytest.raises(BadInput, match="look alike"):
            as_known(names, known)


def test_a_name_from_right_to_left_does_not_turn_the_figures_beside_it():
    assert isolated("Ana") == "Ana" and isolated("נועה") == "\u2068נועה\u2069"
