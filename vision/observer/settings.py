"""The numbers of the observer, each with its source (see `vision.settings`)."""

from __future__ import annotations

from dataclasses import dataclass

from vision.settings import reasoned, tuned


@dataclass(frozen=True, slots=True)
class News:
    """When news is looked at, and what becomes of it."""

    tries: tuple[float, ...] = reasoned(
        (0.0, 0.45),
        "Seconds after coming to rest at which news is looked at, the last time searched for cards.",
        why="a look alone comes first; another one in between would mostly see the same",
        date="2026-11-27",
    )
    arm_rests: float = reasoned(
        20.0,
        "Seconds after which something at the border that is no card counts as part of the table.",
        why="not noted; came with the first observer",
        date="2026-11-21",
    )
    since_last: float = reasoned(
        0.3,
        "Share of what a new card has changed, after the card before it was laid, that tells when it came.",
        why="the rest may be older: white upon white is no change",
        date="2026-11-27",
    )
    unclear: float = reasoned(
        0.3,
        "News that new cards leave unexplained, in cards, from which on it is looked at again.",
        why="mostly a hand",
        date="2026-11-22",
    )
    hidden: float = reasoned(
        0.1,
        "Share of a new card under a hand from which on it is looked for again when the hand has gone.",
        why="its place is not guessed",
        date="2026-11-22",
    )
    let_go: float = reasoned(
        0.85,
        "Share of a piece of news that lies on a card, still read there, from which on its hand has let go "
        "of it.",
        why="not noted; came with a card read surely being hardly doubted",
        date="2026-11-23",
    )
    same_place: float = reasoned(
        0.7,
        "Overlap from which on what an arm's leaving brings to light is the card that it hid.",
        why="those of a fan lie farther apart",
        date="2026-11-22",
    )


@dataclass(frozen=True, slots=True)
class Arriving:
    """Cards that a hand is laying."""

    rests: float = reasoned(
        0.2,
        "Seconds after which a card that a hand has brought to rest is seen again if it stays there.",
        why="a hand on its way waits for less",
        date="2026-11-27",
    )
    first_waits: float = reasoned(
        1.5,
        "Seconds that a first card under a hand, where none are laid yet, waits for another upon it.",
        why="in a run they follow each other within 0.9; without one it is told when its hand has left",
        date="2026-11-27",
    )
    moved_on: float = reasoned(
        2.0,
        "Seconds within which a card that was told may be moved on by its hand.",
        why="a hand that waited on its way; later it was pushed, or is misread",
        date="2026-11-27",
    )
    same_rest: float = reasoned(
        0.1,
        "Seconds within which two looks at one place are at one card, and the surer one tells its face.",
        why="cards of a run are laid 0.25 s apart",
        date="2026-11-27",
    )
    hidden: float = reasoned(
        0.6,
        "Seconds after which one that is hidden now, and was seen nowhere else, lies there.",
        why="the hand, or the next card of a run, is upon it",
        date="2026-11-27",
    )


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
class Looks:
    """Looks at cards that lie there already."""

    most: int = reasoned(
        3,
        "Looks at a card whose face is not sure …",
        why="not noted; looks of one camera err alike",
        date="2026-11-21",
    )
    looked_back: int = reasoned(
        16,
        "… and that is one of the last so many.",
        why="a hand laid open",
        date="2026-11-22",
    )
    lying_still: float = reasoned(
        0.4,
        "Share of a card that may have changed since the first picture, or be hidden, if it lay there then.",
        why="cards of a pile of which one laid in the first second hid up to 29 %; that one changed by 65 %",
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class Beneath:
    """Cards that were put down at once with one that was told, as a fan."""

    after: float = reasoned(
        0.5,
        "Seconds after a card came to lie from which on it is looked at what was laid with it …",
        why="its hand has mostly left",
        date="2026-11-27",
    )
    until: float = reasoned(
        4.0,
        "… until so many.",
        why="later others lie upon it",
        date="2026-11-27",
    )
    looked_back: int = reasoned(
        6,
        "Of so many cards told last at most.",
        why="a hand lays no more in that time",
        date="2026-11-27",
    )
    beside: float = reasoned(
        0.5,
        "In sides of a card: so far beside it is looked for changes that came with it.",
        why="four cards in a tight fan reach about so far",
        date="2026-11-27",
    )
    edge: int = reasoned(
        2,
        "Small pixels by which an outline guessed from an index alone may lie too far under other cards.",
        why="an index is four to five of them wide",
        date="2026-11-27",
    )
    least: float = tuned(
        0.15,
        "Share of a card beside it, and of what is in sight of one under it, that must have come with it.",
        measured_on="cards in fans of the simulated rounds 936 and 941 that nothing laid later hid: 0.2 to "
        "1; older cards are known by their faces, their share alone (0 to 0.7) does not tell",
        count=14,
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class Table:
    """The table as a whole."""

    refresh_rest: float = reasoned(
        0.4,
        "Seconds that a part must have lain still to be renewed.",
        why="not noted; came with outlines being fitted to what changed",
        date="2026-11-21",
    )
    lost: float = reasoned(
        0.6,
        "Share of the picture that changes only when the camera or the table is moved.",
        why="arms and cards cover less of it",
        date="2026-11-21",
    )
    first_seen: float = reasoned(
        0.3,
        "Seconds after a spell without pictures until which what comes to rest had come during it.",
        why="not noted; came with whose arm brings what while the camera is gone",
        date="2026-11-22",
    )
    keep_arms: float = reasoned(
        10.0,
        "Seconds that an arm is remembered after it left.",
        why="what it brought may be found only later",
        date="2026-11-21",
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

    news: News = News()
    arriving: Arriving = Arriving()
    boxes: Boxes = Boxes()
    looks: Looks = Looks()
    beneath: Beneath = Beneath()
    table: Table = Table()
    certain: Certain = Certain()
    proofs: Proofs = Proofs()


OBSERVER = ObserverSettings()
