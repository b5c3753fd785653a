"""The arrows within hearing: words with their times, and what they announce."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol, Self

from engine.boundaries import Heard
from engine.cards import RANKS, Card


@dataclass(frozen=True, slots=True)
class Word:
    """One word as a recogniser writes it.

    Attributes:
        text: the word; `UNKNOWN` where something else was said.
        t, end: when it began and ended, seconds since the sound began.
        confidence: the recogniser's, 0–1.
    """

    text: str
    t: float = 0.0
    end: float = 0.0
    confidence: float = 1.0


UNKNOWN = "[unk]"
"""How recognisers with a restricted vocabulary write what is not in it."""
Breath = Sequence[Word]
"""Words said one after the other, until a pause."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something said that may mean something in the game.

    Attributes:
        t, end: when its words began and ended, seconds.
        text: the words, as they were heard.
        call: the card called, or None.
        sans: the rank said to be missing ("sans six"), 2–13, or None.
        hoc: "hoc" alone was said (1760): the card that was just laid.
        confidence: 0–1: the recogniser's in its least sure word, times how clearly the words are a call.
    """

    t: float
    end: float
    text: str
    call: Card | None = None
    sans: int | None = None
    hoc: bool = False
    confidence: float = 1.0

    @property
    def token(self) -> str:
        """Short and unambiguous: ``QS``, ``sans6``, ``hoc``."""
        return "hoc" if self.hoc else self.call.code if self.call is not None else f"sans{self.sans}"

    def to_json(self) -> dict[str, Any]:
        """The line that `nainjaune listen` prints."""
        fields: dict[str, Any] = {"t": round(self.t, 3)}
        if self.sans is not None:
            fields["sans"] = RANKS[self.sans - 1]
        else:
            fields["call"] = "hoc" if self.call is None else self.call.code
        return {**fields, "text": self.text, "confidence": round(self.confidence, 2)}

    def heard(self) -> Heard:
        """As the referee takes it; who said it, the game must tell."""
        return Heard(
            self.t,
            self.call,
            None,
            "voice",
            sans=self.sans,
            confidence=self.confidence,
            hoc=self.hoc,
            seconds=self.end - self.t,
            text=self.text,
        )


class SpeechSource(Protocol):
    """Where words come from: a recogniser on a microphone or a recording, or a script.

    Iterating yields a breath whenever one has ended, and waits while nobody speaks. It ends with its
    recording; a live one when another thread closes it.

    Attributes:
        name: what a person would call it, e.g. ``"microphone 2"``.
        live: time is the room's, not a recording's.
        began: when its time was 0, by `time.monotonic`; of a recording, 0.
    """

    name: str
    live: bool
    began: float

    def __iter__(self) -> Iterator[Breath]: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def close(self) -> None: ...
