"""Synthetic scenes: the same seed gives the same scene, and labels are where the cards are."""

from __future__ import annotations

from multiprocessing.pool import ThreadPool
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from engine.cards import DECK, Card
from models.training.datasets import scene_files
from models.training.datasets.card_boxes import about, target
from models.training.datasets.scene_files import obb_lines, write_together
from models.training.scenes import card_layouts, card_painter, card_scenes


class PlainDeck:
    """Faces in one bright colour, so that a pixel tells which card it is of."""

    index_boxes = ((0.03, 0.02, 0.22, 0.25), (0.78, 0.75, 0.97, 0.98))
    index_tells = True

    def face(self, card: Card) -> np.ndarray:
        return self._sheet((250, 20 + 4 * card.index, 250))

    def back(self) -> np.ndarray:
        return self._sheet((20, 40, 200))

    def joker(self) -> np.ndarray:
        return self._sheet((240, 240, 20))

    def _sheet(self, colour: tuple[int, int, int]) -> np.ndarray:
        sheet = np.full((150, 100, 4), 255, np.uint8)
        sheet[..., :3] = colour
        return sheet


def test_same_seed_same_scene() -> None:
    first, second = (card_scenes.render(np.random.default_rng(4), [PlainDeck()], 256) for _ in range(2))
    assert len(first.labels) == len(second.labels)
    for a, b in zip(first.labels, second.labels, strict=True):
        assert a.card == b.card and np.array_equal(a.quad, b.quad)


def laid(*numbers: int, step: tuple[float, float] = (0.0, 0.0), turn: float = 0.0, deck=None):
    """Cards in the middle of a picture, each a *step* beside the one before: the painter, and its labels."""
    rng, deck = np.random.default_rng(3), deck or PlainDeck()
    painter = card_painter.Painter(rng, card_painter.random_view(rng, 320, 70), 320)
    spot = painter.view.plane(np.array([[160.0, 160.0]]))[0]
    for place, number in enumerate(numbers):
        corners = card_painter.corners_at(*(spot + np.multiply(step, place)), turn, 1.0, 1.5)
        painter.card(deck, corners, DECK[number])
    return painter, painter.labels()


def test_an_uncovered_card_is_wholly_visible_and_its_colour_lies_inside_its_outline() -> None:
    painter, (label,) = laid(30, turn=0.4)
    assert label.visible > 0.95 and label.told == 1 and label.card == DECK[30]
    inside = np.zeros((320, 320), np.uint8)
    cv2.fillConvexPoly(inside, label.quad.round().astype(np.int32), 1)
    inside = cv2.erode(inside, np.ones((5, 5)))
    colour = PlainDeck().face(DECK[30])[0, 0, 2::-1]
    assert np.abs(painter.image[inside > 0].astype(int) - colour).max() <= 2


def test_a_card_s_indices_are_labelled_as_they_are_read() -> None:
    _, (label,) = laid(30, turn=0.4)
    upright, turned = label.indices
    assert np.array_equal(upright.card, label.quad)
    assert np.array_equal(turned.card, np.roll(label.quad, 2, axis=0))
    for index in label.indices:
        assert index.visible > 0.95
        to_own = np.linalg.norm(index.quad.mean(0) - index.card, axis=1)
        assert to_own.argmin() == 0, "an index stands in the corner that is top left as it is read"


@pytest.mark.parametrize("down", [False, True])
def test_each_index_of_a_hand_that_is_spread_is_in_sight(down: bool) -> None:
    rng = np.random.default_rng(5)
    painter = card_painter.Painter(
        rng, card_painter.View(np.array([[60.0, 0, 160], [0, 60.0, 160], [0, 0, 1]])), 320
    )
    deck = PlainDeck()
    hand = card_layouts.spread(rng, 7, 0.4 if down else 0.24, down=down, turn=0.7, spin=0.0)
    for (x, y, angle), card in zip(hand, DECK, strict=False):
        painter.card(deck, card_painter.corners_at(x, y, angle, 1.0, 1.5), card)
    labels = painter.labels()
    assert len(labels) == 7
    assert all(label.indices[0].visible > 0.85 for label in labels)


def test_a_covered_card_is_not_told_and_a_strip_with_an_index_tells_its_card() -> None:
    assert [label.card for label in laid(1, 2)[1]] == [DECK[2]]
    deck = PlainDeck()
    deck.index_boxes = deck.index_boxes[:1]
    for step, tells in (((0.3, 0.0), True), ((-0.3, 0.0), False), ((0.1, 0.1), False)):
        lower = next(label for label in laid(1, 2, step=step, deck=deck)[1] if label.card == DECK[1])
        assert (lower.told >= 0.5) == tells, step


def test_labels_stay_in_the_picture() -> None:
    scenes = [card_scenes.render(np.random.default_rng(seed), [PlainDeck()], 256) for seed in range(4)]
    for line in [line for scene in scenes for line in obb_lines(scene.labels, 256, 256)]:
        kind, *numbers = line.split()
        assert kind in "01" and len(numbers) == 8
        assert all(0 <= float(number) <= 1 for number in numbers)


def test_close_scenes_lay_cards_on_one_another() -> None:
    hidden = cards = 0
    for seed in range(12):
        scene = card_scenes.render(np.random.default_rng(seed), [PlainDeck()], 256, kind="close")
        cards += len(scene.labels)
        hidden += sum(label.visible < 0.9 for label in scene.labels)
    assert hidden > 0.2 * cards


def test_corner_targets_lead_back_to_the_card() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        quad = cv2.boxPoints(((100, 90), (40, 60), float(rng.uniform(0, 180))))
        quad = (quad + rng.normal(0, 1, (4, 2))).astype(np.float32)
        frame = about(quad, rng)
        wanted = target(quad, frame)
        shares = wanted[:8].reshape(4, 2)
        back = frame[0] + shares[:, :1] * (frame[1] - frame[0]) + shares[:, 1:] * (frame[3] - frame[0])
        turn = min(range(4), key=lambda k: np.abs(np.roll(back, k, axis=0) - quad).sum())
        assert np.allclose(np.roll(back, turn, axis=0), quad, atol=0.1)
        assert bool(wanted[8]) == (turn % 2 == 0)


def test_two_processes_write_the_scenes_that_one_writes(tmp_path: Path, monkeypatch) -> None:
    """Threads here in the processes' place, small handfuls and one deck each: drawing decks takes long."""
    monkeypatch.setattr(scene_files, "DECKS_AT_A_TIME", 1)
    monkeypatch.setattr(scene_files, "SCENES_PER_HANDFUL", 3)
    threads = SimpleNamespace(Pool=ThreadPool)
    monkeypatch.setattr(scene_files.multiprocessing, "get_context", lambda how: threads)
    count = scene_files.SCENES_PER_HANDFUL + 2
    for folder in ("one", "two"):
        # All but the ends of both handfuls are there already.
        (tmp_path / folder / "corners").mkdir(parents=True)
        for number in range(1, count - 1):
            (tmp_path / folder / "corners" / f"{number:06d}.npz").touch()
        write_together(tmp_path / folder, count, seed=8, processes=1 if folder == "one" else 2)
    made = [sorted((tmp_path / folder / "images").iterdir()) for folder in ("one", "two")]
    assert [file.name for file in made[1]] == ["000000.jpg", f"{count - 1:06d}.jpg"]
    for one, two in zip(*made, strict=True):
        assert one.read_bytes() == two.read_bytes()
