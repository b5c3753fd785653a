"""One page with pictures: how the camera is placed."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.print.figures import FIGURES
from hardware.print.paper import MARGIN
from hardware.print.pen import (
    BLUE,
    BOLD,
    GOLD,
    GREEN,
    GREY,
    INK,
    PALE_GOLD,
    PAPER,
    PLAIN,
    RED,
    WHITE,
    Pen,
    Place,
)
from hardware.print.sheets import heading

_WOOD = "#c99a63"
_DARK_WOOD = "#8a5f35"
_LIGHT = "#fff3c4"
_FLOOR, _TOP = 92.0, 70.0
"""Where floor and table top lie in the view from the side, mm."""


def camera_guide(pen: Pen, page: tuple[float, float], texts: Mapping[str, str]) -> None:
    """Side view, what the picture shows, and six short rules."""
    width, height = page
    y = heading(pen, width, texts["camera_title"], texts["camera_how"])
    with pen.at(MARGIN, y):
        _side_view(pen, width - 2 * MARGIN, texts)
    y += 100
    half = (width - 2 * MARGIN - 8) / 2
    with pen.at(MARGIN, y):
        _picture(pen, half, texts)
    with pen.at(MARGIN + half + 8, y):
        _rules(pen, half, texts)
    third = (width - 2 * MARGIN - 12) / 3
    for k, draw in enumerate((_glare, _too_slanted, _head_between)):
        with pen.at(MARGIN + k * (third + 6), height - MARGIN - 46):
            pen.rect((0, 0, third, 38), PAPER, GREY, 0.3, 2)
            with pen.within((0, 0, third, 38)), pen.at(third / 2, 32):
                draw(pen)
            pen.shape(f"M {third - 9} 3 L {third - 4} 8 M {third - 4} 3 L {third - 9} 8", line=RED, width=1.3)
            pen.text(third / 2, 43.5, texts[f"camera_not_{k + 1}"], 3.6, BOLD, INK, "middle")


def _small_table(pen: Pen) -> None:
    pen.rect((-22, 0, 44, 2), _WOOD, INK, 0.4, 0.6)
    for x in (-19, 17):
        pen.rect((x, 2, 2, 8), _DARK_WOOD, INK, 0.3)
    pen.rect((-12, -0.9, 12, 0.9), GREEN, INK, 0.25)


def _small_camera(pen: Pen, x: float, y: float, turn: float) -> None:
    with pen.at(x, y, turn=turn):
        pen.shape("M 0 2 L -15 40 L 15 40 Z", "#dbe7ef")
        pen.rect((-4, -3, 8, 4.4), INK, None, 0.3, 1)
        pen.shape("M -1.8 1.4 L 1.8 1.4 L 1.2 2.8 L -1.2 2.8 Z", BLUE, INK, 0.25)


def _small_lamp(pen: Pen, x: float, y: float) -> None:
    pen.disc(x, y + 3.2, 1.8, PALE_GOLD, INK, 0.3)
    pen.shape(f"M {x - 5.5} {y + 3} C {x - 5} {y - 3} {x + 5} {y - 3} {x + 5.5} {y + 3} Z", RED, INK, 0.4)


def _glare(pen: Pen) -> None:
    """A lamp beside the camera: the cards mirror it."""
    _small_camera(pen, -5, -24, 0)
    pen.shape("M 8 -20 L 4 -1 L -3 -22", line=GOLD, width=0.7, dash=1.2)
    _small_lamp(pen, 8, -25)
    _small_table(pen)
    pen.rect((0, -0.8, 9, 0.8), WHITE, INK, 0.25)
    pen.shape("M 4 -7 L 5 -2.6 L 9 -1.6 L 5 -0.6 L 4 3 L 3 -0.6 L -1 -1.6 L 3 -2.6 Z", "#fff9df", GOLD, 0.4)


def _too_slanted(pen: Pen) -> None:
    """A camera at the table's end looks along it."""
    with pen.at(-24, -12, turn=-68):
        pen.shape("M 0 2 L -13 44 L 7 44 Z", "#dbe7ef")
    _small_table(pen)
    with pen.at(-24, -12, turn=-68):
        pen.rect((-4, -3, 8, 4.4), INK, None, 0.3, 1)
        pen.shape("M -1.8 1.4 L 1.8 1.4 L 1.2 2.8 L -1.2 2.8 Z", BLUE, INK, 0.25)


def _head_between(pen: Pen) -> None:
    """A player who leans over the table hides it."""
    _small_camera(pen, 0, -25, 0)
    _small_table(pen)
    pen.shape("M 27 12 C 28 -2 22 -11 12 -13 L 9 -6 C 16 -3 18 4 18 12 Z", GOLD, INK, 0.5)
    pen.disc(5, -13, 4.6, "#f2cfa9", INK, 0.4)


