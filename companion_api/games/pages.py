"""Pages that other packages bring: files alone, shown by the menu beside ours.

A package names itself in the entry point group `GROUP` (``NAME = "its_package"``); its folder ``page`` holds
``index.html``, whose ``<title>`` stands in the menu. Its code is not run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import unescape
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

GROUP = "nainjaune.pages"
TITLE = re.compile(r"<title>\s*(.*?)\s*</title>", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Page:
    """A page from elsewhere.

    Attributes:
        name: of its entry point; it lies at ``pages/NAME/``.
        title: what the menu calls it.
        folder: its files.
    """

    name: str
    title: str
    folder: Path


@cache
def pages() -> tuple[Page, ...]:
    """Every page that is installed, by name; what has no ``page/index.html`` with a title is none."""
    found = []
    for entry in sorted(entry_points(group=GROUP), key=lambda each: each.name):
        spec = find_spec(entry.value)
        for place in (spec and spec.submodule_search_locations) or ():
            index = Path(place) / "page" / "index.html"
            title = TITLE.search(index.read_text(encoding="utf-8")) if index.is_file() else None
            if title:
                found.append(Page(entry.name, unescape(title[1]), index.parent))
    return tuple(found)
