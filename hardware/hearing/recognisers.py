"""Which recogniser hears: the one that is asked for, or the one that is installed.

A package may bring another: in the entry point group `GROUP` it names a function of the folder where models
are kept and the language, which gives what `opened` gives. It hears where ``--recogniser`` asks for it.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TypeVar

from engine.boundaries import Expected
from engine.errors import BadInput
from hardware.hearing import voice_models
from hardware.hearing.recogniser import Engine, Listens, vosk_engine, words_told
from hardware.hearing.whisper import models as whisper_models
from hardware.hearing.whisper.engine import Whisper, activity_model
from hardware.hearing.whisper.scores import NO_WHISPER, Scorer
from hardware.packages import refuse_several

GROUP = "nainjaune.recognisers"
"""The entry points of packages that bring a recogniser; its name there is what people ask for."""
WHISPER, VOSK = "whisper", "vosk"
RECOGNISERS = (WHISPER, VOSK)
"""The one that hears more first: it is taken where both are there."""
FIND = {WHISPER: whisper_models.find, VOSK: voice_models.find_model}
"""Where each looks for a model: (folder, language) → its folder, or None."""
LIBRARY = {WHISPER: "faster_whisper", VOSK: "vosk"}
Given = TypeVar("Given")


def known() -> tuple[str, ...]:
    """Every name that people may give: ours, and those of packages that are installed."""
    return (*RECOGNISERS, *sorted(entry_points(group=GROUP).names.difference(RECOGNISERS)))


def chosen(name: str | None, models: Path, language: str) -> str:
    """The recogniser meant; where none is named, the first that is installed and has a model, else vosk."""
    if name is not None:
        return name
    there = (each for each in RECOGNISERS if _installed(each) and FIND[each](models, language) is not None)
    return next(there, VOSK)


def has_model(models: Path, language: str, name: str | None = None) -> bool:
    """Whether the recogniser meant has a model that knows the language; a package's says so when opened."""
    which = chosen(name, models, language)
    return which not in FIND or FIND[which](models, language) is not None


def opened(name: str | None, models: Path, language: str) -> Callable[[int], Engine]:
    """What recognises, for a sound of a given rate; checked before a microphone is opened.

    Raises:
        BadInput: its library or its model is not there, a package's cannot be opened, or the name that is
            asked for means several; one line that says what to do.
    """
    which = chosen(name, models, language)
    brought = tuple(entry_points(group=GROUP, name=which)) if name is not None else ()
    refuse_several("--recogniser", which, brought, ours=which in RECOGNISERS)
    if brought:
        return _brought(brought[0], models, language)
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


def _brought(entry: EntryPoint, models: Path, language: str) -> Callable[[int], Engine]:
    """A package's, one of `known`."""
    engine: Callable[[int], Engine] = _guarded(entry, lambda: entry.load()(models, language))
    return lambda rate: _Brought(entry, _guarded(entry, lambda: engine(rate)))


class _Brought:
    """A package's `Engine`, of which one line is told where its code raises anything, or tells no words."""

    def __init__(self, entry: EntryPoint, engine: Engine) -> None:
        self._entry = entry
        self._engine = engine
        self._failed: BadInput | None = None

    def AcceptWaveform(self, data: bytes) -> int:
        if self._failed is not None:
            raise self._failed
        return _guarded(self._entry, lambda: self._engine.AcceptWaveform(data))

    def Result(self) -> str:
        return _guarded(self._entry, lambda: _checked(self._engine.Result()))

    def FinalResult(self) -> str:
        return _guarded(self._entry, lambda: _checked(self._engine.FinalResult()))

    def expect(self, expected: Expected) -> None:
        engine = self._engine
        if isinstance(engine, Listens):
            try:
                _guarded(self._entry, lambda: engine.expect(expected))
            except BadInput as why:  # the game asks: whoever listens is told
                self._failed = why


def _checked(text: str) -> str:
    """The words that an engine tells.

    Raises:
        ValueError, KeyError, TypeError, AttributeError: they are none.
    """
    for word in words_told(text):
        if not (isinstance(word.text, str) and word.t <= word.end and 0 <= word.confidence <= 1):
            raise ValueError(f"{word}: expected a text, start up to end, conf 0 to 1")
    return text


def _guarded(entry: EntryPoint, work: Callable[[], Given]) -> Given:
    """What a package's code gives.

    Raises:
        BadInput: it raised something; one line.
    """
    try:
        return work()
    except BadInput:
        raise
    except Exception as error:
        why = " ".join(f"{error}".split()) or type(error).__name__
        raise BadInput(f"--recogniser {entry.name}: the recogniser of {entry.value} fails ({why})") from None


def _installed(name: str) -> bool:
    return importlib.util.find_spec(LIBRARY[name]) is not None
