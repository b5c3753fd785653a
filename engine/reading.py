"""Reading values out of JSON: every refusal is one `BadInput` line that says what was expected.

``where`` is what a person would call the place: ``"T.json"``, ``"soirée.jsonl line 7"``.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.boards import Board, board_of
from engine.cards import Card, parse_card, parse_suit
from engine.errors import BadInput

_REQUIRED: Any = object()
"""Stands for "no default": the field must be there."""
_UNWRITABLE = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff]")
"""Line breaks, control characters, and half characters that no text can be written with."""
LONGEST_NAME = 80
"""Characters of a player's name."""

_FARTHEST = 1e15
"""No time, place or number of chips is larger; a float still holds such a number exactly."""


def one_spelling(text: str) -> str:
    """A text as it is compared and kept: composed (NFC), without blanks around it or what shows nowhere.

    Keyboards and file systems (macOS) write «é» as one character or as two, a blank at the end and a
    character that only says how others are set (joined, from right to left) show on no screen, and any
    number of blanks of any width is one: what looks the same is the same player.
    """
    if text.isascii():
        return (_BLANKS.sub(" ", text) if "  " in text else text).strip()
    composed = unicodedata.normalize("NFC", text)
    seen = "".join(each for at, each in enumerate(composed) if not _shows_nowhere(composed, at))
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", seen)).strip()


_BLANKS = re.compile("[ \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u2800\\u3000]+")
_MARKS = ("Mn", "Me")
_JOINERS = "\u200c\u200d"
_FILLERS = re.compile(
    "[\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u3164\\uffa0\\U000e0100-\\U000e01ef]"
)
"""Letters and marks drawn as nothing (Unicode's Default_Ignorable_Code_Point), besides category Cf."""
_VARIANTS = re.compile("[\\ufe00-\\ufe0f]")
"""Choose one of a sign's pictures: of an emoji that is seen, of a letter it is not."""
_MOST_MARKS = 4
"""Marks upon one letter, more than any language writes: further ones are drawn over the lines beside it."""


def _shows_nowhere(text: str, at: int) -> bool:
    """Whether a character only says how others are set; joiners within emoji and joined scripts do more."""
    if _FILLERS.match(text[at]):
        return True
    if _VARIANTS.match(text[at]):
        return not (at and (unicodedata.category(text[at - 1])[0] == "S" or text[at - 1] in "0123456789#*"))
    if unicodedata.category(text[at]) in _MARKS:
        before = text[max(0, at - _MOST_MARKS) : at]
        return len(before) == _MOST_MARKS and all(unicodedata.category(each) in _MARKS for each in before)
    if unicodedata.category(text[at]) != "Cf":
        return False
    joins = text[at] in _JOINERS and 0 < at < len(text) - 1
    return not (
        joins and all(unicodedata.category(text[n])[:1] in "SM" or _joined(text[n]) for n in (at - 1, at + 1))
    )


def _joined(letter: str) -> bool:
    """Whether a letter is of a script that writes its letters joined: without capitals, after Hebrew."""
    return unicodedata.category(letter) == "Lo" and "\u0600" <= letter < "\u1100"


def readable(text: str) -> str:
    """A text of several lines that people wrote, each as `one_spelling` has it, no control characters."""
    lines = (one_spelling(_UNWRITABLE.sub("", line)) for line in text.splitlines())
    return "\n".join(lines).strip()


def shown(value: object) -> str:
    """A value as it may stand in an error line: short, on one line."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def mapping(value: object, where: str, what: str) -> Mapping[str, Any]:
    """``value`` if it is a JSON object."""
    if not isinstance(value, Mapping):
        raise BadInput(f"{where}: {what} is {shown(value)}, expected an object")
    return value


def array(value: object, where: str, what: str) -> list[Any]:
    """``value`` if it is a JSON array."""
    if not isinstance(value, list | tuple):
        raise BadInput(f"{where}: {what} is {shown(value)}, expected a list")
    return list(value)


def field(data: Mapping[str, Any], name: str, where: str) -> Any:
    """A field that must be there."""
    if name not in data:
        raise BadInput(f"{where}: {name!r} is missing")
    return data[name]


def text(data: Mapping[str, Any], name: str, where: str, default: Any = _REQUIRED) -> str:
    """A non-empty string on one line, as `one_spelling` has it."""
    value = data.get(name, default) if default is not _REQUIRED else field(data, name, where)
    if value is default:
        return value  # type: ignore[no-any-return]
    return _one_line(value, where, f"{name!r}")


def name(value: object, where: str, what: str = "'name'") -> str:
    """A player's name, as `one_spelling` has it."""
    spelt = _one_line(value, where, what)
    if len(spelt) > LONGEST_NAME:
        raise BadInput(f"{where}: {what} has {len(spelt)} characters, expected at most {LONGEST_NAME}")
    return spelt


