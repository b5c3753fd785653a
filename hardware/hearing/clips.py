"""Clips of what was misheard, for families who ask to keep them; without this no sound is ever stored."""

from __future__ import annotations

from pathlib import Path

from engine.errors import BadInput
from hardware.files.private import private_folder
from hardware.hearing.recogniser import Recogniser
from hardware.hearing.sound import write_wav
from hardware.hearing.speech import SpeechSource

MARGIN = 0.5
"""Seconds kept before and after the words."""


class Clips:
    """A folder of short WAV files.

    Raises:
        BadInput: it cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        try:
            private_folder(folder)
        except OSError as error:
            raise BadInput(f"--keep-clips {folder}: cannot be made ({error.strerror})") from None
        self._folder = folder

    def keep(self, ear: SpeechSource, start: float, end: float, name: str) -> Path | None:
        """Keep the sound between two times; None where it is not in memory (a script has none) or not taken.

        Args:
            ear: what heard it.
            start, end: seconds in its time.
            name: what it was taken for, e.g. ``QS-0.55`` or ``QS-missed``.
        """
        if not isinstance(ear, Recogniser):
            return None
        samples = ear.recent(start - MARGIN, end + MARGIN)
        if not len(samples):
            return None
        file = self._folder / f"{start:08.1f}s-{name}.wav"
        try:
            write_wav(file, samples, ear.rate)
        except BadInput:
            return None  # a full disk; what was heard counts all the same
        return file
