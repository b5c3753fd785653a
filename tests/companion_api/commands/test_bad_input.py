"""Bad input of every command: one line that names the place, status 2, never a traceback."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from conftest import PROGRESS, SIZE
from rounds import GOLDEN
from streamed_film import index_first

import hardware.cameras  # noqa: F401  (quiets FFmpeg, which listens only before its first film)
from companion_api import command
from engine import notation
from engine.events import to_json

LONG = "x" * 400


@pytest.fixture(scope="module")
def things(tmp_path_factory, table_file):
    """A folder of good and bad files."""
    folder = tmp_path_factory.mktemp("things")
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 255, (SIZE[1], SIZE[0], 3), np.uint8)
    whole = cv2.imencode(".jpg", noise)[1].tobytes()
    cv2.imwrite(str(folder / "good.png"), np.full((SIZE[1], SIZE[0], 3), 90, np.uint8))
    (folder / "cut.jpg").write_bytes(whole[: len(whole) // 2])
    (folder / "notes.jpg").write_text("no photo at all")
    (folder / "nothing.jpg").write_bytes(b"")
    (folder / "empty").mkdir()
    film, short = folder / "film.mp4", folder / "short.mp4"
    for path, frames in ((film, 40), (short, 4)):
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 20, SIZE)
        picture = np.full_like(noise, 90)
        for number in range(frames):
            picture[:20, :20] = np.roll(noise, number, 1)[:20, :20]  # or there would be little to cut off
            writer.write(picture)
        writer.release()
    (folder / "cut.mp4").write_bytes(film.read_bytes()[: film.stat().st_size // 2])
    streamed = index_first(film.read_bytes())
    (folder / "streamed.mp4").write_bytes(streamed[: len(streamed) * 6 // 10])
    (folder / "notes.mp4").write_text("no film at all")
    (folder / "nothing.mp4").write_bytes(b"")
    table_file(folder / "T.json")
    return folder


# --- the command line ----------------------------------------------------------------------


def test_wrong_options_are_named(nainjaune):
    for args, said in (
        ("nap", "nap"),
        ("settle", "LOG"),
        ("settle a.jsonl b.jsonl", "b.jsonl"),
        ("settle a.jsonl --colour", "--colour"),
        ("settle a.jsonl --lang it", "--lang"),
        ("cards", "IMAGE"),
        ("boxes a.jpg", "--table"),
        ("watch a.mp4", "--table"),
        ("play --table T.json --players A,B", "--players"),
        ("demo --seed seven", "--seed"),
        ("demo --layout heap", "--layout"),
        ("demo --speed 0", "--speed"),
        ("demo --speed nan", "--speed"),
        ("demo --players 9", "9 players"),
        ("demo --players 1", "1 players"),
        ("demo --rounds 0", "0 rounds"),
        ("demo --disturbances earthquake", "earthquake"),
        ("demo --port 70000", "--port 70000"),
        ("bench poker", "poker"),
        ("bench cards --photos nowhere", "nowhere"),
        ("bench games --games nowhere", "nowhere"),
    ):
        assert nainjaune(*args.split()).refused(said).out == "", args


# --- photos --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cards", "chips"])
def test_photos_that_are_none_get_a_line_each(nainjaune, things, name):
    bad = ["notes.jpg", "nothing.jpg", "cut.jpg", "missing.jpg", "empty", LONG, "two\nlines.jpg"]
    bad.append("film.mp4" if name == "chips" else "missing.mp4")  # films are read for their cards
    ran = nainjaune(name, *(things / each for each in bad), things / "good.png", "--json")
    ran.refused(*(each.replace("\n", " ") for each in bad), lines=len(bad))
    assert [Path(line["image"]).name for line in ran.lines] == ["good.png"]
    for line in ran.err.splitlines():
        assert line.startswith("nainjaune: ") and "(" in line, line


def test_a_folder_to_write_to_that_cannot_be(nainjaune, things):
    nainjaune("cards", things / "good.png", "--annotate", things / "notes.jpg").refused("notes.jpg")


# --- tables --------------------------------------------------------------------------------


def seated(*seats):
    return [{"name": name, "seat": seat} for name, seat in seats]


TABLES = {
    "dealer who does not play": ({"dealer": "Zoé"}, "'Zoé' does not play"),
    "no dealer": ({"dealer": "left out"}, "'dealer' is missing"),
    "no players": ({"players": "left out"}, "'players' is missing"),
    "two seats on one pixel": ({"players": seated(("Ana", [5, 5]), ("Bruno", [5, 5]))}, "same seat (5, 5)"),
    "a player twice": ({"players": seated(("Bruno", [5, 5]), ("Bruno", [9, 5]))}, "Bruno sits twice"),
    "one player": ({"players": seated(("Bruno", [5, 5]))}, "1 players"),
    "nine players": ({"players": ["Bruno", *"ABCDEFGH"]}, "9 players"),
    "a seat in words": ({"players": seated(("Ana", "left"), ("Bruno", [9, 5]))}, "seat of Ana"),
    "another size than the film's": ({"size": [640, 480]}, "640×480"),
    "a size in words": ({"size": "large"}, "'size'"),
    "another game": ({"game": "chess"}, "'chess'"),
    "other rules": ({"rules": "house"}, "'house'"),
    "an unknown option": ({"options": {"opra": "no_card"}}, "'opra'"),
    "an unknown value": ({"options": {"opera": "often"}}, "one_go"),
    "three corners": ({"board": [[0, 0], [9, 0], [9, 9]]}, "'board'"),
    "corners that cross": ({"board": [[0, 0], [90, 90], [90, 0], [0, 90]]}, "'board'"),
    "a box that there is not": ({"boxes": {"2C": 1}}, "'2C'"),
    "chips below none": ({"boxes": {"TD": -1}}, "TD is -1"),
    "one box placed": (
        {"board": "left out", "box_quads": {"TD": [[0, 0], [9, 0], [9, 9], [0, 9]]}},
        "'box_quads'",
    ),
    "chips worth nothing": ({"chips": {"jeton": {"value": 0}}}, "jeton"),
}


def test_a_wrong_table_is_told_by_every_command_that_reads_one(nainjaune, things, table_file, tmp_path):
    for changes, said in TABLES.values():
        bad = table_file(tmp_path / "bad.json", **changes)
        assert nainjaune("boxes", things / "good.png", "--table", bad).refused("bad.json", said).out == ""
    others = {
        "two seats on one pixel": ("watch", things / "film.mp4"),
        "another size than the film's": ("watch", things / "film.mp4"),
        "a seat in words": ("play", "--camera", things / "film.mp4", "--data", things / "data"),
        "an unknown option": ("play", "--camera", things / "film.mp4", "--data", things / "data"),
    }
    for what, args in others.items():
        changes, said = TABLES[what]
        bad = table_file(tmp_path / "bad.json", **changes)
        assert nainjaune(*args, "--table", bad, "--json").refused("bad.json", said).out == "", what


def test_files_that_are_no_tables(nainjaune, things, table_file, tmp_path):
    broken, empty, deep = tmp_path / "broken.json", tmp_path / "empty.json", tmp_path / "deep.json"
    broken.write_text('{\n "players": [\n')
    empty.write_text("")
    deep.write_text("[" * 100_000)
    for path, said in (
        (broken, "broken.json line 3"),
        (empty, "empty.json"),
        (deep, "deep.json"),
        (things / "good.png", "good.png line 1: not a text"),
        (tmp_path, "Is a directory"),
        (tmp_path / "missing.json", "no such file"),
        (tmp_path / LONG, LONG),
    ):
        assert nainjaune("boxes", things / "good.png", "--table", path).refused(said).out == ""
    nowhere = table_file(tmp_path / "nowhere.json", board="left out")
    nainjaune("boxes", things / "good.png", "--table", nowhere).refused("nowhere.json", "'board'")


# --- films and cameras ---------------------------------------------------------------------


def test_films_that_are_none_and_cameras_that_are_not_there(nainjaune, things):
    films = ("notes.mp4", "nothing.mp4", "cut.mp4", "missing.mp4", "empty", "notes.jpg", LONG)
    cameras = ("97", "9" * 30, "²", "-1", "rtsp://127.0.0.1:9/none", "nowhere://x")
    table = ("--table", things / "T.json", "--json")
    for source in (*(things / name for name in films), *cameras):
        said = getattr(source, "name", source)
        assert nainjaune("watch", *table, "--", source).refused(said).out == ""
        play = nainjaune("play", *table, "--data", things / "data", f"--camera={source}")
        assert play.refused(said).out == ""


def test_a_film_cut_in_the_middle_tells_what_it_saw(nainjaune, things):
    ran = nainjaune("watch", things / "streamed.mp4", "--table", things / "T.json", "--json")
    ran.refused("streamed.mp4", "cut", "expected 40")
    assert [line["type"] for line in ran.lines][:2] == ["game_started", "round_started"]


CALLS = (
    ("half a line", "no JSON"),
    ('{"card": "QS"}', "'t' is missing"),
    ('{"t": "soon", "card": "QS"}', "'t' is 'soon'"),
    ('{"t": 2}', "'card' is missing"),
    ('{"t": 2, "card": "QX"}', "'QX' is no card"),
    ('{"t": 2, "card": "QS", "player": "Zoé"}', "'Zoé' does not play"),
    ("[]", "expected an object"),
)


def test_a_wrong_call_is_named_by_its_line(nainjaune, things, tmp_path):
    calls = tmp_path / "C.jsonl"
    for line, said in CALLS:
        calls.write_text('{"t": 1, "card": "QS", "player": "Ana"}\n' + line + "\n")
        args = ("watch", things / "film.mp4", "--table", things / "T.json", "--calls", calls, "--json")
        assert nainjaune(*args).refused("C.jsonl line 2: ", said).out == ""


def test_calls_and_tables_in_whatever_encoding_and_spelling_are_read(nainjaune, things, table_file, tmp_path):
    players = [{"name": "Zoe\u0301", "seat": [10, 120]}, {"name": "Ana ", "seat": [310, 120]}]
    told = json.loads(table_file(tmp_path / "T.json", players=players, dealer="Zo\u00e9").read_text())
    calls = [{"t": 1, "card": "QS", "player": "Zo\u00e9"}, {"t": 2, "card": "10♦", "player": "Ana"}]
    for encoding in ("utf-8-sig", "utf-16", "utf-32"):
        (tmp_path / "T.json").write_text(json.dumps(told, ensure_ascii=False), encoding=encoding)
        (tmp_path / "C.jsonl").write_text("\r\n".join(map(json.dumps, calls)), encoding=encoding)
        args = ("--table", tmp_path / "T.json", "--calls", tmp_path / "C.jsonl", "--json")
        ran = nainjaune("watch", things / "short.mp4", *args)
        assert ran.status != 2, ran.err
        assert ran.lines[0]["players"] == ["Zo\u00e9", "Ana"]


# --- playing -------------------------------------------------------------------------------


def test_a_port_in_use_an_address_of_others_and_data_that_cannot_be_kept(nainjaune, things, tmp_path):
    table_and_film = ("--table", things / "T.json", "--camera", things / "film.mp4")
    data = ("--data", tmp_path / "data")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for args in (("play", *table_and_film, *data), ("demo", "--seed", 1)):
            assert nainjaune(*args, "--port", port, "--once", "--json").refused(f"--port {port}").out == ""
    for option, value in (
        ("--host", "192.0.2.77"),
        ("--data", things / "notes.jpg"),
        ("--data", "nosql://here"),
        ("--calls", tmp_path / "missing.jsonl"),
        ("--speed", "1000"),
    ):
        args = ("play", *table_and_film, *data, "--port", 0, option, value, "--once", "--json")
        assert nainjaune(*args).refused(f"{value}").out == ""
    for names in ("Ana", "Ana,Ana", "Ana,,Bruno"):
        nainjaune("play", "--players", names, "--camera", things / "film.mp4").refused(f"--players {names}")


# --- as people run it ----------------------------------------------------------------------

START = "from companion_api.command import main; raise SystemExit(main())"


def start(*args, **how):
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", START, *map(str, args)],
        capture_output=True, text=True, encoding="utf-8", cwd=Path(__file__).parents[3], timeout=600, **how,
    )  # fmt: skip


def test_a_broken_line_seven_in_a_process_of_its_own(tmp_path):
    text = (GOLDEN / "L1.round").read_text(encoding="utf-8")
    lines = [json.dumps(to_json(event)) for _, event in notation.read(text, "L1")]
    lines[6] = lines[6][:20]
    log = tmp_path / "soirée.jsonl"
    log.write_text("\n".join(lines), encoding="utf-8")
    # A locale without accents must not make a traceback of an error.
    ran = start("settle", log, "--json", env={**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii"})
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("nainjaune: ") and ran.stderr.count("\n") == 1
    assert "soirée.jsonl ligne 7 : " in ran.stderr


def test_libraries_keep_quiet_in_a_process_of_its_own(things):
    ran = start("watch", things / "cut.mp4", "--table", things / "T.json")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1 and "cut.mp4" in ran.stderr


WRITING = {
    "help": ("--help",),
    "settle": ("settle", str(GOLDEN / "L1.round")),
    "notate": ("notate", str(GOLDEN / "L1.round"), "--json"),
    "history": ("history", "--data", "data"),
    "cards": ("cards", "good.png"),
    "watch": ("watch", "short.mp4", "--table", "T.json"),
    "play": ("play", "--camera", "short.mp4", "--table", "T.json", "--data", "data", "--port", "0", "--once"),
}


def ends(capfd, to, args):
    """Status and lines of standard error of a command in this process that writes *to* a file or pipe."""
    capfd.readouterr()
    with open(to, "w") as standard, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "__stdout__", standard)
        patch.setattr(sys, "stdout", standard)
        status = command.main(list(args))
    return status, [line for line in capfd.readouterr().err.splitlines() if not PROGRESS.match(line)]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_is_one_line(capfd, things, monkeypatch):
    monkeypatch.chdir(things)
    for name, args in WRITING.items():
        status, told = ends(capfd, "/dev/full", args)
        assert status == 2, (name, told)
        assert [line for line in told if line.startswith("nainjaune: ")] == told[-1:], name
        assert told[-1:] == ["nainjaune: standard output: No space left on device"], name


def test_a_reader_who_has_enough_is_no_error(capfd, things, monkeypatch):
    monkeypatch.chdir(things)
    for name in ("help", "settle", "watch"):
        read, to = os.pipe()
        os.close(read)
        assert ends(capfd, to, WRITING[name]) == (0, []), name


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_streams_that_are_closed_or_full_in_a_process_of_its_own():
    for shut, status, said in ((">&-", 2, "fermée"), ("2>&-", 0, ""), (">/dev/full", 2, "plus de place")):
        shell = ["sh", "-c", f'exec "$@" {shut}', "sh"]
        args = [*shell, sys.executable, "-c", START, "settle", GOLDEN / "L1.round"]
        ran = subprocess.run(args, capture_output=True, text=True, cwd=Path(__file__).parents[3], timeout=600)
        assert ran.returncode == status and len(ran.stderr.splitlines()) == bool(said), (shut, ran.stderr)
        assert said in ran.stderr, shut


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_files_that_cannot_be_written_are_one_line(nainjaune, things, tmp_path):
    (tmp_path / "f.csv").symlink_to("/dev/full")
    nainjaune("history", "--data", tmp_path / "d", "--out", tmp_path / "f.csv").refused("f.csv", "No space")
    (tmp_path / "good.cards.jpg").symlink_to("/dev/full")
    ran = nainjaune("cards", things / "good.png", "--annotate", tmp_path)
    ran.refused("good.cards.jpg: cannot be written")


def test_a_file_whose_name_begins_as_an_option_does(nainjaune, tmp_path, monkeypatch):
    (tmp_path / "-L1.round").write_bytes((GOLDEN / "L1.round").read_bytes())
    (tmp_path / "--json").write_text("")  # an option stays one
    monkeypatch.chdir(tmp_path)
    assert nainjaune("settle", "-L1.round", "--json").lines[-1]["type"]
    nainjaune("settle", "-L2.round", "--json").refused("LOG")
