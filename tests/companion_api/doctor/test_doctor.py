"""The doctor names what is wrong with ten bad set-ups, and finds nothing wrong with a good one."""

from __future__ import annotations

import functools
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion_api.doctor import BAD, GOOD, POOR, computer, picture
from companion_api.saying.words import words
from companion_api.server.serve import LOCAL, listen
from hardware.hearing import microphone
from hardware.simulator import SimulatedTable
from languages import LANGUAGES

SEED = 1


@functools.cache
def table(seed: int = SEED) -> SimulatedTable:
    return SimulatedTable(seed)


@functools.cache
def still(seed: int = SEED) -> np.ndarray:
    return next(table(seed)).image


@pytest.fixture
def good() -> np.ndarray:
    return still().copy()


def named(image: np.ndarray) -> set[tuple[str, str]]:
    return {(one.check, one.why) for one in picture.look(image) if one.verdict != GOOD}


def far(image: np.ndarray) -> np.ndarray:
    """The same table seen from twice as far, the room around it grey."""
    height, width = image.shape[:2]
    small = cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    away = np.full_like(image, 90)
    away[height // 4 : height // 4 + height // 2, width // 4 : width // 4 + width // 2] = small
    return away


def lamp(image: np.ndarray) -> np.ndarray:
    board = np.mean(table().table["board"], axis=0).astype(int)
    spot = np.zeros(image.shape[:2], np.float32)
    cv2.circle(spot, (int(board[0]) + 70, int(board[1])), 55, 1, -1)
    return np.clip(image + cv2.GaussianBlur(spot, (0, 0), 20)[..., None] * 500, 0, 255).astype(np.uint8)


def two_boards(image: np.ndarray) -> np.ndarray:
    """The board once more, beside itself."""
    both = np.hstack([image, image])
    return cv2.resize(both, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)


def without_board(image: np.ndarray) -> np.ndarray:
    """Only the picture in the board's middle, on the bare table."""
    board = table().table["board"]
    left, top, right, bottom = _around(board)
    x, y = np.mean(board, axis=0).astype(int)
    half = (right - left) // 9
    bare = image.copy()
    bare[top - 10 : bottom + 10, left - 10 : right + 10] = (70, 90, 110)
    bare[y - half : y + half, x - half : x + half] = image[y - half : y + half, x - half : x + half]
    return bare


def face(image: np.ndarray) -> np.ndarray:
    """What a laptop's own camera sees: no table at all."""
    seen = np.full_like(image, (150, 140, 130))
    cv2.ellipse(seen, (640, 380), (150, 200), 0, 0, 360, (130, 160, 205), -1)
    for x in (580, 700):
        cv2.circle(seen, (x, 340), 16, (60, 50, 40), -1)
    cv2.ellipse(seen, (640, 470), (60, 20), 0, 0, 180, (90, 80, 170), -1)
    return seen


def _around(points) -> tuple[int, int, int, int]:
    xs, ys = zip(*points, strict=True)
    return int(min(xs)), int(min(ys)), int(max(xs)), int(max(ys))


@pytest.mark.parametrize("seed", [1, 8])
def test_nothing_is_wrong_with_a_good_table(seed: int) -> None:
    found = picture.look(still(seed))
    # At 1280 × 720 the simulated tables' cards are a little small, and a board may lie any way round.
    assert {(one.check, one.why) for one in found if one.verdict != GOOD} <= {
        ("card_size", "small"),
        ("upright", "upside_down"),
    }
    assert not any(one.verdict == BAD for one in found)
    assert next(one for one in found if one.check == "board").figures["source"] == "grid"


@pytest.mark.parametrize(
    ("spoil", "check", "why"),
    [
        (lambda image: (image * 0.2).astype(np.uint8), "light", "dark"),
        (lamp, "glare", "burnt"),
        (lambda image: cv2.GaussianBlur(image, (0, 0), 3.5), "sharpness", "blurred"),
        (far, "card_size", "small"),
        (lambda image: np.ascontiguousarray(image[::-1, ::-1]), "upright", "upside_down"),
        (two_boards, "board", "two_boards"),
        (without_board, "board", "no_board"),
        (face, "board", "wrong_camera"),
        (np.zeros_like, "light", "black"),
    ],
)
def test_what_is_wrong_in_the_picture_is_named(good: np.ndarray, spoil, check: str, why: str) -> None:
    assert (check, why) in named(spoil(good))


def test_a_slow_computer_and_a_taken_port_are_named(good: np.ndarray, monkeypatch) -> None:
    now = [0.0]
    monkeypatch.setattr(computer.time, "perf_counter", lambda: now[0])
    for seconds, verdict, why in ((0.45, POOR, "slow"), (2.0, BAD, "slow"), (0.1, GOOD, "")):
        found = computer.speed(good, lambda image, took=seconds: now.__setitem__(0, now[0] + took))
        assert (found.verdict, found.why, found.figures["ms"]) == (verdict, why, round(1000 * seconds))
    with listen(LOCAL, 0) as door:
        taken = computer.port(door.getsockname()[1])
    assert (taken.verdict, taken.why) == (BAD, "taken")
    assert computer.port(0).verdict == GOOD


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    assert computer.disk(tmp_path / "new" / "deep").verdict in (GOOD, POOR)
    (tmp_path / "file").write_text("no folder")
    assert computer.disk(tmp_path / "file").why == "not_writable"


def test_the_command_says_it_in_words_and_as_json(
    nainjaune, tmp_path: Path, good: np.ndarray, monkeypatch
) -> None:
    monkeypatch.setattr(computer, "TRIES", 2)
    photo = tmp_path / "table.png"
    cv2.imwrite(str(photo), good)
    ran = nainjaune("doctor", "--camera", photo, "--data", tmp_path, "--port", 0, "--json")
    checks = {line["check"]: line for line in ran.lines}
    assert {"disk", "port", "networks", "camera", "board", "light", "speed"} <= set(checks)
    assert checks["board"]["verdict"] == GOOD and checks["board"]["text"] == "Plateau : reconnu."
    assert all(line["text"] and "doctor." not in line["text"] for line in ran.lines)
    cv2.imwrite(str(photo), np.zeros_like(good))
    quick = computer.speed(good, lambda image: None)
    monkeypatch.setattr(computer, "speed", lambda image: quick)  # measured once is enough
    ran = nainjaune("doctor", "--camera", photo, "--data", tmp_path, "--port", 0, "--lang", "en")
    assert ran.status == 3
    assert "✗ Light: the picture is black" in ran.out and "marked ✗" in ran.out


def test_the_height_is_told(nainjaune) -> None:
    (line,) = nainjaune("doctor", "--camera-height", 90, "--json").lines
    assert line["card_px"] == 87 and line["why"] == "good"
    (line,) = nainjaune("doctor", "--table-size", "120x80", "--json").lines
    assert 90 <= line["height_cm"] <= 110
    (line,) = nainjaune("doctor", "--camera-height", 90, "--table-size", "200x150", "--json").lines
    assert line["why"] == "cut"
    nainjaune("doctor", "--camera-height", 5).refused("height")
    nainjaune("doctor", "--table-size", "big").refused("--table-size big", "90x70")


class Device:
    """A microphone in a room as loud as the test says (0 to 1), or one that cannot be read."""

    def __init__(self, loud):
        self.loud = loud

    def start(self):
        if self.loud is None:
            raise OSError("busy")

    def read(self, frames):
        if self.loud < 0:
            time.sleep(0.05)
            raise OSError("nothing comes")
        sound = np.sin(np.arange(frames) * 0.2) * self.loud * 32767
        return np.clip(sound, -32768, 32767).astype(np.int16).tobytes(), False

    def close(self):
        pass


@pytest.mark.parametrize(
    ("loud", "why"),
    [(0.001, ""), (0.0, "dead"), (3.0, "loud"), (0.1, "noisy"), (None, "taken"), (-1.0, "dead")],
)
def test_a_second_of_sound_says_whether_the_microphone_will_do(monkeypatch, loud, why):
    class Library:
        class default:
            device = (0, 0)

        @staticmethod
        def query_devices():
            return [{"name": "Yeti: USB Audio (hw:1,0)", "max_input_channels": 1}]

        @staticmethod
        def RawInputStream(**_):
            return Device(loud)

        _terminate = _initialize = staticmethod(lambda: None)

    monkeypatch.setattr(microphone, "_library", lambda: Library)
    monkeypatch.setattr(computer, "SOUND_PATIENCE", 0.3)
    found = computer.microphone()
    assert (found.verdict, found.why) == (POOR if why else GOOD, why)
    assert found.figures["name"] == "Yeti: USB Audio"
    for language in LANGUAGES:
        assert "Yeti" in words(language).say(f"doctor.microphone.{why or 'good'}", **found.figures)
