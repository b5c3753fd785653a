"""What one device may see of the table: a strict table reminds nobody of a call.

Where people agreed on no reminder (`engine.evening.terms.Terms.reminder`), whether a card still waits for its
call is shown to its player alone, until it is too late; every other device sees the card lie there and no
more. Pure: views in, views out.
"""

from __future__ import annotations

from typing import Any

from engine.games import game
from engine.table import Table

Json = dict[str, Any]
OPEN = "open"
"""What a card's ``call`` says while it still waits (`companion_api.games.views`)."""


def is_strict(table: Table | None) -> bool:
    """Whether calls are made at this table, and one that is forgotten stays forgotten."""
    if table is None or table.terms.reminder is not None:
        return False
    played = game.find(table.game, table.rules, "the table").read_options(table.options, "the table")
    return getattr(played, "call_required", "off") != "off"


def seen_by(view: Json, player: str | None) -> Json:
    """A strict table's view (`views.show`) as the device of ``player`` shows it; None: nobody's.

    Returns:
        The view without a call that waits and is not his, nor anything that tells of one: ``can_call`` are
        the cards with a box of which nothing is said yet, whether one lies and waits or none.
    """
    call = view["call"]
    settled = {each["card"] for each in (*view["takes"], *view["missed"])}
    asked = [card for card in view["boxes"] if card not in settled]
    return {
        **view,
        "call": call if call is not None and call["player"] == player else None,
        "can_call": asked if view["phase"] in ("playing", "hands") else [],
        "cards": cards_seen_by(view["cards"], player),
        "guide": guide_seen_by(view["guide"], player),
    }


def guide_seen_by(guide: Json | None, player: str | None) -> Json | None:
    """A guided moment (`companion_api.games.guide`), without what is told to somebody else alone."""
    if guide is None:
        return None
    return {**guide, "lines": [line for line in guide["lines"] if line["only"] in (None, player)]}


def cards_seen_by(cards: list[Json], player: str | None) -> list[Json]:
    """Cards laid (`views.show`), without the mark of one that waits for somebody else's call."""
    hidden = [card.get("call") == OPEN and card["player"] != player for card in cards]
    return [{**card, "call": None} if hide else card for card, hide in zip(cards, hidden, strict=True)]


def rounds_seen_by(rounds: list[Json], player: str | None) -> list[Json]:
    """The same of `views.rounds`."""
    return [{**each, "cards": cards_seen_by(each["cards"], player)} for each in rounds]