def _one_line(value: object, where: str, what: str) -> str:
    spelt = one_spelling(value) if isinstance(value, str) else ""
    if not spelt:
        raise BadInput(f"{where}: {what} is {shown(value)}, expected a text")
    if _UNWRITABLE.search(spelt):
        raise BadInput(f"{where}: {what} is {shown(value)}, expected a text on one line")
    return spelt


def by_name(value: object, where: str, what: str) -> dict[str, Any]:
    """A JSON object whose keys are players, each once in whatever spelling."""
    found: dict[str, Any] = {}
    for key, held in mapping(value, where, what).items():
        player = name(key, where, what)
        if player in found:
            raise BadInput(f"{where}: {what}: {player} is told twice")
        found[player] = held
    return found


def whole(value: object, where: str, what: str, least: int = 0) -> int:
    """A whole number of at least ``least``; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadInput(f"{where}: {what} is {shown(value)}, expected a whole number of at least {least}")
    if value > _FARTHEST:
        raise BadInput(f"{where}: {what} is {shown(value)}, expected a smaller number")
    return value


def number(value: object, where: str, what: str) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < math.inf:
        raise BadInput(f"{where}: {what} is {shown(value)}, expected a number")
    if abs(value) > _FARTHEST:
        raise BadInput(f"{where}: {what} is {shown(value)}, expected a number nearer to 0")
    return float(value)


def card(value: object, where: str, what: str = "'card'") -> Card:
    """A card in any notation of `engine.cards.parse_card`."""
    try:
        return parse_card(value)
    except BadInput as error:
        raise BadInput(f"{where}: {what}: {error}") from None


def suit(value: object, where: str, what: str = "'suit'") -> str:
    """A suit in any notation of `engine.cards.parse_suit`."""
    try:
        return parse_suit(value)
    except BadInput as error:
        raise BadInput(f"{where}: {what}: {error}") from None


def boxes(value: object, where: str, what: str = "'boxes'", board: Board | None = None) -> dict[Card, int]:
    """Chips in each box of a board; a box not named holds none.

    Args:
        value: chips by box.
        where, what: for errors.
        board: the cards that have a box; None: the first known board that has those named.
    """
    entries = [(code, card(code, where, what), held) for code, held in mapping(value, where, what).items()]
    board = board_of(box for _, box, _ in entries) if board is None else board
    chips = dict.fromkeys(board, 0)
    seen: set[Card] = set()
    for code, box, held in entries:
        if box not in board:
            raise BadInput(
                f"{where}: {what}: {shown(code)} has no box, expected {', '.join(c.code for c in board)}"
            )
        if box in seen:
            raise BadInput(f"{where}: {what}: the box {box} is named twice")
        seen.add(box)
        chips[box] = whole(held, where, f"{what}: {box}")
    return chips


def stock(value: object, players: Sequence[str], where: str) -> dict[str, int] | None:
    """Chips of each player: one number for everybody, or by name (not named: none); None if not told."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        return dict.fromkeys(players, whole(value, where, "'stock'"))
    by_player = by_name(value, where, "'stock'")
    for player in by_player:
        if player not in players:
            raise BadInput(f"{where}: 'stock': {shown(player)} does not play")
    return {player: whole(by_player.get(player, 0), where, f"'stock': {player}") for player in players}


def counts(allowed: Collection[int]) -> str:
    """Some whole numbers in words: ``2 to 8``, ``3 or 5``."""
    lower, upper = min(allowed), max(allowed)
    if len(allowed) == upper - lower + 1 > 2:
        return f"{lower} to {upper}"
    return " or ".join(map(str, sorted(allowed)))
