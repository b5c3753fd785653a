"""Why a round of Michigan was settled as it was, line by line (words: ``why.…`` in ``words/``)."""

from __future__ import annotations

from engine.explanation.reason import Counted, Ground, Reason
from michigan_game.rules import Evening

BOTH = (Ground(None, None, ("pagat", "bicycle")),)


def explain(evening: Evening) -> tuple[Reason, ...]:
    """The lines of the round just settled; none while no round is."""
    now = evening.round
    if now is None or not now.settled:
        return ()
    players, options = evening.players, evening.options
    lines = []
    for place, player in enumerate(players):
        put = options.antes_put(place, now.dealer)
        boxes = tuple(Counted(card, put) for card in options.BOX)
        chips = sum(box.chips for box in boxes)
        lines.append(Reason("michigan_ante", player, -chips, None, {"boxes": boxes}, BOTH))
    for place, card, chips in now.takes:
        lines.append(Reason("michigan_take", players[place], chips, None, {"card": card}, BOTH))
    for payment in evening.settlements[-1].payments:
        rule = "michigan_cards" if payment.reason == "cards" else "michigan_kept"
        lines.append(Reason(rule, payment.giver, -payment.chips, payment.taker, {}, BOTH))
    return tuple(lines)
