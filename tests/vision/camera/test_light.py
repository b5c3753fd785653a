"""Light that changes is no change of the table: a head's shadow, bands of a trembling lamp."""

import cv2
import numpy as np
import pytest

from vision.camera.light import change_of_light, evened, lit_alike
from vision.motion.settings import MOTION
from vision.motion.stillness import strongest

HEIGHT, WIDTH = 240, 426


@pytest.fixture(scope="module")
def table() -> np.ndarray:
    """A wooden table top with a light board on it, float32 BGR."""
    rng = np.random.default_rng(4)
    grain = cv2.resize(rng.normal(0, 9, (HEIGHT, 20)).astype(np.float32), (WIDTH, HEIGHT))
    picture = np.array([50, 85, 125], np.float32) + grain[..., None]
    cv2.rectangle(picture, (40, 80), (140, 180), (185, 205, 215), -1)
    return picture.astype(np.float32)


def shadow(x: float, y: float, radius: float, keeps: float) -> np.ndarray:
    """Light that a head leaves, height × width × 1."""
    columns, rows = np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT))
    away = np.hypot(columns - x, rows - y) / radius
    return (1 - (1 - keeps) / (1 + np.exp((away - 1) * 6)))[..., None].astype(np.float32)


def off(picture: np.ndarray, table: np.ndarray) -> np.ndarray:
    return strongest(cv2.absdiff(picture, table)) > MOTION.stillness.least_step


@pytest.mark.parametrize("place", [(420, 120), (90, 130), (200, 60)])
def test_a_heads_shadow_is_no_change(table: np.ndarray, place: tuple[int, int]) -> None:
    dark = table * shadow(*place, 50, 0.6)
    assert off(dark, table).mean() > 0.02
    assert off(evened(dark, table), table).mean() < 0.001


def test_bands_of_trembling_light_are_no_change(table: np.ndarray) -> None:
    bands = 1 + 0.09 * np.sin(np.arange(HEIGHT) / 14).astype(np.float32)
    trembling = table * bands[:, None, None]
    assert off(trembling, table).mean() > 0.02
    assert off(evened(trembling, table), table).mean() < 0.001


def test_wood_almost_as_bright_as_the_camera_can_show_is_followed_through_exposure_and_bands() -> None:
    grain = cv2.resize(
        np.random.default_rng(5).normal(0, 5, (HEIGHT, 20)).astype(np.float32), (WIDTH, HEIGHT)
    )
    light = 1.45 - 0.5 * np.arange(HEIGHT, dtype=np.float32)[:, None, None] / HEIGHT
    wood = (np.array([112, 150, 175], np.float32) + grain[..., None]) * light
    bands = 1 + 0.09 * np.sin(np.arange(HEIGHT, dtype=np.float32) / 14)[:, None, None]
    table = np.minimum(wood, 255)
    for exposure in (0.82, 1.15):
        now = np.minimum(wood * bands * exposure, 255)
        assert off(evened(now, table), table).mean() < 0.002
        cv2.line(now, (150, 0), (180, 60), (95, 90, 90), 28)
        assert off(evened(now, table), table)[:55, 140:190].mean() > 0.5


def test_a_burnt_card_lies_still_in_the_bands_of_a_trembling_lamp(table: np.ndarray) -> None:
    """As once in a simulated round: its white told nothing of the light, and its pips seemed to move."""
    laid = table.copy()
    laid[100:136, 300:324] = 245
    laid[108:128, 306:318] = (25, 25, 170)
    pips = np.zeros((HEIGHT, WIDTH), bool)
    pips[109:127, 307:317] = True
    seen = []
    for moved in range(0, 90, 9):
        bands = 1.1 + 0.09 * np.sin((np.arange(HEIGHT, dtype=np.float32) + moved) / 10.6)[:, None, None]
        seen.append(evened(np.minimum(laid * bands, 255).astype(np.float32), table)[pips])
    assert np.ptp(np.array(seen), axis=0).max() < MOTION.stillness.least_step / 2


def test_a_card_laid_in_a_shadow_is_a_change_and_so_is_an_arm(table: np.ndarray) -> None:
    changed = table.copy()
    cv2.rectangle(changed, (300, 100), (315, 125), (225, 235, 240), -1)
    cv2.line(changed, (425, 200), (250, 160), (95, 90, 90), 28)
    there = strongest(cv2.absdiff(changed, table)) > 0
    found = off(evened(changed * shadow(310, 120, 55, 0.6), table), table)
    assert found[there].mean() > 0.9
    assert found[~there].mean() < 0.01


def test_a_grey_sleeve_on_a_steady_table_is_no_change_of_light(table: np.ndarray) -> None:
    sleeved = table.copy()
    region = sleeved[60:100, 200:]
    region *= 0.7  # the very colour of the table, only darker, but with an edge
    assert change_of_light(sleeved, table) is None


def test_two_pictures_are_brought_to_one_light_and_what_is_new_stays():
    level = np.random.default_rng(4).integers(30, 200, (120, 200, 3), np.uint8)
    image = level.copy()
    image[30:80, 50:90] = 220
    dim = (image * np.array((0.8, 0.85, 0.9))).astype(np.uint8)
    calm = np.ones((60, 100), bool)
    calm[15:40, 25:45] = False
    lit = lit_alike(dim, level, calm).astype(int)
    off = np.abs(lit - level).max(axis=2) > 4
    assert off[30:80, 50:90].all() and np.count_nonzero(off) == 50 * 40
    assert lit_alike(image, level, calm) is image
