"""Pictures made to harm: decoded in a process of their own, with an end to memory and time."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import psutil
import pytest
from PIL import Image

from engine.errors import BadInput
from hardware.cameras.phone import FILMED
from hardware.files import decoding
from hardware.files.decoding import FILES, SENT, Decoding
from hardware.files.photos import photo_of

SEED, MUTATED = 20261129, 400
BLACK = zlib.compress(bytes(3000 * 2000 * 3 + 2000), 1)
REFUSED = r"^the photo: [^\n]+$"


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    for one in (SENT, FILES, FILMED):
        one.close()


def written(kind: str, size: tuple[int, int] = (61, 47), mode: str = "RGB", **how: object) -> bytes:
    out = io.BytesIO()
    Image.effect_noise(size, 60).convert(mode).save(out, kind, **how)
    return out.getvalue()


def png(width: int, height: int, rows: bytes = b"", depth: int = 8, colour: int = 2) -> bytes:
    """A PNG file whose head says what one likes."""

    def part(kind: bytes, told: bytes) -> bytes:
        return struct.pack(">I", len(told)) + kind + told + struct.pack(">I", zlib.crc32(kind + told))

    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", rows) + part(b"IEND", b"")


def webp(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height)).save(out, "WEBP", lossless=True)
    return out.getvalue()


def tall_jpeg(width: int, height: int) -> bytes:
    """A small JPEG whose head says another size."""
    jpeg = bytearray(written("JPEG", (16, 16)))
    at = jpeg.index(b"\xff\xc0") + 5
    jpeg[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(jpeg)


HOSTILE = {
    "webp": lambda: webp(16383, 39),
    "tiff": lambda: written("TIFF"),
    "gif": lambda: written("GIF", mode="P"),
    "bmp": lambda: written("BMP"),
    "one row": lambda: png(64_000_000, 1, zlib.compress(bytes(1000))),
    "one column": lambda: png(1, 64_000_000),
    "nothing": lambda: png(0, 0),
    "the largest": lambda: png(2**31 - 1, 2**31 - 1),
    "wide bits": lambda: png(20_000, 5_000, zlib.compress(bytes(4_000_000)), 16, 6),
    "empty rows": lambda: png(20_001, 3),
    "tall jpeg": lambda: tall_jpeg(65_500, 65_500),
    "wide jpeg": lambda: tall_jpeg(65_500, 3),
    "svg": lambda: b'<svg xmlns="http://www.w3.org/2000/svg"/>',
    "heic": lambda: b"\0\0\0\x18ftypheic" + bytes(64),
    "text": lambda: b"not a picture",
    "none": lambda: b"",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_telephones_do_not_send_is_one_line_before_anything_is_decoded(name: str) -> None:
    with pytest.raises(BadInput, match=REFUSED):
        photo_of(HOSTILE[name](), "the photo")


def mutated(rng: np.random.Generator, whole: bytes) -> bytes:
    """A picture file with bytes turned, parts cut out, doubled or shuffled."""
    told = bytearray(whole)
    for _ in range(rng.integers(1, 6)):
        at = int(rng.integers(len(told)))
        match rng.integers(5):
            case 0:
                told[at] = rng.integers(256)
            case 1:
                told[at : at + 4] = rng.choice([b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff"])
            case 2:
                del told[at : at + int(rng.integers(1, 60))]
            case 3:
                told[at:at] = told[: int(rng.integers(1, 200))]
            case _:
                told = told[: max(at, 1)]
    return bytes(told)


def test_mutated_pictures_are_read_or_one_line_and_the_process_stays_within_its_memory() -> None:
    rng = np.random.default_rng(SEED)
    whole = [
        written("JPEG"), written("JPEG", progressive=True), written("JPEG", mode="CMYK"),
        written("PNG"), written("PNG", mode="P"), written("PNG", mode="RGBA"), written("PNG", mode="1"),
        written("PNG", mode="LA"), tall_jpeg(4000, 9000), png(3000, 2000, BLACK),
        written("WEBP"), written("TIFF", compression="tiff_lzw"), written("GIF", mode="P"),
    ]  # fmt: skip
    read = refused = most = 0
    for _ in range(MUTATED):
        content = mutated(rng, whole[rng.integers(len(whole))])
        try:
            image = photo_of(content, "the photo", 2048)
            assert image.dtype == np.uint8 and image.ndim == 3 and max(image.shape) < 2 * 2048
            read += 1
        except BadInput as error:
            assert "\n" not in str(error) and str(error).startswith("the photo: ")
            refused += 1
        if SENT._process is not None and SENT._process.poll() is None:
            most = max(most, psutil.Process(SENT._process.pid).memory_info().rss)
    assert read > 10 and refused > 100  # on a busy machine some take longer than they may
    assert most < SENT.allowed.memory
    assert photo_of(written("PNG"), "the photo").shape == (47, 61, 3)  # and goes on


def test_memory_ends_where_it_should() -> None:
    narrow = Decoding(replace(SENT.allowed, memory=24_000_000))
    try:
        with pytest.raises(BadInput, match=r"too large|damaged"):
            narrow.picture(png(4000, 4000, zlib.compress(bytes(4001 * 4000), 1), colour=0), "the photo")
        assert narrow.picture(written("JPEG"), "the photo").shape == (47, 61, 3)
    finally:
        narrow.close()


def test_processor_time_ends_where_it_should() -> None:
    hasty = Decoding(replace(FILES.allowed, seconds=0.05))
    try:
        with pytest.raises(BadInput, match="damaged"):
            hasty.picture(png(6000, 6000, zlib.compress(bytes(18001 * 6000), 1)), "the photo")
    finally:
        hasty.close()


GREEDY = ("while True: pass", "held = bytearray(400_000_000); import time; time.sleep(600)")


@pytest.mark.parametrize("code", GREEDY)
def test_where_the_system_holds_it_to_nothing_it_is_watched(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows and macOS: one that computes or takes for ever is ended, a picture is read as ever."""
    allowed = replace(SENT.allowed, memory=200_000_000, seconds=0.3)
    with subprocess.Popen([sys.executable, "-c", code]) as process, decoding._watched(process, allowed):
        assert process.wait(90) != 0
    monkeypatch.setattr(decoding, "HELD", False)
    assert photo_of(written("JPEG"), "the photo").shape == (47, 61, 3)


