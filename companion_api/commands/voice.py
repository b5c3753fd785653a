"""`nainjaune voice`: what listening and speaking need, installed and checked when somebody asks."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console

from companion_api.hearing.ears import kept_models
from companion_api.saying.words import Words, words
from engine.cards import HONOURS
from engine.errors import BadInput
from hardware.files.private import private_folder
from hardware.hearing import noise, own_voice, voice_models
from hardware.hearing.microphone import devices
from hardware.hearing.opening import MICROPHONE, open_sound
from hardware.hearing.recognisers import RECOGNISERS, VOSK, WHISPER
from hardware.hearing.sound import write_wav
from hardware.hearing.whisper import models as whisper_models
from hardware.speaking import Speaker
from languages import LANGUAGES

MEGABYTE = 1_000_000
TRIES = 3
"""Times that somebody is asked to say an announcement of which nothing was heard."""


def add_to(commands: Any) -> None:
    """Declare the command and what it can do."""
    parser = commands.add_parser(
        "voice",
        description=("Listening happens on this computer; the model (42 MB) is fetched once, by `install`."),
    )
    doing = parser.add_subparsers(dest="doing", required=True, metavar="install|devices|check|say|record")
    install = doing.add_parser("install", help="fetches the model")
    install.add_argument(
        "--from",
        dest="file",
        type=Path,
        metavar="PLACE",
        help="fetched elsewhere: vosk's ZIP, Whisper's folder",
    )
    install.add_argument("--recogniser", choices=RECOGNISERS, default=VOSK, help="whose model (vosk)")
    install.add_argument(
        "--size",
        choices=[size.name for size in whisper_models.SIZES],
        default=whisper_models.STANDARD,
        help=f"of Whisper's ({whisper_models.STANDARD})",
    )
    listed = doing.add_parser("devices", help="the microphones")
    check = doing.add_parser("check", help="level and noise")
    check.add_argument(
        "audio", nargs="?", default=MICROPHONE, metavar="AUDIO", help=f"{MICROPHONE}, {MICROPHONE}:NAME, WAV"
    )
    speak = doing.add_parser("say", help="says the calls")
    speak.add_argument("--clips", type=Path, metavar="FOLDER", help="your own voices")
    record = doing.add_parser("record", help="records your own voices")
    record.add_argument(
        "audio", nargs="?", default=MICROPHONE, metavar="AUDIO", help=f"{MICROPHONE}, {MICROPHONE}:NAME, WAV"
    )
    record.add_argument("--clips", type=Path, metavar="FOLDER", required=True, help="where to keep them")
    for one in (install, listed, check, speak, record):
        one.add_argument("--lang", choices=LANGUAGES, default="fr", help="language (fr)")
        one.add_argument("--data", metavar="FOLDER", help="where models are kept")
        one.add_argument("--json", action="store_true", help="JSON Lines")
        one.set_defaults(model=None)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what was asked.

    Raises:
        BadInput: it cannot be done here; one line that says what to do.
    """
    doing = {"install": _install, "devices": _devices, "check": _check, "say": _say, "record": _record}
    doing[args.doing](args)
    return 0


