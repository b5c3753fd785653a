"""What a box looked like when it was empty: white chips on a white card are seen, print is no chip."""

import cv2
import numpy as np
from drawn_chips import RED, box, cloth, jeton

from engine.cards import parse_card
from engine.ledger import DEFAULT_CHIPS
from vision import box_memory
from vision.box_memory import BoxMemory
from vision.boxes import BoxCount, differing, flattened

TEN = parse_card("TD")
WHITE = (232, 236, 238)


def printed():
    """A box with a white card on its bottom, some red shapes on it."""
    image = cloth(300, 300, (110, 140, 160))
    quad = box(image, 70, 80, 150)
    cv2.rectangle(image, (95, 95), (195, 215), (240, 243, 245), -1)
    for x, y in ((120, 125), (170, 125), (145, 155), (120, 185), (170, 185)):
        cv2.fillPoly(image, [np.array([(x, y - 14), (x + 11, y), (x, y + 14), (x - 11, y)])], (40, 40, 200))
    return image, quad


def test_light_over_a_box_changes_nothing_in_it():
    image, quad = printed()
    slope = np.linspace(0.8, 1.15, 300)[None, :, None] * np.linspace(1.1, 0.9, 300)[:, None, None]
    lit = (image * slope).clip(0, 255).astype(np.uint8)
    assert not differing(flattened(lit, quad)[0], flattened(image, quad)[0]).any()


def test_white_chips_on_a_white_card_are_no_empty_box():
    memory, (image, quad) = BoxMemory(DEFAULT_CHIPS), printed()
    assert memory.count(image, {TEN: quad})[TEN].empty
    cv2.circle(image, (146, 156), 17, WHITE, -1, cv2.LINE_AA)
    cv2.circle(image, (146, 156), 17, (205, 208, 210), 1, cv2.LINE_AA)
    seen = memory.count(image, {TEN: quad})[TEN]
    assert not seen.empty and seen.confidence > 0.99 and sum(seen.chips.values()) == 1


def test_a_box_emptied_again_is_empty_and_chips_lying_apart_are_counted_for_certain():
    memory, (image, quad) = BoxMemory(DEFAULT_CHIPS), printed()
    bare = image.copy()
    memory.count(image, {TEN: quad})
    for x, y in ((105, 110), (185, 120), (150, 190)):
        jeton(image, x, y, 30, RED)
    full = memory.count(image, {TEN: quad})[TEN]
    assert full.chips["jeton"] == 3 and full.exact > 0.8 and full.about == 3
    again = memory.count(bare, {TEN: quad})[TEN]
    assert again.empty and again.confidence > 0.99 and not sum(again.chips.values())


def test_after_the_board_was_moved_nothing_is_compared_with_another_place():
    memory, (image, quad) = BoxMemory(DEFAULT_CHIPS), printed()
    memory.count(image, {TEN: quad})
    shifted = np.roll(image, 12, axis=1)
    assert memory.count(shifted, {TEN: tuple((x + 12, y) for x, y in quad)})[TEN].empty


def test_doubtful_chips_in_a_box_that_is_said_to_be_empty_are_print(monkeypatch):
    image, quad = printed()
    doubtful = BoxCount({"jeton": 1}, 1, False, 0.8, 0.0, 0.5, 1)
    for confidence, empty in ((0.8, True), (0.99, False)):
        seen = BoxCount(doubtful.chips, 1, False, confidence, 0.0, 0.5, 1)
        monkeypatch.setattr(box_memory, "count_boxes", lambda *_, seen=seen: {TEN: seen})
        memory = BoxMemory(DEFAULT_CHIPS, [TEN])
        assert memory.count(image, {TEN: quad})[TEN].empty is empty
        assert not memory.count(image, {TEN: quad})[TEN].empty


def test_a_box_that_is_said_to_be_empty_is_remembered_though_it_hardly_looks_so(monkeypatch):
    image, quad = printed()
    known = []
    for people, remembered in (((TEN,), [TEN]), ((), [])):
        hardly = BoxCount({"jeton": 0}, 0, True, 0.56, 0.0, 0.56, 0)
        memory = BoxMemory(DEFAULT_CHIPS, people)
        monkeypatch.setattr(box_memory, "count_boxes", lambda *_, seen=hardly: {TEN: seen})
        memory.count(image, {TEN: quad})
        monkeypatch.setattr(
            box_memory, "count_boxes", lambda *told, seen=hardly: known.append(list(told[3])) or {TEN: seen}
        )
        memory.count(image, {TEN: quad})
        assert known.pop() == remembered


def test_a_chip_half_behind_the_boxs_wall_is_counted():
    memory, (image, quad) = BoxMemory(DEFAULT_CHIPS), printed()
    front = image[210:].copy()
    memory.count(image, {TEN: quad})
    for x, y in ((105, 110), (185, 120), (110, 211)):
        jeton(image, x, y, 30, RED)
    image[210:] = front
    seen = memory.count(image, {TEN: quad})[TEN]
    assert seen.chips["jeton"] == 3
