"""A club's server shows a certificate that its tables know, or is told nothing."""

import errno
import os
from itertools import count, pairwise
from pathlib import Path

import pytest
from clubs import Club, Playing, evening
from scripted import wait_for

from clubhouse import calling
from clubhouse.founding import found
from companion_api.saying.phrases import translated
from engine.errors import BadInput
from languages import LANGUAGES, SOURCE

PLAYERS = ["Ana", "Bruno", "Chloé"]


@pytest.fixture(scope="module")
def papers(tmp_path_factory):
    """Makes a server's certificate and its authority as people do; one folder for each name."""
    from companion_api.command import main

    folder = tmp_path_factory.mktemp("papers")

    def made(name, *hosts):
        if not (folder / name).exists():
            assert main(["club", "certificate", *hosts, "--out", str(folder / name)]) == 0
        return folder / name

    return made


def encrypting(cluster, folder):
    return cluster.encrypting(folder / "server.crt", folder / "server.key")


@pytest.fixture
def club(cluster, tmp_path, papers):
    """A club whose files know who vouches for its server."""
    ours = papers("ours", "127.0.0.1")
    with encrypting(cluster, ours):
        return Club(cluster, tmp_path / "club", 2, ours / "authority.crt")


def test_a_table_tells_a_server_that_it_knows(cluster, club, papers, tmp_path):
    with encrypting(cluster, papers("ours", "127.0.0.1")):
        query = "SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
        assert club.rows(query, "table-1")[0][0] is True
        assert club.url("board").query["sslmode"] == "verify-full"
        table = Playing(tmp_path / "t1", club.url("table-1"))
        table.begin(PLAYERS)
        lines = evening(PLAYERS, 1, 1)
        table.add(lines)
        wait_for(lambda: [len(told) for told in club.told(1).values()] == [len(lines)])
        table.close()


def refusal(club, name="table-1"):
    with pytest.raises(BadInput) as refused:
        calling.connect(club.url(name))
    line = str(refused.value)
    assert club.url(name).password not in line and len(line.splitlines()) == 1
    spoken = [translated(line, language) for language in LANGUAGES if language != SOURCE]
    assert all(one != other for one, other in pairwise([line, *spoken]))
    return line


def test_whoever_else_answers_there_is_told_nothing(cluster, club, papers, tmp_path):
    why: list[str | None] = []
    with encrypting(cluster, papers("theirs", "127.0.0.1")):
        assert "does not show the certificate" in refusal(club)
        table = Playing(tmp_path / "t1", club.url("table-1"), why.append)
        table.begin(PLAYERS)
        table.add(evening(PLAYERS, 1, 1)[:3])
        wait_for(lambda: "does not show the certificate" in str(why))
    # A certificate of ours, for another host.
    with encrypting(cluster, papers("ours of another", "10.9.8.7")):
        assert "does not show the certificate" in refusal(club)
    assert "does not encrypt" in refusal(club)
    assert club.told(1) == {}
    # It all arrives once the server is itself again.
    with encrypting(cluster, papers("ours", "127.0.0.1")):
        wait_for(lambda: [len(told) for told in club.told(1).values()] == [3])
        table.close()
    assert why[-1] is None


def test_a_certificate_comes_to_files_that_are_there(cluster, tmp_path, papers, nainjaune):
    ours, folder = papers("ours", "127.0.0.1"), tmp_path / "club"
    club = Club(cluster, folder, 1)
    before = club.url("table-1")
    with encrypting(cluster, ours):
        address = club.admin.set(drivername="postgresql").render_as_string(hide_password=False)
        setup = "club", "setup", address, "--out", folder
        assert nainjaune(*setup, "--tables", 1, "--authority", ours / "authority.crt").status == 0
        assert nainjaune(*setup, "--tables", 2).status == 0  # it stays known
        for name in ("table-1", "table-2"):
            assert club.url(name).query["sslmode"] == "verify-full"
            calling.connect(club.url(name)).close()
        assert club.url("table-1").password == before.password
        other = papers("theirs", "127.0.0.1") / "authority.crt"
        nainjaune(*setup, "--tables", 3, "--authority", other).refused("does not show the certificate")
    assert not Path(folder / "table-3.club").exists()


