"""Pictures that people see: what is held cannot be read in them, what lies is as it was."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_cards import SHORT, drawn_cards
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import DECK
from models.training.cards.decks import drawn_deck
from vision.cards.indices import find_indices
from vision.cards.photograph import cards_of_photo
from vision.cards.reader import shipped
from vision.geometry.quads import as_quad, overlap, polygon_mask
from vision.redaction.redacted import Scene, jpeg, redacted_picture, reduced, shown_as_it_is
from vision.redaction.settings import REDACTION

FAN = [(-0.9 + 0.45 * n, 0.1 * abs(n - 2), -0.5 + 0.25 * n) for n in range(5)]


@pytest.fixture(scope="module")
def deck():
    return drawn_deck(np.random.default_rng(20))


@pytest.fixture(scope="module")
def fan(deck):
    """A fan of which each card is a quarter as wide as the picture is high, and its outlines."""
    return drawn_cards(deck, FAN, range(5, 10))


def read(image, quads):
    """How surely the reader, told where the cards lie, reads each one's own face."""
    upper = [quads[n + 1 :] for n in range(len(quads))]
    return shipped().read(image, quads, upper).faces[range(len(quads)), range(5, 5 + len(quads))]


def photographed(image):
    return {one.card for one in cards_of_photo(image) if one.why_unread is None}


def test_a_fan_right_before_the_camera_is_read_in_the_picture_and_not_in_what_people_see(fan):
    image, outlines = fan
    quads = [as_quad(quad) for quad in outlines]
    seen = redacted_picture(Scene(image))
    assert seen.shape == image.shape and seen.dtype == np.uint8
    assert photographed(image) >= {DECK[n] for n in (5, 7, 9)} and len(find_indices(image, SHORT)) >= 5
    assert read(image, quads).max() > 0.95
    assert not photographed(seen)
    assert read(seen, quads).max() < 0.2
    assert not find_indices(seen, SHORT)


@pytest.mark.parametrize("share", [0.05, 0.08, 0.12, 0.15])
def test_no_card_of_any_size_is_read(share, deck):
    """A card held flat before the camera, alone: more of it is seen than of any in a fan."""
    size = round(0.9 * SHORT / share)  # so high is the picture
    for face in (0, 37):
        image, (outline,) = drawn_cards(deck, [(0, 0, 0.3)], [face])
        around = cv2.copyMakeBorder(image, size, size, size, size, cv2.BORDER_REPLICATE)
        left, top = (int(250 + size - size / 2 + off) for off in (7, 19))
        picture = around[top : top + size, left : left + size]
        quad = as_quad(np.array(outline) + size - (left, top))
        assert shipped().read(picture, [quad]).faces[0, face] > 0.9
        seen = redacted_picture(Scene(picture))
        faces = shipped().read(seen, [quad]).faces[0]
        assert faces[face] < 0.3, (share, DECK[face])
        assert not photographed(seen)


def test_a_larger_card_on_the_table_makes_larger_cells():
    image = np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8)
    usual, near = redacted_picture(Scene(image)), redacted_picture(Scene(image, card=120.0))
    assert near.std() < 0.7 * usual.std()


