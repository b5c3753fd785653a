"""The game from elsewhere as `pip install` would leave it: on the path, with its entry points."""

import sys
import tomllib
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

from companion_api.games import loader, pages
from companion_api.saying import words
from engine import boards, explanation
from engine.games import game, sources

HERE = Path(__file__).parent / "outside_game"
KEPT = [
    (game, "GAMES"), (game, "REFEREED"), (game, "_OF_STATE"), (game, "_RULES_OF"), (boards, "_KNOWN"),
    (explanation, "_OF"), (sources, "_BROUGHT"), (words, "_BROUGHT"),
]  # fmt: skip
"""Where a game is taken in: put back afterwards, so that no other test meets it."""


def distribution(folder, pyproject):
    """What lies beside an installed package, made of its pyproject: its name, its entry points."""
    told = tomllib.loads(pyproject)["project"]
    info = folder / f"{told['name'].replace('-', '_')}-{told['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: {told['version']}\n"
    )
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
        for group, entries in told["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups))


@contextmanager
def installed(folder):
    """The game is found as long as this lasts; gives what `loader.found` says."""
    distribution(folder, (HERE / "pyproject.toml").read_text())
    with on_the_path(folder, HERE) as found:
        yield found


@contextmanager
def on_the_path(*folders):
    """What lies in these folders is installed as long as this lasts; gives what `loader.found` says."""
    before = [(module, name, getattr(module, name)) for module, name in KEPT]
    for module, name, value in before:
        setattr(module, name, type(value)(value))
    path = [str(folder) for folder in folders]
    sys.path[:0] = path
    invalidate_caches()
    caches = (loader.found, pages.pages)
    for cache in caches:
        cache.cache_clear()
    try:
        yield loader.found()
    finally:
        for each in path:
            sys.path.remove(each)
        for module, name, value in before:
            setattr(module, name, value)
        for cache in (*caches, words.words):
            cache.cache_clear()
