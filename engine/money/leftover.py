"""What becomes of the chips that lie in the boxes (at Nap: in the pool) when an evening ends.

People name it beforehand (option ``leftover``), or they are asked once, when they stop
(`events.EveningEnded.leftover`). Until somebody has, nothing is given out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ASKED = ("split", "last_winner", "stay")
"""The rules in the order in which people are asked."""


@dataclass(frozen=True, slots=True)
class Leftover:
    """Chips that lay in boxes when people stopped.

    Attributes:
        rule: ``stay``: they lie there, and the next evening begins with them; ``last_winner``: who
            won the last round takes them; ``split``: everybody gets the same.
        shares: chips that each player gets.
        stays: chips that remain in each box: all of them, or the odd ones that cannot be shared
            (silent), in the last boxes, so the nain jaune's first.
    """

    rule: str
    shares: Mapping[str, int]
    stays: Mapping[str, int]


def give_out(lie: Mapping[str, int], players: Sequence[str], rule: str, last_winner: str | None) -> Leftover:
    """Give the chips out.

    Args:
        lie: chips in each box, by its name in a log.
        players: in playing order.
        rule: one of `ASKED`.
        last_winner: who won the last round; None: nobody has yet, so they stay.
    """
    chips = sum(lie.values())
    shares = dict.fromkeys(players, chips // len(players) if rule == "split" else 0)
    if rule == "last_winner" and last_winner is not None:
        shares[last_winner] = chips
    rest = chips - sum(shares.values())
    stays = {}
    for box in reversed(list(lie)):
        stays[box] = min(lie[box], rest)
        rest -= stays[box]
    return Leftover(rule, shares, {box: stays[box] for box in lie})
