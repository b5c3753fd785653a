"""Films, stills and (replayed) live cameras: what they hand out and how they say what is wrong."""

import threading
import time
from contextlib import suppress
from unittest.mock import patch

import cv2
import numpy as np
import pytest

from engine.errors import BadInput
from hardware.cameras import CameraLost, LiveCamera, Webcam, live, open_camera
from hardware.cameras.live import LiveSource
from hardware.cameras.webcam import number_of

FRAMES = 40
HANGS = 90.0
"""Seconds without a picture after which a camera counts as hung on the busiest machine."""


def picture(number, size=(160, 120)):
    image = np.full((size[1], size[0], 3), 40, np.uint8)
    cv2.circle(image, (10 + 3 * number, 60), 8, (40, 200, 240), -1)
    return image


@pytest.fixture
def film(tmp_path):
    path = tmp_path / "table.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 20, (160, 120))
    for number in range(FRAMES):
        writer.write(picture(number))
    writer.release()
    return path


def move_index_to_front(data):
    """The film with its table of contents first, as cameras that stream write it."""
    moov = data.index(b"moov") - 4
    mdat = data.index(b"mdat") - 4
    assert mdat < moov
    index = bytearray(data[moov:])
    place = index.index(b"stco") + 8
    count = int.from_bytes(index[place : place + 4], "big")
    for entry in range(count):
        at = place + 4 + 4 * entry
        index[at : at + 4] = (int.from_bytes(index[at : at + 4], "big") + len(index)).to_bytes(4, "big")
    return data[:mdat] + bytes(index) + data[mdat:moov]


def test_film_gives_every_frame_with_the_container_time(film):
    with open_camera(str(film)) as camera:
        frames = list(camera)
    assert (camera.size, camera.fps, camera.live) == ((160, 120), 20, False)
    assert [f.number for f in frames] == list(range(FRAMES))
    assert [f.t for f in frames] == pytest.approx([n / 20 for n in range(FRAMES)], abs=1e-3)
    assert frames[0].source == str(film)


def test_frames_cannot_be_written_to(film):
    with open_camera(str(film)) as camera, pytest.raises(ValueError):
        next(camera).image[0, 0] = 0


