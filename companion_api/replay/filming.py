"""Puts what people may see of the table into a ring, a few times a second.

What lies in memory has been through `vision.redaction` already: sharp are the boxes and the cards of this
round that the log tells, wherever no arm is over them; a held fan is a blur from the first picture on.
"""

from __future__ import annotations

from collections.abc import Callable

from companion_api.evening.views import Story
from companion_api.replay.ring import Ring, Still
from engine.boundaries import Frame
from engine.cards import Card
from vision.redaction.redacted import jpeg, reduced
from vision.table.bearings import Bearings

EVERY = 0.25
"""Seconds between two pictures."""
WIDTH = 960
"""Pixels of a picture at most: of 1080p 7.6 ms of a core each (66 of a simulated table, 2026-11-27)."""


class Filming:
    """Takes the pictures of one evening.

    Args:
        ring: where they go.
        story: the evening so far.
    """

    def __init__(self, ring: Ring, story: Callable[[], Story]) -> None:
        self._ring = ring
        self._story = story
        self._due = 0.0

    def saw(self, frame: Frame, observer: Bearings) -> None:
        """The observer has looked at a frame: keep it, if the next picture is due."""
        if self._due - EVERY <= frame.t < self._due:
            return
        self._due = frame.t + EVERY
        scene = observer.scene(frame.image, told(self._story()))
        self._ring.keep(Still(frame.t, jpeg([reduced(scene, WIDTH)])))


def told(story: Story) -> set[Card]:
    """The cards of this round that everybody knows of: laid, or shown at its end."""
    return {laid.card for laid in story.cards} | {card for hand in story.hands for card in hand.cards}
