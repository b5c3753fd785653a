"""Every link of every document leads somewhere: to a file that is there, and to a heading of it."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"(?<!\!)\[[^\]]*\]\(([^()\s]+(?:\([^()]*\)[^()\s]*)*)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)


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
