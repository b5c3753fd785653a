"""The page speaks three languages, each completely."""

import json
import re

import pytest

from companion_api.app import PAGE
from companion_api.serve import words

TABLES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (PAGE / "words").glob("*.json")}
CODE = "\n".join(path.read_text(encoding="utf-8") for path in PAGE.glob("*.js"))


def leaves(table, path=""):
    for key, value in table.items():
        yield from leaves(value, f"{path}{key}.") if isinstance(value, dict) else [(path + key, value)]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_language_says_everything(language):
    french, other = dict(leaves(TABLES["fr"])), dict(leaves(TABLES[language]))
    # An exception for one number may be needed in one language only («an 8»).
    exact = {key for key in french.keys() ^ other.keys() if not key.startswith(("a_rank.", "index."))}
    assert exact == set()
    for key in french.keys() & other.keys():
        assert set(re.findall(r"{\w+}", french[key])) == set(re.findall(r"{\w+}", other[key])), key


def test_no_word_is_missing_and_none_is_idle():
    said = {key.split(".")[0] for key, _ in leaves(TABLES["fr"])} - {"terminal", "language"}
    used = set(re.findall(r'\b(?:t|has|count)\(\s*"(\w+)', CODE)) | set(
        re.findall(r'[`"](\w+)(?:\.\$|_\$|\.)', CODE)
    )
    used |= set(re.findall(r'\? "(\w+)" : "\w+"', CODE)) | set(re.findall(r'" : "(\w+)"', CODE))
    dynamic = re.compile("camera_|refused_|phase_|correct|add_|forget")
    missing = {key for key in re.findall(r'\bt\("(\w+)"', CODE) if key not in said}
    assert missing == set()
    assert {key for key in said if key not in used and not dynamic.match(key)} == set()


def test_the_terminal_speaks_the_users_language():
    assert words({"LANG": "de_DE.UTF-8"})("stop_demo").startswith("Strg-C")
    assert words({"LANG": "en_GB.UTF-8"})("stop_demo").startswith("Ctrl-C to")
    assert words({"LANG": "C"})("stop_demo") == words({})("stop_demo") == "Ctrl-C pour arrêter."
