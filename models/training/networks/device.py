"""Where a recipe computes: on a GPU if there is one, unless it is told otherwise."""

from __future__ import annotations

import torch

from engine.errors import BadInput


def device_named(name: str | None) -> torch.device:
    """The device of that *name*, as Ultralytics names it (0, cuda:1, mps, cpu); None: a GPU if any.

    Raises:
        BadInput: there is no such device.
    """
    if name is None:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        there = torch.device(f"cuda:{name}" if name.isdigit() else name)
        torch.zeros(1, device=there)
    except (RuntimeError, AssertionError, NotImplementedError):
        raise BadInput(f"--device {name}: no such device here, expected 0, cuda:1, mps or cpu") from None
    return there
