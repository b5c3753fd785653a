"""The companion as `nainjaune` alone opens it, inside the test's own process."""

import ipaddress
import threading
from urllib.parse import urlsplit

from browser import Kept, serves, serves_no_more
from scripted import wait_for

from companion_api.command import parser
from companion_api.system.addresses import Interface
from companion_api.web.door.entrance import Entrance
from companion_api.web.door.serve import Server
from companion_api.web.hosting.start_page import opened

LOOP = Interface("lo", ("127.0.0.1", "::1"))
WIFI = Interface("wlan0", ("127.0.0.2",))
"""Another address of this computer, which it holds for one of a home network (`pretend_wifi`)."""


def pretend_wifi(monkeypatch):
    """The companion holds the address of `WIFI` for a phone's, though it is this computer's loopback."""
    real = ipaddress.ip_address

    def home(text):
        return real("192.168.1.20" if text == "127.0.0.2" else text)

    monkeypatch.setattr("companion_api.system.addresses.ipaddress.ip_address", home)


class Started:
    """A companion whose start page lies at ``link``; `close` it."""

    def __init__(self, folder, there=None):
        """``there``: the interfaces of this computer, for what phones could use."""
        args = parser(["open"]).parse_args(["open", "--port", "0", "--data", str(folder)])
        self.door = Entrance(args, str(folder))
        self.companion = opened(self.door, str(folder), args.planned)
        if there is not None:
            self.companion.phones._there = there
        self.page = self.door.here()
        self.link = f"{self.page}start/#k={self.companion.key}"
        self.server = Server(self.door.configured(Kept(self.companion.stage)))
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        wait_for(lambda: self.server.started)
        self.port = urlsplit(self.page).port
        serves(self.port, lambda: self.companion.now and self.companion.now.live)

    def _run(self):
        with self.door.open() as sockets:
            self.server.run(sockets=sockets)

    def close(self):
        serves_no_more(self.port)
        self.server.stop()
        self.thread.join(20)
        self.companion.close()
