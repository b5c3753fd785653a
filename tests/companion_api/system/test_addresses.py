"""Which of a computer's addresses phones at the table can use, on networks as homes have them."""

from __future__ import annotations

import argparse
import contextlib
import http.client
import ipaddress
import threading
from types import SimpleNamespace

import psutil
import pytest
from fastapi import Depends, FastAPI, Request
from hypothesis import given
from hypothesis import strategies as st
from scripted import Evening
from starlette.testclient import TestClient

from companion_api.doctor import GOOD, POOR, computer
from companion_api.evening.who import HOST
from companion_api.saying.words import words as in_language
from companion_api.system import addresses
from companion_api.system.addresses import Interface, Reach, far, home_addresses, own_addresses, shared_at
from companion_api.web.app import Extras, create_app
from companion_api.web.door import entrance
from companion_api.web.door.entrance import Entrance
from companion_api.web.door.following import Following
from companion_api.web.door.phones import Phones
from companion_api.web.door.serve import words
from companion_api.web.routes import joining
from engine.errors import BadInput
from languages import LANGUAGES

LOOP = Interface("lo", ("127.0.0.1", "::1"))
WIFI = Interface("wlan0", ("192.168.1.20", "fe80::1%wlan0"))
VPN = Interface("tun0", ("10.8.0.6",), point_to_point=True)
MAC = Interface("en0", ("10.0.0.5",))
DOCKER = Interface("docker0", ("172.17.0.1",))

HOMES = {
    "a Wi-Fi": ([LOOP, WIFI], ["192.168.1.20"]),
    "a hotspot without a way to the internet": (
        [LOOP, Interface("wlp2s0", ("10.42.0.1", "fe80::2%wlp2s0"))],
        ["10.42.0.1"],
    ),
    "a hotspot beside a cable": (
        [LOOP, Interface("enp3s0", ("192.168.1.20",)), Interface("wlp2s0", ("10.42.0.1",))],
        ["192.168.1.20", "10.42.0.1"],
    ),
    "a VPN first": ([LOOP, VPN, WIFI], ["192.168.1.20"]),
    "WireGuard": ([LOOP, Interface("wg0", ("10.0.0.2", "fd12::2")), WIFI], ["192.168.1.20"]),
    "Tailscale on Windows": (
        [Interface("Tailscale", ("100.101.1.2",)), Interface("Wi-Fi", ("192.168.0.7",))],
        ["192.168.0.7"],
    ),
    "Tailscale under another name": ([Interface("eth5", ("100.101.1.2",)), WIFI], ["192.168.1.20"]),
    "a Mac with a VPN": (
        [Interface("utun3", ("10.9.0.2",), True), Interface("awdl0", ("fe80::3",)), MAC],
        ["10.0.0.5"],
    ),
    "a mobile line": ([Interface("wwan0", ("10.200.3.4",)), WIFI], ["192.168.1.20"]),
    "containers": ([LOOP, DOCKER, Interface("br-0123456789ab", ("172.18.0.1",)), WIFI], ["192.168.1.20"]),
    "a bridge": ([Interface("br0", ("192.168.1.9",)), DOCKER], ["192.168.1.9"]),
    "Windows with WSL": (
        [Interface("vEthernet (WSL)", ("172.20.1.1",)), Interface("Ethernet 2", ("192.168.178.3",))],
        ["192.168.178.3"],
    ),
    "IPv4 and ULA": (
        [Interface("eth0", ("fd00::20", "2a01:e0a:1::20", "192.168.1.20"))],
        ["192.168.1.20", "fd00::20"],
    ),
    "IPv6 alone": ([LOOP, Interface("eth0", ("2a01:e0a:1::20", "fe80::1%eth0"))], ["2a01:e0a:1::20"]),
    "a cable between two computers": (
        [LOOP, Interface("eth0", ("169.254.7.8", "fe80::1%eth0"))],
        ["169.254.7.8", "fe80::1%eth0"],
    ),
    "a cable without anything, and a VPN": ([VPN, Interface("eth0", ("fe80::1%eth0",))], ["fe80::1%eth0"]),
    "a VPN alone": ([LOOP, VPN, DOCKER], ["10.8.0.6"]),
    "containers alone": ([LOOP, DOCKER], ["172.17.0.1"]),
}


@pytest.mark.parametrize("home", HOMES)
def test_the_addresses_that_phones_share_come_first(home):
    there, expected = HOMES[home]
    assert [own.address for own in home_addresses(lambda: there)] == expected


def test_without_any_network_it_is_said():
    for there in ([], [LOOP], [Interface("eth0", ())]):
        with pytest.raises(BadInput, match="--lan: this computer is in no network"):
            home_addresses(lambda there=there: there)


