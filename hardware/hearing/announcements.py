"""From words to announcements: "trois quatre cinq, sans six" says that six is missing.

Words become symbols (`lexicon`), the longest known phrase first, and a few patterns find the
announcements among them. A call is a short cry among other cries and the names of ranks; inside
a longer sentence the same words are talk about the game. So where "qui prend" is said in full,
strange words around it only make it less sure; anything shorter must stand alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.cards import HONOURS, Card, plain
from hardware.hearing.lexicon import OTHER, TALK, Lexicon, lexicon, rank_of
from hardware.hearing.speech import Announcement, Word

SLIPPED = 0.8
"""What is left of the confidence when the words are not quite those of a call."""
SHORT = 0.95
"""… when "qui" or "nain jaune" is not said in full."""
AMID = 0.85
"""… when strange words stand next to it."""

_CALL = re.compile(r"(?P<before>[CDHS]?)(?P<rank>[gjklm])(?P<after>[CDHS]?)(?P<full>q?)t")
_DWARF = re.compile(r"[gD]*yq?t?")
_SANS = re.compile(r"(?P<sans>[wv])(?P<rank>[b-m])")
_HOC = re.compile(r"(?P<before>[CDHS]?)(?P<rank>[a-m]?)(?P<after>[CDHS]?)o")
_OF_RANK = {card.rank: card for card in HONOURS}
_UNCLEAN = f"{OTHER}n"
_TALK = f"{TALK}u"
_DWARF_CARD = Card(7, "D")


@dataclass(frozen=True, slots=True)
class _Symbol:
    """One symbol and the words that it comes from: places ``first`` to ``last`` in the breath."""

    text: str
    first: int
    last: int
    slipped: bool


def announcements(breath: Sequence[Word], language: str = "fr") -> tuple[Announcement, ...]:
    """What is announced in one breath, in the order said.

    Args:
        breath: words said one after the other.
        language: one of `languages.LANGUAGES`.
    """
    words = [
        Word(piece, word.t, word.end, word.confidence)
        for word in breath
        for piece in plain(word.text).split() or ["?"]
    ]
    symbols = list(_symbols(words, lexicon(language)))
    text = "".join(symbol.text for symbol in symbols)
    found: list[Announcement] = []
    place = 0
    while place < len(text):
        match = next((m for read in _READINGS if (m := read(text, place)) is not None), None)
        if match is None:
            place += 1
            continue
        end, meant, clear = match
        if meant is not None:
            found.append(_announcement(words, symbols[place:end], meant, clear))
        place = end
    return tuple(found)


def of_text(text: str, language: str = "fr") -> tuple[Announcement, ...]:
    """The same of words without times, as a phone's recogniser gives them."""
    return announcements([Word(word) for word in text.split()], language)


def is_talk(text: str, language: str = "fr") -> bool:
    """Whether somebody talks about the game: "tu n'as pas dit…"."""
    words = [Word(piece) for piece in plain(text).split()]
    return any(symbol.text == TALK for symbol in _symbols(words, lexicon(language)))


def _symbols(words: Sequence[Word], known: Lexicon) -> Iterator[_Symbol]:
    place = 0
    while place < len(words):
        for length in range(min(known.longest, len(words) - place), 0, -1):
            phrase = " ".join(word.text for word in words[place : place + length])
            meant = known.phrases.get(phrase)
            slipped = meant is None
            if meant is None:
                meant = known.slips.get(phrase)
            if meant is not None:
                break
        else:
            length, meant, slipped = 1, OTHER, False
        for symbol in meant:
            yield _Symbol(symbol, place, place + length - 1, slipped)
        place += length


_Meant = Card | int | str | None
"""A card called, a rank missing, ``"hoc"``; None: the words are used up and mean nothing."""
_Read = tuple[int, _Meant, float]
"""Where it ends, what it means, and how clearly."""


def _call(text: str, place: int) -> _Read | None:
    match = _CALL.match(text, place)
    if match is None:
        return None
    card = _OF_RANK[rank_of(match["rank"])]
    if (match["before"] or match["after"] or card.suit) != card.suit:
        return match.end(), None, 0.0
    if match["full"]:
        clear = 1.0 if _alone(text, match) else AMID
        return match.end(), card if _meant(text, match) else None, clear
    return match.end(), card if _alone(text, match) else None, SHORT


def _dwarf(text: str, place: int) -> _Read | None:
    match = _DWARF.match(text, place)
    if match is None:
        return None
    return match.end(), _DWARF_CARD if _alone(text, match) else None, 1.0


def _sans(text: str, place: int) -> _Read | None:
    match = _SANS.match(text, place)
    if match is None:
        return None
    rank = rank_of(match["rank"])
    before = text[place - 1 : place]
    # "neuf cent dix" goes on from nine; "trois cent dix" is a number.
    number = match["sans"] == "v" and before and "a" <= before <= "m" and rank_of(before) != rank - 1
    return match.end(), rank if _alone(text, match) and not number else None, 1.0


def _hoc(text: str, place: int) -> _Read | None:
    match = _HOC.match(text, place)
    if match is None:
        return None
    suit = match["before"] or match["after"]
    named = Card(rank_of(match["rank"]), suit) if match["rank"] and suit else "hoc"
    return match.end(), named if _alone(text, match) else None, 1.0


_READINGS = (_call, _dwarf, _sans, _hoc)


def _alone(text: str, match: re.Match[str]) -> bool:
    """Whether nothing but the game is said around it, and nobody talks about the game."""
    around = text[: match.start()][-1:] + text[match.end() :][:1]
    return not any(s in _TALK for s in text) and not any(s in _UNCLEAN for s in around)


def _meant(text: str, match: re.Match[str]) -> bool:
    """Whether a call said in full is one: nobody says of it that it was or should be said."""
    return TALK not in text[: match.start()] and text[match.end() :][:1] != "n"


def _announcement(
    words: Sequence[Word], symbols: Sequence[_Symbol], meant: Card | int | str, clear: float
) -> Announcement:
    spoken = words[symbols[0].first : symbols[-1].last + 1]
    slipped = SLIPPED if any(symbol.slipped for symbol in symbols) else 1.0
    return Announcement(
        t=spoken[0].t,
        end=spoken[-1].end,
        text=" ".join(word.text for word in spoken),
        call=meant if isinstance(meant, Card) else None,
        sans=meant if isinstance(meant, int) else None,
        hoc=meant == "hoc",
        confidence=min(word.confidence for word in spoken) * clear * slipped,
    )
