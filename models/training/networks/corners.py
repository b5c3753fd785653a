"""Trains the network that straightens a found card: its four corners and which edge is short.

``python -m models.training.networks.corners`` reads the scenes that the finder was trained on (their
exact corners lie beside them), crops every card round a box that is off by as much as the
finder's boxes are, and exports ``models/corners.onnx``. Resumes from its checkpoint.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from torch import nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.crops import HEIGHT, WIDTH
from models.training.command import command
from models.training.datasets.card_boxes import batches, labels_in
from models.training.networks.device import device_named
from models.weights import path


class Corners(nn.Module):
    """RGB crop (n × 3 × `HEIGHT` × `WIDTH`, 0–1) to n × 9: four corners as shares of the crop, one logit."""

    def __init__(self) -> None:
        super().__init__()

        def step(into: int, out: int, stride: int) -> nn.Sequential:
            return nn.Sequential(
                nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.SiLU(True)
            )

        self.features = nn.Sequential(
            step(3, 16, 2),
            step(16, 32, 2),
            step(32, 32, 1),
            step(32, 64, 2),
            step(64, 64, 1),
            step(64, 96, 2),
            step(96, 96, 1),
            nn.Conv2d(96, 32, 1),
        )
        self.head = nn.Sequential(
            nn.Linear(32 * (HEIGHT // 16) * (WIDTH // 16), 192), nn.SiLU(True), nn.Linear(192, 9)
        )
        self.register_buffer("usual", torch.tensor([0.13, 0.13, 0.87, 0.13, 0.87, 0.87, 0.13, 0.87, 0.0]))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.usual + self.head(self.features(x - 0.45).flatten(1)) * 0.25


def loss_of(said: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Corner distance (robust) and the edge question."""
    corners = nn.functional.smooth_l1_loss(said[:, :8], wanted[:, :8], beta=0.02)
    return corners + 0.03 * nn.functional.binary_cross_entropy_with_logits(said[:, 8], wanted[:, 8])


