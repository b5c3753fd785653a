"""Every line of every command, good and bad input, in the reader's language; nothing of another in it."""

import ast
import functools
import json
import os
import re
import socket
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

import languages
from companion_api import command
from companion_api.saying import phrases
from companion_api.saying.phrases import _PLACE, _Book, language_of, speak, translated
from engine import notation
from engine.events import to_json
from languages import FIRST, LANGUAGES, SOURCE, leaves

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "engine" / "golden"
ENGLISH = (
    "the|of|is|are|was|were|not|with|from|this|that|which|cannot|could|must|only|other|another|such|expected|"
    "error|invalid|required|unrecognized|arguments?|following|show this|message|missing|unknown|choose|"
    "allowed|file|folder|have|has|been|and|or|nor|to|by|be|no|its|there|here"
)
"""Function words of our own lines, and what `argparse` says."""
FRENCH = "les|une|est|sont|pas|avec|pour|dans|et|ou|attendu|fichier|dossier|jeu"
"""The same of the language that the game comes in."""
QUOTED = re.compile(
    r"\S*[/\\]\S*|'[^']*'|\"[^\"]*\"|`[^`]*`|«[^»]*»|--?[\w-]+|\b[\w-]+\.\w+\b|\{[^}]*\}"
    r"|\bnainjaune( [\w-]+)?"
)
"""What is quoted or typed as it is: names of files, options, values and commands."""
OWN = 3
"""How often a language says a word that is also one of another's, so that it is its own: Spanish «no»."""


