"""Teaches a trained reader to tell a joker from a card that only cannot be read.

    python -m models.training.networks.joker_head        # models/reader.onnx, some 25 core-minutes

A small head is put upon what the reader's two eyes have seen of a card. Nothing else learns, so what the
reader says of the 52 faces stays bit for bit as it was.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn import functional

from engine.errors import BadInput
from models import weights
from models.flattening import NO_FACE
from models.training.cards import art
from models.training.cards.decks import Deck, art_deck, random_deck
from models.training.command import command
from models.training.datasets.faces import HARD, USUAL, Sample, sample
from models.training.scenes.backgrounds import photograph

SHARES = replace(HARD, jokers=0.3)
"""What it learns from."""
MEASURED = replace(USUAL, jokers=0.3)
PACKS, PER_PACK = 60, 10
"""Packs in use at a time, and samples between two new ones."""
THINGS = 0.4
"""Share of packs whose backs are pictures of anything: finders take books and boxes for cards."""
WIDTH = 32
PASSES, BATCH, RATE, DECAY, LEFT_OUT = 30, 256, 3e-3, 0.02, 0.3
JUDGED = 0.8
"""A joker is told from this probability on (`vision.cards.photograph`)."""
NAME = "joker"
"""Of the output, and of the layers' names before it."""


