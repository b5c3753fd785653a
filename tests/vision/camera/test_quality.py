"""A good picture is called good, each spoilt one by the name of what spoils it."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from hardware.simulator import SimulatedTable
from vision.camera.quality import BAD, GOOD, judge


@cache
def still(seed: int):
    table = SimulatedTable(seed)
    places = {
        "board": tuple(map(tuple, table.table["board"])),
        "seats": [tuple(player["seat"]) for player in table.table["players"]],
    }
    return next(table).image.copy(), places


def matters(image, **places):
    return {one.matter: one for one in judge(image, **places)}


@pytest.mark.parametrize("seed", [1, 8])
def test_an_ordinary_table_is_good(seed: int) -> None:
    image, places = still(seed)
    found = matters(image, card_side=70.0, **places)
    assert set(found) == {"light", "glare", "sharpness", "noise", "coverage", "card_size"}
    assert {one.verdict for one in found.values()} == {GOOD}, found


def noisy(image: np.ndarray) -> np.ndarray:
    grain = np.random.default_rng(1).normal(0, 14, image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8)


def lit(image: np.ndarray) -> np.ndarray:
    spot = np.zeros(image.shape[:2], np.float32)
    middle = np.mean(still(1)[1]["board"], axis=0).astype(int)
    cv2.circle(spot, tuple(map(int, middle)), 60, 1, -1)
    return np.clip(image + cv2.GaussianBlur(spot, (0, 0), 25)[..., None] * 500, 0, 255).astype(np.uint8)


def in_grey(image: np.ndarray) -> np.ndarray:
    """As a camera in night mode sends it: grey, by JPEG."""
    grey = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return cv2.imdecode(cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, 60])[1], cv2.IMREAD_COLOR)


@pytest.mark.parametrize(
    ("spoil", "matter", "why"),
    [
        (lambda image: (image * 0.2).astype(np.uint8), "light", "dark"),
        (in_grey, "light", "night"),
        (lambda image: np.zeros_like(image), "light", "black"),
        (lambda image: np.full_like(image, 90), "light", "covered"),
        (lambda image: np.clip(image.astype(int) + 225, 0, 255).astype(np.uint8), "light", "bright"),
        (lit, "glare", "burnt"),
        (lambda image: cv2.GaussianBlur(image, (0, 0), 4), "sharpness", "blurred"),
        (noisy, "noise", "noisy"),
    ],
)
def test_what_spoils_a_picture_is_named(spoil, matter: str, why: str) -> None:
    image, places = still(1)
    found = matters(spoil(image), **places)
    assert found[matter].why == why and found[matter].verdict != GOOD


def test_a_board_half_outside_and_cards_too_small_are_named() -> None:
    image, places = still(1)
    shifted = [(x + image.shape[1] - 300, y) for x, y in places["board"]]
    assert matters(image, board=shifted)["coverage"].why == "board_cut"
    far = [(x + 3 * image.shape[1], y) for x, y in places["seats"]]
    assert matters(image, board=places["board"], seats=far)["coverage"].why == "seats_outside"
    assert matters(image, card_side=30.0)["card_size"].verdict == BAD
    assert matters(image, card_side=50.0)["card_size"].why == "small"
