"""The companion's ears: options that commands share, the microphone people choose, what its calls come to."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion_api.hearing.chosen_microphone import Choice
from companion_api.hearing.listening import Listening, keep_doubtful
from companion_api.saying.announcement import Announcement
from companion_api.saying.phrases import complain
from companion_api.saying.words import Words, words
from companion_api.system.data_folder import VOICES, data_folder
from engine.boundaries import Expected, Heard
from engine.cards import Card
from engine.errors import BadInput
from engine.events import Alert, Called, Event, RoundStarted
from engine.referee.gate import Dropped
from hardware.hearing import noise
from hardware.hearing.announcements import announcements
from hardware.hearing.clips import Clips
from hardware.hearing.microphone import devices
from hardware.hearing.opening import MICROPHONE, microphone_of, open_ear
from hardware.hearing.recogniser import KEPT_SECONDS, Recogniser
from hardware.hearing.recognisers import has_model, known
from hardware.hearing.speech import SpeechSource
from hardware.speaking import Speaker
from languages import LANGUAGES

OFF = "off"
"""The state of a microphone that nobody asked for."""
MOST_IGNORED = 60
"""Announcements without effect that people can still read."""
CLAIM_SECONDS = 60.0
"""Sound in memory for those who keep clips: a call told as missed may be claimed that much later."""
BEFORE_CLAIM, AFTER_CLAIM = 3.0, 4.0
"""Seconds around a card's laying in which its call must have been said."""