def eyes(file: Path) -> Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]:
    """What the reader in *file* sees: crops (n, 160, 112, 3) → what its eyes tell, its faces' probabilities.

    Raises:
        BadInput: the file holds another network.
    """
    import onnxruntime

    model = onnx.load(str(file))
    seen = _seen(model, file)
    model.graph.output.append(helper.make_tensor_value_info(seen, TensorProto.FLOAT, None))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)

    def look(crops: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        parts = [
            session.run([seen, "faces"], {"pixels": crops[n : n + 64].astype(np.float32)})
            for n in range(0, len(crops), 64)
        ]
        features, faces = (np.concatenate(each) for each in zip(*parts, strict=True))
        return features, faces

    return look


def _seen(model: onnx.ModelProto, file: Path) -> str:
    """The name of what both eyes together have seen, in the exported graph of `network.FaceNet`."""
    for node in model.graph.node:
        if "net.both.0.weight" in node.input:
            return str(node.input[0])
    raise BadInput(f"{file}: not a reader of this architecture, expected one that this recipe exported")


def samples(seed: int, count: int) -> Iterator[Sample]:
    """*count* samples of ever new packs, among them far more jokers than lie on tables."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, 79])
    decks: list[Deck] = []
    for made in range(count):
        if made % PER_PACK == 0:
            deck = random_deck(rng)
            if rng.random() < THINGS:
                deck = replace(deck, _draw_back=partial(_thing, rng, deck.size))
            decks = [*decks[-PACKS + 1 :], deck]
        yield sample(rng, decks, SHARES)


def _thing(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    """A picture as it lies about on tables, in a card's shape."""
    picture = np.clip(photograph(rng), 0, 255).astype(np.uint8)[..., ::-1]
    margin = int(rng.choice([0, rng.integers(4, 24)]))
    wide, high = size[0] - 2 * margin, size[1] - 2 * margin
    inner = cv2.resize(picture[:, : picture.shape[1] * 7 // 10], (wide, high), interpolation=cv2.INTER_AREA)
    return cv2.copyMakeBorder(
        inner, *[margin] * 4, cv2.BORDER_CONSTANT, value=[float(v) for v in rng.integers(200, 256, 3)]
    )


def _looked_at(file: Path, seed: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """What the reader's eyes tell of samples either way up, and whether each is a joker (n,)."""
    look, seen, jokers = eyes(file), [], []
    crops: list[np.ndarray] = []
    for number, made in enumerate(samples(seed, count), start=1):
        if made.joker >= 0:
            crops += [made.crop, made.crop[::-1, ::-1]]
            jokers += [made.joker] * 2
        if len(crops) >= 512 or number == count:
            if crops:
                seen.append(look(np.stack(crops))[0])
            crops.clear()
            print(f"\rjokers: {number}/{count} samples", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return np.concatenate(seen), np.array(jokers, np.float32)


class Head(nn.Module):
    """What the eyes tell (n, features) → logit of a joker (n, 1)."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.first, self.last = nn.Linear(features, WIDTH), nn.Linear(WIDTH, 1)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        hidden = functional.dropout(torch.relu(self.first(seen)), LEFT_OUT, self.training)
        out: torch.Tensor = self.last(hidden)
        return out


def learned(seen: np.ndarray, jokers: np.ndarray, seed: int) -> Head:
    """A head that tells *jokers* (n,) by what the eyes have *seen* (n × features)."""
    torch.manual_seed(seed)
    inputs, targets = torch.from_numpy(seen), torch.from_numpy(jokers)[:, None]
    mean, spread = inputs.mean(0), inputs.std(0) + 1e-3
    inputs = (inputs - mean) / spread
    head = Head(inputs.shape[1])
    optimiser = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.02, PASSES)
    for _ in range(PASSES):
        for batch in torch.randperm(len(inputs)).split(BATCH):
            # What the eyes tell of a joker that they never saw lies a little beside.
            noisy = functional.dropout(inputs[batch], 0.1)
            loss = functional.binary_cross_entropy_with_logits(head(noisy), targets[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        schedule.step()
    with torch.no_grad():
        head.first.weight.div_(spread)
        head.first.bias.sub_(head.first.weight @ mean)
    return head.eval()


def written(head: Head, file: Path) -> None:
    """Put *head* into the reader's *file*, in place of one that is there.

    Raises:
        BadInput: the file holds another network.
    """
    model = onnx.load(str(file))
    graph, seen = model.graph, _seen(model, file)
    for kept in (graph.node, graph.initializer, graph.output):
        others = [each for each in kept if each.name != NAME and not each.name.startswith(f"{NAME}.")]
        del kept[:]
        kept.extend(others)
    numbers = {"first": head.first, "last": head.last}
    for name, layer in numbers.items():
        for part, values in layer.named_parameters():
            array = values.detach().numpy().astype(np.float32)
            graph.initializer.append(numpy_helper.from_array(array, f"{NAME}.{name}.{part}"))
    graph.initializer.append(numpy_helper.from_array(np.array([-1], np.int64), f"{NAME}.flat"))

    def layer_of(name: str, given: str, gives: str) -> onnx.NodeProto:
        inputs = [given, f"{NAME}.{name}.weight", f"{NAME}.{name}.bias"]
        return helper.make_node("Gemm", inputs, [gives], name=f"{NAME}.{name}", transB=1)

    graph.node.extend(
        [
            layer_of("first", seen, f"{NAME}.hidden"),
            helper.make_node("Relu", [f"{NAME}.hidden"], [f"{NAME}.active"], name=f"{NAME}.relu"),
            layer_of("last", f"{NAME}.active", f"{NAME}.logit"),
            helper.make_node(
                "Reshape", [f"{NAME}.logit", f"{NAME}.flat"], [f"{NAME}.row"], name=f"{NAME}.one"
            ),
            helper.make_node("Sigmoid", [f"{NAME}.row"], [NAME], name=f"{NAME}.probability"),
        ]
    )
    graph.output.append(helper.make_tensor_value_info(NAME, TensorProto.FLOAT, ["cards"]))
    onnx.checker.check_model(model)
    part = file.with_suffix(".part")
    onnx.save(model, str(part))
    part.replace(file)


def teach(file: Path, seed: int, count: int, makers: int) -> None:
    """Make *count* samples in *makers* processes, learn from them, and write the head into *file*.

    Raises:
        BadInput: the file holds another network.
    """
    eyes(file)
    tasks = [(file, seed * 100 + n, count // makers) for n in range(makers)]
    with multiprocessing.get_context("spawn").Pool(makers) as pool:
        seen, jokers = (np.concatenate(each) for each in zip(*pool.starmap(_looked_at, tasks), strict=True))
    written(learned(seen, jokers, seed), file)


def measure(file: Path, count: int, seed: int) -> dict[str, Any]:
    """How many jokers of the packs held out are told, and how much else is taken for one.

    Returns:
        per pack ``jokers``, ``told`` (a share), and over all ``unreadable`` (what is read as no face and
        is no joker) and ``taken_for_jokers`` (a share of these).
    """
    network = weights.load(file, threads=1)
    report: dict[str, Any] = {}
    others, wrong = 0, 0
    for pack in art.HELD_OUT:
        rng = np.random.default_rng([seed, 80])
        deck = art_deck(pack, rng, measuring=True)
        made = [one for one in (sample(rng, [deck], MEASURED) for _ in range(count)) if one.joker >= 0]
        faces, _, jokers = network(np.stack([one.crop for one in made]).astype(np.float32))
        told = (jokers.reshape(-1) >= JUDGED) & (faces[:, :NO_FACE].max(1) < 0.5)
        there = np.array([one.joker == 1 for one in made])
        unread = ~there & (faces[:, :NO_FACE].max(1) < 0.5)
        report[pack.name] = {"jokers": int(there.sum()), "told": round(float(told[there].mean()), 3)}
        others, wrong = others + int(unread.sum()), wrong + int((told & unread).sum())
    return report | {"unreadable": others, "taken_for_jokers": round(wrong / max(others, 1), 4)}


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=weights.path("reader"), help="the reader to teach")
    parser.add_argument("--samples", type=int, default=40_000, help="to learn from")
    parser.add_argument(
        "--makers", type=int, default=min(8, os.cpu_count() or 1), help="processes that make samples"
    )
    parser.add_argument("--measure", action="store_true", help="only print the figures of --file")
    parser.add_argument("--measured", type=int, default=1000, help="samples of each pack to measure on")


def _run(args: argparse.Namespace) -> None:
    if not args.measure and (args.makers < 1 or args.samples < BATCH * args.makers):
        raise BadInput(
            f"--makers {args.makers} --samples {args.samples}: expected a maker, and {BATCH} samples for each"
        )
    if not args.measure:
        teach(args.file, args.seed, args.samples, args.makers)
    print(json.dumps(measure(args.file, args.measured, args.seed), indent=1))


def main(argv: Sequence[str] | None = None) -> int:
    """Command line; see the module."""
    return command("networks.joker_head", __doc__, _options, _run, list(argv) if argv is not None else None)


if __name__ == "__main__":
    sys.exit(main())
