"""The phrases that may be said now, as Whisper would write them down: from `languages` (``spoken`` in
heard.json)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache

import languages
from engine.boundaries import Expected
from engine.cards import HONOURS, Card, plain
from hardware.hearing.announcements import is_talk, of_text
from hardware.hearing.lexicon import lexicon

ENDS = (".", "!")
"""How Whisper ends a sentence: what follows the words then was not said."""
MOST_BEFORE = 4
"""Words before a call that are heard as part of it ("nine, ten, jack takes")."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """One thing that may be said.

    Attributes:
        text: its words.
        token: what it announces, as `Announcement.token`.
        clear: how clearly the grammar takes these words for it, 0–1.
        rival: it is only compared with, and scored in its plainest form.
    """

    text: str
    token: str
    clear: float
    rival: bool = False

    def written(self, opened: Sequence[str]) -> list[str]:
        """The ways in which Whisper may write it.

        Args:
            opened: words that may come first, as they were written.
        """
        plainly = self.text[0].upper() + self.text[1:]
        if self.rival:
            return [f" {plainly}{ENDS[0]}"]
        texts = (plainly, *(f"{first} {self.text}" for first in opened))
        return [f" {text}{end}" for text in texts for end in ENDS]


def calls(cards: Collection[Card], language: str) -> list[Phrase]:
    """How these honours are called; of other cards (1760's kings) the same."""
    entries = languages.heard(language)
    ranks = entries["ranks"]
    found = []
    for card in cards:
        texts = [form.format(name) for form in entries["spoken"]["call"] for name in ranks[card.rank - 1][:1]]
        found += _meaning(card.code, entries["spoken"]["dwarf"] if card == HONOURS[-1] else texts, language)
    return found


def sans(ranks: Collection[int], language: str) -> list[Phrase]:
    """How these ranks, 2–13, are said to be missing."""
    entries = languages.heard(language)
    found = []
    for rank in ranks:
        texts = [form.format(entries["ranks"][rank - 1][0]) for form in entries["spoken"]["sans"]]
        found += _meaning(f"sans{rank}", texts, language)
    return found


def compared(expected: Expected, language: str) -> list[Phrase]:
    """What is expected, and what it might be mistaken for: other honours' calls, the ranks beside it."""
    wanted = [*calls(sorted(expected.calls), language), *sans(sorted(expected.sans), language)]
    near = {rank + step for rank in expected.sans for step in (-1, 1)} & set(range(2, 14)) - expected.sans
    others = sorted(set(HONOURS) - expected.calls) if expected.calls else ()
    rivals = [*calls(others, language), *sans(sorted(near), language)]
    first = {each.token: each for each in reversed(rivals)}
    return [*wanted, *(replace(each, rival=True) for each in first.values())]


def _meaning(token: str, texts: Sequence[str], language: str) -> list[Phrase]:
    """The phrases that the grammar takes for ``token``: a form that does not fit a rank is left out."""
    found = []
    for text in texts:
        heard = of_text(text, language)
        if len(heard) == 1 and heard[0].token == token:
            found.append(Phrase(text, token, heard[0].confidence))
    return found


def before(written: str, language: str) -> list[str]:
    """What may stand before a call in what was written freely: names of ranks, hesitations.

    Returns:
        Its first words, as long as they are such, one more each time.
    """
    found, words = [], written.split()
    for count in range(1, min(MOST_BEFORE, len(words)) + 1):
        if plain(words[count - 1]) not in _aside(language):
            break
        found.append(" ".join(words[:count]))
    return found


def read(written: str, token: str, language: str) -> int:
    """What the grammar makes of what was written freely.

    Returns:
        1: it announces this; −1: somebody talks about the game; 0: neither.
    """
    if any(each.token == token for each in of_text(written, language)):
        return 1
    return -1 if is_talk(written, language) else 0


@cache
def _aside(language: str) -> frozenset[str]:
    """Words of one piece that are a rank or mean nothing."""
    known = lexicon(language).phrases.items()
    return frozenset(text for text, meant in known if meant == "" or meant in "abcdefghijklm")
