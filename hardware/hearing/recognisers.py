"""Which recogniser hears: the one that is asked for, or the one that is installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

from engine.errors import BadInput
from hardware.hearing import voice_models
from hardware.hearing.recogniser import Engine, vosk_engine
from hardware.hearing.whisper import models as whisper_models
from hardware.hearing.whisper.engine import Whisper, activity_model
from hardware.hearing.whisper.scores import NO_WHISPER, Scorer

WHISPER, VOSK = "whisper", "vosk"
RECOGNISERS = (WHISPER, VOSK)
"""The one that hears more first: it is taken where both are there."""
FIND = {WHISPER: whisper_models.find, VOSK: voice_models.find_model}
"""Where each looks for a model: (folder, language) → its folder, or None."""
LIBRARY = {WHISPER: "faster_whisper", VOSK: "vosk"}


def chosen(name: str | None, models: Path, language: str) -> str:
    """The recogniser meant; where none is named, the first that is installed and has a model, else vosk."""
    if name is not None:
        return name
    there = (each for each in RECOGNISERS if _installed(each) and FIND[each](models, language) is not None)
    return next(there, VOSK)


def has_model(models: Path, language: str, name: str | None = None) -> bool:
    """Whether the recogniser meant has a model that knows the language."""
    return FIND[chosen(name, models, language)](models, language) is not None


def opened(name: str | None, models: Path, language: str) -> Callable[[int], Engine]:
    """What recognises, for a sound of a given rate; checked before a microphone is opened.

    Raises:
        BadInput: its library or its model is not there; one line that says what to do.
    """
    which = chosen(name, models, language)
    model = FIND[which](models, language)
    if which == WHISPER:
        if not _installed(WHISPER):
            raise BadInput(NO_WHISPER)
        if model is None:
            raise BadInput(
                f"{models}: no Whisper model that knows {language} is there; nainjaune voice install "
                f"--recogniser whisper --lang {language} fetches one, or --model names its folder"
            )
        scorer, activity = Scorer(model, language), activity_model()
        return lambda rate: Whisper(scorer, activity)
    if model is None:
        raise BadInput(
            f"{models}: the model {voice_models.model_of(language)} is not there; nainjaune voice install "
            f"--lang {language} fetches it (42 MB, once), or --model names its folder, or a script (.jsonl) "
            "tells what was said"
        )
    return lambda rate: vosk_engine(model, rate, language)


def _installed(name: str) -> bool:
    return importlib.util.find_spec(LIBRARY[name]) is not None
