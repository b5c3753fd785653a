"""Words and phrases as symbols of the table's language (`languages.heard`).

Symbols are single characters, so that `announcements` can be a handful of patterns:

===========  ====================================================================
``a``–``m``  a rank, ace to king
``CDHS``     a suit
``q``        what joins a card and its taking: "qui", "that"
``t``        "prend", "takes", "nimmt"
``y``        the nain jaune by its name
``w``        "sans", "pas de": what follows is missing
``v``        the same by ear only: "cent", "sang"
``o``        "hoc"
``n``        "not"
``u``        a unit: people count something
``!``        people talk *about* calls and cards: "tu n'as pas dit", "who has"
``?``        any other word
===========  ====================================================================

Fillers (hesitations, articles, "et", "voilà") have no symbol: they change nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import languages
from engine.cards import plain

TALK, OTHER = "!", "?"
_RANKS = "abcdefghijklm"


def rank_of(symbol: str) -> int:
    """The rank, 1–13, of one of ``a``–``m``."""
    return _RANKS.index(symbol) + 1


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What one language's words mean at the table.

    Attributes:
        phrases: plain words (`engine.cards.plain`), a blank apart → symbols, maybe none.
        slips: the same for what recognisers write instead, or people say carelessly.
        vocabulary: what a recogniser is told to listen for, as it is written: the phrases of the
            game and decoys, said often at tables and near in sound.
        longest: words in the longest phrase.
    """

    phrases: Mapping[str, str]
    slips: Mapping[str, str]
    vocabulary: tuple[str, ...]
    longest: int


@cache
def lexicon(language: str) -> Lexicon:
    """The lexicon of one of `languages.LANGUAGES`."""
    entries = languages.heard(language)
    ranks = {name: _RANKS[place] for place, names in enumerate(entries["ranks"]) for name in names}
    ranks |= _by_phrase(entries["said"])
    digits = {str(number): _RANKS[number - 1] for number in range(1, 11)}
    phrases = {
        plain(text): meant for text, meant in {**digits, **_by_phrase(entries["aside"]), **ranks}.items()
    }
    slips = {plain(text): meant for text, meant in _by_phrase(entries["slips"]).items()}
    if "v" in slips.values():
        # Where "sans six" sounds like "cent six", it may be written 106.
        slips |= {str(100 + rank): "v" + _RANKS[rank - 1] for rank in range(2, 14)}
    longest = max(len(text.split()) for text in (*phrases, *slips))
    return Lexicon(phrases, slips, (*ranks, *entries["decoys"]), longest)


def _by_phrase(by_symbols: Mapping[str, list[str]]) -> dict[str, str]:
    return {phrase: symbols for symbols, phrases in by_symbols.items() for phrase in phrases}
