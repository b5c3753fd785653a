"""`nainjaune bench numbers`: every number by which pictures are read, and where it comes from."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path

import vision
from vision.settings import Number, numbers


@dataclass(frozen=True, slots=True)
class Row:
    """One number of a room of `vision/`."""

    room: str
    number: Number

    def to_json(self) -> dict[str, object]:
        """As one object of `bench numbers --json`."""
        number = self.number
        return {
            "room": self.room,
            "name": number.name,
            "value": number.value,
            "meaning": number.meaning,
            "kind": type(number.source).__name__.lower(),
            "source": str(number.source),
        }


def rows() -> list[Row]:
    """The numbers of all rooms that have some, in their order."""
    found = []
    house = Path(vision.__path__[0])
    for file in sorted(house.glob("*/**/settings.py")):
        room = ".".join(file.parent.relative_to(house).parts)
        module = importlib.import_module(f"vision.{room}.settings")
        (settings,) = (value for name, value in vars(module).items() if name.isupper())
        found += [Row(room, number) for number in numbers(settings)]
    return found


def markdown(listed: list[Row]) -> str:
    """A table of them, and how many of each kind there are."""
    lines = ["| room | number | value | what it is | where it comes from |", "|---|---|---|---|---|"]
    for row in listed:
        number = row.number
        cells = [row.room, f"`{number.name}`", str(number.value), number.meaning, str(number.source)]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    kinds = [type(row.number.source).__name__.lower() for row in listed]
    counted = ", ".join(f"{kinds.count(kind)} {kind}" for kind in ("measured", "reasoned", "fact"))
    return "\n".join([*lines, "", f"{len(listed)} numbers: {counted}."])
