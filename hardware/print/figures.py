"""The honours of the Nain Jaune, drawn: 10♦, J♣, Q♠, K♥ and the yellow dwarf with his seven.

Each is drawn in a square of 100 by 100, to be scaled by whoever asks.
"""

from __future__ import annotations

from hardware.print.pen import BLUE, GOLD, GREEN, INK, PALE_GOLD, PAPER, RED, SKIN, WHITE, Pen

_BROWN = "#6e4526"
_WINE = "#7d2230"
_STRAW = "#e9bd3f"
_DEEP_STRAW = "#c98f1c"
_HAIR = "#8a5a2b"
_SNOW = "#f4f0e6"
_BOLD = 0.9
_FINE = 0.5


def suit(pen: Pen, letter: str, x: float, y: float, height: float, colour: str | None = None) -> None:
    """A suit sign (C, D, H or S) about its middle."""
    paths = {
        "D": "M 0 -50 C 10 -28 22 -12 36 0 C 22 12 10 28 0 50 C -10 28 -22 12 -36 0 "
        "C -22 -12 -10 -28 0 -50 Z",
        "H": "M 0 46 C -12 26 -44 6 -44 -20 C -44 -42 -14 -50 0 -24 C 14 -50 44 -42 44 -20 "
        "C 44 6 12 26 0 46 Z",
        "S": "M 0 -48 C 12 -26 44 -8 44 16 C 44 36 18 40 6 24 C 6 34 10 42 18 48 L -18 48 "
        "C -10 42 -6 34 -6 24 "
        "C -18 40 -44 36 -44 16 C -44 -8 -12 -26 0 -48 Z",
        "C": "M 0 -48 C 24 -48 28 -20 12 -8 C 30 -20 48 0 40 18 C 32 34 12 30 5 16 "
        "C 5 32 10 42 18 48 L -18 48 "
        "C -10 42 -5 32 -5 16 C -12 30 -32 34 -40 18 C -48 0 -30 -20 -12 -8 C -28 -20 -24 -48 0 -48 Z",
    }
    with pen.at(x, y, height / 100):
        pen.shape(paths[letter], colour or (RED if letter in "DH" else INK))


def king(pen: Pen) -> None:
    """The king of hearts: crown, beard, ermine and sceptre."""
    pen.rect((79, 34, 4, 60), GOLD, INK, _BOLD)
    # Not a red heart: small and round on the ground of a box it would look like a jeton.
    pen.shape("M 81 14 L 85 24 L 94 27 L 85 31 L 83 37 L 79 37 L 77 31 L 68 27 L 77 24 Z", GOLD, INK, _BOLD)
    suit(pen, "D", 81, 27, 8, PALE_GOLD)
    pen.shape("M 8 100 C 9 78 26 68 50 67 C 74 68 91 78 92 100 Z", RED, INK, _BOLD)
    pen.both("M 31 72 C 22 80 20 90 20 100", 50, line=_WINE, width=1.4)
    pen.shape("M 43 78 L 57 78 L 61 100 L 39 100 Z", PALE_GOLD, INK, _FINE)
    for y in (85.0, 94.0):
        suit(pen, "D", 50, y, 6.5, _WINE)
    # In two wings: a whole white collar under the beard would look like a jeton in the box.
    pen.both("M 18 77 C 25 86 36 89 46 90 L 41 76 C 35 75 30 72 26 67 Z", 50, _SNOW, INK, _BOLD)
    for x, y in ((28.0, 76.0), (37.0, 82.0), (63.0, 82.0), (72.0, 76.0)):
        pen.shape(f"M {x} {y - 1.8} L {x + 1.2} {y + 2.2} L {x} {y + 1.2} L {x - 1.2} {y + 2.2} Z", INK)
    pen.both("M 36 36 C 26 40 24 58 31 67 C 35 62 38 54 37 44 Z", 50, _HAIR, INK, _FINE)
    pen.shape(
        "M 35 38 C 35 28 65 28 65 38 L 64 53 C 62 62 56 66 50 66 C 44 66 38 62 36 53 Z", SKIN, INK, _FINE
    )
    pen.shape(
        "M 35 47 C 33 66 40 76 43 80 C 45 77 46 80 50 85 C 54 80 55 77 57 80 C 60 76 67 66 65 47 "
        "C 63 55 58 57 50 55 C 42 57 37 55 35 47 Z",
        _HAIR,
        INK,
        _FINE,
    )
    pen.both("M 43 62 C 43 68 44 72 46 75", 50, line=_BROWN, width=0.7)
    pen.shape(
        "M 50 53 C 46 50 40 52 37 57 C 42 58 47 58 50 55.5 C 53 58 58 58 63 57 C 60 52 54 50 50 53 Z",
        _BROWN,
        INK,
        _FINE,
    )
    _face(pen, 43.2, brow=True)
    pen.shape(
        "M 33 37 L 28 13 L 40 23 L 50 7 L 60 23 L 72 13 L 67 37 C 57 32 43 32 33 37 Z", GOLD, INK, _BOLD
    )
    pen.shape("M 33 37 C 43 32 57 32 67 37 L 68 31.5 C 57 26.5 43 26.5 32 31.5 Z", RED, INK, _FINE)
    for x, y in ((28.0, 12.0), (50.0, 6.0), (72.0, 12.0)):
        suit(pen, "D", x, y, 7, PALE_GOLD)
    for x, y in ((39.0, 31.0), (50.0, 29.3), (61.0, 31.0)):
        suit(pen, "D", x, y, 4.6, WHITE)


