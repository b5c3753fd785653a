"""Cards that are known to lie on a table, and what is made of looks at it: no film, no network."""

import numpy as np
from drawn_table import BOARD, SIZE, Drawn

from engine.cards import DECK
from vision.motion.arms import Hands
from vision.motion.changes import Changes
from vision.motion.grid import Grid
from vision.motion.stillness import Stillness
from vision.observer.observer import Detectors
from vision.tracking.fitting import Plane
from vision.tracking.lying_cards import Known, LyingCards
from vision.tracking.new_cards import NewCards

GRID = Grid.over(SIZE)
NOW = 10.0
"""Second at which the table is looked at; its cards were laid one a second before."""
EVERYWHERE = np.ones(GRID.shape, bool)


def codes(looks):
    return [DECK[look.face].code for look in looks]


class Lying:
    """What was laid, and what finds and reads what is new."""

    def __init__(self, *laid, read=None, bare=None):
        self.bare = Drawn().picture() if bare is None else bare
        self.changes = Changes(Hands([]))
        self.changes.look(Stillness().look(self.bare, NOW))
        self.cards = LyingCards(GRID, self.changes)
        self.cards.cards += [Known(float(t), look, 3, float(t)) for t, look in enumerate(laid)]
        self.new = NewCards(
            GRID, self.changes, self.cards, Plane(BOARD, SIZE), Detectors(lambda *_: [], read)
        )
        self.new.board = GRID.grown([BOARD], 2)
        self.new.learn_size(laid)

    def match(self, looks, news):
        """The new cards that explain some news."""
        return self.new.match(looks, news)

    def explain(self, seen, news, now=None):
        """The same by all that can be tried, of a picture *now* of the table, if it has changed."""
        table = None if now is None else self.bare
        return self.new.explain(self.bare if now is None else now, table, news, list(seen)).laid
