"""The numbers of the room of films, each with its source (see `vision.settings`).

Lengths are lengths of a card where looks are planned, widths where tracks are kept; times are seconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.settings import reasoned, tuned


@dataclass(frozen=True, slots=True)
class Attention:
    """When and where to look (`vision.film.attention`)."""

    rests_near: tuple[float, ...] = reasoned(
        (0.06, 0.2, 0.4, 1.2, 4.0),
        "For how long what is new must rest for its first, second, … look where a card is expected …",
        why="in a run a card is in sight for half a second",
        date="2026-11-29",
    )
    rests: tuple[float, ...] = reasoned(
        (0.06, 0.4, 1.2, 4.0),
        "… and elsewhere.",
        why="nothing is missed there within a second",
        date="2026-11-29",
    )
    apart: float = tuned(
        0.19,
        "Between looks where cards are expected …",
        measured_on="cards laid in filmed rounds of lived-in rooms",
        count=160,
        date="2026-11-29",
    )
    apart_elsewhere: float = reasoned(
        0.3,
        "… and elsewhere.",
        why="held cards stir all the time: their looks must be bounded",
        date="2026-11-29",
    )
    least: float = reasoned(
        0.05,
        "Squares of a card's length that must be due.",
        why="a card laid on another shows a strip at least",
        date="2026-11-29",
    )
    gap: float = reasoned(
        0.3, "What is nearer to each other is one part.", why="one card's pieces", date="2026-11-29"
    )
    most: float = tuned(
        1.8,
        "Side of what one look is for, at most.",
        measured_on="cards laid in filmed rounds of lived-in rooms",
        count=78,
        date="2026-11-29",
    )
    margins: tuple[float, ...] = tuned(
        (1.2, 0.9),
        "Round what is due, by turns: a card that the edge cuts through is not read.",
        measured_on="cards laid in filmed rounds of lived-in rooms",
        count=78,
        date="2026-11-29",
    )


@dataclass(frozen=True, slots=True)
class Eyes:
    """What a look takes in (`vision.film.eyes`)."""

    first_look: float = reasoned(
        0.3,
        "After the first picture, at the whole of it: what lies there from the start.",
        why="by then it is known what moves",
        date="2026-11-29",
    )
    beside: float = reasoned(
        0.8, "From a card that lies: where others are expected.", why="a pile is no wider", date="2026-11-29"
    )
    read: float = reasoned(
        0.8,
        "Probability of a face from which a card explains what is new there.",
        why="read",
        date="2026-11-29",
    )
    faint: float = reasoned(
        0.1,
        "Probability of a face from which an outline that was fitted is read along others beside it.",
        why="a face cut by its outline is read in doubt",
        date="2026-11-29",
    )
    explained: float = reasoned(
        0.5,
        "Share of what is new that read cards cover, or parts of cards are completed.",
        why="fingers cover the rest",
        date="2026-11-29",
    )
    strip: float = reasoned(
        0.05,
        "Squares of a card's length off the cards that lie there which no read card explains: likewise.",
        why="a card under others of a hand shows a strip",
        date="2026-11-29",
    )
    rest: float = reasoned(0.1, "What rests less long is busy.", why="two pictures", date="2026-11-29")
    on_board: float = reasoned(
        0.5,
        "Share on the board from which a card is one of its pictures.",
        why="most of it",
        date="2026-11-29",
    )
    sure: float = reasoned(
        0.9,
        "Probability of a face from which a card tells how long cards are …",
        why="read surely",
        date="2026-11-29",
    )
    lengths: int = reasoned(30, "… the last so many …", why="enough for a middle", date="2026-11-29")
    length: float = reasoned(
        0.1,
        "… and before that, share of the picture's width.",
        why="a table fills a picture",
        date="2026-11-29",
    )
    rested: float = reasoned(
        0.8,
        "Share of a card's pixels that rest where it rests.",
        why="fingers may stir on it",
        date="2026-11-29",
    )
    settled_card: float = reasoned(
        0.3,
        "For how long a card that lies must rest to be part of the table …",
        why="fingers go",
        date="2026-11-29",
    )
    settled: float = reasoned(1.5, "… and anything else.", why="after its looks", date="2026-11-29")


@dataclass(frozen=True, slots=True)
class Fitted:
    """What a new card explains (`vision.film.fitted_cards`)."""

    light: tuple[float, float] = reasoned(
        (0.5, 1.4),
        "How bright card is beside what it mostly is.",
        why="a hand's shade halves it",
        date="2026-11-29",
    )
    tint: float = reasoned(
        0.1,
        "How much its colours may differ from it otherwise, as a share.",
        why="skin's differ by 0.17 and more",
        date="2026-11-29",
    )
    print: float = reasoned(
        0.3, "Lengths of a card that print among it is wide.", why="a court figure's parts", date="2026-11-29"
    )


@dataclass(frozen=True, slots=True)
class Fitting:
    """Fitting a card's outline to what it changed (`vision.film.fits`)."""

    long_side: float = reasoned(
        72.0,
        "Pixels of a card's long side in the rectified picture.",
        why="enough for its edges, few enough to be fast",
        date="2026-11-21",
    )
    turns: int = reasoned(
        24,
        "Directions tried first, over half a turn.",
        why="every 7.5°, made exact then",
        date="2026-11-21",
    )
    edge_weight: float = reasoned(
        0.6,
        "What a full set of new edges counts, against having all changes inside.",
        why="not noted; came with outlines being fitted to what changed",
        date="2026-11-21",
    )
    edge_full: float = reasoned(
        24.0,
        "Levels of difference across an edge that make it as clear as it can be.",
        why="not noted; came with outlines being fitted to what changed",
        date="2026-11-21",
    )
    near: int = reasoned(
        5,
        "Pixels of the rectified picture within which a rough place is made exact.",
        why="not noted; came with a search in a third of the time",
        date="2026-11-22",
    )
    beside: int = reasoned(
        9,
        "Pixels round a card that are looked at for it.",
        why="its place is rough, and edges are found by differences",
        date="2026-11-22",
    )
    same_news: int = reasoned(
        2,
        "Small pixels from the news within which a change belongs to it.",
        why="elsewhere it is print that a shivering camera shows",
        date="2026-11-22",
    )
    most_places: int = reasoned(
        4,
        "Clearly different places that are given.",
        why="not noted; came with outlines being fitted to what changed",
        date="2026-11-21",
    )


