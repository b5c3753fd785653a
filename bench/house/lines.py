"""How many lines there are in each room: of code, of comment, blank.

A line of comment holds nothing but a comment or a part of a docstring; any text that stands alone is one, and
so are those under a constant or a field. Blank lines within a docstring are its lines.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from dataclasses import dataclass

from bench.house.checkout import VENDOR, Checkout, Source, files

PAGE = (".js", ".css")
_CODE = re.compile(
    r"(?P<comment>/\*.*?\*/|//[^\n]*)"
    r"|(?P<text>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')"
    # A pattern between slashes stands where a value begins; elsewhere a slash divides.
    r"|(?:(?<=[(,=:\[!&|?{};>])|\breturn\b)\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/"
    r"|(?P<step>[`{}])",
    re.DOTALL,
)
_TEMPLATE = re.compile(r"\\.|(?P<step>`|\$\{)", re.DOTALL)
_STYLE = re.compile(r"(?P<comment>/\*.*?\*/)|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
_HIDDEN = "\0"


@dataclass(frozen=True, slots=True)
class Lines:
    """How many lines."""

    code: int = 0
    comment: int = 0
    blank: int = 0

    def __add__(self, other: Lines) -> Lines:
        return Lines(self.code + other.code, self.comment + other.comment, self.blank + other.blank)


def by_room(house: Checkout) -> dict[str, Lines]:
    """The lines of each room and of each room within one, Python and the page together, in order.

    ``engine`` is all of it, ``engine/referee`` a part; ``.`` what stands at the root.
    """
    found: dict[str, Lines] = defaultdict(Lines)
    counted = [(source.path, of_python(source)) for source in house.sources.values()]
    for ending in PAGE:
        for file in files(house.root, ending):
            where = file.relative_to(house.root)
            if VENDOR not in where.parts:
                counted.append((where.as_posix(), of_page(file.read_text(encoding="utf-8"), ending)))
    for path, lines in counted:
        folders = path.split("/")[:-1]
        for depth in {1, min(2, max(1, len(folders)))}:
            found["/".join(folders[:depth]) or "."] += lines
    return dict(sorted(found.items()))


def of_python(source: Source) -> Lines:
    """The lines of one Python file."""
    text = source.text.splitlines()
    kinds = ["code" if line.strip() else "blank" for line in text]
    for number, line in enumerate(text):
        if line.lstrip().startswith("#"):
            kinds[number] = "comment"
    for node in (*source.of(ast.Constant), *source.of(ast.JoinedStr)):
        if isinstance(node, ast.Constant) and not isinstance(node.value, str):
            continue
        first, last = node.lineno - 1, node.end_lineno or node.lineno
        if id(node) in source.docs:
            kinds[first:last] = ["comment"] * (last - first)
        elif last - first > 1 and re.search(r"\"\"\"|'''", text[first]):
            kinds[first:last] = ["code"] * (last - first)
    return Lines(*(kinds.count(kind) for kind in ("code", "comment", "blank")))


def of_page(text: str, ending: str = ".js") -> Lines:
    """The lines of one file of the page, a script or a style sheet."""
    hidden = _without_comments(text) if ending == ".js" else _STYLE.sub(_hide, text)
    code = comment = blank = 0
    for line in hidden.splitlines():
        rest = line.replace(_HIDDEN, "").strip()
        code += bool(rest)
        comment += not rest and _HIDDEN in line
        blank += not rest and _HIDDEN not in line
    return Lines(code, comment, blank)


def _hide(found: re.Match[str]) -> str:
    """Each line of a comment is hidden, an empty one too; anything else stays."""
    if found["comment"] is None:
        return found[0]
    return re.sub(r"[^\n]", _HIDDEN, found[0]).replace("\n", f"{_HIDDEN}\n")


def _without_comments(text: str) -> str:
    """A script whose comments are hidden; what looks like one in a text or a template is none."""
    parts: list[str] = []
    within = ["{"]
    place = 0
    while place < len(text):
        found = (_TEMPLATE if within[-1] == "`" else _CODE).search(text, place)
        if found is None:
            break
        parts.append(text[place : found.start()])
        step = found["step"]
        parts.append(found[0] if step or within[-1] == "`" else _hide(found))
        if step == "`" and within[-1] == "`":
            within.pop()
        elif step == "}":
            within[1:] = within[1:-1]
        elif step:
            within.append(step)
        place = found.end()
    return "".join([*parts, text[place:]])
