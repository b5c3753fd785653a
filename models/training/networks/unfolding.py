"""The weights of a shipped network, back in the network they were exported from.

A checkpoint is left behind on the machine that trained, the ONNX file is in the repository: so that
whoever has the repository can go on from where its networks stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

Folded = tuple[nn.Conv2d, nn.BatchNorm2d, torch.Tensor, torch.Tensor]
"""A convolution, the norm behind it, and the weight and bias that an export has made of both."""


def held(file: Path) -> dict[str, torch.Tensor]:
    """The numbers that an ONNX file holds, by their names."""
    return _numbers(onnx.load(str(file)).graph)


def _numbers(graph: onnx.GraphProto) -> dict[str, torch.Tensor]:
    return {each.name: torch.tensor(numpy_helper.to_array(each)) for each in graph.initializer}


def convolutions(file: Path) -> list[tuple[str, torch.Tensor, torch.Tensor]]:
    """Name, weight and bias of every convolution of an ONNX file, in the order of their working."""
    graph = onnx.load(str(file)).graph
    numbers = _numbers(graph)
    # One without a bias is followed by a norm of its own.
    return [
        (node.name, numbers[node.input[1]], numbers[node.input[2]])
        for node in graph.node
        if node.op_type == "Conv" and len(node.input) == 3
    ]


@torch.no_grad()
def unfold(net: nn.Module, folded: Iterable[Folded], pixels: torch.Tensor) -> None:
    """Give convolutions and norms of *net* back what an export has folded into one.

    Each norm is given the mean and spread that its inputs have on *pixels*, and a scale and shift that
    undo them: the network says the same as the file, and learns as one that has seen such pictures before.

    Args:
        net: all its other weights are as they were exported.
        folded: every convolution of it that has a norm.
        pixels: a batch that it takes, some dozens like those it will learn from.
    """
    hooks = []
    for conv, norm, weight, bias in folded:
        # Bound now: what is called later belongs to its own norm.
        def measure(_: nn.Module, __: object, out: torch.Tensor, norm=norm, bias=bias) -> None:  # type: ignore[no-untyped-def]
            variance, mean = torch.var_mean(out, dim=(0, 2, 3))
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
            norm.weight.copy_((variance + norm.eps).sqrt())
            norm.bias.copy_(bias + mean)

        conv.weight.copy_(weight)
        hooks.append(conv.register_forward_hook(measure))
    net.eval()(pixels)  # each norm is measured behind those before it, which are whole by then
    for hook in hooks:
        hook.remove()
