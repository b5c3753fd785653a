"""Trains the reader of 52 faces, calibrates it and writes ``models/reader.onnx``.

    python -m models.training.networks.reader             # the whole recipe, about 50 core-minutes
    python -m models.training.networks.reader --measure   # figures of the shipped network only

``--resume --minutes 20`` goes on from the last checkpoint, ``--start models/reader.onnx --minutes 20`` from
the shipped network. Other processes make samples into a ring on disk (``training-data/reader``), this one
learns from the ring; so neither waits for the other, and a sample may be seen more than once.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from engine.errors import BadInput
from models import weights
from models.flattening import NO_FACE, SIZE
from models.training.cards import art
from models.training.cards.decks import Deck, art_deck, random_deck
from models.training.command import command
from models.training.datasets.faces import Sample, sample
from models.training.datasets.ring import CAPACITY, Ring, make_samples
from models.training.networks.device import device_named
from models.training.networks.face_network import Calibrated, FaceNet
from models.training.networks.unfolding import convolutions, held, unfold

DATA = Path(os.environ.get("NAINJAUNE_TRAINING", "training-data"))
FOLDER, SCENES = DATA / "reader", DATA / "train"
CHECKPOINT = FOLDER / "checkpoint.pt"
FIRST = 3_000
"""Samples that must be there before it learns."""
SMOOTHING = 0.02
PEAK_RATE = 2.5e-3


def loss_of(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Cross entropy against soft targets; what does not tell its face counts as `NO_FACE`."""
    face, told, turned = labels[:, 0].long(), labels[:, 1], labels[:, 2]
    target = torch.full((len(labels), 53), SMOOTHING / 53, device=labels.device)
    rows = torch.arange(len(labels), device=labels.device)
    target[rows, face] += (1 - SMOOTHING) * told
    target[rows, torch.full_like(face, NO_FACE)] += (1 - SMOOTHING) * (1 - told)
    reading = -(target * functional.log_softmax(logits[:, :53], 1)).sum(1).mean()
    known = (turned >= 0).float()
    up = functional.binary_cross_entropy_with_logits(logits[:, 53], turned.clamp(min=0), reduction="none")
    return reading + 0.1 * (up * known).sum() / known.sum().clamp(min=1)


def _batch(
    ring: Ring, rng: np.random.Generator, size: int, device: torch.device
) -> tuple[torch.Tensor, torch.Tensor]:
    crops, labels = ring.draw(rng, size)
    flip = rng.random(size) < 0.5
    crops[flip] = crops[flip, ::-1, ::-1]
    known = flip & (labels[:, 2] >= 0)
    labels[known, 2] = 1 - labels[known, 2]
    pixels = torch.from_numpy(crops).to(device).permute(0, 3, 1, 2).float()
    return pixels.contiguous(memory_format=torch.channels_last), torch.from_numpy(labels).to(device)


