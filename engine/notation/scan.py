"""Walking through a text in notation, character by character, and saying where one is."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import Any, NoReturn

from engine import reading
from engine.errors import BadInput
from engine.notation.words import NUMBER, WORD
from engine.strict_json import NotStrict, parse_at

_BLANK = re.compile(r"\s+")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')


class Scanner:
    """A place in a text.

    Attributes:
        text: all of it.
        where: the text's name in errors.
        at: offset of the next character.
    """

    def __init__(self, text: str, where: str) -> None:
        self.text = text
        self.where = where
        self.at = 0
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]

    def place(self, at: int | None = None) -> str:
        """``"line 3 column 7"``, both from 1; of the next character when ``at`` is not told."""
        offset = self.at if at is None else at
        line = bisect_right(self._lines, offset)
        return f"line {line} column {offset - self._lines[line - 1] + 1}"

    def fail(self, why: str, at: int | None = None) -> NoReturn:
        """Refuse the text: ``why`` tells what is wrong there and what was expected."""
        raise BadInput(f"{self.where} {self.place(at)}: {why}")

    def ended(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    def next_is(self, characters: str) -> bool:
        """Whether the next character is one of these."""
        return self.text[self.at : self.at + 1] in tuple(characters)

    def take(self, character: str) -> bool:
        """Step over this character if it is next."""
        found = self.next_is(character)
        self.at += found
        return found

    def expect(self, character: str, after: str) -> None:
        """Step over this character, which must be next."""
        if not self.take(character):
            self.fail(f"{self.shown()} after {after}, expected {character!r}")

    def match(self, pattern: re.Pattern[str]) -> str | None:
        """What a pattern finds right here, stepped over; None when it finds nothing."""
        found = pattern.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return found.group()

    def skip(self) -> None:
        """Step over blanks and comments: ``{…}``, and ``;`` to the end of the line."""
        while True:
            self.match(_BLANK)
            if self.take(";"):
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif self.next_is("{"):
                end = self.text.find("}", self.at)
                if end < 0:
                    self.fail("this comment is never closed, expected '}'")
                self.at = end + 1
            else:
                return

    def shown(self, at: int | None = None) -> str:
        """What comes next (or stands at ``at``), as it may be told in an error line."""
        offset = self.at if at is None else at
        if offset >= len(self.text):
            return "the end"
        word = WORD.match(self.text, offset)
        return reading.shown(word.group() if word else self.text[offset])

    def word(self) -> str | None:
        """A word, or None when none is next."""
        return self.match(WORD)

    def string(self) -> str | None:
        """A text in quotes, or None when none is next."""
        if not self.next_is('"'):
            return None
        at = self.at
        quoted = self.match(_STRING)
        if quoted is None:
            self.fail("this text in quotes is never closed, expected '\"' on the same line")
        try:
            return str(json.loads(quoted))
        except ValueError:
            self.fail(f'{reading.shown(quoted)} is no text in quotes, expected \\" and \\\\ within one', at)

    def number(self, after: str) -> float:
        """A number, which must be next."""
        digits = self.match(NUMBER)
        if digits is None:
            self.fail(f"{self.shown()} after {after}, expected a number")
        return float(digits) if re.search("[.eE]", digits) else int(digits)

    def object(self) -> dict[str, Any]:
        """A JSON object, which must be next."""
        at = self.at
        try:
            value, self.at = parse_at(self.text, at)
        except NotStrict as error:
            self.fail(f"after % stands no JSON object ({error}), expected {{…}} as in a log", at)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            self.fail("after % stands no JSON object, expected {…} as in a log", at)
        return value

    def separated(self) -> None:
        """What was just read must end here: a blank, a comment or the end comes next."""
        if not self.ended() and not (self.next_is(";{") or self.text[self.at].isspace()):
            self.fail(f"{self.shown()} right after what was complete, expected a blank")

    def word_is_next(self) -> bool:
        """Whether a word comes next."""
        return WORD.match(self.text, self.at) is not None
