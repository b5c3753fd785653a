"""Writes synthetic scenes to a folder, as Ultralytics reads them and with exact corners beside.

``images/N.jpg``, ``labels/N.txt`` (class and four corners, shares of the picture) and
``corners/N.npz`` (``quads`` float32 n × 4 × 2 pixels, ``kinds`` 0 face / 1 back,
``cards`` 0–51 or -1, ``visible`` 0–1, ``told`` 0–1; of each corner index ``index_of`` the row of its
card, ``index_quads`` and ``index_cards`` float32 n × 4 × 2, ``index_visible`` 0–1). Scene N depends on the
seed and N alone, so an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from pathlib import Path

import cv2
import numpy as np

from models.training.cards.decks import random_deck
from models.training.scenes import card_painter, card_scenes

FACE, BACK = 0, 1
CLASSES = ("face", "back")
DECKS_AT_A_TIME = 16
SCENES_PER_HANDFUL = 240


def found_worthy(label: card_painter.CardLabel) -> bool:
    """A card that the finder shall report: its face can be told, or enough of it is seen."""
    return label.visible > 0.35 or (label.told >= 0.5 and not label.back)


def obb_lines(labels: list[card_painter.CardLabel], width: int, height: int) -> list[str]:
    """Label lines: class and the corners of the smallest turned box round what lies in the picture."""
    lines = []
    size = np.array([width, height], np.float32)
    frame = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * size
    for label in labels:
        if not found_worthy(label):
            continue
        area, inside = cv2.intersectConvexConvex(label.quad, frame)
        if area < 60:
            continue
        whole = label.quad.min() >= 0 and bool((label.quad <= size).all())
        box = cv2.boxPoints(cv2.minAreaRect(label.quad if whole else inside)) / size
        numbers = " ".join(f"{v:.5f}" for v in np.clip(box, 0, 1).reshape(-1))
        lines.append(f"{BACK if label.back else FACE} {numbers}")
    return lines


def prepare(folder: Path) -> None:
    """Make the folders that scenes are written to."""
    for name in ("images", "labels", "corners"):
        (folder / name).mkdir(parents=True, exist_ok=True)


def keep(folder: Path, number: int, scene: card_painter.Scene) -> None:
    """Write one scene and its labels as scene *number* of a folder."""
    cv2.imwrite(str(folder / "images" / f"{number:06d}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    lines = obb_lines(scene.labels, *scene.image.shape[1::-1])
    indices = [(n, index) for n, label in enumerate(scene.labels) for index in label.indices]
    (folder / "labels" / f"{number:06d}.txt").write_text("\n".join(lines) + "\n")
    np.savez(
        folder / "corners" / f"{number:06d}.npz",
        quads=np.array([label.quad for label in scene.labels], np.float32).reshape(-1, 4, 2),
        kinds=np.array([BACK if label.back else FACE for label in scene.labels], np.int8),
        cards=np.array([label.card.index if label.card else -1 for label in scene.labels], np.int8),
        visible=np.array([label.visible for label in scene.labels], np.float32),
        told=np.array([label.told for label in scene.labels], np.float32),
        index_of=np.array([n for n, _ in indices], np.int16),
        index_quads=np.array([index.quad for _, index in indices], np.float32).reshape(-1, 4, 2),
        index_cards=np.array([index.card for _, index in indices], np.float32).reshape(-1, 4, 2),
        index_visible=np.array([index.visible for _, index in indices], np.float32),
    )


def write(
    folder: Path,
    count: int,
    seed: int,
    side: int = card_scenes.SCENE_SIDE,
    part: tuple[int, int] = (0, 1),
    kind: card_scenes.Kind = "anywhere",
) -> None:
    """Write scenes 0…count-1 that are still missing.

    Args:
        part: (k, n) takes every n-th handful only.
        kind: see `models.training.scenes.card_scenes.render`.
    """
    prepare(folder)
    began, made = time.monotonic(), 0
    for handful in range(part[0], -(-count // SCENES_PER_HANDFUL), part[1]):
        numbers = range(handful * SCENES_PER_HANDFUL, min(count, (handful + 1) * SCENES_PER_HANDFUL))
        missing = [n for n in numbers if not (folder / "corners" / f"{n:06d}.npz").exists()]
        if not missing:
            continue
        rng = np.random.default_rng([seed, handful])
        decks = [random_deck(rng) for _ in range(DECKS_AT_A_TIME)]
        for number in missing:
            scene = card_scenes.render(np.random.default_rng([seed, handful, number]), decks, side, kind)
            keep(folder, number, scene)
            made += 1
        rate = made / (time.monotonic() - began)
        print(f"scenes: {numbers[-1] + 1} of {count}, {rate:.1f} a second", file=sys.stderr)


def write_together(
    folder: Path, count: int, seed: int, processes: int, kind: card_scenes.Kind = "anywhere"
) -> None:
    """`write` the same scenes with several processes, a handful each at a time."""
    handfuls = -(-count // SCENES_PER_HANDFUL)
    parts = [(folder, count, seed, card_scenes.SCENE_SIDE, (k, handfuls), kind) for k in range(handfuls)]
    if not parts:
        return
    with multiprocessing.get_context("spawn").Pool(min(processes, handfuls), cv2.setNumThreads, (1,)) as pool:
        pool.starmap(write, parts, chunksize=1)
