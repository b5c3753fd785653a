"""The numbers of the room of redaction, each with its source (see `vision.settings`)."""

from __future__ import annotations

from dataclasses import dataclass

from vision.settings import reasoned, tuned


@dataclass(frozen=True, slots=True)
class RedactionSettings:
    """All numbers of the room: how coarse a picture is made (`vision.redaction.redacted`)."""

    rows: int = tuned(
        20,
        "Cells from a picture's top to its bottom, at most.",
        measured_on="cards of four drawn packs, each flat, whole and brightly lit, sampled in cells: the "
        "reader, told its outline, reads none that is 3 cells wide, three aces at 3.5, ten cards at 4, 93 at "
        "8; 20 rows make 3 cells of a card 15 % as wide as the picture is high; the board's boxes are seen",
        count=208,
        date="2026-11-27",
    )
    cells: float = reasoned(
        1.5,
        "Cells that a card on the table is wide, at most.",
        why="one held twice as near to the camera is three cells wide",
        date="2026-11-27",
    )
    margin: float = reasoned(
        0.04,
        "What is shown round a card or a box, as a share of its size.",
        why="its edge is seen; of what lies beside it not even an index",
        date="2026-11-27",
    )
    quality: int = reasoned(
        85,
        "Of the JPEGs.",
        why="not noted; presentation, nothing is read from it",
        date="2026-11-24",
    )


REDACTION = RedactionSettings()
