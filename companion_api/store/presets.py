"""House presets that a family has saved."""

from __future__ import annotations

import json
from collections.abc import Iterator

import sqlalchemy as sa

from companion_api.store import schema
from companion_api.store.database import Database
from engine.errors import BadInput
from engine.evening.presets import LONGEST_NAME, HousePreset, read_preset
from engine.evening.presets import to_json as preset_json

_presets = schema.house_presets


def _printable(name: str) -> str:
    """A name that may be anything, as it may stand in a sentence."""
    shown = "".join(sign if sign.isprintable() else " " for sign in name[:LONGEST_NAME])
    return " ".join(shown.split()) or "?"


class Presets(Database):
    """What a store keeps of house presets."""

    def presets(self) -> tuple[HousePreset, ...]:
        """The house presets that were saved, by name; one that no longer reads is left out."""
        return tuple(preset for _, preset in self._read_presets() if preset is not None)

    def unreadable_presets(self) -> tuple[str, ...]:
        """The names of those that no longer read."""
        return tuple(name for name, preset in self._read_presets() if preset is None)

    def _read_presets(self) -> Iterator[tuple[str, HousePreset | None]]:
        for row in self._rows(_presets.select().order_by(_presets.c.name)):
            try:
                yield str(row.name), read_preset(json.loads(row.body), "a saved house preset")
            except (BadInput, ValueError, TypeError, RecursionError):
                yield _printable(str(row.name)), None

    def save_preset(self, preset: HousePreset) -> None:
        """Keep a house preset; one of that name is replaced."""
        body = json.dumps(preset_json(preset), ensure_ascii=False)
        self._write(schema.put, _presets, name=preset.name, body=body)

    def forget_preset(self, name: str) -> bool:
        """Delete a saved house preset; says whether there was one. It stays in today's copy of the file."""

        def delete(connection: sa.Connection) -> int:
            return connection.execute(_presets.delete().where(_presets.c.name == name)).rowcount

        self.back_up(anew=True)
        return self._write(delete) > 0
