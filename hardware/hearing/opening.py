"""From what a person writes after ``--listen`` to a source of words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.errors import BadInput
from hardware.hearing.microphone import RATE, open_microphone
from hardware.hearing.recogniser import KEPT_SECONDS, Recogniser
from hardware.hearing.recognisers import opened
from hardware.hearing.script import Script
from hardware.hearing.sound import Recording, Sound
from hardware.hearing.speech import SpeechSource

MICROPHONE = "mic"
"""The standard microphone; ``mic:NAME`` another one, by part of its name or by its number."""
SCRIPT = ".jsonl"


def open_ear(
    spec: str,
    models: Path,
    language: str = "fr",
    changed: Callable[[str], None] = lambda state: None,
    *,
    waits: bool = False,
    remembers: float = KEPT_SECONDS,
    recogniser: str | None = None,
) -> SpeechSource:
    """The source that a person means.

    Args:
        spec: ``"mic"``, ``"mic:NAME"``, a WAV recording, or a script (`script`, ``.jsonl``).
        models: a model's folder, or the one where models are kept.
        language: what is spoken, one of `languages.LANGUAGES`.
        changed: told ``"ok"`` or ``"lost"`` when a microphone comes or goes.
        waits: a microphone need not be there yet.
        remembers: seconds of sound that stay in memory.
        recogniser: one of `hardware.hearing.recognisers.known`; None: the one that is installed.

    Raises:
        BadInput: it is not there, or what recognises it is not; one line that says what to do.
    """
    if spec.endswith(SCRIPT):
        return Script(spec)
    # A wrong file is told before a missing model; a microphone is not opened in vain.
    recording = None if microphone_of(spec) is not None else Recording(spec, RATE)
    engine = opened(recogniser, models, language)
    sound = recording or open_sound(spec, changed, waits=waits)
    try:
        return Recogniser(sound, engine(sound.rate), remembers)
    except BadInput:
        sound.close()
        raise


def open_sound(
    spec: str, changed: Callable[[str], None] = lambda state: None, *, waits: bool = False
) -> Sound:
    """The sound alone: a microphone or a WAV recording; see `open_ear`.

    Raises:
        BadInput: it is not there.
    """
    name = microphone_of(spec)
    return Recording(spec) if name is None else open_microphone(name, changed, waits=waits)


def microphone_of(spec: str) -> str | None:
    """The microphone's name in ``"mic:NAME"``, empty for ``"mic"``; None: something else is meant."""
    word, colon, name = spec.partition(":")
    return name if word == MICROPHONE and (colon or spec == MICROPHONE) else None
