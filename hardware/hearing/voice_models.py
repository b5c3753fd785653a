"""The recogniser's models: small, offline, downloaded once because a person asked for it.

From alphacephei.com, the makers of vosk (Apache-2.0). Their list names a checksum (MD5) for each file:
it tells a download that broke on the way, but comes from the same place and says nothing about the
place itself. We know no SHA-256 of these files at first hand and pin none; the one of what was
downloaded is told, to be compared between computers.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import urllib.request
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import languages
from engine.errors import BadInput
from hardware.files.private import private_folder

SITE = "https://alphacephei.com/vosk/models/"
LICENCE = "Apache-2.0"
MEGABYTES = 48
"""To download, at most: the makers' list gives 39 to 48."""
NETWORK_SECONDS = 20.0
"""How long a silent network is waited for."""
LARGEST = 500_000_000
"""Bytes that a small model's files take at most; more is something else."""
SMALLEST = 20_000_000
"""Bytes that a small model's files take at least."""


@dataclass(frozen=True, slots=True)
class Installed:
    """A model that was just installed.

    Attributes:
        folder: where it lies.
        sha256: of the file that it came from.
        checked: whether that file has the checksum of its makers' list.
    """

    folder: Path
    sha256: str
    checked: bool


def model_of(language: str) -> str:
    """The name of the model that hears a language (39 to 48 MB to download)."""
    return str(languages.heard(language)["recogniser"])


def find_model(folder: Path, language: str) -> Path | None:
    """The language's model below the folder where models are kept, or that folder itself if it is one."""
    for place in (folder / model_of(language), folder):
        if not missing(place):
            return place
    return None


def missing(folder: Path) -> tuple[str, ...]:
    """What a model's folder lacks: the acoustic model, its settings, the graph that takes a vocabulary."""
    wanted = {
        "final.mdl": ("am/final.mdl", "final.mdl"),
        "mfcc.conf": ("conf/mfcc.conf", "mfcc.conf"),
        "HCLr.fst": ("graph/HCLr.fst", "HCLr.fst"),
    }
    return tuple(
        name for name, places in wanted.items() if not any((folder / place).is_file() for place in places)
    )


def install(
    language: str,
    folder: Path,
    file: Path | None = None,
    told: Callable[[int, int], None] = lambda n, of: None,
) -> Installed:
    """Download the language's model, check it, and put it below ``folder``.

    Args:
        language: one of `languages.LANGUAGES`.
        folder: where models are kept; made if need be.
        file: the model's ZIP, fetched elsewhere; then no network is used.
        told: called with bytes so far and in all (0: not known) as it comes in.

    Raises:
        BadInput: no network, or what came is not the model; one line that says what to do.
    """
    name = model_of(language)
    try:
        private_folder(folder)
        with tempfile.TemporaryDirectory(dir=folder) as made:
            fetched = Path(made) / "model.zip"
            expected = None
            if file is None:
                expected = _listed(name, folder)
                _download(name, fetched, folder, told)
            archive = file or fetched
            sums = _sums(archive)
            if expected is not None and sums["md5"] != expected:
                raise BadInput(f"{name}.zip: the download broke on the way (checksum); please try again")
            unpacked = _unpack(archive, Path(made), name)
            place = folder / name
            if place.exists():
                shutil.rmtree(place)
            unpacked.rename(place)
    except OSError as error:
        raise BadInput(f"{folder}: the model cannot be put there ({error.strerror or error})") from None
    return Installed(place, sums["sha256"], expected is not None)


def _no_network(name: str, folder: Path, why: object) -> BadInput:
    return BadInput(
        f"{SITE}{name}.zip cannot be had ({why}). Without a network: fetch that file on another computer "
        f"and run nainjaune voice install --from {name}.zip, or unpack it to {folder / name}"
    )


def _listed(name: str, folder: Path) -> str | None:
    """The MD5 that the makers' list gives for this model; None: they list none."""
    try:
        with urllib.request.urlopen(f"{SITE}model-list.json", timeout=NETWORK_SECONDS) as answer:
            models: Any = json.loads(answer.read(4_000_000))
        return next((str(each["md5"]) for each in models if each["name"] == name), None)
    except OSError as error:
        raise _no_network(name, folder, _why(error)) from None
    except (ValueError, LookupError, TypeError):
        return None


def _download(name: str, to: Path, folder: Path, told: Callable[[int, int], None]) -> None:
    try:
        with (
            urllib.request.urlopen(f"{SITE}{name}.zip", timeout=NETWORK_SECONDS) as answer,
            open(to, "wb") as out,
        ):
            size = int(answer.headers.get("Content-Length") or 0)
            count = 0
            while part := answer.read(1 << 16):
                out.write(part)
                count += len(part)
                told(count, size)
                if count > LARGEST:
                    raise BadInput(
                        f"{SITE}{name}.zip: far too large for a small model, nothing was installed"
                    )
    except OSError as error:
        raise _no_network(name, folder, _why(error)) from None


def _why(error: OSError) -> str:
    return str(getattr(error, "reason", error))


def _sums(file: Path) -> dict[str, str]:
    try:
        with open(file, "rb") as opened:
            sha = hashlib.file_digest(opened, "sha256").hexdigest()
            opened.seek(0)
            md5 = hashlib.file_digest(opened, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
    except OSError as error:
        raise BadInput(f"{file}: cannot be read ({error.strerror}; expected the model's ZIP)") from None
    return {"sha256": sha, "md5": md5}


def _unpack(archive: Path, folder: Path, name: str) -> Path:
    """Unpack into ``folder``; the one folder in the archive."""
    try:
        with zipfile.ZipFile(archive) as packed:
            parts = packed.infolist()
            if any(part.filename.split("/")[0] != name or ".." in part.filename.split("/") for part in parts):
                raise BadInput(
                    f"{archive}: expected the model {name}, all its files in a folder of that name"
                )
            size = sum(part.file_size for part in parts)
            if not SMALLEST <= size <= LARGEST:
                raise BadInput(
                    f"{archive}: {size} bytes of files, expected those of a small model (20 to 500 MB)"
                )
            packed.extractall(folder)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError):  # the last: locked, or of an odd kind
        raise BadInput(f"{archive}: no ZIP file, or cut; expected the model {name}.zip") from None
    lacks = missing(folder / name)
    if lacks:
        raise BadInput(
            f"{archive}: {', '.join(lacks)} missing, expected a vosk model that takes a vocabulary"
        )
    return folder / name
