"""A lamp that turns yellow when the yellow dwarf is laid, and white again with the next card.

For a lamp with WLED (its JSON interface, ``/json/state``); only the standard library is needed::

    python -m companion_api.examples.yellow_lamp 8770 http://wled-lampe.local
    nainjaune play --webhook http://127.0.0.1:8770/

With ``NAINJAUNE_WEBHOOK_SECRET`` set for both, what is not signed is not believed.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import sys
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DWARF = "7D"
YELLOW, WHITE = [255, 190, 0], [255, 244, 229]
LARGEST = 100_000


def colour(event: dict[str, str]) -> list[int] | None:
    """What the lamp is to show after an event; None: what it shows already."""
    if event["type"] != "card_played":
        return None
    return YELLOW if event["card"] == DWARF else WHITE


def shine(lamp: str, shown: list[int]) -> None:
    """Have the lamp show a colour (red, green, blue)."""
    state = json.dumps({"on": True, "seg": [{"col": [shown]}]}).encode()
    request = urllib.request.Request(f"{lamp}/json/state", state, {"Content-Type": "application/json"})
    # A lamp is at home: no proxy knows it.
    urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=5).close()


def listener(port: int, lamp: str, secret: bytes | None) -> ThreadingHTTPServer:
    """The server that the companion tells."""

    class Told(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(min(int(self.headers["Content-Length"] or 0), LARGEST))
            signed = self.headers["X-Nainjaune-Signature"] or ""
            if secret and not hmac.compare_digest(
                signed, f"sha256={hmac.new(secret, body, hashlib.sha256).hexdigest()}"
            ):
                self.send_error(403)
                return
            shown = colour(json.loads(body)["event"])
            if shown is not None:
                shine(lamp, shown)
            self.send_response(204)
            self.end_headers()

    return ThreadingHTTPServer(("127.0.0.1", port), Told)


if __name__ == "__main__":
    known = os.environ.get("NAINJAUNE_WEBHOOK_SECRET")
    listener(int(sys.argv[1]), sys.argv[2].rstrip("/"), known.encode() if known else None).serve_forever()