def test_film_whose_end_is_missing_says_so_after_what_it_had(film):
    whole = move_index_to_front(film.read_bytes())
    film.write_bytes(whole)
    with open_camera(str(film)) as camera:
        assert len(list(camera)) == FRAMES
    film.write_bytes(whole[: len(whole) * 6 // 10])
    seen = []
    with open_camera(str(film)) as camera, pytest.raises(BadInput, match="the film is cut") as told:
        for frame in camera:
            seen.append(frame)
    assert 5 < len(seen) < FRAMES - 5
    assert "expected 40" in str(told.value) and "\n" not in str(told.value)


def test_film_that_lost_its_table_of_contents_cannot_be_opened(film):
    film.write_bytes(film.read_bytes()[:3000])
    with pytest.raises(BadInput, match="not a film"):
        open_camera(str(film))


@pytest.mark.parametrize("spec", ["missing.mp4", "97", "rtsp://127.0.0.1:9/none"])
def test_what_is_not_there_is_one_line(spec, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput) as told:
        open_camera(spec)
    assert spec in str(told.value) and "\n" not in str(told.value)
    assert capfd.readouterr().err == ""


def test_text_is_not_a_film(tmp_path):
    path = tmp_path / "notes.mp4"
    path.write_text("not a film")
    with pytest.raises(BadInput, match=r"notes\.mp4: not a film"):
        open_camera(str(path))


def test_folder_of_stills_in_natural_order(tmp_path):
    for number in (10, 9, 1):
        cv2.imwrite(str(tmp_path / f"IMG_{number}.png"), np.full((20, 30, 3), number, np.uint8))
    with open_camera(str(tmp_path)) as camera:
        assert [int(f.image[0, 0, 0]) for f in camera] == [1, 9, 10]
        assert camera.size == (30, 20)


def test_folder_without_stills_or_with_a_broken_one(tmp_path):
    with pytest.raises(BadInput, match="no picture in this folder"):
        open_camera(str(tmp_path))
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((20, 30, 3), np.uint8))
    (tmp_path / "b.jpg").write_bytes(b"\xff\xd8broken")
    with open_camera(str(tmp_path)) as camera:
        next(camera)
        with pytest.raises(BadInput, match=r"b\.jpg"):
            next(camera)


def test_still_of_another_size_is_named(tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((20, 30, 3), np.uint8))
    cv2.imwrite(str(tmp_path / "b.png"), np.zeros((20, 31, 3), np.uint8))
    with open_camera(str(tmp_path)) as camera, pytest.raises(BadInput, match=r"b\.png: 31×20"):
        list(camera)


class Plug:
    """A webcam whose cable the test pulls and puts back."""

    def __init__(self):
        self.plugged = threading.Event()
        self.plugged.set()
        self.shown = 0

    def connect(self):
        return self if self.plugged.is_set() else None

    def read(self):
        if not self.plugged.is_set():
            return False, None
        time.sleep(0.005)
        self.shown += 1
        return True, np.full((12, 16, 3), self.shown % 250, np.uint8)

    def get(self, _):
        return 30.0

    def release(self):
        pass


def test_live_camera_hands_out_the_newest_frame_only():
    plug = Plug()
    with LiveCamera("test", plug.connect) as camera:
        first = next(camera)
        before = plug.shown
        while plug.shown < before + 8:
            time.sleep(0.001)
        second = next(camera)
        third = next(camera)
    assert second.number - first.number > 5
    assert third.number > second.number and third.t > second.t
    assert camera.live


def test_unplugged_camera_is_reported_and_goes_on_when_it_is_back():
    plug = Plug()
    with LiveCamera("webcam 7", plug.connect, patience=0.1, retry=0.02) as camera:
        next(camera)
        plug.plugged.clear()
        with pytest.raises(CameraLost, match="webcam 7"):
            while True:  # what was on its way
                next(camera)
        plug.plugged.set()
        frame = None
        while frame is None:
            with suppress(CameraLost):
                frame = next(camera)
        assert frame.image.shape == (12, 16, 3)


def test_how_long_nothing_was_shown_is_told_with_the_next_picture_while_time_stands_still():
    source = LiveSource("phone", (16, 12), 15.0, patience=1.0)
    now = [100.0]
    frames = []
    with patch("hardware.cameras.live.time.monotonic", lambda: now[0]):
        for later in (0.1, 0.1, 7.5, 0.1):
            now[0] += later
            source.show(np.zeros((12, 16, 3), np.uint8))
            frames.append(next(source))
    assert [round(frame.gap, 3) for frame in frames] == [0.0, 0.0, 7.5, 0.0]
    assert 0 < frames[2].t - frames[1].t < 0.1 and frames[3].t - frames[2].t == pytest.approx(0.1)


def test_closed_live_camera_ends():
    plug = Plug()
    camera = LiveCamera("test", plug.connect)
    camera.close()
    with pytest.raises(StopIteration):
        for _ in range(3):
            next(camera)


class Stuck(Plug):
    """A webcam that shows the same picture again and again until it is opened anew."""

    def __init__(self):
        super().__init__()
        self.frozen = threading.Event()
        self.opened = 0

    def connect(self):
        self.opened += 1
        if self.opened > 1:
            self.frozen.clear()
        return self

    def read(self):
        if self.frozen.is_set():
            time.sleep(0.005)
            return True, np.full((12, 16, 3), 7, np.uint8)
        return super().read()


def test_frozen_picture_is_noticed_and_the_camera_opened_anew(monkeypatch):
    assert live.FROZEN <= 2.0, "within two seconds"
    monkeypatch.setattr("hardware.cameras.live.FROZEN", 0.2)
    monkeypatch.setattr("hardware.cameras.live.STUCK", 0.5)
    camera = Stuck()
    with LiveCamera("webcam 3", camera.connect, patience=0.1, retry=0.02) as filming:
        next(filming)
        camera.frozen.set()
        with pytest.raises(CameraLost, match="webcam 3") as lost:
            while True:
                next(filming)
        assert lost.value.why == "frozen"
        filming.patience = HANGS
        next(filming)
        assert camera.opened == 2


def test_a_webcam_is_found_by_part_of_its_name(monkeypatch):
    there = [Webcam(0, "Integrated Camera"), Webcam(2, "HD Pro Webcam C920"), Webcam(4, "HD Webcam C270")]
    monkeypatch.setattr("hardware.cameras.webcam.webcams", lambda: there)
    assert number_of("c920") == 2
    with pytest.raises(BadInput, match=r"several.*2 \(HD Pro Webcam C920\), 4"):
        number_of("webcam")
    with pytest.raises(BadInput, match=r"webcam:brio: no webcam.*0 \(Integrated Camera\), 2"):
        open_camera("webcam:brio")