def _side_view(pen: Pen, width: float, texts: Mapping[str, str]) -> None:
    """The table from the side, 1 mm for a centimetre and a half: camera, lamp, players."""
    middle = width * 0.47
    eye, lamp = (middle - 8, 14.0), (middle + 60, 13.0)
    pen.rect((0, -2, width, 98), PAPER, None, 0.3, 3)
    _light(pen, middle, eye, lamp)
    _side_table(pen, middle)
    _camera_arm(pen, middle, eye)
    _people(pen, middle)
    pen.line([(0, _FLOOR), (width, _FLOOR)], INK, 0.5)
    _how_high(pen, middle + 34, eye, texts)
    pen.text(lamp[0] + 11, lamp[1] + 3, texts["camera_lamp"], 3.4, PLAIN, INK)


def _light(pen: Pen, middle: float, eye: Place, lamp: Place) -> None:
    """What the camera sees; the lamp and its light."""
    pen.shape(f"M {eye[0]} {eye[1] + 3} L {middle - 52} {_TOP} L {middle + 52} {_TOP} Z", "#dbe7ef")
    pen.shape(
        f"M {lamp[0] - 6} {lamp[1] + 7} L {middle - 20} {_TOP} L {middle + 62} {_TOP} "
        f"L {lamp[0] + 6} {lamp[1] + 7} Z",
        _LIGHT,
    )
    pen.shape(
        f"M {eye[0]} {eye[1] + 3} L {middle - 52} {_TOP} M {eye[0]} {eye[1] + 3} L {middle + 52} {_TOP}",
        line=BLUE,
        width=0.4,
        dash=1.5,
    )
    pen.line([(lamp[0], -2), (lamp[0], lamp[1])], INK, 0.5)
    pen.shape(
        f"M {lamp[0] - 9} {lamp[1] + 7} "
        f"C {lamp[0] - 8} {lamp[1] - 3} {lamp[0] + 8} {lamp[1] - 3} {lamp[0] + 9} {lamp[1] + 7} Z",
        RED,
        INK,
        0.5,
    )
    pen.disc(lamp[0], lamp[1] + 7.5, 2.6, PALE_GOLD, INK, 0.4)


def _side_table(pen: Pen, middle: float) -> None:
    """The table, a board and cards on it."""
    pen.rect((middle - 60, _TOP, 120, 4), _WOOD, INK, 0.5, 1)
    for x in (middle - 54, middle + 50):
        pen.rect((x, _TOP + 4, 4, _FLOOR - _TOP - 4), _DARK_WOOD, INK, 0.5)
    pen.rect((middle - 30, _TOP - 1.8, 26, 1.8), GREEN, INK, 0.4)
    for x in (6, 12, 18, 24):
        pen.rect((middle + x, _TOP - 0.8, 7, 0.8), WHITE, INK, 0.25)


def _camera_arm(pen: Pen, middle: float, eye: Place) -> None:
    """The arm that holds the camera."""
    pen.shape(
        f"M {middle - 58} {_TOP + 4} L {middle - 58} {_TOP - 3} L {middle - 61} {_TOP - 3} "
        f"L {middle - 61} {_TOP + 8} L {middle - 50} {_TOP + 8} L {middle - 50} {_TOP + 4} Z",
        GREY,
        INK,
        0.4,
    )
    arm = [(middle - 59.5, _TOP - 3), (middle - 62, 40), (middle - 44, 12), (eye[0] - 5, eye[1] - 1)]
    pen.line(arm, INK, 2.6)
    pen.line(arm, "#b9b4aa", 1.6)
    for x, y in arm[1:3]:
        pen.disc(x, y, 1.7, INK)
    pen.rect((eye[0] - 6, eye[1] - 4, 12, 6.5), INK, None, 0.3, 1.5)
    pen.shape(
        f"M {eye[0] - 2.6} {eye[1] + 2.5} L {eye[0] + 2.6} {eye[1] + 2.5} "
        f"L {eye[0] + 1.8} {eye[1] + 4.6} L {eye[0] - 1.8} {eye[1] + 4.6} Z",
        BLUE,
        INK,
        0.4,
    )


