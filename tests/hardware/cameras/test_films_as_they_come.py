"""A film is told as its plain twin, whatever container, codec, flag, length of sound or name it has."""

from __future__ import annotations

import io
import os
import sys
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image
from written_films import FPS, FRAMES, SIZE, STEP, How, place, write_film

from engine.errors import BadInput
from hardware.cameras import open_camera, pictures

INTERLACED = {"flags": "+ilme+ildct"}
QUIET = {"x265-params": "log-level=none"}
KINDS = {
    "plain": ("a.mp4", How("libx264")),
    "mov": ("a.mov", How("libx264")),
    "mkv": ("a.mkv", How("libx264")),
    "avi": ("a.avi", How("mpeg4")),
    "xvid in mp4": ("a.mp4", How("mpeg4", options={"bf": "2"})),
    "ts": ("a.ts", How("libx264")),
    "flv": ("a.flv", How("flv")),
    "h264 in flv": ("a.flv", How("libx264")),
    "mpeg-2": ("a.mpg", How("mpeg2video")),
    "hevc": ("a.mp4", How("libx265", options=QUIET)),
    "hevc of 10 bits": ("a.mkv", How("libx265", pixels="yuv420p10le", options=QUIET)),
    "10 bits": ("a.mp4", How("libx264", pixels="yuv420p10le")),
    "4:2:2": ("a.mov", How("libx264", pixels="yuv422p")),
    "grey": ("a.mkv", How("libx264", pixels="gray")),
    "mjpeg": ("a.avi", How("mjpeg", pixels="yuvj420p")),
    "mjpeg in mov": ("a.mov", How("mjpeg", pixels="yuvj420p")),
    "vp8": ("a.webm", How("libvpx")),
    "vp9": ("a.webm", How("libvpx-vp9", options={"cpu-used": "8", "deadline": "realtime"})),
    "prores": ("a.mov", How("prores_ks", pixels="yuv422p10le")),
    "lossless": ("a.mkv", How("ffv1")),
    "flagged interlaced": ("a.mp4", How("libx264", options={"x264-params": "fake-interlaced=1"})),
    "flagged interlaced, ts": ("a.ts", How("libx264", options={"x264-params": "fake-interlaced=1"})),
    "interlaced": ("a.mkv", How("libx264", options={"x264-params": "interlaced=1:tff=1"})),
    "interlaced, mp4": ("a.mp4", How("libx264", options={"x264-params": "interlaced=1:bff=1"})),
    "interlaced mpeg-2": ("a.ts", How("mpeg2video", options=INTERLACED)),
    "interlaced mpeg-4": ("a.avi", How("mpeg4", options=INTERLACED)),
    "no key frames but one": ("a.mp4", How("libx264", options={"g": "999"})),
    "many b-frames": ("a.mp4", How("libx264", options={"bf": "8"})),
    "fragments": ("a.mp4", How("libx264", container="ismv")),
    "sound longer": ("a.mkv", How("libx264", sound=5.0)),
    "sound longer, mp4": ("a.mp4", How("libx264", sound=5.0)),
    "sound longer, ts": ("a.ts", How("libx264", sound=5.0)),
    "sound longer, avi": ("a.avi", How("mpeg4", sound=5.0, sound_codec="pcm_s16le")),
    "sound longer, webm": ("a.webm", How("libvpx", sound=5.0, sound_codec="libopus")),
    "sound shorter": ("a.mkv", How("libx264", sound=1.0)),
    "two tracks": ("a.mp4", How("libx264", second=True)),
    "two tracks, mkv": ("a.mkv", How("libx264", second=True)),
    "other sizes": ("a.mkv", How("libx264", size=(162, 130))),
    "odd sizes": ("a.mkv", How("ffv1", size=(161, 129))),
    "odd sizes, mjpeg": ("a.avi", How("mjpeg", size=(161, 129), pixels="yuvj444p")),
}  # fmt: skip


DAMAGED = ("mkv", "ts", "flagged interlaced", "sound longer", "vp8", "avi", "fragments")


def told(path: Path) -> list[tuple[float, int]]:
    """The time of each picture and where the square is in it."""
    with open_camera(str(path)) as camera:
        return [(frame.t, place(frame.image)) for frame in camera]


@pytest.mark.parametrize("kind", KINDS)
def test_every_container_and_flag_is_read_as_the_plain_twin(tmp_path: Path, kind: str) -> None:
    name, how = KINDS[kind]
    found = told(write_film(tmp_path / name, how))
    assert len(found) == FRAMES
    for number, (t, at) in enumerate(found):
        assert t == pytest.approx(number / FPS, abs=0.02), (number, t)
        assert abs(at - STEP * number) <= 2, (number, at)


def test_a_variable_rate_keeps_its_times(tmp_path: Path) -> None:
    stamps = [number * 10 + (number * 7 % 5) for number in range(FRAMES - 1)] + [400]
    for name in ("a.mp4", "a.mkv"):
        found = told(write_film(tmp_path / name, How(stamps=stamps)))
        assert [at for _, at in found] == pytest.approx([STEP * n for n in range(FRAMES)], abs=2)
        assert [t for t, _ in found] == pytest.approx([stamp / 100 for stamp in stamps], abs=0.02)


BEGUN = {
    "mpeg-2": How("mpeg2video", {"g": "8"}),
    "mpeg-4": How("mpeg4", {"g": "8"}),
    "h264": How("libx264", {"g": "8"}),
    "hevc": How("libx265", {"x265-params": "log-level=none:keyint=8"}),
}


