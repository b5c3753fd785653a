"""`nainjaune chips` and `nainjaune boxes` from outside: what they print, and how bad input is told."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from drawn_chips import RED, box, cloth, jeton

from companion_api.commands.seeing import boxes, chips
from companion_api.files.table_file import read_table
from engine.errors import BadInput


@pytest.fixture
def photo(tmp_path) -> Path:
    image = cloth(320, 240)
    jeton(image, 90, 100, 32, RED)
    jeton(image, 220, 140, 32, RED)
    cv2.imwrite(str(tmp_path / "two.png"), image)
    return tmp_path / "two.png"


@pytest.fixture
def run():
    """Runs one of the two commands; gives its exit status."""
    import argparse

    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    for module in (chips, boxes):
        module.add_to(commands)

    def call(*words: object) -> int:
        args = parser.parse_args([str(word) for word in words])
        return args.run(args)

    return call


def test_chips_prints_one_json_line_per_photo(run, photo, capsys):
    assert run("chips", photo, photo.parent, "--json") == 0
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["image"] for line in lines] == [str(photo), str(photo)] and err == ""
    assert (lines[0]["width"], lines[0]["height"]) == (320, 240) and lines[0]["ms"] > 0
    assert len(lines[0]["chips"]) == 2
    for chip in lines[0]["chips"]:
        assert chip["shape"] == "round" and 0 < chip["confidence"] <= 1
        assert len(chip["center"]) == 2 and chip["colour"][0] == "#" and len(chip["colour"]) == 7


def test_chips_for_people(run, photo, capsys):
    assert run("chips", photo) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{photo}: 2 (2 ronds)\n") and len(out.splitlines()) == 3


def test_one_bad_photo_of_several(run, photo, tmp_path, capsys):
    bad = tmp_path / "bad.jpg"
    bad.write_text("no picture")
    assert run("chips", bad, photo, "--json") == 2
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert len(err.splitlines()) == 1 and "bad.jpg" in err and "not a picture" in err


@pytest.fixture
def table(tmp_path):
    """Writes a table file that fits a board of 3 × 100 px with its corner at (10, 10)."""

    def write(**changes: object) -> Path:
        content = {
            "game": "nain-jaune",
            "rules": "lindor",
            "dealer": "Ana",
            "players": [
                {"name": name, "seat": [k * 90, 400]} for k, name in enumerate(("Ana", "Bruno", "Chloe"))
            ],
            "board": [[10, 10], [310, 10], [310, 310], [10, 310]],
            "size": [320, 320],
        }
        content.update(changes)
        (tmp_path / "T.json").write_text(json.dumps({k: v for k, v in content.items() if v is not None}))
        return tmp_path / "T.json"

    return write


@pytest.fixture
def board(tmp_path) -> Path:
    image = cloth(320, 320, (90, 120, 150))
    for x, y in ((10, 10), (210, 10), (110, 110), (10, 210), (210, 210)):
        box(image, x, y, 100)
    jeton(image, 45, 50, 22, RED)
    jeton(image, 75, 80, 22, RED)
    cv2.imwrite(str(tmp_path / "board.png"), image)
    return tmp_path / "board.png"


def test_boxes_prints_the_contracts_line(run, board, table, capsys):
    assert run("boxes", board, "--table", table(), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["image"] == str(board) and set(told["boxes"]) == {"TD", "JC", "QS", "KH", "7D"}
    king = told["boxes"]["KH"]
    assert (king["jeton"], king["fiche"], king["contrat"], king["value"]) == (2, 0, 0, 2)
    assert king["empty"] is False and 0 <= king["confidence"] <= 1
    assert all(told["boxes"][code]["empty"] for code in ("TD", "JC", "QS", "7D"))


def test_boxes_for_people(run, board, table, capsys):
    assert run("boxes", board, "--table", table()) == 0
    out = capsys.readouterr().out
    assert "roi de cœur : 2 jetons, valeur 2" in out and out.count("vide") == 4


def test_boxes_refuses_what_does_not_fit(run, board, table, tmp_path):
    for changes, words in (
        ({"board": None}, "board"),
        ({"size": [1280, 720]}, "size"),
        ({"dealer": "Zoe"}, "Zoe"),
    ):
        with pytest.raises(BadInput, match=words) as caught:
            run("boxes", board, "--table", table(**changes))
        assert "\n" not in str(caught.value)
    with pytest.raises(BadInput, match="no such file"):
        run("boxes", board, "--table", tmp_path / "none.json")


def test_a_broken_table_file_names_its_line(tmp_path):
    (tmp_path / "T.json").write_text('{\n"game": "nain-jaune",\n"rules" "lindor"}')
    with pytest.raises(BadInput, match=r"T\.json line 3: not JSON"):
        read_table(tmp_path / "T.json")
    (tmp_path / "T.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="not a text"):
        read_table(tmp_path / "T.json")
