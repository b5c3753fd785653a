"""Sound: files, levels, microphones that come and go."""

from __future__ import annotations

import struct
import threading
import time
import wave
from itertools import count, islice

import numpy as np
import pytest

from engine.errors import BadInput
from hardware.hearing import microphone
from hardware.hearing.microphone import Microphone
from hardware.hearing.noise import check
from hardware.hearing.sound import SILENCE_DB, Block, Recording, level, write_wav


def tone(seconds: float, loud: float, rate: int = 16000) -> np.ndarray:
    """A sine of 440 Hz; ``loud`` 1 is the loudest."""
    t = np.arange(int(seconds * rate)) / rate
    return (np.sin(2 * np.pi * 440 * t) * loud * 32767).astype(np.int16)


def test_a_recording_comes_in_blocks_with_its_own_times(tmp_path):
    write_wav(tmp_path / "a.wav", tone(1.05, 0.5), 16000)
    recording = Recording(tmp_path / "a.wav")
    blocks = list(recording)
    assert [round(block.t, 3) for block in blocks[:3]] == [0.0, 0.1, 0.2]
    assert sum(len(block.samples) for block in blocks) == 16800 and recording.seconds == 1.05
    assert (np.concatenate([block.samples for block in blocks]) == tone(1.05, 0.5)).all()


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("channels", [1, 2])
def test_every_width_and_number_of_channels_is_the_same_sound(tmp_path, width, channels):
    sound = tone(0.2, 0.5)
    wide = np.repeat(sound.astype(np.int64)[:, None], channels, axis=1) << 16
    raw = wide.astype("<i4").view(np.uint8).reshape(len(sound), channels, 4)[:, :, 4 - width :]
    data = (raw ^ 0x80 if width == 1 else raw).tobytes()
    with wave.open(str(tmp_path / "b.wav"), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(16000)
        file.writeframes(data)
    read = np.concatenate([block.samples for block in Recording(tmp_path / "b.wav")])
    assert np.abs(read.astype(int) - sound).max() <= (256 if width == 1 else 1)


def riff(samples: np.ndarray, bits: int, tag: int, channels: int = 1, extensible: bool = True) -> bytes:
    """A WAV file whose head is written out here: `wave` writes the short one only."""
    step = bits // 8 * channels
    told = struct.pack("<HHIIHH", 0xFFFE if extensible else tag, channels, 16000, 16000 * step, step, bits)
    if extensible:
        told += struct.pack("<HHIH", 22, bits, 0, tag) + b"\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71"
    data = samples.tobytes()
    parts = b"fmt " + struct.pack("<I", len(told)) + told
    if tag == 3:
        parts += b"fact" + struct.pack("<II", 4, len(samples))
    parts += b"data" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(parts) + 4) + b"WAVE" + parts