@dataclass
class _Learner:
    """The network while it learns.

    Attributes:
        net: what is trained.
        average: the running average of its weights, which is what comes out.
        step: batches seen.
        minutes: of learning before this run.
        loss: running, of the last fifty batches or so.
    """

    net: FaceNet
    average: FaceNet
    optimiser: torch.optim.Optimizer
    device: torch.device
    step: int = 0
    minutes: float = 0.0
    loss: torch.Tensor | None = None

    @staticmethod
    def begun(first: FaceNet | None, device: torch.device) -> _Learner:
        """*first*: a network to begin with; None: from scratch."""
        net = FaceNet().to(device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        if first is not None:
            net.load_state_dict(first.state_dict())
        average = FaceNet().to(device)
        average.load_state_dict(net.state_dict())
        optimiser = torch.optim.AdamW(net.parameters(), lr=PEAK_RATE, weight_decay=0.02)
        return _Learner(net, average, optimiser, device)

    def resume(self) -> None:
        """Go on from the checkpoint."""
        saved = torch.load(CHECKPOINT, weights_only=True, map_location=self.device)
        self.net.load_state_dict(saved["net"])
        self.optimiser.load_state_dict(saved["optimiser"])
        self.step, self.minutes = saved["step"], saved["minutes"]

    def learn(self, ring: Ring, rng: np.random.Generator, size: int, rate: float) -> None:
        """One batch of *size* samples at a learning rate."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        pixels, labels = _batch(ring, rng, size, self.device)
        with torch.autocast(self.device.type, torch.bfloat16):
            logits = self.net(pixels)
        loss = loss_of(logits.float(), labels)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.optimiser.step()
        self.step += 1
        keep = min(0.998, 1 - 1 / (self.step + 1) ** 0.8)
        with torch.no_grad():
            for mine, new in zip(
                self.average.state_dict().values(), self.net.state_dict().values(), strict=True
            ):
                if mine.dtype.is_floating_point:
                    mine.lerp_(new, 1 - keep)
                else:
                    mine.copy_(new)
        self.loss = loss.detach() if self.loss is None else self.loss.lerp(loss.detach(), 0.02)

    def keep(self, passed: float) -> None:
        """Write the checkpoint after so many minutes of this run."""
        parts = {"net": self.net, "average": self.average, "optimiser": self.optimiser}
        state = {name: each.state_dict() for name, each in parts.items()}
        part = CHECKPOINT.with_suffix(".part")
        torch.save({**state, "step": self.step, "minutes": self.minutes + passed}, part)
        part.replace(CHECKPOINT)


def train(args: argparse.Namespace, first: FaceNet | None) -> FaceNet:
    """Learns for the wanted time, *first* or from scratch; keeps a checkpoint every two minutes.

    Returns:
        The averaged network.
    """
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    learner = _Learner.begun(first, device_named(args.device))
    if args.resume:
        learner.resume()
    folder, shape = FOLDER / "ring", (args.makers, args.ring)
    ring = Ring.open(folder, *shape)
    told = (args.seed, args.packs, args.per_pack, args.scenes)
    makers = [
        multiprocessing.get_context("spawn").Process(
            target=make_samples, args=(folder, shape, k, *told), daemon=True
        )
        for k in range(args.makers)
    ]
    for maker in makers:
        maker.start()
    try:
        _wait_for_samples(ring)
        _learn_on(learner, ring, args)
    finally:
        for maker in makers:
            maker.terminate()
            maker.join()
    return learner.average.cpu().eval()


def _wait_for_samples(ring: Ring) -> None:
    first_ones = min(FIRST, ring.room)
    while ring.filled < first_ones:
        time.sleep(2)
        print(f"\rreader: first samples {ring.filled}/{first_ones}", end="", file=sys.stderr, flush=True)


def _learn_on(learner: _Learner, ring: Ring, args: argparse.Namespace) -> None:
    """Learn for the wanted minutes, the rate up at first and then down along half a cosine."""
    rng = np.random.default_rng([args.seed, learner.step])
    start, said, kept = time.monotonic(), 0.0, time.monotonic()
    learner.net.train()
    while (passed := (time.monotonic() - start) / 60) < args.minutes:
        warm = min(1.0, (learner.step + 1) / 200) if not args.resume else min(1.0, (passed + 0.05) / 0.5)
        rate = args.rate * warm * max(0.01, 0.5 * (1 + math.cos(math.pi * passed / args.minutes)))
        learner.learn(ring, rng, args.batch, rate)
        now = time.monotonic()
        if now - said > 10 and learner.loss is not None:
            print(
                f"\rreader: {passed:.1f}/{args.minutes:g} min, step {learner.step}, "
                f"loss {float(learner.loss):.3f}, rate {rate:.1e}, {int(ring.counts.sum())} samples made",
                file=sys.stderr,
                flush=True,
            )
            said = now
        if now - kept > 120:
            learner.keep(passed)
            kept = now
    learner.keep(args.minutes)


def held_out_samples(count: int, seed: int, name: str | None = None) -> Iterator[Sample]:
    """Samples of the packs that measure (*name*: of one of them), a new paper and tone for each hundred."""
    rng = np.random.default_rng([seed, 77])
    packs = [pack for pack in art.HELD_OUT if name in (None, pack.name)]
    return of_packs(count, rng, lambda: [art_deck(pack, rng, measuring=True) for pack in packs], each=400)


def fresh_samples(count: int, seed: int) -> Iterator[Sample]:
    """Samples of packs that the generator makes from a seed that training does not use."""
    rng = np.random.default_rng([seed, 78])
    return of_packs(count, rng, lambda: [random_deck(rng) for _ in range(8)])


def of_packs(
    count: int, rng: np.random.Generator, packs: Callable[[], list[Deck]], each: int = 200
) -> Iterator[Sample]:
    """Samples of packs that are made anew after each so many."""
    decks: list[Deck] = []
    for made in range(count):
        if made % each == 0:
            decks = packs()
        yield sample(rng, decks)


def expected_error(probabilities: np.ndarray, right: np.ndarray, bins: int = 15) -> float:
    """Expected calibration error of the most likely class over equal bins of confidence."""
    confidence = probabilities.max(1)
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    return float(
        sum(
            abs(confidence[place == k].mean() - right[place == k].mean()) * (place == k).mean()
            for k in range(bins)
            if (place == k).any()
        )
    )


def temperature_for(logits: torch.Tensor, faces: torch.Tensor) -> float:
    """The temperature under which the logits' probabilities fit the faces best."""
    grid = torch.linspace(0.4, 2.5, 106)
    losses = [float(functional.cross_entropy(logits[:, :53] / t, faces)) for t in grid]
    return float(grid[int(np.argmin(losses))])


def calibrated(net: FaceNet, seed: int, count: int = 4000) -> float:
    """The temperature that suits packs of a seed that training does not use.

    Samples that tell their face by half are left out: there is no right answer to be sure of.
    """
    made = [one for one in fresh_samples(count, seed) if not 0.05 < one.told < 0.95]
    with torch.no_grad():
        pixels = torch.from_numpy(np.stack([one.crop for one in made])).permute(0, 3, 1, 2)
        logits = torch.cat([net(part.float()) for part in pixels.split(100)])
    return temperature_for(logits, torch.tensor([truth_of(one) for one in made]))


def averaged() -> FaceNet:
    """The averaged network of the last checkpoint.

    Raises:
        BadInput: there is none.
    """
    if not CHECKPOINT.exists():
        raise BadInput(f"{CHECKPOINT}: no checkpoint, expected one left by an earlier run")
    net = FaceNet()
    net.load_state_dict(torch.load(CHECKPOINT, weights_only=True, map_location="cpu")["average"])
    return net.eval()


def taken_up(file: Path, pixels: torch.Tensor) -> FaceNet:
    """The network that was exported to *file*, ready to learn on (see `unfold`).

    Args:
        pixels: float (n, 3, 160, 112), BGR 0–255, like those it will learn from.

    Raises:
        BadInput: the file holds another network.
    """
    net, numbers, folded = FaceNet().eval(), held(file), convolutions(file)
    norms = [(a, b) for a, b in pairwise(net.modules()) if isinstance(b, nn.BatchNorm2d)]
    linear = {f"{name}.{part}": each for name, module in net.named_modules()
              if isinstance(module, nn.Linear) for part, each in module.named_parameters()}  # fmt: skip
    if [weight.shape for _, weight, _ in folded] != [conv.weight.shape for conv, _ in norms] or not all(
        f"net.{name}" in numbers for name in linear
    ):
        raise BadInput(f"{file}: not a reader of this architecture, expected one that this recipe exported")
    with torch.no_grad():
        for name, each in linear.items():
            each.copy_(numbers[f"net.{name}"])
    unfold(net, [(*both, *said) for both, (_, *said) in zip(norms, folded, strict=True)], pixels)
    return net


def exported(file: Path, seed: int) -> FaceNet:
    """The network of *file*, taken up with cards of *seed*.

    Raises:
        BadInput: there is none, or it holds another network.
    """
    weights.check("reader", file)
    made = np.stack([one.crop for one in fresh_samples(400, seed)])
    return taken_up(file, torch.from_numpy(made).permute(0, 3, 1, 2).float())


def mean_of(before: FaceNet, after: FaceNet, share: float) -> FaceNet:
    """The network between two of one run (*share* of the later one, 0–1): less of what each hit by chance."""
    mean, states = FaceNet(), (before.state_dict(), after.state_dict())
    mean.load_state_dict(
        {name: torch.lerp(a, b, share) if a.dtype.is_floating_point else b
         for (name, a), b in zip(states[0].items(), states[1].values(), strict=True)}
    )  # fmt: skip
    return mean.eval()


def truth_of(made: Sample) -> int:
    """The right answer: the face if what is seen tells it, else `NO_FACE`."""
    return made.face if made.told >= 0.5 else NO_FACE


def export(net: FaceNet, file: Path, temperature: float, notes: dict[str, Any]) -> None:
    """Writes the calibrated network as ONNX with its metadata."""
    import onnx

    part = file.with_suffix(".part")
    torch.onnx.export(
        Calibrated(net.float().eval(), temperature).eval(),
        (torch.zeros(2, SIZE[1], SIZE[0], 3),),
        str(part),
        input_names=["pixels"],
        output_names=["faces", "turned"],
        dynamic_axes={name: {0: "cards"} for name in ("pixels", "faces", "turned")},
        opset_version=17,
        dynamo=False,
    )
    model = onnx.load(str(part))
    for key, value in notes.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, json.dumps(value)
    onnx.save(model, str(part))
    part.replace(file)


def measure(file: Path, count: int, seed: int) -> dict[str, Any]:
    """Figures of an exported network on samples of the held-out packs.

    Returns:
        accuracy (right answer, "no face" included), ece, and both per condition; accuracy
        there counts samples whose face can be told only.
    """
    network = weights.load(file, threads=1)
    report: dict[str, Any] = {}
    everything: list[tuple[Sample, np.ndarray]] = []
    for pack in art.HELD_OUT:
        made = list(held_out_samples(count // len(art.HELD_OUT), seed, pack.name))
        crops = np.stack([one.crop for one in made])
        parts = [network(crops[k : k + 32].astype(np.float32))[0] for k in range(0, len(crops), 32)]
        faces = np.concatenate(parts)
        both = list(zip(made, faces, strict=True))
        everything += both
        report[pack.name] = _figures(both)
        print(f"reader: measured on {pack.name}", file=sys.stderr, flush=True)
    conditions = {
        "short side under 50 px": lambda s: s.short < 50,
        "50–90 px": lambda s: 50 <= s.short < 90,
        "90 px and more": lambda s: s.short >= 90,
        "free": lambda s: s.hidden < 0.02,
        "2–40 % hidden": lambda s: 0.02 <= s.hidden < 0.4,
        "over 40 % hidden": lambda s: s.hidden >= 0.4,
        "dim (below 0.6)": lambda s: s.light < 0.6,
        "well lit (0.6 to 1.45)": lambda s: 0.6 <= s.light < 1.45,
        "overexposed (1.45 and more)": lambda s: s.light >= 1.45,
        "free, 50 px and more, well lit": lambda s: (
            s.hidden < 0.02 and s.short >= 50 and 0.6 <= s.light < 1.45
        ),
    }
    for name, holds in conditions.items():
        report[name] = _figures([pair for pair in everything if holds(pair[0])])
    return {"all": _figures(everything), **report}


def _figures(pairs: list[tuple[Sample, np.ndarray]]) -> dict[str, Any]:
    if not pairs:
        return {"samples": 0}
    # Between "tells" and "does not tell" there is no right answer; these are left out.
    clear = [(s, p) for s, p in pairs if s.told <= 0.05 or s.told >= 0.95]
    probabilities = np.stack([p for _, p in clear])
    truth = np.array([truth_of(s) for s, _ in clear])
    right = probabilities.argmax(1) == truth
    readable = truth != NO_FACE
    return {
        "samples": len(clear),
        "accuracy": round(float(right.mean()), 4),
        "readable": int(readable.sum()),
        "read_right": round(float(right[readable].mean()), 4) if readable.any() else None,
        "no_face_right": round(float(right[~readable].mean()), 4) if (~readable).any() else None,
        "ece": round(expected_error(probabilities, right), 4),
    }


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=50, help="time to learn")
    going_on = parser.add_mutually_exclusive_group()
    going_on.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    going_on.add_argument("--start", type=Path, metavar="ONNX", help="go on from an exported reader")
    parser.add_argument(
        "--blend", type=float, nargs="?", const=0.5, metavar="SHARE",
        help="give the mean of before and after (0.5, or so much of after)",
    )  # fmt: skip
    parser.add_argument("--rate", type=float, default=PEAK_RATE, help="highest learning rate")
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--device", help="cuda, mps, cpu; default: a GPU if any")
    parser.add_argument(
        "--makers", type=int, default=max(1, (os.cpu_count() or 1) - 1), help="processes that make samples"
    )
    parser.add_argument("--ring", type=int, default=CAPACITY, help="samples kept, 54 KB each")
    parser.add_argument("--packs", type=int, default=40, help="packs in use at a time, by each of them")
    parser.add_argument("--per-pack", type=int, default=350, help="samples between two new packs")
    parser.add_argument(
        "--scenes", type=Path, nargs="+", default=[SCENES], help="folders that the finder's step wrote"
    )
    parser.add_argument("--out", type=Path, default=weights.path("reader"))
    parser.add_argument("--calibrate", action="store_true", help="only export the last checkpoint anew")
    parser.add_argument("--measure", action="store_true", help="only print the figures of --out")
    parser.add_argument("--samples", type=int, default=5600, help="held-out samples to measure on")


def _run(args: argparse.Namespace) -> None:
    if args.makers < 1 or args.ring < args.makers:
        raise BadInput(
            f"--makers {args.makers} --ring {args.ring}: expected at least one, and a sample for each"
        )
    if not args.measure:
        first = exported(args.start, args.seed) if args.start else averaged() if args.resume else None
        net = averaged() if args.calibrate else train(args, first)
        if args.blend is not None and first is not None:
            net = mean_of(first, net, args.blend)
        temperature = calibrated(net, args.seed + 1000)
        export(net, args.out, temperature, {"size": SIZE, "temperature": temperature, "seed": args.seed})
    print(json.dumps(measure(args.out, args.samples, args.seed), ensure_ascii=False, indent=1))


def main(argv: list[str] | None = None) -> int:
    """Command line; see the module."""
    return command("networks.reader", __doc__, _options, _run, argv)


if __name__ == "__main__":
    sys.exit(main())
