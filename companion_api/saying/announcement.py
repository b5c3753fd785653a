"""One thing that is said aloud."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.cards import Card
from engine.events import Alert

KINDS = (
    "missed_call",
    "missed_bete",
    "reminder",
    "taken",
    "taken_empty",
    "last_card",
    "out",
    "opera",
    "main_pleine",
    "back_cross",
    "double_back_cross",
    "restart",
    "turn",
    "wanted",
    "settled",
    "corrected",
    "corrected_hand",
    "removed",
    "question",
    "alert",
    "bids_first",
    "bid",
    "contract",
    "revoke",
    "trick",
    "thrown_in",
    "made",
    "lost",
)


@dataclass(frozen=True, slots=True)
class Announcement:
    """One thing to be said.

    Attributes:
        kind: one of `KINDS`.
        player, card: whom and what it concerns.
        chips: that were taken or missed, that the player has now after a correction.
        rank: that is wanted.
        alert: the alert, where its own words are said.
        bid: that was made, kept or lost (Nap).
    """

    kind: str
    player: str | None = None
    card: Card | None = None
    chips: int | None = None
    rank: int | None = None
    alert: Alert | None = None
    bid: str | None = None


def to_json(announcement: Announcement) -> dict[str, Any]:
    """An announcement as the live channel tells it; fields that say nothing are left out."""
    fields: dict[str, Any] = {
        "kind": announcement.kind,
        "player": announcement.player,
        "chips": announcement.chips,
        "rank": announcement.rank,
        "bid": announcement.bid,
    }
    fields["card"] = announcement.card.code if announcement.card is not None else None
    if announcement.alert is not None:
        fields["alert"] = {
            "kind": announcement.alert.kind,
            "player": announcement.player,
            "card": fields["card"],
        }
    return {name: value for name, value in fields.items() if value is not None}
