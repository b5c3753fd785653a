"""The reader's network: one eye on the whole flattened card, one on its four corners."""

from __future__ import annotations

import torch
from torch import nn

WIDTHS = (16, 32, 64, 128)
CORNER = (40, 64)
"""Width and height in pixels of the corners that are looked at closely: a jumbo index fits in."""
CORNER_WIDTHS = (16, 24, 48)


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


class _Corners(nn.Module):
    """What stands in a card's corners: (n, 3, 160, 112) → (n, 64).

    Letters and pips are the same on every pack while figures are not, so the corners are seen by
    layers of their own, without loss of detail; the lower two are turned upright. The clearest
    corner counts.
    """

    def __init__(self) -> None:
        super().__init__()
        a, b, c = CORNER_WIDTHS
        self.body = nn.Sequential(_conv(3, a), _conv(a, b, 2), _Block(b), _conv(b, c, 2), _Block(c))
        self.told = nn.Sequential(nn.Linear(2 * c, 64), nn.ReLU(inplace=True))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        wide, high = CORNER
        upper, lower = x[:, :, :high], torch.flip(x[:, :, -high:], (2, 3))
        corners = (part for half in (upper, lower) for part in (half[..., :wide], half[..., -wide:]))
        maps = self.body(torch.cat(list(corners)))
        seen = self.told(torch.cat([maps.amax((2, 3)), maps.mean((2, 3))], 1))
        return seen.view(4, -1, seen.shape[1]).amax(0)


class FaceNet(nn.Module):
    """Flattened cards → 53 face logits and one for "upside down".

    Input: float (n, 3, 160, 112), BGR 0–255. Where a pip stands counts, so the last map of the
    whole card is not averaged but flattened. While it learns, the view of the whole card is
    left out now and then: an index must do alone.
    """

    BLINDED = 0.25
    """Share of samples that are told from their corners alone while learning."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = WIDTHS
        self.body = nn.Sequential(
            _conv(3, a, 2), _conv(a, b, 2), _Block(b), _conv(b, c, 2), _Block(c), _conv(c, d, 2), _Block(d),
            nn.Conv2d(d, 32, 1, bias=False), nn.BatchNorm2d(32), nn.ReLU(inplace=True),
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(32 * 10 * 7, 160), nn.ReLU(inplace=True),
        )  # fmt: skip
        self.corners = _Corners()
        self.both = nn.Sequential(nn.Linear(160 + 64, 160), nn.ReLU(inplace=True))
        self.head = nn.Linear(160, 54)

    def forward(self, pixels: torch.Tensor) -> torch.Tensor:
        x = pixels / 255.0
        # A dim lamp is no other card: brightness is divided out, colour stays.
        x = x / (x.mean(dim=(1, 2, 3), keepdim=True) + 0.03) - 1.0
        whole = self.body(x)
        if self.training:
            whole = whole * (torch.rand(len(x), 1, device=x.device) >= self.BLINDED)
        out: torch.Tensor = self.head(self.both(torch.cat([whole, self.corners(x)], 1)))
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
