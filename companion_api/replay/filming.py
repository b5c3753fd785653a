"""Puts what people may see of the table into a ring, a few times a second.

What lies in memory has been through `vision.redaction` already: sharp are the boxes and those cards of this
round that the log tells and that surely lie there (`vision.observer.certain`), wherever no arm is over
them; a held fan is a blur from the first picture on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from companion_api.games.views import Story
from companion_api.replay.ring import Region, Ring, Still
from engine.boundaries import Frame, Quad
from engine.cards import Card
from vision.geometry.quads import as_quad
from vision.redaction.redacted import Scene, jpeg, reduced
from vision.table.bearings import Bearings

EVERY = 0.25
"""Seconds between two pictures."""
MARGIN = 0.03
"""What is looked at round what a picture shows, as a share of its width: half of a card or less."""
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
        self._ring.keep(
            still_of(frame.t, reduced(observer.scene(frame.image, known_cards(self._story())), WIDTH))
        )


def still_of(t: float, scene: Scene) -> Still:
    """What is kept of a scene at second *t*."""
    coarse = jpeg([Scene(scene.image, card=scene.card)])
    if not scene.shown:
        return Still(t, coarse)
    parts = (scene.lying, [quad for _, quad in scene.cards])
    where = tuple(_round(quads, scene.image.shape) for quads in parts if quads)
    size = np.array(scene.image.shape[1::-1])
    outlines = tuple((card, as_quad(np.array(quad) / size)) for card, quad in scene.cards)
    return Still(t, jpeg([scene]), frozenset(card for card, _ in scene.cards), where, coarse, outlines)


def _round(quads: Sequence[Quad], shape: tuple[int, ...]) -> Region:
    """The part of a picture of this shape that holds these outlines, and a little round them."""
    points = np.array(quads).reshape(-1, 2)
    height, width = shape[:2]
    left, top = (max(0, int(low)) for low in points.min(0) - MARGIN * width)
    right, bottom = (int(high) for high in np.minimum(points.max(0) + MARGIN * width, (width, height)))
    return (left, top, right, bottom)


def known_cards(story: Story) -> set[Card]:
    """The cards of this round that everybody knows of: laid, or shown at its end."""
    return {laid.card for laid in story.cards} | {card for hand in story.hands for card in hand.cards}
