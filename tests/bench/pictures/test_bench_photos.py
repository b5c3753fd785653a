"""What `bench cards ranks` counts, on a photograph of two drawn cards, one upon most of the other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn_cards import drawn_cards

from bench.pictures import photos
from engine.cards import DECK
from engine.errors import BadInput
from models.training.cards.decks import drawn_deck

FACES = (18, 46)
LOWER, UPPER = (DECK[face] for face in FACES)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lower card is labelled as the ranks of real photographs are: by what is seen of it."""
    there = tmp_path_factory.mktemp("photos")
    image, (lower, upper) = drawn_cards(
        drawn_deck(np.random.default_rng(21)), [(0.5, 0.8, 0.0), (0.9, 0.8, 0.0)], FACES
    )
    cv2.imwrite(str(there / "pair.png"), image)
    (there / "labels.csv").write_text(f"image,cards\npair.png,{LOWER.code} {UPPER.code}\n")
    left, top = lower.min(0)
    seen_to = upper.min(0)[0]
    boxes = ((LOWER, (left, top, seen_to, lower.max(0)[1])), (UPPER, (*upper.min(0), *upper.max(0))))
    lines = ["image,rank,xmin,ymin,xmax,ymax,width,height"]
    for card, box in boxes:
        lines.append(f"pair.png,{card.code[0]},{','.join(f'{side:.0f}' for side in box)},500,500")
    (there / "ranks.csv").write_text("\n".join(lines) + "\n")
    return there


def test_a_card_under_another_is_right_by_what_is_in_sight_and_on_its_label(folder: Path) -> None:
    told = photos.ranks(folder)
    assert (told["cards"], told["right"]) == (2, 1)
    assert told["right_in_sight"] == told["right_on_label"] == told["right_in_photo"] == 2
    assert told["not_there_in_photo"] == 0


def test_a_rank_elsewhere_is_not_on_the_label(folder: Path, tmp_path: Path) -> None:
    header, lower, upper = (folder / "ranks.csv").read_text().splitlines()
    elsewhere = lower.split(",")
    elsewhere[2:6] = ["20", "300", "100", "440"]
    (tmp_path / "pair.png").write_bytes((folder / "pair.png").read_bytes())
    (tmp_path / "ranks.csv").write_text("\n".join([header, ",".join(elsewhere), upper]) + "\n")
    told = photos.ranks(tmp_path)
    assert told["right_on_label"] == 1 and told["right_in_photo"] == 2


@pytest.mark.parametrize("measure", [photos.cards, photos.ranks])
def test_photographs_are_seen_through_lenses(folder: Path, measure: Callable) -> None:
    told = measure(folder, through=("dim", "turned"))
    assert list(told) == ["dim", "turned"]
    for figures in told.values():
        assert figures["cards"] == figures.get("right_on_label", figures["right"]) == 2
    with pytest.raises(BadInput, match="expected all, or some of dim"):
        measure(folder, through=("cracked",))
