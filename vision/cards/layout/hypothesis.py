"""What a picture is explained by: hypotheses of cards, and those that explain it best together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.boundaries import Point, Quad


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis:
    """A place where a card may lie.

    Attributes:
        quad: its corners in pixels, the first edge a short one.
        found: how surely something says that a card lies there, 0–1.
        source: the proposal it comes from.
        back: what was found there looks like a card's back.
        index: the middle of the index that proposes it, pixels.
    """

    quad: Quad
    found: float
    source: str
    back: bool = False
    index: Point | None = None

    @property
    def corners(self) -> np.ndarray:
        """The outline, float32 4 × 2."""
        return np.asarray(self.quad, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What the reader says of a hypothesis.

    Attributes:
        faces: 52 probabilities in `engine.cards.DECK` order.
        turned: probability that its first corner is the bottom right one of the card as printed.
        joker: probability that it is a joker, if it shows no face.
    """

    faces: np.ndarray
    turned: float
    joker: float

    @property
    def face(self) -> int:
        """The likeliest face's place in `engine.cards.DECK`."""
        return int(self.faces.argmax())

    @property
    def sure(self) -> float:
        """Probability of the likeliest face."""
        return float(self.faces.max())


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A card of a layout.

    Attributes:
        hypothesis: where it lies.
        reading: of what no other card of the layout hides.
        upper: the cards that lie upon it.
    """

    hypothesis: Hypothesis
    reading: Reading
    upper: tuple[Hypothesis, ...] = ()
