"""Crops of cards out of synthetic scenes, each with the corners that the network shall say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from models.crops import crop, crop_frame


def about(quad: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A turned box round *quad* such as the finder would give, first edge its shorter side."""
    (x, y), (w, h), angle = cv2.minAreaRect(quad)
    if w > h:
        w, h, angle = h, w, angle + 90
    loose = rng.choice([0.5, 1.0, 1.8, 2.6])
    x, y = np.array([x, y]) + rng.normal(0, 0.03 * loose, 2) * (w, h)
    w, h = np.array([w, h]) * np.exp(rng.normal(0, 0.05 * loose, 2))
    box = cv2.boxPoints(
        ((float(x), float(y)), (float(w), float(h)), float(angle + rng.normal(0, 2.5 * loose)))
    )
    # boxPoints starts anywhere; the first edge shall be the shorter one, up is either way.
    if np.linalg.norm(box[1] - box[0]) > np.linalg.norm(box[2] - box[1]) or (
        w / h > 0.85 and rng.random() < 0.5
    ):
        box = np.roll(box, 1, axis=0)
    return np.roll(box, 2, axis=0) if rng.random() < 0.5 else box


def target(quad: np.ndarray, frame: np.ndarray) -> np.ndarray:
    """*quad* as shares of *frame*, starting nearest the crop's top left, and 1 if its first edge is short."""
    to_share = cv2.getAffineTransform(
        frame[:3].astype(np.float32), np.array([[0, 0], [1, 0], [1, 1]], np.float32)
    )
    share = quad @ to_share[:, :2].T + to_share[:, 2]
    ideal = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    turn = min(range(4), key=lambda k: np.abs(np.roll(share, -k, axis=0) - ideal).sum())
    return np.append(np.roll(share, -turn, axis=0).reshape(-1), 1.0 - turn % 2).astype(np.float32)


def labels_in(folder: Path, count: int | None = None) -> list[Path]:
    """The label files of the first *count* scenes in *folder* (None: of all)."""
    return sorted((folder / "corners").glob("*.npz"))[:count]


def batches(
    files: Sequence[Path], size: int, rng: np.random.Generator
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """One pass over the scenes with these labels: uint8 n × H × W × 3 BGR crops and float32 n × 9 targets."""
    crops: list[np.ndarray] = []
    targets: list[np.ndarray] = []
    for k in rng.permutation(len(files)):
        labels = np.load(files[k])
        image = cv2.imread(str(files[k].parents[1] / "images" / f"{files[k].stem}.jpg"))
        for quad, visible, told in zip(labels["quads"], labels["visible"], labels["told"], strict=True):
            if (visible < 0.35 and told < 0.5) or cv2.contourArea(quad) < 150:
                continue
            frame = crop_frame(about(quad, rng))
            crops.append(crop(image, frame))
            targets.append(target(quad, frame))
        while len(crops) >= size * 8:
            order = rng.permutation(len(crops))
            crops, targets = [crops[i] for i in order], [targets[i] for i in order]
            yield np.stack(crops[:size]), np.stack(targets[:size])
            del crops[:size], targets[:size]
