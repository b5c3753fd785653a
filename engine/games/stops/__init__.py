"""What all refereed *stops* games share: cards laid in sequence, a board of boxes, calls, hands and chips.

A stops game (Nain Jaune, Michigan, Newmarket, Pope Joan) is a module of its own with its rules at its head:
its deal, its rules of laying cards, its settlement. It hands in a `House`, the options by which
people play, with the board; what the code here must know of a game it asks that object.

* **Board** one box for each of some cards (`House.BOX`). What a round leaves in a box stays there. The
  talon is never seen; an honour in it costs nobody.
* **Honours** who lays one and, where it must be called, calls it in time takes its box: `House.call_window`.
* **The round ends** at once with a player's last card. The losers show their hands.
* **Nobody logs a pass**: whoever is skipped has passed.
* **Overlooked** who kept a card that a rule bound him to lay has broken no rule that anybody saw; it
  shows when that card is laid or shown. Play goes on, the round settles as it was played, and people
  are told (`alerts`); a house may fine it: `House.overlooked_fine`, to the winner.

The state is frozen; every function is pure.

What every such game answers alike a module takes in by one line (`alike`); what it says of its own, and
what of that is shared, is in `playing`.
"""

from engine.games.stops.boxes import fine, heed
from engine.games.stops.calls import (
    alerts,
    call_brings,
    call_fault,
    call_open,
    call_until_next,
    called,
    calls_reminded,
    calls_taken,
    in_time,
    is_called,
    wanted_after,
)
from engine.games.stops.hands import (
    all_shown,
    hand_points,
    held_honours,
    points,
    resting_on,
    show_hand,
    with_known,
)
from engine.games.stops.house import AT_ONCE, PART, TOLD, House
from engine.games.stops.laying import begin_round, lay
from engine.games.stops.paying import settle
from engine.games.stops.playing import able, allowed, apply, excused, refused
from engine.games.stops.standing import (
    antes,
    back_crosses,
    boxes_now,
    cards_laid,
    cards_left,
    chips_now,
    ended,
    finished,
    hands_missing,
    held_now,
    left,
    next_antes,
    next_dealer,
    pack,
    ruined,
    starts,
    unsettled,
    winner,
)
from engine.games.stops.state import Evening, Laid, Round, place_of, sit_down, with_round
