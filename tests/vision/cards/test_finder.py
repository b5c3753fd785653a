"""What surrounds the finder's network: decoding turned boxes, doubles, cropping, one entry per card."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.boundaries import CardLook
from models.crops import HEIGHT, WIDTH, crop, crop_frame
from vision.cards import finder
from vision.cards import photograph as cards
from vision.cards.finder import FoundCard
from vision.cards.photograph import DetectedCard, with_rare_twins
from vision.cards.settings import CARDS
from vision.geometry.quads import overlap


def box(x: float, y: float, width: float, height: float, degrees: float) -> np.ndarray:
    return cv2.boxPoints(((x, y), (width, height), degrees))


def look(quad: np.ndarray, index: int, probability: float = 0.98) -> CardLook:
    faces = [0.0] * 52
    faces[index] = probability
    return CardLook(tuple(tuple(map(float, p)) for p in quad), tuple(faces))  # type: ignore[arg-type]


@given(
    st.floats(0, 500), st.floats(0, 500), st.floats(20, 200), st.floats(20, 200), st.floats(-math.pi, math.pi)
)
def test_decoded_corners_are_the_turned_rectangle(
    x: float, y: float, w: float, h: float, angle: float
) -> None:
    (corners,) = finder.corners_of(np.array([[x, y, w, h, angle]]))
    edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    assert edges[0] == pytest.approx(min(w, h)) and edges[1] == pytest.approx(max(w, h))
    assert corners.mean(0) == pytest.approx([x, y])
    expected = cv2.boxPoints(((x, y), (w, h), math.degrees(angle)))
    assert overlap(corners, expected) > 0.99
    # Clockwise in a picture whose y runs down.
    assert cv2.contourArea(corners.astype(np.float32), oriented=True) > 0


def test_of_two_boxes_on_one_card_the_surer_stays_and_fanned_neighbours_both_stay() -> None:
    card, again, neighbour = box(50, 50, 40, 60, 0), box(51, 50, 40, 61, 1), box(60, 50, 40, 60, 4)
    turned = np.roll(card, 2, axis=0)
    boxes = np.array([again, card, neighbour, turned])
    assert finder.without_doubles(boxes, np.array([0.6, 0.9, 0.7, 0.8])) == [1, 2]
    assert finder.without_doubles(boxes[:0], np.zeros(0)) == []


@given(
    st.lists(
        st.tuples(*[st.floats(0, 60)] * 2, st.floats(15, 40), st.floats(20, 60), st.floats(0, 90)),
        max_size=12,
    )
)
def test_no_two_that_stay_are_one_card_and_what_goes_is_one_that_stays(
    sizes: list[tuple[float, ...]],
) -> None:
    boxes = np.array([box(*size) for size in sizes]).reshape(-1, 4, 2)
    kept = finder.without_doubles(boxes, np.linspace(1, 0.3, len(boxes)))
    shares = [[overlap(boxes[n], boxes[k]) for k in kept] for n in range(len(boxes))]
    for n in range(len(boxes)):
        if n in kept:
            assert all(
                share <= finder.ONE_CARD + 1e-4 for k, share in zip(kept, shares[n], strict=True) if k != n
            )
        else:
            assert any(
                share > finder.ONE_CARD - 1e-4 for k, share in zip(kept, shares[n], strict=True) if k < n
            )


def test_the_crop_shows_the_box_with_its_margin() -> None:
    image = np.zeros((300, 300, 3), np.uint8)
    outline = box(150, 150, 60, 90, 25).astype(np.float32)
    cv2.fillConvexPoly(image, outline.round().astype(np.int32), (255, 255, 255))
    cut = crop(image, crop_frame(outline))
    assert cut.shape == (HEIGHT, WIDTH, 3)
    assert cut[HEIGHT // 2, WIDTH // 2].tolist() == [255, 255, 255] and cut[2, 2].tolist() == [0, 0, 0]
    assert cut[..., 0].mean() / 255 == pytest.approx(1 / 1.35**2, abs=0.03)


def test_a_doubtful_twin_gives_way_to_its_next_face_and_a_sure_one_stays() -> None:
    here, there, far = box(50, 50, 40, 60, 0), box(250, 50, 40, 60, 0), box(450, 50, 40, 60, 0)

    def told(corners: np.ndarray, king: float, queen: float) -> DetectedCard:
        faces = [0.0] * 52
        faces[12], faces[11] = king, queen
        return DetectedCard(CardLook(look(corners, 0).corners, tuple(faces)), 0.9, False)

    doubtful = with_rare_twins([told(here, 0.99, 0.01), told(there, 0.6, 0.35)])
    assert [card.card.index for card in doubtful] == [12, 11]
    assert doubtful[1].confidence == pytest.approx(0.35 / (0.35 + 0.6 * 0.05 + 0.05))
    sure = with_rare_twins([told(here, 0.995, 0.002), told(far, 0.99, 0.005)])
    assert [card.card.index for card in sure] == [12, 12] and sure[1].why_unread is None


def test_a_region_s_edges_cut_cards_and_the_picture_s_own_do_not() -> None:
    whole, over_the_edge = box(100, 100, 40, 60, 20), box(10, 100, 40, 60, 0)
    for card, region, cut in (
        (whole, (50, 50, 160, 160), False),
        (whole, (95, 50, 160, 160), True),
        (whole, (50, 50, 160, 110), True),
        (over_the_edge, (0, 50, 60, 160), False),
        (over_the_edge, (2, 50, 60, 160), True),
    ):
        assert cards._cut(card, region, (240, 320, 3)) is cut


@pytest.mark.parametrize("short", [4, 15, 40, 90, 300, 900])
def test_looks_at_parts_come_in_few_sizes(short: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sides: set[int] = set()

    def looked(_image: np.ndarray, side: int, _threshold: float, *, square: bool = False) -> list[FoundCard]:
        assert square
        sides.add(side)
        return [FoundCard(np.float32([[0, 0], [short, 0], [short, 90], [0, 90]]), False, 0.9)]

    monkeypatch.setattr(finder, "detect", looked)
    for wide in range(60, 1900, 97):
        finder.find_in_part(np.zeros((200, wide, 3), np.uint8))
    assert sides and sides <= set(CARDS.finder.part_sides)