class Crops(IterableDataset[tuple[np.ndarray, np.ndarray]]):
    """One pass over the scenes with these label files, shared out among the loader's workers."""

    def __init__(self, files: Sequence[Path], size: int, seed: Sequence[int]) -> None:
        self.files, self.size, self.seed = files, size, seed

    def __iter__(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        worker = get_worker_info()
        mine, count = (worker.id, worker.num_workers) if worker else (0, 1)
        if worker:
            cv2.setNumThreads(1)
        return batches(self.files[mine::count], self.size, np.random.default_rng([*self.seed, mine]))


def measure(network: nn.Module, folder: Path) -> dict[str, float]:
    """Corner error (share of the crop's width, median and 95th percentile) and edges right, on *folder*."""
    network.eval()
    device = next(network.parameters()).device
    errors, right = [], []
    with torch.no_grad():
        for crops, wanted in batches(labels_in(folder), 64, np.random.default_rng(7)):
            said = network(_tensor(torch.from_numpy(crops), device)).cpu().numpy()
            errors.append(np.linalg.norm((said[:, :8] - wanted[:, :8]).reshape(-1, 4, 2), axis=2).mean(1))
            right.append((said[:, 8] > 0) == (wanted[:, 8] > 0.5))
    network.train()
    error = np.concatenate(errors)
    return {
        "median": float(np.median(error)),
        "p95": float(np.percentile(error, 95)),
        "edge": float(np.concatenate(right).mean()),
    }


def _tensor(crops: torch.Tensor, device: torch.device) -> torch.Tensor:
    bgr = crops.to(device).permute(0, 3, 1, 2)
    return bgr.flip(1).float().div(255).contiguous(memory_format=torch.channels_last)


def mean(one: dict[str, Any], other: dict[str, Any], share: float) -> dict[str, Any]:
    """Weights between two networks': *share* of the *one*'s, the rest of the *other*'s."""
    return {
        name: torch.lerp(value, one[name], share) if value.is_floating_point() else value
        for name, value in other.items()
    }


def export(network: nn.Module, file: Path) -> None:
    """Write ONNX with a free batch size."""
    network.eval()
    torch.onnx.export(
        network,
        (torch.zeros(2, 3, HEIGHT, WIDTH),),
        str(file),
        input_names=["crops"],
        output_names=["corners"],
        dynamic_axes={"crops": {0: "n"}, "corners": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    onnx.checker.check_model(onnx.load(file))


def _options(options: argparse.ArgumentParser) -> None:
    options.add_argument("--data", type=Path, default=Path("training-data"))
    options.add_argument("--passes", type=int, default=6)
    options.add_argument("--batch", type=int, default=64)
    options.add_argument("--rate", type=float, default=2e-3)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--workers", type=int, default=0, help="processes that cut the crops out")
    options.add_argument("--device", help="cuda, mps, cpu; default: a GPU if any")
    options.add_argument("--scenes", type=int, help="of the finder's scenes; default: all")
    options.add_argument("--close", type=int, default=0, help="scenes from near, of cards on one another")
    options.add_argument("--start", type=Path, metavar="CHECKPOINT", help="weights to learn on from")
    options.add_argument("--out", type=Path, default=path("corners"), help="the ONNX file to write")
    options.add_argument("--keep", type=float, default=0.0, help="share of them in the mean that is written")


def _run(args: argparse.Namespace) -> None:
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    device = device_named(args.device)
    network = Corners().to(device, memory_format=torch.channels_last)  # type: ignore[call-overload]
    optimiser = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=1e-4)
    checkpoint = args.data / "runs" / ("corners-on.pt" if args.start else "corners.pt")
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    before = torch.load(args.start, map_location=device)["network"] if args.start else None
    if before:
        network.load_state_dict(before)
    first = 0
    if checkpoint.exists():
        saved = torch.load(checkpoint, map_location=device)
        network.load_state_dict(saved["network"])
        optimiser.load_state_dict(saved["optimiser"])
        first = saved["passes"]
    files = labels_in(args.data / "train", args.scenes) + labels_in(args.data / "close", args.close)
    per_pass = sum(int((np.load(f)["visible"] > 0.35).sum()) for f in files) / args.batch
    for done in range(first, args.passes):
        began, seen, total = time.monotonic(), 0, torch.zeros((), device=device)
        passing = DataLoader(
            Crops(files, args.batch, [args.seed, done]),
            batch_size=None,
            num_workers=args.workers,
            # A worker forked beside OpenCV's own threads waits for ever.
            multiprocessing_context="spawn" if args.workers else None,
        )
        for crops, wanted in passing:
            progress = min(1.0, (done + seen / per_pass) / args.passes)
            for group in optimiser.param_groups:
                group["lr"] = (
                    args.rate
                    * min(1.0, (done * per_pass + seen + 1) / 100)
                    * (0.01 + 0.99 * (1 + math.cos(math.pi * progress)) / 2)
                )
            with torch.autocast(device.type, torch.bfloat16):
                said = network(_tensor(crops, device))
            loss = loss_of(said.float(), wanted.to(device))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            seen, total = seen + 1, total + loss.detach()
        torch.save(
            {"network": network.state_dict(), "optimiser": optimiser.state_dict(), "passes": done + 1},
            checkpoint,
        )
        figures = {name: round(value, 4) for name, value in measure(network, args.data / "val").items()}
        print(
            f"corners: pass {done + 1} of {args.passes}, loss {float(total) / max(seen, 1):.4f}, "
            f"{figures}, {time.monotonic() - began:.0f} s",
            file=sys.stderr,
            flush=True,
        )
    if before:
        network.load_state_dict(mean(before, network.state_dict(), args.keep))
    export(network.cpu(), args.out)


def main(argv: list[str] | None = None) -> int:
    """Command line; see the module."""
    return command("networks.corners", __doc__, _options, _run, argv)


if __name__ == "__main__":
    sys.exit(main())
