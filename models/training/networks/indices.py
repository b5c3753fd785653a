"""Trains the finder of indices: where a card's corner index is in sight, and where that card then lies.

    python -m models.training.networks.indices --scenes 16000 --minutes 8

Ultralytics' YOLO with key points: one class (an index that can be read), its box, and as four key points
the corners of the whole card, from the one that is top left when the index is upright. So it tells
which way up the index stands, how large its card is and where, though nothing else of it is in sight.
The scenes (``training-data/hands``, see `models.training.scenes.card_layouts.hands`) are held in memory; each
batch is turned, scaled and lit anew where it learns.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import onnxslim
import torch
from torch import nn

from models.training.command import command
from models.training.datasets import scene_files
from models.training.networks.device import device_named
from models.training.networks.finder import as_float
from models.training.scenes import card_scenes
from models.weights import path

ARCHITECTURE = "yolo11n-pose.yaml"
IN_SIGHT = 0.8
"""Share of an index that must be seen for it to be one that can be read."""
LEAST = 5.0
"""Pixels that an index must measure at its narrowest."""
AROUND = 1.15
"""The box of an index is so much larger than what is printed."""
SAY = 200
"""Steps between lines of progress."""
SMALL = 4096
"""Numbers up to which a tensor keeps its precision in the file."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """Scenes held in memory.

    Attributes:
        pictures: uint8 (n, side, side, 3), BGR.
        scene: int64 (m,), of each index in sight its picture.
        indices, cards: float32 (m, 4, 2), its outline and its card's, pixels.
    """

    pictures: torch.Tensor
    scene: torch.Tensor
    indices: torch.Tensor
    cards: torch.Tensor


def _held(folder: Path, count: int, device: torch.device) -> Labelled:
    """The first *count* scenes of a folder."""
    names = sorted((folder / "images").glob("*.jpg"))[:count]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        pictures = list(pool.map(lambda name: torch.from_numpy(cv2.imread(str(name))), names))
    scene, indices, cards = [], [], []
    for number, name in enumerate(names):
        labels = np.load(folder / "corners" / f"{name.stem}.npz")
        seen = labels["index_visible"] >= IN_SIGHT
        scene += [number] * int(seen.sum())
        indices.append(labels["index_quads"][seen])
        cards.append(labels["index_cards"][seen])
    return Labelled(
        torch.stack(pictures).to(device),
        torch.tensor(scene, device=device),
        torch.from_numpy(np.concatenate(indices)).to(device),
        torch.from_numpy(np.concatenate(cards)).to(device),
    )


def _turned(
    held: Labelled, chosen: torch.Tensor, side: int, make: torch.Generator
) -> dict[str, torch.Tensor]:
    """A batch as Ultralytics takes it: pictures turned, scaled, moved and lit anew, with their labels."""
    device, count = chosen.device, len(chosen)

    def uniform(low: float, high: float, *shape: int) -> torch.Tensor:
        return low + (high - low) * torch.rand(count, *shape, generator=make, device=device)

    angle, scale = uniform(0, 2 * math.pi), torch.exp(uniform(math.log(0.65), math.log(1.4)))
    shift = uniform(-0.15, 0.15, 2)
    cos, sin = torch.cos(angle) / scale, torch.sin(angle) / scale
    # From where a pixel goes to where it comes from, in shares of half a side.
    back = torch.stack([torch.stack([cos, sin, shift[:, 0]], 1), torch.stack([-sin, cos, shift[:, 1]], 1)], 1)
    pixels = held.pictures[chosen].permute(0, 3, 1, 2).flip(1).float() / 255
    grid = nn.functional.affine_grid(back, [count, 3, side, side], align_corners=False)
    pixels = nn.functional.grid_sample(pixels, grid, padding_mode="border", align_corners=False)
    gain = torch.exp(uniform(-0.35, 0.35, 1, 1, 1) + uniform(-0.06, 0.06, 3, 1, 1))
    pixels = (pixels * gain) ** torch.exp(uniform(-0.2, 0.2, 1, 1, 1))
    pixels = (
        pixels + torch.randn(pixels.shape, generator=make, device=device) * uniform(0, 0.03, 1, 1, 1)
    ).clamp(0, 1)

    place = torch.full((len(held.pictures),), -1, device=device)
    place[chosen] = torch.arange(count, device=device)
    mine = place[held.scene]
    there = torch.argsort(mine, stable=True)
    there = there[mine[there] >= 0]
    mine = mine[there]
    forth = torch.linalg.inv(back[mine, :, :2])
    size = held.pictures.shape[1]

    def moved(points: torch.Tensor) -> torch.Tensor:
        centred = (points + 0.5) * 2 / size - 1 - back[mine, None, :, 2]
        return (centred @ forth.transpose(1, 2) + 1) / 2

    quads, cards = moved(held.indices[there]), moved(held.cards[there])
    low, high = quads.amin(1), quads.amax(1)
    narrow = torch.linalg.norm(quads[:, 1] - quads[:, 0], dim=1) * side
    keep = ((low > 0.0) & (high < 1.0)).all(1) & (narrow >= LEAST)
    box = torch.cat([(low + high) / 2, (high - low) * AROUND], 1)
    return {
        "img": pixels,
        "batch_idx": mine[keep].float(),
        "cls": torch.zeros(int(keep.sum()), 1, device=device),
        "bboxes": box[keep],
        "keypoints": cards[keep],
    }


class CornerLoss(nn.Module):
    """How far the corners told lie from the card's, as a Cauchy loss of their distance.

    Ultralytics' own measures it against the box; a card's far corner lies ten boxes away, where that is flat.
    """

    NEAR = 0.05
    """Card sides, below which a corner is nearly right."""

    def forward(
        self, told: torch.Tensor, true: torch.Tensor, seen: torch.Tensor, area: torch.Tensor
    ) -> torch.Tensor:
        """Mean loss of *told* and *true* (n, 4, 2), anchors; *seen* and *area* are not asked."""
        true = true[..., :2]
        side = torch.linalg.norm(true - true.roll(-1, 1), dim=2).mean(1)
        apart = ((told - true) ** 2).sum(2) / (self.NEAR * side[:, None]) ** 2
        return torch.log1p(apart).mean() * 0.2


def _network(model: str, device: torch.device) -> Any:
    # Not before `models.training.networks.finder` has looked at torchvision.
    from ultralytics.cfg import get_cfg
    from ultralytics.nn.tasks import PoseModel

    net = PoseModel(model, nc=1, data_kpt_shape=(4, 2), verbose=False).to(device)
    net.names = {0: "index"}
    net.args = get_cfg(overrides={"pose": 12.0, "box": 5.0, "cls": 1.0})
    net.criterion = net.init_criterion()
    net.criterion.keypoint_loss = CornerLoss().to(device)
    return net.to(memory_format=torch.channels_last)


def _batches(held: Labelled, size: int, side: int, seed: int) -> Iterator[dict[str, torch.Tensor]]:
    make = torch.Generator(device=held.pictures.device).manual_seed(seed)
    while True:
        order = torch.randperm(len(held.pictures), generator=make, device=held.pictures.device)
        for start in range(0, len(order) - size + 1, size):
            yield _turned(held, order[start : start + size], side, make)


def train(args: argparse.Namespace, held: Labelled, device: torch.device) -> nn.Module:
    """Learn for *args.minutes*; the averaged weights."""
    torch.manual_seed(args.seed)
    net = _network(args.model, device)
    if args.start:
        net.load_state_dict(torch.load(args.start, weights_only=False)["model"].float().state_dict())
    averaged = deepcopy(net).eval()
    decay = [p for p in net.parameters() if p.ndim > 1]
    plain = [p for p in net.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": decay, "weight_decay": 5e-4}, {"params": plain, "weight_decay": 0.0}], lr=args.rate
    )
    began = time.monotonic()
    for step, batch in enumerate(_batches(held, args.batch, args.side, args.seed), start=1):
        gone = (time.monotonic() - began) / (60 * args.minutes)
        if gone >= 1:
            break
        for group in optimizer.param_groups:
            cosine = 0.01 + 0.99 * (1 + math.cos(math.pi * gone)) / 2
            group["lr"] = args.rate * min(1.0, step / 300) * cosine
        batch["img"] = batch["img"].to(memory_format=torch.channels_last)
        with torch.autocast(device.type, torch.bfloat16):
            told = net.predict(batch["img"])
        loss, parts = net.criterion(as_float(told), batch)
        optimizer.zero_grad(set_to_none=True)
        loss.sum().backward()
        nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        optimizer.step()
        _average(averaged, net, min(0.9995, step / (20 + step)))
        if step % SAY == 0:
            each = ", ".join(f"{name} {float(part):.3f}" for name, part in parts.items())
            print(f"indices: step {step}, {100 * gone:.0f} %: {each}", file=sys.stderr, flush=True)
    return averaged


def _average(averaged: nn.Module, net: nn.Module, keep: float) -> None:
    with torch.no_grad():
        for mean, now in zip(averaged.state_dict().values(), net.state_dict().values(), strict=True):
            if mean.dtype.is_floating_point:
                mean.lerp_(now.detach(), 1 - keep)
            else:
                mean.copy_(now)


def export(checkpoint: Path, target: Path, side: int) -> None:
    """Write what `train` kept as ONNX with free picture size; its large tensors take a byte a number."""
    net = torch.load(checkpoint, weights_only=False, map_location="cpu")["model"].float().eval().fuse()
    head = net.model[-1]
    head.export, head.dynamic, head.format = True, True, "onnx"
    pixels = torch.zeros(1, 3, side, side)
    torch.onnx.export(
        net, (pixels,), str(target), input_names=["images"], output_names=["told"], opset_version=17,
        dynamic_axes={"images": {2: "height", 3: "width"}, "told": {2: "places"}}, dynamo=False,
    )  # fmt: skip
    onnx.save(_narrowed(onnxslim.slim(onnx.load(target))), target)


def _narrowed(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same network, its large tensors with a byte a number and a scale for each of their first axis."""
    kept, wide = [], []
    for tensor in model.graph.initializer:
        numbers = onnx.numpy_helper.to_array(tensor)
        if numbers.dtype != np.float32 or numbers.size <= SMALL:
            kept.append(tensor)
            continue
        rows = np.abs(numbers.reshape(len(numbers), -1)).max(1)
        scale = (np.maximum(rows, 1e-12) / 127).astype(np.float32)
        bytes_ = np.round(numbers / scale.reshape(-1, *[1] * (numbers.ndim - 1))).astype(np.int8)
        names = [f"{tensor.name}_bytes", f"{tensor.name}_scale"]
        kept += [onnx.numpy_helper.from_array(*each) for each in zip((bytes_, scale), names, strict=True)]
        wide.append(onnx.helper.make_node("DequantizeLinear", names, [tensor.name], axis=0))
    for field, values in ((model.graph.initializer, kept), (model.graph.node, [*wide, *model.graph.node])):
        del field[:]
        field.extend(values)
    onnx.checker.check_model(model)
    return model