@functools.cache
def others(language):
    """A pattern of words that a run in this language must not contain."""
    tables = [languages.page(language, part) for part in languages.page_parts()]
    texts = [text for table in (languages.terminal(language), *tables) for _, text in leaves(table)]
    said = Counter(word for text in texts for word in re.findall(r"\w+", QUOTED.sub(" ", text).lower()))
    foreign = ENGLISH if language == FIRST else f"{ENGLISH}|{FRENCH}"
    words = [word for word in foreign.split("|") if said[word] < OWN]
    assert len(words) > 40
    return re.compile(rf"\b({'|'.join(words)})\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def things(tmp_path_factory, table_file):
    """A folder of good and bad files."""
    folder = tmp_path_factory.mktemp("phrases")
    plain = np.full((240, 320, 3), 90, np.uint8)
    cv2.imwrite(str(folder / "good.png"), plain)
    (folder / "cut.jpg").write_bytes(cv2.imencode(".jpg", plain)[1].tobytes()[:300])
    (folder / "notes.jpg").write_text("no photo")
    (folder / "notes.mp4").write_text("no film")
    (folder / "empty").mkdir()
    table_file(folder / "T.json")
    table_file(folder / "dealer.json", dealer="Zoé")
    table_file(folder / "none.json", players="left out")
    table_file(folder / "option.json", options={"opra": "no_card"})
    (folder / "broken.json").write_text("{")
    text = (GOLDEN / "L1.round").read_text(encoding="utf-8")
    lines = [json.dumps(to_json(event)) for _, event in notation.read(text, "L1")]
    (folder / "cut.jsonl").write_text("\n".join([*lines[:6], lines[6][:20]]))
    again = next(line for line in lines if '"card_played"' in line)
    (folder / "twice.jsonl").write_text("\n".join([*lines[:4], again, again]))
    (folder / "early.jsonl").write_text("\n".join(lines[1:]))
    (folder / "over.jsonl").write_text("\n".join(lines[:5]))
    (folder / "good.jsonl").write_text("\n".join(lines))
    (folder / "bad.csv").write_text("evening,player\n1,Ana\n")
    return folder


CALLS = [
    *(f"{name} --help" for name in command.COMMANDS),
    "--help", "deck learn --help", "voice install --help",
    "poker", "sttle", "--josn", "--version", "settle a --josn",
    "settle", "settle a b", "settle a --colour", "settle a --lang it", "settle a --lang",
    "settle good.jsonl", "settle good.jsonl --why", "settle missing.jsonl", "settle empty",
    "settle cut.jsonl",
    "settle twice.jsonl", "settle early.jsonl", "settle over.jsonl", "settle notes.jpg",
    "notate good.jsonl", "notate cut.jsonl",
    "cards", "cards missing.jpg notes.jpg cut.jpg empty good.png", "cards good.png --annotate notes.jpg",
    "cards good.png --deck autre --data data", "chips missing.jpg",
    "boxes good.png", "boxes good.png --table broken.json", "boxes good.png --table dealer.json",
    "boxes good.png --table none.json", "boxes good.png --table option.json",
    "boxes good.png --table missing.json",
    "watch", "watch notes.mp4 --table T.json", "watch missing.mp4 --table T.json",
    "watch good.png --table T.json --calls missing.jsonl",
    "listen", "listen missing.wav", "listen notes.mp4",
    "play --port 70000 --data data --once --camera good.png --table T.json",
    "play --port {taken} --data data --once --camera good.png --table T.json",
    "play --players Ana --camera good.png", "play --table T.json --players A,B",
    "play --once --camera missing.mp4",
    "demo --seed seven", "demo --layout heap", "demo --speed 0", "demo --players 9", "demo --rounds 0",
    "demo --disturbances earthquake", "demo --port {taken} --seed 1",
    "history --data data", "history --data data --in missing.csv", "history --data data --in bad.csv",
    "history --data data --out x.doc", "history --data data --forget-player Zoé",
    "history --data data --forget-evening 7", "history --data nosql://here",
    "deck", "deck show maison --data data", "deck learn --data data", "deck list --data data",
    "deck learn --name maison notes.jpg --data data",
    "voice say", "voice check missing.wav", "print dragon", "print --paper a9",
    "doctor --table-size long",
    "train --use missing.onnx", "bench poker", "bench cards --photos nowhere",
    "open --port 70000 --no-browser --data data",
]  # fmt: skip
"""Command lines, good and bad; ``{taken}`` is a port in use."""


@pytest.fixture(scope="module")
def taken():
    with socket.create_server(("127.0.0.1", 0)) as door:
        yield door.getsockname()[1]


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != SOURCE])
def test_no_command_says_anything_in_another_language(language, things, taken, capfd, monkeypatch, tmp_path):
    monkeypatch.setattr(command, "language_of", language_of)
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    monkeypatch.setenv("COLUMNS", "400")
    monkeypatch.chdir(things)
    # All in the first language, every other one in the others, of which each line is looked up below besides.
    rest = [each for each in LANGUAGES if each not in (FIRST, SOURCE)]
    calls = CALLS if language == FIRST else CALLS[rest.index(language) % 2 :: 2]
    foreign = {}
    for call in calls:
        told = call.format(taken=taken).split()
        speaks = [] if "--help" in told or "--lang" in told else _chooses(told)
        capfd.readouterr()
        command.main([*told, *([f"--lang={language}"] if speaks else [])])
        out, err = capfd.readouterr()
        for line in (out + err).splitlines():
            if found := others(language).findall(QUOTED.sub(" ", line)):
                foreign.setdefault(call, []).append((line, found))
    speak("en")
    assert len(calls) >= 40
    assert foreign == {}


SPEAK = ("settle", "cards", "chips", "boxes", "watch", "listen", "play", "demo", "doctor", "print")
"""Commands that take ``--lang``."""


def _chooses(told):
    """Whether a command takes ``--lang``."""
    name = told[0] if told and told[0] in command.COMMANDS else "none"
    several = name in ("deck", "voice") and len(told) > 1
    return several or name in SPEAK


ALIKE = {
    "mic, mic:NAME, WAV", "ablate", "simulated", "0 = vertical (0)", "(lindor)", "voice", "JSON Lines",
    "pixels (1920x1080)", "port (8765)",
}  # fmt: skip
"""What the command line explains without a word of English in it."""
SPELT_ALIKE = {"options"}
"""The same in one of our languages."""
NOT_PEOPLES = (
    "bench",
    "nap.py",
    "nap_play.py",
    "train.py",
    "referee.py",
    "notation",
    "questions.py",
    "training",
)
"""What only developers, or pages that have words of their own, come to see; Nap's rules by their name."""


