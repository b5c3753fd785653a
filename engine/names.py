"""Players' names as people see them: which are one name, and which nobody can tell apart.

`engine.reading.one_spelling` says how a name is kept: composed, without what shows on no screen. Two names
that then differ by capitals alone are one (`folded`); two that differ by letters of other scripts that look
the same (Latin Ana, Cyrillic Аna) may be two people, but nobody can tell which is which (`drawn`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from engine.errors import BadInput

_CYRILLIC = dict(zip("авгеёзіијкмнорстухцьѕԁԛԝһӏ", "abreeзiиjkmhopctyxцьsdqwhl", strict=True))
_GREEK = dict(zip("αβγεζηικμνορτυχωϳ", "aβyeζniкuvoptυxωj", strict=True)) | {"υ": "u", "κ": "k"}
_LATIN = {"ı": "i", "ɑ": "a", "ɡ": "g", "ʀ": "r", "0": "o", "1": "l", "|": "l"}
ALIKE = str.maketrans(_CYRILLIC | _GREEK | _LATIN)
"""Small letters that look like a Latin one, or whose capital does."""
_CAPITALS = str.maketrans("АВЕЗІЈКМНОРСТУХЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABE3IJKMHOPCTYXSABEZHIKMNOPTYX")
"""Capitals that look like a Latin one."""


def folded(name: str) -> str:
    """A name by which it is compared: capitals and small letters are one."""
    return unicodedata.normalize("NFC", name.casefold())


def drawn(name: str) -> str:
    """What a name looks like, whatever script its letters are of; equal ones nobody can tell apart."""
    plain = name.translate(_CAPITALS)
    return unicodedata.normalize("NFC", plain.casefold().translate(ALIKE))


def isolated(name: str) -> str:
    """A name as it may stand beside figures: one from right to left by itself, else it turns them round."""
    turns = any(unicodedata.bidirectional(each) in ("R", "AL") for each in name)
    return f"\u2068{name}\u2069" if turns else name


def alike(names: Iterable[str]) -> tuple[str, str] | None:
    """Two of these names that look the same and are not the same text; None: there are none."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(drawn(name), name)
        if other != name:
            return other, name
    return None


def as_known(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """These names, each as it is known already where it differs by capitals alone.

    Raises:
        BadInput: two of them are one name, or nobody can tell one from another, or from one that is known.
    """
    known = list(known)
    by_letters: dict[str, str] = {}
    by_looks: dict[str, str] = {}
    for name in known:
        by_letters.setdefault(folded(name), name)
        by_looks.setdefault(drawn(name), name)
    told = [by_letters.get(folded(name), name) for name in names]
    for name in told:
        other = by_looks.get(drawn(name), name)
        if name not in known and folded(other) != folded(name):
            raise BadInput(_LOOKS.format(other, name))
    twice = alike(told)
    if twice is not None:
        raise BadInput(_LOOKS.format(*twice))
    return told


_LOOKS = "{} and {} look alike, expected names that people can tell apart"
