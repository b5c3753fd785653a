"""A table that is played by a script: what the camera would see, told without pictures.

The referee, the store, the server and the page behind it are the real ones.
"""

import threading
import time
from collections.abc import Iterator
from random import Random

import cv2
import numpy as np

from companion_api.evening.live import Live
from companion_api.evening.taps import Desk
from companion_api.evening.watching import Manner, Outcome, Watching
from companion_api.games.views import read
from companion_api.replay.recorded import RecordedReferee
from companion_api.store import Store
from engine.boundaries import CardLaid, CardLook, Frame, Heard
from engine.cards import DECK
from engine.games import game
from engine.games.at_random import play
from engine.table import table_from_json
from hardware.cameras import CameraLost

TABLE = {
    "players": [{"name": name} for name in ("Ana", "Bruno", "Chloé", "David")],
    "dealer": "David",
    "boxes": {"TD": 0, "JC": 4, "QS": 0, "KH": 8, "7D": 0},
}
KIND = {**TABLE, "reminder": 5}
"""A table that reminds of calls, so that every screen shows one that waits."""
PAUSE = 3
"""Cards' time between the last card and the hands laid open."""
HANGS = 90.0
"""Seconds after which something counts as hung; no test says how fast anything is."""
SHORTEST, LONGEST = 0.01, 0.1
"""Seconds between two looks at what is waited for, the first and the last: a browser that is asked a hundred
times a second has time for nothing else."""
CORNERS = ((10.0, 10.0), (40.0, 10.0), (40.0, 55.0), (10.0, 55.0))


def look(card):
    faces = np.full(52, 0.0002)
    faces[card.index] = 0.98
    return CardLook(CORNERS, tuple(faces / faces.sum()))


def arm(place, players):
    return tuple(0.97 if seat == place else 0.03 / (players - 1) for seat in range(players))


class ScriptedCamera:
    """Frames one second apart, each handed out when the test allows it."""

    name, size, fps, live = "script", (64, 64), 1.0, True

    def __init__(self):
        self.allowed = threading.Semaphore(0)
        self.over = False
        self.number = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.over = True
        self.allowed.release()

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        if not self.allowed.acquire(timeout=0.01):
            raise CameraLost("script", "no_picture")
        if self.over:
            raise StopIteration
        self.number += 1
        return Frame(self.number, float(self.number), self.name, np.zeros((64, 64, 3), np.uint8))


class ScriptedObserver:
    """Sees cards come to lie as planned: frame number → (player's place, card).

    ``proofs``: frame number → the pictures of cards that are certain then (`engine.boundaries.Proof`).
    ``doubts``: frame number → another player whose arm it seems to have been, against the rules' odds.
    """

    def __init__(self, players):
        self.players = players
        self.plan = {}
        self.doubts = {}
        self.proofs = {}
        self.number = 0

    def proved(self):
        return self.proofs.pop(self.number, ())

    def look(self, frame):
        self.number = frame.number
        if frame.number not in self.plan:
            return []
        player, card = self.plan[frame.number]
        seats = arm(player, self.players)
        if frame.number in self.doubts:
            other = arm(self.doubts[frame.number], self.players)
            seats = tuple(0.03 * mine + 0.97 * his for mine, his in zip(seats, other, strict=True))
        return [CardLaid(frame.t, frame.number, frame.t - 0.5, look(card), seats)]

    def evidence(self, sighting):
        picture = np.full((96, 96, 3), (70, 110, 60), np.uint8)
        code = DECK[int(np.argmax(sighting.look.faces))].code
        cv2.rectangle(picture, (26, 14), (70, 82), (245, 250, 252), -1)
        cv2.putText(picture, code, (31, 56), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (40, 40, 160), 2)
        before = np.full_like(picture, (70, 110, 60))
        return cv2.imencode(".jpg", np.hstack([before, picture]))[1].tobytes()


class Evening:
    """Everything behind a page, and a planned round that comes as far as a test lets it."""

    def __init__(self, folder, seed=3, table=TABLE, resume=False, skip=0):
        """With ``resume`` the last evening goes on; ``skip`` cards of the plan already lie."""
        self.store = Store(folder)
        self.live = Live(self.store, self.store.last() if resume else self.store.begin(table))
        told = self.live.camera
        # That the script makes the camera wait is nothing to tell anybody.
        self.live.camera = lambda state, detail="": detail == "no_picture" or told(state, detail)
        self.table = table_from_json(table, "table")
        self.camera = ScriptedCamera()
        self.observer = ScriptedObserver(len(self.table.names))
        self.referee = RecordedReferee(self.table, log=read(self.live.events()))
        self.live.replay.given = self.referee.given
        self._plan(Random(seed), skip)
        self.watching = Watching(
            self.live, self.camera, self.observer, self.referee, Manner(self.calls, speed=None)
        )
        self.desk = Desk(self.watching)
        self.watching.start()

    def _plan(self, rng, skip):
        """A card every third second; its call, if it has one, a second after it."""
        names = self.table.names
        evening = game.fold([self.table.game_started(), self.table.round_started()])
        dealt = play.deal(len(names), rng)
        self.steps = list(play.random_round(evening, dealt.hands, rng))
        self.hands = play.left_in_hand(names, dealt.hands, self.steps)
        self.calls = []
        left = [(shown.player, card) for shown in self.hands for card in shown.cards]
        cards = [(step.player, step.card) for step in self.steps[skip:]]
        for place, (player, card) in enumerate(cards):
            self.observer.plan[3 * place + 3] = (names.index(player), card)
        for place, (player, card) in enumerate(left, len(cards) + PAUSE):
            self.observer.plan[3 * place + 3] = (names.index(player), card)
        for place, step in enumerate(self.steps[skip:]):
            if step.calls:
                self.calls.append(Heard(3.0 * place + 4.0, step.card, step.player, "tap"))
        self.last_frame = max(self.observer.plan) + 9

    @property
    def token(self):
        return self.live.evening.token

    def frames(self, number):
        """Let frames come up to this number and wait until they are read."""
        for _ in range(number - self.camera.number):
            self.camera.allowed.release()
        wait_for(lambda: self.observer.number >= number)
        self.watching.ask(Outcome)  # the frame in hand is done

    def cards(self, count):
        """Let the round come to its card number ``count``, before any call of that card."""
        self.frames(3 * count)

    def whole_round(self):
        """Play to the end and show all hands."""
        self.frames(self.last_frame)

    def close(self):
        self.watching.stop()
        self.store.close()


def wait_for(true, seconds=HANGS):
    """Wait until ``true()``; AssertionError when it does not come, however busy the machine may be."""
    until, pause = time.monotonic() + seconds, SHORTEST
    while not true():
        assert time.monotonic() < until, "it did not come"
        time.sleep(pause)
        pause = min(1.4 * pause, LONGEST)