def add_model(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """``--model`` and ``--recogniser``."""
    parser.add_argument("--model", metavar="DIR", help="folder of the recogniser's model")
    parser.add_argument("--recogniser", choices=known(), help="what recognises speech (what is installed)")


def add_listening(parser: argparse.ArgumentParser) -> None:
    """``--listen`` and what belongs to it, for commands that watch; they have ``--data`` themselves."""
    parser.add_argument(
        "--listen",
        metavar="AUDIO",
        help=f"hear the calls: {MICROPHONE}, {MICROPHONE}:NAME, a WAV file or a script",
    )
    add_model(parser)
    parser.add_argument(
        "--keep-clips",
        metavar="FOLDER",
        type=Path,
        help="keep the sound of doubtful calls (else none is)",
    )


def add_speaking(parser: argparse.ArgumentParser) -> None:
    """``--speak`` and ``--clips``, for commands that host an evening."""
    parser.add_argument("--speak", action="store_true", help="say aloud on this computer")
    parser.add_argument(
        "--clips",
        type=Path,
        metavar="FOLDER",
        help="your own voices, a clip per announcement (with --speak)",
    )


def add_spoken_language(parser: argparse.ArgumentParser) -> None:
    """``--lang``, for commands that say nothing themselves."""
    parser.add_argument("--lang", choices=LANGUAGES, default="fr", help="language spoken (fr)")


def kept_models(args: argparse.Namespace) -> Path:
    """Where the recogniser's model is looked for."""
    if args.model:
        return Path(args.model)
    place = args.data
    return Path(place if place and "://" not in place else data_folder()) / VOICES


def ear_of(args: argparse.Namespace, changed: Callable[[str], None]) -> SpeechSource:
    """What ``--listen`` asks for, opened.

    Args:
        args: with what `add_listening` added.
        changed: told ``"ok"`` or ``"lost"`` when a microphone comes or goes.

    Raises:
        BadInput: it cannot be heard, or nothing can recognise it.
    """
    remembers = KEPT_SECONDS if args.keep_clips is None else CLAIM_SECONDS
    return open_ear(
        args.listen,
        kept_models(args),
        args.lang,
        changed,
        remembers=remembers,
        recogniser=args.recogniser,
    )


def tell_microphone(state: str, say: Words) -> None:
    """Say on the terminal that a microphone was lost, or is back."""
    print(f"nainjaune: {say.say(f'voice.microphone_{state}')}", file=sys.stderr, flush=True)


def all_heard(ear: SpeechSource, language: str, clips: Clips | None = None) -> list[Heard]:
    """Everything announced in a recording or script, by time."""
    found = []
    for breath in ear:
        for each in announcements(breath, language):
            keep_doubtful(clips, ear, each)
            found.append(each.heard())
    return sorted(found, key=lambda heard: heard.t)


def dropped_line(dropped: Dropped, say: Words) -> str:
    """Something that was heard and could not be, for people who want to know why."""
    heard = dropped.heard
    why = say.say(f"voice.dropped.{dropped.why}")
    return say.say("voice.ignored", t=f"{heard.t:.1f}", text=heard.text, why=why)


@dataclass(frozen=True, slots=True)
class Ignored:
    """Something that was heard and could not be.

    Attributes:
        at: when the game said so, Unix seconds.
        dropped: what, and why.
    """

    at: float
    dropped: Dropped


class Ears:
    """What an evening hears and speaks with: opened at once, so what is missing is said before it begins.

    Args:
        args: with what `add_listening` and `add_speaking` added.
        say: words for the terminal.
        chooses: people choose the microphone on the page, and it is remembered among the data; what
            ``--listen`` names comes before what is remembered.

    Raises:
        BadInput: it cannot be heard, nothing can recognise it, or nothing can speak.
    """

    def __init__(self, args: argparse.Namespace, say: Words, *, chooses: bool = False) -> None:
        self._args = args
        self._say = say
        self._speaker = Speaker(args.lang, args.clips) if args.speak else None
        if self._speaker is not None and not self._speaker.can_speak:
            raise BadInput(f"--speak: {say.say('voice.nothing_to_speak')}")
        self._clips = None if args.keep_clips is None else Clips(args.keep_clips)
        self._choice = Choice(kept_models(args)) if chooses else None
        self._state = OFF
        self._tell: Callable[[str], None] = lambda state: None
        self._hear: Callable[[Heard], object] = lambda heard: None
        self._now: Callable[[], float] = lambda: 0.0
        self._expected = Expected()
        self._recorded: SpeechSource | None = None
        self._listening: Listening | None = None
        self._ignored: deque[Ignored] = deque(maxlen=MOST_IGNORED)
        self._missed: set[tuple[str | None, Card | None]] = set()
        self._choosing = threading.Lock()
        # Held while it is replaced: one that fails late must not take away the one that came after it.
        self._replacing = threading.Lock()
        if args.listen is not None:
            ear = ear_of(args, self._changed)
            self._attend(ear, microphone_of(args.listen))
        elif self._choice is not None and (name := self._choice.kept()) is not None:
            try:
                self._open(name, waits=True)
            except BadInput as error:  # the evening can be played without
                complain(str(error))

    @property
    def listens(self) -> bool:
        """Whether anything is heard at all."""
        return self._recorded is not None or self._listening is not None

    @property
    def chooses(self) -> bool:
        """Whether people may choose the microphone on the page."""
        return self._choice is not None and self._recorded is None

    def tell(self, listener: Callable[[str], None]) -> None:
        """Call ``listener`` with `OFF`, ``ok`` or ``lost``, now and at every change, from any thread."""
        self._tell = listener
        listener(self._state)

    def _changed(self, state: str) -> None:
        """The microphone was lost, is back, or none listens any more."""
        if state == self._state:
            return
        was, self._state = self._state, state
        self._tell(state)
        if state == "lost" or (state != OFF and was != OFF):
            tell_microphone(state, self._say)

    def _failed(self, listening: Listening, why: BadInput) -> None:
        """Nothing is heard any more, unless another microphone was chosen; the evening goes on without."""
        with self._replacing:
            if self._listening is not listening:
                return
            self._listening = None
            complain(str(why))
            self._changed(OFF)

    def _attend(self, ear: SpeechSource, name: str | None) -> None:
        """Listen to this from now on."""
        if not ear.live:
            self._recorded = ear
            return
        self._name = name
        if self._state == OFF:
            self._changed("ok")
        listening = Listening(
            ear,
            self._args.lang,
            lambda heard: self._hear(heard),
            lambda: self._now(),
            self._clips,
            lambda why: self._failed(listening, why),
        )
        self._listening = listening
        listening.expect(self._expected)
        listening.start()

    def _open(self, name: str, *, waits: bool) -> None:
        spec = f"{MICROPHONE}:{name}" if name else MICROPHONE
        ear = open_ear(
            spec,
            kept_models(self._args),
            self._args.lang,
            self._changed,
            waits=waits,
            remembers=KEPT_SECONDS if self._clips is None else CLAIM_SECONDS,
            recogniser=self._args.recogniser,
        )
        self._attend(ear, name)

    def choose(self, name: str | None) -> None:
        """Hear with this microphone from now on, and at the next evenings; from any thread.

        Args:
            name: the device's (`Device.kept`), empty: the system's standard; None: hear nothing.

        Raises:
            BadInput: it is not there, or nothing can recognise what it hears: then nothing is heard.
        """
        if self._choice is None or not self.chooses:
            raise BadInput("the microphone was chosen by --listen")
        with self._choosing:
            with self._replacing:
                before, self._listening = self._listening, None
            if before is not None:
                before.stop()
            self._changed(OFF)
            try:
                devices(anew=True)  # also what was plugged in since
                if name is not None:
                    self._open(name, waits=False)
            except BadInput:
                if name is not None:
                    self._changed(OFF)
                    raise
            self._choice.keep(name)

    def check(self) -> dict[str, Any]:
        """How the microphone hears, and what could be chosen.

        Returns:
            ``state`` (`OFF`, ``ok``, ``lost``); what `noise.check` says of the last seconds, when one
            listens; where people may choose: ``devices [{name, standard}]``, ``chosen`` (a device's name,
            ``""``: the standard, None: nothing) and ``lacks`` (``library``, ``model``, or ``""``).
        """
        listening = self._listening
        ear = None if listening is None else listening.ear
        answer: dict[str, Any] = {"state": self._state}
        if isinstance(ear, Recogniser) and self._state == "ok":
            answer |= asdict(noise.check(ear.sound(noise.LISTEN_SECONDS)))
        return answer | (self._choices() if self.chooses else {})

    def _choices(self) -> dict[str, Any]:
        try:
            there = devices()
        except BadInput:
            return {"devices": [], "chosen": None, "lacks": "library"}
        there_is = has_model(kept_models(self._args), self._args.lang, self._args.recogniser)
        lacks = "" if there_is else "model"
        listed = {device.kept: device.standard for device in reversed(there)}
        return {
            "devices": [{"name": name, "standard": standard} for name, standard in reversed(listed.items())],
            "chosen": None if self._listening is None else self._name,
            "lacks": lacks,
        }

    def recorded(self) -> list[Heard]:
        """What a recording or script tells; nothing of a microphone."""
        if self._recorded is None:
            return []
        with self._recorded as ear:
            return all_heard(ear, self._args.lang, self._clips)

    def listen(self, hear: Callable[[Heard], object], now: Callable[[], float]) -> None:
        """What is said from now on is for this evening; see `Listening`."""
        self._now, self._hear = now, hear

    def expect(self, expected: Expected) -> None:
        """Only this may be said now, in the table's time."""
        self._expected = expected
        listening = self._listening  # another one may be chosen meanwhile
        if listening is not None:
            listening.expect(expected)

    def ignored(self, dropped: Dropped) -> None:
        """The game could not take something that was heard: told on the terminal, and kept for the page."""
        self._ignored.append(Ignored(time.time(), dropped))
        print(f"nainjaune: {dropped_line(dropped, self._say)}", file=sys.stderr, flush=True)
        listening = self._listening  # another one may be chosen meanwhile
        if listening is not None:
            listening.keep(dropped.heard, dropped.why)

    def without_effect(self) -> list[dict[str, Any]]:
        """What could not be, the last first: ``at`` (Unix seconds), ``text``, ``confidence``, ``why``."""
        return [
            {
                "at": round(each.at, 1),
                "text": each.dropped.heard.text,
                "confidence": round(each.dropped.heard.confidence, 2),
                "why": each.dropped.why,
            }
            for each in reversed(self._ignored)
        ]

    def take_note(self, event: Event) -> None:
        """An event was stored: where somebody says that a call told as missed was made, its sound is kept."""
        if isinstance(event, RoundStarted):
            self._missed.clear()
        elif isinstance(event, Alert) and event.kind == "missed_call":
            self._missed.add((event.player, event.card))
        elif isinstance(event, Called) and event.via == "tap" and event.t is not None:
            claimed = (event.player, event.card) in self._missed
            listening = self._listening  # another one may be chosen meanwhile
            if claimed and listening is not None:
                start, end = event.t - BEFORE_CLAIM, event.t + AFTER_CLAIM
                listening.keep_between(start, end, f"{event.card.code}-missed")

    def say(self, announcement: Announcement) -> None:
        """Say something aloud, where that is asked for: a clip of the family's, else the computer's voice."""
        if self._speaker is not None:
            code = "" if announcement.card is None else announcement.card.code
            clips = (f"{announcement.kind}-{code}", announcement.kind, code) if code else (announcement.kind,)
            self._speaker.say(words(self._args.lang).announcement(announcement), clips)

    def leave(self) -> None:
        """The evening is over; another may begin."""
        self._hear = lambda heard: None
        self.expect(Expected())

    def close(self) -> None:
        """No further evening."""
        self.leave()
        if self._listening is not None:
            self._listening.stop()
        if self._speaker is not None:
            self._speaker.close()
