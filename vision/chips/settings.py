"""The numbers of the room of chips, each with its source (see `vision.settings`)."""

from __future__ import annotations

from dataclasses import dataclass

from vision.settings import fact, reasoned, tuned


@dataclass(frozen=True, slots=True)
class Marks:
    """What several modules ask of a mark, a middle that the networks' maps show."""

    faint: float = reasoned(
        0.12,
        "Height below which a mark is no chip, whatever its colour; one from there on that is not counted "
        "leaves it open whether one more lies there.",
        why="not noted; came with the share that a chip must explain by itself",
        date="2026-11-24",
    )
    certain: float = reasoned(
        0.6,
        "Height from which a mark is a chip, whatever it covers.",
        why="so high a mark may lie upon others, and little of it is then its own",
        date="2026-11-24",
    )


@dataclass(frozen=True, slots=True)
class Memory:
    """How a box looked before (`vision.chips.box_memory`)."""

    remembered_from: float = reasoned(
        0.6,
        "Confidence from which an empty box is remembered.",
        why="not noted; came with the comparison with empty boxes",
        date="2026-11-21",
    )
    clear: float = reasoned(
        0.02,
        "Share of a box that may be hidden when its look is remembered.",
        why="not noted; came with boxes that are compared with how they were empty",
        date="2026-11-21",
    )
    moved: float = reasoned(
        2.0,
        "Pixels by which a corner must lie elsewhere for the board to have been moved.",
        why="then it shows other walls",
        date="2026-11-21",
    )
    still_there: float = reasoned(
        0.5,
        "Share of the chips told in a box at first which must be told still for all to lie there.",
        why="where most of it is gone, what is seen counts",
        date="2026-11-25",
    )


@dataclass(frozen=True, slots=True)
class Boxes:
    """Counting in flattened boxes (`vision.chips.boxes`)."""

    margin: float = reasoned(
        0.04,
        "How far beyond its outline a box is looked at, as a share of its side.",
        why="walls lean, corners are off",
        date="2026-11-21",
    )
    sides: tuple[int, int] = reasoned(
        (144, 80),
        "Sides in pixels to which a flattened box is shrunk.",
        why="the network marks chips of 12 to 54 px; the second finds those that are large for their box",
        date="2026-11-21",
    )
    step: float = reasoned(
        12.0,
        "Levels (of 255) by which a place differs from how it was empty, the light evened.",
        why="not noted; came with the comparison with empty boxes",
        date="2026-11-21",
    )
    changed: int = reasoned(
        150,
        "Of so many pixels of the flattened box that differ, the box is empty no more.",
        why="not noted; of fewer where a chip is marked there",
        date="2026-11-21",
    )
    new: float = tuned(
        0.04,
        "Share of a chip that must differ from how its place looked before.",
        measured_on="flat boxes with something left in them, seeds 1332-1390 and 1500-1559; of a white chip "
        "on white it is little",
        count=70,
        date="2026-11-25",
    )
    light_spread: float = reasoned(
        0.05,
        "How far light strays from a quadric over a box (natural logarithm of the ratio).",
        why="not noted; came with the comparison with empty boxes, Cauchy's weight halves there",
        date="2026-11-21",
    )
    crowded: float = reasoned(
        0.75,
        "Sizes between the middles of two chips below which the upper one may hide a third.",
        why="not noted; came with the estimate of how many chips a heap hides",
        date="2026-11-21",
    )
    explained: float = reasoned(
        0.93,
        "Share of what differs from the empty box that the counted chips must cover for a count that is "
        "sure.",
        why="not noted; came with the estimate of how sure a count is",
        date="2026-11-21",
    )
    exact_plain: float = tuned(
        0.95,
        "Probability that a count is right where all is plain to see; people are believed against a box "
        "that is told less surely.",
        measured_on="simulated boxes; court cards show round things",
        count=2600,
        date="2026-11-21",
    )
    exact_unknown: float = tuned(
        0.5,
        "The same where nobody knows the empty box, or chips may lie straight upon each other.",
        measured_on="simulated boxes",
        count=2600,
        date="2026-11-21",
    )
    exact_heaped: float = tuned(
        0.2,
        "The same in heaps.",
        measured_on="simulated boxes",
        count=2600,
        date="2026-11-21",
    )
    middle: float = reasoned(
        0.25,
        "Sides from a box's middle within which chips thrown on a heap fall.",
        why="half of the laid ones lie beyond it",
        date="2026-11-21",
    )
    below: int = reasoned(
        2,
        "Chips that one which lies half upon others hides, about.",
        why="not noted; an estimate that is told as one",
        date="2026-11-21",
    )
    hidden_from: float = reasoned(
        0.12,
        "From this share of the box on, what hides it forbids any count.",
        why="not noted; came with the first counting of boxes",
        date="2026-11-21",
    )

    @property
    def rim(self) -> float:
        """The margin in pixels of the larger square."""
        return self.margin / (1 + 2 * self.margin) * self.sides[0]


