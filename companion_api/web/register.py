"""The register of the devices that are in: what each is now, who asks to be whom, who is here.

A pass is a device's mark under the token's seal (`passes`); what the device is stands here and in the
store, so that it holds after a restart, can change, and ends when the device is removed. The computer's own
page has no mark: it is host whatever happens, so that nobody is ever locked out. So has a pass of a version
that knew no marks.

Nobody can fill the register, or the live channels, so that others find no room: there is a bound for each
role, for each device and for each address, and those of guests end well before there is room for no one.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any

from companion_api.evening.who import CAMERA, Pass
from companion_api.store import Store
from companion_api.store.registered import Device, Registered
from companion_api.web import passes
from companion_api.web.door.gate import MOST_CHANNELS, MOST_CHANNELS_OF_ONE

MOST = {"host": 40, "player": 60, "television": 20, "guest": 200, CAMERA: 10}
"""Devices of each role that are remembered; of players those that have not said whose they are. For one more
the longest absent goes."""
MOST_OF_ONE = 8
"""Live channels of one device: pages in so many tabs."""
GUESTS, GUESTS_OF_ONE = MOST_CHANNELS * 2 // 3, MOST_CHANNELS_OF_ONE * 2 // 3
"""Live channels of all guests together, and of those of one address: the others are kept for who plays."""
REMEMBERED = 100
"""Marks of removed devices that are still told so."""
MARK = 8
"""Bytes of a device's mark."""


