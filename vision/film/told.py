"""What the tracker tells."""

from __future__ import annotations

from dataclasses import dataclass

from engine.boundaries import CardGone, CardLaid, CardLook, CardLookedAgain


@dataclass(frozen=True, slots=True)
class NeverLay:
    """A card that was told as laid never lay there: what was seen later explains what it looked like.

    Attributes:
        t, frame: when that was seen.
        laid: the ``t`` of its `CardLaid`.
        look: place and face as it was told.
    """

    t: float
    frame: int
    laid: float
    look: CardLook


Told = CardLaid | CardLookedAgain | CardGone | NeverLay
