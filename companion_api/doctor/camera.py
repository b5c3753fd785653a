"""Whether the camera is there and how fast it is; the still that is judged comes from it."""

from __future__ import annotations

import itertools
import time

import numpy as np

from companion_api.doctor import BAD, GOOD, POOR, Finding
from engine.errors import BadInput
from engine.redaction import redacted
from hardware.cameras import Camera, CameraLost, LiveCamera, NoStream, open_camera, webcams
from hardware.cameras.webcam import Connection

SECONDS = 2.0
"""How long a camera is watched: exposure and focus have settled by then."""
FILM_FRAMES = 10
"""Frames of a film or folder that are read at most."""
SMOOTH = (10.0, 5.0)
"""Pictures a second below which a live camera is poor, bad: arms come and go unseen."""
SMALLEST = (1280, 720)
"""Width and height below which cards at usual heights are too small to read."""


def watch(source: str) -> tuple[list[Finding], np.ndarray | None]:
    """Open a camera and look through it for a moment.

    Args:
        source: as `hardware.cameras.open_camera` reads it.

    Returns:
        What there is to say, and its last picture; None without one.
    """
    figures: dict[str, float | int | str]
    there = ", ".join(f"{one.number} ({one.name})" for one in webcams()) or "–"
    try:
        with open_camera(source) as camera:
            began, taken = time.monotonic(), 0
            image = None
            enough = itertools.count() if camera.live else range(FILM_FRAMES)
            for _ in enough:
                try:
                    image = next(camera).image
                except StopIteration:
                    break
                taken += 1
                if camera.live and time.monotonic() - began > SECONDS:
                    break
            size, live = camera.size, camera.live
            settings = _settings(camera)
            fps = (taken - 1) / max(time.monotonic() - began, 1e-6)
    except CameraLost as lost:
        return [Finding("camera", BAD, lost.why, {"source": source})], None
    except NoStream as error:
        figures = {"source": redacted(source), "status": error.status}
        return [Finding("camera", BAD, error.why, figures)], None
    except BadInput as error:
        return [Finding("camera", BAD, "not_there", {"detail": str(error), "webcams": there})], None
    figures = {"source": source, "width": size[0], "height": size[1]}
    if live:
        figures["fps"] = round(fps, 1)
    verdict, why = GOOD, ""
    if size[0] < SMALLEST[0] or size[1] < SMALLEST[1]:
        verdict, why = POOR, "coarse"
    elif live and fps < SMOOTH[0]:
        verdict, why = POOR if fps >= SMOOTH[1] else BAD, "slow"
    return [Finding("camera", verdict, why, figures), *settings], image


def _settings(camera: Camera) -> list[Finding]:
    """Which of a webcam's settings are held, and why the others are not."""
    connection = camera.connect if isinstance(camera, LiveCamera) else None
    if not isinstance(connection, Connection) or connection.settings is None:
        return []
    held = [one.name for one in connection.settings if one.held is not None]
    left = [f"{one.name} ({one.why})" for one in connection.settings if one.held is None]
    figures = {"held": ", ".join(held) or "–", "left": ", ".join(left) or "–"}
    return [Finding("settings", GOOD, "", figures)]
