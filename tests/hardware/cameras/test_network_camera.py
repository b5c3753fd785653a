"""A network camera that is cut off and comes back, read as any network camera is read."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.network_camera import FilmServer
from engine.errors import BadInput
from hardware.cameras import CameraLost, open_camera

SECONDS, FPS = 4, 20
HANGS = 90.0
"""Seconds without a picture after which the camera counts as hung on the busiest machine."""
PROTOCOLS = ["http", "rtsp", "h264"]


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """A square that moves to the right, steadily."""
    path = tmp_path / "table.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (320, 192))
    for number in range(SECONDS * FPS):
        image = np.full((192, 320, 3), 40, np.uint8)
        cv2.rectangle(image, (3 * number, 80), (3 * number + 20, 110), (255, 255, 255), -1)
        writer.write(image)
    writer.release()
    return path


def place(image: np.ndarray) -> int:
    return int(np.argmax(image[95, :, 0] > 150))


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("waits", [False, True])
def test_a_camera_that_is_cut_off_comes_back(film: Path, waits: bool, protocol: str) -> None:
    with FilmServer(film, protocol) as server, open_camera(server.url) as camera:
        camera.patience, camera.retry = HANGS, 0.1
        last = [next(camera) for _ in range(5)][-1]
        assert last.image.shape == (192, 320, 3)
        server.cut(1.0, waits=waits)
        camera.patience = 0.3
        with pytest.raises(CameraLost) as lost:
            while True:
                last = next(camera)
        assert lost.value.why == "no_picture"
        camera.patience = HANGS
        after = next(camera)
        assert 0 < after.t - last.t < 1.0  # its time stood still
        if not waits:  # H.264 begins with the last whole picture
            after = [next(camera) for _ in range(10)][-1]
        moved = (place(after.image) - place(last.image)) / 3 / FPS
        assert (moved < 0.6) if waits else (moved > 0.6)


def test_pictures_that_rtp_cannot_carry_are_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "odd.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (100, 60))
    writer.write(np.zeros((60, 100, 3), np.uint8))
    writer.release()
    with pytest.raises(BadInput, match=r"odd\.mp4: 100×60 pixels"):
        FilmServer(path, "rtsp")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_film_comes_to_its_end(film: Path, protocol: str) -> None:
    with FilmServer(film, protocol) as server, open_camera(server.url) as camera:
        camera.patience = 1.0
        seen = []
        with pytest.raises(CameraLost):
            while True:
                seen.append(place(next(camera).image))
        assert server.ended and server.t == pytest.approx(server.duration, abs=0.1)
        assert seen == sorted(seen) and seen[-1] > 200
