"""Who tells the rules: every source once, by the key under which rules, options and tests cite it.

Beside the keys there are two words: ``house``, played at many tables and printed nowhere that we know, and
*silent* (no key at all), where no source says and the choice is ours. Which source tells which value of an
option stands at the option (`engine.games.options`); how people read a key, under ``sources`` of
``languages/*/page/rules.json``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

HOUSE = "house"
"""Cited as a source is: a custom of many tables."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text that tells rules.

    Attributes:
        title: of the text.
        author: who wrote or gives it out.
        year: of the text that it goes back to, where it names one; None: it names none.
        link: where it or much the same can be read; empty where nobody has noted that.
        tells: which of our rules are from it.
    """

    title: str
    author: str
    year: int | None
    link: str
    tells: str


SOURCES: Mapping[str, Source] = {
    "000": Source(
        "Nain Jaune, the German text",
        "not named, after Jacques Lacombe, Encyclopédie méthodique: Dictionnaire des jeux, Paris",
        1792,
        "https://de.wikipedia.org/wiki/Nain_Jaune",
        "both games of Nain Jaune: Lindor's, first printed in 1789, with a variant, and that of 1760",
    ),
    "001": Source(
        "Nain Jaune, the English text and its info box",
        "not named, after the same",
        1792,
        "https://en.wikipedia.org/wiki/Nain_Jaune",
        "both games of Nain Jaune, and how an evening of Lindor's rules ends",
    ),
    "002": Source(
        "a page of rules in French, of our day",
        "not named",
        None,
        "",
        "the board's places, chips, the preset french_page, the opéra called «main pleine», back crosses",
    ),
    "003": Source(
        "Nap",
        "John McLeod, Pagat",
        None,
        "https://www.pagat.com",
        "Nap with all its options",
    ),
    "004": Source(
        "the articles on Nain Jaune of an Académie des jeux",
        "the Académie",
        None,
        "",
        "the preset academie, from the article on the game of Lindor's time, and academie_1760",
    ),
    "004q": Source(
        "L’Avantcoureur, as the Académie's articles quote it",
        "the journal's editors",
        1760,
        "",
        "the game of 1760: the preset journal_1760",
    ),
}
"""By the key that is cited."""

_BROUGHT: dict[str, Mapping[str, str]] = {}
"""What games from elsewhere tell of their options: by option and value, the keys apart by spaces."""


def register(by_option: Mapping[str, Mapping[str, str]]) -> None:
    """Take in what a game from elsewhere tells of its own options; those that are known stay as they are."""
    for name, values in by_option.items():
        _BROUGHT.setdefault(name, values)


def brought(option: str) -> dict[str, tuple[str, ...]]:
    """By value, the sources that a game from elsewhere has told of an option; empty where none has."""
    return {value: tuple(keys.split()) for value, keys in _BROUGHT.get(option, {}).items()}
