"""Train the finder of chips: a small network that marks the middle of every jeton, fiche and contrat.

    python -m models.training.networks.chips --out models/chips.onnx --seed 1

Needs the extra ``[train]``; runs on one processor core, no accelerator. The pictures come from
`models.training.scenes.chip_scenes`, made while training: picture *n* depends on the seed and *n* alone,
so that a run stopped at any moment goes on from its checkpoint.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from models.training.command import command
from models.training.networks.unfolding import convolutions, held, unfold
from models.training.scenes.chip_kinds import LARGEST, SHAPES, SMALLEST
from models.training.scenes.chip_scenes import box_scene, chip_scene, laid_scene
from models.training.scenes.chip_stage import COVER, SIDE, ChipScene

STRIDE = 2
"""Pixels of the picture per pixel of the maps."""
OUTPUTS = (*SHAPES, "chip", "cover", "size")
"""Maps of the network: middles of discs, bars, plaques; belongs to a chip; hidden by an arm (all 0–1);
log2(size / `SIZE_UNIT`)."""
SIZE_UNIT = 24.0
BATCH = 16
WARM, DECAY = 150, 0.35
"""Steps over which the learning rate rises; share of all steps over which it falls in the end."""
PEAK = 3e-3
"""The highest learning rate, for a network that begins anew."""
MEASURED = 256
"""Pictures on which the norms of a network that learns on are measured."""
CHANNELS = ((0, 1, 2), (2, 1, 0), (0, 1, 2), (0, 2, 1), (1, 0, 2))
"""Orders of blue, green and red in which a mirrored picture is shown."""
HELD_OUT = 1_000_000_000
"""Pictures numbered from here on measure and calibrate; training never comes so far."""


class Block(nn.Module):
    """3 × 3 convolution, batch norm, ReLU; adds its input where the shapes agree."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        self.residual = inputs == outputs and stride == 1

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = functional.relu(self.norm(self.conv(x)))
        return x + y if self.residual else y


class ChipNet(nn.Module):
    """A small U-Net: N × 6 × H × W (multiples of 16) → N × 6 × H/2 × W/2, see `OUTPUTS`.

    In: the picture's blue, green and red, 0–255, then those of the same place when it was empty, all 0 where
    nobody saw it so.
    """

    def __init__(self) -> None:
        super().__init__()
        self.by_two = Block(2 * 3, 24, 2)
        self.by_four = nn.Sequential(Block(24, 32, 2), Block(32, 32), Block(32, 32))
        self.by_eight = nn.Sequential(Block(32, 64, 2), Block(64, 64), Block(64, 64))
        self.by_sixteen = nn.Sequential(Block(64, 96, 2), Block(96, 96), Block(96, 96))
        self.to_eight = nn.Conv2d(96, 64, 1)
        self.at_eight = Block(64, 64)
        self.to_four = nn.Conv2d(64, 32, 1)
        self.at_four = nn.Sequential(Block(32, 32), Block(32, 32))
        # Each place of the quarter-size maps answers for its two by two places of the half-size ones.
        self.head = nn.Conv2d(32, 4 * len(OUTPUTS), 1)
        rare = torch.zeros(4 * len(OUTPUTS))
        rare[: 4 * len(SHAPES)] = -4.0
        self.head.bias = nn.Parameter(rare)  # middles are rare

    def logits(self, image: torch.Tensor) -> torch.Tensor:
        """As `forward`, before the sigmoids."""
        four = self.by_four(self.by_two(image / 64.0 - 2.0))
        eight = self.by_eight(four)
        x = self.by_sixteen(eight)
        x = self.at_eight(eight + _double(self.to_eight(x)))
        x = self.at_four(four + _double(self.to_four(x)))
        return functional.pixel_shuffle(self.head(x), 2)

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        maps = self.logits(image)
        return torch.cat([maps[:, :-1].sigmoid(), maps[:, -1:]], 1)


def _double(x: torch.Tensor) -> torch.Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


@dataclass(frozen=True, slots=True)
class Target:
    """What the maps should be for one picture, each float32 height × width of the maps.

    Attributes:
        heat: 3 × H × W, 1 at middles, falling off around them.
        weight: 3 × H × W, 0 where a middle is too hidden, too small or too large to insist on either answer.
        chip: 1 where a chip is seen.
        cover: 1 where an arm hides the box; -1 throughout where the picture shows no box.
        size: log2(size / `SIZE_UNIT`) at middles and around, else -9.
    """

    heat: np.ndarray
    weight: np.ndarray
    chip: np.ndarray
    cover: np.ndarray
    size: np.ndarray


