"""A certificate authority of the family's own, so that phones can talk to this computer by HTTPS.

It is made once, kept beside the evenings, and never leaves this computer; phones get its public
half to trust (`companion_api.web.door.trust_page`). It can vouch for nothing but addresses and names of
home networks (name constraints), so trusting it opens no other door. The server's certificate is
made anew at every start.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import ssl
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import BadInput
from hardware.files.private import private_folder, write_private

if TYPE_CHECKING:
    from cryptography import x509

HOME_NETWORKS = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8",
                 "100.64.0.0/10",
                 "fc00::/7", "fe80::/10", "::1/128")  # fmt: skip
HOME_NAMES = ("localhost", "local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
AUTHORITY_DAYS, SERVER_DAYS = 3650, 90
AUTHORITY_SINCE = datetime(2020, 1, 1, tzinfo=UTC)
"""From when it is good: a clock that was ahead when it was made must not keep phones out once it is right."""
BACKDATED = timedelta(days=2)
"""How far clocks of phones may be behind this computer's."""


@dataclass(frozen=True, slots=True)
class Papers:
    """What a server shows to be trusted.

    Attributes:
        certificate, key: files in PEM.
        authority: the certificate that phones are to trust, in DER; None: one that they know.
        fingerprint: its SHA-256, for people to compare; empty without one.
    """

    certificate: Path
    key: Path
    authority: bytes | None = None
    fingerprint: str = ""


def own_papers(certificate: str | Path, key: str | Path) -> Papers:
    """Papers that people have already.

    Raises:
        BadInput: they cannot be read or do not belong together.
    """
    papers = Papers(Path(certificate), Path(key))
    for option, file in (("--certificate", papers.certificate), ("--key", papers.key)):
        try:
            file.read_bytes()
        except OSError as error:
            raise BadInput(f"{option} {file}: cannot be read ({error.strerror})") from None
    try:
        # No password is asked for on the terminal: who has one is told.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(papers.certificate, papers.key, lambda: "")
    except (ssl.SSLError, ValueError, OSError) as error:
        reason = getattr(error, "reason", None) or str(error)
        raise BadInput(
            f"--certificate {certificate}, --key {key}: no certificate with its key, both in PEM and "
            f"without a password ({reason})"
        ) from None
    return papers


def papers_for(
    folder: Path,
    hosts: Sequence[str],
    days: int = SERVER_DAYS,
    otherwise: str = "bring one with --certificate and --key",
) -> Papers:
    """Papers by our own authority; it is made when there is none yet.

    Args:
        folder: where the authority is kept, readable by its owner only.
        hosts: addresses and names that phones use.
        days: for which the server's certificate is good; at most as long as the authority's.
        otherwise: what to do where our authority cannot vouch for a host, for the message.

    Raises:
        BadInput: the folder cannot be written, or a host is none of a home network.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.serialization import Encoding

    for host in hosts:
        if not of_home(host):
            raise BadInput(
                f"{host} is no address of a home network, so our own certificate cannot vouch for it; "
                f"{otherwise}"
            )
    try:
        private_folder(folder)
        authority, key = _authority(folder)
        _renewed(folder, authority, key, hosts, days)
    except OSError as error:
        raise BadInput(f"{folder} cannot be used ({error.strerror})") from None
    except ValueError as error:
        raise BadInput(f"{folder} holds no authority of ours ({error}); remove it") from None
    assert isinstance(authority, x509.Certificate)
    fingerprint = authority.fingerprint(hashes.SHA256()).hex(":").upper()
    return Papers(
        folder / "server.crt", folder / "server.key", authority.public_bytes(Encoding.DER), fingerprint
    )


def of_home(host: str) -> bool:
    """Whether our authority may vouch for this address or name."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return any(host.lower() == name or host.lower().endswith(f".{name}") for name in HOME_NAMES)
    return any(address in ipaddress.ip_network(net) for net in HOME_NETWORKS)


def _authority(folder: Path) -> tuple[x509.Certificate, Any]:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import load_pem_private_key
    from cryptography.x509.oid import NameOID

    with contextlib.suppress(FileNotFoundError):
        certificate = x509.load_pem_x509_certificate((folder / "authority.crt").read_bytes())
        key = load_pem_private_key((folder / "authority.key").read_bytes(), None)
        if certificate.not_valid_after_utc > datetime.now(UTC) + timedelta(days=SERVER_DAYS):
            return certificate, key
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Nain Jaune {os.urandom(3).hex()}")])
    permitted = [x509.IPAddress(ipaddress.ip_network(net)) for net in HOME_NETWORKS]
    made = (
        _draft(name, name, key.public_key(), AUTHORITY_DAYS, AUTHORITY_SINCE)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.NameConstraints([*permitted, *map(x509.DNSName, HOME_NAMES)], None), critical=True
        )
        .sign(key, hashes.SHA256())
    )
    _write(folder, "authority", made, key)
    return made, key


def _renewed(folder: Path, authority: x509.Certificate, signer: Any, hosts: Iterable[str], days: int) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    named = [_general(host) for host in dict.fromkeys(hosts)]
    # No host as the common name: where no other name is told, it would be held to the constraints.
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Nain Jaune, table")])
    left = (authority.not_valid_after_utc - datetime.now(UTC)).days
    made = (
        _draft(subject, authority.subject, key.public_key(), min(days, left))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(named), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
        .sign(signer, hashes.SHA256())
    )
    _write(folder, "server", made, key)


def _general(host: str) -> Any:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(host.partition("%")[0]))
    except ValueError:
        return x509.DNSName(host.lower())


def _draft(
    subject: x509.Name,
    issuer: x509.Name,
    key: Any,
    days: int,
    since: datetime | None = None,
) -> x509.CertificateBuilder:
    """What is to be signed, good from ``since`` on, or from `BACKDATED` ago where that is earlier."""
    from cryptography import x509

    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(min(since or now, now - BACKDATED))
        .not_valid_after(now + timedelta(days=days))
    )


def _usage(signs_certificates: bool) -> x509.KeyUsage:
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates, crl_sign=signs_certificates,
        content_commitment=False, key_encipherment=False, data_encipherment=False, key_agreement=False,
        encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _write(folder: Path, name: str, certificate: x509.Certificate, key: Any) -> None:
    """Both files, the key for its owner's eyes only."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    write_private(folder / f"{name}.key", secret)
    write_private(folder / f"{name}.crt", certificate.public_bytes(Encoding.PEM))
