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