def target(scene: ChipScene) -> Target:
    """The maps to learn from one picture."""
    side = SIDE // STRIDE
    heat = np.zeros((len(SHAPES), side, side), np.float32)
    weight = np.ones_like(heat)
    size = np.full((side, side), -9, np.float32)
    rows, columns = np.mgrid[:side, :side].astype(np.float32)
    # The least visible first, so that a middle in full view has the last word.
    for chip in sorted(scene.chips, key=lambda c: c.visible):
        x, y = chip.x / STRIDE, chip.y / STRIDE
        column, row = round(x), round(y)
        if not (0 <= column < side and 0 <= row < side) or chip.visible < 0.03:
            continue
        far = (rows - y) ** 2 + (columns - x) ** 2
        if chip.visible < 0.12 or not SMALLEST <= chip.size <= LARGEST:
            if chip.size <= 1.25 * LARGEST:  # larger ones must stay silent here: a coarser scale finds them
                weight[chip.shape][far < (0.25 * chip.size / STRIDE) ** 2 + 1] = 0
            continue
        sigma = np.clip(0.05 * chip.size, 0.8, 2.0)
        bump = np.exp(-far / (2 * sigma**2))
        np.maximum(heat[chip.shape], bump, out=heat[chip.shape])
        heat[chip.shape, row, column] = 1.0
        weight[chip.shape, row, column] = 1.0
        near = far < 2.5
        size[near] = np.log2(chip.size / SIZE_UNIT)
    owner = scene.owner[::STRIDE, ::STRIDE]
    cover = (owner == COVER).astype(np.float32) if scene.in_box else np.full((side, side), -1, np.float32)
    return Target(heat, weight, (owner >= 0).astype(np.float32), cover, size)


Draw = Callable[[np.random.Generator], ChipScene]
SCENES: Mapping[str, tuple[Draw, Draw]] = {"any": (chip_scene, box_scene), "laid": (laid_scene, laid_scene)}
"""What a network learns, by name: the scenes that it is shown, and those besides by which it is measured."""


def with_bare(scene: ChipScene) -> np.ndarray:
    """What the network is shown of a scene: uint8 `SIDE` × `SIDE` × 6, the picture and the empty box."""
    bare = np.zeros_like(scene.image) if scene.bare is None else scene.bare
    return np.concatenate([scene.image, bare], axis=2)


