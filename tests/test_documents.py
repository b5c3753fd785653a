"""Every link of every document leads somewhere; README takes three minutes; a figure has command and date."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"(?<!\!)\[[^\]]*\]\(([^()\s]+(?:\([^()]*\)[^()\s]*)*)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
WORDS, LONGEST, FIGURES = 1200, 30, 0.15
"""README: words, words of a sentence, share of words with figures; each at most."""


def documents():
    listed = subprocess.run(["git", "ls-files", "-z", "*.md"], cwd=ROOT, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\0") if name] or ["README.md", "CONTRIBUTING.md"]


def anchors(text):
    """What GitHub calls each heading of a document."""
    found = set()
    for heading in re.findall(r"^#+ +(.*)$", text, re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        found.add(re.sub(r"[^\w\- ]", "", plain).replace(" ", "-"))
    return found


def broken(name):
    text = CODE.sub(" ", (ROOT / name).read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        if re.match(r"\w+:", target):
            continue
        path, _, heading = target.partition("#")
        place = (ROOT / name).parent / path if path else ROOT / name
        told = (
            not heading or place.suffix != ".md" or (place.exists() and heading in anchors(place.read_text()))
        )
        if not (place.exists() and told):
            yield target


@pytest.mark.parametrize("name", documents())
def test_every_link_leads_somewhere(name):
    assert list(broken(name)) == []


def test_a_document_that_is_named_is_here():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True).stdout
    files = [
        ROOT / name for name in listed.split("\0") if name.endswith((".py", ".js", ".json", ".md", ".toml"))
    ]
    here = {file.name for file in files}
    named = re.compile(r"\b[A-Z]{3,}\.md\b")
    lost = {
        (file.relative_to(ROOT).as_posix(), name)
        for file in files
        if file.is_file()
        for name in named.findall(file.read_text(encoding="utf-8"))
        if name not in here
    }
    assert not lost, f"no document of that name lies in this repository: {sorted(lost)}"


def test_a_broken_link_is_found(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / "there.md").write_text("# A heading, `here`\n")
    (tmp_path / "a.md").write_text(
        "[good](there.md) [also](there.md#a-heading-here) [web](https://example.org)\n"
        "[lost](gone.md) [no heading](there.md#nowhere) `[code](gone.md)`\n"
    )
    assert list(broken("a.md")) == ["gone.md", "there.md#nowhere"]


def prose(text: str) -> list[str]:
    """The sentences that people read: cells of tables apart, without code and addresses of links."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    parts = re.split(r"\n\s*\n|\n(?:\* |#+ |(?=\|))|\|", text)
    return [
        sentence.strip()
        for part in parts
        for sentence in re.split(r"(?<=[.!?])[*»]*\s+", " ".join(part.split()))
        if re.search(r"\w", sentence)
    ]


def with_figures(text: str) -> float:
    """The share of words that hold a digit."""
    words = text.split()
    return sum(bool(re.search(r"\d", word)) for word in words) / len(words)


def test_readme_is_read_in_three_minutes() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.split()) <= WORDS
    assert with_figures(text) <= FIGURES
    assert not [sentence for sentence in prose(text) if len(sentence.split()) > LONGEST]


def test_a_long_sentence_is_found() -> None:
    long = " ".join(["word"] * 31)
    found = [
        each for each in prose(f"| a | b. {long} |\n\n* Short.\n* {long}.\n") if len(each.split()) > LONGEST
    ]
    assert found == [long, f"{long}."]
    assert with_figures("5 of 10 cards") == 0.5


def rows() -> list[list[str]]:
    """The cells of each figure."""
    text = (ROOT / "FIGURES.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("|") and not line.startswith("|---")]
    return [
        [cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if "| commit |" not in line
    ]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0][:40])
def test_every_figure_says_how_and_when_it_was_measured(row: list[str]) -> None:
    assert len(row) == 6
    *_, measured, command, commit, date = row
    assert measured
    assert command == "not noted" or command.startswith(("`bench ", "`python -m "))
    assert re.fullmatch(r"[0-9a-f]{9}", commit) and re.fullmatch(r"\d{4}-\d\d-\d\d", date)


def test_what_readme_tells_stands_among_the_figures() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8").split("## How well it does")[1].split("\n## ")[0]
    dates = re.findall(r"\| (\d{4}-\d\d-\d\d) \|", text)
    assert len(dates) == 6
    places = [ROOT / "FIGURES.md", ROOT / "vision" / "README.md"]
    assert all(any(date in place.read_text(encoding="utf-8") for place in places) for date in dates)
