"""Photos from files: turned as they say, refused in one line when they are none."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest
from PIL import Image

from engine.errors import BadInput
from hardware.cameras import open_camera
from hardware.files import photos
from hardware.files.decoder import Refused, check_scans
from hardware.files.decoding import FILES, Decoding
from hardware.files.photos import each_photo, photos_at, read_photo, write_photo

SMALL = Decoding(replace(FILES.allowed, pixels=1000))


def red_corner(width: int = 40, height: int = 30) -> Image.Image:
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[:8, :8] = (255, 0, 0)
    return Image.fromarray(pixels)


def test_pixels_are_bgr(tmp_path):
    red_corner().save(tmp_path / "a.png")
    image = read_photo(tmp_path / "a.png")
    assert image.shape == (30, 40, 3) and image.dtype == np.uint8
    assert image[2, 2].tolist() == [0, 0, 255]


def test_exif_turn_is_applied(tmp_path):
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright: turn a quarter clockwise
    red_corner().save(tmp_path / "a.jpg", exif=exif, quality=95)
    image = read_photo(tmp_path / "a.jpg")
    assert image.shape == (40, 30, 3)
    assert image[3, 26, 2] > 200 and image[3, 3, 2] < 60


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "LA", "I;16", "1", "CMYK"])
def test_other_modes_become_bgr(tmp_path, mode):
    file = tmp_path / ("a.tif" if mode == "CMYK" else "a.png")
    if mode == "I;16":
        Image.fromarray(np.full((5, 6), 65535, np.uint16)).save(file)
    else:
        Image.new("RGB", (6, 5), "white").convert(mode).save(file)
    image = read_photo(file)
    assert image.shape == (5, 6, 3) and image.dtype == np.uint8 and image.min() == 255


def test_what_is_no_picture_is_one_line(tmp_path):
    text = tmp_path / "notes.jpg"
    text.write_text("not a picture")
    with pytest.raises(BadInput, match=r"notes\.jpg: not a picture") as caught:
        read_photo(text)
    assert "\n" not in str(caught.value)
    with pytest.raises(BadInput, match="no such file"):
        read_photo(tmp_path / "missing.jpg")
    (tmp_path / "empty.png").write_bytes(b"")
    with pytest.raises(BadInput, match="not a picture"):
        read_photo(tmp_path / "empty.png")
    with pytest.raises(BadInput, match="is a folder"):
        read_photo(tmp_path)


def test_a_cut_picture_is_refused(tmp_path):
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
    for name in ("whole.jpg", "whole.png"):
        Image.fromarray(noise).save(tmp_path / name)
        content = (tmp_path / name).read_bytes()
        cut = tmp_path / f"cut-{name}"
        cut.write_bytes(content[: len(content) // 2])
        with pytest.raises(BadInput, match="damaged or cut"):
            read_photo(cut)


def test_too_large_is_refused_before_decoding(tmp_path, monkeypatch):
    red_corner().save(tmp_path / "a.png")
    monkeypatch.setattr(photos, "FILES", SMALL)
    with pytest.raises(BadInput, match="too large"):
        read_photo(tmp_path / "a.png")


def test_folders_are_opened_and_empty_ones_refused(tmp_path):
    folder = tmp_path / "p"
    folder.mkdir()
    with pytest.raises(BadInput, match="no picture in this folder"):
        photos_at(str(folder))
    red_corner().save(folder / "b.png")
    red_corner().save(folder / "a.JPG", format="JPEG")
    (folder / "labels.csv").write_text("image\n")
    assert photos_at(str(folder)) == [str(folder / "a.JPG"), str(folder / "b.png")]


def test_a_bad_photo_does_not_stop_the_others(tmp_path):
    red_corner().save(tmp_path / "good.png")
    (tmp_path / "bad.png").write_text("no")
    (tmp_path / "none").mkdir()
    names = [str(tmp_path / n) for n in ("bad.png", "none", "good.png")]
    seen = list(each_photo(names))
    assert [name for name, _ in seen] == names
    assert [isinstance(image, BadInput) for _, image in seen] == [True, True, False]


def scanned(count, size=(64, 48)):
    """A progressive JPEG with one of its scans so many times."""
    out = io.BytesIO()
    red_corner(*size).convert("L").save(out, "JPEG", progressive=True)
    data = out.getvalue()
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * count + data[-2:]


def test_a_jpeg_of_many_scans_is_refused_before_it_is_decoded(tmp_path):
    (tmp_path / "few.jpg").write_bytes(scanned(10))
    assert read_photo(tmp_path / "few.jpg").shape == (48, 64, 3)
    (tmp_path / "many.jpg").write_bytes(scanned(3000))
    with pytest.raises(BadInput, match=r"many\.jpg: a JPEG file of too many scans"):
        read_photo(tmp_path / "many.jpg")
    with pytest.raises(Refused, match="scans"):
        check_scans(scanned(40), 119_000_000)
    # What telephones write behind the picture (a film, another picture) is not looked at.
    (tmp_path / "moving.jpg").write_bytes(scanned(1) + b"\xff\xda" * 5000)
    assert read_photo(tmp_path / "moving.jpg").shape == (48, 64, 3)


@pytest.mark.parametrize("kind", ["EPS", "GIF", "PDF", "PPM", "TGA", "ICO", "DDS"])
def test_other_formats_are_not_decoded_whatever_they_are_called(tmp_path, kind):
    red_corner().save(tmp_path / "other", kind)
    (tmp_path / "other").rename(tmp_path / "other.jpg")
    with pytest.raises(BadInput) as told:
        read_photo(tmp_path / "other.jpg")
    assert "other.jpg: not a picture that can be read (expected JPEG, PNG" in str(told.value)


@pytest.mark.parametrize("brand", ["heic", "heix", "hevc", "mif1", "msf1", "avif"])
def test_what_iphones_write_gets_a_line_that_says_how_to_get_jpeg(tmp_path, brand):
    for name in ("a.heic", "a.jpg"):
        (tmp_path / name).write_bytes(b"\0\0\0\x18ftyp" + brand.encode() + bytes(64))
        with pytest.raises(BadInput, match=r"HEIC or AVIF; expected JPEG.*export it as JPEG"):
            read_photo(tmp_path / name)


def test_in_a_folder_pictures_that_are_not_read_get_their_line_and_hidden_files_none(tmp_path):
    red_corner().save(tmp_path / "IMG_10.jpg")
    for name in ("IMG_9.HEIC", "IMG_11.dng", "._IMG_10.jpg", "notes.txt", "film.mp4"):
        (tmp_path / name).write_bytes(b"\0\0\0\x18ftypheic")
    found = dict(each_photo([str(tmp_path)]))
    assert [os.path.basename(path) for path in found] == ["IMG_9.HEIC", "IMG_10.jpg", "IMG_11.dng"]
    assert [isinstance(each, BadInput) for each in found.values()] == [True, False, True]


@pytest.mark.parametrize("name", ["a.jfif", "a.JPE", "a.mpo", "a.jpg"])
def test_in_a_folder_a_jpeg_file_is_read_by_any_of_its_names(tmp_path, name):
    (tmp_path / "a").mkdir()
    red_corner().save(tmp_path / "a" / name, "JPEG")
    [(path, image)] = each_photo([str(tmp_path / "a")])
    assert path.endswith(name) and isinstance(image, np.ndarray)


RAMP = np.linspace(0, 1, 40 * 30).reshape(30, 40)


@pytest.mark.parametrize(
    "grey",
    [
        RAMP.astype(np.float32),
        (RAMP * 255).astype(np.float32),
        (RAMP * 65535).astype(np.float32),
        (RAMP * 3.5).astype(np.float32),
        (RAMP * 1e30).astype(np.float32),
        np.where(RAMP > 0.999, np.inf, RAMP).astype(np.float32),
        (RAMP * 65535).astype(np.uint16),
        (RAMP * 4095).astype(np.uint16),
        (RAMP * 2_000_000_000).astype(np.int32),
        (RAMP * 65535).astype(np.int32),
    ],
)
def test_wide_greys_are_scaled_and_never_black(tmp_path, grey):
    Image.fromarray(grey).save(tmp_path / "a.tif")
    image = read_photo(tmp_path / "a.tif")
    assert np.abs(image[:, :, 1] - RAMP * 255).max() < 2


def test_what_is_no_number_in_a_picture_is_black_there_only(tmp_path):
    Image.fromarray(np.where(RAMP < 0.5, np.nan, RAMP).astype(np.float32)).save(tmp_path / "a.tif")
    image = read_photo(tmp_path / "a.tif")
    assert image[0].max() == 0 and image[-1].min() > 240
    Image.fromarray(np.full((5, 6), np.nan, np.float32)).save(tmp_path / "a.tif")
    assert read_photo(tmp_path / "a.tif").max() == 0


@pytest.mark.parametrize("turn", range(1, 9))
@pytest.mark.parametrize("suffix", ["jpg", "tif", "png", "webp"])
def test_every_turn_is_applied_to_photos_and_to_stills_as_a_camera(tmp_path, suffix, turn):
    upright = red_corner()
    back = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}  # Pillow's transposes
    stored = upright if turn == 1 else upright.transpose(back[turn])
    exif = Image.Exif()
    exif[0x0112] = turn
    file = tmp_path / f"a.{suffix}"
    stored.save(file, exif=exif, **({"quality": 100} if suffix in ("jpg", "webp") else {}))
    image = read_photo(file)
    assert image.shape == (30, 40, 3) and image[3, 3, 2] > 150 > image[26, 3, 2]
    with open_camera(str(tmp_path)) as camera:
        assert camera.size == (40, 30) and np.array_equal(next(camera).image, image)


def test_stills_as_a_camera_are_read_as_photos_are(tmp_path):
    red_corner(400, 300).save(tmp_path / "1.jpg", quality=100)
    whole = (tmp_path / "1.jpg").read_bytes()
    (tmp_path / "2.jpg").write_bytes(whole[: len(whole) // 2])
    with open_camera(str(tmp_path)) as camera, pytest.raises(BadInput, match=r"2\.jpg: .*damaged or cut off"):
        list(camera)
    (tmp_path / "2.jpg").rename(tmp_path / "2.heic")
    with open_camera(str(tmp_path)) as camera, pytest.raises(BadInput, match=r"2\.heic: "):
        list(camera)
    with pytest.raises(BadInput, match="too large"), patch.object(photos, "FILES", SMALL):
        open_camera(str(tmp_path / "1.jpg"))


def test_pictures_that_cannot_be_written_are_one_line(tmp_path):
    image = read_photo_of(red_corner(), tmp_path)
    write_photo(tmp_path / "b.jpg", image)
    assert read_photo(tmp_path / "b.jpg").shape == image.shape
    for path in (tmp_path / "nowhere" / "b.jpg", tmp_path, tmp_path / "b.txt"):
        with pytest.raises(BadInput):
            write_photo(path, image)
    full = tmp_path / "full.jpg"
    if os.path.exists("/dev/full"):
        full.symlink_to("/dev/full")
        with pytest.raises(BadInput, match=r"full\.jpg: cannot be written \(No space"):
            write_photo(full, image)


def read_photo_of(picture, folder):
    picture.save(folder / "a.png")
    return read_photo(folder / "a.png")
