"""`nainjaune watch` on films: recorded rounds settle exactly, bad input is one line."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from drawn_table import BOARD, SEATS, SIZE, Drawn
from streamed_film import index_first

from bench.films.film_figures import COMPARED
from companion_api.commands.seeing.watch import _teller
from companion_api.files.table_file import read_table
from companion_api.saying.words import words
from engine.cards import HONOURS
from engine.certainty import INCOMPLETE
from engine.events import Settlement

GAMES = Path(os.environ.get("NAINJAUNE_GAMES", "../shared/games"))
FILMED = pytest.mark.skipif(not GAMES.exists(), reason=f"no recorded games in {GAMES} (NAINJAUNE_GAMES)")
LONG = pytest.mark.skipif("NAINJAUNE_LONG" not in os.environ, reason="NAINJAUNE_LONG=1 watches whole rounds")
NAMES = ("Ana", "Bruno", "Chloé")
TABLE = {
    "game": "nain-jaune",
    "rules": "lindor",
    "dealer": "Chloé",
    "players": [{"name": name, "seat": seat} for name, seat in zip(NAMES, SEATS, strict=True)],
    "board": BOARD,
    "size": SIZE,
    "boxes": {},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A film of two quiet seconds, and its table."""
    place = tmp_path_factory.mktemp("watch")
    drawn = Drawn()
    film = cv2.VideoWriter(str(place / "quiet.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 15, SIZE)
    for _ in range(30):
        film.write(drawn.picture())
    film.release()
    (place / "T.json").write_text(json.dumps(TABLE), encoding="utf-8")
    (place / "C.jsonl").write_text('{"t": 1.0, "card": "QS"}\n', encoding="utf-8")
    return place


def recorded(name, place):
    """A recorded round without its truth: film, table, calls; and the truth."""
    told = [GAMES / f"{name}.{part}" for part in ("mp4", "table.json", "calls.jsonl")]
    film, table, calls = (shutil.copy(file, place) for file in told)
    return Path(film), table, calls, json.loads((GAMES / f"{name}.truth.json").read_text())


@FILMED
def test_the_beginning_of_a_recorded_round_is_told_as_it_was(nainjaune, tmp_path):
    """Fourteen seconds of seventy; the rest is cut off, as where a disk was full."""
    film, table, calls, truth = recorded("light-wood-4", tmp_path)
    streamed = index_first(film.read_bytes())
    film.write_bytes(streamed[: len(streamed) // 5])
    ran = nainjaune("watch", film, "--table", table, "--calls", calls, "--json").refused(
        "light-wood-4.mp4", "cut"
    )
    laid = [(each["player"], each["card"]) for each in truth["events"] if each["type"] == "card_played"]
    told = [(line["player"], line["card"]) for line in ran.lines if line["type"] == "card_played"]
    assert len(told) >= 5 and told == laid[: len(told)]
    called = [(line["player"], line["card"]) for line in ran.lines if line["type"] == "called"]
    assert called == [("Ana", "TD"), ("Bruno", "JC")]
    missed = [(line["player"], line["card"]) for line in ran.lines if line.get("kind") == "missed_call"]
    assert missed == [("Ana", "7D")]
    assert [line["seq"] for line in ran.lines] == list(range(1, len(ran.lines) + 1))


@LONG
@FILMED
@pytest.mark.parametrize("name", ["light-wood-4", "dark-wood-3"])
def test_a_recorded_round_settles_exactly_without_its_truth(nainjaune, tmp_path, name):
    film, table, calls, truth = recorded(name, tmp_path)
    ran = nainjaune("watch", film, "--table", table, "--calls", calls, "--json")
    settled = [line for line in ran.lines if line["type"] == "settlement"]
    assert ran.status == 0
    assert {key: settled[-1].get(key) for key in COMPARED} == {
        key: truth["settlement"].get(key) for key in COMPARED
    }
    log = tmp_path / "log.jsonl"
    log.write_text(ran.out, encoding="utf-8")
    assert nainjaune("settle", log, "--json").lines[0]["net"] == truth["settlement"]["net"]


def test_a_film_that_ends_too_early_says_what_is_missing(nainjaune, folder):
    ran = nainjaune("watch", folder / "quiet.avi", "--table", folder / "T.json", "--json")
    assert ran.status == 3
    assert [line["type"] for line in ran.lines[:2]] == ["game_started", "round_started"]
    assert ran.lines[-1]["type"] == "alert" and ran.lines[-1]["kind"] == "uncertain"


@pytest.mark.parametrize("lang, said", [("fr", "provisoire"), ("en", "Provisional"), ("de", "Vorläufige")])
def test_a_round_without_all_hands_is_settled_provisionally(lang, said, folder):
    table = read_table(folder / "T.json", SIZE)
    net, boxes = dict.fromkeys(NAMES, 0), dict.fromkeys(HONOURS, 0)
    paid = Settlement(1, "Chloé", "Ana", False, (), (), (), {}, (), boxes, net, (), seq=9, t=60.0)
    lacking = [{"what": "hand", "player": name, "card": None, "why": "unseen"} for name in ("Bruno", "Chloé")]
    paid = replace(paid, extra={INCOMPLETE: lacking})
    lines = list(_teller(table, words(lang), as_json=False)(paid))
    assert said in lines[1] and "Bruno" in lines[2] and "Chloé" in lines[3]
    [line] = map(json.loads, _teller(table, words(lang), as_json=True)(paid))
    assert [each.pop("text")[-1] for each in line["incomplete"]] == [".", "."]
    assert line["incomplete"] == lacking and line["explanations"] == []


def test_people_are_told_in_their_language(nainjaune, folder):
    told = nainjaune("watch", folder / "quiet.avi", "--table", folder / "T.json", "--lang", "de")
    assert "Chloé gibt" in told.out and "Achtung" in told.out


def test_a_call_for_a_card_that_never_came_is_an_alert(nainjaune, folder):
    film, table, calls = (folder / name for name in ("quiet.avi", "T.json", "C.jsonl"))
    ran = nainjaune("watch", film, "--table", table, "--calls", calls, "--json")
    assert [line["card"] for line in ran.lines if line.get("kind") == "void_call"] == ["QS"]


def test_what_is_heard_and_cannot_be_is_listed_and_changes_nothing(nainjaune, folder):
    said = folder / "said.jsonl"
    said.write_text('{"t": 0.5, "text": "dame qui prend"}\n{"t": 1.5, "text": "passe moi le sel"}\n')
    film, table = folder / "quiet.avi", folder / "T.json"
    ran = nainjaune("watch", film, "--table", table, "--listen", said, "--json")
    assert ran.status == 3
    assert not [line for line in ran.lines if line["type"] == "called" or line.get("card")]
    assert "0.5 s « dame qui prend » (aucune carte" in ran.err and "sel" not in ran.err


def test_what_cannot_be_heard_is_one_line(nainjaune, folder, tmp_path):
    film, table = folder / "quiet.avi", folder / "T.json"
    nainjaune("watch", film, "--table", table, "--listen", tmp_path / "no.jsonl").refused("no.jsonl")
    nainjaune("watch", film, "--table", table, "--listen", "mic", "--data", tmp_path).refused("voice install")


def test_a_cut_film_keeps_what_was_seen(nainjaune, folder):
    whole = (folder / "quiet.avi").read_bytes()
    cut = folder / "cut.avi"
    cut.write_bytes(whole[: len(whole) // 2])
    ran = nainjaune("watch", cut, "--table", folder / "T.json", "--json").refused("cut.avi", "cut")
    assert [line["type"] for line in ran.lines[:2]] == ["game_started", "round_started"]


def test_what_people_tell_of_a_game_stands_in_the_calls_file(nainjaune, folder, tmp_path):
    film, table, calls = folder / "quiet.avi", tmp_path / "nap.json", tmp_path / "told.jsonl"
    told = {"players": [{"name": name} for name in ("Ana", "Bruno", "Chloé")], "dealer": "Chloé"}
    table.write_text(json.dumps({"game": "nap", "rules": "nap", **told}), encoding="utf-8")
    bids = [("Ana", "three"), ("Chloé", "four"), ("Bruno", "pass")]
    lines = [
        {"t": 0.1 * n, "type": "bid", "player": player, "bid": bid} for n, (player, bid) in enumerate(bids)
    ]
    calls.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    ran = nainjaune("watch", film, "--table", table, "--calls", calls, "--json")
    bidden = [(line["player"], line["bid"]) for line in ran.lines if line["type"] == "bid"]
    assert bidden == [bids[0], bids[2]]
    [alert] = [line for line in ran.lines if line.get("kind") == "refused"]
    assert (alert["player"], alert["rule"], alert["event"]) == ("Chloé", "turn", "bid") and ran.status == 3
    assert "pas à ce joueur" in nainjaune("watch", film, "--table", table, "--calls", calls).out
    for wrong in (
        {"t": 1, "type": "card_played", "player": "Ana", "card": "AS"},
        {"t": 1, "type": "bid", "player": "Ana", "bid": "ten"},
        {"t": 1, "type": "bid", "player": "X", "bid": "three"},
        {"type": "bid", "player": "Ana", "bid": "three"},
    ):
        calls.write_text(json.dumps(lines[0]) + "\n" + json.dumps(wrong), encoding="utf-8")
        nainjaune("watch", film, "--table", table, "--calls", calls).refused("told.jsonl line 2")
    calls.write_text(json.dumps(lines[0]), encoding="utf-8")
    nainjaune("watch", film, "--table", folder / "T.json", "--calls", calls).refused("told.jsonl line 1")
