"""What `nainjaune doctor` looks at: this computer, the camera, and what the camera sees of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.camera.quality import BAD, GOOD, POOR

__all__ = ["BAD", "GOOD", "POOR", "Finding"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        check: what, e.g. ``disk``.
        verdict: `GOOD`, `POOR` (it plays, but better change it) or `BAD` (it will not do).
        why: what is wrong, as a name; ``""`` when nothing is.
        figures: what was measured, by name, rounded for people.
    """

    check: str
    verdict: str
    why: str = ""
    figures: Mapping[str, float | int | str] = field(default_factory=dict)
