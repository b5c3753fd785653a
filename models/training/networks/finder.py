"""Trains the finder of cards: Ultralytics YOLO with oriented boxes, classes face and back.

``python -m models.training.networks.finder`` writes the scenes (once), trains from scratch, from an exported
finder (``--start models/finder.onnx``) or resumes from its checkpoint, and exports
``models/finder.onnx``. It computes in bfloat16, which on a processor is about 1.4 times as fast.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch

try:
    import torchvision  # noqa: F401
except (ImportError, RuntimeError):
    # A torchvision built for CUDA beside a torch without it stumbles over operators that it
    # cannot load. Ultralytics imports it but brings its own suppression of doubles, so the
    # names are enough.
    for operator in ("nms", "qnms"):
        torch.library.define(
            f"torchvision::{operator}", "(Tensor boxes, Tensor scores, float threshold) -> Tensor"
        )
    for module in [name for name in sys.modules if name.startswith("torchvision")]:
        del sys.modules[module]

from torch import nn
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.nn.tasks import OBBModel

from engine.errors import BadInput
from models.training.command import command
from models.training.datasets import scene_files
from models.training.networks.device import device_named
from models.training.networks.unfolding import held, unfold
from models.weights import check, path

ARCHITECTURE = "yolo11n-obb.yaml"
SHOWN = 48
"""Pictures on which the norms of a finder that is taken up again are measured."""


def as_float(outputs: Any) -> Any:
    """What a network gives, of whatever nesting, as float32: losses are not computed in half precision."""
    if isinstance(outputs, torch.Tensor):
        return outputs.float()
    if isinstance(outputs, dict):
        return {key: as_float(value) for key, value in outputs.items()}
    return type(outputs)(as_float(value) for value in outputs)


class HalfModel(OBBModel):
    """The network computed in bfloat16 while it learns; losses stay in float32."""

    def predict(self, x: torch.Tensor, *args: Any, **kwargs: Any) -> Any:
        half = self.training
        with torch.autocast(x.device.type, torch.bfloat16, enabled=half):
            outputs = super().predict(x.to(memory_format=torch.channels_last), *args, **kwargs)
        return as_float(outputs) if half else outputs


def take_up(model: OBBModel, file: Path, pixels: torch.Tensor) -> None:
    """Give *model* the weights that were exported to *file*, to learn on from them (see `unfold`).

    Args:
        pixels: float32 (n, 3, side, side), RGB 0–1, like those it will learn from.

    Raises:
        BadInput: the file holds another architecture.
    """
    numbers = held(file)
    blocks = {
        name: each
        for name, each in model.named_modules()
        if isinstance(getattr(each, "conv", None), nn.Conv2d)
        and isinstance(getattr(each, "bn", None), nn.BatchNorm2d)
    }
    alone = {
        name: value
        for name, value in model.named_parameters()
        if not any(name.startswith(f"{block}.") for block in blocks)
    }
    expected = {f"{name}.conv.weight": each.conv.weight for name, each in blocks.items()} | alone
    if any(name not in numbers or numbers[name].shape != each.shape for name, each in expected.items()):
        raise BadInput(f"{file}: not a finder of this architecture, expected one that this recipe exported")
    with torch.no_grad():
        for name, each in alone.items():
            each.copy_(numbers[name])
    folded = [
        (each.conv, each.bn, numbers[f"{name}.conv.weight"], numbers[f"{name}.conv.bias"])
        for name, each in blocks.items()
    ]
    unfold(model, folded, pixels)


def _shown(pictures: Sequence[Path], side: int) -> torch.Tensor:
    """The first of *pictures* as the finder takes them."""
    read = [cv2.resize(cv2.imread(str(picture)), (side, side)) for picture in pictures[:SHOWN]]
    rgb = np.stack(read)[..., ::-1].transpose(0, 3, 1, 2)
    return torch.from_numpy(np.ascontiguousarray(rgb)).float() / 255


class FinderTrainer(OBBTrainer):
    """Ultralytics' own trainer with our model class.

    Attributes:
        start: an exported finder to learn on from; None: what the option ``model`` names.
        shown: pictures on which its norms are measured, see `take_up`.
    """

    start: Path | None = None
    shown: torch.Tensor

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> OBBModel:
        model = HalfModel(cfg, nc=self.data["nc"], ch=self.data["channels"], verbose=verbose)
        if weights:
            model.load(weights)
        if self.start is not None:
            take_up(model, self.start, self.shown)
        return model.to(memory_format=torch.channels_last)


def anneal(trainer: OBBTrainer) -> None:
    """Set this batch's learning rate: a short rise, then a cosine down to a fiftieth over the whole run.

    Ultralytics steps its schedule once an epoch only, and a run on two cores has few of them.
    """
    trainer.steps_taken = getattr(trainer, "steps_taken", 0) + 1
    if trainer.args.time:
        progress = (time.time() - trainer.train_time_start) / (trainer.args.time * 3600)
    else:
        progress = trainer.steps_taken / (len(trainer.train_loader) * trainer.epochs)
    cosine = 0.02 + 0.98 * (1 + math.cos(math.pi * min(1.0, progress))) / 2
    for group in trainer.optimizer.param_groups:
        group["lr"] = trainer.args.lr0 * min(1.0, trainer.steps_taken / 200) * cosine


def export(checkpoint: Path, target: Path, side: int) -> None:
    """Write *checkpoint* as ONNX with free picture size and what the player needs to know."""
    from ultralytics import YOLO

    trained = YOLO(str(checkpoint))
    written = Path(trained.export(format="onnx", imgsz=side, dynamic=True, simplify=True, opset=17))
    model = onnx.load(written)
    told = {
        "task": trained.task,
        "classes": json.dumps(list(trained.names.values())),
        "stride": str(int(max(trained.model.stride))),
        "side": str(side),
    }
    onnx.helper.set_model_props(model, told)
    onnx.save(model, target)


def _pictures(folder: Path, counts: dict[str, int]) -> list[Path]:
    """The first pictures of each of the folders in *folder*."""
    return [
        picture
        for name, count in counts.items()
        for picture in sorted((folder / name / "images").glob("*.jpg"))[:count]
    ]


def _options(options: argparse.ArgumentParser) -> None:
    options.add_argument("--data", type=Path, default=Path("training-data"))
    options.add_argument("--scenes", type=int, default=12000)
    options.add_argument("--close", type=int, default=0, help="scenes from near, of cards on one another")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--hours", type=float, default=1.2, help="the schedule is fitted to this time")
    options.add_argument("--epochs", type=int, default=0, help="instead of --hours")
    options.add_argument("--model", default=ARCHITECTURE, help="architecture or weights to start from")
    options.add_argument("--start", type=Path, metavar="ONNX", help="an exported finder to learn on from")
    options.add_argument("--side", type=int, default=416)
    options.add_argument("--batch", type=int, default=16)
    options.add_argument("--rate", type=float, default=0.0015)
    options.add_argument("--threads", type=int, default=torch.get_num_threads())
    options.add_argument("--processes", type=int, default=os.cpu_count(), help="that make the scenes")
    options.add_argument("--workers", type=int, default=1, help="processes that read them while it learns")
    options.add_argument("--resume", action="store_true")
    options.add_argument("--run", default="finder", help="name of the run's folder under --data")
    options.add_argument("--device", help="as Ultralytics names it (0, mps, cpu); default: a GPU if any")
    options.add_argument("--out", type=Path, default=path("finder"), help="the ONNX file to write")
    options.add_argument("--export-only", type=Path, metavar="CHECKPOINT")


def _run(args: argparse.Namespace) -> None:
    if args.export_only:
        export(args.export_only, args.out, 640)
        return
    if args.start:
        check("finder", args.start)
    # Ultralytics takes several; that one is missing is said before the scenes are made.
    for name in args.device.split(",") if args.device else ():
        device_named(name)
    folder = args.data.resolve()
    scene_files.write_together(folder / "train", args.scenes, args.seed, args.processes)
    scene_files.write_together(folder / "close", args.close, args.seed + 30, args.processes, kind="close")
    scene_files.write_together(folder / "val", 300, args.seed + 1_000_000, args.processes)
    pictures = _pictures(folder, {"train": args.scenes, "close": args.close})
    torch.set_num_threads(args.threads)
    run = folder / "runs" / args.run
    trainer = FinderTrainer(overrides=_settings(args, _listed(folder, pictures), run))
    if args.start:
        trainer.start, trainer.shown = args.start, _shown(pictures, args.side)
    trainer.add_callback("on_train_batch_start", anneal)
    trainer.train()
    export(run / "weights" / "last.pt", args.out, 640)


def _listed(folder: Path, pictures: Sequence[Path]) -> Path:
    """The file that tells Ultralytics which pictures to learn from."""
    listed, config = folder / "finder.txt", folder / "finder.yaml"
    listed.write_text("".join(f"{picture}\n" for picture in pictures))
    names = dict(enumerate(scene_files.CLASSES))
    told = {"path": str(folder), "train": str(listed), "val": "val/images", "names": names}
    config.write_text(json.dumps(told))
    return config


def _settings(args: argparse.Namespace, config: Path, run: Path) -> dict[str, Any]:
    """What Ultralytics is asked for."""
    settings: dict[str, Any] = dict(
        model=args.model,
        data=str(config),
        imgsz=args.side,
        batch=args.batch,
        nbs=args.batch,
        optimizer="AdamW",
        lr0=args.rate,
        warmup_epochs=0.0,
        weight_decay=0.0005,
        mosaic=0.0,
        close_mosaic=0,
        degrees=0.0,
        translate=0.1,
        scale=0.35,
        fliplr=0.5,
        flipud=0.5,
        hsv_h=0.02,
        hsv_s=0.4,
        hsv_v=0.25,
        erasing=0.0,
        workers=args.workers,
        device=args.device or str(device_named(None)),
        seed=args.seed,
        val=False,
        plots=False,
        project=str(run.parent),
        name=run.name,
        exist_ok=True,
        save_period=-1,
        # Its own half precision: Ultralytics' would fetch a network from the net to try itself out.
        amp=False,
    )
    settings |= {"epochs": args.epochs} if args.epochs else {"time": args.hours}
    if args.resume:
        settings["resume"] = str(run / "weights" / "last.pt")
    return settings


def main(argv: list[str] | None = None) -> int:
    """Command line; see the module."""
    return command("networks.finder", __doc__, _options, _run, argv)


if __name__ == "__main__":
    sys.exit(main())