@settings(deadline=None, max_examples=12)
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_what_is_hidden_counts_by_the_mean_of_its_cell_alone(seed, times):
    """Whoever turns the pixels of each cell about changes nothing that people see."""
    die = np.random.default_rng(seed)
    cell, rows, columns = 8 * times, REDACTION.rows, 30
    image = die.integers(0, 255, (rows * cell, columns * cell, 3), np.uint8)
    cells = image.reshape(rows, cell, columns, cell, 3).transpose(0, 2, 1, 3, 4).reshape(-1, cell * cell, 3)
    mixed = np.stack([die.permutation(one) for one in cells])
    mixed = mixed.reshape(rows, columns, cell, cell, 3).transpose(0, 2, 1, 3, 4).reshape(image.shape)
    assert not np.array_equal(image, mixed)
    assert np.array_equal(
        redacted_picture(Scene(image)), redacted_picture(Scene(np.ascontiguousarray(mixed)))
    )


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10**6), st.floats(0, 3), st.tuples(st.integers(0, 500), st.integers(0, 300)))
def test_lying_cards_are_as_they_were_but_for_what_is_over_them(seed, turn, middle):
    die = np.random.default_rng(seed)
    image = die.integers(0, 255, (360, 640, 3), np.uint8)
    quad = as_quad(cv2.boxPoints((middle, (60.0, 90.0), 57 * turn)))
    over = np.zeros((90, 160), bool)
    over[middle[1] // 4 : middle[1] // 4 + 8, middle[0] // 4 : middle[0] // 4 + 8] = True
    scene = Scene(image, (quad,), over)
    shown, seen = shown_as_it_is(scene), redacted_picture(scene)
    hidden = cv2.resize(over.view(np.uint8), (640, 360), interpolation=cv2.INTER_NEAREST) > 0
    assert np.array_equal(seen[shown], image[shown])
    assert np.array_equal(seen[~shown], redacted_picture(Scene(image))[~shown])
    assert not (shown & hidden).any()
    inside = polygon_mask((360, 640), [quad])
    assert (shown | hidden)[inside].all()
    wider = cv2.dilate(inside.view(np.uint8), np.ones((9, 9), np.uint8)) > 0
    assert not (shown & ~wider).any()


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10**6), st.tuples(*[st.integers(1, 120)] * 4))
def test_a_part_shows_what_the_whole_shows_there(seed, part):
    left, top, wide, high = part
    die = np.random.default_rng(seed)
    image = cv2.GaussianBlur(die.integers(0, 255, (270, 480, 3), np.uint8), (0, 0), 3)
    scene = Scene(image, (((40, 40), (90, 40), (90, 120), (40, 120)),), die.random((27, 48)) > 0.5)
    box = (left, top, left + wide, top + high)
    seen = redacted_picture(scene)[box[1] : box[3], box[0] : box[2]]
    assert (
        np.abs(redacted_picture(scene, box).astype(int) - seen).max() <= 2
    )  # drawn in steps of a 32nd of a cell
    assert np.array_equal(shown_as_it_is(scene, box), shown_as_it_is(scene)[box[1] : box[3], box[0] : box[2]])


def test_what_phones_get_is_a_jpeg_of_it_before_and_after(fan):
    image, outlines = fan
    top = as_quad(outlines[-1])
    scene = Scene(image, (top,))
    packed = jpeg([Scene(np.full_like(image, 128)), scene], part=(50, 100, 400, 380), width=600)
    told = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
    assert told.shape == (240, 600, 3)
    assert np.abs(told[:, :290].astype(int) - 128).max() < 8
    whole = cv2.imdecode(np.frombuffer(jpeg([scene]), np.uint8), cv2.IMREAD_COLOR)
    # The card that lies is read; those under it, of which all but a tenth is in sight, are not.
    (lies,) = [one for one in cards_of_photo(whole) if one.why_unread is None]
    assert lies.card == DECK[9] and overlap(lies.look.corners, top) > 0.8
    assert read(whole, [as_quad(quad) for quad in outlines])[:-1].max() < 0.2
    assert not photographed(redacted_picture(replace(scene, over=np.ones((4, 4), bool)))), (
        "an arm lies over all"
    )


def test_a_scene_in_fewer_pixels_shows_the_same_places_and_hides_the_same():
    die = np.random.default_rng(7)
    image = die.integers(0, 255, (400, 640, 3), np.uint8)
    over = np.zeros((100, 160), bool)
    over[:, 110:] = True
    scene = Scene(image, (((200, 100), (560, 100), (560, 300), (200, 300)),), over, card=80.0)
    small = reduced(scene, 320)
    assert small.image.shape == (200, 320, 3) and small.card == 40.0 and reduced(scene, 640) is scene
    wide, narrow = shown_as_it_is(scene), shown_as_it_is(small)
    assert (narrow != wide[::2, ::2]).mean() < 0.01 and narrow.any() and not narrow[:, 225:].any()
    hidden = redacted_picture(small)[~narrow].astype(int), redacted_picture(scene)[::2, ::2][~narrow]
    assert np.abs(hidden[0] - hidden[1]).max() <= 3
