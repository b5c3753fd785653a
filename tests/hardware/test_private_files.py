"""Files for their owner only stay his."""

import os
import stat

import pytest

from hardware.files.private import write_private


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_what_an_administrator_writes_anew_stays_its_owner_s(tmp_path):
    file = tmp_path / "host.club"
    write_private(file, b"before")
    assert (file.stat().st_uid, file.stat().st_gid) == (0, os.getegid())
    os.chown(file, 12345, 23456)
    write_private(file, b"after")
    there = file.stat()
    assert (there.st_uid, there.st_gid, stat.S_IMODE(there.st_mode)) == (12345, 23456, 0o600)
    assert file.read_bytes() == b"after" and list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_a_link_put_in_its_place_meanwhile_gives_nothing_else_away(tmp_path, monkeypatch):
    file, other = tmp_path / "host.club", tmp_path / "another"
    write_private(file, b"before")
    os.chown(file, 12345, 23456)
    other.write_bytes(b"not his")

    def swapped(number):
        part = tmp_path / "host.club.part"
        part.unlink()
        part.symlink_to(other)

    monkeypatch.setattr(os, "fsync", swapped)
    write_private(file, b"after")
    assert other.stat().st_uid == 0
