"""Photographs of hands, one at a time and no more of them than a table needs; nothing of them is kept."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable

import cv2
import numpy as np

from companion_api.evening.live import Live
from companion_api.evening.taps import Refused
from companion_api.evening.who import Pass
from companion_api.hand_photo.looks import looks
from companion_api.hand_photo.reading import ReadHand, read_hand
from engine.cards import DECK, Card
from engine.games import game
from hardware.files.decoding import SENT
from hardware.files.photos import photo_of

LARGEST = SENT.allowed.bytes
"""Of a photograph: the page sends less than one megabyte, another program what a camera writes."""
SIDE = 2048
"""Pixels of its longer side with which a photograph is read: a hand that fills a third of it shows cards of
150 and more pixels; `bench hands` measures at 1920."""
MOST_WAITING = 4
"""Photographs that wait for their turn: those of a table whose losers all photograph at once."""
MOST_SENT, WITHIN = 6, 30.0
"""How many photographs one person may send in so many seconds."""
MOST_SENDERS = 64


class Often(Exception):
    """Too many photographs now."""


class HandPhotos:
    """Reads photographs of hands; from any thread.

    Args:
        live: the evening, whose game bears witness.
        clock: seconds; only differences count.
    """

    def __init__(self, live: Live, clock: Callable[[], float] = time.monotonic) -> None:
        self._live = live
        self._clock = clock
        self._turn = threading.Lock()
        self._waiting = threading.BoundedSemaphore(MOST_WAITING)
        self._counting = threading.Lock()
        self._sent: OrderedDict[str, deque[float]] = OrderedDict()

    def may(self, player: str, held: Pass) -> None:
        """Check that this person may send this player's hand now.

        Raises:
            Refused: ``role``: it is not his hand; ``player``: nobody of that name plays; ``hands``: it is
                not time to show hands; ``shown``: this hand has been shown, or is empty.
        """
        if held.role != "host" and (held.role != "player" or held.player != player):
            raise Refused("role", f"not for {held.name} to show")
        self._hand(player)

    def read(self, content: bytes, player: str, held: Pass) -> ReadHand:
        """A player's hand as a photograph shows it; the photograph is not kept.

        Args:
            content: a picture file.
            player: whose hand it is.
            held: by whoever sends it.

        Raises:
            Refused: as `may`.
            Often: too many are sent, or wait.
            BadInput: it is no picture, or too large a one.
        """
        self.may(player, held)
        self._count(held.device or held.name)
        if not self._waiting.acquire(blocking=False):
            raise Often
        try:
            with self._turn:
                image = _reduced(photo_of(content, "the photograph", SIDE))
                known, free = self._hand(player)  # as it is by now
                return read_hand(looks(image, self._live.reader), free, known)
        finally:
            self._waiting.release()

    def _hand(self, player: str) -> tuple[int, frozenset[Card]]:
        """How many cards a hand that is to be shown has, and which ones it can hold."""
        table, evening = self._live.table, self._live.story.state
        if table is None or player not in table.names:
            raise Refused("player", f"{player} does not play")
        rules = None if evening is None else game.rules_of(evening)
        if rules is None or evening is None or evening.round is None or not rules.hands_missing(evening):
            raise Refused("hands", "hands are shown once the round is over, not before")
        if player not in rules.hands_missing(evening):
            raise Refused("shown", f"the hand of {player} is not to be shown any more")
        laid = {each.card for each in evening.round.laid}
        shown = {card for hand in evening.round.hands for card in hand or ()}
        return rules.cards_left(evening)[player], frozenset(DECK) - laid - shown

    def _count(self, sender: str) -> None:
        with self._counting:
            sent = self._sent.setdefault(sender, deque(maxlen=MOST_SENT))
            self._sent.move_to_end(sender)
            if len(self._sent) > MOST_SENDERS:
                self._sent.popitem(last=False)
            now = self._clock()
            if len(sent) == MOST_SENT and now - sent[0] < WITHIN:
                raise Often
            sent.append(now)


def _reduced(image: np.ndarray) -> np.ndarray:
    """A photograph (uint8 BGR) at the size at which it is read, if it is larger."""
    shrink = SIDE / max(image.shape[:2])
    if shrink >= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
