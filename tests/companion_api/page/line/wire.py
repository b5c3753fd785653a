"""A network between a browser and the table that a test can freeze, in either direction."""

import socket
import threading
from contextlib import suppress

from browser import Door


class Wire:
    """Carries what comes to its own port to `Door`; while frozen it takes everything and hands on nothing,
    as a stopped process does, or a network that is gone without a word.

    Attributes:
        address: the table's, through the wire.
        up, down: set: what the browser (the table) says is handed on.
    """

    def __init__(self, door: Door):
        self._door = door
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self._open = [self._listener]
        self.up, self.down = threading.Event(), threading.Event()
        self.thaw()
        port = self._listener.getsockname()[1]
        self.address = door.address.replace(f":{door.port}/", f":{port}/")
        threading.Thread(target=self._take, daemon=True).start()

    def freeze(self, up=True, down=True):
        if up:
            self.up.clear()
        if down:
            self.down.clear()

    def thaw(self):
        self.up.set()
        self.down.set()

    def close(self):
        self.thaw()
        for each in self._open:
            each.close()

    def _take(self):
        while True:
            try:
                browser, _ = self._listener.accept()
                table = socket.create_connection(("127.0.0.1", self._door.port))
            except OSError:
                return
            self._open += [browser, table]
            for source, sink, way in ((browser, table, self.up), (table, browser, self.down)):
                threading.Thread(target=self._carry, args=(source, sink, way), daemon=True).start()

    def _carry(self, source, sink, way):
        """Until the source ends: its end is handed on too, after all that came before it."""
        with suppress(OSError):
            while data := source.recv(65536):
                way.wait()
                sink.sendall(data)
        way.wait()
        with suppress(OSError):
            sink.shutdown(socket.SHUT_WR)
