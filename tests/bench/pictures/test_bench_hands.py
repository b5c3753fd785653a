"""`nainjaune bench hands`: what it counts, on two hands drawn for it."""

import numpy as np
import pytest
from shown_hands import HANDS, photograph

from bench.pictures import hands
from engine.cards import parse_card
from engine.errors import BadInput


def keep(place, number, shown, there):
    for name in ("images", "corners"):
        (place / name).mkdir(parents=True, exist_ok=True)
    (place / "images" / f"{number:06d}.jpg").write_bytes(photograph(" ".join(shown)))
    cards = np.array([parse_card(code).index for code in there], np.int8)
    np.savez(place / "corners" / f"{number:06d}.npz", cards=cards)


def test_a_hand_that_lacks_a_card_is_marked_where_the_number_is_known_and_counted_wrong_where_not(tmp_path):
    cards = HANDS["Chloé"]
    keep(tmp_path / "laid", 0, cards, cards)
    keep(tmp_path / "laid", 1, cards[:12], cards)  # one is under the table
    figures = hands.run(tmp_path)
    assert figures["laid"].keys() == figures["all"].keys()
    told = figures["all"]
    assert (told["hands"], told["whole"], told["wrong_unmarked"]) == (2, 1, 0)
    assert (told["cards"], told["right"], told["not_there"]) == (26, 25, 0)
    assert told["marked"] >= 1 and told["wrong_unmarked_uncounted"] == 1 and told["seconds"] > 0


def test_a_real_hand_among_the_photographs_stands_by_itself(tmp_path):
    photos = tmp_path / "photos"
    keep(tmp_path / "made" / "held", 0, HANDS["Ana"][:3], HANDS["Ana"][:3])
    photos.mkdir()
    (photos / hands.SPREAD).write_bytes(photograph("9H TH JH"))
    (photos / "labels.csv").write_text(f"image,cards\n{hands.SPREAD},9H TH JH\n")
    figures = hands.run(tmp_path / "made", photos)
    assert figures["all"]["hands"] == 1 and figures[hands.SPREAD]["whole"] == 1
    (photos / "labels.csv").write_text("image,cards\nother.jpg,9H\n")
    with pytest.raises(BadInput, match=hands.SPREAD):
        hands.run(tmp_path / "made", photos)


def test_a_folder_without_hands_is_bad_input(tmp_path):
    with pytest.raises(BadInput, match="--hands"):
        hands.run(tmp_path)
