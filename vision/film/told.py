"""What the tracker tells."""

from __future__ import annotations

from engine.boundaries import CardGone, CardLaid, CardLookedAgain
from vision.film.settings import FILM

Told = CardLaid | CardLookedAgain | CardGone


def believed(told: Told) -> bool:
    """Whether by what is seen alone the card lies there: where no rules of a game tell more."""
    return not isinstance(told, CardGone) and told.lies >= FILM.tracks.believed
