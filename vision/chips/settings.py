"""The numbers of the room of chips, one a line: what it is, and what it was counted on, or a guess."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Marks:
    """What several modules ask of a mark, a middle that the networks' maps show."""

    faint: float = 0.12  # height of a chip at least; guess: less, print is chips; more, hidden chips lack
    certain: float = 0.6  # a chip whatever it covers; guess: less, one marked twice is two; more, heaps lack


@dataclass(frozen=True, slots=True)
class Memory:
    """How a box looked before (`vision.chips.box_memory`)."""

    remembered_from: float = 0.6  # a box is empty; guess: less, one with a chip in it is known as empty
    clear: float = 0.02  # of it hidden then; guess: more, a finger is part of the empty box
    moved: float = 2.0  # px off, the board was moved; guess: more, its walls are taken for chips
    still_there: float = 0.5  # of the chips told first; guess: less, what was taken lies there still


@dataclass(frozen=True, slots=True)
class Boxes:
    """Counting in flattened boxes (`vision.chips.boxes`)."""

    margin: float = 0.04  # of its side looked at beyond; guess: less, chips at leaning walls are cut
    sides: tuple[int, int] = (144, 80)  # px; guess: others, chips leave the 12 to 54 px it marks
    step: float = 12.0  # levels off the empty box; guess: more, white on white is empty; less, noise is chips
    changed: int = 150  # px that differ, unmarked: no more empty; guess: fewer, a shadow lays a chip
    new: float = 0.04  # of a chip differs; counted on 70 flat boxes with something left in them
    light_spread: float = 0.05  # log off a quadric; guess: less, soft light is chips; more, chips are light
    crowded: float = 0.75  # sizes between two that hide a third; guess: more, rows of chips are heaps
    explained: float = 0.93  # of what differs, a sure count; guess: less, a hidden chip is no doubt
    exact_plain: float = 0.95  # right where all is plain; counted on 2,600 simulated boxes
    exact_unknown: float = 0.5  # where nobody saw it empty, or chips hide; counted on 2,600 simulated boxes
    exact_heaped: float = 0.2  # in heaps; counted on 2,600 simulated boxes
    middle: float = 0.25  # sides from it, a heap; guess: less, a heap's top is a sure count
    below: int = 2  # chips that one upon others hides; guess: another, «about» so many is wrong
    hidden_from: float = 0.12  # of a box: no count; guess: more, chips under a hand lack; less, antes lag

    @property
    def rim(self) -> float:
        """The margin in pixels of the larger square."""
        return self.margin / (1 + 2 * self.margin) * self.sides[0]


@dataclass(frozen=True, slots=True)
class Discs:
    """Finding chips in any picture (`vision.chips.discs`)."""

    grain: int = 16  # px of which sides are multiples; fixed: the networks' architecture, models/chips.md
    long_side: int = 1600  # px of a photo at most, then a half, a quarter …; guess: less, small chips lack
    coarsest: int = 200  # … down to this; guess: more, chips held to the lens lack
    grey: int = 16  # channels apart; guess: more, pale chips have no colour; less, grey ones have a lamp's
    sure: float = 0.62  # a mark in a photo; counted on 4 photographs of six chips: six on each, none besides
    beside: float = 1.3  # sizes from a counted one; guess: less, chips that touch lack; more, print joins
    alike: float = 1.35  # times in size within a heap; guess: more, pips beside chips are chips
    print: float = 0.22  # of a card's short side, its print; counted on 468 marks on cards: 0.17 at most
    unlike: float = 2.5  # times off a photo's usual chip; counted on 46 chips of six photographs: 2.4 at most


