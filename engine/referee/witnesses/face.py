"""The looks at its face."""

from __future__ import annotations

from engine.referee.slots import Slot
from engine.referee.witnesses.testimony import Context, Testimony

MISREAD = 0.004
"""Probability that a face is read as something quite different, whatever the look says."""
UNSURE = 0.05
"""What is added to it for a look that is sure of nothing; in between in proportion."""
NOTHING = 1e-7
"""How often something with a face is reported that is no card at all."""
SHADE = 0.03
"""How often something without a face is reported that is no card at all (a shadow, a sleeve): of 28 that an
arm had left behind in simulated rounds with every disturbance, none was a new card."""
INVENTED = 2e-3
"""How often a card is seen in a hand laid open where there is none, times how unsure its face is."""
AGAIN = 1e-3
"""How often a card that lies there already is reported once more."""


class Face:
    """What it looks like, with room for a misreading."""

    def testify(self, slot: Slot, context: Context) -> Testimony:
        faces = softened(slot)
        # Nobody gathers a shadow with a trick.
        nothing = NOTHING + (0.0 if slot.swept else SHADE * blank(slot))
        invented = INVENTED * max(0.0, 1 - max(faces))
        return Testimony(faces=faces, nothing=(nothing, nothing + invented), again=AGAIN)


def softened(slot: Slot) -> list[float]:
    """Probability per face, with room for a misreading."""
    rest = max(0.0, 1.0 - sum(slot.faces))
    misread = MISREAD + UNSURE * (1.0 - min(1.0, max(slot.faces)))
    return [(1 - misread) * (face + rest / 52) + misread / 52 for face in slot.faces]


def blank(slot: Slot) -> float:
    """How little of a face shows at all, 0-1: where one does it is no shadow."""
    return max(0.0, 1.0 - sum(slot.faces)) ** 4