def test_of_a_bundle_nothing_but_the_certificates_goes_to_the_tables(cluster, tmp_path, papers, nainjaune):
    ours, bundle = papers("ours", "127.0.0.1"), tmp_path / "bundle.pem"
    authority, key = ((ours / f"authority.{end}").read_text() for end in ("crt", "key"))
    other = (papers("theirs", "127.0.0.1") / "authority.crt").read_text()
    bundle.write_text(f"Bag Attributes\n{authority}{key}subject=CN\n{other}{key}")
    folder = tmp_path / "club"
    with encrypting(cluster, ours):
        club = Club(cluster, folder, 2, bundle)
        calling.connect(club.url("table-1")).close()
        # Files that an older version wrote lose the key too.
        (folder / "host.club").write_text((folder / "host.club").read_text() + key)
        address = club.admin.set(drivername="postgresql").render_as_string(hide_password=False)
        assert nainjaune("club", "setup", address, "--out", folder, "--tables", 3).status == 0
        for file in folder.iterdir():
            line, text = file.read_text().split("\n", 1)
            assert line.startswith("postgresql://") and text == authority + other
        assert len(list(folder.iterdir())) == 5
    bundle.write_text(key)
    setup = "club", "setup", address, "--out", folder, "--authority", bundle
    nainjaune(*setup).refused("bundle.pem: expected a certificate (PEM)")


@pytest.mark.parametrize("room", [0, 2])
def test_a_full_disk_loses_no_password(cluster, tmp_path, papers, monkeypatch, room):
    ours, folder, written = papers("ours", "127.0.0.1"), tmp_path / "club", count(1)

    def fsync(file):
        if next(written) > room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with encrypting(cluster, ours):
        club = Club(cluster, folder, 2)
        before = {file.name: file.read_text() for file in folder.iterdir()}
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", fsync)
            with pytest.raises(BadInput, match="cannot be written"):
                found(club.admin, 4, folder, ours / "authority.crt")
        # Every line is there as before, and no file that opens nothing.
        texts = {file.name: file.read_text() for file in folder.iterdir()}
        assert {name: text.partition(calling.BEGINS)[0] for name, text in texts.items()} == before
        found(club.admin, 4, folder, ours / "authority.crt")
        for number in range(1, 5):
            calling.connect(club.url(f"table-{number}")).close()


def test_what_is_no_certificate_is_one_line(cluster, tmp_path, nainjaune):
    setup = "club", "setup", "postgresql://me@127.0.0.1:1/x", "--out", tmp_path / "club", "--authority"
    nainjaune(*setup, tmp_path / "none.crt").refused("none.crt")
    (tmp_path / "text.crt").write_text("nothing")
    nainjaune(*setup, tmp_path / "text.crt").refused("expected a certificate (PEM)")
    (tmp_path / "two.club").write_text("postgresql://a:b@h/x\nsomething else\n")
    with pytest.raises(BadInput, match="expected one line"):
        calling.read_address(tmp_path / "two.club")


def test_a_certificate_that_cannot_be_made_names_options_that_there_are(tmp_path, nainjaune):
    certify = "club", "certificate", "--out"
    ran = nainjaune(*certify, tmp_path / "x", "192.168.1.5", "example.com").refused(
        "example.com is no address"
    )
    assert "club setup --authority" in ran.err and "--certificate" not in ran.err
    assert not (tmp_path / "x").exists()
    (tmp_path / "file").write_text("")
    ran = nainjaune(*certify, tmp_path / "file", "192.168.1.5").refused("file cannot be used")
    (tmp_path / "authority.crt").write_text("no certificate")
    other = nainjaune(*certify, tmp_path, "192.168.1.5").refused("holds no authority of ours")
    assert not any(word in ran.err + other.err for word in ("HOST", "--https", "--certificate"))
