"""The numbers of the room of motion, each with its source (see `vision.settings`)."""

from __future__ import annotations

from dataclasses import dataclass

from vision.settings import reasoned, tuned


@dataclass(frozen=True, slots=True)
class Arms:
    """Following arms, and whose they are (`vision.motion.arms`)."""

    gap: int = reasoned(
        4,
        "Small pixels that two parts of one arm may lie apart, half of it.",
        why="a sleeve may look like the table",
        date="2026-11-21",
    )
    least_contact: int = reasoned(
        3,
        "Small pixels of the border that an arm covers at least.",
        why="not noted; came with the first referee",
        date="2026-11-21",
    )
    least_area: float = reasoned(
        0.0008,
        "Share of the picture that an arm covers at least.",
        why="a fingertip with a card is more",
        date="2026-11-21",
    )
    moving: float = reasoned(
        0.5,
        "Share of a part off the border that moves where it is a hand, cut off from its arm …",
        why="a forearm may look like the table; what mostly rests is no hand",
        date="2026-11-22",
    )
    forearm: float = reasoned(
        0.2,
        "… which is no farther off, share of the diagonal.",
        why="not noted; came with hands cut off from their sleeves",
        date="2026-11-22",
    )
    root_moves: float = reasoned(
        0.1,
        "Share of the diagonal by which an arm crosses the border elsewhere in the next picture, at most.",
        why="not noted; came with arms that meet being told apart",
        date="2026-11-21",
    )
    hand: int = reasoned(
        16,
        "Small pixels up to which a hand that meets another may be either's.",
        why="not noted; came with arms that meet being told apart",
        date="2026-11-21",
    )
    forget: float = reasoned(
        0.2,
        "Seconds after which an arm that is not seen any more has left.",
        why="not noted; came with the first referee",
        date="2026-11-21",
    )
    angle_spread: float = tuned(
        0.15,
        "Radians by which the direction of an arm usually misses its owner's shoulder …",
        measured_on="arms of seven simulated rounds in which cards were taken for others': 11 wrong instead "
        "of 36; of 787 arms of 21 others 8 instead of 50",
        count=257,
        date="2026-11-23",
    )
    astray: float = reasoned(
        0.05,
        "… and how likely any direction is at least.",
        why="people lean, and sleeves hang together",
        date="2026-11-23",
    )
    shoulder: tuple[float, float] = tuned(
        (0.43, 0.13),
        "How far the shoulder is behind the table's edge, and to the right of the seat; shares of the "
        "diagonal.",
        measured_on="arms of seven simulated rounds, fitted with the spreads; most arms are right ones",
        count=257,
        date="2026-11-23",
    )
    place_spread: tuple[float, float] = tuned(
        (0.04, 0.7),
        "Share of the diagonal by which an arm's crossing of the border misses the seat, and how much more "
        "for each share that it reaches in.",
        measured_on="arms of seven simulated rounds; who lays something before himself does so from where "
        "he sits",
        count=257,
        date="2026-11-23",
    )
    least_reach: float = reasoned(
        0.1,
        "Share of the diagonal that an arm must reach in before its direction tells anything.",
        why="not noted; came with short reaches telling more of seats",
        date="2026-11-23",
    )
    glimpse: float = reasoned(
        0.3,
        "What a picture of an arm weighs that only just reaches in; one across all of the table weighs 1 "
        "more.",
        why="the first glimpse of a hand tells less than the whole arm",
        date="2026-11-23",
    )
    surer: float = tuned(
        2.0,
        "How much likelier (power) all pictures of an arm make its seat than one of them.",
        measured_on="arms of seven simulated rounds, fitted with the spreads",
        count=257,
        date="2026-11-23",
    )
    half_trust: float = tuned(
        12.0,
        "Seconds without pictures after which what an arm was bringing is as likely somebody else's.",
        measured_on="cards brought so in simulated rounds where people wait for the camera: 71 were his",
        count=74,
        date="2026-11-22",
    )
    widest: float = reasoned(
        0.3,
        "Share of the diagonal that an arm takes of the border at most.",
        why="more is a light that has changed along the border",
        date="2026-11-22",
    )
    goes_on: float = reasoned(
        0.05,
        "Share of an arm that must be where it was not before for the picture to tell whose it is.",
        why="at rest it tells nothing new",
        date="2026-11-22",
    )
    stranger: float = reasoned(
        0.003,
        "What even the least likely seat keeps.",
        why="an arm may come from anywhere",
        date="2026-11-23",
    )


