"""Which room may ask which; the tests of rooms hold it, and `arrows` tells what goes against it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

Below = Mapping[str, Collection[str]]


@dataclass(frozen=True, slots=True)
class Floors:
    """The rooms of one folder from the ground up.

    Attributes:
        place: the folder, from the checkout's root; "" for the root itself.
        below: every room, and the others that it may ask. A file beside the rooms is one too, but for those
            that are `free`.
        for_all: rooms that every other may ask.
        free: files beside the rooms may be asked by all, and may ask all.
    """

    place: str
    below: Below
    for_all: frozenset[str] = frozenset()
    free: bool = False


def storeys(floors: Sequence[Collection[str]]) -> Below:
    """Of rooms on floors: each may ask what stands on its own floor or below it."""
    return {
        room: {other for lower in floors[: number + 1] for other in lower}
        for number, floor in enumerate(floors)
        for room in floor
    }


PRODUCT = Floors(
    "",
    {
        "engine": (),
        "languages": (),
        "models": ("engine",),
        "vision": ("engine", "models"),
        "hardware": ("engine", "languages"),
        "companion_api": ("engine", "vision", "hardware", "languages"),
        "clubhouse": ("engine", "hardware", "languages", "companion_api"),
        "bench": ("engine", "vision", "models", "hardware", "languages", "companion_api", "clubhouse"),
    },
    free=True,
)
VISION = Floors(
    "vision",
    {
        "geometry": (),
        "camera": ("geometry",),
        "motion": ("geometry", "camera"),
        "cards": ("geometry", "motion"),
        "chips": ("geometry", "camera", "motion", "cards"),
        "redaction": ("geometry",),
        "table": ("geometry", "camera", "cards", "redaction"),
        "film": ("geometry", "camera", "motion", "cards", "table"),
        "networks": ("cards", "chips"),
        "observer": (
            *("geometry", "motion", "table", "cards", "chips"),
            *("film", "networks", "redaction"),
        ),
    },
)
ENGINE = Floors(
    "engine",
    {
        "money": (),
        "games": ("money",),
        "evening": ("money", "games"),
        "notation": ("money", "games", "evening"),
        "explanation": ("money", "games", "evening"),
        "record": ("money", "games", "evening", "notation", "explanation"),
        "referee": ("money", "games", "evening", "record"),
    },
    free=True,
)
TRAINING = Floors(
    "models/training",
    {
        "cards": (),
        "scenes": ("cards",),
        "datasets": ("cards", "scenes"),
        "networks": ("cards", "scenes", "datasets"),
        "command": (),
        "__main__": ("command", "networks"),
    },
    for_all=frozenset({"command"}),
)
SIMULATOR = Floors(
    "hardware/simulator",
    {
        "disturbances": (),
        "for_people": (),
        "layout": (),
        "drawing": (),
        "cards": ("drawing",),
        "people": ("drawing", "cards"),
        "things": ("drawing", "cards", "people"),
        "surroundings": ("drawing", "cards"),
        "stage": ("drawing", "cards", "people", "things", "surroundings"),
        "besides": ("drawing", "cards", "people", "things", "stage"),
        "acting": ("drawing", "things", "stage", "besides"),
        "filming": ("drawing", "people", "things", "surroundings", "stage"),
        "table": (
            *("drawing", "cards", "people", "things", "surroundings"),
            *("stage", "besides", "acting", "filming"),
        ),
    },
    for_all=frozenset({"disturbances", "layout"}),
)
COMPANION = Floors(
    "companion_api",
    storeys(
        (
            {"system", "files"},
            {"saying"},
            {"store"},
            {"doctor", "hearing"},
            {"games"},
            {"replay"},
            {"evening"},
            {"learning", "hand_photo", "family"},
            {"web"},
            {"commands", "examples"},
        )
    ),
    free=True,
)
BENCH = Floors(
    "bench",
    storeys(
        (
            {"kept_lines", "counting", "house", "network_camera"},
            {"spoken", "films"},
            {"pictures", "tapped"},
            {"ablate", "mutated", "nightly"},
            {"nightly_table"},
            {"command"},
        )
    ),
)
ALL = (PRODUCT, VISION, ENGINE, TRAINING, SIMULATOR, COMPANION, BENCH)