def batch(draw: Draw, seed: int, step: int, count: int) -> tuple[torch.Tensor, ...]:
    """Pictures and targets of one step: image, heat, weight, chip, cover, size.

    Picture *n* of the run *seed* depends on these two alone.

    Each scene is shown twice, the second time mirrored along its diagonal in other colours:
    drawing takes longer than learning.
    """
    images, targets = [], []
    for number in range(step * count // 2, (step + 1) * count // 2):
        scene = draw(np.random.default_rng([seed, number]))
        wanted = target(scene)
        shown, order = with_bare(scene), list(CHANNELS[number % len(CHANNELS)])
        images += [shown, shown.transpose(1, 0, 2)[..., order + [3 + channel for channel in order]]]
        targets += [
            wanted,
            Target(*(np.swapaxes(getattr(wanted, name), -1, -2) for name in Target.__slots__)),
        ]
    stacked = [torch.from_numpy(np.stack([getattr(t, name) for t in targets])) for name in Target.__slots__]
    image = torch.from_numpy(np.stack(images)).permute(0, 3, 1, 2).float()
    return image.contiguous(memory_format=torch.channels_last), *stacked


def loss(
    maps: torch.Tensor,
    heat: torch.Tensor,
    weight: torch.Tensor,
    chip: torch.Tensor,
    cover: torch.Tensor,
    size: torch.Tensor,
) -> torch.Tensor:
    """Focal loss on the middles (Zhou et al., Objects as Points), cross entropy on areas, L1 on sizes."""
    shapes = len(SHAPES)
    guess = maps[:, :shapes].sigmoid().clamp(1e-4, 1 - 1e-4)
    middle = (heat == 1.0).float()
    hit = -((1 - guess) ** 2) * guess.log() * middle
    miss = -((1 - heat) ** 4) * guess**2 * (1 - guess).log() * (1 - middle)
    focal = ((hit + miss) * weight).sum() / middle.sum().clamp(min=1)
    area = functional.binary_cross_entropy_with_logits(maps[:, shapes], chip)
    boxed = (cover >= 0).float()
    hidden = functional.binary_cross_entropy_with_logits(
        maps[:, shapes + 1], cover.clamp(min=0), reduction="none"
    )
    told = (size > -8).float()
    sizes = ((maps[:, shapes + 2] - size).abs() * told).sum() / told.sum().clamp(min=1)
    return focal + 2 * area + (hidden * boxed).sum() / boxed.sum().clamp(min=1) + 0.5 * sizes


@torch.no_grad()
def trained(path: Path, images: torch.Tensor) -> ChipNet:
    """The network of a file that `export` wrote, ready to learn on.

    Args:
        path: the ONNX file. It has the norms folded into the convolutions.
        images: N × 6 × H × W: training pictures, some hundred, on which the norms are measured anew.
    """
    net, numbers = ChipNet().eval(), held(path)
    net.load_state_dict({name: numbers[name] for name in net.state_dict() if name in numbers}, strict=False)
    blocks = {name: each for name, each in net.named_modules() if isinstance(each, Block)}
    # The node "/by_four/by_four.0/conv/Conv" is the convolution of the block "by_four.0".
    folded = {node.split("/")[-3]: said for node, *said in convolutions(path)}
    unfold(net, [(each.conv, each.norm, *folded[name]) for name, each in blocks.items()], images)
    return net


def rate(step: int, steps: int) -> float:
    """Share of the peak learning rate: up over `WARM` steps, level, down over the last share `DECAY`."""
    return min(1.0, (step + 1) / WARM, max(0.002, (steps - step) / (DECAY * steps)))


def train(
    draw: Draw, seed: int, steps: int, checkpoint: Path, peak: float = PEAK, start: Path | None = None
) -> ChipNet:
    """The trained network (its running average); goes on from *checkpoint* where there is one.

    *start*: an exported network to begin with.
    """
    torch.manual_seed(seed)
    net = ChipNet() if start is None else trained(start, batch(draw, seed, HELD_OUT // BATCH, MEASURED)[0])
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    optimiser = _optimiser(net, peak)
    first = 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        if state["seed"] != seed:
            raise SystemExit(f"{checkpoint}: made with seed {state['seed']}; remove it or give the same seed")
        net.load_state_dict(state["net"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        first = state["next"]
    net.train()
    began, running = time.monotonic(), 0.0
    for step in range(first, steps):
        for group in optimiser.param_groups:
            group["lr"] = peak * rate(step, steps)
        image, *wanted = batch(draw, seed, step, BATCH)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            maps = net.logits(image)
        value = loss(maps.float(), *wanted)
        optimiser.zero_grad()
        value.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        average.update_parameters(net)
        running += (value.item() - running) * (0.02 if step > first + 50 else 0.2)
        if step % 50 == 49 or step == steps - 1:
            pace = (time.monotonic() - began) / (step + 1 - first)
            print(
                f"chips: step {step + 1}/{steps}, loss {running:.3f}, "
                f"{pace / BATCH * 1000:.0f} ms a picture, {pace * (steps - step - 1) / 60:.0f} min to go",
                file=sys.stderr,
                flush=True,
            )
        if step % 100 == 99 or step == steps - 1:
            learning = {"net": net, "average": average, "optimiser": optimiser}
            state = {name: each.state_dict() for name, each in learning.items()}
            _keep({"seed": seed, "next": step + 1, **state}, checkpoint)
    result: ChipNet = average.module  # type: ignore[assignment]
    return result.eval()


def _optimiser(net: ChipNet, peak: float) -> torch.optim.Optimizer:
    """Weights decay, biases and norms do not."""
    decay = [p for p in net.parameters() if p.ndim > 1]
    rest = [p for p in net.parameters() if p.ndim <= 1]
    return torch.optim.AdamW(
        [{"params": decay, "weight_decay": 0.02}, {"params": rest, "weight_decay": 0.0}], lr=peak
    )


def _keep(state: dict[str, Any], checkpoint: Path) -> None:
    """Write a checkpoint whole, or leave the last one."""
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    fresh = checkpoint.with_suffix(".new")
    torch.save(state, fresh)
    fresh.replace(checkpoint)


@dataclass(frozen=True, slots=True)
class Figures:
    """What the network does on held-out synthetic pictures.

    Attributes:
        threshold: height of a peak from which it counts as a chip (best F1).
        precision, recall: of single chips, the shape right, at that threshold.
        within_one, exact: share of uncovered boxes with at most 8 visible chips counted so.
        boxes: how many boxes were measured.
    """

    threshold: float
    precision: float
    recall: float
    within_one: float
    exact: float
    boxes: int


def _peaks(heat: np.ndarray) -> np.ndarray:
    """Local maxima, rows of (height, shape, x, y) in pixels of the picture."""
    top = np.stack([cv2.dilate(plane, np.ones((3, 3))) for plane in heat])
    shape, row, column = np.nonzero((heat >= top) & (heat > 0.05))
    return np.stack([heat[shape, row, column], shape, column * STRIDE, row * STRIDE], 1)


@torch.no_grad()
def measure(net: ChipNet, draws: Sequence[Draw], seed: int, count: int = 600) -> Figures:
    """Measure and calibrate on pictures that training never shows, drawn in these ways in turn."""
    found: list[np.ndarray] = []
    scenes: list[ChipScene] = []
    for number in range(count):
        rng = np.random.default_rng([seed, HELD_OUT + number])
        scene = draws[number % len(draws)](rng)
        maps = net(torch.from_numpy(with_bare(scene)).permute(2, 0, 1)[None].float())[0].numpy()
        found.append(_peaks(maps[: len(SHAPES)]))
        scenes.append(scene)
    matched: list[tuple[float, bool]] = []
    wanted = 0
    for scene, peaks in zip(scenes, found, strict=True):
        free = [c for c in scene.chips if c.visible >= 0.03 and -2 < c.x < SIDE + 2 and -2 < c.y < SIDE + 2]
        must = [
            c.visible >= 0.12 and SMALLEST <= c.size <= LARGEST and 0 <= c.x < SIDE and 0 <= c.y < SIDE
            for c in free
        ]
        wanted += sum(must)
        taken = [False] * len(free)
        for height, shape, x, y in sorted(peaks.tolist(), reverse=True):
            near = [
                (np.hypot(c.x - x, c.y - y), k)
                for k, c in enumerate(free)
                if c.shape == shape and not taken[k]
            ]
            gap, k = min(near, default=(1e9, -1))
            hit = gap < 0.3 * free[k].size + 1 if k >= 0 else False
            if hit:
                taken[k] = True
            if not hit or must[k]:
                matched.append((height, hit))
    matched.sort(reverse=True)
    hits = np.cumsum([hit for _, hit in matched])
    said = np.arange(1, len(matched) + 1)
    best = int(np.argmax(2 * hits / (said + wanted)))
    threshold = matched[best][0]
    boxes, counts = 0, []
    for scene, peaks in zip(scenes, found, strict=True):
        if not scene.in_box or (scene.owner == COVER).mean() > 0.02:
            continue
        seen = sum(c.visible >= 0.12 and SMALLEST <= c.size <= LARGEST for c in scene.chips)
        if seen != sum(c.visible >= 0.03 for c in scene.chips):
            continue
        boxes += 1
        if seen <= 8:
            counts.append(abs(int((peaks[:, 0] >= threshold).sum()) - seen) if len(peaks) else seen)
    return Figures(
        threshold=float(threshold),
        precision=float(hits[best] / said[best]),
        recall=float(hits[best] / max(1, wanted)),
        within_one=float(np.mean(np.array(counts) <= 1)),
        exact=float(np.mean(np.array(counts) == 0)),
        boxes=boxes,
    )


def export(net: ChipNet, figures: Figures, out: Path) -> None:
    """Write the ONNX file, with what `vision.chips.discs` must know as its metadata."""
    import onnx

    # The exporter that needs no further package; heights and widths stay free.
    free = {0: "n", 2: "h", 3: "w"}
    torch.onnx.export(
        net,
        (torch.zeros(1, 2 * 3, SIDE, SIDE),),
        str(out),
        dynamo=False,
        input_names=["image"],
        output_names=["maps"],
        dynamic_axes={"image": free, "maps": free},
        opset_version=17,
    )
    model = onnx.load(str(out))
    notes = {
        "outputs": OUTPUTS,
        "stride": STRIDE,
        "size_unit": SIZE_UNIT,
        "smallest": SMALLEST,
        "largest": LARGEST,
        "side": SIDE,
        **asdict(figures),
    }
    onnx.helper.set_model_props(model, {key: json.dumps(value) for key, value in notes.items()})
    onnx.checker.check_model(model)
    onnx.save(model, str(out))


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path("models/chips.onnx"), help="ONNX file to write")
    parser.add_argument(
        "--scenes", choices=SCENES, default="any", help="laid: boxes alone that were seen empty"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=20000, help=f"batches of {BATCH} pictures")
    parser.add_argument(
        "--checkpoint", type=Path, default=Path("runs/chips.pt"), help="goes on from here when it exists"
    )
    parser.add_argument("--start", type=Path, metavar="ONNX", help="an exported network to learn on from")
    parser.add_argument("--peak", type=float, default=PEAK, help="highest learning rate")
    parser.add_argument("--threads", type=int, default=1, help="processor cores")


def _run(args: argparse.Namespace) -> None:
    torch.set_num_threads(args.threads)
    cv2.setNumThreads(args.threads)
    draws = SCENES[args.scenes]
    net = train(draws[0], args.seed, args.steps, args.checkpoint, args.peak, args.start)
    figures = measure(net, draws, args.seed)
    print(json.dumps(asdict(figures)), file=sys.stderr)
    export(net, figures, args.out)


def main(argv: list[str] | None = None) -> int:
    """Command line; see the module."""
    return command("networks.chips", __doc__, _options, _run, argv)


if __name__ == "__main__":
    sys.exit(main())
