"""Names are compared by what people see of them."""

import json

import pytest

from companion_api.files.calls_file import calls_of
from companion_api.files.table_file import read_table
from engine.errors import BadInput
from engine.names import Called, alike, as_known, drawn, isolated
from engine.reading import one_spelling
from engine.record.log import read_events
from engine.table import table_from_json


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
        ("An\u3164a", "Ana"),
        ("Ana\ufe0f\u034f", "Ana"),
        ("\u2800Ana\u2800", "Ana"),
        ("Zoe" + 60 * "\u0301", "Zoé\u0301\u0301\u0301\u0301"),
        ("ผู้ใหญ่", "ผู้ใหญ่"),
        ("❤\ufe0f Li", "❤\ufe0f Li"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_what_shows_on_no_screen_makes_no_other_name(told, kept):
    assert one_spelling(told) == kept == one_spelling(kept)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "Аna"),
        ("POMA", "РОМА"),
        ("Nina", "Νina"),
        ("ana", "ANA"),
        ("Oto", "Оtо"),
        ("Ida", "Іda"),
        ("Jo", "Ϳo"),
        ("Jo", "Јо"),
        ("Ana", "Ａna"),
        ("Ana", "𝐀na"),
        ("Ilo", "llo"),
        ("Bill", "BiII"),
        ("Tad", "ᎢᎪd"),
        ("Lisa", "ꓡisa"),
        ("Ana", "Ⲁna"),
        ("TOM", "ꓔꓳꓟ"),
    ],
)
def test_names_that_look_alike_are_found(one, other):
    assert alike([one, "Zoé", other]) == (one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "Anna"), ("Eva", "Éva"), ("Нина", "Nina"), ("Ana", "Ana Li"), ("Ian", "Lan"), ("Lili", "Lila")],
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
    assert isolated("٣") == "\u2068٣\u2069"  # figures that stand before those beside them


def test_somebody_is_meant_by_whatever_people_see_as_his_name():
    called = Called(["Ana", "Zoé", "zoé"])
    assert [called.get(name, "?") for name in ("ana", " ANA", "An\u200ba", "Anna")] == [
        "Ana",
        "Ana",
        "Ana",
        "?",
    ]
    assert (called["Zoe\u0301"], called["zoé"]) == ("Zoé", "zoé")  # of these two each is himself


def test_a_log_and_a_calls_file_may_write_a_name_in_other_capitals():
    lines = (
        {
            "type": "game_started",
            "game": "nain-jaune",
            "rules": "lindor",
            "players": ["Ana", "Bruno", "Chloé"],
        },
        {"type": "round_started", "dealer": "CHLOÉ"},
        {"type": "card_played", "player": "ana", "card": "2H"},
    )
    text = "\n".join(map(json.dumps, lines))
    told = [event for _, event in read_events(text, "log")]
    assert (told[1].dealer, told[2].player) == ("Chloé", "Ana")
    table = table_from_json({"players": ["Ana", "Bruno", "Chloé"], "dealer": "Ana"}, "T.json")
    [call] = calls_of([(1, {"t": 1, "player": "bruno ", "card": "QS"})], "C.jsonl", table)
    assert call.player == "Bruno"


def test_a_table_file_with_two_whom_nobody_can_tell_apart_is_refused(tmp_path):
    file = tmp_path / "T.json"
    file.write_text(json.dumps({"players": ["Ana", "Аna", "Chloé"], "dealer": "Chloé"}))
    with pytest.raises(BadInput, match=r"T\.json: Ana and Аna look alike"):
        read_table(file)
    file.write_text(json.dumps({"players": ["Ana", "Bruno", "Chloé"], "dealer": "ana", "stock": {"ANA": 5}}))
    table = read_table(file)
    assert table.dealer == "Ana" and table.stock == {"Ana": 5, "Bruno": 0, "Chloé": 0}