@given(
    st.lists(
        st.builds(
            Interface,
            st.sampled_from(["lo", "wlan0", "eth0", "tun0", "docker0", "Wi-Fi", "x" * 40, "é", ""]),
            st.lists(st.ip_addresses().map(str), max_size=4).map(tuple),
            st.booleans(),
        )
    )
)
def test_every_address_is_known_once_and_none_that_leads_nowhere(there):
    found = own_addresses(lambda: there)
    told = [own.address for own in found]
    usable = [
        ip
        for each in there
        for ip in each.addresses
        if not ((one := ipaddress.ip_address(ip)).is_loopback or one.is_unspecified or one.is_multicast)
    ]
    local = [ip for ip in usable if ipaddress.ip_address(ip).is_link_local]
    assert set(usable) - set(local) <= set(told) <= set(usable) and len(told) <= len(usable)
    used, away = shared_at("::", lambda: there), far(lambda: there)
    assert set(used) | set(away) <= set(found) and not set(used) & set(away) and bool(used) == bool(found)


def test_what_is_told_is_what_the_system_has():
    everything = {one.address for found in psutil.net_if_addrs().values() for one in found}
    assert {own.address for own in own_addresses()} <= everything
    with_down = addresses.interfaces()
    assert all(psutil.net_if_stats()[each.name].isup for each in with_down)


@pytest.mark.parametrize("home", HOMES)
def test_the_doctor_names_what_is_chosen_and_why(home):
    there, expected = HOMES[home]
    found = computer.addresses(lambda: there)
    assert found.figures["address"] == expected[0] and found.verdict == (POOR if found.why else GOOD)
    for own in own_addresses(lambda: there):
        assert own.address in f"{found.figures}"
    for language in LANGUAGES:
        said = in_language(language).say(f"doctor.addresses.{found.why or 'good'}", **found.figures)
        assert expected[0] in said and "{" not in said
    assert computer.addresses(lambda: [LOOP]).why == "none"


def asked(*options):
    parser = argparse.ArgumentParser()
    entrance.add_address(parser)
    entrance.add_papers(parser)
    return parser.parse_args(["--port", "0", *map(str, options)])


@contextlib.contextmanager
def entered(there, *options):
    """An entrance on these interfaces, where it listens, and what the terminal says."""
    door = Entrance(asked(*options), None, lambda: there)
    with door.open() as sockets:
        say = words({"LANG": "en"})
        told = "\n".join([*door.shown(say, door.link("t"), "CODE"), *door.besides(say)])
        yield door, [each.getsockname()[0] for each in sockets], told
        for each in sockets:
            each.close()


NEAR = [
    Interface("wlan0", ("127.0.0.2",)),
    Interface("eth0", ("127.0.0.3",)),
    Interface("tun0", ("127.0.0.4",), True),
]


def test_lan_opens_to_every_home_network_and_to_no_tunnel(monkeypatch):
    monkeypatch.setattr(addresses, "_kind", lambda one, address: "tunnel" if one.point_to_point else "home")
    monkeypatch.setattr(entrance, "is_loopback", lambda host: host == "127.0.0.1")
    with entered(NEAR, "--lan") as (door, listened, told):
        assert listened == ["127.0.0.2", "127.0.0.3", "127.0.0.1"]
        assert door.link("t").startswith("http://127.0.0.2:")
        assert [one[:16] for one in door.others] == ["http://127.0.0.3"]
        assert "127.0.0.3" in told and "127.0.0.4 (tun0)" in told and "█" in told


@pytest.fixture
def _near(monkeypatch):
    """Addresses of this computer that stand for those of a home network."""
    monkeypatch.setattr(addresses, "_kind", lambda one, address: "tunnel" if one.point_to_point else "home")
    monkeypatch.setattr(entrance, "is_loopback", lambda host: host == "127.0.0.1")


async def page(scope, receive, send):
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"here"})


def answers(host, port):
    try:
        line = http.client.HTTPConnection(host, port, timeout=20)
        line.request("GET", "/")
        return line.getresponse().read() == b"here"
    except OSError:
        return False


@pytest.mark.usefixtures("_near")
@pytest.mark.parametrize("option", ["--lan", "--https"])
def test_another_address_is_listened_at_shown_and_told(tmp_path, option):
    now = [Interface("wlan0", ("127.0.0.2",))]
    options = {"--lan": ["--lan"], "--https": ["--lan", "--https"]}[option]
    door = Entrance(asked(*options), str(tmp_path), lambda: now)
    app = create_app_of_invitations(door)
    port = door.port
    with door.open() as sockets:
        assert not door.follow(page)
        was = door.trusted
        now[:] = [Interface("wlan0", ("127.0.0.5",)), Interface("eth0", ("127.0.0.6",))]
        assert door.follow(page) and not door.follow(page)
        assert door.link("t").partition("//")[2].startswith("127.0.0.5:")
        assert [one.partition("//")[2][:9] for one in door.others] == ["127.0.0.6"]
        invited = app.get("/api/invitation").json()["address"]
        assert "//127.0.0.5:" in invited and "//127.0.0.5:" in door.here().replace("127.0.0.1", "127.0.0.5")
        if option == "--lan":
            assert answers("127.0.0.5", door.port) and answers("127.0.0.6", door.port)
        else:
            assert "//127.0.0.5:" in door.trust and door.trusted["trust"] != was["trust"]
        now[:] = []  # no network for a moment: nothing changes
        assert not door.follow(page)
        now[:] = [Interface("wlan0", ("127.0.0.2",))]  # the old one again: its door has stayed open
        assert door.follow(page) and door.link("t").partition("//")[2].startswith("127.0.0.2:")
        for each in sockets:
            each.close()
    assert not answers("127.0.0.5", port)


