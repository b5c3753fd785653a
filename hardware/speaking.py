"""The host's own voice: a family's clips where it has recorded some, else espeak-ng where it is installed.

Nothing is fetched and nothing leaves the computer.
"""

from __future__ import annotations

import queue
import shutil
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import languages
from engine.errors import BadInput

ESPEAK = ("espeak-ng", "espeak")
PLAYERS = (
    ("pw-play",),
    ("paplay",),
    ("aplay", "-q"),
    ("afplay",),
    ("ffplay", "-nodisp", "-autoexit", "-v", "quiet"),
)
"""What plays a WAV file, on one system or another."""
LONGEST_SECONDS = 20.0
"""After this long a sentence is cut off."""
MOST_WAITING = 5
"""Sentences that wait at most: later than that they only disturb."""

Say = Callable[[Sequence[str]], None]
"""Runs a command and waits for its end."""


class Speaker:
    """Says one thing after the other, from a thread of its own.

    Args:
        language: one of `languages.LANGUAGES`.
        clips: a folder with a WAV file per announcement, named after it (``missed_call-QS.wav``,
            ``missed_call.wav``, ``QS.wav``); None: no clips.
        play: runs the command that speaks; for tests.

    Raises:
        BadInput: the folder is not there.
    """

    def __init__(self, language: str = "fr", clips: Path | None = None, play: Say | None = None) -> None:
        if clips is not None and not clips.is_dir():
            raise BadInput(f"{clips}: no such folder (expected clips such as QS.wav)")
        self._voice = str(languages.heard(language)["voice"])
        self._clips = clips
        self._play = play or _run
        self._espeak = next((found for name in ESPEAK if (found := shutil.which(name))), None)
        self._player = next((each for each in PLAYERS if shutil.which(each[0])), None)
        self._waiting: queue.Queue[list[str] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._speak, name="speaking", daemon=True)
        self._thread.start()

    @property
    def can_speak(self) -> bool:
        """Whether any sentence at all can be said."""
        return self._espeak is not None or (self._clips is not None and self._player is not None)

    def say(self, text: str, clips: Sequence[str] = ()) -> bool:
        """Say it soon.

        Args:
            text: a sentence.
            clips: names that the announcement has; the first of which there is a clip is played instead.

        Returns:
            Whether it will be said.
        """
        command = self._command(text, clips)
        if command is None or self._waiting.qsize() >= MOST_WAITING:
            return False
        self._waiting.put(command)
        return True

    def close(self) -> None:
        """Say what still waits, and end."""
        self._waiting.put(None)
        self._thread.join(timeout=LONGEST_SECONDS)

    def _command(self, text: str, clips: Sequence[str]) -> list[str] | None:
        files = [] if self._clips is None else [self._clips / f"{clip}.wav" for clip in clips]
        for file in files:
            if self._player is not None and file.is_file():
                return [*self._player, str(file)]
        # "--": a name that begins with a dash is no option.
        return [self._espeak, "-v", self._voice, "--", text] if self._espeak else None

    def _speak(self) -> None:
        while (command := self._waiting.get()) is not None:
            self._play(command)


def _run(command: Sequence[str]) -> None:
    try:
        subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=LONGEST_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return
