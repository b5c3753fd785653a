"""HTTPS by our own authority or by people's own certificate, and the page that helps to trust."""

import argparse
import ipaddress
import json
import socket
import ssl
import threading
import urllib.error
import urllib.request
from datetime import UTC, datetime, timedelta

import pytest
from axe import faults, open_all
from browser import SMALL_PHONE, leave, phone
from pages import found, keep, text
from scripted import Evening, wait_for

from companion_api.system.addresses import Interface
from companion_api.web.app import Extras, create_app
from companion_api.web.door import authority, entrance
from companion_api.web.door.authority import own_papers, papers_for
from companion_api.web.door.entrance import Entrance
from companion_api.web.door.serve import Server, words
from engine.errors import BadInput

x509 = pytest.importorskip("cryptography.x509", reason="cryptography is not installed (extra [https])")


def asked(*options):
    parser = argparse.ArgumentParser()
    entrance.add_address(parser)
    entrance.add_papers(parser)
    return parser.parse_args(["--port", "0", *map(str, options)])


class Open:
    """An evening behind an entrance, in its own thread."""

    def __init__(self, folder, *options):
        self.evening = Evening(folder / "evening", 9)
        self.door = Entrance(asked(*options), str(folder))
        app = create_app(self.evening.live, self.evening.desk, Extras(reach=self.door.reach))
        self.server = Server(self.door.configured(app))
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        wait_for(lambda: self.server.started)
        self.table, token = self.door.link(self.evening.token).split("#t=")
        assert token == self.evening.token

    def _run(self):
        with self.door.open() as sockets:
            self.server.run(sockets=sockets)

    def close(self):
        self.server.stop()
        self.thread.join(10)
        self.evening.close()


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    opened = Open(folder, "--https", "--hostname", "nain.home.arpa")
    opened.folder = folder
    yield opened
    opened.close()


def reach(address, trusting, **headers):
    with urllib.request.urlopen(
        urllib.request.Request(address, headers=headers), context=trusting, timeout=20
    ) as answer:
        return answer.read()


def test_whoever_trusts_the_authority_reaches_the_table_and_nobody_else(table):
    assert table.table.startswith("https://nain.home.arpa:")
    port = table.table.rstrip("/").rsplit(":", 1)[1]
    address = f"https://127.0.0.1:{port}"
    der = reach(f"{table.door.trust}nainjaune.crt", None)
    trusting = ssl.create_default_context(cadata=der)
    assert b"<title>" in reach(address, trusting)
    assert b"<title>" in reach(address, trusting, Host="nain.home.arpa")
    with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
        reach(address, ssl.create_default_context())
    with (
        socket.create_connection(("127.0.0.1", int(port))) as line,
        trusting.wrap_socket(line, server_hostname="nain.home.arpa") as secure,
    ):
        assert secure.version() in ("TLSv1.2", "TLSv1.3")