def queen(pen: Pen) -> None:
    """The queen of spades: a veil, a low crown and a flower."""
    pen.shape("M 28 34 C 10 52 12 84 20 100 L 80 100 C 88 84 90 52 72 34 Z", PALE_GOLD, INK, _BOLD)
    pen.both("M 27 42 C 19 58 19 82 24 100", 50, line=GOLD, width=0.9)
    pen.both("M 35 36 C 24 46 24 72 30 84 L 42 80 C 37 68 38 54 39 44 Z", 50, _BROWN, INK, _FINE)
    pen.shape("M 10 100 C 13 82 31 76 43 72 L 57 72 C 69 76 87 82 90 100 Z", BLUE, INK, _BOLD)
    pen.shape("M 40 72 L 50 88 L 60 72 L 56 62 L 44 62 Z", SKIN, INK, _FINE)
    pen.shape("M 36 73.5 L 50 95 L 64 73.5 L 59 72 L 50 87 L 41 72 Z", PALE_GOLD, INK, _FINE)
    suit(pen, "S", 50, 93, 8, INK)
    pen.both("M 30 80 C 27 86 26 92 26 100", 50, line=PAPER, width=0.8)
    pen.shape(
        "M 37 38 C 37 27 63 27 63 38 L 62 52 C 60 61 55 66 50 66 C 45 66 40 61 38 52 Z", SKIN, INK, _FINE
    )
    pen.shape(
        "M 36 44 C 38 30 48 29 50 29 C 52 29 62 30 64 44 C 66 34 62 26 50 26 C 38 26 34 34 36 44 Z",
        _BROWN,
        INK,
        _FINE,
    )
    _face(pen, 45, brow=False)
    pen.shape("M 46.5 59.3 C 48 58 49 58.8 50 59.2 C 51 58.8 52 58 53.5 59.3 C 52 62 48 62 46.5 59.3 Z", RED)
    pen.shape(
        "M 33 33 L 29 17 L 37 23 L 42 12 L 50 20 L 58 12 L 63 23 L 71 17 L 67 33 C 57 28 43 28 33 33 Z",
        GOLD,
        INK,
        _BOLD,
    )
    pen.shape("M 33 33 C 43 28 57 28 67 33 L 67.8 28.8 C 57 24 43 24 32.2 28.8 Z", BLUE, INK, _FINE)
    suit(pen, "S", 50, 12, 11, INK)
    pen.shape("M 79 99 C 80 88 82 80 84 72", line=GREEN, width=1.8)
    pen.shape("M 82 84 C 90 84 92 78 92 75 C 86 75 82 79 82 84 Z", GREEN, INK, 0.4)
    for turn in range(0, 360, 72):
        with pen.at(85, 65, turn=turn):
            pen.shape("M 0 0 C -6 -4 -6 -11 0 -12 C 6 -11 6 -4 0 0 Z", RED, INK, 0.4)
    suit(pen, "D", 85, 65, 5.5, PALE_GOLD)


