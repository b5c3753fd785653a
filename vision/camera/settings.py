"""The numbers of the camera's room, one a line: what it is, and what it was counted on, or a guess."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dropouts:
    """Pictures that show nothing of the table (`vision.camera.dropouts`)."""

    black: int = 16  # levels that hardly a pixel of a black picture has; guess: more, evenings are black
    step: int = 25  # levels by which a pixel moves; guess: fewer, noise moves and a frozen table is lost
    moving: float = 0.002  # of the pixels that do; guess: less, a table at rest is taken for a frozen film
    missed: float = 4.0  # usual times between pictures; guess: fewer, a busy computer makes gaps
    least_gap: float = 0.3  # s that a gap lasts; guess: less, every stutter makes arms doubtful
    # -- Widths of searches: speed, not truth
    stride: int = 8  # every so many pixels, each way, are looked at


@dataclass(frozen=True, slots=True)
class Light:
    """Changes of the light (`vision.camera.light`); changes are natural logarithms of ratios."""

    neutral: float = 0.1  # by which three colours differ in light; guess: more, pale things are light
    soft: float = 0.15  # and neighbouring pixels; guess: more, edges of cards are shadows; less, none is
    reach: tuple[float, float] = (-1.0, 0.8)  # of light; guess: more, dark things are shadows
    least: float = 0.025  # change of light; guess: less, noise is evened all the time
    same: float = 0.02  # gains of whole pictures lit alike; guess: more, new cards are fitted in wrong light
    least_told: float = 0.1  # of a picture that tells it; guess: less, a few pixels relight all of it
    least_area: float = 0.006  # of the picture, more than a card's inside; guess: less, cards are light
    fades: float = 0.5  # of its outline; guess: less, a sleeve is a shadow; more, a shadow at an arm is none
    near: float = 2.0  # px over which light is smoothed; guess: more, a shadow's border stays as news
    far: float = 12.0  # px it goes on under an arm; guess: less, nothing tells the light in its middle
    told: float = 0.3  # weight from which pixels around tell it; guess: less, few pixels light burnt cards
    far_off: float = 20.0  # a logarithm beyond all; fixed: two levels differ by ln 256 = 5.5 at most
    white: float = 255.0  # the brightest level; fixed: eight bits
    black: float = 10.0  # levels below which a colour tells nothing; guess: less, noise in the dark is light
    burnt: float = 248.0  # levels above which it tells nothing; guess: more, burnt wood tells a wrong light
    # -- Widths of searches: speed, not truth
    shrink: int = 2  # small pixels, each way, that make one in which light is judged


@dataclass(frozen=True, slots=True)
class Quality:
    """What is said of a still (`vision.camera.quality`); pairs: from where on it is poor, and bad."""

    work_width: int = 960  # px at which pictures are judged; guess: another, blur and burnt spots mean others
    dark: tuple[float, float] = (70.0, 40.0)  # of the lighter half; guess: more, usual rooms are too dark
    colour: float = 8.0  # of the thousandth most coloured; guess: less, night pictures (3) pass; print is 60
    glare: tuple[float, float] = (0.004, 0.03)  # share burnt; guess: more, a lamp hides cards unsaid
    table: float = 3.0  # boards' width where cards are laid; guess: less, glare on the pile is not told
    burnt: int = 252  # brightness that tells nothing; guess: less, white cards are reflections
    empty: int = 8  # px from anything seen: a reflection; guess: fewer, paper between its print is one
    blur: tuple[float, float] = (0.50, 0.62)  # 0 sharp to 1; guess: less, sharp cameras are refused
    noise: tuple[float, float] = (5.0, 12.0)  # levels; guess: fewer, usual webcams are refused
    card: tuple[float, float] = (56.0, 40.0)  # px, short side; guess: fewer, cards pass that nobody reads
    edge: float = 0.01  # of the width kept round a board; guess: less, a board is cut by the first bump
    black: float = 8.0  # brightness of nothing at all; guess: more, a dim room is called black
    flat: float = 4.0  # its spread if something covers the lens; guess: more, a plain cloth covers it


@dataclass(frozen=True, slots=True)
class Steady:
    """Taking a camera that trembles back to where it was (`vision.camera.steady`)."""

    slope: float = 6.0  # levels from pixel to pixel that tell a shift; guess: less, noise shifts pictures
    fewest: int = 200  # such pixels; guess: fewer, an arm's edge shifts a bare table
    shifts: tuple[float, float] = (0.03, 0.5)  # small px undone; guess: more, a bump is, and goes unnoticed
    rounds: int = 3  # of the fit; guess: fewer, arms and new cards pull the picture along


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """All numbers of the room."""

    dropouts: Dropouts = Dropouts()
    light: Light = Light()
    quality: Quality = Quality()
    steady: Steady = Steady()


CAMERA = CameraSettings()
