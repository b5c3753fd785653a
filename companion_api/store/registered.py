"""The devices that have joined, and which of their invitations are good, by the token of their evenings."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

import sqlalchemy as sa
from pydantic import TypeAdapter

from companion_api.store import schema
from companion_api.store.database import Database

_devices = schema.devices


@dataclass(frozen=True, slots=True)
class Device:
    """A phone, a television, a computer that has joined.

    Attributes:
        mark: tells it from every other.
        role: what it is now.
        player: whose it is, where that is said.
        wants: the player whose it wants to be, when it must be asked for; it watches until then.
        since: Unix time at which it joined.
    """

    mark: str
    role: str
    player: str | None = None
    wants: str | None = None
    since: float = 0.0


@dataclass(frozen=True, slots=True)
class Registered:
    """All that is kept of them.

    Attributes:
        devices: those that are in, the first that joined first.
        renewed: how often the invitations were renewed: earlier ones let nobody in.
        removed: marks of those that were sent away last, so that they can be told.
    """

    devices: tuple[Device, ...] = ()
    renewed: int = 0
    removed: tuple[str, ...] = ()


_REGISTERED = TypeAdapter(Registered)


class Registers(Database):
    """What a store keeps of devices."""

    def registered(self, token: str) -> Registered:
        """What is known of the devices of a token; nothing where that no longer reads."""
        return _read(self._value(sa.select(_devices.c.body).where(_devices.c.token == token)))

    def register(self, token: str, registered: Registered) -> None:
        """Keep it; what was kept under this token goes."""
        self._write(_keep, token, registered)


def rename(connection: sa.Connection, name: str, instead: str) -> None:
    """Have a player called otherwise, whose device it is."""
    for token, body in connection.execute(sa.select(_devices.c.token, _devices.c.body)).all():
        registered = _read(body)
        names = {name: instead}
        devices = (
            replace(
                each,
                player=names.get(each.player or "", each.player),
                wants=names.get(each.wants or "", each.wants),
            )
            for each in registered.devices
        )
        _keep(connection, token, replace(registered, devices=tuple(devices)))


def _keep(connection: sa.Connection, token: str, registered: Registered) -> None:
    schema.put(connection, _devices, token=token, body=json.dumps(asdict(registered), ensure_ascii=False))


def _read(body: object) -> Registered:
    try:
        return _REGISTERED.validate_json(body, strict=True) if isinstance(body, str) else Registered()
    except ValueError:
        return Registered()
