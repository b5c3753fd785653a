"""Players' names as people see them: which are one name, and which nobody can tell apart.

`engine.reading.one_spelling` says how a name is kept: composed, without what shows on no screen. Two names
that then differ by capitals alone are one (`folded`); two that differ by letters of other scripts that look
the same (Latin Ana, Cyrillic Аna) may be two people, but nobody can tell which is which (`drawn`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from engine.errors import BadInput
from engine.reading import one_spelling

_CYRILLIC = dict(zip("авгеёзіијкмнорстухцьѕԁԛԝһӏ", "abreeзiиjkmhopctyxцьsdqwh|", strict=True))
_GREEK = dict(zip("αβγεζηικμνορτυχωϳ", "aβyeζniкuvoptυxωj", strict=True)) | {"υ": "u", "κ": "k"}
_ARMENIAN = dict(zip("օոսցհզգ", "onughqq", strict=True))
_CHEROKEE = dict(zip("ᎠᎡᎢᎪᎫᎬᎳᎷᎻᎽᏀᏃᏆᏎᏏᏒᏔᏙᏚᏞᏟᏢᏦᏧᏩᏴ", "drtajewmhygziвbrwvslcpkdgb", strict=True))
_LISU = dict(zip("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyae|ou", strict=True))
_COPTIC = dict(zip("ⲁⲃⲉⲍⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭ", "aвezhikmnopctyx", strict=True))
_LATIN = {"ı": "i", "ɑ": "a", "ɡ": "g", "ʀ": "r", "ᴀ": "a", "ᴄ": "c", "ᴏ": "o", "ᴠ": "v", "ᴢ": "z"}
_LATIN |= {"0": "o", "1": "|"}
ALIKE = str.maketrans(_CYRILLIC | _GREEK | _ARMENIAN | _CHEROKEE | _LISU | _COPTIC | _LATIN)
"""Small letters that look like a Latin one, or whose capital does."""
_CAPITALS = str.maketrans("АВЕЗІЈКМНОРСТУХЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧԜԚӀ", "ABE3IJKMHOPCTYXSABEZHIKMNOPTYXWQI")
"""Capitals that look like a Latin one."""


def folded(name: str) -> str:
    """A name by which it is compared: capitals and small letters are one."""
    return unicodedata.normalize("NFC", name.casefold())


def drawn(name: str) -> str:
    """What a name looks like, whatever script or width its letters are of; nobody can tell equal ones apart.

    A capital I looks like a small l, which a capital L does not.
    """
    plain = unicodedata.normalize("NFKC", name).translate(_CAPITALS).replace("I", "|").replace("l", "|")
    return unicodedata.normalize("NFC", plain.casefold().translate(ALIKE))


def isolated(name: str) -> str:
    """A name as it may stand beside figures: one from right to left, or whose figures are
    Arabic, by itself, else it turns them round."""
    turns = any(unicodedata.bidirectional(each) in ("R", "AL", "AN") for each in name)
    return f"\u2068{name}\u2069" if turns else name


def alike(names: Iterable[str]) -> tuple[str, str] | None:
    """Two of these names that nobody can tell apart and that are not the same text; None: there are none."""
    seen: dict[str, str] = {}
    for name in names:
        for look in (f"letters {folded(name)}", f"looks {drawn(name)}"):
            other = seen.setdefault(look, name)
            if other != name:
                return other, name
    return None


def as_known(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """These names, each as it is known already where it differs by capitals alone.

    Raises:
        BadInput: two of them are one name, or nobody can tell one from another, or from one that is known.
    """
    known = list(known)
    by_letters = Called(known)
    by_looks: dict[str, str] = {}
    for name in known:
        by_looks.setdefault(drawn(name), name)
    spelt = [by_letters.get(name, name) for name in names]
    for name in spelt:
        other = by_looks.get(drawn(name), name)
        if name not in known and folded(other) != folded(name):
            raise BadInput(_LOOKS.format(other, name))
    twice = alike(spelt)
    if twice is not None:
        raise BadInput(_LOOKS.format(*twice))
    return spelt


class Called(Mapping[str, str]):
    """How people are called, by whatever name people see as the same: ``Called(["Ana"])["ana "]`` is Ana.

    Of two who only differ in capitals neither is meant by the other's name.
    """

    def __init__(self, names: Iterable[str]) -> None:
        spelt = list(dict.fromkeys(map(one_spelling, names)))
        self._by = {folded(name): name for name in reversed(spelt)}
        self._own = frozenset(spelt)

    def __getitem__(self, name: str) -> str:
        spelt = one_spelling(name)
        return spelt if spelt in self._own else self._by[folded(spelt)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by)

    def __len__(self) -> int:
        return len(self._by)


_LOOKS = "{} and {} look alike, expected names that people can tell apart"
