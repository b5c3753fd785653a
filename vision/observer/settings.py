"""The numbers of the observer, each with its source (see `vision.settings`)."""

from __future__ import annotations

from dataclasses import dataclass

from vision.settings import reasoned, tuned


@dataclass(frozen=True, slots=True)
class Boxes:
    """When the chips of a box are counted."""

    rest: float = reasoned(
        0.2,
        "Seconds that a box lies still before its chips are counted.",
        why="not noted; came with the first observer",
        date="2026-11-21",
    )
    moves: float = reasoned(
        0.02,
        "Share of a box that may move while it counts as lying still.",
        why="not noted; came with the first observer, edges shiver",
        date="2026-11-21",
    )
    again: float = reasoned(
        0.5,
        "Seconds until a box that something hides is looked at again.",
        why="not noted; came with the watching of films",
        date="2026-11-21",
    )
    shaded: float = tuned(
        0.5,
        "Share of what seems to be an arm over a box that must have changed its light alone for it to be a "
        "shadow maybe …",
        measured_on="boxes that were counted too late under shadows, seeds 1617, 1656, 1881, 1893, 1912: 3 "
        "are left",
        count=9,
        date="2026-11-25",
    )
    stirs: float = reasoned(
        0.05,
        "… and share of it that may move.",
        why="somebody's shadow rests while the antes go in",
        date="2026-11-25",
    )


@dataclass(frozen=True, slots=True)
class Table:
    """The table as a whole."""

    lost: float = reasoned(
        0.6,
        "Share of the picture that changes only when the camera or the table is moved.",
        why="arms and cards cover less of it",
        date="2026-11-21",
    )
    lying_still: float = reasoned(
        0.4,
        "Share of a card that may have changed since the first picture, or be hidden, if it lay there then.",
        why="cards of a pile of which one laid in the first second hid up to 29 %; that one changed by 65 %",
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class Certain:
    """Which cards surely lie on the table (`vision.observer.certain`)."""

    beside: int = reasoned(
        2,
        "Small pixels round an arm, and round what nobody has explained, in which nothing is shown either.",
        why="an edge of a card that is held changes its place little by little",
        date="2026-11-27",
    )
    free: float = reasoned(
        0.5,
        "Seconds that the place of a card must be free before it is certain.",
        why="a hand that goes on takes what it holds with it in less",
        date="2026-11-29",
    )
    again: float = reasoned(
        0.5,
        "Seconds until a card that was not certain at one look is looked at again …",
        why="light and trembling change by then",
        date="2026-11-29",
    )
    looks: int = reasoned(
        6,
        "… so many times at most.",
        why="each takes as long as reading a card does; what is hidden stays so",
        date="2026-11-29",
    )
    one_card: float = reasoned(
        0.4, "Overlap of two outlines of one card.", why="outlines of one card shift", date="2026-11-29"
    )
    read: float = reasoned(
        0.5, "Probability of its face, at least.", why="likelier than all others", date="2026-11-29"
    )
    off_plane: float = tuned(
        20.0,
        "Chi-square from which on an outline is none of a card on the table's plane.",
        measured_on="cards of living-tigullio-3 whose place was free and whose face was read by at least "
        "0.8: 21 below, 2 above (28); all of them were laid",
        count=23,
        date="2026-11-29",
    )


@dataclass(frozen=True, slots=True)
class Proofs:
    """Small pictures that prove what was seen (`vision.observer.proofs`)."""

    margin: float = reasoned(
        0.6,
        "What is shown round a place, as a share of its longer side.",
        why="not noted; presentation, nothing is read from it",
        date="2026-11-24",
    )
    named: float = reasoned(
        0.4,
        "How surely our own reader names a card in a picture that then is not given out as it is.",
        why="below the half from which on a card counts as named: the same picture may be read once more",
        date="2026-11-29",
    )
    waiting: int = reasoned(
        32,
        "Cards of which it is kept how their place looked before.",
        why="more are not laid before a hand leaves; 100 kB each",
        date="2026-11-29",
    )
    unknown: int = reasoned(
        128,
        "Grey of a picture from before that there is none of.",
        why="not noted; presentation, nothing is read from it",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class ObserverSettings:
    """All numbers of the room."""

    boxes: Boxes = Boxes()
    table: Table = Table()
    certain: Certain = Certain()
    proofs: Proofs = Proofs()


OBSERVER = ObserverSettings()
