"""Photos from files: turned as they say, refused in one line when they are none."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from engine.errors import BadInput
from hardware.files import photos
from hardware.files.photos import each_photo, photos_at, read_photo


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
    monkeypatch.setattr(photos, "MAX_PIXELS", 1000)
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
