"""Letters for card indices, from whatever fonts the system has, and how a mask is printed on a card."""

from __future__ import annotations

import functools
import re
import subprocess
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

LETTER_SETS: tuple[dict[int, str], ...] = tuple(
    {1: ace, **{n: str(n) for n in range(2, 11)}, 11: jack, 12: queen, 13: king}
    for ace, jack, queen, king in ("1VDR", "AJQK", "ABDK", "AVDR")
)
"""rank → text of an index: French (two ways to write the ace), English, German."""

# Fonts whose letters are shapes for formulas or drawn keys, or too faint or slanted for a card.
_UNFIT = re.compile(
    r"Integral|NonUnicode|SizeF|SizeO|SizeT|Variants|Math|Thin|Hairline|ExtraLight|Emoji|Ita|Obliq|Slant"
    r"|Symbol|D0500|Z003|OCRB[XE]|Biolinum_K|Outline|Initials",
    re.I,
)


@functools.cache
def fonts() -> tuple[str, ...]:
    """Font files of the system fit for an index, in a stable order."""
    try:
        listed = subprocess.run(["fc-list", "--format", "%{file}\n"], capture_output=True, text=True).stdout
    except FileNotFoundError:
        listed = ""
    files = {line for line in listed.splitlines() if line.lower().endswith((".ttf", ".otf"))}
    if not files:
        files = {str(path) for path in Path("/usr/share/fonts").rglob("*.[to]tf")}
    fit = sorted(
        file for file in files if not _UNFIT.search(Path(file).name) and glyph(file, "Q") is not None
    )
    if not fit:
        raise RuntimeError("no TrueType font found; install fonts-dejavu")
    return tuple(fit)


@functools.cache
def symbol_fonts() -> tuple[str, ...]:
    """The fonts among them that also draw ♣♦♥♠, each in its place."""
    # A font without a sign draws the same box for every sign that it lacks.
    able = (f for f in fonts() if len({_ink(f, sign) for sign in "♣♦♥♠\uffff"}) == 5)
    # FreeSerif Bold draws a spade for ♣ and a club for ♠; a spade has a point, a club's leaf is round.
    return tuple(f for f in able if _width_near_top(f, "♣") > _width_near_top(f, "♠"))


def _width_near_top(font: str, text: str) -> float:
    """Share of a text's width that is ink, a twentieth below its top."""
    mask = glyph(font, text)
    return 0.0 if mask is None else float((mask[len(mask) // 20] > 127).mean())


def _ink(font: str, text: str) -> bytes:
    mask = glyph(font, text)
    return b"" if mask is None else mask.tobytes()


@functools.lru_cache(maxsize=4000)
def glyph(font: str, text: str) -> np.ndarray | None:
    """A text as uint8 mask (255 = ink) of about 160 px height, trimmed; None if it has no ink."""
    try:
        face = ImageFont.truetype(font, 200)
        picture = Image.new("L", (220 * max(1, len(text)) + 200, 420))
        ImageDraw.Draw(picture).text((100, 60), text, font=face, fill=255)
    except OSError:
        return None
    mask = np.asarray(picture)
    x, y, w, h = cv2.boundingRect((mask > 40).astype(np.uint8))
    return mask[y : y + h, x : x + w].copy() if w > 3 and h > 3 else None


def index_mask(font: str, text: str, *, bold: int = 0) -> np.ndarray:
    """Mask of an index text; the two digits of "10" set tight, as printers do."""
    if text == "10":
        one, nought = glyph(font, "1"), glyph(font, "0")
        if one is None or nought is None:
            raise ValueError(f"{font} draws no digits")
        high = max(one.shape[0], nought.shape[0])
        parts = [cv2.resize(m, (m.shape[1], high), interpolation=cv2.INTER_AREA) for m in (one, nought)]
        mask = np.hstack([parts[0], np.zeros((high, high // 12), np.uint8), parts[1]])
    else:
        found = glyph(font, text)
        if found is None:
            raise ValueError(f"{font} does not draw {text}")
        mask = found
    if bold:
        mask = cv2.dilate(
            cv2.copyMakeBorder(mask, bold, bold, bold, bold, cv2.BORDER_CONSTANT), np.ones((bold, bold))
        )
    return mask


def stamp(
    picture: np.ndarray,
    mask: np.ndarray,
    centre: tuple[float, float],
    size: tuple[float, float],
    colour: tuple[int, int, int],
    *,
    turned: bool = False,
) -> None:
    """Prints a mask in a colour onto an RGB picture, in place; what lies outside is cut off.

    Args:
        centre, size: in pixels.
        turned: upside down.
    """
    w, h = max(1, round(size[0])), max(1, round(size[1]))
    small = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)
    if turned:
        small = small[::-1, ::-1]
    x, y = round(centre[0] - w / 2), round(centre[1] - h / 2)
    x0, y0, x1, y1 = max(0, x), max(0, y), min(picture.shape[1], x + w), min(picture.shape[0], y + h)
    if x0 >= x1 or y0 >= y1:
        return
    alpha = small[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    part = picture[y0:y1, x0:x1]
    part[:] = (part * (1 - alpha) + np.array(colour, np.float32) * alpha).astype(np.uint8)
