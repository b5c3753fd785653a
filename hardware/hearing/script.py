"""Words with times from a file, instead of a recogniser: for tests, and beside recordings.

A script is JSON Lines, each line something said: ``{"t": 12.4, "text": "dame qui prend"}``, with
``end`` (seconds; else 0.35 s a word) and ``confidence`` (0–1; else 1) where they are known. Lines less
than `PAUSE` apart are one breath.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from engine import reading
from engine.errors import BadInput
from engine.strict_json import json_lines
from hardware.files.texts import read_text
from hardware.hearing.speech import Breath, Word

PAUSE = 0.8
"""Seconds of silence that end a breath."""
WORD_SECONDS = 0.35
"""How long a word takes when nothing is told."""


class Script:
    """What was said, read from a file; see the module.

    Raises:
        BadInput: it cannot be read, or a line says nothing that can be used.
    """

    live = False
    began = 0.0

    def __init__(self, path: str | Path) -> None:
        self.name = str(path)
        text = read_text(path, "words with times, JSON Lines")
        words = [word for number, line in json_lines(text, self.name) for word in _words(line, path, number)]
        self._words = sorted(words, key=lambda word: word.t)

    def __iter__(self) -> Iterator[Breath]:
        breath: list[Word] = []
        for word in self._words:
            if breath and word.t - breath[-1].end > PAUSE:
                yield breath
                breath = []
            breath.append(word)
        if breath:
            yield breath

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Nothing to let go of."""


def _words(line: object, path: str | Path, number: int) -> Iterator[Word]:
    where = f"{path} line {number}"
    fields = reading.mapping(line, where, "something said")
    t = reading.number(reading.field(fields, "t", where), where, "'t'")
    texts = reading.text(fields, "text", where).split()
    end = reading.number(fields.get("end", t + WORD_SECONDS * len(texts)), where, "'end'")
    confidence = reading.number(fields.get("confidence", 1.0), where, "'confidence'")
    if not texts:
        raise BadInput(f"{where}: 'text' is empty, expected what was said")
    if end < t:
        raise BadInput(f"{where}: 'end' is before 't', expected seconds that come later")
    if not 0 <= confidence <= 1:
        raise BadInput(f"{where}: 'confidence' is {confidence:g}, expected 0 to 1")
    each = (end - t) / len(texts)
    for place, word in enumerate(texts):
        yield Word(word, t + place * each, t + (place + 1) * each, confidence)