@dataclass(frozen=True, slots=True)
class Changed:
    """What has changed on the known table, and who did it (`vision.motion.changes`)."""

    rest: float = reasoned(
        0.12,
        "Seconds without change after which something lies still.",
        why="not noted; came with the first referee",
        date="2026-11-21",
    )
    idle: float = reasoned(
        2.0,
        "Seconds without change after which what hangs on the border is no arm, or one that rests.",
        why="whoever reaches past it is somebody else",
        date="2026-11-21",
    )
    held: float = reasoned(
        1.0,
        "Seconds for which what rested over the table shows by which light it is lit.",
        why="lamps tremble faster",
        date="2026-11-22",
    )
    least_news: int = reasoned(
        12,
        "Small pixels; less is a speck of noise.",
        why="a card is 15 by 25 of them",
        date="2026-11-21",
    )
    together: int = reasoned(
        3,
        "Of the nine pixels round one that has changed so many must have, itself among them.",
        why="noise comes alone and in pairs",
        date="2026-11-22",
    )
    restless: float = reasoned(
        0.08,
        "Share of a piece of news that may still flicker.",
        why="so that a pile under a trembling lamp comes to rest",
        date="2026-11-21",
    )
    same_picture: float = reasoned(
        0.005,
        "Seconds between two pictures at least.",
        why="times are kept in single precision, a millisecond after hours",
        date="2026-11-22",
    )
    established: float = reasoned(
        0.3,
        "Seconds that a place must rest, once, before what changes there is news.",
        why="a hand over a box rests as long, cards are laid later than that after the first picture",
        date="2026-11-27",
    )
    as_at_first: float = reasoned(
        0.8,
        "Share of a card that looks as its place did when it was first known, if it lay there before.",
        why="a card that comes changes its place but where it is as white as what lies there",
        date="2026-11-29",
    )
    at_it: float = reasoned(
        0.15,
        "Share of a change that an arm which made it was over.",
        why="not noted; came with edges given room in noise",
        date="2026-11-21",
    )
    already: float = reasoned(
        0.6,
        "Share of a place that looked as now before an arm came, which then did not change it.",
        why="not noted; came with edges given room in noise",
        date="2026-11-21",
    )
    other: float = reasoned(
        0.4,
        "Weight of an arm that was there too, against the last one …",
        why="not noted; came with edges given room in noise",
        date="2026-11-21",
    )
    done: float = reasoned(
        0.2,
        "… and how much less it counts if it has brought its card.",
        why="not noted; came with edges given room in noise",
        date="2026-11-21",
    )
    held_it: float = reasoned(
        0.15,
        "Weight of one that was there longer and seems to have found it so.",
        why="an arm that held its card still beside one that leans in counts too",
        date="2026-11-23",
    )
    drift: float = reasoned(
        0.05,
        "How fast the known table follows slow changes of light, per picture.",
        why="not noted; came with the first referee",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class FullTable:
    """The table in full size (`vision.motion.full_table`)."""

    refresh: float = reasoned(
        1.0,
        "Seconds between two renewals of all that has lain still.",
        why="not noted; came with the table in full size",
        date="2026-11-24",
    )


@dataclass(frozen=True, slots=True)
class Seats:
    """Learning the seats from where arms come (`vision.motion.seats`)."""

    apart: float = reasoned(
        2.0,
        "Places must lie this many times further apart than the arms of one place do.",
        why="not noted; both filmed rounds settle exactly with it",
        date="2026-11-21",
    )
    least_gap: float = reasoned(
        0.35,
        "Share of an even spacing round the table that two players' places lie apart at least.",
        why="not noted; both filmed rounds settle exactly with it",
        date="2026-11-21",
    )
    most_arms: int = reasoned(
        80,
        "Arms that are remembered.",
        why="not noted; came with seats being learnt from arms",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Stillness:
    """What moves, and since when the rest lies still (`vision.motion.stillness`)."""

    width: int = reasoned(
        400,
        "About how wide the small copy is.",
        why="a card on a webcam's table is then still 15 by 25 pixels",
        date="2026-11-21",
    )
    least_step: float = reasoned(
        12.0,
        "Smallest change, in levels of 255, that can be a movement.",
        why="not noted; came with the first referee",
        date="2026-11-21",
    )
    noise_steps: float = reasoned(
        6.0,
        "A change must also be this many times the camera's own noise …",
        why="not noted; came with differences being smoothed in noise",
        date="2026-11-21",
    )
    softest: float = reasoned(
        1.6,
        "… once it is smoothed, over so many small pixels at most.",
        why="a card is still a card then",
        date="2026-11-21",
    )
    trembles: float = reasoned(
        0.08,
        "Share of its brightness by which what lies still may differ.",
        why="light that trembles is not the same all over",
        date="2026-11-23",
    )
    measured: float = reasoned(
        0.25,
        "Seconds between two pictures from which noise is told.",
        why="cameras mix each picture with the last one",
        date="2026-11-21",
    )
    textured: int = reasoned(
        40,
        "Levels by which neighbours differ where edges tell how much a camera, or its coding, shivers.",
        why="not noted; came with the measuring of noise",
        date="2026-11-21",
    )
    learns: float = reasoned(
        0.2,
        "Weight of the latest of these measures …",
        why="a camera that was pushed once is none that shivers",
        date="2026-11-21",
    )
    measures: int = reasoned(
        16,
        "… and of so many of them …",
        why="not noted; came with passing hands being no shiver",
        date="2026-11-21",
    )
    low: float = reasoned(
        0.3,
        "… which one (quantile) tells how much edges shiver.",
        why="a low one, for hands and bumps pass",
        date="2026-11-21",
    )
    most_shiver: float = reasoned(
        0.06,
        "Share of an edge's height that shivers at most.",
        why="what moves by more is no noise",
        date="2026-11-21",
    )
    wide: int = reasoned(
        5,
        "Of so many pixels, each way …",
        why="not noted; came with the counting of what moves",
        date="2026-11-21",
    )
    solid: float = reasoned(
        0.4,
        "… more than such a share differs where something moves (every second pixel is looked at).",
        why="not noted; came with the counting of what moves",
        date="2026-11-21",
    )
    fewest: int = reasoned(
        200,
        "Pixels at edges that can tell how much they shiver.",
        why="not noted; came with the measuring of noise",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Watch:
    """The table as it rests (`vision.motion.watch`)."""

    keep_arms: float = reasoned(
        8.0,
        "For how long an arm that has left may have brought what is seen.",
        why="as before",
        date="2026-11-29",
    )
    first_seen: float = reasoned(
        0.5,
        "What is seen so soon after the first picture, or after a gap, lay there before.",
        why="no hand is so quick",
        date="2026-11-29",
    )
    settled: float = reasoned(
        1.5, "For how long the table rests where it is known anew.", why="after its looks", date="2026-11-29"
    )


@dataclass(frozen=True, slots=True)
class MotionSettings:
    """All numbers of the room."""

    arms: Arms = Arms()
    changes: Changed = Changed()
    full_table: FullTable = FullTable()
    seats: Seats = Seats()
    stillness: Stillness = Stillness()
    watch: Watch = Watch()


MOTION = MotionSettings()
