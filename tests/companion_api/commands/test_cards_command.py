"""What `nainjaune cards --annotate` draws."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion_api.commands.seeing.cards import _write, annotated, as_json, in_words
from companion_api.saying.words import words
from engine.boundaries import CardLook, Quad
from vision.cards.photograph import INDEX, DetectedCard


def seen(quad: Quad, face: int, likely: float = 0.99) -> DetectedCard:
    return DetectedCard(CardLook(quad, tuple(likely * (n == face) for n in range(52))), 0.9, back=False)


def test_every_card_is_outlined_and_the_picture_given_stays_as_it_was() -> None:
    image = np.full((600, 1000, 3), 60, np.uint8)
    before = image.copy()
    read = ((150.0, 180.0), (350.0, 180.0), (350.0, 460.0), (150.0, 460.0))
    unread = ((550.0, 180.0), (750.0, 180.0), (750.0, 460.0), (550.0, 460.0))
    picture = annotated(image, [seen(read, 5), seen(unread, 5, 0.1)]).astype(int)
    assert (image == before).all()
    green, grey = picture[320, 350], picture[320, 550]
    assert green[1] > green[0] + 60 and green[1] > green[2] + 60
    assert np.ptp(grey) < 10 and grey.mean() > 100
    name, below, beside = (
        picture[rows, columns]
        for rows, columns in (
            (slice(140, 175), slice(150, 350)),
            (slice(466, 500), slice(150, 350)),
            (slice(140, 175), slice(550, 750)),
        )
    )
    assert name.max() > 200 and (below == 60).all() and (beside == 60).all()
    assert (annotated(image, []) == image).all()


def test_what_shows_no_face_is_a_back_a_joker_or_unclear() -> None:
    image = np.full((600, 1000, 3), 60, np.uint8)

    def at(x: float, likely: float, joker: float = 0.0, back: bool = False) -> DetectedCard:
        quad = ((x, 180.0), (x + 150, 180.0), (x + 150, 390.0), (x, 390.0))
        return replace(seen(quad, 5, likely), joker=joker, back=back)

    read, joker, back, unclear = at(800, 0.99), at(50, 0.1, 0.9), at(300, 0.1, 0.9, True), at(550, 0.1, 0.7)
    told = as_json("photo.jpg", image, 1.0, [read, joker, back, unclear])
    assert [one["why"] for one in told["unread"]] == ["joker", "back", "too hidden or unclear"]
    alone = as_json("photo.jpg", image, 1.0, [replace(at(50, 0.99), index=True)])
    assert not alone["cards"] and [one["why"] for one in alone["unread"]] == [INDEX]
    name = words("fr").card(read.card)
    assert in_words([read, joker, back, unclear], "fr") == f"{name}, joker (+ 2 ?)"
    assert (
        in_words([joker], "de") == "Joker"
        and in_words([], "en") == "—"
        and in_words([back], "en") == "— (+ 1 ?)"
    )
    picture = annotated(image, [read, joker, back, unclear])
    written = [picture[140:175, x : x + 150].max() > 200 for x in (50, 300, 550)]
    assert written == [True, False, False]


def test_no_name_covers_another_one_where_there_is_room() -> None:
    written: list[tuple[int, int, int, int]] = []
    part = np.array([[150, 120], [190, 120], [190, 180], [150, 180]], float)
    for text in ("QS", "KH", "7D", "JC"):
        _write(np.zeros((300, 400, 3), np.uint8), text, part, 1, written)
    counted = np.zeros((300, 400), int)
    for left, top, right, bottom in written:
        counted[top:bottom, left:right] += 1
    assert len(written) == 4 and counted.max() == 1


def test_a_card_at_the_pictures_edge_has_its_name_within() -> None:
    top = ((460.0, -50.0), (620.0, -50.0), (620.0, 170.0), (460.0, 170.0))
    picture = annotated(np.zeros((600, 1000, 3), np.uint8), [seen(top, 5)])
    assert cv2.countNonZero(cv2.inRange(picture, (250,) * 3, (255,) * 3)) > 50