def _options(options: argparse.ArgumentParser) -> None:
    options.add_argument("--data", type=Path, default=Path("training-data"))
    options.add_argument("--scenes", type=int, default=16000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--minutes", type=float, default=8.0)
    options.add_argument("--model", default=ARCHITECTURE)
    options.add_argument(
        "--start", type=Path, metavar="PT", help="an earlier run's indices.pt, to learn on from"
    )
    options.add_argument("--side", type=int, default=card_scenes.SCENE_SIDE)
    options.add_argument("--batch", type=int, default=64)
    options.add_argument("--rate", type=float, default=0.002)
    options.add_argument("--processes", type=int, default=os.cpu_count(), help="that make the scenes")
    options.add_argument("--device", help="as Ultralytics names it (0, mps, cpu); default: a GPU if any")
    options.add_argument("--out", type=Path, default=path("indices"), help="the ONNX file to write")


def _run(args: argparse.Namespace) -> None:
    device = device_named(args.device)
    folder = args.data.resolve() / "hands"
    scene_files.write_together(folder, args.scenes, args.seed, args.processes, kind="hands")
    held = _held(folder, args.scenes, device)
    print(
        f"indices: {len(held.pictures)} scenes, {len(held.scene)} indices in sight",
        file=sys.stderr,
        flush=True,
    )
    net = train(args, held, device)
    net.criterion = None
    kept = args.data.resolve() / "indices.pt"
    torch.save({"model": net.float().cpu()}, kept)
    export(kept, args.out, args.side)


def main(argv: list[str] | None = None) -> int:
    """Command line; see the module."""
    return command("networks.indices", __doc__, _options, _run, argv)


if __name__ == "__main__":
    sys.exit(main())