def jack(pen: Pen) -> None:
    """The jack of clubs: a plumed cap and a halberd."""
    pen.shape("M 16 100 L 18.2 14 L 21.8 14 L 20 100 Z", _HAIR, INK, _BOLD)
    pen.shape("M 20 4 L 23 15 L 20 20 L 17 15 Z", "#c9c6bd", INK, _FINE)
    pen.shape("M 21 17 C 30 12 34 20 33 28 C 29 24 25 24 21 26 Z", "#c9c6bd", INK, _FINE)
    pen.shape("M 19 18 L 8 19 L 10 23 L 19 24 Z", "#c9c6bd", INK, _FINE)
    pen.shape("M 10 100 C 12 80 30 72 44 69 L 56 69 C 70 72 88 80 90 100 Z", GREEN, INK, _BOLD)
    for x in (22, 34):
        pen.both(f"M {x + 6} {77 - (x - 22) / 4} C {x + 1} 84 {x} 92 {x} 100", 50, line=PALE_GOLD, width=1.7)
    pen.shape("M 42 74 L 58 74 L 59 100 L 41 100 Z", RED, INK, _FINE)
    for y in (80, 87, 94):
        pen.shape(f"M 44 {y} L 56 {y}", line=PALE_GOLD, width=1.1)
    pen.shape("M 44 60 L 56 60 L 57 76 L 43 76 Z", SKIN, INK, _FINE)
    pen.shape("M 30 76 C 36 69 64 69 70 76 L 62 80 L 56 75 L 50 81 L 44 75 L 38 80 Z", _SNOW, INK, _FINE)
    pen.both("M 36 34 C 26 42 25 58 29 68 C 36 70 40 66 39 58 Z", 50, _STRAW, INK, _FINE)
    pen.both("M 32 48 C 30 56 31 62 33 66", 50, line=_DEEP_STRAW, width=0.7)
    pen.shape(
        "M 37 38 C 37 28 63 28 63 38 L 62 53 C 60 62 55 66 50 66 C 45 66 40 62 38 53 Z", SKIN, INK, _FINE
    )
    pen.shape("M 35.5 42 C 40 37 46 36 50 38 C 54 36 60 37 64.5 42 L 66 28 L 34 28 Z", _STRAW, INK, _FINE)
    _face(pen, 46, brow=True)
    pen.shape("M 46 59.5 C 48 61 52 61 54 59.5", line=RED, width=1.1)
    pen.shape("M 29 36 C 27 20 40 15 55 16 C 72 17 77 24 73 33 C 62 28 42 28 29 36 Z", RED, INK, _BOLD)
    pen.shape("M 28 38 C 42 29 62 29 74 35 L 74.5 30.5 C 62 25 42 25 27.5 33 Z", GOLD, INK, _FINE)
    pen.shape(
        "M 66 28 C 72 10 86 4 95 12 C 90 12 88 15 89 18 C 85 17 83 20 84 23 C 79 22 74 25 72 31 Z",
        _SNOW,
        INK,
        _FINE,
    )
    pen.shape("M 70 28 C 75 18 82 12 90 11", line=INK, width=0.5)
    suit(pen, "C", 80, 84, 19, INK)


def ten(pen: Pen) -> None:
    """The ten of diamonds, each like a cut stone."""
    places = [(x, y) for x in (30, 70) for y in (17, 39, 61, 83)] + [(50, 28), (50, 72)]
    for x, y in places:
        suit(pen, "D", x, y, 20, RED)
        with pen.at(x, y, 0.2):
            pen.shape(
                "M 0 -34 C 6 -20 14 -9 24 0 C 14 9 6 20 0 34 C -6 20 -14 9 -24 0 C -14 -9 -6 -20 0 -34 Z",
                line=PALE_GOLD,
                width=3,
            )
            pen.shape("M 0 -34 L 0 34 M -24 0 L 24 0", line=PALE_GOLD, width=1.6)


