"""Whether this computer will do: its speed, its disk, the port, the networks, the microphone."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from companion_api.doctor import BAD, GOOD, POOR, Finding
from companion_api.system.addresses import HOME, Interface, interfaces, own_addresses, shared_at
from companion_api.system.ports import LOCAL, listen
from engine.errors import BadInput
from hardware.hearing import noise
from hardware.hearing.microphone import devices, open_microphone
from vision.cards.photograph import cards_of_photo
from vision.networks import engine, open_all

ROOM = (1_000, 200)
"""Megabytes free below which a disk is poor, bad: an evening's pictures take about fifty."""
PICTURE_MS = (400.0, 1500.0)
"""Milliseconds to read a full HD still from which cards are told late, and much too late."""
SOUND_SECONDS, SOUND_PATIENCE = 1.0, 4.0
"""How long the microphone is listened to, and waited for when it gives no sound."""
NOISY_ROOM = -36.0
"""Decibels of a room in which voices at the table (-30 to -15) hardly stand out."""
TRIES = 5
"""Stills read for the figure; the first ones warm up."""


def disk(folder: Path) -> Finding:
    """Whether evenings can be kept there."""
    there = folder
    while not there.exists():
        there = there.parent
    try:
        free = shutil.disk_usage(there).free // 1_000_000
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"nain jaune")
    except OSError:
        return Finding("disk", BAD, "not_writable", {"folder": str(folder)})
    verdict = GOOD if free >= ROOM[0] else POOR if free >= ROOM[1] else BAD
    figures: dict[str, float | int | str] = {
        "folder": str(folder),
        "free_mb": free,
        "free_gb": round(free / 1000),
    }
    return Finding("disk", verdict, "" if verdict == GOOD else "full", figures)


def port(number: int) -> Finding:
    """Whether phones can be answered there."""
    try:
        listen(LOCAL, number).close()
    except BadInput:
        return Finding("port", BAD, "taken", {"port": number})
    return Finding("port", GOOD, "", {"port": number})


def addresses(there: Callable[[], Iterable[Interface]] = interfaces) -> Finding:
    """Where ``--lan`` lets phones in, why there, and which other addresses this computer has."""
    found = own_addresses(there)
    if not found:
        return Finding("addresses", POOR, "none")
    used = shared_at("::", there)
    first = used[0]
    also = ", ".join(f"{own.address} ({own.interface})" for own in used[1:])
    left = ", ".join(f"{own.address} ({own.interface})" for own in found if own not in used)
    facts = {"address": first.address, "interface": first.interface, "also": also or "–", "left": left or "–"}
    home = first.kind == HOME
    return Finding("addresses", GOOD if home else POOR, "" if home else first.kind, facts)


def networks() -> Finding:
    """Whether the networks are there and can be run, and by what."""
    try:
        open_all()
    except BadInput as error:
        return Finding("networks", BAD, "broken", {"detail": str(error)})
    return Finding("networks", GOOD, "", {"engine": engine()})


def microphone(which: str = "") -> Finding:
    """Whether calls can be heard, by a second of sound in which nobody need speak.

    Playing by taps or by chips needs no microphone, so nothing that it lacks is worse than `POOR`.

    Args:
        which: the one to listen to, as `open_microphone` takes it.
    """
    try:
        there = len(devices())
    except BadInput:
        there = 0
    if not there:
        return Finding("microphone", GOOD, "none", {"devices": 0})
    name = which or next((one.kept for one in devices() if one.standard), "–")
    facts: dict[str, float | int | str] = {"devices": there, "name": name}
    try:
        sound = open_microphone(which)
    except BadInput:
        return Finding("microphone", POOR, "taken", facts)
    patience = threading.Timer(SOUND_PATIENCE, sound.close)
    patience.start()
    heard = noise.check(sound, SOUND_SECONDS)
    patience.cancel()
    sound.close()
    facts |= {"room": round(heard.room), "voices": round(heard.voices)}
    why = heard.verdict if heard.verdict in ("dead", "loud") else "noisy" if heard.room > NOISY_ROOM else ""
    return Finding("microphone", POOR if why else GOOD, why, facts)


def speed(image: np.ndarray, read: Callable[[np.ndarray], object] = cards_of_photo) -> Finding:
    """How long this computer takes to find and read every card of a full HD still.

    Args:
        image: uint8 H × W × 3, BGR, with cards in it.
        read: what is timed.
    """
    took = []
    for _ in range(TRIES):
        began = time.perf_counter()
        read(image)
        took.append((time.perf_counter() - began) * 1000)
    value = float(np.median(took[1:]))
    verdict = GOOD if value < PICTURE_MS[0] else POOR if value < PICTURE_MS[1] else BAD
    return Finding("speed", verdict, "" if verdict == GOOD else "slow", {"ms": round(value)})
