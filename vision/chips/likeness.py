"""Which kind a chip is, and how like one: by its shape and its colour."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from engine.money.ledger import ChipKind
from vision.chips.settings import CHIPS

LIKENESS = CHIPS.likeness

COLOURS = {
    "black": "#202020 noir noire schwarz",
    "white": "#f4f4f0 blanc blanche weiß weiss",
    "grey": "#909090 gray gris grise grau",
    "red": "#d03030 rouge rot",
    "orange": "#e88020",
    "yellow": "#e8d030 jaune gelb",
    "green": "#30a048 vert verte grün gruen",
    "blue": "#3060c0 bleu bleue blau",
    "purple": "#7a3a9a violet violette mauve lila violett",
    "pink": "#e880a8 rose rosa",
    "brown": "#805030 brun brune marron braun",
    "turquoise": "#30b8b8 cyan türkis",
}
"""Colours by name, English first, and the other names of each."""


def kind_of(
    shape: str, colour: str, kinds: Sequence[ChipKind], like: Mapping[str, float] | None = None
) -> ChipKind:
    """Which kind a chip is: by shape and colour; by colour alone where no kind has its shape.

    Args:
        shape: ``round``, ``long`` or ``wide``.
        colour: ``"#rrggbb"`` as seen.
        kinds: at least one; what a kind does not tell (shape, colour) excludes nothing.
        like: how much it looks like each of these shapes; a shape that it has nearly as much of as of its own
            speaks little against a kind. None: it surely has its own.
    """
    like = like or {shape: 1.0}
    shaped = any(kind.shape == shape for kind in kinds)

    def unlike(kind: ChipKind) -> float:
        gap = colour_gap(kind.colour, colour, any_light=True)
        fits = kind.shape in (None, shape) or not shaped
        other = 0.0 if fits else LIKENESS.other_shape * (1 - like.get(kind.shape or shape, 0.0) / like[shape])
        return (LIKENESS.other_shape if gap is None else gap) + other

    shapeless = [kind for kind in kinds if kind.shape is None]
    return min(kinds if shaped else shapeless or kinds, key=unlike)


def colour_gap(one: str | None, other: str | None, any_light: bool = False) -> float | None:
    """How unlike two colours (``"#rrggbb"`` or names) are; lightness counts less, lamps change it.

    In units of CIE L*a*b*; None when one of them is no colour.

    Args:
        any_light: hue and saturation are compared as if the other were as light as the first: a yellow chip
            in dim light is as grey as a beige one, until it is lightened.
    """
    first, second = _rgb(one), _rgb(other)
    if first is None or second is None:
        return None
    a, b = _lab(first), _lab(second)
    alike = _lab(_brighter(second, max(first) / max(*second, 1 / 255))) if any_light else b
    return float(np.hypot(LIKENESS.lightness * (a[0] - b[0]), math.dist(a[1:], alike[1:])))


def lit(colour: str, strength: float) -> str:
    """What ``"#rrggbb"`` would be in a light *strength* times as strong."""
    values = _brighter(_decoded(colour), strength ** (1 / LIKENESS.gamma))
    return "#" + "".join(f"{round(255 * value):02x}" for value in values)


def _rgb(colour: str | None) -> list[float] | None:
    """Red, green and blue, 0–1, of ``"#rrggbb"`` or of a colour's name; None when it is neither."""
    word = (colour or "").strip().lower()
    for name, others in COLOURS.items():
        if word == name or word in others.split():
            word = others.split()[0]
            break
    try:
        return _decoded(word)
    except ValueError:
        return None


def _decoded(colour: str) -> list[float]:
    """Red, green and blue, 0–1, of ``"#rrggbb"``.

    Raises:
        ValueError: it is none.
    """
    return [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]


def _brighter(rgb: Sequence[float], times: float) -> list[float]:
    """Each value so many times as large, but for what a picture can show."""
    return [min(1.0, value * times) for value in rgb]


def _lab(rgb: Sequence[float]) -> tuple[float, float, float]:
    """CIE L*a*b* of red, green and blue, 0–1."""
    lab = cv2.cvtColor(np.array([[rgb]], np.float32), cv2.COLOR_RGB2LAB)[0, 0]
    return float(lab[0]), float(lab[1]), float(lab[2])
