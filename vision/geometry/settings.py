"""The numbers of the room of geometry, each with its source (see `vision.settings`)."""

from __future__ import annotations

from dataclasses import dataclass

from vision.settings import fact, reasoned


@dataclass(frozen=True, slots=True)
class GeometrySettings:
    """All numbers of the room: those of fits of planes (`vision.geometry.plane_fit`)."""

    least_spread: float = reasoned(
        0.1,
        "Pixels: no corner of a picture is known better, however well a few of them agree.",
        why="not noted; came with the first fits of planes",
        date="2026-11-21",
    )
    ninety_five: float = fact(
        2.45,
        "How many standard deviations along each axis hold 95 % of the errors in a plane.",
        source="Rayleigh's distribution",
    )
    steps: int = reasoned(
        30,
        "Most steps of a fit.",
        why="not noted; came with the first fits of planes",
        date="2026-11-21",
    )


GEOMETRY = GeometrySettings()