@dataclass(frozen=True, slots=True)
class Completions:
    """Cards half under fingers (`vision.film.completions`)."""

    same: float = reasoned(
        0.6,
        "Overlap from which an outline is that of a card that is read.",
        why="most of it",
        date="2026-11-29",
    )
    new: float = reasoned(
        0.3, "Share of an outline that is new, at least.", why="fingers cover the rest", date="2026-11-29"
    )
    apart: float = reasoned(
        4.0, "Pixels by which whole cards differ, at least.", why="read alike within less", date="2026-11-29"
    )
    most: int = tuned(
        24,
        "Whole cards that are read in one look, at most: each costs as much as a card that is found.",
        measured_on="cards of a round laid in runs, looked at twice each",
        count=45,
        date="2026-11-29",
    )
    told: float = tuned(
        0.9,
        "Probability of a face from which one of them is a card: none that was not laid was read so.",
        measured_on="cards of a round laid in runs, looked at twice each",
        count=45,
        date="2026-11-29",
    )


@dataclass(frozen=True, slots=True)
class Evidence:
    """Terms of a track's score, log odds (`vision.film.evidence`)."""

    weights: tuple[float, ...] = tuned(
        (0.26, -8.93, 1.04),
        "Of face, place and company, by logistic regression. Rests, hands over it, how long it was seen and "
        "what else was read there told nothing more.",
        measured_on="tracks of five films, each left out in turn",
        count=338,
        date="2026-11-29",
    )
    bias: float = tuned(
        0.3,
        "Log odds to begin with, fitted with them.",
        measured_on="tracks of five films, each left out in turn",
        count=338,
        date="2026-11-29",
    )
    most_look: float = reasoned(
        4.0, "Most that one look says of a face.", why="a reader that is wrong is as sure", date="2026-11-29"
    )
    most_face: float = reasoned(
        16.0, "Most that all of them say.", why="looks of one camera err alike", date="2026-11-29"
    )
    unreadable: float = reasoned(
        0.001, "Least probability of a face.", why="keeps the odds finite", date="2026-11-29"
    )
    company: int = reasoned(
        8,
        "Of how many cards laid one is near, at most.",
        why="in rows each player has his own",
        date="2026-11-29",
    )
    unknown: float = reasoned(
        2.0,
        "Cards that seem to have been laid elsewhere before any was.",
        why="a first card is one of several that are held",
        date="2026-11-29",
    )


