"""What every stops game answers alike: a game's module takes it in by one line.

    from engine.games.stops.alike import *  # noqa: F403

A game that answers something otherwise defines it and imports the others by name.
"""

from engine.games.stops.calls import (
    alerts,
    call_fault,
    call_until_next,
    calls_reminded,
    calls_taken,
    is_called,
)
from engine.games.stops.hands import resting_on, with_known
from engine.games.stops.house import PART, TOLD
from engine.games.stops.standing import (
    antes,
    boxes_now,
    cards_laid,
    cards_left,
    finished,
    hands_missing,
    held_now,
    left,
    next_antes,
    next_dealer,
    pack,
    unsettled,
)