def _install(args: argparse.Namespace) -> None:
    if args.recogniser == WHISPER:
        _install_whisper(args)
        return
    say = words(args.lang)
    name = voice_models.model_of(args.lang)
    if args.file is None:
        _tell_beforehand(say, name, voice_models.MEGABYTES, voice_models.LICENCE, voice_models.SITE)
    shown = -1

    def told(count: int, size: int) -> None:
        nonlocal shown
        if count // (5 * MEGABYTE) > shown:
            shown = count // (5 * MEGABYTE)
            line = say.say("voice.fetching", name=name, done=count // MEGABYTE, size=size // MEGABYTE)
            print(line, file=sys.stderr, flush=True)

    done = voice_models.install(args.lang, kept_models(args), args.file, told)
    if args.json:
        line = {"model": name, "folder": str(done.folder), "sha256": done.sha256, "checked": done.checked}
        print(json.dumps(line, ensure_ascii=False))
        return
    print(say.say("voice.installed", name=name, folder=str(done.folder)))
    print(say.say("voice.checked" if done.checked else "voice.unchecked"))
    print(say.say("voice.sha256", sum=done.sha256))


def _install_whisper(args: argparse.Namespace) -> None:
    say = words(args.lang)
    size = next(each for each in whisper_models.SIZES if each.name == args.size)
    name = f"Whisper {size.name}"
    if args.file is None:
        _tell_beforehand(say, name, size.megabytes, whisper_models.LICENCE, size.repository)
    with Console(stderr=True).status(say.say("voice.fetching_it", name=name)):
        folder = whisper_models.install(args.lang, kept_models(args), size.name, args.file)
    if args.json:
        print(json.dumps({"model": name, "folder": str(folder)}, ensure_ascii=False))
    else:
        print(say.say("voice.installed", name=name, folder=str(folder)))


def _tell_beforehand(say: Words, name: str, megabytes: int, licence: str, site: str) -> None:
    """What is about to be fetched: how large it is, whose, from where."""
    sentence = say.say("voice.before", name=name, size=megabytes, licence=licence, site=site)
    print(sentence, file=sys.stderr, flush=True)


def _devices(args: argparse.Namespace) -> None:
    say = words(args.lang)
    there = devices()
    for device in there:
        if args.json:
            line = {"number": device.number, "name": device.name, "standard": device.standard}
            print(json.dumps(line, ensure_ascii=False))
        else:
            standard = say.say("voice.standard") if device.standard else ""
            print(f"{device.number:3}  {device.name} {standard}".rstrip())
    if not there and not args.json:
        print(say.say("voice.devices_none"))


def _check(args: argparse.Namespace) -> None:
    say = words(args.lang)
    sound = open_sound(args.audio)
    try:
        if sound.live and not args.json:
            print(say.say("voice.speak_now", n=round(noise.LISTEN_SECONDS)), flush=True)
        found = noise.check(sound)
    finally:
        sound.close()
    if args.json:
        print(json.dumps({"room": found.room, "voices": found.voices, "verdict": found.verdict}))
        return
    verdict = say.say(f"voice.verdict.{found.verdict}")
    print(say.say("voice.check", room=f"{found.room:.0f}", voices=f"{found.voices:.0f}", verdict=verdict))


def _say(args: argparse.Namespace) -> None:
    say = words(args.lang)
    speaker = Speaker(args.lang, args.clips)
    if not speaker.can_speak:
        raise BadInput(say.say("voice.nothing_to_speak"))
    for card in HONOURS:
        text = say.say(f"voice.clip.{card.code}")
        speaker.say(text, (card.code,))
        print(json.dumps({"said": text}, ensure_ascii=False) if args.json else text, flush=True)
    speaker.close()


def _record(args: argparse.Namespace) -> None:
    """A clip of each honour's call, for ``--clips`` of `play`; a line on standard input begins each."""
    say = words(args.lang)
    try:
        private_folder(args.clips)
    except OSError as error:
        raise BadInput(f"--clips {args.clips}: cannot be made ({error.strerror})") from None
    for card in HONOURS:
        for _ in range(TRIES):
            text = say.say(f"voice.clip.{card.code}")
            print(say.say("voice.record", text=text), file=sys.stderr, flush=True)
            sys.stdin.readline()
            sound = open_sound(args.audio)
            try:
                samples = own_voice.spoken_part(sound)
            finally:
                sound.close()
            if len(samples):
                break
            print(say.say("voice.record_none"), file=sys.stderr, flush=True)
        else:
            raise BadInput(f"{args.audio}: no voice was heard (nainjaune voice check)")
        file = args.clips / f"{card.code}.wav"
        write_wav(file, samples, sound.rate)
        line = {"clip": str(file), "seconds": round(len(samples) / sound.rate, 1)}
        print(json.dumps(line, ensure_ascii=False) if args.json else say.say("voice.recorded", **line))
