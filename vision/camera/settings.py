"""The numbers of the camera's room, each with its source (see `vision.settings`)."""

from __future__ import annotations

from dataclasses import dataclass

from vision.settings import fact, reasoned


@dataclass(frozen=True, slots=True)
class Dropouts:
    """Pictures that show nothing of the table (`vision.camera.dropouts`)."""

    stride: int = reasoned(
        8,
        "Every so many pixels, each way, are looked at.",
        why="not noted; came with black pictures being noticed",
        date="2026-11-21",
    )
    black: int = reasoned(
        16,
        "Levels (of 255) that nearly no pixel of a black picture reaches.",
        why="not noted; came with black pictures being noticed",
        date="2026-11-21",
    )
    step: int = reasoned(
        25,
        "Levels between two pictures by which a pixel tells movement …",
        why="beyond a camera's noise",
        date="2026-11-21",
    )
    moving: float = reasoned(
        0.002,
        "… where so large a share of the pixels does.",
        why="what moved cannot stop dead, noise and all",
        date="2026-11-21",
    )
    missed: float = reasoned(
        4.0,
        "Usual times between two pictures without one that are a gap …",
        why="not noted; came with missing pictures being noticed",
        date="2026-11-21",
    )
    least_gap: float = reasoned(
        0.3,
        "… if it lasts so many seconds.",
        why="not noted; came with missing pictures being noticed",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Light:
    """Changes of the light (`vision.camera.light`)."""

    shrink: int = reasoned(
        2,
        "Pixels of the small picture, each way, that make one in which light is judged.",
        why="not noted; came with shadows and lamps being no change of the table",
        date="2026-11-21",
    )
    neutral: float = reasoned(
        0.1,
        "By how much the three colours' changes (natural logarithm of the ratio) may differ …",
        why="light changes all three alike",
        date="2026-11-21",
    )
    soft: float = reasoned(
        0.15,
        "… and those of neighbouring pixels, where only the light has changed.",
        why="light changes softly from place to place, things have sharp edges",
        date="2026-11-21",
    )
    reach: tuple[float, float] = reasoned(
        (-1.0, 0.8),
        "What light can do (natural logarithm of the ratio).",
        why="deep shadow, and out of one",
        date="2026-11-21",
    )
    least: float = reasoned(
        0.025,
        "A change of light below this is none.",
        why="not noted; came with shadows and lamps being no change of the table",
        date="2026-11-21",
    )
    same: float = reasoned(
        0.02,
        "Whole pictures are lit alike where their gains differ by less …",
        why="not noted; came with the fit of new cards in trembling light",
        date="2026-11-21",
    )
    least_told: float = reasoned(
        0.1,
        "… and the share of one that must tell so.",
        why="not noted; came with the fit of new cards in trembling light",
        date="2026-11-21",
    )
    least_area: float = reasoned(
        0.006,
        "Share of the picture that a change of light covers at least.",
        why="a card's inside is less",
        date="2026-11-21",
    )
    fades: float = reasoned(
        0.5,
        "Share of its outline along which a change of light fades out.",
        why="a sleeve ends at an edge",
        date="2026-11-21",
    )
    near: float = reasoned(
        2.0,
        "Pixels over which light is smoothed …",
        why="not noted; came with shadows and lamps being no change of the table",
        date="2026-11-21",
    )
    far: float = reasoned(
        12.0,
        "… and over which it is taken to go on under an arm.",
        why="not noted; came with shadows and lamps being no change of the table",
        date="2026-11-21",
    )
    told: float = reasoned(
        0.3,
        "Weight (0–1) of the pixels around from which on they tell the light.",
        why="a burnt card tells nothing of the light: what is left and right of it does",
        date="2026-11-23",
    )
    far_off: float = fact(
        20.0,
        "A logarithm of a ratio beyond all others.",
        source="two levels of a picture differ by ln 256 = 5.5 at most",
    )
    white: float = fact(
        255.0,
        "The brightest level.",
        source="eight bits",
    )
    black: float = reasoned(
        10.0,
        "Levels (of 255) below which a colour of a pixel tells nothing about light …",
        why="not noted; came with shadows and lamps being no change of the table",
        date="2026-11-21",
    )
    burnt: float = reasoned(
        248.0,
        "… and above which.",
        why="not noted; came with wood as bright as the camera can show",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Quality:
    """What is said of a still (`vision.camera.quality`)."""

    work_width: int = reasoned(
        960,
        "Pictures are judged at this width.",
        why="sharpness in pixels then means the same for every camera",
        date="2026-11-21",
    )
    dark: tuple[float, float] = reasoned(
        (70.0, 40.0),
        "Brightness (0–255, of the table's lighter half) below which light is poor, bad.",
        why="not noted; came with the judging of stills",
        date="2026-11-21",
    )
    colour: float = reasoned(
        8.0,
        "Difference of colours (0–255) that the most colourful thousandth of a picture must have.",
        why="a camera at night films in grey, coded within 3; print on cards differs by 60 and more",
        date="2026-11-29",
    )
    glare: tuple[float, float] = reasoned(
        (0.004, 0.03),
        "Share of the table that is burnt out from which glare is poor, bad.",
        why="not noted; came with the judging of stills",
        date="2026-11-21",
    )
    table: float = reasoned(
        3.0,
        "How many times larger than the board the part of the table is on which cards are laid.",
        why="the pile lies beside the board, within a board's side of it",
        date="2026-11-27",
    )
    burnt: int = reasoned(
        252,
        "Brightness from which a pixel tells nothing any more.",
        why="not noted; came with the judging of stills",
        date="2026-11-21",
    )
    empty: int = reasoned(
        8,
        "Pixels from anything to be seen from which a burnt-out place is a reflection.",
        why="paper has print on it",
        date="2026-11-21",
    )
    blur: tuple[float, float] = reasoned(
        (0.50, 0.62),
        "Blur (0 sharp – 1 blurred) from which a picture is poor, bad.",
        why="not noted; came with the judging of stills",
        date="2026-11-21",
    )
    noise: tuple[float, float] = reasoned(
        (5.0, 12.0),
        "Noise in brightness steps of 255 from which a picture is poor, bad.",
        why="not noted; came with the judging of stills",
        date="2026-11-21",
    )
    card: tuple[float, float] = reasoned(
        (56.0, 40.0),
        "Short side of a card in pixels of the whole picture below which it is poor, bad.",
        why="not noted; came with the judging of stills",
        date="2026-11-21",
    )
    edge: float = reasoned(
        0.01,
        "A board must keep this share of the picture's width away from its edge.",
        why="not noted; came with the judging of stills",
        date="2026-11-21",
    )
    black: float = reasoned(
        8.0,
        "Brightness below which, everywhere, a picture shows nothing at all.",
        why="not noted; came with the judging of stills",
        date="2026-11-21",
    )
    flat: float = reasoned(
        4.0,
        "Spread of brightness below which a picture shows nothing at all.",
        why="something covers the lens",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Steady:
    """Taking a camera that trembles back to where it was (`vision.camera.steady`)."""

    slope: float = reasoned(
        6.0,
        "Levels from pixel to pixel from which on an edge tells a shift.",
        why="not noted; came with cameras that tremble being taken back",
        date="2026-11-22",
    )
    fewest: int = reasoned(
        200,
        "Such pixels that can tell.",
        why="not noted; came with cameras that tremble being taken back",
        date="2026-11-22",
    )
    shifts: tuple[float, float] = reasoned(
        (0.03, 0.5),
        "Pixels of the small copy between which a shift is undone.",
        why="a smaller one does nothing; a larger one is a bump",
        date="2026-11-22",
    )
    rounds: int = reasoned(
        3,
        "Rounds of the fit; each trusts what lies off the last one less (Cauchy's weights).",
        why="arms and new cards lie off it",
        date="2026-11-22",
    )


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """All numbers of the room."""

    dropouts: Dropouts = Dropouts()
    light: Light = Light()
    quality: Quality = Quality()
    steady: Steady = Steady()


CAMERA = CameraSettings()
