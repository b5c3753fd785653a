"""The companion's ears: options that commands share, and a thread that hands what it hears to the table."""

from __future__ import annotations

import argparse
import logging
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from companion_api.announcing import Announcement
from companion_api.data_folder import data_folder
from companion_api.words import Words, words
from engine.boundaries import Heard
from engine.cards import LANGUAGES
from engine.errors import BadInput
from engine.gate import DOUBTFUL, Dropped
from hardware.hearing import noise
from hardware.hearing.announcements import announcements
from hardware.hearing.clips import Clips
from hardware.hearing.opening import MICROPHONE, open_ear
from hardware.hearing.recogniser import Recogniser
from hardware.hearing.speech import Announcement as Heeded
from hardware.hearing.speech import SpeechSource
from hardware.speaking import Speaker

log = logging.getLogger(__name__)


def add_model(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """``--model``."""
    parser.add_argument(
        "--model", metavar="DIR", help="dossier du modèle vosk / folder of the recogniser's model"
    )


def add_listening(parser: argparse.ArgumentParser) -> None:
    """``--listen`` and what belongs to it, for commands that watch; they have ``--data`` themselves."""
    parser.add_argument(
        "--listen",
        metavar="AUDIO",
        help=f"entendre les annonces : {MICROPHONE}, {MICROPHONE}:NOM, fichier WAV ou script .jsonl / "
        f"hear the calls: {MICROPHONE}, {MICROPHONE}:NAME, a WAV file or a script",
    )
    add_model(parser)
    parser.add_argument(
        "--keep-clips",
        metavar="FOLDER",
        type=Path,
        help="garder le son des annonces douteuses / keep the sound of doubtful calls (else none is)",
    )


def add_speaking(parser: argparse.ArgumentParser) -> None:
    """``--speak`` and ``--clips``, for commands that host an evening."""
    parser.add_argument(
        "--speak", action="store_true", help="dire tout haut sur cet ordinateur / say aloud on this computer"
    )
    parser.add_argument(
        "--clips",
        type=Path,
        metavar="FOLDER",
        help="vos voix : QS.wav, missed_call.wav … / your own voices, a clip per announcement (with --speak)",
    )


def add_spoken_language(parser: argparse.ArgumentParser) -> None:
    """``--lang``, for commands that say nothing themselves."""
    parser.add_argument("--lang", choices=LANGUAGES, default="fr", help="langue parlée / spoken (fr)")


def kept_models(args: argparse.Namespace) -> Path:
    """Where the recogniser's model is looked for."""
    if args.model:
        return Path(args.model)
    place = args.data
    return Path(place if place and "://" not in place else data_folder()) / "voices"


def ear_of(args: argparse.Namespace, changed: Callable[[str], None]) -> SpeechSource | None:
    """What ``--listen`` asks for, opened; None: nothing.

    Args:
        args: with what `add_listening` added.
        changed: told ``"ok"`` or ``"lost"`` when a microphone comes or goes.

    Raises:
        BadInput: it cannot be heard, or nothing can recognise it.
    """
    return None if args.listen is None else open_ear(args.listen, kept_models(args), args.lang, changed)


def tell_microphone(state: str, say: Words) -> None:
    """Say on the terminal that a microphone was lost, or is back."""
    print(f"nainjaune: {say.say(f'voice.microphone_{state}')}", file=sys.stderr, flush=True)


def all_heard(ear: SpeechSource, language: str, clips: Clips | None = None) -> list[Heard]:
    """Everything announced in a recording or script, by time."""
    found = []
    for breath in ear:
        for each in announcements(breath, language):
            _keep(clips, ear, each)
            found.append(each.heard())
    return sorted(found, key=lambda heard: heard.t)


def dropped_line(dropped: Dropped, say: Words) -> str:
    """Something that was heard and could not be, for people who want to know why."""
    heard = dropped.heard
    why = say.say(f"voice.dropped.{dropped.why}")
    return say.say("voice.ignored", t=f"{heard.t:.1f}", text=heard.text, why=why)


class TableTime:
    """The table's time between two frames of a live camera."""

    def __init__(self) -> None:
        self._seen = (0.0, time.monotonic())

    def seen(self, t: float) -> None:
        """A frame with this time has come."""
        self._seen = (t, time.monotonic())

    def now(self) -> float:
        """Seconds of the table."""
        t, at = self._seen
        return t + time.monotonic() - at


class Ears:
    """What an evening hears and speaks with: opened at once, so what is missing is said before it begins.

    Args:
        args: with what `add_listening` and `add_speaking` added.
        say: words for the terminal.

    Raises:
        BadInput: it cannot be heard, nothing can recognise it, or nothing can speak.
    """

    def __init__(self, args: argparse.Namespace, say: Words) -> None:
        self._args = args
        self._say = say
        self.listens = args.listen is not None
        self._speaker = Speaker(args.lang, args.clips) if args.speak else None
        if self._speaker is not None and not self._speaker.can_speak:
            raise BadInput(f"--speak: {say.say('voice.nothing_to_speak')}")
        self._clips = None if args.keep_clips is None else Clips(args.keep_clips)
        self._state = "ok"
        self._ear = ear_of(args, self._changed)
        self._hear: Callable[[Heard], object] = lambda heard: None
        self._now: Callable[[], float] = lambda: 0.0
        self._listening: Listening | None = None
        if self._ear is not None and self._ear.live:
            self._listening = Listening(
                self._ear, args.lang, lambda heard: self._hear(heard), lambda: self._now(), self._clips
            )
            self._listening.start()

    def _changed(self, state: str) -> None:
        """The microphone was lost, or is back."""
        self._state = state
        tell_microphone(state, self._say)

    @property
    def microphone(self) -> bool:
        """Whether a microphone is open."""
        return self._listening is not None

    def check(self) -> dict[str, Any]:
        """How the microphone hears: ``state`` (ok, lost), and what `noise.check` says of the last seconds."""
        heard = (
            noise.check(self._ear.sound(noise.LISTEN_SECONDS)) if isinstance(self._ear, Recogniser) else None
        )
        told = {} if heard is None else asdict(heard)
        return {"state": self._state, **told}

    def recorded(self) -> list[Heard]:
        """What a recording or script tells; nothing of a microphone."""
        if self._ear is None or self._ear.live:
            return []
        with self._ear as ear:
            return all_heard(ear, self._args.lang, self._clips)

    def listen(self, hear: Callable[[Heard], object], now: Callable[[], float]) -> None:
        """What is said from now on is for this evening; see `Listening`."""
        self._now, self._hear = now, hear

    def say(self, said: Announcement) -> None:
        """Say something aloud, where that is asked for: a clip of the family's, else the computer's voice."""
        if self._speaker is not None:
            code = "" if said.card is None else said.card.code
            clips = (f"{said.kind}-{code}", said.kind, code) if code else (said.kind,)
            self._speaker.say(words(self._args.lang).announcement(said), clips)

    def leave(self) -> None:
        """The evening is over; another may begin."""
        self._hear = lambda heard: None

    def close(self) -> None:
        """No further evening."""
        self.leave()
        if self._listening is not None:
            self._listening.stop()
        if self._speaker is not None:
            self._speaker.close()


class Listening:
    """Hears while the table is watched, in a thread of its own.

    Args:
        ear: where words come from; closed at the end.
        language: what is spoken.
        hear: called with what was announced, in the table's time, from that thread.
        now: the table's time.
        clips: keeps the sound of what was heard doubtfully; None: no sound is ever kept.
    """

    def __init__(
        self,
        ear: SpeechSource,
        language: str,
        hear: Callable[[Heard], object],
        now: Callable[[], float],
        clips: Clips | None = None,
    ) -> None:
        self._ear = ear
        self._language = language
        self._hear = hear
        self._now = now
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
                _keep(self._clips, self._ear, found)
                # Both clocks run alike; they began at different moments.
                later = self._now() - (time.monotonic() - self._ear.began)
                heard = found.heard()
                try:
                    self._hear(replace(heard, t=max(0.0, heard.t + later)))
                except Exception:  # the table may be busy or gone: the next call may be heard again
                    log.exception("an announcement could not be taken in")


def _keep(clips: Clips | None, ear: SpeechSource, found: Heeded) -> None:
    """Keep the sound of a doubtful announcement, where that is asked for."""
    if clips is not None and found.confidence < DOUBTFUL:
        clips.keep(ear, found.t, found.end, f"{found.token}-{found.confidence:.2f}")
