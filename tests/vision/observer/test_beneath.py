"""Cards put down at once as a fan: which of those read under the uppermost are told, and when."""

from types import SimpleNamespace

import numpy as np
import pytest
from drawn_table import SIZE, quad
from observed import JACK, NINE, TEN

from engine.boundaries import CardLook
from engine.cards import DECK
from vision.motion.grid import Grid
from vision.observer.beneath import Beneath
from vision.observer.settings import OBSERVER
from vision.tracking.lying_cards import Known

GRID, LAID = Grid.over(SIZE), 10.0
UPPER, STRIP = quad(520, 240), quad(505, 240)
"""A card told at second `LAID`, and the outline of one put down with it, of which a strip is in sight."""


def look(card, corners, p=0.99):
    return CardLook(corners, tuple(p * (face == card) for face in DECK))


class Scene:
    """A table on which JACK was told at `LAID`; NINE is read under it."""

    def __init__(self):
        nothing = np.zeros(GRID.shape, bool)
        self.came = GRID.covered([UPPER, STRIP])
        self.since = LAID
        self.changes = SimpleNamespace(
            covered=nothing.copy(),
            changed=nothing.copy(),
            altered=self.altered,
            since=np.full(GRID.shape, LAID, np.float32),
        )
        self.lying = SimpleNamespace(cards=[Known(LAID, look(JACK, UPPER), 1, LAID)])
        self.read = [look(JACK, UPPER), look(NINE, STRIP)]
        self.asked = 0
        new_cards = SimpleNamespace(reads=True, off_board=lambda looks: looks, looks=self.looks)
        self.beneath = Beneath(GRID, self.changes, self.lying, new_cards)

    def altered(self, t):
        return self.came & (self.since >= t)

    def looks(self, image, mask):
        self.asked += 1
        return self.read

    def told(self, t=LAID + 1.0):
        found = self.beneath.look(np.zeros((*SIZE[::-1], 3), np.uint8), t)
        return [DECK[one.face] for one, _ in found]


def test_what_is_read_under_a_card_told_and_came_with_it_is_new_and_looked_for_once():
    scene = Scene()
    assert scene.told(LAID + OBSERVER.beneath.after - 0.1) == []
    assert scene.told() == [NINE]
    assert scene.told(LAID + 1.1) == [] and scene.asked == 1


def test_a_card_that_lies_there_already_or_is_read_in_doubt_is_none():
    scene = Scene()
    scene.lying.cards.insert(0, Known(2.0, look(NINE, quad(300, 100)), 1, 2.0))
    assert scene.told() == []
    scene = Scene()
    scene.read = [look(NINE, STRIP, 0.6), look(TEN, quad(700, 100))]
    assert scene.told() == []


def test_between_two_cards_that_one_hand_laid_a_third_is_looked_for_and_told_with_the_one_it_came_with():
    scene = Scene()
    lower = Known(LAID + 0.4, look(TEN, quad(490, 240)), 1, LAID)
    scene.lying.cards.append(lower)
    scene.came = GRID.covered([UPPER])  # no more than they cover themselves
    found = scene.beneath.look(np.zeros((*SIZE[::-1], 3), np.uint8), LAID + 1.0)
    assert [(DECK[one.face], upper.t) for one, upper in found] == [(NINE, LAID)]
    assert all(known.beneath for known in scene.lying.cards)


def test_where_nothing_but_the_card_told_came_nothing_is_looked_for():
    scene = Scene()
    scene.came = GRID.covered([UPPER])
    assert scene.told() == [] and scene.asked == 0
    scene = Scene()
    scene.since = LAID - 1.0  # it looked so before
    assert scene.told() == [] and scene.asked == 0


@pytest.mark.parametrize("over", ["covered", "changed"])
def test_while_a_hand_is_over_the_card_it_is_waited_for_and_not_for_ever(over):
    scene = Scene()
    mask = getattr(scene.changes, over)
    mask |= GRID.covered([UPPER])
    assert scene.told() == [] and scene.asked == 0
    mask[:] = False
    assert scene.told(LAID + 2.0) == [NINE]
    late = Scene()
    assert late.told(LAID + OBSERVER.beneath.until + 0.1) == [] and late.asked == 0


def test_of_two_looks_at_one_place_only_those_that_are_surely_read_are_at_two_cards():
    scene = Scene()
    scene.lying.cards[0] = Known(LAID, look(JACK, UPPER, 0.8), 1, LAID)
    assert scene.told() == []
    beside = Scene()
    beside.lying.cards.append(Known(LAID, look(TEN, quad(535, 240), 0.8), 1, LAID))
    assert beside.told() == [NINE]