@functools.cache
def refusals():
    """Every line of bad input that stands in the code, its places filled: (where, line)."""
    return list(_refusals())


def _refusals():
    for room in ("engine", "vision", "hardware", "companion_api", "clubhouse"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if set(path.relative_to(ROOT).parts) & set(NOT_PEOPLES):
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "BadInput" and node.args:
                    text = node.args[0]
                    if isinstance(text, ast.JoinedStr):
                        fixed = [
                            each.value if isinstance(each, ast.Constant) else "7" for each in text.values
                        ]
                        yield f"{path.name}:{node.lineno}", "".join(map(str, fixed))
                    elif isinstance(text, ast.Constant):
                        yield f"{path.name}:{node.lineno}", text.value


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != SOURCE])
def test_every_line_of_bad_input_has_its_translation(language):
    assert len(refusals()) > 150
    told = [(where, translated(line, language)) for where, line in refusals()]
    assert [(where, line) for where, line in told if others(language).search(QUOTED.sub(" ", line))] == []


def test_a_translation_fills_only_places_that_its_line_has():
    for language in LANGUAGES:
        told = languages.terminal(language)
        for source, target in [*told["lines"].items(), *told["help"].items()]:
            places = {name for name, _ in _PLACE.findall(source)}
            assert set(re.findall(r"\{(\w+)", target)) <= places, (language, source)


def test_everything_that_the_command_line_explains_is_known_and_nothing_else(monkeypatch):
    texts = {"usage:"}
    monkeypatch.setattr(phrases, "explained", lambda text: texts.add(text) or text)
    command.parser()
    alike = {text for text in texts if text in ALIKE or not re.search(r"[a-z]{3}", text)}
    for language in (each for each in LANGUAGES if each != SOURCE):
        book = phrases._Book(language)
        assert {text for text in texts - alike if book.explained(text) == text} <= SPELT_ALIKE, language
        assert {text for text in book.help if "{" not in text} <= texts, language


@pytest.mark.parametrize(
    ("line", "french"),
    [
        ("T.json: 'dealer' is missing", "T.json : 'dealer' manque"),
        ("T.json: 'options': 'opera' is 'often', expected 'one_go' or 'no_card' or 'no_honour'",
         "T.json : 'options' : 'opera' vaut 'often' ; attendu : 'one_go' ou 'no_card' ou 'no_honour'"),
        ("a or b.jsonl line 7: Ana lays QS, but Bruno leads (rule: first_lead)",
         "a or b.jsonl ligne 7 : Ana pose QS, mais c’est à Bruno de commencer (règle : first_lead)"),
        ("L.jsonl line 9: something new (rule: king)",
         "L.jsonl ligne 9 : après un roi, le même joueur repart (règle : king)"),
        ("nothing that anybody knows", "nothing that anybody knows"),
        ("is missing: is missing", "is missing: is missing"),
    ],
)  # fmt: skip
def test_lines_are_looked_up_in_parts_and_names_stay(line, french):
    assert translated(line, "fr") == french
    assert translated(line, "en") == line


def test_a_line_that_quotes_what_has_no_end_is_looked_up_a_few_times_only(monkeypatch):
    looked = []
    known = _Book._known
    monkeypatch.setattr(_Book, "_known", lambda *args: looked.append(args) or known(*args))
    for line in (": ".join(["a"] * 500), " (expected ".join(["a"] * 99) + ")" * 99):
        translated(line, "fr")
    assert 0 < len(looked) < 200


def test_the_language_of_a_command_line(monkeypatch):
    monkeypatch.setenv("LC_ALL", "de_AT")
    assert language_of(["settle", "x", "--lang", "en"]) == "en"
    assert language_of(["settle", "x", "--lang=fr"]) == "fr"
    assert language_of(["settle", "x", "--lang", "it"]) == language_of([]) == "de"
    assert os.environ["LC_ALL"] == "de_AT"
