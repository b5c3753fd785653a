"""What a live camera did not see for a while is told, before what is seen then."""

import numpy as np

from engine.boundaries import Frame, Unseen
from vision.table.bearings import Bearings


class Blank:
    """An observer that sees nothing."""

    arms_over, lying = np.zeros((1, 1), bool), ()

    def look(self, frame):
        return []

    def interrupted(self, seconds):
        pass


def test_a_gap_in_the_pictures_is_told_once():
    image = np.full((72, 128, 3), 90, np.uint8)
    bearings = Bearings(
        Blank(), (128, 72), None, {"QS": ((1.0, 1.0), (9.0, 1.0), (9.0, 9.0), (1.0, 9.0))}, None
    )
    frames = [Frame(n, n / 10, "camera", image, gap) for n, gap in enumerate((0.0, 0.0, 7.5, 0.0))]
    told = [one for frame in frames for one in bearings.look(frame)]
    assert told == [Unseen(0.2, 2, 7.5)]