@pytest.mark.parametrize("kind", BEGUN)
@pytest.mark.parametrize("share", [0.15, 0.3, 0.45])
def test_what_begins_between_key_frames_begins_with_a_whole_picture(
    tmp_path: Path, kind: str, share: float
) -> None:
    film = write_film(tmp_path / "a.ts", BEGUN[kind])
    whole = film.read_bytes()
    film.write_bytes(whole[int(len(whole) * share) // 188 * 188 :])
    with open_camera(str(film)) as camera:
        seen = [(place(frame.image), frame.image[100:].mean()) for frame in camera]
    assert 4 <= len(seen) < FRAMES
    assert all(at >= 0 and abs(below - 40) < 3 for at, below in seen), seen


@pytest.mark.parametrize("turned", [90, 180, -90])
def test_films_are_turned_as_they_say(tmp_path: Path, turned: int) -> None:
    film = write_film(tmp_path / "a.mp4", How(turned=turned))
    with open_camera(str(film)) as camera:
        frame = next(camera)
        assert camera.size == (SIZE if turned == 180 else SIZE[::-1])
    lit = np.argwhere(frame.image[:, :, 1] > 150).mean(axis=0)
    upright = np.rot90(frame.image, -turned // 90)
    assert abs(place(np.ascontiguousarray(upright))) <= 2, lit


@pytest.mark.parametrize(
    "kind", ["mkv", "ts", "flagged interlaced", "sound longer", "vp8", "avi", "fragments"]
)
def test_a_picture_that_is_damaged_is_never_shown_and_no_other_in_its_place(
    tmp_path: Path, kind: str
) -> None:
    name, how = KINDS[kind]
    whole = write_film(tmp_path / name, how).read_bytes()
    rng = np.random.default_rng(7)
    for _ in range(6):
        broken = bytearray(whole)
        for at in rng.integers(len(whole) // 8, len(whole), 5):
            broken[at : at + 3] = rng.bytes(3)
        (tmp_path / name).write_bytes(broken)
        try:
            with open_camera(str(tmp_path / name)) as camera:
                for frame in camera:
                    assert frame.image.mean() > 25  # never black
        except BadInput as error:
            assert "\n" not in str(error)


NAMES = (b"soir\xe9e.mp4", b"\xff\xfe.mkv", b"a\nb.mp4", b"%s%n.mp4", b"concat:a.mp4", b"cache:a.mp4")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names are text here")
@pytest.mark.parametrize("name", NAMES)
def test_a_film_is_read_whatever_bytes_its_name_has(tmp_path: Path, name: bytes) -> None:
    film = write_film(tmp_path / "a.mkv")
    there = os.fsencode(tmp_path) + b"/" + name
    os.rename(film, there)
    assert len(told(Path(os.fsdecode(there)))) == FRAMES


HOSTILE = {
    "hls": "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n{there}\n#EXT-X-ENDLIST\n",
    "concat": "ffconcat version 1.0\nfile '{there}'\n",
    "sdp": "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9999 RTP/AVP 26\n",
    "dash": '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><AdaptationSet>'
    "<Representation><BaseURL>{there}</BaseURL></Representation></AdaptationSet></Period></MPD>",
}


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("suffix", [".mp4", ".m3u8", ".ffconcat"])
def test_what_a_film_names_is_not_opened(
    tmp_path: Path, kind: str, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = write_film(tmp_path / "film.ts", How("mpeg2video"))
    monkeypatch.chdir(tmp_path)
    for there in ("film.ts", str(film), f"file://{film}", "http://127.0.0.1:1/a.ts"):
        Path(f"a{suffix}").write_text(HOSTILE[kind].format(there=there))
        with pytest.raises(BadInput, match="not a film that can be read"):
            open_camera(f"a{suffix}")


def muxed(path: Path, pictures: list[bytes], size: tuple[int, int]) -> Path:
    """A film of picture files, as they are."""
    with av.open(str(path), "w") as film:
        stream = film.add_mux_stream("png", rate=FPS, width=size[0], height=size[1])
        for number, picture in enumerate(pictures):
            packet = av.Packet(picture)
            packet.stream, packet.pts, packet.dts = stream, number, number
            packet.time_base = Fraction(1, FPS)
            film.mux(packet)
    return path


def test_a_picture_larger_than_its_film_says_is_not_decoded(tmp_path: Path) -> None:
    large = io.BytesIO()
    Image.new("L", (7000, 5000)).save(large, "PNG")
    small = io.BytesIO()
    Image.new("L", (64, 48), 200).save(small, "PNG")
    both = [small.getvalue(), large.getvalue(), small.getvalue()]
    with open_camera(str(muxed(tmp_path / "a.mov", both, (64, 48)))) as camera:
        assert [round(frame.image.mean()) for frame in camera] == [200, 200]
    with pytest.raises(BadInput, match="not a film"):
        open_camera(str(muxed(tmp_path / "b.mov", [large.getvalue()] * 2, (64, 48))))


def test_what_cannot_be_converted_is_one_line_and_no_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = write_film(tmp_path / "a.mkv")

    def refuses(frame: object) -> None:
        raise av.error.InvalidDataError(1, "cannot convert")

    monkeypatch.setattr("hardware.cameras.film.picture_of", refuses)
    with pytest.raises(BadInput, match=r"a\.mkv: its pictures cannot be read"):
        open_camera(str(film))
    assert SIZE[0] < pictures.MAX_PIXELS


@pytest.mark.parametrize("kind", ["sound longer", "sound longer, mp4", "sound longer, avi"])
def test_films_with_longer_sound_that_are_cut_stay_refused(tmp_path: Path, kind: str) -> None:
    name, how = KINDS[kind]
    film = write_film(tmp_path / name, how)
    whole = film.read_bytes()
    for share in (0.15, 0.3):
        film.write_bytes(whole[: int(len(whole) * share)])
        with pytest.raises(BadInput, match=r"cut|not a film"):
            told(film)
