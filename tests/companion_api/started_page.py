"""The companion as `nainjaune` alone opens it, inside the test's own process."""

import threading

from scripted import wait_for

from companion_api.command import parser
from companion_api.entrance import Entrance
from companion_api.serve import Server
from companion_api.start.companion import Companion


class Started:
    """A companion whose start page lies at ``link``; `close` it."""

    def __init__(self, folder, there=None):
        """``there``: the interfaces of this computer, for what phones could use."""
        args = parser(["open"]).parse_args(["open", "--port", "0", "--data", str(folder)])
        self.door = Entrance(args, str(folder))
        self.companion = Companion(self.door, str(folder))
        if there is not None:
            self.companion.phones._there = there
        self.page = self.door.here()
        self.link = f"{self.page}start/#k={self.companion.key}"
        self.server = Server(self.door.configured(self.companion.stage))
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        wait_for(lambda: self.server.started)

    def _run(self):
        with self.door.open() as sockets:
            self.server.run(sockets=sockets)

    def close(self):
        self.server.stop()
        self.thread.join(20)
        self.companion.close()
