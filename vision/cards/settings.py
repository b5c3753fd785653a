"""The numbers of the room of cards, each with its source (see `vision.settings`)."""

from __future__ import annotations

from dataclasses import dataclass

from vision.settings import fact, reasoned, tuned


@dataclass(frozen=True, slots=True)
class Faces:
    """What several modules ask of a face that was read."""

    unread: float = tuned(
        0.3,
        "Below this probability a face is not told.",
        measured_on="cards of simulated hands, outlined truly, with the reading of cards under others: 1 "
        "not read instead of 12",
        count=596,
        date="2026-11-23",
    )
    believed: float = tuned(
        0.9,
        "Probability from which a reading stands by itself: along one of many outlines beside, of a card "
        "across which nothing else lies, or that no face can be told.",
        measured_on="cards of simulated hands, outlines 5 % wrong, also read along outlines beside: 98.8 % "
        "told instead of 97.5; of many outlines one always shows some face",
        count=596,
        date="2026-11-23",
    )
    sure: float = tuned(
        0.97,
        "Probability from which a face needs no second look, upside down or along outlines beside.",
        measured_on="photographed cards, in whose sight the second look was decided; two looks err less",
        count=429,
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Places:
    """What several modules ask of two outlines."""

    same: float = reasoned(
        0.7,
        "Overlap from which an outline lies where another does: hardly its edge is in sight, or it is the "
        "card that lay there before.",
        why="not noted; came with hands laid open being seen card by card",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Deck:
    """Learning a family's pack, and reading with it (`vision.cards.deck`)."""

    again: float = reasoned(
        0.02,
        "How likely it is, beforehand, that a picture shows a card that another picture showed already.",
        why="not noted; came with packs being learnt",
        date="2026-11-21",
    )
    sure: float = reasoned(
        0.95,
        "Probability from which a picture is taken for a card's.",
        why="what is doubtful is asked for, never guessed",
        date="2026-11-21",
    )
    same_look: float = reasoned(
        0.7,
        "Likeness (a cosine) from which an outline is the card that lay there before.",
        why="not noted; came with packs being learnt with a camera",
        date="2026-11-21",
    )
    named_insists: float = reasoned(
        20.0,
        "Length of a row whose photo's cards people named.",
        why="not noted; came with named photos needing fewer questions",
        date="2026-11-21",
    )
    insistent: float = reasoned(
        1e3,
        "Length of a row whose card is certain.",
        why="not noted; came with packs being learnt",
        date="2026-11-21",
    )
    rounds: int = reasoned(
        60,
        "Rounds in which pictures and cards agree on who is who.",
        why="they settle long before",
        date="2026-11-21",
    )
    cell: int = reasoned(
        4,
        "Side in pixels (of the half-size picture) of the cells in which two pictures are compared.",
        why="not noted; came with packs being learnt",
        date="2026-11-21",
    )
    orientations: int = reasoned(
        8,
        "Directions of lines told apart within a cell.",
        why="not noted; came with packs being learnt",
        date="2026-11-21",
    )
    faint: float = reasoned(
        0.15,
        "Length under which what a cell shows is noise rather than print.",
        why="not noted; came with packs being learnt",
        date="2026-11-21",
    )
    most_like: float = reasoned(
        0.5,
        "No cell counts more than this, for or against.",
        why="one under a finger shall not outvote the others",
        date="2026-11-21",
    )
    weight: float = reasoned(
        0.05,
        "What a cell's likeness counts against the network's opinion, in natural logarithms.",
        why="measured as the best of several, on how many cards was not noted",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Finder:
    """Finding cards by their outlines (`vision.cards.finder`)."""

    stride: int = fact(
        32,
        "Input sides are multiples of this.",
        source="the network's architecture, models/finder.md",
    )
    padding: int = fact(
        114,
        "Level (of 255) of what is no picture.",
        source="as in its training, models/finder.md",
    )
    found_from: float = reasoned(
        0.3,
        "Confidence from which a box is a card, or an index.",
        why="not noted; came with the trained finder",
        date="2026-11-21",
    )
    first_side: int = reasoned(
        640,
        "Longest side, in pixels, at which a picture is first looked at.",
        why="not noted; came with a second look at a size that suits the cards",
        date="2026-11-21",
    )
    small_side: int = reasoned(
        192,
        "Longest side of the look for cards that fill the picture, and the least of any further look.",
        why="at the first side they are found in pieces",
        date="2026-11-21",
    )
    tiny_side: int = reasoned(
        128,
        "The same of one more look, where cards were found that fill the picture.",
        why="a narrow card was found without its lower quarter even at the small side",
        date="2026-11-26",
    )
    fills: float = reasoned(
        0.35,
        "Short side of a card, as a share of the picture's longest side, that fills the picture.",
        why="not noted; came with one narrow card that was found without its lower quarter",
        date="2026-11-26",
    )
    most_grown: float = reasoned(
        1.6,
        "No picture is looked at first at more than this many times its own size.",
        why="not noted; came with a first look in two thirds of the time",
        date="2026-11-21",
    )
    part_side: int = reasoned(
        384,
        "Side of the look at a part of a picture.",
        why="a changed part of a frame takes a third of the time so",
        date="2026-11-21",
    )
    part_sides: tuple[int, ...] = reasoned(
        (256, 384, 512, 640, 768, 1024),
        "Sides of all looks at parts.",
        why="each new shape makes the network keep more for it",
        date="2026-11-22",
    )
    most_side: int = reasoned(
        1600,
        "Longest side, in pixels, of what a network that finds is shown.",
        why="not noted; came with a second look at a size that suits the cards",
        date="2026-11-21",
    )
    comfortable: tuple[float, float] = reasoned(
        (40.0, 170.0),
        "Short sides of cards, in pixels as the network sees them, that need no further look.",
        why="within the 20 to 200 pixels that it knows",
        date="2026-11-21",
    )
    wanted: tuple[float, float] = reasoned(
        (80.0, 110.0),
        "Short side at which a further look shall show cards that were too small, and too large, in the "
        "first one.",
        why="not noted; came with cards in layers being told apart by straightened outlines",
        date="2026-11-21",
    )
    one_card: float = reasoned(
        0.8,
        "Two outlines that overlap more are one card, found twice.",
        why="not noted; came with cards in layers being told apart by straightened outlines",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Indices:
    """Finding corner indices (`vision.cards.indices`)."""

    card_side: float = tuned(
        130.0,
        "Short side of a card, in pixels as the network sees it, of 45 to 180 that it has learnt.",
        measured_on="cards of made-up tight hands, fans and pairs: as many right as at 150 (887), 11 not "
        "there (12); in the labelled hard photographs 28 of 31 and none (28 and none)",
        count=907,
        date="2026-11-27",
    )
    same_index: float = reasoned(
        0.5,
        "Two boxes that overlap more are one index.",
        why="not noted; came with tight hands being told by their indices",
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class Poses:
    """One card read along several outlines (`vision.cards.poses`)."""

    turn: float = tuned(
        5.0,
        "Degrees by which the outline is turned, either way.",
        measured_on="doubtful readings of the two films' cards, outlines 1 to 4 % wrong: 153 right, 151 "
        "without; 154 with 2° and 2 %",
        count=155,
        date="2026-11-25",
    )
    shift: float = tuned(
        0.06,
        "Share of the short side by which it is moved along it, either way; twice that, and along the long "
        "side too, where nothing reads.",
        measured_on="doubtful readings of the two films' cards, outlines 1 to 4 % wrong: 153 right, 151 "
        "without; 154 with 2° and 2 %; there outlines err most",
        count=155,
        date="2026-11-25",
    )
    grown: float = reasoned(
        1.03,
        "How many times as large it is then.",
        why="fitted outlines are a little small: a card's white edge is lost in its shadow",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Photograph:
    """Every card in a picture (`vision.cards.photograph`)."""

    read_from: float = tuned(
        0.5,
        "A face below this probability is reported as unread.",
        measured_on="photographed cards: 0.45 to 0.55 gave the same figures",
        count=429,
        date="2026-11-21",
    )
    joker_from: float = reasoned(
        0.8,
        "Probability from which what shows no face is reported as a joker.",
        why="not noted; came with jokers being told as jokers",
        date="2026-11-26",
    )
    sure_back: float = reasoned(
        0.5,
        "How surely a back must be found to hide what lies under it.",
        why="backs lie there, carpets look like some",
        date="2026-11-26",
    )
    second_pack: float = tuned(
        0.05,
        "How much rarer than any other card a card is that lies there already: it takes a second pack.",
        measured_on="photographed cards, in whose sight it was decided",
        count=429,
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class CardSettings:
    """All numbers of the room."""

    faces: Faces = Faces()
    places: Places = Places()
    deck: Deck = Deck()
    finder: Finder = Finder()
    indices: Indices = Indices()
    poses: Poses = Poses()
    photograph: Photograph = Photograph()


CARDS = CardSettings()