@pytest.mark.parametrize("extensible", [False, True])
@pytest.mark.parametrize(("bits", "tag"), [(8, 1), (16, 1), (24, 1), (32, 1), (32, 3), (64, 3)])
@pytest.mark.parametrize("channels", [1, 2, 6])
def test_extensible_heads_and_fractions_are_the_same_sound(tmp_path, bits, tag, channels, extensible):
    sound = tone(0.2, 0.5)
    if tag == 3:
        values = (sound / 32768).astype(f"<f{bits // 8}")
        raw = values.view(np.uint8).reshape(len(sound), bits // 8)
    else:
        wide = (sound.astype(np.int64) << 16).astype("<i4").view(np.uint8).reshape(len(sound), 4)
        raw = wide[:, 4 - bits // 8 :] ^ (0x80 if bits == 8 else 0)
    raw = np.repeat(raw[:, None, :], channels, axis=1)
    (tmp_path / "c.wav").write_bytes(riff(raw, bits, tag, channels, extensible))
    recording = Recording(tmp_path / "c.wav")
    read = np.concatenate([block.samples for block in recording])
    assert recording.rate == 16000 and len(read) == len(sound)
    assert np.abs(read.astype(int) - sound).max() <= (256 if bits == 8 else 1)


def test_what_is_no_pcm_or_broken_is_one_line(tmp_path):
    whole = riff(tone(0.2, 0.5), 16, 1)
    rng = np.random.default_rng(60)
    for _ in range(200):
        broken = bytearray(whole)
        for at in rng.integers(0, 70, 3):
            broken[at] = rng.integers(256)
        (tmp_path / "d.wav").write_bytes(broken[: rng.integers(10, len(broken))])
        try:
            Recording(tmp_path / "d.wav")
        except BadInput as error:
            assert "\n" not in str(error)
    (tmp_path / "mp3.wav").write_bytes(riff(tone(0.2, 0.5), 16, 0x55, extensible=False))
    with pytest.raises(BadInput, match=r"mp3\.wav: .*expected PCM"):
        Recording(tmp_path / "mp3.wav")


def test_what_is_no_recording_is_one_line(tmp_path):
    (tmp_path / "text.wav").write_text("no sound")
    (tmp_path / "empty.wav").write_bytes(b"")
    write_wav(tmp_path / "slow.wav", tone(0.1, 0.1), 4000)
    for name in ("text.wav", "empty.wav", "slow.wav", "absent.wav"):
        with pytest.raises(BadInput, match=f"{name}: .*expected"):
            Recording(tmp_path / name)
    with pytest.raises(BadInput, match="expected a WAV"):
        Recording(tmp_path)


def test_levels_are_decibels_below_the_loudest():
    assert level(tone(1, 1.0)) == pytest.approx(-3.0, abs=0.1)
    assert level(tone(1, 0.1)) == pytest.approx(-23.0, abs=0.1)
    assert level(np.zeros(100, np.int16)) == SILENCE_DB == level(np.zeros(0, np.int16))


def said(room: float, voice: float, cut: bool = False):
    """Six seconds: two of them somebody speaks."""
    for n in range(60):
        speaks = 20 <= n < 40
        samples = tone(0.1, voice if speaks else room)
        if cut and speaks:
            samples = np.clip(samples.astype(int) * 3, -32768, 32767).astype(np.int16)
        yield Block(n / 10, samples)


@pytest.mark.parametrize(
    ("room", "voice", "cut", "verdict"),
    [
        (0.001, 0.2, False, "good"),
        (0.0, 0.0, False, "dead"),
        (0.0002, 0.004, False, "faint"),
        (0.1, 0.2, False, "noisy"),
        (0.001, 0.9, True, "loud"),
    ],
)
def test_a_microphone_is_judged_by_room_and_voices(room, voice, cut, verdict):
    assert check(said(room, voice, cut)).verdict == verdict


def test_a_check_ends_after_its_seconds():
    endless = (Block(n / 10, tone(0.1, 0.2)) for n in count())
    assert check(endless, 2.0).verdict == "noisy"
    assert next(endless).t == 2.1


class Fake:
    """A device that gives a few blocks and is then pulled out."""

    def __init__(self, blocks: int) -> None:
        self.left = blocks
        self.closed = False

    def read(self, frames: int) -> tuple[bytes, bool]:
        if not self.left:
            raise OSError("device unplugged")
        self.left -= 1
        time.sleep(0.001)
        return tone(frames / 16000, 0.3).tobytes(), False

    def close(self) -> None:
        self.closed = True


def test_a_microphone_that_was_unplugged_goes_on_when_it_is_back():
    first, states, gone = Fake(3), [], threading.Event()
    plugs = iter([lambda: first, None, None, lambda: Fake(10_000)])

    def connect():
        plug = next(plugs)
        if plug is None:
            gone.set()
            raise OSError("no such device")
        return plug()

    mic = Microphone("fake", connect, states.append, retry=0.01)
    try:
        blocks = list(islice(mic, 10))
    finally:
        mic.close()
    assert len(blocks) == 10 and gone.is_set() and first.closed
    assert states[:2] == ["lost", "ok"]
    times = [block.t for block in blocks]
    assert times == sorted(times)
    assert all(len(block.samples) == 1600 for block in blocks)


def test_a_microphone_that_is_not_there_is_one_line():
    def connect():
        raise OSError("Invalid device")

    with pytest.raises(BadInput, match="fake: no such microphone"):
        Microphone("fake", connect)


def test_closing_ends_whoever_listens():
    mic = Microphone("fake", lambda: Fake(10_000))
    heard: list[Block] = []
    thread = threading.Thread(target=lambda: heard.extend(mic))
    thread.start()
    while not heard:
        time.sleep(0.001)
    mic.close()
    thread.join()


class FakeLibrary:
    """What `sounddevice` offers of it."""

    class default:
        device = (1, 0)

    def __init__(self) -> None:
        self.opened: list[int | None] = []
        self.names = ["Speakers", "Built-in", "Blue Yeti"]
        self.begun = 0

    def query_devices(self):
        return [{"name": name, "max_input_channels": int(name != "Speakers")} for name in self.names]

    def RawInputStream(self, *, samplerate, channels, dtype, device):
        self.opened.append(device)
        stream = Fake(5)
        stream.start = lambda: None
        return stream

    def _terminate(self):
        self.begun -= 1

    def _initialize(self):
        self.begun += 1
        self.names = ["Speakers", "Blue Yeti", "Built-in"]  # plugged in again, in another order


def test_a_microphone_is_chosen_by_name_and_found_again_under_another_number(monkeypatch):
    library = FakeLibrary()
    monkeypatch.setattr(microphone, "_library", lambda: library)
    monkeypatch.setattr(microphone, "RETRY_SECONDS", 0.01)
    assert [(d.number, d.name, d.standard) for d in microphone.devices()] == [
        (1, "Built-in", True),
        (2, "Blue Yeti", False),
    ]
    mic = microphone.open_microphone("yeti")
    mic._retry = 0.01
    blocks = list(islice(mic, 8))
    mic.close()
    assert len(blocks) == 8
    assert library.opened[:2] == [2, 1] and library.begun == 0
    with pytest.raises(BadInput, match="microphone 7: not there, expected one of: 1 Blue Yeti, 2 Built-in"):
        microphone.open_microphone("7")
    library.names = ["Speakers"]
    with pytest.raises(BadInput, match="no microphone"):
        microphone.open_microphone()


def test_without_the_library_one_line_says_what_to_install(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(BadInput, match=r"pip install .*voice"):
        microphone.devices()