def test_the_page_that_helps_to_trust_knows_nothing_of_the_evening(table):
    about = json.loads(reach(f"{table.door.trust}about.json", None))
    assert about == {"table": table.table, "fingerprint": table.door.papers.fingerprint}
    certificate = x509.load_der_x509_certificate(reach(f"{table.door.trust}nainjaune.crt", None))
    from cryptography.hazmat.primitives.hashes import SHA256

    assert certificate.fingerprint(SHA256()).hex(":").upper() == about["fingerprint"]
    for path in ("", "trust.js", "trust.css", "words/de/trust.json"):
        assert table.evening.token.encode() not in reach(table.door.trust + path, None)
    for path in ("api/log", "app.js", "https/authority.key", "../app.js"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            reach(table.door.trust + path, None)
    told = list(table.door.besides(words({"LANG": "en"})))
    assert table.door.trust in told[0] and about["fingerprint"] in told[1]


def test_keys_are_for_the_owners_eyes_and_the_authority_stays(table):
    kept = table.folder / "https"
    assert {file.stat().st_mode & 0o777 for file in kept.glob("*.key")} == {0o600}
    assert kept.stat().st_mode & 0o777 == 0o700
    first = papers_for(kept, ["192.168.1.20"])
    again = papers_for(kept, ["192.168.1.21"])
    assert first.fingerprint == again.fingerprint == table.door.papers.fingerprint


def test_the_authority_can_vouch_for_homes_only(tmp_path):
    papers = papers_for(tmp_path, ["192.168.1.20", "kitchen.local", "fe80::1%eth0", "::1"])
    made = x509.load_pem_x509_certificate(papers.certificate.read_bytes())
    names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert ipaddress.ip_address("192.168.1.20") in names.get_values_for_type(x509.IPAddress)
    assert names.get_values_for_type(x509.DNSName) == ["kitchen.local"]
    now = datetime.now(UTC)
    assert made.not_valid_before_utc < now - timedelta(days=1)  # a phone whose clock is behind
    assert now + timedelta(days=60) < made.not_valid_after_utc < now + timedelta(days=398)
    for host in ("8.8.8.8", "evil.example", "2001:db8::1", "local.example"):
        with pytest.raises(BadInput, match="home network"):
            papers_for(tmp_path, [host])
    # Even with the authority's key in hand, phones would not believe it about others.
    signer_certificate, signer = authority._authority(tmp_path)
    authority._renewed(tmp_path, signer_certificate, signer, ["evil.example"], 90)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(papers.certificate, papers.key)
    client = ssl.create_default_context(cadata=papers.authority)
    ours, theirs = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = context.wrap_bio(ours, theirs, server_side=True)
    browser = client.wrap_bio(theirs, ours, server_hostname="evil.example")
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        for _ in range(4):
            for side in (browser, server):
                try:
                    side.do_handshake()
                except ssl.SSLWantReadError:
                    continue


@pytest.mark.parametrize("days", [400, -20_000])
def test_a_clock_that_was_wrong_when_the_authority_was_made_keeps_nobody_out_once_it_is_right(
    tmp_path, monkeypatch, days
):
    class Wrong(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + timedelta(days=days)

    with monkeypatch.context() as patched:
        patched.setattr(authority, "datetime", Wrong)
        first = papers_for(tmp_path, ["192.168.1.20"])
    now, papers = datetime.now(UTC), papers_for(tmp_path, ["192.168.1.20"])
    for der in (papers.authority, ssl.PEM_cert_to_DER_cert(papers.certificate.read_text())):
        made = x509.load_der_x509_certificate(der)
        assert made.not_valid_before_utc < now - timedelta(days=1) < now < made.not_valid_after_utc
    assert (papers.fingerprint == first.fingerprint) == (days > 0)  # one of 1971 has run out long ago


def test_people_bring_their_own_certificate(tmp_path):
    papers = papers_for(tmp_path / "theirs", ["127.0.0.1"])
    opened = Open(tmp_path, "--certificate", papers.certificate, "--key", papers.key)
    try:
        assert opened.door.trust is None and opened.door.trusted == {}
        assert list(opened.door.besides(words())) == []
        assert b"<title>" in reach(opened.table, ssl.create_default_context(cadata=papers.authority))
    finally:
        opened.close()


def test_papers_that_do_not_do_are_one_line(tmp_path):
    papers = papers_for(tmp_path / "a", ["127.0.0.1"])
    other = papers_for(tmp_path / "b", ["127.0.0.1"])
    for certificate, key, said in (
        (tmp_path / "none", papers.key, "cannot be read"),
        (papers.certificate, other.key, "KEY_VALUES_MISMATCH"),
        (papers.key, papers.key, "no certificate with its key"),
    ):
        with pytest.raises(BadInput, match=said) as refused:
            own_papers(certificate, key)
        assert len(str(refused.value).splitlines()) == 1
    with pytest.raises(BadInput, match="both or none"):
        Entrance(asked("--key", papers.key), None)
    (tmp_path / "b" / "authority.crt").write_text("no certificate")
    with pytest.raises(BadInput, match="no authority of ours"):
        papers_for(tmp_path / "b", ["127.0.0.1"])


def test_without_https_what_is_missing_is_said():
    alone = Entrance(asked(), None)
    assert alone.link("x").startswith("http://127.0.0.1:")
    assert not any("--https" in line for line in alone.besides(words()))
    everywhere = Entrance(asked("--host", "0.0.0.0"), None, lambda: [Interface("wlan0", ("192.168.1.20",))])
    assert "--https" in "".join(everywhere.besides(words({"LANG": "fr"})))


def test_the_page_that_helps_to_trust_on_a_phone(table):
    browser = phone(metrics=SMALL_PHONE, keeps=True)
    try:
        browser.get(table.door.trust)
        wait_for(lambda: found(browser, "#fingerprint"))
        shown = text(browser, "main")
        assert table.door.papers.fingerprint in shown and "Faire confiance" in shown
        assert browser.find_element("#open").get_attribute("href") == table.table
        assert len(found(browser, "details[open]")) == 1
        heading = "return document.querySelector('h1')?.textContent ?? ''"
        for language, said in (("de", "vertrauen"), ("en", "Trust this computer")):
            browser.find_element(f"[lang={language}]").click()
            wait_for(lambda said=said: said in browser.execute_script(heading))
        assert browser.execute_script("return document.documentElement.scrollWidth") == 360
        open_all(browser)
        assert faults(browser) == []
        keep(browser, "trust")
        assert browser.errors() == []
    finally:
        leave(browser)
