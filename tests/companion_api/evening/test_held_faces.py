"""No picture that leaves the companion during a round lets a card be read that somebody holds."""

import base64
from itertools import takewhile

import cv2
import numpy as np
import pytest

from companion_api.doctor import camera_check
from companion_api.evening.pipeline import run
from companion_api.games.views import tell
from companion_api.replay.filming import EVERY, Filming
from companion_api.replay.ring import Ring
from companion_api.web.hosting.thumbnails import Thumbnails
from engine.cards import DECK, HONOURS, parse_card
from engine.events import CardPlayed, to_json
from engine.referee.referee import Referee
from engine.table import table_from_json
from hardware.simulator import Disturbances, SimulatedTable
from vision.cards.indices import find_indices
from vision.cards.photograph import cards_of_photo
from vision.cards.reader import shipped
from vision.geometry.quads import as_quad
from vision.observer.observer import watch_table

BEGINS, ENDS = 4.6, 13.5
"""Seconds of the film: the boxes are filled, then everybody holds up his cards and some are laid."""
FREE = 3.0
"""Seconds after which the hand that laid a card has left it and it is certain."""
SURELY = 0.5


class Film:
    """The beginning of a round in which all players show the camera the faces of their cards.

    Attributes:
        frames: in order of time.
        proofs: the picture that each event got, with the second at which it was taken.
    """

    def __init__(self) -> None:
        held = Disturbances.of("held")
        self.film = SimulatedTable(11, 3, "rows", disturbances=held, fps=4, pace=3)
        self.table = table_from_json(self.film.table, "table")
        begun = (frame for frame in self.film.frames() if frame.t >= BEGINS)
        self.frames = list(takewhile(lambda frame: frame.t < ENDS, begun))
        observer = watch_table(self.table, self.film.size)
        referee = Referee(self.table, listens=True)
        self.proofs = []
        looks = observer.look

        def look(frame):
            seen = looks(frame)
            self.proofs += [(frame.t, one) for one in map(observer.evidence, seen) if one is not None]
            self.proofs += [(frame.t, proof.jpeg) for proof in observer.proved()]
            return seen

        observer.look = look
        self.ring = Ring()
        story = tell([])
        filming = Filming(self.ring, lambda: story)
        self.events = []

        def frames():
            for frame in self.frames:
                yield frame
                filming.saw(frame, observer)

        for out in run(frames(), observer, referee):
            if out.events:
                self.events += out.events
                story = tell([to_json(event) for event in referee.log])

    def held(self, t):
        """The cards in people's hands at *t*, but for those that are printed on the board as well."""
        cards = set()
        for move in self.film.truth["moves"]:
            if move["t"] <= t:
                moved = {parse_card(code) for code in move["cards"]}
                cards = cards | moved if move["to"] == "hand" else cards - moved
        return cards - set(HONOURS)


@pytest.fixture(scope="module")
def film():
    return Film()


def picture(jpeg):
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


def read(image):
    """Every face that is read in a picture: by `nainjaune cards`, and at each index by itself."""
    found = {one.card for one in cards_of_photo(image) if one.why_unread is None}
    for side in (40.0, 80.0):
        quads = [as_quad(one.card) for one in find_indices(image, side)]
        for faces in shipped().read(image, quads).faces[:, : len(DECK)]:
            if faces.max() > SURELY:
                found.add(DECK[int(faces.argmax())])
    return found


def test_what_is_held_is_read_in_the_camera_s_own_picture(film):
    """Else this film would prove nothing."""
    frame = film.frames[-5]
    assert len(read(frame.image) & film.held(frame.t)) >= 2


def test_no_proof_shows_a_held_face_and_each_shows_its_card(film):
    laid = {event.card for event in film.events if isinstance(event, CardPlayed) and event.t < ENDS - FREE}
    of_play = [(t, jpeg) for t, jpeg in film.proofs if film.held(t)]
    assert len(laid) >= 2 and len(of_play) >= 2
    shown = set()
    for t, jpeg in of_play:
        seen = read(picture(jpeg))
        assert not seen & film.held(t), t
        shown |= seen
    assert shown >= laid


def test_no_replay_shows_a_held_face_and_a_card_is_seen_once_it_is_told(film):
    laid = [event for event in film.events if isinstance(event, CardPlayed)]
    stills = film.ring.between(BEGINS, ENDS)
    assert len(stills) >= (ENDS - BEGINS) / (2 * EVERY)
    seen = read(picture(stills[-1].jpeg))
    assert not seen & film.held(stills[-1].t)
    assert seen & {event.card for event in laid}


class Camera:
    """Shows one picture for ever."""

    name = "camera"

    def __init__(self, frame) -> None:
        self.frame = frame

    def __next__(self):
        return self.frame

    def close(self) -> None:
        pass


def test_no_still_shows_a_held_face_and_the_board_is_seen_in_it(film):
    board, frame = film.table.board, film.frames[-1]
    thumbnails = Thumbnails(lambda name, **how: Camera(frame), list)
    told = {camera_check.check(frame.image, board, {})["jpeg"], thumbnails.picture("0")["jpeg"]}
    thumbnails.close()
    real = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
    x, y = np.mean(board, 0).astype(int)
    near = (slice(y - 200, y + 200), slice(x - 200, x + 200))
    for still in told:  # one, as long as both show the same
        seen = picture(base64.b64decode(still))
        assert not read(seen) & film.held(frame.t)
        grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY).astype(int)
        # What is as large as the board is there still, light upon dark or dark upon light.
        assert np.corrcoef(cv2.blur(real, (45, 45))[near].ravel(), grey[near].ravel())[0, 1] > 0.8
