"""The numbers of layouts, each with its source (see `vision.settings`)."""

from __future__ import annotations

from dataclasses import dataclass

from vision.settings import fact, reasoned, tuned


@dataclass(frozen=True, slots=True)
class Proposals:
    """Where cards may lie (`vision.cards.layout.proposals`)."""

    near: float = reasoned(
        1.5,
        "Outlines that touch when they are so many times as large may be the ends of one hand.",
        why="between them lie those that were not found",
        date="2026-11-27",
    )
    margin: float = tuned(
        0.5,
        "Margin in card widths round a group in which indices are looked for.",
        measured_on="cards of made-up tight hands, fans and pairs, with 130 px a card: 887 right and 11 not "
        "there; 0.6 and 150 px: 887 and 12, in half as much time again",
        count=907,
        date="2026-11-27",
    )
    aspect: float = fact(
        1.4,
        "Long over short side of a card.",
        source="poker cards; so are bridge cards read, of 1.56",
    )
    card_shapes: tuple[float, float] = reasoned(
        (1.25, 1.75),
        "Ratios of an outline's sides between which it is a whole card's.",
        why="poker and bridge cards, seen a little aslant",
        date="2026-11-24",
    )
    grown_at_most: float = reasoned(
        2.5,
        "How many times as long as what is seen of it a card may be.",
        why="of less no face is told",
        date="2026-11-24",
    )
    hand_from: int = tuned(
        3,
        "Cards on one another from which on they may be a hand with more of them: indices are asked.",
        measured_on="cards of made-up fans: 236 right and one not there, else 228 and three",
        count=237,
        date="2026-11-27",
    )
    sizes: tuple[float, float] = reasoned(
        (0.5, 2.0),
        "Least and greatest short side of a card that an index tells, in the group's card widths.",
        why="cards of a hand lie near one another",
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class Score:
    """The log odds by which a card explains a picture (`vision.cards.layout.score`)."""

    found: float = tuned(
        0.5,
        "Weight of the log odds of what proposes a card, beside those of its face.",
        measured_on="labels of real photographs, set with them in sight",
        count=572,
        date="2026-11-26",
    )
    size: float = tuned(
        0.22,
        "Standard deviation of the logarithm of an outline's area about that of a card there.",
        measured_on="labels of real photographs, set with them in sight",
        count=572,
        date="2026-11-26",
    )
    twin: float = reasoned(
        -6.0,
        "What a second card of one face counts, log odds.",
        why="two packs on one table are rare: one in twenty, and that twice, for both must be",
        date="2026-11-26",
    )
    no_index: float = reasoned(
        -3.0,
        "What a card counts that is half hidden, without an index of its own in sight where any was sought.",
        why="the index of every card of 20 tight hands was found: such an outline is one across others",
        date="2026-11-27",
    )
    in_sight: float = reasoned(
        0.6,
        "Share of a card in sight from which on it needs no index to be told.",
        why="its pips or its picture are seen then",
        date="2026-11-27",
    )
    at_best: float = reasoned(
        5.0,
        "Log odds of a face, or of what proposes a card, beyond which more counts nothing, gained or lost.",
        why="a surer reading is not a truer one",
        date="2026-11-26",
    )


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large cards are where (`vision.cards.layout.sizes`)."""

    fitted_from: int = reasoned(
        5,
        "Cards from which on their size is fitted.",
        why="three numbers are fitted",
        date="2026-11-24",
    )
    like: tuple[float, float] = reasoned(
        (0.6, 1.7),
        "Least and greatest area of an outline that may be a card's, in cards.",
        why="pips and pieces are smaller, boards and pairs larger",
        date="2026-11-24",
    )
    fits: float = reasoned(
        0.02,
        "How well a card is outlined, as a share of the cube root of its area.",
        why="a pixel or two",
        date="2026-11-24",
    )
    beyond: float = reasoned(
        1.25,
        "How much larger than the largest card, or smaller than the smallest, one farther out may be.",
        why="a linear function knows no horizon",
        date="2026-11-24",
    )


@dataclass(frozen=True, slots=True)
class Search:
    """Which cards explain a picture together (`vision.cards.layout.search`)."""

    same_card: float = reasoned(
        0.45,
        "Two outlines with one face that share more of the smaller one are one card.",
        why="two equal cards of two packs half on one another are rarer than a card outlined twice",
        date="2026-11-27",
    )
    same_place: float = reasoned(
        0.5,
        "An outline that overlaps a card by more is that card again as long as no face is read along it.",
        why="cards hide one another less",
        date="2026-11-21",
    )
    made_of_others: float = reasoned(
        0.8,
        "An outline without a face of which cards cover more is made of them.",
        why="of what lies under others more is in sight",
        date="2026-11-21",
    )
    faint: float = tuned(
        0.4,
        "Confidence below which an outline without a face says nothing of a card.",
        measured_on="126 cards of made-up pairs: without it as many are told, but indices are looked for in "
        "vain, half as much time again: 5.0 times the finder's own pass instead of 3.2",
        count=126,
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class Occlusion:
    """Which of two cards lies upon the other (`vision.cards.layout.visibility`)."""

    own_index: float = reasoned(
        0.12,
        "How far an index may stand from where a card would have it, in card widths, to be its own.",
        why="outlines are off by half of it; in the tightest hands the next index is as far",
        date="2026-11-27",
    )
    turned: float = reasoned(
        0.6,
        "How far corners may then lie from those that the index tells, in card widths.",
        why="an index tells them to within a fifth; of a card laid across they lie farther",
        date="2026-11-27",
    )
    index: float = reasoned(
        0.06,
        "Half of what an index measures across, in card widths.",
        why="measured off printed packs",
        date="2026-11-27",
    )


@dataclass(frozen=True, slots=True)
class Paper:
    """Paper that goes on beyond a card's edge (`vision.cards.layout.layers`)."""

    touching: float = reasoned(
        0.02,
        "Cards that overlap more than this lie on one another.",
        why="not noted; outlines are off by about so much",
        date="2026-11-21",
    )
    patch: tuple[int, int] = reasoned(
        (64, 92),
        "Width and height in pixels at which a card is looked at for its paper, and for paper beside it.",
        why="not noted; came with a search from beside where a sure card's paper goes on",
        date="2026-11-21",
    )
    gap: int = reasoned(
        3,
        "Pixels of that picture that are left out beside an edge.",
        why="a shadow, a rough outline",
        date="2026-11-21",
    )
    deep: int = reasoned(
        9,
        "How deep paper must go on, pixels of that picture.",
        why="not noted; came with a search from beside where a sure card's paper goes on",
        date="2026-11-21",
    )
    along: float = reasoned(
        0.3,
        "Share of an edge along which paper goes on, from which another card is taken to lie there.",
        why="not noted; came with a search from beside where a sure card's paper goes on",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Border:
    """Whose border is seen where cards lie on one another (`vision.cards.layout.stacking`)."""

    round: float = reasoned(
        0.12,
        "Share of a card's short side that is left out at the ends of its edges.",
        why="corners are round",
        date="2026-11-26",
    )
    off: float = reasoned(
        0.06,
        "How far an outline may lie beside the true border, and a place must lie within the other card to "
        "be compared; in short sides.",
        why="the other card's own border is near",
        date="2026-11-26",
    )
    deeper: float = reasoned(
        0.03,
        "How much further inwards the card's paper is looked at.",
        why="not noted; came with seeing which card lies on which",
        date="2026-11-26",
    )
    step: float = reasoned(
        0.01,
        "Distance of the places compared across a border, in short sides.",
        why="not noted; came with seeing which card lies on which",
        date="2026-11-26",
    )
    along: float = reasoned(
        0.025,
        "The same along it.",
        why="not noted; came with seeing which card lies on which",
        date="2026-11-26",
    )
    clear: float = reasoned(
        12.0,
        "Levels of difference that make an edge as clear as it can be.",
        why="white paper on white paper hardly shows",
        date="2026-11-26",
    )
    seen: float = tuned(
        0.45,
        "A border is seen where at least this much of it is.",
        measured_on="upper cards in made-up photographs of packs that nobody trained on: all but two were, "
        "and all showed more than the lower ones, mostly 0.4",
        count=631,
        date="2026-11-26",
    )
    sliver: float = reasoned(
        0.04,
        "What seems to be in sight but is narrower than this, in short sides, is not.",
        why="it comes of outlines that are a little wrong",
        date="2026-11-26",
    )


@dataclass(frozen=True, slots=True)
class LayoutSettings:
    """All numbers of layouts."""

    proposals: Proposals = Proposals()
    score: Score = Score()
    sizes: Sizes = Sizes()
    search: Search = Search()
    occlusion: Occlusion = Occlusion()
    paper: Paper = Paper()
    border: Border = Border()


LAYOUT = LayoutSettings()
