"""The companion's ears: options that commands share, and a thread that hands what it hears to the table."""

from __future__ import annotations

import argparse
import logging
import threading
from collections.abc import Callable
from pathlib import Path

from companion_api.data_folder import data_folder
from engine.boundaries import Heard
from engine.cards import LANGUAGES
from engine.gate import DOUBTFUL
from hardware.hearing.announcements import announcements
from hardware.hearing.clips import Clips
from hardware.hearing.speech import SpeechSource

log = logging.getLogger(__name__)


def add_voice_options(parser: argparse.ArgumentParser, *, language: bool = True) -> None:
    """``--model``, ``--data`` and ``--lang``."""
    parser.add_argument(
        "--model", metavar="DIR", help="dossier du modèle vosk / folder of the recogniser's model"
    )
    if language:
        parser.add_argument("--data", metavar="FOLDER", help="où sont les modèles / where models are kept")
        parser.add_argument("--lang", choices=LANGUAGES, default="fr", help="langue parlée / spoken (fr)")


def add_listening(parser: argparse.ArgumentParser, *, what: str) -> None:
    """``--listen`` and what belongs to it, for commands that watch."""
    parser.add_argument("--listen", metavar="AUDIO", help=what)
    parser.add_argument("--model", metavar="DIR", help="dossier du modèle vosk / the recogniser's model")
    parser.add_argument(
        "--keep-clips",
        metavar="FOLDER",
        type=Path,
        help="garder le son des annonces douteuses / keep the sound of doubtful calls (else none is)",
    )


def kept_models(args: argparse.Namespace) -> Path:
    """Where the recogniser's model is looked for."""
    if args.model:
        return Path(args.model)
    place = getattr(args, "data", None)
    return Path(place if place and "://" not in place else data_folder()) / "voices"


def all_heard(ear: SpeechSource, language: str) -> list[Heard]:
    """Everything announced in a recording or script, by time."""
    found = [each.heard() for breath in ear for each in announcements(breath, language)]
    return sorted(found, key=lambda heard: heard.t)


class Listening:
    """Hears while the table is watched, in a thread of its own.

    Args:
        ear: where words come from; closed at the end.
        language: what is spoken.
        hear: called with what was announced, from that thread.
        clips: keeps the sound of what was heard doubtfully; None: no sound is ever kept.
    """

    def __init__(
        self,
        ear: SpeechSource,
        language: str,
        hear: Callable[[Heard], None],
        clips: Clips | None = None,
    ) -> None:
        self._ear = ear
        self._language = language
        self._hear = hear
        self._clips = clips
        self._thread = threading.Thread(target=self._run, name="listening", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Stop listening and let go of the microphone."""
        self._ear.close()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)

    def _run(self) -> None:
        for breath in self._ear:
            for found in announcements(breath, self._language):
                if self._clips is not None and found.confidence < DOUBTFUL:
                    self._clips.keep(self._ear, found.t, found.end, f"{found.token}-{found.confidence:.2f}")
                try:
                    self._hear(found.heard())
                except Exception:  # the table may be busy or gone: the next call may be heard again
                    log.exception("an announcement could not be taken in")