@dataclass(frozen=True, slots=True)
class Discs:
    """Finding chips in any picture (`vision.chips.discs`)."""

    grain: int = fact(
        16,
        "The networks take heights and widths that are multiples of this.",
        source="their architecture, models/chips.md",
    )
    long_side: int = reasoned(
        1600,
        "A photo is looked at with its longer side at most this many pixels, then at a half, a quarter …",
        why="not noted; the network marks chips of 12 to 54 px, the halves find larger ones",
        date="2026-11-21",
    )
    coarsest: int = reasoned(
        200,
        "… down to about this.",
        why="not noted; a chip of the network's largest size fills a quarter of that",
        date="2026-11-21",
    )
    grey: int = reasoned(
        16,
        "A chip is grey where nine tenths of its pixels have channels that differ by less (of 255).",
        why="not noted; came with the first finder of chips",
        date="2026-11-21",
    )
    sure: float = tuned(
        0.62,
        "Height from which a mark in a whole photo counts by itself.",
        measured_on="photographs with six poker chips each, on which it was chosen: six found on each, none "
        "besides; a room is full of things like chips",
        count=4,
        date="2026-11-21",
    )
    beside: float = reasoned(
        1.3,
        "A lower mark counts beside a counted chip of its size, at most so many sizes away.",
        why="chips lie in heaps, and those that touch are one size apart",
        date="2026-11-21",
    )
    alike: float = reasoned(
        1.35,
        "The chips of a heap differ in size by at most this factor.",
        why="not noted; came with the trained finder of chips",
        date="2026-11-21",
    )
    print: float = tuned(
        0.22,
        "What lies on a card and is smaller than this, in its short sides, is printed there.",
        measured_on="marks on cards of photographs without chips: half of them at most 0.08, the largest "
        "0.17; a chip of 16 mm, smaller than any sold with the game, is 0.25 of a poker card",
        count=468,
        date="2026-11-27",
    )
    unlike: float = tuned(
        2.5,
        "What differs more from the usual size of a photo's sure chips is none.",
        measured_on="chips of six photographs, in their sight: no real one differs more than 2.4 times, a "
        "dark thing at one's border 2.8 times",
        count=46,
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class Footprints:
    """Which marks are chips, by what each covers (`vision.chips.footprints`)."""

    its_own: float = tuned(
        0.35,
        "Share of a chip that must be seen and no surer one's, where its middle is marked well enough …",
        measured_on="boxes of 66 simulated tables",
        count=332,
        date="2026-11-24",
    )
    alone: float = tuned(
        0.6,
        "… and where it is marked faintly.",
        measured_on="boxes of 66 simulated tables",
        count=332,
        date="2026-11-24",
    )
    doubtful: float = tuned(
        0.3,
        "The same of a disc that is not certain, in a box that was seen empty, and of what only the coarser "
        "copy marks.",
        measured_on="boxes of simulated antes; 0.2 to 0.35 count the same",
        count=588,
        date="2026-11-25",
    )
    astray: int = reasoned(
        1,
        "Well marked middles of one box that may explain nothing.",
        why="where there are more, chips lie in a heap",
        date="2026-11-24",
    )
    length: float = fact(
        1 / 0.6,
        "Length of bars and plaques in sizes.",
        source="the size of a bar is 0.6 of its length (`vision.chips.discs.Chip`)",
    )
    breadths: tuple[float, float] = reasoned(
        (0.3, 0.6),
        "Breadth of bars, and of plaques, as a share of their length.",
        why="the network has learnt bars at least 2.6 times as long as wide, and plaques up to 2 times",
        date="2026-11-24",
    )
    turns: int = reasoned(
        12,
        "Directions in which a bar is tried.",
        why="every 15°",
        date="2026-11-24",
    )
    part: float = tuned(
        0.85,
        "A bar that lies end to end with another is at most so large as the one that both look like …",
        measured_on="flat boxes of 240 rendered tables, with the whole rule: 1,252 exact instead of 1,249",
        count=1261,
        date="2026-11-26",
    )
    apart: tuple[float, float] = tuned(
        (0.2, 0.8),
        "… its middle lies so far from that one's, in that one's sizes …",
        measured_on="flat boxes of 240 rendered tables, with the whole rule: 1,252 exact instead of 1,249",
        count=1261,
        date="2026-11-26",
    )
    opposite: float = tuned(
        0.8,
        "… and the other's on the other side: least cosine, but for its sign …",
        measured_on="flat boxes of 240 rendered tables, with the whole rule: 1,252 exact instead of 1,249",
        count=1261,
        date="2026-11-26",
    )
    seen: float = tuned(
        0.7,
        "… and so much of each of the two is seen.",
        measured_on="flat boxes of 240 rendered tables, with the whole rule: 1,252 exact instead of 1,249",
        count=1261,
        date="2026-11-26",
    )
    longer: float = tuned(
        1.37,
        "Times as long as the bars beside it, a bar that the coarser copy alone marks is two.",
        measured_on="boxes of simulated antes: single ones up to 1.33, two from 1.4",
        count=1271,
        date="2026-11-26",
    )

    def breadth(self, shape: str) -> float:
        """Of a ``long`` or ``wide`` chip, as a share of its length."""
        return self.breadths[shape == "wide"]


@dataclass(frozen=True, slots=True)
class Kinds:
    """Learning the chips of a table (`vision.chips.kinds`)."""

    reach: float = reasoned(
        0.9,
        "Sizes of a chip by which a finger may miss its middle.",
        why="not noted; came with chips being learnt from a still",
        date="2026-11-21",
    )
    apart: float = reasoned(
        12.0,
        "Colours nearer than this (`vision.chips.likeness.colour_gap`) are refused as two kinds.",
        why="they cannot be told apart under another lamp",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Likeness:
    """How like a kind a chip is (`vision.chips.likeness`)."""

    other_shape: float = reasoned(
        25.0,
        "How much unlike in colour (`colour_gap`) a wrong shape makes a chip.",
        why="not noted; came with boxes that are compared with how they were empty",
        date="2026-11-21",
    )
    lightness: float = tuned(
        0.4,
        "What lightness counts where colours are compared (CIE L*a*b*).",
        measured_on="boxes of the films' antes, with the other rules of that day: 28 exact instead of 17; "
        "lamps change it",
        count=35,
        date="2026-11-21",
    )
    gamma: float = fact(
        2.2,
        "Exponent by which pictures store light.",
        source="about that of sRGB",
    )


@dataclass(frozen=True, slots=True)
class Unprinted:
    """Chips and print in a box that nobody saw empty (`vision.chips.unprinted`)."""

    unlike: float = tuned(
        0.05,
        "What each unit of `colour_gap` to the likeliest kind takes from the logit of a middle's height …",
        measured_on="simulated boxes with chips, with the whole rule: 1,626 seen instead of 1,598",
        count=1640,
        date="2026-11-24",
    )
    misshapen: float = tuned(
        1.44,
        "… and what it takes that no kind of this colour has the middle's shape.",
        measured_on="simulated boxes with chips, with the whole rule: 1,626 seen instead of 1,598",
        count=1640,
        date="2026-11-24",
    )
    lights: tuple[float, ...] = reasoned(
        (0.7, 1.0, 1.4, 2.0, 2.8),
        "Strengths of the light in which a chip is compared with its kind …",
        why="boxes lie in the shade; about half a stop apart",
        date="2026-11-24",
    )
    relit: float = reasoned(
        8.0,
        "… each costs so many units of `colour_gap`, times the logarithm of the strength.",
        why="not noted; came with the comparison of colours in other lights",
        date="2026-11-24",
    )
    untold: float = reasoned(
        24.0,
        "`colour_gap` that is supposed where a kind's colour is not told.",
        why="not noted; came with the comparison of colours",
        date="2026-11-24",
    )
    enough: float = tuned(
        0.18,
        "Height, so lowered, from which a middle is a chip.",
        measured_on="boxes of 66 simulated tables",
        count=334,
        date="2026-11-24",
    )
    plainest: int = reasoned(
        60,
        "So many of the pixels that most surely belong to a chip are heard.",
        why="not noted; came with the weighing of both witnesses",
        date="2026-11-24",
    )
    some_chip: tuple[float, float, float] = tuned(
        (3.3, 0.65, 4.1),
        "Slope, area slope and shift: logit(some chip is there) = slope × logit(highest middle) + area "
        "slope × logit(mean of the plainest) + shift.",
        measured_on="simulated boxes, full and empty ones counting half each",
        count=2100,
        date="2026-11-24",
    )
    opposite: float = tuned(
        0.95,
        "Correlation with what lies opposite from which a mark is print.",
        measured_on="empty boxes of simulated tables, chips told in 2 instead of 17; of 3,000 marks of "
        "chips 99 in 100 are below 0.88",
        count=897,
        date="2026-11-26",
    )
    around: float = reasoned(
        0.75,
        "What is compared reaches so many sizes about a mark; a chip as near to the middle of the box lies "
        "opposite itself.",
        why="not noted; came with the telling of what is printed twice",
        date="2026-11-26",
    )
    leeway: int = reasoned(
        10,
        "So many pixels beside its place is opposite still.",
        why="the card may lie half as many beside the middle of the box; 5 and 12 tell the same of "
        "simulated ones",
        date="2026-11-26",
    )
    mottled: float = tuned(
        0.3,
        "… and is print if its colours scatter more than this, as a share of their mean …",
        measured_on="empty boxes of simulated tables; chips 0.12 at most, print 0.43 at least",
        count=897,
        date="2026-11-26",
    )
    mottled_within: float = reasoned(
        0.36,
        "… within so many sizes of its middle.",
        why="not noted; came with the telling of what is printed twice",
        date="2026-11-26",
    )
    surest: float = reasoned(
        0.01,
        "A probability so low or so near to 1 says as much as none or all.",
        why="not noted; came with the weighing of both witnesses",
        date="2026-11-24",
    )


@dataclass(frozen=True, slots=True)
class ChipSettings:
    """All numbers of the room."""

    marks: Marks = Marks()
    memory: Memory = Memory()
    boxes: Boxes = Boxes()
    discs: Discs = Discs()
    footprints: Footprints = Footprints()
    kinds: Kinds = Kinds()
    likeness: Likeness = Likeness()
    unprinted: Unprinted = Unprinted()


CHIPS = ChipSettings()
