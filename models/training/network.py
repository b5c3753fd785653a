"""The reader's network: a small residual net that looks at a flattened card."""

from __future__ import annotations

import torch
from torch import nn

WIDTHS = (16, 32, 64, 128)


def _conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class _Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.second(self.first(x)))


class FaceNet(nn.Module):
    """Flattened cards → 53 face logits and one for "upside down".

    Input: float (n, 3, 160, 112), BGR 0–255. Where a pip stands counts, so the last map is
    not averaged but flattened.
    """

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = WIDTHS
        self.body = nn.Sequential(
            _conv(3, a, 2), _conv(a, b, 2), _Block(b), _conv(b, c, 2), _Block(c), _conv(c, d, 2), _Block(d),
            nn.Conv2d(d, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU(inplace=True),
        )  # fmt: skip
        self.head = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(32 * 10 * 7, 160),
            nn.ReLU(inplace=True),
            nn.Linear(160, 54),
        )

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        x = pixels / 255.0
        # A dim lamp is no other card: brightness is divided out, colour stays.
        x = x / (x.mean(dim=(1, 2, 3), keepdim=True) + 0.03) - 1.0
        out: torch.Tensor = self.head(self.body(x))
        return out


class Calibrated(nn.Module):
    """`FaceNet` as it is shipped: pixels as they lie in memory in, probabilities out.

    Input: float (n, 160, 112, 3), BGR 0–255. Outputs: (n, 53) probabilities, softened by the
    temperature found on packs never trained on; (n,) probability of being upside down.
    """

    def __init__(self, net: FaceNet, temperature: float) -> None:
        super().__init__()
        self.net, self.temperature = net, temperature

    def forward(self, pixels: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits = self.net(pixels.permute(0, 3, 1, 2))
        return torch.softmax(logits[:, :53] / self.temperature, 1), torch.sigmoid(logits[:, 53])