def dwarf(pen: Pen) -> None:
    """The yellow dwarf with his hat, his beard and the seven of diamonds."""
    pen.shape("M 18 97 C 34 92 66 92 82 97 C 66 100 34 100 18 97 Z", "#e4d6b4")
    pen.both("M 47 82 L 47 90 C 40 89 33 91 30 96 L 47 96 L 50 90 L 50 82 Z", 50, _BROWN, INK, _FINE)
    pen.shape("M 32 56 C 24 64 21 76 22 86 C 32 89 68 89 78 86 C 79 76 76 64 68 56 Z", _STRAW, INK, _BOLD)
    pen.both("M 33 62 C 29 70 28 78 29 86", 50, line=_DEEP_STRAW, width=0.9)
    pen.shape("M 22.5 76 C 36 80 64 80 77.5 76 L 78 81 C 64 85 36 85 22 81 Z", _BROWN, INK, _FINE)
    pen.rect((46, 77.6, 8, 6.6), GOLD, INK, 0.5, 1)
    pen.rect((48, 79.4, 4, 3), _BROWN)
    # The arm that rests, and the one that shows the card.
    pen.shape("M 33 58 C 24 60 19 68 20 75 L 28 75 C 28 70 31 66 36 65 Z", _STRAW, INK, _BOLD)
    pen.shape("M 20 74 L 28.5 74 C 30 80 25 83 22 80 C 20 79 19.5 76 20 74 Z", SKIN, INK, _FINE)
    with pen.at(83, 47, turn=12):
        pen.rect((-10, -15, 20, 30), WHITE, INK, 0.7, 1.6)
        for x, y in ((-4.2, -8), (4.2, -8), (-4.2, 0), (4.2, 0), (-4.2, 8), (4.2, 8), (0, -4)):
            suit(pen, "D", x, y, 6.4, RED)
    pen.shape("M 66 57 C 74 60 78 58 80 53 L 86 58 C 83 66 74 69 66 66 Z", _STRAW, INK, _BOLD)
    pen.shape("M 78 55 C 77 50 82 48 86 51 C 89 53 89 58 85 60 C 82 61 79 59 78 55 Z", SKIN, INK, _FINE)
    # Head: hat, face, and a beard down to the belt.
    pen.both("M 32 42 C 26 41 25 49 31 51 Z", 50, SKIN, INK, _FINE)
    pen.shape("M 32 40 C 32 32 68 32 68 40 L 67 50 C 64 58 36 58 33 50 Z", SKIN, INK, _FINE)
    pen.shape(
        "M 31 45 C 27 60 36 70 42 75 C 43 72 46 76 50 82 C 54 76 57 72 58 75 C 64 70 73 60 69 45 "
        "C 66 52 59 53 50 51 C 41 53 34 52 31 45 Z",
        _SNOW,
        INK,
        _BOLD,
    )
    pen.both("M 40 58 C 40 64 42 69 45 72", 50, line="#c9c2b2", width=0.9)
    pen.shape("M 50 58 C 50 66 50 72 50 77", line="#c9c2b2", width=0.9)
    pen.shape(
        "M 50 50.5 C 45 47.5 38 50 34 56 C 41 57 47 56 50 53 C 53 56 59 57 66 56 C 62 50 55 47.5 50 50.5 Z",
        _SNOW,
        INK,
        _FINE,
    )
    pen.shape("M 46.5 55 C 48 58.5 52 58.5 53.5 55 C 51.5 56 48.5 56 46.5 55 Z", RED, INK, 0.35)
    pen.shape("M 46 47 C 44.5 51.5 55.5 51.5 54 47 C 53 43.5 47 43.5 46 47 Z", "#e8ac86", INK, _FINE)
    for x in (41.5, 58.5):
        pen.shape(f"M {x - 3} 43.5 Q {x} 40.6 {x + 3} 43.5 Q {x} 45.4 {x - 3} 43.5 Z", WHITE, INK, 0.45)
        pen.disc(x, 43.4, 1.15, INK)
    pen.both("M 36.5 40.5 C 38.5 37.6 43 37.4 46 39.6 C 43 39.6 39.5 40 36.5 40.5 Z", 50, _SNOW, INK, 0.4)
    pen.shape(
        "M 28 39 C 32 24 40 10 55 3 C 66 -1 78 6 82 17 C 77 13 71 13 68 17 C 70 24 72 32 72 39 "
        "C 60 33 40 33 28 39 Z",
        _STRAW,
        INK,
        _BOLD,
    )
    pen.shape("M 56 8 C 60 10 65 13 68 17", line=_DEEP_STRAW, width=0.9)
    pen.shape("M 42 18 C 39 23 37 28 36 32", line=_DEEP_STRAW, width=0.9)
    pen.shape("M 27 41 C 40 33 60 33 73 41 L 72 34.5 C 60 28 40 28 28.5 34.5 Z", RED, INK, _FINE)
    with pen.at(83, 19, turn=-20):
        pen.shape(_BELL, GOLD, INK, 0.5)


_BELL = "M 0 -3 C 4 -3 4 3 5 5 L -5 5 C -4 3 -4 -3 0 -3 Z M -1 5 L 1 5 L 0 7 Z"


def _face(pen: Pen, y: float, brow: bool) -> None:
    for x in (44, 56):
        pen.shape(f"M {x - 3} {y} Q {x} {y - 2.6} {x + 3} {y} Q {x} {y + 1.8} {x - 3} {y} Z", WHITE, INK, 0.4)
        pen.disc(x, y - 0.1, 1.05, INK)
    lift = 3.6 if brow else 3.4
    pen.both(
        f"M 40 {y - lift + 0.6} Q 44 {y - lift - 1.6} 47.5 {y - lift + 0.4}",
        50,
        line=INK,
        width=0.9 if brow else 0.55,
    )
    pen.shape(f"M 50 {y + 1} L 51.6 {y + 8} Q 50 {y + 9} 48.4 {y + 8.2}", line=INK, width=0.5)


FIGURES = {"KH": king, "QS": queen, "JC": jack, "TD": ten, "7D": dwarf}
"""How each honour is drawn, by its code."""
