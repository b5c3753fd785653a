"""The weights of a shipped reader, back in the network they were exported from.

A checkpoint is left behind on the machine that trained, the ONNX file is in the repository: so that
whoever has the repository can go on from where its reader stands.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from engine.errors import BadInput
from models.training.network import FaceNet


def unfolded(file: Path, pixels: torch.Tensor) -> FaceNet:
    """The network that was exported to *file*.

    An export folds every batch norm into the convolution before it. Here each is given the mean and
    spread that its inputs have on *pixels*, and a scale and shift that undo them: the network says
    the same as the file, and learns as one that has seen such pictures before.

    Args:
        pixels: float (n, 3, 160, 112), BGR 0–255, like those it will learn from.

    Raises:
        BadInput: the file holds another network.
    """
    graph = onnx.load(str(file)).graph
    held = {one.name: torch.tensor(numpy_helper.to_array(one)) for one in graph.initializer}
    folded = [[held[name] for name in node.input[1:]] for node in graph.node if node.op_type == "Conv"]
    net = FaceNet().eval()
    modules = list(net.modules())
    norms = [(a, b) for a, b in pairwise(modules) if isinstance(b, nn.BatchNorm2d)]
    linear = {f"{name}.{part}": each for name, module in net.named_modules()
              if isinstance(module, nn.Linear) for part, each in module.named_parameters()}  # fmt: skip
    expected = [a.weight.shape for a, _ in norms]
    if [weight.shape for weight, *_ in folded] != expected or not all(
        f"net.{name}" in held for name in linear
    ):
        raise BadInput(f"{file}: not a reader of this architecture, expected one that this recipe exported")
    with torch.no_grad():
        for name, each in linear.items():
            each.copy_(held[f"net.{name}"])
        seen: list[torch.Tensor] = []
        for (conv, norm), (weight, shift) in zip(norms, folded, strict=True):
            conv.weight.copy_(weight)
            norm.bias.copy_(shift)
            norm.running_var.fill_(1 - norm.eps)
            norm.register_forward_pre_hook(lambda _, inputs: seen.append(inputs[0]))
        net(pixels)
        for (_, norm), inputs in zip(norms, seen, strict=True):
            norm.running_mean.copy_(inputs.mean((0, 2, 3)))
            norm.running_var.copy_(inputs.var((0, 2, 3)))
            norm.weight.copy_((norm.running_var + norm.eps).sqrt())
            norm.bias.add_(norm.running_mean)
            norm._forward_pre_hooks.clear()
    return net