@dataclass(frozen=True, slots=True)
class Footprints:
    """Which marks are chips, by what each covers (`vision.chips.footprints`)."""

    its_own: float = 0.35  # seen of it alone, marked well; counted on 332 boxes of 66 simulated tables
    alone: float = 0.6  # the same, marked faintly; counted on 332 boxes of 66 simulated tables
    # Also of what the coarser copy alone marks.
    doubtful: float = 0.3  # of a disc, box seen empty; counted on 588 boxes of antes: 0.2 to 0.35 are alike
    astray: int = 1  # well marked, explains nothing; guess: more, chips of a heap are dropped
    length: float = 1 / 0.6  # sizes of bars; fixed: a bar's size is 0.6 of it (`vision.chips.discs.Chip`)
    breadths: tuple[float, float] = (0.3, 0.6)  # of its length, bar and plaque; guess: more, neighbours lack
    # A bar that looks like two end to end; the whole rule: 1,252 of 1,261 exact instead of 1,249.
    part: float = 0.85  # of its size, each; counted on 1,261 flat boxes of 240 rendered tables
    apart: tuple[float, float] = (0.2, 0.8)  # sizes off its middle; counted on 1,261 flat boxes, as above
    opposite: float = 0.8  # least cosine, but for its sign; counted on 1,261 flat boxes, as above
    seen: float = 0.7  # of each; counted on 1,261 flat boxes, as above
    longer: float = 1.37  # times the bars beside it: two; counted on 1,271 boxes: one to 1.33, two from 1.4
    # -- Widths of searches: speed, not truth
    turns: int = 12  # directions in which a bar is tried: every 15°

    def breadth(self, shape: str) -> float:
        """Of a ``long`` or ``wide`` chip, as a share of its length."""
        return self.breadths[shape == "wide"]


@dataclass(frozen=True, slots=True)
class Kinds:
    """Learning the chips of a table (`vision.chips.kinds`)."""

    reach: float = 0.9  # sizes a finger may miss by; guess: more, the next chip is learnt; less, taps miss
    apart: float = 12.0  # `colour_gap` of two kinds; guess: less, two are one under another lamp


@dataclass(frozen=True, slots=True)
class Likeness:
    """How like a kind a chip is (`vision.chips.likeness`)."""

    other_shape: float = 25.0  # of a wrong shape, as `colour_gap`; guess: less, a lamp makes bars discs
    lightness: float = 0.4  # beside hue; counted on 35 boxes of films' antes: 28 exact, with other rules
    gamma: float = 2.2  # by which pictures store light; fixed: about that of sRGB


@dataclass(frozen=True, slots=True)
class Unprinted:
    """Chips and print in a box that nobody saw empty (`vision.chips.unprinted`)."""

    # What colour and shape take from the logit of a height; the whole rule: 1,626 seen instead of 1,598.
    unlike: float = 0.05  # each unit of `colour_gap` to the likeliest kind; counted on 1,640 boxes with chips
    misshapen: float = 1.44  # no kind of this colour has its shape; counted on 1,640 boxes with chips
    lights: tuple[float, ...] = (0.7, 1.0, 1.4, 2.0, 2.8)  # tried; guess: fewer, chips in the shade are print
    relit: float = 8.0  # `colour_gap` times their logarithm; guess: less, print is a kind in some light
    untold: float = 24.0  # `colour_gap` of a kind without colour; guess: more, its chips are print
    enough: float = 0.18  # a chip, so lowered; counted on 334 boxes of 66 simulated tables
    plainest: int = 60  # px most surely a chip's; guess: more, one chip is none; fewer, a speck is one
    # logit(some chip) = slope × logit(highest middle) + area slope × logit(mean of the plainest) + shift
    some_chip: tuple[float, float, float] = (3.3, 0.65, 4.1)  # these; counted on 2,100 simulated boxes
    opposite: float = 0.95  # correlation of print; counted on 897 empty boxes: chips in 2 instead of 17
    around: float = 0.75  # sizes compared; guess: less, plain chips match anything; more, walls are compared
    leeway: int = 10  # px beside its place; guess: less, a card that lies off it is chips (5 to 12 are alike)
    mottled: float = 0.3  # colours' scatter, print; counted on 897 empty boxes: 0.43 at least, chips 0.12
    mottled_within: float = 0.36  # sizes of its middle; guess: more, a chip's border scatters like print
    surest: float = 0.01  # says as much as none; guess: less, one witness that is sure outweighs the others


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
