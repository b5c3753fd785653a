"""An observer that is shown a drawn table, and what it tells of it."""

from drawn_table import BOARD, SEATS, SIZE

from engine.boundaries import CardLaid
from engine.cards import DECK, Card
from vision.observer.observer import Detectors, Observer
from vision.table.board import cell_quads

BELOW = ((400, 480), (520, 300))
ABOVE = ((400, 0), (520, 240))
NINE, TEN, JACK = Card(9, "C"), Card(10, "S"), Card(11, "H")


def observer(table, count=None, seats=SEATS):
    return Observer(SIZE, seats, 3, cell_quads(BOARD), BOARD, Detectors(table.find, None, count))


def run(watcher, table, seconds, arm=None, gain=1.0):
    told = []
    for _ in range(round(seconds * 15)):
        frame = table.frame(arm, gain)
        told += [(frame.t, sighting) for sighting in watcher.look(frame)]
    return told


def cards(told):
    return [sighting for _, sighting in told if isinstance(sighting, CardLaid)]


def face(laid):
    return DECK[max(range(52), key=lambda number: laid.look.faces[number])]