class CannotPass(Exception):
    """The role cannot go there; nothing has changed.

    Attributes:
        why: ``role`` (who asks is no host), ``player`` (plays not, or asks for himself), ``absent`` (no phone
            of that player is joined now).
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Full(Exception):
    """There is no room for one more."""


class Register:
    """The devices of the evenings of one token; from any thread.

    Args:
        store: keeps what is registered.
        token: the evenings'.
        changed: called when a device has come or gone, or what one is has changed.
    """

    def __init__(self, store: Store, token: str, changed: Callable[[], None] = lambda: None) -> None:
        self._store = store
        self._token = token
        self._changed = changed
        self._lock = threading.Lock()
        self._registered = store.registered(token)
        self._by_mark = {each.mark: each for each in self._registered.devices}
        self._here: Counter[str] = Counter()
        self._guests: Counter[str] = Counter()
        self._absent: dict[str, float] = {}

    # -- who somebody is ----------------------------------------------------------------------

    @property
    def renewed(self) -> int:
        """How often the invitations were renewed."""
        return self._registered.renewed

    def read(self, shown: object) -> Pass | None:
        """What whoever shows this pass is now; None: it is none, or no longer."""
        held = passes.read(self._token, shown)
        if held is None or not held.device:
            return held
        device = self._by_mark.get(held.device)
        return None if device is None else _pass(device)

    def removed(self, shown: object) -> bool:
        """Whether this was the pass of a device that was sent away."""
        held = passes.read(self._token, shown)
        return held is not None and held.device in self._registered.removed

    def wants(self, held: Pass) -> str | None:
        """The player whose this device asks to be; None: nobody's."""
        device = self._by_mark.get(held.device)
        return None if device is None else device.wants

    @property
    def here(self) -> list[str]:
        """Players whose phones are joined now."""
        return sorted({each.player for each in self._present() if each.player is not None})

    def _present(self) -> list[Device]:
        return [each for each in self._registered.devices if self._here[each.mark]]

    def devices(self, held: Pass) -> list[dict[str, Any]]:
        """All devices, for the host who shows this pass: the fields of `Device`, ``here``, ``you``."""
        return [
            {**asdict(each), "here": bool(self._here[each.mark]), "you": each.mark == held.device}
            for each in self._registered.devices
        ]

    def asked(self, held: Pass) -> list[dict[str, str]]:
        """What this device can say of others that are here: ``[{mark, player}]``, whose each wants to be."""
        return [
            {"mark": each.mark, "player": each.wants}
            for each in self._present()
            if each.wants is not None and _decides(held, each)
        ]

    # -- what changes -------------------------------------------------------------------------

    def join(self, role: str, player: str | None, shown: object = None, *, trusted: bool = False) -> Device:
        """A device comes in; whose name another one has already must be asked for, and watches until then.

        Args:
            role: what it joins as.
            player: whose it is.
            shown: a pass that it holds already: it stays the same device.
            trusted: it has shown the host's invitation: nobody is asked.

        Raises:
            Full: no room for one more of that role.
            StoreFailed: it is not in.
        """
        with self._lock:
            held = passes.read(self._token, shown)
            own = self._by_mark.get(held.device) if held is not None else None
            others = any(each.player == player for each in self._registered.devices if each is not own)
            asks = (
                role == "player"
                and player is not None
                and others
                and not trusted
                and not (own is not None and own.player == player)
            )
            device = Device(
                own.mark if own is not None else secrets.token_hex(MARK),
                "guest" if asks else role,
                None if asks else player,
                player if asks else None,
                own.since if own is not None else time.time(),
            )
            self._save_device(device)
        self._changed()
        return device

    def answer(self, held: Pass, mark: str, allow: bool) -> bool:
        """Let a device be whose it wants to be, or not; says whether it asks that of whoever answers.

        Raises:
            StoreFailed: nothing has changed.
        """
        with self._lock:
            device = self._by_mark.get(mark)
            if device is None or device.wants is None or not _decides(held, device):
                return False
            yes = replace(device, role="player", player=device.wants, wants=None)
            self._save_device(yes if allow else replace(device, wants=None))
        self._changed()
        return True

    def remove(self, mark: str) -> bool:
        """Send a device away: its pass is worth nothing from now on; says whether there was one.

        Raises:
            StoreFailed: nothing has changed.
        """
        with self._lock:
            if mark not in self._by_mark:
                return False
            others = tuple(each for each in self._registered.devices if each.mark != mark)
            removed = (*self._registered.removed, mark)[-REMEMBERED:]
            self._keep(replace(self._registered, devices=others, removed=removed))
        self._changed()
        return True

    def renew(self) -> None:
        """Earlier invitations let nobody in from now on; who is in stays.

        Raises:
            StoreFailed: they still do.
        """
        with self._lock:
            self._keep(replace(self._registered, renewed=self._registered.renewed + 1))
        self._changed()

    def pass_on(self, shown: object, player: str) -> None:
        """The host who shows this pass hands his role to the phone of a player that is here.

        Where he has several the one that joined first gets it.

        Raises:
            CannotPass: it stays as it was.
            StoreFailed: likewise.
        """
        with self._lock:
            held = self.read(shown)
            if held is None or held.role != "host":
                raise CannotPass("role")
            if player == held.player:
                raise CannotPass("player")
            to = next((each for each in self._present() if each.player == player), None)
            if to is None:
                raise CannotPass("absent")
            giver = self._by_mark.get(held.device)
            now = {to.mark: replace(to, role="host")}
            if giver is not None:
                now[giver.mark] = replace(giver, role="player" if giver.player else "guest")
            devices = tuple(now.get(each.mark, each) for each in self._registered.devices)
            self._keep(replace(self._registered, devices=devices))
        self._changed()

    def _save_device(self, device: Device) -> None:
        """Keep a device as it is now, a new one last; for a new one the longest absent of its kind may go."""
        devices = [device if each.mark == device.mark else each for each in self._registered.devices]
        if device not in devices:
            alike = [each for each in devices if _kind(each) == _kind(device)]
            absent = [each for each in alike if not self._here[each.mark]]
            if len(alike) >= MOST.get(_kind(device), len(alike) + 1):
                if not absent:
                    raise Full
                devices.remove(min(absent, key=lambda each: self._absent.get(each.mark, each.since)))
            devices.append(device)
        self._keep(replace(self._registered, devices=tuple(devices)))

    def _keep(self, registered: Registered) -> None:
        self._store.register(self._token, registered)
        self._registered = registered
        self._by_mark = {each.mark: each for each in registered.devices}

    # -- who is here --------------------------------------------------------------------------

    @contextmanager
    def joined(self, held: Pass, address: str = "") -> Iterator[None]:
        """While a device holds a live channel.

        Args:
            held: its pass.
            address: where it is.

        Raises:
            Full: it has too many, or there are too many guests.
        """
        guest = held.role == "guest"
        with self._lock:
            crowded = guest and (self._guests.total() >= GUESTS or self._guests[address] >= GUESTS_OF_ONE)
            if crowded or (held.device and self._here[held.device] >= MOST_OF_ONE):
                raise Full
        self._count(held, address, guest, 1)
        try:
            yield
        finally:
            self._count(held, address, guest, -1)

    def _count(self, held: Pass, address: str, guest: bool, by: int) -> None:
        with self._lock:
            self._here[held.device] += by
            self._guests[address] += by * guest
            self._here += Counter()  # without those that are gone
            self._guests += Counter()
            self._absent[held.device] = time.time()
            turned = self._here[held.device] == (by > 0)
            if len(self._absent) > 2 * sum(MOST.values()):
                self._absent = {mark: t for mark, t in self._absent.items() if mark in self._by_mark}
        if turned and held.device:
            self._changed()


def _kind(device: Device) -> str:
    """What is bounded together: a player's own phone is one of few, since a further one is asked for."""
    return "player's" if device.role == "player" and device.player else device.role


def _pass(device: Device) -> Pass:
    return Pass(device.role, device.player, device.mark)


def _decides(held: Pass, asking: Device) -> bool:
    """Whether this device may say whether another one is whose it wants to be."""
    return held.role == "host" or (held.role == "player" and held.player == asking.wants)
