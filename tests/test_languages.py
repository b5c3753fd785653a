"""A language is a folder of files: ours are complete, and one from elsewhere is spoken by installing it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import languages
from companion_api.commands.words import INCOMPLETE
from companion_api.saying import words as said

ROOT = Path(__file__).parents[1]
CODE = "import sys; from companion_api.command import main; sys.exit(main())"


@pytest.mark.parametrize("language", languages.LANGUAGES)
def test_a_language_that_we_ship_lacks_nothing(language):
    assert list(languages.missing(language)) == []
    written = {path.relative_to(languages.FOLDERS[language]).as_posix() for path in every_file(language)}
    assert written == {path.relative_to(languages.FOLDERS["fr"]).as_posix() for path in every_file("fr")} - (
        {"terminal.json"} if language == languages.SOURCE else set()
    )


def every_file(language):
    return languages.FOLDERS[language].rglob("*.json")


@pytest.mark.parametrize("language", languages.LANGUAGES)
def test_a_language_says_nothing_that_english_does_not(language):
    """An entry that was renamed or dropped in English is dropped everywhere."""
    for part in languages.page_parts():
        told = json.loads((languages.FOLDERS[language] / "page" / f"{part}.json").read_text(encoding="utf-8"))
        known = dict(languages.leaves(languages.page(languages.SOURCE, part)))
        idle = {path for path, _ in languages.leaves(told)} - known.keys()
        assert {path for path in idle if not languages.BY_NUMBER.match(path)} <= AGREEMENT, part
    assert {key: each.keys() for key, each in languages.terminal(language).items()} == (
        {key: set() for key in languages.TERMINAL}
        if language == languages.SOURCE
        else {key: each.keys() for key, each in languages.terminal("fr").items()}
    )


OTHERWISE_SPOKEN_TO = {
    "fr": r"\b(tu|toi|te|ton|ta|tes|tien)\b|\bt’"
    r"|\b(attends|prends|viens|choisis|écris)\b|[,:;] pense\b|\b(demande|dis|fais|mets|touche|garde)-",
    "de": r"(?<!Von )\bIhnen\b|\w+en Sie\b|[^.:;!?„] Ihre?[mnrs]?\b|\bwenn Sie\b"
    r"|\bSie (haben|müssen|bekommen|dürfen|können|spielen|bieten|leiten|geben|beginnen|fangen)\b",
    "es": r"\busted(es)?\b|\bsu (teléfono|turno)\b"
    r"|\b(escanee|ponga|pida|abra|elija|pruebe|acerque|escriba|haga|espere|encienda)\b",
}
"""What would speak to people otherwise than the rest of a language does: «vous» in French; in German and
Spanish, «du» and «ihr», «tú» and «vosotros». What people say themselves is theirs (heard.json)."""


@pytest.mark.parametrize("language", OTHERWISE_SPOKEN_TO)
def test_a_language_speaks_to_people_in_one_way(language):
    other = re.compile(OTHERWISE_SPOKEN_TO[language], re.NOFLAG if language == "de" else re.IGNORECASE)
    tables = [languages.page(language, part) for part in languages.page_parts()]
    tables.append(dict(languages.terminal(language)))
    said = [(path, text) for table in tables for path, text in languages.leaves(table)]
    assert len(said) > 1000
    assert [(path, text) for path, text in said if other.search(text)] == []


AGREEMENT = {"card.e.12", "card.e.n"}
"""Endings that agree with a card, where a language has such."""


def test_no_code_lists_the_languages():
    """Neither a list of their codes nor a table by code: only `languages` looks for them."""
    codes = "|".join(languages.LANGUAGES)
    several = re.compile(
        rf"""(["'])({codes})\1\s*[,:].{{0,80}}(["'])(?!\2)({codes})\3\s*[],:)}}]""", re.DOTALL
    )
    files = [
        path
        for room in ("engine", "vision", "hardware", "companion_api", "clubhouse", "languages")
        for path in (ROOT / room).rglob("*")
        if path.suffix in (".py", ".js", ".html") and "vendor" not in path.parts
    ]
    assert len(files) > 200
    assert [str(path) for path in files if several.search(path.read_text(encoding="utf-8"))] == []


LOST = "no such file (expected a log or a notation)"


@pytest.fixture
def esperanto(tmp_path):
    """A language as a package of its own that has hardly begun; runs a command where it is installed."""
    words = tmp_path / "esperanto_words"
    (words / "page").mkdir(parents=True)
    (words / "__init__.py").write_text("raise SystemExit('a language is no code')\n")
    table = {
        "language": "Esperanto",
        "colon": ": ",
        "suits": {"C": "trefo", "D": "karoo", "H": "kero", "S": "piko"},
    }
    (words / "page" / "table.json").write_text(json.dumps(table))
    (words / "terminal.json").write_text(json.dumps({"lines": {LOST: "ne estas tia dosiero"}}))
    info = tmp_path / "esperanto_words-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: esperanto-words\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{languages.GROUP}]\neo = esperanto_words\n")

    def run(*args):
        path = os.pathsep.join([str(tmp_path), str(ROOT)])
        environment = os.environ | {"PYTHONPATH": path, "LANG": "eo.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            [sys.executable, "-c", CODE, *args], env=environment, cwd=tmp_path, capture_output=True, text=True
        )

    return run


def test_a_language_from_elsewhere_is_spoken_as_far_as_it_goes(esperanto):
    refused = esperanto("settle", "none.jsonl")
    assert refused.returncode == 2 and refused.stderr == "nainjaune: none.jsonl: ne estas tia dosiero\n"
    assert "{" + ",".join([*languages.LANGUAGES[:3], "eo"]) in esperanto("settle", "--help").stdout
    listed = [json.loads(line) for line in esperanto("words", "--json").stdout.splitlines()]
    by_code = {each["language"]: each for each in listed}
    assert by_code["eo"]["name"] == "Esperanto" and by_code["eo"]["missing"] > 1000
    assert by_code["fr"]["missing"] == 0
    missing = esperanto("words", "--missing", "eo", "--json")
    assert missing.returncode == INCOMPLETE
    told = [json.loads(line) for line in missing.stdout.splitlines()]
    assert len(told) == by_code["eo"]["missing"]
    paths = {(each["file"], each["path"]): each["english"] for each in told}
    assert paths["page/table.json", "welcome"] == "Welcome to the table"
    assert ("page/table.json", "suits.C") not in paths and ("heard.json", "ranks") in paths


def test_entries_in_the_file_of_an_older_version_are_spoken(monkeypatch):
    """What rules say stood in table.json until it had a file of its own."""
    older = {"table": {**languages.page("en", "table"), "why": {"take": "PRENAS"}}}
    page = languages.page
    monkeypatch.setattr(languages, "page", lambda language, part: older.get(part) or page(language, part))
    said.words.cache_clear()
    try:
        assert said.words("en").entry("why.take") == "PRENAS"
        assert said.words("en").entry("why.bete") and said.words("en").entry("broken")
    finally:
        said.words.cache_clear()


def test_what_is_complete_says_so(nainjaune):
    ran = nainjaune("words", "--missing", "fr")
    assert ran.status == 0 and ran.out == "nothing is missing\n"
    nainjaune("words", "--missing", "xx").refused("--missing xx: expected one of fr")