@dataclass(frozen=True, slots=True)
class Tracks:
    """Association and telling (`vision.film.tracker`)."""

    read: float = reasoned(
        0.3,
        "Probability of a face below which a look tells of no card.",
        why="chance reads lower",
        date="2026-11-29",
    )
    sure: float = reasoned(0.9, "A face that is read surely.", why="as in a photograph", date="2026-11-29")
    fair: float = reasoned(
        0.8,
        "… and one that a new track begins with.",
        why="cards read less well were misread",
        date="2026-11-29",
    )
    sights: int = reasoned(30, "Looks that a track keeps.", why="more say nothing new", date="2026-11-29")
    together: int = reasoned(
        5, "Looks of which its place and faces are the mean.", why="the last", date="2026-11-29"
    )
    sizes: int = reasoned(
        200, "Looks at cards from which their size is known …", why="a middle", date="2026-11-29"
    )
    alike: float = reasoned(
        0.15,
        "… whose sides differ by no more, as shares, in each and from most.",
        why="no fan",
        date="2026-11-29",
    )
    near: float = reasoned(0.3, "One place.", why="outlines of one card shift by less", date="2026-11-29")
    pushed: float = reasoned(
        0.8, "How far a card that lies is pushed.", why="its own width", date="2026-11-29"
    )
    buried: float = reasoned(
        0.3,
        "Share of a card that others hide which is not pushed: a face seen beside it is another card.",
        why="a hand pushes what it can grip; of seven films two cards more are right, 40 corrections fewer",
        date="2026-11-29",
    )
    beside: float = reasoned(
        1.2, "How far cards of one pile or row lie apart.", why="its neighbour", date="2026-11-29"
    )
    told: float = tuned(
        0.55,
        "Probability from which a card is told: a referee makes 266 cards of them in 237 corrections; "
        "told again from 0.4 on 267 in 204, which is alike.",
        measured_on="cards laid in seven films",
        count=281,
        date="2026-11-29",
    )
    likely: float = reasoned(
        0.5,
        "… and from which it explains what else is read there.",
        why="likelier than not",
        date="2026-11-29",
    )
    believed: float = reasoned(
        0.6,
        "… and from which it lies there where no rules tell more.",
        why="likelier than not",
        date="2026-11-29",
    )
    news: float = reasoned(
        1.5, "Change of its log odds that is told.", why="less changes no decision", date="2026-11-29"
    )
    no_odds: float = reasoned(
        20.0, "Log odds against what other cards explain.", why="none", date="2026-11-29"
    )
    bounded: float = reasoned(
        0.001,
        "Probabilities nearer to 0 or 1 are alike.",
        why="a referee's own misreadings",
        date="2026-11-29",
    )
    moved: float = reasoned(
        4.0,
        "Log odds against a card that is seen well elsewhere later.",
        why="cards that lie are seldom moved farther than pushed",
        date="2026-11-29",
    )
    same: float = reasoned(
        0.1, "What is seen just before a card rests is that card.", why="a picture", date="2026-11-29"
    )
    looks: int = reasoned(
        8, "Looks after which nothing new is said of a face.", why="means stand", date="2026-11-29"
    )
    twice: int = reasoned(2, "Looks that show two equal cards at once.", why="one may err", date="2026-11-29")
    doubtful: float = reasoned(
        3.0, "For how long a doubtful place is looked at again.", why="hands go", date="2026-11-29"
    )
    hidden: float = reasoned(
        0.15, "Share of a card that is hidden and says nothing of it.", why="an index", date="2026-11-29"
    )
    misses: int = reasoned(
        3, "Looks that do not show a card which is gone …", why="a finder misses", date="2026-11-29"
    )
    away: float = reasoned(2.0, "… and for how long.", why="a caption or a sheet passes", date="2026-11-29")
    forget: float = reasoned(
        5.0, "After which what was never told is forgotten.", why="it was held", date="2026-11-29"
    )


@dataclass(frozen=True, slots=True)
class FilmSettings:
    """Every number of `vision/film`."""

    attention: Attention = Attention()
    eyes: Eyes = Eyes()
    fitted: Fitted = Fitted()
    fitting: Fitting = Fitting()
    completions: Completions = Completions()
    evidence: Evidence = Evidence()
    tracks: Tracks = Tracks()


FILM = FilmSettings()
