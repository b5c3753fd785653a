"""The doctor names what is wrong with bad set-ups, and finds nothing wrong with a good one."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion_api.doctor import BAD, GOOD, POOR, computer, picture
from companion_api.saying.words import words
from companion_api.system.ports import LOCAL, listen
from engine.errors import BadInput
from hardware.hearing.microphone import Device
from hardware.hearing.sound import Block
from hardware.simulator import SimulatedTable
from languages import LANGUAGES

TABLE = SimulatedTable(1)


@pytest.fixture(scope="module")
def good() -> np.ndarray:
    return next(TABLE).image


def named(image: np.ndarray) -> set[tuple[str, str]]:
    return {(one.check, one.why) for one in picture.look(image) if one.verdict != GOOD}


def under_a_lamp_blurred_upside_down(image: np.ndarray) -> np.ndarray:
    board = np.mean(TABLE.table["board"], axis=0).astype(int)
    spot = np.zeros(image.shape[:2], np.float32)
    cv2.circle(spot, (int(board[0]) + 70, int(board[1])), 55, 1, -1)
    lit = np.clip(image + cv2.GaussianBlur(spot, (0, 0), 20)[..., None] * 500, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(cv2.GaussianBlur(lit, (0, 0), 3.5)[::-1, ::-1])


def two_boards(image: np.ndarray) -> np.ndarray:
    """The board once more, beside itself."""
    both = np.hstack([image, image])
    return cv2.resize(both, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)


def without_board(image: np.ndarray) -> np.ndarray:
    """Only the picture in the board's middle, on the bare table."""
    board = np.array(TABLE.table["board"])
    (left, top), (right, bottom) = board.min(0).astype(int), board.max(0).astype(int)
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


def test_what_is_wrong_in_the_picture_is_named(good: np.ndarray) -> None:
    several = {("glare", "burnt"), ("sharpness", "blurred"), ("upright", "upside_down")}
    for spoil, wrong in (
        (under_a_lamp_blurred_upside_down, several),
        (two_boards, {("board", "two_boards")}),
        (without_board, {("board", "no_board")}),
        (face, {("board", "wrong_camera")}),
        (np.zeros_like, {("light", "black")}),
    ):
        assert named(spoil(good)) >= wrong, spoil.__name__


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


def test_nothing_is_wrong_with_a_good_table_and_the_command_says_it_in_words_and_as_json(
    nainjaune, tmp_path: Path, good: np.ndarray, monkeypatch
) -> None:
    speed = computer.speed
    monkeypatch.setattr(computer, "TRIES", 2)
    monkeypatch.setattr(computer, "speed", lambda image: speed(image[::6, ::6]))  # as much is said sooner
    photo = tmp_path / "table.png"
    cv2.imwrite(str(photo), good)
    ran = nainjaune("doctor", "--camera", photo, "--data", tmp_path, "--port", 0, "--json")
    checks = {line["check"]: line for line in ran.lines}
    assert {"disk", "port", "networks", "camera", "board", "light", "speed"} <= set(checks)
    assert checks["board"]["verdict"] == GOOD and checks["board"]["text"] == "Plateau : reconnu."
    assert checks["board"]["source"] == "grid"
    assert all(line["text"] and "doctor." not in line["text"] for line in ran.lines)
    seen = ran.lines[[line["check"] for line in ran.lines].index("board") : -1]
    # At 1280 × 720 the simulated tables' cards are a little small, and a board may lie any way round.
    wrong = {(line["check"], line["why"]) for line in seen if line["verdict"] != GOOD}
    assert wrong <= {("card_size", "small"), ("upright", "upside_down")}
    assert not any(line["verdict"] == BAD for line in seen)


def test_what_will_not_do_is_said_in_words_and_by_the_status(nainjaune, tmp_path: Path, monkeypatch) -> None:
    def broken() -> None:
        raise BadInput("reader.onnx: no such file")

    monkeypatch.setattr(computer, "open_all", broken)
    ran = nainjaune(
        "doctor", "--camera", tmp_path / "none.png", "--data", tmp_path, "--port", 0, "--lang", "en"
    )
    assert ran.status == 3
    assert "✗ Card reading: reader.onnx" in ran.out and "marked ✗" in ran.out


def test_the_height_is_told(nainjaune) -> None:
    (line,) = nainjaune("doctor", "--camera-height", 90, "--json").lines
    assert line["card_px"] == 87 and line["why"] == "good"
    (line,) = nainjaune("doctor", "--table-size", "120x80", "--json").lines
    assert 90 <= line["height_cm"] <= 110
    (line,) = nainjaune("doctor", "--camera-height", 90, "--table-size", "200x150", "--json").lines
    assert line["why"] == "cut"
    nainjaune("doctor", "--camera-height", 5).refused("height")
    nainjaune("doctor", "--table-size", "big").refused("--table-size big", "90x70")


class Room:
    """A microphone in a room as loud as told (0 to 1); None: no sound ever comes."""

    def __init__(self, loud: float | None) -> None:
        self.loud = loud
        self.closed = threading.Event()

    def __iter__(self):
        if self.loud is None:
            self.closed.wait()
            return
        wave = np.sin(np.arange(1600) * 0.2) * self.loud * 32767
        samples = np.clip(wave, -32768, 32767).astype(np.int16)
        yield from (Block(n / 10, samples) for n in range(11))

    def close(self) -> None:
        self.closed.set()


def test_a_second_of_sound_says_whether_the_microphone_will_do(monkeypatch):
    monkeypatch.setattr(computer, "devices", lambda: [Device(0, "Yeti: USB Audio (hw:1,0)", True)])
    monkeypatch.setattr(computer, "SOUND_PATIENCE", 0.01)

    def told(opened) -> tuple[str, str]:
        monkeypatch.setattr(computer, "open_microphone", opened)
        found = computer.microphone()
        assert found.figures["name"] == "Yeti: USB Audio"
        for language in LANGUAGES:
            line = words(language).say(f"doctor.microphone.{found.why or 'good'}", **found.figures)
            assert "Yeti" in line
        return found.verdict, found.why

    def taken(which: str) -> Room:
        raise BadInput("busy")

    for loud, why in ((0.001, ""), (0.0, "dead"), (3.0, "loud"), (0.1, "noisy"), (None, "dead")):
        assert told(lambda which, loud=loud: Room(loud)) == (POOR if why else GOOD, why), loud
    assert told(taken) == (POOR, "taken")