def create_app_of_invitations(door):
    def asks(request: Request):
        request.state.held = HOST

    made = FastAPI(dependencies=[Depends(asks)])
    made.include_router(joining.invitations("t" * 22, door, SimpleNamespace(renewed=0), films=False))
    return TestClient(made, base_url="http://localhost")


@pytest.mark.usefixtures("_near")
def test_the_switch_follows_too_and_opens_when_a_network_comes(tmp_path):
    now = [Interface("lo", ())]
    door = Entrance(asked(), str(tmp_path), lambda: now)
    phones = Phones(door, page, str(tmp_path), lambda: now)
    with door.open() as sockets:
        phones.follow()
        assert phones.address is None  # switched off: nobody opens it
        phones.open()
        assert phones.why == "network"
        for address in ("127.0.0.7", "127.0.0.8"):
            now[:] = [Interface("wlan0", (address,))]
            phones.follow()
            assert phones.state()["address"] == f"http://{address}:{door.port}/" and answers(
                address, door.port
            )
        phones.close()
        now[:] = [Interface("wlan0", ("127.0.0.7",))]
        phones.follow()
        assert phones.address is None and not answers("127.0.0.7", door.port)
        for each in sockets:
            each.close()


def test_it_is_looked_again_and_again_until_the_end():
    looked = threading.Semaphore(0)
    with Following(looked.release, every=0.01) as following:
        assert all(looked.acquire(timeout=60) for _ in range(3))
    assert not following._thread.is_alive()


def test_only_here_there_is_no_code():
    with entered([WIFI]) as (door, listened, told):
        assert listened == ["127.0.0.1"] and "█" not in told and "--lan" in told
        assert door.reach.invites("localhost", "http://localhost:1/") is None


def test_everywhere_phones_are_told_of_the_home_network():
    with entered([VPN, WIFI], "--host", "0.0.0.0") as (door, listened, told):
        assert listened == ["0.0.0.0"] and door.link("t").startswith("http://192.168.1.20:")
        assert not door.local and "█" in told
    with entered([LOOP], "--host", "0.0.0.0") as (door, _, told):
        assert door.local and door.link("t").startswith("http://127.0.0.1:") and "█" not in told


@pytest.mark.parametrize(
    ("host", "invited"),
    [
        ("localhost", "http://192.168.1.20:8765/"),
        ("127.0.0.1", "http://192.168.1.20:8765/"),
        ("127.3.2.1", "http://192.168.1.20:8765/"),
        ("::1", "http://192.168.1.20:8765/"),
        ("::ffff:127.0.0.1", "http://192.168.1.20:8765/"),
        ("0.0.0.0", "http://192.168.1.20:8765/"),  # browsers go to their own computer by these
        ("::", "http://192.168.1.20:8765/"),
        ("10.8.0.6", "http://192.168.1.20:8765/"),  # its own, in a tunnel
        ("kitchen", "http://192.168.1.20:8765/"),  # a phone may not know this name
        ("nain.maison", "opened"),  # people gave it
        ("192.168.1.20", "opened"),
        ("192.168.0.99", "opened"),  # somebody's router leads here
    ],
)
def test_an_invitation_holds_what_a_phone_can_use(monkeypatch, host, invited):
    monkeypatch.setattr(addresses, "far", lambda: far(lambda: [VPN, WIFI]))
    reach = Reach(("nain.maison",), "http://192.168.1.20:8765/")
    assert reach.invites(host, "opened") == invited
    alone = Reach(("nain.maison",), None)
    assert alone.invites(host, "opened") == (invited if invited == "opened" else None)


def test_the_page_gets_an_address_for_phones_or_none(tmp_path):
    evening = Evening(tmp_path, 9)
    key = {"Authorization": f"Bearer {evening.token}"}
    for phones, expected in (("http://192.168.1.20:8765/", "http://192.168.1.20:8765/#t="), (None, None)):
        app = create_app(evening.live, evening.desk, Extras(reach=Reach((), phones)))
        told = TestClient(app, base_url="http://localhost:8765").get("/api/invitation", headers=key).json()
        assert (told["qr"] is None) == (expected is None)
        assert told["address"] == expected or told["address"].startswith(expected)
    evening.close()
