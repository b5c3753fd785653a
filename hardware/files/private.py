"""Folders and files that only their owner may open: evenings, packs, voices, keys."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def private_folder(folder: Path) -> None:
    """Make a folder that only its owner may open, and all that is missing above it, whatever the umask.

    One that is there already stays as it is: people may have chosen who else looks into it.

    Raises:
        OSError: it cannot be made.
    """
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=0o700, exist_ok=True)
        each.chmod(0o700)
    folder.mkdir(exist_ok=True)  # says so where a file lies


def private_file(file: Path) -> None:
    """Make an empty file that only its owner may open, or close one that is there to others.

    Raises:
        OSError: it cannot be made.
    """
    # One that is there is not opened: closing it would let go of the locks that SQLite has on it.
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with contextlib.suppress(PermissionError):  # another user's, who let us in
        file.chmod(0o600)


def write_private(file: Path, content: bytes) -> None:
    """Write a file whole or not at all, for its owner only: what it held stays until then.

    One that is there stays its owner's, also where an administrator writes it.

    Raises:
        OSError: it cannot be written.
    """
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        # By its number from here on: whoever may write into the folder could put a link in its place.
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(content)
            if hasattr(os, "fchmod"):  # not on Windows; a umask may have taken even the owner's part
                os.fchmod(stream.fileno(), 0o600)
            _give_to_owner_of(file, stream.fileno())
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, file)
    finally:
        part.unlink(missing_ok=True)


def _give_to_owner_of(file: Path, part: int) -> None:
    """Let the file that takes another one's place be its owner's; a new one is whoever's writes it."""
    if not hasattr(os, "fchown"):  # Windows
        return
    with contextlib.suppress(OSError):  # there is none, or nobody but an administrator may
        there = file.lstat()
        os.fchown(part, there.st_uid, there.st_gid)