def _people(pen: Pen, middle: float) -> None:
    """People: only what matters, hands at the table and heads out of the cone."""
    for x, way, cloth in ((middle - 76, 1, BLUE), (middle + 76, -1, GOLD)):
        pen.disc(x, 42, 6.4, "#f2cfa9", INK, 0.5)
        pen.shape(
            f"M {x - 7 * way} 92 L {x - 9 * way} 62 "
            f"C {x - 9 * way} 50 {x + 8 * way} 48 {x + 9 * way} 60 L {x + 9 * way} 92 Z",
            cloth,
            INK,
            0.5,
        )
        pen.shape(f"M {x + 2 * way} 58 L {x + 12 * way} 66 L {x + 22 * way} 67.5", line=INK, width=4.6)
        pen.shape(f"M {x + 2 * way} 58 L {x + 12 * way} 66 L {x + 22 * way} 67.5", line=cloth, width=3.6)
        pen.disc(x + 23.5 * way, 67.6, 2.3, "#f2cfa9", INK, 0.4)


def _how_high(pen: Pen, up: float, eye: Place, texts: Mapping[str, str]) -> None:
    """How high the camera hangs over the table, and how it slants."""
    pen.line([(up, eye[1]), (up, _TOP - 1)], RED, 0.5)
    for y, way in ((eye[1], 1), (_TOP - 1, -1)):
        pen.shape(f"M {up} {y} L {up - 1.6} {y + 3.4 * way} L {up + 1.6} {y + 3.4 * way} Z", RED)
    pen.rect((up - 14, 35, 28, 7), WHITE, RED, 0.3, 2)
    pen.text(up, 40, "70–100 cm", 4.2, BOLD, RED, "middle")
    pen.line([(eye[0], eye[1] + 5), (eye[0], _TOP - 2)], GREY, 0.25, 1)
    pen.text(eye[0] - 2, 66, texts["camera_slant"], 2.8, PLAIN, BLUE, "right")


def _picture(pen: Pen, width: float, texts: Mapping[str, str]) -> None:
    """What the camera's picture should show."""
    tall = width * 9 / 16
    pen.text(0, 0, texts["camera_sees"], 4.4, BOLD)
    with pen.at(0, 4):
        with pen.within((0, 0, width, tall)):
            pen.rect((0, 0, width, tall), _WOOD)
            for k in range(14):
                pen.shape(
                    f"M 0 {k * 4} C {width / 3} {k * 4 - 3} {width * 2 / 3} {k * 4 + 3} {width} {k * 4}",
                    line="#be8d55",
                    width=0.4,
                )
            side = tall * 0.62
            with pen.at(width * 0.07, tall * 0.18, turn=-3):
                pen.rect((0, 0, side, side), PAPER, INK, 0.5)
                for code, (column, row) in {
                    "KH": (0, 0),
                    "QS": (2, 0),
                    "7D": (1, 1),
                    "TD": (0, 2),
                    "JC": (2, 2),
                }.items():
                    with pen.at(column * side / 3 + side / 60, row * side / 3 + side / 60, side / 333):
                        FIGURES[code](pen)
                for k in (1, 2):
                    pen.line([(k * side / 3, 0), (k * side / 3, side)], INK, 0.25)
                    pen.line([(0, k * side / 3), (side, k * side / 3)], INK, 0.25)
            for x, y, turn in ((0.64, 0.42, 8), (0.67, 0.47, -14), (0.7, 0.4, 25)):
                with pen.at(width * x, tall * y, turn=turn):
                    pen.rect((0, 0, 8, 12), WHITE, INK, 0.3, 0.8)
            for x, y, turn in ((0.5, 1.0, 180), (0.92, 0.5, 90), (0.6, 0.02, 0)):
                with pen.at(width * x, tall * y, turn=turn):
                    pen.rect((-4, -8, 8, 18), BLUE if turn == 180 else RED, INK, 0.4, 2)
                    pen.disc(0, 11, 3.4, "#f2cfa9", INK, 0.4)
        pen.rect((0, 0, width, tall), None, INK, 0.8, 1)
        inset = tall * 0.09
        pen.rect((inset, inset, width - 2 * inset, tall - 2 * inset), None, WHITE, 0.6, 1, dash=2)
    y = tall + 11
    for key in ("camera_sees_1", "camera_sees_2", "camera_sees_3"):
        pen.shape(f"M 1 {y - 1.4} L 2.2 {y} L 4.6 {y - 3.4}", line=GREEN, width=0.9)
        y = pen.paragraph(7, y, width - 7, texts[key], 3.6) + 1.5


def _rules(pen: Pen, width: float, texts: Mapping[str, str]) -> None:
    pen.text(0, 0, texts["camera_rules"], 4.4, BOLD)
    y = 8.0
    for k in range(1, 7):
        pen.disc(3, y - 1.2, 3, GOLD, INK, 0.3)
        pen.text(3, y + 0.2, str(k), 4.0, BOLD, INK, "middle")
        y = pen.paragraph(9, y, width - 9, texts[f"camera_rule_{k}"], 3.6) + 2.4
