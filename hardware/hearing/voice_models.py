"""The recogniser's models: small, offline, downloaded once because a person asked for it.

From alphacephei.com, the makers of vosk (Apache-2.0). A file that is another than everybody's (`SHA256`) is
not unpacked, from wherever it came: a model is read by native code. The sums are those by which packagers of
several systems (Yocto, Arch, Homebrew) and many programs pin these files, all the same.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
import urllib.request
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import languages
from engine.errors import BadInput
from hardware.files.private import private_folder

SITE = "https://alphacephei.com/vosk/models/"
LICENCE = "Apache-2.0"
MEGABYTES = 48
"""To download, at most: the makers' list gives 39 to 48."""
SHA256 = {
    "vosk-model-small-fr-0.22": "cabf6180e177eb9b3a9a9d43a437bd5e549f3a7d09525e5d69a3fed787be12ad",
    "vosk-model-small-en-us-0.15": "30f26242c4eb449f948e42cb302dd7a686cb29a3423a8367f99ff41780942498",
    "vosk-model-small-de-0.15": "b7e53c90b1f0a38456f4cd62b366ecd58803cd97cd42b06438e2c131713d5e43",
    "vosk-model-small-es-0.42": "09b239888f633ef2f0b4e09736e3d9936acfd810bc65d53fad45261762c6511f",
}
"""Of each model's ZIP. A language from elsewhere may name another, which a person fetches himself."""
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
        checked: whether that is the sum in `SHA256`; of other models we know none.
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
    progress: Callable[[int, int], None] = lambda n, of: None,
) -> Installed:
    """Download the language's model, check it, and put it below ``folder``.

    Args:
        language: one of `languages.LANGUAGES`.
        folder: where models are kept; made if need be.
        file: the model's ZIP, fetched elsewhere; then no network is used. It is checked likewise.
        progress: called with bytes so far and in all (0: not known) as it comes in.

    Raises:
        BadInput: no network, or what came is not the model; one line that says what to do.
    """
    name = model_of(language)
    try:
        private_folder(folder)
        with tempfile.TemporaryDirectory(dir=folder) as made:
            fetched, expected = Path(made) / "model.zip", SHA256.get(name)
            if file is None and expected is None:
                raise BadInput(
                    f"{SITE}{name}.zip: we know no SHA-256 of it; fetch it yourself, and hand it over "
                    "by --from"
                )
            if file is None:
                _download(name, fetched, folder, progress)
            archive = file or fetched
            came = _sum(archive)
            if expected is not None and came != expected:
                raise BadInput(
                    f"{file or f'{name}.zip'}: not the model {name}: SHA-256 {came}, expected {expected}; "
                    "nothing was installed"
                )
            unpacked = _unpack(archive, Path(made), name)
            place = folder / name
            if place.exists():
                shutil.rmtree(place)
            unpacked.rename(place)
    except OSError as error:
        raise BadInput(f"{folder}: the model cannot be put there ({error.strerror or error})") from None
    return Installed(place, came, expected is not None)


def _no_network(name: str, folder: Path, why: object) -> BadInput:
    return BadInput(
        f"{SITE}{name}.zip cannot be had ({why}). Without a network: fetch that file on another computer "
        f"and run nainjaune voice install --from {name}.zip, or unpack it to {folder / name}"
    )


def _download(name: str, to: Path, folder: Path, progress: Callable[[int, int], None]) -> None:
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
                progress(count, size)
                if count > LARGEST:
                    raise BadInput(
                        f"{SITE}{name}.zip: far too large for a small model, nothing was installed"
                    )
    except OSError as error:
        raise _no_network(name, folder, _why(error)) from None


def _why(error: OSError) -> str:
    return str(getattr(error, "reason", error))


def _sum(file: Path) -> str:
    try:
        with open(file, "rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise BadInput(f"{file}: cannot be read ({error.strerror}; expected the model's ZIP)") from None


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
