"""The numbers of the room of geometry, one a line: what it is, and what fixes it, or a guess."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GeometrySettings:
    """All numbers of the room: those of fits of planes (`vision.geometry.plane_fit`)."""

    least_spread: float = 0.1  # px a corner errs at least; guess: less, few that agree tell too small errors
    ninety_five: float = 2.45  # deviations that hold 95 % in a plane; fixed: Rayleigh's distribution
    # -- Widths of searches: speed, not truth
    steps: int = 30  # of a fit at most


GEOMETRY = GeometrySettings()
