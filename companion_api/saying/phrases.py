"""What is wrong, said in the reader's language at the terminal's edge.

The rooms that speak no language (`engine`, `vision`, `hardware`) and `argparse` tell what is wrong in
English lines. Each language has a table of them (`languages.terminal`): ``lines`` maps an English line to the
same in that language, ``help`` what the command line explains, ``names`` what stands for a value there.

A line may have places: ``{x}`` stands for any text without ``": "``, ``{x:*}`` for any text, ``{n:d}`` for
digits. In the translation ``{x}`` takes the text as it is, ``{x:said}`` after it has been looked up itself,
``{x:ruled}`` likewise, and where nothing is known of it by the game's rule named in the place ``rule``.
A line that begins with where something is wrong (``T.json: 'dealer' is missing``) is looked up in parts.
"""

from __future__ import annotations

import argparse
import functools
import re
import sys
from collections.abc import Iterator, Mapping, Sequence

import languages
from companion_api.saying.words import own_language, words
from languages import LANGUAGES, SOURCE

DEPTH = 6
"""How many times a line's parts are looked up in turn; a line quotes what people wrote, which has no end."""

MOST_PLACES = 8
"""How many times a line may say where (``T.json: 'options': …``) before it says what."""

_PLACE = re.compile(r"\{(\w+)(?::([*d]))?\}")
_WITHIN = {None: r"(?:(?!: ).)+?", "*": r".*?", "d": r"-?\d+(?:\.\d+)?"}
_WHATEVER = "{why:*}"
"""Lines that begin so say something of any other line: they are tried last."""
_spoken = [SOURCE]


def language_of(arguments: Sequence[str]) -> str:
    """The language that a command line asks for by ``--lang``, else the user's own."""
    for option, value in zip(arguments, [*arguments[1:], ""], strict=False):
        name, _, joined = option.partition("=")
        if name == "--lang" and (joined or value) in LANGUAGES:
            return joined or value
    return own_language()


def speak(language: str) -> None:
    """From now on `translated` and `explained` speak this language, one of `LANGUAGES`."""
    _spoken[0] = language


def translated(line: str, language: str | None = None) -> str:
    """An English line in a language (None: the one spoken); as it is where nothing is known of it."""
    language = language or _spoken[0]
    return line if language == SOURCE else _book(language).translated(line)


def complain(line: str) -> None:
    """Tell people at the terminal what is wrong: one line on standard error, in the language spoken."""
    print(f"nainjaune: {translated(line)}", file=sys.stderr, flush=True)


class _Book:
    """The table of one language."""

    def __init__(self, language: str) -> None:
        entries = languages.terminal(language)
        self.language = language
        self.help: Mapping[str, str] = entries["help"]
        self._explaining = [(_pattern(source), each) for source, each in self.help.items() if "{" in source]
        self.names: Mapping[str, str] = entries["names"]
        # The more of a line is fixed, the surer it is the one that was meant.
        lines = sorted(entries["lines"].items(), key=lambda each: -len(_PLACE.sub("", each[0])))
        ends = [each for each in lines if each[0].startswith(_WHATEVER)]
        self._lines = [(_pattern(source), target) for source, target in lines if (source, target) not in ends]
        self._ends = [(_pattern(source), target) for source, target in ends]

    def translated(self, line: str, depth: int = DEPTH) -> str:
        """The line in this language, as far as it is known."""
        if not depth:
            return line
        for where, what in _parts(line):
            known = self._known(what, self._lines, depth - 1)
            if known is not None:
                places = [self._known(each, self._lines, depth - 1) or each for each in where]
                return str(words(self.language).entry("colon")).join([*places, known])
        known = self._known(line, self._ends, depth - 1)
        return line if known is None else known

    def explained(self, text: str) -> str:
        """What the command line explains in this language; in English where nothing is known of it."""
        return self.help.get(text) or self._known(text, self._explaining, 1) or self.translated(text)

    def _known(self, line: str, lines: Sequence[tuple[re.Pattern[str], str]], depth: int) -> str | None:
        """A line as the surest of these; None: it is none of them."""
        for pattern, target in lines:
            if found := pattern.fullmatch(line):
                facts = found.groupdict()
                return target.format_map({name: _Fact(self, facts, name, depth) for name in facts})
        return None

    def ruled(self, line: str, rule: str | None, depth: int) -> str:
        """The line; where it is not known, what the game's rule asks for."""
        known = self.translated(line, depth)
        general = words(self.language).entry(f"broken.{rule}")
        return str(general) if known == line and general else known


class _Fact:
    """What stands in a place of a line, on its way into the translation."""

    def __init__(self, book: _Book, facts: Mapping[str, str], name: str, depth: int) -> None:
        self._book, self._facts, self._depth = book, facts, depth
        self._text = facts[name]

    def __format__(self, form: str) -> str:
        if form == "said":
            return self._book.translated(self._text, self._depth)
        if form == "ruled":
            return self._book.ruled(self._text, self._facts.get("rule"), self._depth)
        return self._text


def _parts(line: str) -> Iterator[tuple[list[str], str]]:
    """Where and what: all of a line, then what follows its first ``": "``, its second …"""
    parts = line.split(": ", MOST_PLACES)
    for count in range(len(parts)):
        yield parts[:count], ": ".join(parts[count:])


def _pattern(source: str) -> re.Pattern[str]:
    pattern, end = "", 0
    for place in _PLACE.finditer(source):
        pattern += re.escape(source[end : place.start()]) + f"(?P<{place[1]}>{_WITHIN[place[2]]})"
        end = place.end()
    return re.compile(pattern + re.escape(source[end:]), re.DOTALL)


@functools.cache
def _book(language: str) -> _Book:
    return _Book(language)


# --- the command line's own help -----------------------------------------------------------


def explained(text: str) -> str:
    """What the command line explains, in the language that is spoken."""
    return text if _spoken[0] == SOURCE else _book(_spoken[0]).explained(text)


def translate(parser: argparse.ArgumentParser) -> None:
    """Have a parser, and those of its commands, explain themselves in the language that is spoken."""
    if parser.description:
        parser.description = explained(parser.description)
    for group in parser._action_groups:
        group.title = group.title and explained(group.title)
        group.description = group.description and explained(group.description)
    for action in parser._actions:
        _translate_action(action)


def _translate_action(action: argparse.Action) -> None:
    if action.help not in (None, argparse.SUPPRESS):
        action.help = explained(action.help)
    names = {} if _spoken[0] == SOURCE else _book(_spoken[0]).names
    takes = action.option_strings and action.nargs != 0 and not action.choices
    name = action.metavar or (action.dest.upper() if takes else None)
    if isinstance(name, str) and name in names:
        action.metavar = names[name]
    if isinstance(action, argparse._SubParsersAction):
        for choice in action._choices_actions:
            choice.help = choice.help and explained(choice.help)
        for command in {id(each): each for each in action.choices.values()}.values():
            translate(command)
