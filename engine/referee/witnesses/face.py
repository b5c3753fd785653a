"""The looks at its face."""

from __future__ import annotations

from engine.cards import DECK
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import AGAIN, FADES, INVENTED, MISREAD, NOTHING, SHADE, UNSURE
from engine.referee.witnesses.testimony import Context, Testimony


class Face:
    """What it looks like, with room for a misreading."""

    def testify(self, seen: SeenCard, context: Context) -> Testimony:
        faces = softened(seen)
        # Nobody gathers a shadow with a trick.
        nothing = NOTHING + (0.0 if seen.swept else SHADE * blank(seen))
        invented = INVENTED * max(0.0, 1 - max(faces))
        return Testimony(faces=faces, nothing=(nothing, nothing + invented), again=AGAIN)


def softened(seen: SeenCard) -> list[float]:
    """Probability per face, with room for a misreading."""
    rest = max(0.0, 1.0 - sum(seen.faces))
    misread = MISREAD + UNSURE * (1.0 - min(1.0, max(seen.faces)))
    return [(1 - misread) * (face + rest / len(DECK)) + misread / len(DECK) for face in seen.faces]


def blank(seen: SeenCard) -> float:
    """How little of a face shows at all, 0-1: where one does it is no shadow."""
    return max(0.0, 1.0 - sum(seen.faces)) ** FADES
