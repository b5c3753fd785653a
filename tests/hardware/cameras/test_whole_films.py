"""A film is whole when its last picture comes when the container says, however many pictures there are."""

from __future__ import annotations

import os

import cv2
import numpy as np
import pytest
from streamed_film import index_first

from engine.errors import BadInput
from hardware.cameras import film as films
from hardware.cameras import open_camera

SIZE = (96, 64)
FRAMES, FPS = 100, 20


def written(path, codec, frames=FRAMES, fps=FPS):
    noise = np.random.default_rng(1).integers(0, 255, (SIZE[1], SIZE[0], 3), np.uint8)
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*codec), fps, SIZE)
    if not writer.isOpened():
        pytest.skip(f"this OpenCV writes no {path.suffix} with {codec}")
    for number in range(frames):
        writer.write(np.roll(noise, number, 1))
    writer.release()
    return path.read_bytes()


def edited(film, first, seconds):
    """An MP4 that shows only so many seconds from a time on: its edit list says so."""
    film = bytearray(film)
    scale_at = film.index(b"mdhd") + 16
    scale = int.from_bytes(film[scale_at : scale_at + 4], "big")
    at = film.index(b"elst") + 12
    film[at : at + 4] = round(seconds * 1000).to_bytes(4, "big")
    film[at + 4 : at + 8] = round(first * scale).to_bytes(4, "big")
    return bytes(film)


def read(path):
    with open_camera(str(path)) as camera:
        return [frame.t for frame in camera]


def refused(path):
    with pytest.raises(BadInput, match=r"cut|not a film"):
        read(path)


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("a.mp4", "mp4v"),
        ("a.mov", "mp4v"),
        ("a.avi", "MJPG"),
        ("a.avi", "XVID"),
        ("a.mkv", "mp4v"),
        ("a.mkv", "MJPG"),
        ("a.webm", "VP80"),
    ],
)
def test_whole_films_are_read_and_films_cut_anywhere_refused(tmp_path, name, codec):
    film = written(tmp_path / name, codec)
    if name.endswith((".mp4", ".mov")):
        film = index_first(film)
    (tmp_path / name).write_bytes(film)
    assert len(read(tmp_path / name)) == FRAMES
    for share in (0.3, 0.5, 0.7, 0.85):
        (tmp_path / name).write_bytes(film[: int(len(film) * share)])
        refused(tmp_path / name)


@pytest.mark.parametrize(("first", "seconds"), [(0.0, 2.0), (1.0, 4.0), (1.35, 2.5), (2.0, 1.0), (4.0, 1.0)])
def test_films_trimmed_by_an_edit_list_are_whole_and_cut_ones_not(tmp_path, first, seconds):
    path = tmp_path / "trimmed.mp4"
    film = edited(index_first(written(path, "mp4v")), first, seconds)
    path.write_bytes(film)
    times = read(path)
    assert times[0] == 0 and abs(times[-1] + 1 / FPS - seconds) < 0.1, times[-1]
    if first + seconds - 1 > first:
        end = (first + seconds - 1) * FPS / FRAMES  # a second before the last picture shown
        path.write_bytes(film[: int(film.index(b"mdat") + (len(film) - film.index(b"mdat")) * end)])
        refused(path)


@pytest.mark.parametrize("name", ["a.ts", "a.m2ts", "a.mpg"])
def test_streams_that_begin_between_key_frames_are_whole(tmp_path, name):
    film = written(tmp_path / name, "MPEG" if name == "a.mpg" else "mpg2", fps=25)
    packet = {"a.ts": 188, "a.m2ts": 192, "a.mpg": 2048}[name]
    begun = len(film) // packet // 20 * packet
    (tmp_path / name).write_bytes(film[begun:])
    assert FRAMES * 0.6 < len(read(tmp_path / name)) < FRAMES


NAMES = (
    "2026-11-27T20:15:00.mp4", "-x.mp4", "file:film.mp4", "50%.mp4", "%03d.mp4", "soirée é.mp4", "😀.mp4",
    "webcam:c920.mp4", "rtsp:x.mp4", "camera 0", "0.mp4", "concat:a|b.mp4", "a?b#c.mp4",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_films_are_read_whatever_they_are_called(tmp_path, monkeypatch, name):
    written(tmp_path / "a.mp4", "mp4v", 10)
    try:
        os.rename(tmp_path / "a.mp4", tmp_path / name)
    except OSError:
        pytest.skip("no file can be called so here")
    monkeypatch.chdir(tmp_path)
    assert len(read(name)) == 10
    with open_camera(name) as camera:
        assert camera.name == name and not camera.live
    assert len(read((tmp_path / name).as_uri())) == 10


def test_films_of_no_or_too_many_pixels_are_refused_before_a_picture_is_read(tmp_path, monkeypatch):
    written(tmp_path / "a.mp4", "mp4v", 3)
    monkeypatch.setattr(films, "MAX_PIXELS", 1000)
    with pytest.raises(BadInput, match=r"a\.mp4: a film of 96×64 pixels"):
        open_camera(str(tmp_path / "a.mp4"))
