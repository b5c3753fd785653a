"""Who asks: the role of a device and whose it is (`companion_api.web.passes` signs it); how he is read."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

ROLES = ("host", "player", "television", "guest")
CAMERA = "camera"
"""The role of the phone that films the table: it has an invitation of its own, and taps nothing."""


@dataclass(frozen=True, slots=True)
class Pass:
    """What somebody has joined as.

    Attributes:
        role: one of `ROLES`, or `CAMERA`.
        player: whose phone it is, where that is said; a host may play as well.
        device: the mark by which it is told from all others; empty: the computer's own page.
    """

    role: str
    player: str | None = None
    device: str = ""

    @property
    def name(self) -> str:
        """Who did what this phone asks: the player, else the role."""
        return self.player or self.role

    def to_json(self) -> dict[str, str | None]:
        """What a phone is told about itself."""
        return {"role": self.role, "player": self.player}


HOST = Pass("host")


class Asked(BaseModel):
    """What a page asks, as JSON: nothing besides its fields, each of its very type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
