"""What the live channel sends, put into text once for all pages that have seen as much, and may."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from typing import Any

from companion_api.evening.live import Live


class Messages:
    """The table as it stands, as text; see ``LIVE.md``.

    Args:
        live: the evening.
    """

    def __init__(self, live: Live) -> None:
        self._live = live
        self._lock = threading.Lock()
        self._version = -1
        self._made: dict[tuple[int, str | None], tuple[int, str]] = {}

    def since(self, seen: int, own: Mapping[str, Any]) -> tuple[int, str]:
        """The message for a page that has seen the events up to ``seen``; from any thread.

        Args:
            seen: the number of an event; any other: all events come.
            own: fields that this page alone is told; ``you`` says whose it is.

        Returns:
            (number of the last event in it, text).
        """
        with self._lock:
            # Changes are made before they are counted: what is made now has all that are counted.
            if self._version != self._live.version:
                self._version, self._made = self._live.version, {}
            if not 0 <= seen <= self._live.seq:
                seen = 0  # from elsewhere: everything
            eyes = seen, own["you"]["player"]
            if eyes not in self._made:
                now = self._live.shown_to(eyes[1], seen)
                self._made[eyes] = now["seq"], json.dumps(now, ensure_ascii=False)
            seq, text = self._made[eyes]
        return seq, f"{text[:-1]}, {json.dumps(dict(own), ensure_ascii=False)[1:]}"
