"""`nainjaune listen AUDIO`: what is announced in a recording or at a microphone."""

from __future__ import annotations

import argparse
import json
from typing import Any

from companion_api.hearing.ears import add_model, add_spoken_language, kept_models
from companion_api.saying.words import Words, words
from hardware.hearing.announcements import announcements
from hardware.hearing.opening import MICROPHONE, open_ear
from hardware.hearing.sound import Recording
from hardware.hearing.speech import Announcement


def add_to(commands: Any) -> None:
    """Declare the command's options."""
    parser = commands.add_parser(
        "listen",
        description=("Writes every announcement that is heard. No sound is kept."),
    )
    parser.add_argument(
        "audio",
        metavar="AUDIO",
        help=f"WAV file, {MICROPHONE}, {MICROPHONE}:NAME or a script (.jsonl)",
    )
    parser.add_argument(
        "--script",
        metavar="FILE",
        help="words with times, instead of recognising",
    )
    add_model(parser)
    add_spoken_language(parser)
    parser.add_argument("--data", metavar="FOLDER", help="where models are kept")
    parser.add_argument("--json", action="store_true", help="JSON Lines, one announcement each")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print every announcement as it is heard; ends with the recording, or with Ctrl-C.

    Raises:
        BadInput: nothing can be heard there, or nothing can recognise it.
    """
    say = words(args.lang)
    if args.script is not None and not args.audio.startswith(MICROPHONE):
        Recording(args.audio)  # says at once when the recording beside the script is not one
    source = args.script or args.audio
    with open_ear(source, kept_models(args), args.lang, recogniser=args.recogniser) as ear:
        for breath in ear:
            for found in announcements(breath, args.lang):
                if args.json:
                    print(json.dumps(found.to_json(), ensure_ascii=False), flush=True)
                else:
                    print(_line(found, say), flush=True)
    return 0


def _line(found: Announcement, say: Words) -> str:
    if found.sans is not None:
        what = say.say("voice.sans", rank=say.rank(found.sans))
    elif found.call is not None:
        what = say.say("voice.call", card=found.call)
    else:
        what = say.say("voice.hoc")
    return say.say(
        "voice.said", t=f"{found.t:7.1f}", what=what, text=found.text, confidence=f"{found.confidence:.2f}"
    )
