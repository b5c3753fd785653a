"""An observer that is shown a drawn table, and what it tells of it."""

from copy import deepcopy
from functools import cache

import numpy as np
from drawn_table import BOARD, FPS, SEATS, SIZE, Drawn

from engine.boundaries import CardLaid
from engine.cards import DECK, Card
from vision.cards.photograph import DetectedCard
from vision.film.eyes import Detectors
from vision.motion.watch import Watch
from vision.observer.observer import Observer
from vision.table.board import cell_quads

BELOW = ((400, 480), (520, 300))
ABOVE = ((400, 0), (520, 240))
NINE, TEN, JACK, QUEEN = Card(9, "C"), Card(10, "S"), Card(11, "H"), Card(12, "D")


class Eyes:
    """What finds, reads and counts on a drawn table; a test may put something else in its place.

    What the finder of a drawn table finds are looks, read already.
    """

    def __init__(self, table, read=None, count=None):
        self.find, self.read, self.count = table.find, read, count

    def finds(self, image, region):
        return self.find(image, region)

    def reads(self, image, quads, upper=(), worth=0.0):
        if self.read is not None:
            return self.read(image, quads, upper)
        looks = self.find(image, (0, 0, image.shape[1], image.shape[0]))
        return np.array([faces_at(quad, looks) for quad in quads]).reshape(-1, 52)

    def counts(self, image, quads, visited):
        return self.count(image, quads, visited)

    @property
    def detectors(self):
        return Detectors(
            self.finds, lambda _, looks, indices: [as_card(look) for look in looks], nothing, self.reads
        )


def nothing(image, looks):
    return []


def as_card(look):
    return DetectedCard(look, 0.9, back=False)


def faces_at(quad, looks):
    """What is read at a place: the uppermost card whose middle lies near."""
    middle = np.mean(quad, axis=0)
    near = [look for look in looks if np.linalg.norm(np.mean(look.corners, axis=0) - middle) < 10]
    return near[-1].faces if near else [0.0] * 52


def observer(table, *, read=None, count=None, seats=SEATS):
    table.eyes = eyes = Eyes(table, read, count)
    watch = Watch(SIZE, seats, 3)
    return Observer(watch, cell_quads(BOARD), BOARD, eyes.detectors, count and eyes.counts)


def run(watcher, table, seconds, arm=None, gain=1.0):
    told = []
    for _ in range(round(seconds * FPS)):
        frame = table.frame(arm, gain)
        told += [(frame.t, sighting) for sighting in watcher.look(frame)]
    return told


@cache
def _begun(laid, seed, read):
    """A table that has been watched for a moment, then each of these cards after the other."""
    table = Drawn(seed)
    watcher = observer(table, read=read)
    run(watcher, table, 0.6)
    table.told = []
    for card, *place in laid:
        table.lay(card, *place)
        table.told += cards(run(watcher, table, 0.6))
    assert [face(each) for each in table.told] == [card for card, *_ in laid]
    return watcher, table


def watched(*laid, seed=0, read=None):
    """An observer and its table, on which these cards (card, x, y, turn) were `told`: watched only once."""
    return deepcopy(_begun(laid, seed, read))


def cards(told):
    return [sighting for _, sighting in told if isinstance(sighting, CardLaid)]


def faces(told):
    """The cards that were told as laid."""
    return [face(laid) for laid in cards(told)]


def face(laid):
    return DECK[max(range(52), key=lambda number: laid.look.faces[number])]