def test_a_process_that_is_gone_is_another_one_and_ends_with_what_started_it() -> None:
    assert photo_of(written("JPEG"), "the photo") is not None
    first = SENT._process
    assert first is not None
    first.terminate()
    first.wait()
    assert photo_of(written("JPEG"), "the photo").shape == (47, 61, 3)
    second = SENT._process
    assert second is not None and second.pid != first.pid
    SENT.close()
    assert second.poll() is not None and not psutil.pid_exists(second.pid)


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "LA", "I;16", "1", "RGB"])
def test_large_pictures_come_as_large_as_they_are_needed_and_as_they_were(mode: str) -> None:
    ramp = np.linspace(0, 255, 900)[None, :].repeat(500, 0)
    if mode == "I;16":
        picture = Image.fromarray((ramp * 257).astype(np.uint16))
    else:
        picture = Image.fromarray(ramp.astype(np.uint8)).convert(mode)
    out = io.BytesIO()
    picture.save(out, "PNG")
    small = photo_of(out.getvalue(), "the photo", 200)
    assert small.shape == (125, 225, 3)
    assert np.abs(small[:, :, 1].mean(axis=0) - np.linspace(0, 255, 225)).mean() < (8 if mode == "1" else 3)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes that are forked here")
def test_two_processes_never_share_one() -> None:
    assert photo_of(written("JPEG"), "the photo") is not None
    before = SENT._process
    child = os.fork()
    if child == 0:
        try:
            read = photo_of(written("PNG"), "the photo")
            other = SENT._process is not before
            SENT.close()
            os._exit(0 if read.shape == (47, 61, 3) and other else 1)
        except BaseException:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert SENT._process is before and photo_of(written("PNG"), "the photo").shape == (47, 61, 3)
